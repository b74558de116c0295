"""Measuring a policy against fixed opponents, in the arena's own loop: views and masks as in any tournament."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arctic_env.arena import Agent, Limits, run_tournament
from arctic_env.arena import Settings as TournamentSettings
from arctic_env.arena.statistics import Estimate
from training.settings import Settings


@dataclass(frozen=True)
class Measured:
    """How the policy did against one opponent.

    Attributes:
        opponent: its agent string.
        deals: deals played, each in all seatings.
        ahead: share of the deals in which the policy scored more, all seatings of the deal together.
        margin: mean score difference per game.
    """

    opponent: str
    deals: int
    ahead: Estimate
    margin: Estimate

    def __str__(self) -> str:
        margin = f"{self.margin.value:+.1f} [{self.margin.low:+.1f}, {self.margin.high:+.1f}]"
        return f"{self.opponent}: ahead in {self.ahead.value:.1%} of {self.deals} deals, margin {margin}"

    def to_document(self) -> dict[str, object]:
        """The figures for a log."""
        return {
            "opponent": self.opponent,
            "deals": self.deals,
            "ahead": self.ahead.value,
            "margin": self.margin.value,
            "interval": [self.margin.low, self.margin.high],
        }


def evaluate(agent: Agent, settings: Settings) -> Iterator[Measured]:
    """Play the deals of the settings against each opponent; the same deals every time.

    Raises:
        AgentError: somebody cannot play, crashed or answered illegally: a forfeit would count as a win.
    """
    for opponent in settings.evaluation.opponents:
        yield _measure(agent, opponent, settings)


def _measure(agent: Agent, opponent: str, settings: Settings) -> Measured:
    tournament = TournamentSettings(
        agents=[agent, opponent],
        game=settings.game,
        players=settings.players,
        parameters=settings.parameters,
        games=_games_for(settings),
        seed=settings.seed,
        limits=Limits(on_fault="raise"),
    )
    pair = run_tournament(tournament).pairs()[0]
    return Measured(opponent, pair.deals, pair.ahead, pair.margin)


def _games_for(settings: Settings) -> int:
    """Games of each line-up that make the wanted number of deals."""
    one = TournamentSettings(agents=["", ""], game=settings.game, players=settings.players).schedule
    return settings.evaluation.deals * one.games_per_deal // len(one.line_ups)
