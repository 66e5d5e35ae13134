//! A judge shows a drawing and plays a tone, in a real browser: to a person, to a program of `viva.entry.v1`, and to a
//! model behind a test server that accepts content parts. The frames to the judge's page are the same for all three.

use std::{collections::BTreeSet, path::PathBuf};

use attachment::FileKind;
use entry::serve::{Answers, serve_websocket_taking};
use fantoccini::{Client, Locator};
use serde_json::{Value, json};
use simulate::people::Exhibit;
use tokio::net::TcpListener;

use crate::{
    browser::{Driver, click, click_on, join, presses, sees, shows_cards, types},
    looks::{DevTools, looked_at, looked_at_without_scripts, runs_scripts},
    support::Server,
};

/// The answer of each witness that saw the drawing and heard the tone.
const ANSWER: &str = "A house, and a tone.";
const RETURN: &str = "\u{e007}";

fn contest(websocket: u16, chat: u16) -> String {
    format!(
        r#"
name = "Sight and sound"
id = "senses"
organiser = "Nobody"
rulebook = "two-party-2024"
isolation = "none"
countdown = "1s"

[overrides.roles]
judges = 1
entries = 2
confederates = 1
[overrides.interview]
talk = "1h"
[overrides.interview.attachments]
kinds = ["picture", "sound", "video"]
most = 12

[[judge]]
name = "Ann"

[[confederate]]
name = "Bartholomew"

[[entry]]
name = "Socket"
contestant = "Somebody"
protocol = "websocket"
url = "ws://127.0.0.1:{websocket}/entry"

[[entry]]
name = "Model"
contestant = "Somebody"
protocol = "chat"
url = "http://127.0.0.1:{chat}/v1"
model = "viewer"
takes = ["picture", "sound"]
"#
    )
}

/// A program that answers with the things it saw and heard.
fn viewer() -> Answers {
    let mut told = String::new();
    Box::new(move |said| {
        told.push_str(said);
        if !said.contains('?') {
            return Vec::new();
        }
        let (saw, heard) = (told.contains("[PNG picture, 96 x 72 pixels]"), told.contains("[WAV sound, 1000 ms]"));
        vec![if saw && heard { ANSWER.to_owned() } else { format!("I only know this: {told}") }]
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_judge_shows_the_same_to_a_person_and_to_two_programs_and_cannot_tell_them_apart() {
    let (websocket, chat) =
        (TcpListener::bind("127.0.0.1:0").await.unwrap(), TcpListener::bind("127.0.0.1:0").await.unwrap());
    let contest = contest(websocket.local_addr().unwrap().port(), chat.local_addr().unwrap().port());
    tokio::spawn(serve_websocket_taking(websocket, BTreeSet::from([FileKind::Picture, FileKind::Sound]), viewer));
    tokio::spawn(server::serve_completions(chat, "viewer", viewer));
    let folder = tempfile::tempdir().unwrap();
    let (drawing, tone) = (
        file(folder.path(), "drawing.png", Exhibit::Drawing.bytes()),
        file(folder.path(), "tone.wav", Exhibit::Tone.bytes()),
    );
    let (driver, server) = (Driver::start(), Server::with_contest(folder.path(), &contest, &[]));

    let organiser = driver.browser(1280, 900, false).await;
    join(&organiser, server.organiser_link.as_ref().unwrap()).await;
    let links = shows_cards(&organiser).await;
    organiser.goto(&format!("{}/senses/organiser", server.url)).await.unwrap();
    let devices = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"].map(str::to_owned);
    let judge = driver.browser_with(1280, 900, false, &devices).await;
    notes_frames(&judge).await;
    join(&judge, &links[0]).await;
    let person = driver.browser(390, 844, true).await;
    join(&person, &links[1]).await;
    organiser.execute("window.confirm = () => true;", Vec::new()).await.unwrap();
    for page in [&judge, &person] {
        click(page, "#ready").await;
        sees(page, "//p[contains(.,'You are in place')]").await;
    }
    click(&organiser, "#draw").await;
    sees(&organiser, "//button[@id='open-round']").await;

    let mut rounds = Vec::new();
    for round in 1..=3 {
        if round > 1 {
            click(&judge, "#ready").await;
            sees(&judge, "//p[contains(.,'You are in place')]").await;
        }
        sees(&organiser, "//nav[@id='tabs']//a[span='Entries'][contains(., '2/2')]").await;
        opens(&organiser, round).await;
        let frames = talk(&judge, &person, (&drawing, &tone), round).await;
        rounds.push(frames);
        if round == 1 {
            looked_at(&judge, "judge-shows").await;
            devices_of_its_own(&judge).await;
        }
        if round == 3 {
            without_scripts(&judge, &drawing).await;
        }
        click(&organiser, "#end-phase").await;
        sees(&organiser, &format!("//h1[.='Round {round} of 3: ballots']")).await;
        click(&organiser, "#end-phase").await;
    }
    // Three different witnesses, and the same frames in the same order: byte for byte, except for the round's number.
    assert_eq!(rounds[0], rounds[1]);
    assert_eq!(rounds[0], rounds[2]);
    for client in [judge, person, organiser] {
        client.close().await.unwrap();
    }
}

/// Shows the drawing and the tone, asks, and waits for the answer. Returns the frames that the judge's page received.
async fn talk(judge: &Client, person: &Client, (drawing, tone): (&str, &str), round: u16) -> Vec<String> {
    sees(judge, &format!("//h1[.='Round {round} of 3: talk']")).await;
    click(judge, "#showing-only summary").await;
    shows(judge, drawing, "a drawing of a house").await;
    sees(judge, "//div[@id='log-only']//li[contains(@class,'judge')]//img[@alt='a drawing of a house']").await;
    assert!(sees_pixels(judge, "#log-only img", 96).await, "the picture is there");
    click(judge, "#showing-only summary").await;
    shows(judge, tone, "a tone").await;
    sees(judge, "//div[@id='log-only']//li[contains(@class,'judge')]//audio[@aria-label='a tone']").await;
    types(judge, "#say-only-field", &format!("What did I show you?{RETURN}")).await;
    let rests = "//h2[.='You rest in this round']";
    sees(person, &format!("//h1[.='Round {round} of 3: talk'][//section[@aria-label='The judge'] or {rests}]")).await;
    let is_person = person.find(Locator::XPath(rests)).await.is_err();
    if is_person {
        assert!(sees_pixels(person, "#log-judge img", 96).await, "the person sees the picture");
        sees(person, "//div[@id='log-judge']//audio[@aria-label='a tone']").await;
        looked_at(person, "confederate-is-shown").await;
        types(person, "#say-judge-field", &format!("{ANSWER}{RETURN}")).await;
    }
    sees(judge, &format!("//li[contains(@class,'witness')][contains(.,'{ANSWER}')]")).await;
    frames(judge, round).await
}

/// Chooses a file, views it, describes it, and shows it.
async fn shows(judge: &Client, file: &str, description: &str) {
    types(judge, "#show-only-file", file).await;
    sees(judge, "//form[@id='show-only']//div[@data-preview]/*[@alt or @aria-label]").await;
    types(judge, "#show-only-description", description).await;
    click_on(judge, Locator::XPath("//form[@id='show-only']//button[.='Show it']")).await;
    sees(judge, "//details[@id='showing-only'][not(@open)]").await;
}

/// A picture of the camera, a sound of the microphone and a film of both, from Chromium's fake devices.
async fn devices_of_its_own(judge: &Client) {
    click(judge, "#showing-only summary").await;
    click_on(judge, Locator::XPath("//button[.='Use the camera']")).await;
    assert!(sees_pixels(judge, "#show-only [data-preview] video", 1).await, "the camera is on");
    click_on(judge, Locator::XPath("//button[.='Take the picture']")).await;
    sees(judge, "//form[@id='show-only']//img[@alt='Preview']").await;
    looked_at(judge, "judge-took-a-picture").await;
    click_on(judge, Locator::XPath("//form[@id='show-only']//button[.='Show it']")).await;
    sees(judge, "//div[@id='log-only']//img[@alt='A picture']").await;
    click(judge, "#showing-only summary").await;
    click_on(judge, Locator::XPath("//button[.='Use the microphone']")).await;
    sees(judge, "//form[@id='show-only']//p[@role='timer'][contains(.,'Recording: 1 of 60 s')]").await;
    click_on(judge, Locator::XPath("//button[.='Stop']")).await;
    sees(judge, "//form[@id='show-only']//audio").await;
    click_on(judge, Locator::XPath("//form[@id='show-only']//button[.='Show it']")).await;
    sees(judge, "//div[@id='log-only']//audio[@aria-label='A sound']").await;
    click(judge, "#showing-only summary").await;
    click(judge, "#show-only [data-take='video']").await;
    sees(judge, "//form[@id='show-only']//p[@role='timer'][contains(.,'Recording: 1 of 60 s')]").await;
    assert!(sees_pixels(judge, "#show-only [data-preview] video", 1).await, "what is filmed can be seen");
    click_on(judge, Locator::XPath("//button[.='Stop']")).await;
    sees(judge, "//form[@id='show-only']//video[@controls]").await;
    click_on(judge, Locator::XPath("//form[@id='show-only']//button[.='Show it']")).await;
    sees(judge, "//div[@id='log-only']//video[@aria-label='A video']").await;
    assert!(sees_pixels(judge, "#log-only video", 1).await, "the film is there");
}

/// A plain form can show files as well.
async fn without_scripts(judge: &Client, drawing: &str) {
    runs_scripts(judge, false).await;
    judge.refresh().await.unwrap();
    presses(judge, "#showing-only summary", RETURN).await;
    looked_at_without_scripts(judge, "judge-shows").await;
    judge.find(Locator::Css("#show-only-file")).await.unwrap().send_keys(drawing).await.unwrap();
    judge.find(Locator::Css("#show-only-description")).await.unwrap().send_keys("once more").await.unwrap();
    presses(judge, "#show-only .row:last-of-type button", RETURN).await;
    sees(judge, "//div[@id='log-only']//img[@alt='once more']").await;
    runs_scripts(judge, true).await;
    judge.refresh().await.unwrap();
}

async fn opens(organiser: &Client, round: u16) {
    click(organiser, "#open-round").await;
    let opened = format!("//h1[.='Round {round} of 3: talk']");
    let refused = "//p[contains(.,'not everyone is ready')]";
    sees(organiser, &format!("{opened} | {refused}")).await;
    if organiser.find(Locator::XPath(refused)).await.is_ok() {
        click(organiser, "#anyway").await;
        click(organiser, "#open-round").await;
    }
    sees(organiser, &opened).await;
}

fn file(folder: &std::path::Path, name: &str, bytes: &[u8]) -> String {
    let path: PathBuf = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Waits for a picture or a film on the page that is at least this many pixels wide.
async fn sees_pixels(client: &Client, css: &str, width: u32) -> bool {
    let script = "const [css, width, done] = arguments;
        const look = () => {
            const seen = document.querySelector(css);
            if ((seen?.naturalWidth ?? seen?.videoWidth ?? 0) >= width) done(true);
            else setTimeout(look, 50);
        };
        look();";
    client.execute_async(script, vec![json!(css), json!(width)]).await.unwrap() == json!(true)
}

/// From now on the pages of this browser record the frames of the live connection.
async fn notes_frames(client: &Client) {
    let source = "window.heard = []; const Plain = WebSocket; window.WebSocket = class extends Plain { constructor(...all) { super(...all);
        this.addEventListener('message', ({ data }) => window.heard.push(data)); } };";
    client.issue_cmd(DevTools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }))).await.unwrap();
}

/// The frames about files and words that the page received in this round, without running numbers and the time of day.
async fn frames(client: &Client, round: u16) -> Vec<String> {
    let heard = client.execute("return window.heard;", Vec::new()).await.unwrap();
    let frames = heard.as_array().unwrap().iter().filter_map(Value::as_str);
    let updates = frames.filter_map(|frame| {
        let frame: Value = serde_json::from_str(frame).unwrap();
        frame["updates"].as_array().cloned()
    });
    let of_round = updates.flatten().filter(|update| update["round"] == json!(format!("R{round}")));
    let spoken = of_round.filter(|update| ["attached", "said"].contains(&update["kind"].as_str().unwrap_or_default()));
    spoken
        .map(|mut update| {
            for counted in ["n", "at", "round"] {
                update.as_object_mut().unwrap().remove(counted);
            }
            update.to_string()
        })
        .collect()
}
