"""The PettingZoo environment: the framework's own tests over whole games, and the engine's beside it."""

from __future__ import annotations

import copy
import io
import warnings
from contextlib import redirect_stdout
from typing import Any

import numpy as np
import pytest

import burgundy
import burgundy.reference

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (extra pettingzoo)")

from pettingzoo.test import api_test, seed_test

from burgundy.adapters import pettingzoo

# A dict with a mask is PettingZoo's own convention; its test would rather have an array.
EXPECTED = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_api_over_whole_games(players: int) -> None:
    """At least three games each; no warning but the two about dicts."""
    with warnings.catch_warnings(record=True) as caught, redirect_stdout(io.StringIO()):
        warnings.simplefilter("always")
        api_test(pettingzoo.env(players=players), num_cycles=400 * players)
    texts = {str(warning.message) for warning in caught}
    assert texts <= EXPECTED


@pytest.mark.parametrize("arguments", [{}, {"players": 4, "boards": "random"}])
def test_seeds_over_whole_games(arguments: dict[str, Any]) -> None:
    seed_test(lambda: pettingzoo.env(**arguments), num_cycles=600)


def test_rendering() -> None:
    env = pettingzoo.env(render_mode="ansi")
    env.reset(seed=1)
    assert "phase A round 1" in env.render()
    assert pettingzoo.env().unwrapped.render() is None
    shown = pettingzoo.BurgundyEnv(render_mode="human")
    shown.reset(seed=1)
    with redirect_stdout(io.StringIO()) as out:
        shown.step(int(np.flatnonzero(shown.infos[shown.agent_selection]["action_mask"])[0]))
        assert shown.render() is None
    assert out.getvalue().count("phase A round 1") == 2
    with pytest.raises(ValueError, match="render_mode: 'rgb', expected None, 'human' or 'ansi'"):
        pettingzoo.BurgundyEnv(render_mode="rgb")


@pytest.mark.parametrize("engine", [burgundy, burgundy.reference])
@pytest.mark.parametrize("players", [2, 3])
def test_whole_games_are_those_of_the_engine(engine: Any, players: int) -> None:
    """Who acts, what each seat sees, masks and rewards after every step, in world `seed`."""
    rng = np.random.default_rng(players)
    seeds = range(3) if engine is burgundy else range(1)
    env = pettingzoo.BurgundyEnv(players=players, boards="random", engine=engine)
    for seed in seeds:
        env.reset(seed=seed)
        state = burgundy.State.new(players, boards="random").resolve_chance(seed)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        while not state.is_terminal():
            agent = f"player_{state.current_player()}"
            assert env.agent_selection == agent
            for seat, other in enumerate(env.possible_agents):
                seen = env.observe(other)
                assert env.observation_space(other).contains(seen)
                assert np.array_equal(seen["observation"], state.observation(seat))
                legal = state.legal_actions() if other == agent else []
                assert np.flatnonzero(seen["action_mask"]).tolist() == legal
                has_mask = "action_mask" in env.infos[other]
                assert has_mask == (other == agent)
            assert np.array_equal(env.state(), state.observation())
            assert not any(env.rewards.values()) and not any(env.terminations.values())
            action = int(rng.choice(state.legal_actions()))
            env.step(action)
            state = state.child(action).resolve_chance(seed)
        assert env.position.to_bytes() == state.to_bytes()
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _info = env.last()
            assert termination and not truncation
            assert not observation["action_mask"].any()
            totals[agent] += reward
            env.step(None)
        assert list(totals.values()) == state.returns()
        assert env.agents == []


def test_illegal_actions_end_a_wrapped_game_and_change_nothing_in_a_raw_one() -> None:
    raw = pettingzoo.raw_env()
    raw.reset(seed=3)
    before = raw.position
    for action in range(512):
        if action not in before.legal_actions():
            with pytest.raises(burgundy.IllegalActionError):
                raw.step(action)
            assert raw.position == before
    env = pettingzoo.env()
    env.reset(seed=3)
    loser = env.agent_selection
    env.step(511)
    assert env.terminations[loser]
    assert env._cumulative_rewards[loser] == -1


def test_a_copy_keeps_the_game() -> None:
    for make in (pettingzoo.env, pettingzoo.raw_env):
        env = make()
        env.reset(seed=5)
        for _ in range(60):
            env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
        kept = env.unwrapped.position
        other = copy.deepcopy(env)
        while not env.unwrapped.position.is_terminal():
            action = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
            env.step(action)
        assert other.unwrapped.position == kept
        while not other.unwrapped.position.is_terminal():
            other.step(int(np.flatnonzero(other.last()[0]["action_mask"])[0]))
        assert other.unwrapped.position == env.unwrapped.position
        env.reset()
        other.reset()
        assert other.unwrapped.position == env.unwrapped.position


def test_resets_without_a_seed_go_on_in_the_series() -> None:
    first, second = pettingzoo.raw_env(), pettingzoo.raw_env()
    seen = []
    for env in (first, second):
        env.reset(seed=11)
        positions = [env.position]
        for _ in range(3):
            env.reset()
            positions.append(env.position)
        seen.append(positions)
    assert seen[0] == seen[1]
    assert len(set(seen[0])) == 4


def test_rules_and_boards_are_passed_on() -> None:
    env = pettingzoo.raw_env(players=3, boards=[2, 3, 1], rules={"decline_effects": False})
    env.reset(seed=4)
    assert not env.position.rules.decline_effects
    assert [seat["board"] for seat in env.position.snapshot()["seats"]] == [2, 3, 1]


def test_seeds_are_integers_in_range() -> None:
    """Those of numpy as well; others change nothing."""
    env, other = pettingzoo.BurgundyEnv(), pettingzoo.BurgundyEnv()
    numpys: Any = np.int64(4)
    env.reset(seed=numpys)
    other.reset(seed=4)
    assert env.position == other.position
    before = env.position
    wrong: list[Any] = [-1, 2**64, 1.5, "4", True]
    for seed in wrong:
        with pytest.raises((ValueError, TypeError), match="seed: .*, expected an integer"):
            env.reset(seed=seed)
        assert env.position is before
    for made in (env, other):
        made.reset()
    assert env.position == other.position
