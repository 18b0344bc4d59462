//! What an action does, event by event, each with its rule id.
//!
//! Rule code reports to a [`Log`]; the empty log `()` costs nothing.

use crate::space::Space;
use crate::tile::{Colour, Tile};

/// Where VP come from (docs/formats.md, section 8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Source {
    Goods,
    Animals,
    Watchtower,
    Region,
    Phase,
    Bonus,
    FinalGoods,
    FinalSilver,
    FinalWorkers,
    /// A knowledge tile of the final scoring, by number.
    Knowledge(u8),
}

impl Source {
    /// Number of sources, the knowledge tiles 15 to 26 counted one by one.
    pub const COUNT: usize = 21;

    /// All sources in order.
    pub fn all() -> impl Iterator<Item = Self> {
        use Source::{
            Animals, Bonus, FinalGoods, FinalSilver, FinalWorkers, Goods, Phase, Region, Watchtower,
        };
        let plain = [Goods, Animals, Watchtower, Region, Phase, Bonus, FinalGoods, FinalSilver, FinalWorkers];
        plain.into_iter().chain((15..=26).map(Self::Knowledge))
    }

    /// Position in [`all`](Self::all).
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Goods => 0,
            Self::Animals => 1,
            Self::Watchtower => 2,
            Self::Region => 3,
            Self::Phase => 4,
            Self::Bonus => 5,
            Self::FinalGoods => 6,
            Self::FinalSilver => 7,
            Self::FinalWorkers => 8,
            Self::Knowledge(number) => 9 + number as usize - 15,
        }
    }

    /// Whether it belongs to the final scoring (R9.1).
    #[must_use]
    pub const fn is_final(self) -> bool {
        self.index() >= Self::FinalGoods.index()
    }

    /// The source's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        [
            "goods",
            "animals",
            "watchtower",
            "region",
            "phase",
            "bonus",
            "final_goods",
            "final_silver",
            "final_workers",
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
        ][self.index()]
    }
}

/// One thing that happens; depots count from 0, none is the black depot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Event {
    UseDie { seat: u8, die: u8, used_as: u8 },
    FreeStep { seat: u8, knowledge: u8 },
    PayWorkers { seat: u8, workers: u16 },
    Take { rule: &'static str, seat: u8, tile: Tile, depot: u8 },
    Buy { seat: u8, tile: Tile, depot: Option<u8>, silver: u16 },
    Discard { seat: u8, tile: Tile },
    Store { seat: u8, tile: Tile },
    Place { rule: &'static str, seat: u8, tile: Tile, space: Space },
    GainSilver { rule: &'static str, seat: u8, silver: u16 },
    GainWorkers { rule: &'static str, seat: u8, workers: u16 },
    Vp { rule: &'static str, seat: u8, vp: u16, source: Source },
    BonusTile { seat: u8, colour: Colour, large: bool },
    TakeGoods { rule: &'static str, seat: u8, depot: u8, good: u8, count: u8 },
    Track { seat: u8, space: u8 },
    Sell { seat: u8, good: u8, count: u8 },
    Decline { rule: &'static str, seat: u8 },
    EndTurn { seat: u8 },
    Order { order: [u8; 4], players: u8 },
    EndPhase { phase: u8 },
    GameOver { ranking: [u8; 4], players: u8 },
    Board { seat: u8, board: u8 },
    StartPlayer { seat: u8 },
    Deal { seat: u8, good: u8 },
    Draw { tile: Tile, depot: Option<u8> },
    Reveal { good: u8 },
    WhiteDie { die: u8 },
    PutGoods { depot: u8, good: u8 },
    Roll { seat: u8, dice: [u8; 2] },
}

impl Event {
    /// The event's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::UseDie { .. } => "use_die",
            Self::FreeStep { .. } => "free_step",
            Self::PayWorkers { .. } => "pay_workers",
            Self::Take { .. } => "take",
            Self::Buy { .. } => "buy",
            Self::Discard { .. } => "discard",
            Self::Store { .. } => "store",
            Self::Place { .. } => "place",
            Self::GainSilver { .. } => "gain_silver",
            Self::GainWorkers { .. } => "gain_workers",
            Self::Vp { .. } => "vp",
            Self::BonusTile { .. } => "bonus_tile",
            Self::TakeGoods { .. } => "take_goods",
            Self::Track { .. } => "track",
            Self::Sell { .. } => "sell",
            Self::Decline { .. } => "decline",
            Self::EndTurn { .. } => "end_turn",
            Self::Order { .. } => "order",
            Self::EndPhase { .. } => "end_phase",
            Self::GameOver { .. } => "game_over",
            Self::Board { .. } => "board",
            Self::StartPlayer { .. } => "start_player",
            Self::Deal { .. } => "deal",
            Self::Draw { .. } => "draw",
            Self::Reveal { .. } => "reveal",
            Self::WhiteDie { .. } => "white_die",
            Self::PutGoods { .. } => "put_goods",
            Self::Roll { .. } => "roll",
        }
    }

    /// The rule by which it happens.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::Take { rule, .. }
            | Self::Place { rule, .. }
            | Self::GainSilver { rule, .. }
            | Self::GainWorkers { rule, .. }
            | Self::Vp { rule, .. }
            | Self::TakeGoods { rule, .. }
            | Self::Decline { rule, .. } => rule,
            Self::UseDie { .. } => "R4.1",
            Self::FreeStep { .. } => "R4.5",
            Self::PayWorkers { .. } => "R4.6",
            Self::Buy { .. } => "R7.1",
            Self::Discard { .. } | Self::Store { .. } => "R5.2",
            Self::BonusTile { .. } => "R8.2",
            Self::Track { .. } => "R6.2",
            Self::Sell { .. } => "R5.4",
            Self::EndTurn { .. } => "R4.3",
            Self::Order { .. } => "R3.1",
            Self::EndPhase { .. } => "R2.6",
            Self::GameOver { .. } => "R9.2",
            Self::Board { .. } => "R1.8",
            Self::StartPlayer { .. } => "R1.4",
            Self::Deal { .. } => "R1.3",
            Self::Draw { .. } => "R2.2",
            Self::Reveal { .. } => "R2.4",
            Self::WhiteDie { .. } | Self::PutGoods { .. } | Self::Roll { .. } => "R2.5",
        }
    }
}

/// A listener to events.
pub trait Log {
    /// Takes note of an event.
    fn log(&mut self, event: Event);
}

impl Log for () {
    #[inline(always)]
    fn log(&mut self, _: Event) {}
}

impl Log for Vec<Event> {
    fn log(&mut self, event: Event) {
        self.push(event);
    }
}

/// VP by seat and source, in the order of [`Source::all`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Points(pub [[u64; Source::COUNT]; 4]);

impl Default for Points {
    fn default() -> Self {
        Self([[0; Source::COUNT]; 4])
    }
}

impl Log for Points {
    #[inline(always)]
    fn log(&mut self, event: Event) {
        if let Event::Vp { seat, vp, source, .. } = event {
            self.0[seat as usize][source.index()] += u64::from(vp);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_numbered_in_order() {
        assert_eq!(Source::all().count(), Source::COUNT);
        for (i, source) in Source::all().enumerate() {
            assert_eq!(source.index(), i);
        }
        assert_eq!(Source::Knowledge(26).name(), "k26");
    }
}
