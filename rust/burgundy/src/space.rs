//! The 37 spaces of an estate and sets of them.
//!
//! Spaces are numbered row by row from the top (a1 = 0 ... d4 = 18 ... g4 = 36).

use std::fmt;

use crate::bits::Select;

/// Number of spaces of an estate.
pub const SPACES: usize = 37;

/// Spaces per row, a to g.
pub const ROWS: [usize; 7] = [4, 5, 6, 7, 6, 5, 4];

/// One space of an estate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Space(u8);

impl Space {
    /// The centre, d4.
    pub const CENTRE: Self = Self(18);

    /// The space with this index, below 37.
    #[must_use]
    pub const fn new(index: usize) -> Option<Self> {
        if index < SPACES { Some(Self(index as u8)) } else { None }
    }

    /// All spaces in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..SPACES as u8).map(Self)
    }

    /// The space called `name`, `a1` to `g4`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|space| space.to_string() == name)
    }

    /// 0 to 36.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The spaces that border on this one.
    #[inline(always)]
    #[must_use]
    pub const fn neighbours(self) -> Spaces {
        Spaces(NEIGHBOURS[self.0 as usize])
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut column = self.index();
        let mut row = 0;
        while column >= ROWS[row] {
            column -= ROWS[row];
            row += 1;
        }
        write!(f, "{}{}", char::from(b'a' + row as u8), column + 1)
    }
}

/// A set of spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Spaces(u64);

impl Spaces {
    /// No space.
    pub const EMPTY: Self = Self(0);
    /// All 37 spaces.
    pub const ALL: Self = Self((1 << SPACES) - 1);

    /// The set of this one space.
    #[inline(always)]
    #[must_use]
    pub const fn of(space: Space) -> Self {
        Self(1 << space.0)
    }

    /// The set with these bits, bit `i` for the space with index `i`.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Bit `i` is set if the space with index `i` is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Number of spaces in the set.
    #[inline(always)]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no space is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `space` is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, space: Space) -> bool {
        self.0 >> space.0 & 1 == 1
    }

    /// Whether all of this set is in `other`.
    #[inline(always)]
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The spaces in either set.
    #[inline(always)]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The spaces in both sets.
    #[inline(always)]
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The spaces of this set that are not in `other`.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The `k`-th space of the set, `k` below [`len`](Self::len).
    #[inline(always)]
    pub(crate) fn nth(self, k: u32, select: impl Select) -> Space {
        Space::new(select(self.0, k) as usize).expect("a set has 37 bits")
    }

    /// The spaces of the set, ascending.
    pub fn iter(self) -> impl Iterator<Item = Space> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let space = Space::new(bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(space)
        })
    }

    /// The spaces that border on one of the set, those of the set included where they do.
    #[must_use]
    pub fn borders(self) -> Self {
        self.iter().fold(Self::EMPTY, |all, space| all.union(space.neighbours()))
    }
}

impl FromIterator<Space> for Spaces {
    fn from_iter<I: IntoIterator<Item = Space>>(spaces: I) -> Self {
        spaces.into_iter().fold(Self::EMPTY, |all, space| all.union(Self::of(space)))
    }
}

const NEIGHBOURS: [u64; SPACES] = neighbours();

const fn neighbours() -> [u64; SPACES] {
    let mut table = [0; SPACES];
    let (mut row, mut start) = (0, 0);
    while row < 7 {
        let mut column = 0;
        while column < ROWS[row] {
            let space = start + column;
            if column + 1 < ROWS[row] {
                join(&mut table, space, space + 1);
            }
            if row < 6 {
                let below = start + ROWS[row];
                // The next row begins half a space to the left where it is longer, else half to the right.
                let shift = if ROWS[row + 1] > ROWS[row] { 1 } else { 0 };
                if column + shift >= 1 {
                    join(&mut table, space, below + column + shift - 1);
                }
                if column + shift < ROWS[row + 1] {
                    join(&mut table, space, below + column + shift);
                }
            }
            column += 1;
        }
        start += ROWS[row];
        row += 1;
    }
    table
}

const fn join(table: &mut [u64; SPACES], a: usize, b: usize) {
    table[a] |= 1 << b;
    table[b] |= 1 << a;
}

const _: () = {
    let (mut ends, mut corners, mut space) = (0, 0, 0);
    while space < SPACES {
        let degree = NEIGHBOURS[space].count_ones();
        ends += degree;
        corners += (degree == 3) as u32;
        assert!(degree == 3 || degree == 4 || degree == 6);
        space += 1;
    }
    assert!(ends == 2 * 90 && corners == 6);
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways() {
        let names: Vec<String> = Space::all().map(|space| space.to_string()).collect();
        assert_eq!((names[0].as_str(), names[18].as_str(), names[36].as_str()), ("a1", "d4", "g4"));
        for space in Space::all() {
            assert_eq!(Space::from_name(&space.to_string()), Some(space));
        }
        for wrong in ["", "a0", "a5", "h1", "d8", "D4", "d4 ", "d44"] {
            assert_eq!(Space::from_name(wrong), None);
        }
    }

    #[test]
    fn centre_has_six_neighbours() {
        let names: Vec<String> = Space::CENTRE.neighbours().iter().map(|space| space.to_string()).collect();
        assert_eq!(names, ["c3", "c4", "d3", "d5", "e3", "e4"]);
    }
}
