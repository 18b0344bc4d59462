"""A situation of the game: what lies on the table, and which decision or event is due.

Plain lists and dicts, changed in place by the rule functions. Whoever wants to keep a position copies it
whole first. Everything here is public (R10.1), and nothing foretells the future (R10.2): supplies are
counts, without an order.
"""

from typing import NamedTuple

from .names import COLOUR_OF, COLOURS, PHASES, STORAGE, rank

# Where silver, workers and VP stop; no game comes near it.
MOST = 32767


class Event(NamedTuple):
    """A chance event that is due: its name, and the seat or the depot and slot it is about."""

    name: str
    seat: int | None = None
    depot: int | None = None
    slot: int | None = None


class Prompt(NamedTuple):
    """What is due: a kind of decision, `chance` with its event, or `over`.

    `depot` belongs to second_ship and goods, `above` (the last type kept, or 0) to goods, `tile` (the one
    that waits) to discard; `then` names what follows goods or discard.
    """

    kind: str
    depot: int | None = None
    above: int | None = None
    tile: str | None = None
    then: str | None = None
    event: Event | None = None


class Seat:
    """What one player has: an estate, storage, goods, money, workers, points and unused dice."""

    __slots__ = (
        "board",
        "start_castle",
        "estate",
        "storage",
        "goods",
        "sold",
        "silver",
        "workers",
        "vp",
        "dice",
    )

    def __init__(self, board=None):
        self.board = board  # a number
        self.start_castle = None  # a space
        self.estate = {}  # space: tile
        self.storage = []  # tiles, sorted
        self.goods = {}  # type: count, none of them 0
        self.sold = {}  # type: count, none of them 0
        self.silver = 0
        self.workers = 0
        self.vp = 0
        self.dice = []  # unused ones, sorted; before the roll there are none

    def copy(self):
        """An independent copy."""
        twin = Seat(self.board)
        twin.start_castle = self.start_castle
        twin.estate = self.estate.copy()
        twin.storage = self.storage.copy()
        twin.goods = self.goods.copy()
        twin.sold = self.sold.copy()
        twin.silver = self.silver
        twin.workers = self.workers
        twin.vp = self.vp
        twin.dice = self.dice.copy()
        return twin

    def owns(self, tile):
        """Whether a tile, say a knowledge tile, lies in the estate."""
        return tile in self.estate.values()

    def tiles_placed(self, tile):
        """How many tiles of a kind lie in the estate."""
        return sum(1 for placed in self.estate.values() if placed == tile)

    def storage_is_full(self):
        """Whether all three places of the storage are taken (R5.2)."""
        return len(self.storage) == STORAGE

    def store(self, tile):
        """Puts a tile into the storage, which has a place for it (R5.2)."""
        self.storage.append(tile)
        self.storage.sort(key=rank)

    def free_goods_places(self):
        """Places for goods types that are still free (R6.2)."""
        return STORAGE - len(self.goods)


class Depot:
    """A numbered depot: four spaces for tiles, and goods."""

    __slots__ = ("tiles", "goods")

    def __init__(self):
        self.tiles = [None, None, None, None]
        self.goods = {}  # type: count, none of them 0

    def copy(self):
        """An independent copy."""
        twin = Depot()
        twin.tiles = self.tiles.copy()
        twin.goods = self.goods.copy()
        return twin

    def settle(self, colours, colour):
        """Sorts the tiles among the spaces of one colour, the empty ones last."""
        slots = [slot for slot in range(4) if colours[slot] == colour]
        if len(slots) > 1:
            tiles = sorted((self.tiles[s] for s in slots if self.tiles[s] is not None), key=rank)
            for slot, tile in zip(slots, tiles + [None] * (len(slots) - len(tiles))):
                self.tiles[slot] = tile


class Position:
    """The whole situation. `log`, if it is a list, receives what happens."""

    __slots__ = (
        "rules",
        "tables",
        "players",
        "phase",
        "round",
        "turn",
        "order",
        "bought",
        "track",
        "white_die",
        "round_goods",
        "depots",
        "black_depot",
        "normal_supply",
        "black_supply",
        "goods_supply",
        "bonus_tiles",
        "seats",
        "prompt",
        "log",
    )

    def __init__(self, rules, players):
        self.rules = rules
        self.tables = rules.tables
        self.players = players
        self.phase = PHASES[0]
        self.round = 1
        self.turn = 0  # the index in `order` of the seat to act; at the end the last one
        self.order = list(range(players))
        self.bought = False  # whether the seat to act has made its purchase
        self.track = [list(range(players))] + [[] for _ in range(6)]  # stacks, the top first
        self.white_die = None
        self.round_goods = []  # the phase's goods still to come, the next one first
        self.depots = {number: Depot() for number in range(1, 7)}
        self.black_depot = []  # tiles, sorted
        self.normal_supply = {}  # every tile: count
        self.black_supply = {}  # every tile: count
        self.goods_supply = {}  # every type: count of unseen goods
        self.bonus_tiles = {colour: [] for colour in COLOURS}  # seats: large, then small
        self.seats = [Seat() for _ in range(players)]
        self.prompt = Prompt("turn")
        self.log = None

    def copy(self):
        """An independent copy, without the log."""
        twin = Position.__new__(Position)
        twin.rules = self.rules
        twin.tables = self.tables
        twin.players = self.players
        twin.phase = self.phase
        twin.round = self.round
        twin.turn = self.turn
        twin.order = self.order.copy()
        twin.bought = self.bought
        twin.track = [stack.copy() for stack in self.track]
        twin.white_die = self.white_die
        twin.round_goods = self.round_goods.copy()
        twin.depots = {number: depot.copy() for number, depot in self.depots.items()}
        twin.black_depot = self.black_depot.copy()
        twin.normal_supply = self.normal_supply.copy()
        twin.black_supply = self.black_supply.copy()
        twin.goods_supply = self.goods_supply.copy()
        twin.bonus_tiles = {colour: seats.copy() for colour, seats in self.bonus_tiles.items()}
        twin.seats = [seat.copy() for seat in self.seats]
        twin.prompt = self.prompt
        twin.log = None
        return twin

    def tell(self, event, rule, **details):
        """Writes down what happens, if anybody wants to know."""
        if self.log is not None:
            self.log.append({"event": event, "rule": rule, **details})

    def give_silver(self, who, silver, rule):
        """A seat receives silver (R5.6)."""
        silver = min(silver, MOST - self.seats[who].silver)
        if silver:
            self.seats[who].silver += silver
            self.tell("gain_silver", rule, seat=who, silver=silver)

    def give_workers(self, who, workers, rule):
        """A seat receives workers (R5.6)."""
        workers = min(workers, MOST - self.seats[who].workers)
        if workers:
            self.seats[who].workers += workers
            self.tell("gain_workers", rule, seat=who, workers=workers)

    def give_vp(self, who, vp, source, rule):
        """A seat receives victory points (R8.3)."""
        vp = min(vp, MOST - self.seats[who].vp)
        if vp:
            self.seats[who].vp += vp
            self.tell("vp", rule, seat=who, vp=vp, source=source)

    def seat_number(self):
        """The seat to act (R2.5)."""
        return self.order[self.turn]

    def seat_to_act(self):
        """What the seat to act has."""
        return self.seats[self.order[self.turn]]

    def board_of(self, seat):
        """The printed board of a seat (R1.8)."""
        return self.tables.boards[seat.board]

    def colours_of(self, depot):
        """The colours of a numbered depot's four spaces now (R2.2, R2.3)."""
        return self.tables.slot_colours(self.players, self.phase, depot)

    def put_on_depot(self, depot, slot, tile):
        """Lays a tile on a space of a numbered depot (R2.2)."""
        colours = self.colours_of(depot)
        self.depots[depot].tiles[slot] = tile
        self.depots[depot].settle(colours, colours[slot])

    def put_on_black_depot(self, tile):
        """Lays a tile on the black depot (R2.2)."""
        self.black_depot.append(tile)
        self.black_depot.sort(key=rank)

    def remove_from_depot(self, depot, tile):
        """Takes a tile away from a numbered depot, or from the black one."""
        if depot == "black":
            self.black_depot.remove(tile)
            return
        colours = self.colours_of(depot)
        tiles = self.depots[depot].tiles
        slot = tiles.index(tile)
        tiles[slot] = None
        self.depots[depot].settle(colours, colours[slot])

    def has_tile(self, colours):
        """Whether a tile of one of the colours lies on a numbered depot."""
        return any(
            COLOUR_OF[tile] in colours
            for depot in self.depots.values()
            for tile in depot.tiles
            if tile is not None
        )


def seats_along_track(track):
    """All seats from the front of the track to its end: further first, then higher (R3.1)."""
    return [seat for stack in reversed(track) for seat in stack]


def add_good(goods, good, count):
    """Adds goods of a type to a dict of counts."""
    goods[good] = goods.get(good, 0) + count
