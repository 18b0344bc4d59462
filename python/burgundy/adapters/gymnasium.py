"""Gymnasium: one seat of the game, the others played by bots.

    import gymnasium
    import burgundy.adapters.gymnasium
    env = gymnasium.make("burgundy/Burgundy-v0", players=3, seat=1)
    observation, info = env.reset(seed=7)
    action = env.action_space.sample(info["action_mask"])

Chance and the bots' moves are played by the environment, so that every step begins at a decision of the own seat.
"""

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

import burgundy
from burgundy import arrays
from burgundy.adapters import missing, summary

if TYPE_CHECKING:
    from collections.abc import Sequence

try:
    import gymnasium
    from gymnasium.spaces import Box, Dict, Discrete
except ImportError as error:
    raise missing("gymnasium", "Gymnasium", "gymnasium") from error

__all__ = ["ENV_ID", "BurgundyEnv", "uniform"]

ENV_ID = "burgundy/Burgundy-v0"
"""The name under which the environment is registered when this module is imported."""

Bot = Callable[[Any, np.random.Generator], int]
"""Who plays another seat: gives an action for a state, with a generator for its random numbers."""


def uniform(state: Any, rng: np.random.Generator) -> int:
    """A uniform random action."""
    return int(state.sample_action(int(rng.integers(2**64, dtype=np.uint64))))


class BurgundyEnv(gymnasium.Env[Any, Any]):
    """One seat against bots.

    An observation is a dict: `observation` (float32, as `State.observation` of the own seat) and `action_mask` (int8, 512;
    all 0 at the end), or without `mask_in_observation` the features alone. `info` has `action_mask` too, and at the end
    `scores` and `ranking`. The reward is `State.returns()` of the own seat when the game ends, 0 before. `copy.deepcopy`
    keeps the game.

    Args:
        players, boards, start_castles, rules: as in `State.new`.
        seat: the own seat.
        bot: who plays the other seats.
        illegal_reward: the reward of an illegal action, which changes nothing else; `info["illegal"]` is the rule;
            None to raise `IllegalActionError` instead.
        mask_in_observation: whether an observation holds the mask.
        render_mode: None or "ansi" (`render` gives text).
        engine: `burgundy` or `burgundy.reference`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        players: int = 2,
        seat: int = 0,
        boards: "Sequence[int] | str | None" = None,
        start_castles: "Sequence[str | None] | str | None" = None,
        rules: Any = None,
        bot: Bot = uniform,
        illegal_reward: float | None = None,
        mask_in_observation: bool = True,
        render_mode: str | None = None,
        engine: ModuleType = burgundy,
    ) -> None:
        self._start = engine.State.new(
            players, boards=boards, start_castles=start_castles, rules=rules
        )
        if not 0 <= seat < players:
            raise ValueError(f"seat: {seat}, expected 0 to {players - 1}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode: {render_mode!r}, expected None or 'ansi'")
        self._refusal: Any = engine.IllegalActionError
        self.seat = seat
        self.bot = bot
        self.illegal_reward = illegal_reward
        self.render_mode = render_mode
        self._has_mask = mask_in_observation
        self.action_space = Discrete(burgundy.NUM_ACTIONS)
        features = Box(0, arrays.HIGHEST, (arrays.observation_size(players),), np.float32)
        mask = Box(0, 1, (burgundy.NUM_ACTIONS,), np.int8)
        self.observation_space = (
            Dict({"observation": features, "action_mask": mask})
            if mask_in_observation
            else features
        )
        self.position: Any = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins a game at the first decision of the own seat; its world is drawn from the environment's generator."""
        super().reset(seed=seed)
        world = int(self.np_random.integers(2**64, dtype=np.uint64))
        position = self._others_play(self._start.resolve_chance(world), world)
        self._world, self.position = world, position
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action of the own seat, then those of the bots up to its next decision.

        What a bot raises comes through, and the own action has not been played.
        """
        if self.position is None or self.position.is_terminal():
            raise gymnasium.error.ResetNeeded(
                "step: the game is over or has not begun, call reset()"
            )
        try:
            after = self.position.child(action)
        except self._refusal as refusal:
            if self.illegal_reward is None:
                raise
            info = self._info() | {"illegal": str(refusal.rule)}
            return self._observation(), self.illegal_reward, False, False, info
        self.position = self._others_play(after.resolve_chance(self._world), self._world)
        over = self.position.is_terminal()
        reward = float(self.position.returns()[self.seat])
        return self._observation(), reward, over, False, self._info()

    def _others_play(self, position: Any, world: int) -> Any:
        """The position at the next decision of the own seat, or at the end."""
        while position.current_player() not in (self.seat, -4):
            action = self.bot(position, self.np_random)
            position = position.child(action).resolve_chance(world)
        return position

    def action_masks(self) -> Any:
        """The legal actions as bool (512,), by the name that MaskablePPO asks for."""
        return arrays.legal_actions_mask(self.position)

    def _observation(self) -> Any:
        features = arrays.observation(self.position, self.seat)
        if not self._has_mask:
            return features
        return {"observation": features, "action_mask": self.action_masks().astype(np.int8)}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks().astype(np.int8)}
        if self.position.is_terminal():
            info["scores"] = list(self.position.scores())
            info["ranking"] = list(self.position.ranking())
        return info

    def render(self) -> Any:
        """The position in a few lines of text, in mode "ansi"."""
        return summary(self.position) if self.render_mode == "ansi" else None


if ENV_ID not in gymnasium.registry:
    gymnasium.register(ENV_ID, entry_point="burgundy.adapters.gymnasium:BurgundyEnv")
