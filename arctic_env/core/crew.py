"""A step that several threads make together, each taking part after part inside one kernel.

`core.threads` gives out work in Python, which needs the GIL for each part, and its threads sleep between two steps. A
step over a thousand games takes half a millisecond, and waking up a thread takes a tenth of that or more. Here the
helpers wait inside the kernel for a moment, looking at a word of memory, and are at work as soon as it changes.
"""

import os
import threading
import time
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from arctic_env.core.cache import numba_setting
from arctic_env.core.jit import njit
from arctic_env.core.words import add_to_word, load_word, store_word

Mail: TypeAlias = NDArray[np.int64]
"""What the threads of a crew tell each other: the words below, each that is often written in a line of the cache."""

_LINE = 8  # words of a line of the cache
LEFT, FROM_FRONT, FROM_BACK, DONE = (line * _LINE for line in range(4))  # parts
_BREATH = 4 * _LINE  # changed between two looks
_FACTS = 5 * _LINE  # what the thread that leads writes before there are parts left
PARTS, SIZE, STAY = range(_FACTS, _FACTS + 3)
ROWS, ACTIONS, OBSERVATIONS, MASKS, SEATS, REWARDS, TERMINATIONS, TRUNCATIONS = range(
    _FACTS + _LINE, _FACTS + 2 * _LINE
)
_WORDS = _FACTS + 2 * _LINE

_PART = 64  # games: few enough that no thread waits long for the last part of another
SMALLEST = 2 * _PART  # games that are worth a second thread
# How often a thread looks, some 8 nanoseconds each time:
_PATIENT = 30_000  # for more work, before it goes to sleep
_CALLED = 100 * _PATIENT  # for the work that it has been called for, which is sure to come
_LAST = 8_000  # whether the others are done, before it naps
_GAP = 3e-4  # seconds between two steps after which helpers do not wait for the next
_NAP = 5e-5  # seconds
_MANY = 1 << 32  # more than there are parts

# Whether several threads can share a kernel: plain Python has nothing for it, and checked indices may raise.
CAN_SHARE = not (numba_setting("DISABLE_JIT") or numba_setting("BOUNDSCHECK"))


@njit
def post(mail: Mail, games: int) -> None:
    """Let the crew begin with so many games; all else that helpers must know has been written."""
    parts = (games + _PART - 1) // _PART
    mail[PARTS], mail[SIZE] = parts, games
    mail[FROM_FRONT], mail[FROM_BACK], mail[DONE] = 0, 0, 0
    store_word(mail, LEFT, parts)  # after everything else: whoever sees it sees the rest


@njit
def _breathe(mail: Mail) -> None:
    """Let some nanoseconds go by. Looks alone are as fast as the compiler and the processor can make them."""
    add_to_word(mail, _BREATH, 1)


@njit
def wait_for_work(mail: Mail, called: bool) -> bool:
    """Look for parts until there are some; False after too long a time."""
    for _ in range(_CALLED if called else _PATIENT):
        if load_word(mail, LEFT) > 0:
            return True
        _breathe(mail)
    return False


@njit
def shall_stay(mail: Mail) -> bool:
    """Whether more work is likely to come soon."""
    return bool(load_word(mail, STAY))


@njit
def take_part(mail: Mail, from_front: bool) -> int:
    """The first game of a part that nobody else has taken, -1 if there is none.

    The thread that leads takes parts from the front and helpers from the back, so that most games stay with the same
    thread from step to step, and their states in the cache of its core. Nothing else is read before a part is taken:
    what the mail says stays as it is until all parts are done, and no longer.
    """
    if load_word(mail, LEFT) <= 0 or add_to_word(mail, LEFT, -1) <= 0:
        return -1
    if from_front:
        return int(add_to_word(mail, FROM_FRONT, 1) * _PART)
    return int((load_word(mail, PARTS) - 1 - add_to_word(mail, FROM_BACK, 1)) * _PART)


@njit
def end_of_part(mail: Mail, first: int) -> int:
    """The game after the last one of a part."""
    return int(min(first + _PART, load_word(mail, SIZE)))


@njit
def finish_part(mail: Mail) -> None:
    """Say that a part is done."""
    add_to_word(mail, DONE, 1)


@njit
def give_up(mail: Mail) -> None:
    """Let nobody begin another part, and count the part that failed as done."""
    left = add_to_word(mail, LEFT, -_MANY)
    add_to_word(mail, DONE, 1 + max(left, 0))


@njit
def is_done(mail: Mail) -> bool:
    """Look for a moment whether all parts are done."""
    for _ in range(_LAST):
        if load_word(mail, DONE) >= load_word(mail, PARTS):
            return True
        _breathe(mail)
    return False


class Crew:
    """The caller's thread, which leads, and its helpers, which are started when they are first needed."""

    def __init__(self, count: int, help_with: Callable[[Mail], object]) -> None:
        """Plan a crew.

        Args:
            count: threads, the caller's own included.
            help_with: what helpers do: wait for work and take parts of it, and again as long as they shall stay.
        """
        self._count = count
        self._help_with = help_with
        self._last = 0.0
        self._gather()

    def _gather(self) -> None:
        """Begin without helpers."""
        self._process = os.getpid()
        self.mail: Mail = np.zeros(_WORDS, np.int64)
        self._calls: SimpleQueue[Crew | None] = SimpleQueue()
        self._asleep: deque[None] = deque()
        self._errors: deque[BaseException] = deque()
        self._threads: list[threading.Thread] = []

    def run(self, lead: Callable[[Mail], object]) -> None:
        """Call `lead`, which posts work and takes parts of it too; over when all parts are done.

        What a part raises, or an interrupt, comes out when no thread works any more.
        """
        if self._process != os.getpid():  # in a process that was forked the helpers do not exist
            self._gather()
        self.mail[STAY] = time.perf_counter() - self._last < _GAP
        self._wake()
        try:
            lead(self.mail)
        except Exception:
            give_up(self.mail)
            raise
        finally:
            self._wait()
            self._last = time.perf_counter()
        if self._errors:
            raise self._errors.popleft()

    def _wake(self) -> None:
        while len(self._threads) < self._count - 1:
            thread = threading.Thread(target=_serve, args=(self._calls,), name="arctic", daemon=True)
            thread.start()
            self._threads.append(thread)
            self._asleep.append(None)
        for _ in range(len(self._asleep)):  # those that fall asleep meanwhile miss this work
            self._asleep.pop()
            self._calls.put(self)

    def _wait(self) -> None:
        interrupt = None
        done = False
        while not done:
            try:
                while not is_done(self.mail):
                    time.sleep(_NAP)  # another thread may have to share this core
                done = True
            except BaseException as error:
                interrupt = error
        if interrupt is not None:
            raise interrupt

    def help(self) -> None:
        """Take parts as long as there are some soon enough; what a helper calls."""
        try:
            self._help_with(self.mail)
        except Exception as error:
            self._errors.append(error)
            give_up(self.mail)
        self._asleep.append(None)

    def __del__(self) -> None:
        """Let the helpers go."""
        for _ in self._threads:
            self._calls.put(None)


def _serve(calls: "SimpleQueue[Crew | None]") -> None:
    while _help(calls.get()):
        pass


def _help(crew: Crew | None) -> bool:
    """Help a crew; False if there is none. In a function of its own, so that no crew is kept for longer."""
    if crew is not None:
        crew.help()
    return crew is not None
