"""What games of self-play follow from."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from burgundy import arguments
from burgundy.arena.settings import stable_seed
from burgundy.record_form import OPTIONS

if TYPE_CHECKING:
    from burgundy import Rules, State

__all__ = ["FORMAT", "SelfPlay"]

FORMAT = "burgundy-selfplay/1"
MOST_GAMES_A_SHARD = 4_096


@dataclass(frozen=True)
class SelfPlay:
    """What the games follow from; how many are played is not part of it.

    Raises `ValueError` for what cannot be played, with the value and what was expected, and `TypeError` for another type.
    """

    bot: str
    """A name as `burgundy.players.player` takes it; the bot of every seat."""
    players: int = 2
    seed: int = 0
    """Gives the worlds, the bots' seeds and what is drawn."""
    boards: tuple[int, ...] | str | None = None
    """As in `State.new`."""
    data: str | None = None
    """The folder of own data files."""
    drawn_moves: int = 0
    """In how many decisions of a game, from the first on, the action is drawn by the policy, so that games differ more."""
    games_a_shard: int = 16
    purchase_in_effect: bool = True
    """An option of `Rules`, like the next two (R11)."""
    tie_break: str = "fewest_then_later"
    decline_effects: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.bot, str):
            raise TypeError(f"bot: {type(self.bot).__name__}, expected a name")
        object.__setattr__(self, "boards", arguments.boards(self.boards))
        for name in ("players", "seed", "drawn_moves", "games_a_shard"):
            object.__setattr__(self, name, arguments.integer(name, getattr(self, name)))
        arguments.check_options(self)
        if not 0 <= self.seed < 2**64:
            raise ValueError(f"seed: {self.seed}, expected an integer from 0 to 2**64 - 1")
        if not 0 <= self.drawn_moves <= 10_000:
            raise ValueError(f"drawn_moves: {self.drawn_moves}, expected 0 to 10,000")
        if not 1 <= self.games_a_shard <= MOST_GAMES_A_SHARD:
            raise ValueError(
                f"games_a_shard: {self.games_a_shard}, expected 1 to {MOST_GAMES_A_SHARD:,}"
            )

    def rules(self) -> "Rules":
        """The rules that are played by."""
        from burgundy import Rules

        return Rules(**{name: getattr(self, name) for name in OPTIONS}, data=self.data)

    def first_state(self) -> "State":
        """The first node of every game; `ValueError` if there is none."""
        from burgundy import State

        boards = list(self.boards) if isinstance(self.boards, tuple) else self.boards
        return State.new(self.players, boards=boards, rules=self.rules())

    def seed_of(self, what: str, game: int, seat: int = 0) -> int:
        """The seed of a game's `world`, of the `bot` at a seat, or of what is `drawn`."""
        return stable_seed("selfplay", what, self.seed, game, seat)

    def manifest(self) -> dict[str, Any]:
        """The settings and versions that a folder belongs to, ready for JSON."""
        from burgundy import (
            ACTION_VERSION,
            OBSERVATION_VERSION,
            RULES_VERSION,
            WORLD_VERSION,
            __version__,
        )

        settings = asdict(self)
        if self.boards is not None and not isinstance(self.boards, str):
            settings["boards"] = list(self.boards)
        del settings["data"]
        return {
            "format": FORMAT,
            "versions": {
                "burgundy": __version__,
                "rules": RULES_VERSION,
                "world": WORLD_VERSION,
                "action": ACTION_VERSION,
                "observation": OBSERVATION_VERSION,
            },
            "data": self.rules().fingerprint.hex(),
            "settings": settings,
        }
