//! Widgets of npm as they are published: each task is judged by the state of its page.
//!
//! `cargo xtask bench widgets` does the same tasks on every engine.

use futures_util::future::join_all;
use webagents_testkit::{WidgetLibrary, WidgetOutcome, serve_widgets, widget_folder, widget_libraries};

use super::Stage;
use crate::support::on_every_engine;

// One engine: the tasks are about the widgets.
on_every_engine!(@ headless_shell ChromiumHeadlessShell widgets_of_npm_take_input);

/// Browsers that share the libraries.
const BROWSERS: usize = 3;

async fn widgets_of_npm_take_input() {
    let libraries = widget_libraries();
    let share = |part| libraries.iter().skip(part).step_by(BROWSERS);
    let failures = join_all((0..BROWSERS).map(|part| failures_of(share(part)))).await.concat();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Does all tasks of libraries, and returns lines about the tasks that did not pass.
async fn failures_of(libraries: impl Iterator<Item = &WidgetLibrary>) -> Vec<String> {
    let mut stage = Stage::open(serve_widgets(), "/", |options| options.with_uploads(widget_folder())).await;
    let mut failures = Vec::new();
    for library in libraries {
        let page = stage.site.url(&format!("/{}/page.html", library.library));
        for task in &library.tasks {
            let outcome = task
                .run(&page, async |words| match stage.reply(words).await {
                    Ok(reply) => Ok(reply.value),
                    Err((_, message)) => Err(message),
                })
                .await;
            match outcome {
                WidgetOutcome::Passed => {}
                WidgetOutcome::Failed(why) => failures.push(format!("{}: failed: {why}", library.library)),
                WidgetOutcome::False(why) => failures.push(format!("{}: FALSE: {why}", library.library)),
            }
        }
    }
    failures
}
