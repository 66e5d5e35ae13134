//! What the protocol of 2016 puts into an event: every payload is a text that holds JSON.
//!
//! The order of keys is that of the programs of 2016 to 2019. What is written goes to programs that read their JSON
//! with little care; what is read is held to the letter, for it may come from anybody.

use std::{borrow::Cow, collections::BTreeMap};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{In, Knock};

/// What a program calls the judge: it says nothing of who that is.
pub const PARTNER: &str = "judge";

/// How far a round has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// Partners are known, nobody may speak.
    #[serde(rename = "Not Started")]
    NotStarted,
    /// Partners talk.
    Running,
    /// It is over.
    Finished,
}

/// A message, as it travels to its receiver and stands in a recap.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said<'a> {
    /// The words.
    pub content: Cow<'a, str>,
    /// Who is to read them.
    pub to: Cow<'a, str>,
    /// Who said them.
    pub id: Cow<'a, str>,
    /// The sender's secret; empty once the server has seen it.
    #[serde(default)]
    pub secret: Cow<'a, str>,
}

/// An order to everybody, in a `control` event from the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "camelCase")]
pub enum Order {
    /// A round is prepared, with these partners.
    NewRound {
        /// Who talks with whom.
        partners: Partners,
    },
    /// Talk is open.
    StartRound,
    /// Talk is over.
    EndRound,
}

/// The answer to a question for the round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RoundInformation {
    /// Counts rounds from 0; -1 before the first.
    pub round_number: i64,
    /// How far it has come.
    pub status: Status,
    /// Who talks with whom.
    pub partners: Partners,
}

/// Who talks with whom, by name. A contest of ours tells a program of its own partner and of nobody else's.
pub type Partners = BTreeMap<String, Vec<String>>;

/// What a client asks in a `control` event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Ask {
    /// To be known by its name on this connection.
    Register,
    /// For the round.
    RoundInformation,
    /// For all that was said in this round.
    Recap,
}

/// What an entry sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sent {
    /// It wants to be known.
    Register(Knock),
    /// Anything else, with the name and secret that came with it.
    Said(Knock, In),
}

/// Reads an event of an entry. A number or boolean where a text belongs, an object in place of the text that should
/// hold it, a missing key: all are told.
///
/// # Errors
/// What is wrong, without quoting it.
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
            let knock = Knock { id: id.into_owned(), secret: secret.into_owned() };
            Ok(match status {
                Ask::Register => Sent::Register(knock),
                Ask::RoundInformation => Sent::Said(knock, In::RoundInformation),
                Ask::Recap => Sent::Said(knock, In::Recap),
            })
        }
        "message" => {
            let Said { content, to, id, secret } = serde_json::from_str(text).map_err(wrong)?;
            let knock = Knock { id: id.into_owned(), secret: secret.into_owned() };
            Ok(Sent::Said(knock, In::Message { content: content.into_owned(), to: to.into_owned() }))
        }
        _ => Err("an event that is none of an entry's; those are `control` and `message`".to_owned()),
    }
}

/// The text of a client's `control` event.
#[must_use]
pub fn ask(status: Ask, id: &str, secret: &str) -> String {
    json(&Control { status, id: id.into(), secret: secret.into() })
}

/// These words as JSON.
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
        let said = Said { content: "hi".into(), to: "ai0".into(), id: "judge".into(), secret: "".into() };
        assert_eq!(json(&said), r#"{"content":"hi","to":"ai0","id":"judge","secret":""}"#);
        assert_eq!(ask(Ask::RoundInformation, "ai0", "s"), r#"{"status":"roundInformation","id":"ai0","secret":"s"}"#);
    }
}
