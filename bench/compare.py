"""Two builds in one paired run: CPU time of the same fresh games, and instructions.

python bench/compare.py A B [--level x86-64-v3] [--way playout] [--players 2 3 4] [--rounds 31] [--games 10000] [--json]

A and B are revisions, folders with a checkout (`.` for this one with its changes) or executables burgundy-bench. Below 1 B is faster.
"""

import argparse
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import builds
import paired
from arguments import positive
from ending import ended


def series(program: Path, way: str, players: int, games: int, digests: list[str]) -> paired.Work:
    """Fresh games of a seed by this executable; puts down what they add up to."""

    def work(seed: int) -> paired.Reading:
        found = builds.run_json(program, way, players, games, seed)
        digests.append(found["digest"])
        return paired.Reading(found["decisions"], found["cpu_ns"])

    return work


def compared(
    programs: list[Path], way: str, players: int, rounds: int, games: int
) -> dict[str, Any]:
    """One way and number of players on both builds."""
    digests: dict[str, list[str]] = {"A": [], "B": []}
    works = {
        name: series(program, way, players, games, digests[name])
        for name, program in zip("AB", programs)
    }
    found = paired.in_turns(works, rounds)
    return {
        "way": way,
        "players": players,
        "A": paired.median(found["A"]).value,
        "B": paired.median(found["B"]).value,
        "ratio": paired.ratio(found["B"], found["A"])._asdict(),
        "same_games": digests["A"] == digests["B"],
    }


def with_instructions(rows: list[dict[str, Any]], programs: list[Path]) -> None:
    """Adds instructions per decision of both builds."""
    counts = [
        {
            (row["way"], row["players"]): row["per_decision"]
            for row in builds.run_json(program, "instructions")
        }
        for program in programs
    ]
    for row in rows:
        for name, found in zip("AB", counts):
            row[f"instructions {name}"] = found[row["way"], row["players"]]


def print_rows(rows: list[dict[str, Any]]) -> None:
    """The rows as a table."""
    print(f"{'':20}{'ns/decision':>18}{'':27}{'instructions/decision':>26}")
    print(f"{'':20}{'A':>9}{'B':>9}  {'B/A (95% interval)':25}{'A':>10}{'B':>8}{'B/A':>8}")
    for row in rows:
        line = f"{row['way']:8}{row['players']} players  {row['A']:9.2f}{row['B']:9.2f}  {paired.Median(**row['ratio'])!s:25}"
        if "instructions A" in row:
            a, b = row["instructions A"], row["instructions B"]
            line += f"{a:10.1f}{b:8.1f}{b / a:8.3f}"
        print(line + ("" if row["same_games"] else "  other games!"))


def main() -> int:
    """Compares; fails where the games differ."""
    parser = argparse.ArgumentParser(description="Two builds in one paired run.")
    parser.add_argument("a", metavar="A", help="revision, folder or executable")
    parser.add_argument("b", metavar="B", help="the same; . is this checkout")
    parser.add_argument("--level", choices=builds.LEVELS, default="x86-64-v3", help="what to build")
    parser.add_argument(
        "--way", choices=("path", "playout"), nargs="+", default=["path", "playout"]
    )
    parser.add_argument("--players", type=int, choices=(2, 3, 4), nargs="+", default=[2, 3, 4])
    rounds = "pairs of readings; the interval takes 6 at least to hold 95%% (default: 31)"
    parser.add_argument("--rounds", type=positive, default=31, help=rounds)
    games = "games of a reading (default: 10000)"
    parser.add_argument("--games", type=positive, default=10_000, help=games)
    parser.add_argument("--json", action="store_true", help="print one JSON array instead")
    chosen = parser.parse_args()
    programs = [builds.executable(name, chosen.level) for name in (chosen.a, chosen.b)]
    rows = [
        compared(programs, way, players, chosen.rounds, chosen.games)
        for way in chosen.way
        for players in chosen.players
    ]
    if shutil.which("valgrind"):
        try:
            with_instructions(rows, programs)
        except SystemExit as error:  # valgrind lacks instructions of some levels; the times stay
            print(f"instructions are not counted: {error}", file=sys.stderr)
    else:
        print("instructions are not counted: valgrind is not installed", file=sys.stderr)
    if chosen.json:
        print(json.dumps(rows))
    else:
        print_rows(rows)
    return int(not all(row["same_games"] for row in rows))


if __name__ == "__main__":
    ended(main)
