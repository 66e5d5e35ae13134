//! `viva record`: verify and read the record of a contest, and write its transcripts as files.

mod export;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    path::Path,
};

use contest::{
    ControlEvent, Event,
    contest::Contest,
    dialogue::{NEVER_SHOWN, Said, dialogues},
    publication::{self, Verification},
    result::Report,
};
use record::VerifierKey;
use rulebook::{
    ConversationId, InterviewId,
    schema::{Attestation, Matter},
};
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
        RecordCommand::Export(options) => export::run(&options),
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
    let report = found.audit.as_ref().and_then(|audit| audit.room.contest()).and_then(Report::of);
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
        "names": report.as_ref().map(|report| &report.names),
        "sentences": report.as_ref().map(|report| &report.sentences),
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
    let contest = found.audit.as_ref().and_then(|audit| audit.room.contest());
    if let Some((contest, Report { result, names, .. })) = contest.and_then(|c| Some((c, Report::of(c)?))) {
        for standing in &result.tally.standings {
            let name = names.get(standing.witness).map_or("(name redacted)", |name| &name.name);
            let score = standing.score.as_ref().map_or("none".to_owned(), ToString::to_string);
            let _ = writeln!(text, "  {:<10} {}. {} {name}: score {score}", "result", standing.place, standing.witness);
        }
        for award in &result.tally.awards {
            let to: Vec<_> = award.to.iter().map(|witness| names.told(*witness)).collect();
            let _ =
                writeln!(text, "  {:<10} {} to {}", "award", contest.rulebook.award_title(&award.award), to.join(", "));
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
    let conversations = dialogues(&found.facts);
    let interviews: BTreeSet<InterviewId> = conversations.keys().map(|conversation| conversation.interview).collect();
    let chosen: Vec<_> = interviews.into_iter().filter(|id| only.is_none_or(|only| only == *id)).collect();
    if let (Some(only), true) = (only, chosen.is_empty()) {
        shell::talk(format_args!("no word was said in interview {only}\nhint: interviews are written like R1-J2"));
        return Ok(Exit::No);
    }
    if let (None, Some(contest)) = (only, found.audit.as_ref().and_then(|audit| audit.room.contest())) {
        let settled = settled(contest);
        if !settled.is_empty() {
            shell::data(settled);
        }
    }
    for id in chosen {
        shell::data(transcript(id, &conversations, &found));
    }
    if !found.faults.is_empty() {
        shell::talk("warning: this record does not verify; run `viva record verify` to see why");
        return Ok(Exit::No);
    }
    Ok(Exit::Yes)
}

/// What the committee settled and participants attested before the first word; empty where there is no committee.
fn settled(contest: &Contest) -> String {
    let mut text = String::new();
    let Some(committee) = &contest.rulebook.committee else { return text };
    let names = contest.roster.held().map(|roster| roster.committee.join(", "));
    let _ = writeln!(text, "Settled before the first word by {}", names.as_deref().unwrap_or("(names redacted)"));
    for Matter { id, title } in &committee.settles {
        let said = contest.settled.texts.get(id).map_or("(nothing)", String::as_str);
        let _ = writeln!(text, "\n  {title}\n    {}", said.replace('\n', "\n    "));
    }
    let attested = committee.attestations.iter().filter(|told| contest.settled.attested.contains(&told.id));
    for Attestation { of, sentence, .. } in attested {
        let _ = writeln!(text, "\n  attested by every one of the {of}\n    {sentence}");
    }
    text
}

fn transcript(id: InterviewId, conversations: &BTreeMap<ConversationId, Vec<Said>>, found: &Verification) -> String {
    let mut text = format!("Interview {id}\n");
    let opened =
        found.facts.iter().any(|fact| matches!(&fact.event, Event::Control(ControlEvent::AssignmentOpened { .. })));
    let contest = found.audit.as_ref().and_then(|audit| audit.room.contest()).filter(|_| opened);
    for (ConversationId { seat, .. }, lines) in conversations.iter().filter(|(of, _)| of.interview == id) {
        let witness = contest.and_then(|contest| contest.seating(id)?.witness(*seat));
        let _ = writeln!(text, "\n  {seat}{}", witness.map(|who| format!(" ({who})")).unwrap_or_default());
        for Said { at, side, text: said, seen } in lines {
            let at = at.to_string();
            let time = at.get(11..19).unwrap_or(&at);
            let said = said.replace('\n', "\n                       ");
            let mark = if *seen { String::new() } else { format!("{NEVER_SHOWN} ") };
            let _ = writeln!(text, "    {time}  {:<8} {mark}{said}", side.to_string());
        }
    }
    text
}
