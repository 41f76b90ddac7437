//! `--tools`: the table of programs that code can call.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use webagents_host::HostTools;
use webagents_host::programs::program_tools;
use webagents_runtime::Realm;

use crate::args;
use crate::exit::Failure;
use crate::file;

/// Bytes of a table, at most.
const TABLE: usize = 8 * 1024 * 1024;

/// Table of programs with the variables that it needs from this process, for the process of a session.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct ProgramTable {
    name: String,
    text: String,
    folder: PathBuf,
    /// Variables of the environment that the programs get.
    variables: BTreeMap<String, OsString>,
}

impl ProgramTable {
    /// Reads the table that the options name, and checks it.
    pub(crate) fn read(args: &args::RealmArgs) -> Result<Option<Self>, Failure> {
        let Some(path) = &args.tools else { return Ok(None) };
        if args.realm == Realm::Page {
            return Err(Failure::usage("code in the page cannot call the programs of --tools")
                .help("leave out --realm page, or --tools"));
        }
        let text = file::read_text(path, TABLE)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = file::current_folder()?.join(folder);
        let name = path.display().to_string();
        let mut table = Self { name, text, folder, variables: BTreeMap::new() };
        let mut variables = BTreeMap::new();
        table.tools_with(|name| {
            let value = std::env::var_os(name)?;
            variables.insert(name.to_owned(), value.clone());
            Some(value)
        })?;
        table.variables = variables;
        Ok(Some(table))
    }

    /// Returns the tools of the table.
    pub(crate) fn tools(&self) -> Result<HostTools, Failure> {
        self.tools_with(|name| self.variables.get(name).cloned())
    }

    fn tools_with(&self, variable: impl FnMut(&str) -> Option<OsString>) -> Result<HostTools, Failure> {
        let tools = program_tools(&self.text, &self.folder, variable);
        tools.map(|tools| tools.with_source(&format!("--tools {}", self.name))).map_err(|error| {
            Failure::usage(format!("{}, {error}", self.name))
                .help("correct the line; `webagents exec --help` describes the members")
        })
    }
}

/// Returns the tools of the programs that the options name; none without such an option.
pub(crate) fn tools(args: &args::RealmArgs) -> Result<HostTools, Failure> {
    ProgramTable::read(args)?.map_or_else(|| Ok(HostTools::default()), |table| table.tools())
}
