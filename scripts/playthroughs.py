"""Whole games as readable text, in tests/data/playthroughs.

python scripts/playthroughs.py --check [--engine MODULE]    exits with 1 if a committed file is another one
python scripts/playthroughs.py --write                      writes them
"""

import sys
import textwrap
from pathlib import Path
from typing import Any

import made

TOP = Path(__file__).resolve().parent.parent
FOLDER = TOP / "tests" / "data" / "playthroughs"
GAMES: dict[str, dict[str, Any]] = {
    "two_players": {"players": 2, "seed": 2011, "policy": "placing"},
    "three_players": {
        "players": 3,
        "boards": "random",
        "options": {"purchase_in_effect": False, "decline_effects": False},
        "seed": 2012,
        "policy": "busy",
    },
    "four_players": {
        "players": 4,
        "boards": [1, 4, 8, 1],
        "start_castles": ["d4", None, "b4", None],
        "options": {"tie_break": "most_then_later"},
        "seed": 2013,
        "policy": "placing",
    },
}
WIDTH = 110
HEAD = """A whole game, made by scripts/playthroughs.py --write. "seat | action" is a decision; the lines below
it are what it does (explain), each with its rule, then the scores of all seats if they change. Chance stands
between turns, like events together: seats, goods, tiles and depots as in docs/formats.md, section 8. The
table is told at the start of each round; 2x3 are three goods of type 2."""


def main() -> int:
    """Checks or writes."""
    parser = made.arguments(__doc__)
    parser.add_argument("--engine", default="burgundy", help="the engine (default: burgundy)")
    chosen = parser.parse_args()
    texts = {
        FOLDER / f"{name}.txt": "".join(f"{line}\n" for line in transcript(game, chosen.engine))
        for name, game in GAMES.items()
    }
    return made.settle(texts, is_check=chosen.check, folder=FOLDER)


def transcript(game: dict[str, Any], engine: str) -> list[str]:
    """The lines of a game on an engine."""
    from burgundy.engines import load_engine
    from burgundy.lockstep import Plan, choices

    plan = Plan(**game)
    state = plan.start(load_engine(engine))
    choose = choices(plan)
    keys = {"boards": None, "start_castles": None, "options": None} | game
    lines = textwrap.wrap(HEAD, WIDTH, initial_indent="# ", subsequent_indent="# ")
    lines += [f"{key}: {keys[key]}" for key in ("players", "boards", "start_castles", "options")]
    lines += [f"world: {plan.seed}", ""]
    chance: list[dict[str, Any]] = []
    round_ = None
    while not state.is_terminal():
        code = choose(state)
        events = state.explain(code)
        if state.is_chance_node():
            chance += events
        else:
            lines += told_chance(chance)
            chance.clear()
            snapshot = state.snapshot()
            if round_ != (snapshot["phase"], snapshot["round"]) and snapshot["white_die"]:
                round_ = (snapshot["phase"], snapshot["round"])
                lines += position(snapshot)
            lines += step(state, code, events)
        after = state.child(code)
        if after.scores() != state.scores():
            lines.append(f"      score {' '.join(map(str, after.scores()))}")
        state = after
    return [*lines, "", *ending(state)]


def step(state: Any, code: int, events: list[dict[str, Any]]) -> list[str]:
    """A decision and its events up to the end of the turn; what comes then is told apart."""
    lines = [f"  seat {state.current_player()} | {state.action_to_string(code)}"]
    here = [event for event in events if event["event"] not in ("draw", "put_goods", "reveal")]
    others = any(
        event.get("seat", state.current_player()) != state.current_player() for event in here
    )
    hidden = ("event", "rule") if others else ("event", "rule", "seat")
    for event in here:
        details = " ".join(f"{k}={shown(v)}" for k, v in event.items() if k not in hidden)
        lines.append(f"      {event['rule']:<5} {event['event']} {details}".rstrip())
    return lines


def told_chance(events: list[dict[str, Any]]) -> list[str]:
    """Chance, event after event, with one line for the like."""
    groups: list[tuple[str, list[str]]] = []
    for event in events:
        head = f"  {event['rule']:<5} {event['event']}"
        if not groups or groups[-1][0] != head:
            groups.append((head, []))
        rest = [shown(v) for k, v in event.items() if k not in ("event", "rule")]
        groups[-1][1].append(" ".join(rest))
    lines: list[str] = []
    for head, items in groups:
        text = f"{head}: {', '.join(items)}"
        lines += textwrap.wrap(text, WIDTH, subsequent_indent=" " * 10, break_long_words=False)
    return lines


def position(snapshot: dict[str, Any]) -> list[str]:
    """The table at the start of a round, short."""
    head = f"== phase {snapshot['phase']}, round {snapshot['round']}"
    lines = ["", f"{head}, order {' '.join(map(str, snapshot['order']))}"]
    depots = []
    for number, depot in enumerate(snapshot["depots"], 1):
        tiles = [tile for tile in depot["tiles"] if tile]
        depots.append(f"{number}: {' '.join([*tiles, *goods(depot['goods'])]) or '-'}")
    black = [tile for tile in snapshot["black_depot"] if tile]
    lines += textwrap.wrap("   ".join(depots), WIDTH, initial_indent="   ", subsequent_indent="   ")
    lines.append(f"   black: {' '.join(black) or '-'}")
    spaces = {seat: at for at, stack in enumerate(snapshot["track"]) for seat in stack}
    for who, seat in enumerate(snapshot["seats"]):
        lines.append(
            f"   seat {who}: {seat['vp']} VP, silver {seat['silver']}, workers {seat['workers']}, "
            f"track {spaces[who]}, {len(seat['estate'])} filled, dice {' '.join(map(str, seat['dice']))}, "
            f"goods {' '.join(goods(seat['goods'])) or '-'}, stored {' '.join(seat['storage']) or '-'}"
        )
    return [*lines, ""]


def goods(counts: dict[str, int]) -> list[str]:
    """Goods as type x count."""
    return [f"{good}x{count}" for good, count in counts.items()]


def ending(state: Any) -> list[str]:
    """The end: scores by source, the ranking, the returns and the key."""
    lines = ["== the end"]
    for who, parts in enumerate(state.score_breakdown()):
        from_what = ", ".join(f"{name} {vp}" for name, vp in parts.items() if vp)
        lines.append(f"   seat {who}: {state.scores()[who]} VP ({from_what})")
    lines.append(f"   ranking {' '.join(map(str, state.ranking()))}")
    lines.append(f"   returns {' '.join(f'{value:.3f}' for value in state.returns())}")
    return [*lines, f"   key {state.key():016x}"]


def shown(value: Any) -> str:
    """A value of an event."""
    return " ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


if __name__ == "__main__":
    sys.exit(main())
