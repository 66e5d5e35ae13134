//! The call for entries, and all submissions on pages: applications, programs, offers to take part.
//!
//! An applicant's own page has an address that nobody can guess. It is made with the form, so that a form that is sent
//! twice is accepted once; the log has only its hash.

use std::{borrow::Cow, net::IpAddr, sync::Arc};

use axum::{
    Extension, Form,
    extract::{DefaultBodyLimit, FromRequestParts, Multipart, Path},
    http::{StatusCode, header, request::Parts},
    response::{Html, IntoResponse, Redirect, Response},
    routing::{get, post},
};
use axum_extra::extract::CookieJar;
use intake::{
    Application, Breach, Command, Event, Intake, Moment, Receipt, Refusal, Registration, Testing,
    application::LARGEST as APPLICATION_MAX,
    letter::{self, Recipient},
    program::LARGEST as PROGRAM_MAX,
    registration,
};
use language::{Message, Say};
use record::Hash;
use rulebook::{
    Authority, EntryId, Participant, Rulebook, Timestamp, calendar,
    schema::{PersonRole, Stamp},
};
use serde::Deserialize;

use super::{RouteTable, answer::Wrong};
use crate::{
    app::App,
    applications::{Applications, ID, NotKept, NotPosted},
    connections::Visitor,
    intake_folder::FolderError,
    pages::{self, ApplicantPage, ApplicationPage, CallPage, IntakeDeskPage, PersonPage, RegistrationPage, Sent},
    reader,
    sessions::{self, Token},
};

/// The most bytes of a form with an application: it is percent-encoded, and has the names of its fields.
const FORM_MAX: usize = 3 * APPLICATION_MAX + 64 * 1024;

/// The most bytes of a form around its file.
const AROUND_MAX: usize = 64 * 1024;

/// The addresses.
pub(super) fn table() -> RouteTable {
    RouteTable::default()
        .route("/apply", get(call))
        .route("/apply/calendar.ics", get(calendar))
        .route("/apply/form", get(form).post(apply).layer(DefaultBodyLimit::max(FORM_MAX)))
        .route("/apply/entry/{secret}", get(entry).post(change))
        .route("/apply/entry/{secret}/program", post(hand_in).layer(DefaultBodyLimit::max(PROGRAM_MAX + AROUND_MAX)))
        .route("/apply/people/{role}", get(people).post(register))
        .route("/apply/person/{secret}", get(person).post(leave))
        .route("/apply/organiser", get(desk).post(decide))
        .route("/apply/organiser/form", get(own_form).post(enter).layer(DefaultBodyLimit::max(FORM_MAX)))
        .route("/apply/organiser/contest.toml", get(contest_file))
        .route("/apply/organiser/program/{hash}", get(program))
}

/// The open intake of this server.
pub(super) struct Open {
    app: App,
    pub(super) applications: Arc<Applications>,
    pub(super) intake: Intake,
    address: IpAddr,
    latest: Timestamp,
}

impl FromRequestParts<App> for Open {
    type Rejection = Wrong;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Wrong> {
        let applications = app.applications().ok_or(Wrong::NotFound)?;
        let (intake, latest) = applications.read().await?;
        let visitor = Option::<Extension<Visitor>>::from_request_parts(parts, app).await.ok().flatten();
        let address = visitor.map_or(IpAddr::from([0, 0, 0, 0]), |Extension(visitor)| visitor.address());
        Ok(Self { app: app.clone(), applications, intake, address, latest })
    }
}

impl Open {
    /// The time of day; never before the last recorded event, so that a clock that is set back reopens nothing.
    pub(super) fn now(&self) -> Timestamp {
        self.app.wall().max(self.latest)
    }

    /// Counts a submission; false where there are too many.
    fn lets_in(&self) -> bool {
        // It stays counted for as long as a wrong guess does.
        self.applications.incoming.begin(self.address, self.app.elapsed()).is_some()
    }

    /// The entry with this page, and the secret.
    fn entry_at(&self, secret: &str) -> Result<(Token, EntryId), Wrong> {
        let secret = Token::from_text(secret).ok_or(Wrong::NotFound)?;
        let entry = self.intake.entry_of(link(&secret)).ok_or(Wrong::NotFound)?;
        Ok((secret, entry))
    }
}

/// An organiser of the intake.
pub(super) struct Clerk(pub(super) Open);

impl FromRequestParts<App> for Clerk {
    type Rejection = Wrong;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Wrong> {
        let open = Open::from_request_parts(parts, app).await?;
        let jar = CookieJar::from_headers(&parts.headers);
        let session = sessions::session_of(&jar, ID, Participant::Organiser, app.is_secure());
        let session = session.ok_or(Wrong::NotJoined)?;
        app.seated_as(&session, ID, Participant::Organiser).await?.ok_or(Wrong::NotJoined)?;
        Ok(Self(open))
    }
}

/// The hash of a page's secret, for the log.
fn link(secret: &Token) -> Hash {
    Hash::of(&[secret.reveal().as_bytes()])
}

fn too_much() -> Message {
    say!("intake-too-much")
}

/// The rules of an intake, with texts in the present reader's language.
pub(super) fn texts(intake: &Intake) -> Cow<'_, Rulebook> {
    reader::texts(&intake.rulebook)
}

async fn call(open: Open) -> Html<String> {
    Html(pages::html(&CallPage { intake: &open.intake, rulebook: texts(&open.intake) }))
}

/// The days, for calendar programs.
async fn calendar(open: Open) -> Response {
    let rulebook = texts(&open.intake);
    // Two calls under one rulebook are two calendars.
    let of = Hash::of(&[open.app.public_url().as_bytes(), b"\n", open.intake.name.as_bytes()]).to_string();
    let id = format!("{}.{}", rulebook.id, &of[..16]);
    let by = |title: &str| reader::said(&say!("intake-calendar-by", title = title));
    let text = calendar::to_ics(&calendar::days(&rulebook), &open.intake.name, &id, by, open.now());
    let headers = [
        (header::CONTENT_TYPE, "text/calendar; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"calendar.ics\""),
    ];
    (headers, text).into_response()
}

async fn form(open: Open) -> Html<String> {
    empty_form(&open, By::Contestant)
}

/// The form for an application that the organisers submit: one that came by post, or of somebody else's program.
async fn own_form(Clerk(open): Clerk) -> Html<String> {
    empty_form(&open, By::Organisers)
}

fn empty_form(open: &Open, by: By) -> Html<String> {
    let secret = Token::draw();
    let page = ApplicationPage {
        intake: &open.intake,
        rulebook: texts(&open.intake),
        secret: secret.reveal(),
        sent: &Sent::default(),
        notice: None,
        breaches: &[],
        by_organisers: by == By::Organisers,
    };
    Html(pages::html(&page))
}

/// The sender of the form of an application.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    Contestant,
    Organisers,
}

async fn apply(open: Open, Form(sent): Form<Vec<(String, String)>>) -> Result<Response, Wrong> {
    take(open, Sent(sent), By::Contestant).await
}

async fn enter(Clerk(open): Clerk, Form(sent): Form<Vec<(String, String)>>) -> Result<Response, Wrong> {
    take(open, Sent(sent), By::Organisers).await
}

/// Accepts an application. Faults that could not be mended afterwards are shown before it is recorded.
async fn take(open: Open, sent: Sent, by: By) -> Result<Response, Wrong> {
    let secret = Token::from_text(sent.value("secret")).unwrap_or_else(Token::draw);
    let refused = |status: StatusCode, notice: Option<&Message>, breaches: &[Breach]| {
        let by_organisers = by == By::Organisers;
        let page = ApplicationPage {
            intake: &open.intake,
            rulebook: texts(&open.intake),
            secret: secret.reveal(),
            sent: &sent,
            notice,
            breaches,
            by_organisers,
        };
        Ok((status, Html(pages::html(&page))).into_response())
    };
    let own = format!("/{ID}/entry/{}", secret.reveal());
    if open.intake.entry_of(link(&secret)).is_some() {
        return Ok(Redirect::to(&own).into_response());
    }
    if by == By::Contestant && !open.lets_in() {
        return refused(StatusCode::TOO_MANY_REQUESTS, Some(&too_much()), &[]);
    }
    let now = open.now();
    let mut receipt = receipt(&open.intake, &sent, link(&secret), now);
    if by == By::Organisers
        && let Err(why) = as_it_came(&mut receipt, &sent)
    {
        return refused(StatusCode::CONFLICT, Some(&why), &[]);
    }
    // Organisers hand in what came by post, as it came.
    if by == By::Contestant
        && let Some((_, text)) = receipt.application.fields.iter().find(|(id, text)| is_bad_address(id, text))
    {
        return refused(StatusCode::CONFLICT, Some(&no_address(text)), &[]);
    }
    let command = Command::Receive(Box::new(receipt));
    match intake::decide(Some(&open.intake), &command, now) {
        Err(refusal) => return refused(StatusCode::CONFLICT, Some(&told(&refusal)), &[]),
        Ok(events) => {
            let found = events
                .iter()
                .filter_map(|event| if let Event::EntryFound { breaches, .. } = event { Some(breaches) } else { None })
                .flatten();
            let lasting: Vec<Breach> = found.filter(|breach| !breach.fault.is_mendable()).cloned().collect();
            if !lasting.is_empty() && !sent.has("anyway", "yes") {
                return refused(StatusCode::CONFLICT, None, &lasting);
            }
        }
    }
    match open.applications.does(command, now).await {
        Ok(_) => Ok(Redirect::to(&own).into_response()),
        Err(FolderError::Refused(refusal)) => refused(StatusCode::CONFLICT, Some(&told(&refusal)), &[]),
        Err(failure) => Err(failure.into()),
    }
}

/// Whether a field that asks for an address has something else in it.
fn is_bad_address(field: &str, text: &str) -> bool {
    letter::asks_for_address(field) && !letter::is_like_an_address(text)
}

fn no_address(text: &str) -> Message {
    say!("intake-write-address", text = text.trim())
}

/// An application that the organisers hand in: who enters it, and the stamps of what came by post.
fn as_it_came(receipt: &mut Receipt, sent: &Sent) -> Result<(), Message> {
    let stamp = |name: &str| match sent.value(name).trim() {
        "" => Ok(None),
        stamp => stamp.parse::<Moment>().map(Some).map_err(|_| say!("intake-write-moment")),
    };
    if let Some(received) = stamp("received")? {
        receipt.received = received;
        receipt.mailed = receipt.mailed.map(|_| received);
    }
    if let Some(mailed) = stamp("mailed")? {
        receipt.mailed = Some(mailed);
    }
    if sent.has("entered-by", "organisers") {
        receipt.application.entered_by = intake::EnteredBy::Organisers;
    }
    Ok(())
}

/// The application in the form. On a page it is received at the moment at which it is sent.
fn receipt(intake: &Intake, sent: &Sent, link: Hash, now: Timestamp) -> Receipt {
    let yes = |name: &str| sent.has(name, "yes");
    let text = |name: &str| sent.value(name).replace("\r\n", "\n");
    let some = |text: String| Some(text).filter(|text| !text.trim().is_empty());
    let named = |prefix: &str| {
        let fields =
            sent.0.iter().filter_map(move |(name, value)| Some((name.strip_prefix(prefix)?.to_owned(), value)));
        fields.collect::<Vec<_>>()
    };
    let fields = named("field-").into_iter().map(|(id, value)| (id, value.replace("\r\n", "\n")));
    let runs_on = sent.0.iter().filter(|(name, _)| name == "runs-on").map(|(_, value)| value.clone());
    let application = Application {
        program: text("program").trim().to_owned(),
        contestant: text("contestant").trim().to_owned(),
        people: text("people").lines().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect(),
        under_18: yes("under-18"),
        third_party_material: yes("third-party-material"),
        entered_by: intake::EnteredBy::Contestant,
        submission: some(text("submission")),
        testing: None,
        runs_on: runs_on.collect(),
        brings_equipment: yes("brings-equipment"),
        telecommunication: yes("telecommunication"),
        opening: some(text("opening")),
        fields: fields.filter(|(_, value)| !value.trim().is_empty()).collect(),
        declarations: named("declare-").into_iter().map(|(id, value)| (id, value == "yes")).collect(),
        protocol: some(text("protocol")),
        protocol_file: None,
    };
    let rules = intake.rulebook.intake.as_ref();
    let by_mail = rules.is_some_and(|rules| {
        rules.priority == Stamp::Mailing || rules.window.as_ref().is_some_and(|window| window.counts == Stamp::Mailing)
    });
    let received = Moment::At(now);
    Receipt { mailed: by_mail.then_some(received), received, link: Some(link), application }
}

async fn entry(open: Open, Path(secret): Path<String>) -> Result<Response, Wrong> {
    let (secret, entry) = open.entry_at(&secret)?;
    applicant(&open.intake, entry, &secret, None)
}

fn applicant(intake: &Intake, id: EntryId, secret: &Token, notice: Option<&Message>) -> Result<Response, Wrong> {
    let entered = intake.entries.get(&id).ok_or(Wrong::NotFound)?;
    let page = ApplicantPage { intake, rulebook: texts(intake), id, entered, secret: secret.reveal(), notice };
    let status = if notice.is_some() { StatusCode::CONFLICT } else { StatusCode::OK };
    Ok((status, Html(pages::html(&page))).into_response())
}

/// Supplies, declares or withdraws.
async fn change(
    open: Open,
    Path(secret): Path<String>,
    Form(sent): Form<Vec<(String, String)>>,
) -> Result<Response, Wrong> {
    let (secret, entry) = open.entry_at(&secret)?;
    let sent = Sent(sent);
    let command = match sent.value("action") {
        "supply" => {
            let (field, text) = (sent.value("field").to_owned(), sent.value("text").replace("\r\n", "\n"));
            if is_bad_address(&field, &text) {
                return applicant(&open.intake, entry, &secret, Some(&no_address(&text)));
            }
            Command::Supply { entry, field, text }
        }
        "declare" => {
            let declaration = sent.value("declaration").to_owned();
            match sent.value("answer") {
                "yes" => Command::Declare { entry, declaration, yes: true },
                "no" => Command::Declare { entry, declaration, yes: false },
                _ => return applicant(&open.intake, entry, &secret, Some(&say!("intake-answer-yes-or-no"))),
            }
        }
        "withdraw" if sent.has("sure", "yes") => Command::Withdraw { entry },
        "withdraw" => return applicant(&open.intake, entry, &secret, Some(&say!("intake-be-sure-first"))),
        _ => return applicant(&open.intake, entry, &secret, Some(&say!("intake-choose-what"))),
    };
    if !open.lets_in() {
        return applicant(&open.intake, entry, &secret, Some(&too_much()));
    }
    match open.applications.does(command, open.now()).await {
        Ok(_) => Ok(Redirect::to(&format!("/{ID}/entry/{}", secret.reveal())).into_response()),
        Err(FolderError::Refused(refusal)) => applicant(&open.intake, entry, &secret, Some(&refusal.message())),
        Err(failure) => Err(failure.into()),
    }
}

/// Accepts a program.
async fn hand_in(open: Open, Path(secret): Path<String>, mut form: Multipart) -> Result<Response, Wrong> {
    let (secret, entry) = open.entry_at(&secret)?;
    let again = |why: Message| applicant(&open.intake, entry, &secret, Some(&why));
    let Some(_permit) = open.applications.lets_upload().filter(|_| open.lets_in()) else { return again(too_much()) };
    let (name, bytes) = loop {
        match form.next_field().await {
            Ok(Some(field)) if field.name() == Some("file") => {
                let name = file_name(field.file_name().unwrap_or_default());
                match field.bytes().await {
                    Ok(bytes) => break (name, bytes),
                    Err(_) => return again(say!("intake-file-not-whole")),
                }
            }
            Ok(Some(_)) => {}
            Ok(None) => return again(say!("intake-choose-file")),
            Err(_) => return again(say!("intake-form-not-whole")),
        }
    };
    match open.applications.hand_in(entry, name, bytes.to_vec(), open.now()).await {
        Ok(_) => Ok(Redirect::to(&format!("/{ID}/entry/{}", secret.reveal())).into_response()),
        Err(why @ (NotKept::Bad(_) | NotKept::NoRoom | NotKept::Folder(FolderError::Refused(_)))) => {
            again(why.message())
        }
        Err(NotKept::Folder(failure)) => Err(failure.into()),
    }
}

/// The name of a file without the folders that a browser may put before it.
fn file_name(given: &str) -> String {
    let name = given.rsplit(['/', '\\']).next().unwrap_or_default();
    name.chars().filter(|c| !c.is_control()).take(80).collect()
}

async fn people(open: Open, Path(role): Path<String>) -> Result<Html<String>, Wrong> {
    let role = role_of(&open.intake, &role)?;
    Ok(registration(&open.intake, role, &Token::draw(), &Sent::default(), None))
}

/// The form for a person who offers to take part.
fn registration(
    intake: &Intake,
    role: PersonRole,
    secret: &Token,
    sent: &Sent,
    notice: Option<&Message>,
) -> Html<String> {
    let secret = secret.reveal();
    Html(pages::html(&RegistrationPage { intake, rulebook: texts(intake), role, secret, sent, notice }))
}

fn role_of(intake: &Intake, text: &str) -> Result<PersonRole, Wrong> {
    registration::offered(&intake.rulebook).into_iter().find(|role| role.to_string() == text).ok_or(Wrong::NotFound)
}

async fn register(
    open: Open,
    Path(role): Path<String>,
    Form(sent): Form<Vec<(String, String)>>,
) -> Result<Response, Wrong> {
    let role = role_of(&open.intake, &role)?;
    let sent = Sent(sent);
    let secret = Token::from_text(sent.value("secret")).unwrap_or_else(Token::draw);
    let refused = |status: StatusCode, notice: &Message| {
        Ok((status, registration(&open.intake, role, &secret, &sent, Some(notice))).into_response())
    };
    let own = format!("/{ID}/person/{}", secret.reveal());
    if open.intake.person_of(link(&secret)).is_some() {
        return Ok(Redirect::to(&own).into_response());
    }
    if !open.lets_in() {
        return refused(StatusCode::TOO_MANY_REQUESTS, &too_much());
    }
    let attests = sent.0.iter().filter(|(name, _)| name == "attest").map(|(_, id)| id.clone()).collect();
    let (name, contact) = (sent.value("name").trim().to_owned(), sent.value("contact").trim().to_owned());
    let registration = Registration { name, contact, attests };
    let command = Command::Register { role, link: link(&secret), registration };
    match open.applications.does(command, open.now()).await {
        Ok(_) => Ok(Redirect::to(&own).into_response()),
        Err(FolderError::Refused(refusal)) => refused(StatusCode::CONFLICT, &refusal.message()),
        Err(failure) => Err(failure.into()),
    }
}

async fn person(open: Open, Path(secret): Path<String>) -> Result<Html<String>, Wrong> {
    let secret = Token::from_text(&secret).ok_or(Wrong::NotFound)?;
    let number = open.intake.person_of(link(&secret)).ok_or(Wrong::NotFound)?;
    let person = open.intake.people.get(&number).ok_or(Wrong::NotFound)?;
    Ok(Html(pages::html(&PersonPage { intake: &open.intake, person, secret: secret.reveal() })))
}

/// Withdraws an offer.
async fn leave(
    open: Open,
    Path(secret): Path<String>,
    Form(sent): Form<Vec<(String, String)>>,
) -> Result<Response, Wrong> {
    let secret = Token::from_text(&secret).ok_or(Wrong::NotFound)?;
    let person = open.intake.person_of(link(&secret)).ok_or(Wrong::NotFound)?;
    if Sent(sent).has("sure", "yes") && open.lets_in() {
        match open.applications.does(Command::Leave { person }, open.now()).await {
            // A repeated request changes nothing.
            Ok(_) | Err(FolderError::Refused(_)) => {}
            Err(failure) => return Err(failure.into()),
        }
    }
    Ok(Redirect::to(&format!("/{ID}/person/{}", secret.reveal())).into_response())
}

async fn desk(Clerk(open): Clerk) -> Html<String> {
    Html(desk_page(&open, &open.intake, None))
}

fn desk_page(open: &Open, intake: &Intake, notice: Option<&Message>) -> String {
    let sends_letters = open.applications.sends_letters();
    pages::html(&IntakeDeskPage { intake, rulebook: texts(intake), now: open.now(), notice, sends_letters })
}

/// An organiser's decision.
#[derive(Deserialize)]
struct Decision {
    action: Action,
    #[serde(default)]
    entry: Option<EntryId>,
    #[serde(default)]
    person: Option<u16>,
    #[serde(default)]
    accepted: bool,
    #[serde(default)]
    sure: Option<String>,
    #[serde(default)]
    on: String,
    #[serde(default)]
    agreed: String,
    #[serde(default)]
    by: Option<Authority>,
    #[serde(default)]
    rule: String,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    letter: Option<Hash>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Action {
    Agree,
    Check,
    TakeBack,
    Invite,
    Withdraw,
    Disqualify,
    Answer,
    Announce,
    Post,
}

impl Decision {
    fn command(self) -> Result<Command, Message> {
        let Self { action, entry, person, accepted, sure, on, agreed, by, rule, reason, letter } = self;
        let recipient = entry.map(Recipient::Entry).or(person.map(Recipient::Person));
        let entry = entry.ok_or_else(|| say!("intake-choose-entry"));
        let sure = if sure.as_deref() == Some("yes") { Ok(()) } else { Err(say!("intake-be-sure")) };
        Ok(match action {
            Action::Agree => {
                let day = |text: String| text.trim().parse().map_err(|_| say!("intake-write-day"));
                Command::Agree { entry: entry?, testing: Testing { on: day(on)?, agreed: day(agreed)? } }
            }
            Action::Check => Command::Check { entry: entry? },
            Action::TakeBack => Command::TakeBack { entry: entry?, reason },
            Action::Invite => Command::Invite { entry: entry?, reason },
            Action::Withdraw => {
                sure?;
                Command::Withdraw { entry: entry? }
            }
            Action::Disqualify => Command::Disqualify {
                entry: entry?,
                by: by.ok_or_else(|| say!("review-choose-authority"))?,
                rule,
                reason,
            },
            Action::Post => Command::Post {
                to: recipient.ok_or_else(|| say!("intake-choose-recipient"))?,
                letter: letter.ok_or_else(|| say!("intake-choose-letter"))?,
                again: sure.is_ok(),
            },
            Action::Answer => Command::Answer { person: person.ok_or_else(|| say!("intake-choose-person"))?, accepted },
            Action::Announce => {
                sure?;
                Command::Announce
            }
        })
    }
}

async fn decide(Clerk(open): Clerk, Form(decision): Form<Decision>) -> Result<Response, Wrong> {
    let refused =
        |why: &Message| Ok((StatusCode::CONFLICT, Html(desk_page(&open, &open.intake, Some(why)))).into_response());
    let back = || Ok(Redirect::to(&sessions::page_of(ID, Participant::Organiser)).into_response());
    let command = match decision.command() {
        Ok(command) => command,
        Err(missing) => return refused(&missing),
    };
    if let Command::Post { to, letter, again } = command {
        return match open.applications.post(to, letter, again, open.now()).await {
            // A repeated request sends no second letter.
            Ok(()) | Err(NotPosted::Folder(FolderError::Refused(Refusal::LetterSent))) => back(),
            Err(NotPosted::Folder(FolderError::Refused(refusal))) => refused(&told(&refusal)),
            Err(NotPosted::Folder(failure)) => Err(failure.into()),
            Err(NotPosted::NoCourier) => refused(&NotPosted::NoCourier.message()),
            Err(NotPosted::NotSent(why)) => {
                let why = say!("intake-letter-failed", why = why.message());
                let intake = open.applications.intake().await?;
                Ok((StatusCode::BAD_GATEWAY, Html(desk_page(&open, &intake, Some(&why)))).into_response())
            }
        };
    }
    match open.applications.does(command, open.now()).await {
        Ok(_) => back(),
        Err(FolderError::Refused(refusal)) => refused(&told(&refusal)),
        Err(failure) => Err(failure.into()),
    }
}

/// A refusal, for somebody who has pages and no terminal.
#[expect(clippy::wildcard_enum_match_arm, reason = "every refusal has a message of its own")]
pub(super) fn told(refusal: &Refusal) -> Message {
    match refusal {
        Refusal::Untested(entries) => {
            let ids: Vec<_> = entries.iter().map(ToString::to_string).collect();
            say!("intake-refused-untested", entries = ids.join(", "))
        }
        Refusal::NoEntry(entry) => say!("intake-refused-no-entry", entry = entry.to_string()),
        Refusal::NoPanelYet(stage) => say!("selection-refused-no-panel", stage = stage),
        Refusal::AnnouncedAlready => say!("selection-refused-announced"),
        Refusal::Late { entry, what, when, by, rule } => say!(
            "selection-refused-late",
            rule = rule,
            entry = entry.to_string(),
            what = *what,
            when = when.to_string(),
            by = by.to_string(),
        ),
        other => other.message(),
    }
}

/// The contest file of the final, with the accepted people.
async fn contest_file(Clerk(open): Clerk) -> Result<Response, Wrong> {
    let text = intake::contest_file(&open.intake).ok_or(Wrong::NotFound)?;
    let headers = [
        (header::CONTENT_TYPE, "application/toml; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"contest.toml\""),
    ];
    Ok((headers, text).into_response())
}

/// An uploaded program, never shown as a page.
async fn program(Clerk(open): Clerk, Path(hash): Path<String>) -> Result<Response, Wrong> {
    let hash: Hash = hash.parse().map_err(|_| Wrong::NotFound)?;
    let of =
        open.intake.entries.values().filter_map(|entered| entered.program.as_ref()).find(|file| file.sha256 == hash);
    let name = of.ok_or(Wrong::NotFound)?.name.clone().unwrap_or_default();
    let bytes = open.applications.kept(hash).await?.ok_or(Wrong::NotFound)?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let name: String = name.chars().map(|c| if plain(c) { c } else { '_' }).collect();
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, bytes).into_response())
}
