"""One printed estate: the colours and numbers of its spaces, and its regions."""

from .names import CENTRE, COLOURS, DIE, NEIGHBOURS, ROWS, SPACES

LETTERS = {colour[0].upper(): colour for colour in COLOURS}


class Board:
    """The 37 spaces of an estate as printed; never changed."""

    def __init__(self, number, copies, colour, die):
        self.number = number
        self.copies = copies
        self.colour = colour
        self.die = die
        self.spaces_of = {
            wanted: tuple(space for space in SPACES if colour[space] == wanted)
            for wanted in COLOURS
        }
        self.region = {space: self._flood(space) for space in SPACES}

    def _flood(self, start):
        """All spaces of one colour that hang together with `start`, itself included."""
        reached = {start}
        to_visit = [start]
        while to_visit:
            for near in NEIGHBOURS[to_visit.pop()]:
                if near not in reached and self.colour[near] == self.colour[start]:
                    reached.add(near)
                    to_visit.append(near)
        return tuple(space for space in SPACES if space in reached)

    def region_sizes(self, colour):
        """Sizes of the regions of a colour, the largest first."""
        regions = {self.region[space] for space in self.spaces_of[colour]}
        return sorted((len(region) for region in regions), reverse=True)

    def centre_is_castle(self):
        """Whether a start castle can stand in the middle (R1.7)."""
        return self.colour[CENTRE] == "castle"


def read_rows(rows):
    """Colours and numbers by space from the rows of a board, and a list of faults."""
    faults = []
    if not isinstance(rows, list) or len(rows) != len(ROWS):
        return {}, {}, [f"rows: there must be {len(ROWS)}"]
    colour, die = {}, {}
    for (row, length), text in zip(ROWS.items(), rows):
        cells = text.split() if isinstance(text, str) else []
        if len(cells) != length:
            faults.append(f"rows: row {row} must have {length} spaces")
        for column, cell in enumerate(cells, start=1):
            letter, number = cell[:1], cell[1:]
            if letter not in LETTERS or number not in [str(value) for value in DIE]:
                faults.append(
                    f"rows: {row}{column} is {cell}, not a colour letter and a number 1-6"
                )
            else:
                colour[f"{row}{column}"] = LETTERS[letter]
                die[f"{row}{column}"] = int(number)
    return colour, die, faults
