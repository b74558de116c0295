"""One server for all tests that do not stop theirs."""

from collections.abc import Iterator

import pytest

from tests.web.serving import Served, serving


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("tables")) as one:
        yield one
