"""What each of the 512 action codes means, in tests/data/action_codes.txt.

python scripts/action_codes.py --check    exits with 1 if a code of the file means something else
python scripts/action_codes.py --write    writes it; refused where a code of the same version would change its meaning
"""

import sys
from pathlib import Path

import made

TOP = Path(__file__).resolve().parent.parent
FILE = TOP / "tests" / "data" / "action_codes.txt"
FIELDS = ("die", "depot", "slot", "storage", "space", "good")


def main() -> int:
    """Checks or writes."""
    chosen = made.arguments(__doc__).parse_args()
    new = lines()
    old = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
    if new == old:
        return 0
    # The version is the first line: codes may only be added under it.
    is_breaking = old[:1] == new[:1] and new[: len(old)] != old
    if chosen.check or is_breaking:
        hint = "bump ACTION_VERSION" if is_breaking else "run scripts/action_codes.py --write"
        print(f"{FILE.relative_to(TOP)} differs from the engine's codes: {hint}")
        return 1
    FILE.write_text("".join(f"{line}\n" for line in new), encoding="utf-8")
    return 0


def lines() -> list[str]:
    """The version, then a line a code: kind and parameters, counted from 0 but for goods types and spaces by name."""
    from burgundy import ACTION_VERSION
    from burgundy._core import action_table
    from burgundy.names import SPACES

    made = [f"ACTION_VERSION {ACTION_VERSION}"]
    for code, (kind, *values) in enumerate(action_table()):
        given = {name: value for name, value in zip(FIELDS, values, strict=True) if value >= 0}
        told = [
            f"{name}={SPACES[value] if name == 'space' else value}" for name, value in given.items()
        ]
        made.append(" ".join([f"{code} {kind}", *told]))
    return made


if __name__ == "__main__":
    sys.exit(main())
