//! An intake in a real browser, from the call for entries to a playable contest file: the contestant on a phone, a
//! judge, a confederate, and the organiser at a desk. Screenshots stay in `artifacts/`.

use fantoccini::{Client, Locator};

use crate::{
    browser::{Driver, click, sees, types},
    desk::Desk,
    looks::looked_at,
    support::Server,
};

/// Clicks the button with this accessible name.
async fn presses(client: &Client, label: &str) {
    let button = client.find(Locator::Css(&format!("button[aria-label='{label}']"))).await.unwrap();
    client
        .execute("arguments[0].scrollIntoView({ block: 'center' })", vec![serde_json::to_value(&button).unwrap()])
        .await
        .unwrap();
    button.click().await.unwrap();
}

#[tokio::test]
async fn entries_and_people_come_in_by_the_call_and_the_organiser_takes_the_contest_file_home() {
    let (driver, desk) = (Driver::start(), Desk::new());
    desk.viva("intake open --rulebook loebner-2010 --name 'A new contest' --day closes=2099-12-31 --day final-four-announced=2100-01-10 --day contest=2100-02-01 --data intake")
        .ends(0);
    let folder = desk.path("intake");
    let server = Server::start(&desk.path("data"), &["--intake", folder.to_str().unwrap()]);
    assert!(server.said.contains("entries are called for at"), "{}", server.said);
    let organiser = driver.browser(1280, 900, false).await;
    organiser.goto(server.organiser_link.as_ref().unwrap()).await.unwrap();
    click(&organiser, "#join").await;
    sees(&organiser, "//h1[.='0 entries for A new contest']").await;

    // A contestant on a phone reads the call, and leaves something out at first.
    let contestant = driver.browser(390, 844, true).await;
    contestant.goto(&format!("{}/apply", server.url)).await.unwrap();
    sees(&contestant, "//h1[.='Call for entries: A new contest']").await;
    looked_at(&contestant, "apply-call").await;
    click(&contestant, "#apply").await;
    types(&contestant, "#program", "Eliza").await;
    types(&contestant, "#contestant", "Joseph").await;
    types(&contestant, "#field-e-mail", "joseph@example.org").await;
    for declared in ["no-path-names", "no-system-variables", "complete", "protocol", "waits"] {
        click(&contestant, &format!("#declare-{declared}-yes")).await;
    }
    looked_at(&contestant, "apply-form").await;
    click(&contestant, "#hand-in").await;
    sees(&contestant, "//div[@id='breaches'][contains(., 'chooses no way to hand in the program')]").await;
    looked_at(&contestant, "apply-form-refused").await;
    click(&contestant, "#way-organiser-installs").await;
    click(&contestant, "#runs-1").await;
    click(&contestant, "#hand-in").await;
    sees(&contestant, "//section[@id='receipt']/h1[contains(., 'Eliza has not been tested')]").await;
    sees(&contestant, "//section[@id='report'][contains(., 'it breaks no rule')]").await;
    looked_at(&contestant, "apply-entry").await;

    // A file whose content contradicts its type is refused, and a proper one is accepted.
    desk.lay("eliza.zip", "#!/bin/sh\n");
    desk.lay("eliza.py", "print('How do you do?')\n");
    let file = contestant.find(Locator::Css("#file")).await.unwrap();
    file.send_keys(desk.path("eliza.zip").to_str().unwrap()).await.unwrap();
    click(&contestant, "#upload").await;
    sees(&contestant, "//p[@id='why'][contains(., 'does not match the content')]").await;
    let file = contestant.find(Locator::Css("#file")).await.unwrap();
    file.send_keys(desk.path("eliza.py").to_str().unwrap()).await.unwrap();
    click(&contestant, "#upload").await;
    sees(&contestant, "//section[@id='program'][contains(., 'eliza.py, 24 bytes')]").await;

    // A judge and a confederate apply.
    let person = driver.browser(390, 844, false).await;
    for (role, name) in [("judge", "Ann"), ("confederate", "Bob")] {
        person.goto(&format!("{}/apply/people/{role}", server.url)).await.unwrap();
        types(&person, "#name", name).await;
        types(&person, "#contact", "someone@example.org").await;
        looked_at(&person, &format!("apply-{role}")).await;
        click(&person, "#register").await;
        sees(&person, &format!("//h1[contains(., '{name}, {role}: waits for an answer')]")).await;
        looked_at(&person, &format!("apply-{role}-waits")).await;
    }

    // The organiser tests, accepts, and downloads the contest file.
    organiser.refresh().await.unwrap();
    sees(&organiser, "//h1[.='1 entry for A new contest']").await;
    click(&organiser, "#E1 .decide summary").await;
    looked_at(&organiser, "apply-desk").await;
    presses(&organiser, "Test E1").await;
    sees(&organiser, "//section[@id='E1'][contains(., 'It complies')]").await;
    for number in [1, 2] {
        presses(&organiser, &format!("Accept {number}")).await;
        sees(&organiser, &format!("//div[@id='person-{number}'][contains(., 'takes part')]")).await;
    }
    looked_at(&organiser, "apply-desk-decided").await;
    contestant.refresh().await.unwrap();
    sees(&contestant, "//section[@id='receipt']/h1[contains(., 'Eliza complies')]").await;

    // The terminal reads the log that the pages wrote.
    desk.viva("intake list --data intake").ends(0).prints("E1").prints("complies").prints("Eliza, Joseph");
    desk.viva("intake status --data intake").ends(0).prints("1 came in, 1 comply, 0 not tested");
}

/// Ten applications of 2003, received in time, which comply.
fn applied(desk: &Desk) {
    desk.viva("intake open --rulebook surrey-2003 --name 'An old contest' --data intake").ends(0);
    for number in 1..=10 {
        let application = format!(
            "program = \"Program {number}\"\ncontestant = \"Contestant {number}\"\nbrings_equipment = true\n\
             [fields]\ne-mail = \"c{number}@example.org\"\naccess = \"web\"\n\
             [declarations]\nrelated-to-organisers = false\npublication = true\nenglish = true\n\
             no-human-help = true\nrights = true\nhold-harmless = true\n"
        );
        desk.lay("application.toml", application);
        desk.viva("intake receive application.toml --received 2003-05-10 --data intake").ends(0);
        desk.viva(&format!("intake check E{number} --data intake")).ends(0);
    }
}

#[tokio::test]
async fn an_organiser_holds_a_selection_on_pages_from_the_panel_to_the_replacement() {
    let (driver, desk) = (Driver::start(), Desk::new());
    applied(&desk);
    let folder = desk.path("intake");
    let server = Server::start(&desk.path("data"), &["--intake", folder.to_str().unwrap()]);
    let organiser = driver.browser(1280, 900, false).await;
    organiser.goto(server.organiser_link.as_ref().unwrap()).await.unwrap();
    click(&organiser, "#join").await;
    sees(&organiser, "//h1[.='10 entries for An old contest']").await;
    click(&organiser, "#enter").await;
    sees(&organiser, "//label[.='The organisers: an open-source program by others']").await;
    looked_at(&organiser, "apply-form-organisers").await;

    organiser.goto(&format!("{}/apply/organiser/selection", server.url)).await.unwrap();
    sees(&organiser, "//section[@id='stage-preliminary']//strong[contains(., 'its panel has not been drawn')]").await;
    looked_at(&organiser, "apply-selection-panel").await;
    types(&organiser, "#judges-preliminary", "Ann\nBob\nCid").await;
    presses(&organiser, "Draw the panel of Preliminary round").await;
    sees(&organiser, "//th[.='J3 Cid']").await;

    // The sheet has a line for each, ready to be filled in. A slip is reported, and the entered text stays.
    let sheet = organiser.find(Locator::Css("#sheet-preliminary")).await.unwrap();
    let lines = sheet.prop("value").await.unwrap().unwrap();
    let (head, rows) = lines.split_once('\n').unwrap();
    assert_eq!((head, rows.lines().count()), ("judge,entry,rank", 30), "{lines}");
    let ranked = |row: &str| {
        let entry: usize = row.trim_end_matches(',').split('E').nth(1).unwrap().parse().unwrap();
        // Two of three put the eighth before the ninth, and the third puts it last: the two are level.
        let last = if row.starts_with("J3") { [10, 8, 9] } else { [8, 9, 10] };
        format!("{row}{}\n", if entry < 8 { entry } else { last[entry - 8] })
    };
    let filled: String = rows.lines().map(ranked).collect();
    let fills = "arguments[0].value = arguments[1];";
    let slip = format!("{head}\n{}", filled.replacen(",1\n", ",first\n", 1));
    let field = serde_json::to_value(&sheet).unwrap();
    organiser.execute(fills, vec![field, slip.into()]).await.unwrap();
    presses(&organiser, "Save the scores of Preliminary round").await;
    sees(&organiser, "//p[@id='why'][contains(., 'the scores cannot be taken')]").await;
    looked_at(&organiser, "apply-selection-refused").await;
    let sheet = organiser.find(Locator::Css("#sheet-preliminary")).await.unwrap();
    let written = sheet.prop("value").await.unwrap().unwrap();
    assert!(written.contains(",first\n"), "{written}");
    let field = serde_json::to_value(&sheet).unwrap();
    organiser.execute(fills, vec![field, format!("{head}\n{filled}").into()]).await.unwrap();
    presses(&organiser, "Save the scores of Preliminary round").await;

    // Level entries wait for the organiser's decision.
    sees(&organiser, "//label[starts-with(., 'The order of ')]").await;
    looked_at(&organiser, "apply-selection-level").await;
    let asked = organiser.find(Locator::XPath("//label[starts-with(., 'The order of ')]")).await.unwrap();
    let asked = asked.text().await.unwrap();
    let level = asked.trim_start_matches("The order of ").split(", as decided").next().unwrap().to_owned();
    types(&organiser, "#order-preliminary", &level).await;
    types(&organiser, "#tie-reason-preliminary", "the panel laughed").await;
    presses(&organiser, "Record the order in Preliminary round").await;
    sees(&organiser, "//section[@id='outcome']//h3[.='Left out']").await;
    organiser.goto(&format!("{}/apply/organiser", server.url)).await.unwrap();
    click(&organiser, "#announce-sure").await;
    click(&organiser, "#announce").await;
    sees(&organiser, "//p[.='The selection is announced.']").await;
    click(&organiser, "#selection").await;
    sees(&organiser, "//div[@id='ready-E1'][contains(., 'it is late')]").await;
    click(&organiser, "#ready-E1 details summary").await;
    types(&organiser, "#replace-E1", "it never came").await;
    looked_at(&organiser, "apply-selection-announced").await;
    presses(&organiser, "Fill the place of E1").await;
    sees(
        &organiser,
        "//section[@id='outcome']//li[starts-with(., 'E1 ')][contains(., 'another entry took its place')]",
    )
    .await;
    desk.viva("intake status --data intake").ends(0).prints("the selection is announced");
}

#[tokio::test]
async fn a_protocol_of_ten_megabytes_is_refused_on_a_page_that_the_browser_shows() {
    let (driver, desk) = (Driver::start(), Desk::new());
    desk.viva("intake open --rulebook loebner-1995 --name Ours --day closes=2099-12-31 --day finalists-told=2100-01-10 --day contest=2100-02-01 --data intake").ends(0);
    let server = Server::start(&desk.path("data"), &["--intake", desk.path("intake").to_str().unwrap()]);
    let contestant = driver.browser(390, 844, false).await;
    contestant.goto(&format!("{}/apply/form", server.url)).await.unwrap();
    types(&contestant, "#program", "Eliza").await;
    types(&contestant, "#contestant", "Joseph").await;
    let pasted = "document.querySelector('#protocol').value = 'judge: hello '.repeat(800_000);";
    contestant.execute(pasted, Vec::new()).await.unwrap();
    click(&contestant, "#hand-in").await;
    sees(&contestant, "//h1[.='That was too long']").await;
    looked_at(&contestant, "too-long").await;
    contestant.close().await.unwrap();
}
