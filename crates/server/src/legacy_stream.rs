//! Adapts the bytes of connections to the expectations of programs of the old contests, where our libraries behave
//! differently.
//!
//! - They compare the names of headers letter by letter. The library in front writes `Sec-Websocket-Accept` where it
//!   writes capitals; those programs, and every server that they met, write `Sec-WebSocket-Accept`.
//! - They look only at the first frame of each read. So frames of socket.io are written one at a time, with a pause
//!   between them, in which such a program reads.
//! - A server of Engine.IO 4 sends its first ping when `pingInterval` has passed. The library sends one right behind
//!   its first packet, and counts a program that misses it as dead. So that ping is withheld from the client and
//!   answered in its place; the next one reaches the client.
//!
//! [`LegacyStream`] is a stream that does this. The handler of the request chooses the adaptations through [`LegacyAdaptations`].
//! Without any, the stream passes everything on unchanged.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    sync::{
        Arc, Weak,
        atomic::{AtomicU8, Ordering},
    },
    task::{Context, Poll, Waker, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::Sleep,
};

/// The beginning of an answer that changes the protocol.
const SWITCHES: &[u8] = b"HTTP/1.1 101";

/// The beginning of the names of headers that no rule of capitals gives: as the library writes it, and as old programs
/// expect it.
const WRITTEN: &[u8] = b"\r\nSec-Websocket-";
const SPELLED: &[u8] = b"\r\nSec-WebSocket-";

/// A ping of Engine.IO as a server's frame, and the client's answer to one, under a mask of zeros.
const PING: &[u8] = &[0x81, 1, b'2'];
const PONG: &[u8] = &[0x81, 0x81, 0, 0, 0, 0, b'3'];

/// The pause after a frame, or after the head of an answer: the programs of those years check every 20 ms for something
/// to read.
const PAUSE: Duration = Duration::from_millis(25);

/// The most bytes that are read at once while frames are counted.
const READ_MAX: usize = 1024;

/// The adaptations of a connection. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct LegacyAdaptations(Arc<AtomicU8>);

const SPELLS: u8 = 1;
const ONE_BY_ONE: u8 = 2;
const FIRST_PING: u8 = 4;

impl LegacyAdaptations {
    /// Spells the headers of the answer that opens a WebSocket.
    pub(crate) fn spells(&self) {
        self.0.fetch_or(SPELLS, Ordering::SeqCst);
    }

    /// Writes each frame of socket.io by itself. `holds_ping` withholds the first ping from the client.
    pub(crate) fn writes_one_by_one(&self, holds_ping: bool) {
        self.0.fetch_or(if holds_ping { ONE_BY_ONE | FIRST_PING } else { ONE_BY_ONE }, Ordering::SeqCst);
    }

    /// The life of the connection: it can't be upgraded once the connection has ended.
    pub(crate) fn lifetime(&self) -> Weak<AtomicU8> {
        Arc::downgrade(&self.0)
    }

    fn asks(&self, what: u8) -> bool {
        self.0.load(Ordering::SeqCst) & what != 0
    }
}

/// A stream that speaks as old clients expect.
pub(crate) struct LegacyStream<S> {
    stream: S,
    adaptations: LegacyAdaptations,
    writes: Writes,
    /// The present pause.
    pause: Option<Pin<Box<Sleep>>>,
    /// The client's present frame, until its first ping was answered for it.
    reads: Option<Frame>,
    /// The rest of the answer in the client's place.
    answer: &'static [u8],
    /// The reader that waits for the client.
    reader: Option<Waker>,
}

enum Writes {
    /// Answers to requests, unchanged.
    Answers,
    /// The head of the answer that opens a WebSocket: its adapted bytes, and the number of those written.
    Head(Vec<u8>, usize),
    /// Frames, one by one: the rest of the present one, and whether the first ping is still to come.
    Frames { left: u64, holds_ping: bool },
    /// Anything, unchanged.
    All,
}

impl<S> LegacyStream<S> {
    pub(crate) fn new(stream: S, adaptations: LegacyAdaptations) -> Self {
        Self { stream, adaptations, writes: Writes::Answers, pause: None, reads: None, answer: &[], reader: None }
    }

    /// Switches to the adaptations for the frames after the head.
    fn after_the_head(&mut self) {
        let holds_ping = self.adaptations.asks(FIRST_PING);
        self.reads = holds_ping.then(Frame::default);
        self.writes = Writes::All;
        if self.adaptations.asks(ONE_BY_ONE) {
            self.writes = Writes::Frames { left: 0, holds_ping };
            self.pauses();
        }
    }

    fn pauses(&mut self) {
        self.pause = Some(Box::pin(tokio::time::sleep(PAUSE)));
    }

    /// True when writes pass unchanged.
    fn is_plain(&self) -> bool {
        match self.writes {
            Writes::Answers => !self.adaptations.asks(SPELLS),
            Writes::Head(..) | Writes::Frames { .. } => false,
            Writes::All => true,
        }
    }
}

impl<S: AsyncWrite + Unpin> LegacyStream<S> {
    fn write_frames(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let Writes::Frames { left, holds_ping } = &mut self.writes else { unreachable!("asked for frames only") };
        if *left == 0 {
            if *holds_ping && bytes.starts_with(PING) {
                *holds_ping = false;
                self.answer = PONG;
                self.reader.take().into_iter().for_each(Waker::wake);
                return Poll::Ready(Ok(PING.len()));
            }
            let Some(length) = length_of(bytes) else {
                // The library always writes whole frames, so this does not happen.
                self.writes = Writes::All;
                return Pin::new(&mut self.stream).poll_write(cx, bytes);
            };
            if let Some(pause) = &mut self.pause {
                ready!(pause.as_mut().poll(cx));
                self.pause = None;
            }
            *left = length;
        }
        let most = usize::try_from(*left).unwrap_or(usize::MAX).min(bytes.len());
        let written = ready!(Pin::new(&mut self.stream).poll_write(cx, &bytes[..most]))?;
        *left -= written as u64;
        if *left == 0 {
            self.pauses();
        }
        Poll::Ready(Ok(written))
    }
}

/// The length of the frame that begins here, as a server writes it: with its head and without a mask (RFC 6455, section
/// 5.2).
fn length_of(bytes: &[u8]) -> Option<u64> {
    let small = bytes.get(1)? & 0x7F;
    Some(match small {
        126 => 4 + u64::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?)),
        127 => u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?).saturating_add(10),
        small => 2 + u64::from(small),
    })
}

/// The head with its names adapted, and nothing after it; `None` for anything else.
fn head_of(bytes: &[u8]) -> Option<Vec<u8>> {
    if !bytes.starts_with(SWITCHES) {
        return None;
    }
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let mut head = bytes[..end].to_vec();
    for at in 0..head.len().saturating_sub(WRITTEN.len()) {
        if head[at..].starts_with(WRITTEN) {
            head[at..at + SPELLED.len()].copy_from_slice(SPELLED);
        }
    }
    Some(head)
}

impl<S: AsyncWrite + Unpin> AsyncWrite for LegacyStream<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        if this.is_plain() {
            return Pin::new(&mut this.stream).poll_write(cx, bytes);
        }
        if matches!(this.writes, Writes::Answers) {
            // An answer to an earlier request may have to go first.
            let Some(head) = head_of(bytes) else { return Pin::new(&mut this.stream).poll_write(cx, bytes) };
            this.writes = Writes::Head(head, 0);
        }
        if let Writes::Head(head, done) = &mut this.writes {
            let written = ready!(Pin::new(&mut this.stream).poll_write(cx, &head[*done..]))?;
            *done += written;
            if *done == head.len() {
                this.after_the_head();
            }
            return Poll::Ready(Ok(written));
        }
        this.write_frames(cx, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        if this.is_plain() {
            return Pin::new(&mut this.stream).poll_write_vectored(cx, slices);
        }
        let first = slices.iter().find(|slice| !slice.is_empty()).map_or(&[][..], |slice| slice);
        Pin::new(this).poll_write(cx, first)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for LegacyStream<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let Some(frame) = &mut this.reads else { return Pin::new(&mut this.stream).poll_read(cx, buf) };
        if !this.answer.is_empty() && frame.is_between() {
            let most = this.answer.len().min(buf.remaining());
            buf.put_slice(&this.answer[..most]);
            this.answer = &this.answer[most..];
            if this.answer.is_empty() {
                this.reads = None;
            }
            return Poll::Ready(Ok(()));
        }
        // No more than to the end of a frame, so that the answer never falls into one.
        let mut bytes = [0; READ_MAX];
        let most = frame.wants().min(READ_MAX).min(buf.remaining());
        let mut part = ReadBuf::new(&mut bytes[..most]);
        if Pin::new(&mut this.stream).poll_read(cx, &mut part)?.is_pending() {
            this.reader = Some(cx.waker().clone());
            return Poll::Pending;
        }
        frame.comes(part.filled());
        buf.put_slice(part.filled());
        Poll::Ready(Ok(()))
    }
}

/// The progress of a client's frame.
#[derive(Debug, Default)]
struct Frame {
    head: Vec<u8>,
    left: u64,
}

impl Frame {
    /// True between two frames.
    fn is_between(&self) -> bool {
        self.head.is_empty() && self.left == 0
    }

    /// The number of bytes until the frame's length is known or the frame ends; at least 1.
    fn wants(&self) -> usize {
        if self.left > 0 {
            return usize::try_from(self.left).unwrap_or(usize::MAX);
        }
        self.head_length().saturating_sub(self.head.len()).max(1)
    }

    /// The length of the head, as far as it is known.
    fn head_length(&self) -> usize {
        let Some(second) = self.head.get(1) else { return 2 };
        let length = match second & 0x7F {
            126 => 4,
            127 => 10,
            _ => 2,
        };
        if second & 0x80 == 0 { length } else { length + 4 }
    }

    /// Takes these bytes: no more than it wants.
    fn comes(&mut self, bytes: &[u8]) {
        if self.left > 0 {
            self.left = self.left.saturating_sub(bytes.len() as u64);
            return;
        }
        self.head.extend_from_slice(bytes);
        if self.head.len() >= 2 && self.head.len() >= self.head_length() {
            let masks = if self.head[1] & 0x80 == 0 { 0 } else { 4 };
            let length = length_of(&self.head).unwrap_or(0);
            self.left = length.saturating_sub((self.head.len() - masks) as u64);
            self.head.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    const HEAD: &str = "HTTP/1.1 101 Switching Protocols\r\nSec-Websocket-Accept: x\r\nUpgrade: websocket\r\n\r\n";

    /// A server's side and its client's.
    fn joined(adaptations: &LegacyAdaptations) -> (LegacyStream<tokio::io::DuplexStream>, tokio::io::DuplexStream) {
        let (server, client) = tokio::io::duplex(4096);
        (LegacyStream::new(server, adaptations.clone()), client)
    }

    fn frame(text: &str) -> Vec<u8> {
        [&[0x81, u8::try_from(text.len()).unwrap()], text.as_bytes()].concat()
    }

    fn masked(text: &str) -> Vec<u8> {
        let mask = [1, 2, 3, 4];
        let length = 0x80 | u8::try_from(text.len()).unwrap();
        let text = text.bytes().zip(mask.into_iter().cycle()).map(|(byte, mask)| byte ^ mask);
        [vec![0x81, length], mask.to_vec(), text.collect()].concat()
    }

    #[tokio::test]
    async fn an_answer_is_spelled_when_it_makes_a_websocket_and_at_no_other_time() {
        let adaptations = LegacyAdaptations::default();
        let (mut server, mut client) = joined(&adaptations);
        let mut read = vec![0; HEAD.len()];
        server.write_all(HEAD.as_bytes()).await.unwrap();
        client.read_exact(&mut read).await.unwrap();
        assert_eq!(read, HEAD.as_bytes(), "nobody asked for it");
        adaptations.spells();
        let other = "HTTP/1.1 200 OK\r\nSec-Websocket-Accept: y\r\n\r\n";
        server.write_all(other.as_bytes()).await.unwrap();
        server.write_all(HEAD.as_bytes()).await.unwrap();
        server.write_all(HEAD.as_bytes()).await.unwrap();
        let mut read = vec![0; other.len() + 2 * HEAD.len()];
        client.read_exact(&mut read).await.unwrap();
        let text = String::from_utf8(read).unwrap();
        let spelled = HEAD.replace("Websocket", "WebSocket");
        assert_eq!(text, format!("{other}{spelled}{HEAD}"));
    }

    #[tokio::test]
    async fn the_first_ping_is_kept_and_answered_between_two_frames_of_the_client() {
        let adaptations = LegacyAdaptations::default();
        adaptations.spells();
        adaptations.writes_one_by_one(true);
        let (mut server, mut client) = joined(&adaptations);
        server.write_all(HEAD.as_bytes()).await.unwrap();
        // The client is in the middle of a frame when the ping is written.
        let (hello, more) = (masked("40"), masked("42 and some more of it"));
        client.write_all(&hello).await.unwrap();
        client.write_all(&more[..3]).await.unwrap();
        let mut read = vec![0; hello.len() + 3];
        server.read_exact(&mut read).await.unwrap();
        server.write_all(&[frame("0{}"), frame("2"), frame("40{}"), frame("2")].concat()).await.unwrap();
        client.write_all(&more[3..]).await.unwrap();
        client.write_all(&masked("3")).await.unwrap();
        let mut rest = vec![0; more.len() - 3 + PONG.len() + masked("3").len()];
        server.read_exact(&mut rest).await.unwrap();
        assert_eq!([&read[..], &rest].concat(), [hello, more, PONG.to_vec(), masked("3")].concat());
        let mut seen = vec![0; HEAD.len()];
        client.read_exact(&mut seen).await.unwrap();
        let frames = [frame("0{}"), frame("40{}"), frame("2")].concat();
        let mut seen = vec![0; frames.len()];
        client.read_exact(&mut seen).await.unwrap();
        assert_eq!(seen, frames, "the second ping is the client's");
    }

    #[tokio::test]
    async fn whoever_waits_for_the_client_is_woken_by_the_answer_in_its_place() {
        let adaptations = LegacyAdaptations::default();
        adaptations.spells();
        adaptations.writes_one_by_one(true);
        let (mut server, _client) = joined(&adaptations);
        server.write_all(HEAD.as_bytes()).await.unwrap();
        let (mut reads, mut writes) = tokio::io::split(server);
        let waits = tokio::spawn(async move {
            let mut read = vec![0; PONG.len()];
            reads.read_exact(&mut read).await.unwrap();
            read
        });
        tokio::task::yield_now().await;
        writes.write_all(&[frame("0{}"), frame("2")].concat()).await.unwrap();
        assert_eq!(waits.await.unwrap(), PONG);
    }

    #[tokio::test]
    async fn frames_are_written_one_by_one_whatever_their_length() {
        let adaptations = LegacyAdaptations::default();
        adaptations.spells();
        adaptations.writes_one_by_one(false);
        let (mut server, mut client) = joined(&adaptations);
        server.write_all(HEAD.as_bytes()).await.unwrap();
        let long = [&[0x81, 126, 1, 0], &[b'x'; 256][..]].concat();
        let huge = [&[0x82, 127, 0, 0, 0, 0, 0, 0, 1, 1], &[b'y'; 257][..]].concat();
        let all = [frame("2"), long.clone(), huge.clone()].concat();
        let mut at = 0;
        for length in [3, long.len(), huge.len()] {
            let written = std::future::poll_fn(|cx| Pin::new(&mut server).poll_write(cx, &all[at..])).await.unwrap();
            assert_eq!(written, length);
            at += written;
        }
        let mut seen = vec![0; HEAD.len() + all.len()];
        client.read_exact(&mut seen).await.unwrap();
        assert_eq!(seen[HEAD.len()..], all);
    }
}
