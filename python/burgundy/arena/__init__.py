"""Bots against bots, measured honestly: paired worlds, ratings with intervals, sequential tests.

    from burgundy.arena import Settings, run

    standings = run(Settings(bots=("flat:10", "random"), seed=1), worlds=20)
    print(standings.summary()["bots"][0])

The command is `burgundy tournament`; docs/arena.md says how results are counted.
"""

from burgundy.arena.ratings import Rating, fit, ratings
from burgundy.arena.run import run
from burgundy.arena.schedule import Schedule, Scheduled, Table
from burgundy.arena.settings import Settings
from burgundy.arena.sprt import Sprt
from burgundy.arena.standings import Standings

__all__ = [
    "Rating",
    "Schedule",
    "Scheduled",
    "Settings",
    "Sprt",
    "Standings",
    "Table",
    "fit",
    "ratings",
    "run",
]
