//! What the ballots lack and what of them is not counted, gathered while counting and told once, in sentences.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{InterviewId, JudgeId, Rulebook, Witness};

use crate::words;

/// What is missing or left out. In sets, so that the order of ballots changes nothing.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    strangers: BTreeSet<Witness>,
    trials: BTreeMap<u16, u64>,
    not_there: BTreeSet<(InterviewId, Witness)>,
    never_met: BTreeSet<(JudgeId, Witness)>,
    not_asked: BTreeSet<&'static str>,
    ballots_again: BTreeSet<InterviewId>,
    ballots_differ: BTreeSet<InterviewId>,
    rankings_again: BTreeSet<JudgeId>,
    rankings_differ: BTreeSet<JudgeId>,
    without_ballot: BTreeSet<(u16, InterviewId)>,
    heard: BTreeSet<(u16, JudgeId)>,
    ranked: BTreeSet<(u16, JudgeId)>,
}

impl Gaps {
    pub(crate) fn not_in_contest(&mut self, witness: Witness) {
        self.strangers.insert(witness);
    }

    pub(crate) fn no_such_trial(&mut self, trial: u16) {
        *self.trials.entry(trial).or_default() += 1;
    }

    pub(crate) fn not_there(&mut self, interview: InterviewId, witness: Witness) {
        self.not_there.insert((interview, witness));
    }

    pub(crate) fn never_met(&mut self, judge: JudgeId, witness: Witness) {
        self.never_met.insert((judge, witness));
    }

    pub(crate) fn not_asked(&mut self, what: &'static str) {
        self.not_asked.insert(what);
    }

    pub(crate) fn ballot_again(&mut self, interview: InterviewId) {
        self.ballots_again.insert(interview);
    }

    pub(crate) fn ballots_differ(&mut self, interview: InterviewId) {
        self.ballots_differ.insert(interview);
    }

    pub(crate) fn ranking_again(&mut self, judge: JudgeId) {
        self.rankings_again.insert(judge);
    }

    pub(crate) fn rankings_differ(&mut self, judge: JudgeId) {
        self.rankings_differ.insert(judge);
    }

    pub(crate) fn no_ballot(&mut self, trial: u16, interview: InterviewId) {
        self.without_ballot.insert((trial, interview));
    }

    pub(crate) fn ballot(&mut self, trial: u16, judge: JudgeId) {
        self.heard.insert((trial, judge));
    }

    pub(crate) fn ranking(&mut self, trial: u16, judge: JudgeId) {
        self.ranked.insert((trial, judge));
    }

    /// What is missing first, then what is not counted.
    pub(crate) fn sentences(&self, rulebook: &Rulebook) -> Vec<String> {
        let mut notes = Vec::new();
        if self.heard.is_empty() && self.ranked.is_empty() {
            notes.push("no ballot was given".to_owned());
        } else {
            let trials = rulebook.trial_count();
            for trial in 1..=trials {
                let of_trial = if trials > 1 { format!("in trial {trial}, ") } else { String::new() };
                self.missing(rulebook, trial, &of_trial, &mut notes);
            }
        }
        self.left_out(rulebook.trial_count(), &mut notes);
        notes
    }

    fn missing(&self, rulebook: &Rulebook, trial: u16, of_trial: &str, notes: &mut Vec<String>) {
        let silent =
            |judge: &JudgeId| !self.heard.contains(&(trial, *judge)) && !self.ranked.contains(&(trial, *judge));
        let judges = || JudgeId::first(rulebook.roles.judges.into());
        let missing: Vec<JudgeId> = judges().filter(silent).collect();
        if !missing.is_empty() {
            notes.push(format!("{of_trial}no ballot was given by {}", words::named(missing, "judge")));
        }
        let of_this = self.without_ballot.iter().filter(|(of, _)| *of == trial).map(|(_, interview)| *interview);
        let unanswered: Vec<InterviewId> = of_this.filter(|interview| !silent(&interview.judge)).collect();
        if !unanswered.is_empty() {
            notes.push(format!("{of_trial}no ballot was given about {}", words::named(unanswered, "interview")));
        }
        if rulebook.ballots.ranking.is_some() {
            let heard = judges().filter(|judge| self.heard.contains(&(trial, *judge)));
            let unranked: Vec<JudgeId> = heard.filter(|judge| !self.ranked.contains(&(trial, *judge))).collect();
            if !unranked.is_empty() {
                notes.push(format!("{of_trial}no ranking was given by {}", words::named(unranked, "judge")));
            }
        }
    }

    fn left_out(&self, trials: u16, notes: &mut Vec<String>) {
        if !self.strangers.is_empty() {
            let who = words::named(&self.strangers, "witness");
            notes.push(format!("not counted, for not being in this contest: {who}"));
        }
        for (trial, ballots) in &self.trials {
            let ballots = words::count(usize::try_from(*ballots).unwrap_or(usize::MAX), "ballot");
            let there_are = words::count(trials.into(), "trial");
            notes.push(format!("not counted, because the contest has {there_are}: {ballots} of trial {trial}"));
        }
        if !self.not_there.is_empty() {
            let answers = self.not_there.iter().map(|(interview, witness)| format!("{witness} in {interview}"));
            let answers = words::named(answers, "answer");
            notes.push(format!("not counted, for being about somebody who was not there: {answers}"));
        }
        if !self.never_met.is_empty() {
            let ranks = self.never_met.iter().map(|(judge, witness)| format!("{witness} by {judge}"));
            let ranks = words::named(ranks, "rank");
            notes.push(format!("not counted, because the judge never met the witness: {ranks}; the others close up"));
        }
        if !self.ballots_differ.is_empty() {
            let interviews = words::named(&self.ballots_differ, "interview");
            notes.push(format!("not counted, because more than one ballot was given and they differ: {interviews}"));
        }
        if !self.rankings_differ.is_empty() {
            let judges = words::named(&self.rankings_differ, "judge");
            notes.push(format!(
                "not counted, because more than one ranking was given and they differ: those of {judges}"
            ));
        }
        if !self.ballots_again.is_empty() {
            let interviews = words::named(&self.ballots_again, "interview");
            notes.push(format!("counted once, though the same ballot was given more than once: {interviews}"));
        }
        if !self.rankings_again.is_empty() {
            let judges = words::named(&self.rankings_again, "judge");
            notes.push(format!("counted once, though the same ranking was given more than once: that of {judges}"));
        }
        for what in &self.not_asked {
            notes.push(format!("not counted, because the rulebook does not ask for them: {what}"));
        }
    }
}
