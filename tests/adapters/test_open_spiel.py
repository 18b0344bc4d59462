"""The OpenSpiel game: the framework's own simulations, exact chance, and its bots in Python."""

from __future__ import annotations

import copy
import io
import pickle
import random
from contextlib import redirect_stdout
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import burgundy
from burgundy import arrays

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra openspiel)")

from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.rl_environment import ChanceEventSampler, Environment

import burgundy.adapters.open_spiel

GAMES = [
    "python_burgundy",
    "python_burgundy(players=3,boards=random)",
    "python_burgundy(players=4,boards=1;2;1;9,decline_effects=False,tie_break=most_then_later)",
]


def walk(game: Any, seed: int) -> Any:
    """Every node of a random game."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while True:
        yield state
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


def to_decision(game: Any, seed: int = 1) -> Any:
    """The first node at which a seat decides."""
    return next(state for state in walk(game, seed) if state.current_player() >= 0)


@pytest.mark.parametrize("name", GAMES)
def test_the_frameworks_simulations(name: str) -> None:
    """`random_sim_test` plays whole games with history, undo and serialisation checks of its own."""
    game = pyspiel.load_game(name)
    with redirect_stdout(io.StringIO()):
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_the_frameworks_test_of_games_with_pickle(name: str) -> None:
    games_sim_test = pytest.importorskip(
        "open_spiel.python.tests.games_sim_test",
        reason="this build of OpenSpiel comes without its tests, or without absl",
    )
    with redirect_stdout(io.StringIO()):
        games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("name", GAMES)
def test_nodes_are_those_of_the_engine(name: str) -> None:
    game = pyspiel.load_game(name)
    players = game.num_players()
    assert game.num_distinct_actions() == 512
    decisions = 0
    for state in walk(game, seed=5):
        position = state.position
        assert int(state.current_player()) == position.current_player()
        assert state.is_terminal() == position.is_terminal()
        assert state.returns() == position.returns()
        assert state.legal_actions() == position.legal_actions()
        if position.is_terminal():
            assert sum(state.returns()) == pytest.approx(0)
        elif position.is_chance_node():
            weights = position.chance_weights()
            total = sum(weight for _, weight in weights)
            shares = [Fraction(weight, total) for _, weight in weights]
            assert sum(shares) == 1
            assert state.chance_outcomes() == [
                (outcome, float(share)) for (outcome, _), share in zip(weights, shares, strict=True)
            ]
            assert abs(sum(chance for _, chance in state.chance_outcomes()) - 1) < 1e-12
            assert all(0 <= outcome < game.max_chance_outcomes() for outcome, _ in weights)
        else:
            decisions += 1
            words = [state.action_to_string(action) for action in state.legal_actions()]
            assert len(set(words)) == len(words)
            assert words[0] == position.action_to_string(state.legal_actions()[0])
            if decisions % 40 == 0:
                for player in range(players):
                    seen = np.array(state.observation_tensor(player), np.float32)
                    assert np.array_equal(seen, position.observation(player))
    assert decisions < game.max_game_length()


def test_observers_give_named_blocks() -> None:
    game = pyspiel.load_game(GAMES[1])
    state = to_decision(game)
    observer = make_observation(game)
    observer.set_from(state, 2)
    assert np.array_equal(observer.tensor, state.position.observation(2))
    assert list(observer.dict) == [feature.name for feature in arrays.OBSERVATION_SPEC[3]]
    assert observer.string_from(state, 0) == str(state) == state.observation_string(1)
    assert f"{state.position.key():016x}" in str(state)


@pytest.mark.parametrize(
    "make", [copy.deepcopy, lambda s: s.clone(), lambda s: pickle.loads(pickle.dumps(s))]
)
def test_a_copy_keeps_the_game(make: Any) -> None:
    game = pyspiel.load_game(GAMES[0])
    state = to_decision(game)
    other = make(state)
    assert other.position == state.position and other.history() == state.history()
    kept = state.position
    other.apply_action(other.legal_actions()[0])
    assert state.position == kept != other.position


def test_the_python_mcts_bot_plays_it() -> None:
    """Two bots a whole game's first turns, and the last decision of a game found right."""
    game = pyspiel.load_game(GAMES[0])
    rng = np.random.RandomState(3)
    bots = [
        mcts.MCTSBot(game, 1.4, 12, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
        for _ in range(2)
    ]
    state = to_decision(game)
    for _ in range(4):
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        action = bots[state.current_player()].step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_the_rl_environment_plays_whole_games() -> None:
    env = Environment(pyspiel.load_game(GAMES[0]), chance_event_sampler=ChanceEventSampler(seed=1))
    step = env.reset()
    rng = random.Random(1)
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([rng.choice(step.observations["legal_actions"][player])])
    assert sorted(step.rewards) == [-1.0, 1.0]


@pytest.mark.parametrize(
    "parameters",
    ["players=5", "boards=x", "boards=1;1;1", "boards=2;2", "tie_break=none"],
)
def test_parameters_that_cannot_be(parameters: str) -> None:
    with pytest.raises(Exception, match="expected|players|board"):
        pyspiel.load_game(f"python_burgundy({parameters})")


def test_a_name_gives_its_game_back() -> None:
    for name in GAMES:
        game = pyspiel.load_game(name)
        again = pyspiel.load_game(str(game))
        assert str(again) == str(game)
        assert again.start == game.start


def test_illegal_actions_are_refused() -> None:
    state = to_decision(pyspiel.load_game(GAMES[0]))
    kept = state.position
    with pytest.raises((burgundy.IllegalActionError, pyspiel.SpielError)):
        state.apply_action(511)
    assert state.position == kept
