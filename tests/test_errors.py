"""The errors of the package."""

import copy
import pickle

import pytest

from burgundy.errors import DataError, IllegalActionError, SnapshotError

LINES = ["seats: 1 seat, expected 2", "boards.toml: board[0].copies: missing"]
ERRORS = [
    IllegalActionError("3: place ship on c3", "c3 is a building space", "R5.3b"),
    IllegalActionError(512, "no action has this number"),
    SnapshotError(LINES),
    DataError(LINES),
]


def test_an_illegal_action_names_action_reason_and_rule() -> None:
    error = ERRORS[0]
    assert isinstance(error, IllegalActionError)
    assert (error.action, error.reason, error.rule) == (
        "3: place ship on c3",
        "c3 is a building space",
        "R5.3b",
    )
    assert str(error) == "3: place ship on c3: c3 is a building space (R5.3b)"


def test_an_illegal_action_without_a_rule_has_no_parenthesis() -> None:
    assert str(ERRORS[1]) == "512: no action has this number"


@pytest.mark.parametrize("kind", [SnapshotError, DataError])
def test_faults_are_all_in_the_text(kind: type[SnapshotError] | type[DataError]) -> None:
    error = kind(iter(LINES))
    assert error.faults == LINES
    assert str(error).splitlines() == LINES


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_are_value_errors_that_can_be_pickled_and_copied(error: ValueError) -> None:
    assert isinstance(error, ValueError)
    copies = [pickle.loads(pickle.dumps(error, protocol)) for protocol in range(2, 6)]
    for twin in [*copies, copy.copy(error), copy.deepcopy(error)]:
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)
