"""The command line: every command teaches, works, and says in one line what is wrong."""

import io
import json
import os
import re
import signal
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest

import arctic_env
from arctic_agents.random import RandomAgent
from arctic_env.agents import specs
from arctic_env.arena import bind, play, split_agents
from arctic_env.cli import main
from arctic_env.commands import Command, find_commands
from arctic_env.commands.human import rules_of
from arctic_env.commands.menu import in_columns, match_action
from arctic_env.commands.options import AGENTS_HELP, check_outputs, chosen_num_players, chosen_rules
from arctic_env.errors import SettingsError
from arctic_env.model.position import Position
from tests.conftest import PYTHONPATH, FreshPython

OWN = ("play", "watch", "replay", "serve", "tournament", "agents", "check", "bench")


# ------------------------------------------------------------------------------------------------ help and errors


def test_help_lists_all_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    text = capsys.readouterr().out
    assert all(f"    {name}" in text for name in OWN)
    assert "arctic COMMAND --help" in text


@pytest.mark.parametrize("name", OWN)
def test_every_command_teaches_with_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    assert left.value.code == 0
    text = capsys.readouterr().out
    examples = text.partition("examples:\n")[2].splitlines()
    assert examples
    assert all(line.startswith(f"  arctic {name}") for line in examples)


@pytest.mark.parametrize("name", [*OWN, "train", "exploit", "curves", "export"])
def test_help_fits_a_terminal(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main([name, "--help"])
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


@pytest.mark.parametrize("name", [*OWN, "train", "exploit", "curves", "export", "tune"])
def test_examples_are_accepted_as_they_stand(name: str, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    """Field bug 19: what the help shows must parse, and its agents must be able to play what is asked for."""
    with pytest.raises(SystemExit):
        main([name, "--help"])
    text = capsys.readouterr().out.replace("\\\n", "")
    examples = re.findall(r"^  (arctic .*)$", text, re.MULTILINE)
    asked: list[Namespace] = []
    only_parse = {
        command.name: replace(command, run=lambda arguments: asked.append(arguments) or 0)
        for command in find_commands().values()
    }
    monkeypatch.setattr("arctic_env.cli.find_commands", lambda: only_parse)
    for example in examples:
        assert main(example.split()[1:]) == 0
    assert name in {arguments.command for arguments in asked}
    assert len(asked) == len(examples)
    for arguments in asked:
        if arguments.command in ("play", "watch", "tournament") and arguments.players is not None:
            can_play(arguments)


def can_play(arguments: Namespace) -> None:
    """The agents of an example, but for persons and for policies, which make run trains for two players of arctic."""
    texts = split_agents(arguments.players)
    players = len(texts)
    if arguments.command == "tournament":
        players = chosen_num_players(arguments, *chosen_rules(arguments))
    for text in texts:
        if text.startswith("ppo:"):
            assert (text, arguments.game, players) == ("ppo:runs/quick", "arctic", 2)
        elif text != "human":
            bind(text, arctic_env.game(arguments.game), players)


@pytest.mark.parametrize(("words", "players"), [([], 2), (["--teams", "true"], 4), (["--num-players", "3"], 3)])
def test_the_number_of_players_follows_from_the_rules(
    words: list[str], players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = ["--game", "north_pole", "--players", "random", "--games", "1", *words]
    assert main(["tournament", *chosen]) == 0
    assert capsys.readouterr().out.startswith(f"north_pole, {players} players, ")


def test_the_agents_that_are_shown_as_examples_can_be_made() -> None:
    for text in (AGENTS_HELP, specs.__doc__):
        examples = re.findall(r"\b((?:random|greedy|planner)(?::[\w=.,]*\w)?)\b", text)
        assert any(":" in example for example in examples)
        for example in examples:
            bind(example, arctic_env.game("arctic"), 2)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"arctic {arctic_env.__version__}\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["dance"], "arctic dance: there is no command 'dance'; there are play, watch"),
        (["tournament", "--players", "nobody,random"], "arctic tournament: there is no agent 'nobody'; there are"),
        (["tournament", "--players", "random,"], "arctic tournament: 'random,' has an empty place"),
        (["tournament", "--players", "random", "--num-players", "9"], "players must be 2 to 4"),
        (["tournament", "--players", "random:x=1"], "random has no option 'x'; there are none"),
        (["watch", "--players", "random,random", "--viewer", "2"], "--viewer must be a seat, 0 to 1, not 2"),
        (["watch", "--players", "random"], "players must be 2 to 4"),
        (
            ["play", "--game", "north_pole", "--teams", "true"],
            "teams=True is for num_players=4 in north_pole, not 2; --players names an agent for each seat, 2 now",
        ),
        (["watch", "--players", "human,random"], "human plays in arctic play only"),
        (["tournament", "--players", "human,random"], "human plays in arctic play only"),
        (["play", "--players", "random,random"], "--players must have 'human' once"),
        (["play", "--players", "human,human"], "--players must have 'human' once"),
        (["replay", "nowhere.jsonl"], "arctic replay: nowhere.jsonl: "),
    ],
)
def test_what_is_wrong_is_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["tournament"], "required: --players"),
        (["tournament", "--players", "random", "--games", "0"], "must be an integer of at least 1, not '0'"),
        (["tournament", "--players", "random", "--seed", "-1"], "--seed"),
        (["watch", "--seed", str(2**63)], "a seed is an integer from 0 to 9,223,372,036,854,775,807, not"),
        (["watch", "--delay", "-1"], "must be a number of seconds"),
        (
            ["tournament", "--players", "random,greedy", "--time-limit", "1e12"],
            "--time-limit: must be a number of seconds from 0 to 100,000,000, not '1e12'",
        ),
        (["tournament", "--players", "random,greedy", "--time-limit", "inf"], "from 0 to 100,000,000, not 'inf'"),
        (["watch", "--edition", "fr"], "invalid choice: 'fr'"),
        (["watch", "--game", "artic"], "there is no game 'artic' (did you mean arctic?); there are arctic, iglu"),
        (["watch", "--seed=1", "--delai=1"], "arctic watch: error: there is no option --delai (did you mean --delay?)"),
        (["watch", "greedy"], "arctic watch: error: cannot use 'greedy'"),
    ],
)
def test_wrong_arguments_are_named(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("name", [*OWN, "train", "exploit", "curves", "export", "tune"])
def test_every_path_may_begin_in_the_home_folder(name: str) -> None:
    """Shells leave the ~ of --log=~/x alone."""
    parser = ArgumentParser()
    find_commands()[name].add_arguments(parser)
    types = {action.type for action in parser._actions if action.metavar in ("FILE", "DIR", "RUN", "PATH")}
    assert Path not in {action.type for action in parser._actions}
    assert all(kind("~/x") == Path.home() / "x" for kind in types)


def test_what_a_command_says_of_itself_is_no_template(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    half = Command("half", "50 % of %(prog)s and 100%", dance.add_arguments, dance.run)
    monkeypatch.setattr("arctic_env.cli.find_commands", lambda: {"half": half})
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    assert "50 % of %(prog)s and 100%" in capsys.readouterr().out


def test_other_packages_add_commands(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    points = [
        EntryPoint("dance", f"{__name__}:dance", "arctic.commands"),
        EntryPoint("broken", "no_such_module:command", "arctic.commands"),
        EntryPoint("play", "no_such_module:command", "arctic.commands"),  # ours stays
    ]
    monkeypatch.setattr("arctic_env.commands.entry_points", lambda group: points)
    assert list(find_commands()) == [*OWN, "broken", "dance"]
    assert main(["dance", "--steps", "3"]) == 3
    for arguments in ([], ["--config", "x.yaml"], ["--help"]):
        assert main(["broken", *arguments]) == 2
        error = capsys.readouterr().err
        assert error.startswith("arctic broken: broken is not available: no_such_module:command does not load")


dance = Command(
    "dance",
    "dance",
    lambda parser: parser.add_argument("--steps", type=int) and None,
    lambda arguments: arguments.steps,
)


def test_what_leaves_the_program_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    command = Command("x", "", lambda parser: None, lambda arguments: sys.exit(0))
    monkeypatch.setattr("arctic_env.cli.find_commands", lambda: {"x": command})
    assert main(["x"]) == 2
    assert capsys.readouterr().err == "arctic x: an agent ended it by sys.exit(0)\n"


def test_too_little_memory_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = Command("x", "", lambda parser: None, lambda arguments: len(np.zeros(2**50)))
    monkeypatch.setattr("arctic_env.cli.find_commands", lambda: {"x": command})
    assert main(["x"]) == 2
    assert capsys.readouterr().err.startswith("arctic x: not enough memory: Unable to allocate 8.00 PiB")


def test_ctrl_c_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("arctic_env.cli.find_commands", lambda: {"x": Command("x", "", lambda parser: None, interrupt)})
    assert main(["x"]) == 130


@pytest.mark.usefixtures("interrupts")
def test_ctrl_c_while_the_program_is_imported_ends_it_without_a_traceback(tmp_path: Path) -> None:
    """Other programs that import the package are left alone."""
    package = tmp_path / "gymnasium"
    package.mkdir()
    (package / "__init__.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    variables = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), PYTHONPATH])}
    for words, is_told in ((["-m", "arctic_env.cli", "play"], False), (["-c", "import arctic_env"], True)):
        ended = subprocess.run([sys.executable, *words], env=variables, capture_output=True, text=True, check=False)
        assert ended.returncode == -signal.SIGINT
        assert ("KeyboardInterrupt" in ended.stderr) == is_told


def test_a_command_looks_for_garbage_as_usual(fresh_python: FreshPython, tmp_path: Path) -> None:
    """An agent with an inner function that calls itself leaves a cycle, and with it its arrays, at each decision."""
    shown = "import gc\nprint('garbage:', gc.isenabled(), gc.get_threshold())\n"
    (tmp_path / "my.py").write_text(f"{shown}def first(game, num_players):\n    raise SystemExit\n")
    words = ["watch", "--players", "my.py:first,random"]
    told = fresh_python("-m", "arctic_env.cli", *words, cwd=tmp_path, check=False).stdout
    assert [line for line in told.splitlines() if line.startswith("garbage:")] == [
        fresh_python("-c", shown).stdout.strip()
    ]


# ------------------------------------------------------------------------------------------------ tournament


def test_tournament_prints_tables_and_writes_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {name: tmp_path / f"games.{name}" for name in ("csv", "parquet", "records")}
    words = [word for name, path in files.items() for word in (f"--{name}", str(path))]
    assert main(["tournament", "--players", "random,greedy", "--games", "6", "--edition", "it", *words]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("arctic, 2 players, edition it, seed 0: 3 deals x 2 games")
    assert "random against greedy" in captured.out
    assert "ms a decision" in captured.err
    assert "ms a decision" not in captured.out
    assert len(files["csv"].read_text().splitlines()) == 1 + 12
    assert files["parquet"].stat().st_size > 0
    records = [json.loads(line) for line in files["records"].read_text().splitlines()]
    assert len(records) == 6
    assert {tuple(record["agents"]) for record in records} == {("random", "greedy"), ("greedy", "random")}


@pytest.mark.slow
def test_the_same_seed_gives_the_same_table_in_another_process(
    fresh_python: FreshPython, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Field bug 5: other hash seeds, other processes, other numbers of workers."""
    words = ["tournament", "--players", "random,greedy", "--games", "20", "--seed", "5"]
    main(words)
    one = capsys.readouterr().out
    two = fresh_python("-m", "arctic_env.cli", *words, "--workers", "2", cwd=tmp_path, PYTHONHASHSEED="2").stdout
    assert one == two
    assert "10 deals x 2 games" in one
    main([*words[:-1], "6"])
    assert capsys.readouterr().out != one


# ------------------------------------------------------------------------------------------------ play


def own_board_only(text: str, start: Position, seat: int) -> None:
    """No card of another's starting hand is shown before it is played in the open."""
    opening = text.partition("Your move (seat ")[0]
    for other, hand in enumerate(start.to_dict()["seats"]):
        if other != seat:
            assert not any(card in opening for card in hand["hand"])
            assert f"totem {hand['totem']}" not in opening


def test_play_a_whole_game_by_numbers(tmp_path: Path, typed, capsys: pytest.CaptureFixture[str]) -> None:
    typed(*["1"] * 400)
    record = tmp_path / "game.jsonl"
    assert main(["play", "--players", "human,random", "--seed", "3", "--record", str(record)]) == 0
    text = capsys.readouterr().out
    assert text.startswith("ARCTIC, seed 3. You are seat 0")
    assert "game over" in text
    assert "1. seat " in text
    assert "human" in text
    assert main(["replay", str(record)]) == 0
    assert json.loads(record.read_text())["agents"] == ["human", "random"]


def test_play_by_text_and_prefix(typed, capsys: pytest.CaptureFixture[str]) -> None:
    start = arctic_env.game("arctic").deal(seed=3, num_players=2)
    seat = start.seat
    players = ["random", "random"]
    players[seat] = "human"
    card = start.to_dict()["seats"][seat]["hand"][-1]
    typed("dance", "place", f"PLACE {card[:2]}", "quit")
    assert main(["play", "--players", ",".join(players), "--seed", "3"]) == 0
    text = capsys.readouterr().out
    assert "'dance' is not one of the actions 1 to " in text
    assert re.search(r"'place' may be (place \w\w\d(, |\.)){3}", text)
    assert f"visible {card}" in text.split("Your move (seat ")[1]  # it is on the pile now
    assert text.endswith("You have left the game.\nIt is saved: arctic play --resume arctic-3.jsonl\n")


def test_play_help_board_and_the_end_of_input(typed, capsys: pytest.CaptureFixture[str]) -> None:
    typed("help", "", "board", "?", "0", "99")
    assert main(["play", "--seed", "3"]) == 0
    text = capsys.readouterr().out
    shown = text.partition("Type the number of an action")[2].partition("\n\n")[0]
    assert max(map(len, shown.splitlines())) <= 80
    assert text.count("Type the number of an action") == 1
    assert "  place " in text.rpartition("Your move (seat ")[2].partition("Type help to see")[0]
    assert text.count("Your move (seat ") == 2
    assert text.count("is not one of the actions") == 2
    assert text.endswith("You have left the game.\n")


@pytest.mark.parametrize("name", arctic_env.games())
def test_play_shows_the_rules(name: str, typed, capsys: pytest.CaptureFixture[str]) -> None:
    typed("rules")
    assert main(["play", "--game", name, "--players", "human,random", "--seed", "3"]) == 0
    rules = capsys.readouterr().out.partition("Your move (seat ")[2].split("\n> ")[1]
    assert rules.startswith("Goal. ")
    assert "Letters. " in rules
    assert max(map(len, rules.splitlines())) <= 80
    assert not re.search(r"`|\*\*|^\||\*\w+\*|\b\d\.\d", rules, re.MULTILINE)
    assert not re.search(r"\b(code|tests|toml|provenance)\b", rules, re.IGNORECASE)


def test_tables_of_rules_are_aligned() -> None:
    arctic, iglu = (rules_of(arctic_env.game(name), 60).splitlines() for name in ("arctic", "iglu"))
    row = arctic.index("fox     wild              A      one card goes face down")
    assert arctic[row + 1].strip() == "under the Visible card; it"
    assert {arctic[row + k].index(word) for k, word in enumerate(("one", "under", "scores"))} == {33}
    row = iglu.index("face            tiles   red frame")
    assert iglu[row + 1 : row + 4] == [
        "----            -----   ---------",
        "fish 1, 2, 3    4 each",
        "bear            4",
    ]


def test_a_game_without_a_page_of_rules_says_so() -> None:
    assert rules_of(replace(arctic_env.game("arctic"), name="another"), 80) == ""


@pytest.mark.parametrize("word", ["q", "quit", "QUIT"])
def test_play_is_left_by_a_word(word: str, typed, capsys: pytest.CaptureFixture[str]) -> None:
    typed(word, "1")
    assert main(["play", "--seed", "3"]) == 0
    text = capsys.readouterr().out
    assert "is not one of the actions" not in text
    assert text.count("Your move (seat ") == 1
    assert text.endswith("You have left the game.\n")


@pytest.mark.parametrize("seed", range(4))
def test_play_shows_no_hidden_card(seed: int, typed, capsys: pytest.CaptureFixture[str]) -> None:
    """Field bug 3: neither board nor news show what the seat cannot know."""
    start = arctic_env.game("arctic").deal(seed=seed, num_players=3)
    players = ["random"] * 3
    players[start.seat] = "human"
    typed("quit")
    main(["play", "--players", ",".join(players), "--seed", str(seed)])
    own_board_only(capsys.readouterr().out, start, start.seat)


def test_what_cannot_be_read_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bytes that are no UTF-8, and a number that is too long for Python, make nobody forfeit."""
    typed = b"\xff\n" + b"9" * 5000 + b"\nq\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"))
    assert main(["play"]) == 0
    text = capsys.readouterr().out
    assert r"'\\xff' is not one of the actions" in text
    assert text.count("is not one of the actions") == 2
    assert text.endswith("You have left the game.\n")


def test_effects_of_the_own_actions_are_told(typed, capsys: pytest.CaptureFixture[str]) -> None:
    typed(*"1112122111332321", "q")
    assert main(["play", "--players", "human,greedy", "--seed", "3"]) == 0
    text = capsys.readouterr().out
    assert re.search(
        r"  seat 0 pays 2 penalty cards for missing cards: \w{3}\s+\(\w+\s+with\s+\w+\),\s+\w{3}\s+\(\w+", text
    )
    assert re.search(r"  seat 0 takes the fox power from seat 1: ", text, re.MULTILINE)
    assert re.search(r"  the river is refilled: ", text, re.MULTILINE)
    assert "seat 0 (human)" not in text.partition("You have left")[0]


def test_a_new_seed_each_time_is_named(typed, capsys: pytest.CaptureFixture[str]) -> None:
    seeds = set()
    for _ in range(3):
        typed("quit")
        main(["play"])
        seeds.add(capsys.readouterr().out.partition("seed ")[2].partition(".")[0])
    assert len(seeds) > 1


@pytest.mark.parametrize("count", [1, 3, 4, 13])
def test_actions_stand_in_columns_that_fit_a_terminal(count: int) -> None:
    cells = [f"{number:>3}  placement +{number}" for number in range(1, count + 1)]
    lines = in_columns(cells).splitlines()
    assert " ".join(" ".join(lines).split()) == " ".join(" ".join(cells).split())
    assert max(map(len, lines)) <= 80
    assert len(lines) == -(-count // 4)


def test_actions_too_long_for_columns_stand_below_each_other() -> None:
    assert in_columns(["a" * 90, "b"]) == "a" * 90 + "\nb"


ANSWERS = {
    "1": [0],
    "9" * 5000: [],
    "4": [],
    "0": [],
    "done": [2],
    "place": [0, 1],
    "Place fm2": [1],
    "place fm1": [0],
    "FM2": [1],
    "m2": [],
    "f": [0, 1],
    "fm": [0, 1],
    "x": [],
}


@pytest.mark.parametrize(("answer", "matches"), ANSWERS.items(), ids=lambda value: str(value)[:20])
def test_answers_match_by_number_text_or_beginning(answer: str, matches: list[int]) -> None:
    assert match_action(answer, ["place FM1", "place FM2", "done"]) == matches


def test_a_whole_text_wins_over_longer_ones() -> None:
    assert match_action("take", ["take", "take deck"]) == [0]


# ------------------------------------------------------------------------------------------------ what is told


@cache
def games() -> list[tuple[Position, tuple[int, ...]]]:
    game = arctic_env.game("arctic")
    starts = [
        game.deal(seed=seed, num_players=players, edition=edition)
        for seed in range(2)
        for players, edition in ((2, "de"), (3, "it"), (4, "es"))
    ]
    return [(start, play(start, [RandomAgent] * start.players, seed=1).actions) for start in starts]


def test_news_name_no_card_that_the_seat_does_not_see() -> None:
    """In whole games, for every action and seat: a named card stands in the seat's own document, memory left out."""
    hidden: dict[str, int] = {}
    shown: dict[str, int] = {}
    for start, actions in games():
        position = start
        for action in actions:
            after = position.apply(action)
            text = position.action_text(action)
            verb = text.split()[0]
            for viewer in range(start.players):
                news = position.visible_text(action, viewer)
                if viewer == position.seat or news == text:
                    assert news == text
                    shown[verb] = shown.get(verb, 0) + 1
                else:
                    assert news == f"{text.rpartition(' ')[0]} ?"
                    hidden[verb] = hidden.get(verb, 0) + 1
                card = text.rpartition(" ")[2]
                if viewer != position.seat and news == text and card in str(position.to_dict()["seats"]):
                    documents = [dict(view.view(viewer).to_dict(), known=None) for view in (position, after)]
                    assert any(card in json.dumps(document) for document in documents), (text, viewer)
            position = after
    assert {"discard", "give", "recover", "tuck"} <= set(hidden)
    assert not {"right", "placement", "draw", "stay", "extra", "to", "keep", "for"} & set(hidden)
    assert {"place", "take", "right", "placement", "draw", "to"} <= set(shown)


def test_discards_are_hidden_even_of_cards_that_were_seen_taken() -> None:
    """Whoever saw a card being taken does not learn from the news that it is the one that was discarded."""
    seen = 0
    for start, actions in games():
        position = start
        for action in actions:
            text = position.action_text(action)
            if text.startswith("discard "):
                for viewer in range(start.players):
                    known = position.view(viewer).to_dict()["known"]
                    if viewer != position.seat and text.split()[1] in known:
                        seen += 1
                        assert position.visible_text(action, viewer) == "discard ?"
            position = position.apply(action)
    assert seen > 20


def test_spectators_of_everything_are_told_everything() -> None:
    start, actions = games()[1]
    position = start
    for action in actions:
        assert position.visible_text(action, None) == position.action_text(action)
        position = position.apply(action)


# ------------------------------------------------------------------------------------------------ watch and replay


def test_watch_shows_each_turn_and_draws_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--players", "random,greedy", "--seed", "2", "--svg", str(tmp_path / "boards")]) == 0
    text = capsys.readouterr().out
    boards = text.count("ARCTIC     2 players")
    drawings = sorted((tmp_path / "boards").iterdir())
    assert boards == len(drawings) > 10
    assert drawings[0].name == "0000.svg"
    assert drawings[0].read_text().startswith("<svg")
    assert "seat 0 (random): " in text
    assert "seat 1 (greedy): " in text
    assert "1. seat " in text


def test_watch_through_the_eyes_of_a_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--players", "random,random", "--seed", "2", "--viewer", "1", "--every", "decision"]) == 0
    text = capsys.readouterr().out
    assert "seen by seat 1" in text
    assert "discard a card to the penalties" in text
    start = arctic_env.game("arctic").deal(seed=2, num_players=2)
    own_board_only(text.replace("seat 0", "Your move (seat ", 1), start, 1)


def test_watch_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("arctic_env.commands.watch.time.sleep", waits.append)
    main(["watch", "--players", "random,random", "--delay", "0.5"])
    assert set(waits) == {0.5}
    assert len(waits) > 10


@pytest.fixture
def recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "games.jsonl"
    main(["tournament", "--players", "random,greedy", "--games", "4", "--records", str(path)])
    capsys.readouterr()
    return path


def test_replay_checks_and_shows_the_end(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(recorded), "--game-index", "1"]) == 0
    text = capsys.readouterr().out
    document = json.loads(recorded.read_text().splitlines()[1])
    assert text.startswith(
        f"ARCTIC, version {document['version']}, edition de, seed {document['seed']}: greedy, random\n"
    )
    assert text.count("seat 0 (greedy): ") + text.count("seat 1 (random): ") == len(document["actions"]) + 2
    winner = document["winners"][0]
    assert f"seat {winner} ({document['agents'][winner]}): {document['scores'][winner]['total']} points, wins" in text
    assert text.count("ARCTIC     2 players") == 1


def test_replay_step_by_step(recorded: Path, typed, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = {"": 1, "n": 2, "g 12": 12, "p": 11, "0": 0, "b": None, "g 9999": None, "x": None}
    typed(*answers, "g 30", "t", "quit")
    assert main(["replay", str(recorded), "--step", "--svg", str(tmp_path / "boards")]) == 0
    text = capsys.readouterr().out
    last = len(json.loads(recorded.read_text().splitlines()[0])["actions"])
    shown = [int(number) for number in re.findall(rf"^decision (\d+) of {last}$", text, re.MULTILINE)]
    assert shown[:-1] == [0, *(number for number in answers.values() if number is not None), 30]
    assert 30 < shown[-1] <= 36
    assert text.count("q leaves: ") == len(answers) + 3
    assert f"'x' is none of n, p, t, g with a number from 0 to {last}, and q." in text
    assert len(list((tmp_path / "boards").iterdir())) == len(shown)


def test_replay_comes_to_the_end_and_tells_it(recorded: Path, typed, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(recorded.read_text().splitlines()[0])
    typed("p", f"g {len(record['actions'])}", "n")
    assert main(["replay", str(recorded), "--step"]) == 0
    text = capsys.readouterr().out
    winner = record["winners"][0]
    assert f"seat {winner} has {record['scores'][winner]['total']} points: " in text
    assert f"{record['scores'][winner]['total']} points, wins" in text
    assert text.index("This is the beginning of the game.") < text.index("This is the end of the game.")
    assert main(["replay", str(recorded), "--step", "--every", "turn"]) == 2
    assert "leave out --every" in capsys.readouterr().err


@pytest.mark.parametrize("index", ["9", "-1", str(10**23)])
def test_replay_of_a_game_that_is_not_there(recorded: Path, index: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(recorded), "--game-index", index]) == 2
    assert f"games.jsonl has no game {index}" in capsys.readouterr().err
    assert main(["replay", str(recorded.parent)]) == 2
    assert f"is a folder, not a file of records; it has {recorded}" in capsys.readouterr().err


def test_replay_names_the_action_that_does_not_fit(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(recorded.read_text().splitlines()[0])
    document["actions"][5] = "place XX1"
    recorded.write_text(json.dumps(document))
    assert main(["replay", str(recorded)]) == 2
    assert "action 5, 'place XX1', does not fit" in capsys.readouterr().err


# ------------------------------------------------------------------------------------------------ check and bench


def test_bench_measures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0"]) == 0
    lines = capsys.readouterr().out.splitlines()
    measures = ("engine", "environment", "batch", "arena")
    wanted = [f"arctic, {players} players, {name}: " for players in (2, 3, 4) for name in measures]
    assert [line[: len(start)] for line, start in zip(lines, wanted, strict=True)] == wanted
    assert all("decisions/s" in line and "microseconds a game" in line for line in lines)


def test_bench_measures_numbers_of_players_that_the_rules_have(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--game", "north_pole", "--teams", "true", "--seconds", "0"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert all(line.startswith("north_pole, 4 players, ") for line in lines)


@pytest.mark.parametrize(("ok", "status"), [(True, 0), (False, 1)])
def test_check_runs_the_suite(
    ok: bool, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[str, int, int]] = []

    class Verdict:
        def __init__(self) -> None:
            self.ok = ok

        def __str__(self) -> str:
            return "the report"

    def check(game: str, *, games: int, seed: int) -> Verdict:
        asked.append((game, games, seed))
        return Verdict()

    monkeypatch.setattr("arctic_env.commands.diagnostics.check", check)
    assert main(["check", "--games", "3", "--seed", "9"]) == status
    assert asked == [("arctic", 3, 9)]
    assert capsys.readouterr().out == "the report\n"


@pytest.mark.parametrize("option", ["--csv", "--parquet", "--records"])
def test_a_file_that_cannot_be_written_is_refused_before_playing(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["tournament", "--players", "random,greedy", "--games", "100000", option]
    assert main([*arguments, str(tmp_path / "nowhere" / "file")]) == 2
    assert "there is no folder" in capsys.readouterr().err
    assert main([*arguments, str(tmp_path)]) == 2
    assert "it is a folder" in capsys.readouterr().err
    file = str(tmp_path / "file")
    assert main([*arguments, file, "--json", f"{tmp_path}/./file"]) == 2
    assert f"cannot write {file}: it is to be two files" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["watch", "replay"])
def test_a_folder_that_cannot_be_drawn_into_is_refused_before_playing(
    command: str, recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [command, "--players", "random,random"] if command == "watch" else [command, str(recorded)]
    for path, message in ((recorded, "it is no folder"), (recorded / "boards", "cannot make the folder")):
        assert main([*words, "--svg", str(path)]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert message in captured.err


def test_a_record_that_cannot_be_written_is_refused_before_playing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", "--players", "random,random", "--record", str(tmp_path / "nowhere" / "file")]) == 2
    assert "there is no folder" in capsys.readouterr().err


def test_a_link_to_a_file_that_is_not_there_yet_stays(tmp_path: Path) -> None:
    link, file = tmp_path / "link", tmp_path / "file"
    link.symlink_to(file)
    check_outputs(link)
    assert link.is_symlink()
    assert not file.exists()
    link.unlink()
    link.symlink_to(tmp_path / "nowhere" / "file")
    with pytest.raises(SettingsError, match="cannot write"):
        check_outputs(link)
    assert link.is_symlink()
