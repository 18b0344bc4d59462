//! Bit tricks that several rooms share: the k-th set bit, and the finaliser behind worlds and keys.

use std::hint::select_unpredictable;

/// Weyl constant of `SplitMix64`.
pub const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Position of the `k`-th set bit of each byte, addressed by `k * 256 + byte`.
const IN_BYTE: [u8; 2048] = in_byte();

const fn in_byte() -> [u8; 2048] {
    let mut table = [0; 2048];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut k) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[k * 256 + byte] = bit as u8;
                k += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// A way to find the position of the `k`-th set bit of a word, counted from the low end; `k` is below their number.
///
/// It is asked for with every decision and every draw, and the best way depends on the processor: see [`cpu`](crate::cpu).
pub trait Select: Fn(u64, u32) -> u32 + Copy {}

impl<F: Fn(u64, u32) -> u32 + Copy> Select for F {}

/// Position of the `k`-th set bit of `word`, by the instructions of the target that this crate is compiled for.
///
/// The byte is found without loop or branch, since `k` is random, and a table has the bit in it.
#[inline(always)]
#[must_use]
pub fn select(word: u64, k: u32) -> u32 {
    if cfg!(target_feature = "popcnt") { select_by_halves(word, k) } else { select_by_sums(word, k) }
}

/// Halves the word three times by counting bits, which is one instruction where the processor has it.
#[inline(always)]
pub(crate) fn select_by_halves(word: u64, k: u32) -> u32 {
    let (mut word, mut k, mut offset) = (word, k, 0);
    for width in [32, 16, 8] {
        let count = (word & ((1 << width) - 1)).count_ones();
        let above = k >= count;
        let shift = u32::from(above) * width;
        k = select_unpredictable(above, k.wrapping_sub(count), k);
        word >>= shift;
        offset += shift;
    }
    offset + u32::from(IN_BYTE[((k as usize) << 8 | (word & 0xFF) as usize) & 2047])
}

/// Adds up the bits of all bytes at once, without counting instructions.
#[inline(always)]
const fn select_by_sums(word: u64, k: u32) -> u32 {
    let pairs = word - ((word >> 1) & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    let sums = bytes.wrapping_mul(LOW);
    let passed = ((((k as u64).wrapping_mul(LOW) | HIGH) - sums) & HIGH) >> 7;
    let offset = (passed.wrapping_mul(LOW) >> 56) as u32 * 8;
    let before = ((sums << 8) >> (offset & 63)) as u32 & 0xFF;
    let byte = (word >> (offset & 63)) as usize & 0xFF;
    offset + IN_BYTE[(((k - before) as usize) << 8 | byte) & 2047] as u32
}

/// `SplitMix64`'s finaliser: every bit of the result depends on every bit of `z`.
#[inline(always)]
#[must_use]
pub const fn mix(mut z: u64) -> u64 {
    z ^= z >> 30;
    z = z.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z ^= z >> 27;
    z = z.wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The integer below `total` at the fraction `word / 2^64`.
#[inline(always)]
#[must_use]
pub const fn scale(word: u64, total: u32) -> u32 {
    ((word as u128 * total as u128) >> 64) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn mix_is_splitmix64() {
        // First outputs of SplitMix64 seeded with 0 and 1234567 (published test vectors).
        assert_eq!(mix(GOLDEN), 0xE220_A839_7B1D_CDAF);
        assert_eq!(mix(1_234_567_u64.wrapping_add(GOLDEN)), 6_457_827_717_110_365_317);
    }

    proptest! {
        #[test]
        fn select_finds_every_set_bit(word: u64) {
            let set: Vec<u32> = (0..64).filter(|bit| word >> bit & 1 == 1).collect();
            for (k, bit) in set.iter().enumerate() {
                prop_assert_eq!(select_by_halves(word, k as u32), *bit);
                prop_assert_eq!(select_by_sums(word, k as u32), *bit);
            }
        }
    }

    #[test]
    fn scale_covers_the_range_evenly() {
        assert_eq!(scale(0, 6), 0);
        assert_eq!(scale(u64::MAX, 6), 5);
        assert_eq!(scale(1 << 63, 6), 3);
    }
}
