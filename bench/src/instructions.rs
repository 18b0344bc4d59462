//! Instructions per decision, counted by callgrind.

use std::process::{Command, Output};

use serde::Serialize;

use crate::games::{Series, Way};

/// Numbers of games of the two runs. What is not playing (start, reading the data) is the same in both, so that the
/// difference leaves it out.
const SHORT: u64 = 200;
const LONG: u64 = 2_200;
const SEED: u64 = 1;

#[derive(Serialize)]
pub struct Instructions {
    pub way: Way,
    pub players: usize,
    pub per_decision: f64,
}

/// Counts them for one way and number of players, by running this program twice.
pub fn count(way: Way, players: usize) -> Result<Instructions, String> {
    let run = |games| run(Series { way, players, games, seed: SEED });
    let ((short, few), (long, many)) = (run(SHORT)?, run(LONG)?);
    Ok(Instructions { way, players, per_decision: (long - short) as f64 / (many - few) as f64 })
}

/// Instructions and decisions of a series.
fn run(series: Series) -> Result<(u64, u64), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args([series.way.to_string(), series.players.to_string(), series.games.to_string()])
        .args([series.seed.to_string(), "--json".to_owned()])
        .output()
        .map_err(|error| format!("valgrind does not run ({error}); apt-get install valgrind"))?;
    let counts = collected(&output).zip(decisions(&output));
    counts.ok_or_else(|| format!("valgrind: {}", String::from_utf8_lossy(&output.stderr)))
}

/// The number in `==1234== Collected : 5678`.
fn collected(output: &Output) -> Option<u64> {
    let text = String::from_utf8_lossy(&output.stderr);
    let (_, after) = text.split_once("Collected :")?;
    after.split_whitespace().next()?.parse().ok()
}

fn decisions(output: &Output) -> Option<u64> {
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).ok()?;
    found["decisions"].as_u64()
}
