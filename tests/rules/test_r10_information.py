"""R10: what is known and what is not."""

from __future__ import annotations

import copy
import json
from collections import Counter
from typing import Any

import pytest
from engines import Engine
from positions import last_turn, play, seat, words


def test_r10_1_a_snapshot_holds_counts_and_nothing_of_the_future(engine: Engine) -> None:
    """The supplies are counts by face; the words of a generator or a seed are nowhere."""
    state = engine.State.new(4).resolve_chance(12345)
    snapshot = state.snapshot()
    assert set(snapshot["supply"]) == {"normal", "black", "goods"}
    for supply in snapshot["supply"].values():
        assert all(type(count) is int and count > 0 for count in supply.values())
    text = json.dumps(snapshot)
    assert "12345" not in text
    assert "seed" not in text


def test_r10_1_sold_goods_and_everything_placed_is_public(engine: Engine) -> None:
    state = engine.at(seats=[seat(), seat(sold={3: 2}, goods={5: 1}, storage=["k7"])])
    shown = state.snapshot()["seats"][1]
    assert (shown["sold"], shown["goods"], shown["storage"]) == ({"3": 2}, {"5": 1}, ["k7"])


def test_r10_2_the_world_does_not_live_in_the_state(engine: Engine) -> None:
    """States that came about under different seeds are equal when what is public is equal."""
    first, other = (
        play(engine.State.new(2), "start player 0").resolve_chance(seed) for seed in (1, 2)
    )
    assert first != other  # the seeds did differ in what they drew
    again = engine.State.from_snapshot(first.snapshot())
    assert again == first
    assert hash(again) == hash(first)
    moves = min(words(first))
    assert play(again, moves).resolve_chance(77) == play(first, moves).resolve_chance(77)


def test_r10_2_copies_do_not_carry_the_future(engine: Engine) -> None:
    """A copy's future depends on the seed it is given, not on where it comes from."""
    state = engine.State.new(3)
    twin = copy.deepcopy(state)
    assert state.resolve_chance(5) == twin.resolve_chance(5)
    assert len({twin.resolve_chance(seed).key() for seed in range(20)}) == 20


def test_r10_2_draws_depend_on_the_unseen_multiset_alone(engine: Engine) -> None:
    """Whatever left the game before, the weights are the counts that are left."""
    supply = {"normal": {"bank": 2, "church": 1, "k3": 1, "k9": 1}}
    weights = []
    for phase in "ABCD":
        state = engine.at(**last_turn(phase=phase, seats=[seat(), seat(dice=[1])], supply=supply))
        state = play(state, "1: workers")
        weights.append({state.action_to_string(o): w for o, w in state.chance_weights()})
    assert weights == [{"depot 1.2 bank": 2, "depot 1.2 church": 1}] * 4


def test_r10_2_a_supply_that_is_empty_leaves_the_space_empty(engine: Engine) -> None:
    supply: dict[str, Any] = {"normal": {"bank": 1}, "black": {"mine": 2}, "goods": {"3": 7}}
    state = engine.at(**last_turn(seats=[seat(), seat(dice=[1])], supply=supply))
    state = play(state, "1: workers")
    assert words(state) == {f"white {die}" for die in range(1, 7)}  # all draws were forced
    snapshot = state.snapshot()
    assert [tile for depot in snapshot["depots"] for tile in depot["tiles"] if tile] == ["bank"]
    assert snapshot["black_depot"] == ["mine", "mine"] + [None] * 6
    assert snapshot["round_goods"] == [3] * 5
    assert snapshot["supply"] == {"normal": {}, "black": {}, "goods": {"3": 2}}


def test_r10_2_probabilities_are_the_weights_shares(engine: Engine) -> None:
    state = play(engine.at(), "white 2")
    outcomes = list(state.chance_outcomes())
    weights = dict(state.chance_weights())
    assert [outcome for outcome, _ in outcomes] == sorted(weights)
    assert sum(weights.values()) == 36
    assert all(abs(p - weights[outcome] / 36) < 1e-12 for outcome, p in outcomes)


def chi_square(counts: Counter[int], faces: int) -> float:
    expected = counts.total() / faces
    return sum((counts[face] - expected) ** 2 / expected for face in range(1, faces + 1))


def test_r2_5_c101_dice_are_uniform(engine: Engine) -> None:
    """C101: 60,000 rolls: only 1 to 6, chi-square with 5 degrees of freedom below 20.5 (p 0.001)."""
    state = engine.at(players=4)
    rolled: Counter[int] = Counter()
    white: Counter[int] = Counter()
    seed = 0
    while rolled.total() < 60_000:
        snapshot = state.resolve_chance(seed).snapshot()
        white[snapshot["white_die"]] += 1
        for one in snapshot["seats"]:
            rolled.update(one["dice"])
        seed += 1
    assert set(rolled) == set(white) == set(range(1, 7))
    assert chi_square(rolled, 6) < 20.5
    assert chi_square(white, 6) < 20.5


def test_r2_5_first_dice_of_neighbouring_seeds_are_not_alike(engine: Engine) -> None:
    """36 pairs (white die, lower die of seat 0 shifted) of 5,000 seeds in a row: no pair is favoured."""
    state = engine.at()
    pairs: Counter[int] = Counter()
    before = state.resolve_chance(0).snapshot()["white_die"]
    for seed in range(1, 5_000):
        die = state.resolve_chance(seed).snapshot()["white_die"]
        pairs[6 * (before - 1) + die] += 1
        before = die
    # 35 degrees of freedom: above 66.6 with probability 0.001
    assert chi_square(pairs, 36) < 66.6


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_r10_2_the_same_seed_gives_the_same_world(engine: Engine, seed: int) -> None:
    assert engine.State.new(2).resolve_chance(seed) == engine.State.new(2).resolve_chance(seed)


def test_r10_2_c109_two_games_at_once(engine: Engine) -> None:
    """C109: moves interleaved give what separate play gives."""

    def step(state: Any, seed: int) -> Any:
        return state.child(state.sample_action(seed)).resolve_chance(seed)

    alone = []
    for seed in (3, 4):
        state = engine.State.new(2 + seed % 2).resolve_chance(seed)
        trail = [state.key()]
        while not state.is_terminal():
            state = step(state, seed)
            trail.append(state.key())
        alone.append(trail)
    both = [engine.State.new(2 + seed % 2).resolve_chance(seed) for seed in (3, 4)]
    trails = [[state.key()] for state in both]
    while not all(state.is_terminal() for state in both):
        for index, seed in enumerate((3, 4)):
            if not both[index].is_terminal():
                both[index] = step(both[index], seed)
                trails[index].append(both[index].key())
    assert trails == alone
