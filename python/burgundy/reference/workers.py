"""What it takes to turn a die: workers and free steps, spent one by one (R4.4, R4.5, R4.6)."""

from functools import cache

from .names import DIE


def turned(value, steps):
    """A die after some steps up or down, 1 and 6 being neighbours (R4.4)."""
    return (value - 1 + steps) % len(DIE) + 1


@cache
def payments(value, steps_of_a_worker, has_free_step):
    """For every number the fewest workers that turn a die of `value` into it (R4.6).

    A search in waves: at first the numbers that cost nothing, then those that one more worker reaches.
    """
    wave = {value}
    if has_free_step:
        wave |= {turned(value, 1), turned(value, -1)}
    spent = 0
    cost = dict.fromkeys(wave, spent)
    while len(cost) < len(DIE):
        spent += 1
        wave = {
            turned(number, sign * steps)
            for number in wave
            for steps in steps_of_a_worker
            for sign in (1, -1)
        }
        for number in wave:
            cost.setdefault(number, spent)
    return cost
