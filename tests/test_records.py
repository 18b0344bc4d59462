"""Records: written, read as a stream, replayed and verified on both engines, by hand, and broken ones."""

from __future__ import annotations

import gzip
import io
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from engines import Engine, load

from burgundy import position, records
from burgundy.game import Game
from burgundy.records import Record, RecordError

SET_UPS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "boards": "random"},
    {"players": 4, "boards": [4, 1, 9, 1], "rules": {"decline_effects": False}},
    {"players": 2, "start_castles": "choose"},
    {"players": 2, "boards": [1, 7], "start_castles": ["d4", None]},
]


def played(
    engine: Engine, set_up: dict[str, Any], seed: int | None = 5, steps: int = 5_000
) -> Game:
    game = Game.from_state(engine.State.new(**set_up), seed=seed)
    rng = random.Random(seed)
    while not game.is_over and len(game.history) < steps:
        game.play(rng.choice(game.state.legal_actions()))
    return game


@pytest.mark.parametrize("set_up", SET_UPS, ids=str)
@pytest.mark.parametrize("seed", [2**64 - 1, None])
def test_a_game_comes_back(
    engine: Engine, set_up: dict[str, Any], seed: int | None, tmp_path: Path
) -> None:
    game = played(engine, set_up, seed)
    record = game.record(names=[f"p{number}" for number in range(game.state.num_players())])
    assert records.write(tmp_path / "games.jsonl", [game, record]) == 2
    first, second = records.read(tmp_path / "games.jsonl")
    assert second.names is not None and first.words == second.words == record.words
    for other in ("rust", "reference"):
        assert first.verify(load(other).State) == []
        again = first.replay(load(other).State)
        assert again.state.to_bytes() == game.state.to_bytes()
        assert again.record().words == record.words
    assert first.start is None and first.scores == tuple(game.state.scores())
    assert Record.from_json(record.to_json()).to_json() == record.to_json()


def test_a_game_from_a_position_and_one_that_is_not_over(engine: Engine) -> None:
    start = played(engine, {"players": 3}, 3, steps=300).state
    game = Game.from_state(start, seed=8)
    for _ in range(5):
        game.play(game.state.legal_actions()[0])
    record = Record.from_json(game.record().to_json())
    assert record.start == position.write(start)
    assert record.verify(engine.State) == []
    assert record.replay(engine.State, to=3).state == game.history[3].state


def test_a_game_goes_on_in_its_world(engine: Engine) -> None:
    game = played(engine, {"players": 2}, 9, steps=100)
    again = Game.from_record(game.record(), engine.State)
    assert (again.seed, again.state, again.history) == (9, game.state, game.history)
    again.undo()
    for one in (again, game):
        while not one.is_over:
            one.play(one.state.legal_actions()[-1])
    assert again.record().verify(engine.State) == []


def test_words_alone_are_a_record(engine: Engine) -> None:
    words = list(played(engine, {"players": 2}, None, steps=60).record().words)
    record = Record.from_json(json.dumps({"players": 2, "words": words}))
    assert record.replay(engine.State).history[-1].words == words[-1]
    assert record.verify(engine.State) == []


def test_an_illegal_word_is_told_with_its_reason(engine: Engine) -> None:
    record = Record.from_json(
        '{"players": 2, "words": ["start player 0", "deal 2 to 1"]}', "a.jsonl:3"
    )
    with pytest.raises(RecordError) as caught:
        record.replay(engine.State)
    text = str(caught.value)
    assert text.startswith("a.jsonl:3: words[1]: deal 2 to 1: ")
    assert "(R1.3)" in text and text.endswith("phase A round 1, due is the outcome of: deal to 0")
    game = played(engine, {"players": 2}, 1, steps=60)
    words = [*game.record().words, "3: fly to the moon"]
    with pytest.raises(RecordError) as caught:
        Record(players=2, words=tuple(words)).replay(engine.State)
    assert f"words[{len(words) - 1}]: 3: fly to the moon: " in str(caught.value)
    over = played(engine, {"players": 2}).record()
    fault = Record(players=2, words=(*over.words, "end")).verify(engine.State)[0]
    assert "R9.2" in fault and fault.endswith("the game is over")


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("scores", [1, 2], "scores: [1, 2], the replay gives"),
        ("key", "0" * 16, "key: 0000000000000000, the replay gives"),
        ("seed", "6", "in world 6 it is"),
        ("boards", [2, 2], "R1.8"),
        ("start_castles", ["a1", "a1"], "a1"),
        ("data", "0" * 16, "played with the data files 0000000000000000"),
    ],
)
def test_verifying_finds(engine: Engine, key: str, value: Any, told: str) -> None:
    record = json.loads(played(engine, {"players": 2}).record().to_json())
    faults = Record.from_json(json.dumps({**record, key: value})).verify(engine.State)
    assert any(told in fault for fault in faults), faults


def test_other_versions(engine: Engine) -> None:
    """Later rules are refused; where worlds or keys had another meaning they are not compared."""
    record = json.loads(played(engine, {"players": 2}).record().to_json())
    record |= {"versions": {"rules": 1, "world": 2, "state": 2}, "seed": "6", "key": "0" * 16}
    assert Record.from_json(json.dumps(record)).verify(engine.State) == []
    record["versions"] = {"rules": 2}
    with pytest.raises(RecordError, match="later rules"):
        Record.from_json(json.dumps(record))


BROKEN = [
    ("", "no JSON"),
    ("[]", "expected an object with words"),
    ("3", "3, expected an object"),
    ("null", "None, expected an object"),
    ("{", "no JSON"),
    ("{}", "words: missing"),
    ('{"words": []}', "players: missing"),
    ('{"players": 5, "words": []}', "players: 5, expected an integer from 2 to 4"),
    ('{"players": true, "words": []}', "players: True"),
    ('{"players": 2, "words": {}}', "words: a dict of 0, expected a list"),
    ('{"players": 2, "words": ["end", 3]}', "words[1]: 3, expected a printable text"),
    ('{"players": 2, "words": ["\\u001b[2J"]}', "words[0]: "),
    ('{"players": 2, "words": ["' + "x" * 81 + '"]}', "80 characters at most"),
    ('{"players": 2, "words": [' + '"end",' * 10_000 + '"end"]}', "10,000 entries at most"),
    ('{"players": 2, "words": [], "seed": 3}', "seed: 3, expected a string of digits"),
    ('{"players": 2, "words": [], "seed": "99999999999999999999"}', "below 2**64"),
    ('{"players": 2, "words": [], "names": ["a"]}', "names: 1 entries, expected 2"),
    ('{"players": 2, "words": [], "names": ["a", "\\u0007"]}', "names[1]: "),
    ('{"players": 2, "words": [], "ranking": [0, 0]}', "ranking: expected each seat once"),
    ('{"players": 2, "words": [], "format": "burgundy-record/2"}', "expected burgundy-record/1"),
    ('{"players": 2, "words": [], "edition": "2019"}', "expected 2011"),
    ('{"players": 2, "words": [], "wrods": []}', "'wrods': there is no such key"),
    ('{"players": 2, "words": [], "options": {"x": 1}}', "options: 'x', expected one of"),
    ('{"players": 2, "words": [], "options": {"decline_effects": 1}}', "1, expected one of true"),
    ('{"players": 2, "words": [], "search": [{"step": -1}]}', "search[0].step: -1"),
    ('{"players": 2, "words": [], "start": "x", "boards": [1, 1]}', "start: it has its own"),
    ('{"players": ' + "9" * 5_000 + ', "words": []}', "no JSON"),
    ('{"players": 2, "words": null}', "words: missing"),
    ('{"players": 2, "words": [], "info": {"a": NaN}}', "no JSON: NaN, expected a number"),
    ('{"players": 2, "words": [], "info": {"a": [-Infinity]}}', "no JSON: -Infinity, expected"),
    (
        '{"players": 2, "words": [], "info": {"a": [1e999]}}',
        "info: inf, expected numbers that JSON",
    ),
    ('{"players": 2, "words": [], "search": [{"step": 0, "v": {"x": 1e999}}]}', "search[0]: inf"),
    ('{"players": 2, "words": [], "search": [{"step": 0, "\\ud800": 1}]}', "lone surrogates"),
    ('{"players": 2, "words": [], "info": {"a": ["\\udfff"]}}', "lone surrogates"),
    ("[" * 100_000, "nested too deeply"),
    ('{"players": 2, "words": [], "info": ' + '{"a":' * 100_000 + "1", "nested too deeply"),
]


@pytest.mark.parametrize(("text", "told"), BROKEN, ids=range(len(BROKEN)))
def test_a_line_that_is_no_record(text: str, told: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.from_json(text, "games.jsonl:7")
    lines = str(caught.value).splitlines()
    assert all(line.startswith("games.jsonl:7: ") and len(line) < 400 for line in lines)
    assert told in str(caught.value)


def test_a_start_that_is_no_position(engine: Engine) -> None:
    record = Record.from_json('{"players": 2, "words": [], "start": "cob1 <script>"}', "x:1")
    with pytest.raises(RecordError, match="x:1: position: 2 fields"):
        record.begin(engine.State)


def lines(file: Path) -> Iterator[Record]:
    return records.read(file)


def test_files_that_are_broken(tmp_path: Path) -> None:
    engine = load("rust")
    good = played(engine, {"players": 2}, steps=50).record().to_json().encode()
    file = tmp_path / "games.jsonl"
    file.write_bytes(good + b"\n\n" + good[: len(good) // 2])
    stream = lines(file)
    assert next(stream).players == 2
    with pytest.raises(RecordError, match=r"games\.jsonl:3: no JSON"):
        next(stream)
    file.write_bytes(good + b"\n\xff\xfe\n")
    with pytest.raises(RecordError, match=r"games\.jsonl:2: byte 0 is not UTF-8"):
        list(lines(file))
    file.write_bytes(gzip.compress(good))
    with pytest.raises(RecordError, match=r"expected a name that ends in \.gz"):
        list(lines(file))
    packed = tmp_path / "games.jsonl.gz"
    packed.write_bytes(good)
    with pytest.raises(RecordError, match="no gzip"):
        list(lines(packed))
    packed.write_bytes(gzip.compress(good + b"\n" + good)[:-40])
    with pytest.raises(RecordError, match="the packed file is cut"):
        list(lines(packed))
    with pytest.raises(FileNotFoundError):
        list(lines(tmp_path / "none"))
    assert list(records.read(io.BytesIO(b"\n\n"))) == []


def test_empty_lines_end(tmp_path: Path) -> None:
    line = b'{"players": 2, "words": []}\n'
    most = b"\n" * records.MOST_EMPTY
    assert len(list(records.read(io.BytesIO(most + line + most + line + most)))) == 2
    file = tmp_path / "empty.jsonl.gz"
    for one, copies, number in (
        (b"\n", 10**7, records.MOST_EMPTY + 1),
        (b" " * 10**6 + b"\n", 9, 4),
    ):
        file.write_bytes(gzip.compress(one * copies, 1))
        with pytest.raises(RecordError, match=rf"empty\.jsonl\.gz:{number}: nothing but empty"):
            list(records.read(file))


def test_what_json_does_not_have_is_not_written(tmp_path: Path) -> None:
    game = played(load("rust"), {"players": 2}, steps=50)
    for odd in (float("nan"), float("-inf"), "\ud800"):
        for kept in ({"info": {"a": [odd]}}, {"search": [{"step": 3, "a": odd}]}):
            with pytest.raises(RecordError, match="^record: "):
                game.record(**kept)
    with pytest.raises(RecordError, match="no JSON: out of range float"):
        Record(players=2, words=(), info={"a": float("nan")}).to_json()


def test_gzip_by_name_appending_and_equal_bytes(tmp_path: Path) -> None:
    games = [played(load("rust"), {"players": 2}, seed, steps=80) for seed in range(3)]
    one, two = tmp_path / "a.jsonl.gz", tmp_path / "b.jsonl.gz"
    for file in (one, two):
        assert records.write(file, games) == 3
    assert one.read_bytes() == two.read_bytes()
    assert records.write(one, games[:1], append=True) == 1
    assert [record.seed for record in records.read(one)] == [0, 1, 2, 0]


HUGE = """
import itertools, resource, sys
from burgundy import records
with open("/proc/self/statm") as file:
    size = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + (1 << 28), -1))
kind, path = sys.argv[1:]
if kind == "bomb":
    try: list(records.read(path))
    except records.RecordError as error: print(error)
else:
    class File:
        name = "endless"
        def readline(self, most): return b'{"players": 2, "words": ["end"]}' + b" " * 900_000 + b"\\n"
    print(sum(record.players for record in itertools.islice(records.read(File()), 1_000)))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited as Linux does it")
@pytest.mark.parametrize(
    ("kind", "told"), [("bomb", "longer than 4,000,000 bytes"), ("endless", "2000")]
)
def test_a_huge_file_needs_little_memory(kind: str, told: str, tmp_path: Path) -> None:
    """A line of 1 GB, packed, and 0.9 GB of lines, with room for 0.25 GB beside what is loaded."""
    file = tmp_path / "bomb.jsonl.gz"
    if kind == "bomb":
        with gzip.open(file, "wb", compresslevel=1) as packed:
            for _ in range(100):
                packed.write(b" " * 10_000_000)
    done = subprocess.run(
        [sys.executable, "-c", HUGE, kind, file],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert told in done.stdout, done.stderr


def test_the_documented_program(tmp_path: Path) -> None:
    page = (Path(__file__).parent.parent / "docs" / "seeing.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.startswith("('Anna', 'Ben') ("), done.stderr
