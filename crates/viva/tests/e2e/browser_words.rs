//! Typed words are recorded, or are in the field again: after an outage, a pause, a restart of the server and in a
//! second window, in every combination. And nothing disturbs typing in the field: no translation, no input method.

use std::{path::Path, time::Instant};

use fantoccini::{Client, Locator};
use rulebook::{Draws, Seed};
use serde_json::{Value, json};

use crate::{
    browser::{Driver, FAST, click, join, sees, types},
    relay::Relay,
    support::{Guest, PATIENCE, Server, contest_file, house_entries},
};

/// Four of each role, by messages.
const MESSAGES: &str = "[overrides.roles]\njudges = 4\nentries = 4\nconfederates = 4\n[overrides.schedule.sessions]\njudges = 4\nconfederates = 4\n";

const RETURN: &str = "\u{e007}";

/// A judge's browser in the first talk of a contest, on a network that can fall silent.
struct Talk {
    server: Option<Server>,
    organiser: Guest,
    relay: Relay,
    judge: Client,
}

impl Talk {
    async fn begins(driver: &Driver, folder: &Path, (rulebook, overrides): (&str, &str)) -> Self {
        let contest = contest_file(&house_entries(), overrides).replace("\"loebner-2010\"", &format!("\"{rulebook}\""));
        let server = Server::with_contest(folder, &contest, &[]);
        let organiser = server.organiser().await;
        let link = organiser.links().await[0].1.clone();
        for action in ["draw", "open-round"] {
            organiser.post("do", &[("action", action), ("anyway", "true")]).await;
        }
        let relay = Relay::to(&server.url).await;
        let judge = driver.browser(1280, 900, false).await;
        join(&judge, &relay.through(&link)).await;
        sees(&judge, "//form[@id='say-left'][not(@inert)]").await;
        Self { server: Some(server), organiser, relay, judge }
    }

    /// The server is killed, and another one takes over.
    fn starts_again(&mut self, folder: &Path) {
        let server = self.server.take().unwrap();
        let listen = server.url.trim_start_matches("http://").to_owned();
        server.kill();
        self.server = Some(Server::start(&folder.join("data"), &["--listen", &listen]));
    }

    /// Asks for a state that may exist already: after a restart clocks can stop by themselves.
    async fn asks(&self, frame: Value) {
        let _ = self.organiser.connect(0).await.ask(frame).await;
    }

    /// The judge's recorded words and the field's text, in one conversation.
    async fn seen(&self) -> (String, String) {
        let script =
            "const said = [...document.querySelectorAll('#log-left .judge .said')].map((line) => line.textContent);
            const owed = [...document.querySelectorAll('#owed li')].map((line) => line.textContent);
            return [said.join(' '), [...owed, document.querySelector('#say-left-field')?.value ?? ''].join(' ')];";
        let seen = self.judge.execute(script, Vec::new()).await.unwrap();
        (seen[0].as_str().unwrap().to_owned(), seen[1].as_str().unwrap().to_owned())
    }

    /// Waits until nothing is under way, and every word is recorded or in the field.
    async fn holds(&self, words: &[String], why: &str) {
        let began = Instant::now();
        loop {
            let (said, field) = self.seen().await;
            let missing: Vec<_> = words.iter().filter(|word| !said.contains(*word) && !field.contains(*word)).collect();
            let is_back = self.judge.find(Locator::XPath("//p[@id='link'][.='']")).await.is_ok();
            let waits = self.judge.find(Locator::Css("[data-pending] li")).await.is_ok();
            if missing.is_empty() && is_back && !waits {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "{why}: {missing:?} are lost; said: {said}; in the field: {field}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_typed_is_lost_over_outage_pause_restart_and_second_window() {
    let seed = std::env::var("PROPTEST_RNG_SEED").unwrap_or_else(|_| "1950".to_owned());
    eprintln!("PROPTEST_RNG_SEED={seed}");
    let driver = Driver::start();
    for kind in [("loebner-2010", FAST), ("five-minute-2014", MESSAGES)] {
        let folder = tempfile::tempdir().unwrap();
        let mut talk = Talk::begins(&driver, folder.path(), kind).await;
        let mut draws = Draws::new(Seed::from_contributions([&*seed]), kind.0);
        let mut words = Vec::new();
        for case in 0..8_u32 {
            let (pauses, restarts, second) = (case & 1 != 0, case & 2 != 0, case & 4 != 0);
            let why = format!("{kind:?}: pause {pauses}, restart {restarts}, second window {second}");
            let mut word = || {
                let word = format!("w{}x{}", words.len(), draws.below(100_000));
                words.push(word.clone());
                word
            };
            // A part of a line is under way when the network falls silent; then the line is ended, or not.
            let (before, during, after) = (word(), word(), word());
            let ends = if draws.below(2) == 0 { RETURN } else { "" };
            types(&talk.judge, "#say-left-field", &format!("{before} ")).await;
            talk.relay.falls_silent();
            types(&talk.judge, "#say-left-field", &format!("{during}{ends} {after}")).await;
            if restarts {
                talk.starts_again(folder.path());
            }
            if pauses {
                talk.asks(json!({"do": "pause", "reason": "a drill"})).await;
            }
            talk.relay.comes_back();
            if second {
                let first = talk.judge.window().await.unwrap();
                let another = talk.judge.new_window(true).await.unwrap().handle;
                talk.judge.switch_to_window(another).await.unwrap();
                talk.judge.goto(&talk.relay.through(&format!("{}/story/judge/1", talk.organiser.url))).await.unwrap();
                sees(&talk.judge, "//form[@id='say-left'][not(@inert)]").await;
                talk.judge.close_window().await.unwrap();
                talk.judge.switch_to_window(first).await.unwrap();
                sees(&talk.judge, "//form[@id='say-left'][not(@inert)]").await;
            }
            talk.holds(&words, &why).await;
            if pauses || restarts {
                talk.asks(json!({"do": "resume"})).await;
            }
            sees(&talk.judge, "//form[@id='say-left']//*[@name='text'][not(@readonly)]").await;
            types(&talk.judge, "#say-left-field", RETURN).await;
            let began = Instant::now();
            while !said_all(&talk, &words).await {
                assert!(began.elapsed() < PATIENCE, "{why}: {:?}", talk.seen().await);
            }
        }
        talk.judge.close().await.unwrap();
    }
}

async fn said_all(talk: &Talk, words: &[String]) -> bool {
    let (said, _) = talk.seen().await;
    words.iter().all(|word| said.contains(word))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_network_that_falls_silent_is_noticed_within_ten_seconds() {
    let (driver, folder) = (Driver::start(), tempfile::tempdir().unwrap());
    let talk = Talk::begins(&driver, folder.path(), ("loebner-2010", FAST)).await;
    // While the network works, silence of any length raises no alarm.
    types(&talk.judge, "#say-left-field", "a").await;
    sees(&talk.judge, "//span[@data-typing='judge'][.='a']").await;
    let watched = "window.noticed = null; window.began = performance.now();
        new MutationObserver(() => (window.noticed ??= performance.now() - window.began))
            .observe(document.getElementById('link'), { childList: true });";
    talk.judge.execute(watched, Vec::new()).await.unwrap();
    talk.relay.falls_silent();
    sees(&talk.judge, "//p[@id='link'][contains(.,'reconnecting')]").await;
    let noticed = talk.judge.execute("return window.noticed", Vec::new()).await.unwrap();
    // Its own clock: a busy machine delays it beyond ten seconds, but never to thirty-six.
    assert!(noticed.as_f64().unwrap() < 20_000., "{noticed}");
    talk.relay.comes_back();
    sees(&talk.judge, "//p[@id='link'][.='']").await;
    talk.judge.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_comes_between_the_fingers_and_the_field() {
    let driver = Driver::start();
    for kind in [("loebner-2010", FAST), ("five-minute-2014", MESSAGES)] {
        let folder = tempfile::tempdir().unwrap();
        let talk = Talk::begins(&driver, folder.path(), kind).await;
        let field = talk.judge.find(Locator::Css("#say-left-field")).await.unwrap();
        for (name, value) in [
            ("translate", "no"),
            ("spellcheck", "false"),
            ("autocorrect", "off"),
            ("autocapitalize", "off"),
            ("autocomplete", "off"),
            ("writingsuggestions", "false"),
            ("data-gramm", "false"),
        ] {
            assert_eq!(field.attr(name).await.unwrap().as_deref(), Some(value), "{name}");
        }
        // In Safari the Enter that chooses a character comes after the end of the composition, with an input method's
        // key code.
        let enter = "const field = document.querySelector('#say-left-field');
            field.focus();
            field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
            field.value = 'konnichiwa';
            field.dispatchEvent(new InputEvent('input', { bubbles: true }));
            field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'konnichiwa' }));
            const key = new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true });
            field.dispatchEvent(key);
            return [field.value, key.defaultPrevented];";
        let [left, prevented] =
            serde_json::from_value::<[Value; 2]>(talk.judge.execute(enter, Vec::new()).await.unwrap()).unwrap();
        assert_eq!(left, "konnichiwa", "{kind:?}: it is not sent");
        // The browser itself would submit a one-line field.
        assert_eq!(prevented, kind.0 == "loebner-2010", "{kind:?}");
        types(&talk.judge, "#say-left-field", RETURN).await;
        sees(
            &talk.judge,
            "//div[@id='log-left']//li[contains(@class,'judge')]/span[@class='said'][.='konnichiwa'][@translate='no']",
        )
        .await;
        // The page made by the server says the same.
        talk.judge.refresh().await.unwrap();
        sees(
            &talk.judge,
            "//div[@id='log-left']//li[contains(@class,'judge')]/span[@class='said'][.='konnichiwa'][@translate='no']",
        )
        .await;
        talk.judge.close().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_window_that_speaks_is_closed_another_one_speaks() {
    let (driver, folder) = (Driver::start(), tempfile::tempdir().unwrap());
    let talk = Talk::begins(&driver, folder.path(), ("loebner-2010", FAST)).await;
    let page = talk.relay.through(&format!("{}/story/judge/1", talk.organiser.url));
    let mut windows = vec![talk.judge.window().await.unwrap()];
    for _ in 0..2 {
        windows.push(talk.judge.new_window(true).await.unwrap().handle);
        talk.judge.switch_to_window(windows.last().unwrap().clone()).await.unwrap();
        talk.judge.goto(&page).await.unwrap();
        sees(&talk.judge, "//form[@id='say-left'][not(@inert)]").await;
    }
    // The window that was active last is active again; the first is unchanged.
    talk.judge.close_window().await.unwrap();
    for (window, is_mute) in [(1, false), (0, true)] {
        talk.judge.switch_to_window(windows[window].clone()).await.unwrap();
        let how = if is_mute { "@inert" } else { "not(@inert)" };
        sees(&talk.judge, &format!("//form[@id='say-left'][{how}]")).await;
    }
    click(&talk.judge, "#elsewhere button").await;
    sees(&talk.judge, "//section[@id='elsewhere'][@hidden]").await;
    types(&talk.judge, "#say-left-field", &format!("From the first.{RETURN}")).await;
    sees(&talk.judge, "//li[contains(@class,'judge')][contains(.,'From the first.')]").await;
    talk.judge.close().await.unwrap();
}
