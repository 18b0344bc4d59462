"""One game of self-play, and the arrays of a shard."""

import io
import random
from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from burgundy.arena.one_game import Stopped, raised
from burgundy.arena.output import bots_print_to_stderr
from burgundy.arrays import observation_size
from burgundy.errors import IllegalActionError
from burgundy.players import player
from burgundy.pools import is_stopping
from burgundy.selfplay.settings import SelfPlay

__all__ = ["shard"]

CODES = 512
Arrays = dict[str, NDArray[Any]]


def shard(settings: SelfPlay, games: Sequence[int]) -> bytes:
    """The games as a compressed `.npz`: one row a decision, games and decisions in order."""
    played = [_play(settings, game) for game in games]
    together = {name: np.concatenate([rows[name] for rows in played]) for name in played[0]}
    file = io.BytesIO()
    # numpy 1.26 knows no `allow_pickle` here, and would write it as an array.
    np.savez_compressed(file, **together)  # type: ignore[arg-type]
    return file.getvalue()


@bots_print_to_stderr()
def _play(settings: SelfPlay, game: int) -> Arrays:
    """The rows of a game; `ValueError` if a bot fails."""
    world = settings.seed_of("world", game)
    draw = random.Random(settings.seed_of("drawn", game))
    state: Any = settings.first_state().resolve_chance(world)
    bots = [_made(settings, game, seat) for seat in range(settings.players)]
    seats: list[int] = []
    actions: list[int] = []
    observations: list[NDArray[np.float32]] = []
    masks: list[NDArray[np.bool_]] = []
    policies: list[NDArray[np.float32]] = []
    while not state.is_terminal():
        if is_stopping():
            raise Stopped
        seat = state.current_player()
        try:
            action, policy = _decided(bots[seat], state)
            if len(actions) < settings.drawn_moves:
                action = _drawn(policy, draw)
            after = state.child(action)
        except (IllegalActionError, _Wrong) as error:
            raise ValueError(f"game {game}: {settings.bot}: {error}") from None
        observations.append(state.observation())
        masks.append(state.legal_actions_mask())
        policies.append(policy)
        seats.append(seat)
        actions.append(action)
        state = after.resolve_chance(world)
    return _rows(settings, game, state, observations, masks, policies, seats, actions)


def _made(settings: SelfPlay, game: int, seat: int) -> Any:
    try:
        return player(settings.bot, settings.seed_of("bot", game, seat))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise ValueError(f"game {game}: {settings.bot}: {raised(error)}") from None


class _Wrong(Exception):
    """What a bot did that it should not have done."""


def _decided(bot: Any, state: Any) -> tuple[int, NDArray[np.float32]]:
    """The action, and how much the bot thinks of each; all of one if it does not say."""
    try:
        action, given = bot.policy(state) if hasattr(bot, "policy") else (bot.act(state), None)
        if isinstance(action, bool):
            raise TypeError("'bool' object is not the code of an action")
        action = index(action)
        policy = None if given is None else np.asarray(given, np.float64)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        # SystemExit of a bot and the panic of a native one are no Exception.
        raise _Wrong(raised(error)) from error
    state.child(action)  # refuses what is not legal
    if policy is None:
        policy = np.zeros(CODES)
        policy[action] = 1.0
    mask = state.legal_actions_mask()
    if policy.shape != (CODES,) or not np.isfinite(policy).all() or (policy < 0).any():
        raise _Wrong(f"its policy has shape {policy.shape}, expected ({CODES},), all 0 or more")
    if policy[~mask].any() or not policy.any():
        raise _Wrong("its policy is above 0 for an action that is not legal, or 0 for all that are")
    # The largest floats have no sum.
    policy = policy / policy.max()
    return action, (policy / policy.sum()).astype(np.float32)


def _drawn(policy: NDArray[np.float32], draw: random.Random) -> int:
    """An action drawn by the policy."""
    actions = np.flatnonzero(policy)
    reached = np.cumsum(policy[actions], dtype=np.float64)
    at = np.searchsorted(reached, draw.random() * reached[-1], side="right")
    return int(actions[min(int(at), len(actions) - 1)])


def _rows(
    settings: SelfPlay,
    game: int,
    state: Any,
    observations: list[NDArray[np.float32]],
    masks: list[NDArray[np.bool_]],
    policies: list[NDArray[np.float32]],
    seats: list[int],
    actions: list[int],
) -> Arrays:
    count = len(actions)
    observation = np.array(observations, np.float32).reshape(
        count, observation_size(settings.players)
    )
    seat = np.array(seats, np.int8)
    return {
        "observation": observation,
        "mask": np.array(masks, np.bool_).reshape(count, CODES),
        "policy": np.array(policies, np.float32).reshape(count, CODES),
        "outcome": np.array(state.returns(), np.float32)[seat],
        "scores": np.tile(np.array(state.scores(), np.int16), (count, 1)),
        "action": np.array(actions, np.int16),
        "seat": seat,
        "game": np.full(count, game, np.int64),
        "move": np.arange(count, dtype=np.int16),
    }
