"""Texts and bytes that come from outside, changed at random: position strings, records, batches, pickles, data files.

Each is read, or refused by the class of errors that its page documents; nothing else comes out.
"""

from __future__ import annotations

import json
import os
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engines import Engine

import burgundy
from burgundy import Batch, Rules, State, position
from burgundy.game import Game
from burgundy.records import Record, RecordError

CHANGES = {"dev": 400, "ci": 4_000}.get(os.environ.get("BURGUNDY_PROFILE", "dev"), 100_000)
ODD = [
    "",
    "0",
    "-1",
    "9" * 30,
    "null",
    "true",
    "\0",
    "\ud800",
    "é",
    "½",
    "٣",
    "\t",
    "\n",
    "[",
    "{",
    '"',
]
ODD += ["1e999", "NaN", "k26", "d4", "turn", "=", ".", ",", "/", " ", "-"]


def changed(text: str, rng: random.Random) -> str:
    """A text with a piece cut out, doubled, replaced or put in."""
    for _ in range(rng.choice([1, 1, 2, 3])):
        start = rng.randrange(len(text) + 1)
        stop = min(len(text), start + rng.choice([0, 1, 1, 2, 8]))
        piece = text[start:stop]
        what = rng.randrange(5)
        if what == 0:
            piece = rng.choice(ODD)
        elif what == 1:
            piece += piece
        elif what == 2:
            other = rng.randrange(len(text) + 1)
            piece = text[other : other + rng.randint(1, 8)]
        elif what == 3:
            piece = chr(rng.choice([rng.randrange(128), rng.randrange(0xD800)]))
        else:
            piece = ""
        text = text[:start] + piece + text[stop:]
    return text


def attacked(
    texts: list[str], read: Callable[[str], Any], refused: tuple[type[Exception], ...]
) -> tuple[int, int]:
    """Reads changed texts; how many were read, and how many refused."""
    rng = random.Random(2011)
    found = [0, 0]
    for _ in range(CHANGES):
        text = changed(rng.choice(texts), rng)
        try:
            read(text)
        except refused as error:
            assert str(error), "refused without a word"
            found[1] += 1
        except BaseException as error:
            error.add_note(f"text: {text!r}")
            raise
        else:
            found[0] += 1
    return found[0], found[1]


def some_states() -> list[Any]:
    states = []
    for seed in range(6):
        state: Any = State.new(2 + seed % 3, boards="random" if seed % 2 else None)
        for step in range(40 * seed):
            if state.is_terminal():
                break
            state = state.resolve_chance(seed)
            state = state.child(state.sample_action(step)) if not state.is_terminal() else state
        states.append(state)
    return states


def test_position_strings(engine: Engine) -> None:
    texts = [position.write(state) for state in some_states()]

    def read(text: str) -> None:
        state = position.read(text, engine.State)
        # What was read can be written and read again.
        assert position.read(position.write(state), engine.State) == state

    was_read, refused = attacked(texts, read, (engine.SnapshotError, burgundy.SnapshotError))
    assert was_read and refused


def test_snapshots_as_json(engine: Engine) -> None:
    texts = [json.dumps(state.snapshot()) for state in some_states()]

    def read(text: str) -> None:
        try:
            snapshot = json.loads(text)
        except ValueError:
            return
        state = engine.State.from_snapshot(snapshot)
        assert engine.State.from_snapshot(state.snapshot()) == state

    was_read, refused = attacked(texts, read, (engine.SnapshotError, TypeError))
    assert was_read and refused


def games() -> list[str]:
    lines = []
    for seed in range(3):
        game = Game.from_state(State.new(2 + seed, boards="random" if seed else None), seed=seed)
        rng = random.Random(seed)
        for _ in range(12 * seed):
            game.play(rng.choice(game.state.legal_actions()))
        lines.append(game.record().to_json())
    return lines


def test_records(engine: Engine) -> None:
    def read(text: str) -> None:
        record = Record.from_json(text)
        record.verify(engine.State)
        record.replay(engine.State)

    was_read, refused = attacked(games(), read, (RecordError,))
    assert was_read and refused


def test_batches() -> None:
    """Changed bytes of a batch, and of pickles of its parts: refused, and the batch is as before."""
    rng = random.Random(1)
    batch = Batch(3, 3, boards="random", seed=1)
    for _ in range(30):
        batch.step_random()
    saved = batch.save()
    for _ in range(CHANGES):
        data = bytearray(saved)
        for _ in range(rng.choice([1, 1, 2, 8])):
            data[rng.randrange(len(data))] = rng.randrange(256)
        cut = bytes(data[: rng.randrange(len(data))] if rng.random() < 0.1 else data)
        if cut == saved:
            continue
        with pytest.raises((burgundy.SnapshotError, TypeError)):
            batch.load(cut)
        assert batch.save() == saved


@pytest.mark.parametrize(
    "what", [None, 3, "x", b"", b"BURG", [], {}, Rules(), np.zeros(3)], ids=repr
)
def test_what_pickles_are_made_of(what: Any) -> None:
    """The functions that pickles name refuse what no pickle of this package has."""
    state = State.new(2)
    restore, (packed, *_) = state.__reduce__()
    with pytest.raises((ValueError, TypeError)):
        restore(what)
    # Rules may also be none, or a mapping of options.
    if not (what is None or isinstance(what, (Rules, dict))):
        with pytest.raises((ValueError, TypeError)):
            restore(packed, what)
    restore_batch, (arguments, data) = Batch(2).__reduce__()
    for given in ((what, data), (arguments, what)):
        with pytest.raises((ValueError, TypeError, KeyError)):
            restore_batch(*given)
    assert pickle.loads(pickle.dumps(state)) == state


@pytest.mark.parametrize("name", ["board.toml", "boards.toml", "tiles.toml"])
def test_data_files(engine: Engine, name: str, tmp_path: Path) -> None:
    """Own data with a change are a game, or refused with every fault: `DataError` names the file."""
    shipped = Path(burgundy.__file__).parent / "data" / name
    text = shipped.read_text(encoding="utf-8")
    rng = random.Random(name)
    share = 1 if engine.name == "rust" else 4
    for _ in range(CHANGES // 10 // share):
        file = tmp_path / name
        file.write_bytes(changed(text, rng).encode("utf-8", "surrogatepass"))
        try:
            rules = engine.Rules(data=str(tmp_path))
        except ValueError as error:
            assert name in str(error)
        else:
            engine.State.new(2, boards="random", rules=rules).resolve_chance(1)
