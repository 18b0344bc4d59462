"""Checks what is published: the archive, the wheel from it, and the wheel as a user installs it, without a compiler.

python scripts/wheel_check.py                          builds both and checks them
python scripts/wheel_check.py --wheel FILE [--url URL] [--python VERSION]
                                                       checks a wheel that was built before, by digests of whole games
python scripts/wheel_check.py --extras EXTRA,... --resolution lowest-direct TEST...
                                                       with extras, in the oldest versions that pyproject.toml allows

Needs the dependency group `dist`.
"""

import argparse
import email
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import build_wheel

TOP = Path(__file__).resolve().parent.parent
TOOLS = Path(sysconfig.get_path("scripts"))

MOST_BYTES = 3_000_000
URL = "https://example.org/burgundy/burgundy"
"""Stands for the repository, whose address is known where it is published from (scripts/build_wheel.py links)."""
DOCS_TESTS = (
    "tests/test_docs.py::test_code_runs",
    "tests/test_readme.py::test_the_example_runs",
    "tests/test_examples.py",
    "tests/test_golden.py",
    "tests/test_perft.py",
    "tests/test_playthroughs.py",
)
"""What is run on the installed wheel: all that the documents say, and whole games against their digests."""
COMPILERS = re.compile(
    r"(.*-)?(cc|c\+\+|gcc|g\+\+|clang|clang\+\+|cpp|ld|as|cargo|rustc)(-[\d.]+)?"
)
MACHINE = re.compile(
    rb"/root/|/home/|/Users/|\\Users\\|/tmp/\.tmp|\.cargo|\.rustup|/github/workspace|\\a\\_"
)
"""What paths of a machine begin with."""


class Report:
    """What was found; the first fault ends the check once all of its step is said."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def expect(self, holds: bool, fault: str) -> None:
        """Notes a fault unless the condition holds."""
        if not holds:
            self.faults.append(fault)

    def step(self, name: str) -> None:
        """Says that a step is done, or what is wrong."""
        if self.faults:
            raise SystemExit("\n".join([f"{name}: {len(self.faults)} faults", *self.faults]))
        print(f"{name}: as it should be", flush=True)


def tracked(*folders: str) -> list[str]:
    """The files of the repository below these folders."""
    command = ["git", "ls-files", "-z", "--", *folders]
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=True)
    return [name for name in done.stdout.split("\0") if name and (TOP / name).exists()]


def copied(into: Path) -> Path:
    """A checkout as a release has it, with links."""
    for name in tracked("."):
        (into / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(TOP / name, into / name)
    build_wheel.write_links(URL, into)
    return into


def check_archive(archive: Path, report: Report) -> None:
    """All that is needed to build, to test and to read is in the archive, and nothing else."""
    with tarfile.open(archive) as file:
        names = {member.name.partition("/")[2] for member in file.getmembers() if member.isfile()}
    read = ("python", "docs", "tests", "rust", "scripts", "bench", "fuzz/fuzz_targets", ".github")
    for name in tracked(*read):
        report.expect(name in names, f"archive: {name} is not in it")
    for name in names.difference(tracked(".")):
        folder_of_tools = re.search(r"(^|/)(target|__pycache__|\.\w+)/|\.(so|pyd|pyc)$", name)
        report.expect(not folder_of_tools, f"archive: {name} does not belong in it")
    report.step(f"archive, {archive.stat().st_size:,} bytes")


def check_content(wheel: Path, report: Report) -> None:
    """The package as the repository has it, one library, and nothing of this machine."""
    size = wheel.stat().st_size
    report.expect(size < MOST_BYTES, f"{wheel.name}: {size:,} bytes, expected under {MOST_BYTES:,}")
    with zipfile.ZipFile(wheel) as file:
        content = {name: file.read(name) for name in file.namelist() if not name.endswith("/")}
    package = {name for name in content if ".dist-info/" not in name}
    expected = {name.removeprefix("python/") for name in tracked("python")}
    libraries = {name for name in package if re.fullmatch(r"burgundy/_core\.[\w.-]+", name)}
    libraries -= expected
    for name in expected - package:
        report.expect(False, f"{name} is not in the wheel")
    for name in package - expected - libraries:
        report.expect(False, f"{name} does not belong in the wheel")
    report.expect(len(libraries) == 1, f"libraries: {sorted(libraries)}, expected one")
    for name in ("burgundy/py.typed", "burgundy/data/board.toml", "burgundy/_core.pyi"):
        report.expect(name in package, f"{name} is not in the wheel")
    for name, data in content.items():
        folders = (str(TOP), str(Path.home()), os.environ.get("CARGO_TARGET_DIR", str(TOP)))
        found = MACHINE.search(data) if name in libraries or "/sboms/" in name else None
        if found:
            around = data[max(found.start() - 40, 0) : found.end() + 80]
            report.expect(False, f"{name}: a path of this machine, {around!r}")
        for folder in folders:
            report.expect(folder.encode() not in data, f"{name}: names {folder}")
    parts = [json.loads(data) for name, data in content.items() if "/sboms/" in name]
    named = {part["name"] for parts in parts for part in parts["components"]}
    report.expect({"burgundy", "pyo3", "numpy"} <= named, f"parts: {sorted(named)}")
    report.step(f"content of the wheel, {size:,} bytes in {len(content)} files")


def pyproject() -> dict[str, Any]:
    """What pyproject.toml says."""
    return tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))


def check_metadata(wheel: Path, url: str | None, report: Report) -> None:
    """What an index shows."""
    with zipfile.ZipFile(wheel) as file:
        (name,) = (name for name in file.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = email.message_from_bytes(file.read(name))
        folder = name.removesuffix("METADATA")
        files = set(file.namelist())
    licences = metadata.get_all("License-File", [])
    expected = sorted(path.name for path in TOP.glob("LICENSE*"))
    report.expect(sorted(licences) == expected, f"licence files: {licences}")
    for licence in licences:
        report.expect(f"{folder}licenses/{licence}" in files, f"{licence} is not in the wheel")
    classifiers = metadata.get_all("Classifier", [])
    report.expect("Typing :: Typed" in classifiers, "classifiers: Typing :: Typed is missing")
    report.expect(len(classifiers) >= 15, f"classifiers: {len(classifiers)}")
    for key in ("Author", "Summary", "Keywords", "License-Expression", "Requires-Python"):
        report.expect(bool(metadata.get(key)), f"{key} is missing")
    project = pyproject()["project"]
    extras = set(metadata.get_all("Provides-Extra", []))
    report.expect(extras == set(project["optional-dependencies"]), f"extras: {sorted(extras)}")
    links = metadata.get_all("Project-URL", [])
    addresses = (
        [] if url is None else [f"{x}, {url}{path}" for x, path in build_wheel.LINKS.items()]
    )
    if url is not None:
        report.expect(sorted(links) == sorted(addresses), f"links: {links}")
        text = str(metadata.get_payload())
        relative = re.findall(r"\]\((?!https?:|#)([^)]*)\)", text)
        report.expect(not relative, f"readme: links that lead nowhere on an index: {relative}")
    report.step("metadata")


def programs() -> list[str]:
    """What the group `dist` installs: each of its packages is a program of the same name."""
    return [re.split("[^a-z0-9-]", need)[0] for need in pyproject()["dependency-groups"]["dist"]]


def run_tools(files: Iterable[Path], wheel: Path) -> None:
    """The checks that others wrote."""
    commands = [
        ["validate-pyproject", str(TOP / "pyproject.toml")],
        ["twine", "check", "--strict", *map(str, files)],
        ["check-wheel-contents", str(wheel)],
    ]
    if "-abi3-" in wheel.name:
        commands.append(["abi3audit", "--strict", str(wheel)])
    for name, *arguments in commands:
        print(f"$ {name}", flush=True)
        subprocess.run([str(TOOLS / name), *arguments], check=True)


def path_without_compilers(folder: Path) -> str:
    """A PATH with what this machine's PATH has, compilers and other Pythons aside."""
    if os.name == "nt":
        return str(folder)
    for place in os.environ["PATH"].split(os.pathsep):
        for program in Path(place).iterdir() if Path(place).is_dir() else ():
            to = folder / program.name
            if (
                not COMPILERS.fullmatch(program.name)
                and not program.name.startswith(("python", "pip", "rust", "pyenv"))
                and not os.path.lexists(to)
            ):
                to.symlink_to(program)
    return str(folder)


def install(wheel: Path, into: Path, by: str, resolution: str, *others: str) -> Path:
    """Installs the wheel into a new environment, packages from the index as wheels only; gives its Python."""
    uv = str(TOOLS / "uv")
    if not into.exists():
        subprocess.run([uv, "venv", "--quiet", "--python", by, str(into)], check=True)
    python = into / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    command = [uv, "pip", "install", "--quiet", "--python", str(python), "--only-binary", ":all:"]
    subprocess.run([*command, "--resolution", resolution, str(wheel), *others], check=True)
    return python


def check_installed(
    wheel: Path,
    archive: Path | None,
    by: str,
    extras: list[str],
    resolution: str,
    tests: list[str],
    temporary: Path,
) -> None:
    """The wheel as a user has it: outside the repository, with nothing to compile by."""
    (temporary / "path").mkdir()
    (temporary / "outside").mkdir()
    # By name, so that the oldest versions are those of what the project itself needs.
    project = pyproject()["project"]
    needed = list(project["dependencies"])
    for extra in extras:
        needed += project["optional-dependencies"][extra]
    python = install(wheel, temporary / "venv", by, resolution, *needed)
    path = os.pathsep.join([str(python.parent), path_without_compilers(temporary / "path")])
    environment = {key: value for key, value in os.environ.items() if "PYTHON" not in key}
    environment |= {"PATH": path}
    for compiler in ("cc", "gcc", "clang", "cargo", "rustc"):
        assert os.name == "nt" or shutil.which(compiler, path=path) is None, compiler

    def run(*arguments: str) -> None:
        print(f"$ python {' '.join(arguments)}"[:200], flush=True)
        subprocess.run([str(python), *arguments], cwd=outside, env=environment, check=True)

    outside = temporary / "outside"
    show_import_time(python, outside, environment)
    run("-c", WHERE, str(python.parent.parent))
    run("-m", "burgundy", "info")
    run("-m", "burgundy", "simulate", "--games", "200")
    if archive is None:
        (outside / "scripts").mkdir()
        (outside / "tests" / "data").mkdir(parents=True)
        for name in ("scripts/golden.py", "scripts/made.py", "tests/data/golden.txt"):
            shutil.copy2(TOP / name, outside / name)
        run("scripts/golden.py", "--check", "--threads", "2")
        return
    with tarfile.open(archive) as file:
        # The argument of that name is unknown to the first 3.11.
        file.extraction_filter = getattr(tarfile, "data_filter", None)
        file.extractall(outside)
    (outside,) = outside.iterdir()
    # The tests must find what is installed.
    for folder in ("python", "rust"):
        shutil.rmtree(outside / folder)
    groups = pyproject()["dependency-groups"]
    needed += [x for x in groups["dev"] if x.startswith(("pytest", "hypothesis"))]
    install(wheel, temporary / "venv", by, resolution, *needed)
    subprocess.run([str(TOOLS / "uv"), "pip", "list", "--python", str(python)], check=True)
    run("-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)


WHERE = """
import sys, burgundy
from burgundy import _core
for module in (burgundy, _core):
    assert module.__file__.startswith(sys.argv[1]), module.__file__
print("burgundy", burgundy.__version__, _core.build_info())
"""


def show_import_time(python: Path, folder: Path, environment: dict[str, str]) -> None:
    """Prints what an import takes, the best of ten, for people to read: it is no test."""
    best: dict[str, int] = {}
    for _ in range(10):
        done = subprocess.run(
            [str(python), "-X", "importtime", "-c", "import burgundy, burgundy._core"],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        for spent, name in re.findall(r"\| +(\d+) \| +(\S+)$", done.stderr, re.MULTILINE):
            best[name] = min(int(spent), best.get(name, sys.maxsize))
    numpy = best.get("numpy", 0)
    own = best["burgundy"] + best["burgundy._core"]
    print(f"import: {own / 1000:.1f} ms, with numpy's share of {numpy / 1000:.1f} ms", flush=True)


def main() -> int:
    """Checks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--wheel", type=Path, help="a wheel that was built before")
    parser.add_argument("--extras", default="", help="extras to install, with commas between")
    parser.add_argument(
        "--python", default=sys.executable, help="what to install into (default: this one)"
    )
    parser.add_argument("--url", help="the address that the wheel's links begin with")
    parser.add_argument(
        "--resolution", choices=("highest", "lowest-direct"), default="highest", help="versions"
    )
    parser.add_argument("tests", nargs="*", default=DOCS_TESTS, help="tests (default: the docs')")
    chosen = parser.parse_args()
    if missing := [name for name in programs() if shutil.which(name, path=str(TOOLS)) is None]:
        parser.error(f"not installed here: {', '.join(missing)} (pip install --group dist)")
    report = Report()
    with tempfile.TemporaryDirectory() as name:
        temporary = Path(name).resolve()
        archive = None
        wheel, url = chosen.wheel and chosen.wheel.resolve(), chosen.url
        if wheel is None:
            (temporary / "dist").mkdir()
            url = URL
            archive, wheel = build_wheel.build(temporary / "dist", copied(temporary / "checkout"))
            shutil.rmtree(temporary / "checkout")
            check_archive(archive, report)
        check_content(wheel, report)
        check_metadata(wheel, url, report)
        run_tools([wheel] if archive is None else [archive, wheel], wheel)
        extras = [extra for extra in chosen.extras.split(",") if extra]
        tests = list(chosen.tests)
        check_installed(wheel, archive, chosen.python, extras, chosen.resolution, tests, temporary)
    print("all is as it should be")
    return 0


if __name__ == "__main__":
    sys.exit(main())
