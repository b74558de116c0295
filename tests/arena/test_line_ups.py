"""Mixed fields: who wins how often in which line-up, by hand and from games."""

import numpy as np
import pytest

from arctic_env.arena import Settings, run_tournament
from arctic_env.arena.standings import make_line_ups
from arctic_env.cli import main
from arctic_env.errors import SettingsError
from tests.arena.fakes import FirstLegal
from tests.arena.test_standings import rows_of


def test_a_worked_example() -> None:
    """Ann against three bobs: she wins 1 of the 2 games of each deal, 10 and -6 points from the bobs' mean."""
    deal = [((0, 1, 1, 1), (16, 9, 6, 3)), ((1, 0, 1, 1), (9, 3, 9, 9))]
    rows = rows_of(*[(number, agents, scores) for number in range(3) for agents, scores in deal])
    ann, bob = make_line_ups(rows, ("ann", "bob"), [(0, 1, 1, 1)])
    assert (ann.line_up, ann.agent, ann.seats, ann.games) == ("ABBB", "ann", 1, 6)
    assert (ann.first.value, ann.fair, ann.margin.value) == (0.5, 0.25, 2.0)
    assert (bob.seats, bob.first.value, bob.fair, bob.margin.value) == (3, 0.5, 0.75, -2.0)


def test_mixed_fields_are_played_as_they_are_given() -> None:
    line_ups = ["ABBB", "AABB"]
    settings = Settings(["greedy", "random"], "arctic", num_players=4, games=10, seed=2, line_ups=line_ups)
    result = run_tournament(settings)
    tables = result.rows["agent"].reshape(-1, 4)
    assert {tuple(sorted(table)) for table in tables.tolist()} == {(0, 1, 1, 1), (0, 0, 1, 1)}
    seats = {number: (tables[number::10] == 0).sum(axis=0).tolist() for number in range(10)}
    assert sum(np.array(taken) for taken in seats.values()).tolist() == [settings.deals * 4] * 4
    one, _, two, _ = result.line_ups()
    assert (one.line_up, one.seats, two.line_up, two.seats) == ("ABBB", 1, "AABB", 2)
    assert one.first.value > one.fair
    assert two.margin is not None
    assert two.margin.value > 0


def test_first_places_of_a_line_up_add_up_to_all_games() -> None:
    result = run_tournament(
        Settings(["random", FirstLegal, "greedy"], "arctic", num_players=3, games=6, line_ups=["ABC"])
    )
    assert sum(standing.first.value for standing in result.line_ups()) == pytest.approx(1.0)
    assert sum(standing.fair for standing in result.line_ups()) == 1.0


def test_an_agent_by_itself_has_no_margin() -> None:
    result = run_tournament(Settings([FirstLegal], "arctic", num_players=3, games=2))
    (alone,) = result.line_ups()
    assert (alone.margin, alone.first.value) == (None, 1.0)


@pytest.mark.parametrize("line_ups", ["AB", 3, None])
def test_line_ups_are_a_list(line_ups: object) -> None:
    with pytest.raises(SettingsError, match="line_ups must be a list of line-ups, not "):
        Settings(["random", "greedy"], "arctic", line_ups=line_ups)


def test_many_agents_may_play_few_line_ups() -> None:
    agents = [FirstLegal for _ in range(200)]
    rounds = [(number, number + 1, number + 2, number + 3) for number in range(0, 200, 4)]
    assert Settings(agents, "arctic", num_players=4, games=1, line_ups=rounds).total == 50 * 24


def test_the_command_takes_line_ups(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", "--players", "random,greedy", "--num-players", "3", "--games", "3"]
    assert main([*words, "--line-ups", "ABB"]) == 0
    table = capsys.readouterr().out.partition("Line-ups")[2].splitlines()
    assert [line.split()[:3] for line in table[2:4]] == [["ABB", "random", "1"], ["ABB", "greedy", "2"]]
    assert main([*words, "--line-ups", "ABC"]) == 2
    assert "'ABC' names no 2 agents" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([*words, "--line-ups", "A-B"])
    assert "line-ups are letters" in capsys.readouterr().err
