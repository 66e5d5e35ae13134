//! Letters to those who applied or offered to take part: plain text for an organiser to send, in any mail program.

use std::fmt::Write;

use rulebook::EntryId;

use crate::{
    Intake, PersonStanding, Status,
    compliance::breaches,
    selection::{Outcome, progress},
};

/// A letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// To which address; absent where none was given that looks like one.
    pub to: Option<String>,
    /// The subject: one line.
    pub subject: String,
    /// The text.
    pub text: String,
}

/// The letter that tells a contestant how their entry stands; `None` where there is none, or its application was taken out.
#[must_use]
pub fn of_entry(intake: &Intake, id: EntryId) -> Option<Letter> {
    let entered = intake.entries.get(&id)?;
    let application = entered.application.as_ref()?;
    let mut text = format!("Dear {},\n\n", one_line(&application.contestant));
    let program = one_line(&application.program);
    let _ = match &entered.status {
        Status::Received => {
            let found = breaches(intake, id);
            let _ = writeln!(text, "{program} has come in for {}, as {id}.", intake.name);
            match found.is_empty() {
                true => writeln!(text, "Nothing is missing. We shall test it, and write to you again."),
                false => listed(&mut text, "Before it is tested, this has to be put right:", &found),
            }
        }
        Status::Compliant => match standing(intake, id) {
            Some(standing) => writeln!(text, "{program} ({id}): {standing}"),
            None => writeln!(text, "{program} ({id}) complies with the rules of {}.", intake.name),
        },
        Status::Refused(found) => {
            listed(&mut text, &format!("{program} ({id}) cannot take part in {}:", intake.name), found)
        }
        Status::Withdrawn => writeln!(text, "{program} ({id}) was withdrawn from {}, as you asked.", intake.name),
        Status::Disqualified { rule } => {
            writeln!(text, "{program} ({id}) was disqualified from {} under {rule}.", intake.name)
        }
        Status::Replaced { rule } => {
            writeln!(text, "{program} ({id}) has lost its place in the final of {} under {rule}.", intake.name)
        }
    };
    let mail = application.fields.iter().find(|(id, _)| id.contains("mail")).map(|(_, value)| value.trim());
    Some(Letter {
        to: address(mail),
        subject: format!("{}: {program} ({id})", one_line(&intake.name)),
        text: signed(text),
    })
}

/// The letter that tells somebody whether they take part; `None` where there is nobody, or who it is was taken out.
#[must_use]
pub fn of_person(intake: &Intake, number: u16) -> Option<Letter> {
    let person = intake.people.get(&number)?;
    let registration = person.registration.as_ref()?;
    let name = one_line(&registration.name);
    let told = match person.standing {
        PersonStanding::Waiting => {
            format!("Thank you for offering to be a {} in {}. We shall answer you.", person.role, intake.name)
        }
        PersonStanding::Accepted => format!("We are glad to have you as a {} in {}.", person.role, intake.name),
        PersonStanding::Declined => {
            format!("Thank you for offering to be a {} in {}. We cannot take you this time.", person.role, intake.name)
        }
        PersonStanding::Left => format!("You have taken back your offer to be a {} in {}.", person.role, intake.name),
    };
    let subject = format!("{}: {}", one_line(&intake.name), person.role);
    Some(Letter {
        to: address(Some(&registration.contact)),
        subject,
        text: signed(format!("Dear {name},\n\n{told}\n")),
    })
}

/// What came of the selection for an entry that complies, once it is announced.
#[must_use]
pub fn standing(intake: &Intake, id: EntryId) -> Option<String> {
    intake.announced.as_ref()?;
    match progress(intake).outcome {
        Outcome::Chosen(chosen) => match chosen.left_out.iter().find(|left| left.entry == id) {
            Some(left) => Some(format!("not in the final: {}.", left.told(&intake.rulebook))),
            None => Some("in the final. Congratulations.".to_owned()),
        },
        Outcome::OnlyEntry { .. } => Some("the only entry, which wins without a contest. Congratulations.".to_owned()),
        _ => None,
    }
}

fn listed(text: &mut String, head: &str, breaches: &[crate::Breach]) -> std::fmt::Result {
    writeln!(text, "{head}\n")?;
    breaches.iter().try_for_each(|breach| writeln!(text, "- {breach}"))
}

fn signed(text: String) -> String {
    format!("{text}\nThe organisers\n")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// This, if it looks like one address and nothing else.
fn address(text: Option<&str>) -> Option<String> {
    let text = text?.trim();
    let (name, host) = text.split_once('@')?;
    let fits = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '+'))
    };
    (fits(name) && fits(host)).then(|| text.to_owned())
}
