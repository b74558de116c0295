import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import save

from arctic_agents.networks import CHECKPOINTS, MANIFEST, checkpoints_of
from arctic_agents.networks.checkpoint import (
    POLICY,
    describe_tables,
    find_checkpoint,
    load_policy,
    remove_folder,
    save_checkpoint,
    step_folder,
    sweep,
)
from arctic_agents.networks.network import Network, make_network
from arctic_env.errors import CheckpointError
from tests.agents.positions import ARCTIC, random_decisions

Manifest = dict[str, Any]


@pytest.fixture
def network() -> Network:
    torch.manual_seed(0)
    return make_network(ARCTIC, 3, "mlp", 4)


@pytest.fixture
def saved(network: Network, tmp_path: Path) -> Path:
    save_checkpoint(tmp_path / "one", network, ARCTIC, 3, {"steps": 7}, {"more.json": b"{}"})
    return tmp_path / "one"


def rewrite(folder: Path, change: Callable[[Manifest], object]) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    change(manifest)
    (folder / MANIFEST).write_text(json.dumps(manifest))


def test_a_checkpoint_gives_the_same_network_again(network: Network, saved: Path) -> None:
    loaded = load_policy(saved)
    assert (loaded.game, loaded.num_players, loaded.about) == (ARCTIC, 3, {"steps": 7})
    inputs = random_decisions(players=3).tensors()
    for ours, theirs in zip(loaded.network(*inputs), network(*inputs), strict=True):
        assert torch.equal(ours, theirs)


def test_a_checkpoint_is_safetensors_and_json_and_nothing_that_could_run(saved: Path) -> None:
    assert sorted(file.name for file in saved.iterdir()) == [MANIFEST, "more.json", POLICY]
    content = (saved / POLICY).read_bytes()
    header = json.loads(content[8 : 8 + int.from_bytes(content[:8], "little")])
    assert {entry["dtype"] for entry in header.values()} == {"F32"}


@pytest.mark.parametrize("name", [POLICY, MANIFEST])
@pytest.mark.parametrize("damage", ["cut", "flip", "gone", "empty"])
def test_a_damaged_checkpoint_is_refused_by_the_name_of_the_file(saved: Path, name: str, damage: str) -> None:
    file = saved / name
    content = bytearray(file.read_bytes())
    middle = len(content) // 2
    content[middle] ^= 0x55
    changed = {"cut": content[:middle], "flip": content, "empty": b""}
    if damage == "gone":
        file.unlink()
    else:
        file.write_bytes(changed[damage])
    with pytest.raises(CheckpointError, match=saved.name):
        load_policy(saved)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda m: m.update(format="arctic/checkpoint/2"), "not of the format arctic/checkpoint/1"),
        (lambda m: m.pop("game"), "game is missing or no str"),
        (lambda m: m.update(players="3"), "players is missing or no int"),
        (lambda m: m.update(files=[]), "files is missing or no dict"),
        (lambda m: m.update(game="chess"), "'chess' that is not known"),
        (lambda m: m.update(version=m["version"] + 1), "version 1 of arctic, this is version 0"),
        (lambda m: m.update(players=5), "5 players, which arctic does not have"),
        (lambda m: m["files"].pop(POLICY), f"has no {POLICY}"),
        (lambda m: m["network"].update(kind="x"), "network: network.kind must be one of cards, race, board, mlp"),
        (lambda m: m["network"].update(depth=3), "network: .*depth"),
        (lambda m: m["network"].pop("version"), "by version None of the network 'mlp', .* train anew"),
        (lambda m: m["network"].update(version=9), "by version 9 of the network 'mlp', this is version 1"),
        (lambda m: m["network"].update(width=5), "weights of another network"),
        (lambda m: m["network"].update(width=10**9), "network.width must be an integer of 1 to 4,096"),
        (lambda m: m["network"].update(width=True), "network.width must be .*, not True"),
        (lambda m: m["network"].update(width="4"), "network.width must be .*, not '4'"),
        (lambda m: m.update(tables={}), "made for other tables of arctic"),
    ],
)
def test_a_checkpoint_of_something_else_is_refused(
    saved: Path, change: Callable[[Manifest], object], message: str
) -> None:
    rewrite(saved, change)
    with pytest.raises(CheckpointError, match=message):
        load_policy(saved)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t["observation"].pop("river"), "observation: new: river"),
        (lambda t: t["observation"].update(moon=[0, [1], 0, 1]), "observation: gone: moon"),
        (lambda t: t["observation"]["hand"].__setitem__(3, 2), "observation: changed: hand"),
        (lambda t: t["actions"]["extra"][1].reverse(), "actions: changed: extra"),
        (lambda t: t["parameters"]["edition"].append("fr"), "parameters: changed: edition"),
    ],
)
def test_other_tables_are_refused_and_the_difference_is_named(
    saved: Path, change: Callable[[Any], object], message: str
) -> None:
    def age(manifest: Manifest) -> None:
        change(manifest["tables"])

    rewrite(saved, age)
    with pytest.raises(CheckpointError, match=rf"{MANIFEST}: made for other tables of arctic .*{message}"):
        load_policy(saved)


def test_the_tables_depend_on_the_number_of_players_and_not_on_the_wording() -> None:
    tables = [describe_tables(ARCTIC, players) for players in ARCTIC.players]
    assert len({json.dumps(one) for one in tables}) == len(tables)
    meanings = [part.meaning for part in ARCTIC.observation(2).parts]
    assert not any(meaning in json.dumps(tables[0]) for meaning in meanings)


def test_a_file_that_is_no_safetensors_file_is_refused(network: Network, tmp_path: Path) -> None:
    save_checkpoint(tmp_path / "one", network, ARCTIC, 3, {}, {POLICY: b"not tensors at all"})
    with pytest.raises(CheckpointError, match="no safetensors file"):
        load_policy(tmp_path / "one")


def test_weights_of_another_name_are_refused(network: Network, tmp_path: Path) -> None:
    weights = save({"stranger": torch.zeros(3)})
    save_checkpoint(tmp_path / "one", network, ARCTIC, 3, {}, {POLICY: weights})
    with pytest.raises(CheckpointError, match="stranger"):
        load_policy(tmp_path / "one")


def test_a_path_without_checkpoints_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(CheckpointError, match="there is no checkpoint"):
            load_policy(path)


def test_a_run_stands_for_its_newest_complete_checkpoint(network: Network, tmp_path: Path) -> None:
    for steps in (900, 20_000, 1_000):
        save_checkpoint(step_folder(tmp_path, steps), network, ARCTIC, 3, {"steps": steps})
    half = step_folder(tmp_path, 30_000)
    half.mkdir()
    (half / POLICY).write_bytes(b"")
    assert find_checkpoint(tmp_path) == step_folder(tmp_path, 20_000)
    assert load_policy(tmp_path).about == {"steps": 20_000}
    assert [folder.name for folder in checkpoints_of(tmp_path)] == [f"{n:012}" for n in (900, 1_000, 20_000)]


def test_a_path_may_begin_in_the_home_folder(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No shell sees the ~ of ppo:~/one."""
    monkeypatch.setenv("HOME", str(saved.parent))
    assert find_checkpoint("~/one") == saved


def test_writing_is_all_or_nothing(network: Network, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(descriptor: int) -> None:
        raise OSError("no space left on device")

    before = load_policy(saved).about
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full_disk)
        with pytest.raises(OSError, match="no space"):
            save_checkpoint(saved, network, ARCTIC, 3, {"steps": 8})
        with pytest.raises(OSError, match="no space"):
            save_checkpoint(saved.with_name("two"), network, ARCTIC, 3, {"steps": 8})
    assert load_policy(saved).about == before
    assert [folder.name for folder in saved.parent.iterdir()] == [saved.name]
    save_checkpoint(saved, network, ARCTIC, 3, {"steps": 8})
    assert load_policy(saved).about == {"steps": 8}


def test_what_a_killed_run_left_is_swept_away(network: Network, tmp_path: Path) -> None:
    save_checkpoint(step_folder(tmp_path, 1), network, ARCTIC, 3, {})
    (tmp_path / CHECKPOINTS / ".000000000002-x7").mkdir()
    (tmp_path / CHECKPOINTS / ".000000000003-77").symlink_to(tmp_path)
    sweep(tmp_path)
    assert os.listdir(tmp_path / CHECKPOINTS) == ["000000000001"]


def test_of_a_link_in_its_place_the_link_alone_is_replaced(network: Network, saved: Path) -> None:
    link = saved.with_name("link")
    link.symlink_to(saved, target_is_directory=True)
    save_checkpoint(link, network, ARCTIC, 3, {"steps": 8})
    assert not link.is_symlink()
    assert [load_policy(folder).about["steps"] for folder in (link, saved)] == [8, 7]
    assert {path.name for path in saved.parent.iterdir()} == {link.name, saved.name}


def test_removing_is_no_error_where_there_is_nothing(saved: Path) -> None:
    remove_folder(saved)
    remove_folder(saved)
    assert not list(saved.parent.iterdir())
