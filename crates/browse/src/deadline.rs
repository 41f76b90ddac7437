//! The deadline of a command.

use std::future::Future;
use std::time::Instant;

use webagents_runtime::driver::DriverError;

use crate::error::BrowseError;

/// Waits for an action of the driver until `end`, the command's deadline.
///
/// An action has a limit of its own, which may be longer. It may have had its effect when it is given up.
pub(crate) async fn within<T, E: Into<DriverError>>(
    end: Instant,
    action: impl Future<Output = Result<T, E>>,
) -> Result<T, BrowseError> {
    match tokio::time::timeout_at(end.into(), action).await {
        Ok(done) => done.map_err(|error| error.into().into()),
        Err(_) => Err(BrowseError::cut_short()),
    }
}
