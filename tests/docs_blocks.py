"""The fenced blocks of a page of Markdown, and how those that are code run.

| fence | |
|---|---|
| `python` | runs as a program; a block `output` after it is what it prints |
| `console` | `$ ` begins a command, what follows is what it prints |
| `sh` | commands |

Output is compared line by line, spaces at line ends aside; `...` on a line of its own stands for any lines,
within a line for any text. The blocks of a page run in order in one folder, so that a later one finds the files of an earlier
one. A block with `<!-- not run: reason -->` above it does not run. Other fences are text.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FENCE = re.compile(r"^(`{3,}|:{3,})(\S*)[^\n]*\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
NOT_RUN = re.compile(r"<!-- not run: (.+) -->\s*$")
LANGUAGES = ("python", "console", "sh")
SHELL = shutil.which("bash")
# The command of the interpreter that runs the tests, wherever its scripts are.
PROLOGUE = """
python() { "$PYTHON" "$@"; }
burgundy() { "$PYTHON" -m burgundy "$@"; }
"""


class Block(NamedTuple):
    """A fenced block of code."""

    line: int
    language: str
    text: str
    output: str | None
    """What it prints, where the page tells."""
    reason: str | None
    """Why it does not run, if it does not."""


def blocks(text: str) -> list[Block]:
    """The blocks of code of a page, in order."""
    found: list[Block] = []
    for match in FENCE.finditer(text):
        _, language, inside = match.groups()
        line = text.count("\n", 0, match.start()) + 1
        if language == "output":
            between = text[: match.start()].rstrip().endswith("```")
            assert found and between and found[-1].language == "python", (
                f"line {line}: output of what"
            )
            found[-1] = found[-1]._replace(output=inside)
        elif language in LANGUAGES:
            above = NOT_RUN.search(text[: match.start()])
            found.append(Block(line, language, inside, None, above and above[1]))
    return found


def commands(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a `console` block, each with what it prints."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        while command.endswith("\\"):
            more, _, output = output.partition("\n")
            command = f"{command}\n{more}"
        yield command, output


def matches(expected: str, printed: str) -> bool:
    """Whether a page tells what is printed."""
    pattern = ""
    for line in expected.rstrip("\n").split("\n"):
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(re.escape(part) for part in line.rstrip().split("...")) + r"\n"
    shown = "".join(f"{line.rstrip()}\n" for line in printed.rstrip("\n").split("\n"))
    return re.fullmatch(pattern, shown) is not None


def run(block: Block, folder: Path) -> None:
    """Runs a block in a folder; `AssertionError` if it fails or prints something else than the page tells."""
    if block.language == "python":
        printed = _process([sys.executable, "-W", "error", "-c", block.text], folder, block.line)
        told = [(block.output, printed)]
    elif block.language == "sh":
        told = [(None, _shell(block.text, folder, block.line))]
    else:
        told = [
            (output, _shell(command, folder, block.line))
            for command, output in commands(block.text)
        ]
    for output, printed in told:
        assert output is None or matches(output, printed), (
            f"line {block.line}: it prints\n{printed}"
        )


def _shell(command: str, folder: Path, line: int) -> str:
    assert SHELL is not None
    return _process([SHELL, "-euo", "pipefail", "-c", PROLOGUE + command], folder, line)


def _process(arguments: list[str], folder: Path, line: int) -> str:
    """What a process prints on both streams."""
    # Pages show boards and signs that not every locale has.
    environment = {**os.environ, "PYTHON": sys.executable, "COLUMNS": "80", "NO_COLOR": "1"}
    environment["PYTHONUTF8"] = "1"
    done = subprocess.run(
        [part.encode() for part in arguments] if os.name == "posix" else arguments,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=3600,
        check=False,
    )
    assert done.returncode == 0, f"line {line}: exit code {done.returncode}\n{done.stdout}"
    return done.stdout
