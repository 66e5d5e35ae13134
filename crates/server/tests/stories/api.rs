//! Programs that act over HTTP as an organiser, each with a token of its own.

use serde_json::{Value, json};

use crate::served::{Answer, Story, two_of_each};

/// Two judges, two confederates and two programs that answer; a third is in reserve.
fn contest() -> String {
    let reserve = "[[reserve]]\nname = \"Spare\"\ncontestant = \"Nobody\"\nprotocol = \"stdio\"\ncommand = [\"cat\"]\n";
    two_of_each("wall", "Wall") + reserve
}

const ACCESS: &str = "/wall/organiser/access";

/// Has the organiser make a token, and returns it.
async fn token(story: &Story, name: &str, may: &str) -> String {
    let page = story.post(&format!("{ACCESS}/token"), &format!("name={name}&may={may}")).await;
    assert_eq!(page.status, 200, "{}", page.body);
    page.body.split_once("<code>").unwrap().1.split('<').next().unwrap().to_owned()
}

/// A program with a token, and without a cookie.
struct Program<'s> {
    story: &'s Story,
    token: String,
}

impl Program<'_> {
    async fn asks(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let more = format!("Authorization: Bearer {}\r\nContent-Type: application/json\r\n", self.token);
        let Answer { status, body, .. } = self.story.bare_request(method, path, &more, body).await;
        (status, serde_json::from_str(&body).unwrap_or_else(|why| panic!("{why}: {body}")))
    }

    async fn status(&self) -> Value {
        let (status, told) = self.asks("GET", "/wall/api/v1/status", "").await;
        assert_eq!(status, 200, "{told}");
        told
    }

    /// Acts under a key.
    async fn acts_as(&self, key: &str, act: Value) -> (u16, Value) {
        let token = &self.token;
        let more =
            format!("Authorization: Bearer {token}\r\nContent-Type: application/json\r\nIdempotency-Key: {key}\r\n");
        let answer = self.story.bare_request("POST", "/wall/api/v1/acts", &more, &act.to_string()).await;
        (answer.status, serde_json::from_str(&answer.body).unwrap_or_else(|why| panic!("{why}: {}", answer.body)))
    }

    async fn acts(&self, act: Value) -> (u16, Value) {
        self.asks("POST", "/wall/api/v1/acts", &act.to_string()).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_runs_the_day_and_reads_what_came_of_it() {
    let story = Story::of(&contest()).await;
    let program = Program { story: &story, token: token(&story, "Script", "act").await };
    let before = program.status().await;
    assert_eq!((&before["phase"], &before["drawn"], &before["rounds"]), (&json!("lobby"), &json!(false), &json!(4)));
    assert_eq!(
        before["people"][0],
        json!({"id": "J1", "name": "Ann", "place": "not-joined", "ready": false, "needed": false})
    );
    assert_eq!(before["reserves"], json!(["Spare"]));
    assert!(before["concerns"][0]["what"].as_str().unwrap().starts_with("Not joined: J1 Ann, J2 Abe"), "{before}");

    let (status, told) = program.acts(json!({"do": "draw"})).await;
    assert_eq!(status, 409, "nobody has joined, and it was not said that this does not matter: {told}");
    assert!(told["error"].as_str().unwrap().contains("J1"), "{told}");
    assert_eq!(program.acts(json!({"do": "draw", "anyway": true})).await.0, 200);
    let (_, open) = program.acts(json!({"do": "open-round", "anyway": true})).await;
    assert_eq!((&open["phase"], &open["round"]), (&json!("talk"), &json!(1)), "{open}");
    let interview = &open["interviews"][0]["interview"];
    let acts = [
        json!({"do": "pause"}),
        json!({"do": "pause", "reason": "the bell", "told": "We wait."}),
        json!({"do": "resume"}),
        json!({"do": "extend", "seconds": 90, "reason": "the bell"}),
        json!({"do": "announce", "to": "judges", "words": "Tea at four."}),
        json!({"do": "abort", "interview": interview, "reason": "a cable"}),
        json!({"do": "restart-entry", "entry": "E2"}),
        json!({"do": "replace", "who": "C1", "name": "Ida", "reason": "ill"}),
        json!({"do": "end-phase", "ending": {"phase": "talk", "round": "R1"}}),
        json!({"do": "end-phase", "ending": {"phase": "scoring", "round": "R1"}}),
        json!({"do": "again", "round": "R1", "reason": "the alarm"}),
        json!({"do": "take-over", "entry": "E2", "reserve": "Spare", "reason": "it broke"}),
        json!({"do": "replan", "left": "C2", "reason": "gone"}),
        json!({"do": "admit", "role": "confederate", "name": "Cid", "reason": "late"}),
        json!({"do": "disqualify", "entry": "E1", "by": "organisers", "rule": "rule 8", "reason": "it was a person"}),
        json!({"do": "reinstate", "entry": "E1", "by": "organisers", "rule": "rule 8", "reason": "it was none"}),
    ];
    for act in acts {
        let (status, told) = program.acts(act.clone()).await;
        assert_eq!(status, 200, "{act}: {told}");
    }
    let (_, moments) = program.asks("GET", "/wall/api/v1/timeline", "").await;
    let moments: Vec<_> = moments.as_array().unwrap().iter().rev().map(|m| m["what"].as_str().unwrap()).collect();
    let ended = format!("Interview {} was ended before its time", interview.as_str().unwrap());
    for told in ["The deadline was extended by 1:30", "Message to judges", ended.as_str()] {
        assert!(moments.contains(&told), "{told}: {moments:?}");
    }
    let people = program.status().await["people"].clone();
    let place =
        |id: &str| people.as_array().unwrap().iter().find(|person| person["id"] == id).unwrap()["place"].clone();
    assert_eq!((place("C2"), place("C3")), (json!("gone"), json!("not-joined")));
    let page = story.get(ACCESS).await;
    assert!(page.contains("Script (acting token 1) replaced the person in the place of C1"), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_reads_does_not_act_and_one_that_was_ended_does_nothing() {
    let story = Story::of(&contest()).await;
    let wall = Program { story: &story, token: token(&story, "Wall", "read").await };
    assert_eq!(wall.status().await["name"], "Wall");
    let (status, told) = wall.acts(json!({"do": "draw", "anyway": true})).await;
    assert_eq!(status, 403, "{told}");
    assert_eq!(wall.status().await["drawn"], false);

    // The token opens no page: as a cookie it is nobody's.
    let cookie = format!("Cookie: viva-wall-organiser={}\r\n", wall.token);
    assert_eq!(story.bare_request("GET", "/wall/organiser", &cookie, "").await.status, 403);
    assert_eq!(story.post(&format!("/join/{}", wall.token), "").await.status, 404);

    let asked = story.post(&format!("{ACCESS}/token/end"), "token=reading+token+1").await;
    assert!(asked.status == 200 && asked.body.contains("End the token of Wall?"), "{}", asked.body);
    assert_eq!(wall.status().await["drawn"], false, "not before somebody says yes");
    story.does(&format!("{ACCESS}/token/end"), "token=reading+token+1&yes=true").await;
    assert_eq!(wall.asks("GET", "/wall/api/v1/status", "").await.0, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_shows_no_token_of_the_contest_learns_nothing_not_even_that_it_exists() {
    let story = Story::of(&contest()).await;
    let card = story.session();
    let tokens = ["", "0", &"0".repeat(32), &"z".repeat(32), &"0".repeat(5_000), &card];
    for (path, token) in
        ["/wall", "/nowhere"].into_iter().flat_map(|path| tokens.iter().map(move |token| (path, token)))
    {
        for (method, address) in [("GET", "status"), ("GET", "timeline"), ("POST", "acts")] {
            let program = Program { story: &story, token: (*token).to_owned() };
            let (status, told) = program.asks(method, &format!("{path}/api/v1/{address}"), "{}").await;
            assert_eq!(status, 401, "{path} {token}: {told}");
            assert!(told["error"].as_str().unwrap().starts_with("show a token"), "{told}");
        }
    }
    let bare = story.bare_request("GET", "/wall/api/v1/status", "", "").await;
    assert!(bare.status == 401 && bare.headers.contains("www-authenticate: Bearer"), "{}", bare.headers);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_act_is_refused_with_what_is_wrong_and_nothing_happens() {
    let story = Story::of(&contest()).await;
    let program = Program { story: &story, token: token(&story, "Script", "act").await };
    let bad = [
        "",
        "[]",
        "{}",
        r#"{"do":"explode"}"#,
        r#"{"do":"draw","anyway":"yes"}"#,
        r#"{"do":"draw","anyways":true}"#,
        r#"{"do":"extend","seconds":-1,"reason":"x"}"#,
        r#"{"do":"announce","to":"E1","words":"psst"}"#,
        r#"{"do":"abort","interview":"R0-J0","reason":"x"}"#,
        r#"{"do":"disqualify","entry":"E1","by":"me","rule":"r","reason":"x"}"#,
    ];
    for body in bad {
        let (status, told) = program.asks("POST", "/wall/api/v1/acts", body).await;
        assert_eq!(status, 400, "{body}: {told}");
    }
    let refused = [
        json!({"do": "resume"}),
        json!({"do": "extend", "seconds": 60, "reason": "too early"}),
        json!({"do": "announce", "to": "J9", "words": "nobody"}),
        json!({"do": "restart-entry", "entry": "E9"}),
        json!({"do": "take-over", "entry": "E1", "reserve": "Nobody", "reason": "x"}),
    ];
    for act in refused {
        let (status, told) = program.acts(act.clone()).await;
        assert_eq!(status, 409, "{act}: {told}");
    }
    let (status, _) = program
        .asks(
            "POST",
            "/wall/api/v1/acts",
            &json!({"do": "announce", "to": "judges", "words": "x".repeat(70_000)}).to_string(),
        )
        .await;
    assert_eq!(status, 400, "no more than a form holds");
    let (_, moments) = program.asks("GET", "/wall/api/v1/timeline", "").await;
    assert_eq!(moments.as_array().unwrap().len(), 1, "only that it was set up: {moments}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_again_under_its_key_is_done_once() {
    let story = Story::of(&contest()).await;
    let program = Program { story: &story, token: token(&story, "Script", "act").await };
    let other = Program { story: &story, token: token(&story, "Other", "act").await };
    let announcements = async || {
        let (_, moments) = program.asks("GET", "/wall/api/v1/timeline", "").await;
        moments.as_array().unwrap().iter().filter(|moment| moment["what"] == "Message to judges").count()
    };
    let tea = json!({"do": "announce", "to": "judges", "words": "Tea at four."});
    let (first, second) = tokio::join!(program.acts_as("tea", tea.clone()), program.acts_as("tea", tea.clone()));
    assert_eq!((first.0, second.0), (200, 200), "{first:?} {second:?}");
    assert_eq!(program.acts_as("tea", tea.clone()).await.0, 200);
    assert_eq!(announcements().await, 1);

    // The key belongs to this act of this program.
    let (status, told) = program.acts_as("tea", json!({"do": "announce", "to": "judges", "words": "Tea now."})).await;
    assert!(status == 422 && told["error"].as_str().unwrap().contains("used for another act"), "{told}");
    assert_eq!(other.acts_as("tea", tea.clone()).await.0, 200);
    assert_eq!(program.acts(tea.clone()).await.0, 200);
    assert_eq!(program.acts(tea).await.0, 200);
    assert_eq!(announcements().await, 4, "without a key each is another");

    // A refused act was not done, and can be sent again.
    let resume = json!({"do": "resume"});
    assert_eq!(program.acts_as("go-on", resume.clone()).await.0, 409);
    for bad in ["", "two words", "\u{e4}", &"x".repeat(101)] {
        let (status, told) = program.acts_as(bad, resume.clone()).await;
        assert_eq!(status, 400, "{bad:?}: {told}");
    }
    assert_eq!(program.acts(json!({"do": "draw", "anyway": true})).await.0, 200);
    assert_eq!(program.acts(json!({"do": "open-round", "anyway": true})).await.0, 200);
    assert_eq!(program.acts_as("stop", json!({"do": "pause"})).await.0, 200);
    assert_eq!(program.acts_as("go-on", resume.clone()).await.0, 200);
    assert_eq!(program.acts_as("go-on", resume).await.0, 200, "it goes on already, which was asked for");
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_have_names_of_their_own_and_a_bound() {
    let story = Story::of(&contest()).await;
    for name in ["", "+", &"x".repeat(101)] {
        let refused = story.post(&format!("{ACCESS}/token"), &format!("name={name}&may=read")).await;
        assert_eq!(refused.status, 409, "{name:?}");
    }
    for number in 1..=20 {
        token(&story, &format!("Wall+{number}"), "read").await;
    }
    let again = story.post(&format!("{ACCESS}/token"), "name=Wall+1&may=act").await;
    assert!(again.status == 409 && again.body.contains("there is a token of this name"), "{}", again.body);
    let more = story.post(&format!("{ACCESS}/token"), "name=One+more&may=act").await;
    assert!(more.status == 409 && more.body.contains("the most possible"), "{}", more.body);
    let page = story.get(ACCESS).await;
    assert!(page.contains("<th scope=\"row\">Wall 20</th><td>read</td>"), "{page}");
}

#[cfg(feature = "openapi")]
#[test]
fn the_description_is_that_of_the_page_in_docs() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    let described = server::api::schema::description();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &described).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), described, "run this test with UPDATE=1");
}
