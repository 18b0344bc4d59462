"""A headless Chromium for tests, spoken to over a pipe; the standard library is enough."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = (
    *("--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu"),
    *("--disable-extensions", "--disable-dev-shm-usage", "--disable-background-networking"),
    *("--no-default-browser-check", "--disable-component-update", "--hide-scrollbars"),
)
SECONDS = 300
# The browser reads commands from descriptor 3 and writes answers to descriptor 4.
LAUNCH = """
import fcntl, os, sys
pipes = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
os.dup2(pipes[0], 3)
os.dup2(pipes[1], 4)
os.execv(sys.argv[3], sys.argv[3:])
"""


def find() -> str | None:
    """The browser, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One browser with one page; `errors` is what went wrong on it."""

    def __init__(self, path: str, profile: Path) -> None:
        there, self._out = os.pipe()
        self._in, back = os.pipe()
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        self._process = subprocess.Popen(
            [sys.executable, "-c", LAUNCH, str(there), str(back), path, *OPTIONS, *sandbox]
            + [f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(there, back),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(there)
        os.close(back)
        self._buffer = b""
        self._number = 0
        self._session: str | None = None
        self._loaded: set[str] = set()
        self.errors: list[str] = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        attached = self.send("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.send(f"{domain}.enable")
        self.send("Page.setLifecycleEventsEnabled", enabled=True)

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._out)
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._in)

    def send(self, method: str, **parameters: Any) -> Any:
        """The answer to a command."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            found = self._read()
            if found.get("id") == self._number:
                assert "error" not in found, found
                return found["result"]
            self._note(found)

    def open(self, address: str) -> None:
        """Goes to a page and waits until it has loaded."""
        # The page before may say that it has loaded as late as now, the blank one at the beginning for example.
        loader = self.send("Page.navigate", url=address)["loaderId"]
        while loader not in self._loaded:
            self._note(self._read())

    def run(self, script: str) -> Any:
        """The value of an expression on the page; promises are waited for."""
        found = self.send(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def until(self, script: str) -> None:
        """Waits until an expression is true."""
        ends = time.monotonic() + SECONDS
        while not self.run(f"!!({script})"):
            assert time.monotonic() < ends, f"never true: {script}"
            time.sleep(0.02)

    def press(self, key: str) -> None:
        """Presses a key."""
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key)

    def resize(self, width: int, height: int) -> None:
        """Makes the window as large."""
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def dark(self, is_dark: bool) -> None:
        """What the reader prefers."""
        value = "dark" if is_dark else "light"
        self.send(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": value}],
        )

    def picture(self) -> bytes:
        """The window as PNG."""
        return base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"])

    def _note(self, message: dict[str, Any]) -> None:
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Page.lifecycleEvent" and parameters["name"] == "load":
            self._loaded.add(parameters["loaderId"])
        elif method == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(parameters["exceptionDetails"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.errors.append(parameters["entry"]["text"])

    def _read(self) -> dict[str, Any]:
        ends = time.monotonic() + SECONDS
        while b"\0" not in self._buffer:
            assert time.monotonic() < ends, "the browser does not answer"
            if select.select([self._in], [], [], 1)[0]:
                part = os.read(self._in, 1 << 20)
                assert part, "the browser has gone"
                self._buffer += part
        message, _, self._buffer = self._buffer.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found
