"""`burgundy simulate`: random full games, and what comes out of them."""

import argparse
import json
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from burgundy.cli.arguments import (
    add_executor,
    add_json,
    add_position,
    add_seed,
    add_set_up,
    chosen_executor,
    integer,
    new_state,
    position_state,
)

if TYPE_CHECKING:
    from burgundy import State
    from burgundy.cli.tally import Tally

GAMES = 100_000
SECONDS_A_CHUNK = 0.2


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "simulate",
        help="play random full games",
        description="Plays random full games, or from a position to the end, and prints scores, wins and "
        "speed.",
        allow_abbrev=False,
    )
    add_set_up(parser)
    add_position(parser)
    parser.add_argument(
        "--games",
        type=integer(1, 10**12),
        default=GAMES,
        metavar="N",
        help=f"how many games (default: {GAMES:,})",
    )
    add_seed(parser, "the same seed gives the same games")
    parser.add_argument(
        "--threads",
        type=integer(1, 1024),
        default=1,
        metavar="T",
        help="threads to play on; the games are the same for any number (default: 1)",
    )
    add_executor(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Plays and prints; 130 if Ctrl-C ended it early."""
    if chosen.position is not None:
        state = position_state(chosen, own=("players", "boards"))
        if state.is_terminal():
            raise ValueError("--position: the game is over, expected one that goes on")
    else:
        state = new_state(chosen)
    executor, workers = chosen_executor(chosen)
    if executor is None:
        tally, is_interrupted = play(state, chosen.games, chosen.seed, chosen.threads)
    else:
        tally, is_interrupted = play_apart(state, chosen, executor, workers)
    if chosen.json:
        settings = {
            **_begun(chosen, state),
            "seed": chosen.seed,
            "threads": chosen.threads,
            "executor": executor,
            "interrupted": is_interrupted,
        }
        print(json.dumps({**settings, **tally.summary()}))
    else:
        print("\n".join(tally.lines()))
    return 130 if is_interrupted else 0


def _begun(chosen: argparse.Namespace, state: "State") -> dict[str, Any]:
    """What the games began from: boards, or the position string."""
    if chosen.position is None:
        return {"boards": chosen.boards or [1] * state.num_players()}
    from burgundy import position

    return {"position": position.write(state)}


def play(state: "State", games: int, seed: int, threads: int) -> "tuple[Tally, bool]":
    """The tally of the games, and whether Ctrl-C ended them early."""
    from tqdm import tqdm

    from burgundy._core import simulate
    from burgundy.cli.tally import Tally

    tally = Tally(state.num_players())
    chunk = 4 * threads
    with (
        _interrupts() as interrupted,
        tqdm(total=games, unit=" games", disable=None, leave=False) as bar,
    ):
        while tally.games < games and not interrupted.is_set():
            count = min(chunk, games - tally.games)
            begun = time.perf_counter()
            result = simulate(state, tally.games, count, seed, threads)
            seconds = time.perf_counter() - begun
            tally.add(result, seconds)
            bar.update(count)
            wanted = int(count * SECONDS_A_CHUNK / max(seconds, 1e-6))
            chunk = max(threads, min(wanted, 4 * chunk))
    return tally, interrupted.is_set()


def play_apart(
    state: "State", chosen: argparse.Namespace, executor: str, workers: int | None
) -> "tuple[Tally, bool]":
    """The same tally, from the workers of an executor; its seconds are those that passed."""
    from tqdm import tqdm

    from burgundy.cli.tally import Tally
    from burgundy.executors import spread
    from burgundy.interrupts import held

    tally, begun = Tally(state.num_players()), time.perf_counter()
    one_chunk = partial(_simulated, state, chosen.seed, chosen.threads)
    chunks = spread(one_chunk, range(chosen.games), executor, workers)
    is_interrupted = False
    with closing(chunks), tqdm(total=chosen.games, unit=" games", disable=None, leave=False) as bar:
        try:
            for numbers, result in chunks:
                with held():  # half a chunk would add up to nothing
                    tally.add(result, 0.0)
                bar.update(len(numbers))
        except KeyboardInterrupt:
            is_interrupted = True
    tally.seconds = time.perf_counter() - begun
    return tally, is_interrupted


def _simulated(state: "State", seed: int, threads: int, numbers: Sequence[int]) -> dict[str, Any]:
    from burgundy._core import simulate

    return simulate(state, numbers[0], len(numbers), seed, threads)


@contextmanager
def _interrupts() -> Iterator[threading.Event]:
    """An event that Ctrl-C sets, instead of ending what goes on; a second Ctrl-C ends it."""
    interrupted = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield interrupted
        return
    before = signal.getsignal(signal.SIGINT)

    def interrupt(*_: object) -> None:
        interrupted.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)
