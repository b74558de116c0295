"""A table: one game with people and agents in its seats."""

from __future__ import annotations

import asyncio
import operator
import secrets
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np

from arctic_env.agents.guarded_calls import message_of, traceback_of
from arctic_env.agents.protocol import Agent, Player
from arctic_env.agents.specs import bind_all
from arctic_env.arena.match import rank_with_forfeits
from arctic_env.errors import ArcticError, IllegalActionError, RecordError
from arctic_env.kernels.random import make_seed, one_way_seed
from arctic_env.model.position import Position, View
from arctic_env.records import Record
from arctic_env.validation import is_integer, short_repr
from arctic_env.web.frames import News, news_of

HUMAN = "human"
FORMAT = "arctic/table/1"

_SEEDS = 2**62  # of tables
_WORLDS = 256  # by which it is found out whether an action has shown something
_SUBSTITUTE = "random"


class StaleError(ArcticError):
    """A request about another decision than the one that is due."""


class Table:
    """One game, with a person or an agent in each seat, and everything that was played."""

    def __init__(
        self,
        start: Position,
        seats: Sequence[str],
        *,
        deal_seed: int | None = None,
        skip_forced: bool | None = None,
        key: str | None = None,
        tokens: Sequence[str] = (),
    ) -> None:
        """Seat agents; AgentError where one cannot play."""
        self.game = start.game
        self.key = key or secrets.token_hex(4)  # its name in addresses
        # another text each time that the table is opened; decisions are counted anew where a save lacks some
        self.opened = secrets.token_hex(4)
        self.seats = tuple(seats)  # an agent string for each seat, or HUMAN
        # a secret for each seat, which shows that a request comes from the person there
        self.tokens = tuple(tokens) or tuple(secrets.token_urlsafe(16) for _ in seats)
        self.positions, self.actions = [start], list[int]()  # the start, and the position after each action
        # the number of the decision that is due; it grows with every action and undo, so none comes twice
        self.decision = 0
        self.people = [seat for seat, agent in enumerate(seats) if agent == HUMAN]
        # Where several people play, an answer at once would tell the others that there was no choice.
        # whether a person's only legal action is played without asking
        self.skip_forced = len(self.people) == 1 if skip_forced is None else skip_forced
        self.deal_seed = deal_seed  # the seed that dealt the start; None if it was set up
        # of each agent that failed, as in a record; random actions are played for it since
        self.forfeits: list[dict[str, Any]] = []
        self.seed = secrets.randbelow(_SEEDS)  # the seed of all randomness of agents
        self.listeners: set[asyncio.Event] = set()  # events that are set at each change
        # when somebody began to think of the decision that is due, by `time.monotonic`; None else
        self.thinking_since: float | None = None
        self._agents, self._players = self._bind_agents(), dict[int, Player]()
        self._news: dict[tuple[int, int | None], News] = {}
        self._work: asyncio.Task[None] | None = None

    def _bind_agents(self) -> dict[int, Agent]:
        named = {seat: agent for seat, agent in enumerate(self.seats) if agent != HUMAN}
        return dict(zip(named, bind_all(list(named.values()), self.game, len(self.seats)), strict=True))

    def _player(self, seat: int) -> Player:
        """Return the player of an agent's seat, which it sends when it is asked first: where that fails it forfeits."""
        if seat not in self._players:
            self._players[seat] = self._agents[seat].start(seat, one_way_seed(self.seed, seat))
        return self._players[seat]

    # ------------------------------------------------------------------------------------ the game

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[-1]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.position.seat is None

    @property
    def busy(self) -> bool:
        """Whether an agent is deciding."""
        return self._work is not None and not self._work.done()

    def check_due(self, decision: object) -> None:
        """Raise StaleError unless that is the number of the decision that is due."""
        if not is_integer(decision) or decision != self.decision:
            raise StaleError(f"decision {short_repr(decision)} is not due; decision {self.decision} is")

    def act(self, seat: int, decision: object, text: object) -> None:
        """Play a person's action; StaleError if another decision or seat's is due, IllegalActionError if not legal."""
        self.check_due(decision)
        if self.position.seat != seat:
            raise StaleError(f"seat {seat} has nothing to decide now")
        if not isinstance(text, str):
            raise IllegalActionError(f"an action is a text, not {short_repr(text)}")
        after = self.position.play(text)  # which raises
        self._append(self.position.action_id(text), after)

    def _append(self, action: int, after: Position) -> None:
        self.actions.append(action)
        self.positions.append(after)
        self.decision += 1

    def replay(self, texts: Sequence[str]) -> None:
        """Play actions by their texts from the position now on; RecordError names the first that does not fit."""
        for number, text in enumerate(texts):
            try:
                after = self.position.play(text)
            except IllegalActionError as error:
                raise RecordError(f"action {number}, {short_repr(text)}, does not fit: {error}") from error
            self._append(self.position.action_id(text), after)

    def news(self, number: int, viewer: int | None) -> News:
        """Return what a viewer is told of the action of that number, made once."""
        if (number, viewer) not in self._news:
            before, after = self.positions[number : number + 2]
            self._news[number, viewer] = news_of(before, self.actions[number], after, viewer)
        return self._news[number, viewer]

    def forfeit_news(self, number: int) -> News:
        """Return what everybody is told of agents that failed at that decision."""
        if all(one["decision"] != number for one in self.forfeits):
            return []
        texts = self.record().forfeit_texts(number)
        return [{"kind": "forfeit", "seat": seat, "text": text} for seat, text in texts.items()]

    def told(self) -> None:
        """Wake all who wait for a change."""
        for listener in self.listeners:
            listener.set()

    # ------------------------------------------------------------------------------------ agents

    def go_on(self, threads: ThreadPoolExecutor) -> asyncio.Task[None]:
        """Let agents decide, and forced answers be given, until a person is asked; return the running task."""
        if self._work is None or self._work.done():
            self._work = asyncio.ensure_future(self._play_on(threads))
        return self._work

    async def _play_on(self, threads: ThreadPoolExecutor) -> None:
        while (seat := self.position.seat) is not None:
            if seat in self.people:
                if not self._is_skipped(self.position):
                    break
                action = int(self.position.mask().argmax())
                self._append(action, self.position.apply(action))
            else:
                await self.advance(threads)
        self.told()

    def _is_skipped(self, position: Position) -> bool:
        return self.skip_forced and int(position.mask().sum()) == 1

    async def advance(self, threads: ThreadPoolExecutor) -> None:
        """Let the agent whose turn it is decide once; if the decision is gone meanwhile, its answer is dropped."""
        decision, position = self.decision, self.position
        assert position.seat is not None
        action, kind = await asyncio.get_running_loop().run_in_executor(threads, self._ask, position, position.seat)
        if decision == self.decision:
            if kind:
                self.forfeits.append({"seat": position.seat, "decision": len(self.actions), "kind": kind})
            self._append(action, position.apply(action))
            self.told()

    def _ask(self, position: Position, seat: int) -> tuple[int, str]:
        """Return an agent's choice; of one that fails or has failed a random one, and if it fails now how."""
        mask, view, kind = position.mask(), position.view(seat), ""
        if not self.has_failed(seat):
            who = f"{self.seats[seat]} in seat {seat}, decision {len(self.actions)}"
            try:
                action = operator.index(self._player(seat).act(view, mask.copy()))
                if 0 <= action < len(mask) and mask[action]:
                    return action, ""
                kind, told = "illegal", f"{who}: {action} is not a legal action\n"
            except (Exception, SystemExit) as error:
                kind, told = "crash", f"{traceback_of(error)}{who}: {message_of(error)}\n"
            print(told, end="", file=sys.stderr)
        seed = make_seed(self.seed, len(self.actions), seat)
        return int(np.random.default_rng(seed).choice(np.flatnonzero(mask))), kind

    def has_failed(self, seat: int) -> bool:
        """Return whether the agent of a seat has forfeited."""
        return any(one["seat"] == seat for one in self.forfeits)

    def ranks(self) -> list[int]:
        """Return places at the end, 0 for the first, forfeited seats last."""
        position = self.position
        ranks, forfeited = position.ranks().tolist(), [one["seat"] for one in self.forfeits]
        return list(rank_with_forfeits(ranks, forfeited, position.teams().tolist())) if forfeited else ranks

    # ------------------------------------------------------------------------------------ undo

    def undo(self, seat: int, decision: object) -> None:
        """Go back to a seat's last decision; StaleError where `why_no_undo` says so."""
        self.check_due(decision)
        if why := self.why_no_undo(seat):
            raise StaleError(why)
        keep = self._last_of(seat)
        assert keep is not None
        del self.actions[keep:], self.positions[keep + 1 :]
        self._news = {key: news for key, news in self._news.items() if key[0] < keep}
        self.decision += 1

    def _last_of(self, seat: int) -> int | None:
        """Return the index of the last decision of a seat in which there was a choice."""
        for index in reversed(range(len(self.actions))):
            position = self.positions[index]
            if position.seat != seat:
                return None
            if not self._is_skipped(position):
                return index
        return None

    def why_no_undo(self, seat: int) -> str:
        """Return why a seat cannot go back to its last decision; empty if it can.

        It can until another seat has decided, or until its actions have shown something: whatever world agrees with
        what it knew before, these actions lead to what it knows now.
        """
        last = self._last_of(seat)
        if last is None:
            return "another seat has decided since" if self.actions else "nothing has been played"
        if self.over:
            return "the game is over"
        before, now = self.positions[last].view(seat), self.position.view(seat)
        if not is_foregone(before, self.actions[last:], now):
            return "your action has shown you something new"
        return ""

    # ------------------------------------------------------------------------------------ files

    def record(self) -> Record:
        """Return the record of the game so far."""
        texts = [before.action_text(action) for before, action in zip(self.positions, self.actions, strict=False)]
        record = Record.from_texts(self.positions[0], texts, self.position, agents=self.seats, seed=self.deal_seed)
        return replace(record, forfeits=list(self.forfeits))

    def to_dict(self) -> dict[str, Any]:
        """Return the document of a saved table; it holds all secrets."""
        return {
            "format": FORMAT,
            "key": self.key,
            "tokens": list(self.tokens),
            "decision": self.decision,
            "skip_forced": self.skip_forced,
            "record": self.record().to_dict(),
        }

    @staticmethod
    def from_dict(document: dict[str, Any]) -> Table:
        """Open a saved table; RecordError if it is none or actions do not fit, AgentError if an agent cannot play."""
        if document.get("format") != FORMAT or not isinstance(document.get("record"), dict):
            raise RecordError(f"a saved table has the format {FORMAT} and a record")
        record = Record.from_dict(document["record"])
        tokens, key = document.get("tokens"), document.get("key")
        if not (isinstance(tokens, list) and len(tokens) == len(record.agents) and all(map(_is_token, tokens))):
            raise RecordError("tokens: a saved table has a text of at least 16 letters for each seat")
        if not (isinstance(key, str) and key.isalnum() and len(key) <= 32):
            raise RecordError(f"key: it must be letters and digits, not {short_repr(key)}")
        table = Table.of_record(record, key=key, tokens=tokens, skip_forced=bool(document.get("skip_forced")))
        decision = document.get("decision")
        if not is_integer(decision) or decision < table.decision:
            raise RecordError(f"decision: it must be an integer of at least {table.decision}")
        table.decision, table.forfeits = int(decision), [dict(one) for one in record.forfeits]
        return table

    @staticmethod
    def of_record(record: Record, *, stop: int | None = None, seats: Sequence[str] = (), **options: Any) -> Table:
        """Return a table at which a record goes on, after its first `stop` actions, with these seats or its own."""
        table = Table(record.start_position(), list(seats) or record.agents, deal_seed=record.seed, **options)
        table.replay(record.actions[:stop])
        return table


def _is_token(token: object) -> bool:
    return isinstance(token, str) and len(token) >= 16


def is_foregone(before: View, actions: Sequence[int], now: View) -> bool:
    """Return whether actions lead from what a seat knew to what it knows, whatever is hidden from it."""
    game, seat, known = before.game, before.seat, now.states.tobytes()
    start, world, seen = (np.zeros(1, game.dtype) for _ in range(3))
    start[:] = before.states
    for seed in range(_WORLDS):  # by the kernels that positions use: others would have to be compiled first
        game.kernels.determinize(start, 0, seat, seed, world, 0)
        for action in actions:
            mask = np.zeros(game.actions.size, np.int8)
            game.kernels.legal(world, 0, mask)
            if world["seat"][0] != seat or not mask[action]:
                return False
            game.kernels.apply(world, 0, action)
        game.kernels.view(world, 0, seat, seen, 0)
        if seen.tobytes() != known:
            return False
    return True
