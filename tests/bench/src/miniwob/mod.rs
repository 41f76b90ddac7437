//! MiniWoB++: the same scripted policies by `webagents browse`, agent-browser and playwright-mcp.
//!
//! The policies are in `policies.mjs`: each reads the utterance and the page, and acts by commands that any page can be
//! driven with. Commands of `webagents browse` and agent-browser are processes; playwright-mcp's are calls over
//! its pipe. The tasks are the first 60 in alphabetical order of the package: of the tasks that it registers, and of its
//! pages, of which two are registered by nobody. Each tool meets the same seeds.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::Failure;
use crate::agent_browser::AgentBrowser;
use crate::measure::Quartiles;
use crate::node::{self, Node};
use crate::report::Table;
use crate::webagents::Webagents;

const SUBJECT: &str = "miniwob";
const SESSION: &str = "miniwob";
const SEEDS: [&str; 3] = ["one", "two", "three"];
/// The name in the messages, and in the table.
const TOOLS: [(&str, &str); 3] =
    [("browse", "webagents browse"), ("agentBrowser", "agent-browser"), ("playwrightMcp", "playwright-mcp")];
/// Pages that the package does not register as tasks.
///
/// Without them the tasks are the first 60 registered ones.
const UNREGISTERED: [&str; 2] = ["button-delay", "chase-circle"];
/// The last two registered ones: without them the tasks are the first 60 pages.
const LAST: [&str; 2] = ["email-inbox", "email-inbox-delete"];
/// The least raw reward of a solved episode.
const SOLVED: f64 = 0.9;

/// An episode.
struct Episode {
    reward: f64,
    commands: f64,
    tokens: f64,
    milliseconds: f64,
    why: Option<String>,
}

/// Episodes by task and tool.
type Episodes = BTreeMap<(String, usize), Vec<Episode>>;

/// Plays all episodes.
pub fn run(table: &mut Table) -> Result<(), Failure> {
    let browser = crate::runtime::chromium()?;
    let webagents = Webagents::new()?;
    webagents.start(&["--engine", "chromium", "--egress", "open", SESSION])?;
    let agent_browser = AgentBrowser::open(&browser, "about:blank")?;
    let mut player = Node::running("miniwob/peer.mjs")?;
    let (program, folder) = webagents.program();
    let (their_program, their_variables, their_session) = agent_browser.program();
    let mcp = node::peers()?.join("node_modules").join("@playwright").join("mcp").join("cli.js");
    let answer = player.ask(&json!({
        "tools": {
            "browse": { "program": program, "variables": [("XDG_RUNTIME_DIR", folder)], "session": SESSION },
            "agentBrowser": { "program": their_program, "variables": their_variables, "session": their_session },
            "playwrightMcp": { "program": mcp, "browser": browser },
        },
        "sources": sources()?,
    }))?;
    let tasks: Vec<String> = serde_json::from_value(answer["tasks"].clone())?;
    let mut counter = Node::start()?;
    let mut episodes = Episodes::new();
    for task in &tasks {
        for seed in SEEDS {
            for (at, (tool, _)) in TOOLS.iter().enumerate() {
                let message = json!({ "episode": { "tool": tool, "task": task, "seed": seed } });
                let episode = played(&mut counter, &player.ask(&message)?)?;
                episodes.entry((task.clone(), at)).or_default().push(episode);
            }
        }
    }
    player.ask(&json!({ "close": true }))?;
    for task in &tasks {
        for (at, (_, name)) in TOOLS.iter().enumerate() {
            let Some(of) = episodes.get(&(task.clone(), at)) else { continue };
            table.figure(SUBJECT, format!("{task}, {name}"), line(of));
        }
    }
    totals(table, &tasks, &episodes);
    Ok(())
}

fn played(counter: &mut Node, answer: &Value) -> Result<Episode, Failure> {
    let texts: Vec<String> = serde_json::from_value(answer["texts"].clone())?;
    #[allow(clippy::cast_precision_loss, reason = "tokens are far below 2^53")]
    let tokens = if texts.is_empty() { 0.0 } else { counter.tokens(&texts)? as f64 };
    let number = |name: &str| answer[name].as_f64().ok_or_else(|| format!("no {name} in {answer}"));
    Ok(Episode {
        // A reward that is not a number was not given by the page.
        reward: answer["reward"].as_f64().unwrap_or(0.0),
        commands: number("commands")?,
        tokens,
        milliseconds: number("seconds")? * 1e3,
        why: answer["why"].as_str().map(|why| why.chars().take(120).collect()),
    })
}

fn median(of: &[&Episode], part: fn(&Episode) -> f64) -> f64 {
    Quartiles::of(of.iter().map(|episode| part(episode))).median
}

/// Rewards, and medians of commands, tokens and milliseconds.
fn line(episodes: &[Episode]) -> String {
    let all: Vec<&Episode> = episodes.iter().collect();
    let solved = all.iter().filter(|episode| episode.reward >= SOLVED).count();
    let rewards: Vec<String> = all.iter().map(|episode| format!("{:.2}", episode.reward)).collect();
    let why = all.iter().filter(|episode| episode.reward < SOLVED).find_map(|episode| episode.why.as_deref());
    let word = if solved == all.len() { "solved" } else { "NOT solved" };
    format!(
        "{word}, rewards {}; {} commands, {} tokens, {:.0} ms{}",
        rewards.join(" "),
        median(&all, |episode| episode.commands),
        median(&all, |episode| episode.tokens),
        median(&all, |episode| episode.milliseconds),
        why.map(|why| format!(": {}", why.replace('|', "/"))).unwrap_or_default(),
    )
}

/// Solved tasks of each tool; and the cost of the tasks that all of them solved.
fn totals(table: &mut Table, tasks: &[String], episodes: &Episodes) {
    let solved = |task: &String, at: usize| {
        let of = episodes.get(&(task.clone(), at));
        of.is_some_and(|of| of.iter().all(|episode| episode.reward >= SOLVED))
    };
    for (at, (_, name)) in TOOLS.iter().enumerate() {
        let without = |left_out: [&str; 2]| {
            tasks.iter().filter(|task| !left_out.contains(&task.as_str()) && solved(task, at)).count()
        };
        let rewards = tasks.iter().filter_map(|task| episodes.get(&(task.clone(), at))).flatten();
        let rewards: Vec<f64> = rewards.map(|episode| episode.reward).collect();
        #[allow(clippy::cast_precision_loss, reason = "a few episodes")]
        let mean = rewards.iter().sum::<f64>() / rewards.len() as f64;
        let figure = format!(
            "{} of 60 registered tasks, {} of 60 pages, mean raw reward {mean:.3}",
            without(UNREGISTERED),
            without(LAST)
        );
        table.figure(SUBJECT, format!("solved with all of {} seeds, {name}", SEEDS.len()), figure);
    }
    let by_all: Vec<&String> =
        tasks.iter().filter(|task| (0..TOOLS.len()).all(|at| solved(task, at))).collect();
    for (at, (_, name)) in TOOLS.iter().enumerate() {
        let of: Vec<&Episode> =
            by_all.iter().filter_map(|task| episodes.get(&((*task).clone(), at))).flatten().collect();
        let sum = |part: fn(&Episode) -> f64| of.iter().map(|episode| part(episode)).sum::<f64>();
        #[allow(clippy::cast_precision_loss, reason = "a few episodes")]
        let count = of.len().max(1) as f64;
        let figure = format!(
            "{:.1} commands, {:.0} tokens, {:.0} ms; median {:.0} ms",
            sum(|episode| episode.commands) / count,
            sum(|episode| episode.tokens) / count,
            sum(|episode| episode.milliseconds) / count,
            median(&of, |episode| episode.milliseconds),
        );
        let what = format!("an episode of the {} tasks that all solved, {name}: means", by_all.len());
        table.figure(SUBJECT, what, figure);
    }
}

/// The folder of the pages, in the virtual environment that `WEBAGENTS_MINIWOB` names.
fn sources() -> Result<PathBuf, Failure> {
    let environment = std::env::var_os("WEBAGENTS_MINIWOB")
        .ok_or("WEBAGENTS_MINIWOB names no folder; run `cargo xtask bench`, which sets it")?;
    let libraries = std::fs::read_dir(Path::new(&environment).join("lib"))?;
    libraries
        .flatten()
        .map(|python| python.path().join("site-packages").join("miniwob").join("html"))
        .find(|folder| folder.is_dir())
        .ok_or_else(|| "the package miniwob has no pages".into())
}
