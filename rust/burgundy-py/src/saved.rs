//! A batch as bytes (docs/formats.md, section 11).

use burgundy::State;
use burgundy::bits::mix;

use crate::games::{Game, Table};

/// The first bytes: name and version.
const MAGIC: &[u8; 8] = b"BURGBAT\x01";

/// The bytes of all games.
pub fn save(table: &Table, games: &[Game]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend((table.n as u32).to_le_bytes());
    bytes.extend((table.players as u32).to_le_bytes());
    for game in games {
        save_game(table, game, &mut bytes);
    }
    let sum = check_sum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The games of saved bytes, or what is wrong with them.
pub fn load(table: &Table, bytes: &[u8]) -> Result<Vec<Game>, Vec<String>> {
    let one = |fault: String| Err(vec![fault]);
    if !bytes.starts_with(MAGIC) {
        return one("batch: these are not the bytes of a batch, or of another version".into());
    }
    let game = header(table.players) + table.start.to_bytes(table.rules()).len();
    let word = |at: usize| {
        let bytes = bytes.get(at..at + 4).map_or([0; 4], |word| word.try_into().expect("four bytes"));
        u32::from_le_bytes(bytes) as usize
    };
    if (word(8), word(12)) != (table.n, table.players) {
        let given = format!("{} games of {} players", word(8), word(12));
        return one(format!("batch: {given}, expected {} games of {}", table.n, table.players));
    }
    let expected = 16 + table.n * game + 8;
    if bytes.len() != expected {
        return one(format!("batch: {} bytes, expected {expected}", bytes.len()));
    }
    let (body, sum) = bytes.split_at(expected - 8);
    if sum != check_sum(body).to_le_bytes() {
        return one("batch: the bytes have been changed, their check sum is another".into());
    }
    let saved = body[16..].chunks_exact(game).enumerate();
    saved
        .map(|(i, bytes)| {
            let named = |faults: Vec<String>| {
                faults.into_iter().map(|fault| format!("game {i}: {fault}")).collect::<Vec<_>>()
            };
            load_game(table, i, bytes).map_err(named)
        })
        .collect()
}

/// Bytes of a saved game before its position.
const fn header(players: usize) -> usize {
    3 * 8 + 2 * players
}

/// Appends a game to the bytes of a batch.
fn save_game(table: &Table, game: &Game, bytes: &mut Vec<u8>) {
    for number in [game.seed, game.episode, game.decisions] {
        bytes.extend(number.to_le_bytes());
    }
    for score in &game.final_scores[..table.players] {
        bytes.extend(score.to_le_bytes());
    }
    bytes.extend(game.state.to_bytes(table.rules()));
}

/// The game of such bytes, or what is wrong with them.
fn load_game(table: &Table, index: usize, bytes: &[u8]) -> Result<Game, Vec<String>> {
    let (head, position) = bytes.split_at(header(table.players));
    let number = |i: usize| u64::from_le_bytes(head[8 * i..8 * i + 8].try_into().expect("eight bytes"));
    let state = State::from_bytes(table.rules(), position)?;
    let mut game = Game::new(table, index, number(0));
    (game.episode, game.decisions) = (number(1), number(2));
    for (cell, score) in game.final_scores.iter_mut().zip(head[24..].chunks_exact(2)) {
        *cell = i16::from_le_bytes(score.try_into().expect("two bytes"));
    }
    game.put(table, index, &state);
    Ok(game)
}

/// A check sum over the bytes of a batch.
fn check_sum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0, |sum: u64, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(sum ^ u64::from_le_bytes(word))
    })
}
