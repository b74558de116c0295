"""What pages of strangers, and players who want to know too much, send to the server."""

import json
import socket
from contextlib import ExitStack
from itertools import islice
from typing import Any

import httpx
import pytest

import arctic_env
from arctic_env.web.app import MOST_STREAMS_OF_A_TABLE
from arctic_env.web.guard import MOST_BYTES
from arctic_env.web.server import hosts_of, is_loopback
from tests.web.serving import Served, sit_down

HOSTS = (
    "attacker.example",
    "127.0.0.1",
    "127.0.0.1:1",
    "127.0.0.1:{port}.attacker.example",
    "127.0.0.1.attacker.example:{port}",
    "127.attacker.example:{port}",
    "localhost.attacker.example:{port}",
    "user@127.0.0.1:{port}",
    "0.0.0.0:{port}",
    "[::1]:{port}",
    "",
)


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("path", ["/", "/page.js", "/api/home"])
def test_a_host_that_is_not_this_one_to_the_letter_is_refused(served: Served, host: str, path: str) -> None:
    """A name of a stranger can lead a browser here, which then sends no Origin."""
    with served.owner() as client:
        answer = client.get(path, headers={"host": host.format(port=served.port)})
    assert answer.status_code in (400, 421)
    assert "choices" not in answer.text


def test_every_address_of_this_machine_alone_is_known_as_such() -> None:
    assert [is_loopback(host) for host in ("127.0.0.2", "::1", "192.168.1.20")] == [True, True, False]
    assert hosts_of("127.0.0.2", 8765) == ["127.0.0.2:8765"]


def test_two_hosts_are_refused(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), 10) as raw:
        raw.sendall(f"GET /page.js HTTP/1.1\r\nHost: {served.host}\r\nHost: attacker.example\r\n\r\n".encode())
        assert raw.recv(100).split()[1] in (b"400", b"421")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://attacker.example"},
        {"origin": "null"},
        {"origin": "https://127.0.0.1:{port}"},
        {"origin": "http://127.0.0.1:{port}.attacker.example"},
        {"origin": "http://127.0.0.1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
    ids=str,
)
def test_a_change_from_another_page_is_refused(served: Served, headers: dict[str, str]) -> None:
    wanted = {name: value.format(port=served.port) for name, value in headers.items()}
    with served.owner() as client:
        answer = client.post("/api/tables", json={"game": "arctic", "seats": ["human", "greedy"]}, headers=wanted)
        before = client.get("/api/home").json()["tables"]
        assert answer.status_code == 403
        same = {"origin": served.base, "sec-fetch-site": "same-origin"}
        assert client.post("/api/tables", json={"seats": []}, headers=same).status_code == 400  # it was read
        assert client.get("/api/home").json()["tables"] == before


def test_nobody_gets_in_without_the_token(served: Served) -> None:
    with served.visitor() as client, served.owner() as owner:
        key = sit_down(owner, "arctic", ["human", "greedy"])["key"]
        for path in (
            "/",
            "/api/home",
            f"/api/table/{key}/0",
            f"/api/table/{key}/0/events",
            f"/api/table/{key}/0/record",
        ):
            assert client.get(path).status_code == 403, path
        for path in ("/api/tables", f"/api/tables/{key}/remove", "/api/replay", "/api/mistakes"):
            assert client.post(path, json={"record": {}, "seats": ["human", "greedy"]}).status_code == 403, path
        for what in ("act", "undo", "options", "think", "advance"):
            assert client.post(f"/api/table/{key}/0/{what}", json={"decision": 0}).status_code == 403, what
        for token in ("", "x", served.token[:-1], served.token + "x", "\u00e9"):
            answer = client.get("/", params={"token": token})
            assert answer.status_code == 403
            assert "set-cookie" not in answer.headers


def test_cookies_are_strict_and_out_of_reach_of_scripts(served: Served) -> None:
    with served.visitor() as client:
        given = client.get("/", params={"token": served.token}).headers["set-cookie"]
        assert "HttpOnly" in given
        assert "SameSite=strict" in given
        assert served.token not in given


def test_a_seat_is_its_own_persons(served: Served) -> None:
    with served.owner() as owner, served.visitor() as first, served.visitor() as second:
        made = sit_down(owner, "arctic", ["human", "human"], own=[])
        base = f"/api/table/{made['key']}"
        for seat, client in enumerate((first, second)):
            assert client.get(f"{base}/{seat}").status_code == 403
            assert client.get(made["links"][seat]).status_code == 200
            assert client.get(f"{base}/{seat}").json()["viewer"] == seat
        due = first.get(f"{base}/0").json()["seat"]
        acts, waits = ((first, second), (second, first))[due]
        state = acts.get(f"{base}/{due}").json()
        wish = {"decision": state["decision"], "action": state["actions"][0]["text"]}
        for who, seat in ((waits, due), (owner, due), (owner, 1 - due)):
            assert who.get(f"{base}/{seat}").status_code == 403
            assert who.post(f"{base}/{seat}/act", json=wish).status_code == 403
            assert who.post(f"{base}/{seat}/think", json=wish).status_code == 403
            assert who.get(f"{base}/{seat}/delay").status_code == 403
        assert acts.get(f"{base}/{due}/delay").json() == {"why": ""}
        assert owner.get(f"{base}/all").status_code == 403  # not even who runs the server, before the end
        assert waits.post(f"{base}/{1 - due}/act", json=wish).status_code == 409  # not its turn
        assert waits.post(f"{base}/{1 - due}/think", json=wish).status_code == 409
        assert waits.get(f"{base}/{1 - due}/record").status_code == 403
        assert waits.post("/api/replay", json={"key": made["key"], "seat": 1 - due}).status_code == 403
        fork = {"key": made["key"], "seat": due, "stop": 0, "seats": ["human", "greedy"]}
        assert owner.post("/api/tables", json=fork).status_code == 403  # it would show all cards
        swapped = made["links"][due].replace(f"/{due}?", f"/{1 - due}?")
        assert first.get(swapped).status_code == 403  # a token with another seat
        assert acts.post(f"{base}/{due}/act", json=wish).status_code == 200


def test_a_table_without_secrets_is_played_on_from_any_decision(served: Served) -> None:
    with served.owner() as owner:
        made = sit_down(owner, "iglu", ["greedy", "greedy"], own=[])
        fork = {"key": made["key"], "seat": "all", "stop": 0, "seats": ["human", "greedy"], "own": [0]}
        answer = owner.post("/api/tables", json=fork)
        assert answer.status_code == 200, answer.text
        assert owner.get(f"/api{answer.json()['path']}").json()["viewer"] == 0


def test_only_the_host_removes_a_table_for_good(served: Served) -> None:
    with served.owner() as owner, served.visitor() as guest:
        made = sit_down(owner, "arctic", ["human", "greedy"], own=[])
        path, table = f"/api/tables/{made['key']}/remove", f"/api/table/{made['key']}/0"
        assert guest.get(made["links"][0]).status_code == 200
        assert guest.post(path, json={}).status_code == 403
        assert owner.get(path).status_code == 405
        assert owner.post(path, json={}, headers={"origin": "http://attacker.example"}).status_code == 403
        assert owner.post(path, content=b"{}", headers={"content-type": "text/plain"}).status_code == 415
        assert guest.get(table).status_code == 200
        with guest.stream("GET", f"{table}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines).startswith("data:")
            assert owner.post(path, json={}).status_code == 200
            assert len(list(islice(lines, 12))) < 12  # it ends
        assert guest.get(table).status_code == 404
        assert owner.post(path, json={}).status_code == 404
        assert made["key"] not in {each["key"] for each in owner.get("/api/home").json()["tables"]}
        assert not list(served.tables.glob(f"{made['key']}*"))


def test_bodies_are_small_json_objects(served: Served) -> None:
    with served.owner() as client:
        json_type = {"content-type": "application/json"}
        for body in (
            b"",
            b"{",
            b"[]",
            b"null",
            b"1",
            b'{"a": NaN}',
            b"\xff",
            b"[" * 100_000,
            b'{"a":' + b"9" * 9999 + b"}",
        ):
            assert client.post("/api/tables", content=body, headers=json_type).status_code == 400, body[:20]
        huge = json.dumps({"seats": ["human"], "more": "x" * MOST_BYTES})
        assert client.post("/api/tables", content=huge, headers=json_type).status_code == 413
        chunks = (b"x" * 1000 for _ in range(MOST_BYTES // 1000 + 1))  # without a length
        assert client.post("/api/tables", content=chunks, headers=json_type).status_code == 413
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
            answer = client.post("/api/tables", content=b"{}", headers={"content-type": kind})
            assert answer.status_code == 415, kind
        assert client.request("PUT", "/api/tables", json={}).status_code == 405
        assert client.request("OPTIONS", "/api/tables").status_code == 405


def position() -> dict[str, Any]:
    return arctic_env.game("arctic").deal(seed=1).to_dict()


BAD_WISHES: dict[str, dict[str, Any]] = {
    "nothing": {},
    "no list": {"game": "arctic", "seats": "human,greedy"},
    "one seat": {"game": "arctic", "seats": ["human"]},
    "many seats": {"game": "arctic", "seats": ["human"] * 1000},
    "no game": {"game": "chess", "seats": ["human", "greedy"]},
    "game of a wrong type": {"game": ["arctic"], "seats": ["human", "greedy"]},
    "seed": {"game": "arctic", "seats": ["human", "greedy"], "seed": -1},
    "text for a seed": {"game": "arctic", "seats": ["human", "greedy"], "seed": "one"},
    "parameter": {"game": "arctic", "seats": ["human", "greedy"], "parameters": {"edition": "xx"}},
    "argument": {"game": "arctic", "seats": ["human", "greedy"], "parameters": {"seed": 1}},
    "unknown agent": {"game": "arctic", "seats": ["human", "nobody"]},
    "agent of a file": {"game": "arctic", "seats": ["human", "evil.py:First"]},
    "agent of a folder": {"game": "arctic", "seats": ["human", "ppo:runs/quick"]},
    "option with a path": {"game": "arctic", "seats": ["human", "champion:folder=/etc"]},
    "file of weights": {"game": "arctic", "seats": ["human", "planner:weights=/etc/passwd"]},
    "endless search": {"game": "arctic", "seats": ["human", "search:rollouts=1000000"]},
    "slow search": {"game": "arctic", "seats": ["human", "search:seconds=1e9"]},
    "not a number of seconds": {"game": "arctic", "seats": ["human", "search:seconds=nan"]},
    "many threads": {"game": "arctic", "seats": ["human", "search:threads=64"]},
    "agent that is no text": {"game": "arctic", "seats": ["human", {"a": 1}]},
    "long agent": {"game": "arctic", "seats": ["human", "greedy:" + "x" * 100_000]},
    "position of nothing": {"position": {}, "seats": ["human", "greedy"]},
    "position that is a list": {"position": [], "seats": ["human", "greedy"]},
    "position for three": {"position": position(), "seats": ["human", "greedy", "greedy"]},
    "position without cards": {"position": position() | {"deck": []}, "seats": ["human", "greedy"]},
    "position with a wrong field": {"position": position() | {"evil": 1}, "seats": ["human", "greedy"]},
    "position with wrong types": {"position": position() | {"seats": 7}, "seats": ["human", "greedy"]},
    "record of nothing": {"record": {}, "seats": ["human", "greedy"]},
    "record that is too deep": {"record": "[" * 100_000, "seats": ["human", "greedy"]},
    "file that is not served": {"file": "0", "index": 0, "seats": ["human", "greedy"]},
    "file elsewhere": {"file": "../../etc/passwd", "index": 0, "seats": ["human", "greedy"]},
}


@pytest.mark.parametrize("wish", BAD_WISHES.values(), ids=BAD_WISHES)
def test_bad_wishes_are_refused_with_a_reason(served: Served, wish: dict[str, Any]) -> None:
    with served.owner() as client:
        answer = client.post("/api/tables", json=wish)
    assert answer.status_code in (400, 404)
    assert 5 < len(answer.json()["error"]) < 1500


@pytest.mark.parametrize(
    "agent",
    ["evil.py:First", "ppo:runs/quick", "champion:folder=runs", "planner:weights=pyproject.toml", "search:policy=runs"],
)
def test_agents_that_read_files_are_refused_before_anything_is_read(served: Served, agent: str) -> None:
    with served.owner() as client:
        answer = client.post("/api/tables", json={"game": "arctic", "seats": ["human", agent]})
    assert answer.status_code == 400
    assert "--agent when you start the server" in answer.json()["error"]


def test_addresses_that_lead_nowhere(served: Served) -> None:
    with served.owner() as client:
        key = sit_down(client, "arctic", ["human", "greedy"])["key"]
        tables = ("x/0", f"{key}/1", f"{key}/9", f"{key}/-1", f"{key}/{chr(0x661)}")
        for path in (*(f"/api/table/{each}" for each in tables), "/api/games/0", "/page.py", "/api/rules/%2e%2e"):
            assert client.get(path).status_code in (400, 404), path


def test_get_changes_nothing(served: Served) -> None:
    with served.owner() as client:
        key = sit_down(client, "arctic", ["human", "greedy"])["key"]
        base, before = f"/api/table/{key}/0", client.get(f"/api/table/{key}/0").json()
        for what in ("act", "undo", "options", "think", "advance"):
            assert client.get(f"{base}/{what}", params={"decision": 0, "action": "x"}).status_code == 405
        assert client.get(base).json() == before


def test_bad_actions_are_refused_and_stale_ones_conflict(served: Served) -> None:
    with served.owner() as client:
        base = f"/api/table/{sit_down(client, 'arctic', ['human', 'greedy'])['key']}/0"
        state = client.get(base).json()
        due, action = state["decision"], state["actions"][0]["text"]
        for text in ("", "place XX9", "x" * 10_000, None, 7, ["place"]):
            answer = client.post(f"{base}/act", json={"decision": due, "action": text})
            assert answer.status_code == 400, text
        for decision in (due - 1, due + 1, None, str(due), True, 1e99):
            answer = client.post(f"{base}/act", json={"decision": decision, "action": action})
            assert answer.status_code == 409, decision
        assert client.post(f"{base}/act", json={"decision": due, "action": action}).status_code == 200
        assert client.post(f"{base}/act", json={"decision": due, "action": action}).status_code == 409
        assert client.post(f"{base}/advance", json={"decision": due + 1}).status_code == 403


def test_streams_are_limited_and_others_are_still_served(served: Served) -> None:
    with served.owner() as client, ExitStack() as streams:
        made = sit_down(client, "arctic", ["human", "greedy"])
        path = f"/api/table/{made['key']}/0/events"
        answers = [streams.enter_context(client.stream("GET", path)).status_code for _ in range(100 // 2)]
        assert answers.count(200) == MOST_STREAMS_OF_A_TABLE
        assert set(answers) == {200, 429}
        assert client.get("/api/home").status_code == 200
        other = sit_down(client, "arctic", ["human", "greedy"])
        with client.stream("GET", f"/api/table/{other['key']}/0/events") as stream:
            assert stream.status_code == 200


def test_every_answer_binds_the_browser(served: Served) -> None:
    with served.owner() as client:
        answers: list[httpx.Response] = [client.get(path) for path in ("/", "/page.js", "/api/home", "/nowhere")]
        answers.append(client.get("/", headers={"host": "attacker.example"}))
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert not [name for name in answer.headers if name.startswith("access-control")]
