"""The README's table of rules: where each is in the engine, and which tests hold it.

python scripts/rules_table.py --check    exits with 1 if the README has another one
python scripts/rules_table.py --write    writes it into the README
"""

import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

import made

TOP = Path(__file__).resolve().parent.parent
README = TOP / "README.md"
BEGIN, END = "<!-- rules table: begin -->", "<!-- rules table: end -->"


def rules() -> list[str]:
    """The ids of docs/rules.md, in order."""
    text = (TOP / "docs" / "rules.md").read_text(encoding="utf-8")
    return re.findall(r"^- (R\d+\.\d+) ", text, re.MULTILINE)


def engine_files() -> dict[str, list[str]]:
    """The engine's files that cite each rule; `R5.3b` counts for `R5.3`."""
    files = defaultdict(list)
    for file in sorted((TOP / "rust" / "burgundy" / "src").rglob("*.rs")):
        text = file.read_text(encoding="utf-8")
        for rule in sorted({*re.findall(r"\bR\d+\.\d+", text)}):
            files[rule].append(file.stem)
    return files


def tests() -> dict[str, Counter[str]]:
    """How many tests of each rule there are, by file."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for file in sorted((TOP / "tests" / "rules").rglob("test_*.py")):
        text = file.read_text(encoding="utf-8")
        for section, number in re.findall(r"^def test_r(\d+)_(\d+)_", text, re.MULTILINE):
            counts[f"R{section}.{number}"][file.stem] += 1
    return counts


def table() -> str:
    """The table as Markdown."""
    files, counts = engine_files(), tests()
    lines = ["| rule | engine, `rust/burgundy/src` | tests, `tests/rules` |", "|---|---|---|"]
    for rule in rules():
        where = ", ".join(files[rule])
        which = ", ".join(f"{file} ({count})" for file, count in counts[rule].items())
        lines.append(f"| {rule} | {where} | {which} |")
    return "\n".join(lines)


def with_table(readme: str) -> str:
    """The README's text with the table as it is now."""
    before, rest = readme.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def main() -> int:
    """Checks or writes."""
    return made.main(__doc__, lambda: {README: with_table(README.read_text(encoding="utf-8"))})


if __name__ == "__main__":
    sys.exit(main())
