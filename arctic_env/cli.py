"""The command line: `arctic COMMAND`."""

import argparse
import os
import sys
from collections.abc import Sequence

from arctic_env.commands import Command, find_commands
from arctic_env.core.checks import unknown
from arctic_env.errors import AgentError, ArcticError
from arctic_env.installed import hint_to_install

_FAILED = 2  # as argparse exits for wrong arguments
_INTERRUPTED = 130  # as shells report Ctrl-C


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; errors of the project become one line on standard error."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    commands = find_commands()
    chosen = next((word for word in words if not word.startswith("-")), None)
    try:
        if chosen is not None and chosen not in commands:
            raise ArcticError(f"there is no command {unknown(chosen, commands)}{hint_to_install()}")
        parsed = _make_parser(commands, chosen).parse_args(words)
        status: int = commands[parsed.command].run(parsed)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:  # the reader, such as `head`, has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except ModuleNotFoundError as error:
        hint = "it comes with an extra, such as pip install 'arctic-env[all]'"
        print(f"arctic {chosen}: the package {error.name} is not installed; {hint}", file=sys.stderr)
        return _FAILED
    except (ArcticError, OSError) as error:
        if isinstance(error, AgentError):
            print(error.traceback, end="", file=sys.stderr)
        print(f"arctic {chosen}: {error}", file=sys.stderr)
        return _FAILED
    return status


def _make_parser(commands: dict[str, Command], chosen: str | None) -> argparse.ArgumentParser:
    """The parser; only the chosen command adds its arguments, which may load a game."""
    parser = argparse.ArgumentParser(
        prog="arctic",
        description="Arctic board games: play them, watch agents, and find out which agent is best.",
        epilog="`arctic COMMAND --help` explains a command, with examples.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {_version()}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, command in commands.items():
        subparser = subparsers.add_parser(
            name, help=command.help, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if name == chosen:
            command.add_arguments(subparser)
    return parser


def _version() -> str:
    import arctic_env

    return arctic_env.__version__


if __name__ == "__main__":
    sys.exit(main())
