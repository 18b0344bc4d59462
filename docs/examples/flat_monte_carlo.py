"""Flat Monte Carlo: each turn the action with the best share of wins in random games."""

import burgundy

state = burgundy.State.new(players=2).resolve_chance(seed=1)
while not state.is_terminal():
    values = state.evaluate_actions(n=4, seed=1)
    best = values.win_rate[:, state.current_player()].argmax()
    state = state.child(values.actions[best]).resolve_chance(seed=1)
print(state.scores())
