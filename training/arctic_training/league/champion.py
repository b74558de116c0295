"""The final of a league: its best policy, found on deals that nobody has seen, and the folder that holds it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any

from arctic_agents.policy import PolicyAgent
from arctic_agents.policy.checkpoint import save_checkpoint
from arctic_env.arena import Agent
from arctic_env.arena.seeds import one_way_seed
from arctic_training.league.evaluation import UNSEEN_DEALS, Match, match_of
from arctic_training.league.league import League
from arctic_training.league.members import ANCHOR, Member
from arctic_training.league.settings import MAIN, START, to_document
from arctic_training.options import PICTURE
from arctic_training.progress import Progress

TABLE = "table.json"
FORMAT = "arctic/league-table/1"


@dataclass(frozen=True)
class Standing:
    """How a finalist did.

    Attributes:
        name: who.
        deals: the mean share of deals that it got, over all it met; a tie is half a deal.
        margin: the mean of its mean margins.
    """

    name: str
    deals: float
    margin: float


@dataclass(frozen=True)
class Final:
    """What came of the final.

    Attributes:
        champion: the best.
        standings: of all finalists, best first.
        matches: all that was played.
    """

    champion: Member
    standings: tuple[Standing, ...]
    matches: tuple[Match, ...]


def finalists(league: League) -> list[Member]:
    """Who comes into question: main agents as they stand, what the league started from, and the best of their past.

    The start is always among them, so the final tells whether the league was worth it.
    """
    main = league.roster.learners(MAIN)
    field = [member.name for member in (*main, *league.roster.frozen())]
    past = league.roster.past_of(*main)
    past.sort(key=lambda member: -league.payoffs.mean_share(member.name, field))
    sure = [*main, league.roster[START]]
    return [*sure, *past[: league.settings.champion.finalists - len(sure)]]


def play_final(league: League, progress: Progress) -> Final:
    """Let the finalists play each other and the fixed agents on unseen deals, all on the same ones.

    The champion is who gets most of the deals, in the mean over all that it meets.

    Raises:
        AgentError: somebody crashed or answered illegally.
    """
    best = finalists(league)
    anchors = [member for member in league.roster if member.kind == ANCHOR]
    pairs = [*combinations(best, 2), *((one, anchor) for one in best for anchor in anchors)]
    matches = []
    for one, other in pairs:
        matches.append(_play(league, one, other))
        progress.note(f"final: {matches[-1]}")
    standings = [_standing(member.name, matches) for member in best]
    standings.sort(key=lambda standing: (-standing.deals, -standing.margin))
    return Final(league.roster[standings[0].name], tuple(standings), tuple(matches))


def _play(league: League, one: Member, other: Member) -> Match:
    settings = league.settings.champion
    agents = [_as_finalist(member, settings.deterministic) for member in (one, other)]
    seed = one_way_seed(league.settings.seed, UNSEEN_DEALS)
    result = match_of(league, agents[0], agents[1], settings.deals, seed)
    return Match(one.name, other.name, result.pairs()[0])


def _as_finalist(member: Member, deterministic: bool) -> Agent:
    agent = member.agent
    if member.kind == ANCHOR or not isinstance(agent, PolicyAgent):
        return agent
    policy = agent.network, agent.game, agent.players
    return PolicyAgent(*policy, deterministic=deterministic, name=member.name)


def _standing(name: str, matches: Sequence[Match]) -> Standing:
    pairs = [match.pair for match in matches if match.one == name]
    pairs += [match.pair.turned() for match in matches if match.other == name]
    deals = fmean(pair.ahead.value + pair.tied / 2 for pair in pairs)
    return Standing(name, deals, fmean(pair.margin.value for pair in pairs))


def table_of(league: League, final: Final) -> dict[str, Any]:
    """The final and the payoffs of the league as JSON has them."""
    settings = league.settings
    return {
        "format": FORMAT,
        "game": settings.game,
        "players": settings.players,
        "parameters": settings.parameters,
        "decisions": league.steps,
        "champion": final.champion.name,
        "deterministic": settings.champion.deterministic,
        "standings": [asdict(standing) for standing in final.standings],
        "matches": [match.to_document() for match in final.matches],
        "payoffs": league.payoffs.to_document(),
    }


def write_champion(league: League, final: Final, folder: Path, picture: bytes | None) -> None:
    """Write the champion's checkpoint with the table and the picture of the learning curves, if there is one.

    It is a policy that plays, `ppo:FOLDER`, without the state of its training.
    """
    agent = final.champion.agent
    assert isinstance(agent, PolicyAgent)
    table = table_of(league, final)
    about = {"steps": league.steps, "league": to_document(league.settings), "standings": table["standings"]}
    more = {TABLE: (json.dumps(table, indent=2) + "\n").encode()}
    if picture is not None:
        more[PICTURE] = picture
    save_checkpoint(folder, agent.network, league.game, league.settings.players, about, more)
