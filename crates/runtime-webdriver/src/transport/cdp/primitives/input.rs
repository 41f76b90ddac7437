//! Input events.
//!
//! The decision: events are sent without waiting for each other, because the browser hands them to the page in order, and
//! awaited together. The pressed keys are kept: events carry them, and if an input was given up half-way, the next one
//! releases it first.

use serde_json::json;
use tokio::time::{Instant, sleep_until};
use webagents_runtime::driver::{DriverError, InputEvent};

use super::super::Cdp;
use crate::transport::failure::hung;
use crate::transport::page_driver::PageDriver as _;
use crate::transport::primitives::{INPUT, answer, lock, no_dialog, pause, time_for};
use crate::transport::socket::Ticket;

impl Cdp {
    /// See [`Driver::input`](webagents_runtime::driver::Driver::input).
    pub(crate) async fn input(&self, events: &[InputEvent]) -> Result<(), DriverError> {
        self.leave_page().await?;
        no_dialog(&self.tab)?;
        let end = Instant::now() + time_for(events);
        let left = {
            let mut input = lock(&self.actions.input);
            let left = if input.is_unfinished { input.releases() } else { Vec::new() };
            input.is_unfinished = true;
            left
        };
        let mut tickets = Vec::new();
        for event in left.iter().chain(events) {
            if let InputEvent::Pause(asked) = event {
                let until = Instant::now() + pause(*asked);
                if self.taken(&mut tickets, end).await? {
                    return Ok(());
                }
                sleep_until(until).await;
                continue;
            }
            let command = lock(&self.actions.input).command(event);
            if let Some((method, params)) = command {
                tickets.push(self.send(method, &params.to_string()).await?);
            }
        }
        if !self.taken(&mut tickets, end).await? {
            lock(&self.actions.input).is_unfinished = false;
        }
        Ok(())
    }

    /// Waits until the page has handled events, and returns whether a dialog keeps it from that.
    async fn taken(&self, tickets: &mut Vec<Ticket>, end: Instant) -> Result<bool, DriverError> {
        for mut ticket in tickets.drain(..) {
            match answer(&self.tab, &mut ticket, end).await {
                Ok(Some(Ok(_))) => {}
                Ok(Some(Err(fault))) => return Err(self.tab.error(fault).into()),
                Ok(None) => return Err(hung().into()),
                Err(DriverError::DialogOpen) => return Ok(true),
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }

    /// See [`Driver::insert_text`](webagents_runtime::driver::Driver::insert_text).
    pub(crate) async fn insert_text(&self, text: &str) -> Result<(), DriverError> {
        self.leave_page().await?;
        no_dialog(&self.tab)?;
        let mut tickets = vec![self.send("Input.insertText", &json!({ "text": text }).to_string()).await?];
        self.taken(&mut tickets, Instant::now() + INPUT).await.map(drop)
    }
}
