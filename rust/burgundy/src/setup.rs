//! The first node of a game: players, boards and start castles (R1).

use std::fmt;

use crate::event::Log;
use crate::prompt::Prompt;
use crate::rules::Rules;
use crate::space::Space;
use crate::state::State;
use crate::supply::Supply;
use crate::tile::{Colour, Tile};

/// Who plays on which board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Boards<'a> {
    /// Everybody on board 1 (R1.7).
    #[default]
    Basic,
    /// A board number for each seat (R1.8).
    Given(&'a [u8]),
    /// Drawn at random, as chance events (R1.8).
    Random,
}

/// Where the start castles stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StartCastles<'a> {
    /// On the centre in the basic set-up, chosen in turn order otherwise.
    #[default]
    Default,
    /// Chosen in turn order.
    Choose,
    /// A space for each seat; `None` lets the seat choose.
    Given(&'a [Option<Space>]),
}

/// Why a game cannot begin like this.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum SetupError {
    Players(usize),
    BoardCount { given: usize, players: u8 },
    NoBoard { number: u8, known: Vec<u8> },
    BoardUsedUp { number: u8, copies: u8 },
    TooFewBoards { players: u8 },
    CastleCount { given: usize, players: u8 },
    CastleBeforeBoard,
    CastleColour { seat: u8, board: u8, space: Space, allowed: Vec<Space> },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players(given) => write!(f, "players: {given}, expected 2, 3 or 4 (R1.1)"),
            Self::BoardCount { given, players } => {
                write!(f, "boards: {given} given for {players} players, expected one each (R1.8)")
            }
            Self::NoBoard { number, known } => {
                let known: Vec<String> = known.iter().map(u8::to_string).collect();
                write!(
                    f,
                    "boards: there is no board {number} in the data, give some of {} (R1.8)",
                    known.join(", ")
                )
            }
            Self::BoardUsedUp { number, copies } => {
                write!(f, "boards: board {number} is given more than {copies} time(s) (R1.8)")
            }
            Self::TooFewBoards { players } => {
                write!(f, "boards: the data has too few boards for {players} players (R1.8)")
            }
            Self::CastleCount { given, players } => {
                write!(f, "start_castles: {given} given for {players} players, expected one each (R1.8)")
            }
            Self::CastleBeforeBoard => f.write_str(
                "start_castles: boards are drawn at random, so start castles cannot be given (R1.8)",
            ),
            Self::CastleColour { seat, board, space, allowed } => {
                let allowed: Vec<String> = allowed.iter().map(Space::to_string).collect();
                let allowed = allowed.join(", ");
                write!(
                    f,
                    "start_castles: {space} of board {board} (seat {seat}) is not dark green, give one of {allowed} (R1.8)"
                )
            }
        }
    }
}

impl std::error::Error for SetupError {}

impl State {
    /// The first node of a game.
    ///
    /// # Errors
    ///
    /// The first fault of the arguments (R1.1, R1.8).
    pub fn new(
        rules: &Rules,
        players: usize,
        boards: Boards<'_>,
        start_castles: StartCastles<'_>,
    ) -> Result<Self, SetupError> {
        let player_count = match players {
            2..=4 => players as u8,
            _ => return Err(SetupError::Players(players)),
        };
        let mut state = Self::empty(rules, player_count);
        for player in &mut state.players[..players] {
            player.silver = rules.tables.start_silver;
        }
        let basic = [1; 4];
        match boards {
            Boards::Basic => state.give_boards(rules, &basic[..players])?,
            Boards::Given(numbers) => state.give_boards(rules, numbers)?,
            Boards::Random => {
                let copies: usize = rules.layouts.iter().map(|layout| layout.copies() as usize).sum();
                if copies < players {
                    return Err(SetupError::TooFewBoards { players: player_count });
                }
            }
        }
        state.give_start_castles(rules, boards, start_castles)?;
        if boards == Boards::Random {
            state.next_board(rules, 0, &mut ());
        }
        Ok(state)
    }

    /// A game nothing has been drawn for: no boards, no castles, no silver; the start player is next.
    pub(crate) fn empty(rules: &Rules, player_count: u8) -> Self {
        let bags = &rules.bags;
        let castles = u32::from(player_count);
        let normal = std::array::from_fn(|i| {
            let set_aside = |face| if face == Tile::CASTLE.face() { castles } else { 0 };
            bags.normal[i]
                .bag(|face| bags.normal[i].stock(face) - set_aside(face).min(bags.normal[i].stock(face)))
        });
        let mut seats = [0, 1, 2, 3];
        seats[player_count as usize..].fill(0);
        let supply = Supply {
            normal,
            black: bags.black.bag(|face| bags.black.stock(face)),
            goods: bags.goods.bag(|good| bags.goods.stock(good)),
        };
        Self::before_the_first_draw(player_count, seats, supply)
    }

    fn give_boards(&mut self, rules: &Rules, numbers: &[u8]) -> Result<(), SetupError> {
        if numbers.len() != self.player_count as usize {
            return Err(SetupError::BoardCount { given: numbers.len(), players: self.player_count });
        }
        for (seat, number) in numbers.iter().enumerate() {
            let number = *number;
            let index = rules.layout_index(number).ok_or_else(|| SetupError::NoBoard {
                number,
                known: rules.layouts.iter().map(|layout| layout.number()).collect(),
            })?;
            let copies = rules.layouts[index as usize].copies();
            let used = numbers[..seat].iter().filter(|other| **other == number).count();
            if used >= copies as usize {
                return Err(SetupError::BoardUsedUp { number, copies });
            }
            self.players[seat].board = index + 1;
        }
        Ok(())
    }

    fn give_start_castles(
        &mut self,
        rules: &Rules,
        boards: Boards<'_>,
        start_castles: StartCastles<'_>,
    ) -> Result<(), SetupError> {
        let basic = match boards {
            Boards::Basic => true,
            Boards::Given(numbers) => numbers.iter().all(|number| *number == 1),
            Boards::Random => false,
        };
        let centre = [Some(Space::CENTRE); 4];
        let given: &[Option<Space>] = match start_castles {
            StartCastles::Given(spaces) => spaces,
            StartCastles::Default if basic && self.centres_are_castles(rules) => {
                &centre[..self.player_count as usize]
            }
            _ => return Ok(()),
        };
        if given.len() != self.player_count as usize {
            return Err(SetupError::CastleCount { given: given.len(), players: self.player_count });
        }
        for (seat, space) in given.iter().enumerate() {
            let Some(space) = *space else { continue };
            if boards == Boards::Random {
                return Err(SetupError::CastleBeforeBoard);
            }
            let layout = self.layout(rules, seat as u8);
            let colour = layout.colour(space);
            if colour != Colour::Castle {
                let board = layout.number();
                let allowed = layout.spaces(Colour::Castle).iter().collect();
                return Err(SetupError::CastleColour { seat: seat as u8, board, space, allowed });
            }
            self.players[seat].place_start_castle(layout, space);
        }
        Ok(())
    }

    fn centres_are_castles(&self, rules: &Rules) -> bool {
        (0..self.player_count).all(|seat| self.layout(rules, seat).colour(Space::CENTRE) == Colour::Castle)
    }

    /// Whoever is next in turn order without a start castle chooses (R1.8); then the first phase begins.
    pub(crate) fn next_start_castle<L: Log>(&mut self, rules: &Rules, log: &mut L) {
        let waits = |turn: &u8| self.players[self.order[*turn as usize] as usize].start_castle().is_none();
        if let Some(turn) = (0..self.player_count).find(waits) {
            self.set_turn(turn);
            self.prompt = Prompt::StartCastle;
        } else {
            self.begin_phase(rules, 0, log);
        }
    }
}
