"""What a tournament is: its bots, its seats and how its games follow from a seed."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from burgundy import arguments
from burgundy.record_form import OPTIONS

if TYPE_CHECKING:
    from burgundy import Rules, State

__all__ = ["FORMAT", "SCHEDULES", "SEATINGS", "Settings", "stable_seed"]

FORMAT = "burgundy-tournament/1"
SCHEDULES = ("round-robin", "gauntlet")
SEATINGS = ("rotations", "all")
MOST_BOTS = 100
MOST_GAMES = 10**9


def stable_seed(*parts: int | str) -> int:
    """A seed from 0 to 2**64 - 1 that depends on the parts alone: the first eight bytes of their BLAKE2b hash."""
    text = " ".join(map(str, parts))
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8"), digest_size=8).digest(), "little")


@dataclass(frozen=True)
class Settings:
    """What the games of a tournament follow from; how many of them are played is not part of it.

    Raises `ValueError` for what cannot be played, with the value and what was expected, and `TypeError` for another type.
    """

    bots: tuple[str, ...]
    """Names as `burgundy.players.player` takes them."""
    players: int = 2
    """How many sit at a table."""
    seed: int = 0
    """Gives the worlds and the bots' seeds."""
    schedule: str = "round-robin"
    """`round-robin`: every set of so many bots; `gauntlet`: those with the first bot."""
    seatings: str = "rotations"
    """`rotations`: every bot has each seat once in a world; `all`: every order of the bots."""
    boards: tuple[int, ...] | str | None = None
    """As in `State.new`."""
    data: str | None = None
    """The folder of own data files."""
    controls: bool = False
    """Whether each bot also plays against itself and against `random`."""
    move_seconds: float | None = None
    """How long a move may take; who takes longer loses. Bots then play in processes of their own."""
    isolated: bool = False
    """Whether bots play in processes of their own, so that one that crashes takes nothing with it."""
    purchase_in_effect: bool = True
    """An option of `Rules`, like the next two (R11)."""
    tie_break: str = "fewest_then_later"
    decline_effects: bool = True

    def __post_init__(self) -> None:
        kept: dict[str, Any] = {
            "bots": arguments.names("bots", self.bots),
            "players": arguments.integer("players", self.players),
            "seed": arguments.integer("seed", self.seed),
            "boards": arguments.boards(self.boards),
        }
        if self.move_seconds is not None:
            kept["move_seconds"] = arguments.number("move_seconds", self.move_seconds)
        for name, value in kept.items():
            object.__setattr__(self, name, value)
        arguments.check_options(self)
        if self.players not in (2, 3, 4):
            raise ValueError(f"players: {self.players}, expected 2, 3 or 4 (R1.1)")
        if not self.fewest <= len(self.bots) <= MOST_BOTS:
            raise ValueError(
                f"bots: {len(self.bots)} of them, expected {self.fewest} to {MOST_BOTS}"
            )
        for number, name in enumerate(self.bots):
            if name in self.bots[:number]:
                raise ValueError(f"bots: {name} is there twice, expected each bot once")
            if not name.isprintable() or len(name) > 80 or "," in name:
                shown = ascii(name[:40])
                raise ValueError(
                    f"bots: {shown}, expected 80 printable characters at most and no comma"
                )
        if not 0 <= self.seed < 2**64:
            raise ValueError(f"seed: {self.seed}, expected an integer from 0 to 2**64 - 1")
        for name, known in (("schedule", SCHEDULES), ("seatings", SEATINGS)):
            if getattr(self, name) not in known:
                raise ValueError(f"{name}: {getattr(self, name)!r}, expected {' or '.join(known)}")
        if self.move_seconds is not None and not 0 < self.move_seconds <= 86_400:
            raise ValueError(
                f"move_seconds: {self.move_seconds}, expected more than 0 and 86,400 at most"
            )

    @property
    def fewest(self) -> int:
        """How many bots there are at least: with controls one has games of its own."""
        return 1 if self.controls else 2

    def rules(self) -> "Rules":
        """The rules that are played by."""
        from burgundy import Rules

        return Rules(**self.options(), data=self.data)

    def options(self) -> dict[str, Any]:
        """The options of the rules (R11)."""
        return {name: getattr(self, name) for name in OPTIONS}

    def first_state(self) -> "State":
        """The first node of every game."""
        from burgundy import State

        boards = list(self.boards) if isinstance(self.boards, tuple) else self.boards
        return State.new(self.players, boards=boards, rules=self.rules())

    def world(self, number: int) -> int:
        """The seed of a world."""
        return stable_seed("world", self.seed, number)

    def bot_seed(self, world: int, seat: int) -> int:
        """The seed of the bot that has a seat in a world, whichever bot it is.

        It is the same in each seating, so that a bot against itself plays one and the same game in all of them.
        """
        return stable_seed("bot", self.seed, world, seat)

    def header(self) -> dict[str, Any]:
        """The settings and versions that a result file begins with, ready for JSON."""
        from burgundy import RULES_VERSION, WORLD_VERSION, __version__

        settings = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
        }
        del settings["data"]
        return {
            "format": FORMAT,
            "versions": {"burgundy": __version__, "rules": RULES_VERSION, "world": WORLD_VERSION},
            "data": self.rules().fingerprint.hex(),
            "settings": settings,
        }


def completed(header: Mapping[str, Any]) -> dict[str, Any]:
    """A header that was read, with the options that one without them means: those of the 2011 game."""
    settings = header.get("settings")
    if not isinstance(settings, Mapping):
        return dict(header)
    defaults = {name: values[0] for name, values in OPTIONS.items()}
    return {**header, "settings": {**defaults, **settings}}


def differences(found: Mapping[str, Any], wanted: Mapping[str, Any], path: str = "") -> list[str]:
    """What differs between two headers: each key with both values."""
    faults = []
    for key in sorted({*found, *wanted}):
        name = f"{path}{key}"
        its, own = found.get(key), wanted.get(key)
        if isinstance(its, Mapping) and isinstance(own, Mapping):
            faults += differences(its, own, f"{name}.")
        elif its != own:
            faults.append(f"{name} is {_shown(its)}, expected {_shown(own)}")
    return faults


def _shown(value: Any) -> str:
    text = "absent" if value is None else str(value)
    return text if len(text) <= 100 else f"{text[:97]}..."
