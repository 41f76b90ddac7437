//! Numbers that look random and are the same on every machine and in every run.
//!
//! `SplitMix64`: a dozen lines do not justify a dependency, and a generator that changes with the version of
//! a crate would change which instances are tested.

/// A stream of numbers, given by its seed.
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    /// Makes the generator of a text, such as a case's name.
    ///
    /// So a case keeps its instances when other cases are added or removed.
    pub fn from_text(text: &str) -> Self {
        // FNV-1a.
        let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Self(text.bytes().fold(0xcbf2_9ce4_8422_2325, fold))
    }

    /// The next number.
    pub fn next_number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 when that is 0.
    pub fn next_below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next_number() % bound).unwrap_or(0)
    }

    /// One of `items`.
    pub fn pick_item<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.next_below(items.len()))
    }

    /// Brings `items` into another order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.next_below(at + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn the_same_text_gives_the_same_stream() {
        let numbers = |text| {
            let mut rng = Rng::from_text(text);
            [rng.next_number(), rng.next_number()]
        };
        assert_eq!(numbers("a"), numbers("a"));
        assert_ne!(numbers("a"), numbers("b"));
        let mut items = [1, 2, 3, 4, 5];
        Rng::from_text("x").shuffle(&mut items);
        assert_ne!(items, [1, 2, 3, 4, 5]);
        assert_eq!(Rng::from_text("x").next_below(0), 0);
    }
}
