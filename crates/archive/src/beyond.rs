//! Texts that must not be published, because their writers consented to their part in the result alone.

use std::collections::BTreeSet;

use language::{Message, Say};
use rulebook::Participant;

use crate::review::FreeText;
use contest::{
    consent::{self, Scope},
    contest::Contest,
    deletions::PartPlace,
};

/// Texts in a record whose writer consented to `Scope::Result` alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beyond {
    /// The writer.
    pub who: Participant,
    /// The number of texts.
    pub texts: usize,
    /// The parts of the record that hold them.
    pub parts: BTreeSet<PartPlace>,
}

impl Say for Beyond {
    fn message(&self) -> Message {
        let agreed = consent::sentence(self.who, Scope::Result, None);
        say!("review-beyond", agreed = agreed, texts = self.texts)
    }
}

display_in_english!(Beyond);

/// The texts that must not be published for want of consent, by writer.
#[must_use]
pub fn beyond(texts: &[FreeText], contest: &Contest) -> Vec<Beyond> {
    let silent = contest.consents.iter().filter(|(_, consent)| consent.scope == Scope::Result);
    let theirs = silent.map(|(&who, _)| {
        let of_them = texts.iter().filter(|text| text.writer(contest) == Some(who) && !text.parts().is_empty());
        let (mut texts, mut parts) = (0, BTreeSet::new());
        for text in of_them {
            texts += 1;
            parts.extend(text.parts());
        }
        Beyond { who, texts, parts }
    });
    theirs.filter(|beyond| beyond.texts > 0).collect()
}
