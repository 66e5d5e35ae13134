//! `viva record`: verify and read the record of a contest.

use std::{collections::BTreeMap, fmt::Write, path::Path};

use contest::{
    Actor, ControlEvent, Event, Recorded,
    event::ConversationEvent,
    publication::{self, Verification},
    transcript::Transcript,
};
use record::VerifierKey;
use rulebook::{InterviewId, Seat, Side, Timestamp};
use serde_json::json;

use crate::{
    cli::RecordCommand,
    exit::Exit,
    shell::{self, Failure},
};

pub(crate) fn run(command: RecordCommand) -> Result<Exit, Failure> {
    match command {
        RecordCommand::Verify { file, key, json } => verify(&file, key.as_deref(), json),
        RecordCommand::Show { file, interview } => show(&file, interview),
    }
}

fn verify(file: &Path, key: Option<&str>, json: bool) -> Result<Exit, Failure> {
    let trusted: Option<VerifierKey> = match key.map(|key| key.trim().parse()) {
        None => None,
        Some(Ok(key)) => Some(key),
        Some(Err(why)) => {
            shell::talk(format_args!("--key is no verifier key: {why}\nhint: copy the line of `verifier.key` whole"));
            return Ok(Exit::Usage);
        }
    };
    let bytes = shell::read_bytes(file)?;
    let found = publication::verify(&bytes, trusted.as_ref());
    if json {
        shell::data(as_json(&found));
    } else {
        shell::data(as_text(file, &found, trusted.is_some()).trim_end());
    }
    Ok(if found.faults.is_empty() { Exit::Yes } else { Exit::No })
}

fn as_json(found: &Verification) -> String {
    let checks: BTreeMap<_, _> =
        found.report.checks.iter().map(|check| (check.name, check.outcome.to_string())).collect();
    let value = json!({
        "sound": found.faults.is_empty(),
        "origin": found.report.origin,
        "events": found.report.events,
        "root": found.report.root.map(|root| root.to_string()),
        "key": found.report.verifier.as_ref().map(ToString::to_string),
        "checks": checks,
        "faults": found.faults,
        "result": found.result,
    });
    serde_json::to_string_pretty(&value).expect("keys are strings")
}

/// One screen: what was checked, what was found, what to trust.
fn as_text(file: &Path, found: &Verification, trusted: bool) -> String {
    let mut text = String::new();
    let report = &found.report;
    let sound = found.faults.is_empty();
    let _ = writeln!(text, "{}: {}", file.display(), if sound { "verified" } else { "NOT VERIFIED" });
    for check in &report.checks {
        let _ = writeln!(text, "  {:<10} {:<8} {}", check.name, check.outcome.to_string(), check.detail);
    }
    for sentence in found.audit.iter().flat_map(|audit| &audit.found) {
        let _ = writeln!(text, "  {:<10} {:<8} {sentence}", "rules", if sound { "passed" } else { "read" });
    }
    if let Some(result) = &found.result {
        for standing in &result.standings {
            let name = standing.name.as_deref().unwrap_or("(name redacted)");
            let _ = writeln!(
                text,
                "  {:<10} {}. {} {name}: score {}",
                "result", standing.place, standing.entry, standing.score
            );
        }
        for award in &result.awards {
            let entries: Vec<_> = award.entries.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "  {:<10} {} to {}", "award", award.title, entries.join(", "));
        }
    }
    if let Some(root) = &report.root {
        let _ = writeln!(text, "  {:<10} {root}", "root");
    }
    if let Some(key) = &report.verifier {
        let _ = writeln!(text, "  {:<10} {key}", "key");
    }
    for fault in found.faults.iter().take(20) {
        let _ = writeln!(text, "fault: {fault}");
    }
    if found.faults.len() > 20 {
        let _ = writeln!(text, "fault: … and {} more", found.faults.len() - 20);
    }
    if sound && !trusted {
        let _ = writeln!(
            text,
            "hint: the signatures are by the key the record brings along; compare that key with the one the organiser \
             published, or pass it with --key"
        );
    }
    text
}

fn show(file: &Path, only: Option<InterviewId>) -> Result<Exit, Failure> {
    let bytes = shell::read_bytes(file)?;
    let found = publication::verify(&bytes, None);
    if found.facts.is_empty() {
        shell::talk(format_args!(
            "{}: nothing in it can be read\nhint: run `viva record verify` to see why",
            file.display()
        ));
        return Ok(Exit::No);
    }
    let interviews = interviews(&found.facts);
    let chosen: Vec<_> = interviews.into_iter().filter(|(id, _)| only.is_none_or(|only| only == *id)).collect();
    if let (Some(only), true) = (only, chosen.is_empty()) {
        shell::talk(format_args!("no word was said in interview {only}\nhint: interviews are written like R1-J2"));
        return Ok(Exit::No);
    }
    for (id, lines) in chosen {
        shell::data(transcript(id, &lines, &found));
    }
    if !found.faults.is_empty() {
        shell::talk("warning: this record does not verify; run `viva record verify` to see why");
        return Ok(Exit::No);
    }
    Ok(Exit::Yes)
}

/// A finished line, as it is printed.
struct Said {
    at: Timestamp,
    seat: Seat,
    side: Side,
    text: String,
}

/// The finished lines of every interview, in order; a line that was never finished stands at the end.
fn interviews(facts: &[Recorded]) -> BTreeMap<InterviewId, Vec<Said>> {
    let mut screens: BTreeMap<_, Transcript> = BTreeMap::new();
    let mut interviews: BTreeMap<InterviewId, Vec<Said>> = BTreeMap::new();
    let mut latest = None;
    for fact in facts {
        latest = latest.max(Some(fact.time));
        let (Event::Conversation(id, ConversationEvent::Key { private, .. }), Actor::Side(side)) =
            (&fact.event, fact.actor)
        else {
            continue;
        };
        let Some(pressed) = private.held() else { continue };
        let screen = screens.entry(*id).or_default();
        let lines = screen.lines.len();
        screen.press(side, pressed.key);
        if let Some(line) = screen.lines.get(lines) {
            let said = Said { at: fact.time, seat: id.seat, side, text: line.text.clone() };
            interviews.entry(id.interview).or_default().push(said);
        } else {
            interviews.entry(id.interview).or_default();
        }
    }
    for (id, screen) in screens {
        for (side, text) in [(Side::Judge, screen.judge_types), (Side::Witness, screen.witness_types)] {
            if let (false, Some(at)) = (text.is_empty(), latest) {
                interviews.entry(id.interview).or_default().push(Said { at, seat: id.seat, side, text: text + " …" });
            }
        }
    }
    interviews
}

fn transcript(id: InterviewId, lines: &[Said], found: &Verification) -> String {
    let mut text = format!("Interview {id}\n");
    let opened =
        found.facts.iter().any(|fact| matches!(&fact.event, Event::Control(ControlEvent::AssignmentOpened { .. })));
    let contest = found.audit.as_ref().and_then(|audit| audit.room.contest());
    for seat in Seat::BOTH {
        let witness =
            contest.filter(|_| opened).and_then(|contest| contest.seating(id)).map(|s| s.witness(seat).to_string());
        let _ = writeln!(text, "\n  {seat}{}", witness.map(|who| format!(" ({who})")).unwrap_or_default());
        for Said { at, side, text: said, .. } in lines.iter().filter(|line| line.seat == seat) {
            let at = at.to_string();
            let time = at.get(11..19).unwrap_or(&at);
            let _ = writeln!(text, "    {time}  {:<8} {said}", side.to_string());
        }
    }
    text
}
