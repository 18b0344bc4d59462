//! The data files as [`Tables`], for Rust tests and benches. Broken data is a panic here: Python's loader is the one
//! that checks files and explains faults.

use std::path::Path;

use burgundy::rules::{BoardTable, ExceptionTable, FinalTable};
use burgundy::space::SPACES;
use burgundy::tile::{Colour, FACES, Tile};
use burgundy::{Options, Rules, Tables};
use toml::{Table, Value};

const COLOURS: &str = "BAKSCM";

/// The rules of the shipped data with these options.
///
/// # Panics
///
/// If the data files are missing or broken.
#[must_use]
pub fn rules(options: Options) -> Rules {
    Rules::new(tables(), options).expect("the shipped tables are playable")
}

/// The shipped tables. Their fingerprint is zero: keys differ from those in Python.
///
/// # Panics
///
/// If the data files are missing or broken.
#[must_use]
pub fn tables() -> Tables {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/burgundy/data");
    let read = |name: &str| -> Table {
        let text = std::fs::read_to_string(folder.join(name)).expect("the data file is there");
        text.parse().expect("the data file is TOML")
    };
    let (board, boards, tiles) = (read("board.toml"), read("boards.toml"), read("tiles.toml"));
    let [normal, black] = counts(&tiles);
    let scoring = table(&board["scoring"]);
    let last = table(&scoring["final"]);
    let exception = table(&board["three_player_exception"]);
    let players = |key: &str| ["2", "3", "4"].map(|count| int(&scoring[key][count]));
    let phases: Vec<&str> = list(&board["phases"]).iter().filter_map(Value::as_str).collect();
    let phase_index = |name: &Value| phases.iter().position(|phase| Some(*phase) == name.as_str());
    let buildings = list_of_names(&tiles["knowledge"]["final_building"]);
    Tables {
        fingerprint: [0; 8],
        boards: list(&boards["board"]).iter().map(|board| board_table(table(board))).collect(),
        depots: ["1", "2", "3", "4", "5", "6"].map(|depot| {
            let slots: Vec<u8> = list(&board["depots"][depot]).iter().map(colour).collect();
            slots.try_into().expect("a depot has four slots")
        }),
        marks: ints(&board["depots"]["marks"]),
        exception: ExceptionTable {
            depot: int::<u8>(&exception["depot"]) - 1,
            slot: int(&exception["slot"]),
            colour: colour(&exception["colour"]),
            phases: list(&exception["phases"])
                .iter()
                .map(|phase| phase_index(phase).expect("a known phase") as u8)
                .collect(),
        },
        black_marks: ints(&board["black_depot"]["marks"]),
        purchase_cost: int(&board["black_depot"]["cost"]),
        start_silver: int(&board["start"]["silver"]),
        start_goods: int(&board["start"]["goods"]),
        start_workers: ints(&board["start"]["workers_in_turn_order"]),
        region_vp: ints(&scoring["region"]),
        phase_vp: std::array::from_fn(|i| int(&scoring["phase_bonus"][phases[i]])),
        bonus_first: players("colour_bonus_first"),
        bonus_second: players("colour_bonus_second"),
        goods_vp: players("goods_vp_per_tile"),
        watchtower_vp: int(&scoring["watchtower"]),
        final_scoring: FinalTable {
            good: int(&last["good"]),
            silver: int(&last["silver"]),
            workers_per_vp: int(&last["workers_per_vp"]),
            k15: int(&last["k15_per_type_sold"]),
            k16_23: int(&last["k16_23_per_building"]),
            k24: int(&last["k24_per_species"]),
            k25: int(&last["k25_per_good_sold"]),
            k26: int(&last["k26_per_bonus_tile"]),
        },
        normal,
        black,
        goods_copies: int(&tiles["goods"]["copies"]),
        final_building: std::array::from_fn(|i| buildings[&format!("{}", i + 16)].face() as u8),
    }
}

fn table(value: &Value) -> &Table {
    value.as_table().expect("a table")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn int<T: TryFrom<i64>>(value: &Value) -> T {
    let number = value.as_integer().expect("an integer");
    T::try_from(number).ok().expect("an integer in range")
}

fn ints<T: TryFrom<i64>, const N: usize>(value: &Value) -> [T; N] {
    let numbers: Vec<T> = list(value).iter().map(int).collect();
    numbers.try_into().ok().expect("a list of the right length")
}

fn colour(name: &Value) -> u8 {
    let colour = Colour::ALL.iter().find(|colour| Some(colour.name()) == name.as_str());
    *colour.expect("the name of a colour") as u8
}

fn list_of_names(value: &Value) -> std::collections::BTreeMap<String, Tile> {
    let tile = |name: &Value| name.as_str().and_then(Tile::from_name).expect("the name of a tile");
    table(value).iter().map(|(key, name)| (key.clone(), tile(name))).collect()
}

fn board_table(board: &Table) -> BoardTable {
    let rows = list(&board["rows"]).iter().filter_map(Value::as_str);
    let cells: Vec<&str> = rows.flat_map(str::split_whitespace).collect();
    assert_eq!(cells.len(), SPACES, "a board has 37 spaces");
    let colours = |i: usize| COLOURS.find(&cells[i][..1]).expect("the letter of a colour") as u8;
    BoardTable {
        number: int(&board["number"]),
        copies: int(&board["copies"]),
        colours: std::array::from_fn(colours),
        numbers: std::array::from_fn(|i| cells[i][1..].parse().expect("a number")),
    }
}

/// Normal-backed and black-backed copies of each face.
fn counts(tiles: &Table) -> [[u8; FACES]; 2] {
    let mut counts = [[0; FACES]; 2];
    let mut set = |name: &str, pair: [u8; 2]| {
        let face = Tile::from_name(name).expect("the name of a tile").face();
        (counts[0][face], counts[1][face]) = (pair[0], pair[1]);
    };
    for group in ["building", "castle", "mine", "ship"] {
        for (name, pair) in table(&tiles[group]) {
            set(name, ints(pair));
        }
    }
    for (species, shown) in table(&tiles["animal"]) {
        for (count, pair) in table(shown) {
            set(&format!("{species}{count}"), ints(pair));
        }
    }
    let black = list(&tiles["knowledge"]["black_backed"]);
    for number in 1..=26 {
        let is_black = black.iter().any(|other| other.as_integer() == Some(number));
        set(&format!("k{number}"), if is_black { [0, 1] } else { [1, 0] });
    }
    counts
}
