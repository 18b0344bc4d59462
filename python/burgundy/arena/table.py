"""Standings as text and as CSV."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from burgundy.wording import counted

__all__ = ["csv_text", "lines"]

COLUMNS = (
    *("bot", "elo", "elo_low", "elo_high", "games", "wins", "win_rate", "win_low", "win_high"),
    *("score", "score_error", "seconds_a_move", "cpu_seconds_a_move", "longest_move", "faults"),
)


def lines(summary: dict[str, Any]) -> list[str]:
    """The tables that are printed, from `Standings.summary`."""
    if not summary["games"]:
        return ["no world was finished"]
    made = [f"{counted(summary['games'], 'game')} in {counted(summary['worlds'], 'world')}", ""]
    if len(summary["bots"]) > 1:
        made += _bots(summary["bots"])
        made += ["", *_pairs(summary["pairs"])]
        made += ["", *_points(summary["bots"])]
    if summary["controls"]:
        made += ["", *map(_control, summary["controls"])]
    if summary["sprt"]:
        made += ["", _sprt(summary["sprt"])]
    return made


def csv_text(summary: dict[str, Any]) -> str:
    """One row a bot, best first, then VP by source in columns."""
    sources = sorted({source for bot in summary["bots"] for source in bot["points"]})
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow([*COLUMNS, *sources])
    for bot in summary["bots"]:
        low, high = bot["elo_interval"] or (None, None)
        flat = {**bot, "elo_low": low, "elo_high": high}
        flat["win_low"], flat["win_high"] = bot["win_interval"]
        row = [flat[column] for column in COLUMNS]
        writer.writerow([*row, *(bot["points"].get(source, 0) for source in sources)])
    return made.getvalue()


def _bots(bots: Sequence[dict[str, Any]]) -> list[str]:
    time, shown = "cpu_seconds_a_move", "CPU ms a move"
    # What earlier versions played has the clock's time alone.
    if any(bot[time] is None and bot["seconds_a_move"] is not None for bot in bots):
        time, shown = "seconds_a_move", "ms a move"
    head = ("", "Elo", "95% interval", "games", "won", "95% interval", "VP", shown, "faults")
    rows = []
    for bot in bots:
        low, high = bot["elo_interval"]
        won_low, won_high = bot["win_interval"]
        rows.append(
            (
                bot["bot"],
                f"{bot['elo']:.0f}",
                f"{low:.0f} to {high:.0f}",
                f"{bot['games']:,}",
                f"{bot['win_rate']:.1%}",
                f"{won_low:.1%} to {won_high:.1%}",
                _number(bot["score"], ".1f", bot["score_error"]),
                _number(_times(bot[time], 1000), ".2f"),
                str(bot["faults"]),
            )
        )
    made = aligned([head, *rows])
    for bot in bots:
        for reason, count in bot["reasons"].items():
            made.append(f"  {bot['bot']}, {count} times: {reason}")
    return made


def _pairs(pairs: Sequence[dict[str, Any]]) -> list[str]:
    head = ("pairs", "results", "won", "VP ahead", "variance saved by pairing: VP", "results")
    rows = []
    for pair in pairs:
        rows.append(
            (
                f"{pair['first']} and {pair['second']}",
                f"{pair['results']:,}",
                _percent(pair["win_rate"], ".1f", pair["win_rate_error"]),
                _number(pair["score_difference"], "+.1f", pair["score_difference_error"]),
                _percent(pair["score_variance_saved"], ".0f"),
                _percent(pair["win_variance_saved"], ".0f"),
            )
        )
    return aligned([head, *rows])


def _points(bots: Sequence[dict[str, Any]]) -> list[str]:
    sources = sorted({source for bot in bots for source in bot["points"]}, key=_source_order)
    rows = [("mean VP by source", *(bot["bot"] for bot in bots))]
    for source in sources:
        rows.append((f"  {source}", *(f"{bot['points'].get(source, 0):.2f}" for bot in bots)))
    return aligned(rows) if sources else []


def _source_order(source: str) -> int:
    from burgundy.game import SOURCES

    return SOURCES.index(source) if source in SOURCES else len(SOURCES)


def _control(control: dict[str, Any]) -> str:
    verdict = "as it should be" if control["passed"] else "NOT as it should be"
    if control["kind"] == "mirror":
        text = f"differs by {control['difference']:g} VP a world from itself"
    else:
        low, high = control["win_interval"]
        text = f"beats random in {control['wins'] / control['games']:.1%} ({low:.1%} to {high:.1%})"
    return f"control, {control['bot']} {text} in {counted(control['games'], 'game')}: {verdict}"


def _sprt(sprt: dict[str, Any]) -> str:
    low, high = sprt["bounds"]
    verdict = {
        "H0": f"H0 ({sprt['elo0']:g} Elo points) is accepted over H1 ({sprt['elo1']:g})",
        "H1": f"H1 ({sprt['elo1']:g} Elo points) is accepted over H0 ({sprt['elo0']:g})",
        None: "undecided",
    }[sprt["accepted"]]
    ratio = f"{sprt['log_likelihood_ratio']:.2f} ({low:.2f} to {high:.2f})"
    return f"sequential test: {verdict}; log likelihood ratio {ratio} after {counted(sprt['worlds'], 'world')}"


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """The rows with columns of equal width, the first one to the left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            [
                row[0].ljust(widths[0]),
                *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:])),
            ]
        ).rstrip()
        for row in rows
    ]


def _times(value: float | None, factor: float) -> float | None:
    return None if value is None else value * factor


def _number(value: float | None, form: str, error: float | None = None) -> str:
    if value is None:
        return "-"
    text = format(value, form)
    return text if error is None else f"{text} ± {format(error, form.lstrip('+'))}"


def _percent(value: float | None, form: str, error: float | None = None) -> str:
    text = _number(_times(value, 100), form, _times(error, 100))
    return text if value is None else f"{text}%"
