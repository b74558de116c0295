"""Truth sets: decisions from games of agents, and the values of their candidates.

Games are kept as deals and actions, so that a set outlives the state. A set is made in blocks: one that was
interrupted goes on where it stopped.
"""

import io
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import arctic_env
from arctic_agents.search.heuristics import Determinize, draw_worlds, heuristics_of
from arctic_env.agents.protocol import Agent
from arctic_env.agents.specs import bind, split_agents
from arctic_env.errors import SettingsError
from arctic_env.files import write_whole
from arctic_env.kernels.random import make_seeds
from arctic_env.model.game import Game

States = NDArray[Any]
Ints = NDArray[np.int64]
Tell = Callable[[str], None]

_DEALS, _GAMES, _CHOICE, _WORLDS, _CHANCE, ANSWERS, ORDER = range(7)  # what seeds are for
_PARTS = 10  # of a game, from which equally many decisions are taken
_AT_ONCE = 4096  # games that are played on together


class Questions(NamedTuple):
    """n decisions as agents are asked for them: states with all that is hidden, and as the deciding seats know them.

    They are records of the game's dtype; seats are int8[n], masks int8[n, actions].
    """

    states: States
    views: States
    seats: NDArray[np.int8]
    masks: NDArray[np.int8]


@dataclass(frozen=True)
class Record:
    """Games that were played, and decisions in them."""

    deals: Ints  # int64[games], the seeds of the deals
    actions: Ints  # int64[all], what was played, game by game
    ends: Ints  # int64[games], one past the last action of each
    of_game: Ints  # int64[decisions], in which game each decision is
    played: Ints  # int64[decisions], actions before it


def take(states: States, rows: Any) -> States:
    """Return some states; as bytes, since numpy copies records field by field."""
    raw = states.view(np.uint8).reshape(len(states), states.dtype.itemsize)
    return np.ascontiguousarray(raw[rows]).view(states.dtype).reshape(-1)


def questions(game: Game, states: States) -> Questions:
    """Ask for the decisions that are due in these states."""
    seats, views = states["seat"].astype(np.int8), np.zeros_like(states)
    masks = np.zeros((len(states), game.actions.size), np.int8)
    game.batch.view(states, seats, views)
    game.batch.legal(states, masks)
    return Questions(states, views, seats, masks)


def play_games(game: Game, num_players: int, agents: Sequence[Agent], games: int, seed: int) -> Record:
    """Play games, agents sitting in turn, and list the decisions with a choice."""
    deals = make_seeds(seed, _DEALS, np.arange(games))
    states, played = np.zeros(games, game.dtype), [list[int]() for _ in range(games)]
    game.batch.deal(states, deals, *game.options(num_players))
    choices: list[tuple[int, int]] = []
    while len(live := np.flatnonzero(states["seat"] >= 0)):
        asked = questions(game, take(states, live))
        counts = np.array([len(played[row]) for row in live])
        choices += [(row, len(played[row])) for row in live[asked.masks.sum(axis=1) > 1].tolist()]
        actions, who = asked.masks.argmax(axis=1), (asked.seats + live) % len(agents)
        for number, agent in enumerate(agents):
            rows = np.flatnonzero((who == number) & (asked.masks.sum(axis=1) > 1))
            if len(rows):
                seeds = make_seeds(seed, _GAMES, live[rows], counts[rows])
                actions[rows] = agent.decide(take(asked.views, rows), asked.seats[rows], asked.masks[rows], seeds)
        full = np.zeros(games, np.int64)
        full[live] = actions
        game.batch.apply(states, full)
        for row, action in zip(live.tolist(), actions.tolist(), strict=True):
            played[row].append(action)
    lengths = [len(each) for each in played]
    flat = np.array([action for each in played for action in each], np.int64)
    of_game, before = np.array(choices, np.int64).T
    return Record(deals, flat, np.cumsum(lengths), of_game, before)


def choose_decisions(record: Record, count: int, seed: int) -> Record:
    """Choose decisions, equally many from each tenth of the games, in random order; games without any are left out."""
    generator = np.random.default_rng(make_seeds(seed, _CHOICE))
    starts = np.concatenate([[0], record.ends[:-1]])
    parts = _PARTS * record.played // (record.ends - starts)[record.of_game]
    wanted = [count * (part + 1) // _PARTS - count * part // _PARTS for part in range(_PARTS)]
    chosen = []
    for part, number in enumerate(wanted):
        there = np.flatnonzero(parts == part)
        if len(there) < number:
            raise SettingsError(f"the games have {len(there)} decisions in part {part + 1}, not {number}: more --games")
        chosen += generator.choice(there, number, replace=False).tolist()
    kept = generator.permutation(chosen)  # so that a set in the making is a fair sample, too
    games, of_game = np.unique(record.of_game[kept], return_inverse=True)
    pieces = [record.actions[starts[row] : record.ends[row]] for row in games]
    ends = np.cumsum([len(piece) for piece in pieces])
    return Record(record.deals[games], np.concatenate(pieces), ends, of_game, record.played[kept])


def replay(game: Game, num_players: int, record: Record) -> Questions:
    """Return the decisions of a record as agents are asked for them."""
    states = np.zeros(len(record.deals), game.dtype)
    game.batch.deal(states, record.deals, *game.options(num_players))
    starts = np.concatenate([[0], record.ends[:-1]])
    reached = np.zeros(len(record.played), game.dtype)
    for step in range(int(record.played.max()) + 1):
        here = np.flatnonzero(record.played == step)
        for row in here:
            reached[row : row + 1] = states[record.of_game[row] : record.of_game[row] + 1]
        going = starts + step < record.ends
        actions = np.where(going, record.actions[np.minimum(starts + step, len(record.actions) - 1)], 0)
        game.batch.apply(states, actions)
    asked = questions(game, reached)
    if (asked.masks.sum(axis=1) < 2).any():
        raise SettingsError(f"the games of the set cannot be played by the rules of {game.name} any more: make it anew")
    return asked


# ------------------------------------------------------------------------------------------------ values


def source_of_worlds(game: Game, believed: bool) -> Determinize:
    """Return where worlds come from."""
    believe = heuristics_of(game).believe
    if believed and believe is None:
        raise SettingsError(f"there are no beliefs for {game.name}")
    return believe if believed and believe is not None else draw_worlds


def value(
    asked: Questions, row: int, candidates: Ints, worlds: int, game: Game, on: Agent, draw: Determinize, seed: int
) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """Play a decision's candidates on to the end, by one agent in all seats, in the same worlds and with the same luck.

    Return the margin over the best other seat or team, int16[candidates, worlds], and by how many the first place is
    shared where the deciding seat has it, int8[candidates, worlds], 0 where it has not.
    """
    seat, numbers = int(asked.seats[row]), np.arange(worlds)
    drawn = draw(game, take(asked.views, [row]), seat, make_seeds(seed, _WORLDS, row, numbers))
    states = take(drawn, np.tile(numbers, len(candidates)))
    game.batch.apply(states, np.repeat(candidates, worlds))
    chance = np.tile(make_seeds(seed, _CHANCE, row, numbers), len(candidates))
    parts = [slice(first, first + _AT_ONCE) for first in range(0, len(states), _AT_ONCE)]
    ended = [_outcomes(game, _play_on(game, on, states[part], chance[part]), seat) for part in parts]
    margins, firsts = (np.concatenate(each).reshape(len(candidates), worlds) for each in zip(*ended, strict=True))
    return margins.astype(np.int16), firsts.astype(np.int8)


def _play_on(game: Game, agent: Agent, states: States, chance: Ints) -> States:
    """Let an agent play all seats to the end, in place."""
    step = 0
    live = np.arange(len(states))
    while len(live := live[states["seat"][live] >= 0]):
        asked = questions(game, take(states, live))
        actions = asked.masks.argmax(axis=1)
        rows = np.flatnonzero(asked.masks.sum(axis=1) > 1)
        if len(rows):
            seeds = make_seeds(chance[live[rows]], step)
            actions[rows] = agent.decide(take(asked.views, rows), asked.seats[rows], asked.masks[rows], seeds)
        there = asked.states
        game.batch.apply(there, actions)
        raw = states.view(np.uint8).reshape(len(states), -1)
        raw[live] = there.view(np.uint8).reshape(len(there), -1)
        step += 1
    return states


def _outcomes(game: Game, ended: States, seat: int) -> tuple[Ints, Ints]:
    n, most = len(ended), max(game.players)
    scores, ranks, teams = np.zeros((n, most), np.int32), np.zeros((n, most), np.int8), np.zeros(most, np.int8)
    game.batch.scores(ended, scores)
    game.batch.ranks(ended, ranks)
    game.kernels.teams(ended, 0, teams)
    players = int(ended["players"][0])
    others = [other for other in range(players) if teams[other] != teams[seat]]
    size = int((teams[:players] == teams[seat]).sum())
    margins = scores[:, seat] - scores[:, others].max(axis=1)
    winners = (ranks[:, :players] == 0).sum(axis=1) // size
    return margins.astype(np.int64), np.where(ranks[:, seat] == 0, winners, 0)


NO_ACTION = -1
_BLOCK = 5  # decisions from one writing of the file to the next


@dataclass(frozen=True)
class Plan:
    """How a set is made; equal plans make equal sets, but for a network's last digits."""

    game: str
    num_players: int
    agents: str  # agent strings, separated by commas, whose games the decisions are from
    continuation: str  # agent string of who plays on in all seats
    decisions: int  # how many
    games: int  # from how many
    worlds: int  # in which each candidate is valued
    candidates: int  # at the most: what the agents and the continuation would play, then others at random
    believed: bool  # whether worlds are as likely as what others did makes them
    seed: int

    @property
    def command(self) -> str:
        """The command that makes the set, without the file."""
        options = [f"--{name.replace('_', '-')} {value}" for name, value in asdict(self).items() if name != "believed"]
        return " ".join(["python -m benchmarks.truth make", *options, *(["--believed"] if self.believed else [])])


@dataclass
class TruthSet:
    """Decisions and the values of their candidates."""

    plan: Plan
    record: Record
    candidates: NDArray[np.int64]  # [decisions, most], ids of actions; NO_ACTION in places that are not used
    margins: NDArray[np.int16]  # [decisions, most, worlds], over the best other seat or team, in points
    firsts: NDArray[np.int8]  # [decisions, most, worlds], by how many the first place is shared, 0 for another place
    done: int  # how many decisions were valued so far

    def save(self, path: Path) -> None:
        """Write it to a file, all of it or nothing."""
        document = {"command": self.plan.command, "plan": asdict(self.plan), "done": self.done}
        text = np.frombuffer(json.dumps(document).encode(), np.uint8)
        buffer = io.BytesIO()
        values = {"candidates": self.candidates, "margins": self.margins, "firsts": self.firsts}
        np.savez_compressed(buffer, about=text, **vars(self.record), **values)
        write_whole(path, buffer.getvalue())


def load(path: Path) -> TruthSet:
    """Read a set; raise SettingsError if the file is none."""
    try:
        with np.load(path) as file:
            about = json.loads(file["about"].tobytes())
            record = Record(**{name: file[name] for name in Record.__dataclass_fields__})
            values = [file[name] for name in ("candidates", "margins", "firsts")]
            return TruthSet(Plan(**about["plan"]), record, *values, done=about["done"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SettingsError(f"{path} is no truth set: {error}") from error


def make(plan: Plan, path: Path, tell: Tell) -> TruthSet:
    """Make a set, or go on with one; SettingsError if another is there, or the plan cannot be carried out."""
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
