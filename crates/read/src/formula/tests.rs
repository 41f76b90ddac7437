//! Formulas in the forms in which pages have them.

use crate::{ReadOptions, Scope, read};

#[track_caller]
fn check(html: &str, markdown: &str) {
    for scope in [Scope::Whole, Scope::Content] {
        let options = ReadOptions { scope, ..ReadOptions::default() };
        assert_eq!(read(html, &options).markdown, markdown, "{scope:?} {html}");
    }
}

#[test]
fn scripts_of_mathjax() {
    check("<p>So <script type='math/tex'>a/b</script> is.", "So $a/b$ is.");
    check("<p>So <script type='math/tex; mode=display'>a\n/b</script> is.", "So\n\n$$a /b$$\n\nis.");
    check(
        "<p>So <span class=MathJax_Preview>ab</span><span class=MathJax><nobr aria-hidden=true>ab</nobr><span \
         class=MJX_Assistive_MathML role=presentation><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math></span></span>\
         <script type='math/tex' id=MathJax-Element-1>a/b</script> is.",
        "So $a/b$ is.",
    );
    check(
        "<p>So <script type='math/mml'><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math></script>.",
        "So $\\frac{a}{b}$.",
    );
    check("<p>So <script type='text/javascript'>a/b</script> is.", "So is.");
}

#[test]
fn presentation_mathml() {
    for (mathml, tex) in [
        ("<mfrac><mi>a</mi><mi>b</mi></mfrac>", "\\frac{a}{b}"),
        ("<msqrt><mi>a</mi><mo>+</mo><mn>1</mn></msqrt>", "\\sqrt{a+1}"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "\\sqrt[{3}]{x}"),
        ("<msup><mi>x</mi><mn>2</mn></msup>", "x^2"),
        ("<msup><mi>x</mi><mn>10</mn></msup>", "x^{10}"),
        (
            "<msup><mrow><mo>(</mo><mi>a</mi><mo>+</mo><mi>b</mi><mo>)</mo></mrow><mn>2</mn></msup>",
            "{(a+b)}^2",
        ),
        ("<msub><mi>x</mi><mrow><mi>i</mi><mo>+</mo><mn>1</mn></mrow></msub>", "x_{i+1}"),
        ("<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>", "x_1^2"),
        (
            "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
            "\\sum_{i=1}^ni",
        ),
        (
            "<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mi>∞</mi></mrow></munder><mi>x</mi>",
            "\\lim_{x\\to \\infty}x",
        ),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", "\\overline{x}"),
        ("<mover><mi>x</mi><mo>→</mo></mover>", "\\vec{x}"),
        ("<mover><mo>=</mo><mtext>def</mtext></mover>", "\\overset{\\text{def}}{=}"),
        ("<munder><mi>x</mi><mi>y</mi></munder>", "\\underset{y}{x}"),
        ("<mfenced open='[' separators=';'><mi>a</mi><mi>b</mi></mfenced>", "[a;b)"),
        (
            "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd></mtr></mtable>",
            "\\begin{matrix} a & b \\\\ c \\end{matrix}",
        ),
        ("<mtext>if $5 {</mtext>", "\\text{if \\$5 \\{}"),
        ("<mtext>if <math><mfrac><mi>a</mi><mi>b</mi></mfrac></math></mtext>", "\\text{if }\\frac{a}{b}"),
        ("<mi>sin</mi><mo>⁡</mo><mi>α</mi>", "\\sin \\alpha"),
        ("<mi>α</mi><mi>x</mi><mo>≤</mo><mn>2</mn>", "\\alpha x\\le 2"),
        ("<mn>2</mn><mo>\u{2062}</mo><mn>3</mn>", "2\\cdot 3"),
        ("<mn>2</mn><mo>\u{2062}</mo><mi>x</mi>", "2x"),
        ("<mi mathvariant=double-struck>R</mi><mi>𝐀</mi><mi>ℤ</mi>", "\\mathbb{R}\\mathbf{A}\\mathbb{Z}"),
        ("<mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac>", "\\genfrac{}{}{0pt}{}{n}{k}"),
        (
            "<mmultiscripts><mi>X</mi><mi>a</mi><mi>b</mi><mprescripts/><mi>c</mi><none/></mmultiscripts>",
            "{}_cX_a^b",
        ),
        ("<mi>a</mi><mphantom><mi>z</mi></mphantom><mo>&lt;</mo><mi>b</mi>", "a< b"),
        (
            "<mstyle displaystyle=true><mrow><mfrac><mrow><mi>a</mi></mrow><mi>b</mi></mfrac></mrow></mstyle>",
            "\\frac{a}{b}",
        ),
        ("<menclose notation=box><mi>a</mi></menclose>", "\\boxed{a}"),
        ("<apply><divide/><ci>a</ci><apply><plus/><ci>b</ci><cn>1</cn></apply></apply>", "\\frac{a}{b+1}"),
        ("<apply><times/><apply><plus/><ci>a</ci><ci>b</ci></apply><ci>c</ci></apply>", "(a+b)\\cdot c"),
    ] {
        check(&format!("<p>So <math>{mathml}</math> is."), &format!("So ${tex}$ is."));
    }
    check("<math display=block><mfrac><mi>a</mi><mi>b</mi></mfrac></math>", "$$\\frac{a}{b}$$");
    let prefixed = "<m:math><m:mfrac><m:mi>a</m:mi><m:mi>b</m:mi></m:mfrac></m:math>";
    check(&format!("<p>So {prefixed} is."), "So $\\frac{a}{b}$ is.");
}

#[test]
fn sources_before_structure() {
    let fraction = "<mfrac><mi>a</mi><mi>b</mi></mfrac>";
    for html in [
        format!("<math><semantics>{fraction}<annotation encoding='application/x-tex'>a/b</annotation></semantics></math>"),
        format!("<math><semantics>{fraction}<annotation encoding=TeX>a/b</annotation></semantics></math>"),
        format!("<math alttext='{{\\displaystyle a/b}}'>{fraction}</math>"),
        format!("<math data-latex='a/b'>{fraction}</math>"),
        "<math alttext='a/b'></math>".to_owned(),
        "<img class=mwe-math-fallback-image-inline aria-hidden=true alt='{\\displaystyle a/b}' src=x.svg>".to_owned(),
        format!(
            "<span class=mwe-math-element><span class='mwe-math-mathml-inline mwe-math-mathml-a11y' style='display: \
             none;'><math alttext='{{\\displaystyle a/b}}'>{fraction}</math></span><img src=x.svg \
             class=mwe-math-fallback-image-inline aria-hidden=true alt='{{\\displaystyle a/b}}'></span>"
        ),
        "<img src='https://latex.codecogs.com/png.latex?a/b' alt='a/b'>".to_owned(),
        "<img src=/x.png class=latex alt='$a/b$'>".to_owned(),
        "<img src=/x.png class=tex alt='a/b'>".to_owned(),
        "<span class=katex data-math='a/b'></span>".to_owned(),
        "<span data-latex='a/b'><span>b</span><span>a</span></span>".to_owned(),
        "<span class=ql-formula data-value='a/b'></span>".to_owned(),
        "<span class='math inline'>\\(a/b\\)</span>".to_owned(),
        "<span class=math-container>$a/b$</span>".to_owned(),
        "<code class='math js-render-math' data-math-style=inline>a/b</code>".to_owned(),
        "<mjx-container jax=CHTML><mjx-math data-latex='a/b'><mjx-mfrac></mjx-mfrac></mjx-math></mjx-container>".to_owned(),
        format!("<mjx-container><mjx-math aria-hidden=true><mjx-c></mjx-c></mjx-math><mjx-assistive-mml><math>{fraction}\
            </math></mjx-assistive-mml></mjx-container>").replace("</math>", "<annotation encoding='application/x-tex'>a/b</annotation></math>"),
        format!(
            "<span class=katex><span class=katex-mathml><math><semantics>{fraction}<annotation \
             encoding='application/x-tex'>a/b</annotation></semantics></math></span><span class=katex-html \
             aria-hidden=true>ba</span></span>"
        ),
    ] {
        check(&format!("<p>So {html} is."), "So $a/b$ is.");
    }
    // Descriptions are not sources.
    check(&format!("<p>So <math alttext='a over b'>{fraction}</math> is."), "So $\\frac{a}{b}$ is.");
    // A long text is not a formula.
    let long = "Words of the page. ".repeat(10);
    check(&format!("<div data-math=x><p>{long}</div>"), long.trim());
    check("<div data-math=true><p>one</div>", "one");
}

#[test]
fn formulas_with_a_line_of_their_own() {
    for html in [
        "<span class=katex-display><span class=katex><span class=katex-mathml><math display=block><semantics><mi>a</mi>\
         <annotation encoding='application/x-tex'>a/b</annotation></semantics></math></span><span class=katex-html \
         aria-hidden=true>ba</span></span></span>",
        "<mjx-container display=true><mjx-math data-latex='a/b'></mjx-math></mjx-container>",
        "<span class='math notranslate'>\\[a/b\\]</span>",
        "<math-renderer class=js-display-math>$$a/b$$</math-renderer>",
    ] {
        check(&format!("<p>So {html} is."), "So\n\n$$a/b$$\n\nis.");
    }
    check(
        "<table><tr><th>a<th>b<tr><td><math display=block alttext='|a|\\|b\\|'></math><td>c</table>",
        "| a | b |\n| --- | --- |\n| $\\vert a\\vert \\Vert b\\Vert $ | c |",
    );
}

/// Made by KaTeX 0.16 and MathJax 3 of `\frac{a}{b}+x_1^2` without MathML.
#[test]
fn boxes_without_a_source() {
    let katex = "<span class=katex><span class=katex-html aria-hidden=true><span class=base><span class=strut></span><span \
        class=mord><span class='mopen nulldelimiter'></span><span class=mfrac><span class='vlist-t vlist-t2'><span \
        class=vlist-r><span class=vlist><span style='top:-2.655em;'><span class=pstrut></span><span class='mord \
        mtight'>b</span></span><span style='top:-3.23em;'><span class=pstrut></span><span class=frac-line></span></span>\
        <span style='top:-3.394em;'><span class=pstrut></span><span class='mord mtight'>a</span></span></span><span \
        class=vlist-s>\u{200b}</span></span><span class=vlist-r><span class=vlist><span></span></span></span></span></span>\
        <span class='mclose nulldelimiter'></span></span><span class=mspace></span><span class=mbin>+</span></span><span \
        class=base><span class=mord><span class='mord mathnormal'>x</span><span class=msupsub><span class='vlist-t \
        vlist-t2'><span class=vlist-r><span class=vlist><span style='top:-2.4519em;'><span class=pstrut></span><span \
        class=mord>1</span></span><span style='top:-3.063em;'><span class=pstrut></span><span class=mord>2</span></span>\
        </span><span class=vlist-s>\u{200b}</span></span></span></span></span></span></span></span>";
    check(&format!("<p>So {katex} is."), "So $\\frac{a}{b}+x_{1}^{2}$ is.");
    let mathjax = "<mjx-container class=MathJax jax=CHTML><mjx-math class=MJX-TEX aria-hidden=true><mjx-mfrac><mjx-frac>\
        <mjx-num><mjx-nstrut></mjx-nstrut><mjx-mi class=mjx-i><mjx-c class='mjx-c1D44E TEX-I'></mjx-c></mjx-mi></mjx-num>\
        <mjx-dbox><mjx-dtable><mjx-line></mjx-line><mjx-row><mjx-den><mjx-dstrut></mjx-dstrut><mjx-mi><mjx-c \
        class='mjx-c1D44F TEX-I'></mjx-c></mjx-mi></mjx-den></mjx-row></mjx-dtable></mjx-dbox></mjx-frac></mjx-mfrac>\
        <mjx-mo><mjx-c class=mjx-c2B></mjx-c></mjx-mo><mjx-msubsup><mjx-mi><mjx-c class=mjx-c1D465></mjx-c></mjx-mi>\
        <mjx-script><mjx-mn><mjx-c class=mjx-c32></mjx-c></mjx-mn><mjx-spacer></mjx-spacer><mjx-mn><mjx-c \
        class=mjx-c31></mjx-c></mjx-mn></mjx-script></mjx-msubsup></mjx-math></mjx-container>";
    check(&format!("<p>So {mathjax} is."), "So $\\frac{a}{b}+x_1^2$ is.");
}

/// A root with an index, a font and a name, each as KaTeX draws it without MathML.
#[test]
fn boxes_are_known_or_named() {
    let html = |inner: &str| {
        format!("<p>So <span class=katex><span class=katex-html aria-hidden=true>{inner}</span></span> is.")
    };
    check(&html("<span class='mord mathbb'>R</span>"), "So $\\mathbb{R}$ is.");
    check(
        &html(
            "<span class=mop>s<span style='margin-right:0.01em;'>in</span></span><span class=mord>x</span>",
        ),
        "So $\\sin x$ is.",
    );
    check(&html("<span class='mord text'><span class=mord>if x</span></span>"), "So $\\text{if x}$ is.");
    let root = "<span class='mord sqrt'><span class=root><span class=vlist-t><span class=vlist-r><span class=vlist><span>3</span></span></span></span></span><span class=vlist-t><span class=vlist><span>x</span></span></span></span>";
    check(&html(root), "So $\\text{[formula]}$ is.");
    check(
        &html(root).replace("katex-html ", "katex-html aria-label='cube root of x' "),
        "So $\\text{cube root of x}$ is.",
    );
}

#[test]
fn text_that_a_program_typesets() {
    let script = "<script src='/mathjax@3/tex-mml-chtml.js'></script>";
    check(
        &format!("{script}<p>So \\(a_1 * b\\) and \\[c\\] cost $5. <code>\\(x\\)</code> \\(y"),
        "So $a_1 * b$ and\n\n$$c$$\n\ncost \\$5. `\\(x\\)` \\\\(y",
    );
    check("<p>So \\(a\\) costs $5", "So \\\\(a\\\\) costs $5");
}

#[test]
fn hostile_formulas_are_bounded() {
    for (open, close) in [
        ("<mfrac><mi>a</mi>", "</mfrac>"),
        ("<mrow>", "</mrow>"),
        ("<msup><mi>a</mi>", "</msup>"),
        ("<mover>", "</mover>"),
        ("<mtable><mtr><mtd>", ""),
        ("<mtext><span>", ""),
        ("<mfenced>", "</mfenced>"),
        ("<apply><divide/>", "</apply>"),
    ] {
        let html = format!("<p>start <math>{}<mi>x</mi>{}</math> end", open.repeat(5000), close.repeat(5000));
        let reading = read(&html, &ReadOptions::default());
        assert!(reading.markdown.len() < 40 * html.len(), "{open}: {}", reading.markdown.len());
        assert!(reading.markdown.starts_with("start"), "{open}");
    }
    for open in [
        "<span class=katex>",
        "<span class=MathJax data-mathml='<math><mi>a'>",
        "<mjx-container>",
        "<span class=math>",
    ] {
        let html = format!("<p>start {} {} end", open.repeat(20_000), "Words of the page. ".repeat(20));
        let markdown = read(&html, &ReadOptions::default()).markdown;
        assert!(markdown.contains("Words") && markdown.contains("end"), "{open}");
    }
    let script = "<script src=mathjax.js></script>";
    for unit in ["\\(", "\\(x", "$$", "\\[\\(", "$$x$$"] {
        let reading = read(&format!("{script}<p>start {}", unit.repeat(100_000)), &ReadOptions::default());
        assert!(reading.markdown.starts_with("start"));
    }
}

#[test]
fn nothing_in_a_formula_acts_as_markdown_or_html() {
    for source in
        ["<img src=x onerror=alert(1)>", "[a](javascript:x)", "![a](b)", "`a`", "$ <b>a</b> $", "&lt;img>"]
    {
        let source = source.replace('<', "&lt;").replace("&lt;img", "&amp;lt;img");
        let markdown =
            read(&format!("<p>So <math alttext=\"\\a {source}\"></math>"), &ReadOptions::default()).markdown;
        for act in ["<img", "<b", "](", "`", "&lt;"] {
            assert!(!markdown.contains(act), "{markdown}");
        }
    }
}

#[test]
fn environments_need_no_program() {
    check(
        "<p>So \\begin{equation} a_1 * b_2 \\end{equation} is.",
        "So\n\n$$\\begin{equation} a_1 * b_2 \\end{equation}$$\n\nis.",
    );
    let lines = "<p>So \\begin{align}<br>\na &amp;= b_1 \\\\<br>\n c<br>\\end{align} is<br>so.";
    check(lines, "So\n\n$$\\begin{align} a &= b_1 \\\\  c \\end{align}$$\n\nis  \nso.");
    check("<p>A \\begin{cases} a_1 * b \\end{cases}", "A\n\n$$\\begin{cases} a_1 * b \\end{cases}$$");
    // Other environments, and those without an end, are text.
    check("<p>A \\begin{proof} a<br>b \\end{proof}", "A \\begin{proof} a  \nb \\end{proof}");
    check("<p>A \\begin{align}<br>a<b>b</b> \\end{align}", "A \\begin{align}  \na**b** \\end{align}");
    check("<p>A \\(a\\) costs $$5", "A \\\\(a\\\\) costs $$5");
}
