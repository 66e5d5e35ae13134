//! Faults of a given plan: where they are, and how to mend them.

use std::collections::BTreeMap;

use language::{Message, Say};
use rulebook::{Participant, RoundNumber, Rulebook};

use crate::{MOST_INTERVIEWS, Meeting, NoDesign, Plan, Violation, csv::CsvFaults, sessions, trial_of};

/// The most faults of one plan that are printed.
const TOLD: usize = 50;

/// All faults of a plan; violations of rules are in the order of the prover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanFaults(pub Vec<PlanFault>);

/// One fault of a plan. Prints as a line: the place, the fault, and how to mend it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanFault {
    /// The interviews at fault; none when something is missing.
    pub meetings: Vec<Meeting>,
    /// Their lines in the file, counted from 1, if they come from one.
    pub lines: Vec<usize>,
    /// The fault.
    pub what: Message,
    /// The way to mend it; empty when the text of the fault includes it.
    pub mend: Message,
}

impl std::error::Error for PlanFaults {}

impl Say for PlanFaults {
    fn message(&self) -> Message {
        let told = self.0.iter().take(TOLD).map(Say::message);
        let more = self.0.len().saturating_sub(TOLD);
        let more = (more > 0).then(|| say!("refused-fault-more", more = more));
        let lines = told.chain(more).reduce(|first, then| say!("refused-fault-next", first = first, then = then));
        lines.unwrap_or_else(|| Message::verbatim(""))
    }
}

impl Say for PlanFault {
    fn message(&self) -> Message {
        let what = self.what.clone();
        let fault =
            if self.mend.is_empty() { what } else { say!("refused-fault-mend", what = what, mend = self.mend.clone()) };
        match self.lines.as_slice() {
            [] => {
                let mut rounds: Vec<String> = self.meetings.iter().map(|meeting| meeting.round.to_string()).collect();
                rounds.dedup();
                if rounds.is_empty() {
                    fault
                } else {
                    say!("refused-fault-rounds", rounds = Message::list(rounds), fault = fault)
                }
            }
            [line] => say!("refused-fault-line", line = line, fault = fault),
            lines => {
                let lines = lines.iter().map(ToString::to_string);
                say!("refused-fault-lines", lines = Message::list(lines), fault = fault)
            }
        }
    }
}

display_in_english!(PlanFaults, PlanFault);

impl From<CsvFaults> for PlanFaults {
    /// The reader's messages include how to mend the fault.
    fn from(CsvFaults(faults): CsvFaults) -> Self {
        let fault = |fault: crate::csv::CsvFault| {
            let what = match fault.column {
                Some(column) => say!("refused-fault-column", column = column, fault = fault.what),
                None => Message::verbatim(fault.what),
            };
            PlanFault { meetings: Vec::new(), lines: vec![fault.line], what, mend: Message::verbatim("") }
        };
        Self(faults.into_iter().map(fault).collect())
    }
}

impl PlanFault {
    fn new(what: Message, mend: Message) -> Self {
        Self { meetings: Vec::new(), lines: Vec::new(), what, mend }
    }

    pub(super) fn empty() -> Self {
        Self::new(say!("refused-fault-empty"), say!("refused-mend-empty"))
    }

    pub(super) fn too_long(interviews: usize) -> Self {
        let what = say!("refused-fault-too-long", interviews = interviews);
        Self::new(what, say!("refused-mend-too-long", most = MOST_INTERVIEWS))
    }

    /// The fault of a last round with a number that no plan can reach.
    pub(super) fn too_late(plan: &Plan) -> Self {
        let meetings = plan.meetings.last().copied().into_iter().collect();
        let what = say!("refused-fault-too-late", rounds = plan.rounds());
        Self { meetings, ..Self::new(what, say!("refused-mend-too-late")) }
    }

    /// The fault of numbers without a design; its message includes how to mend it.
    pub(super) fn of_design(no_design: &NoDesign) -> Self {
        Self::new(no_design.message(), Message::verbatim(""))
    }

    pub(super) fn unordered() -> Self {
        Self::new(say!("refused-fault-unordered"), say!("refused-mend-unordered"))
    }

    pub(super) fn bad_label(who: Participant, label: Participant) -> Self {
        let what = say!("refused-fault-label", who = who.to_string(), label = label.to_string());
        Self::new(what, say!("refused-mend-label"))
    }

    /// The fault for a violation the prover found.
    pub(super) fn of(rulebook: &Rulebook, plan: &Plan, violation: &Violation) -> Self {
        let rounds = plan.rounds();
        let is_within = |round| match violation {
            Violation::InTrial { trial, .. } => trial_of(rulebook, rounds, round) == *trial,
            Violation::InSession { session, .. } => {
                let all = sessions(rulebook, plan);
                all.get(usize::from(*session).saturating_sub(1)).is_some_and(|session| session.has(round))
            }
            _ => true,
        };
        let inner = inner(violation);
        let about = plan.meetings.iter().filter(|meeting| concerns(inner, meeting));
        let meetings = about.filter(|meeting| is_within(meeting.round));
        Self {
            meetings: meetings.copied().collect(),
            lines: Vec::new(),
            what: violation.message(),
            mend: mend(rulebook, inner),
        }
    }

    /// The same fault with the lines of its interviews.
    pub(super) fn on_lines(mut self, lines: &[(usize, Meeting)]) -> Self {
        let about = lines.iter().filter(|(_, meeting)| self.meetings.contains(meeting));
        self.lines = about.map(|&(line, _)| line).collect();
        self
    }
}

/// The faults of interviews that are on more than one line.
pub(super) fn again(lines: &[(usize, Meeting)]) -> Vec<PlanFault> {
    let mut places: BTreeMap<Meeting, Vec<usize>> = BTreeMap::new();
    for &(line, meeting) in lines {
        places.entry(meeting).or_default().push(line);
    }
    let twice = places.into_iter().filter(|(_, lines)| lines.len() > 1);
    let fault = |(meeting, lines)| PlanFault {
        meetings: vec![meeting],
        lines,
        what: say!("refused-fault-again"),
        mend: say!("refused-mend-again"),
    };
    twice.map(fault).collect()
}

/// The violation itself, without its session or trial.
fn inner(violation: &Violation) -> &Violation {
    match violation {
        Violation::InTrial { what, .. } | Violation::InSession { what, .. } => inner(what),
        other => other,
    }
}

/// Returns whether this interview is part of the violation.
fn concerns(violation: &Violation, meeting: &Meeting) -> bool {
    let has = |who: Participant| meeting.participants().any(|each| each == who);
    let is_in = |round: RoundNumber| meeting.round == round;
    match violation {
        Violation::Unknown { who, .. } => has(*who),
        Violation::Crowded { who, round, .. } => is_in(*round) && has(*who),
        Violation::Layout { meeting: wrong, .. } | Violation::Matrix { meeting: wrong } => meeting == wrong,
        Violation::Repeated { who, whom, .. } | Violation::Uneven { who, whom, .. } => has(*who) && has(*whom),
        Violation::BothRoles { who, round } => {
            is_in(*round)
                && (meeting.judge == *who || meeting.confederate.is_some_and(|id| id.number() == who.number()))
        }
        Violation::Often { who: Participant::Judge(one), whom: Participant::Confederate(other), .. } => {
            let two = [meeting.judge.number(), meeting.confederate.map_or(0, rulebook::ConfederateId::number)];
            two == [one.number(), other.number()] || two == [other.number(), one.number()]
        }
        Violation::Thin { round, .. } => is_in(*round),
        Violation::Waits { judge, after, until } => meeting.judge == *judge && (is_in(*after) || is_in(*until)),
        Violation::Missed { .. }
        | Violation::EmptyRound { .. }
        | Violation::Rounds { .. }
        | Violation::Turns { .. }
        | Violation::Often { .. }
        | Violation::Trials { .. }
        | Violation::NoSession { .. }
        | Violation::SessionShare { .. }
        | Violation::SessionSize { .. }
        | Violation::InSession { .. }
        | Violation::InTrial { .. } => false,
    }
}

fn mend(rulebook: &Rulebook, violation: &Violation) -> Message {
    match violation {
        Violation::Unknown { who, of } => {
            let letter = &who.to_string()[..1];
            let first = format!("{letter}1");
            match of {
                1 => say!("refused-mend-unknown-one", only = first),
                _ => say!("refused-mend-unknown", first = first, last = format!("{letter}{of}")),
            }
        }
        Violation::EmptyRound { .. } => say!("refused-mend-empty-round"),
        Violation::Crowded { most, .. } if *most > 1 => say!("refused-mend-crowded-most"),
        Violation::Crowded { .. } => say!("refused-mend-crowded"),
        Violation::Layout { pair: true, .. } => say!("refused-mend-pair"),
        Violation::Layout { pair: false, .. } => say!("refused-mend-one"),
        Violation::Repeated { .. } => say!("refused-mend-repeated"),
        Violation::Missed { .. } => say!("refused-mend-missed"),
        Violation::Uneven { .. } => say!("refused-mend-uneven"),
        Violation::Matrix { meeting } => {
            let rows = match &rulebook.schedule.design {
                rulebook::schema::Design::Matrix(rows) => rows.as_slice(),
                _ => &[],
            };
            let row = rows.get(meeting.judge.index());
            let named = row.and_then(|row| row.get(meeting.entry?.index()));
            named.map_or_else(
                || say!("refused-mend-matrix-none"),
                |named| say!("refused-mend-matrix", named = named.to_string()),
            )
        }
        Violation::BothRoles { .. } => say!("refused-mend-both-roles"),
        Violation::Rounds { asked, .. } => say!("refused-mend-rounds", asked = asked),
        Violation::Thin { .. } => say!("refused-mend-thin"),
        Violation::Turns { .. } | Violation::Often { .. } => say!("refused-mend-turns"),
        Violation::Trials { .. } => say!("refused-mend-trials"),
        Violation::NoSession { .. } => say!("refused-mend-no-session"),
        Violation::SessionShare { .. } => say!("refused-mend-session-share"),
        Violation::SessionSize { .. } => say!("refused-mend-session-size"),
        Violation::Waits { .. } => say!("refused-mend-waits"),
        Violation::InTrial { what, .. } | Violation::InSession { what, .. } => mend(rulebook, what),
    }
}
