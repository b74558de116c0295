"""Pictures of a running game."""

import gymnasium
import numpy as np
import pytest

import arctic_env
from arctic_env import arctic_v0
from arctic_env.drawing.canvas import svg_to_rgb
from arctic_env.drawing.pages import LAST_HEIGHT
from tests.envs.playing import new_env, play

GAME = arctic_env.game("arctic")


def test_ansi_shows_what_the_seat_that_decides_sees() -> None:
    env = new_env(num_players=3, render_mode="ansi")
    for _ in range(40):
        play(env, 1)
        position = env.position
        assert env.render() == str(position.view(position.seat or 0))


@pytest.mark.parametrize("viewer", [0, 1])
def test_a_viewer_sees_with_its_own_eyes(viewer: int) -> None:
    env = new_env(render_mode="ansi", viewer=viewer)
    play(env, 30)
    assert env.render() == str(env.position.view(viewer))


def test_all_shows_all() -> None:
    env = new_env(render_mode="ansi", viewer="all")
    play(env, 30)
    assert env.render() == str(env.position)


def test_rgb_array_shows_the_drawing() -> None:
    env = new_env(render_mode="rgb_array")
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3
    assert picture.std() > 10
    play(env, 5)
    assert env.render().shape == picture.shape
    assert (env.render() != picture).any()


def test_pixels_mark_the_last_action() -> None:
    """Of whoever has played: in Gymnasium that is often another seat."""
    env = new_env(render_mode="rgb_array", viewer=0)
    play(env, 4)
    before = env.position
    action = int(before.mask().argmax())
    env.step(action)
    assert (env.render() == svg_to_rgb(env.position.svg(0, last=(before, action)))).all()
    single = gymnasium.make("arctic_env/Arctic-v0", opponents=["greedy"], render_mode="rgb_array")
    single.reset(seed=3)
    single.step(int(single.unwrapped.action_masks().argmax()))
    position = single.unwrapped.position
    assert single.render().shape == env.render().shape
    assert (single.render()[: -int(LAST_HEIGHT)] != svg_to_rgb(position.svg(0))).any()


def test_human_prints_after_reset_and_after_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = new_env(render_mode="human")
    assert capsys.readouterr().out == f"{env.position.view(env.position.seat)}\n\n"
    play(env, 1)
    assert capsys.readouterr().out == f"{env.position.view(env.position.seat)}\n\n"
    assert env.render() is None
    assert capsys.readouterr().out


def test_rendering_without_a_mode_warns() -> None:
    with pytest.warns(UserWarning, match="render_mode"):
        assert new_env().render() is None


def test_the_end_can_be_pictured() -> None:
    env = new_env(render_mode="ansi")
    play(env, 1000)
    assert "result" in env.render()


def test_modes_do_not_leak_between_environments() -> None:
    env = arctic_v0.env()
    env.metadata["render_modes"].append("hologram")
    assert "hologram" not in arctic_v0.env().metadata["render_modes"]
