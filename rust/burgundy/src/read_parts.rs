//! A position as plain data: reading its seats and its prompt.

use crate::draft::{DraftSeat, Given};
use crate::notation::parse_event;
use crate::prompt::{Prompt, Then};
use crate::read_snapshot::Reader;
use crate::space::Space;
use crate::value::Value;

/// The names of the prompts.
const PROMPTS: &str = "turn, castle, city_hall, carpenter, church, market, warehouse, ship, second_ship, goods, \
                       discard, start_castle, chance or over";

impl Reader {
    pub(crate) fn seat(&mut self, path: &str, value: &Value) -> DraftSeat {
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
        self.int(path, value, 0, crate::player::MAX_AMOUNT.into()).unwrap_or(0) as u16
    }

    pub(crate) fn prompt(&mut self, value: &Value, players: u8) -> Option<Prompt> {
        let pairs = self.pairs("prompt", value, &["kind", "depot", "above", "tile", "then", "event"]);
        let find = |key: &str| pairs.iter().find(|(other, _)| other == key).map(|(_, value)| value);
        let kind = match find("kind") {
            Some(Value::Text(kind)) => kind.as_str(),
            other => {
                self.wrong("prompt.kind", other.unwrap_or(&Value::Null), PROMPTS);
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
                self.wrong("prompt.kind", &kind.into(), PROMPTS);
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
