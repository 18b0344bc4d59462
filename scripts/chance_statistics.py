"""Chance against what it should be: chi-square tests over worlds, with the seeds 0, 1, 2 and so on.

python scripts/chance_statistics.py [--worlds 100000] [--seed 0]

Each p-value has to lie between L / 2n and 1 - L / 2n, where n is the number of all tests and L = 0.001 (Bonferroni): right
chance fails in one run of a thousand, and counts that are too even fail as well. The same arguments give the same
numbers. docs/chance.md says what is tested and why. Exits with 1 if a test fails. Needs scipy.
"""

import argparse
import itertools
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np
from tqdm import tqdm

from burgundy import Batch, State
from chi_square import Outcome, fits, product, two_samples

LEVEL = 0.001
MASK = 2**64 - 1
PAIRS = list(itertools.combinations_with_replacement(range(1, 7), 2))
PAIR_WEIGHTS = [1 if low == high else 2 for low, high in PAIRS]
# One knowledge tile each (R2.2); the others have none.
KNOWLEDGE_DEPOTS = (0, 1, 2, 4)
WORKERS, SELDOM = (
    423,
    5,
)  # the code of "take workers"; a cell with less expected is joined to others


def main() -> int:
    """Tests and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--worlds", type=int, default=100_000, help="per test (default: 100000)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default: 0)")
    chosen = parser.parse_args()
    if not 1_000 <= chosen.worlds <= 10**8:
        parser.error(f"--worlds: {chosen.worlds}, expected 1000 or more")
    if not 0 <= chosen.seed < 2**62:
        parser.error(f"--seed: {chosen.seed}, expected 0 to 2**62 - 1")
    seeds = range(chosen.seed, chosen.seed + chosen.worlds)
    found: dict[str, list[Outcome]] = {}
    for name, family in tqdm(FAMILIES.items(), unit=" families", disable=None, leave=False):
        found[name] = list(family(seeds))
    return report(found)


def report(found: dict[str, list[Outcome]]) -> int:
    """Prints families, failures and the verdict; 1 if a test failed, else 0."""
    every = [outcome for outcomes in found.values() for outcome in outcomes]
    print(f"{'family':<44}{'tests':>6}{'observations':>14}{'smallest p':>12}{'largest p':>12}")
    for name, outcomes in found.items():
        size = sum(outcome.size for outcome in outcomes)
        lowest, highest = (way(outcome.p for outcome in outcomes) for way in (min, max))
        print(f"{name:<44}{len(outcomes):>6}{size:>14,}{lowest:>12.5f}{highest:>12.5f}")
    bound = LEVEL / (2 * len(every))
    failed = [outcome for outcome in every if not bound < outcome.p < 1 - bound]
    for outcome in failed:
        print(f"FAILED: {outcome.name}, {outcome.size:,} observations, p {outcome.p:.2e}")
    tenths = Counter(min(9, int(outcome.p * 10)) for outcome in every)
    print(f"p-values by tenths: {' '.join(str(tenths[i]) for i in range(10))}")
    verdict = f"{len(failed)} failed" if failed else "none failed"
    print(
        f"{len(every)} tests, each at {bound:.1e} on either side, {LEVEL} for all together: {verdict}"
    )
    return int(bool(failed))


DIE: dict[Any, float] = dict.fromkeys(range(1, 7), 1.0)
PAIR: dict[Any, float] = dict(zip(PAIRS, map(float, PAIR_WEIGHTS), strict=True))


def start_players(seeds: range) -> Iterator[Outcome]:
    """Uniform, and of one seed independent of that of the next."""
    for players in (2, 3, 4):
        start = State.new(players)
        seen = [start.chance_outcome(seed) for seed in seeds]
        seat: dict[Any, float] = dict.fromkeys(range(players), 1.0)
        yield fits(f"start player of {players}", seen, seat)
        yield fits(
            f"start players of {players}, seeds side by side",
            itertools.pairwise(seen),
            product(seat, seat),
        )


def boards(seeds: range) -> Iterator[Outcome]:
    """Uniform over those left (R1.8): each seat's board, and those of two seats."""
    start = State.new(2, boards="random")
    first = [start.chance_outcome(seed) for seed in seeds]
    yield fits("first board", first, dict.fromkeys(range(1, 10), 1.0))
    second = [(board, start.child(board).chance_outcome(seed)) for board, seed in zip(first, seeds)]
    weights = {
        (one, other): 1 / (9 if one == 1 else 8)
        for one, other in itertools.product(range(1, 10), repeat=2)
        if one == 1 or one != other
    }
    yield fits("two boards", second, weights)


def round_start(phase: str, number: int) -> State:
    """A table of four before the roll of a round."""
    return State.from_snapshot({"players": 4, "phase": phase, "round": number})


def rolls(start: State, seeds: Iterable[int]) -> list[tuple[int, list[tuple[int, ...]]]]:
    """White die and pairs of four seats, by world."""
    found = []
    for seed in seeds:
        snapshot = start.resolve_chance(seed).snapshot()
        pairs = [tuple(seat["dice"]) for seat in snapshot["seats"]]
        found.append((snapshot["white_die"], pairs))
    return found


def dice(seeds: range) -> Iterator[Outcome]:
    """Faces and pairs of several rounds; the dice of one round among themselves."""
    for phase, number in (("A", 1), ("A", 2), ("C", 3), ("E", 5)):
        where = f"{phase}{number}"
        seen = rolls(round_start(phase, number), seeds)
        faces = [face for _, pairs in seen for pair in pairs for face in pair]
        yield fits(f"dice of {where}", faces, DIE)
        yield fits(f"white die of {where}", (white for white, _ in seen), DIE)
        for seat in range(4):
            yield fits(f"pair of seat {seat} in {where}", (pairs[seat] for _, pairs in seen), PAIR)
        yield fits(
            f"white die and first pair in {where}",
            ((white, pairs[0]) for white, pairs in seen),
            product(DIE, PAIR),
        )
        for one, other in ((0, 1), (2, 3), (0, 3)):
            yield fits(
                f"pairs of seats {one} and {other} in {where}",
                ((pairs[one], pairs[other]) for _, pairs in seen),
                product(PAIR, PAIR),
            )


def whites(start: State, seeds: Iterable[int]) -> list[int]:
    """The white die, by world."""
    return [start.chance_outcome(seed) for seed in seeds]


def rounds(seeds: range) -> Iterator[Outcome]:
    """White dice of one world: of two rounds, and of three in a row."""
    seen = {
        (phase, number): whites(round_start(phase, number), seeds)
        for phase, number in itertools.product("ABE", (1, 2, 5))
    }
    for one, other in itertools.combinations(seen, 2):
        yield fits(
            f"white dice of {one} and {other}", zip(seen[one], seen[other]), product(DIE, DIE)
        )
    yield fits(
        "white dice of three rounds",
        zip(seen["A", 1], seen["A", 2], seen["A", 5]),
        product(DIE, DIE, DIE),
    )


def moved_by(step: int, seed: int) -> int:
    """The seed so far on."""
    return seed + step & MASK


def neighbours(seeds: range) -> Iterator[Outcome]:
    """White die and first pair of seeds that differ by a little."""
    start = round_start("A", 1)
    relations: dict[str, Callable[[int], int]] = {
        **{f"seed + {step}": partial(moved_by, step) for step in (1, 2, 3, 7, 256)},
        **{f"bit {bit}": partial(int.__xor__, 1 << bit) for bit in (0, 1, 8, 31, 32, 63)},
        "seed + golden": partial(moved_by, 0x9E3779B97F4A7C15),
        "2 seed": partial(int.__mul__, 2),
        "not seed": partial(int.__xor__, MASK),
    }
    here = whites(start, seeds)
    for name, relation in relations.items():
        there = whites(start, map(relation, seeds))
        pairs = [(a, b) for a, b, seed in zip(here, there, seeds) if relation(seed) != seed]
        yield fits(f"white dice of seed and {name}", pairs, product(DIE, DIE))
    yield fits(
        "white dice of three seeds in a row", zip(here, here[1:], here[2:]), product(*[DIE] * 3)
    )
    # A group's word is made of seed and group; a seed moved by a group's step must not meet the next round.
    moved = whites(round_start("A", 2), seeds)
    yield fits(
        "white dice of a seed and the next round of the next",
        zip(here[1:], moved),
        product(DIE, DIE),
    )


def deals(seeds: range) -> Iterator[Outcome]:
    """Goods without replacement: the first, two in a row, and three of a seat (R1.3)."""
    start = State.new(2).child(0)
    firsts, twos, threes = [], [], []
    for seed in seeds:
        state, drawn = start, []
        for _ in range(6):
            drawn.append(state.chance_outcome(seed))
            state = state.child(drawn[-1])
        firsts.append(drawn[0])
        twos.append((drawn[2], drawn[3]))
        threes.append(len(set(drawn[:3])))
    yield fits("first good dealt", firsts, DIE)
    two = {(a, b): 6.0 if a == b else 7.0 for a, b in itertools.product(range(1, 7), repeat=2)}
    yield fits("last good of a seat and first of the next", twos, two)
    # Of 42 * 41 * 40: all alike 42*6*5, all different 42*35*28, else two alike.
    alike, different, every = 42 * 6 * 5, 42 * 35 * 28, 42 * 41 * 40
    yield fits(
        "types among three goods", threes, {1: alike, 2: every - alike - different, 3: different}
    )


def first_tiles(seeds: range) -> Iterator[Outcome]:
    """The draws of the first phase of four: each alone has the shares of the full supply, two of one supply go without
    replacement."""
    start = State.new(4).child(0)
    for _ in range(12):
        start = start.child(start.legal_actions()[0])
    events, stocks = first_events(start)
    sample = seeds[: max(1_000, len(seeds) // 4)]
    draws = np.empty((len(sample), len(events)), np.int8)
    for row, seed in enumerate(sample):
        state = start
        for column in range(len(events)):
            draws[row, column] = code = state.chance_outcome(seed)
            state = state.child(code)
    for column, supply in enumerate(events):
        seen = draws[:, column].tolist()
        yield fits(f"draw {column} of {supply}", seen, stocks[supply])
    for one, other in itertools.pairwise(range(len(events))):
        supply = events[one]
        if supply == events[other]:
            weights = {
                (a, b): stocks[supply][a] * (stocks[supply][b] - (a == b))
                for a, b in itertools.product(stocks[supply], repeat=2)
            }
            pairs = zip(draws[:, one].tolist(), draws[:, other].tolist())
            yield fits(f"draws {one} and {other} of {supply}", pairs, weights)


def first_events(state: State) -> tuple[list[str], dict[str, dict[Any, float]]]:
    """The supply that each draw up to the first roll is from, and what lies in each at first."""
    events: list[str] = []
    stocks: dict[str, dict[Any, float]] = {}
    while (event := state.snapshot()["prompt"]["event"]) != "white":
        word = state.action_to_string(state.legal_actions()[0]).rsplit(" ", 1)[1]
        of_depot = (
            "knowledge" if word[0] == "k" else "animals" if word[-1] in "234" else "buildings"
        )
        supply = of_depot if event.startswith("depot") else event
        events.append(supply)
        stocks.setdefault(supply, {code: float(n) for code, n in state.chance_weights()})
        state = state.child(state.legal_actions()[0])
    return events, stocks


Display = tuple[list[str], list[str], list[int], list[str]]
"""What a phase brings: tiles of the depots, of the black depot, goods of rounds 2 to 5, knowledge in its order."""


def played(players: int, seeds: Iterable[int]) -> Iterator[list[Display]]:
    """Games in which everybody takes workers, so that tiles leave with the phase: the displays of the five phases."""
    for seed in seeds:
        state, found = State.new(players).resolve_chance(seed), []
        for decision in range(players * 50):
            if decision % (players * 10) == 0:
                snapshot = state.snapshot()
                depots = [depot["tiles"] for depot in snapshot["depots"]]
                tiles = [tile for depot in depots for tile in depot if tile]
                black = [tile for tile in snapshot["black_depot"] if tile]
                known = [t for d in KNOWLEDGE_DEPOTS for t in depots[d] if t and t[0] == "k"]
                found.append((tiles, black, snapshot["round_goods"], known))
            state = state.child(WORKERS).resolve_chance(seed)
        yield found


def dealt(players: int, games: int, seed: int) -> Iterator[list[Display]]:
    """The same from boxes that are shuffled at the start, by numpy: the table that the rules describe."""
    rng = np.random.default_rng(seed)
    supply = State.new(players).snapshot()["supply"]
    ((tiles, black, _, _), *_) = next(played(players, [0]))
    boxes: dict[str, list[str]] = {}
    for tile, count in supply["normal"].items():
        boxes.setdefault(kind(tile), []).extend([tile] * count)
    wanted = Counter(map(kind, tiles))
    blacks = [tile for tile, count in supply["black"].items() for _ in range(count)]
    goods = np.repeat(np.arange(1, 7), 7)
    for _ in range(games):
        order = {name: rng.permutation(box).tolist() for name, box in boxes.items()}
        back, types = rng.permutation(blacks).tolist(), rng.permutation(goods).tolist()
        del types[: 3 * players]  # what the players are dealt
        phases = []
        for phase in range(5):
            shown = [
                tile
                for name, n in wanted.items()
                for tile in order[name][n * phase : n * (phase + 1)]
            ]
            known = [tile for tile in shown if tile[0] == "k"]
            n = len(black)
            phases.append(
                (
                    shown,
                    back[n * phase : n * (phase + 1)],
                    types[5 * phase + 1 : 5 * phase + 5],
                    known,
                )
            )
        yield phases


def kind(tile: str) -> str:
    """What is drawn from one supply: the colour."""
    if tile in ("ship", "castle", "mine"):
        return tile
    return "knowledge" if tile[0] == "k" else "animals" if tile[-1] in "234" else "buildings"


def features(phases: list[Display]) -> dict[str, Any]:
    """What is compared of a game; each is one value a game, so that games are independent observations."""
    found: dict[str, Any] = {}
    for number in range(1, 27):
        places = [
            i for i, (tiles, black, _, _) in enumerate(phases) if f"k{number}" in tiles + black
        ]
        found[f"phase of k{number}"] = tuple(places)
    for phase in (0, 2, 4):
        tiles, black, goods, _ = phases[phase]
        found[f"banks in {phase}"] = tiles.count("bank")
        found[f"kinds of buildings in {phase}"] = len({t for t in tiles if kind(t) == "buildings"})
        found[f"animals shown in {phase}"] = sum(int(t[-1]) for t in tiles if kind(t) == "animals")
        found[f"most alike in black of {phase}"] = max(Counter(black).values())
        found[f"types of goods in {phase}"] = len(set(goods))
    found["markets in A and B"] = tuple(phases[i][0].count("market") for i in (0, 1))
    found["ships in black of A and E"] = tuple(phases[i][1].count("ship") for i in (0, 4))
    found["goods of A and E"] = phases[0][2][0], phases[4][2][3]
    return found


def boxes(seeds: range) -> Iterator[Outcome]:
    """Supplies drawn from when needed against boxes shuffled at the start (R10.2), with 2 and 4 players; and that the
    first five knowledge tiles come in each of their 120 orders alike."""
    games = max(1_000, len(seeds) // 10)
    for players in (2, 4):
        drawn: dict[str, Counter[Any]] = {}
        shuffled: dict[str, Counter[Any]] = {}
        orders: list[tuple[int, ...]] = []
        for phases in played(players, seeds[:games]):
            for name, value in features(phases).items():
                drawn.setdefault(name, Counter())[value] += 1
            known = [int(tile[1:]) for phase in phases for tile in phase[3]][:5]
            orders.append(tuple(sorted(range(5), key=known.__getitem__)))
        for phases in dealt(players, games, seeds.start):
            for name, value in features(phases).items():
                shuffled.setdefault(name, Counter())[value] += 1
        for name, counts in drawn.items():
            yield Outcome(
                f"{name}, {players} players", 2 * games, two_samples(counts, shuffled[name])
            )
        every = dict.fromkeys(itertools.permutations(range(5)), 1.0)
        yield fits(f"orders of five knowledge tiles, {players} players", orders, every)


def decisions(seeds: range) -> Iterator[Outcome]:
    """Uniform among the legal actions: `sample_action` over seeds, and the first random step of a batch."""
    for world in (1, 2):
        state = State.new(2).resolve_chance(world)
        legal: dict[Any, float] = dict.fromkeys(state.legal_actions(), 1.0)
        yield fits(f"sample_action in {world}", map(state.sample_action, seeds), legal)
        n = min(len(seeds), 20_000)
        batch = Batch(n, seed=seeds.start + world)
        for game in range(n):
            batch.set_state(game, state)
        batch.step_random()
        after = {state.child(code).key(): code for code in legal}
        seen = (after.get(other.key()) for other in batch.states())
        yield fits(f"first random step in {world}", seen, legal)


FAMILIES: dict[str, Callable[[range], Iterator[Outcome]]] = {
    "start player": start_players,
    "boards": boards,
    "dice of a round": dice,
    "white dice of different rounds": rounds,
    "seeds that are alike": neighbours,
    "goods dealt": deals,
    "tiles and goods of the first phase": first_tiles,
    "drawn when needed against a shuffled box": boxes,
    "random decisions": decisions,
}


if __name__ == "__main__":
    sys.exit(main())
