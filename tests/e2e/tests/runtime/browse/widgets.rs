//! Widgets in the style of component libraries: their values after an action, and errors.

use webagents_browse::BrowseErrorKind as Kind;
use webagents_testkit::Route;

use super::Stage;
use crate::support::on_every_engine;

on_every_engine!(
    widgets_are_read_as_they_are_shown,
    lists_are_closed_after_a_failure,
    sliders_take_values,
    presses_that_miss_are_errors,
    widgets_of_other_kinds_take_input,
    states_without_marks_are_unknown,
    hosts_stand_for_their_controls,
    drafts_are_not_confirmed
);

async fn widgets() -> Stage {
    Stage::with(vec![Route::html("/", include_str!("../../pages/browse/widgets.html"))]).await
}

async fn widgets_are_read_as_they_are_shown() {
    let mut stage = widgets().await;
    if !stage.takes_input() {
        return;
    }
    for (words, part, state) in [
        (["select", "#fruit", "Pear"], "combobox \"Fruit\" has \"Pear\"", "S.fruit"),
        (["select", "#place", "Portugal\nLisbon"], "has \"Portugal\", \"Lisbon\"", "S.place"),
        (["select", "#colour", "Purple"], "combobox \"Colour\" has \"Purple\"", "S.colour"),
        (["select", "#many", "Blue\nRed"], "combobox \"Favourites\" has \"Blue\", \"Red\"", "S.many + ''"),
        (["select", "#long", "Entry 150"], "combobox \"Long\" has \"Entry 150\"", "S.long"),
        (["select", "#country", "Portugal"], "has \"PT\", which the page made of \"Portugal\"", "S.country"),
        (["select", "#inner", "South"], "has \"South\"", "S.inner"),
        (["select", "#actions", "Archive"], "chose \"Archive\"", "S.done"),
        (["fill", "#alarm", "10:30:00"], "has \"10:30:00\"", "alarm.value"),
        (["fill", "#due", "2026-03-05"], "which the page made of \"2026-03-05\"", "due.value"),
    ] {
        stage.says(&words, part).await;
        let value = match words[1] {
            "#place" => "Portugal / Lisbon".to_owned(),
            "#country" => "PT".to_owned(),
            "#due" => "Mar 5, 2026".to_owned(),
            _ => words[2].replace('\n', ","),
        };
        assert_eq!(stage.eval(state).await, format!("{value:?}"), "{words:?}");
    }
    for (target, value) in
        [("#fruit", "Pear"), ("#many", "Blue, Red"), ("#long", "Entry 150"), ("#country", "PT")]
    {
        assert_eq!(stage.ok(&["get", "value", target]).await, value);
    }
    let snapshot = stage.ok(&["snapshot"]).await;
    for row in [
        "combobox \"Colour\" [collapsed]: Purple",
        "combobox \"Favourites\" [collapsed]: Blue, Red",
        "textbox \"Article\": One / Two",
    ] {
        assert!(snapshot.contains(row), "{row}: {snapshot}");
    }
    stage.says(&["check", "switch \"Instant\""], "is checked").await;
    assert_eq!(stage.eval("S.on").await, "true");
    stage.says(&["uncheck", "switch \"Instant\""], "is not checked").await;
    assert_eq!(stage.eval("S.on").await, "false");
}

async fn lists_are_closed_after_a_failure() {
    let mut stage = widgets().await;
    if !stage.takes_input() {
        return;
    }
    for (words, kind, part) in [
        (["select", "#unseen", "Porto"], Kind::NotActionable, "combobox \"Town\" is shown in its place"),
        (["select", "#tiny", "Spain"], Kind::NotActionable, "combobox \"Tiny\" takes no choice: "),
        (["select", "#place", "Portugal"], Kind::NotTaken, "shows nothing after the click on \"Portugal\""),
        (["select", "#colour", "Pink"], Kind::NotFound, "there are \"Blue\", \"Purple\", \"Red\""),
        (["select", "#stay", "Suite"], Kind::NotActionable, "the option \"Suite\" is disabled"),
        (["select", "#country", "Nowhere"], Kind::NotTaken, "shows \"none\" after the click on \"Nowhere\""),
        (["select", "#deaf", "Blue"], Kind::NotTaken, "shows \"Blue\" after the click on \"Blue\""),
        (["select", "#inner", "North"], Kind::NotTaken, "shows \"none\" after the click on \"North\""),
        (["fill", "#clock", "10:30:00"], Kind::NotTaken, "has \"07:29:44\", not \"10:30:00\""),
        (["fill", "#stay", "Suite"], Kind::NotActionable, "`select` chooses an option"),
        (["fill", "#volume", "700"], Kind::NotActionable, "takes 0 to 100"),
        (["fill", "#dead", "5"], Kind::NotTaken, "has \"3\""),
    ] {
        stage.fails(&words, kind, part).await;
    }
    assert_eq!(
        stage.eval("unseen.value + tiny.value + colour.value + deaf.value + JSON.stringify(S)").await,
        "\"PickChoose{}\""
    );
    assert_eq!(stage.eval("document.querySelectorAll('[aria-expanded=true]').length").await, "0");
    stage.says(&["fill", "#guests", "2"], "has \"2\"").await;
    stage.says(&["select", "#kept", "Red"], "has \"Red\"").await;
    stage.fails(&["select", "#kept", "Pink"], Kind::NotFound, "its text \"Red\" was typed again").await;
    assert_eq!(stage.eval("kept.value + S.kept").await, "\"Rednull\"");
}

async fn sliders_take_values() {
    let mut stage = widgets().await;
    if !stage.takes_input() {
        return;
    }
    stage.says(&["fill", "#volume", "71"], "slider \"Volume\" has \"71\"").await;
    stage.says(&["press", "ArrowRight"], "slider \"Volume\" has \"72\"").await;
    stage.says(&["fill", "#tilt", "-0.4"], "has \"-0.4 degrees\"").await;
    stage.says(&["fill", "#volume", "33.4"], "has \"33\", the nearest to \"33.4\"").await;
    stage.says(&["fill", "x-rate", "4"], "slider \"Rate\" has \"4\"").await;
    assert_eq!(stage.eval("[S.volume, S.tilt, S.rate]").await, "[33, -0.4, 4]");
}

async fn presses_that_miss_are_errors() {
    let mut stage = widgets().await;
    if !stage.takes_input() {
        return;
    }
    stage.ok(&["hover", "#hint"]).await;
    stage.ok(&["fill", "#tags", "Ca"]).await;
    stage.ok(&["click", "option \"Canada\""]).await;
    assert_eq!(stage.eval("S.tag").await, "\"Canada\"");
    stage.ok(&["click", "#open"]).await;
    stage.ok(&["click", "#confirm"]).await;
    assert_eq!(stage.eval("S.confirmed").await, "true");
    // The press moves it away, and the second one reaches it.
    stage.says(&["click", "#shifts"], "clicked button \"Shifts\"\n  the first press moved it away").await;
    assert_eq!(stage.eval("S.shifts").await, "[1]");
    for (from, to) in [(0, 25), (28, 1)] {
        let ends = [format!("listitem \"Row {from}\""), format!("listitem \"Row {to}\"")];
        stage.says(&["drag", &ends[0], &ends[1]], "dragged").await;
        assert_eq!(stage.eval("S.drop").await, format!("\"Row {from} on Row {to}\""));
    }
}

async fn widgets_of_other_kinds_take_input() {
    let page = include_str!("../../pages/browse/kinds.html");
    let mut stage = Stage::with(vec![Route::html("/", page)]).await;
    if !stage.takes_input() {
        return;
    }
    for (words, part, state, value) in [
        (&["check", "#box"][..], "is checked", "S.box", "true"),
        (&["fill", "#late", "x"], "has \"x\"", "S.late", "1"),
        // The event of the engine for the same value is left out.
        (&["fill", "#count", "3"], "has \"3\"", "[S.late, S.count] + ''", "\"1,3\""),
        (&["fill", "#parts", "25/04/2026"], "has \"25/04/2026\"", "S.parts", "\"25/04/2026\""),
        (&["select", "tree \"Places\"", "Europe\nSpain"], "has \"Spain\"", "S.place", "\"spain\""),
        (&["select", "#open", "South"], "has \"South\"", "S.open", "\"South\""),
        (&["select", "#trip", "Bern\nOslo"], "has \"Bern\", \"Oslo\"", "S.trip", "\"Bern, Oslo\""),
    ] {
        stage.says(words, part).await;
        assert_eq!(stage.eval(state).await, value, "{words:?}");
    }
    stage.fails(&["drag", "#card", "#to"], Kind::NotTaken, "list \"Wrong\" took the drop").await;
}

async fn states_without_marks_are_unknown() {
    let page = include_str!("../../pages/browse/states.html");
    let mut stage = Stage::with(vec![Route::html("/", page)]).await;
    if !stage.takes_input() {
        return;
    }
    stage.fails(&["is", "checked", "#switch"], Kind::NotActionable, "has no `aria-checked`").await;
    stage.says(&["check", "#switch"], "class \"\" became \"is-on\", text \"off\" became \"on\"").await;
    // A second click switches it off.
    stage.fails(&["check", "#switch"], Kind::NotActionable, "text \"on\"").await;
    stage.says(&["uncheck", "#switch"], "text \"on\" became \"off\"").await;
    stage.fails(&["uncheck", "#switch"], Kind::NotActionable, "in an unknown state").await;
    stage.says(&["check", "#box"], "became \"box checked\"").await;
    stage.fails(&["check", "#plain"], Kind::NotTaken, "in an unknown state").await;
    stage.says(&["check", "#sea"], "inner class \"dot\" became \"dot checked\"").await;
    stage.says(&["check", "#late"], "checkbox \"Late\" is checked").await;
    stage.says(&["check", "#radio"], "clicked radio \"A\", which has no").await;
    assert_eq!(stage.eval("[S.switch, S.box, S.plain, S.radio] + ''").await, "\"false,true,true,true\"");

    stage.says(&["snapshot"], "button \"Banana\"").await;
    stage.says(&["is", "visible", "button \"Banana\""], "true").await;

    stage.fails(&["select", "#bare", "Nope"], Kind::NotFound, "there are \"Male\", \"Female\"").await;
    assert_eq!(stage.eval("[S.bare, getComputedStyle(byId('bare-list')).display] + ''").await, "\",none\"");
    stage.says(&["select", "#first", "Red"], "has \"Red\"").await;
    stage.says(&["select", "#second", "Green"], "has \"Green\"").await;
    assert_eq!(stage.eval("S.first + S.second").await, "\"RedGreen\"");
    for _ in 0..2 {
        stage
            .says(
                &["select", "#tags", "Red\nGreen\nBlue"],
                "combobox \"Tags\" has \"Red\", \"Green\", \"+1\"",
            )
            .await;
        assert_eq!(stage.eval("S.tags + tags.hidden").await, "\"Red,Green,Bluetrue\"");
    }
    stage.says(&["select", "#tags", "Black"], "\"+2\"").await;

    for text in ["if x:\n    a()\nb()", "a:\n  b: 1\nc: 2"] {
        // An engine without events of pastes reports the lines that the editor has indented.
        match stage.reply(&["fill", "#code", text]).await {
            Ok(_) => assert_eq!(stage.eval("code.textContent").await, format!("{text:?}")),
            Err((kind, message)) => assert_eq!(kind, Kind::NotTaken, "{message}"),
        }
    }
    stage.eval("code.onpaste = null").await;
    stage.fails(&["fill", "#code", "if x:\n    a()\nb()"], Kind::NotTaken, "has \"").await;
}

async fn hosts_stand_for_their_controls() {
    let page = include_str!("../../pages/browse/hosts.html");
    let mut stage = Stage::with(vec![Route::html("/", page)]).await;
    if !stage.takes_input() {
        return;
    }
    let snapshot = stage.ok(&["snapshot"]).await;
    assert!(
        snapshot.contains("checkbox \"Subscribe\"") && !snapshot.contains("clickable \"Subscribe\""),
        "{snapshot}"
    );
    for (words, part, state, value) in [
        (&["check", "checkbox \"Subscribe\""][..], "checkbox \"Subscribe\" is checked", "S.loose", "true"),
        (&["uncheck", "#wrap"], "is not checked", "S.loose", "false"),
        (&["check", "#twice"], "checkbox \"Twice\" is checked", "S.twice", "true"),
        (&["check", "#slotted"], "is checked", "slotted.firstChild.checked", "true"),
        (&["select", "#size", "Large"], "combobox \"Size\" has \"Large\"", "S.size", "\"Large\""),
        (&["select", "#guide", "Bob"], "combobox \"Guide\" has \"Bob\"", "S.guide", "\"Bob\""),
        (&["select", "#search", "Ann"], "has \"Ann\"", "S.guide", "\"Ann\""),
        (&["select", "#cities", "Oslo"], "has \"Oslo\"", "S.cities + ''", "\"Oslo\""),
        (&["select", "#cities", "Oslo\nRome"], "has \"Oslo\", \"Rome\"", "S.cities + ''", "\"Oslo,Rome\""),
        (&["select", "#cities", "Oslo\nRome"], "has \"Oslo\", \"Rome\"", "S.cities + ''", "\"Oslo,Rome\""),
        (
            &["select", "#place", "Europe\nSpain"],
            "has \"Europe\", \"Spain\"",
            "S.place",
            "\"Europe / Spain\"",
        ),
        (&["select", "#moon", "Dione"], "has \"Dione\"", "S.moon", "\"Dione\""),
        (&["select", "#pets", "Cat\nDog"], "has \"Cat\", \"Dog\"", "S.pets", "\"Cat, Dog\""),
        (&["select", "#always", "Art"], "has \"Art\"", "S.always", "\"Art\""),
        (&["select", "#once", "Lima"], "has \"Lima\"", "S.once", "\"Lima\""),
        (&["select", "#once", "Lima"], "has \"Lima\"", "S.once", "\"Lima\""),
        (&["fill", "#day", "1/2/2027"], "not confirmed: its dialog is open", "day.value", "\"1/2/2027\""),
        (&["fill", "#rich", "a\n\nb"], "has \"a\\n\\nb\"", "rich.children.length", "3"),
        (&["type", "#rich", "\nc"], "has \"a\\n\\nb\\nc\"", "rich.children.length", "4"),
    ] {
        stage.says(words, part).await;
        assert_eq!(stage.eval(state).await, value, "{words:?}");
    }
    stage.eval("moon.value = ''").await;
    // A text that was typed to filter the list does not count as a choice, also after a click on it.
    stage.fails(&["select", "#moon", "Nibiru"], Kind::NotFound, "there are \"Rhea\", \"Dione\"").await;
    assert_eq!(stage.eval("[moon.value, moons.hidden, S.moon] + ''").await, "\",true,Dione\"");
    // The choice is lost with the end of the list.
    stage.fails(&["select", "#frail", "Red"], Kind::NotTaken, "has \"none\" after its list was closed").await;
    // The option is a level above the one that was chosen.
    stage.fails(&["select", "#place", "Europe"], Kind::NotActionable, "opens a next level").await;
    assert_eq!(stage.eval("place.textContent").await, "\"Europe / Spain\"");
    let message = stage.fails(&["fill", "#reverse", "hello"], Kind::NotTaken, "not \"hello\"").await;
    let value = stage.eval("reverse.value").await;
    assert!(message.contains(&format!("has {value}")), "{message}: {value}");
    stage.fails(&["fill", "#extra", "a\nb"], Kind::NotTaken, "has \"a\\n\\nb\"").await;
}

async fn drafts_are_not_confirmed() {
    let page = include_str!("../../pages/browse/drafts.html");
    let mut stage = Stage::with(vec![Route::html("/", page)]).await;
    if !stage.takes_input() {
        return;
    }
    for (words, part, state, value) in [
        (&["fill", "#start", "14"][..], "has \"14\"; not confirmed: its dialog is open", "S.start", "\"\""),
        (&["press", "Enter"], "pressed Enter", "S.start", "\"14\""),
        (&["fill", "#amount", "33"], "has \"33\"", "S.amount", "33"),
        (&["check", "treeitem \"Music\""], "item \"false\" became \"true\"", "S.tree", "true"),
        (&["fill", "#block", "One\nTwo"], "have \"One\\nTwo\"", "blocks.children.length", "2"),
        (&["select", "#meal", "Soup"], "has \"Soup\"", "S.meal", "\"Soup\""),
        (
            &["select", "#skills", "Cooking\nDriving"],
            "has \"Cooking\", \"Driving\"",
            "S.skills + ''",
            "\"Cooking,Driving\"",
        ),
        (&["select", "#unit", "Sales\nNorth"], "has \"North\"", "S.unit", "\"North\""),
    ] {
        stage.says(words, part).await;
        assert_eq!(stage.eval(state).await, value, "{words:?}");
    }
    let plain = stage.ok(&["fill", "#plain", "a name"]).await;
    assert!(!plain.contains("not confirmed"), "{plain}");
}
