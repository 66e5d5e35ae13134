//! `viva record show`: participants, settled matters, every interview as its judge saw it, ballots and incidents.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    path::Path,
};

use archive::{
    dialogue::Said,
    imported::{Imported, Source as SourceFile},
};
use contest::{ControlEvent, Event, contest::Contest, fields};
use record::{
    Trust,
    transcript::{OffsetClock, plain},
};
use rulebook::{
    ConversationId, InterviewId, Participant, Side, Zone, counted,
    schema::{Attestation, Matter},
    visible,
};

use super::people;
use crate::{
    exit::Exit,
    shell::{self, Failure},
};

mod told;

pub(crate) use self::told::RecordShown;

pub(super) fn run(file: &Path, only: Option<InterviewId>, json: bool) -> Result<Exit, Failure> {
    if let Some(imported) = super::import::read_back(file)? {
        return show_imported(file, &imported, only, json);
    }
    let mut reported = 0;
    let (found, seen, _) = super::read_noting(file, &Trust::default(), |fact| {
        reported += usize::from(matches!(fact.event, Event::Control(ControlEvent::IncidentReported { .. })));
    })?;
    if seen.is_empty() {
        return Ok(super::nothing_readable(file));
    }
    let conversations = seen.dialogues();
    let interviews: BTreeSet<InterviewId> = conversations.keys().map(|conversation| conversation.interview).collect();
    let chosen: Vec<_> = interviews.into_iter().filter(|id| only.is_none_or(|only| only == *id)).collect();
    if let (Some(only), true) = (only, chosen.is_empty()) {
        shell::talk(format_args!("no word was said in interview {only}\nhint: interviews are written like R1-J2"));
        return Ok(Exit::No);
    }
    let contest = found.audit.as_ref().and_then(|audit| audit.room.contest());
    let whole = contest.filter(|_| only.is_none());
    if json {
        let interviews = told::interviews(&chosen, &conversations, contest);
        shell::json(&RecordShown::of_contest(file, whole, interviews, &found, reported))?;
        return Ok(super::warn_if_broken(&found));
    }
    let say = |text: String| {
        if !text.is_empty() {
            shell::data(text);
        }
    };
    whole.into_iter().for_each(|contest| say(heading(contest, !chosen.is_empty(), reported)));
    whole.into_iter().for_each(|contest| say(settled(contest)));
    for id in chosen {
        say(transcript(id, &conversations, contest) + &contest.map(|contest| ballots(contest, id)).unwrap_or_default());
    }
    whole.into_iter().for_each(|contest| say(rankings(contest)));
    whole.into_iter().for_each(|contest| say(incidents(contest, reported)));
    if only.is_none() && !found.deletions.is_empty() {
        let deletions: Vec<_> = found.deletions.iter().map(|deletion| format!("\n  {}", visible(deletion))).collect();
        shell::data(format_args!("Deletions{}", deletions.concat()));
    }
    if let (Some(_), Some(late)) = (whole, found.audit.as_ref().and_then(|audit| audit.late)) {
        shell::data(format_args!("Timing\n  {}", visible(late)));
    }
    Ok(super::warn_if_broken(&found))
}

/// The contest, its participants, and the size of the record.
fn heading(contest: &Contest, has_words: bool, reported: usize) -> String {
    let (played, rounds) = (contest.played(), contest.rounds());
    let state = match (contest.is_closed(), rounds) {
        (true, _) => "closed".to_owned(),
        (false, 1) => format!("{played} of 1 round is over"),
        (false, rounds) => format!("{played} of {rounds} rounds are over"),
    };
    let (ballots, rankings) = (contest.ballots_cast(), contest.rankings.len());
    let mut much =
        vec![counted(contest.interviews.len(), "interview", "interviews"), counted(ballots, "ballot", "ballots")];
    much.extend((!has_words).then(|| "no word was said".to_owned()));
    much.extend((rankings > 0).then(|| counted(rankings, "ranking", "rankings")));
    much.push(match reported {
        0 => "no incidents".to_owned(),
        many => counted(many, "incident", "incidents"),
    });
    format!(
        "{}\n  held by {} under {}; {state}\n{}  {}\n",
        visible(&contest.name),
        visible(&contest.organiser),
        visible(&contest.rulebook.id),
        people::who_is_who(contest),
        much.join(", ")
    )
}

/// The incidents of programs, except those taken out.
fn incidents(contest: &Contest, reported: usize) -> String {
    let mut text = String::new();
    if reported == 0 {
        return text;
    }
    let _ = writeln!(text, "Incidents (times in {})", contest.zone);
    for (at, incident) in &contest.incidents {
        let (at, who) = (contest.zone.second(*at), people::told(contest, Participant::Entry(incident.entry)));
        let _ = writeln!(
            text,
            "    {at}  {who}, {}: {}",
            incident.interview,
            visible(incident.detail.replace('\n', " / "))
        );
    }
    let gone = reported.saturating_sub(contest.incidents.len());
    if gone > 0 {
        let _ = writeln!(text, "    ({} taken out of the record)", counted(gone, "incident was", "incidents were"));
    }
    text
}

/// Prints an import: its source files, and their conversations.
fn show_imported(file: &Path, imported: &Imported, only: Option<InterviewId>, json: bool) -> Result<Exit, Failure> {
    if only.is_some() {
        shell::talk("an imported record has no interviews by number\nhint: leave --interview out");
        return Ok(Exit::Usage);
    }
    if json {
        return shell::json(&RecordShown::of_past(file, imported));
    }
    let name = imported.name.as_deref().unwrap_or("(no name)");
    let when = imported.time.map(|time| format!(" on {time}")).unwrap_or_default();
    shell::data(format_args!("{}: imported{when}; nobody signed what was said when it was said", visible(name)));
    for source in &imported.sources {
        let SourceFile { form, bytes, sha256, faults } = source;
        let faults = if *faults == 0 { String::new() } else { format!(", {}", counted(faults, "fault", "faults")) };
        let bytes = counted(bytes, "byte", "bytes");
        shell::data(format_args!("  from a file in the form {form}, {bytes}{faults}, SHA-256 {}", visible(sha256)));
    }
    if imported.ballots.is_some() {
        shell::data("  with ballots: `viva record export --form ballots` writes them for `viva score`");
    }
    for dialogue in imported.transcript.as_lines(OffsetClock::UTC) {
        shell::print(format_args!("\n{}", plain::write(&dialogue)));
    }
    Ok(Exit::Yes)
}

/// The matters settled by the committee and the attestations, before the contest; empty without a committee.
fn settled(contest: &Contest) -> String {
    let mut text = String::new();
    let Some(committee) = &contest.rulebook.committee else { return text };
    let names = contest.roster.held().map(|roster| roster.committee.join(", "));
    let _ =
        writeln!(text, "Settled before the first word by {}", visible(names.as_deref().unwrap_or("(names redacted)")));
    for Matter { id, title } in &committee.settles {
        let said = contest.settled.texts.get(id).map_or("(nothing)", String::as_str);
        let _ = writeln!(text, "\n  {}\n    {}", visible(title), said.replace('\n', "\n    "));
    }
    let attested = committee.attestations.iter().filter(|told| contest.settled.attested.contains(&told.id));
    for Attestation { of, sentence, .. } in attested {
        let _ = writeln!(text, "\n  attested by every one of the {of}\n    {}", visible(sentence));
    }
    // The audit checks the signatures.
    for signature in &contest.settled.signatures {
        let _ = writeln!(text, "\n  signed with these rules under\n    {}", visible(&signature.key));
    }
    text
}

fn transcript(
    id: InterviewId,
    conversations: &BTreeMap<ConversationId, Vec<Said>>,
    contest: Option<&Contest>,
) -> String {
    let judge =
        contest.map(|contest| format!(", judge {}", people::told_in(contest, Participant::Judge(id.judge), id.round)));
    let zone = contest.map_or(Zone::UTC, |contest| contest.zone);
    let clock = OffsetClock::east(zone.into()).unwrap_or_default();
    let mut text = format!("Interview {id}{} (times in {zone})\n", judge.unwrap_or_default());
    let contest = contest.filter(|contest| contest.opened_assignment);
    for (ConversationId { seat, .. }, lines) in conversations.iter().filter(|(of, _)| of.interview == id) {
        let witness = contest.and_then(|contest| {
            let witness = contest.seating(id)?.witness(*seat)?;
            Some(people::told_in(contest, witness.into(), id.round))
        });
        let _ = writeln!(text, "\n  {seat}{}", witness.map(|who| format!(" ({who})")).unwrap_or_default());
        for Said { at, side, text: said, fate, .. } in lines {
            let time = zone.second(*at);
            let said = said.replace('\n', "\n                       ");
            let mark = fate.mark(clock);
            let _ = writeln!(text, "    {time}  {:<8} {mark}{said}", side.to_string());
        }
    }
    text
}

/// The answers about an interview, and whether they were sealed.
fn ballots(contest: &Contest, id: InterviewId) -> String {
    let mut text = String::new();
    let Some(interview) = contest.interviews.get(&id) else { return text };
    if contest.void.contains(&id.round) {
        text.push_str("\n  (this round was played again: what was answered about it does not count)\n");
    }
    for (conversation, beliefs) in contest.beliefs.iter().filter(|(conversation, _)| conversation.interview == id) {
        let shown = contest.shown_in(*conversation).and_then(|shown| shown.conversation.held());
        let from = shown.map(|shown| format!(", {} of {}", visible(&shown.name), visible(&shown.of)));
        let from = from.unwrap_or_default();
        let beliefs: Vec<_> = beliefs
            .iter()
            .map(|belief| belief.held().map_or_else(|| "–".to_owned(), |belief| belief.human.to_string()))
            .collect();
        let _ = writeln!(text, "\n  beliefs that the witness is human, turn by turn ({}{from})", conversation.seat);
        let _ = writeln!(text, "    {}", beliefs.join(", "));
    }
    for side in [Side::Judge, Side::Witness] {
        let Some(ballot) = interview.ballot_of(side) else { continue };
        let _ = writeln!(
            text,
            "\n  ballot of the {side}{}",
            mark(interview.drafts.contains(&side), interview.late.contains(&side))
        );
        match ballot.held() {
            None => text.push_str("    (taken out of the record)\n"),
            Some(answers) => fields::of_answers(answers).iter().for_each(|(name, answer)| {
                let _ = writeln!(
                    text,
                    "    {:<22} {}",
                    visible(name),
                    answer.replace('\n', "\n                           ")
                );
            }),
        }
    }
    text
}

/// The judges' rankings, and whether they were sealed.
fn rankings(contest: &Contest) -> String {
    let mut text = String::new();
    for (&(trial, judge), ranking) in &contest.rankings {
        let mark =
            mark(contest.draft_rankings.contains(&(trial, judge)), contest.late_rankings.contains(&(trial, judge)));
        let judge = people::told(contest, Participant::Judge(judge));
        let _ = writeln!(text, "Ranking of {judge}, trial {trial}, most human first{mark}");
        match ranking.held() {
            None => text.push_str("    (taken out of the record)\n"),
            Some(ranking) => (1..).zip(&ranking.order).for_each(|(place, group): (u32, _)| {
                let group: Vec<_> = group.iter().map(ToString::to_string).collect();
                let _ = writeln!(text, "    {place}. {}", group.join(", "));
            }),
        }
    }
    text
}

/// The mark of a form that counts without a seal.
fn mark(is_draft: bool, is_late: bool) -> &'static str {
    match (is_draft, is_late) {
        (true, _) => " (a draft: not sealed, and counted as it stood when its time was over)",
        (false, true) => " (given after its time, as a ruling allowed)",
        (false, false) => "",
    }
}
