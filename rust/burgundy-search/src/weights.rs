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
    silver: 2 = [1.53, 0.8], [2.06, 0.48];
    /// More for each silver up to the price of a tile: it makes the next purchase possible.
    first_silver: 2 = [0.68, 0.17], [0.56, 0.1];
    /// A worker.
    worker: 2 = [0.56, 0.56], [0.95, 0.39];
    /// More for each of the first two workers: with none, half of the dice reach nothing useful.
    first_worker: 2 = [0.71, 0.29], [0.29, 0.62];
    /// The part of its sale that a stored good is worth before it is sold.
    good: 2 = [0.58, 0.54], [0.45, 0.41];
    /// A stack of goods: a sale brings silver, and takes a die.
    stack: 2 = [0.34, -0.52], [0.31, 0.15];
    /// Turns that a space of each colour takes to be filled: building, animal, knowledge, ship, castle, mine.
    pace: 6 = [3.24, 1.22, 3.59, 1.94, 2.85, 3.88], [3.18, 2.54, 5.89, 3.53, 3.75, 3.7];
    /// How late a region is finished, in units of its pace.
    delay: 1 = [2.52], [2.7];
    /// The part of a colour's bonus tile that one may count on, were the spaces filled in time.
    bonus: 1 = [0.88], [0.61];
    /// A filled space in itself.
    space: 2 = [1.28, 0.42], [2.69, 1.26];
    /// Placing a castle: one more action.
    castle: 2 = [4.31, 4.11], [5.43, -0.82];
    /// Placing a ship: goods, and the turn order.
    ship: 2 = [0.52, 2.28], [-2.13, 2.84];
    /// Placing a bank: silver.
    bank: 2 = [4.36, 2.13], [6.24, 2.19];
    /// Placing a boarding house: workers.
    boarding_house: 2 = [3.41, 1.78], [4.4, 3.28];
    /// Placing a warehouse: a sale.
    warehouse: 2 = [2.83, 2.68], [3.71, 1.76];
    /// Placing a carpenter's workshop: a building into storage.
    carpenter: 2 = [4.29, 0.94], [7.51, 1.9];
    /// Placing a church: a mine, a knowledge tile or a castle into storage.
    church: 2 = [3.85, 1.23], [6.7, 0.2];
    /// Placing a market: a ship or an animal into storage.
    market: 2 = [3.69, 0.59], [5.16, 0.76];
    /// Placing a city hall: one more placement.
    city_hall: 2 = [4.03, 3.0], [2.86, 3.11];
    /// The part of a mine's silver still to come that counts.
    mine: 1 = [1.0], [0.77];
    /// The part of what a stored tile would bring if it were placed, where it has a space to go to.
    stored: 2 = [0.58, 0.53], [0.56, 0.28];
    /// The same where its colour has empty spaces, but none that touches a filled one.
    blocked: 2 = [0.17, -0.01], [0.38, 0.05];
    /// More for a stored tile for each die number on which it has a space.
    numbers: 2 = [0.21, 0.06], [0.0, 0.0];
    /// The cost of the first, second and third tile in storage: the next one finds less room.
    storage: 3 = [0.04, 0.28, 1.09], [-0.39, -0.43, 0.22];
    /// Knowledge 1 to 14 in the first turn; in the last one they bring nothing more.
    knowledge: 14 =
        [5.45, 5.0, 5.49, 4.74, 4.96, 5.08, 3.22, 5.16, 5.98, 5.86, 6.42, 5.92, 6.12, 4.63],
        [5.04, 3.55, 3.45, 2.32, 5.28, -2.18, 5.43, 3.56, 2.0, 5.64, 7.21, 9.53, 5.79, 4.14];
    /// How many more goods types sold, buildings of a type, species, goods sold and bonus tiles a whole game brings to
    /// the knowledge tiles that score them.
    to_come: 5 = [3.32, 0.91, 3.09, 10.85, 3.42], [4.67, 0.42, 3.19, 6.93, 1.74];
    /// A colour that has a space to be filled next.
    open_colour: 2 = [0.9, 0.07], [0.0, 0.0];
    /// A space that can be filled next.
    open_space: 2 = [0.05, 0.12], [0.28, -0.02];
    /// Each opponent behind in the turn order.
    ahead: 2 = [0.93, 0.29], [0.0, 0.0];
    /// The part of a pasture's most frequent species that its next animal may hope to score again.
    herd: 1 = [0.29], [0.51];
    /// An unused die, beside what is done with it; only for looking at a purchase before it.
    die: 1 = [3.43], [0.0];
    /// Width of the even noise on each action's worth.
    noise: 1 = [0.0], [0.6];
}
