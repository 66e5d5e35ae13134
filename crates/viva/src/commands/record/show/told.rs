//! A record as `viva record show --json` tells it: what the page of text says, for programs.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use contest::{
    contest::Contest,
    deletions::Deletion,
    dialogue::{Fate, Said},
    fields,
    imported::Imported,
    publication::Verification,
    result::Names,
};
use record::transcript::Clock;
use rulebook::{ConversationId, InterviewId, Participant, Side, Timestamp, Witness, schema::Matter};
use serde::Serialize;

use crate::{
    commands::{
        record::import::SourceTold,
        transcript::{DialogueTold, dialogue},
    },
    shell,
};

/// What a record says.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RecordShown {
    /// The file.
    file: String,
    /// The contest; absent of an imported past, where one interview was asked for, and where too little of it can be read.
    contest: Option<ContestShown>,
    /// The past; absent of a contest.
    imported: Option<PastShown>,
    /// What was said in every interview as its judge saw it, and what was answered.
    interviews: Vec<InterviewShown>,
    /// The private parts that were taken out of it, by ruling.
    deletions: Vec<Deletion>,
}

/// A contest.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ContestShown {
    name: String,
    organiser: String,
    /// The id of its rulebook.
    rulebook: String,
    /// Whether it is closed.
    closed: bool,
    /// How many rounds are over.
    played: u16,
    /// Of how many.
    rounds: u16,
    people: Vec<PersonShown>,
    /// What a committee settled before the first word.
    settled: Vec<SettledShown>,
    rankings: Vec<RankingShown>,
    /// What went wrong with programs, as far as it was not taken out.
    incidents: Vec<IncidentShown>,
    /// How many incidents were taken out of the record.
    incidents_taken_out: usize,
    /// How far events were recorded after the clock of their contest, in words; absent where they were in time.
    late: Option<String>,
}

/// Somebody who takes part.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PersonShown {
    /// Such as `J1`.
    id: String,
    /// Absent where it was taken out.
    name: Option<String>,
    /// Who is behind a program.
    contestant: Option<String>,
    /// A script plays them.
    script: bool,
    /// They left before the end.
    left: bool,
}

/// Something that a committee settled.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SettledShown {
    title: String,
    /// Absent where nothing was settled.
    text: Option<String>,
}

/// An order of everyone met.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RankingShown {
    judge: String,
    trial: u16,
    /// Nobody sealed it, and it counted as it stood.
    draft: bool,
    /// Most human first, those in one group level; absent where it was taken out.
    order: Option<Vec<Vec<String>>>,
}

/// Something that went wrong with a program.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct IncidentShown {
    at: Timestamp,
    entry: String,
    interview: String,
    detail: String,
}

/// An interview.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct InterviewShown {
    /// Such as `R1-J2`.
    id: String,
    /// Its round was played again: what was answered about it does not count.
    void: bool,
    conversations: Vec<ConversationShown>,
    ballots: Vec<BallotShown>,
}

/// A conversation, as its judge saw it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ConversationShown {
    seat: String,
    /// Who sat there, such as `E2`; absent where that is not opened yet.
    witness: Option<String>,
    lines: Vec<LineShown>,
    /// What the judge believed after each turn of a conversation that others held, from 0 to 100; null where it was taken out.
    beliefs: Vec<Option<u8>>,
}

/// Something that was said.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LineShown {
    at: Timestamp,
    by: Side,
    text: String,
    /// The file that was shown, by its name in the record's folder `attachments`; its text tells it in words.
    attachment: Option<String>,
    fate: FateIs,
}

/// What became of a line.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
enum FateIs {
    /// Its judge saw it.
    Seen,
    /// The talk was over before.
    NeverShown,
    /// A referee struck it before.
    Struck,
    /// It was taken out since.
    Deleted,
}

/// What was answered about an interview.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct BallotShown {
    /// Whose it is.
    of: Side,
    /// Nobody sealed it, and it counted as it stood.
    draft: bool,
    /// By the names of the fields; absent where they were taken out.
    answers: Option<BTreeMap<String, String>>,
}

/// A past that was recorded elsewhere.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PastShown {
    name: Option<String>,
    /// When it was imported.
    time: Option<String>,
    sources: Vec<SourceTold>,
    has_ballots: bool,
    dialogues: Vec<DialogueTold>,
}

impl RecordShown {
    /// A contest, or some of its interviews where it is not told as a whole.
    pub(super) fn of_contest(
        file: &Path,
        contest: Option<&Contest>,
        interviews: Vec<InterviewShown>,
        found: &Verification,
        reported: usize,
    ) -> Self {
        let late = found.audit.as_ref().and_then(|audit| audit.late).map(|late| late.to_string());
        Self {
            file: shell::name_of(file),
            deletions: if contest.is_some() { found.deletions.clone() } else { Vec::new() },
            contest: contest.map(|contest| ContestShown::of(contest, reported, late)),
            imported: None,
            interviews,
        }
    }

    /// An imported past.
    pub(super) fn of_past(file: &Path, imported: &Imported) -> Self {
        let past = PastShown {
            name: imported.name.clone(),
            time: imported.time.map(|time| time.to_string()),
            sources: imported.sources.iter().map(SourceTold::of).collect(),
            has_ballots: imported.ballots.is_some(),
            dialogues: imported.transcript.as_lines(Clock::UTC).iter().map(dialogue).collect(),
        };
        Self {
            file: shell::name_of(file),
            contest: None,
            imported: Some(past),
            interviews: Vec::new(),
            deletions: Vec::new(),
        }
    }
}

impl ContestShown {
    fn of(contest: &Contest, reported: usize, late: Option<String>) -> Self {
        let matters = contest.rulebook.committee.iter().flat_map(|committee| &committee.settles);
        let settled = |Matter { id, title }: &Matter| SettledShown {
            title: title.clone(),
            text: contest.settled.texts.get(id).cloned(),
        };
        let incidents = contest.incidents.iter().map(|(at, incident)| IncidentShown {
            at: *at,
            entry: incident.entry.to_string(),
            interview: incident.interview.to_string(),
            detail: incident.detail.clone(),
        });
        Self {
            name: contest.name.clone(),
            organiser: contest.organiser.clone(),
            rulebook: contest.rulebook.id.to_string(),
            closed: contest.is_closed(),
            played: contest.played(),
            rounds: contest.rounds(),
            people: people(contest),
            settled: matters.map(settled).collect(),
            rankings: rankings(contest),
            incidents: incidents.collect(),
            incidents_taken_out: reported.saturating_sub(contest.incidents.len()),
            late,
        }
    }
}

fn people(contest: &Contest) -> Vec<PersonShown> {
    let names = Names::of(contest);
    let referees = contest.referees();
    let all: BTreeSet<Participant> = contest.cast().iter().copied().chain(referees).collect();
    let person = |who: Participant| {
        let entry = if let Participant::Entry(entry) = who { names.get(Witness::Entry(entry)) } else { None };
        PersonShown {
            id: who.to_string(),
            name: entry.as_ref().map(|name| name.name.clone()).or_else(|| contest.names_of(who)),
            contestant: entry.and_then(|name| name.contestant.clone()).filter(|team| !team.is_empty()),
            script: contest.scripted.contains(&who),
            left: contest.left.contains(&who),
        }
    };
    all.into_iter().map(person).collect()
}

fn rankings(contest: &Contest) -> Vec<RankingShown> {
    let order = |order: &Vec<Vec<ConversationId>>| {
        order.iter().map(|group| group.iter().map(ToString::to_string).collect()).collect()
    };
    let all = contest.rankings.iter().map(|(&(trial, judge), ranking)| RankingShown {
        judge: judge.to_string(),
        trial,
        draft: contest.draft_rankings.contains(&(trial, judge)),
        order: ranking.held().map(|ranking| order(&ranking.order)),
    });
    all.collect()
}

/// These interviews, with what was said and answered.
pub(super) fn interviews(
    chosen: &[InterviewId],
    conversations: &BTreeMap<ConversationId, Vec<Said>>,
    contest: Option<&Contest>,
) -> Vec<InterviewShown> {
    let interview = |&id: &InterviewId| InterviewShown {
        id: id.to_string(),
        void: contest.is_some_and(|contest| contest.void.contains(&id.round)),
        conversations: conversations
            .iter()
            .filter(|(of, _)| of.interview == id)
            .map(|(of, lines)| conversation(*of, lines, contest))
            .collect(),
        ballots: contest.map(|contest| ballots(contest, id)).unwrap_or_default(),
    };
    chosen.iter().map(interview).collect()
}

fn conversation(id: ConversationId, lines: &[Said], contest: Option<&Contest>) -> ConversationShown {
    let opened = contest.filter(|contest| contest.opened_assignment);
    let witness = opened.and_then(|contest| contest.seating(id.interview)?.witness(id.seat));
    let line = |Said { at, side, text, file, fate }: &Said| LineShown {
        at: *at,
        by: *side,
        text: text.clone(),
        attachment: file.as_ref().map(|shown| shown.file.file_name()),
        fate: match fate {
            Fate::Seen => FateIs::Seen,
            Fate::NeverShown => FateIs::NeverShown,
            Fate::Struck(..) => FateIs::Struck,
            Fate::Deleted => FateIs::Deleted,
        },
    };
    let beliefs = contest.and_then(|contest| contest.beliefs.get(&id)).map(Vec::as_slice).unwrap_or_default();
    ConversationShown {
        seat: id.seat.to_string(),
        witness: witness.map(|witness| witness.to_string()),
        lines: lines.iter().map(line).collect(),
        beliefs: beliefs.iter().map(|belief| belief.held().map(|belief| belief.human)).collect(),
    }
}

fn ballots(contest: &Contest, id: InterviewId) -> Vec<BallotShown> {
    let Some(interview) = contest.interviews.get(&id) else { return Vec::new() };
    let ballot = |side: Side| {
        let answers =
            interview.ballot_of(side)?.held().map(|answers| fields::of_answers(answers).into_iter().collect());
        Some(BallotShown { of: side, draft: interview.drafts.contains(&side), answers })
    };
    [Side::Judge, Side::Witness].into_iter().filter_map(ballot).collect()
}
