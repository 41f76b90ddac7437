//! Properties of any page.

use proptest::prelude::*;
use webagents_read::{Images, Links, ReadOptions, Scope, Selector, decode, part, read};

/// Pieces that have a meaning to a parser of HTML or of Markdown, and some that have none.
fn piece() -> impl Strategy<Value = String> {
    let tags = "p div b i em strong a code pre ul ol li blockquote table tr td th h1 h2 br img hr dl dt dd del sup q \
        span script style template svg math noscript nav header form select option textarea font x-y";
    let tags: Vec<&'static str> = tags.split_whitespace().collect();
    prop_oneof![
        4 => (prop::sample::select(tags.clone()), any::<bool>()).prop_map(|(tag, end)| if end { format!("</{tag}>") } else { format!("<{tag}>") }),
        1 => prop::sample::select(tags).prop_map(|tag| format!("<{tag} href='/a(b' class='language-x' title=\"t\" src=i.png alt='a*b' colspan=3 hidden>")),
        3 => "[a-z*_`~\\[\\]()<>&#|!.:\\\\ \n-]{0,12}",
        1 => "\\PC{0,8}",
    ]
}

fn page() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..60).prop_map(|pieces| pieces.concat())
}

/// Parts of selectors that are there in pages.
const SELECTORS: [&str; 8] =
    ["*", "p", "div", "a[href]", "x-y", ".language-x", "[class='language-x']", "b.language-x"];

fn words(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_page_is_read(html in page(), links in 0_usize..3, images in 0_usize..4, whole in any::<bool>()) {
        let mut options = ReadOptions::default();
        options.scope = if whole { Scope::Whole } else { Scope::Content };
        options.links = [Links::Inline, Links::Off, Links::Listed][links];
        options.images = [Images::Informative, Images::All, Images::Alt, Images::None][images];
        options.url = "https://a.example/b/".parse().ok();
        let first = read(&html, &options);
        prop_assert_eq!(&first, &read(&html, &options));
        prop_assert_eq!(first.markdown.trim_end(), &first.markdown);
        prop_assert!(first.text.after <= first.text.before);
    }

    /// Continuing at the end of each part gives the whole document, fences aside.
    #[test]
    fn parts_are_the_whole(html in page(), limit in 1_usize..200) {
        let mut options = ReadOptions::default();
        options.scope = Scope::Whole;
        let markdown = read(&html, &options).markdown;
        let mut start = 0;
        let mut joined = String::new();
        loop {
            let found = part(&markdown, start, limit);
            prop_assert_eq!(found.total, markdown.chars().count());
            match found.next {
                Some(next) => {
                    prop_assert!(next > start && next - start <= limit + 8 + found.text.len());
                    joined.extend(markdown.chars().skip(start).take(next - start));
                    start = next;
                }
                None => {
                    joined.extend(markdown.chars().skip(start));
                    break;
                }
            }
        }
        prop_assert_eq!(joined, markdown);
    }

    #[test]
    fn any_selector_is_judged(text in "[a-z*.#>,\\[\\]=\"' :\\\\~^$|-]{0,24}", html in page()) {
        if let Ok(selector) = Selector::parse(&text) {
            let mut options = ReadOptions::default();
            options.select = Some(selector.clone());
            read(&html, &options);
            options.select = None;
            options.exclude = Some(selector);
            read(&html, &options);
        }
    }

    /// Nothing is left if the selected elements are left out.
    #[test]
    fn a_selector_selects_what_it_leaves_out(
        parts in prop::collection::vec((prop::sample::select(SELECTORS.to_vec()), prop::sample::select(vec![" ", " > ", ", "])), 1..4),
        html in page(),
    ) {
        let text: String = parts.iter().flat_map(|(part, joint)| [*part, *joint]).collect();
        let selector = Selector::parse(text.trim_end_matches([' ', '>', ','])).expect("a selector");
        let mut options = ReadOptions::default();
        options.scope = Scope::Whole;
        options.select = Some(selector.clone());
        options.exclude = Some(selector);
        prop_assert_eq!(read(&html, &options).markdown, "");
    }

    #[test]
    fn any_bytes_are_decoded(bytes in prop::collection::vec(any::<u8>(), 0..200), label in prop::option::of("[a-z0-9-]{0,12}")) {
        let decoded = decode(&bytes, label.as_deref());
        read(&decoded.text, &ReadOptions::default());
    }

    /// No word of a page without markup is lost or made.
    #[test]
    fn text_is_kept(text in "[a-zA-Z0-9 .,*_`#>!()\\[\\]\\\\~|+=:;-]{0,80}") {
        let html = format!("<p>{text}</p>");
        let mut options = ReadOptions::default();
        options.scope = Scope::Whole;
        prop_assert_eq!(words(&read(&html, &options).markdown), words(&text));
    }
}
