//! The timeline of a contest for its organiser: events, times, reasons and actors in one list.
//!
//! It is folded from the control stream. It leaves out frequent actions (joining, being ready, sealing ballots), which
//! the board counts, and all words of conversations, which the transcripts hold.

use std::{collections::BTreeSet, time::Duration};

use language::{Message, Say};
use rulebook::{
    Authority, EntryId, InterviewId, Participant, RoundNumber, Timestamp, Zone,
    time::{millis, millis_if_any},
};
use serde::Serialize;

use crate::{
    Actor, ControlEvent, Event, Private, Recorded,
    announcement::Addressee,
    consent::{self, Scope},
    contest::RulingKind,
    deletions,
    event::{CastForm, Incident, Newcomer, Reason},
    referee::{self, Deed},
    release::{self, ReleasablePart},
    result::RulingResult,
};

/// An entry of the timeline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Moment {
    /// The position of its fact in the record, from 1.
    pub place: u64,
    /// The time of its fact.
    pub at: Timestamp,
    /// The happening.
    #[serde(flatten)]
    pub happening: Happening,
    /// The reason or the words for the record; absent if none were given, or if they were redacted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The words to all participants about it; absent without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
}

/// The kind of a timeline entry. Its [message](Say) is a sentence without its full stop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Happening {
    /// The contest was set up.
    Opened,
    /// The contest file was edited.
    Revised,
    /// The schedule was drawn.
    Drawn,
    /// Clocks were stopped without a server.
    StoodStill {
        /// The moment when they stopped.
        since: Timestamp,
        /// The zone of the contest, for the sentence.
        #[serde(skip)]
        zone: Zone,
    },
    /// The contest continues from an older copy of the store.
    Restored {
        /// The number of signed events that are lost.
        lost: u64,
    },
    /// A round was opened.
    RoundOpened {
        /// The round.
        round: RoundNumber,
    },
    /// The talk of a round ended.
    TalkClosed {
        /// The round.
        round: RoundNumber,
        /// The organiser ended it early.
        early: bool,
    },
    /// A round was closed.
    RoundClosed {
        /// The round.
        round: RoundNumber,
        /// The organiser closed it early.
        early: bool,
    },
    /// Clocks were stopped.
    Paused,
    /// The reason for a pause was given.
    PauseExplained,
    /// Clocks were resumed.
    Resumed {
        /// The time that they were stopped; absent if its start is unknown.
        #[serde(rename = "stood_ms", with = "millis_if_any", skip_serializing_if = "Option::is_none")]
        stood: Option<Duration>,
    },
    /// The deadline was extended.
    Extended {
        /// The extension.
        #[serde(rename = "by_ms", with = "millis")]
        by: Duration,
    },
    /// An announcement was made.
    Announced {
        /// The addressees.
        to: Addressee,
    },
    /// An interview was ended before its time.
    Aborted {
        /// The interview.
        interview: InterviewId,
    },
    /// A person was replaced.
    Replaced {
        /// The label of the place.
        who: Participant,
        /// The new person's name; absent if it was redacted.
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// People or programs left for good.
    Left {
        /// The people or programs.
        who: BTreeSet<Participant>,
    },
    /// A person or program joined late, or a reserve took a place.
    Joined {
        /// The new label.
        who: Participant,
        /// The name; absent if it was redacted.
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The entry whose place a reserve took.
        #[serde(skip_serializing_if = "BTreeSet::is_empty")]
        instead_of: BTreeSet<Participant>,
    },
    /// A round will be replayed.
    Again {
        /// The round.
        round: RoundNumber,
    },
    /// A ruling about an entry was made.
    Ruled {
        /// The entry.
        entry: EntryId,
        /// The decision.
        decision: RulingKind,
        /// The authority that decided.
        by: Authority,
        /// The rule that allows it.
        rule: String,
        /// Whether it came after the close.
        after_close: bool,
    },
    /// A ruling allowed a ballot or ranking after its time.
    LateBallotAllowed {
        /// The form.
        of: CastForm,
        /// The authority that decided.
        by: Authority,
        /// The rule that allows it.
        rule: String,
    },
    /// A ruling released parts of the contest to everybody.
    Released {
        /// The parts.
        parts: BTreeSet<ReleasablePart>,
        /// The authority that decided.
        by: Authority,
        /// The rule that allows it.
        rule: String,
    },
    /// A ruling deleted private parts of the record.
    Deleted {
        /// The number of parts.
        parts: usize,
        /// The writer of the deleted texts, or the participant who was given a pseudonym.
        whose: Option<Participant>,
        /// True if a participant was given a pseudonym.
        renames: bool,
        /// The authority that decided.
        by: Authority,
        /// The rule that allows it.
        rule: String,
    },
    /// A participant consented to publication.
    Consented {
        /// The participant.
        who: Participant,
        /// The extent of the consent.
        scope: Scope,
        /// The licence for their words; absent if they named none.
        #[serde(skip_serializing_if = "Option::is_none")]
        licence: Option<String>,
    },
    /// A deed of a referee, or of the organiser in a referee's place.
    Refereed {
        /// The referee or organiser.
        by: Participant,
        /// The deed; absent if it was redacted.
        #[serde(skip_serializing_if = "Option::is_none")]
        deed: Option<Deed>,
    },
    /// An entry had an incident.
    Incident {
        /// The incident; absent if it was redacted.
        #[serde(skip_serializing_if = "Option::is_none")]
        incident: Option<Incident>,
    },
    /// The rankings or answers at the end of a trial were asked for.
    EndBallotsOpened {
        /// The trial, from 1.
        trial: u16,
    },
    /// A trial was closed.
    EndBallotsClosed {
        /// The trial, from 1.
        trial: u16,
    },
    /// A matter of dispute was put to the judges.
    MatterPut {
        /// The matter, from 1.
        matter: u16,
    },
    /// The judges were asked in a matter of dispute.
    MatterVoteCalled {
        /// The number of the vote, from 1.
        vote: u16,
        /// The matter, from 1.
        matter: u16,
    },
    /// A coin was called to decide a matter of dispute.
    MatterCoinCalled {
        /// The matter, from 1.
        matter: u16,
    },
    /// The judges were asked to vote between entries.
    VoteCalled {
        /// The number of the vote, from 1.
        vote: u16,
        /// The entries.
        between: BTreeSet<EntryId>,
    },
    /// A vote was closed.
    VoteClosed {
        /// The number of the vote, from 1.
        vote: u16,
    },
    /// A coin between entries was called.
    CoinCalled {
        /// The entries.
        between: BTreeSet<EntryId>,
    },
    /// A coin was tossed.
    CoinTossed {
        /// The number of the coin, from 1.
        coin: u16,
    },
    /// The contest was closed.
    Closed,
}

impl Moment {
    /// True if a head of the record is signed right after it. Some such facts are no moments of the timeline.
    #[must_use]
    pub fn has_head_signed(&self) -> bool {
        matches!(
            self.happening,
            Happening::Drawn
                | Happening::Joined { .. }
                | Happening::Again { .. }
                | Happening::RoundClosed { .. }
                | Happening::Restored { .. }
                | Happening::Closed
        )
    }
}

impl Say for Happening {
    fn message(&self) -> Message {
        match self {
            Self::Opened => say!("course-opened"),
            Self::Revised => say!("course-revised"),
            Self::Drawn => say!("course-drawn"),
            Self::StoodStill { since, zone } => {
                let since = format!("{} {} {zone}", zone.day(*since), zone.second(*since));
                say!("course-stood-still", since = since)
            }
            Self::Restored { lost } => say!("course-restored", lost = lost),
            Self::RoundOpened { round } => say!("course-round-opened", round = round.number()),
            Self::TalkClosed { round, early: true } => say!("course-talk-ended-early", round = round.number()),
            Self::TalkClosed { round, early: false } => say!("course-talk-ended", round = round.number()),
            Self::RoundClosed { round, early: true } => say!("course-round-closed-early", round = round.number()),
            Self::RoundClosed { round, early: false } => say!("course-round-closed", round = round.number()),
            Self::Paused => say!("course-paused"),
            Self::PauseExplained => say!("course-pause-explained"),
            Self::Resumed { stood: None } => say!("course-resumed"),
            Self::Resumed { stood: Some(stood) } => say!("course-resumed-after", length = minutes(*stood)),
            Self::Extended { by } => say!("course-extended", length = minutes(*by)),
            Self::Announced { to } => say!("course-announced", to = to.to_string()),
            Self::Aborted { interview } => say!("course-aborted", interview = interview.to_string()),
            Self::Replaced { who, name: Some(name) } => say!("course-replaced", name = name, who = who.to_string()),
            Self::Replaced { who, name: None } => say!("course-replaced-by-somebody", who = who.to_string()),
            Self::Left { who } => say!("course-left", who = listed(who)),
            Self::Joined { who, name, instead_of } => joined(*who, name.as_deref(), instead_of),
            Self::Again { round } => say!("course-again", round = round.number()),
            Self::Ruled { entry, decision, by, rule, after_close } => {
                let ruling = RulingResult {
                    entry: *entry,
                    decision: *decision,
                    by: *by,
                    rule: rule.clone(),
                    after_close: *after_close,
                };
                ruling.message()
            }
            Self::LateBallotAllowed { of, by, rule } => {
                say!("course-late-ballot", form = of.message(), by = by.message(), rule = rule)
            }
            Self::Released { parts, by, rule } => {
                say!("course-released", parts = release::listed(parts), by = by.message(), rule = rule)
            }
            Self::Deleted { parts, whose, renames, by, rule } => {
                let deletion = deletions::Sentence { parts: *parts, whose: *whose, renames: *renames, by: *by, rule };
                deletion.message()
            }
            Self::Consented { who, scope, licence } => consent::sentence(*who, *scope, licence.as_deref()),
            Self::Refereed { by, deed: Some(deed) } => referee::did(*by, *deed, None),
            Self::Refereed { by, deed: None } => say!("referee-did-something", by = by.to_string()),
            Self::Incident { incident: Some(Incident { entry, interview, detail, .. }) } => say!(
                "course-incident",
                entry = entry.to_string(),
                interview = interview.to_string(),
                detail = detail.trim_end_matches('.')
            ),
            Self::Incident { incident: None } => say!("course-incident-removed"),
            Self::EndBallotsOpened { trial } => say!("course-questions-asked", trial = trial),
            Self::EndBallotsClosed { trial } => say!("course-trial-closed", trial = trial),
            Self::MatterPut { matter } => say!("course-matter-put", matter = matter),
            Self::MatterVoteCalled { vote, matter } => {
                say!("course-matter-vote-called", vote = vote, matter = matter)
            }
            Self::MatterCoinCalled { matter } => say!("course-matter-coin-called", matter = matter),
            Self::VoteCalled { vote, between } => {
                say!("course-vote-called", vote = vote, entries = listed(between))
            }
            Self::VoteClosed { vote } => say!("course-vote-closed", vote = vote),
            Self::CoinCalled { between } => say!("course-coin-called", entries = listed(between)),
            Self::CoinTossed { coin } => say!("course-coin-tossed", coin = coin),
            Self::Closed => say!("course-closed"),
        }
    }
}

display_in_english!(Happening);

/// The sentence about a participant who came late or replaced others.
fn joined(who: Participant, name: Option<&str>, instead_of: &BTreeSet<Participant>) -> Message {
    let who = who.to_string();
    match (name, instead_of.is_empty()) {
        (Some(name), true) => say!("course-came-late-named", who = who, name = name),
        (None, true) => say!("course-came-late", who = who),
        (Some(name), false) => say!("course-took-place-named", who = who, name = name, left = listed(instead_of)),
        (None, false) => say!("course-took-place", who = who, left = listed(instead_of)),
    }
}

/// Ids, separated by commas.
fn listed<T: ToString>(ids: &BTreeSet<T>) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// A length of time in minutes and seconds: `2:05`.
fn minutes(length: Duration) -> String {
    format!("{}:{:02}", length.as_secs() / 60, length.as_secs() % 60)
}

/// The timeline so far, oldest first, and the state needed for its next entries.
#[derive(Debug, Clone, Default)]
pub(super) struct Timeline {
    moments: Vec<Moment>,
    left: BTreeSet<Participant>,
    stands_since: Option<Timestamp>,
    zone: Zone,
    is_closed: bool,
}

impl Timeline {
    pub(super) fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// Adds the fact at this position of the record.
    pub(super) fn fold(&mut self, fact: &Recorded, place: u64) {
        let Event::Control(event) = &fact.event else { return };
        let (reason, told) = words(event);
        for happening in self.happenings(event, fact) {
            self.moments.push(Moment { place, at: fact.time, happening, reason: reason.clone(), told: told.clone() });
        }
    }

    /// The happenings of this fact; a new plan may cause several.
    fn happenings(&mut self, event: &ControlEvent, fact: &Recorded) -> Vec<Happening> {
        use ControlEvent as E;
        let early = fact.actor != Actor::Server;
        if let E::Opened { terms, .. } | E::Revised { terms, .. } = event {
            self.zone = terms.zone;
        }
        vec![match event {
            E::Opened { .. } => Happening::Opened,
            E::Revised { .. } => Happening::Revised,
            E::AssignmentCommitted { .. } => Happening::Drawn,
            E::TakenUp { stood_since: Some(since), .. } => {
                self.stands_since = Some(*since);
                Happening::StoodStill { since: *since, zone: self.zone }
            }
            E::Restored { kept, lost_size, .. } => Happening::Restored { lost: lost_size.saturating_sub(*kept) },
            E::RoundOpened { round } => Happening::RoundOpened { round: *round },
            E::TalkClosed { round } => Happening::TalkClosed { round: *round, early },
            E::RoundClosed { round } => Happening::RoundClosed { round: *round, early },
            E::Paused { .. } if self.stands_since.is_some() => Happening::PauseExplained,
            E::Paused { .. } => {
                self.stands_since = Some(fact.time);
                Happening::Paused
            }
            E::Resumed {} => Happening::Resumed { stood: self.stands_since.take().map(|since| fact.time.since(since)) },
            E::Extended { by_ms, .. } => Happening::Extended { by: *by_ms },
            E::Announced { to, .. } => Happening::Announced { to: *to },
            E::InterviewAborted { interview, .. } => Happening::Aborted { interview: *interview },
            E::Replaced { who, private, .. } => {
                Happening::Replaced { who: *who, name: private.held().map(|person| person.name.clone()) }
            }
            E::LeftOut { left, .. } => Happening::Left { who: self.leave(left) },
            E::Replanned { left, joined, newcomer, again, .. } => {
                let gone = self.leave(left);
                let name = newcomer.as_ref().and_then(Private::held).map(|newcomer| match newcomer {
                    Newcomer::Person(person) => person.name.clone(),
                    Newcomer::Entry(card) => card.name.clone(),
                });
                let (mut told, mut gone) = (Vec::new(), gone);
                told.extend(again.map(|round| Happening::Again { round }));
                if let Some(joined) = joined {
                    let instead_of = std::mem::take(&mut gone);
                    told.push(Happening::Joined { who: joined.who, name, instead_of });
                }
                told.extend((!gone.is_empty()).then_some(Happening::Left { who: gone }));
                return told;
            }
            E::Disqualified { entry, by, rule, .. } => self.ruled(RulingKind::Disqualified, *entry, *by, rule),
            E::Reinstated { entry, by, rule, .. } => self.ruled(RulingKind::Reinstated, *entry, *by, rule),
            E::LateBallotAllowed { of, by, rule, .. } => {
                Happening::LateBallotAllowed { of: *of, by: *by, rule: rule.clone() }
            }
            E::Released { parts, by, rule, .. } => {
                Happening::Released { parts: parts.clone(), by: *by, rule: rule.clone() }
            }
            E::Deleted { parts, whose, by, rule, roster, .. } => Happening::Deleted {
                parts: parts.len(),
                whose: *whose,
                renames: roster.is_some(),
                by: *by,
                rule: rule.clone(),
            },
            E::Consented { who, scope, licence } => {
                Happening::Consented { who: *who, scope: *scope, licence: licence.clone() }
            }
            E::Refereed { by, private, .. } => Happening::Refereed { by: *by, deed: private.held().cloned() },
            E::IncidentReported { private } => Happening::Incident { incident: private.held().cloned() },
            E::EndBallotsOpened { trial } => Happening::EndBallotsOpened { trial: *trial },
            E::EndBallotsClosed { trial } => Happening::EndBallotsClosed { trial: *trial },
            E::MatterPut { matter, .. } => Happening::MatterPut { matter: *matter },
            E::VoteCalled { vote, matter: Some(matter), .. } => {
                Happening::MatterVoteCalled { vote: *vote, matter: *matter }
            }
            E::VoteCalled { vote, between, matter: None } => {
                Happening::VoteCalled { vote: *vote, between: between.clone() }
            }
            E::VoteClosed { vote } => Happening::VoteClosed { vote: *vote },
            E::CoinCalled { matter: Some(matter), .. } => Happening::MatterCoinCalled { matter: *matter },
            E::CoinCalled { between, matter: None, .. } => Happening::CoinCalled { between: between.clone() },
            E::CoinTossed { coin, .. } => Happening::CoinTossed { coin: *coin },
            E::Closed {} => {
                self.is_closed = true;
                Happening::Closed
            }
            E::SecretDrawn { .. }
            | E::Contributed { .. }
            | E::Ready { .. }
            | E::NotReady { .. }
            | E::TakenUp { stood_since: None, .. }
            | E::BallotCast { .. }
            | E::RankingCast { .. }
            | E::LineSpelled { .. }
            | E::EntryDeposited { .. }
            | E::UsageReported { .. }
            | E::VoteCast { .. }
            | E::SourceLoaded { .. }
            | E::BeliefGiven { .. }
            | E::AssignmentOpened { .. } => return Vec::new(),
        }]
    }

    /// The newly departed participants among all who have left.
    fn leave(&mut self, left: &BTreeSet<Participant>) -> BTreeSet<Participant> {
        let gone = left.difference(&self.left).copied().collect();
        self.left.clone_from(left);
        gone
    }

    fn ruled(&self, decision: RulingKind, entry: EntryId, by: Authority, rule: &str) -> Happening {
        Happening::Ruled { entry, decision, by, rule: rule.to_owned(), after_close: self.is_closed }
    }
}

/// The reason of a fact, and the public words about it.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other fact has words of people")]
fn words(event: &ControlEvent) -> (Option<String>, Option<String>) {
    use ControlEvent as E;
    let held = |reason: &Private<Reason>| reason.held().map(|held| held.reason.clone()).filter(|why| !why.is_empty());
    match event {
        E::Paused { private, told } | E::Extended { private, told, .. } => (held(private), told.clone()),
        E::Announced { private, .. }
        | E::MatterPut { private, .. }
        | E::InterviewAborted { private, .. }
        | E::LeftOut { private, .. }
        | E::Disqualified { private, .. }
        | E::Reinstated { private, .. }
        | E::LateBallotAllowed { private, .. }
        | E::Released { private, .. }
        | E::Deleted { private, .. } => (held(private), None),
        E::Replaced { reason, .. } | E::Replanned { reason, .. } => (held(reason), None),
        E::Refereed { words, .. } => (words.as_ref().and_then(held), None),
        _ => (None, None),
    }
}
