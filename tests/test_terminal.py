"""Playing in the terminal: what is asked, explained and warned of; games that are left and gone on with."""

import json
import re
from pathlib import Path

import pytest

import arctic_env
from arctic_env.cli import main
from arctic_env.commands.menu import Menu, match_action, numbering
from arctic_env.commands.show import board_text
from arctic_env.records import read_records
from tests.conftest import full_disk
from tests.telling import steps


def test_numbers_agree_with_what_actions_name() -> None:
    """2 is `play 2`, whichever other cards can be played."""
    texts = ["play 2", "play 3", "steal 1 N1", "to 0", "pack 3"]
    numbered = [texts[i] for i in numbering(texts)]
    assert numbered == ["steal 1 N1", "play 2", "play 3", "to 0", "pack 3"]
    assert sorted(numbering(texts)) == list(range(5))
    assert [numbered[i] for i in match_action("2", numbered)] == ["play 2"]
    assert [numbered[i] for i in match_action("n1", numbered)] == ["steal 1 N1"]
    assert match_action("7", ["play 7"]) == [0]


# ------------------------------------------------------------------------------------------------ leave and go on


@pytest.mark.parametrize("name", arctic_env.games())
def test_a_game_that_was_left_goes_on(name: str, typed, capsys: pytest.CaptureFixture[str]) -> None:
    """It goes on where it was left, twice, and its record is that of the whole game."""
    typed("1", "1", "1", "q")
    assert main(["play", "--game", name, "--players", "human,greedy", "--seed", "3", "--skip-forced"]) == 0
    saved = Path(f"{name}-3.jsonl")
    assert capsys.readouterr().out.endswith(f"It is saved: arctic play --resume {saved}\n")
    first = json.loads(saved.read_text())
    assert len(first["actions"]) >= 3
    typed("1", "1", "quit")
    assert main(["play", "--resume", str(saved)]) == 0
    news = capsys.readouterr().out.partition("Your move")[0].splitlines()
    assert sum(line.startswith("you") for line in news) == 1  # the own last decision, and what others did since
    assert name != "iglu" or any("(greedy): " in line for line in news)
    second = json.loads(saved.read_text())
    assert second["actions"][: len(first["actions"])] == first["actions"]
    assert len(second["actions"]) > len(first["actions"])
    typed(*["1"] * 2000)
    assert main(["play", "--resume", str(saved), "--skip-forced", "--record", "whole.jsonl"]) == 0
    assert "1. seat " in capsys.readouterr().out.replace("Nobody has won", "1. seat ")
    whole = json.loads(Path("whole.jsonl").read_text())
    assert whole["actions"][: len(second["actions"])] == second["actions"]
    assert (whole["seed"], whole["agents"]) == (3, ["human", "greedy"])
    assert main(["replay", "whole.jsonl"]) == 0
    assert json.loads(saved.read_text()) == second


LAZY = """
from pathlib import Path

class Lazy:
    def __init__(self, game, num_players):
        pass

    def start(self, seat, seed):
        return self

    def act(self, view, mask):
        return 1 // 0 if Path("tired").exists() else int(mask.argmax())
"""


def test_the_record_of_a_game_that_was_gone_on_with_says_who_forfeited(typed) -> None:
    Path("my.py").write_text(LAZY)
    typed("1", "1", "1", "q")
    assert main(["play", "--players", "human,my.py:Lazy", "--seed", "3", "--save", "left.jsonl"]) == 0
    before = len(json.loads(Path("left.jsonl").read_text())["actions"])
    Path("tired").touch()
    typed(*["1"] * 2000)
    assert main(["play", "--resume", "left.jsonl", "--record", "whole.jsonl"]) == 1
    (record,) = read_records("whole.jsonl")
    (forfeit,) = record.forfeits
    seats = [position.seat for position in record.positions()]
    assert forfeit == {"seat": 1, "decision": seats.index(1, before), "kind": "crash"}


def test_what_cannot_be_gone_on_with_is_told(typed, capsys: pytest.CaptureFixture[str]) -> None:
    typed("1", "q")
    assert main(["play", "--players", "human,random", "--seed", "3", "--save", "left.jsonl"]) == 0
    record = json.loads(Path("left.jsonl").read_text())
    capsys.readouterr()
    for words, message in (
        (["--seed", "3", "--edition", "it"], "leave out --seed, --edition"),
        (["--game", "iglu"], "leave out --game"),
        (["--players", "human,greedy"], "leave out --players"),
    ):
        assert main(["play", "--resume", "left.jsonl", *words]) == 2
        assert message in capsys.readouterr().err
    assert main(["play", "--players", "human,foo"]) == 2
    told = capsys.readouterr()
    assert "foo" in told.err
    assert not told.out  # no greeting before the game can be played
    files = {
        "": "holds no game",
        json.dumps(record | {"agents": ["random", "random"]}): "has 'human' once, not random, random",
        json.dumps(record | {"actions": ["place XX1"]}): "action 0, 'place XX1', does not fit",
    }
    for text, message in files.items():
        Path("other.jsonl").write_text(text)
        assert main(["play", "--resume", "other.jsonl"]) == 2
        assert message in capsys.readouterr().err
    main(["watch", "--players", "random,random", "--record", "over.jsonl"])
    document = json.loads(Path("over.jsonl").read_text())
    Path("over.jsonl").write_text(json.dumps(document | {"agents": ["human", "random"]}))
    assert main(["play", "--resume", "over.jsonl"]) == 2
    assert "this game is over; arctic replay shows it" in capsys.readouterr().err


def test_a_game_that_cannot_be_saved_leaves_the_file(typed, capsys: pytest.CaptureFixture[str]) -> None:
    Path("left.jsonl").write_text("before")
    typed("1", "q")
    with full_disk(after=10):
        assert main(["play", "--players", "human,random", "--seed", "3", "--save", "left.jsonl"]) == 2
    assert "cannot write left.jsonl" in capsys.readouterr().err
    assert Path("left.jsonl").read_text() == "before"


# ------------------------------------------------------------------------------------------------ explained


def test_only_choices_are_asked_for_if_one_wishes(typed, capsys: pytest.CaptureFixture[str]) -> None:
    told = {}
    for words in ([], ["--skip-forced"]):
        typed(*["1"] * 400)
        assert main(["play", "--game", "iglu", "--players", "human,random", "--seed", "3", *words]) == 0
        told[len(words)] = capsys.readouterr().out
    assert told[0].count("Your move") > told[1].count("Your move") > 10
    assert "you (the only choice): " in told[1]
    assert "the only choice" not in told[0]


@pytest.mark.parametrize("name", arctic_env.games())
def test_every_decision_is_explained(name: str) -> None:
    """For the seat that decides, and nobody else; in sentences, with the menu in words."""
    explained = set()
    for seed in range(3):
        for told in steps(name, seed, 2, most=200):
            assert told.before.seat is not None
            view = told.before.view(told.before.seat)
            explained.add(view.explanation())
            assert view.explanation().endswith(".")
            assert view.warning() == "" or view.warning().endswith(".")
            other = told.before.view(1 - told.before.seat)
            assert (other.explanation(), other.warning()) == ("", "")
            menu = Menu.of(view, view.mask())
            assert sorted(menu.texts) == sorted(view.legal())
            assert menu.words == [view.action_words(view.action_id(text)) for text in menu.texts]
    assert len(explained) > 5


def test_warnings_say_what_is_lost() -> None:
    """What is said while cards are drawn comes true; nothing is said where nothing is lost."""
    lost = warned = 0
    for seed in range(4):
        warning = ""
        for told in steps("arctic", seed, 2, edition="de"):
            assert told.before.seat is not None
            if told.text.startswith("discard "):
                lost += 1
                assert "more than 7 go into the penalty zone: " in warning
            elif told.before.to_dict()["turn"]["decision"] == "draw" and not told.text.startswith(("draw", "done")):
                warning = told.before.view(told.before.seat).warning()
                warned += bool(warning)
    assert lost > 5
    assert warned > 5


@pytest.mark.parametrize("name", arctic_env.games())
def test_small_boards_fit_a_small_terminal(name: str) -> None:
    for told in steps(name, 1, 2, most=300):
        small = told.before.game.language.small_text
        assert small is not None
        lines = small(told.before.pictured).splitlines()
        assert len(lines) <= 24
        assert max(map(len, lines)) <= 100
        assert len(lines) < len(str(told.before).splitlines())


FITS = [(name, players) for name in arctic_env.games() for players in (2, 3, 4)]


@pytest.mark.parametrize(("name", "players"), FITS)
def test_boards_and_menus_fit_a_small_terminal(name: str, players: int) -> None:
    """Board, menu and the lines for question and answer; few decisions have a board that takes too many."""
    tall = asked = 0
    for told in steps(name, players - 1, players, most=200):
        assert told.before.seat is not None
        view = told.before.view(told.before.seat)
        menu = Menu.of(view, view.mask())
        board = board_text(view, 22 - menu.fewest_lines)
        choices = menu.fitting(22 - board.count("\n") - 1)
        tall += board.count("\n") + choices.count("\n") + 4 > 24
        asked += 1
        numbers = [int(word) for word in re.findall(r"(?:^|[ ;])(\d+) ", menu.fitting(0), re.MULTILINE)]
        assert set(range(1, len(menu.texts) + 1)) <= set(numbers)
    assert tall < asked / 10
