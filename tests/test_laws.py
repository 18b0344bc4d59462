"""Laws that hold at every node of every game, over random games on either engine.

Longer than other files, since each law is a few lines over the same nodes.
"""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections import Counter
from typing import Any

import pytest
from engines import Engine
from games import Game, hold_over_games
from positions import (
    BUILDINGS,
    KNOWLEDGE,
    SPECIES,
    cells,
    colour_of,
    slot_colours,
)

ALL_TILES = Counter(
    {"castle": 16, "mine": 12, "ship": 26}
    | dict.fromkeys(BUILDINGS, 7)
    | {
        f"{species}{shown}": count
        for species in SPECIES
        for shown, count in ((2, 2), (3, 3), (4, 2))
    }
    | dict.fromkeys(KNOWLEDGE, 1)
)


def on_display(snapshot: dict[str, Any]) -> list[str]:
    shown = [tile for depot in snapshot["depots"] for tile in depot["tiles"]]
    return [tile for tile in shown + snapshot["black_depot"] if tile]


def tiles_in_game(snapshot: dict[str, Any]) -> Counter[str]:
    """Every tile that has not left the game; a start castle to come is put aside (R1.2)."""
    found = Counter(on_display(snapshot))
    found.update(snapshot["supply"]["normal"])
    found.update(snapshot["supply"]["black"])
    for seat in snapshot["seats"]:
        found.update(seat["estate"].values())
        found.update(seat["storage"])
        found["castle"] += seat["start_castle"] is None
    if snapshot["prompt"]["kind"] == "discard":
        found[snapshot["prompt"]["tile"]] += 1
    return found


def goods_in_game(snapshot: dict[str, Any]) -> Counter[str]:
    found = Counter(str(good) for good in snapshot["round_goods"])
    found.update(snapshot["supply"]["goods"])
    for depot in snapshot["depots"]:
        found.update(depot["goods"])
    for seat in snapshot["seats"]:
        found.update(seat["goods"])
        found.update(seat["sold"])
    return found


def test_all_tiles_are_164() -> None:
    assert ALL_TILES.total() == 164


def test_tiles_are_conserved(engine: Engine) -> None:
    """164 at first; one less with a discard; at a phase's start what lies on the depots goes."""

    def law(game: Game) -> None:
        before: dict[str, Any] = {}
        for state in game.nodes(engine):
            snapshot = state.snapshot()
            tiles = tiles_in_game(snapshot)
            if not before:
                assert tiles == ALL_TILES
            else:
                gone = tiles_in_game(before) - tiles
                assert tiles <= tiles_in_game(before), "a tile came back"
                discarded = game.words[-1].startswith("discard ")
                if snapshot["phase"] == before["phase"]:
                    assert gone.total() == discarded
                else:
                    assert gone.total() <= len(on_display(before)) + discarded
            before = snapshot

    hold_over_games(engine, law)


def test_goods_are_conserved(engine: Engine) -> None:
    def law(game: Game) -> None:
        for state in game.nodes(engine):
            assert goods_in_game(state.snapshot()) == dict.fromkeys("123456", 7)

    hold_over_games(engine, law)


def test_nothing_won_is_lost(engine: Engine) -> None:
    """VP in play and sold goods never fall, placed tiles never move (C100), bonus tiles stay."""

    def law(game: Game) -> None:
        before: dict[str, Any] = {}
        for state in game.nodes(engine):
            snapshot = state.snapshot()
            for old, new in zip(before.get("seats", []), snapshot["seats"], strict=False):
                assert new["vp"] >= old["vp"]
                assert old["estate"].items() <= new["estate"].items()
                assert Counter(old["sold"]) <= Counter(new["sold"])
                assert len(new["storage"]) <= 3
                assert len(new["goods"]) <= 3
                assert old["start_castle"] in (None, new["start_castle"])
            for colour, takers in before.get("bonus_tiles", {}).items():
                now = snapshot["bonus_tiles"][colour]
                assert now[: len(takers)] == takers
                assert len(now) == len(set(now)) <= 2
            before = snapshot

    hold_over_games(engine, law)


def test_placed_tiles_lie_where_they_may(engine: Engine) -> None:
    """R5.3 b and d, recomputed from the estates at the end of each game."""

    def law(game: Game) -> None:
        *_, state = game.nodes(engine)
        for seat in state.snapshot()["seats"]:
            printed = cells(seat["board"])
            for space, tile in seat["estate"].items():
                assert printed[space][0] == colour_of(tile)
            assert seat["estate"][seat["start_castle"]] == "castle"

    hold_over_games(engine, law)


def test_every_game_is_25_turns_and_50_dice_a_player(engine: Engine) -> None:
    def law(game: Game) -> None:
        dice: Counter[int] = Counter()
        turns: set[tuple[int, str, int]] = set()
        player = -1
        for state in game.nodes(engine):
            if game.words and re.match(r"[1-6]: ", game.words[-1]):
                dice[player] += 1
            player = state.current_player()
            if player >= 0 and state.snapshot()["prompt"]["kind"] != "start_castle":
                turns.add((player, state.snapshot()["phase"], state.snapshot()["round"]))
        assert dice == dict.fromkeys(range(game.players), 50)
        for seat in range(game.players):
            assert len([turn for turn in turns if turn[0] == seat]) == 25

    hold_over_games(engine, law)


def test_no_state_repeats_within_a_turn(engine: Engine) -> None:
    def law(game: Game) -> None:
        seen: set[bytes] = set()
        for state in game.nodes(engine):
            if state.is_chance_node():
                seen.clear()
            packed = state.to_bytes()
            assert packed not in seen
            seen.add(packed)

    hold_over_games(engine, law)


def test_legal_actions_are_sorted_named_and_reversible(engine: Engine) -> None:
    """Ascending plain ints without repetition, never none before the end; words are unique."""

    def law(game: Game) -> None:
        for state in game.nodes(engine):
            legal = list(state.legal_actions())
            assert legal == sorted(set(legal))
            assert all(type(action) is int for action in legal)
            assert bool(legal) != state.is_terminal()
            named = [state.action_to_string(action) for action in legal]
            assert len(set(named)) == len(named)
            assert [state.string_to_action(word) for word in named] == legal
            assert all(word == word.strip().lower() and "  " not in word for word in named)
            if hasattr(state, "legal_actions_mask") and not state.is_chance_node():
                mask = state.legal_actions_mask()
                assert mask.shape == (512,) and mask.dtype == bool
                assert list(mask.nonzero()[0]) == legal

    hold_over_games(engine, law)


def pairs_of_dice() -> dict[str, int]:
    return {f"{a} {b}": 1 + (a != b) for a in range(1, 7) for b in range(a, 7)}


def possible(snapshot: dict[str, Any]) -> dict[str, int]:
    """The outcomes of the event that is due, in words, with weights, from what is public."""
    event = snapshot["prompt"]["event"]
    kind, _, rest = event.partition(" ")
    if kind == "board":
        used = [seat["board"] for seat in snapshot["seats"]]
        free = [board for board in range(1, 10) if board == 1 or board not in used]
        return {f"board {board} {rest}": 1 for board in free}
    if kind == "start":
        return {f"start player {seat}": 1 for seat in range(snapshot["players"])}
    if kind in ("deal", "good"):
        suffix = f" {rest}" if rest else ""
        return {f"{kind} {good}{suffix}": n for good, n in snapshot["supply"]["goods"].items()}
    if kind == "depot":
        depot, slot = map(int, rest.split("."))
        colour = slot_colours(depot, snapshot["players"], snapshot["phase"])[slot - 1]
        supply = snapshot["supply"]["normal"]
        return {f"{event} {tile}": n for tile, n in supply.items() if colour_of(tile) == colour}
    if kind == "black":
        return {f"black {tile}": n for tile, n in snapshot["supply"]["black"].items()}
    if kind == "white":
        return {f"white {die}": 1 for die in range(1, 7)}
    return {f"dice {pair} {rest}": weight for pair, weight in pairs_of_dice().items()}


def test_chance_is_the_unseen_multiset(engine: Engine) -> None:
    """R10.2: outcomes and weights by brute force from the snapshot; probabilities sum to 1."""

    def law(game: Game) -> None:
        for state in game.nodes(engine):
            weights = list(state.chance_weights())
            outcomes = list(state.chance_outcomes())
            if not state.is_chance_node():
                assert weights == outcomes == []
                continue
            named = {state.action_to_string(outcome): weight for outcome, weight in weights}
            assert named == possible(state.snapshot())
            assert len(weights) >= 2
            assert all(type(weight) is int and weight > 0 for _, weight in weights)
            assert [outcome for outcome, _ in weights] == list(state.legal_actions())
            assert [outcome for outcome, _ in outcomes] == list(state.legal_actions())
            total = sum(weight for _, weight in weights)
            assert abs(sum(p for _, p in outcomes) - 1) < 1e-12
            for (_, weight), (_, probability) in zip(weights, outcomes, strict=True):
                assert abs(probability - weight / total) < 1e-12

    hold_over_games(engine, law)


def same(one: Any, other: Any) -> None:
    """Equal in everything that can be asked."""
    assert one == other and not one != other
    assert hash(one) == hash(other)
    assert one.key() == other.key()
    assert one.to_bytes() == other.to_bytes()
    assert one.snapshot() == other.snapshot()
    assert list(one.legal_actions()) == list(other.legal_actions())
    assert one.current_player() == other.current_player()
    assert list(one.scores()) == list(other.scores())
    assert list(one.score_breakdown()) == list(other.score_breakdown())
    assert list(one.ranking()) == list(other.ranking())


def test_round_trips_at_every_node(engine: Engine) -> None:
    """copy, deepcopy, pickle 2 to 5, bytes, and the snapshot through JSON."""

    def law(game: Game) -> None:
        for number, state in enumerate(game.nodes(engine)):
            same(state, engine.State.from_bytes(state.to_bytes()))
            same(state, engine.State.from_snapshot(json.loads(json.dumps(state.snapshot()))))
            same(state, pickle.loads(pickle.dumps(state, protocol=2 + number % 4)))
            if number % 16 == 0:
                same(state, copy.copy(state))
                same(state, copy.deepcopy(state))

    hold_over_games(engine, law, share=5)


def test_restored_states_go_on_alike(engine: Engine) -> None:
    """A restored state and the original meet the same ends under the same moves."""

    def law(game: Game) -> None:
        trail = list(game.nodes(engine))
        words = list(game.words)
        middle = len(words) // 2
        restored = engine.State.from_bytes(trail[middle].to_bytes())
        for word, expected in zip(words[middle:], trail[middle + 1 :], strict=True):
            restored = restored.child(restored.string_to_action(word))
            assert restored == expected
        same(restored, trail[-1])
        assert game.replay(engine) == trail[-1]

    hold_over_games(engine, law)


def test_children_leave_the_parent_alone(engine: Engine) -> None:
    """Every asked-for child, explanation and refusal leaves the bytes as they were."""

    def law(game: Game) -> None:
        for number, state in enumerate(game.nodes(engine)):
            if number % 8:
                continue
            before = state.to_bytes()
            for action in state.legal_actions():
                state.child(action)
                state.explain(action)
            state.resolve_chance(number)
            assert state.to_bytes() == before

    hold_over_games(engine, law)


def balance(state: Any) -> list[tuple[int, int, int]]:
    scores = list(state.scores())
    return [
        (seat["silver"], seat["workers"], scores[number])
        for number, seat in enumerate(state.snapshot()["seats"])
    ]


def test_explain_accounts_for_every_silver_worker_and_vp(engine: Engine) -> None:
    """R4.6: what is stated is what is charged and gained, for every legal action."""

    def law(game: Game) -> None:
        for number, state in enumerate(game.nodes(engine)):
            if number % 4 or state.is_terminal():
                continue
            before = balance(state)
            for action in state.legal_actions():
                change = [[0, 0, 0] for _ in before]
                for event in state.explain(action):
                    kind = event["event"]
                    if kind == "gain_silver":
                        change[event["seat"]][0] += event["silver"]
                    elif kind == "buy":
                        change[event["seat"]][0] -= event["silver"]
                    elif kind == "gain_workers":
                        change[event["seat"]][1] += event["workers"]
                    elif kind == "pay_workers":
                        change[event["seat"]][1] -= event["workers"]
                    elif kind == "vp":
                        change[event["seat"]][2] += event["vp"]
                    assert all(event[key] for key in ("silver", "workers", "vp") if key in event)
                after = balance(state.child(action))
                assert after == [
                    tuple(amount + added for amount, added in zip(was, more, strict=True))
                    for was, more in zip(before, change, strict=True)
                ], state.action_to_string(action)

    hold_over_games(engine, law)


def test_scores_rankings_and_returns(engine: Engine) -> None:
    """Parts sum to the score, rankings are strict, returns are 0 until the end and sum to 0."""

    def law(game: Game) -> None:
        for state in game.nodes(engine):
            scores, returns, ranking = state.scores(), state.returns(), state.ranking()
            parts = state.score_breakdown()
            assert [sum(part.values()) for part in parts] == list(scores)
            assert sorted(ranking) == list(range(game.players))
            assert [scores[seat] for seat in ranking] == sorted(scores, reverse=True)
            if state.is_terminal():
                assert returns[ranking[0]] == 1.0
                assert abs(sum(returns)) < 1e-12
                assert sorted(returns)[:-1] == [-1 / (game.players - 1)] * (game.players - 1)
            else:
                assert list(returns) == [0.0] * game.players
                assert all(
                    value == 0 for part in parts for key, value in part.items() if key != "in_play"
                )

    hold_over_games(engine, law)


def test_a_changed_field_changes_the_key(engine: Engine) -> None:
    """Any single field of a seat, and what is bought, changes key and equality."""

    def law(game: Game) -> None:
        for number, state in enumerate(game.nodes(engine)):
            if number % 16:
                continue
            keys = {state.key()}
            for seat in range(game.players):
                for field in ("silver", "workers", "vp"):
                    snapshot = state.snapshot()
                    snapshot["seats"][seat][field] += 1
                    changed = engine.State.from_snapshot(snapshot)
                    assert changed != state
                    keys.add(changed.key())
            snapshot = state.snapshot()
            snapshot["bought"] = not snapshot["bought"]
            if snapshot["prompt"]["kind"] == "turn" and not snapshot["bought"]:
                keys.add(engine.State.from_snapshot(snapshot).key())
                assert len(keys) == 3 * game.players + 2
            else:
                assert len(keys) == 3 * game.players + 1

    hold_over_games(engine, law)


@pytest.mark.parametrize("name", ["vp", "snapshot", "anything"])
def test_a_state_cannot_be_changed(engine: Engine, name: str) -> None:
    state = engine.State.new(2)
    with pytest.raises((AttributeError, TypeError)):
        setattr(state, name, 1)
    with pytest.raises((AttributeError, TypeError)):
        delattr(state, name)


def test_a_snapshot_is_the_callers_own(engine: Engine) -> None:
    """Changing what `snapshot` or `explain` gave changes nothing in the state."""
    state = engine.State.new(2).resolve_chance(1)
    before = state.to_bytes()
    snapshot = state.snapshot()
    snapshot["seats"][0]["storage"].append("castle")
    snapshot["depots"].clear()
    state.legal_actions().append(5)
    assert state.to_bytes() == before
    assert state.snapshot() != snapshot
