//! Source made to break a parser gives a result on a small stack, in bounded time.

use std::thread;

use proptest::prelude::*;
use webagents_script::{SourceLanguage, SourceOptions, Tools, deduce, preflight};

/// Runs every entry point on `source`. A stack overflow would end the process, and this test with it.
fn look(source: &str) {
    let found = preflight(source, &Tools::default());
    assert!(found.code.len() == source.len() || found.language.is_some());
    for finding in &found.findings {
        assert!(source.get(finding.span.clone()).is_some(), "{finding:?}");
    }
    for language in [SourceLanguage::JavaScript, SourceLanguage::TypeScript, SourceLanguage::TypeScriptJsx] {
        for finding in deduce(source, &SourceOptions::new(language)).findings {
            assert!(source.get(finding.span.clone()).is_some(), "{finding:?}");
        }
    }
}

/// Nested constructs: a beginning, a repeated piece, the middle, and the piece that closes it.
const NESTS: [(&str, &str, &str, &str); 62] = [
    ("", "[", "", ""),
    ("", "[", "a", "]"),
    ("", "(", "a", ")"),
    ("", "{", "", "}"),
    ("x=", "{a:", "b", "}"),
    ("", "a?b:", "c", ""),
    ("", "a?", "b", ":c"),
    ("", "`${", "a", "}`"),
    ("", "!", "a", ""),
    ("", "- ", "a", ""),
    ("", "typeof ", "a", ""),
    ("", "await ", "a", ""),
    ("", "a=>", "b", ""),
    ("", "(a)=>", "b", ""),
    ("", "(a=>", "b", ")"),
    ("", "()=>{", "a", "}"),
    ("", "<", "a", ""),
    ("", "f<", "a", ">"),
    ("", "<T>", "a", ""),
    ("", "<T,>(", "a", ")"),
    ("", "new ", "a", ""),
    ("", "if(a);else ", ";", ""),
    ("", "if(a){}else ", ";", ""),
    ("", "if(a)b,c;else ", ";", ""),
    ("", "if(a)", ";", ""),
    ("", "do ", ";", " while(a)"),
    ("", "for(;;)", ";", ""),
    ("", "a+", "b", ""),
    ("", "a.b.", "c", ""),
    ("a", "?.b", "", ""),
    ("a", "()", "", ""),
    ("", "a**", "b", ""),
    ("", "a=", "b", ""),
    ("", "a:", ";", ""),
    ("", "(a=", "b", ")"),
    ("", "({a=", "b", "})"),
    ("", "async(a=", "b", ")"),
    ("", "a?(b):c=>", "d", ""),
    ("", "a?(b=", "c", "):d=>e"),
    ("", "a(", "b", ")"),
    ("x=", "class{a=", "b", "}"),
    ("x=", "class{static{", "", "}}"),
    ("x=", "class extends ", "a", "{}"),
    ("", "function a(){", "", "}"),
    ("", "try{", "", "}finally{}"),
    ("", "switch(a){case 0:", "", "}"),
    ("", "namespace a{", "", "}"),
    ("let x:", "{a:", "b", "}"),
    ("let x:", "()=>", "a", ""),
    ("let x:", "keyof ", "a", ""),
    ("let x:a", "[]", "", ""),
    ("type x=", "a extends b?c:", "d", ""),
    ("", "a as ", "b", ""),
    ("a", "!", "", ""),
    ("a", " satisfies b", "", ""),
    // Measured: each of these keeps the parser busy for minutes at thirty repetitions.
    ("", "a<b<(c=", "d", ")>(e)"),
    ("", "a<b<c<d<(e=", "f", ")>(g)"),
    ("", "new a<b<(c=", "d", ")>(e)"),
    ("x=", "a<{[new async(c=", "d", ")]}>"),
    ("", "a<(c=(c=(c=b<", "d", ")))"),
    ("", "<{[", "a", "]}>(b)"),
    ("", "{[<", "a", ">]}"),
];

#[test]
fn nests_of_every_depth() {
    for (before, open, middle, close) in NESTS {
        for times in [1, 6, 30, 90, 400, 3_000, 20_000] {
            look(&format!("{before}{}{middle}{}", open.repeat(times), close.repeat(times)));
        }
    }
}

/// Shallow code is parsed on the caller's stack.
///
/// Of the half MiB that it may take there, this test leaves a quarter.
#[test]
fn what_is_shallow_needs_little_of_the_callers_stack() {
    let work = || {
        for (before, open, middle, close) in NESTS {
            for times in (1..=64).step_by(3) {
                look(&format!("{before}{}{middle}{}", open.repeat(times), close.repeat(times)));
            }
        }
    };
    let thread = thread::Builder::new().stack_size(384 * 1024).spawn(work);
    thread.expect("a thread").join().expect("it does not panic");
}

#[test]
fn a_text_that_is_full_of_what_is_dear() {
    // Each piece is just within the limits, and the text is full of them.
    let check = |times: usize| {
        for (before, open, middle, close) in NESTS {
            let piece = format!("{before}{}{middle}{};\n", open.repeat(times), close.repeat(times));
            preflight(&piece.repeat(40_000 / piece.len()), &Tools::default());
        }
    };
    thread::scope(|scope| {
        for times in [2, 90] {
            scope.spawn(move || check(times));
        }
    });
}

#[test]
fn what_hides_brackets_from_a_scanner() {
    let deep = "[".repeat(3_000);
    for hide in [
        "/'/;')))';",
        "/`/;`)))`;",
        "a++ /((((((/ 1;",
        "if(a)/)))/;",
        "`${a}/*`;*/",
        "'\\\n';",
        "/[/]'/;')))';",
        "//\u{2028}",
        "<!--\n",
        "\n-->",
        "#!",
        "/*",
        "`",
        "'",
        "\"",
        "/",
        "return\u{a0}/'/;",
        "\\u{7b}",
        "a\\u0069f(a)/(/;",
        "}",
        ")))",
        "]",
        "...typeof /'/;')))';",
        "x = y\n/'/g;')))'",
        "yield /'/;')))';",
        "!/'/;')))';",
        "a!/'/;')))';",
    ] {
        look(&format!("{}{deep}", hide.repeat(500)));
        look(&format!("{hide}[").repeat(3_000));
        look(&format!("{hide}\n[").repeat(3_000));
        look(&format!("{hide}{deep}"));
    }
}

const TOKENS: [&str; 84] = [
    "a",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "=",
    "=>",
    "?",
    ":",
    ",",
    ";",
    "\n",
    ".",
    "?.",
    "!",
    "+",
    "++",
    "-",
    "/",
    "/*",
    "*/",
    "//",
    "'",
    "\"",
    "`",
    "${",
    "\\",
    "async ",
    "await ",
    "yield ",
    "function ",
    "class ",
    "extends ",
    "new ",
    "if(a)",
    "else ",
    "do ",
    "while(a)",
    "for(;;)",
    "try{",
    "catch{",
    "switch(a){",
    "case 0:",
    "return ",
    "typeof ",
    "let ",
    "const ",
    "type ",
    "interface ",
    "enum ",
    "namespace ",
    "declare ",
    "abstract ",
    "as ",
    "satisfies ",
    "keyof ",
    "infer ",
    "is ",
    "@",
    "#a",
    "...",
    "1",
    "1.5",
    "b",
    "(b)",
    "<T>",
    "global",
    "global.x(",
    "export ",
    "import ",
    "import(",
    "in ",
    "of ",
    "get ",
    "static ",
    "private ",
    "readonly ",
    "\u{2028}",
    "\u{1f600}",
    "/** @tool\n @param {x",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_pieces_any_number_of_times(
        unit in prop::collection::vec(0..TOKENS.len(), 1..8),
        close in prop::collection::vec(0..TOKENS.len(), 0..4),
        times in prop_oneof![1..40usize, 40..600usize],
    ) {
        let text = |tokens: &[usize]| tokens.iter().map(|&token| TOKENS[token]).collect::<String>();
        look(&format!("{}b{}", text(&unit).repeat(times), text(&close).repeat(times)));
    }
}
