//! A judge with a wrong computer clock, in a real browser.

use fantoccini::{Client, Locator};
use serde_json::json;

use crate::{
    browser::{Driver, click, join, sees, types},
    desk::Desk,
    looks::DevTools,
    support::{Server, contest_file, house_entries},
};

/// Sets the computer's clock ahead by so many hours, from the next page on.
async fn is_ahead(client: &Client, hours: i32) {
    let script = format!(
        "const wrong = {hours} * 3600000, Right = Date;
         globalThis.Date = class extends Right {{
           constructor(...given) {{ if (given.length) super(...given); else super(Right.now() + wrong); }}
           static now() {{ return Right.now() + wrong; }}
         }};"
    );
    let script = DevTools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
    client.issue_cmd(script).await.unwrap();
}

#[tokio::test]
async fn judges_whose_computers_are_an_hour_wrong_see_the_time_that_is_left_and_are_heard() {
    let (driver, desk) = (Driver::start(), Desk::new());
    desk.lay("contest.toml", contest_file(&house_entries(), ""));
    let file = desk.path("contest.toml");
    let server = Server::start(&desk.path("data"), &[file.to_str().unwrap()]);
    let links = server.organiser().await.links().await;
    let mut judges = Vec::new();
    for (hours, (_, link)) in [1, -1].into_iter().zip(&links) {
        let judge = driver.browser(1280, 900, false).await;
        is_ahead(&judge, hours).await;
        join(&judge, link).await;
        let told = judge.execute("return Date.now();", Vec::new()).await.unwrap().as_f64().unwrap();
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs_f64() * 1000.;
        assert!((told - now) * f64::from(hours) > 3_000_000., "its clock is wrong");
        click(&judge, "#ready").await;
        judges.push(judge);
    }
    desk.viva("contest draw --anyway --data data").ends(0);
    desk.viva("contest open-round --anyway --data data").ends(0);
    for (judge, words) in judges.iter().zip(["I am early", "I am late"]) {
        // Twenty-five minutes, less the time spent so far.
        sees(judge, "//p[contains(@class,'clock')]//*[@data-time][starts-with(., '2') and string-length(.) = 5]").await;
        types(judge, "#say-left-field", &format!("{words}\u{e007}")).await;
        sees(judge, &format!("//li[contains(@class,'judge')][contains(., '{words}')]")).await;
    }
    desk.viva("contest pause --data data").ends(0);
    for judge in &judges {
        sees(judge, "//*[@data-paused]").await;
        let shown = judge.find(Locator::Css(".clock [data-time]")).await.unwrap().text().await.unwrap();
        let (minutes, _) = shown.split_once(':').unwrap();
        assert!((20..=25).contains(&minutes.parse::<u32>().unwrap()), "{shown}");
    }
}
