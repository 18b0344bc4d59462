"""Games on data of one's own: what the loader lets through, both engines can play."""

import os
import pickle
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from engines import Engine

from burgundy import loader
from burgundy.game import Game

Edits = dict[str, list[tuple[str, str]]]


def amounts(amount: int) -> list[tuple[str, str]]:
    """Edits of `board.toml` that set every price, income and score."""
    return [
        (r"silver = 1\n", f"silver = {amount}\n"),
        (r"cost = 2", f"cost = {amount}"),
        (r"in_turn_order = .*", f"in_turn_order = {[amount] * 4}"),
        (r"region = .*", f"region = {[amount] * 8}"),
        (r"([A-E]) = \d+", rf"\1 = {amount}"),
        (r"([234]) = \d", rf"\1 = {amount}"),
        (r"watchtower = 4", f"watchtower = {amount}"),
        (r"(good|silver|k15\w+|k16\w+|k24\w+|k25\w+|k26\w+) = \d( }|,)", rf"\1 = {amount}\2"),
    ]


LARGEST: Edits = {
    "board.toml": [
        *amounts(99),
        (r"workers_per_vp = 2", "workers_per_vp = 1"),
        (r"marks = \[2, 2, 3, 4\]", "marks = [2, 2, 2, 2]"),
        (r"marks = \[2, 2, 2, 2, 3, 3, 4, 4\]", "marks = [2, 2, 2, 2, 2, 2, 2, 2]"),
    ],
    "tiles.toml": [
        (r"(\w+) = \[5, 2\]", r"\1 = [8, 5]"),
        (r"2 = \[2, 0\]", "2 = [4, 0]"),
        (r"castle = \[14, 2\]", "castle = [64, 0]"),
        (r"mine = \[10, 2\]", "mine = [64, 0]"),
        (r"ship = \[20, 6\]", "ship = [64, 10]"),
        (r"copies = 7", "copies = 10"),
    ],
}
SMALLEST: Edits = {
    "board.toml": [
        *amounts(0),
        (r'phases = \["B", "D"\]', "phases = []"),
        (r"marks = \[2, 2, 3, 4\]", "marks = [4, 4, 4, 4]"),
        (r"marks = \[2, 2, 2, 2, 3, 3, 4, 4\]", "marks = [4, 4, 4, 4, 4, 4, 4, 4]"),
    ],
    "tiles.toml": [
        (r"(\w+) = \[\d+, \d+\]", r"\1 = [0, 0]"),
        (r"castle = \[0, 0\]", "castle = [4, 0]"),
        (r"black_backed = .*", "black_backed = []"),
    ],
}
# Seven or eight spaces a region, numbers that are 1 but for one.
BOARD = """
[[board]]
number = 255
copies = 4
rows = ["C2 B1 B1 B1", "A1 A1 K1 B1 B1", "A1 A1 K1 K1 B1 B1", "A1 A1 K1 S1 S1 S1 S1",
    "M1 M1 C1 S1 S1 S1", "M1 M1 C1 C1 S1", "M1 M1 M1 C1"]
regions = { building = [7], animal = [6], knowledge = [4], ship = [8], castle = [4, 1], mine = [7] }
"""
WITHOUT_REGIONS = BOARD[: BOARD.index("regions")]

PLAYABLE: dict[str, Edits] = {
    "as shipped": {},
    "largest": LARGEST,
    "smallest": SMALLEST,
    "no black-backed knowledge": {"tiles.toml": [(r"black_backed = .*", "black_backed = []")]},
    "all black-backed knowledge": {
        "tiles.toml": [(r"black_backed = .*", f"black_backed = {list(range(1, 25))}")]
    },
    "one board for everybody": {"boards.toml": [(r"(?s).+", BOARD)]},
}
# What the loader and the fast engine take, and the reference does not.
FURTHER: dict[str, Edits] = {
    "amounts of 100": {"board.toml": amounts(100)},
    "no goods to begin with": {"board.toml": [(r"goods = 3", "goods = 0")]},
    "regions not listed": {"boards.toml": [(r"(?s).+", WITHOUT_REGIONS)]},
    "many copies": {"boards.toml": [(r"copies = \d", "copies = 255")]},
}


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], Path]:
    """The folder with the files of that name."""

    def write(name: str) -> Path:
        for file, edits in {**PLAYABLE, **FURTHER}[name].items():
            text = (loader.SHIPPED / file).read_text(encoding="utf-8")
            for pattern, new in edits:
                text, count = re.subn(pattern, new, text)
                assert count, pattern
            (tmp_path / file).write_text(text, encoding="utf-8")
        return tmp_path

    return write


@pytest.mark.parametrize("name", [*PLAYABLE, *FURTHER])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_on_own_data(
    engine: Engine, written: Callable[[str], Path], name: str, players: int
) -> None:
    rules = engine.Rules(data=written(name))
    rng = random.Random(name)
    for seed in range(3):
        state = engine.State.new(players, boards="random", rules=rules)
        game = Game.from_state(state, seed=seed)
        while not game.is_over:
            game.play(rng.choice(game.state.legal_actions()))
        assert [sum(points.values()) for points in game.score_breakdown()] == list(
            game.state.scores()
        )
        twin = engine.State.from_bytes(game.state.to_bytes(), rules=rules)
        assert twin == game.state


@pytest.mark.parametrize("name", PLAYABLE)
def test_own_data_are_one_game_on_both_engines(written: Callable[[str], Path], name: str) -> None:
    import burgundy
    import burgundy.reference

    folder = written(name)
    games = [
        Game.from_state(
            module.State.new(3, boards="random", rules=module.Rules(data=folder)), seed=1
        )
        for module in (burgundy, burgundy.reference)
    ]
    rng = random.Random(name)
    while not games[0].is_over:
        words = games[0].legal_words()
        assert words == games[1].legal_words()
        chosen = rng.choice(words)
        for game in games:
            game.play(chosen)
    assert games[0].state.snapshot() == games[1].state.snapshot()
    assert games[0].state.key() == games[1].state.key()


def test_states_of_other_data_are_not_equal(engine: Engine, written: Callable[[str], Path]) -> None:
    folder = written("largest")
    own = engine.State.new(2, rules=engine.Rules(data=folder))
    assert own != engine.State.new(2)
    assert own.key() != engine.State.new(2).key()
    assert own == engine.State.new(2, rules=engine.Rules(data=str(folder)))
    with pytest.raises(engine.SnapshotError):
        engine.State.from_bytes(own.to_bytes())


def test_equal_own_rules_are_one_object(written: Callable[[str], Path], tmp_path: Path) -> None:
    """States that are unpickled one by one share their tables, whatever they came from."""
    import burgundy

    written("largest")
    rules = burgundy.Rules(data=tmp_path)
    packed = pickle.dumps(burgundy.State.new(2, rules=rules))

    def tables(of: burgundy.Rules) -> object:
        return of.__reduce__()[1][3]

    first, second = pickle.loads(packed), pickle.loads(packed)
    assert first == second
    assert tables(first.rules) is tables(second.rules) is tables(rules)
    assert tables(burgundy.Rules(data=str(tmp_path))) is tables(rules)
    other = burgundy.Rules(data=tmp_path, decline_effects=False)
    assert other != rules and tables(other) is not tables(rules)
    (tmp_path / "tiles.toml").unlink()
    changed = burgundy.Rules(data=tmp_path)
    assert changed != rules and tables(changed) is not tables(rules)


def test_rules_that_nobody_uses_go(written: Callable[[str], Path]) -> None:
    """Tables are kept as long as some rules or state has them, and no longer."""
    import burgundy

    folder = written("largest")
    state = burgundy.State.new(2, rules=burgundy.Rules(data=folder))
    tables = state.rules.__reduce__()[1][3]
    references = sys.getrefcount(tables)
    kept = [pickle.loads(pickle.dumps(state)) for _ in range(3)]
    assert sys.getrefcount(tables) == references
    del state, kept
    assert sys.getrefcount(tables) == references - 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names on this system")
@pytest.mark.parametrize("name", loader.FILES)
def test_a_pipe_is_no_data_file(engine: Engine, tmp_path: Path, name: str) -> None:
    """It would be waited for."""
    os.mkfifo(tmp_path / name)
    with pytest.raises(engine.DataError) as caught:
        engine.Rules(data=tmp_path)
    assert str(caught.value).startswith(name)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no devices on this system")
def test_a_device_is_no_data_file(engine: Engine, tmp_path: Path) -> None:
    """It would be read for ever."""
    (tmp_path / "tiles.toml").symlink_to("/dev/zero")
    with pytest.raises(engine.DataError):
        engine.Rules(data=tmp_path)


def test_a_data_file_has_an_end(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "tiles.toml").write_bytes(b"#" * 1_000_001)
    with pytest.raises(engine.DataError, match="longer than"):
        engine.Rules(data=tmp_path)


def test_a_link_to_nowhere_is_a_fault(engine: Engine, tmp_path: Path) -> None:
    """It is not taken for a file that is not there."""
    try:
        (tmp_path / "tiles.toml").symlink_to(tmp_path / "nowhere")
    except OSError as error:
        pytest.skip(f"no links here: {error}")
    with pytest.raises(engine.DataError):
        engine.Rules(data=tmp_path)


def test_too_few_boards_for_the_players(engine: Engine, tmp_path: Path) -> None:
    text = BOARD.replace("copies = 4", "copies = 1")
    (tmp_path / "boards.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError):
        engine.State.new(2, boards="random", rules=engine.Rules(data=tmp_path))
    with pytest.raises(ValueError):
        engine.State.new(2, rules=engine.Rules(data=tmp_path))
