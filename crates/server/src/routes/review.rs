//! The review: before a finished contest is released, its organiser reads every text of it, deletes texts that must not
//! be published, and gives pseudonyms. Each act needs a confirmation of its consequences.

use std::collections::BTreeSet;

use archive::{
    review::{FreeText, Held},
    scan::{Finding, Named, Scan, What},
};
use axum::{
    Form,
    extract::{Path, Query},
    http::{HeaderMap, StatusCode},
    response::{Html, IntoResponse, Redirect, Response},
};
use contest::{
    Actor,
    attachment::ShownFile,
    consent::Scope,
    contest::{Contest, Phase},
    deletions::PartPlace,
    release::ReleasablePart,
    transcript::Line,
};
use language::{Message, Say};
use rulebook::{Authority, Participant, Side};
use serde::Deserialize;

use super::{answer::Wrong, attachments, organiser::only_organiser, seated::Seated};
use crate::{
    acts::{self, Act, Doer, NotActed},
    attachments::shown_in,
    hosted_contest::HostedContest,
    once::Key,
    pages::{self, Choice, FoundLine, Piece, ReviewPage, TextLine},
    published,
};

/// The most texts on a page.
const PAGE: usize = 200;

/// The longest list of search words, in characters: it is part of an address.
const WORDS_MAX: usize = 2000;

/// The requested view.
#[derive(Deserialize)]
pub(super) struct Wanted {
    #[serde(default)]
    page: Option<usize>,
    #[serde(default)]
    words: String,
}

impl Wanted {
    /// The view from which a form was sent.
    fn of(fields: &Fields) -> Self {
        Self { page: field(fields, "page").parse().ok(), words: field(fields, "words").to_owned() }
    }

    /// The address of the view.
    fn address(&self, contest: &str) -> String {
        let encoded = |byte: u8| match byte.is_ascii_alphanumeric() {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        };
        let words: String = self.words.bytes().map(encoded).collect();
        format!("/{contest}/organiser/review?page={}&words={words}", self.page.unwrap_or(1))
    }
}

/// The page. There is nothing to review before the close.
pub(super) async fn page(seated: Seated, Query(wanted): Query<Wanted>) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    Ok(Html(render(&seated, &wanted, &Vec::new(), None).await?).into_response())
}

/// A file that a judge showed. Before the close only the judge and the addressee may see it.
pub(super) async fn file(
    seated: Seated,
    Path((_, hash)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    if !is_closed(&seated) {
        return Err(Wrong::NotYet);
    }
    let shown = hash.parse().ok().and_then(|hash| shown_in(&seated.place, hash));
    attachments::answer(&seated.app, &seated.place, &shown.ok_or(Wrong::NotFound)?, &headers).await
}

/// The fields of a form, in order: many of them may be ticked boxes.
type Fields = Vec<(String, String)>;

/// Asks for confirmation of the consequences, then does the act.
pub(super) async fn act(seated: Seated, Form(fields): Form<Fields>) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    if !is_closed(&seated) {
        return Err(Wrong::NotYet);
    }
    let actor = Doer::organiser(&seated.app, &seated.place, seated.whose).await?;
    let key = key_of(&fields);
    if key.as_ref().is_some_and(|key| actor.has_done(&seated.place, key)) {
        return Ok(Redirect::to(&Wanted::of(&fields).address(seated.place.running.id())).into_response());
    }
    let act = match asked(&seated, &fields).await? {
        Ok(act) => act,
        Err(missing) => return refused(&seated, &fields, missing).await,
    };
    if fields.iter().any(|(name, value)| name == "yes" && value == "true") {
        return perform(&seated, &fields, (&actor, key), act).await;
    }
    let deletions = match act.deletions(&seated.app, &seated.place).await {
        Ok(deletions) => deletions,
        Err(why) => return refused(&seated, &fields, why.message()).await,
    };
    if deletions.is_empty() {
        return perform(&seated, &fields, (&actor, key), act).await;
    }
    let parts: BTreeSet<PartPlace> = deletions.into_iter().flat_map(|deleting| deleting.parts).collect();
    confirm(&seated, &act, &parts, fields).await
}

/// The key of a form: the number from its page, and its content.
fn key_of(fields: &Fields) -> Option<Key> {
    Some(field(fields, "form")).filter(|number| !number.is_empty()).and_then(|number| Key::of_form(number, fields))
}

async fn perform(
    seated: &Seated,
    fields: &Fields,
    (actor, key): (&Doer, Option<Key>),
    act: Act,
) -> Result<Response, Wrong> {
    match acts::perform(&seated.app, &seated.place, actor, key.as_ref(), act).await {
        Ok(()) => Ok(Redirect::to(&Wanted::of(fields).address(seated.place.running.id())).into_response()),
        Err(NotActed::Store(failure)) => Err(failure.into()),
        Err(why) => refused(seated, fields, why.message()).await,
    }
}

/// The question, with what a yes does to the result.
#[expect(clippy::wildcard_enum_match_arm, reason = "only three acts take parts out")]
async fn confirm(seated: &Seated, act: &Act, parts: &BTreeSet<PartPlace>, fields: Fields) -> Result<Response, Wrong> {
    let contest = seated.place.running.id();
    let count = parts.len();
    let (title, button) = match act {
        Act::Erase { who, .. } => {
            (say!("review-confirm-erase", who = who.to_string(), parts = count), say!("review-confirm-erase-do"))
        }
        Act::Rename { who, name, .. } => {
            (say!("review-confirm-rename", who = who.to_string(), name = name), say!("review-confirm-rename-do"))
        }
        _ => (say!("review-confirm-take-out", parts = count), say!("review-confirm-take-out-do")),
    };
    let missing = published::missing_without(&seated.app, &seated.place, parts).await.map_err(unread)?;
    let missing = missing.into_iter().reduce(|first, then| say!("intake-and-also", first = first, then = then));
    let result = match missing {
        None => say!("review-result-stands"),
        Some(missing) => say!("review-result-lost", missing = missing),
    };
    let mut sentences = vec![say!("review-confirm-for-good"), result, say!("review-confirm-copies")];
    sentences.extend(under_way(seated).map(|name| say!("review-confirm-under-way", contest = name)));
    if let Act::Rename { who, name, .. } = act {
        sentences.extend(names_in_texts(seated, *who, name).await?);
    }
    let back = Wanted::of(&fields).address(contest);
    let known = ["form", "do", "take", "who", "name", "by", "rule", "reason", "page", "words"];
    let again = fields.into_iter().filter_map(|(name, value)| {
        let name = known.into_iter().find(|known| *known == name)?;
        Some((name, value))
    });
    let page = pages::ConfirmPage {
        contest: &seated.place.file().name,
        title,
        sentences,
        action: format!("/{contest}/organiser/review"),
        fields: again.chain([("yes", "true".to_owned())]).collect(),
        button,
        back,
    };
    Ok(Html(pages::html(&page)).into_response())
}

/// The occurrences of a person's name, and of their pseudonym, in texts, in sentences: the list of names alone does not
/// hide a person.
async fn names_in_texts(seated: &Seated, who: Participant, pseudonym: &str) -> Result<Vec<Message>, Wrong> {
    let (texts, names) = published::texts(&seated.app, &seated.place).await.map_err(unread)?;
    let now = names.into_iter().filter(|named| named.whose == who.to_string()).collect::<Vec<_>>();
    // The number of texts, and some of their places.
    let places = |names: Vec<Named>| {
        let scan = Scan::new(names, [""; 0]);
        let is_in = |text: &&FreeText| {
            let found = text.findings(&scan);
            found.iter().any(|finding| matches!(finding.what, What::Name { .. }))
        };
        let places: Vec<_> = texts.iter().filter(is_in).map(place_of).collect();
        let listed = places.iter().take(PLACES_TOLD).cloned().collect::<Vec<_>>().join("; ");
        let listed = match places.len().saturating_sub(PLACES_TOLD) {
            0 => listed.into(),
            more => say!("review-places-and-more", places = listed, more = more),
        };
        (!places.is_empty()).then_some((places.len(), listed))
    };
    let name = places(now).map(|(texts, places)| say!("review-name-stands", texts = texts, places = places));
    let other = places(vec![Named::of(who, pseudonym)])
        .map(|(texts, places)| say!("review-pseudonym-stands", texts = texts, places = places));
    Ok(name.into_iter().chain(other).collect())
}

/// Another contest of this server in which people talk or answer now.
fn under_way(seated: &Seated) -> Option<String> {
    let is_on = |place: &HostedContest| {
        let views = place.running.views();
        let phase = views.room().contest().map(|contest| contest.phase);
        phase.is_some_and(|phase| !matches!(phase, Phase::Lobby(_) | Phase::Closed))
    };
    let mut others = seated.app.places().into_iter().filter(|place| place.running.id() != seated.place.running.id());
    others.find(|place| is_on(place)).map(|place| place.file().name.clone())
}

/// The most places of a name that are listed.
const PLACES_TOLD: usize = 5;

/// The act of the form, or a message about a missing field.
async fn asked(seated: &Seated, fields: &Fields) -> Result<Result<Act, Message>, Wrong> {
    let field = |wanted: &str| field(fields, wanted);
    let who = field("who").parse::<Participant>().map_err(|_| say!("review-choose-who"));
    if field("do") == "consent" {
        let Ok(scope) = field("scope").parse::<Scope>() else { return Ok(Err(say!("review-choose-scope"))) };
        let licence = Some(field("licence").trim().to_owned()).filter(|licence| !licence.is_empty());
        return Ok(who.map(|who| Act::Consent { who, scope, licence }));
    }
    let (rule, reason) = (field("rule").trim().to_owned(), field("reason").trim().to_owned());
    let Ok(by) = field("by").parse::<Authority>() else { return Ok(Err(say!("review-choose-authority"))) };
    if rule.is_empty() {
        return Ok(Err(say!("review-name-rule")));
    }
    if reason.is_empty() {
        return Ok(Err(say!("review-say-why")));
    }
    Ok(match field("do") {
        "parts" => {
            let taken = ticked(fields);
            if taken.is_empty() {
                return Ok(Err(say!("review-tick")));
            }
            let (texts, _) = published::texts(&seated.app, &seated.place).await.map_err(unread)?;
            let parts: Option<Vec<_>> = taken.iter().map(|choice| chosen(&texts, choice)).collect();
            match parts {
                Some(parts) => {
                    let parts: BTreeSet<_> = parts.into_iter().flatten().map(|place| place.to_string()).collect();
                    Ok(Act::Delete { parts: parts.into_iter().collect(), by, rule, reason })
                }
                None => Err(say!("review-gone-already")),
            }
        }
        "texts" => who.map(|who| Act::Erase { who, by, rule, reason }),
        "name" => {
            let name = field("name").split_whitespace().collect::<Vec<_>>().join(" ");
            if name.is_empty() {
                return Ok(Err(say!("review-write-name")));
            }
            who.map(|who| Act::Rename { who, name, by, rule, reason })
        }
        _ => Err(say!("review-choose-what")),
    })
}

/// The value of a text in the form: its place, and its length, which tells keystrokes from the resulting text.
fn choice_of(text: &FreeText) -> Option<String> {
    let part = match &text.held {
        Held::Part(place) => place.part.as_str(),
        Held::Keys { .. } => "key",
        Held::Public(_) => return None,
    };
    Some(format!("{}/{part}:{}", text.event, text.text.len()))
}

/// The parts behind a choice: of a whole text, or of the bytes between two offsets; `None` where there is no such text.
fn chosen(texts: &[FreeText], choice: &str) -> Option<Vec<PartPlace>> {
    let (text, within) = choice.split_once('@').map_or((choice, None), |(text, within)| (text, Some(within)));
    let text = texts.iter().find(|known| choice_of(known).as_deref() == Some(text))?;
    let Some(within) = within else { return Some(text.parts()) };
    let (from, to) = within.split_once('-')?;
    let finding = Finding { what: What::Listed, from: from.parse().ok()?, to: to.parse().ok()? };
    Some(text.parts_of(&finding)).filter(|parts| !parts.is_empty())
}

fn is_closed(seated: &Seated) -> bool {
    seated.place.running.views().room().contest().is_some_and(Contest::is_closed)
}

fn unread(failure: published::NotTold) -> Wrong {
    tracing::error!(%failure, "the record cannot be reviewed: {failure}");
    Wrong::Failed
}

/// The page of the form, with its content and the fault.
async fn refused(seated: &Seated, fields: &Fields, why: Message) -> Result<Response, Wrong> {
    let html = render(seated, &Wanted::of(fields), fields, Some(&why)).await?;
    Ok((StatusCode::CONFLICT, Html(html)).into_response())
}

/// The first field of this name; empty where there is none.
fn field<'f>(fields: &'f Fields, wanted: &str) -> &'f str {
    fields.iter().find(|(name, _)| name == wanted).map_or("", |(_, value)| value.as_str())
}

/// The ticked values.
fn ticked(fields: &Fields) -> Vec<&str> {
    fields.iter().filter(|(name, _)| name == "take").map(|(_, value)| value.as_str()).collect()
}

/// The requested page, with its forms and their content.
async fn render(seated: &Seated, wanted: &Wanted, filled: &Fields, notice: Option<&Message>) -> Result<String, Wrong> {
    if !is_closed(seated) {
        return Err(Wrong::NotYet);
    }
    let words: String = wanted.words.replace("\r\n", "\n").chars().take(WORDS_MAX).collect();
    let (texts, names) = published::texts(&seated.app, &seated.place).await.map_err(unread)?;
    let scan = Scan::new(names, words.lines());
    let mut scanned: Vec<_> = texts.iter().map(|text| (text, text.findings(&scan))).collect();
    scanned.sort_by_key(|(_, found)| found.is_empty());
    let (all, to_see) = (scanned.len(), scanned.iter().filter(|(_, found)| !found.is_empty()).count());
    let count = all.div_ceil(PAGE).max(1);
    let page = wanted.page.unwrap_or(1).clamp(1, count);
    let views = seated.place.running.views();
    let contest = views.room().contest().ok_or(Wrong::NotYet)?;
    let ticked = ticked(filled);
    let on_page = scanned.iter().skip((page - 1) * PAGE).take(PAGE);
    let people = contest.cast().into_iter().chain(contest.referees());
    Ok(pages::html(&ReviewPage {
        zone: contest.zone,
        contest: seated.place.running.id(),
        name: &contest.name,
        form: Doer::form_number(&seated.place, seated.whose),
        notice,
        texts: on_page.map(|(text, found)| line(text, found, contest, &ticked)).collect(),
        all,
        to_see,
        page,
        pages: count,
        words: &words,
        filled: ["name", "by", "rule", "reason", "licence"].map(|name| (name, field(filled, name))),
        people: people
            .map(|who| (who, contest.name_of(who).map_or_else(|| say!("review-no-name"), Message::from)))
            .collect(),
        scopes: Scope::ALL,
        consents: contest.consents.iter().map(|(who, consent)| consent.told(*who)).collect(),
        rulings: contest.deletions.iter().rev().map(Say::message).collect(),
        is_released: contest.is_released(ReleasablePart::Record),
    }))
}

fn line(text: &FreeText, found: &[Finding], contest: &Contest, ticked: &[&str]) -> TextLine {
    let choice = |choice: String| Choice { is_ticked: ticked.contains(&&*choice), choice };
    let whole = choice_of(text);
    let found_lines = found.iter().map(|finding| FoundLine {
        what: finding.what.message(),
        text: text.text[finding.from..finding.to].to_owned(),
        // A message is one part, and goes as a whole.
        choice: match &text.held {
            Held::Keys { .. } => whole.as_ref().map(|whole| choice(format!("{whole}@{}-{}", finding.from, finding.to))),
            Held::Part(_) | Held::Public(_) => None,
        },
    });
    TextLine {
        place: place_of(text),
        who: text.writer(contest).map_or_else(|| called(text.by), |who| called(Actor::Participant(who))),
        kind: text.kind.clone(),
        at: text.at,
        is_as_pressed: matches!(text.held, Held::Keys { taken_back: true, .. }),
        pieces: pieces(&text.text, found),
        found: found_lines.collect(),
        shown: text.file.map(|file| Line {
            side: Side::Judge,
            text: text.text.clone(),
            file: Some(ShownFile { file, description: None }),
            struck: false,
        }),
        choice: whole.clone().map(choice),
    }
}

/// The name of an actor, as far as the record has one.
fn called(actor: Actor) -> Message {
    match actor {
        Actor::Server => say!("review-by-server"),
        Actor::Participant(Participant::Organiser) => say!("review-by-organiser"),
        Actor::Participant(who) => who.to_string().into(),
        Actor::Side(Side::Judge) => say!("review-by-judge"),
        Actor::Side(Side::Witness) => say!("review-by-witness"),
    }
}

fn place_of(text: &FreeText) -> String {
    match &text.held {
        Held::Part(place) => format!("{place}, {}", text.stream),
        Held::Keys { .. } => format!("{}/key, {}", text.event, text.stream),
        Held::Public(member) => format!("{}/{member}, {}", text.event, text.stream),
    }
}

/// The text, cut at the beginnings and ends of matches.
fn pieces(text: &str, found: &[Finding]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    for Finding { from, to, .. } in found {
        let from = (*from).max(at);
        if from >= *to {
            continue;
        }
        pieces.push(Piece { text: text[at..from].to_owned(), is_found: false });
        pieces.push(Piece { text: text[from..*to].to_owned(), is_found: true });
        at = *to;
    }
    pieces.push(Piece { text: text[at..].to_owned(), is_found: false });
    pieces.retain(|piece| !piece.text.is_empty());
    pieces
}
