"""Gymnasium's vector interface over `burgundy.Batch`: many games at once, one seat against uniform random ones.

    from burgundy.adapters.vector import BurgundyVectorEnv
    envs = BurgundyVectorEnv(1024, players=2)
    observations, infos = envs.reset(seed=7)

Games are reset in the step in which they end (`AutoresetMode.SAME_STEP`). For self-play and for other opponents use
`burgundy.Batch` itself, which says whose decision it is in each game.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

import burgundy
from burgundy import arrays
from burgundy.adapters import missing, seed_number

if TYPE_CHECKING:
    from collections.abc import Sequence

try:
    import gymnasium
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing("vector", "Gymnasium", "gymnasium") from error

__all__ = ["BurgundyVectorEnv"]


class BurgundyVectorEnv(VectorEnv[Any, Any, Any]):
    """One seat of many games; the other seats play uniformly at random, in Rust.

    Observations are dicts of fresh arrays: `observation` (float32, (n, size)) and `action_mask` (int8, (n, 512)). The reward is
    `State.returns()` of the own seat when a game ends, 0 before. Infos: `action_mask`, and when games ended in the step
    `final_obs` with `_final_obs` (which games), `final_info` with `scores` and `_final_info`. An illegal action raises
    `IllegalActionError` before any game has moved; -1 is one, no game waits. `copy.deepcopy` keeps the games.

    Args:
        num_envs: how many games.
        players, boards, start_castles, rules: as in `State.new`.
        seat: the own seat.
        threads: as in `Batch`.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int,
        players: int = 2,
        seat: int = 0,
        boards: "Sequence[int] | str | None" = None,
        start_castles: "Sequence[str | None] | str | None" = None,
        rules: Any = None,
        threads: int = 1,
    ) -> None:
        self.batch = burgundy.Batch(
            num_envs,
            players,
            boards=boards,
            threads=threads,
            auto_reset=True,
            rules=rules,
            start_castles=start_castles,
            observer=seat,
        )
        self.num_envs = num_envs
        self.seat = seat
        self.single_action_space = Discrete(burgundy.NUM_ACTIONS)
        self.single_observation_space = Dict(
            {
                "observation": Box(
                    0, arrays.HIGHEST, (arrays.observation_size(players),), np.float32
                ),
                "action_mask": Box(0, 1, (burgundy.NUM_ACTIONS,), np.int8),
            }
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._step = self.batch.new_arrays(
            "current_player", "rewards", "terminated", "final_scores"
        )
        self._seen = self.batch.new_arrays("masks", "observations")
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins all games: the first ones of a seed's series, or without one of a series drawn from `np_random`."""
        if seed is not None:
            seed = seed_number(seed)
        super().reset(seed=seed)
        if seed is None:
            seed = int(self.np_random.integers(2**64, dtype=np.uint64))
        self.batch.reset(seed=seed, out=self._step)
        self._let_others_play(None)
        self._begun = True
        observations = self._observations()
        return observations, {"action_mask": observations["action_mask"]}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Plays an action of the own seat in each game, then the others up to its next decision."""
        if not self._begun:
            raise gymnasium.error.ResetNeeded("step: the games have not begun, call reset()")
        for game in np.flatnonzero(np.asarray(actions) == -1)[:1].tolist():
            reason = f"game {game}: not a code, they go from 0 to 511"
            error: Any = burgundy.IllegalActionError(-1, reason, None)
            error.game = game
            raise error
        ended = np.zeros(self.num_envs, np.bool_)
        rewards = np.zeros(self.num_envs)
        final: dict[str, Any] = {}
        self._step |= self.batch.new_arrays("final_observations")
        self.batch.step(actions, self._step)
        self._note(ended, rewards, final)
        self._let_others_play((ended, rewards, final))
        del self._step["final_observations"]
        observations = self._observations()
        infos: dict[str, Any] = {"action_mask": observations["action_mask"]}
        if ended.any():
            infos |= self._final(ended, final)
        return observations, rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def _let_others_play(self, notes: Any) -> None:
        while (others := self._step["current_player"] != self.seat).any():
            self.batch.step_random(self._step, games=others)
            if notes is not None:
                self._note(*notes)

    def _note(self, ended: Any, rewards: Any, final: dict[str, Any]) -> None:
        """Keeps what is told of the games that ended in this call."""
        now = self._step["terminated"] & ~ended
        if not now.any():
            return
        ended |= now
        rewards[now] = self._step["rewards"][now, self.seat]
        for name in ("final_observations", "final_scores"):
            kept = final.setdefault(name, self._step[name].copy())
            kept[now] = self._step[name][now]

    def _observations(self) -> dict[str, Any]:
        self.batch.observe(self._seen)
        return {
            "observation": self._seen["observations"].copy(),
            "action_mask": self._seen["masks"].astype(np.int8),
        }

    def _final(self, ended: Any, final: dict[str, Any]) -> dict[str, Any]:
        """The end of games as Gymnasium's infos tell it."""
        nothing = np.zeros(burgundy.NUM_ACTIONS, np.int8)
        last = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended):
            features = final["final_observations"][i].copy()
            last[i] = {"observation": features, "action_mask": nothing.copy()}
        scores = {"scores": final["final_scores"], "_scores": ended.copy()}
        return {
            "final_obs": last,
            "_final_obs": ended.copy(),
            "final_info": scores,
            "_final_info": ended.copy(),
        }
