"""Whole leagues, of a second each: who joins when, what is written, and going on after a kill."""

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from arctic_agents.policy.checkpoint import (
    CHECKPOINTS,
    MANIFEST,
    checkpoints_of,
    load_policy,
    save_checkpoint,
)
from arctic_agents.policy.network import Network, make_network
from arctic_env import AgentError, CheckpointError, SettingsError
from arctic_env.arena import make_agent
from arctic_training.league import run as league_run
from arctic_training.league.champion import Standing, finalists
from arctic_training.league.league import League
from arctic_training.league.learner import Learner
from arctic_training.league.payoffs import Payoffs
from arctic_training.league.run import Outcome, begin_league, resume_league
from arctic_training.league.settings import MAIN, LeagueSettings
from arctic_training.league.store import LEAGUE, LEARNERS, MEMBERS, Store
from arctic_training.options import PICTURE
from arctic_training.progress import Progress
from tests.conftest import ROOT
from tests.training.leagues import TINY, UPDATE, Notes, begin_tiny, contents, lines_of, silent, tiny
from tests.training.tables import ARCTIC


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league of nine turns without a pause."""
    folder = tmp_path_factory.mktemp("leagues") / "whole"
    begin_tiny(folder)
    return folder


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """One is enough, that of the whole league."""
    monkeypatch.setattr(league_run, "draw_if_possible", lambda *_: None)


def weights(network: Network) -> bytes:
    return b"".join(weight.numpy().tobytes() for weight in network.state_dict().values())


def test_learners_take_turns_by_their_shares(whole: Path) -> None:
    turns = [line["learner"] for line in lines_of(whole)]
    assert turns == ["main_1", "main_exploiter_1", "league_exploiter_1", "main_1"] * 2 + ["main_1"]
    assert [line["steps"] for line in lines_of(whole)] == [turn * UPDATE for turn in range(1, 10)]


def test_who_is_ready_joins_and_exploiters_begin_anew(whole: Path) -> None:
    lines = lines_of(whole)
    assert [line.get("frozen") for line in lines][:4] == [
        None,
        "main_exploiter_1-1",
        "league_exploiter_1-1",
        "main_1-1",
    ]
    generations = [line["generation"] for line in lines if line["learner"] == "main_exploiter_1"]
    assert generations == [1, 2]
    assert {line["generation"] for line in lines if line["learner"] == "main_1"} == {1}
    frozen = {line["frozen"] for line in lines if "frozen" in line}
    assert {folder.name for folder in (whole / MEMBERS).iterdir()} == {"start", *frozen}


def test_each_turn_draws_opponents_that_are_there(whole: Path) -> None:
    there = {"latest", "start", "main_1", "random"}
    for line in lines_of(whole):
        assert set(line["opponents"]) <= there
        assert sum(line["opponents"].values()) == pytest.approx(1.0)
        there |= {line["frozen"]} if "frozen" in line else set()
    (first, second) = (line for line in lines_of(whole) if line["learner"] == "main_exploiter_1")
    assert first["opponents"] == second["opponents"] == {"main_1": 1.0}


def test_the_journal_has_the_payoffs_over_time(whole: Path) -> None:
    tables = [line["payoffs"] for line in lines_of(whole) if "payoffs" in line]
    assert [len(table["names"]) for table in tables] == sorted(len(table["names"]) for table in tables)
    for table in tables:
        shares = np.array(table["shares"])
        assert shares.shape == (len(table["names"]),) * 2
        assert shares + shares.T == pytest.approx(np.ones_like(shares), abs=2e-4)
        assert (np.array(table["meetings"]) >= 0).all()
    assert np.array(tables[-1]["meetings"]).sum() > np.array(tables[0]["meetings"]).sum()


def test_evaluations_stand_in_the_journal_and_in_the_payoffs(whole: Path) -> None:
    evaluated = [line for line in lines_of(whole) if "evaluation" in line]
    assert [line["turn"] for line in evaluated] == [5, 9]
    for line in evaluated:
        played = [(match["agent"], match["opponent"], match["deals"]) for match in line["evaluation"]]
        assert played == [("main_1", "random", 1), ("main_1", "start", 1)]
        names, meetings = line["payoffs"]["names"], line["payoffs"]["meetings"]
        for pair in line["pairs"]:
            one, other = names.index(pair["agent"]), names.index(pair["opponent"])
            assert meetings[one][other] >= 2  # a deal in both seatings


def test_the_champion_plays_and_its_table_says_why(whole: Path) -> None:
    table = json.loads((whole / "champion/table.json").read_text())
    names = [standing["name"] for standing in table["standings"]]
    assert names[0] == table["champion"]
    assert set(names) == {"main_1", "start"}
    deals = [standing["deals"] for standing in table["standings"]]
    assert deals == sorted(deals, reverse=True)
    met = {frozenset((match["agent"], match["opponent"])) for match in table["matches"]}
    assert met == {frozenset(pair) for pair in combinations([*names, "random"], 2)}
    where = whole / (MEMBERS if names[0] == "start" else LEARNERS) / names[0]
    assert weights(load_policy(whole / "champion").network) == weights(load_policy(where).network)
    make_agent(f"ppo:{whole / 'champion'}").check(ARCTIC, 2)
    assert (whole / "champion/curves.png").read_bytes().startswith(b"\x89PNG")


def test_a_killed_league_equals_one_without_a_pause_to_the_last_bit(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed at the worst time: new checkpoints of the learners are there, league.json still names the old ones."""
    folder = tmp_path / "whole"
    replace = Path.replace

    def refused(path: Path, target: Path) -> Path:
        if target.name == LEAGUE and json.loads(path.read_text())["turns"] == 6:
            raise KeyboardInterrupt
        return replace(path, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", refused)
        with pytest.raises(KeyboardInterrupt):
            begin_tiny(folder)
    assert json.loads((folder / LEAGUE).read_text())["turns"] == 3
    assert len(lines_of(folder)) == 6
    assert len(checkpoints_of(folder / LEARNERS / "main_1")) == 2
    for left in (".champion-1", f"{MEMBERS}/.main_1-1-1", f"{LEARNERS}/main_1/{CHECKPOINTS}/.000000000384-1"):
        (folder / left).mkdir()
    torch.manual_seed(99)
    np.random.seed(99)
    assert resume_league(folder, show=silent).steps == 9 * UPDATE
    assert lines_of(folder) == lines_of(whole)
    assert contents(folder) == contents(whole)
    saved = [json.loads((one / LEAGUE).read_text()) for one in (folder, whole)]
    assert {**saved[0], "seconds": 0} == {**saved[1], "seconds": 0}
    assert not [left for left in folder.rglob(".*") if left.is_dir()]


def test_the_best_past_selves_come_into_the_final() -> None:
    league = League(tiny(champion={"finalists": 4, "deals": 1}))
    league.start()
    main = league.learners[0]
    for share in (0.2, 0.9, 0.6):
        copy = main.freeze()
        league.join(copy)
        one, other = league.roster.place(copy.name), league.roster.place("random")
        league.payoffs.meetings[one, other] = 100.0
        league.payoffs.wins[one, other] = 100.0 * share
    assert [member.name for member in finalists(league)] == ["main_1", "start", "main_1-2", "main_1-3"]


def test_a_finished_league_goes_on_for_longer_and_no_checkpoint_is_left_over(
    whole: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "longer"
    shutil.copytree(whole, folder)
    changes = {"steps": 11 * UPDATE, "evaluation": {"every": 0}}
    outcome = resume_league(folder, {**TINY, **changes}, show=silent)
    assert outcome.steps == 11 * UPDATE
    assert len(lines_of(folder)) == 11
    for learner in (folder / LEARNERS).iterdir():
        assert len(list((learner / CHECKPOINTS).iterdir())) == 1


def test_three_players_two_main_agents_and_a_start_of_ones_own(tmp_path: Path) -> None:
    torch.manual_seed(1)
    network = make_network(ARCTIC, 3, "mlp", 4)
    save_checkpoint(tmp_path / "mine", network, ARCTIC, 3, {"steps": 0})
    changes = {
        "players": 3,
        "from": str(tmp_path / "mine"),
        "main": {**TINY["main"], "count": 2},
        "champion": {"finalists": 3, "deals": 1},
        "main_exploiter": {"count": 0},
        "league_exploiter": {**TINY["league_exploiter"], "reset": "start"},
        "evaluation": {"every": 0},
        "anchors": {},
        "steps": 4 * UPDATE,
    }
    begin_tiny(tmp_path / "league", **changes)
    start = load_policy(tmp_path / "league" / MEMBERS / "start")
    assert weights(start.network) == weights(network)
    assert [line["learner"] for line in lines_of(tmp_path / "league")] == [
        "main_1",
        "main_2",
        "league_exploiter_1",
        "main_1",
    ]
    assert resume_league(tmp_path / "league", show=silent).steps == 4 * UPDATE
    again = load_policy(tmp_path / "league/champion")
    assert again.players == 3


def test_games_go_into_the_payoffs_of_those_who_sat_there(monkeypatch: pytest.MonkeyPatch) -> None:
    league = League(tiny(players=3, main_exploiter={"count": 0}, ppo={**TINY["ppo"], "rollout": 160}))
    league.start()
    seen: list[Any] = []
    record = Payoffs.record

    def noting(payoffs: Payoffs, seated: Any, ranks: Any, scores: Any) -> None:
        seen.append(seated.copy())
        record(payoffs, seated, ranks, scores)

    monkeypatch.setattr(Payoffs, "record", noting)
    names = np.array([member.name for member in league.roster])
    for learner in ("main_1", "league_exploiter_1"):
        seen.clear()
        with silent(0, 0) as progress:
            assert league.learn(progress)[1]["opponents"].keys() <= {"latest", *names}
        tables = names[np.concatenate(seen)]
        assert len(tables) >= 6
        assert (tables == learner).any(axis=1).all()
        assert {"start", "random", learner} == set(tables.ravel())


def test_exploiters_begin_with_what_their_settings_say() -> None:
    def begun(reset: str) -> tuple[League, Learner]:
        exploiter = {**TINY["main_exploiter"], "reset": reset}
        league = League(tiny(main_exploiter=exploiter, league_exploiter={"count": 0}))
        league.start()
        with silent(0, 0) as progress:
            for _ in range(2):
                league.learn(progress)
        assert league.freeze(league.learners[1]) is not None
        return league, league.learners[1]

    for reset in ("start", "main", "random"):
        league, learner = begun(reset)
        now = weights(learner.session.network)
        main, start = league.learners[0].session.network, league.roster["start"].agent
        assert (now == weights(main)) == (reset == "main")
        assert (now == weights(start.network)) == (reset == "start")  # type: ignore[attr-defined]
        copy = league.roster["main_exploiter_1-1"]
        assert weights(copy.agent.network) != now  # type: ignore[attr-defined]
        assert learner.agent.network is learner.session.network
        assert league.payoffs.share(learner.name, "main_1") == 0.5
        assert learner.decisions == UPDATE
        assert learner.session.steps == 0


@pytest.mark.parametrize(
    ("since", "weakest", "ready"),
    [(0, 1.0, False), (1, 0.69, False), (1, 0.7, True), (2, 0.0, True)],
)
def test_a_learner_is_frozen_when_it_is_ahead_or_time_is_up(since: int, weakest: float, ready: bool) -> None:
    learner = Learner(0, "main_1", MAIN, tiny())
    learner.session.model.num_timesteps = (3 + since) * UPDATE
    learner.frozen_at = 3 * UPDATE
    assert learner.ready(weakest) == ready


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 4}, "seed was 3, is 4"),
        ({"anchors": {"greedy": True}}, "anchors was .*, is {'greedy': True}"),
        ({"players": 3}, "players was 2, is 3"),
    ],
)
def test_a_league_does_not_go_on_as_another_one(whole: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError, match=f"a run goes on with what it began with.*: {message}"):
        resume_league(whole, {**TINY, **change}, show=silent)


def test_a_league_is_not_overwritten_unasked(whole: Path) -> None:
    with pytest.raises(SettingsError, match=r"holds a league already: --resume .* --overwrite"):
        begin_tiny(whole)


@pytest.mark.parametrize("name", ["journal.jsonl", "members", "checkpoints", PICTURE])
def test_what_else_is_in_a_folder_is_not_replaced_unasked(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(SettingsError, match=f"holds {name}, which a league would replace"):
        begin_tiny(tmp_path)
    assert (tmp_path / name).exists()


def test_an_overwritten_folder_holds_the_league_alone(tmp_path: Path) -> None:
    save_checkpoint(tmp_path / CHECKPOINTS / "000000000096", make_network(ARCTIC, 2, "mlp", 4), ARCTIC, 2, {})
    for anchor, message in (("nobody", "no agent 'nobody'"), (f"ppo:{tmp_path}", "which would be replaced")):
        with pytest.raises((AgentError, SettingsError), match=message):
            begin_league(tiny(anchors={anchor: True}), tmp_path, overwrite=True, show=silent)
        assert checkpoints_of(tmp_path)
    (tmp_path / PICTURE).mkdir()
    with pytest.raises(SettingsError, match=f"holds a folder {PICTURE}, where a league has a file"):
        begin_league(tiny(), tmp_path, overwrite=True, show=silent)
    assert checkpoints_of(tmp_path)
    (tmp_path / PICTURE).rmdir()
    (tmp_path / PICTURE).write_bytes(b"of the run before")
    begin_league(tiny(steps=UPDATE), tmp_path, overwrite=True, show=silent)
    assert not checkpoints_of(tmp_path)
    assert not (tmp_path / PICTURE).exists()


def test_a_link_to_itself_is_no_folder_for_a_league(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(SettingsError, match=f"cannot make the folder {loop}: File exists"):
        begin_tiny(loop)


def test_hidden_folders_of_others_stay(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "league"
    shutil.copytree(whole, folder)
    (folder / ".git").mkdir()
    (folder / LEARNERS / "main_1" / CHECKPOINTS / ".DS_Store").write_text("")
    Store(folder).load(Store(folder).settings())
    assert (folder / ".git").is_dir()


def test_a_start_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    save_checkpoint(tmp_path / "other", make_network(ARCTIC, 2, "mlp", 8), ARCTIC, 2, {"steps": 0})
    with pytest.raises(
        SettingsError, match=r"from: .*network.width 8, the settings network.width 4; --set network.width=8"
    ):
        begin_tiny(tmp_path / "league", **{"from": str(tmp_path / "other")})
    with pytest.raises(CheckpointError, match="nowhere: there is no checkpoint"):
        begin_tiny(tmp_path / "league", **{"from": "nowhere"})
    assert not (tmp_path / "league").exists()


def test_an_anchor_that_cannot_play_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="no agent 'nobody'"):
        begin_tiny(tmp_path / "league", anchors={"nobody": False})
    assert not (tmp_path / "league").exists()


def test_a_folder_without_a_league_and_a_member_that_is_gone_are_refused(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match=r"there is no league to go on with: no league\.json"):
        Store(tmp_path).read()
    folder = tmp_path / "spoilt"
    shutil.copytree(whole, folder)
    (folder / MEMBERS / "start" / MANIFEST).unlink()
    with pytest.raises(CheckpointError, match="members/start: there is no checkpoint"):
        resume_league(folder, show=silent)


def test_progress_goes_up_over_all_learners(tmp_path: Path) -> None:
    notes = Notes()

    @contextmanager
    def heard(begun: int, total: int) -> Iterator[Progress]:
        assert (begun, total) == (0, 3 * UPDATE)
        yield notes

    settings = tiny(steps=3 * UPDATE, evaluation={"every": 0}, champion={"finalists": 2, "deals": 1})
    begin_league(settings, tmp_path / "league", show=heard)
    assert notes.steps == sorted(notes.steps)
    assert notes.steps[-1] == 3 * UPDATE
    assert any("members: start, main_1" in text for text in notes.texts)
    assert not any("whole updates" in text for text in notes.texts), "that would be the main agent's share"


def test_the_example_of_the_documentation_begins_a_league(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "docs/league.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    asked: list[Any] = []

    def begin(settings: LeagueSettings, folder: Path) -> Outcome:
        asked.append(settings)
        return Outcome(folder / "champion", settings.steps, (Standing("main_1", 0.6, 1.0),))

    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(league_run, "begin_league", begin)
    exec(compile(code, "league.md", "exec"), {})
    assert (asked[0].from_, asked[0].steps) == ("runs/arctic_2p_third", 1_000_000)
