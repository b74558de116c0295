"""Messages about what users have written: short, in one line, and of documents with the field that is wrong."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import arctic_env
from arctic_env import PositionError, arctic_v0
from arctic_env.arena import Settings, bind, split_agents
from arctic_env.records import FORMAT, Record
from arctic_env.validation import listed, short_repr

LONG = "a\n" * 50_000
KEYS = ["", " ", LONG, "a\nb", 7, None, LONG.encode()]
VALUES = [LONG, [LONG] * 3, {LONG: LONG}, 10**30, -(10**30), None, float("nan"), "", "place FM1"]
MOST = 1100  # letters


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of everything in a document."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from places(item, (*path, key))


def documents(name: str) -> Iterator[dict[str, Any]]:
    """Positions of a random game, some within a turn."""
    rng = np.random.default_rng(0)
    position = arctic_env.game(name).deal(seed=1)
    for number in range(120):
        if position.seat is None:
            break
        if number % 60 == 3:
            yield position.to_dict()
        position = position.apply(rng.choice(position.mask().nonzero()[0]))


@pytest.mark.parametrize("name", arctic_env.games())
def test_errors_in_documents_name_a_field_and_are_short(name: str) -> None:
    rng, refused = np.random.default_rng(1), 0
    for document in documents(name):
        for path in places(document):
            for key, value in ((KEYS[rng.integers(len(KEYS))], 0), (None, VALUES[rng.integers(len(VALUES))])):
                changed = json.loads(json.dumps({"": document}))
                holder = changed
                for step in ("", *path)[:-1]:
                    holder = holder[step]
                last = ("", *path)[-1]
                if key is None:
                    holder[last] = value
                elif isinstance(holder[last], dict):
                    holder[last][key] = value
                else:
                    continue
                refused += is_refused(name, changed[""])
    assert refused > 300


def is_refused(name: str, document: Any) -> bool:
    """Whether a document is refused, and then as it should be."""
    try:
        arctic_env.game(name).position(document)
    except PositionError as caught:
        error = caught
    else:
        return False
    assert error.field
    assert len(error.field) < 200
    assert len(error.reason) < 600
    assert str(error).encode().count(b"\n") == 0
    return True


@pytest.mark.parametrize("document", [None, 5, [], LONG, {}, {LONG: 1}, {"": 1}, {"format": LONG}])
@pytest.mark.parametrize("name", arctic_env.games())
def test_what_is_no_document_is_refused_by_name(name: str, document: Any) -> None:
    assert is_refused(name, document)


def test_a_wrong_push_is_refused_with_an_example() -> None:
    turns = [document for document in documents("iglu") if (document.get("turn") or {}).get("turned")]
    turns[0]["turn"]["push"] = "somewhere"
    with pytest.raises(PositionError, match=r"turn\.push: must be a push such as c3 north.*, not 'somewhere'$"):
        arctic_env.game("iglu").position(turns[0])


START = arctic_env.game("arctic").deal(seed=1)
ENV = arctic_v0.raw_env()
ENV.reset(seed=1)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: arctic_env.game(LONG),
        lambda: arctic_env.game("arctic").deal(seed=LONG),  # type: ignore[arg-type]
        lambda: arctic_env.game("arctic").deal(seed=1, edition=LONG),
        lambda: arctic_env.game("arctic").deal(1, **{LONG: "de"}),  # type: ignore[arg-type]
        lambda: arctic_env.game("arctic").actions[LONG],
        lambda: arctic_env.game("arctic").observation(2)[LONG],
        lambda: START.play(LONG),
        lambda: START.apply(LONG),  # type: ignore[arg-type]
        lambda: arctic_env.game("iglu").deal(seed=1).play(LONG),
        lambda: ENV.step(LONG),
        lambda: ENV.observe(LONG),
        lambda: arctic_v0.env(reward=LONG),
        lambda: arctic_v0.env(observation=LONG),
        lambda: arctic_v0.env(render_mode=LONG),
        lambda: arctic_v0.env(viewer=LONG),  # type: ignore[arg-type]
        lambda: arctic_v0.env(illegal=LONG),
        lambda: arctic_v0.env(**{LONG: 1}),  # type: ignore[arg-type]
        lambda: arctic_v0.seat_env(seat=LONG),  # type: ignore[arg-type]
        lambda: arctic_v0.seat_env(opponents=LONG),
        lambda: arctic_v0.seat_env(opponents=[LONG]),
        lambda: arctic_v0.seat_env(num_players=LONG),  # type: ignore[arg-type]
        lambda: arctic_v0.seat_vec_env(autoreset_mode=LONG),
        lambda: arctic_v0.seat_vec_env(max_episode_steps=LONG),  # type: ignore[arg-type]
        lambda: arctic_env.make_vec("arctic", LONG),  # type: ignore[arg-type]
        lambda: bind(LONG, arctic_env.game("arctic"), 2),
        lambda: bind(f"planner:{LONG}=1", arctic_env.game("arctic"), 2),
        lambda: bind(f"planner:depth={LONG}", arctic_env.game("arctic"), 2),
        lambda: bind(f"random:{LONG}", arctic_env.game("arctic"), 2),
        lambda: bind(f"ppo:{LONG}", arctic_env.game("arctic"), 2),
        lambda: split_agents(f"{LONG},,"),
        lambda: Settings(["random"] * 2, "arctic", seatings=LONG),  # type: ignore[arg-type]
        lambda: Settings(["random"] * 2, "arctic", parameters={LONG: "de"}),
        lambda: Settings(["random"] * 2, game=LONG),
        lambda: Record.from_dict({"format": LONG}),
        lambda: Record.from_dict({"format": FORMAT, LONG: 1}),
    ],
)
def test_errors_are_short_and_in_one_line(ask: Callable[[], object]) -> None:
    with pytest.raises(Exception, match=r"\w") as caught:
        ask()
    assert len(str(caught.value)) < MOST
    assert "\n" not in str(caught.value)


def test_lists_are_cut_between_their_names() -> None:
    assert listed(["a", "b"]) == "a, b"
    assert listed([]) == ""
    names = [f"name_{k}" for k in range(100)]
    text = listed(names)
    shown_names, _, rest = text.removesuffix(" more").rpartition(" and ")
    assert shown_names.split(", ") == names[: 100 - int(rest)]
    assert len(text) < 420


def test_values_are_cut_in_their_middle() -> None:
    assert short_repr("a") == "'a'"
    assert short_repr("a" * 40 + "/runs/best") == repr("a" * 40 + "/runs/best")
    assert len(short_repr(LONG)) < 90
    assert len(short_repr([[LONG] * 9] * 9)) < 90
    assert short_repr(np.zeros((9, 9))).count("\n") == 0
