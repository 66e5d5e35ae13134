//! Pages of 2018 in a real browser, served from the organiser's folder: they play, they show refusals, and they cannot
//! act with their visitor's session.

use std::path::Path;

use fantoccini::Locator;
use reqwest::{StatusCode, header};
use serde_json::{Value, json};

use super::{KEYS, Stage, raw::Raw};
use crate::{
    browser::{Driver, click, join, sees, types},
    support::http,
};

/// The pages with the library of those years, as on the server of 2016.
fn pages() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/e2e/peers/pages-2018");
    for page in ["judge.html", "panel.html", "hostile.html"] {
        std::fs::copy(from.join(page), folder.path().join(page)).unwrap();
    }
    std::fs::create_dir(folder.path().join("scripts")).unwrap();
    let [(_, packages), (_, library)] = super::peer::packages(super::peer::OLD);
    let library = Path::new(&packages).join(library).join("dist/socket.io.js");
    std::fs::copy(library, folder.path().join("scripts/socket.io.js")).unwrap();
    folder
}

#[tokio::test]
async fn pages_of_2018_are_played_from_the_folder_and_a_panel_shows_what_was_refused() {
    let pages = pages();
    let stage = Stage::set_with(KEYS, "", &["--pages", pages.path().to_str().unwrap()]).await;
    assert!(
        stage.server.said.contains("/judge.html") && stage.server.said.contains("4 files"),
        "{}",
        stage.server.said
    );
    let url = &stage.server.url;
    let driver = Driver::start();

    let panel = driver.browser(1000, 800, false).await;
    panel.goto(&format!("{url}/panel.html#{}", stage.organiser_token())).await.unwrap();
    sees(&panel, "//*[@id='roundStatus'][.='Not Started']").await;
    click(&panel, "#startRound").await;
    sees(&panel, "//td[@class='notConnected'][starts-with(., 'refused: ') and contains(., 'not everyone is ready')]")
        .await;

    let judge = driver.browser(1000, 800, false).await;
    judge.goto(&format!("{url}/judge.html#judge0:{}", stage.codes[0])).await.unwrap();
    sees(&judge, "//*[@id='status'][.='newRound']").await;
    stage.open_round().await;
    sees(&judge, "//*[@id='status'][.='startRound']").await;
    for side in ["#type0", "#type1"] {
        types(&judge, side, "Do you like the sea?\u{e007}").await;
    }
    sees(&judge, "//*[@class='other']").await;

    // The panel replaces an earlier refusal by the next status.
    sees(&panel, "//*[@id='roundStatus'][.='Running']").await;
    click(&panel, "#endRound").await;
    sees(&judge, "//*[@id='status'][.='endRound']").await;
    sees(&panel, "//body[not(.//td[starts-with(., 'refused: ')])]").await;
    for browser in [panel, judge] {
        browser.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_page_of_the_folder_cannot_act_for_whoever_opens_it() {
    let pages = pages();
    let stage = Stage::set_with(KEYS, "", &["--pages", pages.path().to_str().unwrap()]).await;
    let url = &stage.server.url;
    let driver = Driver::start();
    let browser = driver.browser(1000, 800, false).await;
    // This browser has the organiser's session.
    join(&browser, &stage.new_organiser_link()).await;
    browser.goto(&format!("{url}/hostile.html")).await.unwrap();
    sees(&browser, "//*[@id='done'][.='done']").await;
    let found = browser.find(Locator::Css("#found")).await.unwrap().text().await.unwrap();
    let found: Value = serde_json::from_str(&found).unwrap();
    assert_eq!(found["origin"], "null");
    for what in ["cookie", "storage", "window", "page", "live", "frame"] {
        assert_eq!(found[what], "no", "{what}: {found}");
    }
    // An answer that the page may not read reveals nothing, and had no effect.
    assert!(found["act"] == "no" || found["act"] == "0 ", "{found}");
    let there = browser.current_url().await.unwrap();
    assert!(there.path().ends_with("/hostile.html"), "a form led to {there}");
    let mut judge = Raw::connect(url, 4).await;
    let asks = json!({"status": "roundInformation", "id": "judge0", "secret": stage.codes[0]});
    judge.emit("control", &asks.to_string()).await;
    let told = judge.event("roundInformation").await.unwrap();
    assert!(told.as_str().unwrap().contains("Not Started"), "the round was opened: {told}");
    // The session is valid: the organiser's own page could have done all that the hostile page tried.
    browser.goto(&format!("{url}/story/organiser")).await.unwrap();
    sees(&browser, "//form[contains(@action, '/organiser/do')]").await;
    browser.close().await.unwrap();
}

#[tokio::test]
async fn an_address_is_one_of_a_page_or_of_nothing() {
    let pages = pages();
    std::fs::write(pages.path().join(".secret.html"), "secret").unwrap();
    std::os::unix::fs::symlink("/etc/hostname", pages.path().join("out.txt")).unwrap();
    let stage = Stage::set_with(KEYS, "", &["--pages", pages.path().to_str().unwrap()]).await;
    let url = &stage.server.url;
    assert!(stage.server.said.contains("not served: `out.txt` is a link"), "{}", stage.server.said);
    let page = http().get(format!("{url}/judge.html")).send().await.unwrap();
    assert_eq!(page.status(), StatusCode::OK);
    let policy = page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.starts_with("sandbox ") && !policy.contains("allow-same-origin"), "{policy}");
    assert_eq!(page.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
    for none in ["/.secret.html", "/out.txt", "/scripts/", "/scripts", "/%2e%2e/etc/hostname", "/judge.html/x"] {
        let answer = http().get(format!("{url}{none}")).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{none}");
    }
    let posted = http().post(format!("{url}/judge.html")).send().await.unwrap();
    assert_eq!(posted.status(), StatusCode::METHOD_NOT_ALLOWED);
    // The program's own pages are not sandboxed, and of other origins only sandboxed pages (`null`) may read
    // socket.io's answers.
    let ours = http().get(url).send().await.unwrap();
    assert!(!ours.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap().contains("sandbox"));
    let polled = |origin: &'static str| async move {
        let address = format!("{url}/socket.io/?EIO=3&transport=polling");
        http().get(address).header(header::ORIGIN, origin).send().await.unwrap()
    };
    assert_eq!(polled("null").await.headers()[header::ACCESS_CONTROL_ALLOW_ORIGIN], "null");
    let foreign = polled("http://elsewhere.example").await;
    assert!(!foreign.headers().contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN));
    assert_eq!(json!(foreign.status().as_u16()), json!(200), "it reads nothing of it");
}
