//! The service for cosigners: heads of a contest's record to sign, and the signatures on them.
//!
//! A cosigner asks with a note: the last head that it has seen, cosigned now. The note identifies the cosigner, says
//! where to go on, and delivers its signature. The answer is the next head with the proof that this continues the
//! cosigner's last one. Only the cosigners that the contest names get answers, because the speed at which a record
//! grows tells programs from people.
//!
//! Heads that end a part of the contest are shown to cosigners one after the other, so that every cosigner signs each
//! of them and a record is published with their signatures. The public sees those before the first round, and the
//! others from the close on. Between them there is a head of the moment, signed on request. The pure part, and the
//! reasons for which a cosigner refuses, are in `record::cosigner`.

mod contacts;

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use contest::contest::Contest;
use record::{
    Checkpoint, Consistency, Hash, VerifierKey, bundle,
    cosigner::{NewKey, NewKeyError, claimed, keys_of},
    note,
};
use rulebook::Timestamp;
use store::{NoteRow, StoreError};
use tracing::{error, info};

pub(crate) use self::contacts::Cosigning;
use self::contacts::Seen;
use crate::{app::App, concerns::Concern, heads::HeadError, hosted_contest::HostedContest, pages::Tab};

/// The largest difference between a cosigner's clock and the server's.
const CLOCKS_APART: Duration = Duration::from_secs(5 * 60);

/// The shortest time between two new heads of the moment for one cosigner. Cosigners that ask once a second get one
/// each time.
const MOMENT: Duration = Duration::from_millis(500);

/// The silence after which a cosigner counts as away.
const AWAY: Duration = Duration::from_secs(60);

/// The most keys of a cosigner, one after the other.
const KEYS_MAX: usize = 16;

/// The largest question, in bytes.
pub(crate) const QUESTION_MAX: usize = 8 * 1024;

/// The kinds of notes that are kept beside a record.
const COSIGNATURE: &str = "cosignature";
const COSIGNER_KEY: &str = "cosigner-key";

/// The reason why a cosigner does not get the next head.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotShown {
    /// The question is malformed.
    #[error(
        "this is no cosigned head: ask with the last head you have seen, or with that of the empty tree, cosigned now"
    )]
    Form,
    /// The contest has no cosigners.
    #[error(
        "this contest names no cosigners: its organiser adds them to the contest file before the first round, under `[[cosigner]]`"
    )]
    Nobody,
    /// The key is no cosigner's, or was replaced.
    #[error("this is not signed by a cosigner of this contest: its organiser names the keys in the contest file")]
    Stranger,
    /// The clock of the cosigner is wrong, or the question is an old one.
    #[error("the time of your signature is {apart} s from the time here, which is {now}: set your clock")]
    Clock {
        /// The difference from the server's time, in seconds.
        apart: u64,
        /// The server's time.
        now: Timestamp,
    },
    /// The record is signed by another key than the cosigner expects.
    #[error(
        "the record of this contest is signed by `{key}`: where it went on from an older copy, its organiser has published why, and you begin anew"
    )]
    OtherKey {
        /// The key.
        key: VerifierKey,
    },
    /// The cosigner's history is not the server's. The answer has the server's head.
    #[error("you have seen another history of this record")]
    OtherHistory(Box<Consistency>),
    /// The note for a new key is wrong.
    #[error(transparent)]
    NewKey(#[from] NewKeyError),
    /// The cosigner has named another new key before.
    #[error("this cosigner has named another new key before")]
    NamedBefore,
    /// It has had too many keys.
    #[error("a cosigner has {KEYS_MAX} keys at most, one after the other: ask the organiser")]
    TooManyKeys,
    /// The signature in the question is public, and the next head is not.
    #[error("everybody may see this signature, and not the head that follows: ask again in a second, signed anew")]
    TooEarly,
    /// Too many questions came from this address without a cosigner's key.
    #[error(
        "too many questions came from your address that no cosigner of a contest here could alone have asked: wait a minute"
    )]
    TooOften,
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

impl NotShown {
    /// True for questions that anybody could have sent: senders without a cosigner's key are slowed down.
    pub(crate) fn is_of_anybody(&self) -> bool {
        matches!(
            self,
            Self::Form | Self::Nobody | Self::Stranger | Self::Clock { .. } | Self::NewKey(_) | Self::TooEarly
        )
    }
}

/// A cosigner of a contest: the key in the contest file, and its later keys.
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
async fn named(app: &App, place: &HostedContest) -> Result<Vec<Named>, StoreError> {
    let first = place.running.views().room().contest().map(Contest::cosigners).unwrap_or_default();
    if first.is_empty() {
        return Ok(Vec::new());
    }
    let new = new_keys(&app.registry().notes(place.running.id()).await?);
    Ok(first.into_iter().map(|first| Named { keys: keys_of(&first, &new), first }).collect())
}

fn new_keys(notes: &[NoteRow]) -> Vec<NewKey> {
    let named = notes.iter().filter(|row| row.kind == COSIGNER_KEY);
    named.filter_map(|row| NewKey::read(&row.note).ok()).collect()
}

/// Answers a cosigner: the next head that it has not seen, with the proof that it continues the cosigner's head.
pub(crate) async fn answer(app: &App, place: &HostedContest, question: &str) -> Result<Consistency, NotShown> {
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
    let key = place.running.key();
    if seen.origin != key.name() {
        return Err(NotShown::OtherKey { key: key.verifier() });
    }
    // This server may be behind another one: catch up, or it looks as if events had been lost.
    if seen.size > place.running.size() && !place.running.catches_up().await {
        return Err(NotShown::Later);
    }
    let agrees = place.running.root_at(seen.size) == Some(seen.root);
    let id = place.running.id();
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
    let is_public = agrees && keep_signature(app, place, &kept, &seen, question, who.now()).await?;
    let checkpoint = match next(&kept, &seen, agrees, is_closed(place)) {
        Some(note) => note,
        // The signature on a public head can be copied by anybody, so it proves nothing.
        None if is_public => return Err(NotShown::TooEarly),
        None => moment(app, place, &who.first, &seen).await?,
    };
    let proof = continuing(place, &seen, checkpoint);
    if agrees { Ok(proof) } else { Err(NotShown::OtherHistory(Box::new(proof))) }
}

/// After the close every event has a head of its own, which is public.
fn is_closed(place: &HostedContest) -> bool {
    place.running.views().room().contest().is_some_and(Contest::is_closed)
}

/// A head, with the proof that it continues one that was seen.
fn continuing(place: &HostedContest, seen: &Checkpoint, checkpoint: String) -> Consistency {
    let size = claimed(&checkpoint).map_or(0, |head| head.size);
    let hashes = place.running.prove_consistency(seen.size, size).unwrap_or_default();
    Consistency { from: seen.size, hashes, checkpoint }
}

/// The next head for a witness that has seen this one last: the next public head that it has not signed, as far as this
/// server knows; if there is none and `of_the_moment` is set, the head of the moment. `None` where there is nothing
/// new.
pub(crate) async fn brought(
    app: &App,
    place: &HostedContest,
    witness: &VerifierKey,
    seen: &Checkpoint,
    of_the_moment: bool,
) -> Result<Option<Consistency>, NotShown> {
    let signed = signed_by(app, place, witness).await?;
    // An answer may have been lost: then the witness signs the head that it has seen once more.
    let is_next = |head: &Checkpoint| head.size >= seen.size && !signed.contains(&row_name(head, witness));
    if let Some((_, note)) = kept(app, place).await?.into_iter().find(|(head, _)| is_next(head)) {
        return Ok(Some(continuing(place, seen, note)));
    }
    if !of_the_moment || is_closed(place) {
        return Ok(None);
    }
    let proof = continuing(place, seen, moment(app, place, witness, seen).await?);
    Ok(Some(proof).filter(|proof| proof.claimed().is_ok_and(|head| head.size > seen.size)))
}

/// The names of the rows with signatures of this witness.
async fn signed_by(app: &App, place: &HostedContest, witness: &VerifierKey) -> Result<BTreeSet<String>, StoreError> {
    let notes = app.registry().notes(place.running.id()).await?;
    let key = format!(" {witness}");
    let own = notes.into_iter().filter(|row| row.kind == COSIGNATURE && row.name.ends_with(&key));
    Ok(own.map(|row| row.name).collect())
}

/// Keeps a witness's signature on a public head, the first one of each.
pub(crate) async fn keep_of_witness(
    app: &App,
    place: &HostedContest,
    head: &Checkpoint,
    line: &str,
    witness: &VerifierKey,
) -> Result<(), StoreError> {
    let note = format!("{}\n{line}", head.text());
    keep_signature(app, place, &kept(app, place).await?, head, &note, witness).await.map(drop)
}

/// The last public head that a witness signed, as the starting point for the next one.
pub(crate) async fn last_signed(
    app: &App,
    place: &HostedContest,
    witness: &VerifierKey,
) -> Result<Checkpoint, StoreError> {
    let signed = signed_by(app, place, witness).await?;
    let heads = kept(app, place).await?;
    let last = heads.into_iter().map(|(head, _)| head).rfind(|head| signed.contains(&row_name(head, witness)));
    let origin = place.running.key().name().to_owned();
    Ok(last.unwrap_or(Checkpoint { origin, size: 0, root: Hash::of(&[]) }))
}

/// Registers the next key of a cosigner.
pub(crate) async fn rename(app: &App, place: &HostedContest, note: &str) -> Result<(), NotShown> {
    let NewKey { old, new } = NewKey::read(note)?;
    let id = place.running.id();
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

/// The public heads, by size: all of them once the contest is over; before that, those that cover no event of a round.
/// A person's messages make other events than a program's, so the size of any other head tells one from the other.
pub(crate) async fn public(app: &App, place: &HostedContest) -> Result<Vec<(Checkpoint, String)>, StoreError> {
    let heads = kept(app, place).await?;
    let most = public_size(app, place).await?;
    Ok(heads.into_iter().filter(|(head, _)| head.size <= most).collect())
}

/// The size of the largest public head.
pub(crate) async fn public_size(app: &App, place: &HostedContest) -> Result<u64, StoreError> {
    if place.running.views().room().contest().is_some_and(Contest::is_closed) {
        return Ok(u64::MAX);
    }
    let first_round = place.receipts.first_round(app, place).await?;
    Ok(first_round.map_or(u64::MAX, |event| event.saturating_sub(1)))
}

/// The heads that end a part of the contest, which every cosigner gets one after the other, by size: those of this key
/// that fit the present record.
async fn kept(app: &App, place: &HostedContest) -> Result<Vec<(Checkpoint, String)>, StoreError> {
    let notes = app.registry().checkpoints(place.running.id()).await?;
    let heads = notes.into_iter().filter_map(|(_, note)| Some((claimed(&note)?, note)));
    let name = place.running.key().name();
    let mut heads: Vec<_> =
        heads.filter(|(head, _)| head.origin == name && place.running.root_at(head.size) == Some(head.root)).collect();
    heads.sort_by_key(|(head, _)| head.size);
    Ok(heads)
}

/// Keeps a cosigner's signature on a public head, the first one of each. Returns true when the question carries just
/// that signature, which is published with the head.
async fn keep_signature(
    app: &App,
    place: &HostedContest,
    kept: &[(Checkpoint, String)],
    seen: &Checkpoint,
    question: &str,
    key: &VerifierKey,
) -> Result<bool, StoreError> {
    let (true, Ok((_, lines))) = (kept.iter().any(|(head, _)| head == seen), note::split(question)) else {
        return Ok(false);
    };
    // Other lines in the question are not kept.
    let start = format!("— {} ", key.name());
    let own = lines
        .lines()
        .filter(|line| line.starts_with(&start))
        .find(|line| note::signed(&format!("{}\n{line}\n", seen.text()), key).is_ok());
    let Some(own) = own else { return Ok(false) };
    let row = NoteRow { kind: COSIGNATURE.to_owned(), name: row_name(seen, key), note: format!("{own}\n") };
    let notes = app.registry().notes(place.running.id()).await?;
    if let Some(known) = notes.iter().find(|known| (&known.kind, &known.name) == (&row.kind, &row.name)) {
        return Ok(known.note == row.note);
    }
    app.registry().keep_note(place.running.id(), row).await?;
    place.touch();
    Ok(true)
}

fn row_name(head: &Checkpoint, key: &VerifierKey) -> String {
    format!("{} {} {key}", head.size, head.root)
}

/// The public head for a cosigner that has seen this one; `None` where it gets the head of the moment. Never a smaller
/// head than the cosigner has seen, as long as both agree: that would look as if the record had been cut. Between the
/// close and the signing of its head there is no larger one.
fn next(kept: &[(Checkpoint, String)], seen: &Checkpoint, agrees: bool, is_closed: bool) -> Option<String> {
    let after = kept.iter().find(|(head, _)| agrees && head.size > seen.size);
    let last = kept.last().filter(|(head, _)| is_closed && (!agrees || head.size >= seen.size));
    after.or(last).map(|(_, note)| note.clone())
}

/// The head of the moment for this cosigner.
async fn moment(app: &App, place: &HostedContest, who: &VerifierKey, seen: &Checkpoint) -> Result<String, NotShown> {
    let mut moment = place.cosigning.moment.lock().await;
    let now = app.elapsed();
    let is_recent = |at: Duration| now.saturating_sub(at) < MOMENT;
    let was_shown = place.cosigning.seen(who).and_then(|seen| seen.shown).is_some_and(is_recent);
    let known = moment.as_ref().filter(|(at, size, _)| {
        let is_new = is_recent(*at) && *size > seen.size;
        *size == place.running.size() || is_new || (was_shown && *size == seen.size)
    });
    if let Some((_, _, note)) = known {
        return Ok(note.clone());
    }
    let (size, note) = place.running.sign_moment(app.heads()).await?;
    *moment = Some((now, size, note.clone()));
    if size > seen.size {
        place.cosigning.showed(who, now);
    }
    Ok(note)
}

/// A public head with the signatures of cosigners on it.
pub(crate) async fn cosigned(app: &App, place: &HostedContest, checkpoint: String) -> Result<String, StoreError> {
    let notes = app.registry().notes(place.running.id()).await?;
    let cosigners = place.running.views().room().contest().map(Contest::cosigners).unwrap_or_default();
    Ok(with_cosignatures(checkpoint, &cosigners, &notes))
}

/// A head with the signatures of these cosigners, each named by its first key, from the notes beside the record.
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

/// The notes beside a record in which cosigners named new keys, as attachments of its bundle.
pub(crate) fn attachments(notes: Vec<NoteRow>) -> BTreeMap<String, Vec<u8>> {
    let named = notes.into_iter().filter(|row| row.kind == COSIGNER_KEY);
    (1..).zip(named).map(|(n, row)| (format!("{}{n}.note", bundle::NEW_KEYS), row.note.into_bytes())).collect()
}

/// The organiser's concerns about cosigners.
pub(crate) async fn concerns(app: &App, place: &HostedContest) -> Result<Vec<Concern>, StoreError> {
    let all = named(app, place).await?;
    let (demanded, is_closed) = {
        let views = place.running.views();
        let Some(contest) = views.room().contest() else { return Ok(Vec::new()) };
        (contest.cosigners_demanded(), contest.is_closed())
    };
    if all.is_empty() && demanded == 0 {
        return Ok(Vec::new());
    }
    let row = |what, mend| Concern { what, mend, tab: Tab::Desk, at: "problems" };
    let mut concerns = Vec::new();
    let names =
        |cosigners: Vec<&Named>| cosigners.iter().map(|named| named.first.name()).collect::<Vec<_>>().join(", ");
    let seen = |named: &Named| place.cosigning.seen(&named.first);
    let disagrees: Vec<_> = all.iter().filter(|named| seen(named).is_some_and(|seen| !seen.agrees)).collect();
    if !disagrees.is_empty() {
        concerns.push(row(
            say!("course-cosigner-disagrees", names = names(disagrees)),
            say!("course-cosigner-disagrees-mend"),
        ));
    }
    let last = app.registry().latest_checkpoint(place.running.id()).await?;
    if let (true, Some((_, note))) = (is_closed, last) {
        let note = cosigned(app, place, note).await?;
        let missing: Vec<_> =
            all.iter().filter(|named| !named.keys.iter().any(|key| note::signed(&note, key).is_ok())).collect();
        let signed = all.len() - missing.len();
        if signed < demanded {
            concerns.push(row(
                say!("course-cosigners-missing", demanded = demanded, signed = signed, names = names(missing)),
                say!("course-cosigners-missing-mend"),
            ));
        }
        return Ok(concerns);
    }
    concerns.extend(place.cosigning.refusals().into_iter().map(|(name, why)| {
        row(say!("course-witness-refuses", name = name, why = why), say!("course-witness-refuses-mend"))
    }));
    let now = app.elapsed();
    let away = all.iter().filter(|named| seen(named).is_none_or(|seen| now.saturating_sub(seen.at) > AWAY));
    let away: Vec<_> = away.collect();
    if !away.is_empty() {
        concerns.push(row(say!("course-cosigner-away", names = names(away)), say!("course-cosigner-away-mend")));
    }
    Ok(concerns)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(size: u64) -> (Checkpoint, String) {
        (Checkpoint { origin: "vivavoce/story".into(), size, root: Hash::of(&[]) }, format!("the head of {size}"))
    }

    fn shown(kept: &[u64], seen: u64, agrees: bool, is_closed: bool) -> Option<String> {
        let kept: Vec<_> = kept.iter().map(|size| head(*size)).collect();
        next(&kept, &head(seen).0, agrees, is_closed)
    }

    #[test]
    fn heads_of_rounds_are_shown_one_after_the_other_and_then_that_of_the_moment() {
        assert_eq!(shown(&[5, 8], 0, true, false).unwrap(), "the head of 5");
        assert_eq!(shown(&[5, 8], 5, true, false).unwrap(), "the head of 8");
        assert_eq!(shown(&[5, 8], 7, true, false).unwrap(), "the head of 8", "one of the moment came between");
        assert_eq!(shown(&[5, 8], 8, true, false), None);
    }

    #[test]
    fn at_the_close_nobody_is_shown_a_head_that_is_smaller_than_the_one_they_saw() {
        // The contest is closed, and the head of its close is not signed yet.
        assert_eq!(shown(&[5, 8], 12, true, true), None, "the head of 8 would look like a record that was cut");
        assert_eq!(shown(&[5, 8, 14], 12, true, true).unwrap(), "the head of 14");
        assert_eq!(shown(&[5, 8, 14], 14, true, true).unwrap(), "the head of 14", "nothing happened");
        assert_eq!(shown(&[], 0, true, true), None);
        // A cosigner with another history gets the last head.
        assert_eq!(shown(&[5, 8, 14], 12, false, true).unwrap(), "the head of 14");
        assert_eq!(shown(&[5, 8], 12, false, true).unwrap(), "the head of 8");
    }
}
