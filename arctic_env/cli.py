"""The command line: `arctic COMMAND`.

A command writes its files before it shows anything. It ends with 0, with 1 where a check or an agent failed, with 2
after an error, 130 after Ctrl-C, and 141 if its output was cut off, as by `| head`: then all files are there.
"""

import argparse
import errno
import os
import re
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from arctic_env.commands import Command, find_commands
from arctic_env.errors import AgentError, ArcticError
from arctic_env.files import reason, tell
from arctic_env.model.registry import hint_to_install
from arctic_env.starting import end_start
from arctic_env.validation import near_miss, unknown

_FAILED = 2  # as argparse exits for wrong arguments
_INTERRUPTED = 130  # as shells report Ctrl-C
_CUT_OFF = 141  # as they report programs whose output nobody reads any more
_OF_STREAMS = (errno.EPIPE, errno.ENOSPC, errno.EFBIG, errno.EIO)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; print errors of the project as one line on standard error."""
    # By OpenMP's default threads of torch look for work while they wait, which slows down training on a busy machine.
    if arguments is None:  # as a program of its own
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the shell, as by >&-
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: SIM115 - until the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # for terminals that lack letters, as ASCII does
    try:
        try:
            return _do(list(sys.argv[1:] if arguments is None else arguments))
        finally:
            sys.stdout.flush()  # here rather than at the interpreter's exit, when it would end with 120
            sys.stderr.flush()
    except OSError as error:  # of standard output: errors of files are told by `_do`
        cut_off = isinstance(error, BrokenPipeError)  # as by `head`, which has had enough
        if not cut_off:
            tell(f"arctic: cannot show all there is to say: {reason(error)}", sys.stderr)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):  # for what is still kept in them
            os.dup2(nowhere, stream.fileno())
        return _CUT_OFF if cut_off else _FAILED


def _do(words: list[str]) -> int:
    chosen = next((word for word in words if not word.startswith("-")), None)
    try:
        end_start()
        commands = find_commands()
        if chosen is not None and chosen not in commands:
            raise ArcticError(f"there is no command {unknown(chosen, commands)}{hint_to_install()}")
        parsed = _parse(words, commands, chosen)
        status = _run(commands[parsed.command], parsed)
    except KeyboardInterrupt:
        tell(f"arctic {chosen}: interrupted", sys.stderr)
        return _INTERRUPTED
    except ModuleNotFoundError as error:
        hint = "those of arctic-env come with an extra, such as pip install 'arctic-env[all]'"
        print(f"arctic {chosen}: the package {error.name} is not installed; {hint}", file=sys.stderr)
        return _FAILED
    except MemoryError as error:
        print(f"arctic {chosen}: not enough memory: {str(error)[:80]}", file=sys.stderr)
        return _FAILED
    except (ArcticError, OSError) as error:
        if isinstance(error, OSError) and not error.filename and error.errno in _OF_STREAMS:  # files have names
            raise
        if isinstance(error, AgentError):
            print(error.traceback, end="", file=sys.stderr)
        print(f"arctic {chosen}: {error}", file=sys.stderr)
        return _FAILED
    return status


def _run(command: Command, parsed: argparse.Namespace) -> int:
    """Run a command; raise ArcticError if an agent exits, which it may with --on-fault raise."""
    try:
        return command.run(parsed)
    except SystemExit as error:
        raise ArcticError(f"an agent ended it by sys.exit({error.code!r})") from error


def _parse(words: list[str], commands: dict[str, Command], chosen: str | None) -> argparse.Namespace:
    """Parse the words; only the chosen command adds its arguments, which may load a game."""
    import arctic_env

    parser = argparse.ArgumentParser(
        prog="arctic",
        description="Arctic board games: play them, watch agents, and find out which agent is best.",
        epilog="`arctic COMMAND --help` explains a command, with examples. In paths, also in --log=~/study and "
        "ppo:~/runs/quick, ~ is the home folder.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {arctic_env.__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, command in commands.items():
        subparser = subparsers.add_parser(
            name,
            help=command.help.replace("%", "%%"),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            conflict_handler="resolve",  # an option in place of a game's rule parameter of that name
        )
        if name == chosen:
            command.add_arguments(subparser)
            known_parser = subparser
    parsed, unread = parser.parse_known_args(words)
    if unread:
        options = re.findall(r"--[\w-]+", known_parser.format_usage())
        written = unread[0].partition("=")[0]
        what = f"there is no option {written}" if written.startswith("-") else f"cannot use {written!r}"
        known_parser.error(what + near_miss(written, options))
    return parsed


if __name__ == "__main__":
    sys.exit(main())
