//! The start of a helper process.
//!
//! The decision: one thread of the parent starts all helpers, and lives as long as the parent. On Linux the kernel kills
//! a helper when the thread that started it ends (`PR_SET_PDEATHSIG`, which the helper sets before it reads anything). A
//! worker of a runtime may end earlier than the program, so it must not be this thread. With it the helper needs no
//! watcher of its own, and a helper that an attacker controls is killed as well.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Stdio;
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};

use tokio::process::{Child, Command};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use crate::limits::Limits;
use crate::program::{ARGUMENT, Program};

/// Work for the thread: the runtime that owns the child, the command and the receiver of the child.
type Order = (Handle, Command, oneshot::Sender<io::Result<Child>>);

/// The thread, with the process it belongs to: a forked process has no threads of its parent.
static STARTER: Mutex<Option<(u32, mpsc::Sender<Order>)>> = Mutex::new(None);

/// Starts a helper process with pipes as its standard streams.
pub(super) async fn spawn(program: &Program, limits: &Limits) -> io::Result<Child> {
    let mut command = Command::new(program.path());
    command.arg(ARGUMENT).args(limits.to_arguments());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // No variable but the time zone, which the C library reads from it.
    command.env_clear().envs(std::env::var_os("TZ").map(|zone| ("TZ", zone)));
    // The signals of a terminal are for the parent, and no folder is kept in use.
    command.process_group(0).current_dir("/").kill_on_drop(true);
    let (sender, receiver) = oneshot::channel();
    let order = (Handle::current(), command, sender);
    starter()?.send(order).map_err(|_| io::Error::other("the thread that starts helpers ended"))?;
    receiver.await.map_err(io::Error::other)?
}

fn starter() -> io::Result<mpsc::Sender<Order>> {
    let mut starter = STARTER.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if let Some((owner, orders)) = &*starter
        && *owner == process
    {
        return Ok(orders.clone());
    }
    let (orders, received) = mpsc::channel::<Order>();
    let serve = move || {
        for (runtime, mut command, sender) in received {
            let _context = runtime.enter();
            // It panics if the runtime has been shut down, and the thread must not end.
            let child = catch_unwind(AssertUnwindSafe(|| command.spawn()));
            // A caller that is gone drops the child, which kills it.
            let _ = sender.send(child.unwrap_or_else(|_| Err(io::Error::other("the runtime was shut down"))));
        }
    };
    std::thread::Builder::new().name("isolate-start".to_owned()).stack_size(256 * 1024).spawn(serve)?;
    *starter = Some((process, orders.clone()));
    Ok(orders)
}
