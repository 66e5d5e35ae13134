//! Turns a contest file into the opening of a contest.

use std::collections::BTreeMap;

use contest::{
    command::{NewEntry, Opening},
    event::{Beforehand, EntryCard, Roster, Settled, Signature, Terms},
    seed::SeedOpening,
    shown::SourceConversation,
};
use rulebook::{
    ConfederateId, ContestFile, DrawnSecret, EntryId, JudgeId, Participant,
    contest_file::{EntrySpec, Person},
    schema::People,
};
use schedule::GivenPlan;

use crate::app::protocol;

/// The opening of a contest: its file, and a secret that nobody can know.
pub(crate) fn opening(file: &ContestFile, plan: Option<GivenPlan>, shown: Vec<(u16, SourceConversation)>) -> Opening {
    Opening { terms: terms(file, plan), roster: with_shown(roster(file), &shown), seed: seed(file), shown }
}

/// The roster, with the names of the conversations that are witnesses.
fn with_shown(mut roster: Roster, shown: &[(u16, SourceConversation)]) -> Roster {
    for (_, conversation) in shown {
        let SourceConversation { of, name, is_human, .. } = conversation;
        let called: String = format!("{name} of {of}").chars().take(SHOWN_NAME_MAX).collect();
        match is_human {
            true => roster.confederates.push(called),
            false => roster.entries.push(EntryCard {
                name: called,
                contestant: "a program".to_owned(),
                protocol: "transcript".to_owned(),
            }),
        }
    }
    roster
}

/// The longest name of a conversation that is a witness, in characters.
const SHOWN_NAME_MAX: usize = 100;

/// The terms of play.
pub(crate) fn terms(file: &ContestFile, plan: Option<GivenPlan>) -> Terms {
    let judges = JudgeId::first(file.judges.len()).zip(&file.judges).map(|(id, p)| (Participant::Judge(id), p));
    // Where everybody is judge and confederate in turn, J1 and C1 are one person, who acts as J1.
    let are_both = file.rulebook.roles.people == People::Both;
    let apart = if are_both { &[][..] } else { &file.confederates };
    let confederates = ConfederateId::first(apart.len()).zip(apart);
    let confederates = confederates.map(|(id, p)| (Participant::Confederate(id), p));
    Terms {
        scripted: judges.chain(confederates).filter(|(_, person)| person.scripted).map(|(id, _)| id).collect(),
        beforehand: Box::new(beforehand(file)),
        settled: Box::new(settled(file)),
        plan: plan.map(Box::new),
        referees: u16::try_from(file.referees.len()).unwrap_or(u16::MAX),
        cosigners: file.cosigners.iter().map(|named| named.key.trim().to_owned()).collect(),
        // The reader of the file has checked that each is a digest.
        sources: file.sources.iter().filter_map(|source| source.sha256.parse().ok()).collect(),
        countdown: file.countdown,
        zone: file.zone,
        ..Terms::of(&file.name, &file.organiser, file.rulebook.clone())
    }
}

/// The names of all participants.
pub(crate) fn roster(file: &ContestFile) -> Roster {
    let names = |people: &[Person]| people.iter().map(|person| person.name.clone()).collect();
    Roster {
        judges: names(&file.judges),
        confederates: names(&file.confederates),
        entries: file.entries.iter().map(card).collect(),
        referees: file.referees.clone(),
        committee: file.committee.as_ref().map(|committee| committee.members.clone()).unwrap_or_default(),
    }
}

/// The beginning of the seed: a secret drawn now and the contributions of the file, or, in a rehearsal, the file's
/// text.
fn seed(file: &ContestFile) -> SeedOpening {
    if let (true, Some(seed)) = (file.rehearsal, &file.seed) {
        return SeedOpening::Rehearsal { seed: seed.clone() };
    }
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).expect("the operating system gives random bytes");
    SeedOpening::ManyHands {
        secret: DrawnSecret::from_bytes(secret),
        organiser: file.seed.clone(),
        committee: file.committee.as_ref().and_then(|committee| committee.seed.clone()),
    }
}

/// The facts about entries from before the contest. Entries with the same place in the selection are level; those
/// without one come after all others.
fn beforehand(file: &ContestFile) -> Beforehand {
    let entries = || EntryId::first(file.entries.len()).zip(&file.entries);
    let mut placed: BTreeMap<(bool, Option<u16>), Vec<EntryId>> = BTreeMap::new();
    for (id, entry) in entries().filter(|_| file.entries.iter().any(|entry| entry.selection_place.is_some())) {
        placed.entry((entry.selection_place.is_none(), entry.selection_place)).or_default().push(id);
    }
    Beforehand {
        open_source: entries().filter(|(_, entry)| entry.open_source).map(|(id, _)| id).collect(),
        baselines: entries().filter(|(_, entry)| entry.baseline).map(|(id, _)| id).collect(),
        selection: placed.into_values().collect(),
        carried: file.carried.clone(),
        openings: entries().filter_map(|(id, entry)| Some((id, entry.opening.clone()?))).collect(),
    }
}

/// The committee's decisions and the participants' attestations.
fn settled(file: &ContestFile) -> Settled {
    let committee = file.committee.as_ref();
    committee.map_or_else(Settled::default, |committee| Settled {
        texts: committee.settled.clone(),
        attested: committee.attested.clone(),
        signatures: committee.signatures.iter().cloned().map(|(key, line)| Signature { key, line }).collect(),
    })
}

/// A program that joins the running contest.
pub(crate) fn new_entry(spec: &EntrySpec) -> NewEntry {
    NewEntry { card: card(spec), open_source: spec.open_source, opening: spec.opening.clone() }
}

fn card(entry: &EntrySpec) -> EntryCard {
    EntryCard {
        name: entry.name.clone(),
        contestant: entry.contestant.clone(),
        protocol: protocol(&entry.protocol).to_owned(),
    }
}
