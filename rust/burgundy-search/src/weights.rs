//! What `greedy` and `light` believe about the game: all their parameters, in VP unless another unit is named.
//!
//! A pair is a value in the first turn of a game and in the last one; between them it changes evenly with the turns left. Facts of
//! the rules (what a region scores, what a purchase costs) are not here: they come from [`Rules`](burgundy::Rules).

// A tuned value that is close to a constant of mathematics is not meant to be one.
#![allow(clippy::approx_constant)]

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
    silver: 2 = [1.76, 1.05], [2.85, 0.99];
    /// More for each silver up to the price of a tile: it makes the next purchase possible.
    first_silver: 2 = [1.27, 0.35], [0.96, -0.22];
    /// A worker.
    worker: 2 = [0.83, 0.62], [1.84, 0.57];
    /// More for each of the first two workers: with none, half of the dice reach nothing useful.
    first_worker: 2 = [0.94, 0.78], [0.83, 1.24];
    /// The part of its sale that a stored good is worth before it is sold.
    good: 2 = [0.6, 0.62], [-0.27, 0.31];
    /// A stack of goods: a sale brings silver, and takes a die.
    stack: 2 = [0.42, -0.74], [-0.42, 0.04];
    /// Turns that a space of each colour takes to be filled: building, animal, knowledge, ship, castle, mine.
    pace: 6 = [3.04, 2.33, 6.0, 3.49, 2.76, 12.26], [2.51, 2.25, 8.29, 4.54, 5.53, 12.26];
    /// How late a region is finished, in units of its pace.
    delay: 1 = [4.05], [3.61];
    /// The part of a colour's bonus tile that one may count on, were the spaces filled in time.
    bonus: 1 = [0.9], [1.25];
    /// A filled space in itself.
    space: 2 = [3.26, 0.59], [8.38, 2.12];
    /// Placing a castle: one more action.
    castle: 2 = [6.0, 2.29], [5.2, -0.2];
    /// Placing a ship: goods, and the turn order. Early in the game other tiles are worth more than a few goods.
    ship: 2 = [-1.3, 4.24], [-1.74, 1.13];
    /// More for a ship for each good on the fullest depot; who looks ahead sees what it would take.
    cargo: 2 = [0.0, 0.0], [0.02, 0.39];
    /// Placing a bank: silver.
    bank: 2 = [5.19, 1.38], [6.95, 3.71];
    /// Placing a boarding house: workers.
    boarding_house: 2 = [4.87, 1.85], [3.94, 5.36];
    /// Placing a warehouse: a sale.
    warehouse: 2 = [3.36, 2.77], [3.21, 3.03];
    /// More for a warehouse for each good of the largest stack; who looks ahead sees what it would sell.
    stock: 2 = [0.0, 0.0], [0.79, 0.45];
    /// Placing a carpenter's workshop: a building into storage.
    carpenter: 2 = [3.63, 0.93], [8.83, 3.54];
    /// Placing a church: a mine, a knowledge tile or a castle into storage.
    church: 2 = [4.35, 1.81], [8.74, 0.25];
    /// Placing a market: a ship or an animal into storage.
    market: 2 = [5.0, 1.16], [6.18, 0.82];
    /// Placing a city hall: one more placement.
    city_hall: 2 = [4.75, 3.92], [4.67, 6.03];
    /// The part of a mine's silver still to come that counts.
    mine: 1 = [0.71], [0.42];
    /// The part of what a stored tile would bring if it were placed, where it has a space to go to.
    stored: 2 = [0.6, 0.5], [0.57, 0.36];
    /// The same where its colour has empty spaces, but none that touches a filled one.
    blocked: 2 = [0.61, -0.02], [0.11, -0.17];
    /// More for a stored tile for each die number on which it has a space.
    numbers: 2 = [0.19, 0.01], [0.19, -0.01];
    /// A tile that comes into storage while the other die shows the number of a space for it; who looks ahead sees that.
    ready: 2 = [0.0, 0.0], [1.19, 0.84];
    /// The part that is left of a tile's worth where one of its colour is stored already; who looks ahead counts the spaces.
    twice: 1 = [1.0], [0.84];
    /// The cost of the first, second and third tile in storage: the next one finds less room.
    storage: 3 = [0.19, 0.38, 0.71], [-0.17, -0.18, 0.2];
    /// Knowledge 1 to 14 in the first turn; in the last one they bring nothing more. A negative one is a tile with which the
    /// player does worse than without, since it does not know how to use it.
    knowledge: 14 =
        [6.28, 6.66, 5.9, 0.9, 5.41, 3.31, 4.03, 1.65, 6.02, 4.96, 5.9, 6.67, 6.62, -3.48],
        [1.74, 5.75, 8.93, 2.04, 2.93, -3.5, 5.32, 2.19, 1.7, 2.26, 3.89, 5.46, 7.68, 1.61];
    /// How many more goods types sold, buildings of a type, species, goods sold and bonus tiles a whole game brings to
    /// the knowledge tiles that score them.
    to_come: 5 = [4.14, 0.95, 5.36, 12.74, 2.92], [1.98, 0.28, 1.52, 7.67, 2.5];
    /// A colour that has a space to be filled next.
    open_colour: 2 = [0.47, 0.42], [0.0, 0.0];
    /// A space that can be filled next.
    open_space: 2 = [0.27, 0.07], [0.66, 0.05];
    /// Each opponent behind in the turn order.
    ahead: 2 = [1.24, 0.9], [0.0, 0.0];
    /// The part of a pasture's most frequent species that its next animal may hope to score again.
    herd: 1 = [0.43], [0.51];
    /// An unused die, beside what is done with it; only for looking at a purchase before it.
    die: 1 = [4.27], [0.0];
    /// Width of the even noise on each action's worth.
    noise: 1 = [0.0], [0.6];
}
