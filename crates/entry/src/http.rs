//! HTTP as protocols without I/O see it: one request at a time, and its answer in pieces.

use std::{fmt, sync::Arc, time::Duration};

use rulebook::Key;

use crate::{FromEntry, Shown};

/// How a request asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Asks for what is there.
    Get,
    /// Brings a body.
    Post,
}

/// A request to make. Its `Debug` form shows neither the values of headers nor the body.
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    /// How it asks.
    pub method: Method,
    /// The whole address.
    pub url: String,
    /// Names and values, beside those that every client sends.
    pub headers: Vec<(String, String)>,
    /// Its body; empty with [`Method::Get`].
    pub body: Vec<u8>,
    /// How long the whole answer may take, in real time.
    pub patience: Duration,
    /// The most bytes of an answer's body that are read; a longer answer fails.
    pub body_max: usize,
}

/// A piece of the answer, in this order: a head, any number of pieces of the body, the end; or a failure in place of
/// any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'a> {
    /// The answer began.
    Head(&'a Head),
    /// Bytes of its body, as they came.
    Body(&'a [u8]),
    /// It is complete.
    End,
    /// There is no answer, or no more of it: what happened.
    Failed(&'a str),
}

/// How an answer begins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Head {
    /// Its status code.
    pub status: u16,
    /// The address that answered, after redirects.
    pub url: String,
    /// The value of `Content-Type`; empty without one.
    pub content_type: String,
    /// The compression of its body; `None` where there is none.
    pub content_encoding: Option<String>,
    /// How many seconds `Retry-After` asks to wait.
    pub retry_after: Option<u64>,
}

/// A protocol's side of one conversation with a server that is asked: a state machine without I/O.
///
/// While a request is out, no other is taken. Times are contest time since the link began.
pub trait Asking {
    /// Talk is open.
    fn began(&mut self, now: Duration);
    /// The judge pressed a key.
    fn key(&mut self, key: Key, now: Duration);
    /// The judge showed a file of a kind that is taken; whoever takes none is not asked.
    fn shown(&mut self, _shown: Arc<Shown>, _now: Duration) {}
    /// The next request, when none is out.
    fn take_request(&mut self, now: Duration) -> Option<Request>;
    /// A part of the answer to the last request. Nothing more comes after [`Part::End`] or [`Part::Failed`], nor once
    /// the machine [`is_satisfied`](Asking::is_satisfied).
    fn answered(&mut self, part: Part<'_>, now: Duration);
    /// Lets the time be `now`.
    fn wake(&mut self, now: Duration);
    /// When `wake` or `take_request` will next have something to do.
    fn next_wake(&self) -> Option<Duration>;
    /// What the contest should hear next.
    fn take_report(&mut self) -> Option<FromEntry>;
    /// Whether `take_report` has something.
    fn has_reports(&self) -> bool;
    /// Whether nothing more of the answer is needed, asked after each of its parts: then the next request may be taken.
    fn is_satisfied(&self) -> bool {
        false
    }
    /// A text that must stand in no trace.
    fn secret(&self) -> Option<&str> {
        None
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        f.debug_struct("Request")
            .field("method", &self.method)
            .field("url", &self.url)
            .field("headers", &names)
            .field("body_bytes", &self.body.len())
            .field("patience", &self.patience)
            .finish_non_exhaustive()
    }
}

/// What stands in a trace where a secret stood.
const HIDDEN: &[u8] = b"[key]";

/// So many first bytes of a secret are not shown either.
const TELLING: usize = 8;

/// Takes a secret out of bytes that come in pieces, wherever they are parted.
#[derive(Clone, Default)]
pub(crate) struct Hidden {
    secret: Vec<u8>,
    /// The beginning of what may be the secret.
    held: Vec<u8>,
}

impl Hidden {
    pub(crate) fn new(secret: Option<&str>) -> Self {
        Self { secret: secret.unwrap_or_default().as_bytes().to_vec(), held: Vec::new() }
    }

    /// What may be shown now that these bytes came.
    pub(crate) fn shown(&mut self, bytes: &[u8]) -> Vec<u8> {
        if self.secret.is_empty() {
            return bytes.to_vec();
        }
        self.held.extend_from_slice(bytes);
        let (mut shown, mut from) = (Vec::with_capacity(self.held.len()), 0);
        while from < self.held.len() {
            let rest = &self.held[from..];
            if rest.starts_with(&self.secret) {
                shown.extend_from_slice(HIDDEN);
                from += self.secret.len();
            } else if self.secret.starts_with(rest) {
                break;
            } else {
                shown.push(rest[0]);
                from += 1;
            }
        }
        self.held.drain(..from);
        shown
    }

    /// What was held back when no more comes. Enough of the secret is as good as all of it.
    pub(crate) fn rest(&mut self) -> Vec<u8> {
        let held = std::mem::take(&mut self.held);
        if held.len() < TELLING { held } else { HIDDEN.to_vec() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_request_does_not_show_its_headers() {
        let headers = vec![("authorization".to_owned(), "Bearer sk-0123456789".to_owned())];
        let request = Request {
            method: Method::Post,
            url: "http://127.0.0.1/v1".to_owned(),
            headers,
            body: b"sk-0123456789".to_vec(),
            patience: Duration::from_secs(1),
            body_max: 9,
        };
        let shown = format!("{request:?}");
        assert!(shown.contains("authorization") && !shown.contains("0123456789"), "{shown}");
    }

    proptest! {
        /// However the bytes are parted, no secret is seen, and nothing else is missing.
        #[test]
        fn a_secret_is_taken_out_wherever_it_is_parted(
            pieces in prop::collection::vec("(aab|a|b|-|aa|ab){0,4}", 0..8)
        ) {
            let mut hidden = Hidden::new(Some("aab-aab"));
            let mut shown: Vec<u8> = pieces.iter().flat_map(|piece| hidden.shown(piece.as_bytes())).collect();
            shown.extend(hidden.rest());
            prop_assert_eq!(String::from_utf8(shown).unwrap(), pieces.concat().replace("aab-aab", "[key]"));
        }
    }
}
