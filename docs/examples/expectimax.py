"""The best way to play one turn, by going through all of them: expectimax with `expand`."""

from burgundy import State


def worth(state: State, seat: int) -> float:
    """What a position is worth to a seat: VP, and something for what may become VP."""
    own = state.snapshot()["seats"][seat]
    return float(own["vp"] + 2 * len(own["estate"]) + len(own["storage"]) + 0.5 * own["workers"])


def best(state: State, seat: int, known: dict[State, tuple[float, int]]) -> tuple[float, int]:
    """The highest expected worth that the rest of the seat's turn can reach, and the action that leads there."""
    if state not in known:
        values = []
        for action in state.legal_actions():
            value = 0.0
            for probability, after in state.expand(action):
                ends = after.current_player() != seat
                value += probability * (worth(after, seat) if ends else best(after, seat, known)[0])
            values.append((value, action))
        known[state] = max(values)
    return known[state]


def main() -> None:
    """Plays the first turn of a game."""
    state = State.new(2).resolve_chance(3)
    seat, known = state.current_player(), dict[State, tuple[float, int]]()
    while state.current_player() == seat:
        value, action = best(state, seat, known)
        print(f"{value:6.2f}  {state.action_to_string(action)}")
        state = state.child(action)
    print(len(known), "positions")


if __name__ == "__main__":
    main()
