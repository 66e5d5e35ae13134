//! Awards that could depend on missing ballots.
//!
//! A file may lack a judge's answers about a witness the design led them to. If few answers are missing and each has
//! few possible values (a choice, a verdict, a split), every way to fill them in is counted. An award with the same
//! receivers in all ways is given; every other is withheld, and the reason names the missing answers. A running contest
//! does not use this module: a deadline closes, and a ballot missing then counts for no witness.

mod answer;

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

use rulebook::{
    ConfederateId, Decimal, InterviewId, JudgeId, RoundNumber, Rulebook, Witness,
    schema::{AwardRule, Condition, Design, Layout, Measure, Question, Recipient, TieBreak},
};

pub use self::answer::Missing;
use crate::{Amount, Answers, Ballots, CarriedOver, Outcome, Reason, Tally, Verdict, Withheld, result::WhyWithheld};

/// The most ways to fill in the missing answers that are counted: all values of a rating from 0 to 5 with three decimal
/// places.
const MOST_WAYS: usize = 5001;

/// The most possible answers that are tried for all missing ones, before they are combined.
const MOST_ANSWERS: usize = 100_000;

/// The most interviews that are counted, over all ways.
const MOST_COUNTED: usize = 20_000_000;

/// The most comparisons of interviews with missing answers; more take many seconds.
const MOST_COMPARED: usize = 200_000_000;

/// The most ways where each is also converted to another rulebook.
const MOST_WAYS_DERIVED: usize = 500;

/// Takes back every award of `tally` that could depend on missing answers.
///
/// `held` is the rulebook the ballots were given under, `under` the one that `tally` was counted under. `count` counts
/// other ballots in the same way, and returns `None` where that is impossible.
#[must_use]
pub fn undecided_by_missing(
    tally: Tally,
    [held, under]: [&Rulebook; 2],
    ballots: &Ballots,
    missing: &[Missing],
    count: impl Fn(&Ballots) -> Option<Tally>,
) -> Tally {
    if missing.is_empty() {
        return tally;
    }
    let nothing = ballots.rankings.is_empty() && ballots.interviews.sheets().all(|sheet| !sheet.head.given);
    let open: Vec<&AwardRule> = under.awards.iter().filter(|rule| !whatever_they_say(&tally, rule, nothing)).collect();
    let unranked = missing.iter().any(|missing| matches!(missing, Missing::Ranking { .. }));
    let rests = |rule: &AwardRule, tally: &Tally| unranked && rests_on_ranks(under, rule, tally);
    let mut undecided: BTreeSet<&str> =
        open.iter().filter(|rule| rests(rule, &tally)).map(|rule| rule.id.as_str()).collect();
    // Under another rulebook, a missing ranking may take the place of any other answer.
    let filling = Filling::new(held, held == under, ballots, missing).filter(|_| held == under || !unranked);
    let most = if held == under { MOST_WAYS } else { MOST_WAYS_DERIVED };
    let most = most.min(MOST_COUNTED / ballots.interviews.len().max(1));
    let counted = filling.as_ref().filter(|filling| filling.ways() <= most).is_some_and(|filling| {
        filling.each(|ballots| {
            let Some(other) = count(ballots) else { return false };
            let differs = |rule: &&&AwardRule| differ(&other, &tally, rule) || rests(rule, &other);
            undecided.extend(open.iter().filter(differs).map(|rule| rule.id.as_str()));
            undecided.len() < open.len()
        })
    });
    if !counted {
        let ends = filling.filter(|_| held == under).map_or(vec![], |filling| filling.ends().into());
        let ends: Vec<Tally> = ends.iter().filter_map(count).collect();
        let between = |rule: &AwardRule| {
            ends.len() == 2 && rises(under, rule) && !ends.iter().any(|other| differ(other, &tally, rule))
        };
        undecided.extend(open.iter().filter(|rule| !between(rule)).map(|rule| rule.id.as_str()));
    }
    withhold(tally, under, &undecided, missing)
}

fn withhold(mut tally: Tally, rulebook: &Rulebook, undecided: &BTreeSet<&str>, missing: &[Missing]) -> Tally {
    tally.awards.retain(|award| !undecided.contains(&*award.award));
    tally.withheld.retain(|withheld| !undecided.contains(&*withheld.award));
    tally.carried_over.retain(|carried| !undecided.contains(&*carried.award));
    tally.withheld.extend(undecided.iter().map(|award| Withheld {
        award: (*award).to_owned(),
        reason: WhyWithheld::BallotsMissing { missing: missing.to_vec() },
    }));
    let place = |award: &str| rulebook.awards.iter().position(|rule| rule.id == award);
    tally.withheld.sort_by_key(|withheld| place(&withheld.award));
    tally
}

/// An award's receivers, the amount of each, and the sum that is carried over.
#[derive(PartialEq)]
struct Receivers<'t> {
    given: Option<Given<'t>>,
    carried_over: Vec<&'t CarriedOver>,
}

/// The receivers and amount of an award that is given.
#[derive(PartialEq)]
struct Given<'t> {
    to: &'t [Witness],
    in_trust: &'t [Witness],
    passed_over: &'t [Witness],
    each: Option<&'t Amount>,
}

impl<'t> Receivers<'t> {
    fn of(tally: &'t Tally, award: &str) -> Self {
        let given = tally.awards.iter().find(|given| given.award == award);
        let given = given.map(|crate::Award { to, in_trust, passed_over, each, .. }| Given {
            to,
            in_trust,
            passed_over,
            each: each.as_ref(),
        });
        Self { given, carried_over: tally.carried_over.iter().filter(|carried| carried.award == award).collect() }
    }
}

fn differ(one: &Tally, other: &Tally, rule: &AwardRule) -> bool {
    Receivers::of(one, &rule.id) != Receivers::of(other, &rule.id)
}

/// Returns whether more verdicts of "human" for an entry can only help it to receive the award, regardless of other
/// entries. Then an award with the same receivers at both ends (every answer against the entries, every answer for
/// them) has these receivers in all ways between.
fn rises(rulebook: &Rulebook, rule: &AwardRule) -> bool {
    let taken = matches!(rulebook.score.by, Measure::TimesTakenForHuman | Measure::ShareTakenForHuman);
    let condition = |condition: &Condition| match condition {
        Condition::HumanVerdicts { .. } | Condition::TakenForHumanShare(_) | Condition::IdentifiedAtMost(_) => true,
        Condition::ScoreAtLeast(_) => taken,
        // The confederates of these interviews are not always known.
        Condition::Fooled { .. }
        | Condition::NoConfederateAbove
        | Condition::ConfederateAbove
        | Condition::MedianAtLeastConfederates
        | Condition::MedianBelowConfederates
        | Condition::RankOrder { .. } => false,
    };
    rule.to == Recipient::EveryEntry && rule.when.iter().all(condition)
}

/// Returns whether the award does not depend on ballots. The only entry receives its award without a contest if there
/// was `nothing` to count; otherwise, missing ballots could be about it.
fn whatever_they_say(tally: &Tally, rule: &AwardRule, nothing: bool) -> bool {
    let given = tally.awards.iter().find(|given| given.award == rule.id);
    let nobody = tally.withheld.iter().find(|withheld| withheld.award == rule.id);
    given.is_some_and(|given| nothing && matches!(given.grounds.reason, Reason::OnlyEntry { .. }))
        || nobody.is_some_and(|withheld| matches!(withheld.reason, WhyWithheld::NoEntry { .. }))
        || (rule.to == Recipient::EveryEntry && rule.when.is_empty())
}

/// Returns whether another ranking could change the receivers of the award.
fn rests_on_ranks(rulebook: &Rulebook, rule: &AwardRule, tally: &Tally) -> bool {
    let of_ranks = |measure: &Measure| matches!(measure, Measure::MedianRank | Measure::MeanRank);
    let mut breaks = rulebook.score.tie_breaks.iter();
    let broken = breaks.any(|tie_break| matches!(tie_break, TieBreak::By(measure) if of_ranks(measure)));
    let by_conditions = rule.when.iter().any(|condition| match condition {
        Condition::MedianAtLeastConfederates | Condition::MedianBelowConfederates | Condition::RankOrder { .. } => true,
        Condition::NoConfederateAbove | Condition::ConfederateAbove => broken,
        Condition::ScoreAtLeast(_)
        | Condition::Fooled { .. }
        | Condition::HumanVerdicts { .. }
        | Condition::TakenForHumanShare(_)
        | Condition::IdentifiedAtMost(_) => false,
    });
    // Witnesses are level if the compared figures are equal: where times count, one of two equals one of three.
    let exact = |standing: &crate::Standing| standing.score.map(crate::Score::exact);
    let level = |those: &[crate::Standing], place: u16| {
        let at = usize::from(place).checked_sub(1).and_then(|place| those.get(place)).map(exact);
        at.is_some_and(|at| those.iter().filter(|other| exact(other) == at).count() > 1)
    };
    // Baselines hold no place; without one of them, no entry has a worse place than with it.
    let entries = || -> Vec<crate::Standing> {
        let is_entry = |standing: &&crate::Standing| matches!(standing.witness, Witness::Entry(_));
        tally.standings.iter().filter(is_entry).cloned().collect()
    };
    let any_level = || {
        let entries = entries();
        (1..=u16::try_from(entries.len()).unwrap_or(u16::MAX)).any(|place| level(&entries, place))
    };
    let by_order = match rule.to {
        Recipient::EveryEntry => false,
        _ if of_ranks(&rulebook.score.by) => true,
        _ if !broken => false,
        Recipient::Place(_) if rulebook.roles.baselines > 0 => any_level(),
        Recipient::Place(place) => level(&entries(), place),
        Recipient::BestConfederate => level(&tally.confederates, 1),
    };
    by_conditions || by_order || (of_ranks(&rulebook.score.by) && !rule.when.is_empty())
}

/// The possible answers in place of the missing ones.
struct Filling<'a> {
    held: &'a Rulebook,
    ballots: &'a Ballots,
    /// The interviews that stay as they are.
    there: Vec<Outcome>,
    /// For each interview with missing answers, all its possible outcomes.
    ways: Vec<Vec<Outcome>>,
}

impl<'a> Filling<'a> {
    /// `None` where there are too many possible answers. If the ballots count under the rulebook they were given under,
    /// answers that make no difference there are left out.
    fn new(held: &'a Rulebook, same: bool, ballots: &'a Ballots, missing: &[Missing]) -> Option<Self> {
        let compared = missing.len().checked_mul(missing.len() + ballots.interviews.len());
        compared.filter(|&compared| compared <= MOST_COMPARED)?;
        let mut filling = Self { held, ballots, there: ballots.interviews.iter().collect(), ways: vec![] };
        let mut answers = 0;
        for (place, one) in missing.iter().enumerate() {
            let alone = || {
                let (judge, others) = ((one.trial(), one.judge()), missing.iter().enumerate());
                let another = |(at, other): (usize, &Missing)| at != place && (other.trial(), other.judge()) == judge;
                !others.filter(|(_, other)| !matches!(other, Missing::Ranking { .. })).any(another)
            };
            match one {
                Missing::Ranking { .. } => {}
                Missing::Ballot { trial, judge, entry, confederate } => {
                    let people = (entry.map(Witness::Entry), confederate.map(Witness::Confederate));
                    filling.ballot(same, same && alone(), (*trial, *judge), people.0.into_iter().chain(people.1))?;
                }
                Missing::Answer { trial, judge, round, question, .. } => {
                    let interview = InterviewId { round: *round, judge: *judge };
                    filling.answer(same, same && alone(), (*trial, interview), question)?;
                }
            }
            answers += filling.ways.last().map_or(0, Vec::len);
            if answers > MOST_ANSWERS {
                return None;
            }
        }
        Some(filling)
    }

    /// The number of ways to fill in all missing answers.
    fn ways(&self) -> usize {
        self.ways.iter().fold(1, |all, ways| all.saturating_mul(ways.len()))
    }

    /// The ballots with every answer against the entries, and with every answer for them.
    fn ends(&self) -> [Ballots; 2] {
        let winner = self.held.ballots.interview.iter().find_map(|question| match question {
            Question::Split { winner, .. } => Some(*winner),
            _ => None,
        });
        // The ballot's support for the entry as the human: 0 for the machine, 2 for the human.
        let human = |outcome: &&Outcome| {
            let Answers { choice, verdicts, split, .. } = outcome.answers.as_ref()?;
            let (entry, others): (Vec<Witness>, Vec<Witness>) =
                outcome.witnesses.iter().partition(|witness| matches!(witness, Witness::Entry(_)));
            let (entry, other) = (entry.first()?, others.first());
            let wins = |who: &Witness| split.get(who).zip(winner).is_some_and(|(points, winner)| *points >= winner);
            let of = [
                choice.map(|choice| if choice == *entry { 2 } else { 0 }),
                verdicts.get(entry).map(|verdict| match verdict {
                    Verdict::Human => 2,
                    Verdict::Unsure => 1,
                    Verdict::Machine => 0,
                }),
                Some(if wins(entry) { 2 } else { u8::from(!other.is_some_and(wins)) }).filter(|_| !split.is_empty()),
            ];
            Some(of.into_iter().flatten().map(u32::from).sum::<u32>())
        };
        let with = |filled: Vec<Outcome>| Ballots {
            interviews: self.there.iter().cloned().chain(filled).collect(),
            rankings: self.ballots.rankings.clone(),
        };
        let least = |ways: &Vec<Outcome>| ways.iter().min_by_key(human).cloned();
        let most = |ways: &Vec<Outcome>| ways.iter().max_by_key(human).cloned();
        [with(self.ways.iter().filter_map(least).collect()), with(self.ways.iter().filter_map(most).collect())]
    }

    /// Adds a missing ballot: for an interview without a ballot, or for one more interview.
    fn ballot(
        &mut self,
        same: bool,
        coarse: bool,
        (trial, judge): (u16, JudgeId),
        people: impl Iterator<Item = Witness>,
    ) -> Option<()> {
        let known = people.collect();
        let interview = self.interview(trial, judge, &known);
        let mut all = vec![];
        for witnesses in self.with_whom(trial, judge, known) {
            let about = |question: &Question| self.options(question, same, coarse, (trial, judge), &witnesses);
            for answers in crossed(vec![Answers::default()], self.held.ballots.interview.iter().map(about))? {
                all.push(Outcome { trial, interview, witnesses: witnesses.clone(), answers: Some(answers) });
            }
        }
        self.ways.push(all);
        Some(())
    }

    /// Adds a missing answer to a ballot that has others.
    fn answer(&mut self, same: bool, coarse: bool, id: (u16, InterviewId), question: &str) -> Option<()> {
        let is_it = |outcome: &Outcome| (outcome.trial, outcome.interview) == id;
        let known = self.ways.iter().position(|ways| ways.first().is_some_and(is_it));
        let before = match known {
            Some(place) => self.ways.remove(place),
            None => vec![self.there.remove(self.there.iter().position(is_it)?)],
        };
        let asked = self.held.ballots.interview.iter().find(|asked| name_of(asked) == question)?;
        let mut all = vec![];
        for outcome in before {
            let given = outcome.answers.clone().unwrap_or_default();
            let open = |witness: &&Witness| match asked {
                Question::Verdict { .. } => !given.verdicts.contains_key(witness),
                Question::Rating { name, .. } => {
                    given.ratings.get(name).is_none_or(|ratings| !ratings.contains_key(witness))
                }
                _ => true,
            };
            let about: BTreeSet<Witness> = outcome.witnesses.iter().filter(open).copied().collect();
            let options = self.options(asked, same, coarse, (id.0, id.1.judge), &about);
            for answers in crossed(vec![given], [options])? {
                all.push(Outcome { answers: Some(answers), ..outcome.clone() });
            }
        }
        self.ways.push(all);
        Some(())
    }

    /// The interview of the ballot: an interview of this judge with these witnesses and without a ballot, if there is
    /// one, which the ballot replaces; else one more of this judge.
    fn interview(&mut self, trial: u16, judge: JudgeId, known: &BTreeSet<Witness>) -> InterviewId {
        let mine = |outcome: &Outcome| outcome.trial == trial && outcome.interview.judge == judge;
        let blank = |outcome: &Outcome| outcome.answers.is_none() && known.is_subset(&outcome.witnesses);
        if let Some(place) = self.there.iter().position(|outcome| mine(outcome) && blank(outcome)) {
            return self.there.remove(place).interview;
        }
        let filled = self.ways.iter().flatten();
        let rounds =
            self.there.iter().chain(filled).filter(|outcome| mine(outcome)).map(|outcome| outcome.interview.round);
        let round = RoundNumber::at(rounds.max().map_or(0, |round| usize::from(round.number())));
        InterviewId { round, judge }
    }

    /// The possible groups of witnesses, where not both of a pair are known.
    fn with_whom(&self, trial: u16, judge: JudgeId, known: BTreeSet<Witness>) -> Vec<BTreeSet<Witness>> {
        let is_confederate = |witness: &Witness| matches!(witness, Witness::Confederate(_));
        if self.held.interview.layout == Layout::One || known.iter().any(is_confederate) {
            return vec![known];
        }
        let mine = self.there.iter().filter(|outcome| outcome.trial == trial && outcome.interview.judge == judge);
        // A witness without a partner was met in an interview with missing answers, and could be the partner here.
        let mine = mine.filter(|outcome| outcome.witnesses.len() > 1);
        let met: BTreeSet<Witness> = mine.flat_map(|outcome| outcome.witnesses.iter().copied()).collect();
        let all = ConfederateId::first(self.held.roles.confederates.into()).map(Witness::Confederate);
        let free = all.filter(|other| !is_square(self.held) || !met.contains(other));
        free.map(|other| known.iter().copied().chain([other]).collect()).collect()
    }

    /// All answers to a question that the form allows; `None` where they are too many. `coarse` takes one of several
    /// splits that compare alike with the judge's others.
    fn options(
        &self,
        question: &Question,
        same: bool,
        coarse: bool,
        (trial, judge): (u16, JudgeId),
        witnesses: &BTreeSet<Witness>,
    ) -> Option<Vec<Answers<Witness>>> {
        Some(match question {
            Question::Choice => {
                let choice = |&human: &Witness| Answers { choice: Some(human), ..Answers::default() };
                witnesses.iter().map(choice).collect()
            }
            Question::Verdict { unsure } => verdicts(witnesses, *unsure),
            Question::Split { total, winner, again } => {
                let mine = self.there.iter().filter(|of| of.trial == trial && of.interview.judge == judge);
                let given: Vec<BTreeMap<Witness, u16>> =
                    mine.filter_map(|outcome| Some(outcome.answers.as_ref()?.split.clone())).collect();
                splits(witnesses, (*total, *winner, *again), &given, coarse)
            }
            Question::Rating { name, .. } if same && !counts(self.held, name) => vec![Answers::default()],
            Question::Rating { name, from, to, decimals, .. } => ratings(witnesses, name, (*from, *to, *decimals))?,
            Question::Confidence | Question::Reason { .. } => vec![Answers::default()],
        })
    }

    /// Calls `tell` with the ballots filled in in every way, until it returns false. Returns `true` if there was a
    /// possible way, and none ended the loop early.
    fn each(&self, mut tell: impl FnMut(&Ballots) -> bool) -> bool {
        let mut places = vec![0; self.ways.len()];
        let mut any = false;
        loop {
            let filled = places.iter().zip(&self.ways).filter_map(|(&place, ways): (&usize, _)| ways.get(place));
            let outcomes: Vec<&Outcome> = self.there.iter().chain(filled).collect();
            if self.ways.iter().any(Vec::is_empty) {
                return false;
            }
            if self.can_be(&outcomes) {
                any = true;
                let interviews = outcomes.into_iter().cloned().collect();
                if !tell(&Ballots { interviews, rankings: self.ballots.rankings.clone() }) {
                    return false;
                }
            }
            let Some(next) = (0..places.len()).find(|&cell| places[cell] + 1 < self.ways[cell].len()) else {
                return any;
            };
            places[next] += 1;
            places[..next].fill(0);
        }
    }

    /// Returns whether the filled-in ballots are possible together: in a Graeco-Latin design no judge and no entry
    /// meets a confederate twice, and where no split may repeat, no judge gives one twice.
    fn can_be(&self, outcomes: &[&Outcome]) -> bool {
        let filled = &outcomes[self.there.len()..];
        let of = |outcome: &Outcome| {
            let find = |wanted: fn(&Witness) -> bool| outcome.witnesses.iter().copied().find(wanted);
            (
                find(|witness| matches!(witness, Witness::Entry(_))),
                find(|witness| matches!(witness, Witness::Confederate(_))),
            )
        };
        let once = is_square(self.held);
        let unlike =
            self.held.ballots.interview.iter().any(|question| matches!(question, Question::Split { again: false, .. }));
        filled.iter().enumerate().all(|(place, one)| {
            filled[..place].iter().filter(|other| other.trial == one.trial).all(|other| {
                let ((entry, beside), (other_entry, other_beside)) = (of(one), of(other));
                let same_judge = one.interview.judge == other.interview.judge;
                let met = once && beside == other_beside && (same_judge || entry == other_entry);
                let again = unlike && same_judge && least(one) == least(other);
                !met && !again
            })
        })
    }
}

/// The lesser part of a split.
fn least(outcome: &Outcome) -> Option<u16> {
    outcome.answers.as_ref()?.split.values().min().copied()
}

/// Returns whether the design lets everybody meet everybody of the other roles once.
pub(crate) fn is_square(rulebook: &Rulebook) -> bool {
    let roles = rulebook.roles;
    let equal = roles.judges == roles.entries && roles.judges == roles.confederates;
    rulebook.schedule.design == Design::GraecoLatin && equal
}

/// Returns whether an award could rest on the answers to this question.
pub(crate) fn rests_on(rulebook: &Rulebook, question: &Question) -> bool {
    match question {
        Question::Choice | Question::Verdict { .. } | Question::Split { .. } => true,
        Question::Rating { name, .. } => counts(rulebook, name),
        Question::Confidence | Question::Reason { .. } => false,
    }
}

/// The name of the column that answers a question.
pub(crate) fn name_of(question: &Question) -> &str {
    match question {
        Question::Choice => "choice",
        Question::Verdict { .. } => "verdict",
        Question::Rating { name, .. } => name,
        Question::Split { .. } => "points",
        Question::Confidence => "confidence",
        Question::Reason { .. } => "reason",
    }
}

/// Returns whether the score or a tie-break uses the rating of this name.
fn counts(rulebook: &Rulebook, name: &str) -> bool {
    let breaks = rulebook.score.tie_breaks.iter().filter_map(|tie_break| match tie_break {
        TieBreak::By(measure) => Some(measure),
        _ => None,
    });
    std::iter::once(&rulebook.score.by)
        .chain(breaks)
        .any(|measure| matches!(measure, Measure::MeanRating(of) | Measure::MedianRating(of) if of == name))
}

fn verdicts(witnesses: &BTreeSet<Witness>, unsure: bool) -> Vec<Answers<Witness>> {
    let kinds = [Verdict::Human, Verdict::Machine, Verdict::Unsure];
    let kinds = &kinds[..2 + usize::from(unsure)];
    witnesses.iter().fold(vec![Answers::default()], |all, &witness| {
        let with = |known: &Answers<Witness>, verdict| {
            let mut known = known.clone();
            known.verdicts.insert(witness, verdict);
            known
        };
        all.iter().flat_map(|known| kinds.iter().map(move |&verdict| with(known, verdict))).collect()
    })
}

/// The remaining splits of a judge who gave these. Coarse: one of several that compare alike with them.
fn splits(
    witnesses: &BTreeSet<Witness>,
    (total, winner, again): (u16, u16, bool),
    given: &[BTreeMap<Witness, u16>],
    coarse: bool,
) -> Vec<Answers<Witness>> {
    let Some((&first, &second)) = witnesses.first().zip(witnesses.last()) else { return vec![] };
    let used: BTreeSet<u16> = given.iter().filter_map(|split| split.values().min().copied()).collect();
    let mut seen = BTreeSet::new();
    let mut all = vec![];
    for points in 0..=total {
        let other = total - points;
        let stands = |points: u16| -> Vec<Ordering> {
            given.iter().flat_map(BTreeMap::values).map(|others| points.cmp(others)).collect()
        };
        let allowed = points.max(other) >= winner && (again || !used.contains(&points.min(other)));
        let stand = (points >= winner, other >= winner, points.cmp(&other), stands(points), stands(other));
        if allowed && (!coarse || seen.insert(stand)) {
            let split = [(first, points), (second, other)].into();
            all.push(Answers { split, ..Answers::default() });
        }
    }
    all
}

/// All ratings of these witnesses on a scale; `None` where they are too many.
fn ratings(
    witnesses: &BTreeSet<Witness>,
    name: &str,
    (from, to, decimals): (u16, u16, u8),
) -> Option<Vec<Answers<Witness>>> {
    let step = 10_usize.pow(3_u32.saturating_sub(decimals.into()));
    let scale = || (u32::from(from) * 1000..=u32::from(to) * 1000).step_by(step).map(Decimal::from_thousandths);
    scale().count().checked_pow(u32::try_from(witnesses.len()).ok()?).filter(|&ways| ways <= MOST_WAYS)?;
    Some(witnesses.iter().fold(vec![Answers::default()], |all, &witness| {
        let with = |known: &Answers<Witness>, number| {
            let mut known = known.clone();
            known.ratings.entry(name.to_owned()).or_default().insert(witness, number);
            known
        };
        all.iter().flat_map(|known| scale().map(move |number| with(known, number))).collect()
    }))
}

/// The combinations of each of these forms with the options of every question; `None` where they are too many.
fn crossed(
    forms: Vec<Answers<Witness>>,
    questions: impl IntoIterator<Item = Option<Vec<Answers<Witness>>>>,
) -> Option<Vec<Answers<Witness>>> {
    questions.into_iter().try_fold(forms, |forms, options| {
        let options = options?;
        let few = forms.len().checked_mul(options.len()).is_some_and(|ways| ways <= MOST_WAYS);
        few.then(|| forms.iter().flat_map(|known| options.iter().map(|more| join(known, more))).collect())
    })
}

/// Both answers on one form.
fn join(known: &Answers<Witness>, more: &Answers<Witness>) -> Answers<Witness> {
    let mut both = known.clone();
    both.choice = both.choice.or(more.choice);
    both.verdicts.extend(&more.verdicts);
    both.split.extend(&more.split);
    for (name, ratings) in &more.ratings {
        both.ratings.entry(name.clone()).or_default().extend(ratings);
    }
    both
}
