"""Every numbered paragraph of the rules has a test that bears its number."""

import re
from pathlib import Path

import pytest

SECTIONS = {1: 5, 2: 4, 3: 7, 4: 4, 5: 10, 6: 6, 7: 3, 8: 4}  # paragraphs in each section
PARAGRAPHS = [f"{section}_{number}" for section, last in SECTIONS.items() for number in range(1, last + 1)]


@pytest.fixture(scope="module")
def tested() -> set[str]:
    texts = [path.read_text() for path in Path(__file__).parent.glob("test_rules_*.py")]
    return {number for text in texts for number in re.findall(r"^def test_(\d_\d+)_", text, re.MULTILINE)}


@pytest.mark.parametrize("paragraph", PARAGRAPHS)
def test_each_paragraph_is_tested_by_its_number(paragraph: str, tested: set[str]) -> None:
    assert paragraph in tested


def test_no_test_bears_a_number_that_the_rules_do_not_have(tested: set[str]) -> None:
    assert tested <= set(PARAGRAPHS)
