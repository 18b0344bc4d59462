"""Copies are independent, restored states go on alike, and equal situations are equal."""

from __future__ import annotations

import copy
import os
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from engines import Engine
from games import Game

POSITIONS = {"rust": 1_000, "reference": 30}
GAMES = 200 if os.environ.get("BURGUNDY_PROFILE", "dev") != "dev" else 20


def sampled(engine: Engine, count: int) -> Iterator[Any]:
    """So many nodes of games of all sizes, one in eight of each game."""
    found = 0
    for seed in range(count):
        game = Game(2 + seed % 3, "random" if seed % 2 else None, seed=seed, policy="busy")
        for number, state in enumerate(game.nodes(engine)):
            if number % 8 == seed % 8 and not state.is_terminal():
                yield state
                found += 1
                if found == count:
                    return


def whole(state: Any) -> Any:
    """Everything that is written of a state."""
    return hash(state), state.key(), state.to_bytes(), state.snapshot(), repr(state)


def to_the_end(state: Any, seed: int) -> Any:
    while not state.is_terminal():
        if state.is_chance_node():
            state = state.resolve_chance(seed)
        else:
            state = state.child(state.sample_action(seed))
    return state


def test_a_copy_played_to_the_end_leaves_the_original(engine: Engine) -> None:
    """1,000 positions (30 on the reference), each copied in every way, and the other way round."""
    ways: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy]
    if engine.name == "rust":
        ways.append(lambda state: state.copy())
    for number, state in enumerate(sampled(engine, POSITIONS[engine.name])):
        twin = ways[number % len(ways)](state)
        before = whole(state)
        assert whole(twin) == before
        end = to_the_end(twin, number)
        assert whole(state) == before
        assert to_the_end(state, number) == end
        assert whole(twin) == before


def test_restored_at_every_node_the_game_ends_alike(engine: Engine) -> None:
    """20 games (200 in longer runs): a state restored at any node, in any form, meets the same end by the same words."""
    forms: list[Callable[[Any], Any]] = [
        lambda state: engine.State.from_bytes(state.to_bytes()),
        lambda state: engine.State.from_snapshot(state.snapshot()),
        lambda state: pickle.loads(pickle.dumps(state, protocol=2)),
        lambda state: pickle.loads(pickle.dumps(state, protocol=5)),
    ]
    games = GAMES if engine.name == "rust" else 2
    for seed in range(games):
        game = Game(2 + seed % 3, "random", seed=seed, policy="placing")
        trail = list(game.nodes(engine))
        for number, state in enumerate(trail):
            restored = forms[number % len(forms)](state)
            assert restored.current_player() == state.current_player()
            assert list(restored.legal_actions()) == list(state.legal_actions())
            assert hash(restored) == hash(state)
            # Equal states have equal ends: one step is enough, the next node is restored in its turn.
            if number < len(game.words):
                word = game.words[number]
                after = restored.child(restored.string_to_action(word))
                assert after == trail[number + 1]
        # And once the whole way, from somewhere in the game.
        start = random.Random(seed).randrange(len(trail))
        restored = forms[seed % len(forms)](trail[start])
        for word in game.words[start:]:
            restored = restored.child(restored.string_to_action(word))
        assert restored == trail[-1]


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_every_protocol_of_pickle(engine: Engine, protocol: int) -> None:
    for state in sampled(engine, 12):
        restored = pickle.loads(pickle.dumps(state, protocol=protocol))
        assert whole(restored) == whole(state)
        assert restored.rules == state.rules


def test_every_outcome_is_applicable(engine: Engine) -> None:
    """Each outcome of positive weight leads to a state of its own."""
    seen = 0
    for state in sampled(engine, POSITIONS[engine.name] // 2):
        if state.is_chance_node():
            children = [state.child(outcome) for outcome, weight in state.chance_weights()]
            assert len({child.to_bytes() for child in children}) == len(children) >= 2
            seen += 1
    assert seen >= POSITIONS[engine.name] // 10


def test_identical_players_over_both_seatings_are_level() -> None:
    """The same two deterministic players in both seats of the same worlds: score differences sum to 0."""
    from burgundy import State

    total = 0
    for seed in range(50):
        ends = []
        for seating in ((0, 1), (1, 0)):
            state = State.new(2).resolve_chance(seed)
            while not state.is_terminal():
                # Both players decide by the state alone.
                state = state.child(state.sample_action(9)).resolve_chance(seed)
            by_player = [state.scores()[seat] for seat in seating]
            ends.append(by_player[0] - by_player[1])
        assert ends[0] == -ends[1]
        total += sum(ends)
    assert total == 0
