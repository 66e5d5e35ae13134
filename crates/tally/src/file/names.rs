//! Names of people and programs that stand where ids would: each gets an id in the order in which the names appear.
//!
//! Files are read with ids first. Where no cell of judges, or of witnesses, is written like an id and some are none, they are
//! names, and the files are read again. A witness that is named is a person or a program: its column says it (`entry`,
//! `confederate`), or the column `kind` beside it, or a word of [`Words`].

use std::{
    collections::{BTreeMap, BTreeSet},
    str::FromStr,
};

use rulebook::{ConfederateId, EntryId, JudgeId, Rulebook, Witness, ids::BadId, schema::People};

use super::{Named, fault::shown, values::Words};
use crate::Verdict;

/// Which cells are names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Modes {
    pub(super) judges: bool,
    pub(super) witnesses: bool,
}

/// How the cells of a role are written.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    lettered: bool,
    other: bool,
    highest: u16,
}

/// The ids that names have.
#[derive(Debug, Default)]
struct Table {
    ids: BTreeMap<String, u16>,
    list: Vec<String>,
}

/// The names of a contest.
#[derive(Debug)]
pub(super) struct Names {
    modes: Modes,
    /// Whether judges and confederates are the same people, and have one number each.
    both: bool,
    judges: Table,
    entries: Table,
    confederates: Table,
    kinds: BTreeMap<String, Verdict>,
    /// Witnesses of whom it is not known whether they are people or programs.
    pub(super) unknown: BTreeSet<String>,
    seen: [Seen; 2],
    highest: [u16; 2],
}

/// What is asked of the cells of judges, and of witnesses.
const JUDGES: usize = 0;
const WITNESSES: usize = 1;

impl Names {
    pub(super) fn new(rulebook: &Rulebook, modes: Modes) -> Self {
        let most = |limit: Option<rulebook::schema::Limit>, usual: u16| limit.map_or(usual, |limit| limit.most);
        let roles = &rulebook.roles;
        let witnesses =
            most(roles.limits.entries, roles.entries).max(most(roles.limits.confederates, roles.confederates));
        Self {
            modes,
            both: rulebook.roles.people == People::Both,
            judges: Table::default(),
            entries: Table::default(),
            confederates: Table::default(),
            kinds: BTreeMap::new(),
            unknown: BTreeSet::new(),
            seen: [Seen::default(); 2],
            highest: [most(roles.limits.judges, roles.judges), witnesses],
        }
    }

    /// Which cells are names, after all files were read; bare numbers are, where they were observed and no contest has so many.
    pub(super) fn found(&self, observed: bool) -> Modes {
        let named = |role: usize| {
            let Seen { lettered, other, highest } = self.seen[role];
            !lettered && (other || (observed && highest > self.highest[role]))
        };
        Modes { judges: named(JUDGES), witnesses: named(WITNESSES) }
    }

    pub(super) fn judge(&mut self, text: &str) -> Result<JudgeId, String> {
        let id = self.id(JUDGES, text);
        if !self.modes.judges {
            return id;
        }
        Ok(JudgeId::new(self.judges.number(text)?))
    }

    pub(super) fn entry(&mut self, text: &str) -> Result<EntryId, String> {
        let id = self.id(WITNESSES, text);
        if !self.modes.witnesses {
            return id;
        }
        Ok(EntryId::new(self.entries.number(text)?))
    }

    pub(super) fn confederate(&mut self, text: &str) -> Result<ConfederateId, String> {
        let id = self.id(WITNESSES, text);
        if !self.modes.witnesses {
            return id;
        }
        let people = if self.both && self.modes.judges { &mut self.judges } else { &mut self.confederates };
        Ok(ConfederateId::new(people.number(text)?))
    }

    /// A witness by id; `None` where the cell is a name, which [`Names::named`] reads once the kind is known.
    pub(super) fn witness(&mut self, text: &str) -> Option<Result<Witness, String>> {
        let id = self.id(WITNESSES, text);
        (!self.modes.witnesses).then_some(id)
    }

    /// A witness by name and kind; `Ok(None)` where nothing says what it is, which is told once.
    pub(super) fn named(
        &mut self,
        text: &str,
        kind: Option<Verdict>,
        words: &Words,
    ) -> Result<Option<Witness>, String> {
        let known = self.kinds.get(text).copied();
        if let (Some(kind), Some(known)) = (kind, known)
            && kind != known
        {
            return Err(format!("`{}` is a person in one row and a program in another (check `kind`)", shown(text)));
        }
        match kind.or(known).or_else(|| words.verdict(text)) {
            Some(Verdict::Human) => {
                self.kinds.insert(text.to_owned(), Verdict::Human);
                self.confederate(text).map(|id| Some(Witness::Confederate(id)))
            }
            Some(Verdict::Machine) => {
                self.kinds.insert(text.to_owned(), Verdict::Machine);
                self.entry(text).map(|id| Some(Witness::Entry(id)))
            }
            Some(Verdict::Unsure) | None => {
                self.unknown.insert(text.to_owned());
                Ok(None)
            }
        }
    }

    /// Somebody who was named before.
    pub(super) fn known(&self, text: &str) -> Option<Witness> {
        let people = if self.both && self.modes.judges { &self.judges } else { &self.confederates };
        let entry = self.entries.ids.get(text).map(|&number| Witness::Entry(EntryId::new(number)));
        let confederate = people.ids.get(text).map(|&number| Witness::Confederate(ConfederateId::new(number)));
        entry.or(confederate).filter(|_| self.modes.witnesses)
    }

    /// The names with their ids.
    pub(super) fn list(self) -> Named {
        Named { judges: self.judges.list, entries: self.entries.list, confederates: self.confederates.list }
    }

    fn id<T: FromStr<Err = BadId>>(&mut self, role: usize, text: &str) -> Result<T, String> {
        let id = text.parse::<T>().map_err(|bad| bad.to_string());
        let seen = &mut self.seen[role];
        match (&id, text.parse::<u16>()) {
            (Ok(_), Ok(number)) => seen.highest = seen.highest.max(number),
            (Ok(_), Err(_)) => seen.lettered = true,
            (Err(_), _) => seen.other = true,
        }
        id
    }
}

impl Table {
    fn number(&mut self, name: &str) -> Result<u16, String> {
        if let Some(&number) = self.ids.get(name) {
            return Ok(number);
        }
        let number = u16::try_from(self.list.len() + 1).map_err(|_| "there are more than 65535 names".to_owned())?;
        self.ids.insert(name.to_owned(), number);
        self.list.push(name.to_owned());
        Ok(number)
    }
}
