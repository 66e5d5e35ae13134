//! Awards that could depend on ballots that are missing.
//!
//! A file may lack what a judge answered about somebody whom the design led them to. Where few are missing and each can only be
//! one of few (a choice, a verdict, a split), every way to fill them in is counted: an award that goes to the same in all of
//! them is given. Every other is withheld, and the reason names what is missing. A running contest does not come here: a
//! deadline closes, and a ballot that is missing then counts for nobody.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

use language::{Message, Say};
use rulebook::{
    ConfederateId, EntryId, InterviewId, JudgeId, RoundNumber, Rulebook, Witness,
    schema::{AwardRule, Condition, Design, Layout, Measure, Question, Recipient, TieBreak},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Answers, Ballots, Outcome, Reason, Tally, Verdict, Withheld, result::WhyWithheld};

/// A ballot that the design planned and that is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Missing {
    /// About an interview.
    Ballot {
        /// The trial, from 1.
        trial: u16,
        /// Who gave none.
        judge: JudgeId,
        /// The entry it is about; null where it is about a confederate alone.
        entry: Option<EntryId>,
        /// The confederate it is about; null where it is about an entry alone, or where nobody knows who sat beside it.
        confederate: Option<ConfederateId>,
    },
    /// The ranking of everyone met.
    Ranking {
        /// The trial, from 1.
        trial: u16,
        /// Who gave none.
        judge: JudgeId,
    },
}

impl Missing {
    /// The trial, from 1.
    #[must_use]
    pub fn trial(self) -> u16 {
        match self {
            Self::Ballot { trial, .. } | Self::Ranking { trial, .. } => trial,
        }
    }

    /// Who gave none.
    #[must_use]
    pub fn judge(self) -> JudgeId {
        match self {
            Self::Ballot { judge, .. } | Self::Ranking { judge, .. } => judge,
        }
    }
}

/// What it is about: `E1 with C2`, `E1`, `the ranking`.
impl Say for Missing {
    fn message(&self) -> Message {
        match self {
            Self::Ballot { entry: Some(entry), confederate: Some(confederate), .. } => {
                say!("result-missing-pair", entry = entry.to_string(), confederate = confederate.to_string())
            }
            Self::Ballot { entry: Some(entry), .. } => entry.to_string().into(),
            Self::Ballot { confederate: Some(confederate), .. } => confederate.to_string().into(),
            Self::Ballot { .. } => say!("result-missing-somebody"),
            Self::Ranking { .. } => say!("result-missing-ranking"),
        }
    }
}

display_in_english!(Missing);

/// The most ways to fill in what is missing that are counted.
const MOST_WAYS: usize = 5000;

/// Takes back every award of `tally` that could depend on what is missing.
///
/// `held` is the rulebook the ballots were given under, `under` the one that `tally` was counted under, and `count` counts any
/// other ballots in the same way, where that can be done.
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
    let open: Vec<&AwardRule> = under.awards.iter().filter(|rule| !whatever_they_say(&tally, rule)).collect();
    let unranked = missing.iter().any(|missing| matches!(missing, Missing::Ranking { .. }));
    let rests = |rule: &AwardRule, tally: &Tally| unranked && rests_on_ranks(under, rule, tally);
    let mut undecided: BTreeSet<&str> =
        open.iter().filter(|rule| rests(rule, &tally)).map(|rule| rule.id.as_str()).collect();
    let counted = Filling::new(held, held == under, ballots, missing).is_some_and(|filling| {
        filling.each(|ballots| {
            let Some(other) = count(ballots) else { return false };
            let differs =
                |rule: &&&AwardRule| receivers(&other, &rule.id) != receivers(&tally, &rule.id) || rests(rule, &other);
            undecided.extend(open.iter().filter(differs).map(|rule| rule.id.as_str()));
            undecided.len() < open.len()
        })
    });
    if !counted {
        undecided.extend(open.iter().map(|rule| rule.id.as_str()));
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

/// Who receives an award, and what each of them.
fn receivers<'t>(tally: &'t Tally, award: &str) -> Option<(&'t [Witness], Option<&'t crate::Amount>)> {
    let given = tally.awards.iter().find(|given| given.award == award)?;
    Some((&given.to, given.each.as_ref()))
}

/// Whether no ballot decides about the award.
fn whatever_they_say(tally: &Tally, rule: &AwardRule) -> bool {
    let given = tally.awards.iter().find(|given| given.award == rule.id);
    let nobody = tally.withheld.iter().find(|withheld| withheld.award == rule.id);
    given.is_some_and(|given| matches!(given.grounds.reason, Reason::OnlyEntry { .. }))
        || nobody.is_some_and(|withheld| matches!(withheld.reason, WhyWithheld::NoEntry { .. }))
        || (rule.to == Recipient::EveryEntry && rule.when.is_empty())
}

/// Whether a ranking more could change who receives the award.
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
    let level = |place: usize, those: &[crate::Standing]| {
        let at = place.checked_sub(1).and_then(|place| those.get(place));
        at.is_some_and(|at| those.iter().filter(|other| other.score == at.score).count() > 1)
    };
    let entries = || -> Vec<crate::Standing> {
        let is_entry = |standing: &&crate::Standing| matches!(standing.witness, Witness::Entry(_));
        tally.standings.iter().filter(is_entry).cloned().collect()
    };
    let by_order = match rule.to {
        Recipient::EveryEntry => false,
        _ if of_ranks(&rulebook.score.by) => true,
        _ if !broken => false,
        Recipient::Place(place) => level(place.into(), &entries()),
        Recipient::BestConfederate => level(1, &tally.confederates),
    };
    by_conditions || by_order || (of_ranks(&rulebook.score.by) && !rule.when.is_empty())
}

/// What can stand in for what is missing.
struct Filling<'a> {
    held: &'a Rulebook,
    ballots: &'a Ballots,
    /// The interviews that stay as they are.
    there: Vec<Outcome>,
    /// For each ballot that is missing, all that it could be.
    ways: Vec<Vec<Outcome>>,
}

impl<'a> Filling<'a> {
    /// `None` where there are more ways than can be counted. Where the ballots count under the rulebook they were given under,
    /// what makes no difference there is left out.
    fn new(held: &'a Rulebook, same: bool, ballots: &'a Ballots, missing: &[Missing]) -> Option<Self> {
        let mut filling = Self { held, ballots, there: ballots.interviews.iter().collect(), ways: vec![] };
        let mut ways = 1_usize;
        for &one in missing {
            let Missing::Ballot { trial, judge, entry, confederate } = one else { continue };
            let known = entry.map(Witness::Entry).into_iter().chain(confederate.map(Witness::Confederate)).collect();
            let interview = filling.interview(trial, judge, &known);
            let another = |other: &Missing| {
                matches!(other, Missing::Ballot { .. })
                    && *other != one
                    && (other.trial(), other.judge()) == (trial, judge)
            };
            let coarse = same && !missing.iter().any(another);
            let mut all = vec![];
            for witnesses in filling.with_whom(trial, judge, known) {
                for answers in filling.answers(same, coarse, (trial, judge), &witnesses)? {
                    all.push(Outcome { trial, interview, witnesses: witnesses.clone(), answers: Some(answers) });
                }
            }
            ways = ways.checked_mul(all.len()).filter(|&ways| ways <= MOST_WAYS)?;
            filling.ways.push(all);
        }
        Some(filling)
    }

    /// The interview that the ballot is about: one without a ballot if there is one with these people, which it replaces; else
    /// one more of this judge.
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

    /// The people who could have sat there, where not both of a pair are known.
    fn with_whom(&self, trial: u16, judge: JudgeId, known: BTreeSet<Witness>) -> Vec<BTreeSet<Witness>> {
        let is_confederate = |witness: &Witness| matches!(witness, Witness::Confederate(_));
        if self.held.interview.layout == Layout::One || known.iter().any(is_confederate) {
            return vec![known];
        }
        let mine = self.there.iter().filter(|outcome| outcome.trial == trial && outcome.interview.judge == judge);
        let met: BTreeSet<Witness> = mine.flat_map(|outcome| outcome.witnesses.iter().copied()).collect();
        let all = ConfederateId::first(self.held.roles.confederates.into()).map(Witness::Confederate);
        let free = all.filter(|other| !is_square(self.held) || !met.contains(other));
        free.map(|other| known.iter().copied().chain([other]).collect()).collect()
    }

    /// All answers that the form allows; `None` where they are too many. `coarse` takes one of all splits that stand alike beside
    /// the judge's others.
    fn answers(
        &self,
        same: bool,
        coarse: bool,
        (trial, judge): (u16, JudgeId),
        witnesses: &BTreeSet<Witness>,
    ) -> Option<Vec<Answers<Witness>>> {
        let mut all = vec![Answers::default()];
        for question in &self.held.ballots.interview {
            let options: Vec<Answers<Witness>> = match question {
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
                Question::Rating { name, .. } if !same || counts(self.held, name) => return None,
                Question::Rating { .. } | Question::Confidence | Question::Reason { .. } => continue,
            };
            let joined = all.iter().flat_map(|known| options.iter().map(|more| join(known, more)));
            all = joined.collect();
        }
        Some(all)
    }

    /// Counts the ballots filled in in every way, until somebody says that it is enough. Says whether there was any way, and
    /// every one could be told.
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

    /// Whether the ballots that are filled in can stand beside each other: in a Graeco-Latin design nobody meets a confederate
    /// twice, and where no split may come again, no judge gives one twice.
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

/// Whether the design lets everybody meet everybody of the other roles once.
pub(crate) fn is_square(rulebook: &Rulebook) -> bool {
    let roles = rulebook.roles;
    let equal = roles.judges == roles.entries && roles.judges == roles.confederates;
    rulebook.schedule.design == Design::GraecoLatin && equal
}

/// Whether the score or a tie-break is made from the rating of this name.
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

/// The splits that are left to a judge who gave these. Coarse: one of all that stand alike beside them.
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

/// Both answers on one form.
fn join(known: &Answers<Witness>, more: &Answers<Witness>) -> Answers<Witness> {
    let mut both = known.clone();
    both.choice = both.choice.or(more.choice);
    both.verdicts.extend(&more.verdicts);
    both.split.extend(&more.split);
    both
}
