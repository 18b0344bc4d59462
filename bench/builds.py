"""Programs to measure: burgundy-bench of this checkout, of another one or of a revision, for a level of x86-64."""

import io
import json
import os
import platform
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LEVELS = ("x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", "native")
BASELINE = {"BURGUNDY_PROCESSOR": "baseline"}
"""The environment in which the hot loops for the oldest processor of the target are taken."""
V3_FLAGS = {"avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"}


def target_folder(level: str, checkout: Path = ROOT) -> Path:
    """Where builds for a level go; checkouts do not share one, since cargo would take one's files for the other's."""
    own = os.environ.get("CARGO_TARGET_DIR") if checkout == ROOT else None
    return Path(own or checkout / "target").absolute() / "bench" / level


def environment(level: str, checkout: Path = ROOT) -> dict[str, str]:
    """The environment in which cargo builds for a level."""
    changed = {"CARGO_TARGET_DIR": str(target_folder(level, checkout)), "RUSTFLAGS": ""}
    if platform.machine() == "x86_64":
        changed["RUSTFLAGS"] = f"-C target-cpu={level}"
    return os.environ | changed


def build(level: str, checkout: Path = ROOT) -> Path:
    """Builds burgundy-bench of a checkout and gives the executable."""
    if not (checkout / "bench" / "Cargo.toml").is_file():
        raise SystemExit(f"{checkout}: no checkout with bench/Cargo.toml")
    if shutil.which("cargo") is None:
        raise SystemExit("cargo is not installed: https://rustup.rs")
    command = ["cargo", "build", "--quiet", "--release", "-p", "burgundy-bench"]
    ran = subprocess.run(command, cwd=checkout, env=environment(level, checkout), check=False)
    if ran.returncode:
        raise SystemExit(f"{' '.join(command)} failed in {checkout}")
    return target_folder(level, checkout) / "release" / "burgundy-bench"


def executable(name: str, level: str) -> Path:
    """The executable that `name` stands for: itself, or that of a checkout (a folder) or of a revision, built here."""
    path = Path(name)
    if path.is_file():
        if not os.access(path, os.X_OK):
            raise SystemExit(f"{name}: a file that is not executable")
        return path.absolute()
    if name and path.is_dir():
        return build(level, path.resolve())
    try:
        version = git("rev-parse", "--quiet", "--verify", f"{name}^{{commit}}").decode().strip()
    except subprocess.CalledProcessError:
        raise SystemExit(f"{name!r}: no executable, folder or revision") from None
    # It stays: the executable reads the data files of the checkout that it was built from.
    checkout = target_folder(level) / "checkouts" / version
    if not checkout.is_dir():
        # Under its name when it is whole: what Ctrl-C leaves is not taken for a checkout.
        checkout.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=checkout.parent) as folder:
            with tarfile.open(fileobj=io.BytesIO(git("archive", version))) as archive:
                # The argument of that name is unknown to the first 3.11.
                archive.extraction_filter = getattr(tarfile, "data_filter", None)
                archive.extractall(Path(folder) / version)
            (Path(folder) / version).rename(checkout)
    return build(level, checkout)


def git(*arguments: str) -> bytes:
    """What git prints."""
    if shutil.which("git") is None:
        raise SystemExit("git is not installed (apt-get install git)")
    return subprocess.run(
        ["git", "-C", str(ROOT), *arguments], check=True, stdout=subprocess.PIPE
    ).stdout


def run_json(
    program: Path, *arguments: object, environment: Mapping[str, str] | None = None
) -> Any:
    """What burgundy-bench prints with `--json`."""
    command = [str(program), *map(str, arguments), "--json"]
    changed = os.environ | dict(environment or {})
    ran = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True, env=changed)
    if ran.returncode:
        # What is wrong has been printed: games that are not the expected ones, say, or a revision without such a command.
        raise SystemExit(f"{' '.join(command)} failed")
    try:
        return json.loads(ran.stdout)
    except ValueError:
        raise SystemExit(f"{' '.join(command)} printed no JSON: is it burgundy-bench?") from None


def rustc() -> str:
    """The compiler's version, as in "1.95.0"."""
    if shutil.which("rustc") is None:
        raise SystemExit("rustc is not installed: https://rustup.rs")
    found = subprocess.run(["rustc", "--version"], check=True, capture_output=True, text=True)
    return found.stdout.split()[1]


def lacks_v3() -> str | None:
    """Why this machine does not run builds for x86-64-v3; None where it does."""
    if platform.machine() != "x86_64":
        return f"the machine is {platform.machine()}"
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError as error:
        return f"the processor is not known: {error}"
    flags = next((line for line in text.splitlines() if line.startswith("flags")), "").split()
    missing = V3_FLAGS.difference(flags)
    return f"the processor lacks {', '.join(sorted(missing))}" if missing else None
