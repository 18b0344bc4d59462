"""docs/rules_index.md is current, and leaves no rule without a place."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parent.parent
PAGE = (TOP / "docs" / "rules_index.md").read_text(encoding="utf-8")
# Rules that say that nothing is done, or follow from the others.
NO_FUNCTION = {"R5.6", "R8.3"}


def test_the_index_is_current() -> None:
    script = TOP / "scripts" / "rules_index.py"
    done = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_rule_has_its_places() -> None:
    rules = re.findall(r"^- (R\d+\.\d+) ", (TOP / "docs/rules.md").read_text("utf-8"), re.MULTILINE)
    for rule in rules:
        entry = PAGE.split(f"**{rule}** ")[1].split("**R")[0]
        assert re.search(r"^- tests: \[", entry, re.MULTILINE), f"{rule} has no test"
        if rule not in NO_FUNCTION:
            assert re.search(r"^- (reference|engine): \[", entry, re.MULTILINE), rule


def test_links_lead_somewhere() -> None:
    for link in set(re.findall(r"\]\(([^)#]+)\)", PAGE)):
        assert (TOP / "docs" / link).exists(), link
