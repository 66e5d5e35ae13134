//! The acts of an organiser on a contest, by any way: a button, the API, or a terminal.
//!
//! The record keeps the results under the one organiser that it knows; the list of deeds beside it names the person and
//! the way.

mod not_acted;

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use archive::{beyond, review::FreeText};
use contest::{
    Command, FormId,
    announcement::Addressee,
    command::{Change, Ending, LateBallot, NewEntry, OnEntry},
    consent::Scope,
    contest::{Contest, RulingKind},
    deletions::{Deleting, PARTS_MAX, PartPlace},
    referee::Deed,
    release::ReleasablePart,
    wire::Role,
};
use futures_util::future::BoxFuture;
use rulebook::{Authority, EntryId, InterviewId, Participant, RoundNumber};
use serde::{Deserialize, Serialize};
use store::{DeedRow, StoreError};

pub use self::not_acted::NotActed;
use crate::{
    access_token::AccessToken,
    app::App,
    contest_opening,
    deeds::OrganiserDeed,
    hosted_contest::HostedContest,
    invited::Invited,
    once::{Key, Known, Mark},
    organisers,
    published::{self, NotTold},
    replacements, reveal,
    running_contest::{ActAnswer, Acted},
};

/// An act of an organiser. As JSON an object whose `do` names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Act {
    /// Draws the schedule.
    Draw {
        /// Draw although somebody has not joined.
        #[serde(default)]
        anyway: bool,
    },
    /// Opens the next round.
    OpenRound {
        /// Open although somebody is not in place.
        #[serde(default)]
        anyway: bool,
    },
    /// Ends a phase before its time. The phase is named, so that a repeated request does not end the next one.
    EndPhase {
        /// The phase.
        #[cfg_attr(feature = "openapi", schema(value_type = crate::api::schema::Ending))]
        ending: Ending,
    },
    /// Stops the clocks; sent again during a pause without a reason, supplies it.
    Pause {
        /// The reason for the record, up to 500 characters; empty where there is no time to write it.
        #[serde(default)]
        reason: String,
        /// A message for all participants: 1 to 200 characters, or absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        told: Option<String>,
    },
    /// Lets the clocks run again.
    Resume {},
    /// Extends the present deadline.
    Extend {
        /// The extension in seconds: 1 to 3600.
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 3600))]
        seconds: u32,
        /// The reason for the record: 1 to 500 characters.
        reason: String,
        /// A message for all participants: 1 to 200 characters, or absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        told: Option<String>,
    },
    /// Shows a message to people, on their pages.
    Announce {
        /// The addressee: `everybody`, `judges`, `confederates`, `referees`, or a label such as `J3`.
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "judges"))]
        to: Addressee,
        /// The message: 1 to 500 characters.
        words: String,
    },
    /// Puts a matter of dispute to the judges, who answer when every ballot is in.
    PutMatter {
        /// A question for yes or no: 1 to 500 characters. It must not ask who is a program.
        words: String,
    },
    /// Ends one interview before its time.
    Abort {
        /// The interview.
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "R1-J2"))]
        interview: InterviewId,
        /// The reason for the record: 1 to 500 characters.
        reason: String,
    },
    /// Plans the remaining rounds without a participant who has left for good.
    Replan {
        /// The participant who has left.
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "J2"))]
        left: Participant,
        /// The reason for the record: 1 to 500 characters.
        reason: String,
    },
    /// Gives a person's place to another person, whose card is made afterwards.
    Replace {
        /// The person who is replaced.
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "C1"))]
        who: Participant,
        /// The name of the new person.
        name: String,
        /// The reason for the record: 1 to 500 characters.
        reason: String,
    },
    /// Adds a person who has come late.
    Admit {
        /// The person's role.
        #[cfg_attr(feature = "openapi", schema(value_type = crate::api::schema::Role))]
        role: Role,
        /// The person's name.
        name: String,
        /// The reason for the record: 1 to 500 characters.
        reason: String,
    },
    /// Replaces a broken program by one of the reserve.
    TakeOver {
        /// The broken entry.
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "E2"))]
        entry: EntryId,
        /// The name of the program in reserve.
        reserve: String,
        /// The reason for the record: 1 to 500 characters.
        reason: String,
    },
    /// Replays a round.
    Again {
        /// The round.
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "R2"))]
        round: RoundNumber,
        /// The reason for the record: 1 to 500 characters.
        reason: String,
    },
    /// Records that an entry is disqualified.
    Disqualify(OfEntry),
    /// Records that an entry is no longer disqualified.
    Reinstate(OfEntry),
    /// Records that a ballot or ranking may be given after its time, until the contest is closed.
    AllowLate {
        /// The judge; a confederate where both sides guess.
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "J2"))]
        who: Participant,
        /// The form: `ballot-R1` about the interview of a round, `ranking-1` of a trial.
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "ballot-R1"))]
        form: FormId,
        /// The authority that decided.
        #[cfg_attr(feature = "openapi", schema(value_type = crate::api::schema::Authority))]
        by: Authority,
        /// The rule that permits it: 1 to 60 characters.
        rule: String,
        /// The reason for the record: 1 to 500 characters.
        reason: String,
    },
    /// Records that the public may read parts of the contest, which is closed.
    Release {
        /// The parts: `result`, `transcripts`, `record` (which contains everything).
        #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>, example = json!(["result", "transcripts"])))]
        parts: BTreeSet<ReleasablePart>,
        /// The authority that decided.
        #[cfg_attr(feature = "openapi", schema(value_type = crate::api::schema::Authority))]
        by: Authority,
        /// The rule that permits it: 1 to 60 characters, such as `rule 17`.
        rule: String,
        /// The reason for doing it now, for the record: 1 to 500 characters.
        reason: String,
    },
    /// Records that private parts are deleted from the record of the contest, which is closed, and deletes them.
    Delete {
        /// The parts: the numbers of their events, counted from 1, and their names.
        #[cfg_attr(feature = "openapi", schema(example = json!(["12/text"])))]
        parts: Vec<String>,
        /// The authority that decided.
        #[cfg_attr(feature = "openapi", schema(value_type = crate::api::schema::Authority))]
        by: Authority,
        /// The rule that permits it: 1 to 60 characters, such as `rule 17`.
        rule: String,
        /// The reason for the record, 1 to 500 characters, without the deleted text.
        reason: String,
    },
    /// Records that every text of a participant is deleted from the record, and deletes them.
    Erase {
        /// The participant.
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "C2"))]
        who: Participant,
        /// The authority that decided.
        #[cfg_attr(feature = "openapi", schema(value_type = crate::api::schema::Authority))]
        by: Authority,
        /// The rule that permits it: 1 to 60 characters.
        rule: String,
        /// The reason for the record: 1 to 500 characters.
        reason: String,
    },
    /// Records a new name of a participant, and deletes the earlier names from the record.
    Rename {
        /// The participant; for an entry, the name is its contestant's.
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "C2"))]
        who: Participant,
        /// The pseudonym.
        name: String,
        /// The authority that decided.
        #[cfg_attr(feature = "openapi", schema(value_type = crate::api::schema::Authority))]
        by: Authority,
        /// The rule that permits it: 1 to 60 characters.
        rule: String,
        /// The reason for the record: 1 to 500 characters.
        reason: String,
    },
    /// Records a participant's consent to publication, given on a form or by word. The latest one counts.
    Consent {
        /// The participant.
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "C2"))]
        who: Participant,
        /// The extent: their part in the result, or their texts as well.
        #[cfg_attr(feature = "openapi", schema(value_type = crate::api::schema::Scope))]
        scope: Scope,
        /// The licence under which others may use their texts, in 1 to 60 characters; absent where they named none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        licence: Option<String>,
    },
    /// Shows a step of the reveal on the big screen of the contest, which is closed: the next step, or an earlier one.
    /// The step is named, so that a repeated request does not show two. The record does not keep it.
    Reveal {
        /// The step: 0 shows nothing yet, then there are two for each award, and the standings.
        step: u16,
    },
    /// Acts as a referee: steps in with a confederate, flags a moment or writes a note.
    Referee {
        /// The referee's act.
        #[cfg_attr(feature = "openapi", schema(value_type = Object, example = json!({"does": "warn", "confederate": "C1"})))]
        deed: Deed,
        /// Its text: 1 to 500 characters, or absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<String>,
    },
    /// Restarts an entry's program.
    RestartEntry {
        /// The entry.
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "E2"))]
        entry: EntryId,
    },
}

/// A decision about an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct OfEntry {
    /// The entry.
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "E3"))]
    pub entry: EntryId,
    /// The authority that decided.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::api::schema::Authority))]
    pub by: Authority,
    /// The rule that permits it: 1 to 60 characters, such as `rule 59`.
    pub rule: String,
    /// The reason for the record: 1 to 500 characters.
    pub reason: String,
}

/// The actor, by any way in.
#[derive(Debug, Clone)]
pub(crate) struct Doer {
    /// The name in the list of deeds.
    name: String,
    /// The owner of the acts' keys: unchanged when the name changes.
    whose: String,
}

impl Doer {
    /// An organiser of this contest.
    pub(crate) async fn organiser(app: &App, place: &HostedContest, whose: Invited) -> Result<Self, StoreError> {
        Ok(Self { name: organisers::name_of(app, place, whose).await?, whose: whose.to_string() })
    }

    /// A program with a token of the contest.
    pub(crate) fn program(name: String, token: AccessToken) -> Self {
        Self { name, whose: token.to_string() }
    }

    /// A person at the server itself, under this name.
    pub(crate) fn at_the_server(name: &str) -> Self {
        Self { name: name.to_owned(), whose: "server".to_owned() }
    }

    /// The mark of an act of this actor, for the store.
    fn mark(&self, app: &App, key: Option<&Key>, act: &Act) -> Mark {
        let (at, who) = (app.wall().as_millis(), self.name.clone());
        let deed = DeedRow { at, who, what: act.deed().kept() };
        Mark::new(&self.whose, key, act, Some(deed))
    }

    /// True when this actor has done an act under this key. Other actors' keys are separate.
    pub(crate) fn has_done(&self, place: &HostedContest, key: &Key) -> bool {
        place.running.acts().has(&self.whose, key)
    }

    /// The number for the forms of a page that is rendered now for this organiser.
    pub(crate) fn form_number(place: &HostedContest, whose: Invited) -> usize {
        place.running.acts().count(&whose.to_string())
    }
}

/// An accepted act: ready when it is done or refused. It continues when it is dropped.
pub(crate) type Performing = BoxFuture<'static, Result<(), NotActed>>;

/// Does an organiser's act, by any way in, and notes the actor. With a key, the act is done once, however often it is
/// sent, and repeats get the first answer; an act that failed is tried again.
///
/// # Errors
/// When the contest refuses the act, its server can't save it, or the key was used for another act.
pub(crate) async fn perform(
    app: &App,
    place: &Arc<HostedContest>,
    actor: &Doer,
    key: Option<&Key>,
    act: Act,
) -> Result<(), NotActed> {
    submit(app, place, actor, key, (act, false)).await?.await
}

/// Accepts an act without waiting for its end: acts that are submitted one after the other are done in that order. The
/// flag beside the act says whether it waits while nothing can be recorded.
///
/// # Errors
/// As [`perform`], where the error is known at once.
pub(crate) async fn submit(
    app: &App,
    place: &Arc<HostedContest>,
    actor: &Doer,
    key: Option<&Key>,
    (act, waits): (Act, bool),
) -> Result<Performing, NotActed> {
    let mark = actor.mark(app, key, &act);
    if let Some(known) = place.running.acts().known(&mark) {
        return as_known(known).map(|()| done());
    }
    let replaced = if let Act::Replace { who, .. } = act { Some(who) } else { None };
    let asks = match act.asks_for(app, place).await {
        Ok(asks) => asks,
        // The same act may have removed its object a moment ago.
        Err(why) => {
            let known = place.running.acts().known(&mark).ok_or(why)?;
            return as_known(known).map(|()| done());
        }
    };
    let work = match asks {
        Asks::Contest(command) => {
            if let Some(who) = replaced {
                replacements::begin(app.registry(), place, who).await?;
            }
            Work::Asked(place.running.submit_act(Participant::Organiser, command, mark, waits).await?, replaced)
        }
        Asks::Deletions(deletions) => Work::Deletions(deletions, mark),
        Asks::Restart(entry) => Work::Restart(entry, mark),
        Asks::Reveal(step) => Work::Reveal(step, mark),
    };
    let (app, place) = (app.clone(), Arc::clone(place));
    let performing = tokio::spawn(async move { work.finish(&app, &place).await });
    Ok(Box::pin(async move {
        match performing.await {
            Ok(outcome) => outcome,
            Err(died) => match died.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                // The server is stopping: nothing waits for the answer any more.
                Err(_) => std::future::pending().await,
            },
        }
    }))
}

fn done() -> Performing {
    Box::pin(std::future::ready(Ok(())))
}

fn as_known(known: Known) -> Result<(), NotActed> {
    match known {
        Known::Done => Ok(()),
        Known::Another => Err(NotActed::KeyUsed),
    }
}

/// The remaining work of an accepted act.
enum Work {
    /// A command was submitted to the contest; the participant, if any, is being replaced.
    Asked(ActAnswer, Option<Participant>),
    Deletions(Vec<Deleting>, Mark),
    Restart(EntryId, Mark),
    Reveal(u16, Mark),
}

impl Work {
    async fn finish(self, app: &App, place: &HostedContest) -> Result<(), NotActed> {
        let acts = place.running.acts();
        match self {
            Self::Asked(answer, replaced) => {
                answered(answer).await?;
                if let Some(who) = replaced {
                    replacements::finish(app.registry(), place, who).await?;
                }
            }
            // Only the last ruling carries the mark: after a crash in between, a repeated request rules the rest.
            Self::Deletions(mut deletions, mark) => {
                let last = deletions.pop();
                for deleting in deletions {
                    place.running.ask(Participant::Organiser, Command::Delete(Box::new(deleting))).await?;
                }
                if let Some(deleting) = last {
                    let command = Command::Delete(Box::new(deleting));
                    answered(place.running.submit_act(Participant::Organiser, command, mark, false).await?).await?;
                }
            }
            // Restarts are not commands of the contest, which records only their consequences. A server that was killed
            // starts every program anyway.
            Self::Restart(entry, mark) => {
                let _turn = acts.turn().await;
                if let Some(known) = acts.known(&mark) {
                    return as_known(known);
                }
                acts.keep(&mark).await.map_err(NotActed::NotShown)?;
                place.restart(entry);
            }
            Self::Reveal(step, mark) => {
                let _turn = acts.turn().await;
                if let Some(known) = acts.known(&mark) {
                    return as_known(known);
                }
                reveal::show(app, place, step).await?;
                acts.keep(&mark).await.map_err(NotActed::NotShown)?;
            }
        }
        Ok(())
    }
}

/// Turns the contest's answer to an act into the result of [`perform`].
pub(crate) async fn answered(answer: ActAnswer) -> Result<(), NotActed> {
    as_acted(answer.await?)
}

fn as_acted(acted: Acted) -> Result<(), NotActed> {
    match acted {
        Acted::Done => Ok(()),
        Acted::IdUsed => Err(NotActed::KeyUsed),
    }
}

/// The names of the programs in reserve that take no part yet.
pub(crate) fn reserves(place: &HostedContest) -> Vec<String> {
    let file = place.file();
    let views = place.running.views();
    let playing = views.room().contest().and_then(|contest| contest.roster.held()).map(|roster| roster.entries.clone());
    let playing = playing.unwrap_or_default();
    let names = file.reserves.iter().map(|spec| spec.name.clone());
    names.filter(|name| playing.iter().all(|card| card.name != *name)).collect()
}

/// The program of this name, if it is still in reserve.
fn standing_by(place: &HostedContest, name: &str) -> Option<NewEntry> {
    let reserve = reserves(place).into_iter().find(|reserve| reserve == name)?;
    place.file().reserves.iter().find(|spec| spec.name == reserve).map(contest_opening::new_entry)
}

/// The request that an act turns into.
enum Asks {
    Contest(Command),
    /// One ruling after the other: each has at most `PARTS_MAX` parts.
    Deletions(Vec<Deleting>),
    Restart(EntryId),
    Reveal(u16),
}

impl Act {
    async fn asks_for(self, app: &App, place: &HostedContest) -> Result<Asks, NotActed> {
        Ok(Asks::Contest(match self {
            Self::Draw { anyway } => Command::Draw { anyway },
            Self::OpenRound { anyway } => Command::OpenRound { anyway },
            Self::EndPhase { ending } => Command::EndPhase(ending),
            Self::Pause { reason, told } => Command::Pause { reason, told },
            Self::Resume {} => Command::Resume,
            Self::Extend { seconds, reason, told } => {
                Command::Extend { by: Duration::from_secs(seconds.into()), reason, told }
            }
            Self::Announce { to, words } => Command::Announce { to, words },
            Self::PutMatter { words } => Command::PutMatter { words },
            Self::Abort { interview, reason } => Command::Abort { interview, reason },
            Self::Replan { left, reason } => Command::Replan { change: Change::Leaves(left), reason },
            Self::Replace { who, name, reason } => Command::Replace { who, name, reason },
            Self::Admit { role, name, reason } => Command::Replan { change: Change::Joins(role.arrival(name)), reason },
            Self::TakeOver { entry: leaves, reserve, reason } => {
                let reserve = standing_by(place, &reserve).ok_or(NotActed::NoReserve)?;
                Command::Replan { change: Change::TakesOver { leaves, reserve }, reason }
            }
            Self::Again { round, reason } => Command::Replan { change: Change::Again(round), reason },
            Self::Disqualify(of_entry) => of_entry.ruling(RulingKind::Disqualified),
            Self::Reinstate(of_entry) => of_entry.ruling(RulingKind::Reinstated),
            Self::AllowLate { who, form, by, rule, reason } => {
                Command::AllowLate(Box::new(LateBallot { who, form, by, rule, reason }))
            }
            Self::Release { parts, by, rule, reason } => {
                if parts.iter().any(|part| WORDS.contains(part)) {
                    agreed(app, place).await?;
                }
                Command::Release { parts, by, rule, reason }
            }
            Self::Consent { who, scope, licence } => {
                if scope == Scope::Result && is_read(place) && !texts_of(app, place, who).await?.is_empty() {
                    return Err(NotActed::ReadAlready(who));
                }
                Command::Consent { who, scope, licence }
            }
            act @ (Self::Delete { .. } | Self::Erase { .. } | Self::Rename { .. }) => {
                return Ok(Asks::Deletions(act.deletions(app, place).await?));
            }
            Self::Reveal { step } => return Ok(Asks::Reveal(step)),
            Self::Referee { deed, words } => Command::Referee { deed, words },
            Self::RestartEntry { entry } => {
                place.spec(entry).ok_or(NotActed::NoSuchEntry)?;
                return Ok(Asks::Restart(entry));
            }
        }))
    }

    /// The rulings that delete the parts of this act; none for an act that deletes nothing.
    pub(crate) async fn deletions(&self, app: &App, place: &HostedContest) -> Result<Vec<Deleting>, NotActed> {
        let ruling =
            |parts, whose: Option<Participant>, name: Option<&String>, by: &Authority, rule: &str, reason: &str| {
                let (rule, reason) = (rule.to_owned(), reason.to_owned());
                in_rulings(&Deleting { parts, whose, name: name.cloned(), by: *by, rule, reason })
            };
        match self {
            Self::Delete { parts, by, rule, reason } => {
                let place_of = |part: &String| part.parse().map_err(|_| NotActed::NoPart(part.clone()));
                let parts = parts.iter().map(place_of).collect::<Result<_, _>>()?;
                if let Some(missing) = published::not_there(app, place, &parts).await? {
                    return Err(NotActed::NotThere(missing));
                }
                Ok(ruling(parts, None, None, by, rule, reason))
            }
            Self::Erase { who, by, rule, reason } => {
                let parts = texts_of(app, place, *who).await?;
                if parts.is_empty() {
                    return Err(NotActed::NoTexts(*who));
                }
                Ok(ruling(parts, Some(*who), None, by, rule, reason))
            }
            Self::Rename { who, name, by, rule, reason } => {
                let (texts, _) = published::texts(app, place).await?;
                let views = place.running.views();
                let contest = views.room().contest();
                let names = texts.iter().filter(|text| contest.is_some_and(|contest| text.may_name(*who, contest)));
                let parts = names.flat_map(FreeText::parts).collect();
                Ok(ruling(parts, Some(*who), Some(name), by, rule, reason))
            }
            Self::Draw { .. }
            | Self::OpenRound { .. }
            | Self::EndPhase { .. }
            | Self::Pause { .. }
            | Self::Resume { .. }
            | Self::Extend { .. }
            | Self::Announce { .. }
            | Self::PutMatter { .. }
            | Self::Abort { .. }
            | Self::Replan { .. }
            | Self::Replace { .. }
            | Self::Admit { .. }
            | Self::TakeOver { .. }
            | Self::Again { .. }
            | Self::Disqualify(_)
            | Self::Reinstate(_)
            | Self::AllowLate { .. }
            | Self::Release { .. }
            | Self::Consent { .. }
            | Self::Reveal { .. }
            | Self::Referee { .. }
            | Self::RestartEntry { .. } => Ok(Vec::new()),
        }
    }

    /// The deed for the list. The record says that it was done; this list says by whom.
    fn deed(&self) -> OrganiserDeed {
        match self {
            Self::Draw { .. } => OrganiserDeed::Drew {},
            Self::OpenRound { .. } => OrganiserDeed::OpenedRound {},
            Self::EndPhase { ending: Ending::Talk { round } } => OrganiserDeed::EndedTalk { round: *round },
            Self::EndPhase { ending: Ending::Scoring { round } } => OrganiserDeed::ClosedRound { round: *round },
            Self::EndPhase { ending: Ending::EndBallots { trial } } => OrganiserDeed::ClosedTrial { trial: *trial },
            Self::EndPhase { ending: Ending::Vote { vote } } => OrganiserDeed::ClosedVote { vote: *vote },
            Self::Pause { .. } => OrganiserDeed::Paused {},
            Self::Resume {} => OrganiserDeed::Resumed {},
            Self::Extend { seconds, .. } => OrganiserDeed::Extended { seconds: *seconds },
            Self::Announce { to, .. } => OrganiserDeed::Announced { to: *to },
            Self::PutMatter { .. } => OrganiserDeed::PutMatter {},
            Self::Abort { interview, .. } => OrganiserDeed::EndedInterview { interview: *interview },
            Self::Replan { .. } | Self::Admit { .. } | Self::TakeOver { .. } | Self::Again { .. } => {
                OrganiserDeed::Replanned {}
            }
            Self::Replace { who, .. } => OrganiserDeed::Replaced { who: *who },
            Self::Disqualify(of_entry) => OrganiserDeed::Disqualified { entry: of_entry.entry },
            Self::Reinstate(of_entry) => OrganiserDeed::Reinstated { entry: of_entry.entry },
            Self::AllowLate { who, form, .. } => OrganiserDeed::AllowedLate { who: *who, form: *form },
            Self::Release { parts, .. } => OrganiserDeed::Released { parts: parts.clone() },
            Self::Delete { parts, .. } => OrganiserDeed::TookOut { parts: parts.len() },
            Self::Erase { who, .. } => OrganiserDeed::Erased { who: *who },
            Self::Rename { who, .. } => OrganiserDeed::Renamed { who: *who },
            Self::Consent { who, .. } => OrganiserDeed::RecordedConsent { who: *who },
            Self::Reveal { step } => OrganiserDeed::Revealed { step: *step },
            Self::Referee { .. } => OrganiserDeed::SteppedIn {},
            Self::RestartEntry { entry } => OrganiserDeed::RestartedEntry { entry: *entry },
        }
    }
}

/// The parts of a contest that contain texts of people.
const WORDS: [ReleasablePart; 2] = [ReleasablePart::Transcripts, ReleasablePart::Record];

/// True when the public may read the conversations.
fn is_read(place: &HostedContest) -> bool {
    place.running.views().room().contest().is_some_and(|contest| WORDS.iter().any(|part| contest.is_released(*part)))
}

/// The places of every text of a participant in the record.
async fn texts_of(app: &App, place: &HostedContest, who: Participant) -> Result<BTreeSet<PartPlace>, NotActed> {
    let (texts, _) = published::texts(app, place).await?;
    let views = place.running.views();
    let contest = views.room().contest();
    let is_theirs = |text: &&FreeText| contest.is_some_and(|contest| text.writer(contest) == Some(who));
    Ok(texts.iter().filter(is_theirs).flat_map(FreeText::parts).collect())
}

/// Checks that all authors of texts in the record consented to their publication. Passes also where nobody was asked
/// because the rules settle it.
async fn agreed(app: &App, place: &HostedContest) -> Result<(), NotActed> {
    let has_silent = |contest: &Contest| contest.consents.values().any(|consent| consent.scope == Scope::Result);
    if !place.running.views().room().contest().is_some_and(has_silent) {
        return Ok(());
    }
    let (texts, _) = published::texts(app, place).await?;
    let views = place.running.views();
    let beyond = views.room().contest().map(|contest| beyond::beyond(&texts, contest)).unwrap_or_default();
    beyond.into_iter().next().map_or(Ok(()), |beyond| Err(NotActed::BeyondConsent(beyond)))
}

/// Splits a ruling into rulings of at most `PARTS_MAX` parts.
fn in_rulings(deleting: &Deleting) -> Vec<Deleting> {
    let parts: Vec<_> = deleting.parts.iter().cloned().collect();
    if parts.is_empty() {
        return vec![deleting.clone()];
    }
    parts
        .chunks(PARTS_MAX)
        .map(|parts| Deleting { parts: parts.iter().cloned().collect(), ..deleting.clone() })
        .collect()
}

impl From<NotTold> for NotActed {
    fn from(why: NotTold) -> Self {
        Self::Unread(Box::new(why))
    }
}

impl OfEntry {
    fn ruling(self, decision: RulingKind) -> Command {
        let Self { entry, by, rule, reason } = self;
        Command::Rule(Box::new(OnEntry { entry, decision, by, rule, reason }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_ruling_cannot_take_out_is_taken_out_by_more() {
        let rulings = |count| {
            let parts = (1..=count).map(|event| PartPlace { event, part: "text".to_owned() }).collect();
            let (rule, reason) = ("rule 17".to_owned(), "insults".to_owned());
            let deleting = Deleting { parts, whose: None, name: None, by: Authority::Organisers, rule, reason };
            in_rulings(&deleting).iter().map(|deleting| deleting.parts.len()).collect::<Vec<_>>()
        };
        let most = PARTS_MAX as u64;
        assert_eq!(rulings(0), [0], "which is refused");
        assert_eq!(rulings(most), [PARTS_MAX]);
        assert_eq!(rulings(most + 1), [PARTS_MAX, 1]);
        assert_eq!(rulings(2 * most + 1), [PARTS_MAX, PARTS_MAX, 1]);
    }
}
