"""numpy is imported by the first call that needs it: what the import raises comes out of that call, and nothing has changed."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import commands
import numpy as np
import pytest

from burgundy import _core

ARGUMENTS = {
    "Batch.load": "(batch.save())",
    "Batch.new_arrays": "('scores')",
    "Batch.observe": "({})",
    "Batch.set_state": "(0, state)",
    "Batch.state": "(0)",
    "Batch.step": "([-1] * 3)",
    "Batch.reset": "([0])",
    "Batch.step_random": "(None, [0])",
    "Rules.board": "(1)",
    "State.action_to_string": "(code)",
    "State.chance_outcome": "(1)",
    "State.child": "(code)",
    "State.evaluate_actions": "(1, 1)",
    "State.expand": "(code)",
    "State.explain": "(code)",
    "State.from_bytes": "(state.to_bytes())",
    "State.from_snapshot": "(state.snapshot())",
    "State.from_string": '(repr(state).split("\'")[1])',
    "State.new": "(2)",
    "State.observation_into": "(None)",
    "State.perft": "(1)",
    "State.playouts": "(1, 1)",
    "State.resolve_chance": "(1)",
    "State.sample_action": "(1)",
    "State.string_to_action": "(state.action_to_string(code))",
    "State.why_illegal": "(code)",
    "Tree.search": "(state, 1, None)",
    "_restore": "(state.to_bytes())",
    "_restore_batch": "(*batch.__reduce__()[1])",
    "observation_blocks": "(2)",
    "policy_action": "(state, 'light', 1)",
    "simulate": "(state, 0, 1, 1)",
}
"""What each function and method of the binding is called with, if it needs anything."""

OBJECTS = {"Batch": "batch", "Rules": "state.rules", "State": "state", "Tree": "tree"}

OPERATORS = {
    f"{way} {name}": way.replace("X", thing)
    for name, thing in {**OBJECTS, "chance": "chance"}.items()
    for way in (
        "repr(X)",
        "hash(X)",
        "X == X",
        "copy.copy(X)",
        "copy.deepcopy(X)",
        "pickle.dumps(X)",
    )
    if name != "Tree"
}

NEED_NUMPY = {
    *("Batch.new_arrays", "Batch.observe", "Batch.step", "Batch.worlds"),
    *("Batch.reset", "Batch.step_random"),  # with the arguments above
    *("State.legal_actions_mask", "State.observation", "State.observation_into"),
    *("State.playouts", "State.evaluate_actions", "Tree.search", "simulate"),
}

SETUP = """
import copy, importlib.abc, json, pickle, sys, types
from burgundy import _core

class Finder(importlib.abc.MetaPathFinder):
    def __init__(self, module, error):
        self.module, self.error = module, error

    def find_spec(self, name, path, target=None):
        if name == self.module:
            raise self.error

def outcome(call):
    before = batch.save()
    try:
        eval(call)
        found = "works"
    except BaseException as error:
        found = type(error).__name__ + (": ordinary" if isinstance(error, Exception) else "")
    assert batch.save() == before or found == "works"
    return found

chance = _core.State.new(2)
state = chance.resolve_chance(1)
code = state.legal_actions()[0]
batch = _core.Batch(3)
tree = _core.Tree(
    seed=1, threads=1, playout="light", prior="light", objective=(0.0, 1.0, 0.0), exploration=2.0,
    widening=1.0, max_nodes=100, root_noise=None, evaluate=None, evaluate_batch=None, batch=1,
)
"""

INTERRUPTED_AT = (
    ("numpy", "numpy._core", "numpy._core.multiarray", "numpy._core.overrides", "numpy.lib")
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0"
    else ("numpy", "numpy.core", "numpy.core.multiarray", "numpy.core.overrides", "numpy.lib")
)


def members() -> dict[str, str]:
    """A call of each function, method and property of the binding, by its name."""
    found = dict(OPERATORS)
    for name, thing in vars(_core).items():
        if name.startswith("__"):
            continue
        if not isinstance(thing, type):
            if callable(thing):
                found[name] = f"_core.{name}{ARGUMENTS.get(name, '()')}"
            continue
        for inner, member in vars(thing).items():
            if not inner.startswith("__"):
                arguments = ARGUMENTS.get(f"{name}.{inner}", "()")
                if not callable(getattr(thing, inner)):
                    assert type(member).__name__ == "getset_descriptor"
                    arguments = ""
                whose = "chance" if inner == "chance_outcome" else OBJECTS[name]
                found[f"{name}.{inner}"] = f"{whose}.{inner}{arguments}"
    return found


def run(code: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-c", SETUP + code],
        capture_output=True,
        text=True,
        check=False,
        timeout=commands.PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


WITHOUT = {
    "missing": "sys.modules['numpy'] = None",
    "blocked": "sys.meta_path.insert(0, Finder('numpy', ImportError('blocked')))",
    "broken": "sys.meta_path.insert(0, Finder('numpy.lib', ImportError('broken')))",
}


@pytest.mark.parametrize("how", WITHOUT)
def test_without_numpy(how: str) -> None:
    """Calls that need it raise ImportError, all others work; there is no member that is not called."""
    calls = members()
    assert calls.keys() >= ARGUMENTS.keys() | NEED_NUMPY
    found = run(f"""
{WITHOUT[how]}
print(json.dumps({{name: outcome(call) for name, call in {calls!r}.items()}}))
""")
    for name, outcome in found.items():
        if name in NEED_NUMPY:
            assert outcome in ("ImportError: ordinary", "ModuleNotFoundError: ordinary"), name
        else:
            assert outcome == "works", name


def test_who_needs_numpy_imports_it() -> None:
    """And nobody else: it takes longer to start than all the rest."""
    calls = members()
    rest = {name: call for name, call in calls.items() if name not in NEED_NUMPY}
    rest |= {
        "Batch.step_random": "batch.step_random(steps=2)",
        "Batch.reset": "batch.reset(seed=1)",
    }
    found = run(f"""
found = {{name: outcome(call) for name, call in {rest!r}.items()}}
assert "numpy" not in sys.modules
print(json.dumps(found))
""")
    assert set(found.values()) == {"works"}


@pytest.mark.parametrize("name", sorted(NEED_NUMPY))
def test_ctrl_c_while_numpy_is_imported(name: str) -> None:
    """It comes out as such; the next call works, or says that numpy cannot be imported any more."""
    call = members()[name]
    for module in INTERRUPTED_AT:
        first, second, numpy = run(f"""
sys.meta_path.insert(0, Finder({module!r}, KeyboardInterrupt))
first = outcome({call!r})
sys.meta_path.pop(0)
print(json.dumps([first, outcome({call!r}), "numpy" in sys.modules]))
""")
        assert first == "KeyboardInterrupt", module
        # A call of which the arguments are wrong says so once numpy is there.
        works = "TypeError: ordinary" if name == "State.observation_into" else "works"
        assert second == works if numpy else second == "ImportError: ordinary", module


@pytest.mark.parametrize("module", INTERRUPTED_AT[1:])
def test_a_call_in_the_middle_of_the_import(module: str) -> None:
    """As a signal handler makes one: it may fail, but waits for nothing that waits for it, and the import goes on."""
    first, inner, second = run(f"""
inner = []
class Calls(Finder):
    def find_spec(self, name, path, target=None):
        if name == self.module and not inner:
            inner.append("begun")
            inner[0] = outcome("state.playouts(1, 1)")

sys.meta_path.insert(0, Calls({module!r}, None))
first = outcome("state.playouts(1, 1)")
print(json.dumps([first, *inner, outcome("state.playouts(1, 1)")]))
""")
    assert (first, second) == ("works", "works")
    assert inner == "works" or inner.endswith(": ordinary")


FAKE = """
import ctypes
numpy = types.ModuleType("numpy")
numpy.__version__ = "3.0.0"
lib = types.ModuleType("numpy.lib")
lib.NumpyVersion = lambda text: types.SimpleNamespace(major=int(text[0]))
core = types.ModuleType("numpy._core")
multiarray = types.ModuleType("numpy._core.multiarray")
MULTIARRAY
for module in (numpy, lib, core, multiarray):
    sys.modules[module.__name__] = module
try:
    state.playouts(1, 1)
except Exception as error:
    print(json.dumps([type(error).__name__, str(error)]))
"""

OTHER_ABI = """
version = ctypes.CFUNCTYPE(ctypes.c_uint)(lambda: 0x7000000)
table = (ctypes.c_void_p * 400)(*[ctypes.cast(version, ctypes.c_void_p).value] * 400)
new = ctypes.pythonapi.PyCapsule_New
new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
multiarray._ARRAY_API = new(table, None, None)
"""


@pytest.mark.parametrize(
    ("api", "expected"),
    [
        ("pass", ["AttributeError", "_ARRAY_API"]),
        ("multiarray._ARRAY_API = 7", ["TypeError", "PyCapsule"]),
        (OTHER_ABI, ["ImportError", "numpy: 3.0.0, expected a version whose C API is known here"]),
    ],
    ids=["none", "no capsule", "other"],
)
def test_a_numpy_of_another_kind(api: str, expected: list[str]) -> None:
    """What is not numpy, or one with another C API, is an ordinary error."""
    done = subprocess.run(
        [sys.executable, "-c", SETUP + FAKE.replace("MULTIARRAY", api)],
        capture_output=True,
        text=True,
        check=True,
    )
    kind, text = json.loads(done.stdout)
    assert kind == expected[0] and expected[1] in text
