//! A batch as bytes (docs/formats.md, section 11).

use burgundy::State;
use burgundy::bits::mix;

use crate::games::{Game, Table};

/// The first bytes: name and version.
const MAGIC: &[u8; 8] = b"BURGBAT\x01";

/// Number of bytes of a saved game.
fn game_length(table: &Table) -> usize {
    header(table.players) + table.start.to_bytes(table.rules()).len()
}

/// Number of bytes of all games.
pub fn length(table: &Table) -> usize {
    16 + table.n * game_length(table) + 8
}

/// Writes all games into bytes of that length.
pub fn save(table: &Table, games: &[Game], bytes: &mut [u8]) {
    let (body, sum) = bytes.split_at_mut(bytes.len() - 8);
    body[..8].copy_from_slice(MAGIC);
    body[8..12].copy_from_slice(&(table.n as u32).to_le_bytes());
    body[12..16].copy_from_slice(&(table.players as u32).to_le_bytes());
    for (game, bytes) in games.iter().zip(body[16..].chunks_exact_mut(game_length(table))) {
        save_game(table, game, bytes);
    }
    sum.copy_from_slice(&check_sum(body).to_le_bytes());
}

/// Puts the games of saved bytes into an empty vector, or tells what is wrong with them.
pub fn load(table: &Table, bytes: &[u8], games: &mut Vec<Game>) -> Result<(), Vec<String>> {
    let one = |fault: String| Err(vec![fault]);
    if !bytes.starts_with(MAGIC) {
        return one("batch: these are not the bytes of a batch, or of another version".into());
    }
    let word = |at: usize| {
        let bytes = bytes.get(at..at + 4).map_or([0; 4], |word| word.try_into().expect("four bytes"));
        u32::from_le_bytes(bytes) as usize
    };
    if (word(8), word(12)) != (table.n, table.players) {
        let given = format!("{} games of {} players", word(8), word(12));
        return one(format!("batch: {given}, expected {} games of {}", table.n, table.players));
    }
    let expected = length(table);
    if bytes.len() != expected {
        return one(format!("batch: {} bytes, expected {expected}", bytes.len()));
    }
    let (body, sum) = bytes.split_at(expected - 8);
    if sum != check_sum(body).to_le_bytes() {
        return one("batch: the bytes have been changed, their check sum is another".into());
    }
    for (i, bytes) in body[16..].chunks_exact(game_length(table)).enumerate() {
        let named = |faults: Vec<String>| {
            faults.into_iter().map(|fault| format!("game {i}: {fault}")).collect::<Vec<_>>()
        };
        games.push(load_game(table, i, bytes).map_err(named)?);
    }
    Ok(())
}

/// Bytes of a saved game before its position.
const fn header(players: usize) -> usize {
    3 * 8 + 2 * players
}

/// Writes a game into its bytes.
fn save_game(table: &Table, game: &Game, bytes: &mut [u8]) {
    let (head, position) = bytes.split_at_mut(header(table.players));
    let (numbers, scores) = head.split_at_mut(24);
    for (cell, number) in numbers.chunks_exact_mut(8).zip([game.seed, game.episode, game.decisions]) {
        cell.copy_from_slice(&number.to_le_bytes());
    }
    for (cell, score) in scores.chunks_exact_mut(2).zip(game.final_scores) {
        cell.copy_from_slice(&score.to_le_bytes());
    }
    position.copy_from_slice(&game.state.to_bytes(table.rules()));
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
    if table.auto_reset && game.state.is_over() {
        game.begin_next(table, index);
    }
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
