//! The configuration of `check`: from a program, or from a file `webagents.toml`.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde_json::{Value, json};
use webagents_manifest::Severity;

use super::rule::Rule;

/// Options for [`check`](super::check): severities of rules, limits, and the files to check.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckOptions {
    levels: BTreeMap<&'static str, Option<Severity>>,
    /// Number of tools in one document above which their number is a problem. Default: 40.
    pub tool_count: usize,
    /// Estimated tokens of a document's tools and prose above which its length is a problem.
    ///
    /// Default: 10,000.
    pub token_budget: usize,
    /// `true` if a comment in the checked document can switch rules off. Default: `true`.
    ///
    /// Set it to `false` for a document that is not trusted.
    pub inline_comments: bool,
    /// Glob patterns of the files to check in a folder; if empty, `webagents.md` and `*.webagents.md`.
    pub include: Vec<String>,
    /// Glob patterns of files and folders not to check, even if `include` matches them. Default: none.
    pub exclude: Vec<String>,
}

impl Default for CheckOptions {
    fn default() -> Self {
        Self {
            levels: BTreeMap::new(),
            tool_count: 40,
            token_budget: 10_000,
            inline_comments: true,
            include: Vec::new(),
            exclude: Vec::new(),
        }
    }
}

impl CheckOptions {
    /// Sets the severity with which problems of `rule` are reported; `None` switches the rule off.
    #[must_use]
    pub fn with_level(mut self, rule: &'static Rule, level: Option<Severity>) -> Self {
        self.levels.insert(rule.id, level);
        self
    }

    /// Sets the number of tools in one document above which their number is a problem.
    #[must_use]
    pub fn with_tool_count(mut self, count: usize) -> Self {
        self.tool_count = count;
        self
    }

    /// Sets the estimated tokens of a document's tools and prose above which its length is a problem.
    #[must_use]
    pub fn with_token_budget(mut self, tokens: usize) -> Self {
        self.token_budget = tokens;
        self
    }

    /// Sets whether comments in a checked document may switch rules off.
    #[must_use]
    pub fn with_inline_comments(mut self, yes: bool) -> Self {
        self.inline_comments = yes;
        self
    }

    /// The severity of a finding of `rule`, which is `usual` where nothing is set.
    pub(super) fn level_of(&self, rule: &Rule, usual: Severity) -> Option<Severity> {
        self.levels.get(rule.id).copied().unwrap_or(Some(usual))
    }

    /// Parses options for checks from the text of a configuration file, `webagents.toml`.
    ///
    /// ```
    /// use webagents_site::check::CheckOptions;
    /// let options = CheckOptions::from_toml("[rules]\nWA103 = \"off\"\n\"param.no-description\" = \"error\"\n")?;
    /// assert!(CheckOptions::from_toml("[rules]\nWA999 = \"off\"\n").is_err());
    /// # Ok::<(), webagents_site::check::OptionsError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the text is not TOML, names a rule, a level or a key that does not exist, or a rule twice.
    pub fn from_toml(text: &str) -> Result<Self, OptionsError> {
        let file: File = toml::from_str(text).map_err(|error| OptionsError {
            summary: error.message().to_owned(),
            message: error.to_string(),
        })?;
        let mut options = Self::default();
        for (name, level) in file.rules {
            let Some(rule) = Rule::find(&name) else {
                let message = format!(
                    "expected the id or name of a rule, found {name:?}; `webagents check --rules` lists them"
                );
                return Err(OptionsError::from(message));
            };
            if options.levels.insert(rule.id, level.into()).is_some() {
                let message = format!("expected one level for {} ({}), found two", rule.id, rule.name);
                return Err(OptionsError::from(message));
            }
        }
        options.tool_count = file.tool_count.unwrap_or(options.tool_count);
        options.token_budget = file.token_budget.unwrap_or(options.token_budget);
        options.include = file.include;
        options.exclude = file.exclude;
        Ok(options)
    }
}

/// Error of parsing a configuration file, `webagents.toml`, such as an unknown rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionsError {
    message: String,
    /// The message without lines of the file.
    summary: String,
}

impl OptionsError {
    /// Returns the message without the lines of the file, which the whole message quotes.
    pub fn summary(&self) -> &str {
        &self.summary
    }
}

impl From<String> for OptionsError {
    fn from(message: String) -> Self {
        Self { summary: message.clone(), message }
    }
}

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message.trim_end())
    }
}

impl std::error::Error for OptionsError {}

/// The file as it is written.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    #[serde(default)]
    rules: BTreeMap<String, Level>,
    tool_count: Option<usize>,
    token_budget: Option<usize>,
    #[serde(default)]
    include: Vec<String>,
    #[serde(default)]
    exclude: Vec<String>,
    /// The schema, for editors.
    #[serde(default, rename = "$schema")]
    _schema: Option<String>,
}

/// A level of a rule.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Level {
    Off,
    Hint,
    Warning,
    Error,
}

impl From<Level> for Option<Severity> {
    fn from(level: Level) -> Self {
        match level {
            Level::Off => None,
            Level::Hint => Some(Severity::Hint),
            Level::Warning => Some(Severity::Warning),
            Level::Error => Some(Severity::Error),
        }
    }
}

/// Returns the JSON Schema of the configuration file `webagents.toml`, for use by editors.
pub fn config_schema() -> Value {
    let rules: serde_json::Map<String, Value> = Rule::all()
        .flat_map(|rule| {
            let entry = json!({ "$ref": "#/$defs/level", "description": format!("{} Default: {}.", rule.summary, rule.severity) });
            [(rule.id.to_owned(), entry.clone()), (rule.name.to_owned(), entry)]
        })
        .collect();
    let count = |text: &str, default: usize| json!({ "type": "integer", "minimum": 0, "default": default, "description": text });
    let paths = |text: &str| json!({ "type": "array", "items": { "type": "string" }, "description": text });
    let usual = CheckOptions::default();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "webagents.toml",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "$schema": { "type": "string" },
            "rules": {
                "type": "object",
                "description": "Levels of rules by id or name.",
                "additionalProperties": false,
                "properties": rules,
            },
            "tool-count": count("Tools above which WA104 is reported.", usual.tool_count),
            "token-budget": count("Tokens above which WA105 is reported.", usual.token_budget),
            "include": paths("Patterns of files that are checked in a folder, relative to this file; webagents.md files by default."),
            "exclude": paths("Patterns of files that are left out, relative to this file."),
        },
        "$defs": { "level": { "enum": ["off", "hint", "warning", "error"] } },
    })
}
