//! Turns a participant's updates into messages: this protocol carries finished messages, the view may carry keystrokes.
//!
//! Everything comes from the numbered updates for the participant's page, so that a client of this protocol learns
//! nothing more than the page shows, and nothing earlier. A line is a message when Return finishes it, when its writer
//! has paused for [`IDLE`], or when the talk ends: some programs never press Return.

use std::{collections::BTreeMap, time::Duration};

use contest::view::{
    judge::JudgeUpdate,
    stage::{Stage, StagePhase},
    witness::WitnessUpdate,
};
use rulebook::{Key, Participant, RoundNumber, Seat, Side, Timestamp};

use super::client_messages::Status;

/// The pause of the other side within a line, in contest time, after which the unfinished line is sent.
pub(super) const IDLE: Duration = Duration::from_secs(10);

/// One update, as seen from the participant's own side.
pub(super) enum ParticipantUpdate {
    Stage(Box<Stage>),
    Key {
        round: RoundNumber,
        partner: Partner,
        mine: bool,
        key: Key,
    },
    Said {
        round: RoundNumber,
        partner: Partner,
        mine: bool,
        text: String,
    },
    /// An update without an event in this protocol.
    Unsaid,
}

/// The partner of the participant: a seat, or for a confederate the judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Partner {
    Seat(Seat),
    Judge,
}

impl std::fmt::Display for Partner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Seat(seat) => seat.fmt(f),
            Self::Judge => f.write_str("judge"),
        }
    }
}

/// A finished message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Utterance {
    pub(super) partner: Partner,
    pub(super) mine: bool,
    pub(super) text: String,
}

/// The news that become events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum News {
    NewRound,
    StartRound,
    EndRound,
    Said(Utterance),
}

impl From<JudgeUpdate> for ParticipantUpdate {
    fn from(update: JudgeUpdate) -> Self {
        match update {
            JudgeUpdate::Stage(stage) => Self::Stage(stage),
            JudgeUpdate::Key { round, seat, side, key } => {
                Self::Key { round, partner: Partner::Seat(seat), mine: side == Side::Judge, key }
            }
            JudgeUpdate::Said { round, seat, side, text } => {
                Self::Said { round, partner: Partner::Seat(seat), mine: side == Side::Judge, text }
            }
            JudgeUpdate::Attached { round, seat, side, attachment } => {
                let text = attachment.to_string();
                Self::Said { round, partner: Partner::Seat(seat), mine: side == Side::Judge, text }
            }
            JudgeUpdate::Turn { .. }
            | JudgeUpdate::Shown { .. }
            | JudgeUpdate::Belief { .. }
            | JudgeUpdate::Ballot { .. }
            | JudgeUpdate::Ranking { .. }
            | JudgeUpdate::Vote { .. } => Self::Unsaid,
        }
    }
}

impl From<WitnessUpdate> for ParticipantUpdate {
    fn from(update: WitnessUpdate) -> Self {
        match update {
            WitnessUpdate::Stage(stage) => Self::Stage(stage),
            WitnessUpdate::Key { round, side, key, .. } => {
                Self::Key { round, partner: Partner::Judge, mine: side == Side::Witness, key }
            }
            WitnessUpdate::Said { round, side, text, .. } => {
                Self::Said { round, partner: Partner::Judge, mine: side == Side::Witness, text }
            }
            WitnessUpdate::Attached { round, side, attachment, .. } => {
                let text = attachment.unseen();
                Self::Said { round, partner: Partner::Judge, mine: side == Side::Witness, text }
            }
            WitnessUpdate::Turn { .. } | WitnessUpdate::Referee(_) => Self::Unsaid,
        }
    }
}

/// Joins keystrokes into lines.
#[derive(Debug, Default)]
pub(super) struct Lines {
    typing: BTreeMap<(Partner, bool), (String, Timestamp)>,
}

impl Lines {
    /// Takes a keystroke; returns the line that it finished.
    pub(super) fn press(&mut self, at: Timestamp, partner: Partner, mine: bool, key: Key) -> Option<Utterance> {
        let (typed, pressed) = self.typing.entry((partner, mine)).or_insert((String::new(), at));
        *pressed = at;
        match key {
            Key::Char(c) => typed.push(c.get()),
            Key::Tab => typed.push('\t'),
            Key::BackSpace => drop(typed.pop()),
            Key::Return => return Some(Utterance { partner, mine, text: std::mem::take(typed) }),
        }
        None
    }

    /// The other side's unfinished lines that are due at this time; all of them when none is given.
    pub(super) fn unfinished(&mut self, until: Option<Timestamp>) -> Vec<Utterance> {
        let due = |pressed: Timestamp| until.is_none_or(|until| pressed + IDLE <= until);
        let lines =
            self.typing.iter_mut().filter(|((_, mine), (typed, pressed))| !mine && !typed.is_empty() && due(*pressed));
        lines
            .map(|((partner, mine), (typed, _))| Utterance {
                partner: *partner,
                mine: *mine,
                text: std::mem::take(typed),
            })
            .collect()
    }

    /// The next time at which [`unfinished`](Self::unfinished) returns something.
    pub(super) fn deadline(&self) -> Option<Timestamp> {
        let lines = self.typing.iter().filter(|((_, mine), (typed, _))| !mine && !typed.is_empty());
        lines.map(|(_, (_, pressed))| *pressed + IDLE).min()
    }
}

/// A participant's knowledge of the present round.
#[derive(Debug)]
pub(super) struct Hearing {
    /// True where partners are seats; otherwise the one partner is the judge.
    sees_seats: bool,
    /// The latest stage.
    pub(super) stage: Stage,
    /// The latest round; a stage after the last round names none.
    round: Option<RoundNumber>,
    /// Every message of this round, in order.
    said: Vec<Utterance>,
    lines: Lines,
}

impl Hearing {
    /// A participant without any updates yet.
    pub(super) fn of(who: Participant) -> Self {
        let sees_seats = matches!(who, Participant::Judge(_));
        Self { sees_seats, stage: Stage::default(), round: None, said: Vec::new(), lines: Lines::default() }
    }

    /// Takes an update; returns its news.
    pub(super) fn hear(&mut self, at: Timestamp, heard: ParticipantUpdate) -> Vec<News> {
        let is_now = |round| Some(round) == self.round;
        match heard {
            ParticipantUpdate::Stage(stage) => self.move_on(*stage),
            ParticipantUpdate::Key { round, partner, mine, key } if is_now(round) => {
                let line = self.lines.press(at, partner, mine, key);
                line.map(|line| self.keep(line)).into_iter().flatten().collect()
            }
            ParticipantUpdate::Said { round, partner, mine, text } if is_now(round) => {
                self.keep(Utterance { partner, mine, text }).into_iter().collect()
            }
            ParticipantUpdate::Key { .. } | ParticipantUpdate::Said { .. } | ParticipantUpdate::Unsaid => Vec::new(),
        }
    }

    /// Takes the passing of time; returns the lines that have waited long enough.
    pub(super) fn wait(&mut self, now: Timestamp) -> Vec<News> {
        let lines = self.lines.unfinished(Some(now));
        lines.into_iter().filter_map(|line| self.keep(line)).collect()
    }

    /// The next time at which [`wait`](Self::wait) returns something.
    pub(super) fn deadline(&self) -> Option<Timestamp> {
        self.lines.deadline()
    }

    /// The round and its status; `None` before the contest is drawn.
    pub(super) fn round(&self) -> Option<(RoundNumber, Status)> {
        Some((self.round?, status(&self.stage)))
    }

    /// The participant's partners in this round, in the order of the view.
    pub(super) fn partners(&self) -> Vec<Partner> {
        let partner = |seat: &Seat| if self.sees_seats { Partner::Seat(*seat) } else { Partner::Judge };
        self.stage.seats.iter().map(partner).collect()
    }

    /// Every message of the round so far, in order.
    pub(super) fn said(&self) -> &[Utterance] {
        &self.said
    }

    fn move_on(&mut self, stage: Stage) -> Vec<News> {
        if !stage.drawn {
            // Before the draw there are no partners, and so no round to announce.
            return Vec::new();
        }
        let (before, after) = (status(&self.stage), status(&stage));
        let is_new = stage.round.is_some() && stage.round != self.round;
        let seats_changed = stage.seats != self.stage.seats;
        let mut news = Vec::new();
        if before == Status::Running && (after != Status::Running || is_new) {
            let lines = self.lines.unfinished(None);
            news.extend(lines.into_iter().filter_map(|line| self.keep(line)));
            news.push(News::EndRound);
        }
        if is_new {
            self.round = stage.round;
            self.said.clear();
            self.lines = Lines::default();
        }
        if is_new || (after == Status::NotStarted && seats_changed) {
            news.push(News::NewRound);
        }
        if after == Status::Running && (before != Status::Running || is_new) {
            news.push(News::StartRound);
        }
        self.stage = stage;
        news
    }

    /// Keeps a message; returns it as news if it is the other side's.
    fn keep(&mut self, utterance: Utterance) -> Option<News> {
        self.said.push(utterance.clone());
        (!utterance.mine).then_some(News::Said(utterance))
    }
}

/// The status of a round, in this protocol's words.
pub(super) fn status(stage: &Stage) -> Status {
    match stage.phase {
        StagePhase::Lobby if stage.round.is_some() || !stage.drawn => Status::NotStarted,
        StagePhase::Talk if !stage.ended => Status::Running,
        StagePhase::Talk
        | StagePhase::Lobby
        | StagePhase::Scoring
        | StagePhase::EndBallots
        | StagePhase::Vote
        | StagePhase::Closed => Status::Finished,
    }
}

#[cfg(test)]
mod tests {
    use rulebook::{JudgeId, key::keys_of};

    use super::*;

    const LEFT: Partner = Partner::Seat(Seat::Left);
    const RIGHT: Partner = Partner::Seat(Seat::Right);

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(seconds * 1000)
    }

    fn stage(phase: StagePhase, round: u16) -> ParticipantUpdate {
        let round = Some(RoundNumber::new(round));
        let seats = vec![Seat::Left, Seat::Right];
        ParticipantUpdate::Stage(Box::new(Stage { phase, round, drawn: true, seats, ..Stage::default() }))
    }

    /// The news from typing this text, line by line.
    fn told(hearing: &mut Hearing, seconds: i64, partner: Partner, mine: bool, text: &str) -> Vec<String> {
        let mut told = Vec::new();
        for key in keys_of(text) {
            told.extend(
                hearing.hear(at(seconds), ParticipantUpdate::Key { round: RoundNumber::new(1), partner, mine, key }),
            );
        }
        told.into_iter().map(shown).collect()
    }

    fn shown(news: News) -> String {
        match news {
            News::Said(Utterance { partner, text, .. }) => format!("{partner}: {text}"),
            other => format!("{other:?}"),
        }
    }

    fn talking() -> Hearing {
        let mut hearing = Hearing::of(Participant::Judge(JudgeId::new(1)));
        let undrawn = Stage { round: Some(RoundNumber::new(1)), rounds: 4, ..Stage::default() };
        assert_eq!(
            hearing.hear(at(0), ParticipantUpdate::Stage(Box::new(undrawn))),
            [],
            "before the draw there are no partners"
        );
        assert_eq!(hearing.hear(at(0), stage(StagePhase::Lobby, 1)), [News::NewRound]);
        assert_eq!(hearing.hear(at(0), stage(StagePhase::Lobby, 1)), [], "being ready is no news");
        assert_eq!(hearing.hear(at(0), stage(StagePhase::Talk, 1)), [News::StartRound]);
        hearing
    }

    #[test]
    fn a_line_is_a_message_when_return_finishes_it_and_own_lines_are_only_kept() {
        let mut hearing = talking();
        assert_eq!(told(&mut hearing, 1, LEFT, false, "Helo\u{8}lo"), [""; 0]);
        assert_eq!(told(&mut hearing, 1, LEFT, true, "Hi\n"), [""; 0]);
        assert_eq!(told(&mut hearing, 2, RIGHT, false, "Yes?\n"), ["right: Yes?"]);
        assert_eq!(told(&mut hearing, 3, LEFT, false, ".\n"), ["left: Hello."]);
        let said: Vec<_> = hearing.said().iter().map(|said| said.text.as_str()).collect();
        assert_eq!(said, ["Hi", "Yes?", "Hello."]);
    }

    #[test]
    fn whoever_never_presses_return_is_heard_after_a_pause_and_at_the_end() {
        let mut hearing = talking();
        told(&mut hearing, 1, LEFT, false, "I am here");
        assert_eq!(hearing.deadline(), Some(at(11)));
        assert_eq!(hearing.wait(at(10)), []);
        assert_eq!(hearing.wait(at(11)).into_iter().map(shown).collect::<Vec<_>>(), ["left: I am here"]);
        assert_eq!(hearing.deadline(), None);
        told(&mut hearing, 12, RIGHT, false, "me to");
        told(&mut hearing, 12, RIGHT, true, "never sent");
        let end = hearing.hear(at(13), stage(StagePhase::Scoring, 1));
        assert_eq!(end.into_iter().map(shown).collect::<Vec<_>>(), ["right: me to", "EndRound"]);
        assert_eq!(hearing.round(), Some((RoundNumber::new(1), Status::Finished)));
    }

    #[test]
    fn a_new_round_begins_with_nothing_said_and_the_end_keeps_its_number() {
        let mut hearing = talking();
        told(&mut hearing, 1, LEFT, false, "x\n");
        hearing.hear(at(2), stage(StagePhase::Scoring, 1));
        assert_eq!(hearing.hear(at(3), stage(StagePhase::Lobby, 2)), [News::NewRound]);
        assert_eq!(hearing.said(), []);
        assert_eq!(told(&mut hearing, 3, LEFT, false, "too late\n"), [""; 0], "that was round 1");
        let over = Stage { phase: StagePhase::Closed, drawn: true, ..Stage::default() };
        assert_eq!(hearing.hear(at(4), ParticipantUpdate::Stage(Box::new(over))), []);
        assert_eq!(hearing.round(), Some((RoundNumber::new(2), Status::Finished)));
    }
}
