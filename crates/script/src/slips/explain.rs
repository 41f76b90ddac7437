//! Explanations of syntax errors by the text at their place.
//!
//! The parser reports only the token that it expected. A model that wrote another language, or a curly quote, needs
//! the name of its mistake and the replacement.

use crate::diagnostic::shown;

/// Syntax error of the parser, with its place in bytes of the code.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ParserError<'f> {
    pub(crate) message: &'f str,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The code ends there, or a bracket explains it.
    pub(crate) ends: bool,
}

/// Returns the correction of a fault, if it is known.
pub(crate) fn explain(code: &str, fault: ParserError<'_>) -> Option<String> {
    if let Some(whole) = whole(code).or_else(|| quoted(code)) {
        return Some(whole.to_owned());
    }
    let mut at = fault.start.min(code.len());
    while !code.is_char_boundary(at) {
        at -= 1;
    }
    let begun = code[..at].rfind('\n').map_or(0, |at| at + 1);
    let ends = code[at..].find('\n').map_or(code.len(), |end| at + end);
    let cut = |text: &str, most: usize| text.chars().take(most).collect::<String>();
    // A line may be the whole of the code.
    let before: String = {
        let all: Vec<char> = code[begun..at].chars().rev().take(200).collect();
        all.into_iter().rev().collect()
    };
    let after = cut(&code[at..ends], 200);
    let line = format!("{before}{after}");
    let seen = code.get(at..fault.end.clamp(at, code.len())).unwrap_or_default();
    imports(code, begun, &line)
        .or_else(|| super::prose::around(code, &line))
        .or_else(|| quotes(&before, &after, &line))
        .or_else(|| if fault.ends { None } else { awaits(fault.message, &before, &after) })
        .or_else(|| words(&line, &before, &after))
        .or_else(|| object(code, at))
        .or_else(|| jsx(code, at, &before, &after))
        .or_else(|| texts(fault.message, code, &line))
        .or_else(|| python(&line, &before, &after))
        .or_else(|| signs(fault.message, seen, &before, &after, &line))
        .or_else(|| if fault.ends { None } else { separator(fault.message) })
}

/// The whole text is something other than code.
fn whole(code: &str) -> Option<&'static str> {
    let text = code.trim();
    if !text.starts_with('{') || !text.ends_with('}') || text.len() > 64 * 1024 {
        return None;
    }
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    let members = value.as_object()?;
    if members.contains_key("name")
        && (members.contains_key("arguments")
            || members.contains_key("input")
            || members.contains_key("parameters"))
    {
        return Some(
            "the code is a JSON tool call; a tool is called by its name in JavaScript: `return await global.name(argument)`",
        );
    }
    Some(
        "the code is JSON and not JavaScript; write code that calls a tool: `return await global.name(argument)`",
    )
}

/// The code is in quotes that do not close on its first line.
fn quoted(code: &str) -> Option<&'static str> {
    let text = code.trim();
    let text = text.strip_suffix(';').unwrap_or(text);
    let sign = text.chars().next().filter(|sign| matches!(sign, '"' | '\''))?;
    (text.len() > 2 && text.ends_with(sign) && text.contains('\n') && !text.starts_with("\"\"\""))
        .then_some("the code is in quotes; send the code itself, without a quote around it")
}

/// An import of Python at the place, or on the line before it.
fn imports(code: &str, begun: usize, line: &str) -> Option<String> {
    let is_name = |text: &str| {
        !text.is_empty()
            && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ',' | ' ' | '*'))
    };
    let imports = |line: &str| {
        let line = line.split('#').next().unwrap_or_default().trim().trim_end_matches(';');
        match line.strip_prefix("import ") {
            Some(names) => is_name(names) && !names.contains(" from "),
            None => line
                .strip_prefix("from ")
                .and_then(|rest| rest.split_once(" import "))
                .is_some_and(|(module, names)| is_name(module) && is_name(names.trim_matches(['(', ')']))),
        }
    };
    let before = code.get(..begun).unwrap_or_default().trim_end();
    let before = before.get(before.rfind('\n').map_or(0, |at| at + 1)..).unwrap_or_default();
    let before = before.get(..before.floor_char_boundary(200)).unwrap_or_default();
    (imports(line) || imports(before)).then(|| {
        "this is an import of Python; JavaScript needs none: the tools are members of `global` (`await global.name(…)`)"
            .to_owned()
    })
}

/// An object that begins a statement, which is read as a block.
fn object(code: &str, at: usize) -> Option<String> {
    const LINES: usize = 40;
    let rest = code.get(at..)?;
    if !rest.starts_with([':', ',', '}']) && !rest.starts_with("...") {
        return None;
    }
    let mut end = at;
    for _ in 0..LINES {
        let start = code.get(..end)?.rfind('\n').map_or(0, |at| at + 1);
        let line = code.get(start..end.max(at).min(code.len()))?.trim_start();
        let before = code.get(..start)?.trim_end();
        let begins = before.is_empty() || before.ends_with([';', '}']);
        if line.starts_with('{') && begins {
            let inner = line[1..].trim_start();
            let inner = if inner.is_empty() { rest } else { inner };
            let key = inner
                .trim_start_matches(['"', '\'', '.'])
                .starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '[' | ':' | '}'));
            return key.then(|| {
                "an object at the beginning of a statement is read as a block; write `return { … }`, or put parentheses \
                 around it"
                    .to_owned()
            });
        }
        end = start.checked_sub(1)?;
    }
    None
}

fn quotes(before: &str, after: &str, line: &str) -> Option<String> {
    const CURLY: [char; 8] = ['“', '”', '„', '‟', '‘', '’', '‚', '‛'];
    let near = after.starts_with(CURLY) || before.ends_with(CURLY);
    let open = line.contains(CURLY)
        && !near
        && (line.matches('"').count() % 2 == 1 || line.matches('\'').count() % 2 == 1);
    (near || open).then(|| {
        let sign = line.chars().find(|c| CURLY.contains(c)).unwrap_or('“');
        format!("the quote `{sign}` is not a quote of JavaScript; write `\"` or `'`")
    })
}

fn awaits(message: &str, before: &str, after: &str) -> Option<String> {
    let waits =
        message.contains("await") || before.trim_end().ends_with("await") || after.starts_with("await");
    waits.then(|| {
        "`await` works in an async function only; write `async` before the function around it (and `await Promise.all(…)` \
         around a `map`)"
            .to_owned()
    })
}

/// The word before a place.
fn last_word(text: &str) -> &str {
    let text = text.trim_end();
    let start = text
        .rfind(|c: char| !c.is_alphanumeric() && c != '_')
        .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    &text[start..]
}

fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// A word of another language at the place.
fn words(line: &str, before: &str, after: &str) -> Option<String> {
    let near = |word: &str| first_word(after) == word || last_word(before) == word;
    let begins = first_word(line);
    let say = |what: &str, instead: &str| Some(format!("`{what}` is not JavaScript; write {instead}"));
    if near("and") {
        return say("and", "`&&`");
    }
    if near("or") {
        return say("or", "`||`");
    }
    if near("not") && (after.starts_with("not in ") || first_word(after) == "in") {
        return say("not in", "`!list.includes(x)`, or `!(name in object)`");
    }
    if near("not") {
        return say("not", "`!`");
    }
    if near("is") {
        return say("is", "`===`, and `null` or `undefined` for nothing");
    }
    if near("lambda") {
        return say("lambda", "an arrow function: `(x) => x + 1`");
    }
    for (word, instead) in [
        ("elif", "`else if (…) { … }`"),
        ("elsif", "`else if (…) { … }`"),
        ("except", "`catch (error) { … }`"),
    ] {
        if begins == word || near(word) || line.contains(&format!("}} {word} ")) {
            return say(word, instead);
        }
    }
    if matches!(begins, "foreach" | "forEach") || line.trim_start().starts_with("for each") {
        return say(begins, "`for (const one of list) { … }`");
    }
    if matches!(begins, "unless" | "until" | "repeat" | "loop" | "begin" | "end") && !line.contains('=') {
        return say(begins, "`if (!…) { … }` or `while (…) { … }`, with braces around the block");
    }
    if matches!(begins, "for" | "while") && line.contains(") do") {
        return say("do", &format!("`{begins} (…) {{ … }}`, without `do` and `end`"));
    }
    let chooses = near("if") && !matches!(begins, "if" | "else") && line.contains(" else ");
    if chooses {
        return say("a if b else c", "`b ? a : c`");
    }
    if begins == "def" {
        return say("def", "`function name() { … }`");
    }
    if begins == "fn" || begins == "func" || begins == "fun" {
        return say(begins, "`function name() { … }` (and not `fn name() { … }`)");
    }
    if matches!(begins, "final" | "val" | "auto" | "int" | "float" | "str" | "dim" | "my")
        && !line.contains("=>")
    {
        return say(begins, "`const name = …` or `let name = …`");
    }
    if near("then") || (begins == "if" && line.contains(" then ")) {
        return say("then", "`if (…) { … }`, without `then`");
    }
    if near("equals") || near("eq") {
        return say(if near("eq") { "eq" } else { "equals" }, "`===`");
    }
    None
}

fn jsx(code: &str, at: usize, before: &str, after: &str) -> Option<String> {
    // The place may be some lines after the tag that the parser took for a comparison.
    let opens = |text: &str| {
        text.match_indices('<').any(|(at, _)| {
            let rest = &text[at + 1..];
            let head = text[..at].trim_end();
            let value = head.ends_with(|c: char| {
                c.is_alphanumeric() || matches!(c, ')' | ']' | '_' | '$' | '"' | '\'' | '`')
            }) && !matches!(last_word(head), "return" | "default" | "case");
            let tag = rest.starts_with(|c: char| c.is_ascii_alphabetic()) || rest.starts_with('>');
            let closes = rest.contains("</") || rest.contains("/>");
            !value && tag && closes
        })
    };
    let begun = code[..at].rfind("return").or_else(|| code[..at].rfind('=')).unwrap_or(0);
    let mut from = begun.max(at.saturating_sub(2_000));
    while !code.is_char_boundary(from) {
        from += 1;
    }
    let mut to = (at + 2_000).min(code.len());
    while !code.is_char_boundary(to) {
        to -= 1;
    }
    let around = code.get(from..to).unwrap_or_default();
    (opens(around) || opens(&format!("{before}{after}"))).then(|| {
        "JSX is not JavaScript, and there is nothing here to compile it; write a text, as in `return \"<p>…</p>\"`, or \
         return the data"
            .to_owned()
    })
}

fn texts(message: &str, code: &str, line: &str) -> Option<String> {
    let lower = message.to_ascii_lowercase();
    if lower.contains("unterminated") && lower.contains("regular") {
        return None;
    }
    if line.contains("\"\"\"") || line.contains("'''") {
        return Some("`\"\"\"` is not JavaScript; write a text of several lines in backticks".to_owned());
    }
    if lower.contains("unterminated template")
        || (lower.contains("unterminated") && code.matches('`').count() % 2 == 1)
    {
        return Some("the template is unterminated; write its closing backtick `` ` ``".to_owned());
    }
    if lower.contains("unterminated") {
        return Some(
            "the text is unterminated: a quote does not close on its line; write the closing quote, a backtick template \
             for a text of several lines, or `\\'` for a quote within"
                .to_owned(),
        );
    }
    // `'it's here'`: the text ended at the apostrophe.
    let apostrophe = line.match_indices('\'').any(|(at, _)| {
        let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
        letter(line[..at].chars().next_back()) && letter(line[at + 1..].chars().next())
    });
    (apostrophe && line.matches('\'').count() % 2 == 1).then(|| {
        "the text is unterminated: a quote within it ends it; write `\\'`, or put the text in double quotes or backticks"
            .to_owned()
    })
}

fn python(line: &str, before: &str, after: &str) -> Option<String> {
    if line.trim_start().starts_with('#')
        || before.trim_end().ends_with('#')
        || after.starts_with('#')
        || line.contains(" # ")
    {
        return Some("`#` begins no comment in JavaScript; write `// a comment`".to_owned());
    }
    if after.starts_with(":=") || before.ends_with(":=") || before.ends_with(':') && after.starts_with('=') {
        return Some("`:=` is not JavaScript; write `const x = …`".to_owned());
    }
    if last_word(before) == "f" && after.starts_with(['"', '\'']) {
        return Some(
            "an f-string is not JavaScript; write a template in backticks, as in `` `n is ${n}` ``"
                .to_owned(),
        );
    }
    let begins = first_word(line);
    let block = line.trim_end().ends_with(':');
    if matches!(begins, "try" | "else" | "finally") && block {
        let rest = if begins == "try" { " catch (error) { … }" } else { "" };
        return Some(format!("a block is written in braces: `{begins} {{ … }}{rest}`"));
    }
    if matches!(begins, "for" | "while" | "if" | "with" | "class") && block {
        return Some(format!("a block is written in braces: `{begins} (…) {{ … }}`"));
    }
    None
}

fn signs(message: &str, seen: &str, before: &str, after: &str, line: &str) -> Option<String> {
    if after.starts_with("->") || before.ends_with("->") || before.ends_with('-') && after.starts_with('>') {
        return Some("`->` is not JavaScript; an arrow function has `=>`".to_owned());
    }
    for (entity, sign) in [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\"")] {
        if line.contains(entity) {
            return Some(format!("`{entity}` is HTML; write `{sign}`"));
        }
    }
    let begins = first_word(line);
    let head = line.trim_start().strip_prefix(begins).unwrap_or_default().trim_start();
    if matches!(begins, "if" | "while" | "for" | "switch") && !head.starts_with('(') {
        return Some(format!("write parentheses around the condition: `{begins} (…) {{ … }}`"));
    }
    if let Some(first) = line.trim_start().chars().next()
        && matches!(begins, "const" | "let" | "var")
        && head.starts_with(|c: char| c.is_ascii_digit())
        && first.is_alphabetic()
    {
        return Some(format!("a name cannot begin with a digit; write `{begins} _{}`", first_word(head)));
    }
    if message.contains("already been declared") {
        return Some("write another name, or assign to it without `const` or `let`".to_owned());
    }
    let name = first_word(before.rsplit(['(', ',']).next().unwrap_or_default());
    if seen == ":" && !name.is_empty() && before.contains('(') {
        return Some(format!(
            "an argument has no name in JavaScript; write the value alone, in its place, and not {}",
            shown(&format!("{name}: …"))
        ));
    }
    None
}

fn separator(message: &str) -> Option<String> {
    let missing = message.starts_with("Expected `,`") || message.contains("`,` or");
    missing.then(|| "write `,` between two members, elements or arguments".to_owned())
}
