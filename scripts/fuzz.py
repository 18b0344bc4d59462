"""Attacks the engine with libFuzzer, each target for its share of the time, and tells what came of it.

python scripts/fuzz.py [--minutes 30] [TARGET ...]

Needs a nightly toolchain and `cargo install cargo-fuzz`. What is found lies in fuzz/artifacts; the inputs that were bred
stay in fuzz/corpus, so that the next run goes on from there. Ctrl-C ends it and tells what there is.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tqdm import tqdm

TOP = Path(__file__).resolve().parent.parent
TARGETS = sorted(path.stem for path in (TOP / "fuzz" / "fuzz_targets").glob("*.rs"))
LONGEST = 1024  # bytes of an input; a game of four players is some 500 choices


def main() -> int:
    """Runs the targets; 1 if one of them found something."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)}")
    parser.add_argument(
        "--minutes", type=float, default=30, help="for all targets together (default: 30)"
    )
    chosen = parser.parse_args()
    targets = chosen.targets or TARGETS
    unknown = set(targets) - set(TARGETS)
    if unknown:
        parser.error(
            f"no such target: {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}"
        )
    if not 0 < chosen.minutes < 10_000:
        parser.error(f"--minutes: {chosen.minutes}, expected more than 0")
    seconds = max(1, round(chosen.minutes * 60 / len(targets)))
    subprocess.run(cargo("build"), cwd=TOP, check=True)
    code = 0
    print(
        f"{'target':<12}{'executions':>12}{'seconds':>9}{'branches':>10}{'inputs kept':>13}  result"
    )
    for target in targets:
        found = attack(target, seconds)
        print(
            f"{target:<12}{found['runs']:>12,}{found['seconds']:>9,}{found['cov']:>10,}"
            f"{found['corpus']:>13,}  {'nothing found' if not found['code'] else 'FOUND, see fuzz/artifacts'}",
            flush=True,
        )
        code = code or int(bool(found["code"]))
    return code


def cargo(command: str, *more: str) -> list[str]:
    """A command of cargo-fuzz; the engine has no unsafe code, so that a sanitizer would only cost time."""
    return ["cargo", "+nightly", "fuzz", command, "--sanitizer", "none", *more]


def attack(target: str, seconds: int) -> dict[str, int]:
    """One target for so long: executions, seconds, branches covered, inputs kept and the exit code."""
    options = [
        f"-max_total_time={seconds}",
        f"-max_len={LONGEST}",
        "-timeout=10",
        "-rss_limit_mb=2048",
    ]
    process = subprocess.Popen(
        cargo("run", target, "--", *options), cwd=TOP, stderr=subprocess.PIPE, text=True
    )
    found = dict.fromkeys(("runs", "seconds", "cov", "corpus"), 0)
    try:
        with tqdm(desc=target, unit=" runs", disable=None, leave=False) as bar:
            for key, value in told(process):
                found[key] = value
                if key == "runs":
                    bar.update(value - bar.n)
    except KeyboardInterrupt:
        process.terminate()
    found["code"] = process.wait()
    return found


def told(process: "subprocess.Popen[str]") -> Iterator[tuple[str, int]]:
    """What libFuzzer says, number by number; lines on what it found go to stderr."""
    assert process.stderr is not None
    for line in process.stderr:
        if (status := re.match(r"#(\d+)\s+\w+\s+cov: (\d+).* corp: (\d+)/", line)) is not None:
            yield from zip(("runs", "cov", "corpus"), map(int, status.groups()), strict=True)
        elif (end := re.match(r"Done (\d+) runs in (\d+) second", line)) is not None:
            yield from zip(("runs", "seconds"), map(int, end.groups()), strict=True)
        elif "ERROR" in line or "panicked" in line or "artifact" in line:
            print(line.rstrip(), file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
