//! Options of all commands.

use std::path::PathBuf;
use std::time::Duration;

use webagents_runtime::option_setters;

use crate::safety::{ActionPolicy, ConfirmAction};
use crate::secrets::{Secret, Secrets};

/// Options for running browser commands: output, permissions, secrets and waiting.
#[derive(Clone)]
#[non_exhaustive]
pub struct ActionOptions {
    pub(crate) folder: Option<PathBuf>,
    /// Maximum number of characters of a command's output; a longer one is saved to a file.
    pub max_output: usize,
    /// Choice to put text of pages in outputs between random delimiters that no page can know.
    pub boundaries: bool,
    /// Rules that allow actions on elements, such as clicks, deny them, or require the user's confirmation.
    pub policy: ActionPolicy,
    /// Function that asks the user to confirm actions; without it, those actions are denied.
    pub confirm: Option<ConfirmAction>,
    pub(crate) secrets: Secrets,
    pub(crate) uploads: Vec<PathBuf>,
    /// Choice to keep records of actions. Default: false.
    ///
    /// [`Browse::take_records`](crate::Browse::take_records) returns them.
    pub keeps_records: bool,
    pub(crate) outputs: Vec<PathBuf>,
    /// Maximum time to wait for an element to be visible, enabled and uncovered. Default: 3 s.
    pub patience: Duration,
}

impl Default for ActionOptions {
    fn default() -> Self {
        Self {
            folder: None,
            max_output: 100_000,
            boundaries: false,
            policy: ActionPolicy::default(),
            confirm: None,
            secrets: Secrets::default(),
            uploads: Vec::new(),
            keeps_records: false,
            outputs: Vec::new(),
            patience: Duration::from_secs(3),
        }
    }
}

impl std::fmt::Debug for ActionOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ActionOptions")
            .field("folder", &self.folder)
            .field("policy", &self.policy)
            .finish_non_exhaustive()
    }
}

impl ActionOptions {
    /// Sets the folder in which screenshots, PDF files, downloads and long outputs are stored.
    ///
    /// A path that a command names is below this folder or a folder of [`with_output`](Self::with_output).
    /// Without it the session makes one in the folder of temporary files, for its user alone.
    #[must_use]
    pub fn with_folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// Adds a secret value that the command `fill` can enter and that is removed from all outputs.
    #[must_use]
    pub fn with_secret(mut self, secret: Secret) -> Self {
        self.secrets.0.push(secret);
        self
    }

    /// Returns the secret values, which are removed from all outputs.
    pub fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// Adds a folder with files that the command `upload` may set in a page's file input.
    #[must_use]
    pub fn with_uploads(mut self, folder: impl Into<PathBuf>) -> Self {
        self.uploads.push(folder.into());
        self
    }

    /// Adds a folder in which an absolute path may name a file, besides [`with_folder`](Self::with_folder).
    #[must_use]
    pub fn with_output(mut self, folder: impl Into<PathBuf>) -> Self {
        self.outputs.push(folder.into());
        self
    }
}

option_setters!(ActionOptions {
    with_max_output(max_output: usize),
    with_boundaries(boundaries: bool),
    with_policy(policy: ActionPolicy),
    with_confirm(confirm: impl Into<Option<ConfirmAction>>),
    with_keeps_records(keeps_records: bool),
    with_patience(patience: Duration),
});
