"""Small wrong changes to the engine's rules, each of which the tests must catch.

A mutation replaces texts in files of rust/burgundy/src; each text occurs there exactly once.
Longer than other files, since it is one list.
"""

from __future__ import annotations

from typing import NamedTuple


class Mutation(NamedTuple):
    """A wrong change: what is wrong, the rule it breaks, and (file, text, text instead) for each edit."""

    what: str
    rule: str
    edits: list[tuple[str, str, str]]


def one(what: str, rule: str, file: str, old: str, new: str) -> Mutation:
    """A mutation of one edit."""
    return Mutation(what, rule, [(file, old, new)])


MINES_EACH_ROUND = """self.round += 1;
            for seat in 0..self.player_count {
                let mines = self.players[seat as usize].count(|tile| tile == crate::tile::Tile::MINE);
                self.gain_silver(seat, mines, "R2.6", log);
            }"""

MUTATIONS = [
    # Set-up
    one(
        "workers and order go against the clock from the start player",
        "R1.5",
        "chance.rs",
        "let seat = (first + i) % self.player_count;",
        "let seat = (first + self.player_count - i) % self.player_count;",
    ),
    one(
        "a start castle chosen counts as no castle",
        "R1.9",
        "player.rs",
        "self.fill(layout, space, Tile::CASTLE);",
        "self.tiles[space.index()] = Tile::CASTLE; self.frontier = space.neighbours(); let _ = layout;",
    ),
    # Phases and rounds
    one(
        "a phase's start throws the goods on the depots away",
        "R2.2",
        "round.rs",
        "self.depots.clear();",
        "self.depots = crate::depots::Depots::EMPTY;",
    ),
    one(
        "the black depot gets too few tiles in a world",
        "R2.2",
        "world.rs",
        "rules.tables.black_marks[nth] > self.player_count",
        "rules.tables.black_marks[nth] >= self.player_count",
    ),
    one(
        "the mine instead of a castle with four players, too",
        "R2.3",
        "slots.rs",
        "self.players == 3",
        "self.players >= 3",
    ),
    one(
        "a double is as likely as two different dice",
        "R2.5",
        "chance.rs",
        "if a == b { 1 } else { 2 }",
        "if a == b { 1 } else { 1 }",
    ),
    one(
        "goods go to the depot after the white die's",
        "R2.5",
        "chance.rs",
        "self.depots.goods[die as usize - 1].add(good, 1);",
        "self.depots.goods[die as usize % 6].add(good, 1);",
    ),
    one("mines pay each round", "R2.6", "round.rs", "self.round += 1;", MINES_EACH_ROUND),
    one(
        "mines do not pay at the end of the last phase",
        "R2.6",
        "round.rs",
        'self.gain_silver(seat, mines, "R2.6", log);',
        'self.gain_silver(seat, if self.phase + 1 < PHASES { mines } else { 0 }, "R2.6", log);',
    ),
    one(
        "knowledge 3 pays workers for mines, not knowledge 2",
        "R2.6",
        "knowledge.rs",
        "self.has(2) as u16",
        "self.has(3) as u16",
    ),
    # Turn order
    Mutation(
        "a piece goes below those on its new space",
        "R3.2",
        [
            (
                "track.rs",
                "if self.spaces[*other as usize] > space {",
                "if self.spaces[*other as usize] >= space {",
            ),
            (
                "track.rs",
                "if self.spaces[*other as usize] <= space {",
                "if self.spaces[*other as usize] < space {",
            ),
        ],
    ),
    one(
        "the turn order is read once a phase",
        "R3.3",
        "round.rs",
        "self.order = self.track.order();",
        "if self.round == 1 { self.order = self.track.order(); }",
    ),
    one(
        "a piece on the last space goes round to the first",
        "R3.4",
        "track.rs",
        "(self.spaces[seat as usize] + 1).min(LAST_SPACE)",
        "(self.spaces[seat as usize] + 1) % (LAST_SPACE + 1)",
    ),
    # A turn
    one(
        "a purchase while a castle waits ends the castle's action",
        "R4.2",
        "apply.rs",
        "Prompt::Castle => Then::Castle,",
        "Prompt::Castle => Then::Turn,",
    ),
    one(
        "a city hall that could only buy is not asked",
        "R4.2",
        "legal.rs",
        "|| self.can_purchase_in_effect(rules)",
        "",
    ),
    one(
        "the turn ends with the dice, though a purchase is possible",
        "R4.3",
        "apply.rs",
        "if self.actor().dice[0] == 0 && !self.can_purchase(rules) {",
        "if self.actor().dice[0] == 0 {",
    ),
    one(
        "1 and 6 are no neighbours",
        "R4.4",
        "layout.rs",
        "if apart < around { apart } else { around }",
        "apart",
    ),
    one(
        "knowledge 8 doubles a free step",
        "R4.5",
        "knowledge.rs",
        "(workers << self.has(8) as u16) + free as u16",
        "(workers + free as u16) << self.has(8) as u16",
    ),
    one(
        "knowledge 10 instead of 11 helps to place a mine",
        "R4.5",
        "knowledge.rs",
        "[9, 10, 11, 10, 11, 11]",
        "[9, 10, 11, 10, 11, 10]",
    ),
    one(
        "knowledge 8 rounds the workers down",
        "R4.6",
        "knowledge.rs",
        "(paid + double as u8) >> double",
        "paid >> double",
    ),
    # The four actions
    one(
        "what the stored tiles suit is not looked at again when a space is filled",
        "R5.3",
        "player.rs",
        "self.targets = [self.storage_target(layout, 0), self.storage_target(layout, 1), Spaces::EMPTY];",
        "",
    ),
    one(
        "what a discarded tile suits is taken for what the next one does",
        "R5.3",
        "player.rs",
        "let [a, b, c] = self.targets;\n        self.targets =\n            [select_unpredictable(at == 0, b, a)",
        "let [a, b, c] = self.targets;\n        self.targets =\n            [a",
    ),
    one(
        "what a third stored tile suits is not looked at when the start castle is placed",
        "R5.3",
        "player.rs",
        "self.targets[2] = self.storage_target(layout, 2);",
        "",
    ),
    one(
        "two equal tiles are offered for each space",
        "R5.3",
        "player.rs",
        "select_unpredictable(repeats, Spaces::EMPTY, targets)",
        "targets",
    ),
    one(
        "of two equal tiles none is offered once one has been placed or discarded",
        "R5.3",
        "player.rs",
        "let at = place + usize::from(repeats);",
        "let at = place;",
    ),
    one(
        "a tile that frees a step when one is taken is forgotten in playouts",
        "R4.5",
        "knowledge.rs",
        "const TURNING: u32 = 0x1F << (8 - 1);",
        "const TURNING: u32 = 0xF << (8 - 1);",
    ),
    one(
        "a tile is placed on a space that needs more workers than there are",
        "R4.6",
        "illegal.rs",
        "&& self.can_turn(die, self.layout(rules, self.seat()).die(space), free)",
        "",
    ),
    one(
        "a die is used while an effect waits",
        "R4.1",
        "illegal.rs",
        "matches!(self.prompt, Prompt::Turn)\n            && if die == 0",
        "if die == 0",
    ),
    one(
        "of two equal stored tiles the second may be discarded as well",
        "R5.2",
        "illegal.rs",
        "Prompt::Discard { .. }) && !self.actor().repeats_storage(storage.into())",
        "Prompt::Discard { .. }) && storage < 3",
    ),
    one(
        "the second die takes a tile as the first one",
        "R5.1",
        "moves.rs",
        "self.take(rules, turning, FIRST + die as u8, slot as u8, log)",
        "self.take(rules, turning, FIRST, slot as u8, log)",
    ),
    one(
        "a tile may be placed apart from the others",
        "R5.3",
        "player.rs",
        "self.frontier.intersection(layout.tile_spaces(tile))",
        "layout.tile_spaces(tile).without(self.filled)",
    ),
    one(
        "knowledge 1 does not allow a building twice",
        "R5.3",
        "knowledge.rs",
        "self.has(1)",
        "false",
    ),
    one(
        "a sale scores once for the stack",
        "R5.4",
        "apply.rs",
        "each * u16::from(count)",
        "each",
    ),
    one(
        "a sale scores 2 a good with any number of players",
        "R5.4",
        "rules.rs",
        "self.tables.goods_vp[players as usize - 2]",
        "self.tables.goods_vp[players as usize & 0]",
    ),
    one(
        "only one good of a sale is kept as sold",
        "R5.4",
        "apply.rs",
        "player.sold.add(good, count);",
        "player.sold.add(good, 1);",
    ),
    one(
        "knowledge 3 brings two silver more",
        "R5.4",
        "knowledge.rs",
        "1 + self.has(3) as u16",
        "1 + 2 * self.has(3) as u16",
    ),
    one(
        "knowledge 14 gives three workers",
        "R5.5",
        "knowledge.rs",
        "if self.has(14) { 4 } else { 2 }",
        "if self.has(14) { 3 } else { 2 }",
    ),
    # Effects
    one(
        "a ship without goods does not move the piece",
        "R6.2",
        "effects.rs",
        "Some(Prompt::Ship) => self.move_piece(rules, log),",
        "Some(Prompt::Ship) => self.go_on(rules, Then::Turn, log),",
    ),
    one(
        "where not all fit, the types already stored are left",
        "R6.2",
        "apply.rs",
        "fits || new >> (good - 1) & 1 == 0",
        "fits",
    ),
    one(
        "fewer types may be kept than there is room for",
        "R6.2",
        "legal.rs",
        "(types.count_ones() + 1).saturating_sub(player.goods_places())",
        "types.count_ones()",
    ),
    one(
        "full goods places take no more of a stored type",
        "R6.2",
        "player.rs",
        "else { goods.types() & self.goods.types() != 0 }",
        "else { false }",
    ),
    one(
        "depots 6 and 1 are no neighbours for the second ship",
        "R6.3",
        "legal.rs",
        "1 << ((depot + 1) % 6) | 1 << ((depot + 5) % 6)",
        "(1 << (depot + 1) | 1 << depot >> 1) & 63",
    ),
    one(
        "animals of all pastures score again",
        "R6.4",
        "effects.rs",
        "self.layout(rules, seat).region(space).intersection(player.filled())",
        "self.layout(rules, seat).spaces(crate::tile::Colour::Animal).intersection(player.filled())",
    ),
    one(
        "knowledge 7 does not count the new tile",
        "R6.4",
        "effects.rs",
        "let mut vp = u16::from(count) + extra;",
        "let mut vp = u16::from(count);",
    ),
    one(
        "a castle's action may be declined",
        "R6.5",
        "moves.rs",
        "moves.last = 0;",
        "moves.last = Action::DECLINE_BIT;",
    ),
    one(
        "a bank brings three silver",
        "R6.7",
        "effects.rs",
        "const BANK_SILVER: u16 = 2;",
        "const BANK_SILVER: u16 = 3;",
    ),
    one(
        "a church takes no castle",
        "R6.8",
        "rules.rs",
        "&[Colour::Mine, Colour::Knowledge, Colour::Castle]",
        "&[Colour::Mine, Colour::Knowledge]",
    ),
    # Purchase
    one(
        "two purchases in a turn",
        "R7.1",
        "apply.rs",
        "self.bought = true;",
        "self.bought = self.actor().dice[0] == 0;",
    ),
    # Scoring
    one(
        "a region scores as one space more",
        "R8.1",
        "effects.rs",
        "rules.tables.region_vp[size - 1]",
        "rules.tables.region_vp[size.min(7)]",
    ),
    one(
        "a region scores with the bonus of the phase before",
        "R8.1",
        "effects.rs",
        "rules.tables.phase_vp[self.phase as usize]",
        "rules.tables.phase_vp[(self.phase as usize).saturating_sub(1)]",
    ),
    Mutation(
        "large and small bonus tile are swapped",
        "R8.2",
        [
            (
                "effects.rs",
                "(first, rules.tables.bonus_first[by_players])",
                "(first, rules.tables.bonus_second[by_players])",
            ),
            (
                "effects.rs",
                "(second, rules.tables.bonus_second[by_players])",
                "(second, rules.tables.bonus_first[by_players])",
            ),
        ],
    ),
    one(
        "a third player takes a small bonus tile, too",
        "R8.2",
        "effects.rs",
        "} else if *second == 0 {",
        "} else if *second < 9 {",
    ),
    # The end
    one(
        "workers left over are rounded up",
        "R9.1",
        "scoring.rs",
        "player.workers / table.workers_per_vp",
        "player.workers.div_ceil(table.workers_per_vp)",
    ),
    one(
        "knowledge 25 counts stored goods",
        "R9.1",
        "scoring.rs",
        "player.sold.total() as u16",
        "player.goods.total() as u16",
    ),
    one(
        "knowledge 16 to 23 count the buildings in reverse",
        "R9.1",
        "knowledge.rs",
        "self.scoring(16 + index as u8)",
        "self.scoring(23 - index as u8)",
    ),
    one(
        "knowledge 24 does not see chickens",
        "R9.1",
        "player.rs",
        "(0..4).filter(has)",
        "(0..3).filter(has)",
    ),
    one(
        "a tie goes to whoever is earlier in turn order",
        "R9.2",
        "scoring.rs",
        "rules.options.tie_break != TieBreak::FewestThenEarlier",
        "rules.options.tie_break == TieBreak::FewestThenEarlier",
    ),
    one(
        "a tie goes to whoever has more empty spaces",
        "R9.2",
        "scoring.rs",
        "if most { -empty } else { empty }",
        "if most { empty } else { -empty }",
    ),
    # Options
    one(
        "purchases in effects are allowed by any option",
        "R11.1",
        "state.rs",
        "rules.options.purchase_in_effect && self.can_purchase(rules)",
        "self.can_purchase(rules)",
    ),
    one(
        "the option decline_effects is not looked at in a list",
        "R11.3",
        "moves.rs",
        "last: if rules.options.decline_effects { Action::DECLINE_BIT } else { 0 },",
        "last: Action::DECLINE_BIT,",
    ),
]
