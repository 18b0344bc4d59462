"""The released conformance kit, from fixed games and from the positions of the tests.

python scripts/kit.py --check    exits with 1 if the committed kit is another one
python scripts/kit.py --write    writes it
"""

import gzip
import sys
import tempfile
from pathlib import Path

import made

TOP = Path(__file__).resolve().parent.parent
KIT = TOP / "tests" / "data" / "kit.jsonl.gz"
sys.path.insert(0, str(TOP / "tests"))


def make(path: Path) -> None:
    """Writes the kit."""
    from rare import rare

    from burgundy.engines import load_engine
    from burgundy.kit import write
    from burgundy.lockstep import Plan

    strict = {"purchase_in_effect": False, "decline_effects": False}
    games = [
        Plan(players=2, seed=1, policy="placing"),
        Plan(players=3, boards="random", seed=2, policy="busy", options=strict),
        Plan(players=4, boards=[1, 4, 9, 1], start_castles="choose", seed=3, policy="buying"),
        Plan(players=2, boards=[7, 2], seed=4, options={"tie_break": "most_then_later"}),
    ]
    write(str(path), games, [snapshot for _, snapshot in rare()], load_engine("burgundy"))


def main() -> int:
    """Checks or writes."""
    chosen = made.arguments(__doc__).parse_args()
    if chosen.write:
        KIT.parent.mkdir(exist_ok=True)
        make(KIT)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder) / KIT.name
        make(new)
        if gzip.decompress(new.read_bytes()) == gzip.decompress(KIT.read_bytes()):
            return 0
    print(f"{KIT.relative_to(TOP)} is not current, run scripts/kit.py --write")
    return 1


if __name__ == "__main__":
    sys.exit(main())
