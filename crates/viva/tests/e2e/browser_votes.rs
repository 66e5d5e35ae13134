//! The vote of the judges, and a ruling after the close, in a real browser. Screenshots stay in `artifacts/`.

use rulebook::InterviewId;

use crate::{
    browser::{Driver, click, join, sees, turns_to, types},
    looks::looked_at,
    support::{Guest, Server},
};

/// Two judges, two programs and a person, one at a time, under the rules of 2003.
fn level() -> String {
    let entry = |name: &str| {
        let command = serde_json::json!([env!("CARGO_BIN_EXE_viva"), "entry", "play", "doctor"]);
        format!("[[entry]]\nname = \"{name}\"\ncontestant = \"Nobody\"\nprotocol = \"stdio\"\ncommand = {command}\n")
    };
    let head = "name = \"Level\"\nid = \"level\"\norganiser = \"Nobody\"\nrulebook = \"surrey-2003\"\nisolation = \"none\"\n\
                [overrides.roles]\njudges = 2\nentries = 2\nconfederates = 1\ntold = { confederates = 1, entries = 1 }\n\
                limits.judges = { least = 2, most = 9 }\n\
                [[judge]]\nname = \"Ada\"\n[[judge]]\nname = \"Grace\"\n[[confederate]]\nname = \"Bob\"\n";
    format!("{head}{}{}", entry("Doctor"), entry("Another"))
}

/// A participant's link, renewed if used.
async fn link(server: &Server, desk: &Guest, who: &str) -> String {
    let (_, mut page) = desk.post("links", &[("who", who)]).await;
    if !page.contains("/join/") {
        desk.replaces_card(who).await;
        page = desk.post("links", &[("who", who)]).await.1;
    }
    let token = page.split_once("/join/").unwrap().1;
    format!("{}/join/{}", server.url, &token[..32])
}

/// Both judges give everyone they met the same ratings.
async fn rate_alike(guest: &Guest, judge: u16) {
    for round in 1..=3 {
        let interview: InterviewId = format!("R{round}-J{judge}").parse().unwrap();
        let (_, page) = guest.get(&guest.page).await;
        let field = page.split("name=\"rating-humanness-").skip(1).filter_map(|rest| rest.split('"').next());
        for seat in field.collect::<std::collections::BTreeSet<_>>() {
            let name = format!("rating-humanness-{seat}");
            guest.post("ballot", &[("round", &interview.round.to_string()), (&name, "3")]).await;
        }
    }
}

#[tokio::test]
async fn judges_vote_in_every_window_and_a_ruling_after_the_close_keeps_the_result_before_it() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(folder.path(), &level(), &[]);
    let desk = server.organiser().await;
    let mut guests = Vec::new();
    for who in ["J1", "J2"] {
        guests.push(server.join(&link(&server, &desk, who).await).await);
    }
    desk.post("do", &[("action", "draw"), ("anyway", "true")]).await;
    for round in ["R1", "R2", "R3"] {
        desk.post("do", &[("action", "open-round"), ("anyway", "true")]).await;
        for phase in ["talk", "scoring"] {
            desk.post("do", &[("action", "end-phase"), ("phase", phase), ("round", round)]).await;
        }
    }
    for (judge, guest) in (1..).zip(&guests) {
        rate_alike(guest, judge).await;
    }
    desk.post("do", &[("action", "end-phase"), ("phase", "end-ballots"), ("trial", "1")]).await;

    let mut judges = Vec::new();
    let windows = [("phone", "J1", 390, 900, false), ("wide-dark", "J2", 1_280, 900, true)];
    for (name, who, width, height, dark) in windows {
        let judge = driver.browser(width, height, dark).await;
        join(&judge, &link(&server, &desk, who).await).await;
        sees(&judge, "//legend[contains(.,'Which of these was more human?')]").await;
        looked_at(&judge, &format!("vote-open-{name}")).await;
        judges.push((name, judge));
    }
    let (name, first) = &judges[0];
    click(first, "#prefer-none").await;
    click(first, "#vote button").await;
    sees(first, "//p[.='You voted: I cannot choose.']").await;
    click(first, "#vote label.choice:first-of-type input").await;
    click(first, "#vote button").await;
    sees(first, "//p[starts-with(.,'You voted for: Terminal')]").await;
    looked_at(first, &format!("vote-given-{name}")).await;
    let organiser = driver.browser(1_280, 2_000, false).await;
    organiser.goto(&server.url).await.unwrap();
    let session = format!("{}; path=/", desk.cookie);
    organiser.execute("document.cookie = arguments[0];", vec![session.into()]).await.unwrap();
    organiser.goto(&format!("{}{}", server.url, desk.page)).await.unwrap();
    sees(&organiser, "//p[contains(.,'The judges vote between E1, E2. Missing: J2.')]").await;
    looked_at(&organiser, "vote-desk").await;
    let (_, second) = &judges[1];
    click(second, "#prefer-none").await;
    click(second, "#vote button").await;
    // One of two is no majority: a coin is tossed, every page contributes by itself, and the contest is closed.
    for (_, judge) in &judges {
        sees(judge, "//h2[.='Thank you']").await;
    }

    turns_to(&organiser, "After the day").await;
    click(&organiser, "#disqualify-entry option[value='E1']").await;
    click(&organiser, "#disqualify-by option[value='judges']").await;
    types(&organiser, "#disqualify-rule", "rule 59").await;
    types(&organiser, "#disqualify-reason", "a person was behind it").await;
    looked_at(&organiser, "ruling-desk").await;
    organiser.execute("window.confirm = () => true;", Vec::new()).await.unwrap();
    click(&organiser, "#disqualify").await;
    sees(&organiser, "//li[contains(.,'E1 was disqualified after the close, as a majority of the judges decided')]")
        .await;
    looked_at(&organiser, "release-desk").await;
    desk.releases().await;
    for (name, width, dark) in [("phone-dark", 390, true), ("wide", 1_280, false)] {
        let reader = driver.browser(width, 1_600, dark).await;
        reader.goto(&format!("{}/level/results", server.url)).await.unwrap();
        click(&reader, "#before-ruling-1 summary").await;
        sees(&reader, "//section[@id='rulings']//li[contains(.,'under rule 59: a person was behind it')]").await;
        looked_at(&reader, &format!("results-after-ruling-{name}")).await;
        reader.close().await.unwrap();
    }
    organiser.close().await.unwrap();
    for (_, judge) in judges {
        judge.close().await.unwrap();
    }
}
