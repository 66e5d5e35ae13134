//! An intake on pages, from the call to the contest file, as a browser without scripts uses it; its clock is moved by
//! hand.

use crate::served;
use std::{
    collections::BTreeSet,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use futures_util::future::BoxFuture;
use intake::Command;
use rulebook::{Timestamp, shipped};
use server::{App, Settings, applications::Applications, clock::TimeSource, intake_folder::IntakeFolder};
use store::{Engine, Limits};
use tokio::net::TcpListener;

use crate::served::{Answer, request_to, two_of_each};

/// A contest without a call for entries beside it.
fn contest() -> String {
    two_of_each("alone", "Alone")
}

/// A wall clock that is moved by hand.
#[derive(Debug)]
struct Wall(Mutex<Timestamp>);

impl TimeSource for Wall {
    fn wall(&self) -> Timestamp {
        *self.0.lock().unwrap()
    }

    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn reach(&self, _: Duration) -> BoxFuture<'static, ()> {
        Box::pin(std::future::pending())
    }
}

/// A server with an intake and no contest.
struct Intake {
    address: SocketAddr,
    wall: Arc<Wall>,
    organiser: String,
    folder: tempfile::TempDir,
}

impl Intake {
    async fn of(rulebook: &str, now: &str) -> Self {
        Self::with(rulebook, now, |applications| applications).await
    }

    async fn with(rulebook: &str, now: &str, change: impl FnOnce(Applications) -> Applications) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let now: Timestamp = now.parse().unwrap();
        let rulebook = Box::new(shipped::rulebook(rulebook).unwrap());
        let open = Command::Open { name: "The <b>contest</b>".to_owned(), rulebook };
        IntakeFolder::at(&folder.path().join("intake")).does(&open, now).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let settings = Settings {
            data: folder.path().join("data"),
            public_url: format!("http://{address}"),
            address: None,
            pace: 1.0,
            continue_shorter: Vec::new(),
        };
        let engine = Engine::embedded(&settings.data, Limits { max_bytes: None }).unwrap();
        let wall = Arc::new(Wall(Mutex::new(now)));
        let app = App::start_by(settings, engine, Arc::clone(&wall) as Arc<dyn TimeSource>).await.unwrap();
        let applications = change(Applications::open(&folder.path().join("intake")).unwrap());
        let link = app.take_applications(applications).await.unwrap().unwrap();
        tokio::spawn(server::serve(app, listener, None, std::future::pending()));
        let mut intake = Self { address, wall, organiser: String::new(), folder };
        let path = format!("/{}", link.splitn(4, '/').nth(3).unwrap());
        assert!(intake.get(&path).await.contains("You are joining as Organiser"));
        let joined = intake.post(&path, "").await;
        assert_eq!((joined.status, location(&joined)), (303, "/apply/organiser"));
        let cookie = joined.headers.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        intake.organiser = cookie.split(';').next().unwrap().to_owned();
        intake
    }

    async fn sends(&self, method: &str, path: &str, cookie: &str, body: &str) -> Answer {
        let more = format!("Cookie: {cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\n");
        request_to(self.address, method, path, &more, body.as_bytes()).await
    }

    async fn get(&self, path: &str) -> String {
        let answer = self.sends("GET", path, "", "").await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.body
    }

    async fn post(&self, path: &str, body: &str) -> Answer {
        self.sends("POST", path, "", body).await
    }

    /// The organisers' desk.
    async fn desk(&self) -> String {
        let desk = self.sends("GET", "/apply/organiser", &self.organiser, "").await;
        assert_eq!(desk.status, 200, "{}", desk.body);
        desk.body
    }

    /// Sends a form of the organisers' desk.
    async fn decides(&self, form: &str) -> Answer {
        self.sends("POST", "/apply/organiser", &self.organiser, form).await
    }

    async fn uploads(&self, page: &str, name: &str, bytes: &[u8]) -> Answer {
        let mut body = format!(
            "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
             Content-Type: application/zip\r\n\r\n"
        )
        .into_bytes();
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n--edge--\r\n");
        let more = "Content-Type: multipart/form-data; boundary=edge\r\n";
        request_to(self.address, "POST", &format!("{page}/program"), more, &body).await
    }

    fn is(&self, now: &str) {
        *self.wall.0.lock().unwrap() = now.parse().unwrap();
    }
}

fn location(answer: &Answer) -> &str {
    answer.headers.lines().find_map(|line| line.strip_prefix("location: ")).unwrap_or_default()
}

/// The value of the hidden field `secret` of a form.
fn secret(page: &str) -> &str {
    page.split_once("name=\"secret\" value=\"").unwrap().1.split('"').next().unwrap()
}

/// An application without breaches under the rules of 2010.
fn application(secret: &str, program: &str, contestant: &str) -> String {
    let declared = ["no-path-names", "no-system-variables", "complete", "protocol", "waits"];
    let declared: String = declared.map(|id| format!("&declare-{id}=yes")).concat();
    format!(
        "secret={secret}&program={program}&contestant={contestant}&field-e-mail={contestant}%40example.org\
         &submission=organiser-installs&runs-on=Windows+XP{declared}&people=&protocol="
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_asks_for_german_is_served_in_german_with_its_refusals() {
    let intake = Intake::of("loebner-2010", "2010-05-10T12:00:00Z").await;
    let german = async |method: &str, path: &str, body: &str| {
        let more = format!(
            "Cookie: {}\r\nAccept-Language: de\r\nContent-Type: application/x-www-form-urlencoded\r\n",
            intake.organiser
        );
        request_to(intake.address, method, path, &more, body.as_bytes()).await.body
    };
    let days = german("GET", "/apply/calendar.ics", "").await.replace("\r\n ", "");
    assert!(days.contains(" (spätestens)\r\n") && !days.contains("at the latest"), "{days}");
    let call = german("GET", "/apply", "").await;
    assert!(call.contains("<html lang=\"de\"") && call.contains("von 2010-05-03 bis 2010-06-07 angenommen."), "{call}");
    let form = german("GET", "/apply/form", "").await;
    let broken = application(secret(&form), "Eliza", "Joseph").replace("&submission=organiser-installs", "");
    let told = german("POST", "/apply/form", &broken).await;
    assert!(told.contains("ist kein Einreichungsweg gewählt; möglich sind: "), "{told}");
    let early = german("POST", "/apply/organiser", "action=announce&sure=yes").await;
    assert!(early.contains("Beiträge werden bis 2010-06-07 angenommen, und die Auswahl beginnt"), "{early}");
    assert!(early.contains("0 Beiträge für The &#60;b&#62;contest&#60;/b&#62;"), "{early}");
}

#[tokio::test(flavor = "multi_thread")]
async fn days_of_two_calls_under_one_rulebook_share_no_uid() {
    let mut all = BTreeSet::new();
    let mut days = 0;
    for _ in 0..2 {
        let intake = Intake::of("loebner-2010", "2010-05-10T12:00:00Z").await;
        let calendar = intake.get("/apply/calendar.ics").await.replace("\r\n ", "");
        days += calendar.matches("BEGIN:VEVENT").count();
        all.extend(calendar.lines().filter(|line| line.starts_with("UID:")).map(str::to_owned));
    }
    assert!(days > 0 && all.len() == days, "{days} days: {all:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_field_for_an_address_takes_nothing_else_on_the_form_and_on_the_page_of_the_entry() {
    let intake = Intake::of("loebner-2010", "2010-05-10T12:00:00Z").await;
    let form = intake.get("/apply/form").await;
    let good = application(secret(&form), "Eliza", "Joseph");
    for bad in ["by+telephone", "joseph%40", "a%40b%2C+c%40d"] {
        let told = intake.post("/apply/form", &good.replace("Joseph%40example.org", bad)).await.body;
        assert!(told.contains("is not an e-mail address: write one such as ada@example.org"), "{bad}: {told}");
        assert!(told.contains("value=\"Eliza\""), "the form keeps what was written: {told}");
    }
    let call = intake.get("/apply").await;
    assert!(call.contains("Confederates are the people among the partners"), "{call}");
    let answer = intake.post("/apply/form", &good).await;
    let own = location(&answer).to_owned();
    let told = intake.post(&own, "action=supply&field=e-mail&text=nowhere").await.body;
    assert!(told.contains("“nowhere” is not an e-mail address"), "{told}");
    let page = intake.get(&own).await;
    assert!(page.contains("Joseph@example.org") && !page.contains("nowhere"), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_is_entered_mended_handed_in_tested_and_stands_in_the_contest_file() {
    let intake = Intake::of("loebner-2010", "2010-05-10T12:00:00Z").await;
    let call = intake.get("/apply").await;
    assert!(call.contains("The &#60;b&#62;contest&#60;/b&#62;") && call.contains("until 2010-06-07"), "{call}");
    assert!(intake.get("/").await.contains("href=\"/apply\""));
    assert!(intake.get("/apply/calendar.ics").await.contains("DTSTART;VALUE=DATE:20101023"));

    // Faults that cannot be mended later are shown before anything is recorded.
    let form = intake.get("/apply/form").await;
    let secret_of_it = secret(&form);
    let good = application(secret_of_it, "Eliza", "Joseph");
    let broken = good.replace("&submission=organiser-installs", "");
    let told = intake.post("/apply/form", &broken).await;
    assert_eq!(told.status, 409, "{}", told.body);
    assert!(told.body.contains("chooses no way to hand in the program"), "{}", told.body);
    assert!(
        told.body.contains("value=\"Eliza\"") && secret(&told.body) == secret_of_it,
        "what was written stands there still"
    );
    assert!(intake.desk().await.contains("0 entries"));

    let without = good.replace("&declare-waits=yes", "");
    let received = intake.post("/apply/form", &without).await;
    let own = location(&received).to_owned();
    assert_eq!(
        (received.status, own.as_str()),
        (303, format!("/apply/entry/{secret_of_it}").as_str()),
        "{}",
        received.body
    );
    assert_eq!(location(&intake.post("/apply/form", &without).await), own, "sent twice, it is handed in once");
    let page = intake.get(&own).await;
    assert!(page.contains("<bdi>Eliza</bdi> has not been tested") && page.contains("as E1"), "{page}");
    assert!(page.contains("&#34;The program waits until the judge has begun.&#34; is not answered"), "{page}");
    // The organisers read the questions of the form, with every missing answer, and never an id.
    let desk = intake.desk().await;
    let unanswered = "<dt>The program waits until the judge has begun.</dt><dd dir=\"auto\">not answered</dd>";
    assert!(desk.contains(unanswered), "{desk}");
    assert!(desk.contains("<dt>Electronic mail address</dt>") && !desk.contains("<dt>e-mail</dt>"), "{desk}");
    assert_eq!(intake.post(&own, "action=declare&declaration=waits&answer=yes").await.status, 303);
    assert_eq!(intake.post(&own, "action=supply&field=e-mail&text=new%40example.org").await.status, 303);
    assert!(intake.get(&own).await.contains("it breaks no rule"));

    let uploaded = intake.uploads(&own, "C:\\\\eliza.zip", b"PK\x03\x04 and the rest").await;
    assert_eq!(uploaded.status, 303, "{}", uploaded.body);
    let page = intake.get(&own).await;
    let hash = page.split_once("SHA-256 <code class=\"hash\">").unwrap().1.split('<').next().unwrap();
    assert!(page.contains("<bdi>eliza.zip</bdi>, 17 bytes"), "{page}");
    let program = intake.sends("GET", &format!("/apply/organiser/program/{hash}"), &intake.organiser, "").await;
    assert!(program.headers.contains("attachment; filename=\"eliza.zip\"") && program.body.ends_with("the rest"));

    // The organiser tests it, accepts people, and announces the day after the last one.
    for (name, role) in [("Ann", "judge"), ("Bob", "confederate")] {
        let form = intake.get(&format!("/apply/people/{role}")).await;
        let sent = format!("secret={}&name={name}&contact={name}%40example.org", secret(&form));
        let path = format!("/apply/people/{role}");
        let own = intake.post(&path, &sent).await;
        assert_eq!(location(&intake.post(&path, &sent).await), location(&own), "sent twice, it is one offer");
        assert!(intake.get(location(&own)).await.contains(&format!("<bdi>{name}</bdi>, {role}: waits for an answer")));
    }
    let other = intake.get("/apply/form").await;
    assert_eq!(intake.post("/apply/form", &application(secret(&other), "Parry", "Kenneth")).await.status, 303);
    for form in [
        "action=check&entry=E1",
        "action=check&entry=E2",
        "action=answer&person=1&accepted=true",
        "action=answer&person=2&accepted=true",
    ] {
        let decided = intake.decides(form).await;
        assert_eq!(decided.status, 303, "{form}: {}", decided.body);
    }
    assert!(intake.get(&own).await.contains("<bdi>Eliza</bdi> complies"));
    let early = intake.decides("action=announce&sure=yes").await;
    assert!(early.status == 409 && early.body.contains("entries are accepted until 2010-06-07"), "{}", early.body);
    intake.is("2010-06-09T12:00:00Z");
    assert_eq!(intake.decides("action=announce").await.status, 409, "nobody is sure");
    assert_eq!(intake.decides("action=announce&sure=yes").await.status, 303);
    assert!(intake.get(&own).await.contains("in the final. Congratulations."));
    let desk = intake.desk().await;
    assert!(desk.contains("mailto:new@example.org?subject=") && desk.contains("The selection is announced."), "{desk}");
    let file = intake.sends("GET", "/apply/organiser/contest.toml", &intake.organiser, "").await;
    for part in ["name = \"Eliza\"", "name = \"Parry\"", "name = \"Ann\"", "name = \"Bob\"", "name = \"Judge 2\""] {
        assert!(file.body.contains(part), "{part}: {}", file.body);
    }

    // The log holds everything except the secrets of pages.
    let folder = intake.folder.path().join("intake");
    let text = std::fs::read_to_string(folder.join("intake.ndjson")).unwrap();
    assert!(!text.contains(secret_of_it) && text.contains("program-handed-in"), "{text}");
    assert_eq!(IntakeFolder::at(&folder).read().unwrap().intake.unwrap().final_entries.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_is_taken_back_on_the_desk_and_the_page_of_the_applicant_says_so() {
    let intake = Intake::of("loebner-2010", "2010-06-09T12:00:00Z").await;
    let form = intake.get("/apply/form").await;
    let late = format!("{}&anyway=yes", application(secret(&form), "Eliza", "Joseph"));
    let received = intake.post("/apply/form", &late).await;
    assert_eq!(received.status, 303, "{}", received.body);
    let own = location(&received).to_owned();
    let page = intake.get(&own).await;
    assert!(page.contains("<bdi>Eliza</bdi> was refused") && page.contains("2010-06-07"), "{page}");
    let desk = intake.desk().await;
    assert!(desk.contains("value=\"take-back\"") && desk.contains("Take back the refusal of E1"), "{desk}");
    let blank = intake.decides("action=take-back&entry=E1&reason=").await;
    assert!(blank.status == 409 && blank.body.contains("reason"), "{}", blank.body);
    assert_eq!(intake.decides("action=take-back&entry=E1&reason=The+post+was+on+strike.").await.status, 303);
    let page = intake.get(&own).await;
    assert!(page.contains("<bdi>Eliza</bdi> has not been tested") && !page.contains("was refused"), "{page}");
    assert!(page.contains("The organisers took back a refusal of this entry."), "{page}");
    assert!(
        page.contains("These faults no longer count:") && !page.contains("on strike"),
        "the reason is private: {page}"
    );
    assert!(!intake.desk().await.contains("value=\"take-back\""));
    assert_eq!(intake.decides("action=check&entry=E1").await.status, 303);
    assert!(intake.get(&own).await.contains("<bdi>Eliza</bdi> complies"));
    let log = std::fs::read_to_string(intake.folder.path().join("intake/intake.ndjson")).unwrap();
    assert!(log.contains("entry-found") && log.contains("refusal-taken-back") && log.contains("on strike"), "{log}");

    // An offer to take part that was declined is accepted by a later answer.
    let form = intake.get("/apply/people/judge").await;
    let sent = format!("secret={}&name=Ann&contact=ann%40example.org", secret(&form));
    let own = location(&intake.post("/apply/people/judge", &sent).await).to_owned();
    for (accepted, told) in [(false, "was declined"), (true, "takes part")] {
        let answer = format!("action=answer&person=1&accepted={accepted}");
        assert_eq!(intake.decides(&answer).await.status, 303);
        let page = intake.get(&own).await;
        assert!(page.contains(told), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_lies_is_too_much_or_somebody_elses_is_refused_and_changes_nothing() {
    let intake = Intake::of("surrey-2003", "2003-05-10T12:00:00Z").await;
    let form = intake.get("/apply/form").await;
    let bidi = "%E2%80%AEazilE%3Cscript%3E";
    let declared = ["publication", "english", "no-human-help", "rights", "hold-harmless"];
    let declared: String = declared.map(|id| format!("&declare-{id}=yes")).concat();
    let sent = format!(
        "secret={}&program={bidi}&contestant=Joe&field-e-mail=joe%40example.org&field-access=web{declared}\
         &declare-related-to-organisers=no&brings-equipment=yes",
        secret(&form)
    );
    let received = intake.post("/apply/form", &sent).await;
    assert_eq!(received.status, 303, "{}", received.body);
    let own = location(&received).to_owned();
    for page in [intake.get(&own).await, intake.desk().await] {
        assert!(page.contains("<bdi>\u{202e}azilE&#60;script&#62;</bdi>"), "isolated and escaped: {page}");
    }

    for (name, bytes, why) in [
        ("eliza.zip", &b"#!/bin/sh"[..], "does not match the content: the file is text"),
        ("eliza.txt", b"PK\x03\x04", "does not match the content: the file is a zip archive"),
        ("eliza.exe", b"MZ\x90\x00", "is neither an archive nor text"),
        ("eliza.txt", b"", "the file is empty"),
        ("", b"text", "the name of a file must have 1 to 80 characters"),
    ] {
        let refused = intake.uploads(&own, name, bytes).await;
        assert_eq!(refused.status, 409, "{name}: {}", refused.body);
        assert!(refused.body.contains(why), "{name}: {}", refused.body);
    }
    let most = vec![b'a'; intake::program::LARGEST + 100_000];
    let refused = intake.uploads(&own, "much.txt", &most).await;
    assert!(refused.status == 409 || refused.status == 413, "{}", refused.body);
    assert!(!intake.folder.path().join("intake/programs").exists(), "what is refused is not kept");

    let stranger = "/apply/entry/00000000000000000000000000000000";
    for (method, path, cookie, body, status) in [
        ("GET", stranger, "", "", 404),
        ("POST", stranger, "", "action=withdraw&sure=yes", 404),
        ("GET", "/apply/entry/nobody", "", "", 404),
        ("GET", "/apply/person/00000000000000000000000000000000", "", "", 404),
        ("GET", "/apply/people/sponsor", "", "", 404),
        ("GET", "/apply/organiser", "", "", 403),
        ("POST", "/apply/organiser", "", "action=check&entry=E1", 403),
        ("GET", "/apply/organiser/contest.toml", "", "", 403),
        ("GET", "/apply/organiser/program/../../intake.ndjson", intake.organiser.as_str(), "", 404),
        ("GET", "/apply/organiser/program/0000", intake.organiser.as_str(), "", 404),
        ("POST", "/apply/organiser", intake.organiser.as_str(), "action=check&entry=E9", 409),
        ("POST", "/apply/organiser", intake.organiser.as_str(), "action=disqualify&entry=E1&reason=x&rule=r", 409),
        ("POST", own.as_str(), "", "action=supply&field=nothing&text=x", 409),
        ("POST", own.as_str(), "", "action=withdraw", 409),
        ("POST", own.as_str(), "", "", 409),
    ] {
        let answer = intake.sends(method, path, cookie, body).await;
        assert_eq!(answer.status, status, "{method} {path} {body}: {}", answer.body);
    }
    let foreign = "Origin: http://evil.example\r\nContent-Type: application/x-www-form-urlencoded\r\n";
    let forged = request_to(intake.address, "POST", &own, foreign, b"action=withdraw&sure=yes").await;
    assert_eq!(forged.status, 403);
    assert!(intake.get(&own).await.contains("has not been tested"));
    assert_eq!(intake.post(&own, "action=withdraw&sure=yes").await.status, 303);
    assert!(intake.get(&own).await.contains("was withdrawn"));

    // A judge has to attest on the page as on paper.
    let form = intake.get("/apply/people/judge").await;
    let without = format!("secret={}&name=Ann&contact=ann", secret(&form));
    let refused = intake.post("/apply/people/judge", &without).await;
    assert!(refused.status == 409 && refused.body.contains("everyone who takes part must attest"), "{}", refused.body);
    let offered = intake.post("/apply/people/judge", &format!("{without}&attest=eligible-judge")).await;
    assert_eq!(offered.status, 303, "{}", offered.body);
    // The organiser reads the sentence and its rule, not the id.
    let german = format!("{}; language=de", intake.organiser);
    for (cookie, sentence, rule) in [
        (intake.organiser.as_str(), "I am none of these, nor a relative", "(rule 41)"),
        (german.as_str(), "Ich bin nichts von alledem", "(Regel 41)"),
    ] {
        let desk = intake.sends("GET", "/apply/organiser", cookie, "").await.body;
        assert!(desk.contains(sentence) && desk.contains(rule) && !desk.contains("eligible-judge"), "{desk}");
    }
    assert_eq!(intake.post(location(&offered), "sure=yes").await.status, 303);
    assert!(intake.get(location(&offered)).await.contains("has left"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_goes_back_an_hour_in_the_middle_loses_nothing_and_opens_no_window_again() {
    let intake = Intake::of("loebner-2010", "2010-06-08T11:30:00Z").await;
    let form = intake.get("/apply/form").await;
    let received = intake.post("/apply/form", &application(secret(&form), "Eliza", "Joseph")).await;
    assert_eq!(received.status, 303, "the last half hour anywhere: {}", received.body);
    intake.is("2010-06-08T12:30:00Z");
    let form = intake.get("/apply/form").await;
    let late = application(secret(&form), "Parry", "Kenneth");
    let refused = intake.post("/apply/form", &late).await;
    assert!(refused.status == 409 && refused.body.contains("2010-06-07"), "{}", refused.body);
    assert_eq!(intake.decides("action=check&entry=E1").await.status, 303);

    // The clock is set back: the log keeps its order and continues.
    intake.is("2010-06-08T11:30:00Z");
    assert_eq!(intake.post("/apply/form", &late).await.status, 409, "the last day stays over");
    assert_eq!(intake.decides("action=announce&sure=yes").await.status, 303, "the log knows that it is later");
    let log = IntakeFolder::at(&intake.folder.path().join("intake")).read().unwrap();
    assert!(log.events.is_sorted_by_key(|recorded| recorded.time), "time never runs backwards in a log");
    assert_eq!(log.intake.unwrap().entries.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn too_much_in_a_minute_waits_and_without_an_intake_there_are_no_pages() {
    let intake = Intake::of("loebner-2010", "2010-05-10T12:00:00Z").await;
    let form = intake.get("/apply/people/judge").await;
    let mut statuses = Vec::new();
    for number in 0..21 {
        // Each has a secret of its own, so that each is an offer.
        let sent = format!("secret={:032x}&name=Ann+{number}&contact=ann", number + 1);
        statuses.push(intake.post("/apply/people/judge", &sent).await.status);
    }
    assert!(statuses[..20].iter().all(|status| *status == 303), "{statuses:?}");
    assert_eq!(statuses[20], 429, "{}", form.len());

    let story = served::Story::of(&contest()).await;
    for path in ["/apply", "/apply/form", "/apply/organiser"] {
        assert_eq!(story.request("GET", path, "").await.status, 404, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_call_and_its_form_are_in_the_texts_of_the_reader_and_an_application_in_those_of_the_rulebook() {
    let intake = Intake::of("loebner-1995", "1995-10-01T12:00:00.000Z").await;
    let read = async |path: &str, language: &str| intake.sends("GET", path, language, "").await.body;
    let (english, german) = (read("/apply", "").await, read("/apply", "language=de").await);
    assert!(english.contains("Loebner Prize 1995") && english.contains("(rule 4)"), "{english}");
    assert!(german.contains("Loebner-Preis 1995") && german.contains("(Regel 4)"), "{german}");
    assert!(german.contains("Das Programm spricht Englisch."), "{german}");
    let german = read("/apply/form", "language=de").await;
    assert!(german.contains("value=\"IBM compatible\"") && german.contains(">IBM-kompatibler Rechner<"), "{german}");
    assert!(!german.contains("Postal address") && german.contains("Postanschrift"), "{german}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_lets_nobody_write_a_protocol_that_is_too_long_to_be_taken() {
    let form = Intake::of("loebner-1995", "1995-10-01T12:00:00Z").await.get("/apply/form").await;
    // A quarter of a MiB of characters, of which none has more than four bytes.
    assert!(form.contains("name=\"protocol\" rows=\"8\" maxlength=\"262144\""), "{form}");
}

/// The selection, and applications that the organisers submit themselves.
mod selecting {
    use std::fmt::Write;

    use super::*;

    const SELECTION: &str = "/apply/organiser/selection";

    impl Intake {
        async fn organiser_gets(&self, path: &str) -> String {
            let page = self.sends("GET", path, &self.organiser, "").await;
            assert_eq!(page.status, 200, "{path}: {}", page.body);
            page.body
        }

        async fn selects(&self, form: &str) -> Answer {
            self.sends("POST", SELECTION, &self.organiser, form).await
        }

        /// Submits an application of 2003 as the organisers do, with these additional fields.
        async fn enters(&self, program: &str, more: &str) -> Answer {
            let form = self.organiser_gets("/apply/organiser/form").await;
            let declared = ["publication", "english", "no-human-help", "rights", "hold-harmless"];
            let declared: String = declared.map(|id| format!("&declare-{id}=yes")).concat();
            let sent = format!(
                "secret={}&program={program}&field-e-mail={program}%40example.org&field-access=web{declared}\
                 &brings-equipment=yes{more}",
                secret(&form)
            );
            self.sends("POST", "/apply/organiser/form", &self.organiser, &sent).await
        }
    }

    /// The ranks that three judges gave to E1 to E10. E8 and E9 are level: 8, 8, 10 against 9, 9, 8.
    fn ranks() -> String {
        let orders =
            [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [1, 2, 3, 4, 5, 6, 7, 10, 8, 9]];
        let mut csv = "judge,entry,rank\n".to_owned();
        for (judge, ranks) in (1..).zip(orders) {
            for (entry, rank) in (1..).zip(ranks) {
                writeln!(csv, "J{judge},E{entry},{rank}").unwrap();
            }
        }
        csv
    }

    fn form_of(action: &str, field: &str, text: &str) -> String {
        let text: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
        format!("action={action}&stage=preliminary&{field}={text}")
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_selection_goes_from_the_panel_to_the_replacement_on_pages_with_the_refusals_of_the_rules() {
        let intake = Intake::of("surrey-2003", "2003-05-20T12:00:00Z").await;
        for number in 1..=10 {
            let entered = intake
                .enters(&format!("P{number}"), &format!("&contestant=C{number}&declare-related-to-organisers=no"))
                .await;
            assert_eq!(entered.status, 303, "{}", entered.body);
        }
        for number in 1..=10 {
            let tested = intake.decides(&format!("action=check&entry=E{number}")).await;
            assert_eq!(tested.status, 303, "{}", tested.body);
        }
        let page = intake.organiser_gets(SELECTION).await;
        assert!(
            page.contains("10 entries comply, 0 not tested") && page.contains("Judge each conversation as a whole"),
            "{page}"
        );

        let refused = async |form: &str, why: &str| {
            let answer = intake.selects(form).await;
            assert!(answer.status == 409 && answer.body.contains(why), "{form}: {why}: {}", answer.body);
            assert!(!answer.body.contains("viva intake"), "whoever has pages needs no terminal: {}", answer.body);
        };
        let judges = form_of("panel", "judges", "Ann\nBob\n\nCid\n");
        refused(&judges, "entries are accepted until 2003-06-30").await;
        intake.is("2003-07-02T12:00:00Z");
        refused(&form_of("panel", "judges", "Ann\nBob"), "2 judges are too few").await;
        refused(&form_of("scores", "sheet", &ranks()), "draw the panel of stage `preliminary` first").await;
        assert_eq!(intake.selects(&format!("{judges}&seed=1")).await.status, 303);
        let page = intake.organiser_gets(SELECTION).await;
        for part in
            ["<bdi>J1 Ann</bdi>", "<bdi>J3 Cid</bdi>", "judge,entry,rank\nJ1,E1,\nJ1,E2,", "its scores are missing"]
        {
            assert!(page.contains(part), "{part}: {page}");
        }

        refused(&form_of("scores", "sheet", "judge,entry,rank\nJ1,E1,best\n"), "the scores cannot be taken").await;
        let wrong = ranks().replace("J1,E1,1", "J1,E1,2");
        let told = intake.selects(&form_of("scores", "sheet", &wrong)).await;
        assert!(
            told.status == 409 && told.body.contains("J1,E1,2\nJ1,E2,2"),
            "what was written stands there: {}",
            told.body
        );
        assert_eq!(intake.selects(&form_of("scores", "sheet", &ranks())).await.status, 303);
        assert!(intake.organiser_gets(SELECTION).await.contains("The order of E8, E9, as decided"));
        let early = intake.decides("action=announce&sure=yes").await;
        assert!(early.status == 409 && early.body.contains("E8, E9 are level"), "{}", early.body);
        refused(&form_of("tie", "order", "E8, E7"), "is not an order of the entries that are level").await;
        refused(&form_of("tie", "order", "E8; E9"), "write the order as E3, E1").await;
        refused(&form_of("tie", "order", "E9, E8"), "give a reason").await;
        let decided = format!("{}&reason=wit", form_of("tie", "order", "E9, E8"));
        assert_eq!(intake.selects(&decided).await.status, 303);
        let page = intake.organiser_gets(SELECTION).await;
        assert!(page.contains("E9 <bdi>P9</bdi>, place 8") && page.contains("held in reserve as number 1"), "{page}");

        assert_eq!(intake.decides("action=announce&sure=yes").await.status, 303);
        refused(&judges, "can no longer change").await;
        refused("action=working&entry=E1&on=someday", "write the day as").await;
        refused("action=working&entry=E99", "there is no entry E99").await;
        refused("action=working&entry=E1&on=2003-07-30", "is not earlier than").await;
        refused("action=changed&entry=E1", "has not been handed in working").await;
        refused("action=replace&entry=E10&reason=x", "has no place in the final").await;
        refused("action=explode", "choose an action").await;
        assert_eq!(intake.selects("action=working&entry=E1&on=2003-07-02").await.status, 303);
        assert_eq!(intake.selects("action=replace&entry=E2&reason=its+team+has+gone").await.status, 303);
        let page = intake.organiser_gets(SELECTION).await;
        assert!(
            page.contains("handed in working: 2003-07-02") && page.contains("another entry took its place"),
            "{page}"
        );
        assert!(page.contains("E8 <bdi>P8</bdi>") && !page.contains("id=\"ready-E2\""), "{page}");
        for (method, path) in [
            ("GET", SELECTION),
            ("POST", SELECTION),
            ("GET", "/apply/organiser/form"),
            ("POST", "/apply/organiser/form"),
        ] {
            assert_eq!(
                intake.sends(method, path, "", "action=replace&entry=E1&reason=x").await.status,
                403,
                "{method} {path}"
            );
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn organisers_enter_what_came_by_post_and_programs_of_others() {
        let intake = Intake::of("surrey-2003", "2003-06-20T12:00:00Z").await;
        let others = "&entered-by=organisers&contestant=The+organisers";
        for program in ["Eliza", "Parry"] {
            let entered = intake.enters(program, others).await;
            assert_eq!(entered.status, 303, "{}", entered.body);
        }
        let form = "&contestant=Ada&declare-related-to-organisers=no&received=2003-06-10";
        let by_post = intake.enters("Countess", form).await;
        assert_eq!(by_post.status, 303, "{}", by_post.body);
        assert!(intake.get(location(&by_post)).await.contains("Received 2003-06-10 as E3"));
        for (stamp, why) in [("received=soon", "write the time as"), ("received=2003-06-25", "is not earlier than")] {
            let refused = intake.enters("Late", &format!("&contestant=Bob&{stamp}")).await;
            assert!(refused.status == 409 && refused.body.contains(why), "{}", refused.body);
            assert!(
                refused.body.contains("action=\"/apply/organiser/form\"") && refused.body.contains("value=\"Late\"")
            );
        }
        for entry in 1..=3 {
            assert_eq!(intake.decides(&format!("action=check&entry=E{entry}")).await.status, 303);
        }
        let desk = intake.desk().await;
        assert_eq!(desk.matches("It complies.").count(), 3, "two of the organisers', which may enter several: {desk}");
        let again = intake.enters("Duke", "&contestant=Ada&declare-related-to-organisers=no").await;
        assert!(again.status == 409 && again.body.contains("rule 9"), "a contestant may not: {}", again.body);

        // A contestant cannot pass for the organisers by a field of the form.
        let form = intake.get("/apply/form").await;
        let sent = format!(
            "secret={}&program=Trick&contestant=Eve&brings-equipment=yes&entered-by=organisers&received=2003-04-02",
            secret(&form)
        );
        let entered = intake.post("/apply/form", &sent).await;
        assert_eq!(entered.status, 303, "{}", entered.body);
        let page = intake.get(location(&entered)).await;
        assert!(
            page.contains("Received 2003-06-20 12:00 UTC as E4") && page.contains("relative or close associate"),
            "{page}"
        );
    }
}

/// Letters by e-mail.
#[cfg(feature = "mail")]
mod letters {
    use std::{
        io::{BufRead, BufReader, Lines},
        process::{Child, ChildStdout, Command, Stdio},
    };

    use serde_json::Value;
    use server::mail::{BadMailServer, MailServer, PATIENCE};
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt};

    use super::*;

    const FROM: &str = "The contest <contest@example.org>";

    /// A mail server by other authors.
    struct Mailbox {
        process: Child,
        letters: Lines<BufReader<ChildStdout>>,
        port: u16,
    }

    impl Mailbox {
        fn open() -> Self {
            let python = format!("{}/bin/python3", std::env::var("VIVA_TEST_PYTHON").unwrap());
            let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/mail.py");
            let mut process = Command::new(python).arg(script).stdout(Stdio::piped()).spawn().unwrap();
            let mut letters = BufReader::new(process.stdout.take().unwrap()).lines();
            let port = letters.next().expect("run `./test --peers`").unwrap().parse().unwrap();
            Self { process, letters, port }
        }

        /// The next letter that it took.
        fn letter(&mut self) -> Value {
            serde_json::from_str(&self.letters.next().unwrap().unwrap()).unwrap()
        }
    }

    impl Drop for Mailbox {
        fn drop(&mut self) {
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }

    async fn intake_with(port: u16, patience: Duration) -> Intake {
        let server = MailServer::new(&format!("smtp://localhost:{port}"), None, FROM, patience).unwrap();
        let with = |applications: Applications| applications.with_courier(Arc::new(server));
        Intake::with("loebner-2010", "2010-05-10T12:00:00Z", with).await
    }

    impl Intake {
        /// Registers a person who offers to be a judge.
        async fn register(&self, name: &str, contact: &str) {
            let form = self.get("/apply/people/judge").await;
            let sent = format!("secret={}&name={name}&contact={contact}", secret(&form));
            assert_eq!(self.post("/apply/people/judge", &sent).await.status, 303);
        }

        /// The form on the desk that sends the letter to this person.
        async fn form_to(&self, person: u16) -> String {
            let desk = self.desk().await;
            let of = format!("name=\"person\" value=\"{person}\"><input type=\"hidden\" name=\"letter\" value=\"");
            let letter = desk.split_once(&of).unwrap_or_else(|| panic!("{desk}")).1.split('"').next().unwrap();
            format!("action=post&person={person}&letter={letter}")
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_letter_is_sent_once_however_often_it_is_asked_for_and_what_stands_in_a_name_stays_in_it() {
        let mut mailbox = Mailbox::open();
        let intake = intake_with(mailbox.port, PATIENCE).await;
        // A line separator, text in the other direction, and a line that looks like a header.
        intake.register("Ann%E2%80%A8Bcc%3A+eve%40example.org%E2%80%AE", "ann%40example.org").await;
        let form = intake.form_to(1).await;
        let (one, other) = tokio::join!(intake.decides(&form), intake.decides(&form));
        assert_eq!((one.status, other.status), (303, 303), "{} {}", one.body, other.body);
        assert_eq!(intake.decides(&format!("{form}&sure=yes")).await.status, 303);
        assert!(intake.desk().await.contains("The letter was sent."));
        let letter = mailbox.letter();
        assert_eq!(
            (&letter["to"], &letter["from"]),
            (&serde_json::json!(["ann@example.org"]), &"contest@example.org".into())
        );
        assert_eq!(letter["heads"]["From"], FROM);
        assert_eq!(letter["heads"]["Subject"], "The <b>contest</b>: judge");
        let names = [
            "Content-Transfer-Encoding",
            "Content-Type",
            "Date",
            "From",
            "MIME-Version",
            "Message-ID",
            "Subject",
            "To",
        ];
        assert_eq!(letter["names"], serde_json::json!(names));
        let text = letter["text"].as_str().unwrap();
        assert!(text.starts_with("Dear Ann Bcc: eve@example.org\u{202e},\n\nThank you for offering"), "{text}");

        // New information can be sent; the form that was read before it cannot.
        assert_eq!(intake.decides("action=answer&person=1&accepted=true").await.status, 303);
        let changed = intake.decides(&form).await;
        assert!(
            changed.status == 409 && changed.body.contains("the letter has changed: read it again"),
            "{}",
            changed.body
        );
        assert_eq!(intake.decides(&intake.form_to(1).await).await.status, 303);
        assert!(mailbox.letter()["text"].as_str().unwrap().contains("We are glad to have you as a judge"));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_letter_that_a_mail_server_does_not_take_remains_and_the_organiser_is_told_why() {
        let mut mailbox = Mailbox::open();
        let intake = intake_with(mailbox.port, PATIENCE).await;
        intake.register("Nobody", "nobody%40example.org").await;
        intake.register("Cid", "call+me").await;
        for _ in 0..2 {
            let refused = intake.decides(&intake.form_to(1).await).await;
            assert_eq!(refused.status, 502, "{}", refused.body);
            for part in ["there is no such mailbox here", "The mail server refused it.", "Dear Nobody", "Send the"] {
                assert!(refused.body.contains(part), "{part}: {}", refused.body);
            }
        }
        assert!(!intake.desk().await.contains("Send the letter to person 2"), "who has no address gets a call");
        let guessed = intake.decides(&format!("action=post&person=2&letter={}", "0".repeat(64))).await;
        assert!(guessed.status == 409 && guessed.body.contains("they gave no e-mail address"), "{}", guessed.body);
        intake.register("Dot", "dot%40example.org").await;
        assert_eq!(intake.decides(&intake.form_to(3).await).await.status, 303);
        assert_eq!(mailbox.letter()["to"][0], "dot@example.org", "the first that it took");
    }

    /// A server that sends these lines, one for each that it receives, and closes the connection after the last.
    async fn speaks(lines: &'static [&'static str], then_waits: bool) -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            let mut held = Vec::new();
            while let Ok((mut stream, _)) = listener.accept().await {
                let (read, mut write) = stream.split();
                let mut told = tokio::io::BufReader::new(read).lines();
                for line in lines {
                    let _ = write.write_all(format!("{line}\r\n").as_bytes()).await;
                    let until_the_end = line.starts_with("354");
                    while let Ok(Some(said)) = told.next_line().await
                        && until_the_end
                        && said != "."
                    {}
                }
                if then_waits {
                    held.push(stream);
                }
            }
        });
        port
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_mail_server_that_is_not_there_hangs_or_goes_away_keeps_nobody_waiting_for_ever() {
        let moment = Duration::from_millis(300);
        let absent = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
        let silent = speaks(&[], true).await;
        let no_smtp = speaks(&["HTTP/1.1 400 Bad Request"], false).await;
        let tired = speaks(&["220 hello", "250 hello", "421 too busy"], false).await;
        let patience = [PATIENCE, moment, PATIENCE, PATIENCE];
        for (port, patience) in [absent, silent, no_smtp, tired].into_iter().zip(patience) {
            let intake = intake_with(port, patience).await;
            intake.register("Ann", "ann%40example.org").await;
            let refused = intake.decides(&intake.form_to(1).await).await;
            assert_eq!(refused.status, 502, "{}", refused.body);
            assert!(refused.body.contains("The letter was not sent: the mail server refused it"), "{}", refused.body);
            assert!(!refused.body.contains("It may have been sent"), "{}", refused.body);
        }

        // A server that got the whole letter and then fell silent leaves the outcome unknown.
        let said = &["220 hello", "250 hello", "250 OK", "250 OK", "354 go on"];
        let intake = intake_with(speaks(said, false).await, PATIENCE).await;
        intake.register("Ann", "ann%40example.org").await;
        let form = intake.form_to(1).await;
        let unknown = intake.decides(&form).await;
        assert!(unknown.status == 502 && unknown.body.contains("It may have been sent"), "{}", unknown.body);
        let again = intake.decides(&form).await;
        assert!(again.status == 409 && again.body.contains("may already have been sent"), "{}", again.body);
        assert_eq!(intake.decides(&format!("{form}&sure=yes")).await.status, 502, "it tries");
    }

    #[test]
    fn a_mail_server_is_named_in_one_way_and_its_password_stands_in_a_file() {
        let named = |address: &str, password: Option<&str>| {
            MailServer::new(address, password.map(str::to_owned), FROM, PATIENCE).map(|server| format!("{server:?}"))
        };
        for address in
            ["", "mail.example.org", "http://mail.example.org", "smtp:mail", "smtp://", "smtp://mail.example.org/x"]
        {
            assert_eq!(named(address, None), Err(BadMailServer::Address(address.to_owned())));
        }
        assert_eq!(named("smtp://ann:secret@mail.example.org", None), Err(BadMailServer::PasswordInAddress));
        assert_eq!(named("smtp://ann@mail.example.org", None), Err(BadMailServer::HalfACredential));
        assert_eq!(named("smtp://mail.example.org", Some("secret")), Err(BadMailServer::HalfACredential));
        let good = named("smtps://ann%40example.org@mail.example.org", Some("secret")).unwrap();
        assert!(good.contains("465") && !good.contains("secret"), "{good}");
        let from = MailServer::new("smtp://localhost", None, "a contest\nBcc: eve@example.org", PATIENCE);
        assert!(matches!(from, Err(BadMailServer::From(_))), "{from:?}");
    }
}
