"""What is measured of the Python face, as loops for a worker."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from burgundy import Batch, State, _core
from worker import Loop

CALLS = 20_000


def play() -> Loop:
    """Random games by `legal_actions`, a choice, `child` and `resolve_chance`: what a search in Python does."""

    def work(seed: int) -> int:
        rng, decisions = random.Random(seed).random, 0
        for world in range(12 * seed, 12 * seed + 12):
            state = State.new(2).resolve_chance(world)
            while not state.is_terminal():
                legal = state.legal_actions()
                state = state.child(legal[int(rng() * len(legal))]).resolve_chance(world)
                decisions += 1
        return decisions

    return work


def reference() -> Loop:
    """The same games in plain Python, by the reference."""
    import burgundy.reference

    new: Any = burgundy.reference.State.new

    def work(seed: int) -> int:
        rng, decisions = random.Random(seed).random, 0
        state = new(2).resolve_chance(seed)
        while not state.is_terminal():
            legal = state.legal_actions()
            state = state.child(legal[int(rng() * len(legal))]).resolve_chance(seed)
            decisions += 1
        return decisions

    return work


def reference_playouts() -> Loop:
    """Games of the reference's `playouts`."""
    import burgundy.reference

    new: Any = burgundy.reference.State.new
    start = new(2)

    def work(seed: int) -> int:
        start.playouts(10, seed=seed)
        return 10

    return work


def batch(n: int, *names: str) -> Loop:
    """Random steps of a batch that writes these arrays."""
    games = Batch(n, auto_reset=True, seed=1)
    out = games.new_arrays(*names) if names else None
    steps = max(1, 40_960 // n)

    def work(_: int) -> int:
        for _ in range(steps):
            games.step_random(out)
        return steps * n

    return work


def batch_of_steps(n: int, steps: int) -> Loop:
    """Random games of a batch from the first decision to the last, so many decisions of each in a call."""
    games = Batch(n)
    # A game that ends takes fewer, so that decisions are counted beforehand.
    start, seeds = State.new(2), range(16)
    decisions: list[int] = [_core.simulate(start, 0, n, seed)["decisions"] for seed in seeds]

    def work(seed: int) -> int:
        seed %= len(seeds)
        games.reset(seed=seed)
        ended = 0
        while ended < n:
            ended += games.step_random(steps=steps)
        return decisions[seed]

    return work


def adapter() -> Loop:
    """This game through OpenSpiel, by the loop that its own games are measured by."""
    import burgundy.adapters.open_spiel  # noqa: F401
    from peer_loops import open_spiel

    return open_spiel("python_burgundy", 60)


def playouts(players: int, games: int, threads: int = 1) -> Loop:
    """Games of `playouts` from the start, the ones that burgundy-bench plays."""
    start = State.new(players)

    def work(seed: int) -> int:
        start.playouts(games, seed=seed, threads=threads)
        return games

    return work


def middle() -> State:
    """A position after 60 decisions of two players."""
    state = State.new(2).resolve_chance(7)
    for _ in range(60):
        state = state.child(state.sample_action(1)).resolve_chance(7)
    return state


def one_by_one() -> Loop:
    """Playouts from the middle of a game, a call for each."""
    playouts = middle().playouts

    def work(seed: int) -> int:
        for i in range(seed * CALLS, seed * CALLS + CALLS // 4):
            playouts(1, i)
        return CALLS // 4

    return work


def at_once() -> Loop:
    """The same number of playouts in one call."""
    state = middle()

    def work(seed: int) -> int:
        state.playouts(CALLS // 4, seed)
        return CALLS // 4

    return work


def calls() -> dict[str, Callable[[], object]]:
    """Calls at the middle of a game."""
    state = middle()
    action = state.legal_actions()[0]
    mask, features = state.legal_actions_mask(), state.observation()
    return {
        "child": lambda: state.child(action),
        "legal_actions": lambda: state.legal_actions(),
        "legal_actions_mask(out)": lambda: state.legal_actions_mask(mask),
        "observation_into(out)": lambda: state.observation_into(features),
        "resolve_chance, no event": lambda: state.resolve_chance(7),
        "hash": lambda: hash(state),
        "(an empty call)": lambda: None,
    }


def call(name: str) -> Loop:
    """One of the calls again and again."""
    call = calls()[name]

    def work(_: int) -> int:
        for _ in range(CALLS):
            call()
        return CALLS

    return work


def build() -> Callable[[int], dict[str, str]]:
    """How the package was built."""
    return lambda _: dict(_core.build_info())


LOOPS: dict[str, Callable[[], Any]] = {
    "build": build,
    "loop in Python": play,
    "reference": reference,
    "reference, games": reference_playouts,
    "through OpenSpiel": adapter,
    "playouts(1)": one_by_one,
    "playouts(n)": at_once,
    "Batch(1024)": partial(batch, 1024),
    "Batch(1024), 16 steps a call": partial(batch_of_steps, 1024, 16),
    "Batch(1024), masks": partial(batch, 1024, "masks"),
    "Batch(1024), masks and observations": partial(batch, 1024, "masks", "observations"),
    "Batch(64), masks and observations": partial(batch, 64, "masks", "observations"),
    "Batch(1024), all arrays": lambda: batch(1024, *Batch(1).new_arrays()),
}
for _players in (2, 3, 4):
    LOOPS[f"playouts, {_players} players"] = partial(playouts, _players, 5_000)
LOOPS["one thread"] = partial(playouts, 2, 20_000)
LOOPS["two threads"] = partial(playouts, 2, 20_000, threads=2)
LOOPS["two processes"] = partial(playouts, 2, 10_000)
for _name in calls():
    LOOPS[_name] = partial(call, _name)
