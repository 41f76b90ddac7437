//! Words of a command as the members of a request.

use serde_json::Value;

use super::members::Members;
use super::spec::{self, Member, Spec};
use crate::error::{BrowseError, usage};

/// The members that the words fill.
pub(super) fn members(words: Vec<String>) -> Result<Members, BrowseError> {
    let mut words = words.into_iter();
    let action = words.next().unwrap_or_default().trim().to_ascii_lowercase();
    let Some(spec) = spec::of(&action) else { return Err(spec::unknown(&action)) };
    let mut members = Members { action: spec.name.to_owned(), ..Members::default() };
    let (positional, options) = divide(spec, words)?;
    if !options.is_empty() {
        members.options = Some(options);
    }
    fill(spec, positional, &mut members)?;
    Ok(members)
}

/// Options apart from the other words. `--` ends options; an action without options has none.
fn divide(
    spec: &Spec,
    mut words: impl Iterator<Item = String>,
) -> Result<(Vec<String>, Vec<String>), BrowseError> {
    let (mut positional, mut options) = (Vec::new(), Vec::new());
    while let Some(word) = words.next() {
        if word == "--" {
            positional.extend(words);
            break;
        }
        let is_option = word.len() > 1 && word.starts_with('-') && !spec.options.is_empty();
        if !is_option {
            positional.push(word);
            continue;
        }
        let (name, mut value) = match word.split_once('=') {
            Some((name, value)) if word.starts_with("--") => (name.to_owned(), Some(value.to_owned())),
            _ => (word, None),
        };
        let found = spec.options.iter().find(|option| option.long == name || option.short == name);
        let Some(option) = found else {
            return Err(usage(format!("{}: expected {}; found the option {name}", spec.name, spec.usage)));
        };
        if option.takes && value.is_none() {
            // The state after `--load` may be left out.
            value = words.next().or_else(|| (option.long == "--load").then(|| "load".to_owned()));
        }
        match (option.takes, value) {
            (true, None) => return Err(usage(format!("{}: expected a value after {name}", spec.name))),
            (false, Some(_)) => return Err(usage(format!("{}: {name} takes no value", spec.name))),
            (_, value) => {
                options.push(option.long.to_owned());
                options.extend(value);
            }
        }
    }
    Ok((positional, options))
}

/// Puts the words into the members of the action, in order.
fn fill(spec: &Spec, words: Vec<String>, members: &mut Members) -> Result<(), BrowseError> {
    if spec.words == [Member::Actions] {
        let mut actions = Vec::new();
        for word in words {
            match batch(&word)? {
                Batch::Many(list) => actions.extend(list),
                Batch::One(action) => actions.push(action),
            }
        }
        members.actions = Some(actions);
        return Ok(());
    }
    let mut rest = words.into_iter();
    for (at, member) in spec.words.iter().enumerate() {
        let Some(word) = rest.next() else { break };
        let is_last = at + 1 == spec.words.len();
        let takes_rest = is_last && matches!(member, Member::Text | Member::Expression);
        // `scroll down 300`, as other tools have it.
        if spec.name == "scroll" && *member == Member::Selector && word.bytes().all(|b| b.is_ascii_digit()) {
            members.options.get_or_insert_default().extend(["--by".to_owned(), word]);
            continue;
        }
        let mut value = word;
        if takes_rest {
            let separator = if matches!(spec.name, "upload" | "select") { "\n" } else { " " };
            for word in rest.by_ref() {
                value.push_str(separator);
                value.push_str(&word);
            }
        }
        *slot(members, *member) = Some(value);
    }
    match rest.next() {
        None => Ok(()),
        Some(word) => Err(usage(format!(
            "{}: expected {}; found one word more, {word:?}; quote a target of several words",
            spec.name, spec.usage
        ))),
    }
}

fn slot(members: &mut Members, member: Member) -> &mut Option<String> {
    match member {
        Member::Url => &mut members.url,
        Member::Selector => &mut members.selector,
        Member::Key => &mut members.key,
        Member::Expression => &mut members.expression,
        Member::Subcommand => &mut members.subcommand,
        // Actions are filled by their own rule.
        Member::Text | Member::Actions => &mut members.text,
    }
}

enum Batch {
    One(Value),
    Many(Vec<Value>),
}

/// One word of a batch: JSON, or a command line in itself.
fn batch(word: &str) -> Result<Batch, BrowseError> {
    let word = word.trim();
    if word.starts_with(['[', '{']) {
        let value: Value = serde_json::from_str(word)
            .map_err(|error| usage(format!("batch: {word:?} is not JSON: {error}")))?;
        return Ok(match value {
            Value::Array(list) if list.iter().any(|item| !item.is_string()) => Batch::Many(list),
            one => Batch::One(one),
        });
    }
    Ok(Batch::One(Value::from(split(word)?)))
}

/// The words of a line, with single and double quotes and backslashes as a shell has them.
pub(super) fn split(line: &str) -> Result<Vec<String>, BrowseError> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None::<char>);
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), close) if open == close => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => {
                let next = characters.next().unwrap_or('\\');
                word.get_or_insert_default().push(next);
            }
            (None, space) if space.is_whitespace() => words.extend(word.take()),
            (_, other) => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    match quote {
        Some(quote) => Err(usage(format!("expected a closing {quote} in {line:?}"))),
        None => Ok(words),
    }
}

/// The line of words that [`members`] reads as these members; `None` if there is none.
pub(super) fn line(members: &Members) -> Option<String> {
    let spec = spec::of(&members.action)?;
    let mut known = Members { action: spec.name.to_owned(), ..members.clone() };
    let values = spec.words.iter().filter_map(|member| slot(&mut known, *member).clone());
    let values: Vec<String> = values.flat_map(|value| listed(spec, &value)).collect();
    let mut words = vec![spec.name.to_owned()];
    words.extend(members.options.iter().flatten().cloned());
    if !spec.options.is_empty() && values.iter().any(|value| value.len() > 1 && value.starts_with('-')) {
        words.push("--".to_owned());
    }
    words.extend(values);
    if words.iter().any(|word| word.contains(char::is_control)) {
        return None;
    }
    let line = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    // Members that no word fills are in JSON alone.
    let read = split(&line).and_then(self::members).ok()?;
    (read == known).then_some(line)
}

/// The words of the last member, of which some commands take several.
fn listed(spec: &Spec, value: &str) -> Vec<String> {
    if matches!(spec.name, "upload" | "select") {
        value.lines().map(str::to_owned).collect()
    } else {
        vec![value.to_owned()]
    }
}

/// A word as [`split`] reads it, on one line.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| !c.is_whitespace() && !matches!(c, '"' | '\'' | '\\');
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else if word.contains('\'') {
        format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        format!("'{word}'")
    }
}

/// The texts of a list; numbers are taken as they are written.
pub(super) fn texts(words: Vec<Value>) -> Result<Vec<String>, BrowseError> {
    let one = |word: Value| match word {
        Value::String(text) => Ok(text),
        Value::Number(number) => Ok(number.to_string()),
        other => {
            Err(usage(format!("expected a list of words such as [\"click\",\"@e3\"], found {other} in it")))
        }
    };
    words.into_iter().map(one).collect()
}
