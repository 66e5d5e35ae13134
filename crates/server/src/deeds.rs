//! The list of organisers' deeds beside the record, which knows one organiser only.
//!
//! A deed is kept as data, so that a page can show it in the reader's language. An earlier version kept English text,
//! which is shown unchanged.

use std::collections::BTreeSet;

use contest::{FormId, announcement::Addressee, release::ReleasablePart};
use language::{Message, Say};
use rulebook::{EntryId, InterviewId, Participant, RoundNumber};
use serde::{Deserialize, Serialize};

use crate::invited::Invited;

/// A deed of an organiser. As JSON an object whose `did` names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "did", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum OrganiserDeed {
    Drew {},
    OpenedRound {},
    EndedTalk { round: RoundNumber },
    ClosedRound { round: RoundNumber },
    ClosedTrial { trial: u16 },
    ClosedVote { vote: u16 },
    Paused {},
    Resumed {},
    Extended { seconds: u32 },
    Announced { to: Addressee },
    PutMatter {},
    EndedInterview { interview: InterviewId },
    Replanned {},
    Replaced { who: Participant },
    Disqualified { entry: EntryId },
    Reinstated { entry: EntryId },
    AllowedLate { who: Participant, form: FormId },
    Released { parts: BTreeSet<ReleasablePart> },
    TookOut { parts: usize },
    Erased { who: Participant },
    Renamed { who: Participant },
    RecordedConsent { who: Participant },
    Revealed { step: u16 },
    SteppedIn {},
    RestartedEntry { entry: EntryId },
    ReplacedCard { whose: String, name: String },
    EndedSession { whose: String, name: String },
    AddedOrganiser { name: String },
    RemovedOrganiser { name: String },
    MadeToken { name: String },
    EndedToken { name: String },
    SetPassword {},
    SetPasswordOf { name: String },
    AddedPasskey { name: String },
    RemovedPasskey { name: String },
    LoggedIn {},
    LoggedInByPasskey { name: String },
}

impl OrganiserDeed {
    /// The deed for the store.
    pub(crate) fn kept(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| self.message().to_string())
    }
}

/// The stored deed, as words that follow the name of its author.
pub(crate) fn told(kept: &str) -> Message {
    serde_json::from_str::<OrganiserDeed>(kept).map_or_else(|_| Message::verbatim(kept), |deed| deed.message())
}

impl Say for OrganiserDeed {
    fn message(&self) -> Message {
        match self {
            Self::Drew {} => say!("access-did-draw"),
            Self::OpenedRound {} => say!("access-did-open-round"),
            Self::EndedTalk { round } => say!("access-did-end-talk", round = round.to_string()),
            Self::ClosedRound { round } => say!("access-did-close-round", round = round.to_string()),
            Self::ClosedTrial { trial } => say!("access-did-close-trial", trial = trial),
            Self::ClosedVote { vote } => say!("access-did-close-vote", vote = vote),
            Self::Paused {} => say!("access-did-pause"),
            Self::Resumed {} => say!("access-did-resume"),
            Self::Extended { seconds } => {
                say!("access-did-extend", length = format!("{}:{:02}", seconds / 60, seconds % 60))
            }
            Self::PutMatter {} => say!("access-did-put-matter"),
            Self::Announced { to } => say!("access-did-announce", to = to.to_string()),
            Self::EndedInterview { interview } => say!("access-did-abort", interview = interview.to_string()),
            Self::Replanned {} => say!("access-did-replan"),
            Self::Replaced { who } => say!("access-did-replace", who = who.to_string()),
            Self::Disqualified { entry } => say!("access-did-disqualify", entry = entry.to_string()),
            Self::Reinstated { entry } => say!("access-did-reinstate", entry = entry.to_string()),
            Self::AllowedLate { who, form } => {
                say!("access-did-allow-late", who = who.to_string(), form = form.message())
            }
            Self::Released { parts } => {
                let parts = parts.iter().map(Say::message);
                let parts = parts.reduce(|first, then| say!("list-part", first = first, then = then));
                say!("access-did-release", parts = parts.unwrap_or_else(|| Message::verbatim("")))
            }
            Self::TookOut { parts } => say!("access-did-take-out", count = parts),
            Self::Erased { who } => say!("access-did-erase", who = who.to_string()),
            Self::Renamed { who } => say!("access-did-rename", who = who.to_string()),
            Self::RecordedConsent { who } => say!("access-did-record-consent", who = who.to_string()),
            Self::Revealed { step } => say!("access-did-reveal", step = step),
            Self::SteppedIn {} => say!("access-did-step-in"),
            Self::RestartedEntry { entry } => say!("access-did-restart", entry = entry.to_string()),
            Self::ReplacedCard { whose, name } => {
                say!("access-did-replace-card", who = called(whose), name = name)
            }
            Self::EndedSession { whose, name } => {
                say!("access-did-end-session", who = called(whose), name = name)
            }
            Self::AddedOrganiser { name } => say!("access-did-add-organiser", name = name),
            Self::RemovedOrganiser { name } => say!("access-did-remove-organiser", name = name),
            Self::MadeToken { name } => say!("access-did-make-token", name = name),
            Self::EndedToken { name } => say!("access-did-end-token", name = name),
            Self::SetPassword {} => say!("access-did-set-password"),
            Self::SetPasswordOf { name } => say!("access-did-set-password-of", name = name),
            Self::AddedPasskey { name } => say!("access-did-add-passkey", name = name),
            Self::RemovedPasskey { name } => say!("access-did-remove-passkey", name = name),
            Self::LoggedIn {} => say!("access-did-log-in"),
            Self::LoggedInByPasskey { name } => say!("access-did-log-in-by-passkey", name = name),
        }
    }
}

/// The invited person, as pages name them.
fn called(whose: &str) -> Message {
    whose.parse::<Invited>().map_or_else(|_| Message::verbatim(whose), |whose| whose.message())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deed_is_told_as_it_was_done_and_words_of_an_earlier_version_as_they_stand() {
        let deeds = [
            (OrganiserDeed::Paused {}, "paused"),
            (OrganiserDeed::Extended { seconds: 90 }, "extended the deadline by 1:30 minutes"),
            (
                OrganiserDeed::Released { parts: ReleasablePart::ALL.into() },
                "released the result, the transcripts, the record",
            ),
            (OrganiserDeed::TookOut { parts: 1 }, "redacted 1 private part"),
            (OrganiserDeed::Announced { to: Addressee::Judges }, "sent judges a message"),
            (
                OrganiserDeed::EndedSession { whose: "organiser 2".to_owned(), name: "Ann".to_owned() },
                "ended a session of organiser 2, Ann",
            ),
        ];
        for (deed, words) in deeds {
            assert_eq!(told(&deed.kept()).to_string(), words);
        }
        for words in ["let the clock go on", "{}", ""] {
            assert_eq!(told(words).to_string(), words);
        }
    }
}
