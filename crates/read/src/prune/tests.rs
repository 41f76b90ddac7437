//! The pruner on pages of our own: each of its rules, and what none of them may do.

use proptest::prelude::*;

use super::{names, phrases};
use crate::{Favor, Images, ReadOptions, Stage, read};

/// Enough prose that the rest is a small part of the page.
const ARTICLE: &str = "<p>The lighthouse keeper climbed the stairs every evening, lit the lamp, and wrote down what the \
    wind had done to the sea since the morning.</p><p>In the autumn of that year the ships came closer than they used \
    to, and he began to count them, first aloud, then in a book with a blue cover.</p><p>Nobody had asked him to. When \
    the inspector found the book, he read it in one night, and on the next day he asked for the other volumes.</p>";

/// Returns the stage and the Markdown of a page.
#[track_caller]
fn kept(html: &str) -> (Stage, String) {
    let reading = read(html, &ReadOptions::default());
    (reading.stage, reading.markdown)
}

/// The article is kept, and `extra` is not.
#[track_caller]
fn drops(extra: &str) {
    let (stage, markdown) = kept(&format!("<main><h1>The keeper</h1>{ARTICLE}{extra}</main>"));
    assert_eq!(stage, Stage::Content, "{extra}");
    assert!(
        markdown.starts_with("# The keeper\n\nThe lighthouse") && markdown.contains("blue cover"),
        "{markdown}"
    );
    assert!(!markdown.contains("MARK"), "{markdown}");
}

/// Both are kept.
#[track_caller]
fn keeps(extra: &str) {
    let (_, markdown) = kept(&format!("<main><h1>The keeper</h1>{ARTICLE}{extra}</main>"));
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

/// Each word that means something in a class, on the three parts of an article.
#[test]
fn words_of_names_remove_no_part() {
    let parts: Vec<&str> = ARTICLE.split_inclusive("</p>").collect();
    let mut wrong = Vec::new();
    for word in names::all_words() {
        let more = |year: usize| {
            format!(
                "<p>MARK {year}: the winter of 190{year} was so long that the ice lay before the rock until May.</p>"
            )
        };
        let part = |(at, part): (usize, &&str)| format!("<div class='{word}-grid'>{part}{}</div>", more(at));
        let article: String = parts.iter().enumerate().map(part).collect();
        for page in [
            format!("<main><h1>The keeper</h1>{article}</main><footer><p>Imprint</footer>"),
            format!("<h1>The keeper</h1><div class='{word}-grid__container'>{article}</div>"),
            format!("<nav><a href=/>Home</a></nav><div><h1>The keeper</h1>{article}</div>"),
        ] {
            let (_, markdown) = kept(&page);
            if markdown.matches("MARK").count() < 3 || !markdown.contains("other volumes") {
                wrong.push(page.chars().take(120).collect::<String>());
            }
        }
    }
    assert!(wrong.is_empty(), "{} pages: {wrong:#?}", wrong.len());
}

/// Each word that means something in a class or an id, on sections of a manual that are named so.
#[test]
fn words_of_names_remove_no_section_of_a_manual() {
    let prose = "The entry is made when the program begins, and it is read again by each of its parts.";
    let mut wrong = Vec::new();
    for word in names::all_words() {
        let sections = [
            format!("<section id='{word}'><h2 id='{word}'>MARK one</h2><p>MARK two. {prose}</p></section>"),
            format!("<h2 class='{word}'>MARK one</h2><p>MARK two. {prose}</p>"),
            format!(
                "<dl><dt id='{word}'>MARK one</dt><dd id='{word}-text' class='{word}'>MARK two. {prose}</dd></dl>"
            ),
            format!("<table><tr><th>a<th>b<tr id='{word}' class='{word}'><td>MARK one<td>MARK two</table>"),
            format!("<div class='{word}'><pre>MARK one</pre></div><p>MARK two. {prose}</p>"),
            format!("<div id='{word}' class='{word}'><h3>MARK one</h3><pre>MARK two</pre></div>"),
            format!("<pre class='{word}'>MARK one</pre><p id='{word}'>MARK two. {prose}</p>"),
            format!(
                "<div class='section' id='{word}'><h2>MARK one<a href='#{word}'>#</a></h2><p>MARK two. {prose}</p></div>"
            ),
        ];
        for section in sections {
            let (_, markdown) = kept(&format!(
                "<nav><a href=/>Home</a></nav><main><h1>Manual</h1>{ARTICLE}{section}<h2>After</h2>{ARTICLE}</main>"
            ));
            if !markdown.contains("MARK one") || !markdown.contains("MARK two") {
                wrong.push(section);
            }
        }
    }
    assert!(wrong.is_empty(), "{} sections: {wrong:#?}", wrong.len());
}

/// Phrases that headings of lists of other pages begin with, as headings in a manual.
#[test]
fn words_of_headings_remove_no_section_with_prose() {
    let prose = "The entry is made when the program begins, and it is read again by each of its parts. It stays until \
        the last of them has ended, and is then written to the folder that was named in the call, under its number.";
    let mut wrong = Vec::new();
    for phrase in phrases::all_headings() {
        let section = format!("<section><h2>{phrase} MARK one</h2><p>MARK two. {prose}</p></section>");
        let (_, markdown) =
            kept(&format!("<main><h1>Manual</h1>{ARTICLE}{section}<h2>After</h2>{ARTICLE}</main>"));
        if !markdown.contains("MARK one") || !markdown.contains("MARK two") {
            wrong.push(phrase);
        }
    }
    assert!(wrong.is_empty(), "{} phrases: {wrong:?}", wrong.len());
}

#[test]
fn favor_moves_the_number_of_signs() {
    let kept = |extra: &str, favor: Favor| {
        let options = ReadOptions { favor, ..ReadOptions::default() };
        read(&format!("<main><h1>The keeper</h1>{ARTICLE}{extra}</main>"), &options).markdown.contains("MARK")
    };
    let sentence =
        "MARK: this is a sentence, and it is long enough to be taken for one that has been written.";
    // One sign: a name, or a role.
    let long = sentence.repeat(3);
    for one in [format!("<div class=promo><p>{long}</p></div>"), format!("<aside><p>{long}</p></aside>")] {
        let found = [Favor::Precision, Favor::Balance, Favor::Recall].map(|favor| kept(&one, favor));
        assert_eq!(found, [false, true, true], "{one}");
    }
    // Two: a name, and links or no length.
    for two in [
        "<div class=share>MARK</div>".to_owned(),
        "<div class=promo><h3>More</h3><p><a href=/a>MARK one</a> <a href=/b>two and three</a></p></div>"
            .to_owned(),
    ] {
        let found = [Favor::Precision, Favor::Balance, Favor::Recall].map(|favor| kept(&two, favor));
        assert_eq!(found, [false, false, true], "{two}");
    }
    // No preference removes a structured part for its name alone.
    let section = format!("<section id=login><h2>MARK</h2><p>{sentence}</p></section>");
    assert!([Favor::Precision, Favor::Balance, Favor::Recall].into_iter().all(|favor| kept(&section, favor)));
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
    drops(
        "<div><ul><li><a href=1>MARK one</a><li><a href=2>MARK two</a><li><a href=3>MARK three</a></ul></div>",
    );
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

/// The article in an element of its own, with `before` and `after` around it.
#[track_caller]
fn around(before: &str, after: &str) -> String {
    let page = format!("<main><h1>The keeper</h1>{before}<div class=text>{ARTICLE}</div>{after}</main>");
    let (stage, markdown) = kept(&page);
    assert_eq!(stage, Stage::Content);
    assert!(markdown.starts_with("# The keeper") && markdown.contains("blue cover"), "{markdown}");
    markdown
}

#[test]
fn what_follows_an_article_is_no_part_of_it() {
    let teaser = "<div class=next><h2><a href=/storm>The storm</a></h2><p>MARK: the storm that took the lamp, and what the village \
        did in the dark.</p></div>";
    assert!(!around("", teaser).contains("MARK"));
    let letter = "MARK: write to our editors if you know more about the keeper, please.";
    assert!(!around("", &format!("<div>{letter}</div>")).contains("MARK"));
    // A paragraph may be the last of it.
    assert!(around("", &format!("<p>{letter}</p>")).contains("MARK"));
    // Another part of it, its notes and its code are.
    let second = format!("<div class=text><p>MARK</p>{ARTICLE}</div>")
        .replace("lighthouse", "village")
        .replace("read it", "saw it");
    assert!(around("", &second).contains("village"));
    assert!(around("", "<section class=footnotes><p>MARK: a note.</p></section>").contains("MARK"));
    assert!(around("", "<pre>MARK</pre>").contains("MARK"));
}

#[test]
fn what_precedes_an_article_stays_but_for_links() {
    assert!(around("<p>MARK, a summary.</p>", "").contains("MARK"));
    assert!(!around("<div><a href=/sea>MARK</a> / <a href=/coast>Coast</a></div>", "").contains("MARK"));
}

#[test]
fn a_block_of_one_link_leads_elsewhere_in_an_article() {
    drops("<div><a href=/storm>MARK: the storm</a></div>");
    drops("<p>&raquo; <a href=/storm>MARK: the storm of that year</a></p>");
    keeps("<p><a href=/storm>MARK: the storm of that year</a></p>");
    keeps("<ul><li>One<li><a href=/storm>MARK: the storm</a></ul>");
    keeps("<div><h2><a href=/storm>MARK: the storm</a></h2><p>And after it.</p></div>");
    keeps("<div><a href=/big.png><img src=small.png alt=MARK></a></div>");
    let (_, markdown) = kept("<main><h1>Lamps</h1><p>Few words.</p><div><a href=/oil>MARK</a></div></main>");
    assert!(markdown.contains("MARK"), "{markdown}");
}

#[test]
fn words_that_lead_elsewhere_are_known_in_many_languages() {
    for heading in [
        "Das könnte Sie auch interessieren",
        "Articles similaires",
        "Le puede interesar",
        "Leia também",
        "Potrebbe interessarti",
        "Lees ook",
        "Читайте также",
        "関連記事",
        "相关阅读",
        "관련 기사",
        "Czytaj też",
        "İlgili Haberler",
    ] {
        drops(&format!("<div><h3>{heading}</h3><p>MARK</p></div>"));
    }
    drops("<p><b>Lesen Sie auch:</b> <a href=/storm>MARK: der Sturm des Jahres</a></p>");
    drops("<p>See also: <a href=/storm>MARK, the storm of that year</a></p>");
    keeps("<p>They say: <a href=/storm>MARK, the storm</a> of that year.</p>");
    keeps("<h3>Themen</h3><p>MARK</p>");
}

#[test]
fn buttons_and_lives_are_no_part_of_an_article() {
    drops("<div class=wp-block-button>MARK: buy the book</div><p class=cta-text>MARK: only today</p>");
    let long = format!("{ARTICLE}{}{}", ARTICLE.replace("the", "their"), ARTICLE.replace("the", "no"));
    let life = "<div class=author-card>MARK has written about lamps and the sea for thirty years, mostly at night.</div>";
    assert!(!kept(&format!("<main>{long}{life}</main>")).1.contains("MARK"));
    keeps("<p class=author>By MARK</p>");
}

#[test]
fn a_caption_describes_its_picture() {
    let figure = |alt: &str, caption: &str| {
        let extra = format!("<figure><img src=/lamp.png{alt}>{caption}</figure>");
        let (_, markdown) = kept(&format!("<main><h1>The keeper</h1>{ARTICLE}{extra}</main>"));
        markdown.rsplit("\n\n").next().unwrap_or_default().to_owned()
    };
    assert_eq!(figure("", "<figcaption>The lamp\n of 1880</figcaption>"), "![The lamp of 1880](/lamp.png)");
    assert_eq!(
        figure(" alt='the lamp'", "<figcaption>The lamp of 1880</figcaption>"),
        "![The lamp of 1880](/lamp.png)"
    );
    assert_eq!(
        figure(" alt='A stair'", "<p class=wp-caption-text>The lamp</p><span class=credit>A. Writer</span>"),
        "![A stair. The lamp. A. Writer](/lamp.png)"
    );
    keeps("<p class=caption>MARK: there is no picture here.</p>");
    keeps("<figure><img src=a.png><figcaption><h2>MARK</h2></figcaption></figure>");
}

#[test]
fn a_picture_is_shown_once() {
    let picture = "<p>A <img src=/lamp.png alt='The lamp in the summer of 1880'> b</p>";
    let sign = "<p>c <img src=/yes.png alt=yes></p>";
    let (_, markdown) = kept(&format!("<main>{ARTICLE}{picture}{sign}{picture}{sign}</main>"));
    assert_eq!(
        (markdown.matches("/lamp.png").count(), markdown.matches("/yes.png").count()),
        (1, 2),
        "{markdown}"
    );
}

#[test]
fn a_link_is_not_said_twice_in_a_row() {
    let card = "<li><a href=/storm><img src=/s.png></a> <a href=/storm>The storm</a>, of 1880, \
        about which much has been said in the villages. <a href=/storm>Read on</a> or <a href=/sea>elsewhere</a>.";
    let (_, markdown) = kept(&format!("<main>{ARTICLE}<ul>{card}</ul></main>"));
    let last = markdown.lines().last().unwrap_or_default();
    assert_eq!(
        last,
        "- ![](/s.png) [The storm](/storm), of 1880, about which much has been said in the villages. Read on or [elsewhere](/sea)."
    );
}

#[test]
fn a_teaser_has_one_link() {
    let teaser = "<div><h2><a href=/storm>The storm</a></h2><p>About which much has been said in the villages, \
        by <a href=/ann>Ann</a> in <a href=/sea>Sea</a> <a href=/storm>Read on</a></p></div>";
    let (_, markdown) = kept(&format!("<main>{ARTICLE}{teaser}</main>"));
    assert!(
        markdown.ends_with("by [Ann](/ann) in [Sea](/sea) Read on")
            && markdown.contains("[The storm](/storm)"),
        "{markdown}"
    );
}

/// Returns whether the picture of the lamp is shown, by default and where all are wanted.
fn pictures(extra: &str) -> (bool, bool) {
    let page = format!("<main><h1>The keeper</h1>{ARTICLE}{extra}</main>");
    let all = ReadOptions { images: Images::All, ..ReadOptions::default() };
    (kept(&page).1.contains("lamp.png"), read(&page, &all).markdown.contains("lamp.png"))
}

#[test]
fn a_picture_that_says_nothing_is_left_out_unless_all_are_wanted() {
    for silent in [
        // Decoration, by the page's own word.
        "<p>a<img src=lamp.png alt=''></p>",
        "<p>a<img src=lamp.png alt=' '></p>",
        "<p>a<img src=lamp.png alt=Lamp role=presentation></p>",
        // The text next to it repeats the description.
        "<p>a<img src=lamp.png alt='The Lamp, of 1880'></p><h2>The lamp of 1880</h2>",
        "<h2>The lamp of 1880</h2><p>a<img src=lamp.png alt='The lamp of 1880'></p>",
        // So does the picture before it.
        "<div><img src=a.png alt=thumbnail> <img src=lamp.png alt=thumbnail></div>",
        // Another link has the same address and a text.
        "<p><a href=/lamp><img src=lamp.png alt=Lamp></a> is a <a href=/a>light</a>, a <a href=/lamp>lamp</a>.</p>",
    ] {
        assert_eq!(pictures(silent), (false, true), "{silent}");
    }
    for telling in [
        // It has no description.
        "<p>a<img src=lamp.png></p>",
        "<p>a<img src=lamp.png alt='A lamp'></p>",
        "<p>Lamps<img src=lamp.png alt=Lamp>lampshades</p>",
        "<p>yes <img src=a.png alt=no> and <img src=lamp.png alt=no></p>",
        // All that a link shows.
        "<p>Lamp: <a href=/lamp><img src=lamp.png alt=Lamp></a></p>",
        "<p>b <a href=/lamp><img src=lamp.png alt=''></a></p>",
    ] {
        assert_eq!(pictures(telling), (true, true), "{telling}");
    }
}

#[test]
fn what_an_article_is_about_stands_before_it() {
    let lead = |extra: &str| {
        let more =
            "<p>He found in them every ship that had been lost, and the hour at which it was seen last.</p>";
        let text = format!("<div class=text>{ARTICLE}{more}</div>");
        let (_, markdown) = kept(&format!("<div><h1>The keeper</h1>{extra}</div>{text}"));
        assert!(markdown.starts_with("# The keeper\n\n"), "{markdown}");
        assert_eq!(markdown.matches("blue cover").count(), 1, "{markdown}");
        markdown.contains("MARK")
    };
    for said in [
        "<p>MARK: a man on a rock, who counted ships until the day they came to him.</p>",
        "<div><div><h2>MARK is about a man on a rock, and \u{201c}about the ships he counted.\u{201d}</h2></div></div>",
        "<ul><li>MARK counted ships for as long as he lived on the rock.<li>Nobody had asked him to, and few of them ever came to the rock.</ul>",
    ] {
        assert!(lead(said), "{said}");
    }
    for extra in [
        "<p>MARK</p>",
        "<p>By MARK Miller, the correspondent of the paper for lamps and seas</p>",
        "<p>Published by MARK on <time>19 November 2019 at ten o'clock in the morning</time>.</p>",
        "<figure><img src=a.png><figcaption>MARK in the days when he counted ships on the rock.</figcaption></figure>",
        "<p class=caption>MARK in the days when he counted ships on the rock, as he did.</p>",
        "<p><a href=/all>MARK, and all that was ever said here about lamps and seas.</a></p>",
    ] {
        assert!(!lead(extra), "{extra}");
    }
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
    assert_eq!(kept("<nav><ul><li><a href=/>Home</a></ul></nav>").0, Stage::Visible);
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
