//! What is to be decided next, or drawn.

use crate::tile::Tile;

/// The kind of decision that is due; who must decide is the seat to act, except at [`Prompt::Chance`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Prompt {
    /// An action with a die, a purchase, or the end of the turn (R4).
    Turn,
    /// The castle's action (R6.5).
    Castle,
    CityHall,
    Carpenter,
    Church,
    Market,
    Warehouse,
    /// The depot whose goods a ship takes (R6.2).
    Ship,
    /// A neighbour of `depot` (0 to 5), with knowledge 5 (R6.3).
    SecondShip {
        depot: u8,
    },
    /// Which types of `depot` to keep, in ascending order; `above` is the last one kept (R6.2).
    Goods {
        depot: u8,
        above: u8,
        then: Then,
    },
    /// Which stored tile gives way to `tile` (R5.2).
    Discard {
        tile: Tile,
        then: Then,
    },
    StartCastle,
    Over,
    Chance(Chance),
}

/// What follows a choice of goods or a discard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Then {
    Turn,
    Castle,
    CityHall,
    SecondShip,
}

/// A chance event: what is drawn or rolled next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Chance {
    Board {
        seat: u8,
    },
    StartPlayer,
    Deal {
        seat: u8,
    },
    /// The tile for slot `slot` (0 to 3) of depot `depot` (0 to 5).
    Depot {
        depot: u8,
        slot: u8,
    },
    Black,
    Good,
    White,
    Dice {
        seat: u8,
    },
}

const _: () = assert!(size_of::<Prompt>() == 4);

impl Chance {
    /// The rule the event comes from.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Board { .. } => "R1.8",
            Self::StartPlayer => "R1.4",
            Self::Deal { .. } => "R1.3",
            Self::Depot { .. } | Self::Black => "R2.2",
            Self::Good => "R2.4",
            Self::White | Self::Dice { .. } => "R2.5",
        }
    }
}

impl Prompt {
    /// Whether the first phase is still to come (R1).
    pub(crate) const fn is_setup(self) -> bool {
        matches!(
            self,
            Self::StartCastle
                | Self::Chance(Chance::Board { .. } | Chance::StartPlayer | Chance::Deal { .. })
        )
    }

    /// Whether what is offered are takes and placings without a die (R6.5, R6.8).
    #[inline(always)]
    pub(crate) const fn is_free(self) -> bool {
        matches!(self, Self::Castle | Self::CityHall | Self::Carpenter | Self::Church | Self::Market)
    }

    /// The prompt's name in snapshots and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Castle => "castle",
            Self::CityHall => "city_hall",
            Self::Carpenter => "carpenter",
            Self::Church => "church",
            Self::Market => "market",
            Self::Warehouse => "warehouse",
            Self::Ship => "ship",
            Self::SecondShip { .. } => "second_ship",
            Self::Goods { .. } => "goods",
            Self::Discard { .. } => "discard",
            Self::StartCastle => "start_castle",
            Self::Over => "over",
            Self::Chance(_) => "chance",
        }
    }

    /// The rule that says what may be answered.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Turn => "R4.1",
            Self::Castle => "R6.5",
            Self::CityHall | Self::Carpenter | Self::Church | Self::Market | Self::Warehouse => "R6.8",
            Self::Ship | Self::Goods { .. } => "R6.2",
            Self::SecondShip { .. } => "R6.3",
            Self::Discard { .. } => "R5.2",
            Self::StartCastle => "R1.8",
            Self::Over => "R9.2",
            Self::Chance(event) => event.rule(),
        }
    }
}

impl Then {
    /// The name of the prompt that follows.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["turn", "castle", "city_hall", "second_ship"][self as usize]
    }
}
