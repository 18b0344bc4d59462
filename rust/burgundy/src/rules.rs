//! The checked tables and options a game is played by.
//!
//! [`Tables`] is what the data files say, plain and unchecked; [`Rules::new`] checks all that the engine relies on and
//! derives the sets that rule code asks for. Rules are built once and passed by reference.

use std::sync::Arc;

use crate::action::SLOTS;
use crate::layout::{Layout, REACH, distance};
use crate::slots::{PrintedSlots, Slots};
use crate::space::{SPACES, Space};
use crate::supply::{BagTable, Bags};
use crate::tile::{Colour, FACES, Tile};

/// Choices of R11; the default is the 2011 game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// Whether a purchase may come while a castle's action or a city hall waits (R11.1).
    pub purchase_in_effect: bool,
    /// How a tie is broken (R11.2).
    pub tie_break: TieBreak,
    /// Whether the effects of R6.8 may be declined (R11.3).
    pub decline_effects: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { purchase_in_effect: true, tie_break: TieBreak::FewestThenLater, decline_effects: true }
    }
}

/// Ways to break a tie (R11.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum TieBreak {
    /// Fewest empty spaces, then later in turn order (R9.2).
    #[default]
    FewestThenLater,
    /// Most empty spaces, then later in turn order (2019 edition).
    MostThenLater,
    /// Fewest empty spaces, then earlier in turn order (a French text).
    FewestThenEarlier,
}

impl TieBreak {
    /// All three, in the order of their numbers in the byte form.
    pub const ALL: [Self; 3] = [Self::FewestThenLater, Self::MostThenLater, Self::FewestThenEarlier];

    /// The option's value as the rules write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["fewest_then_later", "most_then_later", "fewest_then_earlier"][self as usize]
    }
}

/// A board as printed: a colour (0 to 5 in the order of [`Colour::ALL`]) and a number for each space.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct BoardTable {
    pub number: u8,
    pub copies: u8,
    pub colours: [u8; SPACES],
    pub numbers: [u8; SPACES],
}

/// The depot space that differs with three players (R2.3); depot, slot and phases count from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct ExceptionTable {
    pub depot: u8,
    pub slot: u8,
    pub colour: u8,
    pub phases: Vec<u8>,
}

/// Factors of the final scoring (R9.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct FinalTable {
    pub good: u16,
    pub silver: u16,
    pub workers_per_vp: u16,
    pub k15: u16,
    pub k16_23: u16,
    pub k24: u16,
    pub k25: u16,
    pub k26: u16,
}

/// The facts of the data files. Arrays by number of players begin with two players.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Tables {
    /// Identifies the data files in bytes and keys (docs/formats.md, section 5).
    pub fingerprint: [u8; 8],
    pub boards: Vec<BoardTable>,
    pub depots: [[u8; 4]; 6],
    pub marks: [u8; 4],
    pub exception: ExceptionTable,
    pub black_marks: [u8; 8],
    pub purchase_cost: u16,
    pub start_silver: u16,
    pub start_goods: u8,
    pub start_workers: [u16; 4],
    pub region_vp: [u16; 8],
    pub phase_vp: [u16; 5],
    pub bonus_first: [u16; 3],
    pub bonus_second: [u16; 3],
    pub goods_vp: [u16; 3],
    pub watchtower_vp: u16,
    pub final_scoring: FinalTable,
    /// Copies of each face with a normal back and with a black back.
    pub normal: [u8; FACES],
    pub black: [u8; FACES],
    pub goods_copies: u8,
    /// The building that knowledge 16 to 23 counts, as faces.
    pub final_building: [u8; 8],
}

/// Checked tables, derived sets and options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    pub(crate) options: Options,
    pub(crate) tables: Tables,
    pub(crate) layouts: Vec<Arc<Layout>>,
    /// The layout of each value of a seat's board; those of no board are the first layout, so that no value needs a check.
    by_board: [Arc<Layout>; 256],
    pub(crate) bags: Bags,
    pub(crate) final_building: [Tile; 8],
    slots: PrintedSlots,
    /// Depot slots reachable with `die` and `steps`: `slot_reach[die * 4 + steps]`.
    slot_reach: [u32; REACH],
    /// The same for goods types, bit `good - 1`.
    goods_reach: [u32; REACH],
    pub(crate) building_slots: u32,
    pub(crate) church_slots: u32,
    pub(crate) market_slots: u32,
}

/// Largest score or cost a table may hold, so that no sum of a game leaves its integer.
const MAX_VALUE: u16 = 100;

impl Rules {
    /// Rules from tables, or every fault found in them.
    ///
    /// # Errors
    ///
    /// One line for each table value the engine cannot play by.
    pub fn new(tables: Tables, options: Options) -> Result<Self, Vec<String>> {
        let faults = check(&tables);
        if !faults.is_empty() {
            return Err(faults);
        }
        let colour = |number: u8| Colour::ALL[number as usize];
        let layouts = tables
            .boards
            .iter()
            .map(|board| Layout::new(board.number, board.copies, board.colours.map(colour), board.numbers));
        let layouts: Vec<Arc<Layout>> = layouts.map(Arc::new).collect();
        let faults: Vec<String> = layouts.iter().flat_map(|layout| check_layout(layout)).collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        let plain: [Colour; SLOTS] = std::array::from_fn(|i| colour(tables.depots[i / 4][i % 4]));
        let mut with_exception = plain;
        let exception = &tables.exception;
        with_exception[(exception.depot * 4 + exception.slot) as usize] = colour(exception.colour);
        let slots_of = |wanted: &[Colour]| {
            let of = |colours: &[Colour; SLOTS]| {
                let matching = (0..SLOTS).filter(|i| wanted.contains(&colours[*i]));
                matching.fold(0, |set, i| set | 1 << i)
            };
            of(&plain) | of(&with_exception)
        };
        Ok(Self {
            options,
            bags: Bags::new(&tables),
            by_board: std::array::from_fn(|board| {
                Arc::clone(layouts.get(board.wrapping_sub(1)).unwrap_or(&layouts[0]))
            }),
            layouts,
            final_building: tables.final_building.map(Tile::from_face),
            slot_reach: reach(|set, die| set | 15 << (4 * die)),
            goods_reach: reach(|set, die| set | 1 << die),
            building_slots: slots_of(&[Colour::Building]),
            church_slots: slots_of(&[Colour::Mine, Colour::Knowledge, Colour::Castle]),
            market_slots: slots_of(&[Colour::Ship, Colour::Animal]),
            slots: PrintedSlots::new(plain, with_exception, &tables.exception.phases),
            tables,
        })
    }

    /// The options played by.
    #[must_use]
    pub const fn options(&self) -> Options {
        self.options
    }

    /// The tables played by.
    #[must_use]
    pub const fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The boards, in the order of the data.
    #[must_use]
    pub fn layouts(&self) -> &[Arc<Layout>] {
        &self.layouts
    }

    /// The layout of a seat's board.
    #[inline(always)]
    pub(crate) fn layout(&self, board: u8) -> &Layout {
        &self.by_board[board as usize]
    }

    /// The same tables with other options.
    #[must_use]
    pub fn with_options(&self, options: Options) -> Self {
        Self { options, ..self.clone() }
    }

    /// Index of the board with this number.
    pub(crate) fn layout_index(&self, number: u8) -> Option<u8> {
        self.layouts.iter().position(|layout| layout.number() == number).map(|i| i as u8)
    }

    /// Colours of the depot slots in a phase (R2.2, R2.3).
    #[inline(always)]
    pub(crate) fn slots(&self, players: u8, phase: u8) -> Slots<'_> {
        self.slots.during(players, phase)
    }

    /// Whether a depot slot is filled with this many players.
    #[inline(always)]
    pub(crate) const fn slot_in_use(&self, slot: usize, players: u8) -> bool {
        self.tables.marks[slot & 3] <= players
    }

    /// How many slots of each depot are filled with this many players: the first ones, since marks ascend.
    #[inline(always)]
    pub(crate) fn slots_in_use(&self, players: u8) -> usize {
        self.tables.marks.iter().filter(|mark| **mark <= players).count()
    }

    /// Depot slots a die can be used for with `steps` (0 to 3) steps, as 24 bits.
    #[inline(always)]
    pub(crate) const fn slot_reach(&self, die: u8, steps: u8) -> u32 {
        self.slot_reach[(die * 4 + steps) as usize % REACH]
    }

    /// Goods types a die can be used for with `steps` steps, bit `good - 1`.
    #[inline(always)]
    pub(crate) const fn goods_reach(&self, die: u8, steps: u8) -> u32 {
        self.goods_reach[(die * 4 + steps) as usize % REACH]
    }

    /// VP for each good sold (R5.4).
    #[inline(always)]
    pub(crate) const fn goods_vp(&self, players: u8) -> u16 {
        self.tables.goods_vp[players as usize - 2]
    }
}

fn reach(add: impl Fn(u32, u32) -> u32) -> [u32; REACH] {
    std::array::from_fn(|i| {
        let (die, steps) = (i as u8 / 4, i as u8 % 4);
        let near = |target: &u32| (1..=6).contains(&die) && distance(die, *target as u8 + 1) <= steps;
        (0..6).filter(near).fold(0, &add)
    })
}

/// Every fault in the tables themselves.
fn check(tables: &Tables) -> Vec<String> {
    let mut faults = Vec::new();
    let mut expect = |holds: bool, fault: String| {
        if !holds {
            faults.push(fault);
        }
    };
    expect(!tables.boards.is_empty(), "boards: none given".into());
    expect(tables.boards.len() < 255, "boards: more than 254 given".into());
    for (i, board) in tables.boards.iter().enumerate() {
        let named = |fault: String| format!("boards[{i}]: {fault}");
        expect(board.number > 0, named("number 0, expected 1 to 255".into()));
        expect(board.copies > 0, named("copies 0, expected at least 1".into()));
        let twice = tables.boards[..i].iter().any(|other| other.number == board.number);
        expect(!twice, named(format!("number {} is given twice", board.number)));
        for (space, (colour, number)) in Space::all().zip(board.colours.iter().zip(&board.numbers)) {
            expect(*colour < 6, named(format!("{space} has colour {colour}, expected 0 to 5")));
            let right = (1..=6).contains(number);
            expect(right, named(format!("{space} has number {number}, expected 1 to 6")));
        }
    }
    let colours = tables.depots.as_flattened().iter().all(|colour| *colour < 6);
    expect(colours, "depots: colours go from 0 to 5".into());
    expect(
        tables.marks.is_sorted() && tables.black_marks.is_sorted(),
        "marks: expected in ascending order".into(),
    );
    let exception = &tables.exception;
    expect(exception.depot < 6 && exception.slot < 4, "exception: no such depot space".into());
    expect(exception.phases.iter().all(|phase| *phase < 5), "exception: phases go from 0 to 4".into());
    let swapped = [Colour::Castle as u8, Colour::Mine as u8];
    let place = tables.depots[exception.depot as usize % 6][exception.slot as usize % 4];
    let swaps = swapped.contains(&place) && swapped.contains(&exception.colour);
    expect(swaps, "exception: only castle and mine can stand for each other".into());
    let mut values = vec![tables.purchase_cost, tables.start_silver, tables.watchtower_vp];
    values.extend(tables.start_workers);
    values.extend(tables.region_vp);
    values.extend(tables.phase_vp);
    values.extend(tables.bonus_first);
    values.extend(tables.bonus_second);
    values.extend(tables.goods_vp);
    let last = tables.final_scoring;
    values.extend([last.good, last.silver, last.workers_per_vp]);
    values.extend([last.k15, last.k16_23, last.k24, last.k25, last.k26]);
    expect(values.iter().all(|value| *value <= MAX_VALUE), format!("values: {MAX_VALUE} at most"));
    expect(last.workers_per_vp > 0, "final: workers_per_vp must be at least 1".into());
    expect(tables.start_goods <= 3, "start: three goods a player at most".into());
    let buildings = tables
        .final_building
        .iter()
        .all(|face| Tile::new(*face as usize).is_some_and(|tile| tile.colour() == Colour::Building));
    expect(buildings, "final_building: only buildings count".into());
    let copies = tables.goods_copies;
    expect((1..=10).contains(&copies), format!("goods: {copies} copies, expected 1 to 10"));
    expect(tables.normal[0] == 0 && tables.black[0] == 0, "tiles: face 0 is no tile".into());
    for colour in Colour::ALL {
        let of_colour = Tile::all().filter(|tile| tile.colour() == colour);
        let count: u32 = of_colour.map(|tile| u32::from(tables.normal[tile.face()])).sum();
        expect(count <= 64, format!("tiles: {count} normal-backed {colour} tiles, expected 64 at most"));
    }
    let black: u32 = tables.black.iter().map(|count| u32::from(*count)).sum();
    expect(black <= 64, format!("tiles: {black} black-backed, expected 64 at most"));
    let castles = tables.normal[Tile::CASTLE.face()];
    expect(castles >= 4, format!("tiles: {castles} normal-backed castles, expected 4 at least (R1.2)"));
    faults
}

fn check_layout(layout: &Layout) -> Vec<String> {
    let mut faults = Vec::new();
    let number = layout.number();
    if layout.spaces(Colour::Castle).is_empty() {
        faults.push(format!("board {number}: no dark-green space for the start castle (R1.8)"));
    }
    for space in Space::all() {
        let region = layout.region(space);
        if region.len() > 8 && region.iter().next() == Some(space) {
            let colour = layout.colour(space);
            let size = region.len();
            faults.push(format!(
                "board {number}: the {colour} region at {space} has {size} spaces, expected 8 at most (R8.1)"
            ));
        }
    }
    faults
}

/// The layouts' bag tables are built from tables that [`check`] accepted.
impl Bags {
    fn new(tables: &Tables) -> Self {
        let normal = |colour: Colour| {
            BagTable::new(|face| {
                let right = Tile::new(face).is_some_and(|tile| tile.colour() == colour);
                if right { tables.normal[face] } else { 0 }
            })
        };
        Self {
            normal: Colour::ALL.map(normal),
            black: BagTable::new(|face| tables.black[face]),
            goods: BagTable::new(|face| if (1..=6).contains(&face) { tables.goods_copies } else { 0 }),
        }
    }
}
