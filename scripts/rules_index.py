"""docs/rules_index.md: where each rule is carried out and tested, and what was decided.

python scripts/rules_index.py --check    exits with 1 if the committed page is another one
python scripts/rules_index.py --write    writes it
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import made
from rules_table import TOP, rules

PAGE = TOP / "docs" / "rules_index.md"
RUST = TOP / "rust" / "burgundy" / "src"
REFERENCE = TOP / "python" / "burgundy" / "reference"
TESTS = TOP / "tests"
RULE = re.compile(r"\bR(\d+\.\d+)")
FUNCTION = re.compile(r"^\s*(?:pub(?:\([^)]*\))? )?(?:const )?fn (\w+)")
RANGE = re.compile(r"\bR(\d+)\.(\d+)-R(\d+)\.(\d+)")

HEAD = """\
# Where each rule is

Made by `scripts/rules_index.py --write` from [rules.md](rules.md) and the code: a function is listed if it, or what is
written above it, cites the rule. Tests run on both engines. Rules that follow from others have no function of their own.
"""

Places = dict[str, dict[Path, list[str]]]


def cited(text: str) -> list[str]:
    """The ids in a text, `R4.1-R4.3` meaning all three; `R5.3b` counts for `R5.3`."""
    found = [f"R{number}" for number in RULE.findall(text)]
    for chapter, first, _, last in RANGE.findall(text):
        found += [f"R{chapter}.{number}" for number in range(int(first), int(last) + 1)]
    return list(dict.fromkeys(found))


def rust_functions(path: Path) -> Iterator[tuple[str, str]]:
    """Names of functions with their text, the comments above included; tests at the end are left out."""
    name, above, text = "", "", ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#[cfg(test)]"):
            break
        match = FUNCTION.match(line)
        if match:
            yield name, text
            name, text, above = match[1], above, ""
        elif line.lstrip().startswith(("///", "#[")):
            above += line + "\n"
            continue
        else:
            text, above = text + above, ""
        text += line + "\n"
    yield name, text


def python_functions(path: Path) -> Iterator[tuple[str, str]]:
    """Names of functions and classes with their text; what stands outside has none."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    outside = set(range(len(lines)))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)]) - 1
            outside -= set(range(first, node.end_lineno or first))
            yield node.name, "\n".join(lines[first : node.end_lineno])
    yield "", "\n".join(lines[number] for number in sorted(outside))


def places(folder: Path, pattern: str) -> Places:
    """For each rule the files of a folder and the functions in them that cite it."""
    found: Places = defaultdict(lambda: defaultdict(list))
    for path in sorted(folder.rglob(pattern)):
        functions = rust_functions if path.suffix == ".rs" else python_functions
        for name, text in functions(path):
            for rule in cited(text):
                if name not in found[rule][path]:
                    found[rule][path].append(name)
    return found


def tests() -> Places:
    """For each rule the tests that are named after it or cite it in their text."""
    found: Places = defaultdict(lambda: defaultdict(list))
    for path in sorted((TESTS / "rules").glob("test_*.py")):
        for name, text in python_functions(path):
            if name.startswith("test_"):
                named = re.match(r"test_r(\d+)_(\d+)(?!\d)", name)
                ids = [f"R{named[1]}.{named[2]}"] if named else cited(text)
                for rule in ids:
                    found[rule][path].append(name)
    return found


def links(files: dict[Path, list[str]], counted: bool = False) -> str:
    """Links to files with the functions in them, or how many there are."""
    parts = []
    for path, names in files.items():
        link = f"[{path.stem}](../{path.relative_to(TOP)})"
        named = [f"`{name}`" for name in sorted(set(names)) if name]
        if counted:
            parts.append(f"{link} ({len(named)})")
        else:
            parts.append(f"{link}: {', '.join(named)}" if named else link)
    return "; ".join(parts) or "-"


def entries() -> dict[str, str]:
    """The text of each rule, on one line."""
    text = (TOP / "docs" / "rules.md").read_text(encoding="utf-8")
    found = re.findall(r"^- (R\d+\.\d+) (.*?)(?=^- R|^#|^\S|\Z)", text, re.MULTILINE | re.DOTALL)
    return {rule: " ".join(entry.split()) for rule, entry in found}


def decided() -> Iterator[str]:
    """The rows of the decided points: what, why and by which option it can be otherwise."""
    texts = entries()
    options = {
        rule: f"`{text.split('`')[1]}` ({option})"
        for option, text in texts.items()
        if option.startswith("R11.")
        for rule in cited(text)[:1]
    }
    for rule, text in texts.items():
        before, decision, after = text.partition("**Decided**")
        if decision:
            what = re.split(r"(?<=[.)]) (?=[A-Z])", before.strip())[-1]
            why = after.strip(" :").rstrip(".")
            if why.startswith("(") and why.endswith(")"):
                why = why[1:-1]
            yield f"| {rule} | {what} | {why} | {options.get(rule, '-')} |"


def page() -> str:
    """The whole page."""
    engine, reference, tested = places(RUST, "*.rs"), places(REFERENCE, "*.py"), tests()
    lines = [HEAD]
    for rule in rules():
        lines += [
            f"**{rule}** {entries()[rule].split('. ')[0].rstrip('.')}.",
            "",
            f"- engine: {links(engine[rule])}",
            f"- reference: {links(reference[rule])}",
            f"- tests: {links(tested[rule], counted=True)}",
            "",
        ]
    lines += ["## Decided", "", "What the rulebook leaves open or sources tell differently.", ""]
    lines += ["| rule | decided | why | option |", "|---|---|---|---|", *decided()]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Checks or writes."""
    return made.main(__doc__, lambda: {PAGE: page()})


if __name__ == "__main__":
    sys.exit(main())
