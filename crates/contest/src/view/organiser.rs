//! What the organiser may see: the board of a contest that runs, with everything but the answers on ballots; and the update
//! that says that it has changed.

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
    release::Part,
};

/// How many of the latest incidents are on a board.
const INCIDENTS_SHOWN: usize = 50;

/// How many of the latest deeds of referees are on a board.
const REFEREED_SHOWN: usize = 50;

/// How much of the timeline is on a board.
pub const MOMENTS_SHOWN: usize = 200;

/// The organiser's updates.
pub type OrganiserFeed = Feed<Changed, Unfolded>;

/// The control stream has grown: the board may have changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename = "changed")]
pub struct Changed {}

/// The board is made when it is asked for, and not folded from updates.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unfolded;

impl Screen<Changed> for Unfolded {
    fn show(&mut self, _: &Changed) {}
}

/// A contest as its organiser sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Board {
    /// Where it is.
    pub phase: Phase,
    /// Rounds in all.
    pub rounds: u16,
    /// Trials in all.
    pub trials: u16,
    /// How long a talk is by the rules.
    pub talk: Duration,
    /// Whether it is drawn who meets whom.
    pub is_drawn: bool,
    /// Clocks stand still.
    pub is_paused: bool,
    /// They do because the organiser said so, and not why.
    pub owes_reason: bool,
    /// Whether anybody may read the result.
    pub is_released: bool,
    /// Whether a committee may rule.
    pub has_committee: bool,
    /// The people who have not joined, so that nothing of theirs is in the draw.
    pub not_joined: Vec<Participant>,
    /// How many are in place for the next round.
    pub ready: usize,
    /// How many the next round needs; 0 where none is next.
    pub needed: usize,
    /// Judges and confederates, then referees, in the order of their ids.
    pub people: Vec<Person>,
    /// Entries, in the order of their ids.
    pub entries: Vec<Entry>,
    /// The interviews of the round that runs, or comes next.
    pub interviews: Vec<Interview>,
    /// The rounds that can be played again now.
    pub repeatable: Vec<RoundNumber>,
    /// Between which entries the judges vote now.
    pub voted_about: BTreeSet<EntryId>,
    /// The matter of dispute that they vote on now.
    pub voted_matter: Option<u16>,
    /// Whether a matter of dispute can be put to them.
    pub takes_matters: bool,
    /// What becomes of the forms that are not sealed, if they are closed now.
    pub prospects: Vec<(Participant, FormId, Prospect)>,
    /// The latest incidents, newest first, with when they were recorded.
    pub incidents: Vec<(Timestamp, Incident)>,
    /// What was ruled, in the order recorded.
    pub rulings: Vec<Ruling>,
    /// What referees did last, newest first.
    pub refereed: Vec<Refereed>,
    /// What happened last, newest first.
    pub timeline: Vec<Moment>,
    /// How many facts are on record.
    pub facts: u64,
    /// How many utterances came too late for the moment drawn for them; absent where none was drawn so far.
    pub late: Option<Late>,
}

/// A judge, a confederate or a referee on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person {
    /// Who.
    pub who: Participant,
    /// Played by a script.
    pub scripted: bool,
    /// Has left for good.
    pub left: bool,
    /// Took the place of somebody else.
    pub newcomer: bool,
    /// In place for the next round.
    pub ready: bool,
    /// Needed in this round.
    pub needed: bool,
    /// Whether what this person is asked now is in; absent when nothing is asked.
    pub answered: Option<bool>,
}

/// An entry on the board.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Which.
    pub who: EntryId,
    /// Has left for good.
    pub left: bool,
    /// Was disqualified.
    pub disqualified: bool,
    /// In place for the next round.
    pub ready: bool,
    /// What it is made of, as deposited last; absent before.
    pub deposit: Option<Deposit>,
    /// Whether it changed after it was deposited first.
    pub changed: bool,
    /// What its answers used; absent where its program reports nothing.
    pub spent: Option<Spent>,
}

/// An interview on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interview {
    /// Which.
    pub interview: InterviewId,
    /// Before whom the judge sits: people first, in the order of ids. Where a witness of a pair sits is nobody's business.
    pub witnesses: Vec<(Witness, Seat)>,
    /// Ended by the organiser before its time.
    pub ended: bool,
    /// How it goes with each of the witnesses, in the same order.
    pub talks: Vec<Talk>,
    /// How many incidents it had.
    pub incidents: usize,
    /// How each of the witnesses began, in the same order, where the rulebook gives them their first words: with those, or with
    /// others; absent before the first line.
    pub openings: Vec<Option<bool>>,
}

/// How a judge and a witness get on: when, and how much, never what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Talk {
    /// Who answers: a program, or the person whose part it is.
    pub witness: Participant,
    /// Finished lines or messages of the judge and of the witness.
    pub lines: (usize, usize),
    /// When the judge last pressed a key or said something.
    pub judge_last: Option<Timestamp>,
    /// The same of the witness, whenever the judge is shown it.
    pub witness_last: Option<Timestamp>,
    /// About how many turns the judge has said what they believe, of how many, where judges read; absent where they talk.
    pub read: Option<(u16, u16)>,
}

impl Views {
    /// What the organiser may see now, with what people have filled in so far; `None` before the contest.
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
            is_released: contest.is_released(Part::Result),
            has_committee: contest.rulebook.committee.is_some(),
            not_joined: contest.not_joined(),
            ready: contest.ready.len(),
            needed: if let Phase::Lobby(next) = contest.phase { contest.needed_in(next).len() } else { 0 },
            people: people.map(|who| Person::of(contest, *who, &missing)).collect(),
            entries: entries.map(|entry| Entry::of(contest, entry)).collect(),
            interviews: interviews(room, contest),
            repeatable: contest.repeatable(),
            voted_matter: contest.open_vote().and_then(|(_, vote)| vote.matter),
            takes_matters: contest.may_put_matter().is_ok(),
            voted_about: contest.open_vote().map(|(_, vote)| vote.between.clone()).unwrap_or_default(),
            prospects: contest.prospects(drafts, now),
            incidents: contest.incidents.iter().rev().take(INCIDENTS_SHOWN).cloned().collect(),
            rulings: contest.rulings.clone(),
            refereed: contest.refereed.iter().rev().take(REFEREED_SHOWN).cloned().collect(),
            timeline: views.timeline().iter().rev().take(MOMENTS_SHOWN).cloned().collect(),
            facts: room.facts(),
            late: Late::of(room),
        })
    }

    /// How the phase can be ended before its time; `None` for one that no clock ends.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        Ending::of(self.phase)
    }

    /// How many have left for good.
    #[must_use]
    pub fn left(&self) -> usize {
        let people = self.people.iter().filter(|person| person.left).count();
        people + self.entries.iter().filter(|entry| entry.left).count()
    }

    /// Whether anybody is asked for a ballot or a vote now.
    #[must_use]
    pub fn is_asking(&self) -> bool {
        self.people.iter().any(|person| person.answered.is_some())
    }

    /// Whether the rest can be planned without somebody: before and between rounds.
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

/// The interviews of the round that runs, or comes next.
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
                .map(|(witness, seat)| Talk::of(room, contest, seating, (*witness, *seat)))
                .collect(),
            incidents: of_it.count(),
            openings: openings.map(began).collect(),
            ended: contest.interviews.get(&seating.interview).is_some_and(|interview| interview.aborted),
            witnesses,
        }
    }
}

impl Talk {
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
