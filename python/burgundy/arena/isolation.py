"""Bots in processes of their own: one that hangs or crashes is ended, and has lost the game.

The process is a plain child that talks over its standard streams, a JSON object a line, so that it works below any
executor, those included whose workers may have no children by `multiprocessing`. It is kept for the next games.
"""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from operator import index
from typing import IO, Any

from burgundy.arena.one_game import Clocked, Lost, Stopped, raised
from burgundy.arena.settings import Settings
from burgundy.pools import is_stopping

__all__ = ["Guests", "dismiss", "guests"]

GRACE = 1.0
"""How long after the limit an answer is waited for, in seconds: it has lost by then, but may be spared."""
START = 120.0
"""How long a process may take to start and a bot to be made, in seconds; libraries of networks load slowly."""
POLL = 0.1


_own = threading.local()


def guests(settings: Settings) -> "Guests":
    """The processes of this thread for a tournament; they live as long as the thread and its next games."""
    found: Guests | None = getattr(_own, "guests", None)
    if found is None or found.settings != settings:
        if found is not None:
            found.close()
        found = _own.guests = Guests(settings)
    return found


def dismiss() -> None:
    """Ends the processes of this thread."""
    found: Guests | None = _own.__dict__.pop("guests", None)
    if found is not None:
        found.close()


class Guests:
    """The processes of a worker's bots, one a seat."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._hosts: list[_Host] = []
        self._seated = 0

    def __del__(self) -> None:
        self.close()

    def begin(self) -> None:
        """A new game: its bots take the seats anew."""
        self._seated = 0

    def make(self, name: str, seed: int) -> "Guest":
        """The bot of the next seat; `Lost` if it cannot be made."""
        if self._seated == len(self._hosts):
            self._hosts.append(_Host(self.settings))
        host = self._hosts[self._seated]
        self._seated += 1
        host.ask({"make": name, "seed": seed}, START, "to be made")
        return Guest(host, self.settings.move_seconds)

    def close(self) -> None:
        """Ends the processes."""
        for host in self._hosts:
            host.end()
        self._hosts.clear()


class Guest(Clocked):
    """A bot in another process."""

    def __init__(self, host: "_Host", limit: float | None) -> None:
        self._host = host
        self._limit = limit

    def act(self, state: Any) -> Any:
        """What the bot answers; `Lost` if it does not, or if its process ends."""
        self.seconds, self.cpu_seconds = 0.0, None
        begun = time.perf_counter()
        patience = None if self._limit is None else self._limit + GRACE
        try:
            answer = self._host.ask({"act": state.to_bytes().hex()}, patience, "for a move")
        except Lost:
            self.seconds = time.perf_counter() - begun
            raise
        self.seconds, self.cpu_seconds = answer["seconds"], answer["cpu_seconds"]
        if "raised" in answer:
            raise Lost(answer["raised"])
        return answer["action"] if "action" in answer else _Text(answer["shown"])


class _Text:
    """Something that a bot returned in place of a number."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


class _Host:
    """A child process; started when it is asked something, and again after its end."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    def ask(self, question: dict[str, Any], patience: float | None, what: str) -> dict[str, Any]:
        """The answer; `Lost` if it does not come in time or the process ends."""
        process = self._process or self._start()
        assert process.stdin is not None
        with suppress(OSError):  # its end is told by the answers
            process.stdin.write(json.dumps(question).encode() + b"\n")
            process.stdin.flush()
        ends = None if patience is None else time.monotonic() + patience
        while True:
            try:
                line = self._answers.get(timeout=POLL)
                break
            except queue.Empty:
                if is_stopping():
                    self.end()
                    raise Stopped from None
                if ends is not None and time.monotonic() > ends:
                    self.end()
                    limit = self._settings.move_seconds
                    allowed = START if what == "to be made" or limit is None else limit
                    raise Lost(f"took too long {what}, allowed are {allowed:g} s") from None
        if line is None:
            raise Lost(self._how_it_ended())
        answer: dict[str, Any] = json.loads(line)
        if "failed" in answer:
            raise Lost(answer["failed"])
        return answer

    def _start(self) -> "subprocess.Popen[bytes]":
        """A process that imports what this one would."""
        settings = self._settings
        begin = {"path": sys.path, "data": settings.data, "options": settings.options()}
        process = subprocess.Popen(
            # Unbuffered, since it is killed in the end, and what a bot has printed would be lost.
            [sys.executable, "-u", "-c", "from burgundy.arena.isolation import serve; serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,  # Ctrl-C is for the process that waits
        )
        assert process.stdin is not None and process.stdout is not None
        self._process = process
        self._answers = queue.SimpleQueue()
        reader = threading.Thread(
            target=_read, args=(process.stdout, self._answers), name="answers", daemon=True
        )
        reader.start()
        with suppress(OSError):
            process.stdin.write(json.dumps(begin).encode() + b"\n")
        return process

    def _how_it_ended(self) -> str:
        process = self._process
        assert process is not None
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=START)
        self.end()
        code = process.returncode
        if code is not None and code < 0:
            with suppress(ValueError):
                return f"its process was ended by {signal.Signals(-code).name}"
        return f"its process ended with exit code {code}"

    def end(self) -> None:
        """Ends the process, if there is one."""
        process, self._process = self._process, None
        if process is None:
            return
        if hasattr(os, "killpg"):
            with suppress(OSError):  # and what the bot has started
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


def _read(stream: IO[bytes], answers: "queue.SimpleQueue[bytes | None]") -> None:
    with suppress(OSError, ValueError):
        for line in stream:
            answers.put(line)
    answers.put(None)


def serve() -> None:
    """What the child process does: makes bots and asks them, until nobody asks any more."""
    questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    source, goal = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What a bot prints is no answer, and what it reads is no question.
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

    def listen() -> None:
        for line in source:
            questions.put(line)
        os._exit(0)  # also in the middle of a move that never ends

    threading.Thread(target=listen, daemon=True).start()
    first = questions.get()
    assert first is not None
    begin = json.loads(first)
    sys.path[:] = begin["path"]
    answer_all(begin["data"], begin["options"], questions, goal)


def answer_all(
    data: str | None,
    options: dict[str, Any],
    questions: "queue.SimpleQueue[bytes | None]",
    goal: IO[bytes],
) -> None:
    """Answers questions one by one."""
    from burgundy import Rules, State
    from burgundy.players import player

    rules = Rules(**options, data=data)
    bot: Any = None
    while (line := questions.get()) is not None:
        question = json.loads(line)
        answer: dict[str, Any]
        if "make" in question:
            try:
                bot = None
                bot = player(question["make"], question["seed"])
                answer = {}
            except BaseException as error:
                answer = {"failed": raised(error)}
        else:
            state = State.from_bytes(bytes.fromhex(question["act"]), rules=rules)
            answer = _move(bot, state)
        goal.write(json.dumps(answer).encode() + b"\n")
        goal.flush()


def _move(bot: Any, state: Any) -> dict[str, Any]:
    begun, cpu_begun = time.perf_counter(), time.process_time()

    def times() -> dict[str, float]:
        return {
            "seconds": time.perf_counter() - begun,
            "cpu_seconds": time.process_time() - cpu_begun,
        }

    try:
        action = bot.act(state)
    except BaseException as error:
        return {"raised": raised(error), **times()}
    taken = times()
    try:
        if isinstance(action, bool):
            raise TypeError
        # What is too large for a code need not be sent in full.
        return {"action": max(-(2**64), min(index(action), 2**64)), **taken}
    except TypeError:
        pass
    except BaseException as error:
        return {"raised": raised(error), **taken}
    try:
        shown = repr(action)[:80]
    except BaseException:
        shown = f"a {type(action).__name__}"
    return {"shown": shown, **taken}
