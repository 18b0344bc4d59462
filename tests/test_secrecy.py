"""Nothing written of a state tells its seed or what is still face down (R10)."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from engines import Engine

from burgundy.players import PLAYERS, player

SEED = 0xC0FF_EE12_3456_789A


def written(state: Any) -> Iterator[bytes]:
    """Every form a state is written in."""
    yield state.to_bytes()
    yield json.dumps(state.snapshot()).encode()
    yield repr(state).encode()
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.dumps(state, protocol=protocol)
    if hasattr(state, "observation"):
        yield b"".join(state.observation(seat).tobytes() for seat in range(state.num_players()))
        yield str(state.render(colour=False)).encode()


def traces(seed: int) -> list[bytes]:
    """How a seed, or a word of its generator, would look."""
    golden, mask = 0x9E3779B97F4A7C15, 2**64 - 1
    numbers = [seed]
    for group in range(16):
        z = (seed + (group + 1) * golden) & mask
        numbers.append(z)
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
        numbers.append(z ^ z >> 31)
    found = []
    for number in numbers:
        found += [str(number).encode(), f"{number:x}".encode()]
        found += [number.to_bytes(8, "little"), number.to_bytes(8, "big")]
    return found


def test_no_form_holds_the_seed(engine: Engine) -> None:
    """Neither the seed nor a word of its groups, as text or as bytes, at any node of a game."""
    state = engine.State.new(4, boards="random").resolve_chance(SEED)
    looked_for = traces(SEED)
    for step in range(120 if engine.name == "rust" else 20):
        for form in written(state):
            assert not any(trace in form for trace in looked_for)
        state = state.child(state.sample_action(step)).resolve_chance(SEED)


def test_worlds_cannot_be_told_apart_before_they_differ(engine: Engine) -> None:
    """Worlds with one roll in common, but other draws before and after: every form is the same, for every seat."""
    start = engine.State.new(2).resolve_chance(1)
    while not start.is_chance_node():
        start = start.child(start.sample_action(1))
    groups: dict[str, list[tuple[int, Any]]] = {}
    for seed in range(3_000 if engine.name == "rust" else 600):
        state = start.resolve_chance(seed)
        groups.setdefault(json.dumps(state.snapshot()), []).append((seed, state))
    compared, futures = 0, set()
    for group in groups.values():
        forms = list(written(group[0][1]))
        for seed, state in group[1:]:
            assert list(written(state)) == forms
            assert (state.key(), hash(state)) == (group[0][1].key(), hash(group[0][1]))
            compared += 1
            while not state.is_chance_node():
                state = state.child(state.legal_actions()[-1])
            futures.add((group[0][1].key(), state.resolve_chance(seed).key()))
    assert compared > 50
    assert len(futures) > compared // 2, "the worlds have no other future"


@pytest.mark.parametrize("name", sorted(PLAYERS))
def test_players_do_not_know_the_world(engine: Engine, name: str) -> None:
    """A player of a given seed does the same in every world that looks the same to it."""
    for world in (2, 3):
        start = engine.State.new(2).resolve_chance(world)
        again = engine.State.from_snapshot(start.snapshot())
        # Those that count what they try are slow on the reference.
        counts = name.startswith(("flat", "uct"))
        chosen = f"{name}:2" if counts and engine.name != "rust" else name
        bots = [player(chosen, seed=5) for _ in range(2)]
        assert bots[0].act(start) == bots[1].act(again)
