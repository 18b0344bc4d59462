//! The end of the game: final scoring, ranking and the parts of a score (R9).

use crate::event::{Event, Log, Source};
use crate::prompt::Prompt;
use crate::rules::{Rules, TieBreak};
use crate::state::State;

/// A seat's final scoring by source, in the order of R9.1.
pub type FinalScore = Vec<(Source, u16)>;

impl State {
    /// Scores what is left and the knowledge tiles, seat by seat (R9.1), and ends the game.
    pub(crate) fn end_game<L: Log>(&mut self, rules: &Rules, log: &mut L) {
        for seat in 0..self.player_count {
            let before = *self;
            before.each_final_score(rules, seat as usize, |source, vp| {
                self.gain_vp(seat, vp, "R9.1", source, log);
            });
        }
        self.prompt = Prompt::Over;
        log.log(Event::GameOver { ranking: self.ranking(rules), players: self.player_count });
    }

    /// What the final scoring gives a seat, by source; sources that it does not have are left out.
    #[must_use]
    pub fn final_score(&self, rules: &Rules, seat: usize) -> FinalScore {
        let mut score = FinalScore::new();
        self.each_final_score(rules, seat, |source, vp| score.push((source, vp)));
        score
    }

    fn each_final_score(&self, rules: &Rules, seat: usize, mut score: impl FnMut(Source, u16)) {
        let player = &self.players[seat];
        let knowledge = player.knowledge;
        let table = rules.tables.final_scoring;
        let times = |count: u16, each: u16| count.saturating_mul(each);
        score(Source::FinalGoods, times(player.goods.total() as u16, table.good));
        score(Source::FinalSilver, times(player.silver, table.silver));
        score(Source::FinalWorkers, player.workers / table.workers_per_vp);
        // Counting is left to the tiles that ask for it.
        let mut add = |tile: Option<u8>, each: u16, count: &dyn Fn() -> u16| {
            if let Some(number) = tile {
                score(Source::Knowledge(number), times(count(), each));
            }
        };
        add(knowledge.scores_types_sold(), table.k15, &|| player.sold.type_count() as u16);
        for (i, building) in rules.final_building.iter().enumerate() {
            let count = || player.count(|tile| tile == *building);
            add(knowledge.scores_building(i), table.k16_23, &count);
        }
        add(knowledge.scores_species(), table.k24, &|| player.species());
        add(knowledge.scores_goods_sold(), table.k25, &|| player.sold.total() as u16);
        let bonus_tiles =
            || self.bonus.as_flattened().iter().filter(|taker| **taker == seat as u8 + 1).count();
        add(knowledge.scores_bonus_tiles(), table.k26, &|| bonus_tiles() as u16);
    }

    /// VP of each seat; the final scoring is in them once the game is over.
    #[inline(always)]
    #[must_use]
    pub fn scores(&self) -> [u16; 4] {
        self.players.each_ref().map(|player| player.vp)
    }

    /// Seats from first to last, without ties (R9.2, R11.2); the seats that play come first.
    #[must_use]
    pub fn ranking(&self, rules: &Rules) -> [u8; 4] {
        let mut ranking = self.track.order();
        let players = self.player_count as usize;
        // Later in turn order wins: sort from the back of the track, and stably.
        if rules.options.tie_break != TieBreak::FewestThenEarlier {
            ranking[..players].reverse();
        }
        ranking[..players].sort_by_key(|seat| {
            let player = &self.players[*seat as usize];
            let empty = player.empty_spaces() as i32;
            let most = rules.options.tie_break == TieBreak::MostThenLater;
            (std::cmp::Reverse(player.vp), if most { -empty } else { empty })
        });
        ranking
    }
}
