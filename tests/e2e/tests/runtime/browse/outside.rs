//! Events outside of the document: HTTP statuses, file choosers, downloads and windows in front.

use std::time::Duration;

use webagents_browse::BrowseErrorKind as Kind;
use webagents_runtime::driver::{Capability, Driver as _};
use webagents_testkit::Route;
use webagents_testkit::raw::{Act, Server};

use super::Stage;
use crate::support::{instead, on_every_engine, on_full_chromium};

on_every_engine!(statuses_are_reported, choosers_get_files, ends_of_downloads_are_reported);
on_full_chromium!(a_page_behind_a_popup_is_drawn);

async fn statuses_are_reported() {
    let page = |title: &str| format!("<!doctype html><title>{title}</title><a href=/missing>Go</a>");
    let mut stage = Stage::with(vec![
        Route::html("/", page("Start")),
        Route::html("/missing", page("Missing")).status(404),
        Route::html("/broken", page("Broken")).status(503),
        Route::html("/empty", "").status(429),
        Route::html("/none", "").status(204),
    ])
    .await;
    let urls = ["/", "/missing", "/broken", "/empty"].map(|path| stage.site.url(path));
    let [start, missing, broken, empty] = &urls;
    let mut steps: Vec<(Vec<&str>, u16, String)> = vec![
        (vec!["open", start], 200, format!("{start} \"Start\"")),
        (vec!["open", missing], 404, format!("{missing} \"Missing\": HTTP 404")),
        (vec!["reload"], 404, format!("{missing} \"Missing\": HTTP 404")),
        (vec!["open", empty], 429, format!("the page is now {empty}: HTTP 429")),
        (vec!["open", broken], 503, format!("{broken} \"Broken\": HTTP 503")),
        (vec!["open", start], 200, format!("{start} \"Start\"")),
    ];
    if stage.takes_input() {
        steps.push((vec!["click", "link \"Go\""], 404, format!("{missing} \"Missing\": HTTP 404")));
        steps.push((vec!["back"], 200, format!("{start} \"Start\"")));
        steps.push((vec!["forward"], 404, format!("{missing} \"Missing\": HTTP 404")));
    }
    for (words, status, text) in steps {
        let reply = stage.reply(&words).await;
        if reply.as_ref().is_ok_and(|reply| reply.status.is_none())
            && instead!(
                WebKit,
                "The HTTP status of a page is reported (`browse`)",
                "replies have none",
                "WebKitGTK has no `responseStatus` of a navigation",
            )
        {
            return;
        }
        let reply = reply.unwrap_or_else(|error| panic!("{words:?}: {error:?}"));
        assert_eq!(reply.status, Some(status), "{words:?}: {reply:?}");
        assert!(reply.value.contains(&text), "{words:?}: {reply:?}");
        assert_eq!(reply.value.contains("HTTP"), status >= 400, "{words:?}: {reply:?}");
    }
    // An answer without content leaves the page, and has not its status.
    stage.ok(&["open", broken]).await;
    let none = stage.site.url("/none");
    let error = stage.reply(&["open", &none]).await.expect_err("no page");
    assert!(!error.1.contains("HTTP 503"), "{error:?}");
    // A reply about the same page has none.
    assert_eq!(stage.reply(&["get", "title"]).await.expect("a title").status, None);
}

const FILES: &str = r"<!doctype html><title>Files</title><p id=done>none</p><p>Others <input type=file hidden> <input type=file hidden></p>
<button id=free>Free</button><div role=button tabindex=0 id=zone>Zone<input type=file hidden></div><button id=idle>Idle</button>
<script>
  const tell = (name, files) => (done.textContent = name + ': ' + [...files].map((file) => file.name).join());
  free.onclick = () => {
    const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
    input.onchange = () => tell('free', input.files);
    input.click();
  };
  // Files that come without a click before them are not taken.
  const [inner] = zone.getElementsByTagName('input');
  let isArmed = false;
  zone.onclick = (event) => event.target !== inner && ((isArmed = true), inner.click());
  inner.onchange = () => isArmed && tell('zone', inner.files);
</script>";

async fn choosers_get_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["a.txt", "b.txt"].map(|name| {
        let file = folder.path().join(name);
        std::fs::write(&file, name).expect("a file");
        file.to_str().expect("UTF-8").to_owned()
    });
    let [one, two] = &files;
    let uploads = folder.path().to_owned();
    let mut stage =
        Stage::with_options(vec![Route::html("/", FILES)], |options| options.with_uploads(uploads)).await;
    if !stage.takes_input() || !stage.session.supports(Capability::Choosers) {
        return;
    }
    stage.says(&["click", "button \"Free\""], "the page asks for files: `upload`").await;
    stage.says(&["upload", "button \"Free\"", one, two], "free: a.txt,b.txt").await;
    stage.says(&["upload", "#zone", one], "zone: a.txt").await;
    stage.fails(&["upload", "#zone", one, two], Kind::Usage, "takes one file, found 2").await;
    stage.fails(&["upload", "#idle", one], Kind::NotActionable, "is no file input").await;
    assert_eq!(stage.eval("done.textContent").await, "\"zone: a.txt\"");
}

async fn ends_of_downloads_are_reported() {
    let file = |name: &str, length: usize, body: &str| {
        let kind = "Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=";
        let head = format!("HTTP/1.1 200 OK\r\n{kind}{name}\r\nContent-Length: {length}\r\n\r\n{body}");
        Act::Write(head.into_bytes())
    };
    let broken = vec![file("broken.bin", 50_000, &"x".repeat(5_000))];
    let slow = vec![file("slow.bin", 10, "12345"), Act::Drip(b"x".to_vec(), Duration::from_millis(60))];
    let server = Server::start([("/broken", broken), ("/slow", slow)]).await;
    let page = format!(
        "<!doctype html><title>Downloads</title><a href=\"{}\">Slow</a><a href=\"{}\">Broken</a>\
         <button onclick=\"setTimeout(save, 300); this.textContent='Wait'\">Later</button><button onclick=\"this.textContent='Done'\">Other</button>\
         <script>const save = () => Object.assign(document.createElement('a'), {{ download: 'late.csv', href: 'data:text/csv,1' }}).click()</script>",
        server.url("/slow"),
        server.url("/broken")
    );
    let mut stage = Stage::with(vec![Route::html("/", page)]).await;
    if !stage.takes_input() || !stage.session.supports(Capability::Downloads) {
        return;
    }
    // The download of an earlier command does not count as a later command's.
    stage.says(&["click", "button \"Later\""], "Wait").await;
    let end = stage.ok(&["wait", "--download"]).await;
    assert!(end.contains("the download late.csv has ended: saved as "), "{end}");
    let reply = stage.says(&["click", "button \"Other\""], "Done").await;
    assert!(!reply.contains("download"), "{reply}");
    stage.ok(&["eval", "void save()"]).await;
    stage.ok(&["eval", "new Promise((done) => setTimeout(done, 300))"]).await;
    let reply = stage.ok(&["hover", "button \"Done\""]).await;
    assert!(reply.contains("late") && reply.contains(", 1 byte"), "{reply}");
    // A failure is reported once.
    let mut replies = stage.ok(&["click", "link \"Broken\""]).await;
    match stage.reply(&["wait", "--download"]).await {
        Err((kind, message)) => {
            assert!(
                kind == Kind::NotTaken && message.contains("the download broken.bin failed"),
                "{message}"
            );
        }
        Ok(reply) => replies.push_str(&reply.value),
    }
    assert!(!replies.contains("saved as"), "{replies}");
    assert!(!stage.ok(&["wait", "10"]).await.contains("broken"));
    // One that goes on is reported at its end.
    let begun = stage.reply(&["click", "link \"Slow\""]).await;
    let ended = stage.ok(&["wait", "--download"]).await;
    assert!(
        ended.contains("the download slow.bin has ended") && ended.contains("10 bytes"),
        "{begun:?} {ended}"
    );
}

async fn a_page_behind_a_popup_is_drawn() {
    let page = "<!doctype html><button onclick=\"window.open('/')\">Other</button><p id=drawing>0</p>\
        <button onclick=\"requestAnimationFrame(() => (drawing.textContent = 'drawn'))\">Draw</button>";
    let mut stage = Stage::with(vec![Route::html("/", page)]).await;
    stage.says(&["click", "button \"Other\""], "a new tab opened").await;
    stage.says(&["click", "button \"Draw\""], "drawn").await;
    assert!(stage.reply(&["screenshot"]).await.expect("a picture").file.is_some());
}
