"""Result files: gone on with wherever they were cut, refused where they belong to something else."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from test_arena import PAIR, untimed

from burgundy import records
from burgundy.arena import Settings, run
from burgundy.arena.table import lines
from burgundy.records import RecordError


def test_a_file_is_gone_on_with_wherever_it_was_cut(tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl"
    wanted = untimed(run(PAIR, 2, out=whole))
    data = whole.read_bytes()
    ends = [at + 1 for at, byte in enumerate(data) if byte == 10]
    assert len(ends) == 5  # the header and four games
    cuts = {0, 5, ends[0] - 1, ends[0], ends[0] + 1, ends[2] - 1, ends[2], ends[3] + 100, len(data)}
    for cut in sorted(cuts):
        part = tmp_path / "part.jsonl"
        part.write_bytes(data[:cut])
        assert untimed(run(PAIR, 2, out=part)) == wanted
        kept = list(records.read(part))
        assert [record.info["game"] for record in kept] == list(range(4))
        complete = max((end for end in ends if end <= cut), default=0)
        assert part.read_bytes()[:complete] == data[:complete]


def test_more_worlds_go_on_and_fewer_count_fewer(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    run(PAIR, 2, out=out)
    assert untimed(run(PAIR, 4, out=out)) == untimed(run(PAIR, 4))
    before = out.read_bytes()
    assert untimed(run(PAIR, 3, out=out)) == untimed(run(PAIR, 3))
    assert out.read_bytes() == before


def test_a_file_without_the_times_of_the_processor_is_gone_on_with(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    run(PAIR, 1, out=out)
    header, *old = out.read_text(encoding="utf-8").splitlines()
    games = [json.loads(line) for line in old]
    for game in games:
        del game["info"]["cpu_seconds"]
    out.write_text("\n".join([header, *map(json.dumps, games), ""]), encoding="utf-8")
    before = run(PAIR, 1, out=out).summary()
    assert [bot["cpu_seconds_a_move"] for bot in before["bots"]] == [None, None]
    assert all(bot["seconds_a_move"] > 0 for bot in before["bots"])
    assert "VP  ms a move  faults" in lines(before)[2]
    summary = run(PAIR, 2, out=out).summary()
    for bot in summary["bots"]:
        # Of the new world's games alone.
        new = [record for record in records.read(out) if record.info["world"] == 1]
        seats = [(record.info, (record.names or ()).index(bot["bot"])) for record in new]
        moves = sum(info["moves"][seat] for info, seat in seats)
        cpu = sum(info["cpu_seconds"][seat] for info, seat in seats)
        assert bot["cpu_seconds_a_move"] == pytest.approx(cpu / moves)
    assert "CPU ms a move" in lines(summary)[2]


def test_a_file_without_options_is_of_the_game_of_2011(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    wanted = untimed(run(PAIR, 2))
    run(PAIR, 1, out=out)
    header, rest = out.read_text(encoding="utf-8").split("\n", 1)
    old = json.loads(header)
    for name in ("purchase_in_effect", "tie_break", "decline_effects"):
        del old["settings"][name]
    out.write_text(f"{json.dumps(old)}\n{rest}", encoding="utf-8")
    assert untimed(run(PAIR, 2, out=out)) == wanted
    with pytest.raises(ValueError, match="tie_break is fewest_then_later, expected most"):
        run(replace(PAIR, tie_break="most_then_later"), 2, out=out)


def played(out: Path) -> dict[tuple[Any, ...], tuple[str, ...]]:
    """The words of each game by its world and its bots."""
    return {(record.seed, record.names): record.words for record in records.read(out)}


def headers(out: Path) -> list[list[str]]:
    """The bots of each header."""
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    return [line["settings"]["bots"] for line in lines if "settings" in line]


@pytest.mark.parametrize(
    "settings",
    [
        replace(PAIR, bots=("flat:1", "random", "light")),
        replace(PAIR, bots=("random", "light", "flat:1", "greedy"), schedule="gauntlet"),
        replace(PAIR, bots=("light", "random", "greedy"), controls=True),
        replace(PAIR, bots=("light", "random", "greedy", "flat:1"), players=3, seatings="all"),
    ],
    ids=["round-robin", "gauntlet", "controls", "three seats"],
)
def test_more_bots_play_what_is_missing(settings: Settings, tmp_path: Path) -> None:
    """The file then has the games of a tournament of all of them from the start, and those of fewer first."""
    out, fresh = tmp_path / "games.jsonl", tmp_path / "fresh.jsonl"
    few = replace(settings, bots=settings.bots[: settings.fewest + settings.players - 2])
    run(few, 2, out=out)
    before = out.read_bytes()
    old = played(out)
    assert untimed(run(settings, 2, out=out)) == untimed(run(settings, 2, out=fresh))
    assert out.read_bytes().startswith(before)
    assert headers(out) == [list(few.bots), list(settings.bots)]
    assert len(list(records.read(out))) == len(list(records.read(fresh)))
    assert played(out) == played(fresh) and played(out).items() > old.items()
    # Nothing is missing now, and nothing is written.
    after = out.read_bytes()
    assert untimed(run(settings, 2, out=out)) == untimed(run(settings, 2))
    assert out.read_bytes() == after


def test_bots_and_worlds_are_added_by_turns(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    bots = ("flat:1", "random", "light", "greedy")
    run(replace(PAIR, bots=bots[:2]), 2, out=out)
    run(replace(PAIR, bots=bots[:3]), 1, out=out)  # the games of the second world stay
    run(replace(PAIR, bots=bots[:3]), 3, out=out)
    wanted = untimed(run(replace(PAIR, bots=bots), 2))
    assert untimed(run(replace(PAIR, bots=bots), 2, out=out)) == wanted
    assert headers(out) == [list(bots[:count]) for count in (2, 3, 4)]
    # Three worlds of the three pairs of three bots, and two of the three new pairs.
    assert len(list(records.read(out))) == 3 * 3 * 2 + 2 * 3 * 2


def test_a_file_with_more_bots_is_gone_on_with_wherever_it_was_cut(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    more = replace(PAIR, bots=(*PAIR.bots, "light"))
    run(PAIR, 1, out=whole)
    begin = len(whole.read_bytes())
    wanted = untimed(run(more, 1, out=whole))
    data = whole.read_bytes()
    ends = [at + 1 for at, byte in enumerate(data) if byte == 10]
    assert len(ends) == 2 + 6
    for cut in (begin, begin + 1, begin + 40, ends[3] - 1, ends[3], ends[4] + 9, len(data)):
        part.write_bytes(data[:cut])
        assert untimed(run(more, 1, out=part)) == wanted
        assert headers(part) == [list(PAIR.bots), list(more.bots)]
        assert played(part) == played(whole)


def test_more_bots_are_refused_where_the_old_games_have_no_place(tmp_path: Path) -> None:
    """Two bots fill tables of three seats in two ways; three bots have one table, where each sits once."""
    out = tmp_path / "games.jsonl"
    three_seats = replace(PAIR, players=3)
    run(three_seats, 1, out=out)
    before = out.read_bytes()
    with pytest.raises(ValueError, match="written with flat:1, random at tables of 3 seats, where"):
        run(replace(three_seats, bots=(*PAIR.bots, "light")), 1, out=out)
    assert out.read_bytes() == before


def test_other_orders_and_fewer_bots_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    run(replace(PAIR, bots=("light", "random", "greedy")), 1, out=out)
    before = out.read_bytes()
    hint = r"settings.bots is \[.*\], expected \[.*\]; new bots go behind those of the file"
    for bots in [("light", "random"), ("random", "light", "greedy", "flat:1")]:
        with pytest.raises(ValueError, match=hint):
            run(replace(PAIR, bots=bots), 1, out=out)
    with pytest.raises(ValueError, match="settings.seed is 3, expected 4$"):
        run(replace(PAIR, bots=("light", "random", "greedy", "flat:1"), seed=4), 1, out=out)
    assert out.read_bytes() == before
    # A later header has more bots than the one before it, and is whole otherwise.
    more = replace(PAIR, bots=("light", "random", "greedy", "flat:1"))
    header = before.splitlines(keepends=True)[0]
    for later in (header.replace(b', "greedy"', b""), header.replace(b'"seed": 3', b'"seed": 4')):
        assert later != header
        out.write_bytes(before + later)
        with pytest.raises(ValueError, match=r"written with other settings: settings\."):
            run(more, 1, out=out)
    out.write_bytes(before + header[:-9] + b"\n")
    with pytest.raises(ValueError, match="expected a file that a tournament wrote"):
        run(more, 1, out=out)


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"seed": 4}, "settings.seed is 3, expected 4"),
        ({"bots": ("flat:1", "flat:2")}, "settings.bots is ['flat:1', 'random'], expected"),
        ({"players": 3}, "settings.players is 2, expected 3"),
        ({"decline_effects": False}, "settings.decline_effects is True, expected False"),
        ({"move_seconds": 9.0}, "settings.move_seconds is absent, expected 9.0"),
    ],
    ids=str,
)
def test_other_settings_are_named(other: dict[str, Any], message: str, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    run(PAIR, 1, out=out)
    before = out.read_bytes()
    with pytest.raises(ValueError, match=re.escape(message)):
        run(replace(PAIR, **other), 1, out=out)
    assert out.read_bytes() == before


def test_files_of_something_else_are_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    for text in ("hello", "hello\n", '{"words": []}\n', "[" * 10**5 + "\n", "[1]\n"):
        out.write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match="expected a file that a tournament wrote"):
            run(PAIR, 1, out=out)
        assert out.read_text(encoding="utf-8") == text
    with pytest.raises(ValueError, match="leave out .gz"):
        run(PAIR, 1, out=tmp_path / "games.jsonl.gz")
    with pytest.raises(ValueError, match="expected a file"):
        run(PAIR, 1, out=tmp_path)


def test_lines_that_are_no_records_of_a_tournament_are_told(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    run(PAIR, 1, out=out)
    header, first, second = out.read_text(encoding="utf-8").splitlines()
    without = json.dumps({**json.loads(first), "info": {}})

    def with_info(**changes: Any) -> str:
        changed = json.loads(first)
        changed["info"].update(changes)
        return json.dumps(changed)

    fault = {"seat": 1, "step": 9, "reason": "raised"}
    wrong: list[dict[str, Any]] = [
        {"ranking": [0, 0]},
        {"ranking": [0.0, 1.0]},
        {"points": [{"goods": "2"}, {}]},
        {"points": [5, 5]},
        {"moves": [1.5, 2]},
        {"seconds": [-1.0, 0.0]},
        {"longest": [True, 0.0]},
        {"cpu_seconds": [-1.0, None]},
        {"cpu_seconds": None},
        {"faults": [{**fault, "seat": 2}]},
        {"faults": [{**fault, "seat": True}]},
        {"faults": [{**fault, "reason": ["raised"]}]},
        {"faults": [{**fault, "step": None}]},
        {"faults": None},
    ]
    for line, message in [
        *((with_info(**one), "games.jsonl:2: info: expected what") for one in wrong),
        ("{", r"games.jsonl:2: no JSON"),
        (without, "games.jsonl:2: info: expected what a tournament writes"),
        (f"{first}\n{first}", "games.jsonl:3: info.game: 0, which is there already"),
    ]:
        out.write_text("\n".join([header, line, second, ""]), encoding="utf-8")
        with pytest.raises(RecordError, match=message):
            run(PAIR, 1, out=out)


def test_games_of_other_bots_and_worlds_are_told(tmp_path: Path) -> None:
    """A line counts for the game whose number it has, and so must be that of its bots and world."""
    out = tmp_path / "games.jsonl"
    run(PAIR, 2, out=out)
    header, first, *_ = out.read_text(encoding="utf-8").splitlines()
    record = json.loads(first)
    swapped = {**record, "names": record["names"][::-1]}
    elsewhere = {**record, "seed": str(int(record["seed"]) ^ 1)}
    moved = [{**record, "info": {**record["info"], "game": game}} for game in (-1, 1, 2, 10**30)]
    for line in map(json.dumps, (swapped, elsewhere, *moved)):
        out.write_text(f"{header}\n{line}\n", encoding="utf-8")
        with pytest.raises(RecordError, match="expected the number of this game in the tournament"):
            run(PAIR, 2, out=out)
        assert out.read_text(encoding="utf-8") == f"{header}\n{line}\n"


def test_two_tournaments_do_not_write_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl", reason="this system has no fcntl")
    from burgundy.arena.results import ResultFile

    with (
        ResultFile(tmp_path / "games.jsonl", PAIR),
        pytest.raises(ValueError, match="another process is writing it"),
    ):
        run(PAIR, 1, out=tmp_path / "games.jsonl")


def test_half_a_line_is_taken_back(tmp_path: Path) -> None:
    from burgundy.arena.results import ResultFile

    out = tmp_path / "games.jsonl"
    with ResultFile(out, PAIR) as file:
        file._file.write(b'{"format": "burgundy-rec')
    assert out.read_bytes().count(b"\n") == 1 and out.read_bytes().endswith(b"\n")
