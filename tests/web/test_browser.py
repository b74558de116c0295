"""The page in a real Chromium: whole games, two people, keyboard alone, replays from disk, restarts, readers.

Every error that the browser reports fails the test.
"""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import canonicalize

import pytest

import arctic_env
from arctic_env.cli import main
from arctic_env.records import Record
from tests.web.serving import Served, serving, sit_down

playwright = pytest.importorskip("playwright.sync_api")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
MOST_BYTES = 300_000  # of a page, with all that it loads
WIDTHS = (360, 1280)
LOADED = """[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .reduce((sum, entry) => sum + entry.decodedBodySize, 0)"""
PLAYER = """(pick) => {  // clicks a button at each decision before `goal`
    const main = document.getElementById('main');
    let due = null;
    window.play = (goal) => {
        const button = [...document.querySelectorAll('.actions button')].at(pick);
        window.goal = goal ?? window.goal;
        if (!button || main.dataset.decision === due || Number(main.dataset.decision) >= window.goal) return;
        due = main.dataset.decision;
        button.click();
    };
    new MutationObserver(() => window.play()).observe(main, { attributes: true, childList: true, subtree: true });
}"""
PLAYED = """() => document.querySelector('.result') || document.querySelector('#moves') &&
    Number(document.getElementById('main').dataset.decision) >= window.goal"""
READER = """() => {  // keeps what a reader of screens says of itself
    window.said = [];
    new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
            if (!target.closest("[role=status], [role=log]")) continue;
            window.said.push(...[...addedNodes].map((node) => node.textContent).filter((text) => text));
        }
    }).observe(document.body, { childList: true, subtree: true });
}"""
IN_SIGHT = """([wanted, place]) => {  // whether one of these is seen in that place as it is scrolled
    const room = place === 'html' ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
        : document.querySelector(place).getBoundingClientRect();
    return [...document.querySelectorAll(wanted)].map((each) => each.getBoundingClientRect()).some((each) =>
        Math.min(each.left - room.left, room.right - each.right, each.top - room.top, room.bottom - each.bottom) >= -1);
}"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll('button, a.button, select, summary, input')]
    .map((each) => each.getBoundingClientRect().height).filter((height) => height))"""
DUE = "d => document.getElementById('main').dataset.decision !== d"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        CHROMIUM is None, reason="no Chromium: apt-get install chromium (without it nothing here was tested)"
    ),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    assert CHROMIUM, "no Chromium: apt-get install chromium"
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield opened
        opened.close()


@contextmanager
def person(browser: Any, *, expects: tuple[str, ...] = (), **options: Any) -> Iterator[Any]:
    """A page of a browser with cookies of its own; at its end there must have been no error but expected ones."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
    context.set_default_timeout(30_000)
    page = context.new_page()
    errors: list[str] = []

    def note(message: Any) -> None:
        if message.type in ("error", "warning"):  # of an answer it has the status, and its address as location
            errors.append(f"{message.text} {message.location['url']}")

    page.on("console", note)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not [error for error in errors if not any(text in error for text in expects)]


def enter(page: Any, served: Served) -> None:
    page.goto(f"{served.base}/?token={served.token}")
    page.wait_for_selector("text=New game")


def begin(page: Any, served: Served, number: int, seats: tuple[str, ...] = ("you", "greedy")) -> None:
    """Begin a game from the first page."""
    enter(page, served)
    page.locator(".games label").nth(number).click()
    for seat, who in enumerate(seats):
        page.select_option(f"select[name='seat {seat}']", who)
    page.click("button:has-text('Begin')")
    page.wait_for_selector(".actions button, .result")


def decision(page: Any) -> str:
    found: str = page.evaluate("document.getElementById('main').dataset.decision")
    return found


def drawn(page: Any) -> str:
    """The picture that is shown; the page changes it in place, so attributes may stand in any order."""
    return canonicalize(page.inner_html(".board"))


def click_on(page: Any, act: Callable[[], None]) -> None:
    """Do something that plays an action, and wait until another decision is due."""
    before = decision(page)
    act()
    wait_after(page, before)


def wait_after(page: Any, before: str) -> None:
    """Wait until something is to be decided after that decision; others may take their time."""
    page.wait_for_function(DUE, arg=before, polling=25)
    page.wait_for_selector(".actions button, .result")


def play(goal: int, *pages: Any) -> None:
    """Let pages play to a decision of that number or a later one, or to the end of the game."""
    for page in pages:
        page.evaluate("goal => window.play(goal)", goal)
    for page in pages:
        page.wait_for_function(PLAYED, polling=25)


def is_over(page: Any) -> bool:
    return bool(page.locator(".result").count())


# -------------------------------------------------------------------------------------- games


@pytest.mark.parametrize("number", range(3), ids=arctic_env.games())
def test_a_whole_game_by_clicking(browser: Any, served: Served, number: int) -> None:
    """Where the picture marks an action's card or square, that is clicked, else the button."""
    with person(browser) as page:
        begin(page, served, number)
        in_picture = 0
        page.evaluate(PLAYER, -1 if number == 1 else 0)  # in IGLU IGLU turns are short if they are ended at once
        for _ in range(80):
            play(int(decision(page)) + 8, page)
            page.wait_for_selector(".actions button, .result")
            if is_over(page):
                break
            marked = page.locator(".board [data-target]:not(.off)")
            if marked.count():
                before = decision(page)
                marked.last.dispatch_event("click")
                if (
                    decision(page) != before or page.locator(".actions button").count() == 1
                ):  # it was clear what is meant
                    wait_after(page, before)
                    in_picture += 1
            if not is_over(page):
                click_on(page, page.locator(".actions button").first.click)  # with the mouse, where it is shown
        assert is_over(page)
        assert "win" in page.inner_text(".result h2").lower()
        assert in_picture
        page.click("text=Look back")
        page.wait_for_selector("text=Decision 0 of")
        page.keyboard.press("End")
        assert page.locator("button[aria-current]").count() == 1


def test_a_click_on_a_pawn_is_one_on_its_square(browser: Any, served: Served) -> None:
    with person(browser) as page:
        begin(page, served, 2)
        while not page.locator("[data-text^='go ']").count():
            click_on(page, page.locator(".actions button").first.click)
        square = page.locator("[data-text^='go ']").first.get_attribute("data-text").split()[1]
        pawn = page.locator(f".board [data-tokens='{square}'] [data-pawns]").first
        pawn.scroll_into_view_if_needed()
        box, before = pawn.bounding_box(), decision(page)
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_function(
            """([before, square]) => document.getElementById('main').dataset.decision !== before
                || document.querySelector(`.board .chosen[data-target='${square}']`)""",
            arg=[before, square],
            timeout=5000,
        )


@pytest.mark.parametrize("number", range(3), ids=arctic_env.games())
def test_a_whole_game_by_keyboard(browser: Any, served: Served, number: int) -> None:
    with person(browser) as page:
        begin(page, served, number)
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.closest('.actions') !== null"):
                break
        for _ in range(400):
            if is_over(page):
                break
            assert page.evaluate("document.activeElement.closest('.actions') !== null")  # it stays there
            click_on(page, lambda: page.keyboard.press("Enter"))
        assert is_over(page)


def test_thinking_and_news_are_read_out_once_and_the_focus_stays(browser: Any, served: Served) -> None:
    with person(browser) as page:
        begin(page, served, 0)
        page.evaluate(READER)
        page.locator(".actions button").first.focus()
        click_on(page, lambda: page.keyboard.press("Enter"))
        said = page.evaluate("window.said.splice(0)")
        assert said[0].startswith("You: ")
        assert said[-1].startswith("Your move: ")
        assert len(set(said)) == len(said)
        page.locator("input[type=checkbox]").focus()
        page.keyboard.press("Space")
        page.wait_for_function("() => !document.querySelector('#moves ~ .row input').checked")
        assert page.evaluate("document.activeElement.type") == "checkbox"
        page.evaluate("window.said.length = 0")
        page.select_option("select[aria-label='Who thinks']", "search")
        page.locator("button:text-is('Hint')").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(".thoughts .remark")
        assert page.evaluate("document.activeElement.textContent") == "Hint"
        said = page.evaluate("window.said")
        assert (said[0], said[-1][:10]) == ("search thinks …", "My choice:")


def test_a_hint_of_an_agent_that_judges_no_actions_is_a_sentence(browser: Any, served: Served) -> None:
    """No number of actions stands between it and what each can expect."""
    with person(browser) as page:
        begin(page, served, 2)
        page.select_option("select[aria-label='Who thinks']", "planner")
        page.click("button:text-is('Hint')")
        page.wait_for_selector("[aria-labelledby=think] h3")
        told = [line for line in page.inner_text("[aria-labelledby=think]").splitlines() if line]
        assert told[told.index("What each can expect") - 1].startswith("planner would play ")


def test_two_squares_are_meant_in_the_order_of_clicks(browser: Any, served: Served) -> None:
    """Two Inuit side by side can walk to each other."""
    with served.owner() as owner, person(browser) as page:
        made = sit_down(owner, "iglu", ["human", "greedy"])
        address = f"/api/table/{made['key']}/0"
        wanted = ["place a2", "place a3", "turn", "end"]
        state = owner.get(address).json()
        while "walk a3 a2" not in (texts := [each["text"] for each in state["actions"]]) or "walk a2 a3" not in texts:
            chosen = next((text for word in wanted for text in texts if text.startswith(word)), texts[0])
            wanted = [word for word in wanted if word != chosen]  # one Inuit on each
            state = owner.post(f"{address}/act", json={"decision": state["decision"], "action": chosen}).json()
            assert not state["over"]
            while not (state["actions"] or state["over"]):
                state = owner.get(address).json()
        page.goto(served.base + made["links"][0])
        page.wait_for_selector(".actions button")
        before = decision(page)
        for square in ("a3", "a2"):
            page.locator(f".board [data-target={square}]").first.dispatch_event("click")
        wait_after(page, before)
        assert "walk from a3 to a2" in page.inner_text(".log")


def test_two_people_are_sent_nothing_of_each_other(browser: Any, tmp_path: Path) -> None:
    with serving(tmp_path) as served, served.owner() as owner, person(browser) as one, person(browser) as other:
        made = sit_down(owner, "arctic", ["human", "human"], own=[])
        sent: list[list[str]] = [[], []]
        pages = (one, other)
        for seat, page in enumerate(pages):
            page.on("response", lambda response, seat=seat: sent[seat].append(text_of(response)))
            page.goto(served.base + made["links"][seat])
            page.wait_for_selector("#moves")
            page.evaluate(PLAYER, 0)
        marks: dict[int, tuple[int, int]] = {}
        for goal in range(5, 400, 5):
            play(goal, *pages)
            if is_over(one):
                break
            marks[goal] = len(sent[0]), len(sent[1])
            if goal == 60:
                one.reload()
                one.wait_for_selector("#moves")
                one.evaluate(PLAYER, 0)
        assert is_over(one)
        other.wait_for_selector(".result")
        [path] = tmp_path.glob("*.json")
        record = Record.from_dict(json.loads(path.read_text())["record"])
    check_traffic(record, sent, marks)


def text_of(response: Any) -> str:
    """The body of an answer; a stream's is none yet, and holds numbers alone."""
    kind = response.headers.get("content-type", "")
    return response.text() if "json" in kind else ""


def check_traffic(record: Record, sent: list[list[str]], marks: dict[int, tuple[int, int]]) -> None:
    """Whatever was sent to a seat up to an action names no card of the other that it had not seen."""
    hidden = 0
    for seat in range(2):
        seen = ""
        for number, position in enumerate(record.positions()):
            seen += str(position.view(seat).to_dict())
            if number not in marks:
                continue
            owner = position.to_dict()["seats"][1 - seat]
            private = {card for card in [*owner["hand"], *owner["penalty"]] if card not in seen}
            hidden += len(private)
            told = "".join(sent[seat][: marks[number][seat]])
            assert not [card for card in private if card in told], (seat, number)
    assert hidden > 20
    assert min(map(len, sent)) > 20


# -------------------------------------------------------------------------------------- what goes wrong


def test_a_stranger_is_refused_without_further_errors(browser: Any, served: Served) -> None:
    """A page that names no icon makes browsers ask for one, as the way in does when it takes a while."""
    with person(browser, expects=("403",)) as page:
        page.goto(served.base)
        assert "token" in page.inner_text("body")
        page.wait_for_timeout(500)


def test_whoever_may_not_see_a_seat_asks_once(browser: Any, tmp_path: Path) -> None:
    with serving(tmp_path) as served, served.owner() as owner, person(browser, expects=("403",)) as page:
        made, refused = sit_down(owner, "arctic", ["human", "human"], own=[]), list[str]()
        page.on("response", lambda response: refused.append(response.url) if response.status == 403 else None)
        page.goto(f"{served.base}/table/{made['key']}/0")
        page.wait_for_selector("#error button")
        page.wait_for_timeout(3000)
        assert "link" in page.inner_text("#error")
        assert len(refused) == len(set(refused)) + 1  # of the state, and once more when the stream is refused


def test_the_list_of_tables_tells_who_forfeited(browser: Any, tmp_path: Path) -> None:
    agent = tmp_path / "broken.py"
    agent.write_text(
        "class Broken:\n def __init__(self, game, num_players): pass\n def start(self, seat, seed): 1 / 0\n"
    )
    with (
        serving(tmp_path / "tables", "--agent", f"{agent}:Broken") as served,
        served.owner() as owner,
        person(browser) as page,
    ):
        made = sit_down(owner, "arctic", ["human", f"{agent}:Broken"])
        page.goto(served.base + made["links"][0])
        while "forfeits" not in page.inner_text("main"):
            page.locator(".actions button").first.click()
            page.wait_for_timeout(200)
        enter(page, served)
        assert ", seat 1 forfeited" in page.inner_text("section:has(h2:text-is('Tables'))")


def test_a_reload_and_a_stale_page(browser: Any, served: Served) -> None:
    with person(browser, expects=("409",)) as page:
        begin(page, served, 0)
        click_on(page, page.locator(".actions button").first.click)
        shown, due = drawn(page), decision(page)
        page.reload()
        page.wait_for_selector(".actions button")
        assert (drawn(page), decision(page)) == (shown, due)
        late = page.context.new_page()
        late.route("**/events", lambda route: route.abort())  # it is not told of changes
        late.goto(page.url)
        late.wait_for_selector(".actions button")
        click_on(page, page.locator(".actions button").first.click)
        click_on(late, late.locator(".actions button").first.click)
        assert "is not due" in late.inner_text("#error")
        assert decision(late) == decision(page)
        click_on(late, late.locator(".actions button").first.click)
        assert late.inner_text("#error") == ""


def test_an_action_in_the_place_of_one_that_was_taken_back_is_told(browser: Any, served: Served) -> None:
    with served.owner() as owner, person(browser, expects=("409",)) as page:
        made = sit_down(owner, "arctic", ["human", "greedy"], own=[])
        page.goto(served.base + made["links"][0])
        page.wait_for_selector(".actions button")
        click_on(page, page.locator(".actions button").first.click)
        late = page.context.new_page()
        late.route("**/events", lambda route: route.abort())  # it is not told of changes
        late.goto(page.url)
        late.wait_for_selector(".actions button")
        click_on(page, page.locator("button:has-text('Undo')").click)
        click_on(page, page.locator(".actions button").nth(1).click)
        click_on(late, late.locator(".actions button").first.click)
        assert late.inner_text(".log") == page.inner_text(".log")


def test_what_is_pasted_and_typed_is_read_to_the_last_digit(browser: Any, tmp_path: Path) -> None:
    with serving(tmp_path) as served, person(browser) as page:
        enter(page, served)
        page.click("text=Open a record or a position")
        for text in ("null", "5", '{"format": "arctic/position/1"}', '{"format": "arctic/record/1", "game": "iglu"}'):
            page.fill("#document", text)
            page.click("button:has-text('Read it')")
            page.click("#error button:has-text('Close')")
        page.click("text=Rules and deal")
        page.fill("[name=seed]", "9007199254740993")  # JavaScript's numbers end one below
        page.click("button:has-text('Begin')")
        page.wait_for_selector(".actions button")
        [path] = tmp_path.glob("*.json")
        assert json.loads(path.read_text())["record"]["seed"] == 2**53 + 1


def test_a_killed_server_goes_on_where_it_was(browser: Any, tmp_path: Path) -> None:
    expects = (
        "ERR_CONNECTION_REFUSED",
        "ERR_INCOMPLETE_CHUNKED_ENCODING",
        "ERR_CONNECTION_RESET",
        "ERR_EMPTY_RESPONSE",
    )
    with person(browser, expects=expects) as page:
        with serving(tmp_path) as served:
            port = served.port
            begin(page, served, 1)
            click_on(page, page.locator(".actions button").first.click)
            shown = drawn(page)
            served.process.kill()
        page.locator(".actions button").first.click()
        page.wait_for_selector("#error:has-text('does not answer')")
        with serving(tmp_path, port=port):
            page.reload()
            page.wait_for_selector(".actions button")
            assert drawn(page) == shown
            click_on(page, page.locator(".actions button").first.click)


# -------------------------------------------------------------------------------------- replays and readers


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    words = ["watch", "--players", "greedy,greedy", "--seed", "3", "--game", "north_pole", "--record", str(path)]
    assert main(words) == 0
    return path


@pytest.fixture(scope="module")
def replaying(games: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that was given a file of games."""
    with serving(tmp_path_factory.mktemp("replaying"), games) as one:
        yield one


def test_a_file_is_replayed_from_disk(browser: Any, games: Path, tmp_path: Path) -> None:
    page_file = tmp_path / "game.html"
    assert main(["replay", str(games), "--html", str(page_file), "--viewer", "0"]) == 0
    with person(browser, offline=True) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(page_file.as_uri())
        page.wait_for_selector(".board svg")
        first = drawn(page)
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        assert decision(page) == "1"
        assert drawn(page) != first
        page.keyboard.press("End")
        assert "win" in page.inner_text("table >> nth=0")
        page.keyboard.press("Home")
        assert drawn(page) == first
        assert [url for url in asked if not url.startswith("data:")] == [page_file.as_uri()]


def test_a_log_is_browsed_and_a_game_played_on(browser: Any, games: Path, replaying: Served) -> None:
    with person(browser) as page:
        enter(page, replaying)
        page.click(f"text={games.name}")
        page.wait_for_selector("text=Standings")
        page.click("text=Game 0")
        page.wait_for_selector(".board svg")
        page.fill("[aria-label='Agent that judges']", "search:rollouts=4")
        page.click("text=Find mistakes")
        page.locator("button:has-text('better:')").first.click()
        assert decision(page) != "0"
        page.click("text=Play on from here")
        page.wait_for_selector("text=Your move")
        page.click("button:has-text('Hint')")
        page.wait_for_selector("text=What each can expect")


def test_agents_are_watched_step_by_step(browser: Any, served: Served) -> None:
    with person(browser) as page:
        enter(page, served)
        page.locator(".games label").nth(1).click()
        page.select_option("select[name='seat 0']", "random")
        page.click("button:has-text('Begin')")
        page.wait_for_selector("text=One step")
        before = decision(page)
        page.click("text=One step")
        page.wait_for_function(DUE, arg=before)
        page.fill("#speed", "6")
        page.click("button:text-is('Play')")
        page.wait_for_function("() => Number(document.getElementById('main').dataset.decision) > 5")
        page.click("button:text-is('Pause')")
        page.goto(served.base)
        tables = page.locator("li:has(button:text-is('Remove'))")
        page.wait_for_selector("button:text-is('Remove')")
        before = tables.count()
        tables.first.locator("button:text-is('Remove')").click()
        page.click("button:text-is('Keep')")
        assert tables.count() == before
        tables.first.locator("button:text-is('Remove')").click()
        page.click("button:text-is('Yes, remove')")
        page.wait_for_selector("button:text-is('Yes, remove')", state="detached")
        assert tables.count() == before - 1


def test_pages_fit_are_small_and_can_be_read_by_all(browser: Any, replaying: Served) -> None:
    """Axe finds nothing, light and dark; nothing sticks out at 360 pixels; no page loads much."""
    from axe_playwright_python.sync_playwright import Axe

    for width, scheme in zip(WIDTHS, ("dark", "light"), strict=True):
        size = {"width": width, "height": 800}
        with person(browser, viewport=size, color_scheme=scheme, reduced_motion="reduce") as page:
            begin(page, replaying, 0)
            places = ["/", page.url.removeprefix(replaying.base), "/games/0", "/games/0/0", "/rules/iglu"]
            for path in places:
                page.goto(replaying.base + path)
                page.wait_for_selector("h1, #moves", state="attached")
                page.wait_for_timeout(150)
                assert page.evaluate("document.documentElement.scrollWidth") <= width, path
                assert 1000 < page.evaluate(LOADED) < MOST_BYTES, path
                found = Axe().run(page)
                assert found.violations_count == 0, f"{path}: {found.generate_report()}"


@pytest.mark.parametrize("number", range(3), ids=arctic_env.games())
def test_a_phone_shows_what_is_due_and_actions_at_once(browser: Any, served: Served, number: int) -> None:
    """Without scrolling the page; the picture is larger than its place and shows what can be clicked there."""
    with person(browser, viewport={"width": WIDTHS[0], "height": 740}) as page:
        begin(page, served, number)
        page.evaluate(PLAYER, 0)
        play(int(decision(page)) + 6, page)
        page.wait_for_selector(".actions button")
        assert page.evaluate(IN_SIGHT, [".actions button", "html"])
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS[0]
        assert page.evaluate("(board => board.scrollWidth > 2 * board.clientWidth)(document.querySelector('.board'))")
        if page.locator(".board [data-target]:not(.off)").count():
            assert page.evaluate(IN_SIGHT, [".board [data-target]:not(.off)", ".board"])
        assert page.evaluate(SMALLEST) >= 24
        page.click("text=Whole picture")
        assert page.evaluate("(board => board.scrollWidth <= board.clientWidth)(document.querySelector('.board'))")
