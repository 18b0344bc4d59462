"""Links that leave docs: of pages at the top that are taken in by `include`, and to folders."""

import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent.parent
TOP = DOCS.parent
PAGES = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
LINK = re.compile(r"\[([^][]+)\]\((?!https?:|#)([^)\s]+)\)")


def seen_from(folder: Path, match: re.Match[str]) -> str:
    """A link of a file at the top, as it is from a page in a folder of docs."""
    text, target = match.groups()
    up = "../" * len(folder.relative_to(DOCS).parts)
    if target in PAGES:
        target = up + target.lower()
    elif target.startswith("docs/"):
        target = up + target.removeprefix("docs/")
    else:
        target = f"../{up}{target}"
    return without_folder(text, target, folder) or f"[{text}]({target})"


def without_folder(text: str, target: str, page_folder: Path) -> str | None:
    """The text for a link to a folder, which a site cannot show; None for other links."""
    folder = (page_folder / target).resolve()
    if not folder.is_dir():
        return None
    name = folder.relative_to(TOP).as_posix()
    return f"`{name}`" if text.strip("`") == name else f"{text} (`{name}`)"


def on_include(app: Any, path: Path, docname: str, content: list[str]) -> None:
    """A file that is taken in."""
    if (DOCS / path).resolve().parent == TOP:
        # MyST gives the last part of the page's name alone.
        folder = (DOCS / app.env.current_document.docname).parent
        content[0] = LINK.sub(lambda match: seen_from(folder, match), content[0])


def on_read(app: Any, docname: str, content: list[str]) -> None:
    """A page of docs."""
    folder = (DOCS / docname).parent
    content[0] = LINK.sub(
        lambda match: without_folder(match[1], match[2], folder) or match[0], content[0]
    )


def setup(app: Any) -> dict[str, Any]:
    """What Sphinx calls."""
    app.connect("include-read", on_include)
    app.connect("source-read", on_read)
    return {"parallel_read_safe": True, "version": "1"}
