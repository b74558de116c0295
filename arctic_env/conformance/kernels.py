"""Checks of kernels: of their buffers, and of batch loops against single calls."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.conformance.walks import Recorder, Walk
from arctic_env.model.game import Game
from arctic_env.model.position import Position

_GARBAGE = 0x55
_BATCH = 64  # positions that loops run over at once

Array = NDArray[Any]


_Call = tuple[str, Array, Array, Callable[[Array, Array], object]]
"""The name of a kernel, states of which it reads the first, an output like its own, and a call of it with both."""


def check_buffers(recorder: Recorder, walk: Walk) -> None:
    """Expect kernels to write every byte of their output, whatever it held, and nothing else."""
    for position, where in walk.spread():
        for name, before, output, run in _calls(position):
            with recorder.guard("buffers", where):
                states, clean, dirty = before.copy(), output.copy(), output.copy()
                dirty.view(np.uint8)[...] = _GARBAGE
                run(states, clean)
                run(states, dirty)
                unchanged = states.tobytes() == before.tobytes()
                recorder.expect(unchanged, "buffers", f"`{name}` changes the state that it reads", where)
                what = f"`{name}` leaves old things in its output, or answers twice in two ways"
                recorder.expect(clean.tobytes() == dirty.tobytes(), "buffers", what, where)


def _calls(position: Position) -> Iterator[_Call]:
    game, kernels, states = position.game, position.game.kernels, position.states
    mask, most = np.zeros(game.actions.size, np.int8), game.players.stop - 1
    yield ("legal", states, mask, lambda s, out: kernels.legal(s, 0, out))
    yield ("scores", states, np.zeros(most, np.int32), lambda s, out: kernels.scores(s, 0, out))
    yield ("ranks", states, np.zeros(most, np.int8), lambda s, out: kernels.ranks(s, 0, out))
    progress = kernels.progress
    if progress is not None:
        yield ("progress", states, np.zeros(most, np.int32), lambda s, out: progress(s, 0, out))
    for seat in range(position.players):
        yield from _calls_of(position, seat)


def _calls_of(position: Position, seat: int) -> Iterator[_Call]:
    """Return the kernels that ask for a seat."""
    game, kernels, view = position.game, position.game.kernels, position.view(seat).states
    record, flat = np.zeros(1, game.dtype), np.zeros(game.observation(position.players).size, np.int8)
    yield ("view", position.states, record, lambda s, out: kernels.view(s, 0, seat, out, 0))
    yield ("encode", view, flat, lambda s, out: kernels.encode(s, 0, seat, out))
    yield ("determinize", view, record, lambda s, out: kernels.determinize(s, 0, seat, 1, out, 0))


def check_loops(recorder: Recorder, walk: Walk) -> None:
    """Expect each loop over a batch of positions to give the same as single positions."""
    step = -(-len(walk.positions) // _BATCH)
    chosen = range(0, len(walk.positions), step)
    batch = _Batch(walk.game, [walk.positions[index] for index in chosen])
    played = [walk.actions[index] if index < len(walk.actions) else 0 for index in chosen]
    for name, compare in {
        "legal, seats": batch.same_choices,
        "apply": lambda: batch.same_moves(played),
        "scores, ranks": batch.same_results,
        "view, encode, observe, look": batch.same_views,
        "determinize": batch.same_worlds,
        "advance": lambda: batch.same_steps(played),
        "rollout": batch.same_rollouts,
    }.items():
        with recorder.guard("loops", str(walk.setting)):
            what = f"loops ({name}) differ from single positions"
            recorder.expect(compare(), "loops", what, f"{walk.setting}, seed {walk.seed}")


class _Batch:
    """A batch of positions, to compare batched with single answers."""

    def __init__(self, game: Game, positions: list[Position]) -> None:
        self.game = game
        self.batch = game.batch
        self.positions = positions
        self.states = np.concatenate([position.states for position in positions])
        self.n = len(positions)
        self.players = positions[0].players
        self.observers = (np.arange(self.n) % self.players).astype(np.int8)
        self.views = [p.view(int(seat)) for p, seat in zip(positions, self.observers, strict=True)]
        self.seen = np.concatenate([view.states for view in self.views])
        self.seeds = np.arange(self.n, dtype=np.int64)

    def _masks(self) -> Array:
        return np.zeros((self.n, self.game.actions.size), np.int8)

    def same_choices(self) -> bool:
        masks, seats = self._masks(), np.zeros(self.n, np.int8)
        self.batch.legal(self.states, masks)
        self.batch.seats(self.states, seats)
        expected = [-1 if position.seat is None else position.seat for position in self.positions]
        return bool((masks == [p.mask() for p in self.positions]).all()) and seats.tolist() == expected

    def same_moves(self, actions: list[int]) -> bool:
        states = self.states.copy()
        self.batch.apply(states, np.array(actions, np.int64))
        pairs = zip(self.positions, actions, strict=True)
        after = [position if position.seat is None else position.apply(action) for position, action in pairs]
        return states.tobytes() == b"".join(position.states.tobytes() for position in after)

    def same_results(self) -> bool:
        most = self.game.players.stop - 1
        totals, ranks = np.zeros((self.n, most), np.int32), np.zeros((self.n, most), np.int8)
        self.batch.scores(self.states, totals)
        self.batch.ranks(self.states, ranks)
        own = slice(self.players)
        return bool(
            (totals[:, own] == [p.totals() for p in self.positions]).all()
            and (ranks[:, own] == [p.ranks() for p in self.positions]).all()
        )

    def same_views(self) -> bool:
        seen = np.zeros(self.n, self.game.dtype)
        encoded = np.zeros((self.n, self.game.observation(self.players).size), np.int8)
        looked = encoded.copy()
        self.batch.view(self.states, self.observers, seen)
        self.batch.encode(self.seen.copy(), self.observers, encoded)
        for k in range(self.n):
            self.batch.look(self.states[k : k + 1], int(self.observers[k]), looked[k])
        expected = np.array([view.observation() for view in self.views])
        same_bytes = all(np.array_equal(each, expected) for each in (encoded, looked))
        return same_bytes and seen.tobytes() == self.seen.tobytes()

    def same_worlds(self) -> bool:
        out = np.zeros(self.n, self.game.dtype)
        self.batch.determinize(self.seen.copy(), self.observers, self.seeds, out)
        worlds = [view.determinize(int(seed)) for view, seed in zip(self.views, self.seeds, strict=True)]
        return out.tobytes() == b"".join(world.states.tobytes() for world in worlds)

    def same_steps(self, actions: list[int]) -> bool:
        return all(self._same_step(p, a) for p, a in zip(self.positions, actions, strict=True) if p.seat is not None)

    def _same_step(self, position: Position, action: int) -> bool:
        states, mask, after = position.states.copy(), position.mask(), position.apply(action)
        seat = self.batch.advance(states, action, mask)
        same = states.tobytes() == after.states.tobytes() and np.array_equal(mask, after.mask())
        return same and seat == (-1 if after.seat is None else after.seat)

    def same_rollouts(self) -> bool:
        together = self.states.copy()
        self.batch.rollout(together, self.seeds, self._masks())
        alone = [position.states.copy() for position in self.positions]
        for states, seed in zip(alone, self.seeds, strict=True):
            self.batch.rollout(states, np.array([seed]), self._masks())
        return together.tobytes() == b"".join(states.tobytes() for states in alone)
