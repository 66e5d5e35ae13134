//! Referees: the participants they may act on, the effects of their deeds, and the updates about them.

use std::time::Duration;

use contest::{
    Command, Refusal,
    command::Opening,
    conversation::Conversation,
    referee::{Deed, SpeechLimit},
    view::{referee::RefereeUpdate, witness::FromReferee},
};
use rulebook::{
    ConfederateId, ConversationId, Participant, RefereeId, RoundNumber, Rulebook, Seat, Side, Witness,
    schema::{Delivery, Readable, RefereeRules, Start},
};

use crate::story::{ORGANISER, Story, confederate, faults, interview, judge, rules};

const REFEREE: &str = "F1";

fn referee() -> Participant {
    REFEREE.parse().unwrap()
}

/// A contest with this number of referees, in its first round.
fn watched(rulebook: Rulebook, referees: u16) -> Story {
    let mut story = opened(rulebook, referees).unwrap();
    story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
    story.open_round().unwrap();
    story.wait(1);
    story
}

fn opened(rulebook: Rulebook, referees: u16) -> Result<Story, Refusal> {
    let mut opening: Opening = Story::opening(rulebook, None);
    opening.terms.referees = referees;
    opening.roster.referees = (1..=referees).map(|n| format!("Referee {n}")).collect();
    Story::opened_as(opening, "2003-10-18T09:30:00Z".parse().unwrap())
}

/// A conversation of the current round, with a confederate or with an entry.
fn conversation(story: &Story, of_confederate: bool) -> ConversationId {
    let round = story.contest().phase.running_round().unwrap();
    let seatings: Vec<_> = story.contest().interviews_in(round).collect();
    let mut all = seatings.iter().flat_map(|seating| seating.conversations().map(move |id| (seating, id)));
    let is_person = |witness| matches!(witness, Some(Witness::Confederate(_)));
    all.find(|(seating, id)| is_person(seating.witness(id.seat)) == of_confederate).unwrap().1
}

fn who_answers(story: &Story, id: ConversationId) -> (Participant, ConfederateId) {
    let confederate = story.contest().confederate_in(id).unwrap();
    (Participant::Confederate(confederate), confederate)
}

fn does(story: &mut Story, deed: Deed, words: &str) -> Result<(), Refusal> {
    let words = (!words.is_empty()).then(|| words.to_owned());
    story.does(referee(), Command::Referee { deed, words })
}

fn asks(story: &mut Story, id: ConversationId, text: &str) {
    let judge = Participant::Judge(id.interview.judge);
    story.says(judge, id.interview.round.number(), Some(id.seat), text).unwrap();
}

/// The words given in it and never shown.
fn left(conversation: &Conversation) -> Vec<(u64, String)> {
    conversation.never_shown().into_iter().map(|unshown| (unshown.of, unshown.text)).collect()
}

/// The witness's lines on the judge's page.
fn read(story: &Story, id: ConversationId) -> Vec<String> {
    let screen = &story.views.judge(id.interview.judge).unwrap().screen;
    let lines = &screen.conversations[&(id.interview.round, id.seat)].lines;
    lines.iter().filter(|line| line.side == Side::Witness).map(|line| line.text.clone()).collect()
}

/// The rules of 2003 for as many witnesses as judges, so that all take part in every round.
fn of_2003() -> Rulebook {
    rules("surrey-2003", |rules| rules.roles.entries = 3)
}

pub(crate) fn surrey() -> Story {
    watched(of_2003(), 1)
}

#[test]
fn rule_51_of_2003_a_referee_reads_the_conversations_of_confederates_live_and_no_others() {
    let mut story = surrey();
    let (person, program) = (conversation(&story, true), conversation(&story, false));
    let screen = |story: &Story| story.views.referees().unwrap().screen.clone();
    let witnesses: Vec<_> = screen(&story).panes.values().map(|pane| pane.witness).collect();
    assert_eq!(witnesses.len(), 2);
    assert!(witnesses.iter().all(|witness| matches!(witness, Witness::Confederate(_))));
    asks(&mut story, person, "Who are you?");
    asks(&mut story, program, "And you?");
    story.wait(1);
    story.answers(person, "A friend.").unwrap();
    story.answers(program, "A machine.").unwrap();
    assert_eq!(read(&story, person), [""; 0], "the judge has to wait for five seconds");
    let panes = screen(&story).panes;
    let pane = &panes[&person];
    let texts: Vec<_> = pane.transcript.lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(texts, ["Who are you?", "A friend."]);
    assert_eq!(pane.waiting.iter().map(|utterance| utterance.text.as_str()).collect::<Vec<_>>(), ["A friend."]);
    assert!(!panes.contains_key(&program));
    story.wait(5);
    assert!(screen(&story).panes[&person].waiting.is_empty());
}

#[test]
fn where_the_rulebook_says_so_a_referee_reads_programs_too_and_has_no_say_over_them() {
    let all = RefereeRules { read: Readable::Witnesses };
    let mut story = watched(Rulebook { referees: Some(all), ..of_2003() }, 1);
    let program = conversation(&story, false);
    asks(&mut story, program, "And you?");
    story.answers(program, "A machine.").unwrap();
    let pane = &story.views.referees().unwrap().screen.panes[&program];
    assert_eq!(pane.transcript.lines.len(), 2);
    assert!(pane.waiting.is_empty(), "nothing of a program is offered to be struck");
    does(&mut story, Deed::Flag { conversation: program, at: 2 }, "this looks typed by a person").unwrap();
    for deed in [Deed::Mute { conversation: program }, Deed::Hold { conversation: program }] {
        assert_eq!(does(&mut story, deed, "why"), Err(Refusal::NotWatched));
    }
    assert_eq!(story.faults(), [""; 0]);
}

#[test]
fn a_warning_is_shown_to_that_confederate_and_to_nobody_else() {
    let mut story = surrey();
    let id = conversation(&story, true);
    let (who, confederate) = who_answers(&story, id);
    let other = if who == super::story::confederate(1) { 2 } else { 1 };
    let latest = |story: &Story| {
        let witness = story.views.witness(super::story::confederate(other)).unwrap().latest();
        let judges = (1..=5).map(|n| story.views.judge(rulebook::JudgeId::new(n)).unwrap().latest());
        judges.chain([witness]).collect::<Vec<_>>()
    };
    let before = latest(&story);
    does(&mut story, Deed::Warn { confederate }, "Keep to the truth, please.").unwrap();
    assert_eq!(latest(&story), before);
    let told = story.views.witness(who).unwrap().screen.referee.clone();
    assert_eq!(told, [FromReferee::Warn { words: "Keep to the truth, please.".to_owned() }]);
    for words in ["", " \n", &"w".repeat(501)] {
        let refused = does(&mut story, Deed::Warn { confederate }, words);
        assert_eq!(refused, Err(Refusal::BadReason(500)), "{words}");
    }
}

#[test]
fn rule_53_of_2003_a_confederate_is_limited_to_so_many_characters_and_so_many_messages() {
    let mut story = surrey();
    let id = conversation(&story, true);
    let (_, confederate) = who_answers(&story, id);
    asks(&mut story, id, "Well?");
    let apart = Duration::from_secs(10);
    let limit = SpeechLimit { characters: Some(5), apart: Some(apart) };
    does(&mut story, Deed::Limit { confederate, limit }, "Shorter, please.").unwrap();
    assert_eq!(story.answers(id, "123456"), Err(Refusal::LimitedTo(5)));
    story.answers(id, "12345").unwrap();
    story.wait(9);
    assert_eq!(story.answers(id, "one"), Err(Refusal::LimitedPace(apart)));
    story.wait(1);
    story.answers(id, "two").unwrap();
    does(&mut story, Deed::Lift { confederate }, "").unwrap();
    story.answers(id, "123456").unwrap();
    assert_eq!(does(&mut story, Deed::Lift { confederate }, ""), Err(Refusal::NotLimited));
    assert_eq!(story.faults(), [""; 0]);
}

#[test]
fn a_limit_lasts_until_it_is_lifted_also_where_single_keys_travel() {
    let mut story =
        watched(rules("loebner-2010", |rules| rules.referees = Some(RefereeRules { read: Readable::Confederates })), 1);
    let id = conversation(&story, true);
    let (_, confederate) = who_answers(&story, id);
    asks(&mut story, id, "H");
    let apart = Duration::from_secs(10);
    let limit = SpeechLimit { characters: Some(3), apart: Some(apart) };
    does(&mut story, Deed::Limit { confederate, limit }, "Shorter, please.").unwrap();
    assert_eq!(story.answers(id, "abcd"), Err(Refusal::LimitedTo(3)), "all of it or nothing");
    story.answers(id, "abc").unwrap();
    story.wait(1);
    assert_eq!(story.answers(id, "d"), Err(Refusal::LimitedTo(3)));
    story.answers(id, "\u{8}d\n").unwrap();
    assert_eq!(story.answers(id, "e"), Err(Refusal::LimitedPace(apart)));
    assert_eq!(story.answers(id, "\ne"), Err(Refusal::LimitedPace(apart)));
    story.wait(10);
    story.answers(id, "e").unwrap();
    story.wait_out();
    story.wait_out();
    story.open_round().unwrap();
    let limited = Participant::Confederate(confederate);
    let id = story.contest().conversations_of(limited, RoundNumber::new(2)).next().unwrap();
    asks(&mut story, id, "H");
    assert_eq!(story.answers(id, "abcd"), Err(Refusal::LimitedTo(3)));
    assert_eq!(story.faults(), [""; 0]);
}

#[test]
fn a_limit_limits_something_within_its_bounds() {
    let mut story = surrey();
    let confederate = ConfederateId::new(1);
    let limited = |characters, seconds: Option<u64>| Deed::Limit {
        confederate,
        limit: SpeechLimit { characters, apart: seconds.map(Duration::from_secs) },
    };
    for limit in [limited(Some(1), None), limited(Some(4000), Some(1)), limited(None, Some(600))] {
        does(&mut story, limit, "why").unwrap();
    }
    for limit in [limited(None, None), limited(Some(0), None), limited(Some(4001), None), limited(None, Some(601))] {
        assert_eq!(does(&mut story, limit, "why"), Err(Refusal::BadLimit));
    }
    let nobody = Deed::Warn { confederate: ConfederateId::new(3) };
    assert_eq!(does(&mut story, nobody, "why"), Err(Refusal::NotWatched));
}

#[test]
fn a_muted_confederate_is_silent_until_they_may_speak_again_and_the_judge_is_told_nothing() {
    let mut story = surrey();
    let id = conversation(&story, true);
    let (who, _) = who_answers(&story, id);
    asks(&mut story, id, "Well?");
    story.answers(id, "I said this before.").unwrap();
    let before = story.views.judge(id.interview.judge).unwrap().latest();
    does(&mut story, Deed::Mute { conversation: id }, "You told your name.").unwrap();
    assert_eq!(story.answers(id, "Hello?"), Err(Refusal::Muted));
    assert_eq!(story.views.judge(id.interview.judge).unwrap().latest(), before);
    assert!(story.views.witness(who).unwrap().screen.muted.contains(&RoundNumber::new(1)));
    asks(&mut story, id, "Are you there?");
    story.wait(5);
    assert_eq!(read(&story, id), ["I said this before."], "what was said before is shown");
    assert_eq!(does(&mut story, Deed::Mute { conversation: id }, "again"), Err(Refusal::MutedAlready));
    does(&mut story, Deed::Unmute { conversation: id }, "").unwrap();
    story.answers(id, "Hello!").unwrap();
    assert_eq!(does(&mut story, Deed::Unmute { conversation: id }, ""), Err(Refusal::NotMuted));
    story.wait_out();
    assert_eq!(does(&mut story, Deed::Mute { conversation: id }, "late"), Err(Refusal::RoundOver(RoundNumber::new(1))));
    assert_eq!(story.faults(), [""; 0]);
}

#[test]
fn what_is_held_is_not_shown_until_it_is_released() {
    let mut story = surrey();
    let id = conversation(&story, true);
    asks(&mut story, id, "Well?");
    story.answers(id, "One.").unwrap();
    story.wait(1);
    story.answers(id, "Two.").unwrap();
    does(&mut story, Deed::Hold { conversation: id }, "").unwrap();
    assert_eq!(does(&mut story, Deed::Hold { conversation: id }, ""), Err(Refusal::HeldAlready));
    story.goes_on(Duration::from_secs(60));
    assert_eq!(read(&story, id), [""; 0]);
    assert!(story.views.referees().unwrap().screen.panes[&id].held);
    does(&mut story, Deed::Release { conversation: id }, "").unwrap();
    assert_eq!(read(&story, id), ["One.", "Two."], "both were due at the same moment");
    assert_eq!(does(&mut story, Deed::Release { conversation: id }, ""), Err(Refusal::NotHeld));
    story.answers(id, "Three.").unwrap();
    assert_eq!(read(&story, id), ["One.", "Two.", "Three."]);
    assert_eq!(story.faults(), [""; 0]);
}

#[test]
fn what_is_still_held_when_the_talk_ends_is_never_shown() {
    let mut story = surrey();
    let id = conversation(&story, true);
    asks(&mut story, id, "Well?");
    story.answers(id, "One.").unwrap();
    does(&mut story, Deed::Hold { conversation: id }, "").unwrap();
    story.wait_out();
    let conversation = story.room().conversation(id).unwrap();
    assert_eq!(left(conversation), [(2, "One.".to_owned())]);
    assert_eq!(does(&mut story, Deed::Release { conversation: id }, ""), Err(Refusal::RoundOver(RoundNumber::new(1))));
    story.wait_out();
    assert_eq!(story.faults(), [""; 0]);
}

#[test]
fn what_is_struck_is_never_shown_and_what_was_shown_cannot_be_struck() {
    let mut story = surrey();
    let id = conversation(&story, true);
    let (who, _) = who_answers(&story, id);
    asks(&mut story, id, "Well?");
    story.answers(id, "My name is Bob.").unwrap();
    story.answers(id, "I am fine.").unwrap();
    let strike = |of| Deed::Strike { conversation: id, of };
    assert_eq!(does(&mut story, strike(2), ""), Err(Refusal::BadReason(500)));
    does(&mut story, strike(2), "no names").unwrap();
    assert_eq!(does(&mut story, strike(2), "no names"), Err(Refusal::NothingWaits));
    let told = story.views.witness(who).unwrap().screen.referee.last().unwrap().to_string();
    assert_eq!(told, "A referee has struck “My name is Bob.”, so the judge does not see it: no names");
    let struck = |transcript: &contest::transcript::Transcript| {
        transcript.lines.iter().filter(|line| line.struck).map(|line| line.text.clone()).collect::<Vec<_>>()
    };
    let pane = |story: &Story| struck(&story.views.referees().unwrap().screen.panes[&id].transcript);
    let own = |story: &Story| struck(&story.views.witness(who).unwrap().screen.conversations[&id.interview.round]);
    assert_eq!(pane(&story), ["My name is Bob."]);
    assert_eq!(own(&story), ["My name is Bob."]);
    story.wait(5);
    assert_eq!(read(&story, id), ["I am fine."]);
    assert_eq!(does(&mut story, strike(3), "too late"), Err(Refusal::ShownAlready));
    for nothing in [0, 77, u64::MAX] {
        assert_eq!(does(&mut story, strike(nothing), "nothing"), Err(Refusal::NothingWaits), "{nothing}");
    }
    let conversation = story.room().conversation(id).unwrap();
    let never = conversation.never_shown();
    assert_eq!(left(conversation), [(2, "My name is Bob.".to_owned())]);
    assert_eq!(never[0].struck.map(|(by, _)| by), Some(referee()));
    assert_eq!(story.faults(), [""; 0]);
}

#[test]
fn nothing_is_held_or_struck_where_a_judge_is_shown_at_once_what_a_witness_says() {
    let mut story = watched(rules("loebner-1995", |_| {}), 1);
    let id = conversation(&story, true);
    asks(&mut story, id, "Well?");
    for deed in
        [Deed::Hold { conversation: id }, Deed::Release { conversation: id }, Deed::Strike { conversation: id, of: 1 }]
    {
        assert_eq!(does(&mut story, deed, "why"), Err(Refusal::ShownAtOnce));
    }
    does(&mut story, Deed::Mute { conversation: id }, "rule 15").unwrap();
}

/// Keys are carried, and all witnesses are retyped with one rhythm.
fn common_rhythm() -> Story {
    let delivery = Delivery::CommonRhythm { start: Start::Held };
    let referees = Some(RefereeRules { read: Readable::Confederates });
    watched(
        rules("loebner-2010", |rules| {
            rules.referees = referees;
            rules.interview.delivery = delivery;
        }),
        1,
    )
}

#[test]
fn a_line_of_which_a_judge_saw_a_key_is_typed_to_its_end_and_cannot_be_struck() {
    let mut story = common_rhythm();
    let id = conversation(&story, true);
    asks(&mut story, id, "Well?\n");
    story.answers(id, "Fine.\n").unwrap();
    let waiting = |story: &Story| story.views.referees().unwrap().screen.panes[&id].waiting.clone();
    let first = waiting(&story)[0].clone();
    assert_eq!(first.text, "Fine.");
    story.wait(1);
    story.answers(id, "And you?\n").unwrap();
    let second = waiting(&story)[1].clone();
    let begins = story.room().next_deadline().unwrap();
    story.wait_for(begins.since(story.now));
    assert_eq!(waiting(&story), std::slice::from_ref(&second), "the first is being typed");
    does(&mut story, Deed::Hold { conversation: id }, "").unwrap();
    let strike = |of| Deed::Strike { conversation: id, of };
    assert_eq!(does(&mut story, strike(first.of), "late"), Err(Refusal::ShownAlready));
    story.goes_on(Duration::from_secs(60));
    assert_eq!(read(&story, id), ["Fine."], "no judge sees half a word");
    let released = story.now;
    does(&mut story, Deed::Release { conversation: id }, "").unwrap();
    story.goes_on(Duration::from_secs(60));
    assert_eq!(read(&story, id), ["Fine.", "And you?"]);
    let judge = story.views.judge(id.interview.judge).unwrap();
    assert!(judge.after(0).last().unwrap().at > released, "it was typed from then on, not shown at once");
    assert_eq!(story.faults(), [""; 0]);
}

#[test]
fn what_a_confederate_is_still_typing_can_be_held_and_struck() {
    let mut story = common_rhythm();
    let id = conversation(&story, true);
    asks(&mut story, id, "Well?\n");
    story.answers(id, "I am B").unwrap();
    does(&mut story, Deed::Hold { conversation: id }, "").unwrap();
    story.goes_on(Duration::from_secs(120));
    let waiting = story.views.referees().unwrap().screen.panes[&id].waiting.clone();
    assert_eq!(waiting[0].text, "I am B");
    does(&mut story, Deed::Strike { conversation: id, of: waiting[0].of }, "no names").unwrap();
    does(&mut story, Deed::Release { conversation: id }, "").unwrap();
    story.goes_on(Duration::from_secs(60));
    assert_eq!(read(&story, id), [""; 0]);
    assert_eq!(story.faults(), [""; 0]);
}

#[test]
fn a_flag_marks_a_moment_that_the_conversation_has_come_to() {
    let mut story = surrey();
    let id = conversation(&story, true);
    asks(&mut story, id, "Well?");
    for at in [0, 1] {
        does(&mut story, Deed::Flag { conversation: id, at }, "an insult").unwrap();
    }
    assert_eq!(does(&mut story, Deed::Flag { conversation: id, at: 2 }, "early"), Err(Refusal::NoSuchMoment));
    let to_come = ConversationId { interview: interview(2, 1), seat: id.seat };
    assert_eq!(does(&mut story, Deed::Flag { conversation: to_come, at: 0 }, "early"), Err(Refusal::NotWatched));
    let strange = ConversationId { interview: interview(1, 1), seat: Seat::Terminal(99) };
    assert_eq!(does(&mut story, Deed::Flag { conversation: strange, at: 0 }, "nobody"), Err(Refusal::NotWatched));
    story.wait_out();
    does(&mut story, Deed::Flag { conversation: id, at: 1 }, "seen again after the talk").unwrap();
}

#[test]
fn the_organiser_reads_what_referees_did_and_wrote_and_may_do_the_same() {
    let mut story = surrey();
    does(&mut story, Deed::Note {}, "Judge 2 looked over a shoulder.").unwrap();
    let confederate = ConfederateId::new(1);
    let warn = Command::Referee { deed: Deed::Warn { confederate }, words: Some("Louder.".to_owned()) };
    story.does(ORGANISER, warn).unwrap();
    let board = story.views.board(&story.drafts, story.now).unwrap();
    let told: Vec<_> = board.refereed.iter().map(|done| (done.by, done.deed.to_string(), done.words.clone())).collect();
    let words = |words: &str| Some(words.to_owned());
    assert_eq!(
        told,
        [
            (ORGANISER, "C1 was warned".to_owned(), words("Louder.")),
            (referee(), "a note to the organiser".to_owned(), words("Judge 2 looked over a shoulder.")),
        ]
    );
    let feed = story.views.referees().unwrap();
    assert!(matches!(&feed.after(0).last().unwrap().update, RefereeUpdate::Deed(done) if done.by == ORGANISER));
}

#[test]
fn nobody_else_does_what_a_referee_does() {
    let mut story = surrey();
    let note = || Command::Referee { deed: Deed::Note {}, words: Some("me too".to_owned()) };
    let second = Participant::Referee(RefereeId::new(2));
    for who in [judge(1), confederate(1), super::story::entry(1), second] {
        assert_eq!(story.does(who, note()), Err(Refusal::NotYours), "{who}");
    }
    let mut story = Story::begin();
    for who in [ORGANISER, referee()] {
        assert_eq!(story.does(who, note()), Err(Refusal::NoReferees), "{who}");
    }
}

#[test]
fn a_referee_has_no_part_in_seed_plan_rounds_or_ballots() {
    let mut story = opened(rules("surrey-2003", |_| {}), 2).unwrap();
    assert_eq!(story.contest().referees().len(), 2);
    assert!(!story.contest().not_joined().contains(&referee()));
    let matter = contest::seed::Matter::Draw;
    let contribute = Command::Contribute { matter, value: "mine".to_owned() };
    assert_eq!(story.does(referee(), contribute), Err(Refusal::NotYours));
    assert_eq!(story.does(referee(), Command::Ready(true)), Err(Refusal::NotYours));
    story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
    assert_eq!(story.does(referee(), Command::OpenRound { anyway: true }), Err(Refusal::NotYours));
    story.open_round().unwrap();
    assert!(!story.contest().needed_in(RoundNumber::new(1)).contains(&referee()));
    assert_eq!(story.says(referee(), 1, None, "hello"), Err(Refusal::NotYours));
    assert!(story.contest().forms(referee()).is_empty());
}

#[test]
fn a_contest_has_the_referees_that_are_named_and_only_where_its_rulebook_has_some() {
    assert!(matches!(opened(rules("loebner-2010", |_| {}), 1), Err(Refusal::CannotStart(_))));
    opened(rules("surrey-2003", |_| {}), 16).unwrap();
    assert!(matches!(opened(rules("surrey-2003", |_| {}), 17), Err(Refusal::CannotStart(_))));
    let story = opened(rules("surrey-2003", |_| {}), 0).unwrap();
    assert!(story.views.referees().is_none());
}

#[test]
fn somebody_else_takes_a_referees_place() {
    let mut story = surrey();
    let replace = Command::Replace { who: referee(), name: "Ruth".to_owned(), reason: "fell ill".to_owned() };
    story.does(ORGANISER, replace).unwrap();
    assert_eq!(story.contest().names_of(referee()).unwrap(), "Referee 1, then Ruth");
}

#[test]
fn without_what_a_referee_did_no_result_is_confirmed_and_nothing_is_called_broken() {
    let mut story = surrey();
    let id = conversation(&story, true);
    asks(&mut story, id, "Well?");
    story.answers(id, "One.").unwrap();
    story.answers(id, "Two.").unwrap();
    does(&mut story, Deed::Strike { conversation: id, of: 2 }, "no names").unwrap();
    story.wait(5);
    let mut record = story.record.clone();
    for fact in &mut record {
        if let contest::Event::Control(contest::ControlEvent::Refereed { private, words, .. }) = &mut fact.event {
            (*private, *words) = (contest::Private::Redacted, Some(contest::Private::Redacted));
        }
    }
    assert_eq!(faults(&record), [""; 0]);
    let missing = archive::audit::audit(&record).missing;
    assert!(missing.iter().any(|why| why.to_string().contains("1 private part `deed` was taken out")), "{missing:?}");
}

/// An announcement or a warning may hold a name, which is deleted before publication.
#[test]
fn without_the_words_that_people_were_told_nothing_is_missing() {
    let mut story = surrey();
    let to = contest::announcement::Addressee::Everybody;
    story.does(ORGANISER, Command::Announce { to, words: "Ada has lost a glove.".to_owned() }).unwrap();
    does(&mut story, Deed::Note {}, "Bob was late.").unwrap();
    let missing = |record: &[contest::Recorded]| archive::audit::audit(record).missing;
    let mut record = story.record.clone();
    for fact in &mut record {
        match &mut fact.event {
            contest::Event::Control(contest::ControlEvent::Announced { private, .. }) => {
                *private = contest::Private::Redacted;
            }
            contest::Event::Control(contest::ControlEvent::Refereed { words, .. }) => {
                *words = Some(contest::Private::Redacted);
            }
            _ => {}
        }
    }
    assert_eq!(faults(&record), [""; 0]);
    assert_eq!(missing(&record), missing(&story.record));
}

/// The bytes of every update for this conversation's judge.
fn bytes(story: &Story, id: ConversationId) -> String {
    let updates = story.views.judge(id.interview.judge).unwrap().after(0);
    updates.iter().map(|update| serde_json::to_string(update).unwrap() + "\n").collect()
}

/// The judge's updates of a talk in which a confederate is asked a question and `act` follows, until the round is over.
fn told(begin: fn() -> Story, act: impl FnOnce(&mut Story, ConversationId)) -> String {
    let mut story = begin();
    let id = conversation(&story, true);
    asks(&mut story, id, "Well?\n");
    story.goes_on(Duration::from_secs(2));
    act(&mut story, id);
    story.goes_on(story.contest().phase.ends().unwrap().since(story.now));
    story.wait_out();
    assert_eq!(story.faults(), [""; 0]);
    bytes(&story, id)
}

/// Says this, with a Return after it where keys are carried.
fn says(story: &mut Story, id: ConversationId, text: &str) {
    story.answers(id, text).unwrap();
}

#[test]
fn of_all_that_a_referee_does_beside_holding_and_striking_a_judge_is_sent_not_one_byte() {
    for begin in [surrey, common_rhythm] {
        let quiet = told(begin, |story, id| says(story, id, "Fine.\n"));
        let watched = told(begin, |story, id| {
            let (_, confederate) = who_answers(story, id);
            let limit = SpeechLimit { characters: Some(5), apart: None };
            does(story, Deed::Limit { confederate, limit }, "short").unwrap();
            does(story, Deed::Warn { confederate }, "careful").unwrap();
            does(story, Deed::Flag { conversation: id, at: 1 }, "look").unwrap();
            does(story, Deed::Note {}, "a note").unwrap();
            says(story, id, "Fine.\n");
            does(story, Deed::Lift { confederate }, "").unwrap();
            does(story, Deed::Mute { conversation: id }, "silence").unwrap();
            story.answers(id, "Not").unwrap_err();
            story.goes_on(Duration::from_secs(10));
            does(story, Deed::Unmute { conversation: id }, "").unwrap();
        });
        assert_eq!(watched, quiet);
    }
}

#[test]
fn what_is_struck_leaves_no_trace_on_the_judges_side() {
    for begin in [surrey, common_rhythm] {
        let silent = told(begin, |_, _| ());
        let struck = told(begin, |story, id| {
            says(story, id, "My name is Bob.\n");
            let of = story.views.referees().unwrap().screen.panes[&id].waiting[0].of;
            does(story, Deed::Hold { conversation: id }, "").unwrap();
            story.goes_on(Duration::from_secs(10));
            does(story, Deed::Strike { conversation: id, of }, "no names").unwrap();
            does(story, Deed::Release { conversation: id }, "").unwrap();
        });
        assert_eq!(struck, silent);
    }
}

#[test]
fn what_is_held_and_released_comes_as_from_a_slower_witness() {
    let slow = told(surrey, |story, id| {
        story.goes_on(Duration::from_secs(30));
        says(story, id, "One.");
        story.goes_on(Duration::from_secs(3));
        says(story, id, "Two.");
    });
    let held = told(surrey, |story, id| {
        story.goes_on(Duration::from_secs(10));
        does(story, Deed::Hold { conversation: id }, "").unwrap();
        says(story, id, "One.");
        story.goes_on(Duration::from_secs(3));
        says(story, id, "Two.");
        story.goes_on(Duration::from_secs(17));
        does(story, Deed::Release { conversation: id }, "").unwrap();
    });
    assert_eq!(held, slow);
}

#[test]
fn what_is_held_where_one_rhythm_types_for_all_keeps_the_rhythm_of_its_keys() {
    let moments = |told: &str| {
        let witness = told.lines().filter(|line| line.contains(r#""side":"witness""#)).map(|line| {
            let update: serde_json::Value = serde_json::from_str(line).unwrap();
            let at: rulebook::Timestamp = update["at"].as_str().unwrap().parse().unwrap();
            (at, update["key"].clone())
        });
        witness.collect::<Vec<_>>()
    };
    let quiet = moments(&told(common_rhythm, |story, id| says(story, id, "Fine, and you?\n")));
    let held = moments(&told(common_rhythm, |story, id| {
        says(story, id, "Fine, and you?\n");
        does(story, Deed::Hold { conversation: id }, "").unwrap();
        story.goes_on(Duration::from_secs(60));
        does(story, Deed::Release { conversation: id }, "").unwrap();
    }));
    let keys = |moments: &[(rulebook::Timestamp, serde_json::Value)]| {
        moments.iter().map(|(_, key)| key.clone()).collect::<Vec<_>>()
    };
    assert_eq!(keys(&held), keys(&quiet));
    // Judges get whole seconds, so the gaps are equal to within one second.
    let gap =
        |moments: &[(rulebook::Timestamp, serde_json::Value)], n: usize| moments[n].0.since(moments[0].0).as_secs();
    for n in 1..held.len() {
        assert!(gap(&held, n).abs_diff(gap(&quiet, n)) <= 1, "{n}: {held:?} and {quiet:?}");
    }
    assert!(held[0].0 > quiet[0].0);
}
