//! Native functions over URLs and the texts of their queries.

use rquickjs::Object;
use rquickjs::Result;
use rquickjs::function::{Func, Opt};
use url::form_urlencoded::{Serializer, parse};
use url::{Url, quirks};

/// Adds the functions to the native object.
pub(super) fn install(native: &Object<'_>) -> Result<()> {
    let parse_url = |text: String, base: Opt<Option<String>>| parse_url(&text, base.0.flatten().as_deref());
    let set_url = |text: String, name: String, value: String| set_url(&text, &name, &value);
    native.set("parseUrl", Func::from(parse_url))?;
    native.set("setUrl", Func::from(set_url))?;
    native.set("parseForm", Func::from(|query: String| parse_form(&query)))?;
    native.set("writeForm", Func::from(|flat: Vec<String>| write_form(&flat)))
}

/// Parses a URL and returns its parts, in the order of `PARTS` in `url.js`.
fn parse_url(text: &str, base: Option<&str>) -> Option<Vec<String>> {
    let base = match base {
        Some(base) => Some(Url::parse(base).ok()?),
        None => None,
    };
    Url::options().base_url(base.as_ref()).parse(text).ok().map(|url| parts(&url))
}

/// Changes a part of a URL; returns `None` if the value is refused.
fn set_url(text: &str, name: &str, value: &str) -> Option<Vec<String>> {
    let mut url = Url::parse(text).ok()?;
    match name {
        "href" => quirks::set_href(&mut url, value).ok()?,
        "protocol" => quirks::set_protocol(&mut url, value).ok()?,
        "username" => quirks::set_username(&mut url, value).ok()?,
        "password" => quirks::set_password(&mut url, value).ok()?,
        "host" => quirks::set_host(&mut url, value).ok()?,
        "hostname" => quirks::set_hostname(&mut url, value).ok()?,
        "port" => quirks::set_port(&mut url, value).ok()?,
        "pathname" => quirks::set_pathname(&mut url, value),
        "search" => quirks::set_search(&mut url, value),
        "hash" => quirks::set_hash(&mut url, value),
        _ => return None,
    }
    Some(parts(&url))
}

fn parts(url: &Url) -> Vec<String> {
    let origin = quirks::origin(url);
    let parts = [
        quirks::href(url),
        &origin,
        quirks::protocol(url),
        quirks::username(url),
        quirks::password(url),
        quirks::host(url),
        quirks::hostname(url),
        quirks::port(url),
        quirks::pathname(url),
        quirks::search(url),
        quirks::hash(url),
    ];
    parts.map(str::to_owned).into()
}

/// Returns names and values of a query by turns.
fn parse_form(query: &str) -> Vec<String> {
    parse(query.as_bytes()).flat_map(|(name, value)| [name.into_owned(), value.into_owned()]).collect()
}

/// Writes names and values, which come by turns, as a query.
fn write_form(flat: &[String]) -> String {
    let mut written = Serializer::new(String::new());
    for [name, value] in flat.as_chunks().0 {
        written.append_pair(name, value);
    }
    written.finish()
}
