//! Markup in the texts of a tool that a reader does not see, or that a client loads or shows.
//!
//! The form alone decides here, and no judgement on the language: hidden elements, remote pictures, links that show
//! another address than their target, and the tokens of chat templates. A finding is about the first place of its kind in a text.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use regex::Captures;
use webagents_poisoning::{is_about_attacks, is_host_ending};
use webagents_text::TextKind;
use webagents_text::name_words;

use super::expression::{Expression, expressions};
use super::finding::shorten_text;
use super::rule::{self, Rule};
use super::view::{Field, Group, Raw, TextPlace};

/// Length of a text that is searched, in bytes.
const LONGEST: usize = 1 << 20;
/// Words of a hidden text that can be an order.
const WORDS: usize = 3;

expressions! {
    /// Picture of Markdown, in line or by a reference: its URL.
    PICTURE = [["!["]] r"!\[[^\]]*\](?:\(\s*<?((?:https?:)?//[^\s)>]+)|\[([^\]\n]+)\])";
    /// Element of HTML that loads a URL.
    FRAME = [["<"], ["//"], ["="]] r#"(?i)<(?:img|image|feimage|use|iframe|frame|embed|object|video|audio|source|track|link|script|form|input|button|body|table|td)\b[^>]*?\b(?:src|srcset|data|href|action|formaction|poster|background)\s*=\s*["']?\s*((?:https?:)?//[^\s"'>]+)"#;
    /// URL of a style.
    STYLE_URL = [["//"], ["url("]] r#"(?i)\burl\(\s*["']?((?:https?:)?//[^\s"')]+)"#;
    /// Link of Markdown: label, URL, title.
    LINK = [["]("]] r#"\[([^\[\]\n]+)\]\(\s*<?([a-zA-Z][a-zA-Z+.-]*:[^\s)>]+|//[^\s)>]+)>?(?:\s+("[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?\s*\)"#;
    /// Definition of a reference of Markdown: label, URL, title.
    DEFINITION = [["]:"], ["//"]] r#"(?m)^ {0,3}\[([^\]\n]+)\]:\s*<?((?:https?:)?//[^\s>]+)>?(?:\s+("[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?"#;
    /// Link of HTML: URL, label.
    ANCHOR = [["<"], ["href"]] r#"(?is)<a\b[^>]*?\bhref\s*=\s*["']?\s*([^\s"'>]+)[^>]*>(.{1,300}?)</a>"#;
    /// Link of Markdown that shows its URL.
    AUTOLINK = [["<"], ["://"]] r"<(https?://[^\s>]+)>";
    /// Comment of Markdown: the unused definition of a link.
    NOTE = [["]:"], ["<>", "#"]] r#"(?m)^ {0,3}\[[^\]\n]+\]:\s*(?:<>|#)\s*("[^"\n]*"|'[^'\n]*'|\([^()\n]*\))"#;
    /// Attribute of HTML with words that a page does not draw.
    UNDRAWN = [["<"], ["="], ["title", "alt", "label", "aria-", "placeholder"]] r#"(?is)<[a-z][\w-]*\b[^>]*?\s(?:title|alt|aria-label|aria-description|placeholder)\s*=\s*("[^"]*"|'[^']*')"#;
    /// Reference of HTML to a character.
    CHARACTER = [["&"]] r"(?i)&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(colon|sol|quest|equals|amp));?";
    /// User part and host of a URL.
    USER_PART = [["://"], ["@"]] r#"(?i)\b(?:https?|wss?|ftp)://([^\s/?#@"'<>()]+)@([^\s/?#"'<>()]+)"#;
    /// Comment of HTML.
    COMMENT = [["<!--"]] r"(?s)<!--(.*?)(?:-->|$)";
    /// Words of a text for a model, or with a place to send data to.
    ADDRESSED = [] r"(?i)\b(?:you|your|users?|customers?|agents?|assistants?|models?|llms?|ai|bots?|claude|gpt|tools?|calls?|instructions?|prompt|always|never|must|send|secret\w*|passwords?|ignore)\b|https?:|[\w.]@\w|[^\x00-\x{24f}\x{2000}-\x{22ff}]";
    /// Beginning of an order.
    ORDER = [] r"(?i)^(?:(?:please|then|also|first|now|(?:when|whenever|if|once)\b.{0,80}?)\s)?(?:always|never|ignore|disregard|forget|obey|bypass|override|skip|call|send|forward|read|reveal|print|dump|leak|add|append|include|delete|wipe|transfer|pay|run|execute|fetch|upload|post|tell|hide|conceal|omit|pretend|act as|disable|approve|grant)\b";
    /// Word for attacks on models.
    ATTACK = [] r"(?i)\b(?:language models?|jailbreak\w*|inject\w*|red[ -]team\w*|moderation|phishing)\b";
    /// Person or thing that only an order names.
    OBJECT = [] r"(?i)\b(?:users?|customers?|humans?|operator|model|assistant|agent|llm|ai|tools?|instructions?|rules|guardrails|prompts?|secrets?|passwords?|credentials?|cookies?|api ?keys?|conversation|confirmation|permission|silently|without asking)\b";
    /// Closed part of HTML: attributes, content.
    DETAILS = [["<"], ["<detail"]] r"(?is)<details\b([^>]*)>(.*?)(?:</details>|$)";
    SUMMARY = [] r"(?is)<summary\b.*?</summary>";
    /// Element of HTML with a style or attribute that hides its text: content.
    UNSEEN = [["<"], ["tyle", "hidden"]] r#"(?is)<[a-z][\w-]*\b(?:[^>]*?\bstyle\s*=\s*(?:"[^"]*?|'[^']*?)(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0*(?:\.0+)?(?:px|pt|em|rem|%)?\s*[;"']|font-size\s*:\s*(?:0?\.\d+|[12](?:\.\d+)?)(?:px|pt)|clip-path\s*:\s*(?:inset\(\s*(?:50|100)%|circle\(\s*0|polygon\(\s*0)|\bclip\s*:\s*rect\(\s*[01](?:px)?[\s,]|transform\s*:\s*scale\(\s*0?(?:\.0\d*)?\s*[,)]|opacity\s*:\s*0*(?:\.0\d*)?\s*[;"']|\bcolor\s*:\s*(?:transparent|white|#fff(?:fff)?\b|rgba\([^)]*,\s*0?\.?0\s*\))|(?:text-indent|left|top)\s*:\s*-\d{3,}|(?:width|height)\s*:\s*0(?:px)?\s*[;"'])[^>]*|[^>]*?\shidden(?:\s*=\s*["']?(?:hidden|until-found)?["']?)?(?:\s[^>]*)?)>([^<]*)"#;
    TEMPLATE = [["<"], ["<templ", "<no"]] r"(?is)<(?:template|noscript|noembed|noframes)\b[^>]*>(.*?)(?:</|$)";
    /// Token of a chat template, of any family of models.
    TOKEN = [["<", "["], [
        "<|", "<\u{2502}", "<\u{ff5c}", "start_of_", "end_of_", "bos>", "eos>", "eod>", "<unused", "</unused", "extra_id_",
        "tool_call>", "tool_response>", "function_calls>", "function_results>", "function_response>", "unk>", "sep>", "cls>",
        "pad>", "sys>>", "inst]", "system_prompt]", "available_tools]", "tool_calls]", "tool_results]", "tool_content]", "mask]",
        "\u{2581}of\u{2581}", "</s>"
    ]] r"(?i)<[|\x{2502}\x{ff5c}] ?[a-z][0-9a-z_\x{80}-\x{10ffff} .:/-]{0,40} ?[|\x{2502}\x{ff5c}]>|<\|{2}[a-z][0-9a-z_\x{80}-\x{10ffff}]{0,30}\|{2}>|</?(?:start_of_turn|end_of_turn|start_of_image|bos|eos|eod|unused\d+|extra_id_\d+|tool_call|tool_response|function_calls|function_results|function_response|unk|sep|cls|pad)>|<</?SYS>>|\[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|gMASK|sMASK)\]|<(?:start|end)▁of▁\w+>|</s>\s*<s>|(?m:^)[^<\n]*</s>";
    /// Subject of tools that read or write such tokens.
    SUBJECT = [] r"(?i)\b(?:tokeni[sz]\w*|chat[ _-]?templates?|special tokens?|prompt formats?|mark-?up|xml|inject\w*|jailbreak\w*|sanitiz\w*|delimiters?|chatml|(?:chat|message) formats?)\b";
    /// Text that is a URL or the name of a host, and nothing else.
    ADDRESS = [] r"(?i)^\s*(?:(?:https?:)?//)?((?:[\w-]+\.)+[a-z]{2,})(?::\d+)?(?:[/?#]\S*)?\s*$";
    /// Place in a URL for data: a name in brackets, or a value that is empty.
    SLOT = [] r"(?i)[{<\[][^}>\]\s]{0,80}[}>\]]|%7b|\$\w|[=/]$|=(?:data|text|value|info|payload|content|context|secret|token|your[\w-]*|user[\w-]*|xxx+)\b|=\.{3}|=<[\w-]|=%[sdv@](?:&|$)|(?-i:=[A-Z][A-Z_]{2,}\b)";
    /// Part of a path that is a place for data.
    PATH_SLOT = [["/:"]] r"(?i)[a-z]/:[a-z]\w*(?:[/?#]|$)";
}

/// Finds markup that hides, loads or misleads in the texts of a tool or of a site's prose.
///
/// `out` has the findings of this group from `from` on.
pub(super) fn check_group(group: &Group<'_>, from: usize, out: &mut Vec<Raw>) {
    // Rules that the search for orders reports as well.
    let shared = |raw: &&Raw| *raw.rule == rule::VALUE_INSTRUCTION || *raw.rule == rule::ROLE;
    let mut known: HashSet<(&str, TextPlace)> =
        out[from..].iter().filter(shared).map(|raw| (raw.rule.id, raw.place.clone())).collect();
    let about_attacks = LazyCell::new(|| has_text(group, &[TextKind::Prose], is_attack));
    let about_templates = LazyCell::new(|| {
        let kinds = [TextKind::Prose, TextKind::Value];
        has_text(group, &kinds, |text| SUBJECT.is_match(text))
    });
    for field in &group.fields {
        let is_text =
            matches!(field.kind, TextKind::Prose | TextKind::Title | TextKind::ParamProse | TextKind::Value);
        if !is_text {
            continue;
        }
        let text = &field.text[..field.text.floor_char_boundary(LONGEST)];
        let mut add = |rule: &'static Rule, message: String| {
            if known.insert((rule.id, field.place.clone())) {
                out.push(Raw::new(rule, field.place.clone(), message));
            }
        };
        if is_order(field, text) && !*about_attacks {
            let order = shorten_text(text, 100);
            add(&rule::VALUE_INSTRUCTION, format!("a value is an order: \"{order}\""));
        }
        if !text.contains(['<', '[', '@', '(', ':']) {
            continue;
        }
        if let Some(hidden) = find_hidden(field, text) {
            add(&rule::TEXT_UNSEEN, hidden);
        }
        if let Some(url) = find_beacon(&decode_entities(text)) {
            add(
                &rule::REMOTE,
                format!("a picture, frame or link takes data to \"{}\"", shorten_text(url, 100)),
            );
        }
        if let Some(message) = find_misleading(text) {
            add(&rule::LINK_MISLEADING, message);
        }
        let is_token_alone = field.kind == TextKind::Value && !text.contains(char::is_whitespace);
        let token = find_token(text).filter(|_| !is_token_alone && !*about_templates && !*about_attacks);
        if let Some(token) = token {
            add(&rule::ROLE, format!("a token of a chat template: \"{}\"", shorten_text(token.trim(), 60)));
        }
    }
}

/// Returns the matches of an expression in a text.
fn find_matches<'t>(expression: &'static Expression, text: &'t str) -> impl Iterator<Item = Captures<'t>> {
    expression.for_text(text).into_iter().flat_map(move |regex| regex.captures_iter(text))
}

/// Returns a text with the characters that references of HTML name.
fn decode_entities(text: &str) -> Cow<'_, str> {
    let Some(reference) = CHARACTER.for_text(text) else {
        return Cow::Borrowed(text);
    };
    reference.replace_all(text, |found: &Captures<'_>| {
        let number =
            |at: usize, radix| found.get(at).and_then(|text| u32::from_str_radix(text.as_str(), radix).ok());
        let named = |name: &str| match name.to_ascii_lowercase().as_str() {
            "colon" => ':',
            "sol" => '/',
            "quest" => '?',
            "equals" => '=',
            _ => '&',
        };
        let code = number(1, 10).or_else(|| number(2, 16));
        let c = code.and_then(char::from_u32).or_else(|| found.get(3).map(|name| named(name.as_str())));
        c.map_or_else(|| found[0].to_owned(), String::from)
    })
}

/// Returns whether a text has so many words that it can be an order.
fn is_sentence(text: &str) -> bool {
    text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count() >= WORDS
        || text.chars().filter(|c| !c.is_ascii() && c.is_alphabetic()).count() >= 2 * WORDS
}

/// Finds a text that the readers of rendered Markdown or HTML do not see.
fn find_hidden(field: &Field<'_>, text: &str) -> Option<String> {
    let says = |place: &str, text: &str| {
        let text = text.trim().trim_matches(['"', '\'', '(', ')']);
        is_sentence(text).then(|| format!("{place} hides \"{}\"", shorten_text(text, 100)))
    };
    let is_ours = |comment: &str| comment.trim_start().starts_with("webagents-");
    // Authors leave notes for each other in comments.
    let is_addressed = |text: &str| ADDRESSED.is_match(text);
    let comments = find_matches(&COMMENT, text)
        .filter(|found| !is_ours(&found[1]) && is_addressed(&found[1]))
        .find_map(|found| says("a comment of HTML", &found[1]));
    let of_elements = || {
        let closed = find_matches(&DETAILS, text)
            .filter(|found| !found[1].split_whitespace().any(|word| word.eq_ignore_ascii_case("open")))
            .find_map(|found| {
                let content = SUMMARY.for_text(&found[2])?.replace(&found[2], " ");
                says("a closed element `details`", &content)
            });
        closed
            .or_else(|| {
                let drawn = |found: &Captures<'_>| !is_code(text, found);
                find_matches(&UNSEEN, text)
                    .filter(drawn)
                    .find_map(|found| says("an invisible style", &found[1]))
            })
            .or_else(|| find_matches(&TEMPLATE, text).find_map(|found| says("an element", &found[1])))
    };
    let titles = || {
        let title = |found: Captures<'_>| says("the title of a link", found.get(3)?.as_str());
        find_matches(&LINK, text).find_map(title).or_else(|| find_matches(&DEFINITION, text).find_map(title))
    };
    let notes = || {
        let notes = find_matches(&NOTE, text).filter(|found| is_addressed(&found[1]));
        notes.into_iter().find_map(|found| says("a comment of Markdown", &found[1]))
    };
    let attributes = || {
        let has_order = |found: &Captures<'_>| {
            let value = found[1].trim_matches(['"', '\'']);
            ORDER.is_match(value) && OBJECT.is_match(value)
        };
        find_matches(&UNDRAWN, text)
            .filter(has_order)
            .find_map(|found| says("an attribute of HTML", &found[1]))
    };
    // The value of a list is shown as it is written.
    if field.kind == TextKind::Value {
        return None;
    }
    comments.or_else(of_elements).or_else(titles).or_else(notes).or_else(attributes)
}

/// Returns whether a tag is code of Markdown, as in "the element `<span hidden>`".
fn is_code(text: &str, tag: &Captures<'_>) -> bool {
    let start = tag.get(0).map_or(0, |all| all.start());
    text[..start].ends_with('`') && tag[1].starts_with('`')
}

/// Returns the URL of a picture, frame or link that has a place for data.
///
/// The fixed query of a badge sends nothing.
fn find_beacon<'t>(text: &'t str) -> Option<&'t str> {
    let target = |found: Captures<'t>| found.get(1).map(|url| url.as_str());
    let definitions: LazyCell<HashMap<String, &str>, _> = LazyCell::new(|| {
        let definition = |found: Captures<'t>| Some((found[1].to_lowercase(), found.get(2)?.as_str()));
        find_matches(&DEFINITION, text).filter_map(definition).collect()
    });
    let defined = |label: &str| definitions.get(&label.to_lowercase()).copied();
    let has_slot = |url: &str| SLOT.is_match(url);
    let has_path = |url: &str| PATH_SLOT.is_match(url);
    let sends = |url: &&str| has_slot(url.trim_end_matches('/'));
    let loads = |url: &&str| sends(url) || has_path(url);
    let pictures = find_matches(&PICTURE, text)
        .filter_map(|found| found.get(1).map(|url| url.as_str()).or_else(|| defined(&found[2])));
    let frames = find_matches(&FRAME, text)
        .filter_map(target)
        .chain(find_matches(&STYLE_URL, text).filter_map(target));
    let mut links = find_matches(&LINK, text)
        .filter(|found| found.get(0).is_none_or(|all| !text[..all.start()].ends_with('!')))
        .filter_map(|found| found.get(2).map(|url| url.as_str()))
        .chain(find_matches(&ANCHOR, text).chain(find_matches(&AUTOLINK, text)).filter_map(target))
        .filter(|url| url.contains('?') && sends(url));
    pictures.chain(frames).find(loads).or_else(|| links.next())
}

/// Returns whether a default, example or enumerated value is an order in words.
fn is_order(field: &Field<'_>, text: &str) -> bool {
    const SHORTEST: usize = 4;
    // A type in a manifest is a value as well, and a prompt may be the value of a parameter.
    let is_prompt = || match &field.place {
        TextPlace::Value(pointer) => {
            let pointer = pointer.to_lowercase();
            ["prompt", "system", "instruction", "message", "template", "persona"]
                .iter()
                .any(|word| pointer.contains(word))
        }
        _ => false,
    };
    let is_code = text.contains(['{', '}', '[', ']', '|', '<', '>', '=', '(', ';']);
    if field.kind != TextKind::Value || is_code || is_prompt() {
        return false;
    }
    let words = name_words(text);
    let spaced = words.join(" ");
    words.len() >= SHORTEST && ORDER.is_match(&spaced) && OBJECT.is_match(&spaced)
}

/// Returns whether a text is about attacks, so that its tool has samples of them.
fn is_attack(text: &str) -> bool {
    is_about_attacks(text) || ATTACK.is_match(text)
}

/// Returns whether the name of a tool, or one of its texts of some kinds, is as wanted.
fn has_text(group: &Group<'_>, kinds: &[TextKind], is_wanted: impl Fn(&str) -> bool) -> bool {
    is_wanted(&name_words(&group.name).join(" "))
        || group.fields.iter().any(|field| kinds.contains(&field.kind) && is_wanted(&field.text))
}

/// Finds a URL that looks like one of another host.
fn find_misleading(text: &str) -> Option<String> {
    let host = |text: &str| -> Option<String> {
        let found = ADDRESS.for_text(text)?.captures(text)?;
        Some(found[1].to_lowercase().trim_start_matches("www.").to_owned())
    };
    let is_other = |one: &str, other: &str| {
        one != other && !one.ends_with(&format!(".{other}")) && !other.ends_with(&format!(".{one}"))
    };
    let user = find_matches(&USER_PART, text)
        .filter(|found| host(found[1].split(':').next().unwrap_or_default()).is_some())
        .map(|found| {
            format!(
                "the user part \"{}\" of a URL looks like its host, which is \"{}\"",
                shorten_text(&found[1], 60),
                shorten_text(&found[2], 60)
            )
        })
        .next();
    let labels = || {
        let link = find_matches(&LINK, text)
            .filter_map(|found| Some((found.get(1)?.as_str(), found.get(2)?.as_str())));
        let anchor = find_matches(&ANCHOR, text)
            .filter_map(|found| Some((found.get(2)?.as_str(), found.get(1)?.as_str())));
        link.chain(anchor).find_map(|(label, url)| {
            let label = label.trim().trim_matches(['`', '*', '_', '<', '>']);
            let (shown_host, target) = (host(label)?, host(url)?);
            // A label such as `node.js` is the name of a thing.
            let is_address = label.contains('/') || has_known_end(&shown_host);
            (is_address && is_other(&shown_host, &target)).then(|| {
                format!(
                    "a link shows \"{}\" and leads to \"{}\"",
                    shorten_text(label, 60),
                    shorten_text(&target, 60)
                )
            })
        })
    };
    user.or_else(labels)
}

/// Returns whether a name ends as the names of hosts do.
fn has_known_end(host: &str) -> bool {
    static COUNTRIES: crate::lists::Words = LazyLock::new(|| crate::lists::read_list("ends of countries"));
    host.rsplit('.').next().is_some_and(|end| is_host_ending(end) || COUNTRIES.contains(&end))
}

/// Returns a token of a chat template that is not quoted.
fn find_token(text: &str) -> Option<&str> {
    let is_quoted = |found: &str, at: usize| {
        let around =
            |c: Option<char>| c.is_some_and(|c| matches!(c, '`' | '"' | '\'' | '\u{201c}' | '\u{201d}'));
        around(text[..at].chars().next_back()) && around(text[at + found.len()..].chars().next())
    };
    let is_example = |at: usize| {
        let before = &text[text.floor_char_boundary(at.saturating_sub(80))..at];
        ["such as ", " like ", "e.g. ", "for example", "tags", "tokens"]
            .iter()
            .any(|words| before.contains(words))
    };
    let expression = TOKEN.for_text(text)?;
    let mut found = expression
        .find_iter(text)
        .filter(|found| !is_quoted(found.as_str(), found.start()) && !is_example(found.start()));
    found.next().map(|found| found.as_str())
}
