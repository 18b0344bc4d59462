"""A report as a folder: the figures as PNG and SVG, and a short page with them."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from burgundy.report.gather import Report, Wins, interval, quantile
from burgundy.wording import counted

__all__ = ["write"]

DPI = 160
STYLE = (
    "body{font:16px/1.5 Helvetica,Arial,sans-serif;max-width:820px;margin:24px auto;padding:0 16px;"
    "color:#2d2a26;background:#fffdf8}img{max-width:100%;height:auto}"
    "table{border-collapse:collapse;margin:8px 0}td,th{padding:2px 14px 2px 0;text-align:right}"
    "td:first-child,th:first-child{text-align:left}h1{font-size:24px}h2{font-size:18px;margin-top:32px}"
)
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def write(report: Report, folder: str | Path, title: str = "Games") -> list[Path]:
    """Writes the figures and `index.html`, and gives the files.

    Raises `ValueError` if there is no finished game or no matplotlib.
    """
    if not report.games:
        raise ValueError("report: no game was finished, expected one at least")
    try:
        import matplotlib
    except ImportError:
        raise ValueError(
            "report: matplotlib is not installed, pip install 'burgundy[plot]'"
        ) from None
    from burgundy.report.plots import FIGURES

    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    written = []
    shown = []
    with matplotlib.rc_context(
        {"svg.hashsalt": "burgundy", "svg.fonttype": "path", "text.parse_math": False}
    ):
        for name, (heading, make) in FIGURES.items():
            if name == "names" and not report.names:
                continue
            figure = make(report)
            for ending in ("png", "svg"):
                file = place / f"{name}.{ending}"
                figure.savefig(file, dpi=DPI, metadata={"Date": None} if ending == "svg" else None)
                written.append(file)
            shown.append((name, heading))
    page = place / "index.html"
    page.write_text(_page(report, title, shown), encoding="utf-8")
    return [*written, page]


def _page(report: Report, title: str, shown: Iterable[tuple[str, str]]) -> str:
    unfinished = f", {report.unfinished:,} unfinished ones left out" if report.unfinished else ""
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1><p>{counted(report.games, 'game')}{unfinished}.</p>",
    ]
    tables = {
        "scores": _scores(report),
        "sources": _table(("source", "mean VP"), [(n, f"{s:.2f}") for n, s in report.by_source()]),
        "seats": _wins("seat", report.seats),
        "boards": _wins("board", report.boards),
        "names": _wins("player", report.names),
    }
    for name, heading in shown:
        parts.append(f"<h2>{escape(heading)}</h2>")
        parts.append(f'<img src="{name}.svg" alt="{escape(heading)}">')
        parts.append(tables.get(name, ""))
    return "\n".join([*parts, "</body></html>", ""])


def _scores(report: Report) -> str:
    rows = []
    for seat, counts in sorted(report.scores.items()):
        mean = sum(score * count for score, count in counts.items()) / counts.total()
        middle = [str(quantile(counts, share)) for share in QUANTILES]
        rows.append((f"seat {seat}", f"{mean:.1f}", str(min(counts)), *middle, str(max(counts))))
    heads = ("", "mean", "lowest", *(f"{share:.0%}" for share in QUANTILES), "highest")
    return _table(heads, rows)


def _wins(what: str, table: dict[str, Wins]) -> str:
    rows = []
    for name, found in sorted(table.items(), key=lambda row: (len(row[0]), row[0])):
        low, high = interval(found.wins, found.games)
        share = f"{found.wins / found.games:.1%}"
        mean = f"{found.points / found.games:.1f}"
        rows.append((name, f"{found.games:,}", share, f"{low:.1%} to {high:.1%}", mean))
    return _table((what, "games", "won", "95% interval", "mean VP"), rows)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    def line(cell: str, cells: Sequence[str]) -> str:
        return "<tr>" + "".join(f"<{cell}>{escape(text)}</{cell}>" for text in cells) + "</tr>"

    return f"<table>{line('th', heads)}{''.join(line('td', row) for row in rows)}</table>"
