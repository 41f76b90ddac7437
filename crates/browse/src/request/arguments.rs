//! Commands, read from the members of a request.

use std::time::Duration;

use webagents_runtime::driver::{Button, History};

use super::command::{
    ActionRequest, By, Command, DialogAct, Direction, Fact, Pattern, Property, SnapshotArguments, TabAct,
    WaitFor, WaitState,
};
use super::keys::Chord;
use super::members::Members;
use super::spec::{self, Member, Spec};
use super::target::Target;
use crate::error::{BrowseError, usage};

/// Actions of a batch.
const BATCH: usize = 1_000;
/// Milliseconds of a wait.
const WAIT_MS: u64 = 600_000;

impl TryFrom<Members> for ActionRequest {
    type Error = BrowseError;

    fn try_from(mut members: Members) -> Result<Self, BrowseError> {
        members.action = members.action.trim().to_ascii_lowercase();
        let Some(spec) = spec::of(&members.action) else { return Err(spec::unknown(&members.action)) };
        let mut arguments = Arguments { spec, members: &members, options: Vec::new() };
        arguments.check()?;
        let command = arguments.command()?;
        let show_snapshot = arguments.option("--snapshot").is_some();
        Ok(Self { members, command, spec, show_snapshot })
    }
}

struct Arguments<'a> {
    spec: &'static Spec,
    members: &'a Members,
    /// Long names of options, each with its value.
    options: Vec<(&'static str, &'a str)>,
}

impl<'a> Arguments<'a> {
    /// Rejects members that the action does not have, and requires the members that it needs.
    fn check(&mut self) -> Result<(), BrowseError> {
        let spec = self.spec;
        for member in Member::ALL {
            let is_there = match member {
                Member::Actions => self.members.actions.as_ref().is_some_and(|actions| !actions.is_empty()),
                member => self.text(member).is_some_and(|text| !text.is_empty()),
            };
            if is_there && !spec.words.contains(&member) && !spec.also.contains(&member) {
                let takes: Vec<String> = spec
                    .words
                    .iter()
                    .chain(spec.also)
                    .map(|member| format!("`{}`", member.as_str()))
                    .collect();
                let takes = if takes.is_empty() { "no member".to_owned() } else { takes.join(", ") };
                return Err(self.wrong(&format!("it takes {takes}; found `{}`", member.as_str())));
            }
        }
        for member in &spec.words[..spec.required] {
            let is_there = match member {
                Member::Actions => self.members.actions.is_some(),
                // An empty text is one: `fill` clears a field by it.
                Member::Text => self.text(*member).is_some(),
                member => self.text(*member).is_some_and(|text| !text.is_empty()),
            };
            if !is_there {
                return Err(self.wrong(&format!("expected `{}`, found none", member.as_str())));
            }
        }
        let mut words = self.members.options.iter().flatten();
        while let Some(word) = words.next() {
            let found = spec.options.iter().find(|option| option.long == *word || option.short == *word);
            let Some(option) = found.filter(|_| !word.is_empty()) else {
                return Err(self.wrong(&format!("found the option {word:?}")));
            };
            let value = if option.takes { words.next().map(String::as_str) } else { Some("") };
            let Some(value) = value else {
                return Err(self.wrong(&format!("expected a value after {word}")));
            };
            self.options.push((option.long, value));
        }
        Ok(())
    }

    fn wrong(&self, what: &str) -> BrowseError {
        usage(format!("{}: {what}; write {}", self.spec.name, self.spec.usage))
    }

    fn text(&self, member: Member) -> Option<&'a str> {
        let members = self.members;
        let text = match member {
            Member::Url => &members.url,
            Member::Selector => &members.selector,
            Member::Text => &members.text,
            Member::Key => &members.key,
            Member::Expression => &members.expression,
            Member::Subcommand => &members.subcommand,
            Member::Actions => &None,
        };
        text.as_deref()
    }

    /// A member that is there and not empty.
    fn some(&self, member: Member) -> Option<&'a str> {
        self.text(member).filter(|text| !text.is_empty())
    }

    fn option(&self, long: &str) -> Option<&'a str> {
        self.options.iter().rev().find(|(name, _)| *name == long).map(|(_, value)| *value)
    }

    fn number<T: std::str::FromStr>(&self, long: &str) -> Result<Option<T>, BrowseError> {
        let Some(text) = self.option(long) else { return Ok(None) };
        let number = text
            .parse()
            .map_err(|_| self.wrong(&format!("expected a number after {long}, found {text:?}")))?;
        Ok(Some(number))
    }

    fn selector(&self) -> Result<Option<Target>, BrowseError> {
        let selector = self.some(Member::Selector).or_else(|| self.option("--selector"));
        selector.map(Target::parse).transpose()
    }

    fn target(&self) -> Result<Target, BrowseError> {
        self.selector()?.ok_or_else(|| self.wrong("expected `selector`, found none"))
    }

    /// The member `text`, which was checked to be there if it is required.
    fn words(&self) -> String {
        self.text(Member::Text).unwrap_or_default().to_owned()
    }

    /// One of some names, which is in a member.
    fn choice<T: Copy>(&self, member: Member, choices: &[(&str, T)]) -> Result<T, BrowseError> {
        let found = self.text(member).unwrap_or_default().trim();
        let choice = choices.iter().find(|(name, _)| name.eq_ignore_ascii_case(found));
        choice.map(|(_, value)| *value).ok_or_else(|| {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            self.wrong(&format!(
                "expected one of {} in `{}`, found {found:?}",
                names.join(", "),
                member.as_str()
            ))
        })
    }

    fn command(&self) -> Result<Command, BrowseError> {
        Ok(match self.spec.name {
            "open" => Command::Open { url: self.some(Member::Url).unwrap_or_default().trim().to_owned() },
            "snapshot" => Command::Snapshot(self.snapshot()?),
            "text" => Command::Text { target: self.selector()? },
            "click" => Command::Click { target: self.target()?, button: self.button()?, count: 1 },
            "dblclick" => Command::Click { target: self.target()?, button: Button::Left, count: 2 },
            "hover" => Command::Hover { target: self.target()? },
            "type" => Command::Type { target: self.target()?, text: self.words() },
            "fill" => Command::Fill { target: self.target()?, text: self.words() },
            "select" => Command::Select { target: self.target()?, options: self.lines()? },
            "check" => Command::Check { target: self.target()?, checked: true },
            "uncheck" => Command::Check { target: self.target()?, checked: false },
            "upload" => Command::Upload { target: self.target()?, files: self.lines()? },
            "drag" => Command::Drag { from: self.target()?, to: Target::parse(&self.words())? },
            "press" => Command::Press {
                target: self.selector()?,
                chord: Chord::parse(self.some(Member::Key).unwrap_or_default())?,
            },
            "scroll" => self.scroll()?,
            "get" => self.get()?,
            "is" => self.is()?,
            "find" => self.find()?,
            "wait" => Command::Wait(self.wait()?),
            "eval" => Command::Eval { code: self.some(Member::Expression).unwrap_or_default().to_owned() },
            "back" => Command::Travel(History::Back),
            "forward" => Command::Travel(History::Forward),
            "reload" => Command::Travel(History::Reload),
            "screenshot" => Command::Screenshot {
                file: self.some(Member::Text).map(str::to_owned),
                force: self.option("--force").is_some(),
                full: self.option("--full").is_some(),
                target: self.selector()?,
            },
            "pdf" => Command::Pdf {
                file: self.some(Member::Text).map(str::to_owned),
                force: self.option("--force").is_some(),
            },
            "tabs" => Command::Tabs(self.tabs()?),
            "frames" => Command::Frames,
            "dialog" => Command::Dialog(DialogAct {
                accept: self.choice(Member::Subcommand, &[("accept", true), ("dismiss", false)])?,
                text: self.text(Member::Text).map(str::to_owned),
            }),
            "console" => Command::Console,
            "batch" => Command::Batch(self.batch()?),
            "close" => Command::Close,
            other => return Err(spec::unknown(other)),
        })
    }

    fn snapshot(&self) -> Result<SnapshotArguments, BrowseError> {
        let has = |long| self.option(long).is_some();
        if has("--all") && has("--interactive") {
            return Err(self.wrong("--all and --interactive exclude each other"));
        }
        Ok(SnapshotArguments {
            target: self.selector()?,
            all: has("--all"),
            compact: has("--compact"),
            links: has("--links"),
            delta: has("--delta"),
            depth: self.number("--depth")?,
            budget: self.number("--budget")?,
            from: self.number("--from")?,
        })
    }

    fn button(&self) -> Result<Button, BrowseError> {
        match self.option("--button") {
            None | Some("left") => Ok(Button::Left),
            Some("middle") => Ok(Button::Middle),
            Some("right") => Ok(Button::Right),
            Some(other) => {
                Err(self.wrong(&format!("expected left, middle or right after --button, found {other:?}")))
            }
        }
    }

    /// The lines of the member `text`.
    fn lines(&self) -> Result<Vec<String>, BrowseError> {
        let lines: Vec<String> =
            self.words().lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
        if lines.is_empty() { Err(self.wrong("expected `text`, found an empty one")) } else { Ok(lines) }
    }

    fn scroll(&self) -> Result<Command, BrowseError> {
        let directions = [
            ("up", Direction::Up),
            ("down", Direction::Down),
            ("left", Direction::Left),
            ("right", Direction::Right),
        ];
        let direction = self.choice(Member::Text, &directions)?;
        Ok(Command::Scroll { direction, target: self.selector()?, by: self.number("--by")? })
    }

    fn get(&self) -> Result<Command, BrowseError> {
        let properties = [
            ("text", Property::Text),
            ("html", Property::Html),
            ("value", Property::Value),
            ("title", Property::Title),
            ("url", Property::Url),
        ];
        let (property, target) = (self.choice(Member::Subcommand, &properties)?, self.selector()?);
        if property == Property::Value && target.is_none() {
            return Err(self.wrong("expected `selector`: the element whose value is read"));
        }
        Ok(Command::Get { property, target })
    }

    fn is(&self) -> Result<Command, BrowseError> {
        let facts = [("visible", Fact::Visible), ("enabled", Fact::Enabled), ("checked", Fact::Checked)];
        Ok(Command::Is { fact: self.choice(Member::Subcommand, &facts)?, target: self.target()? })
    }

    fn find(&self) -> Result<Command, BrowseError> {
        let all = [By::Role, By::Text, By::Label, By::Placeholder, By::Alt, By::Title, By::TestId];
        let by = self.choice(Member::Subcommand, &all.map(|by| (by.as_str(), by)))?;
        let words = self.words();
        let named = match Target::parse(&words) {
            Ok(Target::Role { role, name }) if by == By::Role => Some((role, name)),
            _ => None,
        };
        let limit = self.number("--limit")?.unwrap_or(20);
        let name = self.option("--name").map(Pattern::parse).transpose()?;
        Ok(match named {
            Some((role, text)) => {
                Command::Find { by, pattern: Pattern::Part(role), name: Some(Pattern::Part(text)), limit }
            }
            None => Command::Find { by, pattern: Pattern::parse(&words)?, name, limit },
        })
    }

    fn wait(&self) -> Result<WaitFor, BrowseError> {
        let asked = self.option("--state");
        let state = match asked {
            None | Some("visible" | "attached") => WaitState::Visible,
            Some("hidden" | "detached") => WaitState::Hidden,
            Some(other) => {
                return Err(self.wrong(&format!("expected visible or hidden after --state, found {other:?}")));
            }
        };
        let subcommand = self.some(Member::Subcommand);
        let text = self.option("--text").or_else(|| self.some(Member::Text));
        let url = self.option("--url").or_else(|| self.some(Member::Url));
        let function = self
            .option("--function")
            .or_else(|| self.option("--fn"))
            .or_else(|| self.some(Member::Expression));
        let selector = self.some(Member::Selector);
        let is_download = self.option("--download").is_some() || subcommand == Some("download");
        let is_load = self.option("--load").is_some() || subcommand == Some("load");
        let time = selector.or(text.filter(|_| subcommand == Some("ms"))).and_then(milliseconds);
        let has_state = time.is_none() && (selector.is_some() || text.is_some());
        if asked.is_some() && !has_state {
            return Err(self.wrong("expected an element or --text with --state"));
        }
        if let Some(time) = time {
            if time > WAIT_MS {
                return Err(self.wrong(&format!("expected at most {WAIT_MS} ms, found {time}")));
            }
            return Ok(WaitFor::Time(Duration::from_millis(time)));
        }
        let known = ["selector", "text", "url", "load", "download", "function", "ms"];
        if let Some(other) = subcommand.filter(|name| !known.contains(name)) {
            return Err(
                self.wrong(&format!("expected one of {} in `subcommand`, found {other:?}", known.join(", ")))
            );
        }
        let given =
            [selector.is_some(), text.is_some(), url.is_some(), function.is_some(), is_load, is_download];
        if given.iter().filter(|given| **given).count() != 1 {
            return Err(self.wrong("expected one condition"));
        }
        Ok(match (selector, text, url, function) {
            (Some(selector), ..) => WaitFor::Element { target: Target::parse(selector)?, state },
            (_, Some(text), ..) => WaitFor::Text { pattern: Pattern::parse(text)?, state },
            (_, _, Some(url), _) => WaitFor::Url(url.to_owned()),
            (.., Some(code)) => WaitFor::Function(code.to_owned()),
            _ if is_download => WaitFor::Download,
            _ => WaitFor::Load,
        })
    }

    fn tabs(&self) -> Result<TabAct, BrowseError> {
        let text = self.some(Member::Text).map(str::to_owned);
        let needed = || text.clone().ok_or_else(|| self.wrong("expected the tab's name; `tabs` lists them"));
        Ok(match self.some(Member::Subcommand) {
            None | Some("list") => TabAct::List,
            Some("new") => TabAct::New(text),
            Some("show" | "select") => TabAct::Show(needed()?),
            Some("close") => TabAct::Close(needed()?),
            Some(other) => {
                return Err(self
                    .wrong(&format!("expected list, new, show or close in `subcommand`, found {other:?}")));
            }
        })
    }

    fn batch(&self) -> Result<Vec<ActionRequest>, BrowseError> {
        let actions = self.members.actions.as_deref().unwrap_or_default();
        if actions.is_empty() || actions.len() > BATCH {
            return Err(self.wrong(&format!("expected 1 to {BATCH} actions, found {}", actions.len())));
        }
        let one = |(at, action): (usize, &serde_json::Value)| {
            let request = ActionRequest::from_value(action.clone())
                .map_err(|error| usage(format!("batch: action {}: {error}", at + 1)))?;
            if matches!(request.command, Command::Batch(_)) {
                return Err(usage(format!("batch: action {}: expected no batch in a batch", at + 1)));
            }
            Ok(request)
        };
        actions.iter().enumerate().map(one).collect()
    }
}

/// A number of milliseconds, such as `2000` or `2000ms`.
fn milliseconds(text: &str) -> Option<u64> {
    let digits = text.trim().trim_end_matches("ms");
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| digits.parse().unwrap_or(u64::MAX))
}
