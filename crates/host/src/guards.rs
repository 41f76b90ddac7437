//! The guards of a program's sessions: policy and questions, the lock, and the audit.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use webagents_runtime::guard::lock::{Changes, Lock, Pin, compare_webmcp};
use webagents_runtime::guard::{AuditContext, Unmatched, audit};
use webagents_runtime::{Guards, Outcome, Toolbox};
use webagents_runtime_webdriver::Session;

use crate::error::{Error, LockRefused};
use crate::site::FoundSite;

/// Function that keeps the record of a run, which is one line of JSON without its line end.
type Audit = Arc<dyn Fn(&str) -> io::Result<()> + Send + Sync>;

/// Guards of tool calls, the lock of the sites' tools, and the audit of runs.
///
/// A clone shares the answers of the user.
///
/// ```
/// use webagents_host::{HostGuards, Lock, Policy};
///
/// let guards = HostGuards::from(Policy::default())
///     .with_lock(Lock::default())
///     .with_audit(|record| Ok(println!("{record}")));
/// ```
#[derive(Clone, Default)]
pub struct HostGuards {
    guards: Guards,
    lock: Option<Arc<Lock>>,
    audit: Option<Audit>,
}

impl fmt::Debug for HostGuards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { guards, lock, audit } = self;
        f.debug_struct("HostGuards")
            .field("guards", guards)
            .field("lock", lock)
            .field("audit", &audit.is_some())
            .finish()
    }
}

/// Guards of tool calls alone, without a lock and without an audit.
impl<T: Into<Guards>> From<T> for HostGuards {
    fn from(guards: T) -> Self {
        Self { guards: guards.into(), lock: None, audit: None }
    }
}

impl HostGuards {
    /// Sets the lock: sites whose tools differ from it are refused, unless the user accepts the changes.
    #[must_use]
    pub fn with_lock(self, lock: Lock) -> Self {
        Self { lock: Some(Arc::new(lock)), ..self }
    }

    /// Sets the function that keeps the record of each run, a line of JSON without its line end.
    ///
    /// [`audit`](webagents_runtime::guard::audit) describes the record.
    #[must_use]
    pub fn with_audit(self, audit: impl Fn(&str) -> io::Result<()> + Send + Sync + 'static) -> Self {
        Self { audit: Some(Arc::new(audit)), ..self }
    }

    /// Returns the guards of tool calls.
    pub fn guards(&self) -> &Guards {
        &self.guards
    }

    /// Returns the rules of the policy that match no tool of a toolbox.
    pub(crate) fn find_unmatched(&self, toolbox: &Toolbox) -> Vec<Unmatched> {
        self.guards.options().policy.unmatched(&toolbox.full_names())
    }

    /// Creates the guards of another session of the same user.
    ///
    /// See [`Guards::for_another_session`].
    #[must_use]
    pub fn for_another_session(&self) -> Self {
        Self { guards: self.guards.for_another_session(), ..self.clone() }
    }

    /// Checks the declared tools of a site against the lock, if there is one.
    pub async fn check(&self, site: &FoundSite) -> Result<(), Error> {
        let Some(lock) = &self.lock else { return Ok(()) };
        let origin = site.origin();
        match lock.compare(&origin, &site.pin) {
            Some(changes) => self.accept(origin, false, &changes).await,
            None => Err(LockRefused { origin, registered: false, changes: None }.into()),
        }
    }

    /// Checks the tools that the page registers against the lock, if there is one.
    ///
    /// The guards check them from then on. Tools that are not pinned are left out if there are others. Returns whether
    /// they were.
    pub(crate) async fn check_registered(
        &self,
        origin: &str,
        manifest: &str,
        session: &mut Session,
    ) -> Result<bool, Error> {
        let Some(lock) = &self.lock else { return Ok(false) };
        let found = session.toolbox().webmcp_pins().clone();
        let Some(mut pins) = lock.pin(origin, manifest).and_then(|pin| pin.webmcp.clone()) else {
            if found.is_empty() {
                return Ok(false);
            }
            let rest = session.toolbox().clone().without_webmcp();
            if rest.tools().is_empty() {
                let origin = origin.to_owned();
                return Err(LockRefused { origin, registered: true, changes: None }.into());
            }
            session.use_tools(rest);
            return Ok(true);
        };
        let changes = compare_webmcp(&pins, &found);
        self.accept(origin.to_owned(), true, &changes).await?;
        if !changes.is_empty() {
            pins.extend(found);
        }
        self.guards.pin(origin, pins);
        Ok(false)
    }

    async fn accept(&self, origin: String, registered: bool, changes: &Changes) -> Result<(), Error> {
        let accepted = self.guards.accept(&origin, changes).await;
        accepted.map_err(|changes| LockRefused { origin, registered, changes: Some(changes) }.into())
    }

    /// Records a run that has ended, if there is an audit.
    pub(crate) fn record(&self, origin: &str, pin: &Pin, code: &str, outcome: &Outcome) -> Result<(), Error> {
        let Some(keep) = &self.audit else { return Ok(()) };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let began = now.saturating_sub(outcome.duration).as_millis();
        let began = u64::try_from(began).unwrap_or(u64::MAX);
        let context = AuditContext::new(began, origin, code).with_manifest_sha256(pin.sha256.as_str());
        Ok(keep(&audit(&context, outcome))?)
    }
}
