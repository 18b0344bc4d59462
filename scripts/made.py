"""What scripts that make files share: `--check` that the files are current, or `--write` them."""

import argparse
import difflib
import sys
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
MOST_LINES = 40
"""Most lines of a difference that are shown."""


def arguments(doc: str | None) -> argparse.ArgumentParser:
    """A parser with the two; a script may add its own."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0] if doc else None)
    either = parser.add_mutually_exclusive_group(required=True)
    either.add_argument("--check", action="store_true", help="exit with 1 if something differs")
    either.add_argument("--write", action="store_true", help="write it")
    return parser


def main(
    doc: str | None, make: Callable[[], Mapping[Path, str]], folder: Path | None = None
) -> int:
    """Checks or writes the texts that `make` gives by file; the exit code."""
    chosen = arguments(doc).parse_args()
    return settle(make(), is_check=chosen.check, folder=folder)


def settle(texts: Mapping[Path, str], *, is_check: bool, folder: Path | None = None) -> int:
    """Compares the texts with the files, or writes them; the exit code.

    With `folder` there may be no other file in it.
    """
    others = set(folder.iterdir()) - set(texts) if folder is not None and folder.exists() else set()
    if not is_check:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        for path in others:
            path.unlink()
        return 0
    code = 0
    for path in sorted({*texts, *others}):
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        new = texts.get(path, "")
        if old != new or path in others:
            code = 1
            lines = difflib.unified_diff(old.splitlines(), new.splitlines(), "here", "made", n=1)
            print("\n".join(islice(lines, MOST_LINES)))
            script = Path(sys.argv[0]).name
            print(f"{path.relative_to(TOP)} is not current, run scripts/{script} --write")
    return code
