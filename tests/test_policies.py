"""The policies `light` and `greedy`: plain positions, the same choices everywhere, playouts by them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engines import load
from games import Game

import burgundy
from burgundy._core import policy_action
from burgundy.players import player

POLICIES = ("light", "greedy")
SEEDS = range(20)

# The mine region of board 1, e3-f2-g1, but for g1, whose number is 3.
TWO_MINES = {"d4": "castle", "e3": "mine", "f2": "mine"}
LAST_TURN = {"players": 2, "phase": "E", "round": 5, "turn": 1, "order": [1, 0], "white_die": 1}


def last_turn(depots: list[dict[str, Any]] | None = None, **seat: Any) -> burgundy.State:
    """The last turn of a game, seat 0's, in which nothing but points counts any more."""
    first = {"board": 1, "start_castle": "d4", "estate": TWO_MINES, **seat}
    second = {"board": 1, "start_castle": "d4"}
    position: dict[str, Any] = {**LAST_TURN, "seats": [first, second]}
    if depots is not None:
        position["depots"] = depots
    return burgundy.State.from_snapshot(position)


def depot_5(*tiles: str | None) -> list[dict[str, Any]]:
    """Depots of which only the fifth has tiles: for a mine and for knowledge."""
    empty: dict[str, Any] = {"tiles": [None] * 4, "goods": {}}
    return [empty] * 4 + [{"tiles": [*tiles, None, None], "goods": {}}, empty]


def chosen(state: burgundy.State, policy: str) -> set[str]:
    """What a policy chooses, over many seeds."""
    return {state.action_to_string(policy_action(state, policy, seed)) for seed in SEEDS}


def turns(state: burgundy.State, policy: str) -> list[list[str]]:
    """What a policy does in its turn, for many seeds."""

    def turn(seed: int) -> list[str]:
        now, words = state, []
        while now.current_player() == 0:
            action = policy_action(now, policy, seed)
            words.append(now.action_to_string(action))
            now = now.child(action)
        return words

    return [turn(seed) for seed in SEEDS]


@pytest.mark.parametrize("policy", POLICIES)
def test_a_region_is_finished(policy: str) -> None:
    # 6 VP for three spaces, 2 for phase E and 5 for the colour, against a VP for two workers.
    state = last_turn(storage=["mine"], dice=[3, 3])
    assert all("3: place mine on g1" in turn for turn in turns(state, policy))


def test_greedy_wastes_no_worker() -> None:
    # With the other die's workers six are left for 3 VP; the die that shows 4 would leave five for 2.
    state = last_turn(storage=["mine"], dice=[3, 4], workers=4)
    assert all("3: place mine on g1" in turn for turn in turns(state, "greedy"))


@pytest.mark.parametrize("policy", POLICIES)
def test_goods_are_sold_at_the_end(policy: str) -> None:
    # Four goods are 8 VP and a silver; left in storage they are 4.
    state = last_turn(goods={"4": 4}, dice=[4, 4])
    assert all("4: sell 4" in turn for turn in turns(state, policy))


@pytest.mark.parametrize("policy", POLICIES)
def test_the_tile_that_finishes_a_region_is_taken(policy: str) -> None:
    state = last_turn(depots=depot_5("mine", "k9"), dice=[3, 5])
    expected = ["5: take mine from 5", "3: place mine on g1"]
    assert all(turn == expected for turn in turns(state, policy))


@pytest.mark.parametrize("policy", POLICIES)
def test_the_tile_that_finishes_a_region_is_bought(policy: str) -> None:
    state = burgundy.State.from_snapshot(
        {
            **LAST_TURN,
            "black_depot": ["mine", "k25", None, None, None, None, None, None],
            "seats": [
                {
                    "board": 1,
                    "start_castle": "d4",
                    "estate": TWO_MINES,
                    "silver": 2,
                    "dice": [3, 3],
                },
                {"board": 1, "start_castle": "d4"},
            ],
        }
    )
    for turn in turns(state, policy):
        assert "buy mine from black" in turn and "3: place mine on g1" in turn


@pytest.mark.parametrize("policy", POLICIES)
def test_a_tile_without_a_space_is_discarded(policy: str) -> None:
    # The estate has room for no other mine; the castle's and the ship's spaces are free.
    estate = {**TWO_MINES, "g1": "mine"}
    full = {
        "board": 1,
        "start_castle": "d4",
        "estate": estate,
        "storage": ["castle", "mine", "ship"],
    }
    state = burgundy.State.from_snapshot(
        {
            "players": 2,
            "seats": [{**full, "dice": [1, 1]}, {"board": 1, "start_castle": "d4", "dice": [2, 2]}],
            "prompt": {"kind": "discard", "tile": "bank", "then": "turn"},
        }
    )
    assert chosen(state, policy) == {"discard mine"}


@pytest.mark.parametrize("policy", POLICIES)
def test_the_largest_amounts_are_weighed(policy: str) -> None:
    seat = {"silver": 32767, "workers": 32767, "vp": 32767, "dice": [1, 2]}
    state = burgundy.State.from_snapshot({"players": 2, "seats": [seat, seat]})
    assert policy_action(state, policy, 1) in state.legal_actions()
    assert state.playouts(2, 1, policy=policy).shape == (2, 2)


# A board with 22 building spaces, in cities of eight at most.
ROWS = [
    "B1 B2 B3 C4",
    "B5 B6 B1 B2 K3",
    "C4 S5 M6 A1 K2 B3",
    "B4 B5 B6 S1 C2 M3 A4",
    "B5 B6 A1 B2 B3 B4",
    "B5 K6 B1 B2 B3",
    "C4 B5 B6 M1",
]


@pytest.mark.parametrize("policy", POLICIES)
def test_home_made_boards_are_played(policy: str, tmp_path: Path) -> None:
    board = f"[[board]]\nnumber = 1\ncopies = 4\nrows = {ROWS}\n"
    (tmp_path / "boards.toml").write_text(board.replace("'", '"'))
    rules = burgundy.Rules(data=str(tmp_path))
    state = burgundy.State.new(3, rules=rules).resolve_chance(1)
    assert state.playouts(4, 1, policy=policy).shape == (4, 3)


@pytest.mark.parametrize("policy", ("uniform", *POLICIES))
@pytest.mark.parametrize("players", (2, 3, 4))
def test_choices_are_legal_and_repeatable(policy: str, players: int) -> None:
    game = Game(players, "random", seed=players, policy="busy")
    for nth, state in enumerate(game.nodes(load("rust"))):
        if state.current_player() >= 0 and nth % 5 == 0:
            action = policy_action(state, policy, nth)
            assert action in state.legal_actions()
            assert action == policy_action(state.copy(), policy, nth)
            if policy == "uniform":
                assert action == state.sample_action(nth)


@pytest.mark.parametrize("name", POLICIES)
def test_bots_choose_alike_on_both_engines(name: str) -> None:
    ours, theirs = player(name, 5), player(name, 5)
    rules = {"decline_effects": False}
    state = burgundy.State.new(3, rules=rules).resolve_chance(4)
    other = load("reference").State.new(3, rules=rules).resolve_chance(4)
    for _ in range(60):
        action = ours.act(state)
        assert theirs.act(other) == action
        state = state.child(action).resolve_chance(4)
        other = other.child(action).resolve_chance(4)


def test_a_bot_of_the_same_seed_plays_the_same_game() -> None:
    def scores(seed: int) -> list[int]:
        bots = [player("light", seed), player("light", seed + 1)]
        state = burgundy.State.new(2).resolve_chance(8)
        while not state.is_terminal():
            state = state.child(bots[state.current_player()].act(state)).resolve_chance(8)
        return state.scores()

    assert scores(1) == scores(1)
    assert scores(1) != scores(3)


@pytest.mark.parametrize(("policy", "count"), [("light", 100), ("greedy", 6)])
def test_playouts_are_the_same_for_any_number_of_threads(policy: str, count: int) -> None:
    state = burgundy.State.new(2).resolve_chance(1)
    one = state.playouts(count, 3, threads=1, policy=policy)
    assert np.array_equal(one, state.playouts(count, 3, threads=3, policy=policy))
    assert not np.array_equal(one, state.playouts(count, 4, policy=policy))


def test_actions_are_valued_by_the_playouts_of_the_policy() -> None:
    state = burgundy.State.new(2).resolve_chance(2)
    values = state.evaluate_actions(8, 5, policy="light")
    for action, mean in zip(values.actions, values.mean):
        games = state.child(int(action)).playouts(8, 5, policy="light")
        assert mean.tolist() == games.mean(axis=0).tolist()


def test_playouts_by_light_are_much_better_games() -> None:
    state = burgundy.State.new(2).resolve_chance(1)
    assert state.playouts(300, 1, policy="light").mean() > 150
    assert state.playouts(300, 1).mean() < 60


@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        (("clever", 1), ValueError, "policy: 'clever', expected 'uniform', 'light' or 'greedy'"),
        (("light", -1), ValueError, "seed: -1, expected an integer from 0"),
        (("light", 1.5), TypeError, "seed: float, expected an integer"),
        ((1, 1), TypeError, "str"),
    ],
)
def test_bad_arguments(given: tuple[Any, Any], error: type[Exception], text: str) -> None:
    state = burgundy.State.new(2).resolve_chance(1)
    with pytest.raises(error, match=text):
        policy_action(state, *given)


def test_there_is_nothing_to_choose_at_a_chance_node() -> None:
    with pytest.raises(ValueError, match="there is no decision here"):
        policy_action(burgundy.State.new(2), "light", 1)
