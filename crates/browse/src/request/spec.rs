//! The table of all actions: their members, in the order of words, and their options.

use crate::error::{BrowseError, usage};

/// A member of a request that a word can fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Member {
    Url,
    Selector,
    Text,
    Key,
    Expression,
    Subcommand,
    Actions,
}

impl Member {
    pub(crate) const ALL: [Self; 7] =
        [Self::Url, Self::Selector, Self::Text, Self::Key, Self::Expression, Self::Subcommand, Self::Actions];

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Url => "url",
            Self::Selector => "selector",
            Self::Text => "text",
            Self::Key => "key",
            Self::Expression => "expression",
            Self::Subcommand => "subcommand",
            Self::Actions => "actions",
        }
    }
}

/// An option of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Opt {
    /// The long form, such as `--depth`.
    pub(crate) long: &'static str,
    /// The short form, or nothing.
    pub(crate) short: &'static str,
    /// `true` if a value follows.
    pub(crate) takes: bool,
}

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

/// An action.
#[derive(Debug, PartialEq)]
pub(crate) struct Spec {
    pub(crate) name: &'static str,
    /// The way in which the policy judges it.
    pub(crate) judged: Judged,
    /// Members that words fill, in order. The last of them takes the rest if it is a text.
    pub(crate) words: &'static [Member],
    /// Number of them that there must be.
    pub(crate) required: usize,
    /// Members that JSON may have as well.
    pub(crate) also: &'static [Member],
    pub(crate) options: &'static [Opt],
    /// The words as help shows them.
    pub(crate) usage: &'static str,
    /// One line about it.
    pub(crate) about: &'static str,
}

const fn flag(long: &'static str, short: &'static str) -> Opt {
    Opt { long, short, takes: false }
}

const fn takes(long: &'static str, short: &'static str) -> Opt {
    Opt { long, short, takes: true }
}

const SNAPSHOT: Opt = flag("--snapshot", "");
const ACT: &[Opt] = &[SNAPSHOT];
const NONE: &[Opt] = &[];

use Member::{Actions, Expression, Key, Selector, Subcommand, Text, Url};

const CLICK: Judged = Judged::Element { clicks: true };
const ELEMENT: Judged = Judged::Element { clicks: false };

const fn spec(
    name: &'static str,
    judged: Judged,
    words: &'static [Member],
    required: usize,
    options: &'static [Opt],
    usage: &'static str,
    about: &'static str,
) -> Spec {
    Spec { name, judged, words, required, also: &[], options, usage, about }
}

const fn also(mut spec: Spec, also: &'static [Member]) -> Spec {
    spec.also = also;
    spec
}

/// All actions, in the order of help.
pub(crate) const ACTIONS: &[Spec] = &[
    spec("open", Judged::Address, &[Url], 1, ACT, "open URL", "go to a page"),
    spec(
        "snapshot",
        Judged::Reading,
        &[Selector],
        0,
        &[
            flag("--interactive", "-i"),
            flag("--all", "-a"),
            flag("--compact", "-c"),
            flag("--links", "-u"),
            flag("--delta", ""),
            takes("--depth", "-d"),
            takes("--selector", "-s"),
            takes("--budget", ""),
            takes("--from", ""),
        ],
        "snapshot [TARGET] [--all] [--compact] [--depth N] [--links] [--budget TOKENS] [--from N] [--delta]",
        "list the elements with references; interactive ones without --all",
    ),
    spec("text", Judged::Reading, &[Selector], 0, NONE, "text [TARGET]", "the visible text"),
    spec(
        "click",
        CLICK,
        &[Selector],
        1,
        &[SNAPSHOT, takes("--button", "")],
        "click TARGET [--button right]",
        "click",
    ),
    spec("dblclick", CLICK, &[Selector], 1, ACT, "dblclick TARGET", "click twice"),
    spec("hover", ELEMENT, &[Selector], 1, ACT, "hover TARGET", "move the pointer there"),
    spec("type", ELEMENT, &[Selector, Text], 2, NONE, "type TARGET TEXT", "add text at the end, key by key"),
    spec(
        "fill",
        ELEMENT,
        &[Selector, Text],
        2,
        NONE,
        "fill TARGET TEXT",
        "replace the text; secret:NAME for a secret",
    ),
    spec(
        "select",
        CLICK,
        &[Selector, Text],
        2,
        ACT,
        "select TARGET OPTION",
        "choose an option; several, a line each",
    ),
    spec("check", CLICK, &[Selector], 1, ACT, "check TARGET", "tick a checkbox, switch or radio button"),
    spec("uncheck", CLICK, &[Selector], 1, ACT, "uncheck TARGET", "clear a checkbox or switch"),
    spec(
        "upload",
        ELEMENT,
        &[Selector, Text],
        2,
        ACT,
        "upload TARGET FILE...",
        "set the files of a file input",
    ),
    spec(
        "drag",
        ELEMENT,
        &[Selector, Text],
        2,
        ACT,
        "drag TARGET TARGET",
        "drag the first element to the second",
    ),
    also(
        spec("press", ELEMENT, &[Key], 1, ACT, "press KEY", "press a key, such as Enter or Control+a"),
        &[Selector],
    ),
    spec(
        "scroll",
        Judged::Page,
        &[Text, Selector],
        1,
        &[takes("--by", "")],
        "scroll up|down|left|right [TARGET] [--by PIXELS]",
        "scroll the page or an element",
    ),
    spec(
        "get",
        Judged::Reading,
        &[Subcommand, Selector],
        1,
        NONE,
        "get text|html|value|title|url [TARGET]",
        "one fact",
    ),
    spec(
        "is",
        Judged::Reading,
        &[Subcommand, Selector],
        2,
        NONE,
        "is visible|enabled|checked TARGET",
        "true or false",
    ),
    spec(
        "find",
        Judged::Reading,
        &[Subcommand, Text],
        2,
        &[takes("--name", ""), takes("--limit", "")],
        "find role|text|label|placeholder|alt|title|testid TEXT|/REGEX/ [--name NAME]",
        "elements with references and paths",
    ),
    also(
        spec(
            "wait",
            Judged::Reading,
            &[Selector],
            0,
            &[
                takes("--text", ""),
                takes("--url", ""),
                takes("--load", ""),
                flag("--download", ""),
                takes("--function", ""),
                takes("--fn", ""),
                takes("--state", ""),
            ],
            "wait TARGET|MS|--text TEXT|--url PATTERN|--load|--download|--function CODE [--state visible|hidden]",
            "wait until something is so",
        ),
        &[Text, Url, Expression, Subcommand],
    ),
    spec(
        "eval",
        Judged::Page,
        &[Expression],
        1,
        NONE,
        "eval CODE",
        "run JavaScript in the page; the value as JSON",
    ),
    spec("back", Judged::Page, &[], 0, ACT, "back", "go back in the history"),
    spec("forward", Judged::Page, &[], 0, ACT, "forward", "go forward in the history"),
    spec("reload", Judged::Page, &[], 0, ACT, "reload", "load the page again"),
    spec(
        "screenshot",
        Judged::Page,
        &[Text],
        0,
        &[flag("--full", "-f"), flag("--force", ""), takes("--selector", "-s")],
        "screenshot [FILE] [--force] [--full] [--selector TARGET]",
        "save a picture as PNG; --force writes over a file",
    ),
    spec(
        "pdf",
        Judged::Page,
        &[Text],
        0,
        &[flag("--force", "")],
        "pdf [FILE] [--force]",
        "save the page as PDF",
    ),
    spec(
        "tabs",
        Judged::Page,
        &[Subcommand, Text],
        0,
        NONE,
        "tabs [new [URL]|show TAB|close TAB]",
        "list the tabs, or change them",
    ),
    spec("frames", Judged::Reading, &[], 0, NONE, "frames", "list the frames"),
    spec(
        "dialog",
        Judged::Page,
        &[Subcommand, Text],
        1,
        NONE,
        "dialog accept|dismiss [TEXT]",
        "answer the open dialog",
    ),
    spec("console", Judged::Reading, &[], 0, NONE, "console", "texts of the console since the last call"),
    spec(
        "batch",
        Judged::Parts,
        &[Actions],
        1,
        NONE,
        "batch COMMAND...",
        "several commands; stops at the first error",
    ),
    spec("close", Judged::Page, &[], 0, NONE, "close", "close the browser"),
];

/// The spec of an action; other spellings of its name are `goto`, `key` and their like.
pub(crate) fn of(name: &str) -> Option<&'static Spec> {
    let name = match name {
        "goto" | "navigate" => "open",
        "key" => "press",
        "evaluate" => "eval",
        "tab" => "tabs",
        "double_click" | "doubleclick" => "dblclick",
        other => other,
    };
    ACTIONS.iter().find(|spec| spec.name == name)
}

/// The error for an action that there is not.
pub(crate) fn unknown(action: &str) -> BrowseError {
    let names: Vec<&str> = ACTIONS.iter().map(|spec| spec.name).collect();
    let found = if action.is_empty() { "none".to_owned() } else { format!("{action:?}") };
    usage(format!("expected one of the actions {}; found {found}", names.join(", ")))
}
