"""A league on disk, so that it goes on as if it had not stopped.

    league.json            settings, members, payoffs, counters, and which checkpoint of each learner belongs to them
    journal.jsonl          a line a turn
    members/NAME/          what stays as it is: policies
    learners/NAME/checkpoints/DECISIONS/
    champion/              at the end

league.json is replaced as a whole once all that it names is there, and only then is what it no longer names removed. So
whenever a league is killed, the file and what it names fit together.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from agents.policy import PolicyAgent
from agents.policy.checkpoint import (
    checkpoints_of,
    load_policy,
    read_manifest,
    read_weights,
    remove_folder,
    save_checkpoint,
    step_folder,
    sweep,
)
from arctic_env.core.files import write_whole
from arctic_env.errors import CheckpointError, SettingsError
from training.league.league import League
from training.league.learner import Learner
from training.league.members import SNAPSHOT, Member
from training.league.settings import START, LeagueSettings, to_document
from training.reading import read_settings
from training.state import TENSORS, restore_session, save_session

LEAGUE = "league.json"
MEMBERS, LEARNERS, CHAMPION = "members", "learners", "champion"
FORMAT = "arctic/league/1"

_COUNTERS = ("generation", "before", "frozen_at", "snapshots")


class Store:
    """The folder of a league."""

    def __init__(self, folder: Path) -> None:
        """Keep a league in that folder."""
        self.folder = folder
        self._kept: dict[str, Path] = {}

    def add(self, league: League, member: Member) -> None:
        """Write down a member that stays as it is."""
        agent = member.agent
        assert isinstance(agent, PolicyAgent)
        about = {"parent": member.parent, "steps": league.steps}
        folder = self.folder / MEMBERS / member.name
        save_checkpoint(folder, agent.network, league.game, league.settings.players, about)

    def save(self, league: League, seconds: float) -> None:
        """Write down everything that has changed; between two turns.

        Args:
            league: the league.
            seconds: how long it has taken so far.
        """
        for learner in league.learners:
            folder = step_folder(self.folder / LEARNERS / learner.name, learner.decisions)
            if self._kept.get(learner.name) != folder:
                _save_learner(learner, folder, seconds)
                self._kept[learner.name] = folder
        document = {
            "format": FORMAT,
            "turns": league.turns,
            "steps": league.steps,
            "seconds": seconds,
            "settings": to_document(league.settings),
            "members": [
                {"name": member.name, "kind": member.kind, "parent": member.parent}
                for member in league.roster
            ],
            "learners": {learner.name: _counters(learner) for learner in league.learners},
            "payoffs": league.payoffs.save(),
        }
        write_whole(self.folder / LEAGUE, (json.dumps(document, indent=1) + "\n").encode())
        self._remove_others()

    def _remove_others(self) -> None:
        for folder in self._kept.values():
            for other in checkpoints_of(folder.parent.parent):
                if other != folder:
                    remove_folder(other)

    def read(self) -> dict[str, Any]:
        """What league.json says.

        Raises:
            CheckpointError: there is none, or it cannot be read.
        """
        path = self.folder / LEAGUE
        try:
            document = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise CheckpointError(f"{self.folder}: there is no league to go on with: no {LEAGUE}") from None
        except (OSError, ValueError, RecursionError) as error:
            raise CheckpointError(f"{path}: cannot be read: {error}") from error
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise CheckpointError(f"{path}: not of the format {FORMAT}")
        return document

    def settings(self) -> LeagueSettings:
        """The settings that the league was begun with; CheckpointError as `read`."""
        try:
            return read_settings(LeagueSettings, self.read().get("settings", {}))
        except SettingsError as error:
            raise CheckpointError(f"{self.folder / LEAGUE}: settings: {error}") from error

    def load(self, settings: LeagueSettings) -> tuple[League, float]:
        """The league as it was kept last.

        Args:
            settings: those to go on with.

        Returns:
            The league, and how many seconds it has taken so far.

        Raises:
            CheckpointError: something of it is missing, damaged, or does not fit the settings.
        """
        document, league = self.read(), League(settings)
        self._sweep()
        try:
            for learner in league.learners:
                learner.restore(**{name: int(document["learners"][learner.name][name]) for name in _COUNTERS})
            for member in document["members"]:
                league.join(self._member(league, **member))
            for learner in league.learners:
                self._load_learner(learner, document["learners"][learner.name]["decisions"])
            league.payoffs.restore(document["payoffs"])
            _check_members(league)
            league.turns = int(document["turns"])
            return league, float(document["seconds"])
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            if isinstance(error, CheckpointError):
                raise
            raise CheckpointError(f"{self.folder / LEAGUE}: does not fit its settings: {error!r}") from error

    def _sweep(self) -> None:
        """Remove what a kill left half written or half removed."""
        lefts = [*self.folder.glob(f".{CHAMPION}-*"), *(self.folder / MEMBERS).glob(".*-*")]
        for left in filter(Path.is_dir, lefts):  # whatever else is hidden there is somebody else's
            shutil.rmtree(left)
        for run in (self.folder / LEARNERS).glob("*"):
            sweep(run)

    def _member(self, league: League, name: str, kind: str, parent: str | None) -> Member:
        if kind != SNAPSHOT:
            return league.first[name]
        policy = load_policy(self.folder / MEMBERS / name)
        policy.network.to(league.learners[0].session.device)
        return Member(name, kind, PolicyAgent(policy.network, policy.game, policy.players, name=name), parent)

    def _load_learner(self, learner: Learner, decisions: int) -> None:
        folder = step_folder(self.folder / LEARNERS / learner.name, decisions)
        manifest = read_manifest(folder)
        if TENSORS in manifest["files"]:
            restore_session(learner.session, folder)
        else:  # it had just begun anew
            read_weights(learner.session.network, folder, manifest)
        self._kept[learner.name] = folder


def _check_members(league: League) -> None:
    """ValueError unless everybody is there once, and in the order of the payoffs."""
    names = [member.name for member in league.roster]
    if names != league.payoffs.names or len(set(names)) < len(names):
        raise ValueError(f"the members are {names}, those of the payoffs {league.payoffs.names}")
    if missing := {START, *league.first} - set(names):
        raise ValueError(f"members are missing: {sorted(missing)}")


def _save_learner(learner: Learner, folder: Path, seconds: float) -> None:
    session = learner.session
    if session.steps:
        save_session(session, folder, seconds)
    else:
        save_checkpoint(folder, session.network, session.game, session.settings.players, {"steps": 0})


def _counters(learner: Learner) -> dict[str, int]:
    return {name: getattr(learner, name) for name in (*_COUNTERS, "decisions")}
