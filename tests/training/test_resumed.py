"""What a reader sees of a run that was killed and went on is what one without a pause shows."""

import shutil
from pathlib import Path

import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from arctic_agents.networks.checkpoint import find_checkpoint
from arctic_env import CheckpointError
from arctic_training.callbacks import RunCallback, for_journal
from arctic_training.curves import read_curves
from arctic_training.run import resume, train
from arctic_training.run_folder import TENSORBOARD, read_journal
from tests.training.test_run import TINY, UPDATE, contents, silent, tiny, without_times

LONGER = {
    **TINY,
    "steps": 16 * UPDATE,
    "tensorboard": True,
    "checkpoints": {"every": 5, "keep": 2},
    "evaluation": {"every": 3, "deals": 2, "opponents": ["random"]},
}


def scalars(run: Path) -> dict[str, list[tuple[int, float]]]:
    """What TensorBoard shows, but for what the clock says."""
    events = EventAccumulator(str(run / TENSORBOARD), size_guidance={"scalars": 0}).Reload()
    tags = [tag for tag in events.Tags()["scalars"] if not tag.startswith("time/")]
    return {tag: [(event.step, event.value) for event in events.Scalars(tag)] for tag in tags}


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """A run by its updates: to its end, and what kills after 2 and 13 updates, between two checkpoints, would leave."""
    runs = tmp_path_factory.mktemp("runs")
    left = {updates: runs / str(updates) for updates in (2, 13, 16)}
    after_update = RunCallback._after_update

    def keep(self: RunCallback, last: bool) -> None:
        after_update(self, last)
        if (updates := self.session.updates) < 16 and updates in left:
            shutil.copytree(left[16], left[updates])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RunCallback, "_after_update", keep)
        train(tiny(**LONGER), left[16], show=silent)
    return left


@pytest.fixture(scope="module")
def unbroken(left: dict[int, Path]) -> Path:
    return left[16]


@pytest.fixture(scope="module")
def killed(left: dict[int, Path]) -> Path:
    assert len(read_journal(left[13])) == 13
    assert find_checkpoint(left[13]).name == f"{10 * UPDATE:012}"
    resume(left[13], show=silent)
    return left[13]


def test_journal_curves_and_checkpoints_are_the_same(unbroken: Path, killed: Path) -> None:
    assert without_times(killed) == without_times(unbroken)
    assert read_curves(killed, "run") == read_curves(unbroken, "run")
    assert contents(find_checkpoint(killed)) == contents(find_checkpoint(unbroken))
    assert "margin" in read_journal(killed)[10]
    seconds = [line["seconds"] for line in read_journal(killed)]
    assert seconds == sorted(seconds)


def test_tensorboard_shows_each_step_once(unbroken: Path, killed: Path) -> None:
    shown = scalars(killed)
    assert shown == scalars(unbroken)
    every = [UPDATE * update for update in range(1, 17)]
    assert [step for step, _ in shown["train/value_loss"]] == every
    assert [step for step, _ in shown["rollout/ep_rew_mean"]] == every[-len(shown["rollout/margin"]) :]
    evaluated = [UPDATE * update for update in (3, 6, 9, 12, 15, 16)]
    assert [step for step, _ in shown["evaluation/random margin"]] == evaluated


def test_a_figure_stands_at_the_decisions_of_its_update(unbroken: Path) -> None:
    rows = [(line["steps"], line["value_loss"]) for line in read_journal(unbroken)]
    assert scalars(unbroken)["train/value_loss"] == [(step, pytest.approx(value)) for step, value in rows]


def test_tensorboard_may_be_switched_on_later(tmp_path: Path) -> None:
    run = tmp_path / "run"
    plain = LONGER | {"evaluation": {"every": 0}}
    train(tiny(**{**plain, "steps": 10 * UPDATE, "tensorboard": False}), run, show=silent)
    resume(run, plain, show=silent)
    shown = scalars(run)
    for tag in ("rollout/ep_rew_mean", "rollout/margin"):
        assert [step for step, _ in shown[tag]] == [UPDATE * update for update in range(11, 17)]


def test_what_goes_on_tells_the_last_evaluation_even_if_nothing_is_left(unbroken: Path) -> None:
    (measured,) = resume(unbroken, show=silent).measured
    assert for_journal(measured) == read_journal(unbroken)[-1]["evaluation"][0]


def test_without_a_checkpoint_it_is_said_how_to_begin_again(left: dict[int, Path]) -> None:
    assert len(read_journal(left[2])) == 2
    with pytest.raises(CheckpointError, match="holds a run without a checkpoint: begin again with --overwrite"):
        resume(left[2], show=silent)
