"""Nothing is accepted and then ignored: parameters, fields of settings and options of commands are all read."""

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from tests.conftest import ROOT

PACKAGES = ("arctic_env", "agents", "training", "benchmarks")
SETTINGS = ("Settings", "Options", "Limits", "Table")  # how names of dataclasses of settings end; no TypedDicts

# What has its parameters from where it is called, in a way that the test does not see.
CALLED_ELSEWHERE = {
    "arctic_env/commands/human.py Human.start": "an agent for one game at a time, which inherits nothing",
    "arctic_env/commands/show.py Show.before": "a Watch of the arena",
    "arctic_env/games/north_pole/hidden.py view": "a kernel; in other games seats know different things",
    "arctic_env/kernels/batch_kernels.py each_seat_alone": "a kernel; in other games teams depend on the state",
    "arctic_env/games/north_pole/hidden.py determinize": "a kernel; in other games seats know different things",
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def trees() -> dict[Path, ast.Module]:
    paths = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
    return {path.relative_to(ROOT): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def functions(tree: ast.AST, owner: str = "") -> Iterator[tuple[str, Function]]:
    """All functions with the name of their class before their own; those within intrinsics are numba's."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from functions(node, f"{node.name}.")
        elif isinstance(node, Function):
            if "intrinsic" not in map(ast.unparse, node.decorator_list):
                yield f"{owner}{node.name}", node
                yield from functions(node)
        else:
            yield from functions(node, owner)


def unused(function: Function) -> list[str]:
    given = function.args
    names = [*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))]
    read = {node.id for part in function.body for node in ast.walk(part) if isinstance(node, ast.Name)}
    if "locals" in read:  # all of them
        return []
    return [name.arg for name in names if name.arg not in read | {"self", "cls"} and name.arg[0] != "_"]


def says_nothing(function: Function) -> bool:
    """Whether it has no body of its own: of protocols and abstract classes, or one that only refuses."""
    return all(
        isinstance(part, ast.Raise) or (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
        for part in function.body
    )


def overrides(path: Path, name: str) -> bool:
    """Whether a base of its class has the method, too."""
    owner, _, method = name.rpartition(".")
    if not owner:
        return False
    made = getattr(import_module(".".join(path.with_suffix("").parts)), owner)
    return any(method in vars(base) for base in made.__mro__[1:])


def handed_over(tree: ast.Module) -> set[str]:
    """Names that are used otherwise than to be called, such as those of callbacks."""
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in called}


def test_every_parameter_is_used() -> None:
    found = {}
    for path, tree in trees().items():
        free = handed_over(tree)
        for name, function in functions(tree):
            names = unused(function)
            if not names or says_nothing(function) or name in free or function.name.startswith("__"):
                continue
            if not overrides(path, name):
                found[f"{path.as_posix()} {name}"] = names
    surplus = {place: names for place, names in found.items() if place not in CALLED_ELSEWHERE}
    assert not surplus
    assert set(CALLED_ELSEWHERE) <= set(found), "an exception that is none any more"


def test_every_field_of_settings_is_read() -> None:
    read = {
        node.attr
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
    fields = {
        f"{path.as_posix()} {made.name}.{field.target.id}": field.target.id
        for path, tree in trees().items()
        for made in ast.walk(tree)
        if isinstance(made, ast.ClassDef) and made.name.endswith(SETTINGS) and not made.keywords
        for field in made.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
    }
    assert len(fields) > 80
    assert not {place for place, name in fields.items() if name not in read}


def test_every_option_of_a_command_is_read() -> None:
    read = {
        node.attr
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "arguments"
    }
    options = {
        f"{path.as_posix()} {name}": name
        for path, tree in trees().items()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        if call.func.attr == "add_argument" and (name := destination(call)) is not None
    }
    assert len(options) > 40
    assert not {place for place, name in options.items() if name not in read}


def destination(call: ast.Call) -> str | None:
    """Where argparse puts an option; None for what it answers itself and for names made up in a loop."""
    keywords = {keyword.arg: ast.unparse(keyword.value).strip("'") for keyword in call.keywords}
    if keywords.get("action") == "version" or not isinstance(call.args[0], ast.Constant):
        return None
    return keywords.get("dest") or str(call.args[0].value).lstrip("-").replace("-", "_")
