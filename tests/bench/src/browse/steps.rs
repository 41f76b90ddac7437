//! Steps as calls of the library, next to agent-browser's socket and Playwright in its own process.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::runtime::Runtime;

use super::{Peers, SUBJECT, ask, compare, figures, session};
use crate::Failure;
use crate::measure::{Contender, race};
use crate::report::{Table, Target};
use crate::site::Site;

const ROUNDS: usize = 40;

/// A step: the words of ours, agent-browser's request and Playwright's message.
struct Step {
    name: &'static str,
    ours: fn(&Filling<'_>) -> Vec<String>,
    agent_browser: fn(&Filling<'_>) -> Value,
    playwright: fn(&Filling<'_>) -> Value,
}

/// Values of one contender that differ from one round to the next.
struct Filling<'a> {
    url: &'a str,
    text: String,
}

const STEPS: [Step; 4] = [
    Step {
        name: "click",
        ours: |_| vec!["click".into(), "#more".into()],
        agent_browser: |_| json!({ "action": "click", "selector": "#more" }),
        playwright: |_| json!({ "step": "click", "target": "#more" }),
    },
    Step {
        name: "fill",
        ours: |with| vec!["fill".into(), "#name".into(), with.text.clone()],
        agent_browser: |with| json!({ "action": "fill", "selector": "#name", "value": with.text }),
        playwright: |with| json!({ "step": "fill", "target": "#name", "text": with.text }),
    },
    Step {
        name: "snapshot",
        ours: |_| vec!["snapshot".into()],
        agent_browser: |_| json!({ "action": "snapshot", "interactive": true }),
        playwright: |_| json!({ "step": "snapshot" }),
    },
    Step {
        name: "open",
        ours: |with| vec!["open".into(), with.url.to_owned()],
        agent_browser: |with| json!({ "action": "navigate", "url": with.url }),
        playwright: |with| json!({ "step": "open", "url": with.url }),
    },
];

/// Expression for the state of the page after the steps: copies and name.
const STATE: &str =
    "document.querySelector('output').textContent + ' ' + document.querySelector('#name').value";

/// Measures, and sees to it that each contender has done the steps.
pub(super) fn run(
    table: &mut Table,
    runtime: &Runtime,
    peers: Peers,
    browser: &Path,
    site: &Site,
) -> Result<(), Failure> {
    let page = format!("{}/", site.url);
    let Peers { agent_browser, node } = peers;
    let opened = runtime.block_on(session(browser, &page))?;
    let (ours, socket, node) =
        (RefCell::new(opened), RefCell::new(agent_browser.connect()?), RefCell::new(node));
    for step in &STEPS {
        let rounds = [0; 3].map(Cell::new);
        let filling = |contender: usize| {
            let round = &rounds[contender];
            round.set(round.get() + 1);
            Filling { url: &page, text: format!("Ada {}", round.get()) }
        };
        let mut contenders = [
            Contender::timed("webagents", || {
                let words = (step.ours)(&filling(0));
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let (session, browse) = &mut *ours.borrow_mut();
                let (value, took) = ask(runtime, session, browse, &words)?;
                lists(step, &value)?;
                Ok(took)
            }),
            Contender::timed("agent-browser's socket", || {
                let (value, took) = socket.borrow_mut().ask((step.agent_browser)(&filling(1)))?;
                lists(step, value["snapshot"].as_str().unwrap_or_default())?;
                Ok(took)
            }),
            Contender::timed("Playwright", || {
                let answer = node.borrow_mut().ask(&(step.playwright)(&filling(2)))?;
                lists(step, answer["value"].as_str().unwrap_or_default())?;
                let seconds = answer["seconds"]
                    .as_f64()
                    .ok_or("expected `seconds` in the peer's answer, found none")?;
                Ok(Duration::from_secs_f64(seconds))
            }),
        ];
        race(ROUNDS, &mut contenders)?;
        let name = format!("{} by the library", step.name);
        figures(table, &name, &contenders);
        let [webagents, others @ ..] = &contenders;
        for other in others {
            compare(table, &name, webagents, other, Some(Target::AtLeast(1.0)));
        }
        if step.name == "fill" {
            let expected = format!("{0} Ada {0}", ROUNDS + 1);
            let (session, browse) = &mut *ours.borrow_mut();
            let (socket_says, _) =
                socket.borrow_mut().ask(json!({ "action": "evaluate", "script": STATE }))?;
            let states = [
                ask(runtime, session, browse, &["eval", STATE])?.0.trim_matches('"').to_owned(),
                socket_says["result"].as_str().unwrap_or_default().to_owned(),
                node.borrow_mut().ask(&json!({ "evaluate": STATE }))?["value"]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned(),
            ];
            if states.iter().any(|state| *state != expected) {
                return Err(format!("expected {expected} on each page, found {states:?}").into());
            }
        }
    }
    table.figure(SUBJECT, "rounds of each step", ROUNDS.to_string());
    runtime.block_on(ours.into_inner().0.close())?;
    Ok(())
}

/// Holds a snapshot to the page's last button and its field.
fn lists(step: &Step, text: &str) -> Result<(), Failure> {
    let is_whole = text.contains("button \"Less\"") && text.contains("textbox \"Remarks\"");
    if step.name == "snapshot" && !is_whole {
        return Err(format!("the snapshot lacks controls: {text}").into());
    }
    Ok(())
}
