//! Lists: the choice of their options, in those that the browser makes and those that scripts make.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use webagents_runtime::driver::Button;

use crate::browse::Run;
use crate::deadline::within;
use crate::error::{BrowseError, BrowseErrorKind};
use crate::fields::{Begun, Said, tap};
use crate::locate::{Located, Match};
use crate::pointer::Outcome;
use crate::report::with_lines;
use crate::request::Target;

#[derive(Deserialize)]
struct Choice {
    native: bool,
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
struct Options {
    #[serde(default)]
    rows: Vec<Match>,
    next: u64,
    #[serde(default)]
    listed: String,
    #[serde(default)]
    open: bool,
}

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
        let mut last = String::new();
        for option in options {
            let chosen = loop {
                match self.choose(&at, option).await {
                    // Nothing was chosen yet.
                    Err(error) if self.is_found_again(target, &error) => at = self.locate(target).await?,
                    done => break done?,
                }
            };
            last = self.option_taken(target, &at, &chosen).await?;
        }
        Ok(last)
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
        let choice = self.call_unless_done(&mut at, "chooseNative", arguments).await?;
        Ok((at, choice))
    }

    /// Returns what a list that the browser makes has after a choice.
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

    /// The outcome of a choice whose list the page has replaced: what the one in its place has.
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

    /// Returns what a list that scripts make has after the click on one of its options.
    async fn option_taken(
        &mut self,
        target: &Target,
        at: &Located,
        option: &Match,
    ) -> Result<String, BrowseError> {
        let arguments = json!({ "number": at.number, "option": option.number, "text": option.name });
        let said: Said = self.call(&at.frame, "optionTaken", arguments.clone()).await?;
        if said.gone
            && let Some(anew) = self.ask_anew::<Said>(target, "optionTaken", arguments).await?
        {
            return Ok(anew.text);
        }
        Ok(said.text)
    }

    /// Chooses an option of a list that scripts make: opens it, looks for the option, and clicks it.
    async fn choose(&mut self, at: &Located, option: &str) -> Result<Match, BrowseError> {
        let mut options = self.options_from(at, option, 0, true).await?;
        if options.rows.is_empty() && !options.open {
            self.press_at(&mut at.clone(), Button::Left, 1).await?;
            options = self.options(at, option, 700).await?;
        }
        let is: Value = self.call(&at.frame, "isField", json!({ "number": at.number })).await?;
        if options.rows.is_empty() && is["field"] == json!(true) {
            // A combobox with a text field: what is typed filters its list.
            let arguments =
                json!({ "number": at.number, "text": option, "append": false, "patience": self.patience()? });
            let _: Begun = self.call(&at.frame, "beginText", arguments).await?;
            self.put(option, true).await?;
            options = self.options(at, option, 1_500).await?;
        } else if options.rows.is_empty() && !options.open {
            let _: Said = self.call(&at.frame, "focus", json!({ "number": at.number })).await?;
            within(self.end, self.driver.input(&tap("ArrowDown"))).await?;
            options = self.options(at, option, 500).await?;
        }
        let Some(row) = options.rows.into_iter().next() else {
            let listed = if options.listed.is_empty() { "none".to_owned() } else { options.listed };
            return Err(BrowseError::new(
                BrowseErrorKind::NotFound,
                format!("no option \"{option}\" is shown; there are {listed}"),
            ));
        };
        self.permit("select", &at.frame, row.number).await?;
        let mut chosen = Located { frame: at.frame.clone(), number: row.number, known: false, done: None };
        self.press_at(&mut chosen, Button::Left, 1).await?;
        Ok(row)
    }

    async fn options(&mut self, at: &Located, option: &str, ms: u64) -> Result<Options, BrowseError> {
        self.options_from(at, option, ms, false).await
    }

    /// Looks for an option of a list; `begins` before anything was done to open it.
    async fn options_from(
        &mut self,
        at: &Located,
        option: &str,
        ms: u64,
        begins: bool,
    ) -> Result<Options, BrowseError> {
        let mut arguments =
            json!({ "number": at.number, "text": option, "next": self.state.references.next(), "ms": ms });
        arguments["begins"] = begins.into();
        let options: Options = self.call(&at.frame, "findOption", arguments).await?;
        self.state.references.advance(options.next);
        Ok(options)
    }
}
