//! Downloads, requests, the console and cookies.

use webagents_runtime::Page as _;
use webagents_runtime::driver::{Capability, DownloadState, Driver as _, PageCookie, RequestEntry, World};
use webagents_testkit::{PATIENCE, Route};

use super::{Stage, is_unsupported, look_again};
use crate::support::{instead, on_every_engine};

on_every_engine! {
    a_download_is_stored_in_its_folder,
    requests_are_reported_with_their_status,
    the_console_is_reported,
    cookies_are_set_listed_and_deleted,
}

async fn a_download_is_stored_in_its_folder() {
    let file = Route::new("/file", "application/octet-stream", "the bytes")
        .header("content-disposition", "attachment; filename=\"a name.bin\"");
    let mut stage = Stage::with(vec![Route::html("/", "<a id=a href=/file download>file</a>"), file]).await;
    let folder = tempfile::tempdir().expect("a folder");
    if !stage.session.supports(Capability::Downloads) {
        assert!(instead!(
            WebKit,
            "Downloads are stored in a folder of the caller's (`Driver::use_downloads`)",
            "It is an error (`Unsupported`)",
            "neither WebKitWebDriver nor the inspector of WebKitGTK reports downloads",
        ));
        is_unsupported(&stage.session.use_downloads(folder.path()).await);
        is_unsupported(&stage.session.downloads().await);
        return;
    }
    stage.session.use_downloads(folder.path()).await.expect("a folder");
    assert!(stage.session.downloads().await.expect("downloads").is_empty());
    stage.run(World::Page, "document.querySelector('a').click()").await;
    let download = loop {
        let downloads = stage.session.downloads().await.expect("downloads");
        if let Some(download) = downloads.iter().find(|one| one.state != DownloadState::Running) {
            break download.clone();
        }
        look_again().await;
    };
    assert_eq!((download.state, &*download.name), (DownloadState::Complete, "a name.bin"));
    assert_eq!(download.url, stage.site.url("/file"));
    let file = download.file.expect("a file");
    assert!(file.starts_with(folder.path().canonicalize().expect("a path")), "{}", file.display());
    assert_eq!(file.file_name().and_then(|name| name.to_str()), Some("a name.bin"));
    assert_eq!(std::fs::read(&file).expect("its bytes"), b"the bytes");
}

async fn requests_are_reported_with_their_status() {
    let mut stage = Stage::with(vec![Route::html("/", "x"), Route::html("/there", "y")]).await;
    if !stage.session.supports(Capability::Requests) {
        assert!(instead!(
            WebKit,
            "Requests of the page are reported (`Driver::requests`)",
            "It is an error (`Unsupported`)",
            "WebKitWebDriver has no command for it",
        ));
        is_unsupported(&stage.session.requests().await);
        return;
    }
    stage.session.requests().await.expect("requests");
    let port = webagents_testkit::closed_port();
    let script = format!(
        "fetch('/there'); fetch('/none', {{ method: 'POST' }}); fetch('http://127.0.0.1:{port}/closed', {{ mode: 'no-cors' }}).catch(() => {{}})"
    );
    stage.run(World::Page, &script).await;
    let mut seen: Vec<RequestEntry> = Vec::new();
    // A browser may request an icon as well.
    let has = |seen: &[RequestEntry], path: &str| seen.iter().any(|one| one.url.ends_with(path));
    while !["/there", "/none", "/closed"].iter().all(|path| has(&seen, path)) {
        seen.extend(stage.session.requests().await.expect("requests"));
        look_again().await;
    }
    let of = |path: &str| {
        seen.iter().find(|one| one.url.ends_with(path)).unwrap_or_else(|| panic!("{path}: {seen:?}"))
    };
    assert_eq!((&*of("/there").method, of("/there").status), ("GET", Some(200)));
    assert_eq!((&*of("/none").method, of("/none").status), ("POST", Some(404)));
    assert_eq!(of("/closed").status, None);
    assert!(of("/closed").failure.is_some());
}

async fn the_console_is_reported() {
    let mut stage = Stage::with(vec![Route::html("/", "x")]).await;
    if !stage.session.supports(Capability::Console) {
        assert!(instead!(
            WebKit,
            "Texts of the console and uncaught errors are reported (`Driver::console`)",
            "It is an error (`Unsupported`)",
            "WebKitWebDriver has no command for it",
        ));
        is_unsupported(&stage.session.console().await);
        return;
    }
    stage.session.console().await.expect("the console");
    let script =
        "console.log('said', 1); console.error('wrong'); setTimeout(() => { throw new Error('thrown') })";
    stage.run(World::Page, script).await;
    let mut seen = Vec::new();
    while seen.len() < 3 {
        seen.extend(stage.session.console().await.expect("the console"));
        look_again().await;
    }
    let has = |level: &str, text: &str| seen.iter().any(|one| one.level == level && one.text.contains(text));
    assert!(has("log", "said 1") && has("error", "wrong") && has("exception", "thrown"), "{seen:?}");
    assert!(stage.session.console().await.expect("the console").is_empty());
}

async fn cookies_are_set_listed_and_deleted() {
    let page = Route::html("/", "x").header("set-cookie", "own=1; Path=/; HttpOnly");
    let mut stage = Stage::with(vec![page, Route::html("/deep/page", "y")]).await;
    let url = stage.site.url("/").replace("127.0.0.1", "localhost");
    stage.session.navigate(&url, PATIENCE).await.expect("the page");
    assert!(stage.session.supports(Capability::Cookies));
    let cookie = |name: &str, path: &str| PageCookie {
        name: name.to_owned(),
        value: "v a".to_owned(),
        domain: None,
        path: path.to_owned(),
        http_only: false,
        secure: false,
        expires: None,
    };
    let ours = cookie("ours", "/");
    stage.session.set_cookie(&ours).await.expect("set");
    stage.session.set_cookie(&cookie("deep", "/deep")).await.expect("set");
    let mut cookies = stage.session.cookies().await.expect("cookies");
    cookies.sort_by(|one, other| one.name.cmp(&other.name));
    let names: Vec<_> = cookies.iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["ours", "own"], "{cookies:?}");
    assert_eq!((&cookies[0].value, &*cookies[0].path, cookies[0].http_only), (&ours.value, "/", false));
    assert!(cookies[1].http_only, "{cookies:?}");
    assert_eq!(stage.read("document.cookie").await, "ours=v a");
    stage.session.delete_cookie("ours").await.expect("deleted");
    stage.session.delete_cookie("none").await.expect("nothing to delete");
    let cookies = stage.session.cookies().await.expect("cookies");
    assert_eq!(cookies.iter().map(|one| &*one.name).collect::<Vec<_>>(), ["own"]);
}
