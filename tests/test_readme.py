"""The README: its example runs, its commands are one line each, its tables are current."""

import re
import subprocess
import sys
from pathlib import Path

import burgundy

TOP = Path(__file__).parent.parent
README = (TOP / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_example_runs() -> None:
    (example,) = blocks("python")
    lines = [line for line in example.splitlines() if line]
    assert len(lines) <= 10
    done = subprocess.run(
        [sys.executable, "-c", example], capture_output=True, text=True, timeout=300, check=True
    )
    assert done.stderr == ""
    *moves, last = done.stdout.splitlines()
    assert len(moves) >= 100
    assert all(re.fullmatch(r"[01] \S.*", move) for move in moves)
    assert re.fullmatch(r"\[\d+, \d+\] \[[01], [01]\] \[-?1\.0, -?1\.0\]", last)


def test_the_commands_are_one_line_each() -> None:
    simulate, pytest = blocks("sh")
    assert simulate.count("\n") == pytest.count("\n") == 1
    assert simulate.endswith(".venv/bin/burgundy simulate\n")
    assert pytest.endswith(".venv/bin/pytest\n")


def test_every_member_in_the_api_table_exists() -> None:
    api = README.partition("## The API")[2].partition("## ")[0]
    members, beside = api.split("| beside it | |")
    first_cells = re.findall(r"^\| (`.*?) \|", members, re.MULTILINE)
    names = {name for cell in first_cells for name in re.findall(r"`(?:State\.)?(\w+)[(`]", cell)}
    assert {"new", "child", "playouts", "key"} <= names
    shown = {name for name in dir(burgundy.State) if not name.startswith("_")}
    assert names - {"hash"} == shown
    classes = set(re.findall(r"`([A-Z]\w+)[(`]", beside)) - {"ValueError"}
    assert classes <= set(burgundy.__all__)


def test_the_rules_table_is_current() -> None:
    subprocess.run([sys.executable, TOP / "scripts" / "rules_table.py", "--check"], check=True)
