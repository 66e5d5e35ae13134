//! Ballots in a real browser: answers are stored, a fault is shown at its field, and the counted answers are stated in
//! words. Screenshots stay in `artifacts/`.

use fantoccini::{Client, Locator};

use crate::{
    browser::{Driver, click, click_on, fits, join, sees, shoot, types},
    looks::looked_at,
    support::{Guest, Server, contest_file, house_entries},
};

/// A choice, and a rating with a fraction for each of the two.
const RATED: &str = r#"
[overrides.interview]
scoring = "20m"
[overrides.ballots]
interview = ["choice", { rating = { name = "wit", text = "How witty?", from = 0, to = 5, decimals = 1 } }]
"#;

/// The same, with a reason in words.
const REASONED: &str = r#"
[overrides.interview]
scoring = "20m"
[overrides.ballots]
interview = [
  "choice",
  { rating = { name = "wit", text = "How witty?", from = 0, to = 5, decimals = 1 } },
  { reason = { characters = 400, required = false } },
]
"#;

/// A server with a contest after its first talk, and the link of the first judge.
async fn at_the_ballots(folder: &std::path::Path) -> (Server, Guest, String) {
    let (server, desk, mut links) = all_at_the_ballots(folder, RATED).await;
    (server, desk, links.swap_remove(0))
}

/// The same with all links and other rules.
async fn all_at_the_ballots(folder: &std::path::Path, overrides: &str) -> (Server, Guest, Vec<String>) {
    let server = Server::with_contest(folder, &contest_file(&house_entries(), overrides), &[]);
    let desk = server.organiser().await;
    let links = desk.links().await.into_iter().map(|(_, link)| link).collect();
    desk.post("do", &[("action", "draw"), ("anyway", "true")]).await;
    desk.post("do", &[("action", "open-round"), ("anyway", "true")]).await;
    desk.post("do", &[("action", "end-phase"), ("phase", "talk"), ("round", "R1")]).await;
    (server, desk, links)
}

/// The id of the element that has the focus.
async fn focused(judge: &Client) -> String {
    let id = judge.execute("return document.activeElement.id;", Vec::new()).await.unwrap();
    id.as_str().unwrap_or_default().to_owned()
}

async fn value(judge: &Client, css: &str) -> String {
    judge.find(Locator::Css(css)).await.unwrap().prop("value").await.unwrap().unwrap_or_default()
}

const LEFT: &str = "#rating-wit-left-R1";
const RIGHT: &str = "#rating-wit-right-R1";

fn invalid(css: &str) -> String {
    format!("//input[@id='{}'][@aria-invalid='true']", &css[1..])
}

#[tokio::test]
async fn what_is_wrong_is_said_at_its_field_and_a_comma_is_a_point() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let (_server, _desk, link) = at_the_ballots(folder.path()).await;
    let judge = driver.browser(1280, 900, false).await;
    join(&judge, &link).await;
    sees(&judge, "//p[@data-unsealed][.='Not submitted. Nothing is filled in yet.']").await;

    // Nothing is filled in: the first question has the focus, and shows the fault.
    click(&judge, "#ballot-R1 button").await;
    sees(&judge, "//fieldset[@aria-invalid='true'][@aria-describedby='fault-human-R1']").await;
    sees(&judge, "//p[@id='fault-human-R1'][contains(.,'say which of the two is the human')]").await;
    assert_eq!(focused(&judge).await, "human-left-R1");
    looked_at(&judge, "ballot-nothing-filled-in").await;

    // Off the scale: the field shows the fault and has the focus, and the others keep their values.
    click(&judge, "#human-left-R1").await;
    types(&judge, LEFT, "0,5").await;
    types(&judge, RIGHT, "50").await;
    click(&judge, "#ballot-R1 button").await;
    sees(&judge, &invalid(RIGHT)).await;
    sees(&judge, "//p[@id='fault-rating-wit-right-R1'][contains(.,'not on the scale')]").await;
    assert_eq!(focused(&judge).await, "rating-wit-right-R1");
    assert_eq!(value(&judge, LEFT).await, "0,5");
    assert!(judge.find(Locator::XPath(&invalid(LEFT))).await.is_err(), "only what is wrong is marked");
    looked_at(&judge, "ballot-error-at-field").await;

    judge.find(Locator::Css(RIGHT)).await.unwrap().clear().await.unwrap();
    types(&judge, RIGHT, "3").await;
    click(&judge, "#ballot-R1 button").await;
    sees(
        &judge,
        "//p[@data-sealed][starts-with(.,'Submitted: the left one is the human, wit 0.5 (the left one), wit 3')]",
    )
    .await;

    // The sealed ballot remains, and the differences are shown beside it.
    click(&judge, "#human-right-R1").await;
    sees(&judge, "//p[@data-unsealed][starts-with(.,'Not submitted: the right one is the human')]").await;
    sees(&judge, "//p[@data-sealed][starts-with(.,'Submitted: the left one is the human')]").await;
    looked_at(&judge, "ballot-sealed-and-changed").await;
    judge.refresh().await.unwrap();
    sees(&judge, "//p[@data-unsealed][starts-with(.,'Not submitted: the right one is the human')]").await;
    judge.close().await.unwrap();
}

/// Every state of a ballot in narrow and wide windows, light and dark: nothing extends beyond the page, and each fault
/// is right at its field. The pictures are for people to inspect.
#[tokio::test]
async fn a_ballot_and_the_desk_fit_every_window_in_every_state() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let (server, desk, links) = all_at_the_ballots(folder.path(), REASONED).await;
    let windows = [
        ("phone", 390, 1_500, false),
        ("phone-dark", 390, 1_500, true),
        ("wide", 1_280, 1_200, false),
        ("wide-dark", 1_280, 1_200, true),
    ];
    let mut judges = Vec::new();
    for ((name, width, height, dark), link) in windows.into_iter().zip(&links) {
        let judge = driver.browser(width, height, dark).await;
        let shoots = async |state: &str| {
            shoot(&judge, &format!("ballot-{state}-{name}")).await;
            assert!(fits(&judge).await, "{state} {name}");
        };
        join(&judge, link).await;
        sees(&judge, "//p[@data-unsealed][.='Not submitted. Nothing is filled in yet.']").await;
        shoots("empty").await;
        click(&judge, "#human-right-R1").await;
        types(&judge, LEFT, "50").await;
        types(&judge, "#reason-R1", "The right one laughed where I would have, and asked back.").await;
        sees(&judge, "//p[@data-unsealed][contains(.,'a reason of')]").await;
        shoots("draft").await;
        click(&judge, "#ballot-R1 button").await;
        sees(&judge, &invalid(RIGHT)).await;
        shoots("errors").await;
        for field in [LEFT, RIGHT] {
            assert!(gap(&judge, field).await < 30.0, "{field} {name}: what is wrong stands right below it");
            judge.find(Locator::Css(field)).await.unwrap().clear().await.unwrap();
            types(&judge, field, "3,5").await;
        }
        sees(&judge, "//p[@data-unsealed][contains(.,'It is complete')]").await;
        click(&judge, "#ballot-R1 button").await;
        sees(&judge, "//p[@data-sealed][starts-with(.,'Submitted: the right one')]").await;
        shoots("sealed").await;
        click(&judge, "#human-left-R1").await;
        sees(&judge, "//p[@data-unsealed][starts-with(.,'Not submitted: the left one')]").await;
        shoots("changed").await;
        judges.push((name, judge));
    }
    for (name, width, height, dark) in windows {
        let organiser = driver.browser(width, height + 1_500, dark).await;
        organiser.goto(&server.url).await.unwrap();
        let session = format!("{}; path=/", desk.cookie);
        organiser.execute("document.cookie = arguments[0];", vec![session.into()]).await.unwrap();
        organiser.goto(&format!("{}{}", server.url, desk.page)).await.unwrap();
        sees(&organiser, "//main[@data-live]").await;
        shoot(&organiser, &format!("desk-{name}")).await;
        assert!(fits(&organiser).await, "desk {name}");
        organiser.close().await.unwrap();
    }
    for (name, judge) in judges {
        // As the clock shows when time is nearly over.
        let soon = "const clock = document.querySelector('[data-ends]'); clock.dataset.ends = new Date(Date.now() + 50000).toISOString();";
        judge.execute(soon, Vec::new()).await.unwrap();
        sees(&judge, "//p[@data-warning][contains(.,'The time is nearly over')]").await;
        shoot(&judge, &format!("ballot-warning-{name}")).await;
        assert!(fits(&judge).await, "warning {name}");
        judge.close().await.unwrap();
    }
}

/// The distance from a field to its fault below, in pixels.
async fn gap(judge: &Client, field: &str) -> f64 {
    let script = "const field = document.querySelector(arguments[0]); const fault = document.getElementById(\
                  field.getAttribute('aria-describedby')); return fault.getBoundingClientRect().top - \
                  field.getBoundingClientRect().bottom;";
    judge.execute(script, vec![field.into()]).await.unwrap().as_f64().unwrap()
}

#[tokio::test]
async fn two_pages_of_one_judge_show_the_same_form_and_undo_nothing_of_each_other() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let (server, _desk, link) = at_the_ballots(folder.path()).await;
    let judge = driver.browser(1280, 900, false).await;
    join(&judge, &link).await;
    let first = judge.window().await.unwrap();
    let second = judge.new_window(true).await.unwrap().handle;
    judge.switch_to_window(second.clone()).await.unwrap();
    judge.goto(&format!("{}/story/judge/1", server.url)).await.unwrap();
    sees(&judge, "//p[@data-unsealed][.='Not submitted. Nothing is filled in yet.']").await;

    // An answer on one page appears on the other, without a reload.
    judge.switch_to_window(first.clone()).await.unwrap();
    click(&judge, "#human-right-R1").await;
    types(&judge, LEFT, "0,5").await;
    sees(&judge, "//p[@data-unsealed][starts-with(.,'Not submitted: the right one is the human, wit 0.5')]").await;
    judge.switch_to_window(second).await.unwrap();
    sees(&judge, "//p[@data-unsealed][starts-with(.,'Not submitted: the right one is the human, wit 0.5')]").await;
    assert_eq!(value(&judge, LEFT).await, "0,5");
    assert!(judge.find(Locator::Css("#human-right-R1")).await.unwrap().is_selected().await.unwrap());

    // The other page adds to it, and the first shows that in turn.
    types(&judge, RIGHT, "3").await;
    sees(&judge, "//p[@data-unsealed][contains(.,'wit 3 (the right one). It is complete')]").await;
    judge.switch_to_window(first).await.unwrap();
    sees(&judge, "//p[@data-unsealed][contains(.,'wit 3 (the right one). It is complete')]").await;
    assert_eq!(value(&judge, RIGHT).await, "3");
    // A field can be emptied, and stays empty.
    judge.find(Locator::Css(LEFT)).await.unwrap().send_keys("\u{e003}\u{e003}\u{e003}").await.unwrap();
    sees(&judge, "//p[@data-unsealed][starts-with(.,'Not submitted: the right one is the human, wit 3')]").await;
    judge.refresh().await.unwrap();
    sees(&judge, "//p[@data-unsealed][starts-with(.,'Not submitted: the right one is the human, wit 3')]").await;
    assert_eq!(value(&judge, LEFT).await, "");
    judge.close().await.unwrap();
}

#[tokio::test]
async fn a_half_filled_ballot_survives_reload_restart_and_deadline() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let (server, desk, link) = at_the_ballots(folder.path()).await;
    let judge = driver.browser(390, 844, true).await;
    join(&judge, &link).await;
    sees(&judge, "//h1[.='Round 1 of 4: ballots']").await;
    click(&judge, "#human-right-R1").await;
    types(&judge, LEFT, "0,5").await;
    let half = "//p[@data-unsealed][starts-with(.,'Not submitted: the right one is the human, wit 0.5')][contains(.,'not complete')]";
    sees(&judge, half).await;
    shoot(&judge, "ballot-half-filled-phone-dark").await;
    assert!(fits(&judge).await);

    let holds = async |judge: &Client| {
        sees(judge, half).await;
        assert_eq!(value(judge, LEFT).await, "0,5");
        assert!(judge.find(Locator::Css("#human-right-R1")).await.unwrap().is_selected().await.unwrap());
    };
    judge.refresh().await.unwrap();
    holds(&judge).await;
    let told = desk.get(&desk.page).await.1;
    assert!(told.contains("J1 has an incomplete draft, which will be lost."), "{told}");

    // The server dies and comes back.
    let listen = server.url.trim_start_matches("http://").to_owned();
    server.kill();
    let data = folder.path().join("data");
    let server = Server::start(&data, &["--listen", &listen]);
    judge.refresh().await.unwrap();
    holds(&judge).await;

    // Now it is complete; the server dies again, and time runs fast until the deadline.
    types(&judge, RIGHT, "3").await;
    sees(&judge, "//p[@data-unsealed][contains(.,'wit 3 (the right one). It is complete')]").await;
    let told = desk.get(&desk.page).await.1;
    assert!(told.contains("J1 has a complete draft, which will count."), "{told}");
    server.kill();
    let _server = Server::start(&data, &["--listen", &listen, "--pace", "200"]);
    // If clocks stopped with the server, they resume.
    desk.post("do", &[("action", "resume")]).await;
    sees(&judge, "//li[contains(.,'was not submitted. It was complete when the time was over, so it counts: the right one is the human, wit 0.5')]").await;
    shoot(&judge, "ballot-draft-counted-phone-dark").await;
    judge.close().await.unwrap();
}

/// A judge whose ballot was lost stays on the page. The desk leads from *Needs attention* to the ruling, and the judge's page
/// shows the form again by itself. The pictures are for people to inspect.
#[tokio::test]
async fn a_lost_ballot_is_allowed_at_the_desk_and_given_on_the_judge_s_open_page() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let (server, desk, link) = at_the_ballots(folder.path()).await;
    let judge = driver.browser(390, 1_500, false).await;
    join(&judge, &link).await;
    sees(&judge, "//h1[.='Round 1 of 4: ballots']").await;
    click(&judge, "#human-right-R1").await;
    sees(&judge, "//p[@data-unsealed][contains(.,'not complete')]").await;
    desk.post("do", &[("action", "end-phase"), ("phase", "scoring"), ("round", "R1")]).await;
    sees(&judge, "//li[contains(.,'was not submitted')]").await;
    shoot(&judge, "late-ballot-lost-phone").await;

    let organiser = driver.browser(1_280, 2_200, false).await;
    organiser.goto(&server.url).await.unwrap();
    let session = format!("{}; path=/", desk.cookie);
    organiser.execute("document.cookie = arguments[0];", vec![session.into()]).await.unwrap();
    organiser.goto(&format!("{}{}", server.url, desk.page)).await.unwrap();
    let lost = "//section[@id='problems']//li[contains(.,'J1')]/a[contains(@href,'#late-ballot')]";
    sees(&organiser, lost).await;
    click_on(&organiser, Locator::XPath(lost)).await;
    sees(&organiser, "//form[@id='late-ballot']").await;
    let which = Locator::Css("#late-ballot-which");
    let is_shown = async || organiser.find(which).await.unwrap().is_displayed().await.unwrap();
    assert!(is_shown().await, "the link leads to a form that is folded away");
    click(&organiser, "#late-ballot-which option[value='J1 ballot-R1']").await;
    types(&organiser, "#allow-late-rule", "rule 12").await;
    types(&organiser, "#allow-late-reason", "The judge's network was down.").await;
    shoot(&organiser, "late-ballot-desk-wide").await;
    click(&organiser, "#allow-late").await;

    sees(&judge, "//section[@id='late-R1']//h2").await;
    sees(&judge, "//p[@role='status'][contains(.,'submit this ballot late')]").await;
    shoot(&judge, "late-ballot-allowed-phone").await;
    assert!(fits(&judge).await);
    click(&judge, "#human-right-R1").await;
    for (field, rating) in [(LEFT, "1,5"), (RIGHT, "3")] {
        judge.find(Locator::Css(field)).await.unwrap().clear().await.unwrap();
        types(&judge, field, rating).await;
    }
    sees(&judge, "//p[@data-unsealed][contains(.,'It is complete')]").await;
    click(&judge, "#ballot-R1 button").await;
    sees(&judge, "//main[not(.//section[@id='late-R1'])]").await;
    shoot(&judge, "late-ballot-given-phone").await;
    sees(&organiser, "//form[@id='late-ballot'][not(.//option[@value='J1 ballot-R1'])]").await;
    shoot(&organiser, "late-ballot-desk-after-wide").await;
    assert!(fits(&organiser).await);
    for browser in [judge, organiser] {
        browser.close().await.unwrap();
    }
}
