"""What a player remembers of pushes is what was pushed, wherever the tokens tell."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import arctic_env
from arctic_agents.arctic.planner import ArcticPlanner
from arctic_agents.arctic.token_memory import EXPLAINED, EXTRA_RIGHT, FREE_LEFT, FREE_RIGHT, MEMORY, N_PUSHES, observe
from arctic_agents.random import RandomAgent
from arctic_env.agents.specs import AgentLike
from arctic_env.arena import GameSpec, Limits, play_many
from arctic_env.games.arctic import actions as act
from arctic_env.games.arctic.material import ANIMALS, COMPANION, MAIN, MAX_PLAYERS, N_ANIMALS
from arctic_env.games.arctic.state import EXTRA, MOVING
from arctic_env.games.arctic.turn_steps import LEFT, RIGHT, walrus_animal
from arctic_env.games.arctic.zones import visible_card
from arctic_env.model.game import Position
from tests.arctic.scenes import held, scene, seat

ARCTIC = arctic_env.game("arctic")


class Witness:
    """Sees every push, and what each player remembers as its turn begins, beside what it could have seen by then."""

    def __init__(self, games: int) -> None:
        self.memories = np.zeros((games, MAX_PLAYERS), MEMORY)
        self.pushes = np.zeros((games, MAX_PLAYERS, N_ANIMALS, N_PUSHES))
        self.movers = np.full(games, -1)
        self.remembered: list[NDArray[np.float64]] = []
        self.seen: list[NDArray[np.float64]] = []
        self._tries = np.zeros(1, ARCTIC.dtype)

    def __call__(self, table: int, position: Position, action: int) -> None:
        s = position.states[0]
        mover = int(s.seat)
        memory = self.memories[table, mover : mover + 1]
        observe(position.view(mover).states.copy(), mover, memory, self._tries)
        if self.movers[table] != mover:
            self.movers[table] = mover
            seen = self.pushes[table].copy()
            seen[mover] = 0.0
            self.seen.append(seen)
            self.remembered.append(memory["pushes"][0].copy())
        self._note(self.pushes[table, mover], s, action)

    @staticmethod
    def _note(pushes: NDArray[np.float64], s: Any, action: int) -> None:
        if s.decision == MOVING:
            card = visible_card(s, int(s.seat))
            right = action - act.RIGHT_ACTION
            pushes[right, FREE_RIGHT] += 1
            pushes[int(MAIN[card]) + int(COMPANION[card]) - right, FREE_LEFT] += 1
        elif s.decision == EXTRA and action != act.STAY_ACTION:
            pushes[walrus_animal(s), EXTRA_RIGHT] += RIGHT if action == act.EXTRA_RIGHT else LEFT


def witness(agents: list[AgentLike], games: int, edition: str) -> Witness:
    starts = [ARCTIC.deal(seed=seed, num_players=len(agents), edition=edition) for seed in range(games)]
    watch = Witness(games)
    play_many(
        [GameSpec(start, agents, seed) for seed, start in enumerate(starts)],
        limits=Limits(on_fault="raise"),
        watch=watch,
    )
    return watch


@pytest.mark.parametrize("edition", ["de", "es", "it"])
def test_of_a_single_rival_everything_is_remembered(edition: str) -> None:
    watch = witness([RandomAgent, ArcticPlanner], 12, edition)
    assert np.abs(watch.seen[-1]).sum() > 5
    np.testing.assert_array_equal(watch.remembered, watch.seen)


@pytest.mark.parametrize("players", [3, 4])
def test_of_several_rivals_nothing_is_made_up(players: int) -> None:
    watch = witness([RandomAgent, ArcticPlanner, RandomAgent, ArcticPlanner][:players], 12, "de")
    remembered, seen = np.array(watch.remembered), np.array(watch.seen)
    # Whoever pushed, each push by choice sends one token right and one left, so both have the same sum.
    np.testing.assert_allclose(remembered[..., FREE_RIGHT].sum(-1), remembered[..., FREE_LEFT].sum(-1))
    assert np.abs(remembered - seen).sum() < 0.25 * np.abs(seen).sum()


def test_pushes_that_may_have_been_either_way_count_half() -> None:
    # Both others move fox and moose, and the tokens are where they were: one pushed this way and one that way.
    start = scene(seat(hand="WO1", pile="WP2"), seat(pile="FM1"), seat(pile="FM5"), players=3, mover=0, river="BF1")
    memory, view = np.zeros(1, MEMORY), ARCTIC.position(start).view(0).states.copy()
    memory["kept"], memory["tokens"], memory["holders"] = 1, view["tokens"], view["holders"]
    observe(view, 0, memory, np.zeros(1, ARCTIC.dtype))
    fox, moose = ANIMALS.index("fox"), ANIMALS.index("moose")
    for rival in (1, 2):
        np.testing.assert_array_equal(memory["pushes"][0, rival, [fox, moose]], [[0.5, 0.5, 0.0]] * 2)
    assert memory["pushes"].sum() == 4.0


def test_where_the_beginning_was_not_seen_nothing_is_remembered_of_it() -> None:
    start = scene(seat(hand="WO1", pile="WP2"), seat(pile="FM1"), tokens={"fox": 10}, **held(walrus="main"))
    memory, view = np.zeros(1, MEMORY), ARCTIC.position(start).view(0).states.copy()
    observe(view, 0, memory, np.zeros(1, ARCTIC.dtype))
    assert memory["kept"] == EXPLAINED
    assert not memory["pushes"].any()


def test_tokens_that_no_push_explains_teach_nothing() -> None:
    start = scene(seat(hand="WO1", pile="WP2"), seat(pile="FM1"), tokens={"bear": 15})
    memory, view = np.zeros(1, MEMORY), ARCTIC.position(start).view(0).states.copy()
    memory["kept"], memory["tokens"] = 1, 2
    observe(view, 0, memory, np.zeros(1, ARCTIC.dtype))
    assert not memory["pushes"].any()
