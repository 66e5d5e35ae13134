//! The sources of a contest in which judges read transcripts: records with conversations that may be shown again.
//!
//! A source is a verified record of a closed contest with released transcripts, or of an imported past. Only its words
//! are taken, and whether a person or a program wrote them: names and words without consent to publication are left
//! behind. Nothing here opens a file.

use std::{
    collections::BTreeSet,
    io::{self, Read, Seek},
    num::NonZeroUsize,
};

use record::{
    Trust,
    transcript::{OffsetClock, Role, keylog::ScreenSide, phrases::DELETED},
};
use rulebook::{ConversationId, Participant, Side, Witness};

use crate::{
    imported::{self, Imported},
    publication,
};
use contest::{
    Event,
    consent::Scope,
    contest::{Contest, LINE_MAX},
    event::ShownLine,
    ledger,
    release::ReleasablePart,
    shown::SourceConversation,
    turns,
};

/// The conversations of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Its name.
    pub name: String,
    /// Its conversations, in the order of its record.
    pub conversations: Vec<SourceConversation>,
}

/// The reason why a file is no source.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotASource {
    /// It is not a sound bundle.
    #[error("it is not a record that verifies: {0} (see `viva record verify`)")]
    Broken(String),
    /// The contest is not over.
    #[error("its contest is not closed (wait for its end, and export the record again)")]
    NotClosed,
    /// Its transcripts were not released.
    #[error(
        "its transcripts were not released, so nobody may show them (release them on its organiser's page, and export again)"
    )]
    NotReleased,
    /// Its own judges read transcripts.
    #[error("its own judges read transcripts (name the sources of that contest instead)")]
    ReadsItself,
}

/// The reason why conversations of a source cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotShown {
    /// No conversation has this name.
    #[error("it has no conversation `{name}` that may be shown (its conversations are {known})")]
    Nowhere {
        /// The requested name.
        name: String,
        /// The first of its conversations' names.
        known: String,
    },
    /// The witness said nothing.
    #[error("in its conversation `{0}` the witness said nothing (take it out of `conversations`)")]
    Silent(String),
    /// A line is too long.
    #[error("its conversation `{0}` has a line of more than {LINE_MAX} characters (name others in `conversations`)")]
    LongLine(String),
    /// No conversation is left to show.
    #[error("it has no conversation that may be shown (take the source out)")]
    Nothing,
}

impl Source {
    /// Reads the conversations that this bundle can show.
    ///
    /// # Errors
    /// When it cannot be read; the inner error is the reason why it is no source.
    pub fn read(cores: NonZeroUsize, file: impl Read + Seek) -> io::Result<Result<Self, NotASource>> {
        let (found, examined, _) = publication::examine(cores, file, &Trust::default())?;
        if let Some(fault) = found.report.faults.iter().map(ToString::to_string).chain(found.faults).next() {
            return Ok(Err(NotASource::Broken(fault)));
        }
        if let Some((imported, _)) = imported::read(&examined)? {
            return Ok(Ok(of_imported(&imported)));
        }
        let Some(audit) = found.audit else {
            return Ok(Err(NotASource::Broken(found.missing.first().map(ToString::to_string).unwrap_or_default())));
        };
        let Some(contest) = audit.room.contest().filter(|contest| contest.is_closed()) else {
            return Ok(Err(NotASource::NotClosed));
        };
        if contest.is_read() {
            return Ok(Err(NotASource::ReadsItself));
        }
        if !contest.is_released(ReleasablePart::Transcripts) {
            return Ok(Err(NotASource::NotReleased));
        }
        let mut cut = BTreeSet::new();
        for event in examined.log().into_iter().flatten() {
            let event = event?;
            if let Ok(fact) = ledger::fact(event.envelope, event.private)
                && let Event::Conversation(id, _) = &fact.event
                && !fact.event.redacted().is_empty()
            {
                cut.insert(*id);
            }
        }
        let may_be_shown = |id: &ConversationId| !cut.contains(id) && agreed(contest, *id);
        let counts = |id: &ConversationId| {
            let aborted = contest.interviews.get(&id.interview).is_none_or(|interview| interview.aborted);
            !aborted && !contest.void.contains(&id.interview.round)
        };
        let all = contest.assignment().into_iter().flat_map(|assignment| &assignment.0);
        let all = all.flat_map(|seating| {
            seating
                .seats
                .iter()
                .map(|(&seat, &witness)| (ConversationId { interview: seating.interview, seat }, witness))
        });
        let conversations = all.filter(|(id, _)| counts(id) && may_be_shown(id)).map(|(id, witness)| {
            let seen = audit.room.conversation(id).map(|conversation| &conversation.seen.lines[..]).unwrap_or_default();
            SourceConversation {
                of: contest.name.clone(),
                name: id.to_string(),
                turns: turns_of(seen.iter().map(|line| (line.side, line.text.as_str()))),
                is_human: matches!(witness, Witness::Confederate(_)),
            }
        });
        Ok(Ok(Self { name: contest.name.clone(), conversations: conversations.collect() }))
    }

    /// The named conversations, in this order; without names, all in which the witness said something. Each is cut
    /// after `most` turns.
    ///
    /// # Errors
    /// [`NotShown`] for the first that cannot be shown.
    pub fn shown(&self, names: &[String], most: u16) -> Result<Vec<SourceConversation>, NotShown> {
        let named = |name: &String| {
            let found = self.conversations.iter().find(|conversation| conversation.name == *name);
            let known = || self.conversations.iter().take(12).map(|known| known.name.as_str()).collect::<Vec<_>>();
            found.ok_or_else(|| NotShown::Nowhere { name: name.clone(), known: known().join(", ") })
        };
        let chosen: Vec<&SourceConversation> = match names {
            [] => self.conversations.iter().filter(|conversation| !conversation.turns.is_empty()).collect(),
            names => names.iter().map(named).collect::<Result<_, _>>()?,
        };
        if chosen.is_empty() {
            return Err(NotShown::Nothing);
        }
        let cut = |conversation: &SourceConversation| {
            let turns: Vec<_> = conversation.turns.iter().take(most.into()).cloned().collect();
            if turns.is_empty() {
                return Err(NotShown::Silent(conversation.name.clone()));
            }
            if turns.iter().flatten().any(|line| line.text.chars().count() > LINE_MAX) {
                return Err(NotShown::LongLine(conversation.name.clone()));
            }
            Ok(SourceConversation { turns, ..conversation.clone() })
        };
        chosen.into_iter().map(cut).collect()
    }
}

/// True unless a speaker of the conversation is recorded as having agreed to their part in the result alone.
fn agreed(contest: &Contest, id: ConversationId) -> bool {
    let judge = Participant::Judge(id.interview.judge);
    let speakers = contest.listener(id).into_iter().chain([judge]);
    let silent = |who: Participant| contest.consents.get(&who).is_some_and(|consent| consent.scope == Scope::Result);
    !speakers.into_iter().any(silent)
}

fn of_imported(imported: &Imported) -> Source {
    let name = imported.name.clone().unwrap_or_else(|| "an imported past".to_owned());
    let transcript = &imported.transcript;
    let visits =
        transcript.dialogues.iter().flat_map(|dialogue| dialogue.visits.iter().map(move |visit| (dialogue, visit)));
    let mut found = Vec::new();
    let mut add = |name: String, role: Role, lines: &[record::transcript::Line]| {
        let is_cut = lines.iter().any(|line| line.text.contains(DELETED));
        if !is_cut {
            found.push((name, role, turns_of(lines.iter().map(|line| (line.by, line.text.as_str())))));
        }
    };
    for (number, (dialogue, visit)) in (1..).zip(visits) {
        add(format!("conversation-{number}"), dialogue.role, &visit.lines);
    }
    for (number, session) in (1..).zip(&transcript.sessions) {
        for (pane, seat) in [(ScreenSide::Left, "left"), (ScreenSide::Right, "right")] {
            let dialogue = session.dialogue(pane, OffsetClock::UTC);
            let lines: Vec<_> = dialogue.visits.iter().flat_map(|visit| visit.lines.iter().cloned()).collect();
            add(format!("session-{number}-{seat}"), dialogue.role, &lines);
        }
    }
    let conversation = |(conversation, role, turns): (String, Role, _)| SourceConversation {
        of: name.clone(),
        name: conversation,
        turns,
        is_human: role == Role::Confederate,
    };
    let conversations = found.into_iter().map(conversation).collect();
    Source { name, conversations }
}

/// Lines as turns, without empty lines and control characters.
fn turns_of<'l>(lines: impl Iterator<Item = (Side, &'l str)>) -> Vec<Vec<ShownLine>> {
    let lines = lines.filter_map(|(by, text)| {
        let text: String = text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
        let text = text.trim().to_owned();
        (!text.is_empty()).then_some(ShownLine { by, text })
    });
    let lines: Vec<ShownLine> = lines.collect();
    turns::cut(&lines, |line| line.by).into_iter().map(<[_]>::to_vec).collect()
}
