//! Errors of the code and their positions.

use webagents_isolate::COLUMNS_BEFORE_CODE;

use crate::support::run;

#[tokio::test]
async fn errors_have_positions() {
    // Code, error, and the line and byte of the innermost position, if there is one.
    let cases = [
        ("return x", "ReferenceError: x is not defined", Some((1, 8))),
        ("\n\nlet ä = 'ä'; ä.b.c", "TypeError: cannot read property 'c' of undefined", Some((3, 16))),
        ("let ä = 'ä';\n  ä.b()", "TypeError: not a function", Some((2, 6))),
        ("return 1 +\n  'ä' @ 3", "SyntaxError: ", Some((2, 8))),
        ("let a = 1; let a", "SyntaxError: ", Some((2, 1))),
        ("throw new Error('ä\\u001b[31m')", "Error: ä\u{1b}[31m", Some((1, 11))),
        ("function f() { null.x } f()", "TypeError: cannot read property 'x' of null", Some((1, 15))),
        ("throw 7", "7", None),
        ("await Promise.reject(new RangeError('r'))", "RangeError: r", Some((1, 26))),
        ("const x: number = 1", "SyntaxError: ", Some((1, 8))),
        ("import x from 'y'", "SyntaxError: ", Some((1, 8))),
        ("return await import('std')", "ReferenceError: could not load module 'std'", None),
    ];
    for (code, error, position) in cases {
        let message = run(code).await;
        let (first, stack) = message.split_once('\n').unwrap();
        let text = first.strip_prefix("error none ").unwrap_or_else(|| panic!("{code}: {message}"));
        assert!(text.starts_with(error), "{code}: {message}");
        let place = stack
            .lines()
            .find_map(|line| line.split_once("code.js:")?.1.trim_end_matches(')').split_once(':'));
        let found = place.map(|(line, column)| (line.parse().unwrap(), column.parse().unwrap()));
        // Columns count bytes, from the text before the code.
        let position =
            position.map(|(line, byte)| (line, if line == 1 { byte + COLUMNS_BEFORE_CODE } else { byte }));
        assert_eq!(found, position, "{code}: {message}");
    }
}
