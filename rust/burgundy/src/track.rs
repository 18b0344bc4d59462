//! The turn-order track: seven spaces, on each a stack of pieces.

/// Last space of the track.
pub const LAST_SPACE: u8 = 6;

/// Where the pieces stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Track {
    /// Seats from front to back: further along first, on one space the higher first (R3.1).
    order: [u8; 4],
    /// Space of each seat's piece.
    spaces: [u8; 4],
}

impl Track {
    /// All pieces on space 0, stacked in this order, the first on top (R1.6).
    pub(crate) const fn start(order: [u8; 4]) -> Self {
        Self { order, spaces: [0; 4] }
    }

    /// Pieces in this order from front to back on these spaces by seat, which must not rise along the order.
    pub(crate) const fn new(order: [u8; 4], spaces: [u8; 4]) -> Self {
        Self { order, spaces }
    }

    /// Seats in turn order; the seats that play come first (R3.1).
    #[inline(always)]
    #[must_use]
    pub const fn order(&self) -> [u8; 4] {
        self.order
    }

    /// The space of a seat's piece, 0 to 6.
    #[must_use]
    pub const fn space(&self, seat: usize) -> u8 {
        self.spaces[seat]
    }

    /// Moves a piece one space on, on top of what stands there (R3.2); on the last space it stays, on top (R3.4).
    #[inline(always)]
    pub(crate) fn advance(&mut self, seat: u8, players: u8) {
        let space = (self.spaces[seat as usize] + 1).min(LAST_SPACE);
        self.spaces[seat as usize] = space;
        let old = self.order;
        let mut at = 0;
        // Whoever stands further along stays in front; this piece comes next, then the others as they were.
        for other in old.iter().take(players as usize).filter(|other| **other != seat) {
            if self.spaces[*other as usize] > space {
                self.order[at] = *other;
                at += 1;
            }
        }
        self.order[at] = seat;
        at += 1;
        for other in old.iter().take(players as usize).filter(|other| **other != seat) {
            if self.spaces[*other as usize] <= space {
                self.order[at] = *other;
                at += 1;
            }
        }
    }

    /// The stack of a space, top first.
    pub fn stack(&self, space: u8, players: u8) -> impl Iterator<Item = u8> {
        self.order.into_iter().take(players as usize).filter(move |seat| self.spaces[*seat as usize] == space)
    }

    /// Whether the order agrees with the spaces.
    #[must_use]
    pub(crate) fn check(self, players: u8) -> bool {
        let order = &self.order[..players as usize];
        let space = |seat: u8| self.spaces[seat as usize];
        (0..players).all(|seat| order.contains(&seat) && space(seat) <= LAST_SPACE)
            && order.windows(2).all(|pair| space(pair[0]) >= space(pair[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r3_2_a_piece_goes_on_top() {
        let mut track = Track::start([0, 1, 2, 0]);
        track.advance(1, 3);
        assert_eq!(track.order()[..3], [1, 0, 2]);
        track.advance(2, 3);
        assert_eq!(track.order()[..3], [2, 1, 0]);
        assert_eq!(track.stack(1, 3).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(track.stack(0, 3).collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn r3_4_the_last_space_is_the_end() {
        let mut track = Track::new([0, 1, 0, 0], [6, 6, 0, 0]);
        track.advance(1, 2);
        assert_eq!((track.space(1), &track.order()[..2]), (6, &[1, 0][..]));
    }
}
