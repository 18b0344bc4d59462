"""What bench/ makes of readings and counts: medians, the gate, instructions by place, the pages' tables. Nothing is timed here."""

import io
import json
import os
import re
import subprocess
import sys
import tarfile
import time
import tomllib
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from burgundy import State, _core

TOP = Path(__file__).parent.parent
BENCH = TOP / "bench"

CALLGRIND = """\
ob=/bench
fl=one.rs
fn=one
0x10 3 5
0x14 4 7
calls=1 0x30 9
0x14 4 100
0x18 5 2

fn=two
0x30 9 90
ob=/libc.so
fn=memcpy
0x10 0 10
"""


@pytest.fixture(scope="module")
def bench() -> Iterator[dict[str, ModuleType]]:
    """The modules, which find each other as they do when one of them is run."""
    import importlib

    sys.path.insert(0, str(BENCH))
    names = (
        "paired",
        "gate",
        "by_function",
        "builds",
        "ending",
        "arguments",
        "worker",
        "measure",
        "peers",
        "python_face",
        "thread_scaling",
    )
    yield {name: importlib.import_module(name) for name in names}
    sys.path.remove(str(BENCH))


def test_a_median_has_an_interval_by_ranks(bench: dict[str, ModuleType]) -> None:
    """Of 10 readings, the chance that the median lies below the second lowest is (1 + 10) / 1024, and below the third
    lowest (1 + 10 + 45) / 1024, more than 2.5%."""
    found = bench["paired"].median([7, 3, 1, 10, 2, 9, 4, 8, 6, 5])
    assert found == (5.5, 2, 9)


def test_few_readings_have_an_interval_of_all(bench: dict[str, ModuleType]) -> None:
    """It holds the median with 1 - 2 / 2^n: 93.75% of five readings, 96.9% of six."""
    assert bench["paired"].median([3, 1, 2]) == (2, 1, 3)


def test_readings_are_taken_in_turns_and_the_first_round_is_left_out(
    bench: dict[str, ModuleType],
) -> None:
    reading = bench["paired"].Reading
    taken = []

    def work(name: str, seed: int) -> Any:
        taken.append(name + str(seed))
        return reading(2, 10 * seed)

    works = {name: lambda seed, name=name: work(name, seed) for name in "ab"}
    assert bench["paired"].in_turns(works, 2) == {"a": [5, 10], "b": [5, 10]}
    assert taken == ["b0", "a0", "a1", "b1", "b2", "a2"]


def test_the_gate_lets_two_percent_pass(
    bench: dict[str, ModuleType], capsys: pytest.CaptureFixture[str]
) -> None:
    accepted = {"path": {"2": 500.0}}
    judged = bench["gate"].judged
    assert judged({"path": {"2": 509.9}}, accepted) == (False, False)
    assert judged({"path": {"2": 510.1}}, accepted) == (True, False)
    assert judged({"path": {"2": 489.9}}, accepted) == (False, True)
    assert "too many" in capsys.readouterr().out


def test_accepted_and_expected_are_of_all_ways_and_players() -> None:
    accepted = tomllib.loads((BENCH / "accepted.toml").read_text(encoding="utf-8"))
    expected = tomllib.loads((BENCH / "expected.toml").read_text(encoding="utf-8"))["series"]
    both = {(way, players) for way in ("path", "playout") for players in (2, 3, 4)}
    assert {(series["way"], series["players"]) for series in expected} == both
    assert {(way, int(players)) for way in ("path", "playout") for players in accepted[way]} == both


def mixed(z: int) -> int:
    """The finaliser of SplitMix64."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31


@pytest.mark.parametrize("players", [2, 3, 4])
def test_python_plays_the_games_that_the_bench_expects(players: int) -> None:
    """Scores of seats that are not there count as 0 in the digest."""
    expected = tomllib.loads((BENCH / "expected.toml").read_text(encoding="utf-8"))["series"]
    series = next(
        each for each in expected if (each["way"], each["players"]) == ("playout", players)
    )
    start = State.new(players)
    found = _core.simulate(start, 0, series["games"], series["seed"])
    digest = 0
    for row in found["scores"].tolist():
        for score in row + [0] * (4 - players):
            digest = mixed(digest ^ score)
    assert (found["decisions"], found["choices"]) == (series["decisions"], series["choices"])
    assert int(found["filled"].sum()) == series["filled"]
    assert f"{digest:016x}" == series["digest"]


def test_what_is_called_does_not_count_for_the_caller(bench: dict[str, ModuleType]) -> None:
    inside, outside = bench["by_function"].read(CALLGRIND.splitlines(), "/bench")
    assert inside == {"0x10": 5, "0x14": 7, "0x18": 2, "0x30": 90}
    assert outside == {"memcpy": 10}


def test_inlined_code_counts_where_it_was_written(bench: dict[str, ModuleType]) -> None:
    place = bench["by_function"].place(
        "burgundy::apply::<impl burgundy::state::State>::store", "/x/rust/burgundy/src/apply.rs:135"
    )
    assert place.named("function") == "apply: store"
    assert place.named("file") == "apply"
    assert place.named("line") == "apply:135"


def test_what_is_no_build_is_refused_in_words(bench: dict[str, ModuleType], tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("", encoding="utf-8")
    text.chmod(0o600)
    refusals = {
        "": "'': no executable, folder or revision",
        "no-such-revision": "'no-such-revision': no executable, folder or revision",
        str(tmp_path): f"{tmp_path.resolve()}: no checkout with bench/Cargo.toml",
    }
    if os.name == "posix":  # elsewhere every file counts as executable
        refusals[str(text)] = f"{text}: a file that is not executable"
    for name, words in refusals.items():
        with pytest.raises(SystemExit) as refused:
            bench["builds"].executable(name, "x86-64")
        assert refused.value.code == words


def test_a_checkout_that_was_broken_off_is_made_anew(
    bench: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    builds, version = bench["builds"], "0" * 40
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("Cargo.toml"))
    monkeypatch.setenv("CARGO_TARGET_DIR", str(tmp_path))
    answers = {"rev-parse": version.encode(), "archive": packed.getvalue()}
    monkeypatch.setattr(builds, "git", lambda command, *_: answers[command])
    monkeypatch.setattr(builds, "build", lambda level, checkout: checkout)

    def interrupted(archive: tarfile.TarFile, folder: Path, **_: Any) -> None:
        folder.mkdir()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(tarfile.TarFile, "extractall", interrupted)
        builds.executable("main", "x86-64")
    checkout = builds.executable("main", "x86-64")
    assert [path.name for path in checkout.iterdir()] == ["Cargo.toml"]
    assert [path.name for path in checkout.parent.iterdir()] == [version]


def test_what_prints_no_json_is_not_the_bench(bench: dict[str, ModuleType]) -> None:
    with pytest.raises(SystemExit, match="printed no JSON"):
        bench["builds"].run_json(Path(sys.executable), "-c", "print('games')")


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "", "many", "²"])
def test_numbers_of_rounds_and_games_begin_at_one(bench: dict[str, ModuleType], text: str) -> None:
    positive = bench["arguments"].positive
    with pytest.raises(ArgumentTypeError, match="from 1 on"):
        positive(text)
    assert positive("12") == 12


@pytest.mark.parametrize("text", ["0", "-1", "", "many", "nan", "inf"])
def test_seconds_are_above_zero(bench: dict[str, ModuleType], text: str) -> None:
    above_zero = bench["arguments"].above_zero
    with pytest.raises(ArgumentTypeError, match="above 0"):
        above_zero(text)
    assert above_zero("0.5") == 0.5


def test_what_executors_cannot_measure_is_refused_in_words() -> None:
    code = "import sys, executors; sys.modules['psutil'] = {}; executors.main()"
    for psutil, arguments, words in [
        ("None", ["20"], "psutil is not installed (pip install psutil)"),
        ("sys", ["20", "clouds"], "executor: 'clouds', expected one of threads"),
        ("sys", ["clouds"], "'clouds', expected a number above 0"),
    ]:
        command = [sys.executable, "-c", code.format(psutil), *arguments]
        ran = subprocess.run(command, cwd=BENCH, capture_output=True, text=True, check=False)
        assert ran.returncode == 2 and words in ran.stderr, ran.stderr
    command = [sys.executable, str(BENCH / "executors.py"), "--help"]
    assert (
        "[executor ...]"
        in subprocess.run(command, check=True, capture_output=True, text=True).stdout
    )


def test_the_pages_have_the_stored_tables() -> None:
    subprocess.run([sys.executable, BENCH / "measure.py", "--check"], check=True)


PROSE = {
    "README.md": [(r"(\S+) a two-player game from the start", lambda m: 1e6 / games(m, 2))],
    "docs/adapters.md": [(r"some (\S+) times as many decisions", lambda m: through(m))],
    "docs/learning.md": [(r"some (\S+) times slower a step", lambda m: through(m))],
    "docs/searching.md": [
        (r"(\S+) million decisions a second in a plain Python loop", lambda m: loop(m)),
        (r"(\S+) a second of two players", lambda m: games(m, 2)),
        (r"(\S+) of four \|", lambda m: games(m, 4)),
    ],
    "docs/comparison.md": [
        (r"some (\S+) decisions/s against", lambda m: 1e6 * loop(m, "through OpenSpiel")),
        (r"against (\S+) million without it", lambda m: loop(m)),
        (r"some (\S+) times .* from Python", lambda m: loop(m) / loop(m, "catanatron")),
        (r"some (\S+) times .* as python", lambda m: loop(m) / loop(m, "python-chess")),
        (
            r"makes (\S+) million with masks and",
            lambda m: loop(m, "Batch(1024), masks and observations"),
        ),
        (r"observations, (\S+) million with masks alone", lambda m: loop(m, "Batch(1024), masks")),
        (r"(\S+) million decisions/s in a loop in Python", lambda m: loop(m)),
        (r"against its (\S+) million", lambda m: loop(m, "fastcatan")),
        (r"\((\S+) in place\)", lambda m: loop(m, "fastcatan, in place")),
    ],
    "docs/performance.md": [
        (
            r"they are nearly as many: (\S+) million decisions/s",
            lambda m: loop(m, "Batch(1024), 16 steps a call"),
        ),
        (
            r"million decisions/s are (\S+) games/s",
            lambda m: 1e6 * loop(m, "Batch(1024), 16 steps a call") / 145.8,
        ),
        (
            r"aimed at, (\S+)% of those of `playouts`",
            lambda m: 1e8 * loop(m, "Batch(1024), 16 steps a call") / 145.8 / games(m, 2),
        ),
        (
            r"`playouts`, and are (two) thirds of them",
            lambda m: 3e6 * loop(m, "Batch(1024)") / 145.8 / games(m, 2),
        ),
    ],
    "docs/proof.md": [
        (r"some (\S+) random games a second by `playouts`", lambda m: games(m)),
        (r"some (\S+) step by step", lambda m: 1e6 * loop(m, "reference") / 145.8),
    ],
}
"""What sentences say about speed, and the same from what was measured."""


def loop(measured: dict[str, Any], name: str = "loop in Python") -> float:
    """Million decisions a second."""
    return float(measured["million decisions/s"][name])


def through(measured: dict[str, Any]) -> float:
    """How many times as many decisions are made without OpenSpiel."""
    return loop(measured) / loop(measured, "through OpenSpiel")


def games(measured: dict[str, Any], players: int | None = None) -> float:
    """Games a second by `playouts`, or of the reference."""
    name = f"playouts, {players} players" if players else "reference, games"
    return float(measured["games/s"][name])


@pytest.mark.parametrize(
    ("page", "words", "value"),
    [(page, *figure) for page, figures in PROSE.items() for figure in figures],
)
def test_sentences_round_what_was_measured(
    page: str, words: str, value: Callable[[dict[str, Any]], float]
) -> None:
    measured = json.loads((BENCH / "measurements.json").read_text(encoding="utf-8"))["python"]
    (said,) = re.findall(words, (TOP / page).read_text(encoding="utf-8"))
    said = {"two": "2"}.get(said, said)
    assert float(said.replace(",", "")) == pytest.approx(value(measured), rel=0.05)


@pytest.mark.parametrize("games", [800, 801, 999, 1000])
def test_threads_play_all_games_that_are_asked_for(
    bench: dict[str, ModuleType], games: int
) -> None:
    calls = []

    class Counted:
        def playouts(self, count: int, seed: int) -> None:
            calls.append((count, seed))

    bench["thread_scaling"].by_python(Counted(), games, 2)
    assert sum(count for count, _ in calls) == games
    assert max(count for count, _ in calls) == 100
    assert sorted(seed for _, seed in calls) == list(range(len(calls)))


def test_too_few_games_for_all_threads_are_refused(
    bench: dict[str, ModuleType],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["thread_scaling.py", "--games", "799"])
    with pytest.raises(SystemExit, match="2"):
        bench["thread_scaling"].main()
    assert "--games: 799, expected 800 at least" in capsys.readouterr().err


def test_tables_are_not_checked_against_nothing(
    bench: dict[str, ModuleType],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    measure = bench["measure"]
    whole = json.loads((BENCH / "measurements.json").read_text(encoding="utf-8"))
    monkeypatch.setattr(measure, "STORE", tmp_path / "measurements.json")
    monkeypatch.setattr(sys, "argv", ["measure.py", "--check"])
    assert measure.main() == 1
    way_out = "python bench/measure.py --measure --only engine functions python\n"
    out = capsys.readouterr().out
    assert out == f"measurements.json has nothing of engine, functions, python: {way_out}"
    part = {name: whole[name] for name in ("engine", "python")}
    measure.STORE.write_text(json.dumps(part))
    assert measure.main() == 1
    assert "has nothing of functions: " in capsys.readouterr().out
    measure.STORE.write_text(json.dumps(whole))
    assert measure.main() == 0


def test_only_what_counts_instructions_needs_valgrind(
    bench: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measure = bench["measure"]
    monkeypatch.setattr("shutil.which", lambda program: None)
    monkeypatch.setattr(measure, "STORE", tmp_path / "measurements.json")
    monkeypatch.setattr(measure, "PAGES", ())
    monkeypatch.setattr(measure, "machine", dict)
    monkeypatch.setattr(measure, "revision", str)
    for part, (_, rounds, programs) in measure.PARTS.items():
        monkeypatch.setitem(measure.PARTS, part, (lambda _: {}, rounds, programs))
        monkeypatch.setattr(sys, "argv", ["measure.py", "--measure", "--only", part])
        if part == "python":
            assert measure.main() == 0
        else:
            with pytest.raises(SystemExit, match="2"):
                measure.main()
    assert json.loads(measure.STORE.read_text(encoding="utf-8")).keys() == {"python"}


@pytest.mark.skipif(os.name != "posix", reason="a pipe without a reader is an error elsewhere")
def test_programs_end_quietly_when_nobody_reads() -> None:
    """Whether what they print meets the closed pipe at once or when they end."""
    code = "import sys; from ending import ended; ended(lambda: print('games', flush={}))"
    for flush in (True, False):
        reader, writer = os.pipe()
        os.close(reader)
        command = [sys.executable, "-c", code.format(flush)]
        ran = subprocess.run(
            command, cwd=BENCH, stdout=writer, stderr=subprocess.PIPE, text=True, check=False
        )
        os.close(writer)
        assert (ran.returncode, ran.stderr) == (141, "")


def test_programs_end_without_a_word_after_ctrl_c() -> None:
    code = (
        "import signal; from ending import ended; ended(lambda: signal.raise_signal(signal.SIGINT))"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=BENCH, capture_output=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_programs_say_that_their_output_cannot_be_written() -> None:
    code = "from ending import ended; ended(lambda: print('games', flush={}))"
    for flush in (True, False):
        with open("/dev/full", "w", encoding="utf-8") as full:
            ran = subprocess.run(
                [sys.executable, "-c", code.format(flush)],
                cwd=BENCH,
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert ran.returncode == 74
        assert ran.stderr.startswith("output: ") and ran.stderr.count("\n") == 1, ran.stderr


def test_a_file_that_is_not_there_is_no_fault_of_the_output(bench: dict[str, ModuleType]) -> None:
    with pytest.raises(FileNotFoundError):
        bench["ending"].ended(lambda: int(Path("no-such-file").read_text()))


def test_every_program_ends_so() -> None:
    """`worker.py` answers its parent alone."""
    programs = [
        path for path in BENCH.glob("*.py") if "__main__" in path.read_text(encoding="utf-8")
    ]
    others = {
        path.name for path in programs if "    ended(" not in path.read_text(encoding="utf-8")
    }
    assert others == {"worker.py"}


LOOPS_OF_ALL_KINDS = """
import os, sys, time
import numpy

def prints(seed):
    print("from Python")
    os.write(1, b"from elsewhere\\n")
    return seed

def dies_in_a_line(seed):
    descriptors = [int(name) for name in os.listdir("/proc/self/fd")]
    for descriptor in sorted(descriptors)[3:]:
        try:
            os.write(descriptor, b'{"answer": [1')
        except OSError:
            pass
    os._exit(0)

loops = {
    "prints": prints,
    "reads": lambda seed: seed + len(sys.stdin.read()),
    "numpy": lambda seed: numpy.int64(seed),
    "raises": lambda seed: 1 // (seed - seed),
    "dies": lambda seed: os._exit(3),
    "dies in a line": dies_in_a_line,
    "long": lambda seed: time.sleep(10_000),
    "good": lambda seed: seed,
}
LOOPS = {name: (lambda loop=loop: loop) for name, loop in loops.items()}
"""


@pytest.fixture
def start(bench: dict[str, ModuleType], tmp_path: Path) -> Iterator[Callable[[], Any]]:
    """Starts a worker with the loops above, whose stderr is then the one of the test."""
    (tmp_path / "loops_of_all_kinds.py").write_text(LOOPS_OF_ALL_KINDS, encoding="utf-8")
    workers = []

    def start() -> Any:
        environment = {"PYTHONPATH": str(tmp_path)}
        made = bench["worker"].Worker(Path(sys.executable), "loops_of_all_kinds", environment)
        workers.append(made)
        return made

    yield start
    for made in workers:
        made.close()


@pytest.fixture
def worker(start: Callable[[], Any]) -> Any:
    return start()


def test_what_a_loop_prints_or_reads_is_no_part_of_the_answers(
    start: Callable[[], Any], capfd: pytest.CaptureFixture[str]
) -> None:
    worker = start()
    assert worker.time("prints", 7).pieces == 7
    assert worker.time("reads", 8).pieces == 8
    assert worker.time("good", 9).pieces == 9
    out, err = capfd.readouterr()
    assert (out, err) == ("", "from Python\nfrom elsewhere\n")


@pytest.mark.parametrize(
    ("loop", "reason"),
    [
        ("raises", "ZeroDivisionError: integer division or modulo by zero"),
        ("numpy", "TypeError: Object of type int64 is not JSON serializable"),
        ("no such loop", "KeyError: 'no such loop'"),
    ],
)
def test_a_loop_that_gives_no_number_is_missing_and_others_go_on(
    bench: dict[str, ModuleType], worker: Any, loop: str, reason: str
) -> None:
    for _ in range(2):
        with pytest.raises(bench["worker"].Missing) as missing:
            worker.time(loop, 1)
        assert str(missing.value) == reason
    assert worker.time("good", 4).pieces == 4


@pytest.mark.parametrize("loop", ["dies", "dies in a line"])
def test_a_worker_that_ends_in_a_loop_measures_nothing(
    bench: dict[str, ModuleType],
    start: Callable[[], Any],
    capfd: pytest.CaptureFixture[str],
    loop: str,
) -> None:
    if loop == "dies in a line" and not Path("/proc/self/fd").exists():
        pytest.skip("the system does not list descriptors")
    worker = start()
    for name in (loop, "good"):
        with pytest.raises(bench["worker"].Missing, match="the worker ended"):
            worker.time(name, 1)
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(os.name != "posix", reason="groups of processes are as POSIX has them")
def test_ctrl_c_on_a_terminal_is_for_the_parent_of_a_worker(worker: Any) -> None:
    """It goes to the group in front; the worker would print a traceback beside what its parent does."""
    assert os.getpgid(worker.process.pid) == worker.process.pid != os.getpgrp()


@pytest.mark.skipif(os.name != "posix", reason="a pipe without a reader is an error elsewhere")
def test_a_worker_ends_without_a_word_when_its_parent_is_killed(
    start: Callable[[], Any], capfd: pytest.CaptureFixture[str]
) -> None:
    worker = start()
    worker.process.stdout.close()
    worker.process.stdin.write('["good", 1]\n')
    worker.process.stdin.flush()
    assert worker.process.wait() == 0
    assert capfd.readouterr() == ("", "")


def test_a_worker_is_closed_in_the_middle_of_a_loop(worker: Any) -> None:
    worker.process.stdin.write('["long", 1]\n')
    worker.process.stdin.flush()
    assert worker.process.poll() is None
    worker.close()
    assert worker.process.poll() is not None


def test_a_worker_without_its_loops_says_why(bench: dict[str, ModuleType]) -> None:
    worker = bench["worker"].Worker(Path(sys.executable), "no_such_loops")
    for _ in range(2):
        with pytest.raises(bench["worker"].Missing, match="No module named 'no_such_loops'"):
            worker.ask("play", 1)
    worker.close()


def test_a_worker_that_has_ended_measures_nothing(bench: dict[str, ModuleType]) -> None:
    worker = bench["worker"].Worker(Path(sys.executable), "own_loops")
    worker.process.kill()
    worker.process.wait()
    for _ in range(2):
        with pytest.raises(bench["worker"].Missing, match="the worker ended"):
            worker.ask("play", 1)
    worker.close()


def test_a_worker_lost_between_rounds_is_named_and_the_others_end(
    bench: dict[str, ModuleType], worker: Any
) -> None:
    with pytest.raises(SystemExit, match="a peer: the worker ended"):
        with bench["python_face"].Bench() as measured:
            other = measured.start(sys.executable, "own_loops")
            measured.add("a peer", worker, "good")
            measured.add("another", worker, "raises")
            assert measured.works["a peer"](3).pieces == 3
            assert measured.missing.keys() == {"another"}
            worker.process.kill()
            worker.process.wait()
            measured.works["a peer"](4)
    assert other.process.poll() is not None


@pytest.mark.skipif(os.name != "posix", reason="a script that stands for an interpreter")
def test_an_environment_without_its_peer_is_not_there(
    bench: dict[str, ModuleType], tmp_path: Path
) -> None:
    """Ctrl-C between the two commands of an installation leaves one, which is then installed into."""
    peer = bench["peers"].Peer("a peer", "burgundy")
    python = tmp_path / "burgundy" / "bin" / "python"
    assert peer.find(tmp_path) is None
    python.parent.mkdir(parents=True)
    for options, found in (("-I -S", None), ("", python)):
        python.write_text(f'#!/bin/sh\nexec "{sys.executable}" {options} "$@"\n', encoding="utf-8")
        python.chmod(0o700)
        assert peer.find(tmp_path) == found


@pytest.mark.parametrize("program", ["git", "rustc"])
def test_a_program_that_is_not_installed_is_named(
    bench: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setenv("PATH", "")
    builds = bench["builds"]
    calls = {"git": lambda: builds.executable("main", "x86-64"), "rustc": builds.rustc}
    with pytest.raises(SystemExit, match=f"{program} is not installed"):
        calls[program]()


@pytest.mark.skipif(os.name != "posix", reason="a script that stands for valgrind")
def test_what_valgrind_says_is_shown_where_it_fails(
    bench: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    valgrind = tmp_path / "valgrind"
    valgrind.write_text("#!/bin/sh\necho unrecognised instruction >&2\nexit 1\n", encoding="utf-8")
    valgrind.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(SystemExit, match="^unrecognised instruction\nvalgrind .* failed$"):
        bench["by_function"].costs(Path("bench"), "path", 2, 10)


@pytest.mark.parametrize("arguments", [["--only", "engine"], ["--check", "--rounds", "3"]])
def test_what_is_for_measuring_is_refused_without_it(
    bench: dict[str, ModuleType],
    arguments: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["measure.py", *arguments])
    with pytest.raises(SystemExit, match="2"):
        bench["measure"].main()
    assert "--only and --rounds: for --measure alone" in capsys.readouterr().err


@pytest.mark.parametrize("program", ["thread_scaling", "executors"])
def test_a_kind_of_processor_that_is_none_is_refused_in_words(program: str) -> None:
    code = f"import sys, {program}; sys.modules['psutil'] = sys; {program}.main()"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=BENCH,
        env=os.environ | {"BURGUNDY_PROCESSOR": "avx512"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2 and ran.stdout == ""
    assert 'error: BURGUNDY_PROCESSOR: "avx512", expected one of' in ran.stderr
    assert "Traceback" not in ran.stderr


def test_calls_that_have_not_begun_are_left_out_when_one_fails(
    bench: dict[str, ModuleType],
) -> None:
    """As Ctrl-C leaves them out, which would have to wait for all of them otherwise."""
    calls = []

    class Failing:
        def playouts(self, count: int, seed: int) -> None:
            calls.append(seed)
            if seed == 0:
                raise KeyboardInterrupt
            time.sleep(0.01)

    with pytest.raises(KeyboardInterrupt):
        bench["thread_scaling"].by_python(Failing(), 10**6, 1)
    assert 1 <= len(calls) < 10**4


def test_workers_at_once_are_timed_as_one(bench: dict[str, ModuleType]) -> None:
    """Pieces and CPU time of all, the wall time of the slowest, seeds that no two of them have in any round."""
    worker, seeds = bench["worker"], []

    class Fixed:
        def __init__(self, *timing: int):
            self.timing = worker.Timing(*timing)

        def time(self, name: str, seed: int) -> Any:
            assert name == "play"
            seeds.append(seed)
            return self.timing

    together = worker.Together(Fixed(1, 10, 12), Fixed(2, 20, 11))
    for seed in range(3):
        assert together.time("play", seed) == (3, 30, 12)
    assert sorted(seeds) == list(range(6))


def test_a_peer_that_is_not_there_is_missing() -> None:
    """A worker says so and goes on to the next loop."""
    asked = "".join(json.dumps([name, 1]) + "\n" for name in ("fastcatan", "fastcatan"))
    command = [sys.executable, "-S", str(BENCH / "worker.py"), "peer_loops"]
    ran = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert answers == [{"missing": "ModuleNotFoundError: No module named 'fastcatan'"}] * 2
