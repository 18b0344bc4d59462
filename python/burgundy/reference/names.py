"""The words of the game: spaces, colours, tiles, goods, and which spaces touch."""

ROWS = {"a": 4, "b": 5, "c": 6, "d": 7, "e": 6, "f": 5, "g": 4}
SPACES = tuple(f"{row}{column}" for row, length in ROWS.items() for column in range(1, length + 1))
CENTRE = "d4"

COLOURS = ("building", "animal", "knowledge", "ship", "castle", "mine")

BUILDINGS = (
    "warehouse",
    "watchtower",
    "carpenters_workshop",
    "church",
    "market",
    "boarding_house",
    "bank",
    "city_hall",
)
SPECIES = ("cow", "sheep", "pig", "chicken")
ANIMALS = {f"{species}{shown}": (species, shown) for species in SPECIES for shown in (2, 3, 4)}
KNOWLEDGE = tuple(f"k{number}" for number in range(1, 27))

# All tiles, in the order in which they are sorted wherever an order is needed.
TILES = ("castle", "mine", "ship", *BUILDINGS, *ANIMALS, *KNOWLEDGE)
RANK = {tile: rank for rank, tile in enumerate(TILES)}
rank = RANK.get

COLOUR_OF = {
    "castle": "castle",
    "mine": "mine",
    "ship": "ship",
    **dict.fromkeys(BUILDINGS, "building"),
    **dict.fromkeys(ANIMALS, "animal"),
    **dict.fromkeys(KNOWLEDGE, "knowledge"),
}
TILES_OF = {
    colour: tuple(tile for tile in TILES if COLOUR_OF[tile] == colour) for colour in COLOURS
}

GOODS = (1, 2, 3, 4, 5, 6)
DIE = (1, 2, 3, 4, 5, 6)
PAIRS = tuple((low, high) for low in DIE for high in DIE if low <= high)
PHASES = ("A", "B", "C", "D", "E")
ROUNDS = 5
STORAGE = 3


def _neighbours():
    """For each space the spaces it touches: two in its row, two in each row beside it."""
    middle = {}
    for index, (row, length) in enumerate(ROWS.items()):
        for column in range(length):
            # Rows are centred, and one space is two units wide.
            middle[f"{row}{column + 1}"] = (index, 2 * column - length)
    steps = [(0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1)]
    space_at = {place: space for space, place in middle.items()}
    return {
        space: tuple(
            space_at[row + down, x + right]
            for down, right in steps
            if (row + down, x + right) in space_at
        )
        for space, (row, x) in middle.items()
    }


NEIGHBOURS = _neighbours()
