"""Why an action is not legal: the first rule that forbids it, in a fixed order of checks.

Each check returns a reason and a rule, or None. `legal` says the same from the other side.
"""

from .chance import RULE_OF, outcomes
from .codes import FREE_DIE, NUM_ACTIONS, code_of, fields, outcome_code, outcome_of
from .knowledge import (
    FREE_STEP_TO_PLACE,
    FREE_STEP_TO_TAKE,
    may_buy_from_numbered_depots,
    steps_of_a_worker,
)
from .legal import FETCHES, can_store_from, city_hall_actions, goods_actions, is_repeated
from .names import COLOUR_OF, NEIGHBOURS
from .words import event_words, outcome_words, parse
from .workers import payments

# What each prompt is about, and its rule.
RULE_OF_PROMPT = {
    "turn": "R4.1",
    "castle": "R6.5",
    "city_hall": "R6.8",
    "carpenter": "R6.8",
    "church": "R6.8",
    "market": "R6.8",
    "warehouse": "R6.8",
    "ship": "R6.2",
    "second_ship": "R6.3",
    "goods": "R6.2",
    "discard": "R5.2",
    "start_castle": "R1.8",
}
DIE_ACTIONS = ("take", "place", "sell", "workers")
OFFERED = {
    "turn": (*DIE_ACTIONS, "buy", "end"),
    "castle": (*DIE_ACTIONS, "buy"),
    "city_hall": ("place", "buy", "decline"),
    "carpenter": ("take", "decline"),
    "church": ("take", "decline"),
    "market": ("take", "decline"),
    "warehouse": ("sell", "decline"),
    "ship": ("goods", "decline"),
    "second_ship": ("goods", "decline"),
    "goods": ("keep",),
    "discard": ("discard",),
    "start_castle": ("start castle",),
}


def refusal(game, code):
    """Why a code is not legal, as a reason and a rule; None if it is."""
    if not 0 <= code < NUM_ACTIONS:
        return f"actions are 0 to {NUM_ACTIONS - 1}", None
    if game.prompt.kind == "over":
        return "the game is over", "R9.2"
    if game.prompt.kind == "chance":
        event = game.prompt.event
        if outcome_of(game, event, code) is None:
            return f"no outcome of {event_words(event)}", RULE_OF[event.name]
        return None
    kind, *rest = fields(code)
    is_die_action = kind in DIE_ACTIONS
    fault = not_offered(game, kind, rest[0] if is_die_action else None)
    if fault:
        return fault
    if is_die_action and game.prompt.kind == "turn":
        fault = die_not_there(game, rest[0])
        if fault:
            return fault
    return CHECKS[kind](game, *rest)


def not_offered(game, kind, die):
    """A kind of action that the prompt does not offer at all."""
    prompt = game.prompt.kind
    has_its_die = die is None or (die == FREE_DIE) == (prompt != "turn")
    if kind not in OFFERED[prompt] or not has_its_die:
        return f"the prompt is {prompt}", RULE_OF_PROMPT[prompt]
    if kind == "buy" and prompt != "turn" and not game.rules.purchase_in_effect:
        return "no purchase while an effect waits", "R11.1"
    return None


def die_not_there(game, die):
    """A die that is used, or the second of two equal ones."""
    dice = game.seat_to_act().dice
    if die >= len(dice):
        return "this die is not unused", "R4.1"
    if die == 1 and dice[0] == dice[1]:
        return "both dice show the same, the first stands for both", "R4.1"
    return None


def workers_missing(game, die, number, step_tile):
    """A number for which the workers do not suffice."""
    if die == FREE_DIE:
        return None
    seat = game.seat_to_act()
    owned = seat.estate.values()
    shown = seat.dice[die]
    cost = payments(shown, steps_of_a_worker(owned), step_tile in owned)[number]
    if cost > seat.workers:
        return f"{shown} as {number} costs {cost} workers, there are {seat.workers}", "R4.6"
    return None


def is_missing_or_repeated(tiles, place):
    """Whether no tile lies at a place, or an equal one lies before it."""
    if place >= len(tiles) or tiles[place] is None:
        return True
    return tiles[place] in tiles[:place]


def take_refused(game, die, depot, slot):
    """Taking a tile from a numbered depot."""
    tiles = game.depots[depot].tiles
    if is_missing_or_repeated(tiles, slot):
        return f"no tile, or an equal one before it, on depot {depot}, space {slot + 1}", "R5.1"
    wanted = FETCHES.get(game.prompt.kind)
    if wanted and COLOUR_OF[tiles[slot]] not in wanted:
        return f"{tiles[slot]} is nothing for {game.prompt.kind}", "R6.8"
    return workers_missing(game, die, depot, FREE_STEP_TO_TAKE)


def place_refused(game, die, stored, space):
    """Placing a stored tile."""
    seat = game.seat_to_act()
    board = game.board_of(seat)
    if is_missing_or_repeated(seat.storage, stored):
        return f"no tile, or an equal one before it, on storage place {stored + 1}", "R5.3"
    tile = seat.storage[stored]
    if space in seat.estate:
        return f"{space} is filled", "R5.3"
    if board.colour[space] != COLOUR_OF[tile]:
        return f"{space} is a {board.colour[space]} space, {tile} is a {COLOUR_OF[tile]}", "R5.3b"
    if not any(near in seat.estate for near in NEIGHBOURS[space]):
        return f"{space} touches no filled space", "R5.3c"
    if is_repeated(board, seat.estate, tile, space):
        return f"the city of {space} has a {tile}", "R5.3d"
    return workers_missing(game, die, board.die[space], FREE_STEP_TO_PLACE[COLOUR_OF[tile]])


def sell_refused(game, die, good):
    """Selling goods."""
    if good not in game.seat_to_act().goods:
        return f"no goods of type {good}", "R5.4"
    return workers_missing(game, die, good, None)


def workers_refused(game, die):
    """Taking workers, which is always possible with an unused die."""
    return None


def buy_refused(game, depot, slot):
    """The purchase."""
    seat = game.seat_to_act()
    price = game.tables.price
    if game.bought:
        return "the purchase of this turn is made", "R7.1"
    if seat.silver < price:
        return f"it costs {price} silver, there is {seat.silver}", "R7.1"
    if depot != "black" and not may_buy_from_numbered_depots(seat.estate.values()):
        return "only knowledge 6 allows a purchase from a numbered depot", "R7.1"
    tiles = game.black_depot if depot == "black" else game.depots[depot].tiles
    if is_missing_or_repeated(tiles, slot):
        return f"no tile, or an equal one before it, on depot {depot}, space {slot + 1}", "R7.1"
    return None


def discard_refused(game, stored):
    """Discarding a stored tile."""
    if is_missing_or_repeated(game.seat_to_act().storage, stored):
        return f"an equal tile lies before storage place {stored + 1}", "R5.2"
    return None


def goods_refused(game, depot):
    """Goods of a depot for a ship."""
    prompt = game.prompt
    if prompt.kind == "second_ship" and depot not in game.tables.ring_neighbours(prompt.depot):
        return f"depot {depot} is not beside depot {prompt.depot}", "R6.3"
    if not can_store_from(game, depot):
        return f"nothing on depot {depot} can be stored", RULE_OF_PROMPT[prompt.kind]
    return None


def keep_refused(game, good):
    """Keeping a goods type."""
    if ("keep", good) not in goods_actions(game):
        return f"type {good} is not new, not above the last, or leaves too few above it", "R6.2"
    return None


def start_castle_refused(game, space):
    """The space of the start castle."""
    colour = game.board_of(game.seat_to_act()).colour[space]
    return None if colour == "castle" else (f"{space} is a {colour} space", "R1.8")


def decline_refused(game):
    """Declining an effect."""
    kind = game.prompt.kind
    if kind == "second_ship":
        return None
    if kind == "ship":
        if all(can_store_from(game, depot) for depot in game.depots):
            return "something can be stored from every depot", "R6.2"
        return None
    if game.rules.decline_effects:
        return None
    if kind == "city_hall" and ("decline",) in city_hall_actions(game):
        return None
    return "what can be done must be done", "R11.3"


def end_refused(game):
    """Ending the turn."""
    return ("a die is unused", "R4.1") if game.seat_to_act().dice else None


CHECKS = {
    "take": take_refused,
    "place": place_refused,
    "sell": sell_refused,
    "workers": workers_refused,
    "buy": buy_refused,
    "discard": discard_refused,
    "goods": goods_refused,
    "keep": keep_refused,
    "start castle": start_castle_refused,
    "decline": decline_refused,
    "end": end_refused,
}


def match_words(game, text):
    """The code that words mean here and None, or None and why they mean nothing.

    The code may still be refused; words that name what is not there cannot become one.
    """
    parsed = parse(text)
    if parsed is None:
        return None, ("these words are outside the notation", None)
    prompt = game.prompt.kind
    if prompt == "over":
        return None, ("the game is over", "R9.2")
    if prompt == "chance":
        event = game.prompt.event
        for outcome, _ in outcomes(game, event):
            if outcome_words(event, outcome) == text:
                return outcome_code(event, outcome), None
        return None, (f"no outcome of {event_words(event)}", RULE_OF[event.name])
    kind, *rest = parsed
    if kind in RULE_OF:
        return None, (f"the prompt is {prompt}", RULE_OF_PROMPT[prompt])
    fault = words_name_nothing(game, kind, rest)
    if fault:
        return None, fault
    return code_of(game, parsed), None


def words_name_nothing(game, kind, parts):
    """A die, a stored tile or a tile on a depot that words name and that is not there."""
    seat = game.seat_to_act()
    if kind in DIE_ACTIONS:
        die, prompt = parts[0], game.prompt.kind
        right_form = {"turn": die not in (None, "*"), "castle": die == "*"}.get(prompt, die is None)
        if not right_form:
            return f"the prompt is {prompt}", RULE_OF_PROMPT[prompt]
        if prompt == "turn" and die not in seat.dice:
            return f"no unused die shows {die}", "R4.1"
    if kind == "place" and parts[1] not in seat.storage:
        return f"{parts[1]} is not in storage", "R5.3"
    if kind == "discard" and parts[0] not in seat.storage:
        return f"{parts[0]} is not in storage", "R5.2"
    if kind == "take" and parts[1] not in game.depots[parts[2]].tiles:
        return f"{parts[1]} is not on depot {parts[2]}", "R5.1"
    if kind == "buy":
        tile, depot = parts
        tiles = game.black_depot if depot == "black" else game.depots[depot].tiles
        if tile not in tiles:
            return f"{tile} is not on depot {depot}", "R7.1"
    return None
