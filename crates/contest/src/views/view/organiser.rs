//! The organiser's view: the board of a running contest, with everything but the answers on ballots, and an update
//! whenever it may have changed.

use std::{collections::BTreeSet, time::Duration};

use rulebook::{ConversationId, EntryId, InterviewId, Participant, RoundNumber, Seat, Side, Timestamp, Witness};
use schedule::Seating;
use serde::{Deserialize, Serialize};

use super::{Feed, Screen, Views, stage::Stage, timeline::Moment};
use crate::{
    FormId, Room,
    command::Ending,
    contest::{Contest, Phase, Prospect, Ruling},
    deposit::{Deposit, Spent},
    drafts::FormDrafts,
    event::Incident,
    late::Late,
    referee::Refereed,
    release::ReleasablePart,
};

/// The number of latest incidents on a board.
const INCIDENTS_SHOWN: usize = 50;

/// The number of latest deeds of referees on a board.
const REFEREED_SHOWN: usize = 50;

/// The number of latest moments of the timeline on a board.
pub const MOMENTS_SHOWN: usize = 200;

/// The organiser's updates.
pub type OrganiserFeed = Feed<Changed, Unfolded>;

/// The control stream has grown: the board may have changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename = "changed")]
pub struct Changed {}

/// The board is computed on demand, not folded from updates.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unfolded;

impl Screen<Changed> for Unfolded {
    fn show(&mut self, _: &Changed) {}
}

/// A contest for its organiser.
#[derive(Debug, Clone, PartialEq)]
pub struct Board {
    /// The phase.
    pub phase: Phase,
    /// The number of rounds.
    pub rounds: u16,
    /// The number of trials.
    pub trials: u16,
    /// The length of a talk under the rules.
    pub talk: Duration,
    /// The schedule is drawn.
    pub is_drawn: bool,
    /// Clocks are stopped.
    pub is_paused: bool,
    /// The organiser stopped the clocks without giving a reason.
    pub owes_reason: bool,
    /// Everybody may read the result.
    pub is_released: bool,
    /// A committee may rule.
    pub has_committee: bool,
    /// The people who have not joined, and so not contributed to the draw.
    pub not_joined: Vec<Participant>,
    /// The number of participants who are ready for the next round.
    pub ready: usize,
    /// The number of participants that the next round needs; 0 without a next round.
    pub needed: usize,
    /// Judges and confederates, then referees, in the order of their ids.
    pub people: Vec<Person>,
    /// Entries, in the order of their ids.
    pub entries: Vec<Entry>,
    /// The interviews of the current or the next round.
    pub interviews: Vec<Interview>,
    /// The rounds that can be replayed now.
    pub repeatable: Vec<RoundNumber>,
    /// The entries that the judges vote between now.
    pub voted_about: BTreeSet<EntryId>,
    /// The matter of dispute that the judges vote on now.
    pub voted_matter: Option<u16>,
    /// A matter of dispute can be put to the judges.
    pub takes_matters: bool,
    /// The fate of the unsealed forms if they were closed now.
    pub prospects: Vec<(Participant, FormId, Prospect)>,
    /// The forms that a ruling could allow late: their time is over, and nothing was given on them.
    pub lost: Vec<(Participant, FormId)>,
    /// The latest incidents with their times, newest first.
    pub incidents: Vec<(Timestamp, Incident)>,
    /// The rulings, in the order recorded.
    pub rulings: Vec<Ruling>,
    /// The latest deeds of referees, newest first.
    pub refereed: Vec<Refereed>,
    /// The latest moments of the timeline, newest first.
    pub timeline: Vec<Moment>,
    /// The number of recorded facts.
    pub facts: u64,
    /// The number of utterances given after their drawn moments; absent if no moment was drawn yet.
    pub late: Option<Late>,
}

/// A judge, a confederate or a referee on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person {
    /// The person.
    pub who: Participant,
    /// Played by a script.
    pub scripted: bool,
    /// Has left for good.
    pub left: bool,
    /// Has replaced another person.
    pub newcomer: bool,
    /// Is ready for the next round.
    pub ready: bool,
    /// Needed in this round.
    pub needed: bool,
    /// True if this person has answered the current ballot or vote; absent if none is asked of them.
    pub answered: Option<bool>,
}

/// An entry on the board.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The entry.
    pub who: EntryId,
    /// Has left for good.
    pub left: bool,
    /// Was disqualified.
    pub disqualified: bool,
    /// Is ready for the next round.
    pub ready: bool,
    /// Its latest deposited description; absent before the first.
    pub deposit: Option<Deposit>,
    /// It changed after its first deposit.
    pub changed: bool,
    /// The resources that its answers used; absent if its program reports none.
    pub spent: Option<Spent>,
}

/// An interview on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interview {
    /// The interview.
    pub interview: InterviewId,
    /// The witnesses and their seats: programs first, in the order of ids, so that the order shows no seats.
    pub witnesses: Vec<(Witness, Seat)>,
    /// Ended by the organiser before its time.
    pub ended: bool,
    /// The state of each witness's conversation, in the same order.
    pub talks: Vec<TalkActivity>,
    /// The number of its incidents.
    pub incidents: usize,
    /// For each witness, in the same order, true if it began with the rulebook's opening words; absent before its first
    /// line, and without such words.
    pub openings: Vec<Option<bool>>,
}

/// The activity between a judge and a witness: times and numbers, never words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TalkActivity {
    /// The answering participant: a program, or the person in the part.
    pub witness: Participant,
    /// Finished lines or messages of the judge and of the witness.
    pub lines: (usize, usize),
    /// The judge's latest key or message.
    pub judge_last: Option<Timestamp>,
    /// The witness's latest key or message, even if the judge has not seen it yet.
    pub witness_last: Option<Timestamp>,
    /// The turns with a belief, and the turns in all, where judges read; absent where they talk.
    pub read: Option<(u16, u16)>,
}

impl Views {
    /// The organiser's board, with the state of unsealed forms; `None` before the contest is opened.
    #[must_use]
    pub fn board(&self, drafts: &FormDrafts, now: Timestamp) -> Option<Board> {
        Board::of(self, drafts, now)
    }
}

impl Board {
    fn of(views: &Views, drafts: &FormDrafts, now: Timestamp) -> Option<Self> {
        let room = views.room();
        let contest = room.contest()?;
        let missing: BTreeSet<Participant> =
            contest.ballots_missing().into_iter().chain(contest.votes_missing()).collect();
        let cast = contest.cast();
        let referees = contest.referees();
        let needed = match contest.phase {
            Phase::Lobby(next) => contest.needed_in(next),
            Phase::Talk(..) | Phase::Scoring(..) | Phase::EndBallots(..) | Phase::Vote(..) | Phase::Closed => {
                BTreeSet::new()
            }
        };
        let people = cast.iter().filter(|who| !matches!(who, Participant::Entry(_))).chain(&referees);
        let entries =
            cast.iter().filter_map(|who| if let Participant::Entry(entry) = who { Some(*entry) } else { None });
        Some(Self {
            phase: contest.phase,
            rounds: contest.rounds(),
            trials: contest.rulebook.trial_count(),
            talk: contest.rulebook.interview.talk,
            is_drawn: contest.is_drawn(),
            is_paused: contest.paused_since.is_some(),
            owes_reason: contest.owes_reason(),
            is_released: contest.is_released(ReleasablePart::Result),
            has_committee: contest.rulebook.committee.is_some(),
            not_joined: contest.not_joined(),
            ready: needed.iter().filter(|who| contest.ready.contains(who)).count(),
            needed: needed.len(),
            people: people.map(|who| Person::of(contest, *who, &missing)).collect(),
            entries: entries.map(|entry| Entry::of(contest, entry)).collect(),
            interviews: interviews(room, contest),
            repeatable: contest.repeatable(),
            voted_matter: contest.open_vote().and_then(|(_, vote)| vote.matter),
            takes_matters: contest.may_put_matter().is_ok(),
            voted_about: contest.open_vote().map(|(_, vote)| vote.between.clone()).unwrap_or_default(),
            prospects: contest.prospects(drafts, now),
            lost: contest.lost_forms(),
            incidents: contest.incidents.iter().rev().take(INCIDENTS_SHOWN).cloned().collect(),
            rulings: contest.rulings.clone(),
            refereed: contest.refereed.iter().rev().take(REFEREED_SHOWN).cloned().collect(),
            timeline: views.timeline().iter().rev().take(MOMENTS_SHOWN).cloned().collect(),
            facts: room.facts(),
            late: Late::of(room),
        })
    }

    /// The early end of the phase; `None` for a phase that no clock ends.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        Ending::of(self.phase)
    }

    /// The number of participants who have left for good.
    #[must_use]
    pub fn left(&self) -> usize {
        let people = self.people.iter().filter(|person| person.left).count();
        people + self.entries.iter().filter(|entry| entry.left).count()
    }

    /// True if a ballot or a vote is asked for now.
    #[must_use]
    pub fn is_asking(&self) -> bool {
        self.people.iter().any(|person| person.answered.is_some())
    }

    /// True if the rest can be replanned after a departure: before and between rounds.
    #[must_use]
    pub fn may_replan(&self) -> bool {
        matches!(self.phase, Phase::Lobby(next) if next.number() <= self.rounds)
    }
}

impl Person {
    fn of(contest: &Contest, who: Participant, missing: &BTreeSet<Participant>) -> Self {
        let left = contest.left.contains(&who);
        let stage = Stage::of(contest, who);
        let is_asked = !left && (!stage.forms.is_empty() || !stage.to_rank.is_empty() || stage.vote.is_some());
        let needed = match contest.phase {
            Phase::Lobby(round) | Phase::Talk(round, _) | Phase::Scoring(round, _) => contest.takes_part(who, round),
            Phase::EndBallots(..) | Phase::Vote(..) => is_asked,
            Phase::Closed => false,
        };
        Self {
            who,
            scripted: contest.scripted.contains(&who),
            left,
            newcomer: contest.borne_since(who).is_some(),
            ready: contest.ready.contains(&who),
            needed,
            answered: is_asked.then(|| !missing.contains(&who)),
        }
    }
}

impl Entry {
    fn of(contest: &Contest, entry: EntryId) -> Self {
        let who = Participant::Entry(entry);
        let deposits = contest.deposits.get(&entry).map_or(&[][..], Vec::as_slice);
        Self {
            who: entry,
            left: contest.left.contains(&who),
            disqualified: contest.is_disqualified(entry),
            ready: contest.ready.contains(&who),
            deposit: deposits.last().map(|(_, last)| last.clone()),
            changed: deposits.windows(2).any(|two| two[0].1 != two[1].1),
            spent: contest.spent.get(&entry).cloned(),
        }
    }
}

/// The interviews of the current or the next round.
fn interviews(room: &Room, contest: &Contest) -> Vec<Interview> {
    let round = match contest.phase {
        Phase::Lobby(round) | Phase::Talk(round, _) | Phase::Scoring(round, _) => round,
        Phase::EndBallots(..) | Phase::Vote(..) | Phase::Closed => return Vec::new(),
    };
    contest.interviews_in(round).map(|seating| Interview::of(room, contest, seating)).collect()
}

impl Interview {
    fn of(room: &Room, contest: &Contest, seating: &Seating) -> Self {
        let mut witnesses: Vec<(Witness, Seat)> =
            seating.seats.iter().map(|(seat, witness)| (*witness, *seat)).collect();
        witnesses.sort_by_key(|(witness, _)| (matches!(witness, Witness::Confederate(_)), *witness));
        let rules = &contest.rulebook.interview;
        let began = |(_, seat): &(Witness, Seat)| {
            let id = ConversationId { interview: seating.interview, seat: *seat };
            room.conversation(id)?.opened_well(rules)
        };
        let openings = witnesses.iter().filter(|_| !rules.opening_words.is_empty());
        let of_it = contest.incidents.iter().filter(|(_, incident)| incident.interview == seating.interview);
        Self {
            interview: seating.interview,
            talks: witnesses
                .iter()
                .map(|(witness, seat)| TalkActivity::of(room, contest, seating, (*witness, *seat)))
                .collect(),
            incidents: of_it.count(),
            openings: openings.map(began).collect(),
            ended: contest.interviews.get(&seating.interview).is_some_and(|interview| interview.aborted),
            witnesses,
        }
    }
}

impl TalkActivity {
    fn of(room: &Room, contest: &Contest, seating: &Seating, (witness, seat): (Witness, Seat)) -> Self {
        let id = ConversationId { interview: seating.interview, seat };
        let held = room.conversation(id);
        let lines = |side| held.map_or(0, |held| held.transcript.lines.iter().filter(|line| line.side == side).count());
        Self {
            witness: contest.acting(witness),
            lines: (lines(Side::Judge), lines(Side::Witness)),
            judge_last: held.and_then(|held| held.last_sign(Side::Judge)),
            witness_last: held.and_then(|held| held.last_sign(Side::Witness)),
            read: contest.turn_count(id).map(|count| (contest.believed(id), count)),
        }
    }
}
