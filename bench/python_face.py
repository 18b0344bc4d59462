"""Speed from Python: nanoseconds a call, decisions a second, how far it is from Rust, and other engines in the same run.

python bench/python_face.py [--rounds 15] [--peers FOLDER] [--install-peers] [--no-builds] [--json]

Figures are medians over rounds in which all measurements take turns, by CPU time unless it says otherwise, each round with games of a new
seed. Peers have environments of their own: --install-peers makes them, and what is missing is listed with the commands.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import numpy
import tqdm

import builds
import burgundy
import paired
import peers
from arguments import positive
from ending import ended
from worker import Missing, Together, Worker

CALLS = {
    "child": 200,
    "legal_actions": 300,
    "legal_actions_mask(out)": 150,
    "observation_into(out)": 1000,
    "resolve_chance, no event": None,
    "hash": None,
}
"""Calls with their targets in nanoseconds."""
LOOPS = {
    "loop in Python": 1.0,
    "Batch(1024)": 8.0,
    "Batch(1024), 16 steps a call": None,
    "Batch(1024), masks": None,
    "Batch(1024), masks and observations": 2.0,
    "Batch(64), masks and observations": None,
    "Batch(1024), all arrays": None,
    "through OpenSpiel": None,
    "reference": None,
}
"""Loops with their targets in million decisions a second."""
SERIES = tuple(f"playouts, {players} players" for players in (2, 3, 4))

THREADS = ("one thread", "two threads")
PROCESSES = "two processes"
TOGETHER = (*THREADS, PROCESSES)
"""What is timed by the wall clock too. Processes share nothing, so that they show what a machine gives to two at once."""


class Bench:
    """Everything that is measured, under the names of the tables, and why the rest is not; its workers end with the block."""

    def __init__(self) -> None:
        self.works: dict[str, paired.Work] = {}
        self.missing: dict[str, str] = {}
        self.workers: list[Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.close()

    def start(
        self, python: Path | str, module: str, environment: Mapping[str, str] | None = None
    ) -> Worker:
        """A worker more."""
        self.workers.append(Worker(Path(python), module, environment))
        return self.workers[-1]

    def add(self, name: str, worker: Worker | Together, loop: str, wall: bool = False) -> None:
        """A loop of a worker, or of several at once."""

        def work(seed: int) -> paired.Reading:
            timing = worker.time(loop, seed)
            return paired.Reading(timing.pieces, timing.wall if wall else timing.cpu)

        def known(seed: int) -> paired.Reading:
            try:
                return work(seed)
            except Missing as error:
                raise SystemExit(f"{name}: {error}") from None

        try:
            work(0)
        except Missing as error:
            self.missing[name] = str(error)
        else:
            self.works[name] = known

    def add_rust(self, name: str, program: Path, players: int, games: int) -> None:
        """Playouts of burgundy-bench, in games."""

        def work(seed: int) -> paired.Reading:
            found = builds.run_json(program, "playout", players, games, seed)
            return paired.Reading(games, found["cpu_ns"])

        self.works[name] = work


def package_for_v3() -> Path:
    """The package as a build for x86-64-v3 makes it, in a folder of its own."""
    folder = builds.target_folder("x86-64-v3") / "package"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--upgrade"]
    command = [*pip, f"--target={folder}", str(builds.ROOT)]
    subprocess.run(command, check=True, env=builds.environment("x86-64-v3"))
    return folder


def add_own(bench: Bench, own: Worker, other: Worker) -> None:
    """The face of the installed package; `other` is there for what two processes do at once."""
    for name in [*CALLS, "(an empty call)", "playouts(1)", "playouts(n)", *LOOPS, *SERIES]:
        bench.add(name, own, name)
    bench.add("reference, games", own, "reference, games")
    for name in TOGETHER:
        worker = Together(own, other) if name == PROCESSES else own
        bench.add(name, worker, name, wall=True)
        bench.add(f"{name}, CPU", worker, name)


def add_builds(bench: Bench, info: dict[str, str]) -> None:
    """The same games from Rust and by builds for another processor."""
    # burgundy-bench chooses among its loops as the package does.
    level = "x86-64-v3" if "bmi2" in info["features"] else "x86-64"
    program = builds.build(level)
    for players, name in zip((2, 3, 4), SERIES):
        bench.add_rust(f"Rust: {name}", program, players, 5_000)
    if reason := builds.lacks_v3():
        bench.missing["v3"] = reason
    else:
        folder = package_for_v3()
        paths = [str(folder), os.environ.get("PYTHONPATH", "")]
        environment = {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
        worker = bench.start(sys.executable, "own_loops", environment)
        for name in SERIES:
            bench.add(f"v3: {name}", worker, name)
    if "processor" in info:
        worker = bench.start(sys.executable, "own_loops", builds.BASELINE)
        for name in SERIES:
            bench.add(f"baseline: {name}", worker, name)
    else:
        bench.missing["baseline"] = "the binding has one path, the one that is measured"


def add_adapter(bench: Bench, folder: Path) -> None:
    """This game through OpenSpiel, in the peer's environment if it is not in this one."""
    name = "through OpenSpiel"
    open_spiel = next(peer for peer in peers.PEERS if peer.package == "open_spiel")
    python = open_spiel.find(folder)
    if name in bench.works or python is None:
        return
    own = {str(Path(module.__file__ or "").parent.parent) for module in (burgundy, numpy, tqdm)}
    worker = bench.start(python, "own_loops", {"PYTHONPATH": os.pathsep.join(sorted(own))})
    bench.missing.pop(name)
    bench.add(name, worker, name)


def add_peers(bench: Bench, folder: Path) -> dict[str, str]:
    """Loops of the peers that are installed, with their versions."""
    add_adapter(bench, folder)
    versions = {}
    for peer in peers.PEERS:
        python = peer.find(folder)
        if python is None:
            commands = " && ".join(" ".join(command) for command in peer.pip(folder))
            bench.missing[peer.name] = f"not installed: {commands}"
            continue
        versions[peer.name] = f"{peer.package} {peers.version(peer, python)}, {peer.note}"
        worker = bench.start(python, "peer_loops")
        for name in (peer.name, f"{peer.name}, in place"):
            bench.add(name, worker, name)
        if peer.name in ("OpenSpiel backgammon", "catanatron"):
            bench.add(f"{peer.name}, games", worker, f"{peer.name}, games")
    return versions


def tables(found: dict[str, list[float]]) -> dict[str, Any]:
    """What the readings come to."""
    median = {name: paired.median(values).value for name, values in found.items()}
    empty = median["(an empty call)"]
    overhead = [one - many for one, many in zip(found["playouts(1)"], found["playouts(n)"])]
    ratios: dict[str, Any] = {}
    for name in SERIES:
        for other, label in (
            (f"Rust: {name}", f"{name}: Python against Rust"),
            (f"v3: {name}", f"{name}: as pip installs it against a build for x86-64-v3"),
        ):
            if other in found:
                ratios[label] = paired.ratio(found[name], found[other])._asdict()
        if f"baseline: {name}" in found:
            baseline = paired.ratio(found[f"baseline: {name}"], found[name])
            ratios[f"{name}: loops for any x86-64 against those for bmi2"] = baseline._asdict()
    one = found["one thread, CPU"]
    for name in (THREADS[1], PROCESSES):
        two = paired.ratio(found["one thread"], found[name])
        ratios[f"playouts, 2 players: one thread against {name}, wall clock"] = two._asdict()
        # CPU time is summed, so that it says what is lost where other work takes the second core.
        two = paired.ratio([2 * ns for ns in one], found[f"{name}, CPU"])
        ratios[f"playouts, 2 players: one thread against {name}, twice the CPU time"] = (
            two._asdict()
        )
    two = paired.ratio(found[f"{THREADS[1]}, CPU"], found[f"{PROCESSES}, CPU"])
    ratios["playouts, 2 players: two threads against two processes, CPU time"] = two._asdict()
    games = [name for name in found if "playouts, " in name or name.endswith(", games")]
    known = {*CALLS, *games, "playouts(1)", "playouts(n)", "(an empty call)"}
    known.update(name for name in found if name.startswith(TOGETHER))
    return {
        "ns a call": {name: median[name] - empty for name in CALLS},
        "playouts(1), us": {
            "a call at mid-game": median["playouts(1)"] / 1e3,
            "the playout itself": median["playouts(n)"] / 1e3,
            "the call beyond it": paired.median(overhead).value / 1e3,
        },
        "million decisions/s": {name: 1e3 / median[name] for name in found if name not in known},
        "games/s": {name: 1e9 / median[name] for name in games},
        "ratios": ratios,
    }


def measure(rounds: int, folder: Path, with_builds: bool) -> dict[str, Any]:
    """All tables."""
    with Bench() as bench:
        own, other = (bench.start(sys.executable, "own_loops") for _ in range(2))
        try:
            info = own.ask("build", 0)
        except Missing as error:
            raise SystemExit(f"burgundy: {error}") from None
        add_own(bench, own, other)
        if with_builds:
            add_builds(bench, info)
        versions = add_peers(bench, folder)
        found = tables(paired.in_turns(bench.works, rounds))
    python = ".".join(map(str, sys.version_info[:3]))
    head = {"build": info, "python": python, "rounds": rounds, "peers": versions}
    return head | found | {"missing": bench.missing}


def print_tables(found: dict[str, Any]) -> None:
    """The tables as text."""
    build = found["build"]
    features = f" ({build['features']})" if build["features"] else ""
    print(
        f"burgundy {build['version']}, {build['profile']}, {build['target']}{features}, CPython {found['python']}"
    )
    print(f"medians of {found['rounds']} rounds, CPU time, one core\n")
    print(f"{'ns a call':42}{'median':>10}{'target':>10}")
    for name, value in found["ns a call"].items():
        print(f"{name:42}{value:10.0f}{CALLS[name] or '':>10}")
    print(f"\n{'playouts(n=1) from mid-game, us':42}{'median':>10}{'target':>10}")
    for name, value in found["playouts(1), us"].items():
        print(f"{name:42}{value:10.2f}{0.5 if 'beyond' in name else '':>10}")
    print(f"\n{'million decisions/s':42}{'median':>10}{'target':>10}{'ratio':>10}")
    rates = found["million decisions/s"]
    for name, value in sorted(rates.items(), key=lambda pair: -pair[1]):
        ratio = rates["loop in Python"] / value
        print(f"{name:42}{value:10.3f}{LOOPS.get(name) or '':>10}{ratio:10.1f}")
    print("ratio: how many times as many decisions the loop in Python makes")
    print(f"\n{'games/s':42}{'median':>10}")
    for name, value in found["games/s"].items():
        print(f"{name:42}{value:10,.0f}")
    print(f"\n{'time of the first over that of the second':70}{'median (95% interval)':>25}")
    for name, value in found["ratios"].items():
        print(f"{name:70}{paired.Median(**value)!s:>25}")
    print()
    for name, value in found["peers"].items():
        print(f"{name}: {value}")
    for name, reason in found["missing"].items():
        print(f"{name} is not measured: {reason}")


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Speed from Python, beside other engines.")
    parser.add_argument(
        "--rounds",
        type=positive,
        default=15,
        help="an interval takes 6 at least to hold 95%% (default: 15)",
    )
    parser.add_argument("--peers", type=Path, help="folder with an environment for each peer")
    parser.add_argument("--install-peers", action="store_true", help="make those that are missing")
    parser.add_argument("--no-builds", action="store_true", help="no comparison with other builds")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    chosen = parser.parse_args()
    folder = (chosen.peers or peers.default_folder()).absolute()
    if chosen.install_peers:
        peers.install(folder)
    with_builds = not chosen.no_builds and shutil.which("cargo") is not None
    found = measure(chosen.rounds, folder, with_builds)
    if chosen.json:
        print(json.dumps(found))
    else:
        print_tables(found)


if __name__ == "__main__":
    ended(main)
