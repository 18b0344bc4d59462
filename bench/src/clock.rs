//! Clocks and what is made of many readings.

use rustix::time::{ClockId, clock_gettime};

/// CPU time of this thread, in nanoseconds, that `work` takes, and what it gives.
pub fn cpu_ns<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let begun = now();
    let result = work();
    (now() - begun, result)
}

fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// The median and the distance between the quartiles; readings of a shared machine have a long tail.
pub fn median_and_spread(mut readings: Vec<f64>) -> (f64, f64) {
    readings.sort_by(f64::total_cmp);
    let at = |fraction: f64| readings[((readings.len() - 1) as f64 * fraction).round() as usize];
    (at(0.5), at(0.75) - at(0.25))
}

pub fn median(readings: Vec<f64>) -> f64 {
    median_and_spread(readings).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_reading_is_the_median() {
        assert_eq!(median_and_spread(vec![7.0]), (7.0, 0.0));
    }

    #[test]
    fn the_tail_moves_neither_median_nor_quartiles() {
        // In order 1, 2, 3, 4, 1000: the median is 3, the quartiles are 2 and 4.
        assert_eq!(median_and_spread(vec![4.0, 1000.0, 2.0, 1.0, 3.0]), (3.0, 2.0));
    }
}
