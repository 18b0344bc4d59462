"""The pages of docs: their examples run, their links lead somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(DOCS.glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_run(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for example in re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        subprocess.run([sys.executable, "-W", "error", "-c", example], check=True, timeout=300)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (DOCS / target).exists(), target
