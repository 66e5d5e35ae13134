//! The organiser of the simulated world: draws when all have joined, opens rounds when all are ready, and intervenes
//! now and then.

use std::time::Duration;

use contest::{
    Command,
    announcement::Addressee,
    command::{Change, Ending, LateBallot, OnEntry},
    contest::{Contest, Phase, RulingKind},
};
use rulebook::{Authority, Draws, EntryId, Participant, RoundNumber, Timestamp};

use crate::people::between;

/// The longest wait for a missing participant.
const WAIT_AT_MOST: Duration = Duration::from_secs(120);

/// The organiser's mind. It looks at the contest, which it sees whole, every few seconds.
#[derive(Debug)]
pub(super) struct Organiser {
    draws: Draws,
    waiting_since: Option<Timestamp>,
    pause_length: Duration,
}

impl Organiser {
    pub(super) fn new(draws: Draws) -> Self {
        Self { draws, waiting_since: None, pause_length: Duration::ZERO }
    }

    /// The time until its next look.
    pub(super) fn next_look(&mut self) -> Duration {
        between(&mut self.draws, 700, 2_500)
    }

    /// Its command after a look.
    pub(super) fn look(&mut self, contest: &Contest, now: Timestamp, eventful: bool) -> Option<Command> {
        if let Some(since) = contest.paused_since {
            let over = now.since(since) >= self.pause_length;
            return match over {
                _ if contest.owes_reason() && self.one_in(2) => Some(the_bell_rang()),
                true => Some(Command::Resume),
                false => self.intervene(contest, eventful),
            };
        }
        match contest.phase {
            Phase::Lobby(_) => {
                let since = *self.waiting_since.get_or_insert(now);
                if eventful && let Some(command) = self.part_with(contest) {
                    return Some(command);
                }
                if let Some(matter) = contest.asks_for_contribution(Participant::Organiser) {
                    return Some(Command::Contribute { matter, value: format!("{:016x}", self.draws.below(u64::MAX)) });
                }
                let anyway = now.since(since) > WAIT_AT_MOST;
                Some(if contest.is_drawn() { Command::OpenRound { anyway } } else { Command::Draw { anyway } })
            }
            Phase::Scoring(..) | Phase::EndBallots(..) if contest.ballots_missing().is_empty() && self.one_in(4) => {
                Ending::of(contest.phase).map(Command::EndPhase)
            }
            Phase::Talk(..) | Phase::Scoring(..) | Phase::EndBallots(..) | Phase::Vote(..) => {
                self.waiting_since = None;
                self.intervene(contest, eventful)
            }
            Phase::Closed => (eventful && self.one_in(6)).then(|| self.rule(contest)),
        }
    }

    fn intervene(&mut self, contest: &Contest, eventful: bool) -> Option<Command> {
        if !eventful {
            return None;
        }
        if self.one_in(90) {
            self.pause_length = between(&mut self.draws, 500, 30_000);
            let at_once = Command::Pause { reason: String::new(), told: None };
            return Some(if self.one_in(2) { at_once } else { the_bell_rang() });
        }
        if self.one_in(120) {
            return Some(Command::Extend {
                by: between(&mut self.draws, 1_000, 20_000),
                reason: "a late start".to_owned(),
                told: None,
            });
        }
        if self.one_in(60) {
            let to = Addressee::GROUPS[self.draws.index(Addressee::GROUPS.len())];
            return Some(Command::Announce { to, words: "Tea is in the hall.\nIt is free.".to_owned() });
        }
        if self.one_in(200) {
            let interviews: Vec<_> =
                contest.phase.running_round().into_iter().flat_map(|round| contest.interviews_in(round)).collect();
            let interview =
                (!interviews.is_empty()).then(|| interviews[self.draws.index(interviews.len())].interview)?;
            return Some(Command::Abort { interview, reason: "a judge is unwell".to_owned() });
        }
        Ending::of(contest.phase).filter(|_| self.one_in(400)).map(Command::EndPhase)
    }

    /// Replans without a participant, or rules about an entry: seldom, and the rules may not allow it.
    fn part_with(&mut self, contest: &Contest) -> Option<Command> {
        let lost = contest.lost_forms();
        if !lost.is_empty() && self.one_in(10) {
            let (who, form) = lost[self.draws.index(lost.len())];
            let (by, rule) = (Authority::Organisers, "rule 12".to_owned());
            return Some(Command::AllowLate(Box::new(LateBallot {
                who,
                form,
                by,
                rule,
                reason: "the line was cut".to_owned(),
            })));
        }
        if self.one_in(150) {
            let cast = contest.cast();
            let left = cast[self.draws.index(cast.len())];
            return Some(Command::Replan { change: Change::Leaves(left), reason: "called away".to_owned() });
        }
        if self.one_in(250)
            && let Some(played) = contest.played().checked_sub(1)
        {
            let change = Change::Again(RoundNumber::at(self.draws.index(usize::from(played) + 1)));
            return Some(Command::Replan { change, reason: "nobody could hear a word".to_owned() });
        }
        if self.one_in(200) {
            let cast = contest.cast();
            let (who, name) = (cast[self.draws.index(cast.len())], "Stand-In".to_owned());
            return Some(Command::Replace { who, name, reason: "fell ill".to_owned() });
        }
        let ruling = self.rule(contest);
        self.one_in(200).then_some(ruling)
    }

    /// Disqualifies an entry, or reinstates it.
    fn rule(&mut self, contest: &Contest) -> Command {
        let entry = EntryId::at(self.draws.index(contest.rulebook.roles.entries.into()));
        let (by, rule) = (Authority::Organisers, "rule 8".to_owned());
        let decision = if contest.is_disqualified(entry) { RulingKind::Reinstated } else { RulingKind::Disqualified };
        let reason = "a person was behind it".to_owned();
        Command::Rule(Box::new(OnEntry { entry, decision, by, rule, reason }))
    }

    fn one_in(&mut self, chances: u64) -> bool {
        self.draws.below(chances) == 0
    }
}

/// A pause with its reason, or the reason of a pause that had none.
fn the_bell_rang() -> Command {
    Command::Pause { reason: "the fire alarm".to_owned(), told: Some("A bell rang.".to_owned()) }
}
