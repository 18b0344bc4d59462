"""Tables, code and pages named in docstrings, which are written as Markdown and read as reStructuredText."""

import re
from typing import Any

PAGE = re.compile(r"\bdocs/(\w+)\.md\b")
SECTION = re.compile(r"(Args|Returns|Raises|Yields|Attributes|Note|Example)s?:$")


def table(lines: list[str]) -> list[str]:
    """A table of pipes as a `list-table`."""
    head, _, *body = [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]
    made = [".. list-table::", "   :header-rows: 1", ""]
    for row in (head, *body):
        made += [f"   {'  -' if number else '* -'} {cell}" for number, cell in enumerate(row)]
    return made


def code(lines: list[str]) -> list[str]:
    """Indented lines as a block of Python."""
    return [".. code-block:: python", "", *lines]


def paragraphs(lines: list[str]) -> list[list[str]]:
    """The lines cut at empty ones."""
    found: list[list[str]] = [[]]
    for line in lines:
        if line:
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return found


def convert(lines: list[str]) -> list[str]:
    """The docstring with its tables and its code made readable."""
    made: list[str] = []
    in_section = False
    for part in paragraphs(lines):
        if part and all(line.startswith("|") for line in part):
            part = table(part)
        elif part and not in_section and all(line.startswith("    ") for line in part):
            part = code(part)
        in_section = in_section or bool(part and SECTION.match(part[0]))
        made += [*part, ""]
    return made


def process(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Before napoleon reads the sections."""
    lines[:] = [PAGE.sub(r":doc:`/\1`", line) for line in convert(lines)]


def setup(app: Any) -> dict[str, Any]:
    """What Sphinx calls."""
    app.connect("autodoc-process-docstring", process, priority=100)
    return {"parallel_read_safe": True, "version": "1"}
