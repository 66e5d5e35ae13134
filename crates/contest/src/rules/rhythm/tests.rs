//! Stories of the rhythm through its public functions. `law.rs` measures the law itself.

use proptest::prelude::*;
use rulebook::key::Typed;

use super::*;

const TEXT: &str = "Well, I used to live by the sea. It's quieter here, \"they\" say... (1 of 2)";

fn seed(text: &str) -> Seed {
    Seed::from_contributions([text])
}

fn rhythm(seed_text: &str, conversation: &str) -> Rhythm {
    Rhythm::of(seed(seed_text), conversation.parse().unwrap())
}

fn given(strokes: &[Stroke]) -> Vec<Key> {
    strokes.iter().filter(|stroke| !stroke.invented).map(|stroke| stroke.key).collect()
}

#[test]
fn a_restart_computes_any_line_alone_and_the_same() {
    let (before, after) = (rhythm("a", "R1-J2-left"), rhythm("a", "R1-J2-left"));
    let third = before.line(2, TEXT, Slips::On);
    let _ = after.line(0, "something else was said first", Slips::On);
    assert_eq!(after.line(2, TEXT, Slips::On), third);
    assert_eq!(after.reply(2, Some(20)), before.reply(2, Some(20)));
    assert_eq!(after.further(2), before.further(2));
    assert_eq!(after.retyped(2, 40), before.retyped(2, 40));
}

#[test]
fn what_has_been_typed_does_not_change_when_the_line_goes_on() {
    let rhythm = rhythm("a", "R1-J2-left");
    let (short, long) = (rhythm.line(0, "I used to", Slips::Off), rhythm.line(0, "I used to live", Slips::Off));
    assert_eq!(short[..9], long[..9]);
}

#[test]
fn seed_conversation_and_line_each_make_another_rhythm() {
    let line = |seed, conversation, number| rhythm(seed, conversation).line(number, TEXT, Slips::Off);
    let first = line("a", "R1-J2-left", 0);
    assert_ne!(line("b", "R1-J2-left", 0), first);
    assert_ne!(line("a", "R1-J2-right", 0), first);
    assert_ne!(line("a", "R2-J2-left", 0), first);
    assert_ne!(line("a", "R1-J2-left", 1), first);
}

#[test]
fn the_first_key_waits_for_what_others_decide_and_return_ends_the_line() {
    let strokes = rhythm("a", "R1-J2-left").line(0, TEXT, Slips::Off);
    assert_eq!(strokes[0].after, Duration::ZERO);
    assert_eq!(strokes.last().unwrap().key, Key::Return);
    assert_eq!(rhythm("a", "R1-J2-left").line(0, "", Slips::On).len(), 1);
}

/// An audit computes the moments of a record again, years later. If this fails, the arithmetic has changed, and every
/// old record would fail its audit.
#[test]
fn the_moments_are_the_ones_they_have_always_been() {
    let rhythm = rhythm("golden", "R1-J2-left");
    let gaps: Vec<u128> =
        rhythm.line(0, "I used to live", Slips::Off).iter().map(|stroke| stroke.after.as_millis()).collect();
    assert_eq!(gaps, [0, 122, 185, 199, 84, 207, 209, 200, 235, 133, 65, 84, 201, 153, 12361]);
    let mut digest = 0_u64;
    for line in 0..200 {
        for stroke in rhythm.line(line, TEXT, Slips::On) {
            digest = digest.wrapping_mul(31).wrapping_add(u64::try_from(stroke.after.as_millis()).unwrap());
        }
    }
    assert_eq!(digest, 9489297252412310008);
    assert_eq!([0, 1, 2].map(|line| rhythm.reply(line, None).as_millis()), [24333, 4567, 3709]);
}

#[test]
fn delays_stay_in_their_bounds_and_have_their_medians() {
    let rhythm = rhythm("a", "R1-J2-left");
    let median = |mut delays: Vec<Duration>| {
        delays.sort();
        delays[delays.len() / 2].as_secs_f64()
    };
    let replies: Vec<Duration> = (0..2_000).map(|line| rhythm.reply(line, None)).collect();
    assert!(replies.iter().all(|delay| (1.0..=60.0).contains(&delay.as_secs_f64())));
    assert!((median(replies) - 8.9).abs() < 0.5);
    let read = rhythm.reply(0, Some(100)) - rhythm.reply(0, None);
    assert_eq!(read, Duration::from_millis(4_200));

    let further: Vec<Duration> = (0..2_000).map(|line| rhythm.further(line)).collect();
    assert!(further.iter().all(|delay| (0.8..=60.0).contains(&delay.as_secs_f64())));
    let soon = further.iter().filter(|delay| delay.as_secs_f64() < 6.0).count();
    assert!((1_000..1_120).contains(&soon), "{soon}");

    // exp(1.74) is 5.697; 100 characters multiply it by 100^0.44 = 7.586.
    let retyped: Vec<Duration> = (0..2_000).map(|line| rhythm.retyped(line, 100)).collect();
    assert!((median(retyped) - 43.2).abs() < 2.0);
    assert_eq!(Rhythm::held(50), Duration::from_secs(40));
}

#[test]
fn hands_differ_by_a_quarter_and_none_is_extreme() {
    let speeds: Vec<f64> = (1..=500).map(|judge| rhythm("a", &format!("R1-J{judge}-left")).speed).collect();
    assert!(speeds.iter().all(|speed| speed.abs() <= 0.55));
    let square: f64 = speeds.iter().map(|speed| speed * speed).sum::<f64>() / 500.0;
    // A standard deviation of 0.25 cut off at 2.2 of them keeps 0.94 of it.
    assert!((square.sqrt() - 0.234).abs() < 0.02, "{}", square.sqrt());
}

proptest! {
    #[test]
    fn slips_are_always_mended_and_every_given_key_is_typed(
        text in "[ -~\t\n\u{8}é]{0,120}", line in 0_u64..1_000, seed_text in "[a-z]{1,4}",
    ) {
        let rhythm = Rhythm { slip_rate: 0.2, ..rhythm(&seed_text, "R1-J1-only") };
        let strokes = rhythm.line(line, &text, Slips::On);
        let meant: Vec<Key> = keys_of(&text).chain([Key::Return]).collect();
        prop_assert_eq!(given(&strokes), meant.clone());
        let shown = |keys: &mut dyn Iterator<Item = Key>| {
            let mut typed = Typed::default();
            keys.for_each(|key| typed.press(key));
            typed.as_str().to_owned()
        };
        prop_assert_eq!(shown(&mut strokes.iter().map(|stroke| stroke.key)), shown(&mut meant.into_iter()));
        let (first, rest) = strokes.split_first().unwrap();
        prop_assert_eq!(first.after, Duration::ZERO);
        for stroke in rest {
            let most = if stroke.key == Key::Return { 30_000 } else { 15_000 };
            prop_assert!((5..=most).contains(&stroke.after.as_millis()), "{:?}", stroke);
        }
        let off = rhythm.line(line, &text, Slips::Off);
        prop_assert!(off.iter().all(|stroke| !stroke.invented));
    }
}
