//! WebMCP as a page sees it, in the groups of the web platform tests, for the browser and the shim.

use std::time::Duration;

use serde_json::Value;
use webagents_runtime::Page as _;
use webagents_runtime::page::Answer;
use webagents_testkit::Route;

use super::{Bench, Way, modes};

/// Messages of Firefox and WebKit, and Chromium's, which the list of checks has.
const WORDS: [(&str, &str); 5] = [
    ("cyclic object value", "Converting circular structure to JSON"),
    ("JSON.stringify cannot serialize cycli", "Converting circular structure to JSON"),
    ("The operation was aborted. ", "signal is aborted without reason"),
    ("The operation was aborted.", "signal is aborted without reason"),
    (
        "q: Match the requested format. cb: Select this checkbox. ",
        "q: Please match the requested format.. cb: Please check this box if you want to proceed.. ",
    ),
];

crate::support::by_every_channel! {
    Chromium:
    what_a_page_sees_is_the_same,
}

async fn what_a_page_sees_is_the_same() {
    for &(mode, _) in modes() {
        let page = include_str!("../../pages/webmcp/checks.html");
        let mut bench = Bench::new(mode, vec![Route::html("/", page), Route::html("/kid", "kid")]).await;
        let (url, origin) = (bench.site.url("/"), bench.site.url("/").trim_end_matches('/').to_owned());
        let mut wrong = Vec::new();
        let mut count = 0;
        for line in include_str!("../../pages/webmcp/checks.txt").lines() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (code, want) = line.rsplit_once(" => ").unwrap_or_else(|| panic!("{line}"));
            // Each form of `getTools()` has some lines of its own.
            let code = match code.split_once(": ") {
                Some(("dictionaries", _)) if mode == Way::Instances => continue,
                Some(("instances", _)) if mode != Way::Instances => continue,
                Some(("dictionaries" | "instances", code)) => code,
                _ => code,
            };
            let (native, shim) = want.split_once(" !! ").unwrap_or((want, want));
            let want = if mode == Way::Shim { shim } else { native }.replace("ORIGIN", &origin);
            let want: Value = serde_json::from_str(&want).unwrap_or_else(|error| panic!("{want}: {error}"));
            bench.session.open(&url).await.expect("the page");
            let script = format!(
                "{}\nreturn (async () => {{ {code} }})().then(JSON.stringify)",
                include_str!("../../pages/webmcp/checks.js")
            );
            let got = bench.session.evaluate(&script, Duration::from_secs(20)).await;
            let same = match &got {
                Ok(Answer::Text(text)) => {
                    let text =
                        WORDS.iter().fold(text.clone(), |text, (own, listed)| text.replace(own, listed));
                    serde_json::from_str::<Value>(&text).is_ok_and(|got| got == want)
                }
                _ => false,
            };
            if !same {
                wrong.push(format!("{code}\n   want {want}\n    got {got:?}"));
            }
            count += 1;
        }
        assert!(count > 80, "{count}");
        assert!(wrong.is_empty(), "{mode:?}: {} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    }
}
