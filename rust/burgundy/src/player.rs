//! One seat: estate, storage, goods, money, workers, VP and dice.

use std::hint::select_unpredictable;
use std::mem::offset_of;

use crate::goods::Goods;
use crate::knowledge::Knowledge;
use crate::layout::Layout;
use crate::row::Row;
use crate::space::{SPACES, Space, Spaces};
use crate::tile::{Kind, NO_BUILDING, Tile};

/// Places for stored tiles and for types of goods (R5.2, R6.2).
pub const PLACES: usize = 3;

/// Where silver, workers and VP stop. No game comes near it (R5.6, R8.3); positions and tables of a user's own can.
pub const MAX_AMOUNT: u16 = i16::MAX as u16;

/// Everything that belongs to one seat, what most decisions ask for first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Player {
    /// Where each stored tile may be placed, the number aside (R5.3b-d), of equal tiles the first; kept because every
    /// decision asks for it.
    targets: [Spaces; PLACES],
    filled: Spaces,
    /// Empty spaces next to a filled one (R5.3c); kept for the targets.
    frontier: Spaces,
    storage: Row,
    pub(crate) knowledge: Knowledge,
    pub(crate) goods: Goods,
    pub(crate) silver: u16,
    pub(crate) workers: u16,
    /// Unused dice, ascending, 0 for none after the others.
    pub(crate) dice: [u8; 2],
    /// Index of the board in the rules, plus one; 0 before it is drawn.
    pub(crate) board: u8,
    /// Index of the start castle's space, plus one; 0 before it is chosen.
    start_castle: u8,
    pub(crate) sold: Goods,
    pub(crate) vp: u16,
    tiles: [Tile; SPACES],
    /// For each building type the cities that may not get it (R5.3d), and none for other tiles; kept for the targets.
    closed: [u16; NO_BUILDING + 1],
}

/// What most decisions ask for lies within the first 64 bytes of a seat.
const _: () = {
    assert!(size_of::<Player>() <= 128, "a seat has grown");
    assert!(offset_of!(Player, board) < 64);
};

impl Player {
    /// A seat with an empty estate.
    pub(crate) const EMPTY: Self = Self {
        targets: [Spaces::EMPTY; PLACES],
        filled: Spaces::EMPTY,
        frontier: Spaces::EMPTY,
        storage: Row::EMPTY,
        knowledge: Knowledge::NONE,
        goods: Goods::NONE,
        sold: Goods::NONE,
        silver: 0,
        workers: 0,
        vp: 0,
        dice: [0; 2],
        board: 0,
        start_castle: 0,
        tiles: [Tile::NONE; SPACES],
        closed: [0; NO_BUILDING + 1],
    };

    /// The filled spaces.
    #[inline(always)]
    #[must_use]
    pub const fn filled(&self) -> Spaces {
        self.filled
    }

    /// The empty spaces that touch a filled one.
    #[inline(always)]
    #[must_use]
    pub const fn frontier(&self) -> Spaces {
        self.frontier
    }

    /// The tile on a space, or none.
    #[inline(always)]
    #[must_use]
    pub const fn tile(&self, space: Space) -> Tile {
        self.tiles[space.index()]
    }

    /// The stored tiles, sorted, empty places last.
    #[inline(always)]
    #[must_use]
    pub const fn storage(&self) -> [Tile; PLACES] {
        [self.storage.get(0), self.storage.get(1), self.storage.get(2)]
    }

    /// The tile at a storage place, or none.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn stored(&self, place: usize) -> Tile {
        self.storage.get(place)
    }

    /// The space of the start castle, once it is chosen.
    #[must_use]
    pub const fn start_castle(&self) -> Option<Space> {
        Space::new((self.start_castle as usize).wrapping_sub(1))
    }

    /// The knowledge tiles placed.
    #[inline(always)]
    #[must_use]
    pub const fn knowledge(&self) -> Knowledge {
        self.knowledge
    }

    /// The stored goods.
    #[inline(always)]
    #[must_use]
    pub const fn goods(&self) -> Goods {
        self.goods
    }

    /// The goods sold.
    #[inline(always)]
    #[must_use]
    pub const fn sold(&self) -> Goods {
        self.sold
    }

    /// Silver in hand.
    #[inline(always)]
    #[must_use]
    pub const fn silver(&self) -> u16 {
        self.silver
    }

    /// Workers in hand.
    #[inline(always)]
    #[must_use]
    pub const fn workers(&self) -> u16 {
        self.workers
    }

    /// VP so far.
    #[inline(always)]
    #[must_use]
    pub const fn vp(&self) -> u16 {
        self.vp
    }

    /// The unused dice, ascending, 0 for none after the others.
    #[inline(always)]
    #[must_use]
    pub const fn dice(&self) -> [u8; 2] {
        self.dice
    }

    /// Index of the seat's board in [`Rules::layouts`](crate::Rules::layouts), once it is drawn.
    #[inline(always)]
    #[must_use]
    pub const fn board(&self) -> Option<usize> {
        (self.board as usize).checked_sub(1)
    }

    /// The number of empty spaces.
    #[must_use]
    pub const fn empty_spaces(&self) -> u32 {
        SPACES as u32 - self.filled.len()
    }

    /// The unused dice: how many of the two are left.
    #[inline(always)]
    #[must_use]
    pub const fn dice_left(&self) -> usize {
        (self.dice[0] != 0) as usize + (self.dice[1] != 0) as usize
    }

    /// The dice that are offered, 0 for none: with two equal dice only die 0 is (R4.1). A die 0 reaches nothing.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn offered_dice(&self) -> [u8; 2] {
        let [first, second] = self.dice;
        [first, if second == first { 0 } else { second }]
    }

    /// Whether all storage places are taken.
    #[inline(always)]
    #[must_use]
    pub const fn storage_is_full(&self) -> bool {
        !self.stored(PLACES - 1).is_none()
    }

    /// Whether an equal tile is stored before this place, or none at it: only the first is offered.
    #[inline(always)]
    #[must_use]
    pub(crate) fn repeats_storage(&self, place: usize) -> bool {
        place > 0 && self.stored(place) == self.stored(place - 1)
    }

    /// The places of full storage that are offered, as bits: of equal tiles the first.
    #[inline(always)]
    #[must_use]
    pub(crate) fn distinct_places(&self) -> u8 {
        debug_assert!(self.storage_is_full());
        self.storage.distinct()
    }

    /// Places free for new types of goods (R6.2).
    #[inline(always)]
    #[must_use]
    pub const fn goods_places(&self) -> u32 {
        PLACES as u32 - self.goods.type_count()
    }

    /// Whether at least one of these goods can be stored (R6.2).
    #[inline(always)]
    #[must_use]
    pub const fn can_store(&self, goods: Goods) -> bool {
        if self.goods_places() > 0 { !goods.is_empty() } else { goods.types() & self.goods.types() != 0 }
    }

    /// The spaces on which a tile may be placed, the number aside (R5.3b, c, d).
    #[inline(always)]
    #[must_use]
    pub fn targets(&self, layout: &Layout, tile: Tile) -> Spaces {
        let open = self.frontier.intersection(layout.tile_spaces(tile));
        open.without(self.closed_cities(layout, tile))
    }

    /// The spaces of the cities that may not get this building (R5.3d); none for another tile.
    #[inline(always)]
    #[must_use]
    pub(crate) fn closed_cities(&self, layout: &Layout, tile: Tile) -> Spaces {
        layout.city_spaces(self.closed[tile.building_index()])
    }

    /// Where each stored tile may be placed, the number aside (R5.3b-d); nowhere if it is not the first of equal ones.
    #[inline(always)]
    #[must_use]
    pub const fn storage_targets(&self) -> &[Spaces; PLACES] {
        &self.targets
    }

    /// Stores a tile; a place must be free.
    #[inline(always)]
    pub(crate) fn store(&mut self, layout: &Layout, tile: Tile) {
        debug_assert!(!self.storage_is_full());
        let targets = self.targets(layout, tile);
        let place = self.storage.insert(tile);
        // An equal tile behind it is the first no more, and has no targets; it may as well be the one that is new.
        let repeats = self.stored(place + 1) == tile;
        let (at, new) = (place + usize::from(repeats), select_unpredictable(repeats, Spaces::EMPTY, targets));
        // Without a branch, since tiles come in random order.
        let [a, b, c] = self.targets;
        self.targets = [
            select_unpredictable(at == 0, new, a),
            select_unpredictable(at == 0, a, select_unpredictable(at == 1, new, b)),
            select_unpredictable(at == 2, new, b),
        ];
        debug_assert!(c == Spaces::EMPTY);
    }

    /// Takes the tile at a storage place out.
    #[inline(always)]
    pub(crate) fn unstore(&mut self, place: usize) -> Tile {
        let tile = self.storage.remove(place);
        // An equal tile behind it becomes the first.
        let repeats = self.stored(place) == tile;
        let at = place + usize::from(repeats);
        let [a, b, c] = self.targets;
        self.targets =
            [select_unpredictable(at == 0, b, a), select_unpredictable(at == 2, b, c), Spaces::EMPTY];
        tile
    }

    /// Fills a space while a storage place is free: sets and knowledge follow, effects and scores do not.
    #[inline(always)]
    pub(crate) fn fill(&mut self, layout: &Layout, space: Space, tile: Tile) {
        debug_assert!(!self.filled.contains(space));
        self.filled = self.filled.union(Spaces::of(space));
        self.frontier = self.frontier.union(space.neighbours()).without(self.filled);
        self.tiles[space.index()] = tile;
        match tile.kind() {
            Kind::Building(_) if !self.knowledge.repeats_buildings() => {
                self.closed[tile.building_index()] |= layout.city(space);
            }
            Kind::Knowledge(number) => {
                self.knowledge.add(number);
                if self.knowledge.repeats_buildings() {
                    self.closed = Self::EMPTY.closed;
                }
            }
            _ => {}
        }
        // What is placed from storage leaves the last place empty, and the start castle looks at it by itself.
        self.targets = [self.storage_target(layout, 0), self.storage_target(layout, 1), Spaces::EMPTY];
    }

    /// Where the tile at a storage place may be placed, if it is the first of equal ones.
    #[inline(always)]
    fn storage_target(&self, layout: &Layout, place: usize) -> Spaces {
        let targets = self.targets(layout, self.stored(place));
        select_unpredictable(self.repeats_storage(place), Spaces::EMPTY, targets)
    }

    /// Places the start castle (R1.9), which is not from storage, so that all places may be taken.
    pub(crate) fn place_start_castle(&mut self, layout: &Layout, space: Space) {
        self.fill(layout, space, Tile::CASTLE);
        self.targets[2] = self.storage_target(layout, 2);
        self.start_castle = space.index() as u8 + 1;
    }

    /// Number of tiles of the estate for which `wanted` holds.
    #[must_use]
    pub fn count(&self, wanted: impl Fn(Tile) -> bool) -> u16 {
        self.filled.iter().filter(|space| wanted(self.tile(*space))).count() as u16
    }

    /// Number of animal species in the estate.
    #[must_use]
    pub fn species(&self) -> u16 {
        let has = |wanted: &u8| {
            self.count(|tile| matches!(tile.kind(), Kind::Animal { species, .. } if species == *wanted)) > 0
        };
        (0..4).filter(has).count() as u16
    }

    /// Whether what is kept for speed agrees with the tiles.
    #[must_use]
    pub(crate) fn check(&self, layout: &Layout) -> bool {
        let mut fresh = Self::EMPTY;
        for space in Space::all().filter(|space| !self.tile(*space).is_none()) {
            fresh.fill(layout, space, self.tile(space));
        }
        for tile in self.storage().into_iter().filter(|tile| !tile.is_none()) {
            fresh.store(layout, tile);
        }
        let sorted = self.storage().windows(2).all(|pair| pair[1].is_none() || pair[0] <= pair[1]);
        sorted
            && (fresh.storage, fresh.targets) == (self.storage, self.targets)
            && (fresh.filled, fresh.frontier) == (self.filled, self.frontier)
            && (fresh.closed, fresh.knowledge) == (self.closed, self.knowledge)
            && self.goods.type_count() <= PLACES as u32
    }
}
