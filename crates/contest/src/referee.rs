//! What a referee does about a conversation, or says to the organiser.
//!
//! A referee's deed names a confederate or their conversation, and so tells which witness is a person. The record commits to
//! it, and opens it with everything else at the end; a judge is told nothing of it.

use std::time::Duration;

use language::{Message, Say};
use rulebook::{ConfederateId, ConversationId, Participant, Timestamp, schema::Delivery, time::millis_if_any};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a referee did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "does", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Deed {
    /// Warned a confederate, who is shown the words. Nobody else is.
    Warn {
        /// The confederate.
        confederate: ConfederateId,
    },
    /// Limited what a confederate may send from here on, instead of any limit before.
    Limit {
        /// The confederate.
        confederate: ConfederateId,
        /// To what.
        limit: SpeechLimit,
    },
    /// Lifted the limit of a confederate.
    Lift {
        /// The confederate.
        confederate: ConfederateId,
    },
    /// Muted the confederate of a conversation of the talk that runs: nothing more is taken from them in it. What they said before
    /// is still shown.
    Mute {
        /// The conversation.
        conversation: ConversationId,
    },
    /// Let the confederate of a conversation speak again.
    Unmute {
        /// The conversation.
        conversation: ConversationId,
    },
    /// Held back what the confederate of a conversation says: what the judge has not begun to be shown is not shown until it is
    /// released. Only where the delivery of the rulebook keeps every witness's words back for a while.
    Hold {
        /// The conversation.
        conversation: ConversationId,
    },
    /// Released what was held back: it is shown from here on, with the gaps that it would have had.
    Release {
        /// The conversation.
        conversation: ConversationId,
    },
    /// Struck an utterance that the judge had not begun to be shown: it never is. Only where words can be held.
    Strike {
        /// The conversation.
        conversation: ConversationId,
        /// The `number`, in the conversation's stream, of the witness's event that completed the utterance.
        of: u64,
    },
    /// Marked a moment of a conversation for the organiser and for whoever audits the record.
    Flag {
        /// The conversation.
        conversation: ConversationId,
        /// The `number`, in its stream, of the latest event at that moment; 0 before the first.
        at: u64,
    },
    /// Wrote to the organiser.
    Note {},
}

/// What a confederate may send while they are limited. One of the two is given at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpeechLimit {
    /// The most characters of a message or a line; absent where there is no such limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 4000))]
    pub characters: Option<u32>,
    /// The least time from the end of a message or a line to the next; absent where there is no such limit.
    #[serde(default, rename = "apart_ms", with = "millis_if_any", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>", extend("x-unit" = "milliseconds"))]
    pub apart: Option<Duration>,
}

impl SpeechLimit {
    /// The most characters that a limit can let through.
    pub const CHARACTERS_MAX: u32 = 4000;

    /// The longest time that it can set between messages.
    pub const APART_MAX: Duration = Duration::from_secs(10 * 60);

    /// Whether it limits anything, within its bounds.
    #[must_use]
    pub fn is_one(self) -> bool {
        let Self { characters, apart } = self;
        let fits = characters.is_none_or(|characters| (1..=Self::CHARACTERS_MAX).contains(&characters))
            && apart.is_none_or(|apart| (Duration::from_secs(1)..=Self::APART_MAX).contains(&apart));
        fits && self != Self::default()
    }
}

/// In a phrase for people: `at most 80 characters a message, and one message each 10 s`.
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

/// Something that a referee did, as it stands in the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refereed {
    /// When.
    pub at: Timestamp,
    /// Who did it: a referee, or the organiser in a referee's stead.
    pub by: Participant,
    /// What.
    pub deed: Deed,
    /// In words; absent where none were given, or they were taken out of the record.
    pub words: Option<String>,
}

impl Deed {
    /// Whether it needs words: those that a confederate is told, or that say why. What only undoes another deed needs none, nor
    /// does holding, for which there is no time.
    #[must_use]
    pub fn needs_words(&self) -> bool {
        !matches!(self, Self::Lift { .. } | Self::Unmute { .. } | Self::Hold { .. } | Self::Release { .. })
    }

    /// The conversation that it is about, where it is about one.
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

    /// The confederate that it names, where it names one.
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

/// In a sentence for people, without its words.
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

/// What somebody did in a referee's part, in a sentence, with the words that they gave.
#[must_use]
pub fn did(by: Participant, deed: Deed, words: Option<&str>) -> Message {
    let (by, deed) = (by.to_string(), deed.message());
    match words {
        Some(words) => say!("referee-did-in-words", by = by, deed = deed, words = words),
        None => say!("referee-did", by = by, deed = deed),
    }
}

/// Whether a delivery keeps every witness's words back for a while, so that they can be held and struck before they are shown.
#[must_use]
pub fn can_hold(delivery: Delivery) -> bool {
    matches!(delivery, Delivery::AtLeast { .. } | Delivery::CommonRhythm { .. })
}
