//! The plan of a conversion: the source of each answer for the other rulebook, decided before any ballot is converted.

use rulebook::{
    Rulebook,
    schema::{Layout, Measure, Question, RankFrom, RankingRules, TieBreak},
};

use super::{
    Missing, NotDerivable,
    needs::{self, Need},
    ways::{AnswerKind, how, sources, why_not},
};
use crate::{Outcome, sentence_parts::all_of};

/// The source of each answer.
#[derive(Debug)]
pub(super) struct Plan {
    /// The questions of the new form, each with the kind of answer it is derived from.
    pub(super) questions: Vec<(Question, AnswerKind)>,
    /// The kind of answer the new ranking is derived from.
    pub(super) ranking: Option<AnswerKind>,
    /// The rules of the new ranking.
    rules: Option<RankingRules>,
    /// `true` if witnesses met one at a time are put into pairs.
    pub(super) pairs: bool,
    /// `true` if totals of points become means of ranks.
    ranks_for_points: bool,
    dropped: Vec<usize>,
    /// The decisions, in sentences.
    pub(super) notes: Vec<String>,
}

/// The answers the ballots have.
struct Given<'r> {
    from: &'r Rulebook,
    kinds: Vec<AnswerKind>,
    scored: Option<&'r str>,
    ratings: Vec<&'r str>,
    /// The rating that the other rulebook scores by.
    wanted: Option<&'r str>,
}

impl Plan {
    /// Plans from the answers that these interviews, and rankings if any, have.
    pub(super) fn make(
        from: &Rulebook,
        to: &Rulebook,
        interviews: &[Outcome],
        ranked: bool,
    ) -> Result<Self, NotDerivable> {
        let given = Given::of(from, to, interviews, ranked);
        let mut plan = Self {
            questions: vec![],
            ranking: None,
            rules: to.ballots.ranking,
            pairs: false,
            ranks_for_points: false,
            dropped: vec![],
            notes: vec![],
        };
        let mut left = vec![];
        for question in &to.ballots.interview {
            match given.source(question) {
                Some(source) => plan.questions.push((question.clone(), source)),
                None => left.push(question),
            }
        }
        let choice = given.source(&Question::Choice);
        if left.iter().any(|question| matches!(question, Question::Split { .. }))
            && !plan.asks(AnswerKind::Choice)
            && let Some(source) = choice
        {
            plan.questions.push((Question::Choice, source));
            plan.notes.push(
                "who would have had more points is known, not how many: a choice stands for each split".to_owned(),
            );
        }
        plan.ranking = to.ballots.ranking.and_then(|_| given.best(AnswerKind::Ranking));
        plan.break_ties(to, &given);
        plan.pairs = from.interview.layout == Layout::One && plan.asks(AnswerKind::Choice);

        let lacks = needs::required(to).into_iter().filter(|need| !plan.meets(need));
        let mut missing: Vec<Missing> = lacks.map(|need| given.missing(&need)).collect();
        missing.extend(plan.too_many_pairs(from));
        if !missing.is_empty() {
            return Err(NotDerivable { rulebook: to.id.clone(), missing });
        }
        plan.tell(to, &left, &given);
        Ok(plan)
    }

    /// Changes the rulebook's form to that of the derived ballots.
    pub(super) fn amend(&self, rulebook: &mut Rulebook) {
        rulebook.ballots.interview = self.questions.iter().map(|(question, _)| question.clone()).collect();
        rulebook.ballots.ranking = self
            .ranking
            .and(self.rules)
            .map(|rules| RankingRules { equals: rules.equals || self.ranking != Some(AnswerKind::Ranking), ..rules });
        let score = &mut rulebook.score;
        let mut index = 0;
        score.tie_breaks.retain(|_| {
            index += 1;
            !self.dropped.contains(&(index - 1))
        });
        if self.ranks_for_points {
            let breaks = score.tie_breaks.iter_mut().filter_map(|tie_break| match tie_break {
                TieBreak::By(measure) => Some(measure),
                _ => None,
            });
            for measure in std::iter::once(&mut score.by).chain(breaks) {
                if *measure == Measure::RankTotal {
                    *measure = Measure::MeanRank;
                }
            }
        }
    }

    fn asks(&self, kind: AnswerKind) -> bool {
        self.questions.iter().any(|(question, _)| kind_of(question) == Some(kind))
    }

    /// Plans the sources of tie-breaks; drops tie-breaks without one.
    fn break_ties(&mut self, to: &Rulebook, given: &Given<'_>) {
        let breaks = to.score.tie_breaks.iter().map(|tie_break| match tie_break {
            TieBreak::By(measure) => Some(measure),
            _ => None,
        });
        let of_score = std::iter::once(Some(&to.score.by));
        let totals = of_score.chain(breaks.clone()).any(|measure| measure == Some(&Measure::RankTotal));
        if totals
            && !self.asks(AnswerKind::Split)
            && let Some(source) = given.best(AnswerKind::Ranking)
        {
            self.ranking = Some(source);
            self.rules = self.rules.or(Some(RankingRules::of(RankFrom::MostHuman, true)));
            self.ranks_for_points = true;
            self.notes.push(
                "totals of ranks from points become means of ranks: they put witnesses whom as many judges ranked in the same order"
                    .to_owned(),
            );
        }
        for (index, measure) in breaks.enumerate() {
            if let Some(measure) = measure
                && !self.meets(&needs::of_measure(measure))
            {
                self.dropped.push(index);
                let need = needs::of_measure(measure);
                self.notes
                    .push(format!("a tie-break is left out, because it needs {}, which is not known", named(&need)));
            }
        }
    }

    fn meets(&self, need: &Need) -> bool {
        match need {
            Need::Taken => {
                [AnswerKind::Choice, AnswerKind::Verdict, AnswerKind::Split].iter().any(|&kind| self.asks(kind))
            }
            Need::Verdict => self.asks(AnswerKind::Verdict),
            Need::Points => self.asks(AnswerKind::Split) || self.ranks_for_points,
            Need::Ranks => self.ranking.is_some(),
            Need::Rating(wanted) => self
                .questions
                .iter()
                .any(|(question, _)| matches!(question, Question::Rating { name, .. } if name == wanted)),
        }
    }

    fn too_many_pairs(&self, from: &Rulebook) -> Option<Missing> {
        let pairs = u32::from(from.roles.entries) * u32::from(from.roles.confederates);
        (self.pairs && pairs >= u32::from(u16::MAX)).then(|| Missing {
            question: named(&Need::Taken),
            why: format!("a judge would have {pairs} pairs, more than can be numbered"),
        })
    }

    /// Adds notes on all conversions, and on questions that are left out.
    fn tell(&mut self, to: &Rulebook, left: &[&Question], given: &Given<'_>) {
        for (question, source) in &self.questions {
            let Some(kind) = kind_of(question) else { continue };
            let what = match question {
                Question::Rating { name, .. } => format!("the rating `{name}`"),
                _ => format!("{kind}"),
            };
            let scaled =
                matches!(question, Question::Rating { name, .. } if given.same_scale(name, question) == Some(false));
            if *source == AnswerKind::Rating && scaled {
                self.notes.push(format!("{what} is the given one moved onto the other scale, its ends on its ends"));
            } else if kind != *source {
                self.notes.push(derived(&what, kind, *source));
            }
        }
        if let Some(source) = self.ranking.filter(|source| *source != AnswerKind::Ranking) {
            self.notes.push(derived("a ranking", AnswerKind::Ranking, source));
        }
        let replaced =
            |question: &Question| matches!(question, Question::Split { .. }) && self.asks(AnswerKind::Choice);
        let mut unasked: Vec<String> = left.iter().filter(|question| !replaced(question)).map(|q| title(q)).collect();
        if to.ballots.ranking.is_some() && self.ranking.is_none() {
            unasked.push("a ranking".to_owned());
        }
        for what in unasked {
            self.notes.push(format!("{what} is left out: no score or award rests on it"));
        }
    }
}

impl<'r> Given<'r> {
    fn of(from: &'r Rulebook, to: &'r Rulebook, interviews: &[Outcome], ranked: bool) -> Self {
        let any = |has: &dyn Fn(&crate::Answers<rulebook::Witness>) -> bool| {
            interviews.iter().filter_map(|Outcome { answers, .. }| answers.as_ref()).any(has)
        };
        let name = |question: &'r Question| match question {
            Question::Rating { name, .. } => Some(name.as_str()),
            _ => None,
        };
        let ratings: Vec<&str> = from.ballots.interview.iter().filter_map(name).collect();
        let ratings: Vec<&str> =
            ratings.into_iter().filter(|name| any(&|answers| answers.ratings.contains_key(*name))).collect();
        let scored = needs::scored_rating(from).filter(|name| ratings.contains(name));
        let has = |kind: &AnswerKind| match kind {
            AnswerKind::Choice => any(&|answers| answers.choice.is_some()),
            AnswerKind::Verdict => any(&|answers| !answers.verdicts.is_empty()),
            AnswerKind::Rating => scored.is_some(),
            AnswerKind::Split => any(&|answers| !answers.split.is_empty()),
            AnswerKind::Ranking => ranked,
        };
        let asked = |kind: &AnswerKind| match kind {
            AnswerKind::Ranking => from.ballots.ranking.is_some(),
            kind => from.ballots.interview.iter().any(|question| kind_of(question) == Some(*kind)),
        };
        let kinds = AnswerKind::ALL.into_iter().filter(asked).filter(has).collect();
        Self { from, kinds, scored, ratings, wanted: needs::scored_rating(to) }
    }

    fn best(&self, wanted: AnswerKind) -> Option<AnswerKind> {
        sources(wanted).iter().copied().find(|source| self.kinds.contains(source))
    }

    /// The kind of answer this question is derived from.
    fn source(&self, question: &Question) -> Option<AnswerKind> {
        match question {
            Question::Choice | Question::Verdict { .. } => self.best(kind_of(question)?),
            Question::Rating { name, .. } if self.ratings.contains(&name.as_str()) => Some(AnswerKind::Rating),
            // A rating with another name does not mean how human a witness seemed.
            Question::Rating { name, .. } => {
                self.best(AnswerKind::Rating).filter(|_| self.wanted == Some(name.as_str()))
            }
            Question::Split { total, .. } => {
                let same =
                    |question: &Question| matches!(question, Question::Split { total: other, .. } if other == total);
                self.best(AnswerKind::Split).filter(|_| self.from.ballots.interview.iter().any(same))
            }
            // An answer about a pair is not about one of its witnesses, so it has no source.
            Question::Confidence | Question::Reason { .. } => None,
        }
    }

    fn same_scale(&self, name: &str, wanted: &Question) -> Option<bool> {
        let given = needs::rating(self.from, name).or_else(|| needs::rating(self.from, self.scored?))?;
        match (given, wanted) {
            (Question::Rating { from, to, .. }, Question::Rating { from: low, to: high, .. }) => {
                Some(from == low && to == high)
            }
            _ => None,
        }
    }

    fn missing(&self, need: &Need) -> Missing {
        let wanted = match need {
            Need::Taken | Need::Verdict => AnswerKind::Verdict,
            Need::Rating(_) => AnswerKind::Rating,
            Need::Points => AnswerKind::Split,
            Need::Ranks => AnswerKind::Ranking,
        };
        let mut reasons: Vec<String> = vec![];
        for &kind in &self.kinds {
            if let Some(why) = why_not(wanted, kind) {
                reasons.push(if why.starts_with("it ") {
                    why.replacen("it", &kind.to_string(), 1)
                } else {
                    why.to_owned()
                });
            }
        }
        if self.kinds.is_empty() {
            let other = all_of(self.ratings.iter().map(|name| format!("`{name}`")));
            reasons.push(match other.is_empty() {
                true => "the ballots answer nothing that it could be derived from".to_owned(),
                false => format!("the ballots hold only {other}, which `{}` does not score by", self.from.id),
            });
        }
        Missing { question: named(need), why: reasons.join(", and ") }
    }
}

/// The kind of answer a question asks for; `None` for answers that cannot be scored.
pub(super) fn kind_of(question: &Question) -> Option<AnswerKind> {
    match question {
        Question::Choice => Some(AnswerKind::Choice),
        Question::Verdict { .. } => Some(AnswerKind::Verdict),
        Question::Rating { .. } => Some(AnswerKind::Rating),
        Question::Split { .. } => Some(AnswerKind::Split),
        Question::Confidence | Question::Reason { .. } => None,
    }
}

fn derived(what: &str, kind: AnswerKind, source: AnswerKind) -> String {
    format!("{what} is derived from {source}: {}", how(kind, source).unwrap_or_default())
}

fn named(need: &Need) -> String {
    match need {
        Need::Taken => "who was taken for the human".to_owned(),
        Need::Verdict => "a verdict, human or machine, about each witness".to_owned(),
        Need::Rating(name) => format!("the rating `{name}`"),
        Need::Points => "points that were shared out".to_owned(),
        Need::Ranks => "a ranking of everyone met".to_owned(),
    }
}

fn title(question: &Question) -> String {
    match question {
        Question::Choice => "a choice".to_owned(),
        Question::Verdict { .. } => "a verdict".to_owned(),
        Question::Rating { name, .. } => format!("the rating `{name}`"),
        Question::Split { .. } => "a split of points".to_owned(),
        Question::Confidence => "the confidence".to_owned(),
        Question::Reason { .. } => "the reason".to_owned(),
    }
}
