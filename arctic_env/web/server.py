"""The server behind `arctic serve`."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import webbrowser
from contextlib import suppress

import uvicorn

from arctic_env.errors import SettingsError
from arctic_env.web.app import Page
from arctic_env.web.lobby import Lobby

_LOCAL = ("127.0.0.1", "localhost")


def hosts_of(host: str, port: int) -> list[str]:
    """Return the names, with the port, by which requests may call this server."""
    names = _LOCAL if host in _LOCAL else (host.lower(),)
    if ":" in host:
        names = (f"[{host}]", *(("localhost",) if is_loopback(host) else ()))
    return [f"{name}:{port}" for name in names] + ([*names] if port == 80 else [])


def is_loopback(host: str) -> bool:
    """Return whether an address leads to this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def listen(host: str, port: int) -> socket.socket:
    """Return a socket at an address, port 0 for any that is free; SettingsError if it cannot be used."""
    if host in ("0.0.0.0", "::", ""):
        raise SettingsError(f"--host must be one address of this machine, by which others call it, not {host!r}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(64)
    except (OSError, OverflowError) as error:
        made.close()
        raise SettingsError(f"cannot listen at {host}:{port}: {error}; try another --port") from error
    return made


def serve(lobby: Lobby, *, host: str, port: int, open_browser: bool) -> None:
    """Serve the page until interrupted, at an address of this machine; SettingsError if it cannot be used."""
    with listen(host, port) as opened:
        port = opened.getsockname()[1]
        hosts = hosts_of(host, port)
        page = Page(lobby, hosts, port)
        address = f"http://{hosts[0]}/?token={page.token}"
        print(f"The page is at\n  {address}\nCtrl-C ends it.", flush=True)
        if not is_loopback(host):
            print("Everybody in the network who has this address can use it: keep the token to yourself.", flush=True)
        for message in lobby.broken:
            print(f"arctic serve: {message}", flush=True)
        config = uvicorn.Config(
            page.app(), log_level="warning", lifespan="off", timeout_graceful_shutdown=1, server_header=False
        )
        server = uvicorn.Server(config)
        page.is_ending = lambda: server.should_exit
        with suppress(KeyboardInterrupt):
            asyncio.run(_run(page, server, opened, address if open_browser else None))


async def _run(page: Page, server: uvicorn.Server, opened: socket.socket, address: str | None) -> None:
    page.resume()
    if address:
        asyncio.get_running_loop().call_later(0.3, webbrowser.open, address)
    await server.serve(sockets=[opened])
