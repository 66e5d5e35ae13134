//! Describes the reach of an entry's program in sentences for an organiser.

use std::path::{Path, PathBuf};

use language::Message;
use rulebook::{
    contest_file::{EntrySpec, Isolation, Limits, Protocol},
    schema::Equipment,
};

use super::{Apart, bubblewrap, needs::needs, telecommunication, user};

/// The reach of one entry's program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    /// The isolation in a few words: `bubblewrap, no network`.
    pub kept: Message,
    /// The things within its reach, a sentence each.
    pub can: Vec<Message>,
    /// Warnings to resolve before the contest, with the remedy: missing files, and dangers that nothing prevents.
    pub warnings: Vec<Message>,
    /// The files of its table that are not there, or cannot be given to it.
    pub lacks: Vec<String>,
}

impl Reach {
    /// The reach of this entry's program on this machine; `folder` is the contest file's, `hidden` as for a link. If
    /// the rulebook restricts the programs' equipment, violations become warnings.
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
            return Self { kept: outside(&entry.protocol), can: Vec::new(), warnings: Vec::new(), lacks: Vec::new() };
        }
        if Apart::of(entry, Vec::new()).is_of_the_house(command, folder) {
            let can = vec![say!("reach-can-house")];
            return Self { kept: say!("reach-house"), can, warnings: Vec::new(), lacks: Vec::new() };
        }
        let mut reach = match entry.isolation {
            Isolation::None => Self::open(),
            Isolation::Bubblewrap => Self::walled(entry),
            Isolation::Landlock => Self::ruled(),
        };
        if entry.isolation != Isolation::None {
            reach.files(entry, folder, hidden);
            let Limits { memory_mib, processes, .. } = &entry.limits;
            reach.can.push(match entry.isolation {
                Isolation::Bubblewrap => {
                    say!("reach-can-memory-of", memory = memory_mib.to_string(), processes = processes.to_string())
                }
                Isolation::Landlock | Isolation::None => say!("reach-can-memory", memory = memory_mib.to_string()),
            });
        }
        reach
    }

    fn open() -> Self {
        Self {
            kept: say!("reach-open"),
            can: vec![say!("reach-can-everything")],
            warnings: vec![say!("reach-warn-open")],
            lacks: Vec::new(),
        }
    }

    fn walled(entry: &EntrySpec) -> Self {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut can = vec![say!("reach-can-system")];
        if !entry.hermetic {
            can.push(say!("reach-can-network-here"));
        }
        Self {
            kept: if entry.hermetic { say!("reach-walled") } else { say!("reach-walled-with-network") },
            can,
            warnings: bubblewrap::is_missing(&path).into_iter().collect(),
            lacks: Vec::new(),
        }
    }

    fn ruled() -> Self {
        let is_counted = user::next().is_some();
        let unlimited = (!is_counted).then(|| say!("reach-warn-processes"));
        Self {
            kept: say!("reach-landlock"),
            can: vec![say!("reach-can-system"), say!("reach-can-network")],
            warnings: [say!("reach-warn-landlock")].into_iter().chain(unlimited).collect(),
            lacks: Vec::new(),
        }
    }

    fn files(&mut self, entry: &EntrySpec, folder: &Path, hidden: &[PathBuf]) {
        let needs = needs(entry.command(), &entry.files, folder, hidden);
        let shown: Vec<_> = needs.shown.values().map(|what| format!("`{}`", what.display())).collect();
        if !shown.is_empty() {
            self.can.push(say!("reach-can-read", places = shown.join(", ")));
        }
        let names = needs.copies.iter().map(|copied| {
            let name = copied.to.strip_prefix(&needs.folder).unwrap_or(&copied.to);
            format!("`{}`", name.display())
        });
        let names: Vec<_> = names.collect();
        if !names.is_empty() {
            let size = needs.bytes.div_ceil(1 << 20);
            self.can.push(say!("reach-can-copy", files = names.join(", "), size = size.to_string()));
        }
        let variables: Vec<_> = entry.environment.keys().map(|name| format!("`{name}`")).collect();
        if !variables.is_empty() {
            self.can.push(say!("reach-can-variables", names = variables.join(", ")));
        }
        for (name, why) in needs.lacking {
            self.lacks.push(name.clone());
            self.warnings.push(say!("reach-warn-lacks", name = name, why = why));
        }
        let most = u64::from(entry.limits.disk_mib) << 19;
        if needs.bytes > most {
            self.warnings.push(say!("reach-warn-copy", most = entry.limits.disk_mib.to_string()));
        }
    }
}

/// The place of a program that is started elsewhere.
fn outside(protocol: &Protocol) -> Message {
    match protocol {
        Protocol::Chat(_) => say!("reach-model"),
        Protocol::Stdio { .. }
        | Protocol::Lp95(_)
        | Protocol::Lpp(_)
        | Protocol::WebSocket { .. }
        | Protocol::Web(_)
        | Protocol::Socketio(_) => say!("reach-elsewhere"),
    }
}
