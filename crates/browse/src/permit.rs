//! Permissions: the facts that the policy judges an action by, and its verdict.

use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};
use webagents_runtime::Verdict;
use webagents_runtime::driver::{FrameId, InputEvent, Tab};

use crate::deadline::within;
use crate::error::{BrowseError, BrowseErrorKind};
use crate::judge::{ActionSubject, DocumentFacts, Origins, PolicyQuestion, judge, question, questions};
use crate::locate::Located;
use crate::record::{code_of, target_of};
use crate::request::{
    ActionRequest, Chord, Command, Judged, Property, Spec, TabAct, Target, WaitFor, spec_of,
};
use crate::run::Run;

/// Time for a document to report its origin.
const ORIGIN: Duration = Duration::from_secs(2);
/// Documents around one another that are looked at.
const AROUND: usize = 20;
/// Functions of the page that act on it: an action that was not judged calls none of them.
const ACTS: [&str; 4] = ["beginText", "chooseNative", "focus", "scroll"];

/// The elements that an action reaches, in one document.
#[derive(Debug, Deserialize)]
struct Reached {
    rows: Vec<ActionSubject>,
    /// `true` if an element of the document has the focus.
    focused: bool,
    next: u64,
    origin: DocumentFacts,
}

impl Run<'_> {
    /// Judges a command on the page; one on elements or an address is judged when they are known.
    pub(crate) async fn permit_command(&mut self, request: &ActionRequest) -> Result<(), BrowseError> {
        (self.is_judged, self.detail) = (false, detail_of(request.command()));
        let (spec, command) = (request.spec(), request.command());
        if matches!(spec.judged, Judged::Element { .. } | Judged::Address) {
            return Ok(());
        }
        let reads = spec.judged == Judged::Reading || matches!(command, Command::Tabs(TabAct::List));
        let is_itself = spec.judged != Judged::Parts;
        let code = code_of(command);
        let policy = &self.state.options.policy;
        let concerns = policy.concerns(spec.name, reads, is_itself)
            || (code.is_some() && policy.concerns("eval", false, true));
        let is_tab = matches!(command, Command::Tabs(TabAct::Show(_) | TabAct::Close(_)));
        // The tab is not known yet.
        if is_tab {
            return Ok(());
        }
        if concerns {
            let asked = self.questions_on_page(command, spec, is_itself, reads).await?;
            self.judge(asked).await?;
        }
        self.is_judged = true;
        match code {
            Some(_) => self.check_page_code().await,
            None => Ok(()),
        }
    }

    /// The questions about a command on the page, or on an element that it reads.
    async fn questions_on_page(
        &mut self,
        command: &Command,
        spec: &'static Spec,
        is_itself: bool,
        reads: bool,
    ) -> Result<Vec<PolicyQuestion>, BrowseError> {
        if let Some((frame, number)) = self.element_of(command).await? {
            let arguments = json!({ "number": number, "alone": true });
            let asked = questions(spec, self.reached(&frame, arguments).await?.rows);
            return Ok(asked.into_iter().map(|asked| asked.reading(reads)).collect());
        }
        let (name, origins) = (self.about(command).await, self.page_origins().await);
        let itself =
            PolicyQuestion::itself(spec.name, ActionSubject::page(&name, origins.clone())).reading(reads);
        let mut asked = vec![if is_itself { itself } else { itself.beside() }];
        if let Some(code) = code_of(command).filter(|_| spec.name != "eval") {
            asked.push(PolicyQuestion::itself("eval", ActionSubject::page(code, origins)));
        }
        if shows_frames(command) && self.state.options.policy.has_origins() {
            for frame in self.frames().await?.into_iter().skip(1) {
                let origins = self.origins(&frame.id, None).await;
                asked.push(
                    PolicyQuestion::besides(spec.name, ActionSubject::page("", origins)).reading(reads),
                );
            }
        }
        Ok(asked)
    }

    /// Checks against the guards of the session's tools that code may run in the page.
    async fn check_page_code(&mut self) -> Result<(), BrowseError> {
        within(self.end, self.driver.check_page_code()).await
    }

    /// The element that a command reads or shows, if there is exactly one now.
    async fn element_of(&mut self, command: &Command) -> Result<Option<(FrameId, u64)>, BrowseError> {
        let target = match command {
            Command::Snapshot(arguments) => arguments.target.as_ref(),
            Command::Text { target }
            | Command::Get { property: Property::Text | Property::Html | Property::Value, target }
            | Command::Scroll { target, .. }
            | Command::Screenshot { target, .. } => target.as_ref(),
            Command::Is { target, .. } | Command::Wait(WaitFor::Element { target, .. }) => Some(target),
            _ => None,
        };
        match target {
            None => Ok(None),
            Some(Target::Reference(number)) => {
                Ok(self.state.references.get(*number).ok().map(|known| (known.frame.clone(), *number)))
            }
            Some(target) => {
                let found = self.search(target).await?;
                let row = found.rows.into_iter().next().filter(|_| found.count == 1);
                Ok(row.map(|(frame, row)| (frame, row.number)))
            }
        }
    }

    /// The text that a command on the page is about, which rules know as its name.
    async fn about(&mut self, command: &Command) -> String {
        match command {
            Command::Eval { code } => code.clone(),
            Command::Dialog(_) => {
                let dialog = within(self.end, self.driver.open_dialog()).await.ok().flatten();
                dialog.map(|dialog| dialog.message).unwrap_or_default()
            }
            _ => String::new(),
        }
    }

    /// The origins of the page that is shown. A page that does not answer has an unknown one.
    async fn page_origins(&mut self) -> Origins {
        let url = within(self.end, self.driver.url()).await.unwrap_or_default();
        if let Some(origins) = Origins::of_address(&url) {
            return origins;
        }
        // A document without an address of its own runs no script while a dialog is open.
        if self.dialog().await.is_some() {
            return Origins::Unknown;
        }
        match within(self.end, self.driver.main_frame()).await {
            Ok(frame) => self.origins(&frame, None).await,
            Err(_) => Origins::Unknown,
        }
    }

    /// The origins of the document in a frame, whose facts may be known.
    async fn origins(&mut self, frame: &FrameId, known: Option<DocumentFacts>) -> Origins {
        let (mut frame, mut documents) = (frame.clone(), Vec::new());
        let mut document = match known {
            Some(document) => Some(document),
            None => self.document(&frame).await,
        };
        while let Some(found) = document.take().filter(|_| documents.len() < AROUND) {
            let is_last = found.top || found.own.as_deref() != Some("null");
            documents.push(found);
            if is_last {
                break;
            }
            if !self.state.parents.contains_key(&frame) && self.frames().await.is_err() {
                break;
            }
            let Some((parent, _)) = self.state.parents.get(&frame).cloned() else { break };
            document = self.document(&parent).await;
            frame = parent;
        }
        Origins::of(&documents)
    }

    /// The facts of the document in a frame; `None` if it does not answer.
    async fn document(&mut self, frame: &FrameId) -> Option<DocumentFacts> {
        let left = self.left().ok()?.min(ORIGIN);
        self.state.functions.call(self.driver, frame, "origin", &json!([{}]), left).await.ok()
    }

    /// The elements that an action reaches in one document.
    async fn reached(&mut self, frame: &FrameId, mut arguments: Value) -> Result<Reached, BrowseError> {
        arguments["next"] = self.state.references.next().into();
        let reached: Option<Reached> = self.call(frame, "subjects", arguments).await?;
        let stale = || BrowseError::new(BrowseErrorKind::Stale, "");
        let mut reached = reached.ok_or_else(stale)?;
        self.state.references.advance(reached.next);
        let origins = self.origins(frame, Some(reached.origin.clone())).await;
        for row in &mut reached.rows {
            row.origins = origins.clone();
        }
        Ok(reached)
    }

    /// Judges an action on an element.
    ///
    /// The rules apply to every element that the action reaches, such as the button around a clicked text, and to the
    /// click that other actions consist of. The default applies to the action itself, on the control that takes it.
    pub(crate) async fn permit(
        &mut self,
        action: &str,
        frame: &FrameId,
        number: u64,
    ) -> Result<(), BrowseError> {
        let arguments = json!({ "number": number, "takesText": matches!(action, "fill" | "type") });
        self.permit_with(action, frame, arguments).await
    }

    /// Judges a choice of options in a list of the browser.
    ///
    /// The rules apply to the list and the options.
    pub(crate) async fn permit_choice(
        &mut self,
        frame: &FrameId,
        number: u64,
        options: &[String],
    ) -> Result<(), BrowseError> {
        self.permit_with("select", frame, json!({ "number": number, "options": options })).await
    }

    /// Judges a drag, which is a click on each element around both its ends.
    pub(crate) async fn permit_drag(&mut self, from: &Located, to: &Located) -> Result<(), BrowseError> {
        let other = if from.frame == to.frame { to.number } else { 0 };
        self.permit_with("drag", &from.frame, json!({ "number": from.number, "other": other })).await?;
        self.permit("drag", &to.frame, to.number).await
    }

    async fn permit_with(
        &mut self,
        action: &str,
        frame: &FrameId,
        arguments: Value,
    ) -> Result<(), BrowseError> {
        let spec = spec_of(action)?;
        if self.state.options.policy.is_empty() {
            self.is_judged = true;
            return Ok(());
        }
        let rows = self.reached(frame, arguments).await?.rows;
        if rows.is_empty() {
            return Err(BrowseError::new(BrowseErrorKind::Stale, ""));
        }
        self.judge(questions(spec, rows)).await
    }

    /// Judges a key, in an element or in the focused one.
    ///
    /// Enter and the space bar click the button that has the focus, and Enter in a field the one that sends its form.
    /// With Alt a key clicks the elements that have it as their `accesskey`, in any frame.
    pub(crate) async fn permit_key(
        &mut self,
        chord: &Chord,
        at: Option<(&FrameId, u64)>,
    ) -> Result<(), BrowseError> {
        let spec = spec_of("press")?;
        if self.state.options.policy.is_empty() {
            self.is_judged = true;
            return Ok(());
        }
        let keys = chord.to_string();
        let page = ActionSubject::page(&keys, self.page_origins().await);
        let mut asked: Vec<PolicyQuestion> = command_of(chord)
            .into_iter()
            .map(|action| Ok(PolicyQuestion::besides(spec_of(action)?.name, page.clone())))
            .collect::<Result<_, BrowseError>>()?;
        let mut arguments = json!({
            "number": at.map_or(0, |(_, number)| number), "takesText": at.is_some(),
            "chord": { "key": chord.key(), "modifiers": chord.modifiers() },
        });
        match at {
            Some((frame, _)) => {
                asked.extend(questions(spec, self.reached(frame, arguments.clone()).await?.rows));
                if chord.modifiers().contains(&"Alt") {
                    arguments["number"] = 0.into();
                    self.focused(spec, &arguments, &mut asked).await?;
                }
            }
            None => {
                asked.push(PolicyQuestion::itself(spec.name, page));
                if !self.focused(spec, &arguments, &mut asked).await? {
                    // A window may not have the focus yet that its page has for keys.
                    arguments["anywhere"] = true.into();
                    self.focused(spec, &arguments, &mut asked).await?;
                }
            }
        }
        self.judge(asked).await
    }

    /// Adds the questions about a key in the focused element, and returns whether a document has the focus.
    async fn focused(
        &mut self,
        spec: &'static Spec,
        arguments: &Value,
        asked: &mut Vec<PolicyQuestion>,
    ) -> Result<bool, BrowseError> {
        let mut is_focused = false;
        for frame in self.frames().await? {
            // A frame may go while it is looked at.
            let Ok(reached) = self.reached(&frame.id, arguments.clone()).await else { continue };
            is_focused |= reached.focused;
            asked.extend(questions(spec, reached.rows).into_iter().map(PolicyQuestion::beside));
        }
        Ok(is_focused)
    }

    /// Judges a page to open, by its origin.
    pub(crate) async fn permit_open(&mut self, url: &str) -> Result<(), BrowseError> {
        self.judge(vec![PolicyQuestion::itself("open", ActionSubject::opened(url))]).await
    }

    /// Judges a tab to show or close, by the address of its page.
    pub(crate) async fn permit_tab(&mut self, tab: &Tab) -> Result<(), BrowseError> {
        let origins = Origins::of_address(&tab.url).unwrap_or_default();
        let there = PolicyQuestion::besides("tabs", ActionSubject::page(&tab.title, origins));
        let here = PolicyQuestion::itself("tabs", ActionSubject::page("", self.page_origins().await));
        self.judge(vec![here, there]).await
    }

    /// Notes the origin of the page in a record.
    pub(crate) async fn origin_of_record(&mut self) -> Option<String> {
        match self.page_origins().await {
            Origins::Known(origins) => origins.into_iter().next(),
            Origins::Unknown => None,
        }
    }

    /// Judges code to run in the page.
    pub(crate) async fn permit_code(&mut self, code: &str) -> Result<(), BrowseError> {
        if self.state.options.policy.is_empty() {
            return Ok(());
        }
        let subject = ActionSubject::page(code, self.page_origins().await);
        self.judge(vec![PolicyQuestion::itself("eval", subject)]).await
    }

    /// Enforces the strictest verdict on questions.
    async fn judge(&mut self, asked: Vec<PolicyQuestion>) -> Result<(), BrowseError> {
        let (verdict, strictest) = judge(&self.state.options.policy, asked);
        self.enforce(verdict, &strictest).await?;
        self.is_judged = true;
        Ok(())
    }

    async fn enforce(&mut self, verdict: Verdict, asked: &[PolicyQuestion]) -> Result<(), BrowseError> {
        let Some(first) = asked.first() else { return Ok(()) };
        let (action, text, origins) = (first.action, &first.subject.text, &first.subject.origins);
        let denied = |why: &str| {
            let message = format!(
                "{action} on {text} of {origins} is denied by the policy{why}; the rules of --action-policy decide"
            );
            Err(BrowseError::new(BrowseErrorKind::Denied, message))
        };
        match verdict {
            Verdict::Allow => Ok(()),
            Verdict::Confirm => {
                let unasked = || {
                    let message = format!(
                        "{action} on {text} of {origins} needs the user's consent by the policy (verdict `confirm`), and no \
                         user can be asked: do it in a terminal, or have the verdict `allow` in --action-policy"
                    );
                    BrowseError::new(BrowseErrorKind::Denied, message)
                };
                let Some(confirm) = self.state.options.confirm.clone() else { return Err(unasked()) };
                let began = Instant::now();
                let answer = confirm(question(asked, &self.detail)).await?;
                // The time in which a user thinks is not the page's.
                self.end += began.elapsed();
                match answer {
                    Some(true) => Ok(()),
                    Some(false) => denied(": the user declined"),
                    None => Err(unasked()),
                }
            }
            _ => denied(""),
        }
    }

    /// Sends input events to the page, for an action that was judged.
    pub(crate) async fn input(&mut self, events: &[InputEvent]) -> Result<(), BrowseError> {
        self.check_judged()?;
        within(self.end, self.driver.input(events)).await
    }

    /// Inserts a text at the caret, for an action that was judged.
    pub(crate) async fn insert_text(&mut self, text: &str) -> Result<(), BrowseError> {
        self.check_judged()?;
        within(self.end, self.driver.insert_text(text)).await
    }

    /// Returns an error for a page function that acts, if the action was not judged.
    pub(crate) fn check_function(&self, name: &str) -> Result<(), BrowseError> {
        if ACTS.contains(&name) { self.check_judged() } else { Ok(()) }
    }

    fn check_judged(&self) -> Result<(), BrowseError> {
        if self.is_judged || self.state.options.policy.is_empty() {
            return Ok(());
        }
        let message = "expected a judged action, found one that the policy has not judged, a fault of this program; nothing was done";
        Err(BrowseError::new(BrowseErrorKind::Denied, message))
    }
}

/// The text, keys, options, files or tab of a command, for a question to the user.
fn detail_of(command: &Command) -> String {
    match command {
        Command::Type { text, .. } | Command::Fill { text, .. } => text.clone(),
        Command::Press { chord, .. } => chord.to_string(),
        Command::Select { options, .. } => options.join("\n"),
        Command::Upload { files, .. } => files.join("\n"),
        Command::Dialog(act) => {
            let word = if act.accept { "accept" } else { "dismiss" };
            format!("{word} {}", act.text.as_deref().unwrap_or_default()).trim_end().to_owned()
        }
        Command::Drag { .. } | Command::Tabs(_) | Command::Screenshot { .. } | Command::Pdf { .. } => {
            target_of(command).unwrap_or_default()
        }
        _ => String::new(),
    }
}

/// Returns whether a command that names no element shows the content of frames.
fn shows_frames(command: &Command) -> bool {
    match command {
        Command::Snapshot(_)
        | Command::Text { .. }
        | Command::Find { .. }
        | Command::Frames
        | Command::Screenshot { .. }
        | Command::Pdf { .. } => true,
        Command::Get { property, .. } => matches!(property, Property::Text | Property::Html),
        Command::Wait(wait) => matches!(wait, WaitFor::Text { .. } | WaitFor::Element { .. }),
        _ => false,
    }
}

/// The action that a browser with a window does by a key, if it does one.
fn command_of(chord: &Chord) -> Option<&'static str> {
    let modifiers = chord.modifiers();
    let has = |name: &str| modifiers.contains(&name);
    match chord.key().to_ascii_lowercase().as_str() {
        "f5" => Some("reload"),
        "r" if has("Control") || has("Meta") => Some("reload"),
        "arrowleft" if has("Alt") => Some("back"),
        "arrowright" if has("Alt") => Some("forward"),
        "t" | "n" | "w" | "tab" if has("Control") || has("Meta") => Some("tabs"),
        "p" if has("Control") || has("Meta") => Some("pdf"),
        _ => None,
    }
}
