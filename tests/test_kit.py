"""The conformance kit: both engines pass it, a wrong one does not, and it is current."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from burgundy import kit
from burgundy.engines import load_engine
from burgundy.lockstep import plans

TESTS = Path(__file__).parent
RELEASED = TESTS / "data" / "kit.jsonl.gz"
RUST, REFERENCE = load_engine("burgundy"), load_engine("burgundy.reference")


def command(*arguments: object, code: int = 0) -> str:
    """What `burgundy kit` prints; it has to end with `code`, and never with a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "burgundy", "kit", *map(str, arguments)],
        cwd=TESTS,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("engine", [RUST, REFERENCE], ids=["rust", "reference"])
def test_both_engines_pass_the_released_kit(engine: Any) -> None:
    faults = [fault for line in kit.run(str(RELEASED), engine) for fault in line]
    assert not faults, "\n".join(map(str, faults[:5]))


def test_the_released_kit_is_current_and_small() -> None:
    assert RELEASED.stat().st_size < 300_000
    script = TESTS.parent / "scripts" / "kit.py"
    done = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_released_kit_holds_games_of_all_players_and_every_prompt() -> None:
    lines = [json.loads(text) for text in gzip.open(RELEASED, "rt", encoding="utf-8")]
    assert {line["game"]["players"] for line in lines if "game" in line} == {2, 3, 4}
    prompts = {line["snapshot"]["prompt"]["kind"] for line in lines if "snapshot" in line}
    assert len(prompts) == 14
    assert sum("position" in line for line in lines) > 100


@pytest.mark.parametrize("name", ["Misprices", "Forbids", "Refuses", "Falls"])
def test_a_wrong_engine_does_not_pass(name: str) -> None:
    wrong = load_engine(f"wrong_engine:{name}")
    assert any(kit.run(str(RELEASED), wrong))


@pytest.mark.parametrize("name", ["kit.jsonl", "kit.jsonl.gz"])
def test_write_and_run(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    assert "1 game," in command("write", file, "--games", 1, "--seed", 9)
    assert "no difference" in command("run", file)
    assert "no difference" in command("run", file, "--engine", "burgundy.reference")
    if name.endswith("gz"):
        before = file.read_bytes()
        command("write", file, "--games", 1, "--seed", 9)
        assert file.read_bytes() == before
        assert before[:2] == b"\x1f\x8b"


def test_run_prints_where_a_wrong_engine_differs(tmp_path: Path) -> None:
    file = tmp_path / "kit.jsonl"
    kit.write(str(file), plans(2, seed=1), [], RUST)
    out = command("run", file, "--engine", "wrong_engine:Misprices", code=1)
    assert "line " in out and "snapshot: " in out and " difference" in out


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", b""),
        ("a.jsonl", b"{}\n"),
        ("a.jsonl", b"no\n"),
        ("a.jsonl", b"[]\n"),
        ("a.jsonl", b'{"format": "burgundy-kit/2"}\n'),
        ("a.jsonl", b"\xff\xfe\n"),
        ("a.jsonl.gz", b"not packed"),
        ("a.jsonl.gz", gzip.compress(b'{"format": "burgundy-kit/1"}\n{}\n' * 99)[:40]),
    ],
)
def test_a_file_that_is_no_kit(tmp_path: Path, name: str, content: bytes) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    assert command("run", file, code=2).startswith("burgundy: ")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    told = command("run", tmp_path / "none", code=2)
    assert f"burgundy: {tmp_path / 'none'}: no such file or directory\n" == told
