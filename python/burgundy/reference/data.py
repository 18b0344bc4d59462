"""The facts: boards, tiles and the main board, read from three data files and checked."""

import hashlib
import os
from pathlib import Path

from .boards import Board, read_rows
from .errors import DataError
from .names import (
    ANIMALS,
    BUILDINGS,
    COLOUR_OF,
    COLOURS,
    KNOWLEDGE,
    PHASES,
    ROUNDS,
    SPECIES,
    TILES,
)
from .toml_reader import read_toml

FILES = ("board.toml", "boards.toml", "tiles.toml")
SHIPPED = Path(__file__).resolve().parent.parent / "data"
PLAYERS = (2, 3, 4)
MOST_TILES = 64
LARGEST_FILE = 1_000_000
FINAL = (
    "good",
    "silver",
    "workers_per_vp",
    "k15_per_type_sold",
    "k16_23_per_building",
    "k24_per_species",
    "k25_per_good_sold",
    "k26_per_bonus_tile",
)


def read_texts(folder=None):
    """The texts of the three files; one that `folder` lacks is the shipped one."""
    texts = {}
    own = () if folder is None else os.listdir(folder)
    for name in FILES:
        path = Path(folder) / name if name in own else SHIPPED / name
        try:
            # A pipe would be waited for, a device read for ever.
            if path.exists() and not path.is_file():
                raise DataError([f"{name}: is no regular file"])
            if path.stat().st_size > LARGEST_FILE:
                raise DataError([f"{name}: is longer than {LARGEST_FILE} bytes"])
            text = path.read_bytes().decode("utf-8")
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise DataError([f"{name}: cannot be read: {reason}"]) from None
        except UnicodeDecodeError:
            raise DataError([f"{name}: is not UTF-8"]) from None
        texts[name] = text.replace("\r\n", "\n")
    return texts


class Tables:
    """Everything the rules look up. Built once from the texts; never changed."""

    def __init__(self, texts):
        self.texts = texts
        joined = "".join(texts[name] for name in FILES)
        self.digest = hashlib.sha256(joined.encode("utf-8")).digest()[:8]
        faults = []
        self._read_boards(Facts(texts, "boards.toml", faults))
        self._read_tiles(Facts(texts, "tiles.toml", faults))
        self._read_main_board(Facts(texts, "board.toml", faults))
        if faults:
            raise DataError(faults)

    def slot_colours(self, players, phase, depot):
        """The colours of a depot's four spaces in a phase (R2.2), three players included (R2.3)."""
        colours = self.depots[depot]
        odd = self.three_players
        if players == 3 and depot == odd["depot"] and phase in odd["phases"]:
            slot = odd["slot"]
            return (*colours[:slot], odd["colour"], *colours[slot + 1 :])
        return colours

    def ring_neighbours(self, depot):
        """The two depots beside a depot in the ring."""
        at = self.ring.index(depot)
        return {self.ring[at - 1], self.ring[(at + 1) % len(self.ring)]}

    def _read_boards(self, facts):
        self.boards = {}
        for index, entry in enumerate(facts.get("board", list)):
            number = entry.get("number") if isinstance(entry, dict) else None
            where = f"board[{index}]"
            if not _is_count(number, 1, 255) or number in self.boards:
                facts.fault(
                    f"{where}.number", "must be a whole number 1-255 that no other board has"
                )
                continue
            copies = entry.get("copies")
            if not _is_count(copies, 1, 255):
                facts.fault(f"{where}.copies", "must be a whole number 1-255")
            colour, die, faults = read_rows(entry.get("rows"))
            for fault in faults:
                facts.fault(where, fault)
            if faults:
                continue
            board = Board(number, copies, colour, die)
            regions = entry.get("regions")
            for name in COLOURS if "regions" in entry else ():
                listed = regions.get(name) if isinstance(regions, dict) else None
                if listed != board.region_sizes(name):
                    facts.fault(
                        f"{where}.regions.{name}", f"is {board.region_sizes(name)} by the rows"
                    )
            if not board.spaces_of["castle"]:
                facts.fault(f"{where}.rows", "has no castle space for the start castle (R1.8)")
            self.boards[number] = board
        self.largest_region = max(
            (len(region) for board in self.boards.values() for region in board.region.values()),
            default=1,
        )

    def _read_tiles(self, facts):
        stock = {}
        for name in BUILDINGS:
            stock[name] = facts.counts(f"building.{name}", 2)
        for name in ("castle", "mine", "ship"):
            stock[name] = facts.counts(f"{name}.{name}", 2)
        for animal, (species, shown) in ANIMALS.items():
            stock[animal] = facts.counts(f"animal.{species}.{shown}", 2)
        black = facts.counts("knowledge.black_backed", None, 1, 26)
        for tile in KNOWLEDGE:
            stock[tile] = [0, 1] if int(tile[1:]) in black else [1, 0]
        self.normal_stock = {tile: stock[tile][0] for tile in TILES}
        self.black_stock = {tile: stock[tile][1] for tile in TILES}
        self.goods_copies = facts.count("goods.copies", 1, 40)
        self.final_building = {}
        listed = facts.get("knowledge.final_building", dict)
        for number in range(16, 24):
            building = listed.get(str(number))
            if building not in BUILDINGS:
                facts.fault(f"knowledge.final_building.{number}", "must be a building")
            self.final_building[f"k{number}"] = building
        for group, names in (("building", BUILDINGS), ("animal", SPECIES)):
            for name in facts.get(group, dict):
                if name not in names:
                    facts.fault(f"{group}.{name}", "there is no such tile")
        if sum(self.black_stock.values()) > MOST_TILES:
            facts.fault("tiles", f"there are more than {MOST_TILES} black-backed ones")
        for colour in COLOURS:
            of_colour = [tile for tile in TILES if COLOUR_OF[tile] == colour]
            if sum(self.normal_stock[tile] for tile in of_colour) > MOST_TILES:
                facts.fault(colour, f"there are more than {MOST_TILES} normal-backed tiles")
        if self.normal_stock["castle"] < 4:
            facts.fault("castle.castle", "there are fewer castles than players (R1.2)")

    def _read_main_board(self, facts):
        self.ring = tuple(facts.counts("depot_ring", 6, 1, 6))
        if len(set(self.ring)) != 6:
            facts.fault("depot_ring", "must hold each depot once")
        facts.fixed("track_spaces", 7)
        facts.fixed("phases", list(PHASES))
        facts.fixed("rounds_per_phase", ROUNDS)
        self.start_goods = facts.count("start.goods", 0, 3)
        self.depots = {depot: facts.colours(f"depots.{depot}") for depot in range(1, 7)}
        self.marks = facts.counts("depots.marks", 4, 2, 9)
        odd = facts.get("three_player_exception", dict)
        self.three_players = {
            "depot": facts.count("three_player_exception.depot", 1, 6),
            "slot": facts.count("three_player_exception.slot", 0, 3),
            "colour": odd.get("colour"),
            "phases": facts.get("three_player_exception.phases", list),
        }
        if odd.get("colour") not in COLOURS:
            facts.fault("three_player_exception.colour", "must be a colour")
        for phase in self.three_players["phases"]:
            if phase not in PHASES:
                facts.fault("three_player_exception.phases", "must hold phases A-E")
        self.black_marks = facts.counts("black_depot.marks", 8, 2, 9)
        self.price = facts.count("black_depot.cost", 0, 100)
        self.start_silver = facts.count("start.silver", 0, 100)
        self.start_workers = facts.counts("start.workers_in_turn_order", 4)
        region = facts.counts("scoring.region", None)
        if len(region) < self.largest_region:
            facts.fault("scoring.region", f"must reach size {self.largest_region}")
        self.region_vp = dict(enumerate(region, start=1))
        self.phase_vp = {p: facts.count(f"scoring.phase_bonus.{p}", 0, 100) for p in PHASES}
        self.large_bonus = facts.by_players("scoring.colour_bonus_first")
        self.small_bonus = facts.by_players("scoring.colour_bonus_second")
        self.goods_vp = facts.by_players("scoring.goods_vp_per_tile")
        self.watchtower_vp = facts.count("scoring.watchtower", 0, 100)
        self.final = {name: facts.count(f"scoring.final.{name}", 0, 100) for name in FINAL}
        if self.final["workers_per_vp"] == 0:
            facts.fault("scoring.final.workers_per_vp", "must be at least 1")


class Facts:
    """One file, asked for its values by path; what is missing or wrong becomes a fault."""

    def __init__(self, texts, name, faults):
        self.name = name
        self.faults = faults
        try:
            self.root = read_toml(texts[name], name)
        except DataError as error:
            self.root = None
            faults.extend(error.faults)

    def fault(self, path, reason):
        """Notes that a value is wrong, unless the whole file could not be read."""
        if self.root is not None:
            self.faults.append(f"{self.name}: {path}: {reason}")

    def get(self, path, kind):
        """The value of a kind at a dotted path, or an empty one."""
        value = self.root
        for key in path.split("."):
            value = value.get(key) if isinstance(value, dict) else None
        if isinstance(value, kind):
            return value
        self.fault(path, f"must be a {'table' if kind is dict else 'list'}")
        return kind()

    def value(self, path):
        """Whatever stands at a dotted path, or None."""
        above, _, key = path.rpartition(".")
        table = self.get(above, dict) if above else self.root or {}
        return table.get(key)

    def count(self, path, low, high):
        """A whole number in a range."""
        value = self.value(path)
        if _is_count(value, low, high):
            return value
        self.fault(path, f"must be a whole number {low}-{high}")
        return high

    def counts(self, path, length, low=0, high=100):
        """A list of whole numbers, of a given length or of any."""
        value = self.value(path)
        right = isinstance(value, list) and all(_is_count(item, low, high) for item in value)
        if right and length in (None, len(value)):
            return value
        size = "" if length is None else f"{length} "
        self.fault(path, f"must be a list of {size}whole numbers {low}-{high}")
        return [high] * (length or 0)

    def colours(self, path):
        """The four colours of a depot."""
        value = self.get(path, list)
        if len(value) != 4 or any(colour not in COLOURS for colour in value):
            self.fault(path, "must be four colours")
        return tuple(value)

    def by_players(self, path):
        """A whole number for each number of players."""
        return {players: self.count(f"{path}.{players}", 0, 100) for players in PLAYERS}

    def fixed(self, path, only):
        """A value that the formats allow in one form only."""
        if self.value(path) != only:
            self.fault(path, f"must be {only}")


def _is_count(value, low, high):
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
