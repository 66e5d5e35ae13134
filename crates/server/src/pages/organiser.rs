//! The organiser's desk, and the cards with join links.

use askama::Template;
use contest::{
    command::Ending,
    contest::{Contest, Phase},
};
use rulebook::{EntryId, JudgeId, Participant, Timestamp};
use schedule::Seating;

use super::Desk;

/// A judge or confederate, as the organiser sees them.
pub struct PersonRow {
    /// Who.
    pub who: Participant,
    /// The name.
    pub name: String,
    /// Played by a script.
    pub scripted: bool,
    /// The join link was used.
    pub joined: bool,
    /// A page is open.
    pub connected: bool,
    /// In place for the next round.
    pub ready: bool,
    /// Needed in this round.
    pub needed: bool,
}

/// An entry, as the organiser sees it.
pub struct EntryRow {
    /// Which.
    pub who: EntryId,
    /// The name.
    pub name: String,
    /// The protocol it speaks.
    pub protocol: String,
    /// How its program is doing.
    pub state: String,
    /// In place for the next round.
    pub ready: bool,
}

/// The organiser's desk.
#[derive(Template)]
#[template(path = "organiser.html")]
pub struct OrganiserPage<'a> {
    /// Who, where, when.
    pub desk: Desk<'a>,
    /// The contest.
    pub contest: &'a Contest,
    /// Judges and confederates.
    pub people: Vec<PersonRow>,
    /// Programs.
    pub entries: Vec<EntryRow>,
    /// Who owes a ballot.
    pub ballots_missing: Vec<JudgeId>,
}

impl OrganiserPage<'_> {
    /// What the forms that run the round depend on: while this stays the same, only what they report is exchanged.
    fn course_key(&self) -> String {
        format!("{}-{}", self.desk.key(), self.contest.paused_since.is_some())
    }

    fn ready_count(&self) -> usize {
        self.contest.ready.len()
    }

    fn needed_count(&self) -> usize {
        match self.contest.phase {
            Phase::Lobby(next) => self.contest.needed_in(next).len(),
            _ => 0,
        }
    }

    fn talking(&self) -> bool {
        matches!(self.contest.phase, Phase::Talk(..))
    }

    fn voting(&self) -> bool {
        matches!(self.contest.phase, Phase::Scoring(..) | Phase::Ranking(_))
    }

    /// The phase that can be ended, for the form, and what its button says.
    fn ending(&self) -> Option<(&'static str, String, &'static str)> {
        Some(match Ending::of(self.contest.phase)? {
            Ending::Talk { round } => ("talk", round.to_string(), "End the talk"),
            Ending::Scoring { round } => ("scoring", round.to_string(), "Close the round"),
            Ending::Ranking => ("ranking", String::new(), "Close the contest"),
        })
    }

    fn running(&self) -> Vec<&schedule::Seating> {
        let round = self.contest.phase.running_round();
        round.into_iter().flat_map(|round| self.contest.interviews_in(round)).collect::<Vec<&Seating>>()
    }

    fn vote_of(&self, person: &PersonRow) -> &'static str {
        match person.who {
            Participant::Judge(judge) if self.ballots_missing.contains(&judge) => "missing",
            Participant::Judge(_) => "sealed",
            _ => "",
        }
    }

    fn clock_time(&self, at: &Timestamp) -> String {
        at.to_string().get(11..19).unwrap_or_default().to_owned()
    }
}

/// A join link, on a card.
pub struct JoinLink {
    /// For whom.
    pub who: Participant,
    /// The name.
    pub name: String,
    /// The link.
    pub url: String,
    /// The link as a QR code: SVG of our own making.
    pub qr_svg: String,
}

/// The cards with join links.
#[derive(Template)]
#[template(path = "links.html")]
pub struct LinksPage<'a> {
    /// The contest's id, for addresses.
    pub contest: &'a str,
    /// The contest's name.
    pub name: &'a str,
    /// The links, made just now.
    pub links: Vec<JoinLink>,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use contest::{
        ControlEvent, Private,
        contest::Interview,
        event::{Choice, Incident},
        view::stage::Stage,
    };
    use rulebook::{InterviewId, RoundNumber, Seat, shipped};

    use super::*;
    use crate::pages::html;

    /// The desk of a contest that is in this phase, when J1 has named the left one in round 1.
    fn desk(phase: Phase) -> String {
        let rulebook = shipped::rulebook("loebner-2010").unwrap();
        let mut contest = Contest::opened(&ControlEvent::Opened {
            name: "A story".to_owned(),
            organiser: "Nobody".to_owned(),
            rulebook: Box::new(rulebook),
            scripted: Vec::new(),
            private: Private::Redacted,
        })
        .unwrap();
        contest.phase = phase;
        let interview = InterviewId { round: RoundNumber::new(1), judge: JudgeId::new(1) };
        let ballot = Some(Private::Held(Choice { human: Seat::Left }));
        contest.interviews.insert(interview, Interview { aborted: false, ballot });
        let detail = "it printed <b>bold</b>".to_owned();
        let incident = Incident { entry: EntryId::new(1), interview, kind: "died".to_owned(), detail };
        contest.incidents.push((Timestamp::from_millis(0), incident));
        let desk = Desk {
            contest: "story",
            name: &contest.name,
            who: Participant::Organiser,
            stage: Stage::of(&contest, Participant::Organiser),
            latest: 1,
            now: Timestamp::from_millis(0),
            pace: 1000,
            rulebook: &contest.rulebook,
            notice: None,
        };
        let ballots_missing = contest.ballots_missing();
        html(&OrganiserPage { desk, contest: &contest, people: Vec::new(), entries: Vec::new(), ballots_missing })
    }

    fn every_phase() -> [Phase; 5] {
        let (round, ends) = (RoundNumber::new(1), Timestamp::from_millis(60_000));
        [
            Phase::Lobby(round),
            Phase::Talk(round, ends),
            Phase::Scoring(round, ends),
            Phase::Ranking(ends),
            Phase::Closed,
        ]
    }

    #[test]
    fn a_form_sends_no_field_that_says_nothing() {
        for phase in every_phase() {
            let desk = desk(phase);
            assert!(!desk.contains("name=\"round\" value=\"\""), "{phase:?}: {desk}");
        }
    }

    #[test]
    fn the_organiser_sees_that_somebody_has_voted_and_never_what() {
        for phase in every_phase() {
            let desk = desk(phase).to_lowercase();
            assert!(
                !desk.contains("left") || desk.matches("left").count() == desk.matches("time left").count(),
                "{desk}"
            );
            assert!(!desk.contains("right"), "{desk}");
        }
    }

    #[test]
    fn what_a_program_printed_stays_text() {
        assert!(!desk(Phase::Closed).contains("<b>"));
    }

    #[test]
    fn no_two_parts_of_the_desk_share_an_id() {
        for phase in every_phase() {
            let desk = desk(phase);
            let ids: Vec<&str> = desk.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
            assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "{ids:?}");
        }
    }
}
