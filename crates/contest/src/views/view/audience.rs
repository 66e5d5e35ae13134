//! The audience's view while judges talk, if the rules allow one: one interview at a time, blind and delayed.
//!
//! It is made only from the judge's updates ([`JudgeFeed`](super::judge::JudgeFeed)), so it cannot say more about a
//! witness than the judge knows. A line appears when it is finished, after the delay that the rules set. The interviews
//! of a round take turns by the clock, whatever is said in them.
//!
//! If any participant agreed only to publishing their part in the result, the whole view stays empty: hiding only their
//! interviews would reveal that they are a person.

use std::time::Duration;

use rulebook::{InterviewId, JudgeId, Seat, Side, Timestamp};
use serde::{Deserialize, Serialize};

use super::{Views, judge::JudgeUpdate};
use crate::{
    consent::Scope,
    contest::{Contest, Phase},
    transcript::Transcript,
};

/// The time for which one interview is shown, by the contest's clock.
const EACH: Duration = Duration::from_secs(60);

/// The most lines of a conversation, counted from its end; more do not fit on a screen.
pub const LINES_MAX: usize = 8;

/// The most characters of a line; the rest is cut off.
pub const LINE_MAX: usize = 200;

/// An interview in the audience's view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AudienceInterview {
    /// The judge.
    pub judge: JudgeId,
    /// The judge's conversations, every seat in the same way.
    pub conversations: Vec<AudienceConversation>,
}

/// A conversation in the audience's view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AudienceConversation {
    /// Its seat on the judge's screen.
    pub seat: Seat,
    /// Its last lines, the oldest first.
    pub lines: Vec<AudienceLine>,
}

/// A finished line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AudienceLine {
    /// The side that wrote it.
    pub side: Side,
    /// Its text; a file is described in words.
    pub text: String,
}

impl Views {
    /// The audience's view now; `None` if none is allowed, or no talk runs.
    #[must_use]
    pub fn hall(&self, now: Timestamp) -> Option<AudienceInterview> {
        let contest = self.room().contest()?;
        let delay = contest.rulebook.interview.hall?.delay;
        let Phase::Talk(round, _) = contest.phase else { return None };
        if is_kept_from_the_hall(contest) {
            return None;
        }
        let is_played = |id: InterviewId| contest.interviews.get(&id).is_some_and(|interview| !interview.aborted);
        let mut played: Vec<_> = contest.interviews_in(round).filter(|seating| is_played(seating.interview)).collect();
        played.sort_by_key(|seating| seating.interview.judge);
        let turn = now.as_millis() / i64::try_from(EACH.as_millis()).unwrap_or(i64::MAX);
        let at = usize::try_from(turn.rem_euclid(i64::try_from(played.len().max(1)).ok()?)).ok()?;
        let seating = *played.get(at)?;
        let judge = seating.interview.judge;
        let mut conversations: Vec<_> = seating.seats.keys().map(|&seat| (seat, Transcript::default())).collect();
        for told in self.judge(judge)?.after(0) {
            if told.at + delay > now {
                break;
            }
            let (seat, of) = match &told.update {
                JudgeUpdate::Key { round, seat, .. }
                | JudgeUpdate::Said { round, seat, .. }
                | JudgeUpdate::Attached { round, seat, .. } => (*seat, *round),
                JudgeUpdate::Stage(_)
                | JudgeUpdate::Shown { .. }
                | JudgeUpdate::Belief { .. }
                | JudgeUpdate::Turn { .. }
                | JudgeUpdate::Ballot { .. }
                | JudgeUpdate::Ranking { .. }
                | JudgeUpdate::Vote { .. } => continue,
            };
            let known = conversations.iter_mut().find(|(known, _)| *known == seat && of == round);
            let Some((_, transcript)) = known else { continue };
            match &told.update {
                JudgeUpdate::Key { side, key, .. } => transcript.press(*side, *key),
                JudgeUpdate::Said { side, text, .. } => transcript.say(*side, text),
                JudgeUpdate::Attached { side, attachment, .. } => transcript.attach(*side, attachment),
                JudgeUpdate::Stage(_)
                | JudgeUpdate::Shown { .. }
                | JudgeUpdate::Belief { .. }
                | JudgeUpdate::Turn { .. }
                | JudgeUpdate::Ballot { .. }
                | JudgeUpdate::Ranking { .. }
                | JudgeUpdate::Vote { .. } => {}
            }
        }
        let conversations = conversations.into_iter().map(|(seat, transcript)| {
            let from = transcript.lines.len().saturating_sub(LINES_MAX);
            let lines = transcript.lines.into_iter().skip(from).filter(|line| !line.text.trim().is_empty());
            let lines = lines.map(|line| AudienceLine { side: line.side, text: cut(&line.text) });
            AudienceConversation { seat, lines: lines.collect() }
        });
        Some(AudienceInterview { judge, conversations: conversations.collect() })
    }
}

/// True if a participant agreed only to publishing their part in the result.
fn is_kept_from_the_hall(contest: &Contest) -> bool {
    contest.consents.values().any(|consent| consent.scope == Scope::Result)
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LINE_MAX) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}
