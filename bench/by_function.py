"""Where the instructions of a decision go, by function, file or line of the engine; inlined code counts where it was written.

python bench/by_function.py [--way playout] [--players 2] [--games 500] [--by function|file|line] [--top 25] [--json]

Callgrind counts by address, addr2line says which functions were inlined there, and the innermost one of the engine has it: a loop
of the standard library counts for the function that wrote the loop. Line "?" is code that the compiler made of several lines.
Needs valgrind and binutils.
"""

import argparse
import json
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import builds
from arguments import positive
from ending import ended

ENGINE = "rust/burgundy/src/"
PACKAGES = {"valgrind": "valgrind", "addr2line": "binutils"}
"""The packages of the programs that are needed."""
IMPL = re.compile(r"<impl .*?>::|<.*? as .*?>::|::\{\{closure\}\}")


class Place(NamedTuple):
    """Where code was written."""

    function: str
    file: str
    line: str

    def named(self, by: str) -> str:
        """The name to add up under."""
        if by == "file" or not self.line:
            return self.file
        return f"{self.file}: {self.function}" if by == "function" else f"{self.file}:{self.line}"


def missing(programs: Iterable[str] = PACKAGES) -> str | None:
    """The program that is needed and not installed; None if all are there."""
    for program in programs:
        if shutil.which(program) is None:
            return f"{program} is not installed (apt-get install {PACKAGES[program]})"
    return None


def costs(
    program: Path, way: str, players: int, games: int
) -> tuple[int, Counter[str], Counter[str]]:
    """Decisions of `games` games, and their instructions by address in the program and by function outside of it.

    They are what a longer run has beyond a shorter one, so that reading the data is left out.
    """
    few, before, outside_before = run(program, way, players, 100)
    many, inside, outside = run(program, way, players, 100 + games)
    return many - few, inside - before, outside - outside_before


def run(
    program: Path, way: str, players: int, games: int
) -> tuple[int, Counter[str], Counter[str]]:
    """Decisions and instructions of a whole run."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind.out"
        valgrind = ["valgrind", "--tool=callgrind", "--dump-instr=yes", "--compress-pos=no"]
        valgrind += ["--compress-strings=no", f"--callgrind-out-file={out}", str(program)]
        command = [*valgrind, way, str(players), str(games), "1", "--json"]
        ran = subprocess.run(command, check=False, capture_output=True, text=True)
        if ran.returncode:  # valgrind lacks instructions of some levels, say
            raise SystemExit(f"{ran.stderr}{' '.join(command)} failed")
        inside, outside = read(out.read_text(encoding="utf-8").splitlines(), str(program))
    return json.loads(ran.stdout)["decisions"], inside, outside


def read(lines: Iterable[str], program: str) -> tuple[Counter[str], Counter[str]]:
    """Instructions by address in the program, and by function in libraries."""
    inside: Counter[str] = Counter()
    outside: Counter[str] = Counter()
    library, function, of_a_call = "", "", False
    for line in lines:
        if line.startswith("ob="):
            library = line[3:]
        elif line.startswith("fn="):
            function = line[3:]
        elif line.startswith("calls="):
            of_a_call = True
        elif line.startswith("0x"):
            address, _, count = line.split()
            # The line after a call has what was spent in what is called, which is counted there.
            if not of_a_call:
                where, name = (inside, address) if library == program else (outside, function)
                where[name] += int(count)
            of_a_call = False
    return inside, outside


def places(program: Path, addresses: Iterable[str]) -> Iterator[tuple[str, Place]]:
    """For each address the innermost function of the engine that is inlined there, or else the outermost function."""
    command = ["addr2line", "-a", "-i", "-f", "-C", "-e", str(program)]
    ran = subprocess.run(
        command, input="\n".join(addresses), check=True, capture_output=True, text=True
    )
    for block in re.split(r"^0x", ran.stdout, flags=re.MULTILINE)[1:]:
        address, *frames = block.splitlines()
        pairs = list(zip(frames[::2], frames[1::2]))
        own = next((pair for pair in pairs if ENGINE in pair[1]), None)
        yield f"{int(address, 16):#x}", place(*own) if own else Place("", outer(pairs[-1][0]), "")


def place(function: str, at: str) -> Place:
    """A frame of the engine."""
    file, line = at.split(ENGINE)[1].split(" ")[0].rsplit(":", 1)
    return Place(IMPL.sub("", function).split("::")[-1], file.removesuffix(".rs"), line)


def outer(function: str) -> str:
    """A function beside the engine: the bench's loop, or the standard library."""
    return f"({IMPL.sub('', function).split('::')[0]})"


def by_name(program: Path, inside: Counter[str], outside: Counter[str], by: str) -> Counter[str]:
    """Instructions under the names that are asked for."""
    found: Counter[str] = Counter()
    for address, where in places(program, inside):
        found[where.named(by)] += inside[address]
    for function, count in outside.items():
        found[f"(libc: {function})"] += count
    return found


def main() -> int:
    """Counts and prints."""
    parser = argparse.ArgumentParser(description="Where the instructions of a decision go.")
    parser.add_argument("--way", choices=("path", "playout"), default="playout")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--games", type=positive, default=500)
    parser.add_argument("--by", choices=("function", "file", "line"), default="function")
    parser.add_argument("--top", type=positive, default=25, help="rows to print (default: 25)")
    parser.add_argument("--level", choices=builds.LEVELS, default="x86-64-v3")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    chosen = parser.parse_args()
    if reason := missing():
        parser.error(reason)
    program = builds.build(chosen.level)
    decisions, inside, outside = costs(program, chosen.way, chosen.players, chosen.games)
    found = by_name(program, inside, outside, chosen.by)
    total = sum(found.values())
    rows = {name: count / decisions for name, count in found.most_common(chosen.top)}
    rest = (total - sum(found[name] for name in rows)) / decisions
    if chosen.json:
        print(json.dumps({"rows": rows, "rest": rest, "total": total / decisions}))
        return 0
    print(f"{chosen.way}, {chosen.players} players, {chosen.level}: instructions a decision")
    for name, count in [*rows.items(), ("(all others)", rest), ("together", total / decisions)]:
        print(f"{name:45}{count:9.1f}{count * decisions / total:8.1%}")
    return 0


if __name__ == "__main__":
    ended(main)
