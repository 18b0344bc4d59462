"""The examples in docs/examples run, and say what they should."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"


def run(name: str, *arguments: str) -> list[str]:
    """The lines that an example prints."""
    command = [sys.executable, "-W", "error", str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_each_example_has_its_test() -> None:
    """All but those that need PyTorch or Ray, which are checked by hand."""
    text = Path(__file__).read_text(encoding="utf-8")
    names = {path.name for path in EXAMPLES.glob("*.py")} - {"maskable_ppo.py", "ray_executor.py"}
    assert all(f'run("{name}"' in text for name in names)


def test_flat_monte_carlo() -> None:
    lines = (EXAMPLES / "flat_monte_carlo.py").read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line and not line.startswith('"""')]) <= 10
    assert re.fullmatch(r"\[\d+, \d+\]", run("flat_monte_carlo.py")[-1])


def test_uct_gives_the_same_on_both_engines() -> None:
    assert run("uct.py", "25") == run("uct.py", "25", "reference")


def test_mcts() -> None:
    """Its search is the one that the guide shows."""
    assert run("mcts.py", "20", "1") in (
        [f"{wins} of 1 games won with 20 iterations a decision"] for wins in (0, 1)
    )
    program = (EXAMPLES / "mcts.py").read_text(encoding="utf-8")
    search = program[program.index("class Node") : program.index("def play(")].strip()
    assert len([line for line in search.splitlines() if line]) <= 45
    assert search in (EXAMPLES.parent / "searching.md").read_text(encoding="utf-8")


def test_common_worlds() -> None:
    """Pairing saves playouts, as far as a small sample tells."""
    ratios = {line[:10].strip(): float(line[10:]) for line in run("common_worlds.py", "30", "400")}
    assert set(ratios) == {"own score", "margin", "win", "two bots"}
    assert all(1.0 < ratios[name] < 1.4 for name in ("own score", "margin", "win"))
    assert 0.8 < ratios["two bots"] < 1.4


def test_pettingzoo_random() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (extra pettingzoo)")
    rewards = sorted(line.split()[1] for line in run("pettingzoo_random.py"))
    assert rewards == ["-0.5", "-0.5", "1.0"]


def test_expectimax() -> None:
    *moves, last = run("expectimax.py")
    values = [float(move.split()[0]) for move in moves]
    assert len(moves) >= 2 and values == sorted(values)[:1] * len(values)
    assert int(last.split()[0]) > 5


def test_training_data(tmp_path: Path) -> None:
    file = tmp_path / "games.npz"
    (line,) = run("training_data.py", str(file), "8")
    with np.load(file) as data:
        assert line == f"{len(data['actions'])} decisions of 8 games"
        masks = np.unpackbits(data["masks"], axis=1)
        assert masks[np.arange(len(masks)), data["actions"]].all()
        assert set(data["returns"]) == {1.0, -1.0}
        assert data["features"].shape == (len(masks), 3469)


def test_training_data_needs_a_file() -> None:
    command = [sys.executable, str(EXAMPLES / "training_data.py")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr == "python training_data.py file.npz [games]: no file was named\n"
