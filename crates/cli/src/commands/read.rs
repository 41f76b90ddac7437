//! `webagents read`: pages as Markdown.
//!
//! The decision it embodies: crates do not depend on each other where they need not. The runner of scripts
//! (`runtime-webdriver`) and the reader of pages (`read`) meet here: a browser gives its HTML, and that is read like
//! any other.

mod files;
mod folder;
mod render;

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::sync::Arc;

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use url::Url;
use webagents_fetch::{Client, RequestHeaders, redact_url};
use webagents_read::{
    BrowseOptions, Browsed, FrontMatter, Kind, Metadata, NativeMarkdown, Remark, Robots, Scope, Served, Stage,
};

use self::files::Files;
use self::folder::Folder;
use crate::args::{self, Network};
use crate::exit::{Exit, Failure};
use crate::file;
use crate::output;
use crate::source::{Source, allowed, unreadable};

/// Bytes of HTML that are read from a file or from stdin.
const HTML_BYTES: usize = 64 * 1024 * 1024;

pub(super) async fn run(args: &args::Read) -> Result<Exit, Failure> {
    if let Some(target) = args.definition {
        output::value(&webagents_read::tool_definition(target.0))?;
        return Ok(Exit::Ok);
    }
    if args.pages.iter().filter(|page| **page == Source::Stdin).count() > 1 {
        return Err(Failure::usage("stdin can be read once; - is given more than once"));
    }
    if let Some(name) = args.render_in.given().filter(|_| !args.render) {
        return Err(Failure::usage(format!("{name} is for a browser, and none is started without --render")));
    }
    let options = options(args)?;
    let files = args.output.as_ref().map(|folder| Files::new(folder, args.force)).transpose()?;
    let chunk = args.chunk.map(NonZeroUsize::get);
    let mut told = Told {
        json: args.json || chunk.is_some() && files.is_none(),
        many: args.pages.len() > 1,
        exit: Exit::Ok,
        chunk,
        files,
    };
    if args.render {
        return render::render(args, &options, told).await;
    }
    let client = Client::new(&client_options(args)?)?;
    let pages = futures_util::stream::iter(&args.pages)
        .map(async |page| (page, one(&client, page, &options).await))
        .buffered(args.jobs.get());
    let mut pages = std::pin::pin!(pages);
    while let Some((page, outcome)) = pages.next().await {
        told.tell(page, outcome)?;
        if output::is_closed() {
            break;
        }
    }
    Ok(told.exit)
}

fn options(args: &args::Read) -> Result<BrowseOptions, Failure> {
    let (part, what, request) = (&args.part, &args.what, &args.request);
    let mut options = BrowseOptions::default();
    options.start_index = part.start_index;
    let usual = if args.output.is_some() { usize::MAX } else { options.max_characters };
    options.max_characters = part.max_characters.map_or(usual, NonZeroUsize::get);
    if args.chunk.is_some() {
        options.max_characters = usize::MAX;
    }
    if let Some(path) = &args.cache {
        options.store = Some(Arc::new(Folder::open(path)?));
    }
    options.max_tokens = part.budget.map(NonZeroUsize::get);
    options.read.scope = if what.raw { Scope::Whole } else { Scope::Content };
    options.read.select.clone_from(&what.select);
    options.read.exclude.clone_from(&what.exclude);
    options.read.links = what.links.into();
    options.read.images = what.images.into();
    options.read.favor = what.favor.map(Into::into).unwrap_or_default();
    options.front_matter = if what.front_matter { FrontMatter::Yaml } else { FrontMatter::Omit };
    options.native = if what.prefer_markdown { NativeMarkdown::Prefer } else { NativeMarkdown::Report };
    options.headers = headers(request)?;
    options.whole_page = what.whole_page;
    options.show_errors = request.show_errors;
    options.robots = if request.robots { Robots::Obey } else { Robots::Ignore };
    options.timeout = request.timeout;
    Ok(options)
}

fn headers(request: &args::RequestArgs) -> Result<RequestHeaders, Failure> {
    let mut headers = RequestHeaders::default();
    for header in &request.header {
        headers.add(&header.name, &header.value)?;
    }
    for cookie in &request.cookie {
        headers.cookie(&cookie.name, &cookie.value)?;
    }
    if let Some(login) = &request.basic {
        headers.basic(&login.name, &login.value)?;
    }
    if let Some(token) = &request.bearer {
        headers.bearer(&token.0)?;
    }
    Ok(headers)
}

/// Returns client options that permit public addresses, each given URL, and those allowed by option.
fn client_options(args: &args::Read) -> Result<webagents_fetch::ClientOptions, Failure> {
    let request = &args.request;
    let network = Network { allow_host: request.allow_host.clone(), timeout: Some(request.timeout) };
    let mut options = allowed(&network)?;
    options.max_redirects = webagents_read::client_options().max_redirects;
    if let Some(agent) = &request.user_agent {
        options.user_agent.clone_from(agent);
    }
    for page in &args.pages {
        if let Source::Url(text) = page
            && let Ok(url) = Url::parse(text.trim())
            && matches!(url.scheme(), "http" | "https")
        {
            options.allow_url(&url)?;
        }
    }
    Ok(options)
}

async fn one(client: &Client, page: &Source, options: &BrowseOptions) -> Result<Browsed, Failure> {
    match page {
        Source::Url(url) => Ok(webagents_read::web_browse(client, url, options).await?),
        Source::Stdin => shown(&read(page, std::io::stdin().lock())?, options),
        Source::File(path) => match file::open(path) {
            Ok(file) => shown(&read(page, file)?, options),
            // The user may have forgotten the scheme.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let unread = unreadable(page, &error);
                Err(match crate::source::address_meant(path) {
                    Some(url) => Failure::usage("Invalid URL format - must start with http:// or https://")
                        .cause(unread.to_string())
                        .help(format!("if it is a website, write {url}")),
                    None => unread,
                })
            }
            Err(error) => Err(unreadable(page, &error)),
        },
    }
}

fn read(page: &Source, from: impl std::io::Read) -> Result<Vec<u8>, Failure> {
    // One byte more than is read, so that the reader can say that there was more.
    file::read_up_to(page, from, HTML_BYTES.saturating_add(1))
}

fn shown(bytes: &[u8], options: &BrowseOptions) -> Result<Browsed, Failure> {
    let html = webagents_read::decode(bytes, None);
    Ok(webagents_read::show_html(&html.text, None, options)?)
}

/// The failure of a server that has no page.
fn no_page(status: u16, retry_after: Option<&str>) -> Failure {
    let failure = Failure::new(Exit::Network, format!("HTTP {status} - Failed to fetch URL"));
    failure.answered(status, retry_after)
}

/// State of the output.
struct Told {
    json: bool,
    many: bool,
    exit: Exit,
    /// Tokens of a part, where each is a line of its own.
    chunk: Option<usize>,
    /// Destination of the pages; stdout if there is none.
    files: Option<Files>,
}

impl Told {
    /// Prints a page, or why there is none. A page's trouble stops no other.
    fn tell(&mut self, page: &Source, outcome: Result<Browsed, Failure>) -> Result<(), Failure> {
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
                let answer = browsed.status.filter(|status| *status >= 400);
                let failure = answer.map(|status| no_page(status, browsed.retry_after.as_deref()));
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
                    let after = browsed.retry_after.as_ref().map(|after| format!("; Retry-After: {after}"));
                    output::complain(&format!("{page}: {failure}{}", after.unwrap_or_default()));
                }
                Ok(())
            }
            Err(failure) if self.many || self.json => {
                self.exit = self.exit_of(&failure);
                if self.json {
                    let (status, after) = failure.answer().unzip();
                    let told = json!({
                        "ok": false,
                        "url": page.to_string(),
                        "line": failure.line(),
                        "error": failure.json(),
                        "status": status,
                        "retry_after": after.flatten(),
                    });
                    return line(&told);
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

    fn text(&self, page: &Source, browsed: &Browsed) -> Result<(), Failure> {
        if self.files.is_some() {
            // Its path was printed.
        } else if self.many {
            output::data(&format!("==> {page} <==\n{browsed}\n\n"))?;
        } else {
            output::data(&browsed.to_string())?;
        }
        for remark in &browsed.remarks {
            output::say(&format!("{page}: {remark}"));
            if *remark == Remark::Scripted && browsed.served != Served::Given {
                output::say("help: --render lets its scripts run in a browser first");
            }
        }
        if let Some(next) = browsed.next {
            output::say(&format!("{page}: --start-index {next} goes on"));
        }
        Ok(())
    }
}

/// Writes a page into its file, and prints where it is.
fn write(
    files: &Files,
    name: &str,
    page: &Source,
    browsed: &Browsed,
    chunk: Option<usize>,
) -> Result<(), Failure> {
    let (ending, text) = match (chunk, browsed.kind) {
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
fn chunk_records(page: &Source, browsed: &Browsed, tokens: usize, failure: Option<&Failure>) -> Vec<Value> {
    let chunks = webagents_read::chunks(&browsed.text, tokens);
    let record = |(index, chunk): (usize, webagents_read::Chunk)| {
        json!({
            "ok": failure.is_none(),
            "url": page.to_string(),
            "final_url": browsed.url.as_ref().map(shown_url),
            "status": browsed.status,
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
fn record(page: &Source, browsed: &Browsed, failure: Option<&Failure>) -> Value {
    let mut record = json!({
        "ok": failure.is_none(),
        "url": page.to_string(),
        "final_url": browsed.url.as_ref().map(shown_url),
        "redirects": browsed.redirects.iter().map(shown_url).collect::<Vec<_>>(),
        "status": browsed.status,
        "media_type": browsed.media_type,
        "kind": browsed.kind.as_str(),
        "text": browsed.to_string(),
        "start_index": browsed.start,
        "next_start_index": browsed.next,
        "total_characters": browsed.total,
        "tokens_estimated": browsed.tokens,
        "stage": browsed.stage.map(Stage::as_str),
        "metadata": metadata(&browsed.metadata),
        "page_characters": browsed.kept.map(|kept| kept.before),
        "kept_characters": browsed.kept.map(|kept| kept.after),
        "section": browsed.section,
        "retry_after": browsed.retry_after,
        "content_signal": browsed.content_signal,
        "markdown_tokens": browsed.markdown_tokens,
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
