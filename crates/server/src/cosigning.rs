//! What the cosigners of a contest are shown of its record, and what they have signed.
//!
//! A cosigner asks with a note: the last head it has seen, cosigned now. So it says who it is and from where on it wants to know,
//! and hands in its signature at the same time. It is answered with the next head and the proof that this continues the one it
//! has; nobody but the cosigners that the contest names is answered, because how fast the record grows tells programs from people.
//! Heads that end a part of the contest are shown to everybody one after the other, so that every cosigner signs each of them and
//! a record is published with their signatures; between them there is a head of the moment, signed when somebody asks. What the
//! pure part of this does, and what a cosigner refuses, is in `record::cosigner`.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use contest::contest::Contest;
use record::{
    Checkpoint, Consistency, VerifierKey, bundle,
    cosigner::{NewKey, NewKeyError, claimed, keys_of},
    note,
};
use rulebook::{Timestamp, counted};
use store::{NoteRow, StoreError};
use tracing::{error, info};

use crate::{app::App, concerns::Concern, heads::HeadError, place::Place};

/// How far a cosigner's clock may be from the server's.
const CLOCKS_APART: Duration = Duration::from_secs(5 * 60);

/// No cosigner is shown new heads of the moment more often: whoever asks every second is shown one each time.
const MOMENT: Duration = Duration::from_millis(500);

/// A cosigner that has not asked for so long is away.
const AWAY: Duration = Duration::from_secs(60);

/// How many keys a cosigner may have one after the other.
const KEYS_MAX: usize = 16;

/// The largest question, in bytes.
pub(crate) const QUESTION_MAX: usize = 8 * 1024;

/// The kinds of notes that are kept beside a record.
const COSIGNATURE: &str = "cosignature";
const COSIGNER_KEY: &str = "cosigner-key";

/// What is known of the cosigners of a contest since the server started. What they have signed is in the store.
#[derive(Default)]
pub(crate) struct Cosigning {
    /// The head of the moment, and when it was signed by the clock that nobody sets.
    moment: tokio::sync::Mutex<Option<(Duration, u64, String)>>,
    /// By the first key of each.
    seen: Mutex<BTreeMap<String, Seen>>,
}

/// What a cosigner has said last.
#[derive(Debug, Clone, Copy)]
struct Seen {
    /// When, by the clock that nobody sets.
    at: Duration,
    /// Whether the head that it had seen is one of this record.
    agrees: bool,
    /// When it was shown a new head of the moment last.
    shown: Option<Duration>,
}

/// Why a cosigner is not shown the next head.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotShown {
    /// The question has not the form of one.
    #[error(
        "this is no cosigned head: ask with the last head you have seen, or with that of the empty tree, cosigned now"
    )]
    Form,
    /// The contest has no cosigners.
    #[error(
        "this contest names no cosigners: its organiser adds them to the contest file before the first round, under `[[cosigner]]`"
    )]
    Nobody,
    /// Somebody else asks, or by a key that was replaced.
    #[error("this is not signed by a cosigner of this contest: its organiser names the keys in the contest file")]
    Stranger,
    /// The clock of the cosigner is wrong, or the question is an old one.
    #[error("the time of your signature is {apart} s from the time here, which is {now}: set your clock")]
    Clock {
        /// How far it is from the server's time, in seconds.
        apart: u64,
        /// The server's time.
        now: Timestamp,
    },
    /// The record is signed by another key than the cosigner knows.
    #[error(
        "the record of this contest is signed by `{key}`: where it went on from an older copy, its organiser has published why, and you begin anew"
    )]
    OtherKey {
        /// The key.
        key: VerifierKey,
    },
    /// The cosigner has seen another history than the one that is here. The answer has both.
    #[error("you have seen another history of this record")]
    OtherHistory(Box<Consistency>),
    /// A new key is not named as it must be.
    #[error(transparent)]
    NewKey(#[from] NewKeyError),
    /// Another new key was named before.
    #[error("this cosigner has named another new key before")]
    NamedBefore,
    /// It has had too many keys.
    #[error("a cosigner has {KEYS_MAX} keys at most, one after the other: ask the organiser")]
    TooManyKeys,
    /// The store does not answer, or another server keeps the contest.
    #[error("the record cannot be looked at just now: try again in a moment")]
    Later,
    /// The head cannot be signed or kept.
    #[error("no head could be signed: the server's log says why")]
    Failed,
}

impl From<StoreError> for NotShown {
    fn from(failure: StoreError) -> Self {
        error!(%failure, "the store failed a cosigner: {failure}");
        Self::Later
    }
}

impl From<HeadError> for NotShown {
    fn from(failure: HeadError) -> Self {
        error!(%failure, "no head for a cosigner: {failure}");
        Self::Failed
    }
}

/// A cosigner of a contest: the key that its organiser named, and the key it has by now.
struct Named {
    first: VerifierKey,
    keys: Vec<VerifierKey>,
}

impl Named {
    fn now(&self) -> &VerifierKey {
        self.keys.last().unwrap_or(&self.first)
    }
}

/// The cosigners that the contest names.
async fn named(app: &App, place: &Place) -> Result<Vec<Named>, StoreError> {
    let first = place.hall.views().room().contest().map(Contest::cosigners).unwrap_or_default();
    if first.is_empty() {
        return Ok(Vec::new());
    }
    let new = new_keys(&app.registry().notes(place.hall.id()).await?);
    Ok(first.into_iter().map(|first| Named { keys: keys_of(&first, &new), first }).collect())
}

fn new_keys(notes: &[NoteRow]) -> Vec<NewKey> {
    let named = notes.iter().filter(|row| row.kind == COSIGNER_KEY);
    named.filter_map(|row| NewKey::read(&row.note).ok()).collect()
}

/// What a cosigner is answered: the next head that it has not seen, with the proof that it continues the one it has.
pub(crate) async fn answer(app: &App, place: &Place, question: &str) -> Result<Consistency, NotShown> {
    let seen = claimed(question).ok_or(NotShown::Form)?;
    let all = named(app, place).await?;
    if all.is_empty() {
        return Err(NotShown::Nobody);
    }
    let signed = all.iter().find_map(|named| Some((named, note::signed(question, named.now()).ok()?.time?)));
    let (who, time) = signed.ok_or(NotShown::Stranger)?;
    let now = app.wall();
    let here = u64::try_from(now.as_millis() / 1000).unwrap_or_default();
    let apart = here.abs_diff(time);
    if apart > CLOCKS_APART.as_secs() {
        return Err(NotShown::Clock { apart, now });
    }
    let key = place.hall.key();
    if seen.origin != key.name() {
        return Err(NotShown::OtherKey { key: key.verifier() });
    }
    // A server that missed what another wrote must not be taken for one that lost it.
    if seen.size > place.hall.size() && !place.hall.catches_up().await {
        return Err(NotShown::Later);
    }
    let agrees = place.hall.root_at(seen.size) == Some(seen.root);
    let id = place.hall.id();
    let name = who.first.name();
    if !agrees {
        error!(
            contest.id = id,
            "the cosigner `{name}` has seen another history of `{id}`, with {} events and the root {}: either the store was changed, or the cosigner is not honest",
            seen.size,
            seen.root
        );
    }
    let shown = place.cosigning.seen(&who.first).and_then(|seen| seen.shown);
    place.cosigning.saw(&who.first, Seen { at: app.elapsed(), agrees, shown });
    let kept = kept(app, place).await?;
    if agrees {
        keep_signature(app, place, &kept, &seen, question, who.now()).await?;
    }
    let checkpoint = match next(place, &kept, &seen, agrees) {
        Some(note) => note,
        None => moment(app, place, &who.first, &seen).await?,
    };
    let size = claimed(&checkpoint).map_or(0, |head| head.size);
    let hashes = place.hall.prove_consistency(seen.size, size).unwrap_or_default();
    let proof = Consistency { from: seen.size, hashes, checkpoint };
    if agrees { Ok(proof) } else { Err(NotShown::OtherHistory(Box::new(proof))) }
}

/// A cosigner names its next key.
pub(crate) async fn rename(app: &App, place: &Place, note: &str) -> Result<(), NotShown> {
    let NewKey { old, new } = NewKey::read(note)?;
    let id = place.hall.id();
    let all = named(app, place).await?;
    let who = all.iter().find(|named| named.keys.contains(&old)).ok_or(NotShown::Stranger)?;
    match who.keys.iter().position(|key| *key == old).and_then(|place| who.keys.get(place + 1)) {
        Some(known) if *known == new => return Ok(()),
        Some(_) => return Err(NotShown::NamedBefore),
        None if who.keys.len() >= KEYS_MAX || who.keys.contains(&new) => return Err(NotShown::TooManyKeys),
        None => {}
    }
    let row = NoteRow { kind: COSIGNER_KEY.to_owned(), name: old.to_string(), note: note.to_owned() };
    app.registry().keep_note(id, row).await?;
    info!(contest.id = id, "the cosigner `{}` of `{id}` signs with another key from now on: {new}", new.name());
    Ok(())
}

/// The heads that everybody may see, from the smallest on: those of this key, of the record as it is.
pub(crate) async fn kept(app: &App, place: &Place) -> Result<Vec<(Checkpoint, String)>, StoreError> {
    let notes = app.registry().checkpoints(place.hall.id()).await?;
    let heads = notes.into_iter().filter_map(|(_, note)| Some((claimed(&note)?, note)));
    let name = place.hall.key().name();
    let mut heads: Vec<_> =
        heads.filter(|(head, _)| head.origin == name && place.hall.root_at(head.size) == Some(head.root)).collect();
    heads.sort_by_key(|(head, _)| head.size);
    Ok(heads)
}

/// Keeps what a cosigner has signed of a head that everybody may see: its first signature of each.
async fn keep_signature(
    app: &App,
    place: &Place,
    kept: &[(Checkpoint, String)],
    seen: &Checkpoint,
    question: &str,
    key: &VerifierKey,
) -> Result<(), StoreError> {
    let (true, Ok((_, lines))) = (kept.iter().any(|(head, _)| head == seen), note::split(question)) else {
        return Ok(());
    };
    let row = NoteRow { kind: COSIGNATURE.to_owned(), name: row_name(seen, key), note: lines.to_owned() };
    let notes = app.registry().notes(place.hall.id()).await?;
    if notes.iter().any(|known| (&known.kind, &known.name) == (&row.kind, &row.name)) {
        return Ok(());
    }
    // Whatever else stands in the question is somebody's, and nobody asked for it.
    let start = format!("— {} ", key.name());
    let own = lines
        .lines()
        .filter(|line| line.starts_with(&start))
        .find(|line| note::signed(&format!("{}\n{line}\n", seen.text()), key).is_ok());
    let Some(own) = own else { return Ok(()) };
    app.registry().keep_note(place.hall.id(), NoteRow { note: format!("{own}\n"), ..row }).await?;
    place.touch();
    Ok(())
}

fn row_name(head: &Checkpoint, key: &VerifierKey) -> String {
    format!("{} {} {key}", head.size, head.root)
}

/// The head that everybody may see, and that a cosigner is shown who has seen this one; `None` where it is that of the moment.
fn next(place: &Place, kept: &[(Checkpoint, String)], seen: &Checkpoint, agrees: bool) -> Option<String> {
    let after = kept.iter().find(|(head, _)| agrees && head.size > seen.size);
    // After the close every event that comes has a head of its own, which everybody may see.
    let is_closed = || place.hall.views().room().contest().is_some_and(Contest::is_closed);
    after.or_else(|| kept.last().filter(|_| is_closed())).map(|(_, note)| note.clone())
}

/// The head of the moment, for a cosigner who has seen this one.
async fn moment(app: &App, place: &Place, who: &VerifierKey, seen: &Checkpoint) -> Result<String, NotShown> {
    let mut moment = place.cosigning.moment.lock().await;
    let now = app.elapsed();
    let is_recent = |at: Duration| now.saturating_sub(at) < MOMENT;
    let was_shown = place.cosigning.seen(who).and_then(|seen| seen.shown).is_some_and(is_recent);
    let known = moment.as_ref().filter(|(at, size, _)| {
        let is_new = is_recent(*at) && *size > seen.size;
        *size == place.hall.size() || is_new || (was_shown && *size == seen.size)
    });
    if let Some((_, _, note)) = known {
        return Ok(note.clone());
    }
    let (size, note) = place.hall.sign_moment(app.heads()).await?;
    *moment = Some((now, size, note.clone()));
    if size > seen.size {
        place.cosigning.showed(who, now);
    }
    Ok(note)
}

/// A head that everybody may see, with what cosigners have signed of it.
pub(crate) async fn cosigned(app: &App, place: &Place, checkpoint: String) -> Result<String, StoreError> {
    let notes = app.registry().notes(place.hall.id()).await?;
    let cosigners = place.hall.views().room().contest().map(Contest::cosigners).unwrap_or_default();
    Ok(with_cosignatures(checkpoint, &cosigners, &notes))
}

/// A head with what these cosigners, the first key of each, have signed of it by the notes that are kept beside the record.
pub(crate) fn with_cosignatures(checkpoint: String, cosigners: &[VerifierKey], notes: &[NoteRow]) -> String {
    let Some(head) = claimed(&checkpoint) else { return checkpoint };
    let new = new_keys(notes);
    let keys = cosigners.iter().flat_map(|first| keys_of(first, &new));
    let lines = keys.filter_map(|key| {
        let name = row_name(&head, &key);
        let row = notes.iter().find(|row| row.kind == COSIGNATURE && row.name == name)?;
        note::signed(&format!("{}\n{}", head.text(), row.note), &key).is_ok().then_some(row.note.as_str())
    });
    let lines: String = lines.collect();
    checkpoint + &lines
}

/// Of the notes that are kept beside a record, those in which cosigners have named new keys, as they go out with it.
pub(crate) fn attachments(notes: Vec<NoteRow>) -> BTreeMap<String, Vec<u8>> {
    let named = notes.into_iter().filter(|row| row.kind == COSIGNER_KEY);
    (1..).zip(named).map(|(n, row)| (format!("{}{n}.note", bundle::NEW_KEYS), row.note.into_bytes())).collect()
}

/// What the organiser has to know of the cosigners.
pub(crate) async fn concerns(app: &App, place: &Place) -> Result<Vec<Concern>, StoreError> {
    let all = named(app, place).await?;
    let (demanded, is_closed) = {
        let views = place.hall.views();
        let Some(contest) = views.room().contest() else { return Ok(Vec::new()) };
        (contest.cosigners_demanded(), contest.is_closed())
    };
    if all.is_empty() && demanded == 0 {
        return Ok(Vec::new());
    }
    let row = |what: String, mend: &str| Concern { what, mend: mend.to_owned(), at: "problems".to_owned() };
    let mut concerns = Vec::new();
    let names =
        |cosigners: Vec<&Named>| cosigners.iter().map(|named| named.first.name()).collect::<Vec<_>>().join(", ");
    let seen = |named: &Named| place.cosigning.seen(&named.first);
    let disagrees: Vec<_> = all.iter().filter(|named| seen(named).is_some_and(|seen| !seen.agrees)).collect();
    if !disagrees.is_empty() {
        concerns.push(row(
            format!("A cosigner has seen another history of this record than the one here: {}.", names(disagrees)),
            "Stop, keep a copy of the data folder as it is, and compare both heads with the cosigner's before you go on.",
        ));
    }
    let last = app.registry().latest_checkpoint(place.hall.id()).await?;
    if let (true, Some((_, note))) = (is_closed, last) {
        let note = cosigned(app, place, note).await?;
        let missing: Vec<_> =
            all.iter().filter(|named| !named.keys.iter().any(|key| note::signed(&note, key).is_ok())).collect();
        let signed = all.len() - missing.len();
        if signed < demanded {
            concerns.push(row(
                format!(
                    "The rules demand that {} sign the last head, and {signed} did. Missing: {}.",
                    counted(demanded, "cosigner", "cosigners"),
                    names(missing)
                ),
                "The contest is closed all the same. Ask them to run `viva cosign` again while this server runs: until enough have signed, no verifier confirms the result.",
            ));
        }
        return Ok(concerns);
    }
    let now = app.elapsed();
    let away = all.iter().filter(|named| seen(named).is_none_or(|seen| now.saturating_sub(seen.at) > AWAY));
    let away: Vec<_> = away.collect();
    if !away.is_empty() {
        concerns.push(row(
            format!("A cosigner has not looked for a minute: {}.", names(away)),
            "The contest goes on, and it signs what it missed when it is back. Ask whether `viva cosign` runs there.",
        ));
    }
    Ok(concerns)
}

impl Cosigning {
    fn saw(&self, who: &VerifierKey, seen: Seen) {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(who.to_string(), seen);
    }

    /// It is shown a new head of the moment.
    fn showed(&self, who: &VerifierKey, now: Duration) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(seen) = seen.get_mut(&who.to_string()) {
            seen.shown = Some(now);
        }
    }

    fn seen(&self, who: &VerifierKey) -> Option<Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).get(&who.to_string()).copied()
    }
}
