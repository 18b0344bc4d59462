"""The reference's own TOML reader: what it understands, and that everything else is refused by line."""

from __future__ import annotations

import importlib
import tomllib
from typing import Any

import pytest

read_toml: Any = importlib.import_module("burgundy.reference.toml_reader").read_toml
data: Any = importlib.import_module("burgundy.reference.data")
DataError: Any = importlib.import_module("burgundy.reference").DataError


@pytest.mark.parametrize("name", data.FILES)
def test_the_data_files_read_as_with_the_standard_library(name: str) -> None:
    text = data.read_texts()[name]
    assert read_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing\n\n",
        "a = 1",
        "a = -7\nb = +3\nc = 0 # comment",
        "a = true\nb = false",
        'a = "with # and \\" and \\\\ and \\n"',
        '"quoted key" = 1\n1 = 2\n',
        "a = [1, 2,\n  3, # three\n]\nb = []",
        "a = [[1], [], [2, 3]]",
        "a = { }\nb = { x = 1, y = [2], z = { w = 3 } }",
        "[table]\na = 1\n[other] # comment\na = 2",
        "[[list]]\na = 1\n[[list]]\na = 2\nb = 3\n[table]\nc = 4",
        "a = 1\r\nb = 2\r\n",
    ],
)
def test_reads_as_the_standard_library_does(text: str) -> None:
    assert read_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("a = 1\na = 2", 2, "key a is given twice"),
        ("[t]\n[t]", 2, "table t is given twice"),
        ("a = 1\n[[a]]", 2, "a is no array of tables"),
        ("a = 1 2", 1, "the end of the line is expected, not 2"),
        ("\n\na =", 3, "the end is no value that is understood here"),
        ("a = 1.5", 1, "1.5 is no value"),
        ("a = 007", 1, "007 is no value"),
        ("a = yes", 1, "yes is no value"),
        ('a = "open', 1, "a string is not closed"),
        ('a = "\\u0041"', 1, "escape \\u is not understood here"),
        ("a = [1 2]", 1, ", is expected, not 2"),
        ("a = [1,", 1, "the end is no value"),
        ("a = { x = 1", 1, ", is expected, not the end of the text"),
        ("= 1", 1, "a key is missing"),
        ("a.b = 1", 1, "= is expected, not ."),
        ("[a.b]", 1, "] is expected, not ."),
    ],
)
def test_refuses_with_the_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(DataError) as caught:
        read_toml(text, "some.toml")
    (fault,) = caught.value.faults
    assert fault.startswith(f"some.toml: line {line}: ")
    assert reason in fault
