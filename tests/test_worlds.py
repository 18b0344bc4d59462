"""Worlds: what a seed fixes whatever the players do, and what playouts make of it (formats.md, 3)."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engines import MODULES, Engine
from games import Game, hold_over_games
from positions import of_seat, play, seat

MASK = 2**64 - 1
G = 0x9E3779B97F4A7C15
SEEDS = [0, 1, 7, 2**32, 2**63 + 5, MASK]


def mix(z: int) -> int:
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
    return z ^ z >> 31


class Digits:
    """The digits of a group's word, read in order."""

    def __init__(self, seed: int, group: int) -> None:
        self.low = mix((seed + (group + 1) * G) & MASK)

    def read(self, total: int) -> int:
        product = self.low * total
        self.low = product & MASK
        return product >> 64

    def draw(self, counts: dict[int, int]) -> int:
        """An outcome by cumulated weights in ascending order; the count falls by one."""
        at = self.read(sum(counts.values()))
        for outcome in sorted(counts):
            at -= counts[outcome]
            if at < 0:
                counts[outcome] -= 1
                return outcome
        raise AssertionError


@pytest.mark.parametrize("seed", SEEDS)
def test_start_player_deals_and_goods_by_the_definition(engine: Engine, seed: int) -> None:
    """Groups 1, 2 + S and 14: the start player, three goods a seat, the first phase's five."""
    snapshot = engine.State.new(3).resolve_chance(seed).snapshot()
    assert snapshot["order"][0] == Digits(seed, 1).read(3)
    goods = dict.fromkeys(range(1, 7), 7)
    for number, one in enumerate(snapshot["seats"]):
        digits = Digits(seed, 2 + number)
        dealt = [digits.draw(goods) for _ in range(3)]
        assert one["goods"] == {str(g): dealt.count(g) for g in sorted(set(dealt))}
    digits = Digits(seed, 14)
    first, *others = (digits.draw(goods) for _ in range(5))
    assert snapshot["round_goods"] == others
    assert snapshot["depots"][snapshot["white_die"] - 1]["goods"] == {str(first): 1}


@pytest.mark.parametrize("seed", SEEDS)
def test_boards_by_the_definition(engine: Engine, seed: int) -> None:
    """Group 0: boards by seat, uniform over what is not used up."""
    snapshot = engine.State.new(4, boards="random").resolve_chance(seed).snapshot()
    digits, free = Digits(seed, 0), list(range(1, 10))
    for one in snapshot["seats"]:
        board = free[digits.read(len(free))]
        assert one["board"] == board
        if board != 1:
            free.remove(board)


@pytest.mark.parametrize("seed", SEEDS)
def test_dice_by_the_definition(engine: Engine, seed: int) -> None:
    """Group 15 + 14 p + r: the white die, then the pairs of seats 0, 1, 2."""
    pairs = [(a, b) for a in range(1, 7) for b in range(a, 7)]
    for phase, letter in enumerate("ABCDE"):
        for number in range(5):
            state = engine.at(players=3, phase=letter, round=number + 1)
            snapshot = state.resolve_chance(seed).snapshot()
            digits = Digits(seed, 15 + 14 * phase + number)
            assert snapshot["white_die"] == 1 + digits.read(6)
            for one in snapshot["seats"]:
                weights = {i: 1 + (a != b) for i, (a, b) in enumerate(pairs)}
                assert one["dice"] == list(pairs[digits.draw(weights)])


@pytest.mark.parametrize("seed", SEEDS)
def test_the_refill_by_the_definition(engine: Engine, seed: int) -> None:
    """Groups 6 + d, 12 and 13 of the first phase, four players: faces 4-11, 12-23 and 24-49."""
    state = engine.State.new(4)
    normal, black = (state.snapshot()["supply"][side] for side in ("normal", "black"))
    blank = engine.at(prompt={"kind": "chance", "event": "black"})
    names = {code: blank.action_to_string(code).split()[1] for code in blank.legal_actions()}
    faces = {name: code for code, name in names.items()}
    faces |= {f"{s}2": c for s, c in zip(("cow", "sheep", "pig", "chicken"), (12, 15, 18, 21))}
    faces |= {f"k{number}": 23 + number for number in range(1, 27)}
    snapshot = state.resolve_chance(seed).snapshot()
    ranges = {"building": range(4, 12), "animal": range(12, 24), "knowledge": range(24, 50)}
    kinds = [
        ["ship", "building", "knowledge", "animal"],
        ["castle", "knowledge", "building", "building"],
        ["animal", "building", "ship", "knowledge"],
        ["ship", "building", "animal", "mine"],
        ["mine", "knowledge", "building", "building"],
        ["animal", "building", "castle", "ship"],
    ]
    left = {faces[tile]: count for tile, count in normal.items()}
    for depot, colours in enumerate(kinds):
        digits, drawn = Digits(seed, 6 + depot), []
        for colour in colours:
            if colour in ranges:
                among = {f: n for f, n in left.items() if f in ranges[colour] and n}
                face = digits.draw(among)
                left[face] -= 1
                drawn.append(face)
        found = [faces[t] for t in snapshot["depots"][depot]["tiles"] if faces[t] > 3]
        assert sorted(drawn) == sorted(found)
    left = {faces[tile]: count for tile, count in black.items()}
    drawn = []
    for group in (12, 13):
        digits = Digits(seed, group)
        drawn += [digits.draw(left) for _ in range(4)]
    assert [faces[tile] for tile in snapshot["black_depot"]] == sorted(drawn)


def world_of(engine: Engine, game: Game, seed: int) -> list[Any]:
    """Dice, white die and goods of every round, and what lies out at the start of each phase."""
    rng = random.Random(game.seed)
    state = game.start(engine).resolve_chance(seed)
    seen: list[Any] = []
    round_seen = None
    while not state.is_terminal():
        snapshot = state.snapshot()
        now = snapshot["phase"], snapshot["round"], snapshot["prompt"]["kind"] == "start_castle"
        if now != round_seen and not now[2]:
            dice = [one["dice"] for one in snapshot["seats"]]
            seen.append((now, snapshot["white_die"], snapshot["round_goods"], dice))
            if snapshot["round"] == 1:
                seen.append([depot["tiles"] for depot in snapshot["depots"]])
                seen.append(snapshot["black_depot"])
            round_seen = now
        state = state.child(game.choose(state, rng)).resolve_chance(seed)
    return seen


def test_a_world_is_the_same_whatever_the_players_do(engine: Engine) -> None:
    """Two ways of playing, one seed: all dice, white dice, goods and refills alike."""

    def law(game: Game) -> None:
        world = game.seed ^ 0xABCDEF
        first = world_of(engine, game, world)
        other = Game(game.players, game.boards, game.options, game.seed + 1, "busy")
        assert first == world_of(engine, other, world)
        assert len(first) == 25 + 2 * 5

    hold_over_games(engine, law)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_permuting_the_seats_permutes_the_scores(engine: Engine, players: int) -> None:
    """The same game, seat s played as seat s + 1: every draw and every word, given to the other seat."""

    def moved(number: int) -> int:
        return (number + 1) % players

    for seed in range(4):
        boards = random.Random(seed).sample(range(1, 10), players)
        game = Game(players, boards=boards, seed=seed, policy="placing")
        trail = list(game.nodes(engine))
        turned = engine.State.new(players, boards=[boards[s - 1] for s in range(players)])
        words: dict[tuple[str, int, str], list[str]] = {}
        spoken: list[str] = []
        for state, word in zip(trail, game.words, strict=False):
            snapshot = state.snapshot()
            if state.is_chance_node():
                event = snapshot["prompt"]["event"]
                place = snapshot["phase"], snapshot["round"], event.split(" to ")[0]
                if event == "start player":
                    word = f"start player {moved(int(word.split()[-1]))}"
                elif " to " in event:
                    target = moved(int(event.split()[-1]))
                    word = f"{word.rsplit(' ', 1)[0]} {target}"
                    place = place[0], place[1], f"{place[2]} to {target}"
                words.setdefault(place, []).append(word)
            else:
                spoken.append(word)
        turn = iter(spoken)
        while not turned.is_terminal():
            snapshot = turned.snapshot()
            if turned.is_chance_node():
                place = snapshot["phase"], snapshot["round"], snapshot["prompt"]["event"]
                turned = play(turned, words[place].pop(0))
            else:
                turned = play(turned, next(turn))
        scores, other = list(trail[-1].scores()), list(turned.scores())
        assert [other[moved(s)] for s in range(players)] == scores
        assert [moved(s) for s in trail[-1].ranking()] == list(turned.ranking())


def playout(state: Any, seed: int, number: int) -> list[int]:
    """Playout `number` by its definition: a world, and uniform decisions from one stream."""
    world = mix((mix(seed ^ 0x706C61796F757473) + (number + 1) * G) & MASK)
    policy = mix(world ^ 0x706F6C696379)
    state = state.resolve_chance(world)
    decision = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        r = mix((policy + (decision + 1) * G) & MASK)
        state = state.child(legal[r * len(legal) >> 64]).resolve_chance(world)
        decision += 1
    return list(state.scores())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_playouts_are_what_they_are_defined_to_be(engine: Engine, players: int) -> None:
    state = engine.State.new(players, boards="random" if players == 3 else None)
    for start in (state, state.resolve_chance(3)):
        found = np.asarray(start.playouts(3, 99))
        assert found.shape == (3, players)
        assert found.tolist() == [playout(start, 99, number) for number in range(3)]


def test_playouts_do_not_depend_on_the_threads(engine: Engine) -> None:
    state = engine.State.new(2).resolve_chance(5)
    alone = np.asarray(state.playouts(9, 4, threads=1))
    assert np.array_equal(alone, np.asarray(state.playouts(9, 4, threads=2)))
    assert np.array_equal(alone[:4], np.asarray(state.playouts(4, 4, threads=3)))


def test_playouts_of_the_end_are_the_scores(engine: Engine) -> None:
    state = engine.at(phase="E", round=5, turn=1, seats=[seat(vp=7), seat(dice=[1])])
    state = play(state, "1: workers")
    assert np.asarray(state.playouts(2, 1)).tolist() == [[7, 1], [7, 1]]


def test_evaluate_actions_is_playouts_of_each_child(engine: Engine) -> None:
    state = engine.State.new(2).resolve_chance(8)
    values = state.evaluate_actions(5, 17)
    assert list(values.actions) == list(state.legal_actions())
    assert values.playouts == 5
    for row, action in enumerate(state.legal_actions()):
        scores = np.asarray(state.child(action).playouts(5, 17))
        assert np.allclose(values.mean[row], scores.mean(axis=0), rtol=0, atol=1e-9)
        assert np.allclose(values.variance[row], scores.var(axis=0), rtol=0, atol=1e-9)
        wins = np.asarray(values.win_rate[row]) * 5
        assert abs(wins.sum() - 5) < 1e-9
        ahead = [(scores[:, s] > scores[:, 1 - s]).sum() for s in (0, 1)]
        assert all(wins[s] >= ahead[s] - 1e-9 for s in (0, 1))
    two = state.evaluate_actions(5, 17, threads=2)
    assert np.array_equal(np.asarray(two.mean), np.asarray(values.mean))
    assert np.array_equal(np.asarray(two.win_rate), np.asarray(values.win_rate))


def test_sample_action_by_its_definition(engine: Engine) -> None:
    state = engine.State.new(2).resolve_chance(2)
    for seed in SEEDS:
        legal = state.legal_actions()
        r = mix(state.key() ^ mix((seed + G) & MASK))
        assert state.sample_action(seed) == legal[r * len(legal) >> 64]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_world_draw_by_draw(engine: Engine, seed: int) -> None:
    """`chance_outcome` names each draw of the world that `resolve_chance` plays through."""
    state = engine.State.new(4, boards="random")
    expected = state.resolve_chance(seed)
    while state.is_chance_node():
        assert state.resolve_chance(seed) == expected
        state = state.child(state.chance_outcome(seed))
    assert state == expected
    with pytest.raises(ValueError):
        state.chance_outcome(seed)


def test_expand_gives_the_event_that_follows(engine: Engine) -> None:
    """One state after an action inside a turn; 21 pairs of dice after the last die of a first player."""
    state = engine.at(seats=[seat(dice=[1, 2])])
    ((probability, only),) = state.expand(state.string_to_action("1: workers"))
    assert probability == 1.0
    assert only == play(state, "1: workers")
    state = only
    rolled = state.expand(state.string_to_action("2: workers"))
    after = play(state, "2: workers")
    assert len(rolled) == 21
    assert [p for p, _ in rolled] == [p for _, p in after.chance_outcomes()]
    assert [s for _, s in rolled] == [after.child(o) for o, _ in after.chance_outcomes()]


def test_the_global_generators_are_left_alone(engine: Engine) -> None:
    random.seed(1)
    np.random.seed(1)
    before = random.getstate(), str(np.random.get_state())
    state = engine.State.new(2).resolve_chance(1)
    state.playouts(2, 1)
    state.evaluate_actions(1, 1)
    for step in range(50):
        state = state.child(state.sample_action(step)).resolve_chance(step)
    assert (random.getstate(), str(np.random.get_state())) == before
    # Nor are they read: the same game comes of other states of theirs.
    random.seed(2)
    np.random.seed(2)
    again = engine.State.new(2).resolve_chance(1)
    for step in range(50):
        again = again.child(again.sample_action(step)).resolve_chance(step)
    assert again == state


DIGEST = """
import hashlib, sys
sys.path[:0] = sys.argv[2].split(";")
from engines import load
from games import Game
engine = load(sys.argv[1])
digest = hashlib.sha256()
for seed in range(3):
    for state in Game(2 + seed, boards="random", seed=seed).nodes(engine):
        digest.update(state.to_bytes())
        digest.update(repr(list(state.legal_actions())).encode())
print(digest.hexdigest(), hash(state), hash(state.rules))
"""


@pytest.mark.parametrize("name", list(MODULES))
def test_nothing_depends_on_the_hash_seed(name: str) -> None:
    """The same games in processes of their own, and in this one."""
    path = ";".join([str(Path(__file__).parent), *sys.path])
    found = {
        subprocess.run(
            [sys.executable, "-c", DIGEST, name, path],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "random")
    }
    assert len(found) == 1
    assert len(found.pop().split()[0]) == hashlib.sha256().digest_size * 2


def test_threads_do_not_disturb_each_other(engine: Engine) -> None:
    """Games played at once, each on its own state and all on one shared state."""
    shared = engine.State.new(2).resolve_chance(1)

    def played(number: int) -> Any:
        start = shared if number % 2 else engine.State.new(3).resolve_chance(number)
        *_, end = Game(seed=number).nodes(engine, start)
        return end

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(played, range(8))) == [played(number) for number in range(8)]


def test_seeds_next_to_each_other_start_different_games(engine: Engine) -> None:
    starts = [engine.State.new(2).resolve_chance(seed) for seed in range(64)]
    assert len({state.key() for state in starts}) == 64
    assert len({tuple(of_seat(state)["dice"]) for state in starts}) > 10
