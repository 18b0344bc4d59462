//! A position as bytes and as a 64-bit key (docs/formats.md, section 5).

use crate::bits::{GOLDEN, mix};
use crate::draft::{Draft, DraftSeat, Given};
use crate::goods::Goods;
use crate::player::Player;
use crate::prompt::{Chance, Prompt, Then};
use crate::rules::{Options, Rules, TieBreak};
use crate::space::{SPACES, Space};
use crate::state::State;
use crate::tile::{FACES, Tile};
use crate::validate::Faults;

/// Version of the byte form and of the key.
pub const STATE_VERSION: u8 = 1;

const MAGIC: &[u8; 4] = b"BURG";
const HEADER: usize = 16;
/// Bytes of a position without its seats, the parts by player aside.
const COMMON: usize = 5 + 5 + 60 + 8 + 2 * (FACES - 1) + 6 + 12 + 4;
const PER_PLAYER: usize = 3;
const SEAT: usize = 2 + SPACES + 3 + 6 + 6 + 6 + 2;
const KEY: usize = 8;

/// Length of a position's bytes.
const fn length(players: usize) -> usize {
    HEADER + COMMON + players * (PER_PLAYER + SEAT) + KEY
}

const MAX_LENGTH: usize = length(4).next_multiple_of(8);

/// A buffer of fixed size: keys are made often, and a heap is not needed for them.
struct Writer {
    bytes: [u8; MAX_LENGTH],
    len: usize,
}

impl Writer {
    #[inline(always)]
    fn u8(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }

    #[inline(always)]
    fn all(&mut self, bytes: &[u8]) {
        self.bytes[self.len..self.len + bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }

    fn goods(&mut self, goods: Goods) {
        for good in 1..=6 {
            self.u8(goods.count(good));
        }
    }

    fn tiles(&mut self, tiles: &[Tile]) {
        for tile in tiles {
            self.u8(tile.face() as u8);
        }
    }

    /// The key over what is written.
    fn key(&self) -> u64 {
        let words = self.bytes[..self.len.next_multiple_of(8)].chunks_exact(8);
        mix(words.fold(0, |hash: u64, word| {
            let word = u64::from_le_bytes(word.try_into().expect("a chunk has eight bytes"));
            let hash = (hash ^ word).wrapping_mul(GOLDEN);
            hash ^ hash >> 32
        }))
    }
}

impl State {
    /// A 64-bit key of the situation, without history: equal for equal situations under equal rules, on every platform.
    #[must_use]
    pub fn key(&self, rules: &Rules) -> u64 {
        self.write(rules).key()
    }

    /// The position as bytes.
    #[must_use]
    pub fn to_bytes(&self, rules: &Rules) -> Vec<u8> {
        let mut writer = self.write(rules);
        let key = writer.key();
        writer.all(&key.to_le_bytes());
        writer.bytes[..writer.len].to_vec()
    }

    /// The position that [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    ///
    /// Every fault found: bytes of another version or other rules, cut, changed, or of a position that cannot be.
    pub fn from_bytes(rules: &Rules, bytes: &[u8]) -> Result<Self, Faults> {
        check_frame(rules, bytes).map_err(|fault| vec![fault])?;
        let draft = Reader { bytes: &bytes[HEADER..], at: 0 }.draft(bytes[5]);
        let draft = draft.map_err(|what| vec![format!("bytes: {what}")])?;
        let state = draft.state(rules)?;
        if state.to_bytes(rules) == bytes {
            Ok(state)
        } else {
            Err(vec!["bytes: not in canonical order".into()])
        }
    }

    fn write(&self, rules: &Rules) -> Writer {
        let players = self.player_count as usize;
        let mut writer = Writer { bytes: [0; MAX_LENGTH], len: 0 };
        writer.all(MAGIC);
        writer.all(&[STATE_VERSION, self.player_count, options_byte(rules.options()), 0]);
        writer.all(&rules.tables.fingerprint);
        writer.all(&[self.phase, self.round, self.turn(), u8::from(self.bought), self.white_die]);
        writer.all(&self.order[..players]);
        writer.all(&self.track.order()[..players]);
        (0..players).for_each(|seat| writer.u8(self.track.space(seat)));
        writer.all(&self.round_goods);
        for depot in 0..6 {
            writer.tiles(&self.depots.tiles()[depot * 4..depot * 4 + 4]);
            writer.goods(self.depots.goods(depot));
        }
        writer.tiles(&self.depots.black());
        let bags = &rules.bags;
        for tile in Tile::all() {
            let colour = tile.colour() as usize;
            writer.u8(self.supply.normal[colour].count(&bags.normal[colour], tile.face()) as u8);
        }
        for tile in Tile::all() {
            writer.u8(self.supply.black.count(&bags.black, tile.face()) as u8);
        }
        (1..=6).for_each(|good| writer.u8(self.supply.goods.count(&bags.goods, good) as u8));
        writer.all(self.bonus.as_flattened());
        writer.all(&prompt_bytes(self.prompt));
        self.players().iter().for_each(|player| write_seat(rules, player, &mut writer));
        writer
    }
}

fn write_seat(rules: &Rules, player: &Player, writer: &mut Writer) {
    let board = (player.board as usize).checked_sub(1).map_or(0, |index| rules.layouts[index].number());
    writer.u8(board);
    writer.u8(player.start_castle().map_or(0, |space| space.index() as u8 + 1));
    Space::all().for_each(|space| writer.u8(player.tile(space).face() as u8));
    writer.tiles(&player.storage());
    writer.goods(player.goods);
    writer.goods(player.sold);
    for amount in [player.silver, player.workers, player.vp] {
        writer.all(&amount.to_le_bytes());
    }
    writer.all(&player.dice);
}

/// The options in one byte.
#[must_use]
pub fn options_byte(options: Options) -> u8 {
    u8::from(!options.purchase_in_effect)
        | u8::from(!options.decline_effects) << 1
        | (options.tie_break as u8) << 2
}

/// The options of bytes that [`State::to_bytes`] wrote; `None` if they are too short or name none.
#[must_use]
pub fn options_of_bytes(bytes: &[u8]) -> Option<Options> {
    let byte = *bytes.get(6)?;
    let tie_break = *TieBreak::ALL.get((byte >> 2) as usize)?;
    let options = Options { purchase_in_effect: byte & 1 == 0, decline_effects: byte & 2 == 0, tie_break };
    bytes.starts_with(MAGIC).then_some(options)
}

/// What is wrong with the bytes around a position.
fn check_frame(rules: &Rules, bytes: &[u8]) -> Result<(), String> {
    let ensure = |holds, fault: &str| if holds { Ok(()) } else { Err(format!("bytes: {fault}")) };
    ensure(bytes.len() > HEADER && bytes.starts_with(MAGIC), "not a state of burgundy")?;
    let version = bytes[4];
    ensure(version == STATE_VERSION, &format!("version {version}, expected {STATE_VERSION}"))?;
    ensure((2..=4).contains(&bytes[5]), &format!("{} players, expected 2 to 4 (R1.1)", bytes[5]))?;
    let expected = length(bytes[5] as usize);
    ensure(bytes.len() == expected, &format!("{} bytes, expected {expected}", bytes.len()))?;
    let body = &bytes[..bytes.len() - KEY];
    let mut writer = Writer { bytes: [0; MAX_LENGTH], len: 0 };
    writer.all(body);
    ensure(bytes[body.len()..] == writer.key().to_le_bytes(), "damaged, the key does not fit")?;
    ensure(
        bytes[6] == options_byte(rules.options()) && bytes[7] == 0,
        "written with other options, give those rules (R11)",
    )?;
    ensure(bytes[8..HEADER] == rules.tables.fingerprint, "written with other data, give those rules")
}

const fn prompt_bytes(prompt: Prompt) -> [u8; 4] {
    match prompt {
        Prompt::Turn => [0; 4],
        Prompt::Castle => [1, 0, 0, 0],
        Prompt::CityHall => [2, 0, 0, 0],
        Prompt::Carpenter => [3, 0, 0, 0],
        Prompt::Church => [4, 0, 0, 0],
        Prompt::Market => [5, 0, 0, 0],
        Prompt::Warehouse => [6, 0, 0, 0],
        Prompt::Ship => [7, 0, 0, 0],
        Prompt::SecondShip { depot } => [8, depot, 0, 0],
        Prompt::Goods { depot, above, then } => [9, depot, above, then_byte(then)],
        Prompt::Discard { tile, then } => [10, tile.face() as u8, then_byte(then), 0],
        Prompt::StartCastle => [11, 0, 0, 0],
        Prompt::Over => [12, 0, 0, 0],
        Prompt::Chance(event) => match event {
            Chance::Board { seat } => [13, seat, 0, 0],
            Chance::StartPlayer => [14, 0, 0, 0],
            Chance::Deal { seat } => [15, seat, 0, 0],
            Chance::Depot { depot, slot } => [16, depot, slot, 0],
            Chance::Black => [17, 0, 0, 0],
            Chance::Good => [18, 0, 0, 0],
            Chance::White => [19, 0, 0, 0],
            Chance::Dice { seat } => [20, seat, 0, 0],
        },
    }
}

/// What follows, as the number of its prompt.
const fn then_byte(then: Then) -> u8 {
    match then {
        Then::Turn => 0,
        Then::Castle => 1,
        Then::CityHall => 2,
        Then::SecondShip => 8,
    }
}

fn read_prompt([kind, a, b, c]: [u8; 4], players: u8) -> Option<Prompt> {
    let then = |byte: u8, allowed: &[Then]| allowed.iter().find(|then| then_byte(**then) == byte).copied();
    let depot = (a < 6).then_some(a);
    let seat = (a < players).then_some(a);
    let prompt = match kind {
        0 => Prompt::Turn,
        1 => Prompt::Castle,
        2 => Prompt::CityHall,
        3 => Prompt::Carpenter,
        4 => Prompt::Church,
        5 => Prompt::Market,
        6 => Prompt::Warehouse,
        7 => Prompt::Ship,
        8 => Prompt::SecondShip { depot: depot? },
        9 if b <= 6 => {
            Prompt::Goods { depot: depot?, above: b, then: then(c, &[Then::Turn, Then::SecondShip])? }
        }
        10 => {
            let then = then(b, &[Then::Turn, Then::Castle, Then::CityHall])?;
            Prompt::Discard { tile: Tile::new(a as usize)?, then }
        }
        11 => Prompt::StartCastle,
        12 => Prompt::Over,
        13 => Prompt::Chance(Chance::Board { seat: seat? }),
        14 => Prompt::Chance(Chance::StartPlayer),
        15 => Prompt::Chance(Chance::Deal { seat: seat? }),
        16 if b < 4 => Prompt::Chance(Chance::Depot { depot: depot?, slot: b }),
        17 => Prompt::Chance(Chance::Black),
        18 => Prompt::Chance(Chance::Good),
        19 => Prompt::Chance(Chance::White),
        20 => Prompt::Chance(Chance::Dice { seat: seat? }),
        _ => return None,
    };
    Some(prompt)
}

/// Reads the body of a frame that is long enough.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        self.at += N;
        self.bytes[self.at - N..self.at].try_into().expect("the frame has the length of its players")
    }

    fn list(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.take::<1>()[0]).collect()
    }

    /// Bytes that end where the first zero is.
    fn filled(&mut self, len: usize) -> Vec<u8> {
        self.list(len).into_iter().filter(|byte| *byte != 0).collect()
    }

    fn tile(&mut self) -> Result<Tile, String> {
        let [face] = self.take();
        if face == 0 {
            Ok(Tile::NONE)
        } else {
            Tile::new(face as usize).ok_or(format!("no tile has the face {face}"))
        }
    }

    fn tiles(&mut self, len: usize) -> Result<Vec<Tile>, String> {
        (0..len).map(|_| self.tile()).collect()
    }

    fn there(&mut self, len: usize) -> Result<Vec<Tile>, String> {
        Ok(self.tiles(len)?.into_iter().filter(|tile| !tile.is_none()).collect())
    }

    fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.take())
    }

    fn draft(&mut self, players: u8) -> Result<Draft, String> {
        let mut draft = Draft::new(players);
        let [phase, round, turn, bought, white] = self.take();
        (draft.phase, draft.round, draft.turn) = (phase, round, turn);
        draft.bought = bought != 0;
        draft.white_die = (white != 0).then_some(white);
        draft.order = self.list(players as usize);
        self.track(players, &mut draft)?;
        draft.round_goods = self.filled(5);
        for depot in 0..6 {
            for slot in 0..4 {
                draft.tiles[depot][slot] = self.tile()?;
            }
            draft.goods[depot] = self.take();
        }
        draft.black = self.there(8)?;
        let mut supply = || {
            let mut counts = [0; FACES];
            counts[1..].copy_from_slice(&self.take::<{ FACES - 1 }>());
            counts
        };
        draft.normal_supply = Some(supply());
        draft.black_supply = Some(supply());
        draft.goods_supply = Some(self.take());
        for taken in &mut draft.bonus {
            *taken = self.filled(2).into_iter().map(|taker| taker - 1).collect();
        }
        draft.prompt = read_prompt(self.take(), players).ok_or("no such prompt")?;
        for seat in &mut draft.seats {
            *seat = self.seat()?;
        }
        Ok(draft)
    }

    fn track(&mut self, players: u8, draft: &mut Draft) -> Result<(), String> {
        let order = self.list(players as usize);
        let spaces = self.list(players as usize);
        draft.track = Default::default();
        for seat in order {
            let space = spaces.get(seat as usize).copied().ok_or("no such seat on the track")?;
            draft.track.get_mut(space as usize).ok_or("no such space of the track")?.push(seat);
        }
        Ok(())
    }

    fn seat(&mut self) -> Result<DraftSeat, String> {
        let [board, start_castle] = self.take();
        let start_castle = match start_castle {
            0 => Given::Null,
            space => Given::Value(Space::new(space as usize - 1).ok_or("no such start castle")?),
        };
        let tiles = self.tiles(SPACES)?;
        let estate = Space::all().zip(tiles).filter(|(_, tile)| !tile.is_none());
        Ok(DraftSeat {
            board: if board == 0 { Given::Null } else { Given::Value(board) },
            start_castle,
            estate: Some(estate.collect()),
            storage: self.there(3)?,
            goods: self.take(),
            sold: self.take(),
            silver: self.u16(),
            workers: self.u16(),
            vp: self.u16(),
            dice: Some(self.filled(2)),
        })
    }
}
