//! The deciders: the people who decide a matter before, during and after a contest.

use std::str::FromStr;

use language::{Message, Say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The longest name of a rule that gives the power to decide, in characters.
pub const RULE_MAX: usize = 60;

/// Returns whether this can name a rule that gives the power to decide, such as `rule 59`: one line of 1 to
/// [`RULE_MAX`] characters, without space around it.
#[must_use]
pub fn is_rule_name(text: &str) -> bool {
    !text.is_empty() && text.trim() == text && text.chars().count() <= RULE_MAX && !text.chars().any(char::is_control)
}

/// A person or group that decides a matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Authority {
    /// The organisers.
    Organisers,
    /// More than half of the judges.
    Judges,
    /// A panel of judges.
    Panel,
    /// The committee.
    Committee,
}

impl Authority {
    /// Every authority.
    pub const ALL: [Self; 4] = [Self::Organisers, Self::Judges, Self::Panel, Self::Committee];

    /// The word in files, forms and commands.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Organisers => "organisers",
            Self::Judges => "judges",
            Self::Panel => "panel",
            Self::Committee => "committee",
        }
    }
}

/// In words that follow "decided by".
impl Say for Authority {
    fn message(&self) -> Message {
        match self {
            Self::Organisers => say!("organiser-authority-organisers"),
            Self::Judges => say!("organiser-authority-judges"),
            Self::Panel => say!("organiser-authority-panel"),
            Self::Committee => say!("organiser-authority-committee"),
        }
    }
}

display_in_english!(Authority);

/// A word that names no authority.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` decides nothing: write organisers, judges, panel or committee")]
pub struct NoAuthority(String);

impl FromStr for Authority {
    type Err = NoAuthority;

    fn from_str(text: &str) -> Result<Self, NoAuthority> {
        let named = Self::ALL.into_iter().find(|authority| authority.id() == text);
        named.ok_or_else(|| NoAuthority(text.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_who_decides_is_written_alike_everywhere() {
        for authority in Authority::ALL {
            assert_eq!(authority.id().parse(), Ok(authority));
            assert_eq!(serde_json::to_value(authority).unwrap(), authority.id());
        }
        assert!("referee".parse::<Authority>().is_err());
        let in_words = Authority::ALL.map(|authority| format!("decided by {authority}"));
        assert!(in_words.contains(&"decided by a majority of the judges".to_owned()), "{in_words:?}");
    }

    #[test]
    fn a_rule_is_named_on_one_line_of_sixty_characters_at_most() {
        let longest = "r".repeat(RULE_MAX);
        assert!(is_rule_name("rule 59") && is_rule_name(&longest));
        for text in ["", " ", "rule 59 ", "rule\n59", &(longest + "r")] {
            assert!(!is_rule_name(text), "{text:?}");
        }
    }
}
