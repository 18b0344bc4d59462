//! Which actions are legal: one function a prompt.

use crate::action::{Action, ActionSet, FREE};
use crate::goods::Goods;
use crate::layout::Layout;
use crate::player::Player;
use crate::prompt::Prompt;
use crate::rules::Rules;
use crate::space::Spaces;
use crate::state::State;
use crate::tile::Colour;

impl State {
    /// The legal actions; none at a chance node and at the end.
    #[inline(always)]
    #[must_use]
    pub fn legal(&self, rules: &Rules) -> ActionSet {
        if self.has_turn_moves() { self.turn_moves(rules).set() } else { self.other_actions(rules) }
    }

    /// Whether the seat to act is in its turn and has a die left.
    #[inline(always)]
    pub(crate) fn has_turn_moves(&self) -> bool {
        matches!(self.prompt, Prompt::Turn) && self.actor().dice[0] != 0
    }

    /// The answers to a prompt in the middle of a turn, at its end or during set-up.
    pub(crate) fn other_actions(&self, rules: &Rules) -> ActionSet {
        let mut set = ActionSet::EMPTY;
        match self.prompt {
            Prompt::Castle => self.add_castle(rules, &mut set),
            Prompt::CityHall => self.add_city_hall(rules, &mut set),
            Prompt::Carpenter | Prompt::Church | Prompt::Market => self.add_workshop(rules, &mut set),
            Prompt::Warehouse => {
                set.sell(FREE, self.actor().goods.types());
                add_decline(rules, &mut set);
            }
            Prompt::Ship => {
                let depots = self.depots_with_goods();
                set.ship_goods(depots);
                if depots != ALL_DEPOTS {
                    set.insert(Action::Decline);
                }
            }
            Prompt::SecondShip { depot } => {
                set.ship_goods(self.depots_with_goods() & ring_neighbours(depot));
                set.insert(Action::Decline);
            }
            Prompt::Goods { depot, above, .. } => set.keep(self.goods_to_keep(depot, above)),
            Prompt::Discard { .. } => {
                let [_, b, c] = self.distinct_storage();
                set.discard(1 | u8::from(!b.is_none()) << 1 | u8::from(!c.is_none()) << 2);
            }
            Prompt::StartCastle => {
                set.start_castle(self.layout(rules, self.seat()).spaces(Colour::Castle).bits());
            }
            Prompt::Turn => {
                // No die is left: a purchase, or the end of the turn (R4.3).
                set.insert(Action::EndTurn);
                set.rest(self.purchases(rules));
            }
            Prompt::Over | Prompt::Chance(_) => {}
        }
        set
    }

    /// A castle's action: any of the four, with a die of any result (R6.5).
    fn add_castle(&self, rules: &Rules, set: &mut ActionSet) {
        set.take(FREE, self.depots.offered());
        self.add_free_place(rules, set);
        set.sell(FREE, self.actor().goods.types());
        set.workers(FREE);
        if rules.options.purchase_in_effect {
            set.rest(self.purchases(rules));
        }
    }

    /// A city hall's placement (R6.8).
    fn add_city_hall(&self, rules: &Rules, set: &mut ActionSet) {
        let possible = self.add_free_place(rules, set);
        if rules.options.decline_effects || !possible {
            set.insert(Action::Decline);
        }
        if rules.options.purchase_in_effect {
            set.rest(self.purchases(rules));
        }
    }

    /// What the carpenter's workshop, the church or the market takes (R6.8).
    fn add_workshop(&self, rules: &Rules, set: &mut ActionSet) {
        set.take(FREE, self.depots.offered() & workshop_slots(rules, self.prompt));
        add_decline(rules, set);
    }

    /// Every stored tile on every space but for the number; whether there is any.
    fn add_free_place(&self, rules: &Rules, set: &mut ActionSet) -> bool {
        let targets = self.targets(self.layout(rules, self.seat()));
        for (place, spaces) in targets.iter().enumerate() {
            set.place(FREE, place as u8, spaces.bits());
        }
        targets.iter().any(|spaces| !spaces.is_empty())
    }

    /// For each stored tile, equal ones once, the spaces that suit it but for the number (R5.3b-d).
    #[inline(always)]
    pub(crate) fn targets(&self, layout: &Layout) -> [Spaces; 3] {
        let player = self.actor();
        let [a, b, c] = self.distinct_storage();
        [player.targets(layout, a), player.targets(layout, b), player.targets(layout, c)]
    }

    /// Whether the effect a prompt stands for can be carried out; if not, it is not asked (R6.8).
    #[inline(always)]
    pub(crate) fn can_answer(&self, rules: &Rules, prompt: Prompt) -> bool {
        match prompt {
            Prompt::CityHall => {
                let targets = self.targets(self.layout(rules, self.seat()));
                targets.iter().any(|spaces| !spaces.is_empty()) || self.can_purchase_in_effect(rules)
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

/// Declining what can be done, where the option allows it (R6.8, R11.3).
#[inline(always)]
fn add_decline(rules: &Rules, set: &mut ActionSet) {
    if rules.options.decline_effects {
        set.insert(Action::Decline);
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
