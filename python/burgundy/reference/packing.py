"""A position as bytes, and its key (a number that depends on the situation and the rules alone)."""

from .codes import face
from .errors import SnapshotError
from .names import COLOURS, GOODS, PHASES, SPACES, TILES
from .options import OPTIONS, Rules
from .position import seats_along_track
from .snapshot_reader import read_snapshot
from .worlds import LOW, STEP, mix

MAGIC = b"BURG"
STATE_VERSION = 1
HEADER = 16

# Kinds of prompts by number; from 13 on they are the events of chance.
KINDS = (
    "turn",
    "castle",
    "city_hall",
    "carpenter",
    "church",
    "market",
    "warehouse",
    "ship",
    "second_ship",
    "goods",
    "discard",
    "start_castle",
    "over",
    "board",
    "start player",
    "deal",
    "depot",
    "black",
    "good",
    "white",
    "dice",
)
FIRST_EVENT = KINDS.index("board")


def pack(game):
    """Header, body and key."""
    packed = header(game.rules, game.players) + body(game)
    return packed + key_of(packed).to_bytes(8, "little")


def key_of(packed):
    """The key over header and body."""
    padded = packed + bytes(-len(packed) % 8)
    h = 0
    for at in range(0, len(padded), 8):
        h = ((h ^ int.from_bytes(padded[at : at + 8], "little")) * STEP) & LOW
        h ^= h >> 32
    return mix(h)


def header(rules, players):
    """What the bytes are, and under which rules they hold."""
    options = (
        (0 if rules.purchase_in_effect else 1)
        + (0 if rules.decline_effects else 2)
        + 4 * OPTIONS["tie_break"].index(rules.tie_break)
    )
    return MAGIC + bytes([STATE_VERSION, players, options, 0]) + rules.tables.digest


def body(game):
    """The whole situation."""
    track_space = {seat: at for at, stack in enumerate(game.track) for seat in stack}
    numbers = [
        PHASES.index(game.phase),
        game.round,
        game.turn,
        int(game.bought),
        game.white_die or 0,
        *game.order,
        *seats_along_track(game.track),
        *(track_space[who] for who in range(game.players)),
        *filled(game.round_goods, 5),
    ]
    for depot in game.depots.values():
        numbers += [face(tile) for tile in depot.tiles]
        numbers += [depot.goods.get(good, 0) for good in GOODS]
    numbers += filled([face(tile) for tile in game.black_depot], 8)
    numbers += [game.normal_supply[tile] for tile in TILES]
    numbers += [game.black_supply[tile] for tile in TILES]
    numbers += [game.goods_supply[good] for good in GOODS]
    for colour in COLOURS:
        numbers += filled([who + 1 for who in game.bonus_tiles[colour]], 2)
    numbers += prompt_numbers(game.prompt)
    return bytes(numbers) + b"".join(seat_bytes(seat) for seat in game.seats)


def seat_bytes(seat):
    """One player's things."""
    estate = [face(seat.estate.get(space)) for space in SPACES]
    start = 0 if seat.start_castle is None else SPACES.index(seat.start_castle) + 1
    things = [seat.board or 0, start, *estate, *filled([face(t) for t in seat.storage], 3)]
    things += [seat.goods.get(good, 0) for good in GOODS]
    things += [seat.sold.get(good, 0) for good in GOODS]
    money = b"".join(n.to_bytes(2, "little") for n in (seat.silver, seat.workers, seat.vp))
    return bytes(things) + money + bytes(filled(seat.dice, 2))


def prompt_numbers(prompt):
    """Kind and three arguments."""
    if prompt.kind == "chance":
        event = prompt.event
        if event.name == "depot":
            arguments = [event.depot - 1, event.slot]
        else:
            arguments = [] if event.seat is None else [event.seat]
        return filled([KINDS.index(event.name), *arguments], 4)
    arguments = []
    if prompt.kind == "second_ship":
        arguments = [prompt.depot - 1]
    elif prompt.kind == "goods":
        arguments = [prompt.depot - 1, prompt.above, KINDS.index(prompt.then)]
    elif prompt.kind == "discard":
        arguments = [face(prompt.tile), KINDS.index(prompt.then)]
    return filled([KINDS.index(prompt.kind), *arguments], 4)


def filled(numbers, length):
    """The numbers, and zeros up to a length."""
    return list(numbers) + [0] * (length - len(numbers))


def named(names, number):
    """The name of a number; one without a name stays a number, which no snapshot accepts."""
    return names[number] if number < len(names) else number


def unpack(packed, rules=None):
    """The position of bytes that `pack` gave; anything else is a `SnapshotError`."""
    if len(packed) < HEADER or packed[:4] != MAGIC:
        raise SnapshotError(["bytes: they do not begin with BURG and a header"])
    version, players, options, _ = packed[4:8]
    if version != STATE_VERSION:
        raise SnapshotError([f"bytes: state version {version} is unknown; known: {STATE_VERSION}"])
    if players not in (2, 3, 4):
        raise SnapshotError([f"bytes: {players} players (R1.1)"])
    if options >> 2 >= len(OPTIONS["tie_break"]):
        raise SnapshotError([f"bytes: options {options} are unknown (R11)"])
    if rules is None:
        rules = Rules(
            purchase_in_effect=not options & 1,
            tie_break=OPTIONS["tie_break"][options >> 2],
            decline_effects=not options & 2,
        )
    if packed[:HEADER] != header(rules, players):
        raise SnapshotError(["bytes: they belong to other options or other data files (R11)"])
    reader = ByteReader(packed)
    snapshot = reader.snapshot(players)
    if reader.at + 8 != len(packed):
        raise SnapshotError([f"bytes: {len(packed)} of them, not {reader.at + 8}"])
    if packed[-8:] != key_of(packed[:-8]).to_bytes(8, "little"):
        raise SnapshotError(["bytes: the key does not belong to them"])
    game = read_snapshot(snapshot, rules)
    if pack(game) != packed:
        raise SnapshotError(["bytes: they are not in their one canonical form"])
    return game


class ByteReader:
    """A place in the bytes; what is missing reads as 0."""

    def __init__(self, packed):
        self.packed = packed
        self.at = HEADER

    def number(self, size=1):
        """The next number."""
        self.at += size
        return int.from_bytes(self.packed[self.at - size : self.at], "little")

    def numbers(self, count):
        """The next numbers."""
        return [self.number() for _ in range(count)]

    def tiles(self, count):
        """The next tiles, None for empty places."""
        return [named((None, *TILES), number) for number in self.numbers(count)]

    def goods(self):
        """The next counts of goods."""
        return dict(zip(GOODS, self.numbers(6)))

    def snapshot(self, players):
        """The body as a snapshot."""
        phase, round_, turn, bought, white = self.numbers(5)
        snapshot = {
            "players": players,
            "phase": named(PHASES, phase),
            "round": round_,
            "turn": turn,
            "bought": bool(bought) if bought < 2 else bought,
            "white_die": white or None,
            "order": self.numbers(players),
        }
        line = self.numbers(players)
        track_space = self.numbers(players)
        snapshot["track"] = [
            [who for who in line if who < players and track_space[who] == at] for at in range(7)
        ]
        snapshot["round_goods"] = [good for good in self.numbers(5) if good]
        snapshot["depots"] = [{"tiles": self.tiles(4), "goods": self.goods()} for _ in range(6)]
        snapshot["black_depot"] = self.tiles(8)
        snapshot["supply"] = {
            "normal": dict(zip(TILES, self.numbers(len(TILES)))),
            "black": dict(zip(TILES, self.numbers(len(TILES)))),
            "goods": self.goods(),
        }
        snapshot["bonus_tiles"] = {
            colour: [seat - 1 for seat in self.numbers(2) if seat] for colour in COLOURS
        }
        snapshot["prompt"] = self.prompt()
        snapshot["seats"] = [self.seat() for _ in range(players)]
        return snapshot

    def prompt(self):
        """The prompt as in a snapshot."""
        number, first, second, third = self.numbers(4)
        kind = named(KINDS, number)
        if number >= FIRST_EVENT:
            return {"kind": "chance", "event": self.event(kind, first, second)}
        if kind == "second_ship":
            return {"kind": kind, "depot": first + 1}
        if kind == "goods":
            then = named(KINDS, third)
            return {"kind": kind, "depot": first + 1, "above": second, "then": then}
        if kind == "discard":
            tile = named((None, *TILES), first)
            return {"kind": kind, "tile": tile, "then": named(KINDS, second)}
        return {"kind": kind}

    def event(self, kind, first, second):
        """The words of an event."""
        if kind == "depot":
            return f"depot {first + 1}.{second + 1}"
        return f"{kind} to {first}" if kind in ("board", "deal", "dice") else str(kind)

    def seat(self):
        """One player's things."""
        board, start = self.numbers(2)
        estate = dict(zip(SPACES, self.tiles(len(SPACES))))
        return {
            "board": board or None,
            "start_castle": named(SPACES, start - 1) if start else None,
            "estate": {space: tile for space, tile in estate.items() if tile is not None},
            "storage": [tile for tile in self.tiles(3) if tile is not None],
            "goods": self.goods(),
            "sold": self.goods(),
            "silver": self.number(2),
            "workers": self.number(2),
            "vp": self.number(2),
            "dice": [die for die in self.numbers(2) if die],
        }
