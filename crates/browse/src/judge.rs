//! The one place that judges actions: the questions about an action, and the verdict on them.
//!
//! The decision: the table of actions ([`Spec`](crate::request::Spec)) has the way in which each action is judged, so
//! that each action has one. The functions here are pure; [`permit`](crate::permit) collects the facts and enforces
//! the verdict.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::json;
use webagents_runtime::Verdict;

use crate::names::address;
use crate::request::{Judged, READ, Spec};
use crate::safety::{ActionPolicy, ActionQuestion};

/// Facts of a document from which its origin follows.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct DocumentFacts {
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
    pub(crate) fn of(documents: &[DocumentFacts]) -> Self {
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
pub(crate) struct ActionSubject {
    pub(crate) role: String,
    /// The accessible name and the texts that are drawn, as far as they differ.
    pub(crate) names: Vec<String>,
    /// The drawn texts without blanks between elements, as far as they differ.
    ///
    /// Rules that allow do not know them.
    #[serde(default)]
    pub(crate) joined: Vec<String>,
    /// Description for messages, with shortened texts.
    pub(crate) text: String,
    /// The same with whole texts, for questions.
    pub(crate) whole: String,
    /// Number of the element in its document; 0 for the page.
    pub(crate) number: u64,
    #[serde(flatten)]
    pub(crate) near: Surroundings,
    /// `true` if a key or a drag clicks the element.
    #[serde(rename = "clicked")]
    pub(crate) is_clicked: bool,
    /// Address that a click leads to by a link or a form.
    pub(crate) href: Option<String>,
    #[serde(skip)]
    pub(crate) origins: Origins,
}

/// Texts and values next to an element, to which an answer is bound.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct Surroundings {
    /// Text around the element, such as the text of its row, and values that a click may send.
    around: String,
    /// Fields with these values, for questions.
    values: Vec<String>,
}

impl ActionSubject {
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
pub(crate) struct PolicyQuestion {
    pub(crate) action: &'static str,
    /// `true` if rules on [`READ`] hold as well.
    reads: bool,
    pub(crate) subject: ActionSubject,
    /// `true` for the action itself, for which the default of the policy holds.
    is_itself: bool,
}

impl PolicyQuestion {
    /// The action itself, on the page, an element or an address.
    pub(crate) fn itself(action: &'static str, subject: ActionSubject) -> Self {
        Self { action, reads: false, subject, is_itself: true }
    }

    /// Something that the action does besides, for which only rules hold.
    pub(crate) fn besides(action: &'static str, subject: ActionSubject) -> Self {
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
    fn opens(subject: &ActionSubject) -> Option<Self> {
        let url = subject.href.as_deref().filter(|url| url.starts_with("http"))?;
        Some(Self::besides("open", ActionSubject::opened(url)))
    }
}

/// Returns the questions about an action on the elements that it reaches, the one that takes it first.
pub(crate) fn questions(spec: &'static Spec, subjects: Vec<ActionSubject>) -> Vec<PolicyQuestion> {
    let clicks = matches!(spec.judged, Judged::Element { clicks: true });
    let mut asked = Vec::new();
    for (at, subject) in subjects.into_iter().enumerate() {
        if clicks || subject.is_clicked {
            asked.extend(PolicyQuestion::opens(&subject));
            if spec.name != "click" {
                asked.push(PolicyQuestion::besides("click", subject.clone()));
            }
        }
        let is_itself = at == 0;
        asked.push(PolicyQuestion {
            action: spec.name,
            reads: spec.judged == Judged::Reading,
            subject,
            is_itself,
        });
    }
    asked
}

/// Returns the strictest verdict on questions, with the questions that it is on.
pub(crate) fn judge(policy: &ActionPolicy, asked: Vec<PolicyQuestion>) -> (Verdict, Vec<PolicyQuestion>) {
    let judged: Vec<(Verdict, PolicyQuestion)> =
        asked.into_iter().map(|asked| (verdict(policy, &asked), asked)).collect();
    let strictest = judged.iter().map(|(verdict, _)| *verdict).max().unwrap_or(Verdict::Allow);
    let those = judged.into_iter().filter(|(verdict, _)| *verdict == strictest).map(|(_, asked)| asked);
    (strictest, those.collect())
}

/// Returns the strictest verdict on a question, over the origins and the names of its subject.
fn verdict(policy: &ActionPolicy, asked: &PolicyQuestion) -> Verdict {
    let actions: &[&str] = if asked.reads { &[asked.action, READ] } else { &[asked.action] };
    let default = policy.default.filter(|_| asked.is_itself).unwrap_or(Verdict::Allow);
    let subject = &asked.subject;
    let names = if subject.names.is_empty() { &[String::new()][..] } else { &subject.names };
    let mut strictest = Verdict::Allow;
    for origin in subject.origins.candidates() {
        for name in names {
            let ruled = policy.ruled(actions, origin, &subject.role, (name, &subject.joined));
            strictest = strictest.max(ruled.unwrap_or(default));
        }
    }
    strictest
}

/// Characters of an element or a text that a question shows.
const ASKED: usize = 2_000;

/// The question about an action on all that it reaches, which enters `detail`.
pub(crate) fn question(asked: &[PolicyQuestion], detail: &str) -> ActionQuestion {
    let mut parts: Vec<(&str, String, &str)> = Vec::new();
    for asked in asked {
        let (origin, whole) = (asked.subject.origins.to_string(), asked.subject.whole.as_str());
        // A part with another action on the same element adds nothing.
        if !parts.iter().any(|part| part.1 == origin && part.2 == whole) {
            parts.push((asked.action, origin, whole));
        }
    }
    let mut text = String::new();
    for (at, (action, origin, whole)) in parts.iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = match at {
            0 if detail.is_empty() => write!(text, "{whole}"),
            0 => write!(text, "{whole} with {detail:?}"),
            _ => write!(text, "; {action} on {whole} of {origin}"),
        };
    }
    let mut shown = HashSet::new();
    for value in asked.iter().flat_map(|asked| &asked.subject.near.values) {
        if shown.insert(value) {
            let _ = write!(text, "{} {value}", if shown.len() == 1 { "; the fields there:" } else { "," });
        }
    }
    let missing = text.chars().count().saturating_sub(ASKED);
    let mut element: String = text.chars().take(ASKED).collect();
    if missing > 0 {
        let _ = write!(element, "… ({missing} more characters)");
    }
    let one = |asked: &PolicyQuestion| {
        let ActionSubject { number, names, near, href, whole, origins, .. } = &asked.subject;
        json!([asked.action, origins.to_string(), number, whole, names, near.around, href])
    };
    let identity = json!([detail, asked.iter().map(one).collect::<Vec<_>>()]);
    let (action, origin) = parts.into_iter().next().map(|part| (part.0, part.1)).unwrap_or_default();
    let identity = (missing == 0).then(|| identity.to_string());
    ActionQuestion { action: action.to_owned(), origin, element, identity }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::request::ACTIONS;

    const SHOP: &str = "https://shop.example";

    fn document(own: &str, address: &str, top: bool, opener: bool) -> DocumentFacts {
        DocumentFacts { own: Some(own.to_owned()), address: address.to_owned(), top, opener }
    }

    fn element(role: &str, names: &[&str]) -> ActionSubject {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        ActionSubject { role: role.to_owned(), names, number: 1, ..ActionSubject::default() }
    }

    /// Kinds of targets: a name, the documents from the innermost one on, the reached elements.
    fn kinds() -> Vec<(&'static str, Vec<DocumentFacts>, Vec<ActionSubject>)> {
        let shop = |address: &str, top| document(SHOP, address, top, false);
        let page = || vec![shop(SHOP, true)];
        let button = || vec![element("button", &["Delete all"])];
        vec![
            ("page", page(), button()),
            ("frame", vec![shop(SHOP, false)], button()),
            ("srcdoc", vec![shop("null", false)], button()),
            ("popup", vec![document(SHOP, "null", true, true)], button()),
            ("blob", vec![shop(SHOP, true)], button()),
            ("sandboxed frame", vec![document("null", "null", false, false), shop(SHOP, true)], button()),
            (
                "frame in a sandboxed frame",
                vec![
                    document("null", "null", false, false),
                    document("null", "https://ads.example", false, false),
                    shop(SHOP, true),
                ],
                button(),
            ),
            ("sandboxed page", vec![document("null", SHOP, true, false)], button()),
            ("sandboxed popup", vec![document("null", "null", true, true)], button()),
            ("hidden origin", vec![DocumentFacts { own: None, ..shop(SHOP, true) }], button()),
            ("lost parent", vec![document("null", "null", false, false)], button()),
            ("shadow root", page(), vec![element("button", &["Delete all"]), element("generic", &[])]),
            ("label", page(), vec![element("button", &["Continue", "Delete all"])]),
            ("aria-label", page(), vec![element("button", &["Continue", "Delete all account data"])]),
            ("aria-hidden", page(), vec![element("button", &["Delete all"])]),
            ("long text", page(), vec![element("button", &[&format!("{} Delete all", "x ".repeat(9_000))])]),
            ("icon", page(), vec![element("button", &["delete all"])]),
        ]
    }

    #[test]
    fn joined_texts_count_for_rules_that_deny() {
        let policy: ActionPolicy = serde_json::from_value(json!({ "default": "deny", "rules": [
            { "name": "*delete*", "verdict": "confirm" }, { "action": "click", "name": "save all", "verdict": "allow" },
        ]})).expect("a policy");
        for (name, joined, want) in [
            ("Save all", "Saveall", Verdict::Allow),
            ("D e lete", "Delete", Verdict::Confirm),
            ("Keep", "save all", Verdict::Deny),
        ] {
            let subject = ActionSubject { joined: vec![joined.to_owned()], ..element("button", &[name]) };
            let subject = ActionSubject { origins: Origins::of_address(SHOP).expect("an origin"), ..subject };
            assert_eq!(verdict(&policy, &PolicyQuestion::itself("click", subject)), want, "{name}");
        }
    }

    fn asked(spec: &'static Spec, origins: &Origins, subjects: &[ActionSubject]) -> Vec<PolicyQuestion> {
        let mut subjects = subjects.to_vec();
        for subject in &mut subjects {
            subject.origins = origins.clone();
        }
        let page = ActionSubject::page("", origins.clone());
        match spec.judged {
            Judged::Element { .. } => questions(spec, subjects),
            Judged::Address => {
                vec![PolicyQuestion::itself(spec.name, ActionSubject::opened("https://shop.example/delete"))]
            }
            Judged::Page => vec![PolicyQuestion::itself(spec.name, page)],
            Judged::Reading => vec![PolicyQuestion::itself(spec.name, page).reading(true)],
            Judged::Parts => vec![PolicyQuestion::besides(spec.name, page)],
        }
    }

    fn verdict_of(rules: &Value, asked: &[PolicyQuestion]) -> Verdict {
        let policy: ActionPolicy = serde_json::from_value(rules.clone()).expect("a policy");
        judge(&policy, asked.to_vec()).0
    }

    #[test]
    fn actions_targets_and_rules_are_walked() {
        for spec in ACTIONS {
            for (kind, documents, subjects) in kinds() {
                let origins = Origins::of(&documents);
                let asked = asked(spec, &origins, &subjects);
                let (action, is_element) = (spec.name, matches!(spec.judged, Judged::Element { .. }));
                let is_address = spec.judged == Judged::Address;
                let is_unknown = origins == Origins::Unknown && !is_address;
                let rules = [
                    (json!({ "action": action }), true),
                    (json!({ "action": "*", "origin": SHOP }), true),
                    (json!({ "action": action, "origin": "https://*.example" }), true),
                    (json!({ "action": action, "origin": "https://other.example" }), is_unknown),
                    (json!({ "action": action, "name": "*delete*" }), is_element || is_address),
                    (json!({ "action": action, "name": "*delete all*", "origin": SHOP }), is_element),
                    (json!({ "action": action, "name": "*keep*" }), false),
                    (json!({ "action": action, "role": "button" }), is_element),
                    (json!({ "action": "read" }), spec.judged == Judged::Reading),
                    (json!({ "action": "click", "name": "*delete*" }), {
                        spec.judged == Judged::Element { clicks: true }
                    }),
                ];
                for (mut rule, fits) in rules {
                    for (verdict, expected) in [("deny", Verdict::Deny), ("confirm", Verdict::Confirm)] {
                        rule["verdict"] = verdict.into();
                        let found = verdict_of(&json!({ "rules": [rule] }), &asked);
                        let expected = if fits { expected } else { Verdict::Allow };
                        assert_eq!(found, expected, "{action} on {kind} by {rule}");
                    }
                }
                // An allowed origin or name is one for all origins and names of the target.
                let is_ours = is_address || origins == Origins::Known(vec![SHOP.to_owned()]);
                let parts = spec.judged == Judged::Parts;
                for (rule, fits) in [
                    (json!({ "action": action, "origin": SHOP }), is_ours),
                    (json!({ "action": action, "name": "Continue" }), false),
                    (json!({ "action": action }), true),
                ] {
                    let mut rule = rule;
                    rule["verdict"] = "allow".into();
                    let found = verdict_of(&json!({ "rules": [rule], "default": "deny" }), &asked);
                    assert_eq!(found == Verdict::Allow, fits || parts, "{action} on {kind} by {rule}");
                }
            }
        }
    }

    #[test]
    fn first_rule_decides_for_unknown_origins() {
        let unknown = [PolicyQuestion::itself("click", ActionSubject::page("", Origins::Unknown))];
        for (rules, expected) in [
            (
                json!([{ "origin": "*", "verdict": "allow" }, { "origin": SHOP, "verdict": "deny" }]),
                Verdict::Allow,
            ),
            (
                json!([{ "origin": SHOP, "verdict": "allow" }, { "origin": "https://a.example", "verdict": "deny" }]),
                Verdict::Deny,
            ),
            (
                json!([{ "action": "click", "verdict": "allow" }, { "origin": SHOP, "verdict": "deny" }]),
                Verdict::Allow,
            ),
        ] {
            assert_eq!(verdict_of(&json!({ "rules": rules }), &unknown), expected, "{rules}");
        }
        let file = ActionSubject::opened("file:///etc/passwd");
        let rules = json!({ "rules": [{ "origin": "file://*", "verdict": "deny" }] });
        assert_eq!(verdict_of(&rules, &[PolicyQuestion::itself("open", file)]), Verdict::Deny);
    }

    #[test]
    fn questions_show_and_keep_whole_texts() {
        let subject = |number, whole: &str, around: &str| {
            let origins = Origins::Known(vec![SHOP.to_owned()]);
            let (whole, around) = (whole.to_owned(), around.to_owned());
            let near = Surroundings { around, ..Surroundings::default() };
            ActionSubject { whole, number, near, origins, ..element("button", &["Delete"]) }
        };
        let question = |subject| question(&[PolicyQuestion::itself("click", subject)], "");
        let first = question(subject(1, "button \"Delete\"", "Draft"));
        assert_eq!(first.identity, question(subject(1, "button \"Delete\"", "Draft")).identity);
        for other in [
            subject(2, "button \"Delete\"", "Draft"),
            subject(1, "button \"Delete 9\"", "Draft"),
            subject(1, "button \"Delete\"", "Production"),
            ActionSubject {
                href: Some("https://shop.example/x".to_owned()),
                ..subject(1, "button \"Delete\"", "Draft")
            },
        ] {
            assert_ne!(first.identity, question(other).identity);
        }
        // The values that the answer is bound to are shown, each once.
        let filled = |value: &str| ActionSubject {
            near: Surroundings {
                around: value.to_owned(),
                values: vec![format!("\"To\" = {value:?}"), "\"Gift\" checked".to_owned()],
            },
            ..subject(1, "button \"Pay\"", "")
        };
        let pay = super::question(
            &[filled("Ann"), filled("Ann")].map(|subject| PolicyQuestion::itself("click", subject)),
            "",
        );
        assert_eq!(pay.element, "button \"Pay\"; the fields there: \"To\" = \"Ann\", \"Gift\" checked");
        assert!(question(filled(&"x".repeat(3_000))).identity.is_none());
        let long = "x".repeat(3_000);
        let cut = question(subject(1, &long, ""));
        assert!(cut.element.ends_with("x… (1000 more characters)") && cut.identity.is_none());
        // A question is about all that the action reaches, and about the text that it enters.
        let both = [subject(1, "listbox \"Do\"", ""), subject(2, "option \"Delete\"", "")];
        let both = both.map(|subject| PolicyQuestion::itself("select", subject));
        let with_detail = super::question(&both, "Enter");
        let text = "listbox \"Do\" with \"Enter\"; select on option \"Delete\" of https://shop.example";
        assert_eq!(with_detail.element, text);
        assert_ne!(with_detail.identity, super::question(&both, "Tab").identity);
        assert_ne!(with_detail.identity, super::question(&both[..1], "Enter").identity);
        let whole = question(subject(1, &long[..2_000], ""));
        assert!(whole.element == long[..2_000] && whole.identity.is_some());
    }
}
