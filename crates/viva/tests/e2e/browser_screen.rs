//! The big screen on a projector of 1920 × 1080, light and dark: every text is readable from the last row, nothing
//! needs scrolling, and it follows the contest without a reload. Screenshots stay in `artifacts/`.

use std::{fmt::Write, path::Path};

use fantoccini::Client;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::{
    browser::{Driver, fits, sees, shoot},
    desk::Desk,
    looks::{DevTools, resize, runs_scripts, violations},
    support::{Server, contest_file, house_entries, talk, viva},
};

/// The longest usual name of a contest.
const LONG: &str = "The Seventy-Fifth Anniversary Turing Test of Our Faculty of Philosophy and Logic";

/// The longest announcement: 500 characters.
fn five_hundred() -> String {
    let sentence = "Tea and cake are served in the foyer of the west wing, beside the tall clock. ";
    sentence.chars().cycle().take(499).chain(['.']).collect()
}

/// The texts that are too small or cut off, and the page's excess over the window.
async fn measured(client: &Client) -> (Vec<String>, i64, i64) {
    let script = "const small = [];
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const [text, within] = [texts.currentNode.data.trim(), texts.currentNode.parentElement];
            const box = within.getBoundingClientRect();
            if (!text || within.closest('.unseen, noscript, script') || box.width * box.height === 0) continue;
            const size = parseFloat(getComputedStyle(within).fontSize);
            const clamp = within.closest('h1, h2, p, .name');
            if (clamp && getComputedStyle(clamp).overflow === 'hidden' && (clamp.scrollHeight > clamp.clientHeight + 2 || clamp.scrollWidth > clamp.clientWidth + 2)) small.push(`cut off: ${text}`);
            if (size < innerHeight / 40) small.push(`${size} px: ${text}`);
            if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1) small.push(`out: ${text}`);
        }
        const { scrollHeight, scrollWidth } = document.documentElement;
        return [small, scrollHeight - innerHeight, scrollWidth - innerWidth];";
    serde_json::from_value(client.execute(script, Vec::new()).await.unwrap()).unwrap()
}

/// Checks the screen in light and dark.
async fn on_the_wall(client: &Client, name: &str) {
    for scheme in ["light", "dark"] {
        let preferred = json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ] });
        client.issue_cmd(DevTools("Emulation.setEmulatedMedia", preferred)).await.unwrap();
        let looked = format!("screen-{name}-{scheme}");
        shoot(client, &looked).await;
        let (small, below, beside) = measured(client).await;
        assert!(small.is_empty(), "{looked}: {small:#?}");
        assert!(below <= 0 && beside <= 0, "{looked}: {below} px below the window, {beside} beside it");
        let found = violations(client).await;
        assert!(found.is_empty(), "{looked}: {found:#?}");
    }
}

/// Opens a public page on a projector.
async fn projector(driver: &Driver, address: &str) -> Client {
    let wall = driver.browser(1920, 1080, false).await;
    wall.goto(address).await.unwrap();
    wall
}

/// Twenty judges with long names, twenty confederates and twenty programs that cannot be started.
fn crowd() -> String {
    let mut text = format!(
        "name = \"{LONG}\"\nid = \"story\"\norganiser = \"Nobody\"\nrulebook = \"loebner-2010\"\nbegins = \"2030-05-10T09:30:00Z\"\n\
         [overrides.roles]\njudges = 20\nconfederates = 20\nentries = 20\n"
    );
    for n in 1..=20 {
        writeln!(text, "[[judge]]\nname = \"Professor Bartholomew Featherstonehaugh {n}\"").unwrap();
        writeln!(text, "[[confederate]]\nname = \"Confederate number {n}\"").unwrap();
        writeln!(
            text,
            "[[entry]]\nname = \"Program {n}\"\ncontestant = \"Somebody\"\nprotocol = \"stdio\"\ncommand = [\"./gone\"]"
        )
        .unwrap();
    }
    text
}

/// The public state, as programs read it.
async fn told(server: &Server) -> Value {
    serde_json::from_str(&anybody(server, "/story/screen.json").await.1).unwrap()
}

#[tokio::test]
async fn a_hall_with_twenty_judges_reads_everything_from_the_last_row() {
    let (driver, folder) = (Driver::start(), tempfile::tempdir().unwrap());
    let server = Server::with_contest(folder.path(), &crowd(), &[]);
    let organiser = server.organiser().await;
    let wall = projector(&driver, &format!("{}/story/screen", server.url)).await;
    on_the_wall(&wall, "before").await;
    let mut judges = Vec::new();
    for who in ["J1", "J2", "J3", "J4", "J5"] {
        let (_, card) = organiser.post("links", &[("who", who)]).await;
        let token = &card[card.find("/join/").unwrap()..][..38];
        judges.push(server.join(&format!("{}{token}", server.url)).await);
    }
    wall.execute("window.isTheSame = true", Vec::new()).await.unwrap();

    organiser.post("do", &[("action", "draw"), ("anyway", "true")]).await;
    organiser.post("do", &[("action", "open-round"), ("anyway", "true")]).await;
    sees(&wall, "//h2[.='Round 1 of 20']").await;
    sees(&wall, "//p[@class='clock']//span[@data-time][contains(.,':')]").await;
    on_the_wall(&wall, "talk").await;

    // Everything at once: a pause with its message, an extension with another, and the longest announcement.
    let words = "We wait for a chair. ".repeat(9);
    let reason = ("reason", "a chair broke");
    organiser.post("do", &[("action", "extend"), ("minutes", "5"), reason, ("told", &words)]).await;
    organiser.post("do", &[("action", "announce"), ("to", "everybody"), ("words", &five_hundred())]).await;
    organiser.post("do", &[("action", "pause"), reason, ("told", &words)]).await;
    sees(&wall, "//p[@id='paused'][contains(.,'We wait for a chair.')]").await;
    on_the_wall(&wall, "pause").await;
    assert_eq!(wall.execute("return window.isTheSame", Vec::new()).await.unwrap(), json!(true), "never loaded again");

    organiser.post("do", &[("action", "resume")]).await;
    organiser.post("do", &[("action", "end-phase"), ("phase", "talk"), ("round", "R1")]).await;
    for judge in &judges {
        let (status, page) = judge.post("ballot", &[("round", "R1"), ("human", "left")]).await;
        assert_eq!(status, StatusCode::SEE_OTHER, "{page}");
    }
    sees(&wall, "//section[@class='ballots'][contains(.,'5 ballots of 20 are in.')]").await;
    sees(&wall, "//section[@class='ballots']//li[@class='in'][starts-with(.,'J5')]").await;
    on_the_wall(&wall, "ballots").await;
    wall.close().await.unwrap();
}

/// The rules of 2010 with eight awards, one of them with a long title.
fn eight_awards() -> String {
    let text = rulebook::shipped::find("loebner-2010").unwrap();
    let (before, rest) = text.split_once("[[awards]]").unwrap();
    let instructions = rest.split_once("\n[instructions]").unwrap().1;
    // The German texts name other awards.
    let instructions = instructions.split_once("[translations").unwrap().0;
    let bronze = "The bronze medal of the society, for the most human of all programs this year";
    let awards = [
        ("fourth", "Fourth place", "250", "{ place = 4 }", "[]"),
        ("third", "Third place", "500", "{ place = 3 }", "[]"),
        ("second", "Second place", "1000", "{ place = 2 }", "[]"),
        ("bronze", bronze, "3000", "{ place = 1 }", "[]"),
        ("finalists", "A seat in the final", "100", "\"every-entry\"", "[]"),
        ("human", "The most human human", "", "\"best-confederate\"", "[]"),
        ("silver", "The silver medal", "25000", "{ place = 1 }", "[{ fooled = { judges = 2, confederates = 2 } }]"),
        ("gold", "The gold medal", "100000", "{ place = 1 }", "[{ fooled = { judges = 4, confederates = 4 } }]"),
    ];
    let award = |(id, title, purse, to, when): (&str, &str, &str, &str, &str)| {
        let purse = if purse.is_empty() { String::new() } else { format!("purse = \"{purse} USD\"\n") };
        format!("[[awards]]\nid = \"{id}\"\ntitle = \"{title}\"\n{purse}to = {to}\nwhen = {when}\n\n")
    };
    let text = format!("{before}{}[instructions]{instructions}", awards.map(award).concat());
    rulebook::shipped::with_id(&text, "eight-awards")
}

/// Four scripted judges, four scripted confederates and four built-in programs, under those rules.
fn scripted() -> String {
    let mut text =
        format!("name = \"{LONG}\"\nid = \"story\"\norganiser = \"Nobody\"\nrulebook = \"eight-awards.toml\"\n");
    for n in 1..=4 {
        writeln!(text, "[[judge]]\nname = \"Judge number {n}\"\nscripted = true").unwrap();
        writeln!(text, "[[confederate]]\nname = \"Bartholomew Alexander Featherstonehaugh {n}\"\nscripted = true")
            .unwrap();
    }
    text + &house_entries()
}

/// A society's look, with its logo beside it.
fn lay_look(folder: &Path) -> String {
    std::fs::write(folder.join("logo.png"), include_bytes!("peers/logo.png")).unwrap();
    let look = "name = \"Society for Talking Machines\"\nlogo = \"logo.png\"\n[light]\naccent = \"#8c1515\"\n\
                [dark]\npaper = \"#1a0f0f\"\nink = \"#f7efe6\"\naccent = \"#f0b95a\"\n";
    let file = folder.join("look.toml");
    std::fs::write(&file, look).unwrap();
    file.to_string_lossy().into_owned()
}

#[tokio::test]
async fn eight_awards_are_revealed_one_after_the_other_in_the_look_of_the_society_across_a_crash() {
    let (driver, desk) = (Driver::start(), Desk::new());
    let folder = desk.path("");
    let look = lay_look(&folder);
    std::fs::write(folder.join("eight-awards.toml"), eight_awards()).unwrap();
    let server = Server::with_contest(&folder, &scripted(), &["--pace", "200", "--look", &look]);
    let wall = projector(&driver, &format!("{}/story/programme", server.url)).await;
    sees(&wall, "//p[@class='brand'][contains(.,'Society for Talking Machines')]/img").await;
    assert!(fits(&wall).await);
    shoot(&wall, "programme-light").await;
    let found = violations(&wall).await;
    assert!(found.is_empty(), "{found:#?}");
    // The logo is loaded, and not a broken image.
    let is_shown = "return document.querySelector('.logo').naturalWidth";
    assert_eq!(wall.execute(is_shown, Vec::new()).await.unwrap(), json!(96));

    live::preside(&server.url, server.organiser_link.as_ref().unwrap(), |_| {}).await.unwrap();
    wall.goto(&format!("{}/story/screen", server.url)).await.unwrap();
    sees(&wall, "//p[.='The awards follow.']").await;
    on_the_wall(&wall, "curtain").await;
    let reveal = |step: &str| format!("contest reveal {step} --data data");
    desk.viva(&reveal("2")).ends(1);
    let mut seen = Vec::new();
    for step in 1..=18 {
        desk.viva(&reveal("")).ends(0);
        let shown = told(&server).await["reveal"].clone();
        let title = shown["title"].as_str().unwrap_or(if step == 17 { "Standings" } else { "Reasons" }).to_owned();
        sees(&wall, &format!("//section[@class='reveal']/h2[contains(.,'{title}')]")).await;
        if shown["shows"] == "recipients" {
            seen.push(title);
        }
        on_the_wall(&wall, &format!("reveal-{step:02}")).await;
    }
    let order = ["The most human human", "A seat in the final", "Fourth place", "Third place", "Second place"];
    assert_eq!(seen[..5], order, "the smallest purse first");
    assert_eq!(seen[6..], ["The silver medal", "The gold medal"]);
    desk.viva(&reveal("")).ends(1);

    // After a restart the same step is shown.
    let address = server.url.trim_start_matches("http://").to_owned();
    server.kill();
    sees(&wall, "//p[@id='lost'][not(@hidden)]").await;
    shoot(&wall, "screen-lost").await;
    let server = Server::start(&folder.join("data"), &["--listen", &address, "--pace", "200", "--look", &look]);
    sees(&wall, "//p[@id='lost'][@hidden]").await;
    assert_eq!(told(&server).await["reveal"]["shows"], "reasons");

    // Without scripts the content is the same, and the browser reloads it by itself.
    runs_scripts(&wall, false).await;
    wall.goto(&format!("{}/story/screen?colours=dark", server.url)).await.unwrap();
    sees(&wall, "//noscript//meta[@http-equiv='refresh'] | //head/meta[@http-equiv='refresh']").await;
    shoot(&wall, "screen-without-scripts-dark").await;
    runs_scripts(&wall, true).await;
    let (status, _) = anybody(&server, "/story/results.json").await;
    assert_eq!(status, StatusCode::CONFLICT, "what is revealed is not released");

    // It is readable on a phone as well.
    wall.goto(&format!("{}/story/screen", server.url)).await.unwrap();
    resize(&wall, &json!(390), &json!(844)).await;
    assert!(fits(&wall).await);
    shoot(&wall, "screen-phone").await;
    wall.close().await.unwrap();
}

async fn anybody(server: &Server, address: &str) -> (StatusCode, String) {
    let answer = reqwest::get(format!("{}{address}", server.url)).await.unwrap();
    (answer.status(), answer.text().await.unwrap())
}

#[test]
fn a_look_that_cannot_be_worn_is_refused_before_the_server_starts() {
    let desk = Desk::new();
    desk.lay("script.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>");
    for (look, words) in [
        ("logo = \"script.svg\"", "can hold a script"),
        ("logo = \"no-such.png\"", "failed to read the logo"),
        ("[light]\naccent = \"#ffee00\"", "too little contrast"),
        ("[light]\nacent = \"#8c1515\"", "did you mean `accent`?"),
        ("[dark]\nink = \"bright\"", "which is no colour"),
    ] {
        desk.lay("look.toml", look);
        let answer = desk.viva("serve --data data --listen 127.0.0.1:0 --look look.toml");
        assert!(!desk.path("data").exists(), "no server was started: {answer}");
        answer.says(words);
    }
}

/// An audience that reads along ten seconds later.
const READ_ALONG: &str = "[overrides.interview]\ndelivery = \"whole-lines\"\nhall = { delay = \"10s\" }\n";

#[tokio::test]
async fn a_hall_reads_along_what_a_judge_saw_where_the_rules_let_it() {
    let driver = Driver::start();
    let folder = tempfile::tempdir().unwrap();
    // Ten times real time: an interview is shown for six seconds, a second after the judge saw it.
    let server = Server::with_contest(folder.path(), &contest_file(&house_entries(), READ_ALONG), &["--pace", "10"]);
    let desk = server.organiser().await;
    let links = desk.links().await;
    desk.post("do", &[("action", "draw"), ("anyway", "true")]).await;
    desk.post("do", &[("action", "open-round"), ("anyway", "true")]).await;
    let judge = server.join(&links[0].1).await;
    for seat in ["left", "right"] {
        let text = format!("Good morning to you on the {seat}. What did you have for breakfast, and with whom?");
        judge.post("say", &[("round", "R1"), ("seat", seat), ("text", &text)]).await;
    }
    let wall = projector(&driver, &format!("{}/story/screen", server.url)).await;
    let read = |seat: &str| format!("//section[@id='reading']//li[@class='judge'][contains(., 'you on the {seat}')]");
    sees(&wall, &read("left")).await;
    on_the_wall(&wall, "reading").await;
    let before = wall.source().await.unwrap();
    for name in ["Program 1", "E1", "C1", "confederate number"] {
        assert!(!before.contains(name), "{name}");
    }
    let (_, data) = desk.get("/story/screen.json").await;
    let data: Value = serde_json::from_str(&data).unwrap();
    assert!(data["read"]["conversations"].is_array(), "{data}");
    // A participant withdraws consent: no conversation is shown any more.
    let data = folder.path().join("data");
    let took = viva().args(["contest", "consent", "C2", "result", "--data"]).arg(data).output().unwrap();
    assert!(took.status.success(), "{}", talk(&took));
    sees(&wall, "//main[not(.//section[@id='reading'])]").await;
    wall.close().await.unwrap();
}
