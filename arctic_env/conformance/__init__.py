"""The suite behind `arctic check`: every rule is checked in random games of all kinds.

It knows no game. A new check needs a broken game or environment in tests/conformance that it finds.
"""

from collections.abc import Callable
from functools import partial

from arctic_env.conformance import environments, kernels, positions, walks
from arctic_env.conformance.environments import Make
from arctic_env.conformance.walks import RULES, ConformanceError, Finding, Recorder, Report, Walk
from arctic_env.envs.aec import CheckedGameEnv, GameEnv
from arctic_env.model.game import Game
from arctic_env.model.registry import game as find_game

MOST_DECISIONS = 10_000
UNENDED_CHECKS = (("masks", positions.check_masks), ("ends", positions.check_end))  # where a rollout might hang

WALK_CHECKS: tuple[tuple[str, Callable[[Recorder, Walk], None]], ...] = (
    ("masks", positions.check_masks),
    ("tables", positions.check_texts),
    ("tables", positions.check_narration),
    ("moves", positions.check_moves),
    ("copies", positions.check_copies),
    ("documents", positions.check_documents),
    ("law", positions.check_law),
    ("observations", positions.check_observations),
    ("scores", positions.check_scores),
    ("ends", positions.check_end),
    ("buffers", kernels.check_buffers),
    ("loops", kernels.check_loops),
    ("hidden", positions.check_view_documents),
    ("hidden", positions.check_drawings),
)
"""The checks of each random game, with the rule that an exception breaks."""


def check(
    game: Game | str,
    *,
    games: int = 2,
    seed: int = 0,
    env: Make | None = None,
    raw_env: Make | None = None,
    processes: bool = True,
    most_decisions: int = MOST_DECISIONS,
    raise_on_failure: bool = False,
) -> Report:
    """Check that a game, or the game of a name, and its environment keep the rules of the family.

    Random games of all numbers of players and rule parameters are played through every interface.
    `arctic_env.conformance.walks.RULES` lists the checks. Return the report; `report.ok` says whether every rule holds,
    `str(report)` is a table.

    Args:
        game: The game or its name.
        games: Random games for each number of players and each set of rule parameters.
        seed: Seed of the first random game.
        env: Makes the environment to check, such as `arctic_v0.env`; the generic one by default.
        raw_env: Makes the raw environment, likewise.
        processes: Whether to compare with another process, too.
        most_decisions: The longest allowed game, in decisions.
        raise_on_failure: Whether to raise a ConformanceError that shows the report if a rule is broken.
    """
    game = find_game(game) if isinstance(game, str) else game
    make = env or partial(CheckedGameEnv, game)
    make_raw = raw_env or partial(GameEnv, game)
    recorder = Recorder()
    walks.check_tables(recorder, game)
    played = _walk(recorder, game, games, seed, most_decisions)
    for each in played:
        for rule, look in WALK_CHECKS if each.ended else UNENDED_CHECKS:
            with recorder.guard(rule, f"{each.setting}, seed {each.seed}"):
                look(recorder, each)
        if each.ended:
            _check_environments(recorder, make, make_raw, each)
    with recorder.guard("hidden", game.name):
        positions.check_uncertainty(recorder, played[::games])
    if processes:
        walks.check_processes(recorder, game, seed)
    report = recorder.report(game.name)
    if raise_on_failure and not report.ok:
        raise ConformanceError(str(report))
    return report


def _walk(recorder: Recorder, game: Game, games: int, seed: int, most_decisions: int) -> list[Walk]:
    """Return the random games, as far as they can be played."""
    played = []
    for number, setting in enumerate(walks.settings(game)):
        walks.check_deals(recorder, game, setting)
        for k in range(games):
            with recorder.guard("moves", str(setting)):
                played.append(walks.walk(game, setting, seed + number * games + k, most_decisions))
    return played


def _check_environments(recorder: Recorder, make: Make, make_raw: Make, walk: Walk) -> None:
    environments.check_environment(recorder, make, walk)
    environments.check_environment(recorder, make_raw, walk)
    environments.check_seeds(recorder, make, walk)
    environments.check_copies(recorder, make, walk)
    environments.check_illegal_actions(recorder, make, make_raw, walk)
    environments.check_leaks(recorder, make, walk)


__all__ = ["RULES", "ConformanceError", "Finding", "Report", "check"]
