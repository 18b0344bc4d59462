"""The course of the game: set-up, phases, rounds and turns, from one decision to the next (R1, R2, R3).

An event is either open (a chance node) or forced, and then happens by itself. `following` says what comes
after an event: another event, or None when a decision is due and the prompt says which.
"""

from .chance import occur, outcomes
from .knowledge import may_buy_from_numbered_depots, workers_per_mine
from .names import PHASES, ROUNDS
from .position import Event, Prompt, seats_along_track
from .scoring import ranking, score_final


def go_on(game, event):
    """Lets events happen until one is open or a decision is due."""
    while event is not None:
        possible = outcomes(game, event)
        if len(possible) > 1:
            game.prompt = Prompt("chance", event=event)
            return
        if possible:
            occur(game, event, possible[0][0])
        event = following(game, event)


def following(game, event):
    """What comes after an event: the next one, or None with the prompt set."""
    name = event.name
    if name == "depot":
        return next_refill(game, event.depot, event.slot + 1)
    if name == "black":
        return next_black_tile(game)
    if name == "good":
        return next_good_of_phase(game)
    if name == "white":
        return next_roll(game, 0)
    if name == "dice":
        return next_roll(game, event.seat + 1)
    if name == "board":
        return next_board(game, event.seat + 1)
    if name == "start player":
        return next_deal(game, 0)
    return next_deal(game, event.seat)


def next_board(game, first):
    """The next seat that gets a board, then the start player (R1.8, R1.4)."""
    for who in range(first, game.players):
        if game.seats[who].board is None:
            return Event("board", seat=who)
    return Event("start player")


def next_deal(game, first):
    """Three goods for each seat, then the start castles (R1.3)."""
    for who in range(first, game.players):
        if sum(game.seats[who].goods.values()) < game.rules.tables.start_goods and any(
            game.goods_supply.values()
        ):
            return Event("deal", seat=who)
    return next_start_castle(game, 0)


def next_start_castle(game, first):
    """The next seat in turn order that chooses its start castle, then phase A (R1.8)."""
    for turn in range(first, game.players):
        if game.seats[game.order[turn]].start_castle is None:
            game.turn = turn
            game.prompt = Prompt("start_castle")
            return None
    return begin_phase(game)


def begin_phase(game):
    """The depots are cleared of tiles, and their refill begins (R2.2)."""
    begin_round(game)
    for depot in game.depots.values():
        depot.tiles = [None, None, None, None]
    game.black_depot = []
    return next_refill(game, 1, 0)


def next_refill(game, depot, slot):
    """The next space of the numbered depots that gets a tile, then the black depot (R2.2)."""
    marks = game.tables.marks
    while depot <= 6:
        while slot < 4:
            if marks[slot] <= game.players:
                return Event("depot", depot=depot, slot=slot)
            slot += 1
        depot, slot = depot + 1, 0
    return next_black_tile(game)


def next_black_tile(game):
    """The next tile of the black depot, then the goods of the phase (R2.2)."""
    if len(game.black_depot) < black_depot_size(game) and any(game.black_supply.values()):
        return Event("black")
    return next_good_of_phase(game)


def black_depot_size(game):
    """Tiles on the full black depot (R2.2)."""
    return sum(1 for mark in game.tables.black_marks if mark <= game.players)


def next_good_of_phase(game):
    """The next of the five goods of the phase, then its first round (R2.4)."""
    if len(game.round_goods) < ROUNDS and any(game.goods_supply.values()):
        return Event("good")
    return Event("white")


def begin_round(game):
    """The turn order is read from the track, once for the whole round (R2.5a, R3.1, R3.3)."""
    game.turn = 0
    game.white_die = None
    game.order = seats_along_track(game.track)
    game.tell("order", "R3.1", order=game.order.copy())


def next_roll(game, first):
    """The next seat that has yet to act and to roll, then the turn (R2.5b)."""
    for who in range(first, game.players):
        if who in game.order[game.turn :] and not game.seats[who].dice:
            return Event("dice", seat=who)
    return begin_turn(game)


def begin_turn(game):
    """The turn of the seat to act (R2.5d); it rolls now if it has not yet."""
    if not game.seat_to_act().dice:
        return Event("dice", seat=game.seat_number())
    game.prompt = Prompt("turn")
    return None


def go_on_with_turn(game):
    """The turn goes on, or ends if nothing is left to do (R4.3)."""
    if game.seat_to_act().dice or can_purchase(game):
        game.prompt = Prompt("turn")
    else:
        end_turn(game)


def can_purchase(game):
    """Whether the seat to act can buy any tile now (R7.1)."""
    seat = game.seat_to_act()
    if game.bought or seat.silver < game.tables.price:
        return False
    if game.black_depot:
        return True
    return may_buy_from_numbered_depots(seat.estate.values()) and any(
        tile is not None for depot in game.depots.values() for tile in depot.tiles
    )


def end_turn(game):
    """The turn ends (R4.3); the next seat, round or phase begins."""
    game.tell("end_turn", "R4.3", seat=game.seat_number())
    game.bought = False
    if game.turn + 1 < game.players:
        game.turn += 1
        go_on(game, begin_turn(game))
    elif game.round < ROUNDS:
        game.round += 1
        begin_round(game)
        go_on(game, Event("white"))
    else:
        end_phase(game)


def end_phase(game):
    """The mines pay (R2.6); then the next phase, or the end of the game (R2.1, R9.1)."""
    game.tell("end_phase", "R2.6", phase=game.phase)
    for who, seat in enumerate(game.seats):
        mines = seat.tiles_placed("mine")
        game.give_silver(who, mines, "R2.6")
        game.give_workers(who, mines * workers_per_mine(seat.estate.values()), "R2.6")
    if game.phase == PHASES[-1]:
        score_final(game)
        game.prompt = Prompt("over")
        game.tell("game_over", "R9.2", ranking=ranking(game))
    else:
        game.phase = PHASES[PHASES.index(game.phase) + 1]
        game.round = 1
        go_on(game, begin_phase(game))
