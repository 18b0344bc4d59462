"""The ladder: the README has the table of the stored result, and what the script plays adds up."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parent.parent
SCRIPT = [sys.executable, str(TOP / "scripts" / "ladder.py")]


def test_the_readme_is_current() -> None:
    subprocess.run([*SCRIPT, "--check"], check=True)


def test_the_stored_result_is_what_the_settings_ask_for() -> None:
    import ladder

    wanted = ladder.read(ladder.SETTINGS)
    found = json.loads(ladder.RESULT.read_text(encoding="utf-8"))
    assert [(row["bot"], row["worlds"]) for row in found["bots"]] == wanted["bots"]
    assert {key: found[key] for key in ("players", "seed")} == {
        key: wanted[key] for key in ("players", "seed")
    }


def test_playing(tmp_path: Path) -> None:
    settings, result = tmp_path / "ladder.toml", tmp_path / "ladder.json"
    settings.write_text(
        'players = 2\nseed = 4\n[[bot]]\nname = "random"\nworlds = 3\n'
        '[[bot]]\nname = "flat:1"\nworlds = 4\n',
        encoding="utf-8",
    )
    command = [*SCRIPT, "--settings", str(settings), "--result", str(result)]
    play = [*command, "--play", str(tmp_path / "games")]
    done = subprocess.run(play, capture_output=True, text=True, check=True)
    head, line, random, flat = done.stdout.splitlines()
    assert head.startswith("| bot | CPU ms a move | VP against itself |")
    assert head.count("|") == line.count("|") == random.count("|") == flat.count("|") == 7
    assert re.fullmatch(r"\| `random` \| \S+ \| \S+ ± \S+ \|  \|  \|  \|", random)
    assert re.fullmatch(
        r"\| `flat:1` \| \S+ \| \S+ ± \S+ \| .+% \(.+% to .+%\) of 8 \| .+% \(.+\) of 8 \| .+ \|",
        flat,
    )
    first, second = json.loads(result.read_text(encoding="utf-8"))["bots"]
    assert "before" not in first and "sanity" not in first
    assert second["mirror"]["difference"] == first["mirror"]["difference"] == 0
    # The match with the bot before is the one against random, in other games of the same worlds' seed.
    low, high = second["before"]["elo_above"][1:]
    assert low <= second["before"]["elo_above"][0] <= high
    files = {file: file.read_bytes() for file in (tmp_path / "games").iterdir()}
    assert len(files) == 3
    subprocess.run(play, capture_output=True, check=True)
    assert {file: file.read_bytes() for file in (tmp_path / "games").iterdir()} == files
    printed = subprocess.run(command, capture_output=True, text=True, check=True)
    assert printed.stdout == done.stdout
