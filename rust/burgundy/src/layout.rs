//! One printed board: colours, numbers and regions of its 37 spaces, as sets ready to be intersected.

use crate::features::FILLED_PLANE;
use crate::space::{SPACES, Space, Spaces};
use crate::tile::{Colour, ENTRIES, Tile};

/// A board's spaces, regions and numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    number: u8,
    copies: u8,
    colours: [Colour; SPACES],
    numbers: [u8; SPACES],
    spaces: [Spaces; 6],
    /// The spaces of each face's colour, none for no tile: one load for what is asked at every decision.
    tile_spaces: [Spaces; ENTRIES],
    regions: [Spaces; SPACES],
    /// City of each building space, counted by its first space; 0 elsewhere.
    cities: [u8; SPACES],
    /// The union of the cities in each set of cities, so that forbidden spaces are one load.
    city_unions: Box<[Spaces]>,
    /// Spaces whose number is at most `steps` away from `die`: `reach[die * 4 + steps]`.
    reach: [Spaces; REACH],
    /// The planes of the printed board in an observation, as the bits of floats.
    planes: Box<[u32]>,
}

/// Distance between two die results, the shorter way round (words of rules.md).
#[must_use]
#[inline(always)]
pub const fn distance(a: u8, b: u8) -> u8 {
    let apart = a.abs_diff(b);
    let around = 6_u8.wrapping_sub(apart);
    if apart < around { apart } else { around }
}

/// Entries of a table by die and steps: a power of two, so that an index needs no check.
pub(crate) const REACH: usize = 32;

/// Most cities a board can have: no 37-space board has more regions of one colour.
const MAX_CITIES: usize = 16;

impl Layout {
    /// The board with these colours and numbers (1 to 6), checked by the caller.
    pub(crate) fn new(number: u8, copies: u8, colours: [Colour; SPACES], numbers: [u8; SPACES]) -> Self {
        let mut spaces = [Spaces::EMPTY; 6];
        let mut reach = [Spaces::EMPTY; REACH];
        for space in Space::all() {
            let colour = &mut spaces[colours[space.index()] as usize];
            *colour = colour.union(Spaces::of(space));
            for (i, reached) in reach.iter_mut().enumerate() {
                let (die, steps) = (i as u8 / 4, i as u8 % 4);
                if (1..=6).contains(&die) && distance(die, numbers[space.index()]) <= steps {
                    *reached = reached.union(Spaces::of(space));
                }
            }
        }
        let regions = std::array::from_fn(|i| {
            let space = Space::new(i).expect("the array has one entry a space");
            connected(Spaces::of(space), spaces[colours[i] as usize])
        });
        let mut tile_spaces = [Spaces::EMPTY; ENTRIES];
        for tile in Tile::all() {
            tile_spaces[tile.face()] = spaces[tile.colour() as usize];
        }
        let mut layout = Self {
            number,
            copies,
            colours,
            numbers,
            spaces,
            tile_spaces,
            regions,
            cities: [0; SPACES],
            city_unions: Box::default(),
            reach,
            planes: printed_planes(&colours, &numbers),
        };
        layout.number_cities();
        layout
    }

    fn number_cities(&mut self) {
        let mut cities: Vec<Spaces> = Vec::new();
        for space in self.spaces(Colour::Building).iter() {
            let region = self.region(space);
            let city = cities.iter().position(|city| *city == region).unwrap_or_else(|| {
                cities.push(region);
                cities.len() - 1
            });
            self.cities[space.index()] = city as u8;
        }
        assert!(cities.len() <= MAX_CITIES, "37 spaces have at most 16 cities");
        self.city_unions = (0..1 << cities.len())
            .map(|set: usize| {
                let chosen = cities.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
                chosen.fold(Spaces::EMPTY, |all, (_, city)| all.union(*city))
            })
            .collect();
    }

    /// The board's number, 1 to 255.
    #[must_use]
    pub const fn number(&self) -> u8 {
        self.number
    }

    /// How often the board may be in one game (R1.8).
    #[must_use]
    pub const fn copies(&self) -> u8 {
        self.copies
    }

    /// The space's colour.
    #[inline(always)]
    #[must_use]
    pub const fn colour(&self, space: Space) -> Colour {
        self.colours[space.index()]
    }

    /// The space's die number.
    #[inline(always)]
    #[must_use]
    pub const fn die(&self, space: Space) -> u8 {
        self.numbers[space.index()]
    }

    /// The planes of the printed board in an observation, as the bits of floats.
    pub(crate) fn planes(&self) -> &[u32] {
        &self.planes
    }

    /// All spaces of a colour.
    #[inline(always)]
    #[must_use]
    pub const fn spaces(&self, colour: Colour) -> Spaces {
        self.spaces[colour as usize]
    }

    /// The spaces of a tile's colour; none for no tile.
    #[inline(always)]
    pub(crate) const fn tile_spaces(&self, tile: Tile) -> Spaces {
        self.tile_spaces[tile.face() % ENTRIES]
    }

    /// The region the space belongs to.
    #[inline(always)]
    #[must_use]
    pub const fn region(&self, space: Space) -> Spaces {
        self.regions[space.index()]
    }

    /// The city of a building space, as the bit of a set of cities.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn city(&self, space: Space) -> u16 {
        1 << self.cities[space.index()]
    }

    /// All spaces of a set of cities.
    #[inline(always)]
    #[must_use]
    pub(crate) fn city_spaces(&self, cities: u16) -> Spaces {
        self.city_unions[cities as usize]
    }

    /// The spaces a die can be used for with `steps` (0 to 3) steps.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn reach(&self, die: u8, steps: u8) -> Spaces {
        self.reach[(die * 4 + steps) as usize % REACH]
    }
}

/// A plane for each colour and for each number, 1 where the space has it.
fn printed_planes(colours: &[Colour; SPACES], numbers: &[u8; SPACES]) -> Box<[u32]> {
    let mut planes = vec![0; FILLED_PLANE * SPACES];
    for space in 0..SPACES {
        planes[colours[space] as usize * SPACES + space] = 1_f32.to_bits();
        planes[(5 + numbers[space] as usize) * SPACES + space] = 1_f32.to_bits();
    }
    planes.into()
}

/// The spaces of `within` that are connected with `start`.
pub(crate) fn connected(start: Spaces, within: Spaces) -> Spaces {
    let grown = start.union(start.borders().intersection(within));
    if grown == start { start } else { connected(grown, within) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_is_the_shorter_way_round() {
        // words of rules.md: the circle 1-2-3-4-5-6-1
        let from_one: Vec<u8> = (1..=6).map(|die| distance(1, die)).collect();
        assert_eq!(from_one, [0, 1, 2, 3, 2, 1]);
        for (a, b) in (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))) {
            let around = (0..=3).find(|d| (a + d - 1) % 6 + 1 == b || (a + 5 - d) % 6 + 1 == b);
            assert_eq!(Some(distance(a, b)), around);
        }
    }
}
