"""What the games in lockstep have come across: every tile, prompt, rule and option, with counts."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from games import TIE_BREAKS
from positions import ANIMALS, BUILDINGS, COLOURS, KNOWLEDGE, SPACES, TILES

from burgundy.lockstep import Step

BLACK = [*("castle", "mine", "ship"), *BUILDINGS, "k7", "k12", "k14", "k15", "k24", "k25"]
BLACK += [animal for animal in ANIMALS if not animal.endswith("2")]
NORMAL = [tile for tile in TILES if tile not in KNOWLEDGE or tile not in BLACK]
PROMPTS = ["turn", "castle", "city_hall", "carpenter", "church", "market", "warehouse", "ship"]
PROMPTS += ["second_ship", "goods", "discard", "start_castle", "over"]
CHANCE = ["board", "start player", "deal", "depot", "black", "good", "white", "dice"]
EVENTS = """use_die free_step pay_workers take buy discard store place gain_silver gain_workers vp
    bonus_tile take_goods track sell decline end_turn order end_phase game_over board start_player deal
    draw reveal white_die put_goods roll""".split()
EVENT_RULES = """R1.3 R1.4 R1.5 R1.8 R2.2 R2.4 R2.5 R2.6 R3.1 R4.1 R4.3 R4.5 R4.6 R5.1 R5.2 R5.3 R5.4
    R5.5 R6.2 R6.3 R6.4 R6.7 R6.8 R7.1 R8.1 R8.2 R9.1 R9.2""".split()
REFUSALS = """R1.3 R1.4 R1.8 R2.2 R2.4 R2.5 R4.1 R4.6 R5.1 R5.2 R5.3 R5.3b R5.3c R5.3d R5.4 R6.2 R6.3
    R6.5 R6.8 R7.1 R9.2 R11.1 R11.3""".split()
SOURCES = ["goods", "animals", "watchtower", "region", "phase", "bonus"]
SOURCES += ["final_goods", "final_silver", "final_workers", *KNOWLEDGE[14:]]

EXPECTED: dict[str, list[Any]] = {
    "tile placed": TILES,
    "tile taken": NORMAL,
    "tile bought": BLACK,
    "space filled": SPACES,
    "prompt": PROMPTS,
    "chance event": CHANCE,
    "event": EVENTS,
    "rule of an event": EVENT_RULES,
    "rule of a refusal": REFUSALS,
    "source of VP": SOURCES,
    "free step by": [9, 10, 11, 12],
    "large bonus tile": COLOURS,
    "small bonus tile": COLOURS,
    "bought from": ["black", *range(1, 7)],
    "goods taken, second depot": list(range(1, 7)),
    "discard, then": ["turn", "castle", "city_hall"],
    "keep, then": ["turn", "second_ship"],
    "players": [2, 3, 4],
    "board": list(range(1, 10)),
    "purchase_in_effect": [True, False],
    "tie_break": TIE_BREAKS,
    "decline_effects": [True, False],
}
DEFAULTS = {"purchase_in_effect": True, "tie_break": TIE_BREAKS[0], "decline_effects": True}


class Exercised:
    """Counts by group and thing; give `see` to `lockstep.play`."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter[Any]] = {group: Counter() for group in EXPECTED}
        self.games = self.steps = 0

    def see(self, step: Step) -> None:
        """Counts what a node is and what was done there."""
        snapshot, prompt = step.snapshot, step.snapshot["prompt"]
        count = self.counts
        self.steps += 1
        if prompt["kind"] == "chance":
            count["chance event"][re.sub(r"( to)? [\d.]+$", "", prompt["event"])] += 1
        else:
            count["prompt"][prompt["kind"]] += 1
        if prompt["kind"] in ("discard", "goods"):
            of = "discard, then" if prompt["kind"] == "discard" else "keep, then"
            count[of][prompt["then"]] += 1
        count["rule of a refusal"].update(step.refused)
        for event in step.events:
            self.see_event(event)
        if step.words is None:
            self.games += 1
            count["players"][snapshot["players"]] += 1
            count["board"].update(seat["board"] for seat in snapshot["seats"])
            for option, value in (DEFAULTS | snapshot.get("options", {})).items():
                count[option][value] += 1

    def see_event(self, event: dict[str, Any]) -> None:
        """Counts an event and what it tells."""
        count, name = self.counts, event["event"]
        count["event"][name] += 1
        count["rule of an event"][event["rule"]] += 1
        if name == "place":
            count["tile placed"][event["tile"]] += 1
            count["space filled"][event["space"]] += 1
        elif name == "take":
            count["tile taken"][event["tile"]] += 1
        elif name == "buy":
            count["bought from"][event["depot"]] += 1
            if event["depot"] == "black":
                count["tile bought"][event["tile"]] += 1
        elif name == "vp":
            count["source of VP"][event["source"]] += 1
        elif name == "free_step":
            count["free step by"][event["knowledge"]] += 1
        elif name == "bonus_tile":
            count[f"{event['size']} bonus tile"][event["colour"]] += 1
        elif name == "take_goods" and event["rule"] == "R6.3":
            count["goods taken, second depot"][event["good"]] += 1

    def missing(self) -> list[str]:
        """What has not been met."""
        return [
            f"{group}: {thing}"
            for group, things in EXPECTED.items()
            for thing in things
            if not self.counts[group][thing]
        ]

    def unexpected(self) -> list[str]:
        """What has been met and is not on the list."""
        return [
            f"{group}: {thing}"
            for group, counts in self.counts.items()
            for thing in counts
            if thing not in EXPECTED[group]
        ]

    def report(self, whole: bool = False) -> list[str]:
        """A line for each group: how many things, and the least and the most often met one or all."""
        lines = [f"{self.games:,} games to their end, {self.steps:,} nodes, on both engines"]
        for group, things in EXPECTED.items():
            counts = sorted((self.counts[group][thing], str(thing)) for thing in things)
            if whole:
                shown = ", ".join(f"{thing} {self.counts[group][thing]:,}" for thing in things)
            else:
                (least, rarest), (most, commonest) = counts[0], counts[-1]
                shown = f"from {rarest} ({least:,}) to {commonest} ({most:,})"
            lines.append(f"{group:<26} {len(things):>3}  {shown}")
        return lines


EXERCISED = Exercised()
"""What this run of the tests has met."""
