//! Names of people and programs in the place of ids: each gets an id in the order of the names, so that the order of
//! rows and files does not matter.
//!
//! Files are read with ids first. If no cell of the judges, or of the witnesses, looks like an id and some cannot be
//! one, the cells are names: the files are read again to collect the names, and once more with their ids. A named
//! witness is a person or a program according to its column (`entry`, `confederate`), the column `kind` in some row, or
//! a word of [`ValueWords`]. Names are compared by their [`identity`]; two spellings of one name are a fault.

use std::{
    collections::{BTreeMap, BTreeSet},
    str::FromStr,
};

use rulebook::{
    ConfederateId, EntryId, JudgeId, Rulebook, Witness,
    ids::BadId,
    names::{difference, identity, plain},
    schema::People,
};

use super::{
    Named,
    fault::{At, shown},
    values::ValueWords,
};
use crate::Verdict;

/// The roles whose cells are names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Modes {
    pub(super) judges: bool,
    pub(super) witnesses: bool,
}

/// The forms of the cells of a role.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    lettered: bool,
    other: bool,
    highest: u16,
}

/// A name as the files write it, with its first place.
#[derive(Debug, Clone)]
struct Spelling {
    text: String,
    at: At,
}

/// The names of a role, by their identities.
#[derive(Debug, Clone, Default)]
struct RoleNames {
    names: BTreeMap<String, Spelling>,
    numbers: BTreeMap<String, u16>,
}

/// Two spellings of one name.
#[derive(Debug)]
pub(super) struct LookAlike {
    pub(super) first: At,
    pub(super) again: At,
    /// The message about the second, to follow the place of the first.
    pub(super) what: String,
}

/// The names of a contest.
#[derive(Debug, Clone)]
pub(super) struct Names {
    modes: Modes,
    /// Whether judges and confederates are the same people, and have one number each.
    both: bool,
    judges: RoleNames,
    entries: RoleNames,
    confederates: RoleNames,
    kinds: BTreeMap<String, Verdict>,
    /// All witnesses, of both kinds.
    witnesses: RoleNames,
    /// The further spellings of names, by their text.
    others: Others,
    /// The witnesses chosen by name.
    chosen: BTreeMap<String, At>,
    /// Witnesses that may be people or programs.
    pub(super) unknown: BTreeSet<String>,
    seen: [Seen; 2],
    highest: [u16; 2],
}

/// Further spellings, each with its first place and the spelling before.
type Others = BTreeMap<String, (At, Spelling)>;

/// The indices of the forms of judges' cells and of witnesses' cells.
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
            judges: RoleNames::default(),
            entries: RoleNames::default(),
            confederates: RoleNames::default(),
            kinds: BTreeMap::new(),
            witnesses: RoleNames::default(),
            others: Others::new(),
            chosen: BTreeMap::new(),
            unknown: BTreeSet::new(),
            seen: [Seen::default(); 2],
            highest: [most(roles.limits.judges, roles.judges), witnesses],
        }
    }

    /// The same names with their ids, once all files have been read, so that information about a name in one row holds
    /// in all rows.
    pub(super) fn settled(mut self) -> Self {
        for table in [&mut self.judges, &mut self.entries, &mut self.confederates] {
            table.settle();
        }
        self.unknown.clear();
        self
    }

    /// Names with several spellings, and names shared by a program and a person.
    pub(super) fn look_alikes(&self) -> Vec<LookAlike> {
        let alike = |text: &str, again: At, known: &Spelling| {
            let (name, differ) = (shown(text), difference(text, &known.text));
            let what = format!("`{name}` is the same name as `{}`: {differ} (write it alike)", shown(&known.text));
            LookAlike { first: known.at, again, what }
        };
        let spelt = self.others.iter().map(|(text, (again, known))| alike(text, *again, known));
        let chosen =
            self.chosen.iter().filter(|(text, _)| !self.others.contains_key(*text)).filter_map(|(text, &at)| {
                let key = identity(text);
                let known = self.entries.names.get(&key).or_else(|| self.people().names.get(&key))?;
                (known.text != *text).then(|| alike(text, at, known))
            });
        let both = self.entries.names.iter().filter_map(|(key, entry)| {
            let person = self.people().names.get(key)?;
            let (first, again) = (entry.at.min(person.at), entry.at.max(person.at));
            let what =
                format!("`{}` is the name of a program and of a person (give one of them another)", shown(&entry.text));
            Some(LookAlike { first, again, what })
        });
        spelt.chain(chosen).chain(both).collect()
    }

    /// The roles whose cells are names, once all files have been read. For observed interviews, bare numbers are names
    /// if they are higher than any number under the rulebook.
    pub(super) fn found(&self, observed: bool) -> Modes {
        let named = |role: usize| {
            let Seen { lettered, other, highest } = self.seen[role];
            !lettered && (other || (observed && highest > self.highest[role]))
        };
        Modes { judges: named(JUDGES), witnesses: named(WITNESSES) }
    }

    pub(super) fn judge(&mut self, text: &str, at: At) -> Result<JudgeId, String> {
        let id = self.id(JUDGES, text);
        if !self.modes.judges {
            return id;
        }
        Ok(JudgeId::new(self.judges.number(text, at, &mut self.others)?))
    }

    pub(super) fn entry(&mut self, text: &str, at: At) -> Result<EntryId, String> {
        let id = self.id(WITNESSES, text);
        if !self.modes.witnesses {
            return id;
        }
        Ok(EntryId::new(self.entries.number(text, at, &mut self.others)?))
    }

    pub(super) fn confederate(&mut self, text: &str, at: At) -> Result<ConfederateId, String> {
        let id = self.id(WITNESSES, text);
        if !self.modes.witnesses {
            return id;
        }
        let people = if self.both && self.modes.judges { &mut self.judges } else { &mut self.confederates };
        Ok(ConfederateId::new(people.number(text, at, &mut self.others)?))
    }

    /// A witness by id; `None` if the cell is a name, which [`Names::named`] reads once the kind is known.
    pub(super) fn witness(&mut self, text: &str) -> Option<Result<Witness, String>> {
        let id = self.id(WITNESSES, text);
        (!self.modes.witnesses).then_some(id)
    }

    /// A witness by name and kind; `Ok(None)` if the kind is unknown, which is reported once.
    pub(super) fn named(
        &mut self,
        text: &str,
        at: At,
        kind: Option<Verdict>,
        words: &ValueWords,
    ) -> Result<Option<Witness>, String> {
        let key = identity(text);
        self.witnesses.number(text, at, &mut self.others)?;
        let known = self.kinds.get(&key).copied();
        if let (Some(kind), Some(known)) = (kind, known)
            && kind != known
        {
            return Err(format!("`{}` is a person in one row and a program in another (check `kind`)", shown(text)));
        }
        match kind.or(known).or_else(|| words.verdict(text)) {
            Some(Verdict::Human) => {
                self.kinds.insert(key, Verdict::Human);
                self.confederate(text, at).map(|id| Some(Witness::Confederate(id)))
            }
            Some(Verdict::Machine) => {
                self.kinds.insert(key, Verdict::Machine);
                self.entry(text, at).map(|id| Some(Witness::Entry(id)))
            }
            Some(Verdict::Unsure) | None => {
                self.unknown.insert(text.to_owned());
                Ok(None)
            }
        }
    }

    /// A witness named in another cell.
    pub(super) fn known(&mut self, text: &str, at: At) -> Option<Witness> {
        let key = identity(text);
        if self.entries.numbers.is_empty() && self.people().numbers.is_empty() && !self.chosen.contains_key(text) {
            self.chosen.insert(text.to_owned(), at);
        }
        let entry = self.entries.numbers.get(&key).map(|&number| Witness::Entry(EntryId::new(number)));
        let person = self.people().numbers.get(&key).map(|&number| Witness::Confederate(ConfederateId::new(number)));
        entry.or(person).filter(|_| self.modes.witnesses)
    }

    fn people(&self) -> &RoleNames {
        if self.both && self.modes.judges { &self.judges } else { &self.confederates }
    }

    /// The names with their ids.
    pub(super) fn list(self) -> Named {
        Named { judges: self.judges.list(), entries: self.entries.list(), confederates: self.confederates.list() }
    }

    fn id<T: FromStr<Err = BadId>>(&mut self, role: usize, text: &str) -> Result<T, String> {
        let visible = || plain(text).parse::<T>();
        let id = text.parse::<T>().or_else(|bad| visible().map_err(|_| bad.to_string()));
        let seen = &mut self.seen[role];
        match (&id, text.parse::<u16>()) {
            (Ok(_), Ok(number)) => seen.highest = seen.highest.max(number),
            (Ok(_), Err(_)) => seen.lettered = true,
            (Err(_), _) => seen.other = true,
        }
        id
    }
}

impl RoleNames {
    /// The number of a name. Meaningless before the names are settled.
    fn number(&mut self, name: &str, at: At, others: &mut Others) -> Result<u16, String> {
        let key = identity(name);
        if let Some(&number) = self.numbers.get(&key) {
            return Ok(number);
        }
        let many = self.names.len();
        let known = self.names.entry(key).or_insert_with(|| Spelling { text: name.to_owned(), at });
        if known.text != name {
            others.entry(name.to_owned()).or_insert_with(|| (at, known.clone()));
        }
        u16::try_from(many + 1).map_err(|_| "there are more than 65535 names".to_owned())
    }

    fn settle(&mut self) {
        self.numbers = self.names.keys().cloned().zip(1..=u16::MAX).collect();
    }

    /// The names in the order of their numbers.
    fn list(self) -> Vec<String> {
        self.names.into_values().map(|spelling| spelling.text).collect()
    }
}
