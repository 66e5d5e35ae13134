//! The reasons why a command is refused: ordinary data, in sentences that a judge understands.
//!
//! A refusal never says which seat failed, who a witness is, or what other people did.

use std::time::Duration;

use language::{Message, Say};
use rulebook::{Participant, RoundNumber, Witness};

/// The reason why a command was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The participant's role may not give this command.
    NotYours,
    /// The contest is already set up.
    OpenedAlready,
    /// The contest is not set up yet.
    NotOpened,
    /// The names do not fit the rulebook's numbers, or a design does not exist.
    CannotDraw(Message),
    /// Some participants have not joined, and so not contributed to the draw.
    NotAllJoined(Vec<Participant>),
    /// The schedule is not drawn yet.
    NotDrawn,
    /// The schedule is already drawn.
    DrawnAlready,
    /// A contribution to a finished draw.
    TooLateToContribute,
    /// A second contribution of the same person.
    ContributedAlready,
    /// A contribution of the organiser or committee after another person's.
    NotFirst,
    /// A contribution that is not one line of text; holds the most characters.
    BadContribution(usize),
    /// The contest is over.
    Closed,
    /// Some of the people needed are not ready.
    NotAllReady(Vec<Participant>),
    /// There is no open round.
    NoRound,
    /// Meant for a round that is over.
    RoundOver(RoundNumber),
    /// Talk is over.
    TalkOver,
    /// A round is still running.
    RoundRunning,
    /// Meant for a phase or a plan that has changed since.
    MovedOn,
    /// A key that its client sent before another one that is already recorded.
    Overtaken,
    /// The contest is paused.
    Paused,
    /// There is nothing to resume.
    NotPaused,
    /// A fact about stopped clocks that does not match the contest's clocks.
    StoodOtherwise,
    /// A fact about lost events, although none were lost.
    NothingLost,
    /// The interview was ended by the organiser.
    InterviewEnded,
    /// The judge has ended the interview with a verdict.
    VerdictGiven,
    /// The participant has no part in this round.
    Resting,
    /// The judge has not begun.
    JudgeBegins,
    /// The enforced opening words must come first.
    OpeningFirst(Message),
    /// Too many keys at once; holds the most per second.
    TooFast(u32),
    /// Too many keys in one conversation; holds the most.
    TooLong(u32),
    /// The time for ballots has not begun.
    BallotNotOpen,
    /// The time for the rankings at the end has not begun.
    EndBallotsNotOpen,
    /// The answers do not fit the form.
    BadBallot(tally::FormFault),
    /// It is the other side's turn.
    NotYourTurn,
    /// Single keys where messages are carried, or messages where keys are; holds the reason.
    WrongMedium(Message),
    /// An empty message.
    NothingSaid,
    /// A message that is too long; holds the most characters.
    TooManyCharacters(u32),
    /// Too many messages in one conversation.
    TooManySaid(u32, &'static str),
    /// A file, under a rulebook that carries only words.
    NothingShown,
    /// A file of an unsupported kind.
    KindNotShown(Message),
    /// A description of a file that contradicts itself.
    NoAttachment,
    /// A file that is too large; holds the most bytes.
    TooManyBytes(u32),
    /// A picture or video with too many pixels; holds the most.
    TooManyPixels(u64),
    /// A sound or video that is too long; holds the longest.
    PlaysTooLong(Duration),
    /// Too many files in one conversation; holds the most.
    TooManyShown(u16),
    /// Too many files in a contest; holds the most.
    NoMoreShown(usize),
    /// A file's description that is empty, too long or not one line.
    BadDescription(usize),
    /// An edited contest file after the first round was opened.
    HasBegun,
    /// An edited contest file that would change a part of the draw.
    DrawStands(Message),
    /// A fact about an edited contest file that lists the wrong people as changed.
    NotTheOthers,
    /// A replacement for a person who does not take part, has left, or cannot be replaced.
    NobodyThere,
    /// A name is missing or too long.
    BadName(usize),
    /// The rest of the contest cannot be replanned.
    CannotReplan(Message),
    /// The entry is already disqualified.
    OutAlready,
    /// The entry is not disqualified.
    NotOut,
    /// A ruling that does not name its rule, or at too great a length.
    BadRule(usize),
    /// A late ballot whose form can still be filled in without a ruling.
    FormOpen,
    /// A late ballot whose form was given in time.
    GivenAlready,
    /// A late ballot after a vote or a coin decided between level entries.
    LateAfterVote,
    /// The contest is not closed yet.
    NotOver,
    /// A release without parts.
    NothingToRelease,
    /// A release of parts that are already released.
    ReleasedAlready,
    /// A label of a person or entry that does not take part.
    Nobody,
    /// A licence of a participant who agrees to publishing no words.
    LicenceOfNothing,
    /// A licence whose name is empty, too long or not one line.
    BadLicence(usize),
    /// A deletion without parts.
    NothingToDelete,
    /// A deletion of too many parts at once; holds the most.
    TooMuchToDelete(usize),
    /// A deletion of a part from which the result is computed.
    NeverDeleted,
    /// A deletion of a part that is already gone.
    DeletedAlready,
    /// A deletion of a part that does not exist.
    NoSuchPart,
    /// A pseudonym in a contest that has lost its names.
    NamesGone,
    /// A pseudonym that is another participant's name.
    NameTaken,
    /// A name that readers cannot distinguish from another participant's.
    NameLike {
        /// The new name.
        name: String,
        /// The name that it resembles.
        other: String,
        /// The participant with that name.
        of: Participant,
    },
    /// A list with another number of names than there are participants.
    NotEverybody,
    /// A referee's deed under a rulebook without referees.
    NoReferees,
    /// A deed about a person or conversation that the referee does not supervise.
    NotWatched,
    /// A limit that limits nothing, or is out of bounds.
    BadLimit,
    /// The confederate has no limit to lift.
    NotLimited,
    /// The confederate is already muted.
    MutedAlready,
    /// The confederate is not muted.
    NotMuted,
    /// Words cannot be held, because they are shown at once.
    ShownAtOnce,
    /// The words are already held.
    HeldAlready,
    /// The words are not held.
    NotHeld,
    /// An utterance that the judge has begun to see.
    ShownAlready,
    /// An utterance that does not wait, or has changed since.
    NothingWaits,
    /// A moment that the conversation has not reached.
    NoSuchMoment,
    /// A referee has muted this confederate.
    Muted,
    /// A referee has limited this confederate's messages; holds the most characters.
    LimitedTo(u32),
    /// A referee has limited this confederate's messages; holds the least time between two.
    LimitedPace(Duration),
    /// A matter of dispute under rules that give judges no decision.
    NoDisputes,
    /// Too many matters of dispute; holds the most.
    TooManyMatters(usize),
    /// No vote is open.
    NoVote,
    /// A vote after its time.
    VoteOver,
    /// A vote for an entry that the vote is not about.
    NotACandidate,
    /// The rulebook leaves a choice to the contest that was not made, or the terms are invalid; holds the reason.
    CannotStart(Message),
    /// A conversation, in a contest whose judges do not read transcripts.
    NobodyReadsTranscripts,
    /// A conversation for a witness that already has one, or after the draw.
    LoadedAlready,
    /// A conversation from a source that the contest does not name.
    NoSuchSource,
    /// A conversation that is not cut into turns, has too many, or has a line that is empty or too long.
    NotTurns,
    /// A change of the conversations to read, or of their sources, after they were loaded.
    ShownStands,
    /// Some witnesses have no conversation at the draw.
    NotLoaded(Vec<Witness>),
    /// A second belief about a turn.
    BelievedAlready,
    /// A belief about a turn that was not shown yet.
    NotShownYet,
    /// A belief outside the range of 0 to 100.
    BadBelief,
    /// The rulebook asks for no ballot of this kind.
    NoSuchBallot,
    /// A draft, under rules that count only sealed ballots.
    DraftsLapse,
    /// A draft after a sealed ballot.
    SealedAlready,
    /// A draft that is longer than any form.
    DraftTooLong,
    /// An interview that the judge did not hold.
    NotInterviewed,
    /// An interview that is not in this round.
    NoSuchInterview,
    /// An extension out of bounds; holds the longest.
    BadExtension(Duration),
    /// A reason that is missing or too long; holds the most characters.
    BadReason(usize),
    /// Words for people that are too long, or not plain text; holds the most characters.
    BadWords(usize),
    /// An announcement that is empty, too long or not plain text; holds the most characters.
    BadAnnouncement(usize),
    /// An announcement for a person who does not take part or has left.
    NobodyReads,
    /// A whole line in the middle of one that is typed key by key: where that one ends would be unclear.
    LineBegun,
    /// Too many keys wait to be released; holds the most.
    TooMuchWaiting(usize),
    /// A shown piece other than the next one of the pacing queue.
    NotAsPaced,
    /// A fact before its time.
    NotDue,
}

impl Say for Refusal {
    fn message(&self) -> Message {
        match self {
            Self::NotYours => say!("refused-not-yours"),
            Self::OpenedAlready => say!("refused-opened-already"),
            Self::NotOpened => say!("refused-not-opened"),
            Self::CannotDraw(why) => say!("refused-cannot-draw", why = why.clone()),
            Self::NotAllJoined(missing) => say!("refused-not-all-joined", missing = list(missing)),
            Self::NotDrawn => say!("refused-not-drawn"),
            Self::DrawnAlready => say!("refused-drawn-already"),
            Self::TooLateToContribute => say!("refused-too-late-to-contribute"),
            Self::ContributedAlready => say!("refused-contributed-already"),
            Self::NotFirst => say!("refused-not-first"),
            Self::BadContribution(most) => say!("refused-bad-contribution", most = most),
            Self::Closed => say!("refused-closed"),
            Self::NotAllReady(missing) => say!("refused-not-all-ready", missing = list(missing)),
            Self::NoRound => say!("refused-no-round"),
            Self::RoundOver(round) => say!("refused-round-over", round = round.number()),
            Self::TalkOver => say!("refused-talk-over"),
            Self::RoundRunning => say!("refused-round-running"),
            Self::MovedOn => say!("refused-moved-on"),
            Self::Overtaken => say!("refused-overtaken"),
            Self::Paused => say!("refused-paused"),
            Self::NotPaused => say!("refused-not-paused"),
            Self::StoodOtherwise => say!("refused-stood-otherwise"),
            Self::NothingLost => say!("refused-nothing-lost"),
            Self::InterviewEnded => say!("refused-interview-ended"),
            Self::VerdictGiven => say!("refused-verdict-given"),
            Self::Resting => say!("refused-resting"),
            Self::JudgeBegins => say!("refused-judge-begins"),
            Self::OpeningFirst(words) => say!("refused-opening-first", words = words.clone()),
            Self::TooFast(most) => say!("refused-too-fast", most = most),
            Self::TooLong(most) => say!("refused-too-long", most = most),
            Self::BallotNotOpen => say!("refused-ballot-not-open"),
            Self::EndBallotsNotOpen => say!("refused-end-ballots-not-open"),
            // Form faults have sentences of their own.
            Self::BadBallot(fault) => fault.message(),
            Self::NotYourTurn => say!("refused-not-your-turn"),
            Self::WrongMedium(why) => say!("refused-wrong-medium", why = why.clone()),
            Self::NothingSaid => say!("refused-nothing-said"),
            Self::TooManyCharacters(most) => say!("refused-too-many-characters", most = most),
            Self::TooManySaid(most, unit) => say!("refused-too-many-said", most = most, unit = *unit),
            Self::NothingShown => say!("refused-nothing-shown"),
            Self::KindNotShown(kinds) => say!("refused-kind-not-shown", kinds = kinds.clone()),
            Self::NoAttachment => say!("refused-no-attachment"),
            Self::TooManyBytes(bytes) => say!("refused-too-many-bytes", most = bytes / 1024),
            Self::TooManyPixels(pixels) => say!("refused-too-many-pixels", most = pixels / 1_000_000),
            Self::PlaysTooLong(longest) => say!("refused-plays-too-long", most = longest.as_secs()),
            Self::TooManyShown(most) => say!("refused-too-many-shown", most = most),
            Self::NoMoreShown(most) => say!("refused-no-more-shown", most = most),
            Self::BadDescription(most) => say!("refused-bad-description", most = most),
            Self::HasBegun => say!("refused-has-begun"),
            Self::DrawStands(what) => say!("refused-draw-stands", what = what.clone()),
            Self::NotTheOthers => say!("refused-not-the-others"),
            Self::NobodyThere => say!("refused-nobody-there"),
            Self::BadName(most) => say!("refused-bad-name", most = most),
            Self::CannotReplan(why) => say!("refused-cannot-replan", why = why.clone()),
            Self::OutAlready => say!("refused-out-already"),
            Self::NotOut => say!("refused-not-out"),
            Self::FormOpen => say!("refused-form-open"),
            Self::GivenAlready => say!("refused-given-already"),
            Self::LateAfterVote => say!("refused-late-after-vote"),
            Self::BadRule(most) => say!("refused-bad-rule", most = most),
            Self::NotOver => say!("refused-not-over"),
            Self::NothingToRelease => say!("refused-nothing-to-release"),
            Self::ReleasedAlready => say!("refused-released-already"),
            Self::Nobody => say!("refused-nobody"),
            Self::LicenceOfNothing => say!("refused-licence-of-nothing"),
            Self::BadLicence(most) => say!("refused-bad-licence", most = most),
            Self::NothingToDelete => say!("refused-nothing-to-delete"),
            Self::TooMuchToDelete(most) => say!("refused-too-much-to-delete", most = most),
            Self::NeverDeleted => say!("refused-never-deleted"),
            Self::DeletedAlready => say!("refused-deleted-already"),
            Self::NoSuchPart => say!("refused-no-such-part"),
            Self::NamesGone => say!("refused-names-gone"),
            Self::NameTaken => say!("refused-name-taken"),
            Self::NameLike { name, other, of } => {
                say!("refused-name-like", name = name, other = other, of = of.to_string())
            }
            Self::NotEverybody => say!("refused-not-everybody"),
            Self::NoReferees => say!("refused-no-referees"),
            Self::NotWatched => say!("refused-not-watched"),
            Self::BadLimit => say!("refused-bad-limit"),
            Self::NotLimited => say!("refused-not-limited"),
            Self::MutedAlready => say!("refused-muted-already"),
            Self::NotMuted => say!("refused-not-muted"),
            Self::ShownAtOnce => say!("refused-shown-at-once"),
            Self::HeldAlready => say!("refused-held-already"),
            Self::NotHeld => say!("refused-not-held"),
            Self::ShownAlready => say!("refused-shown-already"),
            Self::NothingWaits => say!("refused-nothing-waits"),
            Self::NoSuchMoment => say!("refused-no-such-moment"),
            Self::Muted => say!("refused-muted"),
            Self::LimitedTo(most) => say!("refused-limited-to", most = most),
            Self::LimitedPace(apart) => say!("refused-limited-pace", seconds = apart.as_secs()),
            Self::NoDisputes => say!("refused-no-disputes"),
            Self::TooManyMatters(most) => say!("refused-too-many-matters", most = most),
            Self::NoVote => say!("refused-no-vote"),
            Self::VoteOver => say!("refused-vote-over"),
            Self::NotACandidate => say!("refused-not-a-candidate"),
            Self::CannotStart(why) => say!("refused-cannot-start", why = why.clone()),
            Self::NobodyReadsTranscripts => say!("refused-nobody-reads-transcripts"),
            Self::LoadedAlready => say!("refused-loaded-already"),
            Self::NoSuchSource => say!("refused-no-such-source"),
            Self::NotTurns => say!("refused-not-turns"),
            Self::ShownStands => say!("refused-shown-stands"),
            Self::NotLoaded(missing) => say!(
                "refused-not-loaded",
                missing = list(&missing.iter().map(|witness| (*witness).into()).collect::<Vec<_>>())
            ),
            Self::BelievedAlready => say!("refused-believed-already"),
            Self::NotShownYet => say!("refused-not-shown-yet"),
            Self::BadBelief => say!("refused-bad-belief"),
            Self::NoSuchBallot => say!("refused-no-such-ballot"),
            Self::DraftsLapse => say!("refused-drafts-lapse"),
            Self::SealedAlready => say!("refused-sealed-already"),
            Self::DraftTooLong => say!("refused-draft-too-long"),
            Self::NotInterviewed => say!("refused-not-interviewed"),
            Self::NoSuchInterview => say!("refused-no-such-interview"),
            Self::BadExtension(longest) => say!("refused-bad-extension", minutes = longest.as_secs() / 60),
            Self::BadReason(most) => say!("refused-bad-reason", most = most),
            Self::BadWords(most) => say!("refused-bad-words", most = most),
            Self::BadAnnouncement(most) => say!("refused-bad-announcement", most = most),
            Self::NobodyReads => say!("refused-nobody-reads"),
            Self::LineBegun => say!("refused-line-begun"),
            Self::TooMuchWaiting(most) => say!("refused-too-much-waiting", most = most),
            Self::NotAsPaced => say!("refused-not-as-paced"),
            Self::NotDue => say!("refused-not-due"),
        }
    }
}

display_in_english!(Refusal);

impl std::error::Error for Refusal {}

impl From<tally::FormFault> for Refusal {
    fn from(fault: tally::FormFault) -> Self {
        Self::BadBallot(fault)
    }
}

impl Refusal {
    /// True if redacted words alone may cause this refusal when a record is audited. The others depend on speaker,
    /// place and time, which are never redacted.
    #[must_use]
    pub fn may_come_of_missing_words(&self) -> bool {
        matches!(
            self,
            Self::NotYourTurn | Self::OpeningFirst(_) | Self::LineBegun | Self::TooMuchWaiting(_) | Self::LimitedTo(_)
        )
    }
}

/// Alternatives in a phrase: `a, b or c`.
pub(crate) fn either(choices: impl IntoIterator<Item = Message>) -> Message {
    let joined = choices.into_iter().reduce(|first, then| say!("refused-either", first = first, then = then));
    joined.unwrap_or_else(|| Message::verbatim(""))
}

fn list(participants: &[Participant]) -> String {
    participants.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
