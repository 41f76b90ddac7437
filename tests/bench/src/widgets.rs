//! Tasks on widgets of npm by `browse`, on every engine of the machine.
//!
//! The widgets and tasks are in `tests/data/widgets`, and each task is judged by the state of its page. A test does the same
//! tasks in one browser.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use webagents_browse::{ActionOptions, ActionRequest, Browse};
use webagents_runtime_webdriver::{Browser, BrowserOptions, Engine, Session};
use webagents_testkit::{
    PATIENCE, Site, WidgetLibrary, WidgetOutcome, WidgetTask, serve_widgets, widget_folder, widget_libraries,
};

use crate::Failure;
use crate::measure::share;
use crate::report::{Table, Target};

const SUBJECT: &str = "widgets";
/// Share of the tasks that must pass.
const PASSED: f64 = 0.9;

/// Numbers of tasks by their outcomes.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    passed: usize,
    failed: usize,
    wrong: usize,
}

impl Counts {
    fn add(&mut self, outcome: &WidgetOutcome) {
        match outcome {
            WidgetOutcome::Passed => self.passed += 1,
            WidgetOutcome::Failed(_) => self.failed += 1,
            WidgetOutcome::False(_) => self.wrong += 1,
        }
    }
}

/// Does all tasks on each engine, and reports the failures on stderr.
pub fn run(table: &mut Table) -> Result<(), Failure> {
    let libraries = widget_libraries();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    // For each library, in the order of the table: its counts by engine.
    let mut rows: Vec<BTreeMap<&str, Counts>> = vec![BTreeMap::new(); libraries.len()];
    let mut engines = Vec::new();
    for engine in Engine::ALL {
        match runtime.block_on(tasks_on(engine, &libraries)) {
            Ok(counts) => {
                engines.push(engine.name());
                for (row, counts) in rows.iter_mut().zip(counts) {
                    row.insert(engine.name(), counts);
                }
            }
            Err(failure) => table.figure(SUBJECT, format!("{}: not run", engine.name()), failure.to_string()),
        }
    }
    for (library, row) in libraries.iter().zip(&rows) {
        let figures: Vec<String> = engines
            .iter()
            .filter_map(|engine| {
                let Counts { passed, failed, wrong } = row.get(engine)?;
                Some(format!("{engine} {passed} / {failed} / {wrong}"))
            })
            .collect();
        let what = format!(
            "{}, {} tasks: passed / honest failures / false successes",
            library.library,
            library.tasks.len()
        );
        table.figure(SUBJECT, what, figures.join(", "));
    }
    let tasks = libraries.iter().map(|library| library.tasks.len()).sum();
    for engine in engines {
        let counts = rows.iter().filter_map(|row| row.get(engine));
        let passed = counts.clone().map(|counts| counts.passed).sum();
        let wrong: usize = counts.map(|counts| counts.wrong).sum();
        let what = format!("{engine}: {passed} of {tasks} tasks on {} libraries passed", libraries.len());
        table.ratio(SUBJECT, what, share(passed, tasks), Some(Target::AtLeast(PASSED)));
        #[allow(clippy::cast_precision_loss, reason = "a few tasks")]
        table.score(SUBJECT, format!("{engine}: false successes"), wrong as f64, Some(Target::AtMost(0.0)));
    }
    Ok(())
}

/// Does all tasks on an engine.
async fn tasks_on(engine: Engine, libraries: &[WidgetLibrary]) -> Result<Vec<Counts>, Failure> {
    let site = serve_widgets();
    let mut options = BrowserOptions::default().with_engine(engine);
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/geckodriver/bin/geckodriver");
    if engine == Engine::Firefox && driver.is_file() {
        options.driver.program = Some(driver);
    }
    let mut session = Browser::launch(options).await?.session().await?;
    let options =
        ActionOptions::default().with_uploads(widget_folder()).with_patience(Duration::from_millis(600));
    let mut browse = Browse::new(options);
    let mut all = Vec::new();
    for library in libraries {
        let mut counts = Counts::default();
        for task in &library.tasks {
            let outcome = outcome_of(task, &library.library, &site, &mut session, &mut browse).await;
            match &outcome {
                WidgetOutcome::Passed => {}
                WidgetOutcome::Failed(why) => {
                    eprintln!("{} on {}: failed: {why}", library.library, engine.name());
                }
                WidgetOutcome::False(why) => {
                    eprintln!("{} on {}: FALSE: {why}", library.library, engine.name());
                }
            }
            counts.add(&outcome);
        }
        all.push(counts);
    }
    session.close().await?;
    Ok(all)
}

async fn outcome_of(
    task: &WidgetTask,
    library: &str,
    site: &Site,
    session: &mut Session,
    browse: &mut Browse,
) -> WidgetOutcome {
    let page = site.url(&format!("/{library}/page.html"));
    task.run(&page, async |words| {
        let request = ActionRequest::from_words(words.iter().copied()).map_err(|error| error.to_string())?;
        let reply = browse.run(session, &request, PATIENCE).await;
        reply.map(|reply| reply.value).map_err(|error| error.to_string())
    })
    .await
}
