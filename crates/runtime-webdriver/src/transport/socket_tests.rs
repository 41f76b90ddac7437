//! The socket with peers that send too much, nothing, or another answer: real connections on loopback.

use std::sync::mpsc::{Receiver, Sender, channel};

use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::{WebSocketStream, accept_async};

use super::*;

const PATIENCE: Duration = Duration::from_mins(1);

/// Receives everything, and answers an event called `ask` with a command called `reported`.
struct Ears(Sender<String>);

impl Listener for Ears {
    fn event(&mut self, method: &str, params: &str) -> Option<Command> {
        self.0.send(format!("{method} {params}")).expect("the test listens");
        (method == "ask").then(|| Command { method: "reported", params: "{\"a\":1}".to_owned() })
    }

    fn closed(&mut self, why: &str) {
        // The test may be over.
        let _ = self.0.send(format!("closed: {why}"));
    }
}

/// A connection, its received events, and the other side of it.
async fn pair() -> (Socket, Receiver<String>, WebSocketStream<TcpStream>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = Address::from(format!("ws://{}/x", listener.local_addr().expect("its address")));
    let (said, heard) = channel();
    let accept = async {
        let (stream, _) = listener.accept().await.expect("a connection");
        accept_async(stream).await.expect("a handshake")
    };
    let (socket, other) = tokio::join!(Socket::open(&address, Ears(said), PATIENCE), accept);
    (socket.unwrap_or_else(|fault| panic!("{fault:?}")), heard, other)
}

async fn next(other: &mut WebSocketStream<TcpStream>) -> String {
    match other.next().await {
        Some(Ok(Message::Text(text))) => text.to_string(),
        message => panic!("{message:?}"),
    }
}

async fn say(other: &mut WebSocketStream<TcpStream>, text: &str) {
    other.send(Message::text(text)).await.expect("sent");
}

#[tokio::test]
async fn one_connection_leads_to_several_pages() {
    let (socket, heard, mut other) = pair().await;
    socket.use_session("ours");
    let calls = async {
        let within = Duration::from_mins(1);
        let _ = tokio::join!(
            socket.call("A.a", "{}", within),
            socket.call_browser("B.b", "{}", within),
            socket.call_session("theirs", "C.c", "{}", within)
        );
    };
    let answers = async {
        for expected in [
            r#"{"id":1,"method":"A.a","params":{},"sessionId":"ours"}"#,
            r#"{"id":2,"method":"B.b","params":{}}"#,
            r#"{"id":3,"method":"C.c","params":{},"sessionId":"theirs"}"#,
        ] {
            assert_eq!(next(&mut other).await, expected);
        }
        for event in [
            r#"{"method":"D.theirs","params":{},"sessionId":"theirs"}"#,
            r#"{"method":"D.ours","params":{},"sessionId":"ours"}"#,
            r#"{"method":"D.browsers","params":{}}"#,
            r#"{"id":1,"result":{}}"#,
            r#"{"id":2,"result":{}}"#,
            r#"{"id":3,"result":{}}"#,
        ] {
            say(&mut other, event).await;
        }
    };
    tokio::join!(calls, answers);
    assert_eq!(heard.try_iter().collect::<Vec<_>>(), ["D.ours {}", "D.browsers {}"]);
}

#[tokio::test]
async fn answers_find_their_calls_in_any_order() {
    let (socket, heard, mut other) = pair().await;
    let mut first = socket.send("A.a", "{}").await.expect("sent");
    socket.use_session("s\"1");
    let mut second = socket.send("B.b", "{\"x\":[]}").await.expect("sent");
    assert_eq!(next(&mut other).await, r#"{"id":1,"method":"A.a","params":{}}"#);
    assert_eq!(next(&mut other).await, r#"{"id":2,"method":"B.b","params":{"x":[]},"sessionId":"s\"1"}"#);
    say(&mut other, r#"{"id":2,"error":{"code":-32000,"message":"no \"b\""},"sessionId":"s"}"#).await;
    say(&mut other, r#"{"method":"C.c","params":{"y":"\ud800"}}"#).await;
    say(&mut other, r#"{"id":1,"result":{"v":"}{\""}}"#).await;
    assert_eq!(first.answer().await.expect("a result").json(), r#"{"v":"}{\""}"#);
    assert_eq!(second.answer().await.unwrap_err(), Fault::Refused("no \"b\"".to_owned()));
    assert_eq!(heard.try_recv().as_deref(), Ok(r#"C.c {"y":"\ud800"}"#));
}

#[tokio::test]
async fn what_cannot_be_read_is_an_answer_all_the_same() {
    let (socket, _heard, mut other) = pair().await;
    let mut call = async |answer: &str| {
        let mut ticket = socket.send("A.a", "{}").await.expect("sent");
        let sent = next(&mut other).await;
        let id = sent.split([':', ',']).nth(1).expect("an id").to_owned();
        say(&mut other, &answer.replace("ID", &id)).await;
        timeout(PATIENCE, ticket.answer()).await.expect("an answer")
    };
    // Half a character: the message is delivered, and only who reads that text fails.
    let reply = call(r#"{"id":ID,"result":{"v":"a\ud800"}}"#).await.expect("a result");
    assert!(matches!(reply.read::<serde_json::Value>(), Err(Fault::Unreadable(_))));
    assert!(matches!(call(r#"{"id":ID}"#).await, Err(Fault::Unreadable(_))));
    assert!(matches!(call(r#"{"id":ID,"result":{"v":"#).await, Err(Fault::Unreadable(_))));
    let refused = call(r#"{"type":"error","id":ID,"error":"no such frame","message":"gone"}"#).await;
    assert_eq!(refused.unwrap_err(), Fault::Refused("no such frame: gone".to_owned()));
}

#[tokio::test]
async fn a_call_can_be_dropped_and_late() {
    let (socket, _heard, mut other) = pair().await;
    drop(socket.send("A.a", "{}").await.expect("sent"));
    assert!(socket.shared.pending().waiting.is_empty());
    say(&mut other, r#"{"id":1,"result":{}}"#).await;
    let late = socket.call("A.a", "{}", Duration::from_millis(1)).await;
    assert_eq!(late.unwrap_err(), Fault::Late);
    assert!(socket.shared.pending().waiting.is_empty());
    // A late answer and one without a command disturb nothing.
    for id in [1, 2, 77] {
        say(&mut other, &format!(r#"{{"id":{id},"result":{{}}}}"#)).await;
    }
    let mut ticket = socket.send("A.a", "{}").await.expect("sent");
    say(&mut other, r#"{"id":3,"result":3}"#).await;
    assert_eq!(ticket.answer().await.expect("a result").json(), "3");
}

#[tokio::test]
async fn an_event_can_be_answered_while_nobody_asks() {
    let (_socket, heard, mut other) = pair().await;
    for text in ["nonsense", "[]", "{}", r#"{"method":"#, r#"{"method":"ask","params":{}}"#] {
        say(&mut other, text).await;
    }
    assert_eq!(next(&mut other).await, r#"{"id":1,"method":"reported","params":{"a":1}}"#);
    assert_eq!(heard.try_recv().as_deref(), Ok("ask {}"));
}

#[tokio::test]
async fn the_end_of_the_connection_ends_every_wait() {
    let (socket, heard, other) = pair().await;
    let mut waiting = socket.send("A.a", "{}").await.expect("sent");
    let mut later = socket.send("A.a", "{}").await.expect("sent");
    let (answer, ()) = tokio::join!(timeout(PATIENCE, waiting.answer()), async { drop(other) });
    let why = heard.try_recv().expect("the end");
    for answer in [answer, timeout(PATIENCE, later.answer()).await] {
        let Ok(Err(Fault::Closed(end))) = answer else { panic!("{answer:?}") };
        assert_eq!(format!("closed: {end}"), why);
    }
    assert!(matches!(socket.call("A.a", "{}", PATIENCE).await, Err(Fault::Closed(_))));
}

#[tokio::test]
async fn the_reader_ends_with_its_owner() {
    let (socket, heard, mut other) = pair().await;
    let mut ticket = socket.send("A.a", "{}").await.expect("sent");
    drop(socket);
    let answer = timeout(PATIENCE, ticket.answer()).await.expect("an end");
    assert_eq!(answer.unwrap_err(), Fault::Closed("the connection has ended".to_owned()));
    drop(ticket);
    // The other side sees the end, and the listener is gone with the task that held it.
    while let Some(Ok(_)) = timeout(PATIENCE, other.next()).await.expect("the end") {}
    assert!(matches!(heard.recv_timeout(PATIENCE), Err(std::sync::mpsc::RecvTimeoutError::Disconnected)));
}

#[tokio::test]
async fn only_plain_addresses_are_connected_to() {
    for url in ["", "nonsense", "wss://127.0.0.1:1/", "http://127.0.0.1:1/", "ws://127.0.0.1:1/"] {
        let (said, _heard) = channel();
        let failed = Socket::open(&Address::from(url.to_owned()), Ears(said), PATIENCE).await.err();
        assert!(matches!(failed, Some(Fault::Closed(_))), "{url}: {failed:?}");
    }
}

#[tokio::test]
async fn a_message_that_is_too_large_ends_the_connection_and_every_wait() {
    let (socket, heard, mut other) = pair().await;
    let mut ticket = socket.send("A.a", "{}").await.expect("sent");
    let large = format!(r#"{{"id":1,"result":"{}"}}"#, "x".repeat(MESSAGE));
    // Nobody reads all of it.
    let sending = tokio::spawn(async move { other.send(Message::text(large)).await });
    let answer = timeout(PATIENCE, ticket.answer()).await.expect("an end");
    assert!(
        matches!(&answer, Err(Fault::Closed(why)) if why.contains("bytes, expected at most 268435456")),
        "{answer:?}"
    );
    assert!(heard.try_recv().expect("the end").starts_with("closed: "));
    sending.abort();
}

#[tokio::test]
async fn a_wait_that_was_given_up_can_begin_again() {
    let (socket, heard, mut other) = pair().await;
    let mut first = socket.send("A.a", "{}").await.expect("sent");
    let mut second = socket.send("B.b", "{}").await.expect("sent");
    assert!(timeout(Duration::from_millis(20), first.answer()).await.is_err());
    say(&mut other, r#"{"method":"C.c"}"#).await;
    say(&mut other, r#"{"id":2,"result":2}"#).await;
    assert_eq!(timeout(PATIENCE, second.answer()).await.expect("an answer").expect("a result").json(), "2");
    assert_eq!(heard.try_recv().as_deref(), Ok("C.c {}"), "it came before the answer");
    say(&mut other, r#"{"id":1,"result":1}"#).await;
    assert_eq!(timeout(PATIENCE, first.answer()).await.expect("an answer").expect("a result").json(), "1");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_answer_is_overslept() {
    let (socket, heard, mut other) = pair().await;
    let socket = Arc::new(socket);
    let peer = tokio::spawn(async move {
        while let Some(Ok(Message::Text(text))) = other.next().await {
            let id = text.split([':', ',']).nth(1).expect("an id").to_owned();
            say(&mut other, r#"{"method":"E.e"}"#).await;
            say(&mut other, &format!(r#"{{"id":{id},"result":{id}}}"#)).await;
        }
    });
    let callers: Vec<_> = (0..4)
        .map(|caller| {
            let socket = Arc::clone(&socket);
            tokio::spawn(async move {
                for turn in 0..500 {
                    let mut ticket = socket.send("A.a", "{}").await.expect("sent");
                    if turn % 3 == caller % 3 {
                        // Given up while its answer may be on its way.
                        let _ = timeout(Duration::ZERO, ticket.answer()).await;
                        continue;
                    }
                    timeout(PATIENCE, ticket.answer()).await.expect("an answer").expect("a result");
                }
            })
        })
        .collect();
    for caller in callers {
        caller.await.expect("every answer came");
    }
    for _ in 0..2_000 {
        heard.recv_timeout(PATIENCE).expect("every event came");
    }
    peer.abort();
}

/// tokio lets one poll of a task read about 16 MiB of a socket; a longer answer takes several.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_of_any_size_below_the_limit_arrives() {
    let (socket, _heard, mut other) = pair().await;
    for size in [1_000_000, 17_000_000, 64_000_000] {
        let mut ticket = socket.send("A.a", "{}").await.expect("sent");
        let id = next(&mut other).await.split([':', ',']).nth(1).expect("an id").to_owned();
        let large = format!(r#"{{"id":{id},"result":"{}"}}"#, "x".repeat(size));
        let (sent, answer) =
            tokio::join!(other.send(Message::text(large)), timeout(3 * PATIENCE, ticket.answer()));
        sent.expect("sent");
        let reply = answer.expect("an answer").expect("a result");
        assert_eq!(reply.json().len(), size + 2);
    }
}

/// Events without end, faster than they are read, keep neither a call nor a wait from its deadline.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_events_holds_up_no_deadline() {
    let (socket, heard, mut other) = pair().await;
    // Two large events are always on their way.
    let flood = tokio::spawn(async move {
        let event = format!(r#"{{"method":"E.e","params":"{}"}}"#, "x".repeat(4_000_000));
        while other.send(Message::text(event.clone())).await.is_ok() {}
    });
    let (say_so, flooded) = oneshot::channel();
    let drain = std::thread::spawn(move || {
        let first = heard.recv();
        say_so.send(()).expect("the test waits");
        first.into_iter().chain(heard).count()
    });
    timeout(PATIENCE, flooded).await.expect("an event").expect("it is heard");
    let tab = crate::transport::events::Tab::default();
    let ends = async {
        assert_eq!(socket.call("A.a", "{}", Duration::from_millis(200)).await.unwrap_err(), Fault::Late);
        let mut ticket = socket.send("A.a", "{}").await.expect("sent");
        let end = tokio::time::Instant::now() + Duration::from_millis(200);
        assert!(tab.wait(&mut ticket, end).await.is_none());
    };
    timeout(PATIENCE, ends).await.expect("both deadlines are kept");
    flood.abort();
    drop(socket);
    assert!(drain.join().expect("joined") > 0);
}
