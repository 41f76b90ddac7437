//! Selectors as data (`cases.txt`, `refused.txt`), and the cost of hostile ones.

use super::*;
use crate::parse;

const PAGE: &str = "<main id=m class='a b'><div data-x='One two'><p>1</p><p class=a>2</p></div>\
    <p lang=en-GB>3</p><x-y class='md:w-1/2'>4</x-y></main><p>5</p>\
    <svg><linearGradient></linearGradient><text>6</text></svg>";

/// Returns the lines of a data file with its two columns.
fn lines(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    file.lines().filter(|line| !line.starts_with("# ")).filter_map(|line| {
        let (left, right) = line.split_once(" =>")?;
        Some((left, right.trim()))
    })
}

#[test]
fn selected_elements() {
    let dom = parse(PAGE).dom;
    for (selector, expected) in lines(include_str!("cases.txt")) {
        let found = Selector::parse(selector).expect(selector).find(&dom, Id::DOCUMENT);
        let text: Vec<String> = found.elements.into_iter().map(|id| dom.text_content(id)).collect();
        assert_eq!(text.join(","), expected, "{selector}");
        assert!(!found.is_cut, "{selector}");
    }
}

#[test]
fn refusals() {
    let file = include_str!("refused.txt");
    let found: Vec<String> = lines(file)
        .map(|(selector, _)| match Selector::parse(&selector.replace("\\n", "\n")) {
            Ok(_) => format!("{selector} => accepted"),
            Err(error) => format!("{selector} => {error}"),
        })
        .collect();
    let expected: Vec<String> = lines(file).map(|(left, right)| format!("{left} => {right}")).collect();
    assert_eq!(found.join("\n"), expected.join("\n"));
}

/// Selectors of the greatest length and nesting are matched on the small stack of a test's thread.
#[test]
fn longest_selectors_are_matched() {
    let depth = limits::SELECTOR_DEPTH;
    let nested = |function: &str| format!("{}p{}", function.repeat(depth), ")".repeat(depth));
    let selectors = [
        "a ".repeat(limits::SELECTOR_BYTES / 2),
        "a>".repeat(limits::SELECTOR_BYTES / 2 - 1) + "a",
        "a~".repeat(limits::SELECTOR_BYTES / 2 - 1) + "a",
        "a,".repeat(limits::SELECTOR_BYTES / 2 - 1) + "a",
        ".a".repeat(limits::SELECTOR_BYTES / 2),
        nested(":not("),
        nested(":is("),
        nested(":nth-child(2n of "),
        nested(":not(a "),
    ];
    let page = format!("{}<p class=a>x{}", "<a><div>".repeat(100), "<i>y</i>".repeat(100));
    let dom = parse(&page).dom;
    for selector in selectors {
        let shown = &selector[..selector.len().min(40)];
        let found = Selector::parse(&selector).map(|selector| selector.find(&dom, Id::DOCUMENT).is_cut);
        assert_eq!(found, Ok(false), "{shown}");
        let longer = format!("{selector}{}", " ".repeat(limits::SELECTOR_BYTES));
        assert!(Selector::parse(&longer).is_err(), "{shown}");
    }
    let deeper = format!("{}p{}", ":not(".repeat(depth + 1), ")".repeat(depth + 1));
    assert_eq!(Selector::parse(&deeper).expect_err("too deep").at(), 5 * depth + 4);
}

/// Cost is counted in steps, because no test looks at a clock.
#[test]
fn ten_times_the_page_costs_ten_times_the_steps() {
    let row = "<div class='row x'><p>a<a href=b>c</a><i>d</i></p><ul><li>e<li>f</ul></div>";
    for selector in [
        "div p a",
        "body > div.row:not(.y) > p > a[href^=b]",
        "li:nth-child(2)",
        "div:nth-last-child(3)",
        "div + div > p",
        "div:has(li + li) p",
        ":is(ul, p) :first-child",
        "[class~=row] :nth-child(2 of a, i)",
    ] {
        let selector = Selector::parse(selector).expect(selector);
        let steps = |count: usize| {
            let dom = parse(&row.repeat(count)).dom;
            let search = SelectorSearch::new(&dom);
            assert!(!selector.search_tree(&search, Id::DOCUMENT).is_cut);
            search.steps_taken()
        };
        let (small, large) = (steps(300), steps(3000));
        assert!(large <= 12 * small, "{selector:?}: {small} became {large}");
    }
}

/// A search that would cost the square of the page, or more, ends when its steps are taken.
#[test]
fn hostile_searches_end() {
    let many = 3_000;
    let pages = [
        "<i>x</i>".repeat(many),
        format!("<div class='{}'>{}", "a ".repeat(many), "<i>x</i>".repeat(many)),
        format!("{}x{}", "<div>".repeat(200), "<i><b>y</b></i>".repeat(many)),
    ];
    let selectors = [
        "b ~ i",
        "i:not(b ~ i ~ i ~ i) ~ b",
        ":has(~ b)",
        ":has(b):has(u):has(s)",
        "[class*='aaaaaaaaaaaaaaaaaaaa' i] i",
        ".b i",
        ":nth-child(2n of :has(~ b))",
        ":not(:has(:not(i))) ~ :nth-last-child(7n of i ~ i)",
    ];
    let mut cut = 0;
    for page in &pages {
        let dom = parse(page).dom;
        for selector in selectors {
            let selector = Selector::parse(selector).expect(selector);
            cut += usize::from(
                selector.search_tree(&SelectorSearch::of_steps(&dom, 100_000), Id::DOCUMENT).is_cut,
            );
        }
    }
    assert!(cut >= 8, "{cut} of the searches ended");
}
