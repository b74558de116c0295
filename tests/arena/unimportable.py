"""An agent's module that imports what is not there."""

from sys import no_such_name as make  # noqa: F401
