"""Numbers of things in what is printed."""

import pytest

from burgundy.wording import counted


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0 games"), (1, "1 game"), (2, "2 games"), (1234567, "1,234,567 games")],
)
def test_one_thing_is_told_from_others(number: int, text: str) -> None:
    assert counted(number, "game") == text
