//! `viva entry serve`: an entry behind the page of 2003, used by the project's own driver of web pages, by hostile
//! clients, and by a person with a real browser.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Stdio},
    time::Duration,
};

use entry::{FromEntry, Link, Setup, ToEntry};
use fantoccini::Locator;
use record::transcript::{OffsetClock, surrey};
use reqwest::{StatusCode, header};
use rulebook::{
    Side,
    contest_file::{Protocol, Replies, WebForm},
    key::{Typed, keys_of},
};

use crate::{
    browser::{Driver, click, fits, sees, shoot, types},
    support::{PATIENCE, http, viva},
};

const VIVA: &str = env!("CARGO_BIN_EXE_viva");

/// It repeats its input, in two lines; at "slow" it is silent.
const ECHO: &str =
    r#"stdio:perl -e '$|=1; while (<STDIN>) { chomp; next if $_ eq "slow"; print "You said:\n<$_>\n" }'"#;

/// `viva entry serve` as a child process. Killed when dropped.
struct Page {
    child: Child,
    url: String,
}

impl Page {
    fn serve(spec: &str, arguments: &[&str]) -> Self {
        let serve = ["entry", "serve", spec, "--listen", "127.0.0.1:0"];
        let mut child = viva().args(serve).args(arguments).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let said = lines.next().expect("it says where it serves").unwrap();
        let url = said.split_whitespace().find(|word| word.starts_with("http://")).unwrap_or_else(|| panic!("{said}"));
        let url = url.to_owned();
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, url }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// This judge's only log in this folder.
fn log_of(folder: &Path, judge: &str) -> Vec<u8> {
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    let mut files = files.iter().filter(|file| file.to_str().unwrap().ends_with(&format!("-{judge}.log")));
    let log = std::fs::read(files.next().unwrap()).unwrap();
    assert_eq!(files.next(), None);
    log
}

#[tokio::test]
async fn our_driver_talks_with_a_program_behind_our_page_and_the_log_tells_it() {
    let folder = tempfile::tempdir().unwrap();
    let logs = folder.path().join("logs");
    let arguments = ["--pace", "20", "--name", "Echo", "--greeting", "Good day.", "--log", logs.to_str().unwrap()];
    let page = Page::serve(ECHO, &arguments);
    let mut rules = rulebook::shipped::rulebook("surrey-2003").unwrap().interview;
    rules.opens = rulebook::schema::Opener::Anyone;
    let form = WebForm {
        url: page.url.clone(),
        form: None,
        field: None,
        reply: ".line.witness .said".to_owned(),
        replies: Replies::AllNew,
        reply_url: None,
        submit: None,
        patience: PATIENCE,
        start: true,
    };
    let mut link = entry::start(Setup {
        folder: folder.path().to_owned(),
        ..Setup::new(Protocol::Web(form), rules, folder.path().join("link"))
    });
    link.to_entry.send(ToEntry::Began).await.unwrap();
    assert_eq!(heard(&mut link, 1).await, "Good day.\n");
    for words in ["Are you <b>there</b> & \"well\"?", "So."] {
        for key in keys_of(words).chain(keys_of("\n")) {
            link.to_entry.send(ToEntry::Key(key)).await.unwrap();
        }
        assert_eq!(heard(&mut link, 2).await, format!("You said:\n<{words}>\n"));
    }
    let log = log_of(&logs, "Echo-Judge01");
    assert!(log.ends_with(b"\r\n") && log.iter().filter(|byte| **byte == b'\n').count() == 8);
    let reading = surrey::read(&log, OffsetClock::UTC);
    assert_eq!(reading.faults, []);
    let visit = &reading.found.visits[0];
    let said: Vec<_> = visit.lines.iter().map(|line| (line.by, line.text.as_str())).collect();
    assert_eq!((said[0], said[4]), ((Side::Witness, "Good day."), (Side::Witness, "You said: <So.>")));
    assert_eq!((reading.found.witness.as_str(), visit.judge, said.len()), ("Echo", 1, 5));
    for turn in [1, 3] {
        let delay = visit.lines[turn + 1].at.since(visit.lines[turn].at);
        assert!(delay >= Duration::from_secs(4), "five seconds, told in whole ones: {delay:?}");
    }
}

/// The next lines on the judge's page.
async fn heard(link: &mut Link, lines: usize) -> String {
    let mut typed = Typed::default();
    while typed.as_str().matches('\n').count() < lines {
        let said = tokio::time::timeout(PATIENCE, link.from_entry.recv()).await.expect("nothing came");
        match said.expect("the link is open") {
            FromEntry::Ready | FromEntry::Spent(_) | FromEntry::Line(_) | FromEntry::Told(_) => {}
            FromEntry::Key(key) => typed.press(key),
            FromEntry::Incident(incident) => panic!("{incident}"),
        }
    }
    typed.as_str().to_owned()
}

#[tokio::test]
async fn a_judge_has_one_conversation_and_nobody_elses() {
    let folder = tempfile::tempdir().unwrap();
    let logs = folder.path().to_str().unwrap();
    let page = Page::serve(ECHO, &["--pace", "50", "--judges", "2", "--log", logs, "--name", "E", "--title", "A <b>"]);
    let get = async |path: &str, cookie: &str| {
        let asked = http().get(format!("{}{path}", page.url)).header(header::COOKIE, cookie);
        let answer = asked.send().await.unwrap();
        let headers = answer.headers().clone();
        (answer.status(), headers, answer.text().await.unwrap())
    };
    let post = async |path: &str, cookie: &str, body: String, more: &[(&str, &str)]| {
        let mut asked = http().post(format!("{}{path}", page.url)).header(header::COOKIE, cookie).body(body);
        if !more.iter().any(|(name, _)| *name == "content-type") {
            asked = asked.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        }
        let answer = more.iter().fold(asked, |asked, (name, value)| asked.header(*name, *value)).send().await.unwrap();
        (answer.status(), answer.text().await.unwrap())
    };
    let cookie = |headers: &header::HeaderMap| {
        let cookie = headers[header::SET_COOKIE].to_str().unwrap().to_owned();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
        cookie.split(';').next().unwrap().to_owned()
    };

    let (status, headers, first) = get("?judge=2", "").await;
    assert_eq!(status, StatusCode::OK);
    let mine = cookie(&headers);
    let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'") && headers[header::X_CONTENT_TYPE_OPTIONS] == "nosniff");
    assert_eq!(headers[header::CACHE_CONTROL], "no-store");
    assert!(first.contains("A &#60;b&#62;") && !first.contains("<script") && !first.contains("perl"), "{first}");
    assert!(first.contains("You begin."), "{first}");
    assert_eq!(get("?judge=2", "").await.0, StatusCode::CONFLICT);
    assert_eq!(get("?judge=3", "").await.0, StatusCode::NOT_FOUND);
    assert_eq!(get("?judge=x", "").await.0, StatusCode::NOT_FOUND);
    let theirs = cookie(&get("", "viva-conversation=0123456789abcdef0123456789abcdef").await.1);
    let (status, headers, _) = get("", "").await;
    assert_eq!((status, headers.get(header::SET_COOKIE)), (StatusCode::SERVICE_UNAVAILABLE, None));

    let words = "words=%3Cscript%3Ealert(1)%3C%2Fscript%3E+caf%C3%A9".to_owned();
    assert_eq!(post("say", &mine, words, &[]).await.0, StatusCode::SEE_OTHER);
    let shown = get("", &mine).await.2;
    assert!(shown.contains("&#60;script&#62;alert(1)&#60;/script&#62; cafe") && !shown.contains("<script"), "{shown}");
    assert!(shown.contains("You said:<br>&#60;&#60;script"), "{shown}");
    assert!(!get("", &theirs).await.2.contains("cafe"));

    for (name, cookie, body, more, status) in [
        ("nobody's", "", "words=x".to_owned(), [("x-a", "b")], 410),
        ("nothing said", &mine, "words=+%0d%0a".to_owned(), [("x-a", "b")], 422),
        ("too much", &mine, format!("words={}", "x".repeat(4_001)), [("x-a", "b")], 422),
        ("more than a form", &mine, format!("words={}", "x".repeat(20_000)), [("x-a", "b")], 413),
        ("no field", &mine, "word=x".to_owned(), [("x-a", "b")], 422),
        ("not encoded", &mine, "words=%zz%".to_owned(), [("origin", "null")], 403),
        ("JSON", &mine, "{}".to_owned(), [("content-type", "application/json")], 415),
        ("from another page", &mine, "words=x".to_owned(), [("origin", "http://evil.example")], 403),
    ] {
        let (found, said) = post("say", cookie, body, &more).await;
        assert_eq!(found.as_u16(), status, "{name}: {said}");
    }
    for (path, status) in [("assets/app.css", 200), ("assets/../Cargo.toml", 404), ("elsewhere", 404), ("say", 405)] {
        assert_eq!(get(path, &mine).await.0.as_u16(), status, "{path}");
    }
    assert!(!get("", &mine).await.2.contains(r#"role="alert""#));
    let log = String::from_utf8(log_of(folder.path(), "E-Judge02")).unwrap();
    assert_eq!(log.lines().count(), 5, "what was refused is nowhere: {log}");

    assert_eq!(post("end", &mine, String::new(), &[]).await.0, StatusCode::SEE_OTHER);
    assert_eq!(post("say", &mine, "words=x".to_owned(), &[]).await.0, StatusCode::GONE);
    assert_eq!(get("", &mine).await.0, StatusCode::OK, "the place is free again");
}

#[tokio::test]
async fn a_person_talks_with_an_entry_in_a_browser_without_scripts() {
    let driver = Driver::start();
    let doctor = format!("stdio:{VIVA} entry play doctor");
    let page = Page::serve(&doctor, &["--pace", "20", "--greeting", "Hello. What brings you here?"]);
    for (width, height, dark, name) in [(1_100, 800, false, "desk"), (320, 640, true, "phone-dark")] {
        let judge = driver.browser(width, height, dark).await;
        judge.goto(&page.url).await.unwrap();
        sees(&judge, "//li[contains(@class,'witness')][contains(.,'What brings you here?')]").await;
        for words in
            ["I am worried about my mother.", "Averylongwordwithoutanyblanksinitatallwhichmustbebrokensomewhere, why?"]
        {
            // The field has the focus: a judge can type at once.
            judge.active_element().await.unwrap().send_keys(&format!("{words}\u{e007}")).await.unwrap();
            let answered = format!("//li[contains(@class,'judge')][contains(.,'{words}')]/following-sibling::li");
            sees(&judge, &answered).await;
        }
        assert!(fits(&judge).await, "nothing sticks out at {width} pixels");
        let script = "const log = document.querySelector('[role=log]'); return log.scrollHeight <= log.clientHeight;";
        assert_eq!(judge.execute(script, vec![]).await.unwrap(), true, "the newest words are in sight");
        let log = judge.find(Locator::Css("[role=log]")).await.unwrap().text().await.unwrap();
        assert!(log.starts_with("Partner") && log.contains("You"), "{log}");
        let field = judge.find(Locator::Css("#words")).await.unwrap();
        let described = field.attr("aria-describedby").await.unwrap().unwrap();
        assert!(judge.find(Locator::Id(&described)).await.unwrap().text().await.unwrap().starts_with("Partner"));
        shoot(&judge, &format!("entry-page-{name}")).await;
        types(&judge, "#words", "Good-bye.").await;
        click(&judge, ".say button").await;
        sees(&judge, "//li[contains(@class,'judge')][contains(.,'Good-bye.')]/following-sibling::li").await;
        click(&judge, "form[action='/end'] button").await;
        sees(&judge, "//h1[.='The conversation is over']").await;
        assert!(fits(&judge).await);
        shoot(&judge, &format!("entry-page-over-{name}")).await;
        judge.close().await.unwrap();
    }
}
