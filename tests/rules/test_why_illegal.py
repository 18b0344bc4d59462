"""Why an action is refused: the rule id of every kind of check, in the order of formats.md, 7."""

from __future__ import annotations

from typing import Any

import pytest
from engines import Engine
from positions import SPACES, last_turn, play, prompt, seat, words


def take(die: int, depot: int, slot: int) -> int:
    return die * 24 + (depot - 1) * 4 + slot


def place(die: int, storage: int, space: str) -> int:
    return 72 + die * 111 + storage * 37 + SPACES.index(space)


def refused(engine: Engine, state: Any, given: int | str, rule: str) -> None:
    """The refusal's text, class and parts; the state stays as it was."""
    before = state.to_bytes()
    text = state.why_illegal(given)
    assert text is not None, given
    with pytest.raises(engine.IllegalActionError) as caught:
        if isinstance(given, int):
            state.child(given)
        else:
            state.string_to_action(given)
    failure: Any = caught.value
    assert failure.rule == rule, text
    assert failure.action == given
    assert str(failure) == text == f"{given}: {failure.reason} ({rule})"
    if isinstance(given, int):
        with pytest.raises(engine.IllegalActionError):
            state.action_to_string(given)
    assert state.to_bytes() == before


def test_legal_actions_have_no_reason(engine: Engine) -> None:
    state = engine.State.new(2)
    for _ in range(60):
        for action in state.legal_actions():
            assert state.why_illegal(action) is None
            assert state.why_illegal(state.action_to_string(action)) is None
        state = state.child(state.legal_actions()[0])


def test_r9_2_the_game_is_over(engine: Engine) -> None:
    state = play(engine.at(**last_turn(phase="E", seats=[seat(), seat(dice=[1])])), "1: workers")
    for given in (0, 72, 423, 511, "1: workers", "end"):
        refused(engine, state, given, "R9.2")


CHANCE: list[tuple[str, dict[str, Any], list[int], str]] = [
    ("start player", {"players": 3}, [3, 511], "R1.4"),
    ("deal to 0", {"supply": {"goods": {"2": 5, "4": 1}}}, [0, 1, 3, 7], "R1.3"),
    ("depot 1.2", {}, [0, 1, 3, 12, 50], "R2.2"),
    ("black", {}, [0, 50], "R2.2"),
    ("good", {"supply": {"goods": {"2": 5, "4": 1}}}, [0, 1, 7], "R2.4"),
    ("white", {}, [0, 7], "R2.5"),
    ("dice to 0", {"white_die": 3}, [21, 423], "R2.5"),
]


@pytest.mark.parametrize(("event", "keys", "codes", "rule"), CHANCE, ids=lambda value: str(value))
def test_an_outcome_that_is_not_possible(
    engine: Engine, event: str, keys: dict[str, Any], codes: list[int], rule: str
) -> None:
    """R1.3, R1.4, R2.2, R2.4, R2.5: the event's own rule, for actions too."""
    state = engine.at(prompt={"kind": "chance", "event": event}, **keys)
    for code in codes:
        refused(engine, state, code, rule)
    refused(engine, state, "end", rule)


def test_r1_8_a_board_that_is_used_up(engine: Engine) -> None:
    state = play(engine.State.new(2, boards="random"), "board 3 to 0")
    for given in (0, 3, 10, "board 3 to 1"):
        refused(engine, state, given, "R1.8")


def test_words_of_an_outcome_that_is_not_possible(engine: Engine) -> None:
    state = engine.at(
        prompt={"kind": "chance", "event": "deal to 0"}, supply={"goods": {"2": 5, "4": 1}}
    )
    refused(engine, state, "deal 3 to 0", "R1.3")
    state = engine.at(prompt={"kind": "chance", "event": "depot 1.2"})
    refused(engine, state, "depot 1.2 ship", "R2.2")


def at_prompt(engine: Engine, kind: str, **keys: Any) -> Any:
    """P0 waits at the prompt, with one die left and something to answer."""
    table = {name: keys.pop(name) for name in ("options", "depots", "black") if name in keys}
    return engine.at(
        seats=[seat(storage=["ship", "bank"], goods={1: 1}, dice=[3], **keys)],
        prompt={"kind": kind},
        depots={1: ["ship"], 2: ["castle", "bank"]} | table.pop("depots", {}),
        depot_goods={2: {2: 1}},
        **table,
    )


NOT_OFFERED = {
    "turn": ("R4.1", ["decline", "discard ship", "goods from 2", "keep 2", "sell 1"]),
    "castle": ("R6.5", ["decline", "end", "3: workers", "discard ship", "goods from 2", "sell 1"]),
    "city_hall": ("R6.8", ["end", "3: workers", "*: workers", "take bank from 2", "discard ship"]),
    "carpenter": ("R6.8", ["end", "3: workers", "sell 1", "place ship on d5"]),
    "church": ("R6.8", ["end", "3: workers", "sell 1", "*: take castle from 2"]),
    "market": ("R6.8", ["end", "3: take ship from 1", "goods from 2"]),
    "warehouse": ("R6.8", ["end", "3: sell 1", "*: sell 1", "take bank from 2"]),
    "ship": ("R6.2", ["end", "3: workers", "keep 2", "sell 1"]),
}


@pytest.mark.parametrize("kind", sorted(NOT_OFFERED))
def test_what_a_prompt_does_not_offer(engine: Engine, kind: str) -> None:
    """R4.1, R6.2, R6.5, R6.8: the prompt's rule."""
    rule, refusals = NOT_OFFERED[kind]
    state = at_prompt(engine, kind)
    assert prompt(state) == kind
    for word in refusals:
        refused(engine, state, word, rule)
    refused(engine, state, 473, rule)  # start castle on a1
    if kind != "turn":
        for with_the_die in (take(0, 2, 0), place(0, 0, "d5"), 405, 423):  # and sell 1, workers
            refused(engine, state, with_the_die, rule)


def test_r6_3_what_a_second_ship_does_not_offer(engine: Engine) -> None:
    state = engine.at(
        seats=[seat(estate={"c4": "k5"}, dice=[3])],
        prompt={"kind": "second_ship", "depot": 2},
        depot_goods={2: {2: 1}, 3: {3: 1}, 5: {3: 1}},
    )
    for word in ("end", "3: workers", "keep 2"):
        refused(engine, state, word, "R6.3")
    for depot in (1, 2, 5):  # nothing there; not a neighbour
        refused(engine, state, f"goods from {depot}", "R6.3")


def test_r6_2_what_a_choice_of_goods_does_not_offer(engine: Engine) -> None:
    """One free place, types 3 and 4 on depot 2, type 1 stored."""
    state = engine.at(
        seats=[seat(goods={1: 1, 2: 1}, dice=[3])],
        prompt={"kind": "goods", "depot": 2, "above": 0, "then": "turn"},
        depot_goods={2: {3: 1, 4: 1}},
    )
    for word in ("decline", "end", "3: workers", "goods from 2", "keep 1", "keep 5"):
        refused(engine, state, word, "R6.2")


def test_r5_2_what_a_discard_does_not_offer(engine: Engine) -> None:
    state = engine.at(
        seats=[seat(storage=["ship", "ship", "bank"], dice=[3])],
        prompt={"kind": "discard", "tile": "cow2", "then": "turn"},
    )
    assert words(state) == {"discard ship", "discard bank"}
    for given in ("decline", "end", "3: workers", "discard cow2", "discard castle", 459):
        refused(engine, state, given, "R5.2")  # 459 is the second of the equal ships


def test_r1_8_what_a_start_castle_does_not_offer(engine: Engine) -> None:
    state = play(
        engine.State.new(2, boards=[2, 3]),
        "start player 0",
        *["deal 1 to 0"] * 3,
        *["deal 2 to 1"] * 3,
    )
    for given in ("end", "decline", "1: workers", "start castle on a1", 473, 0):
        refused(engine, state, given, "R1.8")


def test_r11_1_a_purchase_inside_an_effect_under_the_option(engine: Engine) -> None:
    for kind in ("castle", "city_hall"):
        state = at_prompt(
            engine, kind, silver=2, black=["mine"], options={"purchase_in_effect": False}
        )
        refused(engine, state, "buy mine from black", "R11.1")
        refused(engine, state, 426, "R11.1")


def test_r4_1_dice(engine: Engine) -> None:
    """Die 1 when one is left or both show the same; a value that no unused die shows; `end` too soon."""
    one = engine.at(seats=[seat(storage=["ship"], dice=[5])], depots={5: ["mine"]})
    both = engine.at(seats=[seat(storage=["ship"], dice=[5, 5])], depots={5: ["mine"]})
    for state in (one, both):
        for code in (take(1, 5, 0), place(1, 0, "d5"), 405 + 6, 424, take(2, 5, 0), 425):
            refused(engine, state, code, "R4.1")
        for word in ("4: workers", "4: take mine from 5", "*: workers", "end"):
            refused(engine, state, word, "R4.1")


def test_r5_1_and_r4_6_take(engine: Engine) -> None:
    """Depot 2: castle, no knowledge, bank twice; the die shows 2, depot 5 is three steps off."""
    state = engine.at(
        seats=[seat(dice=[2, 2], workers=2)], depots={2: ["castle", "bank", "bank"], 5: ["mine"]}
    )
    refused(engine, state, take(0, 2, 1), "R5.1")  # empty
    refused(engine, state, take(0, 2, 3), "R5.1")  # an equal tile before it
    refused(engine, state, "2: take ship from 2", "R5.1")
    refused(engine, state, take(0, 5, 0), "R4.6")
    refused(engine, state, "2: take mine from 5", "R4.6")
    refused(engine, state, take(0, 5, 1), "R5.1")  # before the workers


def test_r6_8_take_at_a_buildings_prompt(engine: Engine) -> None:
    state = at_prompt(engine, "carpenter")
    refused(engine, state, "take ship from 1", "R6.8")
    refused(engine, state, take(2, 1, 0), "R6.8")
    refused(engine, state, take(2, 2, 1), "R5.1")
    refused(engine, state, "take church from 2", "R5.1")
    refused(engine, state, "take ship from 2", "R5.1")


def test_r5_3_and_r4_6_place(engine: Engine) -> None:
    """Filled d4, e4 (market), d5; storage ship, ship, market (in this order); dice 3, 4; one worker."""
    state = engine.at(
        seats=[
            seat(
                estate={"e4": "market", "d5": "ship"},
                storage=["ship", "ship", "market"],
                dice=[3, 4],
                workers=1,
            )
        ]
    )
    refused(engine, state, place(0, 1, "d3"), "R5.3")  # an equal tile before it
    refused(engine, state, "3: place bank on c3", "R5.3")
    refused(engine, state, "3: place ship on d5", "R5.3")  # filled
    refused(engine, state, "3: place ship on e4", "R5.3")  # filled comes before colour
    refused(engine, state, "3: place ship on c3", "R5.3b")
    refused(engine, state, "3: place ship on b5", "R5.3b")  # colour comes before touching
    refused(engine, state, "3: place ship on d1", "R5.3c")
    refused(engine, state, "3: place market on g4", "R5.3c")  # touching comes before the city
    refused(engine, state, "3: place market on f4", "R5.3d")
    refused(engine, state, "4: place market on e5", "R5.3d")  # the city comes before the workers
    refused(engine, state, "4: place ship on d3", "R4.6")  # two steps, one worker
    empty = engine.at(seats=[seat(dice=[3, 4])])
    refused(engine, empty, place(0, 0, "d3"), "R5.3")
    refused(engine, empty, place(1, 2, "d3"), "R5.3")


def test_r5_3_place_with_a_city_hall(engine: Engine) -> None:
    state = at_prompt(engine, "city_hall", estate={"e4": "bank"})
    refused(engine, state, "place ship on d4", "R5.3")
    refused(engine, state, "place ship on c3", "R5.3b")
    refused(engine, state, "place ship on d1", "R5.3c")
    refused(engine, state, "place bank on e5", "R5.3d")
    refused(engine, state, "place castle on b3", "R5.3")
    refused(engine, state, place(2, 2, "d3"), "R5.3")


def test_r5_4_and_r4_6_sell(engine: Engine) -> None:
    state = engine.at(seats=[seat(dice=[2, 3], goods={5: 1}, workers=1)])
    refused(engine, state, "2: sell 2", "R5.4")
    refused(engine, state, "3: sell 5", "R4.6")
    refused(engine, state, "3: sell 4", "R5.4")  # before the workers
    refused(engine, at_prompt(engine, "warehouse"), "sell 2", "R5.4")
    refused(engine, at_prompt(engine, "castle"), "*: sell 2", "R5.4")


def test_r7_1_buy(engine: Engine) -> None:
    """Bought already, too little silver, numbered depot, empty, an equal tile before it."""
    table: dict[str, Any] = {"depots": {2: ["bank", "bank"]}, "black": ["mine", "mine", "ship"]}
    rich = engine.at(seats=[seat(dice=[1], silver=9)], **table)
    refused(engine, rich, 427, "R7.1")  # the second mine
    refused(engine, rich, 429, "R7.1")  # empty
    refused(engine, rich, "buy k7 from black", "R7.1")
    refused(engine, rich, "buy bank from 2", "R7.1")
    refused(engine, rich, 434 + 4 + 2, "R7.1")
    poor = engine.at(seats=[seat(dice=[1], silver=1)], **table)
    refused(engine, poor, "buy mine from black", "R7.1")
    bought = play(rich, "buy ship from black")
    refused(engine, bought, "buy mine from black", "R7.1")
    owner = engine.at(seats=[seat(estate={"c4": "k6"}, dice=[1], silver=9)], **table)
    refused(engine, owner, 434 + 4 + 3, "R7.1")  # the second bank
    refused(engine, owner, 434 + 4 + 0, "R7.1")  # no castle there
    refused(engine, owner, "buy ship from 2", "R7.1")


def test_r6_2_ship(engine: Engine) -> None:
    """Nothing storable on depot 2, no goods on 3; all depots storable: no `decline`."""
    full = {1: 1, 2: 1, 3: 1}
    state = engine.at(
        seats=[seat(goods=full, dice=[3])],
        prompt={"kind": "ship"},
        depot_goods={2: {5: 1}, 4: {1: 1}},
    )
    refused(engine, state, "goods from 2", "R6.2")
    refused(engine, state, "goods from 3", "R6.2")
    state = engine.at(
        seats=[seat(goods=full, dice=[3])],
        prompt={"kind": "ship"},
        depot_goods={depot: {1: 1} for depot in range(1, 7)},
    )
    refused(engine, state, "decline", "R6.2")
    refused(engine, state, 510, "R6.2")


def test_r11_3_decline_where_it_is_not_offered(engine: Engine) -> None:
    for kind in ("city_hall", "carpenter", "market", "church", "warehouse"):
        state = at_prompt(engine, kind, options={"decline_effects": False})
        refused(engine, state, "decline", "R11.3")
        refused(engine, state, 510, "R11.3")


@pytest.mark.parametrize("action", [-1, 512, 2**31, 2**32 + 423, 2**40, 2**64, -(2**63), 10**30])
def test_an_integer_outside_the_codes_has_no_rule(engine: Engine, action: int) -> None:
    state = engine.at(seats=[seat(dice=[1, 2])])
    for member in (state.child, state.action_to_string, state.explain):
        with pytest.raises(engine.IllegalActionError) as caught:
            member(action)
        failure: Any = caught.value
        assert failure.action == action
        assert failure.rule is None
        assert str(failure) == state.why_illegal(action)


@pytest.mark.parametrize(
    "word",
    [
        "",
        " ",
        "workers",
        "1:workers",
        "1: workers ",
        " 1: workers",
        "1:  workers",
        "1: Workers",
        "0: workers",
        "7: workers",
        "1: take bank",
        "1: take palace from 1",
        "1: take bank from 7",
        "1: take bank from 0",
        "1: place ship on h1",
        "1: place ship on d8",
        "1: sell 0",
        "1: sell 7",
        "buy bank from white",
        "goods from 7",
        "keep 0",
        "start castle on z9",
        "End",
        "1: workers\n",
        "１: workers",
        "\0",
        "x" * 10_000,
    ],
    ids=repr,
)
def test_words_outside_the_notation_have_no_rule(engine: Engine, word: str) -> None:
    state = engine.at(seats=[seat(dice=[1, 2], storage=["ship"])])
    assert state.why_illegal(word)
    with pytest.raises(engine.IllegalActionError) as caught:
        state.string_to_action(word)
    failure: Any = caught.value
    assert failure.action == word
    assert failure.rule is None


def test_places_in_words_count_from_1(engine: Engine) -> None:
    """As depots do in the notation; in codes they count from 0 (formats, section 2)."""
    state = engine.at(seats=[seat(dice=[1, 2], storage=["ship"])], depots={1: ["bank"]})
    empty_place = 72 + 1 * 37 + 8  # die 0, the second place, space b5
    empty_space = 0  # die 0, depot 1, the first slot
    for action, text in ((empty_place, "storage place 2"), (empty_space, "space 1")):
        assert text in (state.why_illegal(action) or "")


@pytest.mark.parametrize("action", [None, 1.0, True, False, b"1", [], {}, 423j], ids=repr)
def test_what_is_no_integer_is_a_type_error(engine: Engine, action: Any) -> None:
    state = engine.at(seats=[seat(dice=[1, 2])])
    for member in (state.child, state.action_to_string, state.explain, state.why_illegal):
        with pytest.raises(TypeError):
            member(action)
    with pytest.raises(TypeError):
        state.string_to_action(action)
