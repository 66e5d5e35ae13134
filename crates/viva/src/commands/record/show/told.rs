//! The answer of `viva record show --json`: the content of its page, for programs.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use archive::{
    dialogue::{Fate, Said},
    imported::Imported,
    publication::Verification,
};
use contest::{contest::Contest, deletions::Deletion, fields, result::Names};
use record::transcript::OffsetClock;
use rulebook::{ConversationId, InterviewId, Participant, Side, Timestamp, Witness, schema::Matter};
use serde::Serialize;

use crate::{
    commands::{
        record::import::SourceTold,
        transcript::{DialogueTold, dialogue},
    },
    shell,
};

/// The content of a record.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RecordShown {
    /// The file.
    file: String,
    /// The contest; null for an imported past, with `--interview`, and if too little of it can be read.
    contest: Option<ContestShown>,
    /// The past; null for a contest.
    imported: Option<PastShown>,
    /// The interviews as their judges saw them, with the answers.
    interviews: Vec<InterviewShown>,
    /// The private parts taken out of it, by ruling.
    deletions: Vec<Deletion>,
}

/// A contest.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ContestShown {
    name: String,
    organiser: String,
    /// The id of the contest's rulebook.
    rulebook: String,
    /// True if it is closed.
    closed: bool,
    /// The number of rounds over.
    played: u16,
    /// The number of rounds.
    rounds: u16,
    people: Vec<PersonShown>,
    /// The matters that a committee settled before the contest.
    settled: Vec<SettledShown>,
    rankings: Vec<RankingShown>,
    /// The incidents of programs, except those taken out.
    incidents: Vec<IncidentShown>,
    /// The number of incidents taken out of the record.
    incidents_taken_out: usize,
    /// The lateness of recorded events by the contest's clock, in words; null if they were in time.
    late: Option<String>,
}

/// A participant.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PersonShown {
    /// An id such as `J1`.
    id: String,
    /// Null if taken out.
    name: Option<String>,
    /// The person or team behind a program; null for people.
    contestant: Option<String>,
    /// True if a script plays the part.
    script: bool,
    /// True if the participant left before the end.
    left: bool,
}

/// A matter settled by a committee.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SettledShown {
    title: String,
    /// Null if nothing was settled.
    text: Option<String>,
}

/// A ranking of everyone met.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RankingShown {
    judge: String,
    trial: u16,
    /// True if it counts without a seal, as last stored.
    draft: bool,
    /// Most human first, with equals in one group; null if taken out.
    order: Option<Vec<Vec<String>>>,
}

/// An incident of a program.
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
    /// An id such as `R1-J2`.
    id: String,
    /// True if its round was played again: answers about it do not count.
    void: bool,
    conversations: Vec<ConversationShown>,
    ballots: Vec<BallotShown>,
}

/// A conversation, as its judge saw it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ConversationShown {
    seat: String,
    /// The witness in the seat, such as `E2`; null if not opened yet.
    witness: Option<String>,
    lines: Vec<LineShown>,
    /// The judge's belief after each turn of a conversation between others, from 0 to 100; null if taken out.
    beliefs: Vec<Option<u8>>,
}

/// A line of one side.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LineShown {
    at: Timestamp,
    by: Side,
    text: String,
    /// The attached file, by its name in the record's folder `attachments`; `text` describes it in words. Null without
    /// one.
    attachment: Option<String>,
    fate: FateIs,
}

/// The fate of a line.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
enum FateIs {
    /// Its judge saw it.
    Seen,
    /// The talk ended before it was shown.
    NeverShown,
    /// A referee struck it before it was shown.
    Struck,
    /// It was taken out of the record later.
    Deleted,
}

/// The answers about an interview.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct BallotShown {
    /// The side that answered.
    of: Side,
    /// True if it counts without a seal, as last stored.
    draft: bool,
    /// The answers by field name; null if taken out.
    answers: Option<BTreeMap<String, String>>,
}

/// A past contest recorded elsewhere.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PastShown {
    name: Option<String>,
    /// The time of the import.
    time: Option<String>,
    sources: Vec<SourceTold>,
    has_ballots: bool,
    dialogues: Vec<DialogueTold>,
}

impl RecordShown {
    /// A contest, or only some of its interviews if `contest` is `None`.
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
            dialogues: imported.transcript.as_lines(OffsetClock::UTC).iter().map(dialogue).collect(),
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

/// These interviews, with their lines and answers.
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
