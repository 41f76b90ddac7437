//! Tests of the parent module.

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, Waker};

use super::budget::Budget;
use super::policy::Policy;
use super::*;

fn asks(id: u32) -> Asks {
    let text = format!(
        "{{\"run\":\"r\",\"state\":\"asks\",\"token\":\"t\",\"origin\":\"https://shop.example\",\"left\":9,\
         \"asks\":[{{\"id\":{id},\"tool\":\"buy\",\"args\":[]}}]}}"
    );
    asks::asks(&text, "r").expect("a question")
}

/// Polls once.
fn poll<T>(future: std::pin::Pin<&mut impl Future<Output = T>>) -> Poll<T> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

fn name(answer: Poll<Value>) -> Value {
    match answer {
        Poll::Ready(answers) => answers[0][2].clone(),
        Poll::Pending => panic!("it waits"),
    }
}

/// A user who answers when `word` says so: 1 is yes, 2 is no.
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
    let (mut first, mut second) = (Decisions::default(), Decisions::default());
    let (ask, more) = (asks(1), asks(1));
    {
        let mut asked = pin!(one.decide(&toolbox, &ask, &mut first));
        assert!(poll(asked.as_mut()).is_pending());
        assert_eq!(name(poll(pin!(other.decide(&toolbox, &more, &mut second)))), "ToolBudget");
        // The user says no, so the permit is free.
        word.store(2, Ordering::SeqCst);
        assert_eq!(name(poll(asked.as_mut())), "ToolDenied");
    }
    {
        // So it is when the run is cut off.
        word.store(0, Ordering::SeqCst);
        let mut cut_off = Decisions::default();
        assert!(poll(pin!(one.decide(&toolbox, &ask, &mut cut_off))).is_pending());
    }
    word.store(1, Ordering::SeqCst);
    let mut third = Decisions::default();
    assert_eq!(poll(pin!(other.decide(&toolbox, &more, &mut third))), Poll::Ready(json!([[1, 1]])));
    let mut fourth = Decisions::default();
    assert_eq!(name(poll(pin!(one.decide(&toolbox, &ask, &mut fourth)))), "ToolBudget");
}
