//! Metadata of a page: its title, authors, dates and the like.
//!
//! The decision it embodies: a page states the same fact in up to six ways, and the docs of each field give
//! their order. Sources written for exactly this page precede those that a site repeats on every page, and
//! markup precedes plain text. Nothing is guessed: an ambiguous date is skipped, and of several articles that
//! a page lists, none is the page.
//!
//! These are a page's own claims, and may be lies: nothing here is verified, and a canonical address may name
//! any site. Metadata is not content: [`Reading::markdown`](crate::Reading::markdown) does not depend on it,
//! except for pages whose text is nowhere else ([`Stage::Data`](crate::Stage::Data)).

mod date;
mod json_ld;
mod microdata;
mod near_title;
mod repair;
mod sources;
#[cfg(test)]
mod tests;
mod words;

use std::sync::LazyLock;

use url::Url;
use webagents_html::Dom;

#[cfg(feature = "http")]
pub(crate) use self::date::normalize_date as date;
pub(crate) use self::json_ld::Body;
use self::json_ld::Node;
use self::near_title::NearTitle;
use self::sources::MetadataSources;
use self::words::{person_name, to_line};
use crate::limits;
use crate::lists::{Words, section_words};

const NAMES: &str = include_str!("names.txt");

/// Names of `<meta>`, the likeliest first.
static PUBLISHED: Words = LazyLock::new(|| section_words(NAMES, "published"));
static MODIFIED: Words = LazyLock::new(|| section_words(NAMES, "modified"));

/// Facts that a page states about itself, such as its title, authors, dates and language.
///
/// Each text is one line without controls, and bounded ([`limits`](crate::limits)); a text that was cut ends
/// with `…`. Nothing of it is escaped for any language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metadata {
    /// Title of the page, without the name of the site that often follows it.
    ///
    /// From the JSON-LD of the article or thing that the page is about (`headline`, `name`), else `citation_title`,
    /// Open Graph's `og:title`, `twitter:title`, Dublin Core's `dc.title`, microdata's `headline`, `<title>`, the first
    /// `<h1>`.
    pub title: Option<String>,
    /// Authors of the page, without repetition, [`limits::AUTHORS`](crate::limits::AUTHORS) at most.
    ///
    /// From the JSON-LD (`author`, `creator`), else `citation_author`, `<meta name="author">` and its kin,
    /// `article:author`, `dc.creator`, microdata's `author`, links with `rel="author"`. Addresses do not
    /// count as names.
    pub authors: Vec<String>,
    /// Date of the page's publication: an ISO 8601 date, or a date and time.
    ///
    /// For example `2026-11-22` or `2026-11-22T10:00:00+01:00`. From the JSON-LD (`datePublished`, `uploadDate`,
    /// `dateCreated`), else `article:published_time`, `citation_publication_date` and its kin, `<meta name="date">` and
    /// its kin, `dc.date`, microdata's `datePublished`, the `<time datetime>` next to the title.
    pub published: Option<String>,
    /// Date of the page's last change: an ISO 8601 date, or a date and time.
    ///
    /// From the JSON-LD (`dateModified`), else `article:modified_time`, `og:updated_time`, `dcterms.modified`, `<meta
    /// name="last-modified">` and its kin, microdata's `dateModified`.
    pub modified: Option<String>,
    /// Description that the page gives of itself, as in `<meta name="description">`.
    ///
    /// From `og:description`, `<meta name="description">`, `twitter:description`, `dc.description`, else the JSON-LD
    /// (`description`), microdata's `description`.
    pub description: Option<String>,
    /// The page's own preferred URL: absolute, `http` or `https`, without a fragment.
    ///
    /// From `<link rel="canonical">` (RFC 6596), else `og:url`.
    pub canonical: Option<Url>,
    /// Language of the page as a BCP 47 tag, such as `en-GB`.
    ///
    /// From `<html lang>`, else `<meta http-equiv="content-language">`, `og:locale`, `dc.language`, the JSON-LD
    /// (`inLanguage`).
    pub language: Option<String>,
    /// Name of the site that the page belongs to.
    ///
    /// From `og:site_name`, else the JSON-LD's `WebSite` or `publisher`, `application-name`, `citation_journal_title`.
    pub site_name: Option<String>,
    /// URL of a Markdown version of the page that the page links to: absolute, `http` or `https`.
    ///
    /// From `<link rel="alternate" type="text/markdown">`.
    pub markdown: Option<Url>,
}

/// Metadata of a page, and its text in JSON-LD.
#[derive(Debug, Default)]
pub(crate) struct FoundMetadata {
    pub(crate) metadata: Metadata,
    pub(crate) body: Option<Body>,
}

/// Finds the metadata of a page.
///
/// `base` resolves its relative addresses; `url` is the page's own address.
pub(crate) fn find_metadata(dom: &Dom, base: Option<&Url>, url: Option<&Url>) -> FoundMetadata {
    let seen = sources::collect_sources(dom);
    let canonical = choose_canonical(&seen, base);
    let site = json_ld::parse_scripts(&seen.json_ld);
    let about = site.find_subject(canonical.as_ref().into_iter().chain(url));
    let items = microdata::read_items(dom, &seen.items);
    let site_name = seen
        .first_meta(&["og:site_name"])
        .map(str::to_owned)
        .or_else(|| site.site_name(about))
        .or_else(|| seen.first_meta(&["application-name", "citation_journal_title"]).map(str::to_owned))
        .and_then(|name| to_line(&name, limits::NAME));
    let heading = seen.heading.as_ref().and_then(|(_, text)| to_line(text, limits::TITLE));
    let near_title =
        seen.heading.as_ref().map(|&(id, _)| near_title::find_near_title(dom, id)).unwrap_or_default();
    let metadata = Metadata {
        title: choose_title(&seen, about, &items, site_name.as_deref(), heading),
        authors: choose_authors(&seen, about, &items, &near_title),
        published: choose_published(&seen, about, &items, &near_title),
        modified: choose_modified(&seen, about, &items, &near_title),
        description: choose_description(&seen, about, &items),
        language: choose_language(&seen, about),
        markdown: seen.markdown.and_then(|href| resolve_address(href, base)),
        canonical,
        site_name,
    };
    FoundMetadata { body: about.and_then(Node::body), metadata }
}

fn choose_title(
    seen: &MetadataSources<'_>,
    about: Option<Node<'_>>,
    items: &microdata::Items,
    site: Option<&str>,
    heading: Option<String>,
) -> Option<String> {
    let metas: [&[&str]; 4] = [
        &["citation_title"],
        &["og:title"],
        &["twitter:title", "parsely-title", "sailthru.title"],
        &["dc.title", "dcterms.title"],
    ];
    let given = about
        .and_then(Node::title)
        .into_iter()
        .chain(metas.iter().filter_map(|names| seen.first_meta(names).map(str::to_owned)))
        .chain(items.title.clone())
        .chain(seen.title.clone());
    let mut titles = given.filter_map(|title| to_line(&json_ld::decode_entities(&title), limits::TITLE));
    match titles.next() {
        Some(title) => Some(without_site_name(&title, site, heading.as_deref()).to_owned()),
        None => heading,
    }
}

fn choose_authors(
    seen: &MetadataSources<'_>,
    about: Option<Node<'_>>,
    items: &microdata::Items,
    near_title: &NearTitle,
) -> Vec<String> {
    let metas: [&[&str]; 4] = [
        &["citation_author"],
        &["author", "parsely-author", "sailthru.author", "byl", "byline"],
        &["article:author", "og:article:author"],
        &["dc.creator", "dcterms.creator", "dc.contributor.author"],
    ];
    let given = std::iter::once_with(|| about.map(Node::authors).unwrap_or_default())
        .chain(metas.iter().map(|names| seen.all_metas(names).map(str::to_owned).collect()))
        .chain([
            items.authors.clone(),
            seen.author_links.clone(),
            near_title.author.iter().cloned().collect(),
        ]);
    for names in given {
        let mut found: Vec<String> = Vec::new();
        for name in names.iter().filter_map(|name| person_name(name)) {
            if found.len() < limits::AUTHORS && !found.iter().any(|other| other.eq_ignore_ascii_case(&name)) {
                found.push(name);
            }
        }
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

fn choose_published(
    seen: &MetadataSources<'_>,
    about: Option<Node<'_>>,
    items: &microdata::Items,
    near_title: &NearTitle,
) -> Option<String> {
    let data = ["datePublished", "uploadDate", "dateCreated"];
    choose_day(seen, about, &data, &PUBLISHED, items.published.as_deref())
        .or_else(|| near_title.published.clone())
}

fn choose_modified(
    seen: &MetadataSources<'_>,
    about: Option<Node<'_>>,
    items: &microdata::Items,
    near_title: &NearTitle,
) -> Option<String> {
    choose_day(seen, about, &["dateModified"], &MODIFIED, items.modified.as_deref())
        .or_else(|| near_title.modified.clone())
}

/// The first day that is one: of these members of the JSON-LD, of these `<meta>`, of the microdata.
fn choose_day<'a>(
    seen: &MetadataSources<'_>,
    about: Option<Node<'a>>,
    data: &'a [&'a str],
    metas: &[&str],
    item: Option<&str>,
) -> Option<String> {
    let about = about.into_iter().flat_map(|node| node.texts(data));
    let metas = metas.iter().filter_map(|name| seen.first_meta(&[name]));
    about.chain(metas).chain(item).find_map(date::normalize_date)
}

fn choose_description(
    seen: &MetadataSources<'_>,
    about: Option<Node<'_>>,
    items: &microdata::Items,
) -> Option<String> {
    const METAS: [&str; 5] =
        ["og:description", "description", "twitter:description", "dc.description", "dcterms.description"];
    let metas = METAS.iter().filter_map(|name| seen.first_meta(&[name]));
    let about = about.into_iter().flat_map(|node| node.texts(&["description", "abstract"]));
    let mut given = metas.chain(about).chain(items.description.as_deref());
    given.find_map(|text| to_line(&json_ld::decode_entities(text), limits::DESCRIPTION))
}

fn choose_language(seen: &MetadataSources<'_>, about: Option<Node<'_>>) -> Option<String> {
    let metas = seen.first_meta(&["content-language", "og:locale", "dc.language", "dcterms.language"]);
    let about = about.into_iter().flat_map(|node| node.texts(&["inLanguage"]));
    seen.language.into_iter().chain(metas).chain(about).find_map(language_tag)
}

fn choose_canonical(seen: &MetadataSources<'_>, base: Option<&Url>) -> Option<Url> {
    let mut given = seen.canonical.into_iter().chain(seen.first_meta(&["og:url"]));
    let mut url = given.find_map(|href| resolve_address(href, base))?;
    url.set_fragment(None);
    Some(url)
}

/// An address of the web without a login in it.
fn resolve_address(href: &str, base: Option<&Url>) -> Option<Url> {
    let href = href.trim();
    if href.is_empty() || href.len() > limits::ADDRESS {
        return None;
    }
    let url = Url::options().base_url(base).parse(href).ok()?;
    let is_plain =
        url.username().is_empty() && url.password().is_none() && url.as_str().len() <= limits::ADDRESS;
    (matches!(url.scheme(), "http" | "https") && is_plain).then_some(url)
}

/// A language tag in its canonical form, as far as its letters go (RFC 5646, section 2.1).
///
/// `en_GB` is a locale of POSIX and the same thing.
fn language_tag(text: &str) -> Option<String> {
    // A list names the language of the page first.
    let text = text.split([',', ';']).next().unwrap_or_default().trim().replace('_', "-");
    let mut parts = text.split('-');
    let is_part =
        |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
    let language = parts.next().filter(|part| {
        (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphabetic())
    })?;
    if text.len() > 35 || !parts.clone().all(is_part) {
        return None;
    }
    let mut tag = language.to_ascii_lowercase();
    for part in parts {
        tag.push('-');
        // A region has two letters, a script four.
        match part.len() {
            2 => tag.push_str(&part.to_ascii_uppercase()),
            _ => tag.push_str(part),
        }
    }
    Some(tag)
}

/// A title without the site's name, which is at its end or beginning, separated by a sign.
///
/// Without other evidence, the page's first heading decides which part is the site's name.
fn without_site_name<'a>(title: &'a str, site: Option<&str>, heading: Option<&str>) -> &'a str {
    const SIGNS: [&str; 9] =
        [" | ", " - ", " \u{2013} ", " \u{2014} ", " \u{b7} ", " \u{2022} ", " \u{bb} ", " :: ", " / "];
    let same = |one: &str, other: &str| one.trim().to_lowercase() == other.trim().to_lowercase();
    for sign in SIGNS {
        for (at, _) in title.match_indices(sign) {
            let (before, after) = (&title[..at], &title[at + sign.len()..]);
            if heading.is_some_and(|heading| same(before, heading))
                || site.is_some_and(|site| same(after, site))
            {
                return before.trim();
            }
            if heading.is_some_and(|heading| same(after, heading))
                || site.is_some_and(|site| same(before, site))
            {
                return after.trim();
            }
        }
    }
    title
}
