"""The pages of docs: their code runs and prints what they say, their links lead somewhere, no public name is left out."""

import argparse
import re
import tomllib
from pathlib import Path

import docs_blocks
import pytest

import burgundy
from burgundy import cli

TOP = Path(__file__).parent.parent
DOCS = TOP / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
ROOT_PAGES = [TOP / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")]
ROOT_PAGES = [page for page in ROOT_PAGES if page.exists()]


def name_of(page: Path) -> str:
    """The page, from the top."""
    return page.relative_to(TOP).with_suffix("").as_posix()


def headings(text: str) -> set[str]:
    """The anchors of a page, as GitHub and MyST make them."""
    without_code = docs_blocks.FENCE.sub("", text)
    found = re.findall(r"^#+ (.+)$", without_code, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in found}


@pytest.mark.parametrize("page", [*PAGES, *ROOT_PAGES], ids=name_of)
def test_code_runs(page: Path, tmp_path: Path) -> None:
    """In a folder of its own, so that what it writes stays out of the repository."""
    before = sorted(TOP.iterdir())
    for block in docs_blocks.blocks(page.read_text(encoding="utf-8")):
        if block.reason is None:
            if block.language != "python" and docs_blocks.SHELL is None:
                pytest.skip("there is no bash")
            docs_blocks.run(block, tmp_path)
    assert sorted(TOP.iterdir()) == before


@pytest.mark.parametrize("page", [*PAGES, *ROOT_PAGES, TOP / "README.md"], ids=name_of)
def test_no_code_goes_by_another_name(page: Path) -> None:
    """Fences that run, and those that are text: data, changes that are compared with files, directives of the site."""
    languages = {match[2] for match in docs_blocks.FENCE.finditer(page.read_text(encoding="utf-8"))}
    directives = {name for name in languages if re.fullmatch(r"\{[a-z-]+\}", name)}
    assert languages - directives <= {*docs_blocks.LANGUAGES, "output", "json", "diff", ""}


@pytest.mark.parametrize("page", [*PAGES, *ROOT_PAGES, TOP / "README.md"], ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)(#[^)\s]*)?\)", text):
        to = (page.parent / target).resolve() if target else page
        assert to.exists(), target
        if anchor and to.suffix == ".md":
            assert anchor[1:] in headings(to.read_text(encoding="utf-8")), target + anchor


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "```diff" in page.read_text("utf-8")], ids=name_of
)
def test_changes_that_are_shown_fit_the_files(page: Path) -> None:
    """What a `diff` block takes away and leaves stands in the file as it is, line after line."""
    found = re.findall(r"^```diff\n--- a/(\S+)\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S)
    assert found
    for path, change in found:
        kept = "".join(line[1:] + "\n" for line in change.splitlines() if line[0] in " -")
        assert kept in (TOP / path).read_text(encoding="utf-8"), path


def test_each_page_is_in_the_table_of_contents() -> None:
    listed = {DOCS / "index.md"}
    for page in PAGES:
        for block in re.findall(
            r"^```\{toctree\}\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S
        ):
            names = [line for line in block.split("\n") if line and not line.startswith(":")]
            listed |= {page.parent / f"{name}.md" for name in names}
    assert listed == set(PAGES)


def test_each_public_name_has_its_place_in_the_api() -> None:
    """That a class is there with all its members is for the build of the site to say, which warns otherwise."""
    text = "\n".join(page.read_text(encoding="utf-8") for page in (DOCS / "api").glob("*.md"))
    modules = set(re.findall(r"^\.\. (?:automodule|py:module):: (\S+)", text, re.M))
    names = set(
        re.findall(
            r"^\.\. (?:autoclass|autoexception|autofunction|py:data):: (?:burgundy\.)?(\w+)",
            text,
            re.M,
        )
    )
    names |= {module.partition("burgundy.")[2] for module in modules}
    names |= {name for name, home in burgundy._HOMES.items() if home == "burgundy.arrays"}
    assert "burgundy.arrays" in modules
    assert set(burgundy.__all__) <= names


def test_the_tables_of_tiles_are_the_data() -> None:
    """Counts, backs, points and depots on the page of tiles, against the data files."""
    folder = TOP / "python" / "burgundy" / "data"
    board, tiles = (
        tomllib.loads((folder / name).read_text(encoding="utf-8"))
        for name in ("board.toml", "tiles.toml")
    )
    text = (DOCS / "tiles.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("|")
    ]
    counts = {}
    for row in rows:
        if match := re.match(r"(\d+) \+ (\d+)", row[1] if len(row) > 1 else ""):
            for tile in re.findall(r"`(\w+)`", row[0]):
                counts[tile] = [int(match[1]), int(match[2])]
    expected = tiles["building"] | tiles["castle"] | tiles["mine"] | tiles["ship"]
    for species, animals in tiles["animal"].items():
        expected |= {f"{species}{shown}": count for shown, count in animals.items()}
    black = tiles["knowledge"]["black_backed"]
    assert counts.pop("k1") == counts.pop("k26") == [26 - len(black), len(black)]
    assert counts == expected

    knowledge = [row for row in rows if re.match(r"`k\d+`( black)?$", row[0])]
    assert [row[0] for row in knowledge] == [
        f"`k{number}`" + " black" * (number in black) for number in range(1, 27)
    ]
    for number, building in tiles["knowledge"]["final_building"].items():
        assert f"`{building}`" in knowledge[int(number) - 1][1]

    points = {row[0]: row[1:] for row in rows}
    scoring = board["scoring"]
    for label, values in {
        "VP (R8.1)": scoring["region"],
        "VP more (R8.1)": scoring["phase_bonus"].values(),
        "large bonus tile (R8.2)": scoring["colour_bonus_first"].values(),
        "small bonus tile (R8.2)": scoring["colour_bonus_second"].values(),
        "each good sold (R5.4)": scoring["goods_vp_per_tile"].values(),
    }.items():
        assert points[label] == [str(value) for value in values], label
    for depot in "123456":
        assert [row[1:] for row in rows if row[0] == depot] == [board["depots"][depot]]


def test_each_command_is_on_a_page() -> None:
    """The page of commands is made from the parser; the text says what each is for."""
    text = (DOCS / "cli.md").read_text(encoding="utf-8")
    (commands,) = (
        action.choices
        for action in cli.parser()._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    assert ":module: burgundy.cli" in text and ":func: parser" in text
    assert set(commands) == set(re.findall(r"^\| `burgundy ([a-z]+)` \|", text, re.M))


@pytest.mark.parametrize(
    ("expected", "printed", "same"),
    [
        ("a\nb\n", "a  \nb\n", True),
        ("a\n", "a\nb\n", False),
        ("a\n...\nd\n", "a\nb\nc\nd\n", True),
        ("a\n...\nd\n", "a\nd\n", True),
        ("in ... s\n", "in 3.5 s\n", True),
        ("in ... s\n", "in 3.5 min\n", False),
        ("(.*)\n", "text\n", False),
    ],
)
def test_what_output_stands_for(expected: str, printed: str, same: bool) -> None:
    assert docs_blocks.matches(expected, printed) is same


def test_blocks_are_found() -> None:
    text = (
        "# A\n\n```python\nprint(1)\n```\n\n```output\n1\n```\n\n<!-- not run: it takes an hour -->\n"
        "```sh\nburgundy check\n```\n```json\n{}\n```\n```console\n$ echo a \\\n  b\na b\n$ true\n```\n"
    )
    first, second, third = docs_blocks.blocks(text)
    assert (first.line, first.output, first.reason) == (3, "1\n", None)
    assert (second.language, second.reason) == ("sh", "it takes an hour")
    assert list(docs_blocks.commands(third.text)) == [("echo a \\\n  b", "a b\n"), ("true", "")]
