"""The figures of a report."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from burgundy.names import PHASES
from burgundy.render.theme import SEATS
from burgundy.report.gather import FINAL, Report, Wins, interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["FIGURES", "PALETTE", "new_figure"]

HATCHES = ("", "//", "..", "xx", "\\\\", "++", "oo", "--", "**")
PALETTE = (
    *("#5b93cf", "#e0a33a", "#6aa84f", "#c8443c", "#8e6bb0", "#4fb3a9"),
    *("#b07a4a", "#8a9096", "#d77fa1"),
)
MOST_NAMES = 16


def new_figure(height: float) -> "tuple[Figure, Any]":
    """An empty figure and its axes; made without pyplot, which would keep it and need a screen."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, height), layout="constrained")
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def scores(report: Report) -> "Figure":
    """How often each score was reached, by seat."""
    figure, axes = new_figure(3.4)
    for seat, counts in sorted(report.scores.items()):
        low, high = min(counts), max(counts)
        width = max(1, (high - low) // 24)
        bins: dict[int, int] = {}
        for score, count in counts.items():
            bins[score // width] = bins.get(score // width, 0) + count
        places = list(range(min(bins), max(bins) + 1))
        shares = [bins.get(place, 0) / counts.total() / width for place in places]
        mean = sum(score * count for score, count in counts.items()) / counts.total()
        axes.stairs(
            shares,
            [place * width for place in [*places, places[-1] + 1]],
            color=SEATS[seat],
            linestyle=("-", "--", ":", "-.")[seat],
            linewidth=1.8,
            label=f"seat {seat}, mean {mean:.1f}",
        )
    axes.set_xlabel("final score, VP")
    axes.set_ylabel("share of games")
    axes.legend(frameon=False)
    return figure


def sources(report: Report) -> "Figure":
    """Mean points of a seat by source."""
    rows = report.by_source()[::-1]
    figure, axes = new_figure(max(2.2, 0.34 * len(rows) + 1))
    bars = axes.barh([name for name, _ in rows], [mean for _, mean in rows], color=PALETTE[0])
    axes.bar_label(bars, fmt="%.1f", padding=3)
    axes.set_xlabel("mean VP of a seat")
    return figure


def phases(report: Report) -> "Figure":
    """Mean points of a seat by phase, the final scoring beside them."""
    figure, axes = new_figure(3.8)
    columns = (*PHASES, FINAL)
    base = [0.0] * len(columns)
    for number, (name, _) in enumerate(report.by_source()):
        means = [report.mean(name, column) for column in columns]
        axes.bar(
            columns,
            means,
            bottom=base,
            label=name,
            color=PALETTE[number % len(PALETTE)],
            hatch=HATCHES[number % len(HATCHES)],
            edgecolor="white",
        )
        base = [low + mean for low, mean in zip(base, means)]
    axes.set_xlabel("phase")
    axes.set_ylabel("mean VP of a seat")
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    return figure


def _wins(table: dict[str, Wins]) -> "Figure":
    rows = sorted(table.items(), key=lambda row: (len(row[0]), row[0]))
    if len(rows) > MOST_NAMES:
        rows = sorted(rows, key=lambda row: -row[1].games)[:MOST_NAMES]
    rows.reverse()
    figure, axes = new_figure(0.36 * len(rows) + 1.2)
    for place, (_, found) in enumerate(rows):
        share = found.wins / found.games
        low, high = interval(found.wins, found.games)
        axes.errorbar(
            share,
            place,
            xerr=[[max(0.0, share - low)], [max(0.0, high - share)]],
            fmt="o",
            color=PALETTE[0],
            capsize=4,
        )
        axes.plot(found.chances / found.games, place, "|", color="#8a9096", markersize=14)
    axes.set_yticks(range(len(rows)), [f"{name[:24]} ({found.games:,})" for name, found in rows])
    axes.set_ylim(-0.6, len(rows) - 0.4)
    axes.set_xlim(0, 1)
    axes.set_xlabel("share of games won, 95% interval (|: equal players)")
    return figure


FIGURES: dict[str, tuple[str, Callable[[Report], "Figure"]]] = {
    "scores": ("Final scores", scores),
    "sources": ("Points by source", sources),
    "phases": ("Points by phase", phases),
    "seats": ("Wins by seat", lambda report: _wins(report.seats)),
    "boards": ("Wins by board", lambda report: _wins(report.boards)),
    "names": ("Wins by player", lambda report: _wins(report.names)),
}
"""The figures by file name: title and maker."""
