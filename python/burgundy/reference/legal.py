"""Which actions a player has: one function for each kind of prompt.

An action is a tuple that names things: its kind, then for a die action the die, then what it is about. The
die is the value it shows, `*` for a castle's action, None for the effect of a building.

    ("take", die, tile, depot)    ("place", die, tile, space)    ("sell", die, good)    ("workers", die)
    ("buy", tile, depot)          depot is 1-6 or "black"
    ("discard", tile)    ("goods", depot)    ("keep", good)    ("start castle", space)
    ("decline",)    ("end",)

The lists ascend: by kind in this order, then by die, depot, space of the depot, storage place, space, good.
"""

from .knowledge import (
    FREE_STEP_TO_PLACE,
    FREE_STEP_TO_TAKE,
    may_buy_from_numbered_depots,
    may_repeat_buildings,
    steps_of_a_worker,
)
from .names import COLOUR_OF, GOODS, NEIGHBOURS
from .rounds import can_purchase
from .workers import payments

# The colours that the buildings fetch from the numbered depots (R6.8).
FETCHES = {
    "carpenter": ("building",),
    "church": ("mine", "knowledge", "castle"),
    "market": ("ship", "animal"),
}


def legal_actions(game):
    """All actions of the seat to act; none at chance and at the end."""
    offer = OFFERS.get(game.prompt.kind)
    return [] if offer is None else offer(game)


def turn_actions(game):
    """The two die actions, in either order, and the purchase (R4.1, R4.2, R4.3)."""
    seat = game.seat_to_act()
    if not seat.dice:
        return purchases(game) + [("end",)]
    dice = sorted(set(seat.dice))
    owned = set(seat.estate.values())
    actions = []

    takes = stock_by_depot(game)
    for die in dice:
        costs = payments(die, steps_of_a_worker(owned), FREE_STEP_TO_TAKE in owned)
        for depot, tiles in takes:
            if costs[depot] <= seat.workers:
                actions += [("take", die, tile, depot) for tile in tiles]

    number_on = game.board_of(seat).die
    places = [(tile, spaces_for(game, seat, tile)) for tile in without_repeats(seat.storage)]
    for die in dice:
        for tile, spaces in places:
            if spaces:
                has_free_step = FREE_STEP_TO_PLACE[COLOUR_OF[tile]] in owned
                costs = payments(die, steps_of_a_worker(owned), has_free_step)
                for space in spaces:
                    if costs[number_on[space]] <= seat.workers:
                        actions.append(("place", die, tile, space))

    for die in dice:
        costs = payments(die, steps_of_a_worker(owned), False)
        for good in sorted(seat.goods):
            if costs[good] <= seat.workers:
                actions.append(("sell", die, good))

    actions += [("workers", die) for die in dice]
    return actions + purchases(game)


def castle_actions(game):
    """One of the four actions with a die of any result, or a purchase first (R6.5, R4.2)."""
    takes = [("take", "*", tile, depot) for depot, tiles in stock_by_depot(game) for tile in tiles]
    sales = [("sell", "*", good) for good in sorted(game.seat_to_act().goods)]
    return takes + free_places(game, "*") + sales + [("workers", "*")] + purchases_in_effect(game)


def city_hall_actions(game):
    """Any stored tile may be placed, the number not mattering (R6.8)."""
    places = free_places(game, None)
    may_decline = game.rules.decline_effects or not places
    decline = [("decline",)] if may_decline else []
    return places + purchases_in_effect(game) + decline


def fetch_actions(game):
    """One tile of the right kind from any numbered depot (R6.8)."""
    colours = FETCHES[game.prompt.kind]
    takes = [
        ("take", None, tile, depot)
        for depot, tiles in stock_by_depot(game)
        for tile in tiles
        if COLOUR_OF[tile] in colours
    ]
    return takes + declined(game)


def warehouse_actions(game):
    """One goods type may be sold (R6.8)."""
    return [("sell", None, good) for good in sorted(game.seat_to_act().goods)] + declined(game)


def declined(game):
    """The effect of a building may be declined, unless an option forbids it (R6.8, R11.3)."""
    return [("decline",)] if game.rules.decline_effects else []


def ship_actions(game):
    """A depot with goods that can be stored; none only if there is a depot without (R6.2)."""
    depots = [depot for depot in game.depots if can_store_from(game, depot)]
    decline = [("decline",)] if len(depots) < len(game.depots) else []
    return [("goods", depot) for depot in depots] + decline


def second_ship_actions(game):
    """A neighbour of the first depot, or none (R6.3)."""
    beside = sorted(game.tables.ring_neighbours(game.prompt.depot))
    return [("goods", depot) for depot in beside if can_store_from(game, depot)] + [("decline",)]


def goods_actions(game):
    """One more type to keep, ascending, so that the free places can still be filled (R6.2)."""
    above = [good for good in new_types(game, game.prompt.depot) if good > game.prompt.above]
    places = game.seat_to_act().free_goods_places()
    return [("keep", good) for good in above[: max(0, len(above) - places + 1)]]


def discard_actions(game):
    """One of the stored tiles must go (R5.2)."""
    return [("discard", tile) for tile in without_repeats(game.seat_to_act().storage)]


def start_castle_actions(game):
    """Any dark green space (R1.8)."""
    board = game.board_of(game.seat_to_act())
    return [("start castle", space) for space in board.spaces_of["castle"]]


OFFERS = {
    "turn": turn_actions,
    "castle": castle_actions,
    "city_hall": city_hall_actions,
    "carpenter": fetch_actions,
    "church": fetch_actions,
    "market": fetch_actions,
    "warehouse": warehouse_actions,
    "ship": ship_actions,
    "second_ship": second_ship_actions,
    "goods": goods_actions,
    "discard": discard_actions,
    "start_castle": start_castle_actions,
}


def without_repeats(tiles):
    """The tiles, equal ones once, empty places left out."""
    return [tile for tile in dict.fromkeys(tiles) if tile is not None]


def stock_by_depot(game):
    """The tiles that can be taken from each numbered depot (R5.1)."""
    return [(number, without_repeats(depot.tiles)) for number, depot in game.depots.items()]


def spaces_for(game, seat, tile):
    """The spaces a stored tile can go to, the die's number aside (R5.3b, R5.3c, R5.3d)."""
    board = game.board_of(seat)
    estate = seat.estate
    filled = estate.keys()
    spaces = [
        space
        for space in board.spaces_of[COLOUR_OF[tile]]
        if space not in estate and not filled.isdisjoint(NEIGHBOURS[space])
    ]
    if COLOUR_OF[tile] == "building" and tile in estate.values():
        return [space for space in spaces if not is_repeated(board, estate, tile, space)]
    return spaces


def is_repeated(board, estate, tile, space):
    """Whether a building may not go to a space because its city has one of the type (R5.3d)."""
    if COLOUR_OF[tile] != "building" or may_repeat_buildings(estate.values()):
        return False
    return any(estate.get(other) == tile for other in board.region[space])


def free_places(game, die):
    """Placements for which no number matters (R6.5, R6.8)."""
    seat = game.seat_to_act()
    return [
        ("place", die, tile, space)
        for tile in without_repeats(seat.storage)
        for space in spaces_for(game, seat, tile)
    ]


def purchases(game):
    """Tiles that can be bought now (R7.1)."""
    if not can_purchase(game):
        return []
    tiles = [("buy", tile, "black") for tile in without_repeats(game.black_depot)]
    if may_buy_from_numbered_depots(game.seat_to_act().estate.values()):
        tiles += [("buy", tile, depot) for depot, on_it in stock_by_depot(game) for tile in on_it]
    return tiles


def purchases_in_effect(game):
    """Purchases while a castle or a city hall waits (R4.2, R11.1)."""
    return purchases(game) if game.rules.purchase_in_effect else []


def new_types(game, depot):
    """Goods types of a depot that the seat to act does not store yet, ascending (R6.2)."""
    stored = game.seat_to_act().goods
    return [good for good in GOODS if good in game.depots[depot].goods and good not in stored]


def can_store_from(game, depot):
    """Whether any of a depot's goods can be stored (R6.2)."""
    seat = game.seat_to_act()
    goods = game.depots[depot].goods
    return any(good in seat.goods or seat.free_goods_places() for good in goods)
