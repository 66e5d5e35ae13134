//! An `[[entry]]` that is a program of the directory protocol of 2010.

use super::{
    super::{fault::Code, table::TableReader, value::line},
    command,
};
use crate::contest_file::{Lpp, Protocol};

/// The keys it takes.
pub(super) const KEYS: &[&str] = &["directory", "command", "hermetic", "rhythm"];

/// Reads the directory, or the program to start.
pub(super) fn read(t: &mut TableReader<'_>) -> Option<Protocol> {
    let directory = t.optional("directory", line(1..=4096));
    let command = t.optional("command", command);
    match (directory?, command?) {
        (None, None) => {
            let help = "write `directory = \"…\"` for a program that is started by hand, or `command = [\"…\", \
                        \"{directory}\"]` for one to start";
            t.miss(&["directory", "command"], help.to_owned());
            None
        }
        (Some(_), Some(_)) => {
            let places = [("directory", "started by hand"), ("command", "started by the contest")];
            let places: Vec<_> =
                places.into_iter().filter_map(|(key, label)| Some((t.place_of(key)?, label))).collect();
            let message = format!("{} names a directory and a program to start", t.path());
            let help = "keep `directory` for a program that is started by hand; one of `command` finds a directory of \
                        each interview's own where `{directory}` stands in it";
            t.report().fault_between(Code::Contradiction, &places, message, help);
            None
        }
        (None, Some(words)) if !words.iter().any(|word| word.contains("{directory}")) => {
            let message = format!("`command` of {} does not say where the program finds its directory", t.path());
            let help = "put \"{directory}\" where the program expects it";
            let at = t.place_of("command")?;
            t.report().fault(Code::Malformed, at, "no {directory} in it", message, help);
            None
        }
        (Some(directory), None) => Some(Protocol::Lpp(Lpp::ByHand(directory.into()))),
        (None, Some(command)) => Some(Protocol::Lpp(Lpp::Started(command))),
    }
}
