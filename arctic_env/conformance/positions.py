"""Rules that hold at each position: actions, documents, observations, scores, and what seats know."""

import copy
import json
import pickle
from itertools import permutations

import numpy as np

from arctic_env.conformance.walks import Recorder, Walk, is_registered
from arctic_env.errors import IllegalActionError
from arctic_env.model.position import Position, View

_TRIED = 3  # actions that are tried in each position


def check_masks(recorder: Recorder, walk: Walk) -> None:
    """Check masks alone and against views."""
    for position, where in walk:
        mask = position.mask()
        allowed = bool(mask.any())
        is_mask = mask.dtype == np.int8 and mask.shape == (walk.game.actions.size,) and set(mask.tolist()) <= {0, 1}
        recorder.expect(is_mask, "masks", "the mask is not int8[actions] of 0 and 1", where)
        recorder.expect(allowed or position.seat is None, "masks", "a seat has to decide and may do nothing", where)
        recorder.expect(not allowed or position.seat is not None, "masks", "actions are legal after the end", where)
        for seat in range(position.players):
            seen = position.view(seat).mask()
            expected = mask if seat == position.seat else np.zeros_like(mask)
            what = "the mask of a seat's view differs from the mask of the position"
            recorder.expect(np.array_equal(seen, expected), "masks", what, where)


def check_texts(recorder: Recorder, walk: Walk) -> None:
    """Check texts of legal actions: unique, ordered by id, and reversible."""
    for position, where in walk:
        with recorder.guard("tables", where):
            ids = np.flatnonzero(position.mask()).tolist()
            texts = position.legal()
            recorder.expect(len(set(texts)) == len(texts), "tables", "two legal actions have one text", where)
            back = [position.action_id(text) for text in texts]
            recorder.expect(back == ids, "tables", "legal() gives other actions or another order than the mask", where)
            forth = [position.action_text(action) for action in ids]
            recorder.expect(forth == texts, "tables", "action_text and legal() differ", where)


def check_narration(recorder: Recorder, walk: Walk) -> None:
    """Check actions in words, which tell the legal actions apart, and events, which are plain JSON."""
    for position, where in walk.spread():
        with recorder.guard("tables", where):
            ids = np.flatnonzero(position.mask()).tolist()
            words = {position.action_words(action) for action in ids}
            recorder.expect(len(words) == len(ids), "tables", "two legal actions have the same words", where)
            for event in position.events(ids[0]) if ids else ():
                plain = json.loads(json.dumps(event.data)) == event.data
                recorder.expect(plain, "tables", f"the data of an event {event.kind} are no plain JSON", where)


def check_moves(recorder: Recorder, walk: Walk) -> None:
    """Check actions: deterministic, on a new position, refused if illegal."""
    rng = np.random.default_rng(walk.seed)
    for position, where in walk:
        before = position.states.tobytes()
        mask = position.mask()
        with recorder.guard("moves", where):
            for action in _some(np.flatnonzero(mask), rng):
                once, again = position.apply(action), position.apply(action)
                played = position.play(position.action_text(action))
                what = "an action played twice leads to two positions"
                recorder.expect(once == again == played, "moves", what, where)
            for action in _some(np.flatnonzero(mask == 0), rng):
                recorder.expect(_is_refused(position, action), "moves", "an illegal action does not raise", where)
            unchanged = position.states.tobytes() == before
            recorder.expect(unchanged, "moves", "an action changes the position that it is played in", where)


def _some(actions: np.ndarray, rng: np.random.Generator) -> list[int]:
    return [int(action) for action in rng.permutation(actions)[:_TRIED]]


def _is_refused(position: Position, action: int) -> bool:
    try:
        position.apply(action)
    except IllegalActionError:
        return True
    return False


def check_copies(recorder: Recorder, walk: Walk) -> None:
    """Expect that copies and pickles are equal and continue equally."""
    if not is_registered(walk.game):
        recorder.note("copies", "the game is not registered, so its positions cannot be pickled", str(walk.setting))
        return
    for position, where in walk.spread():
        with recorder.guard("copies", where):
            for twin in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
                equal = twin == position and hash(twin) == hash(position)
                recorder.expect(equal, "copies", "a copy or pickle of a position is not equal to it", where)
                for action in np.flatnonzero(position.mask())[:_TRIED].tolist():
                    same = twin.apply(action) == position.apply(action)
                    recorder.expect(same, "copies", "a copy goes on in another way", where)


def check_documents(recorder: Recorder, walk: Walk) -> None:
    """Check documents, through JSON and back."""
    for position, where in walk.spread():
        with recorder.guard("documents", where):
            document = json.loads(json.dumps(position.to_dict()))
            back = walk.game.position(document)
            equal = back == position and hash(back) == hash(position)
            recorder.expect(equal, "documents", "the document of a position gives another position", where)
            recorder.expect(back.to_dict() == document, "documents", "a document changes on its way", where)
            for seat in range(position.players):
                json.dumps(position.view(seat).to_dict())


# ------------------------------------------------------------------------- observations, scores, ends


def check_observations(recorder: Recorder, walk: Walk) -> None:
    """Check type, size and bounds of observations, part by part."""
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
    """Expect ranks to follow the scores, winners the ranks, and documents both."""
    for position, where in walk:
        with recorder.guard("scores", where):
            totals, ranks = position.totals().tolist(), position.ranks().tolist()
            seats = range(position.players)
            valid = min(ranks) >= 0 and max(ranks) < len(ranks) and (0 in ranks or position.seat is None)
            recorder.expect(valid, "scores", "ranks are not 0 to players - 1, best first", where)
            ordered = all(totals[i] >= totals[j] for i in seats for j in seats if ranks[i] < ranks[j])
            recorder.expect(ordered, "scores", "a seat of lower rank has more points", where)
            winners = [] if position.seat is not None else [seat for seat in seats if ranks[seat] == 0]
            recorder.expect(position.winners() == winners, "scores", "winners are not the seats of rank 0", where)
            teams = position.teams().tolist()
            alike = len(set(zip(teams, totals, ranks, strict=True))) == len(set(teams))
            same_size = len({teams.count(team) for team in teams}) == 1
            what = "partners have different scores or ranks, or teams different sizes"
            recorder.expect(alike and same_size, "scores", what, where)
            documents = [score.get("total") for score in position.scores()]
            recorder.expect(documents == totals, "scores", "scores() and totals() differ", where)


def check_end(recorder: Recorder, walk: Walk) -> None:
    """Expect that the game ends, and that no action can be played after it."""
    last, where = walk.positions[-1], walk.where(len(walk.positions) - 1)
    what = f"the game does not end within {len(walk.actions):,} decisions, or stops where nothing is legal"
    if not recorder.expect(walk.ended, "ends", what, where):
        return
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


# ------------------------------------------------------------------------------------ what seats know


_WORLDS = 2  # for each view
_DRAWN = 2  # positions of a walk: drawings take their time


def worlds(view: View, seed: int) -> list[Position]:
    """Return random positions that agree with a view."""
    return [view.determinize(seed + k) for k in range(_WORLDS)]


def check_law(recorder: Recorder, walk: Walk) -> None:
    """Expect worlds to have the views, and for the seat the observations and masks, that they were drawn from.

    The observation that `encode` makes from the full state must be the same, too.
    """
    for number, (position, where) in enumerate(walk):
        for seat in range(position.players):
            at = f"{where}, seat {seat}"
            with recorder.guard("law", at):
                view = position.view(seat)
                again = view.determinize(number).states.tobytes() == view.determinize(number).states.tobytes()
                recorder.expect(again, "law", "a seed determinizes a view in two ways", at)
                observation = view.observation()
                full = np.empty_like(observation)
                walk.game.kernels.encode(position.states.copy(), 0, seat, full)  # as in environments
                what = "the observation made from the full state differs from that of the seat's view"
                recorder.expect(np.array_equal(full, observation), "hidden", what, at)
                for world in worlds(view, number):
                    _compare(recorder, view, world, at)


def _compare(recorder: Recorder, view: View, world: Position, where: str) -> None:
    seen = world.view(view.seat)
    fields = [name for name in view.game.dtype.names or () if np.any(seen.states[name] != view.states[name])]
    what = f"a world has another view; it differs in {', '.join(fields)}"
    recorder.expect(seen.states.tobytes() == view.states.tobytes(), "law", what, where)
    same = np.array_equal(seen.observation(), view.observation())
    recorder.expect(same, "hidden", "the observation depends on what the seat cannot know", where)
    decides = world.seat == view.seat
    same = np.array_equal(seen.mask(), view.mask()) and (not decides or np.array_equal(world.mask(), view.mask()))
    recorder.expect(same, "hidden", "the mask depends on what the seat cannot know", where)


def check_drawings(recorder: Recorder, walk: Walk) -> None:
    """Expect drawings for a seat to be the same in all its possible worlds."""
    for number, (position, where) in enumerate(walk.spread(_DRAWN)):
        for seat in range(position.players):
            at = f"{where}, seat {seat}"
            with recorder.guard("hidden", at):
                world = position.view(seat).determinize(number)
                same = position.svg(viewer=seat) == world.svg(viewer=seat)
                recorder.expect(same, "hidden", "the drawing depends on what the seat cannot know", at)


def check_view_documents(recorder: Recorder, walk: Walk) -> None:
    """Expect texts and documents of a seat to be the same in all its possible worlds."""
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
    """Note if another seat's view is the same in all worlds: then nothing is hidden, or views and worlds leak alike."""
    for players in sorted({walk.setting.players for walk in walks}):
        alike = [walk for walk in walks if walk.setting.players == players]
        pairs = list(permutations(range(players), 2))
        certain = [pair for pair in pairs if not any(_ever_uncertain(walk, *pair) for walk in alike)]
        if certain == pairs:
            recorder.note("hidden", "all seats always know the same: is nothing hidden?", f"{players} players")
            continue
        for seat, other in certain:
            what = f"seat {seat} always knows all that seat {other} sees: is nothing hidden?"
            recorder.note("hidden", what, f"{players} players")


def _ever_uncertain(walk: Walk, seat: int, other: int) -> bool:
    for number, (position, _) in enumerate(walk.spread()):
        own = position.view(other).observation()
        for world in worlds(position.view(seat), number):
            if not np.array_equal(world.view(other).observation(), own):
                return True
    return False
