"""The peers: which package each is, and where it is installed."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import builds


class Peer(NamedTuple):
    """Another game engine from the Python registry."""

    name: str
    package: str
    python: str = "python3"
    note: str = ""

    def pip(self, folder: Path) -> list[list[str]]:
        """The commands that install it into an environment of its own."""
        place = folder / self.package
        return [
            [self.python, "-m", "venv", str(place)],
            [str(place / "bin" / "pip"), "install", "-q", self.package],
        ]

    def find(self, folder: Path) -> Path | None:
        """The interpreter of its environment, if that has the package: an installation may have been broken off."""
        python = folder / self.package / "bin" / "python"
        return python if python.exists() and version(self, python) else None


PEERS = (
    Peer("rust-reversi", "rust-reversi", note="Othello, Rust"),
    Peer("fastcatan", "fastcatan", python="python3.12", note="Catan for 4, C++"),
    Peer("OpenSpiel backgammon", "open_spiel", note="C++"),
    Peer("python-chess", "chess", note="Python"),
    Peer("catanatron", "catanatron", note="Catan for 2, Python"),
)


def default_folder() -> Path:
    """Where environments of peers are, unless another folder is named."""
    return builds.target_folder("peers")


def install(folder: Path) -> None:
    """Installs what is not there; a peer that cannot be installed is reported."""
    for peer in PEERS:
        if peer.find(folder):
            continue
        for command in peer.pip(folder):
            print(" ".join(command), file=sys.stderr)
            try:
                subprocess.run(command, check=True)
            except (OSError, subprocess.CalledProcessError) as error:
                print(f"{peer.name} is not installed: {error}", file=sys.stderr)
                break


def version(peer: Peer, python: Path) -> str:
    """The installed version; nothing if it is not installed."""
    code = f"import importlib.metadata as m; print(m.version({peer.package!r}))"
    found = subprocess.run([str(python), "-c", code], capture_output=True, text=True, check=False)
    return found.stdout.strip()
