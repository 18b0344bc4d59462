"""Who plays whom, where, and in which world: games by their number."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement, permutations

from burgundy.arena.settings import Settings

__all__ = ["Schedule", "Scheduled", "Table"]

SANITY = "random"
"""Whom every bot has to beat."""


@dataclass(frozen=True)
class Table:
    """The bots that meet, in the order of the first seating."""

    bots: tuple[str, ...]
    kind: str = "match"
    """`match`, or a control: `mirror` (a bot against itself), `sanity` (against `random`)."""


@dataclass(frozen=True)
class Scheduled:
    """One game."""

    number: int
    world: int
    table: int
    seating: int
    names: tuple[str, ...]
    """The bots by seat."""
    places: tuple[int, ...]
    """For each seat, which of the table's bots has it."""
    kind: str


class Schedule:
    """The games of a tournament, numbered world by world.

    In a world every table plays every seating. A tournament of more worlds has the games of one of fewer, and then some.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables: every set of bots (each bot at all of them if there are fewer bots than seats), then the controls."""
        bots, players = self.settings.bots, self.settings.players
        if len(bots) >= players:
            sets = list(combinations(bots, players))
        else:
            filled = combinations_with_replacement(bots, players)
            sets = [table for table in filled if set(table) == set(bots)]
        if self.settings.schedule == "gauntlet":
            sets = [table for table in sets if bots[0] in table]
        tables = [Table(table) for table in sets if len(bots) > 1]
        if self.settings.controls:
            tables += [Table((bot,) * players, "mirror") for bot in bots]
            tables += [
                Table((bot, *(SANITY,) * (players - 1)), "sanity") for bot in bots if bot != SANITY
            ]
        return tuple(tables)

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """For each seating, which of the table's bots has each seat."""
        players = self.settings.players
        if self.settings.seatings == "all":
            return tuple(permutations(range(players)))
        return tuple(
            tuple((seat + turn) % players for seat in range(players)) for turn in range(players)
        )

    @property
    def games_a_world(self) -> int:
        """How many games are played in a world."""
        return len(self.tables) * len(self.seatings)

    @cached_property
    def _numbers(self) -> dict[Table, int]:
        return {table: number for number, table in enumerate(self.tables)}

    def lacks(self, other: "Schedule") -> tuple[Table, ...]:
        """The tables of another schedule that this one does not have."""
        return tuple(table for table in other.tables if table not in self._numbers)

    def number(self, other: "Schedule", number: int) -> int:
        """The number that a game of another schedule, which differs in bots alone, has in this one."""
        found = other.game(number)
        table = self._numbers[other.tables[found.table]]
        return (found.world * len(self.tables) + table) * len(self.seatings) + found.seating

    def game(self, number: int) -> Scheduled:
        """The game of a number, from 0 on."""
        world, rest = divmod(number, self.games_a_world)
        table, seating = divmod(rest, len(self.seatings))
        places = self.seatings[seating]
        bots = self.tables[table].bots
        return Scheduled(
            number,
            world,
            table,
            seating,
            tuple(bots[place] for place in places),
            places,
            self.tables[table].kind,
        )
