//! What was taken out of a record before it was published, and by whose ruling.
//!
//! A deletion is a ruling of people: who decided it, under which rule, and why. It stands in the published record, signed with it,
//! and names the places that it emptied, not what stood there. Nothing that was taken out goes into a reason: whoever writes it
//! is told so.

use std::{collections::BTreeSet, fmt};

use rulebook::{Authority, RULE_MAX, is_rule_name};
use serde::{Deserialize, Serialize};

/// The name of the list of deletions among a bundle's attachments.
pub const DELETIONS: &str = "deletions.json";

/// The most bytes of that list that are read.
pub const DELETIONS_MAX: u64 = 8 << 20;

/// The longest reason, in characters.
const REASON_MAX: usize = 500;

/// How many places a sentence names.
const MOST_PLACES: usize = 5;

/// Private parts of a record that were taken out by one ruling.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deletion {
    /// Who decided.
    by: Authority,
    /// The rule that lets them, as its document names it: `rule 17`.
    rule: String,
    /// Why, without what was taken out.
    reason: String,
    /// What was taken out, in the order of the record.
    parts: BTreeSet<PartPlace>,
}

/// The place of a private part in a record. Written `12/text`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartPlace {
    /// The event, counted from 1.
    pub event: u64,
    /// The name of the part.
    pub part: String,
}

/// Why something is no ruling about a deletion.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadDeletion {
    /// It does not name its rule.
    #[error("name the rule on one line of 1 to {RULE_MAX} characters, such as `rule 17`")]
    Rule,
    /// The reason is missing, too long, or not one line.
    #[error("give a reason on one line of 1 to {REASON_MAX} characters")]
    Reason,
    /// It takes nothing out.
    #[error("a deletion takes something out: name at least one part, such as `12/text`")]
    Nothing,
}

impl Deletion {
    /// The ruling that these parts are taken out.
    ///
    /// # Errors
    /// [`BadDeletion`] when it names no rule, for no reason, or nothing is taken out.
    pub fn new(
        by: Authority,
        rule: &str,
        reason: &str,
        parts: impl IntoIterator<Item = PartPlace>,
    ) -> Result<Self, BadDeletion> {
        let deletion = Self {
            by,
            rule: rule.trim().to_owned(),
            reason: reason.trim().to_owned(),
            parts: parts.into_iter().collect(),
        };
        deletion.check().map(|()| deletion)
    }

    /// What it took out, in the order of the record.
    pub fn parts(&self) -> impl Iterator<Item = &PartPlace> {
        self.parts.iter()
    }

    fn check(&self) -> Result<(), BadDeletion> {
        if !is_rule_name(&self.rule) {
            return Err(BadDeletion::Rule);
        }
        let reason = &self.reason;
        let is_line = !reason.chars().any(char::is_control) && reason.trim() == reason;
        if reason.is_empty() || !is_line || reason.chars().count() > REASON_MAX {
            return Err(BadDeletion::Reason);
        }
        if self.parts.is_empty() { Err(BadDeletion::Nothing) } else { Ok(()) }
    }
}

/// In a sentence for people.
impl fmt::Display for Deletion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { by, rule, reason, parts } = self;
        let places = parts.iter().take(MOST_PLACES).map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let more = match parts.len().saturating_sub(MOST_PLACES) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        write!(f, "{places}{more} taken out before publication, as {by} decided under {rule}: {reason}")
    }
}

impl fmt::Display for PartPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.event, self.part)
    }
}

impl std::str::FromStr for PartPlace {
    type Err = NoPlace;

    fn from_str(text: &str) -> Result<Self, NoPlace> {
        let read = text.split_once('/').and_then(|(event, part)| Some((event.parse().ok()?, part)));
        let read = read.filter(|(event, part)| *event > 0 && !part.is_empty());
        read.map(|(event, part)| Self { event, part: part.to_owned() }).ok_or(NoPlace)
    }
}

/// A text that names no part of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a part is written as the number of its event and its name, such as `12/text`")]
pub struct NoPlace;

/// The deletions that a list holds, each once and whole; `None` when it is none that this program writes.
#[must_use]
pub fn read(bytes: &[u8]) -> Option<Vec<Deletion>> {
    let list: Vec<Deletion> = serde_json::from_slice(bytes).ok()?;
    let is_ours = !list.is_empty() && crate::json::to_json(&list) == bytes;
    (is_ours && list.iter().all(|deletion| deletion.check().is_ok())).then_some(list)
}

/// Holds what is missing in a record against what rulings say was taken out of it.
#[derive(Debug, Default)]
pub struct Held {
    /// What rulings name and was not found missing yet.
    named: BTreeSet<PartPlace>,
    /// How many parts are missing that no ruling names.
    unruled: u64,
}

impl Held {
    /// Nothing is found yet.
    #[must_use]
    pub fn against(rulings: &[Deletion]) -> Self {
        Self { named: rulings.iter().flat_map(Deletion::parts).cloned().collect(), unruled: 0 }
    }

    /// A part is missing.
    pub fn missing(&mut self, event: u64, part: &str) {
        let place = PartPlace { event, part: part.to_owned() };
        if !self.named.remove(&place) {
            self.unruled += 1;
        }
    }

    /// What rulings name and is there, or never was.
    #[must_use]
    pub fn not_gone(&self) -> Vec<&PartPlace> {
        self.named.iter().collect()
    }

    /// How many parts are missing that no ruling names.
    #[must_use]
    pub fn unruled(&self) -> u64 {
        self.unruled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(texts: &[&str]) -> Vec<PartPlace> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn a_deletion_says_who_decided_under_which_rule_and_why() {
        let by = Authority::Organisers;
        let deletion = Deletion::new(by, "rule 17", " insults ", places(&["12/text", "3/text"])).unwrap();
        let told = "3/text, 12/text taken out before publication, as the organisers decided under rule 17: insults";
        assert_eq!(deletion.to_string(), told);
        let bytes = crate::json::to_json(&vec![deletion.clone()]);
        assert_eq!(read(&bytes), Some(vec![deletion]));
        let ruled = |rule, reason: &str| Deletion::new(by, rule, reason, places(&["1/text"]));
        assert_eq!(ruled(" ", "why"), Err(BadDeletion::Rule));
        assert_eq!(ruled("rule 17", ""), Err(BadDeletion::Reason));
        assert_eq!(ruled("rule 17", "one\ntwo"), Err(BadDeletion::Reason));
        let longest = "w".repeat(REASON_MAX);
        ruled("rule 17", &longest).unwrap();
        assert_eq!(ruled("rule 17", &(longest + "w")), Err(BadDeletion::Reason));
        assert_eq!(Deletion::new(by, "rule 17", "why", []), Err(BadDeletion::Nothing));
        for text in ["12", "text", "0/text", "12/", "x/text"] {
            assert_eq!(text.parse::<PartPlace>(), Err(NoPlace), "{text}");
        }
    }

    #[test]
    fn a_list_that_this_program_does_not_write_is_none() {
        for list in ["[]\n", "{}", "", "[{\"by\":\"panel\",\"rule\":\"r\",\"reason\":\"w\",\"parts\":[]}]\n"] {
            assert_eq!(read(list.as_bytes()), None, "{list}");
        }
    }

    #[test]
    fn what_is_missing_is_held_against_what_was_ruled() {
        let ruled = Deletion::new(Authority::Panel, "rule 17", "insults", places(&["3/text", "5/text"])).unwrap();
        let mut held = Held::against(&[ruled]);
        held.missing(3, "text");
        held.missing(4, "text");
        assert_eq!(held.not_gone(), places(&["5/text"]).iter().collect::<Vec<_>>());
        assert_eq!(held.unruled(), 1);
    }
}
