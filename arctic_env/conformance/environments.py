"""Environments: played through PettingZoo's interface beside the same game as positions, and misused."""

import pickle
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from typing import Any
from unittest.mock import patch

import numpy as np
from gymnasium.utils.env_checker import data_equivalence
from numpy.typing import NDArray
from pettingzoo.utils.env_logger import EnvLogger

from arctic_env.conformance.walks import Recorder, Walk, is_registered
from arctic_env.errors import IllegalActionError
from arctic_env.kernels.rewards import REWARDS, make_reward
from arctic_env.model.game import Game
from arctic_env.model.position import Position

Make = Callable[..., Any]
"""(num_players=..., reward=..., render_mode=..., and rule parameters) -> a PettingZoo AEC environment."""

_same = partial(data_equivalence, exact=True)


def check_environment(recorder: Recorder, make: Make, walk: Walk) -> None:
    """Play the walk in an environment, with each reward in turn, and check everything at each step."""
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
        """Compare the environment with a position in which a seat decides; return False if they diverge."""
        env, expect = self.env, self.recorder.expect
        agent = self.agents[position.seat or 0]
        same = env.unwrapped.position == position
        if not expect(same, "turns", "the environment is in another position than the game", where):
            return False
        if not expect(env.agent_selection == agent, "turns", "another agent is selected than the one to decide", where):
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
                masks |= {"last": env.last()[0]["action_mask"], "the info of last": env.last()[4].get("action_mask")}
            for place, found in masks.items():
                same = _same(found, expected)
                self.recorder.expect(
                    same, "environment masks", f"the mask of {place} is wrong, or of a wrong type", where
                )

    def _compare_observations(self, position: Position, where: str) -> None:
        env, expect = self.env, self.recorder.expect
        rule = "environment observations"
        expect(all(_same(a, b) for a, b in self.kept), rule, "a step changes arrays that were handed out before", where)
        self.kept = []
        for seat, name in enumerate(self.agents):
            seen, again = env.observe(name), env.observe(name)
            same = _same(seen["observation"], position.view(seat).observation())
            expect(same, rule, "an agent observes something else than its view", where)
            expect(env.observation_space(name).contains(seen), rule, "an observation is not in its space", where)
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
        due = make_reward(reward, position.game.full_margin)(position.totals(), position.ranks(), position.teams())
        zero = reward in ("win", "rank") or (reward == "margin" and len(set(position.teams().tolist())) == 2)
        balanced = abs(sum(due)) < 1e-9 or not zero
        expect(balanced, "rewards", f"the rewards of all seats do not add up to 0 ({reward})", where)
        seen = []
        for agent in env.agent_iter(2 * len(self.agents)):
            observation, paid, terminated, truncated, info = env.last()
            seat = self.agents.index(agent)
            seen.append(agent)
            what = "a seat is paid something else than its reward, or not when the game ends"
            expect(abs(paid - due[seat]) < 1e-9, "rewards", what, where)
            due_end = (False, True) if position.truncated else (True, False)
            expect((terminated, truncated) == due_end, "turns", "an agent is not terminated at the end", where)
            view = _same(observation["observation"], position.view(seat).observation())
            expect(view, "environment observations", "an agent does not observe the end of the game", where)
            nothing = not observation["action_mask"].any() and not info["action_mask"].any()
            expect(nothing, "environment masks", "actions are legal after the end", where)
            env.step(None)
        once = sorted(seen) == sorted(self.agents) and not env.agents
        expect(once, "turns", "agents do not step out once each at the end", where)


def _arrays(observation: Any) -> Iterator[NDArray[Any]]:
    """Return all arrays of a nested observation."""
    if isinstance(observation, dict):
        for part in observation.values():
            yield from _arrays(part)
    else:
        yield observation


# -------------------------------------------------------------- seeds, copies, illegal actions, leaks


_RESETS = 4
_LOWEST = -1.0  # the reward of an agent that ends the game by an illegal action


def _started(make: Make, walk: Walk, **settings: Any) -> Any:
    env = make(num_players=walk.setting.players, **walk.setting.parameters, **settings)
    env.reset(seed=walk.seed)
    return env


def check_seeds(recorder: Recorder, make: Make, walk: Walk) -> None:
    """Check seeds, resets without one, and options of the constructor."""
    where = f"{walk.setting}, seed {walk.seed}"
    with recorder.guard("seeds", where):
        first, second = _started(make, walk), _started(make, walk)
        start = walk.positions[0]
        what = "reset(seed) deals another game than the game itself, or other rule parameters"
        recorder.expect(first.unwrapped.position == start, "seeds", what, where)
        np.random.seed(walk.seed)  # global random state that must not matter
        second.step(walk.actions[0])
        second.reset(seed=walk.seed)
        recorder.expect(second.unwrapped.position == start, "seeds", "a game leaves traces in the next one", where)
        one, other = _resets(first), _resets(second)
        what = "resets without a seed do not follow from the last seed"
        recorder.expect(one == other, "seeds", what, where)
        recorder.expect(len(set(one)) > 1, "seeds", "resets without a seed deal the same game again", where)


def _resets(env: Any) -> list[Position]:
    positions = []
    for _ in range(_RESETS):
        env.reset()
        positions.append(env.unwrapped.position)
    return positions


def check_copies(recorder: Recorder, make: Make, walk: Walk) -> None:
    """Expect that copies made in the middle of a game continue as the environment does."""
    where = f"{walk.setting}, seed {walk.seed}"
    middle = len(walk.actions) // 2
    for name, copy in _copiers(walk.game).items():
        with recorder.guard("environment copies", f"{where}, {name}"):
            env = _started(make, walk)
            _play(env, walk.actions[:middle])
            twin = copy(env)
            _play(env, walk.actions[middle:])
            still = twin.unwrapped.position == walk.positions[middle]
            recorder.expect(still, "environment copies", f"a game changes its copy ({name})", where)
            _play(twin, walk.actions[middle:])
            same = twin.unwrapped.position == env.unwrapped.position and twin.rewards == env.rewards
            recorder.expect(same, "environment copies", f"a copy goes on in another way ({name})", where)
            env.reset()
            twin.reset()
            same = twin.unwrapped.position == env.unwrapped.position
            recorder.expect(same, "environment copies", f"the next game of a copy is another ({name})", where)


def _copiers(game: Game) -> dict[str, Callable[[Any], Any]]:
    copiers: dict[str, Callable[[Any], Any]] = {"deepcopy": deepcopy, "clone": lambda env: env.clone()}
    return copiers | ({"pickle": lambda env: pickle.loads(pickle.dumps(env))} if is_registered(game) else {})


def _play(env: Any, actions: tuple[int, ...]) -> None:
    for action in actions:
        env.step(action)


def check_illegal_actions(recorder: Recorder, make: Make, make_raw: Make, walk: Walk) -> None:
    """Check illegal actions, in the checked and in the raw environment, in the middle of a game."""
    where = f"{walk.setting}, seed {walk.seed}"
    middle = len(walk.actions) // 2
    position = walk.positions[middle]
    illegal = int(np.argmin(position.mask()))
    if position.mask()[illegal]:
        return  # everything is legal here
    for made, outcome in ((make, _expect_loss), (make_raw, _expect_refusal)):
        with recorder.guard("illegal actions", where):
            env = _started(made, walk)
            _play(env, walk.actions[:middle])
            outcome(recorder, env, illegal, position, where)
            env.reset(seed=walk.seed)
            again = env.unwrapped.position == walk.positions[0] and len(env.agents) == walk.setting.players
            recorder.expect(again, "illegal actions", "reset does not work after an illegal action", where)


def _expect_loss(recorder: Recorder, env: Any, action: int, position: Position, where: str) -> None:
    """Expect that an illegal action ends the game unplayed, with a loss for its agent."""
    culprit = env.agent_selection
    with patch.object(EnvLogger.get_logger(), "disabled", True):  # PettingZoo logs each illegal action
        env.step(action)
    over = all(env.terminations.values())
    recorder.expect(over, "illegal actions", "an illegal action does not end the game", where)
    rewards = {agent: _LOWEST if agent == culprit else 0.0 for agent in env.possible_agents}
    what = "an illegal action is not paid with -1 for its agent and 0 for the others"
    recorder.expect(env.rewards == rewards, "illegal actions", what, where)
    unplayed = env.unwrapped.position == position
    recorder.expect(unplayed, "illegal actions", "an illegal action is played", where)


def _expect_refusal(recorder: Recorder, env: Any, action: int, position: Position, where: str) -> None:
    """Expect an IllegalActionError and an unchanged environment."""
    refused = False
    try:
        env.step(action)
    except IllegalActionError:
        refused = True
    recorder.expect(refused, "illegal actions", "the raw environment accepts an illegal action", where)
    unplayed = env.unwrapped.position == position
    recorder.expect(unplayed, "illegal actions", "the raw environment plays an illegal action", where)


def check_leaks(recorder: Recorder, make: Make, walk: Walk) -> None:
    """Expect all that the deciding agent gets or sees to be equal in its possible worlds."""
    for number, (position, where) in enumerate(walk.spread()):
        if position.seat is None:
            continue
        with recorder.guard("environment hidden", where):
            world = position.view(position.seat).determinize(number)
            env, other = _started(make, walk, render_mode="ansi"), _started(make, walk, render_mode="ansi")
            env.reset(seed=1, options={"position": position})
            other.reset(seed=1, options={"position": world})
            agent = env.agent_selection
            what = "differs between worlds that the agent cannot tell apart"
            for name, same in {
                "the picture": env.render() == other.render(),
                "the observation": _same(env.observe(agent), other.observe(agent)),
                "what last gives": _same(env.last(), other.last()),
                "the info of some agent": _same(env.infos, other.infos),
            }.items():
                recorder.expect(same, "environment hidden", f"{name} {what}", where)
