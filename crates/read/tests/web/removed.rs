//! The remark on what was left out of a page.

use super::*;

#[test]
fn a_remark_names_what_was_left_out() {
    let menu = (0..40).map(|n| format!("<a href=/{n}>Section number {n}</a> ")).collect::<Vec<_>>().concat();
    let text =
        "<p>The keeper climbed the stairs every evening, lit the lamp, and wrote down what he saw.</p>";
    let html = format!("<title>T</title><nav>{menu}</nav><main><h1>Books</h1>{}</main>", text.repeat(4));
    let mut options = BrowseOptions::default();
    options.part.front_matter = FrontMatter::Yaml;
    let page = show_html(&html, None, &options).unwrap();
    let [Remark::Removed(removal)] = page.remarks[..] else { panic!("{:?}", page.remarks) };
    assert!(removal.percent() > 20 && removal.percent() < 100, "{removal}");
    assert_eq!(removal.parts().first().map(|(kind, _)| *kind), Some(RemovedKind::Navigation));
    let sentence = format!("removed {} % of the visible text: navigation ", removal.percent());
    assert!(page.remarks[0].text().starts_with(&sentence), "{removal}");
    assert!(page.remarks[0].to_string().starts_with(&sentence), "{removal}");
    assert!(page.front_matter.contains(&format!("remarks: [\"{sentence}")), "{}", page.front_matter);
}

#[test]
fn a_page_that_stays_has_no_remark() {
    assert_eq!(show_html(PAGE, None, &BrowseOptions::default()).unwrap().remarks, []);
}
