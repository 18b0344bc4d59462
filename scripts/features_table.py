"""The table of features in docs/arrays.md, made from the engine's own.

python scripts/features_table.py --check    exits with 1 if the committed table is another one
python scripts/features_table.py --write    writes it
"""

import argparse
import sys
from pathlib import Path

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
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    either = parser.add_mutually_exclusive_group(required=True)
    either.add_argument("--check", action="store_true", help="exit with 1 if the table differs")
    either.add_argument("--write", action="store_true", help="write the table")
    chosen = parser.parse_args()
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    new = before + BEGIN + table() + END + rest.split(END)[1]
    if chosen.write:
        PAGE.write_text(new, encoding="utf-8")
    elif new != text:
        print("docs/arrays.md is not current, run scripts/features_table.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
