//! Ballots at the end in a real browser: transcripts beside the forms, a ranking as a list, and a judge's own notes.
//! Screenshots stay in `artifacts/`.

use fantoccini::{
    Client, Locator,
    actions::{InputSource, MouseActions, PointerAction},
};

use crate::{
    browser::{Driver, click, fits, join, sees, shoot, types},
    looks::looked_at,
    support::{Guest, Server, contest_file, house_entries},
};

const FAST: &str = "[overrides.interview.medium.keystrokes]\nkeys_per_second = 1000\n";
const RETURN: &str = "\u{e007}";

/// A contest after the draw, its organiser, and the links of all participants.
async fn drawn(folder: &std::path::Path, rulebook: &str, overrides: &str) -> (Server, Guest, Vec<String>) {
    let contest = contest_file(&house_entries(), overrides).replace("\"loebner-2010\"", &format!("\"{rulebook}\""));
    let server = Server::with_contest(folder, &contest, &[]);
    let desk = server.organiser().await;
    let links = desk.links().await.into_iter().map(|(_, link)| link).collect();
    desk.post("do", &[("action", "draw"), ("anyway", "true")]).await;
    (server, desk, links)
}

/// Opens round 1.
async fn opens(desk: &Guest) {
    desk.post("do", &[("action", "open-round"), ("anyway", "true")]).await;
}

/// Ends a round's talk and its ballots.
async fn ends(desk: &Guest, round: u16) {
    let round = format!("R{round}");
    for phase in ["talk", "scoring"] {
        desk.post("do", &[("action", "end-phase"), ("phase", phase), ("round", &round)]).await;
    }
}

/// The value of a field, which may be redrawn before it is read.
async fn value(client: &Client, css: &str) -> String {
    loop {
        match client.find(Locator::Css(css)).await.unwrap().prop("value").await {
            Err(gone) if gone.is_stale_element_reference() => {}
            read => return read.unwrap().unwrap_or_default(),
        }
    }
}

/// The names in the list, from the top.
async fn order(judge: &Client) -> String {
    let script = "return [...document.querySelectorAll('.ranks label')].map((label) => label.textContent).join('; ');";
    judge.execute(script, Vec::new()).await.unwrap().as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_twenty_minutes_of_2006_show_every_transcript_beside_its_form_and_which_splits_are_used() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let (_server, desk, links) = drawn(folder.path(), "loebner-2006", FAST).await;
    let windows = [
        ("phone", 390, 3_000, false),
        ("phone-dark", 390, 844, true),
        ("wide", 1_280, 1_800, false),
        ("wide-dark", 1_280, 900, true),
    ];
    let mut judges = Vec::new();
    for ((name, width, height, dark), link) in windows.into_iter().zip(&links) {
        let judge = driver.browser(width, height, dark).await;
        join(&judge, link).await;
        judges.push((name, judge));
    }
    // This judge rests first, and reads the instructions.
    for round in 1..=6 {
        opens(&desk).await;
        for (name, judge) in &judges {
            sees(judge, &format!("//h1[.='Round {round} of 6: talk']")).await;
            if judge.find(Locator::Css("#say-left-field")).await.is_ok() {
                types(judge, "#say-left-field", &format!("Where do you come from?{RETURN}")).await;
                sees(judge, "//div[@id='log-left']//li[contains(@class,'judge')]").await;
            } else {
                sees(judge, "//section[contains(.,'You rest in this round')][contains(.,'share out 100 points')]")
                    .await;
                shoot(judge, &format!("resting-{name}")).await;
                assert!(fits(judge).await);
            }
        }
        ends(&desk, round).await;
    }
    for (name, judge) in &judges {
        sees(judge, "//h1[.='Ballots at the end']").await;
        sees(judge, "//nav[@id='contents']//li[4]").await;
        sees(judge, "//section[contains(@class,'review')]//li[contains(.,'Where do you come from?')]").await;
        assert_eq!(judge.find_all(Locator::Css(".review")).await.unwrap().len(), 4);
        let first = judge.find(Locator::Css(".review")).await.unwrap().attr("id").await.unwrap().unwrap();
        let round = first.trim_start_matches("about-");
        types(judge, &format!("#points-left-{round}"), "60").await;
        assert_eq!(value(judge, &format!("#points-right-{round}")).await, "40");
        sees(judge, &format!("//form[@id='ballot-{round}']//p[@data-unsealed][contains(.,'60 points')]")).await;
        click(judge, &format!("#ballot-{round} button")).await;
        sees(judge, &format!("//nav[@id='contents']//li[a[@href='#about-{round}']]/span[.='submitted']")).await;
        let used =
            format!("//p[@class='used'][.='Used already: 60 to 40 in round {}.']", round.trim_start_matches('R'));
        sees(judge, &used).await;
        assert_eq!(judge.find_all(Locator::XPath(&used)).await.unwrap().len(), 3, "at every other form");
        shoot(judge, &format!("twenty-minutes-{name}")).await;
        assert!(fits(judge).await, "{name}");
    }
    for (_, judge) in judges {
        judge.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_ranking_is_a_list_that_is_ordered_by_number_key_or_hand() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let (_server, desk, links) = drawn(folder.path(), "loebner-2010", FAST).await;
    let judge = driver.browser(1280, 1400, false).await;
    join(&judge, &links[0]).await;
    for round in 1..=4 {
        opens(&desk).await;
        ends(&desk, round).await;
    }
    sees(&judge, "//form[@id='ranking']").await;
    let focused = "return document.activeElement.textContent;";
    assert_eq!(judge.execute(focused, Vec::new()).await.unwrap(), "How human was everyone?");

    // By number: a name with a number moves to its place.
    click(&judge, "#rank-R3-J1-left option:nth-child(2)").await;
    click(&judge, "#rank-R2-J1-right option:nth-child(3)").await;
    let begins = async |list: &str| {
        let first = list.split("; ").next().unwrap();
        sees(&judge, &format!("//ol[@class='ranks']/li[1][@data-ranked='{first}']")).await;
        let order = order(&judge).await;
        assert!(order.starts_with(list), "{order}");
    };
    begins("Round 3, left; Round 2, right; Round 1, left; Round 1, right").await;

    // By key: the next number, and one place up; the last returns its number.
    click(&judge, "#up-R1-J1-right").await;
    assert_eq!(value(&judge, "#rank-R1-J1-right").await, "3");
    judge.active_element().await.unwrap().send_keys("\u{e013}").await.unwrap();
    begins("Round 3, left; Round 1, right; Round 2, right; Round 1, left").await;
    sees(&judge, "//p[@id='says'][.='Round 1, right: place 2 of 8']").await;
    click(&judge, "#down-R2-J1-right").await;
    assert_eq!(value(&judge, "#rank-R2-J1-right").await, "");
    assert_eq!(value(&judge, "#rank-R1-J1-right").await, "2");

    // By mouse: a name dragged over another takes its place.
    let grip = judge.find(Locator::XPath("//li[@data-ranked='Round 4, left']/span[@data-grip]")).await.unwrap();
    let (x, y, width, height) = grip.rectangle().await.unwrap();
    let top =
        judge.find(Locator::XPath("//li[@data-ranked='Round 3, left']")).await.unwrap().rectangle().await.unwrap().1;
    let at = |x: f64, y: f64| PointerAction::MoveTo { duration: None, x, y };
    let scrolled = judge.execute("return scrollY;", Vec::new()).await.unwrap().as_f64().unwrap();
    let drag = MouseActions::new("mouse".to_owned())
        .then(at(x + width / 2.0, y - scrolled + height / 2.0))
        .then(PointerAction::Down { button: 0 })
        .then(at(x + width / 2.0, top - scrolled + 60.0))
        .then(at(x + width / 2.0, top - scrolled + 2.0))
        .then(PointerAction::Up { button: 0 });
    judge.perform_actions(drag).await.unwrap();
    begins("Round 4, left; Round 3, left; Round 1, right").await;
    assert_eq!(value(&judge, "#rank-R4-J1-left").await, "1");

    // The draft is stored continuously, and survives a reload.
    sees(&judge, "//p[@data-unsealed][contains(.,'It is not complete')]").await;
    for id in ["R1-J1-left", "R2-J1-left", "R2-J1-right", "R3-J1-right", "R4-J1-right"] {
        click(&judge, &format!("#up-{id}")).await;
    }
    let all =
        "1 the left one of round 4, 2 the left one of round 3, 3 the right one of round 1, 4 the left one of round 1";
    sees(&judge, &format!("//p[@data-unsealed][contains(.,'{all}')]")).await;
    looked_at(&judge, "ranking-wide").await;
    judge.refresh().await.unwrap();
    begins("Round 4, left; Round 3, left; Round 1, right; Round 1, left; Round 2, left").await;
    click(&judge, "#ranking .sealing button").await;
    sees(&judge, &format!("//p[@data-sealed][contains(.,'{all}')]")).await;
    judge.close().await.unwrap();
    for (name, link, dark) in [("phone", &links[1], false), ("phone-dark", &links[2], true)] {
        let judge = driver.browser(390, 1400, dark).await;
        join(&judge, link).await;
        sees(&judge, "//form[@id='ranking']").await;
        click(&judge, "#ranking li:nth-child(3) [data-move=up]").await;
        shoot(&judge, &format!("ranking-{name}")).await;
        assert!(fits(&judge).await);
        judge.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_judge_keeps_notes_that_nobody_else_reads() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let (server, desk, links) = drawn(folder.path(), "loebner-2010", FAST).await;
    opens(&desk).await;
    let judge = driver.browser(390, 1200, false).await;
    join(&judge, &links[0]).await;
    sees(&judge, "//form[@id='notes-R1']").await;
    types(&judge, "#own-notes-R1", "left: knows the price of milk").await;
    let kept = async |judge: &Client, text: &str| {
        for _ in 0..200 {
            judge.refresh().await.unwrap();
            sees(judge, "//form[@id='notes-R1']").await;
            if value(judge, "#own-notes-R1").await == text {
                return;
            }
        }
        panic!("{text} was not kept");
    };
    kept(&judge, "left: knows the price of milk").await;
    shoot(&judge, "notes-phone").await;
    assert!(fits(&judge).await);

    // Another judge, without scripts.
    let other = server.join(&links[1]).await;
    let (status, page) = other.post("draft", &[("noted", "R1"), ("notes", "right: <b>too quick</b>")]).await;
    assert!(status.is_redirection(), "{page}");
    let page = other.get(&other.page).await.1;
    assert!(page.contains("right: &#60;b&#62;too quick") && !page.contains("milk"), "{page}");
    let (status, page) = other.post("draft", &[("noted", "R2"), ("notes", "not yet")]).await;
    assert!(status.is_client_error() && page.contains("role=\"alert\"><p>"), "{page}");
    let told = desk.get(&desk.page).await.1;
    assert!(!told.contains("milk") && !told.contains("too quick") && !told.contains("draft"), "{told}");

    // The notes are beside the ballot, and beside the ranking at the end.
    desk.post("do", &[("action", "end-phase"), ("phase", "talk"), ("round", "R1")]).await;
    sees(&judge, "//form[@id='ballot-R1']").await;
    assert_eq!(value(&judge, "#own-notes-R1").await, "left: knows the price of milk");
    shoot(&judge, "notes-beside-ballot-phone").await;
    desk.post("do", &[("action", "end-phase"), ("phase", "scoring"), ("round", "R1")]).await;
    for round in 2..=4 {
        opens(&desk).await;
        ends(&desk, round).await;
    }
    sees(
        &judge,
        "//form[@id='ranking']//li[contains(.,'Round 1')]/p[contains(.,'Your notes: left: knows the price of milk')]",
    )
    .await;
    desk.post("do", &[("action", "end-phase"), ("phase", "end-ballots"), ("trial", "1")]).await;
    sees(&judge, "//h1[.='The contest is closed']").await;
    judge.close().await.unwrap();
    desk.releases().await;
    let record = reqwest::get(format!("{}/story/record.viva", server.url)).await.unwrap().bytes().await.unwrap();
    assert!(!record.windows(4).any(|bytes| bytes == b"milk"), "no fact knows of them");
}
