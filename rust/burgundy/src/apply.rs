//! Carrying an action out: one dispatcher, one function a rule.

use crate::action::{Action, FREE};
use crate::event::{Event, Log, Source};
use crate::illegal::Illegal;
use crate::knowledge::{FREE_TAKE, Knowledge};
use crate::legal::{Next, new_types};
use crate::player::MAX_AMOUNT;
use crate::prompt::{Prompt, Then};
use crate::rules::Rules;
use crate::space::Space;
use crate::state::State;
use crate::tile::Tile;

impl State {
    /// The state after a legal action.
    ///
    /// # Errors
    ///
    /// The first rule the action breaks.
    #[inline]
    pub fn apply(&self, rules: &Rules, action: Action) -> Result<Self, Illegal> {
        let mut next = *self;
        next.act(rules, action)?;
        Ok(next)
    }

    /// Carries out a legal action in place.
    ///
    /// # Errors
    ///
    /// The first rule the action breaks; the state is unchanged.
    #[inline(always)]
    pub fn act(&mut self, rules: &Rules, action: Action) -> Result<(), Illegal> {
        let turning = self.actor().knowledge;
        // The same as `legality` and `play`, but what is frequent is carried out where it is checked: one branch on what the
        // action is, which no processor foretells, instead of two (docs/performance.md).
        match action {
            Action::Take { die, slot } if self.can_take(die, slot) => {
                self.take(rules, turning, die, slot, &mut ());
            }
            Action::Place { die, storage, space } if self.can_place(rules, die, storage, space) => {
                self.place(rules, turning, die, storage, space, &mut ());
            }
            Action::Sell { die, good } if self.can_sell(die, good) => {
                self.sell(rules, die, good, &mut ());
            }
            Action::Workers { die } if self.can_use(die) => {
                self.take_workers(rules, die, &mut ());
            }
            Action::Discard { storage } if self.can_discard(storage) => {
                self.discard(rules, storage, &mut ());
            }
            _ => {
                self.full_legality(rules, action)?;
                self.carry_out(rules, action, &mut ());
            }
        }
        debug_assert!(self.check(rules), "{action:?} left a state that is not in order");
        Ok(())
    }

    /// Carries out an action, which must be legal here, and reports what it does.
    ///
    /// An illegal action leaves a state that means nothing, or panics; [`apply`](Self::apply) checks.
    #[inline(always)]
    pub fn play<L: Log>(&mut self, rules: &Rules, action: Action, log: &mut L) {
        self.carry_out(rules, action, log);
        debug_assert!(self.check(rules), "{action:?} left a state that is not in order");
    }

    /// The same; gives what comes next.
    #[inline(always)]
    pub(crate) fn carry_out<L: Log>(&mut self, rules: &Rules, action: Action, log: &mut L) -> Next {
        match action {
            Action::Take { die, slot } => self.take(rules, self.actor().knowledge, die, slot, log),
            Action::Place { die, storage, space } => {
                self.place(rules, self.actor().knowledge, die, storage, space, log)
            }
            Action::Sell { die, good } => self.sell(rules, die, good, log),
            Action::Workers { die } => self.take_workers(rules, die, log),
            Action::BuyBlack { slot } => {
                let tile = self.depots.take_black(slot as usize);
                self.buy(rules, tile, None, log)
            }
            Action::BuyDepot { slot } => {
                let slots = rules.slots(self.player_count, self.phase);
                let tile = self.depots.take(slots, slot as usize);
                self.buy(rules, tile, Some(slot / 4), log)
            }
            Action::Discard { storage } => self.discard(rules, storage, log),
            Action::ShipGoods { depot } => self.ship_goods(rules, depot, log),
            Action::Keep { good } => self.keep(rules, good, log),
            Action::StartCastle { space } => self.choose_start_castle(rules, space, log),
            Action::Decline => self.decline(rules, log),
            Action::EndTurn => self.end_turn(rules, log),
        }
    }

    /// Uses a die as `target`: pays the fewest workers for it (R4.6). A free action uses none (R6.5, R6.8).
    ///
    /// `turning` are the actor's knowledge tiles, of which those that help to turn dice are asked for; `free` is the one of them
    /// that makes a step free here. A free action may leave both out.
    #[inline(always)]
    fn use_die<L: Log>(
        &mut self,
        turning: Knowledge,
        die: u8,
        target: Option<u8>,
        free: Option<u8>,
        log: &mut L,
    ) {
        if die == FREE {
            return;
        }
        let seat = self.seat();
        let player = self.actor_mut();
        let value = player.dice[(die & 1) as usize];
        player.dice = if die == 0 { [player.dice[1], 0] } else { [player.dice[0], 0] };
        let used_as = target.unwrap_or(value);
        let workers = turning.workers_to_turn(value, used_as, free.is_some());
        player.workers -= workers;
        log.log(Event::UseDie { seat, die: value, used_as });
        if let Some(knowledge) = free.filter(|_| value != used_as) {
            log.log(Event::FreeStep { seat, knowledge });
        }
        if workers > 0 {
            log.log(Event::PayWorkers { seat, workers });
        }
    }

    /// Takes a tile from a depot into storage (R5.1, R6.8).
    #[inline(always)]
    pub(crate) fn take<L: Log>(
        &mut self,
        rules: &Rules,
        turning: Knowledge,
        die: u8,
        slot: u8,
        log: &mut L,
    ) -> Next {
        let depot = slot / 4;
        let free = turning.free_take().then_some(FREE_TAKE);
        self.use_die(turning, die, Some(depot + 1), free, log);
        let slots = rules.slots(self.player_count, self.phase);
        let tile = self.depots.take(slots, slot as usize);
        let action = matches!(self.prompt, Prompt::Turn | Prompt::Castle);
        let rule = if action { "R5.1" } else { "R6.8" };
        log.log(Event::Take { rule, seat: self.seat(), tile, depot });
        self.acquire(rules, tile, Then::Turn, log)
    }

    /// Buys a tile that has been taken from its depot (R7.1); the prompt it interrupts comes again.
    fn buy<L: Log>(&mut self, rules: &Rules, tile: Tile, depot: Option<u8>, log: &mut L) -> Next {
        let silver = rules.tables.purchase_cost;
        self.bought = true;
        self.actor_mut().silver -= silver;
        log.log(Event::Buy { seat: self.seat(), tile, depot, silver });
        let then = match self.prompt {
            Prompt::Castle => Then::Castle,
            Prompt::CityHall => Then::CityHall,
            _ => Then::Turn,
        };
        self.acquire(rules, tile, then, log)
    }

    /// Puts a tile into storage, after a discard if it is full (R5.2).
    #[inline(always)]
    fn acquire<L: Log>(&mut self, rules: &Rules, tile: Tile, then: Then, log: &mut L) -> Next {
        if self.actor().storage_is_full() {
            self.prompt = Prompt::Discard { tile, then };
            Next::Other
        } else {
            self.store(rules, tile, then, log)
        }
    }

    #[inline(always)]
    fn store<L: Log>(&mut self, rules: &Rules, tile: Tile, then: Then, log: &mut L) -> Next {
        let layout = self.layout(rules, self.seat());
        self.actor_mut().store(layout, tile);
        log.log(Event::Store { seat: self.seat(), tile });
        self.go_on(rules, then, log)
    }

    /// Discards a stored tile from the game for the one that waits (R5.2).
    pub(crate) fn discard<L: Log>(&mut self, rules: &Rules, storage: u8, log: &mut L) -> Next {
        let Prompt::Discard { tile: waiting, then } = self.prompt else {
            unreachable!("a discard is legal only at its prompt")
        };
        let tile = self.actor_mut().unstore(storage as usize);
        log.log(Event::Discard { seat: self.seat(), tile });
        self.store(rules, waiting, then, log)
    }

    /// Places a stored tile (R5.3); its effect and its score follow.
    #[inline(always)]
    pub(crate) fn place<L: Log>(
        &mut self,
        rules: &Rules,
        turning: Knowledge,
        die: u8,
        storage: u8,
        space: Space,
        log: &mut L,
    ) -> Next {
        let seat = self.seat();
        let layout = self.layout(rules, seat);
        let colour = self.actor().stored(storage as usize).colour();
        let free = turning.free_place(colour);
        let tile_number = free.then_some(Knowledge::free_place_tile(colour));
        self.use_die(turning, die, Some(layout.die(space)), tile_number, log);
        let tile = self.actor_mut().unstore(storage as usize);
        self.actor_mut().fill(layout, space, tile);
        let city_hall = matches!(self.prompt, Prompt::CityHall);
        let rule = if city_hall { "R6.8" } else { "R5.3" };
        log.log(Event::Place { rule, seat, tile, space });
        self.after_placement(rules, tile, space, log)
    }

    /// Sells the whole stack of a type (R5.4).
    #[inline(always)]
    fn sell<L: Log>(&mut self, rules: &Rules, die: u8, good: u8, log: &mut L) -> Next {
        self.use_die(self.actor().knowledge, die, Some(good), None, log);
        let seat = self.seat();
        let each = rules.goods_vp(self.player_count);
        let player = self.actor_mut();
        let count = player.goods.take(good);
        player.sold.add(good, count);
        log.log(Event::Sell { seat, good, count });
        let knowledge = player.knowledge;
        self.gain_silver(seat, knowledge.sale_silver(), "R5.4", log);
        self.gain_workers(seat, knowledge.sale_workers(), "R5.4", log);
        self.gain_vp(seat, each * u16::from(count), "R5.4", Source::Goods, log);
        self.go_on(rules, Then::Turn, log)
    }

    /// Takes workers (R5.5).
    #[inline(always)]
    fn take_workers<L: Log>(&mut self, rules: &Rules, die: u8, log: &mut L) -> Next {
        self.use_die(self.actor().knowledge, die, None, None, log);
        let seat = self.seat();
        let knowledge = self.actor().knowledge;
        self.gain_workers(seat, knowledge.workers_taken(), "R5.5", log);
        self.gain_silver(seat, knowledge.workers_silver(), "R5.5", log);
        self.go_on(rules, Then::Turn, log)
    }

    /// A ship takes the goods of a depot: the types already stored at once, then new ones as places allow (R6.2).
    fn ship_goods<L: Log>(&mut self, rules: &Rules, depot: u8, log: &mut L) -> Next {
        let second = matches!(self.prompt, Prompt::SecondShip { .. });
        let then =
            if !second && self.actor().knowledge.has_second_depot() { Then::SecondShip } else { Then::Turn };
        let rule = self.prompt.rule();
        let new = new_types(self.actor(), self.depots.goods(depot as usize));
        let fits = new.count_ones() <= self.actor().goods_places();
        for good in (1..=6).filter(|good| fits || new >> (good - 1) & 1 == 0) {
            self.take_goods(depot, good, rule, log);
        }
        if fits || self.actor().goods_places() == 0 {
            self.after_goods(rules, depot, then, log)
        } else {
            self.prompt = Prompt::Goods { depot, above: 0, then };
            Next::Other
        }
    }

    /// Keeps one of the types that do not all fit (R6.2).
    fn keep<L: Log>(&mut self, rules: &Rules, good: u8, log: &mut L) -> Next {
        let Prompt::Goods { depot, then, .. } = self.prompt else {
            unreachable!("a type is kept only at the goods prompt")
        };
        let first = !self.actor().knowledge.has_second_depot() || matches!(then, Then::SecondShip);
        self.take_goods(depot, good, if first { "R6.2" } else { "R6.3" }, log);
        if self.actor().goods_places() == 0 {
            self.after_goods(rules, depot, then, log)
        } else {
            self.prompt = Prompt::Goods { depot, above: good, then };
            Next::Other
        }
    }

    fn take_goods<L: Log>(&mut self, depot: u8, good: u8, rule: &'static str, log: &mut L) {
        let count = self.depots.goods[depot as usize].take(good);
        if count > 0 {
            self.actor_mut().goods.add(good, count);
            log.log(Event::TakeGoods { rule, seat: self.seat(), depot, good, count });
        }
    }

    /// After a depot's goods: the second depot if there is one (R6.3), else the piece moves.
    fn after_goods<L: Log>(&mut self, rules: &Rules, depot: u8, then: Then, log: &mut L) -> Next {
        let second = Prompt::SecondShip { depot };
        if matches!(then, Then::SecondShip) && self.can_answer(rules, second) {
            self.prompt = second;
            Next::Other
        } else {
            self.move_piece(rules, log)
        }
    }

    /// The ship's piece moves one space on the track (R6.2), and the effect is over.
    pub(crate) fn move_piece<L: Log>(&mut self, rules: &Rules, log: &mut L) -> Next {
        let seat = self.seat();
        self.track.advance(seat, self.player_count);
        log.log(Event::Track { seat, space: self.track.space(seat as usize) });
        self.go_on(rules, Then::Turn, log)
    }

    /// Declines an effect (R6.2, R6.3, R6.8).
    fn decline<L: Log>(&mut self, rules: &Rules, log: &mut L) -> Next {
        let seat = self.seat();
        log.log(Event::Decline { rule: self.prompt.rule(), seat });
        match self.prompt {
            Prompt::Ship | Prompt::SecondShip { .. } => self.move_piece(rules, log),
            _ => self.go_on(rules, Then::Turn, log),
        }
    }

    /// Places the start castle on a chosen space (R1.8).
    fn choose_start_castle<L: Log>(&mut self, rules: &Rules, space: Space, log: &mut L) -> Next {
        let seat = self.seat();
        let layout = self.layout(rules, seat);
        self.actor_mut().place_start_castle(layout, space);
        log.log(Event::Place { rule: "R1.8", seat, tile: Tile::CASTLE, space });
        self.next_start_castle(rules, log);
        Next::Other
    }

    /// What comes after an effect, a discard or an action, which it gives; a turn with nothing left to do ends (R4.3).
    #[inline(always)]
    pub(crate) fn go_on<L: Log>(&mut self, rules: &Rules, then: Then, log: &mut L) -> Next {
        match then {
            Then::Castle => {
                self.prompt = Prompt::Castle;
                Next::Other
            }
            Then::CityHall if self.can_answer(rules, Prompt::CityHall) => {
                self.prompt = Prompt::CityHall;
                Next::Other
            }
            _ => {
                self.prompt = Prompt::Turn;
                if self.actor().dice[0] == 0 && !self.can_purchase(rules) {
                    self.end_turn(rules, log)
                } else {
                    self.next_in_turn()
                }
            }
        }
    }

    #[inline(always)]
    pub(crate) fn gain_silver<L: Log>(&mut self, seat: u8, silver: u16, rule: &'static str, log: &mut L) {
        let silver = add(&mut self.players[(seat & 3) as usize].silver, silver);
        if silver > 0 {
            log.log(Event::GainSilver { rule, seat, silver });
        }
    }

    #[inline(always)]
    pub(crate) fn gain_workers<L: Log>(&mut self, seat: u8, workers: u16, rule: &'static str, log: &mut L) {
        let workers = add(&mut self.players[(seat & 3) as usize].workers, workers);
        if workers > 0 {
            log.log(Event::GainWorkers { rule, seat, workers });
        }
    }

    #[inline(always)]
    pub(crate) fn gain_vp<L: Log>(
        &mut self,
        seat: u8,
        vp: u16,
        rule: &'static str,
        source: Source,
        log: &mut L,
    ) {
        let vp = add(&mut self.players[(seat & 3) as usize].vp, vp);
        if vp > 0 {
            log.log(Event::Vp { rule, seat, vp, source });
        }
    }
}

/// Adds to an amount, which stops at [`MAX_AMOUNT`]; gives what was added.
#[inline(always)]
fn add(amount: &mut u16, more: u16) -> u16 {
    let before = *amount;
    *amount = before.saturating_add(more).min(MAX_AMOUNT);
    *amount - before
}
