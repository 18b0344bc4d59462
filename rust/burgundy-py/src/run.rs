//! Long work: on threads of its own, without the interpreter, stopped by Ctrl-C.

use std::iter;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals are looked at.
const PATIENCE: Duration = Duration::from_millis(50);

/// Does `units` pieces of work, each once and in any order, on `threads` threads, of which the calling one is one.
///
/// The interpreter is released meanwhile; Ctrl-C raises after the pieces that have begun.
pub fn run(py: Python<'_>, threads: usize, units: usize, work: impl Fn(usize) + Sync) -> PyResult<()> {
    let stop = AtomicBool::new(false);
    let next = AtomicUsize::new(0);
    let take = || {
        let unit = next.fetch_add(1, Ordering::Relaxed);
        (unit < units && !stop.load(Ordering::Relaxed)).then_some(unit)
    };
    let here = || {
        let mut looked = None;
        for (nth, unit) in iter::from_fn(take).enumerate() {
            // Before the second: a single piece may be a game, which takes less time than asking for it twice.
            if nth > 0 {
                look(&mut looked, &stop)?;
            }
            work(unit);
        }
        Ok(())
    };
    py.detach(|| {
        if threads.min(units) <= 1 {
            return here();
        }
        thread::scope(|scope| {
            for _ in 1..threads.min(units) {
                let (take, work) = (&take, &work);
                let there = move || iter::from_fn(take).for_each(work);
                if thread::Builder::new().spawn_scoped(scope, there).is_err() {
                    break; // fewer threads do the same work
                }
            }
            here()
        })
    })
}

/// Does each piece of work once, on `threads` threads: each begins with the piece of its number, the calling one with the
/// first, and goes on with whatever is left. The calling one also does what is due to a thread that cannot be started.
///
/// The interpreter is released meanwhile. Ctrl-C has to wait for the pieces, or if `may_stop` for those that have begun.
pub fn share<T: Send>(
    py: Python<'_>,
    threads: usize,
    pieces: Vec<T>,
    may_stop: bool,
    work: impl Fn(T) + Sync,
) -> PyResult<()> {
    let pieces: Vec<_> = pieces.into_iter().map(|piece| Mutex::new(Some(piece))).collect();
    let threads = threads.min(pieces.len());
    let stop = AtomicBool::new(false);
    let next = AtomicUsize::new(threads);
    let take = |i: usize| {
        let piece = pieces[i].lock().expect("each piece is locked once").take();
        work(piece.expect("each piece is taken once"));
    };
    let take_next = || {
        let i = next.fetch_add(1, Ordering::Relaxed);
        (i < pieces.len() && !stop.load(Ordering::Relaxed)).then_some(i)
    };
    py.detach(|| {
        thread::scope(|scope| {
            let (take, take_next) = (&take, &take_next);
            let mut own = vec![0];
            for i in 1..threads {
                let from_here = move || iter::once(i).chain(iter::from_fn(take_next)).for_each(take);
                if thread::Builder::new().spawn_scoped(scope, from_here).is_err() {
                    own.push(i);
                }
            }
            let mut looked = may_stop.then(Instant::now);
            for i in own.into_iter().chain(iter::from_fn(take_next)) {
                take(i);
                if may_stop {
                    look(&mut looked, &stop)?;
                }
            }
            Ok(())
        })
    })
}

fn no_thread() -> PyErr {
    PyRuntimeError::new_err("the system starts no thread: too little memory, or too many threads")
}

/// Looks for signals where that is due; Ctrl-C stops the other threads as well. `looked` is when it was done last, or begins now.
fn look(looked: &mut Option<Instant>, stop: &AtomicBool) -> PyResult<()> {
    if looked.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
        check_signals().inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
        *looked = Some(Instant::now());
    }
    Ok(())
}

fn check_signals() -> PyResult<()> {
    // A closure, since the method is not general enough over lifetimes.
    #[expect(clippy::redundant_closure_for_method_calls)]
    Python::attach(|py| py.check_signals())
}

/// Runs one long piece of work on the calling thread, so that its time is that thread's; it asks now and then whether to
/// stop, and Ctrl-C says so.
pub fn run_here<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send,
) -> PyResult<T> {
    let looked = Mutex::new((Instant::now(), None));
    py.detach(|| {
        let stop = || {
            let (when, raised) = &mut *looked.lock().expect("what is locked does not panic");
            if raised.is_none() && when.elapsed() > PATIENCE {
                *raised = check_signals().err();
                *when = Instant::now();
            }
            raised.is_some()
        };
        let result = work(&stop);
        let (_, raised) = &mut *looked.lock().expect("what is locked does not panic");
        raised.take().map_or(Ok(result), Err)
    })
}

/// Runs one long piece of work on a thread of its own, or on several that it starts; it looks at a flag now and then,
/// which Ctrl-C raises.
pub fn run_one<T: Send>(py: Python<'_>, work: impl Fn(&AtomicBool) -> T + Sync) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, done) = channel::<()>();
            let (work, stop) = (&work, &stop);
            let worker = thread::Builder::new().spawn_scoped(scope, move || {
                let result = work(stop);
                // The calling thread waits for the sender to be gone.
                drop(sender);
                result
            });
            let worker = worker.map_err(|_| no_thread())?;
            while done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                if let Err(error) = check_signals() {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            Ok(worker.join().expect("the engine does not panic"))
        })
    })
}
