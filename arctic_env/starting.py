"""The first second of the program `arctic`, which it takes to import: Ctrl-C ends it at once, without a traceback.

Imported before everything else. Other programs, and processes that `arctic` starts, are left alone.
"""

import gc
import signal
import sys
from pathlib import Path
from threading import current_thread, main_thread


def _is_program() -> bool:
    """Return whether this process is `arctic`, or `python -m arctic_env.cli`."""
    process = sys.modules.get("multiprocessing.process")
    if current_thread() is not main_thread() or (process is not None and process.parent_process() is not None):
        return False
    name = sys.argv[0] if sys.argv else ""
    return Path(name).stem == "arctic" or (name == "-m" and "arctic_env.cli" in sys.orig_argv)


if _is_program():
    # Almost all that is made at first stays; looking it through again and again takes a tenth of a short command, more
    # with torch.
    gc.set_threshold(100_000, 20, 20)
_ENDS_AT_ONCE = _is_program() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
if _ENDS_AT_ONCE:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def end_by_command() -> None:
    """Let Ctrl-C raise KeyboardInterrupt again, so that a command can save what there is."""
    if _ENDS_AT_ONCE:
        signal.signal(signal.SIGINT, signal.default_int_handler)
