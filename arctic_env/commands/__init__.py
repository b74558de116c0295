"""Subcommands of `arctic`: those of this package, and whatever other packages add.

A package adds one with an entry point of the group "arctic.commands" that names a `Command`:

    [project.entry-points."arctic.commands"]
    train = "arctic_training.command:command"

Its module is imported whenever the list of commands is shown, so heavy imports belong inside `run`.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from typing import NoReturn

from arctic_env.errors import ArcticError

GROUP = "arctic.commands"

_BUILT_IN = ("play", "watch", "replay", "tournament", "check", "bench")


@dataclass(frozen=True)
class Command:
    """A subcommand.

    Attributes:
        name: What users type.
        help: One line for the list of commands.
        add_arguments: Adds description, arguments and examples to the parser; called only when the command is
            used.
        run: Does the work and returns the exit status.
    """

    name: str
    help: str
    add_arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]


def find_commands() -> dict[str, Command]:
    """All commands by name, those of this package first."""
    commands = {name: import_module(f"{__name__}.{name}").command for name in _BUILT_IN}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        if point.name not in commands:
            try:
                commands[point.name] = point.load()
            except (ImportError, AttributeError) as error:
                commands[point.name] = _unavailable(point.name, point.value, error)
    return commands


def _unavailable(name: str, where: str, error: Exception) -> Command:
    """A command that is installed but cannot be imported; it says why when it is used, whatever its arguments."""
    reason = f"{where} does not load: {error}"

    def refuse(parser_or_arguments: object) -> NoReturn:
        raise ArcticError(f"{name} is not available: {reason}") from error

    return Command(name, f"not available: {reason}", refuse, refuse)
