"""The path to the scripts, the `engine` fixture and the hypothesis profiles (chosen by BURGUNDY_PROFILE: dev, ci or long)."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest
from engines import MODULES, Engine, load
from exercised import EXERCISED
from hypothesis import HealthCheck, settings

# Here, so that every file of tests can be run by itself.
sys.path.append(str(Path(__file__).parent.parent / "scripts"))

SLOW_ON_PURPOSE = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

for profile, examples in {"dev": 10, "ci": 100, "long": 2_000}.items():
    settings.register_profile(
        profile,
        max_examples=examples,
        deadline=None,
        print_blob=True,
        suppress_health_check=SLOW_ON_PURPOSE,
    )
settings.load_profile(os.environ.get("BURGUNDY_PROFILE", "dev"))

for name in list(os.environ):
    # What tests start is as a user starts it: a setting of Python's own may hide that output waits in a buffer until it is lost.
    if name.startswith("PYTHON") and name not in ("PYTHONPATH", "PYTHONHASHSEED"):
        del os.environ[name]

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts jobs in the background like this, and processes that tests start would ignore Ctrl-C as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What the games in lockstep have come across; with -v all of it."""
    if EXERCISED.steps:
        terminalreporter.section("exercised in lockstep")
        verbosity = terminalreporter.config.get_verbosity()
        terminalreporter.write_line("\n".join(EXERCISED.report(whole=verbosity > 0)))


@pytest.fixture(scope="session", params=list(MODULES))
def engine(request: pytest.FixtureRequest) -> Engine:
    """Each test that asks for it runs once on either engine."""
    return load(request.param)
