"""Reading settings from YAML and from KEY=VALUE, with errors that say which key is wrong and which there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import yaml

from arctic_env.errors import SettingsError, shorten
from arctic_env.files import reason
from arctic_env.validation import short_repr
from arctic_training.options import find_config
from arctic_training.settings import Settings, written

Document = dict[str, Any]

Kind = TypeVar("Kind")

_UNFIT = (AttributeError, LookupError, TypeError)  # of PyYAML, for values that their tags do not allow
_UNREADABLE = (
    yaml.YAMLError,
    ValueError,
    RecursionError,
    *_UNFIT,
)  # also bytes that are no text, and numbers too long


def read_document(path: Path) -> Document:
    """The dictionary in a YAML file, which `find_config` finds.

    Raises:
        SettingsError: there is none, it cannot be read, or is no dictionary.
    """
    file = find_config(path)
    try:
        document = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (OSError, *_UNREADABLE) as error:
        raise SettingsError(f"{path}: {_fault(error)}") from error
    if document is None:
        return {}
    if not isinstance(document, dict):
        raise SettingsError(f"{path}: settings are keys and values, not a {type(document).__name__}")
    return document


def _fault(error: Exception) -> str:
    """What is wrong with a file or text of settings, on one line, and where if the parser shows that."""
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        mark, words = error.problem_mark, ": ".join(filter(None, (error.context, error.problem)))
        return f"no YAML: line {mark.line + 1}, column {mark.column + 1}: {words}"
    if isinstance(error, yaml.reader.ReaderError):
        return f"no YAML: character {error.position + 1} is U+{error.character:04X}: {error.reason}"
    if isinstance(error, _UNFIT):
        return "no YAML: a value is not what its tag says"
    if isinstance(error, UnicodeDecodeError):
        return f"no text in UTF-8, as YAML is: {error}"
    return reason(error)


def apply_changes(document: Document, changes: Iterable[str]) -> Document:
    """The document with changes such as `ppo.entropy=0.1`; values are YAML."""
    changed = _copy(document)
    for change in changes:
        path, equals, text = change.partition("=")
        if not equals or not path:
            raise SettingsError(f"--set takes KEY=VALUE, such as ppo.entropy=0.1, not {short_repr(change)}")
        *parents, key = path.split(".")
        place = changed
        for parent in parents:
            place = place.setdefault(parent, {})
            if not isinstance(place, dict):
                raise SettingsError(f"--set {short_repr(change)}: {parent} has no keys of its own")
        try:
            place[key] = yaml.safe_load(text)
        except _UNREADABLE as error:
            raise SettingsError(f"--set {short_repr(change)}: {_fault(error)}") from error
    return changed


def _copy(document: Document) -> Document:
    return {key: _copy(value) if isinstance(value, dict) else value for key, value in document.items()}


def make_settings(document: Mapping[str, Any]) -> Settings:
    """Settings of a training run from a dictionary; SettingsError as `read_settings`."""
    return read_settings(Settings, document)


def read_settings(kind: type[Kind], document: Mapping[str, Any]) -> Kind:
    """A dataclass of settings from a dictionary.

    Args:
        kind: the dataclass. Where one of its fields would be a word of Python it has an underscore behind it, `from_`,
            which is not written in documents.
        document: values by key.

    Raises:
        SettingsError: a key is unknown or missing, a value of the wrong type or out of range; the message names it.
    """
    made = _make(kind, document, "")
    assert isinstance(made, kind)
    return made


def keys_of(kind: type) -> dict[str, str]:
    """The fields of a dataclass of settings by their keys in documents."""
    return {written(field.name): field.name for field in fields(kind)}


def _make(kind: type, document: Any, path: str) -> Any:
    if not isinstance(document, Mapping):
        raise SettingsError(f"{path or 'settings'} must have keys and values, not {short_repr(document)}")
    known = keys_of(kind)
    hints = get_type_hints(kind)
    values = {}
    for key, value in document.items():
        name = f"{path}.{key}" if path else str(key)
        if key not in known:
            raise SettingsError(f"unknown setting {shorten(name, 80)}; known here are {', '.join(known)}")
        values[known[key]] = _read(hints[known[key]], value, name)
    for field in fields(kind):
        if _needed(field) and field.name not in values:
            raise SettingsError(f"{path}{'.' if path else ''}{written(field.name)} is missing")
    return kind(**values)


def _needed(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _read(hint: Any, value: Any, name: str) -> Any:
    """A value of the type that the hint asks for."""
    if is_dataclass(hint):
        assert isinstance(hint, type)
        return _make(hint, value, name)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is UnionType:
        return None if value is None else _read(next(a for a in arguments if a is not NoneType), value, name)
    if origin is dict and isinstance(value, Mapping):
        return {
            _read(str, key, name): _read(arguments[1], item, f"{name}.{key}") for key, item in value.items()
        }
    if origin is tuple and isinstance(value, list):
        return tuple(_read(arguments[0], item, f"{name}[{i}]") for i, item in enumerate(value))
    if hint is float and isinstance(value, int | float | str) and not isinstance(value, bool):
        return _number(value, name)
    if isinstance(hint, type) and type(value) is hint:
        return value
    raise SettingsError(f"{name} must be {_words(hint)}, not {short_repr(value)}")


def _number(value: int | float | str, name: str) -> float:
    """A decimal number; YAML takes 1e-3 for a text."""
    try:
        number = float(value)
    except (ValueError, OverflowError):
        raise SettingsError(f"{name} must be {_words(float)}, not {short_repr(value)}") from None
    if number != number or number in (float("inf"), float("-inf")):
        raise SettingsError(f"{name} must be a finite number, not {short_repr(value)}")
    return number


_WORDS = {
    int: "an integer",
    float: "a number",
    str: "a text",
    bool: "true or false",
    dict: "keys and values",
}


def _words(hint: Any) -> str:
    origin = get_origin(hint) or hint
    return "a list" if origin is tuple else _WORDS[origin]
