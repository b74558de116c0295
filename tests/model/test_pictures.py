"""Pictures of all games with the last action and the agents' names, in notebooks and as PNG."""

import sys
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import arctic_env
from arctic_env.games.iglu.draw.contents import islands
from arctic_env.games.iglu.draw.picture import label
from tests.arctic.extents import SVG, Box, boxes
from tests.telling import GAMES, Told, steps

LONG_NAMES = ["planner:totem=1.2,rivals=3", "<&> human", "random", "champion"]
PNG = b"\x89PNG\r\n\x1a\n"


def drawn(told: Told, viewer: int | None = None, names: bool = True) -> Element:
    shown = LONG_NAMES[: told.before.players] if names else []
    return ElementTree.fromstring(told.after.svg(viewer, last=(told.before, told.action), names=shown))


def data(root: Element, name: str) -> list[str]:
    return [value for element in root.iter() if (value := element.get(f"data-{name}")) is not None]


def outlined(root: Element) -> set[str]:
    """What is outlined: the data of elements that have a mark of their own."""
    return {
        " ".join(value for name, value in element.items() if name.startswith("data-"))
        for element in root.iter()
        if any(child.get("data-mark") for child in element)
    }


@pytest.mark.parametrize(("name", "parameters"), GAMES)
def test_the_last_action_and_names_are_drawn_inside_the_picture(name: str, parameters: dict[str, str]) -> None:
    verbs: Counter[str] = Counter()
    for told in list(steps(name, seed=2, players=4, **parameters))[::8]:
        viewer = (told.before.seat or 0) if told.action % 2 else None
        root = drawn(told, viewer)
        (words,) = data(root, "last")
        assert words == told.before.action_words(told.action, viewer)
        verbs[told.text.split()[0]] += len(data(root, "mark")) > 1
        _, _, width, high = (float(part) for part in root.attrib["viewBox"].split())
        for what, left, top, right, bottom in boxes(root):
            assert min(left, top) >= 0, (told.text, what)
            assert right <= width, (told.text, what)
            assert bottom <= high, (told.text, what)
        texts = " ".join(element.text or "" for element in root.iter(f"{SVG}text"))
        assert "planner" in texts
        assert "<&> human"[:9] in texts
    assert sum(verbs.values()) > 10


def test_what_has_moved_is_outlined() -> None:
    start = arctic_env.game("arctic").deal(seed=3, num_players=2)
    while start.play(start.legal()[0]).to_dict()["turn"]["decision"] != "move":
        start = start.play(start.legal()[0])
    moving = start.play(start.legal()[0])
    action = moving.action_id(moving.legal()[0])
    words = moving.action_words(action)
    root = ElementTree.fromstring(moving.apply(action).svg(last=(moving, action)))
    assert {part.split()[0] for part in words.split(", ")} <= outlined(root)
    assert "last action, seat" in (root.findtext(f"{SVG}desc") or "")


def middle(root: Element, square: str) -> tuple[float, float]:
    """The middle of a square in the drawing, found by all that is drawn in it: its ground comes first."""
    found = [(element, box) for element, box in _with_boxes(root) if element.get("data-square") == square]
    ((_, (_, left, top, right, bottom)),) = found
    return (left + right) / 2, (top + bottom) / 2


def arrow_start(root: Element) -> tuple[float, float]:
    """The middle of the arrow's blunt end, the first and the last point of its path."""
    ((element, _),) = [(element, box) for element, box in _with_boxes(root) if element.get("data-arrow")]
    (path,) = element
    numbers = [float(number) for number in path.attrib["d"].replace("M", "").replace("L", "").replace("Z", "").split()]
    shift = 24.0  # the line of words above
    return (numbers[0] + numbers[-2]) / 2, (numbers[1] + numbers[-1]) / 2 + shift


def _with_boxes(root: Element) -> Iterator[tuple[Element, Box]]:
    """Elements with the box of the first thing drawn in them, in the coordinates of the drawing."""

    def visit(element: Element, x: float, y: float) -> Iterator[tuple[Element, Box]]:
        if move := element.get("transform", "").removeprefix("translate(").partition(")")[0].split():
            x, y = x + float(move[0]), y + float(move[1])
        if (box := next(boxes(element, x, y, own=False), None)) is not None:
            yield element, box
        for child in element:
            yield from visit(child, x, y)

    return visit(root, 0.0, 0.0)


@pytest.mark.parametrize(("name", "verb"), [("iglu", "walk"), ("north_pole", "go")])
def test_moves_are_outlined_with_an_arrow(name: str, verb: str) -> None:
    found = 0
    for told in steps(name, seed=1, players=2):
        if told.text.split()[0] == verb and "pole" not in told.text and "bear" not in told.text:
            root = drawn(told)
            squares = set(told.text.split()[1:])
            assert arrow_start(root) == pytest.approx(middle(root, told.text.split()[1]), abs=3)
            assert squares <= {each.split()[0] for each in outlined(root)}
            found += 1
            if found == 5:
                return
    pytest.fail(f"there were {found} moves alone")


def test_a_seat_does_not_see_the_card_of_the_last_action() -> None:
    hidden = 0
    for told in (told for seed in range(6, 12) for told in steps("arctic", seed, players=3, edition="es")):
        if told.text.startswith("discard"):
            for viewer in {0, 1, 2} - {told.before.seat}:
                if told.text.split()[1] in str(told.before.view(viewer).to_dict()["known"]):
                    continue
                svg = told.after.svg(viewer, last=(told.before, told.action))
                assert "discard a card to the penalties" in svg
                assert told.text.split()[1] not in svg
                hidden += 1
    assert hidden > 2


def test_islands_are_drawn_with_their_owners_and_points() -> None:
    for told in list(steps("iglu", seed=4, players=3))[::40]:
        root = drawn(told, names=False)
        found = islands(told.after.to_dict())
        assert data(root, "island") == [f"{island.squares[0]} {len(island.squares)}" for island in found]
        texts = [element.text for element in root.iter(f"{SVG}text")]
        for island in found:
            assert not island.owners or label(island) in texts


def test_positions_and_views_are_pictures_in_notebooks_and_png() -> None:
    pytest.importorskip("resvg_py")
    position = arctic_env.game("iglu").deal(seed=1)
    for shown in (position, position.view(0)):
        assert shown._repr_svg_() == shown.svg()
        image = shown.png(width=200)
        assert image.startswith(PNG)
        assert int.from_bytes(image[16:20], "big") == 200
    assert position.png(viewer=0) == position.view(0).png()


def test_png_names_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    position = arctic_env.game("arctic").deal(seed=1)
    for shown in (position, position.view(0)):
        with pytest.raises(ImportError, match=r'pip install "arctic-env\[render\]"'):
            shown.png()


def test_names_are_one_a_seat() -> None:
    position = arctic_env.game("arctic").deal(seed=1, num_players=3)
    with pytest.raises(ValueError, match="names must have one for each of the 3 seats, not 2"):
        position.svg(names=["greedy", "random"])
