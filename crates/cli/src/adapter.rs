//! Our own implementation as the conformance suite expects it: JSON Lines on stdin and stdout.

use serde_json::Value;
use url::Url;
use webagents_conformance::{Args, CheckAnswer, CheckDiagnostic, Description, Implementation, Operation};
use webagents_manifest::{Diagnostic, LineIndex, Manifest, Severity, parse_bytes, write};
use webagents_schema::{TypeScriptOptions, typescript_of};

use crate::exit::{Exit, Failure};

/// The crates of this workspace.
pub(crate) struct OwnRooms;

/// Answers requests until the suite ends its input.
pub(crate) fn run() -> Result<Exit, Failure> {
    webagents_conformance::serve(std::io::stdin().lock(), std::io::stdout().lock(), &mut OwnRooms)
        .map(|()| Exit::Ok)
        .map_err(|error| Failure::because(Exit::Usage, &error))
}

impl Implementation for OwnRooms {
    fn describe(&self) -> Description {
        let operations = [
            Operation::Parse,
            Operation::Serialize,
            Operation::Typescript,
            Operation::Discover,
            Operation::DiscoverResponse,
        ];
        Description::new("webagents", "rust", env!("CARGO_PKG_VERSION"), operations).with_diagnostics()
    }

    fn answer(&mut self, operation: Operation, input: &[u8], args: &Args) -> CheckAnswer {
        match operation {
            Operation::Parse => {
                let parsed = parse_bytes(input);
                match serde_json::to_value(&parsed.manifest) {
                    Ok(value) => with_findings(value, &parsed.content, &parsed.diagnostics),
                    Err(error) => CheckAnswer::Error(error.to_string()),
                }
            }
            Operation::Serialize => match serde_json::from_slice::<Manifest>(input) {
                Ok(manifest) => CheckAnswer::value(write(&manifest)),
                Err(_) => CheckAnswer::reject(),
            },
            Operation::Typescript => {
                let parsed = parse_bytes(input);
                let typescript = typescript_of(&parsed, &TypeScriptOptions::default());
                let diagnostics = crate::report::merge(&parsed, typescript.diagnostics);
                with_findings(typescript.text.into(), &parsed.content, &diagnostics)
            }
            Operation::Discover | Operation::DiscoverResponse => discover(input, args),
            _ => CheckAnswer::Skip(format!("{} is not implemented", operation.as_str())),
        }
    }
}

fn discover(input: &[u8], args: &Args) -> CheckAnswer {
    let Some(base) = args.base_url.as_deref().and_then(|text| Url::parse(text).ok()) else {
        return CheckAnswer::Error("discover needs the argument base_url, a URL".to_owned());
    };
    let html = String::from_utf8_lossy(input);
    let headers = args.link.iter().flatten().map(String::as_str);
    let scan = webagents_discover::find_in_response(&html, headers, &base);
    CheckAnswer::value(scan.first().map_or(Value::Null, |signal| signal.url.as_str().into()))
}

fn with_findings(value: Value, content: &str, diagnostics: &[Diagnostic]) -> CheckAnswer {
    let index = LineIndex::new(content);
    let findings = diagnostics.iter().map(|diagnostic| {
        let severity = match diagnostic.severity() {
            Severity::Error => webagents_conformance::CheckSeverity::Error,
            Severity::Warning => webagents_conformance::CheckSeverity::Warning,
            Severity::Hint => webagents_conformance::CheckSeverity::Hint,
        };
        let line = u64::try_from(index.line(diagnostic.span.start)).unwrap_or(u64::MAX);
        CheckDiagnostic::new(diagnostic.code.as_str(), severity, line)
    });
    CheckAnswer::Value { value, diagnostics: Some(findings.collect()) }
}
