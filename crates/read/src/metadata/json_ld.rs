//! JSON-LD with the words of schema.org: the page's subject, and at times its whole text.
//!
//! The decision it embodies: JSON-LD is read as the plain JSON that search engines read, without contexts. Of
//! all things that it describes, one is the page: the article or thing with the page's address, or the only
//! one. If it describes several things and none has the page's address, the page lists them, and none of them
//! is the page.
//!
//! A page may hold any amount of it, so its bytes, depth (`serde_json`'s 128) and things are bounded, and the
//! rest is not read.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::{Map, Value};
use url::Url;

use super::repair::repair_json;
use crate::limits;
use crate::lists::{Words, section_words};

const NAMES: &str = include_str!("names.txt");

static ARTICLES: Words = LazyLock::new(|| section_words(NAMES, "articles"));
static THINGS: Words = LazyLock::new(|| section_words(NAMES, "things"));
static PAGES: Words = LazyLock::new(|| section_words(NAMES, "pages"));

/// Relation of a type of schema.org to a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// A text by an author.
    Article,
    /// Something that has a page of its own.
    Thing,
    /// The page.
    Page,
}

impl Rank {
    /// The rank of a type, with or without the address of its vocabulary.
    pub(super) fn of(name: &str) -> Option<Self> {
        let name = name.rsplit(['/', '#', ':']).next().unwrap_or_default();
        let is = |words: &Words| words.contains(&name);
        Some(match name {
            _ if is(&ARTICLES) || name.ends_with("Article") => Self::Article,
            _ if is(&THINGS) => Self::Thing,
            _ if is(&PAGES) => Self::Page,
            _ => return None,
        })
    }
}

/// The JSON-LD of a page.
#[derive(Debug, Default)]
pub(super) struct Site {
    things: Vec<Value>,
}

/// One thing, and where others are found that it names.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<'a> {
    members: &'a Map<String, Value>,
    site: &'a Site,
}

/// The text of a page that its JSON-LD holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Body {
    pub(crate) title: Option<String>,
    /// Text, or a fragment of HTML.
    pub(crate) text: String,
}

/// Parses the scripts. Scripts that are not JSON, even after a repair, are skipped.
pub(super) fn parse_scripts(scripts: &[&str]) -> Site {
    let read = |text: &&str| {
        let value = serde_json::from_str(text).or_else(|_| serde_json::from_str(&repair_json(text)));
        value.ok()
    };
    Site { things: scripts.iter().filter_map(read).collect() }
}

impl Site {
    /// All things that stand by themselves, in document order.
    fn find_nodes(&self) -> Vec<&Map<String, Value>> {
        let mut nodes = Vec::new();
        let mut open: Vec<&Value> = self.things.iter().rev().collect();
        // The number of opened values is bounded as well: a list of lists holds no thing.
        for _ in 0..2 * limits::JSON_LD_THINGS {
            let Some(value) = open.pop() else { break };
            match value {
                Value::Array(list) => open.extend(list.iter().take(limits::JSON_LD_THINGS).rev()),
                Value::Object(members) => {
                    nodes.push(members);
                    for key in ["mainEntityOfPage", "mainEntity", "@graph"] {
                        open.extend(members.get(key).filter(|value| value.is_object() || value.is_array()));
                    }
                }
                _ => {}
            }
            if nodes.len() >= limits::JSON_LD_THINGS {
                break;
            }
        }
        nodes
    }

    /// Returns the subject of the page, if it is one thing. `addresses` are the page's.
    pub(super) fn find_subject<'u>(&self, addresses: impl Iterator<Item = &'u Url>) -> Option<Node<'_>> {
        let addresses: Vec<String> = addresses.map(|url| bare_address(url.as_str()).to_owned()).collect();
        let ranked: Vec<(Rank, Node<'_>)> = self
            .find_nodes()
            .into_iter()
            .map(|members| Node { members, site: self })
            .filter_map(|node| Some((node.rank()?, node)))
            .filter(|(_, node)| node.members.len() > 2)
            .collect();
        for rank in [Rank::Article, Rank::Thing, Rank::Page] {
            let same = ranked.iter().filter(|(found, _)| *found == rank).map(|&(_, node)| node);
            let is_page = |node: &Node<'_>| {
                node.texts(&["url", "@id", "mainEntityOfPage"])
                    .any(|url| addresses.iter().any(|own| own == bare_address(url)))
            };
            let mut same: Vec<Node<'_>> = same.collect();
            if same.iter().any(is_page) {
                same.retain(is_page);
            }
            let Some(first) = same.first() else { continue };
            // Two plugins may describe the same article.
            return same.iter().all(|other| other.title() == first.title()).then_some(*first);
        }
        None
    }

    /// The name of the site: its own, or the publisher of the page's subject.
    pub(super) fn site_name(&self, about: Option<Node<'_>>) -> Option<String> {
        let sites = self.find_nodes().into_iter().map(|members| Node { members, site: self });
        let own = sites
            .filter(|node| node.types().any(|name| name == "WebSite"))
            .find_map(|node| node.text("name"));
        own.map(Cow::into_owned).or_else(|| about?.names("publisher").into_iter().next())
    }

    /// The thing that another names by `@id`.
    fn by_id(&self) -> HashMap<&str, &Map<String, Value>> {
        let nodes = self.find_nodes().into_iter().filter(|members| members.len() > 1);
        nodes.filter_map(|members| Some((members.get("@id")?.as_str()?, members))).collect()
    }
}

impl<'a> Node<'a> {
    fn types(self) -> impl Iterator<Item = &'a str> {
        each_value(self.members.get("@type"))
            .filter_map(Value::as_str)
            .map(|name| name.rsplit(['/', '#', ':']).next().unwrap_or_default())
    }

    fn rank(self) -> Option<Rank> {
        self.types().filter_map(Rank::of).min()
    }

    /// The texts of the members by these names; of a thing, its address.
    pub(super) fn texts(self, names: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
        names.iter().flat_map(move |name| each_value(self.members.get(*name))).filter_map(text_of)
    }

    fn text(self, name: &str) -> Option<Cow<'a, str>> {
        let text =
            each_value(self.members.get(name)).filter_map(text_of).find(|text| !text.trim().is_empty())?;
        Some(decode_entities(text))
    }

    /// The title of a text or of a thing. A page's name is a matter of its `<title>`.
    pub(super) fn title(self) -> Option<String> {
        let title = match self.rank()? {
            Rank::Article => self.text("headline").or_else(|| self.text("name")),
            Rank::Thing => self.text("name").or_else(|| self.text("headline")),
            Rank::Page => self.text("headline"),
        };
        title.map(Cow::into_owned)
    }

    /// The names of who wrote it.
    pub(super) fn authors(self) -> Vec<String> {
        let authors = self.names("author");
        if authors.is_empty() { self.names("creator") } else { authors }
    }

    /// The names of the things that a member holds or refers to.
    fn names(self, member: &str) -> Vec<String> {
        let mut names = Vec::new();
        let mut known = None;
        for value in each_value(self.members.get(member)).take(limits::AUTHORS) {
            match value {
                Value::String(name) => names.push(decode_entities(name).into_owned()),
                Value::Object(members) => {
                    let own =
                        |members: &'a Map<String, Value>| Node { members, site: self.site }.text("name");
                    let other = || {
                        let known = known.get_or_insert_with(|| self.site.by_id());
                        known.get(members.get("@id")?.as_str()?).copied().and_then(own)
                    };
                    names.extend(own(members).or_else(other).map(Cow::into_owned));
                }
                _ => {}
            }
        }
        names
    }

    /// Returns the text of the page, if it is given.
    ///
    /// This is the body of an article or a text, or the description of a thing.
    pub(super) fn body(self) -> Option<Body> {
        let names: &[&str] = match self.rank()? {
            Rank::Article => &["articleBody", "text", "reviewBody"],
            Rank::Thing => &["text", "description"],
            Rank::Page => &["text"],
        };
        let text = self.texts(names).max_by_key(|text| text.len())?;
        Some(Body { title: self.title(), text: text.to_owned() })
    }
}

/// A value, or each of a list.
fn each_value(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    let (list, one) = match value {
        Some(Value::Array(list)) => (&list[..], None),
        other => (&[][..], other),
    };
    list.iter().take(limits::JSON_LD_THINGS).chain(one)
}

fn text_of(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(text),
        Value::Object(members) => members.get("@value").or_else(|| members.get("@id"))?.as_str(),
        _ => None,
    }
}

/// Decodes the character references that are left in a text that was escaped twice.
///
/// These are the references of signs that escaping makes, and numeric ones.
pub(super) fn decode_entities(text: &str) -> Cow<'_, str> {
    const NAMED: [(&str, &str); 8] = [
        ("quot", "\""),
        ("apos", "'"),
        ("lt", "<"),
        ("gt", ">"),
        ("amp", "&"),
        ("nbsp", " "),
        ("rsquo", "\u{2019}"),
        ("ndash", "\u{2013}"),
    ];
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, reference) = rest.split_at(at);
        out.push_str(before);
        let name = reference[1..]
            .split(|c: char| !(c.is_ascii_alphanumeric() || c == '#'))
            .next()
            .unwrap_or_default();
        let number = name.strip_prefix('#').and_then(|digits| match digits.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => digits.parse().ok(),
        });
        let known = NAMED.iter().find(|(known, _)| *known == name).and_then(|(_, sign)| sign.chars().next());
        match number.and_then(char::from_u32).or(known) {
            Some(sign) if reference[1 + name.len()..].starts_with(';') => {
                out.push(sign);
                rest = &reference[name.len() + 2..];
            }
            _ => {
                out.push('&');
                rest = &reference[1..];
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// An address without what makes no other page of it.
fn bare_address(url: &str) -> &str {
    let url = url.split('#').next().unwrap_or_default();
    let url = url.strip_prefix("https:").or_else(|| url.strip_prefix("http:")).unwrap_or(url);
    url.trim_end_matches('/')
}
