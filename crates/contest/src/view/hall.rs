//! What a hall reads along while judges talk, where the rules let it: one interview at a time, blind and late.
//!
//! It is made from what the judge was told ([`JudgeFeed`](super::judge::JudgeFeed)) and from nothing else, so that it cannot say more of
//! a witness than the judge knows. A line stands here when it is finished, and as long after the judge saw it as the rules ask. The
//! interviews of a round take their turns by the clock: nothing that is said decides which one is read.
//!
//! Nothing at all is read along where somebody agreed to their part in the result alone: leaving out only theirs would tell who
//! is a person.

use std::time::Duration;

use rulebook::{InterviewId, JudgeId, Seat, Side, Timestamp};
use serde::{Deserialize, Serialize};

use super::{Views, judge::JudgeUpdate};
use crate::{
    consent::Scope,
    contest::{Contest, Phase},
    transcript::Transcript,
};

/// How long one interview is read before the next, by the contest's clock.
const EACH: Duration = Duration::from_secs(60);

/// The most lines of a conversation, the last ones: more do not fit on a screen.
pub const LINES_MAX: usize = 8;

/// The most characters of a line; the rest of it is cut off.
pub const LINE_MAX: usize = 200;

/// An interview, as a hall reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HallInterview {
    /// The judge.
    pub judge: JudgeId,
    /// The judge's conversations, every seat in the same way.
    pub conversations: Vec<HallConversation>,
}

/// A conversation, as a hall reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HallConversation {
    /// Where the judge sees it.
    pub seat: Seat,
    /// Its last lines, the oldest first.
    pub lines: Vec<HallLine>,
}

/// A finished line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HallLine {
    /// Whose it is.
    pub side: Side,
    /// Its text; a file is told in words.
    pub text: String,
}

impl Views {
    /// What the hall reads now; `None` where nothing may be read, or nobody talks.
    #[must_use]
    pub fn hall(&self, now: Timestamp) -> Option<HallInterview> {
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
            let lines = lines.map(|line| HallLine { side: line.side, text: cut(&line.text) });
            HallConversation { seat, lines: lines.collect() }
        });
        Some(HallInterview { judge, conversations: conversations.collect() })
    }
}

/// Whether somebody agreed to their part in the result alone.
fn is_kept_from_the_hall(contest: &Contest) -> bool {
    contest.consents.values().any(|consent| consent.scope == Scope::Result)
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LINE_MAX) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}
