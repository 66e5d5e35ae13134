//! The published pages of a contest, opened from a disk.

use std::{fs, path::Path};

use fantoccini::{Client, Locator, key::Key};
use serde_json::json;

use crate::{
    browser::{Driver, fits, sees, shoot},
    looks::looked_at,
    support::viva,
};

/// Publishes a golden bundle; returns the exit code and output.
fn publish(record: &str, out: &Path, more: &[&str]) -> (Option<i32>, String) {
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/records").join(record);
    let output = viva().args(["record", "publish"]).arg(record).arg("--out").arg(out).args(more).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_record_is_published_as_far_as_it_is_confirmed_and_never_further() {
    let folder = tempfile::tempdir().unwrap();
    for (record, code, told) in [
        ("example.viva", 0, "id=\"winner\""),
        ("names-redacted.viva", 0, "id=\"winner\""),
        ("ballot-redacted.viva", 3, "There is no result here"),
        ("draw-redacted.viva", 3, "There is no result here"),
    ] {
        let out = folder.path().join(record);
        let (ended, said) = publish(record, &out, &[]);
        assert_eq!(ended, Some(code), "{record}: {said}");
        let front = fs::read_to_string(out.join("index.html")).unwrap();
        assert!(front.contains(told), "{record}: {front}");
        assert_eq!(front.contains("class=\"plot\""), code == 0, "{record}");
        assert_eq!(out.join("results.json").exists(), code == 0, "{record}");
        assert!(out.join("record.viva").exists() && out.join("assets/replay.js").exists());
    }
    let (ended, said) = publish("unfinished.viva", &folder.path().join("unfinished"), &[]);
    assert!(ended == Some(3) && said.contains("the contest is not closed"), "{said}");
    assert!(!folder.path().join("unfinished").exists());
    let (ended, said) = publish("example.viva", &folder.path().join("example.viva"), &[]);
    assert!(ended == Some(2) && said.contains("--force"), "what is there stays: {said}");
    let (ended, said) = publish("example.viva", &folder.path().join("other"), &["--key", "nobody"]);
    assert!(ended == Some(2) && said.contains("--key is no verifier key"), "{said}");
    let look = folder.path().join("look.toml");
    fs::write(&look, "name = \"The Tea Society\"\nlogo = \"logo.png\"\n[light]\naccent = \"#8c1515\"\n").unwrap();
    let picture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures/guide-first-place-desk-light.png");
    fs::copy(picture, folder.path().join("logo.png")).unwrap();
    let own = folder.path().join("own");
    let (ended, said) = publish("example.viva", &own, &["--look", look.to_str().unwrap()]);
    assert_eq!(ended, Some(0), "{said}");
    let front = fs::read_to_string(own.join("index.html")).unwrap();
    assert!(front.contains("src=\"assets/logo\"") && front.contains("The Tea Society"), "{front}");
    assert!(front.contains("href=\"assets/look.css\"") && own.join("assets/logo").exists(), "{front}");
    assert!(fs::read_to_string(own.join("assets/look.css")).unwrap().contains("#8c1515"));
    let german = folder.path().join("german");
    let (ended, said) = publish("example.viva", &german, &["--language", "de"]);
    assert_eq!(ended, Some(0), "{said}");
    let front = fs::read_to_string(german.join("index.html")).unwrap();
    assert!(front.contains("<html lang=\"de\"") && front.contains("Prüfen Sie es selbst"), "{front}");
    let results = |out: &str| fs::read_to_string(folder.path().join(out).join("results.json")).unwrap();
    assert_eq!(results("german"), results("example.viva"), "a result has no language");
    let (ended, said) = publish("example.viva", &folder.path().join("other"), &["--language", "tlh"]);
    assert!(ended == Some(1) && said.contains("choose one of en, de"), "{said}");
    assert!(!folder.path().join("other").exists());
}

/// The text of a pane.
async fn pane(client: &Client, seat: &str) -> String {
    client.find(Locator::Css(&format!("[data-seat='{seat}']"))).await.unwrap().text().await.unwrap()
}

#[tokio::test]
async fn an_interview_is_replayed_by_keyboard_from_a_disk() {
    let folder = tempfile::tempdir().unwrap();
    let (ended, said) = publish("example.viva", folder.path(), &[]);
    assert_eq!(ended, Some(0), "{said}");
    let driver = Driver::start();
    let client = driver.browser(1280, 900, false).await;
    let at = |file: &str| format!("file://{}/{file}", folder.path().display());
    client.goto(&at("index.html")).await.unwrap();
    sees(&client, "//p[@id='winner']").await;
    looked_at(&client, "site-front").await;

    client.goto(&at("interviews/R1-J1.html")).await.unwrap();
    sees(&client, "//section[@id='player'][not(@hidden)]").await;
    let (left, right) = (pane(&client, "left").await, pane(&client, "right").await);
    looked_at(&client, "site-interview").await;

    // At sixteen times its pace, by keyboard alone.
    let player = client.find(Locator::Css("#player")).await.unwrap();
    client.execute("arguments[0].focus()", vec![serde_json::to_value(&player).unwrap()]).await.unwrap();
    player.send_keys("++++").await.unwrap();
    let speed = client.execute("return document.querySelector('#speed').value", vec![]).await.unwrap();
    assert_eq!(speed, json!("16"));
    player.send_keys(" ").await.unwrap();
    sees(&client, "//button[@id='play'][.='Stop']").await;
    sees(&client, "//section[@id='player'][@data-at-end]").await;
    sees(&client, "//button[@id='play'][.='Play']").await;
    // In the end the words are the same, without the times.
    let words = |text: &str| {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines
            .filter(|line| !line.starts_with("Judge") && !line.starts_with("Witness"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    for (seat, before) in [("left", &left), ("right", &right)] {
        assert_eq!(words(&pane(&client, seat).await), words(before), "{seat}");
    }
    assert!(!words(&left).is_empty() || !words(&right).is_empty());
    shoot(&client, "site-replayed").await;

    // Back to the beginning, and everything again.
    player.send_keys(&String::from(char::from(Key::Home))).await.unwrap();
    assert_eq!(words(&pane(&client, "left").await), [""; 0]);
    client.find(Locator::Css("#whole")).await.unwrap().click().await.unwrap();
    assert_eq!(words(&pane(&client, "left").await), words(&left));
    client.close().await.unwrap();
}

/// The logs of the final of 2012 and its rehearsals, imported and published.
#[tokio::test]
async fn the_logs_of_2012_are_published_and_replayed_key_by_key_from_a_disk() {
    let logs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/2012");
    let Ok(logs) = fs::read_dir(&logs) else {
        eprintln!("skipped: {} cannot be read", logs.display());
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (record, out) = (folder.path().join("2012.viva"), folder.path().join("site"));
    let mut logs: Vec<_> = logs.map(|log| log.unwrap().path()).collect();
    logs.sort();
    let mut import = viva();
    import.args(["record", "import", "--utc-offset", "60", "--name", "The final of 2012"]).args(&logs);
    assert!(import.arg("--out").arg(&record).status().unwrap().success());
    let published = viva().args(["record", "publish"]).arg(&record).arg("--out").arg(&out).output().unwrap();
    assert_eq!(published.status.code(), Some(3), "{}", String::from_utf8_lossy(&published.stderr));

    let driver = Driver::start();
    let client = driver.browser(1280, 900, false).await;
    client.goto(&format!("file://{}/index.html", out.display())).await.unwrap();
    sees(&client, "//p[@id='unconfirmed'][contains(.,'Nothing here is confirmed')]").await;
    sees(&client, "//section[@id='sources']//tbody/tr[8]").await;
    looked_at(&client, "past-front").await;
    // The first log has a head and no key, so there is nothing to play.
    client.find(Locator::Css("#conversations tbody tr:nth-child(2) a")).await.unwrap().click().await.unwrap();
    sees(&client, "//section[@id='player'][not(@hidden)]").await;
    looked_at(&client, "past-sitting").await;
    let player = client.find(Locator::Css("#player")).await.unwrap();
    client.execute("arguments[0].focus()", vec![serde_json::to_value(&player).unwrap()]).await.unwrap();
    player.send_keys(&String::from(char::from(Key::End))).await.unwrap();
    sees(&client, "//section[@id='player'][@data-at-end]").await;
    assert!(!pane(&client, "left").await.trim().is_empty() && !pane(&client, "right").await.trim().is_empty());
    shoot(&client, "past-replayed").await;
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_replay_says_what_went_wrong_when_it_did() {
    let folder = tempfile::tempdir().unwrap();
    publish("loebner-1995-changes.viva", folder.path(), &[]);
    let driver = Driver::start();
    let client = driver.browser(390, 844, false).await;
    client.goto(&format!("file://{}/interviews/R1-J1.html", folder.path().display())).await.unwrap();
    sees(&client, "//section[@id='player'][not(@hidden)]").await;
    sees(&client, "//*[@id='marks']/*[@class='incident']").await;
    let player = client.find(Locator::Css("#player")).await.unwrap();
    client.execute("arguments[0].focus()", vec![serde_json::to_value(&player).unwrap()]).await.unwrap();
    player.send_keys(&String::from(char::from(Key::End))).await.unwrap();
    sees(&client, "//p[@id='happened'][starts-with(.,'Incident at 0:13: no answer for 30 s')]").await;
    looked_at(&client, "site-incident").await;
    player.send_keys(&String::from(char::from(Key::Home))).await.unwrap();
    sees(&client, "//p[@id='happened'][.='']").await;
    client.close().await.unwrap();
}

#[tokio::test]
async fn what_a_judge_showed_is_shown_again_in_a_replay() {
    let folder = tempfile::tempdir().unwrap();
    let (ended, said) = publish("audio-visual.viva", folder.path(), &[]);
    assert_eq!(ended, Some(0), "{said}");
    let driver = Driver::start();
    let client = driver.browser(1280, 900, false).await;
    client.goto(&format!("file://{}/interviews/R1-J1.html", folder.path().display())).await.unwrap();
    sees(&client, "//section[@id='player'][not(@hidden)]").await;
    let player = client.find(Locator::Css("#player")).await.unwrap();
    let in_replay = "//*[contains(@class,'replaying')]//li[contains(@class,'judge')]";
    player.send_keys(&String::from(char::from(Key::Home))).await.unwrap();
    sees(&client, "//*[contains(@class,'replaying')]/ol[not(*)]").await;
    player.send_keys(&String::from(char::from(Key::End))).await.unwrap();
    sees(&client, &format!("{in_replay}[1]//img[@alt='My house.']")).await;
    sees(&client, &format!("{in_replay}[2]//*[contains(.,'What is it?')]")).await;
    sees(&client, &format!("{in_replay}[last()]//audio")).await;
    let script =
        "const image = document.querySelector('.replaying img'); return image.decode().then(() => image.naturalWidth);";
    let width = client.execute(script, vec![]).await.unwrap();
    assert!(width.as_u64().is_some_and(|width| width > 0), "the picture is there: {width}");
    looked_at(&client, "site-shown").await;
    client.close().await.unwrap();
}

#[tokio::test]
async fn who_took_whom_for_what_can_be_read_on_a_telephone() {
    let folder = tempfile::tempdir().unwrap();
    publish("loebner-1995-changes.viva", folder.path(), &[]);
    let driver = Driver::start();
    let client = driver.browser(390, 844, true).await;
    client.goto(&format!("file://{}/index.html", folder.path().display())).await.unwrap();
    sees(&client, "//table[@class='grid']").await;
    assert!(fits(&client).await);
    let script =
        "const table = document.querySelector('.grid'); return table.getBoundingClientRect().right <= innerWidth;";
    assert_eq!(client.execute(script, vec![]).await.unwrap(), json!(true), "no need to scroll to the side");
    looked_at(&client, "site-grid").await;
    client.close().await.unwrap();
}
