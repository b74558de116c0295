"""Which requests are answered: those of the page itself, from an address that this server has, small ones in JSON."""

from __future__ import annotations

import hmac
import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from arctic_env.errors import ArcticError

MOST_BYTES = 1_000_000  # of a body

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
_SAFE = ("GET", "HEAD")


class Refusal(ArcticError):
    """A request that is refused, with a status of HTTP."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Guard:
    """Checks each request before anything else sees it, and adds the headers that bind browsers.

    A page of a stranger can make a browser send requests here, also with a name of its own that leads to this machine.
    So the name must be one of this server's, with its port, to the letter; and what changes something must come from
    a page of this server.
    """

    def __init__(self, app: App, hosts: Iterable[str]) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._origins = frozenset(f"http://{host}" for host in self._hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # nothing else is spoken here

        async def send_bound(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *added]
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            await refused(refusal)(scope, receive, send_bound)
        else:
            await self._app(scope, receive, send_bound)

    def _refusal(self, scope: Scope) -> Refusal | None:
        found: dict[bytes, list[str]] = {}
        for name, value in scope["headers"]:
            found.setdefault(name.lower(), []).append(value.decode("latin-1"))
        host = found.get(b"host", [])
        if len(host) != 1 or host[0].lower() not in self._hosts:
            return Refusal(421, "this server has another name or port")
        if scope["method"] in _SAFE:
            return None
        if scope["method"] != "POST":
            return Refusal(405, "only GET and POST are answered")
        origins = found.get(b"origin", [])
        if any(origin not in self._origins for origin in origins) or len(origins) > 1:
            return Refusal(403, "this request comes from another page")
        if any(site not in ("same-origin", "none") for site in found.get(b"sec-fetch-site", [])):
            return Refusal(403, "this request comes from another page")
        kind = found.get(b"content-type", [""])[0].partition(";")[0].strip().lower()
        if kind != "application/json":
            return Refusal(415, "a request must be application/json")
        return None


def refused(error: ArcticError | ValueError, status: int = 400) -> Response:
    """Return the answer to a request that is refused."""
    return JSONResponse({"error": str(error)}, getattr(error, "status", status))


async def read_json(request: Request) -> dict[str, Any]:
    """Return the body of a request; Refusal if it is too large or no JSON object."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            raise Refusal(413, f"a request has at most {MOST_BYTES:,} bytes")
    try:
        document = json.loads(body, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Refusal(400, f"broken JSON: {error}") from error
    if not isinstance(document, dict):
        raise Refusal(400, "a request must be a JSON object")
    return document


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def same(given: str | None, secret: str) -> bool:
    """Return whether a text is the secret, in a time that does not depend on where they differ."""
    return given is not None and hmac.compare_digest(given.encode(), secret.encode())
