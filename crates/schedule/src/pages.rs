//! Pages to print and hand out before a contest: when and where each person has to be.
//!
//! A judge's page shows rounds, times and blind seats, and never a witness. A witness's page shows its times and its
//! terminal. Free judges and free confederates wait apart from each other. Only the organiser's page shows the
//! meetings. All pages are in the language of the person who prints them. Rendering is pure: one HTML document that
//! needs nothing else, an A4 page per person when printed; and plain text.

mod html;
mod text;

use std::collections::BTreeMap;

use language::{Language, Message, Say};
use rulebook::{
    ConfederateId, EntryId, JudgeId, Participant, RoundNumber, Rulebook, Seat, Witness,
    schema::{Layout, People},
};

pub use html::html;
pub use text::text;

use crate::{Assignment, Occasion, Plan, Seating, Session, Timetable, sessions};

/// The page of one person, before it is rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonSchedule {
    /// The participant the page is for.
    pub who: Participant,
    /// The heading of the page, such as `Judge J1`.
    pub title: String,
    /// The name of the contest.
    pub contest: String,
    /// The day of the contest, as people read it; empty where it is not known.
    pub day: String,
    /// A note about the page, in a sentence.
    pub note: String,
    /// The headings of the columns.
    pub columns: Vec<String>,
    /// The rows, a cell per column.
    pub rows: Vec<Vec<String>>,
}

/// The state of the seats when pages are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatsAre {
    /// They were drawn; pages show them.
    Drawn,
    /// They are still to be drawn; pages leave them out.
    Open,
}

/// The pages of all participants: the organiser first, then judges, confederates and entries.
///
/// A person who is both judge and confederate has one page, the judge's, which also says when they answer.
///
/// `names` help people to find their page; a participant without a name is called by their id. All text is in this
/// language.
#[must_use]
pub fn pages(
    rulebook: &Rulebook,
    assignment: &Assignment,
    timetable: &Timetable,
    names: &BTreeMap<Participant, String>,
    seats: SeatsAre,
    language: &Language,
) -> Vec<PersonSchedule> {
    let sessions = sessions(rulebook, &Plan::of(assignment));
    let of = Contest { rulebook, assignment, timetable, names, seats, sessions, language };
    let judges = JudgeId::first(usize::from(rulebook.roles.judges));
    let both = rulebook.roles.people == People::Both;
    let witnesses = witnesses(rulebook).into_iter().filter(|witness| !both || matches!(witness, Witness::Entry(_)));
    let mut pages = vec![of.organiser()];
    pages.extend(judges.map(|judge| of.judge(judge)));
    pages.extend(witnesses.map(|witness| of.witness(witness)));
    pages
}

/// The data all pages are made from.
struct Contest<'a> {
    rulebook: &'a Rulebook,
    assignment: &'a Assignment,
    timetable: &'a Timetable,
    names: &'a BTreeMap<Participant, String>,
    seats: SeatsAre,
    sessions: Vec<Session>,
    language: &'a Language,
}

impl Contest<'_> {
    fn judge(&self, judge: JudgeId) -> PersonSchedule {
        let row = |seating: &Seating| Message::list(seating.seats.keys().map(|&seat| self.seat_name(seat)));
        let both = self.rulebook.roles.people == People::Both;
        let same = Witness::Confederate(ConfederateId::new(judge.number()));
        let free = if both { say!("handout-free") } else { say!("handout-free-judge") };
        let own = self.sessions_of(|seating| seating.interview.judge == judge);
        let rows = self.rows(&free, &own, |round| {
            let asks = self.assignment.in_round(round).find(|seating| seating.interview.judge == judge).map(row);
            let answers = || both && self.assignment.conversations_of(same, round).next().is_some();
            asks.or_else(|| answers().then(|| say!("handout-you-answer")))
        });
        let note = match self.rulebook.interview.layout {
            Layout::Pair => say!("handout-note-pair"),
            Layout::One => say!("handout-note-one"),
        };
        let role = if both { "both" } else { "judge" };
        let note = Message::sentences(std::iter::once(note).chain(self.told(&own)));
        let columns = [say!("handout-round"), say!("handout-talk"), self.until(), say!("handout-partners")];
        self.page(Participant::Judge(judge), title(role, judge), &note, &columns, &rows)
    }

    fn witness(&self, witness: Witness) -> PersonSchedule {
        let seat = |seating: &Seating| Some(self.place(seating.seat_of(witness)?));
        let free = match witness {
            Witness::Confederate(_) => say!("handout-free-confederate"),
            Witness::Entry(_) => say!("handout-free"),
        };
        let own = match witness {
            Witness::Confederate(_) => self.sessions_of(|seating| seating.seat_of(witness).is_some()),
            Witness::Entry(_) => self.sessions.clone(),
        };
        let rows = self.rows(&free, &own, |round| {
            let seats: Vec<Message> = self.assignment.in_round(round).filter_map(seat).collect();
            match seats.len() {
                0 => None,
                1 => seats.into_iter().next(),
                several => Some(say!("handout-conversations", count = several)),
            }
        });
        let (role, note, told) = match witness {
            Witness::Confederate(_) => ("confederate", say!("handout-note-confederate"), self.told(&own)),
            Witness::Entry(_) => ("entry", say!("handout-note-entry"), None),
        };
        let note = Message::sentences(std::iter::once(note).chain(told));
        let columns =
            [say!("handout-round"), say!("handout-talk"), say!("handout-places-until"), say!("handout-place")];
        self.page(witness.into(), title(role, witness), &note, &columns, &rows)
    }

    fn organiser(&self) -> PersonSchedule {
        let seated = |seating: &Seating| {
            let each = seating.seats.iter().map(|(&seat, &witness)| match (seat, self.seats) {
                (Seat::Only, _) | (_, SeatsAre::Open) => Message::verbatim(witness.to_string()),
                (seat, SeatsAre::Drawn) => {
                    say!("handout-seated", witness = witness.to_string(), seat = self.seat_name(seat))
                }
            });
            let witnesses = each.reduce(|first, then| say!("list-part", first = first, then = then));
            let witnesses = witnesses.unwrap_or_else(|| Message::verbatim(""));
            say!("handout-interview", judge = seating.interview.judge.to_string(), witnesses = witnesses)
        };
        let rows = self.rows(&say!("handout-nobody-meets"), &self.sessions, |round| {
            self.assignment.in_round(round).map(seated).reduce(several)
        });
        let columns = [say!("handout-round"), say!("handout-talk"), self.until(), say!("handout-interviews")];
        let title = say!("handout-title-organiser");
        self.page(Participant::Organiser, title, &say!("handout-note-organiser"), &columns, &rows)
    }

    /// The sessions with an interview that matches.
    fn sessions_of(&self, is_own: impl Fn(&Seating) -> bool) -> Vec<Session> {
        let has = |session: &Session| {
            self.assignment.0.iter().any(|seating| session.has(seating.interview.round) && is_own(seating))
        };
        self.sessions.iter().copied().filter(has).collect()
    }

    /// A sentence with a person's own sessions and their times; `None` where there are not several sessions.
    fn told(&self, own: &[Session]) -> Option<Message> {
        if self.sessions.len() < 2 {
            return None;
        }
        let when = |session: &Session| {
            let (from, to) = self.timetable.session(*session)?;
            let (number, count) = (session.number, self.sessions.len());
            Some(say!("handout-session", number = number, count = count, from = from.message(), to = to.message()))
        };
        let own: Vec<_> = own.iter().filter_map(when).collect();
        let is_one = own.len() == 1;
        Some(match own.into_iter().reduce(several) {
            None => say!("handout-no-session"),
            Some(session) if is_one => say!("handout-own-session", session = session),
            Some(sessions) => say!("handout-own-sessions", sessions = sessions),
        })
    }

    /// A row for every round of these sessions (every round where there are no sessions), and every other slot of the
    /// timetable.
    fn rows(
        &self,
        free: &Message,
        own: &[Session],
        of_round: impl Fn(RoundNumber) -> Option<Message>,
    ) -> Vec<[Message; 4]> {
        let mut rows: Vec<[Message; 4]> = vec![];
        let trials = self.rulebook.trial_count();
        let is_own = |round| self.sessions.is_empty() || own.iter().any(|session| session.has(round));
        for slot in &self.timetable.slots {
            let time = || say!("handout-time", from = slot.from.message(), to = slot.to.message());
            match slot.what {
                Occasion::Talk(round) | Occasion::Scoring(round) if !is_own(round) => {}
                Occasion::Talk(round) => {
                    let number = match round.number() {
                        number if trials > 1 => say!("handout-round-of-trial", round = number, trial = slot.trial),
                        number if self.sessions.len() > 1 => {
                            say!("handout-round-of-session", round = number, session = slot.session)
                        }
                        number => Message::verbatim(number.to_string()),
                    };
                    let what = of_round(round).unwrap_or_else(|| free.clone());
                    rows.push([number, time(), slot.to.message(), what]);
                }
                Occasion::Scoring(_) => {
                    if let Some([_, _, until, _]) = rows.last_mut() {
                        *until = slot.to.message();
                    }
                }
                Occasion::EndBallots => {
                    rows.push([Message::verbatim(""), time(), slot.to.message(), say!("handout-end-ballots")]);
                }
            }
        }
        rows
    }

    /// The heading of the column with the end of each round.
    fn until(&self) -> Message {
        if self.rulebook.ballots.asks_after_interview() {
            say!("handout-ballots-until")
        } else {
            say!("handout-places-until")
        }
    }

    /// The name of a seat on a judge's page.
    fn seat_name(&self, seat: Seat) -> Message {
        match (seat, self.seats) {
            (Seat::Left, _) => say!("handout-seat-left"),
            (Seat::Right, _) => say!("handout-seat-right"),
            (Seat::Terminal(number), SeatsAre::Drawn) => say!("handout-seat-terminal", number = number),
            (Seat::Only | Seat::Terminal(_), _) => say!("handout-seat-only"),
        }
    }

    /// The name of a seat on the page of the witness in it.
    fn place(&self, seat: Seat) -> Message {
        match (seat, self.seats) {
            (Seat::Terminal(number), SeatsAre::Drawn) => say!("handout-place-terminal", number = number),
            _ => say!("handout-place-usual"),
        }
    }

    fn page(
        &self,
        who: Participant,
        title: Message,
        note: &Message,
        columns: &[Message; 4],
        rows: &[[Message; 4]],
    ) -> PersonSchedule {
        let title = match self.names.get(&who) {
            Some(name) => say!("handout-title-called", title = title, name = name),
            None => title,
        };
        let said = |cells: &[Message; 4]| cells.iter().map(|cell| self.language.say(cell)).collect();
        PersonSchedule {
            who,
            title: self.language.say(&title),
            contest: self.rulebook.title.clone(),
            day: String::new(),
            note: self.language.say(note),
            columns: said(columns),
            rows: rows.iter().map(said).collect(),
        }
    }
}

/// The heading of the page of a participant with a label.
fn title(role: &'static str, id: impl ToString) -> Message {
    say!("handout-title", role = role, id = id.to_string())
}

/// Joins two messages into one, with a pause between them.
fn several(first: Message, then: Message) -> Message {
    say!("handout-several", first = first, then = then)
}

fn witnesses(rulebook: &Rulebook) -> Vec<Witness> {
    let people = ConfederateId::first(usize::from(rulebook.roles.confederates)).map(Witness::Confederate);
    let entries = EntryId::first(usize::from(rulebook.roles.entries)).map(Witness::Entry);
    people.chain(entries).collect()
}
