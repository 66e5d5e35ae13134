//! The troubles of a contest's programs: after a rehearsal, the list of faults to mend before the day.
//!
//! The record holds them one by one: incidents reported by links, and conversations in which a program said nothing, or
//! began with words that the rulebook does not allow. This module collects them by program.

use std::{collections::BTreeMap, fmt};

use rulebook::{EntryId, Participant, Side, counted};
use serde::Serialize;

use crate::Room;

/// The troubles of one program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Troubles {
    /// The program.
    pub entry: EntryId,
    /// The number of its conversations that the judge began.
    pub conversations: usize,
    /// The troubles, the worst first; empty if there were none.
    pub troubles: Vec<Trouble>,
}

/// A fault of a program.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "trouble", rename_all = "kebab-case")]
pub enum Trouble {
    /// It said nothing in some of these conversations.
    Silent {
        /// Their number.
        conversations: usize,
    },
    /// Some of its conversations began with words that the rulebook does not allow.
    OpenedOtherwise {
        /// Their number.
        conversations: usize,
    },
    /// Its link reported incidents of one kind.
    Incidents {
        /// Their number.
        times: usize,
        /// The kind, as in the record.
        incident: String,
        /// The detail of the first of them, with the remedy.
        detail: String,
    },
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Silent { conversations } => {
                write!(
                    f,
                    "it said nothing to {}",
                    counted(*conversations, "judge who spoke to it", "judges who spoke to it")
                )
            }
            Self::OpenedOtherwise { conversations } => write!(
                f,
                "it began {} with words that the rulebook does not allow",
                counted(*conversations, "conversation", "conversations")
            ),
            Self::Incidents { times: 1, detail, .. } => f.write_str(detail),
            Self::Incidents { times, detail, .. } => write!(f, "{times} times: {detail}"),
        }
    }
}

impl Troubles {
    /// The troubles of every program of this contest, in the order of the entries; none before it is opened.
    #[must_use]
    pub fn of(room: &Room) -> Vec<Self> {
        let Some(contest) = room.contest() else { return Vec::new() };
        let of_entry = |entry: EntryId| {
            let met: Vec<_> = room
                .conversations()
                .filter(|(id, met)| met.is_live() && contest.listener(**id) == Some(Participant::Entry(entry)))
                .map(|(_, met)| met)
                .collect();
            let silent = met.iter().filter(|met| met.count(Side::Witness) == 0).count();
            let otherwise =
                met.iter().filter(|met| met.opened_well(&contest.rulebook.interview) == Some(false)).count();
            let mut incidents = BTreeMap::<&str, (usize, &str)>::new();
            for (_, incident) in contest.incidents.iter().filter(|(_, incident)| incident.entry == entry) {
                incidents.entry(&incident.kind).or_insert((0, &incident.detail)).0 += 1;
            }
            let mut incidents: Vec<_> = incidents.into_iter().collect();
            incidents.sort_by_key(|(_, (times, _))| std::cmp::Reverse(*times));
            let incidents = incidents.into_iter().map(|(kind, (times, detail))| Trouble::Incidents {
                times,
                incident: kind.to_owned(),
                detail: detail.to_owned(),
            });
            let silent = (silent > 0).then_some(Trouble::Silent { conversations: silent });
            let otherwise = (otherwise > 0).then_some(Trouble::OpenedOtherwise { conversations: otherwise });
            Self {
                entry,
                conversations: met.len(),
                troubles: silent.into_iter().chain(otherwise).chain(incidents).collect(),
            }
        };
        EntryId::first(contest.rulebook.roles.entries.into()).map(of_entry).collect()
    }
}
