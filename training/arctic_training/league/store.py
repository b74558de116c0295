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
from dataclasses import asdict
from pathlib import Path
from typing import Any

from arctic_agents.policy import PolicyAgent
from arctic_agents.policy.checkpoint import (
    checkpoints_of,
    load_policy,
    read_manifest,
    remove_folder,
    save_checkpoint,
    step_folder,
    sweep,
)
from arctic_env.errors import AgentError, CheckpointError, SettingsError
from arctic_env.files import reason, write_whole
from arctic_training.league.kept import Counters, Entry, Kept, read_kept
from arctic_training.league.league import League
from arctic_training.league.learner import Learner
from arctic_training.league.members import SNAPSHOT, Member
from arctic_training.league.settings import LeagueSettings, to_document
from arctic_training.reading import read_settings
from arctic_training.resume_state import TENSORS, restore_network, restore_session, save_session

LEAGUE = "league.json"
MEMBERS, LEARNERS, CHAMPION = "members", "learners", "champion"
FORMAT = "arctic/league/1"


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
            "settings": to_document(league.settings),
            **asdict(Kept.of(league, seconds)),
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
            if checkpoints_of(self.folder):
                raise CheckpointError(
                    f"{self.folder} holds a run and no league: `arctic train --resume` goes on with it"
                ) from None
            raise CheckpointError(f"{self.folder}: there is no league to go on with: no {LEAGUE}") from None
        except (OSError, ValueError, RecursionError) as error:
            raise CheckpointError(f"{path}: cannot be read: {reason(error)}") from error
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise CheckpointError(f"{path}: not of the format {FORMAT}")
        return document

    def settings(self) -> LeagueSettings:
        """The settings that the league was begun with; CheckpointError as `read`."""
        document: Any = self.read().get("settings")
        try:
            return read_settings(LeagueSettings, document)
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
        league = League(settings)
        kept = self._kept_of(league)
        self._sweep()
        for learner in league.learners:
            counters = kept.learners[learner.name]
            learner.restore(counters.generation, counters.before, counters.frozen_at, counters.snapshots)
        for entry in kept.members:
            league.join(self._member(league, entry))
        for learner in league.learners:
            self._load_learner(learner, kept.learners[learner.name])
        try:
            league.payoffs.restore(asdict(kept.payoffs))
        except ValueError as error:
            raise CheckpointError(f"{self.folder / LEAGUE}: payoffs: {error}") from error
        league.turns = kept.turns
        return league, kept.seconds

    def _kept_of(self, league: League) -> Kept:
        document = {key: value for key, value in self.read().items() if key not in ("format", "settings")}
        try:
            return read_kept(document, league)
        except SettingsError as error:
            raise CheckpointError(f"{self.folder / LEAGUE}: {error}") from error

    def _sweep(self) -> None:
        """Remove what a kill left half written or half removed."""
        lefts = [*self.folder.glob(f".{CHAMPION}-*"), *(self.folder / MEMBERS).glob(".*-*")]
        for left in filter(Path.is_dir, lefts):  # whatever else is hidden there is somebody else's
            shutil.rmtree(left)
        for run in (self.folder / LEARNERS).glob("*"):
            sweep(run)

    def _member(self, league: League, entry: Entry) -> Member:
        if entry.kind != SNAPSHOT:
            return league.first[entry.name]
        folder = self.folder / MEMBERS / entry.name
        policy = load_policy(folder)
        agent = PolicyAgent(policy.network, policy.game, policy.players, name=entry.name)
        try:
            agent.check(league.game, league.settings.players)
        except AgentError as error:
            raise CheckpointError(f"{folder}: {error}") from error
        policy.network.to(league.learners[0].session.device)
        return Member(entry.name, entry.kind, agent, entry.parent)

    def _load_learner(self, learner: Learner, counters: Counters) -> None:
        folder = step_folder(self.folder / LEARNERS / learner.name, counters.decisions)
        manifest = read_manifest(folder)
        if TENSORS in manifest["files"]:
            restore_session(learner.session, folder)
        else:  # it had just begun anew
            restore_network(learner.session, folder)
        if learner.decisions != counters.decisions:
            raise CheckpointError(
                f"{folder}: is after {learner.session.steps:,} decisions of a generation, "
                f"{self.folder / LEAGUE} says {counters.decisions - counters.before:,}"
            )
        self._kept[learner.name] = folder


def _save_learner(learner: Learner, folder: Path, seconds: float) -> None:
    session = learner.session
    if session.steps:
        save_session(session, folder, seconds)
    else:
        save_checkpoint(folder, session.network, session.game, session.settings.players, {"steps": 0})
