//! The organiser's commands for a contest served on this machine: they ask its server through the data folder.

use std::{fmt::Write, path::Path};

use contest::command::Ending;
use rulebook::{RoundNumber, counted};
use serde::{Serialize, de::DeserializeOwned};
use server::{
    access_token::May,
    acts::{Act, OfEntry},
    api::{EntryStatus, InterviewStatus, Moment, PersonPresence, PersonStatus, Revealing, Status},
    control::{self, Asks, ControlError, Request},
};

use crate::{
    cli::{DayCommand, Decision, PhaseName, Ruled, Served, Why},
    commands::stage::Where,
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

pub(super) fn run(command: DayCommand) -> Result<Exit, Failure> {
    let (act, served) = match command {
        DayCommand::Status { served } => return status(&served, Asks::Status),
        DayCommand::Timeline { served } => return timeline(&served),
        DayCommand::Password { organiser, password_file, served } => {
            return password(&served, organiser, password_file.as_deref());
        }
        DayCommand::Token { name, act, served } => return token(&served, name, act),
        DayCommand::Draw { anyway, served } => (Act::Draw { anyway }, served),
        DayCommand::OpenRound { anyway, served } => (Act::OpenRound { anyway }, served),
        DayCommand::EndPhase { phase, number, served } => {
            let round = RoundNumber::new(number);
            let ending = match phase {
                PhaseName::Talk => Ending::Talk { round },
                PhaseName::Scoring => Ending::Scoring { round },
                PhaseName::EndBallots => Ending::EndBallots { trial: number },
                PhaseName::Vote => Ending::Vote { vote: number },
            };
            (Act::EndPhase { ending }, served)
        }
        DayCommand::Pause { reason, told, served } => (Act::Pause { reason, told }, served),
        DayCommand::Resume { served } => (Act::Resume {}, served),
        DayCommand::Extend { minutes, told, why: Why { reason }, served } => {
            (Act::Extend { seconds: minutes * 60, reason, told }, served)
        }
        DayCommand::PutMatter { words, served } => (Act::PutMatter { words }, served),
        DayCommand::Announce { to, words, served } => (Act::Announce { to, words }, served),
        DayCommand::Abort { interview, why: Why { reason }, served } => (Act::Abort { interview, reason }, served),
        DayCommand::Replan { left, why: Why { reason }, served } => (Act::Replan { left, reason }, served),
        DayCommand::Replace { who, name, why: Why { reason }, served } => (Act::Replace { who, name, reason }, served),
        DayCommand::Admit { role, name, why: Why { reason }, served } => {
            (Act::Admit { role: role.into(), name, reason }, served)
        }
        DayCommand::TakeOver { entry, reserve, why: Why { reason }, served } => {
            (Act::TakeOver { entry, reserve, reason }, served)
        }
        DayCommand::Again { round, why: Why { reason }, served } => (Act::Again { round, reason }, served),
        DayCommand::AllowLate { who, form, ruling: Ruled { by, rule, why: Why { reason } }, served } => {
            (Act::AllowLate { who, form, by, rule, reason }, served)
        }
        DayCommand::Release { parts, by, rule, why: Why { reason }, served } => {
            (Act::Release { parts: parts.into_iter().collect(), by, rule, reason }, served)
        }
        DayCommand::Delete { parts, ruling: Ruled { by, rule, why: Why { reason } }, served } => {
            let parts = parts.iter().map(ToString::to_string).collect();
            (Act::Delete { parts, by, rule, reason }, served)
        }
        DayCommand::Erase { who, ruling: Ruled { by, rule, why: Why { reason } }, served } => {
            (Act::Erase { who, by, rule, reason }, served)
        }
        DayCommand::Rename { who, name, ruling: Ruled { by, rule, why: Why { reason } }, served } => {
            (Act::Rename { who, name, by, rule, reason }, served)
        }
        DayCommand::Consent { who, scope, licence, served } => (Act::Consent { who, scope, licence }, served),
        DayCommand::Disqualify(decision) => {
            let (of_entry, served) = decided(decision);
            (Act::Disqualify(of_entry), served)
        }
        DayCommand::Reinstate(decision) => {
            let (of_entry, served) = decided(decision);
            (Act::Reinstate(of_entry), served)
        }
        DayCommand::Reveal { step, served } => return reveal(&served, step),
        DayCommand::RestartEntry { entry, served } => (Act::RestartEntry { entry }, served),
    };
    status(&served, Asks::Act(act))
}

fn decided(Decision { entry, by, rule, why: Why { reason }, served }: Decision) -> (OfEntry, Served) {
    (OfEntry { entry, by, rule, reason }, served)
}

/// Asks the server of the data folder. An act without an answer is sent once more: its key makes sure that it happens
/// once.
fn ask<T: DeserializeOwned>(served: &Served, asks: Asks) -> Result<T, Failure> {
    let Served { data, contest, key, .. } = served;
    let key = match (key, &asks) {
        (Some(key), _) => Some(key.to_string()),
        (None, Asks::Act(_)) => Some(drawn()?),
        (None, _) => None,
    };
    let is_act = matches!(asks, Asks::Act(_));
    let request = Request { contest: contest.clone(), asks, key };
    let answer = match control::ask(data, &request) {
        Err(ControlError::Silent { .. }) if is_act => control::ask(data, &request),
        answer => answer,
    };
    answer.map_err(shell::failure)?.ok_or_else(|| no_server(data))
}

/// 128 random bits, in hexadecimal.
fn drawn() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|why| miette::miette!("the system gives no random numbers: {why}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Sets an organiser's password: the file's, or a random one, which is printed.
fn password(served: &Served, organiser: Option<String>, file: Option<&Path>) -> Result<Exit, Failure> {
    let (password, is_drawn) = match file {
        Some(file) => (super::super::serve::password_in(file)?, false),
        None => (drawn()?, true),
    };
    let name: String = ask(served, Asks::Password { organiser, password: password.clone() })?;
    shell::talk(format_args!("{name} logs in with it at /CONTEST/login; their sessions have ended"));
    if is_drawn {
        shell::talk("This is shown once.");
        if served.json { json(&password)? } else { shell::data(password) }
    }
    Ok(Exit::Yes)
}

fn no_server(data: &Path) -> Failure {
    let data = data.shown();
    miette::miette!(
        help = format!("start it with `viva serve --data {data}`, or name the folder of the one that runs"),
        "no server has the folder `{data}`"
    )
}

fn json(answer: &impl Serialize) -> Result<(), Failure> {
    shell::json(answer)?;
    Ok(())
}

/// Asks and prints the status that follows: in full, or one line after an act.
fn status(served: &Served, asks: Asks) -> Result<Exit, Failure> {
    let in_full = asks == Asks::Status;
    let is_release = matches!(asks, Asks::Act(Act::Release { .. }));
    let status: Status = ask(served, asks)?;
    match (served.json, in_full) {
        (true, _) => json(&status)?,
        (false, true) => shell::print(full(&status)),
        (false, false) => {
            shell::data(format_args!("done: {}", headline(&status)));
            if let (true, Some(reveal)) = (is_release, status.reveal.filter(|reveal| reveal.step < reveal.last)) {
                let Revealing { step, last, .. } = reveal;
                shell::talk(format_args!("the reveal is at step {step} of {last}; anybody may read the rest now"));
            }
        }
    }
    Ok(Exit::Yes)
}

/// Shows a step of the reveal, and names the next.
fn reveal(served: &Served, step: Option<u16>) -> Result<Exit, Failure> {
    let step = match step {
        Some(step) => step,
        None => {
            let status: Status = ask(served, Asks::Status)?;
            // Before the close, the server refuses with the reason.
            status.reveal.map_or(1, |reveal| reveal.step.saturating_add(1))
        }
    };
    let status: Status = ask(served, Asks::Act(Act::Reveal { step }))?;
    if served.json {
        json(&status)?;
        return Ok(Exit::Yes);
    }
    let Some(Revealing { step, last, shows, next }) = status.reveal else { return Ok(Exit::Yes) };
    shell::data(format_args!("done: step {step} of {last}, the screen shows {shows}"));
    if let Some(next) = next {
        shell::talk(format_args!("next: {next}"));
    }
    Ok(Exit::Yes)
}

fn timeline(served: &Served) -> Result<Exit, Failure> {
    let moments: Vec<Moment> = ask(served, Asks::Timeline)?;
    if served.json {
        json(&moments)?;
        return Ok(Exit::Yes);
    }
    let Status { zone, .. } = ask(served, Asks::Status)?;
    for Moment { at, what, reason, told, .. } in moments.iter().rev() {
        let reason = reason.iter().map(|why| format!(" – {why}"));
        let told = told.iter().map(|told| format!(" (told: {told})"));
        let more: String = reason.chain(told).collect();
        shell::data(format_args!("{}  {what}.{}", zone.named_second(*at), more.replace('\n', " / ")));
    }
    Ok(Exit::Yes)
}

fn token(served: &Served, name: String, act: bool) -> Result<Exit, Failure> {
    let token: String = ask(served, Asks::Token { name, may: if act { May::Act } else { May::Read } })?;
    shell::talk("This is shown once. Whoever has it is let in: a program sends it as `Authorization: Bearer TOKEN`.");
    if served.json {
        json(&token)?;
    } else {
        shell::data(token);
    }
    Ok(Exit::Yes)
}

/// The phase of the contest in a line: `round 1 of 4, talk, 24:59 left`.
fn headline(status: &Status) -> String {
    let Status { phase, round, rounds, drawn, ends, paused, now, .. } = status;
    let left = ends.map(|ends| ends.since(paused.unwrap_or(*now)));
    let place = Where { phase: *phase, round: *round, rounds: *rounds, drawn: *drawn, left, paused: paused.is_some() };
    place.in_words()
}

fn full(status: &Status) -> String {
    let mut text = format!("{} ({})\n{}\n", status.name, status.contest, headline(status));
    let mut section = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            let _ = write!(text, "\n{title}\n");
            for line in &lines {
                let _ = writeln!(text, "  {line}");
            }
        }
    };
    let owed =
        status.owes_reason.then(|| "The pause has no reason yet. Say why: `viva contest pause --reason …`.".to_owned());
    let concerns = status.concerns.iter().map(|concern| format!("{} {}", concern.what, concern.mend));
    let concerns: Vec<_> = status.disk.clone().into_iter().chain(owed).chain(concerns).collect();
    let nothing = vec!["All clear".to_owned()];
    section("Needs attention", if concerns.is_empty() { nothing } else { concerns });
    let checks = status.checks.iter().map(|check| {
        let mend = check.mend.iter().map(|mend| format!(" {mend}")).collect::<String>();
        format!("{:<8} {}{mend}", check.finding, check.what)
    });
    section("Before the round", checks.collect());
    section("People", status.people.iter().map(person).collect());
    section("Programs", status.entries.iter().map(entry).collect());
    section("Stand by", status.reserves.clone());
    section("Interviews", status.interviews.iter().map(interview).collect());
    text
}

fn person(PersonStatus { id, name, place, ready, needed, answered }: &PersonStatus) -> String {
    let place = match place {
        PersonPresence::NotJoined => "not joined",
        PersonPresence::Away => "no page open",
        PersonPresence::Here => "page open",
        PersonPresence::Scripted => "played by a script",
        PersonPresence::Gone => "gone",
    };
    let more = match (answered, ready, needed) {
        (Some(true), ..) => ", ballot in",
        (Some(false), ..) => ", ballot missing",
        (None, true, _) => ", in place",
        (None, false, false) => ", rests",
        (None, false, true) => "",
    };
    format!("{id:<4} {name}: {place}{more}")
}

fn entry(EntryStatus { id, name, state, ready, disqualified, gone, .. }: &EntryStatus) -> String {
    let more = match (gone, disqualified, ready) {
        (true, ..) => ", gone",
        (_, true, _) => ", disqualified",
        (_, _, true) => ", in place",
        _ => "",
    };
    format!("{id:<4} {name}: {state}{more}")
}

fn interview(row: &InterviewStatus) -> String {
    let talks = row.witnesses.iter().zip(row.asked.iter().zip(&row.answered));
    let talks: Vec<_> = talks.map(|(witness, (asked, answered))| format!("{witness} {asked}/{answered}")).collect();
    let ended = if row.ended { ", ended" } else { "" };
    let incidents = match row.incidents {
        0 => String::new(),
        many => format!(", {}", counted(many, "incident", "incidents")),
    };
    format!("{}: {}{incidents}{ended}", row.interview, talks.join(", "))
}
