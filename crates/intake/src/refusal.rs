//! Why a command was not carried out: ordinary data, in sentences an organiser understands.

use rulebook::{
    EntryId,
    schema::{Date, PersonRole},
};

use crate::{Moment, application::BadApplication, judging::SheetFaults, words::list};

/// Why a command was not carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The call is open already.
    #[error("entries are called for already (choose another folder for another intake)")]
    OpenedAlready,
    /// The rulebook has no intake.
    #[error("the rulebook `{0}` has no section [intake] (add one: docs/intake.md says what goes into it)")]
    NoIntake(String),
    /// A name is blank or too long.
    #[error("give a name of 1 to {0} characters")]
    BadName(usize),
    /// A way to reach somebody is blank or too long.
    #[error("say how to reach you, in 1 to {0} characters")]
    BadContact(usize),
    /// The name of a file is blank or too long.
    #[error("a file has a name of 1 to {0} characters")]
    BadFileName(usize),
    /// A role that the rules do not have.
    #[error("the rulebook has no {0} to be registered")]
    NoSuchRole(PersonRole),
    /// Something was not attested that must be.
    #[error("{rule}: whoever takes part has to attest: \"{sentence}\"")]
    NotAttested {
        /// The rule.
        rule: String,
        /// The sentence.
        sentence: String,
    },
    /// There is nobody of this number.
    #[error("nobody with the number {0} has offered to take part")]
    NoPerson(u16),
    /// Somebody who took their offer back.
    #[error("they have taken it back")]
    HasLeft,
    /// There is no letter to them.
    #[error("there is no letter to them")]
    NoLetter,
    /// They gave no address that a mail server could use.
    #[error("they gave no e-mail address: reach them in another way")]
    NoAddress,
    /// What there is to tell is not what the organiser has read.
    #[error("the letter says something else now: read it again")]
    LetterChanged,
    /// The letter was sent.
    #[error("this letter was sent already")]
    LetterSent,
    /// Nobody knows whether the letter was sent.
    #[error("this letter may have been sent already: ask whom it is for, then say that it is to be sent again")]
    LetterMayBeSent,
    /// A reason is blank or too long.
    #[error("give a reason of 1 to {0} characters: it goes into the log")]
    BadReason(usize),
    /// The label of a rule is blank or too long.
    #[error("name the rule in 1 to {0} characters, as in `rule 38`")]
    BadRule(usize),
    /// The application makes no sense under any rulebook.
    #[error(transparent)]
    BadApplication(#[from] BadApplication),
    /// The mailing stamp is missing, and it is the one that counts.
    #[error("{rule}: the date of mailing counts, and no stamp is given (give the carrier's stamp)")]
    NoStamp {
        /// The rule.
        rule: String,
    },
    /// It came in before it was sent, or after now.
    #[error("{earlier} is not earlier than {later} (check the stamps: sent, received, now)")]
    Backwards {
        /// What must be earlier.
        earlier: Moment,
        /// What must be later.
        later: Moment,
    },
    /// An id that the rulebook does not have.
    #[error("the rulebook has no {what} `{id}` (it has: {known})")]
    Unknown {
        /// What kind of thing.
        what: &'static str,
        /// The id.
        id: String,
        /// The ids it has.
        known: String,
    },
    /// There is no such entry.
    #[error("there is no entry {0} (`viva intake list` shows them)")]
    NoEntry(EntryId),
    /// Too many entries.
    #[error("an intake holds at most {0} entries")]
    TooMany(u16),
    /// What was asked does not fit what has become of the entry.
    #[error("{entry} {is}, so it cannot be {asked}")]
    NotNow {
        /// Which.
        entry: EntryId,
        /// What has become of it, such as `was withdrawn`.
        is: &'static str,
        /// What was asked, such as `tested`.
        asked: &'static str,
    },
    /// The application was taken out of the log.
    #[error("the application of {0} was taken out of the log, so it can no longer be tested")]
    Redacted(EntryId),
    /// Entries can no longer come in.
    #[error("the selection has begun (its first panel or scores are recorded), so no entry can come in or be tested")]
    SelectionBegun,
    /// Some entries have not been tested.
    #[error("not every entry has been tested: {} (run `viva intake check` on each)", list(.0))]
    Untested(Vec<EntryId>),
    /// The rulebook has no selection, or not this stage.
    #[error("stage `{stage}` is not held with {entries} entries ({now})")]
    NotHeld {
        /// Its id.
        stage: String,
        /// How many complied.
        entries: usize,
        /// What is next.
        now: String,
    },
    /// The stage is compared in another way.
    #[error("stage `{stage}` takes no such thing: it is decided {how}")]
    OtherKind {
        /// Its id.
        stage: String,
        /// How it is decided.
        how: &'static str,
    },
    /// No later stage has begun.
    #[error("stage `{0}` can no longer change: a later one has begun, or the finalists are named")]
    Past(String),
    /// The stage needs a panel before it takes scores.
    #[error("draw who judges whom in stage `{0}` first (`viva intake plan --stage {0} --judges N`)")]
    NoPanelYet(String),
    /// There is no such panel.
    #[error(transparent)]
    NoPanel(#[from] schedule::NoPanels),
    /// The scores are wrong.
    #[error("the scores cannot be taken:\n{0}")]
    Sheet(SheetFaults),
    /// The order is not that of level entries.
    #[error("{order} is not an order of the entries that are level at the cut of stage `{stage}`: {level}")]
    NotTied {
        /// Its id.
        stage: String,
        /// What was given.
        order: String,
        /// Those that are.
        level: String,
    },
    /// No invitations at this stage.
    #[error("the rulebook has no stage, still to come, into which entries may be invited")]
    NoInvitations,
    /// The selection has not come to its end.
    #[error("the finalists are not known yet: {0}")]
    NotYet(String),
    /// Entries are still taken.
    #[error("{rule}: entries are taken until {closes}, and the selection begins when that day is over")]
    WindowOpen {
        /// The last day.
        closes: Date,
        /// The rule.
        rule: String,
    },
    /// What came of the selection was announced.
    #[error("the selection is announced already (a place in the final is filled with `viva intake replace`)")]
    AnnouncedAlready,
    /// It came in working, or was changed, after the last day for it.
    #[error(
        "{rule}: {entry} {what} on {when}, and the last day for it was {by} (a place in the final is filled with `viva intake replace`)"
    )]
    Late {
        /// Which.
        entry: EntryId,
        /// What happened.
        what: &'static str,
        /// When.
        when: Moment,
        /// The last day.
        by: Date,
        /// The rule.
        rule: String,
    },
    /// The entry has no place in the final.
    #[error("{0} has no place in the final")]
    NoFinalist(EntryId),
    /// The rulebook does not fill places.
    #[error(
        "the rulebook lets nobody take the place of {0} ([intake.late] is absent, or no reserve is left): it stays empty"
    )]
    NotReplaced(EntryId),
}
