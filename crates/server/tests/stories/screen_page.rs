//! The programme and the big screen under every shipped rulebook, from the lobby to the last award: whole contests,
//! viewed in every phase, as the public sees them.

use crate::stage;
use std::{borrow::Cow, collections::BTreeMap};

use archive::reveal::{Revealed, last_step, order};
use askama::Template;
use contest::{
    Command,
    announcement::Addressee,
    contest::{COIN_WAIT, Phase},
    result::Report,
    view::public::{AskedJudge, PublicScreen},
};
use language::{Languages, Reader};
use rulebook::{JudgeId, Participant, Rulebook, Timestamp, schema::AwardRule};
use server::{
    look,
    pages::{ProgrammePage, ScreenPage, html},
    timetable::Course,
};
use stage::{Story, shipped};

fn begins() -> Timestamp {
    "2030-05-10T09:30:00Z".parse().unwrap()
}

/// The present screen, with this step of the reveal.
fn screen(story: &Story, step: u16) -> String {
    shown(story, step, |page| html(page))
}

fn shown(story: &Story, step: u16, render: impl FnOnce(&ScreenPage<'_>) -> String) -> String {
    let contest = story.contest();
    render(&ScreenPage {
        look: &look::OWN,
        id: "story",
        address: "http://contest.example",
        screen: &PublicScreen::of(contest),
        planned: Some(begins()),
        read: story.views.hall(story.now).as_ref(),
        reveal: Revealed::at(contest, &contest.rulebook, step).as_ref(),
        rulebook: &contest.rulebook,
        colours: None,
        zone: contest.zone,
        now: story.now,
        pace: 1000,
    })
}

fn programme(story: &Story) -> String {
    let contest = story.contest();
    html(&ProgrammePage {
        look: &look::OWN,
        id: "story",
        rulebook: Cow::Borrowed(&contest.rulebook),
        contest,
        begins: Some(begins()),
        course: Course::expected_of(contest, story.views.timeline(), begins(), story.now),
    })
}

/// The public pages of this contest until the judges vote or it is over.
fn pages_before_the_close(id: &str, secret: &str) -> Vec<String> {
    let mut story = Story::drawn_by(shipped(id), secret);
    let mut pages = vec![screen(&story, 0), programme(&story)];
    // Without messages: the number of talking people depends on the draw where people are judges and confederates in
    // turn, and messages take time.
    while story.contest().open_coin().is_none() {
        story.go_on();
        if matches!(story.contest().phase, Phase::Vote(..) | Phase::Closed) {
            break;
        }
        pages.extend([screen(&story, 0), programme(&story)]);
        story.answer_all();
        pages.extend([screen(&story, 0), programme(&story)]);
    }
    pages
}

/// A page without the numbers of judges.
fn without_labels(page: &str) -> String {
    let parts = page.split("<li class=\"out\">J").flat_map(|part| part.split("<li class=\"in\">J"));
    parts.map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit())).collect::<Vec<_>>().join("<li>J")
}

#[test]
fn under_every_rulebook_two_draws_show_everybody_the_same_bytes_until_the_end() {
    for id in rulebook::shipped::ids() {
        let (one, other) = (pages_before_the_close(id, "story"), pages_before_the_close(id, "another"));
        assert_eq!(one.len(), other.len(), "{id}");
        for (one, other) in one.iter().zip(&other) {
            // Where not all judges have a round, the draw chooses those who do, and the public sees them sit down.
            assert_eq!(without_labels(one), without_labels(other), "{id}");
            for name in ["Asker", "Answerer", "Program ", "Maker", "Watcher", "Member"] {
                assert!(!one.contains(name), "{id} names {name}: {one}");
            }
        }
    }
}

#[test]
fn whose_ballot_is_in_stands_on_the_screen_by_label() {
    let mut story = Story::of(shipped("loebner-2010"));
    story.go_on();
    assert!(screen(&story, 0).contains("<h2>Round 1 of"), "{}", screen(&story, 0));
    story.talk();
    story.go_on();
    let page = screen(&story, 0);
    let asked = page.matches("<li class=\"out\">").count();
    assert!(asked > 1 && page.contains(&format!("0 ballots of {asked} are in.")), "{page}");
    story.answer_all();
    let page = screen(&story, 0);
    assert_eq!((page.matches("<li class=\"in\">").count(), page.matches("class=\"out\"").count()), (asked, 0));
    assert!(page.contains("Every ballot is in."), "{page}");
}

#[test]
fn in_a_pause_the_clock_stands_and_what_everybody_is_told_is_told_to_the_hall() {
    let mut story = Story::of(shipped("surrey-2003"));
    story.go_on();
    let told = Some("We wait for a <chair>.".to_owned());
    story.ask(Participant::Organiser, Command::Pause { reason: "C1 fell off theirs".to_owned(), told });
    for (to, words) in [(Addressee::Judges, "Only for judges."), (Addressee::Everybody, "Tea & cake at four.")] {
        story.ask(Participant::Organiser, Command::Announce { to, words: words.to_owned() });
    }
    let page = screen(&story, 0);
    assert!(page.contains("data-paused=\"") && page.contains("We wait for a &#60;chair&#62;."), "{page}");
    assert!(page.contains("Tea &#38; cake at four."), "{page}");
    assert!(!page.contains("fell off") && !page.contains("Only for judges"), "{page}");
}

#[test]
fn under_every_rulebook_nothing_is_revealed_before_its_step() {
    for id in rulebook::shipped::ids() {
        let mut story = Story::of(shipped(id));
        story.play(|story| {
            let contest = story.contest();
            assert!(contest.is_closed() == Revealed::at(contest, &contest.rulebook, 9).is_some(), "{id}");
        });
        let last = last_step(&story.contest().rulebook);
        assert!(screen(&story, 0).contains("The awards follow."), "{id}");
        let awards = u16::try_from(story.contest().rulebook.awards.len()).unwrap();
        for step in (0..awards * 2).filter(|step| step % 2 == 1 || *step == 0) {
            let page = screen(&story, step);
            for name in ["Answerer", "Program ", "Maker"] {
                assert!(!page.contains(name), "{id}, step {step} names {name}: {page}");
            }
        }
        for step in (1..=awards).map(|award| award * 2) {
            let page = screen(&story, step);
            let is_told = ["Answerer ", "Program ", "Not given."].iter().any(|words| page.contains(words));
            assert!(is_told && !page.contains("class=\"why\""), "{id}, step {step}: {page}");
        }
        let standings = screen(&story, awards * 2 + 1);
        assert!(standings.contains("class=\"standings\"") && standings.contains("Program "), "{id}: {standings}");
        let reasons = screen(&story, last);
        assert!(awards == 0 || reasons.contains("<dd class=\"why\">"), "{id}: {reasons}");
    }
}

/// A contest played without messages.
fn in_silence(rulebook: Rulebook, secret: &str) -> Story {
    let mut story = Story::drawn_by(rulebook, secret);
    while story.contest().phase != Phase::Closed {
        if story.contest().open_coin().is_some() {
            story.pass(COIN_WAIT);
            continue;
        }
        story.go_on();
        story.answer_all();
    }
    story
}

/// Many results of one contest. Two that agree on the awards up to a step show the same there, so that a step reveals
/// nothing about a later one.
#[test]
fn a_step_of_the_reveal_depends_on_no_later_award_and_on_no_figure() {
    let mut with_different_standings = 0;
    for id in ["loebner-2006", "loebner-2010", "surrey-2003"] {
        let mut seen = BTreeMap::new();
        for secret in 0..24 {
            let story = in_silence(shipped(id), &format!("secret {secret}"));
            let report = Report::of(story.contest()).unwrap();
            let tally = &report.result.tally;
            let received = |award: &AwardRule| {
                let given = tally.awards.iter().find(|given| given.award == award.id);
                given.map(|given| (given.to.clone(), given.each.as_ref().map(ToString::to_string)))
            };
            let awards = order(&story.contest().rulebook);
            for step in 0..=awards.len() * 2 {
                let known: Vec<_> = awards[..step / 2].iter().map(|award| received(award)).collect();
                let page = screen(&story, u16::try_from(step).unwrap());
                let shown = page.split_once("<section class=\"reveal\"").unwrap().1.to_owned();
                let standings = format!("{:?}", tally.standings);
                let first = seen.entry(format!("{step} {known:?}")).or_insert((shown.clone(), standings.clone()));
                assert_eq!(first.0, shown, "{id}, step {step}");
                with_different_standings += usize::from(step == awards.len() * 2 && first.1 != standings);
            }
        }
    }
    assert!(with_different_standings > 0, "no two results differ beyond their awards");
}

#[test]
fn whoever_reads_german_is_shown_the_hall_and_every_reason_in_german() {
    let reader = Reader::of_only(Languages::shipped().get("de").unwrap().clone());
    let german = |story: &Story, step| shown(story, step, |page| page.render_with_values(&reader).unwrap());
    let mut story = Story::of(shipped("loebner-2010"));
    story.go_on();
    let page = german(&story, 0);
    assert!(page.contains("<html lang=\"de\"") && page.contains("<h2>Runde 1 von"), "{page}");
    story.play(|_| ());
    let page = german(&story, last_step(&story.contest().rulebook));
    let reasons: Vec<_> =
        page.split("<dd class=\"why\">").skip(1).filter_map(|why| why.split("</dd>").next()).collect();
    assert!(!reasons.is_empty());
    for why in reasons {
        assert!(!why.is_empty() && ![" the ", " is ", " no "].iter().any(|words| why.contains(words)), "{why}");
    }
}

#[test]
fn of_too_many_judges_those_are_named_whose_ballot_is_missing_and_of_too_many_of_these_nobody() {
    let story = Story::of(shipped("loebner-2010"));
    let rulebook = &story.contest().rulebook;
    let chips = |asked: u16, are_in: u16, announcement: Option<&str>| {
        let ballot = |number| AskedJudge { judge: JudgeId::new(number), is_in: number <= are_in };
        let screen = PublicScreen {
            ballots: (1..=asked).map(ballot).collect(),
            announcement: announcement.map(ToOwned::to_owned),
            ..PublicScreen::of(story.contest())
        };
        let page = html(&ScreenPage {
            look: &look::OWN,
            id: "story",
            address: "http://contest.example",
            screen: &screen,
            planned: None,
            read: None,
            reveal: None,
            rulebook,
            colours: None,
            zone: story.contest().zone,
            now: story.now,
            pace: 1000,
        });
        assert!(page.contains("are in.") || page.contains("Every ballot is in."), "{page}");
        (page.matches("<li class=\"in\">").count(), page.matches("<li class=\"out\">").count())
    };
    assert_eq!((chips(48, 8, None), chips(49, 8, None)), ((8, 40), (0, 41)));
    assert_eq!((chips(57, 9, None), chips(58, 9, None)), ((0, 48), (0, 0)));
    assert_eq!((chips(24, 8, Some("Tea.")), chips(25, 8, Some("Tea."))), ((8, 16), (0, 17)));
    assert_eq!(chips(512, 512, None), (0, 0));
}
