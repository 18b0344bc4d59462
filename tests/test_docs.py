"""The pages of docs: their examples run, their links lead somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(DOCS.glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_run(page: Path, tmp_path: Path) -> None:
    """In a folder of their own, so that what they write stays out of the repository."""
    before = sorted(DOCS.parent.iterdir())
    text = page.read_text(encoding="utf-8")
    for example in re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        command = [sys.executable, "-W", "error", "-c", example]
        subprocess.run(command, cwd=tmp_path, check=True, timeout=300)
    assert sorted(DOCS.parent.iterdir()) == before
    assert not list(DOCS.parent.glob("*.jsonl*"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (DOCS / target).exists(), target
