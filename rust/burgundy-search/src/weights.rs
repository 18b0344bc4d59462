//! What `greedy` and `light` believe about the game: all their parameters, in VP unless another unit is named.
//!
//! A pair is a value in the first turn of a game and in the last one; between them it changes evenly with the turns left. Facts of
//! the rules (what a region scores, what a purchase costs) are not here: they come from [`Rules`](burgundy::Rules).

/// Declares the weights once: meaning, name, number of values, the values of `greedy` and those of `light`.
macro_rules! weights {
    ($($(#[$meaning:meta])* $name:ident: $count:literal = $greedy:expr, $light:expr;)*) => {
        /// The parameters of a player who weighs tiles, places and means.
        #[derive(Clone, PartialEq, Debug)]
        pub struct Weights {
            $($(#[$meaning])* pub $name: [f32; $count],)*
        }

        impl Weights {
            /// The weights of [`Greedy`](crate::Greedy).
            pub const GREEDY: Self = Self { $($name: $greedy,)* };
            /// The weights of [`Light`](crate::Light).
            pub const LIGHT: Self = Self { $($name: $light,)* };

            /// All weights by name, to be changed.
            pub fn by_name(&mut self) -> Vec<(&'static str, &mut [f32])> {
                vec![$((stringify!($name), &mut self.$name[..]),)*]
            }
        }
    };
}

weights! {
    /// A silver, as long as there are turns left to spend it in.
    silver: 2 = [1.8, 1.0], [1.8, 1.0];
    /// More for each silver up to the price of a tile: it makes the next purchase possible.
    first_silver: 2 = [0.8, 0.2], [0.8, 0.2];
    /// A worker.
    worker: 2 = [0.9, 0.5], [0.9, 0.5];
    /// More for each of the first two workers: with none, half of the dice reach nothing useful.
    first_worker: 2 = [0.6, 0.2], [0.6, 0.2];
    /// The part of its sale that a stored good is worth before it is sold.
    good: 2 = [0.8, 0.5], [0.8, 0.5];
    /// A stack of goods: a sale brings silver, and takes a die.
    stack: 2 = [0.3, -0.5], [0.3, -0.5];
    /// Turns that a space of each colour takes to be filled: building, animal, knowledge, ship, castle, mine.
    pace: 6 = [1.5, 2.0, 2.0, 2.0, 2.5, 3.0], [1.5, 2.0, 2.0, 2.0, 2.5, 3.0];
    /// How late a region is finished, in units of its pace.
    delay: 1 = [1.0], [1.0];
    /// The part of a colour's bonus tile that one may count on, were the spaces filled in time.
    bonus: 1 = [0.7], [0.7];
    /// A filled space in itself.
    space: 2 = [1.0, 0.3], [1.0, 0.3];
    /// Placing a castle: one more action.
    castle: 2 = [5.0, 4.0], [5.0, 4.0];
    /// Placing a ship: goods, and the turn order.
    ship: 2 = [4.5, 3.0], [4.5, 3.0];
    /// Placing a bank: silver.
    bank: 2 = [3.6, 2.0], [3.6, 2.0];
    /// Placing a boarding house: workers.
    boarding_house: 2 = [3.5, 1.8], [3.5, 1.8];
    /// Placing a warehouse: a sale.
    warehouse: 2 = [2.5, 3.0], [2.5, 3.0];
    /// Placing a carpenter's workshop: a building into storage.
    carpenter: 2 = [3.5, 1.0], [3.5, 1.0];
    /// Placing a church: a mine, a knowledge tile or a castle into storage.
    church: 2 = [3.5, 1.0], [3.5, 1.0];
    /// Placing a market: a ship or an animal into storage.
    market: 2 = [3.5, 1.0], [3.5, 1.0];
    /// Placing a city hall: one more placement.
    city_hall: 2 = [4.0, 3.5], [4.0, 3.5];
    /// The part of a mine's silver still to come that counts.
    mine: 1 = [1.0], [1.0];
    /// The part of what a stored tile would bring if it were placed, where it has a space to go to.
    stored: 2 = [0.6, 0.5], [0.6, 0.5];
    /// The same where its colour has empty spaces, but none that touches a filled one.
    blocked: 2 = [0.25, 0.0], [0.25, 0.0];
    /// More for a stored tile for each die number on which it has a space.
    numbers: 2 = [0.2, 0.1], [0.0, 0.0];
    /// The cost of the first, second and third tile in storage: the next one finds less room.
    storage: 3 = [0.0, 0.4, 1.5], [0.0, 0.4, 1.5];
    /// Knowledge 1 to 14 in the first turn; in the last one they bring nothing more.
    knowledge: 14 = [4.0, 5.0, 5.0, 4.0, 4.0, 5.0, 5.0, 6.0, 6.0, 5.0, 5.0, 6.0, 5.0, 5.0],
                    [4.0, 5.0, 5.0, 4.0, 4.0, 5.0, 5.0, 6.0, 6.0, 5.0, 5.0, 6.0, 5.0, 5.0];
    /// How many more goods types sold, buildings of a type, species, goods sold and bonus tiles a whole game brings to
    /// the knowledge tiles that score them.
    to_come: 5 = [4.0, 2.0, 3.0, 10.0, 3.0], [4.0, 2.0, 3.0, 10.0, 3.0];
    /// A colour that has a space to be filled next.
    open_colour: 2 = [0.6, 0.1], [0.0, 0.0];
    /// A space that can be filled next.
    open_space: 2 = [0.15, 0.0], [0.0, 0.0];
    /// Each opponent behind in the turn order.
    ahead: 2 = [1.0, 0.2], [0.0, 0.0];
    /// The part of a pasture's most frequent species that its next animal may hope to score again.
    herd: 1 = [0.3], [0.3];
    /// An unused die, beside what is done with it; only for looking at a purchase before it.
    die: 1 = [5.0], [0.0];
    /// Width of the even noise on each action's worth.
    noise: 1 = [0.0], [0.6];
}
