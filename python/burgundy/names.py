"""The names of spaces, tiles and colours, and the short forms that boards and position strings share."""

from burgundy.loader.tables import BUILDINGS, COLOURS, FACES, LETTERS, PHASES, ROWS

__all__ = [
    "BUILDINGS",
    "CODES",
    "COLOURS",
    "GOODS",
    "LETTER",
    "PHASES",
    "ROW_NAMES",
    "SPACES",
    "TILES",
    "TILE_OF_CODE",
    "code_name",
    "colour_of",
    "printable",
]

TILES = FACES[1:]
"""The tiles by face number, without "none"."""
GOODS = range(1, 7)
"""The types of goods."""

ROW_NAMES = tuple(
    tuple(f"{letter}{column}" for column in range(1, length + 1))
    for letter, length in zip("abcdefg", ROWS)
)
"""The names of the spaces, row by row."""
SPACES = tuple(space for row in ROW_NAMES for space in row)
"""The names of the spaces by number, 0 to 36."""
LETTER = dict(zip(COLOURS, LETTERS))
"""The letter of a colour: B, A, K, S, C, M."""

_SHORT = {
    "castle": "Ca",
    "mine": "Mi",
    "ship": "Sh",
    "warehouse": "Wh",
    "watchtower": "Wt",
    "carpenters_workshop": "Cp",
    "church": "Ch",
    "market": "Ma",
    "boarding_house": "Bh",
    "bank": "Ba",
    "city_hall": "Ci",
}
_SPECIES = {"cow": "c", "sheep": "s", "pig": "p", "chicken": "h"}

CODES = {
    tile: _SHORT.get(tile) or (tile if tile[0] == "k" else _SPECIES[tile[:-1]] + tile[-1])
    for tile in TILES
}
"""The code of a tile: `Ca`, `Wh`, `c3` (cows; s sheep, p pigs, h chickens), `k12`."""
TILE_OF_CODE = {code: tile for tile, code in CODES.items()}
"""The tile of a code."""


def printable(text: str) -> str:
    """The text with `?` for what no terminal and no picture may be given: control characters and the like."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def colour_of(tile: str) -> str:
    """The colour of the spaces that take the tile."""
    if tile in COLOURS:
        return tile
    if tile in BUILDINGS:
        return "building"
    return "knowledge" if tile[0] == "k" else "animal"


def code_name(tile: str) -> str:
    """The tile's name as people write it: `boarding house`, `3 cows`, `knowledge 12`."""
    if tile[0] == "k":
        return f"knowledge {tile[1:]}"
    if colour_of(tile) == "animal":
        species = tile[:-1]
        return f"{tile[-1]} {species if species == 'sheep' else species + 's'}"
    return "carpenter's workshop" if tile == "carpenters_workshop" else tile.replace("_", " ")
