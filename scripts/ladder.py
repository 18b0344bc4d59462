"""The README's ladder: how strong the bots are, as bench/ladder.toml has them play.

python scripts/ladder.py                     prints the table of bench/ladder.json
python scripts/ladder.py --play FOLDER       plays what is not in the folder's result files yet, and writes bench/ladder.json
python scripts/ladder.py --check             exits with 1 if the README has another table
python scripts/ladder.py --write             writes the table into the README
"""

import argparse
import json
import os
import platform
import sys
import tomllib
from pathlib import Path
from typing import Any

TOP = Path(__file__).resolve().parent.parent
README = TOP / "README.md"
SETTINGS = TOP / "bench" / "ladder.toml"
RESULT = TOP / "bench" / "ladder.json"
BEGIN, END = "<!-- ladder: begin -->", "<!-- ladder: end -->"


def read(settings: Path) -> dict[str, Any]:
    """What is to be played; `ValueError` for a file that does not say so."""
    with open(settings, "rb") as file:
        found = tomllib.load(file)
    try:
        ladder = {
            "players": int(found["players"]),
            "seed": int(found["seed"]),
            "bots": [(str(bot["name"]), int(bot["worlds"])) for bot in found["bot"]],
        }
    except (KeyError, TypeError) as error:
        expected = "players, seed and bots with name and worlds"
        raise ValueError(f"{settings}: {error!r}, expected {expected}") from None
    return ladder


def play(ladder: dict[str, Any], folder: Path, executor: str | None, workers: int | None) -> Any:
    """The result: for each bot its games against itself, against random and against the one before."""
    from burgundy.arena import Settings, run

    folder.mkdir(parents=True, exist_ok=True)
    given = {"players": ladder["players"], "seed": ladder["seed"]}
    rows: list[dict[str, Any]] = []
    header: dict[str, Any] = {}
    for number, (name, worlds) in enumerate(ladder["bots"]):
        alone = Settings(bots=(name,), controls=True, **given)
        header = alone.header()
        jobs = [("alone", alone)]
        if number:
            jobs.append(("before", Settings(bots=(name, ladder["bots"][number - 1][0]), **given)))
        row: dict[str, Any] = {"bot": name, "worlds": worlds}
        for kind, settings in jobs:
            print(f"{name}: {kind}, {worlds} worlds", file=sys.stderr)
            out = folder / f"{number:02}-{kind}.jsonl"
            standings = run(settings, worlds, out=out, executor=executor, workers=workers)
            if standings.worlds < worlds:
                raise KeyboardInterrupt
            summary = standings.summary()
            if kind == "alone":
                for control in summary["controls"]:
                    row[control["kind"]] = control
            else:
                row["before"] = next(bot for bot in summary["bots"] if bot["bot"] == name)
                row["before"]["elo_above"] = _above(settings, standings)
        rows.append(row)
    return {
        "versions": header["versions"],
        "data": header["data"],
        "machine": {"system": platform.system(), "processor": platform.machine()},
        **{key: ladder[key] for key in ("players", "seed")},
        "bots": rows,
    }


def _above(settings: Any, standings: Any) -> list[float]:
    """By how many Elo points the first bot is above the second one: the value and its interval."""
    first, second = (standings.bots[name].rating for name in settings.bots)
    # The mean of two ratings is 0, in every draw of the bootstrap as well, so that the difference is twice the first.
    assert abs(first.elo + second.elo) < 1e-6
    return [round(2 * value, 1) for value in (first.elo, first.low, first.high)]


def table(result: dict[str, Any]) -> str:
    """The table as Markdown."""
    lines = [
        "| bot | CPU ms a move | VP against itself | beats random | beats the one before | Elo above it |",
        "|---|---|---|---|---|---|",
    ]
    for row in result["bots"]:
        mirror, sanity, before = (row.get(kind) for kind in ("mirror", "sanity", "before"))
        cells = [
            f"`{row['bot']}`",
            f"{1000 * mirror['cpu_seconds_a_move']:.3g}",
            f"{mirror['score']:.1f} ± {mirror['score_error']:.1f}",
            "" if sanity is None else _share(sanity),
            "" if before is None else _share(before),
            "" if before is None else "{:.0f} ({:.0f} to {:.0f})".format(*before["elo_above"]),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _share(found: dict[str, Any]) -> str:
    low, high = found["win_interval"]
    return f"{found['wins'] / found['games']:.1%} ({low:.1%} to {high:.1%}) of {found['games']:,}"


def with_table(readme: str, result: dict[str, Any]) -> str:
    """The README's text with the table of the result."""
    before, rest = readme.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{table(result)}\n{END}{after}"


def main() -> int:
    """Prints, plays, checks or writes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--check", action="store_true", help="exit with 1 if the README differs")
    either.add_argument("--write", action="store_true", help="write it into the README")
    either.add_argument("--play", type=Path, metavar="FOLDER", help="where result files are kept")
    parser.add_argument("--settings", type=Path, default=SETTINGS, metavar="FILE")
    parser.add_argument("--result", type=Path, default=RESULT, metavar="FILE")
    parser.add_argument("--executor", help="as in burgundy tournament")
    parser.add_argument("--workers", type=int, help="as in burgundy tournament")
    chosen = parser.parse_args()
    if chosen.play is not None:
        try:
            ladder = read(chosen.settings)
            result = play(ladder, chosen.play, chosen.executor, chosen.workers)
        except KeyboardInterrupt:
            print("broken off; the same command goes on", file=sys.stderr)
            return 130
        part = chosen.result.with_suffix(".part")
        part.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
        os.replace(part, chosen.result)
    result = json.loads(chosen.result.read_text(encoding="utf-8"))
    if not (chosen.check or chosen.write):
        print(table(result))
        return 0
    old = README.read_text(encoding="utf-8")
    new = with_table(old, result)
    if chosen.write:
        README.write_text(new, encoding="utf-8")
    elif old != new:
        print(
            "README.md: the ladder is not that of bench/ladder.json, run scripts/ladder.py --write"
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
