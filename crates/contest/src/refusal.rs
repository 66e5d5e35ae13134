//! Why a command was not carried out: ordinary data, in sentences a judge understands.
//!
//! A refusal never says which seat failed, who a witness is, or what anybody else did.

use std::time::Duration;

use language::{Message, Say};
use rulebook::{Participant, RoundNumber, Witness};

/// Why a command was not carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The participant's role does not do this.
    NotYours,
    /// The contest is already set up.
    OpenedAlready,
    /// The contest is not set up yet.
    NotOpened,
    /// The names do not fit the rulebook's numbers, or a design does not exist.
    CannotDraw(Message),
    /// Somebody has not joined, and so not contributed to the draw.
    NotAllJoined(Vec<Participant>),
    /// Who meets whom is not drawn yet.
    NotDrawn,
    /// Who meets whom is drawn.
    DrawnAlready,
    /// A contribution to a draw that was made.
    TooLateToContribute,
    /// A second contribution of the same person.
    ContributedAlready,
    /// The organiser's or committee's contribution after those of others.
    NotFirst,
    /// A contribution that is no line of text.
    BadContribution(usize),
    /// The contest is over.
    Closed,
    /// Someone who is needed is not in place.
    NotAllReady(Vec<Participant>),
    /// There is no open round.
    NoRound,
    /// It was meant for a round that is over.
    RoundOver(RoundNumber),
    /// Talk is over.
    TalkOver,
    /// A round is still running.
    RoundRunning,
    /// The phase that was to end is over.
    MovedOn,
    /// A key that its client sent before another one that is recorded already.
    Overtaken,
    /// The contest is paused.
    Paused,
    /// There is nothing to resume.
    NotPaused,
    /// A fact about clocks that stood still, at the wrong place.
    StoodOtherwise,
    /// A fact about events that were lost, where none were.
    NothingLost,
    /// The interview was ended by the organiser.
    InterviewEnded,
    /// The judge has ended the interview with a verdict.
    VerdictGiven,
    /// The participant has no part in this round.
    Resting,
    /// The judge has not begun.
    JudgeBegins,
    /// Opening words come first.
    OpeningFirst(Message),
    /// Too many keys at once.
    TooFast(u32),
    /// Too many keys in one conversation.
    TooLong(u32),
    /// Not yet time for ballots.
    BallotNotOpen,
    /// Not yet time for what is asked at the end.
    EndBallotsNotOpen,
    /// The answers are not what the form asks for.
    BadBallot(tally::FormFault),
    /// It is the other side's turn.
    NotYourTurn,
    /// Keys where messages travel, or the other way round.
    WrongMedium(Message),
    /// Nothing was said.
    NothingSaid,
    /// An utterance that is too long.
    TooManyCharacters(u32),
    /// Too many utterances in one conversation.
    TooManySaid(u32, &'static str),
    /// A file where only words travel.
    NothingShown,
    /// A file of a kind that is not shown.
    KindNotShown(Message),
    /// A file that is none: what is said of it contradicts itself.
    NoAttachment,
    /// A file that is too large.
    TooManyBytes(u32),
    /// A picture or a video that has too many pixels.
    TooManyPixels(u64),
    /// A sound or a video that is too long.
    PlaysTooLong(Duration),
    /// Too many files in one conversation.
    TooManyShown(u16),
    /// Too many files in a contest.
    NoMoreShown(usize),
    /// A description that is none.
    BadDescription(usize),
    /// An edited contest file after the first round was opened.
    HasBegun,
    /// An edited contest file that would change what was drawn.
    DrawStands(Message),
    /// A fact about an edited contest file that names other people than it has.
    NotTheOthers,
    /// A place that nobody has, or that nobody can take.
    NobodyThere,
    /// A name is missing or too long.
    BadName(usize),
    /// The rest of the contest cannot be planned anew.
    CannotReplan(Message),
    /// The entry is out already.
    OutAlready,
    /// The entry is not out.
    NotOut,
    /// A ruling that does not name its rule.
    BadRule(usize),
    /// A release before the close.
    NotOver,
    /// A release of nothing.
    NothingToRelease,
    /// A release of what was released.
    ReleasedAlready,
    /// A label that stands for nobody.
    Nobody,
    /// A licence for what nobody may read.
    LicenceOfNothing,
    /// No name of a licence.
    BadLicence(usize),
    /// A deletion of nothing.
    NothingToDelete,
    /// A deletion of too much at once.
    TooMuchToDelete(usize),
    /// A deletion of what a result is made from.
    NeverDeleted,
    /// A deletion of what is gone.
    DeletedAlready,
    /// A deletion of what is not there.
    NoSuchPart,
    /// A pseudonym where nobody's name is known.
    NamesGone,
    /// A pseudonym that is somebody's name.
    NameTaken,
    /// A name that a reader cannot tell from somebody else's.
    NameLike {
        /// The new name.
        name: String,
        /// The other.
        other: String,
        /// The bearer of the other name.
        of: Participant,
    },
    /// A list of names that leaves somebody out.
    NotEverybody,
    /// A referee's deed where the rulebook has none.
    NoReferees,
    /// A deed about somebody whom a referee has nothing to do with.
    NotWatched,
    /// A limit that limits nothing, or too much.
    BadLimit,
    /// There is no limit to lift.
    NotLimited,
    /// A confederate who is muted.
    MutedAlready,
    /// A confederate who is not muted.
    NotMuted,
    /// Words that are shown at once cannot be held.
    ShownAtOnce,
    /// What is held already.
    HeldAlready,
    /// What is not held.
    NotHeld,
    /// An utterance that was shown, or is being shown.
    ShownAlready,
    /// An utterance that is none, or has changed since.
    NothingWaits,
    /// A moment that a conversation has not come to.
    NoSuchMoment,
    /// A confederate whom a referee has muted.
    Muted,
    /// A confederate whom a referee has limited.
    LimitedTo(u32),
    /// A confederate whom a referee has limited.
    LimitedPace(Duration),
    /// A matter of dispute under rules by which no judges decide.
    NoDisputes,
    /// More matters of dispute than a contest has.
    TooManyMatters(usize),
    /// No vote is open.
    NoVote,
    /// A vote that came too late.
    VoteOver,
    /// A vote for somebody the judges are not asked about.
    NotACandidate,
    /// The rulebook leaves something to the contest that was not chosen.
    CannotStart(Message),
    /// A conversation for a contest in which nobody reads any.
    NobodyReadsTranscripts,
    /// A conversation for a witness that has one, or after the draw.
    LoadedAlready,
    /// A conversation of a source that the contest does not name.
    NoSuchSource,
    /// A conversation that is not cut into turns, or into too many.
    NotTurns,
    /// An edited contest file with other sources, or that shows other conversations of them.
    ShownStands,
    /// Witnesses without a conversation, at the draw.
    NotLoaded(Vec<Witness>),
    /// A second belief about a turn.
    BelievedAlready,
    /// A belief about a turn that was not shown.
    NotShownYet,
    /// A belief that is none.
    BadBelief,
    /// No ballot of this kind is asked for.
    NoSuchBallot,
    /// A draft where only sealed ballots count.
    DraftsLapse,
    /// A draft where something was sealed.
    SealedAlready,
    /// More than any form holds.
    DraftTooLong,
    /// An interview that is not the judge's.
    NotInterviewed,
    /// An interview that this round does not have.
    NoSuchInterview,
    /// The extension is not within bounds.
    BadExtension(Duration),
    /// A reason is missing or too long.
    BadReason(usize),
    /// What people are told is too long, or holds what is no text.
    BadWords(usize),
    /// An announcement that says nothing, says too much, or holds what is no text.
    BadAnnouncement(usize),
    /// An announcement for somebody who is not there.
    NobodyReads,
    /// A whole line in the middle of one that is typed key by key: nobody could say where the one ends.
    LineBegun,
    /// More waits to be typed than a conversation holds.
    TooMuchWaiting(usize),
    /// Something shown that is not what comes next.
    NotAsPaced,
    /// Not yet due.
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
            // The sentences of forms are not in the language's file yet.
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
    /// Whether words that were taken out of a record may be all that is behind this refusal. The others follow from who
    /// spoke, where and when, which no redaction takes out.
    #[must_use]
    pub fn may_come_of_missing_words(&self) -> bool {
        matches!(
            self,
            Self::NotYourTurn | Self::OpeningFirst(_) | Self::LineBegun | Self::TooMuchWaiting(_) | Self::LimitedTo(_)
        )
    }
}

/// Several from which one is chosen: `a, b or c`, with a word between each two.
pub(crate) fn either(choices: impl IntoIterator<Item = Message>) -> Message {
    let joined = choices.into_iter().reduce(|first, then| say!("refused-either", first = first, then = then));
    joined.unwrap_or_else(|| Message::verbatim(""))
}

fn list(participants: &[Participant]) -> String {
    participants.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
