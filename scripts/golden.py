"""Digests of seeded games, the same on every platform: tests/data/golden.txt.

python scripts/golden.py --check [--engine MODULE] [--every N] [--threads N] [--start-method METHOD]
python scripts/golden.py --write

--check computes the digests again and exits with 1 at a difference; --every 5 takes each fifth game, --threads is what
playouts are told, --start-method works them out in two processes that are started so. --write writes the file.
"""

import hashlib
import itertools
import multiprocessing
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import made

TOP = Path(__file__).resolve().parent.parent
FILE = TOP / "tests" / "data" / "golden.txt"
SET_UPS: dict[str, tuple[dict[int, Any], Any]] = {
    "basic": ({2: None, 3: None, 4: None}, None),
    "random": ({2: "random", 3: "random", 4: "random"}, "choose"),
    "given": ({2: [5, 2], 3: [7, 1, 4], 4: [9, 6, 1, 3]}, None),
}
OPTIONS: dict[str, dict[str, Any]] = {
    "default": {},
    "purchase_in_effect": {"purchase_in_effect": False},
    "decline_effects": {"decline_effects": False},
    "most_then_later": {"tie_break": "most_then_later"},
    "fewest_then_earlier": {"tie_break": "fewest_then_earlier"},
}
PLAYOUTS = 6
MASK = 2**64 - 1

HEAD = """\
# Digests of games that are the same on every platform, thread count, start method and PYTHONHASHSEED.
#
# A line is a game: number of players, set-up and option (scripts/golden.py says which they are), seed, nodes, the final
# scores, and digests (the first 16 bytes of a SHA-256):
#   nodes_of   of every node: to_bytes, legal codes, weights, key and words of what is played
#   playouts   of the scores of six playouts from the first decision
#   arrays     of every decision: mask and observation of each seat, little-endian; the engine's alone
#
# Chance comes out as in the world `seed`; decision number n, from 0, is sample_action(seed + n).
# Made by scripts/golden.py --write.
"""


def main() -> int:
    """Checks or writes."""
    parser = made.arguments(__doc__)
    parser.add_argument("--engine", default="burgundy", help="the engine (default: burgundy)")
    parser.add_argument("--every", type=int, default=1, help="each so-many-th game (default: 1)")
    parser.add_argument("--threads", type=int, default=1, help="for playouts (default: 1)")
    parser.add_argument("--start-method", choices=multiprocessing.get_all_start_methods())
    chosen = parser.parse_args()
    if chosen.every < 1:
        parser.error(f"--every: {chosen.every}, expected 1 or more")
    games = list(plans())[:: chosen.every]
    work = partial(line, engine=chosen.engine, threads=chosen.threads)
    if chosen.start_method is None:
        found = [work(game) for game in games]
    else:
        with multiprocessing.get_context(chosen.start_method).Pool(2) as pool:
            found = pool.map_async(work, games).get()
    if chosen.write:
        FILE.write_text(HEAD + "\n" + "".join(f"{text}\n" for text in found), encoding="utf-8")
        return 0
    return differences(found, chosen.every)


def differences(found: list[str], every: int) -> int:
    """Prints each line that is another one in the file; 1 if there is one, else 0."""
    text = FILE.read_text(encoding="utf-8")
    wanted = [line for line in text.splitlines() if line and not line.startswith("#")]
    if len(wanted) != len(list(plans())):
        print(f"{FILE.relative_to(TOP)}: {len(wanted)} games, run scripts/golden.py --write")
        return 1
    code = 0
    for new, old in zip(found, wanted[::every], strict=True):
        # An engine without arrays is not asked for them.
        shorter = old.rpartition(" ")[0] if " arrays=" not in new else old
        if new != shorter:
            print(f"expected {shorter}\nfound    {new}")
            code = 1
    print(f"{len(found)} games {'differ' if code else 'are the same'}")
    return code


def plans() -> Iterator[tuple[int, str, str, int]]:
    """Players, set-up, option and seed of each game."""
    numbers = itertools.count(1)
    for players, set_up, option in itertools.product((2, 3, 4), SET_UPS, OPTIONS):
        yield players, set_up, option, next(numbers) * 0x9E3779B97F4A7C15 & MASK


def line(plan: tuple[int, str, str, int], engine: str, threads: int) -> str:
    """A game played, as a line of the file."""
    from burgundy.engines import load_engine

    players, set_up, option, seed = plan
    boards, castles = SET_UPS[set_up]
    state: Any = load_engine(engine).State.new(
        players, boards=boards[players], start_castles=castles, rules=OPTIONS[option] or None
    )
    playouts = state.resolve_chance(seed).playouts(PLAYOUTS, seed, threads=threads)
    nodes, arrays = hashlib.sha256(), hashlib.sha256()
    has_arrays = hasattr(state, "observation")
    count = decisions = 0
    while True:
        count += 1
        nodes.update(state.to_bytes())
        told = [list(state.legal_actions()), list(state.chance_weights()), state.key()]
        nodes.update(repr(told).encode())
        if state.is_terminal():
            break
        if state.is_chance_node():
            code = state.chance_outcome(seed)
        else:
            code = state.sample_action(seed + decisions & MASK)
            decisions += 1
            if has_arrays:
                see(state, arrays.update)
        nodes.update(state.action_to_string(code).encode())
        state = state.child(code)
    scores = ",".join(map(str, state.scores()))
    return (
        f"players={players} set_up={set_up} option={option} seed={seed} nodes={count} "
        f"scores={scores} nodes_of={short(nodes)} "
        f"playouts={short(hashlib.sha256(repr([list(map(int, row)) for row in playouts]).encode()))}"
        + (f" arrays={short(arrays)}" if has_arrays else "")
    )


def see(state: Any, update: Callable[[bytes], object]) -> None:
    """What arrays say of a decision."""
    update(state.legal_actions_mask().tobytes())
    for seat in range(state.num_players()):
        update(state.observation(seat).astype("<f4").tobytes())


def short(digest: Any) -> str:
    """The first 16 bytes of a digest."""
    return str(digest.hexdigest()[:32])


if __name__ == "__main__":
    sys.exit(main())
