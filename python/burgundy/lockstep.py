"""Two engines in lockstep: whole games on both, compared after every step.

A `Plan` describes a game in a few values, `play` plays it on both engines, and
the first difference is a `Difference` whose `record` says everything that `replay` needs.
"""

import itertools
import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from burgundy.engines import (
    NUM_CODES,
    OPTIONAL,
    REQUIRED,
    SCORES,
    SHALLOW,
    Engine,
    Raised,
    plain,
    result,
    shown,
)
from burgundy.wording import counted

FORMAT = "burgundy-lockstep/1"
POLICIES = ("uniform", "busy", "placing", "buying")
OPTIONS: dict[str, tuple[Any, ...]] = {
    "purchase_in_effect": (True, False),
    "tie_break": ("fewest_then_later", "most_then_later", "fewest_then_earlier"),
    "decline_effects": (True, False),
}
DEEP = 0.01  # the share of nodes at which everything is compared
ODD_CODES = (-1, NUM_CODES, 2**40)
ODD_WORDS = (
    "",
    "end",
    "decline",
    "pass",
    "3: workers",
    "*: workers",
    "sell 4",
    "white 4",
    "keep 3",
)


class Difference(Exception):
    """The first thing on which two engines differ.

    `record` is plain data: the set-up, the words that lead there, what differs and both values.
    """

    def __init__(self, record: dict[str, Any]) -> None:
        super().__init__(record)
        self.record = record

    def __str__(self) -> str:
        first, second = self.record["engines"]
        values = [json.dumps(value) for value in self.record["values"]]
        lines = [
            f"{self.record['what']} differs after {counted(len(self.record['words']), 'step')}:"
        ]
        lines += [f"  {first}: {values[0][:2000]}", f"  {second}: {values[1][:2000]}"]
        return "\n".join([*lines, json.dumps(self.record)])


@dataclass(frozen=True)
class Plan:
    """A game in a few values: its set-up (or the position it begins from), its world and its choices.

    Decision number n is made by the policy from `seed`, or by `edits[n]`, an index into the legal actions
    (modulo their number).
    """

    players: int = 2
    boards: Sequence[int] | str | None = None
    start_castles: Sequence[str | None] | str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    snapshot: Mapping[str, Any] | None = None
    seed: int = 0
    policy: str = "uniform"
    edits: Mapping[int, int] = field(default_factory=dict)

    def set_up(self) -> dict[str, Any]:
        """How the game begins, as plain data."""
        if self.snapshot is not None:
            return {"snapshot": self.snapshot}
        return {
            "players": self.players,
            "boards": self.boards,
            "start_castles": self.start_castles,
            "options": dict(self.options),
        }

    def start(self, engine: Engine) -> Any:
        """The first node on an engine."""
        return begin(self.set_up(), engine)


class Step(NamedTuple):
    """What a watcher is told: a node, and what was done there."""

    snapshot: dict[str, Any]
    words: str | None
    """The action or outcome in words; None at the end."""
    events: list[dict[str, Any]]
    """What it did."""
    refused: list[str]
    """Rules that refused a code or words here, if that was tried."""


Watcher = Callable[[Step], object]


def begin(set_up: Mapping[str, Any], engine: Engine) -> Any:
    """The first node of a game from what `Plan.set_up` gives."""
    if "snapshot" in set_up:
        return engine.State.from_snapshot(set_up["snapshot"])
    boards, start_castles = set_up["boards"], set_up["start_castles"]
    rules = set_up["options"] or None
    return engine.State.new(
        set_up["players"], boards=boards, start_castles=start_castles, rules=rules
    )


def plans(games: int, seed: int = 0, players: int | None = None) -> Iterator[Plan]:
    """So many different games: every number of players, set-up, option and policy comes up."""
    for number in range(games):
        rng = random.Random(f"{seed} {number}")
        count = players or rng.choice([2, 3, 4])
        boards = rng.choice(
            [None, "random", rng.sample([1] * count + list(range(2, 10)), count)],
        )
        yield Plan(
            players=count,
            boards=boards,
            start_castles=rng.choice([None, None, "choose"]),
            options={option: rng.choice(values) for option, values in OPTIONS.items()},
            seed=rng.getrandbits(64),
            policy=rng.choice(POLICIES),
        )


def play(
    plan: Plan,
    first: Engine,
    second: Engine,
    watch: Watcher | None = None,
    deep: float = DEEP,
    limit: int | None = None,
) -> int:
    """Plays the game on both engines to its end, or for `limit` steps, and gives the number of steps.

    Everything is compared at the first node, at the end and at a share of `deep` of the others. Raises `Difference` at
    the first thing that is not the same.
    """
    pair = _Pair(first, second, plan.set_up())
    choose = choices(plan)
    rng = random.Random(plan.seed)
    while True:
        is_end = pair.first.is_terminal() or len(pair.words) == limit
        is_deep = rng.random() < deep or not pair.words or pair.first.is_terminal()
        refused = pair.compare_deeply(rng) if is_deep else pair.compare()
        snapshot = pair.first.snapshot() if watch else {}
        if is_end:
            if watch:
                watch(Step(snapshot, None, [], refused))
            return len(pair.words)
        events = pair.step(choose(pair.first))
        if watch:
            watch(Step(snapshot, pair.words[-1], events, refused))


def choices(plan: Plan) -> Callable[[Any], int]:
    """The outcome or action that the plan has at each state, asked in the order of the game."""
    rng = random.Random(plan.seed)
    decisions = itertools.count()

    def choose(state: Any) -> int:
        if state.is_chance_node():
            return int(state.chance_outcome(plan.seed))
        legal = state.legal_actions()
        chosen = _choice(state, legal, plan.policy, rng)
        edit = plan.edits.get(next(decisions))
        return int(chosen if edit is None else legal[edit % len(legal)])

    return choose


def replay(record: Mapping[str, Any], first: Engine, second: Engine) -> Difference | None:
    """Plays a record once more; the difference, or None if there is none any more."""
    if record.get("format") != FORMAT:
        raise ValueError(f"record: format {record.get('format')!r}, expected {FORMAT!r}")
    try:
        pair = _Pair(first, second, record["set_up"])
        for words in record["words"]:
            pair.compare()
            pair.step_words(words)
        for seed in range(8):
            pair.compare_deeply(random.Random(seed))
        if not pair.first.is_terminal():
            for code in pair.first.legal_actions():
                pair.same("explain", code)
                _Pair(first, second, record["set_up"], pair).step(code)
    except Difference as difference:
        return difference
    return None


class _Pair:
    """The same game on two engines, and the words that led here."""

    def __init__(
        self, first: Engine, second: Engine, set_up: Mapping[str, Any], at: "_Pair | None" = None
    ) -> None:
        """Both at the start; or a copy of another pair."""
        self.engines = (first, second)
        self.set_up = dict(set_up)
        self.words: list[str] = []
        lacking = {*first.lacks(), *second.lacks()}
        self.members = [member for member in (*REQUIRED, *OPTIONAL) if member not in lacking]
        self.first: Any
        self.second: Any
        if at:
            self.first, self.second, self.words = at.first, at.second, list(at.words)
            return
        begun = [result(begin, set_up, engine) for engine in self.engines]
        if any(isinstance(state, Raised) for state in begun):
            if begun[0] == begun[1]:
                raise ValueError(f"set-up: neither engine takes it ({begun[0].text})")
            raise self.difference("set-up", *begun)
        self.first, self.second = begun

    def compare(self) -> list[str]:
        """Compares what every node has."""
        for member in SHALLOW:
            self.same(member)
        legal = self.first.legal_actions()
        self.same_values(
            "words",
            [result(self.first.action_to_string, code) for code in legal],
            [result(self.second.action_to_string, code) for code in legal],
        )
        for member in ("snapshot", *SCORES):
            self.same(member)
        if not self.first.is_chance_node():
            self.same("key")
        return []

    def compare_deeply(self, rng: random.Random) -> list[str]:
        """Compares everything, refusals of every code included; gives the rules that refused."""
        self.compare()
        seed = rng.getrandbits(64)
        self.same_values("order of keys", *(json.dumps(s.snapshot()) for s in self.states()))
        for member in ("key", "to_bytes", "chance_outcomes"):
            self.same(member)
        for member in ("chance_outcome", "sample_action"):
            self.same(member, seed)
        self.same_states("resolve_chance", seed)
        if rng.random() < 0.2:
            self.same("playouts", rng.randrange(3), seed)
        self.read_back()
        if not self.first.is_terminal():
            action = rng.choice(self.first.legal_actions())
            if "expand" in self.members and not self.first.is_chance_node():
                expanded = [state.expand(action) for state in self.states()]
                self.same_values("expand", *([pair[0] for pair in pairs] for pairs in expanded))
        refused = [
            self.refusal("child", code)
            for code in (*range(NUM_CODES), *ODD_CODES, *self.first.legal_actions()[-1:])
        ]
        words = [*ODD_WORDS, *rng.sample(self.words, min(20, len(self.words)))]
        refused += [self.refusal("string_to_action", text) for text in words]
        for code in (rng.randrange(NUM_CODES), *words[:2]):
            reasons = [
                result(state.why_illegal, code) is None for state in self.states_with("why_illegal")
            ]
            self.same_values(f"why_illegal({code!r}) is None", *(reasons or [True, True]))
        return sorted({rule for rule in refused if rule})

    def refusal(self, member: str, given: int | str) -> str | None:
        """The rule by which both refuse; whether they refuse is compared, with class and rule."""
        mine, other = (result(getattr(state, member), given, keep=False) for state in self.states())
        if mine != other:
            raise self.difference(f"{member}({given!r})", mine, other)
        return mine.rule if isinstance(mine, Raised) else None

    def read_back(self) -> None:
        """Each engine reads what the other has written."""
        for form, reader in (("snapshot", "from_snapshot"), ("to_bytes", "from_bytes")):
            if form in self.members and reader in self.members:
                for state in self.states():
                    written = getattr(state, form)()
                    for engine in self.engines:
                        read = result(getattr(engine.State, reader), written)
                        again = read if isinstance(read, Raised) else getattr(read, form)()
                        self.same_values(reader, written, again)

    def step(self, code: int) -> list[dict[str, Any]]:
        """Plays an action or outcome on both; gives its events."""
        events = self.same("explain", code)
        words = self.first.action_to_string(code)
        after = [result(state.child, code) for state in self.states()]
        if any(isinstance(state, Raised) for state in after):
            raise self.difference(f"child({code})", *after)
        self.first, self.second = after
        self.words.append(words)
        return events or []

    def step_words(self, words: str) -> None:
        """Plays words on both."""
        codes = [result(state.string_to_action, words) for state in self.states()]
        self.same_values(f"string_to_action({words!r})", *codes)
        if isinstance(codes[0], Raised):
            raise ValueError(f"record: {words!r} cannot be played ({codes[0].text})")
        self.step(codes[0])

    def states(self) -> tuple[Any, Any]:
        """Both states."""
        return self.first, self.second

    def states_with(self, member: str) -> tuple[Any, ...]:
        """Both states if both have the member, else none."""
        return self.states() if member in self.members else ()

    def same(self, member: str, *given: Any) -> Any:
        """The value of a member, which is the same on both."""
        if member not in self.members:
            return None
        mine, other = (result(getattr(state, member), *given) for state in self.states())
        called = f"{member}({', '.join(map(repr, given))})" if given else member
        self.same_values(called, mine, other)
        return mine

    def same_states(self, member: str, *given: Any) -> None:
        """Compares the state that a member gives by its snapshot."""
        if member in self.members:
            after = [result(getattr(state, member), *given) for state in self.states()]
            shown = [s if isinstance(s, Raised) else s.snapshot() for s in after]
            self.same_values(f"{member}({', '.join(map(repr, given))})", *shown)

    def same_values(self, what: str, mine: Any, other: Any) -> None:
        """Raises the difference if there is one."""
        if plain(mine) != plain(other):
            raise self.difference(what, mine, other)

    def difference(self, what: str, mine: Any, other: Any) -> Difference:
        """The record of a difference here."""
        return Difference(
            {
                "format": FORMAT,
                "engines": [engine.name for engine in self.engines],
                "set_up": self.set_up,
                "words": list(self.words),
                "what": what,
                "values": [shown(mine), shown(other)],
            }
        )


def _choice(state: Any, legal: Sequence[int], policy: str, rng: random.Random) -> int:
    """An action by the policy: mostly one of the kind that it likes, if there is any."""
    if policy != "uniform" and rng.random() < 0.9:
        legal = [c for c in legal if _is_liked(policy, state.action_to_string(c))] or legal
    return rng.choice(legal)


def _is_liked(policy: str, words: str) -> bool:
    if policy == "placing":
        return " on " in words
    if policy == "buying":
        return words.startswith(("buy", "goods", "keep")) or "take" in words
    return not words.endswith("workers") and words not in ("decline", "end")


def save(record: Mapping[str, Any], path: str) -> None:
    """Appends a record to a file of JSON lines; `-` is the standard output."""
    line = json.dumps(record) + "\n"
    if path == "-":
        sys.stdout.write(line)
        return
    with open(path, "a", encoding="utf-8") as file:
        file.write(line)
