"""The game loop: the same game alone and among others, told views only, and results that are right."""

import numpy as np
import pytest

import arctic_env
from arctic_agents.greedy import GreedyAgent
from arctic_agents.random import RandomAgent
from arctic_env.agents.guarded_calls import MOST_SECONDS
from arctic_env.arena import GameSpec, Limits, SeatPlayer, StopGame, play, play_many
from arctic_env.arena.match import rank_with_forfeits
from arctic_env.errors import SettingsError
from arctic_env.kernels.random import one_way_seed
from arctic_env.model.game import Game
from arctic_env.model.position import Position, View
from tests.arena.fakes import Chancy, FirstLegal, OnePlayer


@pytest.fixture(scope="module")
def game() -> Game:
    return arctic_env.game("arctic")


def tables(game: Game, agents: list, count: int = 8, **rules: object) -> list[GameSpec]:
    return [GameSpec(game.deal(seed=seed, num_players=len(agents), **rules), agents, seed) for seed in range(count)]


def test_a_game_is_played_by_the_rules_to_its_end(game: Game) -> None:
    start = game.deal(seed=7, num_players=3, edition="it")
    result = play(start, [RandomAgent, FirstLegal, GreedyAgent], seed=1)
    position = start
    for action in result.actions:
        position = position.apply(action)
    assert position == result.final
    assert position.seat is None
    assert result.finished
    assert result.scores == tuple(position.totals().tolist())
    assert result.ranks == tuple(position.ranks().tolist())
    assert list(result.winners) == position.winners()
    assert result.agents == ("random", "first", "greedy")
    assert sum(result.decisions) == len(result.actions)
    assert all(seconds > 0 for seconds in result.seconds)
    assert result.faults == ()


@pytest.mark.parametrize("agents", [
    [RandomAgent, RandomAgent],
    [RandomAgent, FirstLegal, RandomAgent],
    [GreedyAgent, RandomAgent],
    [OnePlayer(lambda view, mask: int(np.flatnonzero(mask)[-1])), RandomAgent],
])  # fmt: skip
def test_games_go_the_same_alone_and_together(game: Game, agents: list) -> None:
    together = play_many(tables(game, agents))
    for table, among_others in zip(tables(game, agents), together, strict=True):
        alone = play(table.start, table.agents, seed=table.seed)
        assert alone.actions == among_others.actions
        assert alone.final == among_others.final


def test_games_of_different_sizes_go_together(game: Game) -> None:
    mixed = [GameSpec(game.deal(seed=5, num_players=n), [RandomAgent] * n, seed=n) for n in (2, 4, 3)]
    for table, result in zip(mixed, play_many(mixed), strict=True):
        assert result.actions == play(table.start, table.agents, seed=table.seed).actions
        assert len(result.scores) == table.start.players


def test_chance_comes_from_the_seed(game: Game) -> None:
    """Field bug 5: a seed is used, and global random state is not."""
    start = game.deal(seed=3, num_players=2)
    for agent in (RandomAgent, GreedyAgent, Chancy):
        np.random.seed(1)
        first = play(start, [agent, agent], seed=11)
        np.random.seed(2)
        assert play(start, [agent, agent], seed=11).actions == first.actions
        assert play(start, [agent, agent], seed=12).actions != first.actions


def test_one_agent_in_two_seats_keeps_two_memories(game: Game) -> None:
    """Field bug 16: each seat has a player of its own, with its own seed and count."""
    agent = RandomAgent(game, 2)
    players = [agent.start(seat, seed) for seat, seed in enumerate((5, 6))]
    mask = np.ones(game.actions.size, np.int8)
    view = game.deal(seed=1, num_players=2).view(0)
    alone = [players[0].act(view, mask) for _ in range(5)]
    again, other = agent.start(0, 5), agent.start(1, 6)
    mixed = []
    for _ in range(5):
        mixed.append(again.act(view, mask))
        other.act(view, mask)
    assert mixed == alone
    assert len(set(alone)) > 1


def test_a_seat_player_chooses_as_the_loop_does(game: Game) -> None:
    start = game.deal(seed=9, num_players=2)
    result = play(start, [RandomAgent, RandomAgent], seed=4)
    players = [SeatPlayer(RandomAgent(game, 2), seat, one_way_seed(4, seat)) for seat in range(2)]
    position, actions = start, []
    while (seat := position.seat) is not None:
        view = position.view(seat)
        actions.append(players[seat].act(view, view.mask()))
        position = position.apply(actions[-1])
    assert tuple(actions) == result.actions


def test_players_get_the_view_of_their_seat_and_nothing_else(game: Game) -> None:
    """Field bug 3: what an agent is handed is byte for byte what its seat may know."""
    seen: list[View] = []

    def act(view: View, mask: np.ndarray) -> int:
        seen.append(view)
        assert (mask == view.mask()).all()
        return int(mask.argmax())

    start = game.deal(seed=2, num_players=3)
    result = play(start, [OnePlayer(act)] * 3)
    position, views = start, iter(seen)
    for action in result.actions:
        view = next(views)
        assert isinstance(view, View)
        assert not isinstance(view, Position)
        assert view.seat == position.seat
        assert view.states.tobytes() == position.view(view.seat).states.tobytes()
        position = position.apply(action)


def test_batches_get_views_and_masks_of_the_seats_that_decide(game: Game) -> None:
    class Checking(FirstLegal):
        def decide(self, views, seats, masks, seeds):
            assert len(views) == len(seats) == len(masks) == len(seeds)
            for view, seat, mask in zip(views, seats, masks, strict=True):
                told = View(game, np.array([view]), int(seat))
                assert (told.mask() == mask).all()
                blanked = told.determinize(0).view(int(seat))
                assert blanked.states.tobytes() == told.states.tobytes()
            return super().decide(views, seats, masks, seeds)

    results = play_many(tables(game, [Checking, RandomAgent], count=3))
    assert not any(result.faults for result in results)


def test_agents_cannot_reach_the_game_through_what_they_are_handed(game: Game) -> None:
    class Vandal(FirstLegal):
        def decide(self, views, seats, masks, seeds):
            actions = masks.argmax(axis=1)
            views.view(np.uint8)[:] = 77
            seats[:] = 0
            masks[:] = 1
            seeds[:] = 0
            return actions

    vandals = play_many(tables(game, [Vandal, RandomAgent], count=4))
    honest = play_many(tables(game, [FirstLegal, RandomAgent], count=4))
    assert [result.actions for result in vandals] == [result.actions for result in honest]
    assert not any(result.faults for result in vandals)


def test_an_observer_sees_every_action_before_it_is_played(game: Game) -> None:
    steps: list[tuple[int, Position, int]] = []
    starts = tables(game, [FirstLegal, RandomAgent], count=2)
    results = play_many(starts, watch=lambda number, position, action: steps.append((number, position, action)))
    for number, result in enumerate(results):
        mine = [(position, action) for at, position, action in steps if at == number]
        assert tuple(action for _, action in mine) == result.actions
        assert mine[0][0] == result.start
        assert mine[-1][0].apply(mine[-1][1]) == result.final


def test_a_player_may_leave(game: Game) -> None:
    def leave(view: View, mask: np.ndarray) -> int:
        raise StopGame

    with pytest.raises(StopGame):
        play(game.deal(seed=1, num_players=2), [OnePlayer(leave)] * 2)


def test_a_game_that_is_too_long_is_stopped_and_stands_as_it_is(game: Game) -> None:
    (result,) = play_many(tables(game, [RandomAgent] * 2, count=1), limits=Limits(decisions=10))
    assert not result.finished
    assert len(result.actions) == 10
    assert result.faults == ()
    assert sorted(result.ranks) == [0, 1]
    assert result.record().winners == []


def test_a_game_that_is_over_is_not_played_on(game: Game) -> None:
    final = play(game.deal(seed=1, num_players=2), [RandomAgent] * 2).final
    result = play(final, [RandomAgent] * 2)
    assert result.actions == ()
    assert result.final == final


def test_no_tables_no_results() -> None:
    assert play_many([]) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"agents": [RandomAgent] * 3}, "3 agents for 2 seats"),
        ({"agents": [RandomAgent] * 2, "names": ["one"]}, "1 names for 2 agents"),
        ({"agents": [RandomAgent] * 2, "seed": -1}, "seed"),
    ],
)
def test_tables_that_cannot_be_played_are_refused(game: Game, arguments: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GameSpec(game.deal(seed=1, num_players=2), **arguments)


@pytest.mark.parametrize("seconds", [0, -1.0])
def test_a_time_limit_leaves_some_time(seconds: float) -> None:
    with pytest.raises(SettingsError, match="more than 0"):
        Limits(seconds=seconds)


@pytest.mark.parametrize("seconds", [1e12, float("inf"), float("nan")])
def test_a_time_limit_is_one_that_a_timer_can_hold(seconds: float) -> None:
    with pytest.raises(SettingsError, match=f"at most 100,000,000 seconds, or None, not {seconds}"):
        Limits(seconds=seconds)
    assert Limits(seconds=MOST_SECONDS).seconds == MOST_SECONDS


@pytest.mark.parametrize(
    ("ranks", "forfeited", "settled"),
    [
        ([1, 0, 2], [], (1, 0, 2)),
        ([0, 0, 2], [], (0, 0, 2)),
        ([0, 1, 2], [0], (2, 0, 1)),
        ([0, 1, 2, 3], [1, 0], (2, 3, 0, 1)),
        ([1, 0], [0, 1], (1, 0)),
    ],
)
def test_forfeits_rank_last_and_the_first_at_the_very_end(ranks, forfeited, settled) -> None:
    assert rank_with_forfeits(ranks, forfeited, range(len(ranks))) == settled
