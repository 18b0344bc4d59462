"""Worlds: a seed fixes every event of a game, whatever the players do, and no event gives away another.

Each group of events has one word of 64 bits, from which its events read digits in order. An event in the
middle of a group reads the digits before it again; their totals follow from what lies on the table.
"""

from .chance import boards_left, drawable, occur, outcomes
from .names import COLOUR_OF, PHASES, TILES_OF
from .rounds import following

LOW = 2**64 - 1
STEP = 0x9E3779B97F4A7C15


def mix(z):
    """SplitMix64's finaliser."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & LOW
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & LOW
    return z ^ (z >> 31)


def word(seed, number):
    """The word with a number, from 0, in the stream of a seed."""
    return mix((seed + (number + 1) * STEP) & LOW)


class World:
    """The outcomes of all events under one seed."""

    def __init__(self, seed):
        self.seed = seed
        self.words = {}

    def outcome(self, game, event):
        """How an event comes out, or None if its supply is empty."""
        if event.name == "depot" and not reads_digit(game, event.depot, event.slot):
            (tile,) = drawable(game, event)
            return tile if game.normal_supply[tile] else None
        possible = outcomes(game, event)
        if not possible:
            return None
        group, before = place(game, event)
        if group not in self.words:
            self.words[group] = word(self.seed, group)
        low = self.words[group]
        for total in before:
            low = low * total & LOW
        digit = low * sum(weight for _, weight in possible) >> 64
        for outcome, weight in possible:
            if digit < weight:
                return outcome
            digit -= weight
        raise AssertionError("a digit is below its total")


def place(game, event):
    """The group of an event, and the totals of the digits before it in the group."""
    name = event.name
    phase = 14 * PHASES.index(game.phase)
    if name == "board":
        return 0, [boards_left_at(game, event.seat, who) for who in range(event.seat)]
    if name == "start player":
        return 1, []
    if name == "deal":
        return 2 + event.seat, goods_totals(game, sum(game.seats[event.seat].goods.values()))
    if name == "depot":
        return 5 + phase + event.depot, refill_totals(game, event)
    if name == "black":
        left = sum(game.black_supply.values())
        half, drawn = divmod(len(game.black_depot), 4)
        return 12 + phase + half, range(left + drawn, left, -1)
    if name == "good":
        return 14 + phase, goods_totals(game, len(game.round_goods))
    rolled = [] if name == "white" else [6] + [36] * event.seat
    return 14 + phase + game.round, rolled


def goods_totals(game, drawn):
    """The totals of unseen goods before the last draws of a group."""
    left = sum(game.goods_supply.values())
    return range(left + drawn, left, -1)


def boards_left_at(game, drawing, who):
    """How many boards could be drawn when it was an earlier seat's turn to draw."""
    later = [game.seats[seat].board for seat in range(who, drawing)]
    boards = game.tables.boards
    free = set(boards_left(game))
    return sum(1 for number in boards if number in free or number in later)


def reads_digit(game, depot, slot):
    """Whether a draw for a depot's space reads a digit: its colour has more than one face."""
    return len(TILES_OF[game.colours_of(depot)[slot]]) > 1


def refill_totals(game, event):
    """The totals of the digits that the earlier spaces of a depot have read."""
    earlier = [
        COLOUR_OF[game.depots[event.depot].tiles[slot]]
        for slot in range(event.slot)
        if game.tables.marks[slot] <= game.players
        and game.depots[event.depot].tiles[slot] is not None
        and reads_digit(game, event.depot, slot)
    ]
    left = {c: sum(game.normal_supply[tile] for tile in TILES_OF[c]) for c in set(earlier)}
    return [left[colour] + earlier[at:].count(colour) for at, colour in enumerate(earlier)]


def resolve(game, world):
    """Plays events up to the next decision or the end."""
    event = game.prompt.event
    while event is not None:
        outcome = world.outcome(game, event)
        if outcome is not None:
            occur(game, event, outcome)
        event = following(game, event)
