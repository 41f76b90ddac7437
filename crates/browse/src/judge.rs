//! The one place that judges actions: questions about an action and the facts of its targets, and the verdict on them.
//!
//! The decision: the table of actions ([`Spec`](crate::request::Spec)) has the way in which each action is judged, so
//! that no action is without one. The functions here are pure; [`permit`](crate::permit) collects the facts and enforces
//! the verdict.

use serde::Deserialize;
use webagents_runtime::Verdict;

use crate::names::address;
use crate::request::Spec;
use crate::safety::ActionPolicy;

/// Name under which rules hold for all actions that only read a page.
pub(crate) const READ: &str = "read";

/// The way in which an action is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Judged {
    /// On the elements that it reaches, and as a click on them if `clicks`.
    Element { clicks: bool },
    /// By the address that it opens.
    Address,
    /// On the page that is shown, or on the element that it names.
    Page,
    /// As for [`Page`](Self::Page), also by rules on [`READ`].
    Reading,
    /// By rules on its own name, and each of its actions by itself.
    Parts,
}

/// Facts of a document from which its origin follows.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Document {
    /// `self.origin`, which is `null` for an opaque origin; `None` if the page hides it.
    pub(crate) own: Option<String>,
    /// Origin of its address.
    pub(crate) address: String,
    /// `true` if no document is around it.
    pub(crate) top: bool,
    /// `true` if another document has opened it.
    pub(crate) opener: bool,
}

/// Origins whose rules hold for a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Origins {
    /// Any of these; the strictest verdict holds.
    Known(Vec<String>),
    /// The rules of every origin hold.
    #[default]
    Unknown,
}

impl Origins {
    /// Returns the origins of a document and of those around it, the innermost one first.
    ///
    /// A document with an opaque origin has the rules of those around it. One that another document has opened has the
    /// rules of every origin, because its opener may have any.
    pub(crate) fn of(documents: &[Document]) -> Self {
        let mut known = Vec::new();
        for document in documents {
            match document.own.as_deref() {
                Some("null") => {
                    let has_address = !matches!(document.address.as_str(), "" | "null");
                    if has_address && document.top {
                        known.push(document.address.clone());
                        return Self::Known(known);
                    }
                    known.push("null".to_owned());
                    if has_address {
                        known.push(document.address.clone());
                    }
                    if document.top {
                        let is_opened = document.opener && known.iter().all(|origin| origin == "null");
                        return if is_opened { Self::Unknown } else { Self::Known(known) };
                    }
                }
                Some(own) => {
                    known.push(own.to_owned());
                    return Self::Known(known);
                }
                None => return Self::Unknown,
            }
        }
        Self::Unknown
    }

    /// Returns the origin of the page at `url`, if its address has one.
    pub(crate) fn of_address(url: &str) -> Option<Self> {
        let url = address(url).ok()?;
        let origin = match url.scheme() {
            "http" | "https" => url.origin().ascii_serialization(),
            "file" => "file://".to_owned(),
            _ => return None,
        };
        Some(Self::Known(vec![origin]))
    }

    /// Returns the origins to judge by; `None` is any origin.
    fn candidates(&self) -> Vec<Option<&str>> {
        match self {
            Self::Known(list) => list.iter().map(|origin| Some(origin.as_str())).collect(),
            Self::Unknown => vec![None],
        }
    }
}

impl std::fmt::Display for Origins {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Known(list) => f.write_str(&list.join(" in ")),
            Self::Unknown => f.write_str("a document of unknown origin"),
        }
    }
}

/// Facts of an element that an action reaches, or of the page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct Subject {
    pub(crate) role: String,
    /// The accessible name and the texts that are drawn, as far as they differ.
    pub(crate) names: Vec<String>,
    /// Description for messages, with shortened texts.
    pub(crate) text: String,
    /// The same with whole texts, for questions.
    pub(crate) whole: String,
    /// Number of the element in its document; 0 for the page.
    pub(crate) number: u64,
    /// Text around the element, such as that of its row.
    pub(crate) around: String,
    /// `true` if a key or a drag clicks the element.
    #[serde(rename = "clicked")]
    pub(crate) is_clicked: bool,
    /// Address that a click leads to by a link or a form.
    pub(crate) href: Option<String>,
    #[serde(skip)]
    pub(crate) origins: Origins,
}

impl Subject {
    /// The page as a whole, with the text that an action is about, such as code or a key.
    pub(crate) fn page(name: &str, origins: Origins) -> Self {
        let text = if name.is_empty() { "the page".to_owned() } else { name.to_owned() };
        let names = vec![name.to_owned()];
        Self { names, whole: text.clone(), text, origins, ..Self::default() }
    }

    /// The page at `url`, which is to be opened.
    pub(crate) fn opened(url: &str) -> Self {
        let parsed = address(url);
        let origin =
            parsed.as_ref().map_or_else(|_| url.to_owned(), |url| url.origin().ascii_serialization());
        let origins = Origins::of_address(url).unwrap_or(Origins::Known(vec![origin]));
        Self::page(&parsed.map_or_else(|_| url.to_owned(), String::from), origins)
    }
}

/// Question to the policy about one action on one subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) action: &'static str,
    /// `true` if rules on [`READ`] hold as well.
    reads: bool,
    pub(crate) subject: Subject,
    /// `true` for the action itself, for which the default of the policy holds.
    is_itself: bool,
}

impl Asked {
    /// The action itself, on the page, an element or an address.
    pub(crate) fn itself(action: &'static str, subject: Subject) -> Self {
        Self { action, reads: false, subject, is_itself: true }
    }

    /// Something that the action does besides, for which only rules hold.
    pub(crate) fn besides(action: &'static str, subject: Subject) -> Self {
        Self { is_itself: false, ..Self::itself(action, subject) }
    }

    /// The same as something that the action does besides.
    #[must_use]
    pub(crate) fn beside(self) -> Self {
        Self { is_itself: false, ..self }
    }

    /// The same for an action that only reads.
    #[must_use]
    pub(crate) fn reading(self, reads: bool) -> Self {
        Self { reads, ..self }
    }

    /// The address to which a click on the subject leads, if it leads to one.
    fn opens(subject: &Subject) -> Option<Self> {
        let url = subject.href.as_deref().filter(|url| url.starts_with("http"))?;
        Some(Self::besides("open", Subject::opened(url)))
    }
}

/// Returns the questions about an action on the elements that it reaches, the one that takes it first.
pub(crate) fn questions(spec: &'static Spec, subjects: Vec<Subject>) -> Vec<Asked> {
    let clicks = matches!(spec.judged, Judged::Element { clicks: true });
    let mut asked = Vec::new();
    for (at, subject) in subjects.into_iter().enumerate() {
        if clicks || subject.is_clicked {
            asked.extend(Asked::opens(&subject));
            if spec.name != "click" {
                asked.push(Asked::besides("click", subject.clone()));
            }
        }
        let is_itself = at == 0;
        asked.push(Asked { action: spec.name, reads: spec.judged == Judged::Reading, subject, is_itself });
    }
    asked
}

/// Returns the strictest verdict on questions, with the question that it is on; `None` without a question.
pub(crate) fn judge<'a>(policy: &ActionPolicy, asked: &'a [Asked]) -> Option<(Verdict, &'a Asked)> {
    // Of equal verdicts the first is reported.
    let strictest = asked.iter().rev().map(|asked| (verdict(policy, asked), asked));
    strictest.max_by_key(|(verdict, _)| *verdict)
}

/// Returns the strictest verdict on a question, over the origins and the names of its subject.
fn verdict(policy: &ActionPolicy, asked: &Asked) -> Verdict {
    let actions: &[&str] = if asked.reads { &[asked.action, READ] } else { &[asked.action] };
    let default = policy.default.filter(|_| asked.is_itself).unwrap_or(Verdict::Allow);
    let subject = &asked.subject;
    let names = if subject.names.is_empty() { &[String::new()][..] } else { &subject.names };
    let mut strictest = Verdict::Allow;
    for origin in subject.origins.candidates() {
        for name in names {
            let ruled = policy.ruled(actions, origin, &subject.role, name);
            strictest = strictest.max(ruled.unwrap_or(default));
        }
    }
    strictest
}
