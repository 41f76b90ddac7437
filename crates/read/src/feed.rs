//! Feeds: RSS 2.0, 1.0 and 0.9x, and Atom (RFC 4287), as a list of items.
//!
//! The decision it embodies: readers of a feed want its news, so each item is one line of title, address and
//! date, with its summary below. The XML is read as events. Only XML's own entities are expanded, document
//! types are skipped, and nothing grows with depth. The texts of a feed are HTML from strangers, and are
//! converted as any other page is.

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use url::Url;

use crate::metadata::{Metadata, date};
use crate::options::{ReadOptions, Scope};
use crate::page::part;
use crate::reading::read;

/// Items that are read.
const ITEMS: usize = 500;
/// Bytes of one text.
const TEXT: usize = 256 * 1024;
/// Characters of a summary.
const SUMMARY: usize = 1000;
/// Length of the beginning of a document that is searched for the root of a feed, in bytes.
const HEAD: usize = 4096;

/// A feed, read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Feed {
    pub(crate) markdown: String,
    pub(crate) metadata: Metadata,
}

/// Returns whether a text begins as a feed does.
pub(crate) fn is_feed(text: &str) -> bool {
    let mut rest = text.get(..text.floor_char_boundary(HEAD)).unwrap_or_default();
    rest = rest.trim_start_matches('\u{feff}').trim_start();
    // Skip the prolog: XML declaration, comments and document type.
    loop {
        let end = match rest {
            _ if rest.starts_with("<?") => rest.find("?>").map(|at| at + 2),
            _ if rest.starts_with("<!--") => rest.find("-->").map(|at| at + 3),
            _ if rest.starts_with("<!DOCTYPE") && !rest.starts_with("<!DOCTYPE html") => {
                let end = if rest.find('[').is_some_and(|at| at < rest.find('>').unwrap_or(0)) {
                    "]>"
                } else {
                    ">"
                };
                rest.find(end).map(|at| at + end.len())
            }
            _ => break,
        };
        let Some(end) = end else { return false };
        rest = rest[end..].trim_start();
    }
    let names = |name: &str| {
        rest.strip_prefix(name)
            .is_some_and(|after| after.starts_with(|c: char| c.is_ascii_whitespace() || c == '>'))
    };
    names("<rss")
        || names("<feed") && rest.contains("http://www.w3.org/2005/Atom")
        || names("<rdf:RDF") && rest.contains("http://purl.org/rss/1.0/")
}

/// Role of an element's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TextKind {
    Text,
    Html,
    Xhtml,
}

/// A text that is being collected.
#[derive(Debug)]
struct Field {
    name: String,
    kind: TextKind,
    text: String,
    depth: usize,
}

/// An item, or the feed itself.
#[derive(Debug, Default)]
struct FeedEntry {
    title: Option<(TextKind, String)>,
    link: Option<String>,
    date: Option<String>,
    summary: Option<(TextKind, String)>,
    content: Option<(TextKind, String)>,
    language: Option<String>,
}

/// The feed of an XML text; `None` if it has nothing to read.
pub(crate) fn parse_feed(xml: &str, url: Option<&Url>) -> Option<Feed> {
    let (about, items) = parse_entries(xml);
    let base = about.link.as_deref().and_then(|link| resolve_address(link, url)).or_else(|| url.cloned());
    let title =
        about.title.as_ref().map(|(kind, text)| plain_title(*kind, text)).filter(|title| !title.is_empty());
    if items.is_empty() && title.is_none() {
        return None;
    }
    let mut markdown = String::new();
    if let Some(title) = &title {
        markdown.push_str(&convert_html(&format!("<h1>{}</h1>", escape_html(title)), None));
    }
    let summary =
        about.summary.as_ref().map(|(kind, text)| convert_html(&entry_html(*kind, text), base.as_ref()));
    for text in summary.iter().filter(|text| !text.is_empty()) {
        markdown.push_str(if markdown.is_empty() { "" } else { "\n\n" });
        markdown.push_str(text);
    }
    for (at, item) in items.iter().enumerate() {
        markdown.push_str(match at {
            _ if markdown.is_empty() => "",
            0 => "\n\n",
            _ => "\n",
        });
        push_item(&mut markdown, item, base.as_ref().or(url));
    }
    markdown.truncate(markdown.trim_end().len());
    let metadata = Metadata {
        title,
        modified: about.date.as_deref().and_then(date),
        description: summary.map(|text| text.chars().take(crate::limits::DESCRIPTION).collect()),
        canonical: about.link.as_deref().and_then(|link| resolve_address(link, url)),
        language: about.language.filter(|language| language.len() < 36),
        ..Metadata::default()
    };
    Some(Feed { markdown, metadata })
}

fn push_item(out: &mut String, item: &FeedEntry, base: Option<&Url>) {
    let link = item.link.as_deref().and_then(|link| resolve_address(link, base));
    let name =
        item.title.as_ref().map(|(kind, text)| plain_title(*kind, text)).filter(|title| !title.is_empty());
    let date = item.date.as_deref().and_then(date);
    let shown = name.or_else(|| link.as_ref().map(ToString::to_string)).or_else(|| date.clone());
    let shown = escape_html(shown.as_deref().unwrap_or("Untitled"));
    let mut head = match &link {
        Some(link) => format!("<p><a href=\"{}\">{shown}</a>", escape_html(link.as_str())),
        None => format!("<p>{shown}"),
    };
    if let Some(date) = date {
        head.extend([" (", &date, ")"]);
    }
    out.push_str("- ");
    out.push_str(&convert_html(&head, None).replace('\n', " "));
    let summary = item.summary.as_ref().or(item.content.as_ref());
    let Some((kind, text)) = summary else { return };
    let text = convert_html(&entry_html(*kind, text), link.as_ref().or(base));
    let cut = part(&text, 0, SUMMARY);
    if cut.text.is_empty() {
        return;
    }
    for line in cut.text.lines().chain(cut.next.map(|_| "…")) {
        out.push('\n');
        out.push_str(if line.is_empty() { "" } else { "  " });
        out.push_str(line);
    }
    out.push('\n');
}

/// The Markdown of HTML.
fn convert_html(html: &str, url: Option<&Url>) -> String {
    let options = ReadOptions { scope: Scope::Whole, url: url.cloned(), ..ReadOptions::default() };
    read(html, &options).markdown
}

fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

fn entry_html(kind: TextKind, text: &str) -> String {
    match kind {
        TextKind::Text => format!("<p>{}", escape_html(text)),
        TextKind::Html | TextKind::Xhtml => text.to_owned(),
    }
}

/// A title without marks.
///
/// RSS titles are text whose entities are often encoded twice.
fn plain_title(kind: TextKind, text: &str) -> String {
    let html = if kind == TextKind::Text { text.replace('<', "&lt;") } else { text.to_owned() };
    let dom = webagents_html::parse(&html).dom;
    let text = dom.text_content(webagents_html::Id::DOCUMENT);
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(crate::limits::TITLE).collect()
}

fn resolve_address(link: &str, base: Option<&Url>) -> Option<Url> {
    let link = link.trim();
    let url = Url::options().base_url(base).parse(link).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.as_str().len() <= crate::limits::ADDRESS).then_some(url)
}

/// The feed itself, and its items.
fn parse_entries(xml: &str) -> (FeedEntry, Vec<FeedEntry>) {
    let mut reader = Reader::from_str(xml);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let mut state = FeedReader::default();
    // A feed that breaks off has the items before.
    loop {
        match reader.read_event() {
            Ok(Event::Start(start)) => state.start_element(&start, false),
            Ok(Event::Empty(start)) => {
                state.start_element(&start, true);
                state.end_element("");
            }
            Ok(Event::End(end)) => state.end_element(end.name().as_ref()),
            Ok(Event::Text(text)) => state.append_text(&text),
            Ok(Event::CData(text)) => state.append_text(&text),
            Ok(Event::GeneralRef(name)) => state.append_entity(&name),
            Ok(Event::Eof) | Err(_) => break,
            Ok(_) => {}
        }
        if state.items.len() >= ITEMS {
            break;
        }
    }
    state.close_item();
    (state.about, state.items)
}

#[derive(Debug, Default)]
struct FeedReader {
    depth: usize,
    about: FeedEntry,
    items: Vec<FeedEntry>,
    /// The item that is open, and its depth.
    item: Option<(FeedEntry, usize)>,
    field: Option<Field>,
    /// The depth of what holds the texts of the feed: the channel of RSS, the root of Atom.
    of_feed: usize,
}

impl FeedReader {
    fn start_element(&mut self, start: &BytesStart<'_>, is_empty: bool) {
        self.depth += 1;
        let name = start.name().as_ref().to_owned();
        if let Some(field) = &mut self.field {
            if field.kind == TextKind::Xhtml && field.text.len() < TEXT {
                field.text.push('<');
                field.text.push_str(start);
                field.text.push_str(if is_empty { "/>" } else { ">" });
            }
            return;
        }
        match name.as_str() {
            "feed" | "channel" if self.of_feed == 0 => self.of_feed = self.depth,
            "item" | "entry" => {
                self.close_item();
                self.item = Some((FeedEntry::default(), self.depth));
                return;
            }
            _ => {}
        }
        let parent = self.item.as_ref().map_or(self.of_feed, |(_, depth)| *depth);
        if parent == 0 || self.depth != parent + 1 {
            return;
        }
        let attribute = |name: &str| {
            let mut attributes = start.attributes();
            let found = attributes.with_checks(false).flatten().take(32);
            let mut found = found.filter(|attribute| attribute.key.as_ref() == name);
            let value = found.next()?.value.into_owned();
            Some(
                quick_xml::escape::unescape(&value)
                    .map_or_else(|_| value.clone(), std::borrow::Cow::into_owned),
            )
        };
        if name == "link"
            && let Some(href) = attribute("href")
        {
            let rel = attribute("rel");
            if rel.is_none_or(|rel| rel == "alternate") {
                self.current_entry().link.get_or_insert(href);
            }
            return;
        }
        let is_marked = matches!(name.as_str(), "title" | "subtitle" | "summary" | "content");
        let kind = match attribute("type").as_deref() {
            Some("html" | "text/html") if is_marked => TextKind::Html,
            Some("xhtml" | "application/xhtml+xml") if is_marked => TextKind::Xhtml,
            _ if matches!(name.as_str(), "description" | "content:encoded" | "itunes:summary") => {
                TextKind::Html
            }
            _ => TextKind::Text,
        };
        self.field = Some(Field { name, kind, text: String::new(), depth: self.depth });
    }

    fn end_element(&mut self, name: &str) {
        if let Some(field) = self.field.take_if(|field| field.depth >= self.depth) {
            self.set_field(field);
        } else if let Some(field) = &mut self.field
            && field.kind == TextKind::Xhtml
            && !name.is_empty()
        {
            field.text.extend(["</", name, ">"]);
        }
        if self.item.as_ref().is_some_and(|(_, depth)| *depth >= self.depth) {
            self.close_item();
        }
        self.depth = self.depth.saturating_sub(1);
    }

    fn close_item(&mut self) {
        self.items.extend(self.item.take().map(|(item, _)| item));
    }

    fn current_entry(&mut self) -> &mut FeedEntry {
        self.item.as_mut().map_or(&mut self.about, |(item, _)| item)
    }

    fn set_field(&mut self, field: Field) {
        let Field { name, kind, text, .. } = field;
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let entry = self.current_entry();
        let (slot, text) = match name.as_str() {
            "title" => (&mut entry.title, (kind, text.to_owned())),
            "description" | "summary" | "subtitle" | "itunes:summary" => {
                (&mut entry.summary, (kind, text.to_owned()))
            }
            "content" | "content:encoded" => (&mut entry.content, (kind, text.to_owned())),
            _ => return set_plain(entry, &name, text),
        };
        slot.get_or_insert(text);
    }

    fn append_text(&mut self, text: &str) {
        let Some(field) = &mut self.field else { return };
        let left = TEXT.saturating_sub(field.text.len());
        let text = text.get(..text.floor_char_boundary(left)).unwrap_or_default();
        if field.kind == TextKind::Xhtml {
            field.text.push_str(&text.replace('<', "&lt;"));
        } else {
            field.text.push_str(text);
        }
    }

    /// Appends an entity: XML's own as characters, all others as source for the HTML parser.
    fn append_entity(&mut self, name: &BytesRef<'_>) {
        let Some(field) = &mut self.field else { return };
        let number = name.resolve_char_ref().ok().flatten();
        let named = resolve_xml_entity(name).and_then(|text| text.chars().next());
        match number.or(named).filter(|_| field.kind != TextKind::Xhtml) {
            Some(c) => field.text.push(c),
            None if name.len() < 40 => field.text.extend(["&", name, ";"]),
            None => {}
        }
    }
}

/// Keeps a text that has no marks.
fn set_plain(entry: &mut FeedEntry, name: &str, text: &str) {
    let text = text.to_owned();
    match name {
        // Identifiers count as addresses only if they are URLs.
        "guid" | "id" if !text.starts_with("http") => {}
        "link" | "guid" | "id" => entry.link = entry.link.take().or(Some(text)),
        "pubDate" | "dc:date" | "published" => entry.date = Some(text),
        "updated" | "lastBuildDate" => entry.date = entry.date.take().or(Some(text)),
        "language" => entry.language = Some(text),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(xml: &str, markdown: &str) {
        assert!(is_feed(xml), "{xml}");
        let url = Url::parse("http://a.example/feed").unwrap();
        assert_eq!(parse_feed(xml, Some(&url)).map(|feed| feed.markdown).as_deref(), Some(markdown), "{xml}");
    }

    #[test]
    fn rss() {
        check(
            "<?xml version='1.0'?><!DOCTYPE rss [<!ENTITY x 'y'>]><rss version='2.0'><channel><title>News &amp;amp; \
             more</title><link>/home</link><description>All of it</description><item><title>Use &lt;main&gt;</title>\
             <link>/1</link><pubDate>Mon, 23 Nov 2026 02:04:09 GMT</pubDate><description><![CDATA[<p>One <b>bold</b> \
             <a href='x'>word</a>.]]></description></item><item><guid>http://b.example/2</guid><description>Two &x;\
             </description></item></channel></rss>",
            "# News & more\n\nAll of it\n\n- [Use \\<main>](http://a.example/1) (2026-11-23T02:04:09Z)\n  One **bold** \
             [word](http://a.example/x).\n\n- <http://b.example/2>\n  Two \\&x;",
        );
        check(
            "<rdf:RDF xmlns='http://purl.org/rss/1.0/'><channel><title>T</title><items></items></channel><item><title>A\
             </title><link>/a</link><dc:date>2026-11-22</dc:date></item></rdf:RDF>",
            "# T\n\n- [A](http://a.example/a) (2026-11-22)",
        );
    }

    #[test]
    fn atom() {
        check(
            "<feed xmlns='http://www.w3.org/2005/Atom'><title type='html'>A &lt;i&gt;feed&lt;/i&gt;</title><link \
             rel='self' href='/self'/><link href='/home'/><updated>2026-11-22T10:00:00Z</updated><entry><title>One</title>\
             <link rel='alternate' href='one?a=1&amp;b=2'/><updated>2026-11-21T10:00:00Z</updated><summary type='xhtml'><div \
             xmlns='http://www.w3.org/1999/xhtml'><p>a &lt; b</p><p>c</p></div></summary><author><name>no</name></author>\
             </entry><entry><title>&lt;b></title><content>5 &lt; 6</content></entry></feed>",
            "# A feed\n\n- [One](http://a.example/one?a=1&b=2) (2026-11-21T10:00:00Z)\n  a < b\n\n  c\n\n- \\<b>\n  5 < 6",
        );
    }

    #[test]
    fn what_is_no_feed() {
        for text in [
            "",
            "<html>",
            "<!DOCTYPE html><rss>",
            "<?xml version='1.0'?><svg>",
            "<rssx>",
            "<feed>",
            "<?xml",
            "{}",
        ] {
            assert!(!is_feed(text), "{text}");
        }
        assert_eq!(parse_feed("<rss><channel></channel></rss>", None), None);
    }

    #[test]
    fn hostile_feeds_are_bounded() {
        let bomb = "<!DOCTYPE rss [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>]>";
        let item = "<item><title>&b;</title><link>javascript:alert(1)</link></item>";
        let found =
            parse_feed(&format!("{bomb}<rss><channel>{}</channel></rss>", item.repeat(5000)), None).unwrap();
        assert!(
            found.markdown.len() < 20_000 && !found.markdown.contains("javascript"),
            "{}",
            found.markdown.len()
        );
        for unit in [
            "<item>",
            "<channel>",
            "<title>",
            "<entry><content type='xhtml'>",
            "<a b='",
            "<!--",
            "&",
            "</rss>",
            "]]>",
        ] {
            let xml =
                format!("<rss><channel><title>T</title><item><title>I</title></item>{}", unit.repeat(50_000));
            assert!(parse_feed(&xml, None).unwrap().markdown.starts_with("# T\n\n- I"), "{unit}");
        }
    }
}
