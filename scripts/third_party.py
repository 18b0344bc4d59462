"""The licences of the Rust packages that are linked into a wheel: LICENSE-THIRD-PARTY.

python scripts/third_party.py --check    exits with 1 if the file is another one
python scripts/third_party.py --write    writes it
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import made

TOP = Path(__file__).resolve().parent.parent
FILE = TOP / "LICENSE-THIRD-PARTY"
TAKEN = ("MIT", "BSD-2-Clause")
"""Licences that packages are taken under, the first that a package offers."""

HEAD = """\
The library in a wheel of burgundy holds the Rust standard library (https://github.com/rust-lang/rust, MIT or Apache-2.0)
and the packages below, under the licences that follow. Made by scripts/third_party.py --write.
"""


def linked() -> list[dict[str, Any]]:
    """The packages of others that end up in the library, by name: no build tools, no macros."""
    command = ["cargo", "metadata", "--locked", "--format-version=1"]
    done = subprocess.run(command, cwd=TOP, check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    packages = {package["id"]: package for package in found["packages"]}
    needs = {node["id"]: node["deps"] for node in found["resolve"]["nodes"]}
    (start,) = (key for key, package in packages.items() if package["name"] == "burgundy-py")
    reached, waiting = set(), [start]
    while waiting:
        key = waiting.pop()
        kinds = {kind for target in packages[key]["targets"] for kind in target["kind"]}
        if key in reached or "proc-macro" in kinds:
            continue
        reached.add(key)
        waiting += [
            need["pkg"]
            for need in needs[key]
            if any(kind["kind"] is None for kind in need["dep_kinds"])
        ]
    chosen = [packages[key] for key in reached if packages[key]["source"] is not None]
    return sorted(chosen, key=lambda package: str(package["name"]))


def licence_of(package: dict[str, Any]) -> tuple[str, str]:
    """The licence that a package is taken under, and its text."""
    name, folder = package["name"], Path(package["manifest_path"]).parent
    offered = set(re.split(r" OR |/", package["license"]))
    taken = next((licence for licence in TAKEN if licence in offered), None)
    if taken is None:
        raise SystemExit(f"{name}: {package['license']}, expected one of {', '.join(TAKEN)}")
    files = sorted(folder.glob("LICEN[CS]E*"), key=lambda file: "MIT" not in file.name.upper())
    if not files:
        raise SystemExit(f"{name}: no file with its licence")
    return taken, files[0].read_text(encoding="utf-8").replace("\r\n", "\n").strip()


def text() -> str:
    """What the file says; packages with one text stand together."""
    together: dict[tuple[str, str], list[str]] = {}
    for package in linked():
        title = f"{package['name']} ({package['repository']})"
        together.setdefault(licence_of(package), []).append(title)
    parts = [HEAD]
    for (taken, licence), names in together.items():
        parts.append("-" * 100 + "\n" + "\n".join(names) + f"\n{taken}\n\n{licence}\n")
    return "\n".join(parts)


def main() -> int:
    """Checks or writes."""
    return made.main(__doc__, lambda: {FILE: text()})


if __name__ == "__main__":
    sys.exit(main())
