//! The 26 knowledge tiles: the only file in which their numbers have a meaning.

use crate::layout::distance;
use crate::tile::Colour;

/// The knowledge tiles a player has placed: bit `number - 1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Knowledge(u32);

/// Most steps that matter: no two die results are further apart.
pub(crate) const MAX_STEPS: u8 = 3;

/// The tile that makes one step free when a tile of the colour is placed (R4.5), by colour.
const FREE_STEP: [u8; 6] = [9, 10, 11, 10, 11, 11];

/// The tile that makes one step free when a tile is taken with a die (R4.5).
pub const FREE_TAKE: u8 = 12;

/// The tiles that help to turn a die: 8 doubles steps, 9 to 12 make one free.
const TURNING: u32 = 0x1F << (8 - 1);

/// Workers that turn a die into a target (R4.6), by the index of [`Knowledge::workers_to_turn`].
const WORKERS: [u8; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let (die, target, free, double) = (i & 7, i >> 3 & 7, i >> 6 & 1, i >> 7);
        let paid = distance(die as u8, target as u8).saturating_sub(free as u8);
        table[i] = (paid + double as u8) >> double;
        i += 1;
    }
    table
};

impl Knowledge {
    /// No tile placed.
    pub const NONE: Self = Self(0);

    /// Whether the tile with this number is placed.
    #[inline(always)]
    #[must_use]
    pub const fn has(self, number: u8) -> bool {
        self.0 >> (number - 1) & 1 == 1
    }

    /// Places the tile with this number (R6.10).
    #[inline(always)]
    pub const fn add(&mut self, number: u8) {
        self.0 |= 1 << (number - 1);
    }

    /// Whether a building type may occur twice in a city (R5.3d).
    #[inline(always)]
    #[must_use]
    pub const fn repeats_buildings(self) -> bool {
        self.has(1)
    }

    /// Workers for each mine at the end of a phase (R2.6).
    #[must_use]
    pub const fn mine_workers(self) -> u16 {
        self.has(2) as u16
    }

    /// Silver for a sale (R5.4).
    #[inline(always)]
    #[must_use]
    pub const fn sale_silver(self) -> u16 {
        1 + self.has(3) as u16
    }

    /// Workers for a sale (R5.4).
    #[inline(always)]
    #[must_use]
    pub const fn sale_workers(self) -> u16 {
        self.has(4) as u16
    }

    /// Whether a ship takes goods from a second depot (R6.3).
    #[inline(always)]
    #[must_use]
    pub const fn has_second_depot(self) -> bool {
        self.has(5)
    }

    /// Whether a purchase may come from a numbered depot (R7.1).
    #[inline(always)]
    #[must_use]
    pub const fn buys_from_depots(self) -> bool {
        self.has(6)
    }

    /// Extra VP for each animal tile that scores (R6.4).
    #[inline(always)]
    #[must_use]
    pub const fn animal_vp(self) -> u16 {
        self.has(7) as u16
    }

    /// The tile that makes a step free for placing a tile of this colour, if it is placed (R4.5).
    #[inline(always)]
    #[must_use]
    pub const fn free_place(self, colour: Colour) -> bool {
        self.has(FREE_STEP[colour as usize])
    }

    /// Whether a step is free for placing tiles of some colour (R4.5).
    #[inline(always)]
    #[must_use]
    pub const fn has_free_placing(self) -> bool {
        self.0 >> (9 - 1) & 7 != 0
    }

    /// The number of the tile asked for by [`free_place`](Self::free_place).
    #[inline(always)]
    #[must_use]
    pub const fn free_place_tile(colour: Colour) -> u8 {
        FREE_STEP[colour as usize]
    }

    /// Whether a step is free for taking a tile from a depot with a die (R4.5).
    #[inline(always)]
    #[must_use]
    pub const fn free_take(self) -> bool {
        self.has(FREE_TAKE)
    }

    /// The tiles that help to turn a die (R4.4, R4.5), without the others.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn turning(self) -> Self {
        Self(self.0 & TURNING)
    }

    /// Steps, 3 at most, that `workers` and, if `free`, a free step can turn a die (R4.4, R4.5).
    #[inline(always)]
    #[must_use]
    pub const fn steps(self, workers: u16, free: bool) -> u8 {
        let steps = (workers << self.has(8) as u16) + free as u16;
        if steps < MAX_STEPS as u16 { steps as u8 } else { MAX_STEPS }
    }

    /// Fewest workers to turn `die` into `target`, one step free if `free` (R4.6).
    #[inline(always)]
    #[must_use]
    pub const fn workers_to_turn(self, die: u8, target: u8, free: bool) -> u16 {
        let dice = (die & 7) as usize | (target as usize & 7) << 3;
        WORKERS[dice | (free as usize) << 6 | (self.has(8) as usize) << 7] as u16
    }

    /// Silver for taking workers (R5.5).
    #[inline(always)]
    #[must_use]
    pub const fn workers_silver(self) -> u16 {
        self.has(13) as u16
    }

    /// Workers for taking workers (R5.5).
    #[inline(always)]
    #[must_use]
    pub const fn workers_taken(self) -> u16 {
        if self.has(14) { 4 } else { 2 }
    }

    /// Whether sold goods types score at the end (R9.1).
    #[must_use]
    pub const fn scores_types_sold(self) -> Option<u8> {
        self.scoring(15)
    }

    /// The tile that scores the building with this index in the data's list for 16 to 23, if placed (R9.1).
    #[must_use]
    pub const fn scores_building(self, index: usize) -> Option<u8> {
        self.scoring(16 + index as u8)
    }

    /// The tile that scores animal species, if placed (R9.1).
    #[must_use]
    pub const fn scores_species(self) -> Option<u8> {
        self.scoring(24)
    }

    /// The tile that scores goods sold, if placed (R9.1).
    #[must_use]
    pub const fn scores_goods_sold(self) -> Option<u8> {
        self.scoring(25)
    }

    /// The tile that scores bonus tiles, if placed (R9.1).
    #[must_use]
    pub const fn scores_bonus_tiles(self) -> Option<u8> {
        self.scoring(26)
    }

    const fn scoring(self, number: u8) -> Option<u8> {
        if self.has(number) { Some(number) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fewest workers from `die` to `target`, by trying every way to spend them (R4.4, R4.5).
    fn brute_force(die: u8, target: u8, double: bool, free: bool) -> u16 {
        fn turns(die: u8, by: &[u8]) -> Vec<u8> {
            by.iter().flat_map(|step| [(die + step - 1) % 6 + 1, (die + 5 - step) % 6 + 1]).collect()
        }
        let mut reached = vec![die];
        if free {
            reached.extend(turns(die, &[1]));
        }
        let mut workers = 0;
        while !reached.contains(&target) {
            let by: &[u8] = if double { &[1, 2] } else { &[1] };
            reached = reached.iter().flat_map(|die| turns(*die, by)).chain(reached.clone()).collect();
            workers += 1;
        }
        workers
    }

    #[test]
    fn r4_6_workers_needed_are_the_fewest() {
        for (die, target) in (1..=6).flat_map(|die| (1..=6).map(move |target| (die, target))) {
            for (double, free) in [(false, false), (false, true), (true, false), (true, true)] {
                let mut knowledge = Knowledge::default();
                if double {
                    knowledge.add(8);
                }
                let needed = knowledge.workers_to_turn(die, target, free);
                assert_eq!(needed, brute_force(die, target, double, free), "{die} to {target}");
                for workers in 0..5 {
                    let reachable = distance(die, target) <= knowledge.steps(workers, free);
                    assert_eq!(reachable, workers >= needed, "{die} to {target} with {workers}");
                }
            }
        }
    }
}
