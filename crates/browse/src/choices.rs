//! Lists: the choice of their options, in native lists and in lists that scripts make.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use webagents_runtime::driver::{Button, InputEvent};

use crate::error::{BrowseError, BrowseErrorKind};
use crate::fields::{Begun, Said, tap};
use crate::locate::{Hits, Located, Match};
use crate::pointer::Outcome;
use crate::report::{report, with_lines};
use crate::request::Target;
use crate::run::Run;

#[derive(Deserialize)]
struct Choice {
    native: bool,
    /// Number of the list in the element, which is a component.
    #[serde(default)]
    inner: Option<u64>,
}

/// Result of a choice in a list that the browser makes.
#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct ChoiceTaken {
    /// The document is another one.
    lost: bool,
    /// The page has replaced the list.
    gone: bool,
    /// The page is on its way to another one.
    leaves: bool,
    text: String,
}

#[derive(Deserialize)]
struct Chosen {
    same: bool,
    text: String,
}

#[derive(Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "members of one answer of the page")]
struct Options {
    #[serde(default)]
    rows: Vec<Match>,
    next: u64,
    /// Text of the option that was found.
    #[serde(default)]
    label: String,
    /// The control shows that the option is chosen.
    #[serde(default)]
    chosen: bool,
    /// The option has others below it that are not shown, such as the one after it.
    #[serde(default)]
    folded: bool,
    #[serde(default)]
    listed: String,
    #[serde(default)]
    open: bool,
    /// The control has shown texts that are not known options.
    #[serde(default)]
    opened: bool,
    /// The text of the option was typed to filter the list.
    #[serde(skip)]
    typed: bool,
}

/// Fields that filter a list.
#[derive(Deserialize)]
struct Filter {
    /// The control is one.
    own: bool,
    /// A field of the list has the focus.
    other: bool,
}

/// State of a list after a choice.
#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "members of one answer of the page")]
struct ListState {
    open: bool,
    /// The field has a text that was typed to filter the list.
    typed: bool,
    /// The typed text has chosen nothing.
    bare: bool,
    /// Text of the field before.
    value: String,
    /// The control is in a dialog that `Escape` closes.
    modal: bool,
}

/// End of a list after a choice.
struct ListEnd {
    is_closed: bool,
    /// Text of the field, which was typed again in place of the text that filtered the list.
    retyped: Option<String>,
}

/// Options that were clicked.
#[derive(Default)]
struct Clicked {
    numbers: Vec<u64>,
    labels: Vec<String>,
    /// Texts by which they were named.
    asked: Vec<String>,
    /// Number of options that were unfolded to reach the ones below them.
    unfolded: usize,
    /// Roles of the options.
    roles: Vec<String>,
    /// Reaction of the page to the last click.
    lines: Vec<String>,
}

/// Milliseconds in which a list closes.
const CLOSES: u64 = 400;

/// Milliseconds in which a list opens again after the text of its filter was removed.
const REOPENS: u64 = 60;

/// Milliseconds in which a part of a tree unfolds.
const UNFOLDS: u64 = 500;

/// Beginning of the line about a page that did nothing but take the events of an input.
const TOOK: &str = "the page took the event";
/// Time in which the page of a choice that was put back has shown more of its reaction.
const PUT_BACK: Duration = Duration::from_millis(60);

impl Run<'_> {
    pub(crate) async fn select(
        &mut self,
        target: &Target,
        options: &[String],
    ) -> Result<String, BrowseError> {
        let (mut at, choice) = loop {
            match self.choose_natively(target, options).await {
                Err(error) if self.is_found_again(target, &error) => {}
                done => break done?,
            }
        };
        if choice.native {
            return self.choice_taken(target, &at, options).await;
        }
        match self.choose_all(target, &mut at, options).await {
            Ok((text, clicked)) => {
                self.close_list(&at, true).await;
                let arguments =
                    json!({ "number": at.number, "labels": clicked.labels, "asked": clicked.asked });
                match self.call::<Option<String>>(&at.frame, "choiceKept", arguments).await {
                    Ok(kept) => Ok(kept.unwrap_or(text)),
                    Err(error) if error.kind() == BrowseErrorKind::NotTaken => Err(error),
                    Err(_) => Ok(text),
                }
            }
            Err(error) if error.has_left() || error.kind() == BrowseErrorKind::Dialog => Err(error),
            Err(error) => {
                let ListEnd { is_closed, retyped } = self.close_list(&at, false).await;
                let is_told = error.kind() == BrowseErrorKind::NotTaken;
                let change: Result<String, BrowseError> =
                    self.call(&at.frame, "choiceChange", json!({ "number": at.number })).await;
                let change = change.ok().filter(|_| !is_told).unwrap_or_default();
                let retyped = retyped.map(|text| format!("; its text {text:?} was typed again, and the page may not count it as a choice: `select` it again")).unwrap_or_default();
                let open = if is_closed { "" } else { "; its list is still open" };
                Err(error.with_note(&format!("{change}{retyped}{open}")))
            }
        }
    }

    /// Chooses options of a list that scripts make, and returns a line about the control's value.
    async fn choose_all(
        &mut self,
        target: &Target,
        at: &mut Located,
        options: &[String],
    ) -> Result<(String, Clicked), BrowseError> {
        let begin = json!({ "number": at.number, "options": options });
        let _: bool = self.call(&at.frame, "beginChoice", begin).await?;
        let mut clicked = Clicked::default();
        for (index, option) in options.iter().enumerate() {
            let then = options.get(index + 1).map(String::as_str);
            loop {
                match self.choose(at, option, then, &mut clicked).await {
                    // Nothing was chosen yet.
                    Err(error) if self.is_found_again(target, &error) => *at = self.locate(target).await?,
                    done => break done?,
                }
            }
        }
        let text = match self.choice_shown(target, at, &clicked).await {
            Err(error) if error.kind() == BrowseErrorKind::NotTaken => {
                if !self.confirm_choice(at, &mut clicked).await? {
                    return Err(error);
                }
                self.choice_shown(target, at, &clicked).await?
            }
            shown => shown?,
        };
        Ok((text, clicked))
    }

    /// Clicks the button that confirms a choice in a dialog, if there is one.
    async fn confirm_choice(&mut self, at: &Located, clicked: &mut Clicked) -> Result<bool, BrowseError> {
        let arguments = json!({ "next": self.state.references.next() });
        let hits: Hits = self.call(&at.frame, "confirmation", arguments).await?;
        self.state.references.advance(hits.next);
        let Some(button) = hits.rows.into_iter().next() else { return Ok(false) };
        clicked.lines = self.press_option(at, button.number).await?;
        Ok(true)
    }

    /// Chooses options of a list that the browser makes, if the target is one.
    async fn choose_natively(
        &mut self,
        target: &Target,
        options: &[String],
    ) -> Result<(Located, Choice), BrowseError> {
        let mut at = self.locate_then(target, Some(("chooseNative", &json!({ "options": options })))).await?;
        self.permit_choice(&at.frame, at.number, options).await?;
        let patience = self.patience()?.min(1_000);
        let mut arguments = at.arguments();
        (arguments["options"], arguments["patience"]) = (options.into(), patience.into());
        let mut choice: Choice = self.call_unless_done(&mut at, "chooseNative", arguments.clone()).await?;
        if let Some(inner) = choice.inner {
            at.number = inner;
            self.permit_choice(&at.frame, inner, options).await?;
            arguments["number"] = inner.into();
            choice = self.call(&at.frame, "chooseNative", arguments).await?;
        }
        Ok((at, choice))
    }

    /// Returns the state of a native list after a choice.
    async fn choice_taken(
        &mut self,
        target: &Target,
        at: &Located,
        options: &[String],
    ) -> Result<String, BrowseError> {
        let taken: Result<ChoiceTaken, BrowseError> = self.call(&at.frame, "choiceTaken", json!({})).await;
        let taken = match taken {
            Err(error) if error.has_left() => ChoiceTaken { lost: true, ..ChoiceTaken::default() },
            // A list of commands does one and shows none: the reaction of the page distinguishes that from a refusal.
            Err(error) if error.kind() == BrowseErrorKind::NotTaken => {
                let Outcome::Lines(lines) = self.outcome_within(&at.frame, PUT_BACK).await? else {
                    return Err(error);
                };
                let lines = lines.iter().map(String::as_str);
                let shown: Vec<&str> = lines.filter(|line| !line.starts_with(TOOK)).take(3).collect();
                let note = format!("; the page reacted: {}", shown.join("; "));
                return Err(if shown.is_empty() { error } else { error.with_note(&note) });
            }
            taken => taken?,
        };
        if taken.lost {
            let names: Vec<String> = options.iter().map(|option| format!("{option:?}")).collect();
            let line = self.arrived().await?;
            return Ok(with_lines(format!("chose {}", names.join(", ")), &[line]));
        }
        if taken.leaves
            && let Outcome::Lines(lines) = self.outcome(&at.frame).await?
        {
            return Ok(with_lines(taken.text, &lines));
        }
        if taken.gone {
            return self.chosen_anew(target, options, taken.text).await;
        }
        Ok(taken.text)
    }

    /// The outcome of a choice whose list the page has replaced: the state of the new list.
    async fn chosen_anew(
        &mut self,
        target: &Target,
        options: &[String],
        text: String,
    ) -> Result<String, BrowseError> {
        let arguments = json!({ "options": options });
        let chosen: Option<Chosen> = self.ask_anew(target, "chosenNative", arguments).await?;
        match chosen {
            None => Ok(format!("{text}; the page has replaced it")),
            Some(chosen) if chosen.same => Ok(chosen.text),
            Some(chosen) => Err(BrowseError::new(
                BrowseErrorKind::NotTaken,
                format!("{}, which the page has put in the place of the list", chosen.text),
            )),
        }
    }

    /// Returns a line about the control's value after the clicks on its options.
    async fn choice_shown(
        &mut self,
        target: &Target,
        at: &Located,
        clicked: &Clicked,
    ) -> Result<String, BrowseError> {
        let mut arguments = json!({ "number": at.number, "options": clicked.numbers });
        (arguments["labels"], arguments["asked"]) =
            (clicked.labels.clone().into(), clicked.asked.clone().into());
        let shown: Result<Said, BrowseError> = self.call(&at.frame, "choiceShown", arguments.clone()).await;
        let is_command = clicked.roles.iter().all(|role| matches!(&**role, "menuitem" | "link" | "button"));
        let said = match shown {
            // A menu has no value.
            Err(error) if error.has_left() => return self.arrived().await,
            Err(error) if error.kind() == BrowseErrorKind::NotTaken && is_command => {
                let names: Vec<String> = clicked.labels.iter().map(|label| format!("{label:?}")).collect();
                return Ok(report("chose", &names.join(", "), &clicked.lines));
            }
            Err(error) if error.kind() == BrowseErrorKind::NotTaken && !clicked.lines.is_empty() => {
                return Err(error.with_note(&format!("; the page reacted: {}", clicked.lines.join("; "))));
            }
            said => said?,
        };
        if said.gone
            && let Some(anew) = self.ask_anew::<Said>(target, "choiceShown", arguments).await?
        {
            return Ok(anew.text);
        }
        Ok(said.text)
    }

    /// Chooses an option of a list that scripts make: opens it, looks for the option, and clicks it.
    async fn choose(
        &mut self,
        at: &Located,
        option: &str,
        then: Option<&str>,
        clicked: &mut Clicked,
    ) -> Result<(), BrowseError> {
        let begins = clicked.numbers.is_empty() && clicked.unfolded == 0;
        // A list that stays open may be drawn anew after a choice.
        let ms = if begins { 0 } else { 150 };
        let mut options =
            self.options(at, option, json!({ "ms": ms, "begins": begins, "then": then })).await?;
        if options.rows.is_empty() && !options.open {
            self.press_at(&mut at.clone(), Button::Left, 1).await?;
            options = self.options(at, option, json!({ "ms": 700, "then": then })).await?;
        }
        if options.rows.is_empty() {
            options = self.options(at, option, json!({ "ms": 0, "scans": true })).await?;
        }
        if options.rows.is_empty() {
            options = self.filtered(at, option, options).await?;
        }
        let Some(row) = options.rows.into_iter().next() else {
            let shown = match options.listed.as_str() {
                "" if options.typed => " after it was typed into the filter: the list is empty".to_owned(),
                "" => "; there are none".to_owned(),
                listed => format!("; there are {listed}"),
            };
            let message = format!("no option \"{option}\" is shown{shown}");
            return Err(BrowseError::new(BrowseErrorKind::NotFound, message));
        };
        if options.folded {
            clicked.unfolded += 1;
            return self.unfold(at, row.number).await;
        }
        if !options.chosen {
            clicked.lines = self.press_option(at, row.number).await?;
        }
        clicked.numbers.push(row.number);
        clicked.labels.push(options.label);
        clicked.asked.push(option.to_owned());
        clicked.roles.push(row.role);
        Ok(())
    }

    /// Clicks an element of the list, and returns the reaction of the page.
    async fn press_option(&mut self, at: &Located, number: u64) -> Result<Vec<String>, BrowseError> {
        self.permit("select", &at.frame, number).await?;
        let mut found = Located { frame: at.frame.clone(), number, known: false, done: None };
        Ok(self.press_at(&mut found, Button::Left, 1).await?.1)
    }

    /// Shows the items below an item of a tree: by a key, the button for that, or a click on the item.
    async fn unfold(&mut self, at: &Located, number: u64) -> Result<(), BrowseError> {
        let focused: Result<Said, BrowseError> =
            self.call(&at.frame, "focus", json!({ "number": number })).await;
        match focused {
            Err(error) if error.kind() == BrowseErrorKind::NotActionable => {}
            focused => {
                focused?;
                self.input(&tap("ArrowRight")).await?;
            }
        }
        if self.unfolds(at, number).await? {
            return Ok(());
        }
        let arguments = json!({ "number": number, "next": self.state.references.next() });
        let hits: Hits = self.call(&at.frame, "unfolder", arguments).await?;
        self.state.references.advance(hits.next);
        if let Some(button) = hits.rows.into_iter().next() {
            self.press_option(at, button.number).await?;
            if self.unfolds(at, number).await? {
                return Ok(());
            }
        }
        self.press_option(at, number).await.map(drop)
    }

    async fn unfolds(&mut self, at: &Located, number: u64) -> Result<bool, BrowseError> {
        self.call(&at.frame, "unfolds", json!({ "number": number, "ms": UNFOLDS })).await
    }

    /// Types the text of an option to filter the list, or opens a list without a filter by a key.
    async fn filtered(&mut self, at: &Located, option: &str, found: Options) -> Result<Options, BrowseError> {
        let filter: Filter = self.call(&at.frame, "filterOf", json!({ "number": at.number })).await?;
        if filter.own {
            let arguments =
                json!({ "number": at.number, "text": option, "append": false, "patience": self.patience()? });
            let _: Begun = self.call(&at.frame, "beginText", arguments).await?;
        }
        if filter.own || filter.other {
            self.put(&at.frame, option, true).await?;
            let mut filtered = self.options(at, option, json!({ "ms": 1_500 })).await?;
            // A text in place of the options, such as that there are none.
            if filtered.opened && !found.listed.is_empty() || filtered.listed.is_empty() {
                filtered.listed = found.listed;
            }
            filtered.typed = true;
            return Ok(filtered);
        }
        // A key in a list that is open may choose.
        if found.open || found.opened {
            return Ok(found);
        }
        let _: Said = self.call(&at.frame, "focus", json!({ "number": at.number })).await?;
        self.input(&tap("ArrowDown")).await?;
        self.options(at, option, json!({ "ms": 800 })).await
    }

    /// Looks for an option of a list.
    async fn options(
        &mut self,
        at: &Located,
        option: &str,
        mut arguments: Value,
    ) -> Result<Options, BrowseError> {
        (arguments["number"], arguments["text"]) = (at.number.into(), option.into());
        arguments["next"] = self.state.references.next().into();
        let options: Options = self.call(&at.frame, "findOption", arguments).await?;
        self.state.references.advance(options.next);
        Ok(options)
    }

    /// Closes the list that a choice has opened.
    ///
    /// If nothing was chosen, the text that filters the list is removed first.
    async fn close_list(&mut self, at: &Located, is_chosen: bool) -> ListEnd {
        let mut retyped = None;
        let is_closed = match self.try_close_list(at, is_chosen, &mut retyped).await {
            Ok(is_closed) => is_closed,
            Err(error) => error.has_left(),
        };
        ListEnd { is_closed, retyped }
    }

    async fn try_close_list(
        &mut self,
        at: &Located,
        is_chosen: bool,
        retyped: &mut Option<String>,
    ) -> Result<bool, BrowseError> {
        let mut state = self.list_state(at, false, 0).await?;
        if state.typed && (!is_chosen || state.bare) {
            let arguments =
                json!({ "number": at.number, "text": state.value, "append": false, "patience": 0 });
            let _: Begun = self.call(&at.frame, "beginText", arguments).await?;
            if state.value.is_empty() {
                self.input(&tap("Delete")).await?;
            } else {
                self.put(&at.frame, &state.value, false).await?;
                *retyped = Some(state.value);
            }
            state = self.list_state(at, false, REOPENS).await?;
        }
        // In many lists `Escape` also takes back the choice.
        let escapes_last = state.modal || is_chosen;
        let ways = if escapes_last { ["blur", "press", "Escape"] } else { ["Escape", "blur", "press"] };
        for way in ways {
            if !state.open {
                break;
            }
            match way {
                "Escape" => self.input(&tap("Escape")).await?,
                "blur" => {
                    let _: bool = self.call(&at.frame, "blur", json!({})).await?;
                }
                // A control that opens its list by a click may close it by another one; a list of many by one
                // elsewhere.
                _ => {
                    let name = if is_chosen { "idlePoint" } else { "point" };
                    let point: Value = self.call(&at.frame, name, json!({ "number": at.number })).await?;
                    let (Some(x), Some(y)) = (point["x"].as_f64(), point["y"].as_f64()) else { continue };
                    let (x, y) = self.page_point(&at.frame, x, y).await?;
                    let press = [
                        InputEvent::Move { x, y },
                        InputEvent::Press(Button::Left),
                        InputEvent::Release(Button::Left),
                    ];
                    self.input(&press).await?;
                }
            }
            state = self.list_state(at, true, 0).await?;
        }
        Ok(!state.open)
    }

    /// Returns the state of the list, which may be about to close, `after` milliseconds.
    ///
    /// `moves` is for a list after an input that closes it.
    async fn list_state(&mut self, at: &Located, moves: bool, after: u64) -> Result<ListState, BrowseError> {
        let arguments = json!({ "number": at.number, "ms": CLOSES, "moves": moves, "after": after });
        self.call(&at.frame, "listState", arguments).await
    }
}
