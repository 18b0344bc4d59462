"""The pictures in tests/pictures: positions as text and as SVG, to be looked at in review.

python scripts/pictures.py --check    exits with 1 if a picture is another one
python scripts/pictures.py --write    writes them
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import made

TOP = Path(__file__).resolve().parent.parent
FOLDER = TOP / "tests" / "pictures"

STYLES: dict[str, dict[str, Any]] = {
    "ascii": {"colour": False, "width": 80, "charset": "ascii"},
    "unicode": {"colour": False, "width": 80, "charset": "unicode"},
    "ansi": {"colour": True, "width": 80, "charset": "ascii"},
    "wide": {"colour": False, "width": 132, "charset": "unicode"},
    "narrow": {"colour": False, "width": 40, "charset": "ascii", "seat": 0},
}


def positions(state_class: Any) -> dict[str, Any]:
    """States by name, on any engine: the set-up, games in the middle, each unusual prompt, an end."""
    found = {"set_up": state_class.new(3, boards="random")}
    found["two"] = _played(state_class, 2, None, 6, lambda state: _round(state) == "C2")
    found["three"] = _played(state_class, 3, [2, 5, 8], 2, lambda state: _round(state) == "D4")
    found["four"] = _played(state_class, 4, "random", 3, lambda state: _round(state) == "B1")
    for kind in ("ship", "goods", "discard", "castle", "start_castle"):
        boards = "random" if kind == "start_castle" else None
        found[kind] = _played(state_class, 2, boards, 4, _is_at(kind))
    found["over"] = _played(state_class, 2, None, 4, lambda state: False)
    return found


def _round(state: Any) -> str:
    snapshot = state.snapshot()
    return f"{snapshot['phase']}{snapshot['round']}"


def _is_at(kind: str) -> Callable[[Any], bool]:
    return lambda state: state.snapshot()["prompt"]["kind"] == kind


def _played(
    state_class: Any, players: int, boards: Any, seed: int, is_reached: Callable[[Any], bool]
) -> Any:
    """The first decision of a game at which something is reached; whoever can place a tile does."""
    state = state_class.new(players, boards=boards).resolve_chance(seed)
    while not state.is_terminal() and not is_reached(state):
        legal = list(state.legal_actions())
        placing = [action for action in legal if 72 <= action < 405]
        choice = placing[0] if placing else state.sample_action(seed)
        state = state.child(choice).resolve_chance(seed)
    return state


def pictures(state_class: Any) -> Iterator[tuple[str, str]]:
    """Each file's name and text, from the states of an engine."""
    from burgundy.game import Game
    from burgundy.render import render, svg

    for name, state in positions(state_class).items():
        styles = STYLES if name in ("two", "four") else {"ascii": STYLES["ascii"]}
        for style, arguments in styles.items():
            text = render(state, actions=True, **arguments)
            yield f"{name}.{style}.txt", f"{text}\n"
        if name == "three":
            game = Game.from_state(state, seed=1)
            game.play(state.legal_actions()[0])
            yield f"{name}.light.svg", svg(game.state, game.history[0], actions=True, theme="light")
            yield f"{name}.dark.svg", svg(game.state, names=["<Ann & Ben>"] * 3, theme="dark")


def main() -> int:
    """Checks or writes."""
    from burgundy import State

    return made.main(
        __doc__, lambda: {FOLDER / name: text for name, text in pictures(State)}, FOLDER
    )


if __name__ == "__main__":
    sys.exit(main())
