"""A position as a plain dict of names and numbers."""

from .names import COLOURS, SPACES, TILES
from .words import event_words

FORMAT = "burgundy-snapshot/1"
EDITION = "2011"


def write_snapshot(game):
    """The whole position, every key present."""
    options = {} if game.rules.are_default() else {"options": game.rules.options()}
    return {
        "format": FORMAT,
        "edition": EDITION,
        **options,
        "players": game.players,
        "phase": game.phase,
        "round": game.round,
        "turn": game.turn,
        "order": list(game.order),
        "bought": game.bought,
        "track": [list(stack) for stack in game.track],
        "white_die": game.white_die,
        "round_goods": list(game.round_goods),
        "depots": [
            {"tiles": list(depot.tiles), "goods": written_goods(depot.goods)}
            for depot in game.depots.values()
        ],
        "black_depot": game.black_depot + [None] * (8 - len(game.black_depot)),
        "supply": {
            "normal": written_tiles(game.normal_supply),
            "black": written_tiles(game.black_supply),
            "goods": written_goods(game.goods_supply),
        },
        "bonus_tiles": {colour: list(game.bonus_tiles[colour]) for colour in COLOURS},
        "seats": [written_seat(seat) for seat in game.seats],
        "prompt": written_prompt(game.prompt),
    }


def written_tiles(counts):
    """Tiles that are not zero, by face."""
    return {tile: counts[tile] for tile in TILES if counts[tile]}


def written_goods(counts):
    """Goods that are not zero, ascending; the keys are strings, as in JSON."""
    return {str(good): counts[good] for good in sorted(counts) if counts[good]}


def written_seat(seat):
    """One player's things."""
    return {
        "board": seat.board,
        "start_castle": seat.start_castle,
        "estate": {space: seat.estate[space] for space in SPACES if space in seat.estate},
        "storage": list(seat.storage),
        "goods": written_goods(seat.goods),
        "sold": written_goods(seat.sold),
        "silver": seat.silver,
        "workers": seat.workers,
        "vp": seat.vp,
        "dice": list(seat.dice),
    }


def written_prompt(prompt):
    """What is due, with what belongs to it."""
    kind = prompt.kind
    if kind == "chance":
        return {"kind": kind, "event": event_words(prompt.event)}
    if kind == "second_ship":
        return {"kind": kind, "depot": prompt.depot}
    if kind == "goods":
        return {"kind": kind, "depot": prompt.depot, "above": prompt.above, "then": prompt.then}
    if kind == "discard":
        return {"kind": kind, "tile": prompt.tile, "then": prompt.then}
    return {"kind": kind}
