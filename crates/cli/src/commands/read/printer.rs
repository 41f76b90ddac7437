//! Pages as they are printed or written into files.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use url::Url;
use webagents_fetch::redact_url;
use webagents_read::{Browsed, Kind, Metadata, Remark, Served, Stage};

use super::files::Files;
use crate::args::SourceArg;
use crate::exit::{Exit, Failure};
use crate::output;

/// The failure of a server that has no page.
pub(super) fn no_page(status: u16, retry_after: Option<&str>) -> Failure {
    let failure = Failure::new(Exit::Network, format!("HTTP {status} - Failed to fetch URL"));
    failure.answered(status, retry_after)
}

/// Page in the forms in which it is printed, also by a process that did not read it.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::commands) struct PrintedPage {
    /// The record of `--json`.
    record: Value,
    /// The records of `--chunk`.
    chunks: Vec<Value>,
    /// `true` if a browser may find more of it.
    needs_browser: bool,
}

impl PrintedPage {
    /// Describes a page that `page` names, with its parts of at most `chunk` tokens.
    pub(super) fn new(page: &str, browsed: &Browsed, chunk: Option<usize>) -> Self {
        let failure = failure(browsed.source.status, browsed.source.retry_after.as_deref());
        Self {
            record: record(page, browsed, failure.as_ref()),
            chunks: chunk
                .map(|tokens| chunk_records(page, browsed, tokens, failure.is_none()))
                .unwrap_or_default(),
            needs_browser: browsed.source.served != Served::Given
                && browsed.remarks.contains(&Remark::Scripted),
        }
    }

    /// Sets the name of the page, as the user typed it.
    #[cfg(feature = "browser")]
    pub(super) fn set_name(&mut self, page: &SourceArg) {
        for record in std::iter::once(&mut self.record).chain(&mut self.chunks) {
            record["url"] = page.to_string().into();
        }
    }

    /// Returns the address of the page.
    #[cfg(feature = "browser")]
    pub(super) fn url(&self) -> &str {
        self.text_of("url")
    }

    fn text_of(&self, member: &str) -> &str {
        self.record[member].as_str().unwrap_or_default()
    }

    fn failure(&self) -> Option<Failure> {
        let status = self.record["status"].as_u64().and_then(|status| u16::try_from(status).ok());
        failure(status, self.record["retry_after"].as_str())
    }
}

/// The failure of a server that showed a page for an error.
fn failure(status: Option<u16>, retry_after: Option<&str>) -> Option<Failure> {
    status.filter(|status| *status >= 400).map(|status| no_page(status, retry_after))
}

/// State of the output.
pub(super) struct Printer {
    pub(super) json: bool,
    pub(super) many: bool,
    pub(super) exit: Exit,
    /// Tokens of a part whose tokens are lines of their own.
    pub(super) chunk: Option<usize>,
    /// Destination of the pages; stdout if there is none.
    pub(super) files: Option<Files>,
}

impl Printer {
    /// Prints a page, or why there is none. A page's trouble stops no other.
    pub(super) fn print(
        &mut self,
        page: &SourceArg,
        outcome: Result<Browsed, Failure>,
    ) -> Result<(), Failure> {
        let name = page.to_string();
        self.print_page(page, outcome.map(|browsed| PrintedPage::new(&name, &browsed, self.chunk)))
    }

    /// The same for a page that another process read.
    pub(super) fn print_page(
        &mut self,
        page: &SourceArg,
        outcome: Result<PrintedPage, Failure>,
    ) -> Result<(), Failure> {
        // A page that could not be read has its name all the same, so that those after it keep theirs.
        let name = self.files.as_mut().map(|files| files.name(page));
        let outcome = match (outcome, name, &self.files) {
            (Ok(printed), Some(name), Some(files)) => {
                write(files, &name, &printed, self.chunk.is_some()).map(|()| printed)
            }
            (outcome, ..) => outcome,
        };
        match outcome {
            Ok(printed) => {
                let failure = printed.failure();
                if let Some(failure) = &failure {
                    self.exit = self.exit_of(failure);
                }
                if self.chunk.is_some() && self.files.is_none() {
                    return printed.chunks.iter().try_for_each(line);
                }
                if self.json {
                    return line(&printed.record);
                }
                self.text(page, &printed)?;
                if let Some(failure) = failure {
                    let after =
                        printed.record["retry_after"].as_str().map(|after| format!("; Retry-After: {after}"));
                    output::complain(&format!("{page}: {failure}{}", after.unwrap_or_default()));
                }
                Ok(())
            }
            Err(failure) if self.many || self.json => {
                self.exit = self.exit_of(&failure);
                if self.json {
                    let (status, after) = failure.answer().unzip();
                    let event = json!({
                        "ok": false,
                        "url": page.to_string(),
                        "line": failure.line(),
                        "error": failure.json(),
                        "status": status,
                        "retry_after": after.flatten(),
                    });
                    return line(&event);
                }
                output::complain(&format!("{page}: {failure}"));
                Ok(())
            }
            Err(failure) => Err(failure),
        }
    }

    /// The exit code once this page could not be read.
    fn exit_of(&self, failure: &Failure) -> Exit {
        if self.many { Exit::Findings } else { failure.exit() }
    }

    fn text(&self, page: &SourceArg, printed: &PrintedPage) -> Result<(), Failure> {
        let text = printed.text_of("text");
        if self.files.is_some() {
            // Its path was printed.
        } else if self.many {
            output::data(&format!("==> {page} <==\n{text}\n\n"))?;
        } else {
            output::data(text)?;
        }
        for remark in printed.record["remarks"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            output::say(&format!("{page}: {remark}"));
            if cfg!(feature = "browser") && printed.needs_browser && remark == Remark::Scripted.text() {
                output::say("help: --render lets its scripts run in a browser first");
            }
        }
        if let Some(next) = printed.record["next_start_index"].as_u64() {
            output::say(&format!("{page}: --start-index {next} goes on"));
        }
        Ok(())
    }
}

/// Writes a page into its file, and prints the path.
fn write(files: &Files, name: &str, printed: &PrintedPage, in_chunks: bool) -> Result<(), Failure> {
    let whole = || format!("{}\n", printed.text_of("text"));
    let (ending, text) = match printed.text_of("kind") {
        _ if in_chunks => {
            let lines = printed.chunks.iter();
            let lines = lines.map(|record| output::one_line(output::versioned(record).to_string()) + "\n");
            ("jsonl", lines.collect())
        }
        kind if kind == Kind::Json.as_str() => ("json", whole()),
        kind if kind == Kind::Text.as_str() => ("txt", whole()),
        _ => ("md", whole()),
    };
    let path = files.write(name, ending, &text)?;
    output::data(&path.display().to_string())
}

/// The parts of a page, each under its headings.
fn chunk_records(page: &str, browsed: &Browsed, tokens: usize, is_ok: bool) -> Vec<Value> {
    let chunks = webagents_read::chunks(&browsed.text, tokens);
    let record = |(index, chunk): (usize, webagents_read::Chunk)| {
        json!({
            "ok": is_ok,
            "url": page,
            "final_url": browsed.source.url.as_ref().map(shown_url),
            "status": browsed.source.status,
            "title": browsed.metadata.title,
            "index": index,
            "headings": chunk.headings,
            "text": chunk.text,
            "tokens_estimated": chunk.tokens,
            "cut": chunk.cut,
        })
    };
    chunks.into_iter().enumerate().map(record).collect()
}

/// One line, also on a terminal.
fn line(value: &Value) -> Result<(), Failure> {
    output::data(&output::one_line(output::versioned(value).to_string()))
}

/// Record of a page, with the failure that a server showed it for.
fn record(page: &str, browsed: &Browsed, failure: Option<&Failure>) -> Value {
    let mut record = json!({
        "ok": failure.is_none(),
        "url": page,
        "final_url": browsed.source.url.as_ref().map(shown_url),
        "redirects": browsed.source.redirects.iter().map(shown_url).collect::<Vec<_>>(),
        "status": browsed.source.status,
        "media_type": browsed.source.media_type,
        "kind": browsed.source.kind.as_str(),
        "text": browsed.to_string(),
        "start_index": browsed.extent.start,
        "next_start_index": browsed.extent.next,
        "total_characters": browsed.extent.total,
        "tokens_estimated": browsed.tokens(),
        "stage": browsed.stage.map(Stage::as_str),
        "metadata": metadata(&browsed.metadata),
        "page_characters": browsed.kept.map(|kept| kept.before),
        "kept_characters": browsed.kept.map(|kept| kept.after),
        "section": browsed.section,
        "retry_after": browsed.source.retry_after,
        "content_signal": browsed.source.content_signal,
        "markdown_tokens": browsed.source.markdown_tokens,
        "remarks": browsed.remarks.iter().map(Remark::text).collect::<Vec<_>>(),
    });
    if let Some(failure) = failure {
        record["line"] = failure.line().into();
        record["error"] = failure.json();
    }
    record
}

fn shown_url(url: &Url) -> Cow<'_, str> {
    redact_url(url.as_str())
}

fn metadata(metadata: &Metadata) -> Value {
    json!({
        "title": metadata.title,
        "authors": metadata.authors,
        "published": metadata.published,
        "modified": metadata.modified,
        "description": metadata.description,
        "canonical_url": metadata.canonical.as_ref().map(shown_url),
        "language": metadata.language,
        "site_name": metadata.site_name,
        "markdown_url": metadata.markdown.as_ref().map(shown_url),
    })
}
