//! What the games add up to, in `expected.toml`: a faster engine plays the same games.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::games::{Series, Sums, Table, Way};

const HEAD: &str = "\
# What series of uniform random games add up to. The engine's speed may change, these may not: a change of the rules, of
# worlds or of the policy is in the changelog. `cargo run --release -p burgundy-bench -- check --write` writes the file.

";
const GAMES: u64 = 20_000;
const SEED: u64 = 1;

#[derive(Serialize, Deserialize)]
struct Expected {
    series: Vec<Entry>,
}

#[derive(PartialEq, Debug, Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    series: Series,
    #[serde(flatten)]
    sums: Sums,
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("expected.toml")
}

/// Plays the series of the file again; says which of them add up to something else.
pub fn check(table: &Table) -> Result<usize, String> {
    let path = file();
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let expected: Expected = toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut faults = Vec::new();
    for entry in &expected.series {
        let sums = table.play(entry.series);
        if sums != entry.sums {
            let Series { way, players, games, seed } = entry.series;
            faults.push(format!(
                "{way}, {players} players, {games} games of seed {seed}: {sums:?}, expected {:?}",
                entry.sums
            ));
        }
    }
    if faults.is_empty() { Ok(expected.series.len()) } else { Err(faults.join("\n")) }
}

/// Writes what the games of today add up to.
pub fn write(table: &Table) -> Result<(), String> {
    let all = Way::ALL.into_iter().flat_map(|way| [2, 3, 4].map(|players| (way, players)));
    let entries = all.map(|(way, players)| {
        let series = Series { way, players, games: GAMES, seed: SEED };
        Entry { series, sums: table.play(series) }
    });
    let expected = Expected { series: entries.collect() };
    let text = toml::to_string(&expected).expect("plain tables can be written");
    fs::write(file(), format!("{HEAD}{text}")).map_err(|error| format!("{}: {error}", file().display()))
}
