//! Measures the engine by uniform random games, after asserting that the games are what they were.
//!
//! `burgundy-bench table` checks and prints the table; `burgundy-bench path 2 20000 1` plays one series, which is what
//! callgrind and `bench/compare.py` run.

mod clock;
mod expected;
mod games;
mod instructions;
mod measure;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use games::{Series, Table, Way};
use measure::Measurements;
use serde_json::json;

const PIPE_CLOSED: u8 = 141;
const OUTPUT_FAILED: u8 = 74;

/// Speed of the engine by uniform random games.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Checks the games, then measures and prints the table.
    Table(TableArgs),
    /// Plays one series by legal set, choice and checked action.
    Path(SeriesArgs),
    /// Plays one series by `play_out`.
    Playout(SeriesArgs),
    /// Plays the series of expected.toml and fails where they add up to something else.
    Check {
        /// Write the file instead.
        #[arg(long)]
        write: bool,
    },
    /// Counts instructions per decision under valgrind.
    Instructions {
        /// Print one JSON array.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
struct TableArgs {
    /// Rounds; figures are medians over them.
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,
    /// Games of a reading.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Leave instructions out.
    #[arg(long)]
    no_instructions: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct SeriesArgs {
    #[arg(default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    players: u8,
    #[arg(default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    #[arg(default_value_t = 1)]
    seed: u64,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Why a command ends early.
enum Failure {
    /// What it prints cannot be written.
    Output(io::Error),
    /// Anything else, in words.
    Words(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<String> for Failure {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

/// Runs the command; the exit codes for output that cannot be written are those of `burgundy`.
fn main() -> ExitCode {
    let (words, code) = match run(Cli::parse().command, &mut io::stdout().lock()) {
        Ok(()) => return ExitCode::SUCCESS,
        // Whoever read it has gone away and knows.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {
            return ExitCode::from(PIPE_CLOSED);
        }
        Err(Failure::Output(error)) => (format!("output: {error}"), ExitCode::from(OUTPUT_FAILED)),
        Err(Failure::Words(words)) => (words, ExitCode::FAILURE),
    };
    // There is nowhere left to say that this cannot be said.
    let _ = writeln!(io::stderr(), "burgundy-bench: {words}");
    code
}

fn run(command: Command, out: &mut impl Write) -> Result<(), Failure> {
    let table = Table::new()?;
    match command {
        Command::Path(args) => print_series(out, &table, Way::Path, &args)?,
        Command::Playout(args) => print_series(out, &table, Way::Playout, &args)?,
        Command::Check { write: true } => expected::write(&table)?,
        Command::Check { write: false } => {
            let count = expected::check(&table)?;
            writeln!(out, "{count} series are as expected")?;
        }
        Command::Instructions { json } => print_instructions(out, json)?,
        Command::Table(args) => {
            expected::check(&table)?;
            let found = measure::measure(&table, args.rounds, args.games, !args.no_instructions);
            if args.json { writeln!(out, "{}", json!(found))? } else { print_table(out, &found)? }
        }
    }
    Ok(out.flush()?)
}

fn print_series(out: &mut impl Write, table: &Table, way: Way, args: &SeriesArgs) -> io::Result<()> {
    let series = Series { way, players: args.players.into(), games: args.games, seed: args.seed };
    let (cpu_ns, sums) = clock::cpu_ns(|| table.play(series));
    if args.json {
        return writeln!(
            out,
            "{}",
            json!({"way": way, "players": series.players, "games": series.games, "seed": series.seed,
            "decisions": sums.decisions, "choices": sums.choices, "filled": sums.filled, "digest": sums.digest,
            "cpu_ns": cpu_ns})
        );
    }
    writeln!(
        out,
        "{way}, {} players: {} games, {} decisions, digest {}; {:.0} games/s, {:.1} ns a decision",
        series.players,
        series.games,
        sums.decisions,
        sums.digest,
        series.games as f64 * 1e9 / cpu_ns,
        cpu_ns / sums.decisions as f64
    )
}

fn print_instructions(out: &mut impl Write, json: bool) -> Result<(), Failure> {
    let mut found = Vec::new();
    for way in Way::ALL {
        for players in [2, 3, 4] {
            let counted = instructions::count(way, players)?;
            if !json {
                writeln!(
                    out,
                    "{way:8} {players} players {:8.1} instructions a decision",
                    counted.per_decision
                )?;
            }
            found.push(counted);
        }
    }
    if json {
        writeln!(out, "{}", json!(found))?;
    }
    Ok(())
}

fn print_table(out: &mut impl Write, found: &Measurements) -> io::Result<()> {
    let build = &found.build;
    writeln!(
        out,
        "{}, {} ({}), {}; loops for {}",
        build.target, build.level, build.features, build.profile, build.processor
    )?;
    writeln!(
        out,
        "medians of {} rounds of {} games each, no game twice, CPU time of the thread\n",
        found.rounds, found.games
    )?;
    writeln!(
        out,
        "{:8}{:>8}{:>10}{:>12}{:>8}{:>14}{:>12}{:>11}{:>8}{:>12}{:>8}",
        "way",
        "players",
        "games/s",
        "ns/decision",
        "spread",
        "instructions",
        "decisions",
        "branching",
        "filled",
        "2 threads",
        "CPU"
    )?;
    for row in &found.rows {
        let instructions =
            row.instructions_per_decision.map_or("-".to_owned(), |count| format!("{count:.1}"));
        writeln!(
            out,
            "{:8}{:>8}{:>10.0}{:>12.1}{:>7.1}%{instructions:>14}{:>12.1}{:>11.2}{:>8.2}{:>12.2}{:>8.2}",
            row.way,
            row.players,
            row.games_per_second,
            row.ns_per_decision,
            row.spread * 100.0,
            row.decisions_per_game,
            row.branching,
            row.filled,
            row.two_threads,
            row.two_threads_cpu
        )?;
    }
    writeln!(out, "\nstate: {} bytes, copied in {:.1} ns", found.state_bytes, found.copy_ns)?;
    if let Some(reason) = &found.no_instructions {
        writeln!(out, "instructions are not counted: {reason}")?;
    }
    writeln!(
        out,
        "instructions: per decision; decisions: per game; branching: legal actions per decision; filled: of the 37 spaces of\n\
         an estate; 2 threads: games of two threads against one, by the wall clock and by CPU time"
    )
}
