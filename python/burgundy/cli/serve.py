"""`burgundy serve`: a page on this machine to play against bots and to analyse positions."""

import argparse

from burgundy.cli.arguments import (
    add_position,
    add_seed,
    add_set_up,
    integer,
)
from burgundy.cli.play import begun


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "serve",
        help="play and analyse in the browser",
        description="Serves a page on 127.0.0.1 alone: play against bots, set up any position, rate "
        "its actions by random games. Ctrl-C ends it.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--port", type=integer(0, 65535), default=0, metavar="P", help="port (default: a free one)"
    )
    parser.add_argument("--bots", metavar="NAME,...", help="the other players (default: flat)")
    add_set_up(parser)
    parser.add_argument("--seat", type=integer(0, 3), metavar="N", help="your seat (default: 0)")
    add_seed(parser, "the world to play in", is_optional=True, otherwise="a random one")
    add_position(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Serves until Ctrl-C."""
    from burgundy.viewer import serve
    from burgundy.viewer.session import Session

    game, names = begun(chosen)
    session = Session(game, names)
    try:
        server = serve(session, chosen.port)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ValueError(f"--port: {chosen.port}, {reason}") from None
    with server:
        print(f"{server.address}  (world {game.seed}; Ctrl-C ends it)", flush=True)
        server.serve_forever()
    return 0
