//! Gaps in the ballots and answers that are not counted, gathered while counting and noted once.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{InterviewId, JudgeId, Rulebook, Witness};

use crate::result::{Mention, Note, Rank, Unasked};

/// Missing and ignored answers. In sets, so that the order of ballots does not matter.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    strangers: BTreeSet<Witness>,
    trials: BTreeMap<u16, u64>,
    not_there: BTreeSet<Mention>,
    never_met: BTreeSet<Rank>,
    not_asked: BTreeSet<Unasked>,
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
        self.not_there.insert(Mention { interview, witness });
    }

    pub(crate) fn never_met(&mut self, judge: JudgeId, witness: Witness) {
        self.never_met.insert(Rank { judge, witness });
    }

    pub(crate) fn not_asked(&mut self, what: Unasked) {
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

    /// Notes on missing answers first, then on answers that are not counted.
    pub(crate) fn notes(self, rulebook: &Rulebook) -> Vec<Note> {
        let mut notes = Vec::new();
        if self.heard.is_empty() && self.ranked.is_empty() {
            notes.push(Note::NoBallots {});
        } else {
            (1..=rulebook.trial_count()).for_each(|trial| self.missing(rulebook, trial, &mut notes));
        }
        self.left_out(rulebook.trial_count(), &mut notes);
        notes
    }

    fn missing(&self, rulebook: &Rulebook, number: u16, notes: &mut Vec<Note>) {
        let trial = (rulebook.trial_count() > 1).then_some(number);
        let silent =
            |judge: &JudgeId| !self.heard.contains(&(number, *judge)) && !self.ranked.contains(&(number, *judge));
        let all = || JudgeId::first(rulebook.roles.judges.into());
        let judges: Vec<JudgeId> = all().filter(silent).collect();
        if !judges.is_empty() {
            notes.push(Note::SilentJudges { trial, judges });
        }
        let of_this = self.without_ballot.iter().filter(|(of, _)| *of == number).map(|(_, interview)| *interview);
        let interviews: Vec<InterviewId> = of_this.filter(|interview| !silent(&interview.judge)).collect();
        if !interviews.is_empty() {
            notes.push(Note::MissingBallots { trial, interviews });
        }
        if rulebook.ballots.ranking.is_some() {
            let heard = all().filter(|judge| self.heard.contains(&(number, *judge)));
            let judges: Vec<JudgeId> = heard.filter(|judge| !self.ranked.contains(&(number, *judge))).collect();
            if !judges.is_empty() {
                notes.push(Note::MissingRankings { trial, judges });
            }
        }
    }

    fn left_out(self, trials: u16, notes: &mut Vec<Note>) {
        fn list<T>(set: BTreeSet<T>) -> Option<Vec<T>> {
            (!set.is_empty()).then(|| set.into_iter().collect())
        }
        notes.extend(list(self.strangers).map(|witnesses| Note::NotInContest { witnesses }));
        let of_no_trial = self.trials.into_iter();
        notes.extend(of_no_trial.map(|(trial, ballots)| Note::NoSuchTrial { trial, ballots, trials }));
        notes.extend(list(self.not_there).map(|answers| Note::NotThere { answers }));
        notes.extend(list(self.never_met).map(|ranks| Note::NeverMet { ranks }));
        notes.extend(list(self.ballots_differ).map(|interviews| Note::BallotsDiffer { interviews }));
        notes.extend(list(self.rankings_differ).map(|judges| Note::RankingsDiffer { judges }));
        notes.extend(list(self.ballots_again).map(|interviews| Note::BallotsRepeated { interviews }));
        notes.extend(list(self.rankings_again).map(|judges| Note::RankingsRepeated { judges }));
        notes.extend(self.not_asked.into_iter().map(|what| Note::NotAsked { what }));
    }
}
