//! The review before publication: a text taken out on the contest's server is nowhere afterwards.

use std::path::Path;

use fantoccini::Locator;
use reqwest::StatusCode;

use crate::{
    browser::{Driver, click, click_on, fits, join, sees, types},
    desk::Desk,
    looks::looked_at,
    support::{Guest, Server},
};

/// Rules of 2003 for one judge, one confederate and one program, which ends at once and repeats nothing.
const CONTEST: &str = r#"
name = "A story"
id = "story"
organiser = "Nobody"
isolation = "none"
rulebook = "surrey-2003"
countdown = "1s"

[overrides.roles]
told = { confederates = 1, entries = 1 }

[overrides.roles.limits]
judges = { least = 1 }
entries = { least = 1 }

[[judge]]
name = "Ann Example"

[[confederate]]
name = "Bartholomew"

[[entry]]
name = "Echoparrot"
contestant = "Nobody"
protocol = "stdio"
command = ["false"]
"#;

/// The judge's words, used by nobody else.
const JUDGES: [&str; 2] = ["Are you a \"Brontosaurus\" Ünïque?", "I am Hesperornis, write to ann@hesperornis.example"];

/// The confederate's words.
const PERSONS: &str = "Bartholomew is who I am, and 555 0100 22 is my number";

/// The organiser's announcement.
const ANNOUNCED: &str = "Pachyrhinosaurus is in the hall";

/// A closed contest in which all spoke, with its organiser and its judge.
async fn played(desk: &Desk) -> (Server, Guest, Guest) {
    desk.lay("contest.toml", CONTEST);
    let server = Server::start(&desk.path("data"), &[desk.path("contest.toml").to_str().unwrap()]);
    let organiser = server.organiser().await;
    let mut guests = Vec::new();
    for who in ["J1", "C1"] {
        let (_, page) = organiser.post("links", &[("who", who)]).await;
        guests.push(server.join(&link_in(&server, &page)).await);
    }
    let [judge, person] = &guests[..] else { panic!() };
    let does = |what: &str| desk.viva(&format!("contest {what} --data data"));
    does("draw --anyway").ends(0);
    while does("status --json").ends(0).json()["phase"] != "closed" {
        let status = does("status --json").ends(0).json();
        let round = status["round"].as_u64().unwrap_or(1);
        match status["phase"].as_str().unwrap() {
            "lobby" if status["round"].is_u64() => {
                does("open-round --anyway");
                let round = does("status --json").ends(0).json()["round"].to_string();
                does(&format!("announce everybody '{ANNOUNCED}'")).ends(0);
                let round = format!("R{round}");
                for seat in ["left", "right", "only", "t1", "t2"] {
                    for text in JUDGES {
                        judge.post("say", &[("round", &round), ("seat", seat), ("text", text)]).await;
                    }
                }
                person.post("say", &[("round", &round), ("text", PERSONS)]).await;
            }
            phase @ ("talk" | "scoring" | "end-ballots" | "vote") => drop(does(&format!("end-phase {phase} {round}"))),
            _ => tokio::task::yield_now().await,
        }
    }
    (server, organiser, judge.clone())
}

/// The join link on a page of cards.
fn link_in(server: &Server, page: &str) -> String {
    let at = page.find("/join/").unwrap_or_else(|| panic!("{page}"));
    format!("{}{}", server.url, &page[at..at + 38])
}

/// The files under a folder that contain a text: plain, in UTF-16, or with JSON's escapes.
fn holding(folder: &Path, text: &str) -> Vec<String> {
    let escaped: String =
        text.chars().map(|c| if c.is_ascii() { c.to_string() } else { format!("\\u{:04x}", c as u32) }).collect();
    let utf_16 = |to: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to).collect::<Vec<u8>>();
    let forms = [
        text.as_bytes().to_vec(),
        utf_16(u16::to_le_bytes),
        utf_16(u16::to_be_bytes),
        escaped.clone().into_bytes(),
        escaped.to_uppercase().replace("\\U", "\\u").into_bytes(),
        text.to_lowercase().into_bytes(),
    ];
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let kind = path.symlink_metadata().unwrap().file_type();
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() {
                let bytes = std::fs::read(&path).unwrap();
                if forms.iter().any(|form| bytes.windows(form.len()).any(|window| window == form)) {
                    found.push(path.display().to_string());
                }
            }
        }
    }
    found
}

#[tokio::test]
async fn the_texts_of_somebody_are_nowhere_once_they_are_taken_out_and_the_record_verifies() {
    let desk = Desk::new();
    let (server, organiser, judge) = played(&desk).await;
    let words = ["Brontosaurus", "Ünïque", "Hesperornis"];
    for word in words {
        assert!(!holding(&desk.path("data"), word).is_empty(), "{word} was said");
    }
    let (_, page) = organiser.get("/story/organiser/review").await;
    for found in ["an e-mail address", "a telephone number", "a name of C1", "<mark>Bartholomew</mark>"] {
        assert!(page.contains(found), "{found}: {page}");
    }
    let does = |what: &str| desk.viva(&format!("contest {what} --data data"));
    does("erase J9 --rule 'rule 17' --reason 'asked for'").ends(1).says("no text of J9");
    does("delete 1/answers --rule 'rule 17' --reason 'asked for'").ends(1).says("no private part `1/answers`");
    does("delete here --rule 'rule 17' --reason 'asked for'").ends(2).says("12/text");
    does("erase J1 --rule 'rule 17' --reason 'they asked for it'").ends(0);
    does("erase J1 --rule 'rule 17' --reason 'they asked for it'").ends(1).says("no text of J1");
    does("timeline").ends(0).prints("Every text of J1 was taken out");

    // The exports from now on: the record, tables, transcripts, the published pages.
    let bundle = bytes(&organiser, "/story/record.viva").await;
    desk.lay("story.viva", &bundle);
    desk.viva("record verify story.viva").ends(0).prints("consistent").prints("Every text of J1 was taken out");
    desk.viva("record export story.viva --csv --out tables").ends(0);
    desk.viva("record export story.viva --form plain --unseen --out transcripts").ends(0);
    desk.viva("record publish story.viva --out site").ends(0);
    let pages = ["organiser", "organiser/review", "results", "results.json", "transcripts/R1-J1", "api/v1/status"];
    for (number, page) in pages.iter().enumerate() {
        let (_, text) = organiser.get(&format!("/story/{page}")).await;
        desk.lay(&format!("page-{number}.html"), text);
    }
    desk.lay("judge.html", judge.get(&judge.page).await.1);
    for word in words {
        assert_eq!(holding(&desk.path("."), word), [""; 0], "{word}");
    }
    assert!(!holding(&desk.path("transcripts"), "Bartholomew is who").is_empty(), "what others said stays");
    for folder in ["transcripts", "site"] {
        assert!(!holding(&desk.path(folder), "[phrase deleted]").is_empty(), "and readers see where something was");
    }
    assert!(!holding(&desk.path("data"), ANNOUNCED).is_empty(), "and what the organiser told everybody");

    // Nothing comes back when the server restarts after a kill.
    server.kill();
    for word in words {
        assert_eq!(holding(&desk.path("data"), word), [""; 0], "{word}");
    }
    let again = Server::start(&desk.path("data"), &[]);
    let organiser = Guest { url: again.url.clone(), ..organiser };
    assert_eq!(bytes(&organiser, "/story/record.viva").await, bundle, "the same record, byte for byte");
    does("rename C1 'A person' --rule 'rule 17' --reason 'they asked for it'").ends(0);
    does("rename C1 'Ann Example' --rule 'rule 17' --reason 'again'").ends(1).says("another person has this name");
    desk.lay("story.viva", bytes(&organiser, "/story/record.viva").await);
    desk.viva("record verify story.viva").ends(0).prints("consistent").prints("C1 was given a pseudonym");
    desk.viva("record show story.viva").ends(0);
    // The contest file is the organiser's own: the name stays there, so that a text with it is still found.
    desk.viva("record review story.viva --findings").ends(1).prints("a telephone number");
    let (_, page) = organiser.get("/story/organiser/review").await;
    assert!(page.contains("<mark>Bartholomew</mark>"), "{page}");
}

#[tokio::test]
async fn nothing_goes_out_of_whoever_agreed_to_the_result_alone_and_licences_go_along() {
    let desk = Desk::new();
    let (_server, organiser, _) = played(&desk).await;
    let does = |what: &str| desk.viva(&format!("contest {what} --data data"));
    does("consent C9 words").ends(1).says("no participant has that label");
    does("consent C1 everything").ends(2).says("`result`, their part in it, or to `words`");
    does("consent C1 result --licence MIT").ends(1).says("name none");
    does("consent C1 result").ends(0);
    does("consent J1 words --licence CC-BY-4.0").ends(0);
    let ruled = "--rule 'rule 17' --reason 'the committee met'";
    let told = "C1 agreed to the publication of their part in the result, but not of their texts";
    for part in ["transcripts", "record"] {
        does(&format!("release {part} {ruled}")).ends(1).says(told);
    }
    does(&format!("release result {ruled}")).ends(0);

    // With the record alone.
    desk.lay("story.viva", bytes(&organiser, "/story/record.viva").await);
    let outs = ["--csv --out tables", "--form plain --out lines", "--form ndjson --out lines"];
    for out in outs {
        desk.viva(&format!("record export story.viva {out}")).ends(1).says(told).says("--texts-of C1");
    }
    desk.viva("record publish story.viva --out site").ends(1).says(told);
    for folder in ["tables", "lines", "site"] {
        assert!(!desk.path(folder).join("index.html").exists() && holding(&desk.path("."), PERSONS).len() <= 3);
        assert!(!desk.path(folder).is_dir() || std::fs::read_dir(desk.path(folder)).unwrap().next().is_none());
    }
    desk.viva("record export story.viva --form ballots --out ballots").ends(0);
    let redact = |who: &str| {
        desk.viva(&format!("record redact story.viva --texts-of {who} {ruled} --data data --out edited.viva"))
    };
    redact("F3").ends(1).says("no text of F3");
    redact("C1").ends(0);
    desk.viva("record verify edited.viva").ends(0).prints("consistent");
    desk.viva("record export edited.viva --csv --out tables").ends(0);
    assert_eq!(holding(&desk.path("tables"), PERSONS), [""; 0]);

    // On the contest's server.
    does(&format!("erase C1 {ruled}")).ends(0);
    does(&format!("release record {ruled}")).ends(0);
    does("consent J1 result").ends(1).says("the texts of J1 are public already");
    does("timeline").ends(0).prints("J1 agreed to the publication of their texts under CC-BY-4.0");
    desk.lay("story.viva", bytes(&organiser, "/story/record.viva").await);
    desk.viva("record export story.viva --ndjson --out rows --licence CC0-1.0").ends(0);
    desk.viva("record export story.viva --form plain --out lines").ends(0).says("LICENCES.md");
    desk.viva("record publish story.viva --out site").ends(0);
    let read = |file: &str| std::fs::read_to_string(desk.path(file)).unwrap();
    for file in ["rows/README.md", "lines/LICENCES.md"] {
        assert!(read(file).contains("- CC-BY-4.0: what was written by J1 Ann Example\n"), "{file}: {}", read(file));
    }
    assert!(read("rows/README.md").contains("CC0-1.0\n"));
    assert!(read("rows/participants.ndjson").contains("\"consent\":\"words\",\"licence\":\"CC-BY-4.0\""));
    let page = read("site/interviews/R1-J1.html");
    assert!(page.contains("Others may use the texts: of J1 Ann Example under CC-BY-4.0."), "{page}");
    assert_eq!(holding(&desk.path("site"), PERSONS), [""; 0]);
}

/// The bytes served at this address.
async fn bytes(guest: &Guest, address: &str) -> Vec<u8> {
    let request = crate::support::http().get(format!("{}{address}", guest.url));
    let answer = request.header(reqwest::header::COOKIE, &guest.cookie).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    answer.bytes().await.unwrap().to_vec()
}

#[tokio::test]
async fn an_organiser_reads_everything_and_takes_a_phrase_out_before_the_release() {
    let desk = Desk::new();
    let (server, organiser, judge) = played(&desk).await;
    assert_eq!(judge.get("/story/organiser/review").await.0, StatusCode::FORBIDDEN);
    let driver = Driver::start();
    let client = driver.browser(1280, 900, false).await;
    let (_, card) = organiser.post("access/add", &[("name", "Olga Example")]).await;
    join(&client, &link_in(&server, &card)).await;
    click(&client, "#review").await;
    sees(&client, "//h1[.='Read before you release']").await;
    sees(&client, "//li[@class='found']//mark[.='555 0100 22']").await;
    looked_at(&client, "review").await;

    types(&client, "#words", "pachyrhino*").await;
    click(&client, "#scan").await;
    sees(&client, "//li[contains(.,'on your word list')]//mark[.='Pachyrhinosaurus']").await;
    let whole = "//li[.//mark[.='Pachyrhinosaurus']]//label[contains(.,'remove this text')]/input";
    click_on(&client, Locator::XPath(whole)).await;
    types(&client, "#parts-rule", "rule 17").await;
    types(&client, "#parts-reason", "somebody is named").await;
    click(&client, "#parts").await;
    sees(&client, "//p[.='The result is still confirmed.']").await;
    assert!(fits(&client).await);
    looked_at(&client, "review-confirm").await;
    click(&client, "#confirm").await;
    sees(
        &client,
        "//section[@id='rulings']//li[contains(.,'as the organisers decided under rule 17: somebody is named')]",
    )
    .await;

    click(&client, "#consent-who option[value=C1]").await;
    click(&client, "#consent-scope option[value=result]").await;
    click(&client, "#consent").await;
    let agreed = "C1 agreed to the publication of their part in the result, but not of their texts";
    sees(&client, &format!("//section[@id='consents']//li[.='{agreed}']")).await;

    click(&client, "#name-who option[value=C1]").await;
    types(&client, "#name-name", "Hesperornis").await;
    types(&client, "#rename-rule", "rule 17").await;
    types(&client, "#rename-reason", "they asked for it").await;
    click(&client, "#rename").await;
    sees(&client, "//p[starts-with(.,'The current name, or a word of it, appears in')]").await;
    sees(&client, "//p[starts-with(.,'The pseudonym, or a word of it, appears in')]").await;
    looked_at(&client, "review-rename").await;
    click_on(&client, Locator::LinkText("Cancel")).await;

    click(&client, "#texts-who option[value=C1]").await;
    types(&client, "#erase-rule", "rule 17").await;
    types(&client, "#erase-reason", "they asked for it").await;
    click(&client, "#erase").await;
    click(&client, "#confirm").await;
    sees(&client, "//section[@id='rulings']//li[contains(.,'Every text of C1 was taken out')]").await;
    assert!(client.find(Locator::XPath("//mark[.='555 0100 22']")).await.is_err(), "it is gone");
    client.close().await.unwrap();
}
