"""The conformance kit: games and positions as JSON lines, against which any engine can be held.

docs/conformance.md says what the lines mean. `write` makes a kit from games on an engine, `run` holds an
engine against one. A file whose name ends in `.gz` is compressed.
"""

import gzip
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple, TextIO

from burgundy.engines import NUM_CODES, Engine, Raised, plain, result, shown
from burgundy.lockstep import Plan, begin, choices

FORMAT = "burgundy-kit/1"
AFTER_A_POSITION = 4


class Fault(NamedTuple):
    """Where an engine differs from the kit."""

    line: int
    """The line of the file, from 1."""
    what: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        expected, found = (json.dumps(shown(value)) for value in (self.expected, self.found))
        return f"line {self.line}: {self.what}: {found[:1000]}, expected {expected[:1000]}"


def node(state: Any) -> dict[str, Any]:
    """What a node's line says of a state."""
    legal = list(state.legal_actions())
    made = {
        "player": state.current_player(),
        "snapshot": state.snapshot(),
        "legal": legal,
        "words": [state.action_to_string(code) for code in legal],
        "weights": [weight for _, weight in state.chance_weights()],
        "scores": list(state.scores()),
        "ranking": list(state.ranking()),
    }
    if state.is_terminal():
        made |= {"returns": list(state.returns()), "breakdown": list(state.score_breakdown())}
    return made


def game_lines(plan: Plan, engine: Engine) -> Iterator[dict[str, Any]]:
    """A game's line and those of its nodes."""
    yield {"game": {**plan.set_up(), "seed": str(plan.seed)}}
    state = plan.start(engine)
    choose = choices(plan)
    while not state.is_terminal():
        code = choose(state)
        words = state.action_to_string(code)
        yield {**node(state), "play": words}
        state = state.child(code)
    yield node(state)


def position_line(snapshot: Mapping[str, Any], engine: Engine) -> dict[str, Any]:
    """A position's line: the snapshot as given, its node, refusals by rule, and what some actions lead to."""
    state = engine.State.from_snapshot(snapshot)
    legal = state.legal_actions()
    refused: dict[str, list[int]] = {}
    for code in range(NUM_CODES):
        error = result(state.child, code)
        if isinstance(error, Raised):
            refused.setdefault(str(error.rule), []).append(code)
    some = legal[:: max(1, len(legal) // AFTER_A_POSITION)][:AFTER_A_POSITION]
    after = {state.action_to_string(code): state.child(code).snapshot() for code in some}
    return {"position": snapshot, **node(state), "refused": refused, "after": after}


def write(
    path: str, plans: Iterable[Plan], positions: Iterable[Mapping[str, Any]], engine: Engine
) -> int:
    """Writes a kit and gives the number of its lines."""
    count = 1
    with _opened(path, "w") as file:
        _put(file, {"format": FORMAT, "edition": "2011"})
        for plan in plans:
            for line in game_lines(plan, engine):
                _put(file, line)
                count += 1
        for snapshot in positions:
            _put(file, position_line(snapshot, engine))
            count += 1
    return count


def run(path: str, engine: Engine) -> Iterator[list[Fault]]:
    """The faults of the engine, line by line; a game ends with its first fault.

    Raises `ValueError` for a file that is no kit.
    """
    state: Any = None
    number = 0
    with _opened(path, "r") as file:
        for number, text in enumerate(file, 1):
            line = _line(path, number, text)
            if number == 1:
                if line.get("format") != FORMAT:
                    raise ValueError(f"{path}: line 1: no kit, expected format {FORMAT}")
                yield []
            elif "game" in line:
                state = result(begin, line["game"], engine)
                yield _raised(number, "game", state)
            elif "position" in line:
                yield _position_faults(number, line, engine)
            elif state is None or isinstance(state, Raised):
                yield []  # the rest of a game that has a fault already
            else:
                faults = _node_faults(number, line, state)
                after = _after(state, line.get("play"))
                faults = faults or _raised(number, f"play {line.get('play')}", after)
                state = None if faults else after
                yield faults
    if number == 0:
        raise ValueError(f"{path}: it is empty, expected format {FORMAT}")


def _after(state: Any, words: str | None) -> Any:
    """The state after the words; None after the last node."""
    if words is None:
        return None
    return result(lambda: state.child(state.string_to_action(words)))


def _node_faults(number: int, line: Mapping[str, Any], state: Any) -> list[Fault]:
    """Where a state differs from its line."""
    found = result(node, state)
    if isinstance(found, Raised):
        return _raised(number, "node", found)
    return [
        Fault(number, what, line[what], found.get(what))
        for what in ("player", "snapshot", "legal", "words", "weights", "scores", "ranking")
        + ("returns", "breakdown")
        if what in line and plain(found.get(what)) != line[what]
    ]


def _position_faults(number: int, line: Mapping[str, Any], engine: Engine) -> list[Fault]:
    """Where an engine differs from a position's line."""
    state = result(engine.State.from_snapshot, line["position"])
    if isinstance(state, Raised):
        return _raised(number, "position", state)
    faults = _node_faults(number, line, state)
    for words, snapshot in line.get("after", {}).items():
        after = _after(state, words)
        found = after if isinstance(after, Raised) else result(after.snapshot)
        if found != snapshot:
            faults.append(Fault(number, f"after {words}", snapshot, found))
    for rule, codes in line.get("refused", {}).items():
        for code in codes:
            error = result(state.child, code)
            if not isinstance(error, Raised) or error.rule != rule:
                faults.append(Fault(number, f"refusal of {code}", rule, shown(error)))
    return faults


def _raised(number: int, what: str, state: Any) -> list[Fault]:
    return [Fault(number, what, "no error", state)] if isinstance(state, Raised) else []


def _put(file: TextIO, line: Mapping[str, Any]) -> None:
    file.write(json.dumps(line, separators=(",", ":")) + "\n")


def _line(path: str, number: int, text: str) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except ValueError as error:
        raise ValueError(f"{path}: line {number}: no JSON ({error})") from None
    if not isinstance(line, dict):
        raise ValueError(f"{path}: line {number}: no object")
    return line


@contextmanager
def _opened(path: str, mode: Literal["r", "w"]) -> Iterator[TextIO]:
    """A text file, compressed by its name; the same content gives the same bytes."""
    try:
        if not path.endswith(".gz"):
            with open(path, mode, encoding="utf-8") as file:
                yield file
        elif mode == "r":
            with gzip.open(path, "rt", encoding="utf-8") as file:
                yield file
        else:
            with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
                with io.TextIOWrapper(packed, encoding="utf-8") as file:
                    yield file
    except (OSError, EOFError, UnicodeDecodeError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise ValueError(f"{path}: {reason}") from None
