"""Ctrl-C at a bad moment: in the middle of what has to be whole, while workers start, and with some left at the end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from typing import Any

import commands
import pytest

from burgundy import cli, executors, interrupts, pools
from burgundy.arena import Settings, output, run
from burgundy.executors import spread
from burgundy.interrupts import held
from burgundy.records import read
from burgundy.selfplay import SelfPlay, Written
from burgundy.selfplay import write as selfplay_write

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")


def ctrl_c() -> None:
    signal.raise_signal(signal.SIGINT)


def test_it_waits_for_the_end_of_the_block() -> None:
    before, done = signal.getsignal(signal.SIGINT), []
    with pytest.raises(KeyboardInterrupt):
        with held():
            with held():
                ctrl_c()
                done.append("inner")
            done.append("outer")
    assert done == ["inner", "outer"]
    with held():
        done.append("nothing came")
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_one_does_not_wait() -> None:
    before, done = signal.getsignal(signal.SIGINT), []
    with pytest.raises(KeyboardInterrupt):
        with held():
            ctrl_c()
            done.append(1)
            ctrl_c()
            done.append(2)
    assert done == [1]
    assert signal.getsignal(signal.SIGINT) is before


def test_an_error_of_the_block_does_not_hide_it() -> None:
    with pytest.raises(KeyboardInterrupt) as caught:
        with held():
            ctrl_c()
            raise ValueError("its own")
    assert isinstance(caught.value.__context__, ValueError)


@pytest.mark.parametrize("handler", [signal.SIG_IGN, signal.SIG_DFL])
def test_who_does_not_listen_stays_deaf(handler: signal.Handlers) -> None:
    before = signal.signal(signal.SIGINT, handler)
    try:
        with held():
            assert signal.getsignal(signal.SIGINT) is handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_leave_it_to_the_first() -> None:
    before, found = signal.getsignal(signal.SIGINT), []

    def work() -> None:
        with held():
            found.append(signal.getsignal(signal.SIGINT))

    worker = threading.Thread(target=work)
    worker.start()
    worker.join()
    assert found == [before]


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="the system has no such mask")
def test_children_do_not_hear_it() -> None:
    code = (
        "import signal\n"
        "print('begun', flush=True)\n"
        "input()\n"
        "print(signal.SIGINT in signal.sigpending())\n"
    )
    with interrupts.kept_from_children():
        process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with process:
        process.send_signal(signal.SIGINT)  # it may not even be Python by now
        told, _ = process.communicate("\n", timeout=commands.PATIENCE)
    assert told == "begun\nTrue\n"


def test_a_shard_that_is_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put = selfplay_write.__globals__["_put"]

    def interrupted(place: Path, span: range, data: bytes) -> None:
        if span[0] == 2:
            ctrl_c()
        put(place, span, data)

    monkeypatch.setitem(selfplay_write.__globals__, "_put", interrupted)
    told: list[int] = []
    play = SelfPlay("random", games_a_shard=2)
    found = selfplay_write(play, 10, tmp_path, progress=told.append)
    assert found == Written(games=4, shards=2, is_done=False)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [
        "games-000000000-000000001.npz",
        "games-000000002-000000003.npz",
        "manifest.json",
    ]


def test_a_game_that_is_kept_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from burgundy.arena.results import ResultFile

    add = ResultFile.add

    def interrupted(file: ResultFile, lines: Sequence[Any]) -> None:
        ctrl_c()
        add(file, lines)

    monkeypatch.setattr(ResultFile, "add", interrupted)
    out = tmp_path / "games.jsonl"
    found = run(Settings(bots=("random", "light")), 50, out=out)
    # Half a world is not rated; its game is kept, and not played again.
    assert (found.games, [record.info["game"] for record in read(out)]) == (0, [0])


@pytest.mark.parametrize("command", ["tournament", "selfplay"])
@pytest.mark.parametrize("moment", ["_begin", "_end"])
def test_what_bots_print_does_not_stay_where_it_went(
    command: str, moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C comes behind the beginning of a game, or before its end."""
    before, work, calls = sys.stdout, getattr(output, moment), count()

    def interrupted() -> None:
        is_first_game = next(calls) == 1  # before it the bots are looked for
        if moment == "_begin" or not is_first_game:
            work()
        if is_first_game:
            raise KeyboardInterrupt

    monkeypatch.setattr(output, moment, interrupted)
    if command == "tournament":
        assert run(Settings(bots=("random", "light")), 5).games == 0
    else:
        assert selfplay_write(SelfPlay("random"), 5, tmp_path).games == 0
    assert sys.stdout is before and not output._open


def test_a_chunk_of_random_games_counts_whole() -> None:
    code = """
import signal, sys
from burgundy import cli
from burgundy.cli import tally
bincount = tally.np.bincount
def interrupted(*given, **named):
    signal.raise_signal(signal.SIGINT)
    tally.np.bincount = bincount
    return bincount(*given, **named)
tally.np.bincount = interrupted
sys.exit(cli.main())
"""
    arguments = ["simulate", "--games", "100000", "--executor", "threads", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (130, "")
    found = json.loads(done.stdout)
    assert found["interrupted"] is True
    assert sum(seat["wins"] for seat in found["seats"]) == found["games"] > 0


def test_in_the_middle_of_an_import(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(_: object) -> int:
        class Interrupting:
            def __set_name__(self, owner: type, name: str) -> None:
                ctrl_c()

        class Made:
            field = Interrupting()

        return 0

    monkeypatch.setattr(cli.info, "run", run)
    assert cli.main(["info"]) == 130


def test_workers_that_are_starting_say_nothing(tmp_path: Path) -> None:
    """They are new interpreters that have not come to leaving Ctrl-C to their parent."""
    arguments = ["simulate", "--games", "1000000000", "--json", "--workers", "4"]
    with commands.begun(
        "burgundy.executors._Flights._send", tmp_path, *arguments, start_new_session=True
    ) as process:
        code, stdout, stderr = commands.interrupted(process, group=True)
    assert (code, stderr) == (130, "")
    assert json.loads(stdout)["interrupted"] is True


def test_workers_that_are_gone_before_the_pool_is_told_are_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The thread that manages them takes them for lost, and ends what they had, in whatever state that is."""
    stop = pools._stop_writing
    told: list[Any] = []

    def late(executor: Any) -> None:
        stop(executor)
        executor._executor_manager_thread.join(commands.PATIENCE)

    def interrupted(away: Iterable[Future[Any]], **_: Any) -> Any:
        # Three are on their way to the two workers, and the fourth waits.
        while sum(future.running() for future in away) < 3:
            time.sleep(0.01)
        raise KeyboardInterrupt

    monkeypatch.setattr(pools, "_stop_writing", late)
    monkeypatch.setattr(executors, "wait", interrupted)
    monkeypatch.setattr(threading, "excepthook", told.append)
    with pytest.raises(KeyboardInterrupt):
        next(spread(never_done, range(10**6), "processes", 2))
    assert told == []


def never_done(numbers: Sequence[int]) -> None:
    time.sleep(1000)


@pytest.mark.parametrize("executor", ["threads", "processes"])
def test_a_command_that_fails_ends_although_workers_are_left(tmp_path: Path, executor: str) -> None:
    """Nobody waits for them here; what the interpreter does at its exit would be in the way of their end."""
    (tmp_path / "worst.py").write_text(
        "import time\n"
        "class Bot:\n"
        "    def __init__(self, seed): self.seed = seed\n"
        "    def act(self, state):\n"
        "        if self.seed % 2: raise ValueError('no idea')\n"
        "        time.sleep(0.1)\n"
        "        return state.legal_actions()[0]\n",
        encoding="utf-8",
    )
    code = (
        "import sys\nfrom burgundy import cli, pools\npools.PATIENCE = 0.0\nsys.exit(cli.main())\n"
    )
    arguments = ["selfplay", "--bot", "worst:Bot", "--games", "64", "--games-a-shard", "1"]
    arguments += ["--out", "data", "--executor", executor, "--workers", "4"]
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=commands.PATIENCE,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("burgundy: game ") and "raised ValueError: no idea" in line
