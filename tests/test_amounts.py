"""Large amounts: VP, workers, silver and sales beyond what a game usually sees, driven there by play."""

from __future__ import annotations

import json
import pickle
from typing import Any

from engines import Engine
from positions import of_seat, play, seat, vp


def kept(engine: Engine, state: Any) -> None:
    """Every form holds the amounts."""
    assert engine.State.from_bytes(state.to_bytes()) == state
    assert engine.State.from_snapshot(json.loads(json.dumps(state.snapshot()))) == state
    assert pickle.loads(pickle.dumps(state)) == state


def test_fifty_times_workers(engine: Engine) -> None:
    """Knowledge 13 and 14: 4 workers and 1 silver for each of 50 dice (R5.5): 200 and 50, 100 + 50 VP at the end."""
    rich = seat(estate={"c4": "k13", "b4": "k14"})
    state = engine.at(seats=[rich, seat()]).resolve_chance(3)
    step = 0
    while not state.is_terminal():
        words = state.action_to_string(state.legal_actions()[-1])
        workers = [
            code for code in state.legal_actions() if "workers" in state.action_to_string(code)
        ]
        # Silver for a purchase leaves the turn open.
        state = state.child(workers[0]) if workers else play(state, words)
        state = state.resolve_chance(3)
        step += 1
        if step % 16 == 0:
            kept(engine, state)
    assert (of_seat(state)["workers"], of_seat(state)["silver"]) == (200, 50)
    assert (of_seat(state, 1)["workers"], of_seat(state, 1)["silver"]) == (100, 0)
    assert list(state.scores()) == [100 + 50, 50]
    kept(engine, state)


def test_sales_of_seven_at_four_past_255_and_300(engine: Engine) -> None:
    """Four players: 7 goods at 4 VP are 28 (R5.4); 250 + 28 + 28 + a watchtower's 4 passes both (R8.3)."""
    rich = seat(vp=250, goods={1: 7, 2: 7}, storage=["watchtower"], dice=[1, 2])
    state = engine.at(seats=[rich, seat(), seat(), seat()])
    state = play(state, "1: sell 1")
    assert (vp(state), of_seat(state)["sold"]) == (278, {"1": 7})
    state = play(state, "2: sell 2")
    assert (vp(state), of_seat(state)["sold"]) == (306, {"1": 7, "2": 7})
    assert state.scores()[0] == 306
    kept(engine, state)


def test_amounts_in_observations_are_whole() -> None:
    """Silver and workers are shown by tens, VP by hundreds, without an upper end (docs/arrays.md)."""
    import burgundy
    from burgundy.arrays import split

    state = burgundy.State.from_snapshot(
        {
            "players": 2,
            "seats": [{"silver": 41, "workers": 61, "vp": 301}, {"dice": [1, 2]}],
            "turn": 1,
        }
    )
    blocks = split(state.observation(0), 2)
    shown = [
        round(float(blocks[name][0]) * unit) for name, unit in (("silver", 10), ("workers", 10))
    ]
    assert [*shown, round(float(blocks["vp"][0]) * 100)] == [41, 61, 301]
