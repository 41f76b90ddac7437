//! `web_browse` over real HTTP: pages as they should be, servers as they should not be.
//!
//! No test looks at a clock. Where a limit on time is tested, the server never ends, so only the limit can.

mod native;
mod pages;
mod removed;
mod trouble;

use std::time::Duration;

use serde_json::json;
use webagents_fetch::Client;
use webagents_read::{
    BrowseOptions, Browsed, Error, ErrorKind, FrontMatter, Images, Kind, Links, Remark, RemovedKind, Robots,
    Scope, Selector, Served, Stage, call_tool, client_options, show_bytes, show_html, web_browse,
};
use webagents_testkit::raw::{Act, Server, answer, gzip_bomb, ok, redirect};

const PAGE: &str = "<!doctype html><title>T</title><nav><a href=/x>Menu</a></nav><main><h1>Books</h1>\
<p>See <a href='/help'>the help</a>. <img src='/i.png' alt='A cat'></p><p class=aside>Aside.</p></main>";

fn typed(media_type: &str, body: impl AsRef<[u8]>) -> Vec<Act> {
    vec![answer(&format!("content-type: {media_type}\r\n"), body.as_ref())]
}

fn html(body: &str) -> Vec<Act> {
    typed("text/html; charset=utf-8", body)
}

fn client(servers: &[&Server]) -> Client {
    let mut options = client_options();
    for server in servers {
        options.allow_url(&server.url("/")).unwrap();
    }
    Client::new(&options).unwrap()
}

async fn browse(server: &Server, path: &str, options: &BrowseOptions) -> Result<Browsed, Error> {
    web_browse(&client(&[server]), server.url(path).as_str(), options).await
}

#[track_caller]
fn fails(outcome: Result<Browsed, Error>, kind: ErrorKind, line: &str) -> Error {
    match outcome {
        Ok(browsed) => panic!("{kind:?} expected, found {browsed:?}"),
        Err(error) => {
            assert_eq!((error.kind(), error.line().as_str()), (kind, line), "{error}");
            error
        }
    }
}
