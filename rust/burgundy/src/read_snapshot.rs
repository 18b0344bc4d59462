//! A position as plain data: reading (docs/formats.md, section 4). Faults of form are found here, those against the
//! rules by [`Draft::state`].

use crate::draft::{Draft, DraftSeat, Given};
use crate::notation::parse_event;
use crate::prompt::{Prompt, Then};
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
struct Reader {
    faults: Faults,
}

type Pairs = [(String, Value)];

impl Reader {
    fn fault(&mut self, path: &str, reason: &str) {
        self.faults.push(format!("{path}: {reason}"));
    }

    fn wrong(&mut self, path: &str, value: &Value, expected: &str) {
        self.fault(path, &format!("{}, expected {expected}", value.describe()));
    }

    fn pairs<'a>(&mut self, path: &str, value: &'a Value, known: &[&str]) -> &'a Pairs {
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

    fn list<'a>(&mut self, path: &str, value: &'a Value) -> &'a [Value] {
        if let Value::List(values) = value {
            values
        } else {
            self.wrong(path, value, "a list");
            &[]
        }
    }

    fn int(&mut self, path: &str, value: &Value, from: i64, to: i64) -> Option<i64> {
        match value {
            Value::Int(number) if (from..=to).contains(number) => Some(*number),
            _ => {
                self.wrong(path, value, &format!("an integer from {from} to {to}"));
                None
            }
        }
    }

    fn small(&mut self, path: &str, value: &Value, from: u8, to: u8) -> Option<u8> {
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

    fn text<T>(
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

    fn tile(&mut self, path: &str, value: &Value) -> Option<Tile> {
        self.text(path, value, "the name of a tile (R1.2)", Tile::from_name)
    }

    fn space(&mut self, path: &str, value: &Value) -> Option<Space> {
        self.text(path, value, "a space, a1 to g4", Space::from_name)
    }

    fn seats(&mut self, path: &str, value: &Value, players: u8) -> Vec<u8> {
        let values = self.list(path, value).iter().enumerate();
        values.filter_map(|(i, seat)| self.small(&format!("{path}[{i}]"), seat, 0, players - 1)).collect()
    }

    fn goods(&mut self, path: &str, value: &Value) -> [u8; 6] {
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

    fn seat(&mut self, path: &str, value: &Value) -> DraftSeat {
        const KNOWN: [&str; 10] = [
            "board",
            "start_castle",
            "estate",
            "storage",
            "goods",
            "sold",
            "silver",
            "workers",
            "vp",
            "dice",
        ];
        let mut seat = DraftSeat::default();
        for (key, value) in self.pairs(path, value, &KNOWN) {
            let path = format!("{path}.{key}");
            match key.as_str() {
                "board" if *value == Value::Null => seat.board = Given::Null,
                "board" => {
                    seat.board = self.small(&path, value, 1, 255).map_or(Given::Value(1), Given::Value);
                }
                "start_castle" if *value == Value::Null => seat.start_castle = Given::Null,
                "start_castle" => {
                    seat.start_castle = self.space(&path, value).map_or(Given::LeftOut, Given::Value);
                }
                "estate" => {
                    let mut estate = Vec::new();
                    for (name, tile) in self.pairs(&path, value, &[]) {
                        let path = format!("{path}.{name}");
                        let tile = self.tile(&path, tile);
                        match (Space::from_name(name), tile) {
                            (Some(space), Some(tile)) => estate.push((space, tile)),
                            (None, _) => self.fault(&path, "there is no such space, they are a1 to g4"),
                            _ => {}
                        }
                    }
                    seat.estate = Some(estate);
                }
                "storage" => {
                    let tiles = self.list(&path, value).iter().enumerate();
                    let read = tiles.filter_map(|(i, tile)| self.tile(&format!("{path}[{i}]"), tile));
                    seat.storage = read.collect();
                }
                "goods" => seat.goods = self.goods(&path, value),
                "sold" => seat.sold = self.goods(&path, value),
                "silver" => seat.silver = self.amount(&path, value),
                "workers" => seat.workers = self.amount(&path, value),
                "vp" => seat.vp = self.amount(&path, value),
                "dice" => {
                    let dice = self.list(&path, value).iter().enumerate();
                    let read = dice.filter_map(|(i, die)| self.small(&format!("{path}[{i}]"), die, 1, 6));
                    seat.dice = Some(read.collect());
                }
                _ => {}
            }
        }
        seat
    }

    fn amount(&mut self, path: &str, value: &Value) -> u16 {
        self.int(path, value, 0, crate::validate::MAX_AMOUNT.into()).unwrap_or(0) as u16
    }

    fn prompt(&mut self, value: &Value, players: u8) -> Option<Prompt> {
        let pairs = self.pairs("prompt", value, &["kind", "depot", "above", "tile", "then", "event"]);
        let find = |key: &str| pairs.iter().find(|(other, _)| other == key).map(|(_, value)| value);
        let kind = match find("kind") {
            Some(Value::Text(kind)) => kind.as_str(),
            other => {
                self.wrong("prompt.kind", other.unwrap_or(&Value::Null), "the name of a prompt");
                return None;
            }
        };
        let keys: &[&str] = match kind {
            "second_ship" => &["kind", "depot"],
            "goods" => &["kind", "depot", "above", "then"],
            "discard" => &["kind", "tile", "then"],
            "chance" => &["kind", "event"],
            _ => &["kind"],
        };
        for (key, _) in pairs.iter().filter(|(key, _)| !keys.contains(&key.as_str())) {
            self.fault("prompt", &format!("the prompt {kind} has no key '{key}'"));
        }
        let get = |key: &str| find(key).unwrap_or(&Value::Null);
        Some(match kind {
            "turn" => Prompt::Turn,
            "castle" => Prompt::Castle,
            "city_hall" => Prompt::CityHall,
            "carpenter" => Prompt::Carpenter,
            "church" => Prompt::Church,
            "market" => Prompt::Market,
            "warehouse" => Prompt::Warehouse,
            "ship" => Prompt::Ship,
            "start_castle" => Prompt::StartCastle,
            "over" => Prompt::Over,
            "second_ship" => {
                Prompt::SecondShip { depot: self.small("prompt.depot", get("depot"), 1, 6)? - 1 }
            }
            "goods" => {
                let depot = self.small("prompt.depot", get("depot"), 1, 6);
                let above = self.small("prompt.above", get("above"), 0, 6);
                let then = self.then(get("then"), &[Then::Turn, Then::SecondShip]);
                Prompt::Goods { depot: depot? - 1, above: above?, then: then? }
            }
            "discard" => {
                let tile = self.tile("prompt.tile", get("tile"));
                let then = self.then(get("then"), &[Then::Turn, Then::Castle, Then::CityHall]);
                Prompt::Discard { tile: tile?, then: then? }
            }
            "chance" => {
                let what = "the text of an event";
                let event = self.text("prompt.event", get("event"), what, |text| parse_event(text, players));
                Prompt::Chance(event?)
            }
            _ => {
                self.wrong("prompt.kind", &kind.into(), "the name of a prompt");
                return None;
            }
        })
    }

    fn then(&mut self, value: &Value, allowed: &[Then]) -> Option<Then> {
        let names: Vec<&str> = allowed.iter().map(|then| then.name()).collect();
        self.text("prompt.then", value, &names.join(" or "), |text| {
            allowed.iter().find(|then| then.name() == text).copied()
        })
    }
}
