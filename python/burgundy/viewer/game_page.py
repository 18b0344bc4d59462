"""A recorded game as one HTML file: every position as a picture, to be stepped through."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from burgundy.render.svg import fragments, frame
from burgundy.viewer.assembly import assembled

if TYPE_CHECKING:
    from burgundy.game import Game
    from burgundy.records import Record

__all__ = ["event_text", "page"]


def page(record: "Record", data: str | None = None, state_class: Any = None) -> str:
    """The page of a record.

    `data` is the folder of own data files it was played with. Raises `RecordError` for a record that is no game.
    """
    game = record.replay(state_class, data=data)
    players = game.state.num_players()
    names = list(record.names or (f"seat {seat}" for seat in range(players)))
    title = f"The Castles of Burgundy: {', '.join(names)}"
    return assembled("game", title, _data(game, names, record))


def _data(game: "Game", names: list[str], record: "Record") -> dict[str, Any]:
    begin, end = frame(game.state)
    parts: dict[str, int] = {}
    slots: list[str] = []
    before: list[int] = []
    positions = []
    for state, last in _positions(game):
        found = fragments(state, last=last, names=names)
        if not slots:
            slots = list(found)
            before = [-1] * len(slots)
        now = [parts.setdefault(shape, len(parts)) for shape in found.values()]
        positions.append([[at, part] for at, part in enumerate(now) if part != before[at]])
        before = now
    labels = [f"{seat} {name}" if record.names else name for seat, name in enumerate(names)]
    return {
        "names": labels,
        "frame": [begin, end],
        "parts": list(parts),
        "positions": positions,
        "steps": [_step(step) for step in game.history],
        "scores": [int(score) for score in game.state.scores()],
        "begun": [int(score) for score in game.start.scores()],
        "ranking": [int(seat) for seat in game.state.ranking()],
        "over": game.is_over,
        "search": [dict(entry) for entry in record.search],
    }


def _positions(game: "Game") -> Iterator[tuple[Any, Any]]:
    """Every position with the step that led to it."""
    last = None
    for step in game.history:
        yield step.state, last
        last = step
    yield game.state, last


def _step(step: Any) -> dict[str, Any]:
    snapshot = step.state.snapshot()
    events = step.state.explain(step.action)
    return {
        "words": step.words,
        "seat": -1 if step.is_chance else int(step.state.current_player()),
        "round": f"{snapshot['phase']}{snapshot['round']}",
        "events": [[event["rule"], event_text(event)] for event in events],
        "vp": [
            [event["seat"], event["source"], event["vp"]]
            for event in events
            if event["event"] == "vp"
        ],
    }


def event_text(event: Mapping[str, Any]) -> str:
    """An event of `explain` in words."""
    if event["event"] == "vp":
        return f"seat {event['seat']} +{event['vp']} VP, {event['source'].replace('_', ' ')}"
    told = [
        f"{key} {' '.join(map(str, value)) if isinstance(value, list) else value}"
        for key, value in event.items()
        if key not in ("event", "rule")
    ]
    return f"{event['event'].replace('_', ' ')}: {', '.join(told)}" if told else event["event"]
