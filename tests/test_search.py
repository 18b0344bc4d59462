"""Tree search: `burgundy.search`, `Search`, and the bot `uct`; evaluators are in test_search_evaluators.py."""

from __future__ import annotations

import dataclasses
import inspect
import os
import re
import sys
import time
from typing import Any

import commands
import numpy as np
import pytest
from engines import load
from meanwhile import turns_during
from search_results import check, opening, same

import burgundy
from burgundy.players import check_player, player

OPTIONS: list[dict[str, Any]] = [
    {},
    {"purchase_in_effect": False, "tie_break": "most_then_later", "decline_effects": False},
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", (2, 3, 4))
def test_whole_games(players: int, options: dict[str, Any]) -> None:
    search = burgundy.Search(seed=players, threads=players - 1)
    state = burgundy.State.new(players, boards="random", start_castles="choose", rules=options)
    while not (state := state.resolve_chance(5)).is_terminal():
        result = search.search(state, simulations=12)
        check(result, state)
        state = state.child(result.action)


@pytest.mark.parametrize("threads", (1, 3))
@pytest.mark.parametrize("playout", ("light", "uniform", "greedy"))
def test_seed_and_threads_fix_the_result(playout: str, threads: int) -> None:
    def run(seed: int) -> burgundy.SearchResult:
        return burgundy.search(
            opening(3), simulations=40, seed=seed, threads=threads, playout=playout
        )

    first = run(1)
    check(first, opening(3))
    assert first.simulations == first.visits.sum() == 40
    assert same(first, run(1))
    assert not np.array_equal(first.values, run(2).values, equal_nan=True)


def test_it_does_not_look_into_the_future() -> None:
    """Two games with the same first round, and other dice after it: what is played in the first round is the same."""
    for seed in range(3):
        games = []
        for world in (100 + seed, 200 + seed):
            bot, state, played = player("uct:150", seed), opening(seed=seed), []
            while not state.is_chance_node():
                played.append(bot.act(state))
                state = state.child(played[-1])
            games.append((played, state, state.resolve_chance(world)))
        (played, before, after), (other_played, other_before, other_after) = games
        assert played == other_played and before == other_before
        assert after != other_after


def test_moves_do_not_depend_on_how_a_position_came_about() -> None:
    """A state holds nothing of the world it was played in: the same position from a snapshot is searched alike."""
    state = opening(seed=3)
    for _ in range(40):
        state = state.child(state.sample_action(2)).resolve_chance(3)
    again = burgundy.State.from_snapshot(state.snapshot())
    assert same(
        burgundy.search(state, simulations=100, seed=4),
        burgundy.search(again, simulations=100, seed=4),
    )


@pytest.mark.parametrize("max_nodes", (1, 30))
def test_the_tree_is_bounded(max_nodes: int) -> None:
    result = burgundy.search(opening(), simulations=1000, max_nodes=max_nodes)
    check(result, opening())
    assert result.simulations == 1000 and result.nodes <= max_nodes
    assert burgundy.search(opening(), simulations=1000).nodes > 30


def test_the_tree_is_kept_and_dropped() -> None:
    search = burgundy.Search(seed=1)
    state = opening()
    first = search.search(state, simulations=400)
    state = state.child(first.action)
    assert not state.is_chance_node()  # a turn has two dice
    kept = search.search(state, simulations=50)
    check(kept, state)
    assert kept.simulations == 50 < kept.visits.sum() <= 50 + first.visits.max()
    search.clear()
    assert search.search(state, simulations=50).visits.sum() == 50
    # Rules of another kind: what is known is of no use.
    other = burgundy.State.new(2, rules=OPTIONS[1]).resolve_chance(7)
    assert search.search(other, simulations=50).visits.sum() == 50


def test_whichever_budget_ends_first() -> None:
    state = opening()
    assert burgundy.search(state, simulations=5, seconds=3600).simulations == 5
    short = burgundy.search(state, simulations=10**12, seconds=0.02)
    check(short, state)
    assert 1 <= short.simulations < 10**12 and short.seconds >= 0.02
    check(burgundy.search(state, seconds=1e-9), state)


def test_one_action_needs_no_search() -> None:
    state = burgundy.State.from_snapshot(
        {
            "players": 2,
            "seats": [
                {"board": 1, "start_castle": "d4", "dice": [1, 1]},
                {"board": 1, "start_castle": "d4", "dice": [2, 2]},
            ],
        }
    )
    (only,) = state.legal_actions()
    result = burgundy.search(state, simulations=10**12)
    check(result, state)
    assert (result.action, result.simulations, result.nodes) == (only, 0, 0)


def best_lead(state: burgundy.State, seat: int) -> int:
    """The best lead that a seat can reach by its own decisions, which are all that is left of the game."""
    if state.is_terminal():
        scores = state.scores()
        return scores[seat] - scores[1 - seat]
    assert state.current_player() == seat
    return max(best_lead(state.child(action), seat) for action in state.legal_actions())


@pytest.mark.parametrize(
    "own",
    [
        # Nothing but the sale, 8 VP for four goods, and workers, the other die.
        {"goods": {"4": 4}, "dice": [4, 4]},
        # The mine finishes its region and colour if a worker turns a die into a 3; goods could be sold as well.
        {"storage": ["mine"], "dice": [4, 5], "workers": 2, "goods": {"5": 2, "6": 3}},
        {"storage": ["mine", "castle", "ship"], "dice": [2, 6], "workers": 3, "silver": 2},
    ],
)
def test_the_last_turn_is_solved(own: dict[str, Any]) -> None:
    estate = {"d4": "castle", "e3": "mine", "f2": "mine"}
    first = {"board": 1, "start_castle": "d4", "estate": estate, **own}
    state = burgundy.State.from_snapshot(
        {
            "players": 2,
            "phase": "E",
            "round": 5,
            "turn": 1,
            "order": [1, 0],
            "white_die": 1,
            "black_depot": ["mine", "k25", *[None] * 6],
            "seats": [first, {"board": 1, "start_castle": "d4"}],
        }
    )
    result = burgundy.search(state, simulations=10**9)
    check(result, state)
    assert result.solved.all()  # and so the search has ended
    leads = [best_lead(state.child(action), 0) for action in state.legal_actions()]
    assert leads[result.actions.tolist().index(result.action)] == max(leads)
    for lead, (value, other) in zip(leads, result.values):
        assert value == pytest.approx(lead / (50 + abs(lead)), abs=1e-6)
        assert other == pytest.approx(-value)
    assert result.policy()[result.action] == 1


def test_both_engines_are_searched_alike() -> None:
    state = opening(3)
    other = load("reference").State.from_snapshot(state.snapshot())
    assert same(
        burgundy.search(state, simulations=30, seed=1),
        burgundy.search(other, simulations=30, seed=1),
    )
    assert player("uct:30", 2).act(state) == player("uct:30", 2).act(other)


def test_a_result_is_frozen() -> None:
    result = burgundy.search(opening(), simulations=2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.action = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    "name", ("uct:3", "uct:0.01s", "uct:1s", "uct", "uct-points", "uct-points:9", "uct-points:2s")
)
def test_names(name: str) -> None:
    check_player(name)


@pytest.mark.parametrize(
    "name",
    (
        "uct:",
        "random:5",
        "light:5",
        "greedy:1",
        "light:",
        "uct:0",
        "uct:0s",
        "uct:-1",
        "uct:1.s",
        "uct:1e3s",
        "uct:nan",
        "uct:99999s",
    ),
)
def test_wrong_names(name: str) -> None:
    with pytest.raises(ValueError, match="player: "):
        player(name)


def test_the_bot_has_a_policy() -> None:
    action, policy = player("uct:50").policy(opening())  # type: ignore[attr-defined]
    assert policy.shape == (512,) and policy.argmax() == action


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"simulations": 0}, "simulations: 0"),
        ({"simulations": 10**13}, "simulations: "),
        ({"seconds": 0.0}, "seconds: 0"),
        ({"seconds": -1.0}, "seconds: -1"),
        ({"seconds": float("nan")}, "seconds: NaN"),
        ({"seconds": float("inf")}, "seconds: inf"),
        ({"seed": -1}, "seed: -1"),
        ({"threads": 0}, "threads: 0"),
        ({"playout": "best"}, "^playout: 'best', expected 'uniform', 'light' or 'greedy'"),
        ({"root_noise": (0.0, 0.25)}, r"root_noise: \(0, 0.25\)"),
        ({"root_noise": (float("nan"), 0.25)}, r"root_noise: \(NaN, 0.25\)"),
        ({"root_noise": (0.5, 1.5)}, r"root_noise: \(0.5, 1.5\)"),
        ({"prior": "uniform"}, "prior: 'uniform'"),
        ({"win": float("nan")}, "win: NaN"),
        ({"exploration": -1.0}, "exploration: -1"),
        ({"widening": 2000.0}, "widening: 2000"),
        ({"max_nodes": 0}, "max_nodes: 0"),
        ({"evaluate": len, "evaluate_batch": len}, "expected one of them"),
        ({"evaluate": len, "threads": 2}, "threads: 2"),
        ({"evaluate_batch": len, "batch": 0}, "batch: 0"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        burgundy.search(opening(), **{"simulations": 1, **arguments})


@pytest.mark.parametrize(
    "arguments",
    [{"simulations": 1.5}, {"seconds": "1"}, {"evaluate": 3}, {"seed": None}, {"root_noise": 0.25}],
)
def test_wrong_types(arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        burgundy.search(opening(), **{"simulations": 1, **arguments})


def test_the_settings_are_those_of_a_search_that_is_kept() -> None:
    once = list(inspect.signature(burgundy.search).parameters.values())[3:]
    assert once == list(inspect.signature(burgundy.Search).parameters.values())
    with pytest.raises(
        TypeError, match=r"^search\(\) got an unexpected keyword argument 'playouts'"
    ):
        burgundy.search(opening(), simulations=1, playouts=3)  # type: ignore[call-arg]


def test_where_nothing_is_to_be_decided() -> None:
    over = opening()
    while not over.is_terminal():
        over = over.child(over.sample_action(1)).resolve_chance(1)
    for state, next_one in (
        (burgundy.State.new(2), "chance is next, resolve_chance(seed) first"),
        (over, "the game is over"),
    ):
        told = re.escape(f"search: there is no decision here, {next_one}")
        with pytest.raises(ValueError, match=f"^{told}$"):
            burgundy.search(state, simulations=1)
    with pytest.raises((TypeError, AttributeError)):
        burgundy.search("a state", simulations=1)


def test_other_threads_run_meanwhile() -> None:
    """The interpreter is released: a thread counts on while another one searches."""

    def work() -> None:
        burgundy.search(opening(), simulations=20_000)

    # A busy machine may leave this thread waiting through a search, but not through all of them.
    assert any(turns_during(work) > 1 for _ in range(50))


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize("how", ("threads=2", "evaluate=lambda state: ([1.0] * 512, [0.0, 0.0])"))
def test_ctrl_c(how: str) -> None:
    code = (
        "import burgundy.tree_search\n"
        "state = burgundy.State.new(2).resolve_chance(1)\n"
        "print('begun', flush=True)\n"
        f"burgundy.search(state, simulations=10**12, {how})\n"
    )
    with commands.started([sys.executable, "-c", code]) as process:
        assert process.stdout and process.stdout.readline() == "begun\n"
        time.sleep(0.5)  # if that is too short it is stopped before it searches
        status, _, stderr = commands.interrupted(process)
    assert status != 0 and "KeyboardInterrupt" in stderr


def test_what_is_no_state_is_refused_by_name() -> None:
    for given in ("cob1", None, 7):
        with pytest.raises(
            TypeError, match=r"^state: (str|NoneType|int), expected burgundy\.State or"
        ):
            burgundy.search(given, simulations=1)
