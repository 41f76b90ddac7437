//! Fields: their values after an action, and its errors.

use std::time::Duration;

use webagents_browse::{BrowseErrorKind as Kind, Secret};
use webagents_runtime::driver::{Capability, Driver as _};
use webagents_testkit::Route;

use super::Stage;
use crate::support::{instead, on_every_engine};

on_every_engine!(
    fields_are_read_back,
    texts_are_input_of_the_engine,
    choices_and_boxes_say_their_state,
    secrets_stay_secret,
    states_that_the_page_changes_later_are_reported,
    states_of_later_actions_are_no_changes_of_the_page,
    options_of_other_lists_are_not_chosen,
    editors_around_a_hidden_field_are_read,
    choices_and_boxes_that_are_drawn_anew_are_found_again,
    fields_below_a_layer_over_the_page_are_not_written,
    boxes_of_components_are_checked,
    what_a_list_of_commands_did_is_told
);

/// Fields that take a text, and the outcome.
const FILLED: &[(&str, &str, &str)] = &[
    ("#name", " a  b ", "has \" a  b \""),
    ("#name", "Ada", "textbox \"Name\" has \"Ada\""),
    ("#name", "", "textbox \"Name\" is empty"),
    ("textbox \"Name\"", "Bob", "has \"Bob\""),
    ("#phone", "5551234567", "has \"(555) 123-4567\", which the page made of \"5551234567\""),
    ("#number", "12.5", "has \"12.5\""),
    ("#email", "x", "has \"x\"; not valid"),
    ("#secret", "hidden words", "has 12 characters"),
    ("#date", "2026-11-23", "has \"2026-11-23\""),
    ("#time", "09:30", "has \"09:30\""),
    ("#colour", "#FF8800", "has \"#ff8800\""),
    ("#volume", "70", "has \"70\""),
    ("#volume", "68", "which the page made of \"68\""),
    ("#note", "two\nlines", "has \"two\\nlines\""),
    ("#rich", "A story", "has \"A story\""),
    ("#rich", "", "is empty"),
];

/// Fields that do not, and a part of the error.
const REFUSED: &[(&str, &str, Kind, &str)] = &[
    ("#short", "abcdef", Kind::NotTaken, "took 3 of 6 characters: \"abc\"; its maxlength is 3"),
    ("#stubborn", "other", Kind::NotTaken, "still has \"same\""),
    ("#eats", "food", Kind::NotTaken, "is empty after the input"),
    ("#read", "x", Kind::NotActionable, "it is read-only"),
    ("#off", "x", Kind::NotActionable, "it is disabled"),
    ("#number", "abc", Kind::NotTaken, "is empty after the input"),
    ("#number", "1,5", Kind::NotTaken, "it takes a number"),
    ("#date", "tomorrow", Kind::NotTaken, "it takes YYYY-MM-DD"),
    ("#terms", "x", Kind::NotActionable, "`check` and `uncheck` change it"),
    ("#select", "Red", Kind::NotActionable, "`select` chooses an option"),
    ("#file", "x", Kind::NotActionable, "`upload` sets its files"),
    ("h1", "x", Kind::NotActionable, "is not a text field"),
    ("#none", "x", Kind::NotFound, "no element fits #none"),
];

async fn fields_are_read_back() {
    let mut stage = Stage::controls().await;
    if !stage.takes_input() {
        return;
    }
    for (target, text, part) in FILLED {
        stage.says(&["fill", target, text], part).await;
    }
    for (target, text, kind, part) in REFUSED {
        stage.fails(&["fill", target, text], *kind, part).await;
    }
    stage.says(&["type", "#name", "by!"], "has \"Bobby!\"").await;
    assert_eq!(stage.ok(&["get", "value", "#name"]).await, "Bobby!");
    assert_eq!(stage.ok(&["get", "value", "#date"]).await, "2026-11-23");
}

/// A page that notes the events of its fields, and has a field that takes digits alone.
const NOTED: &str = "<!doctype html><input id=plain><textarea id=area></textarea><input id=digits><input id=own>
<input id=gone><input id=emptied><input id=moved>
<script>
    globalThis.noted = [];
    for (const name of ['focus', 'beforeinput', 'input']) {
        addEventListener(name, (event) => noted.push([event.target.id, name, event.isTrusted, event.inputType ?? '']), true);
    }
    digits.addEventListener('beforeinput', (event) => { if (/\\D/.test(event.data)) event.preventDefault(); });
    gone.addEventListener('input', (event) => event.target.remove());
    const anew = (field, value) => field.addEventListener('input', () => {
        field.replaceWith(Object.assign(document.createElement('input'), { id: field.id, value: value(field) }));
    });
    anew(emptied, () => '');
    anew(moved, (field) => field.value);
    own.addEventListener('beforeinput', (event) => { event.preventDefault(); own.value = event.data.toUpperCase(); });
</script>";

async fn texts_are_input_of_the_engine() {
    let mut stage = Stage::with(vec![Route::html("/", NOTED)]).await;
    if !stage.takes_input() {
        return;
    }
    // The first text of a window that has not had the focus goes another way than the others.
    for text in ["one", "two"] {
        stage.says(&["fill", "#plain", text], &format!("has {text:?}")).await;
        let noted =
            stage.eval("noted.splice(0).filter(([id]) => id === 'plain').map(String).join(' ')").await;
        let noted: Vec<&str> =
            noted.trim_matches('"').split(' ').filter(|event| !event.contains("focus")).collect();
        let all = ["plain,beforeinput,true,insertText", "plain,input,true,insertText"];
        let is_ours = noted == ["plain,beforeinput,false,insertText", all[1]]
            && instead!(
                Chromium | ChromiumHeadlessShell | Firefox,
                "The event `beforeinput` of `browse fill` is the engine's",
                "in a field without lines, formats or an editor it is one of a script, and the event `input` is the engine's",
                "`document.execCommand` sends no `beforeinput`, and takes one round trip and not three",
            );
        assert!(noted == all || is_ours, "{text}: {noted:?}");
    }
    // A page that cancels the event has its way.
    stage.says(&["fill", "#digits", "123"], "has \"123\"").await;
    stage.fails(&["fill", "#digits", "12a"], Kind::NotTaken, "still has \"123\"").await;
    stage.says(&["fill", "#own", "abc"], "has \"ABC\", which the page made of \"abc\"").await;
    // A field that the page takes away, or puts another in the place of.
    stage.says(&["fill", "#gone", "abc"], "the page has removed the field after the input of \"abc\"").await;
    stage.fails(&["fill", "#emptied", "abc"], Kind::NotTaken, "is empty after the input of \"abc\"").await;
    stage.says(&["fill", "#moved", "abc"], "has \"abc\"").await;
    // Long texts are put in by the driver.
    let long = "0123456789".repeat(2_000);
    stage.says(&["fill", "#area", &long], "has \"0123456789").await;
    assert_eq!(stage.eval("area.value.length").await, long.len().to_string());
}

async fn choices_and_boxes_say_their_state() {
    let mut stage = Stage::controls().await;
    if !stage.takes_input() {
        return;
    }
    for (words, part) in [
        (["select", "#select", "Green"], "combobox \"Colours\" has \"Green\""),
        (["select", "#select", "g"], "has \"Green\""),
        (["select", "#many", "One\nThree"], "has \"One\", \"Three\""),
        (["select", "#combo", "Banana"], "has \"Banana\""),
        (["select", "#city", "Bern"], "has \"Bern\""),
    ] {
        stage.says(&words, part).await;
    }
    for (words, kind, part) in [
        (["select", "#select", "Blue"], Kind::NotActionable, "\"Blue\" of combobox \"Colours\" is disabled"),
        (["select", "#select", "Pink"], Kind::NotFound, "it has \"Red\", \"Green\", \"Blue\""),
        (["select", "#combo", "Cherry"], Kind::NotActionable, "is disabled"),
        (["select", "#combo", "Melon"], Kind::NotFound, "Melon"),
    ] {
        stage.fails(&words, kind, part).await;
    }
    for (words, part) in [
        (["check", "#terms"], "checkbox \"Terms\" is checked"),
        (["check", "#terms"], "was checked already"),
        (["uncheck", "#terms"], "is not checked"),
        (["check", "#drawn"], "checkbox \"Drawn\" is checked"),
        (["check", "radio \"Large\""], "radio \"Large\" is checked"),
        (["check", "checkbox \"Not rendered\""], "is checked"),
        (["check", "#switch"], "switch \"Wifi\" is checked"),
        (["uncheck", "#switch"], "is not checked"),
    ] {
        stage.says(&words, part).await;
    }
    stage.fails(&["check", "#stuck"], Kind::NotTaken, "is not checked after the click").await;
    stage.fails(&["uncheck", "radio \"Large\""], Kind::NotActionable, "another one of its group").await;
    stage.fails(&["check", "#name"], Kind::NotActionable, "is no checkbox").await;
    assert_eq!(stage.ok(&["is", "checked", "#drawn"]).await, "true");
    assert_eq!(stage.ok(&["is", "enabled", "#off"]).await, "false");
}

async fn secrets_stay_secret() {
    const PAGE: &str =
        "<!doctype html><label>Key <input id=key oninput=\"out.textContent=value\"></label><p id=out></p>";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("report.txt");
    std::fs::write(&file, "report").expect("written");
    let mut stage = Stage::with_options(
        vec![Route::html("/", format!("{PAGE}<input id=file type=file aria-label=File>"))],
        |options| {
            options
                .with_secret(Secret::new("KEY", "s3cret-value").expect("long enough"))
                .with_uploads(folder.path())
        },
    )
    .await;
    if !stage.takes_input() {
        return;
    }
    stage.says(&["fill", "#key", "secret:KEY"], "has 12 characters").await;
    for words in [
        &["text"][..],
        &["get", "value", "#key"],
        &["snapshot", "--all"],
        &["eval", "out.textContent"],
        &["get", "html"],
    ] {
        let value = stage.ok(words).await;
        assert!(!value.contains("s3cret-value"), "{words:?}: {value}");
    }
    stage.says(&["text"], "[secret:KEY]").await;
    stage.fails(&["fill", "#key", "secret:OTHER"], Kind::Usage, "no secret \"OTHER\" is known").await;
    let name = file.display().to_string();
    stage.says(&["upload", "#file", &name], "has report.txt").await;
    stage
        .fails(&["upload", "#file", "/etc/hostname"], Kind::Denied, "is in no folder that was allowed")
        .await;
}

/// A page that keeps its values in a model and draws its controls anew after each change.
const REDRAWN: &str = r"<!doctype html><title>Redrawn</title><div id=box></div><script>
const model = { gift: false, size: 'One', colour: '', open: false, clicks: 0 };
const is = (wanted, word) => wanted ? word : '';
function draw() {
  box.innerHTML = `<p><label><input type=checkbox ${is(model.gift, 'checked')}> Gift</label></p>
    <p><label><input type=checkbox id=stubborn> Stubborn</label></p>
    <p><label>Size <select id=size>${['One', 'Two'].map((name) => `<option ${is(model.size === name, 'selected')}>${name}`).join('')}</select></label></p>
    <p><label>Fixed <select id=fixed><option>One<option>Two</select></label></p>
    <p><button role=combobox aria-label=Colour aria-expanded=${model.open} aria-controls=list>${model.colour || 'none'}</button></p>
    ${is(model.open, '<ul id=list role=listbox><li role=option>Red<li role=option>Blue</ul>')}`;
}
document.addEventListener('change', ({ target }) => {
  if (target.id === 'size') model.size = target.value;
  else if (target.type === 'checkbox' && target.id !== 'stubborn') model.gift = target.checked;
  if (target.id === 'stubborn') model.clicks++;
  draw();
});
document.addEventListener('click', ({ target }) => {
  const option = target.closest('[role=option]');
  if (option) [model.colour, model.open] = [option.textContent.trim(), false];
  else if (target.closest('[role=combobox]')) model.open = !model.open;
  else return;
  draw();
});
draw();
</script>";

async fn choices_and_boxes_that_are_drawn_anew_are_found_again() {
    let patience = Duration::from_secs(20);
    let page = vec![Route::html("/", REDRAWN)];
    let mut stage = Stage::with_options(page, |options| options.with_patience(patience)).await;
    if !stage.session.supports(Capability::Input) {
        return;
    }
    stage.says(&["select", "combobox \"Colour\"", "Red"], "has \"Red\"").await;
    stage.fails(&["check", "#stubborn"], Kind::NotTaken, "is not checked after the click").await;
    assert_eq!(stage.eval("model.clicks").await, "1");
    stage.fails(&["select", "#fixed", "Two"], Kind::NotTaken, "has \"One\"").await;
    // WebKit opens its own list at a press that a script sends, and that list takes the next key.
    stage.eval("addEventListener('keydown', (event) => (model.key = event.key)); 0").await;
    stage.says(&["select", "#size", "Two"], "has \"Two\"").await;
    stage.ok(&["press", "Escape"]).await;
    assert_eq!(stage.eval("model.key").await, "\"Escape\"");
    // The gaps grow, so that the slowest machine finds one that is long enough.
    stage.eval("let gap = 25; (function again() { draw(); setTimeout(again, gap += 15) })(); 0").await;
    for _ in 0..5 {
        stage.says(&["check", "checkbox \"Gift\""], "is checked").await;
        stage.says(&["check", "checkbox \"Gift\""], "was checked already").await;
        assert_eq!(stage.eval("model.gift").await, "true");
        stage.says(&["uncheck", "checkbox \"Gift\""], "is not checked").await;
        stage.says(&["select", "#size", "Two"], "has \"Two\"").await;
        assert_eq!(stage.eval("model.size").await, "\"Two\"");
        stage.says(&["select", "#size", "One"], "has \"One\"").await;
    }
    stage.fails(&["select", "#fixed", "Two"], Kind::NotTaken, "has \"One\"").await;
}

/// Fields that the page sets when the test calls `answer`, as pages do after a reply of their server.
const LATER: &str = r#"<!doctype html><title>Later</title>
<label>Code <input id=code></label><label>City <input id=city></label>
<label><input type=checkbox id=terms> Terms</label>
<label>Size <select id=size><option>S<option>M</select></label><button>Send</button>
<form onsubmit="return false"><input aria-label=Note id=note><input type=reset value=Reset></form>
<script>
  var due = [];
  var answer = () => due.splice(0).forEach((back) => back());
  var late = (field, back) => field.addEventListener('change', () => due.push(back));
  code.oninput = () => due.push(() => (code.value = 'AB'));
  late(terms, () => (terms.checked = false));
  late(size, () => (size.value = 'S'));
</script>"#;

async fn states_that_the_page_changes_later_are_reported() {
    let mut stage = Stage::with(vec![Route::html("/", LATER)]).await;
    if !stage.takes_input() {
        return;
    }
    for (words, next, line) in [
        (
            ["fill", "#code", "XY"],
            ["fill", "#city", "Rome"],
            "textbox \"Code\" has \"AB\" now: the page has changed it, it was \"XY\" after its action",
        ),
        (
            ["check", "#terms", ""],
            ["fill", "#city", "Bonn"],
            "checkbox \"Terms\" has the state \"not checked\" now",
        ),
        (["select", "#size", "M"], ["click", "button", ""], "combobox \"Size\" has \"S\" now"),
    ] {
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let next: Vec<&str> = next.into_iter().filter(|word| !word.is_empty()).collect();
        stage.ok(&words).await;
        stage.eval("answer()").await;
        // A reply with data has no such line.
        assert_eq!(stage.ok(&["get", "value", "#note"]).await, "");
        stage.says(&next, line).await;
        let again = stage.ok(&["hover", "#note"]).await;
        assert!(!again.contains(" now: "), "it is reported once: {again}");
    }
    // A change by the caller's own action does not count.
    stage.ok(&["fill", "#note", "words"]).await;
    stage.ok(&["click", "button \"Reset\""]).await;
    let next = stage.ok(&["fill", "#city", "Oslo"]).await;
    assert!(!next.contains(" now: "), "{next}");
    stage.ok(&["fill", "#code", "XY"]).await;
    stage.eval("answer()").await;
    stage.fails(&["click", "#none"], Kind::NotFound, "no element fits #none").await;
    stage.fails(&["check", "#city"], Kind::NotActionable, "\n  textbox \"Code\" has \"AB\" now").await;
}

/// Fields that an action changes by right, and forms that fields give their values.
const BY_RIGHT: &str = r#"<!doctype html><title>By right</title>
<fieldset><label><input type=radio name=size id=small>Small</label><label><input type=radio name=size id=large>Large</label></fieldset>
<label>Town <input id=town></label><label>Code <input id=code onchange="town.value = 'London'"></label>
<label>Price <input id=price onchange="this.value = '$' + this.value + '.00'"></label><label>Note <input id=note></label>"#;

async fn states_of_later_actions_are_no_changes_of_the_page() {
    let mut stage = Stage::with(vec![Route::html("/", BY_RIGHT)]).await;
    if !stage.takes_input() {
        return;
    }
    for (words, changed) in [
        (&["check", "#small"][..], None),
        (&["check", "#large"], None),
        (&["check", "#small"], None),
        (&["fill", "#town", "York"], None),
        (&["fill", "#code", "N1"], None),
        (&["fill", "#note", "x"], Some("textbox \"Town\" has \"London\" now")),
        // The field that the action is on is set anew.
        (&["fill", "#town", "Bath"], None),
        (&["fill", "#price", "12"], None),
        (&["fill", "#note", "y"], None),
        (&["fill", "#note", "z"], None),
    ] {
        let said = stage.ok(words).await;
        let has = said.contains(" now: the page has changed it");
        assert!(!has || changed.is_some_and(|changed| said.contains(changed)), "{words:?}: {said}");
    }
}

/// A popup whose options have the same names as the options of a list that is always there.
///
/// Another popup draws other elements than the ones with the role of options.
const LISTS: &str = r#"<!doctype html><title>Lists</title>
<div role=listbox aria-label=Sizes><div role=option onclick="done.push('size L')">L</div><div role=option onclick="done.push('size M')">M</div></div>
<button aria-haspopup=listbox id=product onclick="setTimeout(() => (list.hidden = false), 100)">Product</button>
<ul role=listbox id=list hidden><li role=option onclick="done.push('product L'); list.hidden = true; product.textContent = 'L'">L</li></ul>
<div role=combobox tabindex=0 aria-label=Pet id=pet onclick="pets.hidden = false" style="width:80px">none</div>
<div id=pets hidden><div role=listbox style="height:0;width:0;overflow:hidden"><div role=option style="height:0">Dog</div></div>
<div style="cursor:pointer" onclick="done.push('dog'); pet.textContent = 'Dog'; pets.hidden = true">Dog</div></div>
<label>Avatar <input type=file id=avatar></label><div role=button tabindex=0 id=drop>Drop files</div>
<script>var done = []</script>"#;

async fn options_of_other_lists_are_not_chosen() {
    let upload = tempfile::tempdir().expect("a folder");
    let file = upload.path().join("a.txt");
    std::fs::write(&file, "text").expect("a file");
    let folder = upload.path().to_owned();
    let mut stage =
        Stage::with_options(vec![Route::html("/", LISTS)], |options| options.with_uploads(folder)).await;
    if !stage.takes_input() {
        return;
    }
    stage.ok(&["select", "#product", "L"]).await;
    assert_eq!(stage.eval("done.join()").await, "\"product L\"");
    stage.reply(&["select", "listbox \"Sizes\"", "M"]).await.ok();
    stage.ok(&["select", "#pet", "Dog"]).await;
    assert_eq!(stage.eval("done.join()").await, "\"product L,size M,dog\"");
    let file = file.to_str().expect("UTF-8");
    stage
        .fails(
            &["upload", "#drop", file],
            Kind::NotActionable,
            "is no file input; button \"Avatar\" is one near it",
        )
        .await;
}

/// An editor like code editors: a field of a pixel takes the input, and other elements show the text.
const EDITOR: &str = r#"<!doctype html><title>Editor</title>
<div id=editor style="width:400px;height:80px;border:1px solid;position:relative">
<div style="width:3px;height:0;overflow:hidden;position:relative"><textarea aria-label=Code style="position:absolute;bottom:-1em;padding:0;width:1px;height:1em"></textarea></div>
<div style="float:left">1</div><pre id=lines style="margin:0 20px">let x = 1;</pre></div>
<script>
  const field = document.querySelector('textarea');
  let all = false;
  const text = () => lines.textContent;
  field.onkeydown = (event) => {
    if (event.key === 'a' && event.ctrlKey) all = true;
    else if (event.key === 'Delete' && all) (lines.textContent = ''), (all = false);
    else if (event.key !== 'Control') all = false;
    if (event.key.length > 1 || event.ctrlKey) event.preventDefault();
  };
  field.oninput = () => {
    lines.textContent = (all ? '' : text()) + field.value;
    field.value = '';
  };
</script>"#;

async fn editors_around_a_hidden_field_are_read() {
    let mut stage = Stage::with(vec![Route::html("/", EDITOR)]).await;
    if !stage.takes_input() {
        return;
    }
    stage.says(&["fill", "textbox \"Code\"", "const y = 2;\ny += 1"], "has \"const y = 2;\\ny += 1\"").await;
    assert_eq!(stage.eval("text()").await, "\"const y = 2;\\ny += 1\"");
    stage.ok(&["type", "textbox \"Code\"", ";"]).await;
    assert_eq!(stage.eval("text()").await, "\"const y = 2;\\ny += 1;\"");
}

/// A form below a layer that takes the pointer, a field on the layer, and one below its label.
const LAYERED: &str = "<!doctype html><label>Name <input id=name></label>
<select id=size aria-label=Size><option>Small<option>Large</select>
<div id=layer style='position:fixed;inset:0;background:#0008'><div><input id=front aria-label=Front></div></div>
<div style='position:relative'><input id=floating aria-label=Floating>
<span style='position:absolute;left:0;top:0;width:200px;height:30px;z-index:1'>Floating</span></div>
<div id=editor style='position:relative;height:90vh;overflow:hidden'><input id=hidden aria-label=Drawn style='opacity:0'>
<div style='position:absolute;left:0;top:0;width:9999px;height:9999px'></div></div>
<script>addEventListener('keydown', (event) => { if (event.key === 'Escape') layer.remove(); });</script>";

async fn fields_below_a_layer_over_the_page_are_not_written() {
    let mut stage = Stage::with(vec![Route::html("/", LAYERED)]).await;
    if !stage.takes_input() {
        return;
    }
    stage.fails(&["fill", "#name", "Ada"], Kind::NotActionable, "cannot be filled: ").await;
    stage.fails(&["type", "#name", "Ada"], Kind::NotActionable, "covers it").await;
    stage.fails(&["select", "#size", "Large"], Kind::NotActionable, "takes no choice: ").await;
    assert_eq!(stage.eval("document.querySelector('#name').value + size.value").await, "\"Small\"");
    stage.says(&["fill", "#front", "Ada"], "has \"Ada\"").await;
    stage.ok(&["press", "Escape"]).await;
    stage.says(&["fill", "#name", "Ada"], "has \"Ada\"").await;
    stage.says(&["select", "#size", "Large"], "has \"Large\"").await;
    stage.says(&["fill", "#floating", "Ada"], "has \"Ada\"").await;
    stage.says(&["fill", "#hidden", "Ada"], "has \"Ada\"").await;
    let wall =
        "document.head.innerHTML = '<style>body::after{content:\"\";position:fixed;inset:0}</style>'; 0";
    stage.eval(wall).await;
    stage.fails(&["fill", "#name", "Bob"], Kind::NotActionable, "covers it").await;
}

/// Components that have a checkbox and a radio button in their shadow trees.
const COMPONENTS: &str = "<!doctype html><x-box id=one>News</x-box><x-box id=two>Offers</x-box>
<x-row id=row></x-row><x-row id=off></x-row><x-pair id=pair></x-pair><p id=none>None</p>
<script>
    const has = (name, html) => customElements.define(name, class extends HTMLElement {
        constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = html(this.id); }
    });
    globalThis.deleted = 0;
    has('x-row', (id) => `<input type=checkbox ${id === 'off' ? 'disabled' : ''}>
        <button style='display:block;width:300px;height:200px' onclick='deleted++'>Delete</button>`);
    has('x-pair', () => '<input type=checkbox checked><input type=checkbox checked>');
    customElements.define('x-box', class extends HTMLElement {
        constructor() {
            super();
            this.attachShadow({ mode: this.id === 'two' ? 'closed' : 'open' }).innerHTML =
                '<label><input type=checkbox> <slot></slot></label>';
        }
    });
</script>";

async fn boxes_of_components_are_checked() {
    let mut stage = Stage::with(vec![Route::html("/", COMPONENTS)]).await;
    if !stage.takes_input() {
        return;
    }
    // Closed trees are known from a snapshot on.
    stage.says(&["snapshot"], "checkbox \"Offers\"").await;
    for target in ["#one", "#two"] {
        stage.says(&["check", target], "is checked").await;
        stage.says(&["check", target], "was checked already").await;
        assert_eq!(stage.ok(&["is", "checked", target]).await, "true");
        stage.says(&["uncheck", target], "is not checked").await;
        assert_eq!(stage.ok(&["is", "checked", target]).await, "false");
    }
    // The box is clicked, and no other part of the component.
    stage.says(&["check", "#row"], "is checked").await;
    stage.fails(&["check", "#off"], Kind::NotActionable, "it is disabled").await;
    assert_eq!(stage.eval("deleted").await, "0");
    stage.fails(&["check", "#pair"], Kind::NotActionable, "holds 2 of them").await;
    stage.fails(&["is", "checked", "#pair"], Kind::NotActionable, "holds 2 of them").await;
    stage.fails(&["is", "checked", "#none"], Kind::NotActionable, "is no checkbox").await;
}

async fn what_a_list_of_commands_did_is_told() {
    const PAGE: &str =
        "<!doctype html><p id=out></p><select aria-label=Do id=act><option>Choose<option>Archive</select>
        <select aria-label=Fixed id=fixed><option>One<option>Two</select>
        <select id=anew><option>One<option>Two</select><select id=same><option>One<option>Two</select>
        <script>
            act.onchange = () => { out.textContent = `did ${act.value}`; act.selectedIndex = 0; };
            fixed.onchange = () => (fixed.selectedIndex = 0);
            anew.onchange = () => (anew.innerHTML = '<option>Three<option>Four');
            same.onchange = () => (same.innerHTML = '<option>One<option selected>Two');
        </script>";
    let mut stage = Stage::with(vec![Route::html("/", PAGE)]).await;
    if !stage.takes_input() {
        return;
    }
    let put_back = "has \"Choose\", which the page put back; the page reacted: ";
    let message = stage.fails(&["select", "#act", "Archive"], Kind::NotTaken, put_back).await;
    assert!(message.contains("did Archive"), "{message}");
    let message = stage.fails(&["select", "#fixed", "Two"], Kind::NotTaken, "which the page put back").await;
    assert!(!message.contains("reacted"), "{message}");
    // A list that is drawn anew has the choice, or it does not.
    stage.fails(&["select", "#anew", "Two"], Kind::NotTaken, "has \"Three\"").await;
    stage.says(&["select", "#same", "Two"], "has \"Two\"").await;
}
