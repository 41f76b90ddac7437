//! A page of 2,000 controls: time and tokens of a snapshot, and memory of the process.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use serde_json::json;
use tokio::runtime::Runtime;

use super::{Peers, SUBJECT, ask, compare, figures, session};
use crate::Failure;
use crate::commands::{Webagents, memory};
use crate::measure::{Contender, race};
use crate::node::Node;
use crate::report::{Table, Target};
use crate::site::Site;

const ROUNDS: usize = 7;
const SECTIONS: usize = 50;
const ROWS: usize = 10;
/// Controls of the page: four in each row.
const CONTROLS: usize = SECTIONS * ROWS * 4;
const BUDGET: u32 = 4_000;

/// A catalogue of sections, each with a text and rows of four controls.
pub(super) fn page() -> String {
    let mut page =
        "<!doctype html><html lang=en><meta charset=utf-8><title>Catalogue</title><main>".to_owned();
    for section in 1..=SECTIONS {
        let text = "A longer text on the shelf, its history, and the people who keep it in order. ".repeat(6);
        let _ = write!(page, "<section><h2>Shelf {section}</h2><p>{text}</p><table>");
        for row in 1..=ROWS {
            let number = (section - 1) * ROWS + row;
            let _ = write!(
                page,
                "<tr><td><a href=\"/books/{number}\">Book {number}</a></td>\
                 <td><label>Copies of book {number} <input type=number value=1></label></td>\
                 <td><label><input type=checkbox> Wrap book {number}</label></td>\
                 <td><button>Add book {number}</button></td></tr>"
            );
        }
        page.push_str("</table></section>");
    }
    page.push_str("</main></html>");
    page
}

/// Measures.
pub(super) fn run(
    table: &mut Table,
    runtime: &Runtime,
    peers: Peers,
    browser: &Path,
    site: &Site,
) -> Result<(), Failure> {
    let page = format!("{}/controls", site.url);
    let Peers { agent_browser, mut node } = peers;
    let (session, browse) = runtime.block_on(session(browser, &page))?;
    let ours = RefCell::new((session, browse));
    let socket = RefCell::new(agent_browser.connect()?);
    socket.borrow_mut().ask(json!({ "action": "navigate", "url": page }))?;
    node.ask(&json!({ "step": "open", "url": page }))?;
    let node = RefCell::new(node);
    let (our_text, their_text, playwright_text) =
        (RefCell::new(String::new()), RefCell::new(String::new()), RefCell::new(String::new()));
    let mut contenders = [
        Contender::timed("webagents", || {
            let (session, browse) = &mut *ours.borrow_mut();
            let (value, took) = ask(runtime, session, browse, &["snapshot"])?;
            our_text.replace(value);
            Ok(took)
        }),
        Contender::timed("agent-browser's socket", || {
            let request = json!({ "action": "snapshot", "interactive": true });
            let (value, took) = socket.borrow_mut().ask(request)?;
            their_text.replace(value["snapshot"].as_str().unwrap_or_default().to_owned());
            Ok(took)
        }),
        Contender::timed("Playwright", || {
            let answer = node.borrow_mut().ask(&json!({ "step": "snapshot" }))?;
            playwright_text.replace(answer["value"].as_str().unwrap_or_default().to_owned());
            let seconds = answer["seconds"].as_f64().ok_or("the peer did not say how long it took")?;
            Ok(Duration::from_secs_f64(seconds))
        }),
    ];
    race(ROUNDS, &mut contenders)?;
    let what = format!("snapshot of {CONTROLS} controls");
    figures(table, &what, &contenders);
    let [webagents, theirs, playwright] = &contenders;
    compare(table, &what, webagents, theirs, Some(Target::AtLeast(5.0)));
    compare(table, &what, webagents, playwright, None);
    drop(contenders);

    let (our_text, their_text) = (our_text.into_inner(), their_text.into_inner());
    let (own, others) = (controls(&our_text), controls(&their_text));
    if own.len() < CONTROLS || !own.is_superset(&others) {
        let lacks: Vec<_> = others.difference(&own).take(5).collect();
        return Err(format!("our snapshot has {} controls, and lacks {lacks:?}", own.len()).into());
    }
    let mut counter = Node::start()?;
    let mut count = |text: &str| counter.tokens(&[text.to_owned()]);
    let (mut session, mut browse) = ours.into_inner();
    let budget = BUDGET.to_string();
    let (kept, _) = ask(runtime, &mut session, &mut browse, &["snapshot", "--budget", &budget])?;
    let [own_tokens, other_tokens, playwright_tokens, kept_tokens] =
        [count(&our_text)?, count(&their_text)?, count(&playwright_text.borrow())?, count(&kept)?];
    for (name, tokens, controls) in [
        ("webagents", own_tokens, own.len()),
        ("agent-browser -i", other_tokens, others.len()),
        ("Playwright", playwright_tokens, controls(&playwright_text.borrow()).len()),
    ] {
        let figure = format!("{tokens}, {controls} distinct controls");
        table.figure(SUBJECT, format!("{what}, {name}: tokens (o200k)"), figure);
    }
    #[allow(clippy::cast_precision_loss, reason = "tokens are far below 2^53")]
    let ratio = own_tokens as f64 / other_tokens as f64;
    let target = Some(Target::AtMost(0.8));
    table.ratio(SUBJECT, format!("{what}, webagents over agent-browser -i: tokens"), ratio, target);
    #[allow(clippy::cast_precision_loss, reason = "tokens are far below 2^53")]
    let kept_tokens = kept_tokens as f64;
    let target = Some(Target::AtMost(f64::from(BUDGET)));
    table.score(SUBJECT, format!("{what} with --budget {BUDGET}: tokens (o200k)"), kept_tokens, target);
    runtime.block_on(session.close())?;
    table.figure(
        SUBJECT,
        format!("{what}: peak memory of agent-browser's daemon"),
        format!("{:.1} MiB", memory(agent_browser.daemon()?, "VmHWM")?),
    );
    memory_of_ours(table, &what, &page)
}

/// The names of a snapshot's controls with references, by their roles.
fn controls(snapshot: &str) -> BTreeSet<String> {
    let one = |line: &str| {
        let line = line.trim_start().trim_start_matches("- ");
        let own = line.strip_prefix("@e").and_then(|line| line.split_once(' ')).map(|(_, line)| line);
        let (role, rest) = own.unwrap_or(line).split_once(" \"")?;
        let (name, rest) = rest.split_once('"')?;
        let is_control = ["link", "spinbutton", "checkbox", "button"].contains(&role);
        (is_control && (own.is_some() || rest.contains("ref="))).then(|| format!("{role} {name}"))
    };
    snapshot.lines().filter_map(one).collect()
}

/// Peak memory of a supervisor after snapshots of the page: all, in a budget, what changed.
fn memory_of_ours(table: &mut Table, what: &str, page: &str) -> Result<(), Failure> {
    let webagents = Webagents::new()?;
    let supervisor = webagents.start(&["--engine", "chromium", "large", page])?;
    let budget = BUDGET.to_string();
    for _ in 0..ROUNDS {
        for words in [
            &["snapshot"][..],
            &["snapshot", "--all"],
            &["snapshot", "--budget", &budget],
            &["snapshot", "--delta"],
        ] {
            webagents.run(&[&["browse", "--session", "large"], words].concat())?;
        }
    }
    let peak = memory(supervisor, "VmHWM")?;
    let what = format!("{what}: peak memory of our supervisor after {} of them, MiB", ROUNDS * 4);
    table.score(SUBJECT, what, (peak * 10.0).round() / 10.0, Some(Target::AtMost(40.0)));
    Ok(())
}
