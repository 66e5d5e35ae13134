//! Files with missing answers, and files with rows, columns and names in another order: the awards they allow.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{choices, medians, ratings, read_all, told, verdicts, wager};
use proptest::{prelude::*, sample::Index};
use rulebook::{
    EntryId, Rulebook, Witness,
    schema::{Design, Layout, Measure, People, Question, TieBreak},
    shipped,
};
use tally::{
    Ballots, Circumstances,
    derive::derive,
    file::{BallotFile, BallotFiles, Conventions, Numbers, read},
    tally, undecided_by_missing,
};

/// A file in cells, with the possible values of each column.
#[derive(Debug, Clone)]
struct Sheet {
    rulebook: Rulebook,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The kind of a column of answers.
#[derive(Debug, Clone, PartialEq)]
enum Kind {
    Choice,
    Verdict { unsure: bool },
    Points { total: u16 },
    Rating { from: u16, to: u16 },
    Confidence,
    Rank,
}

impl Sheet {
    fn text(&self) -> String {
        let rows = std::iter::once(&self.header).chain(&self.rows).map(|row| row.join(",") + "\n");
        rows.collect()
    }

    fn kind(&self, column: usize) -> Option<Kind> {
        let name = &*self.header[column];
        let name = name.strip_prefix("entry_").or_else(|| name.strip_prefix("confederate_")).unwrap_or(name);
        let kind = |question: &Question| match question {
            Question::Choice if name == "choice" => Some(Kind::Choice),
            Question::Verdict { unsure } if name == "verdict" => Some(Kind::Verdict { unsure: *unsure }),
            Question::Split { total, .. } if name == "points" => Some(Kind::Points { total: *total }),
            Question::Rating { name: rated, from, to, .. } if name == rated => {
                Some(Kind::Rating { from: *from, to: *to })
            }
            Question::Confidence if name == "confidence" => Some(Kind::Confidence),
            _ => None,
        };
        let of_form = self.rulebook.ballots.interview.iter().find_map(kind);
        of_form.or((name == "rank").then_some(Kind::Rank))
    }

    /// The columns with answers that may be blank.
    fn answers(&self) -> Vec<usize> {
        (0..self.header.len()).filter(|&column| self.kind(column).is_some()).collect()
    }

    /// The cells that form one answer with this one.
    fn together(&self, column: usize) -> Vec<usize> {
        match self.kind(column) {
            Some(Kind::Points { .. }) => {
                self.answers().into_iter().filter(|&other| self.kind(other) == self.kind(column)).collect()
            }
            _ => vec![column],
        }
    }

    fn blank(&self, row: usize, column: usize) -> Self {
        let mut blank = self.clone();
        self.together(column).into_iter().for_each(|cell| blank.rows[row][cell].clear());
        blank
    }

    /// Every way to fill in a blank answer, sensible or not; for ratings, a few of them.
    fn filled(&self, row: usize, column: usize) -> Vec<Self> {
        let many = self.rulebook.roles.entries + self.rulebook.roles.confederates;
        let values: Vec<Vec<String>> = match self.kind(column).unwrap() {
            Kind::Choice => ["entry", "confederate"].map(|name| vec![name.to_owned()]).into(),
            Kind::Verdict { unsure } => {
                let words = ["human", "machine", "unsure"];
                words.iter().take(2 + usize::from(unsure)).map(|&word| vec![word.to_owned()]).collect()
            }
            Kind::Points { total } => {
                (0..=total).map(|part| vec![part.to_string(), (total - part).to_string()]).collect()
            }
            Kind::Rating { from, to } => (from..=to).map(|number| vec![number.to_string()]).collect(),
            Kind::Confidence => vec![vec!["50".to_owned()]],
            Kind::Rank => (1..=many).map(|rank| vec![rank.to_string()]).collect(),
        };
        let fill = |cells: Vec<String>| {
            let mut filled = self.clone();
            for (cell, value) in self.together(column).into_iter().zip(cells) {
                filled.rows[row][cell] = value;
            }
            filled
        };
        values.into_iter().map(fill).collect()
    }

    fn read(&self) -> Result<BallotFiles, String> {
        read_all(&self.rulebook, &[("a", &self.text())])
    }
}

/// A whole file under a rulebook, with answers from these numbers.
fn sheet(rulebook: &Rulebook, numbers: &[u16]) -> Sheet {
    let mut rulebook = rulebook.clone();
    let roles = &mut rulebook.roles;
    if !matches!(rulebook.schedule.design, Design::Matrix(_)) {
        roles.judges = roles.judges.min(3);
        roles.entries = roles.entries.min(3);
        roles.confederates = if roles.people == People::Both { roles.judges } else { roles.confederates.min(3) };
    }
    roles.limits = Default::default();
    let (roles, pair) = (*roles, rulebook.interview.layout == Layout::Pair);
    let who = if pair { vec!["trial", "judge", "entry", "confederate"] } else { vec!["trial", "judge", "witness"] };
    let mut header: Vec<String> = who.into_iter().map(str::to_owned).collect();
    let about = |name: &str| match pair {
        true => vec![format!("entry_{name}"), format!("confederate_{name}")],
        false => vec![name.to_owned()],
    };
    for question in &rulebook.ballots.interview {
        header.extend(match question {
            Question::Choice => vec!["choice".to_owned()],
            Question::Verdict { .. } => about("verdict"),
            Question::Rating { name, .. } => about(name),
            Question::Split { .. } => about("points"),
            Question::Confidence => vec!["confidence".to_owned()],
            Question::Reason { .. } => vec![],
        });
    }
    if rulebook.ballots.ranking.is_some() {
        header.extend(about("rank"));
    }
    let mut sheet = Sheet { rulebook, header, rows: vec![] };
    let mut numbers = numbers.iter().copied().cycle();
    for trial in 1..=sheet.rulebook.trial_count() {
        for judge in 1..=roles.judges {
            let beside = |entry: u16| match pair {
                // By the matrix of 2006, and a Latin square elsewhere.
                true if roles.judges == 4 => (entry + 4 - judge) % 4 + 1,
                true => (entry + judge) % roles.confederates + 1,
                false => 0,
            };
            let both = |number: u16| sheet.rulebook.roles.people == People::Both && number == judge;
            let meetings: Vec<Vec<String>> = match pair {
                true => (1..=roles.entries)
                    .filter(|&entry| !both(beside(entry)))
                    .map(|entry| vec![format!("E{entry}"), format!("C{}", beside(entry))])
                    .collect(),
                false => {
                    let people = (1..=roles.confederates).filter(|&number| !both(number));
                    let people = people.map(|number| vec![format!("C{number}")]);
                    (1..=roles.entries).map(|number| vec![format!("E{number}")]).chain(people).collect()
                }
            };
            let per_row = if pair { 2 } else { 1 };
            let mut ranks: Vec<usize> = (1..=meetings.len() * per_row).collect();
            for at in (1..ranks.len()).rev() {
                ranks.swap(at, usize::from(numbers.next().unwrap()) % (at + 1));
            }
            let (mut ranks, mut used) = (ranks.into_iter(), BTreeSet::new());
            for meeting in meetings {
                let mut row = vec![trial.to_string(), format!("J{judge}")];
                row.extend(meeting);
                let mut split = None;
                for column in row.len()..sheet.header.len() {
                    let number = numbers.next().unwrap();
                    row.push(match sheet.kind(column).unwrap() {
                        Kind::Choice => ["entry", "confederate"][usize::from(number) % 2].to_owned(),
                        Kind::Verdict { unsure } => {
                            ["human", "machine", "unsure"][usize::from(number) % (2 + usize::from(unsure))].to_owned()
                        }
                        Kind::Points { total } => {
                            let half = total / 2;
                            let part = split.take().unwrap_or_else(|| {
                                let mut free = (0..=half).map(|step| (number + step) % half);
                                let least = free.find(|least| used.insert(*least)).unwrap();
                                let part = if number % 2 == 0 { least } else { total - least };
                                split = Some(total - part);
                                part
                            });
                            part.to_string()
                        }
                        Kind::Rating { from, to } => (from + number % (to - from + 1)).to_string(),
                        Kind::Confidence => (number % 101).to_string(),
                        Kind::Rank => ranks.next().unwrap().to_string(),
                    });
                }
                sheet.rows.push(row);
            }
        }
    }
    sheet
}

/// These circumstances with the last entries as the baselines, if the rulebook has any.
fn baselines(rulebook: &Rulebook, circumstances: Circumstances) -> Circumstances {
    let roles = rulebook.roles;
    let last = EntryId::first(roles.entries.into()).skip((roles.entries - roles.baselines).into()).collect();
    Circumstances { baselines: last, ..circumstances }
}

/// The receivers of each award that is given, under the rulebook itself or another.
fn given(reading: &BallotFiles, under: Option<&Rulebook>) -> BTreeMap<String, Vec<Witness>> {
    let held = &reading.rulebook;
    let circumstances = baselines(held, reading.circumstances.clone());
    let count = |ballots: &Ballots| match under {
        None => Some((held.clone(), tally(held, ballots, &circumstances))),
        Some(under) => {
            let derived = derive(held, under, ballots).ok()?;
            let found = tally(&derived.rulebook, &derived.ballots, &circumstances);
            Some((derived.rulebook, found))
        }
    };
    let Some((scored, found)) = count(&reading.ballots) else { return BTreeMap::new() };
    let again = |ballots: &Ballots| Some(count(ballots)?.1);
    let found = undecided_by_missing(found, [held, &scored], &reading.ballots, &reading.missing, again);
    found.awards.into_iter().map(|award| (award.award, award.to)).collect()
}

/// Every shipped rulebook that gives awards.
fn rulebooks() -> Vec<Rulebook> {
    let mut all: Vec<Rulebook> = shipped::ids().map(|id| shipped::rulebook(id).unwrap()).collect();
    all.retain(|rulebook| !rulebook.awards.is_empty());
    all
}

/// Checks that an award given with these answers blank has the same receivers in every way of filling them in.
fn check_every_way(sheet: &Sheet, blanks: &[(usize, usize)], under: Option<&Rulebook>) -> Result<usize, TestCaseError> {
    let blank = blanks.iter().fold(sheet.clone(), |sheet, &(row, column)| sheet.blank(row, column));
    let reading = blank.read();
    prop_assert!(reading.is_ok(), "{}\n{}", reading.unwrap_err(), blank.text());
    let decided = given(&reading.unwrap(), under);
    let mut ways = vec![blank.clone()];
    for &(row, column) in blanks {
        ways = ways.iter().flat_map(|sheet| sheet.filled(row, column)).collect();
    }
    let mut possible = 0;
    for way in ways {
        // A value that the rulebook does not allow is not a way to fill it in.
        let Ok(reading) = way.read() else { continue };
        possible += 1;
        let whole = given(&reading, under);
        for (award, to) in &decided {
            prop_assert_eq!(
                whole.get(award),
                Some(to),
                "{} of {}\n{}\nfilled in:\n{}",
                award,
                sheet.rulebook.id,
                blank.text(),
                way.text()
            );
        }
    }
    prop_assert!(possible > 0);
    Ok(decided.len())
}

fn numbers() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(0_u16..600, 97)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn an_award_given_with_an_answer_missing_is_given_whichever_way_it_is_filled_in(
        of in any::<Index>(), numbers in numbers(), row in any::<Index>(), column in any::<Index>(),
    ) {
        let all = rulebooks();
        let sheet = sheet(of.get(&all), &numbers);
        let blank = (row.index(sheet.rows.len()), *column.get(&sheet.answers()));
        check_every_way(&sheet, &[blank], None)?;
    }

    #[test]
    fn so_it_is_with_two_answers_of_one_row_or_of_two(
        of in any::<Index>(), numbers in numbers(), rows in any::<[Index; 2]>(), columns in any::<[Index; 2]>(), apart in any::<bool>(),
    ) {
        let few = |rulebook: &&Rulebook| !rulebook.ballots.interview.iter().any(|question| matches!(question, Question::Split { .. }));
        let mut all = rulebooks();
        all.retain(|rulebook| few(&rulebook));
        let sheet = sheet(of.get(&all), &numbers);
        let first = rows[0].index(sheet.rows.len());
        let second = if apart { rows[1].index(sheet.rows.len()) } else { first };
        let blank = |row: usize, column: Index| (row, *column.get(&sheet.answers()));
        check_every_way(&sheet, &[blank(first, columns[0]), blank(second, columns[1])], None)?;
    }

    #[test]
    fn so_it_is_under_another_rulebook(
        of in any::<Index>(), under in any::<Index>(), numbers in numbers(), row in any::<Index>(), column in any::<Index>(),
    ) {
        let all = rulebooks();
        let sheet = sheet(of.get(&all), &numbers);
        let blank = (row.index(sheet.rows.len()), *column.get(&sheet.answers()));
        check_every_way(&sheet, &[blank], Some(under.get(&all)))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// More blanks than can be filled in every way: some ways are tried, and the two at the ends.
    #[test]
    fn so_it_is_with_more_answers_missing_than_can_be_counted(
        of in any::<Index>(), numbers in numbers(), blanks in prop::collection::vec(any::<Index>(), 20), ways in prop::collection::vec(any::<u32>(), 12),
    ) {
        let rises = |rulebook: &Rulebook| rulebook.ballots.ranking.is_none() && matches!(rulebook.ballots.interview[0], Question::Choice | Question::Verdict { .. });
        let mut all = rulebooks();
        all.retain(rises);
        let mut rulebook = of.get(&all).clone();
        rulebook.study = true;
        let mut whole = sheet(&rulebook, &numbers);
        // So many interviews that the blanks are not all of them.
        let rows = whole.rows.clone();
        (0..3).for_each(|_| whole.rows.extend(rows.clone()));
        let blanks: BTreeSet<usize> = blanks.into_iter().map(|row| row.index(whole.rows.len())).collect();
        let column = whole.answers()[0];
        let blank = blanks.iter().fold(whole.clone(), |sheet, &row| sheet.blank(row, column));
        let decided = given(&blank.read().unwrap(), None);
        for bits in ways.into_iter().chain([0, u32::MAX]) {
            let mut way = blank.clone();
            for (at, &row) in blanks.iter().enumerate() {
                let words = if way.kind(column) == Some(Kind::Choice) { ["entry", "confederate"] } else { ["human", "machine"] };
                words[(bits >> at & 1) as usize].clone_into(&mut way.rows[row][column]);
            }
            let whole = given(&way.read().unwrap(), None);
            for (award, to) in &decided {
                prop_assert_eq!(whole.get(award), Some(to), "{} of {}\n{}", award, rulebook.id, way.text());
            }
        }
    }
}

#[test]
fn a_share_that_no_number_of_blanks_can_change_is_awarded() {
    let study = shipped::rulebook("second-sight").unwrap();
    let rows = |human: usize, blank: usize| {
        let row = |at: usize| format!("J{},E1,{},50\n", at % 4 + 1, if at < human { "human" } else { "" });
        let machine = |at: usize| format!("J{},E2,machine,50\n", at % 4 + 1);
        (0..human + blank).map(row).chain((0..9).map(machine)).collect::<String>()
    };
    let of = |human, blank| {
        let reading =
            read_all(&study, &[("a", &format!("judge,witness,verdict,confidence\n{}", rows(human, blank)))]).unwrap();
        given(&reading, None).len()
    };
    assert_eq!((of(40, 40), of(40, 41)), (1, 0));
}

/// Checks that one blank does not make every award undecided.
#[test]
fn what_does_not_rest_on_a_blank_is_given() {
    for rulebook in [choices(), shipped::rulebook("surrey-2003").unwrap()] {
        let numbers: Vec<u16> = (0..97).map(|number| number * 37 % 600).collect();
        let sheet = sheet(&rulebook, &numbers);
        let of_one = |row: usize| check_every_way(&sheet, &[(row, sheet.answers()[0])], None).unwrap();
        let decided: usize = (0..sheet.rows.len()).map(of_one).sum();
        assert!(decided > sheet.rows.len(), "{}: {decided} of {} files", rulebook.id, sheet.rows.len());
    }
}

/// The rows, cut into files, in another order, with their columns in another order.
fn another_order(sheet: &Sheet, at: usize, draws: &mut impl FnMut(usize) -> usize) -> Vec<String> {
    let mut shuffled = |mut items: Vec<usize>| {
        for place in (1..items.len()).rev() {
            items.swap(place, draws(place + 1));
        }
        items
    };
    let rows = shuffled((0..sheet.rows.len()).collect());
    let parts = [&rows[..at], &rows[at..]];
    let mut texts = vec![];
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        let columns = shuffled((0..sheet.header.len()).collect());
        let line = |row: &[String]| columns.iter().map(|&at| row[at].as_str()).collect::<Vec<_>>().join(",") + "\n";
        texts.push(line(&sheet.header) + &part.iter().map(|&row| line(&sheet.rows[row])).collect::<String>());
    }
    let order = shuffled((0..texts.len()).collect());
    order.into_iter().map(|place| texts[place].clone()).collect()
}

fn reading_of(sheet: &Sheet, texts: &[String], observed: bool) -> Option<BallotFiles> {
    let sources: Vec<BallotFile<'_>> =
        texts.iter().map(|text| BallotFile { name: "a", bytes: text.as_bytes() }).collect();
    let (judges, entries, confederates) =
        (sheet.rulebook.roles.judges, sheet.rulebook.roles.entries, sheet.rulebook.roles.confederates);
    let numbers = Numbers { judges: Some(judges), entries: Some(entries), confederates: Some(confederates) };
    read(&sheet.rulebook, Conventions { numbers, observed, ..Conventions::default() }, &sources).ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn no_order_of_rows_columns_or_files_changes_anything(
        of in any::<Index>(),
        numbers in numbers(),
        blanks in prop::collection::vec((any::<Index>(), any::<Index>()), 0..4),
        again in prop::collection::vec((any::<Index>(), any::<bool>()), 0..3),
        rounds in prop::collection::vec((any::<Index>(), 1_u16..9), 0..6),
        cut in any::<Index>(),
        draws in prop::collection::vec(any::<Index>(), 7),
        (named, observed) in any::<(bool, bool)>(),
    ) {
        let all = rulebooks();
        let mut sheet = sheet(of.get(&all), &numbers);
        for (row, column) in blanks {
            sheet = sheet.blank(row.index(sheet.rows.len()), *column.get(&sheet.answers()));
        }
        // The same people again, with or without an answer, and some of the rounds.
        for (row, blank) in again {
            let mut row = row.get(&sheet.rows).clone();
            if blank {
                sheet.answers().into_iter().for_each(|column| row[column].clear());
            }
            sheet.rows.push(row);
        }
        sheet.header.push("round".to_owned());
        sheet.rows.iter_mut().for_each(|row| row.push(String::new()));
        for (row, round) in rounds {
            let (row, at) = (row.index(sheet.rows.len()), sheet.header.len() - 1);
            sheet.rows[row][at] = round.to_string();
        }
        if named {
            let who: Vec<usize> = (0..sheet.header.len()).filter(|&at| ["judge", "entry", "confederate", "witness"].contains(&&*sheet.header[at])).collect();
            sheet.header.push("kind".to_owned());
            // For each witness, one row has its kind.
            let mut said = BTreeSet::new();
            for row in &mut sheet.rows {
                let witness = row[*who.last().unwrap()].clone();
                let kind = if witness.starts_with('E') { "machine" } else { "human" };
                row.push(if said.insert(witness) { kind.to_owned() } else { String::new() });
                who.iter().for_each(|&at| row[at] = format!("{} Name", row[at].replace(['1', '3'], "x y").replace('2', "Z")));
            }
        }
        let mut at = 0;
        let mut draw = |below: usize| {
            at += 1;
            (draws[at % draws.len()].index(10_007) + 31 * at) % below
        };
        let first = reading_of(&sheet, &[sheet.text()], observed);
        for _ in 0..3 {
            let texts = another_order(&sheet, cut.index(sheet.rows.len()), &mut draw);
            let other = reading_of(&sheet, &texts, observed);
            prop_assert_eq!(&other, &first, "{}\n{}", texts.join("\n--\n"), sheet.text());
        }
    }
}

const HEADER: &str = "judge,entry,confederate,choice,entry_rank,confederate_rank\n";

#[test]
fn a_blank_choice_beside_ranks_is_no_answer() {
    let mut rulebook = choices();
    (rulebook.roles.judges, rulebook.roles.entries, rulebook.roles.confederates) = (2, 2, 2);
    let rows = "J1,E1,C1,E1,1,2\nJ1,E2,C2,,3,4\nJ2,E1,C2,E1,1,3\nJ2,E2,C1,C1,2,4\n";
    let reading = read_all(&rulebook, &[("a", &format!("{HEADER}{rows}"))]).unwrap();
    assert_eq!(reading.notes, ["no ballot was given by J1 about E2 with C2"]);
    assert_eq!(reading.missing.len(), 1);
    assert_eq!(
        told(&reading.ballots),
        "R1-J1 C1+E1: took E1\nR1-J2 C2+E1: took E1\nR2-J1 C2+E2: none\nR2-J2 C1+E2: took C1\nJ1 ranks E1 C1 E2 C2\nJ2 ranks E1 E2 C2 C1"
    );
    let given = given(&reading, None);
    assert!(!given.contains_key("silver") || given["silver"].len() == 1, "{given:?}");
    // The files in the other order, with ranks in a separate file.
    let choices = "judge,entry,confederate,choice\nJ1,E1,C1,E1\nJ1,E2,C2,\nJ2,E1,C2,E1\nJ2,E2,C1,C1\n";
    let ranks = "judge,witness,rank\nJ1,E1,1\nJ1,C1,2\nJ1,E2,3\nJ1,C2,4\nJ2,E1,1\nJ2,C2,3\nJ2,E2,2\nJ2,C1,4\n";
    for files in [[("a", choices), ("b", ranks)], [("b", ranks), ("a", choices)]] {
        let other = read_all(&rulebook, &files).unwrap();
        assert_eq!((other.ballots, other.missing), (reading.ballots.clone(), reading.missing.clone()));
    }
}

#[test]
fn a_blank_verdict_beside_a_rank_is_not_machine() {
    let mut rulebook = wager();
    rulebook.trials = None;
    let row = |judge: u16, witness: &str, verdict: &str, rank: u16| format!("J{judge},{witness},{verdict},{rank}\n");
    let rows = |blank: &str| -> String {
        let of = |judge: u16| {
            let verdict = if judge == 2 { blank } else { "human" };
            [
                row(judge, "E1", verdict, 4),
                row(judge, "C1", "human", 3),
                row(judge, "C2", "human", 2),
                row(judge, "C3", "human", 1),
            ]
        };
        let all = [of(1), of(2), of(3)].concat().concat();
        all.replace("J3,E1,human", "J3,E1,machine")
    };
    let header = "judge,witness,verdict,rank\n";
    let of = |blank: &str| read_all(&rulebook, &[("a", &format!("{header}{}", rows(blank)))]).unwrap();
    assert_eq!(given(&of("human"), None).len(), 1);
    assert_eq!(given(&of("machine"), None).len(), 0);
    let reading = of("");
    assert_eq!(given(&reading, None).len(), 0);
    assert_eq!(reading.notes, ["no ballot was given by J2 about E1"]);
    assert_eq!(reading.missing.len(), 1, "{:?}", reading.missing);
}

#[test]
fn a_blank_row_after_two_with_rounds_says_no_more_than_one_before_them() {
    let mut rulebook = choices();
    rulebook.ballots.ranking = None;
    let header = "round,judge,entry,confederate,choice\n";
    let rows = ["1,J1,E1,C1,E1\n", "2,J1,E1,C1,C1\n", ",J1,E1,C1,\n"];
    let of = |order: [usize; 3]| {
        let text: String = order.map(|row| rows[row]).concat();
        read_all(&rulebook, &[("a", &format!("{header}{text}"))]).map(|reading| (told(&reading.ballots), reading.notes))
    };
    assert!(of([0, 1, 2]).is_ok());
    assert_eq!(of([2, 0, 1]), of([0, 1, 2]));
    assert_eq!(of([0, 2, 1]), of([0, 1, 2]));
    // In a study it is an interview of its own, in any place.
    let study = shipped::rulebook("two-party-2024").unwrap();
    let rows = ["J1,E1,human,50\n", "J1,E1,machine,60\n", "J1,E1,,\n"];
    let of = |order: [usize; 3]| {
        let text = format!("judge,witness,verdict,confidence\n{}", order.map(|row| rows[row]).concat());
        let reading = read_all(&study, &[("a", &text)]).unwrap();
        (told(&reading.ballots), reading.missing.len())
    };
    assert_eq!(of([0, 1, 2]).1, 1);
    assert_eq!(of([2, 0, 1]), of([0, 1, 2]));
}

#[test]
fn a_blank_rank_among_others_leaves_the_ranking_out_and_open() {
    let header = "judge,witness,rank,appropriateness,responsiveness\n";
    let rows =
        "J1,E1,1,1,1\nJ1,E2,2,1,1\nJ1,C1,,1,1\nJ1,C2,4,1,1\nJ2,E1,1,1,1\nJ2,E2,2,1,1\nJ2,C1,3,1,1\nJ2,C2,4,1,1\n";
    let reading = read_all(&medians(), &[("a", &format!("{header}{rows}"))]).unwrap();
    assert_eq!(reading.notes, ["the ranking of J1 has no rank for C1, and does not count"]);
    assert_eq!(
        serde_json::to_value(&reading.missing).unwrap(),
        serde_json::json!([{ "kind": "ranking", "trial": 1, "judge": "J1" }])
    );
    assert_eq!(reading.ballots.rankings.len(), 1);
    // A witness without any row is still a fault.
    let lacks = "judge,witness,rank\nJ1,E1,1\nJ1,E2,2\nJ1,C2,4\n";
    assert!(read_all(&medians(), &[("a", lacks)]).unwrap_err().contains("C1 is missing from"));
}

#[test]
fn a_question_that_a_ballot_leaves_open_is_missing_and_the_rest_counts() {
    let mut two = medians();
    (two.roles.judges, two.roles.entries, two.roles.confederates) = (1, 2, 2);
    two.ballots.ranking = None;
    two.score.by = Measure::MeanRating("responsiveness".to_owned());
    two.score.tie_breaks = vec![TieBreak::By(Measure::MeanRating("appropriateness".to_owned()))];
    two.awards = vec![choices().awards[1].clone(), choices().awards[2].clone()];
    let rows = "judge,witness,appropriateness,responsiveness\nJ1,E1,,3\nJ1,E2,4,3\nJ1,C1,2,2\nJ1,C2,1,1\n";
    let reading = read_all(&two, &[("a", rows)]).unwrap();
    assert_eq!(reading.notes, ["`appropriateness` is not answered by J1 about E1"]);
    assert_eq!(given(&reading, None), BTreeMap::new(), "it decides who of the two is first");
    let clear = read_all(&two, &[("a", &rows.replace("J1,E1,,3", "J1,E1,,5"))]).unwrap();
    assert_eq!(given(&clear, None).len(), 2);
    let faulty = "judge,witness,appropriateness,responsiveness\nJ1,E1,,9\n";
    assert!(
        read_all(&two, &[("a", faulty)]).unwrap_err().contains("9 for the responsiveness of E1 is not on the scale")
    );
    // Without a column, no judge answered the question.
    let none = read_all(&two, &[("a", "judge,witness,responsiveness\nJ1,E1,3\nJ1,E2,3\nJ1,C1,2\nJ1,C2,1\n")]).unwrap();
    assert_eq!(given(&none, None), BTreeMap::new());
}

#[test]
fn what_a_deadline_has_closed_is_not_waited_for() {
    let text = format!("{HEADER}J1,E1,C1,,1,2\n");
    let source = [BallotFile { name: "a", bytes: text.as_bytes() }];
    let closed = Conventions { observed: true, closed: true, ..Conventions::default() };
    assert_eq!(read(&choices(), closed, &source).unwrap().missing, []);
    let open = Conventions { observed: true, ..Conventions::default() };
    assert_eq!(read(&choices(), open, &source).unwrap().missing.len(), 1);
}

/// One name in several spellings, in each column: a fault that names both places.
#[test]
fn one_name_in_two_spellings_is_a_fault_with_both_places() {
    let spellings = [
        ("Jose\u{301}", "character 4 is U+0065 here, and U+00E9 there"),
        ("José\u{200b}", "character 5 is U+200B here, and the end there"),
        ("JOSÉ", "character 2 is U+004F here, and U+006F there"),
        ("ＪＯＳÉ", "character 1 is U+FF2A here, and U+004A there"),
        ("Jos\u{ad}é", "character 4 is U+00AD here, and U+00E9 there"),
    ];
    let mut pairs = choices();
    pairs.ballots.ranking = None;
    for (other, differ) in spellings {
        let fault = |line: usize, column: usize, first: &str| {
            format!(
                "a, line {line}, column {column}: `{other}` is the same name as `José`: {differ} (write it alike); see {first}"
            )
        };
        let of = |rulebook: &Rulebook, text: String| read_all(rulebook, &[("a", &text)]).unwrap_err();
        let header = "judge,entry,confederate,choice\n";
        let judges = format!("{header}José,E1,C1,E1\n{other},E2,C2,E2\n");
        assert_eq!(of(&pairs, judges), fault(3, 1, "line 2"));
        let entries = format!("{header}J1,José,Ben,José\nJ2,{other},Ben,Ben\n");
        assert_eq!(of(&pairs, entries), fault(3, 2, "line 2"));
        let people = format!("{header}J1,GPT,José,GPT\nJ2,GPT,{other},GPT\n");
        assert_eq!(of(&pairs, people), fault(3, 3, "line 2"));
        let chosen = format!("{header}J1,GPT,José,{other}\n");
        assert_eq!(of(&pairs, chosen), fault(2, 4, "line 2"));
        let witness = format!("judge,witness,kind,humanness\nJ1,José,human,3\nJ2,{other},,3\n");
        assert_eq!(of(&ratings(), witness), fault(3, 2, "line 2"));
        let files = [("b", format!("{header}J1,José,Ben,Ben\n")), ("a", format!("{header}J2,{other},Ben,Ben\n"))];
        let files = [("b", &*files[0].1), ("a", &*files[1].1)];
        assert_eq!(read_all(&pairs, &files).unwrap_err(), fault(2, 2, "b, line 2"));
    }
    let both = "judge,entry,confederate,choice\nJ1,Ben,Ann,Ann\nJ2,Eve,BEN,Eve\n";
    assert_eq!(
        read_all(&pairs, &[("a", both)]).unwrap_err(),
        "a, line 3, column 3: `Ben` is the name of a program and of a person (give one of them another); see line 2"
    );
}

#[test]
fn what_is_unseen_in_a_cell_is_not_there() {
    let pairs = choices();
    let read = |text: &str| read_all(&pairs, &[("a", text)]).map(|reading| told(&reading.ballots)).unwrap();
    let plain = read("judge,entry,confederate,choice\nJ1,E1,C1,E1\n");
    assert_eq!(read("judge,entry,confederate,choice\nJ1\u{200b},Ｅ１,C1,E1\n"), plain);
    assert_eq!(read("judge,entry,confederate,choice\nJ1,E1,C1,\u{200b}\n"), "R1-J1 C1+E1: none");
    // A word for a value is compared as names are.
    let study = verdicts(true);
    let text =
        "judge,entry,confederate,entry_verdict,confederate_verdict,confidence\nJ1,E1,C1,ＢＯＴ,person\u{200b},80\n";
    assert_eq!(told(&read_all(&study, &[("a", text)]).unwrap().ballots), "R1-J1 C1+E1: C1=Human E1=Machine 80%");
}

#[test]
fn two_votes_of_a_judge_in_one_matter_are_a_fault_and_not_the_first_of_them() {
    let votes = |second: &str| {
        let text =
            format!("judge,entry,confederate,choice,vote,between\nJ1,E1,C1,E1,,\nJ1,,,,E2,\nJ1,,,,E1,{second}\n");
        read_all(&choices(), &[("a", &text)]).map(|reading| reading.circumstances.votes)
    };
    assert!(votes("").unwrap_err().contains("J1 votes in this matter already"));
    assert_eq!(votes("E1 E2").unwrap().len(), 2);
}

#[test]
fn a_column_says_which_entry_is_the_baseline() {
    let study = shipped::rulebook("two-party-2024").unwrap();
    let row = |entry: &str, judge: u16| format!("J{judge},{entry},human,50,machine\n");
    let rows = [row("ELIZA", 1), row("ELIZA", 2), row("GPT-4", 1), row("GPT-4", 2)];
    let text = |order: [usize; 4], last: &str| {
        let rows: String = order.map(|at| rows[at].replace(",50,machine", ",50,machine,,")).concat();
        format!("judge,witness,verdict,confidence,kind,entry,baseline\n{rows}{last}")
    };
    let awards = |text: &str| {
        let reading = read_all(&study, &[("a", text)]).unwrap();
        let found = tally(&reading.rulebook, &reading.ballots, &reading.circumstances);
        let to = found.awards.iter().flat_map(|award| &award.to).map(|to| match to {
            Witness::Entry(id) => reading.names.entries[id.index()].clone(),
            Witness::Confederate(_) => unreachable!("only entries receive it"),
        });
        (to.collect::<Vec<_>>(), found.withheld.len())
    };
    for order in [[0, 1, 2, 3], [2, 3, 0, 1], [0, 2, 1, 3]] {
        assert_eq!(awards(&text(order, ",,,,,eliza,yes\n").replace("eliza", "ELIZA")), (vec!["GPT-4".to_owned()], 0));
        assert_eq!(awards(&text(order, ",,,,,GPT-4,yes\n")), (vec!["ELIZA".to_owned()], 0));
        assert_eq!(awards(&text(order, "")), (vec![], 1));
    }
}
