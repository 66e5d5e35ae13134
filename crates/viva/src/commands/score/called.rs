//! Resolves the names of entries and judges on the command line: names of the files or the record, in any spelling, or
//! ids.

use std::{collections::BTreeSet, str::FromStr};

use rulebook::{
    EntryId, JudgeId,
    names::{identity, plain},
};
use tally::{Circumstances, Vote, file::Named};

use super::Unusable;
use crate::cli::{ScoreOptions, Selection};

/// Merges the command line's facts about entries and judges into those of the files.
pub(super) fn over(
    options: &ScoreOptions,
    mut circumstances: Circumstances,
    names: &Named,
) -> Result<Circumstances, Unusable> {
    let entry = |name: &String| entry(name, names);
    if !options.baseline.is_empty() {
        circumstances.baselines = options.baseline.iter().map(entry).collect::<Result<_, _>>()?;
    }
    for (name, reason) in &options.disqualify {
        circumstances.disqualified.insert(entry(name)?, reason.clone());
    }
    for name in &options.open_source {
        circumstances.open_source.insert(entry(name)?);
    }
    for (of, name) in &options.votes {
        let judge = called(of, &names.judges, JudgeId::at).map_err(|why| why.judge(of, names))?;
        circumstances.votes.push(Vote { judge, entry: entry(name)?, between: None });
    }
    if let Some(Selection(groups)) = &options.selection {
        let group = |group: &Vec<String>| group.iter().map(entry).collect::<Result<Vec<_>, _>>();
        circumstances.selection = groups.iter().map(group).collect::<Result<_, _>>()?;
        let mut placed = BTreeSet::new();
        if let Some(&twice) = circumstances.selection.iter().flatten().find(|entry| !placed.insert(**entry)) {
            return Err(Unusable::PlacedTwice { entry: twice });
        }
    }
    Ok(circumstances)
}

fn entry(name: &str, names: &Named) -> Result<EntryId, Unusable> {
    called(name, &names.entries, EntryId::at).map_err(|why| why.entry(name, names))
}

/// The fault of a name on the command line.
enum NotMeant {
    /// No participant has this name.
    Unknown,
    /// It is one participant's name, and another's name or id.
    Several,
}

impl NotMeant {
    fn entry(&self, name: &str, names: &Named) -> Unusable {
        let (name, known) = (name.to_owned(), listed(&names.entries, 'E'));
        match self {
            Self::Unknown => Unusable::UnknownEntry { name, entries: known },
            Self::Several => Unusable::SeveralEntries { name },
        }
    }

    fn judge(&self, name: &str, names: &Named) -> Unusable {
        let (name, known) = (name.to_owned(), listed(&names.judges, 'J'));
        match self {
            Self::Unknown => Unusable::UnknownJudge { name, judges: known },
            Self::Several => Unusable::SeveralJudges { name },
        }
    }
}

fn listed(names: &[String], letter: char) -> String {
    match names.is_empty() {
        true => format!("{letter}1, {letter}2 and so on"),
        false => names.join(", "),
    }
}

/// The id of a participant, given by name or id.
fn called<Id: FromStr + PartialEq>(name: &str, names: &[String], at: impl Fn(usize) -> Id) -> Result<Id, NotMeant> {
    let same = identity(name);
    let named = names.iter().enumerate().filter(|(_, known)| identity(known) == same).map(|(index, _)| at(index));
    let mut meant: Vec<Id> = named.collect();
    if let Ok(id) = plain(name).parse()
        && !meant.contains(&id)
    {
        meant.push(id);
    }
    match meant.len() {
        0 => Err(NotMeant::Unknown),
        1 => Ok(meant.remove(0)),
        _ => Err(NotMeant::Several),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_any_spelling_and_an_id_mean_the_same_entry() {
        let names = ["José", "Ada  Two", "E1"].map(str::to_owned);
        let meant = |name: &str| called(name, &names, EntryId::at).ok().map(|id| id.to_string());
        for name in ["José", "JOSE\u{301}", " jos\u{200b}é "] {
            assert_eq!(meant(name).as_deref(), Some("E1"), "{name:?}");
        }
        for name in ["ada two", "Ａda Two", "E2", " e2", "Ｅ2"] {
            assert_eq!(meant(name).as_deref(), Some("E2"), "{name:?}");
        }
        assert_eq!(meant("E1"), None, "the id of one and the name of another");
        assert_eq!(meant("Eve"), None);
    }
}
