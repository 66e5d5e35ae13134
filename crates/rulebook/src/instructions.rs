//! The instructions of each role, with the figures of the rules in force filled in.
//!
//! A contest may change the length of a talk or of a message. Instructions with a fixed figure would then be untrue, so
//! they name the figure instead: `{talk}` becomes "five minutes".

use std::time::Duration;

use language::{Language, Message};

use crate::{
    Rulebook,
    schema::{Delivery, InterviewRules, Medium, Turns},
};

/// A figure that instructions may name, in braces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Figure {
    /// `{talk}`: the length of a talk.
    Talk,
    /// `{turn}`: the length of a turn.
    Turn,
    /// `{delay}`: the least time before a reply is shown.
    Delay,
    /// `{characters}`: the most characters of a message or a line.
    Characters,
}

impl Figure {
    pub(crate) const ALL: [Self; 4] = [Self::Talk, Self::Turn, Self::Delay, Self::Characters];

    /// The name in braces.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Talk => "talk",
            Self::Turn => "turn",
            Self::Delay => "delay",
            Self::Characters => "characters",
        }
    }

    /// The key of a rulebook that holds the figure.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Talk => "interview.talk",
            Self::Turn => "interview.turns",
            Self::Delay => "interview.delivery",
            Self::Characters => "interview.medium",
        }
    }

    /// The figure in words of this language; `None` if these rules have no such figure.
    pub(crate) fn told(self, rules: &InterviewRules, language: &Language) -> Option<String> {
        match (self, rules.turns, rules.delivery, rules.medium) {
            (Self::Talk, ..) => Some(language.say(&in_words(rules.talk))),
            (Self::Turn, Turns::Alternate { within }, ..) => Some(language.say(&in_words(within))),
            (Self::Delay, _, Delivery::AtLeast { delay }, _) => Some(language.say(&in_words(delay))),
            (Self::Characters, _, _, Medium::Lines { characters, .. } | Medium::Messages { characters, .. }) => {
                Some(characters.to_string())
            }
            _ => None,
        }
    }
}

/// The names in braces in a text, in order: small letters only.
pub(crate) fn named(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| {
        let (name, _) = rest.split_once('}')?;
        (!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase())).then_some(name)
    })
}

impl Rulebook {
    /// The instructions for judges before the contest, under the rules in force: the rulebook's text, with figures in
    /// words of this language.
    #[must_use]
    pub fn told_to_judges(&self, language: &Language) -> String {
        filled_in(&self.instructions.judge, &self.interview, language)
    }

    /// The instructions for confederates before the contest, in the same way.
    #[must_use]
    pub fn told_to_confederates(&self, language: &Language) -> String {
        filled_in(&self.instructions.confederate, &self.interview, language)
    }
}

fn filled_in(text: &str, rules: &InterviewRules, language: &Language) -> String {
    Figure::ALL.iter().fold(text.to_owned(), |text, figure| match figure.told(rules, language) {
        Some(told) => text.replace(&format!("{{{}}}", figure.name()), &told),
        None => text,
    })
}

/// A duration in words: `five minutes`, `20 seconds`, `1 hour and 30 minutes`.
#[must_use]
pub fn in_words(duration: Duration) -> Message {
    let seconds = duration.as_secs();
    if duration.subsec_millis() > 0 {
        let milliseconds = format!("{:03}", duration.subsec_millis());
        return say!("rules-seconds-and-part", whole = seconds, part = milliseconds.trim_end_matches('0'));
    }
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let is_single = [hours, minutes, seconds].iter().filter(|number| **number > 0).count() == 1;
    let counted = |number: u64| match is_single {
        true => say!("rules-number", number = number),
        false => Message::verbatim(number.to_string()),
    };
    let parts = [
        (hours, say!("rules-hours", number = hours, counted = counted(hours))),
        (minutes, say!("rules-minutes", number = minutes, counted = counted(minutes))),
        (seconds, say!("rules-seconds", number = seconds, counted = counted(seconds))),
    ];
    let parts: Vec<Message> = parts.into_iter().filter(|(number, _)| *number > 0).map(|(_, part)| part).collect();
    if parts.is_empty() { say!("rules-no-time") } else { Message::list(parts) }
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
            assert_eq!(in_words(Duration::from_secs(seconds)).to_string(), said);
        }
        assert_eq!(in_words(Duration::from_millis(1500)).to_string(), "1.5 seconds");
        assert_eq!(in_words(Duration::from_millis(50)).to_string(), "0.05 seconds");
        let german = language::Languages::shipped().get("de").unwrap().clone();
        let said = [300, 60, 5400].map(|seconds| german.say(&in_words(Duration::from_secs(seconds))));
        assert_eq!(said, ["fünf Minuten", "eine Minute", "1 Stunde und 30 Minuten"]);
        assert_eq!(german.say(&in_words(Duration::from_millis(1500))), "1,5 Sekunden");
    }

    #[test]
    fn instructions_say_what_the_rules_in_force_say() {
        let english = Language::english();
        let mut rulebook = shipped::rulebook("two-party-2024").unwrap();
        assert!(rulebook.told_to_judges(english).contains("for five minutes, in messages of at most 300 characters"));
        rulebook.interview.talk = Duration::from_secs(60);
        rulebook.interview.medium = Medium::Messages { characters: 80, messages: 10 };
        assert!(rulebook.told_to_judges(english).contains("for one minute, in messages of at most 80 characters"));
        assert!(
            rulebook.told_to_confederates(english).contains("for one minute, in messages of at most 80 characters")
        );
    }

    #[test]
    fn no_shipped_text_spells_out_what_a_contest_may_change() {
        for id in shipped::ids() {
            let rulebook = shipped::rulebook(id).unwrap();
            for language in language::Languages::shipped().iter() {
                let rulebook = rulebook.in_language(language.tag());
                for figure in Figure::ALL {
                    let Some(told) = figure.told(&rulebook.interview, language) else { continue };
                    for text in [&rulebook.instructions.judge, &rulebook.instructions.confederate] {
                        assert!(!text.contains(&told), "{id} spells out `{told}`: write {{{}}}", figure.name());
                    }
                }
            }
        }
    }
}
