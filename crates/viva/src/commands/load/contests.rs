//! The contests of a load: the wanted number of conversations between people, all in one round.
//!
//! Every rulebook needs an entry. This one never connects, and the judge seated with it waits, so there is one judge
//! more than there are confederates.

use std::{fmt::Write as _, path::Path};

use load::Medium;

use crate::shell::{self, Failure, ShownPath};

/// Writes a rulebook and `contests` contest files into a folder, created if missing.
pub(super) fn write(folder: &Path, medium: Medium, contests: u16, conversations: u16) -> Result<(), Failure> {
    let put = |name: &str, text: &str| std::fs::write(folder.join(name), text);
    std::fs::create_dir_all(folder)
        .and_then(|()| put("load.toml", &rulebook(medium)))
        .and_then(|()| put("nobody.secret", "nobody-connects-with-this-secret\n"))
        .and_then(|()| (1..=contests).try_for_each(|n| put(&file_name(n), &contest(n, conversations))))
        .map_err(|source| shell::failure(Unwritten { folder: folder.to_owned(), source }))
}

/// A folder that cannot be written to.
#[derive(Debug, thiserror::Error)]
#[error("failed to write contest files to `{}`", .folder.shown())]
struct Unwritten {
    folder: std::path::PathBuf,
    #[source]
    source: std::io::Error,
}

/// The name of a contest's file.
pub(super) fn file_name(number: u16) -> String {
    format!("contest-{number:04}.toml")
}

fn rulebook(medium: Medium) -> String {
    let (delivery, medium) = match medium {
        Medium::Keys => ("as-typed", "keystrokes]\nkeys_per_second = 1000\nkeys = 1000000"),
        Medium::Messages => ("whole-lines", "messages]\ncharacters = 200\nmessages = 100000"),
    };
    format!(
        r#"# Made by `viva load`: one long round of conversations between people.
id = "load"
title = "Load"
source = "viva load"

[roles]
judges = 2
entries = 1
confederates = 1

[roles.limits]
judges = {{ least = 1, most = 128 }}
confederates = {{ least = 1, most = 128 }}

[schedule]
design = "rotation"
seats = "drawn"

[interview]
layout = "one"
opens = "anyone"
delivery = "{delivery}"
talk = "24h"
scoring = "1m"

[interview.medium.{medium}

[ballots]
interview = [{{ verdict = {{ unsure = false }} }}]

[score]
by = "share-taken-for-human"

[instructions]
judge = "Type."
confederate = "Type."
"#
    )
}

fn contest(number: u16, conversations: u16) -> String {
    let mut text = format!(
        r#"name = "Load {number}"
id = "load-{number}"
organiser = "viva load"
rulebook = "load.toml"
seed = "load {number}"
rehearsal = true

[overrides.roles]
judges = {}
confederates = {conversations}

[[entry]]
name = "Nobody"
contestant = "Nobody"
protocol = "socketio"
id = "nobody"
secret_file = "nobody.secret"
"#,
        conversations + 1
    );
    for (role, count) in [("judge", conversations + 1), ("confederate", conversations)] {
        for n in 1..=count {
            let _ = write!(text, "\n[[{role}]]\nname = \"{role} {n}\"\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest_file::playable;

    #[test]
    fn every_contest_that_is_made_can_be_played() {
        for (medium, conversations) in [(Medium::Keys, 1), (Medium::Messages, 80)] {
            let folder = tempfile::tempdir().unwrap();
            write(folder.path(), medium, 1, conversations).unwrap();
            let contest = playable(&folder.path().join(file_name(1))).unwrap();
            assert_eq!(contest.file.rulebook.roles.confederates, conversations);
        }
    }
}
