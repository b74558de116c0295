"""Writing JSON documents from states, and reading them with errors that name the field."""

from collections.abc import Iterable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any, NoReturn

from arctic_env.errors import PositionError
from arctic_env.validation import listed, short_repr

WHOLE = "document"  # stands for the path of a field where the document itself is wrong
_MOST_NAME = 30  # letters of a key that stands in a path as it is


def unpacked(state: Any) -> SimpleNamespace:
    """The fields of a state as numbers and lists: reading them one by one from the record is slow."""
    return SimpleNamespace(**{name: state[name].tolist() for name in state.dtype.names})


class Field:
    """A value of a document together with its path, for reading and for refusing."""

    def __init__(self, path: str, value: Any) -> None:
        """Wrap a value; the document itself has the empty path here."""
        self.path = path
        self.value = value

    def refuse(self, reason: str) -> NoReturn:
        """Raise PositionError for this field."""
        raise PositionError(self.path or WHOLE, reason)

    def fields(self, required: Iterable[str], optional: Iterable[str] = ()) -> "dict[str, Field]":
        """The fields of a JSON object; refuses missing and unknown ones."""
        if not isinstance(self.value, Mapping):
            self.refuse(f"must be an object, not {_kind(self.value)}")
        required, optional = list(required), list(optional)
        for name in self.value:
            if name not in required and name not in optional:
                self.member(name).refuse(f"unknown field; there are {listed(required + optional)}")
        for name in required:
            if name not in self.value:
                self.member(name).refuse("is missing")
        return {name: self.member(name) for name in self.value}

    def member(self, name: object) -> "Field":
        """A field of this object by name, without checks."""
        value = self.value.get(name) if isinstance(self.value, Mapping) else None
        plain = isinstance(name, str) and name.isprintable() and 0 < len(name) <= _MOST_NAME
        step = str(name) if plain else short_repr(name)
        return Field(f"{self.path}.{step}" if self.path else step, value)

    def items(self, low: int = 0, high: int | None = None) -> "Iterator[Field]":
        """The items of a JSON array of `low` to `high` items."""
        if not isinstance(self.value, list | tuple):
            self.refuse(f"must be an array, not {_kind(self.value)}")
        if len(self.value) < low or (high is not None and len(self.value) > high):
            wanted = f"{low}" if low == high else f"{low} or more" if high is None else f"{low} to {high}"
            self.refuse(f"must have {wanted} items, not {len(self.value)}")
        return (Field(f"{self.path}[{index}]", item) for index, item in enumerate(self.value))

    def text(self) -> str:
        """A JSON string."""
        if not isinstance(self.value, str):
            self.refuse(f"must be a text, not {_kind(self.value)}")
        return self.value

    def choice(self, choices: Iterable[str]) -> str:
        """One of some texts."""
        choices = list(choices)
        if not isinstance(self.value, str) or self.value not in choices:
            self.refuse(f"must be one of {listed(choices)}, not {_kind(self.value)}")
        return self.value

    def integer(self, low: int, high: int) -> int:
        """An integer of `low` to `high`."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            self.refuse(f"must be an integer, not {_kind(self.value)}")
        if not low <= self.value <= high:
            self.refuse(f"must be {low} to {high}, not {short_repr(self.value)}")
        return self.value

    def boolean(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            self.refuse(f"must be true or false, not {_kind(self.value)}")
        return self.value


def _kind(value: object) -> str:
    """A value, or the kind of what holds others, for messages."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    names: dict[type, str] = {dict: "an object", list: "an array"}
    return names.get(type(value)) or short_repr(value)
