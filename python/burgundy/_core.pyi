# Made by scripts/stub.py from the Rust code; one file, as the library that it describes is one.

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
    "OBSERVATION_VERSION",
    "RULES_VERSION",
    "SNAPSHOT_VERSION",
    "STATE_VERSION",
    "WORLD_VERSION",
    "Batch",
    "Rules",
    "State",
    "Tree",
    "_restore",
    "_restore_batch",
    "action_table",
    "build_info",
    "observation_blocks",
    "policy_action",
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

OBSERVATION_VERSION: Final[int]
"""
Version of the features of an observation.
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
class Batch:
    """
    `n` games of the same kind, stepped at once over numpy arrays that are the caller's.

    Chance is resolved at once, so that each game is at a decision or at its end. Game `i` is played in the world
    `w = mix(mix(seed ^ 0x706C61796F757473) + (i + n * e + 1) * G)` where `e` counts the games played in its place: as
    `State.playouts` does, so that `step_random` up to the end gives its scores. The same for any number of threads.

    What a call writes is chosen by `out`, a dict of arrays by name; `new_arrays` makes them, other arrays of the same
    type and shape do as well. What a call reads is read first, and may lie in them: `reset(out["terminated"], out=out)`.
    `P` is the number of players.

    | name | type, shape | what |
    |---|---|---|
    | `masks` | bool, (n, 512) | the legal actions |
    | `observations` | float32, (n, size) | seen from `observer`, or from the seat to act (at the end the last one) |
    | `indptr`, `indices` | int64, (n + 1,); int16, (n * 512,) | the legal codes of game `i` are `indices[indptr[i]:indptr[i + 1]]` |
    | `current_player` | int8, (n,) | the seat to decide; -4 when the game is over |
    | `rewards` | float32, (n, P) | `returns()` of a game that ended in this call, else 0 |
    | `terminated` | bool, (n,) | whether the game ended in this call or is over |
    | `scores` | int16, (n, P) | VP now |
    | `final_scores` | int16, (n, P) | of the last game that ended in this place, -1 before |
    | `final_observations` | float32, (n, size) | rows of games that ended in this call; others are left as they are |

    Args:
        n: 1 to 16,777,216.
        players, boards, start_castles, rules: as in `State.new`.
        seed: 0 to 2**64 - 1.
        threads: 1 to 1024, at most one for 256 games.
        auto_reset: whether a game that ends makes place for the next one at once, in the same call.
        observer: the seat that observations are seen from; None for the seat to act.

    Raises:
        ValueError, TypeError: an argument is out of range or of another type.
        MemoryError: there is no room for so many games.
    """
    def __copy__(self, /) -> Batch: ...
    def __deepcopy__(self, /, _memo: Any) -> Batch: ...
    def __len__(self, /) -> int: ...
    def __new__(
        cls,
        /,
        n: typing.SupportsIndex,
        players: typing.SupportsIndex = 2,
        seed: typing.SupportsIndex = 0,
        boards: collections.abc.Sequence[int] | str | None = None,
        threads: typing.SupportsIndex = 1,
        auto_reset: bool = False,
        rules: Rules | collections.abc.Mapping[str, object] | None = None,
        *,
        start_castles: collections.abc.Sequence[str | None] | str | None = None,
        observer: typing.SupportsIndex | None = None,
    ) -> Batch: ...
    def __reduce__(self, /) -> tuple[typing.Any, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def auto_reset(self, /) -> bool:
        """
        Whether a game that ends makes place for the next one.
        """
    def load(self, /, data: bytes) -> None:
        """
        Puts all games where `save` found them; with `auto_reset` a game that is over makes place for the next one.

        Raises:
            SnapshotError: bytes of another version, size or data, cut or changed; nothing has changed.
            TypeError: not bytes.
        """
    @property
    def n(self, /) -> int:
        """
        Number of games.
        """
    def new_arrays(self, /, *names: str) -> dict[str, numpy.typing.NDArray[typing.Any]]:
        """
        Arrays to write into, by name: those asked for, or all but `final_observations`. They are the caller's.

        Raises:
            ValueError: no array has this name.
            MemoryError: there is no room for them.
        """
    @property
    def observation_size(self, /) -> int:
        """
        Number of features of an observation.
        """
    def observe(self, /, out: dict[str, numpy.typing.NDArray[typing.Any]]) -> None:
        """
        Writes where the games are now into `out`; no game goes on.

        Raises:
            ValueError, TypeError: an array does not fit; nothing is written.
        """
    @property
    def observer(self, /) -> int | None:
        """
        The seat that observations are seen from; None for the seat to act.
        """
    @property
    def players(self, /) -> int:
        """
        Number of players.
        """
    def reset(
        self,
        /,
        games: numpy.typing.ArrayLike | None = None,
        seed: typing.SupportsIndex | None = None,
        out: dict[str, numpy.typing.NDArray[typing.Any]] | None = None,
    ) -> None:
        """
        Begins games anew: the next ones of their series, or with a seed the first ones of its series.

        Args:
            games: which games, as a bool array of shape (n,) or numbers of games; None for all.
            seed: 0 to 2**64 - 1, or None.
            out: arrays to write into.

        Raises:
            ValueError, TypeError: an argument does not fit; nothing has changed.
        """
    @property
    def rules(self, /) -> Rules:
        """
        The rules the games are played by.
        """
    def save(self, /) -> bytes:
        """
        All games as bytes, for `load` of a batch of the same size, players and rules (docs/formats.md, section 11).
        """
    def set_state(self, /, game: typing.SupportsIndex, state: State) -> None:
        """
        Puts a game at a state; chance goes on in the game's own world.

        Raises:
            IndexError: no game has this number.
            ValueError: a state of other rules or with another number of players, or with `auto_reset` one that is over.
            TypeError: not a state.
        """
    def state(self, /, game: typing.SupportsIndex) -> State:
        """
        The state of a game.

        Raises:
            IndexError: no game has this number.
        """
    def states(self, /) -> list[State]:
        """
        The states of all games.
        """
    def step(
        self,
        /,
        actions: numpy.typing.ArrayLike,
        out: dict[str, numpy.typing.NDArray[typing.Any]] | None = None,
    ) -> int:
        """
        Plays one action in each game; gives how many games ended by it.

        Args:
            actions: integers of shape (n,): codes, or -1 for a game that is to wait.
            out: arrays to write into.

        Raises:
            IllegalActionError: an action is not legal; the text names the game, the reason and the rule, `game` is the
                game's number. All actions are checked first: no game has gone on and nothing is written.
            ValueError, TypeError: an array does not fit; nothing has changed.
        """
    def step_random(
        self,
        /,
        out: dict[str, numpy.typing.NDArray[typing.Any]] | None = None,
        games: numpy.typing.ArrayLike | None = None,
        *,
        steps: typing.SupportsIndex = 1,
    ) -> int:
        """
        Plays uniform random actions in each game that is not over; gives how many games ended by them.

        Decision number `j` of a game in the world `w` is the one of `State.playouts`, however the decisions before were
        made. Several steps are as many calls of one step, but for a game that ends: it takes no more of them, and with
        `auto_reset` the next one begins and waits for the next call. Arrays are written at the end of the call.

        Ctrl-C stops a call of several steps between two games: each has taken all of its steps or none, and arrays are
        written in part; `observe` tells where the games are.

        Args:
            out: arrays to write into.
            games: which games, as a bool array of shape (n,) or numbers of games; None for all. The others wait.
            steps: actions in each game, 1 to 2**32 - 1. Games are played one after another, which is quicker than a call
                for each step.

        Raises:
            ValueError, TypeError: an argument does not fit; nothing has changed.
        """
    @property
    def threads(self, /) -> int:
        """
        Number of threads that a call may use.
        """
    def worlds(self, /) -> numpy.typing.NDArray[numpy.uint64]:
        """
        The world in which each game is played, for `State.resolve_chance`: a fresh uint64 array of shape (n,).
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
    def __new__(cls, /, *_args: typing.Any, **_kwargs: typing.Any) -> State:
        """
        Always raises, since a call of the class does not say what kind of state is meant.

        Raises:
            TypeError: the text names what makes states.
        """
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
    def copy(self, /) -> State:
        """
        The state itself, since it never changes; for code that copies what it searches from.
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
        `ActionValues` of all legal actions: what `n` games by a policy after each of them gave, all in the same worlds.

        Equal to `child(a).playouts(n, seed)` for each legal `a`, summed up as mean, variance and win rate of each
        player. The same for any `threads`; the GIL is released, and Ctrl-C stops within a second.

        Args:
            n: how many after each action, 1 to 100,000,000.
            seed: 0 to 2**64 - 1.
            threads: 1 to 1024.
            policy: "uniform", "light" or "greedy" (docs/players.md).

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
        The position of a string as `repr` shows it (docs/formats.md, section 13).

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
    def legal_actions_mask(
        self, /, out: numpy.typing.NDArray[numpy.bool_] | None = None
    ) -> numpy.typing.NDArray[numpy.bool_]:
        """
        Which of the 512 actions are legal: a fresh bool array of shape (512,), or `out`, filled.

        All False where there is no decision: at a chance node and at the end.

        Args:
            out: a C-contiguous bool array of shape (512,) to write into, or None.

        Raises:
            TypeError: `out` is no array of bool.
            ValueError: `out` has another shape, is not contiguous or read-only.
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
    def observation(
        self, /, player: typing.SupportsIndex | None = None
    ) -> numpy.typing.NDArray[numpy.float32]:
        """
        The position as features: a fresh float32 array of shape (size,); `burgundy.OBSERVATION_SPEC` says what they are.

        All that is public is in it and nothing else (R10). It is seen from a seat, whose own features come first, then
        those of the others clockwise.

        Args:
            player: the seat; None for the one to act, at the end the last one.

        Raises:
            ValueError, TypeError: there is no such seat.
        """
    def observation_into(
        self,
        /,
        out: numpy.typing.NDArray[numpy.float32],
        player: typing.SupportsIndex | None = None,
    ) -> None:
        """
        Writes the features of `observation` into `out`.

        Args:
            out: a C-contiguous float32 array of shape (size,).
            player: as in `observation`.

        Raises:
            TypeError: `out` is no array of float32.
            ValueError: `out` has another shape, is not contiguous or read-only, or there is no such seat.
        """
    def perft(self, /, depth: typing.SupportsIndex, chance: str = "stop") -> int:
        """
        Number of paths of `depth` plies from here; a path that ends sooner, with the game, counts once.

        Args:
            depth: 0 to 10,000.
            chance: "stop" if a chance node ends a path too, "all" if every outcome is a ply.

        Raises:
            ValueError, TypeError: an argument has another value, or one of another type.
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
        Final scores of `n` games played on by a policy, uniform random decisions by default: an int16 array of shape (n, players).

        Playout `i` meets a world of its own, drawn from `seed` and `i`; the result is the same for any `threads`. The
        GIL is released, and Ctrl-C stops within a second.

        Args:
            n: how many, 0 to 100,000,000.
            seed: 0 to 2**64 - 1.
            threads: 1 to 1024.
            policy: "uniform", "light" or "greedy" (docs/players.md).

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

        Keys: `in_play`, then the parts of the final scoring: `final_goods`, `final_silver`, `final_workers`, `k15` to `k26`, 0 before the
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

@final
class Tree:
    """
    A tree search with its settings, and what it keeps from one position to the next.
    """
    def __new__(
        cls,
        /,
        *,
        seed: typing.SupportsIndex,
        threads: typing.SupportsIndex,
        playout: str,
        prior: str | None,
        objective: tuple[float, float, float],
        exploration: float,
        widening: float,
        max_nodes: typing.SupportsIndex,
        root_noise: tuple[float, float] | None,
        evaluate: collections.abc.Callable[..., typing.Any] | None,
        evaluate_batch: collections.abc.Callable[..., typing.Any] | None,
        batch: typing.SupportsIndex,
    ) -> Tree:
        """
        A search that knows no position yet; `burgundy.Search` says what the settings mean.

        Raises:
            ValueError, TypeError: an argument is out of range or of another type, or two of them cannot be together.
        """
    def clear(self, /) -> None:
        """
        Forgets all positions.

        Raises:
            RuntimeError: the search is in use.
        """
    def search(
        self, /, state: State, simulations: typing.SupportsIndex | None, seconds: float | None
    ) -> dict[str, typing.Any]:
        """
        What a search from `state` finds, as a dict with the fields of `burgundy.SearchResult`.

        Args:
            state: a state at a decision.
            simulations: how many at most, 1 to 10**12; None for no such end.
            seconds: how long, above 0 and at most a year; None for no such end. One of the two must be given.

        Raises:
            ValueError, TypeError: there is no decision at `state`, or an argument is out of range or of another type.
            RuntimeError: the search is in use, by another thread or by the call that its own callable is in.
        """

def _restore(data: bytes, rules: Rules | None = None) -> State:
    """
    The state of a pickle.
    """

def _restore_batch(arguments: dict[str, typing.Any], data: bytes) -> Any:
    """
    The batch of a pickle.
    """

def action_table() -> list[tuple[str, int, int, int, int, int, int]]:
    """
    What each action code stands for: kind, die, depot, slot, storage place, space and goods type, -1 for what it
    does not have.
    """

def build_info() -> dict[str, str]:
    """
    How the engine was built and what it runs on: version, profile, target, processor features that the build takes
    for granted, the kind of processor whose hot loops are taken (docs/performance.md), bytes of a state.
    """

def observation_blocks(players: int) -> list[tuple[str, int, list[int], list[str], str, str]]:
    """
    What an observation is made of with 2, 3 or 4 players: name, start, shape, labels, meaning and scale of each block.
    """

def policy_action(state: State, policy: str, seed: typing.SupportsIndex) -> int:
    """
    The action that a policy chooses at a decision: the same for equal states and seeds.

    Args:
        state: a state at a decision.
        policy: "uniform", "light" or "greedy" (docs/players.md).
        seed: 0 to 2**64 - 1.

    Raises:
        ValueError, TypeError: there is no decision here, or an argument is out of range or of another type.
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
