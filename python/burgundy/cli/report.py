"""`burgundy report`: what recorded games add up to, as figures and a page."""

import argparse
from itertools import islice
from pathlib import Path

from burgundy.cli.arguments import integer
from burgundy.cli.files import readable, records_of
from burgundy.wording import counted


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "report",
        help="figures of recorded games",
        description="Writes a folder with figures (PNG and SVG) and a page: scores, points by source "
        "and phase, wins by seat, board and player with 95% intervals. Needs burgundy[plot].",
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE", help="records, JSON Lines or .gz (- for stdin)")
    parser.add_argument(
        "-o", "--output", default="report", metavar="FOLDER", help="where to (default: report)"
    )
    parser.add_argument(
        "--games", type=integer(1, 10**9), metavar="N", help="only the first N games of the file"
    )
    parser.add_argument("--title", default=None, help="the page's title (default: the file's name)")
    parser.add_argument(
        "--data", metavar="FOLDER", help="own data files that the games were played with"
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Gathers and writes."""
    from burgundy.report import gather, write

    report = gather(islice(records_of(chosen.file), chosen.games), data=chosen.data)
    with readable(chosen.output):
        files = write(report, chosen.output, chosen.title or f"Games of {Path(chosen.file).name}")
    print(f"{counted(report.games, 'game')}, {counted(len(files), 'file')}; look at {files[-1]}")
    return 0
