//! Limits of a helper process.

use std::time::Duration;

const MIB: usize = 1024 * 1024;

/// Limits that a [`Helper`](crate::Helper) is started with.
///
/// Durations of runs are not here: each run has its own deadline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Maximum bytes of the engine's values: 64 MiB.
    pub memory: usize,
    /// Maximum bytes of address space of the process: 512 MiB.
    pub address_space: usize,
    /// Maximum bytes of the engine's stack: 1 MiB.
    pub stack: usize,
    /// Maximum bytes of the code: 8 MiB.
    pub code: usize,
    /// Maximum bytes of one message in either direction: 16 MiB.
    pub message: usize,
    /// Processor time after which the kernel ends the process: ten minutes.
    ///
    /// It bounds a helper whose parent cannot end it; a run usually ends at its deadline.
    pub cpu: Duration,
    /// Permission to run code although the kernel does not restrict the process: no.
    pub unrestricted: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 64 * MIB,
            address_space: 512 * MIB,
            stack: MIB,
            code: 8 * MIB,
            message: 16 * MIB,
            cpu: Duration::from_mins(10),
            unrestricted: false,
        }
    }
}

impl Limits {
    /// Returns the limits that the helper enforces itself, as arguments of a command line.
    pub(crate) fn to_arguments(&self) -> [String; 6] {
        let Self { memory, address_space, stack, code: _, message, cpu, unrestricted } = self;
        let cpu = cpu.as_secs().max(1);
        [
            memory.to_string(),
            address_space.to_string(),
            stack.to_string(),
            message.to_string(),
            cpu.to_string(),
            u8::from(*unrestricted).to_string(),
        ]
    }

    /// Reads the result of [`Self::to_arguments`].
    pub(crate) fn from_arguments(mut arguments: impl Iterator<Item = String>) -> Option<Self> {
        let mut next = || arguments.next()?.parse::<usize>().ok();
        let limits = Self {
            memory: next()?,
            address_space: next()?,
            stack: next()?,
            message: next()?,
            cpu: Duration::from_secs(next()?.try_into().ok()?),
            unrestricted: next()? == 1,
            ..Self::default()
        };
        arguments.next().is_none().then_some(limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read_back() {
        let limits = Limits { memory: 7, unrestricted: true, ..Limits::default() };
        assert_eq!(Limits::from_arguments(limits.to_arguments().into_iter()), Some(limits));
        for wrong in ["", "1 2 3 4 5", "1 2 3 4 5 x", "1 2 3 4 5 1 7"] {
            assert_eq!(Limits::from_arguments(wrong.split(' ').map(str::to_owned)), None, "{wrong}");
        }
    }
}
