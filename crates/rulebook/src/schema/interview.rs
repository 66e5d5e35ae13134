//! Interview: what the judge has before them, what travels, who speaks when, and for how long.

use std::time::Duration;

use attachment::{Kind, Limits};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{bounds, usual};
pub use crate::key::Alphabet;
use crate::time::friendly;

/// What happens in one interview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InterviewRules {
    /// Which witnesses the judge has before them.
    pub layout: Layout,
    /// What travels.
    pub medium: Medium,
    /// Who speaks first.
    pub opens: Opener,
    /// Who may speak after that.
    #[serde(default, skip_serializing_if = "Turns::are_free")]
    #[schemars(extend("default" = "free"))]
    pub turns: Turns,
    /// The words with which every witness begins its first conversation with a judge: one of these, to the letter. Absent:
    /// as it likes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 16), inner(length(min = 1, max = 200)))]
    #[schemars(extend("default" = []))]
    pub opening_words: Vec<String>,
    /// Whether a witness is held to its opening words. A person's other words are not taken before them; those of a
    /// program wait until the words were typed in its name, and the organiser is told. Absent: the organiser only sees who
    /// kept them.
    #[serde(default, skip_serializing_if = "usual::is_no")]
    #[schemars(extend("default" = false))]
    pub opening_enforced: bool,
    /// When and how a judge is shown what a witness says: one choice for every witness of a contest, person or program.
    pub delivery: Delivery,
    /// How long a witness may press no key until what it has typed counts as an utterance although no Return ended it.
    /// Matters where keys travel and are not shown as they are typed.
    #[serde(default = "usual_idle", skip_serializing_if = "is_usual_idle", with = "friendly")]
    #[schemars(schema_with = "bounds::short")]
    #[schemars(extend("default" = "15s"))]
    pub utterance_idle: Duration,
    /// What a judge may show a witness beside words. Absent: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attachments: Option<AttachmentRules>,
    /// What a hall reads along on the big screen while judges talk: one interview at a time, blind and late. Absent: nothing. Where
    /// somebody agreed to their part in the result alone, nothing is read either.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hall: Option<HallRules>,
    /// Whether text may be pasted.
    #[serde(default = "usual::yes", skip_serializing_if = "usual::is_yes")]
    #[schemars(extend("default" = true))]
    pub paste: bool,
    /// Whether both sides see the same page and both guess, so that a person does not know whether they ask or answer.
    #[serde(default, skip_serializing_if = "usual::is_no")]
    #[schemars(extend("default" = false))]
    pub symmetric: bool,
    /// Time to talk, from the opening of the round.
    #[serde(with = "friendly")]
    #[schemars(schema_with = "bounds::talk")]
    pub talk: Duration,
    /// Time for ballots and changing places, after the talk.
    #[serde(with = "friendly")]
    #[schemars(schema_with = "bounds::pause")]
    pub scoring: Duration,
}

/// What a judge may show a witness: pictures, sounds, short videos. Witnesses show nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttachmentRules {
    /// What may be shown.
    #[schemars(length(min = 1, max = 3))]
    pub kinds: Vec<Kind>,
    /// The most files that a judge may show in one conversation.
    #[schemars(range(min = 1, max = 100))]
    pub most: u16,
    /// The most bytes of one file, as it was handed in.
    #[serde(default = "usual_bytes", skip_serializing_if = "is_usual_bytes")]
    #[schemars(range(min = 1024, max = 16_777_216))]
    #[schemars(extend("default" = 4_194_304))]
    pub bytes: u32,
    /// How long a sound or a video may play.
    #[serde(default = "usual_longest", skip_serializing_if = "is_usual_longest", with = "friendly")]
    #[schemars(schema_with = "bounds::playing")]
    #[schemars(extend("default" = "1m"))]
    pub longest: Duration,
}

impl AttachmentRules {
    /// The most pixels of what is seen: what a browser sets room aside for.
    pub const PIXELS_MAX: u64 = 16_000_000;

    /// The bounds of one file.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            bytes_max: usize::try_from(self.bytes).unwrap_or(usize::MAX),
            pixels_max: Self::PIXELS_MAX,
            duration_ms_max: u64::try_from(self.longest.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

/// What a hall reads along while judges talk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HallRules {
    /// How long after the judge saw it a finished line is read. Nobody in the hall can then help a judge or a witness in time.
    #[serde(with = "friendly")]
    #[schemars(schema_with = "bounds::late")]
    pub delay: Duration,
}

/// Which witnesses a judge has before them at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// One entry and one confederate, side by side.
    Pair,
    /// One witness.
    One,
}

/// What travels between judge and witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Medium {
    /// Every key as it is pressed, BackSpace included.
    Keystrokes {
        /// The most keys a side may press within one second: more than any typist, less than a flood.
        #[schemars(range(min = 1, max = 1000))]
        keys_per_second: u32,
        /// The most keys a side may press in one conversation.
        #[schemars(range(min = 1, max = 1_000_000))]
        keys: u32,
        /// Which keys there are, beside Return, BackSpace and Tab.
        #[serde(default, skip_serializing_if = "Alphabet::is_ascii")]
        #[schemars(extend("default" = "ascii"))]
        alphabet: Alphabet,
    },
    /// Line by line, as on a terminal: a line travels when it is finished, and an empty line ends a turn.
    Lines {
        /// The most characters of a line.
        #[schemars(range(min = 1, max = 4000))]
        characters: u32,
        /// The most lines a side may send in one conversation.
        #[schemars(range(min = 1, max = 100_000))]
        lines: u32,
    },
    /// Finished utterances, as in instant messaging or a form on a web page.
    Messages {
        /// The most characters of a message.
        #[schemars(range(min = 1, max = 4000))]
        characters: u32,
        /// The most messages a side may send in one conversation.
        #[schemars(range(min = 1, max = 100_000))]
        messages: u32,
    },
    /// Nothing: the judge reads the transcript of a conversation that others held, turn by turn. The witnesses of such a contest are
    /// the conversations of its sources, so nobody sits behind a seat, and nobody speaks.
    Transcript {
        /// The most turns of a conversation that a judge is shown: of a longer one, its beginning.
        #[schemars(range(min = 1, max = 200))]
        turns: u16,
    },
}

impl InterviewRules {
    /// Whether judges read conversations that others held, and nobody is there to be talked with.
    #[must_use]
    pub fn is_read(&self) -> bool {
        matches!(self.medium, Medium::Transcript { .. })
    }
}

impl Medium {
    /// Which characters travel.
    #[must_use]
    pub fn alphabet(self) -> Alphabet {
        match self {
            Self::Keystrokes { alphabet, .. } => alphabet,
            Self::Lines { .. } | Self::Messages { .. } | Self::Transcript { .. } => Alphabet::Unicode,
        }
    }
}

/// When and how a judge is shown what a witness says. Nothing here depends on who the witness is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Delivery {
    /// Every key as it was pressed, released on a grid of 20 ms that is the same for all. What a program gives as a whole
    /// line is typed with a human rhythm, slips included. Needs the medium `keystrokes`.
    AsTyped,
    /// What is finished, whole, as soon as it is finished.
    WholeLines,
    /// What is finished, whole, and not before this time after the judge's last words.
    AtLeast {
        /// The least time between what a judge says and the showing of what the witness says next.
        #[serde(with = "friendly")]
        #[schemars(schema_with = "bounds::short")]
        delay: Duration,
    },
    /// What is finished is typed again with one declared human rhythm, without slips: key by key where keys travel, and
    /// elsewhere shown whole when the last key of it would be pressed.
    CommonRhythm {
        /// When the typing begins.
        start: Start,
    },
}

/// When an utterance begins to be typed again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// When it was finished; what was given as a whole line, after a time that people need for as much. A person's own
    /// delay shows. Needs the medium `keystrokes`, where whole lines and typed ones can be told apart.
    AtReturn,
    /// 20 s, and 0.4 s for each of its characters, after the judge's last words, whoever said it and however quickly.
    Held,
}

impl Delivery {
    /// The longest time that this adds to a reply of so many characters, counted from the judge's last words: roughly, for
    /// those who wait for one.
    #[must_use]
    pub fn holds_back(self, characters: u32) -> Duration {
        match self {
            Self::WholeLines => Duration::ZERO,
            Self::AtLeast { delay } => delay,
            Self::AsTyped => Duration::from_secs(20) + Duration::from_millis(250) * characters,
            Self::CommonRhythm { .. } => Duration::from_secs(25) + Duration::from_millis(650) * characters,
        }
    }
}

/// Who speaks first in an interview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Opener {
    /// The witnesses wait until the judge has begun in their conversation.
    Judge,
    /// Either side may begin.
    Anyone,
}

/// Who may speak after the first words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Turns {
    /// Both sides at any time.
    #[default]
    Free,
    /// One side, then the other. A side that has not spoken within its time loses the turn to the other.
    Alternate {
        /// The time of one turn.
        #[serde(with = "friendly")]
        #[schemars(schema_with = "bounds::short")]
        within: Duration,
    },
}

impl Turns {
    fn are_free(&self) -> bool {
        *self == Self::Free
    }
}

fn usual_bytes() -> u32 {
    4 << 20
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_usual_bytes(bytes: &u32) -> bool {
    *bytes == usual_bytes()
}

fn usual_longest() -> Duration {
    Duration::from_secs(60)
}

fn is_usual_longest(longest: &Duration) -> bool {
    *longest == usual_longest()
}

fn usual_idle() -> Duration {
    Duration::from_secs(15)
}

fn is_usual_idle(idle: &Duration) -> bool {
    *idle == usual_idle()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_for_a_reply_waits_for_what_the_delivery_adds_to_it() {
        let seconds = |delivery: Delivery| delivery.holds_back(100).as_secs();
        assert_eq!(Delivery::WholeLines.holds_back(100), Duration::ZERO);
        assert_eq!(seconds(Delivery::AtLeast { delay: Duration::from_secs(3) }), 3);
        assert_eq!(seconds(Delivery::AsTyped), 20 + 25);
        assert_eq!(seconds(Delivery::CommonRhythm { start: Start::AtReturn }), 25 + 65);
    }
}
