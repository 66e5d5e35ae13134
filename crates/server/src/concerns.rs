//! Matters that need the organiser's attention, in sentences: the same on the page, over the API and in a terminal.

use std::time::Duration;

use contest::view::problems::Problem;
use language::Message;
use rulebook::Participant;

use crate::{pages::Tab, timetable::Course};

/// The most names listed in one concern.
const NAMED_MAX: usize = 8;

/// A matter that needs attention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concern {
    /// The matter, a sentence.
    pub what: Message,
    /// The remedy.
    pub mend: Message,
    /// The organiser's page for the remedy.
    pub tab: Tab,
    /// The id of the part of that page.
    pub at: &'static str,
}

impl Concern {
    /// The concern for this problem. People and programs appear by label and by the name from `name_of`, which may be
    /// empty.
    #[must_use]
    pub fn of(problem: &Problem, name_of: impl Fn(Participant) -> String) -> Self {
        let called = |who: &mut dyn Iterator<Item = Participant>| {
            let names = who.map(|who| match name_of(who) {
                name if name.is_empty() => who.to_string(),
                name => format!("{who} {name}"),
            });
            let names: Vec<String> = names.collect();
            let named = names.iter().take(NAMED_MAX).map(String::as_str).collect::<Vec<_>>().join(", ");
            match names.len().saturating_sub(NAMED_MAX) {
                0 => Message::verbatim(named),
                more => say!("course-and-more", who = named, count = more),
            }
        };
        let people = |who: &[Participant]| called(&mut who.iter().copied());
        let row = |what, mend, (tab, at)| Self { what, mend, tab, at };
        match problem {
            Problem::AwayInTalk(who) => row(
                say!("course-page-closed", who = people(who)),
                say!("course-page-closed-mend"),
                (Tab::People, "out"),
            ),
            Problem::Newcomers(who) => {
                row(say!("course-newcomer", who = people(who)), say!("course-newcomer-mend"), (Tab::People, "people"))
            }
            Problem::ProgramsStopped(entries) => {
                let who = called(&mut entries.iter().map(|entry| Participant::Entry(*entry)));
                row(say!("course-stopped", who = who), say!("course-stopped-mend"), (Tab::Entries, "entries"))
            }
            Problem::Unanswered { witness, judges, lasting } => {
                let (who, judges) = (people(&[*witness]), listed(judges));
                let waiting = say!("course-unanswered", who = who, judges = judges, length = minutes(*lasting));
                match witness {
                    Participant::Entry(_) => {
                        row(waiting, say!("course-unanswered-by-program-mend"), (Tab::Entries, "entries"))
                    }
                    Participant::Organiser
                    | Participant::Judge(_)
                    | Participant::Confederate(_)
                    | Participant::Referee(_) => {
                        row(waiting, say!("course-unanswered-by-person-mend"), (Tab::People, "people"))
                    }
                }
            }
            Problem::QuietJudges(judges) => {
                let who = called(&mut judges.iter().map(|judge| Participant::Judge(*judge)));
                row(say!("course-silent", who = who), say!("course-silent-mend"), (Tab::Desk, "interviews"))
            }
            Problem::BallotsDue(who) => {
                row(say!("course-ballots-due", who = people(who)), say!("course-ballots-due-mend"), (Tab::Desk, "more"))
            }
            Problem::BallotsLost(who) => row(
                say!("course-ballots-lost", who = people(who)),
                say!("course-ballots-lost-mend"),
                (Tab::People, "late-ballot"),
            ),
            Problem::NotJoined(who) => row(
                say!("course-not-joined", who = people(who)),
                say!("course-not-joined-mend"),
                (Tab::People, "people"),
            ),
            Problem::Away(who) => {
                row(say!("course-away", who = people(who)), say!("course-away-mend"), (Tab::People, "people"))
            }
            Problem::NotInPlace(who) => row(
                say!("course-not-in-place", who = people(who)),
                say!("course-not-in-place-mend"),
                (Tab::People, "people"),
            ),
            Problem::ProgramsNotReady(entries) => {
                let who = called(&mut entries.iter().map(|entry| Participant::Entry(*entry)));
                row(say!("course-not-ready", who = who), say!("course-not-ready-mend"), (Tab::Entries, "entries"))
            }
            Problem::Refereed(count) => {
                row(say!("course-refereed", count = count), say!("course-refereed-mend"), (Tab::Timeline, "refereed"))
            }
            Problem::Paused => {
                row(say!("course-clocks-stopped"), say!("course-clocks-stopped-mend"), (Tab::Desk, "resume"))
            }
            Problem::ToDraw => row(say!("course-to-draw"), say!("course-to-draw-mend"), (Tab::Desk, "course")),
            Problem::ToOpen(round) => {
                row(say!("course-to-open", round = round.number()), say!("course-to-open-mend"), (Tab::Desk, "course"))
            }
            Problem::ToRelease => {
                row(say!("course-to-release"), say!("course-to-release-mend"), (Tab::After, "release-card"))
            }
        }
    }

    /// The concern that the contest is behind its timetable.
    #[must_use]
    pub fn behind(course: &Course) -> Self {
        let minutes = course.behind.as_secs() / 60;
        Self {
            what: say!("course-behind", minutes = minutes),
            mend: say!("course-behind-mend"),
            tab: Tab::Timeline,
            at: "timetable",
        }
    }
}

/// Labels with commas between them.
fn listed<T: ToString>(ids: impl IntoIterator<Item = T>) -> String {
    ids.into_iter().map(|id| id.to_string()).collect::<Vec<_>>().join(", ")
}

/// A length of time in minutes and seconds: `2:05`.
fn minutes(length: Duration) -> String {
    let seconds = length.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
