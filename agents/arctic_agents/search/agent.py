"""The agent `search`, flat search: candidates are tried in the same worlds, and the worse half is dropped each time.

Worlds agree with the view of the seat that decides. In each of them every candidate meets the same hidden cards and the
same chance, so their differences, which alone matter, vary far less than their values (common random numbers).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.heuristics import BY_THE_RULES, Determinize, States, draw_worlds, heuristics_of, joined, taken
from arctic_agents.search.options import BELIEVED, RANGES, Options
from arctic_agents.search.result import Result, Tried, summarise
from arctic_agents.search.rollouts import link
from arctic_env.agents.protocol import SeededAgent
from arctic_env.errors import AgentError
from arctic_env.kernels.jit import Bytes, Floats, Ints
from arctic_env.kernels.masks import legal_pairs
from arctic_env.kernels.random import check_seed, make_seeds
from arctic_env.kernels.rewards import MARGIN, REWARDS, SCORE
from arctic_env.kernels.threads import Threads
from arctic_env.model.game import Game

if TYPE_CHECKING:
    from arctic_agents.networks.evaluator import Evaluator
    from arctic_env.model.position import View

_PART = 2048  # rollouts that go on together: their observations shall stay in the cache of a core
_CHUNK = 48  # rollouts of a decision from one look at the clock to the next
_WORLDS, _CHANCE, _SUGGESTION = range(3)  # what seeds are for
_FIRST_LOOK = 2  # worlds in which actions are ranked where there are too many to try them all
_STAGES, _STAGES_OF_POLICY = 10, 2  # at the most; a network is asked step by step, so each stage takes its time again
_TOGETHER = 50_000  # rollouts for decisions that are searched together: all of their worlds are in memory

Part = tuple[Tried, Ints, Ints]
"""A decision, actions that are tried for it, and numbers of worlds."""
Rollouts = tuple[States, Bytes, Ints, Ints]
"""Of n rollouts: worlds, int8[n] their seats, int64[n] what is played first, int64[n] seeds of chance."""


class SearchAgent(SeededAgent):
    """Plays the candidate that does best in the worlds that it was tried in.

    With an `evaluator` its policy plays on, and its critic is asked then. Worlds come from `determinize`, by default as
    the options say. What is maximised is the payoff `kind` of `arctic_env.kernels.rewards`, in `unit`. ValueError if
    an option has no meaning with a network, AgentError if worlds by belief are asked for where there is none.
    """

    def __init__(
        self,
        game: Game,
        num_players: int,
        options: Options,
        evaluator: Evaluator | None = None,
        determinize: Determinize | None = None,
        name: str = "search",
    ) -> None:
        super().__init__(game, num_players)
        if evaluator is not None and options.reward != Options.reward:
            raise ValueError("reward has no meaning with a policy: what its network was paid is maximised")
        self._heuristics = heuristics_of(game)
        self.options, self.evaluator, self.name = options, evaluator, name
        believe = self._heuristics.believe if options.worlds == BELIEVED else draw_worlds
        if believe is None:
            because = f"in {game.name}, where nothing is known of what others' actions tell"
            raise AgentError(f"{name}: worlds={BELIEVED} has no meaning {because}")
        self.determinize = determinize or believe
        self._threads = Threads(options.threads, smallest=1)
        self.kind = REWARDS.index(options.reward)
        self.unit = float(game.full_margin) if self.kind in (MARGIN, SCORE) else 1.0
        if evaluator is not None:
            self.kind, self.unit = evaluator.payoff, evaluator.unit
        self._stages = _STAGES if evaluator is None else _STAGES_OF_POLICY
        self._horizon = options.turns(game, num_players, policy=evaluator is not None)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it is made from; threads and kernels cannot be pickled."""
        return SearchAgent, (self.game, self.num_players, self.options, self.evaluator, self.determinize, self.name)

    def decide(self, views: States, seats: Bytes, masks: Bytes, seeds: Ints) -> Ints:
        """Choose an action for each row; where there is only one, without a search."""
        actions: Ints = masks.argmax(axis=1)
        rows = np.flatnonzero(masks.sum(axis=1) > 1)
        together = max(1, _TOGETHER // self.options.budget)
        for part in (rows[first : first + together] for first in range(0, len(rows), together)):
            tried = self.search(views[part], seats[part], masks[part], seeds[part])
            actions[part] = [each.actions[each.best(self.options.caution)] for each in tried]
        return actions

    def look(self, view: View, seed: int = 0, *, ahead: bool = True) -> Result:
        """Search a decision and return what was found, and if `ahead` what would follow each action.

        ValueError if it is not that seat's turn to decide, or that is no seed.
        """
        check_seed(seed)
        if not view.to_move:
            raise ValueError(f"seat {view.seat} has nothing to decide here")
        seats, seeds = np.array([view.seat], np.int8), np.array([seed], np.int64)
        tried = self.search(view.states.copy(), seats, view.mask()[None], seeds)[0]
        return summarise(view, tried, self, ahead=ahead)

    def explain(self, view: View, seed: int) -> str:
        """Explain a decision in lines of text."""
        return str(self.look(view, seed))

    def search(self, views: States, seats: Bytes, masks: Bytes, seeds: Ints) -> list[Tried]:
        """Search n decisions together, each with two legal actions at least; arguments as for `decide`."""
        began, total = time.perf_counter(), self.options.seconds * len(views)
        tried = self._candidates(views, seats, masks, seeds)
        most = max(each.stages for each in tried)
        for number in range(most):
            ends = began + total * (number + 1) / most
            while self._play(tried, number) and total and time.perf_counter() < ends:
                pass
            for each in tried:
                if number < each.stages - 1:
                    each.halve(keep_first=self.options.caution > 0)
        return tried

    def _play(self, tried: list[Tried], number: int) -> bool:
        """Try what is left in new worlds, in the stage of that number; return whether there were any."""
        new = [each.values.shape[1] + np.arange(self._worlds_of(each, number)) for each in tried]
        parts = [
            (each, each.actions[each.left], worlds) for each, worlds in zip(tried, new, strict=True) if len(worlds)
        ]
        for part, values in zip(parts, self._try(parts, self._horizon), strict=True):
            part[0].add(values)
        return bool(parts)

    def _worlds_of(self, tried: Tried, number: int) -> int:
        """Return how many new worlds a decision gets in a stage: an even share of its rollouts, or a chunk by time."""
        if self.options.seconds:
            return max(1, _CHUNK // len(tried.left))
        if number >= tried.stages:
            return 0
        share = (self.options.budget - int(tried.counts.sum())) // (tried.stages - number)
        return share // len(tried.left) if number else max(1, share // len(tried.left))

    # ------------------------------------------------------------------------------------------ candidates

    def _suggested(self, views: States, masks: Bytes, seeds: Ints) -> Ints:
        """Return what the heuristics suggest to the deciding seats, int64[n]."""
        actions = np.empty(len(views), np.int64)
        workspace = self._heuristics.make_workspace(self.game, self.num_players)
        link(self.game).suggest_all(views, masks, seeds, workspace, actions)
        return actions

    def choices(self, states: States, seats: Bytes, seeds: Ints) -> Ints:
        """Return what the deciding seats play without a search, int64[n]."""
        masks = np.zeros((len(states), self.game.actions.size), np.int8)
        self.game.batch.legal(states, masks)
        if self.evaluator is None:
            return self._suggested(states, masks, seeds)
        rows, legal = legal_pairs(masks)
        lengths, actions = np.bincount(rows), np.empty(len(states), np.int64)
        probabilities = self.evaluator.probabilities(states, seats, lengths, legal).astype(np.float32)
        link(self.game).most_probable(probabilities, np.cumsum(lengths), legal, actions)
        return actions

    def _candidates(self, views: States, seats: Bytes, masks: Bytes, seeds: Ints) -> list[Tried]:
        """Choose what is tried: the most probable actions, or those that look best, and what the heuristics suggest."""
        suggested = np.full(len(views), -1)
        if self._heuristics is not BY_THE_RULES:
            suggested = self._suggested(views, masks, make_seeds(seeds, _SUGGESTION))
        rows, legal = legal_pairs(masks)
        lengths = np.bincount(rows)
        splits = np.cumsum(lengths)[:-1]
        decisions = zip(views.reshape(-1, 1), seats.tolist(), seeds.tolist(), np.split(legal, splits), strict=True)
        tried = [Tried(*decision) for decision in decisions]
        if self.evaluator is None:
            worth = self._first_looks(tried)
        else:
            worth = np.split(self.evaluator.probabilities(views, seats, lengths, legal), splits)
        return list(map(self._choose, tried, worth, suggested.tolist()))

    def _choose(self, tried: Tried, worth: Floats, suggested: int) -> Tried:
        """Keep some actions of a decision by their worth, float64[actions], and the suggested one."""
        kept = np.argsort(-worth, kind="stable")
        most = min(self.options.candidates, self.options.budget)
        kept, place = kept[:most], np.flatnonzero(tried.actions == suggested)
        if len(place) and place[0] not in kept:
            kept = np.append(kept[: most - 1], place)
        if self.evaluator is None:
            kept = np.concatenate([place, np.setdiff1d(kept, place)])
        priors = None if self.evaluator is None else worth[kept]
        stages = min(max(1, (len(kept) - 1).bit_length()), self._stages)  # at least two are left to the last one
        return Tried(tried.view, tried.seat, tried.seed, tried.actions[kept], priors, stages)

    def _first_looks(self, tried: list[Tried]) -> list[Floats]:
        """Return what actions bring by the end of the own turn, where not all can be tried; 0 elsewhere."""
        worth = [np.zeros(len(each.actions)) for each in tried]
        many = [k for k, each in enumerate(tried) if len(each.actions) > self.options.candidates]
        parts = [(tried[k], tried[k].actions, np.arange(_FIRST_LOOK)) for k in many]
        for k, values in zip(many, self._try(parts, horizon=1), strict=True):
            worth[k] = values.mean(axis=1)
        return worth

    # ------------------------------------------------------------------------------------------ rollouts

    def _try(self, parts: Sequence[Part], horizon: int) -> list[Floats]:
        """Try actions of decisions in their worlds of these numbers; return float64[actions, worlds] for each part."""
        if not parts:
            return []
        values = self.play_on(self.begin(parts), horizon)
        split = np.split(values, np.cumsum([len(actions) * len(numbers) for _, actions, numbers in parts])[:-1])
        return [some.reshape(len(part[1]), -1) for some, part in zip(split, parts, strict=True)]

    def begin(self, parts: Sequence[Part]) -> Rollouts:
        """Return the rollouts of these parts at their beginning, action by action."""
        states, seats, actions, chance = [], [], [], []
        for each, of_each, numbers in parts:
            worlds = self.determinize(self.game, each.view, each.seat, make_seeds(each.seed, _WORLDS, numbers))
            states += [worlds] * len(of_each)
            seats.append(np.full(len(of_each) * len(numbers), each.seat, np.int8))
            actions.append(np.repeat(of_each, len(numbers)))
            chance.append(np.tile(make_seeds(each.seed, _CHANCE, numbers), len(of_each)))
        return joined(states), np.concatenate(seats), np.concatenate(actions), np.concatenate(chance)

    def play_on(self, rollouts: Rollouts, turns: int) -> Floats:
        """Play on in place, with 0 turns until the seats have a choice again; return what they get, float64[n]."""
        n = len(rollouts[0])
        if self.evaluator is None:
            values = np.empty(n)
            self._threads.run(lambda part: self._roll_out([each[part] for each in rollouts], turns, values[part]), n)
            return values
        states, seats, actions, _ = rollouts
        cuts = [slice(at, at + _PART) for at in range(0, n, _PART)]
        return np.concatenate([self._policy_values(states[cut], seats[cut], actions[cut], turns) for cut in cuts])

    def _roll_out(self, rollouts: list[NDArray[Any]], turns: int, values: Floats) -> None:
        """Let the heuristics play on, and write what the seats get."""
        workspace = self._heuristics.make_workspace(self.game, self.num_players)
        link(self.game).roll_out(*rollouts, turns, self.kind, self.unit, workspace, values)

    def _policy_values(self, states: States, seats: Bytes, actions: Ints, horizon: int) -> Floats:
        """Let the policy play its most probable actions, and ask the critic where that ends; float64[n]."""
        assert self.evaluator is not None
        n, observing = len(states), self.evaluator.observing
        workspace = self._heuristics.make_workspace(self.game, self.num_players)
        rows, turns, ends, best = np.arange(n), np.zeros(n, np.int64), np.empty(n, np.int64), actions.copy()
        going, observations = np.empty(n, np.int64), np.empty((n, observing.size), np.int8)
        while len(rows):
            of_all = (seats, horizon, turns, going, observations, ends, observing.told, workspace)
            count, legal = link(self.game).step(states, rows, best[: len(rows)], *of_all)
            rows = going[:count].copy()
            if count:
                logits = self.evaluator.logits(observations[:count], ends[:count], legal)
                link(self.game).most_probable(logits, ends[:count], legal, best)
        payoffs = np.empty((n, self.num_players))
        self.game.batch.payoffs(states, self.kind, self.unit, payoffs)
        values = payoffs[np.arange(n), seats]
        unfinished = np.flatnonzero(states["seat"] >= 0)
        if len(unfinished):
            values[unfinished] = self.evaluator.utilities(taken(states, unfinished), seats[unfinished])
        return values


def make(
    game: Game,
    num_players: int,
    *,
    rollouts: int = Options.rollouts,
    seconds: float = Options.seconds,
    policy: str = "",
    depth: float | str = Options.depth,
    candidates: int = Options.candidates,
    worlds: str = Options.worlds,
    caution: float = Options.caution,
    reward: str = Options.reward,
    threads: int = Options.threads,
) -> SearchAgent:
    """Try the best actions in worlds that agree with what the seat knows, the same worlds for all (flat search).

    Args:
        game: The game.
        num_players: The number of players.
        rollouts: For a decision; 0 for 96, or, with `seconds`, for as many as there is time for.
        seconds: Time for a decision, after which no more rollouts are begun, instead of their number; 0 for none.
            Results then depend on the machine.
        policy: A network whose policy plays on for all seats and whose critic is asked then: a checkpoint, the folder
            of a run, or `champion`; empty for the planner, and the scores that its heuristics expect.
        depth: Rounds that are played on before that: a number, or `end` for the end of the game; empty for what suits
            the game and the number of rollouts.
        candidates: Actions that are tried, at the most: the most probable ones, without a policy those that look best
            at the end of the own turn. What the planner would do is always among them.
        worlds: Whether each world that agrees with the view is as likely as another, `even`, or as what others did
            makes it, `believed`, in a game that has beliefs.
        caution: Standard errors by which an action must do better, in the same worlds, than the one that is played
            without search: the policy's most probable one, or the planner's.
        reward: What is maximised without a policy, see `arctic_env.kernels.rewards`; with one it is what it was paid.
        threads: Threads for rollouts; with a policy those of torch, in the whole process. What comes out does not
            depend on it, but for a network's last digits.

    Raises:
        ValueError: An option is out of range, or has no meaning beside the others.
        AgentError: The network was made for another game or number of players, or there is no belief for the game.
        CheckpointError: There is no sound checkpoint.
    """
    given = locals()
    options = Options(**{name: given[name] for name in Options.__dataclass_fields__})
    if not policy:
        return SearchAgent(game, num_players, options)
    from arctic_agents.networks.evaluator import load_evaluator
    from arctic_agents.ppo import use_threads

    use_threads(threads)
    evaluator = load_evaluator(policy, game, num_players)
    return SearchAgent(game, num_players, options, evaluator, name=f"search:policy={policy}")


make.ranges = RANGES  # type: ignore[attr-defined]
