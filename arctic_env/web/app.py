"""The addresses of the page: what is answered to whom.

Who started the server has its cookie and may do everything but look through others' eyes; who was sent the link of a
seat has that seat's cookie and may act and look for that seat.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from importlib.resources import files
from itertools import count
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from arctic_env.agents.guarded_calls import message_of
from arctic_env.errors import ArcticError
from arctic_env.kernels.cache import compiling_since
from arctic_env.kernels.random import make_seed
from arctic_env.model.registry import game as find_game
from arctic_env.records import Record
from arctic_env.validation import as_integer, is_integer, short_repr
from arctic_env.web.frames import pack
from arctic_env.web.guard import App, Guard, Refusal, read_json, refused, same
from arctic_env.web.lobby import Games, Lobby, read_document
from arctic_env.web.state import state_of
from arctic_env.web.tables import StaleError, Table
from arctic_env.web.think import check_agent, find_mistakes, think

MOST_STREAMS, MOST_STREAMS_OF_A_TABLE = 64, 12
_ROWS = 200  # of a list of games
_PATIENCE = 0.08  # seconds that an answer waits for quick agents
_TICK, _ALIVE = 0.25, 60  # seconds in which a stream notices that the server ends; ticks between signs of life
_ALL = "all"  # in the place of a seat: somebody who sees everything
_LANDING = '<!doctype html><html lang="en"><meta charset="utf-8"><title>arctic</title><meta http-equiv="refresh" '
_RULES = re.compile(r"^## How it is played\n(.*?)(?=^## )", re.DOTALL | re.MULTILINE)
Handler = Callable[[Request], Awaitable[Response]]


class Page:
    """The page of one server."""

    def __init__(self, lobby: Lobby, hosts: Iterable[str], port: int) -> None:
        self.lobby = lobby  # the tables
        # whether the server is about to end, which streams must not keep it from
        self.is_ending: Callable[[], bool] = lambda: False
        self.token = secrets.token_urlsafe(24)  # the secret in the first address, which is exchanged for a cookie
        self._session = secrets.token_urlsafe(24)
        self._cookie = f"arctic-{port}"  # browsers do not tell ports apart
        self._hosts = tuple(hosts)
        self._streams: dict[str, int] = {}
        self._folder = files("arctic_env.web").joinpath("pages")

    def app(self) -> App:
        """Return the application."""
        table = "/api/table/{key}/{seat}"
        answers: list[tuple[str, str, Handler]] = [
            ("GET", "/", self.home),
            ("GET", "/table/{key}/{seat}", self.table_page),
            ("GET", "/games/{file}", self.shell),
            ("GET", "/games/{file}/{index}", self.shell),
            ("GET", "/replay/{key}/{seat}", self.shell),
            ("GET", "/rules/{game}", self.shell),
            ("GET", "/api/rules/{game}", self.rules),
            ("GET", "/page.js", partial(self.static, "page.js", "text/javascript")),
            ("GET", "/page.css", partial(self.static, "page.css", "text/css")),
            ("GET", "/favicon.ico", self.icon),
            ("GET", "/api/home", self.overview),
            ("POST", "/api/tables", self.make),
            ("POST", "/api/tables/{key}/remove", self.remove),
            ("GET", "/api/games/{file}", self.games),
            ("POST", "/api/replay", self.replay),
            ("POST", "/api/mistakes", self.mistakes),
            ("GET", table, self.state),
            ("POST", f"{table}/act", self.act),
            ("POST", f"{table}/undo", self.undo),
            ("POST", f"{table}/options", self.options),
            ("POST", f"{table}/think", self.think),
            ("GET", f"{table}/delay", self.delay),
            ("POST", f"{table}/advance", self.advance),
            ("GET", f"{table}/events", self.events),
            ("GET", f"{table}/record", self.record),
        ]
        routes = [Route(path, _guarded(handler), methods=[method]) for method, path, handler in answers]
        compressed = [Middleware(GZipMiddleware, minimum_size=1000, compresslevel=3)]
        return Guard(Starlette(routes=routes, middleware=compressed), self._hosts)

    def resume(self) -> None:
        """Let agents go on at saved tables at which they were to decide."""
        for table in self.lobby.tables.values():
            if table.people and not table.over and table.position.seat not in table.people:
                table.go_on(self.lobby.threads).add_done_callback(partial(self._save, table))

    def _save(self, table: Table, _work: object) -> None:
        self.lobby.save(table)

    # ------------------------------------------------------------------------------------ who asks

    def _is_host(self, request: Request) -> bool:
        return same(request.cookies.get(self._cookie), self._session)

    def _demand_host(self, request: Request) -> None:
        if not self._is_host(request):
            raise Refusal(403, "open the address that `arctic serve` printed: it has a token that lets you in")

    def _seat_cookie(self, table: Table, seat: int) -> str:
        return f"{self._cookie}-{table.key}-{seat}"

    def _table(self, request: Request, place: Mapping[str, Any] | None = None) -> tuple[Table, int | None]:
        """Return the table of a request and the seat that it comes from, None for the host who sees everything.

        `place` names the table by `key` and `seat`, by default the address does. Refusal if the request may not.
        """
        named = request.path_params if place is None else place
        table, text = self.lobby.tables.get(str(named.get("key"))), str(named.get("seat"))
        if table is None:
            raise Refusal(404, "there is no such table on this server")
        if text == _ALL:
            self._demand_host(request)
            if table.people and not table.over:
                raise Refusal(403, "people play here, so nobody sees everything before the end")
            return table, None
        seat = int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else -1
        if seat not in table.people:
            raise Refusal(404, "there is no person's seat of that number")
        if not same(request.cookies.get(self._seat_cookie(table, seat)), table.tokens[seat]):
            raise Refusal(403, "this seat is another person's: open the link of your own seat")
        return table, seat

    def _person(self, request: Request) -> tuple[Table, int]:
        table, seat = self._table(request)
        if seat is None:
            raise Refusal(403, "only the person of a seat may do that")
        return table, seat

    def _let_in(self, response: Response, name: str, value: str) -> None:
        response.set_cookie(name, value, max_age=30 * 86400, httponly=True, samesite="strict", path="/")

    # ------------------------------------------------------------------------------------ pages

    async def home(self, request: Request) -> Response:
        """Answer with the page; with the token, exchange it for the cookie first."""
        given = request.query_params.get("token")
        if given is None:
            self._demand_host(request)
            return await self.shell(request)
        if not same(given, self.token):
            raise Refusal(403, "the token is wrong, or of a server that has ended")
        return self._landing("/", self._cookie, self._session)

    async def table_page(self, request: Request) -> Response:
        """Answer with the page of a table; with the token of its seat, exchange it for the seat's cookie first."""
        given = request.query_params.get("token")
        if given is None:
            return await self.shell(request)
        table, text = self.lobby.tables.get(request.path_params["key"]), request.path_params["seat"]
        seat = next((seat for seat in table.people if str(seat) == text), None) if table else None
        if table is None or seat is None or not same(given, table.tokens[seat]):
            raise Refusal(403, "this link leads to no seat of this server")
        return self._landing(f"/table/{table.key}/{seat}", self._seat_cookie(table, seat), given)

    def _landing(self, path: str, name: str, value: str) -> Response:
        """Set a strict cookie, then go to the page; a redirection would still count as the other site's request."""
        response = HTMLResponse(f'{_LANDING}content="0;url={path}"><p><a href="{path}">Go on</a></html>')
        self._let_in(response, name, value)
        return response

    async def shell(self, _request: Request) -> Response:
        """Answer with the page, which asks for the rest itself."""
        return HTMLResponse(self._folder.joinpath("page.html").read_text(encoding="utf-8"))

    async def static(self, name: str, kind: str, _request: Request) -> Response:
        """Answer with a part of the page."""
        return Response(self._folder.joinpath(name).read_bytes(), media_type=kind)

    async def icon(self, _request: Request) -> Response:
        """Answer with no icon; browsers ask for one where a page names none, as on the way in and with refusals."""
        return Response(status_code=204)

    async def rules(self, request: Request) -> Response:
        """Answer with the rules of a game, in Markdown."""
        game = find_game(request.path_params["game"])
        page = files("arctic_env.games").joinpath(game.name, "README.md")
        found = _RULES.search(page.read_text(encoding="utf-8")) if page.is_file() else None
        return JSONResponse({"title": game.title, "text": found[1].strip() if found else ""})

    # ------------------------------------------------------------------------------------ the host

    async def overview(self, request: Request) -> Response:
        """Answer with what can be played, and what is being played."""
        self._demand_host(request)
        tables = [
            {
                "key": table.key,
                "title": table.game.title,
                "seats": table.seats,
                "played": len(table.actions),
                "forfeits": [one["seat"] for one in table.forfeits],
                "over": table.over,
                "links": self._links(table),
            }
            for table in reversed(self.lobby.tables.values())
        ]
        records = [{"key": key, "name": one.name, "games": len(one)} for key, one in self.lobby.files.items()]
        told = {"choices": self.lobby.choices(), "tables": tables, "files": records, "agents": self.lobby.agents}
        return JSONResponse(told)

    def _links(self, table: Table) -> list[str]:
        if not table.people:
            return [f"/table/{table.key}/{_ALL}"]
        return [f"/table/{table.key}/{seat}?token={table.tokens[seat]}" for seat in table.people]

    async def make(self, request: Request) -> Response:
        """Make a table, and give the host the seats that are named in `own`."""
        self._demand_host(request)
        wish = await read_json(request)
        if "file" in wish or "key" in wish:
            wish["record"] = self._record_of(request, wish).to_dict()
        table = self.lobby.add(await self._in_thread(self.lobby.make, wish))
        if table.people:
            await self._settle(table)
            self.lobby.save(table)
        own = wish.get("own")
        mine = [seat for seat in table.people if isinstance(own, list) and seat in own]
        path = f"/table/{table.key}/{mine[0] if mine else table.people[0] if table.people else _ALL}"
        response = JSONResponse({"key": table.key, "path": path, "links": self._links(table)})
        for seat in mine:
            self._let_in(response, self._seat_cookie(table, seat), table.tokens[seat])
        return response

    async def remove(self, request: Request) -> Response:
        """Remove a table for good, also while a game is played there."""
        self._demand_host(request)
        await read_json(request)
        table = self.lobby.tables.get(request.path_params["key"])
        if table is None:
            raise Refusal(404, "there is no such table on this server")
        await asyncio.wrap_future(self.lobby.remove(table))
        table.told()
        return JSONResponse({"key": table.key})

    async def _in_thread(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.lobby.helpers, work, *arguments)

    # ------------------------------------------------------------------------------------ recorded games

    async def games(self, request: Request) -> Response:
        """Answer with the standings of a file and a part of its games, those of one agent or all."""
        self._demand_host(request)
        found = self._file(request.path_params["file"])
        agent, first = request.query_params.get("agent"), request.query_params.get("first", "0")
        rows = [row for row in await self._in_thread(found.rows) if agent is None or agent in row["agents"]]
        start = int(first) if first.isascii() and first.isdecimal() and len(first) < 10 else 0
        told = {"name": found.name, "standings": found.standings(), "total": len(rows), "first": start}
        return JSONResponse(told | {"games": rows[start : start + _ROWS]})

    def _file(self, key: object) -> Games:
        if not isinstance(key, str) or key not in self.lobby.files:
            raise Refusal(404, "there is no such file on this server")
        return self.lobby.files[key]

    def _record_of(self, request: Request, wish: Mapping[str, Any]) -> Record:
        """Return the record that a request names: by `file` and `index`, by a table's `key` and `seat`, or itself."""
        if "key" in wish:
            table, _ = self._table(request, wish)
            self._demand_open(table)
            return table.record()
        self._demand_host(request)
        if "file" in wish:
            return self._file(wish["file"]).record(as_integer(wish.get("index")) or 0)
        return Record.from_dict(read_document(wish.get("record")))

    def _demand_open(self, table: Table) -> None:
        """Raise a Refusal while anything about a table is a secret."""
        if table.people and not table.over:
            where = f"; the game is saved in {self.lobby.folder}" if self.lobby.folder else ""
            raise Refusal(403, f"a record holds all that is hidden, so it is given out at the end{where}")

    async def replay(self, request: Request) -> Response:
        """Answer with a recorded game as pictures, for the eyes of a seat or all."""
        wish = await read_json(request)
        viewer = wish.get("viewer")
        if viewer is not None and not is_integer(viewer):
            raise Refusal(400, f"viewer must be a seat or null, not {short_repr(viewer)}")
        return JSONResponse(await self._in_thread(pack, self._record_of(request, wish), viewer))

    async def mistakes(self, request: Request) -> Response:
        """Answer with the worst decisions of a recorded game, by an agent's judgement."""
        wish = await read_json(request)
        record = self._record_of(request, wish)
        text = check_agent(wish.get("agent"), self.lobby.agents)
        return JSONResponse(await self._in_thread(find_mistakes, record, text))

    # ------------------------------------------------------------------------------------ a table

    async def _settle(self, table: Table) -> None:
        """Let agents answer, and wait a moment for them; slow ones are told of by the stream."""
        work = table.go_on(self.lobby.threads)
        await asyncio.wait([work], timeout=_PATIENCE)
        if work.done():
            work.result()
        else:
            work.add_done_callback(partial(self._save, table))
        table.told()

    async def _saved(self, table: Table, seat: int | None) -> Response:
        """Answer with the state of a table that has changed, made while it is saved; then nothing told is lost."""
        saving = self.lobby.save(table)
        state = state_of(table, seat)
        await asyncio.wrap_future(saving)
        return JSONResponse(state)

    async def state(self, request: Request) -> Response:
        """Answer with the state for a seat."""
        return JSONResponse(state_of(*self._table(request)))

    async def act(self, request: Request) -> Response:
        """Play an action."""
        table, seat = self._person(request)
        wish = await read_json(request)
        table.act(seat, wish.get("decision"), wish.get("action"))
        await self._settle(table)
        return await self._saved(table, seat)

    async def undo(self, request: Request) -> Response:
        """Take back the last action."""
        table, seat = self._person(request)
        table.undo(seat, (await read_json(request)).get("decision"))
        table.told()
        return await self._saved(table, seat)

    async def options(self, request: Request) -> Response:
        """Choose whether forced decisions are asked for; at a table of several people they always are."""
        table, seat = self._person(request)
        wish = await read_json(request)
        if len(table.people) == 1:
            table.skip_forced = wish.get("skip_forced") is True
        await self._settle(table)
        return await self._saved(table, seat)

    async def advance(self, request: Request) -> Response:
        """Let the agent at a table without people play its decision."""
        table, seat = self._table(request)
        if seat is not None:
            raise Refusal(403, "agents at a table with people play by themselves")
        table.check_due((await read_json(request)).get("decision"))
        if not table.over and not table.people:
            await table.advance(self.lobby.threads)
        return await self._saved(table, None)

    async def think(self, request: Request) -> Response:
        """Ask an agent about the decision of the seat whose turn it is."""
        table, seat = self._table(request)
        wish = await read_json(request)
        table.check_due(wish.get("decision"))
        due = table.position.seat
        if due is None or seat not in (None, due):
            raise StaleError("you can think when you are to decide")
        text = check_agent(wish["agent"], self.lobby.agents) if wish.get("agent") else ""
        view, seed = table.position.view(due), make_seed(table.decision)
        table.thinking_since = time.monotonic()
        try:
            return JSONResponse(await self._in_thread(think, view, text, seed))
        finally:
            table.thinking_since = None

    async def delay(self, request: Request) -> Response:
        """Answer why somebody who thinks has to wait: nothing here may have to wait as well."""
        table, seat = self._table(request)
        since = table.thinking_since if seat in (None, table.position.seat) else None
        return JSONResponse({"why": "" if since is None else compiling_since(since)})

    async def record(self, request: Request) -> Response:
        """Answer with the record, once nothing in it is a secret any more."""
        table, _ = self._table(request)
        self._demand_open(table)
        name = f"attachment; filename=arctic-{table.key}.json"
        return JSONResponse(table.record().to_dict(), headers={"content-disposition": name})

    async def events(self, request: Request) -> Response:
        """Answer with a stream that tells the number of the decision at each change."""
        table, _ = self._table(request)
        if self._is_crowded(table):
            raise Refusal(429, "too many streams are open; close some pages")
        return StreamingResponse(self._stream(table), media_type="text/event-stream")

    def _is_crowded(self, table: Table) -> bool:
        of_table = self._streams.get(table.key, 0)
        return sum(self._streams.values()) >= MOST_STREAMS or of_table >= MOST_STREAMS_OF_A_TABLE

    async def _stream(self, table: Table) -> AsyncIterator[str]:
        if self._is_crowded(table):  # by others that were asked for at the same time
            return
        listener = asyncio.Event()
        table.listeners.add(listener)
        self._streams[table.key] = self._streams.get(table.key, 0) + 1
        listener.set()
        try:
            for tick in count(1):
                if self.is_ending() or table.key not in self.lobby.tables:
                    break
                if listener.is_set():
                    listener.clear()
                    yield f"data: {json.dumps({'decision': table.decision, 'busy': table.busy})}\n\n"
                elif tick % _ALIVE == 0:
                    yield ": alive\n\n"
                with suppress(TimeoutError):
                    await asyncio.wait_for(listener.wait(), _TICK)
        finally:
            table.listeners.discard(listener)
            self._streams[table.key] -= 1


def _guarded(handler: Handler) -> Handler:
    """Return a handler that answers errors of the project in JSON."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except StaleError as error:
            return refused(error, 409)
        except (ArcticError, ValueError) as error:
            if request.url.path.startswith("/api/"):
                return refused(error)
            return PlainTextResponse(str(error), getattr(error, "status", 400))
        except ModuleNotFoundError as error:
            return JSONResponse({"error": f"the package {error.name} is not installed here"}, 400)
        except asyncio.CancelledError:  # by Ctrl-C, while an agent thinks
            return JSONResponse({"error": "the server has ended"}, 503)
        except Exception as error:
            print(f"arctic serve: {request.url.path}: {message_of(error)}", flush=True)
            return JSONResponse({"error": "an error of this program; the terminal says which"}, 500)

    return answer
