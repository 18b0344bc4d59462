"""Sums over recorded games, kept as counts so that any number of games fits."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING

from burgundy.names import PHASES

if TYPE_CHECKING:
    from burgundy.game import Game
    from burgundy.records import Record

__all__ = ["FINAL", "GROUPS", "Report", "Wins", "gather", "interval", "quantile"]

FINAL = "final"
"""The final scoring, beside the phases."""
GROUPS = {
    "region": "regions",
    "phase": "phase bonus",
    "bonus": "bonus tiles",
    "animals": "animals",
    "goods": "goods sold",
    "watchtower": "watchtowers",
    "in_play": "before the record",
    "final_goods": "final: goods, silver, workers",
    "final_silver": "final: goods, silver, workers",
    "final_workers": "final: goods, silver, workers",
}
"""Where points come from, as they are shown together; what is not here is a knowledge tile."""
KNOWLEDGE = "final: knowledge"
DEVIATIONS = 1.959964
"""Of a normal distribution, for intervals of 95%."""


@dataclass
class Wins:
    """How often somebody played and won; `chances` are the wins that equals would have."""

    games: int = 0
    wins: int = 0
    chances: float = 0.0
    points: int = 0

    def add(self, is_won: bool, players: int, score: int) -> None:
        """Adds one game."""
        self.games += 1
        self.wins += is_won
        self.chances += 1 / players
        self.points += score


@dataclass
class Report:
    """Sums over games."""

    games: int = 0
    unfinished: int = 0
    """Games that did not end, of which nothing else is counted."""
    scores: dict[int, Counter[int]] = field(default_factory=dict)
    """How often each final score occurred, by seat."""
    sources: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Points of all seats by source and phase."""
    seat_games: int = 0
    """Seats of all games."""
    seats: dict[str, Wins] = field(default_factory=dict)
    boards: dict[str, Wins] = field(default_factory=dict)
    """Seats one by one; where some of a game have the same board, intervals are wider than need be."""
    names: dict[str, Wins] = field(default_factory=dict)

    def add(self, game: "Game", names: Iterable[str] | None) -> None:
        """Adds a game."""
        state = game.state
        if not game.is_over:
            self.unfinished += 1
            return
        self.games += 1
        snapshot = state.snapshot()
        players = snapshot["players"]
        winner = state.ranking()[0]
        self.seat_games += players
        known = list(names or ())
        for seat, score in enumerate(state.scores()):
            self.scores.setdefault(seat, Counter())[int(score)] += 1
            keys = [
                (self.seats, f"seat {seat}"),
                (self.boards, f"board {snapshot['seats'][seat]['board']}"),
            ]
            if known:
                keys.append((self.names, known[seat]))
            for table, key in keys:
                table.setdefault(key, Wins()).add(seat == winner, players, int(score))
        self._add_points(game)

    def _add_points(self, game: "Game") -> None:
        for points in game.start.score_breakdown():
            self.sources["before the record", PHASES[0]] += sum(points.values())
        for step in game.history:
            scored = [event for event in step.state.explain(step.action) if event["event"] == "vp"]
            phase = step.state.snapshot()["phase"] if scored else ""
            for event in scored:
                is_final = event["rule"].startswith("R9")
                source = GROUPS.get(event["source"], KNOWLEDGE)
                self.sources[source, FINAL if is_final else phase] += event["vp"]

    def mean(self, source: str, phase: str) -> float:
        """Mean points of a seat."""
        return self.sources[source, phase] / max(1, self.seat_games)

    def by_source(self) -> list[tuple[str, float]]:
        """Mean points of a seat by source, the most first."""
        names = {source for source, _ in self.sources}
        sums = {name: sum(self.mean(name, phase) for phase in (*PHASES, FINAL)) for name in names}
        return sorted(((n, s) for n, s in sums.items() if s), key=lambda pair: (-pair[1], pair[0]))


def gather(records: "Iterable[Record]", data: str | None = None) -> Report:
    """The sums over records; `RecordError` at the first that is no game."""
    report = Report()
    for record in records:
        report.add(record.replay(data=data), record.names)
    return report


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share; the whole range without a game."""
    if not games:
        return 0.0, 1.0
    share, square = wins / games, DEVIATIONS**2 / games
    middle = (share + square / 2) / (1 + square)
    half = DEVIATIONS / (1 + square) * sqrt(share * (1 - share) / games + square / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def quantile(counts: Counter[int], share: float) -> int:
    """The least score that so large a share of the games does not pass."""
    reached, wanted = 0, share * counts.total()
    for score in sorted(counts):
        reached += counts[score]
        if reached >= wanted:
            return score
    raise ValueError("quantile: there is no game")
