"""Position strings: exact round trips at every node, words of a person, and what is no position."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from engines import Engine, load
from games import Game, hold_over_games
from positions import seat

from burgundy import position


def read(engine: Engine, text: str) -> Any:
    return position.read(text, engine.State)


def test_every_node_comes_back(engine: Engine) -> None:
    def law(game: Game) -> None:
        for number, state in enumerate(game.nodes(engine)):
            if engine.name == "rust" or number % 29 == 0:
                text = position.write(state)
                assert "\n" not in text and "  " not in text and "'" not in text
                assert len(text) < 1_000
                assert read(engine, text) == state

    hold_over_games(engine, law, share=5)


@pytest.mark.parametrize(
    "prompt",
    [
        {"kind": "discard", "tile": "castle", "then": "castle"},
        {"kind": "discard", "tile": "k26", "then": "turn"},
    ],
    ids=str,
)
def test_prompts_with_arguments(engine: Engine, prompt: dict[str, Any]) -> None:
    state = engine.at(
        seats=[seat(storage=["bank", "cow2", "ship"], dice=[3]), seat()],
        depots={2: ["castle"]},
        prompt=prompt,
    )
    text = position.write(state)
    assert f" discard.{'Ca' if prompt['tile'] == 'castle' else 'k26'}.{prompt['then']} " in text
    assert read(engine, text) == state


def test_both_engines_write_the_same() -> None:
    rust, reference = load("rust"), load("reference")
    state = rust.State.new(3, boards="random").resolve_chance(4)
    text = position.write(state)
    assert position.write(read(reference, text)) == text


def test_repr_shows_it_and_from_string_reads_either() -> None:
    state = load("rust").State.new(4).resolve_chance(11)
    text = position.write(state)
    assert f"'{text}'" in repr(state)
    assert type(state).from_string(text) == state
    assert type(state).from_string(repr(state)) == state
    assert type(state).from_string(f"  {text}\n", rules={}) == state
    with pytest.raises(TypeError):
        type(state).from_string(3)


def test_options_are_in_it(engine: Engine) -> None:
    rules = engine.Rules(decline_effects=False)
    state = engine.State.new(2, rules=rules)
    text = position.write(state)
    assert text.endswith(
        "purchase_in_effect=true,tie_break=fewest_then_later,decline_effects=false"
    )
    assert read(engine, text).rules == rules


def test_the_documented_position(engine: Engine) -> None:
    page = (Path(__file__).parent.parent / "docs" / "formats.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^`(cob1 .*)`$", page, re.MULTILINE)
    state = read(engine, text)
    snapshot = state.snapshot()
    assert snapshot["supply"]["normal"]["ship"] == 18
    assert snapshot["bonus_tiles"]["animal"] == [1, 0]
    assert snapshot["seats"][0]["estate"] == {"d3": "ship", "d4": "castle"}
    assert list(state.scores()) == [30, 0]


def test_dice_that_are_unknown(engine: Engine) -> None:
    text = GOOD.rpartition(":")[0] + ":?"
    assert read(engine, text).snapshot()["seats"][1]["dice"] == []
    own = re.sub(r":\d\d(?= |$)", ":?", GOOD).replace(" turn ", " turn ")
    assert read(engine, own).is_chance_node()


GOOD = position.write(load("rust").State.new(2).resolve_chance(1))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "begins with nothing, expected cob1"),
        ("rnbqkbnr/pppppppp w KQkq", "begins with 'rnbqkbnr/pppppppp', expected cob1"),
        ("cob2 A1", "begins with 'cob2'"),
        ("cob1", "1 fields"),
        (GOOD.rpartition(" ")[0], "11 fields"),
        (f"{GOOD} a b c", "15 fields"),
        (GOOD.replace(" A1 ", " F1 "), "round: 'F1', expected a phase and a round like B3"),
        (GOOD.replace(" A1 ", " A\u0661 "), "round: "),
        (GOOD.replace("@d4", "@z9"), "seat 0: "),
        (GOOD.replace("...Ca", "...Xx"), "'Xx' in '...Xx' is no tile"),
        (GOOD.replace("...Ca", "...Ca....."), "places in"),
        (GOOD.replace("...Ca", "...k27"), "'k27'"),
        (GOOD.replace("s1w", "s1000000000w"), "amounts like"),
        (GOOD.replace("s1w", "s99999w"), "silver"),
        (GOOD.replace(" turn ", " turn.3.4 "), "prompt: 'turn.3.4', expected 'turn'"),
        (GOOD.replace(" turn ", " goods.x.0.turn "), "prompt: 'x', expected a digit for depot"),
        (GOOD.replace(" turn ", " dance "), "dance"),
        (GOOD.replace(" turn ", " chance.rain_today "), "rain today"),
        (GOOD + " option=", "option"),
        (GOOD + " " + "x" * 20_000, "characters, expected 10000 at most"),
        (GOOD.replace("<", "") + "\0", "seat 1"),
    ],
    ids=range(21),
)
def test_what_is_no_position(engine: Engine, text: str, told: str) -> None:
    with pytest.raises(ValueError) as caught:
        read(engine, text)
    assert told in str(caught.value)
    assert len(str(caught.value)) < 1_000


def test_all_faults_are_told() -> None:
    text = GOOD.replace(" A1 ", " Q1 ").replace("@d4", "@@").replace(" turn ", " discard ")
    with pytest.raises(ValueError) as caught:
        position.read(text)
    assert len(str(caught.value).splitlines()) == 4
