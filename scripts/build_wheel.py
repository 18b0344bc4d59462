"""Builds what is published: the source archive, and from it a wheel that tells nothing of the machine.

python scripts/build_wheel.py links URL       writes the repository's address into pyproject.toml and README.md
python scripts/build_wheel.py flags           prints the RUSTFLAGS that keep this machine's folders out of the library
python scripts/build_wheel.py build FOLDER    builds the archive, and a wheel from it
python scripts/build_wheel.py clean WHEEL...  takes this machine's folders out of the wheels' lists of parts (SBOM)

The repository's address is known only where it is published from, so `links` is for a checkout that is thrown away.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import uuid
from pathlib import Path
from typing import Any

TOP = Path(__file__).resolve().parent.parent
TOOLS = Path(sysconfig.get_path("scripts"))

LINKS = {
    "Homepage": "",
    "Documentation": "/tree/main/docs",
    "Changelog": "/blob/main/CHANGELOG.md",
    "Source": "",
    "Issues": "/issues",
}
"""What follows the repository's address, by the label of the link."""


def write_links(url: str, top: Path = TOP) -> None:
    """Adds the links of the project, and makes those of the README whole, since an index shows it alone."""
    url = url.rstrip("/")
    if not re.fullmatch(r"https://[\w.-]+/[\w./-]+", url):
        raise SystemExit(f"links: {url}, expected the https address of a repository")
    project = top / "pyproject.toml"
    text = project.read_text(encoding="utf-8")
    if "[project.urls]" in text:
        raise SystemExit("links: pyproject.toml has links already, expected none")
    links = "\n".join(f'{label} = "{url}{path}"' for label, path in LINKS.items())
    project.write_text(
        text.replace("[project.scripts]", f"[project.urls]\n{links}\n\n[project.scripts]"),
        encoding="utf-8",
    )
    readme = top / "README.md"
    text = readme.read_text(encoding="utf-8")
    whole = re.sub(r"\]\((?!\w+:|#)([^)]+)\)", rf"]({url}/blob/main/\1)", text)
    readme.write_text(whole, encoding="utf-8")


def rust_flags() -> list[str]:
    """Flags that name the folders of the compiler and of the packages by what they are, wherever they lie."""
    cargo = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    done = subprocess.run(
        ["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True
    )
    folders = {str(cargo / "registry" / "src"): "/cargo", done.stdout.strip(): "/rust"}
    # What a build inside a container of maturin's action has.
    folders.setdefault("/root/.cargo/registry/src", "/cargo")
    return [f"--remap-path-prefix={folder}={name}" for folder, name in folders.items()]


def build(folder: Path, top: Path = TOP) -> tuple[Path, Path]:
    """The archive and the wheel that were built into an empty folder."""
    changes = {"CARGO_ENCODED_RUSTFLAGS": "\x1f".join(rust_flags())}
    # The archive has some of the packages only, so that its lock file has more than it needs and cannot be asked for then.
    locked = ["cargo", "metadata", "--locked", "--format-version=1"]
    subprocess.run(locked, cwd=top, check=True, stdout=subprocess.DEVNULL)
    command = [str(TOOLS / "maturin"), "build", "--release", "--sdist", "--out"]
    with tempfile.TemporaryDirectory() as target:
        # Files of an archive are all of one old date, so that a build in a folder that was used would take what is there.
        changes["CARGO_TARGET_DIR"] = target
        environment = {**os.environ, **changes}
        subprocess.run([*command, str(folder)], cwd=top, env=environment, check=True)
    (archive,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return archive, clean(wheel)


def clean(wheel: Path) -> Path:
    """The wheel, written anew with a list of parts that is the same on every machine."""
    pack = [sys.executable, "-m", "wheel"]
    with tempfile.TemporaryDirectory() as temporary:
        subprocess.run(
            [*pack, "unpack", "--dest", temporary, str(wheel)], check=True, capture_output=True
        )
        (content,) = Path(temporary).iterdir()
        for file in content.glob("*.dist-info/sboms/*.json"):
            parts = json.loads(without_folders(file.read_text(encoding="utf-8")))
            file.write_text(json.dumps(stable(parts), indent=2) + "\n", encoding="utf-8")
        wheel.unlink()
        into = ["--dest-dir", str(wheel.parent)]
        subprocess.run([*pack, "pack", *into, str(content)], check=True, capture_output=True)
    if not wheel.exists():
        raise SystemExit(f"clean: {wheel.name} came out under another name")
    return wheel


def without_folders(text: str) -> str:
    """A list of parts in which our own packages are named by their place in the repository.

    >>> without_folders("path+file:///home/me/burgundy/rust/burgundy-py#0.1.0 bin-target-0")
    'rust/burgundy-py#0.1.0 bin-target-0'
    >>> without_folders("pkg:cargo/burgundy-py@0.1.0?download_url=file://.#src/lib.rs")
    'pkg:cargo/burgundy-py@0.1.0#src/lib.rs'
    """
    text = re.sub(r"path\+file://[^\"#]*/(rust/[\w-]+)#", r"\1#", text)
    return re.sub(r"\?download_url=file://[^\"#]*", "", text)


def stable(parts: dict[str, Any]) -> dict[str, Any]:
    """The list without the time it was made at, numbered by its content."""
    parts["metadata"].pop("timestamp", None)
    parts.pop("serialNumber", None)
    number = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(parts, sort_keys=True))
    return {**parts, "serialNumber": f"urn:uuid:{number}"}


def main() -> int:
    """Does one of the four."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("links", help="write the repository's address").add_argument("url")
    commands.add_parser("flags", help="print RUSTFLAGS")
    commands.add_parser("build", help="build archive and wheel").add_argument("folder", type=Path)
    commands.add_parser("clean", help="clean wheels").add_argument("wheels", nargs="+", type=Path)
    chosen = parser.parse_args()
    if chosen.command == "links":
        write_links(chosen.url)
    elif chosen.command == "flags":
        print(" ".join(rust_flags()))
    elif chosen.command == "build":
        chosen.folder.mkdir(parents=True, exist_ok=True)
        for file in build(chosen.folder.resolve()):
            print(file)
    else:
        for wheel in chosen.wheels:
            print(clean(wheel.resolve()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
