//! Cosigners: outsiders who watch a record grow, sign its heads, and refuse a rewritten one. Real servers, a real `viva
//! cosign`.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Stdio},
};

use record::{Bundle, Checkpoint, SigningKey, Trust, bundle, cosigner::claimed, note};
use reqwest::StatusCode;
use serde_json::json;

use crate::support::{Guest, Server, Socket, http, viva};

/// One judge, one confederate and one program, with these cosigners, of whom `demanded` must sign.
fn contest(cosigners: &[&str], demanded: usize) -> String {
    let named: String = cosigners.iter().map(|key| format!("[[cosigner]]\nkey = \"{key}\"\n")).collect();
    format!(
        "name = \"A story\"\nid = \"story\"\norganiser = \"Nobody\"\nrulebook = \"loebner-2010\"\ncountdown = \"1s\"\n\
         [[judge]]\nname = \"Ann\"\n[[confederate]]\nname = \"Bob\"\n[[entry]]\nname = \"Doctor\"\ncontestant = \"Nobody\"\n\
         protocol = \"stdio\"\ncommand = {}\n{named}[overrides]\nawards = []\n[overrides.roles]\njudges = 1\nconfederates = 1\nentries = 1\n\
         [overrides.record]\ncosigners = {demanded}\n",
        json!([env!("CARGO_BIN_EXE_viva"), "entry", "play", "doctor"]),
    )
}

/// A cosigner at home: a key, and the folder of heads.
struct Home {
    folder: tempfile::TempDir,
    key: String,
}

impl Home {
    fn of(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let key = new_key(&folder.path().join("key"), name);
        Self { folder, key }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Signs the present record, and ends; returns the exit code and the message.
    fn signs(&self, server: &Server, more: &[&str]) -> (Option<i32>, String) {
        let mut command = viva();
        command.arg("cosign").arg(format!("{}/story", server.url)).arg("--once").args(more);
        let has_key = more.contains(&"--key");
        let command = if has_key { &mut command } else { command.arg("--key").arg(self.at("key")) };
        let output = command.arg("--out").arg(self.at("seen")).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }

    /// The stored head.
    fn head(&self) -> Checkpoint {
        claimed(&fs::read_to_string(self.at("seen/head")).unwrap()).unwrap()
    }
}

/// Makes a key, and returns the line for the organiser.
fn new_key(file: &Path, name: &str) -> String {
    let output = viva().arg("cosign").arg("--key").arg(file).args(["--name", name]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

async fn draws(organiser: &Guest) -> Socket {
    let mut desk = organiser.connect(0).await;
    assert_eq!(desk.ask(json!({"do": "draw", "anyway": true})).await, None);
    desk
}

async fn opens_round(desk: &mut Socket) {
    assert_eq!(desk.ask(json!({"do": "open-round", "anyway": true})).await, None);
}

async fn ends(desk: &mut Socket, ending: serde_json::Value) {
    assert_eq!(desk.ask(json!({"do": "end-phase", "ending": ending})).await, None);
}

/// The public page about the signed part of the record.
async fn public(server: &Server) -> String {
    let answer = http().get(format!("{}/story/checkpoint", server.url)).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    answer.text().await.unwrap()
}

/// The public head once it has this many events: it is signed a moment after them.
async fn public_from(server: &Server, size: u64) -> String {
    loop {
        let head = public(server).await;
        if claimed(&head).unwrap().size >= size {
            return head;
        }
        tokio::task::yield_now().await;
    }
}

/// Ends every open phase until the contest is closed.
async fn plays_to_the_end(desk: &mut Socket) {
    for phase in ["talk", "scoring"] {
        ends(desk, json!({"phase": phase, "round": "R1"})).await;
    }
    ends(desk, json!({"phase": "end-ballots", "trial": 1})).await;
}

/// Saves the organiser's record, available from the close, to this file.
async fn record(organiser: &Guest, file: &Path) {
    let answer = loop {
        let ask = http().get(format!("{}/story/record.viva", organiser.url)).header("cookie", &organiser.cookie);
        let answer = ask.send().await.unwrap();
        if answer.status() == StatusCode::OK {
            break answer;
        }
        tokio::task::yield_now().await;
    };
    fs::write(file, answer.bytes().await.unwrap()).unwrap();
}

fn verifies(file: &Path, more: &[&str]) -> (Option<i32>, String) {
    let output = viva().args(["record", "verify"]).arg(file).args(more).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[tokio::test]
async fn named_cosigners_see_the_record_grow_and_a_result_that_demands_them_waits_for_their_signature() {
    let (society, stranger) = (Home::of("society.example"), Home::of("stranger.example"));
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(folder.path(), &contest(&[&society.key], 1), &[]);
    let organiser = server.organiser().await;
    let mut desk = draws(&organiser).await;
    let drawn = public_from(&server, 1).await;
    assert_eq!(society.signs(&server, &[]).0, Some(0));

    // While judges talk, the public head stays, and the cosigner sees each key.
    opens_round(&mut desk).await;
    assert_eq!(society.signs(&server, &[]).0, Some(0));
    let seen = society.head();
    assert!(seen.size > claimed(&drawn).unwrap().size, "{seen:?}");
    let after = public(&server).await;
    assert_eq!(claimed(&after), claimed(&drawn), "the growth of the record tells programs from people");
    assert!(
        note::signed(&after, &society.key.parse().unwrap()).is_ok(),
        "its signature stands beside the head: {after}"
    );
    let (code, told) = stranger.signs(&server, &[]);
    assert!(code == Some(1) && told.contains("not signed by a cosigner of this contest"), "{told}");
    assert!(!stranger.at("seen/head").exists());

    // The society changes its key: the old one names the new, and is no longer admitted.
    let new = society.at("new");
    new_key(&new, "society.example");
    let (old, new) = (society.at("key"), new);
    let (old, new) = (old.to_str().unwrap(), new.to_str().unwrap());
    let (code, told) = society.signs(&server, &["--key", new]);
    assert!(code == Some(1) && told.contains("not signed by a cosigner"), "not before it is named: {told}");
    let (code, told) = society.signs(&server, &["--key", new, "--formerly", old]);
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(society.signs(&server, &["--key", old]).0, Some(1), "the old key is over");
    let another = society.at("another");
    new_key(&another, "society.example");
    let (code, told) = society.signs(&server, &["--key", another.to_str().unwrap(), "--formerly", old]);
    assert!(code == Some(1) && told.contains("named another new key before"), "{told}");

    // The contest closes without waiting for cosigners; the result waits.
    plays_to_the_end(&mut desk).await;
    let file = folder.path().join("record.viva");
    record(&organiser, &file).await;
    let (code, told) = verifies(&file, &["--cosigner", &society.key]);
    assert!(code == Some(1) && told.contains("not signed by `society.example`"), "{told}");
    let (code, told) = verifies(&file, &[]);
    assert!(
        code == Some(3) && told.contains("its rules demand that 1 cosigner sign the last head, and 0 did"),
        "{told}"
    );
    let (_, page) = organiser.get("/story/organiser").await;
    assert!(
        page.contains("The rules demand that 1 cosigner sign the last head") && page.contains("society.example"),
        "{page}"
    );

    assert_eq!(society.signs(&server, &["--key", new]).0, Some(0));
    record(&organiser, &file).await;
    // The organiser's key vouches for the key named after it.
    let (code, told) = verifies(&file, &["--cosigner", &society.key]);
    assert!(code == Some(0) && told.contains("verified") && told.contains("changed its key"), "{told}");
    let (code, told) = verifies(&file, &["--cosigner", &stranger.key]);
    assert!(code == Some(1) && told.contains("BROKEN"), "{told}");
    let (_, page) = organiser.get("/story/organiser").await;
    assert!(!page.contains("The rules demand"), "{page}");

    // The cosigners' signatures are in the folder, and in a record written without a server.
    server.kill();
    let (data, written) = (folder.path().join("data"), folder.path().join("written.viva"));
    let output = viva().args(["record", "write"]).arg(data).arg("story").arg("--out").arg(&written).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (code, told) = verifies(&written, &["--cosigner", &society.key]);
    assert!(code == Some(0) && told.contains("verified") && told.contains("changed its key"), "{told}");
}

#[tokio::test]
async fn a_forked_history_is_refused_and_both_heads_are_shown() {
    let society = Home::of("society.example");
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Server::with_contest(folder.path(), &contest(&[&society.key], 0), &[]);
    let organiser = server.organiser().await;
    draws(&organiser).await;
    public_from(&server, 1).await;
    assert_eq!(society.signs(&server, &[]).0, Some(0));
    let before = society.head().size;
    server.kill();

    // The organiser copies everything, and lets the contest continue.
    let copy = folder.path().join("copy");
    assert!(std::process::Command::new("cp").arg("-r").arg(&data).arg(&copy).status().unwrap().success());
    let first = Server::start(&data, &[]);
    let organiser = Guest { url: first.url.clone(), ..organiser };
    opens_round(&mut organiser.connect(0).await).await;
    // A head of a second ago has nothing of the round yet; a copy that is merely resumed would be as long.
    while society.head().size < before + 2 {
        assert_eq!(society.signs(&first, &[]).0, Some(0));
    }
    let seen = society.head();
    let kept = fs::read_to_string(society.at("seen/head")).unwrap();

    // The copy has nothing of it. First it is only shorter; then another history is played on it.
    let second = Server::start(&copy, &[]);
    let (code, told) = society.signs(&second, &[]);
    assert!(code == Some(1) && told.contains("an older copy came back") && told.contains(&kept), "{told}");
    let elsewhere = Guest { url: second.url.clone(), ..organiser.clone() };
    let mut other = elsewhere.connect(0).await;
    for n in 1..=seen.size {
        let words = format!("another history, {n}");
        assert_eq!(other.ask(json!({"do": "announce", "to": "everybody", "words": words})).await, None);
    }
    let (code, told) = society.signs(&second, &[]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("REFUSED: the record was rewritten") && told.contains(&kept), "{told}");
    let refused = fs::read_to_string(society.at("seen/refused.txt")).unwrap();
    let (_, shown) = refused.rsplit_once("shown now, ").unwrap();
    let shown = shown.split_once("\n\n").unwrap().1;
    let key = fs::read_to_string(society.at("seen/verifier.key")).unwrap().trim().parse().unwrap();
    for head in [&*kept, shown] {
        assert!(Checkpoint::verify(head, &key).is_ok(), "both are signed by the key of the record: {head}");
    }
    let (_, page) = elsewhere.get("/story/organiser").await;
    assert!(page.contains("has seen a different history of this record"), "{page}");

    // It continues from the known history.
    assert_eq!(society.head(), seen);
    assert_eq!(society.signs(&first, &[]).0, Some(0));
}

/// The wager's rules: a committee of three makes the detailed rules before the session.
#[test]
fn a_committee_signs_its_rules_and_whoever_changes_them_afterwards_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("contest.toml");
    let people: String = ["judge", "confederate"]
        .iter()
        .flat_map(|role| (1..=3).map(move |n| format!("[[{role}]]\nname = \"{role} {n}\"\n")))
        .collect();
    let settled = ["equipment", "procedure", "instructions", "verification", "anything-else", "deadlock"];
    let settled: String = settled.iter().map(|id| format!("{id} = \"As written.\"\n")).collect();
    let attested = ["human-members", "human-judges", "human-foils", "computer", "unknown-to-judges", "foils-unknown"];
    let attested: String = attested.iter().map(|id| format!("{id} = true\n")).collect();
    let text = format!(
        "name = \"A session\"\norganiser = \"Nobody\"\nrulebook = \"kurzweil-kapor-2029\"\n{people}\
         [[entry]]\nname = \"Doctor\"\ncontestant = \"Nobody\"\nprotocol = \"stdio\"\ncommand = {}\n\
         [overrides.trials]\ncombine = \"all\"\n[committee]\nmembers = [\"Ada\", \"Bob\", \"Cleo\"]\n\
         [committee.settled]\n{settled}[committee.attested]\n{attested}",
        json!([env!("CARGO_BIN_EXE_viva"), "entry", "play", "doctor"]),
    );
    fs::write(&file, &text).unwrap();
    let checks = || {
        let output = viva().args(["contest", "check"]).arg(&file).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(checks().0, Some(0), "nobody has to sign: {}", checks().1);
    let sign = |name: &str| {
        let key = folder.path().join(name);
        new_key(&key, name);
        let output = viva().args(["contest", "sign"]).arg(&file).arg("--key").arg(&key).output().unwrap();
        let (lines, told) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert!(
            output.status.success() && told.contains("How the committee decides") && told.contains("As written."),
            "{told}"
        );
        fs::write(&file, fs::read_to_string(&file).unwrap() + &lines).unwrap();
    };
    sign("ada.example");
    let (code, told) = checks();
    assert!(code == Some(1) && told.contains("the committee has 3 members, and 1 signed"), "{told}");
    sign("bob.example");
    sign("cleo.example");
    assert_eq!(checks().0, Some(0), "{}", checks().1);

    let signed = fs::read_to_string(&file).unwrap();
    fs::write(&file, signed.replace("deadlock = \"As written.\"", "deadlock = \"By lot.\"")).unwrap();
    let (code, told) = checks();
    assert!(code == Some(1) && told.contains("the signature of `ada.example` is not of these rules"), "{told}");
    // There is no committee to sign for.
    fs::write(&file, contest(&[], 0)).unwrap();
    let output =
        viva().args(["contest", "sign"]).arg(&file).arg("--key").arg(folder.path().join("ada.example")).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no committee that could sign"));
}

/// A cosigner that watches until it is killed.
struct Watching(Child);

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn a_cosigner_waits_for_a_server_that_is_down_and_goes_on_where_it_was() {
    let society = Home::of("society.example");
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(folder.path(), &contest(&[&society.key], 0), &[]);
    let organiser = server.organiser().await;
    draws(&organiser).await;
    let address = server.url.strip_prefix("http://").unwrap().to_owned();
    let mut watching = viva();
    let url = format!("{}/story", server.url);
    watching.args(["cosign", &url, "--key"]).arg(society.at("key")).arg("--out").arg(society.at("seen"));
    let mut watching = Watching(watching.stderr(Stdio::piped()).spawn().unwrap());
    let mut said = BufReader::new(watching.0.stderr.take().unwrap()).lines();
    let mut until = |words: &str| while !said.next().expect("it still runs").unwrap().contains(words) {};
    until("watching the record");
    let has_seen = |from: u64| loop {
        let head = fs::read_to_string(society.at("seen/head")).ok().and_then(|note| claimed(&note));
        if let Some(head) = head.filter(|head| head.size >= from) {
            break head.size;
        }
        std::thread::yield_now();
    };
    let before = has_seen(1);
    // A second one with the same folder would lose the heads seen by the first.
    let (code, told) = society.signs(&server, &[]);
    assert!(code == Some(1) && told.contains("another `viva cosign` watches with this folder"), "{told}");

    server.kill();
    until("the server does not answer");
    let server = Server::start(&folder.path().join("data"), &["--listen", &address]);
    until("the server answers again");
    let organiser = Guest { url: server.url.clone(), ..organiser };
    opens_round(&mut organiser.connect(0).await).await;
    assert!(has_seen(before + 1) > before);
    drop(watching);
    drop(server);
    // Without a server nothing is signed, and a message says so.
    let away = viva()
        .args(["cosign", &url, "--once", "--key"])
        .arg(society.at("key"))
        .arg("--out")
        .arg(society.at("seen"))
        .output();
    let away = away.unwrap();
    assert_eq!(away.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&away.stderr).contains("the server does not answer"));
}

#[tokio::test]
async fn a_cosigner_that_is_late_lies_or_babbles_gets_no_head_and_changes_nothing() {
    let society = SigningKey::from_bytes("society.example", [9; 32]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(folder.path(), &contest(&[&society.cosigner().to_string()], 0), &[]);
    let organiser = server.organiser().await;
    draws(&organiser).await;
    let head = claimed(&public_from(&server, 1).await).unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let asks = async |body: String| {
        let answer = http().post(format!("{}/story/cosign", server.url)).body(body).send().await.unwrap();
        (answer.status(), answer.text().await.unwrap())
    };
    let question = |head: &Checkpoint, key: &SigningKey, time| {
        let text = head.text();
        format!("{text}\n{}", key.cosign(&text, time).unwrap())
    };
    // Its signature is published with the head, so a request that repeats it may come from anybody.
    assert_eq!(asks(question(&head, &society, now)).await.0, StatusCode::TOO_EARLY);
    let (status, told) = asks(question(&head, &society, now + 1)).await;
    assert!(status == StatusCode::OK && told.starts_with("old "), "{told}");

    let (status, told) = asks(question(&head, &society, now - 3600)).await;
    assert!(
        status == StatusCode::FORBIDDEN && told.contains("set your clock"),
        "an old question tells nobody anything: {told}"
    );
    let namesake = SigningKey::from_bytes("society.example", [8; 32]).unwrap();
    assert_eq!(asks(question(&head, &namesake, now)).await.0, StatusCode::FORBIDDEN);
    let plain = society.sign(&head.text()).unwrap();
    assert_eq!(asks(plain).await.0, StatusCode::FORBIDDEN, "a signature without a time may be an old one");
    let elsewhere = Checkpoint { origin: "vivavoce/another".into(), ..head.clone() };
    let (status, told) = asks(question(&elsewhere, &society, now)).await;
    assert!(status == StatusCode::CONFLICT && told.contains("is signed by `vivavoce/story+"), "{told}");
    for junk in
        [String::new(), "old 0\n".into(), "a\n\n— b c\n".into(), "vivavoce/cosigner-key/v1\n\n— a AAAA\n".into()]
    {
        assert_eq!(asks(junk.clone()).await.0, StatusCode::BAD_REQUEST, "{junk}");
    }
    assert_eq!(asks("a".repeat(9000)).await.0, StatusCode::PAYLOAD_TOO_LARGE);

    // It claims a head that never existed: the answer shows both heads, and the organiser is warned.
    let never = Checkpoint { root: record::Hash::of(&[b"never"]), ..head.clone() };
    let (status, told) = asks(question(&never, &society, now)).await;
    assert!(status == StatusCode::CONFLICT && told.starts_with("old "), "{told}");
    let (_, page) = organiser.get("/story/organiser").await;
    assert!(page.contains("has seen a different history of this record"), "{page}");
    assert!(note::signed(&public(&server).await, &society.cosigner()).is_ok(), "what it signed before stands");
}

#[tokio::test]
async fn a_receipt_proves_that_a_ballot_was_in_and_exposes_a_record_from_which_it_was_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(folder.path(), &contest(&[], 0), &[]);
    let organiser = server.organiser().await;
    let links = organiser.post("links", &[("who", "J1")]).await.1;
    let at = links.find("/join/").unwrap();
    let judge = server.join(&format!("{}{}", server.url, &links[at..at + 38])).await;
    let mut desk = draws(&organiser).await;
    let mut seat = judge.connect(0).await;
    opens_round(&mut desk).await;
    ends(&mut desk, json!({"phase": "talk", "round": "R1"})).await;
    seat.until_phase("scoring").await;
    let answers = json!({"choice": "left"});
    assert_eq!(seat.ask(json!({"do": "ballot", "round": "R1", "answers": answers})).await, None);
    let receipt = format!("{}/receipts/R1-J1", judge.page);
    assert_eq!(judge.get(&receipt).await.0, StatusCode::CONFLICT, "the round is not over");
    ends(&mut desk, json!({"phase": "scoring", "round": "R1"})).await;
    assert_eq!(
        judge.get(&receipt).await.0,
        StatusCode::CONFLICT,
        "the size of a head would tell how long the talk was"
    );
    ends(&mut desk, json!({"phase": "end-ballots", "trial": 1})).await;
    let (mut status, mut text) = judge.get(&receipt).await;
    while status != StatusCode::OK {
        (status, text) = judge.get(&receipt).await;
    }
    assert!(text.starts_with("c2sp.org/tlog-proof@v1\n"), "{text}");
    let (_, list) = judge.get(&format!("{}/receipts", judge.page)).await;
    assert!(list.contains("receipts/R1-J1"), "{list}");
    for (guest, address) in [(&organiser, receipt.clone()), (&judge, format!("{}/receipts/R1-J2", judge.page))] {
        assert_ne!(guest.get(&address).await.0, StatusCode::OK, "nobody else's: {address}");
    }

    let (kept, file) = (folder.path().join("receipt"), folder.path().join("record.viva"));
    fs::write(&kept, text).unwrap();
    record(&organiser, &file).await;
    let checks = |record: &Path| {
        let output = viva().args(["record", "check-proof"]).arg(&kept).arg("--record").arg(record).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, told) = checks(&file);
    assert!(
        code == Some(0) && told.contains("ballot-cast") && told.contains("answers: {\"choice\":\"left\"}"),
        "{told}"
    );

    // The organiser drops the ballot, and signs the record anew with the right key.
    let examined = bundle::verify(fs::File::open(&file).unwrap(), &Trust::default()).unwrap();
    let seed = fs::read_to_string(folder.path().join("data/signing-key")).unwrap();
    let seed: Vec<u8> = (0..32).map(|at| u8::from_str_radix(&seed.trim()[2 * at..2 * at + 2], 16).unwrap()).collect();
    let key = SigningKey::from_bytes("vivavoce/story", seed.try_into().unwrap()).unwrap();
    let mut numbers = std::collections::BTreeMap::new();
    let events = examined.log().unwrap().map(Result::unwrap).filter(|event| event.envelope.kind != "ballot-cast");
    let events: Vec<_> = events
        .map(|event| {
            let mut envelope = event.envelope;
            let number: &mut u64 = numbers.entry(envelope.stream.clone()).or_default();
            *number += 1;
            envelope.number = *number;
            let parts = event.private.into_iter().filter_map(|(part, data)| Some((part, data.into_data()?)));
            record::seal(envelope, parts.collect(), [7; 16]).unwrap()
        })
        .collect();
    let attachments = examined.report.attachments.keys();
    let attachments = attachments.map(|name| (name.clone(), examined.attachment(name, 1 << 20).unwrap().unwrap()));
    let forged = Bundle::new(events, attachments.collect(), &key).unwrap();
    let forged = bundle::write(&forged, &key).unwrap();
    fs::write(&file, forged).unwrap();
    let report = bundle::verify(fs::File::open(&file).unwrap(), &Trust::default()).unwrap().report;
    assert!(report.is_sound(), "its bytes are in order: {:?}", report.faults);
    let (code, told) = checks(&file);
    assert!(code == Some(1) && told.contains("is not the one whose head was signed for this proof"), "{told}");
}

/// A contest whose cosigner is a standard witness at this address.
fn witnessed(witness: &Witness, demanded: usize) -> String {
    let key = witness.key.cosigner().to_string();
    let named = format!("key = \"{key}\"\nwitness = \"{}\"", witness.address());
    contest(&[&key], demanded).replace(&format!("key = \"{key}\""), &named)
}

/// The public head once it has this many events and this key's signature.
async fn witnessed_from(server: &Server, size: u64, key: &SigningKey) -> String {
    loop {
        let head = public_from(server, size).await;
        if note::signed(&head, &key.cosigner()).is_ok() {
            return head;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_standard_witness_is_called_and_signs_every_public_head_from_the_one_before_on() {
    let witness = Witness::new("witness.example/w1", 5);
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(folder.path(), &witnessed(&witness, 1), &[]);
    let _calls = witness.listens(&server).await;
    let organiser = server.organiser().await;
    let mut desk = draws(&organiser).await;
    let drawn = witnessed_from(&server, 1, &witness.key).await;
    opens_round(&mut desk).await;
    plays_to_the_end(&mut desk).await;
    let file = folder.path().join("story.viva");
    record(&organiser, &file).await;
    let last = witnessed_from(&server, claimed(&drawn).unwrap().size + 1, &witness.key).await;
    let sizes = witness.state.lock().unwrap().calls.clone();
    // From the empty tree on, and then each time from the last signed head.
    assert_eq!((sizes[0].0, sizes[0].2), (0, 200), "{sizes:?}");
    assert!(sizes.windows(2).all(|two| two[1].0 == two[0].1 && two[1].2 == 200), "{sizes:?}");
    assert!(sizes.len() >= 2 && claimed(&last).unwrap().size > sizes[0].1, "{sizes:?}");

    // Nothing that the rules demand is missing, and a verifier that trusts the witness finds the record verified.
    loop {
        record(&organiser, &file).await;
        let (code, told) = verifies(&file, &["--cosigner", &witness.key.cosigner().to_string()]);
        if code == Some(0) && told.contains("verified") {
            break;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_witness_that_was_away_or_whose_answer_was_lost_signs_what_it_missed() {
    let witness = Witness::new("witness.example/w1", 5);
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(folder.path(), &witnessed(&witness, 1), &[]);
    let organiser = server.organiser().await;
    draws(&organiser).await;
    // No witness listens there.
    let status = || async { organiser.get(&organiser.page).await.1 };
    while !status().await.contains("The witness witness.example/w1 does not sign") {
        tokio::task::yield_now().await;
    }
    assert!(note::signed(&public(&server).await, &witness.key.cosigner()).is_err());
    // It comes back, signs, and its first answer is lost: it has then seen more than the server knows.
    witness.state.lock().unwrap().loses_answers = 1;
    let _calls = witness.listens(&server).await;
    witnessed_from(&server, 1, &witness.key).await;
    let calls = witness.state.lock().unwrap().calls.clone();
    let size = calls[0].1;
    assert_eq!(calls, [(0, size, 200), (0, size, 409), (size, size, 200)]);
    while status().await.contains("The witness witness.example/w1 does not sign") {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_signature_of_another_key_and_another_history_are_not_taken() {
    let mut witness = Witness::new("witness.example/w1", 5);
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(folder.path(), &witnessed(&witness, 1), &[]);
    let organiser = server.organiser().await;
    let named = witness.key.cosigner();
    witness.key = SigningKey::from_bytes("witness.example/w1", [6; 32]).unwrap();
    let calls = witness.listens(&server).await;
    draws(&organiser).await;
    let page = || async { organiser.get(&organiser.page).await.1 };
    while !page().await.contains("no signature of the key that was named") {
        tokio::task::yield_now().await;
    }
    assert!(note::signed(&public(&server).await, &named).is_err());
    // Now it claims to have seen a longer record.
    witness.state.lock().unwrap().seen =
        Some(Checkpoint { size: 1_000_000, ..claimed(&public(&server).await).unwrap() });
    while !page().await.contains("a head that is none of this record") {
        tokio::task::yield_now().await;
    }
    assert!(page().await.contains("A cosigner has seen a different history"));
    drop(calls);
}

/// A small standard witness, written from the text of C2SP `tlog-witness`.
struct Witness {
    key: SigningKey,
    address: std::net::SocketAddr,
    state: std::sync::Arc<std::sync::Mutex<WitnessState>>,
}

#[derive(Default)]
struct WitnessState {
    /// The last head it signed.
    seen: Option<Checkpoint>,
    /// The calls: old size, new size, and status of the answer.
    calls: Vec<(u64, u64, u16)>,
    /// The number of answers that will be lost.
    loses_answers: u32,
}

/// Ends the witness when it is dropped.
struct Calls(tokio::task::JoinHandle<()>);

impl Drop for Calls {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Witness {
    fn new(name: &str, seed: u8) -> Self {
        let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        Self { key: SigningKey::from_bytes(name, [seed; 32]).unwrap(), address, state: std::sync::Arc::default() }
    }

    fn address(&self) -> String {
        format!("http://{}/sub", self.address)
    }

    /// Answers from now on, for the record of this server.
    async fn listens(&self, server: &Server) -> Calls {
        let log = http().get(format!("{}/story/verifier.key", server.url)).send().await.unwrap().text().await.unwrap();
        let log: record::VerifierKey = log.trim().parse().unwrap();
        let (key, state) = (self.key.clone(), std::sync::Arc::clone(&self.state));
        let add = move |body: String| {
            let (key, state, log) = (key.clone(), std::sync::Arc::clone(&state), log.clone());
            async move {
                let mut state = state.lock().unwrap();
                let (status, kind, body) = add_checkpoint(&body, &key, &log, &mut state);
                if status == 200 && state.loses_answers > 0 {
                    state.loses_answers -= 1;
                    return (axum::http::StatusCode::BAD_GATEWAY, [("content-type", "text/plain")], "lost".to_owned());
                }
                (axum::http::StatusCode::from_u16(status).unwrap(), [("content-type", kind)], body)
            }
        };
        let router = axum::Router::new().route("/sub/add-checkpoint", axum::routing::post(add));
        let listener = tokio::net::TcpListener::bind(self.address).await.unwrap();
        Calls(tokio::spawn(async move { axum::serve(listener, router).await.unwrap() }))
    }
}

/// The call `add-checkpoint`: status, type and body of the answer.
fn add_checkpoint(
    body: &str,
    key: &SigningKey,
    log: &record::VerifierKey,
    state: &mut WitnessState,
) -> (u16, &'static str, String) {
    let plain = |status: u16, why: &str| (status, "text/plain", format!("{why}\n"));
    let Some((lines, checkpoint)) = body.split_once("\n\n") else { return plain(400, "no empty line") };
    let mut lines = lines.lines();
    let old: Option<u64> = lines.next().and_then(|line| line.strip_prefix("old ")?.parse().ok());
    let (Some(old), Some(head)) = (old, claimed(checkpoint)) else { return plain(400, "not as it must be") };
    let answer = if head.origin != log.name() {
        plain(404, "an unknown log")
    } else if Checkpoint::verify(checkpoint, log).is_err() {
        plain(403, "not signed")
    } else if old > head.size || lines.count() > 63 {
        plain(400, "not as it must be")
    } else {
        let empty = Checkpoint { origin: head.origin.clone(), size: 0, root: record::Hash::of(&[]) };
        let seen = state.seen.clone().unwrap_or(empty);
        if old != seen.size {
            (409, "text/x.tlog.size", format!("{}\n", seen.size))
        } else if old == head.size && seen.root != head.root {
            plain(409, "another root")
        } else if record::Consistency::parse(body).is_ok_and(|proof| proof.verify(&seen, log).is_ok()) {
            state.seen = Some(head.clone());
            (200, "text/plain", key.cosign(&head.text(), 1_700_000_000).unwrap())
        } else {
            plain(422, "no proof")
        }
    };
    state.calls.push((old, head.size, answer.0));
    answer
}
