//! One row of a file as values.

use std::{collections::BTreeSet, str::FromStr};

use rulebook::{ConfederateId, Decimal, EntryId, JudgeId, RoundNumber, Seed, Witness, schema::Money};

use super::{
    columns::{Answer, Column, Whom},
    fault::{At, Report, shown},
    names::Names,
    values::ValueWords,
};
use crate::Verdict;

/// The names, words and points needed to read cells.
#[derive(Debug)]
pub(super) struct Cells {
    pub(super) names: Names,
    pub(super) words: ValueWords,
    /// The points to share out between two, if the rules ask for that.
    pub(super) points: Option<u16>,
}

/// The values of a row. One value is used for all rows of a file, one after the other.
#[derive(Debug)]
pub(super) struct BallotRow {
    pub(super) at: At,
    pub(super) trial: Option<(u16, At)>,
    pub(super) round: Option<RoundNumber>,
    pub(super) judge: Option<(JudgeId, At)>,
    pub(super) entry: Option<(EntryId, At)>,
    pub(super) confederate: Option<(ConfederateId, At)>,
    pub(super) witness: Option<(Witness, At)>,
    /// A witness by name, with its kind if the row has it.
    named: Option<(String, At)>,
    kind: Option<Verdict>,
    /// A choice by name.
    chosen: Option<(String, At)>,
    /// The entries that a coin decides between.
    pub(super) between: Option<BTreeSet<EntryId>>,
    /// The award whose purse was increased.
    pub(super) award: Option<String>,
    pub(super) told: Vec<(AnswerCell, At)>,
    /// Witnesses whose rank is blank.
    pub(super) unranked: Vec<Whom>,
    /// Whether a cell could not be read, so that an incomplete row is not a second fault.
    pub(super) spoiled: bool,
}

/// The value of an answer cell.
#[derive(Debug)]
pub(super) enum AnswerCell {
    Choice(Chosen),
    Verdict(Whom, Verdict),
    Points(Whom, u16),
    Rank(Whom, Decimal),
    Rating(Whom, u32, Decimal),
    Confidence(u8),
    Reason(String),
    Vote(EntryId),
    Selection(u16),
    Disqualified(String),
    OpenSource,
    Baseline,
    Coin(Seed),
    Carried(Money),
}

/// The chosen witness, by id or by kind.
#[derive(Debug, Clone, Copy)]
pub(super) enum Chosen {
    Id(Witness),
    Entry,
    Confederate,
}

impl BallotRow {
    pub(super) fn new(at: At) -> Self {
        Self {
            at,
            trial: None,
            round: None,
            judge: None,
            entry: None,
            confederate: None,
            witness: None,
            named: None,
            kind: None,
            chosen: None,
            between: None,
            award: None,
            told: vec![],
            unranked: vec![],
            spoiled: false,
        }
    }

    /// Begins the row at this place, blank.
    pub(super) fn begin(&mut self, at: At) {
        let (mut told, mut unranked) = (std::mem::take(&mut self.told), std::mem::take(&mut self.unranked));
        told.clear();
        unranked.clear();
        *self = Self { told, unranked, ..Self::new(at) };
    }

    /// Reports that a cell cannot be used.
    pub(super) fn spoil(&mut self, at: At, what: impl Into<String>, report: &mut Report) {
        self.spoiled = true;
        report.add(at, what.into());
    }

    /// Takes a cell; a blank one gives no answer.
    pub(super) fn put(&mut self, column: Column, text: &str, at: At, cells: &mut Cells, report: &mut Report) {
        if cells.words.is_blank(text) {
            if let Column::About(whom, Answer::Rank) = column {
                self.unranked.push(whom);
            }
            return;
        }
        if let Err(what) = self.take(column, text, at, cells) {
            self.spoil(at, what, report);
        }
    }

    /// Gives the witnesses named in this row their ids.
    pub(super) fn settle(&mut self, cells: &mut Cells, report: &mut Report) {
        if let Some((text, at)) = self.named.take() {
            match cells.names.named(&text, at, self.kind, &cells.words) {
                Ok(Some(witness)) => self.witness = Some((witness, at)),
                Ok(None) => self.spoiled = true,
                Err(what) => self.spoil(at, what, report),
            }
        }
        if let Some((text, at)) = self.chosen.take() {
            match cells.names.known(&text, at) {
                Some(witness) => self.told.push((AnswerCell::Choice(Chosen::Id(witness)), at)),
                None => self.spoil(at, no_choice(&text), report),
            }
        }
    }

    fn take(&mut self, column: Column, text: &str, at: At, cells: &mut Cells) -> Result<(), String> {
        let Cells { names, words, points: total } = cells;
        let told = match column {
            Column::Trial => {
                let number = text.parse().ok().filter(|number| *number > 0);
                self.trial = Some((number.ok_or_else(|| format!("`{}` is not a trial such as 1", shown(text)))?, at));
                return Ok(());
            }
            Column::Round => return id(text).map(|id| self.round = Some(id)),
            Column::Judge => return names.judge(text, at).map(|id| self.judge = Some((id, at))),
            Column::Entry => return names.entry(text, at).map(|id| self.entry = Some((id, at))),
            Column::Confederate => return names.confederate(text, at).map(|id| self.confederate = Some((id, at))),
            Column::Witness => {
                match names.witness(text) {
                    Some(id) => self.witness = Some((id?, at)),
                    None => self.named = Some((text.to_owned(), at)),
                }
                return Ok(());
            }
            Column::Kind => {
                let kind = words.verdict(text).filter(|kind| *kind != Verdict::Unsure);
                self.kind =
                    Some(kind.ok_or_else(|| {
                        format!("`{}` is neither human nor machine (say what it means)", shown(text))
                    })?);
                return Ok(());
            }
            Column::Choice => match chosen(text, words) {
                Some(chosen) => AnswerCell::Choice(chosen),
                None => {
                    self.chosen = Some((text.to_owned(), at));
                    return Ok(());
                }
            },
            Column::Confidence => AnswerCell::Confidence(confidence(text)?),
            Column::Reason => AnswerCell::Reason(text.to_owned()),
            Column::About(whom, Answer::Verdict) => AnswerCell::Verdict(whom, verdict(text, words)?),
            Column::About(whom, Answer::Points) => AnswerCell::Points(whom, points(text, *total)?),
            Column::About(whom, Answer::Rank) => AnswerCell::Rank(whom, number(text)?),
            Column::About(whom, Answer::Rating(index)) => AnswerCell::Rating(whom, index, number(text)?),
            Column::Vote => AnswerCell::Vote(id(text)?),
            Column::Selection => AnswerCell::Selection(whole(text).ok_or_else(|| no_place(text))?),
            Column::Disqualified => AnswerCell::Disqualified(text.to_owned()),
            Column::Between => {
                let entries: Result<BTreeSet<EntryId>, String> = text.split_whitespace().map(id).collect();
                self.between = Some(entries?);
                return Ok(());
            }
            Column::Coin => AnswerCell::Coin(
                text.parse()
                    .map_err(|_| format!("`{}` is no seed of a coin (write its 64 hexadecimal digits)", shown(text)))?,
            ),
            Column::Award => {
                self.award = Some(text.to_owned());
                return Ok(());
            }
            Column::Carried => AnswerCell::Carried(Money::try_from(text.to_owned())?),
            Column::Baseline => match yes(text, words)? {
                true => AnswerCell::Baseline,
                false => return Ok(()),
            },
            Column::OpenSource => match yes(text, words)? {
                true => AnswerCell::OpenSource,
                false => return Ok(()),
            },
        };
        self.told.push((told, at));
        Ok(())
    }
}

fn id<T: FromStr<Err = rulebook::ids::BadId>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|bad: T::Err| bad.to_string())
}

fn chosen(text: &str, words: &ValueWords) -> Option<Chosen> {
    match words.ours(text).as_str() {
        "entry" => Some(Chosen::Entry),
        "confederate" => Some(Chosen::Confederate),
        _ => text.parse().map(Chosen::Id).ok(),
    }
}

fn no_choice(text: &str) -> String {
    format!("`{}` is no choice (write the id taken for the human, such as E1 or C1)", shown(text))
}

fn verdict(text: &str, words: &ValueWords) -> Result<Verdict, String> {
    words.verdict(text).ok_or_else(|| format!("`{}` is no verdict (write human, machine or unsure)", shown(text)))
}

fn points(text: &str, total: Option<u16>) -> Result<u16, String> {
    whole(text).ok_or_else(|| {
        let most = total.map_or_else(String::new, |total| format!(" from 0 to {total}"));
        format!("`{}` is no number of points (write a whole number{most})", shown(text))
    })
}

fn no_place(text: &str) -> String {
    format!("`{}` is no place in the selection (write a whole number such as 1)", shown(text))
}

fn whole(text: &str) -> Option<u16> {
    let text = text.strip_suffix(".0").unwrap_or(text);
    let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_whole)
}

fn number(text: &str) -> Result<Decimal, String> {
    if let Some(thousandths) = thousandths(text.as_bytes()) {
        return Ok(Decimal::from_thousandths(thousandths));
    }
    // A comma here separates no cells.
    let with_point = text.replacen(',', ".", 1);
    let number = if text.contains('.') { text.parse() } else { with_point.parse() };
    number.map_err(|_| text.parse::<Decimal>().map_or_else(|bad| bad.to_string(), |_| String::new()))
}

/// A number such as 3 or 3.25, read at once; `None` if it needs a closer look.
fn thousandths(text: &[u8]) -> Option<u32> {
    let point = text.iter().position(|&byte| byte == b'.').unwrap_or(text.len());
    let (whole, part) = (&text[..point], text.get(point + 1..));
    if !(1..=6).contains(&whole.len()) || part.is_some_and(|part| !(1..=3).contains(&part.len())) {
        return None;
    }
    let part = part.unwrap_or_default();
    let digits = whole.iter().chain(part);
    let number = digits
        .map(|byte| byte.wrapping_sub(b'0'))
        .try_fold(0_u32, |number, digit| (digit < 10).then(|| number * 10 + u32::from(digit)))?;
    Some(number * [1000, 100, 10, 1][part.len()])
}

fn confidence(text: &str) -> Result<u8, String> {
    let digits = text.strip_suffix('%').unwrap_or(text).trim_end();
    let digits = digits.strip_suffix(".0").unwrap_or(digits);
    let number = digits.parse().ok().filter(|&number| number <= 100 && !digits.starts_with('+'));
    number.ok_or_else(|| format!("`{}` is no confidence (write whole per cent from 0 to 100)", shown(text)))
}

fn yes(text: &str, words: &ValueWords) -> Result<bool, String> {
    match words.ours(text).as_str() {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        _ => Err(format!("`{}` is neither yes nor no", shown(text))),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_sign_beside_the_digits_is_no_digit() {
        for text in [":", "/", "3:", "3/", "3.:", "3./"] {
            assert_eq!(thousandths(text.as_bytes()), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_number_read_at_once_is_the_number_that_it_is(text in "[0-9]{0,7}[.]?[0-9]{0,4}|[0-9+.,:/ -]{0,4}") {
            if let Some(found) = thousandths(text.as_bytes()) {
                prop_assert_eq!(Ok(Decimal::from_thousandths(found)), text.parse());
            }
        }
    }
}
