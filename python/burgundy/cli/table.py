"""A game at the terminal: what is shown, what can be typed, whose turn it is."""

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from burgundy.game import Game
from burgundy.native import engine_state
from burgundy.render import render
from burgundy.render.choices import Choice, choices, groups
from burgundy.render.lines import Line, Terminal, wrapped
from burgundy.render.text import WIDE
from burgundy.wording import counted

if TYPE_CHECKING:
    from burgundy.game import Step
    from burgundy.players import Player

HINT_PLAYOUTS = 200
HINTS = 5
LARGE_ROWS = 45
HELP = """\
a number      plays the choice with that number
words         play themselves, for example: 3: take ship from 5; without the die if that is clear
why WORDS     says why words are not legal, explain WORDS what a legal action does, with the rules
hint          rates the choices by quick games after each
undo          goes back to your last decision
board         shows all estates, legend what the codes mean, log what has happened since your last turn
scores        shows where the points came from so far
save FILE     writes the game as a record, to be resumed with --resume
quit          leaves the game (Ctrl-D does, too)"""


class _Left(Exception):
    """The person has left."""


class Table:
    """A game with its people and bots."""

    def __init__(
        self,
        game: Game,
        names: list[str],
        bots: "Mapping[int, Player]",
        has_hints: bool = False,
        save: str | None = None,
        resumed: str | None = None,
    ) -> None:
        self._game = game
        self._names = names
        self._bots = bots
        self._has_hints = has_hints
        self._save_to = save
        self._resumed = resumed
        self._told = len(game.history)
        self._board_rows = 0
        self._log: list[str] = []
        self._commands: dict[str, Callable[[str], None]] = {
            "?": lambda _: print(HELP),
            "help": lambda _: print(HELP),
            "why": self._why,
            "explain": self._explain,
            "hint": lambda _: self._hint(),
            "undo": lambda _: self._undo(),
            "board": lambda _: self._board(is_full=True),
            "legend": lambda _: print(render(self._game.state, legend=True, width=self._width())),
            "log": lambda _: print("\n".join(self._log) or "nothing yet"),
            "scores": lambda _: self._scores(),
            "save": self._save,
        }

    def play(self) -> int:
        """Plays to the end, or until the person leaves; the exit code."""
        print(f"world {self._game.seed}; ? says what can be typed")
        try:
            while not self._game.is_over:
                seat = self._game.state.current_player()
                if seat in self._bots:
                    self._game.play(self._bots[seat].act(self._game.state))
                else:
                    self._decide()
            self._tell()
            self._end()
        except (_Left, EOFError):
            print()
            self._tell()
        finally:
            if self._save_to is not None:
                self._save(self._save_to)
        return 0

    def _decide(self) -> None:
        """Asks a person until the game has gone on, or back."""
        self._tell()
        self._board(is_full=False)
        found = self._numbered()
        print(self._choices(found))
        if self._has_hints:
            self._hint(self._hints_that_fit(found))
        before = len(self._game.history), self._game.state
        while (len(self._game.history), self._game.state) == before:
            seat = self._game.state.current_player()
            try:
                typed = " ".join(input(f"seat {seat}> ").split())
            except UnicodeDecodeError:
                print("not text; ? says what can be typed")
                continue
            self._answer(typed, found)

    def _answer(self, typed: str, found: list[Choice]) -> None:
        command, _, rest = typed.partition(" ")
        if not typed:
            print(self._choices(found))
        elif command in ("quit", "exit", "q"):
            raise _Left
        elif command in self._commands and (command in ("why", "explain", "save") or not rest):
            self._commands[command](rest)
        elif typed.isascii() and typed.isdigit():
            number = int(typed[:6])
            if 1 <= number <= len(found):
                self._game.play(found[number - 1].action)
            else:
                print(f"{typed[:20]}: there are choices 1 to {len(found)}")
        else:
            self._play_words(typed, found)

    def _play_words(self, typed: str, found: list[Choice]) -> None:
        same = [choice for choice in found if choice.words == typed]
        same = same or [choice for choice in found if choice.words.partition(": ")[2] == typed]
        if len(same) == 1:
            self._game.play(same[0].action)
        elif same:
            print(f"which die: {' or '.join(choice.words for choice in same)}?")
        else:
            print(f"not legal: {self._game.state.why_illegal(typed)}")

    def _numbered(self) -> list[Choice]:
        grouped = groups(choices(self._game.state)).values()
        return [choice for group in grouped for choice in group]

    def _choices(self, found: list[Choice]) -> str:
        """The choices with numbers, a line for each die and kind."""
        terminal = Terminal.of(None, self._width())
        numbers = {choice.action: number for number, choice in enumerate(found, start=1)}
        rows: list[tuple[str, list[Line]]] = []
        for (die, kind), group in groups(found).items():
            items: list[Line] = [
                [(str(numbers[choice.action]), "bold"), (f" {choice.about or kind}", "")]
                for choice in group
            ]
            if kind == "workers" and rows and rows[-1][0].startswith(die):
                rows[-1][1].extend(items)
            else:
                rows.append((f"{die + ':' if die else '  '} {kind:<5}", items))
        lines = [line for label, items in rows for line in wrapped(label, items, terminal.width)]
        return terminal.text(lines)

    def _width(self) -> int:
        """The columns; without outlines where they would not fit into the rows."""
        columns, rows = shutil.get_terminal_size((80, 24))
        return max(40, min(columns, 1000 if rows >= LARGE_ROWS else WIDE - 1))

    def _board(self, is_full: bool) -> None:
        """The whole table if it fits into the rows (or is asked for), else one's own estate."""
        state = self._game.state
        arguments: dict[str, Any] = {
            "legend": False,
            "names": self._names,
            "width": self._width(),
            "marked": True,
        }
        text = render(state, **arguments)
        rows = shutil.get_terminal_size((80, 24)).lines
        needed_by_choices = self._choices(self._numbered()).count("\n") + 3
        if self._has_hints:
            needed_by_choices += 1 + min(HINTS, len(self._numbered()))
        if not is_full and text.count("\n") + needed_by_choices > rows:
            text = render(state, seat=state.current_player(), **arguments)
            if text.count("\n") + needed_by_choices > rows:
                text = text.replace("\n\n", "\n")
        self._board_rows = text.count("\n") + 1
        print(text)

    def _hints_that_fit(self, found: list[Choice]) -> int:
        """How many hints leave the board on the screen; one at least."""
        rows = shutil.get_terminal_size((80, 24)).lines
        needed = self._board_rows + self._choices(found).count("\n") + 1
        # Their head and the prompt take a row each.
        return max(1, min(HINTS, rows - needed - 2))

    def _tell(self) -> None:
        """What has happened since this was last called."""
        steps = self._game.history[self._told :]
        self._told = len(self._game.history)
        lines = list(self._lines(steps))
        if lines:
            self._log = lines
            print("\n".join(lines))

    def _lines(self, steps: "Iterable[Step]") -> Iterator[str]:
        draws: list[str] = []
        for step in steps:
            if step.is_chance:
                draws.append(step.words)
                continue
            if draws:
                yield from self._drawn(draws)
                draws = []
            seat = step.state.current_player()
            vp = [
                f"seat {event['seat']} +{event['vp']} {event['source'].replace('_', ' ')}"
                for event in step.state.explain(step.action)
                if event["event"] == "vp"
            ]
            yield f"seat {seat} {self._names[seat]}: {step.words}" + (
                f"  ({', '.join(vp)})" if vp else ""
            )
        if draws:
            yield from self._drawn(draws)

    def _drawn(self, draws: list[str]) -> Iterator[str]:
        """The draws in one or a few lines; those of a phase are on the board anyhow."""
        rolled = [words for words in draws if words.startswith(("white", "dice", "start player"))]
        if len(rolled) < len(draws):
            yield f"{counted(len(draws) - len(rolled), 'draw')} of tiles, goods and boards"
        if rolled:
            yield ", ".join(rolled)

    def _why(self, words: str) -> None:
        reason = self._game.state.why_illegal(words)
        print("it is legal" if reason is None else f"not legal: {reason}")

    def _explain(self, words: str) -> None:
        found = self._numbered()
        if words.isascii() and words.isdigit() and 1 <= int(words[:6]) <= len(found):
            words = found[int(words[:6]) - 1].words
        reason = self._game.state.why_illegal(words)
        if reason is not None:
            print(f"not legal: {reason}")
            return
        for event in self._game.state.explain(words):
            told = [
                f"{key} {value}" for key, value in event.items() if key not in ("event", "rule")
            ]
            print(f"  {event['rule']:<6} {event['event'].replace('_', ' ')}: {', '.join(told)}")

    def _hint(self, most: int = HINTS) -> None:
        """The best choices by games of the policy `light` after each."""
        state = self._game.state
        seat = state.current_player()
        values = engine_state(state).evaluate_actions(
            HINT_PLAYOUTS, len(self._game.history), policy="light"
        )
        rows = sorted(
            (
                (float(wins[seat]), float(mean[seat]), int(action))
                for action, wins, mean in zip(values.actions, values.win_rate, values.mean)
            ),
            reverse=True,
        )
        numbers = {choice.action: at for at, choice in enumerate(self._numbered(), start=1)}
        print(f"by {HINT_PLAYOUTS} games of light after each: wins, mean VP")
        for wins, mean, action in rows[:most]:
            words = state.action_to_string(action)
            print(f"  {100 * wins:5.1f} %  {mean:6.1f}  {numbers[action]:>3} {words}")

    def _undo(self) -> None:
        """Goes back to the last decision of a person."""
        own = [
            step
            for step in self._game.history
            if not step.is_chance and step.state.current_player() not in self._bots
        ]
        if not own:
            print("undo: you have not decided anything yet")
            return
        while True:
            state = self._game.undo()
            if state.current_player() not in self._bots:
                break
        self._told = len(self._game.history)
        print("taken back; the dice and draws to come stay those of this world")

    def _save(self, path: str) -> None:
        from burgundy.cli.files import save_game

        if not path:
            print("save: expected a file, for example: save game.jsonl")
            return
        record = self._game.record(names=self._names, info={"players": self._names})
        try:
            save_game(path, record, self._resumed)
        except ValueError as error:
            print(f"save: {error}", file=sys.stderr)
        else:
            print(f"saved to {path}")

    def _end(self) -> None:
        state = self._game.state
        print(render(state, legend=False, names=self._names, width=self._width()))
        print()
        self._scores()
        print(f"seat {state.ranking()[0]} {self._names[state.ranking()[0]]} wins")

    def _scores(self) -> None:
        """Where the points came from, a column for each seat."""
        points = self._game.score_breakdown()
        print(f"{'points':<16}" + "".join(f"{f'seat {seat}':>9}" for seat in range(len(points))))
        for source in points[0]:
            row = [part[source] for part in points]
            if any(row):
                print(f"{source.replace('_', ' '):<16}" + "".join(f"{vp:>9}" for vp in row))
        print(f"{'together':<16}" + "".join(f"{sum(part.values()):>9}" for part in points))
