//! Tile faces, their colours and names.
//!
//! A face is numbered 1 to 49, 0 is no tile: castle, mine, ship, the eight buildings, twelve animals,
//! 26 knowledge tiles. That is the order in which tiles are sorted wherever an order is needed.

use std::fmt;

/// Colours of spaces and categories of tiles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Colour {
    Building,
    Animal,
    Knowledge,
    Ship,
    Castle,
    Mine,
}

impl Colour {
    /// All six in order.
    pub const ALL: [Self; 6] =
        [Self::Building, Self::Animal, Self::Knowledge, Self::Ship, Self::Castle, Self::Mine];

    /// The colour's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["building", "animal", "knowledge", "ship", "castle", "mine"][self as usize]
    }

    /// Whether the tiles of this colour have more than one face.
    #[inline(always)]
    #[must_use]
    pub const fn has_faces(self) -> bool {
        matches!(self, Self::Building | Self::Animal | Self::Knowledge)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The eight kinds of building.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Building {
    Warehouse,
    Watchtower,
    Carpenter,
    Church,
    Market,
    BoardingHouse,
    Bank,
    CityHall,
}

/// What a tile is, in the terms of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    Castle,
    Mine,
    Ship,
    Building(Building),
    Animal { species: u8, count: u8 },
    Knowledge(u8),
}

/// A tile face.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Tile(u8);

/// Number of faces, "no tile" included.
pub const FACES: usize = 50;

const FIRST_BUILDING: u8 = 4;
const FIRST_ANIMAL: u8 = 12;
const FIRST_KNOWLEDGE: u8 = 24;

const NAMES: [&str; FACES] = [
    "",
    "castle",
    "mine",
    "ship",
    "warehouse",
    "watchtower",
    "carpenters_workshop",
    "church",
    "market",
    "boarding_house",
    "bank",
    "city_hall",
    "cow2",
    "cow3",
    "cow4",
    "sheep2",
    "sheep3",
    "sheep4",
    "pig2",
    "pig3",
    "pig4",
    "chicken2",
    "chicken3",
    "chicken4",
    "k1",
    "k2",
    "k3",
    "k4",
    "k5",
    "k6",
    "k7",
    "k8",
    "k9",
    "k10",
    "k11",
    "k12",
    "k13",
    "k14",
    "k15",
    "k16",
    "k17",
    "k18",
    "k19",
    "k20",
    "k21",
    "k22",
    "k23",
    "k24",
    "k25",
    "k26",
];

/// Entries of tables by face: a power of two, so that an index needs no check.
pub(crate) const ENTRIES: usize = 64;

const KINDS: [Kind; ENTRIES] = {
    let mut table = [Kind::Castle; ENTRIES];
    let mut face = 0;
    while face < FACES {
        table[face] = Tile(face as u8).kind_of_face();
        face += 1;
    }
    table
};

const COLOURS: [Colour; ENTRIES] = {
    let mut table = [Colour::Castle; ENTRIES];
    let mut face = 0;
    while face < FACES {
        table[face] = KINDS[face].colour();
        face += 1;
    }
    table
};

/// The index of each face among the buildings, [`NO_BUILDING`] for the others.
const BUILDINGS: [u8; ENTRIES] = {
    let mut table = [NO_BUILDING as u8; ENTRIES];
    let mut face = FIRST_BUILDING;
    while face < FIRST_ANIMAL {
        table[face as usize] = face - FIRST_BUILDING;
        face += 1;
    }
    table
};

/// Building index of what is no building.
pub(crate) const NO_BUILDING: usize = 8;

impl Kind {
    /// The colour of spaces this kind belongs on.
    #[must_use]
    pub const fn colour(self) -> Colour {
        match self {
            Self::Castle => Colour::Castle,
            Self::Mine => Colour::Mine,
            Self::Ship => Colour::Ship,
            Self::Building(_) => Colour::Building,
            Self::Animal { .. } => Colour::Animal,
            Self::Knowledge(_) => Colour::Knowledge,
        }
    }
}

impl Tile {
    /// No tile: an empty slot, storage place or space.
    pub const NONE: Self = Self(0);
    /// A castle.
    pub const CASTLE: Self = Self(1);
    /// A mine.
    pub const MINE: Self = Self(2);
    /// A ship.
    pub const SHIP: Self = Self(3);

    /// The tile with this face number, 1 to 49.
    #[must_use]
    pub const fn new(face: usize) -> Option<Self> {
        if face >= 1 && face < FACES { Some(Self(face as u8)) } else { None }
    }

    /// The tile with this face number, or none for 0; for tables whose faces were checked.
    #[inline(always)]
    pub(crate) const fn from_face(face: u8) -> Self {
        debug_assert!((face as usize) < FACES);
        Self(face)
    }

    /// All 49 faces in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..FACES as u8).map(Self)
    }

    /// The building of this kind.
    #[must_use]
    pub const fn building(kind: Building) -> Self {
        Self(FIRST_BUILDING + kind as u8)
    }

    /// The tile called `name`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|tile| tile.name() == name)
    }

    /// The tile's name; empty for none.
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// 1 to 49; 0 for none.
    #[inline(always)]
    #[must_use]
    pub const fn face(self) -> usize {
        self.0 as usize
    }

    /// Whether this is no tile.
    #[inline(always)]
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The colour of the spaces this tile belongs on; of no tile, an arbitrary one.
    #[inline(always)]
    #[must_use]
    pub const fn colour(self) -> Colour {
        COLOURS[self.0 as usize % ENTRIES]
    }

    /// Index among the eight buildings, [`NO_BUILDING`] for another tile.
    #[inline(always)]
    pub(crate) const fn building_index(self) -> usize {
        BUILDINGS[self.0 as usize % ENTRIES] as usize
    }

    /// What this tile is. Must not be asked of no tile.
    #[inline(always)]
    #[must_use]
    pub const fn kind(self) -> Kind {
        debug_assert!(self.0 != 0);
        KINDS[self.0 as usize % ENTRIES]
    }

    const fn kind_of_face(self) -> Kind {
        match self.0 {
            0 | 1 => Kind::Castle,
            2 => Kind::Mine,
            3 => Kind::Ship,
            face if face < FIRST_ANIMAL => Kind::Building(match face - FIRST_BUILDING {
                0 => Building::Warehouse,
                1 => Building::Watchtower,
                2 => Building::Carpenter,
                3 => Building::Church,
                4 => Building::Market,
                5 => Building::BoardingHouse,
                6 => Building::Bank,
                _ => Building::CityHall,
            }),
            face if face < FIRST_KNOWLEDGE => {
                Kind::Animal { species: (face - FIRST_ANIMAL) / 3, count: (face - FIRST_ANIMAL) % 3 + 2 }
            }
            face => Kind::Knowledge(face - FIRST_KNOWLEDGE + 1),
        }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways() {
        for tile in Tile::all() {
            assert_eq!(Tile::from_name(tile.name()), Some(tile));
        }
        for wrong in ["", "cow", "cow5", "k0", "k27", "Ship"] {
            assert_eq!(Tile::from_name(wrong), None);
        }
    }

    #[test]
    fn kinds_agree_with_names() {
        let kind = |name| Tile::from_name(name).map(Tile::kind);
        assert_eq!(kind("bank"), Some(Kind::Building(Building::Bank)));
        assert_eq!(kind("city_hall"), Some(Kind::Building(Building::CityHall)));
        assert_eq!(kind("cow2"), Some(Kind::Animal { species: 0, count: 2 }));
        assert_eq!(kind("chicken4"), Some(Kind::Animal { species: 3, count: 4 }));
        assert_eq!(kind("k1"), Some(Kind::Knowledge(1)));
        assert_eq!(kind("k26"), Some(Kind::Knowledge(26)));
        assert_eq!(Tile::building(Building::Church).name(), "church");
    }
}
