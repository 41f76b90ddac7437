//! Options of the guards.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::approval::Confirm;
use super::budget::Budget;
use super::policy::Policy;
use super::redact::Redaction;

/// Options for [`Guards`](crate::Guards), which allow or refuse tool calls, or ask the user.
///
/// [`Default`] gives the values named at each field.
#[derive(Clone)]
#[non_exhaustive]
pub struct GuardOptions {
    /// Rules that decide which tool calls are allowed, denied or need the user's consent.
    pub policy: Policy,
    /// Handler that asks the user to allow tool calls. Default: none, so that such calls are denied.
    pub confirm: Option<Arc<dyn Confirm>>,
    /// Time limit for the user's answer about one tool call, which is denied after it.
    ///
    /// The deadline of the code does not run meanwhile. Default: 5 minutes.
    pub confirm_within: Duration,
    /// Choice to check the arguments of calls against tools' declarations. Default: [`Arguments::Check`].
    pub arguments: Arguments,
    /// Limits on the number of tool calls, in one run and per minute.
    pub budget: Budget,
    /// Options for removing secrets from recorded tool calls and console lines.
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
    /// Sets the handler that asks the user about tool calls that the policy does not decide alone.
    #[must_use]
    pub fn with_confirm(self, confirm: impl Confirm + 'static) -> Self {
        Self { confirm: Some(Arc::new(confirm)), ..self }
    }

    /// Returns the user who can be asked at this moment, if there is one.
    pub(super) fn user(&self) -> Option<Arc<dyn Confirm>> {
        self.confirm.clone().filter(|confirm| confirm.can_ask())
    }
}

crate::option_setters!(GuardOptions {
    with_policy(policy: Policy),
    with_confirm_within(confirm_within: Duration),
    with_arguments(arguments: Arguments),
    with_budget(budget: Budget),
    with_redaction(redaction: Redaction),
});

/// Choice to check the arguments of each call against the tool's declaration.
///
/// It is made before the call reaches the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Arguments {
    /// A call whose arguments do not fit throws `ToolArguments`, which lists the errors.
    ///
    /// Without the feature
    /// `validate` rules such as `pattern` are not checked.
    #[default]
    Check,
    /// Arguments are passed to the page unchecked.
    Off,
}
