//! Which actions are legal: one function a prompt.

use crate::action::Action;
use crate::action_set::ActionSet;
use crate::goods::Goods;
use crate::knowledge::Knowledge;
use crate::moves::Answers;
use crate::player::Player;
use crate::prompt::Prompt;
use crate::rules::Rules;
use crate::state::State;
use crate::tile::Colour;

/// What comes next: the forms of decision that are most frequent, and all else by the prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// A turn with one die, or two that are equal.
    OneDie,
    /// A turn with two dice that differ.
    TwoDice,
    /// The end of a turn without dice, any other prompt, chance, or the end.
    Other,
}

impl State {
    /// The legal actions; none at a chance node and at the end.
    #[inline(always)]
    #[must_use]
    pub fn legal(&self, rules: &Rules) -> ActionSet {
        match self.next() {
            Next::OneDie | Next::TwoDice => {
                let turning = self.actor().knowledge.turning();
                // As in playouts, code of its own for most players, who have none of these tiles.
                if turning == Knowledge::NONE {
                    self.turn_moves::<2>(rules, Knowledge::NONE).set()
                } else {
                    self.turn_moves::<2>(rules, turning).set()
                }
            }
            Next::Other if self.prompt.is_free() => self.free_moves(rules).set(),
            Next::Other => self.answers(rules).set(),
        }
    }

    /// What comes next here.
    #[inline(always)]
    pub(crate) fn next(&self) -> Next {
        if matches!(self.prompt, Prompt::Turn) { self.next_in_turn() } else { Next::Other }
    }

    /// What comes next in a turn.
    #[inline(always)]
    pub(crate) fn next_in_turn(&self) -> Next {
        let [first, second] = self.actor().dice;
        if first == 0 {
            Next::Other
        } else if second == 0 || second == first {
            // With two equal dice only die 0 is offered.
            Next::OneDie
        } else {
            Next::TwoDice
        }
    }

    /// The answers to the prompts that offer neither takes nor placings; none at a chance node and at the end.
    #[inline(always)]
    pub(crate) fn answers(&self, rules: &Rules) -> Answers {
        let declining = |allowed: bool| if allowed { Action::DECLINE_BIT } else { 0 };
        match self.prompt {
            // No die is left: a purchase, or the end of the turn (R4.3).
            Prompt::Turn => Answers { rest: self.purchases(rules), last: Action::END_TURN_BIT },
            Prompt::Warehouse => Answers {
                rest: Action::free_sale_bits(self.actor().goods.types()),
                last: declining(rules.options.decline_effects),
            },
            Prompt::Ship => {
                let depots = self.depots_with_goods();
                Answers { rest: Action::ship_bits(depots), last: declining(depots != ALL_DEPOTS) }
            }
            Prompt::SecondShip { depot } => {
                let depots = self.depots_with_goods() & ring_neighbours(depot);
                Answers { rest: Action::ship_bits(depots), last: declining(true) }
            }
            Prompt::Goods { depot, above, .. } => {
                Answers { rest: 0, last: Action::keep_bits(self.goods_to_keep(depot, above)) }
            }
            Prompt::Discard { .. } => {
                Answers { rest: Action::discard_bits(self.actor().distinct_places()), last: 0 }
            }
            Prompt::StartCastle => {
                let dark_green = self.layout(rules, self.seat()).spaces(Colour::Castle);
                Answers { rest: 0, last: Action::start_castle_bits(dark_green) }
            }
            _ => Answers { rest: 0, last: 0 },
        }
    }

    /// Whether the effect a prompt stands for can be carried out; if not, it is not asked (R6.8).
    #[inline(always)]
    pub(crate) fn can_answer(&self, rules: &Rules, prompt: Prompt) -> bool {
        match prompt {
            Prompt::CityHall => {
                self.actor().storage_targets().iter().any(|spaces| !spaces.is_empty())
                    || self.can_purchase_in_effect(rules)
            }
            Prompt::Carpenter | Prompt::Church | Prompt::Market => {
                self.depots.offered() & workshop_slots(rules, prompt) != 0
            }
            Prompt::Warehouse => !self.actor().goods.is_empty(),
            Prompt::Ship => self.depots_with_goods() != 0,
            Prompt::SecondShip { depot } => self.depots_with_goods() & ring_neighbours(depot) != 0,
            _ => true,
        }
    }

    /// The depots from which something can be stored, bit 0 for depot 1 (R6.2).
    #[inline(always)]
    pub(crate) fn depots_with_goods(&self) -> u32 {
        let player = self.actor();
        let storable = |i: usize| u32::from(player.can_store(self.depots.goods(i))) << i;
        (0..6).fold(0, |set, i| set | storable(i))
    }

    /// The types of a depot that may be kept next: new, above the last one, and with enough others above (R6.2).
    pub(crate) fn goods_to_keep(&self, depot: u8, above: u8) -> u32 {
        let player = self.actor();
        let mut types = new_types(player, self.depots.goods(depot as usize)) & !((1 << above) - 1);
        let mut kept = 0;
        let spare = (types.count_ones() + 1).saturating_sub(player.goods_places());
        for _ in 0..spare {
            let lowest = types & types.wrapping_neg();
            kept |= lowest;
            types &= !lowest;
        }
        kept
    }
}

/// All six depots.
pub(crate) const ALL_DEPOTS: u32 = 63;

/// The goods types that are not stored yet, bit `good - 1`.
pub(crate) const fn new_types(player: &Player, goods: Goods) -> u32 {
    goods.types() & !player.goods.types()
}

/// The two depots next to one in the ring 1-2-3-4-5-6-1, as bits.
pub(crate) const fn ring_neighbours(depot: u8) -> u32 {
    1 << ((depot + 1) % 6) | 1 << ((depot + 5) % 6)
}

/// The slots from which a carpenter's workshop, a church or a market takes (R6.8).
#[inline(always)]
pub(crate) const fn workshop_slots(rules: &Rules, prompt: Prompt) -> u32 {
    match prompt {
        Prompt::Carpenter => rules.building_slots,
        Prompt::Church => rules.church_slots,
        _ => rules.market_slots,
    }
}
