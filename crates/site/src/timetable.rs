//! The timetable: every interview with its time, judge, witnesses and answers.

use askama::Template;
use language::Message;
use rulebook::{Timestamp, Zone};
use schedule::Seating;

use crate::{LINES_OF_A_PAGE, Page, Site, names};

/// One page of the timetable.
#[derive(Template)]
#[template(path = "timetable.html")]
pub(crate) struct Timetable {
    has_trials: bool,
    has_answers: bool,
    zone: String,
    lines: Vec<TimetableRow>,
}

/// One interview of the timetable.
struct TimetableRow {
    trial: u16,
    round: u16,
    /// `09:30:00 to 09:55:00`; only the start if the end is missing; empty if the start is.
    talk: Message,
    judge: String,
    witnesses: Message,
    answers: Vec<Message>,
    link: Option<String>,
    id: String,
}

#[derive(Template)]
#[template(path = "interviews.html")]
struct TimetablePage<'a> {
    site: &'a Site<'a>,
    page: Page,
    number: usize,
    pages: usize,
    timetable: Timetable,
}

pub(crate) fn html(site: &Site<'_>, number: usize) -> Option<String> {
    let pages = site.timetables();
    let timetable = (1..=pages).contains(&number).then(|| timetable(site, Page::Timetable(number), number))?;
    Some(super::interview::rendered(
        &TimetablePage { site, page: Page::Timetable(number), number, pages, timetable },
        &site.reader,
    ))
}

/// Returns a page of the timetable; pages count from 1.
pub(crate) fn timetable(site: &Site<'_>, page: Page, number: usize) -> Timetable {
    let seatings = site.seatings().skip((number - 1) * LINES_OF_A_PAGE).take(LINES_OF_A_PAGE);
    let line = |seating: &Seating| {
        let (id, result) = (seating.interview, site.result_of(seating.interview));
        TimetableRow {
            trial: site.contest.trial_of(id.round),
            round: id.round.number(),
            talk: talk(site.contest.zone, site.seen.talk(id.round)),
            judge: site.judge_in(id.judge, id.round),
            witnesses: names::row(seating.seats.values().map(|&witness| site.witness_in(witness, id.round))),
            answers: result.map(|result| site.answers(result)).unwrap_or_default(),
            link: site.open.transcripts.then(|| site.place.link(page, Page::Interview(id))),
            id: id.to_string(),
        }
    };
    let lines = seatings.map(line).collect();
    let zone = site.contest.zone.to_string();
    Timetable { has_trials: site.has_trials(), has_answers: site.report.is_some(), zone, lines }
}

/// Formats the start and end of a talk, in the zone of the contest.
fn talk(zone: Zone, talk: (Option<Timestamp>, Option<Timestamp>)) -> Message {
    match talk {
        (None, _) => Message::verbatim(""),
        (Some(opened), None) => Message::verbatim(zone.second(opened)),
        (Some(opened), Some(closed)) => say!("site-interval", low = zone.second(opened), high = zone.second(closed)),
    }
}

/// Formats the time of day: `09:30:00`.
pub(crate) fn time(at: Timestamp) -> String {
    at.to_string().get(11..19).unwrap_or_default().to_owned()
}

/// Formats the day: `2030-06-01`.
pub(crate) fn day(at: Timestamp) -> String {
    at.to_string().get(..10).unwrap_or_default().to_owned()
}
