"""Duplicate tournaments: exact seatings, common deals, the same result on any number of processes."""

from collections import defaultdict

import numpy as np
import pytest
from numpy.lib.recfunctions import repack_fields

import arctic_env
from arctic_agents.random import RandomAgent
from arctic_env.arena import Settings, run_tournament
from arctic_env.arena.results import COLUMNS
from arctic_env.errors import AgentError, ArcticError, SettingsError
from tests.arena.fakes import Chancy, FirstLegal


def results(**settings: object):
    return run_tournament(Settings(**{"players": ["random", "greedy"], "game": "arctic", "games": 20, **settings}))


def without_time(rows: np.ndarray) -> bytes:
    return repack_fields(rows[[name for name in COLUMNS if name != "seconds"]]).tobytes()


@pytest.mark.parametrize(("agents", "players"), [(2, 2), (3, 2), (2, 3), (3, 3), (2, 4)])
def test_every_deal_is_played_by_every_line_up_in_every_seating(agents: int, players: int) -> None:
    settings = Settings([FirstLegal for _ in range(agents)], "arctic", num_players=players, games=12, keep_records=True)
    result = run_tournament(settings)
    schedule = settings.schedule
    played = defaultdict(list)
    for game in range(settings.total):
        rows = result.rows[result.rows["game"] == game]
        assert rows["seat"].tolist() == list(range(players))
        played[int(rows["deal"][0])].append(tuple(rows["agent"].tolist()))
    wanted = [seating for seatings in schedule.seatings for seating in seatings]
    assert list(played) == list(range(settings.deals))
    assert all(sorted(seatings) == sorted(wanted) for seatings in played.values())
    for deal in range(settings.deals):
        games = np.unique(result.rows["game"][result.rows["deal"] == deal])
        starts = [result.records[game].start for game in games]
        assert all(start == starts[0] for start in starts)


def test_rows_agree_with_the_records_and_deals_can_be_dealt_again() -> None:
    result = results(players=["random", "random"], num_players=2, games=6, keep_records=True)
    game = arctic_env.game("arctic")
    for number, record in enumerate(result.records):
        rows = result.rows[result.rows["game"] == number]
        final = record.replay()
        assert rows["score"].tolist() == final.totals().tolist()
        assert rows["rank"].tolist() == final.ranks().tolist()
        assert np.flatnonzero(rows["win"]).tolist() == record.winners
        assert rows["margin"].tolist() == [rows["score"][0] - rows["score"][1]] * 1 + [
            rows["score"][1] - rows["score"][0]
        ]
        assert rows["decisions"].sum() == len(record.actions)
        assert record.seed == rows["deal_seed"][0]
        assert game.deal(seed=record.seed, num_players=2).to_dict() == record.start
        assert list(record.agents) == [result.settings.names[agent] for agent in rows["agent"]]


def test_margins_add_up_to_nothing_at_every_table() -> None:
    rows = results(players=["random", "random"], num_players=4, games=4).rows
    sums = np.bincount(rows["game"], weights=rows["margin"])
    assert np.allclose(sums, 0)
    assert np.bincount(rows["game"], weights=rows["win"]).tolist() == [1.0] * len(sums)


def test_a_strong_agent_comes_out_ahead() -> None:
    result = results(games=60)
    best, worst = result.standings()
    assert (best.agent, worst.agent) == ("greedy", "random")
    assert best.wins.low > 0.6
    assert best.rating.mu > worst.rating.mu + 5
    (pair,) = result.pairs()
    assert pair.turned().ahead.low > 0.7


def test_no_two_agents_have_one_name() -> None:
    named = type("Named", (FirstLegal,), {"name": "first#2"})
    assert Settings([FirstLegal, named, FirstLegal], "arctic").names == ("first", "first#2", "first#3")


def test_equal_agents_come_out_equal() -> None:
    """Deterministic twins share every deal: what one wins in a seat the other wins in the other seating."""
    result = run_tournament(Settings([FirstLegal, FirstLegal], "arctic", games=30))
    assert result.settings.names == ("first", "first#2")
    assert [standing.wins.value for standing in result.standings()] == [0.5, 0.5]
    (pair,) = result.pairs()
    assert (pair.tied, pair.margin.value) == (1.0, 0.0)


def test_the_same_seed_gives_the_same_games_and_another_one_others() -> None:
    first, again, other = results(seed=1), results(seed=1), results(seed=2)
    assert without_time(first.rows) == without_time(again.rows)
    assert first.rows["deal_seed"].tolist() != other.rows["deal_seed"].tolist()
    assert without_time(first.rows) != without_time(other.rows)


def test_more_games_continue_with_the_same_deals() -> None:
    few, many = results(games=10), results(games=30)
    assert without_time(few.rows) == without_time(many.rows[: len(few.rows)])


def test_workers_change_nothing() -> None:
    """Not even for an agent whose chance depends on which decisions are asked together."""
    agents = ["random", "greedy", Chancy]
    one = results(players=agents, games=20, keep_records=True)
    two = results(players=agents, games=20, keep_records=True, workers=2)
    assert without_time(one.rows) == without_time(two.rows)
    assert one.records == two.records


def test_progress_counts_games_up_to_the_total() -> None:
    settings = Settings([FirstLegal, RandomAgent], "arctic", games=300)
    seen: list[int] = []
    run_tournament(settings, seen.append)
    assert seen == sorted(seen)
    assert len(seen) > 1
    assert seen[-1] == settings.total == 300


def test_rule_parameters_reach_the_game() -> None:
    result = results(games=2, parameters={"edition": "es"}, keep_records=True)
    assert all(record.start["edition"] == "es" for record in result.records)


def die(*arguments: object) -> None:
    import os

    os._exit(7)


class Lethal(FirstLegal):
    act_many = die


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"players": ["nobody", "random"]}, AgentError, "no agent 'nobody'"),
        ({"players": []}, SettingsError, "at least one agent"),
        ({"num_players": 9}, SettingsError, "players must be 2 to 4"),
        ({"parameters": {"edition": "fr"}}, SettingsError, "edition must be one of de, es, it"),
        ({"parameters": {"variant": "x"}}, SettingsError, "no parameter 'variant'"),
        ({"parameters": None}, SettingsError, "parameters must be a dict of rule parameters, not None"),
        ({"game": "chess"}, SettingsError, "no game 'chess'"),
        *[
            ({name: value}, SettingsError, f"{name} must be an integer of at least 1, not {value!r}")
            for name in ("games", "workers")
            for value in (0, 2.5, "3", True, None)
        ],
        *[
            ({"players": agents}, SettingsError, "players must be a list of agents and agent strings, not ")
            for agents in ("random", [3, 4], ["random", None], None)
        ],
        ({"seatings": "some"}, SettingsError, "seatings must be all or rotations, not 'some'"),
        ({"num_players": 12}, SettingsError, "players must be 2 to 4"),
        ({"games": 10**20}, SettingsError, "make more than 10,000,000 games"),
        ({"players": ["random"] * 200, "num_players": 4}, SettingsError, "200 agents and .* more than 10,000,000"),
        ({"players": ["planner:keep=1"]}, AgentError, "no weight 'keep'"),
        ({"seed": -1}, SettingsError, "seed"),
        ({"players": [Lethal, FirstLegal], "workers": 2}, ArcticError, "a worker process died while playing"),
    ],
)
def test_what_cannot_be_played_is_said(settings: dict, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        results(**settings)
