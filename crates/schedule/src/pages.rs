//! A page for every person: when they have to be where, to print and hand out before a contest.
//!
//! A judge's page shows rounds, times and blind seats, and never a witness. A witness's page shows when it has to be
//! there, and at which terminal. Who is free waits with their like: judges and confederates apart from each other. Only the
//! organiser's page shows who meets whom. Rendering is pure: one HTML document that
//! needs nothing else, an A4 page per person when printed; and plain text.

mod html;
mod text;

use std::collections::BTreeMap;

use rulebook::{
    ConfederateId, EntryId, JudgeId, Participant, RoundNumber, Rulebook, Seat, Witness,
    schema::{Layout, People},
};

pub use html::html;
pub use text::text;

use crate::{Assignment, Occasion, Plan, Seating, Session, Timetable, sessions};

/// The page of one person, before it is rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Whose page it is.
    pub who: Participant,
    /// The head of the page, such as `Judge J1`.
    pub title: String,
    /// What the contest is called.
    pub contest: String,
    /// What must be known about the page, in a sentence.
    pub note: String,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The rows, a cell per column.
    pub rows: Vec<Vec<String>>,
}

/// Whether the seats of an assignment are known when pages are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatsAre {
    /// They were drawn, and stand on the pages.
    Drawn,
    /// They are still to be drawn: pages leave them out.
    Open,
}

/// The pages of everybody: the organiser first, then judges, confederates and entries.
///
/// People who are both judge and confederate have one page, the judge's, which says when they answer.
///
/// `names` are for people to find their page; who has none is called by their id.
#[must_use]
pub fn pages(
    rulebook: &Rulebook,
    assignment: &Assignment,
    timetable: &Timetable,
    names: &BTreeMap<Participant, String>,
    seats: SeatsAre,
) -> Vec<Page> {
    let sessions = sessions(rulebook, &Plan::of(assignment));
    let of = Contest { rulebook, assignment, timetable, names, seats, sessions };
    let judges = JudgeId::first(usize::from(rulebook.roles.judges));
    let both = rulebook.roles.people == People::Both;
    let witnesses = witnesses(rulebook).into_iter().filter(|witness| !both || matches!(witness, Witness::Entry(_)));
    let mut pages = vec![of.organiser()];
    pages.extend(judges.map(|judge| of.judge(judge)));
    pages.extend(witnesses.map(|witness| of.witness(witness)));
    pages
}

/// What all pages are made from.
struct Contest<'a> {
    rulebook: &'a Rulebook,
    assignment: &'a Assignment,
    timetable: &'a Timetable,
    names: &'a BTreeMap<Participant, String>,
    seats: SeatsAre,
    sessions: Vec<Session>,
}

impl Contest<'_> {
    fn judge(&self, judge: JudgeId) -> Page {
        let row = |seating: &Seating| {
            let seats: Vec<String> = seating.seats.keys().map(|&seat| self.seat_name(seat)).collect();
            seats.join(" and ")
        };
        let both = self.rulebook.roles.people == People::Both;
        let same = Witness::Confederate(ConfederateId::new(judge.number()));
        let free = if both { "Free" } else { "Free: wait where the judges wait" };
        let own = self.sessions_of(|seating| seating.interview.judge == judge);
        let rows = self.rows(free, &own, |round| {
            let asks = self.assignment.in_round(round).find(|seating| seating.interview.judge == judge).map(row);
            let answers = || both && self.assignment.conversations_of(same, round).next().is_some();
            asks.or_else(|| answers().then(|| "you answer".to_owned()))
        });
        let note = match self.rulebook.interview.layout {
            Layout::Pair => "In each round you talk with two partners at the same time, a person and a program.",
            Layout::One => "In each round you talk with one partner, a person or a program.",
        };
        let role = if both { "Judge and confederate" } else { "Judge" };
        let note = format!("{note}{}", self.told(&own));
        self.page(Participant::Judge(judge), role, &note, &["Round", "Talk", self.until(), "Your partners"], rows)
    }

    fn witness(&self, witness: Witness) -> Page {
        let seat = |seating: &Seating| Some(self.place(seating.seat_of(witness)?));
        let free = match witness {
            Witness::Confederate(_) => "Free: wait where the confederates wait",
            Witness::Entry(_) => "Free",
        };
        let own = match witness {
            Witness::Confederate(_) => self.sessions_of(|seating| seating.seat_of(witness).is_some()),
            Witness::Entry(_) => self.sessions.clone(),
        };
        let rows = self.rows(free, &own, |round| {
            let seats: Vec<String> = self.assignment.in_round(round).filter_map(seat).collect();
            match seats.len() {
                0 => None,
                1 => seats.into_iter().next(),
                several => Some(format!("{several} conversations at the same time")),
            }
        });
        let (role, note) = match witness {
            Witness::Confederate(_) => ("Confederate", "In each round that is not free, one judge talks with you."),
            Witness::Entry(_) => ("Entry", "In each round that is not free, this program must be ready."),
        };
        let told = if matches!(witness, Witness::Entry(_)) { String::new() } else { self.told(&own) };
        self.page(
            witness.into(),
            role,
            &format!("{note}{told}"),
            &["Round", "Talk", "Changing places until", "Your place"],
            rows,
        )
    }

    fn organiser(&self) -> Page {
        let seated = |seating: &Seating| {
            let each = seating.seats.iter().map(|(&seat, &witness)| match (seat, self.seats) {
                (Seat::Only, _) | (_, SeatsAre::Open) => witness.to_string(),
                (seat, SeatsAre::Drawn) => format!("{witness} {}", self.seat_name(seat)),
            });
            format!("{}: {}", seating.interview.judge, each.collect::<Vec<_>>().join(", "))
        };
        let rows = self.rows("Nobody meets", &self.sessions, |round| {
            let interviews: Vec<String> = self.assignment.in_round(round).map(seated).collect();
            (!interviews.is_empty()).then(|| interviews.join("; "))
        });
        let note = "This page shows who is who. Keep it from judges and confederates.";
        self.page(Participant::Organiser, "Organiser", note, &["Round", "Talk", self.until(), "Interviews"], rows)
    }

    /// The sessions with an interview of this kind.
    fn sessions_of(&self, is_own: impl Fn(&Seating) -> bool) -> Vec<Session> {
        let has = |session: &Session| {
            self.assignment.0.iter().any(|seating| session.has(seating.interview.round) && is_own(seating))
        };
        self.sessions.iter().copied().filter(has).collect()
    }

    /// Which sessions are somebody's own, and when, in a sentence; nothing where there are not several.
    fn told(&self, own: &[Session]) -> String {
        if self.sessions.len() < 2 {
            return String::new();
        }
        let when = |session: &Session| {
            let (from, to) = self.timetable.session(*session)?;
            Some(format!("{} of {}, from {from} to {to}", session.number, self.sessions.len()))
        };
        match own.iter().filter_map(when).collect::<Vec<_>>()[..].as_ref() {
            [] => " You are in none of the sessions.".to_owned(),
            [one] => format!(" Your session is {one}."),
            several => format!(" Your sessions are {}.", several.join("; ")),
        }
    }

    /// A row for every round of these sessions, where there are sessions, and every other slot of the timetable.
    fn rows(&self, free: &str, own: &[Session], of_round: impl Fn(RoundNumber) -> Option<String>) -> Vec<Vec<String>> {
        let mut rows: Vec<Vec<String>> = vec![];
        let trials = self.rulebook.trial_count();
        let is_own = |round| self.sessions.is_empty() || own.iter().any(|session| session.has(round));
        for slot in &self.timetable.slots {
            match slot.what {
                Occasion::Talk(round) | Occasion::Scoring(round) if !is_own(round) => {}
                Occasion::Talk(round) => {
                    let number = match round.number() {
                        number if trials > 1 => format!("{number} (trial {})", slot.trial),
                        number if self.sessions.len() > 1 => format!("{number} (session {})", slot.session),
                        number => number.to_string(),
                    };
                    let what = of_round(round).unwrap_or_else(|| free.to_owned());
                    rows.push(vec![number, format!("{} to {}", slot.from, slot.to), slot.to.to_string(), what]);
                }
                Occasion::Scoring(_) => {
                    if let Some(until) = rows.last_mut().and_then(|row| row.get_mut(2)) {
                        *until = slot.to.to_string();
                    }
                }
                Occasion::EndBallots => {
                    let time = format!("{} to {}", slot.from, slot.to);
                    rows.push(vec![String::new(), time, slot.to.to_string(), "Ballots about everyone".to_owned()]);
                }
            }
        }
        rows
    }

    /// The head of the column that says when a round is over.
    fn until(&self) -> &'static str {
        if self.rulebook.ballots.asks_after_interview() { "Ballots until" } else { "Changing places until" }
    }

    /// A seat, to a judge.
    fn seat_name(&self, seat: Seat) -> String {
        match (seat, self.seats) {
            (Seat::Left, _) => "left".to_owned(),
            (Seat::Right, _) => "right".to_owned(),
            (Seat::Terminal(number), SeatsAre::Drawn) => format!("terminal {number}"),
            (Seat::Only | Seat::Terminal(_), _) => "one partner".to_owned(),
        }
    }

    /// A seat, to who sits in it.
    fn place(&self, seat: Seat) -> String {
        match (seat, self.seats) {
            (Seat::Terminal(number), SeatsAre::Drawn) => format!("Terminal {number}"),
            _ => "Your usual place".to_owned(),
        }
    }

    fn page(&self, who: Participant, role: &str, note: &str, columns: &[&str], rows: Vec<Vec<String>>) -> Page {
        let id = if who == Participant::Organiser { String::new() } else { format!(" {who}") };
        let name = self.names.get(&who).map(|name| format!(": {name}")).unwrap_or_default();
        Page {
            who,
            title: format!("{role}{id}{name}"),
            contest: self.rulebook.title.clone(),
            note: note.to_owned(),
            columns: columns.iter().map(|&column| column.to_owned()).collect(),
            rows,
        }
    }
}

fn witnesses(rulebook: &Rulebook) -> Vec<Witness> {
    let people = ConfederateId::first(usize::from(rulebook.roles.confederates)).map(Witness::Confederate);
    let entries = EntryId::first(usize::from(rulebook.roles.entries)).map(Witness::Entry);
    people.chain(entries).collect()
}
