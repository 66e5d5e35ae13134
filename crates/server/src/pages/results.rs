//! The results: standings by whatever measure, awards with their reasons, and every interview with its answers.

use std::fmt::Display;

use askama::Template;
use contest::{
    contest::Contest,
    result::{ContestResult, InterviewResult, Report},
    seed::SeedSource,
    view::stage::Stage,
};
use rulebook::{
    InterviewId, Participant, RoundNumber, Side, Witness,
    schema::{Measure, TieBreak},
};
use tally::{Award, EndRanking, Score, Standing, Verdict, Withheld};

use super::{CommitteeCard, desk, organiser};

/// The results, or when there will be any.
#[derive(Template)]
#[template(path = "results.html")]
pub struct ResultsPage<'a> {
    /// The contest's id, for addresses.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// Its result, with names and sentences, once it is closed.
    pub report: Option<&'a Report>,
}

/// A result that a ruling after the close has changed.
struct Earlier {
    /// The ruling, in a sentence.
    ruling: String,
    /// Places with who stood there.
    standings: Vec<(u16, String)>,
    /// Awards, given and withheld, each with its reason.
    awards: Vec<(String, String)>,
}

impl ResultsPage<'_> {
    fn headline(&self) -> String {
        let stage = Stage::of(self.contest, Participant::Organiser);
        desk::headline(&stage, Participant::Organiser, &self.contest.rulebook)
    }

    /// What was settled: everybody may read it at any time, the names of the members only after the end.
    fn committee(&self) -> Option<CommitteeCard<'_>> {
        CommitteeCard::of(self.contest, self.report.is_some())
    }

    fn is_rehearsal(&self) -> bool {
        matches!(self.contest.seed, SeedSource::Rehearsal {})
    }

    fn scripts(&self) -> usize {
        self.contest.scripted.len()
    }

    /// The tables of standings, each with its heading and the word for those in it.
    fn tables<'r>(&self, report: &'r Report) -> Vec<(&'static str, &'r [Standing])> {
        let tally = &report.result.tally;
        let confederates = (!tally.confederates.is_empty()).then_some(("Confederates", &tally.confederates[..]));
        [("Standings", &tally.standings[..])].into_iter().chain(confederates).collect()
    }

    /// What a witness is called in the standings.
    fn name<'r>(&self, report: &'r Report, witness: &Witness) -> &'r str {
        report.names.get(*witness).map_or("(redacted)", |name| &name.name)
    }

    /// The person or team behind a witness, where there is one.
    fn contestant<'r>(&self, report: &'r Report, witness: &Witness) -> &'r str {
        report.names.get(*witness).and_then(|name| name.contestant.as_deref()).unwrap_or_default()
    }

    /// What the score says, as the head of its column.
    fn measure(&self) -> String {
        measure(&self.contest.rulebook.score.by)
    }

    /// What each tie-break says, as the heads of their columns.
    fn tie_breaks(&self) -> Vec<String> {
        let tie_breaks = self.contest.rulebook.score.tie_breaks.iter().map(|tie_break| match tie_break {
            TieBreak::By(by) => measure(by),
            TieBreak::Selection => "Place in the selection".to_owned(),
            TieBreak::Majority => "Judges' votes".to_owned(),
            TieBreak::Coin => "Coin".to_owned(),
        });
        tie_breaks.collect()
    }

    fn figure(&self, score: &Option<Score>) -> String {
        score.as_ref().map_or_else(|| "–".to_owned(), ToString::to_string)
    }

    /// What a reader of the standings must know of this witness.
    fn tag(&self, witness: &Witness) -> Option<&'static str> {
        match witness {
            Witness::Entry(id) if id.number() > self.contest.rulebook.roles.entries - self.baselines() => {
                Some("baseline")
            }
            Witness::Entry(id) if self.contest.is_disqualified(*id) => Some("disqualified"),
            Witness::Entry(_) | Witness::Confederate(_) => None,
        }
    }

    fn baselines(&self) -> u16 {
        let roles = self.contest.rulebook.roles;
        roles.baselines.min(roles.entries)
    }

    fn recipients(&self, report: &Report, award: &Award) -> String {
        let recipients = award.to.iter().map(|witness| {
            let trust = if award.in_trust.contains(witness) { " (for its developers, or in trust)" } else { "" };
            report.names.told(*witness) + trust
        });
        recipients.collect::<Vec<_>>().join(", ")
    }

    /// What was ruled, a sentence and the reason for each.
    fn rulings<'r>(&'r self, result: &ContestResult) -> Vec<(String, &'r str)> {
        let reasons = self.contest.rulings.iter().map(organiser::reason);
        result.rulings.iter().map(ToString::to_string).zip(reasons).collect()
    }

    /// What the result was before each ruling after the close.
    fn earlier(&self, report: &Report) -> Vec<Earlier> {
        let Report { result, names, sentences_before_rulings, .. } = report;
        let late = result.rulings.iter().filter(|ruling| ruling.after_close);
        let before = result.before_rulings.iter().zip(sentences_before_rulings).zip(late);
        let earlier = before.map(|((tally, told), ruling)| {
            let standings = tally.standings.iter().map(|row| (row.place, names.told(row.witness)));
            let title = |award: &str| self.contest.rulebook.award_title(award).to_owned();
            let given = tally.awards.iter().zip(&told.awards).map(|(award, why)| {
                (format!("{}: {}", title(award.award.as_str()), self.recipients(report, award)), why.clone())
            });
            let withheld = tally.withheld.iter().zip(&told.withheld);
            let withheld =
                withheld.map(|(award, why)| (format!("{}: not given", title(award.award.as_str())), why.clone()));
            Earlier {
                ruling: ruling.to_string(),
                standings: standings.collect(),
                awards: given.chain(withheld).collect(),
            }
        });
        earlier.collect()
    }

    /// What follows from giving an award.
    fn award_then(&self, award: &Award) -> Option<&str> {
        self.contest.rulebook.award(&award.award)?.then.as_deref()
    }

    /// What follows from not giving an award.
    fn award_otherwise(&self, award: &Withheld) -> Option<&str> {
        self.contest.rulebook.award(&award.award)?.otherwise.as_deref()
    }

    fn has_trials(&self) -> bool {
        self.contest.rulebook.trial_count() > 1
    }

    /// Who sat where, in the order of seats.
    fn witnesses(&self, interview: &InterviewResult) -> String {
        joined(interview.seats.values())
    }

    /// What the judge answered, question by question.
    fn answers(&self, interview: &InterviewResult) -> Vec<String> {
        if interview.void {
            return vec!["played again in another round: does not count".to_owned()];
        }
        let guess = interview.guess.map(|guess| format!("the other side took the judge for: {}", verdict(guess)));
        let Some(answers) = &interview.answers else {
            let none = if interview.aborted { "ended early" } else { "no ballot" }.to_owned();
            return [none].into_iter().chain(guess).collect();
        };
        let kind = |witness: &Witness| match witness {
            Witness::Confederate(_) => "the person",
            Witness::Entry(_) => "the program",
        };
        let choice = answers.choice.iter().map(|witness| format!("named {witness}, {}", kind(witness)));
        let verdicts = answers.verdicts.iter().map(|(witness, found)| format!("{witness}: {}", verdict(*found)));
        let ratings = answers.ratings.iter().map(|(name, numbers)| format!("{name}: {}", listed(numbers)));
        let split = (!answers.split.is_empty()).then(|| format!("points: {}", listed(&answers.split)));
        let sure = answers.confidence.map(|sure| format!("{sure} per cent sure"));
        let id = InterviewId { round: RoundNumber::new(interview.round), judge: interview.judge };
        let is_draft =
            self.contest.interviews.get(&id).is_some_and(|interview| interview.drafts.contains(&Side::Judge));
        let draft = is_draft.then(|| "never sealed: a draft that counted".to_owned());
        choice.chain(verdicts).chain(ratings).chain(split).chain(sure).chain(guess).chain(draft).collect()
    }

    /// A judge's ranking, most human first.
    fn ranked(&self, ranking: &EndRanking) -> String {
        let groups =
            ranking.order.iter().map(|group| group.iter().map(ToString::to_string).collect::<Vec<_>>().join(" = "));
        groups.collect::<Vec<_>>().join(" › ")
    }
}

fn measure(measure: &Measure) -> String {
    match measure {
        Measure::TimesTakenForHuman => "Taken for the human".to_owned(),
        Measure::ShareTakenForHuman => "Share taken for the human".to_owned(),
        Measure::MedianRank => "Median rank".to_owned(),
        Measure::MeanRank => "Mean rank".to_owned(),
        Measure::RankTotal => "Total of ranks".to_owned(),
        Measure::MeanRating(name) => format!("Mean {name}"),
        Measure::MedianRating(name) => format!("Median {name}"),
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Human => "human",
        Verdict::Machine => "machine",
        Verdict::Unsure => "unsure",
    }
}

fn listed<T: Display>(numbers: &std::collections::BTreeMap<Witness, T>) -> String {
    numbers.iter().map(|(witness, number)| format!("{witness} {number}")).collect::<Vec<_>>().join(", ")
}

fn joined<T: Display>(items: impl Iterator<Item = T>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}
