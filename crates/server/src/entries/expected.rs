//! The programs that connect to the contest by themselves, and the secrets that identify them.

use std::path::Path;

use entry::socketio::{SecretError, read_secret};
use rulebook::{ContestFile, EntryId, contest_file::Protocol};

/// A program's name and secret, or the reason why the secret cannot be read.
type Expected = Result<(String, String), SecretError>;

/// The name and secret of every program that will connect to the contest. Paths of secrets are relative to `folder`.
pub(crate) fn programs_to_expect(file: &ContestFile, folder: &Path) -> Vec<(EntryId, Expected)> {
    // A reserve connects under its own name; the label is the one it would have if it were needed first.
    let programs = file.entries.iter().chain(&file.reserves);
    let entries = EntryId::first(file.entries.len() + file.reserves.len()).zip(programs);
    let programs = entries.filter_map(|(entry, spec)| match &spec.protocol {
        Protocol::Socketio(client) => {
            let secret = read_secret(&folder.join(&client.secret_file));
            Some((entry, secret.map(|secret| (client.id.clone(), secret))))
        }
        Protocol::Stdio { .. }
        | Protocol::Lpp(_)
        | Protocol::WebSocket { .. }
        | Protocol::Lp95(_)
        | Protocol::Web(_)
        | Protocol::Chat(_) => None,
    });
    programs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_that_connects_is_expected_by_its_secret() {
        let client = |id: &str| format!("protocol = \"socketio\"\nid = \"{id}\"\nsecret_file = \"{id}.secret\"");
        let text = rulebook::contest_template()
            .replace("protocol = \"stdio\"\ncommand = [\"python3\", \"parrot.py\"]", &client("ai1"))
            .replace("protocol = \"lpp\"\ndirectory = \"old-hand/communications\"", &client("ai3"));
        let file = rulebook::read_contest_file("contest.toml", &text, &|_| Err("none".to_owned())).unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("ai1.secret"), "abc123\n").unwrap();
        let expected = programs_to_expect(&file, folder.path());
        assert_eq!(expected.len(), 2);
        assert_eq!(expected[0].1.as_ref().unwrap(), &("ai1".to_owned(), "abc123".to_owned()));
        let (entry, missing) = &expected[1];
        assert_eq!(entry.to_string(), "E4");
        assert!(missing.as_ref().unwrap_err().to_string().contains("ai3.secret"));
    }
}
