"""What a placed tile does: its automatic effect, its scoring, then the choice it gives (R6)."""

from .knowledge import has_second_ship_depot
from .legal import (
    FETCHES,
    can_store_from,
    city_hall_actions,
    new_types,
    second_ship_actions,
)
from .names import COLOUR_OF
from .position import Prompt, add_good
from .rounds import go_on_with_turn
from .scoring import animal_vp, score_colour, score_region

# The prompt that a building opens (R6.8).
PROMPT_OF_BUILDING = {
    "warehouse": "warehouse",
    "carpenters_workshop": "carpenter",
    "church": "church",
    "market": "market",
    "city_hall": "city_hall",
}
BANK_SILVER = 2
BOARDING_HOUSE_WORKERS = 4


def place_tile(game, tile, space, rule):
    """A stored tile goes into the estate; its effects follow in their order (R6.1)."""
    who = game.seat_number()
    seat = game.seats[who]
    seat.storage.remove(tile)
    seat.estate[space] = tile
    game.tell("place", rule, seat=who, tile=tile, space=space)
    automatic_effect(game, who, tile, space)
    score_region(game, who, space)
    score_colour(game, who, space)
    open_choice(game, tile)


def automatic_effect(game, who, tile, space):
    """What comes at once and without a choice (R6.4, R6.6, R6.7)."""
    if tile == "bank":
        game.give_silver(who, BANK_SILVER, "R6.7")
    elif tile == "boarding_house":
        game.give_workers(who, BOARDING_HOUSE_WORKERS, "R6.7")
    elif tile == "watchtower":
        game.give_vp(who, game.tables.watchtower_vp, "watchtower", "R6.7")
    elif COLOUR_OF[tile] == "animal":
        game.give_vp(who, animal_vp(game, who, space), "animals", "R6.4")


def open_choice(game, tile):
    """The choice that a tile gives, if there is any; it may lead to the next (R6.2, R6.5, R6.8, R6.9)."""
    if tile == "ship":
        if any(can_store_from(game, depot) for depot in game.depots):
            game.prompt = Prompt("ship")
        else:
            end_ship(game)
    elif tile == "castle":
        game.prompt = Prompt("castle")
    elif tile in PROMPT_OF_BUILDING:
        open_building(game, PROMPT_OF_BUILDING[tile])
    else:
        go_on_with_turn(game)


def open_building(game, kind):
    """The choice of a building; lost if nothing is possible (R6.8)."""
    if building_has_choice(game, kind):
        game.prompt = Prompt(kind)
    else:
        go_on_with_turn(game)


def building_has_choice(game, kind):
    """Whether something but declining can be answered (R6.8)."""
    if kind == "warehouse":
        return bool(game.seat_to_act().goods)
    if kind == "city_hall":
        return city_hall_actions(game) not in ([], [("decline",)])
    return game.has_tile(FETCHES[kind])


def ship_goods(game, depot):
    """The goods of a depot are taken, as far as they can be stored (R6.2, R6.3)."""
    who = game.seat_number()
    seat = game.seats[who]
    is_second = game.prompt.kind == "second_ship"
    goes_on = not is_second and has_second_ship_depot(seat.estate.values())
    then = "second_ship" if goes_on else "turn"
    rule = "R6.3" if is_second else "R6.2"
    all_fit = len(new_types(game, depot)) <= seat.free_goods_places()
    for good in sorted(game.depots[depot].goods):
        if all_fit or good in seat.goods:
            take_goods(game, depot, good, rule)
    if all_fit:
        after_goods(game, depot, then)
    else:
        ask_for_goods(game, depot, 0, then)


def keep_goods(game, good):
    """One of the types that do not all fit is taken (R6.2)."""
    _, depot, _, _, then, _ = game.prompt
    is_second = then == "turn" and has_second_ship_depot(game.seat_to_act().estate.values())
    take_goods(game, depot, good, "R6.3" if is_second else "R6.2")
    ask_for_goods(game, depot, good, then)


def ask_for_goods(game, depot, above, then):
    """Asks which types to keep until no place is free (R6.2)."""
    if game.seat_to_act().free_goods_places():
        game.prompt = Prompt("goods", depot=depot, above=above, then=then)
    else:
        after_goods(game, depot, then)


def take_goods(game, depot, good, rule):
    """All goods of a type go from a depot into storage (R6.2)."""
    who = game.seat_number()
    count = game.depots[depot].goods.pop(good)
    add_good(game.seats[who].goods, good, count)
    game.tell("take_goods", rule, seat=who, depot=depot, good=good, count=count)


def after_goods(game, depot, then):
    """After a depot's goods: a neighbouring depot with knowledge 5, else the track (R6.3)."""
    if then == "second_ship":
        game.prompt = Prompt("second_ship", depot=depot)
        if second_ship_actions(game) != [("decline",)]:
            return
    end_ship(game)


def end_ship(game):
    """The piece moves one space on the track, on top of what stands there (R6.2, R3.2, R3.4)."""
    who = game.seat_number()
    space = next(at for at, stack in enumerate(game.track) if who in stack)
    game.track[space].remove(who)
    space = min(space + 1, len(game.track) - 1)
    game.track[space].insert(0, who)
    game.tell("track", "R6.2", seat=who, space=space)
    go_on_with_turn(game)
