"""Positions to search, and what holds of every result."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import burgundy


def opening(players: int = 2, seed: int = 7) -> burgundy.State:
    return burgundy.State.new(players).resolve_chance(seed)


def same(a: burgundy.SearchResult, b: burgundy.SearchResult) -> bool:
    """Whether two results are the same but for the time they took."""
    fields = [field.name for field in dataclasses.fields(a) if field.name != "seconds"]
    return all(
        np.array_equal(getattr(a, name), getattr(b, name), name == "values") for name in fields
    )


def check(result: burgundy.SearchResult, state: burgundy.State) -> None:
    """What holds of every result."""
    legal = state.legal_actions()
    assert result.actions.tolist() == legal and result.action in legal
    assert result.visits.shape == result.solved.shape == (len(legal),)
    assert result.values.shape == (len(legal), state.num_players())
    assert (np.isnan(result.values).all(axis=1) == (result.visits == 0)).all()
    assert result.line[0] == result.action and len(result.line) == len(result.principal_line)
    for action, words in zip(result.line, result.principal_line):
        assert state.action_to_string(action) == words
        state = state.child(action)
    policy = result.policy()
    assert policy.shape == (512,) and policy.dtype == np.float64
    assert policy.sum() == pytest.approx(1)
    assert not np.delete(policy, legal).any()
