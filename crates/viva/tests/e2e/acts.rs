//! Every act of an organiser over every interface, twice, with a `kill -9` between: it is done once, answered the same
//! both times, and logged under its organiser.

use std::{cell::OnceCell, collections::BTreeMap, path::Path, rc::Rc};

use reqwest::{StatusCode, header};
use serde_json::{Value, json};
use server::{
    acts::Act,
    control::{self, Asks, Request},
};
use store::{SqliteReader, StoredEvent};

use crate::support::{Guest, Server, http};

/// A contest of two judges, two confederates and two programs, with a third in reserve.
fn contest(id: &str) -> String {
    let program = |kind: &str, name: &str| {
        format!("[[{kind}]]\nname = \"{name}\"\ncontestant = \"Nobody\"\nprotocol = \"stdio\"\ncommand = [\"cat\"]\n")
    };
    let people =
        "judge = [{ name = \"Ann\" }, { name = \"Abe\" }]\nconfederate = [{ name = \"Bob\" }, { name = \"Bea\" }]\n";
    format!(
        "id = \"{id}\"\nname = \"{id}\"\norganiser = \"Nobody\"\nisolation = \"none\"\nrulebook = \"loebner-2010\"\ncountdown = \"1s\"\n\
         {people}[overrides.roles]\njudges = 2\nconfederates = 2\nentries = 2\n[overrides.schedule]\ndesign = \"fewest-rounds\"\n{}{}{}",
        program("entry", "Echo"),
        program("entry", "Parrot"),
        program("reserve", "Spare")
    )
}

/// An interface for an organiser's acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Door {
    /// The live connection.
    Live,
    /// The API.
    Rest,
    /// The forms of pages.
    Form,
    /// The socket of the data folder, as `viva contest` uses it.
    Control,
}

const DOORS: [(Door, &str); 4] =
    [(Door::Live, "live"), (Door::Rest, "rest"), (Door::Form, "form"), (Door::Control, "control")];

/// The organiser of one contest, who uses one interface.
struct Organiser {
    door: Door,
    contest: &'static str,
    seat: Guest,
    token: String,
    /// The judge who typed, and the private part of the first key.
    typed: (String, String),
    /// The judge without a ballot.
    lost: Rc<OnceCell<String>>,
}

impl Organiser {
    async fn of((door, contest): (Door, &'static str), server: &Server, link: &str) -> Self {
        let seat = server.join(link).await;
        let (_, page) = seat.post("access/token", &[("name", "Script"), ("may", "act")]).await;
        let token = page.split_once("<code>").unwrap().1.split('<').next().unwrap().to_owned();
        Self { door, contest, seat, token, typed: Default::default(), lost: Rc::default() }
    }

    /// Does it under this id, and returns the answer.
    async fn does(&self, data: &Path, id: &str, act: &Value) -> String {
        let mut act = act.clone();
        if act["interview"] == "one that runs" {
            // It is still in the status after its end.
            act["interview"] = self.asks("GET", "status", None).await.1["interviews"][0]["interview"].clone();
        }
        if act["who"] == "a judge without a ballot" {
            let (_, page) = self.seat.get(&format!("/{}/organiser/people", self.contest)).await;
            let lost = page.split_once(" ballot-R2\"").map(|(before, _)| before[before.len() - 2..].to_owned());
            // Once allowed, the form is no longer among the lost ones.
            let lost = self.lost.get_or_init(|| lost.expect("a lost ballot"));
            act["who"] = json!(lost);
        }
        if act["parts"] == "a key" {
            act["parts"] = json!([self.typed.1]);
        }
        if act["who"] == "the judge who typed" {
            act["who"] = json!(self.typed.0);
        }
        let act = &act;
        match self.door {
            Door::Live => {
                let mut frame = act.clone();
                frame["id"] = json!(id);
                let mut desk = self.seat.connect(0).await;
                format!("{:?}", desk.ask(frame).await)
            }
            Door::Rest => {
                let (status, answer) = self.asks("POST", "acts", Some((id, act))).await;
                if status.is_success() { status.to_string() } else { format!("{status}: {answer}") }
            }
            Door::Form => {
                let mut form = vec![("action".to_owned(), act["do"].as_str().unwrap().to_owned())];
                form.push(("form".to_owned(), id.to_owned()));
                for (name, value) in act.as_object().unwrap() {
                    let text = || value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
                    match (name.as_str(), value) {
                        ("do", _) => {}
                        // The page names a late form by its owner and its id together.
                        ("form", _) => {
                            form.push(("late".to_owned(), format!("{} {}", act["who"].as_str().unwrap(), text())));
                        }
                        ("ending", ending) => form.extend(ending.as_object().unwrap().iter().map(|(name, value)| {
                            (name.clone(), value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned))
                        })),
                        ("seconds", seconds) => {
                            form.push(("minutes".to_owned(), (seconds.as_u64().unwrap() / 60).to_string()));
                        }
                        ("parts", Value::Array(parts)) => {
                            let parts: Vec<_> = parts.iter().map(|part| part.as_str().unwrap()).collect();
                            form.push((name.clone(), parts.join(",")));
                        }
                        _ => form.push((name.clone(), text())),
                    }
                }
                let form: Vec<(&str, &str)> =
                    form.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
                let (status, page) = self.seat.post("do", &form).await;
                assert_ne!(status, StatusCode::UNPROCESSABLE_ENTITY, "{form:?}: {page}");
                status.to_string()
            }
            Door::Control => {
                let act: Act = serde_json::from_value(act.clone()).unwrap();
                let (contest, key) = (Some(self.contest.to_owned()), Some(id.to_owned()));
                let request = Request { contest, asks: Asks::Act(act), key };
                let data = data.to_owned();
                let asked = tokio::task::spawn_blocking(move || control::ask::<Value>(&data, &request)).await.unwrap();
                asked
                    .map(|status| status.is_some())
                    .map_err(|why| why.to_string())
                    .map_or_else(|why| why, |done| done.to_string())
            }
        }
    }

    /// The private part of the first key of the record.
    fn key_in(&self, data: &Path) -> String {
        // The server has locked its own folder.
        let copy = tempfile::tempdir().unwrap();
        for file in ["store.db", "store.db-wal"] {
            std::fs::copy(data.join(file), copy.path().join(file)).unwrap();
        }
        let events = SqliteReader::open(copy.path()).unwrap().read(self.contest, 0, 10_000).unwrap();
        let is_key = |event: &StoredEvent| {
            String::from_utf8_lossy(event.private.as_deref().unwrap_or_default()).contains("\"key\"")
        };
        format!("{}/key", events.into_iter().find(is_key).expect("a key").position)
    }

    /// Lets a judge of the running round type.
    async fn a_judge_types(&mut self, data: &Path, words: &str) {
        let interview = self.asks("GET", "status", None).await.1["interviews"][0]["interview"].clone();
        let label = interview.as_str().unwrap().rsplit_once('-').unwrap().1.to_owned();
        let (_, page) = self.seat.post("links", &[("who", &label)]).await;
        let token = page.split_once("/join/").unwrap().1.get(..32).unwrap();
        let judge = Guest::join(&self.seat.url, &format!("{}/join/{token}", self.seat.url)).await;
        let mut seat = judge.connect(0).await;
        seat.until_phase("talk").await;
        seat.types(1, Some("left"), words, "typed").await;
        self.typed = (label, self.key_in(data));
    }

    async fn asks(&self, method: &str, what: &str, act: Option<(&str, &Value)>) -> (StatusCode, Value) {
        let request =
            http().request(method.parse().unwrap(), format!("{}/{}/api/v1/{what}", self.seat.url, self.contest));
        let request = request.bearer_auth(&self.token);
        let request = match act {
            Some((id, act)) => request
                .header("Idempotency-Key", id)
                .header(header::CONTENT_TYPE, "application/json")
                .body(act.to_string()),
            None => request,
        };
        let answer = request.send().await.unwrap();
        (answer.status(), serde_json::from_str(&answer.text().await.unwrap()).unwrap())
    }

    /// The timeline so far, and the acts of organisers, without the server's stops and starts.
    async fn happened(&self) -> (Vec<Value>, BTreeMap<String, usize>) {
        let (_, Value::Array(moments)) = self.asks("GET", "timeline", None).await else { panic!("a timeline") };
        let (_, page) = self.seat.get(&format!("/{}/organiser/access", self.contest)).await;
        let (_, deeds) = page.rsplit_once("<ol").or_else(|| page.rsplit_once("<ul")).unwrap();
        let mut noted = BTreeMap::new();
        for deed in deeds.split("</li>").filter_map(|deed| deed.rsplit_once("</time>")) {
            *noted.entry(deed.1.trim().to_owned()).or_default() += 1;
        }
        (moments, noted)
    }
}

/// The acts of a day, each allowed after those before it.
fn acts() -> Vec<Value> {
    let entry = json!({"entry": "E1", "by": "organisers", "rule": "rule 8", "reason": "it was a person"});
    let ruling = |what: &str| {
        let mut ruling = entry.clone();
        ruling["do"] = json!(what);
        ruling
    };
    vec![
        json!({"do": "draw", "anyway": true}),
        json!({"do": "open-round", "anyway": true}),
        json!({"do": "pause", "reason": "the bell", "told": "We wait."}),
        json!({"do": "resume"}),
        json!({"do": "extend", "seconds": 120, "reason": "the bell"}),
        json!({"do": "announce", "to": "judges", "words": "Tea at four."}),
        json!({"do": "abort", "interview": "one that runs", "reason": "a cable"}),
        json!({"do": "restart-entry", "entry": "E2"}),
        json!({"do": "replace", "who": "C1", "name": "Ida", "reason": "ill"}),
        json!({"do": "end-phase", "ending": {"phase": "talk", "round": "R1"}}),
        json!({"do": "end-phase", "ending": {"phase": "scoring", "round": "R1"}}),
        json!({"do": "again", "round": "R1", "reason": "the alarm"}),
        json!({"do": "take-over", "entry": "E2", "reserve": "Spare", "reason": "it broke"}),
        json!({"do": "replan", "left": "C2", "reason": "gone"}),
        json!({"do": "admit", "role": "confederate", "name": "Cid", "reason": "late"}),
        ruling("disqualify"),
        ruling("reinstate"),
        json!({"do": "open-round", "anyway": true}),
        json!({"do": "end-phase", "ending": {"phase": "talk", "round": "R2"}}),
        json!({"do": "end-phase", "ending": {"phase": "scoring", "round": "R2"}}),
        json!({"do": "allow-late", "who": "a judge without a ballot", "form": "ballot-R2", "by": "organisers", "rule": "rule 8", "reason": "a cable"}),
    ]
}

/// The acts in a closed contest.
fn acts_afterwards() -> Vec<Value> {
    let ruled = |mut act: Value| {
        act["by"] = json!("organisers");
        act["rule"] = json!("rule 17");
        act["reason"] = json!("everything was read");
        act
    };
    vec![
        json!({"do": "reveal", "step": 1}),
        ruled(json!({"do": "release", "parts": ["result"]})),
        json!({"do": "consent", "who": "C1", "scope": "words"}),
        ruled(json!({"do": "delete", "parts": "a key"})),
        ruled(json!({"do": "erase", "who": "the judge who typed"})),
        ruled(json!({"do": "rename", "who": "J1", "name": "Judge A"})),
    ]
}

/// Returns true if this interface supports the act.
fn is_open(door: Door, act: &Value) -> bool {
    let what = act["do"].as_str().unwrap();
    match door {
        Door::Live | Door::Rest | Door::Control => true,
        Door::Form => !["consent", "rename", "delete", "erase"].contains(&what),
    }
}

/// Does each act over each interface, kills the server, and sends it again.
async fn twice(data: &Path, mut server: Server, organisers: &mut [Organiser], acts: &[Value], day: &str) -> Server {
    for (number, act) in acts.iter().enumerate() {
        let id = format!("{day}-{number}");
        let mut answers = Vec::new();
        for organiser in organisers.iter() {
            let through = if is_open(organiser.door, act) { organiser } else { &other_door(organiser) };
            let (_, before) = organiser.happened().await;
            answers.push(through.does(data, &id, act).await);
            let (moments, noted) = organiser.happened().await;
            let done = answers.last().unwrap();
            assert_eq!(
                noted.values().sum::<usize>(),
                before.values().sum::<usize>() + 1,
                "{:?} {act}: {done}: {noted:?}",
                organiser.door
            );
            assert!(!moments.is_empty() && !["409", "503"].iter().any(|code| done.starts_with(code)), "{act}: {done}");
        }
        server.kill();
        server = Server::start(data, &[]);
        for organiser in organisers.iter_mut() {
            organiser.seat.url.clone_from(&server.url);
        }
        for (organiser, answer) in organisers.iter().zip(answers) {
            let through = if is_open(organiser.door, act) { organiser } else { &other_door(organiser) };
            let before = organiser.happened().await;
            assert_eq!(through.does(data, &id, act).await, answer, "{:?}: {act}", organiser.door);
            let after = organiser.happened().await;
            let told = |moments: &[Value]| moments.iter().filter(|moment| !is_of_the_server(moment)).count();
            assert_eq!((told(&after.0), &after.1), (told(&before.0), &before.1), "{:?}: {act}", organiser.door);
        }
    }
    server
}

/// Returns true if a moment reports clocks stopped while no server ran.
fn is_of_the_server(moment: &Value) -> bool {
    let what = moment["what"].as_str().unwrap();
    what.contains("server") || what.contains("clock")
}

/// The same organiser, over the API.
fn other_door(organiser: &Organiser) -> Organiser {
    let Organiser { contest, seat, token, typed, lost, .. } = organiser;
    Organiser {
        door: Door::Rest,
        contest,
        seat: seat.clone(),
        token: token.clone(),
        typed: typed.clone(),
        lost: Rc::clone(lost),
    }
}

#[tokio::test]
async fn every_act_through_every_door_is_done_once_although_the_server_was_killed_before_it_was_sent_again() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let files = DOORS.map(|(_, id)| {
        let file = folder.path().join(format!("{id}.toml"));
        std::fs::write(&file, contest(id)).unwrap();
        file.to_str().unwrap().to_owned()
    });
    let server = Server::start(&data, &files.each_ref().map(String::as_str));
    let mut organisers = Vec::new();
    for (door, link) in DOORS.into_iter().zip(&server.organiser_links) {
        organisers.push(Organiser::of(door, &server, link).await);
    }
    let acts = acts();
    let (opening, day) = acts.split_at(2);
    let server = twice(&data, server, &mut organisers, opening, "opening").await;
    for organiser in &mut organisers {
        organiser.a_judge_types(&data, "Tea?\n").await;
    }
    let server = twice(&data, server, &mut organisers, day, "day").await;
    for organiser in &organisers {
        let script = other_door(organiser);
        for number in 0.. {
            let (_, status) = script.asks("GET", "status", None).await;
            let act = match (status["phase"].as_str().unwrap(), &status["round"]) {
                ("closed", _) => break,
                ("lobby", _) => json!({"do": "open-round", "anyway": true}),
                ("end-ballots", _) => json!({"do": "end-phase", "ending": {"phase": "end-ballots", "trial": 1}}),
                (phase, round) => {
                    json!({"do": "end-phase", "ending": {"phase": phase, "round": format!("R{}", round.as_u64().unwrap())}})
                }
            };
            let (done, told) = script.asks("POST", "acts", Some((&format!("on-{number}"), &act))).await;
            assert_eq!(done, StatusCode::OK, "{act}: {told}");
        }
    }
    twice(&data, server, &mut organisers, &acts_afterwards(), "afterwards").await;
}
