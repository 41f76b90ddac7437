//! Evaluation of a script in a page, over each protocol that reports events.
//!
//! The decision: one state machine for all protocols, which waits for the document, evaluates once, and classifies the
//! result. A script runs once, in the document that the page has arrived at. A late answer does not mean that the page
//! hangs: a page hangs if it does not answer `0` either. The methods of [`PageDriver`] without a body are those in which the
//! protocols differ.

use std::future::Future;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::{Instant, timeout, timeout_at};
use tracing::debug;
use webagents_runtime::page::{Answer, Recovery};
use webagents_runtime::{PageError, PageErrorKind};

use super::Transport;
use super::events::Phase;
use super::failure::{hung, irreplaceable, moved, not_loaded};
use super::socket::{Fault, Reply, Socket, Ticket};

/// Time for a command to the browser and not to the page, and to attach.
pub(super) const ANSWER: Duration = Duration::from_secs(5);
pub(super) const ATTACH: Duration = Duration::from_secs(20);
/// Time after which the script of a page that is being left, and does not answer, is ended.
pub(super) const LEAVES: Duration = Duration::from_secs(3);
/// Least time for a script whose document took its own.
const LEAST: Duration = Duration::from_secs(1);
/// Time for the document that a script led to, once the script is gone.
const NEXT_DOCUMENT: Duration = Duration::from_secs(10);
/// Time for an answer that the browser sent before the next document replaced the script's own.
const LAST_WORD: Duration = Duration::from_millis(300);
/// Time for a new tab; it is a new process on a machine whose load may be what ended the old one.
pub(super) const REPLACE: Duration = Duration::from_secs(30);

/// A page over a protocol that reports events.
pub(crate) trait PageDriver: Transport {
    /// The harness answers at the deadline; an answer that is not here this long after it was not given.
    const GRACE: Duration;
    /// Time in which a page that is not busy answers.
    const PING: Duration;
    /// `true` if no answer and no error comes from a document that went away.
    const ENDS_SILENTLY: bool;

    fn socket(&self) -> &Socket;

    /// Evaluates an expression whose value is not a promise; `None` if there was no answer before `end`.
    fn ask(
        &self,
        expression: &str,
        end: Instant,
    ) -> impl Future<Output = Option<Result<Answer, PageError>>> + Send;

    /// Waits until the page runs scripts again after a dialog, or has another one open.
    ///
    /// It waits for at most [`PING`](Self::PING).
    fn resumed(&self) -> impl Future<Output = ()> + Send {
        async {
            tokio::select! {
                biased;
                () = self.tab().dialog_opened() => {}
                // The next command detects a page that is busy or gone.
                _ = self.ask("0", Instant::now() + Self::PING) => {}
            }
        }
    }

    /// Stops the script of a page that does not answer.
    ///
    /// The next page may have to be shown by the same process, which would keep it waiting for ever.
    fn free(&self) -> impl Future<Output = Result<(), PageError>> + Send {
        async {
            let is_here = self.tab().state().end.is_none();
            if is_here && self.ask("0", Instant::now() + Self::PING).await.is_none() {
                debug!("page does not answer; its script is stopped before it is left");
                self.stop().await?;
            }
            Ok(())
        }
    }

    /// Ends the navigation that the page is on, if it is.
    fn stop_loading(&self) -> impl Future<Output = ()> + Send {
        async {
            // The next command detects a page that does not accept it.
            let _ = self.ask("window.stop()", Instant::now() + ANSWER).await;
            self.tab().settle(Phase::Still);
        }
    }

    /// Prepares the document for a script, with the channel if one is wanted, and returns its number.
    fn enter(&self, end: Instant) -> impl Future<Output = Result<u64, PageError>> + Send;

    /// Runs a script, the body of a function, in the document that was entered.
    fn run(
        &self,
        script: &str,
        document: u64,
        end: Instant,
    ) -> impl Future<Output = Result<Answer, PageError>> + Send;

    /// Waits until the document that the page is on the way to is loaded, or `until`; whether it is.
    fn loaded(&self, until: Instant) -> impl Future<Output = bool> + Send {
        self.tab().loaded(until)
    }

    /// The same if a script may have led to another document.
    fn arrived(&self, until: Instant) -> impl Future<Output = bool> + Send {
        async move {
            let perhaps = matches!(self.tab().state().phase, Phase::Perhaps(_));
            if perhaps {
                // A busy page's own tasks come before this.
                let _ = self.ask("0", until.min(Instant::now() + ANSWER)).await;
            }
            self.loaded(until).await
        }
    }

    /// See [`webagents_runtime::Page::evaluate`].
    fn evaluate_once(
        &self,
        script: &str,
        deadline: Duration,
    ) -> impl Future<Output = Result<Answer, PageError>> + Send {
        async move {
            self.driver().usable()?;
            let end = Instant::now() + deadline;
            if !self.arrived(end).await {
                // Until its navigation is over, a browser may hold back commands to a page. And once is enough: a
                // document whose last picture never comes is one that can be worked with.
                self.stop_loading().await;
                return Err(not_loaded(deadline));
            }
            // A document that took its time leaves the script less of it, but some.
            let end = end.max(Instant::now() + LEAST) + Self::GRACE;
            let document = self.enter(end).await?;
            let events = self.tab().state().journal.count;
            let answer = self.run(script, document, end).await;
            if matches!(&answer, Err(error) if error.kind() == PageErrorKind::Navigated) {
                let until = end.max(Instant::now() + Self::PING).min(Instant::now() + NEXT_DOCUMENT);
                self.arrived(until).await;
            }
            if Self::ENDS_SILENTLY {
                self.tab().ran(script, events);
            }
            answer
        }
    }

    /// The answer to a script of a document, unless it has none.
    fn answered(
        &self,
        ticket: &mut Ticket,
        document: u64,
        end: Instant,
    ) -> impl Future<Output = Result<Reply, PageError>> + Send {
        async move {
            let came = tokio::select! {
                biased;
                came = self.tab().wait(ticket, end) => Some(came),
                () = self.tab().moved(document), if Self::ENDS_SILENTLY => None,
            };
            let answer = match came {
                Some(Some(answer)) => answer?,
                Some(None) => {
                    self.ask("0", end + Self::PING).await.ok_or_else(hung)??;
                    // It may have come in between.
                    let late = |_| PageError::new(PageErrorKind::Timeout, "the script was not done in time");
                    timeout_at(Instant::now(), ticket.answer()).await.map_err(late)?
                }
                None => timeout(LAST_WORD, ticket.answer()).await.map_err(|_| moved())?,
            };
            match answer {
                // A question to a document that went away is refused in many ways.
                Err(Fault::Refused(_)) if Self::ENDS_SILENTLY && self.tab().state().documents != document => {
                    Err(moved())
                }
                answer => answer.map_err(|fault| self.tab().error(fault)),
            }
        }
    }

    /// Sends a command, and does not wait for its answer.
    fn send(&self, method: &str, params: &str) -> impl Future<Output = Result<Ticket, PageError>> + Send {
        async move { self.socket().send(method, params).await.map_err(|fault| self.tab().error(fault)) }
    }

    /// Sends a command and waits for its answer, or for the end of the page; `None` if neither comes.
    fn reply(
        &self,
        method: &str,
        params: &str,
        end: Instant,
    ) -> impl Future<Output = Option<Result<Reply, PageError>>> + Send {
        async move {
            let mut ticket = match self.send(method, params).await {
                Ok(ticket) => ticket,
                Err(error) => return Some(Err(error)),
            };
            let answer = self.tab().wait(&mut ticket, end).await?;
            Some(answer.and_then(|answer| answer.map_err(|fault| self.tab().error(fault))))
        }
    }

    /// Sends a command and reads its answer.
    fn call<T: DeserializeOwned>(
        &self,
        method: &str,
        params: &Value,
        within: Duration,
    ) -> impl Future<Output = Result<T, PageError>> + Send {
        async move {
            let reply = self.socket().call(method, &params.to_string(), within).await;
            reply.and_then(|reply| reply.read()).map_err(|fault| self.tab().error(fault))
        }
    }
}

/// Waits for the page that takes the place of another one.
pub(super) async fn replaced(opened: impl Future<Output = Option<()>> + Send) -> Result<Recovery, PageError> {
    match timeout(REPLACE, opened).await {
        Ok(Some(())) => Ok(Recovery::Replaced),
        Ok(None) | Err(_) => Err(irreplaceable()),
    }
}

/// The error of a browser that names no `what`.
pub(super) fn unnamed(what: &str) -> PageError {
    PageError::new(PageErrorKind::Other, format!("the browser names no {what}"))
}
