"""What autodoc cannot know: the return types of the compiled module, and which `State` a name means."""

import ast
import inspect
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from sphinx.addnodes import pending_xref
from sphinx.util import logging
from sphinx.util.inspect import stringify_signature

import burgundy

LOG = logging.getLogger(__name__)
STUB = Path(__file__).parent.parent.parent / "python" / "burgundy" / "_core.pyi"
CLASSES = {name for name in burgundy.__all__ if isinstance(getattr(burgundy, name), type)}
MODULES = ("arena", "engines", "executors", "kit", "lockstep", "names", "selfplay")
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
    """The signature, with the type that the stub tells.

    A class that inherits from a framework that is not there has the signature of its own `__init__`.
    """
    if what == "class" and hasattr(thing, "__sphinx_mock__") and "__init__" in vars(thing):
        own = inspect.signature(thing.__init__)
        parameters = [named(parameter) for parameter in list(own.parameters.values())[1:]]
        own = own.replace(parameters=parameters, return_annotation=inspect.Signature.empty)
        return stringify_signature(own, unqualified_typehints=True), gives
    return signature, gives or TYPES.get(name) if what == "method" else gives


class Name(str):
    """A text that stands for itself."""

    __repr__ = str.__str__


def named(parameter: inspect.Parameter) -> inspect.Parameter:
    """The parameter; a module or a function that it defaults to goes by its name."""
    default = parameter.default
    if default is parameter.empty or not hasattr(default, "__name__"):
        return parameter
    return parameter.replace(default=Name(default.__name__))


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
    """The public names, of modules as well, and the members of classes, each with the names under which a page may tell of it."""
    found = {}
    for name in burgundy.__all__:
        homes = {f"burgundy.{name}", f"{burgundy._HOMES.get(name, 'burgundy')}.{name}"}
        found[f"burgundy.{name}"] = homes
        if name in CLASSES:
            members = (member for member in vars(getattr(burgundy, name)) if member[0] != "_")
            found |= {f"burgundy.{name}.{of}": {f"{home}.{of}" for home in homes} for of in members}
    modules = [name for name in burgundy.__all__ if isinstance(getattr(burgundy, name), ModuleType)]
    for path in (f"burgundy.{name}" for name in (*modules, *MODULES)):
        names = getattr(import_module(path), "__all__", ())
        found |= {f"{path}.{name}": {f"{path}.{name}", f"burgundy.{name}"} for name in names}
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
