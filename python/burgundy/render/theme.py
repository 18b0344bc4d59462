"""The colours of the pictures, in light and dark."""

from collections.abc import Mapping

__all__ = ["GOODS", "SEATS", "THEMES", "style"]

THEMES = ("auto", "light", "dark")
GOODS = ("#2fa7a0", "#7d52a8", "#d9679b", "#c0392b", "#8a5a33", "#e08a2c")
"""Goods 1 to 6; each shows its number too."""
SEATS = ("#c8443c", "#2f6fb5", "#3c8f52", "#b98a1b")

_TILES = {
    "building": "#d0ab72",
    "animal": "#94c464",
    "knowledge": "#ecc83f",
    "ship": "#6aa3dc",
    "castle": "#2f6b40",
    "mine": "#9aa0a6",
}
_LIGHT = {
    "page": "#f7f4ec",
    "panel": "#fffdf8",
    "well": "#f1ece0",
    "line": "#cfc6b4",
    "ink": "#2d2a26",
    "faint": "#7a7266",
    "accent": "#d2491f",
    "last": "#e09a00",
    "night": "#3b3a40",
    "e-building": "#f3e8d3",
    "e-animal": "#e2f0d2",
    "e-knowledge": "#fbf1c4",
    "e-ship": "#d8e8f7",
    "e-castle": "#c9ddce",
    "e-mine": "#e4e6e8",
}
_DARK = {
    "page": "#14161a",
    "panel": "#1d2025",
    "well": "#272b31",
    "line": "#444a53",
    "ink": "#ece8e0",
    "faint": "#9c968b",
    "accent": "#ff7a4d",
    "last": "#ffc23d",
    "night": "#0b0c0f",
    "e-building": "#4a3f2d",
    "e-animal": "#354728",
    "e-knowledge": "#4d4420",
    "e-ship": "#25394d",
    "e-castle": "#1f3a29",
    "e-mine": "#3a3e43",
}
_FONT = "Helvetica Neue,Helvetica,Arial,sans-serif"


def style(theme: str) -> str:
    """The style sheet of a picture whose root has the class `burgundy-THEME`.

    "auto" follows the reader's preference, and is light where there is none.
    """
    if theme not in THEMES:
        raise ValueError(f"theme: {theme!r}, expected one of {', '.join(THEMES)}")
    root = f".burgundy-{theme}"
    rules = [f"{root} text{{font-family:{_FONT};text-anchor:middle}}"]
    rules += [
        f"{root} .t-{colour}{{fill:{value};stroke:#00000066}}" for colour, value in _TILES.items()
    ]
    rules += [
        f"{root} .on{{fill:#2d2a26}}",
        f"{root} .on-castle{{fill:#ffffff}}",
        f"{root} .cut{{fill:#ffffffcc}}",
        f"{root} .white{{fill:#ffffff}}",
        f"{root} .left{{text-anchor:start}}",
        f"{root} .right{{text-anchor:end}}",
        f"{root} .bold{{font-weight:700}}",
    ]
    rules += _rules(root, _DARK if theme == "dark" else _LIGHT)
    sheet = "".join(rules)
    if theme == "auto":
        dark = "".join(_rules(root, _DARK))
        sheet += f"@media (prefers-color-scheme:dark){{{dark}}}"
    return sheet


def _rules(root: str, colours: Mapping[str, str]) -> list[str]:
    rules = [
        f"{root} .{name}{{fill:{value}}}"
        for name, value in colours.items()
        if name not in ("line", "accent", "last")
    ]
    line, accent, last = (colours[name] for name in ("line", "accent", "last"))
    return [
        *rules,
        f"{root} .edge{{stroke:{line}}}",
        f"{root} .empty{{fill:none;stroke:{line};stroke-dasharray:3 3}}",
        f"{root} .to-act{{stroke:{accent};stroke-width:2.5}}",
        f"{root} .legal{{fill:none;stroke:{accent};stroke-width:2.5;stroke-dasharray:5 3}}",
        f"{root} .last{{fill:none;stroke:{last};stroke-width:4}}",
        f"{root} .last-words{{fill:{accent}}}",
    ]
