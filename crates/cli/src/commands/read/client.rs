//! The HTTP client of `webagents read`.

use url::Url;
use webagents_fetch::ClientOptions;

use crate::args::{self, Network, SourceArg};
use crate::exit::Failure;
use crate::source::allowed;

/// Returns client options that permit public addresses, each given URL, and those allowed by option.
pub(super) fn client_options(args: &args::ReadArgs) -> Result<ClientOptions, Failure> {
    let request = &args.request;
    let network = Network { allow_host: request.allow_host.clone(), timeout: Some(request.timeout) };
    let mut options = allowed(&network)?;
    options.max_redirects = webagents_read::client_options().max_redirects;
    if let Some(agent) = &request.user_agent {
        options.user_agent.clone_from(agent);
    }
    for page in &args.pages {
        if let SourceArg::Url(text) = page
            && let Ok(url) = Url::parse(text.trim())
            && matches!(url.scheme(), "http" | "https")
        {
            options.allow_url(&url)?;
        }
    }
    Ok(options)
}
