//! The state of one contest, and all decisions about it: the contest and its conversations in one place.
//!
//! A room is the fold of a record: the same record gives the same room. [`Views`](crate::Views) derives each
//! participant's part of it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use language::Say as _;
use rulebook::{
    ConversationId, InterviewId, Key, Participant, RoundNumber, Seed, Side, Timestamp,
    contest_file::SEED_MAX,
    schema::{Alphabet, Medium},
};

use crate::{
    Actor, Command, ControlEvent, Draft, Event, FormDrafts, Private, Recorded, Refusal, Stream,
    attachment::{AttachmentFile, Showing, permit_description},
    command::{Attach, Change, Ending, LateBallot, OnEntry, Opening, Press, Say, To},
    contest::{Contest, Phase, RulingKind, somebody_meets},
    conversation::{Conversation, Speech},
    deletions::Deleting,
    deposit::{Deposit, Usage},
    event::{
        Belief, ClientId, ConversationEvent, Counted, Incident, Kept, PersonName, Pressed, Ranking, Reason, Secret,
        ShownConversation, Spelled, Text, apart,
    },
    pacing::{Moment, Piece, Release},
    referee::Deed,
    seed::{self, Contributor, Matter, SeedOpening, SeedSource},
    shown::{self, SourceConversation},
};

/// The most files shown in one contest: as many as fit into a bundle.
pub const FILES_MAX: usize = 4096;

/// The state of one contest.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Room {
    contest: Option<Contest>,
    conversations: BTreeMap<ConversationId, Conversation>,
    /// The number of the latest fact of each stream.
    numbers: BTreeMap<Stream, u64>,
    /// The number of facts applied, whatever their own numbers.
    facts: u64,
    latest: Option<Timestamp>,
    /// The conversations of the current talk with something to show, by the moment when it is due.
    to_show: BTreeSet<(Moment, ConversationId)>,
}

impl Room {
    /// The room after these facts.
    pub fn replay<'a>(facts: impl IntoIterator<Item = &'a Recorded>) -> Self {
        let mut room = Self::default();
        facts.into_iter().for_each(|fact| room.apply(fact));
        room
    }

    /// The contest, once it is opened.
    #[must_use]
    pub fn contest(&self) -> Option<&Contest> {
        self.contest.as_ref()
    }

    /// A conversation that has begun.
    #[must_use]
    pub fn conversation(&self, id: ConversationId) -> Option<&Conversation> {
        self.conversations.get(&id)
    }

    /// Every conversation that has begun.
    pub fn conversations(&self) -> impl Iterator<Item = (&ConversationId, &Conversation)> {
        self.conversations.iter()
    }

    /// The number of facts in a stream, which is that of the latest one.
    #[must_use]
    pub fn count(&self, stream: Stream) -> u64 {
        self.numbers.get(&stream).copied().unwrap_or(0)
    }

    /// The number of facts in all streams, which is the position of the latest one in the record.
    #[must_use]
    pub fn facts(&self) -> u64 {
        self.facts
    }

    /// The time of the latest fact; later facts may not carry an earlier time.
    #[must_use]
    pub fn latest(&self) -> Option<Timestamp> {
        self.latest
    }

    /// Every shown file by its name in the bundle's folder, with the description of each event that shows it. Redacted
    /// files are left out.
    #[must_use]
    pub fn shown_files(&self) -> BTreeMap<String, Vec<AttachmentFile>> {
        let lines = self.conversations.values().flat_map(|conversation| &conversation.transcript.lines);
        let mut files: BTreeMap<String, Vec<AttachmentFile>> = BTreeMap::new();
        for file in lines.filter_map(|line| line.file.as_ref()).map(|shown| shown.file) {
            files.entry(file.file_name()).or_default().push(file);
        }
        files
    }

    /// Decides a command: returns the facts to record, none for a resend of a recorded command.
    ///
    /// # Errors
    /// The refusal for the participant; nothing has changed.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other command is a fact of the contest")]
    pub fn decide(&self, who: Participant, command: &Command, now: Timestamp) -> Result<Vec<Draft>, Refusal> {
        if let Command::Open(opening) = command {
            return self.open(opening);
        }
        let contest = self.contest.as_ref().ok_or(Refusal::NotOpened)?;
        match command {
            Command::Believe { round, seat, turn, human } => {
                let Participant::Judge(judge) = who else { return Err(Refusal::NotYours) };
                let conversation = ConversationId { interview: InterviewId { round: *round, judge }, seat: *seat };
                if contest.has_believed(judge, conversation, *turn, *human) {
                    return Ok(Vec::new());
                }
            }
            Command::Contribute { matter, value } if has_given(contest, who, *matter, value) => return Ok(Vec::new()),
            Command::Press(press) => return self.press(contest, who, press, now),
            Command::Say(say) => return self.say(contest, who, say, now),
            Command::Attach(attach) => return self.attach(contest, who, attach, now),
            Command::Draft { form, .. } => return contest.permit_draft(who, *form, now).map(|()| Vec::new()),
            Command::Revise(revision) if who == Participant::Organiser && contest.is_by(revision) => {
                return Ok(Vec::new());
            }
            _ => {}
        }
        let event = control_event(contest, who, command)?;
        let draft = Draft { actor: Actor::Participant(who), event: Event::Control(event) };
        self.permit(draft.actor, &draft.event, now)?;
        Ok(vec![draft])
    }

    /// The next fact that is due by time alone, if any. Call it again after recording that fact.
    #[must_use]
    pub fn due(&self, now: Timestamp) -> Option<Draft> {
        let contest = self.contest.as_ref()?;
        let event = match self.next_shown(contest).filter(|(at, _)| *at <= Moment::at(now, contest.stood)) {
            Some((_, id)) => Event::Conversation(id, shown(contest, self.conversations.get(&id)?.next_shown()?)),
            None => Event::Control(contest.due(now)?),
        };
        Some(Draft { actor: Actor::Server, event })
    }

    /// The facts that record drafts as counted, if the fact `closing` is about to close their forms: record them right
    /// before it, in the same batch. Empty for any other fact.
    #[must_use]
    pub fn counted(&self, drafts: &FormDrafts, closing: &Event, now: Timestamp) -> Vec<Draft> {
        let (Some(contest), Event::Control(closing)) = (&self.contest, closing) else { return Vec::new() };
        let counted = contest.counted(drafts, closing, now).into_iter();
        counted.map(|event| Draft { actor: Actor::Server, event: Event::Control(event) }).collect()
    }

    /// The next moment at which [`due`](Self::due) returns a fact, if a clock runs.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Timestamp> {
        let contest = self.contest.as_ref()?;
        let shown = self.next_shown(contest).map(|(at, _)| at.time(contest.stood));
        contest.next_deadline().into_iter().chain(shown).min()
    }

    /// Checks that this fact may be recorded now. The server checks before recording, and a verifier checks again.
    ///
    /// # Errors
    /// The refusal for the participant.
    #[expect(clippy::wildcard_enum_match_arm, reason = "`Contest::permit` has asked of every other fact")]
    pub fn permit(&self, actor: Actor, event: &Event, now: Timestamp) -> Result<(), Refusal> {
        match (&self.contest, event, actor) {
            (None, Event::Control(ControlEvent::Opened { terms, private, .. }), Actor::Server) => {
                terms.can_start(private.held())
            }
            (None, ..) => Err(Refusal::NotOpened),
            (Some(_), Event::Control(ControlEvent::Restored { kept, .. }), _) if *kept > self.facts => {
                Err(Refusal::NothingLost)
            }
            // Recorded facts happened while the clocks ran, so the clocks cannot have stopped before the latest one.
            (Some(_), Event::Control(ControlEvent::TakenUp { stood_since: Some(since), .. }), _)
                if self.latest.is_some_and(|latest| *since < latest) =>
            {
                Err(Refusal::StoodOtherwise)
            }
            (Some(contest), Event::Control(event), actor) => {
                contest.permit(actor, event, now)?;
                match event {
                    ControlEvent::Deleted { parts, .. }
                        if parts.iter().any(|place| !(1..=self.facts).contains(&place.event)) =>
                    {
                        Err(Refusal::NoSuchPart)
                    }
                    ControlEvent::Refereed { private, .. } => {
                        private.held().map_or(Ok(()), |deed| self.permit_deed(contest, deed, now))
                    }
                    _ => Ok(()),
                }
            }
            (Some(contest), Event::Conversation(id, event), Actor::Side(side)) => match event {
                ConversationEvent::Key { id: client, private, .. } => {
                    let speech = Speech::Key { key: private.held().map(|pressed| pressed.key), ahead: &[] };
                    self.permit_speech(contest, *id, side, client, speech, now)
                }
                ConversationEvent::Said { id: client, private, .. } => {
                    let text = private.held().map(|said| said.text.as_str());
                    self.permit_speech(contest, *id, side, client, Speech::Said { text }, now)
                }
                ConversationEvent::Line { id: client, private, .. } => {
                    let text = private.held().map(|said| said.text.as_str());
                    self.permit_speech(contest, *id, side, client, Speech::Line { text }, now)
                }
                ConversationEvent::Attached { id: client, plays_ms, private, description, .. } => {
                    let words = description.as_ref().and_then(Private::held).map(String::as_str);
                    permit_description(words)?;
                    let showing = Showing { plays_ms: *plays_ms, file: private.held() };
                    self.permit_attached(contest, *id, side, client, showing, now)
                }
                ConversationEvent::Shown { .. } => Err(Refusal::NotYours),
            },
            (Some(contest), Event::Conversation(id, event @ ConversationEvent::Shown { .. }), Actor::Server) => {
                self.permit_shown(contest, *id, event, now)
            }
            (Some(_), Event::Conversation(..), _) => Err(Refusal::NotYours),
        }
    }

    /// Folds one recorded fact into the room. It cannot fail: recorded facts are never refused.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other fact of the contest changes a conversation")]
    pub fn apply(&mut self, fact: &Recorded) {
        *self.numbers.entry(fact.event.stream()).or_default() = fact.number;
        self.facts += 1;
        self.latest = self.latest.max(Some(fact.time));
        match (&mut self.contest, &fact.event) {
            (None, Event::Control(event)) => self.contest = Contest::opened(event),
            (Some(contest), Event::Control(event)) => {
                contest.apply(event, fact.number, fact.time);
                match event {
                    ControlEvent::TalkClosed { .. } | ControlEvent::Replanned { again: Some(_), .. } => {
                        self.to_show.clear();
                    }
                    ControlEvent::RoundOpened { round } if contest.is_read() => {
                        let begun = contest.interviews_in(*round).flat_map(schedule::Seating::conversations);
                        begun.for_each(|id| self.conversations.entry(id).or_default().read(contest, id));
                    }
                    ControlEvent::BeliefGiven { conversation: id, .. } => {
                        self.conversations.entry(*id).or_default().read(contest, *id);
                    }
                    ControlEvent::BallotCast { interview, .. } if contest.is_ended_early(*interview) => {
                        self.to_show.retain(|(_, conversation)| conversation.interview != *interview);
                    }
                    ControlEvent::InterviewAborted { interview, .. } => {
                        self.to_show.retain(|(_, conversation)| conversation.interview != *interview);
                    }
                    ControlEvent::Refereed { by, private, .. } => {
                        if let Some((deed, id)) = private.held().and_then(|deed| Some((deed, deed.conversation()?))) {
                            let pace = contest.pace(id);
                            let conversation = self.conversations.entry(id).or_default();
                            let before = conversation.next_shown().map(|piece| piece.at);
                            conversation.referee(&pace, *by, deed, fact.time);
                            let after = conversation.next_shown().map(|piece| piece.at);
                            index(&mut self.to_show, id, before, after);
                        }
                    }
                    _ => {}
                }
            }
            (Some(contest), Event::Conversation(id, event)) => {
                let conversation = self.conversations.entry(*id).or_default();
                let before = conversation.next_shown().map(|piece| piece.at);
                let pace = contest.pace(*id);
                match (fact.actor, event) {
                    (Actor::Side(side), _) => conversation.apply(&pace, side, event, fact.number, fact.time),
                    (_, ConversationEvent::Shown { of, released, invented, late }) => {
                        let (at, of, invented, late) = (pace.moment(*released), *of, *invented, *late);
                        conversation.show(&pace, Release { of, at, invented, late }, fact.time);
                    }
                    _ => {}
                }
                let after = conversation.next_shown().map(|piece| piece.at);
                index(&mut self.to_show, *id, before, after);
            }
            (None, Event::Conversation(..)) => {}
        }
    }

    fn open(&self, opening: &Opening) -> Result<Vec<Draft>, Refusal> {
        if self.contest.is_some() {
            return Err(Refusal::OpenedAlready);
        }
        let Opening { terms, roster, seed, shown } = opening.clone();
        terms.can_start(Some(&roster))?;
        if terms.plan.is_none() {
            schedule::construct(&terms.rulebook).map_err(|no_design| Refusal::CannotDraw(no_design.message()))?;
        }
        let by_organiser = |by: Contributor, value: String| {
            let event = ControlEvent::Contributed { matter: Matter::Draw, by, value };
            Draft { actor: Actor::Participant(Participant::Organiser), event: Event::Control(event) }
        };
        let (source, secret, organisers, committees) = match seed {
            SeedOpening::Rehearsal { seed } => (SeedSource::Rehearsal {}, None, Some(seed), None),
            SeedOpening::ManyHands { secret, organiser, committee } => {
                (SeedSource::ManyHands { commitment: secret.commitment() }, Some(secret), organiser, committee)
            }
        };
        if [&organisers, &committees].into_iter().flatten().any(|value| !seed::is_contribution(value)) {
            return Err(Refusal::BadContribution(SEED_MAX));
        }
        let opened = ControlEvent::Opened { terms, seed: source, private: Private::Held(roster) };
        let kept = secret.map(|secret| ControlEvent::SecretDrawn { private: Private::Held(Kept { secret }) });
        let by_server = |event| Draft { actor: Actor::Server, event: Event::Control(event) };
        let organisers = organisers.map(|value| by_organiser(Contributor::Participant(Participant::Organiser), value));
        let committees = committees.map(|value| by_organiser(Contributor::Committee, value));
        let loaded = shown::labelled(shown).map(|(source, who, conversation)| {
            let SourceConversation { of, name, turns, is_human: _ } = conversation;
            let count = u16::try_from(turns.len()).unwrap_or(u16::MAX);
            let conversation = Private::Held(ShownConversation { of, name, turns: count });
            ControlEvent::SourceLoaded { source, who, conversation, private: Private::Held(turns) }
        });
        let server: Vec<Draft> = [opened].into_iter().chain(kept).chain(loaded).map(by_server).collect();
        Ok(server.into_iter().chain(organisers).chain(committees).collect())
    }

    fn press(&self, contest: &Contest, who: Participant, press: &Press, now: Timestamp) -> Result<Vec<Draft>, Refusal> {
        let (side, id) = conversation_of(contest, who, press.to)?;
        let known = |client: &ClientId| self.conversations.get(&id).is_some_and(|c| c.knows(side, client));
        let alphabet = contest.rulebook.interview.medium.alphabet();
        let spelled = press.keys.iter().flat_map(|&key| alphabet.spelled(key));
        let keys: Vec<Key> = spelled.collect();
        if keys.is_empty() {
            return Err(Refusal::WrongMedium(alphabet.refusal()));
        }
        let ids = (0..keys.len()).map(|n| press.id.part(n));
        let new = ids.zip(keys).filter(|(client, _)| !known(client));
        let (clients, keys): (Vec<ClientId>, Vec<Key>) = new.unzip();
        (0..)
            .zip(clients)
            .map(|(place, client)| {
                let key = keys[place];
                let speech = Speech::Key { key: Some(key), ahead: &keys[..place] };
                self.permit_speech(contest, id, side, &client, speech, now)?;
                let private = Private::Held(Pressed { key });
                let event = ConversationEvent::Key { id: client, sent: press.sent, private };
                Ok(Draft { actor: Actor::Side(side), event: Event::Conversation(id, event) })
            })
            .collect()
    }

    fn say(&self, contest: &Contest, who: Participant, say: &Say, now: Timestamp) -> Result<Vec<Draft>, Refusal> {
        let (side, id) = conversation_of(contest, who, say.to)?;
        if self.conversations.get(&id).is_some_and(|conversation| conversation.knows(side, &say.id)) {
            return Ok(Vec::new());
        }
        let medium = contest.rulebook.interview.medium;
        if matches!((medium, side, who), (Medium::Keystrokes { .. }, Side::Witness, Participant::Entry(_))) {
            let text = typed_line(medium.alphabet(), &say.text);
            self.permit_speech(contest, id, side, &say.id, Speech::Line { text: Some(&text) }, now)?;
            let event =
                ConversationEvent::Line { id: say.id.clone(), sent: say.sent, private: Private::Held(Text { text }) };
            return Ok(vec![Draft { actor: Actor::Side(side), event: Event::Conversation(id, event) }]);
        }
        let text = say.text.replace("\r\n", "\n").replace('\r', "\n").trim_end().to_owned();
        self.permit_speech(contest, id, side, &say.id, Speech::Said { text: Some(&text) }, now)?;
        let private = Private::Held(Text { text });
        let event = ConversationEvent::Said { id: say.id.clone(), sent: say.sent, private };
        Ok(vec![Draft { actor: Actor::Side(side), event: Event::Conversation(id, event) }])
    }

    fn attach(
        &self,
        contest: &Contest,
        who: Participant,
        attach: &Attach,
        now: Timestamp,
    ) -> Result<Vec<Draft>, Refusal> {
        let (side, id) = conversation_of(contest, who, attach.to)?;
        if self.conversations.get(&id).is_some_and(|conversation| conversation.knows_attached(&attach.id)) {
            return Ok(Vec::new());
        }
        let description = attach.description.as_deref().map(str::trim).filter(|words| !words.is_empty());
        permit_description(description)?;
        let plays_ms = attach.file.duration_ms;
        let showing = Showing { plays_ms, file: Some(&attach.file) };
        self.permit_attached(contest, id, side, &attach.id, showing, now)?;
        let event = ConversationEvent::Attached {
            id: attach.id.clone(),
            sent: attach.sent,
            plays_ms,
            private: Private::Held(attach.file),
            description: description.map(|words| Private::Held(words.to_owned())),
        };
        Ok(vec![Draft { actor: Actor::Side(side), event: Event::Conversation(id, event) }])
    }

    /// A conversation; an empty one if it has not begun.
    fn said(&self, id: ConversationId) -> &Conversation {
        static NOTHING: LazyLock<Conversation> = LazyLock::new(Conversation::default);
        self.conversations.get(&id).unwrap_or(&NOTHING)
    }

    fn permit_attached(
        &self,
        contest: &Contest,
        id: ConversationId,
        side: Side,
        client: &ClientId,
        file: Showing<'_>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        contest.seating(id.interview).and_then(|seating| seating.witness(id.seat)).ok_or(Refusal::Resting)?;
        let floor = contest.floor(id.interview, now);
        let conversation = self.said(id);
        conversation.permit_attached(&contest.pace(id), floor, side, client, file, now)?;
        let shown: usize = self.conversations.values().map(Conversation::attached).sum();
        if shown >= FILES_MAX { Err(Refusal::NoMoreShown(FILES_MAX)) } else { Ok(()) }
    }

    fn permit_speech(
        &self,
        contest: &Contest,
        id: ConversationId,
        side: Side,
        client: &ClientId,
        speech: Speech<'_>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        contest.seating(id.interview).and_then(|seating| seating.witness(id.seat)).ok_or(Refusal::Resting)?;
        let floor = contest.floor(id.interview, now);
        let conversation = self.said(id);
        let rules = &contest.rulebook.interview;
        conversation.permit(&contest.pace(id), floor, side, client, speech, now)?;
        if side == Side::Witness {
            if contest.muted.contains(&id) {
                return Err(Refusal::Muted);
            }
            if let Some(limit) = contest.listener(id).and_then(|who| contest.limit_of(who)) {
                conversation.permit_limited(&contest.pace(id), limit, speech, now)?;
            }
        }
        if side == Side::Witness && self.demands_opening(id) {
            conversation.permit_opening(&rules.opening_words, speech)?;
        }
        Ok(())
    }

    /// True if the rulebook enforces opening words on this witness now: at first contact with this judge, until they
    /// are said.
    #[must_use]
    pub fn demands_opening(&self, id: ConversationId) -> bool {
        let Some(contest) = self.contest.as_ref().filter(|contest| contest.rulebook.interview.opening_enforced) else {
            return false;
        };
        let is_answered = |id: ConversationId| self.conversations.get(&id).is_some_and(Conversation::is_answered);
        let Some(who) = contest.listener(id) else { return false };
        let has_met = || {
            let earlier = (1..id.interview.round.number()).map(RoundNumber::new);
            earlier
                .flat_map(|round| contest.conversations_of(who, round).collect::<Vec<_>>())
                .any(|met| met.interview.judge == id.interview.judge && is_answered(met))
        };
        !is_answered(id) && !has_met()
    }

    /// The time at which the judge begins to see this witness's opening with these words; `None` before the time to
    /// talk, and where witnesses may not open.
    #[must_use]
    pub fn opening_due(&self, id: ConversationId, words: &str) -> Option<Timestamp> {
        let contest = self.contest.as_ref()?;
        let due = self.said(id).queue().opening_due(&contest.pace(id), words)?;
        Some(due.time(contest.stood))
    }

    /// Checks a referee's deed against the words said and shown so far.
    fn permit_deed(&self, contest: &Contest, deed: &Deed, now: Timestamp) -> Result<(), Refusal> {
        match deed {
            Deed::Hold { conversation } if self.said(*conversation).queue().is_held() => Err(Refusal::HeldAlready),
            Deed::Release { conversation } if !self.said(*conversation).queue().is_held() => Err(Refusal::NotHeld),
            Deed::Strike { conversation, of } => {
                let pace = contest.pace(*conversation);
                match self.said(*conversation).queue().is_waiting(&pace, *of, pace.moment(now)) {
                    true => Ok(()),
                    false if self.said(*conversation).was_shown(*of) => Err(Refusal::ShownAlready),
                    false => Err(Refusal::NothingWaits),
                }
            }
            Deed::Flag { conversation, at } if *at > self.count(Stream::Conversation(*conversation)) => {
                Err(Refusal::NoSuchMoment)
            }
            Deed::Warn { .. }
            | Deed::Limit { .. }
            | Deed::Lift { .. }
            | Deed::Mute { .. }
            | Deed::Unmute { .. }
            | Deed::Hold { .. }
            | Deed::Release { .. }
            | Deed::Flag { .. }
            | Deed::Note { .. } => Ok(()),
        }
    }

    /// Checks that this piece may be shown in this conversation now.
    fn permit_shown(
        &self,
        contest: &Contest,
        id: ConversationId,
        event: &ConversationEvent,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let ConversationEvent::Shown { of, released, invented, late } = event else { return Err(Refusal::NotYours) };
        let Phase::Talk(round, ends) = contest.phase else { return Err(Refusal::NotDue) };
        if id.interview.round != round || contest.is_over(id.interview) || contest.paused_since.is_some() {
            return Err(Refusal::NotDue);
        }
        let conversation = self.conversations.get(&id).ok_or(Refusal::NotDue)?;
        if now < *released || *released >= ends {
            return Err(Refusal::NotDue);
        }
        if conversation.queue().is_uncertain() {
            let pace = contest.pace(id);
            let release = Release { of: *of, at: pace.moment(*released), invented: *invented, late: *late };
            let may = conversation.queue().may_show(&pace, release, pace.moment(now));
            return if may { Ok(()) } else { Err(Refusal::NotAsPaced) };
        }
        let next = conversation.next_shown().ok_or(Refusal::NotDue)?;
        if shown(contest, next) == *event { Ok(()) } else { Err(Refusal::NotAsPaced) }
    }

    /// The earliest piece due in the current talk, with its conversation. Pieces due after the end of the talk are
    /// never shown, even if the end is recorded late.
    fn next_shown(&self, contest: &Contest) -> Option<(Moment, ConversationId)> {
        let Phase::Talk(_, ends) = contest.phase else { return None };
        if contest.paused_since.is_some() {
            return None;
        }
        self.to_show.first().copied().filter(|(at, _)| *at < Moment::at(ends, contest.stood))
    }
}

/// Updates a conversation's entry in `to_show`.
fn index(
    to_show: &mut BTreeSet<(Moment, ConversationId)>,
    id: ConversationId,
    before: Option<Moment>,
    after: Option<Moment>,
) {
    if before != after {
        before.into_iter().for_each(|at| _ = to_show.remove(&(at, id)));
        after.into_iter().for_each(|at| _ = to_show.insert((at, id)));
    }
}

/// The fact that records this piece as shown.
fn shown(contest: &Contest, piece: &Piece) -> ConversationEvent {
    let Piece { of, at, invented, late, .. } = *piece;
    ConversationEvent::Shown { of, released: at.time(contest.stood), invented, late }
}

/// The line in typeable characters: others become their nearest spelling, or are left out.
fn typed_line(alphabet: Alphabet, text: &str) -> String {
    let character = |key| match key {
        Key::Char(c) => Some(c.get()),
        Key::Tab | Key::Return => Some(' '),
        Key::BackSpace => None,
    };
    alphabet.keys_of(text.trim()).filter_map(character).collect::<String>().trim_end().to_owned()
}

/// The conversation that a participant's words belong to, and the participant's side of it.
fn conversation_of(contest: &Contest, who: Participant, to: To) -> Result<(Side, ConversationId), Refusal> {
    if contest.assignment().is_none() {
        return Err(Refusal::NoRound);
    }
    if let (Participant::Judge(judge), Some(seat)) = (who, to.seat) {
        let interview = InterviewId { round: to.round, judge };
        if contest.seating(interview).is_some_and(|seating| seating.witness(seat).is_some()) {
            return Ok((Side::Judge, ConversationId { interview, seat }));
        }
    }
    if matches!(who, Participant::Organiser | Participant::Referee(_)) {
        return Err(Refusal::NotYours);
    }
    let mut answered = contest.conversations_of(who, to.round);
    let conversation = answered.find(|conversation| to.interview.is_none_or(|id| id == conversation.interview));
    match (conversation, who, to.seat) {
        (Some(conversation), Participant::Judge(_), _) => Ok((Side::Witness, conversation)),
        (Some(conversation), _, None) => Ok((Side::Witness, conversation)),
        (None, Participant::Judge(_), None) | (_, Participant::Confederate(_) | Participant::Entry(_), Some(_)) => {
            Err(Refusal::NotYours)
        }
        (None, ..) => Err(Refusal::Resting),
        (Some(_), Participant::Organiser | Participant::Referee(_), _) => Err(Refusal::NotYours),
    }
}

fn control_event(contest: &Contest, who: Participant, command: &Command) -> Result<ControlEvent, Refusal> {
    let held = |reason: &str| Private::Held(Reason { reason: reason.trim().to_owned() });
    Ok(match command {
        Command::Open(_) | Command::Press(_) | Command::Say(_) | Command::Attach(_) | Command::Draft { .. } => {
            return Err(Refusal::NotYours);
        }
        Command::Ready(_) if who == Participant::Organiser => return Err(Refusal::NotYours),
        Command::Contribute { matter, value } => {
            let by = Contributor::Participant(who);
            ControlEvent::Contributed { matter: *matter, by, value: value.trim().to_owned() }
        }
        Command::Draw { anyway } => {
            if who != Participant::Organiser {
                return Err(Refusal::NotYours);
            }
            drawn(contest, *anyway)?
        }
        Command::Ready(true) => ControlEvent::Ready { who },
        Command::Ready(false) => ControlEvent::NotReady { who },
        Command::OpenRound { anyway } => {
            let round = next_round(contest)?;
            if who == Participant::Organiser && !contest.is_drawn() {
                return Err(Refusal::NotDrawn);
            }
            let missing: Vec<_> = contest.needed_in(round).difference(&contest.ready).copied().collect();
            if who == Participant::Organiser && !anyway && !missing.is_empty() {
                return Err(Refusal::NotAllReady(missing));
            }
            ControlEvent::RoundOpened { round }
        }
        Command::EndPhase(ending) => match (*ending, contest.phase) {
            (_, Phase::Closed) => return Err(Refusal::Closed),
            (Ending::Talk { round }, Phase::Talk(running, _)) if round == running => ControlEvent::TalkClosed { round },
            (Ending::Scoring { round }, Phase::Scoring(running, _)) if round == running => {
                ControlEvent::RoundClosed { round }
            }
            (Ending::EndBallots { trial }, Phase::EndBallots(open, _)) if trial == open => {
                ControlEvent::EndBallotsClosed { trial }
            }
            (Ending::Vote { vote }, Phase::Vote(open, _)) if vote == open => ControlEvent::VoteClosed { vote },
            _ => return Err(Refusal::MovedOn),
        },
        Command::Pause { reason, told } => ControlEvent::Paused { private: held(reason), told: told.clone() },
        Command::Resume => ControlEvent::Resumed {},
        Command::Extend { by, reason, told } => {
            ControlEvent::Extended { by_ms: *by, private: held(reason), told: told.clone() }
        }
        Command::Announce { to, words } => ControlEvent::Announced { to: *to, private: held(words) },
        Command::Abort { interview, reason } => {
            ControlEvent::InterviewAborted { interview: *interview, private: held(reason) }
        }
        Command::CastBallot { round, answers } => {
            let part = contest.part(who, *round).ok_or(Refusal::NotInterviewed)?;
            if part.side == Side::Witness && !contest.rulebook.interview.symmetric {
                return Err(Refusal::NotYours);
            }
            let (private, reason) = apart(answers.as_ref().clone());
            let (interview, from) = (part.interview, part.side);
            ControlEvent::BallotCast { interview, from, counted: Counted::Sealed, private, reason }
        }
        Command::CastRanking { order } => {
            let Participant::Judge(judge) = who else { return Err(Refusal::NotYours) };
            let trial = match (contest.late_ranking(who), contest.phase) {
                (Some(trial), _) | (None, Phase::EndBallots(trial, _)) => trial,
                (None, Phase::Lobby(_) | Phase::Talk(..) | Phase::Scoring(..) | Phase::Vote(..) | Phase::Closed) => {
                    return Err(ranking_closed(contest));
                }
            };
            let private = Private::Held(Ranking { order: order.clone() });
            ControlEvent::RankingCast { judge, trial, counted: Counted::Sealed, private }
        }
        Command::Believe { round, seat, turn, human } => {
            let Participant::Judge(judge) = who else { return Err(Refusal::NotYours) };
            let conversation = ConversationId { interview: InterviewId { round: *round, judge }, seat: *seat };
            let private = Private::Held(Belief { human: *human });
            ControlEvent::BeliefGiven { conversation, turn: *turn, private }
        }
        Command::Revise(revision) => contest.revised(revision),
        Command::Replace { who: whose, name, reason } => {
            if who == Participant::Organiser {
                contest.permit_name_for(*whose, name)?;
            }
            let private = Private::Held(PersonName { name: name.trim().to_owned() });
            ControlEvent::Replaced { who: *whose, private, reason: held(reason) }
        }
        Command::Replan { change, reason } => {
            if who != Participant::Organiser {
                return Err(Refusal::NotYours);
            }
            replanned(contest, change, reason)?
        }
        Command::PutMatter { words } => {
            ControlEvent::MatterPut { matter: contest.next_matter_number(), private: held(words) }
        }
        Command::Vote { vote, preference } => {
            let Participant::Judge(judge) = who else { return Err(Refusal::NotYours) };
            let private = Private::Held(*preference);
            ControlEvent::VoteCast { vote: *vote, judge, private }
        }
        Command::Rule(ruling) => {
            let OnEntry { entry, decision, by, rule, reason } = &**ruling;
            let (entry, by, rule, private) = (*entry, *by, rule.trim().to_owned(), held(reason));
            match decision {
                RulingKind::Disqualified => ControlEvent::Disqualified { entry, by, rule, private },
                RulingKind::Reinstated => ControlEvent::Reinstated { entry, by, rule, private },
            }
        }
        Command::AllowLate(late) => {
            let LateBallot { who: whose, form, by, rule, reason } = &**late;
            if who != Participant::Organiser {
                return Err(Refusal::NotYours);
            }
            let (of, by, rule) = (contest.cast_form(*whose, *form)?, *by, rule.trim().to_owned());
            ControlEvent::LateBallotAllowed { of, by, rule, private: held(reason) }
        }
        Command::Release { parts, by, rule, reason } => {
            let (parts, by, rule) = (parts.clone(), *by, rule.trim().to_owned());
            ControlEvent::Released { parts, by, rule, private: held(reason) }
        }
        Command::Delete(deleting) => {
            let Deleting { parts, whose, name, by, rule, reason } = &**deleting;
            let renamed = match (name, whose) {
                (Some(name), Some(who)) => Some(Private::Held(contest.renamed(*who, name.trim())?)),
                (Some(_), None) => return Err(Refusal::Nobody),
                (None, _) => None,
            };
            ControlEvent::Deleted {
                parts: parts.clone(),
                whose: *whose,
                by: *by,
                rule: rule.trim().to_owned(),
                roster: renamed,
                private: held(reason),
            }
        }
        Command::Consent { who: of, scope, licence } => {
            let licence = licence.as_deref().map(str::trim).filter(|licence| !licence.is_empty());
            ControlEvent::Consented { who: *of, scope: *scope, licence: licence.map(ToOwned::to_owned) }
        }
        Command::Referee { deed, words } => {
            let words = words.as_deref().map(str::trim).filter(|words| !words.is_empty());
            ControlEvent::Refereed { by: who, private: Private::Held(*deed), words: words.map(held) }
        }
        Command::Report { interview, kind, detail } => {
            let Participant::Entry(entry) = who else { return Err(Refusal::NotYours) };
            let incident = Incident { entry, interview: *interview, kind: kind.clone(), detail: detail.clone() };
            ControlEvent::IncidentReported { private: Private::Held(incident) }
        }
        Command::Spell { interview, typed, told } => {
            let Participant::Entry(entry) = who else { return Err(Refusal::NotYours) };
            let line = Spelled { entry, interview: *interview, typed: typed.clone(), told: told.clone() };
            ControlEvent::LineSpelled { private: Private::Held(line) }
        }
        Command::Deposit { files, settings } => {
            let Participant::Entry(entry) = who else { return Err(Refusal::NotYours) };
            let deposit = Deposit { entry, files: files.clone(), settings: settings.clone() };
            ControlEvent::EntryDeposited { private: Private::Held(deposit) }
        }
        Command::Spend { interview, spent } => {
            let Participant::Entry(entry) = who else { return Err(Refusal::NotYours) };
            let usage = Usage { entry, interview: *interview, spent: *spent };
            ControlEvent::UsageReported { private: Private::Held(usage) }
        }
    })
}

fn next_round(contest: &Contest) -> Result<RoundNumber, Refusal> {
    match contest.phase {
        Phase::Lobby(next) if next.number() <= contest.rounds() => Ok(next),
        Phase::Lobby(_) | Phase::EndBallots(..) | Phase::Vote(..) => Err(Refusal::NoRound),
        Phase::Talk(..) | Phase::Scoring(..) => Err(Refusal::RoundRunning),
        Phase::Closed => Err(Refusal::Closed),
    }
}

/// The reason why no ranking is accepted now.
fn ranking_closed(contest: &Contest) -> Refusal {
    match (contest.phase, contest.rulebook.ballots.ranking) {
        (Phase::Closed, _) => Refusal::Closed,
        (_, None) => Refusal::NoSuchBallot,
        (_, Some(_)) => Refusal::EndBallotsNotOpen,
    }
}

fn replanned(contest: &Contest, change: &Change, reason: &str) -> Result<ControlEvent, Refusal> {
    let reason = Reason { reason: reason.trim().to_owned() };
    match change {
        Change::Leaves(left) if !contest.is_drawn() => left_out(contest, *left, reason),
        change @ (Change::Leaves(_) | Change::Joins(_) | Change::TakesOver { .. } | Change::Again(_)) => {
            contest.planned_anew(change, reason)
        }
    }
}

/// Excludes a participant from a draw that is still to come.
fn left_out(contest: &Contest, left: Participant, reason: Reason) -> Result<ControlEvent, Refusal> {
    let gone: BTreeSet<_> = contest.left.iter().copied().chain([left]).collect();
    // The seed changes the schedule, but not whether it has any interviews.
    let any = Seed::from_contributions([]);
    let drawn = schedule::draw_without(&contest.rulebook, contest.given.as_deref(), &gone, any)
        .map_err(|why| Refusal::CannotReplan(why.message()))?;
    somebody_meets(&drawn)?;
    Ok(ControlEvent::LeftOut { left: gone, private: Private::Held(reason) })
}

/// Draws the schedule from the seed as contributed so far.
fn drawn(contest: &Contest, anyway: bool) -> Result<ControlEvent, Refusal> {
    if contest.is_drawn() {
        return Err(Refusal::DrawnAlready);
    }
    let missing = contest.not_joined();
    if !anyway && !missing.is_empty() {
        return Err(Refusal::NotAllJoined(missing));
    }
    let seed = contest.seed_by_now().ok_or(Refusal::NotOpened)?;
    let assignment = schedule::draw_without(&contest.rulebook, contest.given.as_deref(), &contest.left, seed)
        .map_err(|no_draw| Refusal::CannotDraw(no_draw.message()))?;
    Ok(ControlEvent::AssignmentCommitted { private: Private::Held(Secret { seed, assignment }) })
}

/// True if this person already contributed the same text: a resend after a lost connection.
fn has_given(contest: &Contest, who: Participant, matter: Matter, value: &str) -> bool {
    let by = Contributor::Participant(who);
    contest
        .contributions
        .iter()
        .any(|given| (given.matter, given.by, given.value.as_str()) == (matter, by, value.trim()))
}
