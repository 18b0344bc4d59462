//! What an action or an outcome would do, event by event.

use crate::action::Action;
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::Rules;
use crate::state::State;
use crate::value::{Value, map};

impl State {
    /// The events of a legal action up to the next node.
    ///
    /// # Errors
    ///
    /// The first rule the action breaks.
    pub fn explain(&self, rules: &Rules, action: Action) -> Result<Vec<Event>, Illegal> {
        self.legality(rules, action)?;
        let mut events = Vec::new();
        let mut next = *self;
        next.play(rules, action, &mut events);
        Ok(events)
    }

    /// The events of an outcome of the chance event that is next, up to the next node.
    #[must_use]
    pub fn explain_outcome(&self, rules: &Rules, outcome: usize) -> Vec<Event> {
        let mut events = Vec::new();
        let mut next = *self;
        next.settle(rules, outcome, &mut events);
        events
    }
}

impl Event {
    /// The event as plain data (docs/formats.md, section 8).
    #[must_use]
    pub fn value(&self) -> Value {
        let mut pairs: Vec<(&str, Value)> = vec![("event", self.name().into()), ("rule", self.rule().into())];
        pairs.extend(self.details());
        map(pairs)
    }

    fn details(&self) -> Vec<(&'static str, Value)> {
        let numbered = |depot: u8| Value::from(depot + 1);
        let depot_or_black = |depot: Option<u8>| depot.map_or("black".into(), numbered);
        let seats = |order: [u8; 4], players: u8| order.into_iter().take(players as usize).collect();
        match *self {
            Self::UseDie { seat, die, used_as } => {
                vec![("seat", seat.into()), ("die", die.into()), ("as", used_as.into())]
            }
            Self::FreeStep { seat, knowledge } => {
                vec![("seat", seat.into()), ("knowledge", knowledge.into())]
            }
            Self::PayWorkers { seat, workers } | Self::GainWorkers { seat, workers, .. } => {
                vec![("seat", seat.into()), ("workers", workers.into())]
            }
            Self::Take { seat, tile, depot, .. } => {
                vec![("seat", seat.into()), ("tile", tile.name().into()), ("depot", numbered(depot))]
            }
            Self::Buy { seat, tile, depot, silver } => vec![
                ("seat", seat.into()),
                ("tile", tile.name().into()),
                ("depot", depot_or_black(depot)),
                ("silver", silver.into()),
            ],
            Self::Discard { seat, tile } | Self::Store { seat, tile } => {
                vec![("seat", seat.into()), ("tile", tile.name().into())]
            }
            Self::Place { seat, tile, space, .. } => {
                vec![("seat", seat.into()), ("tile", tile.name().into()), ("space", space.to_string().into())]
            }
            Self::GainSilver { seat, silver, .. } => {
                vec![("seat", seat.into()), ("silver", silver.into())]
            }
            Self::Vp { seat, vp, source, .. } => {
                vec![("seat", seat.into()), ("vp", vp.into()), ("source", source.name().into())]
            }
            Self::BonusTile { seat, colour, large } => vec![
                ("seat", seat.into()),
                ("colour", colour.name().into()),
                ("size", if large { "large" } else { "small" }.into()),
            ],
            Self::TakeGoods { seat, depot, good, count, .. } => vec![
                ("seat", seat.into()),
                ("depot", numbered(depot)),
                ("good", good.into()),
                ("count", count.into()),
            ],
            Self::Track { seat, space } => vec![("seat", seat.into()), ("space", space.into())],
            Self::Sell { seat, good, count } => {
                vec![("seat", seat.into()), ("good", good.into()), ("count", count.into())]
            }
            Self::Decline { seat, .. } | Self::EndTurn { seat } | Self::StartPlayer { seat } => {
                vec![("seat", seat.into())]
            }
            Self::Order { order, players } => vec![("order", seats(order, players))],
            Self::EndPhase { phase } => vec![("phase", char::from(b'A' + phase).to_string().into())],
            Self::GameOver { ranking, players } => vec![("ranking", seats(ranking, players))],
            Self::Board { seat, board } => vec![("seat", seat.into()), ("board", board.into())],
            Self::Deal { seat, good } => vec![("seat", seat.into()), ("good", good.into())],
            Self::Draw { tile, depot } => {
                vec![("tile", tile.name().into()), ("depot", depot_or_black(depot))]
            }
            Self::Reveal { good } => vec![("good", good.into())],
            Self::WhiteDie { die } => vec![("die", die.into())],
            Self::PutGoods { depot, good } => vec![("depot", numbered(depot)), ("good", good.into())],
            Self::Roll { seat, dice } => {
                vec![("seat", seat.into()), ("dice", dice.iter().copied().collect())]
            }
        }
    }
}
