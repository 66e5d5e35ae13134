//! The terms of a contest: rulebook, plan and participants, as the organiser writes them and may edit them before the
//! first round.

use std::collections::BTreeSet;

use language::{Message, Say};
use record::{
    Hash, VerifierKey,
    canonical::{self, NotRecordable},
    note,
};
use rulebook::{
    ConfederateId, EntryId, JudgeId, Participant, RefereeId, Rulebook, Zone,
    contest_file::{COSIGNERS_MAX, REFEREES_MAX, SOURCES_MAX},
    json,
    schema::Roles,
};
use schedule::PlanFaults;
use serde_json::json;

use crate::{
    Refusal, bounds,
    event::{EntryCard, Roster, Settled, Signature, Terms},
};

/// The first line of the text that committee members sign.
const SIGNED_RULES: &str = "vivavoce/committee/v1";

impl Terms {
    /// Terms with only these rules: no scripts, no plan, no facts about entries and nothing settled. Stopped clocks
    /// wait for the organiser.
    #[must_use]
    pub fn of(name: &str, organiser: &str, rulebook: Rulebook) -> Self {
        Self {
            name: name.to_owned(),
            organiser: organiser.to_owned(),
            rulebook: Box::new(rulebook),
            scripted: BTreeSet::new(),
            beforehand: Box::default(),
            settled: Box::default(),
            plan: None,
            referees: 0,
            cosigners: Vec::new(),
            sources: Vec::new(),
            countdown: None,
            zone: Zone::UTC,
        }
    }

    /// Checks that a contest can start: every choice left by the rulebook is made, the numbers that judges are told are
    /// true, and the plan keeps the rules. The roster is absent if it was redacted.
    ///
    /// # Errors
    /// [`Refusal::CannotStart`] with the missing or invalid part.
    pub fn can_start(&self, roster: Option<&Roster>) -> Result<(), Refusal> {
        let Self { rulebook, settled, plan, .. } = self;
        if let Some(place) = bounds::beyond(rulebook) {
            return Err(Refusal::CannotStart(say!("refused-start-bounds", place = place)));
        }
        let faults = plan.as_ref().map_or_else(Vec::new, |plan| plan.faults(rulebook));
        if !faults.is_empty() {
            return Err(Refusal::CannotStart(say!("refused-start-plan", faults = PlanFaults(faults).message())));
        }
        let roles = rulebook.roles;
        if let Some(told) = roles.told
            && (roles.confederates < told.confederates || roles.entries < told.entries)
        {
            return Err(Refusal::CannotStart(say!(
                "refused-start-told",
                told_confederates = told.confederates,
                told_entries = told.entries,
                confederates = roles.confederates,
                entries = roles.entries
            )));
        }
        if rulebook.trials.is_some_and(|trials| trials.combine.is_none()) {
            return Err(Refusal::CannotStart(say!("refused-start-trials")));
        }
        let missing = settled.missing(rulebook);
        if !missing.is_empty() {
            return Err(Refusal::CannotStart(say!("refused-start-settled", missing = missing.join(", "))));
        }
        if self.referees > 0 && rulebook.referees.is_none() {
            return Err(Refusal::CannotStart(say!("refused-start-no-referees")));
        }
        if usize::from(self.referees) > REFEREES_MAX {
            return Err(Refusal::CannotStart(say!("refused-start-most-referees", most = REFEREES_MAX)));
        }
        if let Some(named) = roster.map(|roster| roster.referees.len())
            && named != usize::from(self.referees)
        {
            let why = say!("refused-start-referees-named", count = self.referees, named = named);
            return Err(Refusal::CannotStart(why));
        }
        roster.map_or(Ok(()), |roster| is_of_roles(roster, roles))?;
        self.can_be_cosigned()?;
        self.have_sources()?;
        self.are_signed()?;
        let members = rulebook.committee.as_ref().map_or(0, |committee| usize::from(committee.members));
        match roster.map(|roster| roster.committee.len()) {
            Some(named) if named != members => {
                Err(Refusal::CannotStart(say!("refused-start-members", members = members, named = named)))
            }
            _ => Ok(()),
        }
    }

    /// Checks that there are different sources if judges read transcripts, and none otherwise.
    fn have_sources(&self) -> Result<(), Refusal> {
        let (count, is_read) = (self.sources.len(), self.rulebook.interview.is_read());
        let why = match count {
            0 if is_read => say!("refused-start-no-source"),
            1.. if !is_read => say!("refused-start-source-unread"),
            _ if count > SOURCES_MAX => say!("refused-start-most-sources", most = SOURCES_MAX),
            _ if self.sources.iter().collect::<BTreeSet<_>>().len() < count => say!("refused-start-source-twice"),
            _ => return Ok(()),
        };
        Err(Refusal::CannotStart(why))
    }

    /// Checks that the cosigners are as many as the rules demand, with a valid key each, all different.
    fn can_be_cosigned(&self) -> Result<(), Refusal> {
        let mut keys = Vec::new();
        for text in &self.cosigners {
            let named = text.escape_default().to_string();
            let why = match text.parse::<VerifierKey>() {
                Err(why) => say!("refused-start-no-cosigner", named = named, why = why.to_string()),
                Ok(key) if !key.is_cosigner() => say!("refused-start-not-for-cosigning", named = named),
                Ok(key) if keys.contains(&key) => say!("refused-start-cosigner-twice", name = key.name()),
                Ok(key) => {
                    keys.push(key);
                    continue;
                }
            };
            return Err(Refusal::CannotStart(why));
        }
        if keys.len() > COSIGNERS_MAX {
            return Err(Refusal::CannotStart(say!("refused-start-most-cosigners", most = COSIGNERS_MAX)));
        }
        let demanded = self.rulebook.record.map_or(0, |record| usize::from(record.cosigners));
        if demanded > keys.len() {
            let why = say!("refused-start-few-cosigners", demanded = demanded, named = keys.len());
            return Err(Refusal::CannotStart(why));
        }
        Ok(())
    }

    /// The text that each committee member signs, as a note: the hash of the contest's name, its organiser, its
    /// rulebook and the settled points.
    ///
    /// # Errors
    /// [`NotRecordable`] if a part cannot be put into a record.
    pub fn to_sign(&self) -> Result<String, NotRecordable> {
        let Self { name, organiser, rulebook, settled, .. } = self;
        let Settled { texts, attested, signatures: _ } = &**settled;
        let settled = json!({ "texts": texts, "attested": attested });
        let rulebook = json::to_value(rulebook).expect("rulebooks have string keys");
        let all = json!({ "name": name, "organiser": organiser, "rulebook": rulebook, "settled": settled });
        Ok(format!("{SIGNED_RULES}\n{}\n", Hash::of(&[&canonical::to_bytes(&all)?])))
    }

    /// Checks that, if there are signatures, every committee member has signed, each with a different key.
    fn are_signed(&self) -> Result<(), Refusal> {
        let signatures = &self.settled.signatures;
        if signatures.is_empty() {
            return Ok(());
        }
        let text = self.to_sign().map_err(|why| Refusal::CannotStart(Message::verbatim(why.to_string())))?;
        let mut keys = Vec::new();
        for Signature { key, line } in signatures {
            let named = key.escape_default().to_string();
            let why = match key.parse::<VerifierKey>() {
                Err(why) => say!("refused-start-no-member", named = named, why = why.to_string()),
                Ok(key) if key.is_cosigner() => say!("refused-start-key-for-heads", named = named),
                Ok(key) if keys.contains(&key) => say!("refused-start-signed-twice", name = key.name()),
                Ok(key) if line.contains('\n') || note::verify(&format!("{text}\n{line}\n"), &key).is_err() => {
                    say!("refused-start-signature", name = key.name())
                }
                Ok(key) => {
                    keys.push(key);
                    continue;
                }
            };
            return Err(Refusal::CannotStart(why));
        }
        let members = self.rulebook.committee.as_ref().map_or(0, |committee| usize::from(committee.members));
        if keys.len() == members {
            return Ok(());
        }
        Err(Refusal::CannotStart(say!("refused-start-not-all-signed", members = members, signed = keys.len())))
    }

    /// The differences from other terms that are not allowed after the draw; `None` if the draw stays valid.
    pub(crate) fn not_as_drawn(&self, others: &Self) -> Option<Message> {
        let (drawn, wanted) = (&self.rulebook, &others.rulebook);
        let numbers = |terms: &Self| {
            let roles = terms.rulebook.roles;
            (roles.judges, roles.confederates, roles.entries, roles.people, roles.parallel)
        };
        let differs = [
            (numbers(self) != numbers(others), say!("refused-change-numbers")),
            (drawn.schedule != wanted.schedule, say!("refused-change-schedule")),
            (drawn.interview.layout != wanted.interview.layout, say!("refused-change-layout")),
            (
                drawn.trials.map(|trials| trials.count) != wanted.trials.map(|trials| trials.count),
                say!("refused-change-trials"),
            ),
            (self.plan != others.plan, say!("refused-change-plan")),
            (self.sources != others.sources, say!("refused-change-sources")),
            (
                drawn.interview.medium != wanted.interview.medium && drawn.interview.is_read(),
                say!("refused-change-shown"),
            ),
        ];
        let differs = differs.into_iter().filter_map(|(differs, what)| differs.then_some(what));
        differs.reduce(|first, then| say!("list-part", first = first, then = then))
    }
}

/// Checks that a roster names as many of each role as take part.
fn is_of_roles(roster: &Roster, roles: Roles) -> Result<(), Refusal> {
    let named = [roster.judges.len(), roster.confederates.len(), roster.entries.len()];
    let numbers = [roles.judges, roles.confederates, roles.entries].map(usize::from);
    if named == numbers {
        return Ok(());
    }
    let told = |[judges, confederates, entries]: [usize; 3]| {
        say!("refused-start-roster-of", judges = judges, confederates = confederates, entries = entries)
    };
    Err(Refusal::CannotStart(say!("refused-start-roster", named = told(named), numbers = told(numbers))))
}

impl Roster {
    /// Every participant with a name. An entry appears twice: with its program's name, and with its contestant's.
    pub fn everybody(&self) -> impl Iterator<Item = (Participant, &str)> {
        fn people(names: &[String], label: fn(usize) -> Participant) -> impl Iterator<Item = (Participant, &str)> {
            names.iter().enumerate().map(move |(index, name)| (label(index), name.as_str()))
        }
        let judges = people(&self.judges, |index| Participant::Judge(JudgeId::at(index)));
        let confederates = people(&self.confederates, |index| Participant::Confederate(ConfederateId::at(index)));
        let referees = people(&self.referees, |index| Participant::Referee(RefereeId::at(index)));
        let entries = self.entries.iter().enumerate().flat_map(|(index, card)| {
            let who = Participant::Entry(EntryId::at(index));
            [(who, card.name.as_str()), (who, card.contestant.as_str())]
        });
        judges.chain(confederates).chain(entries).chain(referees)
    }

    /// The participants that differ between two rosters, or appear in only one.
    #[must_use]
    pub fn others(&self, then: &Self) -> BTreeSet<Participant> {
        let differ = |count: usize, is_same: &dyn Fn(usize) -> bool, label: &dyn Fn(usize) -> Participant| {
            (0..count).filter(|&index| !is_same(index)).map(label).collect::<Vec<_>>()
        };
        let judges = differ(
            self.judges.len().max(then.judges.len()),
            &|index| self.judges.get(index) == then.judges.get(index),
            &|index| Participant::Judge(JudgeId::at(index)),
        );
        let confederates = differ(
            self.confederates.len().max(then.confederates.len()),
            &|index| self.confederates.get(index) == then.confederates.get(index),
            &|index| Participant::Confederate(ConfederateId::at(index)),
        );
        // A program that has changed its protocol is the same program.
        let called = |card: &EntryCard| (card.name.clone(), card.contestant.clone());
        let entries = differ(
            self.entries.len().max(then.entries.len()),
            &|index| self.entries.get(index).map(called) == then.entries.get(index).map(called),
            &|index| Participant::Entry(EntryId::at(index)),
        );
        let referees = differ(
            self.referees.len().max(then.referees.len()),
            &|index| self.referees.get(index) == then.referees.get(index),
            &|index| Participant::Referee(RefereeId::at(index)),
        );
        judges.into_iter().chain(confederates).chain(entries).chain(referees).collect()
    }

    /// Every participant, once.
    pub fn labels(&self) -> impl Iterator<Item = Participant> {
        let mut labels: Vec<_> = self.everybody().map(|(who, _)| who).collect();
        labels.dedup();
        labels.into_iter()
    }

    /// The name of a participant; `None` if the label is not taken.
    #[must_use]
    pub fn name(&self, who: Participant) -> Option<&str> {
        match who {
            Participant::Organiser => None,
            Participant::Judge(id) => self.judges.get(id.index()).map(String::as_str),
            Participant::Confederate(id) => self.confederates.get(id.index()).map(String::as_str),
            Participant::Entry(id) => self.entries.get(id.index()).map(|card| card.name.as_str()),
            Participant::Referee(id) => self.referees.get(id.index()).map(String::as_str),
        }
    }
}
