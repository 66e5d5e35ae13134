//! Deletions: private parts taken out of a record by a ruling.
//!
//! A ruling says who decided, under which rule, and why. It names the places that it emptied, not their content; the
//! person who writes the reason is asked to leave the content out of it. A deletion has two forms: the event `deleted`,
//! recorded by the server that keeps the contest, and a [`Deletion`] in a signed list beside the record,
//! for a bundle alone, whose tree is fixed (`docs/decisions/0028`).

use std::{collections::BTreeSet, fmt};

use language::{Message, Say};
use rulebook::{Authority, Participant, RULE_MAX, is_rule_name};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of the list of deletions among a bundle's attachments.
pub const DELETIONS: &str = "deletions.json";

/// The largest such list that is read, in bytes.
pub const DELETIONS_MAX: u64 = 8 << 20;

/// The longest reason, in characters.
const REASON_MAX: usize = 500;

/// The most places that a sentence names.
const MOST_PLACES: usize = 5;

/// Private parts of a record that one ruling took out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deletion {
    /// The authority that decided.
    by: Authority,
    /// The rule that allows it, as its document names it: `rule 17`.
    rule: String,
    /// The reason, without the deleted content.
    reason: String,
    /// The deleted parts, in the order of the record.
    parts: BTreeSet<PartPlace>,
}

/// The most private parts that one ruling takes out; it keeps the event within the size that a reader accepts.
pub const PARTS_MAX: usize = 100_000;

/// A deletion that an organiser asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deleting {
    /// The parts.
    pub parts: BTreeSet<PartPlace>,
    /// The writer, if the texts are all by one participant, or the person who gets a pseudonym.
    pub whose: Option<Participant>,
    /// The pseudonym, if one is given; then the former names are among the parts.
    pub name: Option<String>,
    /// The authority that decided.
    pub by: Authority,
    /// The rule that allows it: 1 to 60 characters.
    pub rule: String,
    /// The reason, without the deleted content.
    pub reason: String,
}

/// Private parts that cannot be deleted, because no result could be confirmed without them.
pub(crate) const KEPT: [&str; 7] = ["answers", "ranking", "preference", "secret", "plan", "belief", "conversation"];

/// A sentence about a deletion; it ends with the rule.
pub(crate) struct Sentence<'d> {
    pub(crate) parts: usize,
    pub(crate) whose: Option<Participant>,
    pub(crate) renames: bool,
    pub(crate) by: Authority,
    pub(crate) rule: &'d str,
}

impl Say for Sentence<'_> {
    fn message(&self) -> Message {
        let decided = say!("review-decided", by = self.by.id(), rule = self.rule);
        let parts = self.parts;
        match (self.whose, self.renames) {
            (Some(who), true) => say!("review-renamed", who = who.to_string(), parts = parts, decided = decided),
            (Some(who), false) => say!("review-erased", who = who.to_string(), parts = parts, decided = decided),
            (None, _) => say!("review-taken-out", parts = parts, decided = decided),
        }
    }
}

display_in_english!(Sentence<'_>, Deletion);

/// The place of a private part in a record. Written `12/text`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartPlace {
    /// The event, counted from 1 in the whole record.
    pub event: u64,
    /// The name of the part.
    #[schemars(regex(pattern = r"^[a-z-]{1,32}$"))]
    pub part: String,
}

/// The error for an invalid deletion.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadDeletion {
    /// The name of the rule is not valid.
    #[error("name the rule on one line of 1 to {RULE_MAX} characters, such as `rule 17`")]
    Rule,
    /// The reason is missing, too long, or not one line.
    #[error("give a reason on one line of 1 to {REASON_MAX} characters")]
    Reason,
    /// It names no parts.
    #[error("a deletion takes something out: name at least one part, such as `12/text`")]
    Nothing,
}

impl Deletion {
    /// A deletion of these parts.
    ///
    /// # Errors
    /// [`BadDeletion`] when the rule or the reason is not valid, or there are no parts.
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

    /// The deleted parts, in the order of the record.
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

impl Say for Deletion {
    fn message(&self) -> Message {
        let Self { by, rule, reason, parts } = self;
        let places = parts.iter().take(MOST_PLACES).map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let places = match parts.len().saturating_sub(MOST_PLACES) {
            0 => places.into(),
            more => say!("record-places-and-more", places = places, more = more),
        };
        let decided = say!("review-decided", by = by.id(), rule = rule);
        say!("record-taken-out-before", places = places, decided = decided, reason = reason)
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

/// The error for a text that names no part of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a part is written as the number of its event and its name, such as `12/text`")]
pub struct NoPlace;

/// The deletions of a list; `None` unless every one is valid and the bytes are exactly those that this program writes.
#[must_use]
pub fn read(bytes: &[u8]) -> Option<Vec<Deletion>> {
    let list: Vec<Deletion> = serde_json::from_slice(bytes).ok()?;
    let is_ours = !list.is_empty() && crate::json::to_json(&list) == bytes;
    (is_ours && list.iter().all(|deletion| deletion.check().is_ok())).then_some(list)
}

/// Compares the parts missing from a record with the parts that rulings name.
#[derive(Debug, Default)]
pub struct DeletionCheck {
    /// The parts that rulings name.
    named: BTreeSet<PartPlace>,
    /// The parts missing from the record.
    missing: BTreeSet<PartPlace>,
}

impl DeletionCheck {
    /// A comparison with these rulings, before any part is found missing.
    #[must_use]
    pub fn against(rulings: &[Deletion]) -> Self {
        Self { named: rulings.iter().flat_map(Deletion::parts).cloned().collect(), missing: BTreeSet::new() }
    }

    /// Adds the parts of a ruling in the record.
    pub fn ruled<'p>(&mut self, parts: impl IntoIterator<Item = &'p PartPlace>) {
        self.named.extend(parts.into_iter().cloned());
    }

    /// Adds a missing part.
    pub fn missing(&mut self, event: u64, part: &str) {
        self.missing.insert(PartPlace { event, part: part.to_owned() });
    }

    /// The parts that rulings name but the record still holds, or never held.
    #[must_use]
    pub fn not_gone(&self) -> Vec<&PartPlace> {
        self.named.difference(&self.missing).collect()
    }

    /// The number of missing parts that no ruling names.
    #[must_use]
    pub fn unruled(&self) -> usize {
        self.missing.difference(&self.named).count()
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
        let mut held = DeletionCheck::against(&[ruled]);
        held.missing(3, "text");
        held.missing(4, "text");
        held.missing(6, "text");
        held.ruled(&places(&["6/text", "7/text"]));
        assert_eq!(held.not_gone(), places(&["5/text", "7/text"]).iter().collect::<Vec<_>>());
        assert_eq!(held.unruled(), 1);
    }
}
