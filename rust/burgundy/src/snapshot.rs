//! A position as plain data, complete at every node (docs/formats.md, section 4): writing.

use crate::goods::Goods;
use crate::notation::event_text;
use crate::player::Player;
use crate::prompt::Prompt;
use crate::rules::{Options, Rules};
use crate::space::Space;
use crate::state::State;
use crate::supply::{Bag, BagTable};
use crate::tile::{Colour, Tile};
use crate::value::{Value, map};

/// The format's name and version.
pub const FORMAT: &str = "burgundy-snapshot/1";
/// The edition of the rules.
pub const EDITION: &str = "2011";

impl State {
    /// The position as plain data.
    #[must_use]
    pub fn snapshot(&self, rules: &Rules) -> Value {
        let players = self.player_count;
        let mut pairs: Vec<(&str, Value)> = vec![("format", FORMAT.into()), ("edition", EDITION.into())];
        if rules.options() != Options::default() {
            pairs.push(("options", options(rules.options())));
        }
        let to_come = self.round_goods.iter().filter(|good| **good != 0);
        let phase = char::from(b'A' + self.phase).to_string();
        pairs.extend([
            ("players", players.into()),
            ("phase", phase.into()),
            ("round", self.round.into()),
            ("turn", self.turn().into()),
            ("order", self.order().iter().copied().collect()),
            ("bought", self.bought.into()),
            ("track", (0..=6).map(|space| self.track.stack(space, players).collect::<Value>()).collect()),
            ("white_die", (self.white_die != 0).then_some(self.white_die).into()),
            ("round_goods", to_come.copied().collect()),
            ("depots", (0..6).map(|depot| self.depot(depot)).collect()),
            ("black_depot", self.depots.black().into_iter().map(name).collect()),
            ("supply", self.supply_value(rules)),
            ("bonus_tiles", self.bonus_value()),
            ("seats", self.players().iter().map(|player| seat(rules, player)).collect()),
            ("prompt", prompt(self.prompt)),
        ]);
        map(pairs)
    }

    fn depot(&self, depot: usize) -> Value {
        let tiles = &self.depots.tiles()[depot * 4..depot * 4 + 4];
        map([
            ("tiles", tiles.iter().map(|tile| name(*tile)).collect()),
            ("goods", goods(self.depots.goods(depot))),
        ])
    }

    fn supply_value(&self, rules: &Rules) -> Value {
        let tiles = |bag: Bag, table: &BagTable| -> Vec<(usize, u32)> { bag.faces(table).collect() };
        let bags = self.supply.normal.iter().zip(&rules.bags.normal);
        let mut normal: Vec<(usize, u32)> = bags.flat_map(|(bag, table)| tiles(*bag, table)).collect();
        normal.sort_unstable();
        let named = |faces: Vec<(usize, u32)>| {
            map(faces.into_iter().map(|(face, count)| (Tile::from_face(face as u8).name(), count.into())))
        };
        let unseen = self.supply.goods.faces(&rules.bags.goods);
        map([
            ("normal", named(normal)),
            ("black", named(tiles(self.supply.black, &rules.bags.black))),
            ("goods", map(unseen.map(|(good, count)| (good.to_string(), count.into())))),
        ])
    }

    fn bonus_value(&self) -> Value {
        map(Colour::ALL.iter().map(|colour| {
            let takers = self.bonus[*colour as usize].iter().filter(|taker| **taker != 0);
            (colour.name(), takers.map(|taker| taker - 1).collect())
        }))
    }
}

/// The three options by name.
fn options(options: Options) -> Value {
    map([
        ("purchase_in_effect", options.purchase_in_effect.into()),
        ("tie_break", options.tie_break.name().into()),
        ("decline_effects", options.decline_effects.into()),
    ])
}

fn seat(rules: &Rules, player: &Player) -> Value {
    let board = (player.board as usize).checked_sub(1).map(|index| rules.layouts()[index].number());
    let estate = Space::all().filter(|space| player.filled().contains(*space));
    let storage = player.storage();
    let dice = player.dice.iter().filter(|die| **die != 0);
    map([
        ("board", board.into()),
        ("start_castle", player.start_castle().map(|space| space.to_string()).into()),
        ("estate", map(estate.map(|space| (space.to_string(), player.tile(space).name().into())))),
        ("storage", storage.iter().filter(|tile| !tile.is_none()).map(|tile| tile.name()).collect()),
        ("goods", goods(player.goods)),
        ("sold", goods(player.sold)),
        ("silver", player.silver.into()),
        ("workers", player.workers.into()),
        ("vp", player.vp.into()),
        ("dice", dice.copied().collect()),
    ])
}

fn prompt(prompt: Prompt) -> Value {
    let mut pairs: Vec<(&str, Value)> = vec![("kind", prompt.name().into())];
    match prompt {
        Prompt::SecondShip { depot } => pairs.push(("depot", (depot + 1).into())),
        Prompt::Goods { depot, above, then } => pairs.extend([
            ("depot", (depot + 1).into()),
            ("above", above.into()),
            ("then", then.name().into()),
        ]),
        Prompt::Discard { tile, then } => {
            pairs.extend([("tile", tile.name().into()), ("then", then.name().into())]);
        }
        Prompt::Chance(event) => pairs.push(("event", event_text(event).into())),
        _ => {}
    }
    map(pairs)
}

fn goods(goods: Goods) -> Value {
    map(goods.iter().map(|(good, count)| (good.to_string(), count.into())))
}

fn name(tile: Tile) -> Value {
    (!tile.is_none()).then(|| tile.name()).into()
}
