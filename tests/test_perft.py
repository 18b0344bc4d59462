"""The perft counts of tests/data/perft.txt on both engines, and that the file is current."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from engines import Engine
from games import Game, hold_over_games
from positions import play

TOP = Path(__file__).parent.parent
FILE = TOP / "tests" / "data" / "perft.txt"
# Nodes that the reference counts at a time; the engine counts all there are.
REFERENCE_COUNTS = {"dev": 1_500, "ci": 20_000}.get(
    os.environ.get("BURGUNDY_PROFILE", "dev"), 200_000
)

Entry = tuple[dict[str, str], list[str], list[list[str]]]


def entries() -> list[Entry]:
    """Keys, words and lines of counts of each position."""
    found: list[Entry] = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if "|" in line and not line.startswith("#"):
            keys, _, words = line.partition(" |")
            pairs = dict(pair.split("=") for pair in keys.split())
            found.append((pairs, [w.strip() for w in words.split(";") if w.strip()], []))
        elif line and not line.startswith("#"):
            found[-1][2].append(line.split())
    return found


def reached(engine: Engine, keys: dict[str, str], words: list[str]) -> Any:
    """The position on an engine."""
    boards: Any = keys["boards"]
    if boards != "random":
        boards = [int(number) for number in boards.split(",")]
    start: Any = None if keys["start"] == "-" else keys["start"]
    if start not in (None, "choose"):
        start = [None if space == "-" else space for space in start.split(",")]
    rules = engine.Rules(
        purchase_in_effect=keys.get("purchase") != "false",
        decline_effects=keys.get("decline") != "false",
    )
    state = engine.State.new(int(keys["players"]), boards, start, rules)
    if keys["seed"] == "-":
        return play(state, *words)
    seed = int(keys["seed"])
    state = state.resolve_chance(seed)
    for text in words:
        state = play(state, text).resolve_chance(seed)
    return state


@pytest.mark.parametrize(
    "entry", entries(), ids=lambda entry: f"{entry[0]['prompt']}-{entry[0]['seed']}"
)
def test_counts(engine: Engine, entry: Entry) -> None:
    keys, words, lines = entry
    assert len(words) == int(keys["words"])
    state = reached(engine, keys, words)
    assert state.snapshot()["prompt"]["kind"] == keys["prompt"]
    for depth, *counts in lines:
        for chance, count in zip(("stop", "all"), counts, strict=True):
            if count != "-" and (engine.name == "rust" or int(count) <= REFERENCE_COUNTS):
                assert state.perft(int(depth), chance=chance) == int(count), (depth, chance)


def test_a_count_is_the_sum_of_those_below(engine: Engine) -> None:
    """At any node of any game, chance or decision; a path that ends sooner counts once."""

    def law(game: Game) -> None:
        for number, state in enumerate(game.nodes(engine)):
            if number % 20 and not state.is_terminal():
                continue
            below = [state.child(action) for action in state.legal_actions()]
            for chance in ("stop", "all"):
                ends = state.is_terminal() or (chance == "stop" and state.is_chance_node())
                counts = [state.perft(depth, chance=chance) for depth in range(3)]
                assert counts[0] == 1
                for depth in (1, 2):
                    under = sum(child.perft(depth - 1, chance=chance) for child in below)
                    assert counts[depth] == (1 if ends else under)

    hold_over_games(engine, law, share=20)


@pytest.mark.parametrize("depth", [-1, 10_001, 2**32, 2**32 + 1, 2**64, 2**64 + 1, -(2**70)])
def test_a_depth_that_cannot_be(engine: Engine, depth: int) -> None:
    state = engine.State.new(2)
    with pytest.raises(ValueError, match=r"^depth: .*0 to 10000"):
        state.perft(depth)
    for wrong in (float(depth), str(depth), depth > 0, None):
        with pytest.raises(TypeError, match="^depth"):
            state.perft(wrong)
    with pytest.raises(ValueError, match="^chance: .*stop"):
        state.perft(1, chance="some")


class Enough(Exception):
    """Raised in the middle of a count."""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no such timer")
def test_a_count_may_be_deeper_than_a_game(engine: Engine) -> None:
    """A whole game has more plies than Python has calls inside each other, and is no reason to fail."""

    def enough(*_: object) -> None:
        raise Enough

    state = engine.State.new(4, "random").resolve_chance(1)
    before = signal.signal(signal.SIGALRM, enough)
    try:
        signal.setitimer(signal.ITIMER_REAL, 2)
        with pytest.raises(Enough):
            state.perft(10_000, chance="all")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_every_prompt_is_counted() -> None:
    prompts = {keys["prompt"] for keys, _, _ in entries()}
    assert len(prompts) == 14 and {keys["players"] for keys, _, _ in entries()} == {"2", "3", "4"}


def test_the_file_is_current() -> None:
    script = TOP / "scripts" / "perft.py"
    done = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
