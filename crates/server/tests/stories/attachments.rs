//! A judge's files over HTTP: accepted, cleaned, stored and sent to their addressees; and all the refusals.

use std::time::Duration;

use contest::{Event, attachment::AttachmentFile, contest::Phase, event::ConversationEvent};
use rulebook::{Participant, RoundNumber};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use crate::served::{Answer, Story, request_to};

/// One judge with a person and programs that echo; pictures and sounds, three at most in a conversation.
const SHOWING: &str = r#"
name = "Showing"
organiser = "Nobody"
isolation = "none"
rulebook = "two-party-2024"
[overrides.roles]
judges = 1
entries = 2
confederates = 1
[overrides.interview]
talk = "1h"
[overrides.interview.attachments]
kinds = ["picture", "sound"]
most = 3
bytes = 65536
longest = "5s"

[[judge]]
name = "Ann"

[[confederate]]
name = "Bartholomew"

[[entry]]
name = "Echoparrot"
contestant = "Nobody"
protocol = "stdio"
command = ["cat"]

[[entry]]
name = "Echolalia"
contestant = "Nobody"
protocol = "stdio"
command = ["cat"]
"#;

const JUDGE: &str = "/showing/judge/1";
const PERSON: &str = "/showing/confederate/1";
const PATIENCE: Duration = Duration::from_secs(60);

/// A contest in whose first round the judge talks with the person.
struct Talk {
    story: Story,
    round: RoundNumber,
}

impl Talk {
    async fn with_the_person() -> Self {
        let mut story = Story::of(SHOWING).await;
        story.join_as("J1").await;
        story.join_as("C1").await;
        story.organiser_does("action=draw&anyway=true").await;
        loop {
            let phase = story.place.running.views().room().contest().unwrap().phase;
            let Phase::Lobby(round) = phase else { panic!("{phase:?}") };
            let is_person = story
                .place
                .running
                .views()
                .room()
                .contest()
                .unwrap()
                .interviews_in(round)
                .all(|seating| seating.entry().is_none());
            story.organiser_does("action=open-round&anyway=true").await;
            if is_person {
                return Self { story, round };
            }
            story.organiser_does(&format!("action=end-phase&phase=talk&round={round}")).await;
            story.organiser_does(&format!("action=end-phase&phase=scoring&round={round}")).await;
        }
    }

    /// Plays to the close, without another message.
    async fn ends(&self) {
        loop {
            let phase = self.story.place.running.views().room().contest().unwrap().phase;
            let action = match phase {
                Phase::Lobby(_) => "action=open-round&anyway=true".to_owned(),
                Phase::Talk(round, _) => format!("action=end-phase&phase=talk&round={round}"),
                Phase::Scoring(round, _) => format!("action=end-phase&phase=scoring&round={round}"),
                Phase::EndBallots(..) | Phase::Vote(..) => panic!("{phase:?}"),
                Phase::Closed => return,
            };
            self.story.organiser_does(&action).await;
        }
    }

    /// Sends a file from the judge with this id.
    async fn shows(&self, id: &str, description: &str, file: &[u8]) -> Answer {
        self.sends(JUDGE, id, description, file).await
    }

    async fn sends(&self, page: &str, id: &str, description: &str, file: &[u8]) -> Answer {
        let round = self.round.to_string();
        let fields = [("id", id), ("round", &round), ("seat", "only"), ("description", description)];
        self.posts(page, "Accept: application/json\r\n", &form(&fields, file)).await
    }

    async fn posts(&self, page: &str, more: &str, form: &[u8]) -> Answer {
        let head = format!("{}Content-Type: multipart/form-data; boundary=frontier\r\n{more}", self.cookies());
        request_to(self.story.address, "POST", &format!("{page}/show"), &head, form).await
    }

    fn cookies(&self) -> String {
        let cookies: Vec<String> = self.story.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("Cookie: {}\r\n", cookies.join("; "))
    }

    /// The files in the record.
    async fn shown(&self) -> Vec<AttachmentFile> {
        let facts = self.story.facts().await.into_iter().filter_map(|fact| match fact.event {
            Event::Conversation(_, ConversationEvent::Attached { private, .. }) => private.held().copied(),
            _ => None,
        });
        facts.collect()
    }

    /// The number of files in the store.
    async fn kept(&self) -> usize {
        self.story.store.attachments("showing").await.unwrap().len()
    }
}

fn form(fields: &[(&str, &str)], file: &[u8]) -> Vec<u8> {
    let mut form = Vec::new();
    for (name, value) in fields {
        form.extend(
            format!("--frontier\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n").into_bytes(),
        );
    }
    form.extend(b"--frontier\r\nContent-Disposition: form-data; name=\"file\"; filename=\"holiday.png\"\r\n");
    form.extend(b"Content-Type: image/png\r\n\r\n");
    form.extend(file);
    form.extend(b"\r\n--frontier--\r\n");
    form
}

/// A PNG of this size; its pixels cannot be decoded, and nothing does.
fn png(width: u32, height: u32, more: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |name: &[u8; 4], data: &[u8]| {
        png.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
        let checked = [&name[..], data].concat();
        png.extend(&checked);
        png.extend(crc32(&checked).to_be_bytes());
    };
    chunk(b"IHDR", &[&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 2, 0, 0, 0]].concat());
    more.iter().for_each(|(name, data)| chunk(name, data));
    chunk(b"IDAT", b"\x78\x01\x01\x00\x00\xff\xff\x00\x00\x00\x01");
    chunk(b"IEND", &[]);
    png
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

/// A WAV of this many samples, 4000 a second, whose head claims `says`.
fn wav(samples: u32, says: u32) -> Vec<u8> {
    let mut wav = b"RIFF".to_vec();
    wav.extend((36 + says).to_le_bytes());
    wav.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    wav.extend(4000_u32.to_le_bytes());
    wav.extend(4000_u32.to_le_bytes());
    wav.extend(b"\x01\0\x08\0data");
    wav.extend(says.to_le_bytes());
    wav.extend(vec![0x80; samples as usize]);
    wav
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_judge_shows_is_given_to_the_two_of_them_and_to_nobody_else() {
    let talk = Talk::with_the_person().await;
    let answer = talk.shows("a-1", "a red <house>", &png(4, 3, &[])).await;
    assert_eq!((answer.status, &*answer.body), (200, r#"{"is":"done","id":"a-1"}"#));
    let [file] = talk.shown().await[..] else { panic!("one file") };
    let address = |page: &str| format!("{page}/attachments/{}", file.hash);
    for page in [JUDGE, PERSON] {
        let html = talk.story.get(page).await;
        assert!(
            html.contains(&format!("src=\"{}\" alt=\"a red &#60;house&#62;\" width=\"4\" height=\"3\"", address(page))),
            "{html}"
        );
        let answer = talk.story.request("GET", &address(page), "").await;
        assert_eq!(answer.status, 200);
        for header in [
            "content-type: image/png",
            "content-security-policy: sandbox; default-src 'none'",
            "x-content-type-options: nosniff",
            "cache-control: private",
            "cross-origin-resource-policy: same-origin",
            "accept-ranges: bytes",
        ] {
            assert!(answer.headers.contains(header), "{header}: {}", answer.headers);
        }
    }
    let part = format!("{}Range: bytes=1-3\r\n", talk.cookies());
    let part = talk.story.bare_request("GET", &address(JUDGE), &part, "").await;
    assert_eq!((part.status, &*part.body), (206, "PNG"));

    // A stranger, another participant's seat, and a file that was never shown.
    let nobody = talk.story.bare_request("GET", &address(JUDGE), "", "").await;
    assert_eq!(nobody.status, 403);
    for unknown in ["0".repeat(64), "..%2f..%2fsecret".to_owned(), "x".to_owned(), file.hash.to_string().to_uppercase()]
    {
        assert_eq!(talk.story.request("GET", &format!("{JUDGE}/attachments/{unknown}"), "").await.status, 404);
    }
    // Before the close nothing is public.
    let public = talk.story.bare_request("GET", &format!("/showing/attachments/{}", file.file_name()), "", "").await;
    assert_eq!(public.status, 409);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_organiser_looks_at_what_was_shown_after_the_close_and_before_everybody_may() {
    let talk = Talk::with_the_person().await;
    assert_eq!(talk.shows("a-1", "", &png(4, 3, &[])).await.status, 200);
    assert_eq!(talk.shows("a-2", "", &wav(900, 900)).await.status, 200);
    let [picture, sound] = talk.shown().await[..] else { panic!("two files") };
    let address = |file: &AttachmentFile| format!("/showing/organiser/attachments/{}", file.hash);
    assert_eq!(talk.story.request("GET", &address(&picture), "").await.status, 409, "the talk is on");
    talk.ends().await;
    let review = talk.story.get("/showing/organiser/review").await;
    assert!(review.contains(&format!("<img src=\"{}\"", address(&picture))), "{review}");
    assert!(review.contains(&format!("<audio controls preload=\"metadata\" src=\"{}\"", address(&sound))), "{review}");
    let given = talk.story.request("GET", &address(&picture), "").await;
    assert!(given.status == 200 && given.headers.contains("content-type: image/png"), "{}", given.headers);
    let elsewhere = format!("/showing/organiser/attachments/{}", "0".repeat(64));
    assert_eq!(talk.story.request("GET", &elsewhere, "").await.status, 404, "nobody showed it");
    assert_eq!(talk.story.bare_request("GET", &address(&picture), "", "").await.status, 403, "a stranger");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_loses_the_place_it_was_taken_at_before_anybody_has_it() {
    let talk = Talk::with_the_person().await;
    let place = b"MM\0*N 51 29 38 W 0 0 0";
    let taken = png(4, 3, &[(b"eXIf", place), (b"tEXt", b"Author\0somebody")]);
    assert_eq!(talk.shows("a-1", "", &taken).await.status, 200);
    let [file] = talk.shown().await[..] else { panic!("one file") };
    let kept = talk.story.store.attachment("showing", *file.hash.as_bytes()).await.unwrap().unwrap();
    assert_eq!(kept, png(4, 3, &[]));
    let given = talk.story.request("GET", &format!("{PERSON}/attachments/{}", file.hash), "").await;
    assert!(!given.body.contains("51 29 38") && !given.body.contains("somebody"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_shown_is_refused_with_the_way_out_and_nothing_of_it_is_kept() {
    let talk = Talk::with_the_person().await;
    for (what, file, why) in [
        ("a script that says it is a picture", b"<svg onload='alert(1)'/>".to_vec(), "no picture, sound or video"),
        ("nothing", Vec::new(), "choose a file"),
        ("a bomb of pixels", png(60_000, 60_000, &[]), "more pixels than the 16000000"),
        ("a sound that is too long", wav(24_000, 24_000), "longer than the 5 s"),
        ("a sound without end", wav(1_000, u32::MAX - 40), "cannot be read"),
        ("more bytes than may be", png(4, 3, &[(b"tEXt", &vec![b'x'; 70_000])]), "and 65536 may be sent"),
        ("a video where none is shown", b"\0\0\0\x18ftypisom\0\0\0\0isommp42".to_vec(), "MP4"),
        ("half a picture", png(4, 3, &[])[..30].to_vec(), "cannot be read"),
    ] {
        let answer = talk.shows("b-1", "it", &file).await;
        assert_eq!(answer.status, 422, "{what}: {}", answer.body);
        assert!(
            answer.body.contains(r#""is":"refused","id":"b-1""#) && answer.body.contains(why),
            "{what}: {}",
            answer.body
        );
    }
    let wordy = talk.shows("b-2", &"x".repeat(201), &png(4, 3, &[])).await;
    assert!(wordy.status == 409 && wordy.body.contains("1 to 200 characters"), "{}", wordy.body);
    assert_eq!((talk.shown().await.len(), talk.kept().await), (0, 0));

    // The same picture again is accepted; another one under the same id is not; and the fourth is too many.
    assert_eq!(talk.shows("c-1", "", &png(1, 1, &[])).await.status, 200);
    assert_eq!(talk.shows("c-1", "", &png(2, 1, &[])).await.status, 200);
    assert_eq!((talk.shown().await.len(), talk.kept().await), (1, 1));
    assert_eq!(talk.shows("c-2", "", &png(1, 1, &[])).await.status, 200);
    assert_eq!(talk.shows("c-3", "", &wav(900, 900)).await.status, 200);
    let many = talk.shows("c-4", "", &png(4, 1, &[])).await;
    assert!(many.status == 409 && many.body.contains("3 files"), "{}", many.body);
    assert_eq!((talk.shown().await.len(), talk.kept().await), (3, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_shows_anything_but_a_judge_while_the_talk_runs() {
    let talk = Talk::with_the_person().await;
    let picture = png(4, 3, &[]);
    assert_eq!(talk.sends(PERSON, "d-1", "", &picture).await.status, 404, "a witness");
    let bare = "Content-Type: multipart/form-data; boundary=frontier\r\n";
    let body = form(&[("round", "R1"), ("seat", "only")], &picture);
    let stranger = request_to(talk.story.address, "POST", &format!("{JUDGE}/show"), bare, &body).await;
    assert_eq!(stranger.status, 403, "a stranger");
    let foreign = format!("{}{bare}Origin: http://elsewhere.example\r\n", talk.cookies());
    let foreign = request_to(talk.story.address, "POST", &format!("{JUDGE}/show"), &foreign, &body).await;
    assert_eq!(foreign.status, 403, "a page of another site");
    let nowhere = talk.posts(JUDGE, "", &form(&[("seat", "terminal-9")], &picture)).await;
    assert!(nowhere.status == 422 && nowhere.body.contains("load the page again"), "{}", nowhere.body);
    let absent = form(&[("id", "d-2"), ("round", &talk.round.to_string()), ("seat", "left")], &picture);
    assert_eq!(
        talk.posts(JUDGE, "Accept: application/json\r\n", &absent).await.status,
        409,
        "a seat that is not there"
    );

    talk.story.organiser_does(&format!("action=end-phase&phase=talk&round={}", talk.round)).await;
    let late = talk.shows("d-3", "", &picture).await;
    assert!(late.status == 409 && late.body.contains("over"), "{}", late.body);
    assert_eq!((talk.shown().await.len(), talk.kept().await), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_file_of_a_judge_comes_after_the_other_and_a_cut_connection_lets_the_next_one_in() {
    let talk = Talk::with_the_person().await;
    let picture = png(4, 3, &[]);
    let whole = form(&[("id", "e-1"), ("round", &talk.round.to_string()), ("seat", "only")], &picture);
    let head = format!(
        "POST {JUDGE}/show HTTP/1.1\r\nHost: {}\r\n{}Accept: application/json\r\nContent-Type: multipart/form-data; \
         boundary=frontier\r\nExpect: 100-continue\r\nContent-Length: {}\r\n\r\n",
        talk.story.address,
        talk.cookies(),
        whole.len()
    );
    let mut slow = TcpStream::connect(talk.story.address).await.unwrap();
    slow.write_all(head.as_bytes()).await.unwrap();
    // The server requests the body when it begins to read it.
    let mut asked = [0; 25];
    timeout(PATIENCE, slow.read_exact(&mut asked)).await.unwrap().unwrap();
    assert_eq!(&asked, b"HTTP/1.1 100 Continue\r\n\r\n");
    slow.write_all(&whole[..whole.len() - 40]).await.unwrap();
    let busy = talk.shows("e-2", "", &picture).await;
    assert!(busy.status == 429 && busy.body.contains("is on its way"), "{}", busy.body);
    drop(slow);
    let taken = async {
        loop {
            let answer = talk.shows("e-3", "", &picture).await;
            if answer.status == 200 {
                return;
            }
            assert_eq!(answer.status, 429, "{}", answer.body);
        }
    };
    timeout(PATIENCE, taken).await.expect("the cut connection holds the next one up");
    assert_eq!((talk.shown().await.len(), talk.kept().await), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_script_a_form_shows_a_file_and_says_what_is_wrong_with_it() {
    let talk = Talk::with_the_person().await;
    let page = talk.story.request("GET", JUDGE, "").await;
    assert!(
        page.headers.contains("camera=(self), microphone=(self)")
            && page.headers.contains("img-src 'self' data: blob:")
    );
    for told in [
        "<form id=\"show-only\" method=\"post\" action=\"/showing/judge/1/show\" enctype=\"multipart/form-data\"",
        "accept=\"image/png,image/jpeg,image/gif,image/webp,audio/wav,audio/mpeg,audio/mp4,audio/webm\"",
        "Show a picture or a sound",
        "at most 64 KiB and 5 s. At most 3 in one conversation.",
    ] {
        assert!(page.body.contains(told), "{told}: {}", page.body);
    }
    let other = talk.story.request("GET", PERSON, "").await;
    assert!(other.headers.contains("camera=(), microphone=()") && !other.body.contains("data-show="));

    let round = talk.round.to_string();
    let fields = |description| [("round", &*round), ("seat", "only"), ("description", description)];
    let refused = talk.posts(JUDGE, "", &form(&fields("a \"house\""), b"no picture")).await;
    assert_eq!(refused.status, 422);
    assert!(refused.body.contains("<details class=\"show\" id=\"showing-only\" open>"), "{}", refused.body);
    assert!(
        refused.body.contains("value=\"a &#34;house&#34;\"") && refused.body.contains("can be sent (send PNG"),
        "{}",
        refused.body
    );
    let taken = talk.posts(JUDGE, "", &form(&fields("a house"), &png(4, 3, &[]))).await;
    assert!(taken.status == 303 && taken.headers.contains("location: /showing/judge/1"), "{}", taken.headers);
    assert!(
        talk.story.get(JUDGE).await.contains("<span class=\"caption\" translate=\"no\" dir=\"auto\">a house</span>")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_of_text_is_told_in_words_what_the_judge_shows() {
    let mut story = Story::of(SHOWING).await;
    story.join_as("J1").await;
    story.organiser_does("action=draw&anyway=true").await;
    let round = loop {
        let phase = story.place.running.views().room().contest().unwrap().phase;
        let Phase::Lobby(round) = phase else { panic!("{phase:?}") };
        let entry = story.place.running.views().room().contest().unwrap().interviews_in(round).next().unwrap().entry();
        if let Some(entry) = entry {
            let ready = |views: &contest::Views| {
                views.room().contest().is_some_and(|contest| contest.ready.contains(&Participant::Entry(entry)))
            };
            story.until("the program is ready", ready).await;
        }
        story.organiser_does("action=open-round&anyway=true").await;
        if entry.is_some() {
            break round;
        }
        story.organiser_does(&format!("action=end-phase&phase=talk&round={round}")).await;
        story.organiser_does(&format!("action=end-phase&phase=scoring&round={round}")).await;
    };
    let talk = Talk { story, round };
    assert_eq!(talk.shows("f-1", "a house", &png(4, 3, &[])).await.status, 200);
    talk.story
        .until("the program says back what it heard", |views| {
            let judge = rulebook::JudgeId::new(1);
            let screen = &views.judge(judge).unwrap().screen;
            let said = screen.conversations.values().flat_map(|transcript| &transcript.lines);
            said.into_iter().any(|line| line.text == "[The judge shows a picture: a house. You cannot see it.]")
        })
        .await;
}
