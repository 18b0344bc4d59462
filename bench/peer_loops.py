"""Other game engines, as loops for a worker; this runs in a peer's own environment and needs nothing else.

A loop in Python lists the legal actions, picks one, copies the state and applies it to the copy, as a tree search does; or it leaves
the copy out, "in place". Decisions are counted, not chance events. Playouts of a peer's own make are counted in games.
"""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

Loop = Callable[[int], int]
"""Plays with a seed; gives how many decisions or games it was."""


def open_spiel(name: str, most: int, copies: bool = True) -> Loop:
    """A game of OpenSpiel with its chance nodes, for so many decisions at most."""
    import pyspiel

    game = pyspiel.load_game(name)

    def work(seed: int) -> int:
        rng, decisions, state = random.Random(seed), 0, game.new_initial_state()
        while not state.is_terminal() and decisions < most:
            if copies:
                state = state.clone()
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                state.apply_action(rng.choices(outcomes, chances)[0])
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            decisions += 1
        return decisions

    return work


def backgammon_games() -> Loop:
    """Games of backgammon between OpenSpiel's random bots, without Python in between."""
    import pyspiel

    game = pyspiel.load_game("backgammon")

    def work(seed: int) -> int:
        bots = [pyspiel.make_uniform_random_bot(player, 2 * seed + player) for player in range(2)]
        for i in range(4):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, 4 * seed + i)
        return 4

    return work


def reversi(copies: bool = True) -> Loop:
    """rust-reversi, in Rust behind PyO3."""
    from rust_reversi import Board

    def work(seed: int) -> int:
        rng, decisions = random.Random(seed), 0
        for _ in range(20):
            board = Board()
            while not board.is_game_over():
                if copies:
                    board = board.clone()
                if board.is_pass():
                    board.do_pass()
                    continue
                legal = board.get_legal_moves_vec()
                board.do_move(legal[int(rng.random() * len(legal))])
                decisions += 1
        return decisions

    return work


def chess_moves(copies: bool = True) -> Loop:
    """python-chess, in Python."""
    import chess

    def work(seed: int) -> int:
        rng, board = random.Random(seed), chess.Board()
        for decision in range(150):
            legal = list(board.legal_moves)
            if not legal:
                return decision
            if copies:
                board = board.copy(stack=False)
            board.push(legal[int(rng.random() * len(legal))])
        return 150

    return work


def catan(copies: bool = True) -> Loop:
    """catanatron, in Python: Catan for two."""
    from catanatron import Color, Game, RandomPlayer

    def work(seed: int) -> int:
        random.seed(seed)
        rng = random.Random(seed)
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
        for decision in range(80):
            if game.winning_color() is not None:
                return decision
            if copies:
                game = game.copy()
            legal: Any = game.state.playable_actions
            game.execute(legal[int(rng.random() * len(legal))])
        return 80

    return work


def catan_games() -> Loop:
    """Games of catanatron between its random players."""
    from catanatron import Color, Game, RandomPlayer

    def work(seed: int) -> int:
        random.seed(seed)
        Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)]).play()
        return 1

    return work


def fast_catan(copies: bool = True) -> Loop:
    """fastcatan, in C++: Catan for four. A copy is a new game that loads a snapshot."""
    from fastcatan import Env

    def work(seed: int) -> int:
        rng, decisions, game = random.Random(seed), 0, Env()
        game.reset(seed=seed)
        while not game.done and decisions < 1_000:
            legal = game.legal_actions()
            if copies:
                snapshot, game = game.snapshot(), Env()
                game.load_snapshot(snapshot)
            game.step(legal[int(rng.random() * len(legal))])
            decisions += 1
        return decisions

    return work


LOOPS: dict[str, Callable[[], Loop]] = {
    "rust-reversi": reversi,
    "rust-reversi, in place": partial(reversi, copies=False),
    "OpenSpiel backgammon": partial(open_spiel, "backgammon", 400),
    "OpenSpiel backgammon, in place": partial(open_spiel, "backgammon", 400, copies=False),
    "OpenSpiel backgammon, games": backgammon_games,
    "python-chess": chess_moves,
    "python-chess, in place": partial(chess_moves, copies=False),
    "catanatron": catan,
    "catanatron, in place": partial(catan, copies=False),
    "catanatron, games": catan_games,
    "fastcatan": fast_catan,
    "fastcatan, in place": partial(fast_catan, copies=False),
}
