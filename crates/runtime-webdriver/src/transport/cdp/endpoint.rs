//! Address of a browser's debugger.

use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::driver::tls::Address;

/// Largest answer to `/json/version`, in bytes.
const VERSION_BYTES: u64 = 64 * 1024;
/// Time for that answer.
const VERSION: Duration = Duration::from_secs(10);

/// Returns the WebSocket of the browser itself, which a browser at an address names at `/json/version`.
pub(in crate::transport) async fn browser_of(address: &str) -> Option<Address> {
    let ask = async {
        let mut stream = TcpStream::connect(address).await.ok()?;
        let request = format!("GET /json/version HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.ok()?;
        // The browser ignores `Connection: close`, so this reads until the answer is complete.
        let mut answer = Vec::new();
        let mut limited = stream.take(VERSION_BYTES);
        while limited.read_buf(&mut answer).await.ok()? > 0 {
            if let Some(url) = url_in(&answer) {
                return Some(url);
            }
        }
        url_in(&answer)
    };
    timeout(VERSION, ask).await.ok()?.map(Address::from)
}

fn url_in(answer: &[u8]) -> Option<String> {
    let body = answer.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let version: Value = serde_json::from_slice(answer.get(body..)?).ok()?;
    version["webSocketDebuggerUrl"].as_str().map(str::to_owned)
}
