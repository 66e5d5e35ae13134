//! A table of judges and witnesses with every verdict in it.
//!
//! The columns are the fewer of the two, so that the table fits a telephone. A verdict is a word or a number, and a frame marks
//! a judge's mistake: no colour is needed.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use contest::result::InterviewResult;
use language::Message;
use rulebook::{InterviewId, JudgeId, RoundNumber, Witness};
use tally::Verdict;

use crate::{CELLS_OF_A_PAGE, Page, Site, table};

/// The table, or a page of it.
#[derive(Template)]
#[template(path = "grid.html")]
pub(crate) struct Grid {
    /// The head of the line labels: judge or witness.
    corner: Message,
    /// The heads of the columns: a label, and the name where there is one.
    columns: Vec<ColumnHead>,
    lines: Vec<(ColumnHead, Vec<Vec<Mark>>)>,
    /// True when the table has a wrong verdict.
    pub(crate) is_framed: bool,
}

struct ColumnHead {
    label: String,
    name: String,
}

/// A judge's verdict on a witness.
struct Mark {
    /// The short form, for the eye.
    text: Message,
    /// The full form, for screen readers.
    told: Message,
    link: Option<String>,
    is_wrong: bool,
    is_human: bool,
}

#[derive(Template)]
#[template(path = "verdicts.html")]
struct VerdictsPage<'a> {
    site: &'a Site<'a>,
    page: Page,
    number: usize,
    pages: usize,
    grid: Grid,
}

pub(crate) fn html(site: &Site<'_>, number: usize) -> Option<String> {
    let pages = pages(site);
    let grid = (1..=pages).contains(&number).then(|| grid(site, Page::Verdicts(number), number))??;
    Some(super::interview::rendered(
        &VerdictsPage { site, page: Page::Verdicts(number), number, pages, grid },
        &site.reader,
    ))
}

/// The number of pages of the whole table.
pub(crate) fn pages(site: &Site<'_>) -> usize {
    let Some(report) = site.report else { return 0 };
    let (judges, witnesses) = heads(&report.result.interviews);
    judges.len().max(witnesses.len()).div_ceil(lines(judges.len().min(witnesses.len())))
}

/// The number of lines of a page with this many columns.
fn lines(columns: usize) -> usize {
    (CELLS_OF_A_PAGE / columns.max(1)).max(1)
}

fn heads(interviews: &[InterviewResult]) -> (BTreeSet<JudgeId>, BTreeSet<Witness>) {
    let judges = interviews.iter().map(|interview| interview.judge).collect();
    (judges, interviews.iter().flat_map(|interview| interview.seats.values().copied()).collect())
}

/// A page of the table, from 1; `None` where no result may be shown.
pub(crate) fn grid(site: &Site<'_>, page: Page, number: usize) -> Option<Grid> {
    let result = &site.report?.result;
    let (judges, witnesses) = heads(&result.interviews);
    let mut marks: BTreeMap<(JudgeId, Witness), Vec<Mark>> = BTreeMap::new();
    for interview in &result.interviews {
        for &witness in interview.seats.values() {
            marks.entry((interview.judge, witness)).or_default().push(mark(site, page, interview, witness));
        }
    }
    for ranking in &result.rankings {
        let mut above = 0;
        for group in &ranking.order {
            for &witness in group {
                let met = marks.entry((ranking.judge, witness)).or_default();
                let place = above + 1;
                let told = if site.has_trials() {
                    say!("site-mark-place-in-trial", place = place, trial = ranking.trial)
                } else {
                    say!("site-mark-place", place = place)
                };
                met.push(Mark {
                    text: Message::verbatim(format!("#{place}")),
                    told,
                    link: None,
                    is_wrong: false,
                    is_human: false,
                });
            }
            above += group.len();
        }
    }
    let judges: Vec<_> =
        judges.into_iter().map(|judge| (judge, ColumnHead::of(judge.to_string(), &site.judge(judge)))).collect();
    let witnesses: Vec<_> = witnesses
        .into_iter()
        .map(|witness| (witness, ColumnHead::of(witness.to_string(), &site.witness(witness))))
        .collect();
    let is_framed = marks.values().flatten().any(|mark| mark.is_wrong);
    let many = lines(judges.len().min(witnesses.len()));
    let from = (number - 1) * many;
    let (columns, lines, corner) = if witnesses.len() <= judges.len() {
        let ids: Vec<_> = witnesses.iter().map(|(witness, _)| *witness).collect();
        let line = |(judge, head): (JudgeId, ColumnHead)| {
            let cells = ids.iter().map(|&witness| marks.remove(&(judge, witness)).unwrap_or_default()).collect();
            (head, cells)
        };
        let lines = judges.into_iter().skip(from).take(many).map(line).collect();
        (witnesses.into_iter().map(|(_, head)| head).collect(), lines, say!("site-judge"))
    } else {
        let ids: Vec<_> = judges.iter().map(|(judge, _)| *judge).collect();
        let line = |(witness, head): (Witness, ColumnHead)| {
            let cells = ids.iter().map(|&judge| marks.remove(&(judge, witness)).unwrap_or_default()).collect();
            (head, cells)
        };
        let lines = witnesses.into_iter().skip(from).take(many).map(line).collect();
        (judges.into_iter().map(|(_, head)| head).collect(), lines, say!("site-witness"))
    };
    Some(Grid { corner, columns, lines, is_framed })
}

impl ColumnHead {
    /// Splits a name into its label and the rest.
    fn of(label: String, named: &str) -> Self {
        let name = named.strip_prefix(&label).unwrap_or(named).trim().to_owned();
        Self { label, name }
    }
}

/// The verdict of the interview's judge on this witness.
fn mark(site: &Site<'_>, page: Page, interview: &InterviewResult, witness: Witness) -> Mark {
    let is_person = matches!(witness, Witness::Confederate(_));
    let found = |verdict: Verdict| (table::verdict(verdict), Some(verdict));
    let (text, verdict) = match &interview.answers {
        _ if interview.void => (say!("site-mark-void"), None),
        None if interview.aborted => (say!("site-mark-ended"), None),
        None => (say!("site-mark-none"), None),
        Some(answers) => {
            let rating =
                || answers.ratings.values().filter_map(|numbers| numbers.get(&witness)).map(ToString::to_string);
            match (answers.verdicts.get(&witness), answers.choice, answers.split.get(&witness)) {
                (Some(verdict), ..) => found(*verdict),
                (None, Some(chosen), _) if chosen == witness => found(Verdict::Human),
                (None, Some(_), _) => found(Verdict::Machine),
                (None, None, Some(points)) => (Message::verbatim(points.to_string()), None),
                (None, None, None) => (Message::verbatim(rating().collect::<Vec<_>>().join(" / ")), None),
            }
        }
    };
    let is_wrong = match verdict {
        Some(Verdict::Human) => !is_person,
        Some(Verdict::Machine) => is_person,
        Some(Verdict::Unsure) | None => false,
    };
    let id = InterviewId { round: RoundNumber::new(interview.round), judge: interview.judge };
    let link = site.open.transcripts.then(|| site.place.link(page, Page::Interview(id)));
    let text = if text.is_empty() { Message::verbatim("–") } else { text };
    let (round, kind) = (interview.round, if is_person { "person" } else { "program" });
    let told = if is_wrong {
        say!("site-mark-wrong", found = text.clone(), round = round, kind = kind)
    } else {
        say!("site-mark", found = text.clone(), round = round, kind = kind)
    };
    Mark { text, told, link, is_wrong, is_human: verdict == Some(Verdict::Human) }
}
