//! The same pages read by others: how well, and how fast.
//!
//! All take turns in one run. A peer that works in another process takes its own time there, without its start and
//! without the pipe.

use std::cell::RefCell;
use std::path::Path;

use serde_json::{Value, json};
use webagents_read::{ReadOptions, read};

use super::corpora::Page;
use super::score::{self, Agreement};
use super::{SUBJECT, agreement, averaged, metadata, text};
use crate::Failure;
use crate::measure::{Contender, megabytes_per_second, race, times_faster};
use crate::node::Node;
use crate::python::Python;
use crate::report::{Table, Target};

/// Of so many pages the peers read one.
const SAMPLE: usize = 8;

/// Runs over the sample that measure the speed.
const ROUNDS: usize = 3;

/// Further runs of the peers that need no process of their own.
const SHORT_ROUNDS: usize = 24;

/// Minimum speed of the whole conversion from HTML to Markdown, in MB a second.
const SPEED: f64 = 60.0;

/// Lets others read every eighth page.
pub(super) fn run(table: &mut Table, folder: &Path, pages: &[Page], ours: &[String]) -> Result<(), Failure> {
    let sample: Vec<&Page> = pages.iter().step_by(SAMPLE).collect();
    let sources: Vec<String> = sample.iter().map(|page| page.html.clone()).collect();
    let texts =
        |given: &[String]| given.iter().map(|markdown| text::of_markdown(markdown)).collect::<Vec<_>>();
    let judge = |given: &[String]| {
        let found = sample.iter().zip(texts(given));
        let found: Vec<Agreement> =
            found.map(|(page, text)| score::word_agreement(&text, &page.content)).collect();
        averaged(&found)
    };
    let ours: Vec<String> = ours.iter().step_by(SAMPLE).cloned().collect();
    agreement(table, "every eighth page, webagents", judge(&ours), None);

    let python = RefCell::new(Python::reading()?);
    python.borrow_mut().load(&sources)?;
    let node = RefCell::new(Node::running("readers_peer.mjs")?);
    node.borrow_mut().ask(&json!({ "documents": sources }))?;
    let strings = |answer: &Value| -> Vec<String> {
        let texts = answer["texts"].as_array().into_iter().flatten();
        texts.map(|text| text.as_str().unwrap_or_default().to_owned()).collect()
    };
    for peer in ["trafilatura", "markdownify"] {
        let (_, answer) = python.borrow_mut().work(&json!({ "work": peer, "texts": true }))?;
        agreement(table, &format!("every eighth page, {peer}"), judge(&strings(&answer)), None);
    }
    let answer = node.borrow_mut().ask(&json!({ "work": "turndown", "texts": true }))?;
    agreement(table, "every eighth page, turndown", judge(&strings(&answer)), None);
    let htmd = htmd::HtmlToMarkdown::builder().skip_tags(vec!["script", "style"]).build();
    let converted: Vec<String> = sources.iter().map(|html| htmd.convert(html).unwrap_or_default()).collect();
    agreement(table, "every eighth page, htmd", judge(&converted), None);

    upstream(table, folder, &python, &sample, &texts(&ours))?;
    said(table, &python, &sample, &sources)?;

    let timed = |peer: &'static str| {
        let python = &python;
        Contender::timed(peer, move || Ok(python.borrow_mut().work(&json!({ "work": peer }))?.0))
    };
    let mut contenders = [
        Contender::new("webagents", || {
            sources.iter().map(|html| read(html, &ReadOptions::default()).markdown.len()).sum::<usize>()
        }),
        Contender::new("htmd", || {
            sources.iter().map(|html| htmd.convert(html).unwrap_or_default().len()).sum::<usize>()
        }),
        Contender::timed("turndown", || {
            let answer = node.borrow_mut().ask(&json!({ "work": "turndown" }))?;
            let seconds =
                answer["seconds"].as_f64().ok_or("expected `seconds` in node's answer, found none")?;
            Ok(std::time::Duration::from_secs_f64(seconds))
        }),
        timed("markdownify"),
        timed("trafilatura"),
    ];
    race(ROUNDS, &mut contenders)?;
    // Those of this process take a tenth of a second, which whatever else the machine does then spoils.
    race(SHORT_ROUNDS, &mut contenders[..2])?;
    let bytes: usize = sources.iter().map(String::len).sum();
    for contender in &contenders {
        let speed = (megabytes_per_second(bytes, contender.best()) * 10.0).round() / 10.0;
        let target = (contender.name == "webagents").then_some(Target::AtLeast(SPEED));
        table.score(SUBJECT, format!("{}, MB a second", contender.name), speed, target);
    }
    let [ours, others @ ..] = contenders;
    for peer in others {
        let target = (peer.name == "markdownify").then_some(Target::AtLeast(15.0));
        let ratio = times_faster(&ours, &peer);
        table.ratio(SUBJECT, format!("{}'s time over ours", peer.name), ratio, target);
    }
    Ok(())
}

/// The largest difference between our measure of a page and the measure of the corpus's own script.
fn upstream(
    table: &mut Table,
    folder: &Path,
    python: &RefCell<Python>,
    sample: &[&Page],
    texts: &[String],
) -> Result<(), Failure> {
    let pairs: Vec<(&String, &String)> = texts.iter().zip(sample.iter().map(|page| &page.content)).collect();
    let script = folder.join("wcxb").join("evaluate.py");
    let (_, answer) = python.borrow_mut().work(&json!({ "judge": script, "pairs": pairs }))?;
    let theirs = answer["scores"].as_array().ok_or("Python gave no scores")?;
    if theirs.len() != pairs.len() {
        return Err(
            format!("{} gave {} scores for {} pages", script.display(), theirs.len(), pairs.len()).into()
        );
    }
    let far = |(text, right): &(&String, &String), theirs: &Value| {
        (score::word_agreement(text, right).f1 - theirs.as_f64().unwrap_or(f64::NAN)).abs()
    };
    let most = pairs
        .iter()
        .zip(theirs)
        .map(|(pair, theirs)| far(pair, theirs))
        .fold(0.0, |most: f64, far| if far.is_nan() { f64::INFINITY } else { most.max(far) });
    let what = format!("{} pages: our F1 less the F1 of the corpus's own evaluate.py, at most", pairs.len());
    table.score(SUBJECT, what, most, Some(Target::AtMost(0.001)));
    Ok(())
}

/// Compares the metadata that a peer finds in pages with ours of the same pages.
fn said(
    table: &mut Table,
    python: &RefCell<Python>,
    sample: &[&Page],
    sources: &[String],
) -> Result<(), Failure> {
    let (_, answer) = python.borrow_mut().work(&json!({ "work": "metadata", "texts": true }))?;
    let found = answer["texts"].as_array().ok_or("Python returned no metadata of the pages")?;
    let theirs = found.iter().map(|of| {
        [0, 1, 2].map(|at| {
            let text = of[at].as_str().unwrap_or_default();
            if at == 2 { metadata::day(text) } else { text.to_owned() }
        })
    });
    metadata::run(table, "every eighth page, trafilatura", sample.iter().copied().zip(theirs));
    let ours = sources.iter().map(|html| metadata::ours(html));
    metadata::run(table, "every eighth page, webagents", sample.iter().copied().zip(ours));
    Ok(())
}
