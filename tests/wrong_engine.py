"""The engine with one mistake each, for tests that must find it."""

from __future__ import annotations

from typing import Any

import burgundy


class State:
    """The engine's state, whose `child` is put wrong by `mistake`."""

    def __init__(self, state: Any) -> None:
        self.right = state

    @classmethod
    def new(cls, *given: Any, **named: Any) -> Any:
        return cls(burgundy.State.new(*given, **named))

    @classmethod
    def from_snapshot(cls, snapshot: Any) -> Any:
        return cls(burgundy.State.from_snapshot(snapshot))

    @classmethod
    def from_bytes(cls, packed: bytes) -> Any:
        return cls(burgundy.State.from_bytes(packed))

    def mistake(self, words: str, after: dict[str, Any]) -> None:
        """Changes the snapshot after an action."""

    def child(self, action: int) -> Any:
        after = self.right.child(action)
        seat = self.right.current_player()
        if seat >= 0 and not after.is_terminal():
            snapshot = after.snapshot()
            self.mistake(self.right.action_to_string(action), snapshot)
            after = burgundy.State.from_snapshot(snapshot)
        return type(self)(after)

    def resolve_chance(self, seed: int) -> Any:
        return type(self)(self.right.resolve_chance(seed))

    def expand(self, action: int) -> Any:
        return [(chance, type(self)(state)) for chance, state in self.right.expand(action)]


def _hand_on(member: str) -> Any:
    def call(self: Any, *given: Any, **named: Any) -> Any:
        return getattr(self.right, member)(*given, **named)

    return call


HANDED_ON = """num_players current_player is_terminal is_chance_node legal_actions chance_weights
    action_to_string string_to_action snapshot scores ranking returns score_breakdown explain why_illegal
    key to_bytes chance_outcomes chance_outcome sample_action playouts""".split()
for _member in HANDED_ON:
    setattr(State, _member, _hand_on(_member))


class Misprices(State):
    """A sale of type 4 brings a silver too many."""

    def mistake(self, words: str, after: dict[str, Any]) -> None:
        if words.endswith("sell 4"):
            for seat in after["seats"]:
                seat["silver"] += 1


class Forbids(State):
    """The last workers cannot be taken."""

    def legal_actions(self) -> Any:
        legal = self.right.legal_actions()
        return [a for a in legal if a != 424]


class Cites(State):
    """Another rule is cited for a take."""

    def explain(self, action: int) -> Any:
        events = self.right.explain(action)
        return [e | {"rule": "R5.2"} if e["event"] == "take" else e for e in events]


class Refuses(State):
    """Refusals cite no rule."""

    def child(self, action: int) -> Any:
        try:
            return super().child(action)
        except burgundy.IllegalActionError as error:
            raise burgundy.IllegalActionError(error.action, error.reason, "R1.1") from None


class Forgets(State):
    """A world that comes out otherwise."""

    def resolve_chance(self, seed: int) -> Any:
        return type(self)(self.right.resolve_chance(seed ^ 1))


class Falls(State):
    """Errors of another kind in the middle of a game."""

    def mistake(self, words: str, after: dict[str, Any]) -> None:
        if words.startswith("buy"):
            raise RuntimeError("a fault in the engine")


class Lacks:
    """No engine."""
