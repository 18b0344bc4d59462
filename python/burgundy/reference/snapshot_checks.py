"""What the rules say about a position that somebody built: every fault, none repaired."""

from .chance import RULE_OF, outcomes
from .knowledge import has_second_ship_depot, may_repeat_buildings
from .legal import legal_actions, new_types
from .names import BUILDINGS, COLOUR_OF, COLOURS, GOODS, NEIGHBOURS, ROUNDS, TILES
from .refusals import RULE_OF_PROMPT
from .rounds import black_depot_size
from .snapshot_prompt import SET_UP_EVENTS


def check_position(faults, game, supplies):
    """Checks the position and completes it: sorted depots, and the supplies that are not given."""
    check_depots(faults, game)
    count_tiles(faults, game, supplies)
    count_goods(faults, game, supplies)
    check_boards(faults, game)
    for who in range(game.players):
        path = f"seats[{who}]"
        check_estate(faults, path, game, game.seats[who], who)
        if len(game.seats[who].goods) > 3:
            faults.add(f"{path}.goods", "there are places for three types", "R6.2")
        check_dice(faults, path, game, who)
    if is_set_up(game) and (game.phase, game.round) != ("A", 1):
        faults.add("prompt", "comes before phase A, round 1", "R1.3")
    left = goods_left(game)
    if len(game.round_goods) > left:
        faults.add("round_goods", f"the round leaves {left}", "R2.5")
    for colour, seats in game.bonus_tiles.items():
        if len(set(seats)) < len(seats):
            faults.add(f"bonus_tiles.{colour}", "a seat takes one tile of a colour", "R8.2")
    if game.prompt.kind == "chance":
        check_event(faults, game, game.prompt.event)
    else:
        check_prompt(faults, game)


def check_depots(faults, game):
    """Tiles lie on spaces of their colour (R2.2, R2.3), with backs that exist (R1.2)."""
    tables = game.tables
    for number, depot in game.depots.items():
        colours = game.colours_of(number)
        for slot, tile in enumerate(depot.tiles):
            if tile is None:
                continue
            path = f"depots[{number - 1}].tiles[{slot}]"
            if COLOUR_OF[tile] != colours[slot]:
                faults.add(path, f"{tile} lies on a {colours[slot]} space", "R2.2")
            if not tables.normal_stock[tile]:
                faults.add(path, f"{tile} has no normal back", "R1.2")
        for colour in COLOURS:
            depot.settle(colours, colour)
    for tile in game.black_depot:
        if not tables.black_stock[tile]:
            faults.add("black_depot", f"{tile} has no black back", "R1.2")


def count_tiles(faults, game, supplies):
    """No tile occurs more often than it exists (R1.2); supplies left out are what is not visible.

    Tiles on numbered depots and start castles have normal backs, those in the black depot black ones; all
    others count as normal-backed as long as the normal stock lasts, less what a given supply holds.
    """
    elsewhere = [tile for seat in game.seats for tile in seat.storage]
    for seat in game.seats:
        elsewhere += [tile for space, tile in seat.estate.items() if space != seat.start_castle]
    if game.prompt.tile is not None:
        elsewhere.append(game.prompt.tile)
    on_depots = [tile for depot in game.depots.values() for tile in depot.tiles]
    for tile in TILES:
        # A start castle is out of the supply from the beginning, also before it is placed.
        start_castles = game.players if tile == "castle" else 0
        normal = game.tables.normal_stock[tile] - on_depots.count(tile) - start_castles
        black = game.tables.black_stock[tile] - game.black_depot.count(tile)
        others = elsewhere.count(tile)
        unseen_normal = max(0, normal - others)
        game.normal_supply[tile] = supplies.get("normal", {tile: unseen_normal}).get(tile, 0)
        normal -= game.normal_supply[tile]
        as_black = others - max(0, min(others, normal))
        unseen_black = max(0, black - as_black)
        game.black_supply[tile] = supplies.get("black", {tile: unseen_black}).get(tile, 0)
        black -= game.black_supply[tile]
        has_wrong_back = (on_depots.count(tile) and not game.tables.normal_stock[tile]) or (
            tile in game.black_depot and not game.tables.black_stock[tile]
        )
        if not has_wrong_back and (normal < 0 or black < 0 or normal + black < others):
            faults.add(
                "supply", f"there are too many tiles {tile}, with all that is visible", "R1.2"
            )


def count_goods(faults, game, supplies):
    """No goods type occurs more often than it exists (R1.3)."""
    for good in GOODS:
        visible = game.round_goods.count(good)
        for place in [depot.goods for depot in game.depots.values()]:
            visible += place.get(good, 0)
        for seat in game.seats:
            visible += seat.goods.get(good, 0) + seat.sold.get(good, 0)
        unseen = max(0, game.tables.goods_copies - visible)
        game.goods_supply[good] = supplies.get("goods", {good: unseen}).get(good, 0)
        if visible + game.goods_supply[good] > game.tables.goods_copies:
            faults.add("supply.goods", f"there are too many goods of type {good}", "R1.3")


def check_boards(faults, game):
    """No board is used too often, and only boards still to be drawn are missing (R1.8)."""
    used = [seat.board for seat in game.seats]
    for number, board in game.tables.boards.items():
        if used.count(number) > board.copies:
            faults.add("seats", f"board {number} is used {used.count(number)} times", "R1.8")
    event = game.prompt.event
    for who, number in enumerate(used):
        is_to_come = event is not None and event.name == "board" and who >= event.seat
        path = f"seats[{who}].board"
        if number is None and not is_to_come and not faults.has(path):
            faults.add(path, "is missing", "R1.8")
        elif number is not None and is_to_come and who > event.seat:
            faults.add(path, "is still to be drawn", "R1.8")


def check_estate(faults, path, game, seat, who):
    """The start castle and the tiles of an estate (R1.8, R5.3)."""
    start, estate = seat.start_castle, seat.estate
    if seat.board is None:
        if (estate or start is not None) and not faults.has(f"{path}.board"):
            faults.add(f"{path}.estate", "nothing can stand on a board that is not drawn", "R1.8")
        return
    board = game.board_of(seat)
    if start is None:
        if estate or not chooses_later(game, who):
            faults.add(f"{path}.start_castle", "is missing", "R1.8")
    elif board.colour[start] != "castle":
        faults.add(f"{path}.start_castle", f"{start} is no dark green space", "R1.8")
    elif estate.get(start) != "castle":
        faults.add(f"{path}.estate", f"the start castle on {start} is missing", "R1.8")
    for space, tile in estate.items():
        if board.colour[space] != COLOUR_OF[tile] and space != start:
            reason = f"{tile} lies on a {board.colour[space]} space"
            faults.add(f"{path}.estate.{space}", reason, "R5.3b")
    if estate.get(start) == "castle":
        reached = connected(estate, start)
        for space in estate:
            if space not in reached:
                faults.add(f"{path}.estate.{space}", "does not reach the start castle", "R5.3c")
    if not may_repeat_buildings(estate.values()):
        for city in dict.fromkeys(board.region[space] for space in board.spaces_of["building"]):
            tiles = [estate[space] for space in city if space in estate]
            for tile in BUILDINGS:
                if tiles.count(tile) > 1:
                    faults.add(
                        f"{path}.estate", f"{tile} is twice in the city of {city[0]}", "R5.3d"
                    )


def chooses_later(game, who):
    """Whether a seat still chooses its start castle (R1.8)."""
    if game.prompt.kind == "start_castle":
        return game.order.index(who) >= game.turn
    return game.prompt.kind == "chance" and game.prompt.event.name in SET_UP_EVENTS


def connected(estate, start):
    """The filled spaces that hang together with a space."""
    reached, to_visit = set(), [start]
    while to_visit:
        space = to_visit.pop()
        if space in estate and space not in reached:
            reached.add(space)
            to_visit += NEIGHBOURS[space]
    return reached


def check_dice(faults, path, game, who):
    """Finished seats have no dice, seats to come two or none (R2.5, R4.1)."""
    dice = game.seats[who].dice
    turn = game.order.index(who)
    has_finished = turn < game.turn or game.prompt.kind == "over"
    is_to_come = turn > game.turn or (turn == game.turn and game.prompt.kind == "chance")
    if has_finished and dice:
        faults.add(f"{path}.dice", "this seat has finished its turn", "R2.5")
    elif is_to_come and len(dice) == 1:
        faults.add(f"{path}.dice", "a seat whose turn is to come has both dice or none", "R2.5")


def check_prompt(faults, game):
    """The prompt is one that would be asked: there is something to decide."""
    prompt = game.prompt
    kind = prompt.kind
    if kind in ("over", "start_castle") and game.bought:
        faults.add("prompt", "nobody can have bought anything in a turn", "R7.1")
    if kind == "over":
        return
    rule = RULE_OF_PROMPT[kind]
    seat = game.seat_to_act()
    if kind == "start_castle":
        check_before_roll(faults, game)
        if seat.start_castle is not None:
            faults.add("prompt", "the start castle is already chosen", rule)
        return
    if kind == "discard" and len(seat.storage) < 3:
        faults.add("prompt", "the storage is not full", rule)
        return
    if "second_ship" in (kind, prompt.then) and not has_second_ship_depot(seat.estate.values()):
        faults.add("prompt", "knowledge 5 is missing", "R6.3")
        return
    if kind == "goods":
        places = seat.free_goods_places()
        if places < 1 or len(new_types(game, prompt.depot)) <= places:
            faults.add("prompt", "all new types fit, or none does", rule)
            return
    if seat.board is not None and legal_actions(game) in ([], [("decline",)], [("end",)]):
        faults.add("prompt", "there is nothing to decide", rule)


def check_event(faults, game, event):
    """The event is open: its place is free, and it has at least two outcomes."""
    rule = RULE_OF[event.name]
    if game.bought:
        faults.add("prompt.event", "nobody can have bought anything in a turn", "R7.1")
    if event.name != "dice":
        check_before_roll(faults, game)
        if game.turn:
            faults.add("prompt.event", f"turn is {game.turn}, nobody has acted yet", "R2.5")
    elif len(game.seat_to_act().dice) == 1:
        faults.add("prompt.event", "the seat to act has used a die", "R2.5")
    if is_taken(game, event):
        faults.add("prompt.event", "its place is taken, or would get nothing", rule)
    elif len(outcomes(game, event)) < 2:
        faults.add("prompt.event", "fewer than two outcomes are possible", rule)


def is_set_up(game):
    """Whether the first phase is still to come (R1)."""
    event = game.prompt.event
    return game.prompt.kind == "start_castle" or (event and event.name in SET_UP_EVENTS)


def goods_left(game):
    """How many goods the round leaves: its own is on a depot once the dice are rolled (R2.5)."""
    event = game.prompt.event
    if is_set_up(game):
        return 0
    is_before_roll = event is not None and event.name != "dice"
    return ROUNDS - game.round + is_before_roll


def check_before_roll(faults, game):
    """Before a round's first roll no die lies on the table (R2.5)."""
    if game.white_die is not None or any(seat.dice for seat in game.seats):
        faults.add("prompt", "no dice are rolled yet", "R2.5")


def is_taken(game, event):
    """Whether nothing is left to draw or to roll for an event, or what comes after it has come."""
    name = event.name
    if name in ("depot", "black", "good") and game.round > 1:
        return True
    if name in ("depot", "black") and game.round_goods:
        return True
    if name in ("board", "start player") and any(seat.goods for seat in game.seats):
        return True
    if name == "board":
        return any(seat.board is not None for seat in game.seats[event.seat :])
    if name == "deal":
        later = any(seat.goods for seat in game.seats[event.seat + 1 :])
        return later or sum(game.seats[event.seat].goods.values()) >= game.rules.tables.start_goods
    if name == "depot":
        is_used = game.tables.marks[event.slot] <= game.players
        later = [tile for number in range(event.depot, 7) for tile in game.depots[number].tiles]
        return not is_used or any(later[event.slot :]) or bool(game.black_depot)
    if name == "black":
        return len(game.black_depot) >= black_depot_size(game)
    if name == "good":
        return len(game.round_goods) >= ROUNDS
    if name == "dice":
        finished = game.order[: game.turn]
        return event.seat in finished or bool(game.seats[event.seat].dice)
    return False
