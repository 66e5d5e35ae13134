//! Decisions about the publication of a contest: consents, deletions and releases.

use std::collections::BTreeSet;

use language::{Message, Say};
use rulebook::{Authority, Participant, Timestamp, Witness, names::identity, schema::People};

use super::{Contest, Phase};
use crate::{
    Private, Refusal,
    consent::{LICENCE_MAX, Scope},
    deletions::{KEPT, PARTS_MAX, PartPlace, Sentence},
    event::{PersonName, Reason, Roster},
    release::ReleasablePart,
};

/// A ruling that releases parts of a contest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// The time of the ruling.
    pub at: Timestamp,
    /// The released parts.
    pub parts: BTreeSet<ReleasablePart>,
    /// The authority that decided.
    pub by: Authority,
    /// The rule that allows it.
    pub rule: String,
    /// The reason, in the organiser's words.
    pub reason: Private<Reason>,
}

/// A ruling, recorded by the contest's server, that takes private parts out of its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deleted {
    /// The time of the ruling.
    pub at: Timestamp,
    /// The number of parts.
    pub parts: usize,
    /// The writer of the texts, or the person who gets a pseudonym.
    pub whose: Option<Participant>,
    /// True if a person was given a pseudonym.
    pub renames: bool,
    /// The authority that decided.
    pub by: Authority,
    /// The rule that allows it.
    pub rule: String,
    /// The reason, in the organiser's words.
    pub reason: Private<Reason>,
}

impl Say for Deleted {
    fn message(&self) -> Message {
        let Self { parts, whose, renames, by, rule, reason, .. } = self;
        let ruling = Sentence { parts: *parts, whose: *whose, renames: *renames, by: *by, rule }.message();
        match reason.held() {
            Some(reason) => say!("review-ruling-because", ruling = ruling, reason = &reason.reason),
            None => ruling,
        }
    }
}

display_in_english!(Deleted);

impl Contest {
    /// True if everybody may read this part. A released record includes every other part.
    #[must_use]
    pub fn is_released(&self, part: ReleasablePart) -> bool {
        self.releases
            .iter()
            .any(|release| release.parts.contains(&part) || release.parts.contains(&ReleasablePart::Record))
    }

    /// Checks that this consent can be recorded.
    pub(crate) fn permit_consent(
        &self,
        who: Participant,
        scope: Scope,
        licence: Option<&String>,
    ) -> Result<(), Refusal> {
        if !self.is_called(who) {
            return Err(Refusal::Nobody);
        }
        match licence {
            Some(_) if scope == Scope::Result => Err(Refusal::LicenceOfNothing),
            Some(licence) if !is_licence(licence) => Err(Refusal::BadLicence(LICENCE_MAX)),
            _ => Ok(()),
        }
    }

    /// The licences for the participants' words, each with the participants who named it.
    #[must_use]
    pub fn licences(&self) -> Vec<(&str, Vec<Participant>)> {
        let mut licences: Vec<(&str, Vec<Participant>)> = Vec::new();
        for (&who, consent) in &self.consents {
            let Some(licence) = consent.licence.as_deref() else { continue };
            match licences.iter_mut().find(|(known, _)| *known == licence) {
                Some((_, people)) => people.push(who),
                None => licences.push((licence, vec![who])),
            }
        }
        licences
    }

    /// Checks that these parts may be taken out; the ruling itself was checked before.
    pub(crate) fn permit_deleting(
        &self,
        parts: &BTreeSet<PartPlace>,
        whose: Option<Participant>,
        roster: Option<&Private<Roster>>,
    ) -> Result<(), Refusal> {
        if self.phase != Phase::Closed {
            return Err(Refusal::NotOver);
        }
        if parts.is_empty() {
            return Err(Refusal::NothingToDelete);
        }
        if parts.len() > PARTS_MAX {
            return Err(Refusal::TooMuchToDelete(PARTS_MAX));
        }
        if parts.iter().any(|place| KEPT.contains(&&*place.part)) {
            return Err(Refusal::NeverDeleted);
        }
        if parts.iter().any(|place| self.gone.contains(place)) {
            return Err(Refusal::DeletedAlready);
        }
        if whose.is_some_and(|who| !self.is_called(who)) || roster.is_some() && whose.is_none() {
            return Err(Refusal::Nobody);
        }
        match roster {
            Some(Private::Held(roster)) => self.permit_names(roster),
            _ => Ok(()),
        }
    }

    /// True if this label can have a name.
    pub(crate) fn is_called(&self, who: Participant) -> bool {
        who != Participant::Organiser && (self.is_cast(who) || self.is_referee(who))
    }

    /// True if two labels belong to one person.
    #[must_use]
    pub fn is_same_person(&self, one: Participant, other: Participant) -> bool {
        let acting = |who| match who {
            Participant::Confederate(id) => self.acting(Witness::Confederate(id)),
            who
            @ (Participant::Organiser | Participant::Judge(_) | Participant::Entry(_) | Participant::Referee(_)) => who,
        };
        acting(one) == acting(other)
    }

    /// The names of all participants, with this one renamed.
    ///
    /// # Errors
    /// When the names were redacted, or another participant has this name.
    pub(crate) fn renamed(&self, who: Participant, name: &str) -> Result<Roster, Refusal> {
        PersonName::check_text(name)?;
        let mut roster = self.roster.held().cloned().ok_or(Refusal::NamesGone)?;
        if roster.everybody().any(|(other, of)| !self.is_same_person(who, other) && identity(of) == identity(name)) {
            return Err(Refusal::NameTaken);
        }
        let called = match who {
            Participant::Organiser => None,
            Participant::Judge(id) => roster.judges.get_mut(id.index()),
            Participant::Confederate(id) => roster.confederates.get_mut(id.index()),
            Participant::Referee(id) => roster.referees.get_mut(id.index()),
            Participant::Entry(id) => roster.entries.get_mut(id.index()).map(|card| &mut card.contestant),
        };
        name.clone_into(called.ok_or(Refusal::Nobody)?);
        if let (Participant::Judge(id), People::Both) = (who, self.rulebook.roles.people)
            && let Some(also) = roster.confederates.get_mut(id.index())
        {
            name.clone_into(also);
        }
        Ok(roster)
    }

    /// Checks that these names are as many as the present ones, unless those were redacted.
    fn permit_names(&self, names: &Roster) -> Result<(), Refusal> {
        let count = |roster: &Roster| {
            let Roster { judges, confederates, entries, referees, committee } = roster;
            [judges.len(), confederates.len(), entries.len(), referees.len(), committee.len()]
        };
        if self.roster.held().is_some_and(|now| count(now) != count(names)) {
            return Err(Refusal::NotEverybody);
        }
        Ok(())
    }
}

/// True for one line of 1 to `LICENCE_MAX` characters without spaces around it.
fn is_licence(text: &str) -> bool {
    let is_line = !text.chars().any(char::is_control) && text.trim() == text;
    !text.is_empty() && is_line && text.chars().count() <= LICENCE_MAX
}
