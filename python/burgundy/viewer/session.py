"""A game that is played in the browser: what the page may ask for, as plain data."""

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from burgundy import position, records
from burgundy.game import Game
from burgundy.names import CODES
from burgundy.players import player
from burgundy.render import svg
from burgundy.render.choices import choices, groups
from burgundy.viewer.game_page import event_text

if TYPE_CHECKING:
    from burgundy.players import Player

__all__ = ["PERSON", "Session"]

PERSON = "you"
MOST_PLAYOUTS = 10_000
LOG = 40

Answer = dict[str, Any]


class Session:
    """One game with its people and bots, shared by all who look at it."""

    def __init__(self, game: Game, names: list[str]) -> None:
        self._lock = threading.Lock()
        self._begin(game, names)
        self._requests: dict[str, Callable[[Mapping[str, Any]], Answer]] = {
            "look": lambda _: self._look(),
            "play": self._play,
            "undo": lambda _: self._undo(),
            "why": self._why,
            "analyse": self._analyse,
            "position": self._position,
            "record": lambda _: {"record": self._record()},
        }

    def answer(self, asked: Any) -> Answer:
        """What the page gets; raises `ValueError` for what it cannot have."""
        if not isinstance(asked, dict):
            raise ValueError("request: expected an object")
        request = self._requests.get(str(asked.get("do")))
        if request is None:
            raise ValueError(f"do: expected one of {', '.join(self._requests)}")
        with self._lock:
            return request(asked)

    def _begin(self, game: Game, names: list[str]) -> None:
        seed = game.seed or 0
        bots: dict[int, Player] = {
            seat: player(name, (seed + seat + 1) % 2**64)
            for seat, name in enumerate(names)
            if name != PERSON
        }
        self._game, self._names, self._bots = game, names, bots
        self._let_bots_play()

    def _let_bots_play(self) -> None:
        while not self._game.is_over and self._game.state.current_player() in self._bots:
            bot = self._bots[self._game.state.current_player()]
            self._game.play(bot.act(self._game.state))

    def _look(self) -> Answer:
        state = self._game.state
        decided = [step for step in self._game.history if not step.is_chance]
        grouped = {} if state.is_terminal() else groups(choices(state))
        return {
            "svg": svg(state, decided[-1] if decided else None, actions=True, names=self._names),
            "seat": int(state.current_player()),
            "over": state.is_terminal(),
            "chance": state.is_chance_node(),
            "scores": [int(score) for score in state.scores()],
            "ranking": [int(seat) for seat in state.ranking()],
            "groups": [
                {
                    "label": f"{die + ': ' if die else ''}{kind}",
                    "choices": [[one.words, one.about or one.kind] for one in group],
                }
                for (die, kind), group in grouped.items()
            ],
            "log": self._log(),
            "points": self._game.score_breakdown(),
            "position": position.write(state),
            "names": self._names,
            "codes": CODES,
        }

    def _log(self) -> list[Answer]:
        return [
            {
                "who": "chance" if step.is_chance else f"seat {step.state.current_player()}",
                "words": step.words,
                "events": [
                    f"{event_text(event)} ({event['rule']})"
                    for event in step.state.explain(step.action)
                    if event["event"] == "vp"
                ],
            }
            for step in self._game.history[-LOG:]
        ]

    def _play(self, asked: Mapping[str, Any]) -> Answer:
        words = asked.get("words")
        if not isinstance(words, str):
            raise ValueError("words: expected a text")
        self._game.play(" ".join(words[:200].split()))
        self._let_bots_play()
        return self._look()

    def _why(self, asked: Mapping[str, Any]) -> Answer:
        words = asked.get("words")
        if not isinstance(words, str):
            raise ValueError("words: expected a text")
        return {"why": self._game.state.why_illegal(words[:200])}

    def _undo(self) -> Answer:
        own = [
            step
            for step in self._game.history
            if not step.is_chance and step.state.current_player() not in self._bots
        ]
        if not own:
            raise ValueError("undo: no decision has been made")
        while self._game.undo().current_player() in self._bots:
            pass
        return self._look()

    def _analyse(self, asked: Mapping[str, Any]) -> Answer:
        playouts = asked.get("playouts", 200)
        if type(playouts) is not int or not 1 <= playouts <= MOST_PLAYOUTS:
            raise ValueError(f"playouts: expected an integer from 1 to {MOST_PLAYOUTS}")
        state = self._game.state
        if state.is_terminal() or state.is_chance_node():
            raise ValueError("analyse: there is no decision here")
        values = state.evaluate_actions(playouts, seed=len(self._game.history))
        seat = state.current_player()
        rows: list[Answer] = [
            {
                "words": state.action_to_string(int(action)),
                "wins": float(wins[seat]),
                "mean": float(mean[seat]),
            }
            for action, wins, mean in zip(values.actions, values.win_rate, values.mean)
        ]
        rows.sort(key=lambda row: (-row["wins"], -row["mean"]))
        return {"playouts": playouts, "seat": int(seat), "actions": rows}

    def _position(self, asked: Mapping[str, Any]) -> Answer:
        text = asked.get("text")
        if not isinstance(text, str):
            raise ValueError("text: expected a position string")
        state = position.read(text, type(self._game.state), self._game.state.rules)
        names = asked.get("names", [PERSON] * state.num_players())
        if not isinstance(names, list) or len(names) != state.num_players():
            raise ValueError("names: expected one for each seat")
        self._begin(Game.from_state(state, seed=self._game.seed), [str(name) for name in names])
        return self._look()

    def _record(self) -> str:
        record = records.of_game(self._game, self._names, info={"players": self._names})
        return record.to_json()
