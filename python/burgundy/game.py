"""A game in progress: a state and how it came about."""

from collections.abc import Iterable, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, Self, SupportsIndex

from burgundy.wording import counted

if TYPE_CHECKING:
    from burgundy._core import Rules, State
    from burgundy.records import Record

SOURCES = (
    "in_play",
    *("goods", "animals", "watchtower", "region", "phase", "bonus"),
    *("final_goods", "final_silver", "final_workers"),
    *(f"k{number}" for number in range(15, 27)),
)
"""Where VP come from; `in_play` is what a position had that the game began from."""


class Step(NamedTuple):
    """One decision or chance outcome of a game."""

    state: "State"
    """The state before."""
    action: int
    """The action's code, or the outcome."""
    words: str
    """The same in words."""
    is_chance: bool
    """Whether it was an outcome."""


class Game:
    """A state with its history.

    With a seed the game is played in that world: chance resolves itself after each step. Without one,
    outcomes are played like actions, as at a real table.
    """

    def __init__(
        self,
        players: int = 2,
        boards: "Sequence[int] | str | None" = None,
        start_castles: Sequence[str] | None = None,
        rules: "Rules | None" = None,
        seed: int | None = None,
        state: "State | None" = None,
    ) -> None:
        """A new game, or one that goes on from `state`.

        The arguments are those of `State.new`; with `state` only `seed` may be given beside it.
        Raises `ValueError` for what cannot be set up (R1).
        """
        if state is None:
            from burgundy._core import State

            state = State.new(players, boards=boards, start_castles=start_castles, rules=rules)
        elif (players, boards, start_castles, rules) != (2, None, None, None):
            raise ValueError(
                "state: it has its own players, boards, start castles and rules; give either"
            )
        self._begin(state, seed)

    @classmethod
    def from_state(cls, state: Any, seed: int | None = None) -> Self:
        """A game that goes on from a state of either engine."""
        game = cls.__new__(cls)
        game._begin(state, seed)
        return game

    def _begin(self, state: "State", seed: int | None) -> None:
        if seed is not None and not 0 <= (seed := index(seed)) < 2**64:
            raise ValueError(f"seed: {seed}, expected an integer from 0 to 2**64 - 1")
        self._seed = seed
        self._start = self._state = state
        self._history: list[Step] = []
        self._resolve_chance()

    @classmethod
    def from_record(
        cls, record: "Record", state_class: Any = None, data: str | None = None
    ) -> Self:
        """The game that a record holds, to be gone on with; in its world, if it has a seed.

        Raises `RecordError` for a record that is no game.
        """
        replayed = record.replay(state_class, data=data)
        game = cls.from_state(replayed.start)
        game._history, game._state, game._seed = replayed._history, replayed._state, record.seed
        game._resolve_chance()
        return game

    @property
    def state(self) -> "State":
        """The state now."""
        return self._state

    @property
    def start(self) -> "State":
        """The state that the game began from."""
        return self._start

    @property
    def history(self) -> tuple[Step, ...]:
        """The steps so far, from first to last."""
        return tuple(self._history)

    @property
    def seed(self) -> int | None:
        """The world that the game is played in; None if outcomes are played by hand."""
        return self._seed

    @property
    def is_over(self) -> bool:
        """Whether the game has ended (R9)."""
        return self._state.is_terminal()

    def legal_words(self) -> list[str]:
        """What can be played now in words; at a chance node the outcomes."""
        state = self._state
        return [state.action_to_string(action) for action in state.legal_actions()]

    def play(self, action: SupportsIndex | str) -> "State":
        """The state after an action or outcome, given as a code or in words.

        Raises `IllegalActionError` with the reason and its rule for one that is not legal; the game is
        unchanged then.
        """
        self._step(self._state.string_to_action(action) if isinstance(action, str) else action)
        self._resolve_chance()
        return self._state

    def undo(self) -> "State":
        """The state before the last decision.

        Takes back that decision and the chance outcomes that followed it. Raises `ValueError` if no decision
        has been made.
        """
        for at in reversed(range(len(self._history))):
            step = self._history[at]
            if not step.is_chance:
                del self._history[at:]
                self._state = step.state
                return self._state
        raise ValueError("undo: no decision has been made")

    def score_breakdown(self) -> list[dict[str, int]]:
        """The VP of each seat by their source; each dict sums to the seat's score (R8, R9.1).

        Unlike the state, which does not know how its VP came about, the game tells all sources
        (`game.SOURCES`) apart; `in_play` is what the position had that the game began from.
        """
        points = [dict.fromkeys(SOURCES, 0) for _ in range(self._start.num_players())]
        for seat, parts in enumerate(self._start.score_breakdown()):
            for part, vp in parts.items():
                points[seat][part] += vp
        for step in self._history:
            for event in step.state.explain(step.action):
                if event["event"] == "vp":
                    points[event["seat"]][event["source"]] += event["vp"]
        return points

    def record(
        self,
        names: Iterable[str] | None = None,
        search: Iterable[Mapping[str, Any]] = (),
        info: Mapping[str, Any] | None = None,
    ) -> "Record":
        """The game written down as far as it was played (docs/formats.md, section 12).

        `names` are who played, by seat; `search` is what searches said, as dicts with `step`, and `info`
        anything else that JSON can hold.
        """
        from burgundy import records

        return records.of_game(self, names, search, info)

    def _repr_svg_(self) -> str:
        """The position with the last decision highlighted, for notebooks."""
        from burgundy.render import svg

        decided = [step for step in self._history if not step.is_chance]
        return svg(self._state, last=decided[-1] if decided else None)

    def __repr__(self) -> str:
        chance = "chance by hand" if self._seed is None else f"seed {self._seed}"
        return f"<Game, {counted(len(self._history), 'step')}, {chance}, at {self._state!r}>"

    def _step(self, action: SupportsIndex) -> None:
        before = self._state
        # Asked once, so that what is played is what is kept; a bool is for the state to refuse.
        code = action if isinstance(action, bool) else index(action)
        after = before.child(code)
        words = before.action_to_string(code)
        self._history.append(Step(before, code, words, before.is_chance_node()))
        self._state = after

    def _resolve_chance(self) -> None:
        if self._seed is not None:
            while self._state.is_chance_node():
                self._step(self._state.chance_outcome(self._seed))
