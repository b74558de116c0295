"""Recorded games as pictures that share their parts, and as files without a server."""

import gzip
import json
import re
from base64 import b64decode
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import arctic_env
from arctic_env.arena import play
from arctic_env.cli import main
from arctic_env.records import Record, write_records
from arctic_env.web.frames import changes, html_of, pack
from arctic_env.web.think import find_mistakes

MOST_BYTES = 150_000  # of a file


def record_of(name: str, num_players: int = 2, stop: int | None = None) -> Record:
    start = arctic_env.game(name).deal(seed=5, num_players=num_players)
    played = play(start, ["greedy"] * num_players, seed=3)
    return Record.of(start, played.actions[:stop], agents=["greedy"] * num_players, seed=5)


def inside(page: str) -> dict:
    """Return the game of a file as the page finds it."""
    letters = page.partition('<script type="application/gzip" id="replay">')[2].partition("</script>")[0]
    return json.loads(gzip.decompress(b64decode(letters)))


def drawings(packed: dict) -> list[str]:
    """Put pictures together again as the page does."""
    texts, text = [], ""
    for shared, rest in packed["parts"]:
        text = text[:shared] + rest
        texts.append(text)
    found, drawn = [], []
    for splices in packed["frames"]:
        before, drawn, at = drawn, [], 0
        for keep, leave, put in splices:
            drawn += before[at : at + keep] + put
            at += keep + leave
        drawn += before[at:]
        found.append("".join(texts[part] for part in drawn))
    return found


@pytest.mark.parametrize(("name", "viewer"), [*zip(arctic_env.games(), (1, None, 0), strict=True)])
def test_pictures_are_what_they_were_and_files_small(name: str, viewer: int | None) -> None:
    record = record_of(name)
    packed = pack(record, viewer)
    positions = list(record.positions())
    last = [None, *((before, before.action_id(text)) for before, text in zip(positions, record.actions, strict=False))]
    packed_drawings = drawings(packed)  # each made of the one before
    assert len(packed_drawings) == len(positions)
    for number in range(0, len(positions), 3):
        assert packed_drawings[number] == positions[number].svg(viewer, last=last[number], names=record.agents)
    assert len(packed["news"]) == len(record.actions)
    assert packed["winners"] == record.winners
    assert len(html_of(packed).encode()) < MOST_BYTES


def test_what_a_seat_never_saw_is_not_in_its_file() -> None:
    record = record_of("arctic", 3, stop=45)
    seen = " ".join(str(position.view(0).to_dict()) for position in record.positions())
    cards = {card for owner in record.start["seats"][1:] for card in owner["hand"]} | set(record.start["deck"])
    never = {card for card in cards if card not in seen}
    assert len(never) > 10
    for viewer, expected in ((0, False), (None, True)):
        packed = pack(record, viewer)
        assert not {"start", "seed", "actions"} & set(packed)
        told = re.findall(r"\w+", json.dumps([packed["news"], drawings(packed)]))
        assert bool(never & set(told)) is expected


def test_names_of_agents_cannot_end_the_script_of_a_file() -> None:
    packed = pack(record_of("north_pole", stop=2), None) | {"agents": ["</script><b>", "greedy"]}
    page = html_of(packed)
    assert "</script><b>" not in page
    assert inside(page)["agents"] == packed["agents"]


def test_splices_make_the_new_sequence() -> None:
    generator = np.random.default_rng(1)
    for _ in range(200):
        old = generator.integers(5, size=generator.integers(60)).tolist()
        new = old[:]
        for _ in range(generator.integers(4)):
            at = generator.integers(len(new) + 1)
            new[at : at + generator.integers(6)] = generator.integers(9, size=generator.integers(7)).tolist()
        made, at = [], 0
        for keep, leave, put in changes(old, new):
            made += old[at : at + keep] + put
            at += keep + leave
        assert made + old[at:] == new


def test_the_command_writes_a_whole_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records, page = tmp_path / "games.jsonl", tmp_path / "game.html"
    write_records(records, [record_of("north_pole")])
    assert main(["replay", str(records), "--html", str(page), "--viewer", "1"]) == 0
    text = page.read_text()
    assert not re.search(r'(?:src|href)="(?!data:|#)[^"]', text.partition('<script type="application/gzip"')[0])
    assert inside(text)["viewer"] == 1
    assert main(["replay", str(records), "--html", str(page), "--viewer", "7"]) == 2
    assert "seat, 0 to 1, not 7" in capsys.readouterr().err
    assert page.read_text() == text
    assert main(["replay", str(records), "--viewer", "1"]) == 2


@pytest.mark.parametrize(("agent", "unit"), [("champion", "probability"), ("search:rollouts=8", "points")])
def test_mistakes_are_sorted_by_what_they_cost(agent: str, unit: str) -> None:
    record = record_of("arctic", stop=20)
    told = find_mistakes(record, agent)
    assert told["unit"] == unit
    losses = [each["loss"] for each in told["mistakes"]]
    assert losses == sorted(losses, reverse=True)
    assert 0 < len(losses) <= told["judged"] <= 20
    with pytest.raises(arctic_env.ArcticError, match="judges no actions"):
        find_mistakes(record, "random")


def test_a_forfeit_is_told_and_no_mistakes_are_found_after_it() -> None:
    record = record_of("arctic", stop=20)
    seats = pack(record)["seats"]
    forfeits = [{"seat": seats[0], "decision": 0, "kind": "crash"}]
    given = replace(record, forfeits=forfeits)
    packed = pack(given)
    assert packed["forfeits"] == forfeits
    (told,) = [[number, *news] for number, each in enumerate(packed["news"]) for news in each if news[0] == "forfeit"]
    assert told[:3] == [0, "forfeit", seats[0]]
    assert told[3].endswith("crashed here and forfeits: random actions are played for it from now on")
    assert find_mistakes(given, "champion")["judged"] < find_mistakes(record, "champion")["judged"]
    assert all(seats[each["decision"]] != seats[0] for each in find_mistakes(given, "champion")["mistakes"])
