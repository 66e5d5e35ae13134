//! The contents of transcripts, whatever their form, line by line or key by key.

use rulebook::key::keys_of;

use super::{
    Dialogue, OffsetClock, Role, Visit,
    keylog::{ConfederateLabel, Keylog, KeylogSession, ScreenSide, TimedKey},
};

/// The contents of files in any form: lines, keys, or, in our own form, both.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Transcript {
    /// Witnesses with their judges, line by line.
    pub dialogues: Vec<Dialogue>,
    /// Judges before two witnesses, key by key.
    pub sessions: Vec<KeylogSession>,
    /// The last line, if it was cut off.
    pub cut: Option<String>,
}

impl Transcript {
    /// A transcript of lines only.
    #[must_use]
    pub fn of_dialogues(dialogues: Vec<Dialogue>) -> Self {
        Self { dialogues, ..Self::default() }
    }

    pub(super) fn of_keys(log: Keylog) -> Self {
        Self { sessions: log.sessions, cut: log.cut, ..Self::default() }
    }

    /// Every witness with its judges, line by line: keys become the lines on the screen.
    #[must_use]
    pub fn as_lines(&self, clock: OffsetClock) -> Vec<Dialogue> {
        let panes = |session: &KeylogSession| {
            let panes = [ScreenSide::Left, ScreenSide::Right].into_iter();
            panes.map(|pane| session.dialogue(pane, clock)).collect::<Vec<_>>()
        };
        self.dialogues.iter().cloned().chain(self.sessions.iter().flat_map(panes)).collect()
    }

    /// Every judge's session, key by key: the keys of a line all have its time, and its witness is alone on one side.
    #[must_use]
    pub fn as_keys(&self) -> Keylog {
        let visits = self.dialogues.iter().flat_map(|d| d.visits.iter().map(move |visit| session(d, visit)));
        Keylog { sessions: self.sessions.iter().cloned().chain(visits).collect(), cut: None }
    }
}

/// A visit as keys.
fn session(dialogue: &Dialogue, visit: &Visit) -> KeylogSession {
    let pane = if dialogue.role == Role::Entry { ScreenSide::Left } else { ScreenSide::Right };
    let keys = visit.lines.iter().flat_map(|line| {
        let at_us = u64::try_from(line.at.as_millis()).unwrap_or(0).saturating_mul(1000);
        let typed = format!("{}\n", line.text);
        keys_of(&typed).map(|key| TimedKey::new(at_us, line.by, pane, key)).collect::<Vec<_>>()
    });
    KeylogSession {
        title: dialogue.notice.clone(),
        judge: (visit.judge > 0).then_some(visit.judge),
        program: if dialogue.role == Role::Entry { dialogue.witness.clone() } else { String::new() },
        round: None,
        left: Role::Entry,
        label: ConfederateLabel::Human,
        keys: keys.collect(),
    }
}
