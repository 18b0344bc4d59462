"""What each action does (R4, R5, R7). The action is legal here; `legal` and `refusals` see to that."""

from .effects import (
    end_ship,
    keep_goods,
    open_building,
    place_tile,
    ship_goods,
)
from .knowledge import (
    FREE_STEP_TO_PLACE,
    FREE_STEP_TO_TAKE,
    silver_for_sale,
    silver_with_workers,
    steps_of_a_worker,
    workers_for_sale,
    workers_taken,
)
from .names import COLOUR_OF
from .position import Prompt, add_good
from .rounds import end_turn, go_on, go_on_with_turn, next_start_castle
from .workers import payments

FREE_ACTIONS = ("*", None)


def perform(game, action):
    """Carries out an action of the seat to act, up to the next decision, open event or the end."""
    DEEDS[action[0]](game, *action[1:])


def use_die(game, die, number, step_tile=None):
    """A die is used up as `number`, for as few workers as it takes (R4.1, R4.4, R4.5, R4.6).

    `step_tile` is the knowledge tile that would give a free step; a free die (R6.5, R6.8) costs nothing.
    """
    if die in FREE_ACTIONS:
        return
    who = game.seat_number()
    seat = game.seats[who]
    owned = seat.estate.values()
    has_free_step = step_tile in owned
    workers = payments(die, steps_of_a_worker(owned), has_free_step)[number]
    seat.dice.remove(die)
    seat.workers -= workers
    game.tell("use_die", "R4.1", seat=who, die=die, **{"as": number})
    if has_free_step and number != die:
        game.tell("free_step", "R4.5", seat=who, knowledge=int(step_tile[1:]))
    if workers:
        game.tell("pay_workers", "R4.6", seat=who, workers=workers)


def take(game, die, tile, depot):
    """A tile goes from a numbered depot into storage (R5.1, R6.8)."""
    use_die(game, die, depot, FREE_STEP_TO_TAKE)
    game.remove_from_depot(depot, tile)
    rule = "R6.8" if die is None else "R5.1"
    game.tell("take", rule, seat=game.seat_number(), tile=tile, depot=depot)
    into_storage(game, tile, "turn")


def buy(game, tile, depot):
    """The purchase of the turn (R7.1); a waiting castle or city hall goes on waiting (R4.2)."""
    who = game.seat_number()
    price = game.tables.price
    game.bought = True
    game.seats[who].silver -= price
    game.remove_from_depot(depot, tile)
    game.tell("buy", "R7.1", seat=who, tile=tile, depot=depot, silver=price)
    into_storage(game, tile, game.prompt.kind)


def into_storage(game, tile, then):
    """A tile is stored, at once or after a discard (R5.2)."""
    seat = game.seat_to_act()
    if seat.storage_is_full():
        game.prompt = Prompt("discard", tile=tile, then=then)
        return
    seat.store(tile)
    game.tell("store", "R5.2", seat=game.seat_number(), tile=tile)
    if then == "castle":
        game.prompt = Prompt("castle")
    elif then == "city_hall":
        open_building(game, "city_hall")
    else:
        go_on_with_turn(game)


def discard(game, tile):
    """A stored tile leaves the game, and the one that waited is stored (R5.2)."""
    seat = game.seat_to_act()
    seat.storage.remove(tile)
    game.tell("discard", "R5.2", seat=game.seat_number(), tile=tile)
    into_storage(game, game.prompt.tile, game.prompt.then)


def place(game, die, tile, space):
    """A stored tile goes onto a space of the estate (R5.3, R6.8)."""
    number = game.board_of(game.seat_to_act()).die[space]
    use_die(game, die, number, FREE_STEP_TO_PLACE[COLOUR_OF[tile]])
    place_tile(game, tile, space, "R6.8" if die is None else "R5.3")


def sell(game, die, good):
    """All goods of a type are sold (R5.4, R6.8)."""
    use_die(game, die, good)
    who = game.seat_number()
    seat = game.seats[who]
    owned = seat.estate.values()
    count = seat.goods.pop(good)
    add_good(seat.sold, good, count)
    game.tell("sell", "R5.4", seat=who, good=good, count=count)
    game.give_silver(who, silver_for_sale(owned), "R5.4")
    game.give_workers(who, workers_for_sale(owned), "R5.4")
    game.give_vp(who, count * game.tables.goods_vp[game.players], "goods", "R5.4")
    go_on_with_turn(game)


def take_workers(game, die):
    """Workers, with any die (R5.5)."""
    use_die(game, die, die)
    who = game.seat_number()
    owned = game.seats[who].estate.values()
    game.give_workers(who, workers_taken(owned), "R5.5")
    game.give_silver(who, silver_with_workers(owned), "R5.5")
    go_on_with_turn(game)


def choose_start_castle(game, space):
    """The start castle stands, without action and score (R1.8, R1.9)."""
    put_start_castle(game, game.seat_number(), space)
    go_on(game, next_start_castle(game, game.turn + 1))


def put_start_castle(game, who, space):
    """The start castle of a seat (R1.7, R1.8)."""
    game.seats[who].start_castle = space
    game.seats[who].estate = {space: "castle"}
    game.tell("place", "R1.8", seat=who, tile="castle", space=space)


def decline(game):
    """The effect is not used; a ship's piece moves all the same (R6.8, R6.2, R6.3)."""
    kind = game.prompt.kind
    rule = {"ship": "R6.2", "second_ship": "R6.3"}.get(kind, "R6.8")
    game.tell("decline", rule, seat=game.seat_number())
    if kind in ("ship", "second_ship"):
        end_ship(game)
    else:
        go_on_with_turn(game)


DEEDS = {
    "take": take,
    "buy": buy,
    "discard": discard,
    "place": place,
    "sell": sell,
    "workers": take_workers,
    "goods": ship_goods,
    "keep": keep_goods,
    "start castle": choose_start_castle,
    "decline": decline,
    "end": end_turn,
}
