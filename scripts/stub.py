"""The stub of `burgundy._core`, made from the signatures in the Rust code.

python scripts/stub.py --check    exits with 1 if the committed stub is another one
python scripts/stub.py --write    writes it
"""

import argparse
import difflib
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
STUB = TOP / "python" / "burgundy" / "_core.pyi"
MANIFEST = TOP / "rust" / "burgundy-py" / "Cargo.toml"
TOOLS = Path(sysconfig.get_path("scripts"))


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
    text = text[:first] + IMPORTS + text[first:]
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
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    either = parser.add_mutually_exclusive_group(required=True)
    either.add_argument("--check", action="store_true", help="exit with 1 if the stub differs")
    either.add_argument("--write", action="store_true", help="write the stub")
    chosen = parser.parse_args()
    new = generated()
    if chosen.write:
        STUB.write_text(new, encoding="utf-8")
        return 0
    old = STUB.read_text(encoding="utf-8") if STUB.exists() else ""
    if old == new:
        return 0
    difference = difflib.unified_diff(old.splitlines(), new.splitlines(), "committed", "generated")
    print("\n".join(difference))
    print("python/burgundy/_core.pyi is not current, run scripts/stub.py --write")
    return 1


if __name__ == "__main__":
    sys.exit(main())
