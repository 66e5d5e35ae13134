//! What an entry's program can reach, in sentences for an organiser.

use std::path::{Path, PathBuf};

use rulebook::{
    contest_file::{EntrySpec, Isolation, Limits, Protocol},
    schema::Equipment,
};
use serde::Serialize;

use super::{Apart, bubblewrap, needs::needs, telecommunication, user};

/// What the program of one entry can reach.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reach {
    /// In a few words: `bubblewrap, no network`.
    pub kept: String,
    /// What it can reach, a sentence each.
    pub can: Vec<String>,
    /// What should be looked at before the contest, with the way out: what its table names and it will not find, or what
    /// nothing stops it from.
    pub warnings: Vec<String>,
}

impl Reach {
    /// What the program of this entry can reach on this machine; `folder` is the contest file's, `hidden` as for a link. It is
    /// held against what the rules say of the programs' equipment, where they do.
    #[must_use]
    pub fn of(entry: &EntrySpec, folder: &Path, hidden: &[PathBuf], equipment: Option<&Equipment>) -> Self {
        let mut reach = Self::on_this_machine(entry, folder, hidden);
        let is_of_the_house = Apart::of(entry, Vec::new()).is_of_the_house(entry.command(), folder);
        reach.warnings.extend(telecommunication::faults(entry, equipment, is_of_the_house));
        reach
    }

    fn on_this_machine(entry: &EntrySpec, folder: &Path, hidden: &[PathBuf]) -> Self {
        let command = entry.command();
        if command.is_empty() {
            return Self { kept: outside(&entry.protocol).to_owned(), can: Vec::new(), warnings: Vec::new() };
        }
        if Apart::of(entry, Vec::new()).is_of_the_house(command, folder) {
            let can = vec!["a program of the house: it is trusted, and runs without walls".to_owned()];
            return Self { kept: "of the house".to_owned(), can, warnings: Vec::new() };
        }
        let mut reach = match entry.isolation {
            Isolation::None => Self::open(),
            Isolation::Bubblewrap => Self::walled(entry),
            Isolation::Landlock => Self::ruled(),
        };
        if entry.isolation != Isolation::None {
            reach.files(entry, folder, hidden);
            let Limits { memory_mib, processes, .. } = &entry.limits;
            let many = match entry.isolation {
                Isolation::Bubblewrap => format!(", of which it may have {processes}"),
                Isolation::Landlock | Isolation::None => String::new(),
            };
            reach.can.push(format!("{memory_mib} MiB of memory in each of its processes{many}"));
        }
        reach
    }

    fn open() -> Self {
        Self {
            kept: "not kept apart".to_owned(),
            can: vec!["everything that the server's user may read, write and start; the network".to_owned()],
            warnings: vec![
                "`isolation = \"none\"`: it can read the contest's data, with who sits where, the contest file, the \
                 signing key and other entries' files, and see every process; take `isolation` out, or know the program"
                    .to_owned(),
            ],
        }
    }

    fn walled(entry: &EntrySpec) -> Self {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let network = if entry.hermetic { "no network" } else { "the network" };
        let mut can = vec!["the system, read-only".to_owned()];
        if !entry.hermetic {
            can.push(
                "the network, with whatever listens on this machine; the machine's connections (/proc/net)".to_owned(),
            );
        }
        Self {
            kept: format!("bubblewrap, {network}"),
            can,
            warnings: bubblewrap::is_missing(&path).into_iter().collect(),
        }
    }

    fn ruled() -> Self {
        let mut warnings = vec![
            "`isolation = \"landlock\"`: it cannot read what it is not given, but sees names, sizes and times of files \
             everywhere and is told of changes there; it can reach UNIX sockets that have a place in the file system \
             and, on kernels before 6.12, abstract ones and signals to processes of its user; it sees the machine's \
             host name; install bubblewrap and take `isolation` out if that is too much"
                .to_owned(),
        ];
        if user::next().is_none() {
            warnings.push(
                "the number of its processes is not limited, because a limit would count every process of the server's \
                 user"
                    .to_owned(),
            );
        }
        let can = vec!["the system, read-only".to_owned(), "the network".to_owned()];
        Self { kept: "Landlock".to_owned(), can, warnings }
    }

    fn files(&mut self, entry: &EntrySpec, folder: &Path, hidden: &[PathBuf]) {
        let needs = needs(entry.command(), &entry.files, folder, hidden);
        let shown: Vec<_> = needs.shown.values().map(|what| format!("`{}`", what.display())).collect();
        if !shown.is_empty() {
            self.can.push(format!("{}, read-only, at that place", shown.join(", ")));
        }
        let names = needs.copies.iter().map(|copied| {
            let name = copied.to.strip_prefix(&needs.folder).unwrap_or(&copied.to);
            format!("`{}`", name.display())
        });
        let names: Vec<_> = names.collect();
        if !names.is_empty() {
            let size = needs.bytes.div_ceil(1 << 20);
            self.can.push(format!("a copy of its own of {} ({size} MiB)", names.join(", ")));
        }
        let variables: Vec<_> = entry.environment.keys().map(|name| format!("`{name}`")).collect();
        if !variables.is_empty() {
            self.can.push(format!("{} in its environment", variables.join(", ")));
        }
        for (name, why) in needs.lacking {
            self.warnings.push(format!("`{name}` will not be there: {why}"));
        }
        let most = u64::from(entry.limits.disk_mib) << 19;
        if needs.bytes > most {
            self.warnings.push(format!(
                "its copy is larger than half of its `limits.disk_mib` ({}), and it will not start; raise that",
                entry.limits.disk_mib
            ));
        }
    }
}

/// Where the program of an entry runs that somebody else starts.
fn outside(protocol: &Protocol) -> &'static str {
    match protocol {
        Protocol::Chat(_) => "a model behind an address: it is sent the conversation and nothing else",
        Protocol::Stdio { .. }
        | Protocol::Lp95(_)
        | Protocol::Lpp(_)
        | Protocol::WebSocket { .. }
        | Protocol::Web(_)
        | Protocol::Socketio(_) => "started by somebody else: what it can reach is theirs to say",
    }
}
