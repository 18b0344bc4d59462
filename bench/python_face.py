"""Speed from Python: nanoseconds a call and decisions a second, beside other game engines that are installed.

python bench/python_face.py [--rounds 9] [--json]

Every number is the median of several rounds by the CPU clock of this process, on one core. Rounds of all measurements take
turns, so that a slow moment of the machine meets all of them. Peers that are not installed are left out:
pip install open_spiel chess rust-reversi catanatron
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Iterator

import numpy as np

import burgundy
from burgundy import Batch, State

Loop = Callable[[], int]
"""Does some work; gives how many decisions or calls it was."""


def play() -> int:
    """Random games by `legal_actions`, a choice, `child` and `resolve_chance`: what a search in Python does."""
    rng, decisions = random.Random(1).random, 0
    for seed in range(12):
        state = State.new(2).resolve_chance(seed)
        while not state.is_terminal():
            legal = state.legal_actions()
            state = state.child(legal[int(rng() * len(legal))]).resolve_chance(seed)
            decisions += 1
    return decisions


def batch(n: int, *names: str) -> Loop:
    """Random steps of a batch that writes these arrays."""
    games = Batch(n, auto_reset=True, seed=1)
    out = games.new_arrays(*names) if names else None
    steps = max(1, 40_960 // n)

    def work() -> int:
        for _ in range(steps):
            games.step_random(out)
        return steps * n

    return work


def open_spiel(name: str, most: int) -> Loop:
    """A game of OpenSpiel: the same loop with its clone and its chance nodes, for so many decisions at most."""
    import pyspiel

    game = pyspiel.load_game(name)

    def work() -> int:
        rng, decisions, state = random.Random(1), 0, game.new_initial_state()
        while not state.is_terminal() and decisions < most:
            state = state.clone()
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            decisions += 1
        return decisions

    return work


def backgammon() -> Loop:
    """OpenSpiel's backgammon, in C++."""
    return open_spiel("backgammon", 400)


def adapter() -> Loop:
    """This game through OpenSpiel."""
    import burgundy.adapters.open_spiel  # noqa: F401

    return open_spiel("python_burgundy", 60)


def chess_moves() -> Loop:
    """python-chess, in Python."""
    import chess

    def work() -> int:
        rng, board = random.Random(1), chess.Board()
        for decision in range(150):
            legal = list(board.legal_moves)
            if not legal:
                return decision
            board = board.copy(stack=False)
            board.push(legal[int(rng.random() * len(legal))])
        return 150

    return work


def reversi() -> Loop:
    """rust-reversi, in Rust behind PyO3."""
    from rust_reversi import Board

    def work() -> int:
        rng, decisions = random.Random(1), 0
        for _ in range(20):
            board = Board()
            while not board.is_game_over():
                board = board.clone()
                if board.is_pass():
                    board.do_pass()
                    continue
                legal = board.get_legal_moves_vec()
                board.do_move(legal[int(rng.random() * len(legal))])
                decisions += 1
        return decisions

    return work


def catan() -> Loop:
    """catanatron, in Python."""
    from catanatron import Color, Game, RandomPlayer

    def work() -> int:
        random.seed(1)
        rng = random.Random(1)
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
        for decision in range(80):
            if game.winning_color() is not None:
                return decision
            game = game.copy()
            legal = game.state.playable_actions
            game.execute(legal[int(rng.random() * len(legal))])
        return 80

    return work


def calls() -> Iterator[tuple[str, Callable[[], object]]]:
    """The calls that are timed, at the middle of a game."""
    state = State.new(2).resolve_chance(7)
    for _ in range(60):
        state = state.child(state.sample_action(1)).resolve_chance(7)
    action = state.legal_actions()[0]
    mask, features = state.legal_actions_mask(), state.observation()
    yield "child", lambda: state.child(action)
    yield "legal_actions", lambda: state.legal_actions()
    yield "legal_actions_mask(out)", lambda: state.legal_actions_mask(mask)
    yield "observation_into(out)", lambda: state.observation_into(features)
    yield "resolve_chance, no event", lambda: state.resolve_chance(7)
    yield "hash", lambda: hash(state)


def repeated(call: Callable[[], object], times: int = 20_000) -> Loop:
    """The call again and again."""

    def work() -> int:
        for _ in range(times):
            call()
        return times

    return work


TARGETS = {
    "child": "200",
    "legal_actions": "300",
    "legal_actions_mask(out)": "150",
    "observation_into(out)": "1000",
}
LOOPS: dict[str, tuple[str, Callable[[], Loop]]] = {
    "loop in Python": ("1.0", lambda: play),
    "Batch(1024).step_random()": ("8.0", lambda: batch(1024)),
    "Batch(1024), masks": ("", lambda: batch(1024, "masks")),
    "Batch(1024), masks and observations": ("2.0", lambda: batch(1024, "masks", "observations")),
    "Batch(64), masks and observations": ("", lambda: batch(64, "masks", "observations")),
    "Batch(1024), all arrays": (
        "",
        lambda: batch(1024, *Batch(1).new_arrays()),
    ),
    "through OpenSpiel": ("", adapter),
    "peer: rust-reversi": ("", reversi),
    "peer: OpenSpiel backgammon": ("", backgammon),
    "peer: python-chess": ("", chess_moves),
    "peer: catanatron": ("", catan),
}


def measured(loops: dict[str, Loop], rounds: int) -> dict[str, float]:
    """Median nanoseconds a piece of work."""
    times: dict[str, list[float]] = {name: [] for name in loops}
    for loop in loops.values():
        loop()
    for _ in range(rounds):
        for name, loop in loops.items():
            begun = time.process_time_ns()
            count = loop()
            times[name].append((time.process_time_ns() - begun) / count)
    return {name: statistics.median(values) for name, values in times.items()}


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Speed from Python, beside other engines.")
    parser.add_argument(
        "--rounds", type=int, default=9, help="rounds of every measurement (default: 9)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    chosen = parser.parse_args()
    loops = {name: repeated(call) for name, call in calls()}
    loops["(an empty call)"] = repeated(lambda: None)
    for name, (_, make) in LOOPS.items():
        try:
            loops[name] = make()
        except ImportError as error:
            print(f"{name} is left out: {error}")
    found = measured(loops, chosen.rounds)
    empty = found.pop("(an empty call)")
    nanoseconds = {name: found[name] - empty for name, _ in calls()}
    millions = {name: 1_000 / found[name] for name in LOOPS if name in found}
    if chosen.json:
        print(json.dumps({"nanoseconds": nanoseconds, "million decisions/s": millions}))
        return
    build = burgundy._core.build_info()
    print(
        f"burgundy {build['version']}, {build['profile']}, {build['target']}, numpy {np.__version__}\n"
    )
    print(f"{'ns a call':40} {'median':>10} {'target':>10}")
    for name, value in nanoseconds.items():
        print(f"{name:40} {value:10.0f} {TARGETS.get(name, ''):>10}")
    print(f"\n{'million decisions/s':40} {'median':>10} {'target':>10} {'ratio':>10}")
    for name, value in millions.items():
        ratio = millions["loop in Python"] / value
        print(f"{name:40} {value:10.3f} {LOOPS[name][0]:>10} {ratio:10.1f}")
    print("\nratio: how many times as many decisions the loop in Python makes")


if __name__ == "__main__":
    main()
