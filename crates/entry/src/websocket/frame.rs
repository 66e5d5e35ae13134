//! The frames of `viva.entry.v1`: one JSON object each, its kind in `type`.
//!
//! No frame has room for the judge's identity, or for any name of the conversation used elsewhere.

use std::collections::BTreeSet;

use attachment::FileKind;
use rulebook::{
    Key,
    schema::{InterviewRules, Medium, Opener},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of the protocol: the WebSocket subprotocol, and `protocol` in both greetings.
pub const PROTOCOL: &str = "viva.entry.v1";

/// The maximum size of a frame other than `shown`, in either direction, in bytes.
pub const FRAME_MAX: usize = 16 * 1_024;

/// The maximum size of a frame `shown`, in bytes: a file of 16 MiB in base64, and its description.
pub const SHOWN_FRAME_MAX: usize = 23 << 20;

/// The greatest number of a frame: 2^53 - 1, the greatest integer that every JSON reader represents exactly.
pub const NUMBER_MAX: u64 = (1 << 53) - 1;

/// A frame from the contest to the program. A program ignores fields and types that it does not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromContest {
    /// The first frame of every connection.
    Hello {
        /// The protocol.
        protocol: Version,
        /// The name of this interview, the same for all its connections: 32 random hexadecimal digits.
        session: String,
        /// The rulebook's rules for the interview.
        rules: Rules,
        /// True if the conversation is open already.
        talking: bool,
        /// The number of the judge's last `said`, `key` or `shown` frame in this session; 0 on the first connection.
        words: u64,
        /// The greatest `n` of the program's frames in this session; 0 if there was none.
        heard: u64,
    },
    /// After the program's greeting on a connection that is not the first of the session.
    Resumed {
        /// The number of the judge's next `said`, `key` or `shown` frame.
        next: u64,
        /// The number of the judge's frames after `after` that will not come.
        discarded: u64,
    },
    /// The conversation is open.
    Began {},
    /// The judge has finished a line; for a program that wants messages.
    Said {
        /// The number of this frame among the judge's frames in this session, from 1.
        n: u64,
        /// The line as displayed, without its Return. At most 8,000 characters.
        text: String,
    },
    /// The judge pressed a key; for a program that wants keys.
    Key {
        /// The number of this frame among the judge's frames in this session, from 1.
        n: u64,
        /// A character (printable ASCII or a space, unless the contest carries any character), or `Return`,
        /// `BackSpace`, `Tab`.
        #[schemars(with = "String", regex(pattern = "^(.|Return|BackSpace|Tab)$"))]
        key: Key,
    },
    /// The judge shows a file; for a program that takes its kind. Every other program receives a sentence about it.
    Shown {
        /// The number of this frame among the judge's frames in this session, from 1.
        n: u64,
        /// The kind of file: seen, heard or both.
        kind: FileKind,
        /// Its media type, such as `image/png`.
        media_type: String,
        /// The judge's description; may be empty.
        description: String,
        /// The file in base64 (RFC 4648, section 4, with padding). Absent: it was shown before this connection, and is
        /// no longer kept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bytes: Option<String>,
    },
    /// The conversation is over. The connection is closed after this frame.
    Ended {},
}

/// A frame from the program to the contest. An unlisted field or type makes it a bad frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FromProgram {
    /// The first frame of every connection, within 10 s of the contest's.
    Hello {
        /// The protocol.
        protocol: Version,
        /// The form in which it wants the judge's text.
        #[serde(default)]
        wants: Wants,
        /// The kinds of files that it takes: it receives the shown files of these kinds.
        #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
        takes: BTreeSet<FileKind>,
        /// The number of the judge's last frame that it received in this session. Absent: it knows nothing of the
        /// session, and earlier frames are not sent to it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(max = 9_007_199_254_740_991_u64))]
        after: Option<u64>,
    },
    /// It says something: the contest types it, with a final Return.
    Say {
        /// The text. At most 2,000 characters; a line break is a Return.
        text: String,
        /// True if it has waited as long as typing takes: then the keys are pressed at once.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        typed: bool,
        /// Its own number, greater than those before: a repeated frame is ignored.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1, max = 9_007_199_254_740_991_u64))]
        n: Option<u64>,
    },
    /// It presses a key, now.
    Key {
        /// A printable ASCII character or a space, or `Return`, `BackSpace`, `Tab`.
        #[schemars(with = "String", regex(pattern = "^([ -~]|Return|BackSpace|Tab)$"))]
        key: Key,
        /// Its own number, as in `say`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1, max = 9_007_199_254_740_991_u64))]
        n: Option<u64>,
    },
    /// It is at work on an answer, and does not count as silent yet. Only the contest sees this.
    Typing {},
}

/// The version of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Version {
    /// The first.
    #[serde(rename = "viva.entry.v1")]
    V1,
}

/// The form in which a program wants the judge's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Wants {
    /// Finished lines, as `said`.
    #[default]
    Messages,
    /// Every key, as `key`.
    Keys,
}

/// The rules of the interview for a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rules {
    /// The unit of exchange between judge and witness.
    pub medium: MediumWord,
    /// The maximum length of a line or message, in characters; absent for keystrokes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub characters: Option<u32>,
    /// The time to talk, in whole seconds.
    pub talk_s: u64,
    /// The side that may speak first.
    pub opens: OpenerWord,
    /// The words with which every witness must begin its first conversation with a judge: exactly one of these. Absent:
    /// any words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening_words: Vec<String>,
    /// The files that a judge may show. Absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shows: Option<Shows>,
}

/// The files that a judge may show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shows {
    /// Their kinds.
    pub kinds: Vec<FileKind>,
    /// The maximum number of files in one conversation.
    pub most: u16,
    /// The maximum size of a file, in bytes. In base64 it is a third longer.
    pub bytes: u32,
}

/// The unit of exchange between judge and witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MediumWord {
    /// Every key as it is pressed.
    Keystrokes,
    /// Line by line, as on a terminal; an empty line ends a turn.
    Lines,
    /// Finished utterances.
    Messages,
}

/// The side that may speak first in an interview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OpenerWord {
    /// The witnesses wait until the judge has begun.
    Judge,
    /// Either side may begin.
    Anyone,
}

impl Rules {
    /// These rules in the form for a program.
    #[must_use]
    pub fn of(rules: &InterviewRules) -> Self {
        let (medium, characters) = match rules.medium {
            Medium::Keystrokes { .. } => (MediumWord::Keystrokes, None),
            Medium::Lines { characters, .. } => (MediumWord::Lines, Some(characters)),
            Medium::Messages { characters, .. } => (MediumWord::Messages, Some(characters)),
            // No program takes part in contests with transcripts; finished utterances are the closest equivalent.
            Medium::Transcript { .. } => (MediumWord::Messages, None),
        };
        let opens = match rules.opens {
            Opener::Judge => OpenerWord::Judge,
            Opener::Anyone => OpenerWord::Anyone,
        };
        let shows = rules.attachments.as_ref().map(|rules| Shows {
            kinds: rules.kinds.clone(),
            most: rules.most,
            bytes: rules.bytes,
        });
        Self {
            medium,
            characters,
            talk_s: rules.talk.as_secs(),
            opens,
            opening_words: rules.opening_words.clone(),
            shows,
        }
    }
}

schemars::where_published! {
    /// The JSON Schema of the frames in both directions, published as `docs/protocols/viva.entry.v1.schema.json`.
    #[must_use]
    pub fn schema() -> serde_json::Value {
        schemars::schema_for!(Frame).to_value()
    }

    /// A frame of `viva.entry.v1`, in either direction.
    #[derive(schemars::JsonSchema)]
    #[serde(untagged)]
    #[schemars(title = "viva.entry.v1")]
    #[expect(dead_code, reason = "only its schema is asked for")]
    enum Frame {
        /// From the contest to the program.
        FromContest(FromContest),
        /// From the program to the contest.
        FromProgram(FromProgram),
    }
}
