"""`burgundy selfplay`: games of a bot against itself, as training data."""

import argparse
import json
import os
import sys
from dataclasses import asdict

from burgundy.cli.arguments import (
    add_executor,
    add_json,
    add_seed,
    add_set_up,
    chosen_executor,
    integer,
    options,
)
from burgundy.cli.files import readable
from burgundy.wording import counted

INTERRUPTED = 130


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "selfplay",
        help="training data from a bot against itself",
        description="Plays a bot against itself and writes shards of observations, masks, policies and "
        "outcomes (.npz); a folder that has some is gone on with.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--bot",
        required=True,
        metavar="BOT",
        help="greedy, flat:50, uct:1000, uct:0.5s and the like, or module:Class",
    )
    parser.add_argument(
        "--games",
        type=integer(1, 10**9),
        required=True,
        metavar="N",
        help="how many games the folder is to have",
    )
    parser.add_argument("-o", "--out", required=True, metavar="FOLDER", help="where to")
    add_set_up(parser)
    add_seed(parser, "the same seed gives the same games")
    parser.add_argument(
        "--drawn-moves",
        type=integer(0, 10_000),
        default=0,
        metavar="N",
        help="draw the action by the policy in the first N decisions of a game (default: 0)",
    )
    parser.add_argument(
        "--games-a-shard",
        type=integer(1, 4096),
        default=16,
        metavar="N",
        help="games of a file; what Ctrl-C loses is less than that many for each worker (default: 16)",
    )
    add_executor(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Plays and writes; 130 if Ctrl-C ended it early."""
    from tqdm import tqdm

    from burgundy.selfplay import SelfPlay, write

    sys.path.insert(0, os.getcwd())  # so that a bot that lies here is found
    players = chosen.players
    if players is None:
        players = len(chosen.boards) if isinstance(chosen.boards, list) else 2
    settings = SelfPlay(
        bot=chosen.bot,
        players=players,
        seed=chosen.seed,
        boards=tuple(chosen.boards) if isinstance(chosen.boards, list) else chosen.boards,
        data=chosen.data,
        drawn_moves=chosen.drawn_moves,
        games_a_shard=chosen.games_a_shard,
        **options(chosen),
    )
    executor, workers = chosen_executor(chosen)
    with (
        readable(chosen.out),
        tqdm(total=chosen.games, unit=" games", disable=None, leave=False) as bar,
    ):
        written = write(
            settings,
            chosen.games,
            chosen.out,
            executor=executor,
            workers=workers,
            progress=bar.update,
        )
    if chosen.json:
        print(json.dumps({**settings.manifest()["settings"], **asdict(written)}))
    else:
        print(
            f"{written.games:,} of {counted(chosen.games, 'game')} in {counted(written.shards, 'shard')}"
        )
    return 0 if written.is_done else INTERRUPTED
