//! The page of an interview: the conversations side by side, with times, verdict and incidents, to read or replay.

use archive::dialogue::Said;
use askama::Template;
use attachment::FileKind;
use contest::result::InterviewResult;
use language::{Message, Reader};
use rulebook::{ConversationId, InterviewId, Participant, Seat, Side, Timestamp, Witness, schema::Medium};
use schedule::Seating;

use crate::{Page, Site, names, replay, table};

#[derive(Template)]
#[template(path = "interview.html")]
struct InterviewPage<'a> {
    site: &'a Site<'a>,
    page: Page,
    id: InterviewId,
    panes: Vec<SeatConversation<'a>>,
    answers: Vec<Message>,
    incidents: Vec<(String, String)>,
    /// The licences that the authors of the words gave: `of J2 Ann under CC-BY-4.0`.
    licences: Option<Message>,
    before: Option<(String, Message)>,
    after: Option<(String, Message)>,
    replay: Option<String>,
}

/// The conversation in one seat.
struct SeatConversation<'a> {
    seat: Seat,
    /// The place of the witness, such as left or right.
    place: Message,
    /// The name, team and kind of the witness.
    who: Message,
    lines: Vec<Line<'a>>,
}

struct Line<'a> {
    /// The time since the talk was opened.
    at: String,
    /// The time as a moment.
    moment: Timestamp,
    side: Side,
    text: &'a str,
    /// The file, where the line stands for one that was shown.
    shown: Option<FileView<'a>>,
}

/// A file that was shown.
pub(crate) struct FileView<'a> {
    pub(crate) kind: FileKind,
    /// The address of the file.
    pub(crate) address: String,
    /// The judge's description; empty when there is none.
    pub(crate) description: &'a str,
    /// The description, or else the kind of file, for readers who cannot see or hear it.
    pub(crate) instead: Message,
}

pub(crate) fn html(site: &Site<'_>, id: InterviewId) -> Option<String> {
    if !site.open.transcripts {
        return None;
    }
    let all: Vec<&Seating> = site.seatings().collect();
    let at = all.iter().position(|seating| seating.interview == id)?;
    let page = Page::Interview(id);
    let neighbour = |at: Option<usize>| {
        let other = at.and_then(|at| all.get(at))?.interview;
        Some((site.place.link(page, Page::Interview(other)), title(site, other)))
    };
    let seating = all[at];
    let opened = site.seen.talk(id.round).0;
    let pane = |(&seat, &witness): (&Seat, &Witness)| {
        let said = site.said.get(&ConversationId { interview: id, seat }).map_or(&[][..], Vec::as_slice);
        let team = site.contestant(witness).map(|team| say!("site-by-team", team = team));
        SeatConversation {
            seat,
            place: names::seat(seat),
            who: names::row(
                [site.witness_in(witness, id.round).into()].into_iter().chain(team).chain([names::kind(witness)]),
            ),
            lines: said.iter().map(|said| line(site, page, said, opened)).collect(),
        }
    };
    let seats: Vec<Seat> = seating.seats.keys().copied().collect();
    let zone = site.contest.zone;
    let incidents = site.contest.incidents.iter().filter(|(_, incident)| incident.interview == id);
    let result: Option<&InterviewResult> = site.result_of(id);
    Some(rendered(
        &InterviewPage {
            site,
            page,
            id,
            panes: seating.seats.iter().map(pane).collect(),
            answers: result.map(|result| [beliefs(site, id), site.answers(result)].concat()).unwrap_or_default(),
            incidents: incidents
                .map(|(at, incident)| (format!("{} {zone}", zone.second(*at)), incident.detail.clone()))
                .collect(),
            licences: licences(site, seating),
            before: neighbour(at.checked_sub(1)),
            after: neighbour(Some(at + 1)),
            replay: replay::json(site, id, &seats),
        },
        &site.reader,
    ))
}

/// The judge's beliefs in this interview, a sentence for each conversation.
fn beliefs(site: &Site<'_>, id: InterviewId) -> Vec<Message> {
    let of_it = site.contest.beliefs.iter().filter(|(conversation, _)| conversation.interview == id);
    let told = of_it.map(|(conversation, beliefs)| {
        let each =
            beliefs.iter().map(|belief| belief.held().map_or("–".to_owned(), |belief| belief.human.to_string()));
        match conversation.seat {
            Seat::Only => say!("site-answer-belief", beliefs = names::row(each)),
            seat => say!("site-answer-belief-at", place = names::seat(seat), beliefs = names::row(each)),
        }
    });
    told.collect()
}

fn licences(site: &Site<'_>, seating: &Seating) -> Option<Message> {
    let (judge, round) = (seating.interview.judge, seating.interview.round);
    let judge = (Participant::Judge(judge), site.judge_in(judge, round));
    let witnesses = seating.seats.values().map(|&witness| (witness.into(), site.witness_in(witness, round)));
    let named = [judge].into_iter().chain(witnesses).filter_map(|(who, name)| {
        let licence = site.contest.consents.get(&who)?.licence.as_deref()?;
        Some(say!("site-licence", name = name, licence = names::isolated(licence)))
    });
    let licences = named.reduce(|first, then| say!("site-and-also", first = first, then = then))?;
    Some(say!("site-licences", licences = licences))
}

fn line<'a>(site: &Site<'_>, page: Page, said: &'a Said, opened: Option<Timestamp>) -> Line<'a> {
    let Said { at, side, text, file, .. } = said;
    let since = opened.map_or(0, |opened| at.since(opened).as_secs());
    let shown = file.as_ref().map(|shown| {
        let description = shown.description.as_deref().unwrap_or_default();
        let instead = match description {
            "" => say!("site-shown", kind = shown.file.kind.to_string()),
            description => description.into(),
        };
        let address = site.place.attachment(page, &shown.file.file_name());
        FileView { kind: shown.file.kind, address, description, instead }
    });
    Line { at: table::minutes(since), moment: *at, side: *side, text, shown }
}

/// `Round 2, judge J3`, with the trial where there are several.
fn title(site: &Site<'_>, id: InterviewId) -> Message {
    let (round, judge) = (id.round.number(), id.judge.to_string());
    match site.has_trials() {
        true => {
            let trial = site.contest.trial_of(id.round);
            say!("site-interview-of-trial", trial = trial, round = round, judge = judge)
        }
        false => say!("site-interview", round = round, judge = judge),
    }
}

impl InterviewPage<'_> {
    fn title(&self) -> Message {
        title(self.site, self.id)
    }

    /// The judge, and the time of the interview.
    fn judged(&self) -> Message {
        let judge = self.site.judge_in(self.id.judge, self.id.round);
        let who =
            if self.is_read() { say!("site-reader-was", judge = judge) } else { say!("site-judge-was", judge = judge) };
        Message::sentences([who].into_iter().chain(self.when()))
    }

    /// The time of the interview, in a sentence.
    fn when(&self) -> Option<Message> {
        let (opened, closed) = self.site.seen.talk(self.id.round);
        let zone = self.site.contest.zone;
        let (day, from, named) = (zone.day(opened?), zone.second(opened?), zone.to_string());
        Some(match closed {
            Some(closed) => {
                say!("site-began-and-ended", day = day, from = from, to = zone.second(closed), zone = named)
            }
            None => say!("site-began", day = day, from = from, zone = named),
        })
    }

    fn is_read(&self) -> bool {
        self.site.contest.is_read()
    }

    /// The label of the questioner: the judge, or the interrogator of a conversation that the judge only read.
    fn asker(&self) -> Message {
        if self.is_read() { say!("site-says-interrogator") } else { say!("site-says-judge") }
    }

    fn is_monospaced(&self) -> bool {
        matches!(self.site.contest.rulebook.interview.medium, Medium::Lines { .. })
    }
}

/// The HTML of a page for this reader.
pub(crate) fn rendered(page: &impl Template, reader: &Reader) -> String {
    page.render_with_values(reader).expect("our templates only format values that can be formatted")
}
