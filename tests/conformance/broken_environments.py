"""Environments of the toy game with one fault each, and the finding that it has to lead to."""

from collections.abc import Callable
from typing import Any

import numpy as np

from arctic_env.envs.aec import CheckedGameEnv, GameEnv
from tests.conformance.broken_games import encode_next_hand
from tests.conformance.toy.game import GAME

BROKEN: dict[str, tuple[type[GameEnv], str, str]] = {}
"""Name of the fault -> the environment, the rule that it breaks, how what is found begins."""


def fault(rule: str, words: str) -> Callable[[type[GameEnv]], type[GameEnv]]:
    def add(env: type[GameEnv]) -> type[GameEnv]:
        BROKEN[env.__name__] = env, rule, words
        return env

    return add


class Env(CheckedGameEnv):
    def __init__(self, **settings: Any) -> None:
        super().__init__(GAME, **settings)


PAID_WRONG = "a seat is paid something else than its reward, or not when the game ends"


@fault("rewards", PAID_WRONG)
class RewardsGoToTheNextSeat(Env):
    def _end(self, why: Any, rewards: list[float]) -> None:
        super()._end(why, rewards[1:] + rewards[:1])


@fault("rewards", PAID_WRONG)
class OnlyTheLastMoverIsPaid(Env):
    def _end(self, why: Any, rewards: list[float]) -> None:
        last = self.agent_selection
        paid = [own if agent == last else 0.0 for agent, own in zip(self.agents, rewards, strict=True)]
        super()._end(why, paid)


@fault("rewards", "an agent is paid before the end")
class ScoresArePaidOnTheWay(Env):
    def _turn_to(self, seat: int) -> None:
        super()._turn_to(seat)
        self.rewards = dict.fromkeys(self.rewards, 0.5)


@fault("turns", "another agent is selected than the one to decide")
class TheNextAgentIsAlwaysSelected(Env):
    def _turn_to(self, seat: int) -> None:
        super()._turn_to((seat + 1) % len(self.agents) if seat >= 0 else seat)


@fault("turns", "agents do not step out once each at the end")
class AgentsLeaveTogether(Env):
    def _was_dead_step(self, action: Any) -> None:
        while self.agents:
            super()._was_dead_step(action)


@fault("turns", "an agent is not terminated at the end")
class TheEndIsATruncation(Env):
    def _end(self, why: Any, rewards: list[float]) -> None:
        super()._end(self.truncations, rewards)


@fault("environment masks", "the mask of observe is wrong, or of a wrong type")
class MasksAreOneStepOld(Env):
    def step(self, action: Any) -> None:
        self._before = self._mask.copy()
        super().step(action)

    def observe(self, agent: str) -> Any:
        return {**super().observe(agent), "action_mask": getattr(self, "_before", self._mask).copy()}


@fault("environment masks", "the mask of infos is wrong, or of a wrong type")
class InfosHaveAMaskOfBooleans(Env):
    def _turn_to(self, seat: int) -> None:
        super()._turn_to(seat)
        for info in self.infos.values():
            info["action_mask"] = info["action_mask"].astype(bool)


@fault("environment observations", "two observations share their memory")
class ObservationsAreViewsOfABuffer(Env):
    def observe(self, agent: str) -> Any:
        if "_buffer" not in self.__dict__:
            self._buffer = np.zeros(self._observations.size, np.int8)
        seen = super().observe(agent)
        self._buffer[:] = seen["observation"]
        return {**seen, "observation": self._buffer}


@fault("environment observations", "an agent observes something else than its view")
class AgentsSeeThroughTheNextSeatsEyes(Env):
    def _flat(self, seat: int) -> Any:
        return super()._flat((seat + 1) % len(self.possible_agents))


@fault("environment observations", "an agent observes something else than its view")
class ObservationsTellTheHandOfTheNextSeat(Env):
    def _flat(self, seat: int) -> Any:
        flat = super()._flat(seat)
        encode_next_hand(self._states, 0, seat, flat)
        return flat


@fault("illegal actions", "an illegal action does not end the game")
class IllegalActionsDoSomethingElse(Env):
    def _lose(self, action: Any) -> None:
        self.step(int(np.argmax(self._mask)))


@fault("illegal actions", "an illegal action is not paid with -1 for its agent and 0 for the others")
class IllegalActionsLoseForAll(Env):
    def _lose(self, action: Any) -> None:
        self._end(self.terminations, [-1.0] * len(self.agents))


@fault("illegal actions", "the raw environment accepts an illegal action")
class TheRawEnvironmentAcceptsAnything(GameEnv):
    def __init__(self, **settings: Any) -> None:
        super().__init__(GAME, **settings)

    def _raise_illegal(self, action: Any) -> None:
        pass


@fault("seeds", "reset(seed) deals another game than the game itself, or other rule parameters")
class ResetForgetsTheDeck(Env):
    def reset(self, seed: Any = None, options: Any = None) -> None:
        self._deal_arguments = self.game.options(len(self.possible_agents))
        super().reset(seed, options)


@fault("seeds", "reset(seed) deals another game than the game itself, or other rule parameters")
class SeedsAreNotUsed(Env):
    def reset(self, seed: Any = None, options: Any = None) -> None:
        super().reset(None, options)


@fault("seeds", "resets without a seed do not follow from the last seed")
class ResetsFollowFromGlobalChance(Env):
    def reset(self, seed: Any = None, options: Any = None) -> None:
        super().reset(np.random.randint(2**31) if seed is None else seed, options)


@fault("environment copies", "a copy goes on in another way (deepcopy)")
class CopiesBeginAnew(Env):
    def __deepcopy__(self, memo: Any) -> Any:
        copy = type(self)(num_players=len(self.possible_agents))
        copy.reset(seed=1)
        return copy


@fault("environment copies", "a game changes its copy (clone)")
class ClonesShareTheGame(Env):
    def clone(self) -> Any:
        copy = super().clone()
        copy._states = self._states
        return copy


@fault("environment hidden", "the picture differs between worlds that the agent cannot tell apart")
class PicturesShowAll(Env):
    def __init__(self, **settings: Any) -> None:
        super().__init__(**{**settings, "viewer": "all"})


@fault("environment hidden", "the info of some agent differs between worlds that the agent cannot tell apart")
class InfosHoldThePosition(Env):
    def _turn_to(self, seat: int) -> None:
        super()._turn_to(seat)
        for info in self.infos.values():
            info["position"] = self.position.to_dict()
