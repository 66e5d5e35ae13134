//! Gathers rows into ballots: finds the interview of each row, and reports answers given twice.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{
    EntryId, JudgeId, RoundNumber, Rulebook, Witness,
    schema::{Layout, People, Question},
};

use super::{
    Conventions,
    answer::{Naming, answer},
    book::{Books, InterviewMatch, note},
    columns::Columns,
    draft::{Draft, Drafts},
    fault::{At, Report},
    names::Names,
    numbers::Counts,
    row::{AnswerCell, BallotRow, Cells},
    values::ValueWords,
};
use crate::{Circumstances, Vote, outcomes::Mark, pair::Pair};

/// The content of all rows so far.
#[derive(Debug)]
pub(super) struct Gathering<'r> {
    pub(super) rulebook: &'r Rulebook,
    pub(super) columns: Columns<'r>,
    pub(super) cells: Cells,
    pub(super) counts: Counts,
    pub(super) drafts: Drafts,
    pub(super) books: Books,
    pub(super) circumstances: Circumstances,
    pub(super) selection: BTreeMap<EntryId, (u16, At)>,
    /// Whether the interviews were observed, so that no meeting is expected.
    pub(super) observed: bool,
    waiting: Vec<Waiting>,
}

/// An answer about a witness whose interview is known only after the last row.
#[derive(Debug)]
struct Waiting {
    trial: u16,
    judge: JudgeId,
    witness: Witness,
    told: Vec<(AnswerCell, At)>,
    at: At,
    spoiled: bool,
}

impl<'r> Gathering<'r> {
    pub(super) fn new(rulebook: &'r Rulebook, conventions: &Conventions, names: Names) -> Self {
        let observed = conventions.observed || rulebook.study;
        let columns = Columns::of(rulebook, &conventions.columns);
        let points = rulebook.ballots.interview.iter().find_map(|question| match question {
            Question::Split { total, .. } => Some(*total),
            _ => None,
        });
        let cells = Cells { names, words: ValueWords::of(&conventions.values), points };
        Self {
            rulebook,
            counts: Counts::new(rulebook, conventions.numbers, observed),
            observed,
            drafts: Drafts::with_ratings(&columns.ratings),
            columns,
            cells,
            books: Books::default(),
            circumstances: Circumstances::default(),
            selection: BTreeMap::new(),
            waiting: vec![],
        }
    }

    /// Adds a row, whose values are moved out of it.
    pub(super) fn add(&mut self, row: &mut BallotRow, report: &mut Report) {
        row.settle(&mut self.cells, report);
        self.see_numbers(row, report);
        let trial = row.trial.map_or(1, |(trial, _)| trial);
        let Some((judge, _)) = row.judge else {
            return self.add_of_entry(row, report);
        };
        let people = Pair { entry: row.entry.map(|(id, _)| id), confederate: row.confederate.map(|(id, _)| id) };
        let pair = people.entry.is_some() || people.confederate.is_some();
        row.told.retain(|(told, at)| match told {
            AnswerCell::Vote(entry) => {
                let vote = Vote { judge, entry: *entry, between: row.between.clone() };
                let same = |other: &Vote| (other.judge, &other.between) == (judge, &vote.between);
                if self.circumstances.votes.iter().any(same) {
                    let what = format!("{judge} votes in this matter already (keep one, or say in `between` which entries each is about)");
                    report.add(*at, what);
                }
                self.circumstances.votes.push(vote);
                false
            }
            AnswerCell::Selection(_) | AnswerCell::Disqualified(_) | AnswerCell::OpenSource | AnswerCell::Baseline => {
                report.add(
                    *at,
                    "this is said of an entry, not by a judge (write it in a row with the entry alone)".to_owned(),
                );
                false
            }
            AnswerCell::Coin(_) | AnswerCell::Carried(_) => {
                report.add(*at, "this is said by no judge (write it in a row without one)".to_owned());
                false
            }
            _ => true,
        });
        match (row.witness, pair) {
            (Some((witness, at)), true) if !people.witnesses().any(|other| other == witness) => {
                let what = format!(
                    "{witness} is not in the pair of this row, {people} (leave the witness out, or give it a row)"
                );
                report.add(at, what);
            }
            (None, false) if row.spoiled || row.told.is_empty() => {}
            (None, false) => report.add(row.at, "no witness stands in this row (name whom it is about)".to_owned()),
            _ => self.add_of_interview(trial, judge, people, row, report),
        }
    }

    /// Completes interviews without a round and answers that waited, after the last row.
    pub(super) fn settle(&mut self, report: &mut Report) {
        if !self.observed {
            self.settle_rounds(report);
        }
        self.add_ranked_pairs();
        self.settle_waiting(report);
        // A vote with candidates counts before one without.
        self.circumstances.votes.sort_by(|a, b| {
            let key = |vote: &'_ Vote| (vote.judge, vote.between.is_none());
            key(a).cmp(&key(b)).then_with(|| (&a.between, a.entry).cmp(&(&b.between, b.entry)))
        });
    }

    /// Merges a row without a round into the interview with the same people, if their judge has exactly one with a
    /// round.
    fn settle_rounds(&mut self, report: &mut Report) {
        for book in self.books.list.iter().filter(|book| !book.by_round.is_empty() && !book.by_people.is_empty()) {
            let mut rounds: BTreeMap<u32, InterviewMatch> = BTreeMap::new();
            for &index in book.by_round.values() {
                note(rounds.entry(self.drafts.list[index].people.key()), index);
            }
            for (people, &index) in &book.by_people {
                let Some(&found) = rounds.get(people) else { continue };
                let Draft { answered, spoiled, people, at, .. } = self.drafts.list[index];
                self.drafts.list[index].dropped = true;
                match found {
                    InterviewMatch::Once(of_round) => {
                        let marks: Vec<Mark> = self.drafts.marks(index).collect();
                        let again = marks.into_iter().filter(|&mark| !self.drafts.say(of_round, mark)).count();
                        if again > 0 {
                            report.add(at, "this is answered already (keep one)".to_owned());
                        }
                        let draft = &mut self.drafts.list[of_round];
                        draft.answered |= answered;
                        draft.spoiled |= spoiled;
                    }
                    // A row without answers is about none of them.
                    InterviewMatch::Several if !answered && !spoiled => {}
                    InterviewMatch::Several => {
                        report.add(at, format!("{} met {people} more than once (say in which round)", book.judge));
                    }
                }
            }
        }
    }

    /// Adds an interview for each pair that is known from ranks alone.
    fn add_ranked_pairs(&mut self) {
        if self.books.list.iter().all(|book| book.ranked_pairs.is_empty()) {
            return;
        }
        let met: BTreeSet<(usize, Pair)> = self.drafts.list.iter().map(|draft| (draft.book(), draft.people)).collect();
        for (place, book) in self.books.list.iter().enumerate() {
            let unmet = book.ranked_pairs.iter().filter(|(people, _)| !met.contains(&(place, **people)));
            self.drafts.list.extend(unmet.map(|(&people, &at)| Draft::new(place, None, people, at)));
        }
    }

    /// Moves the answers that waited to their interviews.
    fn settle_waiting(&mut self, report: &mut Report) {
        let waiting = std::mem::take(&mut self.waiting);
        if waiting.is_empty() {
            return;
        }
        let mut by_witness: BTreeMap<(u16, JudgeId, Witness), InterviewMatch> = BTreeMap::new();
        for (index, draft) in self.drafts.list.iter().enumerate().filter(|(_, draft)| !draft.dropped) {
            let book = &self.books.list[draft.book()];
            for witness in draft.people.witnesses() {
                note(by_witness.entry((book.trial, book.judge, witness)), index);
            }
        }
        for Waiting { trial, judge, witness, mut told, at, spoiled } in waiting {
            match by_witness.get(&(trial, judge, witness)) {
                Some(&InterviewMatch::Once(index)) => {
                    let draft = &mut self.drafts.list[index];
                    draft.spoiled |= spoiled;
                    let whom = Naming { witness: Some(witness), people: draft.people };
                    for (told, at) in told.drain(..) {
                        answer(&mut self.drafts, index, whom, told, at, report);
                    }
                }
                // The reason for the missing answer has been reported.
                _ if told.is_empty() => {}
                Some(InterviewMatch::Several) => {
                    report.add(at, format!("{judge} met {witness} more than once (say in which round)"));
                }
                None => {
                    let what =
                        format!("no row says that {judge} met {witness} (check the id, or add the pair and its round)");
                    report.add(at, what);
                }
            }
        }
    }

    fn see_numbers(&mut self, row: &mut BallotRow, report: &mut Report) {
        let id = &self.rulebook.id;
        let mut fits = true;
        let mut check = |count: &mut super::numbers::Count, number, at| fits &= count.see(number, id, at, report);
        if let Some((judge, at)) = row.judge {
            check(&mut self.counts.judges, judge.number(), at);
        }
        let witness = |row: &BallotRow| row.witness.map(|(witness, at)| (Pair::one(witness), at));
        let entry = row.entry.or_else(|| witness(row).and_then(|(met, at)| Some((met.entry?, at))));
        if let Some((entry, at)) = entry {
            check(&mut self.counts.entries, entry.number(), at);
        }
        let confederate = row.confederate.or_else(|| witness(row).and_then(|(met, at)| Some((met.confederate?, at))));
        if let Some((confederate, at)) = confederate {
            check(&mut self.counts.confederates, confederate.number(), at);
        }
        for (told, at) in &row.told {
            if let AnswerCell::Vote(entry) = told {
                check(&mut self.counts.entries, entry.number(), *at);
            }
        }
        if let (Some((judge, _)), Some((confederate, at))) = (row.judge, confederate)
            && self.rulebook.roles.people == People::Both
            && judge.number() == confederate.number()
        {
            fits = false;
            report.add(at, format!("{judge} and {confederate} are the same person (check the ids)"));
        }
        if let Some((trial, at)) = row.trial
            && !self.counts.see_trial(trial)
        {
            fits = false;
            let most = self.counts.most_trials();
            let are = if most == 1 { "is only 1 trial".to_owned() } else { format!("are at most {most} trials") };
            report.add(at, format!("there {are} under `{}` (check the number)", self.rulebook.id));
        }
        row.spoiled |= !fits;
    }

    /// Adds a row with an entry and no judge.
    fn add_of_entry(&mut self, row: &mut BallotRow, report: &mut Report) {
        if row.entry.is_none() && row.confederate.is_none() && row.witness.is_none() && self.add_of_contest(row, report)
        {
            return;
        }
        let (Some((entry, _)), None, None) = (row.entry, row.confederate, row.witness) else {
            if !row.spoiled {
                report.add(row.at, "no judge stands in this row (name who gave the ballot)".to_owned());
            }
            return;
        };
        for (told, at) in row.told.drain(..) {
            let known = match told {
                AnswerCell::Selection(place) => self.selection.insert(entry, (place, at)).is_some(),
                AnswerCell::Disqualified(reason) => self.circumstances.disqualified.insert(entry, reason).is_some(),
                AnswerCell::OpenSource => {
                    self.circumstances.open_source.insert(entry);
                    false
                }
                AnswerCell::Baseline => {
                    self.circumstances.baselines.insert(entry);
                    false
                }
                _ => {
                    report.add(
                        at,
                        "this is a judge's answer, and no judge stands in this row (name the judge)".to_owned(),
                    );
                    continue;
                }
            };
            if known {
                report.add(at, format!("the same is said of {entry} already (keep one)"));
            }
        }
    }

    /// Adds a row about a coin or a purse; returns whether it is one.
    fn add_of_contest(&mut self, row: &mut BallotRow, report: &mut Report) -> bool {
        let Some((told, at)) =
            row.told.pop_if(|(told, _)| matches!(told, AnswerCell::Coin(_) | AnswerCell::Carried(_)))
        else {
            return false;
        };
        let known = match (told, row.between.take(), row.award.take()) {
            (AnswerCell::Coin(seed), Some(between), _) => self.circumstances.tossed.insert(between, seed).is_some(),
            (AnswerCell::Coin(seed), None, _) => self.circumstances.seed.replace(seed).is_some(),
            (AnswerCell::Carried(money), _, Some(award)) => self.circumstances.carried.insert(award, money).is_some(),
            _ => {
                report.add(at, "no award stands in this row (name the award whose purse this was added to)".to_owned());
                false
            }
        };
        if known {
            report.add(at, "the same is said in another row already (keep one)".to_owned());
        }
        row.told.is_empty()
    }

    fn add_of_interview(&mut self, trial: u16, judge: JudgeId, people: Pair, row: &mut BallotRow, report: &mut Report) {
        let witness = row.witness.map(|(witness, _)| witness);
        let named = witness.map_or(people, |witness| people.joined(Pair::one(witness)).unwrap_or(people));
        let layout = self.rulebook.interview.layout;
        if layout == Layout::One && named.both() {
            let id = &self.rulebook.id;
            let what = format!(
                "{named} sit before {judge} together, but under `{id}` a judge meets one witness at a time (give each a row)"
            );
            return report.add(row.at, what);
        }
        let alone = (!named.both()).then(|| named.witnesses().next()).flatten();
        let naming = Naming { witness: witness.or(alone), people: named };
        let book = self.books.place(trial, judge);
        let ranks = self.take_ranks(book, naming, row, report);
        // A row with an unreadable answer marks the ballot, so that no other answer is reported as missing.
        let says_nothing = row.told.is_empty() && !row.spoiled;
        if layout == Layout::Pair && !named.both() && row.round.is_none() {
            let (Some(witness), false) = (naming.witness, says_nothing) else { return };
            let told = std::mem::take(&mut row.told);
            return self.waiting.push(Waiting { trial, judge, witness, told, at: row.at, spoiled: row.spoiled });
        }
        if layout == Layout::Pair && !named.both() && says_nothing {
            return;
        }
        // Ranks alone are about the witnesses, not about one interview with them.
        if ranks && says_nothing && row.round.is_none() && (layout == Layout::One || self.observed) {
            if layout == Layout::Pair {
                self.books.list[book].ranked_pairs.entry(named).or_insert(row.at);
            }
            return;
        }
        let Some(index) = self.draft(book, row.round, named, row.at, report) else { return };
        let draft = &mut self.drafts.list[index];
        draft.spoiled |= row.spoiled;
        let naming = Naming { people: draft.people, ..naming };
        for (told, at) in row.told.drain(..) {
            answer(&mut self.drafts, index, naming, told, at, report);
        }
    }

    /// Takes the ranks of a row; returns whether it has any.
    fn take_ranks(&mut self, book: usize, naming: Naming, row: &mut BallotRow, report: &mut Report) -> bool {
        let book = &mut self.books.list[book];
        book.ranks_spoiled |= row.spoiled;
        let before = row.told.len();
        row.told.retain(|(told, at)| {
            let AnswerCell::Rank(whom, rank) = told else { return true };
            match naming.named(*whom) {
                Ok(witness) => book.ranks.push((witness, *at, *rank)),
                Err(what) => report.add(*at, what.to_owned()),
            }
            false
        });
        book.unranked.extend(row.unranked.iter().filter_map(|whom| naming.named(*whom).ok()));
        row.told.len() < before
    }

    /// The interview of a row, found or created. Without a round, each row of observed interviews is an interview of
    /// its own, because people may meet again; of planned ones, rows about the same people are one.
    fn draft(
        &mut self,
        place: usize,
        round: Option<RoundNumber>,
        people: Pair,
        at: At,
        report: &mut Report,
    ) -> Option<usize> {
        let pair = self.rulebook.interview.layout == Layout::Pair;
        let (book, index) = (&mut self.books.list[place], self.drafts.list.len());
        let known = match round {
            Some(round) => Some(*book.by_round.entry(round).or_insert(index)),
            None if self.observed => None,
            None => Some(*book.by_people.entry(people.key()).or_insert(index)),
        };
        let Some(known) = known.filter(|&known| known < index) else {
            self.drafts.list.push(Draft::new(place, round, people, at));
            return Some(index);
        };
        let draft = &mut self.drafts.list[known];
        let Some(joined) = draft.people.joined(people).filter(|joined| pair || *joined == draft.people) else {
            let (judge, sits, line) = (book.judge, draft.people, draft.at.line);
            let round = round.map_or(0, RoundNumber::number);
            let what =
                format!("{judge} sits with {sits} in round {round} already, see line {line} (check ids and round)");
            report.add(at, what);
            return None;
        };
        draft.people = joined;
        Some(known)
    }
}
