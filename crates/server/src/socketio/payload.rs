//! The payloads of polling clients of Engine.IO 3, which speak two dialects under one revision.
//!
//! A payload is a row of packets, each after its length: `5:42[1]`. The library before version 2 writes the UTF-8 of a packet
//! as if each byte were a character, and the request encodes that once more; later ones write the packet as it is. Both count
//! UTF-16 units. Nothing else in a request tells them apart. So every character beyond ASCII becomes an escape of JSON on its way in and
//! out, which both dialects, and the library here, read alike. Packets hold nothing but JSON and digits.

/// The payload of a client, with the same packets in ASCII. `None` where it is no row of packets, or holds ASCII only.
pub(super) fn from_client(payload: &str) -> Option<String> {
    rewritten(payload, |packet| escaped(&encoded_once(packet).unwrap_or_else(|| packet.to_owned())))
}

/// The payload for a client, with the same packets in ASCII. `None` as for [`from_client`].
pub(super) fn for_client(payload: &str) -> Option<String> {
    rewritten(payload, escaped)
}

fn rewritten(payload: &str, packet: impl Fn(&str) -> String) -> Option<String> {
    if payload.is_ascii() {
        return None;
    }
    let packets = packets(payload)?.into_iter().map(packet);
    Some(packets.map(|packet| format!("{}:{packet}", packet.len())).collect())
}

/// The packets of a payload.
fn packets(mut payload: &str) -> Option<Vec<&str>> {
    let mut packets = Vec::new();
    while !payload.is_empty() {
        let (length, rest) = payload.split_once(':')?;
        let mut units: usize = length.parse().ok()?;
        let mut chars = rest.char_indices();
        while units > 0 {
            units = units.checked_sub(chars.next()?.1.len_utf16())?;
        }
        let (packet, after) = rest.split_at(chars.offset());
        packets.push(packet);
        payload = after;
    }
    Some(packets)
}

/// The packet of the older dialect, encoded once as it should be. `None` where it is one of the later dialect: its characters are
/// not all bytes, or the bytes are no UTF-8. Words that are both (`Ã¼`) are taken for the older one.
fn encoded_once(packet: &str) -> Option<String> {
    let bytes = packet.chars().map(|c| u8::try_from(c).ok()).collect::<Option<Vec<u8>>>()?;
    String::from_utf8(bytes).ok()
}

/// The packet with `\u` escapes in place of characters beyond ASCII (RFC 8259, section 7).
fn escaped(packet: &str) -> String {
    let mut escaped = String::with_capacity(packet.len());
    for c in packet.chars() {
        if c.is_ascii() {
            escaped.push(c);
        } else {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| escaped.push_str(&format!("\\u{unit:04x}")));
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The payload as the library before version 2 sends it.
    fn of_1_x(packets: &[String]) -> String {
        let packets = packets.iter().map(|packet| packet.bytes().map(char::from).collect::<String>());
        packets.map(|packet| format!("{}:{packet}", packet.chars().count())).collect()
    }

    /// The payload as later ones send it.
    fn of_2_x(packets: &[String]) -> String {
        packets.iter().map(|packet| format!("{}:{packet}", packet.encode_utf16().count())).collect()
    }

    #[test]
    fn both_dialects_are_read_as_the_same_packets() {
        // Seen on the way from socket.io-client 1.7.2 and 2.5.0.
        let sent = "42[\"message\",\"für 10 € 😀\"]".to_owned();
        let read = "50:42[\"message\",\"f\\u00fcr 10 \\u20ac \\ud83d\\ude00\"]";
        let expected = read.replacen("50", &(read.len() - 3).to_string(), 1);
        for payload in [of_1_x(std::slice::from_ref(&sent)), of_2_x(std::slice::from_ref(&sent))] {
            assert_eq!(from_client(&payload).as_deref(), Some(&*expected), "{payload}");
        }
        assert_eq!(for_client(&of_2_x(&[sent])), Some(expected));
        for as_it_is in ["2:40", "", "6:42[\"a\"", "5:42[ü", "x:ü"] {
            assert_eq!(from_client(as_it_is), None, "{as_it_is}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_said_comes_as_it_was_said(texts in prop::collection::vec("\\PC{0,12}", 1..4)) {
            let packets: Vec<String> = texts.iter().map(|text| format!("42{}", serde_json::json!(["message", text]))).collect();
            // A later client that says what an older one would write is not told apart.
            let is_told_apart = packets.iter().all(|packet| packet.is_ascii() || encoded_once(packet).is_none());
            let payloads = [Some(of_1_x(&packets)), Some(of_2_x(&packets)).filter(|_| is_told_apart)];
            for payload in payloads.into_iter().flatten() {
                let read = from_client(&payload).unwrap_or(payload);
                prop_assert!(read.is_ascii());
                let said = super::packets(&read).unwrap().into_iter().map(|packet| {
                    serde_json::from_str::<(String, String)>(&packet[2..]).unwrap().1
                });
                prop_assert_eq!(said.collect::<Vec<_>>(), texts.clone());
            }
        }
    }
}
