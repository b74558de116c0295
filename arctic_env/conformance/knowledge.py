"""What seats know: the law of views and worlds, and that nothing hidden gets out."""

import numpy as np

from arctic_env.conformance.report import Recorder
from arctic_env.conformance.walks import Walk
from arctic_env.model.position import Position, View

_WORLDS = 2  # for each view
_DRAWN = 2  # positions of a walk: drawings take their time


def worlds(view: View, seed: int) -> list[Position]:
    """Random positions that agree with a view."""
    return [view.determinize(seed + k) for k in range(_WORLDS)]


def check_law(recorder: Recorder, walk: Walk) -> None:
    """Views of worlds are the views they were made from; observations and masks of the seat are the same, too.

    So is the observation that `encode` makes from the full state.
    """
    for number, (position, where) in enumerate(walk):
        for seat in range(position.players):
            at = f"{where}, seat {seat}"
            with recorder.guard("law", at):
                view = position.view(seat)
                again = view.determinize(number).states.tobytes() == view.determinize(number).states.tobytes()
                recorder.expect(again, "law", "a seed determinizes a view in two ways", at)
                _compare_encodings(recorder, position, view, at)
                for world in worlds(view, number):
                    _compare(recorder, view, world, at)


def _compare_encodings(recorder: Recorder, position: Position, view: View, where: str) -> None:
    """Environments encode full states, agents encode views."""
    observation = view.observation()
    full = np.empty_like(observation)
    view.game.kernels.encode(position.states.copy(), 0, view.seat, full)
    what = "the observation made from the full state differs from that of the seat's view"
    recorder.expect(np.array_equal(full, observation), "hidden", what, where)


def _compare(recorder: Recorder, view: View, world: Position, where: str) -> None:
    seen = world.view(view.seat)
    fields = [name for name in view.game.dtype.names or () if np.any(seen.states[name] != view.states[name])]
    what = f"a world has another view; it differs in {', '.join(fields)}"
    recorder.expect(seen.states.tobytes() == view.states.tobytes(), "law", what, where)
    same = np.array_equal(seen.observation(), view.observation())
    recorder.expect(same, "hidden", "the observation depends on what the seat cannot know", where)
    same = np.array_equal(seen.mask(), view.mask()) and (world.seat != view.seat or _same_choice(view, world))
    recorder.expect(same, "hidden", "the mask depends on what the seat cannot know", where)


def _same_choice(view: View, world: Position) -> bool:
    return np.array_equal(world.mask(), view.mask())


def check_drawings(recorder: Recorder, walk: Walk) -> None:
    """Drawings for a seat are the same in all worlds that it may be in."""
    for number, (position, where) in enumerate(walk.spread(_DRAWN)):
        for seat in range(position.players):
            at = f"{where}, seat {seat}"
            with recorder.guard("hidden", at):
                world = position.view(seat).determinize(number)
                same = position.svg(viewer=seat) == world.svg(viewer=seat)
                recorder.expect(same, "hidden", "the drawing depends on what the seat cannot know", at)


def check_documents(recorder: Recorder, walk: Walk) -> None:
    """Texts and documents of a seat are the same in all worlds that it may be in."""
    for number, (position, where) in enumerate(walk.spread()):
        for seat in range(position.players):
            at = f"{where}, seat {seat}"
            with recorder.guard("hidden", at):
                view = position.view(seat)
                world = view.determinize(number)
                seen = world.view(seat)
                for kind, same in {
                    "text": str(seen) == str(view),
                    "view document": seen.to_dict() == view.to_dict() == world.view(seat).to_dict(),
                    "list of legal actions": seen.legal() == view.legal(),
                    "list of scores": seen.scores() == view.scores(),
                }.items():
                    what = f"the {kind} depends on what the seat cannot know"
                    recorder.expect(same, "hidden", what, at)


def check_uncertainty(recorder: Recorder, walks: list[Walk]) -> None:
    """Note if worlds never differ in what another seat sees: then nothing is hidden, or views and worlds leak alike."""
    for players in sorted({walk.setting.players for walk in walks}):
        alike = [walk for walk in walks if walk.setting.players == players]
        for seat in range(players):
            for other in range(players):
                if other != seat and not any(_ever_uncertain(walk, seat, other) for walk in alike):
                    what = f"seat {seat} always knows all that seat {other} sees: is nothing hidden?"
                    recorder.note("hidden", what, f"{players} players")


def _ever_uncertain(walk: Walk, seat: int, other: int) -> bool:
    for number, (position, _) in enumerate(walk.spread()):
        own = position.view(other).observation()
        for world in worlds(position.view(seat), number):
            if not np.array_equal(world.view(other).observation(), own):
                return True
    return False
