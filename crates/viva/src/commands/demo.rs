//! `viva demo`: a whole contest in about a minute, under any rulebook or from a contest file of the user's.
//!
//! It runs the real server on a free port of this machine, scripted people who join by link and talk over the same
//! sockets as browsers, and entries in processes of their own. Only the clock runs faster.

mod cast;
mod conversations;
mod page;
mod speed;

use std::{
    io::{IsTerminal, stderr},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use archive::publication;
use contest::{
    Command, contest::Phase, event::Incident, program_troubles::Troubles, release::ReleasablePart, result::Report,
};
use record::Trust;
use rulebook::{
    Authority, ConfederateId, EntryId, JudgeId, Participant, Rulebook,
    contest_file::{Lpp, Protocol},
    counted, reader,
    schema::{Medium, People},
    shipped,
};
use serde::Serialize;
use server::{App, Settings, Submitted, hosted_contest::HostedContest};
use store::{Engine, Limits};
use tokio::{net::TcpListener, task::JoinSet};

use self::cast::Guests;
use super::{
    scripts,
    serve::{interrupted, runtime},
};
use crate::{
    cli::DemoOptions,
    destination::Folder,
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

/// The pace of a contest by keystrokes: two hours and a quarter in about half a minute.
const PACE_OF_KEYS: f64 = 240.0;

/// The real time of a contest by finished lines or messages.
const LENGTH: Duration = Duration::from_secs(40);

/// The pace of a contest in which judges read: no answers are awaited.
const PACE_OF_READING: f64 = 120.0;

/// The longest talk of a round with a person in the demonstration, so that it ends within the hour.
const TALK_WITH_A_PERSON: Duration = Duration::from_secs(180);

pub(crate) fn run(options: DemoOptions) -> Result<Exit, Failure> {
    let played = Played::of(&options)?;
    if let (Played::Contest(path), Some(_)) = (&played, &options.entries) {
        let path = path.shown();
        shell::talk(format_args!("`{path}` has entries of its own\nhint: add yours there, and leave --entries out"));
        return Ok(Exit::Usage);
    }
    runtime()?.block_on(demo(options, played))
}

/// The contest to demonstrate.
enum Played {
    /// A built-in contest under this rulebook: a shipped one, or a file.
    House(Box<Rulebook>, Option<PathBuf>),
    /// A contest file of the user's.
    Contest(PathBuf),
}

impl Played {
    fn of(options: &DemoOptions) -> Result<Self, Failure> {
        let named = options.what.as_deref().or(options.rulebook.as_deref()).unwrap_or(crate::cli::DEFAULT_RULEBOOK);
        let path = Path::new(named);
        let is_file =
            shipped::find(named).is_none() && (shell::is_input(path) || path.exists() || path.extension().is_some());
        if is_file && options.what.is_some() && !is_rulebook(&shell::read_text(path)?) {
            return Ok(Self::Contest(path.to_owned()));
        }
        let rulebook = Box::new(super::rulebook::named(named)?);
        let whole = |path: &Path| if shell::is_input(path) { Ok(path.to_owned()) } else { path.canonicalize() };
        let file = is_file.then(|| whole(path)).transpose().map_err(shell::failure)?;
        Ok(Self::House(rulebook, file))
    }
}

/// Returns true if a file is a rulebook and not a contest file.
fn is_rulebook(text: &str) -> bool {
    let table = text.parse::<toml::Table>().unwrap_or_default();
    !table.contains_key("rulebook") && table.contains_key("interview")
}

/// A contest set up to run, with the pace of its clock and its seed.
struct Ready {
    submitted: Submitted,
    pace: f64,
    seed: String,
}

/// A built-in contest; `None`, after a message, if there are too many programs.
fn of_the_house(
    shipped: &Rulebook,
    file: Option<&Path>,
    options: &DemoOptions,
    data: &Path,
) -> Result<Option<Ready>, Failure> {
    let seed = options.seed.clone().unwrap_or_else(drawn_seed);
    let guests = options.entries.as_deref().map(guests).transpose()?.unwrap_or_default();
    if guests.count > shipped.roles.entries {
        shell::talk(format_args!(
            "{} programs are too many: `{}` has places for {}\nhint: take some out, or choose another rulebook",
            guests.count, shipped.id, shipped.roles.entries
        ));
        return Ok(None);
    }
    let (submitted, pace) = contest_file(shipped, file, options, &guests, &seed, data)?;
    shell::talk(format_args!("{}, {}", submitted.file.name, submitted.file.rulebook.title));
    if cast::leaves_trials_open(shipped) {
        shell::talk(format_args!(
            "the rulebook leaves it to the committee how trials combine; this demonstration chooses `{}`",
            cast::COMBINE.1
        ));
    }
    if shipped.committee.is_some() {
        shell::talk(
            "the rulebook has a committee settle things and people attest who they are before the first word; this \
             demonstration settles them itself, and attests for its scripts what only people could say",
        );
    }
    Ok(Some(Ready { submitted, pace, seed }))
}

/// A contest file of the user's, turned into a rehearsal played by scripts.
fn rehearsal(path: &Path, options: &DemoOptions) -> Result<Ready, Failure> {
    let written = crate::contest_file::playable(path)?;
    let seed = options.seed.clone().or_else(|| written.file.seed.clone()).unwrap_or_else(drawn_seed);
    let table: toml::Table = written.text.parse().map_err(shell::failure)?;
    let viva = std::env::current_exe().map_err(shell::failure)?;
    let rules = &written.file.rulebook;
    let talk = talk(options, rules);
    let guests = &Guests::default();
    let read = |pace: f64| {
        let wishes = cast::Wishes {
            named: &rules.id,
            seed: &seed,
            rehearsal: true,
            viva: &viva,
            pace,
            talk: talk.as_deref(),
            seat: options.seat,
            guests,
        };
        let text = cast::rehearsed(table.clone(), rules, &wishes).to_string();
        let name = format!("{}, as it is rehearsed", shell::name_of(path));
        let read = crate::contest_file::submitted_as(&name, text, written.folder.clone())?;
        Ok::<_, Failure>(crate::contest_file::with_plan(read)?)
    };
    let pace = pace(options, &read(1.0)?)?;
    let submitted = read(pace)?;
    let Submitted { file, plan, .. } = &submitted;
    shell::talk(format_args!(
        "{}, {}\na rehearsal of {}: scripts play its people, and the record says so",
        file.name,
        file.rulebook.title,
        path.shown()
    ));
    if let (Some(file), Some(plan)) = (&file.plan, plan) {
        let rounds = plan.plan().rounds();
        shell::talk(format_args!("who meets whom is planned in {}: {rounds} rounds", file.shown()));
    }
    // Name all missing programs before the contest: incidents name those with a conversation only.
    for warning in super::reach::warnings(file, &submitted.folder) {
        shell::talk(format_args!("look at {warning}"));
    }
    for (id, entry) in EntryId::first(file.entries.len()).zip(&file.entries) {
        if matches!(entry.protocol, Protocol::Lpp(Lpp::ByHand(_)) | Protocol::Socketio(_)) {
            shell::talk(format_args!("{id} {}: start this program yourself; the contest waits for it", entry.name));
        }
    }
    Ok(Ready { submitted, pace, seed })
}

async fn demo(options: DemoOptions, played: Played) -> Result<Exit, Failure> {
    let begun = Instant::now();
    let stopped = interrupted();
    let out = Folder::at(&options.out, options.overwrite)?;
    let data = tempfile::Builder::new().prefix("viva-demo-").tempdir().map_err(shell::failure)?;
    let ready = match &played {
        Played::Contest(path) => Some(rehearsal(path, &options)?),
        Played::House(rulebook, file) => of_the_house(rulebook, file.as_deref(), &options, data.path())?,
    };
    let Some(Ready { submitted, pace, seed }) = ready else { return Ok(Exit::Usage) };
    let named = match &played {
        Played::Contest(_) => Some(submitted.file.id.as_str()),
        Played::House(rulebook, _) => options.what.as_ref().or(options.rulebook.as_ref()).map(|_| rulebook.id.as_str()),
    };
    let record = out.file(&name_of_record(named, &seed))?;
    let rulebook = submitted.file.rulebook.clone();
    let speed = if pace == 1.0 { "in real time".to_owned() } else { format!("{pace} times as fast as real time") };
    let draw = if submitted.file.rehearsal {
        "a rehearsal: this text fixes the draw"
    } else {
        "the draw is made of many hands"
    };
    shell::talk(format_args!("seed {seed} ({draw}); the clock runs {speed}"));

    let listener = TcpListener::bind("127.0.0.1:0").await.map_err(shell::failure)?;
    let url = format!("http://{}", listener.local_addr().map_err(shell::failure)?);
    let settings = Settings {
        data: data.path().to_owned(),
        public_url: url.clone(),
        address: None,
        pace,
        continue_shorter: Vec::new(),
    };
    let engine = Engine::embedded(data.path(), Limits { max_bytes: None }).map_err(shell::failure)?;
    let app = App::start(settings, engine).await.map_err(shell::failure)?;
    let server = tokio::spawn(server::serve(app.clone(), listener, None, std::future::pending()));
    let id = submitted.file.id.clone();
    let added = app.add(submitted).await.map_err(shell::failure)?;
    let place = app.place(&id).ok_or_else(|| miette::miette!("the contest was not added"))?;

    let mut scripts = JoinSet::new();
    for who in everyone(&rulebook) {
        let Some(person) = scripts::mind(who, &rulebook, &seed) else { continue };
        let link = app.invite(&id, who).await.map_err(shell::failure)?;
        if options.seat && who == Participant::Judge(JudgeId::new(1)) {
            shell::talk(format_args!("\nyour seat is J1; the contest waits for you here:\n  {link}\n"));
        } else {
            let url = url.clone();
            scripts.spawn(async move { live::attend(&url, &link, person).await });
        }
    }
    if let Some(link) = added.organiser_link {
        scripts.spawn(async move { live::preside(&url, &link, |_| {}).await });
    }

    let ended = tokio::select! {
        biased;
        ended = watch_progress(&place, &mut scripts) => Some(ended?),
        // An orderly shutdown ends the entries' programs too.
        () = stopped => None,
    };
    let path = record.path().to_owned();
    record.write(&server::bundle::of(&app, &place).await.map_err(shell::failure)?)?;
    if ended.is_none() {
        shell::talk(format_args!("\nstopped before the end; what was recorded until then is in {}", path.shown()));
        return Ok(Exit::Interrupted);
    }
    let found = publication::verify(shell::open(&path)?, &Trust::default());
    let found = found.map_err(|source| shell::unreadable(&path, source))?;
    let verdict = found.verdict();
    let contest = found.audit.as_ref().and_then(|audit| audit.room.contest()).filter(|_| found.result.is_some());
    let report = contest.and_then(Report::of);
    let report = report.ok_or_else(|| {
        let path = path.shown();
        let help = format!("`viva record verify {path}` says everything that was found");
        miette::miette!(help = help, "the record {path} is {verdict}: {}", found.faults.join("; "))
    })?;
    let room = found.audit.as_ref().map(|audit| &audit.room);
    let kinds = contest.iter().flat_map(|contest| &contest.incidents).map(|(_, incident)| incident.kind.as_str());
    let (incidents, of_speed) =
        (kinds.clone().count(), kinds.filter(|kind| pace > 1.0 && speed::is_of_speed(kind)).count());
    let troubles = speed::without(room.map(Troubles::of).unwrap_or_default(), pace);
    let is_rehearsed = matches!(played, Played::Contest(_));
    let root = found.report.root.map(|root| root.to_string()).unwrap_or_default();
    if options.json {
        let record = path.display().to_string();
        shell::json(&DemoTold { report: &report, troubles: &troubles, incidents, record, root: &root })?;
    } else {
        shell::data(page::of(&report, &rulebook));
        if is_rehearsed {
            shell::data(page::foretold(&troubles, &report.names, pace));
        } else if troubles.iter().any(|of| !of.troubles.is_empty()) {
            shell::data(page::went_wrong(&troubles, &report.names));
        }
    }
    shell::talk(format_args!(
        "record  {} ({}, {verdict}), {}, in {:.0} s",
        path.shown(),
        counted(found.report.events, "event", "events"),
        told_incidents(incidents - of_speed, of_speed),
        begun.elapsed().as_secs_f64()
    ));
    if options.watch || options.seat {
        // Scripts wrote every word, so nothing has to be reviewed before the release.
        let release = Command::Release {
            parts: ReleasablePart::ALL.into(),
            by: Authority::Organisers,
            rule: "the demonstration".to_owned(),
            reason: "scripts said it all".to_owned(),
        };
        place.running.ask(Participant::Organiser, release).await.map_err(shell::failure)?;
        let page = app.invite(&id, Participant::Organiser).await.map_err(shell::failure)?;
        let results = page.split("/join/").next().unwrap_or_default();
        shell::talk(format_args!("results {results}/{id}/results\norganiser, once: {page}\nserving until Ctrl-C"));
        interrupted().await;
    }
    server.abort();
    next_steps(&path);
    Ok(if found.faults.is_empty() { Exit::Yes } else { Exit::No })
}

/// The number of incidents, in words, and the number of those that only the fast clock made.
fn told_incidents(real: usize, of_speed: usize) -> String {
    let told = if real == 0 { "no incidents".to_owned() } else { counted(real, "incident", "incidents") };
    match of_speed {
        0 => told,
        more => format!("{told} (and {more} that the fast clock made)"),
    }
}

/// The programs of this file, checked; other tables do not count.
fn guests(file: &Path) -> Result<Guests, Failure> {
    let text = shell::read_text(file)?;
    let entries = reader::read_entries(&file.to_string_lossy(), &text)?;
    let count = u16::try_from(entries.len()).unwrap_or(u16::MAX);
    let mut table: toml::Table = text.parse().map_err(shell::failure)?;
    table.retain(|key, _| key == "entry");
    let folder = file.canonicalize().map_err(shell::failure)?.parent().map(Path::to_owned);
    Ok(Guests { count, tables: format!("\n{table}"), folder })
}

/// Fills in the contest file and reads it as an organiser's; returns it with the pace of the clock.
fn contest_file(
    rulebook: &Rulebook,
    rulebook_file: Option<&Path>,
    options: &DemoOptions,
    guests: &Guests,
    seed: &str,
    folder: &Path,
) -> Result<(Submitted, f64), Failure> {
    let viva = std::env::current_exe().map_err(shell::failure)?;
    let talk = talk(options, rulebook);
    let piped = rulebook_file.filter(|file| shell::is_input(file)).map(|file| put_down(file, folder)).transpose()?;
    let named = piped.as_deref().or(rulebook_file).map_or(rulebook.id.clone().into(), Path::to_string_lossy);
    let source = match rulebook.interview.is_read() {
        true => Some(conversations::write(rulebook.roles, folder)?),
        false => None,
    };
    let read = |pace: f64| {
        let wishes = cast::Wishes {
            named: &named,
            seed,
            rehearsal: options.seed.is_some(),
            viva: &viva,
            pace,
            talk: talk.as_deref(),
            seat: options.seat,
            guests,
        };
        let path = folder.join("demo.toml");
        std::fs::write(&path, cast::contest_file(rulebook, &wishes, source.as_deref())).map_err(shell::failure)?;
        let mut submitted = crate::contest_file::submitted(&path)??;
        submitted.folder = guests.folder.clone().unwrap_or(submitted.folder);
        Ok::<_, Failure>(submitted)
    };
    let pace = pace(options, &read(1.0)?)?;
    Ok((read(pace)?, pace))
}

/// Copies a rulebook from standard input into a file of this folder, so that a contest file can name it.
fn put_down(rulebook: &Path, folder: &Path) -> Result<PathBuf, Failure> {
    let path = folder.join("rulebook.toml");
    std::fs::write(&path, shell::read_text(rulebook)?).map_err(shell::failure)?;
    Ok(path)
}

/// The talk time, if it differs from the rulebook's.
fn talk(options: &DemoOptions, rulebook: &Rulebook) -> Option<String> {
    let is_long = options.seat && rulebook.interview.talk > TALK_WITH_A_PERSON;
    options.talk.clone().or_else(|| is_long.then(|| format!("{}s", TALK_WITH_A_PERSON.as_secs())))
}

/// The pace of the clock.
fn pace(options: &DemoOptions, submitted: &Submitted) -> Result<f64, Failure> {
    match options.pace {
        Some(pace) => Ok(pace),
        None if options.seat => Ok(1.0),
        None => usual_pace(submitted),
    }
}

/// The pace at which a contest takes as long as a demonstration should.
fn usual_pace(submitted: &Submitted) -> Result<f64, Failure> {
    let rulebook = &submitted.file.rulebook;
    if matches!(rulebook.interview.medium, Medium::Keystrokes { .. }) {
        return Ok(PACE_OF_KEYS);
    }
    if rulebook.interview.is_read() {
        return Ok(PACE_OF_READING);
    }
    let rounds = match &submitted.plan {
        Some(given) => given.plan().rounds(),
        None => schedule::construct(rulebook).map_err(shell::failure)?.rounds(),
    };
    let length = cast::length(rulebook, rounds);
    Ok((length.as_secs_f64() / LENGTH.as_secs_f64()).round().max(1.0))
}

/// Shows the progress of the contest until it is closed.
async fn watch_progress(
    place: &Arc<HostedContest>,
    scripts: &mut JoinSet<Result<(), live::LiveError>>,
) -> Result<(), Failure> {
    let mut grown = place.running.grown();
    let mut shown = String::new();
    let mut tick = tokio::time::interval(Duration::from_millis(200));
    loop {
        let (line, closed) = progress(place);
        show(&line, &mut shown);
        if let Some(why) = gave_up(place) {
            return Err(why);
        }
        if closed {
            if stderr().is_terminal() {
                shell::talk("");
            }
            return Ok(());
        }
        tokio::select! {
            changed = grown.changed() => if changed.is_err() { return Err(miette::miette!("the server stopped before the contest was closed")) },
            Some(ended) = scripts.join_next() => {
                ended.map_err(shell::failure)?.map_err(shell::failure)?;
            }
        }
        // Faster updates could not be read.
        tick.tick().await;
    }
}

/// The failure of a program that gave up before the next round, which would otherwise wait for it forever.
fn gave_up(place: &HostedContest) -> Option<Failure> {
    let views = place.running.views();
    let contest = views.room().contest()?;
    let Phase::Lobby(next) = contest.phase else { return None };
    let of_round = |incident: &&Incident| incident.interview.round == next;
    let incidents = || contest.incidents.iter().map(|(_, incident)| incident).filter(of_round);
    let last = incidents().rfind(|incident| incident.kind == "gave-up")?;
    let of_it = incidents().filter(|incident| (incident.entry, incident.interview) == (last.entry, last.interview));
    let told: Vec<_> = of_it.map(|incident| format!("- {}", incident.detail)).collect();
    let help = "mend the program, and try it with `viva entry check FILE#NAME` before the next demonstration";
    Some(miette::miette!(help = help, "{} cannot take its place:\n{}", last.entry, told.join("\n")))
}

/// On a terminal, one line rewritten in place; elsewhere, a line for every phase.
fn show(line: &str, shown: &mut String) {
    if stderr().is_terminal() {
        shell::status_line(line);
    } else {
        let phase = line.split("  ").next().unwrap_or(line);
        if phase != shown {
            shell::talk(phase);
            phase.clone_into(shown);
        }
    }
}

fn progress(place: &HostedContest) -> (String, bool) {
    let views = place.running.views();
    let Some(contest) = views.room().contest() else { return ("drawing".to_owned(), false) };
    let rounds = contest.rounds();
    let phase = match contest.phase {
        Phase::Lobby(_) if !contest.is_drawn() => "everyone joins, and adds to the draw".to_owned(),
        Phase::Lobby(next) if next.number() <= rounds => {
            format!("round {} of {rounds}: everyone takes their place", next.number())
        }
        Phase::Lobby(_) => "the last round is over".to_owned(),
        Phase::Talk(round, _) => format!("round {} of {rounds}: talk", round.number()),
        Phase::Scoring(round, _) => {
            format!("round {} of {rounds}: {}", round.number(), contest.rulebook.ballots.after_talk())
        }
        Phase::EndBallots(trial, _) if contest.rulebook.trial_count() > 1 => {
            format!("ballots at the end of trial {trial}")
        }
        Phase::EndBallots(..) => "ballots at the end".to_owned(),
        Phase::Vote(vote, _) => format!("vote {vote} of the judges between entries that are level"),
        Phase::Closed => "closed".to_owned(),
    };
    let believed: usize = contest.beliefs.values().map(Vec::len).sum();
    let said: u64 = contest.assignment().map_or(0, |assignment| {
        let conversations = assignment.0.iter().flat_map(schedule::Seating::conversations);
        conversations.map(|id| views.room().count(contest::Stream::Conversation(id))).sum()
    });
    let said = said + believed as u64;
    let (one, many) = match contest.rulebook.interview.medium {
        Medium::Keystrokes { .. } => ("key", "keys"),
        Medium::Lines { .. } => ("line", "lines"),
        Medium::Messages { .. } => ("message", "messages"),
        Medium::Transcript { .. } => ("belief", "beliefs"),
    };
    let ballots = counted(contest.ballots_cast() + contest.rankings.len(), "ballot", "ballots");
    (format!("{phase}  {}, {ballots}", counted(said, one, many)), contest.phase == Phase::Closed)
}

/// A file name made of the rulebook and the seed.
fn name_of_record(named: Option<&str>, seed: &str) -> String {
    let safe: String = seed.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(40).collect();
    let named = named.map(|id| format!("{id}-")).unwrap_or_default();
    format!("demo-{named}{safe}.viva")
}

/// The outcome of a demonstration.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct DemoTold<'r> {
    /// The result, with names and sentences.
    #[serde(flatten)]
    report: &'r Report,
    /// Each program's troubles, without those that only a fast clock makes.
    #[cfg_attr(test, schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>"))]
    troubles: &'r [Troubles],
    /// The number of incidents.
    incidents: usize,
    /// The file of the record.
    record: String,
    /// The root of the record's tree.
    root: &'r str,
}

fn next_steps(record: &Path) {
    let record = record.shown();
    // With only the sources, there is no `viva` to call yet.
    let viva = if std::env::var_os("CARGO").is_some() { "cargo run --" } else { "viva" };
    shell::talk(format_args!(
        "next:\n  {viva} record verify {record}   recompute the result, trusting nobody\n  \
         {viva} record show {record}   read the interviews\n  \
         {viva} demo --seat   sit down as a judge yourself\n  \
         {viva} demo ID   another of the rulebooks ({viva} rulebook list)\n  \
         {viva} contest new mine.toml   a contest of your own, which `{viva} demo mine.toml` rehearses"
    ));
}

/// The people with a page of their own.
fn everyone(rulebook: &Rulebook) -> impl Iterator<Item = Participant> {
    let roles = rulebook.roles;
    let judges = JudgeId::first(roles.judges.into()).map(Participant::Judge);
    let is_apart = roles.people == People::Apart && !rulebook.interview.is_read();
    let apart = if is_apart { roles.confederates } else { 0 };
    judges.chain(ConfederateId::first(apart.into()).map(Participant::Confederate))
}

fn drawn_seed() -> String {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    u32::from_be_bytes(bytes).to_string()
}
