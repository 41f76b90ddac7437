//! Trees of ordinary and of hostile pages.

use std::fmt::Write as _;

use super::*;
use crate::limits;

/// The tree as nested names, text in quotes.
fn shape(html: &str) -> String {
    fn show(dom: &Dom, id: Id, out: &mut String) {
        if dom.tag(id) == Tag::Text {
            write!(out, "{:?}", dom.text(id)).expect("a String takes everything");
            return;
        }
        out.push_str(dom.name(id));
        if dom.first_child(id).is_some() {
            out.push('(');
            for (at, child) in dom.children(id).enumerate() {
                if at > 0 {
                    out.push(' ');
                }
                show(dom, child, out);
            }
            out.push(')');
        }
    }
    let parsed = parse(html);
    let body = parsed.dom.find(Id::DOCUMENT, Tag::Body).expect("html5ever makes a body");
    let mut out = String::new();
    show(&parsed.dom, body, &mut out);
    out
}

#[track_caller]
fn check(html: &str, expected: &str) {
    assert_eq!(shape(html), expected, "{html}");
}

#[test]
fn trees() {
    check("<p>a &amp; b<p>c", r#"body(p("a & b") p("c"))"#);
    check("<table>x<tr><td>1<td>2", r#"body("x" table(tbody(tr(td("1") td("2")))))"#);
    check("<b>1<p>2</b>3</p>", r#"body(b("1") p(b("2") "3"))"#);
    // Code is not text; a page's own metadata is.
    check("1<script>2</script>3<style>4</style>5", r#"body("1" script "3" style "5")"#);
    check("1<script type=Application/LD+JSON>{}</script>2", r#"body("1" script("{}") "2")"#);
    check("<pre>a\r\nb\rc\r\r\n\n\r", r#"body(pre("a\nb\nc\n\n\n\n"))"#);
    check("<!-- > --><i>a</i>", r#"body(i("a"))"#);
    check("<template><p>no</p></template>yes", r#"body("yes")"#);
    check("<svg><title>t</title><text>x</text></svg>", r#"body(svg(title("t") text("x")))"#);
    check("<noscript><p>n</p></noscript>", r#"body(p("n"))"#);
    check("x<noscript><p>n</p></noscript>", r#"body("x" noscript(p("n")))"#);
    check("x<noscript><iframe src=a /></noscript><p>n</p>", r#"body("x" noscript(iframe) p("n"))"#);
    check("<p>a<i class=b />c<p>d", r#"body(p("a" i "c") p("d"))"#);
    check("<div>a<div/>b</div><a name=c />d<span/>e", r#"body(div("a" div "b") a "d" span "e")"#);
    check("<div/>a</div><a href=b />c</a>", r#"body(div("a") a("c"))"#);
    check("<a href=b><svg><a /></svg>c</a><a name=d />e", r#"body(a(svg(a) "c") a "e")"#);
    check("<iframe src=a /></iframe><iframe>b</iframe>c", r#"body(iframe iframe("b") "c")"#);
    check("a\0b", r#"body("ab")"#);
    // Blanks are dropped at the beginning of a line, and kept within one.
    check(
        "<ul>\n <li> <b>a</b> <i>b</i>\n<br>\n c</ul>\n",
        r#"body(ul(li(b("a") " " i("b") "\n" br "\n c")))"#,
    );
    check("<pre>\n\n <div> <br> </div> </pre> <p> d", r#"body(pre("\n " div(" " br " ") " ") p(" d"))"#);
    // A script that configures a renderer of formulas is kept whole.
    check("1<script>a\ninlineMath: [\n1]</script>", r#"body("1" script("a\ninlineMath: [\n1]"))"#);
    check("<p>unfinished <b", r#"body(p("unfinished "))"#);
}

#[test]
fn attributes_have_their_values() {
    let parsed = parse("<a href='x?a=1&amp;b=2' title=t data-x>y</a>");
    let a = parsed.dom.find(Id::DOCUMENT, Tag::A).expect("an <a>");
    assert_eq!(parsed.dom.attribute(a, "href"), Some("x?a=1&b=2"));
    assert_eq!(parsed.dom.attribute(a, "data-x"), Some(""));
    assert_eq!(parsed.dom.attribute(a, "class"), None);
    assert_eq!(parsed.dom.attributes(a).count(), 3);
}

#[test]
fn each_attribute_is_found_by_its_name() {
    let names: Vec<String> = (0..200).map(|at| format!("n{}{at}", "x".repeat(at % 19))).collect();
    let tags: Vec<String> = names.iter().map(|name| format!("<p {name}={name} CLASS=a>")).collect();
    let tags = tags.concat();
    let mut dom = parse(&format!("<body one=1>{tags}<body two=2 one=3>")).dom;
    let body = dom.find(Id::DOCUMENT, Tag::Body).expect("html5ever makes a body");
    assert_eq!(["one", "two", "three"].map(|name| dom.attribute(body, name)), [Some("1"), Some("2"), None]);
    let paragraphs: Vec<Id> = dom.children(body).collect();
    assert_eq!(paragraphs.len(), names.len());
    for (id, name) in paragraphs.into_iter().zip(&names) {
        for other in &names {
            assert_eq!(dom.attribute(id, other), (other == name).then_some(&**name), "{name} and {other}");
        }
        dom.set_attribute(id, "data-new", "b");
        dom.drop_attribute(id, "class");
        let found = [&**name, "data-new", "class"].map(|name| dom.attribute(id, name).map(str::to_owned));
        assert_eq!(found, [Some(name.clone()), Some("b".to_owned()), None]);
    }
}

#[test]
fn surplus_attributes_are_left_out_and_nothing_else() {
    let many = (0..3000).map(|at| format!(" a{at}=\"> {at}\"")).collect::<Vec<_>>().concat();
    let filler = "<i>.</i>".repeat(200);
    for html in [
        format!("<p>one</p><div id=d{many}>two</div><p>three</p>"),
        format!("{filler}<p>one</p><div id=d{many}>two</div><p>three</p>"),
        format!("<p>one</p><div id=d{}>two</div><p>three</p>", many.replace('"', "'")),
        format!("<p>one</p><div id=d{} x='>'>two</div><p>three</p>", " a".repeat(9000)),
        format!("<p>one</p><!--<a{many}-->two<p>three</p>"),
        format!("<p>one</p><!-- <a{}> -->two<p>three</p>", " a".repeat(9000)),
        format!("<script>var a = '<a{many}';</script><p>one</p>two<p>three</p>"),
        format!("<p>one</p><script></script{many}>two<p>three</p>"),
        format!("<p>one</p></><div{many}>two</div><p>three</p>"),
        // End tags that end nothing, because the script is in a comment in a script, and one after them that does.
        format!("<p>one</p><script><!--<script></script a='></script{many}></script>two<p>three</p>"),
        format!("<p>one</p><script></script a='x </script{many}'>two<p>three</p>"),
    ] {
        let parsed = parse(&html);
        let body = parsed.dom.find(Id::DOCUMENT, Tag::Body).expect("a body");
        let text = parsed.dom.text_content(body).replace(['.', ' '], "");
        assert_eq!(text, "onetwothree", "{}", &html[..120]);
        assert!(parsed.dom.attributes.len() <= limits::TAG_ATTRIBUTES + 1);
    }
}

/// The one text that ends without a token.
///
/// A tag in it is text, and the tag after it is a tag.
#[test]
fn a_section_of_text_in_a_drawing_hides_no_tag() {
    let many = (0..3000).map(|at| format!(" a{at}")).collect::<Vec<_>>().concat();
    let words = " <a b='".to_owned() + &" word".repeat(5000);
    let parsed = parse(&format!("<svg><![CDATA[one>{words}>two]]></svg><div{many}>three</div>"));
    let text = parsed.dom.text_content(Id::DOCUMENT);
    assert_eq!(text, format!("one>{words}>two three"));
    assert_eq!(parsed.dom.attributes.len(), limits::TAG_ATTRIBUTES);
}

#[test]
fn no_tree_is_deeper_than_the_limit_and_no_text_is_lost() {
    for (open, close) in [
        ("<div>", ""),
        ("<div>", "</div>"),
        ("<span>", ""),
        ("<blockquote>", ""),
        ("<ul><li>", ""),
        ("<table><tr><td>", ""),
        ("<b><p>", ""),
        ("<a><div>", ""),
        ("<font color=1>", ""),
        ("<svg><g>", ""),
        ("<x-y>", "</x-y>"),
        ("<em><div></em>", ""),
        ("<select><option>", ""),
    ] {
        let count = 3000;
        let html = format!("<p>start {}Q{} end", format!("{open}x").repeat(count), close.repeat(count));
        let parsed = parse(&html);
        let text = parsed.dom.text_content(Id::DOCUMENT);
        assert_eq!(text.matches('x').count(), count, "{open}");
        assert!(text.contains('Q') && text.contains("start") && text.contains("end"), "{open}");
        let deepest = parsed
            .dom
            .descendants(Id::DOCUMENT)
            .map(|id| std::iter::successors(Some(id), |&id| parsed.dom.parent(id)).count());
        assert!(deepest.max().unwrap_or(0) <= usize::from(limits::TREE_DEPTH) + 3, "{open}");
        assert!(
            parsed.dom.node_count() <= limits::NODES + html.len(),
            "{open}: {} nodes",
            parsed.dom.node_count()
        );
    }
}

/// Work is counted in nodes and attributes, because no test looks at a clock.
#[test]
fn ten_times_the_page_is_about_ten_times_the_tree() {
    let attributes = |count: usize| {
        let attributes: Vec<String> = (0..count).map(|at| format!(" a{at}=1")).collect();
        format!("<p{}>x</p>", attributes.concat()).repeat(3)
    };
    let fonts = |count: usize| {
        let fonts: Vec<String> =
            (0..count).map(|at| format!("<font size={at}><b class=v{at}><p>x")).collect();
        fonts.concat()
    };
    let kinds: [(&str, &dyn Fn(usize) -> String); 6] = [
        ("div", &|count| "<div>x".repeat(count) + &"</div>".repeat(count)),
        ("attributes", &attributes),
        ("lists", &|count| "<ul><li>x".repeat(count)),
        ("formatting that is never closed", &fonts),
        ("a table", &|count| format!("<table>{}</table>", "<tr><td>x<td>y".repeat(count))),
        ("text", &|count| "<p>Some words, <i>not many</i>.".repeat(count)),
    ];
    for (name, page) in kinds {
        let size = |count: usize| {
            let dom = parse(&page(count)).dom;
            dom.nodes.len() + dom.attributes.len()
        };
        let (small, large) = (size(1000), size(10_000));
        assert!(large <= 12 * small, "{name}: {small} became {large}");
    }
}

/// An element that is never closed is opened again, with a copy of its attributes, in each item.
#[test]
fn copies_of_attributes_are_bounded_and_no_text_is_lost() {
    let page = format!("<ul><li><a href={}>{}", "u".repeat(100_000), "<li>x".repeat(20_000));
    let dom = parse(&page).dom;
    let bytes = dom.shared_text().len();
    assert!(bytes <= limits::TEXT_BYTES + 3 * page.len(), "{bytes}");
    assert_eq!(dom.text_content(Id::DOCUMENT).matches('x').count(), 20_000);
}

#[test]
fn shadow_roots_are_what_an_element_shows() {
    let root = |contents: &str, light: &str| {
        format!("<div><x-a><template shadowrootmode=open>{contents}</template>{light}</x-a></div>")
    };
    check(&root("<p>in", ""), r#"body(div(x-a(p("in"))))"#);
    check(&root("<p><slot>own</slot>", "light"), r#"body(div(x-a(p(slot("light")))))"#);
    check(&root("<p><slot>own</slot>", ""), r#"body(div(x-a(p(slot("own")))))"#);
    check(
        &root("<slot name=b></slot><slot></slot>", "<i>1</i><b slot=b>2</b><u slot=no>3</u>"),
        r#"body(div(x-a(slot(b("2")) slot(i("1")))))"#,
    );
    // A root within a root, and a slot that hands on.
    check(
        &root("<x-b><template shadowrootmode=closed>(<slot></slot>)</template><slot></slot></x-b>", "light"),
        r#"body(div(x-a(x-b("(" slot(slot("light")) ")"))))"#,
    );
    check("<div><template>no</template>yes</div>", r#"body(div(template "yes"))"#);
    let deep = "<div><template shadowrootmode=open>x".repeat(5000);
    let parsed = parse(&deep);
    assert!(parsed.dom.text_content(Id::DOCUMENT).matches('x').count() > 100);
    let deepest = parsed
        .dom
        .descendants(Id::DOCUMENT)
        .map(|id| std::iter::successors(Some(id), |&id| parsed.dom.parent(id)).count());
    assert!(deepest.max().unwrap_or(0) <= usize::from(limits::TREE_DEPTH) + 3);
}

#[test]
fn ids_of_another_tree_do_no_harm() {
    let far = parse(&"<p>x".repeat(50)).dom.descendants(Id::DOCUMENT).last().unwrap();
    let mut dom = parse("<p title=a>One</p>").dom;
    let before = format!("{dom:?}");
    assert_eq!((dom.tag(far), dom.text(far), dom.parent(far)), (Tag::Text, "", None));
    assert_eq!((dom.attribute(far, "a"), dom.descendants(far).count()), (None, 1));
    let ids: Vec<Id> = dom.descendants(Id::DOCUMENT).collect();
    dom.detach(far);
    dom.drop_attribute(far, "a");
    dom.make_formula(far, "a");
    dom.set_attribute(far, "a", "b");
    assert_eq!(format!("{dom:?}"), before);
    dom.set_text(far, "b");
    dom.insert_text(far, "c");
    dom.insert_text(Id::DOCUMENT, "c");
    dom.insert_formula(far, "d");
    dom.count_letters();
    assert_eq!(dom.descendants(Id::DOCUMENT).collect::<Vec<_>>(), ids);
    assert_eq!(dom.text_content(Id::DOCUMENT), "One");
}

#[test]
fn texts_and_elements_stay_what_they_are() {
    let mut dom = parse("<p title=a>One</p>").dom;
    let paragraph = dom.find(Id::DOCUMENT, Tag::P).unwrap();
    let text = dom.first_child(paragraph).unwrap();
    dom.set_attribute(text, "a", "b");
    dom.make_formula(text, "a");
    dom.set_text(paragraph, "Two");
    assert_eq!((dom.text(text), dom.attribute(paragraph, "title")), ("One", Some("a")));
}
