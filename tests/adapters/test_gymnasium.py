"""The Gymnasium environment: the framework's own checks, whole games on both engines, and the engine beside it."""

from __future__ import annotations

import copy
import warnings
from pathlib import Path
from typing import Any

import docs_blocks
import numpy as np
import pytest

import burgundy
import burgundy.reference
from burgundy import loader

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed (extra gymnasium)")

from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.utils.env_match import check_environments_match

from burgundy.adapters.gymnasium import ENV_ID, BurgundyEnv


def play(env: Any, seed: int) -> list[Any]:
    """All that a whole game of random legal actions gives."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    told: list[Any] = [(observation, info)]
    over = False
    while not over:
        assert env.observation_space.contains(observation)
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, over, truncated, info = env.step(action)
        assert not truncated
        told.append((observation, reward, over, info))
    return told


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_frameworks_check(players: int) -> None:
    """Also through `make`, which checks every step; no warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = gymnasium.make(ENV_ID, players=players, illegal_reward=-1.0, render_mode="ansi")
        check_env(made.unwrapped)
        play(made, seed=players)


@pytest.mark.parametrize("players, boards", [(2, None), (4, "random")])
def test_the_reference_gives_the_same_environment(players: int, boards: Any) -> None:
    """By the framework's check, most of whose actions are illegal, and over a whole game."""
    arguments: dict[str, Any] = {
        "players": players,
        "boards": boards,
        "illegal_reward": -1.0,
        "render_mode": "ansi",
    }
    envs = [BurgundyEnv(**arguments, engine=e) for e in (burgundy, burgundy.reference)]
    # The check compares pictures as arrays; these are text.
    check_environments_match(*envs, num_steps=60, seed=players, skip_render=True)
    assert envs[0].render() == envs[1].render()
    first, second = (play(env, seed=7) for env in envs)
    assert len(first) == len(second)
    for one, other in zip(first, second, strict=True):
        assert data_equivalence(one, other)


@pytest.mark.parametrize("players, seat", [(2, 0), (2, 1), (3, 2), (4, 1)])
def test_whole_games_are_those_of_the_engine(players: int, seat: int) -> None:
    """The own seat decides at every step, bots and chance in between; the last reward comes once."""
    calls: list[Any] = []

    def bot(state: Any, rng: np.random.Generator) -> int:
        assert state.current_player() not in (seat, -1, -4)
        calls.append(state)
        return int(rng.choice(state.legal_actions()))

    env = BurgundyEnv(players, seat, bot=bot)
    for seed in range(5):
        observation, info = env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        rewards = []
        over = False
        while not over:
            state = env.position
            assert state.current_player() == seat
            assert np.array_equal(observation["observation"], state.observation(seat))
            assert np.flatnonzero(info["action_mask"]).tolist() == state.legal_actions()
            assert np.array_equal(observation["action_mask"], info["action_mask"])
            assert np.array_equal(env.action_masks(), state.legal_actions_mask())
            observation, reward, over, _, info = env.step(rng.choice(state.legal_actions()))
            rewards.append(reward)
        assert env.position.is_terminal()
        assert not any(rewards[:-1])
        assert rewards[-1] == env.position.returns()[seat]
        assert info["scores"] == env.position.scores()
        assert info["ranking"] == env.position.ranking()
        assert not observation["action_mask"].any()
        with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
            env.step(0)
    assert calls


def test_illegal_actions_are_raised_or_penalised() -> None:
    env, mild = BurgundyEnv(), BurgundyEnv(illegal_reward=-0.5)
    for made in (env, mild):
        made.reset(seed=1)
    before = env.position
    assert mild.position == before
    for action in range(512):
        if action in before.legal_actions():
            continue
        with pytest.raises(burgundy.IllegalActionError) as caught:
            env.step(action)
        observation, reward, over, truncated, info = mild.step(action)
        assert (reward, over, truncated) == (-0.5, False, False)
        assert info["illegal"] == caught.value.rule
        assert mild.position == env.position == before
        assert np.flatnonzero(observation["action_mask"]).tolist() == before.legal_actions()


def test_a_copy_keeps_the_game() -> None:
    """Position, world and the bots' random numbers."""
    env = BurgundyEnv(3)
    _, info = env.reset(seed=5)
    for _ in range(20):
        info = env.step(np.flatnonzero(info["action_mask"])[-1])[4]
    other = copy.deepcopy(env)
    kept = env.position
    ends = []
    for made in (env, other):
        assert made.position == kept
        mask, over = info["action_mask"], False
        while not over:
            _, _, over, _, told = made.step(np.flatnonzero(mask)[0])
            mask = told["action_mask"]
        ends.append(made.position)
        if made is env:
            assert other.position == kept
    assert ends[0] == ends[1]
    assert env.reset()[0]["observation"].tolist() == other.reset()[0]["observation"].tolist()


def test_observations_without_a_mask() -> None:
    env = BurgundyEnv(mask_in_observation=False)
    observation, info = env.reset(seed=2)
    assert observation.shape == env.observation_space.shape
    assert np.array_equal(info["action_mask"], env.action_masks())
    play(env, seed=2)


@pytest.mark.parametrize(
    "arguments, text",
    [
        ({"seat": 2}, "seat: 2, expected 0 to 1"),
        ({"players": 5}, "players: 5, expected 2, 3 or 4"),
        ({"render_mode": "human"}, "render_mode: 'human', expected None or 'ansi'"),
    ],
)
def test_arguments_that_cannot_be(arguments: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        BurgundyEnv(**arguments)


def test_own_data_on_the_reference(tmp_path: Path) -> None:
    """Observations are those of the engine on the same data, also when the folder is gone."""
    text = (loader.SHIPPED / "board.toml").read_text(encoding="utf-8")
    own = tmp_path / "board.toml"
    own.write_text(text.replace("watchtower = 4", "watchtower = 9"), encoding="utf-8")
    rules = {"data": tmp_path, "decline_effects": False}
    engines = (burgundy, burgundy.reference)
    envs = [BurgundyEnv(3, rules=rules, engine=engine) for engine in engines]
    own.unlink()
    first, second = (play(env, seed=4) for env in envs)
    assert len(first) == len(second)
    for one, other in zip(first, second, strict=True):
        assert data_equivalence(one, other)
    assert envs[1].position.rules.data is not None


def test_what_a_bot_raises_leaves_the_game_where_it_was() -> None:
    patience = 1_000

    def bot(state: Any, rng: np.random.Generator) -> int:
        nonlocal patience
        patience -= 1
        if patience < 0:
            raise RuntimeError("tired")
        return int(rng.choice(state.legal_actions()))

    env = BurgundyEnv(3, 1, bot=bot)
    env.reset(seed=1)
    raised = 0
    for _ in range(40):
        before, patience = env.position, 1
        action = before.legal_actions()[-1]
        try:
            env.step(action)
        except RuntimeError:
            raised += 1
            assert env.position == before
            patience = 1_000
            env.step(action)
        assert env.position.current_player() == 1
    assert raised > 5
    before, patience = env.position, 0
    with pytest.raises(RuntimeError, match="tired"):
        for seed in range(20):
            env.reset(seed=seed)
            before = env.position
    assert env.position == before


def test_the_program_of_the_page(tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "adapters.md"
    (block,) = docs_blocks.blocks(page.read_text(encoding="utf-8"))
    docs_blocks.run(block, tmp_path)
