//! Pages that another page is to be read in place of: `<meta http-equiv="refresh">` and `<frameset>`.

use url::Url;
use webagents_html::{Dom, Id, Tag, parse};

use crate::reading::base_address;

/// A refresh after more than this many seconds is of a page that is read meanwhile.
const SOON: f64 = 10.0;

/// Frames of a set that are read.
const FRAMES: usize = 8;

/// Destination of a page that is not the one to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Leads {
    /// To this page, in a few seconds.
    Refresh(Url),
    /// It shows these pages.
    Frames(Vec<Url>),
}

/// Returns the destination of the page at `url`, if it has one.
pub(crate) fn find_leads(html: &str, url: &Url) -> Option<Leads> {
    if !has_word(html, b"http-equiv") && !has_word(html, b"<frameset") {
        return None;
    }
    let dom = parse(html).dom;
    let base = base_address(&dom, Some(url)).unwrap_or_else(|| url.clone());
    let refresh = dom.descendants(Id::DOCUMENT).filter(|&id| dom.tag(id) == Tag::Meta).find_map(|id| {
        let is_refresh = dom.attribute(id, "http-equiv")?.trim().eq_ignore_ascii_case("refresh");
        // A refresh in `<noscript>` often leads to a page that only requires scripts.
        let is_shown = !in_noscript(&dom, id);
        let to = dom.attribute(id, "content").filter(|_| is_refresh && is_shown).and_then(refresh_target)?;
        base.join(to).ok()
    });
    if let Some(to) = refresh.filter(|to| is_other_page(to, url)) {
        return Some(Leads::Refresh(to));
    }
    let frames: Vec<Url> = dom
        .descendants(Id::DOCUMENT)
        .filter(|&id| dom.tag(id) == Tag::Frame)
        .filter_map(|id| base.join(dom.attribute(id, "src")?.trim()).ok())
        .filter(|to| is_other_page(to, url))
        .take(FRAMES)
        .collect();
    (!frames.is_empty()).then_some(Leads::Frames(frames))
}

fn has_word(html: &str, word: &[u8]) -> bool {
    let Some((&first, _)) = word.split_first() else { return false };
    let bytes = html.as_bytes();
    memchr::memchr2_iter(first, first.to_ascii_uppercase(), bytes)
        .any(|at| bytes.get(at..at + word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word)))
}

fn in_noscript(dom: &Dom, id: Id) -> bool {
    std::iter::successors(dom.parent(id), |&above| dom.parent(above))
        .any(|above| dom.tag(above) == Tag::Noscript)
}

fn is_other_page(to: &Url, from: &Url) -> bool {
    let (mut to, mut from) = (to.clone(), from.clone());
    to.set_fragment(None);
    from.set_fragment(None);
    matches!(to.scheme(), "http" | "https") && to != from
}

/// The address of a refresh that comes soon (HTML Standard, section 4.2.5.3).
fn refresh_target(content: &str) -> Option<&str> {
    let content = content.trim_start();
    let digits = content.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, rest) = content.split_at(digits);
    let seconds: f64 = if number.is_empty() || number == "." { 0.0 } else { number.parse().ok()? };
    if seconds > SOON {
        return None;
    }
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || matches!(c, ';' | ','));
    let rest = match rest.get(..3) {
        Some(start) if start.eq_ignore_ascii_case("url") => {
            let after = rest[3..].trim_start();
            after.strip_prefix('=').map_or(rest, str::trim_start)
        }
        _ => rest,
    };
    let to = match rest.strip_prefix(['"', '\'']) {
        Some(quoted) => quoted.split(['"', '\'']).next().unwrap_or_default(),
        None => rest,
    };
    let to = to.trim();
    (!to.is_empty()).then_some(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refreshes() {
        for (content, expected) in [
            ("0; url=/b", Some("http://a.example/b")),
            ("0;URL='/b'", Some("http://a.example/b")),
            ("5, url = \"http://c.example/\"", Some("http://c.example/")),
            ("0 /b", Some("http://a.example/b")),
            ("0;/b", Some("http://a.example/b")),
            ("url=/b", Some("http://a.example/b")),
            ("0", None),
            ("", None),
            ("600; url=/b", None),
            ("0; url=/a#x", None),
            ("0; url=javascript:alert(1)", None),
            ("0; url=data:text/html,x", None),
            ("x", Some("http://a.example/x")),
        ] {
            let html = format!("<meta http-equiv=Refresh content='{}'>", content.replace('\'', "&#39;"));
            let found = find_leads(&html, &Url::parse("http://a.example/a").unwrap());
            let expected = expected.map(|url| Leads::Refresh(Url::parse(url).unwrap()));
            assert_eq!(found, expected, "{content}");
        }
        let hidden = "<noscript><meta http-equiv=refresh content='0; url=/b'></noscript>";
        assert_eq!(find_leads(hidden, &Url::parse("http://a.example/a").unwrap()), None);
    }

    #[test]
    fn framesets() {
        let url = Url::parse("http://a.example/").unwrap();
        let html = "<base href=/x/><FRAMESET cols='1,2'><frame src=b><frame src=/c><frame src=about:blank></FRAMESET>";
        let frames = ["http://a.example/x/b", "http://a.example/c"].map(|url| Url::parse(url).unwrap());
        assert_eq!(find_leads(html, &url), Some(Leads::Frames(frames.to_vec())));
        let many = format!("<frameset>{}", "<frame src=b>".repeat(100));
        assert!(matches!(find_leads(&many, &url), Some(Leads::Frames(frames)) if frames.len() == FRAMES));
    }
}
