//! References of elements that show another thing since.

use webagents_browse::BrowseErrorKind as Kind;
use webagents_testkit::Route;

use super::Stage;
use crate::support::on_every_engine;

on_every_engine!(
    elements_that_show_another_thing_take_no_action,
    names_that_change_for_a_while_are_the_same,
    controls_of_another_row_take_no_action,
    names_that_tick_are_the_same,
    rows_tell_their_controls_apart,
    texts_of_other_controls_are_no_context,
    variables_of_the_page_are_not_hidden_from_code
);

/// Elements that are used for other rows, as in lists that draw only the visible rows.
const REUSED: &str = r#"<!doctype html><title>Mail</title>
<button class=row>Delete Ann</button><button class=row>Delete Bob</button>
<label><input type=checkbox class=box><span class=row>Ann pays</span></label>
<label><span class=row>Street of Ann</span> <input class=field></label>
<label><span class=row>Land of Ann</span> <select><option>Peru<option>Chad</select></label>
<label><span class=row>File of Ann</span> <input type=file></label>
<div style="cursor:pointer" class="row clickable">Open Ann</div>
<div style="height:3000px"></div><button id=far>Far Ann</button>
<script>
  var done = [];
  var rename = () => {
    for (const row of document.querySelectorAll('.row')) row.textContent = row.textContent.replace(/Ann|Bob/, 'Cid');
  };
  for (const row of document.querySelectorAll('button,.clickable')) row.onclick = () => done.push(row.textContent);
  for (const field of document.querySelectorAll('input,select')) field.onchange = () => done.push(field.tagName + field.type);
  addEventListener('scroll', () => (document.querySelector('#far').textContent = 'Far Cid'));
</script>"#;

impl Stage {
    /// The reference of the only element that a snapshot of controls shows with these words.
    async fn reference(&mut self, words: &str) -> String {
        let references = self.references(words).await;
        assert_eq!(references.len(), 1, "{words}: {references:?}");
        references.into_iter().next().expect("a reference")
    }

    /// The reference of the first of several.
    async fn first(&mut self, words: &str) -> String {
        let references = self.references(words).await;
        assert!(references.len() > 1, "{words}: {references:?}");
        references.into_iter().next().expect("a reference")
    }

    async fn references(&mut self, words: &str) -> Vec<String> {
        let snapshot = self.ok(&["snapshot"]).await;
        let rows = snapshot.lines().filter(|row| row.contains(words));
        let reference =
            |row: &str| row.split_whitespace().find(|word| word.starts_with("@e")).map(str::to_owned);
        rows.map(|row| reference(row).expect("a reference")).collect()
    }
}

async fn elements_that_show_another_thing_take_no_action() {
    let mut stage = Stage::with(vec![Route::html("/", REUSED)]).await;
    if !stage.takes_input() {
        return;
    }
    let mut actions = Vec::new();
    for (name, action, rest) in [
        ("\"Delete Ann\"", "click", None),
        ("\"Delete Bob\"", "hover", None),
        ("\"Ann pays\"", "check", None),
        ("\"Street of Ann\"", "fill", Some("Elm")),
        ("\"Street of Ann\"", "type", Some("Elm")),
        ("\"Land of Ann\"", "select", Some("Chad")),
        ("\"Open Ann\"", "click", None),
    ] {
        let reference = stage.reference(name).await;
        actions.push((name, [Some(action.to_owned()), Some(reference), rest.map(str::to_owned)]));
    }
    let far = stage.reference("Far Ann").await;
    stage.ok(&["eval", "rename()"]).await;
    for (name, words) in &actions {
        let words: Vec<&str> = words.iter().flatten().map(String::as_str).collect();
        // The caller knows the new name of one element from the first error.
        if words[0] == "type" {
            continue;
        }
        stage.fails(&words, Kind::Stale, &format!("was {name} when it was shown, and is ")).await;
        assert_eq!(stage.eval("done").await, "[]", "{words:?}");
    }
    // It comes into view, and is another one then.
    stage.fails(&["click", &far], Kind::Stale, "and is button \"Far Cid\" now; nothing was done").await;
    assert_eq!(stage.eval("done").await, "[]");
    stage.says(&["click", &far], "clicked button \"Far Cid\"").await;
    for (_, words) in actions {
        let words: Vec<&str> = words.iter().flatten().map(String::as_str).collect();
        stage.ok(&words).await;
    }
    let done = stage.eval("done.join()").await;
    for part in ["Far Cid,Delete Cid,INPUTcheckbox,", ",SELECTselect-one,Open Cid"] {
        assert!(done.contains(part), "{done}");
    }
}

/// Names that change with an action, or for a moment.
const PASSING: &str = r"<!doctype html><title>Names</title>
<button id=cart>Cart (2)</button> <button id=save>Save</button> <button id=play>Play</button>
<button aria-haspopup=listbox id=sort>Newest</button>
<script>
  var count = 2;
  cart.onclick = () => (cart.textContent = `Cart (${(count += 1)})`);
  play.onclick = () => (play.textContent = play.textContent === 'Play' ? 'Pause' : 'Play');
  var pass = () => {
    save.textContent = 'Loading';
    setTimeout(() => (save.textContent = 'Save'), 300);
  };
</script>";

async fn names_that_change_for_a_while_are_the_same() {
    let mut stage = Stage::with(vec![Route::html("/", PASSING)]).await;
    if !stage.takes_input() {
        return;
    }
    let cart = stage.reference("\"Cart").await;
    let save = stage.reference("\"Save").await;
    let play = stage.reference("\"Play").await;
    let sort = stage.reference("\"Newest").await;
    for count in 3..5 {
        stage.says(&["click", &cart], &format!("\"Cart ({count})\"")).await;
    }
    stage.says(&["click", &play], "now button \"Pause\"").await;
    stage.says(&["click", &play], "\"Play\"").await;
    stage.ok(&["eval", "pass()"]).await;
    stage.says(&["click", &save], "clicked button \"Save\"").await;
    stage.ok(&["eval", "sort.textContent = 'Oldest'"]).await;
    stage.says(&["click", &sort], "clicked button \"Oldest\"").await;
}

async fn variables_of_the_page_are_not_hidden_from_code() {
    let page = "<!doctype html><title>Names</title><script>var show = 'its own', page = 7</script>";
    let mut stage = Stage::with(vec![Route::html("/", page)]).await;
    assert_eq!(stage.eval("show + page").await, "\"its own7\"");
    stage.fails(&["eval", "throw { show }"], Kind::Script, "threw {\"show\": \"its own\"}").await;
}

/// Rows whose elements are used for other records, with controls of one name.
///
/// The dialog shows another question later.
const ROWS: &str = r"<!doctype html><title>Orders</title>
<table><tr><td class=who>Ada<td><button class=refund>Refund</button><tr><td class=who>Bob<td><button class=refund>Refund</button></table>
<ul><li><span class=who>Ada</span> <input type=checkbox aria-label=Paid></ul>
<div role=dialog aria-label=Sure><p class=who>Delete file A?<p><button id=ok>OK</button></div>
<script>
  var done = [];
  var redraw = () => {
    for (const [at, who] of [...document.querySelectorAll('.who')].entries()) who.textContent = ['Eve', 'Ada', 'Eve', 'Delete the account?'][at];
  };
  for (const button of document.querySelectorAll('.refund')) button.onclick = () => done.push(button.closest('tr').querySelector('.who').textContent);
  ok.onclick = () => done.push(ok.parentNode.parentNode.querySelector('.who').textContent);
  document.querySelector('input').onchange = () => done.push('paid');
</script>";

async fn controls_of_another_row_take_no_action() {
    let mut stage = Stage::with(vec![Route::html("/", ROWS)]).await;
    if !stage.takes_input() {
        return;
    }
    let (refund, paid, ok) =
        (stage.first("\"Refund\"").await, stage.reference("\"Paid\"").await, stage.reference("\"OK\"").await);
    stage.ok(&["eval", "redraw()"]).await;
    for (words, was, is) in [
        (["click", &refund], "was next to \"Ada\"", "is next to \"Eve\" now; nothing was done"),
        (["check", &paid], "was next to \"Ada\"", "is next to \"Eve\" now"),
        (["click", &ok], "was next to \"Delete file A?\"", "is next to \"Delete the account?\" now"),
    ] {
        stage.fails(&words, Kind::Stale, &format!("{was} when it was shown, and {is}")).await;
        assert_eq!(stage.eval("done").await, "[]", "{words:?}");
    }
    // An element that has shown a record before is not that one.
    stage.ok(&["eval", "document.querySelector('.who').textContent = 'Ada'"]).await;
    stage.ok(&["snapshot"]).await;
    stage.ok(&["eval", "document.querySelector('.who').textContent = 'Eve'"]).await;
    stage
        .fails(
            &["click", &refund],
            Kind::Stale,
            "was next to \"Ada\" when it was shown, and is next to \"Eve\" now",
        )
        .await;
    stage.ok(&["click", &refund]).await;
    stage.ok(&["check", &paid]).await;
    stage.ok(&["click", &ok]).await;
    assert_eq!(stage.eval("done.join()").await, "\"Eve,paid,Delete the account?\"");
}

/// Names with numbers that go on, and names that an action changes for a while.
const TICKING: &str = r"<!doctype html><title>Ticks</title>
<button id=clock>Offer ends in 100 s</button><button id=save>Save</button><button id=inbox>Inbox 5</button>
<label>Message (<span id=count>0</span>/200) <input id=message></label>
<script>
  var done = 0, left = 100;
  clock.onclick = () => (done += 1);
  setInterval(() => (clock.textContent = `Offer ends in ${(left -= 1)} s`), 200);
  save.onclick = () => {
    save.textContent = 'Saving…';
    setTimeout(() => (save.textContent = 'Save'), 900);
  };
  message.oninput = () => (count.textContent = message.value.length);
</script>";

async fn names_that_tick_are_the_same() {
    let mut stage = Stage::with(vec![Route::html("/", TICKING)]).await;
    if !stage.takes_input() {
        return;
    }
    let clock = stage.reference("Offer").await;
    let save = stage.reference("\"Save").await;
    let inbox = stage.reference("\"Inbox").await;
    let message = stage.reference("\"Message").await;
    stage.ok(&["click", &clock]).await;
    stage.ok(&["click", &clock]).await;
    assert_eq!(stage.eval("done").await, "2");
    for _ in 0..2 {
        stage.says(&["click", &save], "\"Saving…\"").await;
        stage.ok(&["wait", "1000"]).await;
    }
    stage.ok(&["fill", &message, "one"]).await;
    stage.ok(&["fill", &message, "three"]).await;
    // A number alone may be another record: it is refused once.
    stage.ok(&["eval", "inbox.textContent = 'Inbox 6'"]).await;
    stage
        .fails(
            &["click", &inbox],
            Kind::Stale,
            "was \"Inbox 5\" when it was shown, and is button \"Inbox 6\"",
        )
        .await;
    stage.ok(&["eval", "inbox.textContent = 'Inbox 7'"]).await;
    stage.ok(&["click", &inbox]).await;
}

const PEOPLE: &str = r#"<!doctype html><title>People</title><h1>People</h1>
<table><tr><th></th><th>Name</th><th>Role</th></tr>
<tr><td><input type=checkbox></td><td>Ann <b>Lee</b></td><td>Admin</td><td><button>Edit</button> <button>Delete</button></td></tr>
<tr><td><input type=checkbox></td><td>Bob Ray</td><td>Admin</td><td><button>Edit</button> <button>Delete</button></td></tr></table>
<ul><li>Day 1 <button>Go</button></li><li>Day 1 later <button>Go</button></li></ul>
<div><p>1</p><p>North</p><button>Open</button></div><div><p>2</p><p>North</p><button>Open</button></div>
<input type=range aria-label="" max=9 value=3>
<label>Land <input list=lands id=land></label><datalist id=lands><option>Peru<option value=TD>Chad</datalist>
<select aria-label=Small style="width:1px;height:1px;position:absolute;clip:rect(0,0,0,0)"><option>One</select>
<script>
  window.done = [];
  const place = (node) => node.closest('tr,li,div')?.textContent.replace(/\s+/g, ' ').slice(0, 8).trim();
  for (const node of document.querySelectorAll('button,input')) node.onclick = () => done.push(`${node.textContent}: ${place(node)}`);
</script>"#;

/// Rows of a snapshot of that page, without references.
const PEOPLE_ROWS: [&str; 13] = [
    "heading \"People\" [level=1]",
    "row \"Ann Lee\"",
    "  checkbox",
    "  button \"Edit\"",
    "  button \"Delete\"",
    "row \"Bob Ray\"",
    "  checkbox",
    "  button \"Edit\"",
    "  button \"Delete\"",
    "button \"Go\" in \"Day 1\"",
    "button \"Go\" in \"Day 1 later\"",
    "button \"Open\" in \"1 North\"",
    "button \"Open\" in \"2 North\"",
];

async fn rows_tell_their_controls_apart() {
    let mut stage = Stage::with(vec![Route::html("/", PEOPLE)]).await;
    let snapshot = stage.ok(&["snapshot"]).await;
    let without = |line: &str| {
        let row = line.trim_start();
        let bare = row.strip_prefix("@e").and_then(|row| row.split_once(' ')).map_or(row, |(_, row)| row);
        format!("{}{bare}", " ".repeat(line.len() - row.len()))
    };
    let rows: Vec<String> = snapshot.lines().map(without).collect();
    assert_eq!(rows.get(..13).expect("the rows"), PEOPLE_ROWS);
    let rest = rows.get(13..).expect("the fields");
    let fields =
        ["slider", "combobox \"Land\" [options=Peru", "combobox \"Small\" [options=One] [too small]"];
    assert!(
        rest.len() == 3 && rest.iter().zip(fields).all(|(row, start)| row.starts_with(start)),
        "{rest:?}"
    );
    if !stage.takes_input() {
        return;
    }
    // A target that the snapshot prints names one element.
    for (target, done) in [
        ("button \"Delete\" in \"Bob Ray\"", "Delete: Bob RayA"),
        ("checkbox in \"Ann Lee\"", ": Ann LeeA"),
        ("checkbox [checked] in row \"Ann Lee Admin\"", ": Ann LeeA"),
        ("button \"Go\" in \"Day 1\"", "Go: Day 1 Go"),
        ("button \"Go\" in list > listitem, next to \"Day 1 l\u{2026}\"", "Go: Day 1 la"),
        ("button \"Open\" in \"2 North\"", "Open: 2NorthOp"),
    ] {
        stage.ok(&["click", target]).await;
        assert_eq!(stage.eval("done.pop()").await, format!("{done:?}"), "{target}");
    }
    stage.says(&["hover", "row \"Bob Ray\""], "row").await;
    stage.says(&["get", "value", "slider [focused]: 3"], "3").await;
    for line in ["paragraph: North", "text: Land", "listitem: Day 1 later Go", "cell: Bob Ray"] {
        let found = stage.reply(&["hover", line]).await;
        assert!(found.is_ok() || line.ends_with("North"), "{line}: {found:?}");
    }
    stage.eval("['input', 'change'].map((type) => land.addEventListener(type, () => done.push(type)))").await;
    stage.says(&["select", "combobox \"Land\"", "chad"], "has \"TD\"").await;
    assert_eq!(stage.eval("done.splice(0).join() + land.value").await, "\"input,changeTD\"");
    stage.fails(&["select", "#land", "Mars"], Kind::NotFound, "it suggests \"Peru\", \"TD\"").await;
    stage.fails(&["click", "button \"Go\" in \"Day 2\""], Kind::NotFound, "near it:").await;
    stage.fails(&["click", "button \"Delete\" in \"Admin\""], Kind::Ambiguous, "fits 2 elements").await;
}

/// Controls without a name after named controls, and rows of other kinds.
const ALONE: &str = r#"<!doctype html><title>Alone</title>
<div>For evaluation only</div><div><label><input type=radio>No</label></div><div role=slider tabindex=0 aria-valuenow=1 aria-label="">.</div>
<table><tr><td>Ink</td><td><a href='#'>Edit</a></td></tr><tr><td>Pen</td><td><a href='#'>Edit</a></td></tr></table><div><div role=spinbutton tabindex=0 aria-valuenow=3></div></div>
<dl><dt>Mail</dt><dd>a@b.c <button>Change</button></dd><dt>Phone</dt><dd>12 34 <button>Change</button></dd></dl>
<div>Amount <button>-</button><input><button>+</button></div>"#;

async fn texts_of_other_controls_are_no_context() {
    let mut stage = Stage::with(vec![Route::html("/", ALONE)]).await;
    let snapshot = stage.ok(&["snapshot"]).await;
    let rows: Vec<&str> =
        snapshot.lines().map(|line| line.trim_start().split_once(' ').map_or(line, |(_, row)| row)).collect();
    for row in [
        "slider: 1",
        "spinbutton: 3",
        "link \"Edit\" in \"Ink\"",
        "link \"Edit\" in \"Pen\"",
        "button \"Change\" in \"Mail\"",
        "button \"Change\" in \"Phone\"",
        "textbox in \"Amount\"",
    ] {
        assert!(rows.contains(&row), "{row}: {snapshot}");
    }
}
