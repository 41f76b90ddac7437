//! A site's robots.txt (RFC 9309), for callers who obey it.
//!
//! The decision it embodies: reading a page at the request of a person or their agent is not crawling, so the
//! check is optional. If enabled, it applies to each hop of a redirect, and the same guarded client fetches
//! robots.txt.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use robotxt::{AccessResult, Robots as Rules};
use url::Url;
use webagents_fetch::{Client, ErrorKind, FilterFuture, Overflow, RequestFilter, RequestOptions};

use super::cache::Cache;

/// Admits the addresses that a site's robots.txt allows.
pub(super) struct RobotsGate {
    client: Client,
    cache: Cache,
    timeout: Duration,
}

impl fmt::Debug for RobotsGate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RobotsGate")
    }
}

impl RobotsGate {
    pub(super) fn new(client: &Client, cache: Option<&Cache>, timeout: Duration) -> Self {
        Self { client: client.clone(), cache: cache.cloned().unwrap_or_default(), timeout }
    }

    /// The file of a URL's site; `None` if it does not answer.
    async fn find_rules(&self, url: &Url) -> Option<Arc<Rules>> {
        let origin = url.origin().ascii_serialization();
        if let Some(file) = self.cache.find_robots(&origin, Instant::now()) {
            return Some(file);
        }
        let agent = product_name(&self.client.options().user_agent);
        let file = Arc::new(self.load_rules(&url.join("/robots.txt").ok()?, agent).await?);
        self.cache.put_robots(origin, Arc::clone(&file), Instant::now());
        Some(file)
    }

    /// Loads the rules of a site (RFC 9309, section 2.3.1).
    ///
    /// A response of 4xx has no rules, and a missing response forbids everything. The latter is not remembered, for it
    /// is temporary.
    async fn load_rules(&self, at: &Url, agent: &str) -> Option<Rules> {
        let mut request = RequestOptions::default();
        "text/plain,*/*;q=0.1".clone_into(&mut request.accept);
        request.max_body_bytes = robotxt::BYTE_LIMIT + 1;
        request.overflow = Overflow::Truncate;
        request.timeout = Some(self.timeout);
        let response = self.client.get(at, &request).await;
        let access = match &response {
            Ok(response) if response.is_success() => AccessResult::Successful(&response.body),
            Ok(response) if (400..500).contains(&response.status) => AccessResult::Unavailable,
            Err(error) if error.kind() == ErrorKind::TooManyRedirects => AccessResult::TooManyRedirects,
            _ => return None,
        };
        Some(Rules::from_access(access, agent))
    }
}

impl RequestFilter for RobotsGate {
    fn check<'a>(&'a self, url: &'a Url) -> FilterFuture<'a> {
        Box::pin(async move {
            let what = match self.find_rules(url).await {
                Some(file) if file.is_url_allowed(url) => return Ok(()),
                Some(_) => "does not allow it",
                None => "does not answer, which is to be taken for a no",
            };
            let origin = url.origin().ascii_serialization();
            Err(format!("{origin}/robots.txt {what}").into())
        })
    }
}

/// The name by which a robots.txt knows us: the product of the `User-Agent` (RFC 9309, section 2.2.1).
fn product_name(user_agent: &str) -> &str {
    let end = user_agent.find(|c: char| !(c.is_ascii_alphabetic() || c == '-' || c == '_'));
    &user_agent[..end.unwrap_or(user_agent.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products() {
        assert_eq!(product_name("webagents/0.1.0"), "webagents");
        assert_eq!(product_name("my-bot (+https://bot.example)"), "my-bot");
        assert_eq!(product_name(""), "");
    }

    /// As many rules as a file may hold, each as hard to match as they come, against a long address.
    #[test]
    fn a_hostile_file_is_matched_in_bounded_steps() {
        let rules = "disallow: *a*b*c\n".repeat(robotxt::BYTE_LIMIT / 17);
        let file = Rules::parse(format!("user-agent: *\n{rules}").as_bytes(), "webagents");
        let url = Url::parse(&format!("https://a.example/{}", "ab".repeat(2000))).unwrap();
        assert!(file.is_url_allowed(&url));
        assert!(!file.is_url_allowed(&url.join("/abc").unwrap()));
    }
}
