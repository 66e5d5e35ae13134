//! Joining in a real browser: cards, codes, returning to one's seat, and access rights. Screenshots stay in
//! `artifacts/`.

use fantoccini::Locator;

use crate::{
    browser::{Driver, click, join, sees, turns_to, types},
    looks::looked_at,
    support::{Server, contest_file, house_entries},
};

#[tokio::test]
async fn a_judge_types_a_code_and_finds_the_seat_again_until_the_organiser_ends_it() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(folder.path(), &contest_file(&house_entries(), ""), &[]);
    let organiser = driver.browser(1280, 900, false).await;
    join(&organiser, server.organiser_link.as_ref().unwrap()).await;
    turns_to(&organiser, "People").await;
    click(&organiser, "form[action$='/links'] button").await;
    sees(&organiser, "//h1[.='Join cards']").await;
    looked_at(&organiser, "cards").await;
    let code = organiser.find(Locator::Css(".join-code")).await.unwrap().text().await.unwrap();

    // The phone has no link; the words work, however they are typed.
    let judge = driver.browser(390, 844, true).await;
    judge.goto(&server.url).await.unwrap();
    looked_at(&judge, "home-phone-dark").await;
    types(&judge, "#code", "bado kemi tura lofi").await;
    click(&judge, "#enter").await;
    sees(&judge, "//p[@id='why'][contains(.,'No card has this code')]").await;
    looked_at(&judge, "code-phone-dark").await;
    judge.find(Locator::Css("#code")).await.unwrap().clear().await.unwrap();
    types(&judge, "#code", &code.to_uppercase().replace('-', " ")).await;
    click(&judge, "#enter").await;
    sees(&judge, "//h1[.='You are joining as Judge 1, judge number 1']").await;
    looked_at(&judge, "join-phone-dark").await;
    click(&judge, "#join").await;
    sees(&judge, "//main[@data-live]").await;

    // Back, and the front page, lead to the seat.
    judge.back().await.unwrap();
    sees(&judge, "//main[@data-live]").await;
    assert!(judge.current_url().await.unwrap().path().ends_with("/judge/1"));
    judge.goto(&server.url).await.unwrap();
    sees(&judge, "//a[.='Go on as Judge 1, judge number 1']").await;
    looked_at(&judge, "home-seated-phone-dark").await;
    click(&judge, "#own-seats a").await;
    sees(&judge, "//main[@data-live]").await;

    // The organiser invites a helper, sets a password, and ends the judge's session.
    organiser.goto(&format!("{}/story/organiser/access", server.url)).await.unwrap();
    types(&organiser, "#add-name", "A helper").await;
    click(&organiser, "#add").await;
    sees(&organiser, "//li[contains(@class,'join-card')]//h2[.='A helper']").await;
    organiser.goto(&format!("{}/story/organiser/access", server.url)).await.unwrap();
    types(&organiser, "#password", "twelve letters or more").await;
    click(&organiser, "#set-password").await;
    sees(&organiser, "//section[@id='password-card'][contains(.,'You have one.')]").await;
    looked_at(&organiser, "access").await;
    click(&organiser, "button[aria-label='End this session of J1']").await;
    sees(&organiser, "//h1[contains(.,'End this session of J1')]").await;
    looked_at(&organiser, "access-end").await;
    click(&organiser, "#confirm").await;
    sees(&organiser, "//section[@id='deeds'][contains(.,'ended a session of J1')]").await;
    judge.refresh().await.unwrap();
    sees(&judge, "//h1[.='You have not joined here']").await;
    looked_at(&judge, "out-phone-dark").await;

    // The password opens the desk on the phone too.
    judge.goto(&format!("{}/story/login", server.url)).await.unwrap();
    looked_at(&judge, "login-phone-dark").await;
    types(&judge, "#name", "nobody").await;
    types(&judge, "#password", "twelve letters or more").await;
    click(&judge, "#login").await;
    sees(&judge, "//main[@data-live]").await;
    judge.goto(&format!("{}/story/organiser/access", server.url)).await.unwrap();
    sees(&judge, "//span[.='you, here']").await;
    looked_at(&judge, "access-phone-dark").await;
    judge.goto(&format!("{}/story/organiser/people", server.url)).await.unwrap();
    click(&judge, "form[action$='/links'] button").await;
    sees(&judge, "//h1[.='Join cards']").await;
    looked_at(&judge, "cards-phone-dark").await;
}
