//! Measures that the rhythm follows its law and stays close to the people it was fitted to, by the measures applied to
//! them.

use std::{collections::BTreeMap, f64::consts::TAU, iter};

use rulebook::key::Typed;

use super::{
    class::Class,
    logs::{self, Pressed, Who},
    *,
};

/// The opening of "Alice's Adventures in Wonderland", Lewis Carroll, 1865: 4,000 characters of English.
const ALICE: &str = include_str!("alice.txt");

/// Text in lines of about 60 characters, as people send them.
fn lines_of_text() -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in ALICE.lines() {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            if line.len() + word.len() > 60 {
                lines.push(std::mem::take(&mut line));
            }
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// A session of keys: lines of keys with the gaps before them.
type Keys = Vec<Vec<(Key, Option<f64>)>>;

fn timed(rhythm: &Rhythm, lines: &[String]) -> Keys {
    let typed = |(number, line): (u64, &String)| {
        let strokes = rhythm.line(number, line, Slips::Off);
        let gap = |place: usize, stroke: &Stroke| (place > 0).then_some(stroke.after.as_secs_f64() * 1000.0);
        strokes.iter().enumerate().map(|(place, stroke)| (stroke.key, gap(place, stroke))).collect()
    };
    (0..).zip(lines).map(typed).collect()
}

fn logged(lines: &[Vec<Pressed>]) -> Keys {
    lines.iter().map(|line| line.iter().map(|pressed| (pressed.key, pressed.gap)).collect()).collect()
}

/// Every gap with its class, line by line; `None` for keys without a gap.
fn classed(keys: &Keys) -> Vec<Vec<Option<(Class, f64)>>> {
    let line = |line: &Vec<(Key, Option<f64>)>| {
        let (mut typed, mut last) = (Typed::default(), None);
        let mut class = |&(key, gap): &(Key, Option<f64>)| {
            let class = last.map(|last| Class::of(typed.as_str(), last, key));
            typed.press(key);
            last = Some(key);
            class.zip(gap)
        };
        line.iter().map(&mut class).collect()
    };
    keys.iter().map(line).collect()
}

fn gaps_of(sessions: &[Keys], class: Class) -> Vec<f64> {
    let classes = sessions.iter().flat_map(|keys| classed(keys).into_iter().flatten().flatten());
    classes.filter(|(of, _)| *of == class).map(|(_, gap)| gap).collect()
}

/// The median of times rounded to whole milliseconds; times within one millisecond are taken to spread evenly over it.
fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    let middle = times[times.len() / 2].round();
    let below = times.partition_point(|time| *time < middle - 0.5);
    let within = times.partition_point(|time| *time < middle + 0.5) - below;
    middle - 0.5 + (times.len() as f64 / 2.0 - below as f64) / within as f64
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn deviation(values: &[f64]) -> f64 {
    let centre = mean(values);
    mean(&values.iter().map(|value| (value - centre).powi(2)).collect::<Vec<_>>()).sqrt()
}

fn share(values: &[f64], is: impl Fn(f64) -> bool) -> f64 {
    values.iter().filter(|value| is(**value)).count() as f64 / values.len() as f64
}

/// The correlation of each gap's natural logarithm with that of the next, both from 20 ms to 1 s, over all sessions,
/// after subtracting each class's mean. Gaps from BackSpace to BackSpace are left out: a third of them in the logs are
/// a held key repeating.
fn lag_1(sessions: &[Keys]) -> f64 {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for keys in sessions {
        let usable = |gap: &Option<(Class, f64)>| {
            gap.filter(|(class, gap)| *class != Class::NextBackSpace && (20.0..1000.0).contains(gap))
                .map(|(class, gap)| (class, gap.ln()))
        };
        let lines: Vec<Vec<Option<(Class, f64)>>> =
            classed(keys).iter().map(|line| line.iter().map(usable).collect()).collect();
        let mut classes: BTreeMap<Class, Vec<f64>> = BTreeMap::new();
        lines.iter().flatten().flatten().for_each(|(class, gap)| classes.entry(*class).or_default().push(*gap));
        let means: BTreeMap<Class, f64> = classes.iter().map(|(class, gaps)| (*class, mean(gaps))).collect();
        for pair in lines.iter().flat_map(|line| line.windows(2)) {
            if let [Some((class, gap)), Some((next_class, next_gap))] = pair {
                before.push(gap - means[class]);
                after.push(next_gap - means[next_class]);
            }
        }
    }
    let (x, y) = (mean(&before), mean(&after));
    let products: Vec<f64> = before.iter().zip(&after).map(|(a, b)| (a - x) * (b - y)).collect();
    mean(&products) / (deviation(&before) * deviation(&after))
}

/// The strength with which gaps below 1 s keep to multiples of `period` milliseconds (0 not at all, 1 entirely), and
/// their number.
fn tick(keys: &Keys, period: f64) -> (f64, usize) {
    let angles: Vec<f64> = keys
        .iter()
        .flatten()
        .filter_map(|(_, gap)| *gap)
        .filter(|gap| *gap < 1000.0)
        .map(|gap| TAU * gap / period)
        .collect();
    let sum = |wave: fn(f64) -> f64| mean(&angles.iter().map(|angle| wave(*angle)).collect::<Vec<_>>());
    (sum(f64::cos).hypot(sum(f64::sin)), angles.len())
}

/// A hand for each of these seeds.
fn hands(seeds: std::ops::Range<u16>) -> impl Iterator<Item = Rhythm> {
    let conversation = "R1-J1-left".parse().unwrap();
    seeds.map(move |seed| Rhythm::of(Seed::from_contributions([seed.to_string().as_str()]), conversation))
}

/// The same text under a hundred seeds, by hands of median speed.
fn sessions_at_median_speed() -> Vec<Keys> {
    let lines = lines_of_text();
    hands(0..100).map(|rhythm| timed(&Rhythm { speed: 0.0, ..rhythm }, &lines)).collect()
}

fn check(what: &str, found: f64, expected: f64, off_by: f64) {
    assert!((found - expected).abs() <= off_by, "{what}: {found}, expected {expected} +- {off_by}");
}

#[test]
fn the_law_is_the_one_that_was_asked_for() {
    assert!(ALICE.len() >= 4_000);
    let sessions = sessions_at_median_speed();
    let within = gaps_of(&sessions, Class::WithinWord);
    let starts = gaps_of(&sessions, Class::WordStart);
    let ordinary: Vec<f64> = within.iter().filter(|gap| (30.0..1000.0).contains(*gap)).map(|gap| gap.ln()).collect();
    let usual = median(within.clone());
    check("median within words, ms", usual, 151.0, 4.0);
    check("word start by within word", median(starts.clone()) / usual, 1.33, 0.04);
    check("sd of ln gap within words", deviation(&ordinary), 0.49, 0.02);
    check("word starts above 1 s, %", 100.0 * share(&starts, |gap| gap > 1000.0), 5.9, 0.6);
    check("below 30 ms within words, %", 100.0 * share(&within, |gap| gap < 30.0), 1.2, 0.2);

    let all: Vec<f64> = sessions.iter().flatten().flatten().filter_map(|(_, gap)| *gap).collect();
    assert!(all.iter().all(|gap| (5.0..=30_000.0).contains(gap)));
    // A line's speed is that of its text, because Return has a thinking time of its own.
    let text = sessions.iter().flatten().flatten().filter(|(key, _)| *key != Key::Return);
    let text: Vec<f64> = text.filter_map(|(_, gap)| *gap).collect();
    let minutes = text.iter().sum::<f64>() / 60_000.0;
    check("words of 5 characters a minute", text.len() as f64 / 5.0 / minutes, 52.0, 3.0);
}

#[test]
fn gaps_depend_on_the_ones_before_and_keep_no_tick() {
    let sessions = sessions_at_median_speed();
    check("correlation of a gap with the next", mean(&sessions.chunks(1).map(lag_1).collect::<Vec<_>>()), 0.10, 0.02);
    for period in [8.0, 10.0, 15.6, 16.67, 20.0] {
        let silent = sessions.iter().filter(|keys| {
            let (strength, gaps) = tick(keys, period);
            strength * (gaps as f64).sqrt() < 3.0
        });
        let silent = silent.count();
        assert!(silent >= 98, "{period} ms: {silent} of 100 sessions have no tick");
    }
}

/// The logs are the control: keyboards are polled every 8 ms, and programs wake every 15.6 ms.
#[test]
fn the_logs_have_the_ticks_that_the_rhythm_has_not() {
    let Some(sessions) = logs::sessions() else { return };
    for speaker in sessions.iter().flat_map(logs::speakers) {
        let keys = logged(&speaker.lines);
        let strength = |period| tick(&keys, period).0;
        match speaker.who {
            Who::Program => assert!(strength(15.6) > 0.7, "{:?}", strength(15.6)),
            Who::Confederate | Who::Judge => {
                assert!(strength(8.0) > 0.5 && strength(15.6) < 0.1, "{:?}", [strength(8.0), strength(15.6)]);
            }
        }
    }
}

#[test]
fn confederates_of_2012_lie_among_timings_of_their_own_lines() {
    let Some(sessions) = logs::sessions() else { return };
    let people: Vec<Vec<Vec<Pressed>>> =
        sessions.iter().map(|session| logs::speakers(session)[0].lines.clone()).collect();
    let text = |line: &Vec<Pressed>| -> String {
        let character = |pressed: &Pressed| match pressed.key {
            Key::Char(c) => Some(c.get()),
            Key::BackSpace => Some('\u{8}'),
            Key::Tab => Some('\t'),
            Key::Return => None,
        };
        line.iter().filter_map(character).collect()
    };
    let texts: Vec<Vec<String>> = people.iter().map(|lines| lines.iter().map(text).collect()).collect();
    let figures = |sessions: &[Keys]| [median(gaps_of(sessions, Class::WithinWord)), lag_1(sessions)];
    let logged = figures(&people.iter().map(|lines| logged(lines)).collect::<Vec<_>>());
    assert!((logged[0] - 151.0).abs() <= 2.0 && (logged[1] - 0.12).abs() <= 0.02, "{logged:?}");

    let timing = |number: u16| {
        let keys: Vec<Keys> =
            iter::zip(hands(4 * number..4 * number + 4), &texts).map(|(hand, text)| timed(&hand, text)).collect();
        figures(&keys)
    };
    let timings: Vec<[f64; 2]> = (0..40).map(timing).collect();
    for (figure, logged) in logged.into_iter().enumerate() {
        let mut found: Vec<f64> = timings.iter().map(|timing| timing[figure]).collect();
        found.sort_by(f64::total_cmp);
        assert!((found[1]..=found[38]).contains(&logged), "{logged} is not within {found:?}");
    }
}
