"""Regret of agents on a truth set: what their choices are worth less than the best candidates."""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import arctic_env
from arctic_agents.search import SearchAgent
from arctic_env.agents.protocol import Agent
from arctic_env.agents.specs import bind
from arctic_env.kernels.random import make_seeds
from arctic_env.kernels.rewards import MARGIN
from benchmarks.measuring import markdown
from benchmarks.truth.sets import NO_ACTION, Questions, Tell, TruthSet, replay, take, value_others

SPLITS = 20  # of the worlds into halves: by one the best is chosen, by the other it is valued
_TIMED = 40  # decisions that are asked one at a time
_TOGETHER = 25  # decisions that are asked together otherwise


@dataclass(frozen=True)
class Score:
    """How an agent does on a set."""

    agent: str
    regret: NDArray[np.float64]  # [decisions], in points of margin
    of_firsts: NDArray[np.float64]  # [decisions], in shares of the first place
    bias: float  # of its estimates of candidates' differences, in points; NaN where it makes none
    deviation: float  # their standard deviation over seeds, in points; NaN likewise
    milliseconds: float  # for a decision alone, mean


def score(made: TruthSet, agents: list[str], seeds: int, tell: Tell) -> list[Score]:
    """Score agents, each asked with that many seeds."""
    plan, game = made.plan, arctic_env.game(made.plan.game)
    states, views, seats, masks = replay(game, plan.num_players, made.record)
    n = made.done
    asked = Questions(take(states, slice(n)), take(views, slice(n)), seats[:n], masks[:n])
    choices, others = [], []
    for text in agents:
        agent = bind(text, game, plan.num_players)
        milliseconds = _time(agent, asked)
        answers, errors = zip(*(_answer(agent, asked, made, 7 + number) for number in range(seeds)), strict=True)
        choices.append(np.array(answers))
        others.append((milliseconds, *_bias(errors, made)))
        tell(f"{text}: {milliseconds:.1f} ms a decision")
    value_others(made, asked, np.concatenate(choices), tell)
    regrets = _regrets(made, np.array(choices))
    return [
        Score(text, *regrets[:, number], bias, deviation, milliseconds)
        for number, (text, (milliseconds, bias, deviation)) in enumerate(zip(agents, others, strict=True))
    ]


def _time(agent: Agent, asked: Questions) -> float:
    """Return milliseconds for a decision alone, mean of the processor's time over some; the first one warms up."""
    rows = np.linspace(0, len(asked.seats) - 1, min(_TIMED, len(asked.seats))).astype(np.int64)
    began = 0.0
    for number, row in enumerate([rows[0], *rows]):
        began = time.process_time() if number == 1 else began
        agent.decide(take(asked.views, [row]), asked.seats[[row]], asked.masks[[row]].copy(), make_seeds([number]))
    return 1000 * (time.process_time() - began) / len(rows)


def _answer(agent: Agent, asked: Questions, made: TruthSet, seed: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return an agent's choices, int64[decisions], and the errors of its estimates; see `_errors`."""
    n = len(asked.seats)
    choices, seeds = np.empty(n, np.int64), make_seeds(seed, np.arange(n))
    errors = np.full(made.candidates.shape, np.nan)
    for first in range(0, n, _TOGETHER):
        rows = np.arange(first, min(first + _TOGETHER, n))
        part = take(asked.views, rows), asked.seats[rows], asked.masks[rows], seeds[rows]
        if isinstance(agent, SearchAgent):
            tried = agent.search(*part)
            choices[rows] = [each.actions[each.best(agent.options.caution)] for each in tried]
            if agent.kind == MARGIN:
                for row, each in zip(rows.tolist(), tried, strict=True):
                    errors[row] = _errors(made, row, each.actions, agent.unit * each.differences()[0])
        else:
            choices[rows] = agent.decide(*part)
    return choices, errors


def _errors(
    made: TruthSet, row: int, actions: NDArray[np.int64], differences: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return how far estimated differences to an agent's first candidate are off, float64[most], NaN where unknown."""
    errors, means = np.full(made.candidates.shape[1], np.nan), made.margins[row].mean(axis=1)
    places = {int(action): place for place, action in enumerate(made.candidates[row]) if action != NO_ACTION}
    if int(actions[0]) not in places:
        return errors
    for action, difference in zip(actions[1:].tolist(), differences[1:].tolist(), strict=True):
        if action in places:
            errors[places[action]] = difference - (means[places[action]] - means[places[int(actions[0])]])
    return errors


def _bias(errors: tuple[NDArray[np.float64], ...], made: TruthSet) -> tuple[float, float]:
    """Split the errors of two seeds into what they have in common, less the set's own noise, and the rest."""
    if len(errors) < 2 or not (known := np.isfinite(errors[0]) & np.isfinite(errors[1])).any():
        return np.nan, np.nan
    one, other = errors[0][known], errors[1][known]
    noise = made.margins.astype(np.float64) - made.margins[:, :1]
    of_set = (noise.var(axis=2, ddof=1) / noise.shape[2])[known].mean()
    return float(np.sqrt(max((one * other).mean() - of_set, 0.0))), float(np.sqrt(((one - other) ** 2).mean() / 2))


def _regrets(made: TruthSet, choices: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return regrets in points and in first places, float64[2, agents, n]; the choices are int64[agents, seeds, n]."""
    n, worlds = made.done, made.margins.shape[2]
    generator, halves = np.random.default_rng(0), []
    for _ in range(SPLITS):
        order = generator.permutation(worlds)
        halves += [(order[: worlds // 2], order[worlds // 2 :]), (order[worlds // 2 :], order[: worlds // 2])]
    out = np.zeros((2, len(choices), n))
    shares = np.where(made.firsts > 0, 1.0 / np.maximum(made.firsts, 1), 0.0)
    for row in range(n):
        used = made.candidates[row] != NO_ACTION
        places = np.array(
            [[int(np.flatnonzero(made.candidates[row] == a)[0]) for a in of] for of in choices[:, :, row]]
        )
        for kind, values in enumerate((made.margins[row].astype(np.float64), shares[row])):
            for one, other in halves:
                best = np.where(used, values[:, one].mean(axis=1), -np.inf).argmax()
                worth = values[:, other].mean(axis=1)
                out[kind, :, row] += (worth[best] - worth[places].mean(axis=1)) / len(halves)
    return out


def table(scores: list[Score]) -> str:
    """Return one row an agent; what it gains is compared with the first one, decision by decision."""
    rows = []
    for each in scores:
        gain = scores[0].regret - each.regret
        removed = gain.mean() / scores[0].regret.mean()
        rows.append(
            [
                f"`{each.agent}`",
                _mean(each.regret, 2),
                _mean(gain, 2) if each is not scores[0] else "",
                f"{100 * removed:.0f}" if each is not scores[0] else "",
                _mean(100 * each.of_firsts, 1),
                *("" if np.isnan(figure) else f"{figure:.2f}" for figure in (each.bias, each.deviation)),
                f"{each.milliseconds:.1f}",
            ]
        )
    titles = ["agent", "regret, points", "less than the first", "in %", "regret, % of first places", "bias", "sd", "ms"]
    return markdown(titles, rows)


def _mean(figures: NDArray[Any], digits: int) -> str:
    error = figures.std(ddof=1) / np.sqrt(len(figures))
    return f"{figures.mean():.{digits}f} ± {error:.{digits}f}"
