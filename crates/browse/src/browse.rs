//! The state that commands share; `run.rs` runs them.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;

use webagents_runtime::driver::{ConsoleEntry, FrameId, TabId};
use webagents_runtime::guard::Boundary;

use crate::files::OutputFolder;
use crate::options::ActionOptions;
use crate::record::ActionRecord;
use crate::secrets::Secrets;
use crate::snapshot::References;
use crate::world::PageFunctions;

/// Reply to a browser command: its text, and the file that it wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BrowseReply {
    /// Text of the reply, such as a snapshot of the page or a line about an action.
    pub value: String,
    /// Path of the file that the command wrote, such as a screenshot; `None` if it wrote none.
    pub file: Option<PathBuf>,
    /// `true` if the caller has to close the session, because the command was or included `close`.
    pub closes: bool,
    /// HTTP status of the page to which the command led; `None` without a page or if not known.
    pub status: Option<u16>,
}

/// Texts and actions that were noted and not taken yet.
#[derive(Debug, Default)]
pub(crate) struct Logs {
    pub(crate) console: VecDeque<ConsoleEntry>,
    pub(crate) records: Vec<ActionRecord>,
}

/// Runner of browser commands in a session; it keeps the tabs and the references to page elements.
#[derive(Debug)]
pub struct Browse {
    pub(crate) options: ActionOptions,
    pub(crate) functions: PageFunctions,
    pub(crate) references: References,
    /// The element of each frame, as a reference in the frame around it.
    pub(crate) parents: HashMap<FrameId, (FrameId, u64)>,
    pub(crate) tabs: Vec<TabId>,
    pub(crate) downloads: crate::downloads::Reports,
    /// Lines about events outside of the page, for the next reply that is not data.
    pub(crate) news: Vec<String>,
    pub(crate) folder: OutputFolder,
    pub(crate) logs: Logs,
    /// The driver was prepared by an earlier request.
    pub(crate) is_ready: bool,
}

impl Browse {
    /// Creates a runner of browser commands, such as clicks, with these options.
    pub fn new(options: ActionOptions) -> Self {
        // No page can guess a boundary, so that it is a name as well.
        let key = Boundary::random().as_str().to_owned();
        Self {
            folder: OutputFolder::new(options.folder.clone(), options.outputs.clone()),
            options,
            functions: PageFunctions::new(key),
            references: References::default(),
            parents: HashMap::new(),
            tabs: Vec::new(),
            downloads: crate::downloads::Reports::default(),
            news: Vec::new(),
            logs: Logs::default(),
            is_ready: false,
        }
    }

    /// Returns the secret values, which are removed from all outputs.
    pub fn secrets(&self) -> &Secrets {
        self.options.secrets()
    }

    /// Sets the folder of relative paths in the commands that follow. Default: the folder of this process.
    pub fn use_current_folder(&mut self, folder: impl Into<PathBuf>) {
        self.folder.current = folder.into();
    }

    /// Takes the records of the actions that can change something and that have begun since the last call.
    ///
    /// There are none without [`ActionOptions::keeps_records`].
    pub fn take_records(&mut self) -> Vec<ActionRecord> {
        std::mem::take(&mut self.logs.records)
    }
}
