//! From 500 pages to their manifests, on a loopback site, next to the Python package's `discover`.
//!
//! Both keep connections open and have the same number of pages under way, so the comparison is of the work:
//! requests, the guard, the search for the tag, the parse.

use std::cell::RefCell;
use std::time::Instant;

use futures_util::stream::{self, StreamExt as _};
use serde_json::json;
use url::Url;
use webagents_discover::{DiscoverOptions, discover};
use webagents_fetch::{Client, ClientOptions};

use crate::measure::{Contender, race};
use crate::python::Python;
use crate::report::{Table, Target};
use crate::site::{self, Site};
use crate::{Failure, corpus};

const SUBJECT: &str = "discover";

/// Runs of each contender.
const ROUNDS: usize = 5;

/// Pages, and how many of them are under way at once.
const PAGES: usize = 500;
const CONCURRENCY: usize = 16;

/// Measures, and sees to it that both found every manifest.
pub fn run(table: &mut Table) -> Result<(), Failure> {
    let site = site()?;
    let urls: Vec<String> = (0..PAGES).map(|number| format!("{}/{number}/", site.url)).collect();
    let pages = urls.iter().map(|url| Url::parse(url)).collect::<Result<Vec<_>, _>>()?;
    let mut options = ClientOptions::default();
    options.allow_url(&pages[0])?;
    let discovery = DiscoverOptions::default();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let python = RefCell::new(Python::start()?);
    let mut contenders = [
        Contender::timed("webagents", || {
            runtime.block_on(async {
                let start = Instant::now();
                let client = Client::new(&options)?;
                let found = stream::iter(&pages)
                    .map(|page| discover(&client, page, &discovery))
                    .buffer_unordered(CONCURRENCY)
                    .filter(|result| {
                        let found =
                            result.as_ref().is_ok_and(|found| !found.parsed.manifest.tools.is_empty());
                        std::future::ready(found)
                    })
                    .count()
                    .await;
                all(found)?;
                Ok(start.elapsed())
            })
        }),
        Contender::timed("Python package", || {
            let message = json!({ "work": "discover", "urls": urls, "concurrency": CONCURRENCY });
            let (time, answer) = python.borrow_mut().work(&message)?;
            all(answer["found"].as_u64().and_then(|found| usize::try_from(found).ok()).unwrap_or(0))?;
            Ok(time)
        }),
    ];
    race(ROUNDS, &mut contenders)?;
    let [ours, peer] = contenders.each_ref().map(|contender| contender.median().as_secs_f64());
    let what = |name: &str| format!("{name}, {PAGES} pages, {CONCURRENCY} at a time");
    table.figure(SUBJECT, what("webagents"), format!("{:.0} ms", ours * 1e3));
    table.figure(SUBJECT, what("Python package"), format!("{:.0} ms", peer * 1e3));
    table.ratio(SUBJECT, "webagents over the Python package", peer / ours, Some(Target::AtLeast(10.0)));
    Ok(())
}

/// A figure for work that was not done would be worth nothing.
fn all(found: usize) -> Result<(), Failure> {
    if found == PAGES { Ok(()) } else { Err(format!("{found} manifests were found, not {PAGES}").into()) }
}

/// `/7/` is a page of about 10 KB that names `/7/webagents.md`.
fn site() -> Result<Site, Failure> {
    let manifests = corpus::manifests(PAGES);
    let filler =
        "<p>Shelves, boxes and a long list of things that nobody reads to the end.</p>\n".repeat(120);
    site::serve(move |path| {
        let (number, file) = path.strip_prefix('/')?.split_once('/')?;
        let manifest = manifests.get(number.parse::<usize>().ok()?)?;
        match file {
            "" => Some((
                "text/html; charset=utf-8",
                format!(
                    "<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n<title>Site {number}</title>\n\
                     <meta name=\"webagents-md\" content=\"/{number}/webagents.md\">\n</head>\n<body>\n{filler}</body>\n</html>\n"
                ),
            )),
            "webagents.md" => Some(("text/markdown; charset=utf-8", manifest.clone())),
            _ => None,
        }
    })
}
