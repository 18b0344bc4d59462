"""
The engine and its conversions; `burgundy` offers all of it.
"""

import collections.abc
import os
import typing
from typing import Any, Final, final

import numpy
import numpy.typing

import burgundy.loader
import burgundy.values

__all__ = [
    "ACTION_VERSION",
    "NUM_ACTIONS",
    "RULES_VERSION",
    "SNAPSHOT_VERSION",
    "STATE_VERSION",
    "WORLD_VERSION",
    "Rules",
    "State",
    "_restore",
    "build_info",
    "simulate",
]

ACTION_VERSION: Final[int]
"""
Version of the action codes.
"""

NUM_ACTIONS: Final[int]
"""
Number of action codes.
"""

RULES_VERSION: Final[int]
"""
Version of the rules text that the engine follows.
"""

SNAPSHOT_VERSION: Final[int]
"""
Version of the snapshot format.
"""

STATE_VERSION: Final[int]
"""
Version of the byte form and of keys.
"""

WORLD_VERSION: Final[int]
"""
Version of the worlds: which outcomes a seed gives.
"""

@final
class Rules:
    """
    The tables and options a game is played by.

    The options are those of R11 and take only the values listed there; the defaults are the 2011 game.
    Equal rules compare equal; they are immutable, hashable and can be pickled.

    Args:
        purchase_in_effect: whether a purchase may come while a castle's action or a city hall waits (R11.1).
        tie_break: "fewest_then_later", "most_then_later" or "fewest_then_earlier" (R11.2).
        decline_effects: whether the effects of R6.8 may be declined (R11.3).
        data: a folder with own data files (a file that is not there is taken from the shipped ones), or tables that
            `burgundy.loader.load` gave; None for the shipped data.

    Raises:
        ValueError: there is no such tie-break.
        TypeError: an option has a value of another type.
        DataError: the data files are no game; every fault is listed.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __new__(
        cls,
        /,
        purchase_in_effect: bool = True,
        tie_break: str = "fewest_then_later",
        decline_effects: bool = True,
        data: str | os.PathLike[str] | burgundy.loader.Tables | None = None,
    ) -> Rules: ...
    def __reduce__(self, /) -> tuple[typing.Any, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    def board(self, /, number: typing.SupportsIndex) -> dict[str, tuple[str, int]]:
        """
        The printed spaces of a board: colour and number by the space's name.

        Raises:
            ValueError: the data have no board of that number.
        """
    @property
    def boards(self, /) -> list[int]:
        """
        The board numbers of the data, in its order.
        """
    @property
    def decline_effects(self, /) -> bool:
        """
        Whether the effects of R6.8 may be declined (R11.3).
        """
    @property
    def fingerprint(self, /) -> bytes:
        """
        Eight bytes that identify the data files (docs/formats.md, section 5).
        """
    @property
    def purchase_in_effect(self, /) -> bool:
        """
        Whether a purchase may come while a castle's action or a city hall waits (R11.1).
        """
    @property
    def tie_break(self, /) -> str:
        """
        How a tie is broken (R11.2).
        """

@final
class State:
    """
    A game at one node: a decision, a chance event or the end.

    Immutable, hashable and safe to share between threads. Equal situations under equal rules are equal and have equal
    hashes and keys, however they came about; a state holds what is public (R10) and nothing of the future. Make one by
    `State.new`, `State.from_snapshot` or `State.from_bytes`.
    """
    def __copy__(self, /) -> State: ...
    def __deepcopy__(self, /, _memo: Any) -> State: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __reduce__(self, /) -> tuple[typing.Any, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str:
        """
        The position as an SVG picture, for notebooks.
        """
    def action_to_string(self, /, action: typing.SupportsIndex) -> str:
        """
        The words of a legal action or an outcome (docs/formats.md, section 6); unique within a state.

        Raises:
            IllegalActionError: not legal here.
        """
    def chance_outcome(self, /, seed: typing.SupportsIndex) -> int:
        """
        The outcome that the chance event that is next has in the world `seed` (see `resolve_chance`).

        Raises:
            ValueError: no chance event is next, or `seed` is not from 0 to 2**64 - 1.
        """
    def chance_outcomes(self, /) -> list[tuple[int, float]]:
        """
        `(outcome, probability)` for each outcome of the chance event that is next, ascending; empty elsewhere.
        """
    def chance_weights(self, /) -> list[tuple[int, int]]:
        """
        `(outcome, weight)` with exact integer weights for each outcome of the chance event that is next; empty elsewhere.
        """
    def child(self, /, action: typing.SupportsIndex) -> State:
        """
        The state after an action, or after an outcome at a chance node; this state is unchanged.

        Raises:
            IllegalActionError: not legal here; the text names the action, the reason and the rule.
            TypeError: not an integer.
        """
    def current_player(self, /) -> int:
        """
        The seat to decide; -1 at a chance node, -4 when the game is over.
        """
    def evaluate_actions(
        self,
        /,
        n: typing.SupportsIndex,
        seed: typing.SupportsIndex,
        threads: typing.SupportsIndex = 1,
        policy: str = "uniform",
    ) -> burgundy.values.ActionValues:
        """
        `ActionValues` of all legal actions: what `n` random games after each of them gave, all in the same worlds.

        Equal to `child(a).playouts(n, seed)` for each legal `a`, summed up as mean, variance and win rate of each
        player. The same for any `threads`; the GIL is released, and Ctrl-C stops within a second.

        Args:
            n: how many after each action, 1 to 100,000,000.
            seed: 0 to 2**64 - 1.
            threads: 1 to 1024.
            policy: "uniform".

        Raises:
            ValueError, TypeError: there is no decision here, or an argument is out of range or of another type.
        """
    def expand(self, /, action: typing.SupportsIndex) -> list[tuple[float, State]]:
        """
        `(probability, state)` for each state after an action and the one chance event that follows it.

        If none follows, the one state after the action with probability 1.0. At a chance node it takes an outcome.

        Raises:
            IllegalActionError: not legal here.
            TypeError: not an integer.
        """
    def explain(self, /, action: typing.SupportsIndex | str) -> list[dict[str, typing.Any]]:
        """
        What an action or outcome does up to the next node, event by event, each with its rule.

        A list of dicts with `event` and `rule` first (docs/formats.md, section 8). The action is a code or words.

        Raises:
            IllegalActionError: not legal here.
        """
    @staticmethod
    def from_bytes(
        data: bytes, rules: Rules | collections.abc.Mapping[str, object] | None = None
    ) -> State:
        """
        The position that `to_bytes` wrote.

        Args:
            data: the bytes.
            rules: as in `State.new`; None for the shipped data with the options that the bytes name.

        Raises:
            SnapshotError: bytes of another version or other data, cut, changed or of no position.
            TypeError: not bytes.
        """
    @staticmethod
    def from_snapshot(
        snapshot: collections.abc.Mapping[str, typing.Any],
        rules: Rules | collections.abc.Mapping[str, object] | None = None,
    ) -> State:
        """
        The position that a snapshot describes; every key but `players` may be left out.

        Args:
            snapshot: a dict (docs/formats.md, section 4).
            rules: as in `State.new`; None for the shipped data with the options the snapshot names.

        Raises:
            SnapshotError: the snapshot has faults; every one found is listed.
        """
    @staticmethod
    def from_string(
        text: str, rules: Rules | collections.abc.Mapping[str, object] | None = None
    ) -> State:
        """
        The position of a string as `repr` shows it (docs/formats.md, section 12).

        Args:
            text: the string, or a whole `repr`.
            rules: as in `State.from_snapshot`.

        Raises:
            SnapshotError: the string has faults, or is of no position; every fault found is listed.
            TypeError: not a string.
        """
    def is_chance_node(self, /) -> bool:
        """
        Whether a chance event is next.
        """
    def is_terminal(self, /) -> bool:
        """
        Whether the game is over.
        """
    def key(self, /) -> int:
        """
        A 64-bit key of the situation, without history: equal for equal situations under equal rules, everywhere.
        """
    def legal_actions(self, /) -> list[int]:
        """
        The legal action codes, ascending; at a chance node the outcomes; empty when the game is over.
        """
    @staticmethod
    def new(
        players: typing.SupportsIndex,
        boards: collections.abc.Sequence[int] | str | None = None,
        start_castles: collections.abc.Sequence[str | None] | str | None = None,
        rules: Rules | collections.abc.Mapping[str, object] | None = None,
    ) -> State:
        """
        The first node of a game.

        Args:
            players: 2, 3 or 4 (R1.1).
            boards: a board number for each seat (R1.8), "random" to draw them as chance events, or None for board 1
                each (R1.7).
            start_castles: a dark-green space for each seat, or None in it to let that seat choose; "choose" to let all
                choose; None for the centre if all are on board 1 (R1.7), chosen in turn order otherwise (R1.8).
            rules: `Rules`, or a mapping of its options, or None for the rules of 2011.

        Raises:
            ValueError: an argument has a value that cannot be; the text says which and why.
            TypeError: an argument is of another type.
        """
    def num_players(self, /) -> int:
        """
        Number of players, 2 to 4.
        """
    def perft(self, /, depth: typing.SupportsIndex, chance: str = "stop") -> int:
        """
        Number of paths of `depth` plies from here; a finished game ends a path.

        Args:
            depth: 0 or more.
            chance: "stop" if a chance node ends a path, "all" if every outcome is a ply.

        Raises:
            ValueError: an argument has another value.
        """
    def playouts(
        self,
        /,
        n: typing.SupportsIndex,
        seed: typing.SupportsIndex,
        threads: typing.SupportsIndex = 1,
        policy: str = "uniform",
    ) -> numpy.typing.NDArray[numpy.int16]:
        """
        Final scores of `n` games played on by uniform random decisions: an int16 array of shape (n, players).

        Playout `i` meets a world of its own, drawn from `seed` and `i`; the result is the same for any `threads`. The
        GIL is released, and Ctrl-C stops within a second.

        Args:
            n: how many, 0 to 100,000,000.
            seed: 0 to 2**64 - 1.
            threads: 1 to 1024.
            policy: "uniform".

        Raises:
            ValueError, TypeError: an argument is out of range or of another type.
        """
    def ranking(self, /) -> list[int]:
        """
        Seats from first to last, without ties (R9.2); before the end, as if it ended now without final scoring.
        """
    def render(
        self,
        /,
        seat: int | None = None,
        colour: bool | str | None = None,
        width: int | str | None = None,
        actions: bool = False,
        charset: str = "auto",
        legend: bool = True,
    ) -> str:
        """
        The position as a text board.

        Args:
            seat: the one seat to show in full; None for all.
            colour: True or False; "auto" or None for what stdout can show (NO_COLOR is heeded).
            width: columns; "auto" or None for the terminal's (80 where there is none).
            actions: whether to mark and list the legal actions.
            charset: "ascii", "unicode", or "auto" for what stdout can show.
            legend: whether to say what the codes mean.
        """
    def resolve_chance(self, /, seed: typing.SupportsIndex) -> State:
        """
        The state at the next decision, or at the end, chance events coming out as in the world `seed`.

        A seed is a world: the same seed gives the same dice and draws whatever the players do (docs/formats.md,
        section 3). A state at which no chance event is next comes back as it is.

        Raises:
            ValueError: `seed` is not from 0 to 2**64 - 1.
        """
    def returns(self, /) -> list[float]:
        """
        1.0 for the winner and -1/(players - 1) for the others; 0.0 for all before the end.
        """
    @property
    def rules(self, /) -> Rules:
        """
        The rules the game is played by.
        """
    def sample_action(self, /, seed: typing.SupportsIndex) -> int:
        """
        A legal action, uniform over seeds; the same for the same situation and seed.

        Raises:
            ValueError: there is no decision here, or `seed` is not from 0 to 2**64 - 1.
        """
    def score_breakdown(self, /) -> list[dict[str, int]]:
        """
        Where each seat's VP came from: a dict a seat that sums to its score (R9.1).

        Keys: `in_play`, then the parts of the final scoring: `goods`, `silver`, `workers`, `k15` to `k26`, 0 before the
        end. `Game.score_breakdown` also tells apart what was scored in play.
        """
    def scores(self, /) -> list[int]:
        """
        VP of each seat; the final scoring is in them once the game is over (R9.1).
        """
    def snapshot(self, /) -> dict[str, typing.Any]:
        """
        The position as plain data that JSON can hold, complete at every node (docs/formats.md, section 4).
        """
    def string_to_action(self, /, words: str) -> int:
        """
        The code of the legal action, or the outcome, that these words name.

        Raises:
            IllegalActionError: not in the notation, or not legal here; the text says why.
            TypeError: not a string.
        """
    def to_bytes(self, /) -> bytes:
        """
        The position as bytes (docs/formats.md, section 5).
        """
    def why_illegal(self, /, action: typing.SupportsIndex | str) -> str | None:
        """
        Why an action or outcome, a code or words, is not possible here, with the rule; None if it is.
        """

def _restore(data: bytes, rules: Rules | None = None) -> State:
    """
    The state of a pickle.
    """

def build_info() -> dict[str, str]:
    """
    How the engine was built: version, profile, target, processor features, bytes of a state.
    """

def simulate(
    state: State,
    first: typing.SupportsIndex,
    count: typing.SupportsIndex,
    seed: typing.SupportsIndex,
    threads: typing.SupportsIndex = 1,
) -> dict[str, typing.Any]:
    """
    Sums over games `first` to `first + count - 1` of a series of uniform random games from `state`.

    Game `i` is playout `i` of `state.playouts(n, seed)`, so that results do not depend on how a series is cut
    or on `threads`. Keys: `scores` (int16, (count, players)), `winners` (int64, (players,)), `decisions`,
    `choices` (legal actions summed over decisions), `filled` (int64, (players,)) and `points` (VP by source,
    int64, (players,)).
    """
