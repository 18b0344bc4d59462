//! A position as somebody wrote it down: anything goes.
//!
//! [`Draft::state`](crate::draft::Draft::state) turns it into a playable [`State`](crate::state::State) or says all that is wrong with it.

use crate::prompt::Prompt;
use crate::space::Space;
use crate::tile::{FACES, Tile};
use crate::track::LAST_SPACE;

/// A value that may be left out, given as "none yet", or given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Given<T> {
    /// Not mentioned: the default holds.
    #[default]
    LeftOut,
    /// Said to be none.
    Null,
    /// This value.
    Value(T),
}

/// One seat of a draft.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct DraftSeat {
    pub board: Given<u8>,
    pub start_castle: Given<Space>,
    pub estate: Option<Vec<(Space, Tile)>>,
    pub storage: Vec<Tile>,
    pub goods: [u8; 6],
    pub sold: [u8; 6],
    pub silver: u16,
    pub workers: u16,
    pub vp: u16,
    pub dice: Option<Vec<u8>>,
}

/// A position in plain lists, as a snapshot has them (docs/formats.md, section 4).
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Draft {
    pub phase: u8,
    pub round: u8,
    pub turn: u8,
    pub order: Vec<u8>,
    pub bought: bool,
    /// The stack of each space, top first.
    pub track: [Vec<u8>; LAST_SPACE as usize + 1],
    pub white_die: Option<u8>,
    pub round_goods: Vec<u8>,
    pub tiles: [[Tile; 4]; 6],
    pub goods: [[u8; 6]; 6],
    pub black: Vec<Tile>,
    pub normal_supply: Option<[u8; FACES]>,
    pub black_supply: Option<[u8; FACES]>,
    pub goods_supply: Option<[u8; 6]>,
    /// Seats that took the large and the small bonus tile of each colour.
    pub bonus: [Vec<u8>; 6],
    pub seats: Vec<DraftSeat>,
    pub prompt: Prompt,
}

impl Draft {
    /// The defaults of a position with this many players.
    #[must_use]
    pub fn new(players: u8) -> Self {
        let mut track: [Vec<u8>; LAST_SPACE as usize + 1] = Default::default();
        track[0] = (0..players).collect();
        Self {
            phase: 0,
            round: 1,
            turn: 0,
            order: (0..players).collect(),
            bought: false,
            track,
            white_die: None,
            round_goods: Vec::new(),
            tiles: [[Tile::NONE; 4]; 6],
            goods: [[0; 6]; 6],
            black: Vec::new(),
            normal_supply: None,
            black_supply: None,
            goods_supply: None,
            bonus: Default::default(),
            seats: vec![DraftSeat::default(); players as usize],
            prompt: Prompt::Turn,
        }
    }

    /// The tile that waits for a discard, or none.
    pub(crate) const fn waiting(&self) -> Tile {
        match self.prompt {
            Prompt::Discard { tile, .. } => tile,
            _ => Tile::NONE,
        }
    }
}
