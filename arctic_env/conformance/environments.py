"""Environments: a game is played through PettingZoo's interface beside the same game as positions."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.conformance.report import Recorder
from arctic_env.conformance.walks import Walk
from arctic_env.kernels.rewards import REWARDS, make_reward
from arctic_env.model.position import Position

Make = Callable[..., Any]
"""(num_players=..., reward=..., render_mode=..., and rule parameters) -> a PettingZoo AEC environment."""


def check_environment(recorder: Recorder, make: Make, walk: Walk) -> None:
    """Play the walk in an environment, with each reward in turn, and look at everything at each step."""
    reward = REWARDS[walk.seed % len(REWARDS)]
    where = f"{walk.setting}, seed {walk.seed}, reward {reward}"
    with recorder.guard("turns", where):
        env = make(num_players=walk.setting.players, reward=reward, **walk.setting.parameters)
        env.reset(seed=walk.seed)
        watched = _Watched(recorder, env, walk)
        for index, position in enumerate(walk.positions[:-1]):
            if not watched.agrees(position, walk.where(index)):
                return
            env.step(walk.actions[index])
        watched.ends(walk.positions[-1], reward, walk.where(len(walk.positions) - 1))


class _Watched:
    """An environment in which a walk is played."""

    def __init__(self, recorder: Recorder, env: Any, walk: Walk) -> None:
        self.recorder = recorder
        self.env = env
        self.walk = walk
        self.agents: list[str] = list(env.possible_agents)
        self.kept: list[tuple[Any, Any]] = []  # what was handed out at the last step, and copies of it

    def agrees(self, position: Position, where: str) -> bool:
        """Compare the environment with a position in which a seat decides; False if it has gone astray."""
        env, expect = self.env, self.recorder.expect
        agent = self.agents[position.seat or 0]
        same = env.unwrapped.position == position
        if not expect(same, "turns", "the environment is in another position than the game", where):
            return False
        if not expect(
            env.agent_selection == agent, "turns", "another agent is selected than the one to decide", where
        ):
            return False
        expect(env.agents == self.agents, "turns", "agents are missing before the end", where)
        over = any(env.terminations.values()) or any(env.truncations.values())
        expect(not over, "turns", "agents are terminated or truncated before the end", where)
        unpaid = not any(env.rewards.values()) and env.last(observe=False)[1] == 0
        expect(unpaid, "rewards", "an agent is paid before the end", where)
        self._compare_masks(position, agent, where)
        self._compare_observations(position, where)
        return True

    def _compare_masks(self, position: Position, agent: str, where: str) -> None:
        env, mask = self.env, position.mask()
        for name in self.agents:
            expected = mask if name == agent else np.zeros_like(mask)
            masks = {"observe": env.observe(name)["action_mask"], "infos": env.infos[name].get("action_mask")}
            if name == agent:
                masks |= {
                    "last": env.last()[0]["action_mask"],
                    "the info of last": env.last()[4].get("action_mask"),
                }
            for place, found in masks.items():
                same = _same(found, expected)
                self.recorder.expect(
                    same, "environment masks", f"the mask of {place} is wrong, or of a wrong type", where
                )

    def _compare_observations(self, position: Position, where: str) -> None:
        env, expect = self.env, self.recorder.expect
        rule = "environment observations"
        expect(
            all(_same(a, b) for a, b in self.kept),
            rule,
            "a step changes arrays that were handed out before",
            where,
        )
        self.kept = []
        for seat, name in enumerate(self.agents):
            seen, again = env.observe(name), env.observe(name)
            same = _same(seen["observation"], position.view(seat).observation())
            expect(same, rule, "an agent observes something else than its view", where)
            expect(
                env.observation_space(name).contains(seen), rule, "an observation is not in its space", where
            )
            arrays = list(zip(_arrays(seen), _arrays(again), strict=True))
            shared = any(np.shares_memory(one, other) for one, other in arrays)
            expect(not shared, rule, "two observations share their memory", where)
            self.kept += [(one, one.copy()) for one, _ in arrays]
            for _, other in arrays:
                other[...] = 1  # scribbles that must not reach the environment

    def ends(self, position: Position, reward: str, where: str) -> None:
        """Compare the environment with the end of the game and let all agents step out."""
        env, expect = self.env, self.recorder.expect
        expect(env.unwrapped.position == position, "turns", "the environment ends in another position", where)
        due = make_reward(reward, position.game.full_margin)(position.totals(), position.ranks())
        _expect_sum(self.recorder, reward, due, where)
        seen = []
        for agent in env.agent_iter(2 * len(self.agents)):
            observation, paid, terminated, truncated, info = env.last()
            seat = self.agents.index(agent)
            seen.append(agent)
            what = "a seat is paid something else than its reward, or not when the game ends"
            expect(abs(paid - due[seat]) < 1e-9, "rewards", what, where)
            expect(terminated and not truncated, "turns", "an agent is not terminated at the end", where)
            view = _same(observation["observation"], position.view(seat).observation())
            expect(view, "environment observations", "an agent does not observe the end of the game", where)
            nothing = not observation["action_mask"].any() and not info["action_mask"].any()
            expect(nothing, "environment masks", "actions are legal after the end", where)
            env.step(None)
        once = sorted(seen) == sorted(self.agents) and not env.agents
        expect(once, "turns", "agents do not step out once each at the end", where)


def _expect_sum(recorder: Recorder, reward: str, due: list[float], where: str) -> None:
    zero = reward in ("win", "rank") or (reward == "margin" and len(due) == 2)
    balanced = abs(sum(due)) < 1e-9 or not zero
    recorder.expect(balanced, "rewards", f"the rewards of all seats do not add up to 0 ({reward})", where)


def _same(found: Any, expected: NDArray[Any]) -> bool:
    if not isinstance(found, np.ndarray):
        return False
    return found.dtype == expected.dtype and found.shape == expected.shape and bool((found == expected).all())


def _arrays(observation: Any) -> Iterator[NDArray[Any]]:
    """All arrays of a nested observation."""
    if isinstance(observation, dict):
        for part in observation.values():
            yield from _arrays(part)
    else:
        yield observation
