from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import ValidationError

from arctic_agents.networks.checkpoint import find_champion, load_policy
from arctic_env import SettingsError
from arctic_env.arena import known_agents
from arctic_training.settings import (
    LATEST,
    SNAPSHOTS,
    NetworkSettings,
    StrictModel,
    TrainSettings,
    apply_changes,
    make_settings,
    read_document,
    read_settings,
    to_document,
)
from arctic_training.tune import TuneSettings
from tests.conftest import ROOT

CONFIGS = sorted((ROOT / "configs").glob("*.yaml"))
GAME = {"game": "arctic"}


def test_nothing_given_but_a_game_means_the_defaults() -> None:
    assert make_settings(GAME) == TrainSettings(game="arctic", network=NetworkSettings(kind="cards"))


def test_settings_survive_being_written_down() -> None:
    settings = make_settings(
        {
            "game": "arctic",
            "num_players": 3,
            "parameters": {"edition": "es"},
            "opponents": {"latest": 0.5, "planner:depth=1": 0.5},
            "evaluation": {"opponents": ["random"]},
            "ppo": {"target_kl": 0.02},
        }
    )
    document = to_document(settings)
    assert make_settings(document) == settings
    assert make_settings(yaml.safe_load(yaml.safe_dump(document))) == settings


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"stepz": 1}, r"^no setting 'stepz' \(did you mean steps\?\); there are game, num_players, .*tensorboard$"),
        ({"ppo": {"entropi": 1}}, r"^ppo: no setting 'entropi' \(did you mean entropy\?\); there are rollout, batch"),
        ({"ppo": 3}, r"ppo must have keys with values; its keys are rollout, batch, .*, not 3"),
        ({"steps": "many"}, "steps must be a valid integer, not 'many'"),
        ({"steps": True}, "steps must be a valid integer, not True"),
        ({"steps": 1.5}, "steps must be a valid integer, not 1.5"),
        ({"steps": 0}, "steps must be greater than 0, not 0"),
        ({"steps": "3"}, "steps must be a valid integer, not '3'"),
        ({"steps": 3.0}, "steps must be a valid integer, not 3.0"),
        ({"steps": 10**12}, "steps must be less than or equal to 100000000000, not 10{12}$"),
        ({"seed": -1}, "seed must be greater than or equal to 0, not -1"),
        ({"tensorboard": "yes"}, "tensorboard must be a valid boolean, not 'yes'"),
        ({"game": "chess"}, "game must be one of arctic.*, not 'chess'"),
        ({"game": 1}, "game must be a valid string, not 1"),
        ({"num_players": 5}, "^num_players must be 2 to 4 in arctic, not 5"),
        ({"num_players": 2.0}, "^num_players must be a valid integer, not 2.0$"),
        ({"from_": "x"}, r"^no setting 'from_' \(did you mean from\?\)"),
        ({"parameters": {"edition": "fr"}}, "edition must be one of de, es, it, not 'fr'"),
        ({"parameters": {"moon": "full"}}, "no parameter 'moon'"),
        ({"opponents": {}}, "opponents must be weights"),
        ({"opponents": {"latest": 0}}, "opponents must be weights"),
        ({"opponents": {"latest": -1, "random": 2}}, "opponents must be weights"),
        ({"opponents": {"latest": 1e308, "greedy": 1e308}}, "opponents must be weights of 0 or more with a finite sum"),
        ({"opponents": {"latest": "often"}}, r"opponents\.latest must be a valid number, not 'often'"),
        ({"opponents": {1: 2}}, "^a key of opponents must be a valid string, not 1$"),
        (
            {"imitation": {"agent": "planner"}},
            r"^imitation\.steps must be more than 0 with an agent, 0 without one, not 0$",
        ),
        ({"imitation": {"steps": 9}}, r"^imitation\.steps must be more than 0 with an agent, 0 without one, not 9$"),
        ({"steps": "15e-1"}, "steps must be a valid integer, not '15e-1'"),
        ({"steps": "9007199254740993e0"}, "steps must be a valid integer, not '9007199254740993e0'"),
        ({"opponents": ["latest"]}, "opponents must have keys with values, not"),
        ({"reward": {"kind": "glory"}}, r"reward\.kind must be 'win', 'rank', 'margin' or 'score', not 'glory'"),
        ({"reward": {"scale": 0}}, r"reward\.scale must be greater than 0"),
        ({"network": {"kind": "cnn"}}, r"network\.kind must be one of auto, cards, race, board, mlp, not 'cnn'"),
        ({"network": {"critic": "all"}}, r"network\.critic must be 'view' or 'full', not 'all'"),
        ({"device": "tpu"}, "device must be 'auto', 'cpu' or 'cuda', not 'tpu'"),
        ({"network": {"width": 0}}, r"network\.width must be greater than 0"),
        ({"ppo": {"gamma": 1.1}}, r"ppo\.gamma must be less than or equal to 1, not 1\.1"),
        ({"ppo": {"entropy": -0.1}}, r"ppo\.entropy must be greater than or equal to 0"),
        ({"ppo": {"learning_rate": "nan"}}, r"ppo\.learning_rate must be a finite number"),
        ({"ppo": {"learning_rate": 0}}, r"ppo\.learning_rate must be greater than 0"),
        ({"ppo": {"learning_rate": 1e30}}, r"ppo\.learning_rate must be less than or equal to 1, not 1e\+30"),
        ({"ppo": {"final_learning_rate": 2}}, r"ppo\.final_learning_rate must be less than or equal to 1, not 2"),
        ({"ppo": {"batch": 1}}, r"ppo\.batch must be greater than or equal to 2, not 1"),
        (
            {"games": 96, "ppo": {"rollout": 16, "batch": 307}},
            r"ppo\.batch must be such that .* 1,536, leaves no .*, not 307",
        ),
        ({"games": 1, "ppo": {"rollout": 1}}, r"ppo\.batch must be such that .* 1, leaves no minibatch of a single"),
        ({"ppo": {"target_kl": 0}}, r"ppo\.target_kl must be greater than 0"),
        ({"snapshots": {"keep": 0}}, r"snapshots\.keep must be greater than 0"),
        ({"evaluation": {"opponents": "random"}}, r"evaluation\.opponents must be a list, not 'random'"),
        ({"evaluation": {"opponents": [3]}}, r"evaluation\.opponents\.0 must be a valid string, not 3"),
        ({"checkpoints": {"every": 0}}, r"checkpoints\.every must be greater than 0"),
        ({"ppo": {"entropy": 10**400}}, r"ppo\.entropy must be a valid number, not 1000"),
        ({"games": 10**23}, "games must be less than or equal to 1000000000, not 1000"),
        ({"ppo": {"rollout": 10**23}}, r"ppo\.rollout must be less than or equal to 1000000000"),
        ({"network": {"width": 4097}}, r"network\.width must be less than or equal to 4096"),
        ({"snapshots": {"keep": 10**6}}, r"snapshots\.keep must be less than or equal to 1000"),
        ({"evaluation": {"deals": 10**6}}, r"evaluation\.deals must be less than or equal to 100000"),
    ],
)
def test_what_is_wrong_is_refused_by_name(document: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        make_settings({**GAME, **document})


def test_all_that_is_wrong_is_named_and_a_game_is_needed() -> None:
    with pytest.raises(SettingsError, match=r"^game is missing; reward: no setting 'x'.*; ppo\.clip must be"):
        make_settings({"ppo": {"clip": 0}, "reward": {"x": 1}})
    every = (
        r"^seed must be greater than or equal to 0, not -1; "
        r"ppo: no settings 'entopy' \(did you mean entropy\?\), 'clp' \(did you mean clip\?\); there are rollout, .*; "
        r"no setting 'stps' \(did you mean steps\?\); there are game, "
    )
    with pytest.raises(SettingsError, match=every):
        make_settings({**GAME, "ppo": {"entopy": 1, "clp": 2}, "stps": 3, "seed": -1})


@pytest.mark.parametrize("kind", [TrainSettings, TuneSettings])
def test_an_unknown_name_is_refused_with_the_nearest_one(kind: type[StrictModel]) -> None:
    message = r"no setting 'num_player' \(did you mean num_players\?\)"
    with pytest.raises(ValidationError, match=message):
        kind(game="arctic", num_player=3)
    with pytest.raises(SettingsError, match=message):
        read_settings(kind, {"game": "arctic", "num_player": 3})


def test_the_network_follows_the_game() -> None:
    assert make_settings({"game": "iglu", "network": {"width": 8}}).network.kind == "board"
    assert make_settings({"game": "iglu", "network": {"kind": "mlp"}}).network.kind == "mlp"


def test_what_the_network_does_not_say_is_as_in_the_weights_to_begin_with() -> None:
    shipped = load_policy(find_champion("arctic", 4)).network.settings
    assert shipped["width"] != NetworkSettings().width
    begun = make_settings({"game": "arctic", "num_players": 4, "from": "champion"})
    assert begun.network.model_dump() == shipped
    told = {"suggestion": not shipped["suggestion"]}
    changed = make_settings({"game": "arctic", "num_players": 4, "from": "champion", "network": told})
    assert changed.network.model_dump() == shipped | told
    anew = make_settings({"game": "arctic", "from": None})
    assert anew.network.width == NetworkSettings().width
    gone = make_settings({"game": "arctic", "from": "runs/gone"})  # a run that goes on does not need it
    assert gone.network == anew.network


def test_numbers_may_be_written_as_yaml_does_not_know_them() -> None:
    assert make_settings(yaml.safe_load("{game: arctic, ppo: {learning_rate: 3e-4}}")).ppo.learning_rate == 3e-4
    assert make_settings(yaml.safe_load("{game: arctic, steps: 2_000_000}")).steps == 2_000_000
    assert make_settings(yaml.safe_load("{game: arctic, steps: 1e6, games: 1.2e1}")).update == 12 * 32


def test_changes_go_on_top_of_a_file_and_leave_it_alone() -> None:
    document = {"game": "arctic", "ppo": {"entropy": 0.2, "epochs": 2}, "steps": 5}
    changed = apply_changes(
        document,
        [
            "ppo.entropy=0.1",
            "network.width=8",
            "opponents={latest: 0.8, greedy: 0.2}",
            "opponents.my.py:Mine=0.5",
            "opponents.planner:totem=1.2,depth=1=0.25",
            "evaluation.opponents=[planner:totem=1.2]",
            "seed=3",
        ],
    )
    settings = make_settings(changed)
    assert (settings.ppo.entropy, settings.ppo.epochs, settings.steps) == (0.1, 2, 5)
    assert (settings.network.width, settings.seed) == (8, 3)
    assert settings.opponents == {"latest": 0.8, "greedy": 0.2, "my.py:Mine": 0.5, "planner:totem=1.2,depth=1": 0.25}
    assert settings.evaluation.opponents == ("planner:totem=1.2",)
    assert document == {"game": "arctic", "ppo": {"entropy": 0.2, "epochs": 2}, "steps": 5}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("steps", "takes KEY=VALUE.*not 'steps'"),
        ("=3", "takes KEY=VALUE"),
        ("steps.more=3", "steps has no keys of its own"),
        ("opponents={latest", "opponents={latest': "),
        ("ppo.entropi=3", "ppo: no setting 'entropi'"),
    ],
)
def test_changes_that_make_no_sense_are_refused(change: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        make_settings(apply_changes({"steps": 5}, [change]))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a: 1\nb: [2\nc: 3", r": no YAML: line 3, column 2: while parsing .*: expected ',' or '\]', but got ':'$"),
        (
            "a: 1\n---\nb: 2",
            ": no YAML: line 2, column 1: expected a single document in the stream: but found another document$",
        ),
        (
            "a: &x 1\nb: &x 2",
            ": no YAML: line 2, column 4: found duplicate anchor 'x'; first occurrence: second occurrence$",
        ),
        ("a: @", r": no YAML: line 1, column 4: while scanning .*: found character '@' that cannot start"),
        ("a: !x 1", ": no YAML: line 1, column 4: could not determine a constructor for the tag '!x'$"),
        ("a: \x07", ": unacceptable character #x0007: special characters are not allowed in "),
        ("a: 1\nb: {c: 1,\n  d: 2, c: 3}", ": no YAML: line 3, column 9: the key c stands in line 2 already$"),
        ("- 1", ": settings are keys and values, not a list$"),
        (b"\xff", ": 'utf-8' codec can't decode byte 0xff"),
    ],
)
def test_files_that_hold_no_settings_are_refused_by_name(tmp_path: Path, content: str | bytes, message: str) -> None:
    path = tmp_path / "my.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(SettingsError, match=f"my.yaml{message}") as refused:
        read_document(path)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there_is_refused_and_an_empty_one_is_not(tmp_path: Path) -> None:
    with pytest.raises(
        SettingsError, match=r"none\.yaml: there is no such file; those of the package are arctic_2p, .*, quick$"
    ):
        read_document(tmp_path / "none.yaml")
    (tmp_path / "empty.yaml").write_text("# nothing\n")
    assert read_document(tmp_path / "empty.yaml") == {}


def test_files_run_no_code(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(f"!!python/object/apply:os.mkdir ['{tmp_path}/made']")
    with pytest.raises(SettingsError):
        read_document(tmp_path / "bad.yaml")
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("path", CONFIGS, ids=[path.stem for path in CONFIGS])
def test_the_files_that_come_with_the_project_are_valid(path: Path) -> None:
    settings = make_settings(read_document(path))
    named = {*settings.opponents, *settings.evaluation.opponents} - {LATEST, SNAPSHOTS}
    assert {text.partition(":")[0] for text in named} <= set(known_agents())
    assert settings.update % settings.ppo.batch == 0
    assert 0 < settings.ppo.final_entropy <= settings.ppo.entropy <= 0.2
    if settings.from_ is None:  # what goes on from another run has precision left to learn
        assert settings.ppo.entropy >= 0.02


def test_there_are_files_to_begin_with() -> None:
    assert {path.stem for path in CONFIGS} >= {"quick", "arctic_2p", "arctic_3p", "arctic_4p"}
