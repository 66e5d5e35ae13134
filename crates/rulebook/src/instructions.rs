//! What each role is told, with the figures of the rules in force filled in.
//!
//! A contest may change the length of a talk or of a message. Instructions that spell such a figure out would then be untrue,
//! so they name it: `{talk}` becomes "five minutes".

use std::time::Duration;

use crate::{
    Rulebook,
    schema::{Delivery, InterviewRules, Medium, Turns},
};

/// A figure that instructions may name, in braces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Figure {
    /// `{talk}`: how long a talk lasts.
    Talk,
    /// `{turn}`: how long a turn lasts.
    Turn,
    /// `{delay}`: the least time before a reply is shown.
    Delay,
    /// `{characters}`: the most characters of a message or a line.
    Characters,
}

impl Figure {
    pub(crate) const ALL: [Self; 4] = [Self::Talk, Self::Turn, Self::Delay, Self::Characters];

    /// The name that stands in braces.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Talk => "talk",
            Self::Turn => "turn",
            Self::Delay => "delay",
            Self::Characters => "characters",
        }
    }

    /// The key of a rulebook that the figure stands under.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Talk => "interview.talk",
            Self::Turn => "interview.turns",
            Self::Delay => "interview.delivery",
            Self::Characters => "interview.medium",
        }
    }

    /// The figure in words; none where these rules have no such figure.
    pub(crate) fn told(self, rules: &InterviewRules) -> Option<String> {
        match (self, rules.turns, rules.delivery, rules.medium) {
            (Self::Talk, ..) => Some(in_words(rules.talk)),
            (Self::Turn, Turns::Alternate { within }, ..) => Some(in_words(within)),
            (Self::Delay, _, Delivery::AtLeast { delay }, _) => Some(in_words(delay)),
            (Self::Characters, _, _, Medium::Lines { characters, .. } | Medium::Messages { characters, .. }) => {
                Some(characters.to_string())
            }
            _ => None,
        }
    }
}

/// The names that stand in braces in a text, in order: small letters only.
pub(crate) fn named(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| {
        let (name, _) = rest.split_once('}')?;
        (!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase())).then_some(name)
    })
}

impl Rulebook {
    /// What judges are told before the contest, under the rules in force.
    #[must_use]
    pub fn told_to_judges(&self) -> String {
        filled_in(&self.instructions.judge, &self.interview)
    }

    /// What confederates are told before the contest, under the rules in force.
    #[must_use]
    pub fn told_to_confederates(&self) -> String {
        filled_in(&self.instructions.confederate, &self.interview)
    }
}

fn filled_in(text: &str, rules: &InterviewRules) -> String {
    Figure::ALL.iter().fold(text.to_owned(), |text, figure| match figure.told(rules) {
        Some(told) => text.replace(&format!("{{{}}}", figure.name()), &told),
        None => text,
    })
}

/// A duration as people say it: `five minutes`, `20 seconds`, `1 hour and 30 minutes`.
#[must_use]
pub fn in_words(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let parts = [(seconds / 3600, "hour"), (seconds / 60 % 60, "minute"), (seconds % 60, "second")];
    let parts: Vec<(u64, &str)> = parts.into_iter().filter(|(number, _)| *number > 0).collect();
    let counted = |number: String, one: bool, unit: &str| format!("{number} {unit}{}", if one { "" } else { "s" });
    match parts[..] {
        _ if duration.subsec_millis() > 0 => counted(duration.as_secs_f64().to_string(), false, "second"),
        [] => "no time".to_owned(),
        [(number, unit)] => {
            const WORDS: [&str; 11] =
                ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
            let word = usize::try_from(number).ok().and_then(|number| WORDS.get(number));
            counted(word.map_or_else(|| number.to_string(), |word| (*word).to_owned()), number == 1, unit)
        }
        _ => {
            let each: Vec<String> =
                parts.iter().map(|(number, unit)| counted(number.to_string(), *number == 1, unit)).collect();
            let (last, others) = each.split_last().expect("several parts");
            format!("{} and {last}", others.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped;

    #[test]
    fn durations_are_said_as_people_say_them() {
        for (seconds, said) in [
            (0, "no time"),
            (1, "one second"),
            (5, "five seconds"),
            (20, "20 seconds"),
            (60, "one minute"),
            (300, "five minutes"),
            (7200, "two hours"),
            (5400, "1 hour and 30 minutes"),
            (3661, "1 hour, 1 minute and 1 second"),
        ] {
            assert_eq!(in_words(Duration::from_secs(seconds)), said);
        }
        assert_eq!(in_words(Duration::from_millis(1500)), "1.5 seconds");
    }

    #[test]
    fn instructions_say_what_the_rules_in_force_say() {
        let mut rulebook = shipped::rulebook("two-party-2024").unwrap();
        assert!(rulebook.told_to_judges().contains("for five minutes, in messages of at most 300 characters"));
        rulebook.interview.talk = Duration::from_secs(60);
        rulebook.interview.medium = Medium::Messages { characters: 80, messages: 10 };
        assert!(rulebook.told_to_judges().contains("for one minute, in messages of at most 80 characters"));
        assert!(rulebook.told_to_confederates().contains("for one minute, in messages of at most 80 characters"));
    }

    #[test]
    fn no_shipped_text_spells_out_what_a_contest_may_change() {
        for id in shipped::ids() {
            let rulebook = shipped::rulebook(id).unwrap();
            for figure in Figure::ALL {
                let Some(told) = figure.told(&rulebook.interview) else { continue };
                for text in [&rulebook.instructions.judge, &rulebook.instructions.confederate] {
                    assert!(!text.contains(&told), "{id} spells out `{told}`: write {{{}}}", figure.name());
                }
            }
        }
    }
}
