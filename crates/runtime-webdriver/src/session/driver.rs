//! [`Driver`] over the transport of a session.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tracing::trace;
use webagents_runtime::driver::{
    Capability, Capture, ConsoleEntry, Download, Driver, DriverError, DriverFuture, FileChooser, FrameId,
    History, InputEvent, OpenDialog, PageCookie, Paper, RefusedPage, RequestEntry, Tab, TabId, Viewport,
    World,
};

use super::Session;
use super::page::HarnessRuns;
use crate::transport::primitives::actions_with_capability;

/// Implements methods of [`Driver`] by those of the transport.
macro_rules! by_the_transport {
    ($($a:lifetime $name:ident $(=> $($own:ident)::+)?($($argument:ident: $of:ty),*) -> $output:ty $(, $what:ident)?;)+) => {
        $(
            fn $name<$a>(&$a mut self, $($argument: $of),*) -> DriverFuture<$a, $output> {
                Box::pin(async move {
                    let done = self.transport()?.$name($($argument),*).await;
                    self.driven(stringify!($name), done)
                })
            }
        )+
    };
}

impl Session {
    /// Gives the session up when the error says that it is of no more use.
    fn driven<T>(&mut self, action: &'static str, done: Result<T, DriverError>) -> Result<T, DriverError> {
        let error = done.as_ref().err().map(ToString::to_string);
        trace!(action, ?error, "primitive action");
        if let (Some(attached), Some(transport)) = (&mut self.lifecycle.attached, &self.transport) {
            attached.tabs = transport.own_tabs();
        }
        match done {
            Err(DriverError::Page(error)) => self.checked(Err(error)).map_err(DriverError::Page),
            done => done,
        }
    }
}

impl Driver for Session {
    fn supports(&self, capability: Capability) -> bool {
        let is_attached = self.is_attached();
        // Where downloads go is a setting of the whole browser, which is another program's.
        let is_ours = !is_attached || capability != Capability::Downloads;
        is_ours && self.transport.as_ref().is_some_and(|transport| transport.supports(capability))
    }

    fn refused_page<'a>(
        &'a mut self,
        url: &'a str,
        has_arrived: bool,
    ) -> DriverFuture<'a, Option<RefusedPage>> {
        Box::pin(async move {
            let refused = self.refused(url, has_arrived).await;
            Ok(refused.map(|refused| {
                let remedy = refused.refusal.remedy().map(|(host, port)| format!("{host}:{port}"));
                RefusedPage::new(refused.to_string(), remedy)
            }))
        })
    }

    fn travel(&mut self, history: History, deadline: Duration) -> DriverFuture<'_, bool> {
        Box::pin(async move {
            let transport = self.transport()?;
            // A page may open the next dialog as soon as one is closed.
            let is_held = transport.tab().state().dialogs.open.is_some();
            let dismissing = is_held.then(|| HarnessRuns::begin(transport.tab()));
            let done = transport.travel(history, deadline).await;
            drop(dismissing);
            self.driven("travel", done)
        })
    }

    fn check_code<'a>(&'a mut self, forms: &'a [String]) -> DriverFuture<'a, ()> {
        Box::pin(async move { self.check_bare_code(forms).await.map_err(DriverError::Denied) })
    }

    actions_with_capability!(by_the_transport);

    by_the_transport! {
        'a main_frame() -> FrameId;
        'a evaluate_in(frame: &'a FrameId, world: World, script: &'a str, deadline: Duration) -> Option<String>;
        'a insert_text(text: &'a str) -> ();
        'a hold_dialogs(hold: bool) -> ();
        'a is_loading() -> Option<bool>;
        'a open_dialog() -> Option<OpenDialog>;
        'a answer_dialog(accept: bool, text: Option<&'a str>) -> bool;
        'a capture(area: Capture) -> Vec<u8>;
        'a shown_tab() -> Option<Tab>;
    }
}
