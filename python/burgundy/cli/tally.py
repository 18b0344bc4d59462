"""What random games add up to."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from burgundy.wording import counted

QUANTILES = (5, 25, 50, 75, 95)
SPACES = 37


class Tally:
    """Sums over games, kept as counts so that any number of games fits."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.games = 0
        self.seconds = 0.0
        self.decisions = 0
        self.choices = 0
        self.wins = np.zeros(players, np.int64)
        self.filled = np.zeros(players, np.int64)
        self.points: dict[str, NDArray[np.int64]] = {}
        self._scores = np.zeros((players, 1), np.int64)
        """How often each score occurred, by seat and score."""

    def add(self, result: dict[str, Any], seconds: float) -> None:
        """Adds what `_core.simulate` gave."""
        scores = np.asarray(result["scores"], np.int64)
        width = max(int(scores.max(initial=0)) + 1, self._scores.shape[1])
        counts = np.zeros((self.players, width), np.int64)
        counts[:, : self._scores.shape[1]] = self._scores
        for seat in range(self.players):
            counts[seat] += np.bincount(scores[:, seat], minlength=width)
        self._scores = counts
        self.games += len(scores)
        self.seconds += seconds
        self.decisions += result["decisions"]
        self.choices += result["choices"]
        self.wins += result["winners"]
        self.filled += result["filled"]
        for source, points in result["points"].items():
            self.points[source] = self.points.get(source, 0) + points

    def summary(self) -> dict[str, Any]:
        """Everything as plain numbers, ready for JSON; rates and means are None without a game."""
        return {
            "players": self.players,
            "games": self.games,
            "seconds": round(self.seconds, 6),
            "games_per_second": _share(self.games, self.seconds),
            "decisions_per_second": _share(self.decisions, self.seconds),
            "decisions_per_game": _share(self.decisions, self.games),
            "branching": _share(self.choices, self.decisions),
            "seats": [self._seat(seat) for seat in range(self.players)],
        }

    def _seat(self, seat: int) -> dict[str, Any]:
        counts = self._scores[seat]
        found = np.flatnonzero(counts)
        return {
            "seat": seat,
            "wins": int(self.wins[seat]),
            "score": {
                "mean": _share(int(counts @ np.arange(len(counts))), self.games),
                "min": int(found[0]) if len(found) else None,
                **{f"q{percent}": self._quantile(seat, percent) for percent in QUANTILES},
                "max": int(found[-1]) if len(found) else None,
            },
            "spaces_filled": _share(int(self.filled[seat]), self.games),
            "points": {
                source: _share(int(points[seat]), self.games)
                for source, points in self.points.items()
            },
        }

    def _quantile(self, seat: int, percent: int) -> int | None:
        """The least score that so many per cent of the games do not pass."""
        if not self.games:
            return None
        reached = np.cumsum(self._scores[seat]) * 100
        return int(np.searchsorted(reached, percent * self.games))

    def lines(self) -> list[str]:
        """The table that is printed."""
        if not self.games:
            return ["no game was finished"]
        whole = self.summary()
        seats = whole["seats"]
        names = [f"seat {seat['seat']}" for seat in seats]
        lines = [
            f"{counted(self.games, 'random game')} of {self.players} players in {self.seconds:.1f} s",
            "",
            f"{'games per second':<24}{whole['games_per_second']:>14,.0f}",
            f"{'decisions per second':<24}{whole['decisions_per_second']:>14,.0f}",
            f"{'decisions per game':<24}{whole['decisions_per_game']:>14.1f}",
            f"{'branching':<24}{whole['branching']:>14.2f}",
            "",
            _row("", names),
            _row("wins", [f"{100 * seat['wins'] / self.games:.1f} %" for seat in seats]),
            _row(
                f"spaces filled (of {SPACES})", [f"{seat['spaces_filled']:.1f}" for seat in seats]
            ),
            _row("score, mean", [f"{seat['score']['mean']:.1f}" for seat in seats]),
        ]
        labels = {"min": "lowest", **{f"q{p}": f"{p} %" for p in QUANTILES}, "max": "highest"}
        for key, label in labels.items():
            lines.append(_row(f"  {label}", [str(seat["score"][key]) for seat in seats]))
        lines += ["", _row("points by source, mean", names)]
        for source in self.points:
            lines.append(_row(f"  {source}", [f"{seat['points'][source]:.2f}" for seat in seats]))
        totals = [sum(seat["points"].values()) for seat in seats]
        return [*lines, _row("  together", [f"{total:.2f}" for total in totals])]


def _row(label: str, cells: list[str]) -> str:
    return f"{label:<24}" + "".join(f"{cell:>14}" for cell in cells)


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None
