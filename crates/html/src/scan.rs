//! Detection of tags with too many attributes, before the tokenizer reads them.

use html5ever::LocalName;

/// Kind of text that the tokenizer reads next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Content {
    /// Tags and text of HTML.
    Html,
    /// SVG or `MathML`, where `<![CDATA[` begins text (HTML Standard, section 13.2.5.42).
    Foreign,
    /// Text of this element, in which only its end tag is a tag, such as `script`, `style` or `title`.
    Raw(LocalName),
}

/// Scanner that finds tags with too many attributes before the tokenizer reads them.
///
/// After the end of a tag the tokenizer's state is known, so the kind of the following text is known as well. In raw
/// text it is ambiguous (a script within a comment within a script has end tags that end nothing): there the scanner
/// follows every *possible* end tag, as a set of states with the largest count in each.
#[derive(Debug)]
pub(crate) struct TagScan<'a> {
    page: &'a str,
    html: &'a [u8],
    /// Maximum number of attributes of a tag.
    most: usize,
    /// End of the last tag.
    start: usize,
    /// Offset up to which the states are up to date.
    followed: usize,
    /// Text around `followed`, if any.
    inside: Option<Inside>,
    states: States,
}

/// Text that may contain anything but its own end.
#[derive(Debug, Clone, Copy)]
enum Inside {
    /// Comment that began at this offset.
    Comment(usize),
    /// `<![CDATA[`, the only such text that ends without a token.
    Cdata,
}

/// Tag that is cut because of too many attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cut {
    /// Start of the surplus attributes.
    pub(crate) from: usize,
    /// Offset after the tag.
    pub(crate) resume: usize,
    state: TagState,
}

/// Largest count of attributes among the possible tags in each state.
type States = [Option<usize>; TagState::ALL.len()];

/// Tokenizer state in a tag (HTML Standard, section 13.2.5.6 and onwards); equivalent states are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TagState {
    /// After `<`, and after the `/` of an end tag.
    Open,
    TagName,
    Between,
    Name,
    AfterName,
    BeforeValue,
    DoubleQuoted,
    SingleQuoted,
    Unquoted,
}

impl TagState {
    const ALL: [Self; 9] = [
        Self::Open,
        Self::TagName,
        Self::Between,
        Self::Name,
        Self::AfterName,
        Self::BeforeValue,
        Self::DoubleQuoted,
        Self::SingleQuoted,
        Self::Unquoted,
    ];

    /// Returns the next state and whether an attribute begins, or `None` at the end of the tag.
    fn next_state(self, byte: u8) -> Option<(Self, bool)> {
        let space = matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | b' ');
        let same = |state| Some((state, false));
        match (self, byte) {
            (Self::DoubleQuoted, b'"') | (Self::SingleQuoted, b'\'') => same(Self::Between),
            (Self::DoubleQuoted | Self::SingleQuoted, _) => same(self),
            (_, b'>') => None,
            (Self::Open, _) => same(if byte == b'/' { self } else { Self::TagName }),
            (Self::BeforeValue, b'"') => same(Self::DoubleQuoted),
            (Self::BeforeValue, b'\'') => same(Self::SingleQuoted),
            (Self::BeforeValue, _) => same(if space { self } else { Self::Unquoted }),
            (Self::Unquoted, _) => same(if space { Self::Between } else { self }),
            (Self::Name | Self::AfterName, b'=') => same(Self::BeforeValue),
            (_, b'/') => same(Self::Between),
            (Self::Name | Self::AfterName, _) if space => same(Self::AfterName),
            (Self::TagName, _) => same(if space { Self::Between } else { self }),
            (Self::Between, _) if space => same(self),
            (Self::Name, _) => same(self),
            (Self::Between | Self::AfterName, _) => Some((Self::Name, true)),
        }
    }
}

impl<'a> TagScan<'a> {
    /// Creates a scanner of a page whose tags may have `most` attributes.
    pub(crate) fn new(html: &'a str, most: usize) -> Self {
        Self {
            page: html,
            html: html.as_bytes(),
            most,
            start: 0,
            followed: 0,
            inside: None,
            states: States::default(),
        }
    }

    /// Records that the tokenizer has finished a tag, comment or doctype at `end`.
    pub(crate) fn token_ended(&mut self, end: usize) {
        self.start = end;
        self.followed = end;
        self.inside = None;
        self.states = States::default();
    }

    /// Scans the page up to `end`, the offset after the next `>`.
    ///
    /// It is the first `>` since the last scan or the last [`token_ended`](Self::token_ended). `content`
    /// returns the kind of the text there; it is called only if a tag may be too long.
    pub(crate) fn scan_to(&mut self, end: usize, content: impl FnOnce() -> Content) -> Option<Cut> {
        // An attribute takes at least two bytes, so most tags need no closer scan.
        if end.saturating_sub(self.start) / 2 < self.most {
            return None;
        }
        let content = content();
        let raw = match &content {
            Content::Raw(name) => Some(&**name),
            Content::Html | Content::Foreign => None,
        };
        while self.followed < end {
            let at = self.followed;
            match self.inside {
                // The comment ends with a token, so this is its first `>` that was not scanned.
                Some(Inside::Comment(start)) => {
                    let closes = self.html[start + 2..end - 1].ends_with(b"--")
                        || end > start + 7 && self.html[start + 4..end - 1].ends_with(b"--!");
                    self.inside = if closes { None } else { Some(Inside::Comment(start)) };
                    self.followed = end;
                    return None;
                }
                Some(Inside::Cdata) => {
                    let found = self.find_byte(at, end, "]]>");
                    self.followed = found.map_or(end, |found| found + 3);
                    if found.is_some() {
                        self.inside = None;
                    }
                    continue;
                }
                None => {}
            }
            match self.only_state() {
                None if self.states.iter().all(Option::is_none) => {
                    // Nothing changes before the next `<`.
                    let Some(found) = self.find_byte(at, end, "<") else {
                        self.followed = end;
                        return None;
                    };
                    self.begin_token(found, end, &content);
                    continue;
                }
                // Most bytes of long tags belong to long values.
                Some(quoted @ (TagState::DoubleQuoted | TagState::SingleQuoted)) if raw.is_none() => {
                    let quote = if quoted == TagState::DoubleQuoted { "\"" } else { "'" };
                    let Some(found) = self.find_byte(at, end, quote) else {
                        self.followed = end;
                        return None;
                    };
                    self.followed = found;
                }
                _ => {}
            }
            let at = self.followed;
            self.advance_byte(self.html[at]);
            self.followed = at + 1;
            if raw.is_some_and(|raw| self.begins_end_tag(at, raw)) {
                self.open_states();
            }
            let over = TagState::ALL
                .into_iter()
                .find(|&state| self.states[state as usize].is_some_and(|count| count > self.most));
            if let Some(state) = over {
                return Some(self.cut_at(at, state));
            }
        }
        None
    }

    /// Takes back a cut: the tokenizer finished no tag at its `>`. Scanning continues from there.
    pub(crate) fn refute_cut(&mut self, cut: Cut) {
        self.states[cut.state as usize] = None;
    }

    /// Returns the offset of the next of these ASCII characters.
    fn find_byte(&self, at: usize, end: usize, of: &str) -> Option<usize> {
        // Both ends are next to an ASCII character or were found, hence between characters.
        self.page.get(at..end)?.find(of).map(|found| at + found)
    }

    /// Returns the state, if only one is possible.
    fn only_state(&self) -> Option<TagState> {
        let mut live = TagState::ALL.into_iter().filter(|&state| self.states[state as usize].is_some());
        let first = live.next()?;
        live.next().is_none().then_some(first)
    }

    fn open_states(&mut self) {
        let count = &mut self.states[TagState::Open as usize];
        *count = Some(count.unwrap_or(0));
    }

    /// Begins the tag, comment or text whose `<` is at `at`.
    fn begin_token(&mut self, at: usize, end: usize, content: &Content) {
        self.followed = at + 1;
        let rest = &self.html[at + 1..];
        let letter = |at: usize| rest.get(at).is_some_and(u8::is_ascii_alphabetic);
        if let Content::Raw(name) = content {
            if self.begins_end_tag(at, name) {
                self.open_states();
            }
        } else if letter(0) || rest.first() == Some(&b'/') && letter(1) {
            self.open_states();
        } else if rest.starts_with(b"!--") {
            self.inside = Some(Inside::Comment(at));
            self.followed = at + 4;
        } else if *content == Content::Foreign && rest.starts_with(b"![CDATA[") {
            self.inside = Some(Inside::Cdata);
            self.followed = at + 9;
        } else if matches!(rest.first(), Some(b'!' | b'?' | b'/')) {
            // A comment or doctype, or nothing: `</>` ends without a token.
            self.followed = self.find_byte(at, end, ">").map_or(end, |found| found + 1);
        }
    }

    /// Returns whether the end tag of the raw element may begin at `at`.
    ///
    /// See "appropriate end tag token" (HTML Standard, section 13.2.5). `<plaintext>` has none: its end tag is text.
    fn begins_end_tag(&self, at: usize, raw: &str) -> bool {
        let Some(rest) = self.html[at..].strip_prefix(b"</") else { return false };
        let Some((name, behind)) = rest.split_at_checked(raw.len()) else { return false };
        raw != "plaintext"
            && name.eq_ignore_ascii_case(raw.as_bytes())
            && matches!(behind.first(), Some(b'\t' | b'\n' | 0x0c | b'\r' | b' ' | b'/' | b'>'))
    }

    fn advance_byte(&mut self, byte: u8) {
        let mut states = States::default();
        for state in TagState::ALL {
            let Some(count) = self.states[state as usize] else { continue };
            if let Some((next, begins)) = state.next_state(byte) {
                let slot = &mut states[next as usize];
                *slot = (*slot).max(Some(count + usize::from(begins)));
            }
        }
        self.states = states;
    }

    /// Skips the rest of the tag whose surplus attribute begins at `from`.
    fn cut_at(&self, from: usize, over: TagState) -> Cut {
        let mut state = over;
        let mut resume = from + 1;
        while let Some(&byte) = self.html.get(resume) {
            resume += 1;
            match state.next_state(byte) {
                Some((next, _)) => state = next,
                None => break,
            }
        }
        Cut { from, resume, state: over }
    }
}

#[cfg(test)]
mod tests {
    use html5ever::local_name;

    use super::*;

    /// Returns the text of a page of one piece before and after its cut, with at most two attributes.
    fn cut(page: &str, content: &Content) -> Option<(String, String)> {
        let found = TagScan::new(page, 2).scan_to(page.len(), || content.clone())?;
        Some((page[found.from..].chars().take(3).collect(), page[found.resume..].to_owned()))
    }

    #[test]
    fn surplus_attributes_are_cut() {
        let raw = Content::Raw(local_name!("title"));
        let cases = [
            ("<p a b cc>.", Content::Html, Some(("cc>", "."))),
            ("</p a b cc>.", Content::Html, Some(("cc>", "."))),
            ("<p/a/b/cc/>.", Content::Html, Some(("cc/", "."))),
            ("<p a='b c d' e=\"f g h\" cc=\">\" d>.", Content::Html, Some(("cc=", "."))),
            ("<p a = 'b' c = d\te=f>.", Content::Html, Some(("e=f", "."))),
            ("<p a b cc", Content::Html, Some(("cc", ""))),
            ("a < b c d e f g>", Content::Html, None),
            ("<!-- <p a b cc> --", Content::Html, None),
            ("<![CDATA[ <p a b cc>", Content::Html, None),
            ("<![CDATA[ x ]]><p a b cc>.", Content::Foreign, Some(("cc>", "."))),
            ("<![CDATA[ <p a b cc>", Content::Foreign, None),
            ("</><p a b cc>.", Content::Html, Some(("cc>", "."))),
            ("<p a b cc>", raw.clone(), None),
            ("</title a b cc>.", raw.clone(), Some(("cc>", "."))),
            ("</TITLE/a b cc>.", raw.clone(), Some(("cc>", "."))),
            ("</titles a b cc>.", raw, None),
            ("</plaintext a b cc>.", Content::Raw(local_name!("plaintext")), None),
        ];
        for (page, content, expected) in cases {
            let expected = expected.map(|(from, behind)| (from.to_owned(), behind.to_owned()));
            assert_eq!(cut(page, &content), expected, "{page} as {content:?}");
        }
    }
}
