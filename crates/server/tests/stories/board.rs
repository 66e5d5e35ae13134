//! The organiser's board over HTTP, as a browser without scripts uses it.

use crate::served::{Story, two_of_each};

/// Two judges, two confederates and two programs that answer.
fn contest() -> String {
    two_of_each("board", "Board")
}

const PAGE: &str = "/board/organiser";

#[tokio::test(flavor = "multi_thread")]
async fn before_a_round_the_page_says_what_is_not_well_and_the_round_may_be_opened_all_the_same() {
    let story = Story::of(&contest()).await;
    let page = story.get(PAGE).await;
    assert!(!page.contains("people have their page open"), "nothing can be opened before the draw: {page}");
    story.organiser_does("action=draw&anyway=true").await;
    let page = story.get(PAGE).await;
    let sentences = [
        "Not everything is well",
        "<strong>Look:</strong> 0 of 2 people have their page open. Have them open",
        " MB are left for the record.",
        "<strong>Good:</strong> The record was signed less than a minute ago;",
        "<strong>Ask:</strong> Whether there is a copy of the data cannot be told from here.",
    ];
    for sentence in sentences {
        assert!(page.contains(sentence), "{sentence}: {page}");
    }
    story.organiser_does("action=open-round&anyway=true").await;
    assert!(!story.get(PAGE).await.contains("people have their page open"), "nothing can be opened while a round runs");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_timeline_tells_what_happened_newest_first_and_why() {
    let story = Story::of(&contest()).await;
    story.organiser_does("action=draw&anyway=true").await;
    story.organiser_does("action=open-round&anyway=true").await;
    story.organiser_does("action=pause").await;
    story.organiser_does("action=pause&reason=%3Cb%3E+broke&told=We+wait.").await;
    let page = story.get(PAGE).await;
    let line = page.split("<section class=\"card\" id=\"timeline\"").nth(1).unwrap();
    let found = |text: &str| line.find(text).unwrap_or_else(|| panic!("{text}: {line}"));
    let why = found(
        "Why the clocks stand still. <span class=\"why\">&#60;b&#62; broke</span> <span class=\"note\">Told: We wait.",
    );
    assert!(why < found("The clocks were stopped."));
    assert!(found("The clocks were stopped.") < found("Round 1 was opened."));
    assert!(found("Round 1 was opened.") < found("It was drawn who meets whom."));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_timetable_says_how_far_behind_the_day_is_and_when_it_will_be_over() {
    let story =
        Story::of(&contest().replacen("organiser", "begins = \"2020-02-29T09:30:00+01:00\"\norganiser", 1)).await;
    assert!(!story.get(PAGE).await.contains("id=\"timetable\""), "nothing is planned before the draw");
    story.organiser_does("action=draw&anyway=true").await;
    let page = story.get(PAGE).await;
    for part in [
        "<time datetime=\"2020-02-29T08:30:00.000Z\" data-clock>08:30 UTC</time></td><td>–</td>",
        "<time datetime=\"2020-02-29T09:00:00.000Z\" data-clock>09:00 UTC</time></td><td>–</td>",
        " minutes behind its timetable.</strong> <a href=\"#timetable\">Tell people when it will be over",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    story.organiser_does("action=open-round&anyway=true").await;
    let page = story.get(PAGE).await;
    let row = |round: u8| {
        let row = page.split_once(&format!("<th scope=\"row\">{round}</th>")).unwrap().1.split("</tr>").next().unwrap();
        row.matches("<time ").count()
    };
    assert_eq!((row(1), row(2)), (2, 1), "the first has begun: {page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_reads_their_page_without_scripts_is_not_said_to_be_away() {
    let mut story = Story::of(&contest()).await;
    for who in ["J1", "J2", "C1", "C2"] {
        story.join_as(who).await;
    }
    story.organiser_does("action=draw&anyway=true").await;
    let joined = "Joined, and no page is open: ";
    let away = |page: &str| page.split_once(joined).map(|(_, rest)| rest.split('.').next().unwrap().to_owned());
    let first = away(&story.get(PAGE).await).expect("nobody has a page open");
    assert_eq!(first.split(", ").count(), 2, "a judge and a confederate are needed in the first round: {first}");
    for page in ["judge/1", "judge/2", "confederate/1", "confederate/2"] {
        story.get(&format!("/board/{page}")).await;
    }
    let page = story.get(PAGE).await;
    assert_eq!(away(&page), None, "{page}");
    assert!(page.contains("Page open, and not in place: "), "{page}");
    assert!(page.contains("2 of 2 people have their page open"), "{page}");
}
