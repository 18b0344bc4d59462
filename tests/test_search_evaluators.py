"""Tree search with evaluators in Python: values, priors, noise on them, batches, and what they must not give."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest
from search_results import check, opening, same

import burgundy


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
