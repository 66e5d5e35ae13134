//! The pages of judges and confederates in a real browser: unsent words stay in view, and no window or pane loses its
//! place. Screenshots stay in `artifacts/`.

use fantoccini::{Client, Locator};
use serde_json::Value;

use crate::{
    browser::{Driver, click, fits, join, sees, shoot, types},
    support::{Guest, Server, contest_file, house_entries},
};

/// A driver types faster than any typist.
const FAST: &str = "[overrides.interview.medium.keystrokes]\nkeys_per_second = 1000\n";

/// Four of each role, by messages.
const MESSAGES: &str = "[overrides.roles]\njudges = 4\nentries = 4\nconfederates = 4\n[overrides.schedule.sessions]\njudges = 4\nconfederates = 4\n";

const RETURN: &str = "\u{e007}";

/// A contest in its first talk, and the links of all participants.
async fn in_the_talk(folder: &std::path::Path, rulebook: &str, overrides: &str) -> (Server, Guest, Vec<String>) {
    let contest = contest_file(&house_entries(), overrides).replace("\"loebner-2010\"", &format!("\"{rulebook}\""));
    let server = Server::with_contest(folder, &contest, &[]);
    let desk = server.organiser().await;
    let links = desk.links().await.into_iter().map(|(_, link)| link).collect();
    desk.post("do", &[("action", "draw"), ("anyway", "true")]).await;
    desk.post("do", &[("action", "open-round"), ("anyway", "true")]).await;
    (server, desk, links)
}

async fn run(client: &Client, script: &str) -> Value {
    client.execute(script, Vec::new()).await.unwrap()
}

/// The value of a field.
async fn value(client: &Client, css: &str) -> String {
    client.find(Locator::Css(css)).await.unwrap().prop("value").await.unwrap().unwrap_or_default()
}

/// From now on nothing that this page sends arrives.
async fn cuts_off(client: &Client) {
    run(client, "WebSocket.prototype.send = () => {};").await;
}

fn said(seat: &str, text: &str) -> String {
    format!("//div[@id='log-{seat}']//li[contains(@class,'judge')][contains(.,\"{text}\")]")
}

#[tokio::test]
async fn words_that_were_not_sent_stay_in_view_and_go_out_after_a_reload_once() {
    let driver = Driver::start();
    for (rulebook, overrides) in [("loebner-2010", FAST), ("five-minute-2014", MESSAGES)] {
        let folder = tempfile::tempdir().unwrap();
        let (_server, _desk, links) = in_the_talk(folder.path(), rulebook, overrides).await;
        let judge = driver.browser(390, 844, false).await;
        join(&judge, &links[0]).await;
        sees(&judge, "//form[@id='say-left']").await;
        types(&judge, "#say-left-field", &format!("This arrives.{RETURN}")).await;
        sees(&judge, &said("left", "This arrives.")).await;

        cuts_off(&judge).await;
        types(&judge, "#say-left-field", &format!("Where were you born?{RETURN}")).await;
        types(&judge, "#say-left-field", "And wh").await;
        types(&judge, "#say-right-field", &format!("And you?{RETURN}")).await;
        let waits = |side: &str, text: &str| format!("//form[@id='say-{side}']//ul[@data-pending]/li[.='{text}']");
        sees(&judge, &waits("left", "Where were you born?")).await;
        sees(&judge, &waits("right", "And you?")).await;
        assert_eq!(value(&judge, "#say-left-field").await, "And wh");
        shoot(&judge, &format!("not-sent-yet-{rulebook}-phone")).await;
        assert!(fits(&judge).await);

        judge.refresh().await.unwrap();
        sees(&judge, &said("left", "Where were you born?")).await;
        sees(&judge, &said("right", "And you?")).await;
        sees(&judge, "//form[@id='say-left']//ul[@data-pending][not(li)]").await;
        assert_eq!(value(&judge, "#say-left-field").await, "And wh", "{rulebook}: what was not finished is there too");
        types(&judge, "#say-left-field", &format!("en?{RETURN}")).await;
        sees(&judge, &said("left", "And when?")).await;
        let lines = judge.find_all(Locator::Css("#log-left li.judge")).await.unwrap();
        assert_eq!(lines.len(), 3, "{rulebook}: nothing came twice");
        judge.close().await.unwrap();
    }
}

#[tokio::test]
async fn of_ten_megabytes_that_somebody_pastes_a_field_takes_as_much_as_may_be_said_and_talk_goes_on() {
    let driver = Driver::start();
    for (rulebook, overrides) in [("loebner-2010", FAST), ("five-minute-2014", MESSAGES)] {
        let folder = tempfile::tempdir().unwrap();
        let (_server, _desk, links) = in_the_talk(folder.path(), rulebook, overrides).await;
        let judge = driver.browser(1280, 900, false).await;
        join(&judge, &links[0]).await;
        sees(&judge, "//form[@id='say-left']").await;
        click(&judge, "#say-left-field").await;
        run(&judge, "document.execCommand('insertText', false, 'paste '.repeat(1_700_000));").await;
        let most: usize = judge
            .find(Locator::Css("#say-left-field"))
            .await
            .unwrap()
            .attr("maxlength")
            .await
            .unwrap()
            .unwrap()
            .parse()
            .unwrap();
        let pasted = value(&judge, "#say-left-field").await;
        assert_eq!(pasted.len(), most, "{rulebook}");
        types(&judge, "#say-left-field", RETURN).await;
        sees(&judge, &said("left", pasted.trim())).await;
        types(&judge, "#say-right-field", &format!("And you?{RETURN}")).await;
        sees(&judge, &said("right", "And you?")).await;
        judge.close().await.unwrap();
    }
}

#[tokio::test]
async fn one_window_of_a_seat_speaks_and_another_takes_over_when_it_is_asked_to() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let (server, _desk, links) = in_the_talk(folder.path(), "loebner-2010", FAST).await;
    let judge = driver.browser(390, 844, true).await;
    join(&judge, &links[0]).await;
    sees(&judge, "//form[@id='say-left'][not(@inert)]").await;
    let first = judge.window().await.unwrap();
    let second = judge.new_window(true).await.unwrap().handle;
    judge.switch_to_window(second.clone()).await.unwrap();
    judge.goto(&format!("{}/story/judge/1", server.url)).await.unwrap();
    sees(&judge, "//form[@id='say-left'][not(@inert)]").await;

    judge.switch_to_window(first.clone()).await.unwrap();
    sees(&judge, "//section[@id='elsewhere'][not(@hidden)]").await;
    sees(&judge, "//form[@id='say-left'][@inert]").await;
    shoot(&judge, "another-window-phone-dark").await;
    assert!(fits(&judge).await);
    // It still shows events.
    judge.switch_to_window(second.clone()).await.unwrap();
    types(&judge, "#say-left-field", &format!("From the second window.{RETURN}")).await;
    judge.switch_to_window(first).await.unwrap();
    sees(&judge, &said("left", "From the second window.")).await;

    click(&judge, "#elsewhere button").await;
    sees(&judge, "//section[@id='elsewhere'][@hidden]").await;
    types(&judge, "#say-left-field", &format!("From the first again.{RETURN}")).await;
    sees(&judge, &said("left", "From the first again.")).await;
    judge.switch_to_window(second).await.unwrap();
    sees(&judge, "//form[@id='say-left'][@inert]").await;
    judge.close().await.unwrap();
}

#[tokio::test]
async fn a_pane_keeps_its_end_through_any_size_and_tells_who_has_scrolled_up_of_new_words() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let (_server, desk, links) = in_the_talk(folder.path(), "loebner-2010", FAST).await;
    let judge = driver.browser(1280, 900, false).await;
    join(&judge, &links[0]).await;
    sees(&judge, "//form[@id='say-left']").await;
    for n in 1..=30 {
        types(&judge, "#say-left-field", &format!("Line {n}{RETURN}")).await;
    }
    sees(&judge, &said("left", "Line 30")).await;
    let at_end = "const log = document.getElementById('log-left'); return log.scrollHeight - log.scrollTop - log.clientHeight < 2;";
    let keeps_its_end = async || {
        for _ in 0..200 {
            if run(&judge, at_end).await == true {
                return true;
            }
        }
        false
    };
    assert!(keeps_its_end().await);
    // As on a phone that is turned, or whose keyboard opens and closes.
    for (height, width) in [("90px", "200px"), ("300px", "400px"), ("120px", "150px")] {
        let size = format!(
            "const log = document.getElementById('log-left'); log.style.height = '{height}'; log.style.width = '{width}';"
        );
        run(&judge, &size).await;
        assert!(keeps_its_end().await, "{height}");
    }

    // A reader further up stays there.
    run(&judge, "document.getElementById('log-left').scrollTop = 0;").await;
    sees(&judge, "//button[@data-below='log-left'][@hidden]").await;
    types(&judge, "#say-left-field", &format!("Something new{RETURN}")).await;
    sees(&judge, "//button[@data-below='log-left'][not(@hidden)][.='New words below']").await;
    assert_eq!(run(&judge, "return document.getElementById('log-left').scrollTop;").await, 0);
    shoot(&judge, "new-words-below").await;
    // A redrawn page changes none of this.
    desk.post("do", &[("action", "pause"), ("reason", "tea")]).await;
    sees(&judge, "//p[@id='paused']").await;
    assert_eq!(run(&judge, "return document.getElementById('log-left').scrollTop;").await, 0);
    click(&judge, "[data-below='log-left']").await;
    sees(&judge, "//button[@data-below='log-left'][@hidden]").await;
    assert!(keeps_its_end().await);
    judge.close().await.unwrap();
}

#[tokio::test]
async fn what_keys_cannot_carry_is_said_before_anything_of_it_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _desk, links) = in_the_talk(folder.path(), "loebner-2010", FAST).await;
    let judge = server.join(&links[0]).await;
    let says = async |text: &str| judge.post("say", &[("round", "R1"), ("seat", "left"), ("text", text)]).await;
    let page = judge.get(&judge.page).await.1;
    assert!(page.contains("sent in their nearest plain spelling"), "{page}");
    let (status, page) = says("Do you read \u{ff9e}\u{e000}?").await;
    assert!(status.is_client_error(), "{page}");
    assert!(page.contains("nothing was sent") && page.contains("value=\"Do you read \u{ff9e}\u{e000}?\""), "{page}");
    assert!(!page.contains("<span class=\"said\" translate=\"no\" dir=\"auto\">Do you"), "{page}");
    assert!(says("“Naïve”?").await.0.is_redirection());
    let page = judge.get(&judge.page).await.1;
    assert!(page.contains("\"auto\">&#34;Naive&#34;?</span>"), "{page}");
}
