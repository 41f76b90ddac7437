//! Rules on actions, the length of outputs, and files that may be uploaded.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use webagents_runtime::Verdict;
use webagents_runtime::driver::DriverFuture;

use crate::error::{BrowseError, BrowseErrorKind, usage};
use crate::files::OutputFolder;
use crate::names::{matches, matches_alike, matches_origin};
use crate::request::{Judged, READ, action_names, spec_of};

/// Rules that allow, deny or confirm actions on elements; the first match decides.
///
/// ```
/// # use webagents_browse::ActionPolicy;
/// # use webagents_runtime::Verdict;
/// let policy: ActionPolicy = serde_json::from_str(
///     r#"{"rules": [{"action": "click", "name": "*delete*", "verdict": "deny"}], "default": "allow"}"#,
/// ).unwrap();
/// assert_eq!(policy.verdict("click", "https://a.example", "button", "Delete all"), Verdict::Deny);
/// assert_eq!(policy.verdict("fill", "https://a.example", "textbox", "Delete"), Verdict::Allow);
/// ```
///
/// Every action is judged. The rules apply to each element that an action reaches, such as the button around a clicked
/// text or the control of a label. Rules on `click` also apply to the clicks of `dblclick`, `check`, `select` and the
/// keys Enter and Space. The strictest verdict counts. The default applies to the action itself, on the control that
/// takes it. A rule that denies or confirms also matches names that look alike, such as one with a soft hyphen or a
/// Cyrillic letter.
///
/// - The origin of a document is its scripts' origin (`self.origin`): a `srcdoc` frame or an `about:blank` popup has
///   the origin of its creator. A document with an opaque origin has the rules of the documents around it. If another
///   document has opened it, the rules of every origin hold.
/// - The name is the whole accessible name, and each text that the element or its label draws; all of them are judged.
/// - `type` and `fill` are also judged as `press` of Enter, if they press it for a line break.
/// - Actions that only read (`snapshot`, `text`, `get`, `is`, `find`, `wait`, `frames`, `console` and `tabs` without
///   an argument) have the common name `read` next to their own. Without a target they are judged for each frame.
/// - Actions on the page have no role. The name for `eval` and `wait --function` is the code, for `dialog` the message.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, remote = "Self")]
#[non_exhaustive]
pub struct ActionPolicy {
    /// Rules on actions, in the order in which they are tried; the first that matches decides.
    pub rules: Vec<ActionRule>,
    /// Verdict on actions that no rule matches: allow, ask the user or deny; `None` allows them.
    pub default: Option<Verdict>,
}

/// Rule that gives a verdict on actions by their name, page origin, element role and element name.
///
/// In a pattern `*` matches any characters. One that is absent matches all.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[non_exhaustive]
pub struct ActionRule {
    /// Pattern of action names, such as `click`, in which `*` matches any text; `None` matches all.
    ///
    /// A pattern that matches no action is an error.
    #[serde(default, deserialize_with = "known_action")]
    pub action: Option<String>,
    /// Pattern of the origin of the element's document, such as `https://*.example`; `None` matches all.
    ///
    /// For the action `open` it is the origin of the page to open. A pattern that matches no origin is an error.
    #[serde(default, deserialize_with = "known_origin")]
    pub origin: Option<String>,
    /// Pattern for the ARIA role, with `*` for any text; `None` also matches elements without a role.
    ///
    /// A pattern that matches no role is an error.
    #[serde(default, deserialize_with = "known_role")]
    pub role: Option<String>,
    /// Pattern of the element's name and of its drawn text, without regard to case; `None` matches all.
    pub name: Option<String>,
    /// Verdict on the actions that match all patterns of the rule: allow, ask the user or deny.
    pub verdict: Verdict,
}

/// Reads a pattern of actions, and refuses one that fits none: the rule would never hold.
fn known_action<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let Some(pattern) = Option::<String>::deserialize(from)? else { return Ok(None) };
    if action_names().chain([READ]).any(|name| matches(&pattern, name)) {
        return Ok(Some(pattern));
    }
    let names = action_names().chain([READ]).collect::<Vec<_>>().join(", ");
    Err(serde::de::Error::custom(format!("expected one of the actions {names}, found {pattern:?}")))
}

/// Roles of elements: from ARIA 1.2 and for graphics, and a snapshot's own names for others.
const ROLES: &str = "alert alertdialog application article banner blockquote button caption cell checkbox clickable code \
    columnheader combobox comment complementary contentinfo definition deletion dialog directory document emphasis feed figure \
    form generic graphics-document graphics-object graphics-symbol grid gridcell group heading iframe image img insertion link \
    list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation \
    none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search \
    searchbox separator slider spinbutton status strong subscript suggestion summary superscript switch tab table tablist \
    tabpanel term text textbox time timer toolbar tooltip tree treegrid treeitem";

/// Reads a pattern of roles, and refuses one that fits none: the rule would never hold.
fn known_role<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let Some(pattern) = Option::<String>::deserialize(from)? else { return Ok(None) };
    // Actions on the page, such as `open`, have none.
    if pattern.is_empty()
        || pattern.starts_with("doc-")
        || ROLES.split_whitespace().any(|role| matches(&pattern, role))
    {
        return Ok(Some(pattern));
    }
    let message = format!("expected a role of ARIA, such as button, link or textbox, found {pattern:?}");
    Err(serde::de::Error::custom(message))
}

/// Reads a pattern of origins; refuses one that matches none, such as a host or a path.
fn known_origin<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let Some(pattern) = Option::<String>::deserialize(from)? else { return Ok(None) };
    let fits = match pattern.split_once("://") {
        Some((scheme, rest)) => {
            let is_usual =
                |wanted: &str, port: &str| scheme.eq_ignore_ascii_case(wanted) && rest.ends_with(port);
            !rest.is_empty()
                && !rest.contains(['/', '?', '#', '@'])
                && !is_usual("https", ":443")
                && !is_usual("http", ":80")
        }
        None => pattern.starts_with('*') && !pattern.contains('/') || pattern == "null",
    };
    if fits {
        return Ok(Some(pattern));
    }
    let expected =
        "expected a pattern of origins such as https://shop.example, http://127.0.0.1:* or *.shop.example";
    Err(serde::de::Error::custom(format!("{expected}, found {pattern:?}")))
}

/// Implements `Deserialize` for types whose derived functions would take an array for an object.
macro_rules! from_object {
    ($($name:ident: $expected:literal),+) => {$(
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                struct Object;
                impl<'de> serde::de::Visitor<'de> for Object {
                    type Value = $name;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($expected)
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<$name, A::Error> {
                        $name::deserialize(serde::de::value::MapAccessDeserializer::new(map))
                    }
                }
                from.deserialize_map(Object)
            }
        }
    )+};
}

from_object!(
    ActionPolicy: "an object with the members rules and default",
    ActionRule: "an object with the members action, origin, role, name and verdict"
);

impl ActionPolicy {
    /// Returns whether every action is allowed.
    pub(crate) fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.default.is_none_or(|verdict| verdict == Verdict::Allow)
    }

    /// Returns whether the policy has a verdict on an action, whatever it is on.
    pub(crate) fn concerns(&self, action: &str, reads: bool, has_default: bool) -> bool {
        let actions: &[&str] = if reads { &[action, READ] } else { &[action] };
        let is_default = has_default && self.default.is_some_and(|verdict| verdict != Verdict::Allow);
        is_default || self.rules.iter().any(|rule| rule.is_on(actions))
    }

    /// Returns whether the origin of an element matters.
    pub(crate) fn has_origins(&self) -> bool {
        self.rules.iter().any(|rule| rule.origin.is_some())
    }

    /// Returns the verdict on an action on an element of this origin, ARIA role and accessible name.
    pub fn verdict(&self, action: &str, origin: &str, role: &str, name: &str) -> Verdict {
        let reads = spec_of(action).is_ok_and(|spec| spec.judged == Judged::Reading);
        let actions: &[&str] = if reads { &[action, READ] } else { &[action] };
        self.ruled(actions, Some(origin), role, (name, &[])).or(self.default).unwrap_or(Verdict::Allow)
    }

    /// Returns the verdict of the first rule that fits an action; `None` if none does.
    ///
    /// An unknown origin (`None`) fits every rule that denies or confirms, and no rule that allows some origins.
    pub(crate) fn ruled(
        &self,
        actions: &[&str],
        origin: Option<&str>,
        role: &str,
        (name, joined): (&str, &[String]),
    ) -> Option<Verdict> {
        let fits = |pattern: &Option<String>, text: &str, matches: fn(&str, &str) -> bool| {
            pattern.as_ref().is_none_or(|pattern| matches(pattern, text))
        };
        let fitting = self.rules.iter().find(|rule| {
            let allows = rule.verdict == Verdict::Allow;
            let named = if allows { matches } else { matches_alike };
            let is_there = match origin {
                Some(origin) => fits(&rule.origin, origin, matches_origin),
                None => !allows || rule.origin.as_deref().is_none_or(|pattern| pattern == "*"),
            };
            rule.is_on(actions)
                && is_there
                && fits(&rule.role, role, matches)
                && (fits(&rule.name, name, named)
                    || (!allows && joined.iter().any(|name| fits(&rule.name, name, named))))
        });
        fitting.map(|rule| rule.verdict)
    }
}

impl ActionRule {
    /// Returns whether the rule is on an action that has these names.
    fn is_on(&self, actions: &[&str]) -> bool {
        let fits = |pattern: &String| actions.iter().any(|action| matches(pattern, action));
        self.action.as_ref().is_none_or(fits)
    }
}

/// Question to the user whether an action, such as a click, may be done on an element of a page.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ActionQuestion {
    /// Name of the action that the user is asked about, such as `click`.
    pub action: String,
    /// Origin of the document that has the element; for the action `open`, of the page to open.
    pub origin: String,
    /// Element that the action is on, such as `button "Pay"`, with all of its text; for `open`, the URL.
    ///
    /// A text of more than 2,000 characters is cut, and its end states the number of missing characters.
    pub element: String,
    /// Key of the action on this one element and its whole text, and on no other.
    ///
    /// An answer that holds for a session is kept under it. It is `None` for a text that was cut: the user has not seen
    /// all of it, and the answer holds once.
    pub identity: Option<String>,
}

/// Function that asks the user about an action; `true` allows it, and `None` means nobody can be asked.
pub type ConfirmAction = Arc<dyn Fn(ActionQuestion) -> DriverFuture<'static, Option<bool>> + Send + Sync>;

/// Cuts a text after `most` characters, and saves the whole text to a file.
///
/// It ends with a line if its second half has a line break.
pub(crate) fn limited(text: String, most: usize, folder: &mut OutputFolder) -> (String, Option<PathBuf>) {
    let Some((end, _)) = text.char_indices().nth(most) else { return (text, None) };
    let end = text[..end].rfind('\n').filter(|at| *at > end / 2).unwrap_or(end);
    let rest = text[end..].chars().count();
    let saved = folder
        .create("output", "txt")
        .and_then(|(mut file, path)| file.write_all(text.as_bytes()).map(|()| path));
    match saved {
        Ok(file) => {
            let line =
                format!("{}\n… {rest} more characters; all of it is in {}", &text[..end], file.display());
            (line, Some(file))
        }
        Err(error) => {
            (format!("{}\n… {rest} more characters, which could not be saved: {error}", &text[..end]), None)
        }
    }
}

/// The files that may be uploaded, by the folders that were allowed.
///
/// Relative paths are relative to the folder `current`.
pub(crate) fn uploadable(
    files: &[String],
    current: &Path,
    folders: &[PathBuf],
) -> Result<Vec<PathBuf>, BrowseError> {
    let one = |name: &String| {
        let path = current.join(name);
        let name = path.display();
        let path = path.canonicalize().map_err(|error| {
            BrowseError::new(BrowseErrorKind::Usage, format!("upload: cannot read {name}: {error}"))
        })?;
        if !path.is_file() {
            return Err(usage(format!("upload: expected a file, found {name}")));
        }
        let is_in = |folder: &PathBuf| folder.canonicalize().is_ok_and(|folder| path.starts_with(folder));
        if !folders.iter().any(is_in) {
            return Err(BrowseError::new(
                BrowseErrorKind::Denied,
                format!(
                    "upload: {name} is in no folder that was allowed (rule `uploads`); pass --allow-upload FOLDER to the command that starts the session"
                ),
            ));
        }
        Ok(path)
    };
    files.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_in_any_case() {
        assert!(matches("*DEL*", "Delete é"));
        assert!(matches("*É", "Delete é"));
        assert!(!matches("delete", "Delete all"));
    }

    #[test]
    fn policies_that_would_never_hold_are_refused() {
        for (role, is_known) in [
            ("button", true),
            ("BUTTON", true),
            ("menu*", true),
            ("clickable", true),
            ("", true),
            ("buton", false),
            ("btn*", false),
        ] {
            let text = format!(r#"{{"rules": [{{"role": "{role}", "verdict": "deny"}}]}}"#);
            assert_eq!(serde_json::from_str::<ActionPolicy>(&text).is_ok(), is_known, "{role}");
        }
        let origins =
            ["https://shop.example", "HTTP://127.0.0.1:*", "*.shop.example", "*", "null", "file://*"];
        for origin in origins {
            let text = format!(r#"{{"rules": [{{"origin": "{origin}", "verdict": "deny"}}]}}"#);
            serde_json::from_str::<ActionPolicy>(&text).expect(origin);
        }
        for origin in [
            "127.0.0.1",
            "http://a.example/",
            "http://a.example/x*",
            "https://a.example:443",
            "a.example*",
            "",
        ] {
            let text = format!(r#"{{"rules": [{{"origin": "{origin}", "verdict": "deny"}}]}}"#);
            let error = serde_json::from_str::<ActionPolicy>(&text).expect_err(origin).to_string();
            assert!(error.contains("expected a pattern of origins"), "{error}");
        }
        for text in [
            "[]",
            r#"[[{"action": "eval", "verdict": "deny"}]]"#,
            r#"{"rules": [["eval", null, null, null, "deny"]]}"#,
        ] {
            let error = serde_json::from_str::<ActionPolicy>(text).expect_err(text).to_string();
            assert!(error.contains("expected an object with the members"), "{error}");
        }
    }

    #[test]
    fn uploads_come_from_allowed_folders() {
        let (inside, outside) =
            (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let file = inside.path().join("a.txt");
        std::fs::write(&file, "a").expect("written");
        let name = file.display().to_string();
        let folders = [inside.path().to_owned()];
        assert_eq!(
            uploadable(std::slice::from_ref(&name), Path::new(""), &folders).expect("allowed").len(),
            1
        );
        let around = inside.path().join("../").join(inside.path().file_name().expect("a name")).join("a.txt");
        assert!(uploadable(&[around.display().to_string()], Path::new(""), &folders).is_ok());
        assert_eq!(
            uploadable(&["a.txt".to_owned()], inside.path(), &folders).expect("allowed"),
            [file.canonicalize().expect("it")]
        );
        let denied =
            uploadable(&[name], Path::new(""), &[outside.path().to_owned()]).expect_err("not allowed");
        assert_eq!(denied.kind(), BrowseErrorKind::Denied);
        let missing = uploadable(&["/no/file".to_owned()], Path::new(""), &folders).expect_err("missing");
        assert_eq!(missing.kind(), BrowseErrorKind::Usage);
    }

    #[test]
    fn long_outputs_are_cut_at_a_line_and_saved() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut output = OutputFolder::new(Some(folder.path().to_owned()), Vec::new());
        let (text, file) = limited("one\ntwo\nthree".to_owned(), 8, &mut output);
        assert!(text.starts_with("one\ntwo\n… 6 more characters"), "{text}");
        assert_eq!(std::fs::read_to_string(file.expect("saved")).expect("read"), "one\ntwo\nthree");
        assert_eq!(limited("é".repeat(8), 8, &mut output), ("é".repeat(8), None));
    }
}
