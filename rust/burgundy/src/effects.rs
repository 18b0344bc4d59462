//! What a placed tile brings: its own effect (R6), then the score of regions and colours (R8).

use crate::event::{Event, Log, Source};
use crate::legal::Next;
use crate::prompt::{Prompt, Then};
use crate::rules::Rules;
use crate::space::Space;
use crate::state::State;
use crate::tile::{Building, Kind, Tile};

/// Silver from a bank (R6.7).
const BANK_SILVER: u16 = 2;
/// Workers from a boarding house (R6.7).
const BOARDING_HOUSE_WORKERS: u16 = 4;

impl State {
    /// Automatic effect, scoring, then the choice if there is one (R6.1).
    #[inline(always)]
    pub(crate) fn after_placement<L: Log>(
        &mut self,
        rules: &Rules,
        tile: Tile,
        space: Space,
        log: &mut L,
    ) -> Next {
        let seat = self.seat();
        let mut choice = None;
        match tile.kind() {
            Kind::Mine | Kind::Knowledge(_) => {}
            Kind::Castle => choice = Some(Prompt::Castle),
            Kind::Ship => choice = Some(Prompt::Ship),
            Kind::Animal { species, count } => self.score_animals(rules, space, species, count, log),
            Kind::Building(building) => match building {
                Building::Bank => self.gain_silver(seat, BANK_SILVER, "R6.7", log),
                Building::BoardingHouse => self.gain_workers(seat, BOARDING_HOUSE_WORKERS, "R6.7", log),
                Building::Watchtower => {
                    self.gain_vp(seat, rules.tables.watchtower_vp, "R6.7", Source::Watchtower, log);
                }
                Building::Warehouse => choice = Some(Prompt::Warehouse),
                Building::Carpenter => choice = Some(Prompt::Carpenter),
                Building::Church => choice = Some(Prompt::Church),
                Building::Market => choice = Some(Prompt::Market),
                Building::CityHall => choice = Some(Prompt::CityHall),
            },
        }
        self.score_region(rules, space, log);
        match choice {
            Some(prompt) if self.can_answer(rules, prompt) => {
                self.prompt = prompt;
                Next::Other
            }
            Some(Prompt::Ship) => self.move_piece(rules, log),
            _ => self.go_on(rules, Then::Turn, log),
        }
    }

    /// VP for an animal tile and for those of its species already in the pasture (R6.4).
    #[inline(always)]
    fn score_animals<L: Log>(&mut self, rules: &Rules, space: Space, species: u8, count: u8, log: &mut L) {
        let seat = self.seat();
        let player = self.actor();
        let extra = player.knowledge.animal_vp();
        let mut vp = u16::from(count) + extra;
        let pasture = self.layout(rules, seat).region(space).intersection(player.filled());
        for other in pasture.iter().filter(|other| *other != space) {
            if let Kind::Animal { species: its, count } = player.tile(other).kind() {
                vp += if its == species { u16::from(count) + extra } else { 0 };
            }
        }
        self.gain_vp(seat, vp, "R6.4", Source::Animals, log);
    }

    /// VP for a region and a colour whose last space was filled (R8.1, R8.2).
    #[inline(always)]
    fn score_region<L: Log>(&mut self, rules: &Rules, space: Space, log: &mut L) {
        let seat = self.seat();
        let layout = self.layout(rules, seat);
        let filled = self.actor().filled();
        let region = layout.region(space);
        if !region.is_subset(filled) {
            return;
        }
        let size = region.len() as usize;
        self.gain_vp(seat, rules.tables.region_vp[size - 1], "R8.1", Source::Region, log);
        self.gain_vp(seat, rules.tables.phase_vp[self.phase as usize], "R8.1", Source::Phase, log);
        let colour = layout.colour(space);
        if layout.spaces(colour).is_subset(filled) {
            let by_players = self.player_count as usize - 2;
            if self.bonus[colour as usize].contains(&(seat + 1)) {
                return;
            }
            let [first, second] = &mut self.bonus[colour as usize];
            let (taken, vp) = if *first == 0 {
                (first, rules.tables.bonus_first[by_players])
            } else if *second == 0 {
                (second, rules.tables.bonus_second[by_players])
            } else {
                return;
            };
            *taken = seat + 1;
            let large = self.bonus[colour as usize][1] == 0;
            log.log(Event::BonusTile { seat, colour, large });
            self.gain_vp(seat, vp, "R8.2", Source::Bonus, log);
        }
    }
}
