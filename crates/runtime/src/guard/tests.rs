//! Tests of the parent module.

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, Waker};

use super::budget::Budget;
use super::policy::Policy;
use super::*;

const ORIGIN: &str = "https://shop.example";

fn ask() -> Ask {
    Ask { tool: "buy".to_owned(), args: Arc::default(), replaced: false, redefined: false }
}

/// Polls once.
fn poll<T>(future: std::pin::Pin<&mut impl Future<Output = T>>) -> Poll<T> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

fn code(answer: Poll<Result<Decision, Refusal>>) -> Option<ErrorCode> {
    match answer {
        Poll::Ready(decided) => decided.err().map(|refusal| refusal.code),
        Poll::Pending => panic!("it waits"),
    }
}

/// A user who answers by the value of `word`: 1 means yes, 2 means no.
fn guards(word: &Arc<AtomicU32>) -> Guards {
    let word = Arc::clone(word);
    let policy = Policy::default().with_rule("buy", Verdict::Confirm);
    let options = GuardOptions::from(policy).with_confirm(move |_| {
        let word = Arc::clone(&word);
        std::future::poll_fn(move |_| match word.load(Ordering::SeqCst) {
            0 => Poll::Pending,
            1 => Poll::Ready(Reply::AllowOnce),
            _ => Poll::Ready(Reply::Deny { reason: String::new() }),
        })
    });
    Guards::new(options.with_budget(Budget { rates: vec![Rate::new("*", 1)], ..Budget::default() }))
}

#[test]
fn calls_that_come_while_the_owner_is_asked_are_within_the_rate() {
    let toolbox = Toolbox::new(webagents_manifest::parse("# S\n\n## buy\nBuys.\n\n### Params\n").manifest);
    let word = Arc::new(AtomicU32::new(0));
    let one = guards(&word);
    // As each line of many has them.
    let other = one.for_another_session();
    let (ask, more) = (ask(), ask());
    {
        let mut asked = pin!(one.decide_call(&toolbox, &ask, ORIGIN));
        assert!(poll(asked.as_mut()).is_pending());
        let refused = poll(pin!(other.decide_call(&toolbox, &more, ORIGIN)));
        assert_eq!(code(refused), Some(ErrorCode::ToolBudget));
        // The user denies the call, so the permit is free.
        word.store(2, Ordering::SeqCst);
        assert_eq!(code(poll(asked.as_mut())), Some(ErrorCode::ToolDenied));
    }
    // So it is when the run is cut off.
    word.store(0, Ordering::SeqCst);
    assert!(poll(pin!(one.decide_call(&toolbox, &ask, ORIGIN))).is_pending());
    word.store(1, Ordering::SeqCst);
    assert_eq!(code(poll(pin!(other.decide_call(&toolbox, &more, ORIGIN)))), None);
    assert_eq!(code(poll(pin!(one.decide_call(&toolbox, &ask, ORIGIN)))), Some(ErrorCode::ToolBudget));
}
