"""The command `burgundy`, run as its users run it; longer than other files for its table of bad arguments."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import commands
import pytest

import burgundy
from burgundy import loader

BURGUNDY = [sys.executable, "-m", "burgundy"]


def run(*arguments: object, code: int = 0, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The finished command; it has to end with `code`, and never with a traceback."""
    done = subprocess.run(
        [*BURGUNDY, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=commands.PATIENCE,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done


def run_json(*arguments: object) -> Any:
    """What the command prints as JSON, on one line and with nothing beside it."""
    done = run(*arguments, "--json")
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1
    return json.loads(done.stdout)


def test_version() -> None:
    assert run("--version").stdout == f"burgundy {burgundy.__version__}\n"


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["simulate", "--help"]])
def test_version_and_help_start_without_numpy(arguments: list[str]) -> None:
    code = (
        "import sys, burgundy.cli\n"
        f"try: burgundy.cli.main({arguments})\n"
        "except SystemExit as end: assert end.code in (0, None)\n"
        "assert 'numpy' not in sys.modules and 'tqdm' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


def test_simulate_prints_a_table() -> None:
    lines = run("simulate", "--games", 300).stdout.splitlines()
    assert lines[0].startswith("300 random games of 2 players in ")
    for label in ("games per second", "decisions per second", "decisions per game", "branching"):
        assert any(line.startswith(label) for line in lines)
    for label in ("wins", "spaces filled (of 37)", "score, mean", "  5 %", "  95 %", "  region"):
        (line,) = (line for line in lines if line.startswith(f"{label}  "))
        assert len(line.removeprefix(label).replace(" %", "").split()) == 2


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("boards", [None, "random"])
def test_simulate_adds_up(players: int, boards: str | None) -> None:
    chosen = ["--boards", boards] if boards else []
    found = run_json("simulate", "--players", players, "--games", 200, "--seed", 5, *chosen)
    assert found["players"] == players
    assert found["games"] == 200
    assert found["seed"] == 5
    assert found["interrupted"] is False
    assert sum(seat["wins"] for seat in found["seats"]) == 200
    # Each player has 50 dice; buying, effects and the end of turns come on top.
    assert found["decisions_per_game"] >= 50 * players
    assert found["branching"] > 1
    for seat in found["seats"]:
        score = seat["score"]
        assert sum(seat["points"].values()) == pytest.approx(score["mean"])
        ranks = [score[key] for key in ("min", "q5", "q25", "q50", "q75", "q95", "max")]
        assert ranks == sorted(ranks)
        assert ranks[0] <= score["mean"] <= ranks[-1]
        assert 1 <= seat["spaces_filled"] <= 37


def test_options_of_the_rules() -> None:
    """A position string names them if one differs from its default."""
    given = ["--no-purchase-in-effect", "--tie-break", "most_then_later"]
    text = run("show", "--string", *given).stdout
    assert "purchase_in_effect=false,tie_break=most_then_later,decline_effects=true" in text
    done = run("show", "--position", text, "--no-decline-effects", code=2)
    assert "--no-decline-effects: a position has its own, leave out" in done.stderr


def test_simulate_goes_on_from_a_position() -> None:
    state = burgundy.State.new(3, boards=[2, 3, 4]).resolve_chance(1)
    while not state.is_terminal() and state.snapshot()["phase"] != "E":
        state = state.child(state.sample_action(1)).resolve_chance(1)
    text = repr(state)
    found = run_json("simulate", "--position", text, "--games", 50)
    assert found["position"] in text and "boards" not in found
    assert found["players"] == 3 and found["games"] == 50
    from burgundy._core import simulate

    scores = simulate(state, 0, 50, 0, 1)["scores"]
    assert [seat["score"]["mean"] for seat in found["seats"]] == pytest.approx(
        scores.mean(axis=0), abs=0.01
    )
    done = run("simulate", "--position", text, "--boards", "1,1", code=2)
    assert "leave out --boards" in done.stderr
    while not state.is_terminal():
        state = state.child(state.sample_action(1)).resolve_chance(1)
    done = run("simulate", "--position", repr(state), code=2)
    assert done.stderr == "burgundy: --position: the game is over, expected one that goes on\n"
    assert run_json("simulate", "--games", 1)["boards"] == [1, 1]


def test_simulated_games_do_not_depend_on_threads_or_chunks() -> None:
    def seats(*arguments: object) -> Any:
        return run_json("simulate", "--games", 500, *arguments)["seats"]

    assert seats("--threads", 1) == seats("--threads", 3) == seats("--seed", 0)
    assert seats("--threads", 1) != seats("--seed", 1)


def test_simulated_scores_are_those_of_the_core() -> None:
    from burgundy._core import simulate

    found = run_json("simulate", "--games", 400, "--seed", 3)
    whole = simulate(burgundy.State.new(2), 0, 400, 3, 1)
    parts = [simulate(burgundy.State.new(2), first, 200, 3, 2) for first in (0, 200)]
    scores = whole["scores"]
    assert scores.tolist() == [row for part in parts for row in part["scores"].tolist()]
    for seat in (0, 1):
        column = sorted(scores[:, seat].tolist())
        score = found["seats"][seat]["score"]
        assert score["mean"] == pytest.approx(sum(column) / 400)
        assert (score["min"], score["q25"], score["max"]) == (column[0], column[99], column[-1])
        assert found["seats"][seat]["wins"] == whole["winners"][seat]


def test_boards_decide_the_number_of_players() -> None:
    assert run_json("simulate", "--games", 1, "--boards", "2,3,4")["players"] == 3
    done = run("simulate", "--games", 1, "--boards", "2,3,4", "--players", 2, code=2)
    assert "boards" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize("as_json", [False, True])
def test_ctrl_c_ends_years_of_games_with_what_there_is(as_json: bool, tmp_path: Path) -> None:
    arguments = ["simulate", "--games", str(10**11), *(["--json"] if as_json else [])]
    with commands.begun("burgundy._core.simulate", tmp_path, *arguments) as process:
        code, stdout, stderr = commands.interrupted(process)
    assert code == 130
    assert stderr == ""
    if as_json:
        found = json.loads(stdout)
        assert found["interrupted"] is True
        assert sum(seat["wins"] for seat in found["seats"]) == found["games"] > 0
    else:
        assert "random games of 2 players" in stdout
        assert "points by source" in stdout


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
def test_ctrl_c_ends_a_count_of_years() -> None:
    with commands.started([*BURGUNDY, "perft", "--depth", "60", "--chance", "all"]) as process:
        assert process.stdout is not None
        assert process.stdout.readline().split() == ["depth", "nodes", "seconds"]
        code, stdout, stderr = commands.interrupted(process)
    assert (code, stderr) == (130, "")
    assert all(line.split()[0].isdigit() for line in stdout.splitlines())


BAD = [
    [],
    ["dance"],
    ["simulate", "--games", "0"],
    ["simulate", "--games", "-5"],
    ["simulate", "--games", "many"],
    ["simulate", "--games", "1.5"],
    ["simulate", "--games", "9" * 5000],
    ["simulate", "--seed", "-1"],
    ["simulate", "--seed", str(2**64)],
    ["simulate", "--threads", "0"],
    ["simulate", "--threads", "1000000"],
    ["simulate", "--players", "1"],
    ["simulate", "--players", "two"],
    ["simulate", "--boards", ""],
    ["simulate", "--boards", "1,b"],
    ["simulate", "--boards", "1"],
    ["simulate", "--boards", "2,2"],
    ["simulate", "--boards", "0,10"],
    ["simulate", "--boards", f"1,{'9' * 30}"],
    ["simulate", "--boards", "1,1,1,1,1"],
    ["simulate", "--player", "2"],
    ["simulate", "--data", "no/such/folder"],
    ["info", "extra"],
    ["info", "--data", "no/such/folder"],
    ["perft", "--depth", "-1"],
    ["perft", "--depth", "deep"],
    ["perft", "--chance", "some"],
    ["perft", "--position", "no/such/file.json"],
    ["perft", "--position", "-", "--seed", "1"],
    ["perft", "--position", "-"],
]


@pytest.mark.parametrize("arguments", BAD, ids=lambda arguments: " ".join(arguments)[:40])
def test_bad_arguments_end_with_2_and_a_plain_message(arguments: list[str]) -> None:
    done = run(*arguments, code=2)
    assert done.stdout == ""
    message = done.stderr.splitlines()[-1]
    assert message.startswith("burgundy")
    assert len(message) < 400


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (["simulate", "--game", "3"], "simulate"),
        (["perft", "2"], "perft"),
        (["kit", "write", "file", "--more"], "kit"),
    ],
)
def test_an_argument_that_a_command_does_not_know_shows_its_usage(
    arguments: list[str], command: str
) -> None:
    told = run(*arguments, code=2).stderr
    assert told.startswith(f"usage: burgundy {command} [-h] ")
    unknown = {"simulate": "--game 3", "perft": "2", "kit": "--more"}[command]
    assert told.endswith(f"burgundy {command}: error: unrecognized arguments: {unknown}\n")


def test_info() -> None:
    found = run_json("info")
    assert found["version"] == burgundy.__version__ == found["build"]["version"]
    names = {"rules", "action", "world", "snapshot", "state", "observation"}
    assert set(found["versions"]) == names
    assert found["data"]["fingerprint"] == loader.load()["fingerprint"].hex()
    assert found["data"]["boards"] == 9
    assert all(check["is_printed"] for check in found["data"]["checks"])
    counts = {(check["place"], check["what"]): check["found"] for check in found["data"]["checks"]}
    assert counts["tiles.toml", "tiles"] == "164"
    assert counts["tiles.toml: goods", "goods"] == "42"
    text = run("info").stdout
    assert "fingerprint" in text
    assert "(9 boards)" in text
    assert sum(line.endswith("  ok") for line in text.splitlines()) > 10


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with a home-made board."""
    text = (loader.SHIPPED / "boards.toml").read_text(encoding="utf-8")
    text = text.replace("A6 C5 C4 K3", "A1 C1 C1 K1").replace("copies = 1", "copies = 2")
    (tmp_path / "boards.toml").write_text(text, encoding="utf-8")
    return tmp_path


def test_own_data(own: Path) -> None:
    found = run_json("info", "--data", own)
    assert not all(check["is_printed"] for check in found["data"]["checks"])
    assert "printed: 7/6/6/6/6/6" in run("info", "--data", own).stdout
    assert found["data"]["own_files"] == ["boards.toml"]
    assert found["data"]["unread_files"] == []
    played = run_json("simulate", "--data", own, "--games", 20, "--boards", "2,2")
    assert played["games"] == 20
    assert run_json("perft", "--data", own, "--depth", 1)["counts"][1]["nodes"] > 1


def test_info_warns_of_files_that_are_not_read(own: Path) -> None:
    """A name that is misspelt would go unnoticed."""
    assert "warning" not in run("info", "--data", own).stdout
    (own / "tile.toml").write_text("", encoding="utf-8")
    lines = run("info", "--data", own).stdout.splitlines()
    assert "own       boards.toml" in lines
    assert "shipped   board.toml, tiles.toml" in lines
    expected = "warning   not read: tile.toml; data files are board.toml, boards.toml, tiles.toml"
    assert expected in lines
    for i in range(12):
        (own / f"z{i:02}").touch()
    (warning,) = (x for x in run("info", "--data", own).stdout.splitlines() if "warning" in x)
    assert "z08, and 3 more;" in warning
    assert len(run_json("info", "--data", own)["data"]["unread_files"]) == 13


def test_faults_of_own_data_are_all_printed(own: Path) -> None:
    text = (own / "boards.toml").read_text(encoding="utf-8")
    text = text.replace("copies = 4", "copies = 0").replace("number = 9", "number = 1")
    (own / "boards.toml").write_text(text, encoding="utf-8")
    for command in ("info", "simulate", "perft"):
        lines = run(command, "--data", own, code=2).stderr.splitlines()
        assert lines == [
            "burgundy: boards.toml: board[8].number: 1, expected a number that board[0] does not "
            "have (R1.8)",
            "burgundy: boards.toml: board[0].copies: 0, expected an integer from 1 to 255 (R1.8)",
        ]


def test_perft_counts_the_nodes_below_the_first_decision() -> None:
    state = burgundy.State.new(3).resolve_chance(4)
    found = run_json("perft", "--players", 3, "--seed", 4, "--depth", 3)
    nodes = [count["nodes"] for count in found["counts"]]
    assert nodes == [state.perft(depth, "stop") for depth in range(4)]
    assert nodes[:2] == [1, len(state.legal_actions())]
    lines = run("perft", "--players", 3, "--seed", 4, "--depth", 3).stdout.splitlines()
    assert [int(line.split()[1].replace(",", "")) for line in lines[1:]] == nodes


def test_perft_starts_from_a_snapshot(tmp_path: Path) -> None:
    state = burgundy.State.new(2, boards=[3, 8])
    file = tmp_path / "position.json"
    file.write_text(json.dumps(state.snapshot()), encoding="utf-8")
    found = run_json("perft", "--position", file, "--depth", 2, "--chance", "all")
    assert [count["nodes"] for count in found["counts"]] == [
        state.perft(depth, "all") for depth in range(3)
    ]
    done = run("perft", "--position", "-", "--depth", 1, stdin=json.dumps({"players": 2}))
    assert done.stdout.splitlines()[-1].split()[0] == "1"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[1, 2]",
        "null",
        "[" * 100_000,
        "9" * 5_000,
        '{"players": 2, "phase": "F", "round": 9}',
        "\ud800",
    ],
    ids=range(8),
)
def test_a_position_with_faults_is_a_bad_argument(text: str, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    done = run("perft", "--position", file, code=2)
    assert all(line.startswith("burgundy: ") for line in done.stderr.splitlines())
    if "phase" in text:
        assert len(done.stderr.splitlines()) == 2


def test_a_reader_that_goes_away_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)  # before anything is written
    done = subprocess.run(
        [*BURGUNDY, "perft", "--depth", "3"], stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_the_progress_bar_is_for_terminals_only() -> None:
    pty, termios = pytest.importorskip("pty"), pytest.importorskip("termios")
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    with subprocess.Popen(
        [*BURGUNDY, "simulate", "--games", "3000"], stdout=subprocess.PIPE, stderr=theirs
    ) as process:
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:  # the other side is closed
            pass
        assert process.stdout is not None
        assert b"games/s" not in process.stdout.read()
    os.close(ours)
    assert process.returncode == 0
    assert b"/3000" in shown


def test_signs_that_the_output_does_not_have_are_replaced() -> None:
    command = [sys.executable, "-m", "burgundy", "tournament", "random", "light", "--worlds", "2"]
    done = subprocess.run(
        command, capture_output=True, check=False, env={**os.environ, "PYTHONIOENCODING": "ascii"}
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b" ? " in done.stdout and done.stdout.isascii()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
@pytest.mark.parametrize("command", [["info"], ["--version"], ["simulate", "--games", "20"]])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_output_that_is_full_is_said(command: list[str], unbuffered: str) -> None:
    """Whether it fails at once or when the buffer is written."""
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*BURGUNDY, *command],
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 74
    assert done.stderr == "burgundy: no space left on device\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "--games", "1", "--record", "no/such/folder/x"],
        ["check", "--engine", ".x"],
    ],
    ids=str,
)
def test_check_says_what_is_wrong_before_it_plays(arguments: list[str]) -> None:
    done = subprocess.run([*BURGUNDY, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("burgundy: ") and "Traceback" not in done.stderr
