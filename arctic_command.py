"""The program `arctic`.

It stands outside of `arctic_env`, whose import takes a few seconds, so that Ctrl-C during them ends it in one line.
"""

import os
import sys


def main() -> int:
    """Run a command and return its exit status; 130 after Ctrl-C."""
    try:
        from arctic_env.cli import main as run

        return run()
    except KeyboardInterrupt:
        print("arctic: interrupted", file=sys.stderr, flush=True)
        os._exit(130)  # at once: modules that are half imported may fail as the interpreter ends
