"""`burgundy view`: a recorded game as one HTML page."""

import argparse

from burgundy.cli.arguments import integer
from burgundy.cli.files import record_of, write_text


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "view",
        help="write a recorded game as a page for the browser",
        description="Writes one self-contained HTML file: the game step by step, with events, points "
        "and score curves. Add #N to its address to begin at step N.",
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE", help="records, JSON Lines or .gz (- for stdin)")
    parser.add_argument(
        "-o", "--output", required=True, metavar="PAGE", help="the page (- for stdout)"
    )
    parser.add_argument(
        "--game",
        type=integer(1, 10**9),
        default=1,
        metavar="N",
        help="which game of the file (default: 1)",
    )
    parser.add_argument(
        "--data", metavar="FOLDER", help="own data files that the game was played with"
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Writes the page."""
    from burgundy.viewer import page

    write_text(chosen.output, page(record_of(chosen.file, chosen.game), data=chosen.data))
    return 0
