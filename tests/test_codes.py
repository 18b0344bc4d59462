"""The 512 action codes: what each means (formats.md, 2), and that nothing else is accepted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from engines import Engine
from games import Game, hold_over_games
from positions import SPACES, play, seat

ODD_INTEGERS = [-1, -511, 512, 513, 2**15, 2**16, 2**31, 2**32, 2**40, 2**63, 2**64, -(2**31)]
NO_INTEGERS: list[Any] = [None, 1.0, True, False, "x", "423", b"x", (1,), [1], {}, object()]


def nodes_now_and_then(engine: Engine, game: Game) -> Iterator[Any]:
    """Every third node on the fast engine, every fortieth on the reference."""
    step = 3 if engine.name == "rust" else 40
    for number, state in enumerate(game.nodes(engine)):
        if number % step == 0 or state.is_terminal():
            yield state


def test_a_child_exists_exactly_for_legal_codes(engine: Engine) -> None:
    """Each of the 512 codes and some beyond, at decisions, draws and the end."""

    def law(game: Game) -> None:
        for state in nodes_now_and_then(engine, game):
            before = state.to_bytes()
            legal = set(state.legal_actions())
            for code in [*range(512), *ODD_INTEGERS]:
                if code in legal:
                    assert state.why_illegal(code) is None
                    assert state.child(code).to_bytes() != before
                    continue
                try:
                    state.child(code)
                except engine.IllegalActionError as refusal:
                    failure: Any = refusal
                    assert failure.action == code
                    assert failure.reason
                    assert (failure.rule is None) == (not 0 <= code < 512)
                else:
                    raise AssertionError(f"{code} was accepted")
            for odd in NO_INTEGERS:
                with pytest.raises(TypeError):
                    state.child(odd)
            assert state.to_bytes() == before

    hold_over_games(engine, law, share=3)


def test_numpy_integers_are_integers(engine: Engine) -> None:
    state = engine.State.new(2).resolve_chance(1)
    for action in state.legal_actions():
        for kind in (np.int16, np.int32, np.int64, np.uint16, np.uint64):
            assert state.child(kind(action)) == state.child(action)
            assert state.action_to_string(kind(action)) == state.action_to_string(action)
            assert state.why_illegal(kind(action)) is None
    with pytest.raises(engine.IllegalActionError):
        state.child(np.int64(-1))
    with pytest.raises(TypeError):
        state.child(np.float64(state.legal_actions()[0]))


FULL: dict[str, Any] = {
    "seats": [
        seat(
            estate={"c4": "k6", "c3": "bank"},
            storage=["castle", "mine", "ship"],
            goods={1: 1, 3: 1, 6: 1},
            dice=[2, 5],
            workers=9,
            silver=2,
        )
    ],
    "depots": {2: ["castle", "k1", "bank", "church"], 6: ["cow2", "market", "castle", "ship"]},
    "black": ["mine", "mine", "k7"],
}

# die*24 + depot*4 + slot; 72 + die*111 + storage*37 + space; 405 + die*6 + type-1; 423 + die;
# 426 + slot; 434 + depot*4 + slot. Dice ascend; storage, a colour's slots and black are sorted by face.
AT_A_TURN = {
    0 + 1 * 4 + 0: "2: take castle from 2",
    0 + 1 * 4 + 1: "2: take k1 from 2",
    0 + 1 * 4 + 2: "2: take church from 2",
    0 + 1 * 4 + 3: "2: take bank from 2",
    0 + 5 * 4 + 0: "2: take cow2 from 6",
    0 + 5 * 4 + 3: "2: take ship from 6",
    24 + 1 * 4 + 0: "5: take castle from 2",
    24 + 5 * 4 + 1: "5: take market from 6",
    72 + 0 * 37 + SPACES.index("b3"): "2: place castle on b3",
    72 + 1 * 37 + SPACES.index("e3"): "2: place mine on e3",
    72 + 2 * 37 + SPACES.index("d3"): "2: place ship on d3",
    72 + 111 + 2 * 37 + SPACES.index("d5"): "5: place ship on d5",
    405 + 0: "2: sell 1",
    405 + 6 + 2: "5: sell 3",
    405 + 6 + 5: "5: sell 6",
    423: "2: workers",
    424: "5: workers",
    426: "buy mine from black",
    428: "buy k7 from black",
    434 + 1 * 4 + 2: "buy church from 2",
    434 + 5 * 4 + 3: "buy ship from 6",
}
AT_OTHER_PROMPTS: list[tuple[dict[str, Any], dict[int, str]]] = [
    (
        {"kind": "castle"},
        {
            48 + 5 * 4 + 0: "*: take cow2 from 6",
            72 + 222 + 2 * 37 + SPACES.index("d5"): "*: place ship on d5",
            405 + 12 + 2: "*: sell 3",
            425: "*: workers",
        },
    ),
    (
        {"kind": "city_hall"},
        {72 + 222 + SPACES.index("b3"): "place castle on b3", 510: "decline"},
    ),
    ({"kind": "carpenter"}, {48 + 1 * 4 + 3: "take bank from 2", 510: "decline"}),
    ({"kind": "church"}, {48 + 1 * 4 + 1: "take k1 from 2", 510: "decline"}),
    ({"kind": "market"}, {48 + 5 * 4 + 3: "take ship from 6", 510: "decline"}),
    ({"kind": "warehouse"}, {405 + 12 + 5: "sell 6", 510: "decline"}),
    (
        {"kind": "discard", "tile": "cow4", "then": "turn"},
        {458: "discard castle", 459: "discard mine", 460: "discard ship"},
    ),
]


def test_codes_at_a_turn(engine: Engine) -> None:
    state = engine.at(**FULL)
    for code, word in AT_A_TURN.items():
        assert state.action_to_string(code) == word
        assert state.string_to_action(word) == code
    assert state.why_illegal(427)  # the second mine
    done = play(state, "2: workers", "5: workers")
    assert done.string_to_action("end") == 511


@pytest.mark.parametrize(("prompt", "codes"), AT_OTHER_PROMPTS, ids=lambda v: v.get("kind", ""))
def test_codes_at_other_prompts(
    engine: Engine, prompt: dict[str, Any], codes: dict[int, str]
) -> None:
    state = engine.at(**FULL, prompt=prompt)
    for code, word in codes.items():
        assert state.action_to_string(code) == word
        assert state.string_to_action(word) == code


def test_codes_of_a_ships_goods(engine: Engine) -> None:
    """461 + depot, 467 + type - 1."""
    state = engine.at(
        seats=[seat(goods={1: 1, 2: 1}, dice=[5])],
        prompt={"kind": "ship"},
        depot_goods={1: {1: 1}, 6: {3: 1, 6: 1}},
    )
    assert list(state.legal_actions()) == [461, 466, 510]
    assert state.action_to_string(466) == "goods from 6"
    state = state.child(466)
    assert list(state.legal_actions()) == [469, 472]
    assert state.action_to_string(472) == "keep 6"


def test_codes_of_the_start_castle(engine: Engine) -> None:
    """473 + space: the dark green of board 2 is a4, d7, g1, g4."""
    state = play(
        engine.State.new(2, boards=[2, 3]),
        "start player 0",
        *["deal 1 to 0"] * 3,
        *["deal 2 to 1"] * 3,
    )
    green = [SPACES.index(space) for space in ("a4", "d7", "g1", "g4")]
    assert green == [3, 21, 33, 36]
    assert list(state.legal_actions()) == [473 + space for space in green]
    assert state.action_to_string(473 + 21) == "start castle on d7"


def test_codes_of_outcomes(engine: Engine) -> None:
    """Seats from 0, goods types and dice from 1, faces by their number, pairs from 0 to 20."""
    state = engine.State.new(3)
    assert [state.action_to_string(code) for code in state.legal_actions()] == [
        f"start player {number}" for number in range(3)
    ]
    state = state.child(2)
    assert state.action_to_string(6) == "deal 6 to 0"
    state = engine.at(prompt={"kind": "chance", "event": "depot 2.2"})
    assert state.action_to_string(24) == "depot 2.2 k1"
    assert state.action_to_string(49) == "depot 2.2 k26"
    state = engine.at(prompt={"kind": "chance", "event": "black"})
    faces = {1: "castle", 2: "mine", 3: "ship", 4: "warehouse", 11: "city_hall", 13: "cow3"}
    faces |= {14: "cow4", 16: "sheep3", 23: "chicken4", 30: "k7", 48: "k25"}
    assert all(state.action_to_string(code) == f"black {tile}" for code, tile in faces.items())
    state = play(engine.at(), "white 6")
    assert list(state.legal_actions()) == list(range(21))
    pairs = {0: "1 1", 1: "1 2", 5: "1 6", 6: "2 2", 10: "2 6", 11: "3 3", 19: "5 6", 20: "6 6"}
    assert all(state.action_to_string(code) == f"dice {p} to 0" for code, p in pairs.items())
