"""Who plays: the players by name, each something with `act(state)`.

bot = player("flat:200", seed=1)
action = bot.act(state)

A class of your own plays under the name `module:Class`, or `module:Class:argument`.
"""

import random
import re
from collections.abc import Callable
from importlib import import_module
from math import exp, sqrt
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ._core import policy_action
from .native import engine_state
from .tree_search import Search

__all__ = ["PLAYERS", "Flat", "Player", "Policy", "Uct", "Uniform", "check_player", "player"]

LARGEST_COUNT = 10**6
PLAIN = ("random", "light", "greedy")
"""Players that take no number."""
LARGEST_SECONDS = 86_400.0
CODES = 512


class Player(Protocol):
    """Someone who decides."""

    def act(self, state: Any) -> int:
        """A legal action at a decision of a state of any engine."""
        ...


class Uniform:
    """Any legal action, each as likely as the others."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def act(self, state: Any) -> int:
        """A legal action."""
        return int(self._random.choice(state.legal_actions()))


class Flat:
    """The action after which random games go best: the most wins, then the highest mean score."""

    def __init__(self, seed: int = 0, playouts: int = 100) -> None:
        self._random = random.Random(seed)
        self._playouts = playouts

    def act(self, state: Any) -> int:
        """The best of the legal actions, by so many random games after each."""
        return self._best(state)[0]

    def policy(self, state: Any) -> tuple[int, NDArray[np.float64]]:
        """The best action, and a probability for each of the 512 codes.

        An action has a weight of exp(-d), where d says by how many standard errors of a win rate, 0.5 / sqrt(playouts),
        it won less often than the best one.
        """
        action, rates = self._best(state)
        highest = max(rates.values())
        scale = 2 * sqrt(self._playouts)
        weights = {code: exp((rate - highest) * scale) for code, rate in rates.items()}
        policy = np.zeros(CODES)
        policy[list(weights)] = list(weights.values())
        return action, policy / sum(weights.values())

    def _best(self, state: Any) -> tuple[int, dict[int, float]]:
        """The best action, and how often each one won."""
        legal = state.legal_actions()
        if len(legal) == 1:
            return int(legal[0]), {int(legal[0]): 1.0}
        values = state.evaluate_actions(self._playouts, self._random.getrandbits(64))
        seat = state.current_player()
        ratings = {
            int(action): (float(wins[seat]), float(mean[seat]))
            for action, wins, mean in zip(values.actions, values.win_rate, values.mean)
        }
        best = max(ratings, key=ratings.__getitem__)
        return best, {action: wins for action, (wins, _) in ratings.items()}


class Policy:
    """A policy of the engine by its name: what it chooses at each decision (docs/players.md)."""

    def __init__(self, name: str, seed: int = 0) -> None:
        self._name = name
        self._random = random.Random(seed)

    def act(self, state: Any) -> int:
        """The action that the policy chooses."""
        seed = self._random.getrandbits(64)
        return policy_action(engine_state(state), self._name, seed)


class Uct:
    """A tree search on one thread, which keeps its tree from move to move (`burgundy.Search`)."""

    def __init__(
        self,
        seed: int = 0,
        simulations: int | None = None,
        seconds: float | None = None,
        **settings: Any,
    ) -> None:
        """So many simulations or seconds a decision, one second if neither is given; settings are those of `Search`."""
        self._search = Search(seed=seed, **settings)
        self._simulations = simulations
        self._seconds = seconds

    def act(self, state: Any) -> int:
        """The best action found."""
        return self._search.search(state, self._simulations, self._seconds).action

    def policy(self, state: Any) -> tuple[int, NDArray[np.float64]]:
        """The best action found, and a probability for each of the 512 codes: shares of the visits."""
        result = self._search.search(state, self._simulations, self._seconds)
        return result.action, result.policy()


def _uct(seed: int, end: int | float | None, **settings: Any) -> Uct:
    """A tree search of so many simulations or, as a float, seconds."""
    if isinstance(end, float):
        return Uct(seed, seconds=end, **settings)
    return Uct(seed, simulations=end, **settings)


PLAYERS: dict[str, Callable[[int, int | float | None], Player]] = {
    "random": lambda seed, _: Uniform(seed),
    "light": lambda seed, _: Policy("light", seed),
    "greedy": lambda seed, _: Policy("greedy", seed),
    "flat": lambda seed, count: Flat(seed) if count is None else Flat(seed, int(count)),
    "uct": lambda seed, end: _uct(seed, end),
    "uct-points": lambda seed, end: _uct(seed, end, lead=0.0, score=1.0),
}
"""The players by name; each is made from a seed and the number after a colon, if there is one: an integer, or seconds as a float."""


def player(name: str, seed: int = 0) -> Player:
    """The player of a name like `random`, `flat:500` (playouts after each action), `uct:1000` (simulations) or `uct:0.5s`.

    `module:Class` is `Class(seed)` of a module that can be imported, `module:Class:argument` is `Class(seed, argument)`,
    where an argument of digits alone is an integer. Raises `ValueError` for a name that no player has; what the class
    raises is left as it is.
    """
    kind, colon, count = name.partition(":")
    if kind not in PLAYERS and colon:
        _, argument = _split(name)
        made = _loaded(name)
        if argument is None:
            return made(seed)
        is_number = argument.isascii() and argument.isdigit() and len(argument) < 20
        return made(seed, int(argument) if is_number else argument)
    if kind not in PLAYERS:
        expected = f"one of {', '.join(PLAYERS)}, or module:Class"
        raise ValueError(f"player: {name[:40]!r}, expected {expected}")
    if not colon:
        return PLAYERS[kind](seed, None)
    if kind in PLAIN:
        raise ValueError(f"player: {name[:40]!r}, expected {kind} without a number")
    is_search = kind in ("uct", "uct-points")
    seconds = re.fullmatch(r"(\d{1,5}(?:\.\d{1,9})?)s", count, re.ASCII) if is_search else None
    if seconds and 0 < float(seconds[1]) <= LARGEST_SECONDS:
        return PLAYERS[kind](seed, float(seconds[1]))
    if not (count.isascii() and count.isdigit() and 1 <= int(count[:9]) <= LARGEST_COUNT):
        also = ", or seconds like 0.5s, up to 86400s" if is_search else ""
        raise ValueError(
            f"player: {name[:40]!r}, expected a number from 1 to {LARGEST_COUNT}{also}"
        )
    return PLAYERS[kind](seed, int(count))


def check_player(name: str) -> None:
    """Raises `ValueError` for a name that no player has; a class of one's own is imported but not called."""
    kind, colon, _ = name.partition(":")
    if colon and kind not in PLAYERS:
        _loaded(name)
    else:
        player(name)


def _split(name: str) -> tuple[str, str | None]:
    """`module:Class` and the argument of a name."""
    module, _, rest = name.partition(":")
    made, colon, argument = rest.partition(":")
    return f"{module}:{made}", argument if colon else None


def _loaded(name: str) -> Callable[..., Player]:
    """The class of a name like `module:Class`; `ValueError` if there is none."""
    where, _ = _split(name)
    module, _, path = where.partition(":")
    try:
        found: Any = import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, ValueError, AttributeError, TypeError) as error:
        reason = " ".join(str(error).split())
        raise ValueError(f"player: {name[:80]!r}, expected module:Class ({reason})") from None
    if not callable(found):
        raise ValueError(f"player: {name[:80]!r}, expected a class or another callable")
    return found  # type: ignore[no-any-return]
