//! Adapter side of the protocol: a loop that calls an [`Implementation`] and writes its answers.

use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::Serialize;

use crate::case::{Args, Operation};
use crate::error::{Error, ErrorKind};
use crate::implementation::{CheckAnswer, Implementation};
use crate::input::CaseInput;
use crate::protocol::{Greeting, Question, Reply};

/// Serves an adapter: reads questions from `reader`, writes the answers of `implementation`.
///
/// It ends at the question `stop` or at the end of `reader`.
///
/// Every answer is flushed. A panic of the implementation becomes the answer `error`, so that one bad check does not
/// hide the others.
///
/// # Errors
/// [`ErrorKind::Protocol`] when a line is not a question, and [`ErrorKind::Stream`] when a stream breaks.
pub fn serve(
    reader: impl BufRead,
    mut writer: impl Write,
    implementation: &mut dyn Implementation,
) -> Result<(), Error> {
    for line in reader.lines() {
        let line = line.map_err(|e| Error::new(ErrorKind::Stream, "cannot read a question").because(e))?;
        let question = serde_json::from_str(&line).map_err(|e| {
            Error::new(ErrorKind::Protocol, format!("expected a question, found {line:?}")).because(e)
        })?;
        match question {
            Question::Start { .. } => write(&mut writer, &Greeting::new(implementation.describe()))?,
            Question::Run { seq, op, input, args } => {
                let answer = answer(implementation, &op, input, &args);
                write(&mut writer, &Reply::new(seq, answer))?;
            }
            Question::Stop => break,
        }
    }
    Ok(())
}

fn answer(implementation: &mut dyn Implementation, op: &str, input: CaseInput, args: &Args) -> CheckAnswer {
    let Some(operation) = Operation::from_text(op) else {
        return CheckAnswer::Error(format!("expected an operation of the suite, found {op:?}"));
    };
    match input.into_bytes() {
        Some(bytes) => {
            answer_or_panic(implementation, operation, &bytes, args).unwrap_or_else(CheckAnswer::Error)
        }
        None => CheckAnswer::Error("expected an input in base64".to_owned()),
    }
}

/// Returns the answer, or the message of a panic.
pub(crate) fn answer_or_panic(
    implementation: &mut dyn Implementation,
    operation: Operation,
    input: &[u8],
    args: &Args,
) -> Result<CheckAnswer, String> {
    // The implementation is used again after a panic, possibly in an inconsistent state: the outcome is a failure
    // either way.
    catch_unwind(AssertUnwindSafe(|| implementation.answer(operation, input, args))).map_err(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        format!("it panicked: {}", text.unwrap_or("(no message)"))
    })
}

fn write(writer: &mut impl Write, message: &impl Serialize) -> Result<(), Error> {
    let broken = |e| Error::new(ErrorKind::Stream, "cannot write an answer").because(e);
    let mut line = serde_json::to_string(message)
        .map_err(|e| Error::new(ErrorKind::Protocol, "cannot serialize an answer").because(e))?;
    line.push('\n');
    writer.write_all(line.as_bytes()).map_err(broken)?;
    writer.flush().map_err(broken)
}
