//! Stories of the queue: the words of a witness, and the moments when each piece is shown.

use proptest::prelude::*;
use rulebook::{InterviewId, JudgeId, RoundNumber, Seat, schema::InterviewRules, shipped};

use super::*;

/// The rules of 2010 with another delivery.
fn rules(delivery: Delivery) -> InterviewRules {
    let rules = shipped::rulebook("loebner-2010").unwrap().interview;
    InterviewRules { delivery, utterance_idle: Duration::from_secs(10), ..rules }
}

fn pace(rules: &InterviewRules) -> Pace<'_> {
    let interview = InterviewId { round: RoundNumber::new(1), judge: JudgeId::new(1) };
    Pace {
        rules,
        seed: Some(Seed::from_contributions(["pacing"])),
        conversation: ConversationId { interview, seat: Seat::Left },
        stood: Duration::ZERO,
        began: None,
    }
}

fn at(ms: i64) -> Moment {
    Moment(1_000_000 + ms)
}

/// Types the text for the witness, a key every 100 ms; returns the moment of the last key.
fn types(queue: &mut Queue, pace: &Pace<'_>, text: &str, from: i64) -> i64 {
    let keys: Vec<Key> = keys_of(text).collect();
    for (n, key) in (0_i64..).zip(&keys) {
        queue.pressed(pace, u64::try_from(n).unwrap() + 1, Some(*key), at(from + n * 100));
    }
    from + i64::try_from(keys.len() - 1).unwrap() * 100
}

/// The waiting pieces, in order.
fn pieces(queue: &Queue) -> Vec<Piece> {
    queue.waiting.iter().cloned().collect()
}

fn typed(pieces: &[Piece]) -> String {
    let mut typed = Typed::default();
    for piece in pieces {
        match &piece.what {
            What::Key(key) => typed.press(*key),
            other => panic!("{other:?} is no key"),
        }
    }
    typed.as_str().to_owned()
}

fn asks(queue: &mut Queue, pace: &Pace<'_>, ms: i64) {
    queue.judge_pressed(pace, Key::printable('?'), at(ms));
    queue.judge_pressed(pace, Some(Key::Return), at(ms + 700));
}

#[test]
fn a_key_is_released_at_the_next_moment_of_the_grid() {
    let rules = rules(Delivery::AsTyped);
    let (pace, mut queue) = (pace(&rules), Queue::default());
    for (of, ms) in [(1, 0), (2, 1), (3, 20), (4, 39)] {
        queue.pressed(&pace, of, Key::printable('x'), at(ms));
    }
    let moments: Vec<_> = pieces(&queue).iter().map(|piece| piece.at).collect();
    assert_eq!(moments, [at(0), at(20), at(20), at(40)]);
    assert!(pieces(&queue).iter().all(|piece| !piece.invented && !piece.late));
}

/// The rules of 2006: anyone may open, with enforced opening words. Talk begins at `at(0)`.
fn openings(delivery: Delivery) -> InterviewRules {
    InterviewRules { delivery, ..shipped::rulebook("loebner-2006").unwrap().interview }
}

const JOAN: &str = "Hello, my name is Joan, and I am a woman.";

#[test]
fn an_opening_is_shown_from_one_moment_on_whether_it_is_typed_or_given_whole_and_whoever_spoke_meanwhile() {
    let rules = openings(Delivery::AsTyped);
    let pace = Pace { began: Some(at(0)), ..pace(&rules) };
    let due = at(millis(Rhythm::of(pace.seed.unwrap(), pace.conversation).opening()));
    for asked in [None, Some(1_500)] {
        let (mut person, mut program) = (Queue::default(), Queue::default());
        for queue in [&mut person, &mut program] {
            asked.into_iter().for_each(|ms| asks(queue, &pace, ms));
        }
        program.given(&pace, 1, Some(JOAN), at(10));
        types(&mut person, &pace, &format!("{JOAN}\n"), 2_345);
        for queue in [&person, &program] {
            assert_eq!(pieces(queue)[0].at, due.on_grid());
            assert!(pieces(queue)[0].drawn && pieces(queue).iter().all(|piece| !piece.late));
        }
        let gaps: Vec<_> = pieces(&person).windows(2).map(|pair| pair[1].at.since(pair[0].at)).collect();
        assert!(gaps.iter().all(|gap| [80, 100, 120].contains(&gap.as_millis())), "its gaps are its own: {gaps:?}");
        // After the Return keys are shown as they are pressed.
        person.pressed(&pace, 90, Key::printable('x'), at(60_000));
        assert_eq!(pieces(&person).last().unwrap().at, at(60_000));
    }
}

#[test]
fn every_delivery_holds_an_opening_until_the_moment_drawn_from_the_beginning_of_talk() {
    let (held, at_return) = (Start::Held, Start::AtReturn);
    let (held, at_return) = (Delivery::CommonRhythm { start: held }, Delivery::CommonRhythm { start: at_return });
    let at_least = Delivery::AtLeast { delay: Duration::from_secs(5) };
    for delivery in [Delivery::AsTyped, Delivery::WholeLines, at_least, held, at_return] {
        let rules = openings(delivery);
        let pace = Pace { began: Some(at(0)), ..pace(&rules) };
        let due = Queue::default().opening_due(&pace, JOAN).unwrap();
        assert!(due >= at(4_000), "nobody opens at once: {delivery:?}");
        let begins = |typed: bool, from| {
            let mut queue = Queue::default();
            match typed {
                true => drop(types(&mut queue, &pace, &format!("{JOAN}\n"), from)),
                false => queue.given(&pace, 1, Some(JOAN), at(from)),
            }
            (pieces(&queue)[0].at, pieces(&queue)[0].late)
        };
        assert_eq!(begins(true, 0), begins(false, 0), "{delivery:?}");
        assert!(begins(false, 0).0 >= due && !begins(false, 0).1);
        assert!(begins(false, 300_000).0 >= at(300_000) && begins(false, 300_000).1, "who opens late shows it");
    }
}

#[test]
fn an_opening_that_missed_its_moment_waits_after_a_question_as_a_reply_does() {
    let delay = Duration::from_secs(5);
    let rules = openings(Delivery::AtLeast { delay });
    let pace = Pace { began: Some(at(0)), ..pace(&rules) };
    let due = Queue::default().opening_due(&pace, JOAN).unwrap();
    let asked = due.after(Duration::from_secs(10));
    let shown = |given: Moment| {
        let mut queue = Queue::default();
        queue.judge_pressed(&pace, Key::printable('?'), asked);
        queue.given(&pace, 1, Some(JOAN), given);
        (pieces(&queue)[0].at, pieces(&queue)[0].late)
    };
    let held = asked.after(delay).on_grid();
    assert_eq!(shown(asked), (held, true));
    assert_eq!(shown(asked.after(delay)), (held, true));
    let later = asked.after(2 * delay);
    assert_eq!(shown(later), (later.on_grid(), true), "what comes after the delay is shown at once");
}

#[test]
fn where_the_judge_begins_nothing_is_an_opening() {
    let rules = rules(Delivery::AsTyped);
    let pace = Pace { began: Some(at(0)), ..pace(&rules) };
    let mut queue = Queue::default();
    asks(&mut queue, &pace, 100);
    queue.pressed(&pace, 3, Key::printable('x'), at(1_000));
    assert_eq!((pieces(&queue)[0].at, Queue::default().opening_due(&pace, "x")), (at(1_000), None));
}

#[test]
fn a_whole_line_is_typed_after_the_time_of_a_reply_from_the_last_key_of_text() {
    let rules = rules(Delivery::AsTyped);
    let (pace, mut queue) = (pace(&rules), Queue::default());
    asks(&mut queue, &pace, 0);
    queue.given(&pace, 9, Some("I am not sure that I know."), at(750));
    let pieces = pieces(&queue);
    let reply = Rhythm::of(pace.seed.unwrap(), pace.conversation).reply(0, None);
    assert_eq!(pieces[0].at, at(millis(reply)).on_grid());
    assert_eq!(typed(&pieces), "I am not sure that I know.\n");
    assert!(pieces.iter().all(|piece| piece.of == 9 && !piece.late && piece.at == piece.at.on_grid()));
}

#[test]
fn what_is_given_after_the_moment_drawn_for_it_begins_at_once_and_is_late() {
    for delivery in [Delivery::AsTyped, Delivery::CommonRhythm { start: Start::Held }] {
        let rules = rules(delivery);
        let (pace, mut queue) = (pace(&rules), Queue::default());
        asks(&mut queue, &pace, 0);
        queue.given(&pace, 3, Some("At last."), at(70_001));
        assert_eq!((pieces(&queue)[0].at, pieces(&queue)[0].late), (at(70_020), true), "{delivery:?}");
    }
}

#[test]
fn a_further_line_waits_for_its_own_time_after_the_one_before_it() {
    let rules = rules(Delivery::AsTyped);
    let (pace, mut queue) = (pace(&rules), Queue::default());
    asks(&mut queue, &pace, 0);
    queue.given(&pace, 3, Some("One."), at(800));
    let ends = queue.ends.unwrap();
    queue.given(&pace, 4, Some("Two."), at(800));
    let second = pieces(&queue).into_iter().find(|piece| piece.of == 4).unwrap();
    let further = Rhythm::of(pace.seed.unwrap(), pace.conversation).further(1);
    assert_eq!((second.at, second.late), (ends.after(further).on_grid(), false));
}

#[test]
fn what_is_typed_is_shown_whole_when_it_is_finished_by_return_or_by_a_rest() {
    let rules = rules(Delivery::WholeLines);
    let (pace, mut queue) = (pace(&rules), Queue::default());
    let ended = types(&mut queue, &pace, "Hal\u{8}llo.\nAnd", 0);
    let first = queue.next(&pace).unwrap();
    assert_eq!((&first.what, first.at), (&What::Said("Hallo.".to_owned()), at(800)));
    assert_eq!(queue.show(&pace, first.release(), at(800)).unwrap().of, first.of);
    let rest = queue.next(&pace).unwrap();
    assert_eq!((rest.what, rest.at), (What::Said("And".to_owned()), at(ended + 10_000)));
    queue.pressed(&pace, 40, Key::printable('!'), at(ended + 10_000));
    assert_eq!(queue.waiting.len(), 1, "what comes after the rest is an utterance of its own");
    assert_eq!(queue.left(""), [(12, "And".to_owned()), (40, "!".to_owned())]);
    let mut empty = Queue::default();
    types(&mut empty, &pace, "a\u{8}", 0);
    assert_eq!(empty.next(&pace), None, "what was taken back is not shown");
}

#[test]
fn everybody_is_held_back_alike_and_typed_again_without_slips() {
    let rules = rules(Delivery::CommonRhythm { start: Start::Held });
    let pace = pace(&rules);
    let [mut person, mut program] = [Queue::default(), Queue::default()];
    asks(&mut person, &pace, 0);
    asks(&mut program, &pace, 0);
    program.given(&pace, 1, Some("I do not know."), at(701));
    types(&mut person, &pace, "I di\u{8}o not know.\n", 5_000);
    let times = |queue: &Queue| pieces(queue).into_iter().map(|piece| (piece.at, piece.what)).collect::<Vec<_>>();
    assert_eq!(times(&person), times(&program));
    assert_eq!(pieces(&person)[0].at, at(20_000 + 14 * 400));
    assert!(typed(&pieces(&person)) == "I do not know.\n" && pieces(&person).iter().all(|piece| !piece.invented));
}

#[test]
fn an_answer_is_not_late_because_another_came_before_it() {
    let rules = rules(Delivery::AtLeast { delay: Duration::from_secs(5) });
    let (pace, mut queue) = (pace(&rules), Queue::default());
    asks(&mut queue, &pace, 0);
    for (of, ms) in [(3, 1_000), (4, 2_000), (5, 9_000)] {
        queue.given(&pace, of, Some("Yes."), at(ms));
    }
    let shown: Vec<_> = pieces(&queue).iter().map(|piece| (piece.at, piece.late)).collect();
    assert_eq!(shown, [(at(5_000), false), (at(5_000), false), (at(9_000), false)]);
    asks(&mut queue, &pace, 10_000);
    queue.given(&pace, 6, Some("No."), at(15_001));
    assert_eq!(pieces(&queue).last().map(|piece| (piece.at, piece.late)), Some((at(15_020), true)));
}

#[test]
fn a_delay_is_drawn_by_what_the_eye_counts_and_what_was_given_is_typed_as_it_is() {
    let rules = rules(Delivery::CommonRhythm { start: Start::Held });
    let begins = |text: &str| {
        let (pace, mut queue) = (pace(&rules), Queue::default());
        asks(&mut queue, &pace, 0);
        types(&mut queue, &pace, text, 2_000);
        let pieces = pieces(&queue);
        assert_eq!(typed(&pieces), text, "a judge is shown what was given");
        pieces[0].at
    };
    let bare = begins("I do not know.\n");
    assert_eq!(bare, at(20_000 + 14 * 400));
    assert_eq!(begins("I do not know.                    \n"), bare);
    assert_eq!(begins("      I do   not know.\n"), bare);
    assert_eq!(begins("   \n"), at(20_000), "an empty line is an utterance too");
}

#[test]
fn of_two_questions_before_an_answer_the_later_is_answered() {
    for delivery in [Delivery::AsTyped, Delivery::CommonRhythm { start: Start::Held }] {
        let rules = rules(delivery);
        let (pace, mut queue) = (pace(&rules), Queue::default());
        asks(&mut queue, &pace, 0);
        asks(&mut queue, &pace, 2_000);
        queue.given(&pace, 9, Some("Yes."), at(2_900));
        let rhythm = Rhythm::of(pace.seed.unwrap(), pace.conversation);
        let reply = if delivery == Delivery::AsTyped { rhythm.reply(0, None) } else { Rhythm::held(4) };
        assert_eq!(pieces(&queue)[0].at, at(2_000 + millis(reply)).on_grid(), "{delivery:?}");
        // An utterance given before a question keeps its moment.
        let (mut early, before) = (Queue::default(), pieces(&queue)[0].at);
        asks(&mut early, &pace, 2_000);
        early.given(&pace, 9, Some("Yes."), at(2_900));
        asks(&mut early, &pace, 3_000);
        assert_eq!(pieces(&early)[0].at, before, "{delivery:?}");
    }
}

#[test]
fn a_further_line_that_comes_after_the_moment_drawn_for_it_begins_at_once_and_is_late() {
    let rules = rules(Delivery::CommonRhythm { start: Start::Held });
    for (after, is_late) in [(0, false), (1, true)] {
        let (pace, mut queue) = (pace(&rules), Queue::default());
        asks(&mut queue, &pace, 0);
        queue.given(&pace, 3, Some("One."), at(800));
        let further = Rhythm::of(pace.seed.unwrap(), pace.conversation).further(1);
        let ready = queue.ends.unwrap().after(further).after(Duration::from_millis(after));
        queue.given(&pace, 4, Some("Two."), ready);
        let second = pieces(&queue).into_iter().find(|piece| piece.of == 4).unwrap();
        assert_eq!((second.at, second.late), (ready.on_grid(), is_late));
    }
}

/// The release of this fact at this moment.
fn says(of: u64, ms: i64) -> Release {
    Release { of, at: at(ms), invented: false, late: false }
}

#[test]
fn of_a_redacted_line_that_is_typed_only_the_number_of_keys_and_the_moments_stay_open() {
    let rules = rules(Delivery::CommonRhythm { start: Start::Held });
    let (pace, mut queue) = (pace(&rules), Queue::default());
    queue.given(&pace, 1, None, at(0));
    queue.given(&pace, 2, Some("x"), at(5_000));
    assert!(queue.is_uncertain());
    let now = at(60_000);
    let may = |queue: &Queue, of, ms| queue.may_show(&pace, says(of, ms), now);
    assert!(may(&queue, 1, 0) && may(&queue, 2, 5_000), "the redacted line may have been shown, or nothing of it yet");
    assert!(!may(&queue, 2, 4_980), "not before it was given");
    assert!(!may(&queue, 3, 20_000), "nobody gave this");
    for ms in [20_000, 20_100] {
        assert_eq!(queue.show(&pace, says(1, ms), now).unwrap().what, What::Unknown);
    }
    assert!(!may(&queue, 1, 20_080), "released before what came before it");
    assert_eq!(queue.show(&pace, says(2, 30_000), now).unwrap().what, What::Key(Key::printable('x').unwrap()));
    assert!(!may(&queue, 1, 30_000), "the order is settled by now");
    let slip = Release { invented: true, ..says(2, 30_000) };
    assert!(!queue.may_show(&pace, slip, now), "the key that waits is no slip");
    assert_eq!(queue.show(&pace, says(2, 30_000), now).unwrap().what, What::Key(Key::Return));
    assert!(!may(&queue, 2, 40_000), "each at most once");
}

#[test]
fn moments_that_need_no_text_are_known_though_it_was_redacted() {
    for (delivery, released) in
        [(Delivery::WholeLines, 1_000), (Delivery::AtLeast { delay: Duration::from_secs(7) }, 7_000)]
    {
        let rules = rules(delivery);
        let (pace, mut queue) = (pace(&rules), Queue::default());
        queue.judge_said(&pace, None, at(0));
        queue.given(&pace, 2, None, at(1_000));
        assert!(!queue.is_uncertain());
        let next = queue.next(&pace).unwrap();
        assert_eq!((next.of, next.at, next.what), (2, at(released), What::Redacted));
    }
}

fn deliveries() -> impl Strategy<Value = Delivery> {
    prop::sample::select(vec![
        Delivery::AsTyped,
        Delivery::WholeLines,
        Delivery::AtLeast { delay: Duration::from_secs(7) },
        Delivery::CommonRhythm { start: Start::AtReturn },
        Delivery::CommonRhythm { start: Start::Held },
    ])
}

proptest! {
    /// The predicted next piece is the next one shown, and nothing is shown out of order, for any input.
    #[test]
    fn what_was_said_to_come_next_comes_next(
        delivery in deliveries(),
        given in prop::collection::vec((0_u8..4, "[a-z .]{1,12}", 0_i64..20_000), 1..12),
    ) {
        let rules = rules(delivery);
        let (pace, mut queue) = (pace(&rules), Queue::default());
        let (mut now, mut number, mut latest) = (0, 0, None);
        for (what, text, gap) in given {
            now += gap;
            number += 1;
            match what {
                0 => queue.judge_pressed(&pace, keys_of(&text).next(), at(now)),
                1 => queue.given(&pace, number, Some(&text), at(now)),
                2 => queue.pressed(&pace, number, Some(Key::Return), at(now)),
                _ => queue.pressed(&pace, number, keys_of(&text).next(), at(now)),
            }
            while let Some(next) = queue.next(&pace).filter(|next| next.at <= at(now)) {
                prop_assert!(latest.is_none_or(|latest| latest <= next.at));
                latest = Some(next.at);
                let shown = queue.show(&pace, next.release(), at(now));
                prop_assert_eq!(shown, Some(next));
            }
        }
        let next = queue.next(&pace);
        queue.settle(&pace, at(now + 1_000_000));
        prop_assert_eq!(next, queue.waiting.front().cloned());
    }
}
