//! WebDriver with nothing in between: the floor under every client of it.
//!
//! One connection, one request at a time, no library. It exists as a reference, and does only the work that the
//! comparison needs.

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

use crate::Failure;
use crate::raw_cdp::RawCdp;

/// A session of a driver on loopback.
#[derive(Debug)]
pub struct Bare {
    stream: BufReader<TcpStream>,
    host: String,
    session: String,
    debugger: Option<String>,
}

impl Bare {
    /// Opens a session of the driver at the URL `driver`, and loads `page`.
    pub async fn open(driver: &str, page: &str) -> Result<Self, Failure> {
        let host = driver.trim_start_matches("http://").trim_end_matches('/').to_owned();
        let stream = TcpStream::connect(&host).await?;
        stream.set_nodelay(true)?;
        let mut bare = Self { stream: BufReader::new(stream), host, session: String::new(), debugger: None };
        // The page is our own, on loopback: it needs no sandbox, which root could not have anyway.
        let args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
        let wanted = json!({ "capabilities": { "alwaysMatch": { "goog:chromeOptions": { "args": args } } } });
        let created = bare.command("POST", "/session", &wanted).await?;
        bare.session = created["sessionId"].as_str().ok_or("the driver opened no session")?.to_owned();
        bare.debugger =
            created["capabilities"]["goog:chromeOptions"]["debuggerAddress"].as_str().map(str::to_owned);
        bare.command("POST", &format!("/session/{}/url", bare.session), &json!({ "url": page })).await?;
        Ok(bare)
    }

    /// Runs `script`, the body of a function, and returns its result.
    pub async fn execute(&mut self, script: &str) -> Result<Value, Failure> {
        let path = format!("/session/{}/execute/sync", self.session);
        self.command("POST", &path, &json!({ "script": script, "args": [] })).await
    }

    /// The debugger of the same page.
    pub async fn debugger(&mut self) -> Result<RawCdp, Failure> {
        let path = format!("/session/{}/window", self.session);
        let handle = self.command("GET", &path, &json!({})).await?;
        let address = self.debugger.as_deref().ok_or("the browser has no debugger")?;
        RawCdp::attach(address, handle.as_str().ok_or("the driver names no window")?).await
    }

    /// Ends the session and its browser.
    pub async fn close(mut self) -> Result<(), Failure> {
        let path = format!("/session/{}", self.session);
        self.command("DELETE", &path, &json!({})).await.map(drop)
    }

    async fn command(&mut self, method: &str, path: &str, body: &Value) -> Result<Value, Failure> {
        let body = body.to_string();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line).await? == 0 {
                return Err("the driver closed the connection".into());
            }
            let line = line.trim_end().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse()?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await?;
        let mut answer: Value = serde_json::from_slice(&body)?;
        let value = answer["value"].take();
        match value["error"].as_str() {
            Some(error) => Err(format!("{path}: {error}: {}", value["message"]).into()),
            None => Ok(value),
        }
    }
}
