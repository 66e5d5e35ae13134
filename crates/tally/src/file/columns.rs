//! The meanings of the columns under a rulebook.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{Rulebook, schema::Question};

use super::fault::shown;
use crate::derive::needs::{self, Need};

/// The meaning of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Column {
    Trial,
    Round,
    Judge,
    Entry,
    Confederate,
    Witness,
    Kind,
    Choice,
    Confidence,
    Reason,
    About(Whom, Answer),
    Vote,
    Selection,
    Disqualified,
    OpenSource,
    Baseline,
    Between,
    Coin,
    Award,
    Carried,
}

/// The witness that an answer is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Whom {
    /// The witness of the row.
    Witness,
    /// The entry of the row's pair.
    Entry,
    /// The confederate of the row's pair.
    Confederate,
}

/// An answer about a witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Answer {
    Verdict,
    Points,
    Rank,
    /// The rating with this place among those of the rulebook.
    Rating(u32),
}

/// The columns that a rulebook allows, and those in the files.
#[derive(Debug)]
pub(super) struct Columns<'r> {
    rulebook: &'r Rulebook,
    /// The names of the ratings, in the order of the form.
    pub(super) ratings: Vec<&'r str>,
    met: Vec<Column>,
    /// The program's names of columns, by the files' names.
    ours: BTreeMap<String, String>,
    /// The files' own names that some file has.
    theirs_met: BTreeSet<String>,
    /// The columns without a meaning.
    pub(super) ignored: BTreeSet<String>,
}

impl<'r> Columns<'r> {
    pub(super) fn of(rulebook: &'r Rulebook, columns: &[(String, String)]) -> Self {
        let name = |question: &'r Question| match question {
            Question::Rating { name, .. } => Some(name.as_str()),
            _ => None,
        };
        let ratings = rulebook.ballots.interview.iter().filter_map(name).collect();
        let ours = columns.iter().map(|(ours, theirs)| (tidy(theirs), ours.clone())).collect();
        let (theirs_met, ignored) = (BTreeSet::new(), BTreeSet::new());
        Self { rulebook, ratings, met: vec![], ours, theirs_met, ignored }
    }

    /// The column of this name, which is then known to exist; `None` if it is ignored, an error if it is unknown.
    pub(super) fn named(&mut self, name: &str) -> Result<Option<Column>, String> {
        let theirs = tidy(name);
        let tidy = match self.ours.get(&theirs) {
            Some(ours) => {
                self.theirs_met.insert(theirs);
                ours.clone()
            }
            None => {
                let taken = self.ours.values().any(|ours| *ours == theirs);
                let asked = !taken && self.known(&theirs).is_some_and(|column| self.asks(column));
                if !self.ours.is_empty() && !asked {
                    self.ignored.insert(name.trim().to_owned());
                    return Ok(None);
                }
                theirs
            }
        };
        let column = self.known(&tidy).ok_or_else(|| {
            let id = &self.rulebook.id;
            let all = self.all().join(", ");
            format!("`{}` is no column of ballots under `{id}` (write some of {all})", shown(name))
        })?;
        if !self.asks(column) {
            let id = &self.rulebook.id;
            return Err(format!(
                "`{id}` does not ask for `{tidy}` (take the column out, or name the rulebook the ballots were given under)"
            ));
        }
        if !self.met.contains(&column) {
            self.met.push(column);
        }
        Ok(Some(column))
    }

    /// The faults in the caller's names of columns, once all files are read.
    pub(super) fn misnamed(&self) -> Vec<String> {
        let of = |(theirs, ours): (&String, &String)| match self.known(ours) {
            None => {
                Some(format!("`{}` is no column of ballots (write some of {})", shown(ours), self.all().join(", ")))
            }
            Some(_) if !self.theirs_met.contains(theirs) => {
                Some(format!("no file has a column `{}`, which is said to be `{ours}` (check the name)", shown(theirs)))
            }
            Some(_) => None,
        };
        self.ours.iter().filter_map(of).collect()
    }

    /// The questions about interviews that some column answers.
    pub(super) fn answered(&self) -> Vec<Question> {
        let form = &self.rulebook.ballots.interview;
        form.iter().filter(|question| self.met.iter().any(|&column| self.answers(column, question))).cloned().collect()
    }

    /// The names of the questions of the rulebook that no column answers.
    pub(super) fn unanswered(&self) -> Vec<String> {
        let form = &self.rulebook.ballots.interview;
        let left = form.iter().filter(|question| !self.met.iter().any(|&column| self.answers(column, question)));
        let mut names: Vec<String> = left.map(|question| column_name(question).to_owned()).collect();
        if self.rulebook.ballots.ranking.is_some() && !self.has_ranks() {
            names.push("rank".to_owned());
        }
        names
    }

    /// The names of the columns that the score rests on, if the files have columns but none of these.
    pub(super) fn unscored(&self) -> Option<Vec<String>> {
        let by_ranks = needs::of_measure(&self.rulebook.score.by) == Need::Ranks;
        let form = &self.rulebook.ballots.interview;
        let scores = |column: Column| match column {
            Column::About(_, Answer::Rank) => by_ranks,
            _ => form.iter().any(|question| self.is_scored(question) && self.answers(column, question)),
        };
        if self.met.is_empty() || self.met.iter().any(|&column| scores(column)) {
            return None;
        }
        let asked = self.all().into_iter();
        let asked = asked.filter(|name| self.known(name).is_some_and(scores)).map(|name| format!("`{name}`"));
        Some(asked.collect::<Vec<_>>()).filter(|asked| !asked.is_empty())
    }

    /// Returns whether the score rests on the answers to this question.
    pub(super) fn is_scored(&self, question: &Question) -> bool {
        match (needs::of_measure(&self.rulebook.score.by), question) {
            (Need::Taken, Question::Choice | Question::Verdict { .. } | Question::Split { .. })
            | (Need::Verdict, Question::Verdict { .. })
            | (Need::Points, Question::Split { .. }) => true,
            (Need::Rating(scored), Question::Rating { name, .. }) => scored == *name,
            _ => false,
        }
    }

    /// Returns whether some column holds ranks.
    pub(super) fn has_ranks(&self) -> bool {
        self.met.iter().any(|column| matches!(column, Column::About(_, Answer::Rank)))
    }

    /// A header as an example.
    pub(super) fn example(&self) -> String {
        format!("a header such as `{}`", self.all().join(","))
    }

    fn known(&self, name: &str) -> Option<Column> {
        Some(match name {
            "trial" => Column::Trial,
            "round" => Column::Round,
            "judge" => Column::Judge,
            "entry" => Column::Entry,
            "confederate" => Column::Confederate,
            "witness" => Column::Witness,
            "kind" => Column::Kind,
            "choice" => Column::Choice,
            "confidence" => Column::Confidence,
            "reason" => Column::Reason,
            "vote" => Column::Vote,
            "selection" => Column::Selection,
            "disqualified" => Column::Disqualified,
            "open_source" | "open-source" => Column::OpenSource,
            "baseline" => Column::Baseline,
            "between" => Column::Between,
            "coin" => Column::Coin,
            "award" => Column::Award,
            "carried" => Column::Carried,
            _ => match self.answer(name) {
                Some(answer) => Column::About(Whom::Witness, answer),
                None => match (name.strip_prefix("entry_"), name.strip_prefix("confederate_")) {
                    (Some(rest), _) => Column::About(Whom::Entry, self.answer(rest)?),
                    (_, Some(rest)) => Column::About(Whom::Confederate, self.answer(rest)?),
                    (None, None) => return None,
                },
            },
        })
    }

    fn answer(&self, name: &str) -> Option<Answer> {
        Some(match name {
            "verdict" => Answer::Verdict,
            "points" => Answer::Points,
            "rank" => Answer::Rank,
            _ => Answer::Rating(u32::try_from(self.ratings.iter().position(|rating| *rating == name)?).ok()?),
        })
    }

    fn asks(&self, column: Column) -> bool {
        match column {
            Column::About(_, Answer::Rank) => self.rulebook.ballots.ranking.is_some(),
            Column::About(..) | Column::Choice | Column::Confidence | Column::Reason => {
                self.rulebook.ballots.interview.iter().any(|question| self.answers(column, question))
            }
            _ => true,
        }
    }

    fn answers(&self, column: Column, question: &Question) -> bool {
        match (column, question) {
            (Column::Choice, Question::Choice)
            | (Column::Confidence, Question::Confidence)
            | (Column::Reason, Question::Reason { .. })
            | (Column::About(_, Answer::Verdict), Question::Verdict { .. })
            | (Column::About(_, Answer::Points), Question::Split { .. }) => true,
            (Column::About(_, Answer::Rating(index)), Question::Rating { name, .. }) => {
                self.ratings[index as usize] == name
            }
            _ => false,
        }
    }

    /// The names of the columns this rulebook is likely to have.
    fn all(&self) -> Vec<&str> {
        let mut names = match self.rulebook.interview.layout {
            rulebook::schema::Layout::Pair => vec!["round", "judge", "entry", "confederate"],
            rulebook::schema::Layout::One => vec!["judge", "witness"],
        };
        for question in &self.rulebook.ballots.interview {
            match question {
                Question::Split { .. } => names.extend(["entry_points", "confederate_points"]),
                other => names.push(column_name(other)),
            }
        }
        if self.rulebook.ballots.ranking.is_some() {
            if !names.contains(&"witness") {
                names.push("witness");
            }
            names.push("rank");
        }
        names
    }
}

/// A name of a column in normal form.
fn tidy(name: &str) -> String {
    name.trim().to_lowercase().replace(' ', "_")
}

pub(super) use crate::missing::name_of as column_name;
