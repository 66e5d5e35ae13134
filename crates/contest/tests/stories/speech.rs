//! Words in a conversation: which are allowed, from which side and when, and the moment when they are shown.

use std::time::Duration;

use archive::audit;
use contest::{
    Command, ControlEvent, Event, Refusal, Views,
    command::{Press, Say, To},
    event::ConversationEvent,
    late::Late,
    pacing::Lateness,
    timer::Heartbeat,
    turn::Turn,
};
use rulebook::{
    ConversationId, JudgeId, Participant, RoundNumber, Rulebook, Seat, Side,
    key::keys_of,
    schema::{Alphabet, Delivery, Medium, Opener, Turns},
};

use crate::story::{ORGANISER, Story, interview, judge, rules};

fn by_messages(change: impl FnOnce(&mut Rulebook)) -> Story {
    let mut story = Story::under(rules("loebner-2010", |rules| {
        rules.interview.medium = Medium::Messages { characters: 20, messages: 3 };
        rules.interview.delivery = Delivery::WholeLines;
        change(rules);
    }));
    story.open_round().unwrap();
    story
}

/// The first judge's conversation on the left in the first round.
fn left() -> ConversationId {
    ConversationId { interview: interview(1, 1), seat: Seat::Left }
}

#[test]
fn both_witnesses_wait_until_the_judge_opens() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    for seat in Seat::PAIR {
        let witness = story.witness(1, seat);
        assert_eq!(story.says(witness, 1, None, "Hi"), Err(Refusal::JudgeBegins));
    }
    story.judge_says(Seat::Left, "Hello\n").unwrap();
    let (left, right) = (story.witness(1, Seat::Left), story.witness(1, Seat::Right));
    assert_eq!(story.says(left, 1, None, "Hi\n"), Ok(()));
    assert_eq!(story.says(right, 1, None, "Hi\n"), Err(Refusal::JudgeBegins), "each conversation opens by itself");
}

#[test]
fn a_resend_of_a_key_is_recognised_and_not_doubled() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let press = Press {
        id: "same".to_owned().try_into().unwrap(),
        to: To { round: RoundNumber::new(1), seat: Some(Seat::Left), interview: None },
        keys: keys_of("a").collect(),
        sent: None,
    };
    story.does(judge(1), Command::Press(press.clone())).unwrap();
    story.does(judge(1), Command::Press(press)).unwrap();
    let screen = &story.views.judge(JudgeId::new(1)).unwrap().screen;
    assert_eq!(screen.conversations[&(RoundNumber::new(1), Seat::Left)].judge_types, "a");
}

#[test]
fn a_key_sent_again_after_a_lost_refusal_does_not_land_behind_later_ones() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let press = |story: &mut Story, id: &str, text: &str| {
        let id = id.to_owned().try_into().unwrap();
        let to = To { round: RoundNumber::new(1), seat: Some(Seat::Left), interview: None };
        let press = Press { id, to, keys: keys_of(text).collect(), sent: None };
        story.does(judge(1), Command::Press(press))
    };
    press(&mut story, "page-1", "a").unwrap();
    press(&mut story, "page-3", "c").unwrap();
    assert_eq!(press(&mut story, "page-2", "b"), Err(Refusal::Overtaken));
    assert_eq!(press(&mut story, "page-10", "d"), Ok(()), "numbers are numbers");
    assert_eq!(press(&mut story, "other-1", "e"), Ok(()), "another page counts for itself");
    assert_eq!(press(&mut story, "page-3", "c"), Ok(()), "a resend of a recorded key is no new key");
    let screen = &story.views.judge(JudgeId::new(1)).unwrap().screen;
    assert_eq!(screen.conversations[&(RoundNumber::new(1), Seat::Left)].judge_types, "acde");
}

#[test]
fn a_flood_is_refused_as_a_whole_and_a_conversation_has_an_end() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let flood = "a".repeat(51);
    assert_eq!(story.judge_says(Seat::Left, &flood), Err(Refusal::TooFast(50)));
    let screen = &story.views.judge(JudgeId::new(1)).unwrap().screen;
    assert!(screen.conversations.is_empty(), "all or nothing");
    for _ in 0..400 {
        story.judge_says(Seat::Left, &"a".repeat(50)).unwrap();
        story.wait(1);
    }
    assert_eq!(story.judge_says(Seat::Left, "a"), Err(Refusal::TooLong(20_000)));
    story.judge_says(Seat::Right, "the other conversation goes on").unwrap();
}

#[test]
fn a_line_that_is_typed_ends_before_a_whole_one_is_handed_over() {
    let mut story = Story::begin();
    story.open_round().unwrap();
    let seat = Seat::PAIR.into_iter().find(|seat| matches!(story.witness(1, *seat), Participant::Entry(_))).unwrap();
    let entry = story.witness(1, seat);
    story.judge_says(seat, "Hello\n").unwrap();
    let hands_over = |story: &mut Story, id: &str| {
        let to = To { round: RoundNumber::new(1), seat: None, interview: None };
        let id = id.to_owned().try_into().unwrap();
        story.does(entry, Command::Say(Say { id, to, text: "I do.".to_owned(), sent: None }))
    };
    story.says(entry, 1, None, "No").unwrap();
    assert_eq!(hands_over(&mut story, "z1"), Err(Refusal::LineBegun));
    story.says(entry, 1, None, "\u{8}\u{8}").unwrap();
    hands_over(&mut story, "z2").unwrap();
    story.wait_out();
    assert_eq!(story.faults(), Vec::<String>::new());
}

/// The rules of 2010 with this alphabet.
fn typed_in(alphabet: Alphabet) -> Story {
    let mut story = Story::under(rules("loebner-2010", |rules| {
        rules.interview.medium = Medium::Keystrokes { keys_per_second: 50, keys: 20_000, alphabet };
    }));
    story.open_round().unwrap();
    story
}

/// A program's line, given whole.
fn gives(story: &mut Story, text: &str) -> Result<(), Refusal> {
    let mut entries = Seat::PAIR.map(|seat| story.witness(1, seat)).into_iter();
    let entry = entries.find(|who| matches!(who, Participant::Entry(_))).unwrap();
    let to = To { round: RoundNumber::new(1), seat: None, interview: None };
    let id = format!("g{}", text.len()).try_into().unwrap();
    story.does(entry, Command::Say(Say { id, to, text: text.to_owned(), sent: None }))
}

#[test]
fn where_the_alphabet_is_unicode_a_key_is_any_character_of_judge_person_or_program() {
    let mut story = typed_in(Alphabet::Unicode);
    for seat in Seat::PAIR {
        story.judge_says(seat, "Où? 日本 🙂 e\u{301}\u{8}\u{200d}\n").unwrap();
        assert_eq!(story.read(1, seat), ["Où? 日本 🙂 e\u{200d}"], "a BackSpace takes back one character");
    }
    let person = Seat::PAIR.into_iter().find(|seat| matches!(story.witness(1, *seat), Participant::Confederate(_)));
    let person = person.unwrap();
    let machine = Seat::PAIR.into_iter().find(|seat| *seat != person).unwrap();
    story.says(story.witness(1, person), 1, None, "“Là.”\n").unwrap();
    gives(&mut story, "“Там.” ё").unwrap();
    story.wait_out();
    assert_eq!(story.read(1, person)[1..], ["“Là.”"]);
    assert_eq!(story.read(1, machine)[1..], ["“Там.” ё"], "typed out key by key");
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn where_it_is_ascii_everybody_s_characters_are_spelled_alike() {
    let mut story = typed_in(Alphabet::Ascii);
    for seat in Seat::PAIR {
        story.judge_says(seat, "Où? groß\n").unwrap();
        assert_eq!(story.read(1, seat), ["Ou? gross"]);
        let nothing = story.judge_says(seat, "\u{301}");
        assert!(
            matches!(&nothing, Err(Refusal::WrongMedium(why)) if why.to_string().contains("only letters")),
            "{nothing:?}"
        );
    }
    gives(&mut story, "“Là.”").unwrap();
    story.wait_out();
    let seen = Seat::PAIR.map(|seat| story.read(1, seat)).concat();
    assert!(seen.contains(&"\"La.\"".to_owned()), "{seen:?}");
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn a_record_with_a_key_beyond_its_alphabet_is_found_out() {
    let mut story = typed_in(Alphabet::Unicode);
    story.judge_says(Seat::Left, "é").unwrap();
    for fact in &mut story.record {
        if let Event::Control(ControlEvent::Opened { terms, .. }) = &mut fact.event {
            terms.rulebook.interview.medium =
                Medium::Keystrokes { keys_per_second: 50, keys: 20_000, alphabet: Alphabet::Ascii };
        }
    }
    let faults = story.faults();
    assert!(faults.iter().any(|fault| fault.contains("only letters")), "{faults:?}");
}

#[test]
fn what_a_program_was_told_in_other_characters_is_a_fact_of_its_own_that_no_judge_is_told() {
    let mut story = typed_in(Alphabet::Unicode);
    let told = |who: Participant, story: &mut Story| {
        let (typed, told) = ("Où?".to_owned(), "Ou?".to_owned());
        story.does(who, Command::Spell { interview: interview(1, 1), typed, told })
    };
    let before = story.views.judge(JudgeId::new(1)).unwrap().latest();
    assert_eq!(told(judge(1), &mut story), Err(Refusal::NotYours));
    let entry =
        Seat::PAIR.map(|seat| story.witness(1, seat)).into_iter().find(|who| matches!(who, Participant::Entry(_)));
    told(entry.unwrap(), &mut story).unwrap();
    assert_eq!(story.views.judge(JudgeId::new(1)).unwrap().latest(), before);
    let spelled = story.record.iter().filter(|fact| {
        matches!(&fact.event, Event::Control(ControlEvent::LineSpelled { private }) if private.held().unwrap().told == "Ou?")
    });
    assert_eq!(spelled.count(), 1);
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn a_message_travels_whole_and_no_longer_or_more_often_than_the_rulebook_allows() {
    let mut story = by_messages(|_| {});
    assert_eq!(story.judge_says(Seat::Left, "a message that is rather long"), Err(Refusal::TooManyCharacters(20)));
    assert_eq!(story.judge_says(Seat::Left, " \n "), Err(Refusal::NothingSaid));
    assert!(matches!(story.judge_says(Seat::Left, "bell\u{7}"), Err(Refusal::WrongMedium(_))));
    story.judge_says(Seat::Left, "Hello,\r\nthere  \n").unwrap();
    assert_eq!(story.read(1, Seat::Left), ["Hello,\nthere"], "line breaks inside stay, those at the end do not");
    story.judge_says(Seat::Left, "é".repeat(20).as_str()).unwrap();
    story.judge_says(Seat::Left, "three").unwrap();
    assert_eq!(story.judge_says(Seat::Left, "four"), Err(Refusal::TooManySaid(3, "messages")));
    story.answers(left(), "each side counts for itself").unwrap_err();
    story.answers(left(), "each counts alone").unwrap();
    let to = To { round: RoundNumber::new(1), seat: Some(Seat::Left), interview: None };
    let press = Press { id: "k".to_owned().try_into().unwrap(), to, keys: keys_of("a").collect(), sent: None };
    assert!(matches!(story.does(judge(1), Command::Press(press)), Err(Refusal::WrongMedium(_))), "no keys here");
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn a_resend_of_a_message_is_recognised_and_not_doubled() {
    let mut story = by_messages(|_| {});
    let to = To { round: RoundNumber::new(1), seat: Some(Seat::Left), interview: None };
    let say = contest::command::Say { id: "m-1".to_owned().try_into().unwrap(), to, text: "once".into(), sent: None };
    story.does(judge(1), Command::Say(say.clone())).unwrap();
    story.does(judge(1), Command::Say(say)).unwrap();
    assert_eq!(story.read(1, Seat::Left), ["once"]);
}

#[test]
fn a_line_is_one_line_and_an_empty_one_ends_a_turn() {
    let mut story = by_messages(|rules| rules.interview.medium = Medium::Lines { characters: 10, lines: 2 });
    assert!(matches!(story.judge_says(Seat::Left, "one\ntwo"), Err(Refusal::WrongMedium(_))));
    assert_eq!(story.judge_says(Seat::Left, "one two three"), Err(Refusal::TooManyCharacters(10)));
    story.judge_says(Seat::Left, "one").unwrap();
    story.judge_says(Seat::Left, "").unwrap();
    assert_eq!(story.judge_says(Seat::Left, ""), Err(Refusal::TooManySaid(2, "lines")));
    assert_eq!(story.read(1, Seat::Left), ["one", ""]);
}

#[test]
fn where_turns_alternate_one_speaks_then_the_other_and_an_unused_turn_passes() {
    let mut story = by_messages(|rules| rules.interview.turns = Turns::Alternate { within: Duration::from_secs(20) });
    story.judge_says(Seat::Left, "one").unwrap();
    assert_eq!(story.judge_says(Seat::Left, "again"), Err(Refusal::NotYourTurn));
    story.judge_says(Seat::Right, "another conversation").unwrap();
    story.answers(left(), "two").unwrap();
    assert_eq!(story.answers(left(), "again"), Err(Refusal::NotYourTurn));
    let ends = turn(&story, Seat::Left).ends;
    story.wait_for(ends.since(story.now) - Duration::from_millis(1));
    assert_eq!(story.answers(left(), "again"), Err(Refusal::NotYourTurn));
    story.wait_for(Duration::from_millis(1));
    assert_eq!(story.judge_says(Seat::Left, "too late"), Err(Refusal::NotYourTurn));
    story.answers(left(), "I take it").unwrap();
    story.judge_says(Seat::Left, "mine again").unwrap();
    story.wait(40);
    assert_eq!(story.judge_says(Seat::Left, "passed twice"), Err(Refusal::NotYourTurn));
    story.answers(left(), "three").unwrap();
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn whoever_likes_may_begin_where_the_rulebook_says_so() {
    let mut story = by_messages(|rules| rules.interview.opens = Opener::Anyone);
    story.answers(left(), "I begin").unwrap();
    assert_eq!(story.read(1, Seat::Left), [""; 0], "nobody opens at once, or those who can would be known by it");
    let due = story.room().opening_due(left(), "I begin").unwrap();
    story.wait_for(due.since(story.now));
    assert_eq!(story.read(1, Seat::Left), ["I begin"]);
    assert_eq!(story.faults(), Vec::<String>::new());
}

/// The last turn sent to judge 1 in this seat's conversation.
fn turn(story: &Story, seat: Seat) -> Turn {
    story.views.judge(JudgeId::new(1)).unwrap().screen.turns[&(RoundNumber::new(1), seat)]
}

/// The current turn by the updates of this judge, and by those of this confederate.
fn turns(story: &Story, seat: Seat) -> [Turn; 2] {
    let confederate = story.views.witness(story.witness(1, seat)).unwrap().screen.turns[&RoundNumber::new(1)];
    let now = story.contest().paused_since.unwrap_or(story.now);
    [turn(story, seat), confederate].map(|turn| turn.at(story.contest().rulebook.interview.turns, now))
}

/// The seat of judge 1 with a person behind it.
fn person(story: &Story) -> Seat {
    let seats = [Seat::Left, Seat::Right];
    seats.into_iter().find(|seat| matches!(story.witness(1, *seat), Participant::Confederate(_))).unwrap()
}

#[test]
fn both_are_told_whose_turn_it_is_and_until_when_also_over_a_pause() {
    let mut story = by_messages(|rules| rules.interview.turns = Turns::Alternate { within: Duration::from_secs(20) });
    let seat = person(&story);
    let id = ConversationId { interview: interview(1, 1), seat };
    story.wait_for(Duration::from_millis(700));
    assert_eq!(story.views.judge(JudgeId::new(1)).unwrap().screen.turns.len(), 0, "nobody has begun");
    story.judge_says(seat, "one").unwrap();
    let begun = story.now;
    let [told, confederate] = turns(&story, seat);
    assert_eq!((told.holder, told), (Side::Witness, confederate));
    assert_eq!(told.ends.as_millis(), begun.as_millis() - begun.as_millis() % 1000 + 20_000, "from the whole second");

    // Clocks are stopped: so is the turn, and its end moves by the same time.
    story.wait(5);
    story.does(ORGANISER, Command::Pause { reason: "the light went out".into(), told: None }).unwrap();
    story.wait(60);
    assert_eq!(turns(&story, seat), [told, told]);
    story.does(ORGANISER, Command::Resume).unwrap();
    let ends = told.ends + Duration::from_secs(60);
    assert_eq!(turns(&story, seat), [Turn { ends, ..told }; 2]);

    // Both are silent: at its end the turn is the judge's, also on the server.
    story.wait_for(ends.since(story.now) - Duration::from_millis(1));
    assert_eq!(turns(&story, seat)[0].holder, Side::Witness);
    assert_eq!(story.judge_says(seat, "too early"), Err(Refusal::NotYourTurn));
    story.wait_for(Duration::from_millis(1));
    let passed = Turn { holder: Side::Judge, ends: ends + Duration::from_secs(20) };
    assert_eq!(turns(&story, seat), [passed, passed]);
    assert_eq!(story.answers(id, "too late"), Err(Refusal::NotYourTurn));
    story.judge_says(seat, "in time").unwrap();
    assert_eq!(turns(&story, seat)[0].holder, Side::Witness);
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn a_turn_stands_still_while_no_server_is_there_and_nobody_loses_any_of_it() {
    let mut story = by_messages(|rules| rules.interview.turns = Turns::Alternate { within: Duration::from_secs(20) });
    let seat = person(&story);
    story.judge_says(seat, "one").unwrap();
    story.wait(15);
    let told = turns(&story, seat);
    let last = Heartbeat { reached: story.now, wall: story.now };
    story.is_taken_up(Some(last), last.wall + Duration::from_secs(75));
    story.wait(60 * 60);
    assert_eq!(turns(&story, seat), told, "five seconds are left to the witness");
    story.does(ORGANISER, Command::Resume).unwrap();
    let [judge, witness] = turns(&story, seat);
    assert_eq!((judge.holder, judge), (Side::Witness, witness));
    assert_eq!(judge.ends.since(story.now), told[0].ends.since(last.reached));
    // A replay of the record gives the same turn, to the millisecond.
    let views = |story: &Story| {
        let mut views = Views::default();
        story.record.iter().for_each(|fact| views.apply(fact));
        views.judge(JudgeId::new(1)).unwrap().screen.clone()
    };
    assert_eq!(views(&story), story.views.judge(JudgeId::new(1)).unwrap().screen);
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn an_answer_that_is_held_back_gives_the_judge_the_turn_when_it_is_shown_and_not_before() {
    let mut story = by_messages(|rules| {
        rules.interview.turns = Turns::Alternate { within: Duration::from_secs(20) };
        rules.interview.delivery = Delivery::AtLeast { delay: Duration::from_secs(5) };
    });
    let seat = person(&story);
    let id = ConversationId { interview: interview(1, 1), seat };
    story.judge_says(seat, "who?").unwrap();
    let before = turns(&story, seat)[0];
    story.wait(2);
    story.answers(id, "me").unwrap();
    let latest = story.views.judge(JudgeId::new(1)).unwrap().latest();
    assert_eq!(turns(&story, seat)[0], before, "the judge is not told that the answer is there");
    assert_eq!(turns(&story, seat)[1].holder, Side::Judge, "the witness has spoken");
    assert_eq!(story.judge_says(seat, "and?"), Err(Refusal::NotYourTurn), "nor can a judge find out");
    assert_eq!(story.answers(id, "again"), Err(Refusal::NotYourTurn));
    story.wait_for(Duration::from_millis(2_999));
    assert_eq!(story.views.judge(JudgeId::new(1)).unwrap().latest(), latest);
    story.wait_for(Duration::from_millis(1));
    let [judge, witness] = turns(&story, seat);
    assert_eq!((judge.holder, judge), (Side::Judge, witness));
    assert_eq!(judge.ends, before.ends + Duration::from_secs(5));
    story.judge_says(seat, "and?").unwrap();
    assert_eq!(story.faults(), Vec::<String>::new());
}

/// A contest that holds answers back for five seconds.
fn delayed() -> Story {
    by_messages(|rules| rules.interview.delivery = Delivery::AtLeast { delay: Duration::from_secs(5) })
}

#[test]
fn an_answer_is_shown_five_seconds_after_the_question_however_quick_it_was() {
    let mut story = delayed();
    story.judge_says(Seat::Left, "who?").unwrap();
    story.wait(1);
    story.answers(left(), "me").unwrap();
    story.wait(1);
    story.answers(left(), "only me").unwrap();
    assert_eq!(story.read(1, Seat::Left), ["who?"]);
    let deadline = story.room().next_deadline().unwrap();
    assert_eq!(deadline.since(story.now), Duration::from_secs(3));
    story.wait_for(Duration::from_millis(2_999));
    assert_eq!(story.read(1, Seat::Left), ["who?"]);
    story.wait_for(Duration::from_millis(1));
    assert_eq!(story.read(1, Seat::Left), ["who?", "me", "only me"]);
    // An answer that took longer than that is shown at once.
    story.wait(9);
    story.answers(left(), "still me").unwrap();
    assert_eq!(story.read(1, Seat::Left).len(), 4);
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn an_answer_that_is_held_back_waits_in_a_pause_and_is_not_shown_after_the_talk() {
    let mut story = delayed();
    story.judge_says(Seat::Left, "who?").unwrap();
    story.answers(left(), "me").unwrap();
    story.does(ORGANISER, Command::Pause { reason: "the light went out".into(), told: None }).unwrap();
    story.wait(60);
    assert_eq!(story.read(1, Seat::Left), ["who?"]);
    story.does(ORGANISER, Command::Resume).unwrap();
    story.wait_for(Duration::from_millis(4_999));
    assert_eq!(story.read(1, Seat::Left), ["who?"], "what waits is put off by the time that clocks stood still");
    story.wait_for(Duration::from_millis(1));
    assert_eq!(story.read(1, Seat::Left), ["who?", "me"]);
    let ends = story.contest().phase.ends().unwrap();
    story.wait_for(ends.since(story.now) - Duration::from_secs(2));
    story.judge_says(Seat::Left, "last?").unwrap();
    story.answers(left(), "yes").unwrap();
    story.wait(10);
    assert_eq!(story.read(1, Seat::Left), ["who?", "me", "last?"]);
    assert_eq!(story.faults(), Vec::<String>::new());
}

#[test]
fn an_audit_finds_an_answer_that_was_shown_early() {
    let mut story = delayed();
    story.judge_says(Seat::Left, "who?").unwrap();
    story.answers(left(), "me").unwrap();
    story.wait(5);
    let mut record = story.record.clone();
    let shown =
        record.iter().position(|fact| matches!(fact.event, Event::Conversation(_, ConversationEvent::Shown { .. })));
    record[shown.unwrap()].time = record[shown.unwrap() - 1].time;
    let faults = crate::story::faults(&record);
    assert!(faults.len() == 1 && faults[0].contains("its time has not come"), "{faults:?}");
}

#[test]
fn opening_words_that_nobody_is_held_to_are_kept_or_not_and_the_record_tells() {
    let mut story = Story::under(rules("loebner-2006", |rules| rules.interview.opening_enforced = false));
    story.open_round().unwrap();
    let ids = story.contest().seating(interview(1, 1)).unwrap().conversations().collect::<Vec<_>>();
    let opened_well = |story: &Story, id| {
        let rules = story.contest().rulebook.interview.clone();
        story.room().conversation(id).and_then(|conversation| conversation.opened_well(&rules))
    };
    assert_eq!(opened_well(&story, ids[0]), None, "nothing has been said");
    story.answers(ids[0], "Hello, my name is John and I am a man.\n").unwrap();
    story.wait(2);
    story.answers(ids[1], "Hello, my name is Jim and I am a man.\n").unwrap();
    story.wait(2);
    story.answers(ids[1], "Hello, my name is John and I am a man.\n").unwrap();
    assert_eq!(opened_well(&story, ids[0]), Some(true));
    assert_eq!(opened_well(&story, ids[1]), Some(false), "the first words count");
    let phases =
        story.record.iter().filter(|fact| matches!(fact.event, Event::Control(ControlEvent::RoundOpened { .. })));
    assert_eq!(phases.count(), 1);
}

#[test]
fn how_many_utterances_were_late_is_counted_for_people_and_programs_apart() {
    let mut story = by_messages(|rules| rules.interview.delivery = Delivery::AtLeast { delay: Duration::from_secs(5) });
    assert_eq!(Late::of(story.room()), None, "nobody has answered");
    for seat in Seat::PAIR {
        let conversation = ConversationId { interview: interview(1, 1), seat };
        let is_program = matches!(story.witness(1, seat), Participant::Entry(_));
        // The person answers a millisecond after the moment, the program at it, and then the other way round.
        for after in [u64::from(!is_program), u64::from(is_program)] {
            story.judge_says(seat, "And?").unwrap();
            story.wait_for(Duration::from_millis(5_000 + after));
            story.answers(conversation, "Well.").unwrap();
        }
    }
    story.judge_says(Seat::Left, "Once more?").unwrap();
    story.answers(left(), "It is never shown.").unwrap();
    let found = audit::audit(&story.record);
    let [people, programs] = [Lateness { utterances: 2, late: 1 }; 2];
    assert_eq!(found.late, Some(Late { people, programs }));
    assert_eq!(found.faults, []);
    let told = "utterances that came after the moment drawn for them, and began at once: 1 of 2 (50.0 %) of people, 1 of 2 (50.0 %) of programs";
    assert!(found.found.iter().any(|sentence| sentence == told), "{:?}", found.found);

    // Without drawn moments, no answer can be late.
    let mut story = by_messages(|_| {});
    story.judge_says(Seat::Left, "And?").unwrap();
    story.answers(left(), "Well.").unwrap();
    assert_eq!(Late::of(story.room()), None);
}
