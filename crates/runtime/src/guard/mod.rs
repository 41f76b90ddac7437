//! The guards between a call in code and the page, as one value.
//!
//! The decision: a guard is deterministic, and its verdict does not depend on a site's instructions to a model. Each
//! call of isolated code comes to the guards before a page gets it. Guards limit what an obedient model can be made
//! to do; they do not make it disobedient.
//!
//! Code in a page can call the page's functions itself. So no code runs there if these guards do not simply allow each
//! tool ([`Guards::check_page_code`]).

pub(crate) mod approval;
pub(crate) mod asks;
pub(crate) mod audit;
pub(crate) mod budget;
/// `webagents.lock`: the tools of sites as the user last accepted them.
pub mod lock {
    pub use crate::lock::*;
}
pub(crate) mod options;
pub(crate) mod policy;
pub(crate) mod redact;
mod refusal;
mod subject;
pub(crate) mod untrusted;

pub use self::approval::{Confirm, Reply, Replying, Request};
pub use self::audit::{AuditContext, audit};
pub use self::budget::{Budget, Rate};
pub use self::options::{Arguments, GuardOptions};
pub use self::policy::{
    AnnotationTrust, Evaluation, Policy, PolicyRule, Unmatched, matches_pattern, sounds_consequential,
};
pub use self::redact::{Redact, Redaction};
pub use self::untrusted::{Boundary, visible};
pub use crate::outcome::Verdict;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tracing::{debug, info};
use webagents_manifest::Annotations;

use self::approval::within;
use self::asks::Ask;
use self::budget::Ledger;
use self::redact::REDACTED;
pub(crate) use self::refusal::Refusal;
#[cfg(feature = "validate")]
use self::refusal::unfit;
use self::refusal::{changed, denied, too_often};
use self::subject::{Seen, find, seen};
use crate::lock::{Changes, ChangesRefused, ToolPin};
use crate::outcome::{Call, CallOutcome, Decision, DecisionSource, ErrorCode, Outcome, is_cut};
use crate::page::escape_name;
use crate::tools::tool_integrity::{Definitions, Difference};
use crate::tools::toolbox::Toolbox;
use crate::webmcp::WebMcpDiagnostic;

/// Bytes of JSON of the arguments that the user is shown.
const SHOWN: usize = 65_536;
/// Bytes of the user's reason that the model gets.
const REASON: usize = 500;

/// Checks that allow or refuse each tool call of a session or ask the user, and keep the answers.
///
/// A clone shares the memory. Other options begin with an empty one.
///
/// ```
/// use webagents_runtime::{GuardOptions, Guards, Policy, Reply, Request, Verdict};
/// let policy = Policy::default().with_rule("getBasket", Verdict::Allow).with_rule("admin.*", Verdict::Deny);
/// let options = GuardOptions::from(policy).with_confirm(async |request: Request| match request.tool.as_str() {
///     "placeOrder" => Reply::AllowOnce,
///     _ => Reply::Deny { reason: "only orders".to_owned() },
/// });
/// let guards = Guards::new(options);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Guards {
    options: GuardOptions,
    memory: Arc<Mutex<Memory>>,
    definitions: Arc<Mutex<Definitions>>,
}

/// An origin, a tool, and the definition of one that the page registers, as it was when it was allowed.
type Allowed = (String, String, Option<ToolPin>);

/// State of guards between runs.
#[derive(Debug, Default)]
struct Memory {
    /// Calls that the user allowed for the session.
    allowed: BTreeSet<Allowed>,
    ledger: Ledger,
}

impl<T: Into<GuardOptions>> From<T> for Guards {
    fn from(options: T) -> Self {
        Self::new(options)
    }
}

/// Reservation of one call within a rate, while the guards decide on the call.
///
/// Dropped without [`keep`](Self::keep), as after a refusal or the interruption of the run, it is free again.
struct RateSlot<'a> {
    guards: &'a Guards,
    tool: &'a str,
    is_kept: bool,
}

impl<'a> RateSlot<'a> {
    /// Reserves a call now, or returns the time until one is free.
    fn take(guards: &'a Guards, tool: &'a str, rate: &Rate) -> Result<Self, Duration> {
        guards.memory().ledger.take(tool, rate, Instant::now())?;
        Ok(Self { guards, tool, is_kept: false })
    }

    /// The call is made now.
    fn keep(mut self) {
        self.is_kept = true;
        self.guards.memory().ledger.made(self.tool, Instant::now());
    }
}

impl Drop for RateSlot<'_> {
    fn drop(&mut self) {
        if !self.is_kept {
            self.guards.memory().ledger.back(self.tool);
        }
    }
}

impl Guards {
    /// Creates guards with these options, without counted calls and without earlier answers of the user.
    pub fn new(options: impl Into<GuardOptions>) -> Self {
        Self { options: options.into(), ..Self::default() }
    }

    /// Returns the options with which the guards were created.
    pub fn options(&self) -> &GuardOptions {
        &self.options
    }

    /// Creates guards for another session of the same user, with the same options and permissions.
    ///
    /// Permissions of the user are shared; definitions that pages registered in this session are not.
    #[must_use]
    pub fn for_another_session(&self) -> Self {
        Self { definitions: Arc::default(), ..self.clone() }
    }

    /// Revokes permissions that the user gave for further calls, and resets the counts of calls.
    pub fn forget(&self) {
        let mut memory = self.memory();
        memory.allowed.clear();
        memory.ledger.clear();
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        // A thread that panicked with the lock cannot have left a set half written.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn definitions(&self) -> MutexGuard<'_, Definitions> {
        self.definitions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the expected hashes of tools that pages of `origin` register; others count as redefined.
    ///
    /// A tool without a pin, or with another definition, is treated according to
    /// [`Policy::redefined`](crate::Policy::redefined). Without pins the first definition of each tool that is seen
    /// counts.
    pub fn pin(&self, origin: &str, tools: BTreeMap<String, ToolPin>) {
        self.definitions().pin(origin, tools);
    }

    /// Records the definitions of tools that a page registers; returns a diagnostic for each changed one.
    ///
    /// A definition is compared with the pinned one, or with the first one that was seen.
    pub fn watch(&self, toolbox: &Toolbox) -> Vec<WebMcpDiagnostic> {
        let mut definitions = self.definitions();
        definitions.see(toolbox);
        definitions.findings(toolbox)
    }

    /// Returns how a registered tool differs from its earlier definition, if the policy depends on it.
    fn difference(&self, toolbox: &Toolbox, tool: &str) -> Option<Difference> {
        if self.options.policy.redefined == Verdict::Allow || toolbox.webmcp().is_none() {
            return None;
        }
        self.definitions().difference(toolbox, tool)
    }

    /// Returns the members of the options of a run in the page, each after a comma.
    pub(crate) fn members(&self, toolbox: &Toolbox) -> String {
        self.see(toolbox);
        let policy = &self.options.policy;
        let is_watched = |verdict: Verdict| u8::from(verdict != Verdict::Allow);
        format!(
            ",budget:{},replaced:{},redefined:{}",
            self.options.budget.calls,
            is_watched(policy.replaced),
            is_watched(policy.redefined)
        )
    }

    /// Records the first definitions of the tools that a page registers.
    pub(crate) fn see(&self, toolbox: &Toolbox) {
        if toolbox.webmcp().is_some() {
            self.definitions().see(toolbox);
        }
    }

    fn is_allowed(&self, toolbox: &Toolbox, origin: &str, tool: &str) -> bool {
        self.memory().allowed.contains(&allowed(toolbox, origin, tool))
    }

    /// Returns the rate of a tool, by the name that code calls it by or the one that the page registers.
    fn rate(&self, tool: &Seen<'_>) -> Option<&Rate> {
        let budget = &self.options.budget;
        budget.rate(tool.name).or_else(|| budget.rate(tool.registered?))
    }

    fn evaluate(&self, tool: &Seen<'_>) -> Evaluation {
        let nothing = Annotations::default();
        let annotations = tool.annotations.unwrap_or(&nothing);
        self.options.policy.judge_registered(tool.name, tool.registered, annotations, tool.annotator)
    }

    fn judge(&self, toolbox: &Toolbox, tool: &Seen<'_>) -> Evaluation {
        let mut judged = self.evaluate(tool);
        if judged.rule == "consequential"
            && let Some(presumption) = toolbox.presumption(tool.name)
        {
            presumption.clone_into(&mut judged.because);
        }
        judged
    }

    /// Asks the user to accept tools of `origin` that differ from those in `webagents.lock`.
    ///
    /// The pins come from [`Lock`](lock::Lock). The request's tool is `*`, its rule `lock`, and its reason lists the
    /// changes.
    ///
    /// # Errors
    ///
    /// If the user denies them, or no user can answer: the changes and the remedy.
    pub async fn accept(&self, origin: &str, changes: &Changes) -> Result<(), ChangesRefused> {
        if changes.is_empty() {
            return Ok(());
        }
        let report =
            format!("the tools of {} are not as the lock file pins them:\n{changes}", escape_name(origin));
        let refused = |why: &str| {
            Err(ChangesRefused::new(format!(
                "{report}\n{why}; nothing was run (rule `lock`). The operator of the program checks the changes and \
                 pins them anew"
            )))
        };
        let Some(confirm) = self.options.user() else { return refused("nobody can be asked") };
        let request = Request {
            tool: "*".to_owned(),
            arguments: Value::Array(Vec::new()),
            origin: origin.to_owned(),
            rule: "lock".to_owned(),
            reason: report.clone(),
        };
        match within(self.options.confirm_within, confirm.confirm(request)).await {
            None => refused("nobody answered in time"),
            Some(Reply::Deny { .. }) => refused("the user was asked and denied it"),
            Some(_) => Ok(()),
        }
    }

    /// Checks that code may run in a page: no rule of these guards is one that cannot hold there.
    ///
    /// Code in a page can call each function of the page, and change what the page does. So it may not run if a tool
    /// needs consent or is denied, rated or pinned: a tool of `toolbox`, one of the session's other pages, or one
    /// that a rule names. `browse eval`, `wait --function` and runs in [`Realm::Page`](crate::Realm::Page) are
    /// checked by this.
    ///
    /// # Errors
    ///
    /// A message with the rule and the remedies of the operator and the code's author.
    pub fn check_page_code(&self, toolbox: &Toolbox) -> Result<(), String> {
        let refused = |what: &str, rule: &str, remedy: &str| {
            Err(format!(
                "code in the page is not run: {what} (rule `{rule}`), and that cannot hold for code that runs in the page. \
                 Call tools from code in the isolated realm (`exec`, `Realm::Isolated`), where each call is decided on; or \
                 the operator of the program {remedy}"
            ))
        };
        let allows = |tool: &str| format!("allows {} with a rule", escape_name(tool));
        let known = toolbox.known();
        let known = known.tools().map(|(name, registered, effects)| Seen {
            name,
            registered,
            annotations: Some(effects),
            annotator: "the site",
        });
        for tool in seen(toolbox).chain(known) {
            let judged = self.judge(toolbox, &tool);
            let name = escape_name(tool.name);
            if judged.verdict > Verdict::Allow {
                let what = match judged.verdict {
                    Verdict::Deny => "denied",
                    _ => "asked about",
                };
                let what = format!("calls of {name} are {what}, because {}", judged.because);
                return refused(&what, &judged.rule, &allows(tool.name));
            }
            if let Some(rate) = self.rate(&tool) {
                let rule = format!("rate {}", escape_name(&rate.tools));
                return refused(&format!("calls of {name} have a rate"), &rule, "leaves the rate out");
            }
        }
        let rules = self.options.policy.rules.iter();
        if let Some(rule) =
            rules.filter(|rule| rule.verdict > Verdict::Allow).find(|rule| !rule.tools.contains('*'))
        {
            let name = escape_name(&rule.tools);
            return refused(
                &format!("{name} is guarded on every page"),
                &format!("tools {name}"),
                &allows(&rule.tools),
            );
        }
        if self.definitions().has_pins() {
            return refused("the tools are pinned by a lock file", "lock", "leaves the lock out");
        }
        Ok(())
    }

    /// Decides on one call of an isolated run.
    pub(crate) async fn decide_call(
        &self,
        toolbox: &Toolbox,
        ask: &Ask,
        origin: &str,
    ) -> Result<Decision, Refusal> {
        let decided = self.decide_one(toolbox, ask, origin).await;
        report(&ask.tool, decided.as_ref().unwrap_or_else(|refusal| &refusal.decision));
        decided
    }

    /// Returns how the result of a call differs from the tool's declaration.
    #[cfg_attr(not(feature = "validate"), expect(clippy::unused_self, reason = "nothing is validated"))]
    pub(crate) fn result_faults(&self, toolbox: &Toolbox, tool: &str, value: &Value) -> Vec<String> {
        #[cfg(feature = "validate")]
        if self.options.arguments == Arguments::Check {
            return toolbox.contracts().judge_result(tool, value);
        }
        let _ = (toolbox, tool, value);
        Vec::new()
    }

    async fn decide_one(&self, toolbox: &Toolbox, ask: &Ask, origin: &str) -> Result<Decision, Refusal> {
        #[cfg(feature = "validate")]
        if self.options.arguments == Arguments::Check
            && let Some(violations) = toolbox.contracts().judge(&ask.tool, &ask.args)
            && !violations.is_empty()
        {
            return Err(unfit(&ask.tool, violations));
        }
        let seen = find(toolbox, &ask.tool);
        let place = match self.rate(&seen) {
            Some(rate) => match RateSlot::take(self, &ask.tool, rate) {
                Ok(place) => Some(place),
                Err(wait) => return Err(too_often(&ask.tool, rate, wait)),
            },
            None => None,
        };
        let decision = self.permit(toolbox, &seen, ask, origin).await?;
        if let Some(place) = place {
            place.keep();
        }
        Ok(decision)
    }

    /// Returns the decision on a valid call, by the policy or by the user if the policy requires it.
    async fn permit(
        &self,
        toolbox: &Toolbox,
        seen: &Seen<'_>,
        ask: &Ask,
        origin: &str,
    ) -> Result<Decision, Refusal> {
        let mut judged = self.judge(toolbox, seen);
        let difference = self.difference(toolbox, &ask.tool);
        let redefined = difference.is_some() || ask.redefined;
        if redefined && self.options.policy.redefined >= judged.verdict {
            judged.because = match &difference {
                Some(difference) => difference.because(),
                None => "the page has registered it with another definition since its tools were listed"
                    .to_owned(),
            };
            judged.verdict = self.options.policy.redefined;
            "redefined".clone_into(&mut judged.rule);
            if judged.verdict == Verdict::Deny {
                return Err(changed(&ask.tool, &judged));
            }
        }
        if ask.replaced && self.options.policy.replaced > judged.verdict {
            "its function on the page is another than when the tools were taken"
                .clone_into(&mut judged.because);
            judged.verdict = self.options.policy.replaced;
            "replaced".clone_into(&mut judged.rule);
            if judged.verdict == Verdict::Deny {
                return Err(changed(&ask.tool, &judged));
            }
        }
        match judged.verdict {
            Verdict::Allow => {
                return Ok(Decision::new(Verdict::Allow, DecisionSource::Policy, judged.rule));
            }
            Verdict::Deny => return Err(denied(&ask.tool, &judged, DecisionSource::Policy, "")),
            Verdict::Confirm => {}
        }
        // The user allowed the tool with its former definition.
        if !ask.replaced && !redefined && self.is_allowed(toolbox, origin, &ask.tool) {
            return Ok(Decision::new(Verdict::Allow, DecisionSource::Session, judged.rule));
        }
        let nobody = |what: &str| denied(&ask.tool, &judged, DecisionSource::Nobody, what);
        let Some(confirm) = self.options.user() else { return Err(nobody("nobody can be asked")) };
        if is_cut(&ask.args) || ask.args.to_string().len() > SHOWN {
            return Err(nobody("its arguments are too long or too deep to be shown to anybody"));
        }
        let request = Request {
            tool: ask.tool.clone(),
            arguments: Value::clone(&ask.args),
            origin: origin.to_owned(),
            rule: judged.rule.clone(),
            reason: judged.because.clone(),
        };
        match within(self.options.confirm_within, confirm.confirm(request)).await {
            None => {
                Err(nobody(&format!("nobody answered within {} ms", self.options.confirm_within.as_millis())))
            }
            Some(Reply::Deny { reason }) => {
                let reason: String = reason.chars().take(REASON).collect();
                let what = if reason.is_empty() {
                    "the user was asked and denied it".to_owned()
                } else {
                    format!("the user was asked and denied it: {reason}")
                };
                let mut refusal = denied(&ask.tool, &judged, DecisionSource::User, &what);
                refusal.decision.reason = reason;
                Err(refusal)
            }
            Some(reply) => {
                if reply == Reply::AllowForSession {
                    self.memory().allowed.insert(allowed(toolbox, origin, &ask.tool));
                    // The user did not see a definition that the page has registered since; changes are listed first.
                    if difference.is_some() && !ask.redefined {
                        self.definitions().accept(toolbox, &ask.tool);
                    }
                }
                Ok(Decision::new(Verdict::Allow, DecisionSource::User, judged.rule))
            }
        }
    }

    /// Adds the decision on each call to the journal of a run in the page, and removes secrets from it.
    pub(crate) fn close(&self, toolbox: &Toolbox, outcome: &mut Outcome) {
        self.decided(toolbox, outcome);
        for call in &outcome.calls {
            report(&call.tool, &call.decision);
        }
        self.redact_outcome(toolbox, outcome);
    }

    /// Removes secrets from an outcome.
    pub(crate) fn redact_outcome(&self, toolbox: &Toolbox, outcome: &mut Outcome) {
        if self.options.redaction.mode == Redact::Nothing {
            return;
        }
        for call in &mut outcome.calls {
            self.redact(toolbox.of_source(call.source.kind), call);
        }
        self.options.redaction.rest(outcome);
    }

    fn redact(&self, toolbox: &Toolbox, call: &mut Call) {
        if let Value::Array(args) = &mut call.args {
            for (at, value) in args.iter_mut().enumerate() {
                let name = toolbox.contracts().parameter(&call.tool, at);
                if name.is_some_and(|name| self.options.redaction.is_secret(name)) {
                    *value = Value::from(REDACTED);
                } else {
                    self.options.redaction.value(value);
                }
            }
        }
        match &mut call.outcome {
            CallOutcome::Threw { message, .. } | CallOutcome::Denied { message, .. } => {
                *message = self.options.redaction.faults(message);
            }
            _ => {}
        }
        for warning in &mut call.warnings {
            *warning = self.options.redaction.faults(warning);
        }
        call.decision.reason = self.options.redaction.text(&call.decision.reason).into_owned();
    }

    fn decided(&self, toolbox: &Toolbox, outcome: &mut Outcome) {
        let mut judged: BTreeMap<String, Evaluation> = BTreeMap::new();
        for call in &mut outcome.calls {
            let judge = || self.judge(toolbox, &find(toolbox, &call.tool));
            let judgement = judged.entry(call.tool.clone()).or_insert_with(judge);
            let CallOutcome::Denied { name, .. } = &call.outcome else {
                let rule = judgement.rule.as_str();
                call.decision = Decision::new(Verdict::Allow, DecisionSource::Policy, rule);
                continue;
            };
            let (source, rule) = match ErrorCode::of(name) {
                Some(ErrorCode::ToolBudget) => (DecisionSource::Budget, "calls"),
                Some(ErrorCode::ToolReplaced) if call.registered => (DecisionSource::Identity, "redefined"),
                Some(ErrorCode::ToolReplaced) => (DecisionSource::Identity, "replaced"),
                _ => (DecisionSource::Policy, judgement.rule.as_str()),
            };
            call.decision = Decision::new(Verdict::Deny, source, rule);
        }
    }
}

/// Reports a decision, without the arguments of the call and without the user's words.
fn report(tool: &str, decision: &Decision) {
    let Decision { verdict, source, rule, .. } = decision;
    if *verdict == Verdict::Deny {
        info!(tool = escape_name(tool), ?source, rule, "guard denies a call");
    } else {
        debug!(tool = escape_name(tool), ?verdict, ?source, rule, "guard decides on a call");
    }
}

/// Returns the calls that the user allows together with this tool.
fn allowed(toolbox: &Toolbox, origin: &str, tool: &str) -> Allowed {
    let definition = toolbox.webmcp().and_then(|_| toolbox.webmcp_pins().get(tool));
    (origin.to_owned(), tool.to_owned(), definition.cloned())
}

#[cfg(test)]
mod tests;
