//! Pages of every shipped rulebook, from the first lobby to the results: whole contests, viewed in every phase.

use crate::stage;
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use contest::{
    Command, FormId,
    announcement::Addressee,
    contest::Phase,
    event::Incident,
    fields::{self, Fields},
    result::Report,
    view::{
        judge::JudgeScreen,
        stage::{Stage, StagePhase},
        witness::WitnessScreen,
    },
};
use rulebook::{
    ConfederateId, ConversationId, EntryId, InterviewId, JudgeId, Participant, RoundNumber, Rulebook, Seat, Timestamp,
    Zone,
    schema::{Alphabet, Medium, Question, RankFrom, RankingRules, Turns},
};
use server::{
    look,
    pages::{
        Attempt, CommitteeCard, ConfederatePage, Desk, JudgePage, OrganiserPage, PersonRow, RefereePage, ResultsPage,
        Tab, html,
    },
    sessions::Token,
    timetable::{BEHIND, Course},
};
use stage::{Story, shipped};
use tally::Answers;

/// The desk of a participant in a contest that stands still.
fn desk<'a>(rulebook: &'a Rulebook, who: Participant, stage: Stage) -> Desk<'a> {
    Desk {
        contest: "story",
        name: "A <script>alert(1)</script> story",
        who,
        stage,
        latest: 7,
        zone: Zone::UTC,
        now: Timestamp::from_millis(0),
        pace: 1000,
        rulebook: Cow::Borrowed(rulebook),
        notice: None,
        attempt: None,
        form: 0,
        suggestion: Token::from_text(&"0f".repeat(16)).unwrap(),
    }
}

fn judge_page(rulebook: &Rulebook, who: Participant, screen: &JudgeScreen) -> String {
    html(&JudgePage { desk: desk(rulebook, who, screen.stage.clone()), screen, drafts: BTreeMap::new() })
}

/// The present page of this participant.
fn page(story: &Story, who: Participant) -> Option<String> {
    let rulebook = &story.contest().rulebook;
    match who {
        Participant::Judge(judge) => Some(judge_page(rulebook, who, &story.views.judge(judge).unwrap().screen)),
        Participant::Confederate(_) => {
            let screen = &story.views.witness(who).unwrap().screen;
            Some(html(&ConfederatePage { desk: desk(rulebook, who, screen.stage.clone()), screen }))
        }
        Participant::Organiser => Some(organiser_page(story)),
        Participant::Referee(_) => {
            let screen = &story.views.referees().unwrap().screen;
            let confederates = (1..=rulebook.roles.confederates).map(ConfederateId::new).collect();
            Some(html(&RefereePage { desk: desk(rulebook, who, screen.stage.clone()), screen, confederates }))
        }
        Participant::Entry(_) => None,
    }
}

/// All pages of the organiser, one after the other.
fn organiser_page(story: &Story) -> String {
    Tab::ALL.into_iter().map(|tab| organiser_tab(story, tab)).collect()
}

fn organiser_tab(story: &Story, tab: Tab) -> String {
    let contest = story.contest();
    let board = story.views.board(&contest::FormDrafts::default(), story.now).unwrap();
    let people = board.people.iter().map(|person| PersonRow {
        on_board: *person,
        name: "Somebody".to_owned(),
        joined: true,
        here: true,
    });
    html(&OrganiserPage {
        tab,
        desk: desk(&contest.rulebook, Participant::Organiser, Stage::of(contest, Participant::Organiser)),
        people: people.collect(),
        entries: Vec::new(),
        committee: CommitteeCard::of(contest, &contest.rulebook, true),
        released: Vec::new(),
        rulebook: &contest.rulebook,
        reserves: Vec::new(),
        reveal: None,
        problems: Vec::new(),
        checks: Vec::new(),
        course: None,
        now: story.now,
        disk: None,
        board,
    })
}

/// The value of an attribute in a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    tag.split_once(&format!(" {name}=\""))?.1.split('"').next()
}

fn unescaped(text: &str) -> String {
    text.replace("&#60;", "<").replace("&#62;", ">").replace("&#34;", "\"").replace("&#39;", "'").replace("&#38;", "&")
}

/// The fields that a browser without scripts would send of the form with this id.
fn sent(page: &str, id: &str) -> Fields {
    let form = page.split_once(&format!("<form id=\"{id}\"")).unwrap_or_else(|| panic!("no {id} in {page}")).1;
    let form = form.split("</form>").next().unwrap();
    let mut fields = Fields::new();
    for part in form.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap_or((part, ""));
        let name = attribute(tag, "name").unwrap_or_default().to_owned();
        if tag.starts_with("input") {
            let is_off = attribute(tag, "type") == Some("radio") && !tag.ends_with(" checked");
            fields.extend((!is_off).then(|| (name, unescaped(attribute(tag, "value").unwrap_or_default()))));
        } else if tag.starts_with("textarea") {
            fields.push((name, unescaped(text.trim_start_matches('\n'))));
        } else if tag.starts_with("select") {
            fields.push((name, String::new()));
        } else if tag.starts_with("option") && tag.contains(" selected") {
            fields.last_mut().unwrap().1 = text.to_owned();
        }
    }
    fields
}

fn no_id_twice(page: &str) {
    let ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "{ids:?}");
}

/// Looks at a contest as each participant sees it: no typed text becomes markup, no id occurs twice, and each form
/// sends the content that it shows.
fn look(story: &Story) {
    let everybody = story.contest().cast().into_iter().chain(story.contest().referees());
    for who in everybody.chain([Participant::Organiser]) {
        let pages = match who {
            Participant::Organiser => Tab::ALL.map(|tab| organiser_tab(story, tab)).to_vec(),
            _ => page(story, who).into_iter().collect(),
        };
        for page in &pages {
            no_id_twice(page);
            for tag in ["<script>", "<are>", "<much>"] {
                assert!(!page.contains(tag), "{tag} in {page}");
            }
        }
        let (Participant::Judge(judge), [page]) = (who, &pages[..]) else { continue };
        let screen = &story.views.judge(judge).unwrap().screen;
        for form in &screen.stage.forms {
            let round = form.interview.round;
            let recorded = screen.ballots.get(&round).cloned().unwrap_or_default();
            let questions = &story.contest().rulebook.ballots.interview;
            let reading = fields::read(questions, &form.seats, &sent(page, &format!("ballot-{round}")));
            assert_eq!(reading.answers, recorded);
        }
        if let Some(rules) = story.contest().rulebook.ballots.ranking.filter(|_| !screen.stage.to_rank.is_empty()) {
            let order = fields::read_order(rules, &screen.stage.to_rank, &sent(page, "ranking")).order;
            assert_eq!(order, screen.rankings.get(&screen.stage.trial).cloned().unwrap_or_default());
        }
    }
}

#[test]
fn everybody_sees_the_days_to_come_that_concern_them() {
    let rulebook = shipped("surrey-2003");
    let story = Story::of(shipped("surrey-2003"));
    let judge: Participant = "J1".parse().unwrap();
    let pages = |now: &str| {
        [judge, Participant::Organiser].map(|who| {
            let stage = Stage::of(story.contest(), who);
            let now = now.parse().unwrap();
            html(&ConfederatePage {
                desk: Desk { now, ..desk(&rulebook, who, stage) },
                screen: &WitnessScreen::default(),
            })
        })
    };
    let [judges, organisers] = pages("2003-06-01T00:00:00.000Z");
    for page in [&judges, &organisers] {
        assert!(page.contains("on 2003-10-18") && page.contains("(rule 32)"), "{page}");
    }
    assert!(!judges.contains("by 2003-06-30"), "applications are no judge's matter");
    assert!(organisers.contains("by 2003-06-30"), "{organisers}");
    for page in pages("2003-10-19T12:00:00.000Z") {
        assert!(!page.contains("id=\"days\""), "nothing is to come: {page}");
    }
}

#[test]
fn every_shipped_rulebook_is_run_through_its_pages_from_the_lobby_to_the_results() {
    for id in rulebook::shipped::ids() {
        let mut story = Story::of(shipped(id));
        story.play(look);
        let contest = story.contest();
        let report = Report::of(contest).unwrap();
        let result = &report.result;
        assert!(
            result
                .interviews
                .iter()
                .all(|interview| interview.answers.is_some() || contest.rulebook.ballots.interview.is_empty()),
            "{id}"
        );
        // Before the release nobody learns the identity of a witness.
        let page =
            html(&ResultsPage { look: &look::OWN, id: "story", rulebook: Cow::Borrowed(&contest.rulebook), contest });
        assert!(page.contains("Not published yet"), "{id}: {page}");
        let names = contest.roster.held().map(|roster| roster.entries.clone()).unwrap_or_default();
        assert!(names.iter().all(|entry| !page.contains(&entry.name)), "{id}: {page}");
        no_id_twice(&page);
    }
}

fn media() -> [Medium; 3] {
    [
        Medium::Keystrokes { keys_per_second: 50, keys: 1000, alphabet: Alphabet::Ascii },
        Medium::Lines { characters: 80, lines: 100 },
        Medium::Messages { characters: 300, messages: 100 },
    ]
}

/// Both conversations of J1 in round 1 with these messages, as J1 sees them.
fn both_panes(medium: Medium, turns: Turns, words: &[&str]) -> String {
    let mut rulebook = shipped("loebner-2010");
    rulebook.interview.medium = medium;
    rulebook.interview.turns = turns;
    let mut story = Story::of(rulebook);
    story.go_on();
    let judge = Participant::Judge(JudgeId::new(1));
    for seat in Seat::PAIR {
        words.iter().for_each(|words| story.say_at_once(judge, Some(seat), words));
    }
    page(&story, judge).unwrap()
}

#[test]
fn both_panes_are_the_same_but_for_the_name_of_the_seat() {
    for medium in media() {
        for turns in [Turns::Free, Turns::Alternate { within: Duration::from_secs(20) }] {
            let page = both_panes(medium, turns, &["the same words"]);
            let panes: Vec<_> = page.match_indices("<section class=\"pane\"").map(|(at, _)| at).collect();
            let end = panes[1] + page[panes[1]..].find("</section>").unwrap();
            let (left, right) = (&page[panes[0]..panes[1]], &page[panes[1]..end]);
            let left = left.trim().trim_end_matches("</section>").trim();
            assert_eq!(left.replace("left", "right").replace("Left", "Right"), right.trim());
            assert!(left.contains("the same words"));
            let clock = "data-holder=\"witness\" data-until=\"1970-01-01T00:17:00.000Z\"";
            let whose = "<span data-whose aria-live=\"polite\">It is the other&#39;s turn.</span>";
            let alternates = matches!(turns, Turns::Alternate { .. }) && !matches!(medium, Medium::Keystrokes { .. });
            assert_eq!([left.contains(clock), left.contains(whose)], [alternates; 2], "{left}");
        }
    }
}

#[test]
fn who_hears_the_lines_read_out_hears_where_they_stand() {
    for (id, places) in [("loebner-2010", &["Left", "Right"][..]), ("two-party-2024", &[])] {
        let mut story = Story::of(shipped(id));
        story.go_on();
        let judge = Participant::Judge(JudgeId::new(1));
        let seats = if places.is_empty() { vec![Seat::Only] } else { Seat::PAIR.to_vec() };
        seats.iter().for_each(|seat| story.say_at_once(judge, Some(*seat), "hello"));
        let page = page(&story, judge).unwrap();
        for place in places {
            let line = format!("<span class=\"who\"><span class=\"unseen\">{place}: </span>You</span>");
            assert!(page.contains(&line) && page.contains(&format!("data-place=\"{place}\"")), "{id}: {page}");
        }
        assert_eq!(page.matches(": </span>").count(), places.len(), "{id}");
        assert!(page.contains("<span class=\"said\" translate=\"no\" dir=\"auto\">hello</span>"), "{id}: {page}");
    }
}

#[test]
fn in_a_pause_nothing_can_be_written_and_people_read_the_words_for_them_and_never_the_reason() {
    for medium in media() {
        let mut rulebook = shipped("loebner-2010");
        rulebook.interview.medium = medium;
        let mut story = Story::of(rulebook);
        story.go_on();
        let confederate = in_first_round(&story)[0];
        for told in [None, Some("Tea & <b>cake</b>.".to_owned())] {
            let pause = Command::Pause { reason: "E2 crashed".to_owned(), told: told.clone() };
            story.ask(Participant::Organiser, pause);
            for who in [Participant::Judge(JudgeId::new(1)), confederate] {
                let page = page(&story, who).unwrap();
                assert!(page.contains("Paused by the organiser: the clocks are stopped."), "{page}");
                let words = "<strong dir=\"auto\">Tea &#38; &#60;b&#62;cake&#60;/b&#62;.</strong>";
                assert_eq!(page.contains(words), told.is_some(), "{page}");
                assert!(!page.contains("crashed"), "{page}");
                let forms = page.matches("class=\"say ").count();
                assert_eq!(page.matches(" readonly aria-describedby=\"paused away\"").count(), forms, "{page}");
                assert_eq!(page.matches("<button disabled>Send").count(), forms, "{page}");
            }
            story.ask(Participant::Organiser, Command::Resume);
            let page = page(&story, confederate).unwrap();
            assert!(!page.contains(" readonly") && !page.contains("id=\"paused\""), "{page}");
        }
    }
}

#[test]
fn more_time_is_announced_until_the_phase_is_over() {
    let mut story = Story::of(shipped("loebner-2010"));
    story.go_on();
    let mut extended = |by, told: Option<&str>| {
        let told = told.map(ToOwned::to_owned);
        story.ask(Participant::Organiser, Command::Extend { by, reason: "E2 crashed".to_owned(), told });
        page(&story, Participant::Judge(JudgeId::new(1))).unwrap()
    };
    let first = extended(Duration::from_secs(60), Some("For the late start."));
    assert!(first.contains("The organiser has added 1 minute. <strong dir=\"auto\">For the late start."), "{first}");
    let second = extended(Duration::from_secs(90), None);
    assert!(second.contains("The organiser has added 2 minutes and 30 seconds.</p>"), "{second}");
    story.go_on();
    let over = page(&story, Participant::Judge(JudgeId::new(1))).unwrap();
    assert!(!over.contains("has added"), "{over}");
}

#[test]
fn a_day_is_behind_by_what_its_latest_round_was_late_and_the_next_one_waits() {
    let mut story = Story::of(shipped("loebner-2010"));
    let begins = story.now;
    let behind = |story: &Story, now: Timestamp| {
        Course::of(story.contest(), story.views.timeline(), begins, now).unwrap().behind
    };
    assert_eq!(behind(&story, begins), Duration::ZERO);
    let late = begins + BEHIND;
    assert_eq!(behind(&story, late), BEHIND, "round 1 waits");
    let course = Course::of(story.contest(), story.views.timeline(), begins, late).unwrap();
    assert_eq!(course.rounds.len(), 4);
    assert_eq!(course.rounds[1].planned, begins + Duration::from_secs(30 * 60), "25 minutes of talk and 5 of ballots");
    assert_eq!(course.expected(), course.over + BEHIND);
    story.now = late;
    story.go_on();
    assert_eq!(behind(&story, late + Duration::from_secs(60)), BEHIND, "it began so late, and nothing else waits");
}

/// A pause and time that was added are counted while the round still runs, and not only when the next one is late.
#[test]
fn a_pause_puts_the_day_behind_while_the_round_runs() {
    let mut story = Story::of(shipped("loebner-2010"));
    let begins = story.now;
    story.go_on();
    let behind = |story: &Story| Course::of(story.contest(), story.views.timeline(), begins, story.now).unwrap().behind;
    assert_eq!(behind(&story), Duration::ZERO);
    let pause = |reason: &str| Command::Pause { reason: reason.to_owned(), told: None };
    story.ask(Participant::Organiser, pause("tea"));
    story.now = story.now + BEHIND;
    assert_eq!(behind(&story), BEHIND);
    story.ask(Participant::Organiser, Command::Resume);
    assert_eq!(behind(&story), BEHIND, "the round ends so much later");
}

/// Ballots may be missing when judges vote, and rounds never open by themselves.
#[test]
fn nothing_is_promised_that_waits_for_somebody_else() {
    let asked = [contest::labels::vote_asked(), contest::labels::matter_asked("Was it fair?")];
    for asked in asked {
        assert!(asked.to_string().starts_with("The time for ballots is over"), "{asked}");
    }
    let mut story = Story::of(shipped("loebner-2010"));
    let judge = Participant::Judge(JudgeId::new(1));
    story.ask(judge, Command::Ready(true));
    let page = page(&story, judge).unwrap();
    assert!(page.contains("The organiser opens the round once everyone is."), "{page}");
}

#[test]
fn what_the_organiser_tells_judges_stands_on_the_pages_of_judges_alone() {
    let mut story = Story::of(shipped("loebner-2010"));
    let words = "Tea & <b>cake</b>\nin the hall.".to_owned();
    story.ask(Participant::Organiser, Command::Announce { to: Addressee::Judges, words });
    let told = "</time> Tea &#38; &#60;b&#62;cake&#60;/b&#62;\nin the hall.</p>";
    for judge in JudgeId::first(2).map(Participant::Judge) {
        let page = page(&story, judge).unwrap();
        assert!(page.contains("From the organiser</h2><p dir=\"auto\" data-announced><time "), "{page}");
        assert!(page.contains(told), "{page}");
    }
    let other = page(&story, Participant::Confederate(ConfederateId::new(1))).unwrap();
    assert!(!other.contains("From the organiser"), "{other}");
}

#[test]
fn whoever_rests_first_reads_the_instructions_too_and_all_have_them_at_hand_in_the_talk() {
    let mut story = Story::of(shipped("loebner-2006"));
    let instructions = "share out 100 points between the two partners";
    let judges: Vec<_> = JudgeId::first(4).map(Participant::Judge).collect();
    let rests = |story: &Story, who: &Participant| Stage::of(story.contest(), *who).resting;
    assert!(judges.iter().any(|who| rests(&story, who)), "some judge rests first");
    for _ in 0..2 {
        for who in &judges {
            let page = page(&story, *who).unwrap();
            assert!(page.contains(instructions), "{page}");
            assert_eq!(page.contains("You rest in this round"), rests(&story, who));
        }
        story.go_on();
    }
}

#[test]
fn clocks_and_tabs_say_how_long_it_is_and_what_is_going_on() {
    let rulebook = shipped("loebner-2010");
    let mut story = Story::of(shipped("loebner-2010"));
    story.go_on();
    let who = Participant::Judge(JudgeId::new(1));
    let screen = &story.views.judge(JudgeId::new(1)).unwrap().screen;
    for (seconds, clock) in [(7195, ">1:59:55<"), (3600, ">1:00:00<"), (3599, ">59:59<"), (9, ">0:09<")] {
        let ends = Some(Timestamp::from_millis(seconds * 1000));
        let desk = desk(&rulebook, who, Stage { ends, ..screen.stage.clone() });
        let page = html(&JudgePage { desk, screen, drafts: BTreeMap::new() });
        assert!(page.contains(clock), "{page}");
        assert!(page.contains("<title>Round 1 of 4: talk · Judge 1 · A &#60;script"), "{page}");
    }
}

#[test]
fn whatever_anybody_types_stays_text() {
    for medium in media() {
        let page = both_panes(medium, Turns::Free, &["<b>bold</b>", "\"quoted\" & <i>"]);
        for tag in ["<script>", "<b>", "<i>"] {
            assert!(!page.contains(tag), "{tag} in {page}");
        }
        assert!(page.contains("&#60;b&#62;bold"), "{page}");
    }
}

#[test]
fn a_judge_has_a_pane_for_every_seat_with_its_label_and_no_other() {
    for (id, labels) in [
        ("five-minute-2014", &["The left one", "The right one"][..]),
        ("loebner-1995", &["Terminal "]),
        ("two-party-2024", &["Your partner"]),
    ] {
        let mut story = Story::of(shipped(id));
        story.go_on();
        let page = page(&story, Participant::Judge(JudgeId::new(1))).unwrap();
        let panes: Vec<&str> = page.split("<section class=\"pane\" aria-label=\"").skip(1).collect();
        assert_eq!(panes.len(), labels.len(), "{id}");
        for (pane, label) in panes.iter().zip(labels) {
            assert!(pane.starts_with(label), "{id}: {pane}");
        }
    }
}

#[test]
fn the_medium_decides_what_a_field_takes() {
    for (id, field) in [
        ("loebner-2006", "data-say=\"keystrokes\""),
        ("loebner-1995", "data-say=\"lines\""),
        ("two-party-2024", "maxlength=\"300\">"),
    ] {
        let mut story = Story::of(shipped(id));
        story.go_on();
        let page = page(&story, Participant::Judge(JudgeId::new(1))).unwrap();
        assert!(page.contains(field), "{id}: {page}");
        assert_eq!(page.contains("data-no-paste"), id == "two-party-2024");
        assert_eq!(page.contains("monospaced"), id == "loebner-1995");
    }
}

#[test]
fn where_both_sides_guess_nothing_on_the_page_tells_who_asks() {
    let mut story = Story::of(shipped("human-or-not-2023"));
    let round = RoundNumber::new(1);
    let people: Vec<JudgeId> = JudgeId::first(4).collect();
    // Each participant's page, rendered as the first one's.
    let pages = |story: &Story| -> BTreeSet<String> {
        let first = Participant::Judge(people[0]);
        let screens = people.iter().map(|judge| &story.views.judge(*judge).unwrap().screen);
        screens.map(|screen| judge_page(&story.contest().rulebook, first, screen)).collect()
    };
    assert_eq!(pages(&story).len(), 1, "before the round");
    story.go_on();
    let sides: BTreeSet<_> =
        people.iter().map(|judge| story.contest().part(Participant::Judge(*judge), round).unwrap().side).collect();
    assert_eq!(sides.len(), 2, "some ask and some answer");
    assert_eq!(pages(&story).len(), 1, "in the talk");
    // Everyone whose turn it is sends the same message, and their partners have received it.
    let askers: Vec<JudgeId> = story.contest().interviews_in(round).map(|seating| seating.interview.judge).collect();
    for judge in askers {
        story.say_at_once(Participant::Judge(judge), Some(Seat::Only), "hello");
    }
    let heard = pages(&story);
    assert_eq!(heard.len(), 2, "one page of those who have spoken, one of those who have heard");
    story.go_on();
    for page in pages(&story) {
        assert!(page.contains("Is your partner a person or a program?"), "{page}");
    }
    assert_eq!(pages(&story).len(), 2);
}

#[test]
fn who_answers_in_a_round_is_told_so_where_that_is_no_secret() {
    let mut story = Story::of(shipped("three-party-2025"));
    story.go_on();
    let round = RoundNumber::new(1);
    for judge in JudgeId::first(4) {
        let who = Participant::Judge(judge);
        let Some(part) = story.contest().part(who, round) else { continue };
        let page = page(&story, who).unwrap();
        let answers = part.side == rulebook::Side::Witness;
        assert_eq!(page.contains("In this round you answer"), answers, "{page}");
        assert_eq!(page.matches("<section class=\"pane\"").count(), if answers { 1 } else { 2 });
    }
}

#[test]
fn a_witness_is_shown_the_words_to_begin_with_until_it_has_begun() {
    // Without enforcement, so that a witness may begin otherwise.
    let mut rules = shipped("loebner-2006");
    rules.interview.opening_enforced = false;
    let mut story = Story::of(rules);
    story.go_on();
    let [who, other] = in_first_round(&story);
    let words = "<q translate=\"no\" dir=\"auto\">Hello, my name is John and I am a man.</q>";
    assert!(page(&story, who).unwrap().contains(words));
    assert!(!page(&story, "J1".parse().unwrap()).unwrap().contains(words), "a judge is not");
    let kept = |story: &Story| organiser_page(story).matches("as the rules say").count();
    assert_eq!(kept(&story), 0);
    story.say(who, None, "Hello, my name is John and I am a man.");
    assert!(!page(&story, who).unwrap().contains(words));
    assert_eq!(kept(&story), 1);
    story.say(other, None, "Hi!");
    assert!(organiser_page(&story).contains("<strong>first words others</strong>"));
}

/// Two confederates who do not rest in the first round.
fn in_first_round(story: &Story) -> [Participant; 2] {
    let needed = story.contest().needed_in(rulebook::RoundNumber::new(1));
    let mut people = needed.into_iter().filter(|who| matches!(who, Participant::Confederate(_)));
    [people.next().unwrap(), people.next().unwrap()]
}

#[test]
fn words_to_begin_with_are_put_into_the_field_only_where_no_rhythm_travels() {
    let mut rules = shipped("loebner-2006");
    assert!(matches!(rules.interview.medium, Medium::Keystrokes { .. }));
    let messages = shipped("three-party-2025").interview.medium;
    for (medium, has_button) in [(rules.interview.medium, false), (messages, true)] {
        rules.interview.medium = medium;
        let mut story = Story::of(rules.clone());
        story.go_on();
        let page = page(&story, in_first_round(&story)[0]).unwrap();
        assert_eq!(page.contains("data-words=\"Hello"), has_button, "{page}");
    }
}

#[test]
fn whose_turn_it_is_follows_from_what_was_said() {
    let mut story = Story::of(shipped("human-or-not-2023"));
    story.go_on();
    let conversation = story.conversations(RoundNumber::new(1))[0];
    let asker = Participant::Judge(conversation.interview.judge);
    assert!(page(&story, asker).unwrap().contains("Either of you may begin."));
    story.say(asker, Some(Seat::Only), "hello");
    assert!(page(&story, asker).unwrap().contains(">It is the other&#39;s turn.<"));
}

#[test]
fn a_refused_form_comes_back_as_it_was_filled_in() {
    let mut story = Story::of(shipped("two-party-2024"));
    story.go_on();
    story.go_on();
    let who = Participant::Judge(JudgeId::new(1));
    let screen = &story.views.judge(JudgeId::new(1)).unwrap().screen;
    let fields: Fields =
        [("round", "R1"), ("verdict-only", "machine"), ("confidence", "101"), ("reason", "a long\nstory")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into();
    let attempt = Attempt { form: "ballot-R1".to_owned(), fields: fields.clone(), faults: Vec::new(), why: None };
    let notice = Some("\"><img src=x onerror=alert(1)>");
    let desk = Desk { notice, attempt: Some(&attempt), ..desk(&story.contest().rulebook, who, screen.stage.clone()) };
    let page = html(&JudgePage { desk, screen, drafts: BTreeMap::new() });
    assert_eq!(sent(&page, "ballot-R1"), fields);
    assert!(!page.contains("<img"));
}

#[test]
fn a_ranking_with_equals_from_the_least_human_comes_back_as_it_was_given() {
    let mut rulebook = shipped("loebner-1995");
    let rules = RankingRules::of(RankFrom::LeastHuman, true);
    rulebook.ballots.ranking = Some(rules);
    let mut story = Story::of(rulebook);
    while !matches!(story.contest().phase, Phase::EndBallots(..)) {
        story.go_on();
    }
    let who = Participant::Judge(JudgeId::new(1));
    let stage = Stage::of(story.contest(), who);
    assert!(page(&story, who).unwrap().contains("1 is the least human. You may give equals the same number."));
    let order: Vec<Vec<ConversationId>> = stage.to_rank.chunks(3).map(<[_]>::to_vec).collect();
    story.ask(who, Command::CastRanking { order: order.clone() });
    let page = page(&story, who).unwrap();
    assert_eq!(fields::read_order(rules, &stage.to_rank, &sent(&page, "ranking")).order, order);
}

#[test]
fn the_organiser_sees_that_somebody_has_voted_and_never_what() {
    let desk = |human: Seat| {
        let mut story = Story::of(shipped("loebner-2010"));
        story.go_on();
        story.go_on();
        let answers = Answers { choice: Some(human), ..Answers::default() };
        let command = Command::CastBallot { round: RoundNumber::new(1), answers: Box::new(answers) };
        story.ask(Participant::Judge(JudgeId::new(1)), command);
        organiser_page(&story)
    };
    let (left, right) = (desk(Seat::Left), desk(Seat::Right));
    assert_eq!(left, right);
    assert!(left.contains("Ballots missing from J2, J3, J4."), "{left}");
}

#[test]
fn a_form_of_the_organiser_sends_no_field_that_says_nothing() {
    let mut story = Story::of(shipped("loebner-2010"));
    story.play(|story| {
        let desk = organiser_page(story);
        for field in ["round", "trial"] {
            assert!(!desk.contains(&format!("name=\"{field}\" value=\"\"")), "{desk}");
        }
    });
}

#[test]
fn what_a_program_printed_stays_text() {
    let mut story = Story::of(shipped("loebner-2010"));
    let incident = Incident {
        entry: EntryId::new(1),
        interview: InterviewId { round: RoundNumber::new(1), judge: JudgeId::new(1) },
        kind: "died".to_owned(),
        detail: "it printed <b>bold</b>".to_owned(),
    };
    let Incident { entry, interview, kind, detail } = incident;
    story.ask(Participant::Entry(entry), Command::Report { interview, kind, detail });
    assert!(organiser_page(&story).contains("it printed &#60;b&#62;bold"));
}

#[test]
fn what_judges_are_told_stands_beside_their_instructions() {
    let story = Story::of(shipped("loebner-1995"));
    let page = page(&story, Participant::Judge(JudgeId::new(1))).unwrap();
    assert!(page.contains("Of those you meet, at least 2 are people, and at least 2 are programs."), "{page}");
}

#[test]
fn everybody_may_read_what_the_committee_settled_and_the_organiser_who_they_are() {
    let story = Story::of(shipped("kurzweil-kapor-2029"));
    let results = html(&ResultsPage {
        look: &look::OWN,
        id: "story",
        rulebook: Cow::Borrowed(&story.contest().rulebook),
        contest: story.contest(),
    });
    assert_eq!(results.matches("<dd>As in every story.</dd>").count(), 6, "{results}");
    assert!(results.contains("Every contestant") && !results.contains("Member 1"), "{results}");
    assert!(organiser_page(&story).contains("By the committee: Member 1, Member 2, Member 3."));
    let other = Story::of(shipped("loebner-2010"));
    assert!(!organiser_page(&other).contains("Settled before"));
}

#[test]
fn a_short_scale_is_chosen_step_by_step_with_what_each_step_means() {
    let step = |name: &str, decimals| Question::Rating {
        name: name.to_owned(),
        text: "How fitting?".to_owned(),
        from: 1,
        to: 5,
        decimals,
        anchors: ["never", "seldom", "at times", "often", "always"].map(ToOwned::to_owned).into(),
    };
    let mut rulebook = shipped("loebner-2010");
    rulebook.ballots.interview = vec![step("whole", 0), step("fine", 1)];
    let mut story = Story::of(rulebook);
    story.go_on();
    story.go_on();
    let who = Participant::Judge(JudgeId::new(1));
    let empty = page(&story, who).unwrap();
    for seat in ["left", "right"] {
        let name = format!("name=\"rating-whole-{seat}\"");
        assert_eq!(empty.matches(&format!("type=\"radio\" {name}")).count(), 5, "{empty}");
        assert!(empty.contains(&format!("type=\"text\" inputmode=\"decimal\" name=\"rating-fine-{seat}\"")), "{empty}");
        assert!(empty.contains(&format!("<legend>The {seat} one: How fitting?</legend>")), "{empty}");
    }
    assert_eq!(empty.matches("<span>3: at times</span>").count(), 2);
    let number = |text: &str| text.parse().unwrap();
    let both = |left, right| BTreeMap::from([(Seat::Left, number(left)), (Seat::Right, number(right))]);
    let ratings = BTreeMap::from([("whole".to_owned(), both("1", "5")), ("fine".to_owned(), both("2.5", "3"))]);
    let answers = Answers { ratings, ..Answers::default() };
    let round = RoundNumber::new(1);
    story.ask(who, Command::CastBallot { round, answers: Box::new(answers.clone()) });
    let sealed = sent(&page(&story, who).unwrap(), "ballot-R1");
    let reading = fields::read(&story.contest().rulebook.ballots.interview, &Seat::PAIR, &sealed);
    assert_eq!((reading.answers, reading.faults.len()), (answers, 0));
}

/// A contest of 2006 after its talks.
fn at_the_end_of_2006() -> Story {
    let mut rules = shipped("loebner-2006");
    rules.interview.opening_enforced = false;
    let mut story = Story::of(rules);
    for _ in 0..100 {
        if matches!(story.contest().phase, Phase::EndBallots(..)) {
            return story;
        }
        if matches!(story.contest().phase, Phase::Talk(..)) {
            story.talk();
        }
        story.go_on();
    }
    panic!("the talks are never over");
}

#[test]
fn the_twenty_minutes_of_2006_are_a_page_with_every_transcript_and_the_splits_that_are_used() {
    let mut story = at_the_end_of_2006();
    let who = Participant::Judge(JudgeId::new(1));
    let forms = Stage::of(story.contest(), who).forms;
    assert_eq!(forms.len(), 4);
    let split = |left, right| BTreeMap::from([(Seat::Left, left), (Seat::Right, right)]);
    let first = forms[0].interview.round;
    let answers = Box::new(Answers { split: split(40, 60), ..Answers::default() });
    story.ask(who, Command::CastBallot { round: first, answers });
    let screen = &story.views.judge(JudgeId::new(1)).unwrap().screen;
    // An unsealed draft uses up a split too.
    let second = forms[1].interview.round;
    let draft =
        [("points-left", "75"), ("points-right", "25")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    let drafts = BTreeMap::from([(FormId::Ballot(second), Fields::from(draft))]);
    let desk = desk(&story.contest().rulebook, who, screen.stage.clone());
    let page = html(&JudgePage { desk, screen, drafts });
    no_id_twice(&page);
    let section = |round: RoundNumber| {
        let from = page.split_once(&format!("id=\"about-{round}\"")).unwrap().1;
        from.split("class=\"card ballot review\"").next().unwrap().to_owned()
    };
    let [used, other] = [first, second].map(|round| {
        let points = if round == first { "60 to 40" } else { "75 to 25" };
        format!("<strong>{points} in round {}</strong>", round.number())
    });
    for form in &forms {
        let round = form.interview.round;
        let section = section(round);
        assert_eq!(section.contains(&used), round != first, "{section}");
        assert_eq!(section.contains(&other), round != second, "{section}");
        assert_eq!(section.matches("role=\"region\"").count(), 2, "both transcripts stand beside the form: {section}");
        assert!(section.matches("class=\"line witness\"").count() >= 2, "{section}");
        assert!(section.contains(&format!("<form class=\"own-notes\" id=\"notes-{round}\"")), "{section}");
        let listed = format!("<a href=\"#about-{round}\">Round {}</a>: <span class=\"", round.number());
        let state = page.split_once(&listed).unwrap().1;
        assert_eq!(state.starts_with("done"), round == first, "{page}");
    }
}

#[test]
fn whoever_ranks_has_first_words_answers_and_notes_at_hand_and_everyone_in_the_order_so_far() {
    let mut rulebook = shipped("loebner-2010");
    rulebook.ballots.ranking = Some(RankingRules::of(RankFrom::MostHuman, false));
    let mut story = Story::of(rulebook);
    let judge = JudgeId::new(1);
    let who = Participant::Judge(judge);
    while !matches!(story.contest().phase, Phase::EndBallots(..)) {
        match story.contest().phase {
            Phase::Talk(..) => story.talk(),
            Phase::Scoring(round, _) => {
                let answers = Box::new(Answers { choice: Some(Seat::Left), ..Answers::default() });
                story.ask(who, Command::CastBallot { round, answers });
            }
            _ => {}
        }
        story.go_on();
    }
    let screen = &story.views.judge(judge).unwrap().screen;
    let met = &screen.stage.to_rank;
    let field = |name: String, value: &str| (name, value.to_owned());
    let ranks = Fields::from([field(fields::rank(met[3]), "1"), field(fields::rank(met[1]), "2")]);
    let notes = Fields::from([field(fields::NOTES.to_owned(), "left: <milk>")]);
    let drafts = BTreeMap::from([(FormId::Ranking(1), ranks), (FormId::Notes(met[0].interview.round), notes)]);
    let desk = desk(&story.contest().rulebook, who, screen.stage.clone());
    let page = html(&JudgePage { desk, screen, drafts });
    no_id_twice(&page);
    let places: Vec<usize> = met.iter().map(|id| page.find(&format!("<label for=\"rank-{id}\"")).unwrap()).collect();
    let mut order: Vec<usize> = (0..met.len()).collect();
    order.sort_by_key(|at| places[*at]);
    assert_eq!(order, [3, 1, 0, 2, 4, 5, 6, 7], "those with a number first");
    assert_eq!(
        page.matches("<p class=\"first\">First words: <q translate=\"no\" dir=\"auto\">").count(),
        met.len(),
        "{page}"
    );
    assert_eq!(page.matches("You answered: the left one is the human.").count(), met.len(), "{page}");
    assert_eq!(
        page.matches("Your notes: <span class=\"said\" translate=\"no\" dir=\"auto\">left: &#60;milk&#62;").count(),
        2,
        "{page}"
    );
}

#[test]
fn a_form_about_one_conversation_names_it_once() {
    let mut story = Story::of(shipped("surrey-2003"));
    while !matches!(story.contest().phase, Phase::EndBallots(..)) {
        story.go_on();
    }
    let page = page(&story, Participant::Judge(JudgeId::new(1))).unwrap();
    let heads: Vec<&str> =
        page.split("<h2 tabindex=\"-1\">").skip(1).filter_map(|rest| rest.split('<').next()).collect();
    assert!(heads.len() > 1, "{page}");
    for head in heads {
        assert!(!page.contains(&format!("<h3>{head}</h3>")), "{head} stands twice: {page}");
    }
}

#[test]
fn several_sessions_are_counted_where_there_are_any() {
    let said = |judges| {
        let mut rulebook = shipped("five-minute-2014");
        rulebook.roles.judges = judges;
        rulebook.roles.confederates = judges;
        let mut story = Story::of(rulebook);
        story.go_on();
        let who = Participant::Judge(JudgeId::new(1));
        (page(&story, who).unwrap(), organiser_page(&story))
    };
    for told in [said(10).0, said(10).1] {
        assert!(told.contains("Session 1 of 2. Round 1 of 10: talk"), "{told}");
    }
    assert!(said(5).0.contains("Round 1 of 5: talk") && !said(5).0.contains("Session"), "there is one");
}

#[test]
fn handouts_can_be_had_for_as_long_as_a_round_is_to_come_or_runs() {
    let has = |story: &Story| organiser_tab(story, Tab::Handouts).contains("name=\"start\"");
    let mut story = Story::of(shipped("loebner-2006"));
    assert!(has(&story), "{:?}", story.contest().phase);
    story.go_on();
    assert!(has(&story), "{:?}", story.contest().phase);
    assert!(!has(&at_the_end_of_2006()), "nobody has to be anywhere any more");
}

#[test]
fn several_trials_are_counted_where_there_are_any() {
    let mut story = Story::of(shipped("kurzweil-kapor-2029"));
    story.go_on();
    assert!(page(&story, Participant::Judge(JudgeId::new(1))).unwrap().contains("Trial 1. Round 1 of 12: talk"));
    let stage = Stage { phase: StagePhase::Talk, ..Stage::of(story.contest(), Participant::Organiser) };
    assert_eq!(stage.trial, 1);
    let phases: BTreeMap<_, _> = [(1, "Ballots at the end of trial 1")].into();
    while !matches!(story.contest().phase, Phase::EndBallots(..)) {
        story.go_on();
    }
    assert!(page(&story, Participant::Judge(JudgeId::new(1))).unwrap().contains(phases[&1]));
}

/// Otherwise a page is not valid HTML, and the first choice would be sent by a person who overlooks the question.
#[test]
fn a_choice_that_is_required_begins_with_none() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/templates");
    let pages = std::fs::read_dir(folder).unwrap().map(|page| page.unwrap().path());
    for page in pages.filter(|page| page.extension().is_some_and(|end| end == "html")) {
        let text = std::fs::read_to_string(&page).unwrap();
        for select in text.split("<select ").skip(1) {
            let (tag, options) = select.split_once("<option").unwrap();
            let is_required = tag.split(&[' ', '>', '{'][..]).any(|word| word == "required");
            assert!(!is_required || options.starts_with(" value=\"\">"), "{}: <select {tag}", page.display());
        }
    }
}
