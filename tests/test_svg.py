"""Pictures: valid, whole, escaped, on both engines; the golden ones are in tests/test_render.py."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from engines import Engine, load
from games import Game, hold_over_games
from positions import seat

from burgundy import game
from burgundy.names import GOODS, SPACES, TILES
from burgundy.render import render, shapes, svg
from burgundy.render.svg import fragments, frame

NAMESPACE = "{http://www.w3.org/2000/svg}"


def parsed(text: str) -> ElementTree.Element:
    root = ElementTree.fromstring(text)
    assert root.tag == f"{NAMESPACE}svg"
    return root


def words(text: str) -> list[str]:
    return [found.text or "" for found in parsed(text).iter(f"{NAMESPACE}text")]


def test_every_node_is_a_valid_picture_of_its_own(engine: Engine) -> None:
    def law(one: Game) -> None:
        for number, state in enumerate(one.nodes(engine)):
            if number % (61 if engine.name == "rust" else 197):
                continue
            text = svg(state, actions=True)
            parsed(text)
            outside = text.replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"://|href|url\(|@import|<script|<image", outside)
            for one_seat, score in zip(state.snapshot()["seats"], state.scores(), strict=True):
                assert f"{score} VP" in words(text)
                assert str(one_seat["silver"]) in words(text)

    hold_over_games(engine, law, share=5)


def test_the_parts_have_the_same_names_at_every_node() -> None:
    engine = load("rust")
    for players in (2, 3, 4):
        names = {tuple(fragments(state)) for state in Game(players, "random").nodes(engine)}
        assert len(names) == 1
        (parts,) = names
        assert sum(part.split()[-1] in SPACES for part in parts) == players * len(SPACES)


def test_a_picture_is_its_frame_and_its_parts() -> None:
    state = load("rust").State.new(3).resolve_chance(2)
    begin, end = frame(state)
    assert begin + "".join(fragments(state).values()) + end == svg(state)
    assert state._repr_svg_() == svg(state)


def test_every_tile_and_good_can_be_drawn() -> None:
    shown = {tile: shapes.tile(0, 0, 30, tile) for tile in TILES}
    assert len(set(shown.values())) == len(TILES)
    for shape in [*shown.values(), *(shapes.good(0, 0, 20, kind, 2) for kind in GOODS)]:
        ElementTree.fromstring(f"<g>{shape}</g>")


def test_names_are_escaped(engine: Engine) -> None:
    state = engine.State.new(2)
    names = ["<script>alert(1)</script>", "\"&'</text>"]
    text = svg(state, names=names)
    assert "<script" not in text
    assert names[1] in words(text)
    assert "<script>alert(1)</scrip…" in words(text)
    with pytest.raises(ValueError, match="names: 1 of them, expected 2"):
        svg(state, names=["x"])


ODD = ["b\x00", "\x1b[2J", "\ud800", "\uffff\n\x9b"]


def test_what_is_not_printable_is_replaced() -> None:
    state = load("rust").State.new(4)
    shown = words(svg(state, names=ODD))
    assert all(name in shown for name in ("b?", "?[2J", "?", "???"))
    text = render(state, names=ODD, colour=False, legend=False)
    assert all(
        f"seat {seat} {name}" in text for seat, name in enumerate(["b?", "?[2J", "?", "???"])
    )
    assert all(line.isprintable() for line in text.split("\n"))


def test_themes() -> None:
    state = load("rust").State.new(2)
    shown = {theme: svg(state, theme=theme) for theme in ("auto", "light", "dark")}
    assert len(set(shown.values())) == 3
    assert [theme for theme, text in shown.items() if "prefers-color-scheme" in text] == ["auto"]
    with pytest.raises(ValueError, match="theme: 'red', expected one of auto, light, dark"):
        svg(state, theme="red")


def test_the_last_step_is_highlighted_and_what_is_legal_marked(engine: Engine) -> None:
    state = engine.at(
        seats=[seat(storage=["castle", "ship"], goods={3: 1}, silver=2, dice=[5, 6]), seat()],
        depots={1: ["ship"], 5: ["mine"]},
        black=["k7"],
    )
    one = game.Game.from_state(state)
    one.play(
        "6: place castle on c4" if "6: place castle on c4" in one.legal_words() else "5: workers"
    )
    text = one._repr_svg_()
    assert f"seat 0: {one.history[-1].words}" in words(text)
    assert 'class="legal"' not in text
    marked = svg(one.state, actions=True)
    assert marked.count('class="legal"') >= 2
    assert svg(one.state).count('class="last"') == 0


def test_every_kind_of_step_can_be_highlighted() -> None:
    engine = load("rust")
    found: dict[str, Any] = {}
    for seed in range(3):
        one = game.Game.from_state(engine.State.new(3, boards="random"), seed=seed)
        while not one.is_over:
            one.play(one.state.sample_action(seed))
        for step in one.history:
            found.setdefault(re.sub(r"[\d*]|cow|\b[a-g]\b", "", step.words).split()[0], step)
    assert len(found) > 8
    for step in found.values():
        after = step.state.child(step.action)
        assert step.words in svg(after, last=step)
