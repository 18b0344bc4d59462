"""What the games of a tournament add up to."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from burgundy.arena.pairing import Paired, paired
from burgundy.arena.ratings import Rating, ratings
from burgundy.arena.results import Outcome
from burgundy.arena.schedule import Schedule
from burgundy.arena.sprt import Course, Sprt
from burgundy.report.gather import DEVIATIONS, interval

__all__ = ["Bot", "Pair", "Standings", "share_won", "standings"]


@dataclass
class Bot:
    """Sums over the games of a bot in matches, one seat at a time."""

    games: int = 0
    wins: int = 0
    chances: float = 0.0
    """The wins that it would have among equals."""
    points: Counter[str] = field(default_factory=Counter)
    """VP by source; of games without a fault, like `scores`."""
    scores: list[tuple[int, int]] = field(default_factory=list)
    """World and score."""
    moves: int = 0
    seconds: float = 0.0
    cpu_moves: int = 0
    """The moves whose share of the processor's time was measured, which is `cpu_seconds`."""
    cpu_seconds: float = 0.0
    longest: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    rating: Rating | None = None

    def summary(self) -> dict[str, Any]:
        """Plain numbers; None where there is nothing to take a mean of."""
        mean, error = _mean_by_world(self.scores)
        finished = len(self.scores)
        return {
            "games": self.games,
            "wins": self.wins,
            "win_rate": _share(self.wins, self.games),
            "win_interval": list(interval(self.wins, self.games)),
            "win_rate_of_equals": _share(self.chances, self.games),
            "elo": None if self.rating is None else round(self.rating.elo, 1),
            "elo_interval": None
            if self.rating is None
            else [round(self.rating.low, 1), round(self.rating.high, 1)],
            "score": None if mean is None else round(mean, 3),
            "score_error": None if error is None else round(error, 3),
            "points": {
                source: round(vp / finished, 3) for source, vp in sorted(self.points.items())
            },
            "seconds_a_move": _share(self.seconds, self.moves),
            "cpu_seconds_a_move": _share(self.cpu_seconds, self.cpu_moves),
            "longest_move": self.longest,
            "faults": sum(self.faults.values()),
            "reasons": dict(self.faults.most_common(5)),
        }


@dataclass(frozen=True)
class Pair:
    """Two bots at the tables where they met."""

    first: str
    second: str
    results: int
    wins: int
    """How often the first one was placed before the second one."""
    difference: Paired
    """By how many VP the first one was ahead, and what pairing saved."""
    result: Paired
    """The same of the results, 1 for a win and 0 for a loss."""

    def summary(self) -> dict[str, Any]:
        """Plain numbers."""
        return {
            "first": self.first,
            "second": self.second,
            "results": self.results,
            "wins": self.wins,
            "win_rate": _share(self.wins, self.results),
            "win_rate_error": self.result.error,
            "win_variance_saved": self.result.saved,
            "score_difference": self.difference.mean,
            "score_difference_error": self.difference.error,
            "score_variance_saved": self.difference.saved,
            "worlds": self.difference.worlds,
        }


@dataclass(frozen=True)
class Standings:
    """The result of a tournament."""

    worlds: int
    """Worlds of which every game is there, from the first on; only these count."""
    games: int
    bots: Mapping[str, Bot]
    pairs: Sequence[Pair]
    controls: Sequence[Mapping[str, Any]]
    sprt: Mapping[str, Any] | None

    def summary(self) -> dict[str, Any]:
        """Everything as plain numbers, ready for JSON; best bot first."""
        return {
            "worlds": self.worlds,
            "games": self.games,
            "bots": [{"bot": name, **self.bots[name].summary()} for name in self.order()],
            "pairs": [pair.summary() for pair in self.pairs],
            "controls": [dict(control) for control in self.controls],
            "sprt": None if self.sprt is None else dict(self.sprt),
        }

    def order(self) -> list[str]:
        """The bots by rating, then by their order in the settings."""
        return sorted(self.bots, key=lambda name: -(self.bots[name].rating or Rating(0, 0, 0)).elo)


def standings(
    schedule: Schedule,
    outcomes: Mapping[int, Outcome],
    worlds: int,
    sprt: Sprt | None = None,
    anchor: str | None = None,
) -> Standings:
    """The result of all worlds up to `worlds` whose games are all there; of fewer if a test was decided before."""
    size = schedule.games_a_world
    whole = 0
    while whole < worlds and all(whole * size + game in outcomes for game in range(size)):
        whole += 1
    names = schedule.settings.bots
    decided: dict[str, Any] | None = None
    if sprt is not None:
        course = Course(sprt)
        while course.worlds < whole and course.accepted is None:
            course.add(share_won(schedule, outcomes, course.worlds))
        whole = course.worlds
        decided = {
            **asdict(sprt),
            "bounds": list(sprt.bounds),
            "log_likelihood_ratio": course.ratio,
            "worlds": whole,
            "accepted": course.accepted,
        }
    games = [outcomes[number] for number in range(whole * size)]
    bots = {name: Bot() for name in names}
    wins = np.zeros((whole, len(names), len(names)))
    for outcome in games:
        _count(schedule, outcome, bots, wins)
    if whole and len(names) > 1:
        at = names.index(anchor) if anchor is not None else None
        for name, rating in zip(names, ratings(wins, at, schedule.settings.seed)):
            bots[name].rating = rating
    return Standings(
        whole,
        len(games),
        bots,
        _pairs(schedule, games, wins),
        _controls(schedule, games),
        decided,
    )


def share_won(schedule: Schedule, outcomes: Mapping[int, Outcome], world: int) -> float:
    """Of the results between the first and the second bot in a world, the share that the first one won."""
    first, second = schedule.settings.bots
    won = met = 0
    for number in range(world * schedule.games_a_world, (world + 1) * schedule.games_a_world):
        scheduled = schedule.game(number)
        if scheduled.kind == "match":
            for before, after in _results(scheduled.names, outcomes[number].ranking):
                met += 1
                won += (before, after) == (first, second)
    return won / met


def _results(names: Sequence[str], ranking: Sequence[int]) -> Iterable[tuple[str, str]]:
    """Who was placed before whom, of different bots."""
    for place, before in enumerate(ranking):
        for after in ranking[place + 1 :]:
            if names[before] != names[after]:
                yield names[before], names[after]


def _count(
    schedule: Schedule, outcome: Outcome, bots: Mapping[str, Bot], wins: NDArray[np.float64]
) -> None:
    scheduled = schedule.game(outcome.game)
    if scheduled.kind != "match":
        return
    index = {name: number for number, name in enumerate(schedule.settings.bots)}
    for before, after in _results(scheduled.names, outcome.ranking):
        wins[scheduled.world, index[before], index[after]] += 1
    for seat, name in enumerate(scheduled.names):
        bot = bots[name]
        bot.games += 1
        bot.wins += outcome.ranking[0] == seat
        bot.chances += 1 / len(scheduled.names)
        bot.moves += outcome.moves[seat]
        bot.seconds += outcome.seconds[seat]
        cpu_seconds = outcome.cpu_seconds[seat]
        if cpu_seconds is not None:
            bot.cpu_moves += outcome.moves[seat]
            bot.cpu_seconds += cpu_seconds
        bot.longest = max(bot.longest, outcome.longest[seat])
        if not outcome.faults:
            bot.scores.append((scheduled.world, outcome.scores[seat]))
            bot.points.update(outcome.points[seat])
    for fault in outcome.faults:
        bots[scheduled.names[fault.seat]].faults[fault.reason] += 1


def _pairs(schedule: Schedule, games: Iterable[Outcome], wins: NDArray[np.float64]) -> list[Pair]:
    """Every two bots that met; differences from tables without a fault where each sits once."""
    ahead: dict[tuple[str, str], dict[tuple[int, int], dict[int, float]]] = {}
    won: dict[tuple[str, str], dict[tuple[int, int], dict[int, float]]] = {}
    names = schedule.settings.bots
    for outcome in games:
        scheduled = schedule.game(outcome.game)
        if scheduled.kind != "match":
            continue
        place = {seat: rank for rank, seat in enumerate(outcome.ranking)}
        for first, second in combinations(sorted(set(scheduled.names), key=names.index), 2):
            key = scheduled.table, scheduled.world
            met = [
                (one, two)
                for one, its in enumerate(scheduled.names)
                for two, other in enumerate(scheduled.names)
                if (its, other) == (first, second)
            ]
            share = sum(place[one] < place[two] for one, two in met) / len(met)
            won.setdefault((first, second), {}).setdefault(key, {})[scheduled.seating] = share
            if not outcome.faults:
                scores = outcome.scores
                lead = sum(scores[one] - scores[two] for one, two in met) / len(met)
                table = ahead.setdefault((first, second), {}).setdefault(key, {})
                table[scheduled.seating] = lead
    made = []
    for (first, second), results in won.items():
        one, two = names.index(first), names.index(second)
        made.append(
            Pair(
                first,
                second,
                int(wins[:, one, two].sum() + wins[:, two, one].sum()),
                int(wins[:, one, two].sum()),
                paired(ahead.get((first, second), {}), len(schedule.seatings)),
                paired(results, len(schedule.seatings)),
            )
        )
    return made


def _controls(schedule: Schedule, games: Iterable[Outcome]) -> list[dict[str, Any]]:
    """For each control table what was found, and whether it is as it should be."""
    sums: dict[int, dict[str, Any]] = {}
    leads: dict[int, dict[int, int]] = {}
    scores: dict[int, list[tuple[int, int]]] = {}
    for outcome in games:
        scheduled = schedule.game(outcome.game)
        if scheduled.kind == "match":
            continue
        table = schedule.tables[scheduled.table]
        found = sums.setdefault(
            scheduled.table,
            {
                "kind": table.kind,
                "bot": table.bots[0],
                "games": 0,
                "wins": 0,
                "moves": 0,
                "seconds": 0.0,
                "cpu_moves": 0,
                "cpu_seconds": 0.0,
                "longest_move": 0.0,
            },
        )
        seat = scheduled.places.index(0)
        found["games"] += 1
        found["wins"] += outcome.ranking[0] == seat
        found["moves"] += outcome.moves[seat]
        found["seconds"] += outcome.seconds[seat]
        cpu_seconds = outcome.cpu_seconds[seat]
        if cpu_seconds is not None:
            found["cpu_moves"] += outcome.moves[seat]
            found["cpu_seconds"] += cpu_seconds
        found["longest_move"] = max(found["longest_move"], outcome.longest[seat])
        if not outcome.faults:
            its = outcome.scores if table.kind == "mirror" else outcome.scores[seat : seat + 1]
            scores.setdefault(scheduled.table, []).extend((scheduled.world, vp) for vp in its)
        # Ahead of all others together: whole numbers, whose sums are exact.
        lead = len(outcome.scores) * outcome.scores[seat] - sum(outcome.scores)
        by_world = leads.setdefault(scheduled.table, {})
        by_world[scheduled.world] = by_world.get(scheduled.world, 0) + lead
    for number, found in sums.items():
        found["seconds_a_move"] = _share(found.pop("seconds"), found.pop("moves"))
        found["cpu_seconds_a_move"] = _share(found.pop("cpu_seconds"), found.pop("cpu_moves"))
        found["score"], found["score_error"] = _mean_by_world(scores.get(number, []))
        if found["kind"] == "mirror":
            # Each place of the table has had every seat, so that equal games cancel out to the last point.
            differences = [abs(lead) for lead in leads[number].values()]
            others = schedule.settings.players - 1
            found["difference"] = sum(differences) / len(differences) / others
            found["passed"] = found["difference"] == 0
        else:
            equal = 1 / schedule.settings.players
            found["win_interval"] = list(interval(found["wins"], found["games"]))
            found["passed"] = found["win_interval"][0] > equal
    return [sums[number] for number in sorted(sums)]


def _mean_by_world(scores: Sequence[tuple[int, int]]) -> tuple[float | None, float | None]:
    """The mean, and half its interval of 95%; what happens in one world hangs together."""
    if not scores:
        return None, None
    mean = sum(score for _, score in scores) / len(scores)
    residuals: Counter[int] = Counter()
    for world, score in scores:
        residuals[world] += score - mean  # type: ignore[assignment]
    count = len(residuals)
    if count < 2:
        return mean, None
    square = sum(residual**2 for residual in residuals.values()) * count / (count - 1)
    return mean, DEVIATIONS * sqrt(square) / len(scores)


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None
