from collections import Counter
from itertools import permutations

import pytest

from arctic_env.arena.settings import make_schedule
from arctic_env.errors import SettingsError


def test_two_agents_at_two_seats_play_both_seatings() -> None:
    schedule = make_schedule(2, 2)
    assert schedule.line_ups == ((0, 1),)
    assert schedule.seatings == (((0, 1), (1, 0)),)
    assert schedule.deals_for(400) == 200


def test_more_agents_than_seats_play_in_all_combinations_and_orders() -> None:
    schedule = make_schedule(4, 3)
    assert schedule.line_ups == ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    assert schedule.seatings[1] == tuple(sorted(permutations((0, 1, 3))))
    assert schedule.games_per_deal == 24


def test_fewer_agents_than_seats_fill_up_both_ways() -> None:
    schedule = make_schedule(2, 3)
    assert schedule.line_ups == ((0, 0, 1), (0, 1, 1))
    assert schedule.seatings[0] == ((0, 0, 1), (0, 1, 0), (1, 0, 0))
    assert make_schedule(2, 4).line_ups == ((0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 1, 1))
    assert make_schedule(3, 4).line_ups == ((0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2))


def test_one_agent_plays_itself_once_a_deal() -> None:
    assert make_schedule(1, 3).seatings == (((0, 0, 0),),)


def test_rotations_keep_the_neighbours() -> None:
    schedule = make_schedule(3, 3, "rotations")
    assert schedule.seatings == (((0, 1, 2), (1, 2, 0), (2, 0, 1)),)
    assert make_schedule(2, 4, "rotations").seatings[1] == ((0, 0, 1, 1), (0, 1, 1, 0), (1, 0, 0, 1), (1, 1, 0, 0))


@pytest.mark.parametrize("seatings", ["all", "rotations"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("agents", [1, 2, 3, 4, 5])
def test_every_agent_has_every_seat_equally_often(agents: int, seats: int, seatings: str) -> None:
    schedule = make_schedule(agents, seats, seatings)
    taken = Counter((agent, seat) for games in schedule.seatings for game in games for seat, agent in enumerate(game))
    assert {agent for agent, _ in taken} == set(range(agents))
    for agent in range(agents):
        assert len({taken[agent, seat] for seat in range(seats)}) == 1
    for games in schedule.seatings:
        assert len(set(games)) == len(games)


def test_deals_are_whole_and_enough() -> None:
    schedule = make_schedule(4, 3)  # four line-ups of six seatings
    assert schedule.deals_for(6) == 1
    assert schedule.deals_for(7) == 2
    assert schedule.deals_for(400) == 67


def test_line_ups_can_be_given() -> None:
    """One against three, two against two, all different: in letters or numbers, and nothing else is played."""
    schedule = make_schedule(4, 4, line_ups=["ABBB", (0, 0, 1, 1), "ABCD"])
    assert schedule.line_ups == ((0, 1, 1, 1), (0, 0, 1, 1), (0, 1, 2, 3))
    assert [len(seatings) for seatings in schedule.seatings] == [4, 6, 24]
    assert schedule.deals_for(400) == 36  # 34 games a deal in three line-ups


def test_rotations_of_a_given_line_up_keep_its_neighbours() -> None:
    schedule = make_schedule(2, 4, "rotations", ["ABAB", "AABB"])
    assert schedule.seatings[0] == ((0, 1, 0, 1), (1, 0, 1, 0))
    assert len(schedule.seatings[1]) == 4


@pytest.mark.parametrize(
    ("line_ups", "message"),
    [
        (["ABB"], "a line-up must name 4 agents, one for each seat .*; 'ABB' names 3"),
        (["ABBC"], r"'ABBC' names no 2 agents: they are A to B, or 0 to 1"),
        (["abbb"], "'abbb' names no 2 agents"),
        ([(0, 1, 1, 2)], "names no 2 agents"),
        ([(0, 1, 1, -1)], "names no 2 agents"),
        ([(0, 1, 1, True)], "a text of letters or a list of integers"),
        ([7], "a text of letters or a list of integers, not 7"),
        (["ABBB", "BBBA"], "the line-ups ABBB and BBBA are played in the same seatings"),
        (["AAAA"], "agent B sits in no line-up"),
    ],
)
def test_line_ups_that_cannot_be_played_are_refused(line_ups: list, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        make_schedule(2, 4, line_ups=line_ups)


def test_no_agents_is_an_error() -> None:
    with pytest.raises(SettingsError, match="at least one agent"):
        make_schedule(0, 2)
