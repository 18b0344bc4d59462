"""Whole games on both engines, compared after every step; and what they have come across."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from exercised import BLACK, EXERCISED, NORMAL
from games import TIE_BREAKS, board_lists
from hypothesis import given
from hypothesis import strategies as st
from positions import TILES, cells
from rare import rare, with_tile

from burgundy.engines import load_engine
from burgundy.lockstep import POLICIES, Difference, Plan, plans, play, save

RUST, REFERENCE = load_engine("burgundy"), load_engine("burgundy.reference")
PROFILE = os.environ.get("BURGUNDY_PROFILE", "dev")
STEPS_ON = {"dev": 25, "ci": 100}.get(PROFILE)
GAMES = {"dev": 16, "ci": 200}.get(PROFILE, 1000)
CONTINUATIONS = {"dev": 1, "ci": 3}.get(PROFILE, 20)
FAILED = Path(__file__).parent.parent / ".pytest_cache" / "lockstep.jsonl"


@contextmanager
def recorded() -> Iterator[None]:
    """Prints and saves the record of a difference."""
    try:
        yield
    except Difference as difference:
        FAILED.parent.mkdir(exist_ok=True)
        save(difference.record, str(FAILED))
        difference.add_note(f"replay with: burgundy check --replay {FAILED}")
        raise


@st.composite
def game_plans(draw: st.DrawFn) -> Plan:
    """Games of every number of players, set-up and option; few edits of what the seed chooses."""
    players = draw(st.integers(2, 4))
    boards = draw(st.none() | st.just("random") | board_lists(players))
    start: list[str | None] | str | None = draw(st.sampled_from([None, None, "choose"]))
    if isinstance(boards, list) and draw(st.booleans()):
        dark = [[s for s, cell in cells(b).items() if cell[0] == "castle"] for b in boards]
        start = [draw(st.none() | st.sampled_from(spaces)) for spaces in dark]
    return Plan(
        players=players,
        boards=boards,
        start_castles=start,
        options={
            "purchase_in_effect": draw(st.booleans()),
            "decline_effects": draw(st.booleans()),
            "tie_break": draw(st.sampled_from(TIE_BREAKS)),
        },
        seed=draw(st.integers(0, 2**64 - 1)),
        policy=draw(st.sampled_from(POLICIES)),
        edits=draw(st.dictionaries(st.integers(0, 150), st.integers(0, 60), max_size=4)),
    )


@given(game_plans())
def test_random_games_are_the_same(plan: Plan) -> None:
    with recorded():
        play(plan, RUST, REFERENCE, EXERCISED.see)


RARE = dict(rare())


@cache
def play_rare(name: str) -> None:
    """Plays on from a rare position, a few times."""
    for seed in range(CONTINUATIONS):
        policy = POLICIES[(seed + len(name)) % len(POLICIES)]
        plan = Plan(snapshot=RARE[name], seed=seed, policy=policy)
        with recorded():
            play(plan, RUST, REFERENCE, EXERCISED.see, deep=0.02, limit=STEPS_ON)


@cache
def play_tile(tile: str) -> None:
    """Places the tile, and takes and buys it where that can be."""
    for way, words, snapshot in with_tile(tile):
        if way == "take" and tile not in NORMAL or way == "buy" and tile not in BLACK:
            continue
        state = RUST.State.from_snapshot(snapshot)
        legal = [state.action_to_string(code) for code in state.legal_actions()]
        (index, *_) = [at for at, text in enumerate(legal) if words in text]
        with recorded():
            plan = Plan(snapshot=snapshot, edits={0: index}, policy="busy")
            play(plan, RUST, REFERENCE, EXERCISED.see, limit=8)


@pytest.mark.parametrize("name", RARE)
def test_what_is_rare_is_the_same(name: str) -> None:
    play_rare(name)


@pytest.mark.parametrize("tile", TILES)
def test_every_tile_is_the_same(tile: str) -> None:
    play_tile(tile)


def test_everything_is_exercised() -> None:
    """Every tile, prompt, rule id and option value is met in these games; a zero fails."""
    for name in RARE:
        play_rare(name)
    for tile in TILES:
        play_tile(tile)
    for plan in plans(GAMES, seed=1):
        with recorded():
            play(plan, RUST, REFERENCE, EXERCISED.see)
    print("\n".join(EXERCISED.report(whole=True)))
    assert not EXERCISED.missing()
    assert not EXERCISED.unexpected()
