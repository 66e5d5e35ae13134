//! Computations of keys: from the words in an item's slots, the vocabulary and the facts.

use std::{collections::BTreeMap, fmt, str::FromStr};

use jiff::civil::{DateTime, Time};
use vocabulary::{Class, Measure, Vocabulary, Word};

use crate::{
    Facts, Key,
    facts::{minute_of, time_of},
    relation::relation,
    written::{dozens, number, spoken},
};

/// The least factor between two sizes, weights or speeds that a question may ask about.
pub const FACTOR_LEAST: f64 = 3.0;

/// The slots of an item.
pub(crate) type Slots = BTreeMap<String, String>;

/// Declares the computations with their names in files and their slots.
macro_rules! computations {
    ($($(#[$doc:meta])* $name:ident $file:literal [$($slot:literal),*];)*) => {
        /// A computation of a key.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Computation { $($(#[$doc])* $name,)* }

        impl Computation {
            /// All computations.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The name in files.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $file,)* }
            }

            /// The slots that it needs. A recollection also takes others, which only fill the texts.
            #[must_use]
            pub fn slots(self) -> &'static [&'static str] {
                match self { $(Self::$name => &[$($slot),*],)* }
            }
        }
    };
}

computations! {
    /// The time of asking.
    TimeNow "time-now" [];
    /// Morning, noon, afternoon, evening or night at the moment of asking.
    PartOfDayNow "part-of-day-now" [];
    /// The day of the week at the moment of asking.
    WeekdayNow "weekday-now" [];
    /// The month at the moment of asking.
    MonthNow "month-now" [];
    /// The year at the moment of asking.
    YearNow "year-now" [];
    /// The round at the moment of asking, by the facts.
    RoundNow "round-now" [];
    /// A time some minutes later.
    Later "later" ["time", "minutes"];
    /// The round at a time, by the facts.
    RoundAt "round-at" ["time"];
    /// The beginning of a round, by the facts.
    RoundStart "round-start" ["round"];
    /// The number of rounds, by the facts.
    Rounds "rounds" [];
    /// The day of the week of the contest, by the facts.
    ContestWeekday "contest-weekday" [];
    /// The day of the week after another.
    DayAfter "day-after" ["day"];
    /// The day of the week before another.
    DayBefore "day-before" ["day"];
    /// The month after another.
    MonthAfter "month-after" ["month"];
    /// The minutes in some hours.
    MinutesIn "minutes-in" ["hours"];
    /// The uses of a thing.
    Use "use" ["thing"];
    /// The things with a use.
    ToolFor "tool-for" ["use"];
    /// The kinds of a thing.
    Kind "kind" ["thing"];
    /// The colours of a thing.
    Colour "colour" ["thing"];
    /// The tastes of a thing.
    Taste "taste" ["thing"];
    /// The places of a thing.
    Place "place" ["thing"];
    /// The parts of a thing.
    Part "part" ["thing"];
    /// The larger of two things.
    Larger "larger" ["first", "second"];
    /// The smaller of two things.
    Smaller "smaller" ["first", "second"];
    /// The heavier of two things.
    Heavier "heavier" ["first", "second"];
    /// The lighter of two things.
    Lighter "lighter" ["first", "second"];
    /// The faster of two things.
    Faster "faster" ["first", "second"];
    /// The slower of two things.
    Slower "slower" ["first", "second"];
    /// One end of an order of three people: `x` is `more` than `y`, and `y` than `z`; who is the `end`?
    Order "order" ["x", "y", "z", "more", "end"];
    /// The opposite of a word.
    Opposite "opposite" ["word"];
    /// Whether a thing is of a kind.
    IsA "is-a" ["thing", "kind"];
    /// The thing of four that is of another kind than the rest.
    OddOneOut "odd-one-out" ["a", "b", "c", "d"];
    /// The number of letters in a word.
    Letters "letters" ["word"];
    /// The first letter of a word.
    FirstLetter "first-letter" ["word"];
    /// The last letter of a word.
    LastLetter "last-letter" ["word"];
    /// A sum of two numbers.
    Sum "sum" ["x", "y"];
    /// A difference of two numbers.
    Difference "difference" ["x", "y"];
    /// A product of two numbers.
    Product "product" ["x", "y"];
    /// Something said in the assertion: every slot whose name begins with `answer`.
    Recall "recall" ["answer"];
}

/// The days of the week.
pub(crate) const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// The months.
pub(crate) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Kinds without a common thing: a thing of one is of no other.
pub(crate) const APART: [&str; 10] =
    ["animal", "vehicle", "clothing", "furniture", "building", "instrument", "fruit", "tree", "sport", "jewellery"];

impl Computation {
    /// True where the key depends on the moment of asking.
    #[must_use]
    pub fn needs_moment(self) -> bool {
        use Computation::{MonthNow, PartOfDayNow, RoundNow, TimeNow, WeekdayNow, YearNow};
        matches!(self, TimeNow | PartOfDayNow | WeekdayNow | MonthNow | YearNow | RoundNow)
    }

    /// The key from these slots; none where they give none: an unknown word, a pair that is too close, a round that does not
    /// exist, a key that depends on the moment of asking.
    #[must_use]
    pub fn key(self, vocabulary: &Vocabulary, facts: &Facts, slots: &BTreeMap<String, String>) -> Option<Key> {
        if self.slots().iter().any(|slot| !slots.contains_key(*slot)) || self.needs_moment() {
            return None;
        }
        let slot = |name: &str| slots[name].as_str();
        match self {
            Self::Later | Self::RoundAt | Self::RoundStart | Self::Rounds | Self::ContestWeekday | Self::MinutesIn => {
                self.of_time(facts, slot)
            }
            Self::DayAfter => Some(Key::any([moved(&WEEKDAYS, slot("day"), 1)?])),
            Self::DayBefore => Some(Key::any([moved(&WEEKDAYS, slot("day"), 6)?])),
            Self::MonthAfter => Some(Key::any([moved(&MONTHS, slot("month"), 1)?])),
            Self::Use | Self::ToolFor | Self::Kind | Self::Colour | Self::Taste | Self::Place | Self::Part => {
                self.of_thing(vocabulary, slot)
            }
            Self::Larger | Self::Smaller | Self::Heavier | Self::Lighter | Self::Faster | Self::Slower => {
                let (first, second) = (slot("first"), slot("second"));
                let (measure, more) = self.comparison()?;
                let (right, wrong) = if first_has_more(vocabulary, measure, first, second)? == more {
                    (first, second)
                } else {
                    (second, first)
                };
                Some(Key::any([right]).but_not([wrong]))
            }
            Self::Order => order(slot),
            Self::Opposite => {
                let opposite = vocabulary.opposite_of(Class::Adjective, slot("word"));
                opposite.map(|opposite| Key::any([opposite]))
            }
            Self::IsA => is_a(vocabulary, slot("thing"), slot("kind")),
            Self::OddOneOut => odd_one_out(vocabulary, ["a", "b", "c", "d"].map(slot)),
            Self::Letters => Some(Key::any(number(u32::try_from(letters(slot("word")).count()).ok()?))),
            Self::FirstLetter => Some(Key::any([letters(slot("word")).next()?])),
            Self::LastLetter => Some(Key::any([letters(slot("word")).last()?])),
            Self::Sum | Self::Difference | Self::Product => {
                let (x, y): (u32, u32) = (slot("x").parse().ok()?, slot("y").parse().ok()?);
                let result = match self {
                    Self::Sum => x.checked_add(y),
                    Self::Difference => x.checked_sub(y),
                    _ => x.checked_mul(y),
                };
                Some(Key::any(dozens(result?)))
            }
            Self::Recall => {
                let told = slots.iter().filter(|(name, _)| name.starts_with("answer")).map(|(_, word)| word.clone());
                let told: Vec<String> = told.collect();
                Some(if told.len() == 1 { Key::any(told) } else { Key { all: told, ..Key::default() } })
            }
            Self::TimeNow | Self::PartOfDayNow | Self::WeekdayNow | Self::MonthNow | Self::YearNow | Self::RoundNow => {
                None
            }
        }
    }

    /// The key at a moment of asking, by the clock of the place; none for a key that does not depend on it.
    #[must_use]
    pub fn key_at(self, facts: &Facts, moment: DateTime) -> Option<Key> {
        /// The minutes by which a clock may be wrong.
        const TOLERANCE: u32 = 2;
        let minute = minute_of(moment.time());
        let around = (minute.saturating_sub(TOLERANCE)..=minute + TOLERANCE).filter_map(time_of);
        match self {
            Self::TimeNow => Some(Key::any(around.flat_map(spoken))),
            Self::PartOfDayNow => Some(Key::any(parts_of_day(moment.time()).iter().copied())),
            Self::WeekdayNow => Some(Key::any([weekday(moment)])),
            Self::MonthNow => Some(Key::any([MONTHS[usize::from(moment.month().unsigned_abs()) - 1]])),
            Self::YearNow => Some(Key::any([moment.year().to_string()])),
            Self::RoundNow => Some(Key::any(ordinal(facts.round_at(moment.time())?))),
            _ => None,
        }
    }

    /// The measure of a comparison, and whether the thing with more of it is asked for.
    pub(crate) fn comparison(self) -> Option<(Measure, bool)> {
        match self {
            Self::Larger => Some((Measure::Size, true)),
            Self::Smaller => Some((Measure::Size, false)),
            Self::Heavier => Some((Measure::Weight, true)),
            Self::Lighter => Some((Measure::Weight, false)),
            Self::Faster => Some((Measure::Speed, true)),
            Self::Slower => Some((Measure::Speed, false)),
            _ => None,
        }
    }

    fn of_time<'s>(self, facts: &Facts, slot: impl Fn(&str) -> &'s str) -> Option<Key> {
        let time = || slot("time").parse::<Time>().ok();
        match self {
            Self::Later => {
                let minutes: u32 = slot("minutes").parse().ok()?;
                Some(Key::any(spoken(time_of((minute_of(time()?) + minutes) % (24 * 60))?)))
            }
            Self::RoundAt => Some(Key::any(ordinal(facts.round_at(time()?)?))),
            Self::RoundStart => Some(Key::any(spoken(facts.start_of(slot("round").parse().ok()?)?))),
            Self::Rounds => Some(Key::any(number(facts.rounds.into()))),
            Self::ContestWeekday => Some(Key::any([weekday(facts.start)])),
            _ => Some(Key::any(dozens(slot("hours").parse::<u32>().ok()?.checked_mul(60)?))),
        }
    }

    fn of_thing<'s>(self, vocabulary: &Vocabulary, slot: impl Fn(&str) -> &'s str) -> Option<Key> {
        if self == Self::ToolFor {
            let wanted = slot("use");
            let has = |word: &&Word| word.uses.iter().any(|found| found == wanted);
            return some(vocabulary.words().iter().filter(has).map(|word| word.word.clone()).collect());
        }
        let thing = vocabulary.noun(slot("thing"))?;
        some(match self {
            Self::Use => thing.uses.clone(),
            Self::Kind => vocabulary.kinds_of(&thing.word).into_iter().map(str::to_owned).collect(),
            Self::Colour => thing.colours.clone(),
            Self::Taste => thing.tastes.clone(),
            Self::Place => thing.places.clone(),
            _ => thing.parts.clone(),
        })
    }
}

impl fmt::Display for Computation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Computation {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.iter().copied().find(|computation| computation.name() == text).ok_or(())
    }
}

/// Whether the first thing has more of a measure; none where both are close, or the measure is unknown. Of two sizes the
/// weights must agree: a rope is longer than a cow, and not larger.
pub(crate) fn first_has_more(vocabulary: &Vocabulary, measure: Measure, first: &str, second: &str) -> Option<bool> {
    let has_more = |measure| {
        let ratio = vocabulary.compare(measure, first, second)?;
        (ratio >= FACTOR_LEAST || ratio <= 1.0 / FACTOR_LEAST).then_some(ratio > 1.0)
    };
    let more = has_more(measure)?;
    let agrees = measure != Measure::Size || has_more(Measure::Weight) == Some(more);
    agrees.then_some(more)
}

/// The kind of [`APART`] to which a thing belongs.
pub(crate) fn sort_of(vocabulary: &Vocabulary, thing: &str) -> Option<&'static str> {
    let kinds = vocabulary.kinds_of(thing);
    APART.into_iter().find(|kind| kinds.contains(kind))
}

fn is_a(vocabulary: &Vocabulary, thing: &str, kind: &str) -> Option<Key> {
    if vocabulary.is_a(thing, kind) {
        return Some(Key::any(["yes"]).but_not(["no"]));
    }
    // Only kinds without a common thing allow a no.
    let apart = sort_of(vocabulary, thing)? != kind && APART.contains(&kind);
    apart.then(|| Key::any(["no"]).but_not(["yes"]))
}

fn odd_one_out(vocabulary: &Vocabulary, things: [&str; 4]) -> Option<Key> {
    let sorts = things.map(|thing| sort_of(vocabulary, thing));
    if sorts.contains(&None) {
        return None;
    }
    let others = |at: usize| sorts.iter().enumerate().filter(move |(place, _)| *place != at).map(|(_, sort)| sort);
    let is_odd = |at: &usize| {
        let rest: Vec<_> = others(*at).collect();
        rest.iter().all(|sort| *sort == rest[0]) && *rest[0] != sorts[*at]
    };
    let odd = (0..4).find(is_odd)?;
    let rest = things.iter().enumerate().filter(|(at, _)| *at != odd).map(|(_, thing)| *thing);
    Some(Key::any([things[odd]]).but_not(rest))
}

fn order<'s>(slot: impl Fn(&str) -> &'s str) -> Option<Key> {
    let relation = relation(slot("more"))?;
    let people = ["x", "y", "z"].map(&slot);
    if people[0] == people[1] || people[1] == people[2] || people[0] == people[2] {
        return None;
    }
    let right = match slot("end") {
        end if end == relation.most => people[0],
        end if end == relation.least => people[2],
        _ => return None,
    };
    Some(Key::any([right]).but_not(people.into_iter().filter(|person| *person != right)))
}

fn some(answers: Vec<String>) -> Option<Key> {
    if answers.is_empty() { None } else { Some(Key::any(answers)) }
}

/// The name so many places after another, in a circle.
fn moved(names: &[&'static str], name: &str, by: usize) -> Option<&'static str> {
    let at = names.iter().position(|other| *other == name)?;
    Some(names[(at + by) % names.len()])
}

fn letters(word: &str) -> impl DoubleEndedIterator<Item = String> {
    word.chars().filter(|letter| letter.is_alphabetic()).map(|letter| letter.to_lowercase().to_string())
}

fn weekday(moment: DateTime) -> &'static str {
    WEEKDAYS[usize::from(moment.weekday().to_monday_zero_offset().unsigned_abs())]
}

fn ordinal(number: u16) -> Vec<String> {
    const ORDINALS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ];
    let ordinal = usize::from(number).checked_sub(1).and_then(|at| ORDINALS.get(at));
    crate::written::number(number.into()).into_iter().chain(ordinal.map(|&ordinal| ordinal.to_owned())).collect()
}

fn parts_of_day(time: Time) -> &'static [&'static str] {
    match time.hour() {
        5..=10 => &["morning"],
        11 => &["morning", "noon"],
        12 => &["noon", "afternoon"],
        13..=17 => &["afternoon"],
        18..=21 => &["evening", "night"],
        _ => &["night"],
    }
}
