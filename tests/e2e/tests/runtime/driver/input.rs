//! Input events, texts and files.

use std::time::Duration;

use webagents_runtime::Page as _;
use webagents_runtime::driver::{Button, Capability, Driver as _, DriverError, InputEvent, Key, World};
use webagents_testkit::{PATIENCE, Route};

use super::Stage;
use crate::support::{instead, not_always, on_every_engine};

on_every_engine! {
    events_are_those_of_a_user,
    keys_type_and_edit,
    a_text_is_inserted_without_keys,
    a_click_reaches_a_frame_of_another_site,
    files_are_read_by_the_page,
    input_to_a_page_in_a_loop_is_an_error,
}

const PAGE: &str = "<title>t</title><style>*{margin:0}</style><button id=b>button</button><input id=i>\
    <div id=drag style='width:40px;height:40px'>drag</div><div style='height:5000px'></div><script>\
    window.log = [];\
    for (const kind of ['mousemove','mousedown','mouseup','click','dblclick','contextmenu','keydown','keyup','keypress','beforeinput','input','wheel'])\
      addEventListener(kind, (event) => { log.push([kind, event.isTrusted, event.key ?? event.data ?? event.button ?? '', event.detail ?? '', event.shiftKey ?? '', event.code ?? ''].join(':')) }, true);\
    </script>";

fn key(name: &str) -> Key {
    Key::named(name).expect("a key")
}

fn click(x: f64, y: f64) -> Vec<InputEvent> {
    vec![InputEvent::Move { x, y }, InputEvent::Press(Button::Left), InputEvent::Release(Button::Left)]
}

fn press(names: &[&str]) -> Vec<InputEvent> {
    let down = names.iter().map(|name| InputEvent::KeyDown(key(name)));
    down.chain(names.iter().rev().map(|name| InputEvent::KeyUp(key(name)))).collect()
}

/// The events since the last call, as the page has seen them.
async fn log(stage: &mut Stage) -> Vec<String> {
    let log = stage.run(World::Page, "return log.splice(0).join('\\n')").await.unwrap_or_default();
    log.split('\n')
        .filter(|one| !one.is_empty() && !one.starts_with("mousemove"))
        .map(str::to_owned)
        .collect()
}

async fn events_are_those_of_a_user() {
    let mut stage = Stage::with(vec![Route::html("/", PAGE)]).await;
    assert!(stage.session.supports(Capability::Input));
    let (x, y) = stage.middle("#b").await;
    stage.session.input(&click(x, y)).await.expect("a click");
    assert_eq!(
        log(&mut stage).await,
        ["mousedown:true:0:1:false:", "mouseup:true:0:1:false:", "click:true:0:1:false:"]
    );
    let mut double = click(x + 60.0, y);
    double.splice(0..0, click(x + 60.0, y));
    stage.session.input(&double).await.expect("a double click");
    let seen = log(&mut stage).await;
    assert!(seen.contains(&"dblclick:true:0:2:false:".to_owned()), "{seen:?}");
    let (x, y) = stage.middle("#drag").await;
    let right =
        [InputEvent::Move { x, y }, InputEvent::Press(Button::Right), InputEvent::Release(Button::Right)];
    stage.session.input(&right).await.expect("a click");
    let seen = log(&mut stage).await;
    assert!(seen.iter().any(|one| one.starts_with("mousedown:true:2")), "{seen:?}");
    let wheel = [InputEvent::Wheel { x, y, dx: 0.0, dy: 300.0 }];
    stage.session.input(&wheel).await.expect("a turn of the wheel");
    stage.until("scrollY > 0").await;
}

async fn keys_type_and_edit() {
    let mut stage = Stage::with(vec![Route::html("/", PAGE)]).await;
    assert!(stage.session.supports(Capability::Input));
    let (x, y) = stage.middle("#i").await;
    stage.session.input(&click(x, y)).await.expect("a click");
    stage.until("document.activeElement.id === 'i'").await;
    log(&mut stage).await;
    let mut events: Vec<InputEvent> = ["a", "é", "Space"].iter().flat_map(|name| press(&[name])).collect();
    events.extend(press(&["Shift", "B"]));
    stage.session.input(&events).await.expect("keys");
    let typed = stage.read("document.activeElement.value").await;
    let may_lose = not_always!(
        WebKit,
        "A key of a character that no key of the keyboard has types it",
        "On a loaded machine the character is lost, and the driver reports no error",
        "the driver hands the key to the input method of the toolkit",
    );
    assert!(typed == "aé B" || (may_lose && typed == "a B"), "{typed:?}");
    let seen = log(&mut stage).await;
    assert!(seen.iter().all(|one| one.contains(":true:")), "{seen:?}");
    assert!(seen.contains(&"keydown:true:B:0:true:KeyB".to_owned()), "{seen:?}");
    assert!(seen.iter().any(|one| one.starts_with("input:true:a")), "{seen:?}");
    let mut edit = press(&["Backspace"]);
    edit.extend(press(&["Control", "a"]));
    stage.session.input(&edit).await.expect("keys");
    let selected = "document.activeElement.value + document.activeElement.selectionStart + document.activeElement.selectionEnd";
    let rest = typed.trim_end_matches('B');
    assert_eq!(stage.read(selected).await, format!("{rest}0{}", rest.chars().count()));
    stage.session.input(&press(&["x"])).await.expect("a key");
    assert_eq!(stage.read("document.activeElement.value").await, "x");
    // No key stays down.
    stage.session.input(&press(&["Tab"])).await.expect("a key");
    stage.until("document.activeElement.id !== 'i'").await;
}

async fn a_text_is_inserted_without_keys() {
    let mut stage = Stage::with(vec![Route::html("/", PAGE)]).await;
    assert!(stage.session.supports(Capability::Input));
    stage.run(World::Isolated, "document.querySelector('#i').focus()").await;
    log(&mut stage).await;
    stage.session.insert_text("héllo 😀\u{4e2d}").await.expect("a text");
    assert_eq!(stage.read("document.querySelector('#i').value").await, "héllo 😀\u{4e2d}");
    let seen = log(&mut stage).await;
    assert!(seen.iter().any(|one| one.starts_with("input:true")), "{seen:?}");
    assert!(!seen.iter().any(|one| one.starts_with("key")), "{seen:?}");
    stage.session.insert_text("!").await.expect("a text");
    assert_eq!(stage.read("document.querySelector('#i').value").await, "héllo 😀\u{4e2d}!");
}

async fn a_click_reaches_a_frame_of_another_site() {
    let mut stage = Stage::with(vec![Route::html("/", "x"), Route::html("/in", PAGE)]).await;
    let frame = stage.site.url("/in");
    let top =
        format!("<style>*{{margin:0}}</style><iframe style='border:0;margin:50px' src='{frame}'></iframe>");
    let top = webagents_testkit::Site::serve(vec![Route::html("/", top)]).await;
    let url = top.url("/").replace("127.0.0.1", "localhost");
    stage.session.navigate(&url, PATIENCE).await.expect("the page");
    assert!(stage.session.supports(Capability::Input));
    let main = stage.session.main_frame().await.expect("a frame");
    let frame = stage.session.content_frame(&main, "return document.querySelector('iframe')").await;
    let frame = frame.expect("found").expect("a frame");
    let middle = "const box = document.querySelector('#b').getBoundingClientRect();\
                  return (box.x + box.width / 2 + 50) + ' ' + (box.y + box.height / 2 + 50)";
    let middle = stage.run_in(&frame, World::Isolated, middle).await.expect("a place");
    let (x, y) = middle.split_once(' ').expect("two numbers");
    stage.session.input(&click(x.parse().unwrap(), y.parse().unwrap())).await.expect("a click");
    // The frame's process may get the event after the browser has answered.
    let seen = "return new Promise((done) => { let looks = 0; const look = () => \
                log.join(' ').includes(' click:true:0:1') || (looks += 1) > 500 ? done(log.join(' ')) : setTimeout(look, 20); look() })";
    let seen = stage.run_in(&frame, World::Page, seen).await.expect("a log");
    assert!(
        seen.contains(" click:true:0:1")
            || instead!(
                Firefox,
                "Input at a place of the page reaches a frame of another site there (`Driver::input`)",
                "the frame gets none of it",
                "the browser gives the events of WebDriver to the process of the page, and such a frame has its own",
            ),
        "{seen}"
    );
}

async fn files_are_read_by_the_page() {
    let page = "<input type=file id=f multiple><p id=p>\
        <script>f.onchange = async () => { window.got = ''; for (const file of f.files) got += file.name + '=' + await file.text() + ';' }</script>";
    let mut stage = Stage::with(vec![Route::html("/", page)]).await;
    let main = stage.session.main_frame().await.expect("a frame");
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["a.txt", "b c.txt"].map(|name| folder.path().join(name));
    for file in &files {
        std::fs::write(file, "text").expect("written");
    }
    let input = "return document.querySelector('#f')";
    assert!(stage.session.supports(Capability::Files));
    stage.session.set_files(&main, input, &files).await.expect("files");
    let waits = "return new Promise((done) => { const look = () => window.got?.includes('b c.txt=text') ? done(got) : setTimeout(look, 20); look() })";
    assert_eq!(stage.run(World::Page, waits).await.as_deref(), Some("a.txt=text;b c.txt=text;"));
    let set = stage.session.set_files(&main, "return document.querySelector('#p')", &files).await;
    assert!(matches!(set, Err(DriverError::NoElement)), "{set:?}");
    let set = stage.session.set_files(&main, "return null", &files).await;
    assert!(matches!(set, Err(DriverError::NoElement)), "{set:?}");
    let none = [folder.path().join("none")];
    assert!(matches!(stage.session.set_files(&main, input, &none).await, Err(DriverError::Page(_))));
}

async fn input_to_a_page_in_a_loop_is_an_error() {
    let page = "<title>t</title><script>addEventListener('mousedown', () => { for (;;); })</script>";
    let mut stage = Stage::with(vec![Route::html("/", page)]).await;
    assert!(stage.session.supports(Capability::Input));
    let done = tokio::time::timeout(Duration::from_mins(1), stage.session.input(&click(5.0, 5.0))).await;
    // An engine may end the loop by itself meanwhile.
    assert!(matches!(done, Ok(Ok(()) | Err(DriverError::Page(_)))), "{done:?}");
    if stage.session.recover().await.is_ok() {
        stage.read("document.title").await;
    }
}
