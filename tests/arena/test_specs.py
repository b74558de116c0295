import re
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import arctic_env
from arctic_agents.greedy import GreedyAgent
from arctic_agents.random import RandomAgent
from arctic_env.agents.specs import AgentText, find_maker, options_of, parse_agent
from arctic_env.arena import Settings, bind, known_agents, run_tournament, split_agents
from arctic_env.cli import main
from arctic_env.errors import AgentError
from arctic_env.model.game import Game
from tests.arena.fakes import FirstLegal, OnePlayer

GAME = arctic_env.game("arctic")


class Configured(FirstLegal):
    def __init__(
        self, game: Game, players: int, path: str | None, depth: int, wide: bool, note: str, rate: float
    ) -> None:
        super().__init__(game, players)
        if depth < 1:
            raise ValueError("depth must be at least 1")
        self.settings = (path, depth, wide, note, rate)


def make_configured(
    game: Game,
    num_players: int,
    path: str | None = None,
    *,
    depth: int = 1,
    wide: bool = False,
    note: str = "",
    rate: float = 0.0,
) -> Configured:
    return Configured(game, num_players, path, depth, wide, note, rate)


def make_plain(game: Game, num_players: int, *, depth: int = 1) -> Configured:
    return Configured(game, num_players, None, depth, False, "", 0.0)


def make_open(game: Game, num_players: int, **options: object) -> Configured:
    made = make_plain(game, num_players)
    made.settings = options
    return made


def make_trained(game: Game, num_players: int, path: str) -> Configured:
    return Configured(game, num_players, path, 1, False, "", 0.0)


def make_one(game: Game, num_players: int) -> OnePlayer:
    return OnePlayer(lambda view, mask: int(mask.argmax()))


def make_nonsense(game: Game, num_players: int) -> str:
    return "no agent"


@pytest.fixture
def third_party(monkeypatch: pytest.MonkeyPatch) -> None:
    """Agents of an installed package, as entry points name them."""
    values = {
        "conf": f"{__name__}:make_configured",
        "plain": f"{__name__}:make_plain",
        "open": f"{__name__}:make_open",
        "trained": f"{__name__}:make_trained",
        "nonsense": f"{__name__}:make_nonsense",
        "one": f"{__name__}:make_one",
        "broken": "no_such_module:make",
    }
    points = [EntryPoint(name, value, "arctic.agents") for name, value in values.items()]
    monkeypatch.setattr("arctic_env.agents.specs.entry_points", lambda group: points)


def test_the_agents_of_this_project_are_known() -> None:
    assert {"random", "greedy"} <= set(known_agents())
    assert isinstance(bind("random", GAME, 2), RandomAgent)
    assert isinstance(bind(" greedy ", GAME, 2), GreedyAgent)


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("random", AgentText("random", None, {})),
        ("planner:depth=2", AgentText("planner", None, {"depth": "2"})),
        ("ppo:runs/best", AgentText("ppo", "runs/best", {})),
        ("ppo:runs/best:greedy=true,t=0.5", AgentText("ppo", "runs/best", {"greedy": "true", "t": "0.5"})),
        (r"ppo:C:\runs\best", AgentText("ppo", r"C:\runs\best", {})),
        ("ppo:./odd=name", AgentText("ppo", "./odd=name", {})),
        ("a:x=false,y=-3,z=1e-3,w=two words,v=", AgentText("a", None, {
            "x": "false", "y": "-3", "z": "1e-3", "w": "two words", "v": ""})),
    ],
)  # fmt: skip
def test_grammar(text: str, parsed: AgentText) -> None:
    assert parse_agent(text) == parsed


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("random,greedy", ["random", "greedy"]),
        ("planner:depth=1,width=3,greedy", ["planner:depth=1,width=3", "greedy"]),
        ("ppo:runs/a:t=0.5,d=1, ppo:runs/b", ["ppo:runs/a:t=0.5,d=1", "ppo:runs/b"]),
    ],
)
def test_lists_part_at_agents_and_not_inside_options(text: str, parts: list[str]) -> None:
    assert split_agents(text) == parts


@pytest.mark.parametrize("text", ["", "random,", ",random", "random,,greedy"])
def test_lists_with_empty_places_are_refused(text: str) -> None:
    with pytest.raises(AgentError, match="empty place"):
        split_agents(text)


@pytest.mark.usefixtures("third_party")
def test_an_installed_package_adds_agents_with_positional_and_options() -> None:
    assert known_agents() == ["broken", "conf", "nonsense", "one", "open", "plain", "trained"]
    agent = bind("conf:some/path:depth=3,wide=true,note=hi,rate=0.25", GAME, 2)
    assert agent.settings == ("some/path", 3, True, "hi", 0.25)
    assert bind("conf", GAME, 2).settings == (None, 1, False, "", 0.0)


@pytest.mark.usefixtures("third_party")
@pytest.mark.parametrize("note", ["5", "1e3", "007", "true", "two words", ""])
def test_a_text_is_handed_over_as_it_is_written(note: str) -> None:
    assert bind(f"conf:note={note},rate=2", GAME, 2).settings == (None, 1, False, note, 2)


@pytest.mark.usefixtures("third_party")
def test_options_without_a_type_are_what_they_look_like() -> None:
    agent = bind("open:x=false,y=-3,z=1e-3,w=two words,v=", GAME, 2)
    assert agent.settings == {"x": False, "y": -3, "z": 1e-3, "w": "two words", "v": ""}
    assert type(agent.settings["x"]) is bool


@pytest.mark.usefixtures("third_party")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nobody", "no agent 'nobody'; there are broken, conf, nonsense, one, open, plain, trained"),
        (":x=1", "names no agent"),
        ("conf:colour=red", "conf has no option 'colour'; there are path, depth, wide, note, rate"),
        ("nonsense:x=1", "nonsense has no option 'x'; there are none"),
        ("plain:a/path", "plain takes nothing but options, KEY=VALUE, not 'a/path'"),
        ("open:totem", "open takes nothing but options, KEY=VALUE, not 'totem'"),
        ("trained", "trained needs a path, as in trained:PATH"),
        ("conf:depth=1,depth=2", "'depth' is given twice"),
        ("conf:depth=1,oops", "'oops' is not of the form key=value"),
        ("conf:depth=deep", "depth must be an integer, not 'deep'"),
        ("conf:depth=true", "depth must be an integer, not True"),
        ("conf:depth=1.0", "depth must be an integer, not 1.0"),
        ("conf:wide=False", "wide must be true or false, not 'False'"),
        ("conf:wide=1", "wide must be true or false, not 1"),
        ("conf:rate=fast", "rate must be a number, not 'fast'"),
        ("conf:depth=0", "depth must be at least 1"),
        ("nonsense", "stands for .no agent.; an agent is a subclass of Agent, or has start"),
        ("broken", "no_such_module:make does not load"),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        bind(text, GAME, 2)


@pytest.mark.usefixtures("third_party")
def test_an_agent_for_one_game_at_a_time_plays_by_name() -> None:
    assert run_tournament(Settings(["one", "conf"], "arctic", games=2)).standings()[0].forfeits == 0
    assert main(["watch", "--players", "one,conf"]) == 0


OWN = """
from dataclasses import dataclass

import numpy as np

from arctic_env.arena import Agent


class First(Agent):
    '''Take the first legal action.

    Args:
        depth: How deep
            it looks.
    '''

    def __init__(self, game, num_players, depth: int = 1):
        super().__init__(game, num_players)
        if depth > 5:
            raise RuntimeError("too deep")

    def act_many(self, views, seats, masks, generator):
        return masks.argmax(axis=1)


@dataclass
class Last:
    game: object
    num_players: int

    def start(self, seat, seed):
        return self

    def act(self, view, mask):
        return int(np.flatnonzero(mask)[-1])


def second(game, num_players, *, shy=False):
    return Last(game, num_players)


def nothing():
    pass


number = 3
mapping = dict
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file with agents of both forms."""
    (tmp_path / "my agents.py").write_text(OWN)
    return tmp_path / "my agents.py"


def test_agents_of_a_file_play_by_name_in_workers_too(own: Path) -> None:
    players = [f"{own}:First:depth=2", f"{own}:Last", f"{own}:second:shy=true", "random"]
    alone, shared = (run_tournament(Settings(players, "arctic", games=2, workers=n)) for n in (1, 2))
    assert not alone.faults
    assert alone.settings.names == tuple(players)
    for column in ("agent", "score", "rank"):
        assert alone.rows[column].tolist() == shared.rows[column].tolist()


def test_agents_of_a_file_are_opponents(own: Path) -> None:
    env = arctic_env.arctic_v0.seat_env(num_players=3, opponents=[f"{own}:First", f"{own}:Last"])
    env.reset(seed=1)
    assert [agent.name for agent in env.opponents] == [f"{own}:First", f"{own}:Last"]


@pytest.mark.parametrize("opponents", [{}, {"greedy": 1}, "greedy"])
def test_opponents_are_a_list(opponents: Any) -> None:
    with pytest.raises(ValueError, match=r"opponents must be a list of agents, such as \['greedy'\], not "):
        arctic_env.arctic_v0.seat_env(opponents=opponents)


@pytest.mark.parametrize(
    ("text", "num_players", "message"),
    [
        ("random", "x", "^num_players must be 2 to 4 in arctic, not 'x'$"),
        ("random", 9, "^num_players must be 2 to 4 in arctic, not 9$"),
        ("planner:weights=NOFILE", 2, "^cannot read the weights in NOFILE, as arctic tune writes them: No such file"),
    ],
)
def test_what_agents_cannot_be_made_of_is_said(text: str, num_players: Any, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        bind(text, arctic_env.game("arctic"), num_players)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}:Frist", "has no 'Frist' .did you mean First..; there are First, Last, second, nothing"),
        ("{}:First:width=2", "has no option 'width' .*; there are depth"),
        ("{}:First:depth=6", "RuntimeError: too deep"),
        ("{}:number", "must be a class or function that makes the agent, not of type int"),
        ("{}:nothing", r"must take the game and the number of players, not \(\)"),
        ("{}:mapping", "must make an agent, and <class 'dict'> of Python's own does not"),
        ("/no/such/file.py:First", "there is no file /no/such/file.py"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(own: Path, text: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        bind(text.format(own), GAME, 2)


def test_a_file_that_does_not_load_says_where(own: Path) -> None:
    own.write_text("import numpy\n\n1 / 0\n")
    with pytest.raises(AgentError, match="does not load: ZeroDivisionError") as raised:
        bind(f"{own}:First", GAME, 2)
    assert f'File "{own}", line 3' in raised.value.traceback


def test_agents_are_listed_with_what_they_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agents", "--game", "arctic"]) == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert set(known_agents()) == {name.partition(":")[0] for name in lines}
    assert "arctic 2-4" in lines["greedy"]
    assert "as trained" in lines["ppo:PATH"]


def test_the_options_of_an_agent_are_listed_with_their_meaning(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agents", f"{own}:First"]) == 0
    assert "  depth (int; default: 1)\n    How deep it looks.\n" in capsys.readouterr().out
    assert main(["agents", "planner", "--game", "iglu"]) == 0
    assert "planner      iglu 2-4" in capsys.readouterr().out


def test_an_agent_that_says_nothing_of_itself_is_listed_without_the_words_of_its_base(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "silent.py"
    file.write_text("from arctic_agents.random import RandomAgent\n\nclass Silent(RandomAgent):\n    pass\n")
    assert main(["agents", f"{file}:Silent"]) == 0
    assert capsys.readouterr().out.rstrip().endswith(" 2-4")


def test_an_agent_of_another_game_or_number_of_players_is_refused() -> None:
    agent = RandomAgent(GAME, 3)
    with pytest.raises(AgentError, match="random was made for 3 players, not for 2"):
        bind(agent, GAME, 2)
    with pytest.raises(AgentError, match="random was made for arctic, not for iglu"):
        bind(agent, arctic_env.game("iglu"), 3)
    assert bind(agent, GAME, 3) is agent


ATTRIBUTES = """
from arctic_agents.random import RandomAgent

class Starting:
    def __init__(self, game, num_players):
        self.game, self.num_players = game.name, "two"

    def start(self, seat, seed):
        return self

    def act(self, view, mask):
        return int(mask.argmax())

class Named(RandomAgent):
    def __init__(self, game, num_players, name="alpha"):
        super().__init__(game, num_players)
        self.name = name

class Forgetful(RandomAgent):
    def __init__(self, game, num_players):
        super().__init__(game, num_players)
        self.game = game.name
"""


def test_agents_have_attributes_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(ATTRIBUTES)
    assert bind(f"{file}:Starting", GAME, 2).name == f"{file}:Starting"
    assert bind(f"{file}:Named", GAME, 2).name == "alpha"
    with pytest.raises(AgentError, match="its attribute game must be the Game that it plays, not 'arctic'"):
        bind(f"{file}:Forgetful", GAME, 2)


def test_an_agent_that_cannot_be_made_is_listed_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.py"
    file.write_text("class Bad:\n    def __init__(self, game, num_players):\n        raise KeyError('x')\n")
    assert main(["agents", f"{file}:Bad", "--game", "arctic"]) == 0
    assert re.search(r"cannot be made: .*KeyError: 'x'\n$", capsys.readouterr().out)


@pytest.mark.parametrize("agent", known_agents())
def test_meanings_of_options_are_whole_sentences(agent: str) -> None:
    assert all(option.meaning.endswith(".") for option in options_of(find_maker(agent), GAME))
