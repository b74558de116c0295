"""Where in an agent's code something went wrong is told: by the fault, the report, the log and the error."""

import io
import pickle
import sys
from bdb import BdbQuit
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arctic_env
from arctic_agents.random import RandomAgent
from arctic_env.agents.batched import BatchedAgents
from arctic_env.agents.guarded_calls import message_of, traceback_of
from arctic_env.arena import Agent, Fault, ForfeitWarning, Limits, Settings, bind, open_log, play, run_tournament
from arctic_env.arena.report import print_report
from arctic_env.arena.results import first_tracebacks
from arctic_env.cli import main
from arctic_env.commands import find_commands
from arctic_env.envs.seat_vec import SeatVecEnv
from arctic_env.envs.single import SeatEnv
from arctic_env.errors import AgentError, ArcticError
from arctic_env.model.game import Game
from tests.arena.fakes import FirstLegal, OnePlayer, crash, hostile, loop_forever
from tests.conftest import ROOT

HERE = 'tests/arena/fakes.py", line '
RAISE = Limits(on_fault="raise")


@pytest.fixture(scope="module")
def game() -> Game:
    return arctic_env.game("arctic")


def always(view: object, seat: int) -> bool:
    return True


class Failing(FirstLegal):
    """Fails in one of its methods."""

    name = "failing"

    def __init__(self, game: Game, num_players: int, where: str) -> None:
        self._where = where
        super().__init__(game, num_players)

    def __getattribute__(self, name: str) -> Any:
        if name == object.__getattribute__(self, "_where"):
            return lambda *arguments: crash()
        return object.__getattribute__(self, name)


class Stale(FirstLegal):
    """Answers with an action that is not legal."""

    name = "stale"

    def act_many(self, views, seats, masks, generator):
        return np.full(len(masks), masks.shape[1])


def failing(where: str) -> Any:
    return partial(Failing, where=where)


AGENTS = {
    "act_many": failing("act_many"),
    "decide": failing("decide"),
    "start": failing("start"),
    "act": OnePlayer(lambda view, mask: crash()),
}


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS.keys())
def test_a_crash_keeps_its_traceback_from_the_agents_call_on(game: Game, agent: Any) -> None:
    (fault,) = play(game.deal(seed=3, num_players=2), [agent, RandomAgent]).faults
    first, second, *_, line, last = fault.traceback.splitlines()
    assert first == "Traceback (most recent call last):"
    assert "tests/arena/" in second
    assert HERE in fault.traceback
    assert "arctic_env/arena" not in fault.traceback
    assert line.strip() == 'raise RuntimeError("the sky is falling")'
    assert last == fault.message == "RuntimeError: the sky is falling"


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS.keys())
def test_errors_are_raised_from_what_the_agent_raised(game: Game, agent: Any) -> None:
    with pytest.raises(AgentError, match=r"crash: RuntimeError: the sky is falling$") as raised:
        play(game.deal(seed=3, num_players=2), [agent, RandomAgent], limits=RAISE)
    assert isinstance(raised.value.__cause__, RuntimeError)
    assert HERE in raised.value.traceback
    assert pickle.loads(pickle.dumps(raised.value)).traceback == raised.value.traceback


def test_who_is_late_is_told_where_it_was(game: Game) -> None:
    limits = Limits(seconds=0.2)
    (fault,) = play(
        game.deal(seed=3, num_players=2), [hostile(loop_forever, always), RandomAgent], limits=limits
    ).faults
    assert (fault.kind, fault.message) == ("late", "no answer within 0.2 s")
    assert "in loop_forever" in fault.traceback


@pytest.mark.parametrize("agent", [Stale, hostile(lambda: None, always), OnePlayer(lambda view, mask: "no number")])
def test_a_wrong_answer_has_no_place_in_the_agents_code(game: Game, agent: Any) -> None:
    (fault,) = play(game.deal(seed=3, num_players=2), [agent, RandomAgent]).faults
    assert fault.traceback == ""
    with pytest.raises(AgentError) as raised:
        play(game.deal(seed=3, num_players=2), [agent, RandomAgent], limits=RAISE)
    assert raised.value.traceback == ""


def test_causes_are_told_too(game: Game) -> None:
    def stumble() -> int:
        try:
            return crash()
        except RuntimeError as error:
            raise ValueError("so be it") from error

    (fault,) = play(game.deal(seed=3, num_players=2), [hostile(stumble, always), RandomAgent]).faults
    assert "RuntimeError: the sky" in fault.traceback
    assert fault.traceback.endswith("ValueError: so be it\n")


def test_texts_can_be_read_and_written_whatever_the_error_says() -> None:
    with pytest.raises(ValueError, match="no!") as raised:
        raise ValueError("\udc00\n" + "no! " * 10**6)
    message, traceback = message_of(raised.value), traceback_of(raised.value)
    assert len(message) < 600
    assert "\n" not in message
    assert len(traceback) < 202_000
    assert (message + traceback).encode()


def test_long_tracebacks_are_kept_and_shown_shortened() -> None:
    def chain() -> int:
        error = ValueError("first")
        for number in range(300):
            later = ValueError(f"link {number}")
            later.__cause__, error = error, later
        raise error

    with pytest.warns(ForfeitWarning):
        result = run_tournament(Settings([hostile(chain, always), RandomAgent], "arctic", games=2))
    fault = result.faults[0][1]
    assert len(fault.traceback) > 20_000
    assert all(f"ValueError: link {number}\n" in fault.traceback for number in range(300))
    shown = "\n".join(first_tracebacks([fault]))
    assert 9_000 < len(shown) < 11_000
    assert "letters ..." in shown


# ------------------------------------------------------------------------------------------------ to leave


@pytest.mark.parametrize("leave", [SystemExit(3), BdbQuit()])
def test_who_looks_for_a_fault_may_leave_the_program(game: Game, leave: BaseException) -> None:
    def go() -> int:
        raise leave

    for agent in (hostile(go, always), OnePlayer(lambda view, mask: go())):
        start, agents = game.deal(seed=3, num_players=2), [agent, RandomAgent]
        with pytest.raises(type(leave)):
            play(start, agents, limits=RAISE)
        (fault,) = play(start, agents).faults
        assert (fault.kind, fault.message.partition(":")[0]) == ("crash", type(leave).__name__)


# ------------------------------------------------------------------------------------------------ workers


def test_tracebacks_travel_from_workers() -> None:
    agents = [hostile(crash, always), RandomAgent]
    with pytest.warns(ForfeitWarning):
        one = run_tournament(Settings(agents, "arctic", games=2))
    with pytest.warns(ForfeitWarning):
        two = run_tournament(Settings(agents, "arctic", games=2, workers=2))
    assert one.faults == two.faults
    assert HERE in two.faults[0][1].traceback
    with pytest.raises(AgentError, match=r"the sky is falling$") as raised:
        run_tournament(Settings(agents, "arctic", games=2, workers=2, limits=RAISE))
    assert HERE in raised.value.traceback
    assert HERE in str(raised.value.__cause__)  # which is what Python shows of the other process


# ------------------------------------------------------------------------------------------------ commands


make_hostile = hostile(crash, always)


def make_moody(game: Game, num_players: int) -> Agent:
    return hostile(crash, in_seat_0)(game, num_players)  # type: ignore[no-any-return]


def in_seat_0(view: Any, seat: int) -> bool:
    return seat == 0


def make_nothing(game: Game, num_players: int) -> None:
    return crash()  # type: ignore[return-value]


def make_refusing(game: Game, num_players: int) -> None:
    raise ValueError("not today")


def make_lost(game: Game, num_players: int) -> None:
    Path("/no/such/file").read_text()


def make_needy(game: Game, num_players: int) -> None:
    import does_not_exist  # noqa: F401


def make_leaving(game: Game, num_players: int) -> None:
    sys.exit(0)


FACTORIES = {
    "refusing": "not today",
    "lost": "No such file",
    "needy": "No module named 'does_not_exist'",
    "leaving": "SystemExit: 0",
}


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Agents of ours beside `random`."""
    names = ("hostile", "moody", "nothing", "silent", *FACTORIES)
    points = [EntryPoint(name, f"{__name__}:make_{name}", "arctic.agents") for name in names]
    points.append(EntryPoint("random", "arctic_agents.random:RandomAgent", "arctic.agents"))
    points.append(EntryPoint("search", "arctic_agents.search.agent:make", "arctic.agents"))
    points.append(EntryPoint("unloadable", "tests.arena.unloadable:make", "arctic.agents"))
    points.append(EntryPoint("unimportable", "tests.arena.unimportable:make", "arctic.agents"))
    points.append(EntryPoint("leaving_module", "tests.arena.leaving:make", "arctic.agents"))
    points.append(EntryPoint("text", f"{__name__}:HERE", "arctic.agents"))
    monkeypatch.setattr("arctic_env.agents.specs.entry_points", lambda group: points)


@pytest.mark.usefixtures("installed")
def test_a_tournament_shows_one_traceback_of_each_agent(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "--players", "random,hostile,moody", "--games", "40"]) == 1
    shown = capsys.readouterr()
    assert shown.out.count("Traceback (most recent call last)") == 2
    assert "\nhostile, the first crash:\nTraceback" in shown.out
    assert "\nmoody, the first crash:\nTraceback" in shown.out
    assert len(shown.out.splitlines()) < 80
    assert "hostile forfeited all of its games (80); the report says why" in shown.err
    assert "moody" not in shown.err.replace("moody: ", "")  # it plays half of its games
    assert "ForfeitWarning" not in shown.err


@pytest.mark.usefixtures("installed")
def test_forfeits_of_some_games_are_no_failure() -> None:
    assert main(["tournament", "--players", "random,moody", "--games", "4"]) == 0


@pytest.mark.usefixtures("installed")
def test_all_is_written_of_a_tournament_that_fails(tmp_path: Path) -> None:
    files = [tmp_path / "rows.csv", tmp_path / "all.json"]
    words = ["--csv", str(files[0]), "--json", str(files[1]), "--log", str(tmp_path / "log")]
    assert main(["tournament", "--players", "random,hostile", "--games", "4", *words]) == 1
    assert all(file.exists() for file in files)
    faulty = open_log(tmp_path / "log").results().collect()["fault_traceback"].drop_nulls()
    assert len(faulty) == 4
    assert all(HERE in text for text in faulty)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("command", ["tournament", "watch"])
def test_a_command_can_stop_at_the_first_fault(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--players", "random,hostile", "--on-fault", "raise"]) == 2
    *traceback, last = capsys.readouterr().err.splitlines()
    assert last.startswith(f"arctic {command}: hostile in seat ")
    assert last.endswith("crash: RuntimeError: the sky is falling")
    assert "Traceback (most recent call last):" in traceback
    assert any(HERE in line for line in traceback)


@pytest.mark.usefixtures("installed")
def test_watch_tells_where_an_agent_crashed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--players", "random,hostile"]) == 1
    shown = capsys.readouterr().out
    assert HERE in shown
    assert "A forfeit is the last place whatever the points" in shown
    assert main(["watch", "--players", "random,random"]) == 0
    assert "forfeit" not in capsys.readouterr().out


@pytest.mark.usefixtures("installed")
def test_play_tells_where_an_agent_crashed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 300))
    assert main(["play", "--players", "human,hostile", "--seed", "3"]) == 1
    assert HERE in capsys.readouterr().out


# ------------------------------------------------------------------------------------------------ elsewhere


@pytest.mark.usefixtures("installed")
def test_agents_that_crash_before_they_play_are_named(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(AgentError, match="nothing") as raised:
        bind("nothing", game, 2)
    assert isinstance(raised.value.__cause__, RuntimeError)
    assert main(["watch", "--players", "random,nothing"]) == 2
    shown = capsys.readouterr().err
    assert HERE in shown
    assert shown.splitlines()[-1].endswith("RuntimeError: the sky is falling")


@pytest.mark.usefixtures("installed")
def test_an_agent_whose_module_does_not_load_says_where(game: Game) -> None:
    with pytest.raises(AgentError, match=r"tests\.arena\.unloadable:make does not load: NameError: name") as raised:
        bind("unloadable", game, 2)
    assert raised.value.traceback.splitlines()[1].strip().startswith(f'File "{ROOT}/tests/arena/unloadable.py"')


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("name", FACTORIES)
def test_whatever_ends_the_making_of_an_agent_says_where(
    game: Game, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(AgentError, match=f"^'{name}': .*{FACTORIES[name]}") as raised:
        bind(name, game, 2)
    assert 'tests/arena/test_tracebacks.py", line ' in raised.value.traceback
    assert f"in make_{name}\n" in raised.value.traceback
    assert "extra" not in str(raised.value)
    assert main(["watch", "--players", f"random,{name}"]) == 2
    assert f"in make_{name}\n" in capsys.readouterr().err


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(("name", "file"), [("unimportable", "unimportable"), ("leaving_module", "leaving")])
def test_whatever_ends_the_module_of_an_agent_says_where(game: Game, name: str, file: str) -> None:
    with pytest.raises(AgentError, match=f"{name}.* does not load") as raised:
        bind(name, game, 2)
    assert f'tests/arena/{file}.py", line 3' in raised.value.traceback


@pytest.mark.usefixtures("installed")
def test_our_own_agents_refuse_in_a_line(game: Game) -> None:
    with pytest.raises(AgentError, match=r"^'search:threads=0'") as raised:
        bind("search:threads=0", game, 2)
    assert raised.value.traceback == ""


@pytest.mark.usefixtures("installed")
def test_an_entry_point_must_be_a_maker(game: Game) -> None:
    with pytest.raises(AgentError, match=r"test_tracebacks:HERE must be a class or function .* not of type str"):
        bind("text", game, 2)


def test_an_opponent_that_does_not_take_its_seat_says_where(game: Game) -> None:
    env = SeatEnv(game, opponents=[failing("start")])
    with pytest.raises(AgentError, match="the opponent failing in seat 1: RuntimeError: the sky is falling") as raised:
        env.reset(seed=1)
    assert HERE in raised.value.traceback


class Silent(FirstLegal):
    """Fails to explain its choices."""

    name = "silent"

    def explain(self, view: Any, seed: int) -> str:
        """Fail."""
        crash()
        return ""


def make_silent(game: Game, num_players: int) -> Silent:
    return Silent(game, num_players)


@pytest.mark.usefixtures("installed")
def test_a_hint_that_fails_says_where_and_the_person_plays_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 300))
    assert main(["play", "--players", "human,random", "--seed", "3", "--hint", "silent"]) == 0
    shown = capsys.readouterr().out
    assert HERE in shown
    assert "silent cannot explain: RuntimeError: the sky is falling\n" in shown


def test_commands_that_do_not_load_keep_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [EntryPoint("lost", "no_such_module:command", "arctic.commands")]
    monkeypatch.setattr("arctic_env.commands.entry_points", lambda group: points)
    with pytest.raises(ArcticError) as raised:
        find_commands()["lost"].run(None)  # type: ignore[arg-type]
    assert isinstance(raised.value.__cause__, ImportError)


def test_opponents_in_training_tell_where_they_crash(game: Game) -> None:
    opponents = BatchedAgents(game, [hostile(crash, always)(game, 2)], 1, 2)
    opponents.begin(np.zeros(1, np.int64), np.zeros((1, 2), np.int64), np.zeros((1, 2), np.int64))
    position = game.deal(seed=3, num_players=2)
    states, mask = position.states.copy(), position.mask()[None]
    row, seats = np.zeros(1, np.int64), states["seat"].astype(np.int8)
    with pytest.raises(AgentError, match="the agent hostile: RuntimeError: the sky is falling") as raised:
        opponents.decide(row, states, seats, mask)
    assert HERE in raised.value.traceback
    assert isinstance(raised.value.__cause__, RuntimeError)


def test_faults_without_a_traceback_add_no_lines() -> None:
    with pytest.warns(ForfeitWarning):
        result = run_tournament(Settings([Stale, RandomAgent], "arctic", games=2))
    assert all(isinstance(fault, Fault) and not fault.traceback for _, fault in result.faults)
    text = io.StringIO()
    print_report(result, text)
    assert "the first" not in text.getvalue()


def test_an_agent_that_refuses_to_be_made_is_named(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "refusing.py"
    file.write_text(REFUSING)
    for name, says in (("Refusing", "not today"), ("broken", "KeyError: 'pile'")):
        with pytest.raises(AgentError, match=rf"refusing.py:{name}': {says}$"):
            bind(f"{file}:{name}", game, 2)


REFUSING = """
from arctic_env.errors import AgentError
from arctic_env.arena import Agent

class Refusing(Agent):
    def __init__(self, game, num_players):
        raise AgentError("not today")

    def act_many(self, views, seats, masks, generator):
        return masks.argmax(axis=1)

def broken(game, num_players):
    return {}["pile"]

class Crashing(Agent):
    def act_many(self, views, seats, masks, generator):
        return {}["pile"]

class Asking(Agent):
    def act_many(self, views, seats, masks, generator):
        from arctic_env.arena import bind
        return bind(broken, self.game, 2)

class Unstarted:
    def __init__(self, game, num_players):
        pass

    def start(self, seat, seed):
        raise RuntimeError("the sky is falling")
"""


@pytest.mark.parametrize("make", [SeatEnv, partial(SeatVecEnv, num_envs=2)])
@pytest.mark.parametrize("name", ["Crashing", "Unstarted"])
def test_an_opponent_that_fails_is_named_as_the_user_wrote_it(make: Any, name: str, tmp_path: Path) -> None:
    file = tmp_path / "failing.py"
    file.write_text(REFUSING)
    env = make("arctic", opponents=[f"{file}:{name}"], seat=1)
    with pytest.raises(AgentError, match=rf"failing.py:{name}.*(KeyError|RuntimeError): ") as raised:
        env.reset(seed=1)
    assert 'failing.py", line' in raised.value.traceback


def test_an_agent_that_is_made_by_another_shows_its_own_traceback(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "asking.py"
    file.write_text(REFUSING)
    (fault,) = play(game.deal(seed=3, num_players=2), [f"{file}:Asking", RandomAgent]).faults
    assert fault.message == "AgentError: broken: KeyError: 'pile'"
    assert fault.traceback.splitlines()[-3:-1] == ['    return {}["pile"]', "           ~~^^^^^^^^"]
