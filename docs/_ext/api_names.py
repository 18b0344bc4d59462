"""What autodoc cannot know: the return types of the compiled module, and which `State` a name means."""

import ast
from pathlib import Path
from typing import Any

from sphinx.addnodes import pending_xref
from sphinx.util import logging

import burgundy

LOG = logging.getLogger(__name__)
STUB = Path(__file__).parent.parent.parent / "python" / "burgundy" / "_core.pyi"
CLASSES = {name for name in burgundy.__all__ if isinstance(getattr(burgundy, name), type)}
OTHERS = {"Record": "burgundy.records.Record", "RecordError": "burgundy.records.RecordError"}


def returned() -> dict[str, str]:
    """The return type of each method in the stub, by its name in `burgundy`."""
    found = {}
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef) and member.returns:
                    found[f"burgundy.{node.name}.{member.name}"] = ast.unparse(member.returns)
    return {name: text.replace("typing.", "") for name, text in found.items()}


TYPES = returned()


def with_type(
    app: Any,
    what: str,
    name: str,
    thing: Any,
    options: Any,
    signature: str | None,
    gives: str | None,
) -> tuple[str | None, str | None]:
    """The signature with the type that the stub tells."""
    return signature, gives or TYPES.get(name) if what == "method" else gives


def qualify(app: Any, doctree: Any) -> None:
    """`State` means `burgundy.State` wherever the reference does not speak of its own."""
    for reference in doctree.findall(pending_xref):
        if (
            reference.get("refdomain") == "py"
            and reference.get("py:module") != "burgundy.reference"
        ):
            first, dot, rest = reference["reftarget"].partition(".")
            if first in CLASSES:
                reference["reftarget"] = f"burgundy.{first}{dot}{rest}"
            elif first in OTHERS:
                reference["reftarget"] = f"{OTHERS[first]}{dot}{rest}"


def public() -> dict[str, set[str]]:
    """The public names and members, each with the names under which a page may tell of it."""
    found = {}
    for name in burgundy.__all__:
        homes = {f"burgundy.{name}", f"{burgundy._HOMES.get(name, 'burgundy')}.{name}"}
        found[f"burgundy.{name}"] = homes
        if name in CLASSES:
            members = (member for member in vars(getattr(burgundy, name)) if member[0] != "_")
            found |= {f"burgundy.{name}.{of}": {f"{home}.{of}" for home in homes} for of in members}
    return found


def complete(app: Any, env: Any) -> None:
    """Warns of public names that are on no page."""
    told = env.get_domain("py").objects
    for name, homes in public().items():
        if not homes & told.keys():
            LOG.warning("%s is public and on no page of docs/api", name)


def setup(app: Any) -> dict[str, Any]:
    """What Sphinx calls."""
    app.connect("autodoc-process-signature", with_type)
    app.connect("doctree-read", qualify)
    app.connect("env-check-consistency", complete)
    return {"parallel_read_safe": True, "version": "1"}
