"""The golden playthroughs are what both engines play."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent


@pytest.mark.parametrize("name", ["burgundy", "burgundy.reference"])
def test_playthroughs_are_current(name: str) -> None:
    script = TOP / "scripts" / "playthroughs.py"
    command = [sys.executable, str(script), "--check", "--engine", name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_is_one_for_each_number_of_players() -> None:
    files = (TOP / "tests" / "data" / "playthroughs").glob("*.txt")
    texts = [file.read_text(encoding="utf-8") for file in files]
    for players in (2, 3, 4):
        assert sum(f"\nplayers: {players}\n" in text for text in texts) == 1
    assert all("game_over" in text for text in texts)
