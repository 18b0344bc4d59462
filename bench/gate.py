"""Instructions per decision against the accepted figures: more than 2% above them fails.

python bench/gate.py [--write]

Instructions are counted by callgrind over the same games each time, so that the count is the same whenever the code and the
compiler are. They are for catching changes; CPU time says what is faster (bench/compare.py). Games that are not the expected
ones fail as well. Where it cannot be counted the reason is printed.
"""

import argparse
import shutil
import subprocess
import tomllib
from pathlib import Path

import builds
from ending import ended

ACCEPTED = Path(__file__).with_name("accepted.toml")
LEVEL = "x86-64-v3"
SLACK = 0.02
HEAD = """\
# Instructions per decision that bench/gate.py accepts, by way of playing and number of players. They are for one compiler and
# one target; `python bench/gate.py --write` counts them anew. Say in the commit why they changed.

"""

Figures = dict[str, dict[str, float]]


def counted(program: Path) -> Figures:
    """Instructions per decision now."""
    figures: Figures = {}
    for row in builds.run_json(program, "instructions"):
        figures.setdefault(row["way"], {})[str(row["players"])] = round(row["per_decision"], 1)
    return figures


def write(figures: Figures) -> None:
    """Makes these the accepted figures."""
    lines = [f'rustc = "{builds.rustc()}"', f'target-cpu = "{LEVEL}"']
    for way, by_players in figures.items():
        lines += ["", f"[{way}]"] + [
            f"{players} = {count}" for players, count in by_players.items()
        ]
    ACCEPTED.write_text(HEAD + "\n".join(lines) + "\n")


def judged(figures: Figures, accepted: Figures) -> tuple[bool, bool]:
    """Prints both; whether one of them is too high, and whether one is so low that it should be written down."""
    worse = better = False
    print(f"{'instructions a decision':28}{'accepted':>10}{'now':>10}{'change':>9}")
    for way, by_players in figures.items():
        for players, count in by_players.items():
            before = accepted[way][players]
            change = count / before - 1
            worse |= change > SLACK
            better |= change < -SLACK
            mark = "  too many" if change > SLACK else "  fewer" if change < -SLACK else ""
            print(
                f"{way + ', ' + players + ' players':28}{before:10.1f}{count:10.1f}{change:+9.1%}{mark}"
            )
    return worse, better


def reason_to_skip() -> str | None:
    """Why instructions cannot be counted here; None where they can."""
    if shutil.which("valgrind") is None:
        return "valgrind is not installed (apt-get install valgrind)"
    return builds.lacks_v3()


def main() -> int:
    """Counts and judges."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true", help="accept what is counted now")
    chosen = parser.parse_args()
    if reason := reason_to_skip():
        print(f"skipped: {reason}")
        return 1 if chosen.write else 0
    program = builds.build(LEVEL)
    if subprocess.run([program, "check"], check=False).returncode:
        return 1
    figures = counted(program)
    if chosen.write:
        write(figures)
        return 0
    accepted = tomllib.loads(ACCEPTED.read_text(encoding="utf-8"))
    worse, better = judged(figures, accepted)
    if accepted["rustc"] != builds.rustc():
        print(f"not judged: accepted with rustc {accepted['rustc']}, this is {builds.rustc()}")
        return 0
    if worse:
        print(f"more than {SLACK:.0%} above what is accepted; if that is worth it: gate.py --write")
    elif better:
        print(f"more than {SLACK:.0%} below what is accepted: gate.py --write keeps the gain")
    return int(worse)


if __name__ == "__main__":
    ended(main)
