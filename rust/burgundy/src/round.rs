//! Turns, rounds and phases: what begins and what ends (R2, R3, R4.3).

use crate::event::{Event, Log};
use crate::legal::Next;
use crate::prompt::{Chance, Prompt};
use crate::rules::Rules;
use crate::state::{PHASES, ROUNDS, State};
use crate::tile::Colour;

impl State {
    /// The turn of the seat to act is over; the next seat, round or phase begins (R2.5d).
    #[inline(always)]
    pub(crate) fn end_turn<L: Log>(&mut self, rules: &Rules, log: &mut L) -> Next {
        log.log(Event::EndTurn { seat: self.seat() });
        self.bought = false;
        if self.turn() + 1 < self.player_count {
            self.set_turn(self.turn() + 1);
            self.begin_turn()
        } else if self.round < ROUNDS {
            self.round += 1;
            self.begin_round(log);
            self.prompt = Prompt::Chance(Chance::White);
            Next::Other
        } else {
            self.end_phase(rules, log);
            Next::Other
        }
    }

    /// The next seat's turn; in a position built by hand its dice may have to be rolled first.
    #[inline(always)]
    pub(crate) fn begin_turn(&mut self) -> Next {
        if self.actor().dice[0] == 0 {
            self.prompt = Prompt::Chance(Chance::Dice { seat: self.seat() });
            return Next::Other;
        }
        self.prompt = Prompt::Turn;
        self.next_in_turn()
    }

    /// Reads the turn order of the round from the track (R2.5a, R3.3).
    #[inline(always)]
    fn begin_round<L: Log>(&mut self, log: &mut L) {
        self.white_die = 0;
        self.order = self.track.order();
        self.set_turn(0);
        log.log(Event::Order { order: self.order, players: self.player_count });
    }

    /// Mines pay (R2.6), then comes the next phase or the end.
    fn end_phase<L: Log>(&mut self, rules: &Rules, log: &mut L) {
        log.log(Event::EndPhase { phase: self.phase });
        for seat in 0..self.player_count {
            let player = &self.players[seat as usize];
            // Nothing but mines lies on mine spaces (R5.3b).
            let mines =
                player.filled().intersection(self.layout(rules, seat).spaces(Colour::Mine)).len() as u16;
            let workers = mines * player.knowledge.mine_workers();
            self.gain_silver(seat, mines, "R2.6", log);
            self.gain_workers(seat, workers, "R2.6", log);
        }
        if self.phase + 1 < PHASES {
            self.begin_phase(rules, self.phase + 1, log);
        } else {
            self.end_game(rules, log);
        }
    }

    /// The depots are cleared and refilled, the phase's goods turned up (R2.2, R2.4).
    pub(crate) fn begin_phase<L: Log>(&mut self, rules: &Rules, phase: u8, log: &mut L) {
        self.phase = phase;
        self.round = 1;
        self.begin_round(log);
        self.depots.clear();
        self.round_goods = [0; 5];
        self.next_draw(rules, 0, log);
    }
}
