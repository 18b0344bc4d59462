"""Lines of styled text: what a terminal can show, and blocks side by side."""

import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["Line", "Terminal", "beside", "length", "wrapped"]

Line = list[tuple[str, str]]
"""Pieces of text with their styles; a style is a colour of the game, `dim`, `bold` or nothing."""

# Foreground and background codes of the 256-colour palette, to be read on black and on white. Colour is never the
# only sign of anything.
INK = {
    "building": 137,
    "animal": 70,
    "knowledge": 136,
    "ship": 68,
    "castle": 29,
    "mine": 244,
}
PAPER = {
    "building": "30;48;5;180",
    "animal": "30;48;5;113",
    "knowledge": "30;48;5;221",
    "ship": "30;48;5;75",
    "castle": "97;48;5;22",
    "mine": "30;48;5;249",
}
PLAIN = {"bold": "1", "dim": "2", "mark": "1;7"}
SAMPLE = "╱╲│─▸×"
NARROWEST, WIDEST = 40, 1_000


@dataclass(frozen=True)
class Terminal:
    """What can be shown: columns, colours and characters."""

    width: int
    is_coloured: bool
    is_unicode: bool

    @classmethod
    def of(
        cls, colour: bool | str | None, width: int | str | None, charset: str = "auto"
    ) -> "Terminal":
        """The terminal of the arguments of `render`, the rest from stdout and its environment."""
        if width in (None, "auto"):
            columns = shutil.get_terminal_size((80, 24)).columns if _is_terminal() else 80
            width = min(max(columns, NARROWEST), WIDEST)
        if isinstance(width, bool) or not isinstance(width, int):
            raise TypeError(f"width: {width!r}, expected an integer or 'auto'")
        if not NARROWEST <= width <= WIDEST:
            raise ValueError(f"width: {width}, expected {NARROWEST} to {WIDEST} columns")
        if colour in (None, "auto"):
            colour = (
                _is_terminal()
                and not os.environ.get("NO_COLOR")
                and os.environ.get("TERM") != "dumb"
            )
        if not isinstance(colour, bool):
            raise ValueError(f"colour: {colour!r}, expected True, False or 'auto'")
        if charset not in ("auto", "ascii", "unicode"):
            raise ValueError(f"charset: {charset!r}, expected 'ascii', 'unicode' or 'auto'")
        is_unicode = _can_show(SAMPLE) if charset == "auto" else charset == "unicode"
        return cls(width, colour, is_unicode)

    def text(self, lines: Iterable[Line]) -> str:
        """The lines as one text, without spaces at their ends."""
        return "\n".join(self._painted(_stripped(line)) for line in lines)

    def _painted(self, line: Line) -> str:
        if not self.is_coloured:
            return "".join(text for text, _ in line)
        return "".join(
            f"\x1b[{code}m{text}\x1b[0m" if (code := _code(style)) else text for text, style in line
        )


def _is_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def _can_show(text: str) -> bool:
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _code(style: str) -> str:
    """The escape code of `ship`, `filled ship`, `bold` ..."""
    kind, _, colour = style.rpartition(" ")
    if kind == "filled":
        return PAPER[colour]
    return f"38;5;{INK[colour]}" if colour in INK else PLAIN.get(style, "")


def _stripped(line: Line) -> Line:
    """The line without what cannot be seen at its end."""
    kept = list(line)
    while kept and not kept[-1][1].startswith("filled"):
        text, style = kept.pop()
        if text.rstrip():
            return [*kept, (text.rstrip(), style)]
    return kept


def length(line: Line) -> int:
    """The columns that the line takes."""
    return sum(len(text) for text, _ in line)


def beside(blocks: Sequence[Sequence[Line]], width: int, gap: int = 2) -> list[Line]:
    """Blocks from left to right, as many in a row as fit into the width."""
    made: list[Line] = []
    row: list[Sequence[Line]] = []
    used = 0
    for block in blocks:
        columns = max(map(length, block))
        if row and used + gap + columns > width:
            made += [*_joined(row, gap), []]
            row, used = [], 0
        used += columns + (gap if row else 0)
        row.append(block)
    return made + _joined(row, gap)


def _joined(row: Sequence[Sequence[Line]], gap: int) -> list[Line]:
    widths = [max(map(length, block)) for block in row]
    made = []
    for at in range(max(map(len, row))):
        line: Line = []
        for block, columns in zip(row, widths):
            piece = block[at] if at < len(block) else []
            line += [*piece, (" " * (columns - length(piece) + gap), "")]
        made.append(line)
    return made


def wrapped(label: str, items: Iterable[Line], width: int, gap: str = "  ") -> list[Line]:
    """A label and items after it, on as many lines as they need."""
    indent = len(label) + 1
    made: list[Line] = [[(f"{label} ", "bold")]]
    for item in items:
        line = made[-1]
        is_first = length(line) == indent
        if not is_first and length(line) + len(gap) + length(item) > width:
            made.append([(" " * indent, ""), *item])
        else:
            line += item if is_first else [(gap, ""), *item]
    return made
