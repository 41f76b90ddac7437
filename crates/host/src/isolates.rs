//! Processes for the code of isolated runs.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::timeout;
use webagents_isolate::{
    Event, Helper, IsolatedRun, LimitKind, Limits, Poster, Program, Restriction, RunEnd, Script, StartError,
};
use webagents_runtime::isolated::{
    Isolate, IsolateError, IsolateErrorKind, IsolateFuture, IsolateSender, IsolateSource, IsolatedCode,
    library,
};

/// Time after which a process ends whatever its parent does. The dispatcher has the deadline of a run.
const LAST: Duration = Duration::from_hours(24);

/// Source of helper processes: it keeps one that has started, so that a run does not wait for it.
///
/// The next one starts when a run begins. With a start at the end of a run, 200 short runs in sequence took three times
/// as long, because a start takes 4 ms.
#[derive(Debug, Default)]
pub struct Isolates {
    /// `None` for the running program.
    program: Option<Program>,
    limits: Limits,
    spare: Mutex<Option<JoinHandle<Result<Helper, StartError>>>>,
}

impl Isolates {
    /// Sets the program of the processes.
    ///
    /// Default: the running one, which must call [`serve_if_helper`](webagents_isolate::serve_if_helper) first in its `main`.
    #[must_use]
    pub fn with_program(mut self, program: Program) -> Self {
        self.program = Some(program);
        self
    }

    /// Sets the limits of the processes.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Starts a process, ends it, and returns the restriction that the kernel enforces on it.
    ///
    /// # Errors
    ///
    /// The reason why no isolated code can run here.
    pub async fn restriction(&self) -> Result<Restriction, IsolateError> {
        let helper = Helper::start(&self.program()?, &self.limits).await.map_err(unavailable)?;
        Ok(helper.restriction())
    }

    fn program(&self) -> Result<Program, IsolateError> {
        match &self.program {
            Some(program) => Ok(program.clone()),
            None => Program::current().map_err(|error| {
                IsolateError::new(IsolateErrorKind::Unavailable, error.to_string()).with_source(error)
            }),
        }
    }

    /// Starts a process in the background for the next run, unless one is ready.
    ///
    /// It does nothing outside of a tokio runtime.
    pub fn prepare(&self) {
        let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.is_none()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
            && let Ok(program) = self.program()
        {
            let limits = self.limits.clone();
            *spare = Some(runtime.spawn(async move { start(&program, &limits).await }));
        }
    }

    /// Returns the process that was prepared, if it is alive.
    async fn prepared(&self) -> Option<Helper> {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        let mut helper = spare.await.ok()?.ok()?;
        helper.is_alive().then_some(helper)
    }
}

/// Starts a process that has the library of every run.
async fn start(program: &Program, limits: &Limits) -> Result<Helper, StartError> {
    let mut helper = Helper::start(program, limits).await?;
    helper.load(&Script::new("realm.js", library())).await?;
    Ok(helper)
}

impl Drop for Isolates {
    fn drop(&mut self) {
        if let Some(spare) = self.spare.get_mut().unwrap_or_else(PoisonError::into_inner).take() {
            // A helper that is dropped ends.
            spare.abort();
        }
    }
}

impl IsolateSource for Isolates {
    fn acquire(&self) -> IsolateFuture<'_, Box<dyn Isolate>> {
        Box::pin(async move {
            let helper = match self.prepared().await {
                Some(helper) => helper,
                None => start(&self.program()?, &self.limits).await.map_err(unavailable)?,
            };
            self.prepare();
            let isolate: Box<dyn Isolate> = Box::new(RunProcess {
                state: RunState::Ready(Some(Box::new(helper))),
                limits: self.limits.clone(),
            });
            Ok(isolate)
        })
    }
}

/// Process of one run.
struct RunProcess {
    state: RunState,
    limits: Limits,
}

enum RunState {
    Ready(Option<Box<Helper>>),
    Running(IsolatedRun),
}

struct Sender(Option<Poster>);

impl Isolate for RunProcess {
    fn begin<'a>(&'a mut self, code: IsolatedCode<'a>) -> IsolateFuture<'a, ()> {
        Box::pin(async move {
            let helper = match &mut self.state {
                RunState::Ready(helper) => helper.take(),
                RunState::Running(_) => None,
            };
            let helper = helper.ok_or_else(|| lost("the process has run code already"))?;
            let (prelude, code) =
                (Script::new("prelude.js", code.prelude), Script::new("code.js", code.code));
            let running = helper.run(&[prelude], &code, LAST).map_err(|error| {
                let message = format!("{error}; shorten the code");
                IsolateError::new(IsolateErrorKind::Limit, message).with_source(error)
            })?;
            self.state = RunState::Running(running);
            Ok(())
        })
    }

    fn receive(&mut self, within: Option<Duration>) -> IsolateFuture<'_, Option<String>> {
        Box::pin(async move {
            let RunState::Running(running) = &mut self.state else {
                return Err(lost("the process has not begun"));
            };
            let event = match within {
                Some(within) => match timeout(within, running.next()).await {
                    Ok(event) => event,
                    Err(_) => return Ok(None),
                },
                None => running.next().await,
            };
            match event {
                Event::Message(text) => Ok(Some(text)),
                Event::Ended(end) => Err(ended(&end)),
            }
        })
    }

    fn columns_before(&self) -> usize {
        webagents_isolate::COLUMNS_BEFORE_CODE
    }

    fn limits(&self) -> Vec<(&'static str, String)> {
        let words = |bytes: usize, what: &str| format!("{} MiB of {what}", bytes / (1024 * 1024));
        vec![("memory", words(self.limits.memory, "values")), ("stack", words(self.limits.stack, "stack"))]
    }

    fn sender(&self) -> Box<dyn IsolateSender> {
        Box::new(Sender(match &self.state {
            RunState::Ready(_) => None,
            RunState::Running(running) => Some(running.poster()),
        }))
    }
}

impl IsolateSender for Sender {
    fn send(&self, text: String) -> IsolateFuture<'static, ()> {
        let poster = self.0.clone();
        Box::pin(async move {
            let poster = poster.ok_or_else(|| lost("the process has not begun"))?;
            match poster.post(&text).await {
                // The reason of the end comes as an event.
                Ok(()) | Err(webagents_isolate::PostError::Ended) => Ok(()),
                Err(error) => Err(IsolateError::new(IsolateErrorKind::Limit, error.to_string())),
            }
        })
    }
}

fn lost(message: &str) -> IsolateError {
    IsolateError::new(IsolateErrorKind::Lost, message)
}

fn unavailable(error: StartError) -> IsolateError {
    let message = format!("{error}; `--realm page` (`Realm::Page`) runs the code in the page");
    IsolateError::new(IsolateErrorKind::Unavailable, message).with_source(error)
}

/// The error of a process that ended before the code had a result.
fn ended(end: &RunEnd) -> IsolateError {
    let limit = |message: &str| IsolateError::new(IsolateErrorKind::Limit, message);
    match end {
        RunEnd::Limit(LimitKind::Memory) => {
            limit("the code needs more memory than its process may have; keep fewer values at once")
        }
        RunEnd::Limit(LimitKind::Cpu) => limit("the code used more processor time than its process may"),
        RunEnd::Done => lost("the process ended without a result"),
        RunEnd::Failed(why) | RunEnd::Lost(why) => lost(why),
        other => lost(&format!("the process ended: {other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn unavailable_realm_names_the_other() {
        for (program, why) in [("/no/such/program", "could not start"), ("/bin/false", "did not start")] {
            let isolates = Isolates::default().with_program(Program::at(program));
            isolates.prepare();
            let message = isolates.restriction().await.expect_err("no helper").message().to_owned();
            assert!(message.contains(why) && message.contains("`--realm page`"), "{message}");
            let error = isolates.acquire().await.err().expect("no helper");
            assert_eq!((error.kind(), error.message()), (IsolateErrorKind::Unavailable, &*message));
        }
    }
}
