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
    fn a_failure_ends_the_race() {
        assert!(race(3, &mut [Contender::timed("a", || Err("gone".into()))]).is_err());
    }
}
