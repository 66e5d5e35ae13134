//! The organiser's board over HTTP, as a browser without scripts uses it.

use contest::{Command, command::Ending, contest::Phase};
use rulebook::{Participant, Timestamp, Zone};

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
        "Some checks found a problem",
        "<strong>Problem:</strong> 0 of 2 people have their page open. Ask the others to open",
        " MB are left for the record.",
        "<strong>OK:</strong> The record was signed less than a minute ago;",
        "<strong>Unknown:</strong> The server cannot see whether the data has a backup.",
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
    let page = story.get("/board/organiser/timeline").await;
    let line = page.split("<section class=\"card\" id=\"timeline\"").nth(1).unwrap();
    let found = |text: &str| line.find(text).unwrap_or_else(|| panic!("{text}: {line}"));
    let why = found(
        "Reason for the pause. <span class=\"why\">&#60;b&#62; broke</span> <span class=\"note\">Message: We wait.",
    );
    assert!(why < found("The clocks were stopped."));
    assert!(found("The clocks were stopped.") < found("Round 1 was opened."));
    assert!(found("Round 1 was opened.") < found("The schedule was drawn."));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_timetable_says_how_far_behind_the_day_is_and_when_it_will_be_over() {
    let story =
        Story::of(&contest().replacen("organiser", "begins = \"2020-02-29T09:30:00+01:00\"\norganiser", 1)).await;
    assert!(!story.desk().await.contains("id=\"timetable\""), "nothing is planned before the draw");
    story.organiser_does("action=draw&anyway=true").await;
    let page = story.desk().await;
    for part in [
        "<time datetime=\"2020-02-29T08:30:00.000Z\">09:30 UTC+01:00</time></td><td>–</td>",
        "<time datetime=\"2020-02-29T09:00:00.000Z\">10:00 UTC+01:00</time></td><td>–</td>",
        " minutes behind its timetable.</strong> <a href=\"/board/organiser/timeline#timetable\">Announce the new end",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    story.organiser_does("action=open-round&anyway=true").await;
    let page = story.desk().await;
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

/// The script exchanges a list where its key has changed, and leaves one that is being used alone.
#[tokio::test(flavor = "multi_thread")]
async fn after_a_replacement_every_list_with_the_name_is_written_anew() {
    let story = Story::of(&contest()).await;
    story.organiser_does("action=draw&anyway=true").await;
    let keys = |page: &str| {
        ["course", "people", "cards", "out", "entries"].map(|id| {
            let section = page.split_once(&format!("id=\"{id}\" data-region data-key=\"")).unwrap().1;
            section.split('"').next().unwrap().to_owned()
        })
    };
    let before = story.desk().await;
    assert_eq!(keys(&before), keys(&story.desk().await));
    story.organiser_does("action=replace&who=J1&name=Hilde&reason=ill").await;
    let after = story.desk().await;
    for (before, after) in keys(&before).iter().zip(&keys(&after)) {
        assert_ne!(before, after);
    }
    assert!(!after.contains("Ann</option>") && after.contains("Hilde</option>"), "{after}");
}

/// Every `<time>` of a page: its moment, and how it reads.
fn times(page: &str) -> Vec<(Timestamp, &str)> {
    let times = page.split("<time datetime=\"").skip(1);
    times
        .map(|time| {
            let (moment, rest) = time.split_once('"').unwrap();
            let text = rest.split_once('>').unwrap().1.split("</time>").next().unwrap();
            (moment.parse().unwrap(), text)
        })
        .collect()
}

/// Asserts that every time of a page is in this zone, and that the page names it; returns how many there are.
fn told_in(zone: Zone, path: &str, page: &str) -> usize {
    let times = times(page);
    for (at, text) in &times {
        let (day, minute, second, named) = (zone.day(*at), zone.minute(*at), zone.second(*at), zone.named_minute(*at));
        let forms = [format!("{day} {minute}"), format!("{day} {named}"), minute, second, named];
        assert!(forms.iter().any(|form| form == text), "{path}: {at} reads {text}");
    }
    assert!(times.is_empty() || page.contains(&zone.to_string()), "{path} names no zone: {page}");
    let other = page.replace(&zone.to_string(), "");
    assert!(!other.contains("UTC"), "{path} names another zone: {page}");
    times.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_time_on_every_page_is_in_the_one_zone_of_the_contest() {
    let begins = "begins = \"2020-02-29T09:30:00+05:30\"\norganiser";
    let mut story = Story::of(&contest().replacen("organiser", begins, 1)).await;
    for who in ["J1", "C1"] {
        story.join_as(who).await;
    }
    let zone = Zone::east(330).unwrap();
    let paths =
        ["organiser/timeline", "organiser/access", "programme", "screen", "judge/1", "confederate/1", "results"];
    let mut told = std::collections::BTreeMap::<String, usize>::new();
    story.organiser_does("action=draw&anyway=true").await;
    story.organiser_does("action=announce&to=everybody&words=Tea").await;
    let handouts = story.get("/board/organiser/handouts?start=09:30").await;
    assert_eq!(handouts.matches("Times are UTC+05:30.").count(), handouts.matches("<section>").count(), "{handouts}");
    loop {
        for path in paths {
            let answer = story.request("GET", &format!("/board/{path}"), "").await;
            *told.entry(path.to_owned()).or_default() += told_in(zone, path, &answer.body);
        }
        let phase = story.place.running.views().room().contest().unwrap().phase;
        let command = match Ending::of(phase) {
            Some(ending) => Command::EndPhase(ending),
            None if phase == Phase::Closed => break,
            None => Command::OpenRound { anyway: true },
        };
        story.place.running.ask(Participant::Organiser, command).await.unwrap();
    }
    let release = "action=release&parts=result%2Ctranscripts%2Crecord&by=organisers&rule=17&reason=read";
    let answer = story.post("/board/organiser/do", release).await;
    assert_eq!(answer.status, 303, "{}", answer.body);
    for path in ["organiser/timeline", "organiser/review", "programme", "screen", "results"] {
        let page = story.get(&format!("/board/{path}")).await;
        *told.entry(path.to_owned()).or_default() += told_in(zone, path, &page);
    }
    for path in ["organiser/timeline", "organiser/access", "programme", "screen", "judge/1", "confederate/1"] {
        assert!(told[path] > 0, "{path} tells no time: {told:?}");
    }
    let results = story.get("/board/results").await;
    assert!(results.contains("Talk (UTC+05:30)"), "{results}");
    let desk = story.desk().await;
    assert!(desk.contains("You have released the result") && !desk.contains("stays closed until"), "{desk}");
    let programme = story.get("/board/programme").await;
    for past in ["It began on 2020-02-29 at", "2 judges talked with", "Judges knew that they always", "It ended at"] {
        assert!(programme.contains(past), "{past}: {programme}");
    }
    for other in ["will talk", "begins on", "The planned end"] {
        assert!(!programme.contains(other), "{other}: {programme}");
    }
    assert!(programme.contains("Second place") && !programme.contains("Third place"), "two programs: {programme}");
}
