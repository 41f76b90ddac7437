//! Address of a browser's debugger.

use std::time::Duration;

use http_body_util::{BodyExt as _, Limited};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;
use tokio::time::timeout;

use crate::driver::tls::Address;

/// Largest answer to `/json/version`, in bytes.
const VERSION_BYTES: usize = 64 * 1024;
/// Time for that answer.
const VERSION: Duration = Duration::from_secs(10);

/// Returns the WebSocket of the browser itself, which a browser at an address names at `/json/version`.
pub(in crate::transport) async fn browser_of(address: &str) -> Option<Address> {
    let client: Client<HttpConnector, String> = Client::builder(TokioExecutor::new()).build_http();
    let ask = async {
        let answer = client.get(format!("http://{address}/json/version").parse().ok()?).await.ok()?;
        let body = Limited::new(answer.into_body(), VERSION_BYTES).collect().await.ok()?.to_bytes();
        let version: Value = serde_json::from_slice(&body).ok()?;
        version["webSocketDebuggerUrl"].as_str().map(|url| Address::from(url.to_owned()))
    };
    timeout(VERSION, ask).await.ok()?
}
