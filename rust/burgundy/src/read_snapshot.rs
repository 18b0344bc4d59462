//! A position as plain data: reading (docs/formats.md, section 4). Faults of form are found here, those against the
//! rules by [`Draft::state`].

use crate::draft::Draft;
use crate::rules::{Options, Rules, TieBreak};
use crate::snapshot::{EDITION, FORMAT};
use crate::space::Space;
use crate::state::State;
use crate::tile::{Colour, FACES, Tile};
use crate::validate::Faults;
use crate::value::Value;

impl State {
    /// The position a snapshot describes.
    ///
    /// # Errors
    ///
    /// Every fault of form, or if there is none, every fault against the rules, one line each.
    pub fn from_snapshot(rules: &Rules, value: &Value) -> Result<Self, Faults> {
        let mut reader = Reader { faults: Vec::new() };
        let draft = reader.draft(value, rules.options());
        let result = draft.map(|draft| draft.state(rules));
        let mut faults = reader.faults;
        match result {
            Some(Ok(state)) if faults.is_empty() => return Ok(state),
            Some(Err(more)) => faults.extend(more),
            _ => {}
        }
        Err(faults)
    }

    /// The options a snapshot asks for; the defaults where it names none or is wrong.
    #[must_use]
    pub fn options_of_snapshot(value: &Value) -> Options {
        let mut options = Options::default();
        if let Value::Map(pairs) = value
            && let Some((_, Value::Map(given))) = pairs.iter().find(|(key, _)| key == "options")
        {
            for (key, value) in given {
                match (key.as_str(), value) {
                    ("purchase_in_effect", Value::Bool(value)) => options.purchase_in_effect = *value,
                    ("decline_effects", Value::Bool(value)) => options.decline_effects = *value,
                    ("tie_break", Value::Text(text)) => {
                        let found = TieBreak::ALL.into_iter().find(|value| value.name() == text);
                        options.tie_break = found.unwrap_or_default();
                    }
                    _ => {}
                }
            }
        }
        options
    }
}

/// Reads values and collects what is wrong with them.
pub(crate) struct Reader {
    faults: Faults,
}

pub(crate) type Pairs = [(String, Value)];

impl Reader {
    pub(crate) fn fault(&mut self, path: &str, reason: &str) {
        self.faults.push(format!("{path}: {reason}"));
    }

    pub(crate) fn wrong(&mut self, path: &str, value: &Value, expected: &str) {
        self.fault(path, &format!("{}, expected {expected}", value.describe()));
    }

    pub(crate) fn pairs<'a>(&mut self, path: &str, value: &'a Value, known: &[&str]) -> &'a Pairs {
        let Value::Map(pairs) = value else {
            self.wrong(path, value, "a mapping");
            return &[];
        };
        for (i, (key, _)) in pairs.iter().enumerate() {
            if !known.is_empty() && !known.contains(&key.as_str()) {
                let key = Value::from(key.as_str()).describe();
                self.fault(path, &format!("unknown key {key}, known are {}", known.join(", ")));
            } else if pairs[..i].iter().any(|(other, _)| other == key) {
                self.fault(path, &format!("key '{key}' is given twice"));
            }
        }
        pairs
    }

    pub(crate) fn list<'a>(&mut self, path: &str, value: &'a Value) -> &'a [Value] {
        if let Value::List(values) = value {
            values
        } else {
            self.wrong(path, value, "a list");
            &[]
        }
    }

    pub(crate) fn int(&mut self, path: &str, value: &Value, from: i64, to: i64) -> Option<i64> {
        match value {
            Value::Int(number) if (from..=to).contains(number) => Some(*number),
            _ => {
                self.wrong(path, value, &format!("an integer from {from} to {to}"));
                None
            }
        }
    }

    pub(crate) fn small(&mut self, path: &str, value: &Value, from: u8, to: u8) -> Option<u8> {
        self.int(path, value, from.into(), to.into()).map(|number| number as u8)
    }

    fn bool(&mut self, path: &str, value: &Value) -> bool {
        if let Value::Bool(value) = value {
            *value
        } else {
            self.wrong(path, value, "true or false");
            false
        }
    }

    pub(crate) fn text<T>(
        &mut self,
        path: &str,
        value: &Value,
        what: &str,
        find: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let found = match value {
            Value::Text(text) => find(text),
            _ => None,
        };
        if found.is_none() {
            self.wrong(path, value, what);
        }
        found
    }

    pub(crate) fn tile(&mut self, path: &str, value: &Value) -> Option<Tile> {
        self.text(path, value, "the name of a tile (R1.2)", Tile::from_name)
    }

    pub(crate) fn space(&mut self, path: &str, value: &Value) -> Option<Space> {
        self.text(path, value, "a space, a1 to g4", Space::from_name)
    }

    fn seats(&mut self, path: &str, value: &Value, players: u8) -> Vec<u8> {
        let values = self.list(path, value).iter().enumerate();
        values.filter_map(|(i, seat)| self.small(&format!("{path}[{i}]"), seat, 0, players - 1)).collect()
    }

    pub(crate) fn goods(&mut self, path: &str, value: &Value) -> [u8; 6] {
        let mut counts = [0; 6];
        for (key, count) in self.pairs(path, value, &["1", "2", "3", "4", "5", "6"]) {
            let count = self.small(&format!("{path}.{key}"), count, 0, 99);
            if let (Ok(good @ 1..=6), Some(count)) = (key.parse::<usize>(), count) {
                counts[good - 1] = count;
            }
        }
        counts
    }

    fn faces(&mut self, path: &str, value: &Value) -> [u8; FACES] {
        let mut counts = [0; FACES];
        for (key, count) in self.pairs(path, value, &[]) {
            let path = format!("{path}.{key}");
            match (Tile::from_name(key), self.small(&path, count, 0, 99)) {
                (Some(tile), Some(count)) => counts[tile.face()] = count,
                (None, _) => self.fault(&path, "there is no such tile (R1.2)"),
                _ => {}
            }
        }
        counts
    }

    fn draft(&mut self, value: &Value, options: Options) -> Option<Draft> {
        const KNOWN: [&str; 18] = [
            "format",
            "edition",
            "options",
            "players",
            "phase",
            "round",
            "turn",
            "order",
            "bought",
            "track",
            "white_die",
            "round_goods",
            "depots",
            "black_depot",
            "supply",
            "bonus_tiles",
            "seats",
            "prompt",
        ];
        let Value::Map(_) = value else {
            self.wrong("snapshot", value, "a mapping");
            return None;
        };
        let pairs = self.pairs("snapshot", value, &KNOWN);
        let Some((_, players)) = pairs.iter().find(|(key, _)| key == "players") else {
            self.fault("players", "missing, expected 2, 3 or 4 (R1.1)");
            return None;
        };
        let players = self.small("players", players, 2, 4)?;
        let mut draft = Draft::new(players);
        for (key, value) in pairs {
            let path = key.as_str();
            match path {
                "format" => self.fixed(path, value, FORMAT),
                "edition" => self.fixed(path, value, EDITION),
                "options" => self.options(value, options),
                "phase" => {
                    let phase = self.text(path, value, "A to E (R2.1)", |text| {
                        ["A", "B", "C", "D", "E"].iter().position(|name| *name == text)
                    });
                    draft.phase = phase.unwrap_or(0) as u8;
                }
                "round" => draft.round = self.small(path, value, 1, 5).unwrap_or(1),
                "turn" => draft.turn = self.small(path, value, 0, players - 1).unwrap_or(0),
                "order" => draft.order = self.seats(path, value, players),
                "bought" => draft.bought = self.bool(path, value),
                "track" => self.track(value, players, &mut draft),
                "white_die" if *value == Value::Null => {}
                "white_die" => draft.white_die = self.small(path, value, 1, 6),
                "round_goods" => {
                    let goods = self.list(path, value).iter().enumerate();
                    let read = goods.filter_map(|(i, good)| self.small(&format!("{path}[{i}]"), good, 1, 6));
                    draft.round_goods = read.collect();
                }
                "depots" => self.depots(value, &mut draft),
                "black_depot" => {
                    let tiles = self.list(path, value);
                    if tiles.len() > 8 {
                        self.fault(path, &format!("{} given, it has eight spaces (R2.2)", tiles.len()));
                    }
                    let tiles = tiles.iter().enumerate();
                    let there = tiles.filter(|(_, tile)| **tile != Value::Null);
                    let read = there.filter_map(|(i, tile)| self.tile(&format!("{path}[{i}]"), tile));
                    draft.black = read.collect();
                }
                "supply" => self.supply(value, &mut draft),
                "bonus_tiles" => {
                    for (key, value) in self.pairs(path, value, &Colour::ALL.map(Colour::name)) {
                        let takers = self.seats(&format!("{path}.{key}"), value, players);
                        if let Some(colour) = Colour::ALL.iter().find(|colour| colour.name() == key) {
                            draft.bonus[*colour as usize] = takers;
                        }
                    }
                }
                "seats" => self.all_seats(value, players, &mut draft),
                "prompt" => draft.prompt = self.prompt(value, players)?,
                _ => {}
            }
        }
        Some(draft)
    }

    fn fixed(&mut self, path: &str, value: &Value, expected: &str) {
        if *value != Value::from(expected) {
            self.wrong(path, value, &format!("'{expected}'"));
        }
    }

    fn options(&mut self, value: &Value, options: Options) {
        let path = "options";
        for (key, value) in self.pairs(path, value, &["purchase_in_effect", "tie_break", "decline_effects"]) {
            let path = format!("{path}.{key}");
            let holds = match key.as_str() {
                "purchase_in_effect" => self.bool(&path, value) == options.purchase_in_effect,
                "decline_effects" => self.bool(&path, value) == options.decline_effects,
                "tie_break" => {
                    let find = |text: &str| TieBreak::ALL.into_iter().find(|value| value.name() == text);
                    let found = self.text(&path, value, "a way to break ties (R11.2)", find);
                    found.is_none_or(|found| found == options.tie_break)
                }
                _ => true,
            };
            if !holds {
                self.fault(&path, "differs from the rules it is read with (R11)");
            }
        }
    }

    fn track(&mut self, value: &Value, players: u8, draft: &mut Draft) {
        let stacks = self.list("track", value);
        if stacks.len() != draft.track.len() {
            self.fault("track", &format!("{} spaces, expected 7 (R1.6)", stacks.len()));
            return;
        }
        for (i, stack) in stacks.iter().enumerate() {
            draft.track[i] = self.seats(&format!("track[{i}]"), stack, players);
        }
    }

    fn depots(&mut self, value: &Value, draft: &mut Draft) {
        let depots = self.list("depots", value);
        if depots.len() != 6 {
            self.fault("depots", &format!("{} given, expected 6", depots.len()));
        }
        for (i, depot) in depots.iter().enumerate().take(6) {
            for (key, value) in self.pairs(&format!("depots[{i}]"), depot, &["tiles", "goods"]) {
                let path = format!("depots[{i}].{key}");
                if key == "goods" {
                    draft.goods[i] = self.goods(&path, value);
                } else if key == "tiles" {
                    let tiles = self.list(&path, value);
                    if tiles.len() > 4 {
                        self.fault(&path, &format!("{} given, a depot has four spaces (R2.2)", tiles.len()));
                    }
                    for (slot, tile) in
                        tiles.iter().enumerate().take(4).filter(|(_, tile)| **tile != Value::Null)
                    {
                        let tile = self.tile(&format!("{path}[{slot}]"), tile);
                        draft.tiles[i][slot] = tile.unwrap_or(Tile::NONE);
                    }
                }
            }
        }
    }

    fn supply(&mut self, value: &Value, draft: &mut Draft) {
        for (key, value) in self.pairs("supply", value, &["normal", "black", "goods"]) {
            let path = format!("supply.{key}");
            match key.as_str() {
                "normal" => draft.normal_supply = Some(self.faces(&path, value)),
                "black" => draft.black_supply = Some(self.faces(&path, value)),
                "goods" => draft.goods_supply = Some(self.goods(&path, value)),
                _ => {}
            }
        }
    }

    fn all_seats(&mut self, value: &Value, players: u8, draft: &mut Draft) {
        let seats = self.list("seats", value);
        if seats.len() != players as usize {
            self.fault(
                "seats",
                &format!("{} given for {players} players, expected one each (R1.1)", seats.len()),
            );
        }
        for (i, seat) in seats.iter().enumerate().take(players as usize) {
            draft.seats[i] = self.seat(&format!("seats[{i}]"), seat);
        }
    }
}
