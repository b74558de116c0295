"""A step that several threads make together, each taking part after part inside one kernel.

`kernels.threads` gives out work in Python, which needs the GIL for each part, and its threads sleep between
two steps. A
step over a thousand games takes half a millisecond, and waking up a thread takes a tenth of that or more. Here the
helpers wait inside the kernel for a moment, looking at a word of memory, and are at work as soon as it changes.
"""

import os
import threading
import time
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.cache import numba_setting
from arctic_env.kernels.jit import njit
from arctic_env.kernels.words import add_to_word, address_of, load_word, store_word

Mail: TypeAlias = NDArray[np.int64]
"""What the threads of a crew tell each other: the words below, each that is often written in a line of the cache."""

_LINE = 8  # words of a line of the cache
LEFT, FROM_FRONT, FROM_BACK, DONE = (line * _LINE for line in range(4))  # parts
_BREATH = 4 * _LINE  # changed between two looks
_FACTS = 5 * _LINE  # what is written before there are parts left
PARTS, SIZE, STAY = range(_FACTS, _FACTS + 3)
ROWS, ACTIONS, OBSERVATIONS, MASKS, SEATS, REWARDS, TERMINATIONS, TRUNCATIONS = range(
    _FACTS + _LINE, _FACTS + 2 * _LINE
)
_WORDS = _FACTS + 2 * _LINE

PART = 64  # games: few enough that no thread waits long for the last part of another
SMALLEST = 2 * PART  # games that are worth a second thread
# How often a thread looks, some 8 nanoseconds each time:
_PATIENT = 30_000  # for more work, before it goes to sleep
_LAST = 8_000  # whether the others are done, before it naps
_GAP = 3e-4  # seconds between two steps after which helpers do not wait for the next
_NAP = 5e-5  # seconds

# Whether several threads can share a kernel: plain Python has nothing for it, and checked indices may raise.
CAN_SHARE = not (numba_setting("DISABLE_JIT") or numba_setting("BOUNDSCHECK"))


@njit
def post_step(mail: Mail, rows: NDArray[np.int64], actions: NDArray[np.int64], shown: Any) -> None:
    """Let a crew begin a step in these places, int64[k], with their actions, int64[k], that writes into `shown`."""
    mail[ROWS], mail[ACTIONS] = address_of(rows), address_of(actions)
    mail[OBSERVATIONS], mail[MASKS] = address_of(shown.observations), address_of(shown.action_masks)
    mail[SEATS], mail[REWARDS] = address_of(shown.seats), address_of(shown.rewards)
    mail[TERMINATIONS], mail[TRUNCATIONS] = address_of(shown.terminations), address_of(shown.truncations)
    post(mail, len(rows))


@njit
def post(mail: Mail, games: int) -> None:
    """Let a crew begin with so many games; all else that it must know has been written."""
    parts = (games + PART - 1) // PART
    mail[PARTS], mail[SIZE] = parts, games
    mail[FROM_FRONT], mail[FROM_BACK], mail[DONE] = 0, 0, 0
    store_word(mail, LEFT, parts)  # after everything else: whoever sees it sees the rest


@njit
def _breathe(mail: Mail) -> None:
    """Let some nanoseconds go by. Looks alone are as fast as the compiler and the processor can make them."""
    add_to_word(mail, _BREATH, 1)


@njit
def wait_for_work(mail: Mail) -> bool:
    """Look for parts until there are some, if more are likely to come soon; False if none came."""
    looks = _PATIENT if load_word(mail, STAY) else 0
    while load_word(mail, LEFT) <= 0:
        if looks <= 0:
            return False
        looks -= 1
        _breathe(mail)
    return True


@njit
def take_part(mail: Mail, leads: bool) -> int:
    """The first game of a part that nobody else has taken, -1 if there is none.

    The thread that leads takes parts from the front and helpers from the back, so that most games stay with the same
    thread from step to step, and their states in the cache of its core. Nothing else is read before a part is taken:
    what the mail says stays as it is until all parts are done, and no longer.
    """
    if load_word(mail, LEFT) <= 0 or add_to_word(mail, LEFT, -1) <= 0:
        return -1
    if leads:
        return int(add_to_word(mail, FROM_FRONT, 1) * PART)
    return int((load_word(mail, PARTS) - 1 - add_to_word(mail, FROM_BACK, 1)) * PART)


@njit
def end_of_part(mail: Mail, first: int) -> int:
    """The game after the last one of a part."""
    return int(min(first + PART, load_word(mail, SIZE)))


@njit
def finish_part(mail: Mail) -> None:
    """Say that a part is done."""
    add_to_word(mail, DONE, 1)


@njit
def give_up(mail: Mail) -> None:
    """Let nobody begin another part, or wait for one."""
    mail[STAY] = 0
    store_word(mail, LEFT, 0)


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

    def __init__(self, count: int, work: Callable[[Mail, bool], object]) -> None:
        """Plan a crew.

        Args:
            count: threads, the caller's own included.
            work: takes parts of what was posted until none is left; helpers, for which the second argument is
                False, then wait for more and go on.
        """
        self._count = count
        self._work = work
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

    def run(self, post: Callable[[Mail], object]) -> None:
        """Call `post`, which posts work, and do it; over when all parts are done.

        What a part raises, or an interrupt, comes out when no thread works any more.
        """
        if self._process != os.getpid():  # in a process that was forked the helpers do not exist
            self._gather()
        self._errors.clear()
        self.mail[STAY] = time.perf_counter() - self._last < _GAP
        try:
            post(self.mail)
            self._wake()
            self._work(self.mail, True)
        except BaseException as error:
            self._errors.append(error)
        self._wait()
        self._last = time.perf_counter()
        if self._errors:
            raise self._errors[0]

    def _wake(self) -> None:
        """Call as many helpers as there is work for; those that wait in the kernel have begun."""
        wanted = min(self._count, int(self.mail[PARTS])) - 1
        while len(self._threads) < wanted:
            thread = threading.Thread(target=_serve, args=(self._calls,), name="arctic", daemon=True)
            thread.start()
            self._threads.append(thread)
            self._asleep.append(None)
        asleep = len(self._asleep)  # those that fall asleep from here on miss this work
        for _ in range(min(asleep, wanted - (len(self._threads) - asleep))):
            self._asleep.pop()
            self._calls.put(self)

    def _wait(self) -> None:
        """Until all is done or, after an error, until nobody works any more."""
        while True:
            try:
                if self._errors:
                    give_up(self.mail)
                    if len(self._asleep) == len(self._threads):
                        return
                elif is_done(self.mail):
                    return
                time.sleep(_NAP)  # another thread may have to share this core
            except BaseException as error:
                self._errors.append(error)

    def help(self) -> None:
        """Take parts as long as there are some soon enough; what a helper calls."""
        try:
            self._work(self.mail, False)
        except BaseException as error:  # for the caller of `run`
            self._errors.append(error)
            give_up(self.mail)
        self._asleep.append(None)

    def close(self) -> None:
        """Let the helpers go; they start again when they are needed."""
        threads = self._threads if self._process == os.getpid() else []
        self._calls.put(None)
        self._gather()
        for thread in threads:
            thread.join()

    def __del__(self) -> None:
        """Let the helpers go."""
        self._calls.put(None)


def _serve(calls: "SimpleQueue[Crew | None]") -> None:
    while _help(calls.get()):
        pass
    calls.put(None)  # for the next one; one whose start was interrupted is on no list


def _help(crew: Crew | None) -> bool:
    """Help a crew; False if there is none. In a function of its own, so that no crew is kept for longer."""
    if crew is not None:
        crew.help()
    return crew is not None
