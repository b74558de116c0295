"""Truth sets as files: made in blocks, so that one that was interrupted goes on where it stopped."""

import io
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import arctic_env
from arctic_env.agents.protocol import Agent
from arctic_env.agents.specs import bind, split_agents
from arctic_env.errors import SettingsError
from arctic_env.files import write_whole
from arctic_env.kernels.random import make_seeds
from arctic_env.model.game import Game
from benchmarks.truth.decisions import (
    ANSWERS,
    ORDER,
    Questions,
    Record,
    Tell,
    choose_decisions,
    play_games,
    replay,
    source_of_worlds,
    value,
)

NO_ACTION = -1
_BLOCK = 5  # decisions from one writing of the file to the next


@dataclass(frozen=True)
class Plan:
    """How a set is made; equal plans make equal sets, but for a network's last digits.

    Attributes:
        game: The game's name.
        num_players: The number of players.
        agents: Agent strings, separated by commas, whose games the decisions are from.
        continuation: Agent string of who plays on in all seats.
        decisions: How many.
        games: From how many games.
        worlds: In which each candidate is valued.
        candidates: Of a decision, at the most: what the agents and the continuation would play, then others at random.
        believed: Whether worlds are as likely as what others did makes them.
        seed: Of everything.
    """

    game: str
    num_players: int
    agents: str
    continuation: str
    decisions: int
    games: int
    worlds: int
    candidates: int
    believed: bool
    seed: int

    @property
    def command(self) -> str:
        """The command that makes the set, without the file."""
        options = [f"--{name.replace('_', '-')} {value}" for name, value in asdict(self).items() if name != "believed"]
        return " ".join(["python -m benchmarks.truth make", *options, *(["--believed"] if self.believed else [])])


@dataclass
class TruthSet:
    """Decisions and the values of their candidates.

    Attributes:
        plan: How it was made.
        record: Where the decisions are.
        candidates: int64[decisions, most], ids of actions; NO_ACTION in places that are not used.
        margins: int16[decisions, most, worlds], over the best other seat or team, in points.
        firsts: int8[decisions, most, worlds], by how many the first place is shared, 0 for another place.
        done: How many decisions were valued so far.
    """

    plan: Plan
    record: Record
    candidates: NDArray[np.int64]
    margins: NDArray[np.int16]
    firsts: NDArray[np.int8]
    done: int

    def save(self, path: Path) -> None:
        """Write it to a file, all of it or nothing."""
        document = {"command": self.plan.command, "plan": asdict(self.plan), "done": self.done}
        text = np.frombuffer(json.dumps(document).encode(), np.uint8)
        buffer = io.BytesIO()
        values = {"candidates": self.candidates, "margins": self.margins, "firsts": self.firsts}
        np.savez_compressed(buffer, about=text, **vars(self.record), **values)
        write_whole(path, buffer.getvalue())


def load(path: Path) -> TruthSet:
    """Read a set.

    Raises:
        SettingsError: The file is none.
    """
    try:
        with np.load(path) as file:
            about = json.loads(file["about"].tobytes())
            record = Record(**{name: file[name] for name in Record.__dataclass_fields__})
            values = [file[name] for name in ("candidates", "margins", "firsts")]
            return TruthSet(Plan(**about["plan"]), record, *values, done=about["done"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SettingsError(f"{path} is no truth set: {error}") from error


def make(plan: Plan, path: Path, tell: Tell) -> TruthSet:
    """Make a set, or go on with one that was interrupted.

    Raises:
        SettingsError: Another set is there, or the plan cannot be carried out.
    """
    game = arctic_env.game(plan.game)
    agents = [bind(text, game, plan.num_players) for text in split_agents(plan.agents)]
    on = bind(plan.continuation, game, plan.num_players)
    draw = source_of_worlds(game, plan.believed)
    made = _begin(plan, path, game, agents, on, tell)
    asked, began, before = replay(game, plan.num_players, made.record), time.perf_counter(), made.done
    while made.done < plan.decisions:
        row = made.done
        there = made.candidates[row][made.candidates[row] != NO_ACTION]
        values = value(asked, row, there, plan.worlds, game, on, draw, plan.seed)
        made.margins[row, : len(there)], made.firsts[row, : len(there)] = values
        made.done += 1
        if made.done % _BLOCK == 0 or made.done == plan.decisions:
            made.save(path)
            left = (time.perf_counter() - began) / (made.done - before) * (plan.decisions - made.done)
            tell(f"{path}: {made.done} of {plan.decisions} decisions, {left:,.0f} s to go")
    return made


def _begin(plan: Plan, path: Path, game: Game, agents: list[Agent], on: Agent, tell: Tell) -> TruthSet:
    if path.exists():
        there = load(path)
        if there.plan != plan:
            raise SettingsError(f"{path} holds another set ({there.plan.command}); remove it or take another --out")
        return there
    tell(f"{path}: {plan.games} games of {plan.agents}")
    record = choose_decisions(
        play_games(game, plan.num_players, agents, plan.games, plan.seed), plan.decisions, plan.seed
    )
    candidates = _candidates(plan, replay(game, plan.num_players, record), [*agents, on])
    shape = (*candidates.shape, plan.worlds)
    return TruthSet(plan, record, candidates, np.zeros(shape, np.int16), np.zeros(shape, np.int8), 0)


def _candidates(plan: Plan, asked: Questions, agents: list[Agent]) -> NDArray[np.int64]:
    """Choose candidates: what these agents and the planner would play, then others in random order."""
    generator = np.random.default_rng(make_seeds(plan.seed, ORDER))
    seeds = make_seeds(plan.seed, ANSWERS, np.arange(len(asked.seats)))
    answers = [agent.decide(asked.views, asked.seats, asked.masks, seeds) for agent in agents]
    candidates = np.full((len(asked.seats), plan.candidates), NO_ACTION)
    for row, mask in enumerate(asked.masks):
        first = dict.fromkeys(int(answer[row]) for answer in answers)
        others = generator.permutation([action for action in np.flatnonzero(mask) if int(action) not in first])
        kept = [*first, *others.tolist()][: plan.candidates]
        candidates[row, : len(kept)] = kept
    return candidates


def value_others(made: TruthSet, asked: Questions, choices: NDArray[Any], tell: Tell) -> None:
    """Value chosen actions that are not among the candidates of their decisions, int64[agents, decisions]."""
    missing = [
        (row, action) for row in range(made.done) for action in np.setdiff1d(choices[:, row], made.candidates[row])
    ]
    if not missing:
        return
    tell(f"{len(missing)} chosen actions are no candidates and are valued now")
    plan, game = made.plan, arctic_env.game(made.plan.game)
    on, draw = bind(plan.continuation, game, plan.num_players), source_of_worlds(game, plan.believed)
    for row, action in missing:
        free = np.flatnonzero(made.candidates[row] == NO_ACTION)
        if not len(free):
            made.candidates = np.pad(made.candidates, ((0, 0), (0, 1)), constant_values=NO_ACTION)
            made.margins, made.firsts = (np.pad(each, ((0, 0), (0, 1), (0, 0))) for each in (made.margins, made.firsts))
            free = np.array([made.candidates.shape[1] - 1])
        margins, firsts = value(asked, row, np.array([action]), plan.worlds, game, on, draw, plan.seed)
        made.candidates[row, free[0]], made.margins[row, free[0]], made.firsts[row, free[0]] = (
            action,
            margins[0],
            firsts[0],
        )
