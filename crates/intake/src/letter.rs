//! Letters to contestants and volunteers: plain text for an organiser to send from any mail program.

pub(crate) mod post;

use std::fmt::Write;

use language::Message;
use record::Hash;
use rulebook::EntryId;

pub use self::post::{Delivery, Posted, Recipient};
use crate::{
    Intake, PersonStanding, Status,
    compliance::breaches,
    selection::{SelectionOutcome, progress},
};

/// A letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// The address; absent when none was given that looks like one.
    pub to: Option<String>,
    /// The subject: one line.
    pub subject: String,
    /// The text.
    pub text: String,
}

impl Letter {
    /// The hash that identifies this letter.
    #[must_use]
    pub fn hash(&self) -> Hash {
        // Neither an address nor a subject holds a line feed.
        let to = self.to.as_deref().unwrap_or_default();
        Hash::of(&[to.as_bytes(), b"\n", self.subject.as_bytes(), b"\n", self.text.as_bytes()])
    }
}

/// The letter for the recipient's present state; `None` when there is no letter or no such recipient.
#[must_use]
pub fn to(intake: &Intake, recipient: Recipient) -> Option<Letter> {
    match recipient {
        Recipient::Entry(entry) => of_entry(intake, entry),
        Recipient::Person(number) => of_person(intake, number),
    }
}

/// The letter about the state of an entry; `None` when there is no such entry, or its application was removed.
#[must_use]
pub fn of_entry(intake: &Intake, id: EntryId) -> Option<Letter> {
    let entered = intake.entries.get(&id)?;
    let application = entered.application.as_ref()?;
    let mut text = format!("Dear {},\n\n", one_line(&application.contestant));
    let program = one_line(&application.program);
    let _ = match &entered.status {
        Status::Received => {
            let found = breaches(intake, id);
            let _ = match entered.taken_back {
                false => writeln!(text, "{program} has come in for {}, as {id}.", intake.name),
                true => writeln!(text, "We take back the refusal of {program} ({id}) for {}.", intake.name),
            };
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
    let mail = application.fields.iter().find(|(id, _)| asks_for_address(id)).map(|(_, value)| value.trim());
    Some(Letter {
        to: address(mail),
        subject: format!("{}: {program} ({id})", one_line(&intake.name)),
        text: signed(text),
    })
}

/// The letter about a volunteer's offer; `None` when there is no such volunteer, or their registration was removed.
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

/// The result of the selection for an entry that complies, once it is announced.
#[must_use]
pub fn standing(intake: &Intake, id: EntryId) -> Option<Message> {
    intake.announced.as_ref()?;
    match progress(intake).outcome {
        SelectionOutcome::Chosen(chosen) => match chosen.left_out.iter().find(|left| left.entry == id) {
            Some(left) => Some(say!("intake-standing-left-out", why = left.told(&intake.rulebook))),
            None => Some(say!("intake-standing-final")),
        },
        SelectionOutcome::OnlyEntry { .. } => Some(say!("intake-standing-only-entry")),
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

/// Whether the text has the form of one address: a name, `@`, and a host. Less strict than the check, which decides where the
/// program itself sends letters: an unusual address still reaches the organisers, who can read it.
#[must_use]
pub fn is_like_an_address(text: &str) -> bool {
    let text = text.trim();
    let Some((name, host)) = text.rsplit_once('@') else { return false };
    let is_host = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '-');
    let is_name = !name.is_empty()
        && !name.chars().any(|c| c.is_whitespace() || c.is_control() || matches!(c, '@' | ',' | ';' | '<' | '>'));
    is_name && host.split('.').all(is_host)
}

/// Whether a field of an application asks for an address. Rulebooks name their fields; this is told by the id.
#[must_use]
pub fn asks_for_address(field: &str) -> bool {
    field.contains("mail")
}

/// Returns the text if it looks like exactly one address.
fn address(text: Option<&str>) -> Option<String> {
    let text = text?.trim();
    let (name, host) = text.split_once('@')?;
    let fits = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '+'))
    };
    (fits(name) && fits(host)).then(|| text.to_owned())
}
