//! Pages as they are printed or written into files.

use std::borrow::Cow;

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

/// State of the output.
pub(super) struct Printer {
    pub(super) json: bool,
    pub(super) many: bool,
    pub(super) exit: Exit,
    /// Tokens of a part, where each is a line of its own.
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
        // A page that could not be read has its name all the same, so that those after it keep theirs.
        let name = self.files.as_mut().map(|files| files.name(page));
        let outcome = match (outcome, name, &self.files) {
            (Ok(browsed), Some(name), Some(files)) => {
                write(files, &name, page, &browsed, self.chunk).map(|()| browsed)
            }
            (outcome, ..) => outcome,
        };
        match outcome {
            Ok(browsed) => {
                let answer = browsed.source.status.filter(|status| *status >= 400);
                let failure = answer.map(|status| no_page(status, browsed.source.retry_after.as_deref()));
                if let Some(failure) = &failure {
                    self.exit = self.exit_of(failure);
                }
                if let (Some(tokens), None) = (self.chunk, &self.files) {
                    return chunk_records(page, &browsed, tokens, failure.as_ref()).iter().try_for_each(line);
                }
                if self.json {
                    return line(&record(page, &browsed, failure.as_ref()));
                }
                self.text(page, &browsed)?;
                if let Some(failure) = failure {
                    let after =
                        browsed.source.retry_after.as_ref().map(|after| format!("; Retry-After: {after}"));
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

    fn text(&self, page: &SourceArg, browsed: &Browsed) -> Result<(), Failure> {
        if self.files.is_some() {
            // Its path was printed.
        } else if self.many {
            output::data(&format!("==> {page} <==\n{browsed}\n\n"))?;
        } else {
            output::data(&browsed.to_string())?;
        }
        for remark in &browsed.remarks {
            output::say(&format!("{page}: {remark}"));
            if cfg!(feature = "browser")
                && *remark == Remark::Scripted
                && browsed.source.served != Served::Given
            {
                output::say("help: --render lets its scripts run in a browser first");
            }
        }
        if let Some(next) = browsed.extent.next {
            output::say(&format!("{page}: --start-index {next} goes on"));
        }
        Ok(())
    }
}

/// Writes a page into its file, and prints where it is.
fn write(
    files: &Files,
    name: &str,
    page: &SourceArg,
    browsed: &Browsed,
    chunk: Option<usize>,
) -> Result<(), Failure> {
    let (ending, text) = match (chunk, browsed.source.kind) {
        (Some(tokens), _) => {
            let records = chunk_records(page, browsed, tokens, None);
            let lines =
                records.iter().map(|record| output::one_line(output::versioned(record).to_string()) + "\n");
            ("jsonl", lines.collect())
        }
        (None, Kind::Json) => ("json", format!("{browsed}\n")),
        (None, Kind::Text) => ("txt", format!("{browsed}\n")),
        (None, _) => ("md", format!("{browsed}\n")),
    };
    let path = files.write(name, ending, &text)?;
    output::data(&path.display().to_string())
}

/// The parts of a page, each under its headings.
fn chunk_records(
    page: &SourceArg,
    browsed: &Browsed,
    tokens: usize,
    failure: Option<&Failure>,
) -> Vec<Value> {
    let chunks = webagents_read::chunks(&browsed.text, tokens);
    let record = |(index, chunk): (usize, webagents_read::Chunk)| {
        json!({
            "ok": failure.is_none(),
            "url": page.to_string(),
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
fn record(page: &SourceArg, browsed: &Browsed, failure: Option<&Failure>) -> Value {
    let mut record = json!({
        "ok": failure.is_none(),
        "url": page.to_string(),
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
