//! The engine and its loop.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use rquickjs::context::{Context, intrinsic};
use rquickjs::function::{Args, Func};
use rquickjs::promise::PromiseState;
use rquickjs::{
    CatchResultExt as _, CaughtError, Ctx, Exception, Function, Object, Persistent, Runtime, Value,
};

use super::compile::{compile, evaluate};
use super::objects;
use super::pipe::{FAILED, Pipe, fail, send};
use super::restrict;
use crate::frame::{Frame, FrameKind, OUT_OF_MEMORY};
use crate::limits::Limits;

/// The parts of the language. `Eval` is the compiler itself.
type Language = (
    intrinsic::Date,
    intrinsic::Eval,
    intrinsic::RegExpCompiler,
    intrinsic::RegExp,
    intrinsic::Json,
    intrinsic::Proxy,
    intrinsic::MapSet,
    intrinsic::TypedArrays,
    intrinsic::Promise,
    intrinsic::Performance,
    intrinsic::DOMException,
);

/// Rejections of promises, which the engine reports when they happen and when something handles them.
#[derive(Clone, Default)]
struct Rejections {
    /// The function of the realm that collects them.
    collect: Rc<RefCell<Option<Persistent<Function<'static>>>>>,
    /// `true` if some were collected since the last look.
    are_new: Rc<Cell<bool>>,
}

impl Rejections {
    /// Registers the collection with an engine that runs nothing yet.
    fn follow(&self, runtime: &Runtime) {
        let Self { collect, are_new } = self.clone();
        runtime.set_host_promise_rejection_tracker(Some(Box::new(
            move |ctx, promise, reason, is_handled| {
                let Some(collect) = collect.borrow().clone() else { return };
                are_new.set(true);
                let collected = collect
                    .restore(&ctx)
                    .and_then(|collect| collect.call::<_, ()>((promise, reason, is_handled)));
                if collected.is_err() {
                    // Without memory the rejection is not reported.
                    ctx.catch();
                }
            },
        )));
    }
}

/// Serves one run in this process, and returns the exit code.
///
/// The standard objects are made before the parent knows of this process, so that a run does not wait for them.
pub(super) fn serve(limits: &Limits) -> i32 {
    let mut pipe = Pipe::new(limits.message);
    let rejections = Rejections::default();
    let Ok(context) = Runtime::new().and_then(|runtime| {
        runtime.set_max_stack_size(restrict::stack(limits));
        runtime.set_memory_limit(limits.memory);
        rejections.follow(&runtime);
        Context::custom::<Language>(&runtime)
    }) else {
        return fail("the engine did not start");
    };
    context.with(|ctx| {
        let realm = match objects::install(&ctx, limits).catch(&ctx) {
            Ok(realm) => realm,
            Err(error) => return fail(&describe(&error)),
        };
        match restrict::filter(limits) {
            Ok(restriction) => send(FrameKind::Ready, restriction),
            Err(error) => {
                send(FrameKind::Refused, &error);
                return FAILED;
            }
        }
        let served = realm.get::<_, Function<'_>>("rejected").and_then(|collect| {
            *rejections.collect.borrow_mut() = Some(Persistent::save(&ctx, collect));
            let main = load(&ctx, &mut pipe, &realm)?;
            turn(&ctx, &mut pipe, &realm, &main, &rejections.are_new)
        });
        match served.catch(&ctx) {
            Ok(()) => send(FrameKind::Done, ""),
            Err(error) if is_memory(&error, limits) => std::process::exit(OUT_OF_MEMORY),
            Err(error) => send(FrameKind::Failed, &describe(&error)),
        }
        // The engine's memory is not given back piece by piece.
        std::process::exit(0)
    })
}

/// Evaluates the prelude as it arrives, and calls its main function when the code is there.
fn load<'js>(ctx: &Ctx<'js>, pipe: &mut Pipe, realm: &Object<'js>) -> rquickjs::Result<Value<'js>> {
    let host: Object<'js> = realm.get("host")?;
    let mut values: Vec<Value<'js>> = Vec::new();
    loop {
        let Some(Frame { kind, text }) = pipe.receive(None) else { continue };
        let (name, text) = text.split_once('\n').unwrap_or(("", &text));
        match kind {
            FrameKind::Script => {
                let script: Function<'js> = evaluate(ctx, text, name)?;
                let mut arguments = Args::new(ctx.clone(), values.len() + 1);
                arguments.push_arg(host.clone())?;
                arguments.push_args(values.iter().cloned())?;
                values.push(script.call_arg(arguments)?);
            }
            FrameKind::Code => {
                let (name, text) = (name.to_owned(), text.to_owned());
                let compile = move |ctx: Ctx<'js>| compile(&ctx, &name, &text);
                host.set("compile", Func::from(compile))?;
                let main = values.pop().and_then(Value::into_function);
                let Some(main) = main else {
                    return Err(Exception::throw_type(
                        ctx,
                        "the last script of the prelude returned no function",
                    ));
                };
                return main.call(());
            }
            _ => std::process::exit(FAILED),
        }
    }
}

/// Runs jobs, timers and messages until the main function has settled.
fn turn<'js>(
    ctx: &Ctx<'js>,
    pipe: &mut Pipe,
    realm: &Object<'js>,
    main: &Value<'js>,
    are_rejected: &Cell<bool>,
) -> rquickjs::Result<()> {
    let (due, fire): (Function<'js>, Function<'js>) = (realm.get("due")?, realm.get("fire")?);
    let deliver: Function<'js> = realm.get("deliver")?;
    let report: Function<'js> = realm.get::<_, Object<'js>>("host")?.get("reportRejections")?;
    let main = main.as_promise();
    loop {
        while ctx.execute_pending_job() {}
        if are_rejected.take() {
            report.call::<_, ()>(())?;
        }
        match main.map(|main| (main, main.state())) {
            Some((_, PromiseState::Pending)) => {}
            Some((main, PromiseState::Rejected)) => return main.finish(),
            Some((_, PromiseState::Resolved)) | None => return Ok(()),
        }
        // Milliseconds until the next timer; negative if there is none.
        let left: f64 = due.call(())?;
        let wait = (left >= 0.0).then(|| Duration::try_from_secs_f64(left / 1000.0).unwrap_or(Duration::MAX));
        match pipe.receive(wait) {
            Some(Frame { kind: FrameKind::Message, text }) => deliver.call::<_, ()>((text,))?,
            Some(_) => std::process::exit(FAILED),
            None => {}
        }
        fire.call::<_, ()>(())?;
    }
}

/// Returns whether an error of the prelude is due to the limit of memory.
fn is_memory(error: &CaughtError<'_>, limits: &Limits) -> bool {
    match error {
        CaughtError::Exception(exception) => exception.message().as_deref() == Some("out of memory"),
        CaughtError::Value(value) => value.is_null() && objects::is_full(limits.memory),
        CaughtError::Error(_) => false,
    }
}

/// Describes an error of the prelude.
fn describe(error: &CaughtError<'_>) -> String {
    match error {
        CaughtError::Exception(exception) => {
            let message = exception.message().unwrap_or_default();
            let stack = exception.stack().unwrap_or_default();
            format!("{message}\n{}", stack.trim_end())
        }
        other => other.to_string(),
    }
}
