"""`burgundy tournament` and `--executor`, run as their users run them."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import commands
import pytest
from test_cli import run, run_json

from burgundy import records

TESTS = Path(__file__).parent
SMALL = ["tournament", "flat:1", "random", "--worlds", "4"]


def test_the_table() -> None:
    done = run(*SMALL, "--controls", "--anchor", "random")
    lines = done.stdout.splitlines()
    assert lines[0] == "32 games in 4 worlds"
    head, best, worst = lines[2:5]
    assert head.split() == "Elo 95% interval games won 95% interval VP CPU ms a move faults".split()
    assert best.split()[0] == "flat:1" and worst.split()[:4] == ["random", "0", "0", "to"]
    assert any(line.startswith("flat:1 and random  ") for line in lines)
    assert sum(line.startswith("control, ") for line in lines) == 3
    assert (
        "control, random differs by 0 VP a world from itself in 8 games: as it should be" in lines
    )
    assert done.stderr == ""


def test_what_is_not_known_is_a_dash() -> None:
    """In one world nothing can be said of what pairing saves."""
    lines = run("tournament", "flat:1", "random", "--worlds", "1").stdout.splitlines()
    (pair,) = (line for line in lines if line.startswith("flat:1 and random  "))
    assert pair.split()[-2:] == ["-", "-"]


def test_json_and_csv_have_the_same_numbers(tmp_path: Path) -> None:
    found = run_json(*SMALL, "--csv", tmp_path / "bots.csv", "--sprt", "0,5")
    assert found["bots"][0]["bot"] == "flat:1"
    assert found["players"] == 2 and found["games"] == 8 and found["interrupted"] is False
    assert found["sprt"]["accepted"] is None and found["sprt"]["worlds"] == 4
    with open(tmp_path / "bots.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row, bot in zip(rows, found["bots"], strict=True):
        assert row["bot"] == bot["bot"] and int(row["wins"]) == bot["wins"]
        assert [float(row["elo_low"]), float(row["elo_high"])] == bot["elo_interval"]
        assert sum(float(row[source]) for source in bot["points"]) == pytest.approx(
            float(row["score"]), abs=0.02
        )
    printed = run(*SMALL, "--csv", "-").stdout.split("\nbot,elo,")[1]
    assert len(list(csv.reader(io.StringIO(printed)))) == 3


def test_options_of_the_rules(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    given = ["--no-purchase-in-effect", "--tie-break", "most_then_later", "--no-decline-effects"]
    found = run_json(*SMALL, *given, "--out", out)
    wanted = {
        "purchase_in_effect": False,
        "tie_break": "most_then_later",
        "decline_effects": False,
    }
    assert {name: found[name] for name in wanted} == wanted
    assert all(record.options == wanted for record in records.read(out))
    assert "decline_effects is False, expected True" in run(*SMALL, "--out", out, code=2).stderr


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_the_plot(ending: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra plot)")
    file = tmp_path / f"ratings.{ending}"
    run(*SMALL, "--plot", file)
    assert file.stat().st_size > 1_000
    again = tmp_path / f"again.{ending}"
    run(*SMALL, "--plot", again)
    assert again.read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    "where", [[], ["--executor", "threads"], ["--workers", "2"], ["--isolate"]], ids=" ".join
)
def test_what_bots_print_is_not_among_the_results(where: list[str], tmp_path: Path) -> None:
    """Neither what a module prints when it is imported, nor what a bot prints when it is made and asked."""
    (tmp_path / "talks.py").write_text(
        "import sys\n"
        "print('IMPORTED')\n"
        "class Bot:\n"
        "    def __init__(self, seed): print('MADE')\n"
        "    def act(self, state):\n"
        "        sys.stdout.write('ASKED\\n')\n"
        "        return state.legal_actions()[0]\n",
        encoding="utf-8",
    )
    burgundy = [sys.executable, "-m", "burgundy"]
    commands = [
        ["tournament", "talks:Bot", "random", "--worlds", "2", "--json", *where],
        ["tournament", "talks:Bot", "random", "--worlds", "2", "--csv", "-", *where],
    ]
    if where != ["--isolate"]:
        commands.append(
            ["selfplay", "--bot", "talks:Bot", "--games", "2", "--out", "data", "--json", *where]
        )
    for command in commands:
        done = subprocess.run(
            [*burgundy, *command], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        told = {word for word in ("IMPORTED", "MADE", "ASKED") if word in done.stderr}
        assert told == {"IMPORTED", "MADE", "ASKED"}
        assert not any(word in done.stdout for word in told)
        if "--json" in command:
            assert len(done.stdout.splitlines()) == 1 and json.loads(done.stdout)


def test_a_bot_that_lies_in_the_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Bot:\n"
        "    def __init__(self, seed): pass\n"
        "    def act(self, state): return state.legal_actions()[0]\n",
        encoding="utf-8",
    )
    for where in (["--workers", "2"], ["--isolate"], []):
        done = subprocess.run(
            [sys.executable, "-m", "burgundy", "tournament", "mine:Bot", "random", "--json"]
            + ["--worlds", "2", *where],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        found = json.loads(done.stdout)
        assert {bot["bot"] for bot in found["bots"]} == {"mine:Bot", "random"}
        assert found["games"] == 4 and all(bot["faults"] == 0 for bot in found["bots"])


def test_records_of_a_tournament_are_records(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    run(*SMALL, "--out", out)
    assert len(list(records.read(out))) == 8
    run("replay", out, "--verify")
    before = out.read_bytes()
    run(*SMALL, "--out", out)
    assert out.read_bytes() == before
    done = run(*SMALL, "--out", out, "--seed", "1", code=2)
    assert done.stderr == (
        f"burgundy: {out}: written with other settings: settings.seed is 0, expected 1\n"
    )


BAD = [
    ([], "the following arguments are required: BOT"),
    (["random"], "bots: 1 of them"),
    (["random", "nobody"], "player: 'nobody', expected one of"),
    (["random", "flat:1", "--worlds", "0"], "expected an integer from 1"),
    (["random", "flat:1", "--players", "5"], "invalid choice"),
    (["random", "flat:1", "--boards", "1,2,3", "--players", "2"], "boards"),
    (["random", "flat:1", "--move-seconds", "0"], "expected a number above 0"),
    (["random", "flat:1", "--move-seconds", "nan"], "expected a number above 0"),
    (["random", "flat:1", "--sprt", "5"], "expected ELO0,ELO1"),
    (["random", "flat:1", "--sprt", "5,0"], "expected elo0 < elo1"),
    (["random", "flat:1", "--sprt", "a,b"], "expected ELO0,ELO1"),
    (["random", "flat:1", "--anchor", "flat"], "anchor: flat, expected one of random, flat:1"),
    (["random", "flat:1", "--executor", "gpu"], "executor: 'gpu', expected one of"),
    (["random", "flat:1", "--workers", "0"], "expected an integer from 1"),
    (["random", "flat:1", "--plot", "ratings.txt"], "expected a name that ends in .png"),
    (["random", "flat:1", "--out", "no/such/folder/x"], "no such file or directory"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD, ids=lambda part: str(part)[:40])
def test_bad_arguments(arguments: list[str], message: str) -> None:
    done = run("tournament", *arguments, code=2)
    assert done.stdout == "" and message in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize("where", [[], ["--executor", "threads"], ["--workers", "2"]], ids=str)
def test_ctrl_c_keeps_what_is_done_and_the_file_is_gone_on_with(
    where: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "burgundy", "tournament", "flat:3", "random"]
    command += ["--worlds", "5000", "--json", "--out", str(out), *where]
    with commands.started(command, start_new_session=True) as process:
        commands.until(process, lambda: out.exists() and out.read_bytes().count(b"\n") > 10)
        code, stdout, stderr = commands.interrupted(process, group=True)
    assert (code, stderr) == (130, "")
    found = json.loads(stdout)
    data = out.read_bytes()
    assert data.endswith(b"\n")
    kept = sorted(record.info["game"] for record in records.read(out))
    assert len(kept) == len(set(kept)) >= found["games"]
    assert found["interrupted"] is True
    whole = found["worlds"]
    more = run_json("tournament", "flat:3", "random", "--worlds", whole + 2, "--out", out)
    alone = run_json("tournament", "flat:3", "random", "--worlds", whole + 2)
    for result in (more, alone):
        for bot in result["bots"]:
            del bot["seconds_a_move"], bot["cpu_seconds_a_move"], bot["longest_move"]
    assert more == alone
    assert out.read_bytes().startswith(data)


def test_workers_end_when_the_command_is_killed(tmp_path: Path) -> None:
    """Bots write down the process that they play in; all of them are gone in a moment."""
    (tmp_path / "pids.py").write_text(
        "import os, pathlib, time\n"
        "class Bot:\n"
        "    def __init__(self, seed): pathlib.Path(f'{os.getpid()}.pid').touch()\n"
        "    def act(self, state): time.sleep(1000)\n",
        encoding="utf-8",
    )
    for isolate in ([], ["--isolate"]):
        with commands.started(
            [sys.executable, "-m", "burgundy", "tournament", "pids:Bot", "random"]
            + ["--workers", "2", *isolate],
            cwd=tmp_path,
        ) as process:
            commands.until(process, lambda: len(list(tmp_path.glob("*.pid"))) == 2)
            process.kill()
        ends = time.monotonic() + commands.PATIENCE
        for file in tmp_path.glob("*.pid"):
            while _is_running(int(file.stem)):
                assert time.monotonic() < ends, "a worker goes on without anybody's waiting"
                time.sleep(0.05)
            file.unlink()


def _is_running(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        pass
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not os.path.exists("/proc/self/stat")


@pytest.mark.parametrize("where", ["threads", "processes"])
def test_simulate_has_the_same_totals(where: str) -> None:
    def seats(*arguments: str) -> Any:
        return run_json("simulate", "--games", "3000", "--seed", "5", *arguments)["seats"]

    assert seats("--executor", where, "--workers", "2") == seats()


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
def test_ctrl_c_ends_simulate_on_workers(tmp_path: Path) -> None:
    arguments = ["simulate", "--games", str(10**9), "--json", "--workers", "2"]
    with commands.begun(
        "burgundy.cli.tally.Tally.add", tmp_path, *arguments, start_new_session=True
    ) as process:
        code, stdout, stderr = commands.interrupted(process, group=True)
    assert (code, stderr) == (130, "")
    found = json.loads(stdout)
    assert found["interrupted"] is True
    assert sum(seat["wins"] for seat in found["seats"]) == found["games"]
