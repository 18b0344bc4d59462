"""OpenSpiel: the game `python_burgundy`, sequential, explicitly stochastic, for 2 to 4 players.

    import pyspiel
    import burgundy.adapters.open_spiel
    game = pyspiel.load_game("python_burgundy(players=3)")

Parameters: `players`, `boards` ("" for board 1 each, "random", or numbers like "1;2"), `purchase_in_effect`, `tie_break`,
`decline_effects` (R11). Chance events are chance nodes with their exact probabilities. OpenSpiel's own algorithms in
Python play it; of those in C++, `pyspiel.MCTSBot` does not work on games written in Python (it takes the process down),
use `open_spiel.python.algorithms.mcts`.
"""

from typing import Any

import numpy as np

import burgundy
from burgundy import arrays
from burgundy.adapters import missing, summary

try:
    import pyspiel
except ImportError as error:
    raise missing("open_spiel", "OpenSpiel", "openspiel") from error

__all__ = ["GAME_TYPE", "BurgundyGame", "BurgundyObserver", "BurgundyState"]

_DEFAULTS: dict[str, Any] = {
    "players": 2,
    "boards": "",
    "purchase_in_effect": True,
    "tie_break": "fewest_then_later",
    "decline_effects": True,
}

GAME_TYPE = pyspiel.GameType(
    short_name="python_burgundy",
    long_name="The Castles of Burgundy",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)

# A seat has 50 die actions, 25 purchases and 25 ends of turn, fills 36 spaces with at most eight answers each, and
# discards for no more than the 111 tiles that come so: 499, and its start castle. Outcomes are faces, below 50, or the
# numbers of boards.
_DECISIONS_A_SEAT = 600
_CHANCE_OUTCOMES = 256


class BurgundyGame(pyspiel.Game):
    """The game with its parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = _DEFAULTS | (params or {})
        self.start = burgundy.State.new(
            given["players"],
            boards=_boards(given["boards"]),
            rules={name: given[name] for name in list(_DEFAULTS)[2:]},
        )
        players = self.start.num_players()
        info = pyspiel.GameInfo(
            num_distinct_actions=burgundy.NUM_ACTIONS,
            max_chance_outcomes=_CHANCE_OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_DECISIONS_A_SEAT * players,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> "BurgundyState":
        """The first node: a chance event."""
        return BurgundyState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "BurgundyObserver":
        """An observer: all is public, so that it is the same for every kind of observation."""
        return BurgundyObserver(self.start.num_players())


class BurgundyState(pyspiel.State):
    """A node of the game; `position` is the `burgundy.State` behind it."""

    def __init__(self, game: BurgundyGame) -> None:
        super().__init__(game)
        self.position = game.start

    def current_player(self) -> Any:
        """The seat to decide, or that chance is next, or that the game is over."""
        return int(self.position.current_player())

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the event that is next, with probabilities."""
        return self.position.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.position = self.position.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.action_to_string(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_terminal()

    def returns(self) -> list[float]:
        """+1 for the winner and an equal share of -1 for the others; 0 before the end."""
        return self.position.returns()

    def __str__(self) -> str:
        return f"{summary(self.position)}\nkey {self.position.key():016x}"


class BurgundyObserver:
    """What a seat sees: `tensor` as `State.observation`, `dict` its blocks by name as views of it."""

    def __init__(self, players: int) -> None:
        self.tensor = np.zeros(arrays.observation_size(players), np.float32)
        self.dict = arrays.split(self.tensor, players)

    def set_from(self, state: BurgundyState, player: int) -> None:
        """Fills `tensor` with what the seat sees."""
        state.position.observation_into(self.tensor, player)

    def string_from(self, state: BurgundyState, player: int) -> str:
        """The position as text; the same for all seats."""
        return str(state)


def _boards(text: str) -> Any:
    """The boards that a parameter names."""
    if text in ("", "random"):
        return text or None
    try:
        return [int(number) for number in text.split(";")]
    except ValueError:
        raise ValueError(f"boards: {text!r}, expected '', 'random' or numbers like '1;2'") from None


pyspiel.register_game(GAME_TYPE, BurgundyGame)
