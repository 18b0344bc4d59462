"""The outcome of a single chance node in a world (docs/formats.md, section 3).

`State.resolve_chance(seed)` goes through all chance nodes up to the next decision; a history wants them
one by one. What is needed is in the snapshot and in the weights, so this works on either engine.
"""

from typing import Any

MASK = 2**64 - 1
G = 0x9E3779B97F4A7C15
GROUPS_A_PHASE = 14
DRAWN = ("building", "animal", "knowledge")
"""The colours with several faces; only their draws read a digit."""


def mix(z: int) -> int:
    """SplitMix64's finaliser."""
    z ^= z >> 30
    z = z * 0xBF58476D1CE4E5B9 & MASK
    z ^= z >> 27
    z = z * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def world_outcome(state: Any, seed: int) -> int:
    """The outcome that the world `seed` has at the chance node `state`.

    It is the first of those that `resolve_chance(seed)` goes through.
    """
    weights = sorted(state.chance_weights())
    total = sum(weight for _, weight in weights)
    group, earlier = _place(state.snapshot(), [outcome for outcome, _ in weights], total)
    low = mix(seed + (group + 1) * G & MASK)
    for digit in earlier:
        low = low * digit & MASK
    at = low * total >> 64
    for outcome, weight in weights:
        if at < weight:
            return int(outcome)
        at -= weight
    raise AssertionError("a digit is less than its total")


def _place(snapshot: dict[str, Any], outcomes: list[int], total: int) -> tuple[int, list[int]]:
    """The event's group, and the totals of the digits before it in the group."""
    words = snapshot["prompt"]["event"].split()
    phase = GROUPS_A_PHASE * "ABCDE".index(snapshot["phase"])
    seats = snapshot["seats"]
    match words:
        case ["board", "to", seat]:
            return 0, _boards(seats[: int(seat)], outcomes)
        case ["start", "player"]:
            return 1, []
        case ["deal", "to", seat]:
            return 2 + int(seat), _drawn(sum(seats[int(seat)]["goods"].values()), total)
        case ["depot", place]:
            depot, slot = (int(number) - 1 for number in place.split("."))
            tiles = snapshot["depots"][depot]["tiles"][:slot]
            return 6 + phase + depot, _depot(tiles, snapshot["supply"]["normal"])
        case ["black"]:
            lying = sum(tile is not None for tile in snapshot["black_depot"])
            return 12 + phase + lying // 4, _drawn(lying % 4, total)
        case ["good"]:
            return 14 + phase, _drawn(len(snapshot["round_goods"]), total)
        case ["white"]:
            return 15 + phase + snapshot["round"] - 1, []
        case ["dice", "to", seat]:
            return 15 + phase + snapshot["round"] - 1, [6] + [36] * int(seat)
    raise AssertionError(f"no event: {' '.join(words)}")


def _drawn(count: int, total: int) -> list[int]:
    """The totals before, where each of `count` draws took one away."""
    return [total + left for left in range(count, 0, -1)]


def _boards(seats: list[dict[str, Any]], outcomes: list[int]) -> list[int]:
    """The number of boards that each of the seats could get."""
    possible, totals = set(outcomes), []
    for seat in reversed(seats):
        possible.add(seat["board"])
        totals.append(len(possible))
    return totals[::-1]


def _depot(tiles: list[str | None], supply: dict[str, int]) -> list[int]:
    """The totals of the draws for these tiles, which lie in the slots before."""
    totals = []
    for slot, tile in enumerate(tiles):
        colour = _colour(tile)
        if colour in DRAWN:
            left = sum(count for face, count in supply.items() if _colour(face) == colour)
            totals.append(left + sum(_colour(later) == colour for later in tiles[slot:]))
    return totals


def _colour(tile: str | None) -> str | None:
    if tile is None or tile in ("castle", "mine", "ship"):
        return tile
    if tile[-1].isdigit():
        return "knowledge" if tile[0] == "k" else "animal"
    return "building"
