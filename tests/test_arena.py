"""Tournaments: who meets whom, the same games on any executor, what they add up to."""

from __future__ import annotations

import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import burgundy
from burgundy import State, records
from burgundy.arena import Schedule, Settings, Sprt, Standings, isolation, one_game, run
from burgundy.arena.isolation import dismiss
from burgundy.arena.one_game import play
from burgundy.arena.output import bots_print_to_stderr
from burgundy.arena.run import play_games
from burgundy.arena.settings import stable_seed
from burgundy.players import check_player, player
from burgundy.records import Record

PAIR = Settings(bots=("flat:1", "random"), seed=3)


def untimed(standings: Standings) -> dict[str, Any]:
    """Everything but the times."""
    summary = standings.summary()
    for bot in summary["bots"]:
        del bot["seconds_a_move"], bot["cpu_seconds_a_move"], bot["longest_move"]
    for control in summary["controls"]:
        del control["seconds_a_move"], control["cpu_seconds_a_move"], control["longest_move"]
    return summary


def games(settings: Settings, worlds: int = 1) -> list[Record]:
    """The records of all games, played here."""
    total = worlds * Schedule(settings).games_a_world
    return [play(settings, Schedule(settings).game(number)) for number in range(total)]


def test_seeds_depend_on_their_parts_alone() -> None:
    """BLAKE2b is the same everywhere; the first eight bytes of that of `world 0 0`, the lowest first."""
    import hashlib

    wanted = hashlib.blake2b(b"world 0 0", digest_size=8).hexdigest()
    assert stable_seed("world", 0, 0).to_bytes(8, "little").hex() == wanted
    settings = Settings(bots=("a", "b"))
    seeds = {settings.world(number) for number in range(100)}
    seeds |= {settings.bot_seed(world, seat) for world in range(100) for seat in range(4)}
    seeds |= {replace(settings, seed=1).world(number) for number in range(100)}
    assert len(seeds) == 600


def test_everybody_meets_in_every_seat_in_the_same_world() -> None:
    schedule = Schedule(Settings(bots=("a", "b", "c"), players=2))
    assert [table.bots for table in schedule.tables] == [("a", "b"), ("a", "c"), ("b", "c")]
    found = [schedule.game(number) for number in range(12)]
    assert [game.names for game in found[:6]] == [
        *[("a", "b"), ("b", "a"), ("a", "c")],
        *[("c", "a"), ("b", "c"), ("c", "b")],
    ]
    assert [game.world for game in found] == [0] * 6 + [1] * 6
    assert [game.number for game in found] == list(range(12))


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seatings", ["rotations", "all"])
def test_every_bot_has_every_seat_equally_often(players: int, seatings: str) -> None:
    schedule = Schedule(Settings(bots=tuple("abcd"[:players]), players=players, seatings=seatings))
    found = [schedule.game(number).names for number in range(schedule.games_a_world)]
    assert (
        len(set(found))
        == len(found)
        == {"rotations": players, "all": [6, 24][players - 3]}[seatings]
    )
    for seat in range(players):
        assert {sum(names[seat] == bot for names in found) for bot in "abcd"[:players]} == {
            len(found) // players
        }


def test_a_gauntlet_is_the_first_bot_against_the_others() -> None:
    schedule = Schedule(Settings(bots=("a", "b", "c", "d"), players=3, schedule="gauntlet"))
    assert [table.bots for table in schedule.tables] == [
        *[("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d")]
    ]


def test_fewer_bots_than_seats_share_the_table() -> None:
    schedule = Schedule(Settings(bots=("a", "b"), players=3))
    assert [table.bots for table in schedule.tables] == [("a", "a", "b"), ("a", "b", "b")]


def test_controls_are_tables_of_their_own() -> None:
    schedule = Schedule(Settings(bots=("a", "random"), players=3, controls=True))
    assert [(table.kind, table.bots) for table in schedule.tables] == [
        ("match", ("a", "a", "random")),
        ("match", ("a", "random", "random")),
        ("mirror", ("a", "a", "a")),
        ("mirror", ("random", "random", "random")),
        ("sanity", ("a", "random", "random")),
    ]


BAD: list[tuple[dict[str, Any], str]] = [
    ({"players": 5}, "players: 5, expected 2, 3 or 4"),
    ({"bots": ("random",)}, "bots: 1 of them, expected 2 to 100"),
    ({"bots": ("random", "random")}, "bots: random is there twice"),
    ({"bots": ("random", "a\nb:c")}, "expected 80 printable characters"),
    ({"seed": -1}, "seed: -1, expected an integer from 0"),
    ({"schedule": "swiss"}, "schedule: 'swiss', expected round-robin or gauntlet"),
    ({"seatings": "some"}, "seatings: 'some', expected rotations or all"),
    ({"move_seconds": 0.0}, "move_seconds: 0.0, expected more than 0"),
    ({"boards": (1,)}, "boards"),
    ({"tie_break": "coin"}, "tie_break: 'coin', expected one of fewest_then_later, most"),
    ({"data": "no/such/folder"}, "no/such/folder"),
    ({"bots": ("random", "nobody")}, "player: 'nobody', expected one of"),
    ({"bots": ("random", "no.such:Bot")}, "expected module:Class"),
    ({"bots": ("random", "arena_bots:Nobody")}, "expected module:Class"),
    ({"bots": ("random", "arena_bots:NOTHING")}, "expected a class"),
    ({"bots": ("random", "flat:0")}, "expected a number from 1"),
]


@pytest.mark.parametrize(("given", "message"), BAD, ids=str)
def test_settings_that_cannot_be(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        run(Settings(**{"bots": ("random", "flat:1"), **given}), 1)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seed": 1.5}, "seed: float, expected an integer"),
        ({"seed": True}, "seed: bool, expected an integer"),
        ({"players": 2.0}, "players: float, expected an integer"),
        ({"boards": (1, "2")}, "boards[1]: str, expected an integer"),
        ({"boards": 1}, "boards: int, expected integers or 'random'"),
        ({"bots": "random"}, "bots: str, expected a sequence of names"),
        ({"bots": ("random", None)}, "bots: NoneType, expected a name"),
        ({"move_seconds": True}, "move_seconds: bool, expected a number"),
        ({"move_seconds": "1"}, "move_seconds: str, expected a number"),
        ({"decline_effects": 0}, "decline_effects: int, expected True or False"),
        ({"tie_break": None}, "tie_break: NoneType, expected a name"),
    ],
    ids=str,
)
def test_settings_of_other_types(given: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        replace(PAIR, **given)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"worlds": 1.5}, "worlds: float, expected an integer"),
        ({"worlds": True}, "worlds: bool, expected an integer"),
        ({"executor": "threads", "workers": 2.5}, "workers: float, expected an integer"),
        ({"executor": 5}, "executor: int, expected a name or an executor"),
    ],
    ids=str,
)
def test_runs_of_other_types(given: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        run(PAIR, **{"worlds": 1, **given})


def test_integers_of_numpy_are_plain_ones(tmp_path: Path) -> None:
    """They are written as such, so that either run can go on with the other's file."""
    out = tmp_path / "games.jsonl"
    given = Settings(
        bots=["random", "light"],  # type: ignore[arg-type]
        players=np.int8(2),  # type: ignore[arg-type]
        seed=np.uint64(2**63),  # type: ignore[arg-type]
        boards=np.array([1, 2]),  # type: ignore[arg-type]
        move_seconds=np.float32(60),  # type: ignore[arg-type]
    )
    plain = Settings(("random", "light"), seed=2**63, boards=(1, 2), move_seconds=60.0)
    assert given == plain and hash(given) == hash(plain)
    run(given, np.int64(1), out=out)  # type: ignore[arg-type]
    written = out.read_bytes()
    run(plain, 1, out=out)
    assert out.read_bytes() == written


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"worlds": 0}, "worlds: 0, expected 1 to"),
        ({"worlds": 10**9}, "worlds: 1000000000, expected 1 to 500,000,000"),
        ({"anchor": "nobody"}, "anchor: nobody, expected one of flat:1, random"),
        ({"executor": "gpu"}, "executor: 'gpu', expected one of"),
    ],
    ids=str,
)
def test_runs_that_cannot_be(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        run(PAIR, **{"worlds": 1, **given})


def test_classes_by_name() -> None:
    made: Any = player("arena_bots:Echo", 7)
    assert (made.seed, made.argument) == (7, None)
    assert player("arena_bots:Echo:12", 7).argument == 12  # type: ignore[attr-defined]
    assert player("arena_bots:Echo:a:b", 7).argument == "a:b"  # type: ignore[attr-defined]
    check_player("arena_bots:Unmade")
    with pytest.raises(ValueError, match="no weights"):
        player("arena_bots:Unmade")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_records_are_games_that_replay(players: int) -> None:
    settings = Settings(
        bots=("flat:1", "random", "arena_bots:Lowest"), players=players, boards="random", seed=5
    )
    for record in games(settings):
        assert record.verify() == []
        scheduled = Schedule(settings).game(record.info["game"])
        assert record.names == scheduled.names and record.seed == settings.world(0)
        game = record.replay()
        assert game.is_over and record.info["ranking"] == list(game.state.ranking())
        points = [sum(by_source.values()) for by_source in record.info["points"]]
        assert points == list(game.state.scores())
        deciders = [step.state.current_player() for step in game.history if not step.is_chance]
        assert record.info["moves"] == [deciders.count(seat) for seat in range(players)]


@pytest.fixture
def slow_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each move takes 10 seconds, of which the processor works for one that is this program's."""
    for module, cpu in ((one_game, "thread_time"), (isolation, "process_time")):
        clocks = {"perf_counter": count(0.0, 10.0).__next__, cpu: count(0.0, 1.0).__next__}
        monkeypatch.setattr(module, "time", SimpleNamespace(**clocks))


@pytest.mark.usefixtures("slow_processor")
def test_times_are_of_the_clock_and_of_the_processor() -> None:
    standings = run(replace(PAIR, controls=True), 1)
    summary = standings.summary()
    for found in [*summary["bots"], *summary["controls"]]:
        assert (found["seconds_a_move"], found["cpu_seconds_a_move"]) == (10.0, 1.0)
    (record, *_) = games(PAIR)
    moves = record.info["moves"]
    assert record.info["cpu_seconds"] == moves
    assert record.info["seconds"] == [10 * number for number in moves]
    state = State.new(2).resolve_chance(1)
    answer = isolation._move(player("random", 1), state)
    assert (answer["seconds"], answer["cpu_seconds"]) == (10.0, 1.0)


@pytest.mark.parametrize("bot", ["random", "light", "greedy", "flat:200", "uct:1000"])
def test_bots_think_on_the_thread_that_asks_them(bot: str) -> None:
    """So that the processor's time of a move is all of it."""
    asked, state = player(bot, 1), State.new(2).resolve_chance(1)
    asked.act(state)  # tables that are made at the first move
    thread, process = time.thread_time(), time.process_time()
    for _ in range(1 if ":" in bot else 100):
        asked.act(state.child(state.legal_actions()[0]))
    thread, process = time.thread_time() - thread, time.process_time() - process
    assert thread > 0.5 * process


def test_only_the_threads_of_bots_print_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    """Two overlap, the first to begin ends first, and in the end all is as it was."""
    before = sys.stdout
    first, second = ExitStack(), ExitStack()
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(1) as two:
        one.submit(first.enter_context, bots_print_to_stderr()).result()
        two.submit(second.enter_context, bots_print_to_stderr()).result()
        one.submit(print, "one").result()
        print("here")
        one.submit(first.close).result()
        one.submit(print, "free").result()
        two.submit(print, "two").result()
        two.submit(second.close).result()
    assert sys.stdout is before
    assert capsys.readouterr() == ("here\nfree\n", "one\ntwo\n")


@pytest.mark.parametrize("isolated", [False, True])
def test_options_of_the_rules_are_those_of_the_games(isolated: bool) -> None:
    options = {
        "purchase_in_effect": False,
        "tie_break": "most_then_later",
        "decline_effects": False,
    }
    settings = replace(PAIR, isolated=isolated, **options)  # type: ignore[arg-type]
    assert settings.rules() == burgundy.Rules(**options)  # type: ignore[arg-type]
    for record in play_games(settings, range(2)):
        assert record.options == options
        assert "faults" not in record.info and record.verify() == []
        assert record.replay().state.rules == settings.rules()
    dismiss()


def test_the_world_is_the_same_in_every_seating() -> None:
    """The chance of the set-up comes before any decision, so that it is there to be seen."""
    first, second = games(Settings(bots=("arena_bots:Lowest", "random"), seed=2))
    begun = [
        record.replay(to=0).state.resolve_chance(record.seed or 0) for record in (first, second)
    ]
    assert first.seed == second.seed and begun[0] == begun[1]
    assert begun[0] == State.new(2).resolve_chance(first.seed or 0)


def test_the_standings_add_up() -> None:
    settings = Settings(bots=("flat:2", "arena_bots:Lowest", "random"), players=3, seed=1)
    found = run(settings, 6)
    played = games(settings, 6)
    assert (found.worlds, found.games) == (6, 18)
    for name, bot in found.bots.items():
        seats = [(record, (record.names or ()).index(name)) for record in played]
        scores = [(record.scores or ())[seat] for record, seat in seats]
        assert bot.games == 18 and bot.chances == pytest.approx(6)
        assert bot.wins == sum(record.info["ranking"][0] == seat for record, seat in seats)
        assert bot.summary()["score"] == pytest.approx(sum(scores) / 18, abs=1e-3)
        assert sum(bot.points.values()) == sum(scores)
        assert bot.moves == sum(record.info["moves"][seat] for record, seat in seats)
    assert sum(bot.wins for bot in found.bots.values()) == 18
    # Three results a game, each between two of the three.
    assert [pair.results for pair in found.pairs] == [18, 18, 18]
    elos = [bot.rating.elo for bot in found.bots.values() if bot.rating]
    assert sum(elos) == pytest.approx(0, abs=1e-6)
    assert found.order()[0] == "flat:2"


@pytest.mark.parametrize("executor", ["threads", "processes"])
def test_the_result_is_the_same_on_any_executor(executor: str, tmp_path: Path) -> None:
    wanted = untimed(run(PAIR, 6))
    for workers in (1, 3):
        out = tmp_path / f"{workers}.jsonl"
        found = run(PAIR, 6, executor=executor, workers=workers, out=out)
        assert untimed(found) == wanted
        kept = sorted(record.info["game"] for record in records.read(out))
        assert kept == list(range(12))


def test_a_mirror_differs_by_nothing_and_sanity_is_told() -> None:
    settings = Settings(bots=("flat:3", "arena_bots:Lowest"), seed=4, controls=True)
    found = {(c["kind"], c["bot"]): c for c in run(settings, 10).controls}
    for bot in settings.bots:
        assert found["mirror", bot]["difference"] == 0
        assert found["mirror", bot]["passed"] is True
    assert found["sanity", "flat:3"]["passed"] is True
    assert found["sanity", "flat:3"]["games"] == 20


def test_a_mirror_of_four_seats_differs_by_nothing() -> None:
    (found,) = run(Settings(bots=("random",), players=4, controls=True), 2).controls
    assert (found["kind"], found["difference"], found["games"]) == ("mirror", 0, 8)
    played = games(Settings(bots=("random",), players=4, controls=True), 2)
    scores = [sum(record.scores or ()) / 4 for record in played]
    assert found["score"] == pytest.approx(sum(scores) / 8)


def test_a_test_ends_the_tournament_and_what_was_played_beyond_it_does_not_count(
    tmp_path: Path,
) -> None:
    sprt = Sprt(0, 400)
    alone = run(PAIR, 200, sprt=sprt)
    assert alone.sprt is not None and alone.sprt["accepted"] == "H1"
    assert alone.worlds < 200
    beside = run(PAIR, 200, sprt=sprt, executor="threads", workers=3, out=tmp_path / "games.jsonl")
    assert untimed(beside) == untimed(alone)
    more = run(PAIR, alone.worlds + 5, out=tmp_path / "games.jsonl")
    assert more.worlds == alone.worlds + 5
    assert untimed(run(PAIR, 200, sprt=sprt, out=tmp_path / "games.jsonl")) == untimed(alone)
    with pytest.raises(ValueError, match="sprt: 3 bots, expected two"):
        run(replace(PAIR, bots=("flat:1", "random", "flat:2")), 1, sprt=sprt)
