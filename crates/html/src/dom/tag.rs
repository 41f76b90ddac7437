//! The names of elements as numbers, so that the writer and the pruner decide by `match`.
//!
//! Only elements that one of them treats specially are listed. All others are [`Tag::Other`], and the tree
//! stores their names separately.

macro_rules! tags {
    ($($variant:ident $name:literal),* $(,)?) => {
        /// Kind of a node of a page: the document, a text, or an element by its name, such as `P`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Tag {
            /// The root of the tree.
            Document,
            /// A run of text.
            Text,
            /// An element that is treated as its contents are.
            Other,
            $(#[doc = concat!("`<", $name, ">`")] $variant,)*
        }

        impl Tag {
            /// Number of variants of [`Tag`], the kinds of nodes of a page.
            pub const COUNT: usize = [Self::Document, Self::Text, Self::Other, $(Self::$variant),*].len();

            /// Returns the variant for the element called `name`, in lower case; `Other` if it has no variant.
            pub fn from_name(name: &str) -> Self {
                match name {
                    $($name => Self::$variant,)*
                    _ => Self::Other,
                }
            }

            /// Returns the name of an element with this tag; empty for `Document`, `Text` and `Other`.
            pub fn name(self) -> &'static str {
                match self {
                    Self::Document | Self::Text | Self::Other => "",
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

tags! {
    A "a", Abbr "abbr", Acronym "acronym", Address "address", Applet "applet", Area "area", Article "article",
    Aside "aside", Audio "audio", B "b", Base "base", Bdo "bdo", Big "big", Blockquote "blockquote", Body "body",
    Br "br", Button "button", Canvas "canvas", Caption "caption", Center "center", Cite "cite", Code "code",
    Col "col", Colgroup "colgroup", Data "data", Datalist "datalist", Dd "dd", Del "del", Details "details",
    Dfn "dfn", Dialog "dialog", Dir "dir", Div "div", Dl "dl", Dt "dt", Em "em", Embed "embed",
    Fieldset "fieldset", Figcaption "figcaption", Figure "figure", Font "font", Footer "footer", Form "form",
    Frame "frame", Frameset "frameset", H1 "h1", H2 "h2", H3 "h3", H4 "h4", H5 "h5", H6 "h6", Head "head",
    Header "header", Hgroup "hgroup", Hr "hr", Html "html", I "i", Iframe "iframe", Img "img", Input "input",
    Ins "ins", Kbd "kbd", Label "label", Legend "legend", Li "li", Link "link", Listing "listing", Main "main",
    Map "map", Mark "mark", Math "math", Menu "menu", Meta "meta", Meter "meter", Nav "nav", Nobr "nobr",
    Noembed "noembed", Noframes "noframes", Noscript "noscript", Object "object", Ol "ol", Optgroup "optgroup",
    Option "option", Output "output", P "p", Param "param", Picture "picture", Plaintext "plaintext", Pre "pre",
    Progress "progress", Q "q", Rb "rb", Rp "rp", Rt "rt", Rtc "rtc", Ruby "ruby", S "s", Samp "samp",
    Script "script", Search "search", Section "section", Select "select", Slot "slot", Small "small",
    Source "source", Span "span", Strike "strike", Strong "strong", Style "style", Sub "sub",
    Summary "summary", Sup "sup", Svg "svg", Table "table", Tbody "tbody", Td "td", Template "template",
    Textarea "textarea", Tfoot "tfoot", Th "th", Thead "thead", Time "time", Title "title", Tr "tr",
    Track "track", Tt "tt", U "u", Ul "ul", Var "var", Video "video", Wbr "wbr", Xmp "xmp",
}

impl Tag {
    /// Returns whether browsers display the element as a block by default.
    ///
    /// See HTML Standard, section 15.3, `display` of the user agent's style sheet.
    pub fn is_block(self) -> bool {
        matches!(
            self,
            Self::Document
                | Self::Html
                | Self::Body
                | Self::Address
                | Self::Article
                | Self::Aside
                | Self::Blockquote
                | Self::Caption
                | Self::Center
                | Self::Dd
                | Self::Details
                | Self::Dialog
                | Self::Dir
                | Self::Div
                | Self::Dl
                | Self::Dt
                | Self::Fieldset
                | Self::Figcaption
                | Self::Figure
                | Self::Footer
                | Self::Form
                | Self::Frameset
                | Self::H1
                | Self::H2
                | Self::H3
                | Self::H4
                | Self::H5
                | Self::H6
                | Self::Header
                | Self::Hgroup
                | Self::Hr
                | Self::Legend
                | Self::Li
                | Self::Listing
                | Self::Main
                | Self::Menu
                | Self::Nav
                | Self::Noframes
                | Self::Noscript
                | Self::Ol
                | Self::Optgroup
                | Self::Option
                | Self::P
                | Self::Plaintext
                | Self::Pre
                | Self::Search
                | Self::Section
                | Self::Summary
                | Self::Table
                | Self::Tbody
                | Self::Td
                | Self::Tfoot
                | Self::Th
                | Self::Thead
                | Self::Tr
                | Self::Ul
                | Self::Xmp
        )
    }

    /// Returns whether the element begins and ends a line of text, as blocks and `<br>` do.
    pub fn ends_line(self) -> bool {
        self.is_block() || self == Self::Br
    }

    /// Returns whether HTML parsers find no tags in the element's contents, as in `<script>`.
    ///
    /// The element's start tag must reach the tokenizer.
    pub fn is_raw(self) -> bool {
        matches!(
            self,
            Self::Iframe
                | Self::Noembed
                | Self::Noframes
                | Self::Plaintext
                | Self::Script
                | Self::Style
                | Self::Textarea
                | Self::Title
                | Self::Xmp
        )
    }

    /// Returns whether the element has no contents and no end tag (HTML Standard, section 13.1.2).
    pub fn is_void(self) -> bool {
        matches!(
            self,
            Self::Area
                | Self::Base
                | Self::Br
                | Self::Col
                | Self::Embed
                | Self::Frame
                | Self::Hr
                | Self::Img
                | Self::Input
                | Self::Link
                | Self::Meta
                | Self::Param
                | Self::Source
                | Self::Track
                | Self::Wbr
        )
    }

    /// Returns the level of a heading element, 1 to 6, or `None` for another node.
    pub fn heading(self) -> Option<usize> {
        Some(match self {
            Self::H1 => 1,
            Self::H2 => 2,
            Self::H3 => 3,
            Self::H4 => 4,
            Self::H5 => 5,
            Self::H6 => 6,
            _ => return None,
        })
    }
}
