from pathlib import Path
from typing import Any

import pytest
import yaml

from arctic_env import SettingsError
from arctic_env.arena import known_agents
from arctic_training.reading import apply_changes, make_settings, read_document
from arctic_training.settings import LATEST, SNAPSHOTS, Settings, to_document
from tests.conftest import ROOT

CONFIGS = sorted((ROOT / "configs").glob("*.yaml"))
UNFIT = ("timestamp x", "timestamp {=: 3}", "int ''", "bool x")


def test_nothing_given_means_the_defaults() -> None:
    assert make_settings({}) == Settings()


def test_settings_survive_being_written_down() -> None:
    settings = make_settings(
        {
            "players": 3,
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
        ({"stepz": 1}, "unknown setting stepz; known here are game, players, parameters, .*tensorboard"),
        ({"ppo": {"entropi": 1}}, r"unknown setting ppo\.entropi; known here are rollout, batch"),
        ({"ppo": 3}, "ppo must have keys and values, not 3"),
        ({"steps": "many"}, "steps must be an integer, not 'many'"),
        ({"steps": True}, "steps must be an integer, not True"),
        ({"steps": 1.5}, "steps must be an integer, not 1.5"),
        ({"steps": 0}, "steps must be more than 0, not 0"),
        ({"steps": 10**30}, "steps must be at most 100,000,000,000, not 10{30}$"),
        ({"seed": -1}, "seed must be 0 to 4,294,967,295, not -1"),
        ({"tensorboard": "yes"}, "tensorboard must be true or false, not 'yes'"),
        ({"game": "chess"}, "game must be one of arctic.*, not 'chess'"),
        ({"game": 1}, "game must be a text, not 1"),
        ({"players": 5}, "players must be 2 to 4 in arctic, not 5"),
        ({"parameters": {"edition": "fr"}}, "edition must be one of de, es, it, not 'fr'"),
        ({"parameters": {"moon": "full"}}, "no parameter 'moon'"),
        ({"opponents": {}}, "opponents must be weights"),
        ({"opponents": {"latest": 0}}, "opponents must be weights"),
        ({"opponents": {"latest": -1, "random": 2}}, "opponents must be weights"),
        (
            {"opponents": {"latest": 1e308, "greedy": 1e308}},
            "opponents must be weights of 0 or more with a finite sum",
        ),
        ({"opponents": {"latest": "often"}}, r"opponents\.latest must be a number, not 'often'"),
        ({"opponents": ["latest"]}, "opponents must be keys and values"),
        ({"reward": {"kind": "glory"}}, r"reward\.kind must be one of win, rank, margin, score, not 'glory'"),
        ({"reward": {"scale": 0}}, r"reward\.scale must be more than 0"),
        ({"network": {"kind": "cnn"}}, r"network\.kind must be one of cards, board, mlp, not 'cnn'"),
        ({"network": {"critic": "all"}}, r"network\.critic must be view or full, not 'all'"),
        ({"device": "tpu"}, "device must be one of auto, cpu, cuda, not 'tpu'"),
        ({"network": {"width": 0}}, r"network\.width must be more than 0"),
        ({"ppo": {"gamma": 1.1}}, r"ppo\.gamma must be of 0 to 1, not 1\.1"),
        ({"ppo": {"entropy": -0.1}}, r"ppo\.entropy must be 0 or more"),
        ({"ppo": {"learning_rate": "nan"}}, r"ppo\.learning_rate must be a finite number"),
        ({"ppo": {"learning_rate": 0}}, r"ppo\.learning_rate must be more than 0"),
        ({"ppo": {"learning_rate": 1e30}}, r"ppo\.learning_rate must be at most 1, not 1e\+30"),
        ({"ppo": {"final_learning_rate": 2}}, r"ppo\.final_learning_rate must be at most 1, not 2"),
        ({"ppo": {"batch": 1}}, r"ppo\.batch must be at least 2, not 1"),
        (
            {"games": 96, "ppo": {"rollout": 16, "batch": 307}},
            r"ppo\.batch must be such that .* 1,536, leaves no .*, not 307",
        ),
        (
            {"games": 1, "ppo": {"rollout": 1}},
            r"ppo\.batch must be such that .* 1, leaves no minibatch of a single",
        ),
        ({"ppo": {"target_kl": 0}}, r"ppo\.target_kl must be more than 0 or null"),
        ({"snapshots": {"keep": 0}}, r"snapshots\.keep must be more than 0"),
        ({"evaluation": {"opponents": "random"}}, r"evaluation\.opponents must be a list, not 'random'"),
        ({"evaluation": {"opponents": [3]}}, r"evaluation\.opponents\[0\] must be a text, not 3"),
        ({"checkpoints": {"every": 0}}, r"checkpoints\.every must be more than 0"),
        ({"ppo": {"entropy": 10**400}}, r"ppo\.entropy must be a number, not 1000"),
        ({"ppo": {"entropy": 10**5000}}, r"ppo\.entropy must be a number, not a very long int"),
        ({"steps": 10**5000}, "steps must be at most 100,000,000,000, not a very long int"),
        ({"games": 10**23}, "games must be at most 1,000,000,000, not 1000"),
        ({"ppo": {"rollout": 10**23}}, r"ppo\.rollout must be at most 1,000,000,000"),
        ({"network": {"width": 4097}}, r"network\.width must be at most 4,096"),
        ({"snapshots": {"keep": 10**6}}, r"snapshots\.keep must be at most 1,000"),
        ({"evaluation": {"deals": 10**6}}, r"evaluation\.deals must be at most 100,000"),
    ],
)
def test_what_is_wrong_is_refused_by_name(document: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        make_settings(document)


def test_numbers_may_be_written_as_yaml_does_not_know_them() -> None:
    assert make_settings(yaml.safe_load("ppo: {learning_rate: 3e-4}")).ppo.learning_rate == 3e-4
    assert make_settings(yaml.safe_load("steps: 2_000_000")).steps == 2_000_000


def test_changes_go_on_top_of_a_file_and_leave_it_alone() -> None:
    document = {"ppo": {"entropy": 0.2, "epochs": 2}, "steps": 5}
    changed = apply_changes(
        document, ["ppo.entropy=0.1", "network.width=8", "opponents={latest: 0.8, greedy: 0.2}", "seed=3"]
    )
    settings = make_settings(changed)
    assert (settings.ppo.entropy, settings.ppo.epochs, settings.steps) == (0.1, 2, 5)
    assert (settings.network.width, settings.seed) == (8, 3)
    assert settings.opponents == {"latest": 0.8, "greedy": 0.2}
    assert document == {"ppo": {"entropy": 0.2, "epochs": 2}, "steps": 5}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("steps", "takes KEY=VALUE.*not 'steps'"),
        ("=3", "takes KEY=VALUE"),
        ("steps.more=3", "steps has no keys of its own"),
        ("opponents={latest", "opponents={latest': "),
        pytest.param("steps=" + "9" * 5000, r"steps=9*\.\.\.9*': Exceeds the limit", id="many digits"),
        pytest.param("steps=" + "[" * 5000, r"steps=\[*\.\.\.\[*': maximum recursion depth", id="deep"),
        ("ppo.entropi=3", r"unknown setting ppo\.entropi"),
    ],
)
def test_changes_that_make_no_sense_are_refused(change: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        make_settings(apply_changes({"steps": 5}, [change]))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "a: 1\nb: [2\nc: 3",
            r": no YAML: line 3, column 2: while parsing .*: expected ',' or '\]', but got ':'$",
        ),
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
        ("a: \x07", r": no YAML: character 4 is U\+0007: special characters are not allowed$"),
        *((f"a: !!{tag}", ": no YAML: a value is not what its tag says$") for tag in UNFIT),
        ("- 1", ": settings are keys and values, not a list$"),
        ("\x80", r": no YAML: character 1 is U\+0080: special characters are not allowed$"),
        (b"\xff", ": no text in UTF-8, as YAML is: "),
    ],
)
def test_files_that_hold_no_settings_are_refused_by_name(
    tmp_path: Path, content: str | bytes, message: str
) -> None:
    path = tmp_path / "my.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(SettingsError, match=f"my.yaml{message}") as refused:
        read_document(path)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there_is_refused_and_an_empty_one_is_not(tmp_path: Path) -> None:
    with pytest.raises(
        SettingsError,
        match=r"none\.yaml: there is no such file; those of the package are arctic_2p, .*, quick$",
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
