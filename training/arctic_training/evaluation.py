"""Measuring a policy against fixed opponents, in the arena's own loop: views and masks as in any tournament."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arctic_env.arena import Agent, Limits, run_tournament
from arctic_env.arena import Settings as TournamentSettings
from arctic_env.arena.statistics import Estimate
from arctic_training.settings import TrainSettings


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
        ahead = f"ahead in {self.ahead.value:.1%} of {self.deals} deals"
        return f"{self.opponent}: {ahead}, margin {self.margin:+.1f}"

    def to_document(self) -> dict[str, object]:
        """The figures for a log."""
        return {
            "opponent": self.opponent,
            "deals": self.deals,
            "ahead": self.ahead.value,
            "margin": self.margin.value,
            "interval": [self.margin.low, self.margin.high],
        }


def evaluate(agent: Agent, settings: TrainSettings) -> Iterator[Measured]:
    """Play the deals of the settings against each opponent; the same deals every time.

    Raises:
        AgentError: An agent cannot play, crashed or answered illegally: a forfeit would count as a win.
    """
    schedule = TournamentSettings(players=["", ""], game=settings.game, num_players=settings.num_players).schedule
    for opponent in settings.evaluation.opponents:
        tournament = TournamentSettings(
            players=[agent, opponent],
            game=settings.game,
            num_players=settings.num_players,
            parameters=settings.parameters,
            games=settings.evaluation.deals * schedule.games_per_deal // len(schedule.line_ups),
            seed=settings.seed,
            limits=Limits(on_fault="raise"),
        )
        pair = run_tournament(tournament).pairs()[0]
        yield Measured(opponent, pair.deals, pair.ahead, pair.margin)
