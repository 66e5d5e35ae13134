//! Receipts of ballots in a real browser. Screenshots stay in `artifacts/`.

use crate::{
    browser::{Driver, click, fits, join, sees, shoot},
    looks::looked_at,
    support::{Server, contest_file, house_entries},
};

#[tokio::test]
async fn a_judge_finds_the_receipts_of_closed_rounds_on_a_phone() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let rules = "[overrides.interview]\nscoring = \"20m\"\n";
    let server = Server::with_contest(folder.path(), &contest_file(&house_entries(), rules), &[]);
    let desk = server.organiser().await;
    let links: Vec<String> = desk.links().await.into_iter().map(|(_, link)| link).collect();
    desk.post("do", &[("action", "draw"), ("anyway", "true")]).await;
    let judge = driver.browser(390, 844, true).await;
    join(&judge, &links[0]).await;
    desk.post("do", &[("action", "open-round"), ("anyway", "true")]).await;
    desk.post("do", &[("action", "end-phase"), ("phase", "talk"), ("round", "R1")]).await;
    click(&judge, "#human-left-R1").await;
    click(&judge, "#ballot-R1 button").await;
    sees(&judge, "//p[@data-sealed][starts-with(.,'Submitted: the left one is the human')]").await;
    let page = judge.current_url().await.unwrap();
    let receipts = format!("{page}/receipts");
    judge.goto(&receipts).await.unwrap();
    sees(&judge, "//p[contains(.,'No receipts yet')]").await;
    shoot(&judge, "receipts-none-phone-dark").await;
    assert!(fits(&judge).await);
    click(&judge, "main a").await;
    sees(&judge, "//main[@data-live]").await;

    // The receipts come with the close.
    desk.post("do", &[("action", "end-phase"), ("phase", "scoring"), ("round", "R1")]).await;
    for round in ["R2", "R3", "R4"] {
        desk.post("do", &[("action", "open-round"), ("anyway", "true")]).await;
        for phase in ["talk", "scoring"] {
            desk.post("do", &[("action", "end-phase"), ("phase", phase), ("round", round)]).await;
        }
    }
    desk.post("do", &[("action", "end-phase"), ("phase", "end-ballots"), ("trial", "1")]).await;
    judge.goto(page.as_ref()).await.unwrap();
    sees(&judge, "//a[.='Receipts of your ballots']").await;
    assert!(fits(&judge).await);
    shoot(&judge, "receipts-link-phone-dark").await;
    judge.goto(&receipts).await.unwrap();
    sees(&judge, "//a[@download][.='Ballot of round 1']").await;
    looked_at(&judge, "receipts-phone-dark").await;
    assert!(fits(&judge).await);
    judge.close().await.unwrap();
}
