"""The pages for the browser: what is in them, who is answered, and in Chromium how they behave."""

from __future__ import annotations

import http.client
import json
import random
import re
import socket
import struct
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chromium
import pytest

import burgundy
from burgundy import cli, position, records
from burgundy.game import Game
from burgundy.records import Record, RecordError
from burgundy.viewer import page, serve
from burgundy.viewer.assembly import embedded
from burgundy.viewer.server import Server
from burgundy.viewer.session import Session

HOSTILE = '</script><script>alert("x")</script>'
NAMES = [HOSTILE, "<img src=x onerror=alert(1)>"]


def played(seed: int = 1, steps: int = 10_000) -> Game:
    game = Game(2, seed=seed)
    rng = random.Random(seed)
    while not game.is_over and len(game.history) < steps:
        game.play(rng.choice(game.state.legal_actions()))
    return game


def with_search(game: Game) -> Record:
    """The record with what a search could have said before the first decision."""
    step = next(number for number, step in enumerate(game.history) if not step.is_chance)
    words = game.history[step].words
    entry = {"step": step, "visits": {words: 90, HOSTILE: 10}, "note": HOSTILE, "odd": None}
    return game.record(names=NAMES, search=[entry], info={"place": HOSTILE})


@pytest.fixture(scope="module")
def document() -> str:
    return page(with_search(played()))


def data_of(document: str) -> Any:
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', document)
    return json.loads(text)


def test_the_page_is_one_file_without_anything_from_outside(document: str) -> None:
    assert len(document) < 3_000_000
    outside = document.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(
        r"https?:|//[a-z]|@import|url\(|<link(?! rel=\"icon\" href=\"data:,\")", outside
    )
    assert document.count("<script") == 2
    assert "unsafe-eval" not in document and "script-src 'sha256-" in document


def test_names_and_words_cannot_leave_their_places(document: str) -> None:
    assert HOSTILE not in document and "<img" not in document
    assert "<script>alert" not in document and 'onerror=alert(1)>"' not in document
    data = data_of(document)
    assert data["names"] == [f"{seat} {name}" for seat, name in enumerate(NAMES)]
    assert not any("<script" in part or "<img" in part for part in data["parts"])
    with pytest.raises(ValueError, match="JSON"):
        embedded([float("nan")])
    assert embedded("</script><!--&") == '"\\u003c/script\\u003e\\u003c!--\\u0026"'


def test_the_data_are_the_whole_game(document: str) -> None:
    game, data = played(), data_of(document)
    assert [step["words"] for step in data["steps"]] == [step.words for step in game.history]
    assert len(data["positions"]) == len(game.history) + 1
    totals = list(data["begun"])
    for step in data["steps"]:
        for seat, _, vp in step["vp"]:
            totals[seat] += vp
    assert totals == data["scores"] == list(game.state.scores())
    parts: dict[int, int] = {}
    for changed in data["positions"]:
        parts |= dict(changed)
    from burgundy.render.svg import fragments

    last = fragments(game.state, last=game.history[-1], names=NAMES)
    assert [data["parts"][parts[slot]] for slot in range(len(last))] == list(last.values())


def test_a_record_that_is_no_game_has_no_page() -> None:
    with pytest.raises(RecordError, match=r"words\[0\]"):
        page(Record(players=2, words=("dance",)))
    assert page(Record(players=2, words=()))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "games.jsonl", tmp_path / "game.html"
    records.write(file, [played(2, 60), played(3, 60)])
    assert cli.main(["view", str(file), "-o", str(out), "--game", "2"]) == 0
    assert out.read_text(encoding="utf-8") == page(list(records.read(file))[1])
    assert cli.main(["view", str(file), "-o", str(out), "--game", "3"]) == 2
    assert "--game: 3, " in capsys.readouterr().err


@pytest.fixture
def server() -> Iterator[Server]:
    """A game against a random player in world 8."""
    session = Session(Game(2, seed=8), ["you", "random"])
    with serve(session) as found:
        thread = threading.Thread(target=found.serve_forever, args=(0.02,))
        thread.start()
        yield found
        found.shutdown()
        thread.join()


def request(
    server: Server, method: str, path: str, body: bytes | None = None, **headers: str | None
) -> tuple[int, Any]:
    """Status and answer; headers that are None are left out."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=300)
    sent = {"Host": server.hosts[0], "Content-Type": "application/json"}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}  # type: ignore[misc]
    connection.putrequest(method, path, skip_host=True)
    for name, value in sent.items():
        if value is not None:
            connection.putheader(name, value)
    if body is not None and "Content-Length" not in sent:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    is_json = answer.headers.get_content_type() == "application/json"
    return answer.status, json.loads(text) if is_json else text.decode()


def ask(server: Server, expected: int = 200, **asked: Any) -> Any:
    status, answer = request(server, "POST", "/ask", json.dumps(asked).encode())
    assert status == expected, answer
    return answer


def test_a_game_is_played(server: Server) -> None:
    table = ask(server, do="look")
    assert table["seat"] == 0 and table["svg"].startswith("<svg")
    words = table["groups"][0]["choices"][0][0]
    after = ask(server, do="play", words=words)
    assert after["position"] != table["position"]
    assert any(step["words"] == words for step in after["log"])
    told = ask(server, 400, do="play", words="3: dance <b>")
    assert told["error"].startswith("3: dance <b>: not in the notation")
    assert ask(server, do="why", words="decline")["why"].endswith("(R4.1)")
    assert ask(server, do="undo")["position"] == table["position"]
    assert "no decision has been made" in ask(server, 400, do="undo")["error"]
    record = Record.from_json(ask(server, do="record")["record"])
    assert record.verify() == [] and record.names == ("you", "random")


def test_any_position_is_analysed(server: Server) -> None:
    state = burgundy.State.new(3, boards=[2, 3, 4]).resolve_chance(5)
    table = ask(server, do="position", text=position.write(state))
    assert table["position"] == position.write(state)
    found = ask(server, do="analyse", playouts=5)
    assert {row["words"] for row in found["actions"]} == {
        state.action_to_string(action) for action in state.legal_actions()
    }
    values = state.evaluate_actions(5, seed=0)
    best = max(float(wins[found["seat"]]) for wins in values.win_rate)
    assert found["actions"][0]["wins"] == best
    assert "begins with 'x'" in ask(server, 400, do="position", text="x")["error"]
    assert "playouts" in ask(server, 400, do="analyse", playouts=10**9)["error"]


def test_only_this_page_is_answered(server: Server) -> None:
    body = b'{"do": "look"}'
    origin = f"http://{server.hosts[0]}"
    assert request(server, "POST", "/ask", body, Origin=origin)[0] == 200
    assert request(server, "POST", "/ask", body, Host=server.hosts[1])[0] == 200
    for foreign in ("http://evil.example", "null", f"https://{server.hosts[0]}", origin + ".evil"):
        assert request(server, "POST", "/ask", body, Origin=foreign)[0] == 403
    for host in ("evil.example", f"evil.example:{server.server_port}", "127.0.0.1", "", None):
        assert request(server, "POST", "/ask", body, Host=host)[0] == 403
        assert request(server, "GET", "/", Host=host)[0] == 403
    assert request(server, "POST", "/ask", body, Sec_Fetch_Site="cross-site")[0] == 403
    for kind in ("text/plain", "application/x-www-form-urlencoded", None):
        assert request(server, "POST", "/ask", body, Content_Type=kind)[0] == 415


def test_no_path_but_the_page(server: Server) -> None:
    status, text = request(server, "GET", "/")
    assert status == 200 and "<title>The Castles of Burgundy</title>" in text
    for path in (
        "/../../etc/passwd",
        "/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/static/play.js",
        "/?x",
    ):
        assert request(server, "GET", path)[0] == 404
        assert request(server, "POST", path, b"{}")[0] == 404
    for method in ("PUT", "DELETE", "OPTIONS", "HEAD"):
        assert request(server, method, "/")[0] in (405, 501)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"3", b"\xff", b"[" * 60_000, b'{"do": "x"}', b'{"do": ["play"]}']
)
def test_requests_that_are_none(server: Server, body: bytes) -> None:
    status, answer = request(server, "POST", "/ask", body)
    assert status == 400 and answer["error"]
    assert ask(server, do="look")


def test_requests_that_are_too_large(server: Server) -> None:
    huge = ("99999999999999999999", "0" * 9 + "7" * 9, "0" * 5_000)
    for length in (*huge, "65537", "-1", "x", ""):
        assert request(server, "POST", "/ask", b"", Content_Length=length)[0] == 413
    assert ask(server, do="look")


def test_a_connection_that_is_reset_is_not_told(
    server: Server, capfd: pytest.CaptureFixture[str]
) -> None:
    lost = socket.create_connection(server.server_address[:2])  # type: ignore[arg-type]
    lost.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    lost.sendall(b"POST /ask HTTP/1.1\r\nHost: ")
    lost.close()
    for error in (ConnectionResetError, BrokenPipeError, TimeoutError):
        try:
            raise error
        except OSError:
            server.handle_error(None, ("127.0.0.1", 1))
    assert ask(server, do="look")
    assert capfd.readouterr().err == ""
    try:
        raise KeyError("a fault")
    except KeyError:
        server.handle_error(None, ("127.0.0.1", 1))
    assert "a fault" in capfd.readouterr().err
    assert server.request_queue_size == 128


def test_it_listens_on_this_machine_alone(server: Server) -> None:
    assert server.server_address[0] == "127.0.0.1"
    assert server.address.startswith("http://127.0.0.1:")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[chromium.Browser]:
    path = chromium.find()
    if path is None:
        pytest.skip("no chromium here, the pages are not looked at: apt-get install chromium")
    with chromium.Browser(path, tmp_path_factory.mktemp("chromium")) as found:
        found.resize(1400, 900)
        yield found


def test_the_viewer_in_chromium(browser: chromium.Browser, document: str, tmp_path: Path) -> None:
    """It loads without an error, and steps by key, button, slider and list, there and back."""
    file = tmp_path / "game.html"
    file.write_text(document, encoding="utf-8")
    browser.open(file.as_uri())
    game = played()
    steps = len(game.history)
    now = "document.getElementById('now').textContent"
    picture = "document.querySelector('#picture svg').innerHTML"
    assert browser.run(now).startswith(f"0 of {steps}")
    first = browser.run(picture)
    for _ in range(3):
        browser.press("ArrowRight")
    assert browser.run(now).startswith(f"3 of {steps}")
    assert game.history[2].words in browser.run("document.getElementById('events').textContent")
    for _ in range(3):
        browser.press("ArrowLeft")
    assert browser.run(picture) == first
    browser.press("PageDown")
    browser.press("ArrowDown")
    browser.press("End")
    assert browser.run(now).startswith(f"{steps} of {steps}")
    shown = browser.run("document.querySelector('#picture svg').textContent")
    assert all(f"{score} VP" in shown for score in game.state.scores())
    browser.run("document.querySelectorAll('#steps li')[4].click()")
    assert browser.run(now).startswith("5 of ")
    browser.run("document.getElementById('first').click()")
    step = next(number for number, step in enumerate(game.history) if not step.is_chance)
    browser.run(f"document.querySelectorAll('#steps li')[{step - 1}].click()")
    search = browser.run("document.getElementById('search').textContent")
    assert "visits" in search and HOSTILE in search
    assert browser.run("document.querySelectorAll('#totals polyline').length") == 2
    assert browser.run("document.querySelectorAll('#sources polygon').length") > 2
    assert browser.run("document.querySelectorAll('script').length") == 2
    assert browser.run("document.querySelectorAll('img').length") == 0
    assert browser.errors == []


@pytest.mark.parametrize("width", [360, 800, 1600])
@pytest.mark.parametrize("is_dark", [False, True])
def test_narrow_and_wide_screens(
    browser: chromium.Browser, document: str, tmp_path: Path, width: int, is_dark: bool
) -> None:
    """Nothing is wider than the screen, and what is shown is more than one colour."""
    file = tmp_path / "game.html"
    file.write_text(document, encoding="utf-8")
    browser.resize(width, 900)
    browser.dark(is_dark)
    browser.open(f"{file.as_uri()}#60")
    assert browser.run("document.documentElement.scrollWidth") <= width
    background = browser.run("getComputedStyle(document.body).backgroundColor")
    assert background == ("rgb(20, 22, 26)" if is_dark else "rgb(247, 244, 236)")
    assert len(browser.picture()) > 10_000
    assert browser.errors == []


def test_a_person_plays_in_chromium(browser: chromium.Browser, server: Server) -> None:
    """A choice is clicked, words are typed, illegal ones refused with the rule, a position analysed."""
    browser.resize(1400, 900)
    browser.open(server.address)
    browser.until("document.querySelector('#choices button')")
    before = ask(server, do="look")
    words = browser.run("document.querySelector('#choices button').dataset.words")
    browser.run("document.querySelector('#choices button').click()")
    browser.until(f"document.getElementById('log').textContent.includes({json.dumps(words)})")
    assert ask(server, do="look")["position"] != before["position"]
    error = "document.getElementById('error').textContent"
    type_words = "document.getElementById('words').value = {}; document.querySelector('#form button').click()"
    browser.run(type_words.format(json.dumps("3: place ship on <b>")))
    browser.until(error)
    assert "3: place ship on <b>" in browser.run(error) and "(R" not in browser.run(error)[:2]
    legal = ask(server, do="look")["groups"][-1]["choices"][-1][0]
    browser.run(type_words.format(json.dumps(legal)))
    browser.until(f"document.getElementById('log').textContent.includes({json.dumps(legal)})")
    assert browser.run(error) == ""
    browser.run("document.getElementById('undo').click()")
    browser.run("document.getElementById('playouts').selectedIndex = 0")
    browser.until("document.querySelector('#choices button')")
    browser.run("document.getElementById('analyse').click()")
    browser.until("document.querySelectorAll('#values .bar').length > 1")
    refused = [text for text in browser.errors if "400" not in text]
    browser.errors.clear()
    assert refused == []


def test_another_page_is_refused_in_chromium(
    browser: chromium.Browser, server: Server, tmp_path: Path
) -> None:
    foreign = tmp_path / "foreign.html"
    foreign.write_text("<p>foreign</p>", encoding="utf-8")
    browser.open(foreign.as_uri())
    before = ask(server, do="look")["position"]
    script = (
        f"fetch('{server.address}ask', {{method: 'POST', mode: '{{mode}}', body: "
        "'{\"do\": \"undo\"}', headers: {'Content-Type': '{kind}'}})"
        ".then((answer) => answer.text()).catch(() => 'refused')"
    )
    for mode, kind in (("cors", "application/json"), ("no-cors", "text/plain")):
        answer = browser.run(script.replace("{mode}", mode).replace("{kind}", kind))
        assert answer in ("refused", "")
    assert ask(server, do="look")["position"] == before
    browser.errors.clear()
