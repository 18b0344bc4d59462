"""The digests of tests/data/golden.txt, on both engines and however the process was started."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import pytest

from burgundy._core import build_info

KINDS = ["baseline", "popcnt", "bmi2"]
SCRIPT = Path(__file__).parent.parent / "scripts" / "golden.py"


def check(*options: str, **environment: str) -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--check", *options],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_digests_do_not_depend_on_the_threads(threads: int) -> None:
    check("--threads", str(threads))


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_digests_do_not_depend_on_the_hash_seed(hash_seed: str) -> None:
    check("--every", "2", PYTHONHASHSEED=hash_seed)


@pytest.mark.parametrize("kind", KINDS[: KINDS.index(str(build_info()["processor"])) + 1])
def test_digests_do_not_depend_on_the_processor(kind: str) -> None:
    check("--every", "2", BURGUNDY_PROCESSOR=kind)


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_digests_do_not_depend_on_how_processes_start(method: str) -> None:
    check("--every", "2", "--start-method", method)


def test_the_reference_has_the_same_digests() -> None:
    """Each fourth game: every number of players, set-up and option is among them."""
    check("--engine", "burgundy.reference", "--every", "4")


def test_codes_mean_what_the_file_says() -> None:
    """Codes are never renumbered: tests/data/action_codes.txt pins each of the 512 under its version."""
    script = SCRIPT.with_name("action_codes.py")
    done = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = (
        (SCRIPT.parent.parent / "tests" / "data" / "action_codes.txt")
        .read_text(encoding="utf-8")
        .splitlines()
    )
    assert len(lines) == 1 + 512
    assert lines[1 + 0] == "0 take die=0 depot=0 slot=0"
    assert lines[1 + 72 + 111 + 37 + 18] == "238 place die=1 storage=1 space=d4"
    assert lines[1 + 511] == "511 end_turn"
