"""Plays a tournament: sends its games out, writes down what comes back, and stops when it is decided."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from burgundy.arena.isolation import dismiss, guests
from burgundy.arena.one_game import play
from burgundy.arena.output import bots_print_to_stderr, interrupted
from burgundy.arena.results import Line, Outcome, ResultFile
from burgundy.arena.schedule import Schedule
from burgundy.arena.settings import MOST_GAMES, Settings
from burgundy.arena.sprt import Course, Sprt
from burgundy.arena.standings import Standings, share_won, standings
from burgundy.arguments import integer
from burgundy.executors import spread
from burgundy.interrupts import held
from burgundy.players import check_player
from burgundy.records import Record

__all__ = ["play_games", "run"]


def run(
    settings: Settings,
    worlds: int = 100,
    *,
    out: str | os.PathLike[str] | None = None,
    executor: str | Executor | Callable[[], Executor] | None = None,
    workers: int | None = None,
    sprt: Sprt | None = None,
    anchor: str | None = None,
    progress: Callable[[int], Any] | None = None,
) -> Standings:
    """The standings after so many worlds; the same for any executor and any number of workers.

    Ctrl-C ends the workers and gives the standings of what is done; they tell how many worlds that are.

    Args:
        settings: what is played.
        worlds: in how many worlds every table plays every seating.
        out: the result file; what it has already is not played again, also if the settings have more bots behind its own.
        executor, workers: where to play (`burgundy.executors.spread`); None for here.
        sprt: a test between two bots that ends the tournament when it is decided.
        anchor: the bot whose rating is to be 0; None for a mean of 0.
        progress: called with the number of games that have been played or found in the file.

    Raises:
        ValueError: there is no such bot or executor, or the file was written by something else or with other settings.
        WorkerLostError: a worker was lost too often.
        TypeError: an argument is of another type.
        OSError: the file cannot be written.
    """
    worlds = integer("worlds", worlds)
    schedule = _checked(settings, worlds, sprt, anchor)
    total = worlds * schedule.games_a_world
    course = None if sprt is None else Course(sprt)
    with _kept(out, settings) as (outcomes, keep):
        found = [number for number in outcomes if number < total]
        if progress is not None and found:
            progress(len(found))
        left: Sequence[int] = range(total)
        if found:
            left = [number for number in left if number not in outcomes]
        try:
            if left and not _is_decided(course, schedule, outcomes):
                isolated = replace(settings, isolated=True)
                chunks = spread(
                    partial(_lines, settings),
                    left,
                    executor,
                    workers,
                    rescue=partial(_lines, isolated),
                )
                with closing(chunks):
                    for _, lines in chunks:
                        with held():  # so that what is told is what is kept
                            keep(lines)
                        if progress is not None:
                            progress(len(lines))
                        if _is_decided(course, schedule, outcomes):
                            break
        except KeyboardInterrupt:
            interrupted()
        finally:
            dismiss()
        return standings(schedule, outcomes, worlds, sprt, anchor)


def _lines(settings: Settings, numbers: Sequence[int]) -> list[Line]:
    """What a worker does."""
    return [Line.of(record) for record in play_games(settings, numbers)]


def play_games(settings: Settings, numbers: Sequence[int]) -> list[Record]:
    """The records of games, by their numbers."""
    schedule = Schedule(settings)
    if settings.move_seconds is None and not settings.isolated:
        return [play(settings, schedule.game(number)) for number in numbers]
    table = guests(settings)
    records = []
    for number in numbers:
        table.begin()
        records.append(play(settings, schedule.game(number), table.make))
    return records


def _checked(settings: Settings, worlds: int, sprt: Sprt | None, anchor: str | None) -> Schedule:
    """The schedule, after everything that can be wrong before a game is played."""
    schedule = Schedule(settings)
    with bots_print_to_stderr():
        for name in settings.bots:
            check_player(name)
    settings.first_state()
    if not 1 <= worlds <= MOST_GAMES // schedule.games_a_world:
        most = MOST_GAMES // schedule.games_a_world
        raise ValueError(f"worlds: {worlds}, expected 1 to {most:,}")
    if sprt is not None and len(settings.bots) != 2:
        raise ValueError(f"sprt: {len(settings.bots)} bots, expected two")
    if anchor is not None and anchor not in settings.bots:
        raise ValueError(f"anchor: {anchor}, expected one of {', '.join(settings.bots)}")
    return schedule


@contextmanager
def _kept(
    out: str | os.PathLike[str] | None, settings: Settings
) -> Iterator[tuple[dict[int, Outcome], Callable[[list[Line]], Any]]]:
    """The outcomes by game, and what takes in more of them; in a file if there is one."""
    if out is not None:
        with ResultFile(out, settings) as file:
            yield file.outcomes, file.add
        return
    outcomes: dict[int, Outcome] = {}

    def keep(lines: list[Line]) -> None:
        outcomes.update({line.outcome.game: line.outcome for line in lines})

    yield outcomes, keep


def _is_decided(course: Course | None, schedule: Schedule, outcomes: dict[int, Outcome]) -> bool:
    """Whether the test has come to its end, after it has taken in the worlds that are whole by now."""
    if course is None:
        return False
    size = schedule.games_a_world
    while course.accepted is None:
        first = course.worlds * size
        if not all(number in outcomes for number in range(first, first + size)):
            break
        course.add(share_won(schedule, outcomes, course.worlds))
    return course.accepted is not None
