"""The table of features in docs/arrays.md, made from the engine's own.

python scripts/features_table.py --check    exits with 1 if the committed table is another one
python scripts/features_table.py --write    writes it
"""

import sys
from pathlib import Path

import made
from burgundy.arrays import OBSERVATION_SPEC, observation_size

PAGE = Path(__file__).resolve().parent.parent / "docs" / "arrays.md"
BEGIN, END = "<!-- features table: begin -->\n", "<!-- features table: end -->\n"


def table() -> str:
    """The lines of the table."""
    lines = [
        "| block | shape | start, 2 / 3 / 4 players | meaning | scale |",
        "|---|---|---|---|---|",
    ]
    for at, two in enumerate(OBSERVATION_SPEC[2]):
        three = OBSERVATION_SPEC[3][at]
        shape = [str(a) if a == b else "P" for a, b in zip(two.shape, three.shape, strict=True)]
        starts = " / ".join(str(spec[at].slice.start) for spec in OBSERVATION_SPEC.values())
        lines.append(
            f"| `{two.name}` | {' x '.join(shape)} | {starts} | {two.meaning} | {two.scale} |"
        )
    sizes = " / ".join(str(observation_size(players)) for players in OBSERVATION_SPEC)
    lines.append(f"| | | {sizes} | size | |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Checks or writes."""
    return made.main(__doc__, lambda: {PAGE: with_table(PAGE.read_text(encoding="utf-8"))})


def with_table(text: str) -> str:
    """The page with the table as it is now."""
    before, rest = text.split(BEGIN)
    return before + BEGIN + table() + END + rest.split(END)[1]


if __name__ == "__main__":
    sys.exit(main())
