//! An `[[entry]]` that is a program of the directory protocol of 2010.

use std::path::PathBuf;

use super::{
    super::{fault::Code, table::Table, value::line},
    command,
};
use crate::contest_file::Protocol;

/// The keys it takes.
pub(super) const KEYS: &[&str] = &["directory", "command", "hermetic", "rhythm"];

/// Reads where the directory is, and the program to start.
pub(super) fn read(t: &mut Table<'_>) -> Option<Protocol> {
    let directory = t.optional("directory", line(1..=4096));
    let command_key = t.place_of("command");
    let command = t.optional("command", command);
    let (directory, command) = (directory?.map(PathBuf::from), command?);
    match (&directory, &command, command_key) {
        (None, None, _) => {
            let help = "write `directory = \"…\"` for a program that is started by hand, or `command = [\"…\", \
                        \"{directory}\"]` for one to start";
            t.miss(&["directory", "command"], help.to_owned());
            None
        }
        (None, Some(words), Some(at)) if !words.iter().any(|word| word.contains("{directory}")) => {
            let message = format!("`command` of {} does not say where the program finds its directory", t.path());
            let help = "put \"{directory}\" where the program expects it, or set `directory`";
            t.report().fault(Code::Malformed, at, "no {directory} in it", message, help);
            None
        }
        _ => Some(Protocol::Lpp { directory, command }),
    }
}
