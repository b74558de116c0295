from importlib.metadata import EntryPoint

import pytest

import arctic_env
from arctic_agents.greedy import GreedyAgent
from arctic_agents.networks.network import make_network
from arctic_agents.random import RandomAgent
from arctic_env.agents.specs import AgentText, parse_agent
from arctic_env.arena import Settings, known_agents, make_agent, run_tournament, split_agents
from arctic_env.cli import main
from arctic_env.errors import AgentError
from arctic_training.opponents import Opponents
from tests.arena.fakes import FirstLegal, OnePlayer


class Configured(FirstLegal):
    def __init__(self, path: str | None, depth: int, wide: bool, note: str, rate: float) -> None:
        if depth < 1:
            raise ValueError("depth must be at least 1")
        self.settings = (path, depth, wide, note, rate)


def make_configured(
    path: str | None = None, *, depth: int = 1, wide: bool = False, note: str = "", rate: float = 0.0
) -> Configured:
    return Configured(path, depth, wide, note, rate)


def make_plain(*, depth: int = 1) -> Configured:
    return Configured(None, depth, False, "", 0.0)


def make_open(**options: object) -> Configured:
    made = make_plain()
    made.settings = options
    return made


def make_trained(path: str) -> Configured:
    return Configured(path, 1, False, "", 0.0)


def make_one() -> OnePlayer:
    return OnePlayer(lambda view, mask: int(mask.argmax()))


def make_nonsense() -> str:
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
    assert isinstance(make_agent("random"), RandomAgent)
    assert isinstance(make_agent(" greedy "), GreedyAgent)


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
    agent = make_agent("conf:some/path:depth=3,wide=true,note=hi,rate=0.25")
    assert agent.settings == ("some/path", 3, True, "hi", 0.25)
    assert make_agent("conf").settings == (None, 1, False, "", 0.0)


@pytest.mark.usefixtures("third_party")
@pytest.mark.parametrize("note", ["5", "1e3", "007", "true", "two words", ""])
def test_a_text_is_handed_over_as_it_is_written(note: str) -> None:
    assert make_agent(f"conf:note={note},rate=2").settings == (None, 1, False, note, 2)


@pytest.mark.usefixtures("third_party")
def test_options_without_a_type_are_what_they_look_like() -> None:
    agent = make_agent("open:x=false,y=-3,z=1e-3,w=two words,v=")
    assert agent.settings == {"x": False, "y": -3, "z": 1e-3, "w": "two words", "v": ""}
    assert type(agent.settings["x"]) is bool


@pytest.mark.usefixtures("third_party")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nobody", "no agent 'nobody'; there are broken, conf, nonsense, one, open, plain, trained"),
        (":x=1", "names no agent"),
        ("conf:colour=red", "conf has no option 'colour'; there are depth, wide, note, rate"),
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
        ("nonsense", "made a str, which has no name and start"),
        ("broken", "no_such_module:make does not load"),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        make_agent(text)


@pytest.mark.usefixtures("third_party")
def test_an_agent_for_one_game_at_a_time_plays_by_name() -> None:
    assert run_tournament(Settings(["one", "conf"], games=2)).standings()[0].forfeits == 0
    assert main(["watch", "--players", "one,conf"]) == 0


@pytest.mark.usefixtures("third_party")
def test_training_needs_agents_that_decide_for_many() -> None:
    game = arctic_env.game("arctic")
    network = make_network(game, 2, "mlp", 8)
    with pytest.raises(AgentError, match="one plays one game at a time; needed is an Agent"):
        Opponents({"one": 1.0}, network, game, 2, keep=0)


def test_the_class_of_an_agent_is_no_agent() -> None:
    with pytest.raises(
        AgentError, match=r"^an agent is an object with `start`, or a text .*, not <class '.*"
    ):
        run_tournament(Settings(["random", FirstLegal], games=2))  # type: ignore[list-item]
