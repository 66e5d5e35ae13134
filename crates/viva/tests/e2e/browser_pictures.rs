//! Every page, once: at 320 pixels no table and no heading is cut, and `docs/pages.md` shows its picture. Pictures stay
//! in `artifacts/`; `cargo xtask pictures` takes them into the docs.

use std::{collections::BTreeSet, path::Path};

use fantoccini::Client;
use serde_json::json;

use crate::{
    browser::{Driver, click_on, sees},
    browser_referee::{link, opens_the_round_of_the_confederate, watched},
    looks::DevTools,
    support::{Guest, Server, artifacts, contest_file, house_entries, viva},
};

/// The parts of a page that are cut at its right side or in their own box. The table of verdicts and the timetable of
/// interviews are as wide as there are judges and answers: they scroll in their boxes.
const CUT: &str = "const cut = (part) => part.getBoundingClientRect().right > innerWidth + 1 || part.scrollWidth > part.clientWidth + 1;
    const parts = [...document.querySelectorAll('h1, h2, h3, table, .scroll')].filter((part) => part.checkVisibility() && !part.closest('.scroll:has(.grid), #interviews .scroll:not(:has(.rows))'));
    const told = parts.filter(cut).map((part) => `${part.tagName} ${part.id} ${part.textContent.trim().slice(0, 40)}`);
    return document.documentElement.scrollWidth > innerWidth ? ['the page', ...told] : told;";

/// The gallery: a browser that holds everybody's session, the pages so far, and the faults on them.
struct Gallery {
    client: Client,
    shown: BTreeSet<String>,
    faults: Vec<String>,
}

impl Gallery {
    async fn of(driver: &Driver) -> Self {
        Self { client: driver.browser(1280, 800, false).await, shown: BTreeSet::new(), faults: Vec::new() }
    }

    /// Takes the sessions of these guests.
    async fn takes(&self, url: &str, guests: &[&Guest]) {
        self.client.goto(url).await.unwrap();
        for guest in guests {
            let session = format!("{}; path=/", guest.cookie);
            self.client.execute("document.cookie = arguments[0];", vec![session.into()]).await.unwrap();
        }
    }

    /// Measures the page at this address, and takes its picture under this name.
    async fn page(&mut self, name: &str, address: &str) {
        self.client.goto(address).await.unwrap();
        self.here(name).await;
    }

    async fn here(&mut self, name: &str) {
        sees(&self.client, "//main").await;
        self.sized(320, 640, 1.0).await;
        let cut: Vec<String> = serde_json::from_value(self.client.execute(CUT, Vec::new()).await.unwrap()).unwrap();
        self.faults.extend(cut.into_iter().map(|part| format!("{name}: {part}")));
        self.sized(1280, 800, 0.5).await;
        let picture = self.client.screenshot().await.unwrap();
        std::fs::write(artifacts().join(format!("page-{name}.png")), picture).unwrap();
        self.sized(1280, 800, 1.0).await;
        assert!(self.shown.insert(name.to_owned()), "{name} is shown twice");
    }

    async fn sized(&self, width: u32, height: u32, scale: f64) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": false });
        self.client.issue_cmd(DevTools("Emulation.setDeviceMetricsOverride", size)).await.unwrap();
    }
}

/// The names of the pictures in `docs/pages.md`.
fn documented() -> BTreeSet<String> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pages.md");
    let text = std::fs::read_to_string(docs).unwrap();
    let pictures = text.split("](pictures/page-").skip(1).filter_map(|rest| rest.split(".png)").next());
    pictures.map(str::to_owned).collect()
}

/// The organiser's, the judge's and the confederate's pages from the evening before to the release.
async fn shows_a_contest(gallery: &mut Gallery, folder: &Path) {
    let server = Server::with_contest(folder, &contest_file(&house_entries(), ""), &[]);
    let (desk, url) = (server.organiser().await, server.url.clone());
    let links = desk.links().await;
    let at = |path: &str| format!("{url}/story/{path}");
    gallery.page("join", &links[1].1).await;
    gallery.page("code", &format!("{url}/join")).await;
    gallery.page("programme", &at("programme")).await;
    gallery.page("login", &at("login")).await;
    let judge = server.join(&links[0].1).await;
    let mut people = vec![judge.clone()];
    for (_, link) in &links[4..] {
        people.push(server.join(link).await);
    }
    gallery.takes(&url, &[&desk, &judge, &people[1]]).await;
    gallery.page("front", &url).await;
    gallery.page("desk-before", &at("organiser")).await;
    desk.post("do", &[("action", "draw"), ("anyway", "true")]).await;
    gallery.page("judge-before", &at("judge/1")).await;
    for person in &people {
        person.post("ready", &[("ready", "true")]).await;
    }
    desk.post("do", &[("action", "open-round"), ("anyway", "true")]).await;
    for (seat, text) in [("left", "Good morning. What is the news?"), ("right", "Who won yesterday?")] {
        judge.post("say", &[("round", "R1"), ("seat", seat), ("text", text)]).await;
    }
    gallery.page("desk", &at("organiser")).await;
    gallery.page("judge", &at("judge/1")).await;
    gallery.page("confederate", &at("confederate/1")).await;
    gallery.page("screen", &at("screen?colours=light")).await;
    for tab in ["people", "entries", "public", "handouts", "timeline", "after", "access"] {
        gallery.page(tab, &at(&format!("organiser/{tab}"))).await;
    }
    gallery.client.goto(&at("organiser/people")).await.unwrap();
    click_on(&gallery.client, fantoccini::Locator::XPath("//button[.='Show cards']")).await;
    gallery.here("cards").await;
    let ends = async |phase: &str, part: &str, number: &str| {
        desk.post("do", &[("action", "end-phase"), ("phase", phase), (part, number)]).await;
    };
    ends("talk", "round", "R1").await;
    gallery.page("judge-ballot", &at("judge/1")).await;
    ends("scoring", "round", "R1").await;
    for round in ["R2", "R3", "R4"] {
        desk.post("do", &[("action", "open-round"), ("anyway", "true")]).await;
        ends("talk", "round", round).await;
        ends("scoring", "round", round).await;
    }
    gallery.page("judge-ranking", &at("judge/1")).await;
    ends("end-ballots", "trial", "1").await;
    gallery.page("desk-after", &at("organiser")).await;
    gallery.page("review", &at("organiser/review")).await;
    desk.releases().await;
    gallery.page("results", &at("results")).await;
    gallery.page("transcript", &at("transcripts/R1-J1")).await;
    gallery.page("receipts", &at("judge/1/receipts")).await;
}

/// The referee's page.
async fn shows_a_referee(gallery: &mut Gallery, folder: &Path) {
    let server = Server::with_contest(folder, &watched(), &[]);
    let desk = server.organiser().await;
    let referee = server.join(&link(&server, &desk, "F1").await).await;
    opens_the_round_of_the_confederate(&desk).await;
    gallery.takes(&server.url, &[&referee]).await;
    gallery.page("referee", &format!("{}/watched/referee/1", server.url)).await;
}

/// The pages of a call for entries.
async fn shows_an_intake(gallery: &mut Gallery, folder: &Path) {
    let call = folder.join("call");
    let days = ["closes=2099-12-31", "final-four-announced=2100-01-10", "contest=2100-02-01"];
    let mut open = viva();
    open.args(["intake", "open", "--rulebook", "loebner-2010", "--name", "A call", "--data"]).arg(&call);
    for day in days {
        open.args(["--day", day]);
    }
    assert!(open.output().unwrap().status.success());
    let server = Server::start(&folder.join("data"), &["--intake", call.to_str().unwrap()]);
    let organiser = server.organiser().await;
    gallery.takes(&server.url, &[&organiser]).await;
    gallery.page("call", &format!("{}/apply", server.url)).await;
    gallery.page("application", &format!("{}/apply/form", server.url)).await;
    gallery.page("offer", &format!("{}/apply/people/judge", server.url)).await;
    gallery.page("intake", &format!("{}/apply/organiser", server.url)).await;
}

#[tokio::test]
async fn every_page_fits_a_small_phone_and_has_a_picture_in_the_docs() {
    let driver = Driver::start();
    let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let mut gallery = Gallery::of(&driver).await;
    shows_a_contest(&mut gallery, folders[0].path()).await;
    shows_a_referee(&mut gallery, folders[1].path()).await;
    shows_an_intake(&mut gallery, folders[2].path()).await;
    assert!(gallery.faults.is_empty(), "cut at 320 pixels: {:#?}", gallery.faults);
    assert_eq!(documented(), gallery.shown, "docs/pages.md shows each page once");
    gallery.client.close().await.unwrap();
}
