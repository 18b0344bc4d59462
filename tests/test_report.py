"""`burgundy report`: the sums, the intervals, the figures and the page."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from engines import load

from burgundy import cli, records
from burgundy.game import Game
from burgundy.records import Record
from burgundy.report import Report, gather, interval, write
from burgundy.report.gather import quantile

HOSTILE = ["<script>alert(1)</script>", r"$\frac{1}{$"]


def played(seed: int, players: int = 2, engine: str = "rust") -> Game:
    game = Game.from_state(load(engine).State.new(players, boards="random"), seed=seed)
    rng = random.Random(seed)
    while not game.is_over:
        game.play(rng.choice(game.state.legal_actions()))
    return game


def some() -> Iterator[Record]:
    for seed in range(12):
        game = played(seed, 2 + seed % 3)
        names = [*HOSTILE, "C", "D"][: game.state.num_players()]
        yield game.record(names=names if seed else None)
    yield Record(players=2, words=("start player 0",))


@pytest.fixture(scope="module")
def report() -> Report:
    return gather(some())


def test_the_sums(report: Report) -> None:
    games = [played(seed, 2 + seed % 3) for seed in range(12)]
    assert (report.games, report.unfinished) == (12, 1)
    assert report.seat_games == sum(game.state.num_players() for game in games)
    points = sum(sum(game.state.scores()) for game in games)
    assert sum(report.sources.values()) == points
    assert sum(mean for _, mean in report.by_source()) == pytest.approx(points / report.seat_games)
    assert report.scores[0] == Counter(int(game.state.scores()[0]) for game in games)
    for table in (report.seats, report.boards):
        assert sum(wins.wins for wins in table.values()) == 12
        assert sum(wins.points for wins in table.values()) == points
        assert sum(wins.chances for wins in table.values()) == pytest.approx(12)
    assert report.names[HOSTILE[0]].games == 11


def test_both_engines_give_the_same() -> None:
    for engine in ("rust", "reference"):
        report = Report()
        report.add(played(3, 3, engine), None)
        shown = report.sources, report.scores, report.boards
        assert shown == (gather([played(3, 3).record()]).sources, *shown[1:])
        assert report.boards == gather([played(3, 3).record()]).boards


def test_intervals() -> None:
    """Wilson's, at values from the literature and at the edges."""
    low, high = interval(7, 10)
    assert (round(low, 3), round(high, 3)) == (0.397, 0.892)
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(0, 10)[0] == 0 and interval(10, 10)[1] == pytest.approx(1)
    for wins in range(11):
        low, high = interval(wins, 10)
        assert 0 <= low <= wins / 10 <= high + 1e-9 <= 1 + 1e-9


def test_quantiles() -> None:
    counts = Counter({10: 1, 20: 2, 30: 1})
    assert [quantile(counts, share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)] == [
        10,
        10,
        20,
        20,
        30,
    ]


def test_the_folder(report: Report, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    files = write(report, tmp_path / "deep" / "report", title="<b>Games</b>")
    assert len(files) == 13 and all(file.stat().st_size > 1_000 for file in files)
    page = files[-1].read_text(encoding="utf-8")
    assert "<script" not in page and "<b>" not in page
    assert "12 games, 1 unfinished ones left out" in page
    for source in re.findall(r'src="([^"]+)"', page):
        text = (tmp_path / "deep" / "report" / source).read_text(encoding="utf-8")
        assert "<script" not in text
        assert ElementTree.fromstring(text).tag.endswith("svg")
    pngs = [file for file in files if file.suffix == ".png"]
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in pngs)
    before = {file.name: file.read_bytes() for file in files}
    again = write(report, tmp_path / "again", title="<b>Games</b>")
    assert {file.name: file.read_bytes() for file in again} == before


def test_one_game_is_enough(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert len(write(gather([played(1).record()]), tmp_path)) == 11


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    file, folder = tmp_path / "games.jsonl.gz", tmp_path / "out"
    records.write(file, some())
    assert cli.main(["report", str(file), "-o", str(folder), "--games", "5"]) == 0
    assert capsys.readouterr().out.startswith("5 games, 13 files; look at ")
    assert "Games of games.jsonl.gz" in (folder / "index.html").read_text(encoding="utf-8")
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert cli.main(["report", str(empty), "-o", str(folder)]) == 2
    assert "no game was finished" in capsys.readouterr().err
    assert cli.main(["report", str(file), "-o", str(file)]) == 2
    assert "file exists" in capsys.readouterr().err


def test_without_matplotlib(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(ValueError, match=r"pip install 'burgundy\[plot\]'"):
        write(report, tmp_path)
