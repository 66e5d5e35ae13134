//! What an organiser has to see to, in sentences: the same on the page, over the API and in a terminal.

use std::time::Duration;

use contest::view::problems::Problem;
use rulebook::Participant;
use serde::{Deserialize, Serialize};

use crate::timetable::Course;

/// How many of a crowd are named.
const NAMED_MAX: usize = 8;

/// Something that has to be seen to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Concern {
    /// What, a sentence.
    pub what: String,
    /// What to do about it.
    pub mend: String,
    /// The id of the part of the organiser's page where it is done.
    pub at: String,
}

impl Concern {
    /// Of this problem; people and programs go by label and by the name that `name_of` gives, which may be empty.
    #[must_use]
    pub fn of(problem: &Problem, name_of: impl Fn(Participant) -> String) -> Self {
        let called = |who: &mut dyn Iterator<Item = Participant>| {
            let names = who.map(|who| match name_of(who) {
                name if name.is_empty() => who.to_string(),
                name => format!("{who} {name}"),
            });
            let mut names: Vec<String> = names.collect();
            let more = names.len().saturating_sub(NAMED_MAX);
            names.truncate(NAMED_MAX);
            names.extend((more > 0).then(|| format!("and {more} more")));
            names.join(", ")
        };
        let people = |who: &[Participant]| called(&mut who.iter().copied());
        let row = |what, mend: &str, at: &str| Self { what, mend: mend.to_owned(), at: at.to_owned() };
        match problem {
            Problem::AwayInTalk(who) => row(
                format!("No page is open: {}.", people(who)),
                "Have them open the address of the server again, in the same browser; if they cannot, pause, or give their place to somebody else.",
                "out",
            ),
            Problem::Unanswered { witness, judges, lasting } => {
                let waiting =
                    format!("{} has not answered {} for {}.", people(&[*witness]), listed(judges), minutes(*lasting));
                match witness {
                    Participant::Entry(_) => row(
                        waiting,
                        "See its state below; start it again, or let a reserve take over between rounds.",
                        "entries",
                    ),
                    _ => row(waiting, "See whether they are well, without a word that a judge could hear.", "people"),
                }
            }
            Problem::QuietJudges(judges) => row(
                format!(
                    "Silent for three minutes or more: {}.",
                    called(&mut judges.iter().map(|judge| Participant::Judge(*judge)))
                ),
                "Ask whether their page works; never what was said.",
                "interviews",
            ),
            Problem::BallotsDue(who) => row(
                format!("Ballots are missing, and less than a minute is left: {}.", people(who)),
                "Put the deadline off, or remind them.",
                "more",
            ),
            Problem::NotJoined(who) => row(format!("Not joined: {}.", people(who)), "Give them their cards.", "people"),
            Problem::Away(who) => row(
                format!("Joined, and no page is open: {}.", people(who)),
                "Have them open the address of the server again, in the same browser.",
                "people",
            ),
            Problem::NotInPlace(who) => row(
                format!("Page open, and not in place: {}.", people(who)),
                "Ask them to press “I am in place”.",
                "people",
            ),
            Problem::ProgramsNotReady(entries) => row(
                format!("Not ready: {}.", called(&mut entries.iter().map(|entry| Participant::Entry(*entry)))),
                "See its state below; start it again after you mended it.",
                "entries",
            ),
        }
    }
}

impl Concern {
    /// That the day is behind its timetable.
    #[must_use]
    pub fn behind(course: &Course) -> Self {
        let minutes = course.behind.as_secs() / 60;
        Self {
            what: format!("The day is {minutes} minutes behind its timetable."),
            mend: "Tell people when it will be over, or shorten a break.".to_owned(),
            at: "timetable".to_owned(),
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
