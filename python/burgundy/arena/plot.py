"""The ratings as a figure; needs matplotlib, the extra `burgundy[plot]`."""

from pathlib import Path
from typing import Any

from burgundy.report.plots import PALETTE, new_figure

__all__ = ["write_plot"]

DPI = 160


def write_plot(summary: dict[str, Any], path: str | Path) -> None:
    """Writes the ratings of `Standings.summary` with their intervals as PNG, SVG or PDF, by the name's ending.

    Raises `ValueError` for an ending that no format has.
    """
    import matplotlib

    rows = [bot for bot in summary["bots"] if bot["elo"] is not None][::-1]
    figure, axes = new_figure(0.36 * max(1, len(rows)) + 1.2)
    for place, bot in enumerate(rows):
        low, high = bot["elo_interval"]
        axes.errorbar(
            bot["elo"],
            place,
            xerr=[[max(0.0, bot["elo"] - low)], [max(0.0, high - bot["elo"])]],
            fmt="o",
            color=PALETTE[0],
            capsize=4,
        )
    axes.set_yticks(range(len(rows)), [f"{bot['bot'][:30]} ({bot['games']:,})" for bot in rows])
    axes.set_ylim(-0.6, max(1, len(rows)) - 0.4)
    axes.set_xlabel("Elo points, 95% interval")
    axes.grid(axis="x", alpha=0.3)
    file = Path(path)
    is_svg = file.suffix.lower() == ".svg"
    with matplotlib.rc_context(
        {"svg.hashsalt": "burgundy", "svg.fonttype": "path", "text.parse_math": False}
    ):
        figure.savefig(file, dpi=DPI, metadata={"Date": None} if is_svg else None)
