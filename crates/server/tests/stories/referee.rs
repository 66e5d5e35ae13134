//! A referee's page over HTTP, as a browser without scripts uses it: every act, and the refusals.

use rulebook::{ConversationId, Participant, Seat};

use crate::served::{Answer, Story, WATCHED};

const REFEREE: &str = "/watched/referee/1";

/// A contest whose judge talks with the confederate, and the conversation.
async fn talking() -> (Story, ConversationId) {
    let mut story = Story::of(WATCHED).await;
    for who in ["J1", "C1", "F1"] {
        story.join_as(who).await;
    }
    story.organiser_does("action=draw&anyway=true").await;
    loop {
        story.organiser_does("action=open-round&anyway=true").await;
        let (round, conversation) = {
            let views = story.place.running.views();
            let contest = views.room().contest().unwrap();
            let round = contest.phase.running_round().unwrap();
            let who: Participant = "C1".parse().unwrap();
            (round, contest.conversations_of(who, round).next())
        };
        if let Some(conversation) = conversation {
            return (story, conversation);
        }
        story.organiser_does(&format!("action=end-phase&phase=talk&round={round}")).await;
        story.organiser_does(&format!("action=end-phase&phase=scoring&round={round}")).await;
    }
}

async fn asks(story: &Story, ConversationId { interview, seat }: ConversationId, text: &str) {
    story.does("/watched/judge/1/say", &format!("round={}&seat={seat}&text={text}", interview.round)).await;
}

async fn answers(story: &Story, id: ConversationId, text: &str) -> Answer {
    story.post("/watched/confederate/1/say", &format!("round={}&text={text}", id.interview.round)).await
}

async fn rules(story: &Story, deed: &str) {
    story.does(&format!("{REFEREE}/do"), deed).await;
}

async fn refused(story: &Story, deed: &str, why: &str) {
    let answer = story.post(&format!("{REFEREE}/do"), deed).await;
    assert_eq!(answer.status, 409, "{deed}: {}", answer.body);
    assert!(answer.body.contains(why), "{deed}: {}", answer.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_referee_without_scripts_reads_along_and_steps_in() {
    let (story, id) = talking().await;
    asks(&story, id, "Who+are+you%3F").await;
    assert_eq!(answers(&story, id, "Bob%2C+of+%3Cthe%3E+harbour").await.status, 303);
    rules(&story, &format!("does=hold&conversation={id}")).await;
    let page = story.get(REFEREE).await;
    for told in
        ["Who are you?", "Bob, of &#60;the&#62; harbour", "Not shown to the judge yet", "held back", "Referee 1"]
    {
        assert!(page.contains(told), "{told} in {page}");
    }
    rules(&story, &format!("does=strike&conversation={id}&of=2&words=no+names")).await;
    rules(&story, "does=warn&confederate=C1&words=Keep+to+the+rules.").await;
    rules(&story, "does=limit&confederate=C1&characters=5&seconds=&words=Shorter.").await;
    rules(&story, &format!("does=release&conversation={id}")).await;
    let own = story.get("/watched/confederate/1").await;
    for told in ["A referee has struck", "Keep to the rules.", "at most 5 characters a message", "maxlength=\"5\""] {
        assert!(own.contains(told), "{told} in {own}");
    }
    let long = answers(&story, id, "123456").await;
    assert!(long.status == 409 && long.body.contains("limited you to 5 characters"), "{}", long.body);
    rules(&story, "does=lift&confederate=C1").await;
    rules(&story, &format!("does=mute&conversation={id}&words=a+moment")).await;
    let muted = answers(&story, id, "Hello").await;
    assert!(muted.status == 409 && muted.body.contains("has muted you"), "{}", muted.body);
    assert!(story.get("/watched/confederate/1").await.contains(" readonly "));
    for path in [REFEREE, "/watched/confederate/1"] {
        let page = story.get(path).await;
        let struck = page.split_once("class=\"line witness struck\"").unwrap_or_else(|| panic!("{path}: {page}")).1;
        let struck = struck.split("</li>").next().unwrap();
        assert!(struck.contains("harbour") && struck.contains("struck: the judge does not see it"), "{struck}");
    }
    let judge = story.get("/watched/judge/1").await;
    for word in ["muted", "struck", "harbour", "limit", "referee", "readonly"] {
        assert!(!judge.contains(word), "{word} in {judge}");
    }
    rules(&story, &format!("does=unmute&conversation={id}")).await;
    rules(&story, &format!("does=flag&conversation={id}&at=2&words=a+name")).await;
    rules(&story, "does=note&words=The+wall+is+%3Cthin%3E.").await;
    let board = story.desk().await;
    for told in ["F1: C1 was warned – Keep to the rules.", "F1: a note to the organiser – The wall is &#60;thin&#62;."]
    {
        assert!(board.contains(told), "{told} in {board}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_referee_cannot_do_is_refused_with_a_reason() {
    let (story, id) = talking().await;
    asks(&story, id, "Well%3F").await;
    assert_eq!(answers(&story, id, "Yes.").await.status, 303);
    story
        .until("the judge reads it", |views| {
            views.room().conversation(id).is_some_and(|conversation| conversation.was_shown(2))
        })
        .await;
    refused(&story, &format!("does=strike&conversation={id}&of=2&words=late"), "shown this already").await;
    refused(&story, &format!("does=strike&conversation={id}&of=99&words=none"), "no such utterance waits").await;
    refused(&story, &format!("does=strike&conversation={id}&words=none"), "no such utterance waits").await;
    refused(&story, &format!("does=release&conversation={id}"), "are not held").await;
    refused(&story, &format!("does=unmute&conversation={id}"), "is not muted").await;
    refused(&story, "does=lift&confederate=C1", "has no limit").await;
    refused(&story, "does=limit&confederate=C1&characters=many&words=why", "a limit is 1 to 4000").await;
    refused(&story, "does=limit&confederate=C1&words=why", "a limit is 1 to 4000").await;
    refused(&story, "does=warn&confederate=C9&words=you", "name a confederate who is there").await;
    refused(&story, "does=warn&words=nobody", "name a confederate who is there").await;
    refused(&story, &format!("does=mute&conversation={id}"), "give a reason of 1 to 500").await;
    refused(&story, &format!("does=flag&conversation={id}&at=99&words=early"), "not reached that moment").await;
    refused(&story, "does=nothing", "not yours to do").await;
    let other = ConversationId { seat: Seat::Terminal(99), ..id };
    refused(&story, &format!("does=mute&conversation={other}&words=why"), "name a confederate who is there").await;
    for nonsense in ["", "does=warn&confederate=J1&words=you", "does=mute&conversation=everywhere&words=why", "%00"] {
        let answer = story.post(&format!("{REFEREE}/do"), nonsense).await;
        assert_eq!(answer.status, 422, "{nonsense}: {}", answer.body);
    }
    let words = "w".repeat(10 << 20);
    let heavy = story.post_as_far_as_it_is_read(&format!("{REFEREE}/do"), &format!("does=note&words={words}")).await;
    assert!(matches!(heavy, None | Some(413)), "{heavy:?}");
    assert!(story.place.running.views().room().contest().unwrap().refereed.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_referees_page_is_nobody_elses() {
    let mut story = Story::of(WATCHED).await;
    assert_eq!(story.request("GET", REFEREE, "").await.status, 403, "not even the organiser's");
    for who in ["J1", "C1"] {
        story.join_as(who).await;
    }
    for (method, path) in [("GET", REFEREE.to_owned()), ("POST", format!("{REFEREE}/do"))] {
        assert_eq!(story.request(method, &path, "does=note&words=me").await.status, 403, "{path}");
    }
    story.join_as("F1").await;
    let page = story.get(REFEREE).await;
    assert!(page.contains("Your task") && !page.contains("<em>"), "{page}");
    for path in ["/watched/referee/2", "/watched/referee/0", "/watched/referee/x", "/watched/referee/1/live/1"] {
        assert!(matches!(story.request("GET", path, "").await.status, 403 | 404), "{path}");
    }
    // A referee's session opens no other page.
    let own = story.cookies.iter().find(|(name, _)| name.ends_with("-F1")).unwrap().clone();
    story.cookies = vec![own];
    for path in ["/watched/judge/1", "/watched/confederate/1", "/watched/organiser"] {
        assert_eq!(story.request("GET", path, "").await.status, 403, "{path}");
    }
}
