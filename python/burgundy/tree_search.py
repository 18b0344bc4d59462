"""Tree search from a position: `search` for one, `Search` for the positions of a whole game.

result = burgundy.search(state, simulations=2000, seed=1)
state = state.child(result.action)

It is UCT by the formula of PUCT for 2 to 4 players (docs/players.md): each seat goes by its own value,
chance comes from the search's seed alone, and leaves are played out, or judged by a function of yours.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from ._core import Tree
from .native import engine_state

__all__ = ["Search", "SearchResult", "search"]

SECONDS = 1.0
"""How long a search takes that is told no end."""


@dataclass(frozen=True, slots=True, eq=False)
class SearchResult:
    """What a search found; rows are the legal actions, columns of `values` the seats."""

    action: int
    """The action to take: the most visited one, unless one that is solved is at least as good."""
    actions: NDArray[np.int16]
    """The legal actions, ascending; shape (k,)."""
    visits: NDArray[np.int64]
    """Simulations that took each action, with those of earlier searches that came by this position; shape (k,)."""
    values: NDArray[np.float64]
    """Mean value of each action to each seat, from -1 to 1 as the search plays by default; NaN before a visit; shape (k, players)."""
    solved: NDArray[np.bool_]
    """Whether an action's values are what best play comes to, for certain; shape (k,)."""
    line: tuple[int, ...]
    """What is best from here on, as codes, `action` first, up to the next chance event."""
    principal_line: tuple[str, ...]
    """The same in words."""
    simulations: int
    """Simulations of this search; 0 where only one action is legal."""
    seconds: float
    """How long it took."""
    nodes: int
    """Positions in the tree."""

    def policy(self) -> NDArray[np.float64]:
        """A probability for each of the 512 codes: shares of the visits; 1.0 for an action that is known to be best."""
        shares = np.zeros(512)
        total = self.visits.sum()
        if total == 0 or self.solved[self.actions == self.action].any():
            shares[self.action] = 1.0
        else:
            shares[self.actions] = self.visits / total
        return shares


class Search:
    """A tree search that keeps what it knows from one position of a game to the next."""

    def __init__(
        self,
        *,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
        playout: str = "light",
        prior: str | None = "light",
        win: float = 0.0,
        lead: float = 1.0,
        score: float = 0.0,
        exploration: float = 2.0,
        widening: float = 1.0,
        max_nodes: SupportsIndex = 1 << 20,
        root_noise: tuple[float, float] | None = None,
        evaluate: Callable[[Any], tuple[Any, Any]] | None = None,
        evaluate_batch: Callable[[Any, Any, Any], tuple[Any, Any]] | None = None,
        batch: SupportsIndex = 32,
    ) -> None:
        """A search that knows no position yet.

        Args:
            seed: what all chance in it comes from, 0 to 2**64 - 1.
            threads: trees of their own, 1 to 1024, each on a thread, summed up at the root. With a number of
                simulations the result is the same for the same seed and number of threads.
            playout: how games are played on from a leaf: "light", "uniform" or "greedy".
            prior: "light" for likelihoods of actions by that policy, None for even ones.
            win, lead, score: what the end of a game is worth to a seat, as weights of `returns()`, of the lead over
                the best other seat, d / (50 + |d|) for d VP, and of its VP divided by 300.
            exploration: weight of trying what has been tried little, in standard deviations of the values at the root.
            widening: a chance event that was visited v times has widening * sqrt(v) outcomes in the tree.
            max_nodes: positions that are kept at most; a full tree is searched on without growing.
            root_noise: `(alpha, share)` for self-play: the part `share`, 0 to 1, of the priors at the position that is
                searched comes from a Dirichlet distribution with `alpha`, above 0 and at most 1000, for each legal
                action. It is drawn from the seed and the position, in parts of 1/1024, the same on every platform.
            evaluate: `evaluate(state) -> (priors, values)` in place of playouts and priors: 512 weights, of which
                those of legal actions count, and a value for each seat. Where a game is over, the value is that of
                win, lead and score.
            evaluate_batch: the same for many: `evaluate_batch(observations, masks, seats) -> (priors, values)` with
                float32 (n, size), bool (n, 512) and int8 (n,); (n, 512) and (n, players). Observations are seen from
                the seat to act, which `seats` names; values are by seat number.
            batch: how many leaves `evaluate_batch` is given at most.

        Raises:
            ValueError, TypeError: an argument is out of range or of another type, or two cannot be together.
        """
        self._tree = Tree(
            seed=seed,
            threads=threads,
            playout=playout,
            prior=prior,
            objective=(win, lead, score),
            exploration=exploration,
            widening=widening,
            max_nodes=max_nodes,
            root_noise=root_noise,
            evaluate=evaluate,
            evaluate_batch=evaluate_batch,
            batch=batch,
        )

    def search(
        self,
        state: Any,
        simulations: SupportsIndex | None = None,
        seconds: float | None = None,
    ) -> SearchResult:
        """What the search finds at a decision of a state of either engine.

        It ends after so many simulations or seconds, whichever comes first; after one second if neither is given. One
        legal action comes back at once. What the tree knows of the position from before is kept, the rest is dropped.
        The GIL is released, and Ctrl-C stops within a second.

        Raises:
            ValueError, TypeError: there is no decision at `state`, or an argument or what a callable gave cannot be.
            RuntimeError: the search is in use, by another thread or by the call that its own callable is in.
        What a callable raises comes through, and the search is as good as new.
        """
        if simulations is None and seconds is None:
            seconds = SECONDS
        found = self._tree.search(engine_state(state), simulations, seconds)
        line, words = tuple(found.pop("line")), tuple(found.pop("principal_line"))
        return SearchResult(line=line, principal_line=words, **found)

    def clear(self) -> None:
        """Forgets all positions."""
        self._tree.clear()


def search(
    state: Any,
    simulations: SupportsIndex | None = None,
    seconds: float | None = None,
    *,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 1,
    playout: str = "light",
    prior: str | None = "light",
    win: float = 0.0,
    lead: float = 1.0,
    score: float = 0.0,
    exploration: float = 2.0,
    widening: float = 1.0,
    max_nodes: SupportsIndex = 1 << 20,
    root_noise: tuple[float, float] | None = None,
    evaluate: Callable[[Any], tuple[Any, Any]] | None = None,
    evaluate_batch: Callable[[Any, Any, Any], tuple[Any, Any]] | None = None,
    batch: SupportsIndex = 32,
) -> SearchResult:
    """What a tree search finds at a decision of a state of either engine.

    The arguments are those of `Search.search`, then, by name, those of `Search`, which tells what they mean.

    Raises:
        ValueError, TypeError: there is no decision at `state`, or an argument or what a callable gave cannot be.
    """
    made = Search(
        seed=seed,
        threads=threads,
        playout=playout,
        prior=prior,
        win=win,
        lead=lead,
        score=score,
        exploration=exploration,
        widening=widening,
        max_nodes=max_nodes,
        root_noise=root_noise,
        evaluate=evaluate,
        evaluate_batch=evaluate_batch,
        batch=batch,
    )
    return made.search(state, simulations, seconds)
