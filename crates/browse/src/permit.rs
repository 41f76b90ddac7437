//! Permissions: the policy, and where it says so the user, are asked before an action.

use std::time::Instant;

use serde_json::{Value, json};
use webagents_runtime::Verdict;
use webagents_runtime::driver::FrameId;

use crate::browse::Run;
use crate::deadline::within;
use crate::error::{BrowseError, BrowseErrorKind};
use crate::locate::Located;
use crate::names::address;
use crate::request::Chord;
use crate::safety::ActionQuestion;

impl Run<'_> {
    /// Asks the policy about an action on an element.
    ///
    /// The rules are asked about every element that the action reaches, such as the button around a text that is clicked,
    /// and about the click that other actions consist of. The default holds for the action itself, on the control that
    /// takes it.
    pub(crate) async fn permit(
        &mut self,
        action: &str,
        frame: &FrameId,
        number: u64,
    ) -> Result<(), BrowseError> {
        let arguments = json!({ "number": number, "takesText": matches!(action, "fill" | "type") });
        self.permit_with(action, frame, arguments).await
    }

    /// Asks the policy about a choice of options of a list that the browser makes.
    ///
    /// The rules are asked about the list and the options.
    pub(crate) async fn permit_choice(
        &mut self,
        frame: &FrameId,
        number: u64,
        options: &[String],
    ) -> Result<(), BrowseError> {
        self.permit_with("select", frame, json!({ "number": number, "options": options })).await
    }

    /// Asks the policy about a drag, which is a click on what has both its ends.
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
        if self.state.options.policy.is_empty() {
            return Ok(());
        }
        let subjects: Option<Vec<About>> = self.call(frame, "subjects", arguments).await?;
        let subjects = subjects.filter(|subjects| !subjects.is_empty());
        let Some(subjects) = subjects else { return Err(BrowseError::new(BrowseErrorKind::Stale, "")) };
        let clicks = matches!(action, "click" | "dblclick" | "check" | "uncheck" | "select");
        let mut asks = Vec::new();
        for (at, about) in subjects.into_iter().enumerate() {
            if clicks || about.is_clicked {
                asks.extend(about.opens());
                if action != "click" {
                    asks.push(("click".to_owned(), about.clone(), false));
                }
            }
            asks.push((action.to_owned(), about, at == 0));
        }
        self.judge(asks).await
    }

    /// Asks the policy about a key, in an element or in the one that has the focus.
    ///
    /// Enter and the space bar click the button that has the focus, and Enter in a field the one that sends its form.
    pub(crate) async fn permit_key(
        &mut self,
        chord: &Chord,
        at: Option<(&FrameId, u64)>,
    ) -> Result<(), BrowseError> {
        if self.state.options.policy.is_empty() {
            return Ok(());
        }
        let mut asks = Vec::new();
        let frames = match at {
            Some((frame, _)) => vec![frame.clone()],
            None => {
                let url = within(self.end, self.driver.url()).await?;
                asks.push(("press".to_owned(), About::page(&chord.to_string(), &url), true));
                self.frames().await?.into_iter().map(|frame| frame.id).collect()
            }
        };
        let mut found = self.key_subjects(&frames, at, chord, false).await?;
        if found.is_empty() && at.is_none() {
            // A window may not have the focus yet that its page has for keys.
            found = self.key_subjects(&frames, at, chord, true).await?;
        }
        for about in found {
            let is_itself = at.is_some() && asks.is_empty();
            asks.push(("press".to_owned(), about.clone(), is_itself));
            if about.is_clicked {
                asks.extend(about.opens());
                asks.push(("click".to_owned(), about, false));
            }
        }
        if asks.is_empty() {
            return Err(BrowseError::new(BrowseErrorKind::Stale, ""));
        }
        self.judge(asks).await
    }

    /// Returns the elements that a key reaches, in the document that has the focus.
    ///
    /// With `anywhere` they are those of every document's own focus.
    async fn key_subjects(
        &mut self,
        frames: &[FrameId],
        at: Option<(&FrameId, u64)>,
        chord: &Chord,
        anywhere: bool,
    ) -> Result<Vec<About>, BrowseError> {
        let number = at.map_or(0, |(_, number)| number);
        let alt = chord.to_string().contains("Alt+");
        let mut found = Vec::new();
        for frame in frames {
            let arguments = json!({ "number": number, "key": chord.key(), "alt": alt, "anywhere": anywhere });
            let subjects: Option<Vec<About>> = match self.call(frame, "subjects", arguments).await {
                // A frame may go while it is looked at.
                Err(_) if at.is_none() => None,
                subjects => subjects?,
            };
            found.extend(subjects.into_iter().flatten());
        }
        Ok(found)
    }

    /// Asks the policy about a page that is to be opened, by its origin.
    pub(crate) async fn permit_open(&mut self, url: &str) -> Result<(), BrowseError> {
        self.judge(vec![("open".to_owned(), About::opened(url), true)]).await
    }

    /// Asks the policy about an action on the page.
    pub(crate) async fn permit_page(&mut self, action: &str, name: &str) -> Result<(), BrowseError> {
        if self.state.options.policy.is_empty() {
            return Ok(());
        }
        let url = within(self.end, self.driver.url()).await?;
        let about = About::page(name, &url);
        self.judge(vec![(action.to_owned(), about, true)]).await
    }

    /// Enforces the strictest verdict on actions; the default holds for those that are marked.
    async fn judge(&mut self, asks: Vec<(String, About, bool)>) -> Result<(), BrowseError> {
        let policy = &self.state.options.policy;
        let verdict = |(action, about, is_itself): &(String, About, bool)| {
            let (origin, role, name) = (&about.origin, &about.role, &about.name);
            if *is_itself {
                return policy.verdict(action, origin, role, name);
            }
            policy.ruled(action, origin, role, name).unwrap_or(Verdict::Allow)
        };
        let strictest = asks.iter().map(|ask| (verdict(ask), ask)).max_by_key(|(verdict, _)| match verdict {
            Verdict::Allow => 0,
            Verdict::Confirm => 1,
            _ => 2,
        });
        match strictest {
            Some((verdict, (action, about, _))) => {
                let (action, about) = (action.clone(), about.clone());
                self.enforce(verdict, &action, &about).await
            }
            None => Ok(()),
        }
    }

    async fn enforce(&mut self, verdict: Verdict, action: &str, about: &About) -> Result<(), BrowseError> {
        let denied = |why: &str| {
            let message = format!(
                "{action} on {} of {} is denied by the policy{why}; the rules of --action-policy decide",
                about.text, about.origin
            );
            Err(BrowseError::new(BrowseErrorKind::Denied, message))
        };
        match verdict {
            Verdict::Allow => Ok(()),
            Verdict::Confirm => {
                let unasked = || {
                    let message = format!(
                        "{action} on {} of {} needs the user's consent by the policy (verdict `confirm`), and no user can \
                         be asked: do it in a terminal, or have the verdict `allow` in --action-policy",
                        about.text, about.origin
                    );
                    BrowseError::new(BrowseErrorKind::Denied, message)
                };
                let Some(confirm) = self.state.options.confirm.clone() else { return Err(unasked()) };
                let question = ActionQuestion {
                    action: action.to_owned(),
                    origin: about.origin.clone(),
                    element: about.text.clone(),
                };
                let asked = Instant::now();
                let answer = confirm(question).await?;
                // The time in which a user thinks is not the page's.
                self.end += asked.elapsed();
                match answer {
                    Some(true) => Ok(()),
                    Some(false) => denied(": the user declined"),
                    None => Err(unasked()),
                }
            }
            _ => denied(""),
        }
    }
}

/// Description of an element.
#[derive(Debug, Clone, serde::Deserialize)]
struct About {
    role: String,
    name: String,
    text: String,
    #[serde(default)]
    origin: String,
    /// `true` for what a key or a drag clicks.
    #[serde(default, rename = "clicked")]
    is_clicked: bool,
    /// The page that a click leads to by a link or a form.
    #[serde(default)]
    href: Option<String>,
}

impl About {
    /// An action on the page at `url`, and not on an element of it.
    fn page(name: &str, url: &str) -> Self {
        let origin = address(url).map(|url| url.origin().ascii_serialization());
        Self {
            role: String::new(),
            name: name.to_owned(),
            text: name.to_owned(),
            origin: origin.unwrap_or_else(|_| url.to_owned()),
            is_clicked: false,
            href: None,
        }
    }

    /// The page at `url`, which is to be opened.
    fn opened(url: &str) -> Self {
        let name = address(url).map_or_else(|_| url.to_owned(), String::from);
        Self::page(&name, url)
    }

    /// The question about the page that a click on it leads to, if it leads to one.
    fn opens(&self) -> Option<(String, Self, bool)> {
        let url = self.href.as_deref().filter(|url| url.starts_with("http"))?;
        Some(("open".to_owned(), Self::opened(url), false))
    }
}
