"""The integers by which actions and outcomes are known outside: 512 codes, contiguous by kind."""

from .chance import outcomes
from .names import GOODS, PAIRS, RANK, SPACES

NUM_ACTIONS = 512

# The first code of each kind of action.
TAKE = 0
PLACE = 72
SELL = 405
WORKERS = 423
BUY_BLACK = 426
BUY_NUMBERED = 434
DISCARD = 458
GOODS_OF_DEPOT = 461
KEEP = 467
START_CASTLE = 473
DECLINE = 510
END = 511

FREE_DIE = 2
SLOTS = 4
DEPOTS = 6


def code_of(game, action):
    """The code of an action that names a tile, a space or a good that is there."""
    kind, *rest = action
    if kind == "take":
        die, tile, depot = rest
        slot = game.depots[depot].tiles.index(tile)
        return TAKE + die_index(game, die) * DEPOTS * SLOTS + (depot - 1) * SLOTS + slot
    if kind == "place":
        die, tile, space = rest
        stored = game.seat_to_act().storage.index(tile)
        spaces = len(SPACES)
        return PLACE + (die_index(game, die) * 3 + stored) * spaces + SPACES.index(space)
    if kind == "sell":
        die, good = rest
        return SELL + die_index(game, die) * len(GOODS) + good - 1
    if kind == "workers":
        return WORKERS + die_index(game, rest[0])
    if kind == "buy":
        tile, depot = rest
        if depot == "black":
            return BUY_BLACK + game.black_depot.index(tile)
        return BUY_NUMBERED + (depot - 1) * SLOTS + game.depots[depot].tiles.index(tile)
    if kind == "discard":
        return DISCARD + game.seat_to_act().storage.index(rest[0])
    if kind == "goods":
        return GOODS_OF_DEPOT + rest[0] - 1
    if kind == "keep":
        return KEEP + rest[0] - 1
    if kind == "start castle":
        return START_CASTLE + SPACES.index(rest[0])
    return DECLINE if kind == "decline" else END


def die_index(game, die):
    """The place of a die among the unused ones, or that of a free die."""
    if die in ("*", None):
        return FREE_DIE
    return game.seat_to_act().dice.index(die)


def fields(code):
    """A code taken apart: its kind, then its numbers (depots, goods from 1; slots, storage from 0)."""
    if code < PLACE:
        die, rest = divmod(code - TAKE, DEPOTS * SLOTS)
        return "take", die, rest // SLOTS + 1, rest % SLOTS
    if code < SELL:
        die, rest = divmod(code - PLACE, 3 * len(SPACES))
        return "place", die, rest // len(SPACES), SPACES[rest % len(SPACES)]
    if code < WORKERS:
        die, rest = divmod(code - SELL, len(GOODS))
        return "sell", die, rest + 1
    if code < BUY_BLACK:
        return "workers", code - WORKERS
    if code < BUY_NUMBERED:
        return "buy", "black", code - BUY_BLACK
    if code < DISCARD:
        depot, slot = divmod(code - BUY_NUMBERED, SLOTS)
        return "buy", depot + 1, slot
    if code < GOODS_OF_DEPOT:
        return "discard", code - DISCARD
    if code < KEEP:
        return "goods", code - GOODS_OF_DEPOT + 1
    if code < START_CASTLE:
        return "keep", code - KEEP + 1
    if code < DECLINE:
        return "start castle", SPACES[code - START_CASTLE]
    return ("decline",) if code == DECLINE else ("end",)


def action_of(game, code):
    """The action of a legal code."""
    kind, *rest = fields(code)
    if kind == "take":
        die, depot, slot = rest
        return kind, die_shown(game, die), game.depots[depot].tiles[slot], depot
    if kind == "place":
        die, stored, space = rest
        return kind, die_shown(game, die), game.seat_to_act().storage[stored], space
    if kind == "sell":
        return kind, die_shown(game, rest[0]), rest[1]
    if kind == "workers":
        return kind, die_shown(game, rest[0])
    if kind == "buy":
        depot, slot = rest
        tiles = game.black_depot if depot == "black" else game.depots[depot].tiles
        return kind, tiles[slot], depot
    if kind == "discard":
        return kind, game.seat_to_act().storage[rest[0]]
    return kind, *rest


def die_shown(game, index):
    """What a die of a code shows; a free one `*` for a castle and nothing for a building."""
    if index == FREE_DIE:
        return "*" if game.prompt.kind == "castle" else None
    return game.seat_to_act().dice[index]


def outcome_code(event, outcome):
    """The integer of an event's outcome."""
    if event.name in ("depot", "black"):
        return RANK[outcome] + 1
    if event.name == "dice":
        return PAIRS.index(outcome)
    return outcome


def outcome_of(game, event, code):
    """The outcome of an integer, or None if it is not possible."""
    for outcome, _ in outcomes(game, event):
        if outcome_code(event, outcome) == code:
            return outcome
    return None


def face(tile):
    """The number of a tile's face; 0 for none."""
    return 0 if tile is None else RANK[tile] + 1
