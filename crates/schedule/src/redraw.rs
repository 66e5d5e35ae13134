//! Planning again in mid-contest. Played rounds stay; the rest is drawn again because participants leave or join. Or
//! the rest keeps its shape with one change: an entry takes the place of another, or a round is played again.

mod pairs;
mod people;
mod same_rest;
mod sessions;
mod singles;

use std::collections::{BTreeMap, BTreeSet};

use language::{Message, Say};
use rulebook::{
    ConfederateId, Draws, EntryId, JudgeId, Participant, RoundNumber, Rulebook, Seed, Witness,
    schema::{Design, People},
};

use crate::{
    Assignment, Meeting, Plan, prover,
    seats::{self, stream},
    trial_of,
};

/// The reason why the rest of a plan cannot be drawn again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoRedraw {
    /// The plan has fewer rounds than were played.
    NotPlayed {
        /// The last round to keep.
        up_to: RoundNumber,
        /// The rounds of the plan.
        rounds: u16,
    },
    /// A participant who leaves or takes over a place is not in the contest.
    Stranger {
        /// The participant it names.
        who: Participant,
    },
    /// A trial would need more rounds than trials have.
    TrialTooShort {
        /// The trial, from 1.
        trial: u16,
        /// The rounds that are needed.
        needed: usize,
        /// The rounds that are left.
        rounds: usize,
    },
    /// A participant joins, or a round is played again, where rounds belong to trials or sessions of a fixed size.
    Fixed {
        /// The request.
        what: InFixedParts,
        /// The parts the rounds belong to: trials or sessions.
        parts: &'static str,
    },
    /// The rest is too much to search.
    TooLarge {
        /// The interviews that are left.
        interviews: usize,
    },
}

/// A request that trials and sessions of a fixed size do not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InFixedParts {
    /// A participant joins.
    Join,
    /// A round is played again.
    Again,
}

impl Say for NoRedraw {
    fn message(&self) -> Message {
        match self {
            Self::NotPlayed { up_to, rounds } => {
                say!("refused-redraw-not-played", round = up_to.to_string(), rounds = rounds)
            }
            Self::Stranger { who } => say!("refused-redraw-stranger", who = who.to_string()),
            Self::TrialTooShort { trial, needed, rounds } => {
                say!("refused-redraw-trial", trial = trial, needed = needed, rounds = rounds)
            }
            Self::Fixed { what: InFixedParts::Join, parts } => say!("refused-redraw-fixed-join", parts = *parts),
            Self::Fixed { what: InFixedParts::Again, parts } => say!("refused-redraw-fixed-again", parts = *parts),
            Self::TooLarge { interviews } => say!("refused-redraw-too-large", interviews = interviews),
        }
    }
}

display_in_english!(NoRedraw);

impl std::error::Error for NoRedraw {}

/// Keeps the played interviews and draws the rest again without the participants who left.
///
/// Interviews up to and including round `up_to` are kept with their seats; without `up_to`, none are. Every meeting
/// that is due and still possible takes place once, in as few rounds as the search finds; pairs that met do not meet
/// again if it can be avoided. Where everyone takes turns, the remaining rounds are filled again. With trials, each
/// keeps its number of rounds. Draws come from the streams `redraw after R3` and `sides after R3`, with the number of
/// that round (`R0` where nothing was played); terminals stay.
///
/// If `left` is empty, the plan is returned unchanged. Where people are judges and confederates, a person who leaves
/// one role leaves both.
///
/// # Errors
/// [`NoRedraw`] when the plan is not the one that was played, or the rest fits into no plan.
pub fn redraw(
    rulebook: &Rulebook,
    played: &Assignment,
    up_to: Option<RoundNumber>,
    left: &BTreeSet<Participant>,
    seed: Seed,
) -> Result<Assignment, NoRedraw> {
    let void = BTreeSet::new();
    let rest = Replan { rulebook, plan: played, up_to, left, void: &void, seed };
    rest.check()?;
    if left.is_empty() { Ok(played.clone()) } else { rest.drawn() }
}

/// A partly played plan, with the changes that its rest has to be planned for.
#[derive(Debug, Clone, Copy)]
pub struct Replan<'a> {
    /// The rules, with the numbers of all participants so far: those who joined, and those who left.
    pub rulebook: &'a Rulebook,
    /// The whole plan before this change.
    pub plan: &'a Assignment,
    /// The last round that was played; absent where none was.
    pub up_to: Option<RoundNumber>,
    /// The participants who have left so far.
    pub left: &'a BTreeSet<Participant>,
    /// Played rounds that do not count: their meetings are due again.
    pub void: &'a BTreeSet<RoundNumber>,
    /// The seed of the contest.
    pub seed: Seed,
}

impl Replan<'_> {
    /// Draws the rest again, without the participants who left, and with those who joined. The kept rounds and the
    /// streams of draws are those of [`redraw()`].
    ///
    /// # Errors
    /// [`NoRedraw`] when the plan is not the one that was played, or the rest fits into no plan.
    pub fn drawn(&self) -> Result<Assignment, NoRedraw> {
        self.check()?;
        let Self { rulebook, plan, up_to, left, void, seed } = *self;
        if rulebook.schedule.sessions.is_some() {
            return sessions::rest(rulebook, plan, up_to.map_or(0, RoundNumber::number), left, seed);
        }
        let (all, rounds) = (Plan::of(plan), plan.rounds());
        let mut redrawn = self.kept();
        let trials = rulebook.trial_count();
        let each = usize::from(rounds.div_ceil(trials));
        let kept = up_to.map_or(0, RoundNumber::number);
        let mut last = usize::from(kept);
        for trial in up_to.map_or(1, |up_to| trial_of(rulebook, rounds, up_to))..=trials {
            let of_trial = |meeting: &&Meeting| trial_of(rulebook, rounds, meeting.round) == trial;
            let counts = |meeting: &&Meeting| Some(meeting.round) <= up_to && !void.contains(&meeting.round);
            let rest = Rest {
                rulebook,
                present: Present::new(rulebook, left),
                past: all.meetings.iter().filter(of_trial).filter(counts).copied().collect(),
                rounds: each * usize::from(trial) - last,
                whole: trials > 1,
                trial,
            };
            let meetings = rest.drawn(&mut stream(seed, &format!("redraw after R{kept}"), trial))?;
            let shifted = meetings
                .into_iter()
                .map(|meeting| Meeting { round: RoundNumber::at(last + meeting.round.index()), ..meeting });
            let terminals = terminals(rulebook, plan, trial, seed);
            let sides = &mut stream(seed, &format!("sides after R{kept}"), trial);
            let seats = rulebook.schedule.seats;
            redrawn.0.extend(seats::trial_seated(
                seats,
                Plan::new(shifted.collect()).meetings.into_iter(),
                sides,
                &terminals,
            ));
            last = each * usize::from(trial);
        }
        Ok(redrawn)
    }

    /// The played interviews.
    fn kept(&self) -> Assignment {
        Assignment(self.plan.0.iter().filter(|seating| self.is_kept(seating.interview.round)).cloned().collect())
    }

    fn is_kept(&self, round: RoundNumber) -> bool {
        Some(round) <= self.up_to
    }

    fn check(&self) -> Result<(), NoRedraw> {
        let rounds = self.plan.rounds();
        if let Some(up_to) = self.up_to.filter(|up_to| up_to.number() > rounds) {
            return Err(NoRedraw::NotPlayed { up_to, rounds });
        }
        let stranger = self.left.iter().find(|&&who| is_stranger(self.rulebook, who));
        stranger.map_or(Ok(()), |&who| Err(NoRedraw::Stranger { who }))
    }
}

/// Returns whether a participant has left. Where people have both roles, leaving one means leaving both.
fn is_gone(rulebook: &Rulebook, left: &BTreeSet<Participant>, who: Participant) -> bool {
    let other = match who {
        Participant::Judge(id) if rulebook.roles.people == People::Both => {
            Some(Participant::Confederate(ConfederateId::new(id.number())))
        }
        Participant::Confederate(id) if rulebook.roles.people == People::Both => {
            Some(Participant::Judge(JudgeId::new(id.number())))
        }
        _ => None,
    };
    left.contains(&who) || other.is_some_and(|other| left.contains(&other))
}

/// The participants who are still there.
struct Present {
    judges: Vec<JudgeId>,
    entries: Vec<EntryId>,
    confederates: Vec<ConfederateId>,
}

impl Present {
    fn new(rulebook: &Rulebook, left: &BTreeSet<Participant>) -> Self {
        let roles = rulebook.roles;
        let is_there = |who: Participant| !is_gone(rulebook, left, who);
        let judge = |id: &JudgeId| is_there(Participant::Judge(*id));
        let confederate = |id: &ConfederateId| is_there(Participant::Confederate(*id));
        let entry = |id: &EntryId| is_there(Participant::Entry(*id));
        Self {
            judges: JudgeId::first(usize::from(roles.judges)).filter(judge).collect(),
            entries: EntryId::first(usize::from(roles.entries)).filter(entry).collect(),
            confederates: ConfederateId::first(usize::from(roles.confederates)).filter(confederate).collect(),
        }
    }

    /// The same participants in orders that are drawn.
    fn shuffled(mut self, draws: &mut Draws) -> Self {
        draws.shuffle(&mut self.judges);
        draws.shuffle(&mut self.entries);
        draws.shuffle(&mut self.confederates);
        self
    }
}

/// The rest of one trial.
struct Rest<'a> {
    rulebook: &'a Rulebook,
    present: Present,
    past: Vec<Meeting>,
    /// The rounds the plan had left.
    rounds: usize,
    /// `true` if exactly these rounds must be used.
    whole: bool,
    trial: u16,
}

impl Rest<'_> {
    /// The meetings of the rest, its rounds numbered from 1.
    fn drawn(self, draws: &mut Draws) -> Result<Vec<Meeting>, NoRedraw> {
        let Self { rulebook, present, past, rounds, whole, trial } = self;
        let present = present.shuffled(draws);
        let meetings = match &rulebook.schedule.design {
            Design::GraecoLatin | Design::FewestRounds => pairs::rest(&present, &past, None)?,
            Design::Matrix(rows) => pairs::rest(&present, &past, Some(rows))?,
            Design::Rotation => singles::rest(&present, &past, whole.then_some(rounds)),
            Design::TakeTurns { .. } => people::rest(rulebook, &present, &past, rounds, draws),
        };
        let needed = meetings.iter().map(|meeting| usize::from(meeting.round.number())).max().unwrap_or(0);
        if whole && needed > rounds {
            return Err(NoRedraw::TrialTooShort { trial, needed, rounds });
        }
        let mut order: Vec<RoundNumber> = RoundNumber::first(needed).collect();
        draws.shuffle(&mut order);
        Ok(meetings.into_iter().map(|meeting| Meeting { round: order[meeting.round.index()], ..meeting }).collect())
    }
}

fn is_stranger(rulebook: &Rulebook, who: Participant) -> bool {
    prover::everywhere::number_and_count(rulebook.roles, who).is_none_or(|(number, of)| number > of)
}

/// The terminals of all witnesses in this trial: those they had, or would have had.
fn terminals(rulebook: &Rulebook, played: &Assignment, trial: u16, seed: Seed) -> BTreeMap<Witness, u16> {
    let rounds = played.rounds();
    let of_trial = played.0.iter().filter(|seating| trial_of(rulebook, rounds, seating.interview.round) == trial);
    let kept = of_trial.flat_map(seats::terminals_in).collect();
    seats::terminals(&seats::witnesses(rulebook.roles), &mut stream(seed, "terminals", trial), &kept)
}
