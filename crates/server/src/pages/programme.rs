//! The programme of a contest: what is held, under which rules, and when; for everybody, before and while it runs.
//!
//! Of those who take part it says how many judges there are and how many a judge meets, and of people and programs among the
//! witnesses what judges are told, no more: whoever reads it may be one of them. Nobody is named before the result is released.

use std::time::Duration;

use askama::Template;
use contest::contest::Contest;
use rulebook::{Timestamp, counted, schema::People};

use super::desk;
use crate::{look::Look, timetable::Course};

/// The programme.
#[derive(Template)]
#[template(path = "programme.html")]
pub struct ProgrammePage<'a> {
    /// How it looks.
    pub look: &'a Look,
    /// The contest's id, for addresses.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// When it begins; absent where nobody said so.
    pub begins: Option<Timestamp>,
    /// The rounds against the clock; absent where nobody said when it begins.
    pub course: Option<Course>,
}

impl ProgrammePage<'_> {
    /// What judges are told of those they meet, for everybody.
    fn told(&self) -> String {
        match desk::told(&self.contest.rulebook) {
            told if told.is_empty() => {
                "How many of those they meet are people, and how many programs, is told to nobody before the end."
                    .to_owned()
            }
            told => told.to_string().replace("Of those you meet", "Judges are told: of those they meet"),
        }
    }

    /// Who asks, in a sentence.
    fn judges(&self) -> String {
        let left = self.contest.left.iter().filter(|who| matches!(who, rulebook::Participant::Judge(_))).count();
        let judges = usize::from(self.contest.rulebook.roles.judges).saturating_sub(left);
        match self.contest.rulebook.roles.people {
            People::Apart => {
                format!("{} will talk with partners whom they cannot see.", counted(judges, "judge", "judges"))
            }
            People::Both => format!(
                "{} take part: each is a judge in some rounds, and answers another judge in others.",
                counted(judges, "person", "people")
            ),
        }
    }

    /// How long a round is, in a sentence.
    fn round(&self) -> String {
        let rules = &self.contest.rulebook;
        let talk = minutes(rules.interview.talk);
        let after = rules.interview.scoring;
        match after.is_zero() {
            true => format!("In each round judges talk for {talk}."),
            false => format!(
                "In each round judges talk for {talk}, and {} follow for {}.",
                minutes(after),
                rules.ballots.after_talk()
            ),
        }
    }

    /// The trials, in a sentence; empty where there is one only.
    fn trials(&self) -> String {
        match self.contest.rulebook.trial_count() {
            1 => String::new(),
            trials => format!("The whole is played {trials} times."),
        }
    }

    /// The day of a moment, such as `2026-11-25`.
    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn day(&self, at: &Timestamp) -> String {
        at.to_string().get(..10).unwrap_or_default().to_owned()
    }

    /// The time of day of a moment, such as `14:05 UTC`; the script writes it by the reader's own clock.
    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn minute(&self, at: &Timestamp) -> String {
        format!("{} UTC", at.to_string().get(11..16).unwrap_or_default())
    }

    /// How far behind the day is, in a sentence; `None` where it is in time, by less than a minute.
    fn behind(&self) -> Option<String> {
        let minutes = self.course.as_ref()?.behind.as_secs() / 60;
        (minutes > 0).then(|| format!("We are {} behind.", counted(minutes, "minute", "minutes")))
    }
}

/// A length of time in words: `25 minutes`, `1 minute 30 seconds`.
fn minutes(length: Duration) -> String {
    let seconds = length.as_secs();
    let minutes = (seconds >= 60).then(|| counted(seconds / 60, "minute", "minutes"));
    let rest = (!seconds.is_multiple_of(60)).then(|| counted(seconds % 60, "second", "seconds"));
    minutes.into_iter().chain(rest).collect::<Vec<_>>().join(" ")
}
