//! Whole contest days on real pages, from registration to the medal. Programs and people apply through the call for
//! entries, the contest file comes from the organiser's desk, and the record verifies. A judge, a confederate, a
//! referee and the organiser use browsers; the others send the forms of their pages. Screenshots stay in `artifacts/`.

use std::{collections::BTreeSet, time::Instant};

use fantoccini::{Client, Locator};
use futures_util::future::join_all;
use reqwest::{StatusCode, header};
use serde_json::json;

use crate::{
    browser::{Driver, click, click_on, join, presses, sees, shoot, shows_cards, turns_to, types},
    browser_referee::watched,
    desk::Desk,
    looks::{looked_at, looked_at_without_scripts, runs_scripts},
    support::{Guest, PATIENCE, Server, http},
};

/// Built-in programs.
const PROGRAMS: [&str; 4] = ["doctor", "parrot", "raconteur", "laconic"];

const RETURN: &str = "\u{e007}";
const SPACE: &str = " ";

/// An organiser with a browser, before the day and on it.
struct Day {
    desk: Desk,
    server: Server,
    organiser: Client,
    /// The contest's id in addresses.
    id: String,
}

impl Day {
    /// Opens the call for entries.
    async fn called(organiser: Client, rulebook: &str, name: &str) -> Self {
        let desk = Desk::new();
        let days = match rulebook {
            "surrey-2003" => "finalists-told=2100-01-10 --day working-by=2100-01-20 --day changes-until=2100-01-25",
            _ => "final-four-announced=2100-01-10",
        };
        let days = format!("--day closes=2099-12-31 --day {days} --day contest=2100-02-01");
        let open = format!("intake open --rulebook {rulebook} --name '{name}' {days} --data intake");
        desk.viva(&open).ends(0);
        let server = Server::start(&desk.path("data"), &["--intake", desk.path("intake").to_str().unwrap()]);
        organiser.goto(server.organiser_link.as_ref().unwrap()).await.unwrap();
        click(&organiser, "#join").await;
        sees(&organiser, &format!("//h1[.='0 entries for {name}']")).await;
        Self { desk, server, organiser, id: name.to_lowercase().replace(' ', "-") }
    }

    fn address(&self, path: &str) -> String {
        format!("{}{path}", self.server.url)
    }

    /// Fills in the form for a program: texts, and choices.
    async fn fills_in(&self, contestant: &Client, written: &[(&str, &str)], chosen: &[&str]) {
        contestant.goto(&self.address("/apply/form")).await.unwrap();
        for (field, text) in written {
            types(contestant, field, text).await;
        }
        for choice in chosen {
            click(contestant, choice).await;
        }
    }

    /// Submits it.
    async fn hands_in(&self, contestant: &Client, program: &str) {
        click(contestant, "#hand-in").await;
        sees(contestant, &format!("//section[@id='receipt']/h1[contains(., '{program} has not been tested')]")).await;
        sees(contestant, "//section[@id='report'][contains(., 'it breaks no rule')]").await;
    }

    /// A person applies, and attests as required.
    async fn offers(&self, person: &Client, role: &str, name: &str) {
        person.goto(&self.address(&format!("/apply/people/{role}"))).await.unwrap();
        types(person, "#name", name).await;
        types(person, "#contact", "somebody@example.org").await;
        for attested in person.find_all(Locator::Css("input[name='attest']")).await.unwrap() {
            attested.click().await.unwrap();
        }
        click(person, "#register").await;
        sees(person, &format!("//h1[contains(., '{name}, {role}: waits for an answer')]")).await;
    }

    /// The organiser tests every program and accepts everyone.
    async fn decides(&self, entries: usize, people: usize) {
        let organiser = &self.organiser;
        organiser.refresh().await.unwrap();
        for entry in 1..=entries {
            click(organiser, &format!("#E{entry} .decide summary")).await;
            click(organiser, &format!("button[aria-label='Test E{entry}']")).await;
            sees(organiser, &format!("//section[@id='E{entry}'][contains(., 'It complies')]")).await;
        }
        for person in 1..=people {
            click(organiser, &format!("button[aria-label='Accept {person}']")).await;
            sees(organiser, &format!("//div[@id='person-{person}'][contains(., 'takes part')]")).await;
        }
    }

    /// The organiser downloads the contest file, adds the programs' commands, and serves it at the same address.
    async fn begins(self, overrides: &str) -> Self {
        let Self { desk, server, organiser, id } = self;
        sees(&organiser, "//a[@id='contest-file']").await;
        let cookies = organiser.get_all_cookies().await.unwrap();
        let cookies: Vec<String> =
            cookies.iter().map(|cookie| format!("{}={}", cookie.name(), cookie.value())).collect();
        let file = http()
            .get(format!("{}/apply/organiser/contest.toml", server.url))
            .header(header::COOKIE, cookies.join("; "));
        let file = file.send().await.unwrap().text().await.unwrap();
        // The facts missing from an intake have lines to fill in.
        let (mut text, mut programs) = (String::new(), PROGRAMS.iter());
        for line in file.lines() {
            if line.starts_with("# protocol = ") {
                let command = json!([env!("CARGO_BIN_EXE_viva"), "entry", "play", programs.next().unwrap()]);
                text += &format!("protocol = \"stdio\"\ncommand = {command}\n");
            } else {
                text += &format!("{line}\n");
            }
        }
        desk.lay("contest.toml", format!("{text}{overrides}"));
        desk.viva("contest check contest.toml --programs").ends(0);

        let listen = server.url.trim_start_matches("http://").to_owned();
        server.kill();
        let (data, intake, file) = (desk.path("data"), desk.path("intake"), desk.path("contest.toml"));
        let arguments = ["--listen", &listen, "--intake", intake.to_str().unwrap(), file.to_str().unwrap()];
        let server = Server::start(&data, &arguments);
        organiser.goto(server.organiser_link.as_ref().unwrap()).await.unwrap();
        click(&organiser, "#join").await;
        sees(&organiser, "//main[@data-live]").await;
        Self { desk, server, organiser, id }
    }

    /// The links on all cards, in order.
    async fn cards(&self) -> Vec<String> {
        let links = shows_cards(&self.organiser).await;
        self.organiser.goto(&self.address(&format!("/{}/organiser", self.id))).await.unwrap();
        // Confirmations are answered at once.
        self.organiser.execute("window.confirm = () => true;", Vec::new()).await.unwrap();
        links
    }

    /// The people without a browser join by these links, and contribute to the draw.
    async fn guests(&self, links: &[String]) -> Vec<Guest> {
        let mut guests = Vec::new();
        for link in links {
            let guest = self.server.join(link).await;
            does(&guest, "contribute", &[("matter", "draw"), ("value", "a text that nobody foresees")]).await;
            guests.push(guest);
        }
        guests
    }

    /// A stranger verifies the record.
    async fn verifies(&self) {
        let record = http().get(self.address(&format!("/{}/record.viva", self.id))).send().await.unwrap();
        self.desk.lay("day.viva", record.bytes().await.unwrap());
        self.desk.viva("record verify day.viva").ends(0);
    }
}

/// Posts a form of a guest's page, which must be accepted.
async fn does(guest: &Guest, action: &str, form: &[(&str, &str)]) {
    let (status, page) = guest.post(action, form).await;
    let notice = page.split("role=\"alert\"").nth(1).unwrap_or_default();
    assert_eq!(status, StatusCode::SEE_OTHER, "{action} {form:?}: {}", &notice[..notice.len().min(300)]);
}

async fn in_place(guests: &[Guest]) {
    join_all(guests.iter().map(|guest| does(guest, "ready", &[("ready", "true")]))).await;
}

/// The organiser has reviewed the texts, and fills in the release; only the button is left.
async fn is_to_be_released(organiser: &Client) {
    let parts = organiser.wait().at_most(PATIENCE).for_element(Locator::Css("#release-parts")).await.unwrap();
    parts.select_by_value("result,transcripts,record").await.unwrap();
    types(organiser, "#release-rule", "rule 17").await;
    types(organiser, "#release-reason", "everything was read").await;
}

/// Ends the phase on a page without scripts: the server asks first.
async fn ends_without_scripts(organiser: &Client) {
    presses(organiser, "#end-phase", SPACE).await;
    presses(organiser, "#confirm", SPACE).await;
}

/// The organiser's page once everything is released.
const RELEASED: &str = "//p[.='Everybody may read the result, the transcripts and the record.']";

/// The values after this text, for each of its places on the page.
fn values(page: &str, before: &str) -> BTreeSet<String> {
    page.split(before).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

/// A guest sends this to every partner on the page.
async fn says(guest: &Guest, round: &str, words: &str) {
    let (_, page) = guest.get(&guest.page).await;
    let seats = values(&page, "name=\"seat\" value=\"");
    for seat in &seats {
        does(guest, "say", &[("round", round), ("seat", seat), ("text", words)]).await;
    }
    if seats.is_empty() && page.contains("action=\"") && page.contains("/say\"") {
        does(guest, "say", &[("round", round), ("text", words)]).await;
    }
}

/// From the next page on this browser runs no scripts.
async fn without_scripts(client: &Client) {
    runs_scripts(client, false).await;
    loads_again(client).await;
    sees(client, "//noscript/p[contains(., 'Scripts are off, so this page does not update itself')]").await;
}

async fn loads_again(client: &Client) {
    let here = client.current_url().await.unwrap();
    client.goto(here.as_str()).await.unwrap();
}

/// Reloads a page without scripts until it has this element.
async fn finds(client: &Client, path: &str) {
    let begun = Instant::now();
    while client.find(Locator::XPath(path)).await.is_err() {
        assert!(begun.elapsed() < PATIENCE, "{path} did not appear; the page says: {}", client.source().await.unwrap());
        loads_again(client).await;
    }
}

/// A witness's words, finished or not, in a log of a judge's page.
fn of_witness(log: &str) -> String {
    format!("//div[@id='{log}']//*[contains(@class,'witness')]/span[contains(@class,'said')][string-length(.) > 0]")
}

const JUDGE_BEGAN: &str = "//div[@id='log-judge']//li[contains(@class,'judge')]";

#[tokio::test]
async fn a_day_of_2010_from_the_call_to_the_medal_whose_second_half_needs_no_scripts() {
    let driver = Driver::start();
    let day = Day::called(driver.browser(1280, 900, false).await, "loebner-2010", "A prize of our own").await;
    let visitor = driver.browser(390, 844, true).await;
    let declared = ["no-path-names", "no-system-variables", "complete", "protocol", "waits"];
    let declared = declared.map(|id| format!("#declare-{id}-yes"));
    let chosen: Vec<&str> = declared.iter().map(String::as_str).chain(["#way-organiser-installs", "#runs-1"]).collect();
    for (number, program) in (1..).zip(PROGRAMS) {
        let (contestant, mail) = (format!("Team {number}"), format!("team-{number}@example.org"));
        let written = [("#program", program), ("#contestant", &*contestant), ("#field-e-mail", &*mail)];
        day.fills_in(&visitor, &written, &chosen).await;
        day.hands_in(&visitor, program).await;
    }
    for name in ["Ann", "Ben", "Cleo", "Dov"] {
        day.offers(&visitor, "judge", name).await;
    }
    for name in ["Eve", "Finn", "Gus", "Hana"] {
        day.offers(&visitor, "confederate", name).await;
    }
    visitor.close().await.unwrap();
    day.decides(4, 8).await;
    looked_at(&day.organiser, "2010-decided").await;

    // A driver types faster than any typist.
    let day = day.begins("\n[overrides.interview.medium.keystrokes]\nkeys_per_second = 1000\n").await;
    let (organiser, links) = (&day.organiser, day.cards().await);
    let judge = driver.browser(1280, 900, false).await;
    judge.goto(&links[0]).await.unwrap();
    sees(&judge, "//h1[.='You are joining as Judge 1, Ann']").await;
    looked_at(&judge, "2010-join").await;
    join(&judge, &links[0]).await;
    let confederate = driver.browser(390, 844, true).await;
    join(&confederate, &links[4]).await;
    let judges = day.guests(&links[1..4]).await;
    let confederates = day.guests(&links[5..]).await;
    sees(organiser, "//p[@id='joined'][contains(., 'Everybody has joined, and is in the draw.')]").await;
    looked_at(organiser, "2010-organiser-before-the-draw").await;
    click(organiser, "#draw").await;
    for page in [&judge, &confederate] {
        click(page, "#ready").await;
        sees(page, "//p[contains(., 'You are in place')]").await;
    }
    looked_at(&judge, "2010-judge-in-place").await;
    looked_at(&confederate, "2010-confederate-in-place").await;

    // The first half, with scripts.
    for number in 1..=2 {
        let (round, is_first) = (format!("R{number}"), number == 1);
        in_place(&judges).await;
        in_place(&confederates).await;
        if !is_first {
            click(&judge, "#ready").await;
            click(&confederate, "#ready").await;
        }
        sees(organiser, &format!("//p[@id='in-place'][.='12 of 12 are in place for round {number}.']")).await;
        if is_first {
            looked_at(organiser, "2010-organiser-before-round-1").await;
        }
        click(organiser, "#open-round").await;
        sees(&judge, &format!("//h1[.='Round {number} of 4: talk']")).await;
        for side in ["left", "right"] {
            types(&judge, &format!("#say-{side}-field"), &format!("Who are you, there on the {side}?{RETURN}")).await;
            sees(&judge, &format!("//div[@id='log-{side}']//li[contains(., 'there on the {side}?')]")).await;
        }
        join_all(judges.iter().map(|guest| says(guest, &round, "Good morning. What is the news?"))).await;
        sees(&confederate, JUDGE_BEGAN).await;
        types(&confederate, "#say-judge-field", &format!("It rains, and I forgot my umbrella.{RETURN}")).await;
        join_all(confederates.iter().map(|guest| says(guest, &round, "No news, and the coffee is cold."))).await;
        for side in ["left", "right"] {
            sees(&judge, &of_witness(&format!("log-{side}"))).await;
        }
        if is_first {
            looked_at(&judge, "2010-judge-talk").await;
            looked_at(&confederate, "2010-confederate-talk").await;
            looked_at(organiser, "2010-organiser-talk").await;
        }
        click(organiser, "#end-phase").await;
        sees(&judge, &format!("//h1[.='Round {number} of 4: ballots']")).await;
        click(&judge, &format!("#human-left-{round}")).await;
        if is_first {
            looked_at(&judge, "2010-judge-ballot").await;
            looked_at(&confederate, "2010-confederate-waits").await;
        }
        click(&judge, &format!("#ballot-{round} button")).await;
        sees(&judge, "//p[starts-with(., 'Submitted: the left one is the human')]").await;
        for guest in &judges {
            does(guest, "ballot", &[("round", &round), ("human", "right")]).await;
        }
        sees(organiser, "//div[@id='ballots']/p[.='Every ballot is in.']").await;
        if is_first {
            looked_at(organiser, "2010-organiser-ballots").await;
        }
        click(organiser, "#end-phase").await;
        sees(organiser, &format!("//button[@id='open-round'][.='Open round {}']", number + 1)).await;
    }

    // The second half, in the same browsers, without.
    for page in [&judge, &confederate, organiser] {
        without_scripts(page).await;
    }
    for number in 3..=4 {
        let (round, is_first) = (format!("R{number}"), number == 3);
        in_place(&judges).await;
        in_place(&confederates).await;
        for page in [&judge, &confederate] {
            finds(page, "//button[@id='ready'][.='I am in place']").await;
            presses(page, "#ready", SPACE).await;
            sees(page, "//p[contains(., 'You are in place')]").await;
        }
        finds(organiser, &format!("//p[@id='in-place'][.='12 of 12 are in place for round {number}.']")).await;
        presses(organiser, "#open-round", SPACE).await;
        sees(organiser, &format!("//h1[.='Round {number} of 4: talk']")).await;
        finds(&judge, "//form[@id='say-left']").await;
        for side in ["left", "right"] {
            types(&judge, &format!("#say-{side}-field"), &format!("And you, on the {side}?")).await;
            presses(&judge, &format!("#say-{side} button:not([type=button])"), SPACE).await;
            sees(&judge, &format!("//div[@id='log-{side}']//li[contains(., 'on the {side}?')]")).await;
        }
        join_all(judges.iter().map(|guest| says(guest, &round, "Good afternoon. What is the news?"))).await;
        finds(&confederate, JUDGE_BEGAN).await;
        types(&confederate, "#say-judge-field", "It has stopped raining.").await;
        presses(&confederate, "#say-judge button:not([type=button])", SPACE).await;
        sees(&confederate, "//li[contains(@class,'witness')][contains(., 'It has stopped raining.')]").await;
        join_all(confederates.iter().map(|guest| says(guest, &round, "The coffee is hot again."))).await;
        for side in ["left", "right"] {
            finds(&judge, &of_witness(&format!("log-{side}"))).await;
        }
        finds(organiser, "//button[@id='end-phase'][.='End the talk now']").await;
        if is_first {
            looked_at_without_scripts(&judge, "2010-judge-talk").await;
            looked_at_without_scripts(&confederate, "2010-confederate-talk").await;
            looked_at_without_scripts(organiser, "2010-organiser-talk").await;
        }
        ends_without_scripts(organiser).await;
        sees(organiser, &format!("//h1[.='Round {number} of 4: ballots']")).await;
        finds(&judge, &format!("//form[@id='ballot-{round}']")).await;
        presses(&judge, &format!("#human-left-{round}"), SPACE).await;
        if is_first {
            looked_at_without_scripts(&judge, "2010-judge-ballot").await;
        }
        presses(&judge, &format!("#ballot-{round} button"), SPACE).await;
        sees(&judge, "//p[starts-with(., 'Submitted: the left one is the human')]").await;
        for guest in &judges {
            does(guest, "ballot", &[("round", &round), ("human", "right")]).await;
        }
        finds(organiser, "//div[@id='ballots']/p[.='Every ballot is in.']").await;
        ends_without_scripts(organiser).await;
    }

    // All witnesses that a judge met, in one order.
    finds(&judge, "//form[@id='ranking']").await;
    let met = judge.find_all(Locator::Css("#ranking select")).await.unwrap();
    assert_eq!(met.len(), 8);
    for (rank, select) in (1..).zip(met) {
        select.select_by_label(&rank.to_string()).await.unwrap();
    }
    looked_at_without_scripts(&judge, "2010-judge-ranking").await;
    presses(&judge, "#ranking button:not([type=button])", SPACE).await;
    sees(&judge, "//form[@id='ranking']//p[starts-with(., 'Submitted')]").await;
    for guest in &judges {
        let (_, page) = guest.get(&guest.page).await;
        let trial = values(&page, "name=\"trial\" value=\"").pop_first().unwrap();
        let fields = values(&page, "name=\"rank-");
        let ranks: Vec<(String, String)> =
            (1..).zip(&fields).map(|(rank, field)| (format!("rank-{field}"), i32::to_string(&rank))).collect();
        let mut form = vec![("trial", &*trial)];
        form.extend(ranks.iter().map(|(field, rank)| (&**field, &**rank)));
        does(guest, "ranking", &form).await;
    }
    finds(organiser, "//div[@id='ballots']/p[.='Every ballot is in.']").await;
    looked_at_without_scripts(organiser, "2010-organiser-at-the-end").await;
    ends_without_scripts(organiser).await;
    finds(&judge, "//a[.='See the results']").await;
    looked_at_without_scripts(&judge, "2010-judge-after").await;
    finds(organiser, "//section[@id='course'][contains(., 'The contest is closed.')]").await;
    presses(organiser, "#tabs a[href$='/after']", RETURN).await;
    is_to_be_released(organiser).await;
    looked_at_without_scripts(organiser, "2010-organiser-release").await;
    presses(organiser, "#release", SPACE).await;
    sees(organiser, "//h1[.='Release?']").await;
    presses(organiser, "#confirm", SPACE).await;
    finds(organiser, RELEASED).await;
    presses(&judge, "#desk a[href$='/results']", RETURN).await;
    sees(&judge, "//dt[starts-with(., 'First place and the bronze medal')]").await;
    looked_at_without_scripts(&judge, "2010-results").await;
    presses(&judge, "a[href$='/transcripts/R1-J1']", RETURN).await;
    sees(&judge, "//li[contains(., 'there on the left?')]").await;
    looked_at_without_scripts(&judge, "2010-transcript").await;
    presses(organiser, "#tabs a[href$='/organiser']", RETURN).await;
    finds(organiser, "//section[@id='course'][contains(., 'The contest is closed.')]").await;
    looked_at_without_scripts(organiser, "2010-organiser-after").await;
    day.verifies().await;
    for client in [judge, confederate, day.organiser] {
        client.close().await.unwrap();
    }
}

/// The pane of the first confederate on a referee's page.
const FIRST_PANE: &str = "//section[contains(@class,'pane')][h2[starts-with(., 'C1 with')]]";

/// Guests rate all alike.
async fn rate_alike(guest: &Guest) {
    let (_, page) = guest.get(&guest.page).await;
    for form in page.split("<form id=\"ballot-").skip(1) {
        let (round, form) = form.split_once('"').unwrap();
        let fields = values(form.split("</form>").next().unwrap(), "name=\"rating-");
        let names: Vec<String> = fields.iter().map(|field| format!("rating-{field}")).collect();
        let mut sent = vec![("round", round)];
        sent.extend(names.iter().map(|name| (&**name, "3")));
        does(guest, "ballot", &sent).await;
    }
}

/// A candidate's terminal, from the id of its conversation.
fn terminal(candidate: &str) -> &str {
    candidate.splitn(3, '-').nth(2).unwrap()
}

#[tokio::test]
async fn a_day_of_2003_from_the_call_to_the_medal_with_a_referee_and_a_vote_of_the_judges() {
    let driver = Driver::start();
    let day = Day::called(driver.browser(1280, 900, false).await, "surrey-2003", "An afternoon at the terminals").await;
    let visitor = driver.browser(390, 844, false).await;
    visitor.goto(&day.address("/apply")).await.unwrap();
    looked_at(&visitor, "2003-call").await;
    let declared = ["publication", "english", "no-human-help", "rights", "hold-harmless"];
    let declared = declared.map(|id| format!("#declare-{id}-yes"));
    let chosen: Vec<&str> =
        declared.iter().map(String::as_str).chain(["#declare-related-to-organisers-no", "#brings"]).collect();
    for (number, program) in (1..).zip(&PROGRAMS[..2]) {
        let (contestant, mail) = (format!("Team {number}"), format!("team-{number}@example.org"));
        let written = [
            ("#program", *program),
            ("#contestant", &*contestant),
            ("#field-e-mail", &*mail),
            ("#field-access", "It is installed by hand."),
        ];
        day.fills_in(&visitor, &written, &chosen).await;
        if number == 1 {
            looked_at(&visitor, "2003-form").await;
        }
        day.hands_in(&visitor, program).await;
    }
    looked_at(&visitor, "2003-receipt").await;
    for name in ["Ann", "Ben", "Cleo", "Dov", "Ed"] {
        day.offers(&visitor, "judge", name).await;
    }
    for name in ["Eve", "Finn"] {
        day.offers(&visitor, "confederate", name).await;
    }
    visitor.goto(&day.address("/apply/people/referee")).await.unwrap();
    looked_at(&visitor, "2003-offer").await;
    day.offers(&visitor, "referee", "Olga").await;
    visitor.close().await.unwrap();
    day.decides(2, 8).await;

    let day = day.begins("").await;
    let (organiser, links) = (&day.organiser, day.cards().await);
    assert_eq!(links.len(), 8, "five judges, two confederates, a referee");
    let judge = driver.browser(390, 844, true).await;
    join(&judge, &links[0]).await;
    let confederate = driver.browser(1280, 900, false).await;
    join(&confederate, &links[5]).await;
    let referee = driver.browser(1280, 900, false).await;
    join(&referee, &links[7]).await;
    let judges = day.guests(&links[1..5]).await;
    let confederates = day.guests(&links[6..7]).await;
    sees(organiser, "//p[@id='joined'][contains(., 'Everybody has joined, and is in the draw.')]").await;
    looked_at(&referee, "2003-referee-before").await;
    click(organiser, "#draw").await;
    sees(organiser, "//button[@id='open-round']").await;

    for number in 1..=5 {
        let (round, is_first) = (format!("R{number}"), number == 1);
        let mut seated = Vec::new();
        for guest in judges.iter().chain(&confederates) {
            if guest.get(&guest.page).await.1.contains("id=\"ready\"") {
                seated.push(guest.clone());
            }
        }
        in_place(&seated).await;
        click(&confederate, "#ready").await;
        sees(&judge, "//button[@id='ready'] | //h2[.='You rest in this round']").await;
        let rests = judge.find(Locator::Css("#ready")).await.is_err();
        if !rests {
            click(&judge, "#ready").await;
        }
        sees(organiser, &format!("//p[@id='in-place'][.='8 of 8 are in place for round {number}.']")).await;
        if is_first {
            looked_at(&judge, "2003-judge-before").await;
        }
        click(organiser, "#open-round").await;
        sees(&judge, &format!("//h1[.='Round {number} of 5: talk']")).await;
        if rests {
            looked_at(&judge, "2003-judge-rests").await;
        } else {
            types(&judge, ".say textarea", &format!("What do you do on Sundays?{RETURN}")).await;
            sees(&judge, "//li[contains(@class,'judge')][contains(., 'on Sundays?')]").await;
        }
        join_all(judges.iter().map(|guest| says(guest, &round, "Good morning. What is the news?"))).await;
        sees(&confederate, JUDGE_BEGAN).await;
        if is_first {
            refereed(&confederate, &referee).await;
            looked_at(organiser, "2003-organiser-talk").await;
        } else {
            types(&confederate, "#say-judge-field", &format!("Not much. I slept late.{RETURN}")).await;
        }
        join_all(confederates.iter().map(|guest| says(guest, &round, "No news, and the coffee is cold."))).await;
        if is_first && !rests {
            sees(&judge, "//li[contains(@class,'witness')]").await;
            looked_at(&judge, "2003-judge-talk").await;
        }
        click(organiser, "#end-phase").await;
        sees(organiser, &format!("//h1[starts-with(., 'Round {number} of 5: ')][not(contains(., 'talk'))]")).await;
        if is_first {
            looked_at(&judge, "2003-judge-changes-places").await;
        }
        click(organiser, "#end-phase").await;
        if number < 5 {
            sees(organiser, &format!("//button[@id='open-round'][.='Open round {}']", number + 1)).await;
        }
    }

    // All are rated alike, so that the judges vote.
    sees(&judge, "//h1[.='Ballots at the end']").await;
    let ratings = judge.find_all(Locator::Css("[id^=about-] input[name^=rating-]")).await.unwrap();
    assert_eq!(ratings.len(), 4, "two programs and two people");
    for rating in ratings {
        let id = rating.attr("id").await.unwrap().unwrap();
        types(&judge, &format!("#{id}"), "3").await;
    }
    looked_at(&judge, "2003-judge-ratings").await;
    for form in judge.find_all(Locator::Css("form[id^=ballot-]")).await.unwrap() {
        let id = form.attr("id").await.unwrap().unwrap();
        click(&judge, &format!("#{id} button")).await;
        sees(&judge, &format!("//form[@id='{id}']//p[@data-sealed][starts-with(., 'Submitted')]")).await;
    }
    for guest in &judges {
        rate_alike(guest).await;
    }
    sees(organiser, "//div[@id='ballots']/p[.='Every ballot is in.']").await;
    click(organiser, "#end-phase").await;
    sees(&judge, "//legend[contains(., 'Which of these was more human?')]").await;
    looked_at(&judge, "2003-judge-votes").await;
    looked_at(organiser, "2003-organiser-vote").await;
    let preferred = judge.find(Locator::Css("#vote input[name=preferred]")).await.unwrap();
    let preferred = preferred.attr("value").await.unwrap().unwrap();
    click(&judge, &format!("#vote input[value='{preferred}']")).await;
    click(&judge, "#vote button").await;
    sees(&judge, "//p[starts-with(., 'You voted for: Terminal')]").await;
    for guest in &judges {
        let (_, page) = guest.get(&guest.page).await;
        let vote = values(&page, "name=\"vote\" value=\"").pop_first().unwrap();
        let candidates = values(&page, "name=\"preferred\" value=\"");
        let same = candidates.iter().find(|candidate| terminal(candidate) == terminal(&preferred)).unwrap();
        does(guest, "vote", &[("vote", &vote), ("preferred", same)]).await;
    }

    // No person is above the program that the judges chose: it has the silver medal.
    sees(&judge, "//h2[.='Thank you']").await;
    sees(organiser, "//section[@id='course'][contains(., 'The contest is closed.')]").await;
    turns_to(organiser, "After the day").await;
    organiser.execute("window.confirm = () => true;", Vec::new()).await.unwrap();
    is_to_be_released(organiser).await;
    looked_at(organiser, "2003-organiser-release").await;
    click(organiser, "#release").await;
    sees(organiser, RELEASED).await;
    click_on(&judge, Locator::XPath("//a[.='See the results']")).await;
    sees(&judge, "//dt[starts-with(., 'Silver medal')]").await;
    looked_at(&judge, "2003-results").await;
    sees(&referee, "//h2[.='Thank you']").await;
    looked_at(&referee, "2003-referee-after").await;
    turns_to(organiser, "Desk").await;
    sees(organiser, "//section[@id='course'][contains(., 'The contest is closed.')]").await;
    looked_at(organiser, "2003-organiser-after").await;
    day.verifies().await;
    for client in [judge, confederate, referee, day.organiser] {
        client.close().await.unwrap();
    }
}

/// The referee strikes a message of a confederate, passes their next one, and warns them.
async fn refereed(confederate: &Client, referee: &Client) {
    sees(referee, &format!("{FIRST_PANE}//li[contains(@class,'judge')]")).await;
    click_on(referee, Locator::XPath(&format!("{FIRST_PANE}//form[starts-with(@id,'hold-')]/button"))).await;
    sees(referee, &format!("{FIRST_PANE}//span[.='held back']")).await;
    types(confederate, "#say-judge-field", &format!("I am Eve, of the house across the road.{RETURN}")).await;
    sees(referee, &format!("{FIRST_PANE}//div[starts-with(@id,'waiting-')]//q[contains(., 'I am Eve')]")).await;
    looked_at(referee, "2003-referee-held").await;
    types(referee, "form[id^=strike-] input[name=words]", "no names, please").await;
    click(referee, "form[id^=strike-] button").await;
    sees(confederate, "//li[contains(., 'A referee has struck') and contains(., 'no names, please')]").await;
    click_on(referee, Locator::XPath(&format!("{FIRST_PANE}//form[starts-with(@id,'release-')]/button"))).await;
    sees(referee, &format!("{FIRST_PANE}//form[starts-with(@id,'hold-')]")).await;
    types(confederate, "#say-judge-field", &format!("Good morning. I slept late.{RETURN}")).await;
    click(referee, "#warn-confederate option:nth-of-type(2)").await;
    types(referee, "#warn-words", "A little slower, please.").await;
    click(referee, "#warn-it").await;
    sees(referee, "//section[@id='done']//li[contains(., 'A little slower, please.')]").await;
    looked_at(confederate, "2003-confederate-refereed").await;
    looked_at(referee, "2003-referee-talk").await;
}

/// Presses a button that asks for confirmation: the script asks, and without scripts the server does.
async fn confirms(client: &Client, scripts: bool, css: &str) {
    click(client, css).await;
    if !scripts {
        click(client, "#confirm").await;
    }
}

/// Waits for an element on a page, which is reloaded if it has no scripts.
async fn meets(client: &Client, scripts: bool, path: &str) {
    if scripts { sees(client, path).await } else { finds(client, path).await }
}

#[tokio::test]
async fn a_judge_and_an_organiser_have_their_day_in_firefox_with_scripts_and_without() {
    let drivers = [Driver::of_firefox(), Driver::of_firefox()];
    for scripts in [true, false] {
        let picture = |name: &str| format!("firefox-{name}{}", if scripts { "" } else { "-without-scripts" });
        let folder = tempfile::tempdir().unwrap();
        let server = Server::with_contest(folder.path(), &watched(), &[]);
        let organiser = drivers[0].firefox(1280, 900, scripts).await;
        join(&organiser, server.organiser_link.as_ref().unwrap()).await;
        let links = shows_cards(&organiser).await;
        shoot(&organiser, &picture("cards")).await;
        organiser.goto(&format!("{}/watched/organiser", server.url)).await.unwrap();
        if scripts {
            organiser.execute("window.confirm = () => true;", Vec::new()).await.unwrap();
        }
        let judge = drivers[1].firefox(500, 844, scripts).await;
        join(&judge, &links[0]).await;
        let confederate = server.join(&links[1]).await;
        does(&confederate, "contribute", &[("matter", "draw"), ("value", "a text that nobody foresees")]).await;
        let referee = server.join(&links[2]).await;
        does(&referee, "do", &[("does", "note"), ("words", "Good morning.")]).await;
        meets(&organiser, scripts, "//p[@id='joined'][contains(., 'Everybody has joined, and is in the draw.')]").await;
        confirms(&organiser, scripts, "#draw").await;
        meets(&organiser, scripts, "//button[@id='open-round']").await;

        for number in 1..=2 {
            let round = format!("R{number}");
            meets(&judge, scripts, "//button[@id='ready'][.='I am in place']").await;
            click(&judge, "#ready").await;
            sees(&judge, "//p[contains(., 'You are in place')]").await;
            let is_person = confederate.get(&confederate.page).await.1.contains("id=\"ready\"");
            if is_person {
                in_place(std::slice::from_ref(&confederate)).await;
            }
            meets(&organiser, scripts, &format!("//p[@id='in-place'][.='2 of 2 are in place for round {number}.']"))
                .await;
            click(&organiser, "#open-round").await;
            meets(&judge, scripts, &format!("//h1[.='Round {number} of 2: talk']")).await;
            types(&judge, ".say textarea", "What do you do on Sundays?").await;
            if scripts {
                types(&judge, ".say textarea", RETURN).await;
            } else {
                click(&judge, ".say button:not([type=button])").await;
            }
            sees(&judge, "//li[contains(@class,'judge')][contains(., 'on Sundays?')]").await;
            if is_person {
                says(&confederate, &round, "I sleep, mostly.").await;
            }
            meets(&judge, scripts, "//li[contains(@class,'witness')]").await;
            if number == 1 {
                shoot(&judge, &picture("judge-talk")).await;
                shoot(&organiser, &picture("organiser-talk")).await;
            }
            meets(&organiser, scripts, "//button[@id='end-phase'][.='End the talk now']").await;
            confirms(&organiser, scripts, "#end-phase").await;
            let over = format!("//h1[starts-with(., 'Round {number} of 2: ')][not(contains(., 'talk'))]");
            meets(&organiser, scripts, &over).await;
            confirms(&organiser, scripts, "#end-phase").await;
        }
        meets(&judge, scripts, "//h1[.='Ballots at the end']").await;
        for (round, figure) in [("R1", "4.5"), ("R2", "2")] {
            types(&judge, &format!("#ballot-{round} input[name^=rating-]"), figure).await;
            if round == "R1" {
                shoot(&judge, &picture("judge-ratings")).await;
            }
            click(&judge, &format!("#ballot-{round} button")).await;
            sees(&judge, &format!("//form[@id='ballot-{round}']//p[@data-sealed][starts-with(., 'Submitted')]")).await;
        }
        meets(&organiser, scripts, "//div[@id='ballots']/p[.='Every ballot is in.']").await;
        confirms(&organiser, scripts, "#end-phase").await;
        meets(&organiser, scripts, "//section[@id='course'][contains(., 'The contest is closed.')]").await;
        click(&organiser, "#tabs a[href$='/after']").await;
        sees(&organiser, "//form//button[@id='release']").await;
        if scripts {
            organiser.execute("window.confirm = () => true;", Vec::new()).await.unwrap();
        }
        is_to_be_released(&organiser).await;
        confirms(&organiser, scripts, "#release").await;
        meets(&organiser, scripts, RELEASED).await;
        meets(&judge, scripts, "//a[.='See the results']").await;
        click_on(&judge, Locator::XPath("//a[.='See the results']")).await;
        sees(&judge, "//section[h2='Awards']//dt[contains(., 'medal')]").await;
        shoot(&judge, &picture("results")).await;
        for client in [judge, organiser] {
            client.close().await.unwrap();
        }
    }
}
