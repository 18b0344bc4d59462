//! Whole games by players who do one thing only: none is stuck, repeats itself or goes on for ever.
//!
//! `BURGUNDY_GAMES=100000 cargo test --release -p burgundy --test policies -- --nocapture` plays so many.

use burgundy::bits::mix;
use burgundy::rules::TieBreak;
use burgundy::setup::{Boards, StartCastles};
use burgundy::tile::Tile;
use burgundy::{Action, Options, Prompt, Rules, State};

/// The most decisions of a seat: 50 die actions, 25 purchases, 25 ends of turn, the start castle, eight answers (a ship's, with
/// knowledge 5) for each of 36 tiles placed, and a discard for each of the 111 tiles that dice, purchases and effects bring.
const MOST_DECISIONS: u32 = 50 + 25 + 25 + 1 + 36 * 8 + (50 + 25 + 36);

/// Which of the legal actions a player wants; any other only if there is none of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Policy {
    Uniform,
    NeverWorkers,
    OnlyWorkers,
    FillStorage,
    Discard,
    Place,
    Chain,
    Decline,
    Sell,
}

impl Policy {
    const ALL: [Self; 9] = [
        Self::Uniform,
        Self::NeverWorkers,
        Self::OnlyWorkers,
        Self::FillStorage,
        Self::Discard,
        Self::Place,
        Self::Chain,
        Self::Decline,
        Self::Sell,
    ];

    /// How much the player wants the action; the highest is played.
    fn wants(self, state: &State, action: Action) -> u8 {
        use Action::{BuyBlack, BuyDepot, Decline, EndTurn, Place, Sell, ShipGoods, Take, Workers};
        let brings = matches!(action, Take { .. } | BuyBlack { .. } | BuyDepot { .. });
        let rank = |wanted: bool| u8::from(wanted);
        match self {
            Self::Uniform => 0,
            Self::NeverWorkers => rank(!matches!(action, Workers { .. })),
            Self::OnlyWorkers => rank(matches!(action, Workers { .. } | Decline | EndTurn)),
            Self::FillStorage => 2 * rank(brings) + rank(!matches!(action, Workers { .. } | Place { .. })),
            // With a full storage everything that brings a tile costs another one.
            Self::Discard => rank(brings || !matches!(action, Place { .. } | Decline | EndTurn)),
            Self::Place => rank(matches!(action, Place { .. })) * 2 + rank(brings),
            // What leads to more decisions: castles and buildings placed, purchases, goods for ships.
            Self::Chain => match action {
                Place { storage, .. } => {
                    let tile = state.players()[state.seat() as usize].storage()[storage as usize];
                    if tile == Tile::CASTLE { 5 } else { 4 }
                }
                BuyBlack { .. } | BuyDepot { .. } => 3,
                Take { .. } | ShipGoods { .. } => 2,
                Decline | EndTurn => 0,
                _ => 1,
            },
            Self::Decline => rank(matches!(action, Decline | EndTurn)),
            Self::Sell => rank(matches!(action, Sell { .. })) * 2 + rank(matches!(action, ShipGoods { .. })),
        }
    }

    fn choose(self, rules: &Rules, state: &State, word: u64) -> Action {
        let legal = state.legal(rules);
        assert!(!legal.is_empty(), "nothing is legal");
        if self == Self::Uniform {
            return legal.choose(word).0;
        }
        let most = legal.iter().map(|action| self.wants(state, action)).max().expect("not empty");
        let wanted: Vec<Action> = legal.iter().filter(|action| self.wants(state, *action) == most).collect();
        wanted[(word % wanted.len() as u64) as usize]
    }
}

fn games() -> u64 {
    let default = if cfg!(debug_assertions) { 90 } else { 1_800 };
    std::env::var("BURGUNDY_GAMES").map_or(default, |text| text.parse().expect("BURGUNDY_GAMES: a number"))
}

/// Set-up and options of a game of the series, different from one to the next.
fn set_up(default: &Rules, number: u64) -> (Rules, State) {
    let rules = default.with_options(Options {
        purchase_in_effect: !number.is_multiple_of(5),
        tie_break: TieBreak::ALL[number as usize % 3],
        decline_effects: !number.is_multiple_of(7),
    });
    let players = 2 + (number / 9) as usize % 3;
    let boards = if number.is_multiple_of(4) { Boards::Basic } else { Boards::Random };
    let state = State::new(&rules, players, boards, StartCastles::Default).expect("a game can begin");
    (rules, state)
}

/// Most decisions of a seat and highest score.
#[derive(Clone, Copy, Default)]
struct Extremes {
    games: u64,
    decisions: u32,
    vp: u16,
}

/// One game in which all seats want the same, or with `mixed` each something else.
fn play(default: &Rules, number: u64, policy: Policy, mixed: bool) -> Extremes {
    let (rules, mut state) = set_up(default, number);
    let (mut decisions, mut dice, mut turns) = ([0_u32; 4], [0_u32; 4], [0_u32; 4]);
    let mut in_turn: Vec<State> = Vec::new();
    while !state.is_over() {
        if state.is_chance() {
            in_turn.clear();
            state.resolve_chance(&rules, number);
            continue;
        }
        assert!(!in_turn.contains(&state), "{policy:?}, game {number}: a state repeats inside a turn");
        in_turn.push(state);
        let seat = state.seat() as usize;
        let chosen = if mixed { Policy::ALL[(number as usize + seat) % Policy::ALL.len()] } else { policy };
        let word = mix(mix(number) ^ u64::from(decisions[seat]) << 3 ^ seat as u64);
        let action = chosen.choose(&rules, &state, word);
        let before = state;
        state.act(&rules, action).expect("an action of the legal set is legal");
        decisions[seat] += 1;
        let used = before.players()[seat].dice_left() as i32 - state.players()[seat].dice_left() as i32;
        dice[seat] += u32::from(before.prompt() == Prompt::Turn && used == 1);
        if state.seat() as usize != seat || state.is_chance() || state.is_over() {
            turns[seat] += u32::from(before.prompt() != Prompt::StartCastle);
        }
    }
    let players = state.players().len();
    assert_eq!(dice[..players], vec![50; players], "{policy:?}, game {number}: dice used");
    assert_eq!(turns[..players], vec![25; players], "{policy:?}, game {number}: turns taken");
    let most = decisions.into_iter().max().expect("four seats");
    assert!(most <= MOST_DECISIONS, "{policy:?}, game {number}: {most} decisions of a seat");
    Extremes { games: 1, decisions: most, vp: state.scores().into_iter().max().expect("four seats") }
}

#[test]
fn no_policy_is_stuck_or_goes_on_for_ever() {
    let default = burgundy_data::rules(Options::default());
    let mut found = [Extremes::default(); Policy::ALL.len() + 1];
    for number in 0..games() {
        let which = number as usize % found.len();
        let policy = Policy::ALL.get(which).copied();
        let one = play(&default, number, policy.unwrap_or(Policy::Uniform), policy.is_none());
        let all = &mut found[which];
        all.games += one.games;
        all.decisions = all.decisions.max(one.decisions);
        all.vp = all.vp.max(one.vp);
    }
    for (which, all) in found.iter().enumerate() {
        let name = Policy::ALL.get(which).map_or("mixed".to_owned(), |policy| format!("{policy:?}"));
        println!("{name}: {} games, at most {} decisions of a seat, {} VP", all.games, all.decisions, all.vp);
    }
}
