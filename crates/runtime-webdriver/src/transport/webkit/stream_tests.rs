//! The stream against an inspector's server of the test's own.

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpListener;

use super::*;

/// The stream, and the browser's side of it, which has our introduction.
async fn pair(limit: usize) -> (Frames, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
    let frames = Frames::begin(stream, limit).await.unwrap();
    let (mut other, _) = listener.accept().await.unwrap();
    for expected in [frames::introduce(), frames::inspect()] {
        assert_eq!(received(&mut other).await, expected);
    }
    (frames, other)
}

async fn received(other: &mut TcpStream) -> Vec<u8> {
    let mut frame = vec![0; frames::HEAD];
    other.read_exact(&mut frame).await.unwrap();
    let mut body = vec![0; frames::length(&frame).unwrap()];
    other.read_exact(&mut body).await.unwrap();
    [frame, body].concat()
}

/// A message of the browser in a frame of the server.
fn frame(message: &str) -> Vec<u8> {
    let sent = frames::send(message);
    let start = frames::HEAD + "SendMessageToBackend".len();
    let body = [b"SendMessageToFrontend".as_slice(), &sent[start..]].concat();
    [&u32::try_from(body.len()).unwrap().to_be_bytes()[..], &[1], &body].concat()
}

fn of_page(target: &str, message: &str) -> Vec<u8> {
    let params = serde_json::json!({ "targetId": target, "message": message });
    frame(&format!("{{\"method\":\"Target.dispatchMessageFromTarget\",\"params\":{params}}}"))
}

const CREATED: &str =
    r#"{"method":"Target.targetCreated","params":{"targetInfo":{"targetId":"page-8","type":"page"}}}"#;

async fn next(frames: &mut Frames) -> String {
    match frames.next().await {
        Some(Ok(Message::Text(text))) => text.to_string(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_command_goes_to_the_page_and_its_answer_comes_back() {
    let (mut frames, mut other) = pair(10_000).await;
    other.write_all(&frame(CREATED)).await.unwrap();
    assert_eq!(next(&mut frames).await, CREATED);
    frames.send(Message::text(r#"{"id":7,"method":"M","params":{"a":"\""}}"#)).await.unwrap();
    let wrapped = r#"{"id":7,"method":"Target.sendMessageToTarget","params":{"targetId":"page-8","message":"{\"id\":7,\"method\":\"M\",\"params\":{\"a\":\"\\\"\"}}"}}"#;
    assert_eq!(received(&mut other).await, frames::send(wrapped));
    let said = [
        // That it was handed on; of another page; not of the protocol; and the answer.
        frame(r#"{"result":{},"id":7}"#),
        of_page("page-9", "no"),
        frames::nudge(),
        of_page("page-8", r#"{"id":7,"result":{"text":"\ud800"}}"#),
        of_page("page-8", r#"{"method":"E","params":{}}"#),
        frame(r#"{"error":{"message":"no such page"},"id":8}"#),
    ]
    .concat();
    // However it is cut into pieces.
    for piece in said.chunks(13) {
        other.write_all(piece).await.unwrap();
    }
    assert_eq!(next(&mut frames).await, r#"{"id":7,"result":{"text":"\ud800"}}"#);
    assert_eq!(next(&mut frames).await, r#"{"method":"E","params":{}}"#);
    assert_eq!(next(&mut frames).await, r#"{"error":{"message":"no such page"},"id":8}"#);
    // The message that makes the browser continue was sent after the last one received.
    let waiting = tokio::spawn(async move { frames.next().await.is_none() });
    assert_eq!(received(&mut other).await, frames::nudge());
    drop(other);
    assert!(waiting.await.unwrap());
}

#[tokio::test]
async fn a_message_above_the_limit_is_skipped() {
    let (mut frames, mut other) = pair(1_000_000).await;
    assert!(frames.send(Message::text("x".repeat(1_000_001))).await.is_err());
    let large = of_page("page-8", &"x".repeat(3_000_000));
    let said = [frame(CREATED), large.clone(), of_page("page-8", "small"), large, of_page("page-8", "last")];
    let browser = tokio::spawn(async move {
        for piece in said.concat().chunks(10_007) {
            other.write_all(piece).await.unwrap();
        }
        other
    });
    for expected in [CREATED, "small", "last"] {
        assert_eq!(next(&mut frames).await, expected);
        assert!(frames.input.capacity() < 1_500_000, "{}", frames.input.capacity());
    }
    browser.await.unwrap();
}
