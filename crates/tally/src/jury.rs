//! The decision on each award: given or withheld, always with its reason.

use rulebook::{
    Rulebook,
    schema::{AwardRule, Recipient},
};

use crate::{Award, Ballots, Standing, Withheld, figures::Figures, purse::Share, reason, words};

/// What all decisions look at.
pub(crate) struct Jury<'a> {
    rulebook: &'a Rulebook,
    standings: &'a [Standing],
    /// One for each standing, in the same order.
    figures: Vec<Figures>,
}

impl<'a> Jury<'a> {
    pub(crate) fn new(rulebook: &'a Rulebook, standings: &'a [Standing], ballots: &Ballots) -> Self {
        let figures = standings.iter().map(|standing| Figures::of(standing.entry, ballots)).collect();
        Self { rulebook, standings, figures }
    }

    /// The decision on each award of the rulebook, in its order.
    pub(crate) fn decisions(&self) -> impl Iterator<Item = Result<Award, Withheld>> {
        self.rulebook.awards.iter().map(|rule| self.decide(rule))
    }

    fn decide(&self, rule: &AwardRule) -> Result<Award, Withheld> {
        match rule.to {
            Recipient::Place { place } => self.place(rule, place),
            Recipient::EveryFinalist => self.every_finalist(rule),
            Recipient::Fooled { judges, confederates } => self.fooled(rule, judges, confederates),
        }
    }

    fn place(&self, rule: &AwardRule, place: u16) -> Result<Award, Withheld> {
        let first = self.standings.iter().map(|standing| standing.place).filter(|&first| first <= place).max();
        let holders = || self.with_figures().filter(|(standing, _)| Some(standing.place) == first);
        let count = u16::try_from(holders().count()).expect("there are at most 65,535 entries");
        let Some(first) = first.filter(|first| place - first < count) else {
            let entries = self.standings.len();
            let reason = format!("nobody is in place {place}: the final had {}", entries_in_words(entries));
            return Err(not_given(rule, reason));
        };
        let holders: Vec<&Figures> = holders().map(|(_, figures)| figures).collect();
        let share = Share::of(rule, &self.rulebook.awards, first, count);
        let reason = match holders[..] {
            [holder] => reason::alone(&self.rulebook.score, &self.figures, holder),
            _ => reason::together(&self.rulebook.score, &holders, first, share.as_ref()),
        };
        Ok(given(rule, &holders, share.map(|share| share.each), reason))
    }

    fn every_finalist(&self, rule: &AwardRule) -> Result<Award, Withheld> {
        if self.figures.is_empty() {
            return Err(not_given(rule, "the final had no entries".to_owned()));
        }
        let reason = format!("given to every entry in the final, which had {}", entries_in_words(self.figures.len()));
        let mut finalists: Vec<&Figures> = self.figures.iter().collect();
        finalists.sort_by_key(|figures| figures.entry);
        Ok(given(rule, &finalists, whole_purse(rule), reason))
    }

    fn fooled(&self, rule: &AwardRule, judges: u16, confederates: u16) -> Result<Award, Withheld> {
        let (judges, confederates) = (usize::from(judges), usize::from(confederates));
        let lacking = |figures: &Figures| {
            judges.saturating_sub(figures.judges.len()) + confederates.saturating_sub(figures.confederates.len())
        };
        let nearest = self.figures.iter().map(lacking).min();
        let those: Vec<&Figures> = self.figures.iter().filter(|figures| Some(lacking(figures)) == nearest).collect();
        let told = those.iter().map(|figures| {
            let (judges, confederates) = (&figures.judges, &figures.confederates);
            let (by, with) = (words::named(judges, "judge"), words::named(confederates, "confederate"));
            format!("{} was taken for the human by {by} in comparison with {with}", figures.entry)
        });
        let told = told.collect::<Vec<_>>().join("; ");
        let (by, with) = (words::count(judges, "judge"), words::count(confederates, "different confederate"));
        let needed = format!("{by} and {with} are needed");
        match nearest {
            Some(0) => Ok(given(rule, &those, whole_purse(rule), format!("{told}; {needed}"))),
            _ if self.figures.iter().all(|figures| figures.times == 0) => {
                Err(not_given(rule, format!("no entry was taken for the human by any judge; {needed}")))
            }
            _ => Err(not_given(rule, format!("{needed}; {told}, and no entry came nearer"))),
        }
    }

    fn with_figures(&self) -> impl Iterator<Item = (&Standing, &Figures)> {
        self.standings.iter().zip(&self.figures)
    }
}

fn given(rule: &AwardRule, to: &[&Figures], each: Option<String>, reason: String) -> Award {
    let entries = to.iter().map(|figures| figures.entry).collect();
    Award { award: rule.id.clone(), title: rule.title.clone(), entries, each, reason }
}

fn not_given(rule: &AwardRule, reason: String) -> Withheld {
    Withheld { award: rule.id.clone(), title: rule.title.clone(), reason }
}

fn whole_purse(rule: &AwardRule) -> Option<String> {
    rule.purse.as_ref().map(ToString::to_string)
}

fn entries_in_words(number: usize) -> String {
    if number == 1 { "1 entry".to_owned() } else { format!("{number} entries") }
}
