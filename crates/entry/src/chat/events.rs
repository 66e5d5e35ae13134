//! Parses server-sent events byte by byte, with bounded memory. Only the data of an event is kept, not its name or id.
//!
//! Source: WHATWG HTML, section 9.2.6, "Interpreting an event stream".

/// The maximum size of one event, in bytes.
pub(super) const EVENT_MAX: usize = 1 << 20;

/// The parser, with the event in progress.
#[derive(Debug, Default)]
pub(super) struct Events {
    line: Vec<u8>,
    after_return: bool,
    /// True after the first line: only the first may begin with a byte order mark.
    begun: bool,
    data: Option<Vec<u8>>,
}

/// An event exceeds `EVENT_MAX`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLong;

impl Events {
    /// Takes a byte; returns the data of an event that the byte completes.
    pub(super) fn push(&mut self, byte: u8) -> Result<Option<Vec<u8>>, TooLong> {
        let after_return = std::mem::replace(&mut self.after_return, byte == b'\r');
        match byte {
            b'\n' if after_return => Ok(None),
            b'\n' | b'\r' => Ok(self.end_line()),
            _ if self.line.len() + self.data.as_ref().map_or(0, Vec::len) >= EVENT_MAX => Err(TooLong),
            _ => {
                self.line.push(byte);
                Ok(None)
            }
        }
    }

    /// Returns the unfinished event at the end of the stream: some servers omit the last blank line.
    pub(super) fn end(&mut self) -> Option<Vec<u8>> {
        self.end_line().or_else(|| self.data.take())
    }

    fn end_line(&mut self) -> Option<Vec<u8>> {
        let line = std::mem::take(&mut self.line);
        let line = match line.strip_prefix(b"\xef\xbb\xbf") {
            Some(rest) if !self.begun => rest,
            _ => &line,
        };
        self.begun = true;
        if line.is_empty() {
            return self.data.take();
        }
        let value = match line.strip_prefix(b"data") {
            Some([b':', b' ', value @ ..] | [b':', value @ ..]) => value,
            Some([]) => &[],
            _ => return None,
        };
        match &mut self.data {
            Some(data) => {
                data.push(b'\n');
                data.extend_from_slice(value);
            }
            None => self.data = Some(value.to_vec()),
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(bytes: &[u8]) -> Vec<String> {
        let mut events = Events::default();
        let mut data: Vec<_> = bytes.iter().filter_map(|byte| events.push(*byte).unwrap()).collect();
        data.extend(events.end());
        data.into_iter().map(|data| String::from_utf8(data).unwrap()).collect()
    }

    #[test]
    fn an_event_is_its_data() {
        for (title, bytes, data) in [
            ("one event", "data: a\n\n", &["a"][..]),
            ("no blank behind the colon", "data:a\n\n", &["a"]),
            ("two blanks", "data:  a\n\n", &[" a"]),
            ("carriage returns", "data: a\r\rdata: b\r\r", &["a", "b"]),
            ("both", "data: a\r\n\r\ndata: b\r\n\r\n", &["a", "b"]),
            ("several lines", "data: a\ndata: b\ndata\n\n", &["a\nb\n"]),
            ("comments and other fields", ": ping\nevent: x\nid: 7\ndata: a\nretry: 5\n\n: ping\n\n", &["a"]),
            ("a byte order mark", "\u{feff}data: a\n\n", &["a"]),
            ("a mark later", "data: a\n\n\u{feff}data: b\n\n", &["a"]),
            ("no blank line at the end", "data: a\n\ndata: b\n", &["a", "b"]),
            ("no end at all", "data: a\n\ndata: b", &["a", "b"]),
            ("another field that begins alike", "database: a\n\n", &[]),
            ("nothing", "\n\n\n", &[]),
            ("empty data", "data:\n\n", &[""]),
        ] {
            assert_eq!(read(bytes.as_bytes()), data, "{title}");
        }
    }

    #[test]
    fn an_event_without_end_is_given_up() {
        let mut events = Events::default();
        let endless = b"data: ".iter().chain(std::iter::repeat(&b'x'));
        let taken = endless.take_while(|byte| events.push(**byte).is_ok()).count();
        assert_eq!(taken, EVENT_MAX);
    }

    proptest! {
        /// The kind of line ending makes no difference to the events.
        #[test]
        fn line_ends_make_no_difference(lines in prop::collection::vec("(data: [a-z]{0,3}|: x|)", 0..12)) {
            let ended = |end: &str| lines.iter().map(|line| format!("{line}{end}")).collect::<String>();
            let expected = read(ended("\n").as_bytes());
            prop_assert_eq!(read(ended("\r\n").as_bytes()), expected.clone());
            prop_assert_eq!(read(ended("\r").as_bytes()), expected);
        }

        #[test]
        fn any_bytes_are_read(bytes: Vec<u8>) {
            let mut events = Events::default();
            for byte in bytes {
                prop_assert!(events.push(byte).is_ok());
            }
            events.end();
        }
    }
}
