"""`burgundy play` as a person meets it, and the players by name."""

from __future__ import annotations

import io
import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import commands
import pytest
from engines import Engine, load

import burgundy
from burgundy import cli, position, records
from burgundy.players import PLAYERS, Player, player


def play(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    typed: list[str],
    *arguments: object,
    code: int = 0,
) -> str:
    """What is printed while a person types these lines and then leaves."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    try:
        found = cli.main(["play", *map(str, arguments)])
    except SystemExit as end:
        found = int(end.code or 0)
    out, err = capsys.readouterr()
    assert found == code, err
    return err if code else out


@pytest.fixture
def person(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    return lambda typed, *arguments, code=0: play(capsys, monkeypatch, typed, *arguments, code=code)


def first_words(seed: int, number: int = 0) -> str:
    state = burgundy.State.new(2).resolve_chance(seed)
    assert state.current_player() == 0
    return state.action_to_string(state.legal_actions()[number])


SEED = next(
    seed for seed in range(99) if burgundy.State.new(2).resolve_chance(seed).current_player() == 0
)


def test_a_whole_game_by_numbers(person, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "game.jsonl"
    text = person(["1"] * 400, "--bots", "random", "--seed", 5, "--save", file)
    assert "the game is over" in text and " wins\n" in text
    (record,) = records.read(file)
    assert record.names == ("you", "random") and record.seed == 5
    assert record.verify() == []
    rows = [line.split() for line in text.partition("points  ")[2].splitlines()]
    together = next(row for row in rows if row and row[0] == "together")
    assert record.scores == tuple(int(vp) for vp in together[1:])


def test_words_numbers_and_what_is_not_legal(person) -> None:  # type: ignore[no-untyped-def]
    words = first_words(SEED)
    text = person(
        [
            words,
            "9999",
            "3: dance",
            "why 3: dance",
            "",
            "?",
            "explain 1",
            "explain x",
            "save",
            "log",
        ],
        *("--bots", "random", "--seed", SEED),
    )
    assert f"seat 0 you: {words}" in text
    assert "9999: there are choices 1 to " in text
    assert "not legal: 3: dance: not in the notation" in text
    assert "undo          goes back" in text
    assert "R4.1   use die: seat 0" in text
    assert "save: expected a file" in text


def test_a_die_may_be_left_out_where_it_is_clear(person) -> None:  # type: ignore[no-untyped-def]
    state = burgundy.State.new(2).resolve_chance(SEED)
    words = [state.action_to_string(action) for action in state.legal_actions()]
    short = [text.partition(": ")[2] for text in words]
    clear = next(text for text in short if short.count(text) == 1)
    text = person([clear, "quit"], "--seed", SEED)
    assert f": {clear}\n" in text.replace("  (", "\n")
    if short.count("workers") > 1:
        assert "which die: " in person(["workers"], "--seed", SEED)


def test_undo_goes_back_to_the_same_choices(person) -> None:  # type: ignore[no-untyped-def]
    text = person(
        ["undo", "1", "1", "1", "undo", "undo", "undo"], "--seed", SEED, "--bots", "random"
    )
    assert "undo: you have not decided anything yet" in text
    assert text.count("taken back") == 3
    boards = text.split("\nphase ")
    assert boards[1].split("\nnext")[0] == boards[-1].split("\nnext")[0]


def test_hints_scores_boards_and_legend(person) -> None:  # type: ignore[no-untyped-def]
    text = person(["scores", "board", "legend"], "--seed", SEED, "--hints", "--players", 4)
    assert "by 200 games of light after each" in text
    assert "together" in text and "c3 3 cows" in text
    assert text.count("storage") > 5


def test_a_saved_game_goes_on(person, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "game.jsonl"
    person(["1", "1", f"save {file}", "quit"], "--seed", SEED, "--bots", "random")
    (before,) = records.read(file)
    text = person(["1"], "--resume", file, "--save", file)
    assert f"world {SEED}" in text
    (after,) = records.read(file)
    assert after.words[: len(before.words)] == before.words
    assert len(after.words) > len(before.words)
    assert after.names == ("you", "random") and after.verify() == []
    assert "leave out --seed or --resume" in person([], "--resume", file, "--seed", 3, code=2)
    given = ["--tie-break", "most_then_later"]
    assert "a saved game has its own" in person([], "--resume", file, *given, code=2)


def test_saving_replaces_one_game_alone(person, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file, other = tmp_path / "games.jsonl.gz", tmp_path / "notes.txt"
    games = [burgundy.Game(2, seed=SEED) for _ in range(3)]
    records.write(file, [game.record(info={"number": n}) for n, game in enumerate(games)])
    before = file.read_bytes()
    told = person([], "--save", file, "--seed", SEED, code=2)
    assert "--save: " in told and "holds more than one game" in told
    person(["1", f"save {file}", "quit"], "--seed", SEED, "--bots", "random")
    assert file.read_bytes() == before
    person(["1", f"save {file}", "1"], "--resume", file, "--save", file, "--bots", "random")
    first, second, last = records.read(file)
    assert (first.info, second.info) == ({"number": 0}, {"number": 1})
    assert len(last.words) > len(first.words) and last.verify() == []
    other.write_text("notes", encoding="utf-8")
    assert "no JSON" in person([], "--save", other, "--seed", SEED, code=2)
    assert other.read_text(encoding="utf-8") == "notes"
    assert sorted(tmp_path.iterdir()) == [file, other]


def test_a_file_is_replaced_once_all_is_written(  # type: ignore[no-untyped-def]
    person,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "game.jsonl"
    person(["1"], "--seed", SEED, "--bots", "random", "--save", file)
    before = file.read_bytes()

    def full(path: str, games: object) -> int:
        Path(path).write_bytes(b"{")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(records, "write", full)
    person(["1"], "--resume", file, "--save", file)
    assert file.read_bytes() == before and list(tmp_path.iterdir()) == [file]


def test_names_that_no_file_has(person) -> None:  # type: ignore[no-untyped-def]
    words = first_words(SEED)
    text = person(["save x\0y", words], "--seed", SEED, "--bots", "random")
    assert f"seat 0 you: {words}" in text


def test_people_keep_their_seats(person, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "game.jsonl"
    person([], "--bots", "random,random", "--seat", 1, "--seed", 1, "--save", file)
    text = person([], "--resume", file, "--bots", "flat:1,random")
    assert "seat 0 flat:1" in text and "seat 1 you" in text and "seat 2 random" in text
    text = person([], "--resume", file, "--bots", "flat:1")
    assert "seat 0 flat:1" in text and "seat 1 you" in text and "seat 2 you" in text
    told = person([], "--resume", file, "--bots", "random,random,random", code=2)
    assert "--bots: 3 of them, expected 2 at most" in told


def test_hints_leave_the_board_on_the_screen(person) -> None:  # type: ignore[no-untyped-def]
    """80 columns and 24 rows, from the phase to the prompt; one hint where the choices alone are too many."""

    def heights(*arguments: object) -> list[int]:
        text = person(["1"] * 12, "--bots", "random", *arguments)
        screens = [part.partition("> ")[0] for part in text.split("\nphase ")[1:]]
        assert all(
            ("by 200 games of light" in screen) == ("--hints" in arguments) for screen in screens
        )
        return [len(screen.splitlines()) for screen in screens]

    for players, seed in ((2, 1), (3, 2), (4, 3), (4, 4)):
        arguments = ("--players", players, "--seed", seed)
        plain, hinted = heights(*arguments), heights(*arguments, "--hints")
        assert len(plain) == len(hinted) > 8
        assert all(with_hints <= max(24, rows + 2) for rows, with_hints in zip(plain, hinted))


def test_seats_people_and_positions(person) -> None:  # type: ignore[no-untyped-def]
    text = person([], "--bots", "random,random", "--seat", 1, "--seed", 1)
    assert "seat 1 you" in text and "seat 2 random" in text and "seat 0 random" in text
    text = person([], "--bots", "random", "--players", 3, "--boards", "2,3,4", "--seed", 1)
    assert "seat 0 you" in text and "seat 1 you" in text and "board 4" in text
    state = burgundy.State.new(2, boards=[5, 6]).resolve_chance(1)
    assert "board 6" in person([], "--position", position.write(state), "--seed", 1)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--bots", "hal"], "player: 'hal', expected one of random, light, greedy, flat"),
        (["--bots", "flat:0"], "expected a number from 1"),
        (["--bots", "flat,flat,flat", "--players", 2], "--bots: 3 of them, expected 2 at most"),
        (["--seat", 3], "--seat: 3, expected 0 to 1"),
        (["--resume", "none"], "none: no such file"),
        (["--position", "cob1"], "1 fields"),
        (["--save", "/none/x", "--seed", 1], None),
    ],
    ids=range(7),
)
def test_bad_arguments(person, arguments: list[object], told: str | None) -> None:  # type: ignore[no-untyped-def]
    if told is not None:
        assert told in person([], *arguments, code=2)
    else:
        person([], *arguments)


@pytest.mark.parametrize("rows", [24, 45])
def test_in_a_terminal(rows: int) -> None:
    """A real one of 80 columns: no line is longer, and every decision fits."""
    pty, termios = pytest.importorskip("pty"), pytest.importorskip("termios")
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (rows, 80))
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    for name in ("LINES", "COLUMNS"):
        environment.pop(name, None)
    process = subprocess.Popen(
        [sys.executable, "-m", "burgundy", "play", "--bots", "random", "--seed", str(SEED)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
    )
    os.close(theirs)

    def shown() -> str:
        """What is printed up to the next prompt."""
        found, ends = b"", time.monotonic() + commands.PATIENCE
        # What is read may end anywhere.
        while not re.search(rb"seat \d> $", found) and time.monotonic() < ends:
            if select.select([ours], [], [], 1)[0]:
                found += os.read(ours, 65536)
        return found.decode().replace("\r", "")

    for _ in range(12):
        screen = shown()
        board = screen[screen.index("\nphase ") :].splitlines()[1:]
        assert max(map(len, board)) <= 80
        assert len(board) <= rows + 2, screen
        os.write(ours, b"1\n")
    shown()
    os.write(ours, b"\x04")
    assert process.wait(timeout=commands.PATIENCE) == 0
    os.close(ours)


def test_players_play_legal_actions_on_both_engines(engine: Engine) -> None:
    state = engine.State.new(2).resolve_chance(3)
    for name in ("random", "flat:2"):
        bots: list[Player] = [player(name, seed=4), player(name, seed=4)]
        chosen = [bot.act(state) for bot in bots]
        assert chosen[0] == chosen[1] and chosen[0] in state.legal_actions()


def test_a_flat_player_beats_a_random_one() -> None:
    wins = 0
    for seed in range(6):
        bots = [player("flat:20", seed), player("random", seed)]
        state = load("rust").State.new(2).resolve_chance(seed)
        while not state.is_terminal():
            seat = state.current_player()
            action = bots[seat if seed % 2 else 1 - seat].act(state)
            state = state.child(action).resolve_chance(seed)
        wins += state.ranking()[0] == (0 if seed % 2 else 1)
    assert wins >= 5


def test_every_player_of_the_list_can_be_made() -> None:
    for name in PLAYERS:
        assert hasattr(player(name), "act")
    for name in ("", ":", "flat:", "flat:x", "flat:1e3", f"flat:{10**30}", "<script>"):
        with pytest.raises(ValueError, match="^player: "):
            player(name)
