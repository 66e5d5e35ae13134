//! The pages of an intake: the call for entries, the form, the status of an application, and the organisers' desk.

use std::borrow::Cow;

use askama::Template;
use intake::{
    Application, Breach, Entered, Intake, Moment, PersonStanding, Program, Registered, Registration, Status,
    letter::{self, Delivery, Letter, Recipient},
    registration,
};
use language::{Element, Message, Say};
use rulebook::{
    Authority, EntryId, Rulebook, Timestamp,
    calendar::{self, Day},
    schema::{Declaration, Field, IntakeRules, OpeningChoice, PersonRole, Required},
};

use crate::applications::ID;

/// The content of a form that was sent and refused.
#[derive(Debug, Clone, Default)]
pub struct Sent(pub Vec<(String, String)>);

impl Sent {
    /// The content of this field; empty where there is none.
    #[must_use]
    pub fn value(&self, name: &str) -> &str {
        self.0.iter().find(|(field, _)| field == name).map_or("", |(_, value)| value)
    }

    /// True when this was chosen.
    #[must_use]
    pub fn has(&self, name: &str, value: &str) -> bool {
        self.0.iter().any(|(field, sent)| field == name && sent == value)
    }
}

/// The call for entries.
#[derive(Template)]
#[template(path = "apply_call.html")]
pub struct CallPage<'a> {
    /// The intake.
    pub intake: &'a Intake,
    /// Its rules, with texts in the language of the reader.
    pub rulebook: Cow<'a, Rulebook>,
}

impl CallPage<'_> {
    fn rules(&self) -> &IntakeRules {
        rules(&self.rulebook)
    }

    fn days(&self) -> Vec<Day<'_>> {
        calendar::days(&self.rulebook)
    }

    fn roles(&self) -> Vec<PersonRole> {
        registration::offered(&self.rulebook)
    }
}

/// The longest protocol that a form accepts, in characters: even with the most bytes for each, an application has room
/// for it.
const PROTOCOL_MAX: usize = intake::application::LARGEST / 4;

/// The form of an application.
#[derive(Template)]
#[template(path = "apply_form.html")]
pub struct ApplicationPage<'a> {
    /// The intake.
    pub intake: &'a Intake,
    /// Its rules, with texts in the language of the reader.
    pub rulebook: Cow<'a, Rulebook>,
    /// The secret of the page that the application will have.
    pub secret: &'a str,
    /// The content that was sent.
    pub sent: &'a Sent,
    /// The reason for the refusal.
    pub notice: Option<&'a Message>,
    /// The breaches that cannot be mended after submission.
    pub breaches: &'a [Breach],
    /// True when the organisers submit it.
    pub by_organisers: bool,
}

impl ApplicationPage<'_> {
    fn rules(&self) -> &IntakeRules {
        rules(&self.rulebook)
    }

    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn is_required(&self, field: &Field) -> bool {
        field.required == Required::Yes
    }

    fn field(&self, id: &str) -> &str {
        self.sent.value(&format!("field-{id}"))
    }

    fn declares(&self, id: &str, answer: &str) -> bool {
        self.sent.has(&format!("declare-{id}"), answer)
    }

    /// The equipment that the organisers provide: as an application has it, and as people read it.
    fn provided(&self) -> Vec<(&str, &str)> {
        let [recorded, read] = [&self.intake.rulebook, &*self.rulebook].map(Rulebook::equipment);
        let texts = recorded.zip(read).map(|(recorded, read)| recorded.provided.iter().zip(&read.provided));
        texts.into_iter().flatten().map(|(recorded, read)| (recorded.as_str(), read.as_str())).collect()
    }

    fn words(&self) -> u32 {
        intake::counted_words::count(self.sent.value("protocol"))
    }
}

/// The status of an application, for the holder of its link.
#[derive(Template)]
#[template(path = "apply_entry.html")]
pub struct ApplicantPage<'a> {
    /// The intake.
    pub intake: &'a Intake,
    /// Its rules, with texts in the language of the reader.
    pub rulebook: Cow<'a, Rulebook>,
    /// The entry.
    pub id: EntryId,
    /// Its state.
    pub entered: &'a Entered,
    /// The secret of this page.
    pub secret: &'a str,
    /// The reason why the last request was refused.
    pub notice: Option<&'a Message>,
}

impl ApplicantPage<'_> {
    /// Its name and status.
    fn heading(&self) -> Message {
        let id = self.id.to_string();
        let called = self.entered.application.as_ref().map_or(&id, |application| &application.program);
        say!("intake-entry-is", bdi = Element::NAME, entry = called, is = self.entered.status.message())
    }

    /// The contestant, the time of receipt, and the length of the protocol.
    fn receipt(&self) -> Message {
        let Entered { application, received, words, .. } = self.entered;
        let by = application.as_ref().map(|application| &application.contestant);
        let by = by.map(|by| say!("intake-receipt-by", bdi = Element::NAME, contestant = by));
        let received = say!("intake-receipt-as", received = told(*received), entry = self.id.to_string());
        let words = words.map(|words| match self.most_words() {
            0 => say!("intake-receipt-words", words = words),
            most => say!("intake-receipt-words-of", words = words, most = most),
        });
        Message::sentences(by.into_iter().chain([received]).chain(words))
    }

    /// The latest program.
    fn program(&self) -> Option<Message> {
        let Program { name, bytes, sha256 } = self.entered.program.as_ref()?;
        let (code, hash) = (HASH, sha256.to_string());
        Some(match name {
            Some(name) => {
                say!("intake-kept-named", bdi = Element::NAME, name = name, bytes = *bytes, code = code, hash = hash)
            }
            None => say!("intake-kept", bytes = *bytes, code = code, hash = hash),
        })
    }

    fn breaches(&self) -> Vec<Breach> {
        match &self.entered.status {
            Status::Received => intake::breaches(self.intake, self.id),
            Status::Refused(breaches) => breaches.clone(),
            Status::Compliant | Status::Withdrawn | Status::Disqualified { .. } | Status::Replaced { .. } => Vec::new(),
        }
    }

    fn is_open(&self) -> bool {
        self.intake.can_be_tested(self.id)
    }

    fn takes_programs(&self) -> bool {
        matches!(self.entered.status, Status::Received | Status::Compliant)
    }

    fn fields(&self) -> &[Field] {
        &rules(&self.rulebook).fields
    }

    /// The choice of opening words, where the rulebook has one and no field of that name.
    fn opening_rules(&self) -> Option<&OpeningChoice> {
        let rules = rules(&self.rulebook);
        rules.opening.as_ref().filter(|_| rules.fields.iter().all(|known| known.id != "opening"))
    }

    fn opens_with(&self, words: &str) -> bool {
        let application = self.entered.application.as_ref();
        application.is_some_and(|application| application.opening.as_deref() == Some(words))
    }

    fn field(&self, id: &str) -> &str {
        let application = self.entered.application.as_ref();
        application.and_then(|application| application.fields.get(id)).map_or("", String::as_str)
    }

    fn declarations(&self) -> Vec<&Declaration> {
        let Some(application) = &self.entered.application else { return Vec::new() };
        rules(&self.rulebook).declarations.iter().filter(|asked| intake::is_asked(asked, application)).collect()
    }

    fn declared(&self, id: &str) -> Option<bool> {
        self.entered.application.as_ref()?.declarations.get(id).copied()
    }

    fn standing(&self) -> Option<Message> {
        intake::letter::standing(self.intake, self.id)
    }

    fn most_words(&self) -> u32 {
        rules(&self.rulebook).protocol.as_ref().map_or(0, |protocol| protocol.words)
    }
}

/// The form for people who offer to take part.
#[derive(Template)]
#[template(path = "apply_people.html")]
pub struct RegistrationPage<'a> {
    /// The intake.
    pub intake: &'a Intake,
    /// Its rules, with texts in the language of the reader.
    pub rulebook: Cow<'a, Rulebook>,
    /// The role.
    pub role: PersonRole,
    /// The secret of the page that they will have.
    pub secret: &'a str,
    /// The content that was sent.
    pub sent: &'a Sent,
    /// The reason for the refusal.
    pub notice: Option<&'a Message>,
}

impl RegistrationPage<'_> {
    fn asked(&self) -> Vec<&rulebook::schema::PersonalAttestation> {
        registration::asked(&self.rulebook, self.role)
    }
}

/// The status of an offer to take part.
#[derive(Template)]
#[template(path = "apply_person.html")]
pub struct PersonPage<'a> {
    /// The intake.
    pub intake: &'a Intake,
    /// The person.
    pub person: &'a Registered,
    /// The secret of this page.
    pub secret: &'a str,
}

impl PersonPage<'_> {
    /// The name, the role and the status.
    fn heading(&self) -> Message {
        let Registered { registration, role, standing, .. } = self.person;
        let role = say!("intake-role", role = role.to_string());
        match registration {
            Some(Registration { name, .. }) => {
                say!("intake-person-named-is", bdi = Element::NAME, name = name, role = role, is = standing.message())
            }
            None => say!("intake-person-is", role = role, is = standing.message()),
        }
    }

    fn may_leave(&self) -> bool {
        self.person.standing != PersonStanding::Left
    }
}

/// The desk of the organisers of an intake.
#[derive(Template)]
#[template(path = "apply_desk.html")]
pub struct IntakeDeskPage<'a> {
    /// The intake.
    pub intake: &'a Intake,
    /// Its rules, with texts in the language of the reader.
    pub rulebook: Cow<'a, Rulebook>,
    /// Its time.
    pub now: Timestamp,
    /// The reason why the last request was refused.
    pub notice: Option<&'a Message>,
    /// True when letters can be sent from here.
    pub sends_letters: bool,
}

/// A letter on the desk, and the state of its delivery.
struct LetterOnDesk {
    letter: Letter,
    recipient: Recipient,
    way: LetterWay,
}

/// The state of a letter's delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LetterWay {
    /// Not sent yet.
    New,
    /// The mail server took it.
    Sent,
    /// The mail server did not take it.
    NotTaken,
    /// The outcome is unknown.
    Unknown,
}

impl LetterOnDesk {
    fn mailto(&self) -> String {
        mailto(&self.letter)
    }

    /// The address, with a link that opens the letter in a mail program.
    fn by_mail(&self, address: &str) -> Message {
        let link = Element::link(self.mailto());
        say!("intake-letter-by-mail", bdi = Element::NAME, address = address, link = link)
    }

    /// The name and the value of the field for the recipient.
    fn to(&self) -> (&'static str, String) {
        match self.recipient {
            Recipient::Entry(entry) => ("entry", entry.to_string()),
            Recipient::Person(number) => ("person", number.to_string()),
        }
    }
}

impl IntakeDeskPage<'_> {
    /// The state of the call, its deadline, and the next step.
    fn course(&self) -> Message {
        let address = format!("/{ID}");
        let call = say!("intake-call-stands", link = Element::link(&address), address = address);
        Message::sentences([Some(call), self.takes_until(), Some(self.next())].into_iter().flatten())
    }

    /// The status of an entry, the time of receipt, and the length of its protocol.
    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn summary(&self, entered: &Entered) -> Message {
        let Entered { status, received, mailed, words, .. } = entered;
        let is = say!("intake-desk-is", is = status.message());
        let received = match mailed.filter(|mailed| mailed != received) {
            Some(mailed) => say!("intake-desk-received-sent", received = told(*received), mailed = told(mailed)),
            None => say!("intake-desk-received", received = told(*received)),
        };
        let words = words.map(|words| say!("intake-desk-words", words = words));
        Message::sentences([is, received].into_iter().chain(words))
    }

    /// The program of an entry, with a link to it.
    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn handed_in(&self, program: &Program) -> Message {
        let Program { name, bytes, sha256 } = program;
        let name = name.as_ref().map_or_else(|| say!("intake-desk-file"), |name| name.as_str().into());
        say!(
            "intake-desk-program",
            link = Element::link(format_args!("/{ID}/organiser/program/{sha256}")),
            bdi = Element::NAME,
            name = name,
            bytes = *bytes,
            code = HASH,
            hash = sha256.to_string(),
        )
    }

    /// The name, the role and the status of a person.
    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn who(&self, person: &Registered) -> Message {
        let name = person.registration.as_ref().map(|registration| registration.name.as_str().into());
        say!(
            "intake-desk-person",
            strong = Element::STRONG,
            bdi = Element::NAME,
            name = name.unwrap_or_else(|| say!("intake-desk-gone")),
            role = say!("intake-role", role = person.role.to_string()),
            is = person.standing.message(),
        )
    }

    /// A person's contact, and the sentences that they attested.
    fn contact(&self, registration: &Registration) -> Message {
        let Registration { contact, attests, .. } = registration;
        match attests.is_empty() {
            true => say!("intake-desk-contact", bdi = Element::NAME, contact = contact),
            false => {
                let attested = Message::list(attests.iter().map(|id| self.attested(id)));
                say!("intake-desk-contact-attests", bdi = Element::NAME, contact = contact, attested = attested)
            }
        }
    }

    /// The sentence of an attestation with its rule, in the language of the reader.
    fn attested(&self, id: &str) -> Message {
        let all = self.rulebook.people.as_ref().map_or(&[][..], |rules| &rules.attestations);
        match all.iter().find(|asked| asked.id == id) {
            Some(asked) => {
                say!("intake-desk-attested", sentence = asked.sentence.as_str(), rule = asked.rule.as_str())
            }
            None => id.into(),
        }
    }

    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn authorities(&self) -> [Authority; 4] {
        Authority::ALL
    }

    fn breaches(&self, id: &EntryId) -> Vec<Breach> {
        match self.intake.entries.get(id).map(|entered| &entered.status) {
            Some(Status::Received) => intake::breaches(self.intake, *id),
            Some(Status::Refused(breaches)) => breaches.clone(),
            Some(Status::Compliant | Status::Withdrawn | Status::Disqualified { .. } | Status::Replaced { .. })
            | None => Vec::new(),
        }
    }

    fn letter(&self, id: &EntryId) -> Option<LetterOnDesk> {
        self.letter_to(Recipient::Entry(*id))
    }

    fn letter_to_person(&self, person: &u16) -> Option<LetterOnDesk> {
        self.letter_to(Recipient::Person(*person))
    }

    fn letter_to(&self, recipient: Recipient) -> Option<LetterOnDesk> {
        let letter = letter::to(self.intake, recipient)?;
        let posted = self.intake.letters.get(&recipient).filter(|posted| posted.letter == Some(letter.hash()));
        let way = match posted.map(|posted| posted.delivery) {
            None => LetterWay::New,
            Some(Some(Delivery::Taken)) => LetterWay::Sent,
            Some(Some(Delivery::NotTaken)) => LetterWay::NotTaken,
            Some(None | Some(Delivery::Unknown)) => LetterWay::Unknown,
        };
        Some(LetterOnDesk { letter, recipient, way })
    }

    fn can_be_taken_back(&self, id: &EntryId) -> bool {
        self.intake.can_be_taken_back(*id)
    }

    fn can_be_tested(&self, id: &EntryId) -> bool {
        self.intake.can_be_tested(*id)
    }

    /// True when a day of testing has to be agreed for it.
    fn needs_testing(&self, entered: &Entered) -> bool {
        let way = entered.application.as_ref().and_then(|application| application.submission.as_ref());
        rules(&self.rulebook).submissions.iter().any(|known| Some(&known.id) == way && known.testing.is_some())
    }

    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn is_in(&self, entered: &Entered) -> bool {
        matches!(entered.status, Status::Received | Status::Compliant)
    }

    /// True when some decision about it is still open.
    fn is_to_be_decided(&self, id: &EntryId, entered: &Entered) -> bool {
        self.is_in(entered) || self.can_be_tested(id)
    }

    /// The questions of the form in the words of the form, each with its answer; "not answered" where there is none.
    fn answers(&self, application: &Application) -> Vec<(String, Message)> {
        let rules = rules(&self.rulebook);
        let unanswered = || say!("intake-desk-unanswered");
        let fields = rules.fields.iter().map(|field| {
            let value = application.fields.get(&field.id).map(|value| Message::from(value.as_str()));
            (field.label.clone(), value.unwrap_or_else(unanswered))
        });
        let asked = rules.declarations.iter().filter(|asked| intake::is_asked(asked, application));
        let declarations = asked.map(|asked| {
            let answer = match application.declarations.get(&asked.id) {
                Some(true) => say!("intake-declared-yes"),
                Some(false) => say!("intake-declared-no"),
                None => unanswered(),
            };
            (asked.sentence.clone(), answer)
        });
        fields.chain(declarations).collect()
    }

    fn has_contest_file(&self) -> bool {
        intake::contest_file(self.intake).is_some()
    }

    fn takes_until(&self) -> Option<Message> {
        let window = rules(&self.rulebook).window.as_ref()?;
        Some(say!("intake-desk-window", closes = window.closes.to_string(), rule = &window.rule))
    }

    fn next(&self) -> Message {
        use intake::selection::{SelectionOutcome, progress};
        let untested = self.intake.untested().len();
        if untested > 0 {
            return say!("intake-next-untested", untested = untested);
        }
        match progress(self.intake).outcome {
            SelectionOutcome::NoEntry { .. } => say!("selection-no-entry"),
            SelectionOutcome::OnlyEntry { entry, .. } => say!("intake-next-only-entry", entry = entry.to_string()),
            SelectionOutcome::Waits { stage, wait } => say!("intake-next-waits", stage = stage, wait = wait.message()),
            SelectionOutcome::NoStage { entries, places } => {
                say!("intake-next-no-stage", entries = entries, places = places)
            }
            SelectionOutcome::Chosen(chosen) if chosen.finalists.is_empty() => say!("intake-next-nobody"),
            SelectionOutcome::Chosen(chosen) => {
                let ids: Vec<_> = chosen.finalists.iter().map(|finalist| finalist.entry.to_string()).collect();
                say!("intake-next-final", entries = ids.join(", "))
            }
        }
    }
}

/// The markup of a file's hash.
const HASH: Element = Element::tag("<code class=\"hash\">", "</code>");

/// The rulebook's requirements for entries.
fn rules(rulebook: &Rulebook) -> &IntakeRules {
    rulebook.intake.as_ref().expect("an intake is only opened under a rulebook that has one")
}

/// A moment for people: a day, or a day and a time of day to the minute.
fn told(moment: Moment) -> String {
    match moment {
        Moment::On(day) => day.to_string(),
        Moment::At(at) => format!("{} UTC", at.to_string().get(..16).unwrap_or_default().replace('T', " ")),
    }
}

/// The letter as an address that opens a mail program.
fn mailto(letter: &Letter) -> String {
    let to = letter.to.as_deref().unwrap_or_default();
    format!("mailto:{to}?subject={}&body={}", encoded(&letter.subject), encoded(&letter.text.replace('\n', "\r\n")))
}

/// The text percent-encoded for an address: everything but letters, digits and four marks.
fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_opens_in_a_mail_program_whatever_is_in_it() {
        let letter =
            Letter {
                to: Some("a+b@example.org".to_owned()), subject: "é & ?".to_owned(), text: "one\ntwo".to_owned()
            };
        assert_eq!(mailto(&letter), "mailto:a+b@example.org?subject=%C3%A9%20%26%20%3F&body=one%0D%0Atwo");
    }
}
