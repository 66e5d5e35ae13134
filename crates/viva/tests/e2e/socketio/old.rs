//! Programs of 2018 and 2021 as compiled then: they end request lines with a bare line feed, compare header names
//! case-sensitively, and take the next frame, whatever it is, for the awaited one. (They look only at the first frame
//! of each read. The separate writing of frames is tested with the code that writes them: here the machine's timing
//! decides how many frames a read brings.)

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use super::{KEYS, MESSAGES, Stage};
use crate::support::PATIENCE;

/// The most bytes of one read.
const READ_MAX: usize = 4096;

/// The key of the example in RFC 6455, section 1.3, and the server's answer to it.
const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";
const ACCEPTED: &str = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

/// Such a program.
struct Program {
    stream: TcpStream,
    /// Bytes read and not parsed yet.
    bytes: Vec<u8>,
    /// All frames received.
    frames: Vec<String>,
}

impl Program {
    /// The program of 2021: Engine.IO 4, straight over a WebSocket.
    async fn of_2021(url: &str) -> Self {
        let mut program = Self::connects(url).await;
        program.becomes_a_websocket("EIO=4&transport=websocket", "").await;
        let opened = program.frame().await;
        assert!(opened.starts_with("0{\"sid\":"), "{opened}");
        program.says("40").await;
        // A ping here would have been the only frame it looks at.
        let connected = program.frame().await;
        assert!(connected.starts_with("40"), "{connected}");
        program
    }

    /// The program of 2018: Engine.IO 3, a session opened by polling, its id from a cookie.
    async fn of_2018(url: &str) -> Self {
        let mut program = Self::connects(url).await;
        let head = program.asks("EIO=3&transport=polling", "").await;
        let cookie = header(&head, "Set-Cookie: ").split(';').next().unwrap();
        let sid = cookie.strip_prefix("io=").expect("the cookie of the session");
        program
            .becomes_a_websocket(&format!("EIO=3&transport=websocket&sid={sid}"), &format!("Cookie: {cookie}\n"))
            .await;
        program.says("2probe").await;
        assert_eq!(program.frame().await, "3probe");
        program.says("5").await;
        let connected = program.frame().await;
        assert!(connected.starts_with("40"), "{connected}");
        program
    }

    async fn connects(url: &str) -> Self {
        let stream = TcpStream::connect(url.trim_start_matches("http://")).await.unwrap();
        Self { stream, bytes: Vec::new(), frames: Vec::new() }
    }

    /// Sends a request; returns the answer's head, and its body if there is one.
    async fn asks(&mut self, query: &str, more: &str) -> String {
        let request = format!(
            "GET /socket.io/?{query} HTTP/1.1\nAccept: */*\nUser-Agent: Mozilla/5.0 (Windows NT 6.1)\nHost: 127.0.0.1:8080\n{more}\n"
        );
        self.stream.write_all(request.as_bytes()).await.unwrap();
        let ends = |bytes: &[u8]| bytes.windows(4).position(|four| four == b"\r\n\r\n").map(|at| at + 4);
        let end = loop {
            match ends(&self.bytes) {
                Some(end) => break end,
                None => self.reads().await,
            }
        };
        let head = String::from_utf8(self.bytes.drain(..end).collect()).unwrap();
        if let Some(length) = head.split("\r\n").find_map(|line| line.strip_prefix("Content-Length: ")) {
            let length: usize = length.parse().unwrap();
            while self.bytes.len() < length {
                self.reads().await;
            }
            self.bytes.drain(..length);
        }
        head
    }

    async fn becomes_a_websocket(&mut self, query: &str, more: &str) {
        let upgrade = format!(
            "Origin: null\nSec-WebSocket-Key: {KEY}\nSec-WebSocket-Version: 13\nConnection: Upgrade\nUpgrade: Websocket\n{more}"
        );
        let head = self.asks(query, &upgrade).await;
        assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
        assert_eq!(header(&head, "Sec-WebSocket-Accept: "), ACCEPTED);
    }

    async fn reads(&mut self) {
        let mut bytes = vec![0; READ_MAX];
        let read = timeout(PATIENCE, self.stream.read(&mut bytes)).await.expect("something to read").unwrap();
        assert!(read > 0, "the server hung up after {:#?}", self.frames);
        self.bytes.extend_from_slice(&bytes[..read]);
    }

    /// The next frame.
    async fn frame(&mut self) -> String {
        loop {
            let (from, length) = match self.bytes.get(1) {
                Some(126) if self.bytes.len() >= 4 => {
                    (4, usize::from(u16::from_be_bytes([self.bytes[2], self.bytes[3]])))
                }
                Some(small) if *small < 126 => (2, usize::from(*small)),
                _ => (2, usize::MAX - 2),
            };
            if self.bytes.len() >= from + length {
                assert_eq!(self.bytes[0], 0x81, "a whole text in one frame");
                let frame: Vec<u8> = self.bytes.drain(..from + length).collect();
                let text = String::from_utf8(frame[from..].to_vec()).unwrap();
                self.frames.push(text.clone());
                return text;
            }
            self.reads().await;
        }
    }

    async fn says(&mut self, text: &str) {
        let length = text.len();
        let mut frame = vec![0x81];
        match u8::try_from(length) {
            Ok(small) if small < 126 => frame.push(0x80 | small),
            _ => {
                frame.push(0x80 | 126);
                frame.extend(u16::try_from(length).unwrap().to_be_bytes());
            }
        }
        let mask = [7, 11, 13, 17];
        frame.extend(mask);
        frame.extend(text.bytes().zip(mask.into_iter().cycle()).map(|(byte, mask)| byte ^ mask));
        self.stream.write_all(&frame).await.unwrap();
    }

    async fn emits(&mut self, event: &str, payload: Value) {
        self.says(&format!("42{}", json!([event, payload.to_string()]))).await;
    }

    /// The payload of the next frame, which must be this event.
    async fn hears(&mut self, event: &str) -> Value {
        let frame = self.frame().await;
        let (found, payload): (String, String) = serde_json::from_str(frame.strip_prefix("42").unwrap()).unwrap();
        assert_eq!(found, event, "{:#?}", self.frames);
        serde_json::from_str(&payload).unwrap()
    }
}

/// The value of a header spelled exactly so, at the beginning of a line.
fn header<'h>(head: &'h str, name: &str) -> &'h str {
    let line = head.split("\r\n").find_map(|line| line.strip_prefix(name));
    line.unwrap_or_else(|| panic!("no `{name}` in {head}"))
}

/// It registers, hears of the round, speaks with both seats, and hears the program.
async fn plays(stage: &Stage, mut program: Program) {
    let with = |mut payload: Value| {
        payload["id"] = json!("judge0");
        payload["secret"] = json!(stage.codes[0]);
        payload
    };
    program.emits("control", with(json!({"status": "register"}))).await;
    let told = program.hears("control").await;
    assert_eq!(told, json!({"status": "newRound", "partners": {"judge0": ["left", "right"]}}));
    stage.open_round().await;
    assert_eq!(program.hears("control").await["status"], "startRound");
    for seat in ["left", "right"] {
        program.emits("message", with(json!({"content": "Do you like the sea?", "to": seat}))).await;
    }
    // One of the two is a program; the confederate is absent.
    let answer = program.hears("message").await;
    assert!(answer["content"].as_str().is_some_and(|words| !words.is_empty()), "{answer}");
}

#[tokio::test]
async fn a_program_of_2021_plays_under_keystrokes() {
    let stage = Stage::set(KEYS, "").await;
    plays(&stage, Program::of_2021(&stage.server.url).await).await;
}

#[tokio::test]
async fn a_program_of_2018_plays_with_messages() {
    let stage = Stage::set(MESSAGES, "").await;
    plays(&stage, Program::of_2018(&stage.server.url).await).await;
}

#[tokio::test]
async fn a_button_of_a_panel_that_is_pressed_again_after_a_kill_means_the_act_that_was_done() {
    let Stage { folder, mut server, organiser, .. } = Stage::set(KEYS, "").await;
    let mut desk = organiser.connect(0).await;
    assert_eq!(desk.ask(json!({"do": "open-round", "anyway": true})).await, None);
    let secret = organiser.cookie.split_once('=').unwrap().1.to_owned();
    let press = |button: &str| json!({"id": "CONTROLLER", "secret": secret, "status": button});
    // A button pressed before the first round is refused, and the status claims no act that did not happen.
    for (button, then) in [("endRound", "ended the talk of R1"), ("newRound", "closed R1")] {
        for time in ["first", "again"] {
            let mut panel = Program::of_2018(&server.url).await;
            panel.emits("controller", press(button)).await;
            panel.emits("controller", press("statusUpdate")).await;
            let status = panel.hears("statusUpdate").await;
            assert_eq!(status["refused"], Value::Null, "{button}, {time}: {status}");
            let seat = crate::support::Guest { url: server.url.clone(), ..organiser.clone() };
            let (_, page) = seat.get("/story/organiser/access").await;
            assert_eq!(page.matches(then).count(), 1, "{button}, {time}: {page}");
            if time == "first" {
                server.kill();
                server = crate::support::Server::start(&folder.path().join("data"), &[]);
            }
        }
    }
}
