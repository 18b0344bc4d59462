"""Games are the same on every kind of processor: the hot loops of each kind play the same worlds."""

import os
import subprocess
import sys
from pathlib import Path

import commands
import pytest

import burgundy
from burgundy import records
from burgundy._core import build_info
from burgundy.game import Game

KIT = Path(__file__).parent / "data" / "kit.jsonl.gz"

KINDS = ["baseline", "popcnt", "bmi2"]

GAMES = """
import hashlib
import burgundy
from burgundy._core import build_info, simulate

digest = hashlib.sha256()
for players in (2, 3, 4):
    state = burgundy.State.new(players=players, boards="random").resolve_chance(5)
    digest.update(state.to_bytes())
    digest.update(state.playouts(60, seed=players).tobytes())
    digest.update(state.playouts(20, seed=players, policy="light").tobytes())
    digest.update(state.evaluate_actions(5, seed=players).mean.tobytes())
    digest.update(repr(simulate(state, 0, 40, 9)["decisions"]).encode())
    batch = burgundy.Batch(16, players=players, seed=players)
    for _ in range(200):
        batch.step_random()
    batch.step_random(steps=30)
    digest.update(b"".join(state.to_bytes() for state in batch.states()))
print(build_info()["processor"], digest.hexdigest())
"""


def play(kind: str | None) -> subprocess.CompletedProcess[str]:
    environment = {
        name: value for name, value in os.environ.items() if name != "BURGUNDY_PROCESSOR"
    }
    if kind is not None:
        environment["BURGUNDY_PROCESSOR"] = kind
    command = [sys.executable, "-c", GAMES]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_all_kinds_play_the_same_games() -> None:
    found = play(None).stdout.split()
    best = found[0]
    digests = {best: found[1]}
    for kind in KINDS[: KINDS.index(best) + 1]:
        name, digests[kind] = play(kind).stdout.split()
        assert name == kind
    assert len(set(digests.values())) == 1, digests


@pytest.mark.parametrize("kind", ["", "avx512", "BMI2"])
def test_an_unknown_kind_is_refused(kind: str) -> None:
    run = play(kind)
    assert run.returncode == 1
    assert f'ValueError: BURGUNDY_PROCESSOR: "{kind}", expected one of baseline' in run.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["info"],
        ["simulate", "--games", "1"],
        ["simulate", "--games", "4", "--workers", "2"],
        ["perft", "--depth", "1"],
        ["show"],
        ["play", "--bots", "random,random"],
        ["replay", "game.jsonl"],
        ["replay", "game.jsonl", "--verify"],
        ["view", "game.jsonl", "-o", "game.html"],
        ["report", "game.jsonl"],
        ["serve"],
        ["tournament", "random", "light", "--worlds", "1"],
        ["selfplay", "--bot", "light", "--games", "1", "-o", "shards"],
        ["check", "--games", "1"],
        ["check", "--games", "1", "--engine", "burgundy"],
        ["kit", "run", str(KIT)],
        ["kit", "write", "kit.jsonl", "--games", "1"],
    ],
    ids=" ".join,
)
def test_every_command_refuses_it_in_words(arguments: list[str], tmp_path: Path) -> None:
    """As a bad argument, and no command takes it for what an engine answers."""
    game = Game(2, seed=1)
    game.play(game.state.legal_actions()[0])
    records.write(tmp_path / "game.jsonl", [game.record()])
    run = subprocess.run(
        [sys.executable, "-m", "burgundy", *arguments],
        cwd=tmp_path,
        env={**os.environ, "BURGUNDY_PROCESSOR": "avx512"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=commands.PATIENCE,
    )
    words = 'burgundy: BURGUNDY_PROCESSOR: "avx512", expected one of baseline'
    assert run.stderr.startswith(words) and run.stderr.count("\n") == 1, run.stdout + run.stderr
    assert (run.returncode, run.stdout) == (2, "")


def test_the_kind_is_part_of_the_build_info() -> None:
    assert build_info()["processor"] in KINDS
    assert burgundy.State.new(players=2).num_players() == 2
