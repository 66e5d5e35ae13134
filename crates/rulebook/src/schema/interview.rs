//! Interview: the judge's screen, the medium, the turns and the times.

use std::time::Duration;

use attachment::{FileKind, Limits};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::usual;
pub use crate::key::Alphabet;
use crate::time::friendly;

/// The rules of one interview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InterviewRules {
    /// The witnesses before the judge.
    pub layout: Layout,
    /// The unit of text that travels.
    pub medium: Medium,
    /// The side that speaks first.
    pub opens: Opener,
    /// The order of speaking after that.
    #[serde(default, skip_serializing_if = "Turns::are_free")]
    #[schemars(extend("default" = "free"))]
    pub turns: Turns,
    /// The words with which every witness begins its first conversation with a judge: one of these, to the letter.
    /// Absent: any words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 16), inner(length(min = 1, max = 200)))]
    #[schemars(extend("default" = []))]
    pub opening_words: Vec<String>,
    /// Whether a witness must keep to the opening words. Other words of a person are refused until then; those of a
    /// program wait until the opening words have been typed in its name, with a warning to the organiser. If false, the
    /// organiser only sees which witnesses kept to them.
    #[serde(default, skip_serializing_if = "usual::is_no")]
    #[schemars(extend("default" = false))]
    pub opening_enforced: bool,
    /// The time and the manner in which a judge sees a witness's words: one choice for every witness of a contest,
    /// person or program.
    pub delivery: Delivery,
    /// The time without a key after which the typed text counts as an utterance although no Return ended it. Matters
    /// where keys travel and are not shown as they are typed.
    #[serde(default = "usual_idle", skip_serializing_if = "is_usual_idle", with = "friendly")]
    #[schemars(schema_with = "super::bounds::short")]
    #[schemars(extend("default" = "15s"))]
    pub utterance_idle: Duration,
    /// Files that a judge may show a witness. Absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attachments: Option<AttachmentRules>,
    /// Conversations on the big screen while judges talk: one interview at a time, blind and delayed. Absent: none. A
    /// conversation is also left out if one of its people agreed to publish only their part in the result.
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
    #[schemars(schema_with = "super::bounds::talk")]
    pub talk: Duration,
    /// Time for ballots and changing places, after the talk.
    #[serde(with = "friendly")]
    #[schemars(schema_with = "super::bounds::pause")]
    pub scoring: Duration,
}

/// Files that a judge may show a witness: pictures, sounds, short videos. Witnesses show nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttachmentRules {
    /// The kinds of files.
    #[schemars(length(min = 1, max = 3))]
    pub kinds: Vec<FileKind>,
    /// The most files that a judge may show in one conversation.
    #[schemars(range(min = 1, max = 100))]
    pub most: u16,
    /// The most bytes of one file, as uploaded.
    #[serde(default = "usual_bytes", skip_serializing_if = "is_usual_bytes")]
    #[schemars(range(min = 1024, max = 16_777_216))]
    #[schemars(extend("default" = 4_194_304))]
    pub bytes: u32,
    /// The longest playing time of a sound or a video.
    #[serde(default = "usual_longest", skip_serializing_if = "is_usual_longest", with = "friendly")]
    #[schemars(schema_with = "super::bounds::playing")]
    #[schemars(extend("default" = "1m"))]
    pub longest: Duration,
}

impl AttachmentRules {
    /// The most pixels of a picture or a video: a browser reserves memory for each.
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

/// Conversations on the big screen while judges talk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HallRules {
    /// The delay of a finished line after the judge saw it, so that nobody in the audience can help a judge or a
    /// witness in time.
    #[serde(with = "friendly")]
    #[schemars(schema_with = "super::bounds::late")]
    pub delay: Duration,
}

/// The witnesses before a judge at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// One entry and one confederate, side by side.
    Pair,
    /// One witness.
    One,
}

/// The unit of text that travels between judge and witness.
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
        /// The allowed keys, beside Return, BackSpace and Tab.
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
    /// None: the judge reads the transcript of an earlier conversation between others, turn by turn. The witnesses of
    /// such a contest are the conversations of its sources; no person or program takes part as a witness.
    Transcript {
        /// The most turns of a conversation that a judge is shown; a longer one is cut after its beginning.
        #[schemars(range(min = 1, max = 200))]
        turns: u16,
    },
}

impl InterviewRules {
    /// Returns whether judges read earlier conversations of others instead of talking.
    #[must_use]
    pub fn is_read(&self) -> bool {
        matches!(self.medium, Medium::Transcript { .. })
    }
}

impl Medium {
    /// The characters that travel.
    #[must_use]
    pub fn alphabet(self) -> Alphabet {
        match self {
            Self::Keystrokes { alphabet, .. } => alphabet,
            Self::Lines { .. } | Self::Messages { .. } | Self::Transcript { .. } => Alphabet::Unicode,
        }
    }
}

/// The time and the manner in which a judge sees a witness's words; the same for every kind of witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Delivery {
    /// Every key as it was pressed, released on a grid of 20 ms that is the same for all. A whole line from a program
    /// is typed with a human rhythm, slips included. Needs the medium `keystrokes`.
    AsTyped,
    /// Finished utterances, whole, at once.
    WholeLines,
    /// Finished utterances, whole, no earlier than this time after the judge's last words.
    AtLeast {
        /// The least time between a judge's words and the showing of the witness's next words.
        #[serde(with = "friendly")]
        #[schemars(schema_with = "super::bounds::short")]
        delay: Duration,
    },
    /// Finished utterances, typed again with one declared human rhythm, without slips: key by key where keys travel;
    /// elsewhere shown whole at the moment of the last key.
    CommonRhythm {
        /// The start of the typing.
        start: Start,
    },
}

/// The time at which an utterance begins to be typed again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// When it was finished; for a whole line, after the time that people need for as much. A person's own delay shows.
    /// Needs the medium `keystrokes`, which can tell whole lines from typed ones.
    AtReturn,
    /// 20 s, and 0.4 s for each of its characters, after the judge's last words, for every witness, however quick.
    Held,
}

impl Delivery {
    /// The longest time that this adds to a reply of so many characters, counted from the judge's last words. An
    /// estimate, to bound how long to wait for a reply.
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

/// The side that speaks first in an interview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Opener {
    /// The judge: witnesses wait until the judge has begun in their conversation.
    Judge,
    /// Either side.
    Anyone,
}

/// The order of speaking after the first words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Turns {
    /// None: both sides at any time.
    #[default]
    Free,
    /// One side, then the other. A side that has not spoken within its time loses the turn to the other.
    Alternate {
        /// The time of one turn.
        #[serde(with = "friendly")]
        #[schemars(schema_with = "super::bounds::short")]
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
