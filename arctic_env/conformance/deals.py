"""Tables and deals: the rules that hold for a game as such."""

import os
import subprocess
import sys

import numpy as np

from arctic_env.conformance.fingerprint import fingerprint
from arctic_env.conformance.report import Recorder
from arctic_env.conformance.walks import Setting, settings
from arctic_env.model.game import Game

_DEALS = 20
_SECONDS = 600  # another process may have to compile everything


def check_tables(recorder: Recorder, game: Game) -> None:
    """Blocks and parts follow each other without gaps and have what they say."""
    start = 0
    for block in game.actions.blocks:
        fits = block.start == start and block.size == len(block.arguments)
        recorder.expect(fits, "tables", f"action block `{block.name}` is laid out wrong", game.name)
        start = block.stop
    recorder.expect(start == game.actions.size, "tables", "action blocks do not fill the table", game.name)
    for players in game.players:
        offset, table = 0, game.observation(players)
        for part in table.parts:
            fits = part.offset == offset and part.size > 0 and part.low < part.high
            what = f"observation part `{part.name}` is laid out wrong"
            recorder.expect(fits, "tables", what, f"{players} players")
            offset += part.size
        recorder.expect(
            offset == table.size, "tables", "parts do not fill the observation", f"{players} players"
        )


def check_deals(recorder: Recorder, game: Game, setting: Setting) -> None:
    """Deals follow from their seeds, alone and in a batch."""

    def deal(seed: int) -> bytes:
        return game.deal(seed, setting.players, **setting.parameters).states.tobytes()

    with recorder.guard("deals", str(setting)):
        deals = [deal(seed) for seed in range(_DEALS)]
        again = [deal(seed) for seed in reversed(range(_DEALS))][::-1]
        recorder.expect(deals == again, "deals", "a seed deals two games", str(setting))
        recorder.expect(len(set(deals)) > 1, "deals", "all seeds deal the same game", str(setting))
        batch = np.zeros(_DEALS, game.dtype)
        players, options = game.options(setting.players, **setting.parameters)
        game.batch.deal(batch, np.arange(_DEALS, dtype=np.int64), players, options)
        same = batch.tobytes() == b"".join(deals)
        recorder.expect(same, "deals", "deals in a batch differ from single ones", str(setting))


def check_processes(recorder: Recorder, game: Game, seed: int) -> None:
    """Another process, with other hashes, plays the same games."""
    module = _module_of(game)
    if module is None:
        recorder.note(
            "processes",
            "the game is not an attribute of a module, so no other process can find it",
            game.name,
        )
        return
    command = [sys.executable, "-m", "arctic_env.conformance.fingerprint", *module, str(seed)]
    hashes = str(1 + (os.environ.get("PYTHONHASHSEED") == "1"))
    environment = os.environ | {
        "PYTHONHASHSEED": hashes,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    with recorder.guard("processes", game.name):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=_SECONDS)
        if not recorder.expect(
            done.returncode == 0, "processes", "another process fails", done.stderr[-500:]
        ):
            return
        same = done.stdout.strip() == fingerprint(game, settings(game), seed)
        recorder.expect(same, "processes", "another process plays other games from the same seeds", game.name)


def _module_of(game: Game) -> tuple[str, str] | None:
    """Module and name under which the game can be imported, in the folder of its kernels if it is there."""
    folder = game.kernels.deal.__module__.rpartition(".")[0]
    found = [
        (name, attribute)
        for name, module in list(sys.modules.items())
        for attribute, value in list(getattr(module, "__dict__", {}).items())
        if value is game and name != "__main__"
    ]
    return min(found, key=lambda place: not place[0].startswith(folder), default=None)
