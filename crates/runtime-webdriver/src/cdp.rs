//! One thing that WebDriver cannot do: stop a script that never ends.
//!
//! A page in an endless loop answers no driver, and a debugger that attaches then is not answered either. One
//! that was attached before is: `Runtime.terminateExecution` ends the loop within milliseconds, and page and
//! session stay usable. So a socket to the debugger (CDP) is opened with every session and waits. It
//! enables no domain, so nothing is sent to it that would have to be read.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

const ATTACH: Duration = Duration::from_secs(3);
const ANSWER: Duration = Duration::from_secs(1);

/// A connection to one page's debugger.
pub(crate) struct Cdp {
    socket: WebSocketStream<TcpStream>,
    last: u64,
}

impl Cdp {
    /// Attaches to the page whose WebDriver window handle is `handle`, in the browser whose debugger listens at
    /// `address`. `None` when there is none to be reached, as with a browser on another machine.
    pub(crate) async fn attach(address: &str, handle: &str) -> Option<Self> {
        // Older chromedrivers put a prefix before the target's identifier.
        let target = handle.trim_start_matches("CDwindow-");
        let attach = async {
            let stream = TcpStream::connect(address).await.ok()?;
            let url = format!("ws://{address}/devtools/page/{target}");
            let (socket, _) = tokio_tungstenite::client_async(url, stream).await.ok()?;
            Some(Self { socket, last: 0 })
        };
        let mut cdp = timeout(ATTACH, attach).await.ok()??;
        // The debugger attaches with the first command; from then on it can interrupt.
        cdp.call("Runtime.evaluate", json!({ "expression": "0" })).await?;
        Some(cdp)
    }

    /// Ends the script that runs in the page now. Whether there was one is not known.
    pub(crate) async fn terminate(&mut self) -> Option<()> {
        self.call("Runtime.terminateExecution", json!({})).await.map(drop)
    }

    async fn call(&mut self, method: &str, params: Value) -> Option<Value> {
        self.last += 1;
        let id = self.last;
        let command = json!({ "id": id, "method": method, "params": params }).to_string();
        timeout(ANSWER, async {
            self.socket.send(Message::text(command)).await.ok()?;
            loop {
                if let Message::Text(text) = self.socket.next().await?.ok()?
                    && let Ok(answer) = serde_json::from_str::<Value>(&text)
                    && answer["id"] == id
                {
                    return Some(answer);
                }
            }
        })
        .await
        .ok()?
    }
}
