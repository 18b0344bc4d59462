"""What the parts of a picture share: sizes, the position, and what the last step touched."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from burgundy.render.choices import Marks

__all__ = ["BOARD_HEIGHT", "BOARD_WIDTH", "GAP", "SEAT_HEIGHT", "SEAT_WIDTH", "Last", "Table"]

GAP = 14
SEAT_WIDTH = 404
SEAT_HEIGHT = 450
BOARD_WIDTH = 2 * SEAT_WIDTH + GAP
BOARD_HEIGHT = 284


@dataclass
class Last:
    """What the last step touched, from its events."""

    words: str = ""
    spaces: set[tuple[int, str]] = field(default_factory=set)
    stored: set[tuple[int, str]] = field(default_factory=set)
    depots: set[str] = field(default_factory=set)
    seats: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, step: Any) -> "Last":
        """Of a step of a game, or of none."""
        found = cls()
        if step is None:
            return found
        actor = step.state.current_player()
        found.words = step.words if actor < 0 else f"seat {actor}: {step.words}"
        for event in step.state.explain(step.action):
            seat = event.get("seat")
            if event["event"] == "place":
                found.spaces.add((seat, event["space"]))
            elif event["event"] == "store":
                found.stored.add((seat, event["tile"]))
            elif event["event"] in ("take", "buy", "take_goods", "draw", "put_goods"):
                found.depots.add(str(event["depot"]))
            elif event["event"] in ("sell", "roll"):
                found.seats.add(seat)
        return found


@dataclass
class Table:
    """A position with everything that is to be shown beside it."""

    state: Any
    snapshot: Mapping[str, Any]
    marks: Marks
    last: Last
    names: Sequence[str] | None

    def due(self) -> str:
        """What happens next, and who decides it."""
        state, prompt = self.state, self.snapshot["prompt"]
        if state.is_terminal():
            return "the game is over, seat " + ", ".join(map(str, state.ranking()))
        if state.is_chance_node():
            return f"chance: {prompt['event']}"
        return f"seat {state.current_player()} decides: {prompt['kind'].replace('_', ' ')}"
