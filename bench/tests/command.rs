//! What the command does where its output or its environment is no good.

use std::io;
use std::process::{Command, Output};

fn bench(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_burgundy-bench"));
    command.args(arguments).env_remove("BURGUNDY_PROCESSOR");
    command
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn it_ends_quietly_when_nobody_reads() {
    for arguments in [&["playout", "2", "1"][..], &["path", "2", "1", "1", "--json"]] {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let output = bench(arguments).stdout(writer).output().expect("the command runs");
        assert_eq!((output.status.code(), words(&output).as_str()), (Some(141), ""), "{arguments:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn it_says_that_its_output_cannot_be_written() {
    let full = std::fs::File::create("/dev/full").expect("a full device");
    let output = bench(&["playout", "2", "1"]).stdout(full).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(74));
    let words = words(&output);
    assert!(words.starts_with("burgundy-bench: output: ") && words.lines().count() == 1, "{words}");
}

#[test]
fn a_kind_of_processor_that_is_none_is_refused() {
    for kind in ["", "popcnt", "BMI2"] {
        let mut command = bench(&["playout", "2", "1"]);
        let output = command.env("BURGUNDY_PROCESSOR", kind).output().expect("the command runs");
        assert_eq!(output.status.code(), Some(1));
        let expected = format!("burgundy-bench: BURGUNDY_PROCESSOR: {kind:?}, expected one of baseline");
        assert!(words(&output).starts_with(&expected), "{}", words(&output));
        assert!(output.stdout.is_empty());
    }
}
