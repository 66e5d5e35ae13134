//! Reasons why a command was refused: ordinary data, in sentences an organiser understands.

use language::{Message, Say};
use rulebook::{
    EntryId,
    calendar::NotReplaced,
    schema::{Date, PersonRole},
};

use crate::{Moment, application::BadApplication, counted_words::list, judging::SheetFaults, selection::wait::Wait};

/// A reason why a command was refused.
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
    /// A contact is blank or too long.
    BadContact(usize),
    /// The name of a file is blank or too long.
    BadFileName(usize),
    /// A role that the rules do not have.
    NoSuchRole(PersonRole),
    /// A required attestation is missing.
    NotAttested {
        /// The rule.
        rule: String,
        /// The sentence.
        sentence: String,
    },
    /// No volunteer has this number.
    NoPerson(u16),
    /// The volunteer withdrew the offer.
    HasLeft,
    /// There is no letter for this recipient, or none on its way.
    NoLetter,
    /// The recipient gave no usable e-mail address.
    NoAddress,
    /// The letter differs from the one the organiser read.
    LetterChanged,
    /// The letter was sent already.
    LetterSent,
    /// The letter may have been sent already: its delivery is unknown.
    LetterMayBeSent,
    /// A reason is blank or too long.
    BadReason(usize),
    /// The label of a rule is blank or too long.
    BadRule(usize),
    /// The application makes no sense under any rulebook.
    BadApplication(BadApplication),
    /// The mailing stamp is missing, and the rules need it.
    NoStamp {
        /// The rule.
        rule: String,
    },
    /// Two times in the wrong order, such as receipt before sending or after now.
    Backwards {
        /// The time that must be earlier.
        earlier: Moment,
        /// The time that must be later.
        later: Moment,
    },
    /// An id that the rulebook does not have.
    Unknown {
        /// The kind of id: `attestation`, `declaration`, `field`, `opening`, `stage` or `submission`.
        what: &'static str,
        /// The id.
        id: String,
        /// The known ids.
        known: Vec<String>,
    },
    /// There is no such entry.
    NoEntry(EntryId),
    /// Too many entries or volunteers.
    TooMany(u16),
    /// The command does not fit the state of the entry.
    NotNow {
        /// The entry.
        entry: EntryId,
        /// The state of the entry, such as `was withdrawn`.
        is: Message,
        /// The command as a participle, such as `tested`.
        asked: Message,
    },
    /// The application was removed from the log.
    Redacted(EntryId),
    /// Entries can no longer come in.
    SelectionBegun,
    /// Some entries have not been tested.
    Untested(Vec<EntryId>),
    /// The stage is not held with this number of entries, or not yet.
    NotHeld {
        /// Its id.
        stage: String,
        /// The number of entries that comply.
        entries: usize,
        /// The stage that waits; absent where none does.
        next: Option<String>,
    },
    /// The stage compares entries in another way.
    OtherKind {
        /// Its id.
        stage: String,
        /// The way it compares entries.
        how: Message,
    },
    /// The questions of the stage have answers, and stay.
    QuestionsFixed(String),
    /// Too many questions, a repeated name, or too long a suite.
    BadQuestions {
        /// The most items.
        items: usize,
        /// The most bytes of a suite.
        bytes: usize,
    },
    /// The stage has no such question.
    NotAsked {
        /// The stage.
        stage: String,
        /// The name of the item.
        item: String,
    },
    /// The entry has answered the item.
    AnsweredAlready {
        /// The entry.
        entry: EntryId,
        /// The name of the item.
        item: String,
    },
    /// The stage is over: a later one has begun, or the result was announced.
    Past(String),
    /// The stage needs a panel before it takes scores.
    NoPanelYet(String),
    /// There is no such panel.
    NoPanel(schedule::NoPanels),
    /// The scores are wrong.
    Sheet(SheetFaults),
    /// The order does not name exactly the level entries.
    NotTied {
        /// Its id.
        stage: String,
        /// The given order.
        order: Vec<EntryId>,
        /// The level entries.
        level: Vec<EntryId>,
    },
    /// No invitations at this stage.
    NoInvitations,
    /// The call is not open yet.
    NotCalled,
    /// The selection is not finished: a stage waits for something.
    StageWaits {
        /// Its id.
        stage: String,
        /// The missing input.
        wait: Wait,
    },
    /// The selection cannot finish: more entries are in than the final has places, and no stage fits their number.
    NoStage {
        /// The number of entries.
        entries: usize,
        /// The number of places.
        places: usize,
    },
    /// Entries are still taken.
    WindowOpen {
        /// The last day.
        closes: Date,
        /// The rule.
        rule: String,
    },
    /// The result of the selection was announced.
    AnnouncedAlready,
    /// It came in working, or was changed, after the last day allowed.
    Late {
        /// The entry.
        entry: EntryId,
        /// The late action: `working` (it came in) or `changed`.
        what: &'static str,
        /// The time of the action.
        when: Moment,
        /// The last day.
        by: Date,
        /// The rule.
        rule: String,
    },
    /// The entry has no place in the final and is not a reserve.
    NoFinalist(EntryId),
    /// No substitute can take the place: the rulebook has no such rule, or no reserve is left.
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
            Self::QuestionsFixed(stage) => say!("intake-refused-questions-fixed", stage = stage),
            Self::BadQuestions { items, bytes } => {
                say!("intake-refused-questions", items = *items, bytes = *bytes)
            }
            Self::NotAsked { stage, item } => say!("intake-refused-not-asked", stage = stage, item = item),
            Self::AnsweredAlready { entry, item } => {
                say!("intake-refused-answered", entry = entry.to_string(), item = item)
            }
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
