//! Noise on the priors of the root, so that games of a search against itself do not all go the same way.

use burgundy::bits::{GOLDEN, mix, scale};

/// How many draws the noise is made of.
const DRAWS: usize = 1024;
/// Keeps the noise apart from worlds ("noise" in ASCII).
const NOISE: u64 = 0x6E_6F69_7365;

/// A Dirichlet distribution's part in the priors of the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootNoise {
    /// Its concentration for each action, above 0: the lower, the fewer actions get most of it.
    pub alpha: f32,
    /// The part that it takes, from 0 to 1; priors keep the rest.
    pub share: f32,
}

impl RootNoise {
    /// For each of `count` actions what is added to its prior, after this took its part away; all add up to `share`.
    ///
    /// Shares of a symmetric Dirichlet distribution, to the nearest of 1,024 parts: each draw of Pólya's urn is an action of
    /// its own with a weight of `alpha * count`, otherwise that of one of the draws before it. The shares of the actions
    /// tend to the distribution with the number of draws, and none of the operations depends on the platform.
    #[must_use]
    pub fn draw(self, count: usize, seed: u64) -> Vec<f32> {
        let fresh = f64::from(self.alpha) * count as f64;
        let word = |i: usize| mix(mix(seed ^ NOISE).wrapping_add((i as u64).wrapping_mul(GOLDEN)));
        let mut drawn = [0; DRAWS];
        let mut noise = vec![0.0; count];
        for i in 0..DRAWS {
            let at = (word(2 * i) >> 11) as f64 / (1_u64 << 53) as f64 * (fresh + i as f64);
            let from = word(2 * i + 1);
            drawn[i] = if at < fresh || i == 0 {
                scale(from, count as u32) as usize
            } else {
                drawn[scale(from, i as u32) as usize]
            };
            noise[drawn[i]] += self.share / DRAWS as f32;
        }
        noise
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean and variance of the first of five shares over many seeds.
    fn moments(alpha: f32) -> (f64, f64) {
        let noise = RootNoise { alpha, share: 1.0 };
        let shares: Vec<f64> = (0..4000).map(|seed| f64::from(noise.draw(5, seed)[0])).collect();
        let mean = shares.iter().sum::<f64>() / 4000.0;
        (mean, shares.iter().map(|share| (share - mean) * (share - mean)).sum::<f64>() / 4000.0)
    }

    /// A share of a symmetric Dirichlet distribution of five has the mean 1/5 and the variance 4/25 / (5 alpha + 1).
    #[test]
    fn shares_have_the_mean_and_variance_of_a_dirichlet_distribution() {
        for alpha in [0.1_f32, 0.5, 2.0, 20.0] {
            let (mean, variance) = moments(alpha);
            let expected = 0.16 / (5.0 * f64::from(alpha) + 1.0);
            // Five standard errors of the mean; the variance's own error is some per cent, and 1,024 draws add their part.
            assert!((mean - 0.2).abs() < 5.0 * (expected / 4000.0).sqrt(), "{alpha}: {mean}");
            assert!((variance / expected - 1.0).abs() < 0.2, "{alpha}: {variance}, {expected}");
        }
    }

    #[test]
    fn it_adds_up_to_its_share_and_depends_on_the_seed_alone() {
        let noise = RootNoise { alpha: 0.5, share: 0.25 };
        for count in [1, 2, 30] {
            let drawn = noise.draw(count, 9);
            // The draws are parts of 1/4096, which have exact sums.
            assert_eq!(drawn.iter().sum::<f32>().to_bits(), 0.25_f32.to_bits());
            assert_eq!(drawn, noise.draw(count, 9));
        }
        assert_ne!(noise.draw(30, 9), noise.draw(30, 10));
    }
}
