//! The table of features: names, shapes, meanings and scales of the blocks that an observation is made of.
//!
//! Never renumbered: what changes a block bumps [`OBSERVATION_VERSION`].

use crate::goods::GOODS_TYPES;
use crate::player::PLACES;
use crate::space::SPACES;
use crate::tile::{FACES, Kind, Tile};

/// Version of the features: their number, order, meaning and scale.
pub const OBSERVATION_VERSION: u32 = 1;

/// Features of a tile wherever one lies: a kind each, animals by species, knowledge by number.
pub(crate) const TILE: usize = 16;
/// Knowledge tiles, the last of the faces.
pub(crate) const KNOWLEDGE: usize = 26;
/// The face of the first of them.
pub(crate) const FIRST_KNOWLEDGE: usize = FACES - KNOWLEDGE;
/// Planes of an estate: six colours, six numbers, filled, the tile, the start castle.
pub(crate) const PLANES: usize = FIRST_TILE_PLANE + TILE + 1;
/// The planes before it are those of the printed board.
pub(crate) const FILLED_PLANE: usize = 12;
/// The first plane of the tile.
pub(crate) const FIRST_TILE_PLANE: usize = FILLED_PLANE + 1;

/// Kinds of prompt, the chance events among them.
const PROMPTS: usize = 21;

/// In a shape: as many as there are players.
const PLAYERS: usize = 0;

const fn dimension(length: usize, players: usize) -> usize {
    if length == PLAYERS { players } else { length }
}

/// What a block is.
struct Entry {
    name: &'static str,
    shape: &'static [usize],
    labels: &'static [&'static str],
    meaning: &'static str,
    scale: &'static str,
}

/// Makes the blocks and their entries from one table.
macro_rules! blocks {
    ($($block:ident: $name:literal [$($length:expr),*] $labels:expr, $scale:expr, $meaning:literal;)*) => {
        /// A block of features, in the order in which they follow one another.
        #[derive(Clone, Copy)]
        pub(crate) enum Block {
            $($block),*
        }

        const ENTRIES: &[Entry] = &[$(Entry {
            name: $name,
            shape: &[$($length),*],
            labels: $labels,
            meaning: $meaning,
            scale: $scale,
        }),*];
    };
}

const ONE: &str = "0 or 1";
const TILE_SCALE: &str = "0 or 1; animals 0.5, 0.75, 1 for 2, 3, 4; knowledge number / 26";

blocks! {
    Estate: "estate" [PLAYERS, PLANES, SPACES] &PLANE_NAMES, TILE_SCALE,
        "planes over the 37 spaces of each seat's board: colour and number as printed (all 0 before the \
         board is drawn), filled, the tile there, and the start castle";
    Storage: "storage" [PLAYERS, PLACES, TILE] &TILES, TILE_SCALE,
        "the tile at each storage place";
    StoredKnowledge: "stored_knowledge" [PLAYERS, KNOWLEDGE] &KNOWLEDGE_NAMES, "tiles",
        "the knowledge tiles in storage by number";
    PlacedKnowledge: "placed_knowledge" [PLAYERS, KNOWLEDGE] &KNOWLEDGE_NAMES, ONE,
        "the knowledge tiles in the estate by number";
    Goods: "goods" [PLAYERS, GOODS_TYPES] &NUMBERS, "goods / 4",
        "stored goods by type";
    Sold: "sold" [PLAYERS, GOODS_TYPES] &NUMBERS, "goods / 4",
        "sold goods by type";
    Silver: "silver" [PLAYERS] &[], "silver / 10",
        "silver";
    Workers: "workers" [PLAYERS] &[], "workers / 10",
        "workers";
    Vp: "vp" [PLAYERS] &[], "VP / 100",
        "victory points";
    Dice: "dice" [PLAYERS, 2, 6] &NUMBERS, ONE,
        "the unused dice, die 0 and die 1";
    TrackSpace: "track_space" [PLAYERS, 7] &["0", "1", "2", "3", "4", "5", "6"], ONE,
        "the space of the seat's piece on the track";
    TrackOrder: "track_order" [PLAYERS, PLAYERS] &[], ONE,
        "the place of the seat's piece along the track, from the front (R3.1)";
    Order: "order" [PLAYERS, PLAYERS] &[], ONE,
        "the seat's place in the order of this round, from the first (R3.3)";
    Bonus: "bonus_tiles" [PLAYERS, 2, 6] &COLOURS, ONE,
        "the large and the small bonus tiles that the seat has taken";
    Actor: "actor" [PLAYERS] &[], ONE,
        "the seat that must decide; all 0 at chance events and at the end";
    Turn: "turn" [PLAYERS] &[], ONE,
        "how many seats have finished their turn in this round";
    Phase: "phase" [5] &["A", "B", "C", "D", "E"], ONE,
        "the phase";
    Round: "round" [5] &["1", "2", "3", "4", "5"], ONE,
        "the round of the phase";
    WhiteDie: "white_die" [6] &NUMBERS, ONE,
        "the white die; all 0 before its roll";
    Bought: "bought" [1] &[], ONE,
        "whether the seat to act has made its purchase (R7.1)";
    RoundGoods: "round_goods" [5, GOODS_TYPES] &NUMBERS, ONE,
        "the goods of the phase still to come, the next one first";
    Depots: "depots" [6, 4, TILE] &TILES, TILE_SCALE,
        "the tile on each slot of the numbered depots";
    DepotKnowledge: "depot_knowledge" [6, KNOWLEDGE] &KNOWLEDGE_NAMES, "tiles",
        "the knowledge tiles on each depot by number";
    DepotGoods: "depot_goods" [6, GOODS_TYPES] &NUMBERS, "goods / 4",
        "the goods on each depot by type";
    Black: "black_depot" [8, TILE] &TILES, TILE_SCALE,
        "the tile on each slot of the black depot";
    BlackKnowledge: "black_depot_knowledge" [KNOWLEDGE] &KNOWLEDGE_NAMES, "tiles",
        "the knowledge tiles in the black depot by number";
    NormalSupply: "supply_normal" [FACES - 1] &FACE_NAMES, "tiles / 10",
        "normal-backed tiles that have not been drawn, by face";
    BlackSupply: "supply_black" [FACES - 1] &FACE_NAMES, "tiles / 10",
        "black-backed tiles that have not been drawn, by face";
    GoodsSupply: "supply_goods" [GOODS_TYPES] &NUMBERS, "goods / 10",
        "goods that have not been seen, by type";
    Prompt: "prompt" [PROMPTS] &PROMPT_NAMES, ONE,
        "the kind of decision or of chance event that is next";
    PromptSeat: "prompt_seat" [PLAYERS] &[], ONE,
        "whose board, goods or dice a chance event draws or rolls";
    PromptDepot: "prompt_depot" [6] &NUMBERS, ONE,
        "the depot of second_ship, of goods and of a depot's draw";
    PromptSlot: "prompt_slot" [4] &["1", "2", "3", "4"], ONE,
        "the slot of a depot's draw";
    PromptAbove: "prompt_above" [GOODS_TYPES] &NUMBERS, ONE,
        "the last type kept at a choice of goods; all 0 before the first";
    PromptTile: "prompt_tile" [TILE] &TILES, TILE_SCALE,
        "the tile that waits for a discard";
    PromptThen: "prompt_then" [4] &["turn", "castle", "city_hall", "second_ship"], ONE,
        "what follows a discard or a choice of goods";
    Options: "options" [5] &["purchase_in_effect", "decline_effects", "fewest_then_later", "most_then_later", "fewest_then_earlier"], ONE,
        "the options played by (R11)";
}

const COLOURS: [&str; 6] = ["building", "animal", "knowledge", "ship", "castle", "mine"];
const NUMBERS: [&str; 6] = ["1", "2", "3", "4", "5", "6"];
const TILES: [&str; TILE] = [
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
    "cow",
    "sheep",
    "pig",
    "chicken",
    "knowledge",
];
const PLANE_NAMES: [&str; PLANES] = {
    let mut names = ["filled"; PLANES];
    let colours =
        ["space_building", "space_animal", "space_knowledge", "space_ship", "space_castle", "space_mine"];
    let numbers = ["number_1", "number_2", "number_3", "number_4", "number_5", "number_6"];
    let mut i = 0;
    while i < 6 {
        names[i] = colours[i];
        names[6 + i] = numbers[i];
        i += 1;
    }
    i = 0;
    while i < TILE {
        names[FIRST_TILE_PLANE + i] = TILES[i];
        i += 1;
    }
    names[PLANES - 1] = "start_castle";
    names
};
const KNOWLEDGE_NAMES: [&str; KNOWLEDGE] = {
    let mut names = [""; KNOWLEDGE];
    let mut i = 0;
    while i < KNOWLEDGE {
        names[i] = Tile::from_face((FACES - KNOWLEDGE + i) as u8).name();
        i += 1;
    }
    names
};
const FACE_NAMES: [&str; FACES - 1] = {
    let mut names = [""; FACES - 1];
    let mut i = 0;
    while i < FACES - 1 {
        names[i] = Tile::from_face(i as u8 + 1).name();
        i += 1;
    }
    names
};
const PROMPT_NAMES: [&str; PROMPTS] = [
    "turn",
    "castle",
    "city_hall",
    "carpenter",
    "church",
    "market",
    "warehouse",
    "ship",
    "second_ship",
    "goods",
    "discard",
    "start_castle",
    "over",
    "chance: board",
    "chance: start player",
    "chance: deal",
    "chance: depot",
    "chance: black",
    "chance: good",
    "chance: white",
    "chance: dice",
];

/// One block as it lies in an observation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// The block's name.
    pub name: &'static str,
    /// Position of its first feature.
    pub start: usize,
    /// Its shape; where it is by seat, the seat that looks comes first, then the others clockwise.
    pub shape: Vec<usize>,
    /// What the entries of the last axis stand for, of the planes' axis for the estate; empty where there is nothing to name.
    pub labels: &'static [&'static str],
    /// What it says.
    pub meaning: &'static str,
    /// What a unit is.
    pub scale: &'static str,
}

/// Number of blocks.
pub(crate) const BLOCKS: usize = ENTRIES.len();

/// Where each block starts, and the end, with 2, 3 and 4 players.
pub(crate) const STARTS: [[usize; BLOCKS + 1]; 3] = [starts(2), starts(3), starts(4)];

const fn starts(players: usize) -> [usize; BLOCKS + 1] {
    let mut starts = [0; BLOCKS + 1];
    let mut i = 0;
    while i < BLOCKS {
        let shape = ENTRIES[i].shape;
        let (mut length, mut dim) = (1, 0);
        while dim < shape.len() {
            length *= dimension(shape[dim], players);
            dim += 1;
        }
        starts[i + 1] = starts[i] + length;
        i += 1;
    }
    starts
}

/// Number of features with 2, 3 or 4 players.
///
/// # Panics
///
/// With any other number of players.
#[must_use]
pub const fn size(players: usize) -> usize {
    STARTS[players - 2][BLOCKS]
}

/// The blocks with 2, 3 or 4 players, in order and without gaps.
///
/// # Panics
///
/// With any other number of players.
pub fn spec(players: usize) -> impl Iterator<Item = Feature> {
    let starts = &STARTS[players - 2];
    ENTRIES.iter().zip(starts).map(move |(entry, start)| {
        let Entry { name, shape, labels, meaning, scale } = *entry;
        let shape = shape.iter().map(|length| dimension(*length, players)).collect();
        Feature { name, start: *start, shape, labels, meaning, scale }
    })
}

/// The feature of each face, and its value.
pub(crate) const TILE_FEATURES: [(usize, f32); FACES] = {
    let mut table = [(0, 0.0); FACES];
    let mut face = 1;
    while face < FACES {
        table[face] = match Tile::from_face(face as u8).kind() {
            Kind::Castle => (0, 1.0),
            Kind::Mine => (1, 1.0),
            Kind::Ship => (2, 1.0),
            Kind::Building(building) => (3 + building as usize, 1.0),
            Kind::Animal { species, count } => (11 + species as usize, count as f32 / 4.0),
            Kind::Knowledge(number) => (15, number as f32 / KNOWLEDGE as f32),
        };
        face += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::Colour;

    #[test]
    fn blocks_follow_one_another() {
        for players in 2..=4 {
            let mut end = 0;
            let mut names = Vec::new();
            for feature in spec(players) {
                assert_eq!(feature.start, end, "{}", feature.name);
                end += feature.shape.iter().product::<usize>();
                assert!(!names.contains(&feature.name), "{} twice", feature.name);
                names.push(feature.name);
                let axis = if feature.name == "estate" { 1 } else { feature.shape.len() - 1 };
                assert!(feature.labels.is_empty() || feature.labels.len() == feature.shape[axis]);
                assert!(!feature.meaning.is_empty() && !feature.scale.is_empty());
            }
            assert_eq!(end, size(players));
        }
    }

    #[test]
    fn labels_are_the_names_of_the_rules() {
        for colour in Colour::ALL {
            assert_eq!(COLOURS[colour as usize], colour.name());
            assert_eq!(PLANE_NAMES[colour as usize].strip_prefix("space_"), Some(colour.name()));
        }
        for tile in Tile::all() {
            assert_eq!(FACE_NAMES[tile.face() - 1], tile.name());
            let (feature, value) = TILE_FEATURES[tile.face()];
            let kind = match tile.kind() {
                Kind::Knowledge(number) => {
                    assert_eq!(KNOWLEDGE_NAMES[number as usize - 1], tile.name());
                    assert!((value * 26.0 - f32::from(number)).abs() < 1e-5);
                    "knowledge"
                }
                Kind::Animal { .. } => tile.name().trim_end_matches(char::is_numeric),
                _ => tile.name(),
            };
            assert_eq!(TILES[feature], kind);
        }
    }
}
