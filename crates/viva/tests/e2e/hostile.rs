//! Wrong, late and hostile input: each gets a clear answer, and nothing is lost.

use futures_util::{SinkExt, StreamExt};
use reqwest::{StatusCode, header};
use serde_json::json;
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};

use crate::{
    browser_referee::{link, opens_the_round_of_the_confederate, value, watched},
    support::{Guest, PATIENCE, Server, contest_file, house_entries, http, stdio_entries},
};

async fn hall() -> (tempfile::TempDir, Server, Guest) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(folder.path(), &contest_file(&house_entries(), ""), &[]);
    let organiser = server.organiser().await;
    (folder, server, organiser)
}

#[tokio::test]
async fn a_join_link_works_once_and_other_links_say_what_is_wrong_with_them() {
    let (_folder, server, organiser) = hall().await;
    let link = organiser.links().await[0].1.clone();
    let looked = http().get(&link).send().await.unwrap();
    assert_eq!(looked.status(), StatusCode::OK, "looking does not use it up");
    assert_eq!(looked.headers()[header::REFERRER_POLICY], "same-origin");
    let judge = server.join(&link).await;
    for again in [http().post(&link), http().get(&link)] {
        let answer = again.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::GONE);
        assert!(answer.text().await.unwrap().contains("This link has been used"));
    }
    for unknown in ["0123456789abcdef0123456789abcdef", "short", "%00", "../../etc/passwd"] {
        let answer = http().post(format!("{}/join/{unknown}", server.url)).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{unknown}");
    }
    // Viewing the card changes nothing; a new card ends the old session.
    organiser.post("links", &[("who", "J1")]).await;
    assert_eq!(judge.get(&judge.page).await.0, StatusCode::OK);
    organiser.replaces_card("J1").await;
    let (status, page) = judge.get(&judge.page).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert!(page.contains("ask the organiser for a new one"), "{page}");
}

#[tokio::test]
async fn a_seat_is_nobody_elses() {
    let (_folder, server, organiser) = hall().await;
    let links = organiser.links().await;
    let judge = server.join(&links[0].1).await;
    for address in ["/story/organiser", "/story/judge/2", "/story/confederate/1", "/story/referee/1"] {
        let (status, _) = judge.get(address).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{address}");
    }
    for address in ["/story/judge/0", "/story/judge/x", "/other/judge/1", "/story/referee/0", "/nothing"] {
        let (status, _) = judge.get(address).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{address}");
    }
    // A cookie renamed to another seat is no session of it.
    let thief = Guest { cookie: judge.cookie.replace("J1", "J2"), ..judge.clone() };
    assert_eq!(thief.get("/story/judge/2").await.0, StatusCode::FORBIDDEN);
    // A session of one contest is not valid in another.
    let other = contest_file(&house_entries(), "").replace("id = \"story\"", "id = \"second\"");
    let apart = tempfile::tempdir().unwrap();
    let second = Server::with_contest(apart.path(), &other, &[]);
    let stranger = Guest {
        url: second.url.clone(),
        cookie: judge.cookie.replace("story", "second"),
        page: "/second/judge/1".into(),
    };
    assert_eq!(stranger.get("/second/judge/1").await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_page_of_another_site_cannot_act_for_a_judge() {
    let (_folder, server, organiser) = hall().await;
    let judge = server.join(&organiser.links().await[0].1).await;
    let address = format!("{}{}/ready", server.url, judge.page);
    let post = |origin: &str| {
        http()
            .post(&address)
            .header(header::COOKIE, &judge.cookie)
            .header(header::ORIGIN, origin)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body("ready=true")
            .send()
    };
    assert_eq!(post("https://evil.example").await.unwrap().status(), StatusCode::FORBIDDEN);
    assert_eq!(post("null").await.unwrap().status(), StatusCode::FORBIDDEN);
    assert_eq!(post(&server.url).await.unwrap().status(), StatusCode::SEE_OTHER);
    let mut request = format!("{}{}/live", server.url.replace("http", "ws"), judge.page).into_client_request().unwrap();
    request.headers_mut().insert(header::COOKIE, judge.cookie.parse().unwrap());
    request.headers_mut().insert(header::ORIGIN, "https://evil.example".parse().unwrap());
    assert!(tokio_tungstenite::connect_async(request).await.is_err());
}

#[tokio::test]
async fn every_page_keeps_itself_to_itself() {
    let (_folder, server, organiser) = hall().await;
    for address in ["/", "/story/organiser", "/story/results", "/nothing"] {
        let answer = http()
            .get(format!("{}{address}", server.url))
            .header(header::COOKIE, &organiser.cookie)
            .send()
            .await
            .unwrap();
        let policy = answer.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-store");
        let page = answer.text().await.unwrap();
        assert!(!page.contains("<script>") && !page.contains(" style=") && !page.contains(" onclick="), "{address}");
    }
}

#[tokio::test]
async fn frames_that_make_no_sense_are_answered_and_the_line_stays_open() {
    let (_folder, server, organiser) = hall().await;
    let judge = server.join(&organiser.links().await[0].1).await;
    let mut seat = judge.connect(0).await;
    for nonsense in [
        "",
        "null",
        "[]",
        "{\"do\":\"fly\"}",
        "{\"do\":\"press\"}",
        "{\"do\":\"ready\",\"id\":\"a b\",\"ready\":true}",
        "{\"do\":\"press\",\"id\":\"x\",\"round\":\"R0\",\"seat\":\"up\",\"key\":\"a\"}",
    ] {
        seat.stream.send(Message::text(nonsense)).await.unwrap();
        loop {
            let answer = seat.frame().await;
            if answer["is"] == "refused" {
                assert!(answer["why"].as_str().unwrap().starts_with("this was not understood"), "{nonsense}: {answer}");
                break;
            }
        }
    }
    seat.stream.send(Message::binary(vec![0xff, 0xfe])).await.unwrap();
    while seat.frame().await["is"] != "refused" {}
    let refused = seat.ask(json!({"do": "press", "round": "R1", "seat": "left", "key": "\u{7}"})).await;
    assert!(refused.unwrap().starts_with("no such key"));
    let refused = seat.ask(json!({"do": "press", "round": "R1", "seat": "left", "key": "a"})).await;
    assert!(refused.unwrap().starts_with("no round is open"));
    assert_eq!(seat.ask(json!({"do": "ready", "ready": true})).await, None);
}

#[tokio::test]
async fn invalid_utf_8_and_giant_frames_close_the_line_and_nothing_else() {
    let (_folder, server, organiser) = hall().await;
    let judge = server.join(&organiser.links().await[0].1).await;
    let giant = Message::text("x".repeat(100_000));
    let broken = Message::Frame(tokio_tungstenite::tungstenite::protocol::frame::Frame::message(
        vec![0xc3, 0x28],
        tokio_tungstenite::tungstenite::protocol::frame::coding::OpCode::Data(
            tokio_tungstenite::tungstenite::protocol::frame::coding::Data::Text,
        ),
        true,
    ));
    for message in [giant, broken] {
        let mut seat = judge.connect(0).await;
        seat.stream.send(message).await.unwrap();
        let closed = async { while seat.stream.next().await.is_some_and(|message| message.is_ok()) {} };
        tokio::time::timeout(PATIENCE, closed).await.expect("the server closes the line");
    }
    let mut seat = judge.connect(0).await;
    assert_eq!(seat.ask(json!({"do": "ready", "ready": true})).await, None);
}

#[tokio::test]
async fn a_client_from_the_future_is_told_to_load_the_page_again() {
    let (_folder, server, organiser) = hall().await;
    let judge = server.join(&organiser.links().await[0].1).await;
    let mut seat = judge.connect(4711).await;
    assert_eq!(seat.frame().await["is"], "reload");
    while let Some(message) = seat.stream.next().await {
        let told = message.map(|message| message.to_string()).unwrap_or_default();
        assert!(!told.contains("replaced"), "its session still stands: {told}");
    }
}

#[tokio::test]
async fn a_judge_is_never_told_which_seats_program_failed() {
    let folder = tempfile::tempdir().unwrap();
    let entries = stdio_entries(&["sh", "-c", "exit 3"], &[]);
    let server = Server::with_contest(folder.path(), &contest_file(&entries, ""), &[]);
    let organiser = server.organiser().await;
    let judge = server.join(&organiser.links().await[0].1).await;
    let mut desk = organiser.connect(0).await;
    assert_eq!(desk.ask(json!({"do": "draw", "anyway": true})).await, None);
    while !organiser.desk().await.contains("gave-up") {
        desk.frame().await;
    }
    assert_eq!(desk.ask(json!({"do": "open-round", "anyway": true})).await, None);
    let mut seat = judge.connect(0).await;
    seat.until_phase("talk").await;
    for side in ["left", "right"] {
        seat.types(1, Some(side), "Are you there?\n", side).await;
    }
    let told = serde_json::to_string(&seat.updates).unwrap() + &judge.get(&judge.page).await.1;
    for word in ["exit", "gave", "incident", "Program", "E1", "E2", "E3", "E4", "C1", "C2", "C3", "C4"] {
        assert!(!told.contains(word), "a judge was told `{word}`");
    }
    assert_eq!(
        desk.ask(json!({"do": "end-phase", "ending": {"phase": "talk", "round": "R1"}})).await,
        None,
        "the round is not blocked"
    );
    seat.until_phase("scoring").await;
}

#[tokio::test]
async fn a_program_that_was_mended_is_started_again_by_the_organiser() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("entry.sh");
    // Relative commands run in the folder of the contest file; at first the script is missing.
    let entries = stdio_entries(&["sh", "entry.sh"], &[]);
    let server = Server::with_contest(folder.path(), &contest_file(&entries, ""), &[]);
    let organiser = server.organiser().await;
    let mut desk = organiser.connect(0).await;
    assert_eq!(desk.ask(json!({"do": "draw", "anyway": true})).await, None);
    while organiser.desk().await.matches(">gave-up</td>").count() < 4 {
        desk.frame().await;
    }
    std::fs::write(script, "while read -r line; do echo yes; done").unwrap();
    let restart = |entry: &'static str| [("action", "restart-entry"), ("entry", entry)];
    assert_eq!(organiser.post("do", &restart("E2")).await.0, StatusCode::SEE_OTHER);
    assert!(organiser.post("do", &restart("E9")).await.1.contains("choose an entry of this contest"));
    while !organiser.desk().await.contains("<span class=\"good\">ready</span>") {
        desk.frame().await;
    }
    let page = organiser.desk().await;
    assert!(page.contains("the organiser had the program started again"), "{page}");
    assert_eq!(page.matches(">gave-up</td>").count(), 3, "the others were not touched");
}

#[tokio::test]
async fn a_full_disk_loses_nothing_that_was_recorded_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_contest(
        folder.path(),
        &contest_file(&house_entries(), "[overrides.interview.medium.keystrokes]\nkeys_per_second = 1000\n"),
        &["--max-mb", "1"],
    );
    let organiser = server.organiser().await;
    let judge = server.join(&organiser.links().await[0].1).await;
    let mut desk = organiser.connect(0).await;
    let mut seat = judge.connect(0).await;
    assert_eq!(desk.ask(json!({"do": "draw", "anyway": true})).await, None);
    assert_eq!(desk.ask(json!({"do": "open-round", "anyway": true})).await, None);
    seat.until_phase("talk").await;
    let press = |n: usize| json!({"do": "press", "id": format!("k-{n}"), "round": "R1", "seat": "left", "key": "a"});
    let (mut made, mut kept) = (0, Vec::new());
    'full: loop {
        // Frames are answered in order, so many can be under way.
        let stretch = made..made + 200;
        made = stretch.end;
        for n in stretch.clone() {
            seat.send(press(n)).await;
        }
        for n in stretch {
            loop {
                let frame = seat.frame().await;
                if frame["is"] == "recording" {
                    assert_eq!(frame["works"], false);
                    break 'full;
                }
                if frame["id"] == format!("k-{n}") {
                    match frame["why"].as_str() {
                        None => kept.push(n),
                        Some(why) => assert!(why.starts_with("too fast"), "nothing is refused for want of room: {why}"),
                    }
                    break;
                }
            }
        }
        assert!(kept.len() < 20_000, "a megabyte is full some time");
    }
    // The organiser sees a notice, and a form is answered at once.
    while desk.frame().await["is"] != "recording" {}
    let (status, page) = organiser.post("do", &[("action", "pause"), ("reason", "the disk")]).await;
    assert!(status == StatusCode::CONFLICT && page.contains("not saved"), "{page}");
    assert!(page.contains("can record nothing"), "{page}");
    let shown = seat.text(1, Some("left"), "judge").len();
    assert!(shown >= kept.len(), "what was told was shown");
    server.kill();

    // The server starts despite the full disk, shows the record, and accepts input.
    let data = folder.path().join("data");
    let server = Server::start(&data, &["--max-mb", "1"]);
    let mut seat = Guest { url: server.url.clone(), ..judge.clone() }.connect(0).await;
    'again: loop {
        seat.send(press(made)).await;
        made += 1;
        assert!(made < 40_000, "what was full is full again soon");
        loop {
            let frame = seat.frame().await;
            if frame["is"] == "recording" {
                break 'again;
            }
            if frame["id"] == format!("k-{}", made - 1) {
                break;
            }
        }
    }
    let waiting = Guest { url: server.url.clone(), ..organiser };
    assert!(waiting.get(&waiting.page).await.1.contains("can record nothing"));
    server.kill();

    // Unanswered frames are sent again when there is room, and nothing is doubled.
    let server = Server::start(&data, &["--max-mb", "100"]);
    let mut seat = Guest { url: server.url.clone(), ..judge }.connect(0).await;
    let again = json!({"do": "press", "id": "l-1", "round": "R1", "seat": "left", "key": "b"});
    while let Some(why) = seat.ask(again.clone()).await {
        // After a slow restart the clocks stop for a second.
        assert!(why.contains("stand still") || why.contains("paused"), "{why}");
        seat.frame().await;
    }
    while !seat.text(1, Some("left"), "judge").ends_with('b') {
        seat.frame().await;
    }
    let typed = seat.text(1, Some("left"), "judge").len();
    assert!((shown + 1..=made + 1).contains(&typed), "{shown} were shown, {typed} are there, {made} were sent");
}

#[tokio::test]
async fn forms_work_without_a_script_and_say_what_is_wrong() {
    let (_folder, server, organiser) = hall().await;
    let judge = server.join(&organiser.links().await[0].1).await;
    assert_eq!(judge.post("ready", &[("ready", "true")]).await.0, StatusCode::SEE_OTHER);
    let (status, page) = judge.post("say", &[("seat", "left"), ("round", "R1"), ("text", "Hello")]).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(page.contains("no round is open"), "{page}");
    let (status, page) = organiser.post("do", &[("action", "open-round")]).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(page.contains("the schedule is not drawn yet"), "{page}");
    let (status, page) = organiser.post("do", &[("action", "draw")]).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(page.contains("not everyone has joined: J1, J2, J3, J4, C1, C2, C3, C4 missing"), "{page}");
    let (status, page) = judge.post("contribute", &[("matter", "draw"), ("value", "")]).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(page.contains("contribute one line of 1 to 200 characters"), "{page}");
    let my_own = [("matter", "draw"), ("value", "my <own> words")];
    assert_eq!(judge.post("contribute", &my_own).await.0, StatusCode::SEE_OTHER);
    let (_, page) = judge.get(&judge.page).await;
    assert!(page.contains("my &#60;own&#62; words") && page.contains("after the contest"), "{page}");
    assert_eq!(organiser.get("/story/organiser/handouts?start=09:30").await.0, StatusCode::CONFLICT);
    assert_eq!(organiser.post("do", &[("action", "draw"), ("anyway", "true")]).await.0, StatusCode::SEE_OTHER);
    let (status, page) = organiser.get("/story/organiser/handouts?start=09:30").await;
    assert!(status == StatusCode::OK && page.contains("judge number 1") && page.contains("09:55"), "{page}");
    assert_eq!(judge.get("/story/organiser/handouts?start=09:30").await.0, StatusCode::FORBIDDEN);
    let (status, page) = organiser.post("do", &[("action", "open-round")]).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(page.contains("not everyone is ready"), "{page}");
    assert_eq!(organiser.post("do", &[("action", "open-round"), ("anyway", "true")]).await.0, StatusCode::SEE_OTHER);
    let line = "Hello, “naïve” one… are you <b>there</b>? ".repeat(3);
    let (status, _) = judge.post("say", &[("seat", "left"), ("round", "R1"), ("text", &line)]).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    let (_, page) = judge.get(&judge.page).await;
    assert!(page.contains("naive") && !page.contains("<b>there"), "text is escaped");
    let (status, page) = judge.post("ballot", &[("round", "R1"), ("human", "left")]).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(page.contains("the ballot opens when time to talk is over"), "{page}");
    let end_talk = [("action", "end-phase"), ("phase", "talk"), ("round", "R1")];
    assert_eq!(organiser.post("do", &end_talk).await.0, StatusCode::SEE_OTHER);
    let (status, page) = organiser.post("do", &end_talk).await;
    assert_eq!(status, StatusCode::CONFLICT, "a second click does not end the ballots");
    assert!(page.contains("moved on"), "{page}");
    // Two choices are invalid.
    let (status, _) = judge.post("ballot", &[("round", "R1"), ("human", "left"), ("human", "right")]).await;
    assert!(status.is_client_error());
    assert!(judge.post("ballot", &[("round", "R1")]).await.0.is_client_error());
    assert!(judge.post("ballot", &[("round", "R1"), ("human", "both")]).await.0.is_client_error());
    assert_eq!(judge.post("ballot", &[("round", "R1"), ("human", "left")]).await.0, StatusCode::SEE_OTHER);
    let (status, page) = organiser.post("do", &[("action", "extend"), ("minutes", "5"), ("reason", "")]).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(page.contains("give a reason"), "{page}");
    for unknown in ["fly", ""] {
        assert!(organiser.post("do", &[("action", unknown)]).await.0.is_client_error());
    }
}

/// Posts a form as a browser without scripts, and returns the answer.
async fn sent(guest: &Guest, action: &str, body: String) -> (StatusCode, String) {
    let form = http()
        .post(format!("{}{}/{action}", guest.url, guest.page))
        .header(header::COOKIE, &guest.cookie)
        .header(header::ACCEPT, "text/html,application/xhtml+xml")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    let answer = form.body(body).send().await.expect("the whole form goes out, and an answer comes");
    (answer.status(), answer.text().await.unwrap())
}

#[tokio::test]
async fn ten_megabytes_and_forms_that_make_no_sense_are_answered_with_a_page_that_says_how_to_go_on() {
    let (_folder, server, organiser) = hall().await;
    let judge = server.join(&organiser.links().await[0].1).await;
    let pasted = "x".repeat(10_000_000);
    for (guest, action, field) in [
        (&judge, "say", "round=R1&seat=left&text"),
        (&judge, "draft", "noted=R1&notes"),
        (&judge, "contribute", "matter=draw&value"),
        (&organiser, "do", "action=announce&to=judges&words"),
    ] {
        let (status, page) = sent(guest, action, format!("{field}={pasted}")).await;
        assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{action}");
        assert!(
            page.contains("<h1>That was too long</h1>") && page.contains("Go back, shorten it"),
            "{action}: {page}"
        );
    }
    for (action, form) in [
        ("say", "round=R0&seat=left&text=Hello"),
        ("say", "round=R1&seat=up&text=Hello"),
        ("say", "text=Hello"),
        ("ready", "ready=perhaps"),
        ("vote", "vote=first"),
        ("believe", "round=R1&seat=only&turn=first&human=3"),
        ("contribute", "matter=nothing&value=x"),
    ] {
        let (status, page) = sent(&judge, action, form.to_owned()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{form}");
        assert!(page.contains("<h1>This was not understood</h1>") && !page.contains("deserialize"), "{form}: {page}");
    }
    // A page's script gets the same answer as a sentence.
    let (_, told) = judge.post("ready", &[("ready", "perhaps")]).await;
    assert!(told.contains("Nothing was saved.") && !told.contains('<'), "{told}");
    assert_eq!(judge.post("ready", &[("ready", "true")]).await.0, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_ballot_sealed_twice_and_a_button_pressed_twice_count_once() {
    let (_folder, server, organiser) = hall().await;
    let links = organiser.links().await;
    let judge = server.join(&links[0].1).await;
    assert_eq!(organiser.post("do", &[("action", "draw"), ("anyway", "true")]).await.0, StatusCode::SEE_OTHER);
    let open = [("action", "open-round"), ("anyway", "true")];
    let (first, second) = tokio::join!(organiser.post("do", &open), organiser.post("do", &open));
    let done = [&first, &second].into_iter().filter(|(status, _)| *status == StatusCode::SEE_OTHER).count();
    assert_eq!(done, 1, "{} {}", first.1, second.1);
    assert!(organiser.desk().await.contains("Round 1 of 4: talk"));
    let end = [("action", "end-phase"), ("phase", "talk"), ("round", "R1")];
    assert_eq!(organiser.post("do", &end).await.0, StatusCode::SEE_OTHER);
    let ballot = [("round", "R1"), ("human", "left")];
    let (first, second) = tokio::join!(judge.post("ballot", &ballot), judge.post("ballot", &ballot));
    assert_eq!((first.0, second.0), (StatusCode::SEE_OTHER, StatusCode::SEE_OTHER));
    let (_, page) = judge.get(&judge.page).await;
    assert_eq!(page.matches("Submitted: the left one is the human").count(), 1, "{page}");
    // A page from before the end, shown by the browser's Back button, cannot act on a closed phase.
    let end = [("action", "end-phase"), ("phase", "scoring"), ("round", "R1")];
    assert_eq!(organiser.post("do", &end).await.0, StatusCode::SEE_OTHER);
    let (status, page) = judge.post("ballot", &[("round", "R1"), ("human", "right")]).await;
    assert_eq!(status, StatusCode::CONFLICT, "{page}");
    let (status, page) = judge.post("say", &[("round", "R1"), ("seat", "left"), ("text", "One more thing")]).await;
    assert!(status == StatusCode::CONFLICT && page.contains("round 1 is over: this came too late"), "{page}");
}

#[tokio::test]
async fn a_name_with_markup_that_turns_text_around_keeps_it_to_itself_on_every_page() {
    let folder = tempfile::tempdir().unwrap();
    let tricky = "\u{202e}adA <script>alert(1)</script>";
    let contest = contest_file(&house_entries(), "")
        .replace("\"judge number 1\"", &json!(tricky).to_string())
        .replace("\"Program 1\"", &json!(tricky).to_string())
        .replace("organiser = \"Nobody\"", &format!("organiser = {}", json!(tricky)));
    let server = Server::with_contest(folder.path(), &contest, &[]);
    let organiser = server.organiser().await;
    let links = organiser.links().await;
    let escaped = "<bdi>\u{202e}adA &#60;script&#62;alert(1)&#60;/script&#62;</bdi>";
    let card = http().get(&links[0].1).send().await.unwrap().text().await.unwrap();
    assert_eq!(card.matches(escaped).count(), 3, "the card turns nothing else around: {card}");
    let page = organiser.desk().await;
    assert!(page.matches(escaped).count() >= 2, "a judge and a program: {page}");
    assert!(!page.contains("<script>"));
    let judge = server.join(&links[0].1).await;
    assert_eq!(judge.get(&judge.page).await.0, StatusCode::OK);
    // The rest of the contest is silent, and its results are unchanged.
    assert_eq!(organiser.post("do", &[("action", "draw"), ("anyway", "true")]).await.0, StatusCode::SEE_OTHER);
    for round in ["R1", "R2", "R3", "R4"] {
        assert_eq!(
            organiser.post("do", &[("action", "open-round"), ("anyway", "true")]).await.0,
            StatusCode::SEE_OTHER
        );
        for phase in ["talk", "scoring"] {
            let end = [("action", "end-phase"), ("phase", phase), ("round", round)];
            assert_eq!(organiser.post("do", &end).await.0, StatusCode::SEE_OTHER);
        }
    }
    let end = [("action", "end-phase"), ("phase", "end-ballots"), ("trial", "1")];
    assert_eq!(organiser.post("do", &end).await.0, StatusCode::SEE_OTHER);
    organiser.releases().await;
    let results = http().get(format!("{}/story/results", server.url)).send().await.unwrap().text().await.unwrap();
    assert!(results.contains(&format!("Organised by {escaped}")), "{results}");
    let isolated = "\u{2068}\u{202e}adA &#60;script&#62;alert(1)&#60;/script&#62;\u{2069}";
    let named = results.matches("\u{202e}adA &#60;").count();
    assert_eq!(named, results.matches(escaped).count() + results.matches(isolated).count(), "{results}");
    assert!(results.matches(&format!("E1 {isolated}")).count() >= 2, "standings and timetable: {results}");
    let drawn = results.matches("\u{202e}adA &lt;script").count();
    assert_eq!(drawn, results.matches("\u{2068}\u{202e}adA &lt;script").count(), "{results}");
    assert!(!results.contains("<script>"), "{results}");
}

#[tokio::test]
async fn a_referee_whose_page_is_old_cannot_strike_what_the_judge_was_shown() {
    let folder = tempfile::tempdir().unwrap();
    // Every answer is shown five seconds of contest time later.
    let server = Server::with_contest(folder.path(), &watched(), &["--pace", "5"]);
    let desk = server.organiser().await;
    let mut guests = Vec::new();
    for who in ["J1", "C1", "F1"] {
        guests.push(server.join(&link(&server, &desk, who).await).await);
    }
    let [judge, confederate, referee] = &guests[..] else { unreachable!("three joined") };
    let round = opens_the_round_of_the_confederate(&desk).await;
    let mut seat = judge.connect(0).await;
    let seat_name = value(&judge.get(&judge.page).await.1, "seat").unwrap();
    judge.post("say", &[("round", round), ("seat", &seat_name), ("text", "Who are you?")]).await;
    confederate.post("say", &[("round", round), ("text", "I am Bob.")]).await;
    let (_, old) = referee.get(&referee.page).await;
    let strike = old.split_once("value=\"strike\"").expect("it waits to be shown").1;
    let (conversation, of) = (value(strike, "conversation").unwrap(), value(strike, "of").unwrap());
    while !seat.updates.iter().any(|update| update["text"] == "I am Bob.") {
        seat.frame().await;
    }
    let form = [("does", "strike"), ("conversation", &*conversation), ("of", &*of), ("words", "no names")];
    let (status, page) = referee.post("do", &form).await;
    assert!(status == StatusCode::CONFLICT && page.contains("the judge has been shown this already"), "{page}");
    assert!(judge.get(&judge.page).await.1.contains("I am Bob."), "what a judge was shown stays");
    let (_, page) = confederate.get(&confederate.page).await;
    assert!(!page.contains("has struck"), "nobody is told that it was struck: {page}");
}

#[tokio::test]
async fn nothing_is_published_before_the_end() {
    let (_folder, server, organiser) = hall().await;
    for address in ["results.json", "record.viva", "transcripts/R1-J1"] {
        let answer = http().get(format!("{}/story/{address}", server.url)).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::CONFLICT, "{address}");
    }
    let page = http().get(format!("{}/story/results", server.url)).send().await.unwrap();
    assert_eq!(page.status(), StatusCode::OK);
    assert_eq!(organiser.post("do", &[("action", "draw"), ("anyway", "true")]).await.0, StatusCode::SEE_OTHER);
    let checkpoint = http().get(format!("{}/story/checkpoint", server.url)).send().await.unwrap().text().await.unwrap();
    assert!(checkpoint.starts_with("vivavoce/story\n"), "the draw is committed before the first word: {checkpoint}");
}

#[tokio::test]
async fn with_256_descriptors_300_idle_strangers_shut_nobody_out() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let file = folder.path().join("contest.toml");
    std::fs::write(&file, contest_file(&house_entries(), "")).unwrap();
    let server = Server::start_with_descriptors(256, &data, &[file.to_str().unwrap()]);
    let organiser = server.organiser().await;
    let judge = server.join(&organiser.links().await[0].1).await;
    let mut seat = judge.connect(0).await;
    let address = server.url.trim_start_matches("http://").to_owned();
    let mut strangers = Vec::new();
    for _ in 0..300 {
        let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
        tokio::io::AsyncWriteExt::write_all(&mut stream, b"GET / HTTP/1.1\r\n").await.unwrap();
        strangers.push(stream);
    }
    // The open page stays live, a new one opens, and typed text is kept.
    let mut desk = organiser.connect(0).await;
    assert_eq!(desk.ask(json!({"do": "draw", "anyway": true})).await, None);
    assert_eq!(desk.ask(json!({"do": "open-round", "anyway": true})).await, None);
    seat.until_phase("talk").await;
    seat.types(1, Some("left"), "Still here.", "k").await;
    assert_eq!(judge.get(&judge.page).await.0, StatusCode::OK);
}
