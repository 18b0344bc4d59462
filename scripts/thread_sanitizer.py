"""Runs the engine and the binding under ThreadSanitizer: the Rust tests of threads, then Python threads on shared states.

python scripts/thread_sanitizer.py

For Linux on x86-64, with a nightly toolchain that has the component `rust-src`, and gcc with its libtsan. Everything in the
binding is instrumented, the standard library included; the interpreter is not. Exits with 1 if something is reported.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
TARGET = "x86_64-unknown-linux-gnu"

# What the compiler calls for copies; gcc's library has them under their usual names only.
COPIES = """
#include <string.h>
void *__tsan_memcpy(void *to, const void *from, size_t n) { return memcpy(to, from, n); }
void *__tsan_memmove(void *to, const void *from, size_t n) { return memmove(to, from, n); }
void *__tsan_memset(void *to, int byte, size_t n) { return memset(to, byte, n); }
"""
# A thread's own storage is freed by the C library when another thread gets its stack, under a lock that is not seen.
SUPPRESSED = "race:_dl_deallocate_tls\n"

WORK = """
import threading
import numpy  # before the first thread
from burgundy import Batch, State

shared = State.new(2, boards="random").resolve_chance(1)
alone = shared.playouts(64, 1).tolist()
for threads in (2, 4, 8):
    assert shared.playouts(64, 1, threads=threads).tolist() == alone
    shared.evaluate_actions(3, 1, threads=threads)
    batch = Batch(256 * threads, seed=1, threads=threads, auto_reset=True)
    arrays = batch.new_arrays()
    for _ in range(4):
        batch.step_random(arrays)
    batch = Batch(1024 * threads + 1, seed=1, threads=threads)
    batch.step_random(batch.new_arrays("terminated", "final_scores"), steps=16)

def work():
    state = shared
    while not state.is_terminal():
        legal = state.legal_actions()
        told = state.key(), hash(state), state.to_bytes(), state.snapshot(), state.explain(legal[0])
        state.rules, state.observation(), state.legal_actions_mask(), repr(state)
        state = state.child(state.sample_action(3)).resolve_chance(9)
    shared.playouts(4, 2, threads=2)

several = [threading.Thread(target=work) for _ in range(8)]
for thread in several:
    thread.start()
for thread in several:
    thread.join()
print("8 threads on one state, and 2, 4 and 8 threads in a call")
"""


def main() -> int:
    """Builds, runs and tells."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None).parse_args()
    if sys.platform != "linux" or platform.machine() != "x86_64":
        print("for Linux on x86-64 alone")
        return 1
    flags = "-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer"
    environment = {**os.environ, "RUSTFLAGS": flags, "PYO3_PYTHON": sys.executable}
    environment.setdefault("CARGO_TARGET_DIR", str(TOP / "target" / "sanitizer"))
    cargo = ["cargo", "+nightly"]
    options = ["-Zbuild-std", "--target", TARGET]
    tests = [*cargo, "test", *options, "-p", "burgundy", "--test", "threads"]
    subprocess.run(tests, cwd=TOP, env=environment, check=True)
    # Optimised a little, with all checks: the tests of the binding are whole games.
    build = [*cargo, "build", *options, "-p", "burgundy-py", "--config", "profile.dev.opt-level=1"]
    subprocess.run(build, cwd=TOP, env=environment, check=True)
    built = Path(environment["CARGO_TARGET_DIR"]) / TARGET / "debug" / "lib_core.so"
    with tempfile.TemporaryDirectory() as folder:
        return run(built, Path(folder))


def run(built: Path, folder: Path) -> int:
    """Python's threads on a copy of the package with the instrumented binding."""
    package = folder / "burgundy"
    shutil.copytree(TOP / "python" / "burgundy", package, ignore=shutil.ignore_patterns("*.so"))
    shutil.copy(built, package / "_core.abi3.so")
    (folder / "copies.c").write_text(COPIES, encoding="utf-8")
    (folder / "suppressed").write_text(SUPPRESSED, encoding="utf-8")
    copies = folder / "copies.so"
    compiler = ["gcc", "-O1", "-fno-builtin", "-shared", "-fPIC", "-o", str(copies)]
    subprocess.run([*compiler, str(folder / "copies.c")], check=True)
    told = subprocess.run(
        ["gcc", "-print-file-name=libtsan.so"], capture_output=True, text=True, check=True
    )
    environment = {
        **os.environ,
        "LD_PRELOAD": f"{told.stdout.strip()} {copies}",
        "TSAN_OPTIONS": f"suppressions={folder / 'suppressed'} exitcode=66",
        "PYTHONPATH": str(folder),
    }
    # The runtime wants its addresses where they are without randomisation.
    command = ["setarch", "-R", sys.executable, "-c", WORK]
    code = subprocess.run(command, check=False, cwd=folder, env=environment).returncode
    print("nothing reported" if code == 0 else f"exit code {code}, see the reports above")
    return int(code != 0)


if __name__ == "__main__":
    sys.exit(main())
