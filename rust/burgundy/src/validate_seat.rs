//! The part of a [`Draft`] that belongs to one seat: board, estate, storage, goods, amounts and dice.

use crate::draft::{Draft, DraftSeat, Given};
use crate::layout::{Layout, connected};
use crate::player::{MAX_AMOUNT, PLACES, Player};
use crate::prompt::{Chance, Prompt};
use crate::rules::Rules;
use crate::space::{Space, Spaces};
use crate::state::State;
use crate::tile::{Colour, Kind, Tile};
use crate::validate::{Faults, read_goods};

impl Draft {
    pub(crate) fn read_seat(
        &self,
        rules: &Rules,
        state: &mut State,
        seat: usize,
        draft: &DraftSeat,
        faults: &mut Faults,
    ) {
        let path = format!("seats[{seat}]");
        let player = &mut state.players[seat];
        for (name, amount, field) in [
            ("silver", draft.silver, &mut player.silver),
            ("workers", draft.workers, &mut player.workers),
            ("vp", draft.vp, &mut player.vp),
        ] {
            *field = amount;
            if amount > MAX_AMOUNT {
                faults.push(format!("{path}.{name}: {amount}, expected 0 to {MAX_AMOUNT}"));
            }
        }
        for (name, counts, field) in
            [("goods", &draft.goods, &mut player.goods), ("sold", &draft.sold, &mut player.sold)]
        {
            *field = read_goods(rules, *counts, &format!("{path}.{name}"), faults);
        }
        if player.goods.type_count() > PLACES as u32 {
            faults.push(format!("{path}.goods: more than three types (R6.2)"));
        }
        if draft.storage.len() > PLACES {
            faults.push(format!("{path}.storage: more than three tiles (R5.2)"));
        }
        self.read_dice(state, seat, draft, &path, faults);
        if let Some(index) = self.read_board(rules, seat, draft, &path, faults) {
            state.players[seat].board = index + 1;
            let layout = &rules.layouts[index as usize];
            self.read_estate(layout, &mut state.players[seat], draft, &path, faults);
        } else if draft.estate.as_ref().is_some_and(|estate| !estate.is_empty())
            || matches!(draft.start_castle, Given::Value(_))
        {
            faults.push(format!("{path}.estate: there is no board yet (R1.8)"));
        }
        let player = &mut state.players[seat];
        // Without a board no space touches a filled one, and any layout says so.
        let layout = rules.layout(player.board);
        for tile in draft.storage.iter().take(PLACES) {
            player.store(layout, *tile);
        }
    }

    fn read_dice(&self, state: &mut State, seat: usize, draft: &DraftSeat, path: &str, faults: &mut Faults) {
        let given: &[u8] = draft.dice.as_deref().unwrap_or(&[]);
        for (i, die) in given.iter().enumerate() {
            if !(1..=6).contains(die) {
                faults.push(format!("{path}.dice[{i}]: {die}, expected 1 to 6 (R2.5)"));
            }
        }
        if given.len() > 2 {
            faults.push(format!("{path}.dice: more than two (R2.5)"));
            return;
        }
        let mut dice = [0; 2];
        dice[..given.len()].copy_from_slice(given);
        if dice[1] != 0 {
            dice.sort_unstable();
        }
        state.players[seat].dice = dice;
        let position = self.order.iter().position(|other| *other as usize == seat);
        if position.is_some_and(|at| at < self.turn as usize) && !given.is_empty() {
            faults.push(format!("{path}.dice: this seat has finished its turn, expected none (R2.5)"));
        } else if position.is_some_and(|at| at > self.turn as usize) && given.len() == 1 {
            faults.push(format!("{path}.dice: this seat is still to come, expected none or two (R2.5)"));
        }
    }

    /// Index of the seat's board in the rules; none where it is not drawn yet, or wrong.
    fn read_board(
        &self,
        rules: &Rules,
        seat: usize,
        draft: &DraftSeat,
        path: &str,
        faults: &mut Faults,
    ) -> Option<u8> {
        let drawn = match self.prompt {
            Prompt::Chance(Chance::Board { seat: next }) => seat < next as usize,
            _ => true,
        };
        let number = match draft.board {
            Given::Value(number) => number,
            Given::LeftOut if drawn => 1,
            Given::Null if drawn => {
                faults.push(format!("{path}.board: null, expected a number (R1.8)"));
                return None;
            }
            _ => return None,
        };
        if !drawn {
            faults.push(format!("{path}.board: {number}, but it is not drawn yet (R1.8)"));
            return None;
        }
        let Some(index) = rules.layout_index(number) else {
            faults.push(format!("{path}.board: there is no board {number} in the data (R1.8)"));
            return None;
        };
        let copies = rules.layouts[index as usize].copies() as usize;
        let same = |other: &&DraftSeat| match other.board {
            Given::Value(other) => other == number,
            Given::LeftOut => number == 1,
            Given::Null => false,
        };
        if self.seats[..seat].iter().filter(same).count() >= copies {
            faults.push(format!("{path}.board: board {number} is used more than {copies} time(s) (R1.8)"));
        }
        Some(index)
    }

    /// The start castle's space, by the defaults of docs/formats.md.
    fn start_castle(&self, layout: &Layout, draft: &DraftSeat) -> Option<Space> {
        match (&draft.start_castle, &draft.estate) {
            (Given::Value(space), _) => Some(*space),
            (Given::Null, _) => None,
            (Given::LeftOut, estate) => {
                let estate = estate.as_deref().unwrap_or(&[]);
                if self.prompt.is_setup() && estate.is_empty() {
                    return None;
                }
                let mut castles = estate.iter().filter(|(_, tile)| *tile == Tile::CASTLE);
                let centre = (layout.colour(Space::CENTRE) == Colour::Castle).then_some(Space::CENTRE);
                match (castles.next(), castles.next()) {
                    (Some((space, _)), None) => Some(*space),
                    _ => centre,
                }
            }
        }
    }

    fn read_estate(
        &self,
        layout: &Layout,
        player: &mut Player,
        draft: &DraftSeat,
        path: &str,
        faults: &mut Faults,
    ) {
        let estate = draft.estate.as_deref();
        let Some(start) = self.start_castle(layout, draft) else {
            if !self.prompt.is_setup() || estate.is_some_and(|estate| !estate.is_empty()) {
                faults.push(format!("{path}.start_castle: missing, expected a dark-green space (R1.8)"));
            }
            return;
        };
        if layout.colour(start) != Colour::Castle {
            let colour = layout.colour(start);
            faults.push(format!(
                "{path}.start_castle: {start} is a {colour} space, expected a dark-green one (R1.8)"
            ));
            return;
        }
        if estate.is_some_and(|estate| !estate.contains(&(start, Tile::CASTLE))) {
            faults.push(format!("{path}.estate: the start castle on {start} is missing (R1.9)"));
        }
        player.place_start_castle(layout, start);
        let others = estate.unwrap_or(&[]).iter().filter(|(space, _)| *space != start);
        for (space, tile) in others.clone() {
            let colour = layout.colour(*space);
            if player.filled().contains(*space) {
                faults.push(format!("{path}.estate.{space}: given twice"));
            } else if tile.colour() == colour {
                player.fill(layout, *space, *tile);
            } else {
                faults.push(format!("{path}.estate.{space}: {tile} on a {colour} space (R5.3b)"));
            }
        }
        // A tile on a wrong colour stands there all the same, so that one fault does not bring others.
        let given: Spaces = others.clone().map(|(space, _)| *space).chain([start]).collect();
        for space in given.without(connected(Spaces::of(start), given)).iter() {
            faults.push(format!("{path}.estate.{space}: not connected with the start castle (R5.3c)"));
        }
        if player.knowledge.repeats_buildings() {
            return;
        }
        for (i, (space, tile)) in others.clone().enumerate() {
            let twice = |(other, its): &&(Space, Tile)| its == tile && layout.region(*other).contains(*space);
            if matches!(tile.kind(), Kind::Building(_)) && others.clone().take(i).any(|entry| twice(&entry)) {
                faults.push(format!(
                    "{path}.estate.{space}: a second {tile} in this city without knowledge 1 (R5.3d)"
                ));
            }
        }
    }
}
