//! The clients of the contests of 2017 and 2018 take part: three versions of the real library, and clients that break
//! every rule.

mod blindness;
mod contest;
mod edges;
mod hostile;
mod old;
mod pages;
pub(crate) mod peer;
mod raw;
mod trace;

use serde_json::json;

use crate::support::{Guest, Server, stdio_entries, talk, viva};

/// A rulebook by keys, and one by messages.
const KEYS: &str = "loebner-2010";
const MESSAGES: &str = "five-minute-2014";

/// A server with a contest of three judges, three confederates and three built-in entries.
struct Stage {
    folder: tempfile::TempDir,
    server: Server,
    organiser: Guest,
    /// Join codes of `judge0` to `judge2`, then `conf0` to `conf2`.
    codes: Vec<String>,
}

impl Stage {
    async fn set(rulebook: &str, overrides: &str) -> Self {
        Self::set_with(rulebook, overrides, &[]).await
    }

    /// The same stage, with these server arguments.
    async fn set_with(rulebook: &str, overrides: &str, arguments: &[&str]) -> Self {
        let stage = Self::undrawn(rulebook, overrides, arguments).await;
        // These clients add nothing to a draw, and wait for partners from the first.
        let mut desk = stage.organiser.connect(0).await;
        assert_eq!(desk.ask(json!({"do": "draw", "anyway": true})).await, None);
        stage
    }

    /// The same before the draw.
    async fn undrawn(rulebook: &str, overrides: &str, arguments: &[&str]) -> Self {
        let people =
            |kind: &str| (1..=3).map(|n| format!("[[{kind}]]\nname = \"{kind} number {n}\"\n")).collect::<String>();
        let program = [env!("CARGO_BIN_EXE_viva"), "entry", "play", "doctor"];
        let entries = stdio_entries(&program, &[]);
        let entries = entries.split("[[entry]]").take(4).collect::<Vec<_>>().join("[[entry]]");
        // A rehearsal: the answering time of each program is drawn from a known seed.
        let head = format!(
            "name = \"A story\"
id = \"story\"
organiser = \"Nobody\"
rulebook = \"{rulebook}\"
seed = \"story\"
rehearsal = true
"
        );
        let roles = "[overrides.roles]\njudges = 3\nentries = 3\nconfederates = 3\n";
        let text = format!("{head}{}{}{entries}{roles}{overrides}", people("judge"), people("confederate"));
        let folder = tempfile::tempdir().unwrap();
        let server = Server::with_contest(folder.path(), &text, arguments);
        let organiser = server.organiser().await;
        let (_, page) = organiser.post("links", &[("who", "all-not-joined")]).await;
        let mut codes: Vec<String> =
            page.match_indices("/join/").map(|(at, _)| page[at + 6..at + 38].to_owned()).collect();
        codes.dedup();
        assert_eq!(codes.len(), 6, "one code for everyone");
        Self { folder, server, organiser, codes }
    }

    /// The token of the organiser's own page: the secret of the control panel.
    fn organiser_token(&self) -> &str {
        self.organiser.cookie.split_once('=').unwrap().1
    }

    /// A new link for the organiser; the stage's present session ends.
    fn new_organiser_link(&self) -> String {
        let said =
            viva().args(["serve", "--organiser-link", "story", "--data"]).arg(self.folder.path().join("data")).output();
        let said = talk(&said.unwrap());
        said.lines().find(|line| line.contains("/join/")).expect("a link").trim().to_owned()
    }

    /// Opens the round, even if people are missing.
    async fn open_round(&self) {
        let mut desk = self.organiser.connect(0).await;
        assert_eq!(desk.ask(json!({"do": "open-round", "anyway": true})).await, None);
    }
}
