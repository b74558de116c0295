"""Observations, scores, and the end of games."""

import numpy as np

from arctic_env.conformance.report import Recorder
from arctic_env.conformance.walks import Walk
from arctic_env.errors import IllegalActionError
from arctic_env.model.position import Position


def check_observations(recorder: Recorder, walk: Walk) -> None:
    """Type, size and bounds of observations, part by part."""
    table = walk.game.observation(walk.setting.players)
    for position, where in walk:
        for seat in range(position.players):
            observation = position.view(seat).observation()
            fits = observation.dtype == np.int8 and observation.shape == (table.size,)
            recorder.expect(fits, "observations", "an observation is not int8[size of the table]", where)
            outside = (observation < table.low) | (observation > table.high)
            parts = [part.name for part in table.parts if outside[part.slice].any()]
            what = f"values outside of the bounds of {', '.join(parts)}"
            recorder.expect(not parts, "observations", what, where)


def check_scores(recorder: Recorder, walk: Walk) -> None:
    """Ranks follow the scores, winners the ranks, documents both."""
    for position, where in walk:
        with recorder.guard("scores", where):
            totals, ranks = position.totals().tolist(), position.ranks().tolist()
            seats = range(position.players)
            valid = min(ranks) == 0 and max(ranks) < len(ranks)
            recorder.expect(valid, "scores", "ranks are not 0 to players - 1, best first", where)
            ordered = all(totals[i] >= totals[j] for i in seats for j in seats if ranks[i] < ranks[j])
            recorder.expect(ordered, "scores", "a seat of lower rank has more points", where)
            winners = [] if position.seat is not None else [seat for seat in seats if ranks[seat] == 0]
            recorder.expect(
                position.winners() == winners, "scores", "winners are not the seats of rank 0", where
            )
            documents = [score.get("total") for score in position.scores()]
            recorder.expect(documents == totals, "scores", "scores() and totals() differ", where)


def check_end(recorder: Recorder, walk: Walk) -> None:
    """The game ends, with winners, and nothing can be played after it."""
    last, where = walk.positions[-1], walk.where(len(walk.positions) - 1)
    what = f"the game does not end within {len(walk.actions):,} decisions, or stops where nothing is legal"
    if not recorder.expect(walk.ended, "ends", what, where):
        return
    recorder.expect(last.winners(), "ends", "nobody has won at the end", where)
    recorder.expect(last.legal() == [], "ends", "actions are legal after the end", where)
    recorder.expect(_ignores_actions(last), "ends", "an action after the end does something", where)
    seats = [position.seat for position in walk.positions[:-1]]
    valid = all(seat in range(walk.setting.players) for seat in seats)
    recorder.expect(valid, "ends", "a seat has to decide that nobody sits in", where)


def _ignores_actions(position: Position) -> bool:
    states = position.states.copy()
    position.game.batch.apply(states, np.zeros(1, np.int64))
    try:
        position.apply(0)
    except IllegalActionError:
        return states.tobytes() == position.states.tobytes()
    return False
