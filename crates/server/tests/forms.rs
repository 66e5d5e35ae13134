//! A contest over HTTP as a browser without scripts plays it: links, forms and pages, with a program among the witnesses.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{net::SocketAddr, sync::Arc, time::Duration};

use contest::{Views, contest::Phase};
use rulebook::{ConversationId, Participant, Side, shipped};
use server::{App, Settings, Submitted, place::Place};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

const PATIENCE: Duration = Duration::from_secs(60);

/// One witness at a time, in messages: the people are away, the programs say back what they hear.
const ONE_WITNESS: &str = r#"
name = "Forms"
organiser = "Nobody"
rulebook = "two-party-2024"
[overrides.roles]
judges = 1
entries = 2
confederates = 1
[[judge]]
name = "Ada"
[[confederate]]
name = "Bob"
[[entry]]
name = "Echo"
contestant = "Nobody"
protocol = "stdio"
command = ["cat"]
[[entry]]
name = "Echo, the weak one"
contestant = "Nobody"
protocol = "stdio"
command = ["cat"]
"#;

/// A server with this contest, and what is needed to look behind it.
struct Story {
    address: SocketAddr,
    place: Arc<Place>,
    organiser: String,
    cookies: Vec<(String, String)>,
    _folder: tempfile::TempDir,
}

/// What came back.
struct Answer {
    status: u16,
    headers: String,
    body: String,
}

impl Story {
    async fn of(contest: &str) -> Self {
        let find =
            |id: &str| shipped::find(id).map(|text| (id.to_owned(), text.to_owned())).ok_or_else(|| id.to_owned());
        let file = rulebook::reader::read_contest_file("contest.toml", contest, &find)
            .unwrap_or_else(|faults| panic!("{faults:?}"));
        let folder = tempfile::tempdir().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let public_url = format!("http://{address}");
        let settings = Settings {
            data: folder.path().join("data"),
            public_url,
            pace: 20.0,
            max_bytes: None,
            continue_shorter: Vec::new(),
        };
        let app = App::start(settings).await.unwrap();
        let id = file.id.clone();
        let submitted =
            Submitted { file, text: contest.to_owned(), rulebook: String::new(), folder: folder.path().to_owned() };
        let added = app.add(submitted).await.unwrap();
        let place = app.place(&id).unwrap();
        tokio::spawn(server::serve(app, listener, std::future::pending()));
        let mut story =
            Self { address, place, organiser: format!("/{id}/organiser"), cookies: Vec::new(), _folder: folder };
        story.join(&added.organiser_link.unwrap()).await;
        story
    }

    async fn request(&self, method: &str, path: &str, body: &str) -> Answer {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            self.address,
            cookies.join("; "),
            body.len()
        );
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(body.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let (headers, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = headers.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, headers: headers.to_owned(), body: body.to_owned() }
    }

    async fn get(&self, path: &str) -> String {
        let answer = self.request("GET", path, "").await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.body
    }

    async fn post(&self, path: &str, body: &str) -> Answer {
        self.request("POST", path, body).await
    }

    /// Sends a form that is taken.
    async fn does(&self, path: &str, body: &str) {
        let answer = self.post(path, body).await;
        assert_eq!(answer.status, 303, "{path} {body}: {}", answer.body);
    }

    async fn organiser_does(&self, body: &str) {
        self.does(&format!("{}/do", self.organiser), body).await;
    }

    /// Takes a link, and keeps the cookie that comes of it.
    async fn join(&mut self, link: &str) {
        let path = format!("/{}", link.splitn(4, '/').nth(3).unwrap());
        let answer = self.post(&path, "").await;
        let cookie = answer.headers.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
        self.cookies.push((name.to_owned(), value.to_owned()));
    }

    async fn join_as(&mut self, who: &str) {
        let page = self.post(&format!("{}/links", self.organiser), &format!("who={who}")).await;
        let link = page.body.split_once("<p class=\"url\"><a href=\"").unwrap().1.split('"').next().unwrap().to_owned();
        self.join(&link).await;
    }

    /// Waits until the record makes this true.
    async fn until(&self, what: &str, is: impl Fn(&Views) -> bool) {
        let mut grown = self.place.hall.grown();
        let waits = async {
            while !is(&self.place.hall.views()) {
                grown.changed().await.unwrap();
            }
        };
        tokio::time::timeout(PATIENCE, waits).await.unwrap_or_else(|_| panic!("never: {what}"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_judge_without_scripts_writes_to_a_program_and_fills_in_the_form() {
    let mut story = Story::of(ONE_WITNESS).await;
    story.join_as("J1").await;
    let judge = "/forms/judge/1";
    let page = story.get(judge).await;
    assert!(page.contains("I am in place"));
    story.organiser_does("action=draw&anyway=true").await;

    // Rounds are opened until the judge sits before a program: it says back what it hears.
    let (mut round, mut conversation);
    loop {
        let phase = story.place.hall.views().room().contest().unwrap().phase;
        let Phase::Lobby(next) = phase else { panic!("{phase:?}") };
        let seating = story.place.hall.views().room().contest().unwrap().interviews_in(next).next().unwrap().clone();
        if let Some(entry) = seating.entry() {
            story
                .until("the program is ready", |views| {
                    views.room().contest().unwrap().ready.contains(&Participant::Entry(entry))
                })
                .await;
        }
        story.organiser_does("action=open-round&anyway=true").await;
        round = next;
        conversation = ConversationId { interview: seating.interview, seat: *seating.seats.keys().next().unwrap() };
        if seating.entry().is_some() {
            break;
        }
        story.organiser_does(&format!("action=end-phase&phase=talk&round={round}")).await;
        story.organiser_does(&format!("action=end-phase&phase=scoring&round={round}")).await;
    }

    let empty = story.post(&format!("{judge}/say"), &format!("round={round}&seat=only&text=+")).await;
    assert_eq!(empty.status, 409);
    assert!(empty.body.contains("write something first"), "{}", empty.body);
    let long = "x".repeat(301);
    let long = story.post(&format!("{judge}/say"), &format!("round={round}&seat=only&text={long}")).await;
    assert!(long.body.contains("at most 300 characters") && long.body.contains("xxx</textarea>"), "{}", long.body);
    story.does(&format!("{judge}/say"), &format!("round={round}&seat=only&text=Who+are+%3Cyou%3E%3F")).await;
    story
        .until("the program answers", |views| {
            let said = views.room().conversation(conversation).map(|c| c.transcript.lines.clone()).unwrap_or_default();
            said.iter().any(|line| line.side == Side::Witness && line.text == "Who are <you>?")
        })
        .await;
    assert_eq!(story.get(judge).await.matches("Who are &#60;you&#62;?").count(), 2, "what was said, and the echo");

    // The form: refused in a sentence with everything still in it, then taken, then changed.
    story.organiser_does(&format!("action=end-phase&phase=talk&round={round}")).await;
    let refused = |answer: &Answer, why: &str| {
        assert_eq!(answer.status, 409);
        assert!(answer.body.contains(why), "{why}: {}", answer.body);
    };
    let ballot = format!("{judge}/ballot");
    let form = format!("round={round}&verdict-only=machine&confidence=101&reason=it+%22echoed%22");
    let answer = story.post(&ballot, &form).await;
    refused(&answer, "101 per cent is too sure: the most is 100");
    assert!(
        answer.body.contains("it &#34;echoed&#34;</textarea>") && answer.body.contains("value=\"101\""),
        "{}",
        answer.body
    );
    refused(
        &story.post(&ballot, &format!("round={round}&confidence=3")).await,
        "say what your partner is: human or machine",
    );
    refused(&story.post(&ballot, &format!("round={round}&confidence=a+lot")).await, "`a lot` is not a whole number");
    refused(&story.post(&ballot, "verdict-only=human").await, "does not say which round");
    refused(&story.post(&format!("{judge}/ranking"), "").await, "this rulebook asks for no such ballot");
    for (sure, verdict) in [(90, "machine"), (60, "human")] {
        story.does(&ballot, &format!("round={round}&verdict-only={verdict}&confidence={sure}&reason=")).await;
        let page = story.get(judge).await;
        assert!(page.contains("Sealed.") && page.contains(&format!("value=\"{sure}\"")), "{page}");
        assert!(page.contains(&format!("id=\"verdict-only-{verdict}-{round}\" required checked")), "{page}");
    }
    assert!(story.get(&story.organiser).await.contains("Every ballot is in."));
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_has_gone_for_good_is_planned_away_and_an_entry_is_disqualified() {
    let story = Story::of(ONE_WITNESS).await;
    let refused = story.post(&format!("{}/do", story.organiser), "action=disqualify&entry=E1&reason=").await;
    assert!(refused.body.contains("give a reason of 1 to 500 characters"), "{}", refused.body);
    story.organiser_does("action=disqualify&entry=E1&reason=it+telephoned").await;
    assert!(story.get(&story.organiser).await.contains("E1: it telephoned"));
    let page = story.get(&story.organiser).await;
    assert!(page.contains("The draw is made without them.") && !page.contains("id=\"open-round\""), "{page}");

    for form in [
        "action=draw&anyway=true",
        "action=open-round&anyway=true",
        "action=end-phase&phase=talk&round=R1",
        "action=end-phase&phase=scoring&round=R1",
    ] {
        story.organiser_does(form).await;
    }
    // The one whom the judge was to meet in round 2 has gone.
    let rest = || {
        let views = story.place.hall.views();
        let contest = views.room().contest().unwrap();
        let seatings = contest.assignment().unwrap().0.clone().into_iter().skip(1);
        seatings.flat_map(|seating| seating.seats.into_values()).map(|witness| witness.to_string()).collect::<Vec<_>>()
    };
    let gone = rest()[0].clone();
    assert!(story.get(&story.organiser).await.contains("id=\"replan\""));
    story.organiser_does(&format!("action=replan&left={gone}&reason=fell+ill")).await;
    assert!(story.get(&story.organiser).await.contains("<td>gone</td>"));
    assert!(!rest().contains(&gone), "{:?}", rest());
    assert_eq!(rest().len(), 1, "the other one is still met");
}
