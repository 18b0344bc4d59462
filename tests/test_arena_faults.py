"""Bots that fail: they lose with the reason in the record, and the tournament goes on."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import commands
import pytest
from arena_bots import MOVE_SECONDS
from test_arena import games

from burgundy.arena import Settings, isolation, run
from burgundy.arena.run import play_games

FAULTS = {
    "Raises": "raised RuntimeError: no idea",
    "Illegal": r"returned an illegal action: 51[01]: .*",
    "Words": r"returned '.*', expected the code of an action",
    "Boolean": "returned True, expected the code of an action",
    "Leaves": "raised SystemExit: 3",
    "Sly": "raised Error",
    "Code": "raised SystemExit: 5",
    "Huge": "returned an illegal action: .*not a code, they go from 0 to 511",
    "Unmade": "raised ValueError: no weights",
}

RAISED = {
    "Raises": 'raise RuntimeError("no',
    "Leaves": "raise SystemExit(3)",
    "Sly": "raise self.Error",
    "Code": "raise SystemExit(5)",
    "Unmade": 'raise ValueError("no weights")',
}
"""How the lines begin that raise."""


def place(name: str) -> str:
    """What a reason says of where the bot raised; empty for a bot that does not."""
    if name not in RAISED:
        return ""
    lines = (Path(__file__).parent / "arena_bots.py").read_text(encoding="utf-8").splitlines()
    (line,) = (at for at, text in enumerate(lines, 1) if text.strip().startswith(RAISED[name]))
    return f" (arena_bots.py, line {line})"


@pytest.mark.parametrize("isolated", [False, True])
@pytest.mark.parametrize("name", FAULTS)
def test_a_bot_that_fails_loses_the_game_with_the_reason(name: str, isolated: bool) -> None:
    settings = Settings(bots=("arena_bots:Lowest", f"arena_bots:{name}"), isolated=isolated)
    for record in play_games(settings, range(2)):
        bad = (record.names or ()).index(f"arena_bots:{name}")
        (fault,) = record.info["faults"]
        assert fault["seat"] == bad
        assert re.fullmatch(FAULTS[name] + re.escape(place(name)), fault["reason"])
        assert fault["step"] == len(record.words)
        assert record.info["ranking"] == [1 - bad, bad]
        assert record.verify() == []
        decided = [step for step in record.replay().history if not step.is_chance]
        assert sum(step.state.current_player() == bad for step in decided) == (
            0 if name == "Unmade" else 30
        )


def test_with_more_seats_the_others_go_on() -> None:
    bots = ("arena_bots:Lowest", "arena_bots:Raises", "flat:1", "arena_bots:Unmade")
    found = games(Settings(bots=bots, players=4, seed=9))
    for record in found:
        names = record.names or ()
        raises, unmade = names.index("arena_bots:Raises"), names.index("arena_bots:Unmade")
        assert record.replay().is_over
        assert record.info["ranking"][2:] == [raises, unmade]
        others = [seat for seat in record.ranking or () if seat not in (raises, unmade)]
        assert record.info["ranking"][:2] == others
        assert [fault["seat"] for fault in record.info["faults"]] == [unmade, raises]
    # What is drawn for those that are out is the same whenever the game is played.
    again = games(Settings(bots=bots, players=4, seed=9))
    assert [record.words for record in again] == [record.words for record in found]


def test_the_tournament_goes_on_and_counts_the_faults() -> None:
    settings = Settings(bots=("arena_bots:Raises", "random"), seed=1)
    found = run(settings, 5)
    bad, good = (found.bots[name] for name in settings.bots)
    assert (bad.games, bad.wins, good.wins) == (10, 0, 10)
    assert bad.faults == {"raised RuntimeError: no idea" + place("Raises"): 10}
    assert bad.summary()["faults"] == 10 and good.summary()["faults"] == 0
    # Games that were not finished say nothing about scores.
    assert good.summary()["score"] is None
    assert found.pairs[0].difference.mean is None


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Hangs", r"took too long for a move, allowed are 2 s"),
        ("Slow", r"took \d+\.\d+ s for a move, allowed are 2 s"),
        ("Crashes", "its process was ended by SIGKILL"),
    ],
)
def test_a_bot_that_takes_too_long_or_crashes_loses(
    name: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "Slow":
        # It answers, however long a busy machine takes to wake it up.
        monkeypatch.setattr(isolation, "GRACE", commands.PATIENCE)
    bots = (f"arena_bots:{name}", "arena_bots:Lowest", "random")
    settings = Settings(bots=bots, players=3, move_seconds=MOVE_SECONDS)
    first, second = play_games(settings, [0, 1])
    for record in (first, second):
        bad = (record.names or ()).index(bots[0])
        (fault,) = record.info["faults"]
        assert fault["seat"] == bad and re.fullmatch(reason, fault["reason"])
        assert record.info["ranking"][-1] == bad
        assert record.info["moves"][bad] == 31
        is_known = [cpu_seconds is not None for cpu_seconds in record.info["cpu_seconds"]]
        assert is_known == [seat != bad or name == "Slow" for seat in range(3)]
        assert record.replay().is_over


def test_bots_play_the_same_in_processes_of_their_own() -> None:
    bots = ("flat:1", "arena_bots:Prints", "random")
    settings = Settings(bots=bots, players=3, boards="random", seed=8)
    here = play_games(settings, range(2))
    apart = play_games(replace(settings, isolated=True), range(2))
    assert [record.words for record in apart] == [record.words for record in here]
    assert [record.info["ranking"] for record in apart] == [r.info["ranking"] for r in here]


def test_a_bot_that_takes_the_worker_down_is_found_out() -> None:
    settings = Settings(bots=("arena_bots:Crashes", "random"), seed=1)
    found = run(settings, 2, executor="processes", workers=2)
    assert found.games == 4
    assert found.bots["arena_bots:Crashes"].faults == {"its process was ended by SIGKILL": 4}
