//! What the classes and ids of an element say of it.
//!
//! They are words that authors of pages in all languages write in English. They are evidence and no proof: what they
//! name is dropped only where it is a small part of the page.

use webagents_html::Recent;

/// What an element's names say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Says {
    Nothing,
    /// A button, or what asks to do something.
    Action,
    /// Who wrote the page.
    Author,
    /// Discussion of what the page is about.
    Comments,
    /// What buyers say of it.
    Reviews,
    /// Something around the content.
    Noise,
}

/// What was said of names lately.
#[derive(Debug)]
pub(super) struct Known<'a>(Recent<'a, Says>);

impl Default for Known<'_> {
    fn default() -> Self {
        Self(Recent::new(Says::Nothing))
    }
}

impl<'a> Known<'a> {
    /// What the class or id attribute `value` says.
    pub(super) fn says(&mut self, value: &'a str) -> Says {
        let names = value.split_ascii_whitespace().take(32);
        names.map(|name| self.0.get_or(name, name_says)).max().unwrap_or(Says::Nothing)
    }
}

fn name_says(name: &str) -> Says {
    if name.len() > 80 {
        return Says::Nothing;
    }
    let mut buffer = [0_u8; 80];
    let mut words: [&str; 12] = [""; 12];
    // The words of `relatedPosts`, `related-posts` and `related_posts` are the same.
    let mut length = 0;
    for (slot, &byte) in buffer.iter_mut().zip(name.as_bytes()) {
        *slot = byte.to_ascii_lowercase();
        length += 1;
    }
    let Ok(lower) = std::str::from_utf8(buffer.get(..length).unwrap_or_default()) else {
        return Says::Nothing;
    };
    let mut count = 0;
    let mut from = 0;
    let bytes = name.as_bytes();
    for at in 0..=bytes.len() {
        let byte = bytes.get(at).copied();
        let is_word = byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
        let is_hump = byte.is_some_and(|byte| byte.is_ascii_uppercase())
            && at.checked_sub(1).and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_lowercase);
        if !is_word || is_hump {
            if at > from && count < words.len() {
                words[count] = lower.get(from..at).unwrap_or_default();
                count += 1;
            }
            from = if is_word { at } else { at + 1 };
        }
    }
    words_say(words.get(..count).unwrap_or_default())
}

fn words_say(words: &[&str]) -> Says {
    let Some((&first, rest)) = words.split_first() else { return Says::Nothing };
    // `has-sidebar` speaks of another element; `md:hidden` and `js-` of none.
    if matches!(
        first,
        "has" | "no" | "not" | "with" | "without" | "is" | "hide" | "show" | "hides" | "remove"
    ) {
        return Says::Nothing;
    }
    if rest.is_empty() && is_alone(first) {
        return Says::Noise;
    }
    if words.iter().any(|word| is_noise(word)) {
        return Says::Noise;
    }
    if words.windows(2).any(|pair| is_noisy_pair(pair[0], pair[1])) {
        return Says::Noise;
    }
    if words.iter().any(|word| {
        matches!(*word, "comment" | "comments" | "commentlist" | "disqus" | "respond" | "replies")
    }) {
        return Says::Comments;
    }
    if words.iter().any(|word| matches!(*word, "reviews" | "testimonials" | "reviewlist")) {
        return Says::Reviews;
    }
    if words.iter().any(|word| matches!(*word, "author" | "authors" | "bio" | "byline")) {
        return Says::Author;
    }
    if words.iter().any(|word| matches!(*word, "button" | "buttons" | "btn" | "btns" | "cta" | "ctas")) {
        return Says::Action;
    }
    Says::Nothing
}

/// Whether the class attribute `value` names a caption of a picture, or who made it.
pub(super) fn is_caption(value: &str) -> bool {
    let mut words = value.split(|c: char| !c.is_ascii_alphanumeric());
    let is_named = |word: &str| {
        ["caption", "credit", "credits", "imagecaption", "newscaption", "photocredit"]
            .iter()
            .any(|name| word.eq_ignore_ascii_case(name))
    };
    words.any(is_named)
}

fn is_alone(word: &str) -> bool {
    matches!(
        word,
        "ad" | "widget"
            | "nav"
            | "menu"
            | "tags"
            | "tools"
            | "actions"
            | "aside"
            | "legal"
            | "cta"
            | "extra"
            | "rail"
            | "overlay"
            | "search"
            | "rating"
            | "login"
    )
}

fn is_noisy_pair(first: &str, second: &str) -> bool {
    match first {
        "skip" => matches!(second, "link" | "to"),
        "screen" => second == "reader",
        "sr" | "print" => second == "only",
        "visually" => second == "hidden",
        "author" => matches!(second, "bio" | "box" | "info"),
        "about" => second == "author",
        "post" => matches!(second, "tags" | "navigation"),
        "tag" => matches!(second, "list" | "cloud"),
        "entry" => second == "tags",
        "tags" | "cat" => second == "links",
        "read" => matches!(second, "next" | "more"),
        "up" => second == "next",
        "next" => second == "post",
        "also" => second == "like",
        "more" => matches!(second, "from" | "posts" | "articles"),
        "latest" | "popular" => second == "posts",
        "recent" => matches!(second, "posts" | "articles"),
        "most" => matches!(second, "read" | "popular"),
        "sign" => matches!(second, "up" | "in"),
        "log" | "opt" => second == "in",
        "site" => matches!(second, "header" | "footer"),
        "page" => second == "footer",
        "global" | "main" => second == "header",
        "top" | "bottom" | "side" => second == "bar",
        "left" | "right" => second == "rail",
        "ad" => second == "container",
        "widget" => second == "area",
        "comment" | "reply" | "contact" => second == "form",
        "edit" => second == "page",
        "back" => second == "to",
        "app" => second == "store",
        "call" => second == "out",
        "view" => second == "more",
        _ => false,
    }
}

fn is_noise(word: &str) -> bool {
    matches!(
        word,
        "breadcrumb"
            | "breadcrumbs"
            | "sidebar"
            | "sidebars"
            | "sidenav"
            | "navbar"
            | "navigation"
            | "megamenu"
            | "submenu"
            | "topnav"
            | "subnav"
            | "topbar"
            | "footer"
            | "masthead"
            | "share"
            | "sharing"
            | "sharebar"
            | "shares"
            | "social"
            | "socials"
            | "addtoany"
            | "addthis"
            | "sharedaddy"
            | "sharethis"
            | "relatedposts"
            | "related"
            | "recommended"
            | "recommendation"
            | "recommendations"
            | "newsletter"
            | "newsletters"
            | "subscribe"
            | "subscription"
            | "signup"
            | "cookie"
            | "cookies"
            | "consent"
            | "gdpr"
            | "promo"
            | "promos"
            | "promotion"
            | "promoted"
            | "advert"
            | "adverts"
            | "advertisement"
            | "advertisements"
            | "advertising"
            | "ads"
            | "adsbygoogle"
            | "adsense"
            | "adslot"
            | "sponsor"
            | "sponsored"
            | "sponsors"
            | "popup"
            | "popups"
            | "modal"
            | "modals"
            | "lightbox"
            | "tooltip"
            | "offcanvas"
            | "drawer"
            | "pagination"
            | "pager"
            | "paginator"
            | "prevnext"
            | "skiplink"
            | "skiplinks"
            | "tagcloud"
            | "authorbox"
            | "authorbio"
            | "copyright"
            | "outbrain"
            | "taboola"
            | "mailchimp"
            | "mailinglist"
            | "paywall"
            | "upsell"
            | "crosssell"
            | "colophon"
            | "hatnote"
            | "noprint"
            | "editsection"
            | "printfooter"
            | "catlinks"
            | "toolbar"
            | "toolbox"
            | "snackbar"
            | "toast"
            | "flyout"
            | "minicart"
            | "searchform"
            | "searchbox"
            | "loginform"
            | "backtotop"
            | "trending"
    )
}
