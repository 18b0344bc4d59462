"""Bots that the tests of the arena play with, most of which do something wrong."""

from __future__ import annotations

import os
import signal
import time
from typing import Any

LATE = 30
"""Decisions that a bot makes before it does what it is here for."""

MOVE_SECONDS = 2.0
"""What bots are allowed that take too long; enough for the others on a busy machine."""


class Lowest:
    """The first legal action; the same game whatever the seed."""

    def __init__(self, seed: int, skip: int = 0) -> None:
        self.skip = skip
        self.decisions = 0

    def act(self, state: Any) -> Any:
        self.decisions += 1
        return self.fail(state) if self.decisions > LATE else self.choose(state)

    def choose(self, state: Any) -> int:
        legal = state.legal_actions()
        return int(legal[self.skip % len(legal)])

    def fail(self, state: Any) -> Any:
        return self.choose(state)


class Raises(Lowest):
    """Raises, with a text that is no line."""

    def fail(self, state: Any) -> Any:
        raise RuntimeError("no\nidea")


class Illegal(Lowest):
    """Takes an action that is not legal, the highest code that is not."""

    def fail(self, state: Any) -> Any:
        return next(code for code in range(511, -1, -1) if code not in state.legal_actions())


class Words(Lowest):
    """Returns words instead of a code."""

    def fail(self, state: Any) -> Any:
        return state.action_to_string(self.choose(state))


class Boolean(Lowest):
    """Returns a truth value, which is no code."""

    def fail(self, state: Any) -> Any:
        return True


class Leaves(Lowest):
    """Wants the whole program to end."""

    def fail(self, state: Any) -> Any:
        raise SystemExit(3)


class Sly(Lowest):
    """Raises what ends the program when it is looked at."""

    class Error(Exception):
        def __str__(self) -> str:
            raise SystemExit(4)

    def fail(self, state: Any) -> Any:
        raise self.Error


class Code(Lowest):
    """Returns what ends the program when it is taken for a number."""

    def __index__(self) -> int:
        raise SystemExit(5)

    def fail(self, state: Any) -> Any:
        return self


class Huge(Lowest):
    """Returns an integer that is too long to be written."""

    def fail(self, state: Any) -> Any:
        return 10**5000


class Hangs(Lowest):
    """Never answers."""

    def fail(self, state: Any) -> Any:
        while True:
            pass


class Slow(Lowest):
    """Answers too late, but not so late that its process is ended."""

    def fail(self, state: Any) -> Any:
        time.sleep(MOVE_SECONDS + 0.1)
        return self.choose(state)


class Crashes(Lowest):
    """Takes its process with it."""

    def fail(self, state: Any) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class Prints(Lowest):
    """Prints and reads where others talk."""

    def choose(self, state: Any) -> int:
        print("thinking", input.__name__)
        os.write(1, b"thinking\n")
        return super().choose(state)


class Unmade:
    """Cannot be made."""

    def __init__(self, seed: int) -> None:
        raise ValueError("no weights")


class Echo(Lowest):
    """Says what it was made from."""

    def __init__(self, seed: int, argument: Any = None) -> None:
        super().__init__(seed)
        self.seed, self.argument = seed, argument


NOTHING = None


class Even(Lowest):
    """The first legal action, thinking as much of each."""

    def policy(self, state: Any) -> tuple[int, Any]:
        legal = state.legal_actions()
        return self.choose(state), [float(code in legal) for code in range(512)]


class Negative(Lowest):
    """Thinks less than nothing of its action."""

    def policy(self, state: Any) -> tuple[int, Any]:
        return self.choose(state), [-1.0] * 512


class Nothing(Lowest):
    """Thinks nothing of every action."""

    def policy(self, state: Any) -> tuple[int, Any]:
        return self.choose(state), [0.0] * 512


class Vast(Lowest):
    """Thinks so much of each legal action that it has no sum."""

    def policy(self, state: Any) -> tuple[int, Any]:
        action, even = Even(0).policy(state)
        return action, [share * 1.5e308 for share in even]


class LeavesAtOnce:
    """Wants the whole program to end before the game begins."""

    def __init__(self, seed: int) -> None:
        raise SystemExit(6)
