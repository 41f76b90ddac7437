//! Options of the guards.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::approval::Confirm;
use super::budget::Budget;
use super::policy::Policy;
use super::redact::Redaction;

/// Options of [`Guards`](crate::Guards). [`Default`] gives the values named at each field.
#[derive(Clone)]
#[non_exhaustive]
pub struct GuardOptions {
    /// Which calls are allowed, asked about or denied.
    pub policy: Policy,
    /// Receiver of questions. With `None` a call that needs an answer is denied. Default: none.
    pub confirm: Option<Arc<dyn Confirm>>,
    /// Time for the answer to one question; without an answer the call is denied.
    ///
    /// The deadline of the code does not run meanwhile. Default: 5 minutes.
    pub confirm_within: Duration,
    /// Check of arguments against the tools' declarations. Default: [`Arguments::Check`].
    pub arguments: Arguments,
    /// Limits on the number of calls.
    pub budget: Budget,
    /// Redaction of the journal and the console.
    pub redaction: Redaction,
}

impl Default for GuardOptions {
    fn default() -> Self {
        Self {
            policy: Policy::default(),
            confirm: None,
            confirm_within: Duration::from_mins(5),
            arguments: Arguments::default(),
            budget: Budget::default(),
            redaction: Redaction::default(),
        }
    }
}

impl fmt::Debug for GuardOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuardOptions")
            .field("policy", &self.policy)
            .field("confirm", &self.confirm.is_some())
            .field("confirm_within", &self.confirm_within)
            .finish_non_exhaustive()
    }
}

/// Options with this policy and the defaults for the rest.
impl From<Policy> for GuardOptions {
    fn from(policy: Policy) -> Self {
        Self { policy, ..Self::default() }
    }
}

impl GuardOptions {
    /// Asks `confirm` about calls that need an answer.
    #[must_use]
    pub fn with_confirm(self, confirm: impl Confirm + 'static) -> Self {
        Self { confirm: Some(Arc::new(confirm)), ..self }
    }

    /// Waits this long for an answer.
    #[must_use]
    pub fn with_confirm_within(self, confirm_within: Duration) -> Self {
        Self { confirm_within, ..self }
    }

    /// Checks arguments as `arguments` says.
    #[must_use]
    pub fn with_arguments(self, arguments: Arguments) -> Self {
        Self { arguments, ..self }
    }

    /// Limits the number of calls.
    #[must_use]
    pub fn with_budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Redacts the journal and the console as `redaction` says.
    #[must_use]
    pub fn with_redaction(self, redaction: Redaction) -> Self {
        Self { redaction, ..self }
    }
}

/// Check of the arguments of each call against the tool's declaration, before the call reaches the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Arguments {
    /// A call whose arguments do not fit throws `ToolArguments`, with what is wrong where.
    ///
    /// Without the feature
    /// `validate` rules such as `pattern` are not checked.
    #[default]
    Check,
    /// They go to the page as they are.
    Off,
}
