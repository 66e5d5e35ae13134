//! The questions of a rulebook, for checks that need their answers.

use super::{clash, part};
use crate::{
    reader::{
        document::Value,
        fault::{Report, SourceSpan},
    },
    schema::{Measure, Question},
};

/// The questions of a rulebook.
pub(super) struct Questions<'t> {
    pub(super) asked: Vec<(Question, &'t SourceSpan)>,
    ranking: bool,
    place: &'t SourceSpan,
}

/// A question that a measure or a condition needs.
pub(super) enum Need<'n> {
    /// A choice, a verdict or a split: the witness taken for the human.
    Taken,
    Split,
    Verdict,
    Ranking,
    Rating(&'n str),
}

/// The questions of a rulebook; `None` if they cannot all be read.
pub(super) fn questions<'t>(tree: &'t Value, report: &Report) -> Option<Questions<'t>> {
    let ballots = tree.find(&["ballots"])?;
    let items = ballots.find(&["interview"]).map_or(&[][..], Value::items);
    let asked: Option<Vec<_>> = items.iter().map(|item| part::<Question>(item, &[], report)).collect();
    let readable = ballots.find(&["interview"]).is_none_or(|value| !report.has_fault_within(&value.place));
    let place = ballots.find(&["interview"]).map_or(&ballots.place, |value| &value.place);
    Some(Questions { asked: asked.filter(|_| readable)?, ranking: ballots.find(&["ranking"]).is_some(), place })
}

impl<'n> Need<'n> {
    /// The need of a measure.
    pub(super) fn of(measure: &'n Measure) -> Self {
        match measure {
            Measure::TimesTakenForHuman | Measure::ShareTakenForHuman => Self::Taken,
            Measure::MedianRank | Measure::MeanRank => Self::Ranking,
            Measure::RankTotal => Self::Split,
            Measure::MeanRating(name) | Measure::MedianRating(name) => Self::Rating(name),
        }
    }

    fn is_met(&self, questions: &Questions<'_>) -> bool {
        let asked = |wanted: &dyn Fn(&Question) -> bool| questions.asked.iter().any(|(question, _)| wanted(question));
        match self {
            Self::Taken => asked(&|question| {
                matches!(question, Question::Choice | Question::Verdict { .. } | Question::Split { .. })
            }),
            Self::Split => asked(&|question| matches!(question, Question::Split { .. })),
            Self::Verdict => asked(&|question| matches!(question, Question::Verdict { .. })),
            Self::Ranking => questions.ranking,
            Self::Rating(wanted) => {
                asked(&|question| matches!(question, Question::Rating { name, .. } if name == wanted))
            }
        }
    }

    fn in_words(&self) -> (String, String) {
        let add = |question: &str| format!("add {question} to `ballots.interview`");
        match self {
            Self::Taken => ("a choice, a verdict or a split".to_owned(), add("\"choice\" or { verdict = {} }")),
            Self::Split => ("a split of points".to_owned(), add("{ split = { total = 100, winner = 51 } }")),
            Self::Verdict => ("verdicts".to_owned(), add("{ verdict = {} }")),
            Self::Ranking => {
                ("rankings".to_owned(), "add `ranking = { from = \"most-human\" }` to `[ballots]`".to_owned())
            }
            Self::Rating(name) => {
                (format!("ratings called `{name}`"), add(&format!("a rating with `name = \"{name}\"`")))
            }
        }
    }
}

/// Reports that something cannot be counted, because no question asks for it. `what` begins the sentence.
pub(super) fn check_need(tree: &Value, what: &str, at: &SourceSpan, need: &Need<'_>, report: &mut Report) {
    let Some(questions) = questions(tree, report).filter(|questions| !need.is_met(questions)) else { return };
    let (needed, help) = need.in_words();
    let message = format!("{what} needs {needed}, but `ballots` do not ask for that");
    let help = format!("{help}, or take this out");
    clash(report, (at, "needs an answer"), (questions.place, "to a question not asked"), message, help);
}
