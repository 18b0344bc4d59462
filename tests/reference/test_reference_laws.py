"""Laws that hold at every node of any game of the reference."""

from __future__ import annotations

import copy
import importlib
import json
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

reference: Any = importlib.import_module("burgundy.reference")
worlds: Any = importlib.import_module("burgundy.reference.worlds")
codes: Any = importlib.import_module("burgundy.reference.codes")
State: Any = reference.State

GAMES = [
    (2, None, None, {}),
    (2, "random", "choose", {"decline_effects": False}),
    (3, [4, 1, 8], None, {"purchase_in_effect": False}),
    (3, "random", None, {"tie_break": "most_then_later"}),
    (4, [2, 3, 5, 6], "choose", {"tie_break": "fewest_then_earlier"}),
    (4, [7, 9, 1, 1], None, {"purchase_in_effect": False, "decline_effects": False}),
]


def nodes(game: tuple[Any, ...], seed: int) -> Iterator[tuple[Any, list[Any]]]:
    """Every node of a random game, with the events that led to it."""
    players, boards, start_castles, options = game
    chooser = random.Random(seed)
    state: Any = State.new(players, boards, start_castles, options)
    events: list[Any] = []
    while True:
        yield state, events
        if state.is_terminal():
            return
        action = chooser.choice(state.legal_actions())
        events = state.explain(action)
        state = state.child(action)


def visible_tiles(snapshot: dict[str, Any]) -> int:
    """Tiles in the game: on the table, with the players, unseen, start castles put aside included."""
    tiles = [tile for depot in snapshot["depots"] for tile in depot["tiles"]]
    tiles += snapshot["black_depot"]
    for seat in snapshot["seats"]:
        tiles += [*seat["estate"].values(), *seat["storage"]]
        tiles += ["castle"] * (seat["start_castle"] is None)
    tiles.append(snapshot["prompt"].get("tile"))
    supply = snapshot["supply"]
    unseen = sum([*supply["normal"].values(), *supply["black"].values()])
    return len([tile for tile in tiles if tile]) + int(unseen)


def all_goods(snapshot: dict[str, Any]) -> Counter[str]:
    """Goods by type, wherever they are."""
    goods = Counter(str(good) for good in snapshot["round_goods"])
    goods.update(snapshot["supply"]["goods"])
    for place in (*snapshot["depots"], *snapshot["seats"]):
        goods.update(place["goods"])
        goods.update(place.get("sold", {}))
    return goods


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_tiles_and_goods_are_conserved(game: tuple[Any, ...]) -> None:
    before, phase = 164, "A"
    for state, events in nodes(game, 1):
        snapshot = state.snapshot()
        tiles = visible_tiles(snapshot)
        gone = sum(1 for event in events if event["event"] == "discard")
        assert all_goods(snapshot) == {str(good): 7 for good in range(1, 7)}
        if snapshot["phase"] == phase:
            assert tiles == before - gone, (state, events)
        else:
            assert tiles <= before - gone
        before, phase = tiles, snapshot["phase"]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_state_comes_back_from_every_form(game: tuple[Any, ...]) -> None:
    for number, (state, _) in enumerate(nodes(game, 2)):
        if number % 3:
            continue
        snapshot = state.snapshot()
        from_snapshot = State.from_snapshot(json.loads(json.dumps(snapshot)))
        from_bytes = State.from_bytes(state.to_bytes())
        from_pickle = pickle.loads(pickle.dumps(state))
        for other in (from_snapshot, from_bytes, from_pickle, copy.deepcopy(state)):
            assert other == state and hash(other) == hash(state)
            assert other.snapshot() == snapshot and other.key() == state.key()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_is_not_refused_is_legal(game: tuple[Any, ...]) -> None:
    for number, (state, _) in enumerate(nodes(game, 3)):
        legal = state.legal_actions()
        assert legal == sorted(set(legal)) and bool(legal) != state.is_terminal()
        if number % 20:
            continue
        for code in range(reference.NUM_ACTIONS):
            reason = state.why_illegal(code)
            assert (reason is None) == (code in legal), (state, code, reason)
            if reason is not None:
                with pytest.raises(reference.IllegalActionError) as caught:
                    state.child(code)
                assert str(caught.value) == reason and caught.value.rule is not None
        words = [state.action_to_string(action) for action in legal]
        assert [state.string_to_action(word) for word in words] == legal


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_events_add_up(game: tuple[Any, ...]) -> None:
    money = {"silver": 0, "workers": 0, "vp": 0}
    seats: list[Any] = []
    for state, events in nodes(game, 4):
        after = state.snapshot()["seats"]
        for who, seat in enumerate(seats):
            told = dict(money)
            for event in events:
                if event.get("seat") == who:
                    for kind in money.keys() & event.keys():
                        spent = event["event"] in ("buy", "pay_workers")
                        told[kind] += -event[kind] if spent else event[kind]
            assert told == {kind: after[who][kind] - seat[kind] for kind in money}, events
        seats = after
    parts = state.score_breakdown()
    assert [sum(part.values()) for part in parts] == state.scores()
    assert sorted(state.ranking()) == list(range(state.num_players()))
    assert abs(sum(state.returns())) < 1e-12


def test_word_is_splitmix64() -> None:
    """The first numbers of the published generator from seed 0."""
    assert worlds.word(0, 0) == 0xE220A8397B1DCDAF
    assert worlds.word(0, 1) == 0x6E789E6AA1B965F4
    assert worlds.word(0, 2) == 0x06C45D188009454F


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_world_is_the_same_event_by_event(game: tuple[Any, ...]) -> None:
    seed, chooser = 2**64 - 3, random.Random(5)
    world = worlds.World(seed)
    state = State.new(*game[:3], game[3])
    while not state.is_terminal():
        step = state
        while step.is_chance_node():
            event = step._game.prompt.event
            step = step.child(codes.outcome_code(event, world.outcome(step._game, event)))
        state = state.resolve_chance(seed)
        assert state == step
        if not state.is_terminal():
            state = state.child(chooser.choice(state.legal_actions()))


def test_a_world_does_not_depend_on_the_players() -> None:
    drawn = []
    for seed in (1, 2):
        chooser, events = random.Random(seed), []
        state = State.new(4)
        while not state.is_terminal():
            if state.is_chance_node():
                event = state._game.prompt.event
                outcome = worlds.World(77).outcome(state._game, event)
                action = codes.outcome_code(event, outcome)
                events.append((event, outcome))
            else:
                action = chooser.choice(state.legal_actions())
            state = state.child(action)
        drawn.append(events)
    assert drawn[0] == drawn[1] and len(drawn[0]) > 250


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_playouts_step_by_step(game: tuple[Any, ...]) -> None:
    start = State.new(*game[:3], game[3])
    for number, scores in enumerate(start.playouts(2, 99)):
        world = worlds.word(worlds.mix(99 ^ 0x706C61796F757473), number)
        choices = worlds.mix(world ^ 0x706F6C696379)
        state, decision = start.resolve_chance(world), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            action = legal[worlds.word(choices, decision) * len(legal) >> 64]
            state, decision = state.child(action).resolve_chance(world), decision + 1
        assert state.scores() == scores and state.playouts(2, 3) == [scores, scores]


def test_evaluate_actions_is_playouts_of_the_children() -> None:
    state = State.new(2).resolve_chance(3)
    values = state.evaluate_actions(4, 5, threads=2)
    assert values.actions == state.legal_actions() and values.playouts == 4
    for at, action in enumerate(values.actions):
        ended = state.child(action).playouts(4, 5)
        for who in (0, 1):
            scores = [score[who] for score in ended]
            mean = sum(scores) / 4
            assert values.mean[at][who] == pytest.approx(mean)
            spread = sum((score - mean) ** 2 for score in scores) / 4
            assert values.variance[at][who] == pytest.approx(spread)
        assert sum(values.win_rate[at]) == pytest.approx(1)


def test_perft() -> None:
    start = State.new(2)
    assert [start.perft(depth) for depth in (0, 1, 5)] == [1, 1, 1]
    assert [start.perft(depth, chance="all") for depth in (1, 2, 3)] == [2, 12, 72]
    state = start.resolve_chance(1)
    legal = state.legal_actions()
    assert state.perft(1) == len(legal)
    assert state.perft(2) == sum(len(state.child(action).legal_actions()) for action in legal)
