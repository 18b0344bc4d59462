"""The commands that show positions and records, and what they say about bad ones."""

from __future__ import annotations

import io
import json
import random
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

import burgundy
from burgundy import cli, position, records
from burgundy.game import Game


def played(seed: int, steps: int = 10_000, players: int = 2) -> Game:
    game = Game(players, seed=seed)
    rng = random.Random(seed)
    while not game.is_over and len(game.history) < steps:
        game.play(rng.choice(game.state.legal_actions()))
    return game


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games, the last one not over."""
    file = tmp_path_factory.mktemp("records") / "games.jsonl.gz"
    found = [played(0), played(1), played(2, steps=200, players=3)]
    records.write(
        file,
        [game.record(names=["Ann", "Ben", "Cid"][: game.state.num_players()]) for game in found],
    )
    return file


class Shell:
    """Runs commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: object, code: int = 0) -> str:
        """What the command prints, on stderr if it fails as bad arguments do."""
        try:
            found = cli.main([str(argument) for argument in arguments])
        except SystemExit as end:
            found = int(end.code or 0)
        out, err = self._capsys.readouterr()
        assert found == code, err
        assert code == 2 or err == ""
        return err if code == 2 else out


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def test_replay_shows_steps_points_and_the_last_position(shell: Shell, games: Path) -> None:
    game = played(1)
    lines = shell("replay", games, "--game", 2).splitlines()
    steps = len(game.history)
    assert [line.split()[0] for line in lines[:steps]] == [str(n + 1) for n in range(steps)]
    assert all(step.words in line for step, line in zip(game.history, lines))
    assert any("+4 watchtower for" in line or "region for" in line for line in lines)
    assert lines[-1] == repr(game.state)
    assert "the game is over" in "\n".join(lines)
    found = json.loads(shell("replay", games, "--game", 2, "--to", 50, "--json"))
    assert found["steps"] == 50
    assert burgundy.State.from_string(found["position"]) == game.history[50].state


def test_replay_writes_a_picture(shell: Shell, games: Path, tmp_path: Path) -> None:
    shell("replay", games, "--to", 40, "--svg", tmp_path / "a.svg")
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "Ann" in text and ElementTree.fromstring(text).tag.endswith("svg")
    assert shell("replay", games, "--to", 40, "--svg", "-") == text


def test_verify(shell: Shell, games: Path, tmp_path: Path) -> None:
    told = shell("replay", games, "--verify")
    assert told == "3 games verified on burgundy and burgundy.reference: no fault\n"
    assert json.loads(shell("replay", games, "--verify", "--game", 2, "--json"))["games"] == 1
    lines = [record.to_json() for record in records.read(games)]
    broken = json.loads(lines[1])
    broken["scores"][0] += 1
    broken["words"][40] = "3: take castle from 7"
    file = tmp_path / "broken.jsonl"
    file.write_text("\n".join([lines[0], json.dumps(broken), lines[2]]), encoding="utf-8")
    told = shell("replay", file, "--verify", code=1)
    assert told.splitlines()[-1].startswith("3 games verified") and "1 with faults" in told
    for engine in ("burgundy", "burgundy.reference"):
        assert f"broken.jsonl:2: {engine}: words[40]: 3: take castle from 7: " in told
    assert "broken.jsonl:2: words[40]: " in shell("replay", file, "--game", 2, code=2)


def test_records_from_stdin(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    line = played(3, steps=60).record().to_json()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line.encode())))
    assert "  60  " in shell("replay", "-")


@pytest.mark.parametrize("command", [["replay"], ["view", "-o", "-"]], ids=str)
def test_a_record_without_words(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    line = b'{"players": 2, "words": null}\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line)))
    assert ":1: words: missing, expected the words" in shell(*command, "-", code=2)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["none.jsonl"], "none.jsonl: no such file or directory"),
        (["{games}", "--game", 4], "--game: 4, "),
        (["{games}", "--verify", "--game", 4], "--game: 4, the file has 3 games"),
        (["{games}", "--game", 0], "expected an integer from 1"),
        (["{games}", "--verify", "--to", 3], "--to: nothing is shown with --verify"),
        (["{folder}"], "is a directory"),
        (["{games}", "--svg", "{folder}"], "is a directory"),
        (["{games}", "--data", "/none"], "/none"),
    ],
    ids=range(8),
)
def test_bad_arguments(shell: Shell, games: Path, arguments: list[Any], told: str) -> None:
    places = {"games": games, "folder": games.parent}
    filled = [str(argument).format(**places) for argument in arguments]
    assert told in shell("replay", *filled, code=2)


def test_show(shell: Shell, tmp_path: Path) -> None:
    state = burgundy.State.new(2, boards=[3, 4]).resolve_chance(5)
    text = position.write(state)
    assert shell("show", "--boards", "3,4", "--seed", 5, "--string") == f"{text}\n"
    assert shell("show", "--position", text, "--json") == json.dumps(state.snapshot()) + "\n"
    board = shell("show", "--position", text, "--width", 80)
    assert board == state.render(width=80, actions=True) + "\n"
    assert "of 37 filled" in shell("show", "--position", text, "--seat", 0)
    shell("show", "--position", text, "--svg", tmp_path / "a.svg")
    assert "legal" in (tmp_path / "a.svg").read_text(encoding="utf-8")


def test_a_position_is_a_string_or_a_file_with_either_form(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = burgundy.State.new(3).resolve_chance(5)
    forms = {"a": position.write(state), "b": json.dumps(state.snapshot()), "c": repr(state)}
    for name, text in forms.items():
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
        assert shell("show", "--position", tmp_path / name, "--string") == f"{forms['a']}\n"
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert shell("show", "--position", "-", "--string") == f"{forms['a']}\n"
    perft = json.loads(shell("perft", "--position", forms["a"], "--depth", 1, "--json"))
    assert perft["position"] == forms["a"]


def test_positions_that_are_none(shell: Shell, tmp_path: Path) -> None:
    huge = tmp_path / "huge"
    with open(huge, "wb") as file:
        file.truncate(2**30)
    assert "longer than 1,000,000 bytes" in shell("show", "--position", huge, code=2)
    assert "11 fields" not in shell("show", "--position", "cob1 x", code=2)
    told = shell("show", "--position", "<script>", code=2)
    assert told == "burgundy: --position: <script>: no such file or directory\n"
    assert "leave out --seed" in shell("show", "--position", "cob1", "--seed", 1, code=2)
