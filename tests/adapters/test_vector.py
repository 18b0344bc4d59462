"""The vector environment: whole games against a batch played by hand beside it."""

from __future__ import annotations

import copy
import warnings
from typing import Any

import numpy as np
import pytest

import burgundy

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed (extra gymnasium)")

from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from burgundy.adapters.vector import BurgundyVectorEnv


def first_legal(masks: Any, rng: np.random.Generator) -> Any:
    """A random legal action for each game."""
    return np.where(masks, rng.random(masks.shape), -1).argmax(axis=1)


@pytest.mark.parametrize("players, seat, threads", [(2, 0, 1), (3, 2, 2), (4, 1, 1)])
def test_games_end_as_single_ones(players: int, seat: int, threads: int) -> None:
    """Game i is the first of its series: its chance is that of world i, and its end is told once."""
    envs = BurgundyVectorEnv(9, players, seat, threads=threads)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = envs.reset(seed=3)
    rng = np.random.default_rng(1)
    ends = np.zeros(9, int)
    while ends.min() < 2:
        states = envs.batch.states()
        assert all(state.current_player() == seat for state in states)
        assert envs.observation_space.contains(observations)
        for i, state in enumerate(states):
            assert np.array_equal(observations["observation"][i], state.observation(seat))
            legal = np.flatnonzero(observations["action_mask"][i]).tolist()
            assert legal == state.legal_actions()
        actions = first_legal(infos["action_mask"], rng)
        assert envs.action_space.contains(actions)
        observations, rewards, ended, truncated, infos = envs.step(actions)
        assert not truncated.any()
        assert not rewards[~ended].any()
        assert ("final_obs" in infos) == ended.any()
        ends += ended
        if ended.any():
            assert np.array_equal(infos["_final_obs"], ended)
            for i in range(9):
                if not ended[i]:
                    assert infos["final_obs"][i] is None
                    continue
                scores = infos["final_info"]["scores"][i]
                best = scores.max()
                lost = -1 / (players - 1)
                assert rewards[i] in ([1.0] if scores[seat] == best else []) + [np.float32(lost)]
                assert envs.single_observation_space.contains(infos["final_obs"][i])
                blocks = burgundy.arrays.split(infos["final_obs"][i]["observation"], players)
                assert blocks["prompt"][12] == 1
                own_first = [*scores[seat:], *scores[:seat]]
                assert np.allclose(blocks["vp"] * 100, own_first)


def test_the_same_seed_gives_the_same_games_with_any_threads() -> None:
    told = []
    for threads in (1, 3):
        envs = BurgundyVectorEnv(600, threads=threads)
        observations, infos = envs.reset(seed=8)
        rng = np.random.default_rng(2)
        for _ in range(15):
            observations, *_, infos = envs.step(first_legal(infos["action_mask"], rng))
        told.append((observations, envs.batch.save()))
    assert told[0][1] == told[1][1]
    assert np.array_equal(told[0][0]["observation"], told[1][0]["observation"])


def test_what_is_given_is_the_callers() -> None:
    envs = BurgundyVectorEnv(3)
    observations, infos = envs.reset(seed=1)
    kept = copy.deepcopy(observations)
    envs.step(first_legal(infos["action_mask"], np.random.default_rng(1)))
    assert np.array_equal(observations["observation"], kept["observation"])
    assert np.array_equal(observations["action_mask"], kept["action_mask"])


def test_an_illegal_action_moves_no_game() -> None:
    envs = BurgundyVectorEnv(3)
    _, infos = envs.reset(seed=1)
    actions = first_legal(infos["action_mask"], np.random.default_rng(1))
    before = envs.batch.save()
    actions[2] = 511
    with pytest.raises(burgundy.IllegalActionError, match="game 2"):
        envs.step(actions)
    assert envs.batch.save() == before


def test_a_copy_keeps_the_games() -> None:
    envs = BurgundyVectorEnv(4, 3)
    _, infos = envs.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(30):
        *_, infos = envs.step(first_legal(infos["action_mask"], rng))
    other = copy.deepcopy(envs)
    kept = envs.batch.save()
    assert other.batch.save() == kept
    actions = first_legal(infos["action_mask"], rng)
    one = envs.step(actions)
    assert other.batch.save() == kept
    two = other.step(actions)
    assert np.array_equal(one[0]["observation"], two[0]["observation"])
    assert envs.batch.save() == other.batch.save() != kept


def test_the_frameworks_wrappers_work_over_it() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        envs = RecordEpisodeStatistics(BurgundyVectorEnv(4))
        _, infos = envs.reset(seed=1)
        rng = np.random.default_rng(1)
        for _ in range(200):
            *_, infos = envs.step(first_legal(infos["action_mask"], rng))
        assert len(envs.return_queue) >= 4
        assert set(np.ravel(envs.return_queue)) <= {1.0, -1.0}
        envs.close()


def test_a_reset_without_a_seed_draws_one() -> None:
    """Entropy for fresh environments, and after a seed the same series again."""
    fresh = [BurgundyVectorEnv(4) for _ in range(2)]
    for envs in fresh:
        envs.reset()
    assert fresh[0].batch.save() != fresh[1].batch.save()
    told = []
    for envs in fresh:
        seed: Any = np.int64(6)
        envs.reset(seed=seed)
        saved = [envs.batch.save()]
        for _ in range(2):
            envs.reset()
            saved.append(envs.batch.save())
        assert len(set(saved)) == 3
        told.append(saved)
    assert told[0] == told[1]
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match=f"seed: {seed}, expected"):
            envs.reset(seed=seed)
    assert envs.batch.save() == told[1][-1]


def test_no_step_before_a_reset_and_no_game_waits() -> None:
    envs = BurgundyVectorEnv(3)
    before = envs.batch.save()
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        envs.step(np.zeros(3, int))
    assert envs.batch.save() == before
    _, infos = envs.reset(seed=1)
    actions = first_legal(infos["action_mask"], np.random.default_rng(1))
    before = envs.batch.save()
    actions[1] = -1
    for given in (actions, actions.tolist()):
        with pytest.raises(burgundy.IllegalActionError, match="game 1: not a code") as caught:
            envs.step(given)
        assert vars(caught.value)["game"] == 1
    assert envs.batch.save() == before
