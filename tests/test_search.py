"""Tree search: `burgundy.search`, `Search`, the bot `uct`, and evaluators in Python.

Longer than other files for its tables of arguments that are refused.
"""

from __future__ import annotations

import dataclasses
import gc
import inspect
import os
import re
import sys
import time
import weakref
from typing import Any

import commands
import numpy as np
import pytest
from engines import load
from meanwhile import turns_during

import burgundy
from burgundy.players import check_player, player

OPTIONS: list[dict[str, Any]] = [
    {},
    {"purchase_in_effect": False, "tie_break": "most_then_later", "decline_effects": False},
]


def opening(players: int = 2, seed: int = 7) -> burgundy.State:
    return burgundy.State.new(players).resolve_chance(seed)


def same(a: burgundy.SearchResult, b: burgundy.SearchResult) -> bool:
    """Whether two results are the same but for the time they took."""
    fields = [field.name for field in dataclasses.fields(a) if field.name != "seconds"]
    return all(
        np.array_equal(getattr(a, name), getattr(b, name), name == "values") for name in fields
    )


def check(result: burgundy.SearchResult, state: burgundy.State) -> None:
    """What holds of every result."""
    legal = state.legal_actions()
    assert result.actions.tolist() == legal and result.action in legal
    assert result.visits.shape == result.solved.shape == (len(legal),)
    assert result.values.shape == (len(legal), state.num_players())
    assert (np.isnan(result.values).all(axis=1) == (result.visits == 0)).all()
    assert result.line[0] == result.action and len(result.line) == len(result.principal_line)
    for action, words in zip(result.line, result.principal_line):
        assert state.action_to_string(action) == words
        state = state.child(action)
    policy = result.policy()
    assert policy.shape == (512,) and policy.dtype == np.float64
    assert policy.sum() == pytest.approx(1)
    assert not np.delete(policy, legal).any()


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


def first_alone(state: burgundy.State) -> tuple[Any, Any]:
    """All of the priors on the first legal action, and even values."""
    priors = np.zeros(512)
    priors[state.legal_actions()[0]] = 1.0
    return priors, [0.0, 0.0]


def test_noise_leads_to_other_actions_than_the_priors() -> None:
    def run(seed: int, noise: tuple[float, float] | None) -> burgundy.SearchResult:
        return burgundy.search(
            opening(), simulations=200, seed=seed, root_noise=noise, evaluate=first_alone
        )

    plain = run(1, None)
    assert plain.visits[0] == plain.visits.sum() == 199
    assert same(plain, run(2, None)) and same(plain, run(1, (0.5, 0.0)))
    noisy = run(1, (0.5, 1.0))
    check(noisy, opening())
    assert same(noisy, run(1, (0.5, 1.0)))
    assert not np.array_equal(noisy.visits, run(2, (0.5, 1.0)).visits)
    # With a high alpha the noise is nearly even, and so are visits: none is left out.
    even = run(1, (1000.0, 1.0)).visits
    assert even.min() > 0 and even.max() < 3 * 199 / len(even)


def test_noise_is_put_on_a_position_that_the_tree_has_already() -> None:
    search = burgundy.Search(root_noise=(0.5, 0.5), evaluate=first_alone)
    state = opening()
    result = search.search(state, simulations=200)
    state = state.child(result.action)
    assert not state.is_chance_node() and len(state.legal_actions()) > 1
    after = search.search(state, simulations=200)
    assert after.visits.sum() > 200 and (after.visits > 0).sum() > 1


@pytest.mark.parametrize("threads", (1, 2))
def test_noise_is_drawn_once(threads: int) -> None:
    """A search in two pieces is as one in one piece."""
    whole, parts = (
        burgundy.Search(seed=1, threads=threads, root_noise=(0.3, 0.9)) for _ in range(2)
    )
    one = whole.search(opening(), simulations=400)
    parts.search(opening(), simulations=200)
    other = parts.search(opening(), simulations=200)
    assert np.array_equal(one.visits, other.visits)
    assert np.array_equal(one.values, other.values, equal_nan=True)


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


def test_a_state_is_evaluated() -> None:
    """Values are even, so that the priors decide; the first simulation is the position's own."""
    seen = []

    def evaluate(state: burgundy.State) -> tuple[Any, Any]:
        seen.append(state)
        priors = np.zeros(512)
        priors[state.legal_actions()[-1]] = 9.0
        return priors, [0.0] * state.num_players()

    state = opening(3)
    result = burgundy.search(state, simulations=30, evaluate=evaluate)
    check(result, state)
    assert result.action == state.legal_actions()[-1]
    assert seen[0] == state and result.visits.sum() == 29
    assert all(other.current_player() >= 0 for other in seen)


def test_values_decide() -> None:
    """A position is good for seat 0 where it has much silver, whoever is to act; seat 1 avoids that."""
    state = opening(seed=1)
    for _ in range(30):
        state = state.child(state.sample_action(5)).resolve_chance(1)
    seat = state.current_player()
    silver = {
        action: state.child(action).snapshot()["seats"][seat]["silver"]
        for action in state.legal_actions()
    }
    assert len(set(silver.values())) > 1

    def evaluate(other: burgundy.State) -> tuple[Any, Any]:
        own = other.snapshot()["seats"][seat]["silver"] / 40
        values = [-own, -own]
        values[seat] = own
        return np.ones(512), values

    result = burgundy.search(state, simulations=400, evaluate=evaluate)
    assert silver[result.action] == max(silver.values())


def test_a_batch_is_evaluated() -> None:
    sizes = []

    def evaluate(observations: Any, masks: Any, seats: Any) -> tuple[Any, Any]:
        n = len(seats)
        sizes.append(n)
        assert observations.shape == (n, opening().observation().size)
        assert (observations.dtype, masks.dtype, seats.dtype) == (np.float32, np.bool_, np.int8)
        assert masks.shape == (n, 512) and masks.any(axis=1).all() and set(seats) <= {0, 1}
        if len(sizes) == 1:
            seat = state.current_player()
            assert seats.tolist() == [seat]
            assert (observations[0] == state.observation(seat)).all()
            assert (masks[0] == state.legal_actions_mask()).all()
        return masks.astype(np.float64), np.zeros((n, 2))

    state = opening()
    result = burgundy.search(state, simulations=300, evaluate_batch=evaluate, batch=16)
    check(result, state)
    assert sizes[0] == 1 and max(sizes) == 16 and sum(sizes) >= 299
    sizes.clear()
    assert same(result, burgundy.search(state, simulations=300, evaluate_batch=evaluate, batch=16))


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (3, "expected a tuple"),
        ((np.ones(512),), "expected a tuple"),
        ((np.ones(511), [0, 0]), "priors of shape"),
        ((np.ones(512), [0, 0, 0]), "values of shape"),
        ((np.ones((1, 512)), [0, 0]), "priors of shape"),
        ((np.ones(512), [0, np.nan]), "values with NaN"),
        (
            (np.ones(512), [3e38, -3e38]),
            "values with 3e38 in row 0, expected -1,000,000 to 1,000,000",
        ),
        ((np.full(512, np.inf), [0, 0]), "priors with inf"),
        ((np.full(512, -1.0), [0, 0]), "priors below 0"),
        ((["a"] * 512, [0, 0]), "could not convert"),
    ],
)
def test_what_an_evaluator_must_not_give(given: Any, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        burgundy.search(opening(), simulations=9, evaluate=lambda _: given)
    with pytest.raises(ValueError):
        burgundy.search(opening(), simulations=9, evaluate_batch=lambda *_: given)


def test_priors_that_are_all_zero_are_even() -> None:
    def evaluate(state: burgundy.State) -> tuple[Any, Any]:
        return np.zeros(512), [0.0, 0.0]

    result = burgundy.search(opening(), simulations=200, evaluate=evaluate)
    assert result.visits.max() - result.visits.min() <= 1 + 200 // len(result.actions)
    assert result.visits.min() > 0


def test_an_error_comes_through_and_leaves_the_search_as_new() -> None:
    class Stop(Exception):
        pass

    calls = []

    def evaluate(state: burgundy.State) -> tuple[Any, Any]:
        calls.append(state)
        if len(calls) == 20:
            raise Stop
        return np.ones(512), [0.0, 0.0]

    search = burgundy.Search(evaluate=evaluate)
    with pytest.raises(Stop):
        search.search(opening(), simulations=100)
    assert len(calls) == 20
    again = search.search(opening(), simulations=100)
    assert same(again, burgundy.Search(evaluate=evaluate).search(opening(), simulations=100))


def test_a_search_that_asks_its_owner_is_collected() -> None:
    class Owner:
        def __init__(self) -> None:
            self.search = burgundy.Search(evaluate=self.evaluate)

        def evaluate(self, state: burgundy.State) -> tuple[Any, Any]:
            return np.ones(512), [0.0, 0.0]

    owner = Owner()
    owner.search.search(opening(), simulations=3)
    gone = weakref.ref(owner)
    del owner
    gc.collect()
    assert gone() is None


def test_an_evaluator_must_not_search_with_its_own_search() -> None:
    def evaluate(state: burgundy.State) -> tuple[Any, Any]:
        search.search(state, simulations=1)
        return np.ones(512), [0.0, 0.0]

    search = burgundy.Search(evaluate=evaluate)
    with pytest.raises(RuntimeError, match="in use"):
        search.search(opening(), simulations=10)


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
