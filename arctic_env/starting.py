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


_STARTS = _is_program()
if _STARTS:
    gc.disable()  # almost all that is made at first stays; looking it through takes a tenth of a short command
_ENDS_AT_ONCE = _STARTS and signal.getsignal(signal.SIGINT) is signal.default_int_handler
if _ENDS_AT_ONCE:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def end_start() -> None:
    """Let Ctrl-C raise KeyboardInterrupt, so that a command can save what there is, and look for garbage as usual.

    An agent's garbage may be arrays of many games: those of a small cycle for each decision would fill the memory.
    """
    if _ENDS_AT_ONCE:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if _STARTS:
        gc.freeze()
        gc.enable()
