//! Actions and outcomes in words (docs/formats.md, section 6), both ways.

use std::fmt;

use crate::action::{Action, FREE, SLOTS};
use crate::chance::pair;
use crate::illegal::Illegal;
use crate::prompt::{Chance, Prompt};
use crate::rules::Rules;
use crate::space::Space;
use crate::state::State;
use crate::tile::Tile;

/// Why words name nothing that can be done here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordsError {
    /// They are not in the notation at all.
    NotNotation,
    /// They break a rule.
    Illegal(Illegal),
}

impl WordsError {
    /// The rule that is broken, if it is a matter of rules.
    #[must_use]
    pub const fn rule(self) -> Option<&'static str> {
        match self {
            Self::NotNotation => None,
            Self::Illegal(reason) => Some(reason.rule()),
        }
    }
}

impl fmt::Display for WordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotNotation => f.write_str("not in the notation, see docs/formats.md, section 6"),
            Self::Illegal(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for WordsError {}

impl From<Illegal> for WordsError {
    fn from(reason: Illegal) -> Self {
        Self::Illegal(reason)
    }
}

/// The die that words begin with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DieWord {
    None,
    Star,
    Shows(u8),
}

impl State {
    /// The words of an action; they name it well if it is legal, and as far as they can if it is not.
    #[must_use]
    pub fn words(&self, action: Action) -> String {
        let die = match (action.die(), self.prompt) {
            (Some(FREE), Prompt::Castle) => "*: ".into(),
            (None | Some(FREE), _) => String::new(),
            (Some(die), _) => match self.actor().dice[(die & 1) as usize] {
                0 => format!("die {die}: "),
                value => format!("{value}: "),
            },
        };
        let named = |tile: Tile, place: String| if tile.is_none() { place } else { tile.to_string() };
        let stored =
            |place: u8| named(self.actor().storage()[place as usize], format!("storage place {}", place + 1));
        let on_depot = |slot: u8| named(self.depots.tile(slot as usize), format!("space {}", slot % 4 + 1));
        let words = match action {
            Action::Take { slot, .. } => format!("take {} from {}", on_depot(slot), slot / 4 + 1),
            Action::Place { storage, space, .. } => format!("place {} on {space}", stored(storage)),
            Action::Sell { good, .. } => format!("sell {good}"),
            Action::Workers { .. } => "workers".into(),
            Action::BuyBlack { slot } => {
                let tile = self.depots.black()[slot as usize];
                format!("buy {} from black", named(tile, format!("space {}", slot + 1)))
            }
            Action::BuyDepot { slot } => format!("buy {} from {}", on_depot(slot), slot / 4 + 1),
            Action::Discard { storage } => format!("discard {}", stored(storage)),
            Action::ShipGoods { depot } => format!("goods from {}", depot + 1),
            Action::Keep { good } => format!("keep {good}"),
            Action::StartCastle { space } => format!("start castle on {space}"),
            Action::Decline => "decline".into(),
            Action::EndTurn => "end".into(),
        };
        die + &words
    }

    /// The words of an outcome of the chance event that is next; `None` at other nodes.
    #[must_use]
    pub fn outcome_words(&self, outcome: usize) -> Option<String> {
        let Prompt::Chance(event) = self.prompt else { return None };
        let tile = || Tile::new(outcome).map_or("", Tile::name);
        Some(match event {
            Chance::Board { seat } => format!("board {outcome} to {seat}"),
            Chance::StartPlayer => format!("start player {outcome}"),
            Chance::Deal { seat } => format!("deal {outcome} to {seat}"),
            Chance::Depot { .. } => format!("{} {}", event_text(event), tile()),
            Chance::Black => format!("black {}", tile()),
            Chance::Good => format!("good {outcome}"),
            Chance::White => format!("white {outcome}"),
            Chance::Dice { seat } => {
                let [low, high] = pair(outcome);
                format!("dice {low} {high} to {seat}")
            }
        })
    }

    /// The legal action these words name.
    ///
    /// # Errors
    ///
    /// Words outside the notation, or the first rule that what they name breaks.
    pub fn parse_action(&self, rules: &Rules, words: &str) -> Result<Action, WordsError> {
        let (die, verb) = parse_die(words).ok_or(WordsError::NotNotation)?;
        let parts: Vec<&str> = verb.split(' ').collect();
        let needed = match self.prompt {
            Prompt::Turn => matches!(die, DieWord::Shows(_)),
            Prompt::Castle => die == DieWord::Star,
            _ => die == DieWord::None,
        };
        let with_die = |build: &dyn Fn(u8) -> Result<Action, Illegal>| match self.prompt {
            Prompt::Over => Err(Illegal::Over),
            Prompt::Chance(event) => Err(Illegal::NotAnOutcome(event)),
            prompt if !needed => Err(Illegal::NotOffered(prompt)),
            _ => build(self.die_index(die)?),
        };
        let plain = die == DieWord::None;
        let action = match parts[..] {
            ["take", tile, "from", depot] => {
                let (tile, depot) = (parse_tile(tile)?, parse_number(depot)? - 1);
                with_die(&|die| Ok(Action::Take { die, slot: self.find_on_depot(tile, depot, false)? }))
            }
            ["place", tile, "on", space] => {
                let (tile, space) = (parse_tile(tile)?, parse_space(space)?);
                with_die(&|die| Ok(Action::Place { die, storage: self.find_stored(tile, false)?, space }))
            }
            ["sell", good] => {
                let good = parse_number(good)?;
                with_die(&|die| Ok(Action::Sell { die, good }))
            }
            ["workers"] if !plain => with_die(&|die| Ok(Action::Workers { die })),
            ["buy", tile, "from", "black"] if plain => self.find_black(parse_tile(tile)?),
            ["buy", tile, "from", depot] if plain => {
                let slot = self.find_on_depot(parse_tile(tile)?, parse_number(depot)? - 1, true);
                slot.map(|slot| Action::BuyDepot { slot })
            }
            ["goods", "from", depot] if plain => Ok(Action::ShipGoods { depot: parse_number(depot)? - 1 }),
            ["keep", good] if plain => Ok(Action::Keep { good: parse_number(good)? }),
            ["discard", tile] if plain => {
                let storage = self.find_stored(parse_tile(tile)?, true);
                storage.map(|storage| Action::Discard { storage })
            }
            ["start", "castle", "on", space] if plain => {
                Ok(Action::StartCastle { space: parse_space(space)? })
            }
            ["decline"] if plain => Ok(Action::Decline),
            ["end"] if plain => Ok(Action::EndTurn),
            _ if plain && is_outcome_words(&parts) => match self.prompt {
                Prompt::Over => Err(Illegal::Over),
                prompt => Err(Illegal::NotOffered(prompt)),
            },
            _ => return Err(WordsError::NotNotation),
        };
        match self.prompt {
            Prompt::Over => return Err(Illegal::Over.into()),
            Prompt::Chance(event) => return Err(Illegal::NotAnOutcome(event).into()),
            _ => {}
        }
        let action = action?;
        self.legality(rules, action)?;
        Ok(action)
    }

    /// The outcome of the chance event that is next which these words name.
    ///
    /// # Errors
    ///
    /// Words outside the notation, or of another event or no outcome of this one.
    pub fn parse_outcome(&self, rules: &Rules, words: &str) -> Result<usize, WordsError> {
        let Prompt::Chance(event) = self.prompt else {
            return Err(Illegal::NotOffered(self.prompt).into());
        };
        let outcomes = self.outcomes(rules);
        let named = |outcome: &usize| self.outcome_words(*outcome).is_some_and(|text| text == words);
        match outcomes.into_iter().map(|(outcome, _)| outcome).find(named) {
            Some(outcome) => Ok(outcome),
            None if is_outcome_words(&words.split(' ').collect::<Vec<_>>()) => {
                Err(Illegal::NotAnOutcome(event).into())
            }
            // An action, or no notation: either way the reason comes from reading it as one.
            None => self.parse_action(rules, words).map(Action::code),
        }
    }

    fn die_index(&self, die: DieWord) -> Result<u8, Illegal> {
        let DieWord::Shows(value) = die else { return Ok(FREE) };
        let dice = self.actor().dice;
        dice.iter().position(|other| *other == value).map(|i| i as u8).ok_or(Illegal::NoDieShows(value))
    }

    fn find_on_depot(&self, tile: Tile, depot: u8, to_buy: bool) -> Result<u8, Illegal> {
        let first = depot as usize * 4;
        let slot = (first..first + 4).find(|slot| self.depots.tile(*slot) == tile);
        slot.map(|slot| slot as u8).ok_or(Illegal::NotOnDepot { tile, depot: Some(depot), to_buy })
    }

    fn find_black(&self, tile: Tile) -> Result<Action, Illegal> {
        let slot = self.depots.black().iter().position(|other| *other == tile);
        let missing = Illegal::NotOnDepot { tile, depot: None, to_buy: true };
        slot.map(|slot| Action::BuyBlack { slot: slot as u8 }).ok_or(missing)
    }

    fn find_stored(&self, tile: Tile, to_discard: bool) -> Result<u8, Illegal> {
        let place = self.actor().storage().iter().position(|other| *other == tile);
        place.map(|place| place as u8).ok_or(Illegal::NotStored { tile, to_discard })
    }
}

/// The text of an event in snapshots: its words without the outcome.
#[must_use]
pub fn event_text(event: Chance) -> String {
    match event {
        Chance::Board { seat } => format!("board to {seat}"),
        Chance::StartPlayer => "start player".into(),
        Chance::Deal { seat } => format!("deal to {seat}"),
        Chance::Depot { depot, slot } => format!("depot {}.{}", depot + 1, slot + 1),
        Chance::Black => "black".into(),
        Chance::Good => "good".into(),
        Chance::White => "white".into(),
        Chance::Dice { seat } => format!("dice to {seat}"),
    }
}

/// The event with this text.
#[must_use]
pub fn parse_event(text: &str, players: u8) -> Option<Chance> {
    let plain = [Chance::StartPlayer, Chance::Black, Chance::Good, Chance::White];
    let seats =
        (0..players).flat_map(|seat| [Chance::Board { seat }, Chance::Deal { seat }, Chance::Dice { seat }]);
    let depots = (0..SLOTS as u8).map(|i| Chance::Depot { depot: i / 4, slot: i % 4 });
    plain.into_iter().chain(seats).chain(depots).find(|event| event_text(*event) == text)
}

/// The die that words begin with and what follows it.
fn parse_die(words: &str) -> Option<(DieWord, &str)> {
    let Some((die, rest)) = words.split_once(": ") else { return Some((DieWord::None, words)) };
    match die {
        "*" => Some((DieWord::Star, rest)),
        _ => Some((DieWord::Shows(parse_number(die).ok()?), rest)),
    }
}

/// A die value, depot or goods type, 1 to 6.
fn parse_number(text: &str) -> Result<u8, WordsError> {
    match text.as_bytes() {
        [digit @ b'1'..=b'6'] => Ok(digit - b'0'),
        _ => Err(WordsError::NotNotation),
    }
}

fn parse_tile(text: &str) -> Result<Tile, WordsError> {
    Tile::from_name(text).ok_or(WordsError::NotNotation)
}

fn parse_space(text: &str) -> Result<Space, WordsError> {
    Space::from_name(text).ok_or(WordsError::NotNotation)
}

/// Whether words have the form of an outcome of some event.
fn is_outcome_words(parts: &[&str]) -> bool {
    let one_of = |text: &str, digits: &str| text.len() == 1 && digits.contains(text);
    let (seat, die, slot) = (
        |text: &str| one_of(text, "0123"),
        |text: &str| one_of(text, "123456"),
        |text: &str| one_of(text, "1234"),
    );
    let number = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        digits && (1..=3).contains(&text.len()) && !text.starts_with('0')
    };
    let tile = |text: &str| Tile::from_name(text).is_some();
    match *parts {
        ["start", "player", player] => seat(player),
        ["board", board, "to", player] => number(board) && seat(player),
        ["deal", good, "to", player] => die(good) && seat(player),
        ["depot", place, face] => {
            place.split_once('.').is_some_and(|(depot, nth)| die(depot) && slot(nth)) && tile(face)
        }
        ["black", face] => tile(face),
        ["good" | "white", value] => die(value),
        ["dice", low, high, "to", player] => die(low) && die(high) && low <= high && seat(player),
        _ => false,
    }
}
