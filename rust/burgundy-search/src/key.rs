//! A key by which equal states are found again.

use std::hash::{Hash, Hasher};

use burgundy::State;
use burgundy::bits::GOLDEN;

/// A state's 128-bit key: among a million states two different ones share a key with a chance of about 10^-27.
///
/// It lives and dies with a tree and is written nowhere, unlike [`State::key`], which is stable and slower.
#[must_use]
pub fn key(state: &State) -> u128 {
    let mut bytes = Bytes::default();
    state.hash(&mut bytes);
    bytes.key()
}

/// Room for a state's fields one after another.
const ROOM: usize = 1024;
const _: () = assert!(size_of::<State>() + size_of::<State>() / 2 < ROOM, "the fields may not fit");

/// Collects what is hashed; mixing eight bytes at a time is several times faster than byte by byte.
struct Bytes {
    bytes: [u8; ROOM],
    length: usize,
}

impl Default for Bytes {
    fn default() -> Self {
        Self { bytes: [0; ROOM], length: 0 }
    }
}

impl Bytes {
    fn key(&self) -> u128 {
        let words = self.bytes[..self.length.next_multiple_of(16)].as_chunks::<16>().0;
        let (mut low, mut high) = (GOLDEN, self.length as u64);
        for word in words {
            let word = u128::from_le_bytes(*word);
            let (a, b) = (word as u64, (word >> 64) as u64);
            low = fold(low ^ a, high.wrapping_add(b) ^ 0x9FB2_1C65_1E98_DF25);
            high = fold(high ^ b, low.wrapping_add(a) ^ 0xD6E8_FEB8_6659_FD93);
        }
        u128::from(low) | u128::from(high) << 64
    }
}

/// The two halves of the product, one over the other.
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

impl Hasher for Bytes {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.bytes[self.length..self.length + bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }

    fn finish(&self) -> u64 {
        self.key() as u64
    }
}

/// Takes a key as it is: it is mixed already.
#[derive(Clone, Copy, Default, Debug)]
pub struct AsIs(u64);

impl Hasher for AsIs {
    fn write(&mut self, _: &[u8]) {
        unreachable!("only keys are hashed by this")
    }

    #[inline]
    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
