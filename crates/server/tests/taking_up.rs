//! A server takes a contest up once, whoever comes upon it first.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::BTreeSet;

use rulebook::shipped;
use server::{App, Settings, Submitted};
use store::{Engine, Limits};

const CONTEST: &str = r#"
organiser = "Nobody"
isolation = "none"
rulebook = "two-party-2024"
[overrides.roles]
judges = 1
entries = 2
confederates = 1
[[judge]]
name = "A judge"
[[confederate]]
name = "A confederate"
[[entry]]
name = "Echo"
contestant = "Nobody"
protocol = "stdio"
command = ["cat"]
[[entry]]
name = "Reverb"
contestant = "Nobody"
protocol = "stdio"
command = ["cat"]
"#;

/// Whoever adds it second finds it in the store, and takes up what this server does not have yet, as a server does that looks
/// for the contests of its neighbours.
#[tokio::test(flavor = "multi_thread")]
async fn a_contest_that_is_found_while_it_is_added_is_kept_by_the_hall_that_people_reach() {
    let find = |id: &str| shipped::find(id).map(|text| (id.to_owned(), text.to_owned())).ok_or_else(|| id.to_owned());
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        data: folder.path().join("data"),
        public_url: "http://127.0.0.1:9".to_owned(),
        address: None,
        pace: 1.0,
        continue_shorter: Vec::new(),
    };
    let engine = Engine::embedded(&settings.data, Limits { max_bytes: None }).unwrap();
    let app = App::start(settings, engine).await.unwrap();
    for number in 0..20 {
        let text = format!("name = \"Medal {number}\"{CONTEST}");
        let add = || async {
            let file = rulebook::reader::read_contest_file("contest.toml", &text, &find).unwrap();
            let (text, folder) = (text.clone(), folder.path().to_owned());
            app.add(Submitted { file, text, rulebook: String::new(), plan: None, folder }).await.unwrap()
        };
        let added = tokio::join!(add(), add(), add());
        let links = [added.0, added.1, added.2].into_iter().filter_map(|added| added.organiser_link);
        let links: BTreeSet<String> = links.collect();
        assert_eq!(links.len(), 1, "one of them added it, and whoever came later is told the same link");
        let place = app.place(&format!("medal-{number}")).unwrap();
        assert!(place.hall.is_kept_here(), "what people reach is what holds the timer: {number}");
    }
}
