"""All measurements of docs/performance.md and of the README, by one command.

python bench/measure.py              writes the pages' tables from bench/measurements.json
python bench/measure.py --check      exits with 1 if a page has other tables, or there is nothing to compare one with
python bench/measure.py --measure    measures first, a quarter of an hour: burgundy-bench for two targets, where instructions
                                     go, and the Python face with its peers; --only engine functions python for a part
"""

import argparse
import datetime
import json
import os
import platform
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import builds
import by_function
import paired
import peers
import python_face
from arguments import positive
from ending import ended

STORE = Path(__file__).with_name("measurements.json")
PAGES = (builds.ROOT / "docs" / "performance.md", builds.ROOT / "README.md")
BLOCK = re.compile(r"(<!-- measured: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
BUILDS: dict[str, tuple[str, dict[str, str]]] = {
    "x86-64-v3": ("x86-64-v3", {}),
    "x86-64": ("x86-64", {}),
    "x86-64, baseline": ("x86-64", builds.BASELINE),
}
"""What burgundy-bench is built for, and the environment that it runs in."""
FUNCTIONS = 25


def revision() -> str:
    """The revision of the sources, and whether they differ from it."""
    return builds.git("describe", "--always", "--dirty").decode().strip()


def machine() -> dict[str, Any]:
    """What it was measured on, and when."""
    text = (
        Path("/proc/cpuinfo").read_text(encoding="utf-8") if Path("/proc/cpuinfo").exists() else ""
    )
    name = re.search(r"model name\s*: (.*)", text)
    return {
        "processor": name[1] if name else platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "rustc": builds.rustc(),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
    }


def measure_engine(rounds: int) -> dict[str, Any]:
    """The table of burgundy-bench by build."""
    programs = {level: builds.build(level) for level, _ in BUILDS.values()}
    return {
        name: builds.run_json(programs[level], "table", "--rounds", rounds, environment=environment)
        for name, (level, environment) in BUILDS.items()
    }


def measure_functions(_: int) -> dict[str, Any]:
    """Instructions of two-player games by function."""
    program = builds.build("x86-64-v3")
    found = {}
    for way in ("path", "playout"):
        decisions, inside, outside = by_function.costs(program, way, 2, 1_000)
        counts = by_function.by_name(program, inside, outside, "function")
        rows = {name: count / decisions for name, count in counts.most_common(FUNCTIONS)}
        total = sum(counts.values()) / decisions
        found[way] = {"rows": rows, "rest": total - sum(rows.values()), "total": total}
    return found


def measure_python(rounds: int) -> dict[str, Any]:
    """The Python face with its peers."""
    folder = peers.default_folder()
    peers.install(folder)
    return python_face.measure(rounds, folder, with_builds=True)


PARTS: dict[str, tuple[Callable[[int], dict[str, Any]], int, tuple[str, ...]]] = {
    "engine": (measure_engine, 25, ("valgrind",)),
    "functions": (measure_functions, 0, tuple(by_function.PACKAGES)),
    "python": (measure_python, 21, ()),
}
"""What is measured, by how many rounds, and the programs that it needs."""


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table with numbers to the right."""
    under = "|".join(["---"] + ["---:"] * (len(head) - 1))
    lines = [f"| {' | '.join(head)} |", f"|{under}|"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows])


def engine_table(stored: dict[str, Any]) -> str:
    """All builds, ways and numbers of players."""
    head = ["build, way, players", "games/s", "ns", "instructions", "decisions", "branching"]
    head += ["filled", "two threads", "by CPU time"]
    rows = []
    for build in BUILDS:
        for row in stored["engine"][build]["rows"]:
            instructions = row["instructions_per_decision"]
            rows.append(
                [
                    f"{build}, {row['way']}, {row['players']}",
                    f"{row['games_per_second']:,.0f}",
                    f"{row['ns_per_decision']:.1f}",
                    f"{instructions:.0f}" if instructions else "",
                    f"{row['decisions_per_game']:.1f}",
                    f"{row['branching']:.2f}",
                    f"{row['filled']:.2f}",
                    f"{row['two_threads']:.2f}",
                    f"{row['two_threads_cpu']:.2f}",
                ]
            )
    found = stored["engine"]["x86-64-v3"]
    copy = f"A state has {found['state_bytes']} bytes and is copied in {found['copy_ns']:.1f} ns."
    return f"{table(head, rows)}\n\n{copy} {where(stored, 'engine')}"


def functions_table(stored: dict[str, Any]) -> str:
    """Where instructions go, both ways beside each other."""
    columns = []
    for way in ("path", "playout"):
        found = stored["functions"][way]
        cells = [[f"`{name}`", f"{count:.1f}"] for name, count in found["rows"].items()]
        cells += [["all others", f"{found['rest']:.1f}"], ["together", f"{found['total']:.1f}"]]
        columns.append(cells)
    rows = [left + right for left, right in zip(*columns)]
    head = ["path", "instructions", "`play_out`", "instructions"]
    return table(head, rows) + "\n\n" + where(stored, "functions")


def calls_table(stored: dict[str, Any]) -> str:
    """Nanoseconds a call."""
    found = stored["python"]
    rows = [
        [f"`{name}`", f"{value:.0f} ns", str(python_face.CALLS[name] or "")]
        for name, value in found["ns a call"].items()
    ]
    targets = {"the call beyond it": "0.5"}
    rows += [
        [f"`playouts(1)`: {name}", f"{value:.2f} µs", targets.get(name, "")]
        for name, value in found["playouts(1), us"].items()
    ]
    return table(["call", "median", "target"], rows)


def loops_table(stored: dict[str, Any]) -> str:
    """Decisions a second, and games a second, with the peers."""
    found = stored["python"]
    rates = found["million decisions/s"]
    names = sorted(rates, key=lambda name: -rates[name])
    rows = [
        [
            name + (f" ({found['peers'][name]})" if name in found["peers"] else ""),
            f"{rates[name]:.3f}",
            str(python_face.LOOPS.get(name) or ""),
            f"{rates['loop in Python'] / rates[name]:.1f}",
        ]
        for name in names
    ]
    games = [[name, f"{value:,.0f}"] for name, value in found["games/s"].items()]
    missing = [f"{name} was not measured: {reason}." for name, reason in found["missing"].items()]
    head = ["loop", "million decisions/s", "target", "the loop in Python makes times as many"]
    parts = [table(head, rows), table(["whole games", "games/s"], games), *missing]
    build = found["build"]
    features = f", {build['features']}" if build["features"] else ""
    parts.append(
        f"CPython {found['python']}, {build['target']}{features}. {where(stored, 'python')}"
    )
    return "\n\n".join(parts)


def ratios_table(stored: dict[str, Any]) -> str:
    """What is lost between builds, languages and threads."""
    rows = [
        [name, f"{paired.Median(**value)}"] for name, value in stored["python"]["ratios"].items()
    ]
    return table(["time of the first over that of the second", "median (95% interval)"], rows)


def readme_table(stored: dict[str, Any]) -> str:
    """Games a second in short."""
    rows = []
    names = {"path": "legal set, choice, checked action", "playout": "`play_out`"}
    for way, name in names.items():
        found = [row for row in stored["engine"]["x86-64-v3"]["rows"] if row["way"] == way]
        speeds = [f"{row['games_per_second']:,.0f}" for row in found]
        instructions = f"{found[0]['instructions_per_decision']:.0f}"
        rows.append([f"Rust, x86-64-v3: {name}", *speeds, instructions])
    games = stored["python"]["games/s"]
    for prefix, name in (
        ("", "Python, as pip installs it: `playouts`"),
        ("baseline: ", "the same on a processor without `popcnt` and `bmi2`"),
    ):
        if f"{prefix}{python_face.SERIES[0]}" in games:
            speeds = [f"{games[prefix + series]:,.0f}" for series in python_face.SERIES]
            rows.append([name, *speeds, ""])
    return table(["games/s", "2 players", "3", "4", "instructions a decision, 2 players"], rows)


def where(stored: dict[str, Any], part: str) -> str:
    """The machine and the time of a part."""
    found = stored[part]["machine"]
    return (
        f"{found['processor']}, {found['cores']} cores, load {found['load']} before it began; rustc {found['rustc']}; "
        f"revision {found['revision']}, {found['date']}."
    )


BLOCKS: dict[str, tuple[tuple[str, ...], Callable[[dict[str, Any]], str]]] = {
    "engine": (("engine",), engine_table),
    "functions": (("functions",), functions_table),
    "calls": (("python",), calls_table),
    "loops": (("python",), loops_table),
    "ratios": (("python",), ratios_table),
    "readme": (("engine", "python"), readme_table),
}
"""For each block of the pages, the parts that it needs and what makes it of them."""


def rendered(page: str, stored: dict[str, Any]) -> str:
    """The page with the tables as they are stored; those of parts that were never measured stay as they are."""

    def block(found: re.Match[str]) -> str:
        parts, make = BLOCKS[found[2]]
        if not stored.keys() >= set(parts):
            return found[0]
        return f"{found[1]}{make(stored)}\n{found[3]}"

    return BLOCK.sub(block, page)


def main() -> int:
    """Measures, and writes or checks the pages."""
    parser = argparse.ArgumentParser(description="All measurements of the pages.")
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--check", action="store_true", help="exit with 1 if a page differs")
    either.add_argument("--measure", action="store_true", help="measure first")
    parser.add_argument(
        "--only", choices=tuple(PARTS), nargs="+", help="measure these (default: all)"
    )
    parser.add_argument("--rounds", type=positive, help="rounds of every part (default: 25 and 21)")
    chosen = parser.parse_args()
    if not chosen.measure and (chosen.only or chosen.rounds):
        parser.error("--only and --rounds: for --measure alone")
    wanted = chosen.only or tuple(PARTS)
    stored = json.loads(STORE.read_text(encoding="utf-8")) if STORE.exists() else {}
    if chosen.measure:
        if reason := by_function.missing(name for part in wanted for name in PARTS[part][2]):
            parser.error(reason)
        # Asked once, since what is measured is kept in a file of the sources.
        measured = revision()
        for part in wanted:
            measure, rounds, _ = PARTS[part]
            about = machine() | {"revision": measured}
            stored[part] = measure(chosen.rounds or rounds) | {"machine": about}
            STORE.write_text(json.dumps(stored, indent=1) + "\n")
    elif lacking := [part for part in PARTS if part not in stored]:
        measure_them = f"python bench/measure.py --measure --only {' '.join(lacking)}"
        print(f"{STORE.name} has nothing of {', '.join(lacking)}: {measure_them}")
        return 1
    stale = 0
    for path in PAGES:
        before = path.read_text(encoding="utf-8")
        after = rendered(before, stored)
        if after != before:
            stale = 1
            if chosen.check:
                print(f"{path.name} has other tables: python bench/measure.py")
            else:
                path.write_text(after, encoding="utf-8")
    return stale if chosen.check else 0


if __name__ == "__main__":
    ended(main)
