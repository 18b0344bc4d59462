"""Applies each mutation to a copy of the project, builds it and runs tests until one fails.

python tests/mutation/run.py                     all mutations; exits with 1 if one is not caught
python tests/mutation/run.py --only bank castle  those whose text has one of the words
python tests/mutation/run.py --write             all, and docs/mutations.md

The copy is in a temporary folder; the project itself is not touched. Needs what the build needs.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from wrong_changes import MUTATIONS, Mutation

TOP = Path(__file__).resolve().parents[2]
PAGE = TOP / "docs" / "mutations.md"
SOURCES = Path("rust") / "burgundy" / "src"
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "target", "*.so", "__pycache__", ".*_cache")
# The tests of the rules first, then what compares with the reference and with fixtures.
SUITES = [
    ["-k", "rust", "tests/rules", "tests/test_free_steps.py"],
    ["tests/test_perft.py", "tests/test_kit.py", "tests/test_playthroughs.py"],
    ["tests/test_lockstep.py"],
]
BUILD = ["cargo", "build", "--release", "--quiet", "--package", "burgundy-py"]
QUICK = ["lto=false", "codegen-units=16", "opt-level=1", "debug=0"]

HEAD = """\
# Mutations

Small wrong changes to the engine's rules, made one at a time in a copy of the project; for each the first test that fails.
The list is [tests/mutation/wrong_changes.py](../tests/mutation/wrong_changes.py), the command `python tests/mutation/run.py --write`: it first checks that the
tests pass without a change, then builds the engine with each change and runs the rule cases, then perft, the conformance kit, the playthroughs and the
lockstep with the reference, until something fails.
"""


class Copy:
    """A copy of the project, built into a target folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.tree = folder / "tree"
        self.environment = {
            **os.environ,
            "CARGO_TARGET_DIR": str(folder / "target"),
            "PYO3_BUILD_EXTENSION_MODULE": "1",
            "PYO3_PYTHON": sys.executable,
            "CARGO_INCREMENTAL": "1",
            "PYTHONPATH": str(self.tree / "python"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        shutil.copytree(TOP, self.tree, ignore=LEFT_OUT)

    def test(self, mutation: Mutation | None) -> str | None:
        """The first test that fails with the mutation; None if all pass."""
        originals: dict[Path, str] = {}
        for file, old, new in mutation.edits if mutation else []:
            path = self.tree / SOURCES / file
            text = path.read_text(encoding="utf-8")
            originals.setdefault(path, text)
            assert text.count(old) == 1, f"{file}: {old!r} occurs {text.count(old)} times"
            path.write_text(text.replace(old, new), encoding="utf-8")
        try:
            self.build()
            return self.first_failure()
        finally:
            for path, text in originals.items():
                path.write_text(text, encoding="utf-8")

    def build(self) -> None:
        """Builds the native module into the copy."""
        profile = [f"--config=profile.release.{setting}" for setting in QUICK]
        subprocess.run([*BUILD, *profile], cwd=self.tree, env=self.environment, check=True)
        library = Path(self.environment["CARGO_TARGET_DIR"]) / "release" / "lib_core.so"
        shutil.copy(library, self.tree / "python" / "burgundy" / "_core.abi3.so")

    def first_failure(self) -> str | None:
        """Runs the suites up to the first test that fails; a test that hangs has failed."""
        for suite in SUITES:
            command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *suite]
            try:
                done = subprocess.run(
                    command,
                    cwd=self.tree,
                    env=self.environment,
                    capture_output=True,
                    text=True,
                    timeout=600,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return f"{suite[-1]} (does not end)"
            if done.returncode:
                failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
                return failed[1] if failed else f"{suite[-1]} (exit code {done.returncode})"
        return None


def page(results: list[tuple[Mutation, str | None]]) -> str:
    """The page of all results."""
    caught = sum(test is not None for _, test in results)
    lines = [HEAD, f"{caught} of {len(results)} are caught.", ""]
    lines += ["| mutation | rule | file | caught by |", "|---|---|---|---|"]
    for mutation, test in results:
        file = mutation.edits[0][0]
        where, _, name = (test or "").partition("::")
        name = name.split("[")[0] or where
        by = f"[{Path(where).stem}](../{where}): `{name}`" if test else "nothing"
        lines.append(f"| {mutation.what} | {mutation.rule} | {file} | {by} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Runs and writes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--only", nargs="+", metavar="WORD", help="mutations with such a word")
    parser.add_argument("--write", action="store_true", help="write docs/mutations.md")
    chosen = parser.parse_args()
    some = [m for m in MUTATIONS if not chosen.only or any(w in m.what for w in chosen.only)]
    results: list[tuple[Mutation, str | None]] = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        failing = copy.test(None)
        if failing:
            print(f"{failing} fails without a mutation")
            return 2
        for mutation in some:
            begun = time.perf_counter()
            test = copy.test(mutation)
            seconds = time.perf_counter() - begun
            results.append((mutation, test))
            print(
                f"{mutation.rule:<6} {mutation.what}: {test or 'NOT CAUGHT'} ({seconds:.0f} s)",
                flush=True,
            )
    caught = sum(test is not None for _, test in results)
    print(f"{caught} of {len(results)} mutations are caught")
    if chosen.write and not chosen.only:
        PAGE.write_text(page(results), encoding="utf-8")
    return 0 if caught == len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
