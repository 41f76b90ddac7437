//! Steps as commands of a shell in a named session, next to agent-browser's.

use std::cell::Cell;
use std::process::Command;
use std::time::Instant;

use super::{compare, figures};
use crate::Failure;
use crate::agent_browser::AgentBrowser;
use crate::commands::Webagents;
use crate::measure::{Contender, race};
use crate::report::{Table, Target};
use crate::site::Site;

const ROUNDS: usize = 40;
const NAME: &str = "bench";

/// Measures each step, with the start of a process that does nothing as what both have to pay.
pub(super) fn run(table: &mut Table, agent_browser: &AgentBrowser, site: &Site) -> Result<(), Failure> {
    let page = format!("{}/", site.url);
    let webagents = Webagents::new()?;
    webagents.start(&["--engine", "chromium", NAME, &page])?;
    agent_browser.timed(&["open", &page])?;
    for step in ["click", "fill", "snapshot", "open"] {
        let words = |interactive: bool, rounds: &Cell<usize>| -> Vec<String> {
            rounds.set(rounds.get() + 1);
            let words = match step {
                "click" => vec!["click", "#more"],
                "fill" => vec!["fill", "#name"],
                "snapshot" if interactive => vec!["snapshot", "-i"],
                "snapshot" => vec!["snapshot"],
                _ => vec!["open", &page],
            };
            let text = (step == "fill").then(|| format!("Ada {}", rounds.get()));
            words.into_iter().map(str::to_owned).chain(text).collect()
        };
        let (our_rounds, their_rounds) = (Cell::new(0), Cell::new(0));
        let mut contenders = [
            Contender::timed("webagents browse", || {
                let words = words(false, &our_rounds);
                let mut all = vec!["browse", "--session", NAME];
                all.extend(words.iter().map(String::as_str));
                let start = Instant::now();
                let printed = webagents.run(&all)?;
                let took = start.elapsed();
                lists(step, &printed)?;
                Ok(took)
            }),
            Contender::timed("agent-browser", || {
                let words = words(true, &their_rounds);
                let (printed, took) =
                    agent_browser.timed(&words.iter().map(String::as_str).collect::<Vec<_>>())?;
                lists(step, &printed)?;
                Ok(took)
            }),
            Contender::timed("/bin/true", || {
                let start = Instant::now();
                Command::new("/bin/true").status()?;
                Ok(start.elapsed())
            }),
        ];
        race(ROUNDS, &mut contenders)?;
        let name = format!("{step} as a command");
        figures(table, &name, &contenders);
        let [ours, theirs, _] = &contenders;
        // The bar is on our time over theirs.
        compare(table, &name, theirs, ours, Some(Target::AtMost(1.0)));
    }
    Ok(())
}

fn lists(step: &str, printed: &str) -> Result<(), Failure> {
    if step == "snapshot" && !printed.contains("button \"Less\"") {
        return Err(format!("the snapshot lacks controls: {printed}").into());
    }
    Ok(())
}
