"""The legal actions of a state by die and kind, and what on the table they are about."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

__all__ = ["Choice", "Marks", "choices", "groups", "marks"]

KINDS = ("take", "place", "sell", "workers", "buy", "goods", "keep", "discard", "start castle")


class Choice(NamedTuple):
    """One legal action or outcome, in words taken apart."""

    action: int
    words: str
    die: str
    """The die's value, `*` for a castle's action, or nothing."""
    kind: str
    """`take`, `place`, `sell`, ...; a chance event's first word."""
    about: str
    """The rest: what is taken from where."""


@dataclass
class Marks:
    """Everything on the table that a legal action is about."""

    spaces: set[str] = field(default_factory=set)
    """Spaces of the seat to act."""
    tiles: set[tuple[str, str]] = field(default_factory=set)
    """Tiles by depot: `("5", "cow3")`, `("black", "k7")`, `("storage", "ship")`."""
    depots: set[str] = field(default_factory=set)
    """Depots whose goods can be taken."""
    goods: set[str] = field(default_factory=set)
    """Goods that can be sold or kept."""


def choices(state: Any) -> list[Choice]:
    """The legal actions or outcomes, in the order of their codes."""
    made = []
    for action in state.legal_actions():
        words = state.action_to_string(action)
        die, colon, rest = words.partition(": ")
        if not colon:
            die, rest = "", words
        if rest.startswith("start castle on "):
            kind, about = "start castle", rest.removeprefix("start castle on ")
        else:
            kind, _, about = rest.partition(" ")
        made.append(Choice(int(action), words, die, kind, about))
    return made


def groups(found: list[Choice]) -> dict[tuple[str, str], list[Choice]]:
    """Choices by die and kind: the dice first, then what needs none, each kind in a fixed order."""

    def rank(choice: Choice) -> tuple[bool, str, int]:
        known = KINDS.index(choice.kind) if choice.kind in KINDS else len(KINDS)
        return not choice.die, choice.die, known

    grouped: dict[tuple[str, str], list[Choice]] = {}
    for choice in sorted(found, key=rank):
        grouped.setdefault((choice.die, choice.kind), []).append(choice)
    return grouped


def marks(state: Any) -> Marks:
    """What the legal actions are about; nothing at a chance node."""
    found = Marks()
    if state.is_chance_node() or state.is_terminal():
        return found
    for choice in choices(state):
        words = choice.about.split()
        if choice.kind in ("take", "buy"):
            found.tiles.add((words[2], words[0]))
        elif choice.kind == "place":
            found.tiles.add(("storage", words[0]))
            found.spaces.add(words[2])
        elif choice.kind == "discard":
            found.tiles.add(("storage", words[0]))
        elif choice.kind == "start castle":
            found.spaces.add(words[0])
        elif choice.kind == "goods":
            found.depots.add(words[1])
        elif choice.kind in ("sell", "keep"):
            found.goods.add(words[0])
    return found
