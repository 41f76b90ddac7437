//! The pruner on pages of our own: each of its rules, and what none of them may do.

use proptest::prelude::*;

use crate::{ReadOptions, Stage, read};

/// Enough prose that what stands beside it is a small part of the page.
const ARTICLE: &str = "<p>The lighthouse keeper climbed the stairs every evening, lit the lamp, and wrote down what the \
    wind had done to the sea since the morning.</p><p>In the autumn of that year the ships came closer than they used \
    to, and he began to count them, first aloud, then in a book with a blue cover.</p><p>Nobody had asked him to. When \
    the inspector found the book, he read it in one night, and on the next day he asked for the other volumes.</p>";

/// What is read of a page.
#[track_caller]
fn kept(html: &str) -> (Stage, String) {
    let reading = read(html, &ReadOptions::default());
    (reading.stage, reading.markdown)
}

/// The article is kept, and `beside` is not.
#[track_caller]
fn drops(beside: &str) {
    let (stage, markdown) = kept(&format!("<main><h1>The keeper</h1>{ARTICLE}{beside}</main>"));
    assert_eq!(stage, Stage::Content, "{beside}");
    assert!(
        markdown.starts_with("# The keeper\n\nThe lighthouse") && markdown.contains("blue cover"),
        "{markdown}"
    );
    assert!(!markdown.contains("MARK"), "{markdown}");
}

/// Both are kept.
#[track_caller]
fn keeps(beside: &str) {
    let (_, markdown) = kept(&format!("<main><h1>The keeper</h1>{ARTICLE}{beside}</main>"));
    assert!(markdown.contains("blue cover") && markdown.contains("MARK"), "{markdown}");
}

#[test]
fn words_of_a_sentence_stay_whatever_their_class() {
    keeps(
        "<p>The nature of my <a class='popup' href='/note'>MARK avocations</a> has for thirty years brought me here.</p>",
    );
    keeps(
        "<p>Everybody who had read it in those years said to the inspector that it was <span class='share'>MARK</span>.</p>",
    );
    drops("<p><a class='popup' href='/note'>MARK: tell a friend</a></p>");
}

#[test]
fn what_is_around_content_goes() {
    drops("<nav><a href=/>MARK</a></nav>");
    drops(
        "<aside>MARK</aside><footer>MARK</footer><div role=navigation>MARK</div><dialog open>MARK</dialog>",
    );
    drops("<p hidden>MARK</p><p style='display: none'>MARK</p><div aria-hidden=true>MARK</div>");
    drops(
        "<div class=relatedPosts>MARK</div><div class='post-share'>MARK</div><div id=newsletter_box>MARK</div>",
    );
    drops("<div class=comments><p>MARK, he said.</p></div>");
    drops("<div><h2>Related articles</h2><p>MARK</p></div>");
    drops("<h2>You may also like</h2><p>MARK</p>");
    drops("<ul><li><a href=1>MARK one</a><li><a href=2>MARK two</a><li><a href=3>MARK three</a></ul>");
    drops("<noscript>MARK: please switch on scripts</noscript>");
}

#[test]
fn content_stays() {
    keeps("<div class=has-sidebar><p>MARK</p></div>");
    keeps("<ul><li>MARK one<li>two</ul>");
    keeps("<p>See <a href=1>MARK</a>.</p>");
    keeps("<blockquote>Words<footer>MARK</footer></blockquote>");
    keeps("<h2>Related work MARK</h2>".replace("Related work", "Work").as_str());
    keeps("<div id='S:1' hidden><p>MARK</p></div>");
}

#[test]
fn prose_is_shown_once() {
    let (_, markdown) = kept(&format!("<main>{ARTICLE}<div>{ARTICLE}</div></main>"));
    assert_eq!(markdown.matches("lighthouse").count(), 1, "{markdown}");
}

#[test]
fn a_discussion_is_its_comments() {
    let answer = "<div class=comment><p>MARK: the lamp was lit with oil until the year of the storm, and then with \
        gas, as everybody who was there will tell you if you ask.</p></div>";
    let question = "<p>With what was the lamp lit, and who paid for it?</p>";
    let (_, markdown) = kept(&format!("<h1>Lamps</h1>{question}<div id=comments>{answer}</div>"));
    assert!(markdown.contains("MARK"), "{markdown}");
    let forum = "<script type='application/ld+json'>{\"@type\":\"QAPage\"}</script>";
    let (_, markdown) = kept(&format!("{forum}<h1>Lamps</h1>{ARTICLE}<div id=comments>{answer}</div>"));
    assert!(markdown.contains("MARK"), "{markdown}");
}

#[test]
fn little_is_better_than_nothing() {
    let text = ARTICLE;
    assert_eq!(kept(&format!("<nav>{text}</nav>")).0, Stage::Visible);
    assert_eq!(kept(&format!("<div hidden>{text}</div>")).0, Stage::Hidden);
    assert_eq!(kept(&format!("<noscript>{text}</noscript>")).0, Stage::Content);
    for page in ["<nav>", "<div hidden>", "<noscript>", "<div class=sidebar>", "<form>", "<footer><aside>"] {
        assert!(kept(&format!("{page}{text}")).1.contains("blue cover"), "{page}");
    }
}

#[test]
fn a_page_of_links_keeps_them() {
    let items = ["North", "East", "South", "West", "Old", "New", "Red", "White", "Upper", "Lower"]
        .map(|name| format!("<li><a href=/{name}>The {name} lighthouse of the coast and its keepers</a>"));
    let items = items.concat();
    let (_, markdown) = kept(&format!("<h1>Lighthouses</h1><ul>{items}</ul>"));
    assert_eq!(markdown.lines().filter(|line| line.starts_with("- [")).count(), 10, "{markdown}");
}

#[test]
fn a_page() {
    let page = format!(
        "<header><a href=/>Coast</a></header><nav><a href=/a>A</a></nav><div class=layout><main class=content>\
        <div class=breadcrumbs><a href=/>Home</a> / Keepers</div><article><header><h1>The keeper</h1><p>By A. Writer\
        </header><div class=body>{ARTICLE}<table><tr><th>Ship<th>Seen<tr><td>Anna<td>12</table></div><footer>Tags: sea\
        </footer></article><div class=related><h2>More</h2><a href=1>One</a></div></main><div class=sidebar>Ads</div>\
        </div><footer>Copyright</footer>"
    );
    insta::assert_snapshot!(kept(&page).1);
}

proptest! {
    #[test]
    fn a_page_with_text_is_never_empty(
        parts in prop::collection::vec(prop::sample::select(vec![
            "<div hidden>", "<nav>", "<main>", "<article>", "<aside>", "<div class=sidebar>", "<div id=comments>", "</div>",
            "</nav>", "</main>", "<h1>", "<h2>Related", "</h2>", "<ul><li><a href=x>", "<table><tr><td>", "</table>", "<p>",
            "<noscript>", "</noscript>", "<form>", "<dialog>", "<footer>", "<header>", "<a href=y>", "</a>", "<section>",
            "some words that say nothing at all but are quite a few, so that they are a sentence ",
        ]), 0..60),
    ) {
        let text = "This sentence makes of any page one that has something to read on it, two hundred characters and \
            more, wherever it may stand, because it is long enough for that, and for nothing else, as it seems to us, \
            the writers of it, who have counted them, one after the other, and then once more without the blanks.";
        let reading = read(&format!("{}{text}", parts.concat()), &ReadOptions::default());
        prop_assert!(!reading.markdown.is_empty());
        prop_assert!(reading.text.after <= reading.text.before);
    }
}
