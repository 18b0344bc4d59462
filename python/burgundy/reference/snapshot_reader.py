"""A position from a snapshot: the kinds of all values first, then what the rules say about them."""

from collections.abc import Mapping

from .errors import SnapshotError
from .faults import Faults, whole
from .names import CENTRE, COLOURS, GOODS, PHASES, ROUNDS, SPACES, TILES, rank
from .options import OPTIONS, Rules, option_fault
from .position import MOST, Event, Position, Prompt
from .snapshot_checks import check_position
from .snapshot_prompt import SET_UP_EVENTS, read_prompt
from .snapshot_writer import EDITION, FORMAT

KEYS = (
    "format",
    "edition",
    "options",
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
    "supply",
    "bonus_tiles",
    "seats",
    "prompt",
)
SEAT_KEYS = (
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
GOOD_NAMES = {**{good: good for good in GOODS}, **{str(good): good for good in GOODS}}
TILE_NAMES = {tile: tile for tile in TILES}


def read_snapshot(data, rules=None):
    """The position of a snapshot; `SnapshotError` with all faults if there are any."""
    faults = Faults()
    if not isinstance(data, Mapping):
        faults.add("snapshot", "is no mapping")
        raise SnapshotError(faults.lines)
    faults.table("snapshot", data, KEYS)
    if "format" in data:
        faults.word("format", data["format"], (FORMAT,))
    if "edition" in data:
        faults.word("edition", data["edition"], (EDITION,))
    rules = read_options(faults, data, rules)
    players = faults.integer("players", data.get("players"), 2, 4, None, "R1.1")
    if players is None:
        seats = data.get("seats")
        players = len(seats) if isinstance(seats, (list, tuple)) and len(seats) in (3, 4) else 2

    game = Position(rules, players)
    game.prompt = read_prompt(faults, data, players)
    read_table(faults, data, game)
    read_seats(faults, data, game)
    supply = faults.table("supply", data.get("supply", {}), ("normal", "black", "goods"))
    given = {}
    for name, names in (("normal", TILE_NAMES), ("black", TILE_NAMES), ("goods", GOOD_NAMES)):
        if name in supply:
            given[name] = faults.counts(f"supply.{name}", supply[name], names)
    check_position(faults, game, given)
    if faults.lines:
        raise SnapshotError(faults.lines)
    return game


def read_options(faults, data, rules):
    """The rules of a snapshot: those given by the caller, which its options must not contradict."""
    options = faults.table("options", data.get("options", {}), tuple(OPTIONS))
    read = {}
    for option in OPTIONS:
        if option in options:
            fault = option_fault(option, options[option])
            if fault:
                faults.add(f"options.{option}", fault.partition(": ")[2], "R11")
            else:
                read[option] = options[option]
    if rules is None:
        return Rules(**read)
    for option, value in read.items():
        if value != getattr(rules, option):
            faults.add(f"options.{option}", f"{value} differs from the rules that are given", "R11")
    return rules


def read_table(faults, data, game):
    """What lies in the middle of the table, and whose turn it is."""
    players = game.players
    if "phase" in data:
        game.phase = faults.word("phase", data["phase"], PHASES, PHASES[0], "R2.1")
    if "round" in data:
        game.round = faults.integer("round", data["round"], 1, ROUNDS, 1, "R2.1")
    if "turn" in data:
        game.turn = faults.integer("turn", data["turn"], 0, players - 1, 0, "R2.5")
    if "bought" in data:
        game.bought = faults.flag("bought", data["bought"])
    if "order" in data:
        order = faults.integers("order", data["order"], players, 0, players - 1)
        if sorted(order) == list(range(players)):
            game.order = order
        else:
            faults.add("order", "must hold each seat once", "R3.1")
    if "track" in data:
        game.track = read_track(faults, data["track"], game)
    if data.get("white_die") is not None:
        game.white_die = faults.integer("white_die", data["white_die"], 1, 6, None, "R2.5")
    if "round_goods" in data:
        game.round_goods = faults.integers("round_goods", data["round_goods"], ROUNDS, 1, 6, "R2.4")
    if "depots" in data:
        for index, entry in enumerate(faults.items("depots", data["depots"], 6, 6)):
            read_depot(faults, f"depots[{index}]", entry, game, index + 1)
    if "black_depot" in data:
        tiles = read_tiles(faults, "black_depot", data["black_depot"], 0, 8)
        game.black_depot = sorted((tile for tile in tiles if tile is not None), key=rank)
    taken = faults.table("bonus_tiles", data.get("bonus_tiles", {}), COLOURS)
    for colour in COLOURS:
        if colour in taken:
            path = f"bonus_tiles.{colour}"
            game.bonus_tiles[colour] = faults.integers(
                path, taken[colour], 2, 0, players - 1, "R8.2"
            )


def read_track(faults, value, game):
    """The stacks of the turn-order track, the top first (R3.1)."""
    stacks = [
        faults.integers(f"track[{space}]", stack, game.players, 0, game.players - 1)
        for space, stack in enumerate(faults.items("track", value, 7, 7))
    ]
    if sorted(seat for stack in stacks for seat in stack) == list(range(game.players)):
        return stacks
    faults.add("track", "must hold each seat once", "R3.1")
    return game.track


def read_tiles(faults, path, value, least, most, may_be_empty=True, rule=None):
    """A list of tiles, and of None for empty places."""
    tiles = []
    for index, tile in enumerate(faults.items(path, value, least, most, rule)):
        if not (tile is None and may_be_empty):
            tile = faults.word(f"{path}[{index}]", tile, TILES, None, "R1.2")
        tiles.append(tile)
    return tiles


def read_depot(faults, path, value, game, number):
    """The tiles and goods of a numbered depot."""
    depot = game.depots[number]
    entry = faults.table(path, value, ("tiles", "goods"))
    if "tiles" in entry:
        tiles = read_tiles(faults, f"{path}.tiles", entry["tiles"], 0, 4)
        depot.tiles = tiles + [None] * (4 - len(tiles))
    if "goods" in entry:
        depot.goods = faults.counts(f"{path}.goods", entry["goods"], GOOD_NAMES)


def read_seats(faults, data, game):
    """All seats, and the roll that a turn waits for."""
    entries = [{}] * game.players
    if "seats" in data:
        entries = faults.items("seats", data["seats"], game.players, game.players, "R1.1")
        entries += [{}] * (game.players - len(entries))
    rolled = []
    for who, entry in enumerate(entries):
        path = f"seats[{who}]"
        entry = faults.table(path, entry, SEAT_KEYS)
        read_seat(faults, path, entry, game, who)
        rolled.append("dice" in entry)
    if game.prompt.kind == "turn" and not rolled[game.seat_number()]:
        if game.white_die is None and not any(seat.dice for seat in game.seats):
            event = Event("white")
        else:
            event = Event("dice", seat=game.seat_number())
        game.prompt = Prompt("chance", event=event)


def read_seat(faults, path, entry, game, who):
    """One player's things."""
    seat = game.seats[who]
    boards = game.tables.boards
    board = entry.get("board", usual_board(game, who))
    seat.board = whole(board)
    if board is not None and seat.board not in boards:
        allowed = ", ".join(str(number) for number in sorted(boards))
        faults.add(f"{path}.board", f"there is no such board; allowed: {allowed}", "R1.8")
        seat.board = None
    read_estate(faults, path, entry, game, seat)
    if "storage" in entry:
        tiles = read_tiles(faults, f"{path}.storage", entry["storage"], 0, 3, False, "R5.2")
        seat.storage = sorted((tile for tile in tiles if tile is not None), key=rank)
    for name in ("goods", "sold"):
        if name in entry:
            setattr(seat, name, faults.counts(f"{path}.{name}", entry[name], GOOD_NAMES))
    for name in ("silver", "workers", "vp"):
        if name in entry:
            setattr(seat, name, faults.integer(f"{path}.{name}", entry[name], 0, MOST, 0))
    if "dice" in entry:
        seat.dice = sorted(faults.integers(f"{path}.dice", entry["dice"], 2, 1, 6, "R2.5"))


def usual_board(game, who):
    """The board of a seat where none is given: board 1, or none while it is still to be drawn (R1.8)."""
    event = game.prompt.event
    if event is not None and event.name == "board" and who >= event.seat:
        return None
    return 1


def read_estate(faults, path, entry, game, seat):
    """The estate and the start castle, each of which may follow from the other."""
    seat.estate = {}
    given = entry.get("estate", {})
    if isinstance(given, Mapping):
        for space, tile in given.items():
            name = faults.word(f"{path}.estate", space, SPACES, None, "R5.3")
            where = f"{path}.estate.{name}"
            tile = tile if name is None else faults.word(where, tile, TILES, None, "R1.2")
            if name is not None and tile is not None:
                seat.estate[name] = tile
    else:
        faults.add(f"{path}.estate", "is no mapping")

    if "start_castle" in entry:
        if entry["start_castle"] is not None:
            seat.start_castle = faults.word(
                f"{path}.start_castle", entry["start_castle"], SPACES, None, "R1.8"
            )
    else:
        seat.start_castle = usual_start_castle(game, seat)
    if "estate" not in entry and seat.start_castle is not None:
        seat.estate = {seat.start_castle: "castle"}


def usual_start_castle(game, seat):
    """The start castle where none is given: the only castle there is, or else the centre."""
    castles = [space for space, tile in seat.estate.items() if tile == "castle"]
    if len(castles) == 1:
        return castles[0]
    if is_set_up(game.prompt) and not seat.estate:
        return None
    if seat.board is not None and game.tables.boards[seat.board].centre_is_castle():
        return CENTRE
    return None


def is_set_up(prompt):
    """Whether the game is still being set up, so that start castles may be missing (R1.8)."""
    if prompt.kind == "chance":
        return prompt.event.name in SET_UP_EVENTS
    return prompt.kind == "start_castle"
