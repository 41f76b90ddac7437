//! The remark on prose that was left out of a page.

use super::*;

const TEXT: &str = "<p>The keeper climbed the stairs every evening, lit the lamp, and wrote down what he saw \
    of the ships that came by and of those that did not, with the hour and the weather.</p>";

#[test]
fn a_remark_names_lost_prose() {
    let comment = |n: usize| {
        format!("<div class=comment><b>Reader {n}</b> <time>2024-0{n}-02 10:00</time>{TEXT}</div>")
    };
    let comments = (1..8).map(comment).collect::<Vec<_>>().concat();
    let html = format!(
        "<title>T</title><main><h1>Books</h1>{}<section class=comments><h2>Comments</h2>{comments}</section></main>",
        TEXT.repeat(12),
    );
    let mut options = BrowseOptions::default();
    options.part.front_matter = FrontMatter::Yaml;
    let page = show_html(&html, None, &options).unwrap();
    let [Remark::Removed(removal)] = page.remarks[..] else { panic!("{:?}", page.remarks) };
    assert!(removal.prose_percent() > 20 && removal.percent() < 100, "{removal}");
    assert_eq!(removal.parts().first().map(|(kind, _)| *kind), Some(RemovedKind::Comments));
    let sentence = format!("removed {} % of the visible text: comments ", removal.percent());
    assert!(page.remarks[0].text().starts_with(&sentence), "{removal}");
    assert!(page.remarks[0].to_string().starts_with(&sentence), "{removal}");
    assert!(page.front_matter.contains(&format!("remarks: [\"{sentence}")), "{}", page.front_matter);
    let end = format!("\n\n[Content left out - {removal}; read the raw page to get it]");
    assert!(page.to_string().ends_with(&end), "{page}");
}

#[test]
fn a_page_that_keeps_its_prose_has_no_remark() {
    let menu = (0..40).map(|n| format!("<a href=/{n}>Section number {n}</a> ")).collect::<Vec<_>>().concat();
    let html = format!("<title>T</title><nav>{menu}</nav><main><h1>Books</h1>{}</main>", TEXT.repeat(4));
    for html in [PAGE, &html] {
        let page = show_html(html, None, &BrowseOptions::default()).unwrap();
        assert_eq!((page.remarks, page.notice), (Vec::new(), None));
    }
}
