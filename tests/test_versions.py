"""Versions are the same wherever they stand, and docs/versions.md knows each of them."""

import re
import tomllib
from pathlib import Path

import burgundy
import burgundy.reference

TOP = Path(__file__).parent.parent
CONSTANTS = sorted(name for name in burgundy.__all__ if name.endswith("_VERSION"))


def read(name: str) -> str:
    """The text of a file of the repository."""
    return (TOP / name).read_text(encoding="utf-8")


def test_the_version_of_the_package_stands_in_four_places() -> None:
    version = tomllib.loads(read("Cargo.toml"))["workspace"]["package"]["version"]
    assert burgundy.__version__ == version
    assert f"\nversion: {version}\n" in read("CITATION.cff")
    heads = re.findall(r"^## (\S+)", read("CHANGELOG.md"), re.MULTILINE)
    assert heads[0] == version


def test_both_engines_have_the_same_versions() -> None:
    """The reference has no observations."""
    there = {name for name in vars(burgundy.reference) if name.endswith("_VERSION")}
    assert there == set(CONSTANTS) - {"OBSERVATION_VERSION"}
    for name in there:
        assert getattr(burgundy.reference, name) == getattr(burgundy, name)


def test_the_page_of_versions_is_current() -> None:
    rows = dict(re.findall(r"^\| `(\w+_VERSION)` \| (\d+) \|", read("docs/versions.md"), re.M))
    assert rows == {name: str(getattr(burgundy, name)) for name in CONSTANTS}


def test_the_first_words_of_formats_are_on_the_page() -> None:
    from burgundy import kit, lockstep, position, record_form

    text = read("docs/versions.md")
    for module in (kit, lockstep, position, record_form):
        assert f"`{module.FORMAT}`" in text


def test_the_oldest_rust_is_named_alike() -> None:
    """What builds it, what it is tested with, and what both texts say."""
    oldest = tomllib.loads(read("Cargo.toml"))["workspace"]["package"]["rust-version"]
    (tested,) = re.findall(r'RUST_VERSION: "([\d.]+)"', read(".github/workflows/ci.yml"))
    assert f'RUST_VERSION: "{tested}"' in read(".github/workflows/release.yml")
    assert f"Rust {tested}" in read("CONTRIBUTING.md")
    assert f"Rust {oldest} or later" in read("CONTRIBUTING.md")
    assert [int(x) for x in oldest.split(".")] <= [int(x) for x in tested.split(".")]


def test_the_oldest_rust_is_tried_on_each_change() -> None:
    """By the line of Cargo.toml, as the workflow reads it, so that the two cannot differ."""
    workflow = read(".github/workflows/ci.yml")
    (reader,) = re.findall(r"oldest=\$\(sed -n 's/(.+)/\\1/p' Cargo\.toml\)", workflow)
    assert 'cargo "+$oldest" check --workspace --all-targets' in workflow
    oldest = tomllib.loads(read("Cargo.toml"))["workspace"]["package"]["rust-version"]
    pattern = reader.replace(r"\(", "(").replace(r"\)", ")")
    assert re.findall(pattern, read("Cargo.toml"), re.MULTILINE) == [oldest]
