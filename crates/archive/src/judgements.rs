//! One row for each judgement: a judge, or a guessing witness, about one person or program, with everything that a
//! model of judgements needs.
//!
//! The judgement itself is that of the tally; rows that the tally does not count stay, each with the reason.

use std::collections::BTreeMap;

use contest::{contest::Contest, result::outcomes_of};
use rulebook::{
    ConversationId, InterviewId, Participant, RoundNumber, Seat, Side, Timestamp, Witness, schema::Question,
};
use schedule::Seating;
use tally::{Ballots, Judgements};

use crate::dialogue::{Fate, Said};

/// One judgement, or the place of one that was not given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct JudgementFacts {
    /// The trial, from 1.
    pub(crate) trial: u16,
    /// The interview.
    pub(crate) interview: InterviewId,
    /// The conversation in which the two talked.
    pub(crate) conversation: ConversationId,
    /// The side of the interview that judged.
    pub(crate) side: Side,
    /// The participant who judged.
    pub(crate) judge: Participant,
    /// The judged participant.
    pub(crate) judged: Participant,
    /// True for a person.
    pub(crate) is_person: bool,
    /// True for a baseline.
    pub(crate) is_baseline: bool,
    /// The other witness of the interview.
    pub(crate) beside: Option<Witness>,
    /// True if the judge took the judged one for the human; `None` without an answer.
    pub(crate) taken: Option<bool>,
    /// True if the judge was right; `None` without an answer.
    pub(crate) right: Option<bool>,
    /// The confidence, in per cent.
    pub(crate) confidence: Option<u8>,
    /// The place of the interview among those of the judge in this trial, from 1.
    pub(crate) judge_place: i64,
    /// The place of the interview among those of the judged one in this trial, from 1.
    pub(crate) judged_place: i64,
    /// The exclusion; `None` for a judgement that counts.
    pub(crate) exclusion: Option<Exclusion>,
}

/// The reason for which a judgement does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exclusion {
    /// The round was played again.
    Replayed,
    /// The organiser ended the interview before its time.
    Ended,
    /// No ballot was given.
    NoBallot,
    /// The ballot was removed from the record.
    Removed,
    /// The ballot has no answer that takes anybody for human or machine.
    NoAnswer,
}

impl Exclusion {
    /// The values of the column.
    pub(crate) const VALUES: [&'static str; 5] = ["replayed", "ended", "no-ballot", "removed", "no-answer"];

    /// Its value.
    pub(crate) fn value(self) -> &'static str {
        Self::VALUES[self as usize]
    }
}

/// The person behind a participant: a person in two roles is the judge.
pub(crate) fn person(contest: &Contest, who: Participant) -> Participant {
    match who {
        Participant::Confederate(id) => contest.acting(Witness::Confederate(id)),
        other @ (Participant::Organiser | Participant::Judge(_) | Participant::Entry(_) | Participant::Referee(_)) => {
            other
        }
    }
}

/// The judgements of these interviews, in their order; of one interview first the judge's, then the witness's.
pub(crate) fn judgements<'s>(
    contest: &Contest,
    seatings: impl Iterator<Item = &'s Seating> + Clone,
) -> Vec<JudgementFacts> {
    let places = Places::of(contest, seatings.clone());
    let mut rows = Vec::new();
    for seating in seatings {
        for (side, outcome) in outcomes_of(contest, seating) {
            let counted = Judgements::of(
                &contest.rulebook,
                &Ballots { interviews: [outcome.clone()].into_iter().collect(), rankings: vec![] },
            );
            let confidence = outcome.answers.as_ref().and_then(|answers| answers.confidence);
            for &witness in &outcome.witnesses {
                let found = counted.iter().find(|row| row.witness == witness);
                let Some(seat) = seat_of(seating, side, witness) else { continue };
                let (judge, judged) = match side {
                    Side::Judge => (Participant::Judge(seating.interview.judge), witness.into()),
                    Side::Witness => (listener(seating, seat), Participant::Judge(seating.interview.judge)),
                };
                let mut others = outcome.witnesses.iter().filter(|other| **other != witness);
                let round = seating.interview.round;
                rows.push(JudgementFacts {
                    trial: outcome.trial,
                    interview: seating.interview,
                    conversation: ConversationId { interview: seating.interview, seat },
                    side,
                    judge,
                    judged,
                    is_person: matches!(witness, Witness::Confederate(_)),
                    is_baseline: matches!(witness, Witness::Entry(id) if contest.baselines().contains(&id)),
                    beside: others.next().copied().filter(|_| others.next().is_none()),
                    taken: found.map(|row| row.taken),
                    right: found.map(|row| row.right),
                    confidence,
                    judge_place: places.of_person(outcome.trial, person(contest, judge), round),
                    judged_place: places.of_person(outcome.trial, person(contest, judged), round),
                    exclusion: exclusion(contest, seating, side, found.is_some()),
                });
            }
        }
    }
    rows
}

/// The seat of the conversation between the two sides.
fn seat_of(seating: &Seating, side: Side, witness: Witness) -> Option<Seat> {
    match side {
        Side::Judge => seating.seat_of(witness),
        Side::Witness => seating.seats.keys().next().copied(),
    }
}

fn listener(seating: &Seating, seat: Seat) -> Participant {
    seating.witness(seat).map_or(Participant::Judge(seating.interview.judge), Participant::from)
}

fn exclusion(contest: &Contest, seating: &Seating, side: Side, is_answered: bool) -> Option<Exclusion> {
    if contest.void.contains(&seating.interview.round) {
        return Some(Exclusion::Replayed);
    }
    if is_answered {
        return None;
    }
    let interview = contest.interviews.get(&seating.interview);
    let ballot = interview.and_then(|interview| interview.ballot_of(side));
    match (ballot, interview.is_some_and(|interview| interview.aborted)) {
        (Some(ballot), _) if ballot.held().is_none() => Some(Exclusion::Removed),
        (Some(_), _) => asks_who_is_human(contest).then_some(Exclusion::NoAnswer),
        (None, true) => Some(Exclusion::Ended),
        (None, false) => Some(Exclusion::NoBallot),
    }
}

/// Returns whether the form about an interview asks who is human. Ratings alone do not.
fn asks_who_is_human(contest: &Contest) -> bool {
    contest.rulebook.ballots.interview.iter().any(|question| match question {
        Question::Choice | Question::Verdict { .. } | Question::Split { .. } => true,
        Question::Rating { .. } | Question::Confidence | Question::Reason { .. } => false,
    })
}

/// The rounds in which each person took part in each trial, in order; without replayed ones.
struct Places(BTreeMap<(u16, Participant), Vec<RoundNumber>>);

impl Places {
    fn of<'s>(contest: &Contest, seatings: impl Iterator<Item = &'s Seating>) -> Self {
        let mut rounds: BTreeMap<(u16, Participant), Vec<RoundNumber>> = BTreeMap::new();
        for seating in seatings.filter(|seating| !contest.void.contains(&seating.interview.round)) {
            let round = seating.interview.round;
            let trial = contest.trial_of(round);
            let witnesses = seating.seats.values().map(|&witness| Participant::from(witness));
            for who in witnesses.chain([Participant::Judge(seating.interview.judge)]) {
                rounds.entry((trial, person(contest, who))).or_default().push(round);
            }
        }
        rounds.values_mut().for_each(|rounds| rounds.sort_unstable());
        rounds.values_mut().for_each(Vec::dedup);
        Self(rounds)
    }

    /// The place of a round, from 1; that of a replayed round is the next one's.
    fn of_person(&self, trial: u16, who: Participant, round: RoundNumber) -> i64 {
        let rounds = self.0.get(&(trial, who)).map_or(&[][..], Vec::as_slice);
        i64::try_from(rounds.partition_point(|other| *other < round) + 1).unwrap_or(i64::MAX)
    }
}

/// The figures of a talk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct TalkFigures {
    /// The first line of either side.
    pub(crate) first: Option<Timestamp>,
    /// The number of lines of the judge that the witness saw.
    pub(crate) judge_lines: i64,
    /// The number of lines of the witness that the judge saw.
    pub(crate) witness_lines: i64,
    /// The median time from a line of the witness to the judge's next, in milliseconds.
    pub(crate) judge_delay_ms: Option<i64>,
    /// The median time from a line of the judge to the witness's next, in milliseconds.
    pub(crate) witness_delay_ms: Option<i64>,
}

/// The figures of the lines that a judge saw.
pub(crate) fn talk_figures(lines: &[Said]) -> TalkFigures {
    let seen: Vec<&Said> = lines.iter().filter(|line| line.fate == Fate::Seen).collect();
    let count = |side| i64::try_from(seen.iter().filter(|line| line.side == side).count()).unwrap_or(i64::MAX);
    let delay = |side| {
        let answers = seen.windows(2).filter(|pair| pair[0].side != side && pair[1].side == side);
        median(answers.map(|pair| pair[1].at.as_millis() - pair[0].at.as_millis()).collect())
    };
    TalkFigures {
        first: seen.iter().map(|line| line.at).min(),
        judge_lines: count(Side::Judge),
        witness_lines: count(Side::Witness),
        judge_delay_ms: delay(Side::Judge),
        witness_delay_ms: delay(Side::Witness),
    }
}

/// The middle number, or the mean of the two in the middle, rounded down.
fn median(mut numbers: Vec<i64>) -> Option<i64> {
    numbers.sort_unstable();
    let middle = numbers.len() / 2;
    match (numbers.get(middle), numbers.len() % 2) {
        (Some(upper), 1) => Some(*upper),
        (Some(upper), _) => Some(i64::midpoint(*upper, numbers[middle - 1])),
        (None, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(at: i64, side: Side, fate: Fate) -> Said {
        Said { at: Timestamp::from_millis(at), side, text: "words".to_owned(), file: None, fate }
    }

    #[test]
    fn delays_are_between_the_sides_and_unseen_lines_do_not_count() {
        let lines = [
            said(1_000, Side::Judge, Fate::Seen),
            said(3_000, Side::Witness, Fate::Seen),
            said(3_500, Side::Witness, Fate::Seen),
            said(7_500, Side::Judge, Fate::Seen),
            said(8_500, Side::Witness, Fate::Seen),
            said(9_000, Side::Witness, Fate::NeverShown),
        ];
        let found = talk_figures(&lines);
        assert_eq!((found.judge_lines, found.witness_lines), (2, 3));
        assert_eq!((found.judge_delay_ms, found.witness_delay_ms), (Some(4_000), Some(1_500)));
        assert_eq!(found.first, Some(Timestamp::from_millis(1_000)));
        assert_eq!(talk_figures(&[]), TalkFigures::default());
    }

    #[test]
    fn a_median_of_an_even_number_is_between_the_two_in_the_middle() {
        assert_eq!((median(vec![5, 1, 3]), median(vec![4, 1, 3, 2]), median(vec![])), (Some(3), Some(2), None));
    }
}
