//! Access for people: cards, their codes, and the way back to one's seat. Each browser is a jar of cookies; none has
//! scripts.

use std::{collections::BTreeMap, net::SocketAddr};

use rulebook::shipped;
use server::{App, Settings, Submitted};
use store::{Engine, Limits};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

const CONTEST: &str = r#"
name = "Access"
organiser = "Olga"
isolation = "none"
rulebook = "two-party-2024"
[overrides.roles]
judges = 2
entries = 2
confederates = 2
[[judge]]
name = "Ann"
[[judge]]
name = "Ben <b>"
[[confederate]]
name = "Cleo"
[[confederate]]
name = "Dan"
[[entry]]
name = "Echo"
contestant = "Nobody"
protocol = "stdio"
command = ["cat"]
[[entry]]
name = "Other"
contestant = "Nobody"
protocol = "stdio"
command = ["cat"]
"#;

const DESK: &str = "/access/organiser";

/// A server with the contest.
struct Served {
    app: App,
    address: SocketAddr,
    organiser_link: String,
    _folder: tempfile::TempDir,
}

impl Served {
    async fn start() -> Self {
        let find =
            |id: &str| shipped::find(id).map(|text| (id.to_owned(), text.to_owned())).ok_or_else(|| id.to_owned());
        let file = rulebook::reader::read_contest_file("contest.toml", CONTEST, &find)
            .unwrap_or_else(|faults| panic!("{faults:?}"));
        let folder = tempfile::tempdir().unwrap();
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
        let app = App::start(settings, engine).await.unwrap();
        let submitted = Submitted {
            file,
            text: CONTEST.to_owned(),
            rulebook: String::new(),
            plan: None,
            folder: folder.path().to_owned(),
        };
        let organiser_link = app.add(submitted.clone()).await.unwrap().organiser_link.unwrap();
        let again = app.add(submitted).await.unwrap().organiser_link;
        assert_eq!(again.as_ref(), Some(&organiser_link), "the link of whoever has not joined is told again");
        tokio::spawn(server::serve(app.clone(), listener, None, std::future::pending()));
        Self { app, address, organiser_link, _folder: folder }
    }

    fn browser(&self) -> Browser {
        Browser { address: self.address, cookies: BTreeMap::new() }
    }

    async fn organiser(&self) -> Browser {
        let mut organiser = self.browser();
        organiser.joins(&self.organiser_link).await;
        organiser
    }
}

/// A browser without scripts.
struct Browser {
    address: SocketAddr,
    cookies: BTreeMap<String, String>,
}

/// An answer of the server.
#[derive(Debug)]
struct Answer {
    status: u16,
    headers: String,
    body: String,
}

impl Answer {
    fn location(&self) -> &str {
        assert_eq!(self.status, 303, "{}", self.body);
        self.headers.lines().find_map(|line| line.strip_prefix("location: ")).unwrap()
    }
}

impl Browser {
    /// Sends a request and returns the answer; its cookies are not kept.
    async fn sends(&self, method: &str, path: &str, body: &str, more: &str) -> Answer {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
             Content-Length: {}\r\n{more}Connection: close\r\n\r\n",
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
        // In HTTP/1 the case of header names is free.
        let small = |line: &str| match line.split_once(": ") {
            Some((name, value)) => format!("{}: {value}\n", name.to_lowercase()),
            None => format!("{line}\n"),
        };
        Answer { status, headers: headers.lines().map(small).collect(), body: body.to_owned() }
    }

    fn keeps(&mut self, answer: &Answer) {
        for cookie in answer.headers.lines().filter_map(|line| line.strip_prefix("set-cookie: ")) {
            assert!(cookie.contains("HttpOnly") || cookie.contains("Max-Age=0"), "{cookie}");
            let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
            if cookie.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }

    async fn get(&mut self, path: &str) -> Answer {
        let answer = self.sends("GET", path, "", "").await;
        self.keeps(&answer);
        answer
    }

    async fn post(&mut self, path: &str, body: &str) -> Answer {
        let answer = self.sends("POST", path, body, "").await;
        self.keeps(&answer);
        answer
    }

    /// Opens a link and presses the button. Returns the address to which it leads.
    async fn joins(&mut self, link: &str) -> String {
        let path = path_of(link);
        assert_eq!(self.get(path).await.status, 200);
        self.post(path, "").await.location().to_owned()
    }

    /// A person's card, as the organiser sees it.
    async fn card(&mut self, who: &str) -> Card {
        let answer = self.post(&format!("{DESK}/links"), &format!("who={who}")).await;
        assert_eq!(answer.status, 200);
        Card::on(&answer.body).remove(0)
    }
}

fn path_of(link: &str) -> &str {
    &link[link.find("/join").unwrap()..]
}

/// A card on the page.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Card {
    link: String,
    code: String,
}

impl Card {
    fn on(page: &str) -> Vec<Self> {
        let part =
            |card: &str, from: &str| card.split_once(from).unwrap().1.split(['<', '"']).next().unwrap().to_owned();
        let cards = page.split("<li class=\"card join-card\">").skip(1);
        cards.map(|card| Self { link: part(card, "<a href=\""), code: part(card, "<p class=\"join-code\">") }).collect()
    }
}

/// The value of a hidden field.
fn field<'p>(page: &'p str, name: &str) -> &'p str {
    let from = format!("name=\"{name}\" value=\"");
    page.split_once(&from).unwrap_or_else(|| panic!("no {name} in {page}")).1.split('"').next().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_are_shown_again_as_they_are() {
    let served = Served::start().await;
    let mut organiser = served.organiser().await;
    let all = format!("{DESK}/links");
    let first = Card::on(&organiser.post(&all, "who=all-not-joined").await.body);
    assert_eq!(first.len(), 4);
    assert_eq!(Card::on(&organiser.post(&all, "who=all-not-joined").await.body), first);
    assert_eq!(organiser.card("J2").await, first[1]);

    // A person who has joined needs no card; those of the others stay.
    served.browser().joins(&first[0].link).await;
    assert_eq!(Card::on(&organiser.post(&all, "who=all-not-joined").await.body), first[1..]);
    served.browser().joins(&first[1].link).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_is_replaced_once_and_only_when_somebody_has_said_yes() {
    let served = Served::start().await;
    let mut organiser = served.organiser().await;
    let old = organiser.card("J1").await;
    let mut ann = served.browser();
    let page = ann.joins(&old.link).await;

    let asked = organiser.post(&format!("{DESK}/links"), "who=J1").await.body;
    assert!(asked.contains("Replace the card of J1, Ann?") && asked.contains("Ann has joined with it."), "{asked}");
    assert_eq!(ann.get(&page).await.status, 200, "nothing has ended yet");
    let yes = format!("who=J1&replace={}", field(&asked, "replace"));
    let new = Card::on(&organiser.post(&format!("{DESK}/links"), &yes).await.body).remove(0);
    assert_ne!(new, old);
    assert_eq!(ann.get(&page).await.status, 403, "the session ended with the card");
    assert_eq!(ann.get(path_of(&old.link)).await.status, 404);

    // A second confirmation, by a second click or by Back, replaces nothing, even when the new card was used.
    let again = organiser.post(&format!("{DESK}/links"), &yes).await;
    assert_eq!(Card::on(&again.body), std::slice::from_ref(&new));
    ann.joins(&new.link).await;
    let again = organiser.post(&format!("{DESK}/links"), &yes).await;
    assert!(again.body.contains("Replace the card of J1, Ann?"), "{}", again.body);
    assert_eq!(ann.get(&page).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_printed_card_is_not_replaced_unasked_either() {
    let served = Served::start().await;
    let mut organiser = served.organiser().await;
    let old = organiser.card("C1").await;
    let asked = organiser.post(&format!("{DESK}/replace"), "who=C1").await.body;
    assert!(asked.contains("The card is not used yet."), "{asked}");
    assert_eq!(organiser.card("C1").await, old);
    let yes = format!("who=C1&replace={}", field(&asked, "replace"));
    let new = Card::on(&organiser.post(&format!("{DESK}/links"), &yes).await.body).remove(0);
    assert_eq!(served.browser().get(path_of(&old.link)).await.status, 404);
    served.browser().joins(&new.link).await;
    for who in ["organiser 3", "E1", "J9", ""] {
        for action in ["links", "replace"] {
            assert_eq!(organiser.post(&format!("{DESK}/{action}"), &format!("who={who}")).await.status, 409, "{who}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_typed_where_nothing_can_be_scanned() {
    let served = Served::start().await;
    let card = served.organiser().await.card("J2").await;
    let mut ben = served.browser();
    let sloppy = card.code.to_uppercase().replacen('-', "+", 1).replacen('-', "", 1);
    assert!(ben.get("/").await.body.contains("name=\"code\""));
    for typed in [sloppy, card.code.clone(), card.link.clone()] {
        assert_eq!(ben.post("/join", &format!("code={typed}")).await.location(), path_of(&card.link), "{typed}");
    }
    let asked = ben.get(path_of(&card.link)).await.body;
    assert!(asked.contains("You are joining as Judge 2, <bdi>Ben &#60;b&#62;</bdi>"), "{asked}");
    assert_eq!(ben.post(path_of(&card.link), "").await.location(), "/access/judge/2");

    // The code of a used card works like its link: it leads its owner to the seat, and others nowhere.
    let link = ben.post("/join", &format!("code={}", card.code)).await.location().to_owned();
    assert_eq!(ben.get(&link).await.location(), "/access/judge/2");
    assert_eq!(served.browser().get(&link).await.status, 410);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_guesses_codes_waits_and_who_knows_one_does_not() {
    let served = Served::start().await;
    let card = served.organiser().await.card("J2").await;
    let mut guesser = served.browser();
    for typed in ["", "nonsense", "bado-kemi-tura", "<script>", &"a".repeat(5000)] {
        let answer = guesser.post("/join", &format!("code={typed}")).await;
        assert_eq!(answer.status, 422, "{typed}");
        assert!(!answer.body.contains("<script>"), "what was typed is shown as text");
    }
    for _ in 0..30 {
        assert_eq!(served.browser().post("/join", &format!("code={}", card.code)).await.status, 303, "it is no guess");
    }
    for _ in 0..server::guesses::CODES.per_address {
        assert_eq!(guesser.post("/join", "code=bado-kemi-tura-lofi").await.status, 404);
    }
    let held_up = guesser.post("/join", &format!("code={}", card.code)).await;
    assert_eq!(held_up.status, 429, "a right one tells nothing either");
    assert_eq!(guesser.get(path_of(&card.link)).await.status, 200, "links are not held up");
    let foreign = guesser.sends("POST", "/join", &format!("code={}", card.code), "Origin: http://elsewhere\r\n").await;
    assert_eq!(foreign.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_used_link_back_and_the_front_page_lead_to_ones_own_seat() {
    let served = Served::start().await;
    let card = served.organiser().await.card("J1").await;
    let mut ann = served.browser();
    assert!(!ann.get("/").await.body.contains("own-seats"));
    let page = ann.joins(&card.link).await;
    assert_eq!(ann.get(path_of(&card.link)).await.location(), page, "by Back, or the link again");
    assert_eq!(ann.post(path_of(&card.link), "").await.location(), page);
    let home = ann.get("/").await.body;
    assert!(home.contains("Go on as Judge 1, Ann") && home.contains(&format!("href=\"{page}\"")), "{home}");

    let other = served.browser().get(path_of(&card.link)).await;
    assert!(other.status == 410 && other.body.contains("has been used"), "{}", other.body);
    let mut forged = served.browser();
    forged.cookies.insert("viva-access-J1".to_owned(), "0".repeat(32));
    assert_eq!(forged.get(path_of(&card.link)).await.status, 410);
    assert!(!forged.get("/").await.body.contains("own-seats"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_pressed_twice_joins_once_even_where_the_first_answer_is_lost() {
    let served = Served::start().await;
    let card = served.organiser().await.card("J1").await;
    let (mut ann, mut thief) = (served.browser(), served.browser());
    for browser in [&mut ann, &mut thief] {
        assert_eq!(browser.get(path_of(&card.link)).await.status, 200);
    }
    let lost = ann.sends("POST", path_of(&card.link), "", "").await;
    assert_eq!(lost.status, 303);
    assert_eq!(thief.post(path_of(&card.link), "").await.status, 410, "two people on one link: the second stays out");
    let page = ann.post(path_of(&card.link), "").await.location().to_owned();
    assert_eq!(ann.get(&page).await.status, 200);
    assert_eq!(served.app.registry().invitations("access").await.unwrap()[0].sessions.len(), 1);
    assert!(!ann.cookies.contains_key("viva-joining"), "{:?}", ann.cookies);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_holds_a_seat_is_told_before_it_takes_another() {
    let served = Served::start().await;
    let mut organiser = served.organiser().await;
    let (first, second) = (organiser.card("J1").await, organiser.card("C2").await);
    let mut ann = served.browser();
    let page = ann.joins(&first.link).await;
    let asked = ann.get(path_of(&second.link)).await.body;
    assert!(asked.contains("You are joining as Confederate 2, <bdi>Dan</bdi>"), "{asked}");
    assert!(asked.contains("In this browser <bdi>Judge 1, Ann</bdi> has joined already."), "{asked}");
    assert_eq!(ann.get(&page).await.status, 200, "looking changes nothing");
    let link = second.link.replace(&second.link[second.link.len() - 4..], "zzzz");
    assert_eq!(ann.get(path_of(&link)).await.status, 404);
    // An organiser may try several seats in one browser: each has a cookie of its own.
    ann.joins(&second.link).await;
    assert_eq!(ann.get(&page).await.status, 200);
}

/// The open sessions on the page: the owner and the id of each.
fn sessions(page: &str) -> Vec<(String, String)> {
    let table = page.split_once("id=\"sessions\"").unwrap().1.split("</section>").next().unwrap();
    let rows = table.split("<tr><th scope=\"row\">").skip(1);
    rows.map(|row| (row.split('<').next().unwrap().to_owned(), field(row, "session").to_owned())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_organiser_sees_who_is_logged_in_and_ends_a_session() {
    let served = Served::start().await;
    let mut organiser = served.organiser().await;
    let card = organiser.card("J1").await;
    let mut ann = served.browser();
    let page = ann.joins(&card.link).await;
    assert_eq!(ann.get(&page).await.status, 200);
    let access = format!("{DESK}/access");
    let seen = organiser.get(&access).await.body;
    let known = sessions(&seen);
    let whose: Vec<&str> = known.iter().map(|(whose, _)| whose.as_str()).collect();
    assert_eq!(whose, ["organiser", "J1"]);
    assert!(
        seen.contains("<span class=\"tag\">you, here</span>") && seen.contains("<td><bdi>Ann</bdi></td>"),
        "{seen}"
    );
    // The store is updated beside the request.
    let seen = async || {
        let invitations = served.app.registry().invitations("access").await.unwrap();
        let session = &invitations.iter().find(|row| row.participant == "J1").unwrap().sessions[0];
        session.since.zip(session.seen)
    };
    while seen().await.is_none() {
        tokio::task::yield_now().await;
    }

    let end = format!("{access}/end");
    let asked = organiser.post(&end, &format!("session={}", known[1].1)).await.body;
    assert!(asked.contains("End this session of J1, Ann?"), "{asked}");
    assert_eq!(ann.get(&page).await.status, 200, "nothing has ended yet");
    let yes = format!("session={}&yes=true", known[1].1);
    for _ in 0..2 {
        assert_eq!(organiser.post(&end, &yes).await.location(), access, "said twice, it is done once");
    }
    assert_eq!(ann.get(&page).await.status, 403);
    assert_eq!(ann.get(path_of(&card.link)).await.status, 410, "the card stays used");
    assert!(organiser.get(&access).await.body.contains("Olga ended a session of J1, Ann"));
    // A person whose session was ended gets a new card without a question: it ends nothing.
    let new = organiser.card("J1").await;
    assert_ne!(new, card);
    ann.joins(&new.link).await;

    for path in ["", "/end", "/add", "/remove", "/password"] {
        let method = if path.is_empty() { "GET" } else { "POST" };
        let answer = ann.sends(method, &format!("{access}{path}"), "session=0&name=a&organiser=b&password=c", "").await;
        assert_eq!(answer.status, 403, "{path} is for organisers");
    }
    let foreign = organiser.sends("POST", &end, &yes, "Origin: http://elsewhere\r\n").await;
    assert_eq!(foreign.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_contest_has_several_organisers_and_it_is_known_who_did_what() {
    let served = Served::start().await;
    let mut olga = served.organiser().await;
    let access = format!("{DESK}/access");
    let added = olga.post(&format!("{access}/add"), "name=%20Otto%20%20<Two>").await;
    let card = Card::on(&added.body).remove(0);
    assert!(added.body.contains("Otto &#60;Two&#62;"), "{}", added.body);
    for name in ["otto <two>", "OLGA", "", "%00", &"n".repeat(101)] {
        assert_eq!(olga.post(&format!("{access}/add"), &format!("name={name}")).await.status, 409, "{name}");
    }
    assert_eq!(olga.card("organiser 2").await, card, "shown again");

    let mut otto = served.browser();
    assert!(
        otto.get(path_of(&card.link))
            .await
            .body
            .contains("You are joining as Organiser, <bdi>Otto &#60;Two&#62;</bdi>")
    );
    assert_eq!(otto.joins(&card.link).await, DESK);
    assert_eq!(otto.post(&format!("{DESK}/do"), "action=draw&anyway=true").await.location(), DESK);
    let page = olga.get(&access).await.body;
    assert!(page.contains("Otto &#60;Two&#62; drew the schedule"), "{page}");
    assert!(otto.get("/").await.body.contains("Go on as Organiser, Otto"));

    // Neither oneself nor the organiser of the contest file can be removed.
    for who in ["organiser", "organiser 2"] {
        let refused = otto.post(&format!("{access}/remove"), &format!("organiser={who}&yes=true")).await;
        assert_eq!(refused.status, 409, "{who}");
    }
    let asked = olga.post(&format!("{access}/remove"), "organiser=organiser 2").await.body;
    assert!(asked.contains("Remove Otto &#60;Two&#62; from the organisers?"), "{asked}");
    assert_eq!(otto.get(DESK).await.status, 200, "nobody has said yes");
    for _ in 0..2 {
        assert_eq!(olga.post(&format!("{access}/remove"), "organiser=organiser 2&yes=true").await.location(), access);
    }
    assert_eq!(otto.get(DESK).await.status, 403);
    assert_eq!(otto.get(path_of(&card.link)).await.status, 404);
    assert_eq!(olga.get(DESK).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_organiser_who_lost_the_link_comes_in_by_password() {
    let served = Served::start().await;
    let mut olga = served.organiser().await;
    let set = format!("{DESK}/access/password");
    let login = "/access/login";
    let mut elsewhere = served.browser();
    assert_eq!(elsewhere.post(login, "name=Olga&password=").await.status, 403, "there is none yet");
    for bad in ["short", &"x".repeat(201), "12345678 olga 9"] {
        assert_eq!(olga.post(&set, &format!("password={bad}")).await.status, 409, "{bad}");
    }
    olga.post(&set, "password=correct horse battery").await.location();

    let stranger = elsewhere.get(DESK).await;
    assert!(stranger.status == 403 && stranger.body.contains("href=\"/access/login\""), "{}", stranger.body);
    for (name, password) in
        [("Olga", "correct horse batterie"), ("Ann", "correct horse battery"), ("", ""), ("Olga", &*"x".repeat(5000))]
    {
        let refused = elsewhere.post(login, &format!("name={name}&password={password}")).await;
        assert!(refused.status == 403 && refused.body.contains("do not match"), "{}", refused.body);
        assert!(!refused.headers.contains("set-cookie") && !refused.body.contains("batter"), "{}", refused.body);
    }
    let right = "name=%20olga&password=correct horse battery";
    assert_eq!(elsewhere.sends("POST", login, right, "Origin: http://elsewhere\r\n").await.status, 403);
    assert_eq!(elsewhere.post(login, right).await.location(), DESK);
    assert_eq!(elsewhere.get(DESK).await.status, 200);
    assert_eq!(olga.get(DESK).await.status, 200, "both are in");

    // A new password ends the sessions elsewhere; a new card ends all of them, and leaves the password.
    olga.post(&set, "password=another horse battery").await.location();
    assert_eq!(elsewhere.get(DESK).await.status, 403);
    assert_eq!(elsewhere.post(login, right).await.status, 403);
    let link = served.app.invite("access", rulebook::Participant::Organiser).await.unwrap();
    assert_eq!(olga.get(DESK).await.status, 403);
    assert_eq!(elsewhere.post(login, "name=Olga&password=another horse battery").await.location(), DESK);
    served.browser().joins(&link).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_guesses_passwords_waits() {
    let served = Served::start().await;
    let mut olga = served.organiser().await;
    olga.post(&format!("{DESK}/access/password"), "password=correct horse battery").await.location();
    let mut guesser = served.browser();
    for _ in 0..server::guesses::PASSWORDS.per_address {
        assert_eq!(guesser.post("/access/login", "name=Olga&password=wrong").await.status, 403);
    }
    let held_up = guesser.post("/access/login", "name=Olga&password=correct horse battery").await;
    assert_eq!(held_up.status, 429);
    assert_eq!(olga.get(DESK).await.status, 200, "who is in stays in");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_trick_with_a_cookie_opens_a_seat_or_troubles_the_server() {
    let served = Served::start().await;
    let mut organiser = served.organiser().await;
    let judge_link = organiser.card("J1").await.link;
    let mut judge = served.browser();
    let own = judge.joins(&judge_link).await;
    let of_judge = judge.cookies["viva-access-J1"].clone();
    let of_organiser = organiser.cookies["viva-access-organiser"].clone();
    let asks = async |cookies: &str, path: &str| {
        served.browser().sends("GET", path, "", &format!("Cookie: {cookies}\r\n")).await.status
    };
    assert_eq!(asks(&format!("viva-access-J1={of_judge}"), &own).await, 200);
    for cookies in [
        // Another seat, another contest, another spelling of the name.
        format!("viva-access-organiser={of_judge}"),
        format!("viva-access-organiser 2={of_organiser}"),
        format!("viva-other-organiser={of_organiser}"),
        format!("VIVA-ACCESS-ORGANISER={of_organiser}"),
        format!("__Host-viva-access-organiser={of_organiser}"),
        format!("viva-access-organiser={of_organiser}0"),
        format!("viva-access-organiser={}", &of_organiser[..31]),
        // Hashes, as a store might hold them, and hostile values.
        format!("viva-access-organiser={}", "0".repeat(64)),
        "viva-access-organiser=' OR 1=1 --".to_owned(),
        "viva-access-organiser=%00%ff".to_owned(),
        "viva-access-organiser".to_owned(),
        "=; ;;; =viva; \u{fc}=\u{fc}".to_owned(),
        format!("viva-access-organiser={}", "a".repeat(16_000)),
        "a=b; ".repeat(3_000),
    ] {
        let status = asks(&cookies, DESK).await;
        assert!(matches!(status, 400 | 403 | 431), "{status}: {}", &cookies[..cookies.len().min(80)]);
    }
    // Another site's cookie before the right one neither locks its owner out for ever nor lets anybody in.
    let doubled = format!("viva-access-J1={}; viva-access-J1={of_judge}", "0".repeat(32));
    assert!(matches!(asks(&doubled, &own).await, 200 | 403));
    assert_eq!(judge.get(&own).await.status, 200);
    assert_eq!(organiser.get(DESK).await.status, 200);

    // A session that an attacker chose for a browser is none: joining draws a new one.
    let link = organiser.card("C1").await.link;
    let mut victim = served.browser();
    victim.cookies.insert("viva-access-C1".to_owned(), "1".repeat(32));
    victim.joins(&link).await;
    assert_ne!(victim.cookies["viva-access-C1"], "1".repeat(32));
    assert_eq!(asks(&format!("viva-access-C1={}", "1".repeat(32)), "/access/confederate/1").await, 403);
}
