"""`burgundy.Game`: history, undo, worlds outcome by outcome, and where the VP came from."""

import pickle
import random
from typing import Any

import numpy as np
import pytest
from engines import Engine
from positions import seat

from burgundy.game import SOURCES, Game

SET_UPS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 2, "boards": "random"},
    {"players": 3, "boards": [4, 1, 9]},
    {"players": 4, "boards": "random"},
]


def begin(engine: Engine, seed: int | None = None, **set_up: Any) -> Game:
    return Game.from_state(engine.State.new(**{"players": 2, **set_up}), seed=seed)


def play_on(game: Game, steps: int, seed: int = 0) -> None:
    """So many random actions or outcomes, or up to the end."""
    rng = random.Random(seed)
    for _ in range(steps):
        if game.is_over:
            return
        game.play(rng.choice(game.state.legal_actions()))


@pytest.mark.parametrize("set_up", SET_UPS, ids=str)
def test_a_world_is_the_same_outcome_by_outcome(engine: Engine, set_up: dict[str, Any]) -> None:
    rng = random.Random(str(set_up))
    for seed in (0, 7, 2**64 - 1):
        state = engine.State.new(**set_up)
        outcomes = 0
        while not state.is_terminal():
            resolved = state.resolve_chance(seed)
            while state.is_chance_node():
                state = state.child(state.chance_outcome(seed))
                outcomes += 1
            assert state == resolved
            if not state.is_terminal():
                state = state.child(rng.choice(state.legal_actions()))
        assert outcomes > 25 * (set_up["players"] + 1)


@pytest.mark.parametrize("set_up", SET_UPS, ids=str)
def test_the_points_by_source_sum_to_the_scores_at_every_step(
    engine: Engine, set_up: dict[str, Any]
) -> None:
    game = begin(engine, seed=3, **set_up)
    assert not any(any(points.values()) for points in game.score_breakdown())
    while not game.is_over:
        play_on(game, 40, seed=len(game.history))
        points = game.score_breakdown()
        assert [sum(seat.values()) for seat in points] == list(game.state.scores())
        assert all(tuple(seat) == SOURCES for seat in points)
    final = game.state.score_breakdown()
    for mine, its in zip(points, final, strict=True):
        assert mine["in_play"] == 0
        assert mine["final_workers"] == its["final_workers"]
        assert mine["k15"] == its["k15"]


def test_points_that_a_position_had_are_kept_apart(engine: Engine) -> None:
    state = engine.at(
        seats=[seat(estate={"c3": "bank"}, storage=["watchtower"], vp=30, dice=[3, 3]), seat(vp=8)]
    )
    game = Game.from_state(state)
    game.play("3: place watchtower on e4")
    assert [points["in_play"] for points in game.score_breakdown()] == [30, 8]
    assert game.score_breakdown()[0]["watchtower"] == 4
    assert sum(game.score_breakdown()[0].values()) == game.state.scores()[0] == 34


def test_a_game_that_is_over_already_has_its_final_scoring(engine: Engine) -> None:
    game = begin(engine, seed=1)
    play_on(game, 10_000)
    again = Game.from_state(game.state)
    assert again.is_over
    points = again.score_breakdown()
    assert [sum(seat.values()) for seat in points] == list(game.state.scores())
    last = game.history[-1].state
    assert [seat["in_play"] for seat in points] >= list(last.scores())
    assert [seat["final_silver"] for seat in points] == [
        seat["final_silver"] for seat in game.state.score_breakdown()
    ]


def test_history_tells_every_decision_and_outcome(engine: Engine) -> None:
    game = begin(engine, seed=11)
    play_on(game, 60)
    history = game.history
    assert history[0].state == engine.State.new(2)
    assert history[0].words.startswith("start player ")
    for step, following in zip(history, [*history[1:], None], strict=True):
        after = step.state.child(step.action)
        assert after == (following.state if following else game.state)
        assert step.words == step.state.action_to_string(step.action)
        assert step.is_chance == step.state.is_chance_node()
    assert sum(not step.is_chance for step in history) == 60

    by_hand = begin(engine)
    for step in history:
        assert step.words in by_hand.legal_words()
        by_hand.play(step.words)
    assert by_hand.state == game.state
    assert by_hand.history == history


def test_undo_takes_back_a_decision_and_the_chance_that_followed(engine: Engine) -> None:
    game = begin(engine, seed=5)
    seen = [game.state]
    for seed in range(80):
        play_on(game, 1, seed)
        seen.append(game.state)
    for state in reversed(seen[:-1]):
        assert game.undo() == state == game.state
    with pytest.raises(ValueError, match="undo: no decision has been made"):
        game.undo()
    assert game.state == seen[0]
    assert all(step.is_chance for step in game.history)
    # After an undo the world goes on as before.
    for seed, state in enumerate(seen[1:]):
        play_on(game, 1, seed)
        assert game.state == state


def test_undo_without_a_seed_drops_the_outcomes_after_the_decision(engine: Engine) -> None:
    game = begin(engine)
    while game.state.is_chance_node():
        game.play(game.legal_words()[0])
    at_decision, steps = game.state, len(game.history)
    while not game.state.is_chance_node():
        game.play(game.legal_words()[-1])
        turn = [step for step in game.history[steps:] if not step.is_chance]
    game.play(game.legal_words()[0])
    for _ in turn:
        game.undo()
    assert game.state == at_decision
    assert len(game.history) == steps
    with pytest.raises(ValueError, match="undo"):
        begin(engine).undo()


def test_an_illegal_action_leaves_the_game_as_it_was(engine: Engine) -> None:
    game = begin(engine, seed=2)
    play_on(game, 20)
    state, history = game.state, game.history
    for action in (510, -1, 512, 2**40, "end turn", "3: dance", ""):
        with pytest.raises(engine.IllegalActionError):
            game.play(action)
    for nothing in (None, 1.0, True, b"end", [1]):
        with pytest.raises(TypeError):
            game.play(nothing)  # type: ignore[arg-type]
    assert game.state == state
    assert game.history == history


def test_actions_are_codes_or_words(engine: Engine) -> None:
    games = [begin(engine, seed=9) for _ in range(3)]
    for _ in range(30):
        action = games[0].state.legal_actions()[-1]
        games[0].play(action)
        games[1].play(games[1].state.action_to_string(action))
        games[2].play(np.int64(action))
    assert games[0].history == games[1].history == games[2].history
    assert all(type(step.action) is int for step in games[2].history)


def test_nothing_can_be_played_after_the_end(engine: Engine) -> None:
    game = begin(engine, seed=4)
    play_on(game, 10_000)
    assert game.is_over
    assert game.legal_words() == []
    with pytest.raises(engine.IllegalActionError, match=r"R9\.2"):
        game.play(0)
    game.undo()
    assert not game.is_over


def test_a_game_is_set_up_like_a_state() -> None:
    import burgundy

    game = burgundy.Game(3, boards=[2, 1, 1], start_castles=["a4", "d4", "d4"], seed=6)
    assert game.seed == 6
    state = burgundy.State.new(3, boards=[2, 1, 1], start_castles=["a4", "d4", "d4"])
    assert game.history[0].state == state
    assert game.state == state.resolve_chance(6)
    by_hand = burgundy.Game()
    assert by_hand.seed is None
    assert by_hand.state == burgundy.State.new(2)
    assert by_hand.history == ()
    assert burgundy.Game(state=game.state).state == game.state
    assert burgundy.Game(state=state, seed=6).state == game.state


def test_what_cannot_be_set_up_says_why() -> None:
    import burgundy

    state = burgundy.State.new(2)
    for arguments in ({"players": 3}, {"boards": [1, 1]}, {"start_castles": ["d4", "d4"]}):
        with pytest.raises(ValueError, match="state: it has its own"):
            burgundy.Game(state=state, **arguments)
    with pytest.raises(ValueError, match="seed: -1, expected"):
        burgundy.Game(seed=-1)
    with pytest.raises(ValueError, match="seed: 18446744073709551616, expected"):
        burgundy.Game(seed=2**64)
    with pytest.raises(TypeError):
        burgundy.Game(seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"R1\.1"):
        burgundy.Game(players=5)


def test_games_do_not_meddle_with_each_other(engine: Engine) -> None:
    apart = [begin(engine, seed=seed) for seed in (1, 2)]
    for game in apart:
        play_on(game, 50)
    mixed = [begin(engine, seed=seed) for seed in (1, 2)]
    rngs = [random.Random(0), random.Random(0)]
    for _ in range(50):
        for game, rng in zip(mixed, rngs, strict=True):
            game.play(rng.choice(game.state.legal_actions()))
    assert [game.state for game in mixed] == [game.state for game in apart]


def test_a_game_can_be_pickled() -> None:
    import burgundy

    game = burgundy.Game(seed=8)
    play_on(game, 25)
    twin = pickle.loads(pickle.dumps(game))
    assert twin.history == game.history
    play_on(game, 10)
    play_on(twin, 10)
    assert twin.state == game.state
    assert repr(game).startswith(f"<Game, {len(game.history)} steps, seed 8, at <State 2 players")
