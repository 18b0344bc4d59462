"""Adapters without their framework: importing one says what to install, importing the package does not."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = """
import sys
for name in {blocked!r}:
    sys.modules[name] = None
import burgundy.adapters
try:
    import burgundy.adapters.{adapter}
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize(
    "adapter, extra, needs",
    [
        ("pettingzoo", "pettingzoo", "PettingZoo"),
        ("gymnasium", "gymnasium", "Gymnasium"),
        ("vector", "gymnasium", "Gymnasium"),
        ("open_spiel", "openspiel", "OpenSpiel"),
    ],
)
def test_the_error_names_the_extra(adapter: str, extra: str, needs: str) -> None:
    code = WITHOUT.format(blocked=["pettingzoo", "gymnasium", "pyspiel"], adapter=adapter)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == (
        f"burgundy.adapters.{adapter} needs {needs}, which is not installed; "
        f"install it with: pip install 'burgundy[{extra}]'\n"
    )
