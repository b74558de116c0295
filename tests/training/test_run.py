import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import torch

import arctic_env
from arctic_agents.networks import CHECKPOINTS, MANIFEST, checkpoints_of
from arctic_agents.networks.checkpoint import find_checkpoint, load_policy, save_checkpoint, step_folder, weights_of
from arctic_agents.networks.legal import Legal
from arctic_agents.networks.network import Network, make_network
from arctic_agents.random import RandomAgent
from arctic_env import AgentError, CheckpointError, SettingsError
from arctic_env.arena import GameSpec, play_many
from arctic_training.callbacks import RunCallback, evaluate
from arctic_training.run import Progress, RunResult, resume, train
from arctic_training.run_folder import JOURNAL, PICTURE, TENSORBOARD, TrainingError, read_journal
from arctic_training.self_play import SelfPlayPPO
from arctic_training.session import COUNTERS, TENSORS, Session, find_device, restore_session, save_session
from arctic_training.settings import TrainSettings, make_settings, to_document
from tests.arena.fakes import FirstLegal
from tests.conftest import ROOT, FreshPython

UPDATE = 6 * 16
TINY = {
    "game": "arctic",
    "games": 6,
    "steps": 4 * UPDATE,
    "seed": 11,
    "opponents": {"latest": 0.4, "snapshots": 0.3, "random": 0.3},
    "network": {"width": 4},
    "ppo": {"rollout": 16, "batch": 32, "epochs": 2, "final_entropy": 0.02},
    "snapshots": {"every": 1, "keep": 2},
    "evaluation": {"every": 0},
    "checkpoints": {"every": 2, "keep": 2},
}


class Silent:
    """Progress that is remembered instead of shown."""

    def __init__(self) -> None:
        self.steps: list[int] = []
        self.notes: list[str] = []

    def advance(self, steps: int, figures: str = "") -> None:
        self.steps.append(steps)

    def note(self, text: str) -> None:
        self.notes.append(text)


@contextmanager
def silent(begun: int, total: int) -> Iterator[Progress]:
    yield Silent()


def tiny(**changes: Any) -> TrainSettings:
    return make_settings({**TINY, **changes})


def train_tiny(run: Path, **changes: Any) -> RunResult:
    return train(tiny(**changes), run, show=silent)


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name != MANIFEST}


def without_times(run: Path) -> list[dict[str, Any]]:
    return [{key: value for key, value in line.items() if key != "seconds"} for line in read_journal(run)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of four updates without a pause."""
    run = tmp_path_factory.mktemp("runs") / "whole"
    train_tiny(run)
    return run


def test_a_run_leaves_checkpoints_and_a_journal(whole: Path) -> None:
    assert checkpoints_of(whole) == [step_folder(whole, updates * UPDATE) for updates in (2, 4)]
    assert [line["steps"] for line in read_journal(whole)] == [UPDATE * i for i in (1, 2, 3, 4)]
    last = read_journal(whole)[-1]
    assert last["entropy"] > 0.5
    assert set(last) >= {"kl", "clipped", "value_loss", "explained_variance", "learning_rate", "seconds"}
    assert load_policy(whole).about["settings"] == to_document(tiny())


def test_the_same_settings_learn_the_same_in_another_process(
    whole: Path, tmp_path: Path, fresh_python: FreshPython
) -> None:
    (tmp_path / "tiny.yaml").write_text(json.dumps(TINY))
    arguments = ("-m", "arctic_env.cli", "train", "--config", "tiny.yaml", "--out", "again")
    done = fresh_python(*arguments, cwd=tmp_path, PYTHONHASHSEED="5", OMP_NUM_THREADS="2")
    assert without_times(tmp_path / "again") == without_times(whole)
    assert contents(find_checkpoint(tmp_path / "again")) == contents(find_checkpoint(whole))
    assert f"trained on {4 * UPDATE} decisions; to play with it: ppo:again" in done.stdout
    assert "training: 384 of 384 decisions" in done.stderr


def test_threads_are_part_of_what_is_learnt_and_told(tmp_path: Path) -> None:
    notes = Silent()

    @contextmanager
    def heard(begun: int, total: int) -> Iterator[Progress]:
        yield notes

    many = {"games": 160, "steps": 160 * 16 - 100, "ppo": {**TINY["ppo"], "batch": 1280}}
    for run in ("one", "two"):
        train(tiny(threads=2, device="cpu", **many), tmp_path / run, show=heard)
    threads = "device cpu; threads: 2 for games (numba), 2 for the network (torch, 1 in each)"
    told = f"{threads}; steps: 2,460 are 2,560 in whole updates of 2,560"
    assert notes.notes == [told] * 2
    assert contents(find_checkpoint(tmp_path / "one")) == contents(find_checkpoint(tmp_path / "two"))


def test_a_device_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert find_device("auto") == find_device("cpu") == "cpu"
    with pytest.raises(SettingsError, match="device: cuda needs a GPU"):
        Session(tiny(device="cuda"))
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert [find_device(name) for name in ("auto", "cuda", "cpu")] == ["cuda", "cuda", "cpu"]


def test_a_run_begins_with_the_weights_of_another(whole: Path, tmp_path: Path) -> None:
    still = {"learning_rate": 1e-30, "final_learning_rate": 0.0}
    train_tiny(tmp_path / "next", **{"from": str(whole)}, steps=UPDATE, ppo={**TINY["ppo"], **still})
    before, after = (load_policy(whole).network.state_dict(), load_policy(tmp_path / "next").network.state_dict())
    assert all(torch.equal(before[name], after[name]) for name in before)


@pytest.mark.parametrize(("game", "kind"), [("arctic", "cards"), ("arctic", "mlp"), ("iglu", "board")])
def test_a_critic_that_is_to_see_all_begins_as_one_that_sees_its_own(game: str, kind: str, tmp_path: Path) -> None:
    def begun(width: int) -> Network:
        session = Session(tiny(game=game, num_players=3, network={"kind": kind, "width": width, "critic": "full"}))
        session.warm_start(str(tmp_path))
        return session.network

    torch.manual_seed(3)
    made = arctic_env.game(game)
    before = make_network(made, num_players=3, kind=kind, width=6)
    save_checkpoint(tmp_path, before, made, 3, about={})
    after = begun(6)
    seen = torch.randint(0, 3, (5, 3, made.observation(3).size), dtype=torch.int8)
    with torch.no_grad():
        assert torch.allclose(before.values(seen[:, 0]), after.values(seen), atol=1e-5)
        legal = Legal.of(torch.ones(5, made.actions.size, dtype=torch.int8))
        assert torch.equal(before.logits(seen[:, 0], legal), after.logits(seen[:, 0], legal))
    with pytest.raises(SettingsError, match=r"from: .*--set .*network\.width=6"):
        begun(8)


@pytest.mark.parametrize(("game", "kind"), [("arctic", "cards"), ("iglu", "board"), ("north_pole", "race")])
def test_a_policy_that_is_to_be_told_begins_as_one_that_is_not(game: str, kind: str, tmp_path: Path) -> None:
    torch.manual_seed(3)
    made = arctic_env.game(game)
    before = make_network(made, num_players=2, kind=kind, width=6)
    save_checkpoint(tmp_path, before, made, 2, about={})
    session = Session(tiny(game=game, num_players=2, network={"kind": kind, "width": 6, "suggestion": True}))
    session.warm_start(str(tmp_path))
    seen = torch.randint(0, 3, (5, made.observation(2).size), dtype=torch.int8)
    told = torch.cat([seen, torch.tensor([[3, 0]] * 5, dtype=torch.int8)], 1)
    legal = Legal.of(torch.ones(5, made.actions.size, dtype=torch.int8))
    with torch.no_grad():
        assert torch.allclose(before.logits(seen, legal), session.network.logits(told, legal), atol=1e-6)


def test_predict_is_refused_where_observations_lack_suggestions() -> None:
    session = Session(tiny(network={"kind": "cards", "width": 4, "suggestion": True}))
    session.env.reset()
    shown = session.env.shown
    with pytest.raises(SettingsError, match="PolicyAgent"):
        session.model.predict({"observation": shown.observations, "action_mask": shown.action_masks})


def test_weights_that_do_not_fit_are_refused(whole: Path, tmp_path: Path) -> None:
    for change, remedy in (({"network": {"width": 8}}, "network.width=4"), ({"num_players": 3}, "num_players=2")):
        with pytest.raises(SettingsError, match=f"from: .*--set .*{remedy}"):
            train_tiny(tmp_path / "next", **{"from": str(whole), **change})
    with pytest.raises(SettingsError, match="from: nowhere: there is no checkpoint"):
        train_tiny(tmp_path / "next", **{"from": "nowhere"})
    assert not (tmp_path / "next").exists()


@pytest.mark.parametrize("kind", ["cards", "mlp"])
def test_a_critic_that_sees_all_learns_and_its_policy_plays(kind: str, tmp_path: Path) -> None:
    train_tiny(tmp_path, network={"width": 4, "critic": "full", "kind": kind}, num_players=3, steps=2 * UPDATE)
    assert load_policy(tmp_path).network.settings["critic"] == "full"
    assert resume(tmp_path, show=silent).steps == 2 * UPDATE
    agent = f"ppo:{tmp_path}"
    (result,) = play_many([GameSpec(load_policy(tmp_path).game.deal(seed=1, num_players=3), [agent] * 3, seed=1)])
    assert not result.faults


def test_threads_that_torch_had_before_change_nothing() -> None:
    weights = []
    for threads in (1, 2):
        torch.set_num_threads(threads)
        weights.append(weights_of(Session(tiny(network={"width": 64})).network))
        assert torch.get_num_threads() == 1
    for name, first in weights[0].items():
        assert torch.equal(first, weights[1][name]), name


def test_rates_end_where_the_settings_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Kept(Session):
        def __init__(self, settings: TrainSettings) -> None:
            super().__init__(settings)
            made.append(self)

    monkeypatch.setattr("arctic_training.run.Session", Kept)
    train_tiny(tmp_path, ppo={**TINY["ppo"], "final_learning_rate": 2e-4})
    (session,) = made
    assert session.model.ent_coef == pytest.approx(0.02)
    assert session.model.policy.optimizer.param_groups[0]["lr"] == pytest.approx(2e-4)
    rates = [line["learning_rate"] for line in read_journal(tmp_path)]
    assert rates == pytest.approx([8e-4, 6e-4, 4e-4, 2e-4])


def test_another_seed_learns_something_else(whole: Path, tmp_path: Path) -> None:
    train_tiny(tmp_path, seed=12)
    assert contents(find_checkpoint(tmp_path)) != contents(find_checkpoint(whole))


def test_a_resumed_run_equals_one_without_a_pause_to_the_last_bit(whole: Path, tmp_path: Path) -> None:
    train_tiny(tmp_path, checkpoints={"every": 2, "keep": 5}, evaluation={"every": 0})
    for folder in checkpoints_of(tmp_path)[1:]:
        folder.rename(tmp_path / "elsewhere")  # as if killed after the first checkpoint
    assert read_journal(tmp_path)[-1]["steps"] == 4 * UPDATE
    torch.manual_seed(99)
    outcome = resume(tmp_path, show=silent)
    assert outcome.steps == 4 * UPDATE
    assert without_times(tmp_path) == without_times(whole)
    assert contents(find_checkpoint(tmp_path)) == contents(find_checkpoint(whole))


@pytest.mark.usefixtures("interrupts")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_keeps_its_update_and_goes_on(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    on_step = RunCallback._on_step

    def interrupt(self: RunCallback) -> bool:
        if self.session.steps > UPDATE and not self.stops:
            signal.raise_signal(number)
        return on_step(self)

    with monkeypatch.context() as patch:
        patch.setattr(RunCallback, "_on_step", interrupt)
        with pytest.raises(KeyboardInterrupt):
            train_tiny(tmp_path, checkpoints={"every": 100, "keep": 5}, evaluation={"every": 0})
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    assert [folder.name for folder in checkpoints_of(tmp_path)] == [f"{2 * UPDATE:012}"]
    resume(tmp_path, show=silent)
    assert without_times(tmp_path) == without_times(whole)
    assert contents(find_checkpoint(tmp_path)) == contents(find_checkpoint(whole))


@pytest.mark.slow
def test_a_run_that_is_killed_goes_on_from_its_last_checkpoint(whole: Path, tmp_path: Path) -> None:
    changes = {"steps": 2000 * UPDATE, "checkpoints": {"every": 1, "keep": 2}}
    (tmp_path / "tiny.yaml").write_text(json.dumps({**TINY, **changes}))
    command = [sys.executable, "-m", "arctic_env.cli", "train", "--config", "tiny.yaml", "--out", "killed"]
    variables = os.environ | {"PYTHONPATH": str(ROOT)}
    run = tmp_path / "killed"
    process = subprocess.Popen(command, cwd=tmp_path, env=variables, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 120
        while len(checkpoints_of(run)) < 2 and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert process.returncode == -signal.SIGKILL
    begun = load_policy(run).about["steps"]
    assert begun >= 2 * UPDATE
    resume(run, {**TINY, **changes, "steps": begun + UPDATE}, show=silent)
    assert load_policy(run).about["steps"] == begun + UPDATE
    steps = [line["steps"] for line in read_journal(run)]
    assert steps == list(range(UPDATE, begun + 2 * UPDATE, UPDATE))
    hidden = [path for path in (run / "checkpoints").iterdir() if path.name.startswith(".")]
    assert not hidden


def test_a_finished_run_can_go_on_for_longer(whole: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    train_tiny(run)
    assert resume(run, {**TINY, "steps": 5 * UPDATE}, show=silent).steps == 5 * UPDATE
    notes = Silent()

    @contextmanager
    def heard(begun: int, total: int) -> Iterator[Progress]:
        yield notes

    assert resume(run, {**TINY, "steps": UPDATE}, show=heard).steps == 5 * UPDATE
    assert f"; nothing is left to learn: {5 * UPDATE:,} decisions have been learnt from" in notes.notes[0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 5}, "seed was 11, is 5"),
        ({"num_players": 3}, "num_players was 2, is 3"),
        ({"opponents": {"latest": 1.0}}, "opponents was .*, is {'latest': 1.0}"),
        ({"ppo": {**TINY["ppo"], "entropy": 0.1}}, "ppo was .*, is "),
    ],
)
def test_a_run_does_not_go_on_as_another_one(whole: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError, match=f"a run goes on with what it began with.*: {message}"):
        resume(whole, {**TINY, **change}, show=silent)


def test_a_run_is_not_overwritten_unasked(whole: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    train_tiny(run, steps=UPDATE)
    with pytest.raises(SettingsError, match=r"holds a run already: --resume .* --overwrite"):
        train_tiny(run)
    assert load_policy(run).about["steps"] == UPDATE
    (run / PICTURE).write_bytes(b"of the run before")
    train(tiny(steps=2 * UPDATE, seed=3), run, overwrite=True, show=silent)
    assert not (run / PICTURE).exists()
    assert [folder.name for folder in checkpoints_of(run)] == [f"{2 * UPDATE:012}"]
    assert len(read_journal(run)) == 2


@pytest.mark.parametrize("name", [JOURNAL, PICTURE, TENSORBOARD])
def test_what_else_is_in_a_folder_is_not_replaced_unasked(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("kept")
    told = f"holds {name} of a run without a checkpoint: --overwrite replaces it"
    with pytest.raises(SettingsError, match=told):
        train_tiny(tmp_path)
    assert (tmp_path / name).read_text() == "kept"


def test_what_is_linked_to_stays_when_a_run_is_replaced(tmp_path: Path) -> None:
    run, elsewhere = tmp_path / "run", tmp_path / "elsewhere"
    train_tiny(elsewhere, steps=UPDATE)
    run.mkdir()
    (run / CHECKPOINTS).symlink_to(elsewhere / CHECKPOINTS)
    train(tiny(steps=2 * UPDATE), run, overwrite=True, show=silent)
    assert load_policy(elsewhere).about["steps"] == UPDATE
    assert load_policy(run).about["steps"] == 2 * UPDATE


@pytest.mark.parametrize(
    "change",
    [
        {"opponents": {"latest": 1.0, "ppo:{}": 1.0}},
        {"imitation": {"agent": "ppo:{}/checkpoints/000000000096:threads=1", "steps": 8}},
        {"evaluation": {"every": 1, "deals": 1, "opponents": ["ppo:{}"]}},
    ],
)
def test_a_run_is_not_overwritten_by_one_that_plays_its_policy(
    change: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is read from there later would be the one that learns."""
    train_tiny(tmp_path / "run", steps=UPDATE)
    monkeypatch.chdir(tmp_path)
    settings = tiny(**json.loads(json.dumps(change).replace("{}", "run")))
    with pytest.raises(SettingsError, match=r"ppo:run.* is read from .*run, which would be replaced"):
        train(settings, tmp_path / "run", overwrite=True, show=silent)
    assert load_policy("run").about["steps"] == UPDATE


def test_settings_that_do_not_work_leave_an_earlier_run_alone(tmp_path: Path) -> None:
    train_tiny(tmp_path, steps=UPDATE)
    with pytest.raises(Exception, match="nobody"):
        train(tiny(opponents={"nobody": 1.0}), tmp_path, overwrite=True, show=silent)
    assert load_policy(tmp_path).about["steps"] == UPDATE


def test_a_run_does_not_go_on_with_another_version_of_its_network(whole: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    shutil.copytree(whole, run)
    where = find_checkpoint(run) / MANIFEST
    manifest = json.loads(where.read_text())
    manifest["network"]["version"] += 1
    where.write_text(json.dumps(manifest))
    with pytest.raises(CheckpointError, match="version 3 of the network 'cards', this is version 2"):
        resume(run, show=silent)


@pytest.mark.parametrize("name", [TENSORS, COUNTERS, "policy.safetensors"])
def test_a_damaged_state_is_refused_by_the_name_of_the_file(tmp_path: Path, name: str) -> None:
    session = Session(tiny())
    session.env.reset()
    save_session(session, tmp_path / "one", 0.0)
    content = bytearray((tmp_path / "one" / name).read_bytes())
    content[-1] ^= 1
    (tmp_path / "one" / name).write_bytes(content)
    with pytest.raises(CheckpointError, match=f"{name}: damaged"):
        restore_session(Session(tiny()), tmp_path / "one")


def test_a_state_of_other_settings_is_refused(whole: Path) -> None:
    with pytest.raises(CheckpointError, match="does not fit a run of its settings"):
        restore_session(Session(tiny(games=8)), find_checkpoint(whole))
    with pytest.raises(CheckpointError, match="does not fit a run of its settings"):
        restore_session(Session(tiny(snapshots={"every": 1, "keep": 3})), find_checkpoint(whole))
    with pytest.raises(CheckpointError, match="does not fit a run of its settings"):
        restore_session(Session(tiny(network={"width": 5})), find_checkpoint(whole))


@pytest.fixture
def lose_weights(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let the weights become NaN in the update of this number."""

    def plan(number: int) -> None:
        train_as_ever = SelfPlayPPO.train

        def losing(self: SelfPlayPPO) -> None:
            train_as_ever(self)
            if self.num_timesteps == number * UPDATE:
                next(self.policy.parameters()).data.fill_(torch.nan)

        monkeypatch.setattr(SelfPlayPPO, "train", losing)

    return plan


@pytest.mark.parametrize("update", [3, 4])
def test_weights_that_are_lost_end_the_run_and_leave_its_checkpoints(
    update: int, tmp_path: Path, lose_weights: Callable[[int], None]
) -> None:
    lose_weights(update)
    good = step_folder(tmp_path, (update - 1) * UPDATE)
    lost = f"weights are no finite numbers any more after {update * UPDATE} decisions"
    with pytest.raises(TrainingError, match=f"^{lost}; {good} is the last .*learning_rate"):
        train_tiny(tmp_path, checkpoints={"every": 1, "keep": 2})
    assert find_checkpoint(tmp_path) == good
    assert len(checkpoints_of(tmp_path)) == 2
    assert load_policy(tmp_path).about["steps"] == (update - 1) * UPDATE
    assert [line["steps"] for line in read_journal(tmp_path)] == [UPDATE * i for i in range(1, update)]


def test_weights_that_are_lost_at_once_leave_nothing(tmp_path: Path, lose_weights: Callable[[int], None]) -> None:
    lose_weights(1)
    with pytest.raises(TrainingError, match="there is no checkpoint from before"):
        train_tiny(tmp_path)
    assert checkpoints_of(tmp_path) == read_journal(tmp_path) == []


def test_an_optimizer_that_holds_infinity_is_lost_too() -> None:
    session = Session(tiny())
    assert session.finite
    weight = next(session.network.parameters())
    session.model.policy.optimizer.state[weight]["exp_avg_sq"] = torch.full_like(weight, torch.inf)
    assert not session.finite


def test_a_journal_is_json_whatever_the_figures(tmp_path: Path) -> None:
    callback = RunCallback(Session(tiny()), tmp_path, Progress("", 1, "", None), 0.0)
    callback._write({"steps": 10, "kl": float("inf"), "evaluation": [{"interval": [float("nan"), 1.5]}]})
    (line,) = (json.loads(line, parse_constant=pytest.fail) for line in (tmp_path / JOURNAL).read_text().splitlines())
    assert line == {"steps": 10, "kl": None, "evaluation": [{"interval": [None, 1.5]}]}


@pytest.mark.parametrize(
    ("garbage", "message"),
    [
        (b"garbage", "broken JSON"),
        (b"\xff", "broken JSON"),
        (b"[1]", "must be a JSON object"),
        (b'{"kl": 0.5}', "steps must be an integer"),
    ],
    ids=["text", "bytes", "list", "steps"],
)
def test_a_journal_with_garbage_is_refused_by_its_line(tmp_path: Path, garbage: bytes, message: str) -> None:
    train_tiny(tmp_path, steps=2 * UPDATE)
    journal = tmp_path / JOURNAL
    spoilt = journal.read_bytes().replace(b"\n", b"\n" + garbage + b"\n", 1)
    journal.write_bytes(spoilt)
    with pytest.raises(TrainingError, match=f"{JOURNAL}, line 2: {message}"):
        resume(tmp_path, {**TINY, "steps": 3 * UPDATE}, show=silent)
    assert journal.read_bytes() == spoilt


def test_a_checkpoint_is_no_run_to_go_on_with(whole: Path) -> None:
    with pytest.raises(CheckpointError, match="is a checkpoint; what goes on is a run"):
        resume(find_checkpoint(whole), show=silent)
    assert not (find_checkpoint(whole) / JOURNAL).exists()


def test_opponents_of_evaluations_are_made_before_anything_is_played(tmp_path: Path) -> None:
    evaluation = {"every": 5, "opponents": ["random", "gredy"]}
    with pytest.raises(AgentError, match="gredy"):
        train_tiny(tmp_path / "run", evaluation=evaluation)
    assert not (tmp_path / "run").exists()
    Session(tiny(evaluation={**evaluation, "every": 0}))


@pytest.mark.parametrize(
    "changes", [{"opponents": {"planner:keep=1": 1}}, {"evaluation": {"every": 5, "opponents": ["planner:keep=1"]}}]
)
def test_opponents_that_cannot_play_this_game_are_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    with pytest.raises(AgentError, match="planner has no weight 'keep'"):
        train_tiny(tmp_path / "run", **changes)
    assert not (tmp_path / "run").exists()


def test_a_run_that_failed_before_it_wrote_anything_may_begin_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(RandomAgent, "decide", lambda *arguments: 1 / 0)
        with pytest.raises(AgentError, match="ZeroDivisionError"):
            train_tiny(tmp_path, steps=UPDATE, opponents={"random": 1})
    assert (tmp_path / CHECKPOINTS).exists()
    assert train_tiny(tmp_path, steps=UPDATE, opponents={"random": 1}).steps == UPDATE


def test_a_forfeit_is_no_success_of_an_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = tiny(evaluation={"deals": 2, "opponents": ["random"]})
    monkeypatch.setattr(RandomAgent, "decide", lambda *arguments: 1 / 0)
    with pytest.raises(AgentError, match=r"random in seat .*ZeroDivisionError"):
        list(evaluate(FirstLegal(arctic_env.game("arctic"), 2), settings))


def test_a_policy_without_its_training_cannot_go_on(tmp_path: Path) -> None:
    session = Session(tiny())
    save_checkpoint(step_folder(tmp_path, 5), session.network, session.game, 2, {"steps": 5})
    with pytest.raises(CheckpointError, match="without the state of its training"):
        resume(tmp_path, show=silent)


def test_it_is_evaluated_with_masks_in_the_arena(tmp_path: Path) -> None:
    outcome = train_tiny(
        tmp_path, num_players=3, steps=2 * UPDATE, evaluation={"every": 1, "opponents": ["random"], "deals": 2}
    )
    (measured,) = outcome.measured
    assert (measured.other, measured.deals) == ("random", 2)
    assert measured.margin.low <= measured.margin.value <= measured.margin.high
    for line in read_journal(tmp_path):
        assert line["evaluation"][0]["deals"] == 2


def test_tensorboard_gets_the_figures(tmp_path: Path) -> None:
    evaluation = {"every": 8, "opponents": ["random"], "deals": 1}
    train_tiny(tmp_path, tensorboard=True, steps=8 * UPDATE, evaluation=evaluation)
    (events,) = (tmp_path / "tensorboard").iterdir()
    content = events.read_bytes()
    for tag in (b"train/entropy_loss", b"rollout/ep_rew_mean", b"evaluation/random margin", b"time/fps"):
        assert tag in content


@pytest.mark.slow
def test_a_little_training_is_enough_to_play_better_than_at_random(tmp_path: Path) -> None:
    settings = make_settings(
        {
            "game": "arctic",
            "games": 64,
            "steps": 12_000,
            "opponents": {"random": 1.0},
            "network": {"width": 16},
            "ppo": {"rollout": 32, "batch": 256, "epochs": 4, "learning_rate": 0.006},
            "reward": {"kind": "score"},
            "evaluation": {"every": 0},
            "checkpoints": {"every": 100},
        }
    )
    train(settings, tmp_path, show=silent)
    agents = [f"ppo:{tmp_path}:deterministic=true", "random"]
    game = load_policy(tmp_path).game
    tables = [
        GameSpec(game.deal(seed=deal, num_players=2), agents[::order], seed=deal)
        for deal in range(40)
        for order in (1, -1)
    ]
    margins = [result.scores[0] - result.scores[1] for result in play_many(tables)]
    ours = [margin * (1, -1)[i % 2] for i, margin in enumerate(margins)]
    assert sum(ours) / len(ours) > 4  # an untrained one has 0, with a standard error below 1
