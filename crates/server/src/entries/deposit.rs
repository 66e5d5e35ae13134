//! Records the make-up of an entry when it is started, and whenever that has changed.

use std::{collections::BTreeMap, path::Path};

use contest::{Command, deposit::DepositedFile};
use entry::{digest, isolation};
use rulebook::{
    EntryId, InterviewId, Participant,
    contest_file::{EntrySpec, Protocol},
};
use tracing::warn;

use crate::hosted_contest::HostedContest;

/// Keys of an entry's table that are not recorded as written: those without influence on its answers, and the one whose
/// values may be secrets.
const NOT_AS_WRITTEN: [&str; 3] = ["name", "contestant", "environment"];

/// Deposits the files and settings of this entry, unless the record has the same already. Failures are reported for the
/// interview that the entry prepares for.
pub(super) async fn deposit(place: &HostedContest, (entry, interview): (EntryId, InterviewId), folder: &Path) {
    let Some(spec) = place.spec(entry) else { return };
    let digests = digest::files(spec.command(), &spec.files, folder).await;
    let files = digests.files.into_iter().map(|file| {
        let digest::FileDigest { name, sha256, bytes } = file;
        DepositedFile { name, sha256, bytes }
    });
    let (files, settings) = (files.collect::<Vec<_>>(), settings(&spec, folder));
    let known = {
        let views = place.running.views();
        let deposits = views.room().contest().and_then(|contest| contest.deposits.get(&entry)?.last());
        deposits.is_some_and(|(_, last)| last.files == files && last.settings == settings)
    };
    if known {
        return;
    }
    let reports = digests.incidents.iter().map(|incident| {
        let (kind, detail) = (incident.kind().to_owned(), incident.to_string());
        Command::Report { interview, kind, detail }
    });
    for command in reports.chain([Command::Deposit { files, settings }]) {
        if let Err(why) = place.running.ask(Participant::Entry(entry), command).await {
            warn!(entry.id = %entry, "what {entry} is made of was not recorded: {why}");
        }
    }
}

/// Its table as written (of its environment only the names), the version of this program, which supplies the defaults,
/// its sandbox, and the settings of a model.
fn settings(spec: &EntrySpec, folder: &Path) -> BTreeMap<String, String> {
    let asked = match &spec.protocol {
        // A file that cannot be read becomes an incident of the entry's link.
        Protocol::Chat(chat) => {
            entry::chat::settings(chat, folder).ok().map(|asked| ("asked".to_owned(), asked.to_string()))
        }
        Protocol::Stdio { .. }
        | Protocol::Lpp(_)
        | Protocol::WebSocket { .. }
        | Protocol::Lp95(_)
        | Protocol::Web(_)
        | Protocol::Socketio(_) => None,
    };
    let written = spec.written.iter().filter(|(key, _)| !NOT_AS_WRITTEN.contains(&key.as_str()));
    let version = [("viva".to_owned(), env!("CARGO_PKG_VERSION").to_owned())];
    let isolation = isolation::of(spec, folder).map(|isolation| ("isolation".to_owned(), isolation.to_owned()));
    let names: Vec<_> = spec.environment.keys().map(String::as_str).collect();
    let environment = (!names.is_empty()).then(|| ("environment".to_owned(), names.join(", ")));
    let written = written.map(|(key, value)| (key.clone(), value.clone()));
    written.chain(version).chain(isolation).chain(environment).chain(asked).collect()
}
