//! Hidden content and obstacles: closed shadow roots, replaced functions, dialogs and loops.

use webagents_browse::BrowseErrorKind as Kind;
use webagents_runtime::driver::{Capability, Driver as _};
use webagents_testkit::Route;

use super::Stage;
use crate::support::{instead, on_every_engine};

on_every_engine!(
    closed_roots_are_reached,
    replaced_functions_do_no_harm,
    dialogs_and_loops_of_a_click_are_reported,
    lookalikes_are_told_apart,
    a_frame_that_goes_on_is_named,
    texts_are_those_of_content,
    drawings_and_links_without_a_name_are_listed,
    elements_with_listeners_alone_are_listed
);

const CLOSED: &str = r##"<!doctype html><title>Closed</title>
<x-card></x-card> <div id="plain"></div>
<div id="declared"><template shadowrootmode="closed"><p>Declared</p></template></div>
<iframe title="Inner" srcdoc="<x-card></x-card><script>
  const root = document.querySelector('x-card').attachShadow({ mode: 'closed' });
  root.innerHTML = '<button>Framed</button>';
  root.firstChild.onclick = () => (root.firstChild.textContent = 'Unframed');
</script>"></iframe>
<script>
  const attach = (host, html) => {
    const root = host.attachShadow({ mode: 'closed' });
    root.innerHTML = html;
    return root;
  };
  window.seen = {};
  const card = attach(document.querySelector('x-card'), '<label>Holder <input></label><x-inner></x-inner>');
  card.querySelector('input').oninput = (event) => (seen.holder = event.target.value);
  const inner = attach(card.querySelector('x-inner'), '<button>Deep</button>');
  inner.firstChild.onclick = () => (inner.firstChild.textContent = 'Deeper');
  const plain = attach(document.querySelector('#plain'), '<label><input type="checkbox">Agree</label><button>Later</button><p></p>');
  plain.querySelector('input').onchange = (event) => (seen.agree = event.target.checked);
  plain.querySelector('button').onclick = () => attach(plain.querySelector('p'), '<a href="#late">Late</a>');
</script>"##;

async fn closed_roots_are_reached() {
    let mut stage = Stage::with(vec![Route::html("/", CLOSED)]).await;
    // Some engines know roots from the start of a document only, so the document starts once more.
    stage.ok(&["reload"]).await;
    let snapshot = stage.ok(&["snapshot"]).await;
    for part in ["textbox \"Holder\"", "button \"Deep\"", "checkbox \"Agree\"", "button \"Framed\""] {
        assert!(snapshot.contains(part), "{part}: {snapshot}");
    }
    stage.says(&["fill", "textbox \"Holder\"", "Ada"], "has \"Ada\"").await;
    stage.says(&["click", "button \"Deep\""], "Deeper").await;
    stage.says(&["check", "checkbox \"Agree\""], "is checked").await;
    stage.says(&["click", "button \"Framed\""], "Unframed").await;
    assert_eq!(stage.eval("seen").await, "{\"holder\": \"Ada\", \"agree\": true}");
    stage.ok(&["click", "button \"Later\""]).await;
    stage.says(&["find", "role", "link"], "link \"Late\"").await;
    stage.says(&["text"], "Agree").await;
    let declared = stage.reply(&["find", "text", "Declared"]).await.is_ok();
    assert!(
        declared
            || instead!(
                WebKit,
                "Closed shadow roots that the HTML of a page declares are reached (`browse`)",
                "roots that scripts attach are reached, and the content of others is not",
                "neither WebKitWebDriver nor the page's own world gives them out",
            )
    );
    // The page sees nothing of it.
    let hidden =
        "[document.querySelector('x-card').shadowRoot, document.querySelector('#plain').attributes.length]";
    assert_eq!(stage.eval(hidden).await, "[null, 1]");
}

async fn replaced_functions_do_no_harm() {
    const PAGE: &str = "<!doctype html><script>window.Promise = class {}; window.WeakRef = undefined; window.Map = null;\
        window.getComputedStyle = () => { throw new Error('mine') };\
        </script><label>Name <input></label> <button onclick=\"this.textContent='Pressed'\">Press</button>";
    let mut stage = Stage::with(vec![Route::html("/", PAGE)]).await;
    // The first command may come after the page's scripts.
    if let Err((_, message)) = stage.reply(&["snapshot"]).await {
        assert!(message.contains("`reload`"), "{message}");
    }
    stage.ok(&["reload"]).await;
    stage.says(&["snapshot"], "textbox \"Name\"").await;
    stage.says(&["fill", "textbox \"Name\"", "Ada"], "has \"Ada\"").await;
    stage.says(&["click", "button \"Press\""], "Pressed").await;
}

async fn dialogs_and_loops_of_a_click_are_reported() {
    const PAGE: &str = "<!doctype html><button onclick=\"confirm('Sure?')\">Ask</button>\
        <button onclick=\"for(;;);\">Loop</button>";
    let mut stage = Stage::with(vec![Route::html("/", PAGE)]).await;
    stage.says(&["click", "button \"Ask\""], "a dialog (confirm) \"Sure?\" opened").await;
    if stage.session.supports(Capability::Dialogs) {
        // A loop there is an error of the page, which `faults` holds.
        return;
    }
    let said = match stage.reply(&["click", "button \"Loop\""]).await {
        Ok(reply) => reply.value,
        Err((_, message)) => message,
    };
    assert!(said.contains("did not answer") || said.contains("does not answer"), "{said}");
}

async fn lookalikes_are_told_apart() {
    const INNER: &str = "<!doctype html><main aria-label=Part><button>Go</button></main>";
    const PAGE: &str = "<!doctype html><iframe title=One src=/inner></iframe><iframe title=Two src=/inner></iframe>\
        <label>Town <select id=town><optgroup label=Ohio><option value=1>Springfield</option></optgroup>\
        <optgroup label=Maine><option value=2>Springfield</option></optgroup>\
        <option value=3>Bath</option><option value=3>Bath</option></select></label>\
        <input id=file type=file aria-label=Papers><label for=file>Choose papers</label>";
    let mut stage = Stage::with(vec![Route::html("/", PAGE), Route::html("/inner", INNER)]).await;
    stage.ok(&["wait", "--load"]).await;
    for part in ["in iframe \"One\" > main \"Part\"", "in iframe \"Two\" > main \"Part\""] {
        stage.fails(&["click", "button \"Go\""], Kind::Ambiguous, part).await;
    }
    stage.says(&["find", "role", "button"], "in iframe \"Two\" > main").await;
    stage.fails(&["select", "#town", "Springfield"], Kind::Ambiguous, "\"2\" (in \"Maine\")").await;
    stage.says(&["select", "#town", "2"], "has \"Springfield\"").await;
    assert_eq!(stage.ok(&["get", "value", "#town"]).await, "2");
    // Which of two that are alike in all things does not matter.
    stage.says(&["select", "#town", "Bath"], "has \"Bath\"").await;
    for target in ["#file", "label"] {
        let target = if target == "label" { "label[for=file]" } else { target };
        stage.fails(&["click", target], Kind::NotActionable, "`upload` sets the files of").await;
    }
}

async fn a_frame_that_goes_on_is_named() {
    const PAGE: &str = "<!doctype html><title>Outer</title><iframe title=Inner src=/3></iframe>";
    const THREE: &str = "<!doctype html><title>Three</title><a href=/4>Next</a>";
    const FOUR: &str = "<!doctype html><title>Four</title><a href=/5 target=_top>Out</a>";
    let routes = [("/", PAGE), ("/3", THREE), ("/4", FOUR), ("/5", "<!doctype html><title>Five</title>")];
    let mut stage = Stage::with(routes.map(|(path, html)| Route::html(path, html)).into()).await;
    stage.ok(&["wait", "--load"]).await;
    stage.says(&["click", "link \"Next\""], "/4 \"Four\"").await;
    stage.says(&["get", "title"], "Outer").await;
    stage.says(&["click", "link \"Out\""], "/5 \"Five\"").await;
}

async fn texts_are_those_of_content() {
    const PAGE: &str = "<!doctype html><div id=box><style>.needle{}</style><script>var needle = 1</script>\
        <p>hay <template>needle</template></p></div><p>a second straw</p>";
    let mut stage = Stage::with(vec![Route::html("/", PAGE)]).await;
    stage.fails(&["find", "text", "needle"], Kind::NotFound, "no visible element").await;
    stage.says(&["find", "text", "hay"], "hay").await;
    stage.says(&["find", "text", "straw"], "straw").await;
}

async fn drawings_and_links_without_a_name_are_listed() {
    const PAGE: &str = "<!doctype html><a href=/cart><svg width=9 height=9></svg></a><a href=/help>Help</a>
        <canvas width=200 height=100></canvas><canvas aria-label=Chart></canvas><canvas hidden></canvas>
        <script>document.querySelector('canvas').onclick = (event) =>
            document.body.append(`at ${event.offsetX > 90}`);</script>";
    let mut stage = Stage::with(vec![Route::html("/", PAGE)]).await;
    let cart = format!("[url={}]", stage.site.url("/cart"));
    let snapshot = stage.ok(&["snapshot"]).await;
    let rows: Vec<&str> = snapshot.lines().filter(|row| row.starts_with('@')).collect();
    assert_eq!(rows.len(), 4, "{snapshot}");
    assert!(rows[0].contains("link") && rows[0].contains(&cart), "{snapshot}");
    assert!(rows[1].contains("link \"Help\"") && !rows[1].contains("url="), "{snapshot}");
    assert!(rows[2].contains("canvas") && rows[2].contains("[size=200x100]"), "{snapshot}");
    assert!(rows[3].contains("canvas \"Chart\"") && rows[3].contains("[size=300x150]"), "{snapshot}");
    if stage.takes_input() {
        stage.says(&["click", "canvas[width]"], "at true").await;
    }
}

const LISTENERS: &str = r#"<!doctype html><title>Rows</title><div id="app"><h1>Rows</h1>
<ul id="offices"><li>City hall</li><li>Council</li></ul>
<table id="people"><thead><tr><th>Name</th></tr></thead><tbody><tr><td>Ann</td></tr><tr><td>Bob</td></tr></tbody></table>
<ul id="tasks"><li>Wash <button>Done</button></li></ul>
<div id="plain"><div>First block</div><div>Second block</div><div>Third block</div></div>
<div id="card"><h3>Project</h3><span>0 pages</span></div><b><span id="icon"><svg width=20 height=20></svg></span></b>
<div id="delegated"><p>Alpha</p><p>Beta</p><p>Gamma</p></div><div id="property">By property</div>
<div id="closed"></div><div id="resizer" style="height:9px"></div></div>
<script>
  const listen = (node, type = 'click') => node.addEventListener(type, () => {});
  const root = document.querySelector('#closed').attachShadow({ mode: 'closed' });
  root.innerHTML = '<div>In a root</div>';
  for (const node of [document, document.body, app, icon, card, delegated, offices, tasks, resizer, root.firstChild]) listen(node);
  for (const row of people.querySelectorAll('tbody tr')) listen(row, 'mousedown');
  property.onclick = () => (window.reached = true);
</script>"#;

const MARKUP: &str = "document.documentElement.outerHTML.length";

async fn elements_with_listeners_alone_are_listed() {
    let mut stage = Stage::with(vec![Route::html("/", LISTENERS)]).await;
    let rows = |snapshot: String| -> Vec<String> {
        snapshot
            .lines()
            .filter_map(|line| line.trim_start().split_once(' '))
            .map(|(_, row)| row.to_owned())
            .collect()
    };
    let markup = stage.eval(MARKUP).await;
    let listed = rows(stage.ok(&["snapshot"]).await);
    let is_complete = stage.session.supports(Capability::Listeners)
        || instead!(
            Firefox | WebKit,
            "Elements that take a click by a listener of a script alone are listed (`browse snapshot`)",
            "those with a pointer cursor or an `onclick` are listed, and others after a `click` that brought them",
            "neither WebDriver BiDi nor WebKitWebDriver lists the listeners of elements"
        );
    let mut expected = vec!["heading \"Rows\" [level=1]"];
    if stage.session.supports(Capability::Listeners) {
        expected.extend(["listitem \"City hall\"", "listitem \"Council\"", "row \"Ann\"", "row \"Bob\""]);
        expected.extend(["button \"Done\"", "clickable \"Project 0 pages\"", "clickable"]);
        expected.extend(["paragraph \"Alpha\"", "paragraph \"Beta\"", "paragraph \"Gamma\""]);
        expected.extend(["clickable \"By property\"", "clickable \"In a root\""]);
    } else {
        assert!(is_complete);
        expected.extend(["button \"Done\"", "heading \"Project\" [level=3]", "clickable \"By property\""]);
    }
    assert_eq!(listed, expected);
    assert_eq!(stage.eval(MARKUP).await, markup, "the page sees nothing of it");
    if stage.takes_input() {
        stage.ok(&["click", "clickable \"By property\""]).await;
        assert_eq!(stage.eval("reached").await, "true");
    }
}
