"""Learning from a teacher before learning from rewards."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arctic_agents.networks import checkpoints_of
from arctic_agents.networks.checkpoint import find_checkpoint
from arctic_env.arena import Agent, bind
from arctic_env.errors import AgentError, SettingsError
from arctic_training.ppo import BatchThreads
from arctic_training.run import resume
from arctic_training.run_folder import read_journal
from arctic_training.self_play import Teacher
from arctic_training.session import Session
from tests.training.games import ARCTIC, make_env
from tests.training.test_run import TINY, UPDATE, contents, silent, tiny, train_tiny, without_times
from tests.training.test_self_play import make_model

ALWAYS = 10**9


class Last(Agent):
    """Plays the legal action with the largest id, and notes what it was shown."""

    name = "last"

    def __init__(self) -> None:
        super().__init__(ARCTIC, 2)
        self.views: list[NDArray[Any]] = []

    def act_many(
        self, views: NDArray[Any], seats: NDArray[np.int8], masks: NDArray[np.int8], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        self.views.append(views.copy())
        actions: NDArray[np.int64] = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        return actions


def taught(agent: Agent, **settings: Any) -> Any:
    model = make_model(make_env(network="mlp"), **settings)
    model.teacher = Teacher(agent, ALWAYS, BatchThreads(1))
    return model


def test_the_learner_plays_as_it_likes_and_hears_what_the_teacher_would_do() -> None:
    model = taught(Last())
    plain = make_model(make_env(network="mlp"))
    model.learn(240)
    plain.learn(240)
    advised, own = model.rollout_buffer.decisions, plain.rollout_buffer.decisions
    first = slice(0, 60)  # decisions of the first update, before anything has been learnt
    assert np.array_equal(own.advice[: own.count], own.actions[: own.count])
    assert (advised.advice[first] != advised.actions[first]).any()


def test_the_teacher_sees_views_and_no_more() -> None:
    agent, env = Last(), make_env()
    env.reset()
    rows = env.learner_rows()
    Teacher(agent, ALWAYS, BatchThreads(1)).advise(env, rows)
    states = env.games.take(rows)
    views = np.empty_like(states)
    env.games.game.batch.view(states, env.shown.seats[rows], views)
    assert agent.views[0].tobytes() == views.tobytes()
    assert agent.views[0].tobytes() != states.tobytes()


def test_the_policy_comes_to_do_what_the_teacher_does() -> None:
    model = taught(Last(), learning_rate=0.01, n_epochs=3)
    losses: list[float] = []
    record = model._imitate

    def noting() -> None:
        record()
        losses.append(model.logger.name_to_value["train/imitation_loss"])

    model._imitate = noting
    model.learn(240 * 12)
    assert losses[-1] < 0.6 * losses[0]


def test_advice_does_not_depend_on_threads() -> None:
    for text in ("greedy", "planner"):
        answers: list[NDArray[np.int64]] = []
        for threads in (1, 3):
            env = make_env(n=200)
            env.reset()
            teacher = Teacher(bind(text, ARCTIC, 2), ALWAYS, BatchThreads(threads))
            answers.append(teacher.advise(env, env.learner_rows()))
        assert np.array_equal(answers[0], answers[1])


IMITATION = {"agent": "greedy", "steps": 2 * UPDATE}


def test_ppo_goes_on_where_imitation_ends(tmp_path: Path) -> None:
    train_tiny(tmp_path, imitation=IMITATION)
    lines = read_journal(tmp_path)
    assert ["imitation_loss" in line for line in lines] == [True, True, False, False]
    assert ["kl" in line for line in lines] == [False, False, True, True]
    rates = [line["learning_rate"] for line in lines]
    assert rates[1] == pytest.approx(3e-4)
    assert rates[3] == pytest.approx(1e-4)


def test_a_run_resumed_in_the_middle_of_imitation_equals_one_without_a_pause(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    for run in (whole, cut):
        train_tiny(run, imitation=IMITATION, checkpoints={"every": 1, "keep": 9})
    for folder in checkpoints_of(cut)[1:]:
        folder.rename(tmp_path / folder.name)  # as if killed after the first update
    resume(cut, show=silent)
    assert without_times(cut) == without_times(whole)
    assert contents(find_checkpoint(cut)) == contents(find_checkpoint(whole))


@pytest.mark.parametrize(
    ("imitation", "message"),
    [
        ({"agent": "greedy"}, r"imitation\.steps must be more than 0 with an agent"),
        ({"steps": 5}, r"imitation\.steps must be more than 0 with an agent, 0 without one"),
        ({"agent": "greedy", "steps": TINY["steps"]}, r"imitation.* must be less than steps"),
        ({"agent": "greedy", "steps": 5, "learning_rate": 0.0}, r"imitation\.learning_rate"),
    ],
)
def test_wrong_settings_are_refused(imitation: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        tiny(imitation=imitation)


def test_a_teacher_that_cannot_play_is_refused() -> None:
    with pytest.raises(AgentError, match="no agent 'nobody'"):
        Session(tiny(imitation={"agent": "nobody", "steps": 5}))
