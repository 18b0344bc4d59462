"""`burgundy serve`: a page on this machine to play against bots and to analyse positions."""

import argparse
import secrets

from burgundy.cli.arguments import (
    LARGEST_SEED,
    add_position,
    add_set_up,
    integer,
    new_state,
    position_state,
)
from burgundy.cli.play import names_of


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
    parser.add_argument(
        "--seed",
        type=integer(0, LARGEST_SEED),
        metavar="S",
        help="the world to play in (default: a random one)",
    )
    add_position(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Serves until Ctrl-C."""
    from burgundy.game import Game
    from burgundy.viewer import serve
    from burgundy.viewer.session import Session

    bots = chosen.bots.split(",") if chosen.bots else []
    if chosen.position is not None:
        state = position_state(chosen, own=("players", "boards"))
    else:
        if chosen.players is None and not isinstance(chosen.boards, list):
            chosen.players = max(2, min(len(bots) + 1, 4))
        state = new_state(chosen)
    names = names_of(bots, state.num_players(), chosen.seat or 0, is_given=chosen.bots is not None)
    seed = secrets.randbits(64) if chosen.seed is None else chosen.seed
    session = Session(Game.from_state(state, seed=seed), names)
    try:
        server = serve(session, chosen.port)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ValueError(f"--port: {chosen.port}, {reason}") from None
    with server:
        print(f"{server.address}  (world {seed}; Ctrl-C ends it)", flush=True)
        server.serve_forever()
    return 0
