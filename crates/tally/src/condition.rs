//! Whether a condition of an award holds of a witness, with the figures in words.

use std::cmp::Ordering;

use rulebook::{Rulebook, schema::Condition};

use crate::{
    Fraction,
    cast::Cast,
    figures::Figures,
    order::Order,
    sample::Sample,
    words,
    yardstick::{by_judges, figure_or_none, low_ranks_are_better},
};

/// What conditions look at: the counts of one trial, or of all together.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub(crate) rulebook: &'a Rulebook,
    pub(crate) cast: Cast,
    pub(crate) order: &'a Order<'a>,
    pub(crate) figures: &'a [Figures],
}

/// Whether a condition holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) held: bool,
    /// The figures, with the name of the witness.
    pub(crate) figures: String,
}

/// What a condition asks for, in words.
pub(crate) fn needed(condition: Condition) -> String {
    let verb = |number: u16| if number == 1 { "is" } else { "are" };
    match condition {
        Condition::ScoreAtLeast(least) => format!("a score of at least {least} is needed"),
        Condition::Fooled { judges, confederates } => {
            let by = words::count(judges.into(), "judge");
            format!("{by} and {} are needed", words::count(confederates.into(), "different confederate"))
        }
        Condition::NoConfederateAbove => "no confederate may stand above".to_owned(),
        Condition::ConfederateAbove => "a confederate must stand above".to_owned(),
        Condition::MedianAtLeastConfederates => {
            "a median rank as good as that of all confederates together is needed".to_owned()
        }
        Condition::HumanVerdicts { judges } => {
            format!("{} with this verdict {} needed", words::count(judges.into(), "judge"), verb(judges))
        }
        Condition::RankOrder { confederates } => {
            format!("a median rank as good as that of {} is needed", words::count(confederates.into(), "confederate"))
        }
        Condition::TakenForHumanShare(least) => format!("at least {least} % is needed"),
        Condition::IdentifiedAtMost(most) => format!("at most {most} % is allowed"),
    }
}

impl Scope<'_> {
    /// Tries a condition on the witness at this place of the cast. Without figures no condition holds.
    pub(crate) fn find(&self, condition: Condition, index: usize) -> Found {
        let figures = &self.figures[index];
        match condition {
            Condition::ScoreAtLeast(least) => self.score_at_least(least, figures),
            Condition::Fooled { judges, confederates } => fooled(judges, confederates, figures),
            Condition::NoConfederateAbove => self.confederate_above(figures, false),
            Condition::ConfederateAbove => self.confederate_above(figures, true),
            Condition::MedianAtLeastConfederates => self.median_at_least_confederates(figures),
            Condition::HumanVerdicts { judges } => human_verdicts(judges, figures),
            Condition::RankOrder { confederates } => self.rank_order(confederates, figures),
            Condition::TakenForHumanShare(least) => {
                let held = figures.judged > 0 && hundredfold(figures.taken) >= of_whole(least, figures.judged);
                let share = words::share(figures.taken, figures.judged);
                Found { held, figures: format!("{} was taken for the human in {share}", figures.witness) }
            }
            Condition::IdentifiedAtMost(most) => {
                let held = figures.judged > 0 && hundredfold(figures.right()) <= of_whole(most, figures.judged);
                let share = words::share(figures.right(), figures.judged);
                Found { held, figures: format!("judges were right about {} in {share}", figures.witness) }
            }
        }
    }

    fn score_at_least(&self, least: u16, figures: &Figures) -> Found {
        let witness = figures.witness;
        match self.scored(figures) {
            Some((_, score)) => Found {
                held: score >= Fraction::whole(least.into()),
                figures: format!("the score of {witness} is {score}"),
            },
            None => Found { held: false, figures: format!("{witness} has no score") },
        }
    }

    /// Compares with the best confederate, by everything that is measured.
    fn confederate_above(&self, figures: &Figures, wanted: bool) -> Found {
        let witness = figures.witness;
        let Some((yardstick, score)) = self.scored(figures) else {
            return Found { held: false, figures: format!("{witness} has no score") };
        };
        let confederates = self.confederates().filter(|confederate| self.scored(confederate).is_some());
        let Some(best) = confederates.min_by(|a, b| self.order.compare_measured(a, b)) else {
            let told = format!("no confederate has a {}, and {witness} has {score}", yardstick.name());
            return Found { held: !wanted, figures: told };
        };
        let above = self.order.compare_measured(best, figures) == Ordering::Less;
        // The first measure in which the two differ, or the score when they are level in all.
        let differs = self.order.measures().find(|by| {
            let [theirs, own] = by.figures(best, figures);
            by.compare(theirs, own) != Ordering::Equal
        });
        let by = differs.unwrap_or(yardstick);
        let [theirs, own] = by.figures(best, figures).map(figure_or_none);
        let measure = by.name_between(best, figures);
        let best = best.witness;
        let told = match (above, differs.is_some()) {
            (true, _) => {
                format!("{best} stands above {witness}: the {measure} is {theirs} for {best} and {own} for {witness}")
            }
            (false, true) => format!(
                "no confederate stands above {witness}: the {measure} is {own} for {witness} and {theirs} for {best}, the best of \
                 them"
            ),
            (false, false) => format!(
                "no confederate stands above {witness}: the {measure} of {best}, the best of them, is the same, {own}"
            ),
        };
        Found { held: above == wanted, figures: told }
    }

    fn median_at_least_confederates(&self, figures: &Figures) -> Found {
        let mut together = Sample::in_halves();
        self.confederates().for_each(|confederate| together.merge(&confederate.ranks));
        let (own, theirs) = (figures.ranks.median(), together.median());
        let held = self.rank_as_good(own, theirs);
        let (own, theirs) = (figure_or_none(own), figure_or_none(theirs));
        let told =
            format!("the median rank of {} is {own}, that of all confederates together {theirs}", figures.witness);
        Found { held, figures: told }
    }

    fn rank_order(&self, needed: u16, figures: &Figures) -> Found {
        let own = figures.ranks.median();
        let (met, missed): (Vec<_>, Vec<_>) =
            self.confederates().partition(|confederate| self.rank_as_good(own, confederate.ranks.median()));
        let told = |those: &[&Figures]| {
            let each = those.iter().map(|of| format!("{} ({})", of.witness, figure_or_none(of.ranks.median())));
            words::all_of(each)
        };
        let mut sentence = format!("the median rank of {} is {}", figures.witness, figure_or_none(own));
        sentence += &match (met.is_empty(), missed.is_empty()) {
            (true, true) => ", and there is no confederate".to_owned(),
            (false, true) => format!(", as good as that of {}", told(&met)),
            (true, false) => format!(", not as good as that of {}", told(&missed)),
            (false, false) => format!(", as good as that of {}, not as that of {}", told(&met), told(&missed)),
        };
        Found { held: met.len() >= usize::from(needed), figures: sentence }
    }

    /// Whether a median rank is as good as another, or better; never without both.
    fn rank_as_good(&self, own: Option<Fraction>, theirs: Option<Fraction>) -> bool {
        let low = low_ranks_are_better(self.rulebook);
        own.zip(theirs).is_some_and(|(own, theirs)| if low { own <= theirs } else { own >= theirs })
    }

    fn scored(&self, figures: &Figures) -> Option<(crate::yardstick::Yardstick<'_>, Fraction)> {
        let yardstick = self.order.measures().next()?;
        Some((yardstick, yardstick.figure(figures)?))
    }

    fn confederates(&self) -> impl Iterator<Item = &Figures> {
        self.figures[self.cast.confederates()].iter()
    }
}

fn fooled(judges: u16, confederates: u16, figures: &Figures) -> Found {
    let held =
        figures.taken > 0 && figures.judges.len() >= judges.into() && figures.confederates.len() >= confederates.into();
    let by = words::named(&figures.judges, "judge");
    let told = if figures.taken == 0 {
        format!("{} was taken for the human {}", figures.witness, by_judges(figures))
    } else {
        let beside = words::named(&figures.confederates, "confederate");
        format!("{} was taken for the human by {by} in comparison with {beside}", figures.witness)
    };
    Found { held, figures: told }
}

fn human_verdicts(judges: u16, figures: &Figures) -> Found {
    let by = words::named(&figures.human_verdicts, "judge");
    let held = figures.judged > 0 && figures.human_verdicts.len() >= judges.into();
    Found { held, figures: format!("{} was given the verdict \"human\" by {by}", figures.witness) }
}

fn hundredfold(part: u64) -> u128 {
    100 * u128::from(part)
}

fn of_whole(per_cent: u16, whole: u64) -> u128 {
    u128::from(per_cent) * u128::from(whole)
}
