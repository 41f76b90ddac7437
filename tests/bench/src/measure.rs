//! Taking turns: every contender runs once in each round, so that whatever else the machine does meets all.

use std::time::{Duration, Instant};

use crate::Failure;

/// Something whose time is taken.
pub struct Contender<'a> {
    /// What it is called in the table.
    pub name: &'static str,
    run: Box<dyn FnMut() -> Result<Duration, Failure> + 'a>,
    times: Vec<Duration>,
}

impl<'a> Contender<'a> {
    /// A function of this process; its result goes through a black box, so that it is really computed.
    pub fn new<T>(name: &'static str, mut work: impl FnMut() -> T + 'a) -> Self {
        Self::timed(name, move || {
            let start = Instant::now();
            std::hint::black_box(work());
            Ok(start.elapsed())
        })
    }

    /// Something that takes its own time, because it runs in another process or can fail.
    pub fn timed(name: &'static str, run: impl FnMut() -> Result<Duration, Failure> + 'a) -> Self {
        Self { name, run: Box::new(run), times: Vec::new() }
    }

    /// The least of its times: for work that only computes, the one that nothing else disturbed.
    pub fn best(&self) -> Duration {
        self.times.iter().min().copied().unwrap_or_default()
    }

    /// The middle one of its times: for work that waits for others.
    pub fn median(&self) -> Duration {
        let mut times = self.times.clone();
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or_default()
    }
}

/// How many times as long `slow` took as `fast`: the middle of the rounds' ratios. The machine's speed changes by
/// half from one second to the next, and within a round both meet the same.
pub fn times_faster(fast: &Contender<'_>, slow: &Contender<'_>) -> f64 {
    let mut ratios: Vec<f64> = fast
        .times
        .iter()
        .zip(&slow.times)
        .map(|(fast, slow)| slow.as_secs_f64() / fast.as_secs_f64())
        .collect();
    ratios.sort_unstable_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Runs every contender once to warm up and then `rounds` times, in turns.
pub fn race(rounds: usize, contenders: &mut [Contender<'_>]) -> Result<(), Failure> {
    for round in 0..=rounds {
        for contender in &mut *contenders {
            let time = (contender.run)()?;
            if round > 0 {
                contender.times.push(time);
            }
        }
    }
    Ok(())
}

/// Megabytes (10^6) a second.
pub fn megabytes_per_second(bytes: usize, time: Duration) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "sizes are far below 2^53")]
    let bytes = bytes as f64;
    bytes / 1e6 / time.as_secs_f64()
}

/// The part of a whole, from 0 to 1; 0 of nothing.
#[expect(clippy::cast_precision_loss, reason = "counts of cases are small")]
pub fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contenders_take_turns_and_the_median_is_the_middle() {
        let order = std::cell::RefCell::new(String::new());
        let mut slow = [9, 1, 7, 3].map(Duration::from_millis).into_iter().cycle();
        let mut contenders = [
            Contender::timed("a", || {
                order.borrow_mut().push('a');
                slow.next().ok_or_else(|| "it cycles".into())
            }),
            Contender::new("b", || order.borrow_mut().push('b')),
        ];
        race(3, &mut contenders).unwrap();
        let (best, median) = (contenders[0].best(), contenders[0].median());
        drop(contenders);
        // The first of the four times is the warm-up's.
        assert_eq!((best, median), (Duration::from_millis(1), Duration::from_millis(3)));
        assert_eq!(order.into_inner(), "abababab");
    }

    #[test]
    fn a_ratio_is_that_of_the_middle_round() {
        let of = |times: [u64; 4]| {
            let mut times = times.map(Duration::from_millis).into_iter();
            Contender::timed("", move || times.next().ok_or_else(|| "it has four".into()))
        };
        // The machine was five times as slow in the last round.
        let mut contenders = [of([1, 2, 2, 10]), of([9, 4, 6, 30])];
        race(3, &mut contenders).unwrap();
        assert!((times_faster(&contenders[0], &contenders[1]) - 3.0).abs() < 1e-9);
    }

    #[test]
    fn a_failure_ends_the_race() {
        assert!(race(3, &mut [Contender::timed("a", || Err("gone".into()))]).is_err());
    }
}
