//! Draws of the words in slots.

use rulebook::Draws;
use vocabulary::{Class, Measure, Vocabulary, Word};

use crate::{
    Computation, Facts,
    computation::{APART, MONTHS, Slots, WEEKDAYS, first_has_more, sort_of},
    facts::{minute_of, time_of},
    relation::RELATIONS,
};

/// The largest factor between two things of a question, so that pairs stay comparable.
const FACTOR_MOST: f64 = 300.0;

/// Kinds whose things have uses in the vocabulary that no question asks for.
const NOT_USED: [&str; 4] = ["person", "animal", "part", "place"];

/// The words from which slots are drawn.
pub(crate) struct Source<'v> {
    pub(crate) vocabulary: &'v Vocabulary,
    pub(crate) facts: Facts,
    countable: Vec<&'v Word>,
}

impl<'v> Source<'v> {
    pub(crate) fn new(vocabulary: &'v Vocabulary, facts: Facts) -> Self {
        let countable = vocabulary.words().iter().filter(|word| word.article().is_some()).collect();
        Self { vocabulary, facts, countable }
    }

    /// Draws the slots of a computation; none where this draw gives no item. `name` gives people's names.
    pub(crate) fn slots(
        &self,
        computes: Computation,
        draws: &mut Draws,
        name: &mut dyn FnMut() -> Option<String>,
    ) -> Option<Slots> {
        use Computation as C;
        Some(match computes {
            C::TimeNow | C::PartOfDayNow | C::WeekdayNow | C::MonthNow | C::YearNow | C::RoundNow => Slots::new(),
            C::Rounds | C::ContestWeekday | C::Recall => Slots::new(),
            C::Later => {
                let time = time_of(7 * 60 + 5 * small(draws, 0, 155))?;
                slots([
                    ("time", time.strftime("%H:%M").to_string()),
                    ("minutes", (5 * small(draws, 1, 23)).to_string()),
                ])
            }
            C::RoundAt => {
                let whole = u32::from(self.facts.rounds) * u32::from(self.facts.round_minutes);
                let time = time_of(minute_of(self.facts.start.time()) + small(draws, 1, whole.max(2) - 1))?;
                slots([("time", time.strftime("%H:%M").to_string())])
            }
            C::RoundStart => slots([("round", small(draws, 1, self.facts.rounds.into()).to_string())]),
            C::DayAfter | C::DayBefore => slots([("day", (*of(&WEEKDAYS, draws)?).to_owned())]),
            C::MonthAfter => slots([("month", (*of(&MONTHS, draws)?).to_owned())]),
            C::MinutesIn => slots([("hours", small(draws, 2, 10).to_string())]),
            C::Use | C::Kind | C::Colour | C::Taste | C::Place | C::Part => {
                slots([("thing", self.thing(computes, draws)?.word.clone())])
            }
            C::ToolFor => slots([("use", of(&self.thing(C::Use, draws)?.uses, draws)?.clone())]),
            C::Larger | C::Smaller | C::Heavier | C::Lighter | C::Faster | C::Slower => {
                let (first, second) = self.pair(computes.comparison()?.0, draws)?;
                slots([("first", first), ("second", second)])
            }
            C::Order => {
                let relation = of(&RELATIONS, draws)?;
                let end = if draws.coin() { relation.most } else { relation.least };
                let [x, y, z] = [name()?, name()?, name()?];
                slots([("x", x), ("y", y), ("z", z), ("more", relation.more.to_owned()), ("end", end.to_owned())])
            }
            C::Opposite => {
                let has = |word: &&Word| self.vocabulary.opposite_of(Class::Adjective, &word.word).is_some();
                let all = self.vocabulary.words().iter().filter(|word| word.class == Class::Adjective).filter(has);
                slots([("word", of(&all.collect::<Vec<_>>(), draws)?.word.clone())])
            }
            C::IsA => self.is_a(draws)?,
            C::OddOneOut => self.odd_one_out(draws)?,
            C::Letters | C::FirstLetter | C::LastLetter => {
                let fits = |word: &&&Word| (3..=10).contains(&word.word.len()) && !word.word.contains([' ', '-', '\'']);
                let all: Vec<_> = self.countable.iter().filter(fits).collect();
                slots([("word", of(&all, draws)?.word.clone())])
            }
            C::Sum => slots([("x", small(draws, 2, 30).to_string()), ("y", small(draws, 2, 30).to_string())]),
            C::Difference => {
                let y = small(draws, 2, 12);
                slots([("x", (y + small(draws, 1, 15)).to_string()), ("y", y.to_string())])
            }
            C::Product => slots([("x", small(draws, 2, 12).to_string()), ("y", small(draws, 2, 12).to_string())]),
        })
    }

    /// A thing with the fact that the computation asks for.
    fn thing(&self, computes: Computation, draws: &mut Draws) -> Option<&'v Word> {
        let none_of = |word: &Word, kinds: &[&str]| kinds.iter().all(|kind| !self.vocabulary.is_a(&word.word, kind));
        let fits = |word: &&Word| match computes {
            Computation::Use => !word.uses.is_empty() && none_of(word, &NOT_USED),
            Computation::Kind => !word.kinds.is_empty() && word.article().is_some() && none_of(word, &["part", "time"]),
            Computation::Colour => (1..=2).contains(&word.colours.len()),
            Computation::Taste => !word.tastes.is_empty() && none_of(word, &["place"]),
            Computation::Place => !word.places.is_empty() && none_of(word, &["part"]),
            _ => !word.parts.is_empty() && word.article().is_some() && none_of(word, &["time", "shape"]),
        };
        of(&self.vocabulary.words().iter().filter(fits).collect::<Vec<_>>(), draws).copied()
    }

    /// Two things that the measure puts into an order without doubt, neither a kind or part of the other.
    fn pair(&self, measure: Measure, draws: &mut Draws) -> Option<(String, String)> {
        let measured: Vec<&Word> =
            self.countable.iter().copied().filter(|word| word.figure(measure).is_some()).collect();
        let first = *of(&measured, draws)?;
        let figure = first.figure(measure)?;
        let apart = |second: &&&Word| {
            let ratio = second.figure(measure).map_or(0.0, |other| figure / other);
            (1.0 / FACTOR_MOST..=FACTOR_MOST).contains(&ratio)
                && first_has_more(self.vocabulary, measure, &first.word, &second.word).is_some()
                && !self.is_within(first, second)
                && !self.is_within(second, first)
        };
        let second = of(&measured.iter().filter(apart).collect::<Vec<_>>(), draws)?.word.clone();
        Some((first.word.clone(), second))
    }

    fn is_within(&self, one: &Word, other: &Word) -> bool {
        self.vocabulary.is_a(&one.word, &other.word)
            || other.parts.contains(&one.word)
            || one.places.contains(&other.word)
    }

    fn is_a(&self, draws: &mut Draws) -> Option<Slots> {
        let sorted: Vec<&&Word> =
            self.countable.iter().filter(|word| sort_of(self.vocabulary, &word.word).is_some()).collect();
        let thing = of(&sorted, draws)?;
        let own = sort_of(self.vocabulary, &thing.word)?;
        let others: Vec<&str> = APART.into_iter().filter(|kind| *kind != own && self.is_countable(kind)).collect();
        let kind =
            if draws.coin() { *of(&thing.kinds, draws).map(String::as_str).as_ref()? } else { *of(&others, draws)? };
        self.is_countable(kind).then(|| slots([("thing", thing.word.clone()), ("kind", kind.to_owned())]))
    }

    fn is_countable(&self, noun: &str) -> bool {
        self.vocabulary.noun(noun).is_some_and(|noun| noun.article().is_some())
    }

    fn odd_one_out(&self, draws: &mut Draws) -> Option<Slots> {
        let mut sorts = APART.to_vec();
        draws.shuffle(&mut sorts);
        let members = |kind: &str| {
            let all = self.countable.iter().filter(|word| sort_of(self.vocabulary, &word.word) == Some(kind));
            all.map(|word| word.word.clone()).collect::<Vec<_>>()
        };
        let (mut alike, other) = (members(sorts[0]), members(sorts[1]));
        if alike.len() < 3 {
            return None;
        }
        draws.shuffle(&mut alike);
        let mut four: Vec<String> = alike.into_iter().take(3).chain([of(&other, draws)?.clone()]).collect();
        draws.shuffle(&mut four);
        Some(["a", "b", "c", "d"].into_iter().map(str::to_owned).zip(four).collect())
    }
}

/// One of a list; none of an empty one.
pub(crate) fn of<'l, T>(list: &'l [T], draws: &mut Draws) -> Option<&'l T> {
    if list.is_empty() { None } else { Some(&list[draws.index(list.len())]) }
}

/// A number between two others, both included.
fn small(draws: &mut Draws, least: u32, most: u32) -> u32 {
    let drawn = draws.below(u64::from(most.saturating_sub(least)) + 1);
    least + u32::try_from(drawn).unwrap_or(0)
}

fn slots<const N: usize>(slots: [(&str, String); N]) -> Slots {
    slots.into_iter().map(|(name, word)| (name.to_owned(), word)).collect()
}
