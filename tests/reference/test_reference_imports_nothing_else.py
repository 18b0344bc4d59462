"""The reference stands alone: it imports the standard library and itself."""

from __future__ import annotations

import ast
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

SPEC = find_spec("burgundy.reference")
assert SPEC is not None and SPEC.origin is not None
MODULES = sorted(Path(SPEC.origin).parent.rglob("*.py"))
NAMES = {path.stem for path in MODULES}


def test_there_are_modules() -> None:
    assert {"__init__", "state", "legal", "effects"} <= NAMES


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_reference_imports_nothing_else(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for name in node.names:
                assert name.name.partition(".")[0] in sys.stdlib_module_names, name.name
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            assert (node.module or "").partition(".")[0] in sys.stdlib_module_names, node.module
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 1 and node.module in NAMES, f"{'.' * node.level}{node.module}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_reference_reads_no_module_by_name(path: Path) -> None:
    called = {
        node.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name)
    }
    assert not called & {"__import__", "importlib", "eval", "exec", "tomllib"}
