"""scripts/curve.py: the curve of strength from the kept result."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import curve

TOP = Path(__file__).parent.parent


def test_the_table_has_every_bot() -> None:
    result = json.loads(curve.RESULT.read_text(encoding="utf-8"))
    table = curve.table(result)
    assert all(f"| `{bot['bot']}` |" in table for bot in result["bots"])
    assert table in (TOP / "docs" / "players.md").read_text(encoding="utf-8")


def test_more_simulations_are_stronger() -> None:
    """What docs/players.md says of the kept result."""
    result = json.loads(curve.RESULT.read_text(encoding="utf-8"))
    rated = {curve.simulations(bot["bot"]): bot["elo"] for bot in result["bots"]}
    counts = sorted(count for count in rated if count)
    assert len(counts) > 2
    assert [rated[count] for count in counts] == sorted(rated[count] for count in counts)


def test_it_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra plot is not installed")
    result = json.loads(curve.RESULT.read_text(encoding="utf-8"))
    curve.draw(result, tmp_path / "strength.svg")
    assert (tmp_path / "strength.svg").read_text(encoding="utf-8").rstrip().endswith("</svg>")
