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
    silver: 2 = [1.48, 1.11], [2.87, 0.63];
    /// More for each silver up to the price of a tile: it makes the next purchase possible.
    first_silver: 2 = [1.05, 0.24], [1.47, 0.1];
    /// A worker.
    worker: 2 = [0.65, 0.74], [1.76, 0.4];
    /// More for each of the first two workers: with none, half of the dice reach nothing useful.
    first_worker: 2 = [0.79, 0.96], [0.65, 0.81];
    /// The part of its sale that a stored good is worth before it is sold.
    good: 2 = [0.71, 0.67], [0.16, 0.39];
    /// A stack of goods: a sale brings silver, and takes a die.
    stack: 2 = [0.51, -0.75], [-0.34, 0.05];
    /// Turns that a space of each colour takes to be filled: building, animal, knowledge, ship, castle, mine.
    pace: 6 = [3.24, 2.49, 4.74, 3.28, 2.54, 10.18], [2.71, 2.5, 7.31, 3.79, 3.85, 7.55];
    /// How late a region is finished, in units of its pace.
    delay: 1 = [4.14], [3.31];
    /// The part of a colour's bonus tile that one may count on, were the spaces filled in time.
    bonus: 1 = [0.9], [0.88];
    /// A filled space in itself.
    space: 2 = [2.68, 0.64], [8.07, 1.13];
    /// Placing a castle: one more action.
    castle: 2 = [4.79, 3.12], [5.79, -0.28];
    /// Placing a ship: goods, and the turn order.
    ship: 2 = [-1.71, 3.93], [-2.75, 2.82];
    /// Placing a bank: silver.
    bank: 2 = [4.45, 1.67], [8.02, 3.1];
    /// Placing a boarding house: workers.
    boarding_house: 2 = [4.4, 1.29], [3.98, 4.54];
    /// Placing a warehouse: a sale.
    warehouse: 2 = [3.24, 3.77], [2.53, 3.27];
    /// Placing a carpenter's workshop: a building into storage.
    carpenter: 2 = [3.32, 1.02], [7.59, 1.79];
    /// Placing a church: a mine, a knowledge tile or a castle into storage.
    church: 2 = [4.88, 1.66], [6.25, 0.38];
    /// Placing a market: a ship or an animal into storage.
    market: 2 = [4.89, 1.01], [5.49, 0.74];
    /// Placing a city hall: one more placement.
    city_hall: 2 = [4.68, 3.58], [4.96, 6.12];
    /// The part of a mine's silver still to come that counts.
    mine: 1 = [0.76], [0.5];
    /// The part of what a stored tile would bring if it were placed, where it has a space to go to.
    stored: 2 = [0.6, 0.54], [0.59, 0.3];
    /// The same where its colour has empty spaces, but none that touches a filled one.
    blocked: 2 = [0.46, 0.03], [0.22, -0.02];
    /// More for a stored tile for each die number on which it has a space.
    numbers: 2 = [0.16, 0.01], [0.09, 0.08];
    /// A tile that comes into storage while the other die shows the number of a space for it; who looks ahead sees that.
    ready: 2 = [0.0, 0.0], [0.79, 0.95];
    /// The part that is left of a tile's worth where one of its colour is stored already; who looks ahead counts the spaces.
    twice: 1 = [1.0], [0.84];
    /// The cost of the first, second and third tile in storage: the next one finds less room.
    storage: 3 = [0.22, 0.34, 0.95], [-0.32, -0.05, 0.48];
    /// Knowledge 1 to 14 in the first turn; in the last one they bring nothing more.
    knowledge: 14 =
        [5.57, 7.11, 5.55, 2.28, 5.16, 3.52, 3.2, 2.81, 5.61, 4.78, 4.81, 7.9, 6.49, -0.98],
        [2.2, 5.87, 5.29, 1.96, 2.22, -1.94, 6.56, 3.54, 1.25, 2.55, 4.75, 9.47, 7.29, 3.97];
    /// How many more goods types sold, buildings of a type, species, goods sold and bonus tiles a whole game brings to
    /// the knowledge tiles that score them.
    to_come: 5 = [3.94, 1.13, 4.46, 10.85, 3.3], [1.98, 0.11, 2.42, 6.65, 2.71];
    /// A colour that has a space to be filled next.
    open_colour: 2 = [0.26, 0.34], [0.0, 0.0];
    /// A space that can be filled next.
    open_space: 2 = [0.25, 0.09], [0.57, -0.04];
    /// Each opponent behind in the turn order.
    ahead: 2 = [1.36, 0.58], [0.0, 0.0];
    /// The part of a pasture's most frequent species that its next animal may hope to score again.
    herd: 1 = [0.46], [0.51];
    /// An unused die, beside what is done with it; only for looking at a purchase before it.
    die: 1 = [3.08], [0.0];
    /// Width of the even noise on each action's worth.
    noise: 1 = [0.0], [0.6];
}
