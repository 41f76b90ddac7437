//! Roles and names of `browse` compared with the engine's.
//!
//! The engine's are the answers of WebDriver's Get Computed Role and Get Computed Label. The pages hold every control
//! of HTML and every role of ARIA, with the specifications' expectations. Engines differ from these and from each
//! other: `tests/data/aria/oracle.json` lists the differences with reasons. A difference that is not in the list fails
//! the test if the specifications contradict the answer of `browse` as well.

use std::io::Write as _;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;
use webagents_runtime_webdriver::{Running, Session};
use webagents_testkit::Site;

use crate::aria::{self, Case};
use crate::support::{engine, on_every_engine};

on_every_engine!(roles_and_names_match_the_engine);

/// Pages of `tests/data/aria` that the drivers read.
///
/// The others name elements after members of the document.
const PAGES: [&str; 2] = ["/controls.html", "/roles.html"];

/// Against hanging alone.
const HANGS: Duration = Duration::from_mins(1);

/// Commands by kind of case, with the attribute of the elements.
const COMMANDS: [(&str, &str, &str); 2] =
    [("role", "[data-role]", "computedrole"), ("name", "[data-name]", "computedlabel")];

async fn roles_and_names_match_the_engine() {
    let folder = aria::data("aria");
    let mut files = aria::pages(&folder);
    files.retain(|(path, _)| PAGES.contains(&path.as_str()));
    assert_eq!(files.len(), PAGES.len(), "pages");
    let listed = aria::json(&folder.join("oracle.json"));
    let site = Site::serve(aria::routes(&files)).await;
    let mut session = aria::session().await;
    let (mut answers, mut same, mut wrong) = (0, 0, Vec::new());
    for (path, _) in &files {
        session.open(&site.url(path)).await.expect("the page");
        let cases = aria::cases(path, &mut session).await;
        let driver = session.address().await.expect("it has a driver");
        for (kind, selector, command) in COMMANDS {
            let excused = excused(&mut session, &listed, kind, selector).await;
            let cases: Vec<&Case> = cases.iter().filter(|case| case.kind == kind).collect();
            let elements = elements(&driver, selector).await;
            assert_eq!(
                (elements.len(), excused.len()),
                (cases.len(), cases.len()),
                "elements with {selector}"
            );
            for ((case, element), is_excused) in cases.into_iter().zip(elements).zip(excused) {
                let Some(answer) = ask(&driver, "GET", &format!("element/{element}/{command}"), None).await
                else {
                    // The driver does not have the command, or fails at the element.
                    continue;
                };
                let answer = answer.as_str().unwrap_or_default();
                answers += 1;
                if alike(kind, answer) == alike(kind, &case.found) {
                    same += 1;
                } else if !is_excused {
                    let line =
                        format!("{kind} of {}: browse {:?}, engine {answer:?}", case.element, case.found);
                    let _ = writeln!(std::io::stderr(), "{:?}: {path}: {line}", engine());
                    if !case.is_right() {
                        wrong.push(line);
                    }
                }
            }
        }
    }
    session.close().await.expect("the browser closes");
    assert!(wrong.is_empty(), "{:?}:\n{}", engine(), wrong.join("\n"));
    assert!(same * 4 >= answers * 3, "{:?}: {same} of {answers} answers match browse", engine());
}

/// An answer without differences of notation: names of one role, the absence of a role, and whitespace.
fn alike<'a>(kind: &str, answer: &'a str) -> Vec<&'a str> {
    if kind == "name" {
        return answer.split_ascii_whitespace().collect();
    }
    vec![match answer {
        "img" => "image",
        "directory" => "list",
        "" | "none" | "presentation" => "generic",
        role => role,
    }]
}

/// Returns for each element whether the list has a difference of this engine.
async fn excused(session: &mut Session, listed: &Value, kind: &str, selector: &str) -> Vec<bool> {
    let name = format!("{:?}", engine());
    let of_engine = |row: &&Value| {
        row["kind"] == *kind && aria::list(&row["engines"]).any(|engine| engine.as_str() == Some(&name))
    };
    let selectors: Vec<&str> =
        aria::list(listed).filter(of_engine).filter_map(|row| row["elements"].as_str()).collect();
    let excused = if selectors.is_empty() { "head".to_owned() } else { selectors.join(", ") };
    let code = format!(
        "return JSON.stringify([...document.querySelectorAll({})].map((element) => element.matches({})));",
        json!(selector),
        json!(excused)
    );
    serde_json::from_str(&aria::run(session, &code).await).expect("a list")
}

/// References of the elements that match, in the order of the document.
async fn elements(driver: &Running, selector: &str) -> Vec<String> {
    let search = json!({ "using": "css selector", "value": selector });
    let found = ask(driver, "POST", "elements", Some(&search)).await.expect("elements");
    let reference = |element: &Value| element.as_object()?.values().next()?.as_str().map(str::to_owned);
    aria::list(&found).filter_map(reference).collect()
}

/// The value that a command of WebDriver returns, or none if it fails.
async fn ask(driver: &Running, method: &str, path: &str, body: Option<&Value>) -> Option<Value> {
    let Running::Session { driver, id } = driver else { panic!("a session is one of a driver") };
    let host = driver.trim_start_matches("http://").trim_end_matches('/');
    let body = body.map(Value::to_string).unwrap_or_default();
    let request = format!(
        "{method} /session/{id}/{path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json; charset=utf-8\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let exchange = async {
        let mut stream = TcpStream::connect(host).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut answer = BufReader::new(stream);
        let (mut line, mut length) = (String::new(), 0);
        loop {
            line.clear();
            if answer.read_line(&mut line).await? == 0 || line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        // Not every driver closes the connection.
        let mut body = vec![0; length];
        answer.read_exact(&mut body).await?;
        std::io::Result::Ok(body)
    };
    let body = timeout(HANGS, exchange).await.expect("an end").expect("an answer");
    let answer: Value = serde_json::from_slice(&body).expect("JSON");
    let value = &answer["value"];
    value.get("error").is_none().then(|| value.clone())
}
