//! The programme of a contest, its rules and times; public, before and while it runs.
//!
//! It gives the number of judges and of the witnesses that a judge meets, and of people and programs among the
//! witnesses only as much as judges know: its readers may be among them. It names no participant before the result is
//! released.

use std::{borrow::Cow, time::Duration};

use askama::Template;
use contest::contest::{Contest, Phase};
use language::{Element, Message};
use rulebook::{
    Participant, Rulebook, Timestamp,
    schema::{AwardRule, Condition, Layout, People, Recipient},
};

use super::desk;
use crate::{look::Look, timetable::Course};

/// The programme.
#[derive(Template)]
#[template(path = "programme.html")]
pub struct ProgrammePage<'a> {
    /// The look.
    pub look: &'a Look,
    /// The contest's id, for addresses.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// Its rules, with texts in the language of the reader.
    pub rulebook: Cow<'a, Rulebook>,
    /// The beginning; absent where it is not known.
    pub begins: Option<Timestamp>,
    /// The rounds against the clock; absent where the beginning is not known.
    pub course: Option<Course>,
}

impl ProgrammePage<'_> {
    /// The organiser and the rules, in a sentence.
    fn organised(&self) -> Message {
        let organiser = &self.contest.organiser;
        say!("hall-organised", name = Element::NAME, organiser = organiser, rulebook = &self.rulebook.title)
    }

    /// The judges' knowledge of the people and programs among the witnesses, for everybody.
    fn told(&self) -> Message {
        match self.rulebook.roles.told {
            None if self.rulebook.interview.layout == Layout::Pair => say!("hall-told-pairs", when = self.when()),
            None => say!("hall-told-nothing", when = self.when()),
            Some(told) => say!(
                "hall-told",
                when = self.when(),
                people = say!("hall-told-people", number = told.confederates),
                programs = say!("hall-told-programs", number = told.entries)
            ),
        }
    }

    /// The judges, in a sentence.
    fn judges(&self) -> Message {
        let left = self.contest.left.iter().filter(|who| matches!(who, Participant::Judge(_))).count();
        let judges = usize::from(self.rulebook.roles.judges).saturating_sub(left);
        match self.rulebook.roles.people {
            People::Apart => say!("hall-judges", when = self.when(), number = judges),
            People::Both => say!("hall-people", when = self.when(), number = judges),
        }
    }

    /// The length of a round, in a sentence.
    fn round(&self) -> Message {
        let rules = &self.rulebook;
        let (talk, after) = (length(rules.interview.talk), rules.interview.scoring);
        if after.is_zero() {
            return say!("hall-round", when = self.when(), talk = talk);
        }
        match rules.ballots.asks_after_interview() {
            true => say!("hall-round-and-ballots", when = self.when(), talk = talk, after = length(after)),
            false => say!("hall-round-and-places", when = self.when(), talk = talk, after = length(after)),
        }
    }

    /// The trials, in a sentence; `None` where there is one only.
    fn trials(&self) -> Option<Message> {
        let trials = self.rulebook.trial_count();
        (trials != 1).then(|| say!("hall-trials", when = self.when(), trials = trials))
    }

    /// The number of rounds, in a sentence.
    fn number_of_rounds(&self) -> Message {
        say!("hall-number-of-rounds", when = self.when(), number = self.contest.rounds())
    }

    /// Where the contest is, as far as the tense of a sentence goes.
    fn when(&self) -> &'static str {
        if self.contest.phase == Phase::Closed {
            "over"
        } else if self.contest.is_under_way() {
            "now"
        } else {
            "before"
        }
    }

    /// Whether somebody of this contest can receive an award.
    fn can_be_given(&self, award: &AwardRule) -> bool {
        let roles = &self.rulebook.roles;
        let there_is = match award.to {
            Recipient::Place(place) => place <= roles.entries && self.contest.unnamed_baselines() == 0,
            Recipient::EveryEntry => roles.entries > 0 && self.contest.unnamed_baselines() == 0,
            Recipient::BestConfederate => roles.confederates > 0,
        };
        there_is
            && award.when.iter().all(|condition| match condition {
                Condition::Fooled { judges, confederates } => {
                    *judges <= roles.judges && *confederates <= roles.confederates
                }
                Condition::HumanVerdicts { judges } => *judges <= roles.judges,
                Condition::RankOrder { confederates } => *confederates <= roles.confederates,
                Condition::ConfederateAbove
                | Condition::MedianAtLeastConfederates
                | Condition::MedianBelowConfederates => roles.confederates > 0,
                Condition::ScoreAtLeast(_)
                | Condition::NoConfederateAbove
                | Condition::TakenForHumanShare(_)
                | Condition::IdentifiedAtMost(_) => true,
            })
    }

    /// The awards that can be given, with their purses, in a sentence; `None` where there are none.
    fn awards(&self) -> Option<Message> {
        let can_be_given = self.rulebook.awards.iter().filter(|award| self.can_be_given(award));
        let awards = can_be_given.map(|award| match &award.purse {
            Some(purse) => say!("hall-award-of", title = &award.title, purse = purse.to_string()),
            None => award.title.as_str().into(),
        });
        let awards = awards.reduce(|before, award| say!("list-part", first = before, then = award))?;
        Some(say!("hall-awards", awards = awards))
    }

    /// The beginning, in a sentence.
    fn beginning(&self, begins: &Timestamp) -> Message {
        let (day, time, clock) = (self.day(begins), self.minute(begins), Element::time(begins));
        match self.contest.is_under_way() {
            true => say!("hall-began", day = day, time = time, clock = clock),
            false => say!("hall-begins", day = day, time = time, clock = clock),
        }
    }

    /// The expected end, in a sentence, with a note if the rounds are not drawn yet.
    fn end(&self, course: &Course) -> Message {
        if let Some(closed) = course.closed {
            return say!("hall-all-over", time = self.minute(&closed), clock = Element::time(closed));
        }
        let expected = course.expected();
        let end = say!("hall-over", time = self.minute(&expected), clock = Element::time(expected));
        let drawn = (!self.contest.is_drawn()).then(|| say!("hall-undrawn"));
        Message::sentences([end].into_iter().chain(drawn))
    }

    /// The day of a moment, such as `2026-11-25`.
    fn day(&self, at: &Timestamp) -> String {
        self.contest.zone.day(*at)
    }

    /// The time of day of a moment, such as `14:05 UTC`, in the zone of the contest.
    fn minute(&self, at: &Timestamp) -> String {
        self.contest.zone.named_minute(*at)
    }

    /// The delay of the day, in a sentence; `None` below one minute.
    fn behind(&self) -> Option<Message> {
        let minutes = self.course.as_ref()?.behind.as_secs() / 60;
        (minutes > 0).then(|| say!("hall-behind", minutes = minutes))
    }
}

/// A length of time in words: `25 minutes`, `1 minute and 30 seconds`.
fn length(length: Duration) -> Message {
    desk::length(length.as_secs())
}
