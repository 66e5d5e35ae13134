//! A contest day run from a terminal of the serving machine, without a page and without a password.

use reqwest::StatusCode;
use serde_json::json;

use crate::{
    desk::Desk,
    support::{Server, contest_file, house_entries, http},
};

const RESERVE: &str = "[[reserve]]\nname = \"Stand-by\"\ncontestant = \"The organisers\"\nprotocol = \"stdio\"\n";

#[tokio::test]
async fn a_day_is_run_from_the_terminal_from_the_draw_to_the_close_and_the_record_verifies() {
    let desk = Desk::new();
    let command = json!([env!("CARGO_BIN_EXE_viva"), "entry", "play", "parrot"]);
    desk.lay("contest.toml", contest_file(&format!("{}{RESERVE}command = {command}\n", house_entries()), ""));
    let file = desk.path("contest.toml");
    // A coin is tossed at the end, a minute of contest time after its announcement.
    let server = Server::start(&desk.path("data"), &["--pace", "100", file.to_str().unwrap()]);
    let does = |what: &str| desk.viva(&format!("contest {what} --data data"));

    does("status")
        .ends(0)
        .prints("nothing is drawn yet")
        .prints("Not joined: J1 judge number 1")
        .prints("Stand by Stand-by");
    does("draw").ends(1).says("not everyone has joined");
    does("draw --anyway").ends(0).prints("done: before round 1 of 4");
    does("open-round --anyway").ends(0).prints("done: round 1 of 4, talk");
    does("pause").ends(0).prints(", paused");
    does("status").ends(0).prints("The pause has no reason yet.");
    does("pause --reason 'a fire drill' --told 'We go on at eleven.'").ends(0);
    does("resume").ends(0);
    does("resume").ends(1).says("not paused");
    does("extend 5 --reason 'the drill was long'").ends(0);
    does("announce judges 'Tea is in the hall.'").ends(0);
    does("announce J9 'Hello?'").ends(1).says("this message has no readers");
    does("abort R1-J2 --reason 'a cable'").ends(0);
    does("restart-entry E1").ends(0);
    does("end-phase talk 2").ends(1).says("moved on");
    does("end-phase talk 1").ends(0).prints("done: round 1 of 4, ballots");
    does("end-phase scoring 1").ends(0).prints("done: before round 2 of");
    does("replace J3 Dan --reason 'fell ill'").ends(0);
    does("admit judge Eve --reason 'the train was late'").ends(0);
    does("take-over E2 Stand-by --reason 'its disk is full'").ends(0);
    does("take-over E3 Stand-by --reason 'again'").ends(1).says("a reserve that stands by");
    does("replan C2 --reason 'called away'").ends(0);
    does("disqualify E1 --by judges --rule 'rule 8' --reason 'a person typed'").ends(0);
    does("reinstate E1 --by judges --rule 'rule 8' --reason 'it was none'").ends(0);
    let status = does("status --json").ends(0).json();
    assert_eq!(status["people"].as_array().unwrap().last().unwrap()["place"], "not-joined");
    does("open-round --anyway").ends(0);
    does("again R2 --reason 'the power failed'").ends(0);

    // The rest is played in silence.
    let closed = loop {
        let status = does("status --json").ends(0).json();
        let number = status["round"].as_u64().unwrap_or(1);
        match status["phase"].as_str().unwrap() {
            "closed" => break status,
            "lobby" if status["round"].is_u64() => drop(does("open-round --anyway")),
            phase @ ("talk" | "scoring" | "end-ballots" | "vote") => drop(does(&format!("end-phase {phase} {number}"))),
            _ => tokio::task::yield_now().await,
        }
    };
    assert_eq!(closed["checks"], json!([]), "no round follows");
    let told = does("timeline").ends(0);
    let order = [
        "was set up",
        "Message to judges. – Tea is in the hall.",
        "Dan took the place of J3. – fell ill",
        "The contest was closed",
    ];
    let places = order.map(|line| told.data.find(line).unwrap_or_else(|| panic!("{line}: {told}")));
    assert!(places.is_sorted(), "{told}");

    let status = |address: &str| {
        let address = format!("{}/story/{address}", server.url);
        async move { http().get(address).send().await.unwrap().status() }
    };
    assert_eq!(status("record.viva").await, StatusCode::CONFLICT, "between close and release it is the organiser's");
    does("release minutes --rule 'rule 17' --reason 'read'").ends(2).says("`result`, `transcripts` or `record`");
    does("release result --rule 'rule 17' --reason 'the names are as wished'").ends(0);
    assert_eq!(status("results.json").await, StatusCode::OK);
    for closed in ["record.viva", "transcripts/R1-J1"] {
        assert_eq!(status(closed).await, StatusCode::CONFLICT, "{closed}");
    }
    does("release result --rule 'rule 17' --reason 'again'").ends(1).says("read that already");
    does("release record --rule 'rule 17' --reason 'everything was read'").ends(0);
    assert_eq!(status("transcripts/R1-J1").await, StatusCode::OK, "the record has it all");
    let file = http().get(format!("{}/story/record.viva", server.url)).send().await.unwrap().bytes().await.unwrap();
    desk.lay("story.viva", &file);
    desk.viva("record verify story.viva").ends(0).prints("consistent");
}

#[tokio::test]
async fn a_token_is_made_in_the_terminal_and_shown_over_http() {
    let desk = Desk::new();
    desk.lay("contest.toml", contest_file(&house_entries(), ""));
    let file = desk.path("contest.toml");
    let server = Server::start(&desk.path("data"), &[file.to_str().unwrap()]);
    let token = desk.viva("contest token 'board on the wall' --data data").ends(0).says("shown once").data;
    desk.viva("contest token 'board on the wall' --act --data data").ends(1).says("there is a token of this name");
    let status = format!("{}/story/api/v1/status", server.url);
    let client = http();
    let shown = client.get(&status).bearer_auth(token.trim()).send().await.unwrap();
    assert_eq!(shown.status(), 200);
    assert!(shown.text().await.unwrap().contains("\"drawn\":false"));
    let act = client.post(format!("{}/story/api/v1/acts", server.url)).bearer_auth(token.trim());
    let refused = act.header("content-type", "application/json").body(r#"{"do":"draw","anyway":true}"#).send().await;
    assert_eq!(refused.unwrap().status(), 403);
    assert_eq!(client.get(&status).send().await.unwrap().status(), 401);
    let described =
        client.get(format!("{}/api/v1/openapi.json", server.url)).send().await.unwrap().text().await.unwrap();
    assert!(described.contains("/{contest}/api/v1/acts"));
}

#[tokio::test]
async fn a_lost_password_is_replaced_in_the_terminal_and_whoever_was_in_by_the_old_one_is_out() {
    let desk = Desk::new();
    desk.lay("contest.toml", contest_file(&house_entries(), ""));
    let file = desk.path("contest.toml");
    let server = Server::start(&desk.path("data"), &[file.to_str().unwrap()]);
    let organiser = server.organiser().await;
    let logs_in = async |password: &str| {
        let form = format!("name=nobody&password={password}");
        let login = http().post(format!("{}/story/login", server.url)).body(form);
        login.header("content-type", "application/x-www-form-urlencoded").send().await.unwrap().status()
    };
    let drawn =
        desk.viva("contest password --data data").ends(0).says("Nobody logs in with it").says("shown once").data;
    assert_eq!(organiser.get("/story/organiser").await.0, 403, "the session has ended");
    assert_eq!(logs_in(drawn.trim()).await, 303);

    desk.lay("secret", "correct-horse-battery\n");
    desk.viva("contest password nobody --password-file secret --data data").ends(0).prints_nothing();
    assert_eq!(
        (logs_in(drawn.trim()).await, logs_in("correct-horse-battery").await),
        (403.try_into().unwrap(), 303.try_into().unwrap())
    );
    for (password, told) in [("short", "12 to 200 characters"), ("I am Nobody, as ever", "must not contain the name")] {
        desk.lay("secret", password);
        desk.viva("contest password --password-file secret --data data").ends(1).says(told);
    }
    desk.viva("contest password Olga --data data")
        .ends(1)
        .says("This contest has no organiser of this name. Choose one of: Nobody");
    assert_eq!(logs_in("correct-horse-battery").await, 303, "what was refused changed nothing");
}

#[tokio::test]
async fn what_is_asked_again_under_its_name_is_done_once() {
    let desk = Desk::new();
    desk.lay("contest.toml", contest_file(&house_entries(), ""));
    let file = desk.path("contest.toml");
    let _server = Server::start(&desk.path("data"), &[file.to_str().unwrap()]);
    for _ in 0..2 {
        desk.viva("contest announce judges 'Tea is in the hall.' --key tea --data data").ends(0);
    }
    let told = desk.viva("contest timeline --data data").ends(0).data;
    assert_eq!(told.matches("Tea is in the hall.").count(), 1, "{told}");
    desk.viva("contest announce judges 'Tea is cold.' --key tea --data data").ends(1).says("used for another act");
    desk.viva("contest announce judges 'Tea is cold.' --key 'two words' --data data").ends(2).says("no spaces");
}

#[test]
fn without_a_server_or_with_a_wrong_word_the_terminal_says_what_to_do() {
    let desk = Desk::new();
    desk.viva("contest status --data data")
        .ends(1)
        .says("no server has the folder `data`")
        .says("viva serve --data data");
    desk.viva("contest extend 61 --reason x --data data").ends(2).says("1..=60");
    desk.viva("contest extend 5 --data data").ends(2).says("--reason");
    desk.viva("contest announce E1 psst --data data").ends(2).says("nobody who can be told something");
    desk.viva("contest end-phase talk 0 --data data").ends(2);
    desk.viva("contest disqualify E1 --by me --rule r --reason x --data data").ends(2).says("decides nothing");
}
