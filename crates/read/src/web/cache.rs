//! A short memory of documents, so that the second part of a page is of the same document as the first.
//!
//! The decision it embodies: this is not an HTTP cache. A new request for a page always goes to the server,
//! which reports whether the page changed (`ETag`, `Last-Modified`). Only a continuation from a later place
//! uses the memory without a request, as scrolling in a browser does. The key of a document is its address
//! and all headers sent to the server, so that one login never gets the document of another.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use robotxt::Robots as Rules;
use url::Url;
use webagents_fetch::{RequestHeaders, Validators};

use super::document::Document;

/// Maximum number of documents in the cache.
const DOCUMENTS: usize = 64;
/// Maximum number of bytes of their text.
const BYTES: usize = 64 * 1024 * 1024;
/// Time that a document stays in the cache after it was last requested.
const LIFE: Duration = Duration::from_mins(10);
/// Maximum number of robots.txt in the cache, and their lifetime.
///
/// It is a day at most (RFC 9309, section 2.4), here an hour.
const ROBOTS: usize = 256;
const ROBOTS_LIFE: Duration = Duration::from_hours(1);

/// Cache in memory of documents that [`web_browse`](super::web_browse) fetched; its clones share it.
///
/// It holds at most 64 documents and 64 MiB of text. A document is dropped ten minutes after its last use.
#[derive(Clone, Default)]
pub struct Cache {
    inner: Arc<Mutex<Cached>>,
}

#[derive(Default)]
struct Cached {
    /// The least recently used first.
    documents: Vec<CacheEntry>,
    robots: Vec<(String, Instant, Arc<Rules>)>,
}

struct CacheEntry {
    key: Key,
    at: Instant,
    document: Arc<Document>,
    known: Option<Validators>,
}

/// Key of a document.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Key {
    url: String,
    headers: RequestHeaders,
}

impl Key {
    pub(super) fn new(url: &Url, headers: &RequestHeaders) -> Self {
        let mut url = url.clone();
        url.set_fragment(None);
        Self { url: url.into(), headers: headers.clone() }
    }
}

impl Cache {
    /// Removes all fetched documents and robots.txt files from the cache.
    pub fn clear(&self) {
        *self.lock_cached() = Cached::default();
    }

    /// The document of a key, with that by which its server knows it.
    pub(super) fn find_document(
        &self,
        key: &Key,
        now: Instant,
    ) -> Option<(Arc<Document>, Option<Validators>)> {
        let mut inner = self.lock_cached();
        inner.remove_expired(now);
        let place = inner.documents.iter().position(|entry| entry.key == *key)?;
        let mut entry = inner.documents.remove(place);
        entry.at = now;
        let found = (Arc::clone(&entry.document), entry.known.clone());
        inner.documents.push(entry);
        Some(found)
    }

    pub(super) fn keep_document(
        &self,
        key: Key,
        document: Arc<Document>,
        known: Option<Validators>,
        now: Instant,
    ) {
        let mut inner = self.lock_cached();
        inner.remove_expired(now);
        inner.documents.retain(|entry| entry.key != key);
        if document.text.len() > BYTES {
            return;
        }
        inner.documents.push(CacheEntry { key, at: now, document, known });
        let mut bytes: usize = inner.documents.iter().map(|entry| entry.document.text.len()).sum();
        let mut out = 0;
        for entry in &inner.documents {
            if inner.documents.len() - out <= DOCUMENTS && bytes <= BYTES {
                break;
            }
            bytes -= entry.document.text.len();
            out += 1;
        }
        inner.documents.drain(..out);
    }

    pub(super) fn find_robots(&self, origin: &str, now: Instant) -> Option<Arc<Rules>> {
        let mut inner = self.lock_cached();
        inner.remove_expired(now);
        let found = inner.robots.iter().find(|(name, ..)| name == origin)?;
        Some(Arc::clone(&found.2))
    }

    pub(super) fn put_robots(&self, origin: String, file: Arc<Rules>, now: Instant) {
        let mut inner = self.lock_cached();
        inner.robots.retain(|(name, ..)| *name != origin);
        if inner.robots.len() >= ROBOTS {
            inner.robots.remove(0);
        }
        inner.robots.push((origin, now, file));
    }

    /// A panic elsewhere leaves the lists whole: each change of them is one step.
    fn lock_cached(&self) -> MutexGuard<'_, Cached> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cached {
    fn remove_expired(&mut self, now: Instant) {
        self.documents.retain(|entry| now.saturating_duration_since(entry.at) < LIFE);
        self.robots.retain(|(_, at, _)| now.saturating_duration_since(*at) < ROBOTS_LIFE);
    }
}

/// Keys hold credentials, so it shows only the number of entries.
impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = self.lock_cached();
        let (documents, robots) = (inner.documents.len(), inner.robots.len());
        f.debug_struct("Cache").field("documents", &documents).field("robots", &robots).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(path: &str, cookie: Option<&str>) -> Key {
        let mut headers = RequestHeaders::default();
        if let Some(value) = cookie {
            headers.cookie("session", value).unwrap();
        }
        Key::new(&Url::parse("https://a.example/").unwrap().join(path).unwrap(), &headers)
    }

    fn document(bytes: usize) -> Arc<Document> {
        Arc::new(Document::of_text(&"x".repeat(bytes)))
    }

    #[test]
    fn documents_are_known_by_address_and_credentials() {
        let (cache, now) = (Cache::default(), Instant::now());
        cache.keep_document(key("/a", Some("secret")), document(1), None, now);
        assert!(cache.find_document(&key("/a", Some("secret")), now).is_some());
        assert!(cache.find_document(&key("/a#part", Some("secret")), now).is_some());
        assert!(cache.find_document(&key("/a", Some("other")), now).is_none());
        assert!(cache.find_document(&key("/a", None), now).is_none());
        assert!(cache.find_document(&key("/b", Some("secret")), now).is_none());
        assert_eq!(format!("{cache:?}"), "Cache { documents: 1, robots: 0 }");
        cache.clear();
        assert!(cache.find_document(&key("/a", Some("secret")), now).is_none());
    }

    #[test]
    fn it_is_bounded_in_number_size_and_time() {
        let (cache, now) = (Cache::default(), Instant::now());
        for number in 0..DOCUMENTS {
            cache.keep_document(key(&number.to_string(), None), document(1), None, now);
        }
        // The latest requests stay.
        assert!(cache.find_document(&key("0", None), now).is_some());
        cache.keep_document(key("new", None), document(1), None, now);
        assert!(cache.find_document(&key("0", None), now).is_some());
        assert!(cache.find_document(&key("1", None), now).is_none());
        assert!(cache.find_document(&key("2", None), now).is_some());

        cache.keep_document(key("large", None), document(BYTES), None, now);
        assert!(cache.find_document(&key("large", None), now).is_some());
        assert_eq!(cache.lock_cached().documents.len(), 1);
        cache.keep_document(key("too large", None), document(BYTES + 1), None, now);
        assert!(cache.find_document(&key("too large", None), now).is_none());

        assert!(cache.find_document(&key("large", None), now + LIFE).is_none());
    }

    #[test]
    fn robots_are_bounded_too() {
        let (cache, now) = (Cache::default(), Instant::now());
        let file = Arc::new(Rules::parse(b"", "a"));
        for number in 0..=ROBOTS {
            cache.put_robots(number.to_string(), Arc::clone(&file), now);
        }
        assert!(cache.find_robots("0", now).is_none() && cache.find_robots("1", now).is_some());
        assert!(cache.find_robots("1", now + ROBOTS_LIFE).is_none());
    }
}
