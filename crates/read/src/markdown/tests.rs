//! Hand-written cases of the writer, one for each rule that the suites of others do not test.

use crate::{ReadOptions, Scope, read};

#[track_caller]
fn check(html: &str, markdown: &str) {
    let options = ReadOptions { scope: Scope::Whole, ..ReadOptions::default() };
    assert_eq!(read(html, &options).markdown, markdown, "{html}");
}

#[test]
fn blocks() {
    check("<h2>A</h2><p>b</p>c<hr>d", "## A\n\nb\n\nc\n\n---\n\nd");
    check("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c");
    check("<ol start=3><li><p>a<li><p>b</ol>", "3. a\n\n4. b");
    check("<blockquote><p>a<p>b</blockquote>", "> a\n>\n> b");
    check("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b");
    check("<pre><code class='language-rust'>fn a() {}\n\n  b</code></pre>", "```rust\nfn a() {}\n\n  b\n```");
    check("<ul><li><pre>```</pre></ul>", "- ````\n  ```\n  ````");
    check("<dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl>", "a\n:   b\n:   c\n\nd\n:   e");
}

#[test]
fn inlines() {
    check("a <b> b </b> c", "a **b** c");
    check("<b>a</b><b>b</b>", "**ab**");
    check("<em>a</em><strong>b</strong>", "*a***b**");
    check("<b>a:</b>b", "<strong>a:</strong>b");
    check("snake_case 2 * 3 *x* _y_", "snake_case 2 * 3 \\*x\\* \\_y\\_");
    check("<p># a<p>1. b<p>- c<p>&gt; d", "\\# a\n\n1\\. b\n\n\\- c\n\n\\> d");
    check("a<br>b", "a  \nb");
    check("<b><i>a<br></i></b>b, <a href=/x>c<br>\n</a> d", "**_a_**  \nb, [c](/x)  \nd");
    check("a<br><b>(b)</b><br>c<i>d</i><br><i>e</i>", "a  \n**(b)**  \nc*d*  \n*e*");
    check("<a href='/x y'>a</a>", "[a](/x%20y)");
    check("<a href='javascript:x()'>a</a>", "a");
    check("<code>a`b</code>", "``a`b``");
    check("<p>a <b>\u{feff}b", "a **b**");
    check("<b><i>a</i></b>, <i><b>a</b></i>", "**_a_**, ***a***");
    check("<ul><li><input type=checkbox checked> a<li>[x] b</ul>", "- [x] a\n- \\[x] b");
    check("<a href=/x><h2>a</h2>b</a>", "## [a](/x)\n\nb");
    check("<img src=data:x data-src=/a.png alt=a><img width=1 src=/b.png>", "![a](/a.png)");
}

#[test]
fn what_fields_and_drawings_show() {
    check("<p>a<select><option>b<option selected>c</select>d", "a c d");
    check("<select><option>b<option>c</select>", "b");
    check("<select multiple><option>b<option>c</select>", "b c");
    check("<p>a <textarea>b\nc</textarea><input value=d><input type=hidden value=e>", "a b c d");
    check("<input type=submit value=Send><input type=password value=x><input type=checkbox value=y>", "Send");
    check("<p>a<svg><title>b</title><text>c <tspan>d</tspan></text><text>e</text></svg>f", "a c d e f");
    check("<ul><li><svg><title>b</title></svg></ul>", "- b");
    check("<noscript><p>Switch scripts on.</noscript>", "Switch scripts on.");
    check("<p>a<noscript>Switch scripts on.</noscript>", "a");
    let html = "<h1>T</h1><p>a<select><option>b</select><svg><text>c</text></svg><textarea>d</textarea>";
    assert_eq!(read(html, &ReadOptions::default()).markdown, "# T\n\na");
}

#[test]
fn scripts() {
    check("10<sup>6</sup> m<sup>2</sup>, x<sub>1</sub><sup>2</sup>", "10⁶ m², x₁²");
    check("log<sub>2</sub>8, 1010<sub>2</sub>, H<sub>2</sub>O, Na<sup>+</sup>", "log₂8, 1010₂, H₂O, Na⁺");
    check("(a+b)<sup>n</sup>, <i>e</i><sup>−x</sup>, <code>2<sup>n</sup></code>", "(a+b)ⁿ, *e*⁻ˣ, `2ⁿ`");
    check("x<sub>max</sub>, y<sub>in</sub>, V<sub>CC</sub>", "xₘₐₓ, yᵢₙ, V_CC");
    check("x<sup>a<sup>b</sup></sup>, x<sup>1/2</sup>, a<sub>i,j</sub>", "x^(aᵇ), x^(1/2), a\\_(i,j)");
    // The same on the line: ordinals, marks, references, notes.
    check(
        "1<sup>st</sup> M<sup>me</sup> X<sup>TM</sup> Y<sup>®</sup> Z<sup>[1]</sup>",
        "1st Mme XTM Y® Z[1]",
    );
    check("a<sup><a href=#n1>1</a></sup><p><sup>1</sup> b", "a[1](#n1)\n\n1 b");
    check("a<sup>1</sup>", "a¹");
}

#[test]
fn tables() {
    check(
        "<table><tr><th>a<th>b|c<tr><td colspan=2>d<br>e</table>",
        "| a | b\\|c |\n| --- | --- |\n| d<br>e | |",
    );
    // A cell that spans counts as several columns, and an empty first row is left out.
    check(
        "<table><tr><td align=left><td><tr><th colspan=2 align=center>a<th align=right>b<tr><td>c<td>d<td>e</table>",
        "| a | | b |\n| :---: | :---: | ---: |\n| c | d | e |",
    );
    check("<table><tr><td><h2>a</h2><td>b</table>", "## a\n\nb");
    check(
        "<table><tr><th>a<th>b<tr><td>-c<td><pre>d -c | e\n  f `g`\n</pre></table>",
        "| a | b |\n| --- | --- |\n| -c | `d -c \\| e`<br>`` f `g` `` |",
    );
    check("<table><tr><td><pre>a</pre><td>b</table>", "```\na\n```\n\nb");
}

#[test]
fn signs_in_cells() {
    let row = |cell: &str| format!("<table><tr><th>Plan<th>Export<tr><td>Free<td>{cell}</table>");
    for (cell, expected) in [
        ("<svg role=img aria-label=Yes><path /></svg>", "Yes"),
        ("<svg><title>Not included</title></svg>", "Not included"),
        ("<i class=check title='Included | paid'></i>", "Included \\| paid"),
        ("<svg aria-label=Yes></svg> soon", "soon"),
        ("<a href=/e aria-label=Edit><svg></svg></a>", "[](/e)"),
        ("<i class=check></i>", ""),
    ] {
        let blank = if expected.is_empty() { "" } else { " " };
        check(&row(cell), &format!("| Plan | Export |\n| --- | --- |\n| Free | {expected}{blank}|"));
    }
}

#[test]
fn values_in_attributes_are_written() {
    for (html, expected) in [
        ("<svg role=img><title>Messages</title><text>10</text></svg>", ""),
        (
            "<figure><svg aria-label='Plan of the quay, with both cranes and the office'><text>1</text></svg></figure>",
            "Plan of the quay, with both cranes and the office",
        ),
        ("<a href=/e><svg role=img><title>Edit</title></svg></a>", ""),
        ("<svg><title>Edit</title></svg> soon", "soon"),
        (
            "<map><area href=/n alt='North quay'><area href=/s alt=South><area href=/x></map>",
            "[North quay](/n) [South](/s)",
        ),
        (
            "<label title=Crimson><input type=radio></label> <label title=Navy><input type=radio checked></label>",
            "( ) Crimson (x) Navy",
        ),
        ("<label title=Size><input type=radio>Small</label>", "( ) Small"),
        ("Modes: <select><option>read<option>write</select>", "Modes: read / write"),
        ("Sort by <select><option>read<option>write</select>", "Sort by"),
        ("Modes: <select name=m><option>read<option>write</select>", "Modes:"),
    ] {
        let text = "The quay has two cranes and an office.";
        let page = format!("<h1>T</h1><p>{text}</p><div>{html}</div>");
        let expected = format!("# T\n\n{text}\n\n{expected}");
        assert_eq!(read(&page, &ReadOptions::default()).markdown, expected.trim_end(), "{html}");
    }
}

#[test]
fn links_of_code_are_listed() {
    let options = ReadOptions { scope: Scope::Whole, links: crate::Links::Listed, ..ReadOptions::default() };
    assert_eq!(
        read("<pre>see <a href=/a>section\n1</a> <a name=b>x</a></pre><p><a href=/c>c</a>", &options)
            .markdown,
        "```\nsee section\n1 x\n```\n\nc\n\nLinks:\n\n- [section 1](/a)\n- [c](/c)"
    );
}

#[test]
fn links_of_text_in_its_own_lines_stand_below_it() {
    // Omits links whose text is their address, links within the page, and repeated addresses.
    check(
        "<pre>see <a href=/a>section\n1</a>, <a href='#b'>2</a>, <a href=/a>one</a>,\n  <a href=/c>C [1]</a>,
  <a href='https://d.example/'>d.example</a> <a href='mailto:e@d.example'>e@d.example</a></pre>f",
        "```\nsee section\n1, 2, one,\n  C [1],\n  d.example e@d.example\n```\n\nLinks: [section 1](/a), \
         [C \\[1\\]](/c)\n\nf",
    );
    check("<pre><div><code>a</code> <a href=/b>b</a></div></pre>", "```\na b\n```");
    check("<pre class=language-c>a <a href=/b>b</a></pre>", "```c\na b\n```");
    check("<ul><li><pre>a <a href=/b>b</a></pre><p>c</ul>", "- ```\n  a b\n  ```\n\n  Links: [b](/b)\n\n  c");
    // A block of only links is not code.
    check(
        "<pre>\n<a href=/a>A</a> | <a href=/b><b>B</b></a>\n\n<a href=/d>D</a>\n<a href=/c>C</a></pre>",
        "[A](/a) | [**B**](/b)\n\n[D](/d)  \n[C](/c)",
    );
}

#[test]
fn words_that_a_style_sheet_parts_do_not_run_together() {
    check("<p><span>2025</span><span>PG-13</span>", "2025 PG-13");
    check("<p><a href=/a>Try it</a><a href=/b><b>Book</b> a demo</a>", "[Try it](/a) [**Book** a demo](/b)");
    check("<p>Publisher:<span>Rockstar</span>", "Publisher: Rockstar");
    check("<p><b>Publisher:</b>Rockstar", "**Publisher:** Rockstar");
    // Possible parts of a word, of a number or of code stay.
    for (html, text) in [
        ("<p><span>T</span><span>h</span><span>e</span>", "The"),
        ("<p><span class=dollars>19</span><span class=cents>99</span>", "1999"),
        ("<p><span>5</span><span> items</span>", "5 items"),
        ("<p>un<span>likely</span>", "unlikely"),
        ("<p><b>Rock</b>star<i>s</i>", "**Rock**star*s*"),
        ("<p><span>中国</span><span>文学</span>", "中国文学"),
        ("<p><span>(a</span><span>)</span>", "(a)"),
        ("<p>at 12:<b>30</b>", "at 12:**30**"),
        ("<p><code><span>let</span><span>ter</span></code>", "`letter`"),
    ] {
        check(html, text);
    }
}
