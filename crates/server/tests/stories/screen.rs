//! The big screen over HTTP: access, polling, and the reveal.

use crate::served;
use contest::{Event, contest::Phase};
use rulebook::RoundNumber;
use schedule::Seating;
use served::{Answer, Story, WATCHED};

fn header<'a>(answer: &'a Answer, name: &str) -> &'a str {
    let line = answer.headers.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
    line.unwrap_or_else(|| panic!("no {name} in {}", answer.headers))
}

/// The screen, requested without a session.
async fn screen(story: &Story, known: Option<&str>) -> Answer {
    let more = known.map(|tag| format!("If-None-Match: {tag}\r\n")).unwrap_or_default();
    story.bare_request("GET", "/watched/screen", &more, "").await
}

/// A contest in its first talk, with the judge's seat.
async fn talking() -> Story {
    let mut story = Story::of(WATCHED).await;
    story.join_as("J1").await;
    story.organiser_does("action=draw&anyway=true").await;
    story.organiser_does("action=open-round&anyway=true").await;
    story
}

/// The contest, closed as an organiser closes it.
async fn closed() -> Story {
    let story = talking().await;
    loop {
        let phase = story.place.running.views().room().contest().unwrap().phase;
        let body = match phase {
            Phase::Talk(round, _) => format!("action=end-phase&phase=talk&round={round}"),
            Phase::Scoring(round, _) => format!("action=end-phase&phase=scoring&round={round}"),
            Phase::EndBallots(trial, _) => format!("action=end-phase&phase=end-ballots&trial={trial}"),
            Phase::Vote(vote, _) => format!("action=end-phase&phase=vote&vote={vote}"),
            Phase::Lobby(_) => "action=open-round&anyway=true".to_owned(),
            Phase::Closed => return story,
        };
        // Clocks end phases as well: then this request is refused, and the loop goes on.
        story.post("/watched/organiser/do", &body).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_again_is_told_that_nothing_changed_while_judge_and_witness_talk() {
    let story = talking().await;
    let first = screen(&story, None).await;
    let tag = header(&first, "etag").to_owned();
    assert_eq!((first.status, header(&first, "cache-control")), (200, "no-cache"));
    assert!(first.body.contains("<h2>Round 1 of "), "{}", first.body);

    let spoke = |facts: &[contest::Recorded]| facts.iter().any(|fact| matches!(fact.event, Event::Conversation(..)));
    assert!(!spoke(&story.facts().await));
    let seat = {
        let views = story.place.running.views();
        let contest = views.room().contest().unwrap();
        contest.interviews_in(RoundNumber::new(1)).flat_map(Seating::conversations).next().unwrap().seat
    };
    story.does("/watched/judge/1/say", &format!("round=R1&seat={seat}&text=Who+are+you%3F")).await;
    assert!(spoke(&story.facts().await), "something was said");
    let again = screen(&story, Some(&tag)).await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    assert!(header(&again, "contest-time").ends_with('Z') && header(&again, "etag") == tag);

    story.organiser_does("action=pause&reason=a+chair+broke&told=We+wait+for+a+chair.").await;
    let paused = screen(&story, Some(&tag)).await;
    assert!(paused.status == 200 && paused.body.contains("We wait for a chair."), "{}", paused.body);
    assert_ne!(header(&paused, "etag"), tag);

    // In other colours it is another page, and for programs another still.
    let dark = story.bare_request("GET", "/watched/screen?colours=dark", "", "").await;
    assert!(dark.body.contains("data-colours=\"dark\""), "{}", dark.body);
    let odd = story.bare_request("GET", "/watched/screen?colours=%22%3E%3Cscript%3E", "", "").await;
    assert!(odd.status == 200 && !odd.body.contains("<script>") && !odd.body.contains("data-colours"), "{}", odd.body);
    let data = story.bare_request("GET", "/watched/screen.json", "", "").await;
    let data: serde_json::Value = serde_json::from_str(&data.body).unwrap();
    assert_eq!(
        (&data["phase"], &data["told"], &data["reveal"]),
        (&"talk".into(), &"We wait for a chair.".into(), &serde_json::Value::Null)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_named_on_what_everybody_can_read_before_the_end() {
    let story = talking().await;
    for page in ["/", "/watched/programme", "/watched/screen", "/watched/screen.json", "/watched/results"] {
        let answer = story.bare_request("GET", page, "", "").await;
        assert_eq!(answer.status, 200, "{page}");
        for name in ["Bartholomew", "Echoparrot", "Ann", "Olga", "E1", "C1"] {
            assert!(!answer.body.contains(name), "{page} names {name}: {}", answer.body);
        }
    }
    let home = story.bare_request("GET", "/", "", "").await.body;
    assert!(home.contains("href=\"/watched/programme\""), "{home}");
    assert_eq!(story.bare_request("GET", "/nowhere/screen", "", "").await.status, 404);
    assert_eq!(story.bare_request("GET", "/nowhere/programme", "", "").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_organiser_alone_reveals_step_by_step_and_never_before_the_close() {
    let story = talking().await;
    let early = story.post("/watched/organiser/do", "action=reveal&step=1").await;
    assert!(early.status == 409 && early.body.contains("revealed when the contest is closed"), "{}", early.body);
    drop(story);

    let story = closed().await;
    let curtain = screen(&story, None).await;
    assert!(curtain.body.contains("The awards follow.") && !curtain.body.contains("Echoparrot"), "{}", curtain.body);
    let tag = header(&curtain, "etag").to_owned();
    assert_eq!(screen(&story, Some(&tag)).await.status, 304);

    // Strangers may not reveal, and a step cannot be skipped.
    let stranger = story
        .bare_request(
            "POST",
            "/watched/organiser/do",
            "Content-Type: application/x-www-form-urlencoded\r\n",
            "action=reveal&step=1",
        )
        .await;
    assert_eq!(stranger.status, 403, "{}", stranger.body);
    for step in ["2", "65535", "-1", "one", ""] {
        let skipped = story.post("/watched/organiser/do", &format!("action=reveal&step={step}")).await;
        assert!((400..500).contains(&skipped.status), "{step}: {skipped:?}");
    }
    assert_eq!(screen(&story, Some(&tag)).await.status, 304, "nothing was revealed");

    let last = archive::reveal::last_step(&story.place.running.views().room().contest().unwrap().rulebook);
    for step in 1..=last {
        story.organiser_does(&format!("action=reveal&step={step}")).await;
        // Repeated, it shows the same step.
        story.organiser_does(&format!("action=reveal&step={step}")).await;
    }
    let reasons = screen(&story, Some(&tag)).await;
    assert!(reasons.status == 200 && reasons.body.contains("Reasons"), "{}", reasons.body);
    story.organiser_does(&format!("action=reveal&step={}", last - 1)).await;
    assert!(screen(&story, None).await.body.contains("Echoparrot"), "the standings are the step before");
    story.organiser_does(&format!("action=reveal&step={last}")).await;
    let beyond = story.post("/watched/organiser/do", &format!("action=reveal&step={}", last + 1)).await;
    assert!(
        beyond.status == 409 && beyond.body.contains(&format!("step {last} of {last} is shown")),
        "{}",
        beyond.body
    );

    // A reveal is no release: the results stay closed. And earlier steps can be shown again.
    let results = story.bare_request("GET", "/watched/results", "", "").await;
    assert!(results.body.contains("Not published yet") && !results.body.contains("Echoparrot"), "{}", results.body);
    assert_eq!(story.bare_request("GET", "/watched/results.json", "", "").await.status, 409);
    story.organiser_does("action=reveal&step=0").await;
    assert!(!screen(&story, None).await.body.contains("Echoparrot"));
    // The step is kept beside the record, not in it.
    let notes = story.store.notes("watched").await.unwrap();
    assert_eq!(notes.iter().find(|note| note.kind == "reveal").map(|note| note.note.as_str()), Some("0"));
}
