"""PettingZoo: an AEC environment in which every seat is an agent.

    from burgundy.adapters import pettingzoo
    env = pettingzoo.env(players=3)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(info["action_mask"])
        env.step(action)

Chance is played by the environment. `reset(seed=s)` is world `s`, a reset without a seed the next world of a series.
"""

import random
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

import burgundy
from burgundy import arrays
from burgundy.adapters import missing, seed_number, summary

if TYPE_CHECKING:
    from collections.abc import Sequence

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing("pettingzoo", "PettingZoo", "pettingzoo") from error

__all__ = ["BurgundyEnv", "env", "raw_env"]


class BurgundyEnv(AECEnv):
    """The game as an AEC environment; agents are `player_0` to `player_3` by seat.

    An observation is a dict: `observation` (float32, as `State.observation` of the agent's seat) and `action_mask` (int8, 512,
    all 0 for a seat that does not decide). The mask is also `infos[agent]["action_mask"]` of the agent to act. Rewards
    are `State.returns()` when the game ends and 0 before. An illegal action raises `IllegalActionError` and changes
    nothing. `copy.deepcopy` keeps the game.

    Args:
        players, boards, start_castles, rules: as in `State.new`.
        render_mode: None, "ansi" (`render` gives text) or "human" (it prints that).
        engine: `burgundy` or `burgundy.reference`.
    """

    metadata = {
        "render_modes": ["human", "ansi"],
        "name": "burgundy_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 2,
        boards: "Sequence[int] | str | None" = None,
        start_castles: "Sequence[str | None] | str | None" = None,
        rules: Any = None,
        render_mode: str | None = None,
        engine: ModuleType = burgundy,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "human", "ansi"):
            raise ValueError(f"render_mode: {render_mode!r}, expected None, 'human' or 'ansi'")
        self._start = engine.State.new(
            players, boards=boards, start_castles=start_castles, rules=rules
        )
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        size = arrays.observation_size(players)
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, arrays.HIGHEST, (size,), np.float32),
                    "action_mask": Box(0, 1, (burgundy.NUM_ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: Discrete(burgundy.NUM_ACTIONS) for agent in self.possible_agents
        }
        self.state_space = Box(0, arrays.HIGHEST, (size,), np.float32)
        self._series = random.Random()
        self.position = self._start

    def observation_space(self, agent: str) -> Any:
        """The agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The 512 action codes."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game: in world `seed`, or without one in the next world of the series that the last seed began.

        A seed is an integer from 0 to 2**64 - 1; `TypeError` or `ValueError` for another, and nothing has changed.
        """
        if seed is None:
            self._world = self._series.getrandbits(64)
        else:
            self._world = seed_number(seed)
            self._series = random.Random(self._world)
        self.position = self._start.resolve_chance(self._world)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def _select(self) -> None:
        """Names the agent to act, and what it may do."""
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if not self.position.is_terminal():
            self.agent_selection = self.possible_agents[self.position.current_player()]
        self.infos[self.agent_selection]["action_mask"] = self._mask(self.agent_selection)

    def _mask(self, agent: str) -> Any:
        decides = self.possible_agents.index(agent) == self.position.current_player()
        if not decides:
            return np.zeros(burgundy.NUM_ACTIONS, np.int8)
        return arrays.legal_actions_mask(self.position).astype(np.int8)

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent's seat sees."""
        seat = self.possible_agents.index(agent)
        return {
            "observation": arrays.observation(self.position, seat),
            "action_mask": self._mask(agent),
        }

    def state(self) -> Any:
        """The features as the seat to act sees them."""
        return arrays.observation(self.position)

    def step(self, action: int | None) -> None:
        """Plays the action of the agent to act; `IllegalActionError` if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position = self.position.child(action).resolve_chance(self._world)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.position.is_terminal():
            self.rewards = dict(zip(self.agents, self.position.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.position.is_terminal():
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The position in a few lines: given in mode "ansi", printed in mode "human"."""
        if self.render_mode is None:
            return None
        text = summary(self.position)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is held that would have to be closed."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


raw_env = BurgundyEnv
"""The environment without wrappers."""


def env(**arguments: Any) -> Any:
    """The environment in PettingZoo's usual wrappers: an illegal action ends the game at -1, order is enforced."""
    made = wrappers.TerminateIllegalWrapper(BurgundyEnv(**arguments), illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)
