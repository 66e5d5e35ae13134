//! The payloads of the protocol of 2016: each is a text that contains JSON.
//!
//! The order of members is that of the programs of 2016 to 2019, some of which parse JSON carelessly. Received payloads
//! are checked strictly, because anyone may send them.

use std::{borrow::Cow, collections::BTreeMap};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{In, Registration};

/// The judge's name for a program: it reveals nothing about the person.
pub const PARTNER: &str = "judge";

/// The state of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// Partners are known, but may not talk yet.
    #[serde(rename = "Not Started")]
    NotStarted,
    /// Partners talk.
    Running,
    /// It is over.
    Finished,
}

/// A message, in the form sent to its receiver and in a recap.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentMessage<'a> {
    /// The text.
    pub content: Cow<'a, str>,
    /// The receiver.
    pub to: Cow<'a, str>,
    /// The sender.
    pub id: Cow<'a, str>,
    /// The sender's secret; empty once the server has seen it.
    #[serde(default)]
    pub secret: Cow<'a, str>,
}

/// An order to all programs, in a `control` event from the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "camelCase")]
pub enum Order {
    /// A round is prepared, with these partners.
    NewRound {
        /// The partners of each name.
        partners: Partners,
    },
    /// The conversations are open.
    StartRound,
    /// The conversations are over.
    EndRound,
}

/// The answer to a request about the round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RoundInformation {
    /// The number of the round from 0; -1 before the first.
    pub round_number: i64,
    /// Its state.
    pub status: Status,
    /// The partners of each name.
    pub partners: Partners,
}

/// The partners of each name. This server sends a program only its own.
pub type Partners = BTreeMap<String, Vec<String>>;

/// A client's request in a `control` event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Ask {
    /// Registers by name on this connection.
    Register,
    /// Asks for the round.
    RoundInformation,
    /// Asks for all messages of this round.
    Recap,
}

/// An event from an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sent {
    /// A registration.
    Register(Registration),
    /// Any other message, with its name and secret.
    Said(Registration, In),
}

/// Reads an event of an entry. A number or boolean in the place of a text, an object in the place of the text that
/// should contain it, and a missing member are errors.
///
/// # Errors
/// The fault, without quoting the content.
pub fn read(event: &str, arguments: &[Value]) -> Result<Sent, String> {
    let text = match arguments {
        [Value::String(text)] => text,
        [] => return Err(format!("`{event}` comes with nothing")),
        [_] => return Err(format!("`{event}` comes with JSON that is no text; wrap the object in a text")),
        _ => return Err(format!("`{event}` comes with more than one text")),
    };
    let wrong = |error: serde_json::Error| format!("the text of `{event}` is not as it should be: {error}");
    match event {
        "control" => {
            let Control { status, id, secret } = serde_json::from_str(text).map_err(wrong)?;
            let registration = Registration { id: id.into_owned(), secret: secret.into_owned() };
            Ok(match status {
                Ask::Register => Sent::Register(registration),
                Ask::RoundInformation => Sent::Said(registration, In::RoundInformation),
                Ask::Recap => Sent::Said(registration, In::Recap),
            })
        }
        "message" => {
            let SentMessage { content, to, id, secret } = serde_json::from_str(text).map_err(wrong)?;
            let registration = Registration { id: id.into_owned(), secret: secret.into_owned() };
            Ok(Sent::Said(registration, In::Message { content: content.into_owned(), to: to.into_owned() }))
        }
        _ => Err("an event that is none of an entry's; those are `control` and `message`".to_owned()),
    }
}

/// The text of a client's `control` event.
#[must_use]
pub fn ask(status: Ask, id: &str, secret: &str) -> String {
    json(&Control { status, id: id.into(), secret: secret.into() })
}

/// A payload as JSON.
pub(super) fn json(words: &impl Serialize) -> String {
    serde_json::to_string(words).expect("texts, numbers, lists and maps by text")
}

#[derive(Serialize, Deserialize)]
struct Control<'a> {
    status: Ask,
    id: Cow<'a, str>,
    secret: Cow<'a, str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stand_in_the_order_of_the_programs_of_2016() {
        let partners = Partners::from([("ai0".to_owned(), vec![PARTNER.to_owned()])]);
        let round = RoundInformation { round_number: 0, status: Status::NotStarted, partners: partners.clone() };
        assert_eq!(json(&round), r#"{"roundNumber":0,"status":"Not Started","partners":{"ai0":["judge"]}}"#);
        assert_eq!(json(&Order::NewRound { partners }), r#"{"status":"newRound","partners":{"ai0":["judge"]}}"#);
        assert_eq!(json(&Order::StartRound), r#"{"status":"startRound"}"#);
        let said = SentMessage { content: "hi".into(), to: "ai0".into(), id: "judge".into(), secret: "".into() };
        assert_eq!(json(&said), r#"{"content":"hi","to":"ai0","id":"judge","secret":""}"#);
        assert_eq!(ask(Ask::RoundInformation, "ai0", "s"), r#"{"status":"roundInformation","id":"ai0","secret":"s"}"#);
    }
}
