"""Subcommands of `arctic`: those of this package, and whatever other packages add.

A package adds one with an entry point of the group "arctic.commands" that names a `Command`:

    [project.entry-points."arctic.commands"]
    train = "arctic_training.commands:TRAIN"

Its module is imported whenever the list of commands is shown, so heavy imports belong inside `run`.
"""

from importlib.metadata import entry_points
from typing import NoReturn

from arctic_env.commands.agents import agents_command
from arctic_env.commands.diagnostics import bench_command, check_command
from arctic_env.commands.options import Command
from arctic_env.commands.play import play_command
from arctic_env.commands.serve import serve_command
from arctic_env.commands.tournament import tournament_command
from arctic_env.commands.watch import replay_command, watch_command
from arctic_env.errors import ArcticError

__all__ = ["Command", "find_commands"]

GROUP = "arctic.commands"

_BUILT_IN = (
    play_command,
    watch_command,
    replay_command,
    serve_command,
    tournament_command,
    agents_command,
    check_command,
    bench_command,
)


def find_commands() -> dict[str, Command]:
    """Return all commands by name, those of this package first."""
    commands = {command.name: command for command in _BUILT_IN}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        if point.name not in commands:
            try:
                commands[point.name] = point.load()
            except (ImportError, AttributeError) as error:
                commands[point.name] = _unavailable(point.name, point.value, error)
    return commands


def _unavailable(name: str, where: str, error: Exception) -> Command:
    """Return a command for one that cannot be imported; it raises the reason when used, whatever its arguments."""
    reason = f"{where} does not load: {error}"

    def refuse(parser_or_arguments: object) -> NoReturn:
        raise ArcticError(f"{name} is not available: {reason}") from error

    return Command(name, f"not available: {reason}", refuse, refuse)
