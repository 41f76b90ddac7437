//! Manifests to measure on, made from a fixed seed: the same bytes on every machine.
//!
//! They resemble what sites publish (a few tools, prose next to them, unions and object types, constraints,
//! samples) and copy none of them. Random bytes would measure the error paths, and one document repeated
//! would measure the branch predictor.

use std::fmt::Write as _;

/// The bookstore's manifest, which the `webagents` command carries.
pub const BOOKSTORE: &str = include_str!("../../../crates/cli/demo/webagents.md");

/// The bookstore's page, whose tools it declares.
pub const BOOKSTORE_PAGE: &str = include_str!("../../../crates/cli/demo/index.html");

const WORDS: &str = "account add address after all amount any archive article as at author available basket before book by \
    calendar category change city code comment contact content count country create currency current customer date day \
    default delete delivery description detail document each email event every exact field file filter first flight folder \
    for from given group hotel if image in index invoice is issue item its journey label language last later left limit line \
    list location map matching message minutes month most name new next no note number of offer on one only open optional \
    or order other page parcel part password path payment people per person photo place point price private product profile \
    public purchase query question rating reader recent record region release report request reservation result return \
    review room route sale same schedule search season seat section seller sender series session share shelf ship shop site \
    size song sort source start state station status stock store street subject summary table tag task team text that the \
    then this ticket time title to topic total track train travel type unit until update upload user value version video \
    visit volume week where which width with within word year zone";

const VERBS: [&str; 12] =
    ["add", "book", "cancel", "check", "create", "delete", "find", "get", "list", "search", "send", "update"];

const TYPES: [&str; 14] = [
    "string",
    "number",
    "boolean",
    "string[]",
    "\"asc\" | \"desc\"",
    "\"light\" | \"full\" | \"none\"",
    "Record<string, number>",
    "{ min?: number, max?: number }",
    "{ id: string; tags: string[] }[]",
    "string | null",
    "Date",
    "[number, number]",
    "(item: string) => boolean",
    "number, integer, min=1, max=100",
];

/// One pseudo-random stream (xorshift64*): fast, and the same everywhere.
#[derive(Debug, Clone)]
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        // The high half is the good half, and it fits.
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(high).unwrap_or(0) % limit
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

/// `count` manifests of 1 to 12 tools each.
pub fn manifests(count: usize) -> Vec<String> {
    let mut writer = Writer::new(0x9e37_79b9_7f4a_7c15);
    (0..count)
        .map(|number| {
            let tools = 1 + writer.random.below(12);
            writer.manifest(number, |written, _| written < tools)
        })
        .collect()
}

/// One manifest of about `bytes`: as many tools as fit.
pub fn manifest_of(bytes: usize) -> String {
    Writer::new(0x0dd_ba11).manifest(0, |_, length| length < bytes)
}

struct Writer {
    random: Random,
    words: Vec<&'static str>,
}

impl Writer {
    fn new(seed: u64) -> Self {
        Self { random: Random(seed), words: WORDS.split_whitespace().collect() }
    }

    /// A manifest with tools for as long as `more` (tools written, bytes written) returns true.
    fn manifest(&mut self, number: usize, more: impl Fn(usize, usize) -> bool) -> String {
        let mut text = format!("# Site {number}\n\n{}\n", self.sentences(2));
        let mut written = 0;
        while more(written, text.len()) {
            self.tool(written, &mut text);
            written += 1;
        }
        let _ = write!(text, "\n## Important\n\n- {}\n- {}\n", self.sentences(1), self.sentences(1));
        text
    }

    fn tool(&mut self, number: usize, text: &mut String) {
        let name = format!("{}{}{number}", self.random.pick(&VERBS), self.capitalised());
        let _ = write!(text, "\n## {name}\n{}\n\n### Params\n", self.sentences(2 + number % 3));
        let mut params = Vec::new();
        for number in 0..self.random.below(7) {
            let param = format!("{}{number}", self.word());
            let modifiers = match self.random.below(4) {
                0 => "optional".to_owned(),
                1 => format!("default={}", self.random.below(50)),
                _ => "required".to_owned(),
            };
            let ty = if modifiers.starts_with('d') { "number" } else { self.random.pick(&TYPES) };
            let _ = writeln!(text, "- `{param}` ({ty}, {modifiers}): {}", self.sentences(1));
            params.push(param);
        }
        if self.random.below(3) > 0 {
            let (a, b) = (self.word(), self.word());
            let _ = write!(
                text,
                "\n### Output\n```ts\n{{ {a}: string; {b}?: number; items: {{ id: string }}[] }}\n```\n"
            );
        }
        if self.random.below(3) > 0 {
            let arguments = params.join(", ");
            let _ = write!(
                text,
                "\n### Sample Code\n```js\nconst found = await global.{name}({arguments});\nreturn found;\n```\n"
            );
        }
    }

    fn sentences(&mut self, count: usize) -> String {
        let mut text = String::new();
        for _ in 0..count {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&self.capitalised());
            for _ in 0..5 + self.random.below(10) {
                text.push(' ');
                text.push_str(self.word());
            }
            text.push('.');
        }
        text
    }

    fn word(&mut self) -> &'static str {
        self.words[self.random.below(self.words.len())]
    }

    fn capitalised(&mut self) -> String {
        let word = self.word();
        let (first, rest) = word.split_at(1);
        format!("{}{rest}", first.to_ascii_uppercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_measured_is_a_good_manifest() {
        let manifests = manifests(50);
        let mut tools = 0;
        for text in manifests.iter().chain([&BOOKSTORE.to_owned(), &manifest_of(100_000)]) {
            let parsed = webagents_manifest::parse(text);
            assert_eq!(parsed.diagnostics, [], "{text}");
            tools += parsed.manifest.tools.len();
        }
        assert!(tools > 250, "{tools}");
    }

    #[test]
    fn it_is_the_same_every_time_and_different_each() {
        assert_eq!(manifests(20), manifests(20));
        let distinct: std::collections::BTreeSet<String> = manifests(200).into_iter().collect();
        assert_eq!(distinct.len(), 200);
    }

    #[test]
    fn sizes_are_kept() {
        for bytes in [1_000, 64_000, 1_000_000] {
            let text = manifest_of(bytes);
            assert!((bytes..bytes + 4_000).contains(&text.len()), "{} for {bytes}", text.len());
        }
    }
}
