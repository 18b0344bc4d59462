"""Random games that remember their words, so that a failure prints a record that replays."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from engines import Engine
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import play

POLICIES = ["uniform", "busy", "placing"]
TIE_BREAKS = ["fewest_then_later", "most_then_later", "fewest_then_earlier"]


@dataclass
class Game:
    """A game of random decisions and draws; `words` are those so far."""

    players: int = 2
    boards: list[int] | str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    policy: str = "uniform"
    words: list[str] = field(default_factory=list)

    def start(self, engine: Engine) -> Any:
        """The first node of the game."""
        rules = engine.Rules(**self.options)
        return engine.State.new(self.players, boards=self.boards, rules=rules)

    def nodes(self, engine: Engine, state: Any = None) -> Iterator[Any]:
        """Every node from the start (or from `state`) to the end, chance nodes included."""
        rng = random.Random(self.seed)
        self.words.clear()
        state = self.start(engine) if state is None else state
        while True:
            yield state
            if state.is_terminal():
                return
            action = self.choose(state, rng)
            self.words.append(state.action_to_string(action))
            state = state.child(action)

    def choose(self, state: Any, rng: random.Random) -> int:
        """An outcome by weight, or an action by the policy."""
        legal = list(state.legal_actions())
        if state.is_chance_node():
            weights = dict(state.chance_weights())
            return int(rng.choices(legal, [weights[outcome] for outcome in legal])[0])
        if self.policy != "uniform" and rng.random() < 0.9:
            liked = [a for a in legal if _is_liked(self.policy, state.action_to_string(a))]
            legal = liked or legal
        return int(rng.choice(legal))

    def replay(self, engine: Engine, state: Any = None) -> Any:
        """The state after the words so far."""
        return play(self.start(engine) if state is None else state, *self.words)

    @contextmanager
    def told(self) -> Iterator[None]:
        """Adds the record to whatever fails inside."""
        try:
            yield
        except Exception as failure:
            failure.add_note(f"replay with: games.{self!r}.replay(engine)")
            raise


def _is_liked(policy: str, word: str) -> bool:
    if policy == "placing":
        return " on " in word
    return not word.endswith("workers") and word not in ("decline", "end")


def board_lists(players: int) -> st.SearchStrategy[list[int]]:
    """Boards for the seats, as R1.8 allows them."""
    return st.lists(st.integers(1, 9), min_size=players, max_size=players).filter(
        lambda boards: all(board == 1 or boards.count(board) == 1 for board in boards)
    )


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Games of every number of players, set-up, option and policy."""
    players = draw(st.integers(2, 4))
    return Game(
        players=players,
        boards=draw(st.none() | st.just("random") | board_lists(players)),
        options={
            "purchase_in_effect": draw(st.booleans()),
            "decline_effects": draw(st.booleans()),
            "tie_break": draw(st.sampled_from(TIE_BREAKS)),
        },
        seed=draw(st.integers(0, 2**64 - 1)),
        policy=draw(st.sampled_from(POLICIES)),
    )


def hold_over_games(engine: Engine, law: Callable[[Game], None], share: int = 1) -> None:
    """Runs the law over random games; the slow engine gets one in `share` of the profile's examples."""
    examples = settings().max_examples
    if engine.name == "reference":
        examples = max(2, examples // share)

    @settings(max_examples=examples)
    @given(games())
    def hold(game: Game) -> None:
        with game.told():
            law(game)

    hold()
