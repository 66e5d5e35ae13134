//! An intake in a real browser, from the call for entries to a contest file that is played: the contestant on a phone, a judge, a
//! confederate, the organiser at a desk. Screenshots stay in `artifacts/`.

use fantoccini::{Client, Locator};

use crate::{
    browser::{Driver, click, sees, types},
    desk::Desk,
    looks::looked_at,
    support::Server,
};

/// Clicks the button of this name to assistive technology.
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
    desk.viva("intake open --rulebook loebner-2010 --name 'A new contest' --day closes=2099-12-31 --data intake")
        .ends(0);
    let folder = desk.path("intake");
    let server = Server::start(&desk.path("data"), &["--intake", folder.to_str().unwrap()]);
    assert!(server.said.contains("entries are called for at"), "{}", server.said);
    let organiser = driver.browser(1280, 900, false).await;
    organiser.goto(server.organiser_link.as_ref().unwrap()).await.unwrap();
    click(&organiser, "#join").await;
    sees(&organiser, "//h1[.='0 entries for A new contest']").await;

    // A contestant on a phone reads the call, and forgets something at first.
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
    sees(&contestant, "//div[@id='breaches'][contains(., 'chooses none of the ways')]").await;
    looked_at(&contestant, "apply-form-refused").await;
    click(&contestant, "#way-organiser-installs").await;
    click(&contestant, "#runs-1").await;
    click(&contestant, "#hand-in").await;
    sees(&contestant, "//section[@id='receipt']/h1[contains(., 'Eliza has not been tested')]").await;
    sees(&contestant, "//section[@id='report'][contains(., 'it breaks no rule')]").await;
    looked_at(&contestant, "apply-entry").await;

    // A file that lies about its type is refused, and one that does not is taken.
    desk.lay("eliza.zip", "#!/bin/sh\n");
    desk.lay("eliza.py", "print('How do you do?')\n");
    let file = contestant.find(Locator::Css("#file")).await.unwrap();
    file.send_keys(desk.path("eliza.zip").to_str().unwrap()).await.unwrap();
    click(&contestant, "#upload").await;
    sees(&contestant, "//p[@id='why'][contains(., 'is not what its name says')]").await;
    let file = contestant.find(Locator::Css("#file")).await.unwrap();
    file.send_keys(desk.path("eliza.py").to_str().unwrap()).await.unwrap();
    click(&contestant, "#upload").await;
    sees(&contestant, "//section[@id='program'][contains(., 'eliza.py, 24 bytes')]").await;

    // A judge and a confederate offer themselves.
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

    // The organiser tests, accepts, and takes the contest file.
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

    // The log that the pages wrote is the one that the terminal reads.
    desk.viva("intake list --data intake").ends(0).prints("E1").prints("complies").prints("Eliza, Joseph");
    desk.viva("intake status --data intake").ends(0).prints("1 came in, 1 comply, 0 not tested");
}
