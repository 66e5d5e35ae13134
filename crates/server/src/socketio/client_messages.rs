//! The messages of this protocol, from and to clients: JSON texts, as strings inside socket.io events.

use entry::socketio::Out;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The longest id or secret, in bytes; a longer one is refused.
const NAME_MAX: usize = 200;

/// The events that clients send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    Control,
    Message,
    Score,
    FinalScore,
    Controller,
    Webcast,
}

impl Event {
    /// Every event with the name it has on the wire.
    pub(super) const ALL: [(&'static str, Self); 6] = [
        ("control", Self::Control),
        ("message", Self::Message),
        ("score", Self::Score),
        ("finalScore", Self::FinalScore),
        ("controller", Self::Controller),
        ("webcast", Self::Webcast),
    ];
}

/// The id and the secret in every request of a client.
#[derive(Clone)]
pub(super) struct Credentials {
    pub(super) id: String,
    pub(super) secret: String,
}

impl Credentials {
    /// True when these are equal, in a time that does not reveal how much of the secret is right.
    pub(super) fn are(&self, others: &Self) -> bool {
        let digest = |secret: &str| -> [u8; 32] { Sha256::digest(secret.as_bytes()).into() };
        let pairs = digest(&self.secret).into_iter().zip(digest(&others.secret));
        self.id == others.id && pairs.fold(0, |differs, (one, other)| differs | (one ^ other)) == 0
    }
}

/// A client's request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SocketRequest {
    Register,
    RoundInformation,
    Recap,
    /// Adds this text to the draw that is due.
    Contribute {
        value: String,
    },
    /// Asks for the draw that is due, and the contributions.
    Contributions,
    Message {
        content: String,
        to: String,
    },
    Score {
        robot: String,
    },
    FinalScore,
    Course(Course),
    StatusUpdate,
}

/// The organiser's steps in the contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Course {
    /// Open the next round.
    New,
    /// Begin its talk.
    Start,
    /// End its talk.
    End,
}

/// The interview that a spectator requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct View {
    /// From 0.
    pub(super) round: u16,
    /// From 0.
    pub(super) judge: u16,
    /// The contest, where the server has several.
    pub(super) contest: Option<String>,
}

/// A client's message, if it was understood.
pub(super) type ReceivedMessage = Result<Understood, Misunderstood>;

/// A payload as it was understood.
pub(super) enum Understood {
    /// From a participant; the request may be malformed, but the sender is known.
    Participant(Credentials, Result<SocketRequest, Misunderstood>),
    /// From a client without an id and a secret.
    Nobody,
    /// From a spectator.
    Spectator(View),
}

/// The reason why a payload was not understood, and the remedy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Misunderstood {
    #[error("the payload of an event is one JSON text: send JSON.stringify of the object, not the object itself")]
    NotText,
    #[error("the payload is no JSON object with each name once: compare it with the example of the documentation")]
    NotJson,
    #[error("`status` has to be one of {0}")]
    Status(&'static str),
    #[error("`{0}` is missing or no text")]
    Missing(&'static str),
    #[error("`round` and `judge` are whole numbers from 0")]
    View,
}

/// The known members of a payload; others are ignored.
#[derive(Deserialize)]
struct Payload {
    id: Option<Value>,
    secret: Option<Value>,
    status: Option<Value>,
    content: Option<Value>,
    value: Option<Value>,
    to: Option<Value>,
    robot: Option<Value>,
    round: Option<Value>,
    judge: Option<Value>,
    contest: Option<Value>,
}

/// Reads the payload of an event.
pub(super) fn read(event: Event, text: &str) -> ReceivedMessage {
    // An array would be read as the fields in order.
    let is_object = text.trim_start().starts_with('{');
    let payload: Payload = serde_json::from_str(text).ok().filter(|_| is_object).ok_or(Misunderstood::NotJson)?;
    if event == Event::Webcast {
        return view(payload).map(Understood::Spectator);
    }
    let (Some(id), Some(secret)) = (name(&payload.id), name(&payload.secret)) else { return Ok(Understood::Nobody) };
    Ok(Understood::Participant(Credentials { id, secret }, asked(event, payload)))
}

fn asked(event: Event, payload: Payload) -> Result<SocketRequest, Misunderstood> {
    let status = payload.status.as_ref().and_then(Value::as_str);
    match event {
        Event::Control => match status {
            Some("register") => Ok(SocketRequest::Register),
            Some("roundInformation") => Ok(SocketRequest::RoundInformation),
            Some("recap") => Ok(SocketRequest::Recap),
            Some("contribute") => Ok(SocketRequest::Contribute { value: text(payload.value, "value")? }),
            Some("contributions") => Ok(SocketRequest::Contributions),
            _ => Err(Misunderstood::Status("register, roundInformation, recap, contribute, contributions")),
        },
        Event::Controller => match status {
            Some("newRound") => Ok(SocketRequest::Course(Course::New)),
            Some("startRound") => Ok(SocketRequest::Course(Course::Start)),
            Some("endRound") => Ok(SocketRequest::Course(Course::End)),
            Some("statusUpdate") => Ok(SocketRequest::StatusUpdate),
            _ => Err(Misunderstood::Status("newRound, startRound, endRound, statusUpdate")),
        },
        Event::Message => {
            let content = text(payload.content, "content")?;
            Ok(SocketRequest::Message { content, to: text(payload.to, "to")? })
        }
        Event::Score => Ok(SocketRequest::Score { robot: text(payload.robot, "robot")? }),
        Event::FinalScore => Ok(SocketRequest::FinalScore),
        Event::Webcast => Err(Misunderstood::View),
    }
}

fn view(payload: Payload) -> Result<View, Misunderstood> {
    if payload.status.as_ref().and_then(Value::as_str) != Some("setView") {
        return Err(Misunderstood::Status("setView"));
    }
    let number = |value: &Option<Value>| match value {
        Some(Value::Number(number)) => number.as_u64()?.try_into().ok(),
        Some(Value::String(digits)) => digits.parse().ok(),
        _ => None,
    };
    let (Some(round), Some(judge)) = (number(&payload.round), number(&payload.judge)) else {
        return Err(Misunderstood::View);
    };
    Ok(View { round, judge, contest: name(&payload.contest) })
}

fn name(value: &Option<Value>) -> Option<String> {
    let text = value.as_ref()?.as_str()?;
    (1..=NAME_MAX).contains(&text.len()).then(|| text.to_owned())
}

fn text(value: Option<Value>, name: &'static str) -> Result<String, Misunderstood> {
    match value {
        Some(Value::String(text)) => Ok(text),
        _ => Err(Misunderstood::Missing(name)),
    }
}

/// The state of a round in this protocol's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) enum Status {
    #[serde(rename = "Not Started")]
    NotStarted,
    Running,
    Finished,
}

/// An outgoing message; its secret is always empty.
#[derive(Serialize)]
pub(super) struct Message {
    content: String,
    to: String,
    id: String,
    secret: &'static str,
}

impl Message {
    /// From `id` to `to`.
    pub(super) fn of(content: &str, to: String, id: String) -> Self {
        Self { content: content.to_owned(), to, id, secret: "" }
    }
}

/// A JSON object whose names keep their order.
pub(super) struct InOrder<T>(pub(super) Vec<(String, T)>);

impl<T: Serialize> Serialize for InOrder<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// An event with this payload.
pub(super) fn out(event: &'static str, payload: &impl Serialize) -> Out {
    Out { event, json: serde_json::to_string(payload).expect("payloads have string keys") }
}

/// The event for a wrong id or secret. The only payload that is no JSON.
pub(super) fn wrong_secret() -> Out {
    Out { event: "AuthError", json: "Invalid secret".to_owned() }
}

/// The event for a refusal, with a sentence for people.
pub(super) fn refused(why: &str) -> Out {
    #[derive(Serialize)]
    struct Refused<'a> {
        status: &'a str,
    }
    out("TargetError", &Refused { status: why })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn said(event: Event, text: &str) -> String {
        match read(event, text) {
            Ok(Understood::Participant(Credentials { id, secret }, Ok(asked))) => format!("{id}/{secret}: {asked:?}"),
            Ok(Understood::Participant(_, Err(why))) => format!("misunderstood: {why}"),
            Ok(Understood::Nobody) => "nobody".to_owned(),
            Ok(Understood::Spectator(View { round, judge, .. })) => format!("view {round} {judge}"),
            Err(why) => format!("not read: {why}"),
        }
    }

    #[test]
    fn what_historical_clients_say_is_understood() {
        let cases = [
            (Event::Control, r#"{"status":"register","id":"judge0","secret":"s"}"#, "judge0/s: Register"),
            (Event::Control, r#"{"status":"recap","id":"ai0","secret":"s"}"#, "ai0/s: Recap"),
            (
                Event::Control,
                r#"{"status":"contribute","value":"5f1d","id":"judge0","secret":"s"}"#,
                r#"judge0/s: Contribute { value: "5f1d" }"#,
            ),
            (
                Event::Message,
                r#"{"content":"hi \"you\"","to":"left","id":"judge0","secret":"s"}"#,
                r#"judge0/s: Message { content: "hi \"you\"", to: "left" }"#,
            ),
            (Event::Score, r#"{"robot":"left","id":"judge0","secret":"s"}"#, r#"judge0/s: Score { robot: "left" }"#),
            (
                Event::FinalScore,
                r#"{"finalScores":["1","2","3","4"],"id":"judge0","secret":"s"}"#,
                "judge0/s: FinalScore",
            ),
            (Event::Controller, r#"{"status":"newRound","id":"CONTROLLER","secret":"s"}"#, "CONTROLLER/s: Course(New)"),
            (Event::Webcast, r#"{"round":1,"judge":"3","status":"setView"}"#, "view 1 3"),
        ];
        for (event, text, expected) in cases {
            assert_eq!(said(event, text), expected, "{text}");
        }
    }

    #[test]
    fn hostile_payloads_name_nobody_or_say_what_is_wrong() {
        let both = r#""id":"judge0","secret":"s""#;
        let cases = [
            ("no JSON", Event::Control, "{\"status\":".to_owned(), "not read: the payload is no JSON"),
            ("an empty text", Event::Control, String::new(), "not read"),
            ("an array", Event::Control, r#"["judge0","s","register"]"#.to_owned(), "not read"),
            ("a number", Event::Message, "7".to_owned(), "not read"),
            ("null", Event::Controller, "null".to_owned(), "not read"),
            ("neither id nor secret", Event::Controller, r#"{"status":"startRound"}"#.to_owned(), "nobody"),
            ("an id alone", Event::Control, r#"{"status":"register","id":"judge0"}"#.to_owned(), "nobody"),
            ("a secret alone", Event::Control, r#"{"status":"register","secret":"s"}"#.to_owned(), "nobody"),
            ("null for both", Event::Control, r#"{"id":null,"secret":null,"status":"recap"}"#.to_owned(), "nobody"),
            ("empty texts for both", Event::Control, r#"{"id":"","secret":"","status":"recap"}"#.to_owned(), "nobody"),
            ("an object for the id", Event::Control, r#"{"id":{},"secret":"s","status":"recap"}"#.to_owned(), "nobody"),
            ("an endless secret", Event::Control, format!(r#"{{"id":"a","secret":"{}"}}"#, "s".repeat(201)), "nobody"),
            ("the id twice", Event::Control, format!(r#"{{{both},"id":"judge1","status":"recap"}}"#), "not read"),
            (
                "an unknown status",
                Event::Control,
                format!(r#"{{{both},"status":"shutdown"}}"#),
                "misunderstood: `status`",
            ),
            ("no status", Event::Controller, format!("{{{both}}}"), "misunderstood: `status`"),
            ("a prototype's name", Event::Control, format!(r#"{{{both},"status":"__proto__"}}"#), "misunderstood"),
            ("no content", Event::Message, format!(r#"{{{both},"to":"left"}}"#), "misunderstood: `content`"),
            ("a list as content", Event::Message, format!(r#"{{{both},"to":"left","content":[1]}}"#), "misunderstood"),
            ("no partner", Event::Message, format!(r#"{{{both},"content":"hi"}}"#), "misunderstood: `to`"),
            ("no robot", Event::Score, format!("{{{both}}}"), "misunderstood: `robot`"),
            ("a negative round", Event::Webcast, r#"{"status":"setView","round":-1,"judge":0}"#.to_owned(), "not read"),
            (
                "a round of 1e300",
                Event::Webcast,
                r#"{"status":"setView","round":1e300,"judge":0}"#.to_owned(),
                "not read",
            ),
            ("half a judge", Event::Webcast, r#"{"status":"setView","round":0,"judge":0.5}"#.to_owned(), "not read"),
            ("a deep nest", Event::Control, "{\"id\":".repeat(5000), "not read"),
        ];
        for (title, event, text, expected) in cases {
            let said = said(event, &text);
            assert!(said.starts_with(expected), "{title}: {said}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*", which in 0_usize..6) {
            let _ = said(Event::ALL[which].1, &text);
        }

        #[test]
        fn any_json_is_read_or_refused(id in "\\PC*", value in "[\\[\\]{}:,\"0-9a-z]*", which in 0_usize..6) {
            let text = format!("{{\"id\":{},\"secret\":\"s\",\"status\":{value}}}", serde_json::json!(id));
            let _ = said(Event::ALL[which].1, &text);
        }
    }
}
