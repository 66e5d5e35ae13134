//! `viva demo`: a whole contest in half a minute.
//!
//! The real server, on a free port of this machine; scripted people who join by link and talk over the same sockets as
//! browsers; programs in processes of their own. Only the clock runs faster.

use std::{
    fmt::Write as _,
    io::{IsTerminal, Write as _, stderr},
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use contest::{
    ContestResult,
    contest::{Contest, Phase},
    publication,
};
use rulebook::{ConfederateId, JudgeId, Participant, Seed};
use serde_json::{Value, json};
use server::{App, Settings, Submitted, place::Place};
use simulate::{live, people::Person};
use tokio::{net::TcpListener, task::JoinSet};

use super::serve::{interrupted, runtime};
use crate::{
    cli::DemoOptions,
    exit::Exit,
    shell::{self, Failure},
};

/// The contest file, with places to fill in.
const CONTEST: &str = include_str!("../demo.toml");

/// How fast the clock runs when no person takes part: two hours and a quarter in about half a minute.
const PACE: f64 = 240.0;

/// How long the rounds of a demonstration with a person are, so that it ends within the hour.
const TALK_WITH_A_PERSON: &str = "3m";

pub(crate) fn run(options: DemoOptions) -> Result<Exit, Failure> {
    runtime()?.block_on(async {
        tokio::select! {
            biased;
            outcome = demo(options) => outcome,
            // Ending in order ends the entries' programs too.
            () = interrupted() => {
                shell::talk("\nstopped before the end; nothing was kept");
                Ok(Exit::No)
            }
        }
    })
}

async fn demo(options: DemoOptions) -> Result<Exit, Failure> {
    let begun = Instant::now();
    let pace = options.pace.unwrap_or(if options.seat { 1.0 } else { PACE });
    let seed = options.seed.clone().unwrap_or_else(drawn_seed);
    let data = tempfile::Builder::new().prefix("viva-demo-").tempdir().map_err(shell::failure)?;
    let submitted = match contest_file(&options, &seed, pace, data.path())? {
        Ok(submitted) => submitted,
        Err(faults) => return Err(faults.into()),
    };
    let people = (submitted.file.judges.len(), submitted.file.confederates.len());
    shell::talk(format_args!("{}, {}", submitted.file.name, submitted.file.rulebook.title));
    let speed = if pace == 1.0 { "in real time".to_owned() } else { format!("{pace} times as fast as real time") };
    shell::talk(format_args!("seed {seed}; the clock runs {speed}"));

    let listener = TcpListener::bind("127.0.0.1:0").await.map_err(shell::failure)?;
    let url = format!("http://{}", listener.local_addr().map_err(shell::failure)?);
    let settings = Settings { data: data.path().to_owned(), public_url: url.clone(), pace, max_bytes: None };
    let app = App::start(settings).await.map_err(shell::failure)?;
    let server = tokio::spawn(server::serve(app.clone(), listener, std::future::pending()));
    let id = submitted.file.id.clone();
    let added = app.add(submitted).await.map_err(shell::failure)?;
    let place = app.place(&id).ok_or_else(|| miette::miette!("the contest was not added"))?;

    let mut scripts = JoinSet::new();
    for who in everyone(people) {
        let Some(person) = script(who, &seed) else { continue };
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

    watch_progress(&place, &mut scripts).await?;
    let path = write_record(&app, &place, &options.out, &seed).await?;
    let found = publication::verify(&shell::read_bytes(&path)?, None);
    let result =
        found.result.ok_or_else(|| miette::miette!("the record does not verify: {}", found.faults.join("; ")))?;
    let root = found.report.root.map(|root| root.to_string()).unwrap_or_default();
    if options.json {
        shell::data(serde_json::to_string_pretty(&as_json(&result, &path, &root)).map_err(shell::failure)?);
    } else {
        shell::data(as_text(&result));
    }
    let verified = if found.faults.is_empty() { "verifies" } else { "DOES NOT VERIFY" };
    shell::talk(format_args!(
        "record  {} ({} events, {verified}), in {:.0} s",
        path.display(),
        found.report.events,
        begun.elapsed().as_secs_f64()
    ));
    if options.watch || options.seat {
        let page = app.invite(&id, Participant::Organiser).await.map_err(shell::failure)?;
        let results = page.split("/join/").next().unwrap_or_default();
        shell::talk(format_args!("results {results}/{id}/results\norganiser, once: {page}\nserving until Ctrl-C"));
        interrupted().await;
    }
    server.abort();
    next_steps(&path);
    Ok(if found.faults.is_empty() { Exit::Yes } else { Exit::No })
}

/// The contest file with everything filled in, read as if an organiser had written it.
fn contest_file(
    options: &DemoOptions,
    seed: &str,
    pace: f64,
    folder: &Path,
) -> Result<Result<Submitted, rulebook::reader::Faults>, Failure> {
    let viva = std::env::current_exe().map_err(shell::failure)?;
    let quoted = |text: &str| Value::from(text).to_string().trim_matches('"').to_owned();
    let mut text = CONTEST
        .replace("{seed}", &quoted(seed))
        .replace("{viva}", &quoted(&viva.to_string_lossy()))
        .replace("{typing}", &format!("{:.3}", 120.0 / pace))
        .replace("{first_scripted}", if options.seat { "false" } else { "true" });
    if options.seat {
        text = text.replace("Ada (script)", "You");
    }
    let talk = options.talk.as_deref().or(options.seat.then_some(TALK_WITH_A_PERSON));
    if let Some(talk) = talk {
        let _ = write!(text, "\n[overrides.interview]\ntalk = \"{}\"\n", quoted(talk));
        if options.seat {
            text.push_str("scoring = \"1m\"\n");
        }
    }
    if options.seat {
        text.push_str("\n[overrides.ballots]\nend_time = \"3m\"\n");
    }
    // In fast time many contest seconds pass while the disk answers once: keys that were typed apart arrive together.
    text.push_str("\n[overrides.interview.medium]\nkeys_per_second = 1000\n");
    let path = folder.join("demo.toml");
    std::fs::write(&path, text).map_err(shell::failure)?;
    super::contest::submitted(&path)
}

/// Shows how far the contest is until it is closed.
async fn watch_progress(place: &Arc<Place>, scripts: &mut JoinSet<Result<(), live::LiveError>>) -> Result<(), Failure> {
    let mut grown = place.hall.grown();
    let mut shown = String::new();
    let mut tick = tokio::time::interval(std::time::Duration::from_millis(200));
    loop {
        let (line, closed) = progress(place);
        show(&line, &mut shown);
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
        // No faster than anybody reads.
        tick.tick().await;
    }
}

/// One line on a terminal, rewritten in place; elsewhere a line for every phase.
fn show(line: &str, shown: &mut String) {
    if stderr().is_terminal() {
        let _ = write!(stderr(), "\r\x1b[2K{line}");
        let _ = stderr().flush();
    } else {
        let phase = line.split("  ").next().unwrap_or(line);
        if phase != shown {
            shell::talk(phase);
            phase.clone_into(shown);
        }
    }
}

fn progress(place: &Place) -> (String, bool) {
    let views = place.hall.views();
    let Some(contest) = views.room().contest() else { return ("drawing".to_owned(), false) };
    let rounds = contest.rounds();
    let phase = match contest.phase {
        Phase::Lobby(next) if next.number() <= rounds => {
            format!("round {} of {rounds}: everyone takes their place", next.number())
        }
        Phase::Lobby(_) => "the last round is over".to_owned(),
        Phase::Talk(round, _) => format!("round {} of {rounds}: talk", round.number()),
        Phase::Scoring(round, _) => format!("round {} of {rounds}: ballots", round.number()),
        Phase::Ranking(_) => "judges rank everyone they met".to_owned(),
        Phase::Closed => "closed".to_owned(),
    };
    let keys: u64 = contest.assignment().map_or(0, |assignment| {
        let conversations = assignment.0.iter().flat_map(|seating| {
            rulebook::Seat::BOTH.map(|seat| rulebook::ConversationId { interview: seating.interview, seat })
        });
        conversations.map(|id| views.room().count(contest::Stream::Conversation(id))).sum()
    });
    (format!("{phase}  {keys} keys, {} ballots", ballots(contest)), contest.phase == Phase::Closed)
}

fn ballots(contest: &Contest) -> usize {
    contest.interviews.values().filter(|interview| interview.ballot.is_some()).count() + contest.rankings.len()
}

async fn write_record(app: &App, place: &Place, out: &Path, seed: &str) -> Result<PathBuf, Failure> {
    let bytes = server::bundle::of(app, place).await.map_err(shell::failure)?;
    let safe: String = seed.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(40).collect();
    let path = out.join(format!("demo-{safe}.viva"));
    let write = || -> std::io::Result<()> {
        std::fs::create_dir_all(out)?;
        std::fs::write(&path, &bytes)
    };
    write().map_err(|why| {
        miette::miette!(help = "choose another folder with --out", "failed to write {}: {why}", path.display())
    })?;
    Ok(path)
}

fn as_json(result: &ContestResult, path: &Path, root: &str) -> Value {
    let mut value = serde_json::to_value(result).unwrap_or_default();
    value["record"] = json!(path);
    value["root"] = json!(root);
    value
}

fn as_text(result: &ContestResult) -> String {
    let mut text = format!("\n{:<6} {:<22} {:>5}  {:>9}\n", "place", "entry", "score", "mean rank");
    for standing in &result.standings {
        let name = format!("{} {}", standing.entry, standing.name.as_deref().unwrap_or("(redacted)"));
        let mean = standing.mean_rank.map_or_else(|| "–".to_owned(), |mean| format!("{mean:.2}"));
        let _ = writeln!(text, "{:<6} {name:<22} {:>5}  {mean:>9}", standing.place, standing.score);
    }
    text.push('\n');
    for award in &result.awards {
        let entries: Vec<_> = award.entries.iter().map(ToString::to_string).collect();
        let purse = award.each.as_deref().map(|each| format!(" ({each} each)")).unwrap_or_default();
        let _ = writeln!(text, "{}{purse}: {}\n  {}", award.title, entries.join(", "), award.reason);
    }
    for withheld in &result.withheld {
        let _ = writeln!(text, "{}: not given\n  {}", withheld.title, withheld.reason);
    }
    let scripts = result.scripted.iter().filter(|who| !matches!(who, Participant::Entry(_))).count();
    let _ = write!(text, "\n{scripts} of the people were scripts: this was a demonstration, not a contest.");
    text
}

fn next_steps(record: &Path) {
    let record = record.display();
    // Who has only the sources has no `viva` to call yet.
    let viva = if std::env::var_os("CARGO").is_some() { "cargo run --release --" } else { "viva" };
    shell::talk(format_args!(
        "next:\n  {viva} record verify {record}   recompute the result, trusting nobody\n  \
         {viva} record show {record}   read the interviews\n  \
         {viva} demo --seat   sit down as a judge yourself\n  \
         {viva} contest new mine.toml   a contest of your own"
    ));
}

fn everyone((judges, confederates): (usize, usize)) -> impl Iterator<Item = Participant> {
    let judges = JudgeId::first(judges).map(Participant::Judge);
    judges.chain(ConfederateId::first(confederates).map(Participant::Confederate))
}

/// The mind that plays this part.
fn script(who: Participant, seed: &str) -> Option<Person> {
    let seed = Seed::from_contributions(["people", seed]);
    match who {
        Participant::Judge(id) => Some(Person::judge(id, seed)),
        Participant::Confederate(id) => Some(Person::confederate(id, seed)),
        Participant::Organiser | Participant::Entry(_) => None,
    }
}

fn drawn_seed() -> String {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    u32::from_be_bytes(bytes).to_string()
}
