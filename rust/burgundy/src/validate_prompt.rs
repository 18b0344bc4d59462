//! Whether a prompt fits its position: a prompt that would not be asked is a fault.

use crate::action::{Action, SLOTS};
use crate::legal::new_types;
use crate::prompt::{Chance, Prompt, Then};
use crate::rules::Rules;
use crate::state::State;
use crate::validate::Faults;

/// Adds what is wrong with the prompt of a position that is right otherwise.
pub(crate) fn check_prompt(rules: &Rules, state: &State, faults: &mut Faults) {
    let mut expect = |holds: bool, fault: &str| {
        if !holds {
            faults.push(format!("prompt: {fault}"));
        }
    };
    let player = state.actor();
    if state.prompt.is_setup() {
        expect(state.phase == 0 && state.round == 1, "set-up comes before phase A, round 1 (R1)");
    }
    match state.prompt {
        Prompt::Over => {
            expect(!state.bought, "nothing is bought once the game is over (R7.1)");
            expect(all_dice_are_used(state), "all dice are used once the game is over (R2.5)");
        }
        Prompt::Chance(event) => {
            check_event(rules, state, event, &mut expect);
            return;
        }
        Prompt::StartCastle => {
            expect(player.start_castle().is_none(), "the start castle is chosen already (R1.8)");
            let chosen = |seat: &u8| state.players[*seat as usize].start_castle().is_some();
            let before = state.order()[..state.turn() as usize].iter().all(chosen);
            expect(before, "a seat before this one has no start castle yet (R1.8)");
            expect(no_die_is_rolled(state), "no die is rolled before the start castles are chosen (R1.8)");
            expect(!state.bought, "nothing is bought before the start castles are chosen (R7.1)");
        }
        Prompt::Turn => {
            let goes_on = player.dice_left() > 0 || state.can_purchase(rules);
            expect(goes_on, "the turn is over: no die is left and nothing can be bought (R4.3)");
        }
        Prompt::SecondShip { .. } => {
            expect(player.knowledge.has_second_depot(), "a second depot needs knowledge 5 (R6.3)");
        }
        Prompt::Goods { depot, then, .. } => {
            let second = player.knowledge.has_second_depot() || then != Then::SecondShip;
            expect(second, "a second depot needs knowledge 5 (R6.3)");
            let new = new_types(player, state.depots.goods(depot as usize)).count_ones();
            expect(new > player.goods_places(), "all goods of the depot can be stored (R6.2)");
            expect(player.goods_places() > 0, "no place is free for another type (R6.2)");
        }
        Prompt::Discard { .. } => {
            expect(player.storage_is_full(), "storage is not full, nothing is discarded (R5.2)");
            if !player.storage_is_full() {
                return;
            }
        }
        _ => {}
    }
    if state.prompt != Prompt::Over {
        let decides = state.legal(rules).iter().any(|action| action != Action::Decline);
        expect(decides, "there is nothing to decide (R4.3, R6.8)");
    }
}

fn all_dice_are_used(state: &State) -> bool {
    state.players().iter().all(|player| player.dice_left() == 0)
}

/// Whether neither the white die nor those of a seat are rolled.
fn no_die_is_rolled(state: &State) -> bool {
    state.white_die == 0 && all_dice_are_used(state)
}

fn check_event(rules: &Rules, state: &State, event: Chance, expect: &mut impl FnMut(bool, &str)) {
    let dice = matches!(event, Chance::Dice { .. });
    expect(!state.bought, "nothing is bought before the dice are rolled (R7.1)");
    if !dice {
        expect(state.turn() == 0, "nobody has acted yet at this event (R2.5)");
        expect(no_die_is_rolled(state), "no die is rolled yet at this event (R2.5)");
    }
    let goods = state.goods_to_come();
    match event {
        Chance::Board { seat } | Chance::Deal { seat } | Chance::Dice { seat }
            if seat >= state.player_count =>
        {
            expect(false, "there is no such seat (R1.1)");
            return;
        }
        Chance::Board { .. } | Chance::StartPlayer => {
            let dealt = state.players().iter().any(|player| !player.goods.is_empty());
            expect(!dealt, "goods are dealt already (R1.3)");
        }
        Chance::Deal { seat } => {
            let dealt = |seat: u8| state.players[seat as usize].goods.total();
            let open = dealt(seat) < u32::from(rules.tables.start_goods);
            let later = (seat + 1..state.player_count).all(|later| dealt(later) == 0);
            expect(open && later, "this good is dealt already (R1.3)");
        }
        Chance::Depot { depot, slot } => {
            let at = (depot * 4 + slot) as usize;
            let free = (at..SLOTS).all(|slot| state.depots.tile(slot).is_none());
            let in_use = rules.slot_in_use(at, state.player_count);
            expect(in_use, "this depot space is not used with so few players (R2.2)");
            let later = !state.depots.black_row().is_empty() || goods > 0 || state.round != 1;
            expect(free && !later, "this tile is drawn already (R2.2)");
        }
        Chance::Black => {
            let marks = rules.tables.black_marks.iter();
            let places = marks.filter(|mark| **mark <= state.player_count).count();
            let open = state.depots.black_row().len() < places && goods == 0 && state.round == 1;
            expect(open, "this tile is drawn already (R2.2)");
        }
        Chance::Good => {
            expect(goods < 5 && state.round == 1, "this good is turned up already (R2.4)");
        }
        Chance::Dice { seat } => {
            let to_act = state.order()[state.turn() as usize..].contains(&seat);
            let open = to_act && state.players[seat as usize].dice[0] == 0;
            expect(open, "this seat has its dice, or has finished (R2.5)");
            expect(state.actor().dice_left() != 1, "the seat to act has used a die already (R2.5)");
        }
        Chance::White => {}
    }
    expect(state.outcomes(rules).len() > 1, "the event has fewer than two outcomes");
}
