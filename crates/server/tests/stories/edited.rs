//! Contest files that are edited while their contest is served.

use std::{path::Path, sync::Arc};

use contest::{
    Command,
    command::{Change, NewEntry},
    event::EntryCard,
};
use rulebook::{EntryId, Participant, shipped};
use server::{App, Settings, Submitted, app::StartError, hosted_contest::HostedContest};
use store::{Engine, Limits, NoteRow};

const CONTEST: &str = r#"
name = "Medal"
organiser = "Nobody"
isolation = "none"
rulebook = "two-party-2024"

[overrides.roles]
judges = 2
entries = 2
confederates = 1

[[judge]]
name = "Ann"

[[judge]]
name = "Bob"

[[confederate]]
name = "Cem"

[[entry]]
name = "Echo"
contestant = "Nobody"
protocol = "stdio"
command = ["cat"]

[[entry]]
name = "Reverb"
contestant = "Nobody"
protocol = "stdio"
command = ["nl"]

[[reserve]]
name = "Reserve"
contestant = "Nobody"
protocol = "stdio"
command = ["tac"]
"#;

async fn app(folder: &Path) -> App {
    let settings = Settings {
        data: folder.join("data"),
        public_url: "http://127.0.0.1:9".to_owned(),
        address: None,
        pace: 1.0,
        continue_shorter: Vec::new(),
    };
    let engine = Engine::embedded(&settings.data, Limits { max_bytes: None }).unwrap();
    App::start(settings, engine).await.unwrap()
}

/// Serves this text; returns the changes.
async fn serve(app: &App, text: &str) -> Result<Vec<String>, String> {
    let find = |id: &str| shipped::find(id).map(|text| (id.to_owned(), text.to_owned())).ok_or_else(|| id.to_owned());
    let file = rulebook::reader::read_contest_file("contest.toml", text, &find).unwrap();
    let submitted =
        Submitted { file, text: text.to_owned(), rulebook: String::new(), plan: None, folder: std::env::temp_dir() };
    app.add(submitted).await.map(|added| added.changes).map_err(|why| match &why {
        StartError::CannotChange { source, .. } => format!("{why}: {source}"),
        _ => why.to_string(),
    })
}

async fn does(place: &Arc<HostedContest>, command: Command) {
    place.running.ask(Participant::Organiser, command).await.unwrap();
}

fn judge(number: u16) -> Participant {
    Participant::Judge(rulebook::JudgeId::new(number))
}

#[tokio::test]
async fn what_an_edited_file_changes_is_said_and_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path()).await;
    assert_eq!(serve(&app, CONTEST).await, Ok(vec![]));
    assert_eq!(serve(&app, CONTEST).await, Ok(vec![]), "the same file again changes nothing");
    let edited = CONTEST
        .replace("\"Bob\"", "\"Bea\"")
        .replace("[overrides.roles]", "[overrides.interview]\ntalk = \"4m\"\n\n[overrides.roles]")
        .replace("[\"cat\"]", "[\"cat\", \"-u\"]")
        .replace("[\"tac\"]", "[\"rev\"]");
    let changes = serve(&app, &edited).await.unwrap();
    assert_eq!(
        changes,
        [
            "J2 is Bea, no longer Bob (make a new join link)",
            "`interview.talk` is \"4m\", no longer \"5m\"",
            "E1, Echo: another `command`",
            "the reserve Reserve: another `command`",
        ]
    );
    let place = app.place("medal").unwrap();
    assert_eq!(place.name_of(judge(2)), "Bea");
    assert_eq!(place.spec(EntryId::new(1)).unwrap().command(), ["cat", "-u"]);
    assert_eq!(serve(&app, &edited).await, Ok(vec![]));
}

#[test]
fn an_edited_file_is_still_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let edited = CONTEST.replace("\"Bob\"", "\"Bea\"").replace("[\"cat\"]", "[\"rev\"]");
    // A server ends with its runtime.
    let runtime = || tokio::runtime::Runtime::new().unwrap();
    runtime().block_on(async {
        let app = app(folder.path()).await;
        serve(&app, CONTEST).await.unwrap();
        serve(&app, &edited).await.unwrap();
    });
    runtime().block_on(async {
        let place = app(folder.path()).await.place("medal").unwrap();
        assert_eq!(place.name_of(judge(2)), "Bea");
        assert_eq!(place.spec(EntryId::new(1)).unwrap().command(), ["rev"]);
    });
}

#[tokio::test]
async fn whoever_had_a_label_that_is_another_s_has_no_way_in_any_more() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path()).await;
    serve(&app, CONTEST).await.unwrap();
    let mut sessions = Vec::new();
    for (number, byte) in [(1, 1), (2, 2)] {
        app.registry().invite("medal", &judge(number).to_string(), [byte; 32], "").await.unwrap();
        app.registry().redeem([byte; 32], [byte + 10; 32]).await.unwrap();
        sessions.push([byte + 10; 32]);
    }
    serve(&app, &CONTEST.replace("\"Bob\"", "\"Bea\"")).await.unwrap();
    assert!(app.registry().session(sessions[0]).await.unwrap().is_some(), "Ann stays in");
    assert_eq!(app.registry().session(sessions[1]).await.unwrap(), None, "Bob is out");
}

/// A server that is killed between the event and the end of the session leaves that event, the session, and a note.
#[test]
fn a_session_ends_although_the_server_was_killed_just_after_the_replacement() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = || tokio::runtime::Runtime::new().unwrap();
    let replacing = |note: &str| NoteRow { kind: "replacing".into(), name: "J2".into(), note: note.into() };
    runtime().block_on(async {
        let app = app(folder.path()).await;
        serve(&app, CONTEST).await.unwrap();
        for byte in [1, 2] {
            app.registry().invite("medal", &judge(byte.into()).to_string(), [byte; 32], "").await.unwrap();
            app.registry().redeem([byte; 32], [byte + 10; 32]).await.unwrap();
        }
        let replace = |who, name: &str| Command::Replace { who, name: name.into(), reason: "ill".into() };
        let place = app.place("medal").unwrap();
        does(&place, replace(judge(2), "Bea")).await;
        app.registry().keep_note("medal", replacing("0")).await.unwrap();
    });
    runtime().block_on(async {
        let app = app(folder.path()).await;
        assert!(app.registry().session([11; 32]).await.unwrap().is_some(), "Ann stays in");
        assert_eq!(app.registry().session([12; 32]).await.unwrap(), None, "Bob is out");
        app.registry().invite("medal", "J2", [3; 32], "").await.unwrap();
        app.registry().redeem([3; 32], [13; 32]).await.unwrap();
    });
    runtime().block_on(async {
        let app = app(folder.path()).await;
        assert!(app.registry().session([13; 32]).await.unwrap().is_some(), "Bea stays in");
        let notes = app.registry().notes("medal").await.unwrap();
        assert!(notes.contains(&replacing("")), "{notes:?}");
    });
}

#[tokio::test]
async fn once_a_round_was_opened_only_programs_can_be_changed_and_what_cannot_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path()).await;
    serve(&app, CONTEST).await.unwrap();
    let place = app.place("medal").unwrap();
    does(&place, Command::Draw { anyway: true }).await;
    does(&place, Command::OpenRound { anyway: true }).await;
    let other = serve(&app, &CONTEST.replace("\"Bob\"", "\"Bea\"")).await.unwrap_err();
    assert!(other.contains("J2 is Bea, no longer Bob") && other.contains("the first round has been opened"), "{other}");
    let mended = CONTEST.replace("[\"cat\"]", "[\"rev\"]");
    assert_eq!(serve(&app, &mended).await.unwrap(), ["E1, Echo: another `command`"]);
    assert_eq!(place.spec(EntryId::new(1)).unwrap().command(), ["rev"], "for whatever is started from now on");
}

#[tokio::test]
async fn the_seed_of_a_contest_is_settled() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path()).await;
    serve(&app, CONTEST).await.unwrap();
    let seeded = CONTEST.replace("organiser =", "seed = \"mine\"\norganiser =");
    let why = serve(&app, &seeded).await.unwrap_err();
    assert!(why.contains("with another seed"), "{why}");
}

#[tokio::test]
async fn a_reserve_is_started_by_its_own_table() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path()).await;
    serve(&app, CONTEST).await.unwrap();
    let place = app.place("medal").unwrap();
    does(&place, Command::Draw { anyway: true }).await;
    let card = EntryCard { name: "Reserve".into(), contestant: "Nobody".into(), protocol: "stdio".into() };
    let reserve = NewEntry { card, open_source: false, opening: None };
    let change = Change::TakesOver { leaves: EntryId::new(1), reserve };
    does(&place, Command::Replan { change, reason: "broke".to_owned() }).await;
    assert_eq!(place.spec(EntryId::new(3)).unwrap().command(), ["tac"]);
}
