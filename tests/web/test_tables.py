"""Tables: what a seat is sent, undo, forced decisions, agents that fail, saving."""

import asyncio
import json
import re
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

import arctic_env
from arctic_agents.search import search
from arctic_env.errors import IllegalActionError, RecordError
from arctic_env.web.app import Page
from arctic_env.web.lobby import Lobby
from arctic_env.web.state import state_of
from arctic_env.web.tables import HUMAN, StaleError, Table, is_foregone
from arctic_env.web.think import advisers, are_alike, beliefs, levels, think
from tests.north_pole.scenes import scene
from tests.web.serving import serving, sit_down

GAMES = arctic_env.games()


def play_on(table: Table) -> None:
    with ThreadPoolExecutor(1) as threads:

        async def run() -> None:
            await table.go_on(threads)

        asyncio.run(run())


def act(table: Table, text: str) -> None:
    seat = table.position.seat
    assert seat is not None
    table.act(seat, table.decision, text)


def walk(table: Table, generator: np.random.Generator) -> None:
    act(table, str(generator.choice(table.position.legal())))


@pytest.mark.parametrize("name", GAMES)
def test_a_state_is_the_same_whatever_is_hidden(name: str) -> None:
    """What a seat is sent is a function of what it knows: it stays the same in another world that it cannot tell."""
    game, generator = arctic_env.game(name), np.random.default_rng(1)
    table = Table(game.deal(seed=4, num_players=3), [HUMAN] * 3)
    compared = 0
    while not table.over and len(table.actions) < 150:
        walk(table, generator)
        if len(table.actions) % 10:
            continue
        seat = len(table.actions) // 10 % 3
        mine = state_of(table, seat)
        truth = table.positions[-1]
        table.positions[-1] = truth.view(seat).determinize(len(table.actions))
        other = state_of(table, seat)
        table.positions[-1] = truth
        differ = {part for part in mine if mine[part] != other[part]} - {"why_no_undo", "undo"}
        assert not differ
        compared += truth != truth.view(seat).determinize(len(table.actions))
    assert compared > 3  # otherwise nothing was hidden


@pytest.mark.parametrize("name", GAMES)
def test_actions_are_marked_in_the_picture(name: str) -> None:
    generator = np.random.default_rng(2)
    table = Table(arctic_env.game(name).deal(seed=2, num_players=2), [HUMAN] * 2)
    marked = set()
    while not table.over and len(table.actions) < 120:
        walk(table, generator)
        if len(table.actions) % 3 or table.over:
            continue
        seat = table.position.seat
        state = state_of(table, seat)
        words = {word for each in state["actions"] for word in each["text"].split()[1:]}
        found = set(re.findall(r'data-target="([^"]*)"', state["svg"]))
        assert found <= words
        marked |= found
    assert len(marked) > 12
    waiting = next(seat for seat in range(2) if seat != table.position.seat)
    assert "data-target" not in state_of(table, waiting)["svg"]


def test_another_seat_s_backpack_is_not_marked_as_the_own() -> None:
    document = scene("b6", "d7", cards="march move", packs=("dash move red", "steal blue"))
    state = state_of(Table(arctic_env.game("north_pole").position(document), [HUMAN] * 2), 0)
    assert "play pack" in [each["text"] for each in state["actions"]]
    assert state["svg"].count('data-target="pack"') == 1


def test_undo_goes_back_until_something_is_shown() -> None:
    table = Table(arctic_env.game("arctic").deal(seed=7), [HUMAN] * 2)
    first = table.position
    assert first.seat is not None
    seat = first.seat
    assert table.why_no_undo(seat) == "nothing has been played"
    act(table, first.legal()[0])
    before = table.decision
    table.undo(seat, before)
    assert table.position == first
    assert table.decision > before  # so that nothing that was asked before the undo is taken for an answer
    generator = np.random.default_rng(0)
    reasons = set()
    while not table.over:
        mover = table.position.seat
        assert mover is not None
        was = table.position
        walk(table, generator)
        if why := table.why_no_undo(mover):
            reasons.add(why)
            with pytest.raises(StaleError, match=re.escape(why)):
                table.undo(mover, table.decision)
        else:
            table.undo(mover, table.decision)
            assert table.position == was
            walk(table, generator)
    assert reasons == {"your action has shown you something new", "the game is over"}


def test_a_turned_tile_is_shown_and_a_placed_one_is_not() -> None:
    table = Table(arctic_env.game("iglu").deal(seed=1), [HUMAN] * 2, skip_forced=False)
    while (text := table.position.legal()[0]).startswith("place"):
        seat = table.position.seat
        assert seat is not None
        act(table, text)
        assert not table.why_no_undo(seat)
    turner = table.position.seat
    assert turner is not None
    act(table, text)
    assert text.startswith("turn")
    assert table.why_no_undo(turner)


def test_no_undo_after_another_seat() -> None:
    table = Table(arctic_env.game("iglu").deal(seed=1), [HUMAN] * 2)
    seat = table.position.seat
    assert seat is not None
    act(table, table.position.legal()[0])
    act(table, table.position.legal()[0])
    assert table.why_no_undo(seat) == "another seat has decided since"


def test_what_leads_nowhere_else_is_foregone() -> None:
    position = arctic_env.game("arctic").deal(seed=7)
    assert position.seat is not None
    view, action = position.view(position.seat), int(position.mask().argmax())
    assert is_foregone(view, [action], position.apply(action).view(position.seat))
    assert not is_foregone(view, [action], view)


def test_agents_answer_and_forced_decisions_are_skipped() -> None:
    table = Table(arctic_env.game("arctic").deal(seed=3, num_players=3), [HUMAN, "greedy", "random"])
    while not table.over:
        play_on(table)
        if not table.over:
            assert table.position.seat == 0
            assert len(table.position.legal()) > 1
            act(table, table.position.legal()[0])
    assert table.record().replay() == table.position
    alone = Table(table.positions[0], [HUMAN, HUMAN, "greedy"])
    assert not alone.skip_forced  # an answer at once would tell the other person that there was no choice


@pytest.mark.parametrize(("answer", "kind"), [("none", "crash"), (2.7, "crash"), (-1, "illegal")])
def test_an_agent_that_fails_forfeits_and_is_named(answer: Any, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(arctic_env.game("arctic").deal(seed=3), [HUMAN, "greedy"])

    class Broken:
        def act(self, view: Any, mask: Any) -> Any:
            if answer == "none":
                raise RuntimeError(f"{len(mask)} actions of {view.game.name}")
            return answer

    table._players[1] = Broken()
    while not table.over:
        play_on(table)
        if not table.over:
            act(table, table.position.legal()[0])
    first = next(number for number, position in enumerate(table.positions) if position.seat == 1)
    record = table.record()
    assert list(record.forfeits) == [{"seat": 1, "decision": first, "kind": kind}]
    told = capsys.readouterr().err
    assert told.count(f"greedy in seat 1, decision {first}: ") == 1
    assert ("test_tables.py" in told) == (answer == "none")  # a traceback where it is the agent's
    assert [(each["failed"], each["won"], each["rank"]) for each in state_of(table, 0)["seats"]] == [
        (False, True, 0),
        (True, False, 1),
    ]
    assert Table.from_dict(table.to_dict()).forfeits == list(record.forfeits)
    assert state_of(table, 0)["headline"].endswith(" seat 1 forfeited; the winner is seat 0")
    (news,) = table.forfeit_news(first)
    assert "seat 1 (greedy)" in news["text"]
    assert "forfeits" in news["text"]
    assert not table.forfeit_news(first + 1)


def test_who_is_ahead_on_the_board_and_has_forfeited_does_not_win() -> None:
    table = Table(arctic_env.game("arctic").deal(seed=3), ["greedy", "random"])
    play_on(table)
    ahead = table.position.winners()[0]
    table.forfeits.append({"seat": ahead, "decision": len(table.actions) - 1, "kind": "crash"})
    assert [each["seat"] for each in state_of(table, None)["news"] if each["kind"] == "forfeit"] == [ahead]
    assert [each["won"] for each in state_of(table, None)["seats"]] == [ahead == 1, ahead == 0]
    assert f"on the board, but seat {ahead} forfeited; the winner is seat {1 - ahead}" in state_of(table, 0)["headline"]


def test_who_is_behind_on_the_board_and_has_forfeited_does_not_win_either() -> None:
    table = Table(arctic_env.game("arctic").deal(seed=3), ["greedy", "random"])
    play_on(table)
    ahead = table.position.winners()[0]
    table.forfeits.append({"seat": 1 - ahead, "decision": len(table.actions) - 1, "kind": "crash"})
    told = f"on the board, and seat {1 - ahead} forfeited; the winner is seat {ahead}"
    assert told in state_of(table, 0)["headline"]


def test_stale_and_illegal_actions() -> None:
    table = Table(arctic_env.game("arctic").deal(seed=3), [HUMAN, HUMAN])
    seat = table.position.seat
    assert seat is not None
    with pytest.raises(StaleError, match="decision 1 is not due"):
        table.act(seat, 1, "place XX1")
    with pytest.raises(StaleError, match="nothing to decide"):
        table.act(1 - seat, 0, "place XX1")
    with pytest.raises(IllegalActionError, match="legal:"):
        table.act(seat, 0, "place XX1")


# ------------------------------------------------------------------------------------------ saved tables


def test_a_saved_table_goes_on_as_it_was(tmp_path: Path) -> None:
    lobby = Lobby(folder=tmp_path)
    table = lobby.add(lobby.make({"game": "iglu", "seats": [HUMAN, "greedy"], "seed": 5}))
    play_on(table)
    act(table, table.position.legal()[0])
    play_on(table)
    lobby.save(table).result()
    again = Lobby(folder=tmp_path).tables[table.key]
    assert (again.position, again.decision, again.tokens) == (table.position, table.decision, table.tokens)
    assert state_of(again, 0)["svg"] == state_of(table, 0)["svg"]
    [path] = tmp_path.glob("*.json")
    assert path.stat().st_mode & 0o077 == 0  # it holds what is hidden
    assert not Lobby(files=[path]).broken


def test_a_removed_table_does_not_come_back(tmp_path: Path) -> None:
    lobby = Lobby(folder=tmp_path)
    gone, other = (lobby.add(lobby.make({"game": "arctic", "seats": [HUMAN, "greedy"]})) for _ in range(2))
    lobby.remove(gone).result()
    lobby.save(gone).result()  # by an agent that has thought meanwhile
    assert list(Lobby(folder=tmp_path).tables) == list(lobby.tables) == [other.key]


def test_agents_that_were_to_decide_when_the_server_ended_go_on(tmp_path: Path) -> None:
    lobby = Lobby(folder=tmp_path)
    seats = ["greedy", "greedy"]
    first = arctic_env.game("arctic").deal(seed=5).seat
    assert first is not None
    seats[1 - first] = HUMAN
    table = lobby.add(lobby.make({"game": "arctic", "seats": seats, "seed": 5}))
    opened = Lobby(folder=tmp_path)

    async def run() -> None:
        Page(opened, [], 1).resume()
        await opened.tables[table.key].go_on(opened.threads)

    asyncio.run(run())
    opened.writer.shutdown()  # after the last table
    assert opened.tables[table.key].position.seat == 1 - first
    assert Lobby(folder=tmp_path).tables[table.key].position.seat == 1 - first  # and it was saved


def test_a_server_ends_at_once_while_an_agent_thinks(tmp_path: Path) -> None:
    with serving(tmp_path) as served, served.owner() as client:
        made = sit_down(client, "arctic", ["search:seconds=9", "search:seconds=9"], own=[])
        with pytest.raises(httpx.ReadTimeout):
            client.post(f"/api/table/{made['key']}/all/advance", json={"decision": 0}, timeout=2)
        began = time.monotonic()
        served.process.send_signal(signal.SIGINT)
        assert served.process.wait(timeout=30) == 0
        assert time.monotonic() - began < 4


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"format": "x"}, "format"),
        ({"tokens": ["", ""]}, "tokens"),
        ({"key": "../x"}, "key"),
        ({"decision": -1}, "decision"),
        ({"record": {}}, "record"),
    ],
)
def test_a_broken_table_is_told_and_others_are_opened(tmp_path: Path, change: dict[str, Any], complaint: str) -> None:
    lobby = Lobby(folder=tmp_path)
    tables = [lobby.add(lobby.make({"game": "arctic", "seats": [HUMAN, "greedy"]})) for _ in range(2)]
    path = tmp_path / f"{tables[0].key}.table.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    opened = Lobby(folder=tmp_path)
    assert list(opened.tables) == [tables[1].key]
    [message] = opened.broken
    assert path.name in message
    assert complaint in message or complaint == "record"
    with pytest.raises(RecordError, match=path.name):
        Lobby(files=[path])


def test_a_record_is_played_on_from_where_somebody_likes() -> None:
    lobby = Lobby()
    table = Table(arctic_env.game("arctic").deal(seed=3), ["greedy", "greedy"], deal_seed=3)
    play_on(table)
    record = table.record().to_dict()
    fork = lobby.make({"record": json.dumps(record), "seats": [HUMAN, "greedy"], "stop": 20})
    assert fork.position == table.positions[20]
    assert fork.people == [0]
    position = lobby.make({"position": table.positions[30].to_dict(), "seats": [HUMAN, "greedy"]})
    assert position.position == table.positions[30]


# ------------------------------------------------------------------------------------------ agents


def test_levels_are_those_that_exist() -> None:
    arctic = [each["agent"] for each in levels(arctic_env.game("arctic"), 2)]
    assert arctic == ["greedy", "planner", "champion", "search:policy=champion"]
    race = [[each["agent"] for each in levels(arctic_env.game("north_pole"), number)] for number in (3, 4)]
    assert race == [arctic, arctic]
    for name in GAMES:
        game = arctic_env.game(name)
        for number in game.players:
            Table(game.deal(seed=1, num_players=number), [each["agent"] for each in levels(game, number)][-1:] * number)


@pytest.mark.parametrize("name", GAMES)
def test_thinking_needs_the_view_alone(name: str) -> None:
    position = arctic_env.game(name).deal(seed=3)
    for _ in range(6):
        position = position.apply(int(position.mask().argmax()))
    assert position.seat is not None
    view = position.view(position.seat)
    told = think(view, "search:rollouts=16", 1)
    assert {move["text"] for move in told["moves"]} <= set(view.legal())
    assert told["moves"][0]["rollouts"] > 0
    assert all(0 < later["share"] <= 1 and later["words"] for move in told["moves"] for later in move["then"] or ())
    assert any(move["then"] for move in told["moves"])
    assert sum(told["outlook"]["wins"]) == pytest.approx(1)
    other = view.determinize(3).view(view.seat)
    assert think(other, "search:rollouts=16", 1) == told
    assert advisers(view.game, 2)[-1] == "planner"


def test_beliefs_add_up_for_each_seat() -> None:
    position = arctic_env.game("arctic").deal(seed=3, num_players=3)
    told = beliefs(position.view(1))
    assert told is not None
    assert set(told["seats"]) == {"0", "2"}
    own = position.to_dict()["seats"][1]["totem"]
    for odds in told["seats"].values():
        assert sum(odds.values()) == pytest.approx(1)
        assert odds[own] == 0
    assert beliefs(arctic_env.game("iglu").deal(seed=3).view(0)) is None


def test_a_search_that_finds_no_difference_says_so() -> None:
    """The critic of IGLU IGLU's champion sees none between the first placements."""
    position = arctic_env.game("iglu").deal(seed=7)
    assert position.seat is not None
    view = position.view(position.seat)
    assert are_alike(search(view, policy="champion", rollouts=8))
    assert think(view, "search:policy=champion,rollouts=8", 0)["note"].startswith("I see no difference. ")
    told = search(arctic_env.game("arctic").deal(seed=7), rollouts=24)
    assert not are_alike(told)
