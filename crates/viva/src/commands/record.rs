//! `viva record`: verify and read the record of a contest, and write its transcripts as files.

pub(crate) mod ballots;
mod export;
mod verify;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    path::Path,
};

use contest::{
    ControlEvent, Event, Recorded,
    contest::Contest,
    dialogue::{NEVER_SHOWN, Said, dialogues},
    publication::{self, Verdict, Verification},
};
use record::Trust;
use rulebook::{
    ConversationId, InterviewId,
    schema::{Attestation, Matter},
};

use crate::{
    cli::RecordCommand,
    exit::Exit,
    shell::{self, Failure},
};

pub(crate) fn run(command: RecordCommand) -> Result<Exit, Failure> {
    match command {
        RecordCommand::Verify(options) => verify::run(&options),
        RecordCommand::Show { file, interview } => show(&file, interview),
        RecordCommand::Export(options) => export::run(&options),
    }
}

/// What is found of a record under the key it brings along, and its facts; none where its bytes cannot be trusted.
fn read(file: &Path) -> Result<(Verification, Vec<Recorded>), Failure> {
    let mut facts = Vec::new();
    let found = publication::verify_with(shell::open(file)?, &Trust::default(), |fact| facts.push(fact));
    let found = found.map_err(|source| shell::unreadable(file, source))?;
    Ok((found, facts))
}

/// Says that a record does not follow from itself, when it does not.
fn warn_if_broken(found: &Verification) -> Exit {
    if found.verdict() == Verdict::Broken {
        shell::talk("warning: this record is broken; run `viva record verify` to see why");
        return Exit::No;
    }
    Exit::Yes
}

fn show(file: &Path, only: Option<InterviewId>) -> Result<Exit, Failure> {
    let (found, facts) = read(file)?;
    if facts.is_empty() {
        shell::talk(format_args!(
            "{}: nothing in it can be read\nhint: run `viva record verify` to see why",
            file.display()
        ));
        return Ok(Exit::No);
    }
    let conversations = dialogues(&facts);
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
        shell::data(transcript(id, &conversations, &found, &facts));
    }
    if let (None, Some(late)) = (only, found.audit.as_ref().and_then(|audit| audit.late)) {
        shell::data(format_args!("Timing\n  {late}"));
    }
    Ok(warn_if_broken(&found))
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

fn transcript(
    id: InterviewId,
    conversations: &BTreeMap<ConversationId, Vec<Said>>,
    found: &Verification,
    facts: &[Recorded],
) -> String {
    let mut text = format!("Interview {id}\n");
    let opened = facts.iter().any(|fact| matches!(&fact.event, Event::Control(ControlEvent::AssignmentOpened { .. })));
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
