"""The perft counts of tests/data/perft.txt, from fixed games.

python scripts/perft.py --check    exits with 1 if the committed file is another one
python scripts/perft.py --write    writes it
"""

import sys
from pathlib import Path
from typing import Any

import made

TOP = Path(__file__).resolve().parent.parent
FILE = TOP / "tests" / "data" / "perft.txt"
MOST = 3_000_000

HEAD = """\
# How many nodes lie so many plies below a position: perft counts, for both engines.
#
# A position is a line `key=value ... | words; words; ...`:
#   players   2, 3 or 4
#   boards    a number for each seat, or random
#   start     - (as usual), choose, or for each seat a space or -
#   purchase  false for the option purchase_in_effect: false (default true)
#   decline   false for the option decline_effects: false (default true)
#   seed      the world: chance events come out as in it, at the start and after each of the words; with - they
#             do not come out by themselves, and their words are among the words
#   words     how many there are, separated by "; " after " | "
#   prompt    what is due then, for the reader
#
# Below it are lines `depth stop all`: the number of paths of that many plies, where a ply is an action or an
# outcome and a path that ends the game sooner counts once; `stop` ends paths at chance nodes as well, `all`
# goes through all their outcomes, each once. A - is too large to be counted here. Empty lines and lines
# that begin with # mean nothing.
#
# Made by scripts/perft.py --write; read by tests/test_perft.py and rust/burgundy/tests/perft.rs.
"""

# Set-up, world, policy, and when to stop: after so many decisions, or at the first prompt of a kind.
POSITIONS: list[tuple[dict[str, Any], int, str, int | str]] = [
    ({"players": 2}, -1, "busy", 0),
    ({"players": 4, "boards": "random"}, -1, "busy", 0),
    ({"players": 2}, 7, "busy", 0),
    ({"players": 2}, 7, "busy", 9),
    ({"players": 2}, 7, "placing", 40),
    ({"players": 2}, 8, "uniform", 118),
    ({"players": 3}, 11, "busy", 3),
    ({"players": 4}, 12, "placing", 5),
    ({"players": 2, "boards": [2, 9]}, 13, "busy", "start_castle"),
    ({"players": 3, "boards": [4, 1, 6], "start_castles": ["a1", "-", "-"]}, 14, "busy", 25),
    ({"players": 2, "boards": "random"}, 15, "buying", 50),
    ({"players": 2}, 16, "placing", "castle"),
    ({"players": 2, "decline": False}, 17, "placing", "city_hall"),
    ({"players": 2, "purchase": False}, 18, "placing", "castle"),
    ({"players": 3}, 19, "placing", "carpenter"),
    ({"players": 2}, 20, "placing", "church"),
    ({"players": 2, "decline": False}, 21, "placing", "market"),
    ({"players": 4}, 22, "placing", "warehouse"),
    ({"players": 2}, 23, "placing", "ship"),
    ({"players": 2}, 24, "placing", "second_ship"),
    ({"players": 3}, 25, "placing", "goods"),
    ({"players": 2}, 26, "buying", "discard"),
    ({"players": 2}, 27, "placing", 105),
    ({"players": 4}, 28, "placing", "over"),
]


def main() -> int:
    """Checks or writes."""
    return made.main(__doc__, lambda: {FILE: HEAD + "".join(f"\n{entry(*p)}" for p in POSITIONS)})


def entry(set_up: dict[str, Any], seed: int, policy: str, stop: int | str) -> str:
    """A position and its counts."""
    while (found := reached(set_up, seed, policy, stop)) is None:
        seed += 100  # a game without such a prompt
    state, words = found
    prompt = state.snapshot()["prompt"]["kind"]
    keys: dict[str, Any] = {
        "players": set_up["players"],
        "boards": shown(set_up.get("boards", [1] * set_up["players"])),
        "start": shown(set_up.get("start_castles", "-")),
        **{key: "false" for key in ("purchase", "decline") if key in set_up},
        "seed": seed if seed >= 0 else "-",
        "words": len(words),
        "prompt": prompt,
    }
    head = " ".join(f"{key}={value}" for key, value in keys.items())
    return f"{head} | {'; '.join(words)}".rstrip() + "\n" + "".join(counts(state))


def shown(values: Any) -> str:
    """A list with commas, a word as it is."""
    return values if isinstance(values, str) else ",".join(map(str, values))


def reached(
    set_up: dict[str, Any], seed: int, policy: str, stop: int | str
) -> tuple[Any, list[str]] | None:
    """The state at the stop and the words of the decisions that lead there; None if it never comes."""
    from burgundy import Rules, State
    from burgundy.lockstep import Plan, choices

    rules = Rules(
        purchase_in_effect=set_up.get("purchase", True), decline_effects=set_up.get("decline", True)
    )
    start = set_up.get("start_castles")
    if isinstance(start, list):
        start = [None if space == "-" else space for space in start]
    state = State.new(set_up["players"], set_up.get("boards"), start, rules)
    words: list[str] = []
    if seed < 0:
        return state, words
    choose = choices(Plan(seed=seed, policy=policy))
    state = state.resolve_chance(seed)
    while state.snapshot()["prompt"]["kind"] != stop and len(words) != stop:
        if state.is_terminal():
            return None
        code = choose(state)
        words.append(state.action_to_string(code))
        state = state.child(code).resolve_chance(seed)
    return state, words


def counts(state: Any) -> list[str]:
    """The lines `depth stop all`, up to where nothing changes or both are too large."""
    lines: list[str] = []
    last = {"stop": 1, "all": 1}
    found: dict[str, int | None] = {"stop": 1, "all": 1}
    for depth in range(1, 8):
        for chance in ("stop", "all"):
            before = found[chance]
            if before is not None:
                # Ten to sixty actions follow each node: a guess spares counting what is too large.
                grown = before * max(1, before // max(1, last[chance])) // 4
                count = state.perft(depth, chance) if grown <= MOST else MOST + 1
                last[chance] = before
                found[chance] = count if count <= MOST else None
        if found["stop"] is None and found["all"] is None:
            break
        lines.append(f"{depth} {found['stop'] or '-'} {found['all'] or '-'}\n")
        if state.is_terminal():
            break
    return lines


if __name__ == "__main__":
    sys.exit(main())
