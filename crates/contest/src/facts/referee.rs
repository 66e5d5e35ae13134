//! The deeds of referees: steps about a conversation, and notes to the organiser.
//!
//! A deed names a confederate or their conversation, and so reveals that the witness is a person. The record commits to
//! it, and discloses it at the end with everything else; judges see none of it.

use std::time::Duration;

use language::{Message, Say};
use rulebook::{ConfederateId, ConversationId, Participant, Timestamp, schema::Delivery, time::millis_if_any};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A referee's deed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "does", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Deed {
    /// Warned a confederate. Only the confederate sees the words.
    Warn {
        /// The confederate.
        confederate: ConfederateId,
    },
    /// Limited a confederate's messages from here on; replaces any earlier limit.
    Limit {
        /// The confederate.
        confederate: ConfederateId,
        /// The limit.
        limit: SpeechLimit,
    },
    /// Lifted the limit of a confederate.
    Lift {
        /// The confederate.
        confederate: ConfederateId,
    },
    /// Muted the confederate of a conversation of the current round: no further words are accepted in it. Their earlier
    /// words are still shown.
    Mute {
        /// The conversation.
        conversation: ConversationId,
    },
    /// Let the confederate of a conversation speak again.
    Unmute {
        /// The conversation.
        conversation: ConversationId,
    },
    /// Held back the confederate's words in a conversation: utterances that the judge has not begun to see wait until
    /// they are released. Only under a delivery that delays every witness's words.
    Hold {
        /// The conversation.
        conversation: ConversationId,
    },
    /// Released the held words: they are shown from here on, and keep their gaps.
    Release {
        /// The conversation.
        conversation: ConversationId,
    },
    /// Struck an utterance that the judge had not begun to see, so that it is never shown. Only where words can be
    /// held.
    Strike {
        /// The conversation.
        conversation: ConversationId,
        /// The `number`, in the conversation's stream, of the witness's event that completed the utterance.
        of: u64,
    },
    /// Marked a moment of a conversation for the organiser and the auditors of the record.
    Flag {
        /// The conversation.
        conversation: ConversationId,
        /// The `number`, in its stream, of the latest event at that moment; 0 before the first.
        at: u64,
    },
    /// Wrote to the organiser.
    Note {},
}

/// The limit of a confederate's messages. At least one of the two is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpeechLimit {
    /// The most characters of a message or a line; absent without such a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 4000))]
    pub characters: Option<u32>,
    /// The least time between the end of a message or a line and the next one; absent without such a limit.
    #[serde(default, rename = "apart_ms", with = "millis_if_any", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>", extend("x-unit" = "milliseconds"))]
    pub apart: Option<Duration>,
}

impl SpeechLimit {
    /// The largest limit of characters.
    pub const CHARACTERS_MAX: u32 = 4000;

    /// The longest time between messages.
    pub const APART_MAX: Duration = Duration::from_secs(10 * 60);

    /// True if it limits anything, within the bounds.
    #[must_use]
    pub fn is_one(self) -> bool {
        let Self { characters, apart } = self;
        let fits = characters.is_none_or(|characters| (1..=Self::CHARACTERS_MAX).contains(&characters))
            && apart.is_none_or(|apart| (Duration::from_secs(1)..=Self::APART_MAX).contains(&apart));
        fits && self != Self::default()
    }
}

/// As a phrase: `at most 80 characters a message, and one message each 10 s`.
impl Say for SpeechLimit {
    fn message(&self) -> Message {
        match (self.characters, self.apart.map(|apart| apart.as_secs())) {
            (Some(characters), Some(seconds)) => {
                say!("talk-limit-both", characters = characters, seconds = seconds)
            }
            (Some(characters), None) => say!("talk-limit-characters", characters = characters),
            (None, Some(seconds)) => say!("talk-limit-apart", seconds = seconds),
            (None, None) => say!("talk-limit-none"),
        }
    }
}

display_in_english!(SpeechLimit);

/// A referee's deed, as recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refereed {
    /// The time.
    pub at: Timestamp,
    /// The referee, or the organiser in a referee's place.
    pub by: Participant,
    /// The deed.
    pub deed: Deed,
    /// The words; absent if none were given, or if they were redacted.
    pub words: Option<String>,
}

impl Deed {
    /// True if it needs words, either for the confederate or as a reason. Deeds that only undo another need none, nor
    /// does holding, which has to be quick.
    #[must_use]
    pub fn needs_words(&self) -> bool {
        !matches!(self, Self::Lift { .. } | Self::Unmute { .. } | Self::Hold { .. } | Self::Release { .. })
    }

    /// The conversation that it concerns, if any.
    #[must_use]
    pub fn conversation(&self) -> Option<ConversationId> {
        match self {
            Self::Mute { conversation }
            | Self::Unmute { conversation }
            | Self::Hold { conversation }
            | Self::Release { conversation }
            | Self::Strike { conversation, .. }
            | Self::Flag { conversation, .. } => Some(*conversation),
            Self::Warn { .. } | Self::Limit { .. } | Self::Lift { .. } | Self::Note {} => None,
        }
    }

    /// The confederate that it names, if any.
    #[must_use]
    pub fn confederate(&self) -> Option<ConfederateId> {
        match self {
            Self::Warn { confederate } | Self::Limit { confederate, .. } | Self::Lift { confederate } => {
                Some(*confederate)
            }
            Self::Mute { .. }
            | Self::Unmute { .. }
            | Self::Hold { .. }
            | Self::Release { .. }
            | Self::Strike { .. }
            | Self::Flag { .. }
            | Self::Note { .. } => None,
        }
    }
}

/// As a sentence, without its words.
impl Say for Deed {
    fn message(&self) -> Message {
        match self {
            Self::Warn { confederate } => say!("referee-warned", confederate = confederate.to_string()),
            Self::Limit { confederate, limit } => {
                say!("referee-limited", confederate = confederate.to_string(), limit = limit.message())
            }
            Self::Lift { confederate } => say!("referee-lifted", confederate = confederate.to_string()),
            Self::Mute { conversation } => say!("referee-muted", conversation = conversation.to_string()),
            Self::Unmute { conversation } => say!("referee-unmuted", conversation = conversation.to_string()),
            Self::Hold { conversation } => say!("referee-held", conversation = conversation.to_string()),
            Self::Release { conversation } => say!("referee-let-go", conversation = conversation.to_string()),
            Self::Strike { conversation, of } => {
                say!("referee-struck", number = of, conversation = conversation.to_string())
            }
            Self::Flag { conversation, at } => {
                say!("referee-flagged", conversation = conversation.to_string(), number = at)
            }
            Self::Note {} => say!("referee-noted"),
        }
    }
}

display_in_english!(Deed);

/// A deed as a sentence, with its actor and words.
#[must_use]
pub fn did(by: Participant, deed: Deed, words: Option<&str>) -> Message {
    let (by, deed) = (by.to_string(), deed.message());
    match words {
        Some(words) => say!("referee-did-in-words", by = by, deed = deed, words = words),
        None => say!("referee-did", by = by, deed = deed),
    }
}

/// True if a delivery delays every witness's words, so that they can be held and struck before they are shown.
#[must_use]
pub fn can_hold(delivery: Delivery) -> bool {
    matches!(delivery, Delivery::AtLeast { .. } | Delivery::CommonRhythm { .. })
}
