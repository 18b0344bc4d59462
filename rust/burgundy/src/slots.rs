//! The slots of the numbered depots: their colours, and which of one depot share a colour (R2.2, R2.3).

use crate::action::SLOTS;
use crate::tile::Colour;

pub(crate) const NO_SLOT: u8 = u8::MAX;

/// The slots as they are printed, and with the colour of the exception.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PrintedSlots {
    /// As printed, and with the exception.
    tables: [SlotTable; 2],
    /// Slots that are the only one of their colour in their depot by both tables.
    alone: u32,
    /// Phases in which the exception holds with three players, bit by phase.
    exception_phases: u8,
}

/// Colours of the slots, `depot * 4 + slot`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SlotTable {
    pub colours: [Colour; SLOTS],
    /// The slot of the same colour before and after this one in its depot, or [`NO_SLOT`].
    pub previous: [u8; SLOTS],
    pub next: [u8; SLOTS],
}

/// The slots as they are in some phase of a game.
#[derive(Clone, Copy)]
pub(crate) struct Slots<'a> {
    printed: &'a PrintedSlots,
    players: u8,
    phase: u8,
}

impl PrintedSlots {
    /// The slots with these colours, and those with three players in these phases.
    pub fn new(plain: [Colour; SLOTS], with_exception: [Colour; SLOTS], phases: &[u8]) -> Self {
        let tables = [SlotTable::new(plain), SlotTable::new(with_exception)];
        Self {
            alone: tables[0].alone() & tables[1].alone(),
            tables,
            exception_phases: phases.iter().fold(0, |set, phase| set | 1 << phase),
        }
    }

    /// The slots in a phase.
    #[inline(always)]
    pub const fn during(&self, players: u8, phase: u8) -> Slots<'_> {
        Slots { printed: self, players, phase }
    }
}

impl SlotTable {
    fn new(colours: [Colour; SLOTS]) -> Self {
        let same = |i: usize, mut others: std::ops::Range<usize>, back: bool| {
            let found = if back {
                others.rev().find(|j| colours[*j] == colours[i])
            } else {
                others.find(|j| colours[*j] == colours[i])
            };
            found.map_or(NO_SLOT, |j| j as u8)
        };
        let previous: [u8; SLOTS] = std::array::from_fn(|i| same(i, i & !3..i, true));
        let next: [u8; SLOTS] = std::array::from_fn(|i| same(i, i + 1..(i & !3) + 4, false));
        Self { colours, previous, next }
    }

    /// The slots that are the only one of their colour in their depot.
    fn alone(&self) -> u32 {
        let alone = |slot: &usize| self.previous[*slot] == NO_SLOT && self.next[*slot] == NO_SLOT;
        (0..SLOTS).filter(alone).fold(0, |set, slot| set | 1 << slot)
    }
}

impl<'a> Slots<'a> {
    /// Their colours, and which of them share one; looked up when it is asked for, since most slots are alone.
    #[inline(always)]
    pub const fn table(self) -> &'a SlotTable {
        let exception = self.players == 3 && self.printed.exception_phases >> self.phase & 1 == 1;
        &self.printed.tables[exception as usize]
    }

    /// Whether the slot is known to be the only one of its colour in its depot, in every phase, as most are.
    #[inline(always)]
    pub const fn is_alone(self, slot: usize) -> bool {
        self.printed.alone >> slot & 1 == 1
    }
}
