//! The contest: its phases, clocks, readiness and ballots.
//!
//! Phases follow each other in this order. Talk and scoring come once for every round, the end ballots once for every
//! trial (most rulebooks have one trial):
//!
//! ```text
//! lobby → talk → scoring → lobby of the next round → … → end ballots → … → votes → closed
//! ```
//!
//! Deadlines are part of the state, computed from recorded events: a pause or an extension moves them, a restart does
//! not. [`Contest::due`] returns the event that the passing of time has made due. The module `seats` answers questions
//! about the assignment, `forms` about open forms and drafts; `permit` decides if an event may be recorded.

mod announcements;
mod changes;
mod coins;
mod forms;
mod late_forms;
mod matters;
mod naming;
mod permit;
mod publishing;
mod reading;
mod referees;
mod rulings;
mod seats;
mod votes;

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use record::VerifierKey;
use rulebook::{
    ConfederateId, ConversationId, DrawnSecret, EntryId, InterviewId, JudgeId, Participant, RoundNumber, Rulebook,
    Seat, Seed, Side, Timestamp, Witness, Zone,
};
use schedule::{Assignment, GivenPlan};
use tally::Answers;

use crate::{
    Private,
    announcement::{Announced, Announcement},
    consent::Consent,
    deletions::PartPlace,
    deposit::{Deposit, Spent, Usage},
    event::{
        Beforehand, Belief, CastForm, ControlEvent, Incident, Ranking, Reason, Restored, Roster, Secret, Settled,
        Terms, together,
    },
    pacing::{Moment, Pace},
    referee::{Refereed, SpeechLimit},
    seed::{self, Contribution, Contributor, Matter, SeedSource},
    stopped_clocks::StoppedClocks,
};

pub use changes::Former;
pub(crate) use changes::{Anew, somebody_meets};
pub use coins::{COIN_WAIT, Coin};
pub use forms::Prospect;
pub use matters::{Decided, MATTERS_MAX};
pub use permit::EXTENSION_MAX;
pub use publishing::{Deleted, Release};
pub use reading::{LINE_MAX, ShownExcerpt};
pub(crate) use rulings::disqualified;
pub use rulings::{Ruling, RulingKind};
pub use seats::RoundPart;
pub use votes::{VOTE_WAIT, Vote};

/// The state of a contest that has been opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contest {
    /// The contest's name for people.
    pub name: String,
    /// The name of the organiser.
    pub organiser: String,
    /// The rules, with the organiser's overrides. If a plan was given, a matrix in them names labels until the draw,
    /// and their bearers after it.
    pub rulebook: Rulebook,
    /// The participants that scripts play.
    pub scripted: BTreeSet<Participant>,
    /// Facts about the entries from before the contest.
    pub beforehand: Beforehand,
    /// The committee's decisions and the participants' attestations.
    pub settled: Settled,
    /// The organiser's plan; absent where the rulebook's design makes it.
    pub given: Option<Box<GivenPlan>>,
    /// The names.
    pub roster: Private<Roster>,
    /// Who had a label before the person who has it now, oldest first, by their names; only where the contest had begun.
    pub former: BTreeMap<Participant, Vec<Former>>,
    /// Where the contest is.
    pub phase: Phase,
    /// The time since which clocks are stopped, if they are: by the organiser, or because no server was there.
    pub paused_since: Option<Timestamp>,
    /// The stop for want of a server, if it lasts.
    pub standing: Option<StoppedClocks>,
    /// The countdown after such a stop, until clocks start again; absent where they wait for the organiser.
    pub countdown: Option<Duration>,
    /// The zone of the contest, in which its pages tell times.
    pub zone: Zone,
    /// What people are told of the pause that the organiser has called, where there are words for them.
    pub told: Option<String>,
    /// The announcements since the last round opened, oldest first; without those taken out of the record.
    pub announced: Vec<Announced>,
    /// True while the organiser's pause has no readable reason.
    unexplained: bool,
    /// The total time that clocks were stopped, up to their last start.
    pub stood: Duration,
    /// The latest round, with the moment at which its talk began.
    talk_began: Option<(RoundNumber, Moment)>,
    /// The participants in place for the next round.
    pub ready: BTreeSet<Participant>,
    /// The participants who have left for good.
    pub left: BTreeSet<Participant>,
    /// The rounds that were played and are played again: their interviews do not count.
    pub void: BTreeSet<RoundNumber>,
    /// The rulings on entries, in the order recorded.
    pub rulings: Vec<Ruling>,
    /// The releases, in the order recorded.
    pub releases: Vec<Release>,
    /// The deletions, in the order recorded.
    pub deletions: Vec<Deleted>,
    /// Every private part that they took out.
    pub gone: BTreeSet<PartPlace>,
    /// The recorded consents to publication.
    pub consents: BTreeMap<Participant, Consent>,
    /// Every interview that has begun, with its ballots.
    pub interviews: BTreeMap<InterviewId, Interview>,
    /// The rankings at the end of each trial.
    pub rankings: BTreeMap<(u16, JudgeId), Private<Ranking>>,
    /// The rankings that were never sealed: drafts that counted.
    pub draft_rankings: BTreeSet<(u16, JudgeId)>,
    /// The forms that a ruling has opened again, until they are given.
    pub late_forms: BTreeSet<CastForm>,
    /// The rankings that were given late.
    pub late_rankings: BTreeSet<(u16, JudgeId)>,
    /// The incidents with entries, oldest first.
    pub incidents: Vec<(Timestamp, Incident)>,
    /// The files and settings of each entry: those before its first word and, if they changed, the later ones.
    pub deposits: BTreeMap<EntryId, Vec<(Timestamp, Deposit)>>,
    /// The total cost of each entry's answers.
    pub spent: BTreeMap<EntryId, Spent>,
    /// The acts of referees, in the order recorded.
    pub refereed: Vec<Refereed>,
    /// The limits that referees set on confederates.
    pub limits: BTreeMap<ConfederateId, SpeechLimit>,
    /// The conversations whose confederate a referee has muted.
    pub muted: BTreeSet<ConversationId>,
    /// The conversations that judges read, in a contest with transcripts.
    pub shown: BTreeMap<Witness, ShownExcerpt>,
    /// The judges' beliefs after each turn of a transcript.
    pub beliefs: BTreeMap<ConversationId, Vec<Private<Belief>>>,
    /// True when the assignment was opened.
    pub opened_assignment: bool,
    /// The origin of the seed of the draw.
    pub seed: SeedSource,
    /// The contributions to seeds, in the order recorded.
    pub contributions: Vec<Contribution>,
    /// The questions of the matters of dispute, in order.
    pub matters: Vec<Private<Reason>>,
    /// The votes called, in order.
    pub votes: Vec<Vote>,
    /// The coins called, in order.
    pub coins: Vec<Coin>,
    /// The organiser's latest terms.
    terms: Terms,
    /// The control event that gave a label to its present bearer, if it had another one.
    borne_since: BTreeMap<Participant, u64>,
    /// The secret that the server drew before any contribution, where it is known.
    kept: Option<DrawnSecret>,
    /// The latest extension of a deadline.
    extension: Option<Extension>,
    secret: Private<Secret>,
    committed: bool,
    paces: BTreeSet<u32>,
    restored: Vec<Restored>,
    /// The number of rounds as far as it is known before the draw.
    planned: u16,
    /// The number of trials that have had their end ballots.
    judged: u16,
    /// True while drafts are being counted: only further drafts and the event that closes their forms may follow.
    counting: bool,
}

/// An extension of a phase by the organiser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extension {
    /// The extended phase.
    pub of: Phase,
    /// The total time added.
    pub by: Duration,
    /// The organiser's latest words about it, if there are any.
    pub told: Option<String>,
}

/// The phase of a contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Participants take their places for this round.
    Lobby(RoundNumber),
    /// Judges talk with witnesses.
    Talk(RoundNumber, Timestamp),
    /// Judges fill in the ballots of this round, and people change places.
    Scoring(RoundNumber, Timestamp),
    /// Judges answer the end questions of this trial, counted from 1.
    EndBallots(u16, Timestamp),
    /// Judges vote between level entries or in a matter of dispute: the vote of this number, from 1.
    Vote(u16, Timestamp),
    /// The contest is over.
    Closed,
}

impl Phase {
    /// True for the same phase, even with another end.
    fn is_one_with(self, other: Self) -> bool {
        match (self, other) {
            (Self::Talk(own, _), Self::Talk(other, _)) | (Self::Scoring(own, _), Self::Scoring(other, _)) => {
                own == other
            }
            (Self::EndBallots(own, _), Self::EndBallots(other, _)) | (Self::Vote(own, _), Self::Vote(other, _)) => {
                own == other
            }
            _ => false,
        }
    }

    /// The round whose talk or scoring runs, if any.
    #[must_use]
    pub fn running_round(self) -> Option<RoundNumber> {
        match self {
            Self::Talk(round, _) | Self::Scoring(round, _) => Some(round),
            Self::Lobby(_) | Self::EndBallots(..) | Self::Vote(..) | Self::Closed => None,
        }
    }

    /// The end by the clock, if one runs.
    #[must_use]
    pub fn ends(self) -> Option<Timestamp> {
        match self {
            Self::Talk(_, ends) | Self::Scoring(_, ends) | Self::EndBallots(_, ends) | Self::Vote(_, ends) => {
                Some(ends)
            }
            Self::Lobby(_) | Self::Closed => None,
        }
    }

    fn ends_mut(&mut self) -> Option<&mut Timestamp> {
        match self {
            Self::Talk(_, ends) | Self::Scoring(_, ends) | Self::EndBallots(_, ends) | Self::Vote(_, ends) => {
                Some(ends)
            }
            Self::Lobby(_) | Self::Closed => None,
        }
    }
}

/// The state of an interview.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Interview {
    /// True if the organiser ended it before its time.
    pub aborted: bool,
    /// The judge's ballot, if one was cast.
    pub ballot: Option<Private<Answers<Seat>>>,
    /// The witness's ballot, where both sides guess; the judge is its seat `only`.
    pub guess: Option<Private<Answers<Seat>>>,
    /// The sides whose ballot was never sealed: a draft that counted.
    pub drafts: BTreeSet<Side>,
    /// The sides whose ballot was given after its time, as a ruling allowed.
    pub late: BTreeSet<Side>,
}

impl Interview {
    /// The ballot of this side, if it was cast.
    #[must_use]
    pub fn ballot_of(&self, side: Side) -> Option<&Private<Answers<Seat>>> {
        match side {
            Side::Judge => self.ballot.as_ref(),
            Side::Witness => self.guess.as_ref(),
        }
    }
}

impl Contest {
    /// The state after the opening event; `None` for any other.
    #[must_use]
    pub fn opened(event: &ControlEvent) -> Option<Self> {
        let ControlEvent::Opened { terms, seed, private } = event else { return None };
        let Terms {
            name,
            organiser,
            rulebook,
            scripted,
            beforehand,
            settled,
            plan,
            countdown,
            zone,
            referees: _,
            cosigners: _,
            sources: _,
        } = terms.clone();
        Some(Self {
            planned: planned(&rulebook, plan.as_deref(), &BTreeSet::new()),
            name,
            organiser,
            rulebook: *rulebook,
            scripted,
            beforehand: *beforehand,
            settled: *settled,
            given: plan,
            countdown,
            zone,
            terms: terms.clone(),
            roster: private.clone(),
            former: BTreeMap::new(),
            borne_since: BTreeMap::new(),
            void: BTreeSet::new(),
            phase: Phase::Lobby(RoundNumber::new(1)),
            paused_since: None,
            standing: None,
            told: None,
            announced: Vec::new(),
            unexplained: false,
            extension: None,
            stood: Duration::ZERO,
            talk_began: None,
            ready: BTreeSet::new(),
            left: BTreeSet::new(),
            rulings: Vec::new(),
            releases: Vec::new(),
            deletions: Vec::new(),
            gone: BTreeSet::new(),
            consents: BTreeMap::new(),
            interviews: BTreeMap::new(),
            rankings: BTreeMap::new(),
            draft_rankings: BTreeSet::new(),
            late_forms: BTreeSet::new(),
            late_rankings: BTreeSet::new(),
            incidents: Vec::new(),
            deposits: BTreeMap::new(),
            spent: BTreeMap::new(),
            refereed: Vec::new(),
            limits: BTreeMap::new(),
            muted: BTreeSet::new(),
            shown: BTreeMap::new(),
            beliefs: BTreeMap::new(),
            opened_assignment: false,
            seed: *seed,
            contributions: Vec::new(),
            matters: Vec::new(),
            votes: Vec::new(),
            coins: Vec::new(),
            kept: None,
            secret: Private::Redacted,
            committed: false,
            paces: BTreeSet::new(),
            restored: Vec::new(),
            judged: 0,
            counting: false,
        })
    }

    /// The secret, for code that seats people; never for a view of a judge or spectator.
    #[must_use]
    pub fn secret(&self) -> Option<&Secret> {
        self.secret.held()
    }

    /// The keys of the contest's cosigners, named by the organiser.
    #[must_use]
    pub fn cosigners(&self) -> Vec<VerifierKey> {
        // Only valid keys are recorded.
        self.terms.cosigners.iter().filter_map(|key| key.parse().ok()).collect()
    }

    /// The number of cosigners that the rules demand.
    #[must_use]
    pub fn cosigners_demanded(&self) -> usize {
        self.rulebook.record.map_or(0, |record| usize::from(record.cosigners))
    }

    /// The assignment, where it is known.
    #[must_use]
    pub fn assignment(&self) -> Option<&Assignment> {
        self.secret().map(|secret| &secret.assignment)
    }

    /// True when the assignment was drawn and committed.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        self.committed
    }

    /// The seed from the secret and the contributions so far; `None` where the secret is not known.
    #[must_use]
    pub fn seed_by_now(&self) -> Option<Seed> {
        let secret = self.first_secret()?;
        Some(match self.seed {
            SeedSource::ManyHands { .. } => seed::seed_of(&secret, self.given_to(Matter::Draw)),
            SeedSource::Rehearsal {} => seed::seed_of(&secret, []),
        })
    }

    /// The secret that the server drew; in a rehearsal the fixed text that replaces it.
    fn first_secret(&self) -> Option<DrawnSecret> {
        match self.seed {
            SeedSource::ManyHands { .. } => self.kept,
            SeedSource::Rehearsal {} => {
                let organiser = Contributor::Participant(Participant::Organiser);
                let fixed = self.given_to(Matter::Draw).find(|given| given.by == organiser)?;
                Some(DrawnSecret::of_rehearsal(&fixed.value))
            }
        }
    }

    /// The people with a page who have not joined, so that the seed of the draw has no contribution of theirs.
    #[must_use]
    pub fn not_joined(&self) -> Vec<Participant> {
        let is_missing = |who: &Participant| {
            let has_given = self.has_contributed(Matter::Draw, Contributor::Participant(*who));
            !matches!(who, Participant::Entry(_)) && !self.left.contains(who) && !has_given
        };
        self.cast().into_iter().filter(is_missing).collect()
    }

    /// The draw to which this participant's page contributes by itself now, if any.
    #[must_use]
    pub fn asks_for_contribution(&self, who: Participant) -> Option<Matter> {
        let by = Contributor::Participant(who);
        let coin = self.open_coin().map(|(number, _)| Matter::Coin(number));
        coin.into_iter().chain([Matter::Draw]).find(|matter| self.permit_contribution(*matter, by).is_ok())
    }

    /// The number of rounds; before the draw, as far as it is known.
    #[must_use]
    pub fn rounds(&self) -> u16 {
        self.assignment().map_or(self.planned, Assignment::rounds)
    }

    /// The trial of this round, from 1: all trials have equally many rounds.
    #[must_use]
    pub fn trial_of(&self, round: RoundNumber) -> u16 {
        schedule::trial_of(&self.rulebook, self.rounds(), round)
    }

    /// The rounds of this trial, from its first to its last.
    pub fn rounds_of(&self, trial: u16) -> impl Iterator<Item = RoundNumber> + '_ {
        RoundNumber::first(usize::from(self.rounds())).filter(move |round| self.trial_of(*round) == trial)
    }

    /// True when the contest is over.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.phase == Phase::Closed
    }

    /// The number of ballots about interviews, including those of witnesses where both sides guess.
    #[must_use]
    pub fn ballots_cast(&self) -> usize {
        self.interviews.values().flat_map(|interview| [&interview.ballot, &interview.guess]).flatten().count()
    }

    /// The number of rounds that are over.
    #[must_use]
    pub fn played(&self) -> u16 {
        match self.phase {
            Phase::Lobby(next) => next.number() - 1,
            Phase::Talk(round, _) | Phase::Scoring(round, _) => round.number() - 1,
            Phase::EndBallots(trial, _) => self.last_of(trial),
            Phase::Vote(..) | Phase::Closed => self.rounds(),
        }
    }

    /// Every pace of the contest's clock, in contest milliseconds per real second, slowest first.
    ///
    /// A contest in real time has `1000` alone. Empty in a record that begins before a server took the contest up.
    #[must_use]
    pub fn paces(&self) -> &BTreeSet<u32> {
        &self.paces
    }

    /// The places where the record was continued from an older copy of its store, oldest first: signed heads beyond
    /// those places are not heads of this record. Empty in nearly every contest.
    #[must_use]
    pub fn restored(&self) -> &[Restored] {
        &self.restored
    }

    /// True while the organiser's pause has no reason: one can be added until the clocks start again.
    #[must_use]
    pub fn owes_reason(&self) -> bool {
        self.unexplained && self.paused_since.is_some()
    }

    /// The time at which stopped clocks start by themselves, if they do.
    #[must_use]
    pub fn goes_on(&self) -> Option<Timestamp> {
        self.standing?.goes_on(self.countdown)
    }

    /// The event that the passing of time has made due, if any; ask again after recording it.
    #[must_use]
    pub fn due(&self, now: Timestamp) -> Option<ControlEvent> {
        if self.paused_since.is_some() {
            return self.goes_on().filter(|at| now >= *at).map(|_| ControlEvent::Resumed {});
        }
        if self.opened_assignment {
            return (self.phase != Phase::Closed).then_some(ControlEvent::Closed {});
        }
        match self.phase {
            Phase::Talk(round, ends)
                if now >= ends || self.is_read_to_the_end(round) || self.is_judged_early(round) =>
            {
                Some(ControlEvent::TalkClosed { round })
            }
            Phase::Scoring(round, ends) if now >= ends => Some(ControlEvent::RoundClosed { round }),
            Phase::Lobby(next) if self.committed => {
                let over = next.number() > self.rounds();
                let trials_over =
                    if over { self.rulebook.trial_count() } else { self.trial_of(next).saturating_sub(1) };
                match (self.rulebook.ballots.asks_at_end(), over) {
                    (true, _) if self.judged < trials_over => {
                        Some(ControlEvent::EndBallotsOpened { trial: self.judged + 1 })
                    }
                    (_, true) => self.after_the_last_ballot(now),
                    (_, false) => None,
                }
            }
            Phase::EndBallots(trial, ends) if now >= ends => Some(ControlEvent::EndBallotsClosed { trial }),
            Phase::Vote(vote, ends) if now >= ends || self.votes_missing().is_empty() => {
                Some(ControlEvent::VoteClosed { vote })
            }
            Phase::Lobby(_)
            | Phase::Talk(..)
            | Phase::Scoring(..)
            | Phase::EndBallots(..)
            | Phase::Vote(..)
            | Phase::Closed => None,
        }
    }

    /// The next time at which [`due`](Self::due) may return an event, if a clock runs.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Timestamp> {
        let coin = || self.open_coin().map(|(_, coin)| coin.waits_until);
        if self.paused_since.is_some() { self.goes_on() } else { self.phase.ends().or_else(coin) }
    }

    /// The event that ends a contest: it opens the secret, and the closing of the record follows at once.
    ///
    /// # Panics
    /// When the secret is not known: a contest whose secret was redacted has been closed before.
    #[must_use]
    pub fn ending(&self) -> ControlEvent {
        let secret = self.secret().expect("a running contest knows its secret");
        ControlEvent::AssignmentOpened { secret: self.kept, seed: secret.seed, assignment: secret.assignment.clone() }
    }

    /// The pacing of this conversation.
    #[must_use]
    pub fn pace(&self, conversation: ConversationId) -> Pace<'_> {
        let seed = self.secret().map(|secret| secret.seed);
        let rules = &self.rulebook.interview;
        let began = self.talk_began.filter(|(round, _)| *round == conversation.interview.round).map(|(_, began)| began);
        Pace { rules, seed, conversation, stood: self.stood, began }
    }

    /// Folds a recorded event into the state; `number` is its number in its stream. Total: a recorded event cannot be
    /// refused.
    pub fn apply(&mut self, event: &ControlEvent, number: u64, time: Timestamp) {
        use ControlEvent as E;
        match event {
            E::Opened { .. } => {}
            E::SecretDrawn { private } => self.kept = private.held().map(|kept| kept.secret),
            E::Contributed { matter, by, value } => {
                let contribution = Contribution { matter: *matter, by: *by, value: value.clone(), event: number };
                self.contributions.push(contribution);
            }
            E::LeftOut { left, .. } => {
                self.left.clone_from(left);
                self.ready.retain(|who| !left.contains(who));
                self.planned = planned(&self.rulebook, self.given.as_deref(), left);
            }
            E::AssignmentCommitted { private } => {
                self.committed = true;
                self.know(private.clone());
            }
            E::Revised { terms, others, private } => self.revise(terms, others, private, number),
            E::Replaced { who, private, .. } => self.replace(*who, private, number),
            E::Replanned { left, joined, newcomer, again, private, .. } => {
                if let Some(joined) = joined {
                    self.inherit_baseline(left, joined.who);
                }
                self.left.clone_from(left);
                self.ready.retain(|who| !left.contains(who));
                self.void.extend(again);
                if let Some(joined) = joined {
                    self.join(joined, newcomer.as_ref());
                }
                if again.is_some() {
                    self.phase = Phase::Lobby(self.last_opened().map_or(RoundNumber::new(1), after));
                    self.ready.clear();
                }
                if let (Private::Held(secret), Some(plan)) = (&mut self.secret, private.held()) {
                    secret.assignment = plan.assignment.clone();
                }
            }
            E::Disqualified { .. } | E::Reinstated { .. } => self.rule(event),
            E::Released { parts, by, rule, private } => self.releases.push(Release {
                at: time,
                parts: parts.clone(),
                by: *by,
                rule: rule.clone(),
                reason: private.clone(),
            }),
            E::Deleted { parts, whose, by, rule, roster, private } => {
                self.gone.extend(parts.iter().cloned());
                roster.iter().for_each(|roster| self.roster.clone_from(roster));
                self.deletions.push(Deleted {
                    at: time,
                    parts: parts.len(),
                    whose: *whose,
                    renames: roster.is_some(),
                    by: *by,
                    rule: rule.clone(),
                    reason: private.clone(),
                });
            }
            E::Consented { who, scope, licence } => {
                self.consents.insert(*who, Consent { at: time, scope: *scope, licence: licence.clone() });
            }
            E::Ready { who } => {
                self.ready.insert(*who);
            }
            E::NotReady { who } => {
                self.ready.remove(who);
            }
            E::RoundOpened { round } => {
                self.announced.clear();
                self.talk_began = Some((*round, Moment::at(time, self.stood)));
                self.phase = Phase::Talk(*round, time + self.rulebook.interview.talk);
                let interviews: Vec<_> = self.interviews_in(*round).map(|seating| seating.interview).collect();
                self.interviews.extend(interviews.into_iter().map(|id| (id, Interview::default())));
            }
            E::TalkClosed { round } => {
                self.phase = Phase::Scoring(*round, time + self.rulebook.interview.scoring);
            }
            E::RoundClosed { round } => {
                self.phase = Phase::Lobby(after(*round));
                self.ready.clear();
                self.counting = false;
            }
            E::TakenUp { pace_per_mille, stood_since, held } => {
                self.paces.insert(*pace_per_mille);
                if let Some(since) = *stood_since {
                    self.paused_since = Some(since);
                    self.standing = Some(StoppedClocks { since, taken_up: time, held: *held });
                } else if let Some(standing) = &mut self.standing {
                    // The server was lost again before the clocks started: the countdown starts over.
                    standing.taken_up = time;
                    // A server that lived through the first gap was gone in the second.
                    standing.held = false;
                }
            }
            E::Restored { kept, lost_size, lost_root, key } => self.restored.push(Restored {
                kept: *kept,
                lost_size: *lost_size,
                lost_root: *lost_root,
                key: key.clone(),
            }),
            E::Paused { private, told } => {
                // Clocks stopped for want of a server now wait for the organiser.
                self.paused_since.get_or_insert(time);
                self.standing = None;
                self.told.clone_from(told);
                // A redacted reason may have been empty.
                self.unexplained = private.held().is_none_or(|why| why.reason.is_empty());
            }
            E::Resumed {} => {
                self.standing = None;
                self.told = None;
                self.unexplained = false;
                let stood = self.paused_since.take().map_or(Duration::ZERO, |since| time.since(since));
                self.stood += stood;
                self.put_off(stood);
            }
            E::Extended { by_ms, told, .. } => {
                self.put_off(*by_ms);
                let before = self.extension().map(|before| before.by).unwrap_or_default();
                self.extension = Some(Extension { of: self.phase, by: before + *by_ms, told: told.clone() });
            }
            E::Announced { to, private } => {
                if let Some(held) = private.held() {
                    let announcement = Announcement { at: time, words: held.reason.clone() };
                    self.announced.push(Announced { to: *to, announcement });
                }
            }
            E::InterviewAborted { interview, .. } => {
                *self.interviews.entry(*interview).or_default() = Interview { aborted: true, ..Interview::default() };
            }
            E::BallotCast { interview, from, counted, private, reason } => {
                let ballot = together(private, reason.as_ref());
                let is_late = self.late_forms.remove(&CastForm::Ballot { interview: *interview, from: *from });
                let interview = self.interviews.entry(*interview).or_default();
                if is_late {
                    interview.late.insert(*from);
                }
                if !counted.is_sealed() {
                    self.counting = true;
                    interview.drafts.insert(*from);
                }
                match from {
                    Side::Judge => interview.ballot = Some(ballot),
                    Side::Witness => interview.guess = Some(ballot),
                }
            }
            E::SourceLoaded { source, who, conversation, private } => {
                if let Some(witness) = witness(*who) {
                    let (source, conversation, turns) = (*source, conversation.clone(), private.clone());
                    self.shown.insert(witness, ShownExcerpt { source, conversation, turns });
                }
            }
            E::BeliefGiven { conversation, private, .. } => {
                self.beliefs.entry(*conversation).or_default().push(private.clone());
            }
            E::Refereed { by, private, words } => self.referee(*by, private.held(), words.as_ref(), time),
            E::EndBallotsOpened { trial } => {
                self.phase = Phase::EndBallots(*trial, time + self.rulebook.ballots.end_time);
            }
            E::RankingCast { judge, trial, counted, private } => {
                if self.late_forms.remove(&CastForm::Ranking { trial: *trial, judge: *judge }) {
                    self.late_rankings.insert((*trial, *judge));
                }
                self.rankings.insert((*trial, *judge), private.clone());
                if !counted.is_sealed() {
                    self.counting = true;
                    self.draft_rankings.insert((*trial, *judge));
                }
            }
            E::LateBallotAllowed { of, .. } => drop(self.late_forms.insert(*of)),
            E::EndBallotsClosed { trial } => {
                self.judged = *trial;
                self.counting = false;
                self.phase = Phase::Lobby(RoundNumber::at(usize::from(self.last_of(*trial))));
            }
            E::IncidentReported { private } => {
                self.incidents.extend(private.held().map(|incident| (time, incident.clone())));
            }
            // The conversation holds the line as it was typed.
            E::LineSpelled { .. } => {}
            E::EntryDeposited { private } => {
                if let Some(deposit) = private.held() {
                    self.deposits.entry(deposit.entry).or_default().push((time, deposit.clone()));
                }
            }
            E::UsageReported { private } => {
                if let Some(Usage { entry, spent, .. }) = private.held() {
                    let total = self.spent.entry(*entry).or_default();
                    *total = total.and(*spent);
                }
            }
            E::MatterPut { private, .. } => self.matters.push(private.clone()),
            E::VoteCalled { vote, between, matter } => {
                self.votes.push(Vote { between: between.clone(), matter: *matter, given: BTreeMap::new() });
                self.phase = Phase::Vote(*vote, time + VOTE_WAIT);
            }
            E::VoteCast { judge, private, .. } => {
                if let Some(vote) = self.votes.last_mut() {
                    vote.given.insert(*judge, private.clone());
                }
            }
            E::VoteClosed { .. } => self.phase = Phase::Lobby(RoundNumber::at(usize::from(self.rounds()))),
            E::CoinCalled { between, matter, commitment, .. } => self.coins.push(Coin {
                between: between.clone(),
                matter: *matter,
                commitment: *commitment,
                waits_until: time + COIN_WAIT,
                seed: None,
            }),
            E::CoinTossed { seed, .. } => {
                if let Some(coin) = self.coins.last_mut() {
                    coin.seed = Some(*seed);
                }
            }
            E::AssignmentOpened { secret, seed, assignment } => {
                self.opened_assignment = true;
                self.kept = *secret;
                self.know(Private::Held(Secret { seed: *seed, assignment: assignment.clone() }));
            }
            E::Closed {} => self.phase = Phase::Closed,
        }
    }

    /// True if this giver, bearing their present label, has contributed to a draw.
    pub(crate) fn has_contributed(&self, matter: Matter, by: Contributor) -> bool {
        let given = |given: &Contribution| (given.matter, given.by) == (matter, by) && self.is_of_bearer(given);
        self.contributions.iter().any(given)
    }

    /// The contributions of a label's present bearer.
    pub fn contributions_of(&self, who: Participant) -> impl Iterator<Item = &Contribution> {
        let by = Contributor::Participant(who);
        self.contributions.iter().filter(move |given| given.by == by && self.is_of_bearer(given))
    }

    /// The control event that gave a label to its present bearer; `None` for the first bearer.
    #[must_use]
    pub fn borne_since(&self, who: Participant) -> Option<u64> {
        self.borne_since.get(&who).copied()
    }

    fn is_of_bearer(&self, given: &Contribution) -> bool {
        let Contributor::Participant(who) = given.by else { return true };
        self.borne_since.get(&who).is_none_or(|since| given.event > *since)
    }

    /// Learns the secret; a matrix then names the bearers of a plan's labels.
    fn know(&mut self, secret: Private<Secret>) {
        if let (Some(given), Private::Redacted, Some(secret)) = (&self.given, &self.secret, secret.held()) {
            self.rulebook.schedule.design = given.design(&self.rulebook, secret.seed);
        }
        self.secret = secret;
    }

    /// The number of the last round of this trial; 0 when it has none.
    fn last_of(&self, trial: u16) -> u16 {
        self.rounds_of(trial).last().map_or(0, RoundNumber::number)
    }

    /// The extension of the present phase, if any.
    #[must_use]
    pub fn extension(&self) -> Option<&Extension> {
        self.extension.as_ref().filter(|extension| extension.of.is_one_with(self.phase))
    }

    fn put_off(&mut self, by: Duration) {
        if let Some(ends) = self.phase.ends_mut() {
            *ends = *ends + by;
        }
        if let Some(coin) = self.coins.last_mut().filter(|coin| coin.seed.is_none()) {
            coin.waits_until = coin.waits_until + by;
        }
    }
}

/// The witness with this label; `None` for other participants.
fn witness(who: Participant) -> Option<Witness> {
    match who {
        Participant::Confederate(id) => Some(Witness::Confederate(id)),
        Participant::Entry(id) => Some(Witness::Entry(id)),
        Participant::Organiser | Participant::Judge(_) | Participant::Referee(_) => None,
    }
}

fn after(round: RoundNumber) -> RoundNumber {
    RoundNumber::at(round.index() + 1)
}

/// The number of rounds of a plan without those who have left, computed before the draw.
fn planned(rulebook: &Rulebook, given: Option<&GivenPlan>, left: &BTreeSet<Participant>) -> u16 {
    if left.is_empty() {
        if let Some(given) = given {
            return given.plan().rounds();
        }
        return schedule::construct(rulebook).map_or(0, |plan| plan.rounds());
    }
    // Any seed will do: it changes the meetings, not the number of rounds.
    let any = Seed::from_contributions([]);
    schedule::draw_without(rulebook, given, left, any).map_or(0, |assignment| assignment.rounds())
}
