//! A judge's page.

use askama::Template;
use contest::{
    transcript::{SILENT, Transcript},
    view::{judge::JudgeScreen, stage::StagePhase},
};
use rulebook::{ConversationId, InterviewId, JudgeId, RoundNumber, Seat, Side};

use super::{Desk, desk};

/// A judge's page.
#[derive(Template)]
#[template(path = "judge.html")]
pub struct JudgePage<'a> {
    /// Who, where, when.
    pub desk: Desk<'a>,
    /// The judge.
    pub who: JudgeId,
    /// What the judge has been told.
    pub screen: &'a JudgeScreen,
}

/// A conversation to be ranked.
struct Met<'a> {
    id: ConversationId,
    round: u16,
    seat: Seat,
    /// Its rank so far, from 1.
    place: Option<usize>,
    /// How many there are.
    of: usize,
    transcript: &'a Transcript,
}

impl JudgePage<'_> {
    fn seat_name(&self, seat: Seat) -> &'static str {
        desk::seat_name(seat)
    }

    fn seat_label(&self, seat: Seat) -> &'static str {
        match seat {
            Seat::Left => "Conversation with the left witness",
            Seat::Right => "Conversation with the right witness",
        }
    }

    fn say_label(&self, seat: Seat) -> &'static str {
        match seat {
            Seat::Left => "To the left one",
            Seat::Right => "To the right one",
        }
    }

    fn ballot(&self) -> Option<Seat> {
        self.desk.stage.round.and_then(|round| self.screen.ballots.get(&round).copied())
    }

    fn conversation(&self, seat: Seat) -> &Transcript {
        let round = self.desk.stage.round;
        round.and_then(|round| self.screen.conversations.get(&(round, seat))).unwrap_or(&SILENT)
    }

    fn met(&self) -> Vec<Met<'_>> {
        let of = usize::from(self.desk.stage.rounds) * 2;
        let rounds = RoundNumber::first(usize::from(self.desk.stage.rounds));
        rounds
            .flat_map(|round| Seat::BOTH.map(|seat| (round, seat)))
            .map(|(round, seat)| {
                let id = ConversationId { interview: InterviewId { round, judge: self.who }, seat };
                let place = self.screen.ranking.iter().position(|ranked| *ranked == id).map(|place| place + 1);
                let transcript = self.screen.conversations.get(&(round, seat)).unwrap_or(&SILENT);
                Met { id, round: round.number(), seat, place, of, transcript }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use contest::view::{Screen, judge::JudgeUpdate, stage::Stage};
    use rulebook::{Participant, Timestamp, key::keys_of, shipped};

    use super::*;
    use crate::pages::html;

    /// A judge's page in a running talk, with these words in both conversations.
    fn page(left: &str, right: &str) -> String {
        let rulebook = shipped::rulebook("loebner-2010").unwrap();
        let mut screen = JudgeScreen::default();
        let round = RoundNumber::new(1);
        let stage = Stage { phase: StagePhase::Talk, round: Some(round), rounds: 4, ..Stage::default() };
        screen.show(&JudgeUpdate::Stage(stage));
        for (seat, text) in [(Seat::Left, left), (Seat::Right, right)] {
            for side in [Side::Judge, Side::Witness] {
                keys_of(text).for_each(|key| screen.show(&JudgeUpdate::Key { round, seat, side, key }));
            }
        }
        let who = JudgeId::new(1);
        let desk = Desk {
            contest: "story",
            name: "A <script>alert(1)</script> contest",
            who: Participant::Judge(who),
            stage: screen.stage.clone(),
            latest: 7,
            now: Timestamp::from_millis(0),
            pace: 1000,
            rulebook: &rulebook,
            notice: Some("\"><img src=x onerror=alert(1)>"),
        };
        html(&JudgePage { desk, who, screen: &screen })
    }

    #[test]
    fn whatever_anybody_types_stays_text() {
        let page = page("<b>bold</b>\n\"quoted\" & <i>", "fine");
        for tag in ["<script>", "<b>", "<i>", "<img"] {
            assert!(!page.contains(tag), "{tag} in {page}");
        }
        assert!(page.contains("&#60;b&#62;bold") || page.contains("&lt;b&gt;bold"), "{page}");
    }

    #[test]
    fn both_panes_are_the_same_but_for_the_name_of_the_seat() {
        let page = page("the same words\nand more", "the same words\nand more");
        let panes: Vec<_> = page.match_indices("<section class=\"pane\"").map(|(at, _)| at).collect();
        let end = page.rfind("</section>").unwrap();
        let (left, right) = (&page[panes[0]..panes[1]], &page[panes[1]..end]);
        let left = left.trim().trim_end_matches("</section>").trim();
        assert_eq!(left.replace("left", "right"), right.trim());
    }
}
