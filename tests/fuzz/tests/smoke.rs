//! Each target on mutations of real documents, from a fixed seed.

use webagents_fuzz::{TARGETS, Target, find_target};

const SEEDS: [&[u8]; 12] = [
    include_bytes!("../../../crates/cli/demo/webagents.md"),
    include_bytes!("../../../crates/manifest/tests/fixtures/heading.md"),
    include_bytes!("../../../crates/manifest/tests/fixtures/compact.md"),
    include_bytes!("../../../crates/manifest/tests/fixtures/broken.md"),
    include_bytes!("../../../crates/script/tests/fixtures/shop.ts"),
    include_bytes!("../../../crates/script/tests/fixtures/shop.js"),
    include_bytes!("../../../crates/schema/tests/fixtures/types.ts"),
    include_bytes!("../../../crates/schema/tests/fixtures/schema.json"),
    br#"<!doctype html><head><base href="/x/"><meta name=webagents-md content="a.md"></head><svg><p><table>"#,
    br"<ul><li><p>a <b>b:</b>c<ol><li><pre><code class=language-x>```</code></pre></ul><table><tr><th colspan=2>|<td><br>x</table><blockquote><a href='(x'>[y]</a>",
    br##"<html lang=en_GB><title>T | S</title><link rel=canonical href=/c><meta property=og:title content=T><h1>T</h1><time datetime=2026-11-22T10:00Z>x</time><p itemscope itemtype=https://schema.org/Article><i itemprop=author>By A</i><script type=application/ld+json>{"@graph":[{"@type":"Article","@id":"#a","headline":"H \u00e4\ud83d","author":[{"@id":"#a"}],"datePublished":"22 Nov 2026 10:00 pm +01:00","articleBody":"<p>x"}]}</script>"##,
    b"\x04\x06\0\0\0filter\x03\x02\0\0\0{}\x03\x00\0\0\0\x05\0\0\0\0",
];

/// Pieces that mean something to one of the grammars.
const TOKENS: [&[u8]; 30] = [
    b"\n",
    b"\r\n",
    b"# ",
    b"## ",
    b"### Params\n",
    b"### Output\n",
    b"```\n",
    b"~~~",
    b"<!--",
    b"-->",
    b"tool: ",
    b"  params:\n",
    b"- `",
    b"`",
    b"(",
    b")",
    b"[",
    b"{",
    b"<",
    b">",
    b"\"",
    b"'",
    b"\\",
    b"|",
    b", ",
    b"=",
    b"\0",
    b"\xff",
    b"\xe2\x80\xae",
    b"    ",
];

/// xorshift64*: the same mutations everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        usize::try_from(self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33).unwrap_or(0) % limit.max(1)
    }
}

fn mutate(seed: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(8) {
        let at = random.below(bytes.len() + 1);
        match random.below(5) {
            0 => bytes.truncate(at),
            1 => {
                bytes.splice(at..at, TOKENS[random.below(TOKENS.len())].iter().copied());
            }
            2 => {
                let end = (at + random.below(40)).min(bytes.len());
                bytes.drain(at..end);
            }
            3 => {
                let from = random.below(bytes.len() + 1);
                let piece = bytes[from..(from + random.below(80)).min(bytes.len())].to_vec();
                bytes.splice(at..at, piece);
            }
            _ => {
                let byte = u8::try_from(random.below(256)).unwrap_or(0);
                bytes.splice(at..at, [byte]);
            }
        }
    }
    bytes
}

#[track_caller]
fn check(name: &str, rounds: usize) {
    let target: Target = find_target(name).expect("the target exists");
    let mut random = Random(0x5eed_1e55);
    for seed in SEEDS {
        target(seed);
        for round in 0..rounds {
            let input = mutate(seed, &mut random);
            let broken = std::panic::catch_unwind(|| target(&input)).is_err();
            assert!(!broken, "{name}, round {round}: {:?}", String::from_utf8_lossy(&input));
        }
    }
}

#[test]
fn parse() {
    check("parse", 2_000);
}

#[test]
fn write() {
    check("write", 2_000);
}

#[test]
fn types() {
    check("types", 300);
}

#[test]
fn discover() {
    check("discover", 1_000);
}

#[test]
fn script() {
    check("script", 300);
}

#[test]
fn declarations() {
    check("declarations", 500);
}

#[test]
fn schemas() {
    check("schemas", 500);
}

#[test]
fn read() {
    check("read", 500);
}

#[test]
fn frames() {
    check("frames", 2_000);
}

#[test]
fn every_target_is_run_here() {
    let names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        names,
        ["parse", "write", "types", "discover", "script", "declarations", "schemas", "read", "frames"]
    );
}
