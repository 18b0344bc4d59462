"""The stub of `burgundy._core`, made from the signatures in the Rust code.

python scripts/stub.py --check    exits with 1 if the committed stub is another one
python scripts/stub.py --write    writes it
"""

import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import made

TOP = Path(__file__).resolve().parent.parent
STUB = TOP / "python" / "burgundy" / "_core.pyi"
MANIFEST = TOP / "rust" / "burgundy-py" / "Cargo.toml"
TOOLS = Path(sysconfig.get_path("scripts"))


HEAD = """\
# Made by scripts/stub.py from the Rust code; one file, as the library that it describes is one.

"""
# What the signatures in the Rust code name by its module.
IMPORTS = """\
import collections.abc
import os
import typing

import burgundy.loader
import burgundy.values
import numpy
import numpy.typing
"""


def generated() -> str:
    """The stub as the code says now, formatted."""
    with tempfile.TemporaryDirectory() as folder:
        where = [
            f"--manifest-path={MANIFEST}",
            f"--interpreter={sys.executable}",
            f"--out={folder}",
        ]
        command = [str(TOOLS / "maturin"), "generate-stubs", "--features=inspect", *where]
        subprocess.run(command, cwd=TOP, check=True, capture_output=True)
        (file,) = Path(folder).rglob("*.pyi")
        text = file.read_text(encoding="utf-8")
    first = text.index("from typing import")
    text = HEAD + text[:first] + IMPORTS + text[first:]
    # Without the quotes that names in Rust's signatures have, and the imports in order.
    return ruff("format", text=ruff("check", "--fix", "--quiet", text=text))


def ruff(*arguments: str, text: str) -> str:
    """The text as ruff writes it."""
    command = [str(TOOLS / "ruff"), *arguments, f"--stdin-filename={STUB}", "-"]
    done: subprocess.CompletedProcess[str] = subprocess.run(
        command, cwd=TOP, input=text, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


def main() -> int:
    """Checks or writes."""
    return made.main(__doc__, lambda: {STUB: generated()})


if __name__ == "__main__":
    sys.exit(main())
