//! Whether one action is legal, and if not, the first rule it breaks (order of checks: docs/formats.md, section 7).

use std::fmt;

use crate::action::{Action, FREE};
use crate::legal::{ALL_DEPOTS, ring_neighbours, workshop_slots};
use crate::prompt::{Chance, Prompt};
use crate::rules::Rules;
use crate::space::Space;
use crate::state::State;
use crate::tile::{Colour, Tile};

/// Why an action or outcome is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Illegal {
    Over,
    NotAnOutcome(Chance),
    NotOffered(Prompt),
    PurchaseInEffect,
    NoSuchDie,
    NoDieShows(u8),
    SameDice,
    DiceLeft,
    SlotEmpty {
        depot: u8,
    },
    /// Also of the black depot, where `depot` is none.
    NotOnDepot {
        tile: Tile,
        depot: Option<u8>,
        to_buy: bool,
    },
    SlotRepeats(Tile),
    WrongKind {
        tile: Tile,
        prompt: Prompt,
    },
    Workers {
        needed: u16,
        has: u16,
    },
    StorageEmpty,
    NotStored {
        tile: Tile,
        to_discard: bool,
    },
    StorageRepeats {
        tile: Tile,
        to_discard: bool,
    },
    Filled(Space),
    WrongColour {
        space: Space,
        colour: Colour,
    },
    Unconnected(Space),
    BuildingRepeats {
        tile: Tile,
        space: Space,
    },
    NoGoods(u8),
    Bought,
    Silver {
        cost: u16,
        has: u16,
    },
    NoDepotPurchase,
    NothingToBuy,
    BuyRepeats(Tile),
    NothingToStore {
        depot: u8,
        second: bool,
    },
    NotNeighbour {
        depot: u8,
        first: u8,
    },
    CannotKeep(u8),
    NotDarkGreen(Space),
    MustChoose(Prompt),
}

const _: () =
    assert!(size_of::<Illegal>() <= 8, "a reason fits a register, since legality is asked for often");

impl Illegal {
    /// The rule that is broken.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Over => "R9.2",
            Self::NotAnOutcome(event) => event.rule(),
            Self::NotOffered(prompt) => prompt.rule(),
            Self::PurchaseInEffect => "R11.1",
            Self::NoSuchDie | Self::NoDieShows(_) | Self::SameDice | Self::DiceLeft => "R4.1",
            Self::SlotEmpty { .. } | Self::SlotRepeats(_) | Self::NotOnDepot { to_buy: false, .. } => "R5.1",
            Self::NotStored { to_discard: true, .. } | Self::StorageRepeats { to_discard: true, .. } => {
                "R5.2"
            }
            Self::WrongKind { .. } => "R6.8",
            Self::Workers { .. } => "R4.6",
            Self::StorageEmpty | Self::Filled(_) | Self::NotStored { .. } | Self::StorageRepeats { .. } => {
                "R5.3"
            }
            Self::WrongColour { .. } => "R5.3b",
            Self::Unconnected(_) => "R5.3c",
            Self::BuildingRepeats { .. } => "R5.3d",
            Self::NoGoods(_) => "R5.4",
            Self::Bought
            | Self::Silver { .. }
            | Self::NoDepotPurchase
            | Self::NothingToBuy
            | Self::BuyRepeats(_)
            | Self::NotOnDepot { .. } => "R7.1",
            Self::NotNeighbour { .. } | Self::NothingToStore { second: true, .. } => "R6.3",
            Self::CannotKeep(_) | Self::MustChoose(Prompt::Ship) | Self::NothingToStore { .. } => "R6.2",
            Self::NotDarkGreen(_) => "R1.8",
            Self::MustChoose(_) => "R11.3",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let depot_name = |depot: Option<u8>| match depot {
            Some(depot) => format!("depot {}", depot + 1),
            None => "the black depot".into(),
        };
        match *self {
            Self::Over => f.write_str("the game is over"),
            Self::NotAnOutcome(_) => f.write_str("not an outcome of this chance event"),
            Self::NotOffered(prompt) => write!(f, "not offered at the prompt {}", prompt.name()),
            Self::PurchaseInEffect => f.write_str("no purchase while an effect waits"),
            Self::NoSuchDie => f.write_str("this die is not left"),
            Self::NoDieShows(value) => write!(f, "no unused die shows {value}"),
            Self::SameDice => f.write_str("both dice show the same, so only die 0 is offered"),
            Self::DiceLeft => f.write_str("a die is not used yet; taking workers is always possible"),
            Self::SlotEmpty { depot } => write!(f, "that space of depot {} is empty", depot + 1),
            Self::NotOnDepot { tile, depot, .. } => write!(f, "there is no {tile} on {}", depot_name(depot)),
            Self::SlotRepeats(tile) | Self::BuyRepeats(tile) => {
                write!(f, "an equal {tile} lies before it; the first one stands for both")
            }
            Self::WrongKind { tile, prompt } => write!(f, "the {} does not take a {tile}", prompt.name()),
            Self::Workers { needed, has } => write!(f, "needs {needed} worker(s), there are {has}"),
            Self::StorageEmpty => f.write_str("that storage place is empty"),
            Self::NotStored { tile, .. } => write!(f, "there is no {tile} in storage"),
            Self::StorageRepeats { tile, .. } => {
                write!(f, "an equal {tile} is stored before it; the first one stands for both")
            }
            Self::Filled(space) => write!(f, "{space} is filled"),
            Self::WrongColour { space, colour } => write!(f, "{space} is a {colour} space"),
            Self::Unconnected(space) => write!(f, "{space} touches no filled space"),
            Self::BuildingRepeats { tile, space } => write!(f, "the city at {space} has a {tile} already"),
            Self::NoGoods(good) => write!(f, "there are no goods of type {good} in storage"),
            Self::Bought => f.write_str("one purchase has been made in this turn"),
            Self::Silver { cost, has } => write!(f, "costs {cost} silver, there is {has}"),
            Self::NoDepotPurchase => f.write_str("buying from a numbered depot needs knowledge 6"),
            Self::NothingToBuy => f.write_str("that space is empty"),
            Self::NothingToStore { depot, .. } => {
                write!(f, "no goods of depot {} can be stored", depot + 1)
            }
            Self::NotNeighbour { depot, first } => {
                write!(f, "depot {} is no neighbour of depot {}", depot + 1, first + 1)
            }
            Self::CannotKeep(good) => {
                write!(f, "type {good} is not a new type of the depot, or too few would be left above it")
            }
            Self::NotDarkGreen(space) => write!(f, "{space} is not a dark-green space"),
            Self::MustChoose(_) => f.write_str("what can be done must be done"),
        }
    }
}

impl std::error::Error for Illegal {}

type Legality = Result<(), Illegal>;

/// Gives the reason unless the condition holds.
fn ensure(holds: bool, reason: Illegal) -> Legality {
    if holds { Ok(()) } else { Err(reason) }
}

impl State {
    /// Whether an action is legal here; the same as membership in [`legal`](Self::legal), for one action.
    ///
    /// # Errors
    ///
    /// The first rule the action breaks.
    #[inline(always)]
    pub fn legality(&self, rules: &Rules, action: Action) -> Legality {
        let possible = match action {
            Action::Take { die, slot } => self.can_take(die, slot),
            Action::Place { die, storage, space } => self.can_place(rules, die, storage, space),
            Action::Sell { die, good } => self.can_sell(die, good),
            Action::Workers { die } => self.can_use(die),
            Action::Discard { storage } => self.can_discard(storage),
            _ => false,
        };
        debug_assert!(!possible || self.full_legality(rules, action).is_ok(), "{action:?} is not legal");
        if possible { Ok(()) } else { self.full_legality(rules, action) }
    }

    /// Whether a die is one of the turn, 0 or 1, and offered (R4.1).
    #[inline(always)]
    pub(crate) fn can_use(&self, die: u8) -> bool {
        let [first, second] = self.actor().dice;
        matches!(self.prompt, Prompt::Turn)
            && if die == 0 { first != 0 } else { die == 1 && second != 0 && second != first }
    }

    /// Whether a tile can be taken from a slot with a die of the turn (R5.1).
    #[inline(always)]
    pub(crate) fn can_take(&self, die: u8, slot: u8) -> bool {
        let free = self.actor().knowledge.free_take();
        self.can_use(die) && self.depots.offered() >> slot & 1 == 1 && self.can_turn(die, slot / 4 + 1, free)
    }

    /// Whether a stored tile can be placed on a space with a die of the turn (R5.3).
    #[inline(always)]
    pub(crate) fn can_place(&self, rules: &Rules, die: u8, storage: u8, space: Space) -> bool {
        let player = self.actor();
        let free = player.knowledge.free_place(player.stored(storage as usize).colour());
        self.can_use(die)
            && player.storage_targets()[storage as usize].contains(space)
            && self.can_turn(die, self.layout(rules, self.seat()).die(space), free)
    }

    /// Whether goods can be sold with a die of the turn (R5.4).
    #[inline(always)]
    pub(crate) fn can_sell(&self, die: u8, good: u8) -> bool {
        self.can_use(die) && self.actor().goods.has(good) && self.can_turn(die, good, false)
    }

    /// Whether the tile at a storage place can be discarded for the one that waits (R5.2).
    #[inline(always)]
    pub(crate) fn can_discard(&self, storage: u8) -> bool {
        matches!(self.prompt, Prompt::Discard { .. }) && !self.actor().repeats_storage(storage.into())
    }

    /// Whether there are workers to turn a die into a target, in the terms in which they are paid (R4.6).
    #[inline(always)]
    fn can_turn(&self, die: u8, target: u8, free: bool) -> bool {
        let player = self.actor();
        let value = player.dice[usize::from(die & 1)];
        player.knowledge.workers_to_turn(value, target, free) <= player.workers
    }

    /// Whether an action is legal, by the rules one after another: for what is rare, and for the reason.
    pub(crate) fn full_legality(&self, rules: &Rules, action: Action) -> Legality {
        match self.prompt {
            Prompt::Over => return Err(Illegal::Over),
            Prompt::Chance(event) => return Err(Illegal::NotAnOutcome(event)),
            Prompt::Turn => {
                if let Some(die) = action.die().filter(|die| *die != FREE) {
                    return self.die_legality(rules, action, die);
                }
            }
            _ => {}
        }
        let free = matches!(action.die(), None | Some(FREE));
        match (self.prompt, action) {
            (Prompt::Turn, Action::EndTurn) => ensure(self.actor().dice[0] == 0, Illegal::DiceLeft),
            (Prompt::Turn, Action::BuyBlack { .. } | Action::BuyDepot { .. }) => {
                self.buy_legality(rules, action)
            }
            (Prompt::Castle | Prompt::CityHall, Action::BuyBlack { .. } | Action::BuyDepot { .. }) => {
                ensure(rules.options.purchase_in_effect, Illegal::PurchaseInEffect)?;
                self.buy_legality(rules, action)
            }
            (Prompt::Castle, Action::Take { slot, .. }) if free => self.take_legality(slot),
            (Prompt::Castle | Prompt::CityHall, Action::Place { storage, space, .. }) if free => {
                self.place_legality(rules, storage, space)
            }
            (Prompt::Castle | Prompt::Warehouse, Action::Sell { good, .. }) if free => {
                ensure(self.actor().goods.has(good), Illegal::NoGoods(good))
            }
            (Prompt::Castle, Action::Workers { .. }) if free => Ok(()),
            (Prompt::Carpenter | Prompt::Church | Prompt::Market, Action::Take { slot, .. }) if free => {
                self.workshop_legality(rules, slot)
            }
            (Prompt::Ship | Prompt::SecondShip { .. }, Action::ShipGoods { depot }) => {
                self.ship_legality(depot)
            }
            (Prompt::Goods { depot, above, .. }, Action::Keep { good }) => {
                let kept = self.goods_to_keep(depot, above) >> (good - 1) & 1 == 1;
                ensure(kept, Illegal::CannotKeep(good))
            }
            (Prompt::Discard { .. }, Action::Discard { storage }) => {
                let tile = self.actor().stored(storage as usize);
                let repeats = self.actor().repeats_storage(storage as usize);
                ensure(!repeats, Illegal::StorageRepeats { tile, to_discard: true })
            }
            (Prompt::StartCastle, Action::StartCastle { space }) => {
                let dark_green = self.layout(rules, self.seat()).colour(space) == Colour::Castle;
                ensure(dark_green, Illegal::NotDarkGreen(space))
            }
            (_, Action::Decline) => self.decline_legality(rules),
            (prompt, _) => Err(Illegal::NotOffered(prompt)),
        }
    }

    /// An action with an unused die: the die, the action itself, then the workers (R4.1, R5, R4.6).
    fn die_legality(&self, rules: &Rules, action: Action, die: u8) -> Legality {
        let player = self.actor();
        let [first, second] = player.dice;
        let value = if die == 0 { first } else { second };
        ensure(value != 0, Illegal::NoSuchDie)?;
        ensure(die == 0 || first != second, Illegal::SameDice)?;
        let (target, free) = match action {
            Action::Take { slot, .. } => {
                self.take_legality(slot)?;
                (slot / 4 + 1, player.knowledge.free_take())
            }
            Action::Place { storage, space, .. } => {
                self.place_legality(rules, storage, space)?;
                let colour = player.stored(storage as usize).colour();
                (self.layout(rules, self.seat()).die(space), player.knowledge.free_place(colour))
            }
            Action::Sell { good, .. } => {
                ensure(player.goods.has(good), Illegal::NoGoods(good))?;
                (good, false)
            }
            _ => return Ok(()),
        };
        self.workers_legality(player.knowledge.workers_to_turn(value, target, free))
    }

    fn workers_legality(&self, needed: u16) -> Legality {
        let has = self.actor().workers;
        ensure(needed <= has, Illegal::Workers { needed, has })
    }

    fn take_legality(&self, slot: u8) -> Legality {
        let tile = self.depots.tile(slot as usize);
        ensure(!tile.is_none(), Illegal::SlotEmpty { depot: slot / 4 })?;
        ensure(self.depots.offered() >> slot & 1 == 1, Illegal::SlotRepeats(tile))
    }

    fn workshop_legality(&self, rules: &Rules, slot: u8) -> Legality {
        self.take_legality(slot)?;
        let tile = self.depots.tile(slot as usize);
        let right = workshop_slots(rules, self.prompt) >> slot & 1 == 1;
        ensure(right, Illegal::WrongKind { tile, prompt: self.prompt })
    }

    fn place_legality(&self, rules: &Rules, storage: u8, space: Space) -> Legality {
        let player = self.actor();
        let tile = player.stored(storage as usize);
        ensure(!tile.is_none(), Illegal::StorageEmpty)?;
        let repeats = player.repeats_storage(storage as usize);
        ensure(!repeats, Illegal::StorageRepeats { tile, to_discard: false })?;
        ensure(!player.filled().contains(space), Illegal::Filled(space))?;
        let layout = self.layout(rules, self.seat());
        let colour = layout.colour(space);
        ensure(colour == tile.colour(), Illegal::WrongColour { space, colour })?;
        ensure(player.frontier().contains(space), Illegal::Unconnected(space))?;
        let closed = player.closed_cities(layout, tile).contains(space);
        ensure(!closed, Illegal::BuildingRepeats { tile, space })
    }

    fn buy_legality(&self, rules: &Rules, action: Action) -> Legality {
        let player = self.actor();
        ensure(!self.bought, Illegal::Bought)?;
        let (cost, has) = (rules.tables.purchase_cost, player.silver);
        ensure(has >= cost, Illegal::Silver { cost, has })?;
        let (tile, offered) = match action {
            Action::BuyBlack { slot } => {
                (self.depots.black_row().get(slot as usize), self.depots.black_offered() >> slot & 1 == 1)
            }
            Action::BuyDepot { slot } => {
                ensure(player.knowledge.buys_from_depots(), Illegal::NoDepotPurchase)?;
                (self.depots.tile(slot as usize), self.depots.offered() >> slot & 1 == 1)
            }
            _ => return Err(Illegal::NotOffered(self.prompt)),
        };
        ensure(!tile.is_none(), Illegal::NothingToBuy)?;
        ensure(offered, Illegal::BuyRepeats(tile))
    }

    fn ship_legality(&self, depot: u8) -> Legality {
        if let Prompt::SecondShip { depot: first } = self.prompt {
            let neighbour = ring_neighbours(first) >> depot & 1 == 1;
            ensure(neighbour, Illegal::NotNeighbour { depot, first })?;
        }
        let storable = self.depots_with_goods() >> depot & 1 == 1;
        let second = matches!(self.prompt, Prompt::SecondShip { .. });
        ensure(storable, Illegal::NothingToStore { depot, second })
    }

    fn decline_legality(&self, rules: &Rules) -> Legality {
        let prompt = self.prompt;
        let allowed = match prompt {
            Prompt::SecondShip { .. } => true,
            Prompt::Ship => self.depots_with_goods() != ALL_DEPOTS,
            Prompt::Carpenter | Prompt::Church | Prompt::Market | Prompt::Warehouse => {
                rules.options.decline_effects
            }
            Prompt::CityHall => {
                let targets = self.actor().storage_targets();
                rules.options.decline_effects || targets.iter().all(|spaces| spaces.is_empty())
            }
            _ => return Err(Illegal::NotOffered(prompt)),
        };
        ensure(allowed, Illegal::MustChoose(prompt))
    }
}
