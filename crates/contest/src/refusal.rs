//! Why a command was not carried out: ordinary data, in sentences a judge understands.
//!
//! A refusal never says which seat failed, who a witness is, or what anybody else did.

use std::time::Duration;

use rulebook::{Participant, RoundNumber, Witness};

/// Why a command was not carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The participant's role does not do this.
    #[error("this is not yours to do")]
    NotYours,
    /// The contest is already set up.
    #[error("the contest has been opened already")]
    OpenedAlready,
    /// The contest is not set up yet.
    #[error("the contest has not been opened yet: wait for the organiser")]
    NotOpened,
    /// The names do not fit the rulebook's numbers, or a design does not exist.
    #[error("the contest cannot be drawn: {0}")]
    CannotDraw(String),
    /// Somebody has not joined, and so not contributed to the draw.
    #[error("not everyone has joined: {} missing; wait, or draw anyway", list(.0))]
    NotAllJoined(Vec<Participant>),
    /// Who meets whom is not drawn yet.
    #[error("who meets whom is not drawn yet: draw it first")]
    NotDrawn,
    /// Who meets whom is drawn.
    #[error("who meets whom is drawn already")]
    DrawnAlready,
    /// A contribution to a draw that was made.
    #[error("the draw is made: nothing more is added to it")]
    TooLateToContribute,
    /// A second contribution of the same person.
    #[error("you have contributed already: what you gave stays")]
    ContributedAlready,
    /// The organiser's or committee's contribution after those of others.
    #[error("others have contributed already: organiser and committee come first, so that they cannot choose last")]
    NotFirst,
    /// A contribution that is no line of text.
    #[error("contribute one line of 1 to {0} characters")]
    BadContribution(usize),
    /// The contest is over.
    #[error("the contest is closed: only rulings about its result are recorded now")]
    Closed,
    /// Someone who is needed is not in place.
    #[error("not everyone is ready: {} missing; wait, or open the round anyway", list(.0))]
    NotAllReady(Vec<Participant>),
    /// There is no open round.
    #[error("no round is open: wait until the organiser opens it")]
    NoRound,
    /// It was meant for a round that is over.
    #[error("round {} is over: this came too late and was not recorded", .0.number())]
    RoundOver(RoundNumber),
    /// Talk is over.
    #[error("time to talk is over: this came too late and was not recorded")]
    TalkOver,
    /// A round is still running.
    #[error("a round is still running: close it first")]
    RoundRunning,
    /// The phase that was to end is over.
    #[error("the contest has moved on meanwhile: look again")]
    MovedOn,
    /// A key that its client sent before another one that is recorded already.
    #[error("a later key was recorded before this one: type it again")]
    Overtaken,
    /// The contest is paused.
    #[error("the contest is paused: wait until it goes on, then send it again")]
    Paused,
    /// There is nothing to resume.
    #[error("the contest is not paused")]
    NotPaused,
    /// A fact about clocks that stood still, at the wrong place.
    #[error("the contest's clocks did not stand still as this says")]
    StoodOtherwise,
    /// A fact about events that were lost, where none were.
    #[error("no events were lost as this says")]
    NothingLost,
    /// The interview was ended by the organiser.
    #[error("this interview has been ended by the organiser: no ballot is asked for it")]
    InterviewEnded,
    /// The participant has no part in this round.
    #[error("you have no part in this round: please rest")]
    Resting,
    /// The judge has not begun.
    #[error("the judge begins: please wait for the first words")]
    JudgeBegins,
    /// Opening words come first.
    #[error("begin with the words that the rules give you, to the letter: {0}")]
    OpeningFirst(String),
    /// Too many keys at once.
    #[error("too fast: at most {0} keys a second are carried; send it again more slowly")]
    TooFast(u32),
    /// Too many keys in one conversation.
    #[error("too long: this conversation has reached its {0} keys")]
    TooLong(u32),
    /// Not yet time for ballots.
    #[error("the ballot opens when time to talk is over")]
    BallotNotOpen,
    /// Not yet time for what is asked at the end.
    #[error("what is asked at the end opens after the last round")]
    EndBallotsNotOpen,
    /// The answers are not what the form asks for.
    #[error(transparent)]
    BadBallot(#[from] tally::FormFault),
    /// It is the other side's turn.
    #[error("it is not your turn: wait for the answer")]
    NotYourTurn,
    /// Keys where messages travel, or the other way round.
    #[error("this contest does not carry that: {0}")]
    WrongMedium(&'static str),
    /// Nothing was said.
    #[error("write something first")]
    NothingSaid,
    /// An utterance that is too long.
    #[error("too long: at most {0} characters are carried at a time; shorten it and send it again")]
    TooManyCharacters(u32),
    /// Too many utterances in one conversation.
    #[error("this conversation has reached its {0} {1}")]
    TooManySaid(u32, &'static str),
    /// A file where only words travel.
    #[error("under this rulebook nothing is shown: write words")]
    NothingShown,
    /// A file of a kind that is not shown.
    #[error("under this rulebook a judge shows {0}, and nothing else")]
    KindNotShown(String),
    /// A file that is none: what is said of it contradicts itself.
    #[error("this is no picture, sound or video: choose another file")]
    NoAttachment,
    /// A file that is too large.
    #[error("this file is too large: at most {} KiB are shown", .0 / 1024)]
    TooManyBytes(u32),
    /// A picture or a video that has too many pixels.
    #[error("this is too large: at most {} million pixels are shown", .0 / 1_000_000)]
    TooManyPixels(u64),
    /// A sound or a video that is too long.
    #[error("this plays too long: at most {} s are shown", .0.as_secs())]
    PlaysTooLong(Duration),
    /// Too many files in one conversation.
    #[error("this conversation has reached its {}", rulebook::counted(.0, "file", "files"))]
    TooManyShown(u16),
    /// Too many files in a contest.
    #[error("this contest has reached its {0} files: nothing more is shown")]
    NoMoreShown(usize),
    /// A description that is none.
    #[error("describe it in one line of 1 to {0} characters, or not at all")]
    BadDescription(usize),
    /// An edited contest file after the first round was opened.
    #[error("the first round has been opened: what the contest file says cannot be changed any more")]
    HasBegun,
    /// An edited contest file that would change what was drawn.
    #[error("who meets whom is drawn already, so this cannot be changed any more: {0}")]
    DrawStands(String),
    /// A fact about an edited contest file that names other people than it has.
    #[error("this names others than those who changed")]
    NotTheOthers,
    /// A place that nobody has, or that nobody can take.
    #[error("name a judge, a confederate or a referee who is there")]
    NobodyThere,
    /// A name is missing or too long.
    #[error("give a name of 1 to {0} characters")]
    BadName(usize),
    /// The rest of the contest cannot be planned anew.
    #[error("the rest cannot be planned anew: {0}")]
    CannotReplan(String),
    /// The entry is out already.
    #[error("this entry is disqualified already")]
    OutAlready,
    /// The entry is not out.
    #[error("this entry is not disqualified")]
    NotOut,
    /// A ruling that does not name its rule.
    #[error("name the rule in 1 to {0} characters, such as `rule 59`: it goes into the record")]
    BadRule(usize),
    /// A release before the close.
    #[error("the contest is not over: release it when it is closed")]
    NotOver,
    /// A release of nothing.
    #[error("choose what to release: the result, the transcripts, or the record")]
    NothingToRelease,
    /// A release of what was released.
    #[error("everybody may read that already")]
    ReleasedAlready,
    /// A label that stands for nobody.
    #[error("nobody who takes part has that label, such as J1, C2, E3 or F1")]
    Nobody,
    /// A licence for what nobody may read.
    #[error("a licence is for what somebody wrote: who agrees to their part in the result alone names none")]
    LicenceOfNothing,
    /// No name of a licence.
    #[error("name the licence on one line of 1 to {0} characters, such as CC-BY-4.0")]
    BadLicence(usize),
    /// A deletion of nothing.
    #[error("name what is to be taken out")]
    NothingToDelete,
    /// A deletion of too much at once.
    #[error("one ruling takes out at most {0} parts: make more of them")]
    TooMuchToDelete(usize),
    /// A deletion of what a result is made from.
    #[error("ballots, rankings, votes and draws stay: without them no result can be confirmed")]
    NeverDeleted,
    /// A deletion of what is gone.
    #[error("some of that was taken out already: load the page again")]
    DeletedAlready,
    /// A deletion of what is not there.
    #[error("there is no such part: load the page again")]
    NoSuchPart,
    /// A pseudonym where nobody's name is known.
    #[error("the names of this contest were taken out: nobody can be given another")]
    NamesGone,
    /// A pseudonym that is somebody's name.
    #[error("somebody else is called so: choose another name")]
    NameTaken,
    /// A list of names that leaves somebody out.
    #[error("every name has to stand there, and no other")]
    NotEverybody,
    /// A referee's deed where the rulebook has none.
    #[error("the rulebook of this contest has no referees")]
    NoReferees,
    /// A deed about somebody whom a referee has nothing to do with.
    #[error("name a confederate who is there, or a conversation that you may read")]
    NotWatched,
    /// A limit that limits nothing, or too much.
    #[error("a limit is 1 to 4000 characters a message, one message each 1 to 600 seconds, or both")]
    BadLimit,
    /// There is no limit to lift.
    #[error("this confederate is not limited")]
    NotLimited,
    /// A confederate who is muted.
    #[error("this confederate is muted already")]
    MutedAlready,
    /// A confederate who is not muted.
    #[error("this confederate is not muted")]
    NotMuted,
    /// Words that are shown at once cannot be held.
    #[error("under this rulebook a judge is shown what a witness says at once: it can't be held or struck")]
    ShownAtOnce,
    /// What is held already.
    #[error("what this confederate says is held already")]
    HeldAlready,
    /// What is not held.
    #[error("what this confederate says is not held")]
    NotHeld,
    /// An utterance that was shown, or is being shown.
    #[error("the judge has been shown this already: it can't be struck any more")]
    ShownAlready,
    /// An utterance that is none, or has changed since.
    #[error("no such utterance waits to be shown: look again")]
    NothingWaits,
    /// A moment that a conversation has not come to.
    #[error("this conversation has not come to that moment")]
    NoSuchMoment,
    /// A confederate whom a referee has muted.
    #[error("a referee has muted you in this interview: wait until you may speak again")]
    Muted,
    /// A confederate whom a referee has limited.
    #[error("a referee has limited you to {0} characters a message: shorten it and send it again")]
    LimitedTo(u32),
    /// A confederate whom a referee has limited.
    #[error("a referee has limited you to one message each {} s: wait a moment and send it again", .0.as_secs())]
    LimitedPace(Duration),
    /// No vote is open.
    #[error("no vote is open")]
    NoVote,
    /// A vote that came too late.
    #[error("this vote is over: yours came too late and was not recorded")]
    VoteOver,
    /// A vote for somebody the judges are not asked about.
    #[error("choose one of those you are asked about")]
    NotACandidate,
    /// The rulebook leaves something to the contest that was not chosen.
    #[error("the contest cannot start: {0}")]
    CannotStart(String),
    /// A conversation for a contest in which nobody reads any.
    #[error("under this rulebook nobody reads transcripts")]
    NobodyReadsTranscripts,
    /// A conversation for a witness that has one, or after the draw.
    #[error("this witness has its conversation already")]
    LoadedAlready,
    /// A conversation of a source that the contest does not name.
    #[error("the contest names no such source")]
    NoSuchSource,
    /// A conversation that is not cut into turns, or into too many.
    #[error("this is no conversation in turns, as many as are shown at most")]
    NotTurns,
    /// An edited contest file with other sources, or that shows other conversations of them.
    #[error(
        "the conversations that are shown were loaded when the contest was set up: make another contest to show others"
    )]
    ShownStands,
    /// Witnesses without a conversation, at the draw.
    #[error("not every conversation is loaded: {} missing", list(&.0.iter().map(|witness| (*witness).into()).collect::<Vec<_>>()))]
    NotLoaded(Vec<Witness>),
    /// A second belief about a turn.
    #[error("you have said what you believe of this turn: it stands, and the next turn is shown")]
    BelievedAlready,
    /// A belief about a turn that was not shown.
    #[error("this turn has not been shown: say what you believe of the one before it first")]
    NotShownYet,
    /// A belief that is none.
    #[error("say how sure you are with a whole number from 0 to 100")]
    BadBelief,
    /// No ballot of this kind is asked for.
    #[error("this rulebook asks for no such ballot")]
    NoSuchBallot,
    /// A draft where only sealed ballots count.
    #[error("under this rulebook only what was sealed counts")]
    DraftsLapse,
    /// A draft where something was sealed.
    #[error("a ballot was sealed: it stands until another is sealed")]
    SealedAlready,
    /// More than any form holds.
    #[error("this is more than a form holds, and was not kept: load the page again")]
    DraftTooLong,
    /// An interview that is not the judge's.
    #[error("you did not hold this interview: choose one of your own")]
    NotInterviewed,
    /// An interview that this round does not have.
    #[error("this round has no such interview: choose one of those that run")]
    NoSuchInterview,
    /// The extension is not within bounds.
    #[error("an extension is between one second and {} minutes", .0.as_secs() / 60)]
    BadExtension(Duration),
    /// A reason is missing or too long.
    #[error("give a reason of 1 to {0} characters: it goes into the record")]
    BadReason(usize),
    /// What people are told is too long, or holds what is no text.
    #[error("what people are told has 1 to {0} characters on one or more lines: write less, or nothing")]
    BadWords(usize),
    /// An announcement that says nothing, says too much, or holds what is no text.
    #[error("write 1 to {0} characters, on one or more lines")]
    BadAnnouncement(usize),
    /// An announcement for somebody who is not there.
    #[error("nobody would read this: choose somebody who takes part and has not left")]
    NobodyReads,
    /// A whole line in the middle of one that is typed key by key: nobody could say where the one ends.
    #[error("a line is being typed key by key: end it with Return, or take it back, before you hand over a whole one")]
    LineBegun,
    /// More waits to be typed than a conversation holds.
    #[error("too much at once: at most {0} keys wait to be typed; say the rest later")]
    TooMuchWaiting(usize),
    /// Something shown that is not what comes next.
    #[error("the pacing queue shows something else next, or at another moment")]
    NotAsPaced,
    /// Not yet due.
    #[error("its time has not come")]
    NotDue,
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

fn list(participants: &[Participant]) -> String {
    participants.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
