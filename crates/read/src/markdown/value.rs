//! Values that a page draws and has as text in attributes alone.
//!
//! These are labels of signs, gauges, choices and frames.

use webagents_html::{Dom, Id, Tag};

use super::MarkdownWriter;
use super::out::BlockKind;
use super::piece::{InlinePlace, Mark, collapse_blanks};
use crate::options::Links;
use crate::prune;

/// Maximum length of a label, in bytes, and of the nodes of an element with one.
const LABEL: usize = 80;
const NODES: usize = 32;

/// Maximum length of the label of a sign, in bytes.
const SIGN: usize = 40;

/// Parts of the classes of elements that show a state.
const STATES: [&str; 10] =
    ["rating", "stars", "status", "state", "badge", "dot", "indicator", "availab", "check", "verified"];

/// Number and length, in bytes, of the options of a choice that are written, at most.
const OPTIONS: usize = 12;
const OPTIONS_TEXT: usize = 300;

/// Parts of addresses and titles of frames that hold no content.
const NO_CONTENT: [&str; 14] = [
    "doubleclick",
    "adsystem",
    "aff_",
    "googlesyndication",
    "googletagmanager",
    "recaptcha",
    "adservice",
    "advert",
    "3rd party ad",
    "hcaptcha",
    "turnstile",
    "facebook.com/plugins",
    "consent",
    "cookie",
];

impl MarkdownWriter<'_> {
    /// Writes the label of a drawn element without text, such as a rating; returns whether it did.
    ///
    /// It is the label or the title of an element (WAI-ARIA 1.2, section 6.6.3; SVG 2, section 5.7). The name
    /// of a control does not count as a value, and neither does a label that the text around it repeats.
    pub(super) fn write_label(&mut self, id: Id) -> bool {
        if self.style.is_whole || self.code > 0 || self.dom.is_bare(id) {
            return false;
        }
        if self.shows_amount(id) {
            self.write_gauge(id);
            return true;
        }
        let is_drawing = self.dom.tag(id) == Tag::Svg;
        let attribute =
            |name| self.dom.attribute(id, name).map(collapse_blanks).filter(|label| !label.is_empty());
        let Some(label) = attribute("aria-label").or_else(|| attribute("title")) else { return false };
        let is_image = attribute("role").is_some_and(|role| role == "img");
        let class = self.dom.attribute(id, "class").unwrap_or_default();
        let is_state = STATES.iter().any(|state| class.contains(state));
        let is_sign =
            is_image && matches!(self.dom.tag(id), Tag::Svg | Tag::Span | Tag::I) && label.len() <= SIGN;
        let is_cell =
            self.inline.place == InlinePlace::Cell && self.is_in_cell(id) && self.is_only_content(id);
        let has_number = label.contains(char::is_numeric) && is_image;
        if label.len() > LABEL
            || is_drawing && !is_image && !is_cell
            || !label.contains(char::is_alphanumeric)
            || !(is_state || is_sign || has_number || is_cell)
        {
            return false;
        }
        let mut below = self.dom.descendants(id).skip(1).take(NODES);
        let holds = |at: Id| {
            let is_content = matches!(
                self.dom.tag(at),
                Tag::Img | Tag::A | Tag::Button | Tag::Input | Tag::Video | Tag::Iframe
            );
            is_content || !self.dom.text(at).trim().is_empty()
        };
        let is_action = |at: Id| matches!(self.dom.tag(at), Tag::A | Tag::Button | Tag::Label | Tag::Summary);
        let is_said = || {
            let above = self.dom.parent(id).map(|above| self.dom.text_content(above)).unwrap_or_default();
            collapse_blanks(&above).to_lowercase().contains(&label.to_lowercase())
        };
        if !is_drawing && below.any(holds)
            || self.ancestors_within(id, 4).any(is_action)
            || is_said()
            || self.is_in_card(id)
        {
            return false;
        }
        self.write_value(id, &label);
        true
    }

    fn is_in_cell(&self, id: Id) -> bool {
        self.dom.parent(id).is_some_and(|parent| matches!(self.dom.tag(parent), Tag::Td | Tag::Th))
    }

    /// Returns whether a field shows a value, and is not there to be filled in.
    ///
    /// It cannot be changed, or it is the option that is chosen in a cell. A value with an address is there to be copied.
    pub(super) fn is_fixed(&self, id: Id) -> bool {
        let has = |name: &str| self.dom.attribute(id, name).is_some();
        if self.dom.tag(id) == Tag::Select {
            let is_chosen =
                |at: Id| self.dom.tag(at) == Tag::Option && self.dom.attribute(at, "selected").is_some();
            return has("disabled")
                || self.inline.place == InlinePlace::Cell && self.dom.descendants(id).any(is_chosen);
        }
        let value = self.dom.attribute(id, "value").unwrap_or_default();
        has("readonly") && value.len() <= LABEL && !value.contains("://")
    }

    /// Returns whether an element without text is a bar or the like, whose amount is in attributes.
    ///
    /// A slider outside of a table is there to be moved.
    fn shows_amount(&self, id: Id) -> bool {
        let has = |name: &str| self.dom.attribute(id, name).is_some_and(|value| !value.trim().is_empty());
        let is_bar = match self.dom.attribute(id, "role") {
            Some("progressbar" | "meter") => true,
            Some("slider") => self.inline.place == InlinePlace::Cell,
            _ => false,
        };
        is_bar
            && (has("aria-valuenow") || has("aria-valuetext"))
            && self.dom.descendants(id).take(NODES).all(|at| self.dom.letters(at) == 0)
            && !self.is_in_card(id)
    }

    /// Returns whether an element is in a part with a link, next to another part like it.
    fn is_in_card(&self, id: Id) -> bool {
        const LEVELS: usize = 8;
        let is_item = |&at: &Id| !matches!(self.dom.tag(at), Tag::Td | Tag::Th | Tag::Dd | Tag::Main);
        let class = |at: Id| self.dom.attribute(at, "class").filter(|class| !class.trim().is_empty());
        let is_twin = |at: Id, other: Option<Id>| {
            other.is_some_and(|other| self.dom.tag(other) == self.dom.tag(at) && class(other) == class(at))
        };
        let near = |at: Id, step: fn(&Dom, Id) -> Option<Id>| {
            let mut beside = std::iter::successors(step(self.dom, at), |&at| step(self.dom, at));
            beside.find(|&at| self.dom.tag(at) != Tag::Text)
        };
        let leads = |at: Id| self.dom.descendants(at).take(2 * NODES).any(|at| self.dom.tag(at) == Tag::A);
        self.ancestors_within(id, LEVELS).take_while(is_item).any(|at| {
            class(at).is_some()
                && (is_twin(at, near(at, Dom::previous)) || is_twin(at, near(at, Dom::next)))
                && leads(at)
        })
    }

    /// Writes the value of a `<meter>`, a `<progress>` or an element with such a role.
    ///
    /// It is its label, its text, or its number. The name of an element with a role does not count.
    pub(super) fn write_gauge(&mut self, id: Id) {
        let attribute =
            |name| self.dom.attribute(id, name).map(collapse_blanks).filter(|text| !text.is_empty());
        let text = || Some(collapse_blanks(&self.dom.text_content(id))).filter(|text| !text.is_empty());
        let number = || {
            let of_role = || Some((attribute("aria-valuenow")?, attribute("aria-valuemax")));
            let (value, most) = match attribute("value") {
                Some(value) => (value, attribute("max")),
                // WAI-ARIA 1.2, section 6.6.
                None => of_role().map(|(value, most)| (value, most.or_else(|| Some("100".to_owned()))))?,
            };
            match most {
                Some(most) if most == "100" => Some(format!("{value} %")),
                Some(most) => Some(format!("{value} of {most}")),
                None => Some(format!("{:.0} %", value.parse::<f64>().ok()? * 100.0)),
            }
        };
        let name = || attribute("aria-label").filter(|_| attribute("role").is_none());
        let Some(value) = attribute("aria-valuetext").or_else(name).or_else(text).or_else(number) else {
            return;
        };
        if value.len() <= LABEL && self.code == 0 {
            self.write_value(id, &value);
        }
    }

    /// Writes a text in the place of an element, apart from the words around it.
    fn write_value(&mut self, id: Id, text: &str) {
        self.inline.push_text(" ");
        self.inline.push_text(text);
        let next = self.dom.next(id).map(|next| self.dom.text(next));
        if next.is_some_and(|next| next.starts_with(char::is_alphanumeric)) {
            self.inline.push_text(" ");
        }
    }

    /// Returns the name of a drawing that is a figure, as the description of a picture.
    ///
    /// Its words are left out: those of a chart are the numbers of its axes. Other drawings with names are icons.
    fn name_of_drawing(&self, id: Id) -> Option<String> {
        let is_figure = self.dom.parent(id).is_some_and(|parent| self.dom.tag(parent) == Tag::Figure);
        if !is_figure {
            return None;
        }
        let title = || {
            let mut below = std::iter::successors(self.dom.first_child(id), |&at| self.dom.next(at));
            let title = below.find(|&at| self.dom.name(at) == "title")?;
            Some(collapse_blanks(&self.dom.text_content(title)))
        };
        let label =
            self.dom.attribute(id, "aria-label").map(collapse_blanks).filter(|label| !label.is_empty());
        label.or_else(title).filter(|name| name.contains(char::is_alphabetic))
    }

    pub(super) fn write_drawing(&mut self, id: Id) {
        if self.code == 0
            && let Some(name) = self.name_of_drawing(id)
        {
            self.write_value(id, &name);
        }
    }

    /// Writes the link of an area of an image map, which has its text in an attribute.
    pub(super) fn write_area(&mut self, id: Id) {
        let text = self.dom.attribute(id, "alt").map(collapse_blanks).filter(|text| !text.is_empty());
        let (Some(text), Some(url)) = (text, self.find_address(id, "href")) else { return };
        if self.code > 0 || self.inline.in_link() {
            return;
        }
        self.inline.push_text(" ");
        match self.style.links {
            Links::Inline => {
                self.inline.open_mark(Mark::Link { url, title: String::new() });
                self.inline.push_text(&text);
                self.inline.close_mark(false);
            }
            Links::Listed if self.out.may_grow(text.len()) => {
                self.inline.push_text(&text);
                self.links.push((text, url));
            }
            Links::Listed | Links::Off => self.inline.push_text(&text),
        }
        self.inline.push_text(" ");
    }

    /// Writes the label of a choice; one without text, such as a colour, has its title.
    pub(super) fn choice_label(&mut self, id: Id) {
        self.write_children(id);
        let title = self.dom.attribute(id, "title").map(collapse_blanks).filter(|title| title.len() <= LABEL);
        let is_choice = |at: Id| {
            let kind = self.dom.attribute(at, "type").unwrap_or_default();
            self.dom.tag(at) == Tag::Input && matches!(kind, "radio" | "checkbox")
        };
        if let Some(title) = title.filter(|title| title.contains(char::is_alphanumeric))
            && self.code == 0
            && self.dom.descendants(id).take(NODES).all(|at| self.dom.letters(at) == 0)
            && self.dom.descendants(id).take(NODES).any(is_choice)
        {
            self.write_value(id, &title);
        }
    }

    /// Returns whether a choice ends a text that announces it, and no form sends it: `Modes: <select>`.
    fn is_announced(&self, id: Id) -> bool {
        let before = self.dom.previous(id).map_or("", |before| self.dom.text(before));
        before.trim_end().ends_with(':')
            && self.dom.attribute(id, "name").is_none()
            && !self.ancestors_within(id, 2 * NODES).any(|at| self.dom.tag(at) == Tag::Form)
    }

    /// Writes the options of a choice, if they are few and have prices or a text that announces them.
    pub(super) fn write_choices(&mut self, id: Id) {
        let options =
            self.dom.descendants(id).filter(|&at| self.dom.tag(at) == Tag::Option).take(OPTIONS + 1);
        let texts: Vec<String> = options
            .map(|at| collapse_blanks(&self.dom.text_content(at)))
            .filter(|text| !text.is_empty())
            .collect();
        let length: usize = texts.iter().map(String::len).sum();
        let has_currency = texts.iter().any(|text| text.contains(['€', '$', '£', '¥', '₹']));
        if !(2..=OPTIONS).contains(&texts.len())
            || length > OPTIONS_TEXT
            || !(has_currency || self.is_announced(id))
            || self.code > 0
            || self.is_in_card(id)
        {
            return;
        }
        self.inline.push_text(" ");
        for (at, text) in texts.iter().enumerate() {
            self.inline.push_text(if at == 0 { "" } else { " / " });
            self.inline.push_text(text);
        }
        self.inline.push_text(" ");
    }

    /// Writes a frame: the text of one that holds it itself, else a link with its title or its address.
    pub(super) fn write_frame(&mut self, id: Id) {
        let is_none = |name: &str| {
            self.dom
                .attribute(id, name)
                .is_some_and(|size| matches!(size.trim().trim_end_matches("px"), "0" | "1"))
        };
        if is_none("width") || is_none("height") || self.code > 0 || self.inline.in_link() {
            return;
        }
        if let Some(html) = self.dom.attribute(id, "srcdoc") {
            return self.inner_page(html);
        }
        let embed = || {
            let name = self.dom.name(id);
            let video = self.dom.attribute(id, "videoid").filter(|video| !video.is_empty())?;
            match name {
                "lite-youtube" | "youtube-video" => Some(format!("https://www.youtube.com/watch?v={video}")),
                "lite-vimeo" | "vimeo-video" => Some(format!("https://vimeo.com/{video}")),
                _ => None,
            }
        };
        let url = ["src", "data-src"].iter().find_map(|name| self.find_address(id, name)).or_else(embed);
        let Some(url) = url.filter(|url| !url.starts_with('#')) else { return };
        let title = ["title", "aria-label", "playlabel"].iter().find_map(|name| {
            self.dom.attribute(id, name).map(collapse_blanks).filter(|title| !title.is_empty())
        });
        let low = format!("{} {url}", title.as_deref().unwrap_or_default()).to_ascii_lowercase();
        if NO_CONTENT.iter().any(|part| low.contains(part)) {
            return;
        }
        let is_here = |host: &str| self.style.base.is_some_and(|base| base.authority() == host);
        // The host of another site, or the path of a page of this one.
        let bare = match url.split_once("://") {
            Some((_, rest)) => match rest.split_once('/') {
                Some((host, path)) if path.is_empty() || !is_here(host) => host,
                Some((_, path)) => path,
                None => rest,
            },
            None => &url,
        };
        let bare = bare.split(['?', '#']).next().unwrap_or_default().chars().take(LABEL).collect::<String>();
        let is_paragraph = self.inline.place == InlinePlace::Paragraph;
        if is_paragraph {
            self.flush_inline();
        }
        match (self.style.links, title) {
            (Links::Off, Some(title)) => self.inline.push_text(&title),
            (Links::Off, None) => {}
            (Links::Listed, title) => {
                let text = title.unwrap_or(bare);
                self.inline.push_text(&text);
                self.links.push((text, url));
            }
            (Links::Inline, title) => {
                self.inline.open_mark(Mark::Link { url, title: String::new() });
                self.inline.push_text(&title.unwrap_or(bare));
                self.inline.close_mark(false);
            }
        }
        if is_paragraph {
            self.flush_inline();
        }
    }

    /// Writes the page that a frame holds in its attribute `srcdoc`, without frames of its own.
    fn inner_page(&mut self, html: &str) {
        if self.inline.place != InlinePlace::Paragraph || !self.out.may_grow(html.len()) {
            return;
        }
        let mut dom = webagents_html::parse(html).dom;
        prune::remove_hidden(&mut dom, Id::DOCUMENT);
        prune::remove_elements(&mut dom, Id::DOCUMENT, |dom, id| dom.tag(id) == Tag::Iframe);
        let written = super::write_roots(&dom, &[Id::DOCUMENT], self.style);
        if written.markdown.is_empty() {
            return;
        }
        self.flush_inline();
        self.out.push_block(BlockKind::Paragraph, written.markdown.split('\n'), "");
        self.links.extend(written.links);
    }
}
