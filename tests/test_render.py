"""Text boards: golden files on both engines, what a terminal can show, and every sort of position."""

from __future__ import annotations

import importlib.util
import io
import os
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from engines import Engine, load
from games import Game, hold_over_games
from positions import SPACES, cells, seat

from burgundy.names import CODES
from burgundy.render import render
from burgundy.render.choices import choices, groups, marks

TOP = Path(__file__).parent.parent


def pictures() -> ModuleType:
    """The script that draws the golden files."""
    spec = importlib.util.spec_from_file_location("pictures", TOP / "scripts" / "pictures.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pictures_are_current(engine: Engine) -> None:
    """After a change on purpose: scripts/pictures.py --write, then read the difference."""
    script = pictures()
    written = {path.name: path.read_text(encoding="utf-8") for path in script.FOLDER.iterdir()}
    for name, text in script.pictures(engine.State):
        assert text == written.pop(name), name
    assert not written


def plain(state: Any, **arguments: Any) -> str:
    return render(state, **{"colour": False, "width": 80, "charset": "ascii", **arguments})


def test_every_node_fits_and_says_everything(engine: Engine) -> None:
    def law(game: Game) -> None:
        for number, state in enumerate(game.nodes(engine)):
            if number % (23 if engine.name == "rust" else 97):
                continue
            for width in (40, 80, 100):
                text = plain(state, width=width, actions=True)
                assert text.isascii()
                assert [line for line in text.splitlines() if len(line) > width] == []
                assert not any(line.endswith(" ") for line in text.splitlines())
            snapshot = state.snapshot()
            for depot in snapshot["depots"]:
                for tile in filter(None, depot["tiles"]):
                    assert CODES[tile] in text
            for one in snapshot["seats"]:
                assert f"silver {one['silver']}" in text
                for tile in [*one["estate"].values(), *one["storage"]]:
                    assert CODES[tile] in text

    hold_over_games(engine, law, share=5)


def test_colour_adds_nothing_but_colour() -> None:
    for state in pictures().positions(load("rust").State).values():
        for charset in ("ascii", "unicode"):
            for width in (80, 132):
                arguments: dict[str, Any] = {"width": width, "charset": charset, "actions": True}
                coloured = render(state, colour=True, **arguments)
                assert "\x1b[" in coloured
                bare = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
                expected = render(state, colour=False, **arguments)
                assert [line.rstrip() for line in bare.splitlines()] == expected.splitlines()


def test_stars_mark_what_can_be_done(engine: Engine) -> None:
    state = engine.at(
        seats=[
            seat(storage=["ship", "k8"], goods={3: 2, 4: 1}, silver=2, dice=[3, 5]),
            seat(storage=["bank"], goods={3: 1}),
        ],
        depots={3: ["cow2"], 4: ["bank"]},
        black=["k7"],
    )
    text = plain(state, actions=True)
    for marked in ("c2*", "k7*", "Sh*", "S5*", "2g3*"):
        assert marked in text
    assert "Ba* " not in text and "k8*" not in text
    assert "3: sell   3" in text
    assert "*" not in plain(state, legend=False)
    found = marks(state)
    assert found.tiles >= {("3", "cow2"), ("black", "k7"), ("storage", "ship")}
    assert found.goods == {"3"}


def test_choices_are_all_of_them_in_groups(engine: Engine) -> None:
    for state in pictures().positions(engine.State).values():
        found = choices(state)
        assert [choice.action for choice in found] == list(state.legal_actions())
        grouped = groups(found)
        assert sorted(c.action for group in grouped.values() for c in group) == sorted(
            choice.action for choice in found
        )
        for (die, kind), group in grouped.items():
            for choice in group:
                words = choice.words.replace("start castle on ", "start castle ")
                assert words == f"{die}: {kind} {choice.about}".removeprefix(": ").rstrip()


def test_one_seat_in_full(engine: Engine) -> None:
    state = pictures().positions(engine.State)["four"]
    text = plain(state, seat=2, names=["Ann", "Ben", "Cid", "Dee"])
    assert "seat 2 Cid" in text
    assert text.count(" of 37 filled") == 3
    assert len(text.splitlines()) < 40


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"seat": 2}, "seat: 2, expected 0 to 1"),
        ({"seat": True}, "seat: True"),
        ({"width": 39}, "width: 39, expected 40 to 1000 columns"),
        ({"width": "wide"}, "width: 'wide'"),
        ({"colour": "red"}, "colour: 'red', expected True, False or 'auto'"),
        ({"charset": "latin"}, "charset: 'latin'"),
        ({"names": ["x"]}, "names: 1 of them, expected 2"),
    ],
    ids=str,
)
def test_arguments_that_cannot_be(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises((ValueError, TypeError)) as caught:
        render(load("rust").State.new(2), **arguments)
    assert told in str(caught.value)


class Terminal(io.StringIO):
    """A stdout of a given encoding that is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_what_stdout_can_show(monkeypatch: pytest.MonkeyPatch) -> None:
    state = load("rust").State.new(2).resolve_chance(1)
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    text = render(state)
    assert "\x1b" not in text and "/ \\" not in text
    assert max(map(len, text.splitlines())) <= 80
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert "\x1b[" in render(state) and "╱" in render(state)
    assert "\x1b" not in render(state, colour=False)
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        with monkeypatch.context() as within:
            within.setitem(os.environ, name, value)
            assert "\x1b" not in render(state)
            assert "\x1b[" in render(state, colour=True)
    monkeypatch.setattr(Terminal, "encoding", "ascii")
    assert "╱" not in render(state) and "/" in render(state)


def test_the_state_draws_itself() -> None:
    state = load("rust").State.new(2).resolve_chance(1)
    assert state.render(colour=False, width=80, charset="ascii") == plain(state)
    assert state.render(0, False, 132, True, "unicode", False) == render(
        state, 0, False, 132, True, "unicode", False
    )
    with pytest.raises(ValueError, match="seat: 5"):
        state.render(seat=5)


def test_the_spaces_of_a_board(engine: Engine) -> None:
    rules = engine.Rules()
    for number in range(1, 10):
        assert rules.board(number) == cells(number)
        assert list(rules.board(number)) == SPACES
    for wrong in (0, 10, 2**70, -1):
        with pytest.raises(ValueError, match="number"):
            rules.board(wrong)
