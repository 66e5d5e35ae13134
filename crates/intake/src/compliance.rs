//! The check of one application against every rule of the rulebook's intake.

use rulebook::{
    EntryId,
    schema::{Declaration, Field, HowMany, IntakeRules, Occasion, Required, Stamp, Submission, Window},
};

use crate::{Application, Breach, Entered, EnteredBy, EntryFault, Intake, Moment, Status};

/// Every rule that this entry breaks, in the order of the rulebook; empty when it complies. A fault that the organisers excused
/// is left out. Without an application (it was removed from the log), only the stamps are checked.
#[must_use]
pub fn breaches(intake: &Intake, id: EntryId) -> Vec<Breach> {
    let Some(entry) = intake.entries.get(&id) else { return Vec::new() };
    let is_excused = |breach: &Breach| entry.excused.iter().any(|excused| excused.is_like(breach));
    broken(intake, id).into_iter().filter(|breach| !is_excused(breach)).collect()
}

/// Every rule that this entry breaks, whether excused or not.
fn broken(intake: &Intake, id: EntryId) -> Vec<Breach> {
    let (Some(rules), Some(entry)) = (&intake.rulebook.intake, intake.entries.get(&id)) else { return Vec::new() };
    let mut found = Vec::new();
    if let Some(window) = &rules.window {
        found.extend(outside(window, entry).map(|fault| breach(&window.rule, fault)));
    }
    if let Some(application) = &entry.application {
        found.extend(repeated(intake, rules, id, application));
        found.extend(rules.fields.iter().filter_map(|field| blank(field, application)));
        found.extend(protocol(rules, entry));
        found.extend(rules.declarations.iter().filter_map(|asked| undeclared(asked, application)));
        found.extend(opening(intake, rules, application));
        found.extend(handed_in(rules, application));
        found.extend(equipment(rules, application));
        if application.entered_by == EnteredBy::Organisers && rules.organisers.is_none() {
            found.push(breach(&rules.entries.rule, EntryFault::NotForOrganisers {}));
        }
    }
    found
}

/// True when this applicant must answer the declaration.
#[must_use]
pub fn is_asked(declaration: &Declaration, application: &Application) -> bool {
    match &declaration.when {
        Occasion::Always => true,
        Occasion::Under18 => application.under_18,
        Occasion::ThirdPartyMaterial => application.third_party_material,
        Occasion::OwnEntry => application.entered_by == EnteredBy::Contestant,
        Occasion::Submissions(ways) => application.submission.as_ref().is_some_and(|way| ways.contains(way)),
    }
}

/// The stamp of an entry that counts.
pub(crate) fn stamp(counts: Stamp, entry: &Entered) -> Moment {
    match counts {
        Stamp::Receipt => entry.received,
        Stamp::Mailing => entry.mailed.unwrap_or(entry.received),
    }
}

fn outside(window: &Window, entry: &Entered) -> Option<EntryFault> {
    let stamp = stamp(window.counts, entry);
    match window.opens {
        Some(opens) if stamp.is_before(opens, window.clock) => Some(EntryFault::TooEarly { stamp, opens }),
        _ if stamp.is_after(window.closes, window.clock) => Some(EntryFault::TooLate { stamp, closes: window.closes }),
        _ => None,
    }
}

/// The breach of the limits on entries per contestant and per person. The organisers' entries do not count for the contestant:
/// they may enter several programs of others.
fn repeated(intake: &Intake, rules: &IntakeRules, id: EntryId, application: &Application) -> Option<Breach> {
    let contestant = crate::counted_words::name(&application.contestant);
    let people = application.associated();
    // A later entry counts too once it complies: then this one was refused earlier and is being tested again.
    let has_place = |other: &EntryId, status: &Status| match *other < id {
        true => status.counts(),
        false => *other != id && *status == Status::Compliant,
    };
    let earlier = || intake.entries.iter().filter(|(other, entered)| has_place(other, &entered.status));
    let own = |application: &Application| application.entered_by == EnteredBy::Contestant;
    let same_contestant = || {
        earlier().find(|(_, other)| {
            let other = other.application.as_ref().filter(|other| own(other) && own(application));
            other.is_some_and(|other| crate::counted_words::name(&other.contestant) == contestant)
        })
    };
    let same_person = || {
        earlier()
            .find(|(_, other)| other.application.as_ref().is_some_and(|other| !other.associated().is_disjoint(&people)))
    };
    let one = |how_many| how_many == HowMany::One;
    let fault = if let Some((&entry, _)) = one(rules.entries.per_contestant).then(same_contestant).flatten() {
        EntryFault::SecondOfContestant { entry }
    } else {
        let (&entry, _) = one(rules.entries.per_person).then(same_person).flatten()?;
        EntryFault::SecondOfPerson { entry }
    };
    Some(breach(&rules.entries.rule, fault))
}

fn blank(field: &Field, application: &Application) -> Option<Breach> {
    let required = match field.required {
        Required::Yes => true,
        Required::No => false,
        Required::WithThirdPartyMaterial => application.third_party_material,
    };
    let given = application.fields.contains_key(&field.id);
    (required && !given)
        .then(|| breach(&field.rule, EntryFault::NoField { field: field.id.clone(), label: field.label.clone() }))
}

fn protocol(rules: &IntakeRules, entry: &Entered) -> Option<Breach> {
    let asked = rules.protocol.as_ref()?;
    let fault = match entry.words {
        None | Some(0) => EntryFault::NoProtocol {},
        Some(words) if words > asked.words => EntryFault::ProtocolTooLong { words, most: asked.words },
        Some(_) => return None,
    };
    Some(breach(&asked.rule, fault))
}

fn undeclared(asked: &Declaration, application: &Application) -> Option<Breach> {
    if !is_asked(asked, application) {
        return None;
    }
    let (declaration, sentence) = (asked.id.clone(), asked.sentence.clone());
    let fault = match application.declarations.get(&asked.id) {
        None => EntryFault::Undeclared { declaration, sentence },
        Some(answer) if *answer != asked.must_be => {
            EntryFault::WrongAnswer { declaration, sentence, must_be: asked.must_be }
        }
        Some(_) => return None,
    };
    Some(breach(&asked.rule, fault))
}

fn opening(intake: &Intake, rules: &IntakeRules, application: &Application) -> Option<Breach> {
    let choice = rules.opening.as_ref()?;
    let words = &intake.rulebook.interview.opening_words;
    let chosen = application.opening.as_ref().is_some_and(|chosen| words.contains(chosen));
    let quoted = || words.iter().map(|words| format!("\"{words}\"")).collect::<Vec<_>>().join(" or ");
    (!chosen).then(|| breach(&choice.rule, EntryFault::NoOpening { words: quoted() }))
}

fn handed_in(rules: &IntakeRules, application: &Application) -> Option<Breach> {
    let first = rules.submissions.first()?;
    let Some(way) = way(rules, application) else {
        let ways = rules.submissions.iter().map(|way| way.id.as_str()).collect::<Vec<_>>().join(", ");
        return Some(breach(&first.rule, EntryFault::NoSubmission { ways }));
    };
    let window = way.testing?;
    let fault = match application.testing {
        None => EntryFault::NoTesting {},
        Some(day) if day.agreed >= window.agreed_before => {
            EntryFault::TestingAgreedLate { agreed: day.agreed, before: window.agreed_before }
        }
        Some(day) if day.on < window.first || day.on > window.last => {
            EntryFault::TestingOutside { on: day.on, first: window.first, last: window.last }
        }
        Some(_) => return None,
    };
    Some(breach(&way.rule, fault))
}

fn equipment(rules: &IntakeRules, application: &Application) -> Vec<Breach> {
    let Some(equipment) = &rules.equipment else { return Vec::new() };
    let mut found = Vec::new();
    let same = |a: &str, b: &str| crate::counted_words::name(a) == crate::counted_words::name(b);
    let provided = application.runs_on.iter().any(|on| equipment.provided.iter().any(|item| same(on, item)));
    let brings = way(rules, application).is_some_and(|way| way.brings_computer)
        || (equipment.may_bring && application.brings_equipment);
    if !equipment.provided.is_empty() && !provided && !brings {
        let provided = equipment.provided.join(", ");
        found.push(breach(&equipment.rule, EntryFault::NothingToRunOn { provided }));
    }
    if application.telecommunication && !equipment.telecommunication {
        found.push(breach(&equipment.rule, EntryFault::Telecommunication {}));
    }
    found
}

fn way<'r>(rules: &'r IntakeRules, application: &Application) -> Option<&'r Submission> {
    let chosen = application.submission.as_ref()?;
    rules.submissions.iter().find(|way| way.id == *chosen)
}

fn breach(rule: &str, fault: EntryFault) -> Breach {
    Breach { rule: rule.to_owned(), fault }
}
