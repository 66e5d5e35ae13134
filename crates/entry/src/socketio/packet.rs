//! The content of a WebSocket frame: a packet of Engine.IO, which usually contains one of socket.io.
//!
//! `42["message","…"]` is the event `message` (socket.io 2) in a message (Engine.IO 4). The packets look the same in
//! both versions; only the order of the exchange differs, which [`client`](super::client) implements. Source: the
//! protocol pages of engine.io (revisions 3 and 4) and of socket.io (revisions 4 and 5).

use std::fmt;

use serde_json::Value;

/// The maximum size of a frame from a program, or from a contest's server, in bytes.
pub const FRAME_MAX: usize = 256 * 1_024;

/// The maximum number of digits in a packet's number: the greatest integer that every JSON reader keeps has 16.
const DIGITS_MAX: usize = 15;

/// The revision of Engine.IO.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// Revision 3, of socket.io 1 and 2: the client sends the pings.
    V3,
    /// Revision 4, of socket.io 3 and later: the server sends the pings.
    V4,
}

impl Engine {
    /// Its number in an address: `EIO=4`.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::V3 => 3,
            Self::V4 => 4,
        }
    }
}

/// A packet of Engine.IO.
#[derive(Debug, Clone, PartialEq)]
pub enum Packet {
    /// The server's first packet: a JSON object with `sid`, `pingInterval` and `pingTimeout`.
    Open(String),
    /// The connection ends.
    Close,
    /// A request for a sign of life. The answer repeats the text.
    Ping(String),
    /// The answer to a ping.
    Pong(String),
    /// A packet of socket.io.
    Message(Message),
    /// A connection changes its transport.
    Upgrade,
    /// No content.
    Noop,
}

/// A packet of socket.io.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// The namespace, `/` by default.
    pub namespace: String,
    /// Its kind and content.
    pub body: Body,
}

/// The kind and content of a packet of socket.io.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// A namespace is joined, or has been; with JSON in revision 5.
    Connect(Option<Value>),
    /// A namespace is left.
    Disconnect,
    /// An event.
    Event {
        /// Its name.
        name: String,
        /// Its arguments.
        arguments: Vec<Value>,
        /// The number that requests an answer.
        ack: Option<u64>,
    },
    /// The answer to an event.
    Ack {
        /// The number of the event.
        of: u64,
        /// Its arguments.
        arguments: Vec<Value>,
    },
    /// The request to join a namespace was refused.
    Refused(Option<Value>),
    /// An event, or an answer, whose bytes follow in this many binary frames.
    Binary(u64),
}

/// The reason why a text is no packet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoPacket(&'static str);

impl Packet {
    /// An event in the default namespace, with one text.
    #[must_use]
    pub fn event(name: &str, text: &str) -> Self {
        let body = Body::Event { name: name.to_owned(), arguments: vec![Value::from(text)], ack: None };
        Self::Message(Message { namespace: "/".to_owned(), body })
    }

    /// The first packet of a client of Engine.IO 4: it joins the default namespace.
    #[must_use]
    pub fn connect() -> Self {
        Self::Message(Message { namespace: "/".to_owned(), body: Body::Connect(None) })
    }

    /// The last packet of a client.
    #[must_use]
    pub fn disconnect() -> Self {
        Self::Message(Message { namespace: "/".to_owned(), body: Body::Disconnect })
    }

    /// Reads the text of a frame.
    ///
    /// # Errors
    /// If it is no packet, with the reason.
    pub fn read(frame: &str) -> Result<Self, NoPacket> {
        let mut chars = frame.chars();
        let kind = chars.next().ok_or(NoPacket("an empty frame"))?;
        let rest = chars.as_str();
        let alone =
            |packet| if rest.is_empty() { Ok(packet) } else { Err(NoPacket("text after a packet that has none")) };
        match kind {
            '0' => Ok(Self::Open(rest.to_owned())),
            '1' => alone(Self::Close),
            '2' => Ok(Self::Ping(rest.to_owned())),
            '3' => Ok(Self::Pong(rest.to_owned())),
            '4' => Message::read(rest).map(Self::Message),
            '5' => alone(Self::Upgrade),
            '6' => alone(Self::Noop),
            _ => Err(NoPacket("it does not begin with the number of a packet, 0 to 6")),
        }
    }
}

impl Message {
    fn read(text: &str) -> Result<Self, NoPacket> {
        let mut chars = text.chars();
        let kind = chars.next().ok_or(NoPacket("a message that ends before it begins"))?;
        let mut rest = chars.as_str();
        if matches!(kind, '5' | '6') {
            let (attachments, _) = number(rest).ok_or(NoPacket("a binary event without a number of attachments"))?;
            return Ok(Self { namespace: "/".to_owned(), body: Body::Binary(attachments) });
        }
        let mut namespace = "/";
        if rest.starts_with('/') {
            (namespace, rest) = rest.split_once(',').unwrap_or((rest, ""));
        }
        let (ack, json) = match number(rest) {
            Some((ack, json)) => (Some(ack), json),
            None => (None, rest),
        };
        let value = match json {
            "" => None,
            json => Some(serde_json::from_str::<Value>(json).map_err(|_| NoPacket("what comes with it is no JSON"))?),
        };
        let body = match kind {
            '0' => Body::Connect(value),
            '1' => Body::Disconnect,
            '2' => {
                let mut arguments = list(value)?;
                if arguments.is_empty() {
                    return Err(NoPacket("an event without a name"));
                }
                let Value::String(name) = arguments.remove(0) else {
                    return Err(NoPacket("the name of an event is no text"));
                };
                Body::Event { name, arguments, ack }
            }
            '3' => Body::Ack { of: ack.ok_or(NoPacket("an answer to nothing"))?, arguments: list(value)? },
            '4' => Body::Refused(value),
            _ => return Err(NoPacket("a message that does not begin with a number from 0 to 6")),
        };
        Ok(Self { namespace: namespace.to_owned(), body })
    }
}

impl fmt::Display for Packet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(json) => write!(f, "0{json}"),
            Self::Close => f.write_str("1"),
            Self::Ping(text) => write!(f, "2{text}"),
            Self::Pong(text) => write!(f, "3{text}"),
            Self::Message(message) => write!(f, "4{message}"),
            Self::Upgrade => f.write_str("5"),
            Self::Noop => f.write_str("6"),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, number, json) = match &self.body {
            Body::Connect(json) => ('0', None, json.as_ref().map(Value::to_string)),
            Body::Disconnect => ('1', None, None),
            Body::Event { name, arguments, ack } => {
                let list = std::iter::once(Value::from(name.as_str())).chain(arguments.iter().cloned());
                ('2', *ack, Some(Value::from_iter(list).to_string()))
            }
            Body::Ack { of, arguments } => ('3', Some(*of), Some(Value::from(arguments.clone()).to_string())),
            Body::Refused(json) => ('4', None, json.as_ref().map(Value::to_string)),
            Body::Binary(attachments) => return write!(f, "5{attachments}-"),
        };
        write!(f, "{kind}")?;
        if self.namespace != "/" {
            write!(f, "{},", self.namespace)?;
        }
        if let Some(number) = number {
            write!(f, "{number}")?;
        }
        f.write_str(&json.unwrap_or_default())
    }
}

/// The number at the beginning, and the rest. A packet's JSON never begins with a digit.
fn number(text: &str) -> Option<(u64, &str)> {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    (1..=DIGITS_MAX).contains(&end).then(|| text[..end].parse().ok())?.map(|number| (number, &text[end..]))
}

fn list(value: Option<Value>) -> Result<Vec<Value>, NoPacket> {
    match value {
        Some(Value::Array(list)) => Ok(list),
        _ => Err(NoPacket("what comes with it is no list")),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// Frames with a valid beginning and any continuation.
    const FRAME: &str = r#"([0-7]{0,2}|4[0-6][0-9/,]{0,4})(.{0,40}|\PC{0,20}|\["[a-z]*",[0-9]{0,15}\])"#;

    #[test]
    fn packets_are_read_as_the_libraries_write_them() {
        let event = |name: &str, arguments: Vec<Value>, ack| Body::Event { name: name.to_owned(), arguments, ack };
        let message = |namespace: &str, body| Packet::Message(Message { namespace: namespace.to_owned(), body });
        for (frame, packet) in [
            (r#"0{"sid":"x"}"#, Packet::Open(r#"{"sid":"x"}"#.to_owned())),
            ("1", Packet::Close),
            ("2", Packet::Ping(String::new())),
            ("2probe", Packet::Ping("probe".to_owned())),
            ("3", Packet::Pong(String::new())),
            ("40", Packet::connect()),
            (r#"40{"sid":"y"}"#, message("/", Body::Connect(Some(json!({ "sid": "y" }))))),
            ("40/a,", message("/a", Body::Connect(None))),
            ("41", message("/", Body::Disconnect)),
            (r#"42["control","{}"]"#, Packet::event("control", "{}")),
            (r#"42/a,7["x"]"#, message("/a", event("x", vec![], Some(7)))),
            (r#"4312["ok",1]"#, message("/", Body::Ack { of: 12, arguments: vec![json!("ok"), json!(1)] })),
            (r#"44"no""#, message("/", Body::Refused(Some(json!("no"))))),
            ("451-", message("/", Body::Binary(1))),
            ("5", Packet::Upgrade),
            ("6", Packet::Noop),
        ] {
            assert_eq!(Packet::read(frame).as_ref(), Ok(&packet), "{frame}");
            assert_eq!(packet.to_string(), frame);
        }
        assert!(matches!(
            Packet::read(r#"451-["x",{"_placeholder":true,"num":0}]"#),
            Ok(Packet::Message(Message { body: Body::Binary(1), .. }))
        ));
    }

    #[test]
    fn half_a_packet_is_none() {
        for frame in [
            "",
            "7",
            "x",
            "4",
            "42",
            "42[",
            "42{}",
            "42[]",
            "42[1]",
            "43[]",
            "45[]",
            "48",
            "1x",
            "42[\"a\"",
            "é",
            "4é",
            "429999999999999999[\"a\"]",
            "44{",
            "40{",
            "42/a",
        ] {
            assert!(Packet::read(frame).is_err(), "{frame}");
        }
    }

    proptest! {
        #[test]
        fn no_frame_does_harm_and_what_is_read_can_be_printed(frame in FRAME) {
            if let Ok(packet) = Packet::read(&frame) {
                prop_assert_eq!(Packet::read(&packet.to_string()).unwrap(), packet);
            }
        }

        #[test]
        fn every_event_comes_back_as_it_was(name in ".{0,20}", text in ".{0,80}") {
            let packet = Packet::event(&name, &text);
            prop_assert_eq!(Packet::read(&packet.to_string()).unwrap(), packet);
        }
    }
}
