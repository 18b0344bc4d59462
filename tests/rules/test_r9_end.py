"""R9: final scoring, the winner and ties."""

from __future__ import annotations

from typing import Any

import pytest
from engines import Engine
from positions import estates, last_turn, of_seat, play, seat

EARLIER = {"tie_break": "fewest_then_earlier"}
MOST = {"tie_break": "most_then_later"}


def game_over(engine: Engine, *seats: Any, **keys: Any) -> Any:
    """The end of a game of these seats; one more seat, the last to act, has taken workers (2, so 1 VP)."""
    table = last_turn(phase="E", seats=[*seats, seat(dice=[1])], **keys)
    state = play(engine.at(**table), "1: workers")
    assert state.is_terminal()
    return state


def points(state: Any, number: int = 0) -> dict[str, int]:
    """What each part of the final scoring gave, zeros left out; its sum is the score."""
    parts = dict(state.score_breakdown()[number])
    assert sum(parts.values()) == state.scores()[number]
    return {key: value for key, value in parts.items() if value}


def test_r9_1_c82_left_overs(engine: Engine) -> None:
    """C82: 100 + 3 silver + 2 for five workers + 3 goods; nothing for what is stored."""
    state = game_over(
        engine,
        seat(
            vp=100,
            silver=3,
            workers=5,
            goods={1: 2, 4: 1},
            storage=["castle", "k25"],
            sold={2: 4},
        ),
    )
    assert state.scores()[0] == 108
    assert points(state) == {
        "in_play": 100,
        "final_goods": 3,
        "final_silver": 3,
        "final_workers": 2,
    }
    assert of_seat(state)["vp"] == 108
    restored = engine.State.from_snapshot(state.snapshot())
    assert points(restored) == points(state)


@pytest.mark.parametrize(("workers", "vp"), [(0, 0), (1, 0), (2, 1), (3, 1), (9, 4), (301, 150)])
def test_r9_1_one_per_two_workers(engine: Engine, workers: int, vp: int) -> None:
    assert game_over(engine, seat(workers=workers)).scores()[0] == vp


def test_r9_1_after_the_income_of_phase_e(engine: Engine) -> None:
    """Three mines with knowledge 2: 3 silver, 3 workers: 3 + 1."""
    estate = {"e3": "mine", "f2": "mine", "g1": "mine", "c4": "k2"}
    state = game_over(engine, seat(estate=estate))
    assert points(state) == {"final_silver": 3, "final_workers": 1}
    assert (of_seat(state)["silver"], of_seat(state)["workers"]) == (3, 3)


def test_r9_1_c78_15_25_and_26(engine: Engine) -> None:
    """C78: three types sold at 3; four goods sold; one bonus tile at 2: 15 in all."""
    state = game_over(
        engine,
        seat(estate={"c4": "k15", "b4": "k25", "a4": "k26"}, sold={1: 2, 4: 1, 6: 1}),
        bonus={"ship": [1, 0]},
    )
    assert points(state) == {"k15": 9, "k25": 4, "k26": 2}
    assert state.scores()[0] == 15


def test_r9_1_15_counts_all_six_types(engine: Engine) -> None:
    state = game_over(
        engine, seat(estate={"c4": "k15"}, sold=dict.fromkeys(range(1, 6), 7) | {6: 1})
    )
    assert points(state) == {"k15": 18}


def test_r9_1_16_to_23_their_own_building_each(engine: Engine) -> None:
    """One warehouse, watchtower, church; two markets, in two cities; nothing else."""
    estate = {
        "c3": "market",
        "e4": "market",
        "e5": "church",
        "f4": "warehouse",
        "f5": "watchtower",
    }
    yellow = {"c4": "k16", "b4": "k17", "a4": "k18", "f3": "k19", "g2": "k20", "g3": "k21"}
    state = game_over(engine, seat(estate={**estate, **yellow}))
    assert points(state) == {"k16": 4, "k17": 4, "k19": 4, "k20": 8}


def test_r9_1_22_and_23(engine: Engine) -> None:
    estate = {"c3": "bank", "e4": "city_hall", "e5": "bank", "c4": "k22", "b4": "k23"}
    state = game_over(engine, seat(estate=estate), seat(estate={"c3": "bank"}))
    assert points(state) == {"k22": 8, "k23": 4}
    assert points(state, 1) == {}


def test_r9_1_c81_24_counts_species_not_tiles(engine: Engine) -> None:
    """C81: cows in both pastures, pigs in one: 8; all four species: 16; storage does not count."""
    base = {"c4": "k24", "c3": "bank", "d5": "ship", "d6": "ship"}
    two = {**base, "c2": "cow2", "c1": "pig3", "b1": "pig2", "e6": "cow3"}
    state = game_over(engine, seat(estate=two, storage=["sheep2"]))
    assert points(state) == {"k24": 8}
    four = {**base, "c2": "cow2", "c1": "pig3", "b1": "sheep2", "e6": "chicken4"}
    assert points(game_over(engine, seat(estate=four))) == {"k24": 16}


def test_r9_1_25_and_26_of_everything(engine: Engine) -> None:
    """25 goods sold; a tile of each of the six colours, at 2 each."""
    colours = ("building", "animal", "knowledge", "ship", "castle", "mine")
    state = game_over(
        engine,
        seat(estate={"c4": "k25", "b4": "k26"}, sold={1: 7, 2: 7, 3: 7, 5: 4}),
        bonus={colour: [0, 1] for colour in colours},
    )
    assert points(state) == {"k25": 25, "k26": 12}


def test_r9_1_a_tile_of_an_other_player_counts_for_him_alone(engine: Engine) -> None:
    state = game_over(engine, seat(estate={"c4": "k15"}), seat(sold={1: 2}))
    assert points(state) == {}
    assert points(state, 1) == {}


def test_r9_1_scores_include_nothing_of_it_before_the_end(engine: Engine) -> None:
    state = engine.at(
        **last_turn(
            phase="E",
            seats=[
                seat(vp=7, silver=5, goods={1: 3}, sold={1: 1}, estate={"c4": "k25"}),
                seat(dice=[1]),
            ],
        )
    )
    assert list(state.scores()) == [7, 0]
    assert points(state) == {"in_play": 7}
    assert list(state.returns()) == [0.0, 0.0]


def test_r9_2_most_vp_wins(engine: Engine) -> None:
    """The last seat has 1 VP for its two workers."""
    state = game_over(engine, seat(vp=5), seat(vp=30), seat(vp=17))
    assert list(state.ranking()) == [1, 2, 0, 3]
    assert list(state.returns()) == [-1 / 3, 1.0, -1 / 3, -1 / 3]


def test_r9_2_the_final_scoring_decides(engine: Engine) -> None:
    """20 against 18 + 3: P1 wins."""
    state = game_over(engine, seat(vp=20), seat(vp=18, silver=3))
    assert list(state.scores()) == [20, 21, 1]
    assert list(state.ranking()) == [1, 0, 2]


def in_play_tie(engine: Engine, *seats: Any, **keys: Any) -> list[int]:
    """The ranking as if the game ended now without final scoring."""
    table = last_turn(phase="E", seats=[*seats[:-1], {**seats[-1], "dice": [1]}], **keys)
    return list(engine.at(**table).ranking())


@pytest.mark.parametrize(
    ("options", "winner"), [(None, 0), (EARLIER, 0), (MOST, 1)], ids=["default", "earlier", "most"]
)
def test_r9_2_c1_empty_spaces_decide_first(engine: Engine, options: Any, winner: int) -> None:
    """C1: 187 VP each, 3 and 5 empty spaces, P1 ahead on the track."""
    mine, his = (seat(estate=e, vp=187) for e in estates(3, 5))
    ahead = [[0], [1], [], [], [], [], []]
    ranking = in_play_tie(engine, mine, his, track=ahead, options=options)
    assert ranking == [winner, 1 - winner]


@pytest.mark.parametrize(
    ("options", "winner"), [(None, 1), (MOST, 1), (EARLIER, 0)], ids=["default", "most", "earlier"]
)
def test_r9_2_c2_then_the_turn_order(engine: Engine, options: Any, winner: int) -> None:
    """C2: 160 VP and 4 empty spaces each; P0 on space 4, P1 on space 2, so P0 acts first."""
    mine, his = (seat(estate=e, vp=160) for e in estates(4, 4))
    track: list[list[int]] = [[], [], [1], [], [0], [], []]
    ranking = in_play_tie(engine, mine, his, track=track, options=options)
    assert ranking == [winner, 1 - winner]


def test_r9_2_on_one_space_the_lower_is_later(engine: Engine) -> None:
    for stack, winner in (([0, 1], 1), ([1, 0], 0)):
        track = [[], stack, [], [], [], [], []]
        assert in_play_tie(engine, seat(), seat(), track=track)[0] == winner


def test_r9_2_the_final_track_counts_not_the_order_of_the_round(engine: Engine) -> None:
    """P1, second in the round, has shipped past P0: he acts first now, so P0 is the later one."""
    ranking = in_play_tie(
        engine, seat(), seat(), order=[0, 1], track=[[0], [1], [], [], [], [], []]
    )
    assert ranking == [0, 1]


FRONT_TO_BACK_B_C_A_D: list[list[int]] = [[3], [0], [2], [1], [], [], []]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (None, [0, 1, 2, 3]),  # A and B: 4 empty; A is later than B; then C; D has fewest VP
        (EARLIER, [1, 0, 2, 3]),  # B is earlier than A
        (MOST, [2, 0, 1, 3]),  # C has most empty spaces; A later than B
    ],
    ids=["default", "earlier", "most"],
)
def test_r9_2_c4_level_one_removes_one_player_only(
    engine: Engine, options: Any, expected: list[int]
) -> None:
    """C4: A 150 VP/4 empty, B 150/4, C 150/6, D 149/0; front to back B, C, A, D."""
    points_of = (150, 150, 150, 149)
    everybody = [
        seat(estate=e, vp=vp) for e, vp in zip(estates(4, 4, 6, 0), points_of, strict=True)
    ]
    ranking = in_play_tie(engine, *everybody, track=FRONT_TO_BACK_B_C_A_D, options=options)
    assert ranking == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [(None, [3, 0, 2, 1]), (MOST, [3, 0, 2, 1]), (EARLIER, [1, 2, 0, 3])],
    ids=["default", "most", "earlier"],
)
def test_r9_2_four_equal_players(engine: Engine, options: Any, expected: list[int]) -> None:
    """Only the track differs: front to back P1, P2, P0, P3."""
    everybody = [seat(vp=9) for _ in range(4)]
    ranking = in_play_tie(engine, *everybody, track=FRONT_TO_BACK_B_C_A_D, options=options)
    assert ranking == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [(None, [1, 2, 0]), (MOST, [0, 2, 1]), (EARLIER, [1, 2, 0])],
    ids=["default", "most", "earlier"],
)
def test_r9_2_three_players_told_apart_by_spaces(
    engine: Engine, options: Any, expected: list[int]
) -> None:
    """36, 34 and 35 empty spaces."""
    everybody = [
        seat(vp=9),
        seat(vp=9, estate={"c3": "bank", "c4": "k16"}),
        seat(vp=9, estate={"c3": "church"}),
    ]
    assert in_play_tie(engine, *everybody, options=options) == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [(None, [1, 0, 2]), (MOST, [1, 0, 2]), (EARLIER, [2, 0, 1])],
    ids=["default", "most", "earlier"],
)
def test_r9_2_three_equal_players(engine: Engine, options: Any, expected: list[int]) -> None:
    """Front to back P2, then P0 above P1 on one space."""
    everybody = [seat(vp=9) for _ in range(3)]
    track: list[list[int]] = [[], [0, 1], [2], [], [], [], []]
    assert in_play_tie(engine, *everybody, track=track, options=options) == expected


def test_r9_2_three_way_tie_of_two_and_one_behind(engine: Engine) -> None:
    """P0 and P2 tied at the top, P1 and P3 tied below: each pair by the track."""
    everybody = [seat(vp=vp) for vp in (9, 5, 9, 5)]
    ranking = in_play_tie(engine, *everybody, track=FRONT_TO_BACK_B_C_A_D)
    assert ranking == [0, 2, 3, 1]


@pytest.mark.parametrize(
    ("options", "winner"), [(None, 1), (MOST, 1), (EARLIER, 0)], ids=["default", "most", "earlier"]
)
def test_r9_2_ties_at_the_end_of_a_game(engine: Engine, options: Any, winner: int) -> None:
    """C2 after the whole final scoring: P1's 159 VP and two workers make 160."""
    mine, his = (
        seat(vp=160 - late, estate={"c3": "bank"}, **({"dice": [1]} if late else {}))
        for late in (0, 1)
    )
    track: list[list[int]] = [[], [], [1], [], [0], [], []]
    table = last_turn(phase="E", seats=[mine, his], track=track, options=options)
    state = play(engine.at(**table), "1: workers")
    assert list(state.scores()) == [160, 160]
    assert list(state.ranking()) == [winner, 1 - winner]
    assert list(state.returns()) == [1.0 if number == winner else -1.0 for number in (0, 1)]


def test_r9_2_nothing_can_be_played_when_the_game_is_over(engine: Engine) -> None:
    state = game_over(engine, seat())
    assert state.current_player() == -4
    assert list(state.legal_actions()) == []
    assert not state.is_chance_node()
    assert state.snapshot()["prompt"] == {"kind": "over"}
    for word in ("1: workers", "end", "decline", "white 1"):
        assert "R9.2" in state.why_illegal(word)
    for action in (0, 423, 511):
        with pytest.raises(engine.IllegalActionError, match="R9.2"):
            state.child(action)
