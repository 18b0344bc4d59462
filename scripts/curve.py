"""The curve of strength by simulations, from what `burgundy tournament --json` printed; needs the extra `plot`.

python scripts/curve.py            draws docs/pictures/strength.svg from bench/curve.json
python scripts/curve.py --table    prints the same as a Markdown table

bench/curve.json is made by

burgundy tournament uct:30 uct:100 uct:300 uct:1000 greedy --anchor greedy --seed 1 --worlds N --json > bench/curve.json
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

TOP = Path(__file__).resolve().parent.parent
RESULT = TOP / "bench" / "curve.json"
PICTURE = TOP / "docs" / "pictures" / "strength.svg"


def simulations(bot: str) -> int | None:
    """The number of simulations of a bot like `uct:1000`; None for another bot."""
    kind, _, count = bot.partition(":")
    return int(count) if kind == "uct" and count.isdigit() else None


def table(result: dict[str, Any]) -> str:
    """The bots from the weakest to the strongest as Markdown."""
    lines = ["| bot | games | won | Elo | mean VP |", "|---|---|---|---|---|"]
    for bot in reversed(result["bots"]):
        low, high = bot["elo_interval"]
        cells = [
            f"`{bot['bot']}`",
            str(bot["games"]),
            f"{bot['win_rate']:.0%}",
            f"{bot['elo']:.0f} ({low:.0f} to {high:.0f})",
            f"{bot['score']:.1f} ± {bot['score_error']:.1f}",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def draw(result: dict[str, Any], path: Path) -> None:
    """Writes the curve as SVG: ratings of `uct` by simulations with their intervals, those of other bots as lines."""
    import matplotlib

    from burgundy.report.plots import PALETTE, new_figure

    figure, axes = new_figure(3.6)
    rated = [bot for bot in result["bots"] if bot["elo"] is not None]
    points = sorted((count, bot) for bot in rated if (count := simulations(bot["bot"])))
    counts = [count for count, _ in points]
    elo = [bot["elo"] for _, bot in points]
    below = [max(0.0, bot["elo"] - bot["elo_interval"][0]) for _, bot in points]
    above = [max(0.0, bot["elo_interval"][1] - bot["elo"]) for _, bot in points]
    axes.errorbar(counts, elo, yerr=[below, above], fmt="o-", color=PALETTE[0], capsize=4)
    for number, bot in enumerate(bot for bot in rated if simulations(bot["bot"]) is None):
        colour = PALETTE[1 + number % (len(PALETTE) - 1)]
        axes.axhline(bot["elo"], color=colour, linestyle="--")
        axes.annotate(bot["bot"], (counts[-1], bot["elo"]), color=colour, va="bottom", ha="right")
    axes.set_xscale("log")
    axes.set_xticks(counts, [f"{count:,}" for count in counts])
    axes.minorticks_off()
    axes.set_xlabel("simulations of uct for a decision")
    axes.set_ylabel("Elo points, 95% interval")
    axes.grid(alpha=0.3)
    with matplotlib.rc_context({"svg.hashsalt": "burgundy", "svg.fonttype": "path"}):
        figure.savefig(path, metadata={"Date": None})


def main() -> int:
    """Draws or prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--table", action="store_true", help="print the table instead")
    parser.add_argument("--result", type=Path, default=RESULT, metavar="FILE")
    parser.add_argument("--picture", type=Path, default=PICTURE, metavar="FILE")
    chosen = parser.parse_args()
    result = json.loads(chosen.result.read_text(encoding="utf-8"))
    if chosen.table:
        print(table(result))
    else:
        draw(result, chosen.picture)
    return 0


if __name__ == "__main__":
    sys.exit(main())
