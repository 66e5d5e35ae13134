//! Why a command was not carried out: ordinary data, in sentences an organiser understands.

use language::{Message, Say};
use rulebook::{
    EntryId,
    calendar::NotReplaced,
    schema::{Date, PersonRole},
};

use crate::{Moment, application::BadApplication, judging::SheetFaults, selection::Wait, words::list};

/// Why a command was not carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The call is open already.
    OpenedAlready,
    /// A day that the rulebook does not have.
    NoSuchDay(NotReplaced),
    /// Days that contradict each other, a sentence each.
    DaysContradict(Vec<String>),
    /// The rulebook has no intake.
    NoIntake(String),
    /// A name is blank or too long.
    BadName(usize),
    /// A way to reach somebody is blank or too long.
    BadContact(usize),
    /// The name of a file is blank or too long.
    BadFileName(usize),
    /// A role that the rules do not have.
    NoSuchRole(PersonRole),
    /// Something was not attested that must be.
    NotAttested {
        /// The rule.
        rule: String,
        /// The sentence.
        sentence: String,
    },
    /// There is nobody of this number.
    NoPerson(u16),
    /// Somebody who took their offer back.
    HasLeft,
    /// There is no letter to them.
    NoLetter,
    /// They gave no address that a mail server could use.
    NoAddress,
    /// What there is to tell is not what the organiser has read.
    LetterChanged,
    /// The letter was sent.
    LetterSent,
    /// Nobody knows whether the letter was sent.
    LetterMayBeSent,
    /// A reason is blank or too long.
    BadReason(usize),
    /// The label of a rule is blank or too long.
    BadRule(usize),
    /// The application makes no sense under any rulebook.
    BadApplication(BadApplication),
    /// The mailing stamp is missing, and it is the one that counts.
    NoStamp {
        /// The rule.
        rule: String,
    },
    /// It came in before it was sent, or after now.
    Backwards {
        /// What must be earlier.
        earlier: Moment,
        /// What must be later.
        later: Moment,
    },
    /// An id that the rulebook does not have.
    Unknown {
        /// What kind of thing: `attestation`, `declaration`, `field`, `opening`, `stage` or `submission`.
        what: &'static str,
        /// The id.
        id: String,
        /// The ids it has.
        known: Vec<String>,
    },
    /// There is no such entry.
    NoEntry(EntryId),
    /// Too many entries.
    TooMany(u16),
    /// What was asked does not fit what has become of the entry.
    NotNow {
        /// Which.
        entry: EntryId,
        /// What has become of it, such as `was withdrawn`.
        is: Message,
        /// What was asked, such as `tested`.
        asked: Message,
    },
    /// The application was taken out of the log.
    Redacted(EntryId),
    /// Entries can no longer come in.
    SelectionBegun,
    /// Some entries have not been tested.
    Untested(Vec<EntryId>),
    /// The rulebook has no selection, or not this stage.
    NotHeld {
        /// Its id.
        stage: String,
        /// How many complied.
        entries: usize,
        /// The stage that is next; absent where none is.
        next: Option<String>,
    },
    /// The stage is compared in another way.
    OtherKind {
        /// Its id.
        stage: String,
        /// How it is decided.
        how: Message,
    },
    /// No later stage has begun.
    Past(String),
    /// The stage needs a panel before it takes scores.
    NoPanelYet(String),
    /// There is no such panel.
    NoPanel(schedule::NoPanels),
    /// The scores are wrong.
    Sheet(SheetFaults),
    /// The order is not that of level entries.
    NotTied {
        /// Its id.
        stage: String,
        /// What was given.
        order: Vec<EntryId>,
        /// Those that are.
        level: Vec<EntryId>,
    },
    /// No invitations at this stage.
    NoInvitations,
    /// The call is not open yet.
    NotCalled,
    /// The selection has not come to its end: a stage waits for something.
    StageWaits {
        /// Its id.
        stage: String,
        /// What it waits for.
        wait: Wait,
    },
    /// The selection cannot come to its end: more entries are in than the final has places, and no stage is for their number.
    NoStage {
        /// How many are in.
        entries: usize,
        /// How many places there are.
        places: usize,
    },
    /// Entries are still taken.
    WindowOpen {
        /// The last day.
        closes: Date,
        /// The rule.
        rule: String,
    },
    /// What came of the selection was announced.
    AnnouncedAlready,
    /// It came in working, or was changed, after the last day for it.
    Late {
        /// Which.
        entry: EntryId,
        /// What happened: it came in `working`, or was `changed`.
        what: &'static str,
        /// When.
        when: Moment,
        /// The last day.
        by: Date,
        /// The rule.
        rule: String,
    },
    /// The entry has no place in the final.
    NoFinalist(EntryId),
    /// The rulebook does not fill places.
    NotReplaced(EntryId),
}

impl Say for Refusal {
    fn message(&self) -> Message {
        match self {
            Self::OpenedAlready => say!("intake-refused-opened"),
            Self::NoSuchDay(why) => Message::verbatim(why.to_string()),
            Self::DaysContradict(faults) => say!("intake-refused-days", faults = faults.join("; ")),
            Self::NoIntake(rulebook) => say!("intake-refused-no-intake", rulebook = rulebook),
            Self::BadName(most) => say!("intake-refused-name", most = *most),
            Self::BadContact(most) => say!("intake-refused-contact", most = *most),
            Self::BadFileName(most) => say!("intake-refused-file-name", most = *most),
            Self::NoSuchRole(role) => say!("intake-refused-role", role = role.to_string()),
            Self::NotAttested { rule, sentence } => {
                say!("intake-refused-not-attested", rule = rule, sentence = sentence)
            }
            Self::NoPerson(number) => say!("intake-refused-no-person", number = *number),
            Self::HasLeft => say!("intake-refused-has-left"),
            Self::NoLetter => say!("intake-refused-no-letter"),
            Self::NoAddress => say!("intake-refused-no-address"),
            Self::LetterChanged => say!("intake-refused-letter-changed"),
            Self::LetterSent => say!("intake-refused-letter-sent"),
            Self::LetterMayBeSent => say!("intake-refused-letter-may-be-sent"),
            Self::BadReason(most) => say!("intake-refused-reason", most = *most),
            Self::BadRule(most) => say!("intake-refused-rule", most = *most),
            Self::BadApplication(bad) => bad.message(),
            Self::NoStamp { rule } => say!("intake-refused-no-stamp", rule = rule),
            Self::Backwards { earlier, later } => {
                say!("intake-refused-backwards", earlier = earlier.to_string(), later = later.to_string())
            }
            Self::Unknown { what, id, known } => {
                let known = if known.is_empty() { say!("intake-none") } else { known.join(", ").into() };
                say!("intake-refused-unknown", what = *what, id = id, known = known)
            }
            Self::NoEntry(entry) => say!("intake-refused-no-entry-list", entry = entry.to_string()),
            Self::TooMany(most) => say!("intake-refused-too-many", most = *most),
            Self::NotNow { entry, is, asked } => {
                say!("intake-refused-not-now", entry = entry.to_string(), is = is.clone(), asked = asked.clone())
            }
            Self::Redacted(entry) => say!("intake-refused-redacted", entry = entry.to_string()),
            Self::SelectionBegun => say!("intake-refused-selection-begun"),
            Self::Untested(entries) => say!("intake-refused-untested-check", entries = list(entries)),
            Self::NotHeld { stage, entries, next: Some(next) } => {
                say!("selection-refused-not-held-next", stage = stage, entries = *entries, next = next)
            }
            Self::NotHeld { stage, entries, next: None } => {
                say!("selection-refused-not-held", stage = stage, entries = *entries)
            }
            Self::OtherKind { stage, how } => say!("selection-refused-other-kind", stage = stage, how = how.clone()),
            Self::Past(stage) => say!("selection-refused-past", stage = stage),
            Self::NoPanelYet(stage) => say!("selection-refused-no-panel-plan", stage = stage),
            Self::NoPanel(none) => none.message(),
            Self::Sheet(faults) => say!("selection-refused-sheet", faults = faults.message()),
            Self::NotTied { stage, order, level } => {
                say!("selection-refused-not-tied", order = list(order), stage = stage, level = list(level))
            }
            Self::NoInvitations => say!("selection-refused-no-invitations"),
            Self::NotCalled => say!("intake-refused-not-called"),
            Self::StageWaits { stage, wait } => {
                say!("selection-refused-stage-waits", stage = stage, wait = wait.message())
            }
            Self::NoStage { entries, places } => {
                say!("selection-refused-no-stage", entries = *entries, places = *places)
            }
            Self::WindowOpen { closes, rule } => {
                say!("selection-refused-window-open", rule = rule, closes = closes.to_string())
            }
            Self::AnnouncedAlready => say!("selection-refused-announced-replace"),
            Self::Late { entry, what, when, by, rule } => say!(
                "selection-refused-late-replace",
                rule = rule,
                entry = entry.to_string(),
                what = *what,
                when = when.to_string(),
                by = by.to_string(),
            ),
            Self::NoFinalist(entry) => say!("selection-refused-no-finalist", entry = entry.to_string()),
            Self::NotReplaced(entry) => say!("selection-refused-not-replaced", entry = entry.to_string()),
        }
    }
}

display_in_english!(Refusal);

impl std::error::Error for Refusal {}

impl From<BadApplication> for Refusal {
    fn from(bad: BadApplication) -> Self {
        Self::BadApplication(bad)
    }
}

impl From<schedule::NoPanels> for Refusal {
    fn from(none: schedule::NoPanels) -> Self {
        Self::NoPanel(none)
    }
}
