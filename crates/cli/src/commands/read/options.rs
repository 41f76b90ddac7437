//! Options of reading, as they are typed.

use std::num::NonZeroUsize;
use std::sync::Arc;

use webagents_fetch::RequestHeaders;
use webagents_read::{BrowseOptions, FrontMatter, NativeMarkdown, Robots, Scope};

use super::folder::Folder;
use crate::args;
use crate::exit::Failure;

/// Returns the options of a command.
pub(super) fn options(args: &args::ReadArgs) -> Result<BrowseOptions, Failure> {
    let (part, what, request) = (&args.part, &args.what, &args.request);
    let mut options = BrowseOptions::default();
    options.part.start_index = part.start_index;
    let usual = if args.destination.output.is_some() { usize::MAX } else { options.part.max_characters };
    options.part.max_characters = part.max_characters.map_or(usual, NonZeroUsize::get);
    if args.destination.chunk.is_some() {
        options.part.max_characters = usize::MAX;
    }
    if let Some(path) = &args.destination.cache {
        options.store = Some(Arc::new(Folder::open(path)?));
    }
    options.part.max_tokens = part.budget.map(NonZeroUsize::get);
    options.read.scope = if what.raw { Scope::Whole } else { Scope::Content };
    options.read.select.clone_from(&what.select);
    options.read.exclude.clone_from(&what.exclude);
    options.read.links = what.links.into();
    options.read.images = what.images.into();
    options.read.favor = what.favor.map(Into::into).unwrap_or_default();
    options.part.front_matter = if what.front_matter { FrontMatter::Yaml } else { FrontMatter::Omit };
    options.native = if what.prefer_markdown { NativeMarkdown::Prefer } else { NativeMarkdown::Report };
    options.request.headers = headers(request)?;
    options.whole_page = what.whole_page;
    options.request.show_errors = request.show_errors;
    options.request.robots = if request.robots { Robots::Obey } else { Robots::Ignore };
    options.request.timeout = request.timeout;
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
