//! The catalogue of checks: their order, and the checks that each depends on.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::Serialize;

/// One requirement on an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// The program starts, or is running, and listens.
    Connect,
    /// It waits for the judge, and answers the first words.
    Greet,
    /// It takes several lines together, and goes on.
    MultiLine,
    /// It meets the next judge as if it had met none before.
    JudgeChange,
    /// It ignores text that the judge deleted.
    Backspace,
    /// It survives every key of the alphabet.
    EveryKey,
    /// It survives a line of 4,000 characters.
    LongInput,
    /// It survives many lines at once, and stops talking.
    Flood,
    /// It survives a long pause and an empty line.
    Silence,
    /// After a crash it comes back, and does not answer earlier messages.
    Restart,
    /// It answers through an interview of two hours.
    TwoHours,
    /// It ends on request, and when its link is cut.
    CleanStop,
    /// It prints UTF-8, and survives text in all languages.
    Unicode,
    /// It survives a file shown by the judge: it receives the kinds that it takes, and a sentence about the others.
    Shown,
    /// It says plain, whole lines: no prompts, no echo, no control characters, no broken names.
    WellFormed,
}

/// The checks with their names and titles, in the order in which they run.
const CATALOGUE: [(Check, &str, &str); 15] = [
    (Check::Connect, "connect", "starts, and listens"),
    (Check::Greet, "greet", "waits for the judge, and answers"),
    (Check::MultiLine, "multi-line", "takes several lines together"),
    (Check::JudgeChange, "judge-change", "begins anew with every judge"),
    (Check::Backspace, "backspace", "leaves out what a judge deletes"),
    (Check::EveryKey, "every-key", "survives every key of the alphabet"),
    (Check::LongInput, "long-input", "survives a line of 4,000 characters"),
    (Check::Flood, "flood", "survives many lines at once, and comes to an end"),
    (Check::Silence, "silence", "survives a long pause and an empty line"),
    (Check::Restart, "restart", "comes back after a crash, and answers nothing from before"),
    (Check::TwoHours, "two-hours", "answers through two hours"),
    (Check::CleanStop, "clean-stop", "ends when told, and when cut off"),
    (Check::Unicode, "unicode", "prints UTF-8, and survives words of all languages"),
    (Check::Shown, "shown", "takes what a judge shows beside words"),
    (Check::WellFormed, "well-formed", "says plain, whole lines"),
];

impl Check {
    /// Every check, in the order in which they run.
    pub const ALL: [Self; 15] = {
        let mut all = [Self::Connect; 15];
        let mut place = 0;
        while place < all.len() {
            all[place] = CATALOGUE[place].0;
            place += 1;
        }
        all
    };

    /// The checks for an author who waits, or pays for each answer: it starts, answers several judges, and ends. A
    /// dozen lines.
    pub const QUICK: [Self; 6] =
        [Self::Connect, Self::Greet, Self::MultiLine, Self::JudgeChange, Self::CleanStop, Self::WellFormed];

    /// Its name on the command line: `judge-change`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The requirement as a phrase that follows "it".
    #[must_use]
    pub fn title(self) -> &'static str {
        self.row().2
    }

    /// The checks that must pass first for this one to be informative.
    #[must_use]
    pub fn needs(self) -> &'static [Self] {
        match self {
            Self::Connect => &[],
            Self::Greet => &[Self::Connect],
            Self::MultiLine | Self::JudgeChange | Self::CleanStop => &[Self::Connect, Self::Greet],
            Self::Backspace
            | Self::EveryKey
            | Self::LongInput
            | Self::Flood
            | Self::Silence
            | Self::Restart
            | Self::TwoHours
            | Self::Unicode
            | Self::Shown
            | Self::WellFormed => &[Self::Connect, Self::Greet, Self::MultiLine],
        }
    }

    fn row(self) -> &'static (Self, &'static str, &'static str) {
        let row = CATALOGUE.iter().find(|(check, ..)| *check == self);
        row.expect("every check is in the catalogue")
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An unknown name of a check.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no check is called `{0}`; there are {list}", list = Check::ALL.map(Check::name).join(", "))]
pub struct UnknownCheck(String);

impl FromStr for Check {
    type Err = UnknownCheck;

    fn from_str(text: &str) -> Result<Self, UnknownCheck> {
        Self::ALL.into_iter().find(|check| check.name() == text).ok_or_else(|| UnknownCheck(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_ones_have_what_they_need_and_say_little() {
        for check in Check::QUICK {
            assert!(check.needs().iter().all(|needed| Check::QUICK.contains(needed)), "{check}");
        }
    }

    #[test]
    fn what_a_check_needs_comes_before_it() {
        for (place, check) in Check::ALL.into_iter().enumerate() {
            assert_eq!(check.name().parse(), Ok(check));
            assert!(check.needs().iter().all(|needed| Check::ALL[..place].contains(needed)), "{check}");
        }
        assert!("juge-change".parse::<Check>().unwrap_err().to_string().contains("judge-change"));
    }
}
