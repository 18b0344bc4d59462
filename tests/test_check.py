"""`burgundy check` and records: a wrong engine is found, and its record replays."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import commands
import pytest

from burgundy.engines import load_engine
from burgundy.lockstep import Difference, Plan, plans, play, replay

TESTS = Path(__file__).parent
CHECK = [sys.executable, "-m", "burgundy", "check"]
RUST, REFERENCE = load_engine("burgundy"), load_engine("burgundy.reference")
WRONG = ["Misprices", "Forbids", "Cites", "Refuses", "Forgets", "Falls"]


def check(*arguments: object, code: int = 0) -> str:
    """What the command prints; it has to end with `code`, and never with a traceback."""
    done = subprocess.run(
        [*CHECK, *map(str, arguments)],
        cwd=TESTS,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_no_difference_to_the_reference() -> None:
    for players in (2, 3, 4):
        out = check("--games", 2, "--players", players, "--seed", players)
        assert out.startswith("2 games, ") and out.endswith(": no difference\n")


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_engine_is_found_and_its_record_replays(name: str) -> None:
    wrong = load_engine(f"wrong_engine:{name}")
    with pytest.raises(Difference) as caught:
        for plan in plans(100, seed=5):
            play(plan, RUST, wrong)
    record = json.loads(json.dumps(caught.value.record))
    again = replay(record, RUST, wrong)
    assert again is not None and again.record["words"][: len(record["words"])] == record["words"]
    assert replay(record, RUST, REFERENCE) is None


def test_the_command_finds_it_and_saves_the_record(tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    out = check("--engine", "wrong_engine:Misprices", "--record", file, code=1)
    assert "differs after" in out and "wrong_engine:Misprices: " in out
    assert str(file) in out
    record = json.loads(file.read_text(encoding="utf-8"))
    assert {"set_up", "words", "what", "values", "engines"} <= set(record)
    assert "differs" in check("--replay", file, "--engine", "wrong_engine:Misprices", code=1)
    assert "no difference" in check("--replay", file)
    out = check("--engine", "wrong_engine:Misprices", "--record", "-", code=1)
    assert json.loads(out.splitlines()[-1]) == record


def test_a_position_that_both_refuse_is_no_game() -> None:
    with pytest.raises(ValueError, match="neither engine"):
        play(Plan(snapshot={"players": 5}), RUST, REFERENCE)


def test_edits_choose_by_index() -> None:
    """Edit `n` takes the legal action with that index, round and round, at decision `n`."""

    def first_words(edits: dict[int, int]) -> str:
        words: list[str] = []
        play(
            Plan(seed=3, edits=edits),
            RUST,
            REFERENCE,
            lambda step: words.append(step.words or ""),
            limit=130,
        )
        return next(word for word in words if ": " in word)

    state = RUST.State.new(2).resolve_chance(3)
    legal = [state.action_to_string(action) for action in state.legal_actions()]
    for index in (0, 1, len(legal) - 1, len(legal), 10**6):
        assert first_words({0: index}) == legal[index % len(legal)]


@pytest.mark.parametrize(
    ("engine", "said"),
    [
        ("no_such_module", "no_such_module"),
        ("wrong_engine:Nobody", "Nobody"),
        ("wrong_engine:Lacks", "has no new"),
        ("", "expected MODULE"),
        ("json", "expected MODULE"),
    ],
)
def test_an_engine_that_is_none(engine: str, said: str) -> None:
    out = check("--engine", engine, code=2)
    assert out.startswith("burgundy: engine: ") and said in out


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": "x"}'])
def test_a_record_that_is_none(tmp_path: Path, text: str) -> None:
    file = tmp_path / "record.jsonl"
    file.write_text(text, encoding="utf-8")
    assert check("--replay", file, code=2).startswith("burgundy: ")


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
def test_ctrl_c_says_how_far_it_came(tmp_path: Path) -> None:
    arguments = ["check", "--games", "1000000"]
    with commands.begun("burgundy.lockstep.play", tmp_path, *arguments, cwd=tmp_path) as process:
        code, out, err = commands.interrupted(process)
    assert (code, err) == (130, "")
    assert "no difference" in out
