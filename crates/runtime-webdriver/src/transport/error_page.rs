//! Chromium's own page for an address that it cannot show.

use std::time::Duration;

use webagents_runtime::page::Answer;
use webagents_runtime::{PageError, PageErrorKind};

use super::Transport;
use super::failure::unreachable;

/// Code that Chromium's error page shows, such as `ERR_CONNECTION_REFUSED`; null elsewhere.
const ERROR_PAGE: &str = "return location.protocol === 'chrome-error:' \
                          ? document.querySelector('.error-code')?.textContent ?? '' : null";

/// Checks that the document is not the browser's own for an address that it cannot show.
pub(super) async fn refuse_error_page(
    transport: &dyn Transport,
    url: &str,
    deadline: Duration,
) -> Result<(), PageError> {
    match transport.evaluate(ERROR_PAGE, deadline).await {
        Ok(Answer::Text(code)) => Err(unreachable(url, code.trim())),
        Err(error) if matches!(error.kind(), PageErrorKind::Lost | PageErrorKind::Hung) => Err(error),
        // A page that opens a dialog, moves on at once, or breaks the driver's script is a page.
        Ok(_) | Err(_) => Ok(()),
    }
}
