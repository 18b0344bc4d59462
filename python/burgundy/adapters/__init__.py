"""The game in the frameworks that authors already use: one file each, importable with its extra installed.

| module | extra | gives |
|---|---|---|
| `burgundy.adapters.pettingzoo` | `burgundy[pettingzoo]` | a PettingZoo AEC environment, every seat an agent |
| `burgundy.adapters.gymnasium` | `burgundy[gymnasium]` | a Gymnasium environment: one seat against bots |
| `burgundy.adapters.vector` | `burgundy[gymnasium]` | a Gymnasium vector environment over `burgundy.Batch` |
| `burgundy.adapters.open_spiel` | `burgundy[openspiel]` | an OpenSpiel game, n-player and explicitly stochastic |
"""

from typing import Any

from burgundy import position


def missing(adapter: str, needs: str, extra: str) -> ImportError:
    """The error for an adapter whose framework is not installed."""
    return ImportError(
        f"burgundy.adapters.{adapter} needs {needs}, which is not installed; "
        f"install it with: pip install 'burgundy[{extra}]'"
    )


def _due(state: Any) -> str:
    if state.is_terminal():
        return "over"
    return "chance" if state.is_chance_node() else f"seat {state.current_player()} decides"


def summary(state: Any) -> str:
    """A position in a few lines of plain text, for `render`."""
    snapshot = state.snapshot()
    lines = [
        f"{state.num_players()} players, phase {snapshot['phase']} round {snapshot['round']}, {_due(state)}",
        position.of_snapshot(snapshot),
    ]
    for number, (seat, score) in enumerate(zip(snapshot["seats"], state.scores(), strict=True)):
        dice = " ".join(map(str, seat["dice"])) or "none"
        storage = " ".join(seat["storage"]) or "nothing"
        lines.append(
            f"seat {number}: {score} VP, {len(seat['estate'])} of 37 spaces, {seat['silver']} silver, "
            f"{seat['workers']} workers, dice {dice}, stored {storage}"
        )
    return "\n".join(lines)
