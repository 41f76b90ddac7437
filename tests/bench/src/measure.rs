//! Rounds in which every contender runs once, so that other load of the machine affects all alike.

use std::fmt;
use std::time::{Duration, Instant};

use crate::Failure;

/// Something whose time is taken.
pub struct Contender<'a> {
    /// Name in the table.
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

    /// The same work, done once more before each time that is taken.
    ///
    /// It is for all contenders of a race between processes, one of which takes ten times as long as another: work that
    /// followed 230 ms of the other process took 35 ms, and 25 ms directly after itself, in every second round.
    #[must_use]
    pub fn warmed(self) -> Self {
        let Self { name, mut run, times } = self;
        let run = Box::new(move || {
            run()?;
            run()
        });
        Self { name, run, times }
    }

    /// The least of its times: for work that only computes, the one that nothing else disturbed.
    pub fn best(&self) -> Duration {
        self.times.iter().min().copied().unwrap_or_default()
    }

    /// Milliseconds of a round, with their quartiles.
    pub fn milliseconds(&self) -> Quartiles {
        Quartiles::of(self.times.iter().map(|time| time.as_secs_f64() * 1e3))
    }

    /// The middle one of its times: for work that waits for others.
    pub fn median(&self) -> Duration {
        let mut times = self.times.clone();
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or_default()
    }
}

/// Ratio of the times of `slow` and `fast`: the median of the rounds' ratios.
///
/// The machine's speed changes by half from one second to the next, but within a round it is the same for both.
pub fn times_faster(fast: &Contender<'_>, slow: &Contender<'_>) -> f64 {
    ratios(fast, slow).median
}

/// The same with the quartiles of the rounds' ratios.
pub fn ratios(fast: &Contender<'_>, slow: &Contender<'_>) -> Quartiles {
    Quartiles::of(
        fast.times.iter().zip(&slow.times).map(|(fast, slow)| slow.as_secs_f64() / fast.as_secs_f64()),
    )
}

/// The median of some figures, and the quartiles below and above it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quartiles {
    /// A quarter of the figures is below it.
    pub lower: f64,
    /// The figure in the middle.
    pub median: f64,
    /// A quarter of the figures is above it.
    pub upper: f64,
}

impl Quartiles {
    /// The quartiles of `figures`, each of them one of the figures; NaN for an empty list.
    pub fn of(figures: impl Iterator<Item = f64>) -> Self {
        let mut figures: Vec<f64> = figures.collect();
        figures.sort_unstable_by(f64::total_cmp);
        let at = |quarter: usize| {
            let last = figures.len().saturating_sub(1);
            figures.get((last * quarter + 2) / 4).copied().unwrap_or(f64::NAN)
        };
        Self {
            lower: at(1),
            median: figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN),
            upper: at(3),
        }
    }
}

impl fmt::Display for Quartiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} ({:.2} to {:.2})", self.median, self.lower, self.upper)
    }
}

/// Runs every contender once to warm up and then `rounds` times, in turns.
///
/// Each round begins with another contender, and when each has begun one, the rounds go the other way round, so that no
/// contender always follows the same one, whose browser may still draw.
pub fn race(rounds: usize, contenders: &mut [Contender<'_>]) -> Result<(), Failure> {
    let count = contenders.len();
    for round in 0..=rounds {
        for step in 0..count {
            let place = (round + step) % count;
            let contender =
                &mut contenders[if (round / count).is_multiple_of(2) { place } else { count - 1 - place }];
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
        assert_eq!(order.into_inner(), "abbabaab");
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
    fn quartiles_of_nine_rounds_are_three_of_them() {
        let quartiles = Quartiles::of([9.0, 1.0, 8.0, 2.0, 7.0, 3.0, 6.0, 4.0, 5.0].into_iter());
        assert_eq!(quartiles, Quartiles { lower: 3.0, median: 5.0, upper: 7.0 });
        assert_eq!(quartiles.to_string(), "5.00 (3.00 to 7.00)");
        assert_eq!(Quartiles::of([4.0].into_iter()), Quartiles { lower: 4.0, median: 4.0, upper: 4.0 });
        assert!(Quartiles::of(std::iter::empty()).median.is_nan());
    }

    #[test]
    fn a_failure_ends_the_race() {
        assert!(race(3, &mut [Contender::timed("a", || Err("gone".into()))]).is_err());
    }
}
