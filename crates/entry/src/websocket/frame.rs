//! The frames of `viva.entry.v1`: one JSON object each, its kind in `type`.
//!
//! Nothing here can hold who is judging, or what the conversation is called anywhere else.

use std::collections::BTreeSet;

use attachment::Kind;
use rulebook::{
    Key,
    schema::{InterviewRules, Medium, Opener},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of the protocol: the WebSocket subprotocol, and `protocol` in both greetings.
pub const PROTOCOL: &str = "viva.entry.v1";

/// The most bytes of a frame, in either direction, but of `shown`.
pub const FRAME_MAX: usize = 16 * 1_024;

/// The most bytes of a frame `shown`: a file of 16 MiB in base64, and what is said of it.
pub const SHOWN_FRAME_MAX: usize = 23 << 20;

/// The greatest number of a frame: 2^53 - 1, the greatest that every JSON reader keeps.
pub const NUMBER_MAX: u64 = (1 << 53) - 1;

/// A frame from the contest to the program. A program ignores fields and types that it does not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromContest {
    /// The first frame of every connection.
    Hello {
        /// The protocol.
        protocol: Version,
        /// Names this interview for as long as it lasts, over all its connections: 32 random hexadecimal digits.
        session: String,
        /// What the rulebook says of the interview.
        rules: Rules,
        /// Whether the talk is open already.
        talking: bool,
        /// The number of the judge's last word in this session; 0 on the first connection.
        words: u64,
        /// The greatest `n` of the program's frames in this session; 0 when there was none.
        heard: u64,
    },
    /// After the program's greeting on a connection that is not the first of the session.
    Resumed {
        /// The number that the next of the judge's words will have.
        next: u64,
        /// How many of the judge's words after `after` will not come.
        discarded: u64,
    },
    /// The talk is open.
    Began {},
    /// The judge has finished a line; for a program that wants messages.
    Said {
        /// Counts the judge's words in this session, from 1.
        n: u64,
        /// The line as it stood on the screen, without its Return. At most 8,000 characters.
        text: String,
    },
    /// The judge pressed a key; for a program that wants keys.
    Key {
        /// Counts the judge's words in this session, from 1.
        n: u64,
        /// A character (printable ASCII or a space, but where the contest carries any), or `Return`, `BackSpace`, `Tab`.
        #[schemars(with = "String", regex(pattern = "^(.|Return|BackSpace|Tab)$"))]
        key: Key,
    },
    /// The judge shows a file; for a program that takes its kind. Every other is told so in words.
    Shown {
        /// Counts the judge's words in this session, from 1.
        n: u64,
        /// Whether it is seen, heard or both.
        kind: Kind,
        /// Its media type, such as `image/png`.
        media_type: String,
        /// What the judge wrote of it; may be empty.
        description: String,
        /// The file in base64 (RFC 4648, section 4, with padding). Absent: it was shown before this connection, and is not kept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bytes: Option<String>,
    },
    /// The talk is over. The connection is closed after it.
    Ended {},
}

/// A frame from the program to the contest. A field or type that is not listed makes it a bad frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FromProgram {
    /// The first frame of every connection, within 10 s of the contest's.
    Hello {
        /// The protocol.
        protocol: Version,
        /// What it wants to hear of the judge.
        #[serde(default)]
        wants: Wants,
        /// What it takes of that which a judge may show: it is given the files of these kinds.
        #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
        takes: BTreeSet<Kind>,
        /// The number of the last of the judge's words that it had in this session. Absent: it knows nothing of the
        /// session, and what was said before is not given to it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(max = 9_007_199_254_740_991_u64))]
        after: Option<u64>,
    },
    /// It says something: the contest types it, with a Return at its end.
    Say {
        /// What it says. At most 2,000 characters; a line break is a Return.
        text: String,
        /// Whether it has waited as long as typing takes: then the keys are pressed at once.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        typed: bool,
        /// Its own number, greater than those before: what was heard already is ignored when it comes again.
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
    /// It is at work on an answer: it is not silent yet. Nobody sees this.
    Typing {},
}

/// The version of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Version {
    /// The first.
    #[serde(rename = "viva.entry.v1")]
    V1,
}

/// What a program wants to hear of the judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Wants {
    /// Finished lines, as `said`.
    #[default]
    Messages,
    /// Every key, as `key`.
    Keys,
}

/// What a program is told of the interview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rules {
    /// What travels between judge and witness.
    pub medium: MediumWord,
    /// The most characters of a line or message; absent for keystrokes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub characters: Option<u32>,
    /// Time to talk, in whole seconds.
    pub talk_s: u64,
    /// Who speaks first.
    pub opens: OpenerWord,
    /// The words with which every witness begins its first conversation with a judge: one of these, to the letter. Absent:
    /// as it likes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening_words: Vec<String>,
    /// What a judge may show. Absent: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shows: Option<Shows>,
}

/// What a judge may show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shows {
    /// Of which kinds.
    pub kinds: Vec<Kind>,
    /// The most files in one conversation.
    pub most: u16,
    /// The most bytes of a file. In base64 it is a third longer.
    pub bytes: u32,
}

/// What travels between judge and witness.
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

/// Who speaks first in an interview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OpenerWord {
    /// The witnesses wait until the judge has begun.
    Judge,
    /// Either side may begin.
    Anyone,
}

impl Rules {
    /// What a program is told of these rules.
    #[must_use]
    pub fn of(rules: &InterviewRules) -> Self {
        let (medium, characters) = match rules.medium {
            Medium::Keystrokes { .. } => (MediumWord::Keystrokes, None),
            Medium::Lines { characters, .. } => (MediumWord::Lines, Some(characters)),
            Medium::Messages { characters, .. } => (MediumWord::Messages, Some(characters)),
            // No program is there where transcripts are read; were one told, finished utterances come nearest.
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

/// The JSON Schema of the frames, both ways; `docs/protocols/viva.entry.v1.schema.json` is this.
#[must_use]
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Frame).to_value()
}

/// A frame of `viva.entry.v1`, either way.
#[derive(JsonSchema)]
#[serde(untagged)]
#[schemars(title = "viva.entry.v1")]
#[expect(dead_code, reason = "only its schema is asked for")]
enum Frame {
    /// From the contest to the program.
    FromContest(FromContest),
    /// From the program to the contest.
    FromProgram(FromProgram),
}
