//! Ballots as a file that [`read`](super::read) can read: one table, as CSV or as JSON.
//!
//! Every interview has a row, even without a ballot, so that the file shows all planned meetings. The rankings follow,
//! a row for each rank, and then the circumstances. Empty columns are left out.

use std::collections::BTreeSet;

use rulebook::{
    EntryId, Rulebook, Seed, Witness,
    schema::{Layout, Question, RankFrom},
};
use serde_json::{Map, Value};

use crate::{Answers, Ballots, Circumstances, EndRanking, Outcome, Verdict, Vote};

/// The ballots and circumstances as CSV (RFC 4180) with a header.
///
/// Under the same rulebook, with its roles as the numbers of the contest, [`read`](super::read) gives the same result.
#[must_use]
pub fn to_csv(rulebook: &Rulebook, ballots: &Ballots, circumstances: &Circumstances) -> String {
    let WrittenTable { header, rows } = WrittenTable::of(rulebook, ballots, circumstances);
    let mut text = header.join(",") + "\n";
    for row in rows {
        let cells = header.iter().map(|column| row.iter().find(|(name, _)| name == column));
        let cells = cells.map(|cell| cell.map_or(String::new(), |(_, value)| quoted(&plain(value))));
        text += &cells.collect::<Vec<_>>().join(",");
        text.push('\n');
    }
    text
}

/// The same as a JSON list of objects, one in a line.
#[must_use]
pub fn to_json(rulebook: &Rulebook, ballots: &Ballots, circumstances: &Circumstances) -> String {
    let rows = WrittenTable::of(rulebook, ballots, circumstances).rows.into_iter();
    let objects = rows.map(|row| Value::Object(row.into_iter().collect::<Map<_, _>>()).to_string());
    format!("[\n{}\n]\n", objects.collect::<Vec<_>>().join(",\n"))
}

/// A row: its values, each with its column.
type Row = Vec<(String, Value)>;

struct WrittenTable {
    header: Vec<String>,
    rows: Vec<Row>,
}

impl WrittenTable {
    fn of(rulebook: &Rulebook, ballots: &Ballots, circumstances: &Circumstances) -> Self {
        let trials = rulebook.trial_count() > 1;
        let mut rows: Vec<Row> =
            ballots.interviews.iter().map(|outcome| interview(rulebook, &outcome, trials)).collect();
        let rules = rulebook.ballots.ranking;
        let rankings =
            ballots.rankings.iter().flat_map(|ranking| ranks(rules.map(|rules| rules.from), ranking, trials));
        rows.extend(rankings);
        rows.extend(besides(circumstances));
        let all = columns(rulebook);
        let met = |column: &String| rows.iter().flatten().any(|(name, _)| name == column);
        // The columns of the form stay, so that a contest without answers is still a file with the questions.
        let asked = |column: &String| {
            answers_of(rulebook).contains(column) || rulebook.ballots.ranking.is_some() && column == "rank"
        };
        let header: Vec<String> = all.into_iter().filter(|column| met(column) || asked(column)).collect();
        // In JSON, only this row shows that the question was asked.
        let blank: Row =
            header.iter().filter(|column| !met(column)).map(|column| (column.clone(), Value::Null)).collect();
        rows.first_mut().into_iter().for_each(|first| first.extend(blank.iter().cloned()));
        Self { header, rows }
    }
}

/// All columns in their order.
fn columns(rulebook: &Rulebook) -> Vec<String> {
    let who = ["trial", "round", "judge", "entry", "confederate", "witness"].map(str::to_owned);
    let besides =
        ["vote", "selection", "disqualified", "open_source", "baseline", "between", "coin", "award", "carried"];
    who.into_iter().chain(answers_of(rulebook)).chain(["rank".to_owned()]).chain(besides.map(str::to_owned)).collect()
}

/// The columns for the questions of the form.
fn answers_of(rulebook: &Rulebook) -> Vec<String> {
    let pair = rulebook.interview.layout == Layout::Pair;
    let about = |name: &str| match pair {
        true => vec![format!("entry_{name}"), format!("confederate_{name}")],
        false => vec![name.to_owned()],
    };
    let of = |question: &Question| match question {
        Question::Choice => vec!["choice".to_owned()],
        Question::Verdict { .. } => about("verdict"),
        Question::Rating { name, .. } => about(name),
        Question::Split { .. } => about("points"),
        Question::Confidence => vec!["confidence".to_owned()],
        Question::Reason { .. } => vec!["reason".to_owned()],
    };
    rulebook.ballots.interview.iter().flat_map(of).collect()
}

fn interview(rulebook: &Rulebook, outcome: &Outcome, trials: bool) -> Row {
    let Outcome { trial, interview, witnesses, answers } = outcome;
    let mut row = who(trials.then_some(*trial), interview.judge.to_string());
    row.push(("round".to_owned(), interview.round.number().into()));
    let pair = rulebook.interview.layout == Layout::Pair;
    for witness in witnesses {
        let column = match witness {
            _ if !pair => "witness",
            Witness::Entry(_) => "entry",
            Witness::Confederate(_) => "confederate",
        };
        row.push((column.to_owned(), witness.to_string().into()));
    }
    if let Some(answers) = answers {
        row.extend(told(answers, pair));
    }
    row
}

/// The cells of a ballot.
fn told(answers: &Answers<Witness>, pair: bool) -> Row {
    let Answers { choice, verdicts, ratings, split, confidence, reason } = answers;
    let mut row: Row = vec![];
    let about = |witness: &Witness, name: &str| match witness {
        _ if !pair => name.to_owned(),
        Witness::Entry(_) => format!("entry_{name}"),
        Witness::Confederate(_) => format!("confederate_{name}"),
    };
    row.extend(choice.map(|witness| ("choice".to_owned(), witness.to_string().into())));
    let word = |verdict: &Verdict| match verdict {
        Verdict::Human => "human",
        Verdict::Machine => "machine",
        Verdict::Unsure => "unsure",
    };
    row.extend(verdicts.iter().map(|(witness, verdict)| (about(witness, "verdict"), word(verdict).into())));
    for (name, numbers) in ratings {
        row.extend(numbers.iter().map(|(witness, number)| (about(witness, name), number.to_string().into())));
    }
    row.extend(split.iter().map(|(witness, points)| (about(witness, "points"), (*points).into())));
    row.extend(confidence.map(|confidence| ("confidence".to_owned(), confidence.into())));
    row.extend(reason.iter().map(|reason| ("reason".to_owned(), reason.clone().into())));
    row
}

/// A judge's ranks; level witnesses share a number. If the judge ranked a witness twice, the first mention counts, as
/// in the result.
fn ranks(from: Option<RankFrom>, ranking: &EndRanking, trials: bool) -> Vec<Row> {
    let mut ranked = BTreeSet::new();
    let mut first = |group: &Vec<Witness>| -> Vec<Witness> {
        group.iter().copied().filter(|&witness| ranked.insert(witness)).collect()
    };
    let groups: Vec<Vec<Witness>> = ranking.order.iter().map(&mut first).collect();
    let all = ranked.len();
    let mut above = 0;
    let mut rows = vec![];
    for group in groups {
        let rank = match from {
            Some(RankFrom::LeastHuman) => all - above,
            Some(RankFrom::MostHuman) | None => above + 1,
        };
        above += group.len();
        rows.extend(group.iter().map(|witness| {
            let mut row = who(trials.then_some(ranking.trial), ranking.judge.to_string());
            row.push(("witness".to_owned(), witness.to_string().into()));
            row.push(("rank".to_owned(), rank.into()));
            row
        }));
    }
    rows
}

fn who(trial: Option<u16>, judge: String) -> Row {
    let trial = trial.map(|trial| ("trial".to_owned(), trial.into()));
    trial.into_iter().chain([("judge".to_owned(), judge.into())]).collect()
}

/// The circumstances besides ballots.
fn besides(circumstances: &Circumstances) -> Vec<Row> {
    let Circumstances { tossed, seed, selection, votes, disqualified, open_source, baselines, carried } = circumstances;
    let row = |cells: [(&str, Value); 2]| cells.map(|(name, value)| (name.to_owned(), value)).into();
    let together = |entries: &BTreeSet<EntryId>| entries.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let votes = votes.iter().map(|Vote { judge, entry, between }| {
        let mut vote: Row = row([("judge", judge.to_string().into()), ("vote", entry.to_string().into())]);
        vote.extend(between.iter().map(|matter| ("between".to_owned(), together(matter).into())));
        vote
    });
    let mut rows: Vec<Row> = votes.collect();
    for (group, place) in selection.iter().zip(1_u64..) {
        rows.extend(group.iter().map(|entry| row([("entry", entry.to_string().into()), ("selection", place.into())])));
    }
    rows.extend(
        disqualified
            .iter()
            .map(|(entry, reason)| row([("entry", entry.to_string().into()), ("disqualified", reason.clone().into())])),
    );
    rows.extend(
        open_source.iter().map(|entry| row([("entry", entry.to_string().into()), ("open_source", "yes".into())])),
    );
    rows.extend(baselines.iter().map(|entry| row([("entry", entry.to_string().into()), ("baseline", "yes".into())])));
    let coin = |(between, seed): (&BTreeSet<EntryId>, &Seed)| {
        row([("between", together(between).into()), ("coin", seed.to_string().into())])
    };
    rows.extend(tossed.iter().map(coin));
    rows.extend(seed.map(|seed| vec![("coin".to_owned(), seed.to_string().into())]));
    rows.extend(
        carried
            .iter()
            .map(|(award, money)| row([("award", award.clone().into()), ("carried", money.to_string().into())])),
    );
    rows
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// A cell, in quotes if it would otherwise be misread.
fn quoted(cell: &str) -> String {
    let needs = |c: char| matches!(c, ',' | ';' | '"' | '\t' | '\r' | '\n');
    match cell.contains(needs) || cell.trim() != cell {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}
