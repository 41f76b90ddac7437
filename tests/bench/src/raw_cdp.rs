//! Chromium's debugger with nothing in between: the floor under every client of it.
//!
//! One socket, one command at a time, no library but the one for the socket. It exists to be compared with.

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::Failure;

/// A connection to the debugger of one page.
#[derive(Debug)]
pub struct RawCdp {
    socket: WebSocketStream<TcpStream>,
    last: u64,
}

impl RawCdp {
    /// Attaches to the page with the window handle `target`, in the browser whose debugger is at `address`.
    pub async fn attach(address: &str, target: &str) -> Result<Self, Failure> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let url = format!("ws://{address}/devtools/page/{target}");
        let (socket, _) = tokio_tungstenite::client_async(url, stream).await?;
        Ok(Self { socket, last: 0 })
    }

    /// The value of `expression`.
    pub async fn evaluate(&mut self, expression: &str) -> Result<Value, Failure> {
        self.last += 1;
        let id = self.last;
        let params = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let command = json!({ "id": id, "method": "Runtime.evaluate", "params": params }).to_string();
        self.socket.send(Message::text(command)).await?;
        loop {
            let message = self.socket.next().await.ok_or("the debugger closed the connection")??;
            let Message::Text(text) = message else { continue };
            let mut answer: Value = serde_json::from_str(&text)?;
            if answer["id"] == id {
                return Ok(answer["result"]["result"]["value"].take());
            }
        }
    }
}
