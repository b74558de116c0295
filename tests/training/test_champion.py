"""Champions: exported from runs, played by the agent string, and clearly missing where there is none."""

import json
import shlex
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch

import arctic_env
from arctic_agents.networks import MANIFEST
from arctic_agents.networks.checkpoint import champion_folder, find_champion, load_policy, save_checkpoint, weights_of
from arctic_agents.networks.network import make_network
from arctic_agents.ppo import make_champion
from arctic_env import AgentError, CheckpointError, SettingsError
from arctic_env.agents.specs import bind
from arctic_env.arena import GameSpec, play_many
from arctic_env.cli import main
from arctic_training import run
from arctic_training.run import MOST_BYTES, export_policy
from arctic_training.settings import apply_changes, make_settings, to_document
from tests.agents.positions import ARCTIC, IGLU, random_decisions
from tests.conftest import ROOT
from tests.training.test_run import TINY, tiny


@pytest.fixture
def trained(tmp_path: Path) -> Path:
    """A checkpoint as a run leaves it, but for the state of its training."""
    torch.manual_seed(0)
    network = make_network(ARCTIC, 3, "mlp", 4)
    about = {"steps": 96, "seconds": 1.0, "settings": to_document(tiny(num_players=3))}
    save_checkpoint(tmp_path / "trained", network, ARCTIC, 3, about, {"training.json": b"{}"})
    return tmp_path / "trained"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "my.yaml"
    path.write_text(json.dumps({**TINY, "seed": 5}))
    return path


def test_an_exported_policy_is_the_champion_of_its_game_and_players(
    trained: Path, config: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "champions"
    place = export_policy(trained, config, folder)
    assert place == folder / "arctic_3p" == champion_folder("arctic", 3, folder)
    assert {file.name for file in place.iterdir()} == {MANIFEST, "policy.safetensors"}
    agent, source = make_champion(ARCTIC, 3, folder=str(folder)), load_policy(trained)
    for name, weight in weights_of(agent.network).items():
        assert torch.equal(weight, weights_of(source.network)[name])
    start = ARCTIC.deal(seed=1, num_players=3)
    (result,) = play_many([GameSpec(start, [agent, "random", agent], seed=1)])
    assert not result.faults
    decisions = random_decisions(players=3)
    arguments = (decisions.views, decisions.seats, decisions.masks, np.arange(64))
    chosen = agent.decide(*arguments)
    again = bind(f"ppo:{trained}:deterministic=true", ARCTIC, 3).decide(*arguments)
    assert chosen.tolist() == again.tolist()


def test_its_manifest_says_how_it_was_made(trained: Path, config: Path, tmp_path: Path) -> None:
    about = load_policy(export_policy(trained, config, tmp_path)).about
    assert about["command"] == f"arctic train --config {config} --set num_players=3 --set seed=11"
    assert about["settings"] == to_document(tiny(num_players=3))
    assert (about["steps"], about["package"]) == (96, arctic_env.__version__)
    assert "seconds" not in about


def test_the_command_stands_alone_without_a_file_of_settings(trained: Path, tmp_path: Path) -> None:
    about = load_policy(export_policy(trained, folder=tmp_path)).about
    words = shlex.split(about["command"])
    assert words[:4] == ["arctic", "train", "--set", "game=arctic"]
    pairs = [word for word in words[2:] if word != "--set"]
    assert to_document(make_settings(apply_changes({"game": "arctic"}, pairs))) == about["settings"]


def test_what_cannot_be_shipped_is_refused(
    trained: Path, config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for about in ({"steps": 0}, {"settings": None}):
        save_checkpoint(tmp_path / "other", make_network(ARCTIC, 2, "mlp", 4), ARCTIC, 2, about)
        with pytest.raises(SettingsError, match="does not say how it was trained"):
            export_policy(tmp_path / "other", config, tmp_path / "champions")
    monkeypatch.setattr(run, "MOST_BYTES", 1000)
    with pytest.raises(SettingsError, match="bytes of weights; a champion has at most 1,000: train with a smaller"):
        export_policy(trained, config, tmp_path / "champions")
    assert not (tmp_path / "champions").exists()


def test_a_wrong_file_of_settings_is_refused(trained: Path, config: Path, tmp_path: Path) -> None:
    config.write_text("steps: many")
    with pytest.raises(SettingsError, match=r"my\.yaml: steps must be a valid integer, not 'many'"):
        export_policy(trained, config, tmp_path / "champions")
    assert not (tmp_path / "champions").exists()


def test_an_empty_folder_is_no_champion_and_one_with_something_else_is_not_replaced_unasked(
    trained: Path, config: Path, tmp_path: Path
) -> None:
    place = tmp_path / "arctic_3p"
    place.mkdir()
    (place / "notes").touch()
    with pytest.raises(SettingsError, match="arctic_3p holds something already: --overwrite replaces it"):
        export_policy(trained, config, tmp_path)
    (place / "notes").unlink()
    assert load_policy(export_policy(trained, config, tmp_path)).num_players == 3


def test_where_there_is_no_champion_the_error_says_how_to_make_one(trained: Path, config: Path, tmp_path: Path) -> None:
    champion = f"champion:folder={tmp_path / 'champions'}"
    with pytest.raises(AgentError, match=r"no champion of arctic for 2 players; ppo:PATH .*arctic export"):
        bind(champion, ARCTIC, 2)
    export_policy(trained, config, tmp_path / "champions")
    assert bind(champion, ARCTIC, 3).name == champion
    with pytest.raises(AgentError, match="no champion of arctic for 2 players, only for 3; ppo:PATH"):
        bind(champion, ARCTIC, 2)
    with pytest.raises(AgentError, match=r"no champion of iglu for 3 players; ppo:PATH .*arctic export"):
        bind(champion, IGLU, 3)


def test_a_damaged_champion_is_refused_before_anything_is_played(trained: Path, config: Path, tmp_path: Path) -> None:
    place = export_policy(trained, config, tmp_path / "champions")
    weights = bytearray((place / "policy.safetensors").read_bytes())
    weights[-1] ^= 1
    (place / "policy.safetensors").write_bytes(weights)
    with pytest.raises(CheckpointError, match="damaged"):
        make_champion(ARCTIC, 3, folder=str(tmp_path / "champions"))


def test_a_champion_in_the_place_of_another_is_refused(trained: Path, config: Path, tmp_path: Path) -> None:
    place = export_policy(trained, config, tmp_path / "champions")
    shutil.copytree(place, place.with_name("arctic_2p"))
    with pytest.raises(CheckpointError, match="arctic_2p: champion was made for 3 players, not for 2"):
        make_champion(ARCTIC, 2, folder=str(tmp_path / "champions"))


def test_the_command_exports(trained: Path, config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "champions"
    words = ["export", str(trained), "--config", str(config), "--out", str(out)]
    assert main(words) == 0
    exported = f"exported to {out}/arctic_3p; ppo:{out}/arctic_3p plays it\n"
    assert capsys.readouterr().out == exported
    (out / "arctic_3p" / MANIFEST).write_text("damaged")
    assert main(words) == 2
    assert "arctic_3p holds a champion already: --overwrite replaces it" in capsys.readouterr().err
    assert (out / "arctic_3p" / MANIFEST).read_text() == "damaged"
    assert main([*words, "--overwrite"]) == 0
    assert capsys.readouterr().out == exported
    shutil.rmtree(trained)
    assert main(words) == 2
    assert "trained: there is no checkpoint" in capsys.readouterr().err


def test_what_is_said_of_champions_of_the_package_replaces_them(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["export", "--help"])
    examples = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  arctic export ")]
    assert len(examples) == 2
    assert all(("--overwrite" in line) != ("--out" in line) for line in examples)
    assert "`arctic export RUN --overwrite` makes" in (ROOT / "training/arctic_training/README.md").read_text()


def test_every_champion_of_the_package_can_be_played_and_is_small() -> None:
    for players in (2, 3, 4):
        place = find_champion("arctic", players)
        policy = load_policy(place)
        assert (policy.game, policy.num_players) == (ARCTIC, players)
        bind("champion", ARCTIC, players)
        assert (place / "policy.safetensors").stat().st_size < MOST_BYTES + 10_000
        assert policy.about["command"].startswith("arctic train --config arctic_")
        assert make_settings(policy.about["settings"]).game == policy.game.name


def test_a_folder_without_the_champion_is_named(tmp_path: Path) -> None:
    with pytest.raises(AgentError) as refused:
        bind(f"champion:folder={tmp_path}", ARCTIC, 2)
    assert str(refused.value).startswith(f"{tmp_path}: there is no champion of arctic for 2 players; ")
