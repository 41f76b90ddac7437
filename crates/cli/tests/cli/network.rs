//! Sites over HTTP: `discover`, failures on the way, and refusals of the guard.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::support::{Answer, Demo, SHOP_MANIFEST, Server, closed_port, keys, run};

/// A page of an own server that names a manifest at `url`.
fn page_naming(url: &str) -> Server {
    let page = format!("<!doctype html><title>Shop</title><meta name=webagents-md content=\"{url}\">");
    Server::start(move |path| (path == "/").then(|| Answer::html(page.clone())))
}

#[test]
fn discover_tells_where_and_how() {
    let server = Server::shop();
    let ran = run(["discover", &server.url("/")]).expect(0);
    insta::assert_snapshot!(server.redact(&format!("{}--- stderr\n{}", ran.stdout, ran.stderr)));
}

#[test]
fn discover_as_json() {
    let server = Server::shop();
    let ran = run(["discover", "--json", &server.url("/")]).expect(0);
    assert_eq!(ran.stderr, "");
    let origin = server.url("");
    assert_eq!(
        ran.json(),
        json!({
            "version": 1,
            "page_url": server.url("/"),
            "page_origin": origin,
            "manifest_url": server.url("/webagents.md"),
            "manifest_origin": origin,
            "tools_origin": origin,
            "how": "meta",
            "name": "The Lantern Bookshop",
            "tools": [
                "searchBooks", "getBookDetails", "filterByCategory", "addToBasket", "getBasket", "removeFromBasket"
            ],
            "warnings": [],
            "diagnostics": [],
        })
    );
}

#[test]
fn other_loopback_port_is_refused() {
    let manifest = Server::start(|path| (path == "/webagents.md").then(|| Answer::markdown(SHOP_MANIFEST)));
    let page = page_naming(&manifest.url("/webagents.md"));
    let allowed = format!("127.0.0.1:{}", manifest.port);

    let ran = run(["types", &page.url("/")]).expect(4);
    assert_eq!(ran.stdout, "");
    insta::assert_snapshot!(page.redact(&manifest.redact(&ran.stderr)));
    assert!(ran.stderr.contains(&format!("--allow-host {allowed}")), "{ran:#?}");
    assert!(!manifest.was_asked("/webagents.md"), "it was refused and asked all the same");

    let failure = run(["types", "--json", &page.url("/")]).expect(4).json();
    assert_eq!(keys(&failure), ["version", "ok", "error"]);
    assert_eq!(keys(&failure["error"]), ["kind", "message", "causes", "help"]);
    assert_eq!(failure["error"]["kind"], "refused");
    assert_eq!(failure["error"]["help"], format!("if you trust it, pass --allow-host {allowed}"));

    let ran = run(["types", &page.url("/"), "--allow-host", &allowed]).expect(0);
    assert!(ran.stdout.contains("addToBasket("), "{ran:#?}");
    let ran = run(["discover", &page.url("/"), "--allow-host", &allowed]).expect(0);
    ran.says(&["warning: the manifest is of the origin"]);
}

#[test]
fn typed_address_may_be_refused() {
    let port = closed_port();
    run(["types", &format!("ftp://127.0.0.1:{port}/")])
        .expect(4)
        .says(&["expected http or https, found `ftp:`"]);
    let ran = run(["types", &format!("http://me:secret@127.0.0.1:{port}/")]).expect(4);
    assert!(!ran.stderr.contains("secret"), "{ran:#?}");
}

#[test]
fn redirected_manifest_is_refused() {
    let other = Server::shop();
    let to = other.url("/webagents.md");
    let page = Server::start(move |path| match path {
        "/" => Some(Answer::html("<meta name=webagents-md content=/webagents.md>")),
        _ => Some(Answer::redirect(&to)),
    });
    let allowed = format!("127.0.0.1:{}", other.port);
    let ran = run(["parse", &page.url("/"), "--allow-host", &allowed]).expect(4);
    ran.says(&["redirects to another origin", "give its own address instead of the page's"]);
}

#[test]
fn nobody_listens() {
    let url = format!("http://127.0.0.1:{}/", closed_port());
    let ran = run(["discover", &url]).expect(3);
    assert_eq!(ran.stdout, "");
    insta::assert_snapshot!(ran.stderr.replace(&url, "http://127.0.0.1:PORT/"));
    let failure = run(["discover", "--json", &url]).expect(3).json();
    assert_eq!(failure["error"]["kind"], "network");
    let message = failure["error"]["message"].as_str().expect("a text");
    assert!(message.contains(" could not be fetched: cannot connect to "), "{message}");
    let causes = failure["error"]["causes"].as_array().expect("a list");
    assert!(causes.last().expect("a cause").as_str().expect("text").contains("Connection refused"));
}

#[test]
fn silent_server_is_given_up() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}/", listener.local_addr().expect("its address"));
    run(["types", &url, "--timeout", "0.5"]).expect(3).says(&["could not be fetched", "help: --timeout"]);
}

#[test]
fn endless_answer_is_given_up() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}/", listener.local_addr().expect("its address"));
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let read = stream.read(&mut [0; 4096]).expect("a request");
            assert!(read > 0, "a request");
            let mut written = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
            // Never idle for long, so that only the time for the whole can end it.
            while written.is_ok() {
                thread::sleep(Duration::from_millis(50));
                written = stream.write_all(b" ");
            }
        }
    });
    run(["types", &url, "--timeout", "1"])
        .expect(3)
        .says(&["waited 1 s for the whole request", "help: --timeout"]);
}

#[test]
fn pages_without_a_manifest() {
    #[track_caller]
    fn check(path: &str, code: i32, words: &[&str]) {
        let server = Server::start(|path| match path {
            "/plain" => Some(Answer::html("<!doctype html><title>Nothing</title>")),
            "/lost" => Some(Answer::html("<meta name=webagents-md content=/gone.md>")),
            // An application that answers every path with its page.
            "/app" => Some(Answer::html("<!doctype html><meta name=webagents-md content=/app.md>")),
            "/app.md" => Some(Answer::html("<!doctype html><title>App</title>")),
            _ => None,
        });
        let ran = run(["discover", &server.url(path)]).expect(code).says(words);
        assert_eq!(ran.stdout, "");
    }
    check("/plain", 1, &["names no manifest: expected <meta name=\"webagents-md\" content=\"URL\">"]);
    check("/app", 1, &["expected a manifest, found an HTML page", "text/markdown"]);
    check("/lost", 3, &["/gone.md answered with status 404"]);
    check("/nowhere", 3, &["/nowhere answered with status 404"]);
}

#[test]
fn demo_bookstore_is_served() {
    let demo = Demo::serve();
    let ran = run(["discover", &demo.url]).expect(0).says(&["The Lantern Bookshop: 6 tools"]);
    assert_eq!(ran.stdout, format!("{}webagents.md\n", demo.url));
}
