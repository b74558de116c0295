"""JSON documents of positions: plain values of states, checks by JSON Schema, and refusals that name the field."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NoReturn, cast

from numpy.typing import NDArray

from arctic_env.errors import PositionError
from arctic_env.validation import listed, short_repr

if TYPE_CHECKING:
    from jsonschema import ValidationError

Document = dict[str, Any]

WHOLE = "document"  # stands for the path of a field where the document itself is wrong
_MOST_NAME = 30  # letters of a key that stands in a path as it is
_TYPES = {
    "object": "an object",
    "array": "an array",
    "string": "a text",
    "integer": "an integer",
    "boolean": "true or false",
    "null": "null",
}


def unpacked(state: Any) -> SimpleNamespace:
    """Return the fields of a state as numbers and lists: reading them one by one from the record is slow."""
    return SimpleNamespace(**{name: state[name].tolist() for name in state.dtype.names})


def refuse(field: str, reason: str) -> NoReturn:
    """Raise a PositionError for a field."""
    raise PositionError(field, reason)


def check_range(field: str, value: int | None, high: int) -> int:
    """Return the value of a field, or refuse it where it is not 0 to `high`."""
    if value is None or not 0 <= value <= high:
        refuse(field, f"must be 0 to {high}, not {_shown(value)}")
    return value


def check_size(field: str, items: Sequence[object], size: int) -> None:
    """Refuse an array with another number of items."""
    if len(items) != size:
        refuse(field, f"must have {size} items, not {len(items)}")


def check_counts(field: str, names: Sequence[str], found: NDArray[Any], right: NDArray[Any]) -> None:
    """Refuse a field where something does not occur as often as it should, all places taken together."""
    for name, number, expected in zip(names, found.tolist(), right.tolist(), strict=True):
        if number != expected:
            refuse(field, f"there must be {expected} of {name} in all places together, not {number}")


def names_in(names: Sequence[str], bits: int) -> list[str]:
    """Return the names of the members of a set, which has one bit for each."""
    return [name for k, name in enumerate(names) if bits >> k & 1]


def repeated(names: Sequence[str], counts: Sequence[int]) -> list[str]:
    """Return each name as often as its count says."""
    return [name for name, n in zip(names, counts, strict=False) for _ in range(n)]


def load_schema(package: str) -> dict[str, Any]:
    """Return the JSON Schema of a game's positions: `schema.json` in the package of the game."""
    schema: dict[str, Any] = json.loads((files(package) / "schema.json").read_text(encoding="utf-8"))
    return schema


def find_fault(validator: Any, document: object) -> tuple[str, str] | None:
    """Return the field that does not fit the schema of a validator, the highest up of several, and why; else None."""
    complaints = [_complaint(error) for error in validator.iter_errors(document)]
    if not complaints:
        return None
    path, reason = min(complaints, key=lambda complaint: (complaint[0] != ["format"], len(complaint[0])))
    return _written(path) or WHOLE, reason


def make_validator(schema: Mapping[str, Any]) -> Any:
    """Make a validator: JSON Schema without numbers such as 2.0 for integers, and with Python's tuples."""
    from jsonschema import Draft202012Validator, validators

    kinds = Draft202012Validator.TYPE_CHECKER.redefine_many(
        {
            "integer": lambda checker, value: isinstance(value, int) and not isinstance(value, bool),
            "array": lambda checker, value: isinstance(value, list | tuple),
        }
    )
    parts = _Parts()
    keywords = {"pattern": _check_pattern, "items": parts.items, "properties": parts.properties}
    keywords |= {"propertyNames": parts.names, "additionalProperties": parts.others}
    strict: Any = validators.extend(Draft202012Validator, keywords, type_checker=kinds)  # type: ignore[no-untyped-call]
    return strict(_resolved(schema, schema.get("$defs", {})))


def _check_pattern(
    validator: Any, pattern: str, value: object, schema: Mapping[str, Any]
) -> "Iterator[ValidationError]":
    """Match the whole text: Python's `$` would also match before a final newline."""
    from jsonschema import ValidationError

    if isinstance(value, str) and not re.fullmatch(pattern, value):
        yield ValidationError("does not match")


class _Parts:
    """Keywords that check values within a value, with one validator for each part of the schema.

    jsonschema makes one for each value, which takes most of the time.
    """

    def __init__(self) -> None:
        self._made: dict[int, Any] = {}  # by the id of the part, which is there as long as its schema

    def _check(
        self, validator: Any, part: Any, values: Iterable[tuple[Any, Any]], named: bool = True
    ) -> "Iterator[ValidationError]":
        """Check values, each with its place in the document, against a part of the schema."""
        if id(part) not in self._made:
            self._made[id(part)] = validator.evolve(schema=part)
        for place, value in values:
            for error in self._made[id(part)].iter_errors(value):
                if named:
                    error.path.appendleft(place)
                yield error

    def items(self, validator: Any, part: Any, value: object, _schema: Any) -> "Iterator[ValidationError]":
        if isinstance(value, list | tuple):
            yield from self._check(validator, part, enumerate(value))

    def properties(self, validator: Any, parts: Any, value: Any, _schema: Any) -> "Iterator[ValidationError]":
        for name in parts if isinstance(value, dict) else ():
            if name in value:
                yield from self._check(validator, parts[name], [(name, value[name])])

    def names(self, validator: Any, part: Any, value: object, _schema: Any) -> "Iterator[ValidationError]":
        if isinstance(value, dict):
            yield from self._check(validator, part, [(name, name) for name in value], named=False)

    def others(self, validator: Any, part: Any, value: Any, schema: Any) -> "Iterator[ValidationError]":
        """Check those that `properties` does not name."""
        if isinstance(part, bool):
            from jsonschema import Draft202012Validator

            yield from Draft202012Validator.VALIDATORS["additionalProperties"](validator, part, value, schema) or ()
        elif isinstance(value, dict):
            named = schema.get("properties", {})
            yield from self._check(validator, part, [(name, value[name]) for name in value if name not in named])


def _resolved(schema: Any, definitions: Mapping[str, Any]) -> Any:
    """Replace references by their definitions: looking them up at each card would take most of the time."""
    if isinstance(schema, list):
        return [_resolved(item, definitions) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        schema = {**schema, **definitions[schema["$ref"].rpartition("/")[2]]}
    return {name: _resolved(part, definitions) for name, part in schema.items() if name not in ("$ref", "$defs")}


def _complaint(error: "ValidationError") -> tuple[list[Any], str]:
    """Return the path of the field that is wrong, and why."""
    path, value = list(error.absolute_path), cast(Any, error.instance)
    schema = cast(Mapping[str, Any], error.schema)
    limit = schema[str(error.validator)]
    if "propertyNames" in error.absolute_schema_path:
        return [*path, value], f"unknown field; it must be {_choices(schema)}"
    match error.validator:
        case "required":
            return [*path, next(name for name in limit if name not in value)], "is missing"
        case "additionalProperties":
            names = schema["properties"]
            extra = next(name for name in value if name not in names)
            return [*path, extra], f"unknown field; there are {listed(names)}"
        case "uniqueItems":
            again = next(k for k, item in enumerate(value) if item in value[:k])
            return [*path, again], f"{short_repr(value[again])} stands twice"
        case "minItems" | "maxItems":
            low, high = schema.get("minItems", 0), schema.get("maxItems", "more")
            return path, f"must have {low if low == high else f'{low} to {high}'} items, not {len(value)}"
        case "type":
            kinds = [limit] if isinstance(limit, str) else limit
            return path, f"must be {' or '.join(_TYPES[kind] for kind in kinds)}, not {_shown(value)}"
    return path, f"must be {_choices(schema)}, not {_shown(value)}"


def _choices(schema: Mapping[str, Any]) -> str:
    """Describe the values that the schema of a single value allows."""
    if "enum" in schema:
        return f"one of {listed(schema['enum'])}"
    if "const" in schema:
        return str(schema["const"])
    if "pattern" in schema:
        return str(schema["description"])
    low, high = schema.get("minimum"), schema["maximum"]
    return f"at most {high}" if low is None else f"{low} to {high}"


def _written(path: list[Any]) -> str:
    """Write a path such as `seats[0].hand[2]`."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            plain = isinstance(step, str) and step.isprintable() and 0 < len(step) <= _MOST_NAME
            text += f"{'.' if text else ''}{step if plain else short_repr(step)}"
    return text


def _shown(value: object) -> str:
    """Write a value, or the type of a container."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    types: dict[type, str] = {dict: "an object", list: "an array"}
    return types.get(type(value)) or short_repr(value)
