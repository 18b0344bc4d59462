"""Chance: which outcomes an event has, how they weigh, and what they do (R10.2)."""

from .names import DIE, GOODS, PAIRS, TILES, TILES_OF
from .position import add_good

# The rule that an event states.
RULE_OF = {
    "board": "R1.8",
    "start player": "R1.4",
    "deal": "R1.3",
    "depot": "R2.2",
    "black": "R2.2",
    "good": "R2.4",
    "white": "R2.5",
    "dice": "R2.5",
}


def boards_left(game):
    """Numbers of the boards that are not used up (R1.8)."""
    used = [seat.board for seat in game.seats]
    boards = game.tables.boards
    return [number for number in sorted(boards) if used.count(number) < boards[number].copies]


def drawable(game, event):
    """The tiles that a depot's space can get: those of its colour (R2.2, R2.3)."""
    return TILES_OF[game.colours_of(event.depot)[event.slot]]


def outcomes(game, event):
    """All possible outcomes with their weights, ascending."""
    name = event.name
    if name == "board":
        return [(board, 1) for board in boards_left(game)]
    if name == "start player":
        return [(seat, 1) for seat in range(game.players)]
    if name in ("deal", "good"):
        return [(good, game.goods_supply[good]) for good in GOODS if game.goods_supply[good]]
    if name == "depot":
        supply = game.normal_supply
        return [(tile, supply[tile]) for tile in drawable(game, event) if supply[tile]]
    if name == "black":
        supply = game.black_supply
        return [(tile, supply[tile]) for tile in TILES if supply[tile]]
    if name == "white":
        return [(value, 1) for value in DIE]
    return [(pair, 1 if pair[0] == pair[1] else 2) for pair in PAIRS]


def occur(game, event, outcome):
    """An event comes out; what follows it is not decided here."""
    HAPPENINGS[event.name](game, event, outcome)


def board_drawn(game, event, board):
    """A seat gets a board (R1.8)."""
    game.seats[event.seat].board = board
    game.tell("board", "R1.8", seat=event.seat, board=board)


def start_player_drawn(game, event, first):
    """The start player is known (R1.4), and with it the workers (R1.5) and the track (R1.6)."""
    game.tell("start_player", "R1.4", seat=first)
    game.order = [(first + step) % game.players for step in range(game.players)]
    game.track = [game.order.copy()] + [[] for _ in range(6)]
    for who, workers in zip(game.order, game.tables.start_workers):
        game.give_workers(who, workers, "R1.5")


def good_dealt(game, event, good):
    """A seat gets one of its first goods (R1.3)."""
    game.goods_supply[good] -= 1
    add_good(game.seats[event.seat].goods, good, 1)
    game.tell("deal", "R1.3", seat=event.seat, good=good)


def depot_filled(game, event, tile):
    """A space of a numbered depot gets a tile (R2.2)."""
    game.normal_supply[tile] -= 1
    game.put_on_depot(event.depot, event.slot, tile)
    game.tell("draw", "R2.2", tile=tile, depot=event.depot)


def black_depot_filled(game, event, tile):
    """The black depot gets a tile (R2.2)."""
    game.black_supply[tile] -= 1
    game.put_on_black_depot(tile)
    game.tell("draw", "R2.2", tile=tile, depot="black")


def good_revealed(game, event, good):
    """The next good of the phase is turned face up (R2.4)."""
    game.goods_supply[good] -= 1
    game.round_goods.append(good)
    game.tell("reveal", "R2.4", good=good)


def white_die_rolled(game, event, value):
    """The white die sends the next good to its depot, and does nothing else (R2.5b, R2.5c, R2.7)."""
    game.white_die = value
    game.tell("white_die", "R2.5", die=value)
    if game.round_goods:
        good = game.round_goods.pop(0)
        add_good(game.depots[value].goods, good, 1)
        game.tell("put_goods", "R2.5", depot=value, good=good)


def dice_rolled(game, event, pair):
    """A seat rolls its two dice (R2.5b)."""
    game.seats[event.seat].dice = list(pair)
    game.tell("roll", "R2.5", seat=event.seat, dice=list(pair))


HAPPENINGS = {
    "board": board_drawn,
    "start player": start_player_drawn,
    "deal": good_dealt,
    "depot": depot_filled,
    "black": black_depot_filled,
    "good": good_revealed,
    "white": white_die_rolled,
    "dice": dice_rolled,
}
