//! Command-line arguments.

#[cfg(feature = "browser")]
mod batch;
#[cfg(feature = "browser")]
mod browse;
#[cfg(feature = "browser")]
mod browser;
mod deferred;
#[cfg(feature = "browser")]
mod egress;
#[cfg(feature = "browser")]
mod exec;
mod formats;
#[cfg(feature = "browser")]
mod given;
#[cfg(feature = "browser")]
mod guards;
#[cfg(feature = "browser")]
mod in_session;
mod network;
mod read;
mod realm;
#[cfg(feature = "browser")]
mod session;
mod site;
mod source;
#[cfg(feature = "browser")]
mod tool_wait;

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{ArgMatches, Args as ClapArgs, CommandFactory as _, Parser, Subcommand};

#[cfg(feature = "browser")]
pub(crate) use self::batch::Batch;
#[cfg(feature = "browser")]
pub(crate) use self::browse::{BrowseArgs, BrowseSafety, SecretPlace};
#[cfg(feature = "browser")]
pub(crate) use self::browser::{Browser, Demo, Doctor, DriverArgs, Login, WebMcpArgs};
pub(crate) use self::deferred::{Deferred, JSON_SCHEMA};
#[cfg(feature = "browser")]
pub(crate) use self::egress::{Reach, ReachArgs};
#[cfg(feature = "browser")]
pub(crate) use self::exec::{Exec, ScriptArgs};
pub(crate) use self::formats::{Origin, RenderingStyle, Revision, Target};
#[cfg(feature = "browser")]
pub(crate) use self::given::first_given;
#[cfg(feature = "browser")]
pub(crate) use self::guards::GuardArgs;
#[cfg(feature = "browser")]
pub(crate) use self::in_session::{InSession, SessionName};
pub(crate) use self::network::Network;
pub(crate) use self::read::{ReadArgs, RequestArgs};
pub(crate) use self::realm::RealmArgs;
#[cfg(feature = "browser")]
pub(crate) use self::session::{
    Session, SessionCommand, SessionList, SessionStart, SessionStop, SessionSupervisor,
};
pub(crate) use self::site::{Check, FailOn, Fmt, Report};
pub(crate) use self::source::{SourceArg, address_meant};

use crate::log::LogLevel;

/// Finds, reads and runs the tools that websites declare in webagents.md.
#[derive(Debug, Parser)]
#[command(name = "webagents", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct CommandLine {
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "LEVEL",
        help = "Report events of this level and above on stderr; WEBAGENTS_LOG sets the default"
    )]
    pub(crate) log: Option<LogLevel>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  the document has findings that count, no manifest was found, the page has nothing to read, or
     the script failed
  2  usage: the arguments are wrong, or a file cannot be read or written
  3  network
  4  a guard refused
  5  the browser, its driver, or the process that runs code

Data goes to stdout, everything else to stderr. With --json, data and errors are JSON on stdout.";

/// The whole command line. Each command with `--json` has `--json-schema` as well.
pub(crate) fn command() -> clap::Command {
    let command = CommandLine::command();
    let groups = grouped(&command);
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}{{after-help}}"
    ))
}

/// The command line without the commands that are not for people.
pub(crate) fn visible() -> clap::Command {
    let whole = command();
    clap::Command::new("webagents")
        .version(env!("CARGO_PKG_VERSION"))
        .args(whole.get_arguments().cloned())
        .subcommands(whole.get_subcommands().filter(|command| !command.is_hide_set()).cloned())
}

/// The list of commands on pages, and examples.
#[cfg(feature = "browser")]
fn browse_help() -> String {
    format!(
        "\
Commands:
{}
TARGET is a reference of a snapshot (@e12), a CSS selector, or a role with a name ('button \"Save\"'). Options come before \
the command.

Examples:
  webagents browse batch 'open https://shop.example/' 'fill #q shoes' 'press Enter' 'snapshot -i'
  webagents browse --json - < requests.jsonl
  webagents browse --session shop click @e3

A request is a JSON object {{\"action\", \"url\", \"selector\", \"text\", \"key\", \"expression\", \"subcommand\", \"actions\"}} with the \
members that its action takes, or a list of words such as [\"click\", \"@e3\"]. \
With --json - each line has one, and a line of JSON as its answer; blank lines are skipped. Requests after `close` are \
answered with an error, until stdin ends or brings none for 2 seconds.

With --session, relative paths are those of the folder where the command runs, and options that hold for the whole session \
are refused: give them to `session start`.",
        webagents_browse::help()
    )
}

/// The commands by purpose, in the order of the help.
const GROUPS: [(&str, &[&str]); 3] = [
    (
        "Use a site",
        &[
            "demo",
            "discover",
            "context",
            "types",
            "exec",
            "batch",
            "session",
            "browse",
            "check-code",
            "lock",
            "read",
        ],
    ),
    ("Write a site", &["check", "fmt", "parse", "import", "schema"]),
    ("Tools for developers", &["doctor", "completions"]),
];

/// The list of the commands in their groups, each with its first sentence.
fn grouped(command: &clap::Command) -> String {
    let mut out = String::new();
    for (heading, names) in GROUPS {
        out.push_str(heading);
        out.push_str(":\n");
        for command in names.iter().filter_map(|name| command.find_subcommand(name)) {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(out, "  {:<12} {about}", command.get_name());
        }
        out.push('\n');
    }
    out.push_str(
        "`webagents help COMMAND` describes each of them; `help policy`, `help exit-codes` and `help config` are pages of their own.\n\n",
    );
    out
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[cfg(feature = "browser")]
    /// Run the whole path once, on the bookstore that is built in
    #[command(after_help = "Example:\n  webagents demo --screenshot basket.png")]
    Demo(Deferred<Demo>),
    /// Check tool declarations by every rule, and apply safe corrections
    #[command(after_help = "\
Examples:
  webagents check
  webagents check webagents.md tools.json --fail-on warning
  webagents check --diff webagents.md
  webagents check --fix webagents.md
  webagents check --format sarif . > findings.sarif
  webagents check https://shop.example/
  webagents check --explain WA301

Each finding has a rule with a stable id. A comment <!-- webagents-disable-next-line WA025 --> switches a rule off for a \
line, and webagents.toml for a project. Findings of poisoning (WA301 to WA317) are suspicions: their absence proves \
nothing about a site.")]
    Check(Deferred<Check>),
    /// Write webagents.md files in their canonical form, without losing anything
    #[command(after_help = "\
Examples:
  webagents fmt
  webagents fmt --check .
  webagents fmt --diff webagents.md
  webagents fmt - < webagents.md

Prose, comments, unknown sections and line endings stay. A tool that cannot be written in another form without a loss stays \
as it is.")]
    Fmt(Deferred<Fmt>),
    /// Show the content of a webagents.md, with the parser's diagnostics
    #[command(
        after_help = "Examples:\n  webagents parse webagents.md\n  webagents parse --json https://shop.example/"
    )]
    Parse(Deferred<Parse>),
    /// Print the TypeScript declarations of a site's tools
    #[command(after_help = "\
Examples:
  webagents types https://shop.example/ --rendering inline
  webagents types https://shop.example/ --live")]
    Types(Deferred<Types>),
    /// Print a site's tools in the format of another protocol or of a provider of language models
    #[command(after_help = "\
Examples:
  webagents schema webagents.md --to openai-strict
  webagents schema https://shop.example/ --to json-schema --tool searchProducts

Losses (what the format cannot express) are reported on stderr; --json lists each with its place.")]
    Schema(Deferred<Schema>),
    /// Write a webagents.md from the tools of another protocol, of an OpenAPI document or of a source file
    #[command(after_help = "\
Examples:
  webagents import tools.json > webagents.md
  webagents import openapi.yaml --tag pets --name 'Pet store'
  webagents import https://petstore.example/openapi.json --only 'get*'
  webagents import src/tools.ts
  webagents import dist/index.d.ts --all

Losses (what a webagents.md cannot express) are reported on stderr; --json lists each with its place. Of source code, \
documented exports, members of the window and registered tools are taken; every other function is listed with the reason.")]
    Import(Deferred<Import>),
    /// Print a site's tools and instructions for a language model
    #[command(after_help = "\
Examples:
  webagents context webagents.md --budget 2000 --query 'cancel my order'
  webagents context https://shop.example/ --live")]
    Context(Deferred<ContextArgs>),
    /// Print pages of the web as Markdown
    #[command(after_help = "\
Examples:
  webagents read https://example.com/
  webagents read https://example.com/ --start-index 9987
  webagents read --select 'main' --links off --budget 2000 https://example.com/
  webagents read --json https://example.com/ https://example.org/
  webagents read --render https://app.example/
  webagents read --session shop
  webagents read https://docs.example/guide.html#install
  webagents read --output pages --cache cache https://example.com/ https://example.org/
  webagents read --chunk 500 https://docs.example/

HTML is converted: its main content, or all of it with --raw. Feeds are lists of their items. Markdown, JSON and other text are printed as they are; a PDF \
or an image is refused. With --json, each line is {\"version\", \"ok\", \"url\", ..}: \"text\" and \"next_start_index\", or \"line\" and \
\"error\". With --chunk, each line is a part: \"index\", \"headings\", \"text\", \"cut\". With several pages, the exit code is 1 if one could not be read.")]
    Read(Deferred<ReadArgs>),
    /// Find the webagents.md of a page
    #[command(after_help = "Example:\n  webagents discover --json https://shop.example/")]
    Discover(Deferred<Discover>),
    #[cfg(feature = "browser")]
    /// Run JavaScript with a site's tools, in a real browser
    #[command(after_help = "\
Examples:
  webagents exec https://shop.example/ 'return await global.searchProducts(\"red shoes\")'
  webagents exec --json https://shop.example/ --file script.js
  echo 'return await global.getBasket()' | webagents exec https://shop.example/ -
  webagents exec --session shop 'return await global.getBasket()'

CODE is the body of an async function: it may await, and it returns the result. Before it runs, the page has 30 seconds \
to load in the browser.

With --session, the code runs in the session's browser, on its current page or on URL; `webagents help session` describes \
sessions.")]
    Exec(Deferred<Exec>),
    #[cfg(feature = "browser")]
    /// Run many scripts with the tools of their sites, each in a browser of its own
    #[command(after_help = "\
Examples:
  webagents batch lines.jsonl --jobs 8 --resume out.jsonl
  webagents batch lines.jsonl --isolation context
  webagents batch - --driver-url http://grid.example:4444/ --egress open < lines.jsonl

Each line is a JSON object {\"url\", \"code\"} with an optional \"id\", and each record has \
\"id\", \"line\" and \"input\", and the members of exec --json. Its status is
  begun   the code begins; only in the file of --resume, where a later record of the line replaces it
  done    the code ran, and the other members are those of its outcome
  failed  the code did not run, and the error has the reason
  lost    the browser went away while the code ran; it is not known how much of the code ran
A line that fails does not stop the others. The exit code is 0 if the code of each line returned, and 1 if that of one did \
not; 2, 3 and 5 mean that the run was not completed: the lines or OUT cannot be read or written, or there is no browser. \
--resume continues an earlier run: it skips lines that are done, with or without an error, and, unless --again is given, \
lines that are lost, or that began and did not end because the run was killed. A skipped line counts for the exit code as in \
the earlier run. A line is identified by its id, or else by its number.")]
    Batch(Deferred<Batch>),
    #[cfg(feature = "browser")]
    /// Keep a browser with its tabs, logins and page between commands
    #[command(after_help = "\
Examples:
  webagents session start shop https://shop.example/
  webagents exec --session shop 'return await global.searchProducts(\"red shoes\")'
  webagents read --session shop
  webagents session list
  webagents session stop shop

A separate process runs the browser, and serves one command after the other. It ends when no command has used it for \
an hour (--idle), by `session stop`, and with its browser. A later command for a session that has ended fails and reports when \
and why it ended, until `session start` starts a new one. Only the user who started a session can use it: the sockets are in \
$XDG_RUNTIME_DIR/webagents, or else in a private folder of the user in the folder for temporary files.")]
    Session(Session),
    /// Serve a session; `session start` starts it
    #[cfg(feature = "browser")]
    #[command(hide = true)]
    SessionSupervisor(Deferred<SessionSupervisor>),
    #[cfg(feature = "browser")]
    /// Drive pages that declare no tools: snapshots, actions with checked results, batches
    #[command(after_help = browse_help())]
    Browse(Deferred<BrowseArgs>),
    /// Check code against a site's tools, without a browser
    #[command(after_help = "\
Examples:
  webagents check-code webagents.md 'return await global.getBasket()'
  echo 'const n: number = 1; return n' | webagents check-code https://shop.example/ -
  webagents check-code --json webagents.md --file script.ts

CODE is the body of an async function, as for exec. Its problems and their fixes go to stderr; the code as it \
would run, without its types, goes to stdout. The exit code is 1 when the code would not run.")]
    CheckCode(Deferred<CheckCode>),
    #[cfg(feature = "browser")]
    /// List browsers and drivers, and the command that installs missing ones
    #[command(after_help = "\
Examples:
  webagents doctor
  webagents doctor --json

The exit code is 0 when the browser that exec starts by default can be started, and 5 when it cannot. With --engine, or \
the variable WEBAGENTS_ENGINE, that is this browser.")]
    Doctor(Deferred<Doctor>),
    /// Pin a site's tools as they are now
    #[command(after_help = "\
Examples:
  webagents lock https://shop.example/
  webagents lock https://shop.example/ --live
  webagents exec --lock webagents.lock https://shop.example/ 'return await global.getBasket()'

A later exec --lock refuses tools that have changed since, and names their changed parts. Pages of one origin with different manifests are pinned next \
to each other.")]
    Lock(Deferred<Lock>),
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  webagents completions bash > ~/.local/share/bash-completion/completions/webagents"
    )]
    Completions {
        /// Shell to complete for
        shell: clap_complete::Shell,
    },
    /// Write the man pages of all commands into a folder
    #[command(hide = true)]
    ManPages {
        /// Folder that exists
        folder: PathBuf,
    },
    /// Answer the questions of the conformance suite on stdin (JSON Lines, protocol 1)
    #[command(hide = true)]
    Adapter,
}

impl Command {
    /// Returns whether the command prints JSON also without `--json`.
    pub(crate) fn implies_json(&self) -> bool {
        match self {
            Self::Read(read) => read.destination.chunk.is_some() && read.destination.output.is_none(),
            Self::Check(check) => check.format == Report::Json,
            _ => false,
        }
    }
}

/// Returns whether a flag of the innermost command was given.
pub(crate) fn has_flag(matches: &ArgMatches, flag: &str) -> bool {
    match matches.subcommand() {
        Some((_, inner)) => has_flag(inner, flag),
        None => matches.try_get_one(flag).ok().flatten() == Some(&true),
    }
}

/// The source of a manifest.
#[derive(Debug, ClapArgs)]
pub(crate) struct Input {
    /// A webagents.md, a page that names one, or - for stdin
    pub(crate) source: SourceArg,
    #[command(flatten)]
    pub(crate) network: Network,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Parse {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Let warnings count as findings too, but for a parameter without a description
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print `{"version", "manifest", "diagnostics"}` as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The source of the tools that code calls.
#[derive(Debug, ClapArgs)]
pub(crate) struct CodeInput {
    /// A webagents.md, a page that names one, or - for stdin; not needed with --tools
    #[cfg_attr(feature = "browser", arg(required_unless_present = "tools"))]
    #[cfg_attr(not(feature = "browser"), arg(required = true))]
    pub(crate) source: Option<SourceArg>,
    #[command(flatten)]
    pub(crate) network: Network,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Types {
    #[command(flatten)]
    pub(crate) input: CodeInput,
    /// Form of the declarations
    #[arg(long, value_enum, default_value_t = RenderingStyle::Jsdoc)]
    pub(crate) rendering: RenderingStyle,
    #[command(flatten)]
    pub(crate) realm: RealmArgs,
    /// Print `{"version", "typescript", "diagnostics"}` as JSON; --live adds `"tools"` and `"findings"`
    #[arg(long)]
    pub(crate) json: bool,
    #[cfg(feature = "browser")]
    #[command(flatten)]
    pub(crate) webmcp: WebMcpArgs,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Schema {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Which format
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: Target,
    /// Only this tool (may be given more than once)
    #[arg(long, value_name = "NAME")]
    pub(crate) tool: Vec<String>,
    /// Refuse properties that a schema does not name (`additionalProperties: false`)
    #[arg(long)]
    pub(crate) closed: bool,
    /// Which revision of MCP's lists, with --to mcp
    #[arg(long, value_enum, value_name = "REVISION", default_value_t = Revision::V2025_11_25)]
    pub(crate) mcp_revision: Revision,
    /// Let a loss count as a finding
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print the document, losses, changed names, skipped tools and diagnostics as JSON (see --json-schema)
    #[arg(long)]
    pub(crate) json: bool,
    #[cfg(feature = "browser")]
    #[command(flatten)]
    pub(crate) webmcp: WebMcpArgs,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Import {
    /// The file, its URL, or - for stdin
    #[arg(value_name = "FILE")]
    pub(crate) file: SourceArg,
    /// Format of the document
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Origin::Auto)]
    pub(crate) from: Origin,
    /// The site's name, the first line of the webagents.md
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// The text about the site below its name
    #[arg(long)]
    pub(crate) description: Option<String>,
    /// Only this tool; `*` matches any characters (may be given more than once)
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,
    /// Only operations of an OpenAPI document with this tag (may be given more than once)
    #[arg(long, value_name = "TAG")]
    pub(crate) tag: Vec<String>,
    /// Take components, hooks and undocumented exports of source code as well
    #[arg(long)]
    pub(crate) all: bool,
    /// Let a loss count as a finding
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print `{"version", "markdown", "manifest", "losses", "warnings", "skipped"}` as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) network: Network,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ContextArgs {
    #[command(flatten)]
    pub(crate) input: CodeInput,
    /// Form of the declarations
    #[arg(long, value_enum, default_value_t = RenderingStyle::Inline, conflicts_with = "budget")]
    pub(crate) rendering: RenderingStyle,
    /// Choose the richest rendering within this many estimated tokens; exit code 1 if none fits
    #[arg(long, value_name = "TOKENS")]
    pub(crate) budget: Option<usize>,
    /// If the budget is too small, declare the tools nearest to this text and name the others
    #[arg(long, value_name = "TEXT", requires = "budget")]
    pub(crate) query: Option<String>,
    /// Add the raw Markdown
    #[arg(long)]
    pub(crate) full: bool,
    #[command(flatten)]
    pub(crate) realm: RealmArgs,
    /// Print the context, an estimate of its tokens and the diagnostics as JSON (see --json-schema)
    #[arg(long)]
    pub(crate) json: bool,
    #[cfg(feature = "browser")]
    #[command(flatten)]
    pub(crate) webmcp: WebMcpArgs,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Discover {
    /// The page
    pub(crate) url: SourceArg,
    #[command(flatten)]
    pub(crate) network: Network,
    /// Print the findings as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `webagents check-code`.
#[derive(Debug, ClapArgs)]
pub(crate) struct CheckCode {
    /// The page or webagents.md whose tools the code calls: a URL, a file, or -; not needed with --tools
    #[cfg_attr(feature = "browser", arg(required_unless_present = "tools"))]
    #[cfg_attr(not(feature = "browser"), arg(required = true))]
    pub(crate) source: Option<SourceArg>,
    /// The code, or - for stdin
    #[cfg_attr(feature = "browser", arg(required_unless_present_any = ["file", "tools"], conflicts_with = "file"))]
    #[cfg_attr(not(feature = "browser"), arg(required_unless_present = "file", conflicts_with = "file"))]
    pub(crate) code: Option<String>,
    /// Read the code from a file
    #[arg(long, short)]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) realm: RealmArgs,
    /// Count warnings for the exit code as well
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print `{"version", "ok", "language", "code", "findings", "calls"}` as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) network: Network,
}

/// `webagents lock`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Lock {
    /// The page whose tools are pinned
    pub(crate) url: SourceArg,
    /// The file to write
    #[arg(id = "lock", long, value_name = "FILE", default_value = "webagents.lock")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) network: Network,
    #[cfg(feature = "browser")]
    #[command(flatten)]
    pub(crate) webmcp: WebMcpArgs,
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_command_is_in_one_group() {
        let command = super::command();
        let named = super::GROUPS.iter().flat_map(|(_, names)| *names).copied();
        // Without the feature `browser` some are missing.
        let mut named: Vec<&str> = named.filter(|name| command.find_subcommand(name).is_some()).collect();
        named.sort_unstable();
        let visible = command.get_subcommands().filter(|command| !command.is_hide_set());
        let mut visible: Vec<&str> = visible.map(clap::Command::get_name).collect();
        visible.sort_unstable();
        assert_eq!(named, visible);
    }

    #[test]
    fn only_internal_commands_are_not_visible() {
        let (mut whole, mut visible) = (super::command(), super::visible());
        whole.build();
        visible.build();
        let options = |command: &clap::Command| {
            let options = command.get_arguments().map(|option| option.get_id().to_string());
            options.collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(options(&whole), options(&visible));
        for command in whole.get_subcommands() {
            assert_eq!(visible.find_subcommand(command.get_name()).is_none(), command.is_hide_set());
        }
    }

    #[test]
    fn the_arguments_do_not_contradict_each_other() {
        super::command().debug_assert();
    }
}
