"""Games played to the end with uniformly random actions, each in a world of its own."""

from typing import NamedTuple

from .actions import perform
from .legal import legal_actions
from .worlds import World, mix, resolve, word

WORLD_SEED = 0x706C61796F757473
ACTION_SEED = 0x706F6C696379


class ActionValues(NamedTuple):
    """What `playouts` games each say about the legal actions, as lists by action, then by player.

    `variance` is that of the population; a win is the first place of the ranking (R9.2).
    """

    actions: list
    playouts: int
    mean: list
    variance: list
    win_rate: list


def playout(game, seed, number):
    """Plays a copy of the position to the end: playout `number` of a seed."""
    game = game.copy()
    world_seed = word(mix(seed ^ WORLD_SEED), number)
    world = World(world_seed)
    action_seed = mix(world_seed ^ ACTION_SEED)
    decisions = 0
    while True:
        if game.prompt.kind == "chance":
            resolve(game, world)
        if game.prompt.kind == "over":
            return game
        actions = legal_actions(game)
        choice = word(action_seed, decisions) * len(actions) >> 64
        perform(game, actions[choice])
        decisions += 1


def sampled(key, seed, actions):
    """One of the actions, by key and seed."""
    number = mix(key ^ word(seed, 0))
    return actions[number * len(actions) >> 64]


def action_values(actions, count, ended):
    """Means, variances and win rates from `count` ended playouts of each action.

    `ended` holds, for each action, pairs of the scores and the winner of every playout.
    """
    values = ActionValues(list(actions), count, [], [], [])
    for playouts in ended:
        by_player = list(zip(*(scores for scores, _ in playouts)))
        winners = [winner for _, winner in playouts]
        sums = [sum(scores) for scores in by_player]
        squares = [sum(score * score for score in scores) for scores in by_player]
        values.mean.append([total / count for total in sums])
        values.variance.append(
            [(count * square - total**2) / count**2 for square, total in zip(squares, sums)]
        )
        values.win_rate.append([winners.count(who) / count for who in range(len(sums))])
    return values
