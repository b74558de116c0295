"""Masks, actions and copies: the rules that hold for each position of a game."""

import copy
import json
import pickle

import numpy as np

from arctic_env.conformance.report import Recorder
from arctic_env.conformance.walks import Walk, is_registered
from arctic_env.errors import IllegalActionError
from arctic_env.model.position import Position

_TRIED = 3  # actions that are tried in each position


def check_masks(recorder: Recorder, walk: Walk) -> None:
    """Masks in themselves, and as the seats see them."""
    for position, where in walk:
        mask = position.mask()
        allowed = bool(mask.any())
        is_mask = (
            mask.dtype == np.int8 and mask.shape == (walk.game.actions.size,) and set(mask.tolist()) <= {0, 1}
        )
        recorder.expect(is_mask, "masks", "the mask is not int8[actions] of 0 and 1", where)
        recorder.expect(
            allowed or position.seat is None, "masks", "a seat has to decide and may do nothing", where
        )
        recorder.expect(
            not allowed or position.seat is not None, "masks", "actions are legal after the end", where
        )
        for seat in range(position.players):
            seen = position.view(seat).mask()
            expected = mask if seat == position.seat else np.zeros_like(mask)
            what = "the mask of a seat's view differs from the mask of the position"
            recorder.expect(np.array_equal(seen, expected), "masks", what, where)


def check_texts(recorder: Recorder, walk: Walk) -> None:
    """Texts of legal actions: unique, in the order of ids, and the way back."""
    for position, where in walk:
        with recorder.guard("tables", where):
            ids = np.flatnonzero(position.mask()).tolist()
            texts = position.legal()
            recorder.expect(len(set(texts)) == len(texts), "tables", "two legal actions have one text", where)
            back = [position.action_id(text) for text in texts]
            recorder.expect(
                back == ids, "tables", "legal() gives other actions or another order than the mask", where
            )
            forth = [position.action_text(action) for action in ids]
            recorder.expect(forth == texts, "tables", "action_text and legal() differ", where)


def check_moves(recorder: Recorder, walk: Walk) -> None:
    """Actions: the same each time, on a new position, refused where illegal."""
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
                recorder.expect(
                    _is_refused(position, action), "moves", "an illegal action does not raise", where
                )
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
    """Copies and pickles, and what follows in them."""
    if not is_registered(walk.game):
        recorder.note(
            "copies", "the game is not registered, so its positions cannot be pickled", str(walk.setting)
        )
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
    """Documents, through JSON and back."""
    for position, where in walk.spread():
        with recorder.guard("documents", where):
            document = json.loads(json.dumps(position.to_dict()))
            back = walk.game.position(document)
            equal = back == position and hash(back) == hash(position)
            recorder.expect(equal, "documents", "the document of a position gives another position", where)
            recorder.expect(back.to_dict() == document, "documents", "a document changes on its way", where)
            for seat in range(position.players):
                json.dumps(position.view(seat).to_dict())
