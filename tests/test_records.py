"""Records: written, read, replayed, and refused with a reason when something is wrong with them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import arctic_env
from arctic_agents.random import RandomAgent
from arctic_env.arena import play
from arctic_env.errors import RecordError
from arctic_env.records import Record, read_records, write_records


def played(seed: int, players: int, edition: str = "de") -> Record:
    start = arctic_env.game("arctic").deal(seed=seed, num_players=players, edition=edition)
    return play(start, [RandomAgent] * players, seed=seed, deal_seed=seed).record()


@pytest.fixture(scope="module")
def record() -> Record:
    return played(7, 3, "es")


@pytest.fixture
def document(record: Record) -> dict[str, Any]:
    return json.loads(json.dumps(record.to_dict()))


def test_a_record_has_the_documented_fields(document: dict[str, Any]) -> None:
    assert list(document) == [
        "format", "game", "version", "parameters", "seed", "agents", "start", "actions", "scores", "winners",
    ]  # fmt: skip
    assert document["format"] == "arctic/record/1"
    assert document["game"] == "arctic"
    assert document["parameters"] == {"edition": "es"}
    assert document["seed"] == 7
    assert document["agents"] == ["random"] * 3
    assert document["start"]["format"] == "arctic/position/1"


def test_replaying_gives_the_scores_and_winners(document: dict[str, Any]) -> None:
    final = Record.from_dict(document).replay()
    assert final.seat is None
    assert final.scores() == document["scores"]
    assert final.winners() == document["winners"]


def test_positions_are_those_of_the_game(record: Record) -> None:
    positions = list(record.positions())
    assert len(positions) == len(record.actions) + 1
    assert positions[0].to_dict() == record.start
    for position, after, text in zip(positions, positions[1:], record.actions, strict=False):
        assert position.play(text) == after


def test_files_of_records_round_trip(tmp_path: Path) -> None:
    records = [played(seed, players) for seed, players in enumerate((2, 3, 4))]
    assert write_records(tmp_path / "games.jsonl", records) == 3
    lines = (tmp_path / "games.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == [record.to_dict() for record in records]
    again = list(read_records(tmp_path / "games.jsonl"))
    assert [record.to_dict() for record in again] == [record.to_dict() for record in records]
    for one in again:
        one.replay()


def test_empty_lines_are_skipped(tmp_path: Path, record: Record) -> None:
    line = json.dumps(record.to_dict())
    (tmp_path / "games.jsonl").write_text(f"\n{line}\n\n{line}\n")
    assert len(list(read_records(tmp_path / "games.jsonl"))) == 2


def test_an_unfinished_game_has_no_winners(record: Record) -> None:
    start = record.start_position()
    ids = [start.action_id(text) for text in record.actions[:5]]
    short = Record.of(start, ids, agents=record.agents)
    assert (short.winners, short.seed) == ([], None)
    assert short.replay().seat is not None


def test_forfeits_are_kept(document: dict[str, Any], tmp_path: Path) -> None:
    document["forfeits"] = [{"seat": 1, "decision": 4, "kind": "crash"}, {"seat": 0, "decision": 9, "kind": "late"}]
    record = Record.from_dict(document)
    assert record.to_dict() == document
    write_records(tmp_path / "games.jsonl", [record])
    assert next(read_records(tmp_path / "games.jsonl")) == record
    assert [record.has_forfeited(1, at) for at in (3, 4, 5)] == [False, True, True]
    told = "seat 1 (random) crashed here and forfeits: random actions are played for it from now on"
    assert record.forfeit_texts(4) == {1: told}
    assert record.forfeit_texts(5) == {}


Damage = Callable[[dict[str, Any]], Any]


def set_field(name: str, value: Any) -> Damage:
    return lambda document: document.__setitem__(name, value)


def set_item(name: str, place: int, value: Any) -> Damage:
    return lambda document: document[name].__setitem__(place, value)


def add(name: str, value: Any) -> Damage:
    return lambda document: document[name].append(value)


def drop(name: str, place: int | str) -> Damage:
    return lambda document: document[name].pop(place)


DAMAGES: dict[str, tuple[Damage, str]] = {
    "unknown format": (set_field("format", "arctic/record/9"), "format: must be arctic/record/1, not"),
    "no format": (lambda document: document.pop("format"), "format: is missing"),
    "missing field": (lambda document: document.pop("actions"), "actions: is missing"),
    "unknown field": (set_field("extra", 1), "extra: unknown field; there are format, game, "),
    "wrong type": (set_field("actions", "place FM1"), "actions: must be an array, not 'place FM1'"),
    "a boolean is no number": (set_field("version", True), "version: must be an integer, not true"),
    "wrong seed": (set_field("seed", "7"), "seed: must be an integer or null, not '7'"),
    "another seed": (set_field("seed", 8), "seed: 8 does not deal start; a start set up by hand has null"),
    "no seed at all": (set_field("seed", -1), r"seed: .* 0 to 2\*\*63 - 1, not -1"),
    "wrong item": (set_item("actions", 4, 12), r"actions\[4\]: must be a text, not 12"),
    "a winner is a seat": (set_field("winners", [True]), r"winners\[0\]: must be an integer, not true"),
    "a score is an object": (set_item("scores", 1, 12), r"scores\[1\]: must be an object, not 12"),
    "unknown game": (set_field("game", "chess"), "game: no game 'chess'; there are arctic"),
    "other version": (set_field("version", 99), r"version: made by arctic 99, this is arctic \d+"),
    "other rules": (set_field("parameters", {"edition": "de"}), "parameters: edition is 'de', in start it is 'es'"),
    "unknown rule": (set_field("parameters", {"x": 1}), "parameters: x is 1"),
    "broken start": (drop("start", "river"), "start: river"),
    "agents and seats": (set_field("agents", ["a", "b"]), "agents: 2 names for 3 seats"),
    "illegal action": (set_item("actions", 6, "draw +9"), "action 6, 'draw .9', does not fit"),
    "missing action": (drop("actions", 0), "action 0, '.*', does not fit: .* legal"),
    "action after the end": (add("actions", "done"), "'done', does not fit: .*game is over"),
    "missing end": (drop("actions", -1), r"scores|winners: the record says"),
    "wrong score": (set_item("scores", 1, {"total": 999}), r"scores\[1\]: the record says .*999"),
    "too few scores": (drop("scores", -1), "scores: the record says"),
    "wrong winners": (set_field("winners", [0, 1, 2]), r"winners: the record says \[0, 1, 2\], the game gives \[\d\]"),
    "a stranger forfeits": (
        set_field("forfeits", [{"seat": 3, "decision": 0, "kind": "late"}]),
        r"forfeits\[0\]\.seat: must be 0 to 2, not 3",
    ),
    "a forfeit after the end": (
        set_field("forfeits", [{"seat": 0, "decision": 10**6, "kind": "late"}]),
        r"forfeits\[0\]\.decision: must be 0 to \d+, not 1000000",
    ),
    "a forfeit of no kind": (
        set_field("forfeits", [{"seat": 0, "decision": 0, "kind": "tired"}]),
        r"forfeits\[0\]\.kind: must be one of crash, illegal, late, not 'tired'",
    ),
    "two forfeits of a seat": (
        set_field("forfeits", [{"seat": 0, "decision": at, "kind": "late"} for at in (1, 2)]),
        "forfeits: a seat forfeits twice",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("damage", "message"), DAMAGES.values(), ids=DAMAGES.keys())
def test_damaged_records_are_refused(document: dict[str, Any], damage: Damage, message: str) -> None:
    damage(document)
    with pytest.raises(RecordError, match=message):
        Record.from_dict(document).replay()


def test_numbers_of_another_type_are_no_scores(document: dict[str, Any]) -> None:
    seat, name, one = next(
        (seat, name, value)
        for seat, scores in enumerate(document["scores"])
        for name, value in scores.items()
        if value in (0, 1)
    )
    for other in (bool(one), float(one)):
        document["scores"][seat][name] = other
        with pytest.raises(RecordError, match=rf"scores\[{seat}\]: the record says"):
            Record.from_dict(document).replay()


@pytest.mark.parametrize("document", [None, 3, "record", [], [{}]])
def test_what_is_no_object_is_no_record(document: Any) -> None:
    with pytest.raises(RecordError, match="document: must be an object, not"):
        Record.from_dict(document)


def test_the_first_action_that_does_not_fit_is_named(document: dict[str, Any]) -> None:
    document["actions"][9] = "nonsense"
    document["actions"][3] = "place XX9"
    with pytest.raises(RecordError, match=r"^action 3, 'place XX9', does not fit: 'place XX9' is not legal for seat"):
        Record.from_dict(document).replay()


def test_broken_lines_are_named(tmp_path: Path, record: Record) -> None:
    good = json.dumps(record.to_dict())
    path = tmp_path / "games.jsonl"
    path.write_text(f"{good}\n{good[:500]}\n")
    reader = read_records(path)
    next(reader)
    with pytest.raises(RecordError, match=r"games\.jsonl, line 2: broken JSON at column \d+"):
        next(reader)
    path.write_text(f"{good}\n\n[]\n")
    with pytest.raises(RecordError, match=r"games\.jsonl, line 3: document: must be an object, not an array"):
        list(read_records(path))


def test_a_start_set_up_by_hand_has_no_seed(record: Record) -> None:
    start = record.start_position()
    later = start.play(record.actions[0])
    rest = [start.action_id(text) for text in record.actions[1:]]
    assert Record.of(later, rest, agents=record.agents).replay() == record.replay()
    with pytest.raises(RecordError, match="seed: 7 does not deal start"):
        Record.of(later, rest, agents=record.agents, seed=7).replay()


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"nowhere\.jsonl: No such file or directory$"):
        list(read_records(tmp_path / "nowhere.jsonl"))
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match="binary"):
        list(read_records(tmp_path / "binary"))
