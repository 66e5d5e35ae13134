//! A referee's page, and its effects on the pages of a confederate and a judge, in a real browser. Screenshots stay in
//! `artifacts/`.

use crate::{
    browser::{Driver, click, join, sees, types},
    looks::looked_at,
    support::{Guest, Server},
};

/// One judge, one program and one person, one at a time, under the rules of 2003, with a referee.
pub(crate) fn watched() -> String {
    let command = serde_json::json!([env!("CARGO_BIN_EXE_viva"), "entry", "play", "doctor"]);
    format!(
        "name = \"Watched\"\nid = \"watched\"\norganiser = \"Nobody\"\nrulebook = \"surrey-2003\"\nisolation = \"none\"\n\
         [overrides.roles]\njudges = 1\nentries = 1\nconfederates = 1\ntold = {{ confederates = 1, entries = 1 }}\n\
         limits.judges = {{ least = 1 }}\nlimits.entries = {{ least = 1 }}\n\
         [[judge]]\nname = \"Ada\"\n[[confederate]]\nname = \"Bob\"\n[[referee]]\nname = \"Olga\"\n\
         [[entry]]\nname = \"Doctor\"\ncontestant = \"Nobody\"\nprotocol = \"stdio\"\ncommand = {command}\n"
    )
}

/// A participant's link, renewed if used.
pub(crate) async fn link(server: &Server, desk: &Guest, who: &str) -> String {
    let (_, mut page) = desk.post("links", &[("who", who)]).await;
    if !page.contains("/join/") {
        desk.replaces_card(who).await;
        page = desk.post("links", &[("who", who)]).await.1;
    }
    let token = page.split_once("/join/").unwrap().1;
    format!("{}/join/{}", server.url, &token[..32])
}

/// Draws, and plays on to the confederate's talk. Returns that round.
pub(crate) async fn opens_the_round_of_the_confederate(desk: &Guest) -> &'static str {
    desk.post("do", &[("action", "draw"), ("anyway", "true")]).await;
    desk.post("do", &[("action", "open-round"), ("anyway", "true")]).await;
    if desk.get("/watched/organiser").await.1.contains("C1 at") {
        return "R1";
    }
    for phase in ["talk", "scoring"] {
        desk.post("do", &[("action", "end-phase"), ("phase", phase), ("round", "R1")]).await;
    }
    desk.post("do", &[("action", "open-round"), ("anyway", "true")]).await;
    "R2"
}

/// The value of the first field of this name on a page.
pub(crate) fn value(page: &str, name: &str) -> Option<String> {
    let tag = page.split_once(&format!("name=\"{name}\" value=\""))?.1;
    tag.split('"').next().map(str::to_owned)
}

#[tokio::test]
async fn a_referee_reads_along_holds_strikes_limits_and_mutes_and_the_judge_sees_a_silent_partner() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(folder.path(), &watched(), &[]);
    let desk = server.organiser().await;
    let judge = server.join(&link(&server, &desk, "J1").await).await;
    let confederate = driver.browser(390, 900, false).await;
    join(&confederate, &link(&server, &desk, "C1").await).await;
    let referee = driver.browser(1_280, 1_000, false).await;
    join(&referee, &link(&server, &desk, "F1").await).await;
    sees(&referee, "//h2[.='Your task']").await;
    looked_at(&referee, "referee-before").await;

    let round = opens_the_round_of_the_confederate(&desk).await;
    sees(&referee, "//h2[starts-with(.,'C1 with J1')]").await;
    click(&referee, "form[id^=hold-] button").await;
    sees(&referee, "//span[.='held back']").await;
    let (_, page) = judge.get(&judge.page).await;
    let seat = value(&page, "seat").unwrap();
    judge.post("say", &[("round", round), ("seat", &seat), ("text", "Who are you?")]).await;
    sees(&confederate, "//span[.='Who are you?']").await;
    types(&confederate, "#say-judge-field", "I am Bob, of the house across the road.").await;
    click(&confederate, "#say-judge button:not([type=button])").await;
    sees(&referee, "//div[starts-with(@id,'waiting-')]//q[contains(.,'I am Bob')]").await;
    looked_at(&referee, "referee-waiting-wide").await;

    types(&referee, "form[id^=strike-] input[name=words]", "no names, please").await;
    click(&referee, "form[id^=strike-] button").await;
    sees(&confederate, "//li[contains(.,'A referee has struck') and contains(.,'no names, please')]").await;
    click(&referee, "form[id^=release-] button").await;
    click(&referee, "#limit-confederate option[value='C1'], #limit-confederate option:last-of-type").await;
    types(&referee, "#limit-characters", "40").await;
    types(&referee, "#limit-words", "Shorter, so that all can follow.").await;
    click(&referee, "#limit-it").await;
    sees(&confederate, "//p[.='A referee limits you to at most 40 characters a message.']").await;
    sees(&referee, "//div[@id='limits']//li[contains(.,'C1: at most 40 characters a message')]").await;
    // The clock stays in view at the top: the part opened next is scrolled to the middle first.
    let to_middle = "document.querySelector(arguments[0]).scrollIntoView({ block: 'center' });";
    referee.execute(to_middle, vec!["details[id^=more-mute-]".into()]).await.unwrap();
    click(&referee, "details[id^=more-mute-] summary").await;
    types(&referee, "form[id^=mute-] input[name=words]", "a moment, please").await;
    click(&referee, "form[id^=mute-] button").await;
    sees(&referee, "//span[.='muted']").await;
    sees(&confederate, "//p[@id='muted']").await;
    sees(&confederate, "//textarea[@id='say-judge-field'][@readonly]").await;
    looked_at(&confederate, "referee-muted-confederate-phone").await;
    types(&referee, "#note-words", "The wall between the rooms is thin.").await;
    click(&referee, "#note-it").await;
    sees(&referee, "//section[@id='done']//li[contains(.,'The wall between the rooms is thin.')]").await;

    let (_, page) = judge.get(&judge.page).await;
    assert!(page.contains("Who are you?") && !page.contains("Bob"), "{page}");
    let page = desk.desk().await;
    assert!(page.contains("F1: a note to the organiser – The wall between the rooms is thin."), "{page}");

    let phone = driver.browser(390, 1_600, true).await;
    join(&phone, &link(&server, &desk, "F1").await).await;
    sees(&phone, "//span[.='muted']").await;
    looked_at(&phone, "referee-phone-dark").await;
    for client in [phone, referee, confederate] {
        client.close().await.unwrap();
    }
}
